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

static void expect_badge(const le_layout *layout, uint16_t kind, int64_t index, int64_t main, int64_t cross) {
    const le_rect frame = le_layout_supplementary_frame(layout, 0, kind, index);
    CHECK_EQUAL(frame.main_max - frame.main_min, main * LE_UNIT);
    CHECK_EQUAL(frame.cross_max - frame.cross_min, cross * LE_UNIT);
}

static le_status measure_badge(le_layout *layout, uint16_t kind, int64_t index, double main, double cross) {
    return le_layout_measure_supplementaries(layout, 0, kind, &(le_measurement){index, main, cross}, 1, NULL, NULL);
}

static size_t elements_of(const le_layout *layout, le_element *found) {
    le_viewport viewport = {.rect = {0, 0, 9000 * LE_UNIT, 300 * LE_UNIT}};
    le_cursor cursor = {0};
    le_layout_query_begin(&cursor);
    return le_layout_query(layout, &viewport, &cursor, found, 100);
}

// Badges of items and groups keep their measured sizes, change nothing else, and follow their items.
static void badges_are_measured(void) {
    describe_row(3);
    const le_dimension ten = {LE_ESTIMATED_SIZE, 10};
    badges[0] = (le_badge){.node = 1, .kind = 7, .main = ten, .cross = ten};
    badges[1] = (le_badge){.node = 1, .kind = 7, .main = {LE_ABSOLUTE, 4}, .cross = ten, .container = {.main = 2}};
    badges[2] = (le_badge){.node = 0, .kind = 8, .main = ten, .cross = {LE_ABSOLUTE, 6}};
    badges[3] = (le_badge){.node = 1, .kind = 9, .main = {LE_ABSOLUTE, 4}, .cross = {LE_ABSOLUTE, 4}};
    badges[4] = (le_badge){.node = 1, .kind = 5, .main = ten, .cross = ten, .separates = true};
    spec.badges = badges;
    spec.badge_count = 5;
    le_layout *layout = layout_from_spec((int64_t[]){8}, 1);
    const int64_t extent = le_layout_extent(layout);
    CHECK_EQUAL(measure_badge(layout, 7, 4, 20, 30), LE_OK);
    CHECK_EQUAL(measure_badge(layout, 8, 1, 25, 90), LE_OK);
    CHECK_EQUAL(measure_badge(layout, 7, 2, NAN, NAN), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), extent);
    expect_badge(layout, 7, 4, 20, 30);
    expect_badge(layout, 7, 3, 10, 10);
    expect_badge(layout, 8, 1, 25, 6);
    expect_badge(layout, 8, 0, 10, 6);
    // The same size again changes nothing, and no sizes are no error.
    le_work work = {0};
    const le_measurement again = {4, 20, 30};
    CHECK_EQUAL(le_layout_measure_supplementaries(layout, 0, 7, &again, 1, NULL, &work), LE_OK);
    CHECK_EQUAL(work.items_moved, 0);
    CHECK_EQUAL(le_layout_measure_supplementaries(layout, 0, 7, &again, 0, NULL, &work), LE_OK);
    const le_measurement wider = {4, 20, 31};
    CHECK_EQUAL(le_layout_measure_supplementaries(layout, 0, 7, &wider, 1, NULL, &work), LE_OK);
    CHECK(work.items_moved > 0);
    expect_badge(layout, 7, 4, 20, 31);
    CHECK_EQUAL(measure_badge(layout, 7, 4, 20, 30), LE_OK);
    static le_element found[100];
    size_t count = elements_of(layout, found);
    int measured = 0;
    for (size_t i = 0; i < count; i++) {
        if (found[i].category != LE_SUPPLEMENTARY || found[i].kind == 9) continue;
        const bool exact = (found[i].kind == 7 && found[i].item == 4) || (found[i].kind == 8 && found[i].item == 1);
        CHECK_EQUAL(found[i].flags & LE_ELEMENT_ESTIMATED, exact ? 0 : LE_ELEMENT_ESTIMATED);
        measured += exact;
        // Each badge of the kind has the size, along the axes that it estimates.
        if (found[i].kind == 7 && exact) CHECK(found[i].max_x - found[i].min_x == 30);
    }
    CHECK_EQUAL(measured, 3);

    // A size follows its item; that of a group follows the first item of the group.
    le_layout *copy = le_layout_copy(layout);
    le_sizes none = {.form = LE_SIZES_NONE, .count = 3};
    CHECK_EQUAL(le_layout_insert_items(layout, 0, 0, &none, NULL, NULL), LE_OK);
    expect_badge(layout, 7, 7, 20, 30);
    expect_badge(layout, 7, 4, 10, 10);
    expect_badge(layout, 8, 2, 25, 6);
    expect_badge(layout, 8, 1, 10, 6);
    CHECK_EQUAL(le_layout_move_items(layout, 0, 7, 1, 0, NULL), LE_OK);
    expect_badge(layout, 7, 0, 20, 30);
    CHECK_EQUAL(le_layout_remove_items(layout, 0, 0, 11, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    CHECK_EQUAL(le_layout_insert_items(layout, 0, 0, &none, NULL, NULL), LE_OK);
    expect_badge(layout, 7, 0, 10, 10);
    expect_badge(copy, 7, 4, 20, 30);

    // Another composition with the same badges keeps them; one with other badges does not.
    CHECK_EQUAL(measure_badge(layout, 7, 1, 20, 30), LE_OK);
    spec.group_spacing = 5 * LE_UNIT;
    le_composition *same = create_from_spec();
    badges[0].kind = 6;
    le_composition *other = create_from_spec();
    badges[0].kind = 7;
    spec.badge_count = 4;
    le_composition *fewer = create_from_spec();
    spec.badge_count = 5;
    badges[2].main = (le_dimension){LE_ABSOLUTE, 10};
    le_composition *fixed = create_from_spec();
    badges[2].main = ten;
    CHECK_EQUAL(le_layout_set_composition(layout, 0, same, NULL), LE_OK);
    expect_badge(layout, 7, 1, 20, 30);
    CHECK_EQUAL(le_layout_set_composition(layout, 0, fewer, NULL), LE_OK);
    expect_badge(layout, 7, 1, 10, 10);
    CHECK_EQUAL(measure_badge(layout, 7, 1, 20, 30), LE_OK);
    CHECK_EQUAL(le_layout_set_composition(layout, 0, fixed, NULL), LE_OK);
    expect_badge(layout, 7, 1, 10, 10);
    CHECK_EQUAL(le_layout_set_composition(layout, 0, same, NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_composition(layout, 0, other, NULL), LE_OK);
    expect_badge(layout, 6, 1, 10, 10);
    le_composition_release(same);
    le_composition_release(other);
    le_composition_release(fewer);
    le_composition_release(fixed);
    le_layout_release(layout);

    // Refusals, each of which changes nothing.
    le_fault fault = {.item = -7};
    const le_measurement some[] = {{1, 9, 9}, {8, 9, 9}}, absent = {7, 9, 9}, exact = {2, 9, 9};
    CHECK_EQUAL(le_layout_measure_supplementaries(copy, 0, 7, some, 2, &fault, NULL), LE_BAD_INDEX);
    CHECK_EQUAL(fault.item, 8);
    CHECK_EQUAL(le_layout_measure_supplementaries(copy, 0, 9, &exact, 1, &fault, NULL), LE_NOT_SUPPORTED);
    CHECK_EQUAL(fault.item, 2);
    CHECK_EQUAL(le_layout_measure_supplementaries(copy, 0, 4, &exact, 1, NULL, NULL), LE_BAD_INDEX);
    // The last item has no separator.
    CHECK_EQUAL(le_layout_measure_supplementaries(copy, 0, 5, &absent, 1, NULL, NULL), LE_BAD_INDEX);
    CHECK_EQUAL(measure_badge(copy, 5, 6, 9, 9), LE_OK);
    expect_badge(copy, 7, 4, 20, 30);

    // Memory runs out at each allocation.
    for (long budget = 0;; budget++) {
        le_layout *tried = le_layout_copy(copy);
        fail_allocations_after(budget, -1);
        const le_status status = measure_badge(tried, 7, 1, 70, 80);
        fail_allocations_after(-1, -1);
        CHECK_RULES(le_layout_check(tried));
        expect_badge(tried, 7, 1, status == LE_OK ? 70 : 10, status == LE_OK ? 80 : 10);
        le_layout_release(tried);
        if (status == LE_OK) break;
        CHECK_EQUAL(status, LE_NO_MEMORY);
    }
    le_layout_release(copy);
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
    badges_are_measured();
    boundaries_stay();
    boundaries_pin();
    sections_pin_between_the_boundaries_of_the_layout();
}
