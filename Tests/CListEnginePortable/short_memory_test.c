// Memory that runs out: whichever allocation of a node or a buffer fails, the layout is unchanged.
//
// Nodes come from the pool, which has a hook to make allocations fail. Buffers come from malloc, and slabs of the pool
// from aligned_alloc; the tests are linked so that calls to these arrive here first (`-Wl,--wrap`).
#include <stdatomic.h>

#include "harness.h"

static _Atomic(long) heap_budget = -1;
static _Atomic(size_t) requested;

size_t bytes_requested(void) { return atomic_load_explicit(&requested, memory_order_relaxed); }

static bool heap_refuses(size_t bytes) {
    atomic_fetch_add_explicit(&requested, bytes, memory_order_relaxed);
    long left = atomic_load_explicit(&heap_budget, memory_order_relaxed);
    if (left > 0) atomic_store_explicit(&heap_budget, left - 1, memory_order_relaxed);
    return left == 0;
}

// Names that the linker requires.
// NOLINTBEGIN(bugprone-reserved-identifier)
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);

void *__wrap_malloc(size_t bytes) { return heap_refuses(bytes) ? NULL : __real_malloc(bytes); }
void *__wrap_calloc(size_t count, size_t bytes) {
    return heap_refuses(count * bytes) ? NULL : __real_calloc(count, bytes);
}
void *__wrap_realloc(void *old, size_t bytes) { return heap_refuses(bytes) ? NULL : __real_realloc(old, bytes); }
void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
    return heap_refuses(bytes) ? NULL : __real_aligned_alloc(alignment, bytes);
}
// NOLINTEND(bugprone-reserved-identifier)

void fail_allocations_after(long nodes, long buffers) {
    le_pool_fail_after(nodes);
    atomic_store_explicit(&heap_budget, buffers, memory_order_relaxed);
}

// ---- Layouts

enum { SECTIONS = 4, ITEMS = 700 };

// All frames of a list, a flow, a grid and a waterfall, one after the other.
typedef struct {
    int64_t extent, items;
    double frames[SECTIONS * 2 * ITEMS * 4];
} picture;

static void take_picture(const le_layout *layout, picture *p) {
    memset(p, 0, sizeof *p);
    p->extent = le_layout_extent(layout);
    double *out = p->frames;
    for (int64_t s = 0; s < le_layout_section_count(layout); s++) {
        int64_t n = le_layout_section(layout, s, NULL).items;
        le_layout_frames(layout, s, 0, n, out);
        out += 4 * n;
        p->items += n;
    }
}

static le_section_spec spec_of(le_section_kind kind) {
    return (le_section_spec){.kind = kind,
                             .packing = kind == LE_SECTION_WATERFALL ? LE_PACKING_SHORTEST_FIRST : LE_PACKING_LEADING,
                             .columns = kind == LE_SECTION_WATERFALL || kind == LE_SECTION_GRID ? 3 : 0,
                             .line_spacing = 4 * LE_UNIT,
                             .item_spacing = 2 * LE_UNIT,
                             .item_main = 20 * LE_UNIT,
                             .header = 30 * LE_UNIT};
}

static const le_section_kind kinds[SECTIONS] = {LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_GRID,
                                                LE_SECTION_WATERFALL};

static le_status edit(le_layout *layout, rng r, int operation, const double *points) {
    int64_t section = rng_below(&r, SECTIONS), n = le_layout_section(layout, section, NULL).items;
    int64_t at = rng_below(&r, n), count = smaller(rng_in(&r, 1, 90), n - at);
    bool sized = kinds[section] != LE_SECTION_GRID;
    le_sizes sizes = {.form = sized ? LE_SIZES_POINTS : LE_SIZES_NONE, .count = count};
    sizes.main = points, sizes.cross = points + 1, sizes.stride = 2 * sizeof *points;
    switch (operation) {
    case 0:
        return le_layout_insert_items(layout, section, at, &sizes, NULL, NULL);
    case 1:
        return le_layout_remove_items(layout, section, at, count, NULL);
    case 2:
        return le_layout_move_items(layout, section, at, count, rng_in(&r, 0, n - count), NULL);
    case 3:
        return sized ? le_layout_resize_items(layout, section, at, &sizes, NULL, NULL) : LE_OK;
    case 4:
        return le_layout_move_sections(layout, section, 1, rng_below(&r, SECTIONS), NULL);
    case 5: {
        le_section_spec spec = le_layout_get_spec(layout, section);
        spec.line_spacing = spec.item_spacing = rng_in(&r, 0, 9) * LE_UNIT;
        return le_layout_set_spec(layout, section, &spec, NULL);
    }
    case 6: {
        le_layout_config config = le_layout_get_config(layout);
        config.cross = rng_in(&r, 90, 600) * LE_UNIT;
        return le_layout_set_config(layout, config, NULL);
    }
    case 7: {
        le_section_spec spec = le_layout_get_spec(layout, section);
        if (spec.kind != LE_SECTION_LIST && spec.kind != LE_SECTION_GRID) return LE_OK;
        return le_layout_refill(layout, section, &spec, count, points[0], NULL, NULL);
    }
    default: {
        int64_t split[2] = {count / 2, count - count / 2};
        le_section_spec spec = spec_of(kinds[section]);
        return le_layout_insert_sections(layout, section, &spec, split, 2, &sizes, NULL, NULL);
    }
    }
}

// The number of times an edit ran out of nodes, and of buffers.
static long refused[2];

static void short_memory(uint64_t seed) {
    rng r = {seed};
    double *points = slots(2 * ITEMS, sizeof *points);
    for (int64_t i = 0; i < 2 * ITEMS; i++) points[i] = (double)rng_in(&r, 10, 80);
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    for (int s = 0; s < SECTIONS; s++) {
        le_section_spec spec = spec_of(kinds[s]);
        int64_t n = rng_in(&r, 1, ITEMS - 90);
        le_sizes sizes = {.form = kinds[s] == LE_SECTION_GRID ? LE_SIZES_NONE : LE_SIZES_POINTS, .count = n};
        sizes.main = points, sizes.cross = points + 1, sizes.stride = 2 * sizeof *points;
        CHECK_EQUAL(le_layout_insert_sections(layout, s, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    }
    int operation = (int)rng_below(&r, 9);
    picture *before = slots(1, sizeof *before), *now = slots(1, sizeof *now), *after = slots(1, sizeof *after);
    take_picture(layout, before);
    // The result of the edit with enough memory.
    le_layout *done = le_layout_copy(layout);
    CHECK_EQUAL(edit(done, r, operation, points), LE_OK);
    take_picture(done, after);

    // First nodes run out, then buffers.
    for (int buffers = 0; buffers < 2; buffers++) {
        le_layout *copy = le_layout_copy(layout);
        for (long budget = 0;; budget++) {
            running.step = (int)budget;
            fail_allocations_after(buffers ? -1 : budget, buffers ? budget : -1);
            le_status status = edit(copy, r, operation, points);
            fail_allocations_after(-1, -1);
            CHECK_RULES(le_layout_check(copy));
            take_picture(copy, now);
            if (status == LE_OK) break;
            CHECK_EQUAL(status, LE_NO_MEMORY);
            refused[buffers]++;
            CHECK(memcmp(now, before, sizeof *now) == 0);
        }
        CHECK(memcmp(now, after, sizeof *now) == 0);
        le_layout_release(copy);
    }
    take_picture(layout, now);
    CHECK(memcmp(now, before, sizeof *now) == 0);
    le_layout_release(done);
    le_layout_release(layout);
    free(points);
    free(before);
    free(now);
    free(after);
}

void test_short_memory(void) {
    run_cases("layouts, memory short", 2000, short_memory);
    if (enough_cases(0.02)) CHECK(refused[0] > 0 && refused[1] > 0);
}
