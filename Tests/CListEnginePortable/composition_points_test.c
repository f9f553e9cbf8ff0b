// Positions in compositional sections: the elements in a rectangle, the item at a point and the nearest one, compared
// with a scan of all frames, even in sections of 2^38 items, where a walk over all groups would take minutes.
#include <math.h>

#include "harness.h"

enum { MOST = 160, ROOM = 4 * MOST + 16 };

// ---- Random sections

typedef struct {
    le_custom_frame frame[4];
    le_node node[3];
    le_badge badge[2];
    le_composition_spec spec;
} description;

static void copy_frames(void *context, uint32_t node, int64_t main, int64_t cross, le_custom_frame *frames) {
    const description *d = context;
    (void)main, (void)cross;
    memcpy(frames, d->frame, d->node[node].count * sizeof *frames);
}

static le_dimension dimension(rng *r) {
    const le_dimension_kind kinds[] = {LE_ABSOLUTE, LE_ESTIMATED_SIZE, LE_ESTIMATED_SIZE, LE_UNIFORM_SIZE};
    return (le_dimension){kinds[rng_below(r, 4)], (double)rng_below(r, 6) * 10};
}

// A custom group with arbitrary frames, or a group of items that may be measured.
static void describe(rng *r, description *d) {
    memset(d, 0, sizeof *d);
    d->node[0] = (le_node){.kind = rng_chance(r, 2) ? LE_NODE_ALONG_CROSS : LE_NODE_ALONG_MAIN,
                           .repeat = LE_REPEAT_COUNT,
                           .children = 1,
                           .count = (uint32_t)rng_in(r, 1, rng_chance(r, 8) ? 70 : 4),
                           .main = dimension(r),
                           .cross = dimension(r)};
    if (rng_chance(r, 3)) {
        d->node[0] = (le_node){.kind = LE_NODE_CUSTOM, .count = (uint32_t)rng_in(r, 1, 4)};
        d->node[0].main = (le_dimension){LE_ABSOLUTE, (double)rng_below(r, 4) * 10};
        d->node[0].cross = (le_dimension){LE_ABSOLUTE, (double)rng_below(r, 4) * 10};
        for (int i = 0; i < 4; i++) {
            const int64_t main = rng_in(r, -40, 40) * LE_UNIT, cross = rng_in(r, -40, 40) * LE_UNIT;
            d->frame[i].frame = (le_rect){main, cross, main + rng_below(r, 30) * LE_UNIT, cross};
            d->frame[i].frame.cross_max += rng_chance(r, 4) ? 0 : rng_below(r, 60) * LE_UNIT;
        }
    }
    d->node[1] = (le_node){.main = dimension(r), .cross = dimension(r)};
    d->node[1].inset_main[LE_START] = rng_chance(r, 4) ? rng_below(r, 9) * LE_UNIT : 0;
    for (int b = 0; b < 2; b++)
        d->badge[b] = (le_badge){.node = d->node[0].kind == LE_NODE_CUSTOM ? 0 : (uint32_t)b,
                                 .kind = (uint16_t)(10 + b),
                                 .main = {LE_ABSOLUTE, (double)rng_below(r, 9)},
                                 .cross = {LE_ABSOLUTE, 5},
                                 .container = {.main = b, .offset_main = (double)rng_in(r, -30, 30)}};
    const int64_t extent = le_units(d->node[0].main.value);
    d->spec = (le_composition_spec){.nodes = d->node,
                                    .node_count = d->node[0].kind == LE_NODE_CUSTOM ? 1 : 2,
                                    .badges = d->badge,
                                    .badge_count = (size_t)rng_below(r, 3),
                                    .group_spacing = rng_chance(r, 2) ? rng_in(r, -3, 30) * LE_UNIT : -extent,
                                    .orthogonal = rng_chance(r, 3),
                                    .loops = rng_chance(r, 2),
                                    .custom = copy_frames,
                                    .context = d};
    d->spec.inset_main[LE_START] = rng_in(r, -5, 5) * LE_UNIT;
    d->spec.inset_cross[LE_START] = rng_in(r, -5, 5) * LE_UNIT;
}

// ---- A scan

static le_rect frame_of(const le_layout *layout, int64_t section, int64_t item, const int64_t *scroll) {
    le_rect r = le_layout_item_frame(layout, section, item, NULL);
    const int64_t own = le_layout_item_scroll(layout, section, item, scroll[section]);
    r.cross_min -= own;
    r.cross_max -= own;
    return r;
}

// In a section that loops, an item is shown at the only place where it can be visible: whole periods before and after
// that, it is outside of the list. What reaches out of measured groups is not known, so they are left out.
static void check_places(const le_layout *layout, int64_t section, int64_t scroll, int64_t cross) {
    const int64_t period = le_layout_groups(layout, section).period;
    if (period == 0) return;
    const int64_t items = le_layout_section(layout, section, NULL).items;
    for (int64_t i = 0; i < items; i++) {
        const int64_t own = le_layout_item_scroll(layout, section, i, scroll);
        CHECK_EQUAL((own - scroll) % period, 0);
        const le_rect r = le_layout_item_frame(layout, section, i, NULL);
        if (r.cross_min == r.cross_max || le_layout_estimated_axes(layout, section, i)) continue;
        for (int64_t turn = -2; turn <= 2; turn++) {
            const int64_t other = own + turn * period;
            if (turn != 0) CHECK(r.cross_max - other <= 0 || r.cross_min - other >= cross);
        }
    }
}

static int64_t outside(int64_t at, int64_t min, int64_t max) { return at < min ? min - at : at > max ? at - max : 0; }

static void check_point(const le_layout *layout, const le_scrolls *scrolls, const int64_t *scroll, int64_t main,
                        int64_t cross) {
    int64_t at[2] = {-1, -1}, near[2] = {-1, -1}, wanted_at[2] = {-1, -1}, wanted_near[2] = {-1, -1};
    unsigned __int128 least = 0;
    for (int64_t s = 0; s < le_layout_section_count(layout); s++) {
        const int64_t items = le_layout_groups(layout, s).items > 0 ? le_layout_section(layout, s, NULL).items : 0;
        for (int64_t i = 0; i < items; i++) {
            const le_rect r = frame_of(layout, s, i, scroll);
            if (r.main_min <= main && main < r.main_max && r.cross_min <= cross && cross < r.cross_max) {
                wanted_at[0] = s;
                wanted_at[1] = i;
            }
            const unsigned __int128 a = (unsigned __int128)outside(main, r.main_min, r.main_max);
            const unsigned __int128 b = (unsigned __int128)outside(cross, r.cross_min, r.cross_max);
            if (wanted_near[0] >= 0 && a * a + b * b >= least) continue;
            least = a * a + b * b;
            wanted_near[0] = s;
            wanted_near[1] = i;
        }
    }
    CHECK_EQUAL(le_layout_item_at_point(layout, main, cross, scrolls, &at[0], &at[1], NULL), wanted_at[0] >= 0);
    CHECK_EQUAL(at[0], wanted_at[0]);
    CHECK_EQUAL(at[1], wanted_at[1]);
    CHECK_EQUAL(le_layout_nearest_item(layout, main, cross, scrolls, &near[0], &near[1], NULL), wanted_near[0] >= 0);
    CHECK_EQUAL(near[0], wanted_near[0]);
    CHECK_EQUAL(near[1], wanted_near[1]);
}

static int64_t query(const le_layout *layout, le_rect area, const le_scrolls *scrolls, size_t chunk, le_element *out) {
    const le_viewport viewport = {.rect = area, .visible = area, .scrolls = *scrolls};
    le_cursor cursor = {0};
    int64_t n = 0;
    le_layout_query_begin(&cursor);
    for (size_t got; n + (int64_t)chunk <= ROOM; n += (int64_t)got)
        if ((got = le_layout_query(layout, &viewport, &cursor, out + n, chunk)) == 0) break;
    CHECK(n + (int64_t)chunk <= ROOM);
    return n;
}

// A query of an area returns all elements that intersect it.
static void check_area(const le_layout *layout, const le_scrolls *scrolls, le_rect area, size_t chunk) {
    static le_element all[ROOM], some[ROOM];
    const le_rect everywhere = {-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL};
    const int64_t n = query(layout, everywhere, scrolls, 61, all), found = query(layout, area, scrolls, chunk, some);
    int64_t next = 0;
    for (int64_t i = 0; i < n; i++) {
        if (all[i].min_y >= le_points(area.main_max) || all[i].max_y <= le_points(area.main_min) ||
            all[i].min_x >= le_points(area.cross_max) || all[i].max_x <= le_points(area.cross_min))
            continue;
        CHECK(next < found);
        CHECK_EQUAL(some[next].item, all[i].item);
        CHECK(memcmp(&some[next], &all[i], sizeof some[next]) == 0);
        next++;
    }
    CHECK_EQUAL(next, found);
}

static void places_case(uint64_t seed) {
    rng r = {seed};
    description d[2];
    le_composition *compositions[2];
    le_layout *layout = le_layout_create((le_layout_config){.cross = 200 * LE_UNIT, .main = 300 * LE_UNIT});
    // A few points, or several turns of a section that loops.
    const int64_t far = rng_chance(&r, 2) ? 50 : 5000;
    le_scrolled scrolled[2] = {{0, rng_in(&r, -far, far) * LE_UNIT}, {1, rng_in(&r, -far, far) * LE_UNIT}};
    const le_scrolls scrolls = {scrolled, (size_t)rng_below(&r, 3)};
    int64_t scroll[2] = {0, 0};
    for (int64_t s = 0; s < 2; s++) {
        describe(&r, &d[s]);
        le_status status;
        CHECK((compositions[s] = le_composition_create(&d[s].spec, &status)));
        const int64_t items = rng_below(&r, MOST / 2);
        CHECK_EQUAL(le_layout_insert_compositions(layout, s, &compositions[s], 1, NULL, &items, 1, NULL), LE_OK);
        if (d[s].spec.orthogonal && s < (int64_t)scrolls.count) scroll[s] = scrolled[s].offset;
        for (int64_t m = rng_below(&r, 6); m > 0 && items; m--) {
            const le_measurement measured = {rng_below(&r, items), (double)rng_below(&r, 7) * 10,
                                             (double)rng_below(&r, 7) * 10};
            if (!le_layout_estimated_axes(layout, s, measured.item)) continue;
            CHECK_EQUAL(le_layout_measure_items(layout, s, &measured, 1, NULL, NULL, NULL, NULL), LE_OK);
        }
    }
    for (int64_t s = 0; s < 2; s++) check_places(layout, s, scroll[s], 200 * LE_UNIT);
    const int64_t extent = le_layout_extent(layout);
    for (int i = 0; i < 12; i++) {
        const int64_t unit = rng_chance(&r, 4) ? 1 : LE_UNIT;
        const int64_t main = rng_in(&r, -80 * LE_UNIT, extent + 80 * LE_UNIT) / unit * unit;
        const int64_t cross = rng_in(&r, -120, 320) * LE_UNIT + rng_below(&r, unit);
        check_point(layout, &scrolls, scroll, main, cross);
        le_rect area = {main, cross, main + rng_in(&r, 1, 60 * LE_UNIT), cross + rng_in(&r, 1, 60 * LE_UNIT)};
        check_area(layout, &scrolls, area, (size_t)rng_in(&r, 1, 9));
    }
    le_layout_release(layout);
    for (int s = 0; s < 2; s++) le_composition_release(compositions[s]);
}

// ---- Sections of very many items

static le_layout *layout_of(const le_composition_spec *spec, int64_t items) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = 100 * LE_UNIT, .main = 800 * LE_UNIT});
    le_composition *composition = le_composition_create(spec, NULL);
    CHECK(layout && composition);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &composition, 1, NULL, &items, 1, NULL), LE_OK);
    le_composition_release(composition);
    return layout;
}

// The first elements in an area. The work for them is bounded, however many groups there are.
static int64_t first_elements(const le_layout *layout, le_rect area, le_element *out, size_t count) {
    const le_viewport viewport = {.rect = area, .visible = area};
    le_cursor cursor = {0};
    le_layout_query_begin(&cursor);
    const size_t n = le_layout_query(layout, &viewport, &cursor, out, count);
    CHECK(cursor.work.nodes_visited < 100);
    return (int64_t)n;
}

static const le_rect everything = {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX};

// Rows of one item each, 40 points, measured or not.
static void rows_of_many_items(void) {
    const int64_t count = (int64_t)1 << 36, row = 40 * LE_UNIT;
    le_node nodes[] = {repeating(LE_NODE_ALONG_CROSS, 1, (le_dimension){LE_ESTIMATED_SIZE, 40}),
                       {.main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_ABSOLUTE, 40}}};
    le_composition_spec spec = {.nodes = nodes, .node_count = 2};
    le_element out[4];
    for (int uniform = 0; uniform < 2; uniform++)
        for (int orthogonal = 0; orthogonal < 2; orthogonal++) {
            nodes[0].main.kind = uniform ? LE_UNIFORM_SIZE : LE_ESTIMATED_SIZE;
            nodes[0].cross = orthogonal ? (le_dimension){LE_ABSOLUTE, 40} : (le_dimension){LE_FRACTION_CROSS, 1};
            spec.orthogonal = orthogonal;
            le_layout *layout = layout_of(&spec, count);
            int64_t section = -1, item = -1;
            for (int measured = 0; measured < 2; measured++) {
                // One group grows by ten points, or all groups do.
                const int64_t grown = measured && !orthogonal ? 10 * LE_UNIT : 0, middle = count / 2;
                const int64_t along = middle * row + grown * (uniform ? middle : 1) + row / 2;
                const int64_t main = orthogonal ? LE_UNIT : along, cross = orthogonal ? along : LE_UNIT;
                const le_measurement some[] = {{7, 50, NAN}, {count - 9, 40, NAN}};
                if (measured) CHECK_EQUAL(le_layout_measure_items(layout, 0, some, 2, NULL, NULL, NULL, NULL), LE_OK);
                CHECK(le_layout_nearest_item(layout, 0, 0, NULL, &section, &item, NULL));
                CHECK_EQUAL(item, 0);
                CHECK(le_layout_nearest_item(layout, main, cross, NULL, &section, &item, NULL));
                CHECK_EQUAL(item, middle);
                CHECK(le_layout_nearest_item(layout, orthogonal ? 0 : LE_MAX_TOTAL, orthogonal ? LE_MAX_TOTAL : 0, NULL,
                                             &section, &item, NULL));
                CHECK_EQUAL(item, count - 1);
                CHECK(le_layout_item_at_point(layout, main, cross, NULL, &section, &item, NULL));
                CHECK_EQUAL(item, middle);
                // Outside of all items, across the axis of the groups.
                const int64_t past = 300 * LE_UNIT;
                le_rect area = orthogonal ? (le_rect){past, INT64_MIN, INT64_MAX, INT64_MAX}
                                          : (le_rect){INT64_MIN, past, INT64_MAX, INT64_MAX};
                CHECK_EQUAL(first_elements(layout, area, out, 4), 0);
                CHECK(!le_layout_item_at_point(layout, orthogonal ? past : main, orthogonal ? cross : past, NULL,
                                               &section, &item, NULL));
            }
            le_layout_release(layout);
        }
}

// The last measured item before a group is the last along either axis.
static void axes_measured_apart(void) {
    le_node nodes[] = {repeating(LE_NODE_ALONG_CROSS, 1, (le_dimension){LE_ESTIMATED_SIZE, 40}),
                       {.main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_ESTIMATED_SIZE, 40}}};
    le_composition_spec spec = {.nodes = nodes, .node_count = 2};
    for (int64_t along = 10; along <= 20; along += 10) {
        le_layout *layout = layout_of(&spec, 40);
        const le_measurement some[] = {{along, 100, NAN}, {30 - along, NAN, 60}};
        CHECK_EQUAL(le_layout_measure_items(layout, 0, some, 2, NULL, NULL, NULL, NULL), LE_OK);
        int64_t section, item;
        CHECK(le_layout_nearest_item(layout, (30 * 40 + 60 + 20) * LE_UNIT, 0, NULL, &section, &item, NULL));
        CHECK_EQUAL(item, 30);
        le_layout_release(layout);
    }
}

// Groups of three items without extent across.
static void empty_items(void) {
    const int64_t count = (int64_t)1 << 36;
    le_node nodes[] = {{.kind = LE_NODE_ALONG_MAIN,
                        .repeat = LE_REPEAT_COUNT,
                        .children = 1,
                        .count = 3,
                        .main = {LE_ABSOLUTE, 90},
                        .cross = {LE_ABSOLUTE, 20}},
                       {.main = {LE_ABSOLUTE, 27}, .cross = {LE_ABSOLUTE, 0}}};
    le_composition_spec spec = {.nodes = nodes, .node_count = 2};
    le_element out[4];
    for (int orthogonal = 0; orthogonal < 2; orthogonal++)
        for (int measured = 0; measured < 2; measured++) {
            spec.orthogonal = orthogonal;
            nodes[0].main.kind = nodes[1].main.kind = measured ? LE_ESTIMATED_SIZE : LE_ABSOLUTE;
            le_layout *layout = layout_of(&spec, count + 1);
            int64_t section, item;
            const le_measurement one = {count / 2, 30, NAN};
            if (measured) CHECK_EQUAL(le_layout_measure_items(layout, 0, &one, 1, NULL, NULL, NULL, NULL), LE_OK);
            CHECK_EQUAL(first_elements(layout, everything, out, 4), 0);
            CHECK(!le_layout_item_at_point(layout, LE_UNIT, 20 * LE_UNIT, NULL, &section, &item, NULL));
            CHECK(le_layout_nearest_item(layout, LE_MAX_TOTAL, LE_MAX_TOTAL, NULL, &section, &item, NULL));
            le_layout_release(layout);
        }
}

// All groups in one place, or nearly so; the two items of each group are far apart.
static void groups_that_overlap(void) {
    const int64_t count = (int64_t)1 << 36;
    description d = {.frame = {{{0, 0, 10 * LE_UNIT, 10 * LE_UNIT}, 0},
                               {{4000 * LE_UNIT, 50 * LE_UNIT, 4010 * LE_UNIT, 60 * LE_UNIT}, 0}}};
    d.node[0] = (le_node){.kind = LE_NODE_CUSTOM, .count = 2, .main = {LE_ABSOLUTE, 10}, .cross = {LE_ABSOLUTE, 10}};
    d.spec = (le_composition_spec){.nodes = d.node, .node_count = 1, .custom = copy_frames, .context = &d};
    le_element out[4];
    for (int64_t pitch = 0; pitch < 2; pitch++) {
        d.spec.group_spacing = pitch - 10 * LE_UNIT;
        le_layout *layout = layout_of(&d.spec, 2 * count);
        int64_t section, item;
        // In between: no item or only one item per group.
        le_rect between = {3000 * LE_UNIT, 30 * LE_UNIT, 3001 * LE_UNIT, 31 * LE_UNIT};
        CHECK_EQUAL(first_elements(layout, between, out, 4), 0);
        CHECK(!le_layout_item_at_point(layout, 3000 * LE_UNIT, 30 * LE_UNIT, NULL, &section, &item, NULL));
        between.cross_min = 5 * LE_UNIT;
        between.cross_max = 6 * LE_UNIT;
        CHECK_EQUAL(first_elements(layout, between, out, 4), pitch ? 4 : 0);
        // The first group whose first item ends after the start of the area.
        if (pitch) CHECK_EQUAL(out[0].item, 2 * (2990 * LE_UNIT + 1));
        CHECK(le_layout_item_at_point(layout, LE_UNIT, LE_UNIT, NULL, &section, &item, NULL));
        CHECK_EQUAL(item, pitch ? 2 * LE_UNIT : 2 * (count - 1));
        CHECK(le_layout_item_at_point(layout, 4000 * LE_UNIT + 3, 50 * LE_UNIT, NULL, &section, &item, NULL));
        CHECK_EQUAL(item, pitch ? 7 : 2 * count - 1);
        CHECK(le_layout_nearest_item(layout, LE_UNIT, LE_UNIT, NULL, &section, &item, NULL));
        CHECK_EQUAL(item, 0);
        CHECK(le_layout_nearest_item(layout, 4010 * LE_UNIT + 5, 55 * LE_UNIT, NULL, &section, &item, NULL));
        CHECK_EQUAL(item, pitch ? 11 : 1);
        le_layout_release(layout);
    }
}

// The offset of an item where there is no item, no carousel, and no turn.
static void offsets_without_a_turn(void) {
    le_node nodes[] = {repeating(LE_NODE_ALONG_CROSS, 1, (le_dimension){LE_ABSOLUTE, 60}),
                       {.main = {LE_ABSOLUTE, 10}, .cross = {LE_ABSOLUTE, 60}}};
    nodes[0].cross = (le_dimension){LE_ABSOLUTE, 60};
    le_composition_spec spec = {.nodes = nodes, .node_count = 2, .loops = true};
    const int64_t away = 200 * LE_UNIT;
    for (int orthogonal = 0; orthogonal < 2; orthogonal++)
        for (uint32_t items = 0; items < 2; items++) {
            spec.orthogonal = orthogonal;
            nodes[0].count = items;
            le_layout *layout = layout_of(&spec, 4);
            const bool loops = orthogonal && items;
            CHECK_EQUAL(le_layout_groups(layout, 0).period, loops ? 240 * LE_UNIT : 0);
            CHECK_EQUAL(le_layout_item_scroll(layout, 0, -1, away), 0);
            CHECK_EQUAL(le_layout_item_scroll(layout, 0, 4, away), 0);
            CHECK_EQUAL(le_layout_item_scroll(layout, 1, 0, away), 0);
            CHECK_EQUAL(le_layout_item_scroll(layout, 0, 3, away), orthogonal ? away : 0);
            // The first of four groups is a turn further. The last one is a turn before, at the start.
            CHECK_EQUAL(le_layout_item_scroll(layout, 0, 0, away), loops ? away - 240 * LE_UNIT : orthogonal ? away : 0);
            CHECK_EQUAL(le_layout_item_scroll(layout, 0, 3, 0), loops ? 240 * LE_UNIT : 0);
            le_layout_release(layout);
        }
}

static void very_many_items(uint64_t seed) {
    (void)seed;
    rows_of_many_items();
    axes_measured_apart();
    empty_items();
    groups_that_overlap();
    offsets_without_a_turn();
}

void test_composition_points(void) {
    run_cases("compositions, places", 20000, places_case);
    run_cases("compositions, very long", 1, very_many_items);
}
