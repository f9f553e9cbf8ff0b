// Compositional sections when memory runs out, and all kinds of sections on stacks of 128 KB.
#include <math.h>
#include <pthread.h>

#include "composition_limits.h"

// ---- Memory that runs out

enum { MEASURED = 2000 };

static le_status short_edit(le_layout *layout, int operation, le_composition *const *compositions) {
    le_measurement some[] = {{1000, 77, NAN}, {3, 5, NAN}, {1999, 61, NAN}};
    le_sizes none = {.form = LE_SIZES_NONE, .count = 3};
    simple d;
    switch (operation) {
    case 0:
        return le_layout_measure_items(layout, 0, some, 3, NULL, NULL, NULL, NULL);
    case 1:
        return le_layout_measure_boundaries(layout, 0, &(le_measurement){0, 44, NAN}, 1, NULL, NULL);
    case 2:
        return le_layout_measure_boundaries(layout, -1, &(le_measurement){0, 44, NAN}, 1, NULL, NULL);
    case 3:
        return le_layout_set_composition(layout, 0, compositions[1], NULL);
    case 4: {
        int64_t counts[] = {10, 0, 30};
        uint32_t which[] = {1, 0, 1};
        return le_layout_insert_compositions(layout, 1, compositions, 2, which, counts, 3, NULL);
    }
    case 5:
        describe(&d, 1, LE_ABSOLUTE);
        return le_layout_set_boundaries(layout, &d.boundary, 1, 2, NULL);
    case 6:
        return le_layout_insert_items(layout, 0, 900, &none, NULL, NULL);
    case 7:
        return le_layout_remove_items(layout, 0, 300, 900, NULL);
    case 8:
        return le_layout_move_items(layout, 0, 300, 40, 1700, NULL);
    case 9: {
        le_edit edits[] = {{.at = 4, .removed = 2, .inserted = 3},
                           {.at = 90, .removed = 0, .inserted = 50, .source = 700, .moved = true},
                           {.at = 700, .removed = 50}};
        return le_layout_apply(layout, 0, edits, 3, &none, NULL, NULL, NULL);
    }
    case 10: {
        le_edit edits[] = {{.at = 4, .removed = 2, .inserted = 3},
                           {.at = 90, .removed = 0, .inserted = 50, .source = 700, .moved = true}};
        none.count = 10000;
        edits[0].inserted = 10000;
        return le_layout_apply(layout, 0, edits, 2, &none, NULL, NULL, NULL);
    }
    case 11:
        return measure(layout, 0, 1500, 33); // one size: stored in place if nothing can fail
    default:
        return le_layout_set_config(layout, (le_layout_config){.cross = 200 * LE_UNIT, .main = 500 * LE_UNIT}, NULL);
    }
}

enum { SHORT_EDITS = 13 };

static uint64_t digest(const le_layout *layout) {
    uint64_t sum = (uint64_t)le_layout_extent(layout);
    for (int64_t s = 0; s < le_layout_section_count(layout); s++) {
        sum = sum * 31 + (uint64_t)le_layout_section(layout, s, NULL).items;
        for (int64_t i = 0; i < le_layout_section(layout, s, NULL).items; i += 7)
            sum = sum * 31 + (uint64_t)le_layout_item_frame(layout, s, i, NULL).main_min;
        le_rect bar = le_layout_boundary_frame(layout, s, 0, NULL);
        sum = sum * 31 + (uint64_t)(bar.main_max - bar.main_min);
    }
    le_rect bar = le_layout_boundary_frame(layout, -1, 0, NULL);
    return sum * 31 + (uint64_t)(bar.main_max - bar.main_min);
}

static void test_memory_running_out(void) {
    for (int variant = 0; variant < 4; variant++) {
        const le_dimension_kind kind = variant & 1 ? LE_UNIFORM_SIZE : LE_ESTIMATED_SIZE;
        const uint32_t per_group = variant & 2 ? 3 : 1;
        le_composition *compositions[] = {create_simple(per_group, kind, true, true),
                                          create_simple(per_group + 1, kind, true, true)};
        le_layout *layout = layout_of(compositions[0], MEASURED);
        simple d;
        describe(&d, 1, LE_ABSOLUTE);
        CHECK_EQUAL(le_layout_set_boundaries(layout, &d.boundary, 1, 1, NULL), LE_OK);
        le_measurement all[MEASURED];
        for (int i = 0; i < MEASURED; i++) all[i] = (le_measurement){i, 20 + i % 97, NAN};
        CHECK_EQUAL(le_layout_measure_items(layout, 0, all, MEASURED, NULL, NULL, NULL, NULL), LE_OK);
        const uint64_t before = digest(layout);
        for (int operation = 0; operation < SHORT_EDITS; operation++) {
            le_layout *done = le_layout_copy(layout);
            CHECK_EQUAL(short_edit(done, operation, compositions), LE_OK);
            const uint64_t after = digest(done);
            for (int buffers = 0; buffers < 2; buffers++) {
                for (long budget = 0;; budget++) {
                    running.step = (int)budget;
                    le_layout *copy = le_layout_copy(layout);
                    fail_allocations_after(buffers ? -1 : budget, buffers ? budget : -1);
                    le_status status = short_edit(copy, operation, compositions);
                    fail_allocations_after(-1, -1);
                    CHECK_RULES(le_layout_check(copy));
                    CHECK_EQUAL(digest(copy), status == LE_OK ? after : before);
                    le_layout_release(copy);
                    if (status == LE_OK) break;
                    CHECK_EQUAL(status, LE_NO_MEMORY);
                }
            }
            le_layout_release(done);
            CHECK_EQUAL(digest(layout), before);
        }
        le_layout_release(layout);
        le_composition_release(compositions[0]);
        le_composition_release(compositions[1]);
    }
}

// Sizes measured one by one in a layout without shared nodes: most are stored in place. Whichever allocation fails, the
// layout equals one that did not try.
static void test_measuring_in_place(void) {
    for (int variant = 0; variant < 4; variant++) {
        le_composition *composition =
            create_simple(variant & 1 ? 3 : 1, variant & 2 ? LE_ABSOLUTE : LE_ESTIMATED_SIZE, true, false);
        le_layout *tried = layout_of(composition, MEASURED), *never = layout_of(composition, MEASURED);
        rng r = {7};
        int in_place = 0;
        for (int i = 0; i < 600; i++) {
            running.step = i;
            const int64_t item = i < 300 ? i : rng_below(&r, MEASURED);
            const double size = (double)rng_in(&r, 1, rng_chance(&r, 20) ? 100000 : 90);
            const uint64_t before = digest(tried);
            fail_allocations_after(0, 0);
            le_status status = measure(tried, 0, item, size);
            fail_allocations_after(-1, -1);
            in_place += status == LE_OK;
            if (status != LE_OK) {
                CHECK_EQUAL(status, LE_NO_MEMORY);
                CHECK_EQUAL(digest(tried), before);
                CHECK_EQUAL(measure(tried, 0, item, size), LE_OK);
            }
            le_layout *copy = le_layout_copy(never); // so that every node is shared, and nothing is done in place
            CHECK_EQUAL(measure(never, 0, item, size), LE_OK);
            le_layout_release(copy);
            CHECK_EQUAL(digest(tried), digest(never));
            if (i % 50 == 0) CHECK_RULES(le_layout_check(tried));
        }
        CHECK(in_place > 300);
        CHECK_RULES(le_layout_check(tried));
        le_layout_release(tried);
        le_layout_release(never);
        le_composition_release(composition);
    }
}

// ---- Small stacks

// Sanitizers make stack frames several times as large.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    #define STACK_BYTES ((size_t)1024 * 1024)
#elif defined(__has_feature)
    #if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
        #define STACK_BYTES ((size_t)1024 * 1024)
    #endif
#endif
#if !defined(STACK_BYTES)
    #define STACK_BYTES ((size_t)128 * 1024)
#endif

// A section of each kind, and the largest group that can be measured.
static void *use_everything(void *unused) {
    (void)unused;
    static double points[4000];
    for (int i = 0; i < 4000; i++) points[i] = 10 + i % 37;
    le_composition *compositions[] = {create_simple(LE_MAX_ESTIMATED_GROUP - 1, LE_ESTIMATED_SIZE, true, true),
                                      create_simple(2, LE_UNIFORM_SIZE, true, true)};
    le_layout *layout = le_layout_create((le_layout_config){.cross = 300 * LE_UNIT, .main = 600 * LE_UNIT});
    const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_GRID, LE_SECTION_FLOW, LE_SECTION_WATERFALL};
    for (int k = 0; k < 4; k++) {
        le_section_spec spec = {.kind = kinds[k],
                                .packing =
                                    kinds[k] == LE_SECTION_WATERFALL ? LE_PACKING_SHORTEST_FIRST : LE_PACKING_JUSTIFIED,
                                .columns = kinds[k] == LE_SECTION_FLOW ? 0 : 3,
                                .item_main = 10 * LE_UNIT,
                                .header = 20 * LE_UNIT};
        int64_t n = 1000;
        le_sizes sizes = {.form = kinds[k] == LE_SECTION_GRID ? LE_SIZES_NONE : LE_SIZES_POINTS,
                          .count = n,
                          .main = points,
                          .cross = points + 1,
                          .stride = 2 * sizeof *points};
        CHECK_EQUAL(le_layout_insert_sections(layout, k, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
        spec.line_spacing = 3 * LE_UNIT;
        CHECK_EQUAL(le_layout_set_spec(layout, k, &spec, NULL), LE_OK);
        sizes.count = 100;
        CHECK_EQUAL(le_layout_insert_items(layout, k, 500, &sizes, NULL, NULL), LE_OK);
        if (kinds[k] != LE_SECTION_GRID) CHECK_EQUAL(le_layout_resize_items(layout, k, 300, &sizes, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_remove_items(layout, k, 200, 90, NULL), LE_OK);
        CHECK_EQUAL(le_layout_move_items(layout, k, 200, 90, 700, NULL), LE_OK);
        le_edit edits[] = {{.at = 10, .removed = 30, .inserted = 40}, {.at = 500, .inserted = 60, .source = 40}};
        CHECK_EQUAL(le_layout_apply(layout, k, edits, 2, &sizes, NULL, NULL, NULL), LE_OK);
        if (kinds[k] == LE_SECTION_LIST || kinds[k] == LE_SECTION_GRID) {
            le_section_spec same = le_layout_get_spec(layout, k);
            le_layout *other = le_layout_copy(layout);
            CHECK_EQUAL(le_layout_refill(other, k, &same, 500, 9, NULL, NULL), LE_OK);
            le_layout_release(other);
        }
    }
    le_rect rects[100] = {{0, 0, LE_UNIT, LE_UNIT}};
    CHECK_EQUAL(le_layout_insert_frames(layout, 4, &(le_section_spec){.kind = LE_SECTION_FRAMES}, rects, 100,
                                        9 * LE_UNIT, (le_rect){0, 0, 0, 0}, (le_rect){0, 0, 0, 0}, NULL),
                LE_OK);
    int64_t counts[] = {3000, 200};
    uint32_t which[] = {0, 1};
    CHECK_EQUAL(le_layout_insert_compositions(layout, 5, compositions, 2, which, counts, 2, NULL), LE_OK);
    le_measurement some[100];
    for (int i = 0; i < 100; i++) some[i] = (le_measurement){29 * i, 50 + i, NAN};
    CHECK_EQUAL(le_layout_measure_items(layout, 5, some, 100, NULL, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_measure_items(layout, 6, some, 6, NULL, NULL, NULL, NULL), LE_OK);
    le_layout *copy = le_layout_copy(layout);
    le_sizes none = {.form = LE_SIZES_NONE, .count = 5};
    le_edit edits[] = {{.at = 3, .removed = 1, .inserted = 5},
                       {.at = 20, .inserted = 40, .source = 100, .moved = true}};
    for (int s = 5; s < 7; s++) {
        CHECK_EQUAL(le_layout_insert_items(layout, s, 20, &none, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_move_items(layout, s, 20, 3, 100, NULL), LE_OK);
        CHECK_EQUAL(le_layout_remove_items(layout, s, 20, 3, NULL), LE_OK);
        CHECK_EQUAL(le_layout_apply(layout, s, edits, 2, &none, NULL, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_measure_boundaries(layout, s, &(le_measurement){0, 25, NAN}, 1, NULL, NULL), LE_OK);
        le_layout_supplementary_frame(layout, s, 7, 1);
        le_layout_boundary_frame(layout, s, 0, &(le_rect){0, 0, LE_UNIT, LE_UNIT});
        le_layout_group(layout, s, 1);
        le_layout_group_at_offset(layout, s, 90 * LE_UNIT);
    }
    CHECK_EQUAL(le_layout_set_composition(layout, 6, compositions[0], NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_composition(layout, 6, compositions[1], NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = 250 * LE_UNIT, .main = 500 * LE_UNIT}, NULL),
                LE_OK);
    CHECK_EQUAL(le_layout_move_sections(layout, 5, 1, 0, NULL), LE_OK);
    CHECK_EQUAL(le_layout_remove_sections(layout, 1, 1, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));

    static le_element elements[300];
    static double frames[4 * 4000];
    static float relative[4 * 4000];
    le_viewport viewport = {.rect = {0, 0, LE_MAX_TOTAL, LE_MAX_TOTAL}};
    viewport.visible = viewport.rect;
    le_cursor cursor;
    le_layout_query_begin(&cursor);
    cursor.work = (le_work){0};
    while (le_layout_query(layout, &viewport, &cursor, elements, 300)) {}
    for (int64_t s = 0; s < le_layout_section_count(layout); s++) {
        const int64_t n = le_layout_section(layout, s, NULL).items;
        int64_t section, item, first, count;
        le_layout_frames(layout, s, 0, n, frames);
        le_layout_frames_relative(layout, s, 0, n, 5, 5, relative);
        le_layout_item_element(layout, s, n / 2, NULL);
        le_rect frame = le_layout_item_frame(layout, s, n / 2, NULL);
        le_layout_item_at_point(layout, frame.main_min, frame.cross_min, NULL, &section, &item, NULL);
        le_layout_nearest_item(layout, frame.main_min, frame.cross_min, NULL, &section, &item, NULL);
        le_layout_line(layout, s, n / 2, &first, &count);
        if (le_layout_groups(layout, s).count >= 0 || s < 5) le_layout_read_sizes(layout, s, 0, n, frames, NULL);
    }
    le_layout_bytes(layout);
    le_layout_release(layout);
    CHECK_RULES(le_layout_check(copy));
    le_layout_release(copy);
    le_composition_release(compositions[0]);
    le_composition_release(compositions[1]);
    return NULL;
}

static void test_small_stacks(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK_EQUAL(pthread_attr_init(&attributes), 0);
    CHECK_EQUAL(pthread_attr_setstacksize(&attributes, STACK_BYTES), 0);
    CHECK_EQUAL(pthread_create(&thread, &attributes, use_everything, NULL), 0);
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
}

void composition_memory(void) {
    test_small_stacks();
    test_memory_running_out();
    test_measuring_in_place();
}
