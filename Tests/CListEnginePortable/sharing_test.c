// Copies of one tree, or of one layout, on several threads: each thread edits its own copy, and all share nodes. Useful
// under ThreadSanitizer.
#include <math.h>
#include <pthread.h>

#include "harness.h"

enum { THREADS = 4, EDITS = 60 };

typedef struct {
    le_extents *tree;
    uint64_t seed;
    int64_t total; // the expected total of the thread's own tree
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
    // The original is read at the same time.
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

// ---- Layouts

enum { LIST, GRID, FLOW, WATERFALL, COMPOSED, SECTIONS, ITEMS = 500 };

typedef struct {
    le_layout *layout;
    le_composition *composition;
    uint64_t seed;
} layout_worker;

static le_sizes sizes_of(int section, const double *main, const double *cross, int64_t count) {
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = count, .main = main, .stride = sizeof *main};
    if (section == FLOW) sizes.cross = cross;
    if (section == GRID || section == COMPOSED) sizes.form = LE_SIZES_NONE;
    return sizes;
}

static void insert_section(le_layout *layout, le_composition *composition, int section, int64_t at) {
    static const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_GRID, LE_SECTION_FLOW, LE_SECTION_WATERFALL};
    double main[ITEMS], cross[ITEMS];
    for (int i = 0; i < ITEMS; i++) main[i] = 10 + i % 37, cross[i] = 20 + i % 53;
    int64_t count = ITEMS;
    if (section == COMPOSED) {
        CHECK_EQUAL(le_layout_insert_compositions(layout, at, &composition, 1, NULL, &count, 1, NULL), LE_OK);
        return;
    }
    le_section_spec spec = {.kind = kinds[section],
                            .packing = section == WATERFALL ? LE_PACKING_SHORTEST_FIRST : LE_PACKING_LEADING,
                            .columns = section == GRID || section == WATERFALL ? 3 : 0,
                            .item_main = 30 * LE_UNIT,
                            .item_cross = 40 * LE_UNIT};
    le_sizes sizes = sizes_of(section, main, cross, count);
    CHECK_EQUAL(le_layout_insert_sections(layout, at, &spec, &count, 1, &sizes, NULL, NULL), LE_OK);
}

static size_t elements_of(const le_layout *layout, int64_t from) {
    le_viewport viewport = {.rect = {from, 0, from + 400 * LE_UNIT, 400 * LE_UNIT}};
    le_cursor cursor = {0};
    le_element some[16];
    size_t n, all = 0;
    le_layout_query_begin(&cursor);
    while ((n = le_layout_query(layout, &viewport, &cursor, some, 16)) > 0) all += n;
    return all;
}

static void *edit_own_layout(void *argument) {
    layout_worker *w = argument;
    rng r = {w->seed};
    int64_t items = le_layout_item_total(w->layout);
    for (int i = 0; i < EDITS; i++) {
        int section = (int)rng_below(&r, SECTIONS);
        double main[] = {30, 40}, cross[] = {50, 60};
        le_sizes sizes = sizes_of(section, main, cross, 2);
        int64_t at = rng_below(&r, le_layout_section(w->layout, section, NULL).items);
        switch (rng_below(&r, 5)) {
        case 0:
            CHECK_EQUAL(le_layout_insert_items(w->layout, section, at, &sizes, NULL, NULL), LE_OK);
            items += 2;
            break;
        case 1:
            CHECK_EQUAL(le_layout_remove_items(w->layout, section, at, 1, NULL), LE_OK);
            items--;
            break;
        case 2: {
            le_measurement measured = {rng_below(&r, 100), (double)rng_in(&r, 20, 60), NAN};
            CHECK_EQUAL(le_layout_measure_items(w->layout, COMPOSED, &measured, 1, NULL, NULL, NULL, NULL), LE_OK);
            break;
        }
        case 3: {
            // Several threads solve compositions together, and the last owner releases them.
            insert_section(w->layout, w->composition, section, SECTIONS);
            CHECK_EQUAL(le_layout_remove_sections(w->layout, SECTIONS, 1, NULL), LE_OK);
            break;
        }
        default: {
            le_layout *other = le_layout_copy(w->layout);
            CHECK(other);
            le_layout_config config = {.cross = rng_in(&r, 200, 500) * LE_UNIT};
            CHECK_EQUAL(le_layout_set_config(other, config, NULL), LE_OK);
            elements_of(other, rng_below(&r, le_layout_extent(other)));
            le_layout_release(other);
        }
        }
    }
    CHECK_EQUAL(le_layout_item_total(w->layout), items);
    CHECK_RULES(le_layout_check(w->layout));
    le_layout_release(w->layout);
    return NULL;
}

static void layouts_shared_between_threads(uint64_t seed) {
    rng r = {seed};
    le_node node[] = {repeating(LE_NODE_ALONG_CROSS, 3, (le_dimension){LE_ESTIMATED_SIZE, 40}),
                      {.main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_FRACTION_CROSS, 0.3}}};
    le_composition_spec spec = {.nodes = node, .node_count = 2};
    le_composition *composition = le_composition_create(&spec, NULL);
    le_layout *layout = le_layout_create((le_layout_config){.cross = 320 * LE_UNIT});
    CHECK(composition && layout);
    for (int s = 0; s < SECTIONS; s++) insert_section(layout, composition, s, s);
    int64_t extent = le_layout_extent(layout), from = rng_below(&r, extent);
    size_t elements = elements_of(layout, from);

    layout_worker workers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (layout_worker){le_layout_copy(layout), composition, rng_next(&r)};
        CHECK(workers[i].layout);
    }
    for (int i = 0; i < THREADS; i++) CHECK_EQUAL(pthread_create(&threads[i], NULL, edit_own_layout, &workers[i]), 0);
    // The original is read at the same time.
    for (int i = 0; i < EDITS; i++) {
        CHECK_EQUAL(elements_of(layout, from), elements);
        CHECK_EQUAL(le_layout_extent(layout), extent);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    CHECK_EQUAL(elements_of(layout, from), elements);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(composition);
}

void test_extents_sharing(void) {
    run_cases("extents, shared by threads", 400, shared_between_threads);
    run_cases("layouts, shared by threads", 200, layouts_shared_between_threads);
}
