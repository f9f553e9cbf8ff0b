// Cases that are rare in random compositions: empty groups, measurements that change nothing or exceed a limit, cursors
// of another list, custom frames without bounds, more items than a group may have.
#include <math.h>

#include "composition_edges.h"

le_node nodes[80];
le_badge badges[1200];
le_boundary boundaries[2];
le_composition_spec spec;

void describe_row(uint32_t count) {
    memset(nodes, 0, sizeof nodes);
    memset(badges, 0, sizeof badges);
    nodes[0] = repeating(LE_NODE_ALONG_CROSS, count, (le_dimension){LE_ESTIMATED_SIZE, 40});
    nodes[1] = (le_node){.main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_ABSOLUTE, 10}};
    for (int b = 0; b < 2; b++)
        boundaries[b] = (le_boundary){.kind = (uint16_t)(9 + b),
                                      .main = {b ? LE_ABSOLUTE : LE_ESTIMATED_SIZE, 30},
                                      .cross = {LE_FRACTION_CROSS, 1},
                                      .align_main = 2 * b};
    spec = (le_composition_spec){.nodes = nodes, .node_count = 2};
}

le_composition *create_from_spec(void) {
    le_composition *composition = le_composition_create(&spec, NULL);
    CHECK(composition);
    return composition;
}

le_layout *layout_from_spec(const int64_t *counts, int64_t sections) {
    le_composition *composition = create_from_spec();
    le_layout *layout = le_layout_create((le_layout_config){.cross = 300 * LE_UNIT, .main = 600 * LE_UNIT});
    CHECK(layout);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &composition, 1, NULL, counts, sections, NULL), LE_OK);
    le_composition_release(composition);
    return layout;
}

static le_status insert(le_layout *layout, int64_t items) {
    le_composition *composition = create_from_spec();
    le_status status = le_layout_insert_compositions(layout, 0, &composition, 1, NULL, &items, 1, NULL);
    le_composition_release(composition);
    return status;
}

le_status measure_item(le_layout *layout, int64_t item, double main) {
    le_measurement m = {item, main, NAN};
    return le_layout_measure_items(layout, 0, &m, 1, NULL, NULL, NULL, NULL);
}

// ---- Groups

static void groups_of_nothing(void) {
    describe_row(0);
    le_composition *composition = create_from_spec();
    le_composition_summary summary = le_composition_solve(composition, 100, 100);
    CHECK_EQUAL(summary.fault, LE_FAULT_EMPTY_GROUP);
    CHECK_EQUAL(summary.group_items, 0);
    le_composition_release(composition);
    le_layout *layout = layout_from_spec((int64_t[]){5}, 1);
    int64_t first, count;
    le_layout_line(layout, 0, 3, &first, &count);
    CHECK(first == 3 && count == 1);
    le_rect frame = le_layout_item_frame(layout, 0, 3, NULL);
    CHECK(frame.main_min == 0 && frame.main_max == 0 && frame.cross_min == 0 && frame.cross_max == 0);
    le_fault fault = {.item = -7};
    le_measurement m = {3, 10, NAN};
    CHECK_EQUAL(le_layout_measure_items(layout, 0, &m, 1, NULL, NULL, &fault, NULL), LE_NOT_SUPPORTED);
    CHECK_EQUAL(fault.item, 3);
    int64_t section, item;
    CHECK(!le_layout_nearest_item(layout, 0, 0, NULL, &section, &item, NULL));
    CHECK(!le_layout_item_at_point(layout, 0, 0, NULL, &section, &item, NULL));
    CHECK_EQUAL(le_layout_group_at_offset(layout, 0, 0), -1);
    CHECK_EQUAL(le_layout_extent(layout), 0);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);

    // Groups without extent: every offset belongs to the first one.
    describe_row(1);
    nodes[0].main = nodes[1].main = (le_dimension){LE_ABSOLUTE, 0};
    layout = layout_from_spec((int64_t[]){5}, 1);
    CHECK_EQUAL(le_layout_group_at_offset(layout, 0, 0), 0);
    CHECK_EQUAL(le_layout_group_at_offset(layout, 0, 77), 0);
    le_layout_release(layout);
    describe_row(1);
    layout = layout_from_spec((int64_t[]){5}, 1);
    CHECK_EQUAL(le_layout_group_at_offset(layout, 0, -1), 0);
    CHECK_EQUAL(le_layout_group_at_offset(layout, 0, 81 * LE_UNIT), 2);
    le_layout_release(layout);
}

// Insets that leave no room for groups: a fraction of that room is zero.
static void insets_without_room(void) {
    describe_row(1);
    nodes[1].cross = (le_dimension){LE_FRACTION_CROSS, 1};
    spec.inset_cross[LE_START] = 200 * LE_UNIT;
    for (int64_t end = 99; end <= 150; end += 17) {
        spec.inset_cross[LE_END] = end * LE_UNIT;
        le_layout *layout = layout_from_spec((int64_t[]){3}, 1);
        const le_rect frame = le_layout_item_frame(layout, 0, 1, NULL);
        CHECK_EQUAL(frame.cross_min, 200 * LE_UNIT);
        CHECK_EQUAL(frame.cross_max, (end < 100 ? 300 - end : 200) * LE_UNIT);
        le_layout_release(layout);
    }
}

// A group fills itself up to the largest number of items and no further.
static void groups_are_cut(void) {
    for (int children = 1; children <= 3; children++) {
        describe_row(0);
        nodes[0].repeat = LE_REPEAT_FILL;
        nodes[0].children = (uint32_t)children;
        nodes[0].cross = (le_dimension){LE_ABSOLUTE, LE_MAX_GROUP * 2};
        for (int i = 1; i <= children; i++) {
            nodes[i] = nodes[1];
            nodes[i].main = (le_dimension){LE_ABSOLUTE, 1};
            nodes[i].cross = (le_dimension){LE_ABSOLUTE, 1};
        }
        spec.node_count = (size_t)children + 1;
        le_composition *composition = create_from_spec();
        le_composition_summary summary = le_composition_solve(composition, 100, 100);
        CHECK_EQUAL(summary.fault, LE_FAULT_TOO_MANY);
        CHECK_EQUAL(summary.group_items, LE_MAX_GROUP);
        le_composition_release(composition);
    }
    // The first repetition is cut: its first child has as many items as a group may have.
    describe_row(LE_MAX_GROUP);
    nodes[2] = nodes[1];
    nodes[1] = nodes[0];
    nodes[1].cross = (le_dimension){LE_ABSOLUTE, 10};
    nodes[0].repeat = LE_REPEAT_FILL;
    nodes[0].children = 2;
    nodes[3] = nodes[2];
    spec.node_count = 4;
    le_composition *composition = create_from_spec();
    le_composition_summary summary = le_composition_solve(composition, 100 * LE_UNIT, 100 * LE_UNIT);
    CHECK_EQUAL(summary.fault, LE_FAULT_TOO_MANY);
    CHECK_EQUAL(summary.fault_node, 0);
    CHECK_EQUAL(summary.group_items, LE_MAX_GROUP);
    le_composition_release(composition);
}

static le_rect wild;
static void wild_frames(void *context, uint32_t node, int64_t main, int64_t cross, le_custom_frame *frames) {
    (void)context, (void)node, (void)main, (void)cross;
    frames[0].frame = wild;
}

static le_rect custom_frame(le_rect rect) {
    wild = rect;
    le_layout *layout = layout_from_spec((int64_t[]){1}, 1);
    le_rect frame = le_layout_item_frame(layout, 0, 0, NULL);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    return frame;
}

// Frames of a custom group are clamped to the limits, one edge at a time.
static void custom_frames_are_cut(void) {
    describe_row(0);
    nodes[0] = (le_node){.kind = LE_NODE_CUSTOM, .count = 1, .main = {LE_ABSOLUTE, 50}, .cross = {LE_ABSOLUTE, 50}};
    spec.node_count = 1;
    spec.custom = wild_frames;
    const int64_t most = LE_MAX_LENGTH;
    le_rect frame = custom_frame((le_rect){1, 2, 3, 4});
    CHECK(frame.main_min == 1 && frame.cross_min == 2 && frame.main_max == 3 && frame.cross_max == 4);
    frame = custom_frame((le_rect){INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX});
    CHECK(frame.main_min == -most && frame.cross_min == -most && frame.main_max == 0 && frame.cross_max == 0);
    frame = custom_frame((le_rect){INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX});
    CHECK(frame.main_min == most && frame.cross_min == most && frame.main_max == 2 * most &&
          frame.cross_max == 2 * most);
    frame = custom_frame((le_rect){5, 6, INT64_MIN, INT64_MIN});
    CHECK(frame.main_min == 5 && frame.cross_min == 6 && frame.main_max == 5 && frame.cross_max == 6);
    // More frames than a group may have.
    nodes[0].count = LE_MAX_GROUP + 1;
    le_composition *composition = create_from_spec();
    le_composition_summary summary = le_composition_solve(composition, 100, 100);
    CHECK_EQUAL(summary.fault, LE_FAULT_TOO_MANY);
    CHECK_EQUAL(summary.group_items, 0);
    le_composition_release(composition);
}

// Spacings that leave nothing, or more than any length: shares equal those of the division.
static void shares_of_far_spaces(void) {
    static const uint32_t counts[] = {4, (1 << 19) + 2, 1 << 22};
    for (int sign = -1; sign <= 1; sign += 2)
        for (int c = 0; c < 3; c++) {
            const uint32_t count = counts[c];
            describe_row(count);
            nodes[0].repeat = LE_REPEAT_SHARE;
            nodes[0].main = nodes[1].main = (le_dimension){LE_ABSOLUTE, 10};
            nodes[0].between.least = sign * LE_MAX_LENGTH;
            le_layout *layout = layout_from_spec((int64_t[]){4}, 1);
            const int64_t room = 300 * LE_UNIT, spacing = nodes[0].between.least, n = count;
            const int64_t slot = (room + spacing) / n - ((room + spacing) % n < 0) - spacing;
            for (int64_t i = 0; i < 3; i++) {
                le_rect frame = le_layout_item_frame(layout, 0, i, NULL);
                CHECK_EQUAL(frame.cross_max - frame.cross_min, slot > 0 ? slot : 0);
            }
            CHECK_RULES(le_layout_check(layout));
            le_layout_release(layout);
        }
}

// Spaces come out of fractions of the group: n fractions f of the content without n - 1 spaces. As many children fit as
// without spaces, whatever the space. A repeated child has the size that it has in a filled group.
static void fractions_without_spaces(void) {
    const int64_t content = 300 * LE_UNIT;
    for (int64_t n = 1; n <= 12; n++)
        for (int64_t spacing = -5 * LE_UNIT; spacing <= 20 * LE_UNIT; spacing += 5 * LE_UNIT)
            for (int repeat = LE_REPEAT_FILL; repeat <= LE_REPEAT_SHARE; repeat++)
                for (int square = 0; square < 2; square++) {
                    describe_row((uint32_t)n);
                    nodes[0].repeat = (le_repeat)repeat;
                    nodes[0].main = (le_dimension){LE_ABSOLUTE, 400};
                    nodes[0].between.least = spacing;
                    nodes[1].cross = nodes[1].main = (le_dimension){LE_FRACTION_CROSS, 1.0 / (double)n};
                    if (!square) nodes[1].main = (le_dimension){LE_ABSOLUTE, 10};
                    le_layout *layout = layout_from_spec((int64_t[]){n}, 1);
                    CHECK_EQUAL(le_layout_groups(layout, 0).items, n);
                    const double width = (double)(content - (n - 1) * spacing) / (double)n;
                    for (int64_t i = 0; i < n; i++) {
                        const le_rect frame = le_layout_item_frame(layout, 0, i, NULL);
                        CHECK(fabs((double)(frame.cross_max - frame.cross_min) - width) <= 1);
                        CHECK(fabs((double)frame.cross_min - (double)i * (width + (double)spacing)) <= 12);
                        CHECK(fabs((double)(frame.main_max - frame.main_min) - (square ? width : 10 * LE_UNIT)) <= 1);
                    }
                    le_layout_release(layout);
                }
}

// The space before headers is part of the section. A pinned header leaves it behind, and headers that overlay the
// content have none.
static void space_before_headers(void) {
    const int64_t space = 7 * LE_UNIT, header = 30 * LE_UNIT, footer = 30 * LE_UNIT, items = 3 * 40 * LE_UNIT;
    for (int overlays = 0; overlays < 2; overlays++) {
        describe_row(1);
        boundaries[0].pins = true;
        boundaries[0].overlays = overlays;
        spec.boundaries = boundaries;
        spec.boundary_count = 2;
        spec.header_space = space;
        le_layout *layout = layout_from_spec((int64_t[]){3, 0}, 2);
        const int64_t start = overlays ? 0 : space + header, extent = start + items + footer;
        CHECK_EQUAL(le_layout_item_frame(layout, 0, 0, NULL).main_min, start);
        CHECK_EQUAL(le_layout_section(layout, 0, NULL).extent, extent);
        CHECK_EQUAL(le_layout_section(layout, 1, NULL).extent, start + footer); // without items
        CHECK_EQUAL(le_layout_boundary_frame(layout, 0, 0, NULL).main_min, overlays ? 0 : space);
        CHECK_EQUAL(le_layout_boundary_frame(layout, 1, 0, NULL).main_min, extent + (overlays ? 0 : space));
        CHECK_EQUAL(le_layout_boundary_frame(layout, 0, 1, NULL).main_min, start + items);
        for (int64_t at = 0; at < extent; at += 9 * LE_UNIT) {
            const le_rect visible = {at, 0, at + 100 * LE_UNIT, 300 * LE_UNIT};
            const int64_t natural = overlays ? 0 : space, last = extent - header;
            const int64_t wanted = at < natural ? natural : at < last ? at : last;
            CHECK_EQUAL(le_layout_boundary_frame(layout, 0, 0, &visible).main_min, wanted);
        }
        CHECK_RULES(le_layout_check(layout));
        le_layout_release(layout);
    }
}

// Flexible spaces divide the remaining space into parts as equal as possible.
static void flexible_spaces(void) {
    for (int which = 0; which < 8; which++) {
        describe_row(0);
        nodes[0].repeat = LE_REPEAT_FILL;
        nodes[0].main = nodes[1].main = (le_dimension){LE_ABSOLUTE, 40};
        nodes[0].children = 3;
        nodes[1].cross = (le_dimension){LE_ABSOLUTE, 60};
        nodes[0].between = (le_space){.least = 10 * LE_UNIT, .flexible = which & 1};
        nodes[1].edge_cross[LE_START] = (le_space){.least = 2 * LE_UNIT, .flexible = which & 2};
        nodes[1].edge_cross[LE_END] = (le_space){.least = 3 * LE_UNIT, .flexible = which & 4};
        nodes[2] = nodes[3] = nodes[1];
        nodes[3].edge_cross[LE_END].least = 50 * LE_UNIT;
        spec.node_count = 4;
        // Three items occupy 3 x 65 points, two spacings and 47 more: 38 of 300 points remain.
        const int64_t spaces = (which & 1 ? 2 : 0) + (which & 2 ? 3 : 0) + (which & 4 ? 3 : 0), left = 38 * LE_UNIT;
        le_layout *layout = layout_from_spec((int64_t[]){3}, 1);
        int64_t at = 0, taken = 0;
        for (int64_t i = 0; i < 3; i++) {
            if (i) at += 10 * LE_UNIT;
            taken += (i && which & 1) + (which & 2 ? 1 : 0);
            at += 2 * LE_UNIT;
            le_rect frame = le_layout_item_frame(layout, 0, i, NULL);
            const int64_t shared = spaces ? left * taken / spaces : 0;
            CHECK(frame.cross_min - at >= shared - 8 && frame.cross_min - at <= shared + 8);
            CHECK_EQUAL(frame.cross_max - frame.cross_min, 60 * LE_UNIT);
            at += 63 * LE_UNIT;
            taken += which & 4 ? 1 : 0;
        }
        le_layout_release(layout);
    }
}

// In a group with fewer items, only supplementary items of existing items have a frame.
static void badges_of_a_short_group(void) {
    describe_row(3);
    nodes[0].main = nodes[1].main = (le_dimension){LE_ABSOLUTE, 40};
    badges[0] = (le_badge){.node = 1, .kind = 7, .main = {LE_ABSOLUTE, 5}, .cross = {LE_ABSOLUTE, 5}};
    spec.badges = badges;
    spec.badge_count = 1;
    for (int64_t items = 0; items <= 7; items++) {
        le_layout *layout = layout_from_spec(&items, 1);
        for (int64_t i = 0; i <= 10; i++) {
            le_rect frame = le_layout_supplementary_frame(layout, 0, 7, i);
            CHECK_EQUAL(frame.main_max - frame.main_min, i < items ? 5 * LE_UNIT : 0);
            if (i < items) CHECK_EQUAL(frame.main_min, i / 3 * 40 * LE_UNIT);
            if (i < items) CHECK_EQUAL(frame.cross_min, i % 3 * 10 * LE_UNIT);
        }
        le_layout_release(layout);
    }
}

// Frames in bulk equal those of single items, even with supplementary items and in a mirrored list.
static void frames_of_items_with_badges(void) {
    enum { ITEMS = 7 };
    describe_row(3);
    nodes[0].main = nodes[1].main = (le_dimension){LE_ABSOLUTE, 40};
    badges[0] = (le_badge){.node = 1, .kind = 7, .main = {LE_ABSOLUTE, 5}, .cross = {LE_ABSOLUTE, 5}};
    spec.badges = badges;
    spec.badge_count = 1;
    for (int mirrored = 0; mirrored <= 1; mirrored++) {
        le_layout *layout = layout_from_spec((int64_t[]){ITEMS}, 1);
        le_layout_config config = le_layout_get_config(layout);
        config.right_to_left = mirrored;
        CHECK_EQUAL(le_layout_set_config(layout, config, NULL), LE_OK);
        double frames[4 * ITEMS];
        le_layout_frames(layout, 0, 0, ITEMS, frames);
        for (int i = 0; i < ITEMS; i++) {
            CHECK(frames[4 * i] == (mirrored ? 290 - i % 3 * 10 : i % 3 * 10));
            CHECK(frames[4 * i + 1] == i / 3 * 40);
            CHECK(frames[4 * i + 2] == 10 && frames[4 * i + 3] == 40);
        }
        le_layout_release(layout);
    }
}

// ---- Measuring

// The work of a call is reported in counted nodes and items.
static void measuring_is_counted(void) {
    describe_row(3);
    le_layout *layout = layout_from_spec((int64_t[]){30}, 1);
    le_work work = {0};
    le_measurement m = {4, 70, NAN};
    int64_t changed;
    // A first size is stored on a copy, a second one in place: both lay out one group of three items.
    for (int64_t turn = 1; turn <= 2; turn++, m.main += 1) {
        CHECK_EQUAL(le_layout_measure_items(layout, 0, &m, 1, &changed, NULL, NULL, &work), LE_OK);
        CHECK_EQUAL(changed, 1);
        CHECK_EQUAL(work.items_moved, (uint64_t)(3 * turn));
    }
    // An edit lays out the measured group after it.
    le_sizes none = {.form = LE_SIZES_NONE, .count = 3};
    work = (le_work){0};
    CHECK_EQUAL(le_layout_insert_items(layout, 0, 0, &none, NULL, &work), LE_OK);
    CHECK_EQUAL(work.items_moved, 3);
    CHECK_EQUAL(le_layout_extent(layout), (10 * 40 + 71) * LE_UNIT);
    le_layout_release(layout);
}

// A size equal to the estimate is still a size: it is kept when the estimate changes.
static void the_estimate_itself(void) {
    describe_row(2);
    spec.badges = badges;
    spec.badge_count = 1;
    badges[0] = (le_badge){.node = 1, .kind = 7, .main = {LE_ABSOLUTE, 5}, .cross = {LE_ABSOLUTE, 5}};
    le_layout *layout = layout_from_spec((int64_t[]){6}, 1);
    le_measurement m[] = {{2, 40, NAN}, {3, 40, NAN}};
    int64_t changed;
    CHECK_EQUAL(le_layout_measure_items(layout, 0, m, 2, &changed, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(changed, 2);
    CHECK_EQUAL(le_layout_extent(layout), 120 * LE_UNIT);
    CHECK_RULES(le_layout_check(layout));
    nodes[1].main.value = 10;
    le_composition *other = create_from_spec();
    CHECK_EQUAL(le_layout_set_composition(layout, 0, other, NULL), LE_OK);
    le_composition_release(other);
    CHECK_EQUAL(le_layout_extent(layout), 60 * LE_UNIT);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
}

// Sizes and insertions that exceed a limit are refused and change nothing. Every measurement of a call is checked
// before the first one is stored.
static void measurements_of_fixed_items(void) {
    describe_row(0);
    nodes[0].repeat = LE_REPEAT_FILL;
    nodes[0].children = 2;
    nodes[2] = nodes[1];
    nodes[2].main = (le_dimension){LE_ABSOLUTE, 20};
    spec.node_count = 3;
    le_layout *layout = layout_from_spec((int64_t[]){4}, 1);
    const le_measurement both[] = {{0, 70, NAN}, {1, 70, NAN}};
    le_fault fault = {.item = -7};
    CHECK_EQUAL(le_layout_measure_items(layout, 0, both, 2, NULL, NULL, &fault, NULL), LE_NOT_SUPPORTED);
    CHECK_EQUAL(fault.item, 1);
    CHECK_EQUAL(le_layout_item_frame(layout, 0, 0, NULL).main_max, 40 * LE_UNIT);
    CHECK_EQUAL(le_layout_measure_items(layout, 0, both, 1, NULL, NULL, &fault, NULL), LE_OK);
    CHECK_EQUAL(le_layout_item_frame(layout, 0, 0, NULL).main_max, 70 * LE_UNIT);
    le_layout_release(layout);
}

static void limits_of_measuring(void) {
    const double most = le_points(LE_MAX_LENGTH);
    const int64_t full = LE_MAX_TOTAL / LE_MAX_LENGTH;
    describe_row(1);
    nodes[0].main.value = nodes[1].main.value = most;
    le_layout *layout = layout_from_spec((int64_t[]){full - 1}, 1);
    CHECK_EQUAL(measure_item(layout, full - 2, 10), LE_OK);
    int64_t extent = le_layout_extent(layout);
    CHECK_EQUAL(extent, (full - 2) * LE_MAX_LENGTH + 10 * LE_UNIT);
    le_sizes none = {.form = LE_SIZES_NONE, .count = 2};
    CHECK_EQUAL(le_layout_insert_items(layout, 0, 0, &none, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_insert_items(layout, 0, full - 1, &none, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_extent(layout), extent);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);

    // A section that nearly fills the largest total: an item cannot get the largest size.
    const int64_t items = full + full / 1024, each = LE_MAX_TOTAL / items;
    describe_row(1);
    nodes[0].main.value = nodes[1].main.value = le_points(each);
    layout = layout_from_spec((int64_t[]){items}, 1);
    CHECK_EQUAL(measure_item(layout, 5, most), LE_TOO_LARGE);
    CHECK_EQUAL(measure_item(layout, 5, le_points(each)), LE_OK);
    CHECK_EQUAL(measure_item(layout, 5, most), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_extent(layout), items * each);
    CHECK_EQUAL(measure_item(layout, 6, le_points(each - 1)), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), items * each - 1);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);

    // A layout that is nearly full: items grow one after the other until one does not fit.
    describe_row(1);
    layout = layout_from_spec((int64_t[]){20}, 1);
    le_section_spec list = {.kind = LE_SECTION_LIST};
    const int64_t one = 1;
    const double rest = le_points(LE_MAX_TOTAL - LE_MAX_LENGTH / 4);
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = 1, .main = &rest};
    CHECK_EQUAL(le_layout_insert_sections(layout, 1, &list, &one, 1, &sizes, NULL, NULL), LE_OK);
    CHECK_EQUAL(measure_item(layout, 0, most / 8), LE_OK);
    CHECK_EQUAL(measure_item(layout, 1, most / 16), LE_OK);
    extent = le_layout_extent(layout);
    CHECK_EQUAL(measure_item(layout, 2, most / 8), LE_TOO_LARGE);
    le_measurement several[] = {{18, 10, NAN}, {19, most, NAN}};
    CHECK_EQUAL(le_layout_measure_items(layout, 0, several, 2, NULL, NULL, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_extent(layout), extent);
    CHECK_EQUAL(measure_item(layout, 1, most / 32), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);

    // Groups of one size: the largest total is allowed, and one unit more is not.
    describe_row(1);
    nodes[0].main = nodes[1].main = (le_dimension){LE_ABSOLUTE, most};
    layout = le_layout_create((le_layout_config){.cross = 300 * LE_UNIT, .main = 600 * LE_UNIT});
    CHECK_EQUAL(insert(layout, full + 1), LE_TOO_LARGE);
    CHECK_EQUAL(insert(layout, 2 * full), LE_TOO_LARGE);
    CHECK_EQUAL(insert(layout, LE_MAX_COUNT), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_section_count(layout), 0);
    CHECK_EQUAL(insert(layout, full), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_TOTAL);
    CHECK_EQUAL(insert(layout, 1), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_TOTAL);
    le_layout_release(layout);

    // Several sections fit one by one, but not together.
    le_composition *composition = create_from_spec();
    layout = le_layout_create((le_layout_config){.cross = 300 * LE_UNIT, .main = 600 * LE_UNIT});
    const int64_t tall[] = {full / 2 + 1, full / 2}, many[] = {LE_MAX_COUNT, 1};
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &composition, 1, NULL, tall, 2, NULL), LE_TOO_LARGE);
    le_composition_release(composition);
    nodes[0].main = nodes[1].main = (le_dimension){LE_ABSOLUTE, 0};
    composition = create_from_spec();
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &composition, 1, NULL, many, 2, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &composition, 0, NULL, many, 1, NULL), LE_BAD_INDEX);
    CHECK_EQUAL(le_layout_section_count(layout), 0);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &composition, 1, NULL, many, 1, NULL), LE_OK);
    le_composition_release(composition);
    le_layout_release(layout);
}

// ---- Queries

// The list of a cursor becomes shorter: the cursor ends, or continues with the remaining items.
static void cursors_of_another_list(void) {
    describe_row(2);
    spec.boundaries = boundaries;
    spec.boundary_count = 2;
    le_layout *layout = layout_from_spec((int64_t[]){40, 7}, 2), *shorter = le_layout_copy(layout);
    CHECK_EQUAL(le_layout_remove_items(shorter, 0, 2, 38, NULL), LE_OK);
    le_viewport viewport = {.rect = {0, 0, 10000 * LE_UNIT, 300 * LE_UNIT}};
    for (size_t most = 1; most < 40; most++) {
        le_cursor cursor;
        le_element found[40];
        le_layout_query_begin(&cursor);
        CHECK_EQUAL(le_layout_query(layout, &viewport, &cursor, found, most), most);
        int64_t seen = 0;
        size_t n;
        while ((n = le_layout_query(shorter, &viewport, &cursor, found, 3)) > 0) {
            for (size_t i = 0; i < n; i++)
                CHECK(found[i].section >= 0 && found[i].section < 2 &&
                      found[i].item < (found[i].section ? 7
                                       : most < 3       ? 40
                                                        : 2) +
                                          2);
            seen += (int64_t)n;
        }
        CHECK(seen >= 7 + 2 && seen <= 2 + 7 + 4);
    }
    le_layout_release(layout);
    le_layout_release(shorter);
}

// ---- Memory

// A composition whose solving needs every sort of memory: many nodes, many children, many supplementary items.
static void solving_without_memory(void) {
    describe_row(0);
    nodes[0].repeat = LE_REPEAT_FILL;
    nodes[0].children = 70;
    for (int i = 1; i <= 70; i++) nodes[i] = (le_node){.main = {LE_ESTIMATED_SIZE, 10}, .cross = {LE_ABSOLUTE, 1}};
    spec.node_count = 71;
    for (uint32_t b = 0; b < 60; b++) badges[b] = (le_badge){.node = b, .kind = 7};
    spec.badges = badges;
    spec.badge_count = 60;
    le_composition *composition = create_from_spec();
    le_composition_summary full = le_composition_solve(composition, 500 * LE_UNIT, 300 * LE_UNIT);
    CHECK(full.group_items == 300 && full.fault == LE_FAULT_NONE);
    // The composition keeps its solution for a container, so the second time needs no memory.
    fail_allocations_after(0, 0);
    CHECK_EQUAL(le_composition_solve(composition, 500 * LE_UNIT, 300 * LE_UNIT).group_main, full.group_main);
    CHECK_EQUAL(le_composition_solve(composition, 500 * LE_UNIT, 299 * LE_UNIT).group_items, -1);
    fail_allocations_after(-1, -1);
    le_layout *layout = layout_from_spec((int64_t[]){900}, 1);
    long blocks = le_pool_live_blocks();
    for (int buffers = 0; buffers < 2; buffers++) {
        long refused = 0;
        for (;; refused++) {
            // A new composition, because one that was solved before is not solved again.
            le_composition *other = create_from_spec();
            fail_allocations_after(buffers ? -1 : refused, buffers ? refused : -1);
            le_composition_summary summary = le_composition_solve(other, 500 * LE_UNIT, 300 * LE_UNIT);
            fail_allocations_after(-1, -1);
            le_composition_release(other);
            CHECK_EQUAL(le_pool_live_blocks(), blocks);
            CHECK(summary.group_items == (summary.group_items < 0 ? -1 : 300));
            if (summary.group_items == 300) break;
        }
        CHECK(refused >= (buffers ? 6 : 1));
        // The first size of a section creates its trees.
        for (refused = 0;; refused++) {
            le_layout *copy = le_layout_copy(layout);
            fail_allocations_after(buffers ? -1 : refused, buffers ? refused : -1);
            le_measurement m = {7, 33, NAN};
            le_status status = le_layout_measure_items(copy, 0, &m, 1, NULL, NULL, NULL, NULL);
            fail_allocations_after(-1, -1);
            CHECK_RULES(le_layout_check(copy));
            CHECK_EQUAL(le_layout_extent(copy), (status == LE_OK ? 20 + 33 : 30) * LE_UNIT);
            le_layout_release(copy);
            if (status == LE_OK) break;
            CHECK_EQUAL(status, LE_NO_MEMORY);
        }
        CHECK_EQUAL(le_pool_live_blocks(), blocks);
    }
    le_layout_release(layout);
    le_composition_release(composition);
}

void test_composition_edges(void) {
    running = (running_case){.test = "compositions, edges"};
    long blocks = le_pool_live_blocks();
    groups_of_nothing();
    insets_without_room();
    groups_are_cut();
    custom_frames_are_cut();
    shares_of_far_spaces();
    fractions_without_spaces();
    space_before_headers();
    flexible_spaces();
    badges_of_a_short_group();
    frames_of_items_with_badges();
    supplementary_items();
    measuring_is_counted();
    the_estimate_itself();
    measurements_of_fixed_items();
    limits_of_measuring();
    cursors_of_another_list();
    solving_without_memory();
    CHECK_EQUAL(le_pool_live_blocks(), blocks);
    printf("%-28s done\n", "compositions, edges");
}
