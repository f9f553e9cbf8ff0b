// A program that loads the library, uses it and unloads it, again and again, as a host of plug-ins does. The library is
// linked so that its allocations arrive here, where they are counted: after unloading none is left.
//
//   unload_test LIBRARY
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CListEngine.h"

#define CHECK(condition) ((condition) ? (void)0 : failed(__LINE__, #condition))

static const char *what;

static void failed(int line, const char *condition) {
    fprintf(stderr, "unload_test.c:%d: failed, %s: %s\n", line, what, condition);
    exit(1);
}

// ---- Allocations of the library

static _Atomic(long) live;

static void *counted(void *memory) {
    if (memory) atomic_fetch_add(&live, 1);
    return memory;
}

// Names that the linker requires.
// NOLINTBEGIN(bugprone-reserved-identifier)
void *__wrap_malloc(size_t bytes) { return counted(malloc(bytes)); }
void *__wrap_calloc(size_t count, size_t bytes) { return counted(calloc(count, bytes)); }
void *__wrap_realloc(void *old, size_t bytes) { return old ? realloc(old, bytes) : counted(malloc(bytes)); }
void *__wrap_aligned_alloc(size_t alignment, size_t bytes) { return counted(aligned_alloc(alignment, bytes)); }
void __wrap_free(void *memory) {
    if (memory) atomic_fetch_sub(&live, 1);
    free(memory);
}
// NOLINTEND(bugprone-reserved-identifier)

// ---- The library

static void *library;

#define CALL(name) ((__typeof__(&name))symbol(#name))

static void *symbol(const char *name) {
    void *found = dlsym(library, name);
    CHECK(found);
    return found;
}

// Lists of many rows, and a difference.
static void *use(void *unused) {
    (void)unused;
    enum { LISTS = 10, ROWS = 5000 };
    static double points[ROWS];
    static const uint64_t keys[] = {1, 2, 3, 4, 5};
    const int64_t rows = ROWS;
    const le_section_spec spec = {.kind = LE_SECTION_LIST};
    const le_sizes sizes = {.form = LE_SIZES_POINTS, .count = ROWS, .main = points, .stride = sizeof *points};
    le_layout *lists[LISTS];
    for (int i = 0; i < LISTS; i++) {
        lists[i] = CALL(le_layout_create)((le_layout_config){.cross = 390 * LE_UNIT});
        CHECK(lists[i]);
        CHECK(CALL(le_layout_insert_sections)(lists[i], 0, &spec, &rows, 1, &sizes, NULL, NULL) == LE_OK);
    }
    for (int i = 0; i < LISTS; i++) CALL(le_layout_release)(lists[i]);
    le_diff_workspace *workspace = CALL(le_diff_workspace_borrow)();
    const le_diff_side old = {.keys = keys, .count = 4}, new = {.keys = keys + 1, .count = 4};
    const le_diff_options options = {.unique = true};
    le_diff_result result;
    CHECK(CALL(le_diff)(workspace, &old, &new, &options, &result) == LE_OK);
    CALL(le_diff_workspace_return)(workspace);
    return NULL;
}

static void use_in_a_thread(void) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, use, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
}

// A thread that used the library and lives on. It ends after the library was unloaded.
typedef struct {
    pthread_barrier_t used, unloaded;
} visitor;

static void *visit(void *opaque) {
    visitor *v = opaque;
    use(NULL);
    pthread_barrier_wait(&v->used);
    pthread_barrier_wait(&v->unloaded);
    return NULL;
}

static void round_of(const char *path, const char *name, int visitors) {
    what = name;
    pthread_t threads[4];
    visitor v;
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) fprintf(stderr, "%s\n", dlerror());
    CHECK(library);
    use(NULL);
    use_in_a_thread();
    if (visitors) {
        CHECK(pthread_barrier_init(&v.used, NULL, (unsigned)visitors + 1) == 0);
        CHECK(pthread_barrier_init(&v.unloaded, NULL, (unsigned)visitors + 1) == 0);
        for (int i = 0; i < visitors; i++) CHECK(pthread_create(&threads[i], NULL, visit, &v) == 0);
        pthread_barrier_wait(&v.used);
    }
    CHECK(atomic_load(&live) > 0);
    CHECK(dlclose(library) == 0);
    CHECK(!dlopen(path, RTLD_NOW | RTLD_NOLOAD));
    if (visitors) {
        pthread_barrier_wait(&v.unloaded);
        for (int i = 0; i < visitors; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    }
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    for (int i = 0; i < 50; i++) {
        round_of(arguments[1], "unloading", 0);
        CHECK(atomic_load(&live) == 0);
    }
    // The nodes of a thread that lives on are collected, so only its empty list of blocks is lost.
    for (int i = 0; i < 20; i++) {
        const long before = atomic_load(&live);
        round_of(arguments[1], "unloading beside other threads", 4);
        CHECK(atomic_load(&live) - before <= 4);
    }
    // The handlers of forks are gone.
    what = "a fork after unloading";
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) _exit(0);
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    printf("the library leaves nothing behind when it is unloaded\n");
    return 0;
}
