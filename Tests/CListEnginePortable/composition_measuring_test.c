// Groups of compositional sections that are measured in any order, with edits in between.
#include <math.h>

#include "composition_limits.h"

static uint64_t groups_solved(void) { return hits("GROUP_SOLVED"); }

// Uniform groups shrink one by one, each in a separate call: the largest is found without visiting the others.
static void test_shrinking_groups(void) {
    enum { GROUPS = 1000 };
    le_composition *composition = create_simple(1, LE_UNIFORM_SIZE, false, false);
    le_layout *layout = layout_of(composition, GROUPS);
    for (int64_t g = 0; g < GROUPS; g++) CHECK_EQUAL(measure(layout, 0, g, 70), LE_OK);
    const uint64_t before = groups_solved();
    for (int64_t g = 0; g < GROUPS; g++) {
        CHECK_EQUAL(le_layout_extent(layout), GROUPS * 70 * LE_UNIT);
        CHECK_EQUAL(measure(layout, 0, g, 60), LE_OK);
    }
    CHECK_EQUAL(le_layout_extent(layout), GROUPS * 60 * LE_UNIT);
    // Once for the old size and once for the new one.
    CHECK(groups_solved() - before <= 2 * GROUPS);

    // Items in groups of one are inserted, moved and removed without laying out other groups.
    const uint64_t then = groups_solved();
    le_sizes none = {.form = LE_SIZES_NONE, .count = 1};
    for (int64_t i = 0; i < 100; i++) {
        CHECK_EQUAL(le_layout_insert_items(layout, 0, 3 * i, &none, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_move_items(layout, 0, 2 * i, 1, 900 - i, NULL), LE_OK);
        CHECK_EQUAL(le_layout_remove_items(layout, 0, 5 * i, 1, NULL), LE_OK);
    }
    CHECK(groups_solved() - then <= 100);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(composition);
}

// Random edits of a section of many measured groups. The largest group, all pitches and all frames equal those of
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

// A script of edits in ascending order, and the sizes after it. Some moved items leave their old place, others are
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
    d.spec.loops = rng_chance(&r, 2);
    d.spec.group_spacing = rng_in(&r, -3, 9) * LE_UNIT;
    le_composition *composition = create_composition(&d.spec);
    le_layout_config config = {.cross = 300 * LE_UNIT, .main = 600 * LE_UNIT};
    measured_size sizes[MOST], next[MOST];
    for (int i = 0; i < MOST; i++) sizes[i].main = sizes[i].cross = NAN;
    int64_t items = rng_in(&r, 1, 300);
    le_layout *layout = rebuild(composition, config, items, sizes);
    // Few or many different sizes, so that groups are often or seldom equal.
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

void composition_measuring(void) {
    test_shrinking_groups();
    run_cases("compositions, measuring", 2000, measuring_case);
}
