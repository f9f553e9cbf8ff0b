// Compositional sections at their limits: the largest groups. Other parts of the test are in separate files:
// composition_calls_test.c, composition_memory_test.c, composition_measuring_test.c.
#include <math.h>

#include "composition_limits.h"

// ---- Descriptions

void describe(simple *d, uint32_t count, le_dimension_kind group_main) {
    memset(d, 0, sizeof *d);
    d->node[0] = repeating(LE_NODE_ALONG_CROSS, count, (le_dimension){group_main, 40});
    d->node[1] = (le_node){.main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_ABSOLUTE, 10}};
    d->badge = (le_badge){.kind = 7, .main = {LE_ABSOLUTE, 5}, .cross = {LE_ABSOLUTE, 5}};
    d->boundary =
        (le_boundary){.kind = 9, .main = {LE_ESTIMATED_SIZE, 30}, .cross = {LE_FRACTION_CROSS, 1}, .pins = true};
    d->spec = (le_composition_spec){.nodes = d->node, .node_count = 2};
}

le_composition *create_composition(const le_composition_spec *spec) {
    le_status status;
    le_composition *composition = le_composition_create(spec, &status);
    CHECK_EQUAL(status, LE_OK);
    return composition;
}

le_composition *create_simple(uint32_t count, le_dimension_kind group_main, bool badge, bool boundary) {
    simple d;
    describe(&d, count, group_main);
    if (badge) {
        d.spec.badges = &d.badge;
        d.spec.badge_count = 1;
    }
    if (boundary) {
        d.spec.boundaries = &d.boundary;
        d.spec.boundary_count = 1;
    }
    return create_composition(&d.spec);
}

le_layout *layout_of(le_composition *composition, int64_t items) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = 300 * LE_UNIT, .main = 600 * LE_UNIT});
    CHECK(layout);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &composition, 1, NULL, &items, 1, NULL), LE_OK);
    return layout;
}

le_status measure(le_layout *layout, int64_t section, int64_t item, double main) {
    le_measurement m = {item, main, NAN};
    return le_layout_measure_items(layout, section, &m, 1, NULL, NULL, NULL, NULL);
}

uint64_t hits(const char *name) {
    for (int path = 0; path < le_path_count(); path++)
        if (strcmp(le_path_name(path), name) == 0) return le_path_hits(path);
    return 0;
}

// ---- The largest groups

// A custom group has many more items than cells.
static void many_frames(void *context, uint32_t node, int64_t main, int64_t cross, le_custom_frame *frames) {
    (void)context, (void)node, (void)main, (void)cross;
    for (int i = 0; i < 5000; i++) frames[i].frame = (le_rect){i * LE_UNIT, 0, (i + 1) * LE_UNIT, LE_UNIT};
}

static void test_large_custom_group(void) {
    le_node nodes[] = {
        {.kind = LE_NODE_ALONG_MAIN, .children = 2, .main = {LE_ABSOLUTE, 9000}, .cross = {LE_FRACTION_CROSS, 1}},
        {.kind = LE_NODE_CUSTOM, .count = 5000, .main = {LE_ABSOLUTE, 5000}, .cross = {LE_ABSOLUTE, 9}},
        {.main = {LE_ESTIMATED_SIZE, 4000}, .cross = {LE_ABSOLUTE, 10}}};
    le_composition *composition =
        create_composition(&(le_composition_spec){.nodes = nodes, .node_count = 3, .custom = many_frames});
    le_composition_summary summary = le_composition_solve(composition, 600 * LE_UNIT, 300 * LE_UNIT);
    CHECK_EQUAL(summary.group_items, 5001);
    CHECK_EQUAL(summary.fault, LE_FAULT_TOO_MANY); // estimates are used as exact sizes then
    le_layout *layout = layout_of(composition, 5001);
    CHECK_EQUAL(le_layout_estimated_axes(layout, 0, 5000), 0);
    CHECK_EQUAL(measure(layout, 0, 5000, 50), LE_NOT_SUPPORTED);
    le_rect frame = le_layout_item_frame(layout, 0, 5000, NULL);
    CHECK_EQUAL(frame.main_max - frame.main_min, 4000 * LE_UNIT);
    le_layout_release(layout);
    le_composition_release(composition);
}

// A shared group of more parts than fit the range of lengths: parts have no room, and nothing overflows.
static void test_shared_counts(void) {
    const int64_t spacings[] = {0, LE_UNIT, LE_MAX_LENGTH, -LE_MAX_LENGTH, -1, 1};
    const uint32_t counts[] = {1, 2, 65536, 65537, UINT32_MAX};
    for (size_t s = 0; s < sizeof spacings / sizeof *spacings; s++) {
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            le_node nodes[] = {{.kind = LE_NODE_ALONG_CROSS,
                                .repeat = LE_REPEAT_SHARE,
                                .children = 1,
                                .count = counts[c],
                                .main = {LE_ABSOLUTE, 40},
                                .cross = {LE_FRACTION_CROSS, 1},
                                .between = {.least = spacings[s]}},
                               {.main = {LE_ABSOLUTE, 40}, .cross = {LE_FRACTION_CROSS, 1}}};
            le_composition *composition = create_composition(&(le_composition_spec){.nodes = nodes, .node_count = 2});
            le_composition_summary summary = le_composition_solve(composition, 600 * LE_UNIT, 300 * LE_UNIT);
            CHECK_EQUAL(summary.group_items, counts[c] > LE_MAX_GROUP ? LE_MAX_GROUP : counts[c]);
            le_layout *layout = layout_of(composition, 3);
            le_rect frame = le_layout_item_frame(layout, 0, 0, NULL);
            // (content - spacing * (count - 1)) / count, without overflow.
            long double exact =
                (300.0L * LE_UNIT - (long double)spacings[s] * (long double)(counts[c] - 1)) / (long double)counts[c];
            CHECK_EQUAL(frame.cross_max - frame.cross_min, exact < 0 ? 0 : (int64_t)floorl(exact));
            le_layout_release(layout);
            le_composition_release(composition);
        }
    }
}

// Badges on every item of the largest group: the bounds of its blocks are right, and solving is linear in the parts.
static void test_many_badges(void) {
    simple d;
    describe(&d, LE_MAX_GROUP, LE_ABSOLUTE);
    d.node[0].kind = LE_NODE_ALONG_MAIN;
    d.node[1].main = (le_dimension){LE_ABSOLUTE, 10};
    d.badge.node = 1;
    d.badge.container = (le_anchor){.cross = 2, .offset_cross = 50}; // reaches out of its item, across
    d.spec.badges = &d.badge;
    d.spec.badge_count = 1;
    le_composition *composition = create_composition(&d.spec);
    le_layout *layout = layout_of(composition, LE_MAX_GROUP);
    le_element found[64];
    le_cursor cursor;
    le_layout_query_begin(&cursor);
    cursor.work = (le_work){0};
    // To the right of all items, where only badges are.
    le_viewport viewport = {.rect = {500000 * LE_UNIT, 51 * LE_UNIT, 500030 * LE_UNIT, 59 * LE_UNIT}};
    size_t n = le_layout_query(layout, &viewport, &cursor, found, 64);
    CHECK_EQUAL(n, 3);
    for (size_t i = 0; i < n; i++) {
        CHECK_EQUAL(found[i].category, LE_SUPPLEMENTARY);
        CHECK_EQUAL(found[i].item, 50000 + (int64_t)i);
    }
    le_layout_release(layout);
    le_composition_release(composition);
}

// Groups whose second child repeats an item 60,000 times and does not fit: it is not solved.
static void test_children_that_do_not_fit(void) {
    enum { GROUPS = 200, REPEATED = 60000 };
    le_node nodes[1 + 4 * GROUPS];
    nodes[0] = (le_node){
        .kind = LE_NODE_ALONG_MAIN, .children = GROUPS, .main = {LE_ABSOLUTE, GROUPS}, .cross = {LE_FRACTION_CROSS, 1}};
    for (int g = 0; g < GROUPS; g++) {
        le_node *n = &nodes[1 + 4 * g];
        n[0] =
            (le_node){.kind = LE_NODE_ALONG_CROSS, .children = 2, .main = {LE_ABSOLUTE, 1}, .cross = {LE_ABSOLUTE, 20}};
        n[1] = (le_node){.main = {LE_ABSOLUTE, 1}, .cross = {LE_ABSOLUTE, 10}};
        n[2] = (le_node){.kind = LE_NODE_ALONG_MAIN,
                         .repeat = LE_REPEAT_COUNT,
                         .children = 1,
                         .count = REPEATED,
                         .main = {LE_ABSOLUTE, 1},
                         .cross = {LE_ABSOLUTE, 90}};
        n[3] = n[1];
    }
    le_composition *composition =
        create_composition(&(le_composition_spec){.nodes = nodes, .node_count = 1 + 4 * GROUPS});
    const uint64_t before = hits("GROUP_REPEATED");
    const le_composition_summary summary = le_composition_solve(composition, 600 * LE_UNIT, 300 * LE_UNIT);
    CHECK_EQUAL(summary.fault, LE_FAULT_NONE);
    CHECK_EQUAL(summary.group_items, GROUPS);
    CHECK_EQUAL(hits("GROUP_REPEATED") - before, 0);
    le_composition_release(composition);
}

// Children that are fractions of a group, with spaces between them: each number of children has different sizes. The
// work is bounded for the solve as a whole: 1,448 children of different fractions are 2^20 sizes. Children of one
// fraction need one size for each number.
static void test_many_fractions_with_spaces(void) {
    enum { CHILDREN = 3000 };
    le_node *nodes = slots(1 + CHILDREN, sizeof *nodes);
    for (int spaced = 0; spaced < 2; spaced++)
        for (int children = 1; children <= CHILDREN; children += CHILDREN - 1) {
            nodes[0] = (le_node){.kind = LE_NODE_ALONG_CROSS,
                                 .children = (uint32_t)children,
                                 .main = {LE_ABSOLUTE, 10},
                                 .cross = {LE_FRACTION_CROSS, 1},
                                 .between = {.least = spaced}};
            for (int c = 1; c <= children; c++)
                nodes[c] = (le_node){.main = {LE_ABSOLUTE, 10}, .cross = {LE_FRACTION_CROSS, 1.0 / CHILDREN}};
            le_composition *composition =
                create_composition(&(le_composition_spec){.nodes = nodes, .node_count = 1 + (size_t)children});
            const le_composition_summary summary = le_composition_solve(composition, 600 * LE_UNIT, 3000 * LE_UNIT);
            const bool bounded = spaced && children > 1;
            CHECK_EQUAL(summary.fault, bounded ? LE_FAULT_TOO_MANY : LE_FAULT_NONE);
            CHECK_EQUAL(summary.group_items, bounded ? 1448 : CHILDREN);
            le_composition_release(composition);
        }
    free(nodes);
}

// Uniform groups in uniform groups multiply the extent of one of them: here 8,001 siblings as large as the largest,
// which is 20,000 times 2^22 points. The sum stays in range.
static void test_nested_uniform_groups(void) {
    enum { SIBLINGS = 8000 };
    le_node *nodes = slots(5 + SIBLINGS, sizeof *nodes);
    const le_dimension all = {LE_FRACTION_CROSS, 1}, one = {LE_UNIFORM_SIZE, 1};
    nodes[0] = (le_node){
        .kind = LE_NODE_ALONG_MAIN, .children = 1 + SIBLINGS, .main = {LE_ESTIMATED_SIZE, 28000}, .cross = all};
    nodes[1] = (le_node){.kind = LE_NODE_ALONG_MAIN, .children = 2, .main = {LE_UNIFORM_SIZE, 20000}, .cross = all};
    nodes[2] = (le_node){.kind = LE_NODE_ALONG_MAIN, .children = 1, .main = one, .cross = all};
    nodes[3] = (le_node){.main = {LE_ABSOLUTE, 4194304}, .cross = all};
    for (int i = 4; i < 5 + SIBLINGS; i++) nodes[i] = (le_node){.main = one, .cross = all};
    le_composition *composition =
        create_composition(&(le_composition_spec){.nodes = nodes, .node_count = 5 + SIBLINGS});
    le_composition_summary summary = le_composition_solve(composition, LE_MAX_LENGTH, LE_MAX_LENGTH);
    CHECK_EQUAL(summary.group_main, (1 + SIBLINGS) * LE_MAX_LENGTH);
    le_layout *layout = layout_of(composition, 3 * summary.group_items);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(composition);
    free(nodes);
}

// The check visits stored entries, not every group of a section.
static void test_check_of_many_groups(void) {
    le_composition *composition = create_simple(1, LE_ESTIMATED_SIZE, false, false);
    le_layout *layout = layout_of(composition, (int64_t)1 << 34);
    CHECK_EQUAL(measure(layout, 0, (int64_t)1 << 33, 60), LE_OK);
    CHECK_EQUAL(measure(layout, 0, 5, 70), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    // A script of many inserted items needs no memory per item.
    le_edit edits[] = {{.at = 7, .inserted = (int64_t)1 << 34},
                       {.at = 20, .removed = 5, .inserted = (int64_t)1 << 32, .source = 0, .moved = true}};
    le_sizes none = {.form = LE_SIZES_NONE, .count = (int64_t)1 << 34};
    CHECK_EQUAL(le_layout_apply(layout, 0, edits, 2, &none, NULL, NULL, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    le_rect frame = le_layout_item_frame(layout, 0, ((int64_t)1 << 34) + 20 + 5, NULL);
    CHECK_EQUAL(frame.main_max - frame.main_min, 70 * LE_UNIT);
    le_layout_release(layout);
    le_composition_release(composition);
}

// A measured size is stored as eight times as much, so the largest sizes reach the limit long before the layout does.
static void test_sum_of_measured_sizes(void) {
    enum { FIT = 131071 };
    le_composition *composition = create_simple(1, LE_ESTIMATED_SIZE, false, false);
    le_layout *layout = layout_of(composition, FIT + 1);
    const double most = le_points(LE_MAX_LENGTH);
    le_measurement *all = slots(FIT, sizeof *all);
    for (int64_t i = 0; i < FIT; i++) all[i] = (le_measurement){i, most, NAN};
    CHECK_EQUAL(le_layout_measure_items(layout, 0, all, FIT, NULL, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), FIT * LE_MAX_LENGTH + 40 * LE_UNIT);
    CHECK_EQUAL(measure(layout, 0, FIT, most), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_extent(layout), FIT * LE_MAX_LENGTH + 40 * LE_UNIT);
    // A smaller size leaves room for it.
    CHECK_EQUAL(measure(layout, 0, 5, most / 2), LE_OK);
    CHECK_EQUAL(measure(layout, 0, FIT, most / 2), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), FIT * LE_MAX_LENGTH);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(composition);
    free(all);
}

void test_composition_limits(void) {
    running = (running_case){.test = "compositions, limits"};
    composition_calls();
    test_shared_counts();
    test_children_that_do_not_fit();
    test_many_fractions_with_spaces();
    test_nested_uniform_groups();
    test_large_custom_group();
    test_many_badges();
    test_check_of_many_groups();
    test_sum_of_measured_sizes();
    composition_memory();
    composition_measuring();
}
