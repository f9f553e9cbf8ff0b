// The pool of nodes: blocks of any size with their counts, their cost, what is kept and freed, and many threads
// together (useful under ThreadSanitizer).
#include "support/pool.h"

#include <pthread.h>
#include <stdatomic.h>

#include "harness.h"
#include "support/barrier.h"
#include "support/lock.h"

#if LE__FORKS
    #include <sys/wait.h>
    #include <unistd.h>
#endif

// ---- Blocks

static void blocks_hold_what_is_written(uint64_t seed) {
    rng r = {seed};
    enum { BLOCKS = 300 };
    unsigned char *block[BLOCKS] = {0};
    size_t bytes[BLOCKS] = {0};
    uint32_t references[BLOCKS] = {0};
    for (int step = 0; step < 3000; step++) {
        int i = (int)rng_below(&r, BLOCKS);
        if (!block[i]) {
            bytes[i] = (size_t)(rng_chance(&r, 4) ? rng_in(&r, 1025, 9000) : rng_in(&r, 1, 1024));
            CHECK(block[i] = le__block_alloc(bytes[i]));
            CHECK((uintptr_t)block[i] % 16 == 0);
            CHECK(le__block_bytes(block[i]) >= bytes[i]);
            if (bytes[i] <= 1024) CHECK(le__block_bytes(block[i]) < 2 * bytes[i] + 64);
            CHECK(le__unique(block[i]));
            memset(block[i], i, le__block_bytes(block[i]));
            references[i] = 1;
        } else if (rng_chance(&r, 2)) {
            le__retain(block[i]);
            references[i]++;
            CHECK(!le__unique(block[i]));
        } else {
            for (size_t k = 0; k < le__block_bytes(block[i]); k++) CHECK(block[i][k] == (unsigned char)i);
            CHECK(le__drop(block[i]) == (--references[i] == 0));
            if (references[i]) continue;
            le__block_free(block[i]);
            block[i] = NULL;
        }
    }
    for (int i = 0; i < BLOCKS; i++)
        if (block[i]) le__block_free(block[i]);
    CHECK(!le__block_alloc(SIZE_MAX - 8));
}

// ---- The cost of sections of given frames

static void frames_cost_little_more_than_their_content(uint64_t seed) {
    enum { SECTIONS = LE_POOL_GUARD ? 5000 : 98060, FRAMES = 30 };
    le_rect frames[FRAMES];
    rng r = {seed};
    for (int i = 0; i < FRAMES; i++) {
        int64_t main = rng_below(&r, 400 * LE_UNIT), cross = rng_below(&r, 300 * LE_UNIT);
        frames[i] = (le_rect){main, cross, main + 20 * LE_UNIT, cross + 30 * LE_UNIT};
    }
    le_pool_trim();
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    le_section_spec spec = {.kind = LE_SECTION_FRAMES};
    le_rect none = {0, 0, 0, 0};
    size_t before = bytes_requested();
    for (int i = 0; i < SECTIONS; i++)
        CHECK_EQUAL(le_layout_insert_frames(layout, i, &spec, frames, FRAMES, 500 * LE_UNIT, none, none, NULL), LE_OK);
    size_t content = sizeof frames * SECTIONS;
    if (!LE_POOL_GUARD) CHECK(bytes_requested() - before < content + content * 2 / 5);
    CHECK(le_layout_bytes(layout) < content + content * 2 / 5);
    le_layout_release(layout);
}

// ---- Idle memory

static void trimming_leaves_nothing(uint64_t seed) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    rng r = {seed};
    int64_t n = 500000;
    double *points = slots(n, sizeof *points);
    for (int64_t i = 0; i < n; i++) points[i] = (double)rng_in(&r, 10, 80);
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .main = points, .stride = sizeof *points};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    le_layout_release(layout);
    if (!LE_POOL_GUARD) CHECK(le_pool_idle_bytes() >= (size_t)n * 4);
    le_pool_trim();
    CHECK_EQUAL(le_pool_idle_bytes(), 0);

    // Workspaces of the differ are kept for reuse.
    le_diff_workspace *workspace = le_diff_workspace_borrow();
    CHECK(workspace);
    uint64_t keys[64];
    for (uint64_t i = 0; i < 64; i++) keys[i] = i;
    le_diff_side old = {.keys = keys, .count = 64}, new = {.keys = keys + 1, .count = 63};
    le_diff_options options = {.unique = true};
    le_diff_result result;
    CHECK_EQUAL(le_diff(workspace, &old, &new, &options, &result), LE_OK);
    le_diff_workspace_return(workspace);
    CHECK(le_pool_idle_bytes() > 0);
    le_pool_trim();
    CHECK_EQUAL(le_pool_idle_bytes(), 0);
    free(points);
}

// Idle memory is bounded: not all memory of forty large lists is kept.
static void idle_memory_is_bounded(uint64_t seed) {
    enum { LISTS = 40, ITEMS = 500000 };
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    rng r = {seed};
    double *points = slots(ITEMS, sizeof *points);
    for (int i = 0; i < ITEMS; i++) points[i] = (double)rng_in(&r, 10, 80);
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = ITEMS, .main = points, .stride = sizeof *points};
    const int64_t items = ITEMS;
    le_layout *layouts[LISTS];
    size_t bytes = 0;
    le_pool_trim();
    for (int i = 0; i < LISTS; i++) {
        CHECK(layouts[i] = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT}));
        CHECK_EQUAL(le_layout_insert_sections(layouts[i], 0, &spec, &items, 1, &sizes, NULL, NULL), LE_OK);
        bytes += le_layout_bytes(layouts[i]);
    }
    for (int i = 0; i < LISTS; i++) le_layout_release(layouts[i]);
    CHECK(bytes > LE__POOL_IDLE_BYTES);
    if (!LE_POOL_GUARD) CHECK(le_pool_idle_bytes() > LE__POOL_IDLE_BYTES / 2);
    // And the last slab of each size.
    CHECK(le_pool_idle_bytes() <= LE__POOL_IDLE_BYTES + LE__CLASSES * LE__SLAB_BYTES);
    le_pool_trim();
    CHECK_EQUAL(le_pool_idle_bytes(), 0);
    free(points);
}

// When the system has no memory for a slab, allocating a block fails; existing blocks are unchanged.
static void slabs_run_out(uint64_t seed) {
    (void)seed;
    enum { MOST = 5000 };
    static void *blocks[MOST];
    le_pool_trim();
    for (size_t bytes = 64; bytes <= 4096; bytes *= 2) {
        int n = 0;
        fail_allocations_after(-1, 0);
        for (; n < MOST && (blocks[n] = le__block_alloc(bytes)); n++) memset(blocks[n], n & 127, bytes);
        fail_allocations_after(-1, -1);
        CHECK(n < MOST);
        void *more = le__block_alloc(bytes);
        CHECK(more);
        le__block_free(more);
        while (n-- > 0) {
            for (size_t i = 0; i < bytes; i++) CHECK_EQUAL(((char *)blocks[n])[i], n & 127);
            le__block_free(blocks[n]);
        }
    }
}

// ---- Threads

// A thread that ends gives its blocks back: many threads, one after the other, use those of the first few.
static void *allocate_and_free_some(void *opaque) {
    (void)opaque;
    void *blocks[50];
    for (size_t bytes = 64; bytes <= 1024; bytes *= 2) {
        for (int i = 0; i < 50; i++) CHECK(blocks[i] = le__block_alloc(bytes));
        for (int i = 0; i < 50; i++) le__block_free(blocks[i]);
    }
    return NULL;
}

// The last slab of each size is idle when all its blocks are free, and trimming frees it: the next block needs a new
// one.
static void last_slabs_are_freed(uint64_t seed) {
    (void)seed;
    if (LE_POOL_GUARD || !LE__FORKS)
        return; // guarded blocks have no slabs, and in builds for one thread no thread ends
    le_pool_trim();
    for (int i = 0; i < 3; i++) {
        const size_t before = bytes_requested();
        pthread_t thread;
        CHECK_EQUAL(pthread_create(&thread, NULL, allocate_and_free_some, NULL), 0);
        pthread_join(thread, NULL);
        CHECK(bytes_requested() - before >= LE__CLASSES * LE__SLAB_BYTES);
        CHECK_EQUAL(le_pool_idle_bytes(), LE__CLASSES * LE__SLAB_BYTES);
        le_pool_trim();
        CHECK_EQUAL(le_pool_idle_bytes(), 0);
    }
}

static void ended_threads_keep_nothing(uint64_t seed) {
    (void)seed;
    size_t before = 0;
    for (int i = 0; i < 300; i++) {
        pthread_t thread;
        CHECK_EQUAL(pthread_create(&thread, NULL, allocate_and_free_some, NULL), 0);
        pthread_join(thread, NULL);
        // The threads allocate one after the other, so each finds the slabs of the one before.
        if (i == 4) before = bytes_requested();
    }
    // Each thread requests only the memory for the list of its blocks. If they were lost, slabs would be used up.
    if (!LE_POOL_GUARD) CHECK(bytes_requested() - before < 2 * LE__SLAB_BYTES + 300 * (size_t)4096);
}

#if LE__FORKS
// Threads that wait after they have freed what they allocated.
enum { WAITING = 8 };
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int freed, phase; // how many threads have freed their blocks in this phase
} meeting;

static void *allocate_free_and_wait(void *opaque) {
    meeting *m = opaque;
    for (int phase = 0; phase < 2; phase++) {
        allocate_and_free_some(NULL);
        pthread_mutex_lock(&m->mutex);
        m->freed++;
        pthread_cond_broadcast(&m->changed);
        while (m->phase == phase) pthread_cond_wait(&m->changed, &m->mutex);
        pthread_mutex_unlock(&m->mutex);
    }
    return NULL;
}

static void wait_until_freed(meeting *m, int count) {
    pthread_mutex_lock(&m->mutex);
    while (m->freed < count) pthread_cond_wait(&m->changed, &m->mutex);
    pthread_mutex_unlock(&m->mutex);
}

static void next_phase(meeting *m) {
    pthread_mutex_lock(&m->mutex);
    m->phase++;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->mutex);
}

// The blocks that waiting threads keep are counted as idle and freed by another thread. All slabs are gone then: each
// size needs a new one.
static void waiting_threads_keep_nothing(uint64_t seed) {
    (void)seed;
    _Atomic(bool) alone = false;
    if (LE_POOL_GUARD || !le__section_want(&alone)) return;
    meeting m = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
    pthread_t threads[WAITING];
    le_pool_trim();
    for (int i = 0; i < WAITING; i++) CHECK_EQUAL(pthread_create(&threads[i], NULL, allocate_free_and_wait, &m), 0);
    for (int phase = 0; phase < 2; phase++) {
        wait_until_freed(&m, (phase + 1) * WAITING);
        const size_t idle = le_pool_idle_bytes();
        CHECK(idle >= LE__CLASSES * LE__SLAB_BYTES);
        CHECK(idle % LE__SLAB_BYTES == 0);
        le_pool_trim();
        CHECK_EQUAL(le_pool_idle_bytes(), 0);
        for (size_t bytes = 64; bytes <= 1024; bytes *= 2) {
            const size_t before = bytes_requested();
            void *block = le__block_alloc(bytes);
            CHECK(block);
            CHECK(bytes_requested() - before >= LE__SLAB_BYTES);
            le__block_free(block);
        }
        next_phase(&m);
    }
    for (int i = 0; i < WAITING; i++) pthread_join(threads[i], NULL);
}
#endif

// Threads whose blocks others collect at any moment: no block is ever given to two of them.
static void *fill_and_compare(void *opaque) {
    rng r = {(uint64_t)(uintptr_t)opaque};
    enum { BLOCKS = 60 };
    unsigned char *blocks[BLOCKS] = {0}, value[BLOCKS] = {0};
    size_t bytes[BLOCKS] = {0};
    for (int step = 0; step < 4000; step++) {
        const int i = (int)rng_below(&r, BLOCKS);
        if (!blocks[i]) {
            bytes[i] = (size_t)64 << rng_below(&r, 5);
            CHECK(blocks[i] = le__block_alloc(bytes[i]));
            memset(blocks[i], value[i] = (unsigned char)rng_next(&r), bytes[i]);
        } else {
            for (size_t k = 0; k < bytes[i]; k++) CHECK(blocks[i][k] == value[i]);
            le__block_free(blocks[i]);
            blocks[i] = NULL;
        }
        if (step % 64 == 0) {
            if (rng_chance(&r, 2))
                le__pool_collect();
            else
                le_pool_trim();
        }
    }
    for (int i = 0; i < BLOCKS; i++)
        if (blocks[i]) le__block_free(blocks[i]);
    return NULL;
}

static void threads_collect_from_each_other(uint64_t seed) {
    rng r = {seed};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(pthread_create(&threads[i], NULL, fill_and_compare, (void *)(uintptr_t)rng_next(&r)), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    le_pool_trim();
    CHECK_EQUAL(le_pool_idle_bytes(), 0);
}

// Blocks that one thread allocates and another one frees.
typedef struct {
    void *blocks[500];
    size_t bytes;
} handover;

static void *allocate_all(void *opaque) {
    handover *h = opaque;
    for (int i = 0; i < 500; i++) {
        CHECK(h->blocks[i] = le__block_alloc(h->bytes));
        memset(h->blocks[i], i & 127, h->bytes);
    }
    return NULL;
}

static void *free_all(void *opaque) {
    handover *h = opaque;
    for (int i = 0; i < 500; i++) {
        for (size_t k = 0; k < h->bytes; k++) CHECK_EQUAL(((char *)h->blocks[i])[k], i & 127);
        le__block_free(h->blocks[i]);
    }
    return NULL;
}

static void blocks_move_between_threads(uint64_t seed) {
    rng r = {seed};
    size_t before = 0;
    for (int i = 0; i < 40; i++) {
        handover h = {.bytes = (size_t)64 << rng_below(&r, 5)};
        pthread_t thread;
        CHECK_EQUAL(pthread_create(&thread, NULL, allocate_all, &h), 0);
        pthread_join(thread, NULL);
        CHECK_EQUAL(pthread_create(&thread, NULL, free_all, &h), 0);
        pthread_join(thread, NULL);
        if (i == 20) before = bytes_requested();
    }
    if (!LE_POOL_GUARD) CHECK(bytes_requested() - before < 16 * LE__SLAB_BYTES);
}

// A thread that has no memory to keep blocks allocates and frees them all the same.
static void *allocate_without_a_list(void *opaque) {
    handover *h = opaque;
    fail_allocations_after(-1, 0);
    for (int i = 0; i < 500; i++) {
        if (!(h->blocks[i] = le__block_alloc(h->bytes))) break;
        memset(h->blocks[i], i & 127, h->bytes);
    }
    fail_allocations_after(-1, -1);
    int n = 0;
    for (; n < 500 && h->blocks[n]; n++)
        for (size_t k = 0; k < h->bytes; k++) CHECK_EQUAL(((char *)h->blocks[n])[k], n & 127);
    if (!LE_POOL_GUARD) CHECK(n > 0);
    fail_allocations_after(-1, 0);
    for (int i = 0; i < n; i++) le__block_free(h->blocks[i]);
    fail_allocations_after(-1, -1);
    return NULL;
}

static void threads_run_without_lists(uint64_t seed) {
    (void)seed;
    for (size_t bytes = 64; bytes <= 1024; bytes *= 2) {
        // The slab of these blocks has others that are free.
        void *one = le__block_alloc(bytes);
        CHECK(one);
        handover h = {.bytes = bytes};
        pthread_t thread;
        CHECK_EQUAL(pthread_create(&thread, NULL, allocate_without_a_list, &h), 0);
        pthread_join(thread, NULL);
        le__block_free(one);
    }
}

enum { THREADS = 4, ROUNDS = 40 };

typedef struct {
    const le_layout *shared;
    uint64_t seed;
} worker;

// Edits copies of a layout that other threads copy too, and allocates and frees blocks of all sizes.
static void *make_and_free(void *argument) {
    worker *w = argument;
    rng r = {w->seed};
    le_rect frames[50], none = {0, 0, 0, 0};
    for (int i = 0; i < 50; i++) frames[i] = (le_rect){i * LE_UNIT, 0, (i + 3) * LE_UNIT, 9 * LE_UNIT};
    for (int i = 0; i < ROUNDS; i++) {
        le_layout *copy = le_layout_copy(w->shared);
        CHECK(copy);
        int64_t n = le_layout_section(copy, 0, NULL).items, first = rng_below(&r, n);
        CHECK_EQUAL(le_layout_remove_items(copy, 0, first, smaller(n - first, rng_in(&r, 1, 900)), NULL), LE_OK);
        double size = (double)rng_in(&r, 1, 90);
        le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = rng_in(&r, 1, 400), .main = &size};
        CHECK_EQUAL(le_layout_insert_items(copy, 0, 0, &sizes, NULL, NULL), LE_OK);
        le_section_spec spec = {.kind = LE_SECTION_FRAMES};
        CHECK_EQUAL(le_layout_insert_frames(copy, 0, &spec, frames, rng_in(&r, 1, 50), 60 * LE_UNIT, none, none, NULL),
                    LE_OK);
        CHECK_RULES(le_layout_check(copy));
        le_layout_release(copy);
        if (rng_chance(&r, 8)) le_pool_trim();
    }
    return NULL;
}

static void many_threads(uint64_t seed) {
    rng r = {seed};
    long blocks = le_pool_live_blocks();
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    double points[3000];
    int64_t n = 3000;
    for (int64_t i = 0; i < n; i++) points[i] = (double)rng_in(&r, 10, 80);
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .main = points, .stride = sizeof *points};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    int64_t extent = le_layout_extent(layout);

    worker workers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){layout, rng_next(&r)};
        CHECK_EQUAL(pthread_create(&threads[i], NULL, make_and_free, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    CHECK_EQUAL(le_layout_extent(layout), extent);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    CHECK_EQUAL(le_pool_live_blocks(), blocks);
}

// ---- fork()

#if LE__FORKS

enum { BUSY = 6 };

static void *make_and_release_lists(void *opaque) {
    const atomic_bool *stop = opaque;
    const int64_t n = 300;
    const le_section_spec spec = {.kind = LE_SECTION_LIST};
    double points[300];
    for (int64_t i = 0; i < n; i++) points[i] = 10.0 + (double)(i % 7);
    const le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .main = points, .stride = sizeof *points};
    do {
        le_layout *lists[20];
        for (int i = 0; i < 20; i++) {
            CHECK(lists[i] = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT}));
            CHECK_EQUAL(le_layout_insert_sections(lists[i], 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
        }
        for (int i = 0; i < 20; i++) le_layout_release(lists[i]);
    } while (!atomic_load(stop));
    return NULL;
}

// A child has the thread that forked and no other one: locks that the others held are free in it. A child that waits
// for ever is ended by its alarm. Without handlers of forks some of 40 children did in each of 20 runs.
static void children_find_no_lock_held(uint64_t seed) {
    (void)seed;
    atomic_bool stop = false, once = true;
    pthread_t threads[BUSY];
    for (int i = 0; i < BUSY; i++) CHECK_EQUAL(pthread_create(&threads[i], NULL, make_and_release_lists, &stop), 0);
    fflush(NULL);
    for (int i = 0; i < 40; i++) {
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            alarm(60);
            le_pool_trim();
            make_and_release_lists(&once);
            _exit(0);
        }
        int status = 0;
        CHECK_EQUAL(waitpid(child, &status, 0), child);
        CHECK_EQUAL(status, 0);
    }
    atomic_store(&stop, true);
    for (int i = 0; i < BUSY; i++) pthread_join(threads[i], NULL);
}

#endif

void test_pool(void) {
    run_cases("pool, blocks", 100, blocks_hold_what_is_written);
    run_cases("pool, sections of frames", 4, frames_cost_little_more_than_their_content);
    run_cases("pool, trimming", 4, trimming_leaves_nothing);
    run_cases("pool, idle memory", 4, idle_memory_is_bounded);
    run_cases("pool, no slabs", 4, slabs_run_out);
    run_cases("pool, last slabs", 4, last_slabs_are_freed);
    run_cases("pool, threads that end", 4, ended_threads_keep_nothing);
#if LE__FORKS
    run_cases("pool, threads that wait", 4, waiting_threads_keep_nothing);
#endif
    run_cases("pool, threads that collect", 20, threads_collect_from_each_other);
    run_cases("pool, two threads", 4, blocks_move_between_threads);
    run_cases("pool, threads without lists", 4, threads_run_without_lists);
    run_cases("pool, many threads", 100, many_threads);
#if LE__FORKS
    run_cases("pool, children", 1, children_find_no_lock_held);
#endif
}
