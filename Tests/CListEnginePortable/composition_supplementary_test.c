// Supplementary items of a composition: badges of items and groups, and the boundaries of sections and lists.
#include <math.h>

#include "composition_edges.h"

// Insets shrink a supplementary item along a fixed dimension, and do nothing along an estimated one.
static void insets_of_supplementary_items(void) {
    for (int open = 0; open < 4; open++) {
        const le_dimension_kind main = open & 1 ? LE_ESTIMATED_SIZE : LE_ABSOLUTE,
                                cross = open & 2 ? LE_ESTIMATED_SIZE : LE_ABSOLUTE;
        describe_row(1);
        boundaries[0].main = (le_dimension){main, 30};
        boundaries[0].cross = (le_dimension){cross, 100};
        boundaries[0].inset_main[LE_START] = 3 * LE_UNIT, boundaries[0].inset_main[LE_END] = 4 * LE_UNIT;
        boundaries[0].inset_cross[LE_START] = 5 * LE_UNIT, boundaries[0].inset_cross[LE_END] = 6 * LE_UNIT;
        spec.boundaries = boundaries;
        spec.boundary_count = 1;
        le_layout *layout = layout_from_spec((int64_t[]){1}, 1);
        const le_rect bar = le_layout_boundary_frame(layout, 0, 0, NULL);
        CHECK_EQUAL(bar.main_min, (open & 1 ? 0 : 3) * LE_UNIT);
        CHECK_EQUAL(bar.main_max, (open & 1 ? 30 : 26) * LE_UNIT);
        CHECK_EQUAL(bar.cross_min, (open & 2 ? 0 : 5) * LE_UNIT);
        CHECK_EQUAL(bar.cross_max, (open & 2 ? 100 : 94) * LE_UNIT);
        le_layout_release(layout);
    }
}

// A fraction refers to the item of the supplementary item, wherever in the group that item is.
static void fractions_of_items(void) {
    for (int along = LE_NODE_ALONG_MAIN; along <= LE_NODE_ALONG_CROSS; along++) {
        describe_row(3);
        nodes[0].kind = (le_node_kind)along;
        nodes[0].main = nodes[0].cross = (le_dimension){LE_ABSOLUTE, 200};
        nodes[1].main = nodes[1].cross = (le_dimension){LE_ABSOLUTE, 40};
        badges[0] =
            (le_badge){.node = 1, .kind = 7, .main = {LE_FRACTION_MAIN, 0.5}, .cross = {LE_FRACTION_CROSS, 0.25}};
        badges[0].container = (le_anchor){.main = 2, .cross = 2};
        spec.badges = badges;
        spec.badge_count = 1;
        le_layout *layout = layout_from_spec((int64_t[]){6}, 1);
        for (int64_t i = 0; i < 6; i++) {
            le_rect item = le_layout_item_frame(layout, 0, i, NULL);
            le_rect frame = le_layout_supplementary_frame(layout, 0, 7, i);
            CHECK(frame.main_max == item.main_max && frame.main_min == item.main_max - 20 * LE_UNIT);
            CHECK(frame.cross_max == item.cross_max && frame.cross_min == item.cross_max - 10 * LE_UNIT);
        }
        le_layout_release(layout);
    }
}

// Of the supplementary items that follow one item, its own come first, then those of the innermost group, in the order
// of declaration.
static void badges_in_order(void) {
    describe_row(0);
    nodes[0] = (le_node){.kind = LE_NODE_ALONG_MAIN,
                         .repeat = LE_REPEAT_COUNT,
                         .children = 1,
                         .count = 1,
                         .main = {LE_ABSOLUTE, 50},
                         .cross = {LE_ABSOLUTE, 50}};
    nodes[1] = nodes[0];
    nodes[2] = (le_node){.main = {LE_ABSOLUTE, 10}, .cross = {LE_ABSOLUTE, 10}};
    spec.node_count = 3;
    static const uint32_t of[] = {0, 2, 1, 0, 2, 1}; // kind 20 belongs to node 0, and so on
    static const uint16_t order[] = {21, 24, 22, 25, 20, 23};
    for (int b = 0; b < 6; b++)
        badges[b] =
            (le_badge){.node = of[b], .kind = (uint16_t)(20 + b), .main = {LE_ABSOLUTE, 5}, .cross = {LE_ABSOLUTE, 5}};
    spec.badges = badges;
    spec.badge_count = 6;
    le_layout *layout = layout_from_spec((int64_t[]){2}, 1);
    le_viewport viewport = {.rect = {0, 0, 50 * LE_UNIT, 300 * LE_UNIT}};
    le_cursor cursor;
    le_element found[16];
    le_layout_query_begin(&cursor);
    CHECK_EQUAL(le_layout_query(layout, &viewport, &cursor, found, 16), 7);
    for (int b = 0; b < 6; b++) CHECK_EQUAL(found[b + 1].kind, order[b]);
    le_layout_release(layout);
}

// A group with estimated items may have this many supplementary items. With one more its estimates become exact.
static void badges_are_counted(void) {
    for (uint32_t count = LE_MAX_ESTIMATED_GROUP; count <= LE_MAX_ESTIMATED_GROUP + 1; count++) {
        describe_row(1);
        for (uint32_t b = 0; b < count; b++) badges[b] = (le_badge){.node = 1, .kind = 7};
        spec.badges = badges;
        spec.badge_count = count;
        le_composition *composition = create_from_spec();
        le_composition_summary summary = le_composition_solve(composition, 100, 100);
        const bool many = count > LE_MAX_ESTIMATED_GROUP;
        CHECK_EQUAL(summary.fault, many ? LE_FAULT_TOO_MANY : LE_FAULT_NONE);
        le_composition_release(composition);
        le_layout *layout = layout_from_spec((int64_t[]){2}, 1);
        CHECK_EQUAL(le_layout_estimated_axes(layout, 0, 1), many ? 0 : 1);
        CHECK_EQUAL(measure_item(layout, 1, 10), many ? LE_NOT_SUPPORTED : LE_OK);
        le_layout_release(layout);
    }
}

// Boundary supplementaries that do not pin keep their frames whatever is visible. An axis that was not measured, or is
// not estimated, is unchanged.
static void boundaries_stay(void) {
    describe_row(1);
    spec.boundaries = boundaries;
    spec.boundary_count = 2;
    boundaries[0].cross = (le_dimension){LE_ESTIMATED_SIZE, 70};
    le_layout *layout = layout_from_spec((int64_t[]){50}, 1);
    CHECK_EQUAL(le_layout_set_boundaries(layout, boundaries, 2, 0, NULL), LE_OK);
    le_rect visible = {700 * LE_UNIT, 0, 800 * LE_UNIT, 300 * LE_UNIT};
    for (int64_t section = -1; section <= 0; section++) {
        for (int64_t b = 0; b < 2; b++) {
            le_rect there = le_layout_boundary_frame(layout, section, b, NULL);
            le_rect seen = le_layout_boundary_frame(layout, section, b, &visible);
            CHECK(memcmp(&there, &seen, sizeof there) == 0);
        }
        le_measurement one = {0, NAN, 44};
        CHECK_EQUAL(le_layout_measure_boundaries(layout, section, &one, 1, NULL, NULL), LE_OK);
        le_rect frame = le_layout_boundary_frame(layout, section, 0, NULL);
        CHECK_EQUAL(frame.main_max - frame.main_min, 30 * LE_UNIT);
        CHECK_EQUAL(frame.cross_max - frame.cross_min, 44 * LE_UNIT);
        one = (le_measurement){0, 33, NAN};
        CHECK_EQUAL(le_layout_measure_boundaries(layout, section, &one, 1, NULL, NULL), LE_OK);
        frame = le_layout_boundary_frame(layout, section, 0, NULL);
        CHECK_EQUAL(frame.main_max - frame.main_min, 33 * LE_UNIT);
        CHECK_EQUAL(frame.cross_max - frame.cross_min, 44 * LE_UNIT);
        CHECK_EQUAL(le_layout_measure_boundaries(layout, section, NULL, 0, NULL, NULL), LE_OK);
        le_fault fault = {.item = -7};
        one = (le_measurement){2, 33, NAN};
        CHECK_EQUAL(le_layout_measure_boundaries(layout, section, &one, 1, &fault, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(fault.item, 2);
    }
    le_fault fault = {.item = -7};
    le_measurement exact[] = {{0, 33, NAN}, {1, 33, NAN}};
    CHECK_EQUAL(le_layout_measure_boundaries(layout, 0, exact, 2, &fault, NULL), LE_NOT_SUPPORTED);
    CHECK_EQUAL(fault.item, 1);
    CHECK_EQUAL(le_layout_measure_boundaries(layout, 0, exact, 2, NULL, NULL), LE_NOT_SUPPORTED);

    // Only a boundary was measured: groups of items equal those of the template, even after an edit.
    le_sizes none = {.form = LE_SIZES_NONE, .count = 3};
    CHECK_EQUAL(le_layout_insert_items(layout, 0, 20, &none, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_item_frame(layout, 0, 52, NULL).main_max - le_layout_item_frame(layout, 0, 0, NULL).main_min,
                53 * 40 * LE_UNIT);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
}

// A boundary supplementary that pins is the header or footer of the section, with the same frame.
static void boundaries_pin(void) {
    describe_row(1);
    spec.boundaries = boundaries;
    spec.boundary_count = 2;
    boundaries[0].pins = boundaries[1].pins = true;
    le_layout *layout = layout_from_spec((int64_t[]){50}, 1);
    le_rect visible = {700 * LE_UNIT, 0, 900 * LE_UNIT, 300 * LE_UNIT};
    le_rect header = le_layout_header_frame(layout, 0, &visible, NULL);
    le_rect footer = le_layout_footer_frame(layout, 0, &visible, NULL);
    CHECK(header.main_min == visible.main_min && header.main_max == visible.main_min + 30 * LE_UNIT);
    CHECK(footer.main_max == visible.main_max && footer.main_min == visible.main_max - 30 * LE_UNIT);
    le_rect first = le_layout_boundary_frame(layout, 0, 0, &visible);
    le_rect second = le_layout_boundary_frame(layout, 0, 1, &visible);
    CHECK(memcmp(&header, &first, sizeof header) == 0 && memcmp(&footer, &second, sizeof footer) == 0);
    header = le_layout_header_frame(layout, 0, NULL, NULL);
    CHECK(header.main_min == 0 && header.main_max == 30 * LE_UNIT);
    le_layout_release(layout);
}

// The headers and footers of sections are pinned between those of the layout, except those that take no room.
static void sections_pin_between_the_boundaries_of_the_layout(void) {
    describe_row(1);
    spec.boundaries = boundaries;
    spec.boundary_count = 2;
    boundaries[0].pins = boundaries[1].pins = true;
    le_layout *layout = layout_from_spec((int64_t[]){50}, 1);
    const le_rect visible = {700 * LE_UNIT, 0, 900 * LE_UNIT, 300 * LE_UNIT};
    le_boundary own[3] = {boundaries[0], boundaries[1], boundaries[0]};
    own[2].main.value = 60;
    own[2].align_main = 1; // next to the content
    for (int overlaid = 0; overlaid < 2; overlaid++) {
        own[0].overlays = own[1].overlays = overlaid;
        CHECK_EQUAL(le_layout_set_boundaries(layout, own, 3, 0, NULL), LE_OK);
        const int64_t covered = (overlaid ? 0 : 30) * LE_UNIT;
        CHECK_EQUAL(le_layout_boundary_frame(layout, -1, 0, &visible).main_min, visible.main_min);
        CHECK_EQUAL(le_layout_boundary_frame(layout, -1, 1, &visible).main_max, visible.main_max);
        CHECK_EQUAL(le_layout_boundary_frame(layout, 0, 0, &visible).main_min, visible.main_min + covered);
        CHECK_EQUAL(le_layout_header_frame(layout, 0, &visible, NULL).main_min, visible.main_min + covered);
        CHECK_EQUAL(le_layout_boundary_frame(layout, 0, 1, &visible).main_max, visible.main_max - covered);
        CHECK_EQUAL(le_layout_footer_frame(layout, 0, &visible, NULL).main_max, visible.main_max - covered);
        // A query finds them there.
        le_element found[100];
        le_cursor cursor = {0};
        le_layout_query_begin(&cursor);
        const le_viewport viewport = {.rect = visible, .visible = visible};
        const size_t count = le_layout_query(layout, &viewport, &cursor, found, 100);
        int headers = 0;
        for (size_t i = 0; i < count; i++)
            if (found[i].section == 0 && found[i].category == LE_HEADER)
                headers += found[i].min_y == 700 + (overlaid ? 0 : 30);
        CHECK_EQUAL(headers, 1);
    }
    le_layout_release(layout);
}

void supplementary_items(void) {
    insets_of_supplementary_items();
    fractions_of_items();
    badges_in_order();
    badges_are_counted();
    boundaries_stay();
    boundaries_pin();
    sections_pin_between_the_boundaries_of_the_layout();
}
