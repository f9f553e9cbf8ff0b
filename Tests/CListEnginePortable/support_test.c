// Support code of the core: the lock of the pool, the choice of an instruction set, messages of statuses.
#include <pthread.h>

#include "harness.h"
#include "kernels/isa.h"
#include "support/lock.h"

#if !defined(_WIN32) && !defined(__APPLE__) && !defined(__wasm__)

static le__lock tested = LE__LOCK_INIT;
static int holders, turns;

static void *take_in_turn(void *rounds) {
    for (int i = 0; i < *(int *)rounds; i++) {
        le__lock_acquire(&tested);
        CHECK_EQUAL(++holders, 1);
        turns++;
        CHECK_EQUAL(--holders, 0);
        le__lock_release(&tested);
    }
    return NULL;
}

// Threads that arrive while the lock is held go to sleep, and each is woken by the one before it.
static void lock_waits(void) {
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    int once = 1, often = 2000;
    for (int i = 0; i < 2; i++) {
        holders = turns = 0;
        le__lock_acquire(&tested);
        for (int t = 0; t < THREADS; t++)
            CHECK_EQUAL(pthread_create(&threads[t], NULL, take_in_turn, i ? &often : &once), 0);
        // The count shows that all of them have stopped spinning; none has acquired the lock.
        while (atomic_load_explicit(&tested.threads, memory_order_relaxed) <= THREADS) sched_yield();
        CHECK_EQUAL(turns, 0);
        le__lock_release(&tested);
        for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
        CHECK_EQUAL(turns, THREADS * (i ? often : once));
        CHECK_EQUAL(tested.threads, 0);
        CHECK_EQUAL(tested.wakes, 0);
    }
    printf("%-28s done\n", "support, lock");
}

#else

static void lock_waits(void) {}

#endif

// LE_BACKEND names the set that the first call selects, in full or by its first letters.
static void backend_is_chosen(void) {
    const char *before = getenv("LE_BACKEND");
    char *kept = before ? strdup(before) : NULL;
    const char *widest = le_backend_name(le_backend_count() - 1);
    for (int i = 0; i < le_backend_count(); i++) {
        const char *name = le_backend_name(i);
        char prefix[16];
        snprintf(prefix, sizeof prefix, "%.*s", (int)strcspn(name, "+"), name);
        setenv("LE_BACKEND", name, 1);
        atomic_store(&le__isa_in_use, -1);
        CHECK(strcmp(le_backend(), name) == 0);
        setenv("LE_BACKEND", prefix, 1);
        le__isa_choose();
        CHECK(strcmp(le_backend(), name) == 0);
    }
    static const char *const unknown[] = {"", "mmx", "scalarx"};
    for (int i = 0; i < 3; i++) {
        setenv("LE_BACKEND", unknown[i], 1);
        le__isa_choose();
        CHECK(strcmp(le_backend(), widest) == 0);
    }
    unsetenv("LE_BACKEND");
    atomic_store(&le__isa_in_use, -1);
    CHECK(strcmp(le_backend(), widest) == 0);
    if (kept) setenv("LE_BACKEND", kept, 1);
    free(kept);
    printf("%-28s done\n", "support, backend");
}

static void statuses_have_texts(void) {
    for (int a = LE_OK; a <= LE_BAD_INDEX; a++)
        for (int b = a + 1; b <= LE_BAD_INDEX + 1; b++)
            CHECK(strcmp(le_status_text((le_status)a), le_status_text((le_status)b)) != 0);
    CHECK(strcmp(le_status_text((le_status)(LE_BAD_INDEX + 1)), "unknown status") == 0);
    printf("%-28s done\n", "support, statuses");
}

void test_support(void) {
    running = (running_case){.test = "support"};
    lock_waits();
    backend_is_chosen();
    statuses_have_texts();
}
