// Copies of one tree on several threads: each edits its own, all share nodes. Interesting under ThreadSanitizer.
#include <pthread.h>

#include "harness.h"

enum { THREADS = 4, EDITS = 60 };

typedef struct {
    le_extents *tree;
    uint64_t seed;
    int64_t total; // what the thread's own tree must add up to
} worker;

static void *edit_own_copy(void *argument) {
    worker *w = argument;
    rng r = {w->seed};
    for (int i = 0; i < EDITS; i++) {
        int64_t n = le_extents_count(w->tree), row = rng_below(&r, n), extent = rng_below(&r, 99 * LE_UNIT);
        if (rng_chance(&r, 2)) {
            w->total += extent - le_extents_entry(w->tree, row, NULL).extent;
            CHECK_EQUAL(le_extents_resize(w->tree, row, extent, NULL), LE_OK);
        } else {
            w->total += extent;
            CHECK_EQUAL(le_extents_insert(w->tree, row, &extent, 1, NULL), LE_OK);
        }
        if (rng_chance(&r, 8)) { // a copy of the copy, released at once
            le_extents *other = le_extents_copy(w->tree);
            CHECK(other);
            CHECK_EQUAL(le_extents_remove(other, 0, n / 2, NULL), LE_OK);
            le_extents_release(other);
        }
    }
    CHECK_EQUAL(le_extents_total(w->tree), w->total);
    CHECK_RULES(le_extents_check(w->tree));
    le_extents_release(w->tree);
    return NULL;
}

static void shared_between_threads(uint64_t seed) {
    rng r = {seed};
    int64_t n = rng_in(&r, 10, 6000), *extents = slots(n, sizeof *extents);
    fill_extents(&r, 0, n, extents);
    le_extents *tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, extents, n), LE_OK);
    int64_t total = le_extents_total(tree);

    worker workers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){le_extents_copy(tree), rng_next(&r), total};
        CHECK(workers[i].tree);
    }
    for (int i = 0; i < THREADS; i++) CHECK_EQUAL(pthread_create(&threads[i], NULL, edit_own_copy, &workers[i]), 0);
    // The original is read meanwhile.
    for (int i = 0; i < EDITS; i++) {
        int64_t row = rng_below(&r, n);
        CHECK_EQUAL(le_extents_entry(tree, row, NULL).extent, extents[row]);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    CHECK_EQUAL(le_extents_total(tree), total);
    CHECK_RULES(le_extents_check(tree));
    le_extents_release(tree);
    free(extents);
}

void test_extents_sharing(void) { run_cases("extents, shared by threads", 400, shared_between_threads); }
