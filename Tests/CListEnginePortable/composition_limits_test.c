// Compositional sections at their limits: arguments of any value, groups as large as they get, measuring in any order,
// stacks of 128 KB, and memory that runs out.
#include <math.h>
#include <pthread.h>

#include "harness.h"

// ---- Descriptions

// A group of `count` copies of one item along the cross axis. The item's main extent is estimated, 40 points.
typedef struct {
    le_node node[2];
    le_badge badge;
    le_boundary boundary;
    le_composition_spec spec;
} simple;

static void describe(simple *d, uint32_t count, le_dimension_kind group_main) {
    memset(d, 0, sizeof *d);
    d->node[0] = (le_node){.kind = LE_NODE_ALONG_CROSS,
                           .repeat = LE_REPEAT_COUNT,
                           .children = 1,
                           .count = count,
                           .main = {group_main, 40},
                           .cross = {LE_FRACTION_CROSS, 1}};
    d->node[1] = (le_node){.main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_ABSOLUTE, 10}};
    d->badge = (le_badge){.kind = 7, .main = {LE_ABSOLUTE, 5}, .cross = {LE_ABSOLUTE, 5}};
    d->boundary =
        (le_boundary){.kind = 9, .main = {LE_ESTIMATED_SIZE, 30}, .cross = {LE_FRACTION_CROSS, 1}, .pins = true};
    d->spec = (le_composition_spec){.nodes = d->node, .node_count = 2};
}

static le_composition *create(const le_composition_spec *spec) {
    le_status status;
    le_composition *composition = le_composition_create(spec, &status);
    CHECK_EQUAL(status, LE_OK);
    return composition;
}

static le_composition *create_simple(uint32_t count, le_dimension_kind group_main, bool badge, bool boundary) {
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
    return create(&d.spec);
}

static le_layout *layout_of(le_composition *composition, int64_t items) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = 300 * LE_UNIT, .main = 600 * LE_UNIT});
    CHECK(layout);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &composition, 1, NULL, &items, 1, NULL), LE_OK);
    return layout;
}

static le_status measure(le_layout *layout, int64_t section, int64_t item, double main) {
    le_measurement m = {item, main, NAN};
    return le_layout_measure_items(layout, section, &m, 1, NULL, NULL, NULL, NULL);
}

static uint64_t hits(const char *name) {
    for (int path = 0; path < le_path_count(); path++)
        if (strcmp(le_path_name(path), name) == 0) return le_path_hits(path);
    return 0;
}

static uint64_t groups_settled(void) { return hits("GROUP_SETTLED"); }

// ---- Measuring

// Uniform groups that shrink one by one, each in a call of its own: the largest is known without a look at the others.
static void test_shrinking_groups(void) {
    enum { GROUPS = 1000 };
    le_composition *composition = create_simple(1, LE_UNIFORM_SIZE, false, false);
    le_layout *layout = layout_of(composition, GROUPS);
    for (int64_t g = 0; g < GROUPS; g++) CHECK_EQUAL(measure(layout, 0, g, 70), LE_OK);
    const uint64_t before = groups_settled();
    for (int64_t g = 0; g < GROUPS; g++) {
        CHECK_EQUAL(le_layout_extent(layout), GROUPS * 70 * LE_UNIT);
        CHECK_EQUAL(measure(layout, 0, g, 60), LE_OK);
    }
    CHECK_EQUAL(le_layout_extent(layout), GROUPS * 60 * LE_UNIT);
    // Once as it was and once as it is.
    CHECK(groups_settled() - before <= 2 * GROUPS);

    // Items of groups of one are inserted, moved and removed without settling the others.
    const uint64_t then = groups_settled();
    le_sizes none = {.form = LE_SIZES_NONE, .count = 1};
    for (int64_t i = 0; i < 100; i++) {
        CHECK_EQUAL(le_layout_insert_items(layout, 0, 3 * i, &none, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_move_items(layout, 0, 2 * i, 1, 900 - i, NULL), LE_OK);
        CHECK_EQUAL(le_layout_remove_items(layout, 0, 5 * i, 1, NULL), LE_OK);
    }
    CHECK(groups_settled() - then <= 100);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(composition);
}

// Random histories of a section of many measured groups. The largest group, all pitches and all frames equal those of
// a layout built from scratch from the same sizes.
typedef struct {
    double main;
    double cross;
} measured_size;

enum { MOST = 400 };

static le_layout *rebuild(le_composition *composition, le_layout_config config, int64_t items,
                          const measured_size *sizes) {
    le_layout *layout = le_layout_create(config);
    le_measurement all[MOST];
    size_t count = 0;
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &composition, 1, NULL, &items, 1, NULL), LE_OK);
    for (int64_t i = 0; i < items; i++)
        if (!isnan(sizes[i].main) || !isnan(sizes[i].cross))
            all[count++] = (le_measurement){i, sizes[i].main, sizes[i].cross};
    CHECK_EQUAL(le_layout_measure_items(layout, 0, all, count, NULL, NULL, NULL, NULL), LE_OK);
    return layout;
}

static void same_layouts(const le_layout *a, const le_layout *b, int64_t items) {
    static double frames[2][4 * MOST];
    CHECK_RULES(le_layout_check(a));
    CHECK_EQUAL(le_layout_extent(a), le_layout_extent(b));
    CHECK_EQUAL(le_layout_groups(a, 0).content, le_layout_groups(b, 0).content);
    le_layout_frames(a, 0, 0, items, frames[0]);
    le_layout_frames(b, 0, 0, items, frames[1]);
    CHECK(memcmp(frames[0], frames[1], (size_t)(4 * items) * sizeof(double)) == 0);
}

// A script of edits in ascending order, and what it makes of the sizes. Some moved items go elsewhere, others are
// copied.
static size_t random_script(rng *r, int64_t items, const measured_size *sizes, le_edit *edits, size_t most,
                            measured_size *out, int64_t *out_items, int64_t *inserted) {
    size_t n = 0;
    int64_t at = 0, to = 0;
    *inserted = 0;
    while (n < most && at < items) {
        int64_t next = smaller(at + rng_below(r, 60), items);
        for (; at < next; at++) out[to++] = sizes[at];
        le_edit e = {.at = at, .removed = rng_below(r, smaller(5, items - at) + 1), .inserted = rng_below(r, 5)};
        if (items - at + to + e.inserted > MOST) e.inserted = 0;
        if (rng_chance(r, 2)) {
            e.moved = true;
            e.inserted = smaller(e.inserted, items);
            e.source = rng_in(r, 0, items - e.inserted);
            for (int64_t i = 0; i < e.inserted; i++) out[to++] = sizes[e.source + i];
        } else {
            e.source = *inserted;
            *inserted += e.inserted;
            for (int64_t i = 0; i < e.inserted; i++) out[to++] = (measured_size){NAN, NAN};
        }
        at += e.removed;
        edits[n++] = e;
    }
    for (; at < items; at++) out[to++] = sizes[at];
    *out_items = to;
    return n;
}

static void measuring_case(uint64_t seed) {
    rng r = {seed};
    simple d;
    const bool large = rng_chance(&r, 6);
    describe(&d, (uint32_t)(large ? rng_in(&r, 60, 200) : rng_in(&r, 1, 4)),
             rng_chance(&r, 2) ? LE_UNIFORM_SIZE : LE_ESTIMATED_SIZE);
    d.node[0].kind = rng_chance(&r, 2) ? LE_NODE_ALONG_CROSS : LE_NODE_ALONG_MAIN;
    d.node[0].cross = (le_dimension){rng_chance(&r, 2) ? LE_UNIFORM_SIZE : LE_FRACTION_CROSS, 1};
    d.node[1].cross = (le_dimension){rng_chance(&r, 2) ? LE_ESTIMATED_SIZE : LE_ABSOLUTE, 10};
    d.node[1].edge_cross[0].flexible = rng_chance(&r, 3);
    d.badge.node = (uint32_t)rng_below(&r, 2);
    d.spec.badges = &d.badge;
    d.spec.badge_count = (size_t)rng_below(&r, 2);
    d.spec.orthogonal = rng_chance(&r, 2);
    d.spec.group_spacing = rng_in(&r, -3, 9) * LE_UNIT;
    le_composition *composition = create(&d.spec);
    le_layout_config config = {.cross = 300 * LE_UNIT, .main = 600 * LE_UNIT};
    measured_size sizes[MOST], next[MOST];
    for (int i = 0; i < MOST; i++) sizes[i].main = sizes[i].cross = NAN;
    int64_t items = rng_in(&r, 1, 300);
    le_layout *layout = rebuild(composition, config, items, sizes);
    // Sizes are few or many, so that groups are equal often or seldom.
    const int64_t kinds = rng_chance(&r, 2) ? 3 : 10000;
    for (running.step = 0; running.step < 40; running.step++) {
        if (items == 0) break;
        switch (rng_below(&r, 6)) {
        case 0: {
            running.operation = "script";
            le_edit edits[16];
            int64_t inserted, then;
            size_t count = random_script(&r, items, sizes, edits, 16, next, &then, &inserted);
            le_sizes none = {.form = LE_SIZES_NONE, .count = inserted};
            CHECK_EQUAL(le_layout_apply(layout, 0, edits, count, &none, NULL, NULL, NULL), LE_OK);
            memcpy(sizes, next, sizeof sizes);
            items = then;
            break;
        }
        case 1: {
            running.operation = "remove";
            int64_t at = rng_below(&r, items), count = rng_in(&r, 0, smaller(9, items - at));
            CHECK_EQUAL(le_layout_remove_items(layout, 0, at, count, NULL), LE_OK);
            memmove(sizes + at, sizes + at + count, (size_t)(items - at - count) * sizeof *sizes);
            items -= count;
            break;
        }
        case 2: {
            running.operation = "insert";
            int64_t at = rng_in(&r, 0, items), count = rng_in(&r, 0, smaller(9, MOST - items));
            le_sizes none = {.form = LE_SIZES_NONE, .count = count};
            CHECK_EQUAL(le_layout_insert_items(layout, 0, at, &none, NULL, NULL), LE_OK);
            memmove(sizes + at + count, sizes + at, (size_t)(items - at) * sizeof *sizes);
            for (int64_t i = at; i < at + count; i++) sizes[i].main = sizes[i].cross = NAN;
            items += count;
            break;
        }
        default: {
            running.operation = "measure";
            le_measurement some[40];
            size_t count = (size_t)rng_in(&r, 1, 40);
            for (size_t i = 0; i < count; i++) {
                int64_t item = rng_below(&r, items);
                le_measurement m = {item, (double)rng_below(&r, kinds) / 7, (double)rng_below(&r, kinds) / 7};
                some[i] = m;
            }
            int64_t frozen;
            le_layout *kept = le_layout_copy(layout), *tried = le_layout_copy(layout);
            CHECK_EQUAL(le_layout_measure_items(tried, 0, some, count, NULL, &frozen, NULL, NULL), LE_OK);
            le_layout_release(tried);
            if (frozen < 0) {
                CHECK_EQUAL(le_layout_measure_items(layout, 0, some, count, NULL, NULL, NULL, NULL), LE_OK);
                for (size_t i = 0; i < count; i++) {
                    int axes = le_layout_estimated_axes(layout, 0, some[i].item);
                    if (axes & 1) sizes[some[i].item].main = some[i].main;
                    if (axes & 2) sizes[some[i].item].cross = some[i].cross;
                }
            }
            le_layout_release(kept);
        }
        }
        if (running.step % 4 == 3 && items) {
            le_layout *fresh = rebuild(composition, config, items, sizes);
            same_layouts(layout, fresh, items);
            le_layout_release(fresh);
        }
    }
    le_layout_release(layout);
    le_composition_release(composition);
}

// ---- Groups as large as they get

// A custom group makes many more items than cells.
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
        create(&(le_composition_spec){.nodes = nodes, .node_count = 3, .custom = many_frames});
    le_composition_summary summary = le_composition_solve(composition, 600 * LE_UNIT, 300 * LE_UNIT);
    CHECK_EQUAL(summary.group_items, 5001);
    CHECK_EQUAL(summary.fault, LE_FAULT_TOO_MANY); // estimates are exact there
    le_layout *layout = layout_of(composition, 5001);
    CHECK_EQUAL(le_layout_estimated_axes(layout, 0, 5000), 0);
    CHECK_EQUAL(measure(layout, 0, 5000, 50), LE_NOT_SUPPORTED);
    le_rect frame = le_layout_item_frame(layout, 0, 5000, NULL);
    CHECK_EQUAL(frame.main_max - frame.main_min, 4000 * LE_UNIT);
    le_layout_release(layout);
    le_composition_release(composition);
}

// A shared group of more parts than numbers can say: parts have no room, and nothing overflows.
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
            le_composition *composition = create(&(le_composition_spec){.nodes = nodes, .node_count = 2});
            le_composition_summary summary = le_composition_solve(composition, 600 * LE_UNIT, 300 * LE_UNIT);
            CHECK_EQUAL(summary.group_items, counts[c] > LE_MAX_GROUP ? LE_MAX_GROUP : counts[c]);
            le_layout *layout = layout_of(composition, 3);
            le_rect frame = le_layout_item_frame(layout, 0, 0, NULL);
            // (content - spacing * (count - 1)) / count, in arithmetic that has room.
            long double exact =
                (300.0L * LE_UNIT - (long double)spacings[s] * (long double)(counts[c] - 1)) / (long double)counts[c];
            CHECK_EQUAL(frame.cross_max - frame.cross_min, exact < 0 ? 0 : (int64_t)floorl(exact));
            le_layout_release(layout);
            le_composition_release(composition);
        }
    }
}

// Badges on every item of the largest group: bounds of its blocks are right, and solving is linear in the parts.
static void test_many_badges(void) {
    simple d;
    describe(&d, LE_MAX_GROUP, LE_ABSOLUTE);
    d.node[0].kind = LE_NODE_ALONG_MAIN;
    d.node[1].main = (le_dimension){LE_ABSOLUTE, 10};
    d.badge.node = 1;
    d.badge.container = (le_anchor){.cross = 2, .offset_cross = 50}; // stands out of its item, across
    d.spec.badges = &d.badge;
    d.spec.badge_count = 1;
    le_composition *composition = create(&d.spec);
    le_layout *layout = layout_of(composition, LE_MAX_GROUP);
    le_element found[64];
    le_cursor cursor;
    le_layout_query_begin(&cursor);
    cursor.work = (le_work){0};
    // Right of all items, where only badges are.
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

// Groups whose second child repeats an item 60,000 times, and then does not fit. What is made for nothing is bounded
// for the solve as a whole, not for each of them.
static void test_children_that_do_not_fit(void) {
    enum { GROUPS = 200, REPEATED = 60000 };
    le_node nodes[1 + 4 * GROUPS];
    nodes[0] = (le_node){.kind = LE_NODE_ALONG_MAIN, .main = {LE_ABSOLUTE, GROUPS}, .cross = {LE_FRACTION_CROSS, 1}};
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
    le_composition_spec spec = {.nodes = nodes};
    for (int groups = 5; groups <= GROUPS; groups += GROUPS - 5) {
        nodes[0].children = (uint32_t)groups;
        nodes[0].main.value = groups;
        spec.node_count = 1 + 4 * (size_t)groups;
        le_composition *composition = create(&spec);
        const uint64_t before = hits("GROUP_REPEATED");
        const le_composition_summary summary = le_composition_solve(composition, 600 * LE_UNIT, 300 * LE_UNIT);
        CHECK_EQUAL(summary.fault, groups == 5 ? LE_FAULT_NONE : LE_FAULT_TOO_MANY);
        if (groups == 5) CHECK_EQUAL(summary.group_items, 5);
        CHECK(hits("GROUP_REPEATED") - before < ((uint64_t)1 << 20) + REPEATED);
        le_composition_release(composition);
    }
}

// Uniform groups in uniform groups multiply what one of them has: here 8,001 siblings as large as the largest, which is
// 20,000 times 2^22 points. The sum stays in range.
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
    le_composition *composition = create(&(le_composition_spec){.nodes = nodes, .node_count = 5 + SIBLINGS});
    le_composition_summary summary = le_composition_solve(composition, LE_MAX_LENGTH, LE_MAX_LENGTH);
    CHECK_EQUAL(summary.group_main, (1 + SIBLINGS) * LE_MAX_LENGTH);
    le_layout *layout = layout_of(composition, 3 * summary.group_items);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(composition);
    free(nodes);
}

// The check looks at what is stored, not at every group of a section.
static void test_check_of_many_groups(void) {
    le_composition *composition = create_simple(1, LE_ESTIMATED_SIZE, false, false);
    le_layout *layout = layout_of(composition, (int64_t)1 << 34);
    CHECK_EQUAL(measure(layout, 0, (int64_t)1 << 33, 60), LE_OK);
    CHECK_EQUAL(measure(layout, 0, 5, 70), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    // A script of many inserted items takes no memory an item.
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

// ---- Arguments

static int contexts_released;
static void count_release(void *context) {
    (void)context;
    contexts_released++;
}

static void test_descriptions(void) {
    simple d;
    le_status status;
    contexts_released = 0;
    CHECK(!le_composition_create(NULL, &status));
    CHECK_EQUAL(status, LE_BAD_ARGUMENT);
    CHECK(!le_composition_create(NULL, NULL));
#define REFUSED(expected, change)                                                                                      \
    do {                                                                                                               \
        describe(&d, 2, LE_ESTIMATED_SIZE);                                                                            \
        d.spec.release = count_release;                                                                                \
        change;                                                                                                        \
        CHECK(!le_composition_create(&d.spec, &status));                                                               \
        CHECK_EQUAL(status, expected);                                                                                 \
    } while (0)
    REFUSED(LE_BAD_VALUE, d.spec.node_count = 0);
    REFUSED(LE_BAD_VALUE, d.spec.node_count = 1);
    REFUSED(LE_BAD_ARGUMENT, d.spec.nodes = NULL);
    REFUSED(LE_BAD_ARGUMENT, d.spec.badge_count = 1);
    REFUSED(LE_BAD_ARGUMENT, d.spec.boundary_count = 1);
    REFUSED(LE_BAD_ARGUMENT, d.spec.backdrop_count = 1);
    REFUSED(LE_TOO_LARGE, d.spec.node_count = (size_t)1 << 40);
    REFUSED(LE_BAD_ARGUMENT, d.node[1].kind = (le_node_kind)-1);
    REFUSED(LE_BAD_ARGUMENT, d.node[1].kind = (le_node_kind)99);
    REFUSED(LE_BAD_ARGUMENT, d.node[0].repeat = (le_repeat)3);
    REFUSED(LE_BAD_ARGUMENT, d.node[0].main.kind = (le_dimension_kind)-3);
    REFUSED(LE_BAD_VALUE, d.node[1].kind = LE_NODE_CUSTOM); // without a function
    REFUSED(LE_BAD_VALUE, d.node[1].children = 1);
    REFUSED(LE_BAD_VALUE, d.node[0].children = UINT32_MAX);
    REFUSED(LE_BAD_VALUE, d.node[0].main.value = NAN);
    REFUSED(LE_BAD_VALUE, d.node[0].main.value = INFINITY);
    REFUSED(LE_BAD_VALUE, d.node[0].cross.value = -1);
    REFUSED(LE_BAD_VALUE, d.node[0].between.least = INT64_MIN);
    REFUSED(LE_BAD_VALUE, d.node[1].inset_cross[1] = INT64_MAX);
    REFUSED(LE_BAD_VALUE, d.node[1].edge_main[0].least = LE_MAX_LENGTH + 1);
    REFUSED(LE_BAD_VALUE, d.spec.scale = NAN);
    REFUSED(LE_BAD_VALUE, d.spec.scale = -1);
    REFUSED(LE_BAD_VALUE, d.spec.section_spacing = -1);
    REFUSED(LE_BAD_VALUE, (d.spec.badges = &d.badge, d.spec.badge_count = 1, d.badge.node = 2));
    REFUSED(LE_BAD_VALUE, (d.spec.badges = &d.badge, d.spec.badge_count = 1, d.badge.container.main = 3));
    REFUSED(LE_BAD_ARGUMENT,
            (d.spec.badges = &d.badge, d.spec.badge_count = 1, d.badge.cross.kind = (le_dimension_kind)5));
    REFUSED(LE_BAD_VALUE, (d.spec.boundaries = &d.boundary, d.spec.boundary_count = 1, d.boundary.align_main = -1));
    REFUSED(LE_NO_MEMORY, fail_allocations_after(0, -1));
    fail_allocations_after(-1, -1);
#undef REFUSED
    // The context stays the caller's where nothing was made.
    CHECK_EQUAL(contexts_released, 0);
    describe(&d, 2, LE_ESTIMATED_SIZE);
    d.spec.release = count_release;
    le_composition *composition = create(&d.spec);
    le_composition_retain(composition);
    le_composition_release(composition);
    CHECK_EQUAL(contexts_released, 0);
    le_composition_release(composition);
    CHECK_EQUAL(contexts_released, 1);

    le_composition_retain(NULL);
    le_composition_release(NULL);
    CHECK(!le_composition_context(NULL));
    CHECK_EQUAL(le_composition_solve(NULL, 0, 0).group_items, -1);
}

static bool no_rect(le_rect r) { return r.main_min == r.main_max && r.cross_min == r.cross_max; }

static const int64_t odd[] = {INT64_MIN,        INT64_MIN + 1, -LE_MAX_TOTAL, -1,       0, 1, 2, 4, 5,
                              (int64_t)1 << 40, LE_MAX_TOTAL,  INT64_MAX - 1, INT64_MAX};
enum { ODD = sizeof odd / sizeof *odd };

// Every question of every section with every odd number answers something harmless.
static void ask_everything(const le_layout *layout) {
    for (int s = 0; s < ODD; s++) {
        const int64_t section = odd[s];
        const bool there = layout && section >= 0 && section < le_layout_section_count(layout);
        const bool composed = there && le_layout_groups(layout, section).count >= 0;
        CHECK_EQUAL(le_layout_composition(layout, section) != NULL, composed);
        if (!there) CHECK_EQUAL(le_layout_groups(layout, section).count, -1);
        for (int i = 0; i < ODD; i++) {
            const int64_t index = odd[i];
            const bool item = there && index >= 0 && index < le_layout_section(layout, section, NULL).items;
            if (!item) CHECK_EQUAL(le_layout_estimated_axes(layout, section, index), 0);
            le_group_place group = le_layout_group(layout, section, index);
            if (!there) CHECK(group.offset == 0 && group.extent == 0);
            int64_t at = le_layout_group_at_offset(layout, section, index);
            if (there && le_layout_groups(layout, section).count > 0)
                CHECK(at >= 0 && at < le_layout_groups(layout, section).count);
            else
                CHECK_EQUAL(at, -1);
            if (!item)
                for (uint16_t kind = 6; kind < 10; kind++)
                    CHECK(no_rect(le_layout_supplementary_frame(layout, section, kind, index)));
            le_rect visible = {index, index, odd[(i + 3) % ODD], INT64_MAX};
            le_layout_boundary_frame(layout, section, index, &visible);
            for (int64_t b = -1; b < 3; b++) le_layout_boundary_frame(layout, section, b, &visible);
            if (index < 0 || index > 2) CHECK(no_rect(le_layout_boundary_frame(layout, section, index, NULL)));
        }
    }
}

// A measured group of four with a badge, a plain section, and an orthogonal one.
static le_layout *odd_layout(le_composition **compositions) {
    compositions[0] = create_simple(4, LE_ESTIMATED_SIZE, true, true);
    compositions[1] = create_simple(1, LE_UNIFORM_SIZE, false, false);
    le_layout *layout = layout_of(compositions[0], 5);
    CHECK_EQUAL(measure(layout, 0, 2, 90), LE_OK);
    int64_t items[] = {3, 0};
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &compositions[1], 1, NULL, items, 2, NULL), LE_OK);
    le_section_spec list = {.kind = LE_SECTION_LIST};
    double size = 10;
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = 3, .main = &size};
    CHECK_EQUAL(le_layout_insert_sections(layout, 3, &list, items, 1, &sizes, NULL, NULL), LE_OK);
    simple d;
    describe(&d, 1, LE_ABSOLUTE);
    CHECK_EQUAL(le_layout_set_boundaries(layout, &d.boundary, 1, 2, NULL), LE_OK);
    return layout;
}

static void test_arguments(void) {
    le_composition *compositions[2];
    le_layout *layout = odd_layout(compositions);
    ask_everything(layout);
    ask_everything(NULL);
    // The badge of a group counts groups, of which there are two.
    CHECK(!no_rect(le_layout_supplementary_frame(layout, 0, 7, 1)));
    CHECK(no_rect(le_layout_supplementary_frame(layout, 0, 7, 2)));
    CHECK(no_rect(le_layout_supplementary_frame(layout, 0, 7, INT64_MAX - 1)));

    const int64_t extent = le_layout_extent(layout);
    int64_t counts[] = {1, -1}, changed = 9, frozen = 9;
    uint32_t which[] = {0, 2};
    le_composition *hole[] = {compositions[0], NULL};
    le_fault fault = {0};
#define REFUSED(expected, call) CHECK_EQUAL(call, expected)
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(NULL, 0, compositions, 2, NULL, counts, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(layout, 0, NULL, 2, NULL, counts, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(layout, 0, compositions, 2, NULL, NULL, 1, NULL));
    REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(layout, 0, compositions, 2, which, counts, 2, NULL));
    REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(layout, 0, compositions, 2, NULL, counts, 2, NULL));
    REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(layout, 0, compositions, 0, NULL, counts, 1, NULL));
    REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(layout, 0, compositions, 2, NULL, counts, -1, NULL));
    REFUSED(LE_TOO_LARGE, le_layout_insert_compositions(layout, 0, compositions, 2, NULL, counts, INT64_MAX, NULL));
    which[0] = 1;
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(layout, 0, hole, 2, which, counts, 1, NULL));
    counts[0] = LE_MAX_COUNT + 1;
    REFUSED(LE_TOO_LARGE, le_layout_insert_compositions(layout, 0, compositions, 2, NULL, counts, 1, NULL));
    for (int s = 0; s < ODD; s++) {
        if (odd[s] >= 0 && odd[s] < 5) continue;
        le_measurement m = {odd[s], 10, NAN};
        counts[0] = 1;
        REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(layout, odd[s], compositions, 2, NULL, counts, 1, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_set_composition(layout, odd[s], compositions[0], NULL));
        REFUSED(LE_BAD_INDEX, le_layout_measure_items(layout, 0, &m, 1, &changed, &frozen, &fault, NULL));
        CHECK(fault.section == 0 && fault.item == odd[s] && changed == 0 && frozen == -1);
        REFUSED(LE_BAD_INDEX, le_layout_measure_boundaries(layout, 0, &m, 1, &fault, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_measure_boundaries(layout, -1, &m, 1, &fault, NULL));
        m.item = 0;
        REFUSED(LE_BAD_INDEX, le_layout_measure_items(layout, odd[s], &m, 1, &changed, &frozen, &fault, NULL));
        if (odd[s] != -1) REFUSED(LE_BAD_INDEX, le_layout_measure_boundaries(layout, odd[s], &m, 1, &fault, NULL));
    }
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_composition(layout, 0, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_composition(NULL, 0, compositions[0], NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_set_composition(layout, 3, compositions[0], NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_items(layout, 0, NULL, 1, &changed, &frozen, &fault, NULL));
    REFUSED(LE_OK, le_layout_measure_items(layout, 0, NULL, 0, &changed, &frozen, &fault, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_boundaries(layout, 0, NULL, 1, &fault, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_boundaries(NULL, -1, NULL, 0, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_items(NULL, 0, NULL, 0, NULL, NULL, NULL, NULL));
    const double bad[] = {-1, INFINITY, -INFINITY, 4194305, 1e300};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        le_measurement some[] = {{1, 20, NAN}, {3, bad[i], NAN}};
        REFUSED(LE_BAD_VALUE, le_layout_measure_items(layout, 0, some, 2, &changed, &frozen, &fault, NULL));
        CHECK(fault.section == 0 && fault.item == 3 && fault.value == bad[i] && changed == 0 && frozen == -1);
        some[0].item = 0, some[0].main = bad[i];
        REFUSED(LE_BAD_VALUE, le_layout_measure_boundaries(layout, 0, some, 1, &fault, NULL));
        REFUSED(LE_BAD_VALUE, le_layout_measure_boundaries(layout, -1, some, 1, &fault, NULL));
    }
    simple d;
    describe(&d, 1, LE_ABSOLUTE);
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_boundaries(NULL, NULL, 0, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_boundaries(layout, NULL, 1, 1, NULL));
    REFUSED(LE_BAD_VALUE, le_layout_set_boundaries(layout, &d.boundary, 1, NAN, NULL));
    REFUSED(LE_BAD_VALUE, le_layout_set_boundaries(layout, &d.boundary, 1, -1, NULL));
    REFUSED(LE_TOO_LARGE, le_layout_set_boundaries(layout, &d.boundary, SIZE_MAX / 2, 1, NULL));
    d.boundary.main.kind = (le_dimension_kind)17;
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_boundaries(layout, &d.boundary, 1, 1, NULL));
    d.boundary.main = (le_dimension){LE_ABSOLUTE, NAN};
    REFUSED(LE_BAD_VALUE, le_layout_set_boundaries(layout, &d.boundary, 1, 1, NULL));
#undef REFUSED
    CHECK_EQUAL(le_layout_extent(layout), extent);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(compositions[0]);
    le_composition_release(compositions[1]);
}

// Orders of drawing at the end of their range, and badges as far away as can be said.
static void test_far_badges(void) {
    simple d;
    describe(&d, 2, LE_ESTIMATED_SIZE);
    d.badge.z_index = d.boundary.z_index = INT32_MAX;
    d.badge.main = d.badge.cross = (le_dimension){LE_ABSOLUTE, 4194304};
    d.badge.container = (le_anchor){2, 2, true, 4194304, -4194304};
    d.badge.has_own = true;
    d.badge.own = (le_anchor){0, 2, true, 4194304, 4194304};
    le_backdrop backdrop = {.kind = 3};
    d.spec.badges = &d.badge, d.spec.badge_count = 1;
    d.spec.boundaries = &d.boundary, d.spec.boundary_count = 1;
    d.spec.backdrops = &backdrop, d.spec.backdrop_count = 1;
    le_composition *composition = create(&d.spec);
    le_layout *layout = layout_of(composition, 9);
    le_viewport viewport = {.rect = {-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL}};
    le_element found[64];
    le_cursor cursor;
    le_layout_query_begin(&cursor);
    cursor.work = (le_work){0};
    size_t n = le_layout_query(layout, &viewport, &cursor, found, 64);
    CHECK_EQUAL(n, 1 + 1 + 9 + 5);
    CHECK_EQUAL(found[1].z_index, INT32_MAX);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(composition);
}

// ---- A custom group that calls back

typedef struct {
    le_layout *layout;
    enum { READS, REMOVES, FOLLOWS, ADDS_BOUNDARIES } does;
    int64_t cross; // of the container that it gives the layout
} caller;

static void calling_frames(void *context, uint32_t node, int64_t main, int64_t cross, le_custom_frame *frames) {
    caller *c = context;
    (void)node, (void)main, (void)cross;
    frames[0].frame = (le_rect){0, 0, LE_UNIT, LE_UNIT};
    if (!c->layout) return;
    le_layout_item_frame(c->layout, 0, 0, NULL);
    le_layout_extent(c->layout);
    const int64_t all = le_layout_section_count(c->layout);
    const le_boundary bar = {.main = {LE_ABSOLUTE, 25}, .cross = {LE_ABSOLUTE, 1}};
    le_layout *layout = c->layout;
    c->layout = NULL; // what it changes calls back again
    if (c->does == REMOVES) CHECK_EQUAL(le_layout_remove_sections(layout, 0, all, NULL), LE_OK);
    if (c->does == FOLLOWS)
        CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = c->cross}, NULL), LE_OK);
    if (c->does == ADDS_BOUNDARIES) CHECK_EQUAL(le_layout_set_boundaries(layout, &bar, 1, 0, NULL), LE_OK);
    c->layout = layout;
}

static void test_custom_calls_back(void) {
    caller context = {0};
    le_node nodes[] = {
        {.kind = LE_NODE_CUSTOM, .count = 1, .main = {LE_ABSOLUTE, 20}, .cross = {LE_FRACTION_CROSS, 1}}};
    le_composition_spec spec = {.nodes = nodes, .node_count = 1, .custom = calling_frames, .context = &context};
    le_composition *custom = create(&spec), *plain = create_simple(1, LE_ESTIMATED_SIZE, false, false);
    le_layout *layout = layout_of(plain, 5);
    int64_t items = 3;
    context.layout = layout;
    CHECK_EQUAL(le_layout_set_composition(layout, 0, custom, NULL), LE_OK);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &plain, 1, NULL, &items, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = 100 * LE_UNIT}, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    // A callback that takes away the section that is being changed.
    context.does = REMOVES;
    CHECK_EQUAL(le_layout_set_composition(layout, 0, plain, NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_composition(layout, 0, custom, NULL), LE_BAD_INDEX);
    CHECK_EQUAL(le_layout_section_count(layout), 0);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &plain, 1, NULL, &items, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &custom, 1, NULL, &items, 1, NULL), LE_BAD_INDEX);
    CHECK_RULES(le_layout_check(layout));

    // The sections are laid out for another container, and the first of them takes all away.
    context.does = READS;
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &custom, 1, NULL, &items, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &plain, 1, NULL, &items, 1, NULL), LE_OK);
    context.does = REMOVES;
    CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = 50 * LE_UNIT}, NULL), LE_NOT_SUPPORTED);
    CHECK_EQUAL(le_layout_section_count(layout), 0);
    CHECK_EQUAL(le_layout_get_config(layout).cross, 100 * LE_UNIT);
    CHECK_RULES(le_layout_check(layout));

    // It gives the layout another container than the one that is solved for.
    context.does = READS;
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &custom, 1, NULL, &items, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &plain, 1, NULL, &items, 1, NULL), LE_OK);
    context.does = FOLLOWS;
    context.cross = 70 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = 60 * LE_UNIT}, NULL), LE_NOT_SUPPORTED);
    CHECK_EQUAL(le_layout_get_config(layout).cross, context.cross);
    CHECK_RULES(le_layout_check(layout));
    le_composition *other = create(&spec);
    context.cross = 80 * LE_UNIT;
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &other, 1, NULL, &items, 1, NULL), LE_NOT_SUPPORTED);
    CHECK_EQUAL(le_layout_section_count(layout), 2);
    CHECK_RULES(le_layout_check(layout));
    context.cross = 90 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_composition(layout, 1, other, NULL), LE_NOT_SUPPORTED);
    CHECK(le_layout_composition(layout, 1) == plain);
    CHECK_EQUAL(le_layout_get_config(layout).cross, context.cross);
    CHECK_RULES(le_layout_check(layout));

    // Boundaries go together with it.
    context.does = ADDS_BOUNDARIES;
    CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = 60 * LE_UNIT}, NULL), LE_OK);
    CHECK_EQUAL(le_layout_section(layout, 0, NULL).offset, 25 * LE_UNIT);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(custom);
    le_composition_release(plain);
    le_composition_release(other);
}

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
        return measure(layout, 0, 1500, 33); // one size: taken in place where nothing can fail
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

// Sizes measured one by one in a layout that shares nothing: most are taken in place. Whatever allocation fails, the
// layout equals one that never tried.
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

// Sanitizers make frames several times as large.
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

void test_composition_limits(void) {
    running = (running_case){.test = "compositions, limits"};
    test_descriptions();
    test_arguments();
    test_far_badges();
    test_custom_calls_back();
    test_shared_counts();
    test_children_that_do_not_fit();
    test_nested_uniform_groups();
    test_large_custom_group();
    test_many_badges();
    test_check_of_many_groups();
    test_shrinking_groups();
    test_small_stacks();
    test_memory_running_out();
    test_measuring_in_place();
    run_cases("compositions, measuring", 2000, measuring_case);
}
