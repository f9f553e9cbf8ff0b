// Cases that are rare in random layouts: sections far from the start, limits that are exceeded only in between,
// optional pointers that are NULL, invalid sizes in several sections of one call. layout_edges_lines_test.c has the
// cases for lines of flows and columns of waterfalls.
#include <math.h>

#include "layout_edges.h"
#include "kinds/flow/flow.h"
#include "support/lengths.h"

le_layout *create_layout(int64_t cross) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = cross, .main = 600 * LE_UNIT});
    CHECK(layout);
    return layout;
}

const double some_sizes[8] = {20, 31, 17, 44, 25, 38, 29, 12};

le_sizes sizes_of(int64_t count) {
    static double main[4000], cross[4000];
    CHECK(count <= 4000);
    for (int64_t i = 0; i < count; i++) {
        main[i] = some_sizes[i % 8];
        cross[i] = some_sizes[(i / 3) % 8] * 2;
    }
    return (le_sizes){.form = LE_SIZES_POINTS, .count = count, .main = main, .cross = cross, .stride = sizeof *main};
}

le_status insert_some(le_layout *layout, int64_t at, const le_section_spec *spec, int64_t items) {
    le_sizes sizes = sizes_of(spec->kind == LE_SECTION_GRID ? 0 : items);
    if (spec->kind == LE_SECTION_GRID) sizes = (le_sizes){.form = LE_SIZES_NONE, .count = items};
    return le_layout_insert_sections(layout, at, spec, &items, 1, &sizes, NULL, NULL);
}

le_status insert_one(le_layout *layout, int64_t at, double size) {
    le_section_spec list = {.kind = LE_SECTION_LIST};
    const int64_t one = 1;
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = 1, .main = &size};
    return le_layout_insert_sections(layout, at, &list, &one, 1, &sizes, NULL, NULL);
}

// ---- Optional pointers, and work counts

static void optional_pointers(void) {
    le_layout *layout = create_layout(300 * LE_UNIT);
    CHECK(le_layout_bytes(layout) > 0);
    le_sizes none = sizes_of(0);
    le_section_spec list = {.kind = LE_SECTION_LIST};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &list, NULL, 0, &none, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_section_count(layout), 0);
    for (int i = 0; i < 100; i++) CHECK_EQUAL(insert_some(layout, i, &list, 5), LE_OK);
    int64_t section, item;
    CHECK(le_layout_item_at_point(layout, 40 * LE_UNIT, 0, NULL, &section, NULL, NULL));
    CHECK_EQUAL(section, 0);
    CHECK(le_layout_item_at_point(layout, 40 * LE_UNIT, 0, NULL, NULL, &item, NULL));
    CHECK_EQUAL(item, 1);

    // A section is found through two levels of nodes.
    le_work work = {0};
    CHECK_EQUAL(le_layout_section(layout, 70, &work).items, 5);
    CHECK_EQUAL(work.nodes_visited, 2);
    CHECK_EQUAL(le_layout_section_at_offset(layout, 0, &work), 0);
    CHECK_EQUAL(work.nodes_visited, 4);

    // Sizes of flows are read along either axis alone.
    le_sizes sizes = sizes_of(300);
    le__flow flow = {.rules = {.line = 300 * LE_UNIT}};
    int64_t widths[300], heights[300], alone[300], least_width, least_height;
    le__flow_least(&flow, &least_width, &least_height);
    CHECK(least_width == LE_MAX_TOTAL && least_height == LE_MAX_TOTAL);
    CHECK_EQUAL(le__flow_bytes(&flow), 0);
    CHECK_EQUAL(le__flow_build(&flow, &sizes, 0, 300, NULL, NULL), LE_OK);
    le__flow_read(&flow, 0, 300, widths, heights);
    le__flow_read(&flow, 0, 300, alone, NULL);
    CHECK(memcmp(alone, widths, sizeof alone) == 0);
    le__flow_read(&flow, 0, 300, NULL, alone);
    CHECK(memcmp(alone, heights, sizeof alone) == 0);
    le__flow_read(&flow, 300, 0, NULL, NULL);
    le__flow_least(&flow, &least_width, &least_height);
    CHECK(least_width == 24 * LE_UNIT && least_height == 12 * LE_UNIT);
    le__flow_release(&flow);
    le_layout_release(layout);
}

// ---- Sections

// Leaves of few sections get larger blocks below an inner node as well.
static void small_leaves_grow(void) {
    enum { FIRST = 17, MOST = 40 };
    le_section_spec list = {.kind = LE_SECTION_LIST};
    int64_t counts[FIRST];
    for (int i = 0; i < FIRST; i++) counts[i] = 1;
    le_sizes sizes = sizes_of(FIRST);
    for (int more = 0; more < 3; more++) {
        le_layout *layout = create_layout(300 * LE_UNIT);
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &list, counts, FIRST, &sizes, NULL, NULL), LE_OK);
        for (int64_t n = FIRST; n < MOST; n++) {
            CHECK_EQUAL(insert_one(layout, more == 0 ? n : more == 1 ? 0 : n / 2, 10), LE_OK);
            CHECK_RULES(le_layout_check(layout));
            CHECK_EQUAL(le_layout_section_count(layout), n + 1);
        }
        le_layout_release(layout);
    }
}

// Sizes that cannot be used: the first is named, all are counted, whatever the kind and the section.
static void faults_are_named(void) {
    static const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_WATERFALL};
    double main[] = {10, 10, 10, NAN, 10, -5, 10, INFINITY}, cross[] = {10, 10, 10, 10, 10, 10, 10, 10};
    const int64_t counts[] = {2, 3, 3};
    for (int k = 0; k < 3; k++)
        for (int lenient = 0; lenient < 2; lenient++) {
            le_layout *layout = create_layout(300 * LE_UNIT);
            le_section_spec spec = {.kind = kinds[k]};
            if (kinds[k] == LE_SECTION_WATERFALL) {
                spec.columns = 2;
                spec.packing = LE_PACKING_SHORTEST_FIRST;
            }
            CHECK_EQUAL(insert_one(layout, 0, 10), LE_OK);
            le_sizes sizes = {.form = LE_SIZES_POINTS,
                              .count = 8,
                              .main = main,
                              .cross = cross,
                              .stride = sizeof *main,
                              .lenient = lenient};
            le_fault fault = {.section = -7};
            le_status status = le_layout_insert_sections(layout, 1, &spec, counts, 3, &sizes, &fault, NULL);
            CHECK_EQUAL(status, lenient ? LE_OK : LE_BAD_VALUE);
            CHECK_EQUAL(fault.section, 2);
            CHECK_EQUAL(fault.item, 1);
            CHECK(isnan(fault.value));
            CHECK_EQUAL(fault.count, lenient ? 3 : 1);
            CHECK_EQUAL(le_layout_section_count(layout), lenient ? 4 : 1);
            // Without a place to name them in.
            CHECK_EQUAL(le_layout_insert_sections(layout, 1, &spec, counts, 3, &sizes, NULL, NULL), status);
            if (lenient) {
                fault = (le_fault){.section = -7};
                sizes.count = 6;
                CHECK_EQUAL(le_layout_insert_items(layout, 1, 1, &sizes, &fault, NULL), LE_OK);
                CHECK_EQUAL(fault.item, 3);
                CHECK_EQUAL(fault.count, 2);
                CHECK_EQUAL(le_layout_item_frame(layout, 1, 4, NULL).main_max,
                            le_layout_item_frame(layout, 1, 4, NULL).main_min);
            }
            CHECK_RULES(le_layout_check(layout));
            le_layout_release(layout);
        }
    // A refill has one size.
    le_layout *layout = create_layout(300 * LE_UNIT);
    CHECK_EQUAL(insert_one(layout, 0, 10), LE_OK);
    le_fault fault = {.section = -7};
    CHECK_EQUAL(le_layout_refill(layout, 0, NULL, 5, NAN, &fault, NULL), LE_BAD_VALUE);
    CHECK(fault.section == 0 && fault.item == 0 && isnan(fault.value));
    CHECK_EQUAL(le_layout_refill(layout, 0, NULL, LE_MAX_COUNT, 1e9, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_extent(layout), 10 * LE_UNIT);
    le_pool_fail_after(0);
    CHECK_EQUAL(le_layout_refill(layout, 0, NULL, ((int64_t)1 << 31) + 5, 1, NULL, NULL), LE_NO_MEMORY);
    le_pool_fail_after(-1);
    CHECK_EQUAL(le_layout_extent(layout), 10 * LE_UNIT);
    // The section that is too large is named.
    const double far = le_points(LE_MAX_TOTAL / 4);
    le_section_spec list = {.kind = LE_SECTION_LIST};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = 9, .main = &far};
    const int64_t many[] = {1, 2, 5, 1}, fitting[] = {1, 2, 1, 1};
    CHECK_EQUAL(le_layout_insert_sections(layout, 1, &list, many, 4, &sizes, &fault, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(fault.section, 3);
    CHECK_EQUAL(le_layout_insert_sections(layout, 1, &list, fitting, 4, &sizes, &fault, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(fault.section, 4);
    CHECK_EQUAL(le_layout_section_count(layout), 1);
    le_layout_release(layout);
}

// Sizes side by side in memory, and apart, make one list, whatever is between its rows.
static void lists_of_sizes_side_by_side(void) {
    enum { ROWS = 300 };
    static double close[ROWS], apart[2 * ROWS];
    for (int i = 0; i < ROWS; i++) close[i] = apart[2 * i] = some_sizes[i % 8] + 8;
    const int64_t spacings[] = {0, 3 * LE_UNIT, -LE_UNIT / 2, -5 * LE_UNIT}, count = ROWS;
    for (int s = 0; s < 4; s++) {
        le_section_spec list = {.kind = LE_SECTION_LIST, .line_spacing = spacings[s]};
        for (int w = 0; w < 2; w++) {
            le_layout *layout = create_layout(300 * LE_UNIT);
            le_sizes sizes = {.form = LE_SIZES_POINTS, .count = ROWS, .main = w ? apart : close};
            sizes.stride = (w ? 2 : 1) * (int64_t)sizeof(double);
            CHECK_EQUAL(le_layout_insert_sections(layout, 0, &list, &count, 1, &sizes, NULL, NULL), LE_OK);
            int64_t start = 0;
            for (int i = 0; i < ROWS; i++) {
                const le_rect row = le_layout_item_frame(layout, 0, i, NULL);
                const int64_t height = (int64_t)(close[i] * (double)LE_UNIT);
                CHECK_EQUAL(row.main_min, start);
                CHECK_EQUAL(row.main_max, start + height);
                start += height + spacings[s];
            }
            le_layout_release(layout);
        }
    }
}

// Another container makes every section fit, or one too large, or all of them together. What is refused changes
// nothing.
static void containers_within_the_limits(void) {
    le_section_spec grid = {
        .kind = LE_SECTION_GRID, .item_main = (int64_t)1 << 58, .item_cross = 100 * LE_UNIT, .scale = 0};
    // Four of them together pass what 64 bits hold.
    for (int64_t sections = 2; sections <= 4; sections++)
        for (int64_t items = 8; items <= (sections < 4 ? 20 : 8); items += 12) {
            le_layout *layout = create_layout(400 * LE_UNIT);
            for (int64_t s = 0; s < sections; s++) CHECK_EQUAL(insert_some(layout, s, &grid, items), LE_OK);
            const int64_t wide = le_layout_extent(layout);
            CHECK_EQUAL(wide, sections * (items / 4) << 58);
            le_layout_config config = le_layout_get_config(layout);
            config.cross = 100 * LE_UNIT;
            const bool fits = items == 8 && sections == 2;
            CHECK_EQUAL(le_layout_set_config(layout, config, NULL), fits ? LE_OK : LE_TOO_LARGE);
            CHECK_EQUAL(le_layout_extent(layout), fits ? LE_MAX_TOTAL : wide);
            CHECK_EQUAL(le_layout_get_config(layout).cross, (fits ? 100 : 400) * LE_UNIT);
            CHECK_RULES(le_layout_check(layout));
            // The same extents from right to left: nothing is laid out again, and frames are mirrored.
            config = le_layout_get_config(layout);
            config.right_to_left = true;
            le_work work = {0};
            double frame[8 * 4];
            CHECK_EQUAL(le_layout_set_config(layout, config, &work), LE_OK);
            CHECK_EQUAL(work.nodes_written, 0);
            le_layout_frames(layout, 0, 0, 8, frame);
            CHECK(frame[0] == le_points(config.cross) - 100);
            le_layout_release(layout);
        }
}

// Supplementary views of the layout itself: a query that has room for one at a time finds each once, and several are
// measured in one call.
static void boundaries_one_at_a_time(void) {
    const int64_t most = LE_MAX_TOTAL / 4;
    le_layout *layout = create_layout(most);
    CHECK_EQUAL(insert_one(layout, 0, 100), LE_OK);
    le_boundary boundaries[6];
    for (int b = 0; b < 6; b++)
        boundaries[b] = (le_boundary){.kind = (uint16_t)(30 + b),
                                      .main = {LE_ESTIMATED_SIZE, 10},
                                      .cross = {LE_FRACTION_CROSS, 1},
                                      .align_main = b % 3};
    CHECK_EQUAL(le_layout_set_boundaries(layout, boundaries, 6, 0, NULL), LE_OK);
    // A fraction is of no more than the largest length.
    le_rect top = le_layout_boundary_frame(layout, -1, 0, NULL);
    CHECK_EQUAL(top.cross_max - top.cross_min, LE_MAX_LENGTH);
    le_layout *copy = le_layout_copy(layout);
    le_measurement measured[] = {{0, 25, NAN}, {3, 20, NAN}, {4, 50, NAN}, {2, 40, NAN}};
    CHECK_EQUAL(le_layout_measure_boundaries(layout, -1, measured, 4, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(copy), 120 * LE_UNIT);
    CHECK_EQUAL(le_layout_extent(layout), (25 + 100 + 40) * LE_UNIT);
    for (int i = 0; i < 4; i++) {
        le_rect frame = le_layout_boundary_frame(layout, -1, measured[i].item, NULL);
        CHECK_EQUAL(frame.main_max - frame.main_min, (int64_t)measured[i].main * LE_UNIT);
    }
    le_viewport viewport = {.rect = {-1000 * LE_UNIT, 0, 1000 * LE_UNIT, most}};
    for (size_t room = 1; room <= 7; room++) {
        static const uint16_t order[] = {30, 31, 33, 34, 32, 35};
        le_cursor cursor;
        le_element found[8];
        size_t boundary = 0, n;
        le_layout_query_begin(&cursor);
        while ((n = le_layout_query(layout, &viewport, &cursor, found, room)) > 0)
            for (size_t i = 0; i < n; i++) {
                if (found[i].section >= 0) continue;
                CHECK(boundary < 6);
                CHECK_EQUAL(found[i].kind, order[boundary]);
                boundary++;
            }
        CHECK_EQUAL(boundary, 6);
        CHECK_EQUAL(le_layout_query(layout, &viewport, &cursor, found, room), 0);
    }
    le_layout_config config = le_layout_get_config(layout);
    config.main = most;
    CHECK_EQUAL(le_layout_set_config(layout, config, NULL), LE_OK);
    boundaries[0].main = (le_dimension){LE_FRACTION_MAIN, 1};
    CHECK_EQUAL(le_layout_set_boundaries(layout, boundaries, 1, 0, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_LENGTH + 100 * LE_UNIT);
    le_layout_release(layout);
    le_layout_release(copy);
}

// ---- Far from the start

// Frames and nearest items of every kind behind a section that is nearly as long as a layout may be.
static void far_sections(void) {
    static const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_GRID, LE_SECTION_FLOW, LE_SECTION_WATERFALL};
    static const int64_t starts[] = {((int64_t)1 << 49) - (40 << 20), (int64_t)1 << 49, (int64_t)1 << 50,
                                     ((int64_t)1 << 53) + ((int64_t)1 << 20), (int64_t)3 << 60};
    enum { ITEMS = 40 };
    for (int k = 0; k < 4; k++)
        for (int s = 0; s < 5; s++)
            for (int rtl = 0; rtl < 2; rtl++) {
                le_layout *layout = create_layout(300 * LE_UNIT);
                le_layout_config config = le_layout_get_config(layout);
                config.right_to_left = rtl;
                CHECK_EQUAL(le_layout_set_config(layout, config, NULL), LE_OK);
                le_section_spec spec = {.kind = kinds[k], .item_main = 10 * LE_UNIT, .columns = 3};
                if (kinds[k] == LE_SECTION_FLOW) spec.columns = 0;
                if (kinds[k] == LE_SECTION_WATERFALL) spec.packing = LE_PACKING_SHORTEST_FIRST;
                CHECK_EQUAL(insert_one(layout, 0, le_points(starts[s])), LE_OK);
                CHECK_EQUAL(insert_some(layout, 1, &spec, ITEMS), LE_OK);
                double frames[4 * ITEMS];
                float near[4 * ITEMS];
                le_layout_frames(layout, 1, 0, ITEMS, frames);
                le_layout_frames_relative(layout, 1, 0, ITEMS, 0, le_points(starts[s]), near);
                for (int i = 0; i < ITEMS; i++) {
                    le_rect f = le_layout_item_frame(layout, 1, i, NULL);
                    CHECK(f.main_min >= starts[s]);
                    const int64_t x = rtl ? config.cross - f.cross_max : f.cross_min;
                    CHECK(frames[4 * i] == le_points(x));
                    CHECK(frames[4 * i + 1] == le_points(f.main_min));
                    CHECK(frames[4 * i + 2] == le_points(f.cross_max - f.cross_min));
                    CHECK(frames[4 * i + 3] == le_points(f.main_max - f.main_min));
                    CHECK(near[4 * i] == (float)le_points(x));
                    CHECK(near[4 * i + 1] == (float)le_points(f.main_min - starts[s]));
                }
                // From the end of the first section on, the second has the nearest item.
                int64_t section, item;
                CHECK(le_layout_nearest_item(layout, INT64_MAX, 0, NULL, &section, &item, NULL));
                CHECK_EQUAL(section, 1);
                CHECK(le_layout_nearest_item(layout, INT64_MIN, 0, NULL, &section, &item, NULL));
                CHECK(section == 0 && item == 0);
                CHECK_EQUAL(le_layout_remove_items(layout, 0, 0, 1, NULL), LE_OK);
                CHECK_EQUAL(le_layout_extent(layout), le_layout_section(layout, 1, NULL).extent);
                le_layout_release(layout);
            }
    // Far along the other axis: a wide container, a far inset.
    for (int far = 0; far < 2; far++) {
        le_layout *layout = create_layout(far ? LE_MAX_TOTAL / 4 : 300 * LE_UNIT);
        le_section_spec flow = {.kind = LE_SECTION_FLOW, .packing = LE_PACKING_JUSTIFIED};
        if (!far) flow.inset_cross_start = LE_MAX_TOTAL / 4, flow.inset_cross_end = -LE_MAX_TOTAL / 4;
        CHECK_EQUAL(insert_some(layout, 0, &flow, ITEMS), LE_OK);
        double frames[4 * ITEMS];
        le_layout_frames(layout, 0, 0, ITEMS, frames);
        for (int i = 0; i < ITEMS; i++) {
            le_rect f = le_layout_item_frame(layout, 0, i, NULL);
            CHECK(frames[4 * i] == le_points(f.cross_min) && frames[4 * i + 1] == le_points(f.main_min));
            CHECK(frames[4 * i + 2] == le_points(f.cross_max - f.cross_min));
        }
        le_layout_release(layout);
    }
    // All items are far from the point, on either side.
    le_layout *layout = create_layout(300 * LE_UNIT);
    le_section_spec list = {.kind = LE_SECTION_LIST, .inset_main_start = LE_MAX_TOTAL / 4};
    CHECK_EQUAL(insert_some(layout, 0, &list, 8), LE_OK);
    int64_t section, item;
    CHECK(le_layout_nearest_item(layout, -LE_MAX_TOTAL, 0, NULL, &section, &item, NULL));
    CHECK(section == 0 && item == 0);
    CHECK(le_layout_nearest_item(layout, LE_MAX_TOTAL, 0, NULL, &section, &item, NULL));
    CHECK(section == 0 && item == 7);
    le_layout_release(layout);
}

// ---- Specs at their limits

static bool takes(le_section_spec spec) {
    le_layout *layout = create_layout(300 * LE_UNIT);
    le_status status = insert_some(layout, 0, &spec, 4);
    CHECK(status == LE_OK || status == LE_BAD_VALUE);
    CHECK_EQUAL(le_layout_section_count(layout), status == LE_OK);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    return status == LE_OK;
}

static void specs_at_their_limits(void) {
    const int64_t most = LE_MAX_TOTAL / 4;
    le_section_spec good = {.kind = LE_SECTION_GRID, .item_main = 10, .item_cross = 10, .item_spacing = -9},
                    spec = good;
    CHECK(takes(spec));
    spec.item_spacing = -10;
    CHECK(!takes(spec));
    spec = good, spec.item_cross = -1, spec.item_spacing = 5;
    CHECK(!takes(spec));
    spec = good, spec.line_spacing = -10;
    CHECK(takes(spec));
    spec.line_spacing = -11;
    CHECK(!takes(spec));
    spec = good, spec.item_main = -1, spec.line_spacing = 5;
    CHECK(!takes(spec));
    // Spaces between given columns: together no longer than any other length.
    for (int sign = -1; sign <= 1; sign += 2) {
        spec = good, spec.columns = 5, spec.item_spacing = sign * (most / 4);
        CHECK(takes(spec));
        spec.item_spacing = sign * (most / 4 + 1);
        CHECK(!takes(spec));
        spec.columns = UINT32_MAX, spec.item_spacing = sign * most;
        CHECK(!takes(spec));
    }
    // A grid whose header makes it too long.
    spec = good, spec.columns = 1, spec.item_main = most, spec.header = 1;
    le_layout *layout = create_layout(LE_UNIT);
    CHECK_EQUAL(insert_some(layout, 0, &spec, 4), LE_TOO_LARGE);
    CHECK_EQUAL(insert_some(layout, 0, &spec, 5), LE_TOO_LARGE);
    spec.header = 0;
    CHECK_EQUAL(insert_some(layout, 0, &spec, 4), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_TOTAL);
    le_layout_release(layout);

    const int64_t far = (int64_t)1 << 52;
    good = (le_section_spec){.kind = LE_SECTION_WATERFALL, .packing = LE_PACKING_SHORTEST_FIRST, .columns = 16};
    CHECK(takes(good));
    spec = good, spec.columns = 17;
    CHECK(!takes(spec));
    spec.columns = 0;
    CHECK(!takes(spec));
    spec = good, spec.packing = LE_PACKING_LEADING;
    CHECK(!takes(spec));
    spec = good, spec.line_spacing = 8;
    CHECK(!takes(spec));
    for (int sign = -1; sign <= 1; sign += 2) {
        spec = good, spec.line_spacing = sign * (far + 16);
        CHECK(!takes(spec));
        spec = good, spec.item_spacing = sign * far;
        CHECK(takes(spec));
        spec.item_spacing = sign * (far + 1);
        CHECK(!takes(spec));
    }
    spec = good, spec.line_spacing = far;
    CHECK(takes(spec));
    spec = good, spec.scale = 1024;
    CHECK(takes(spec));
    spec.scale = nextafter(1024, 2000);
    CHECK(!takes(spec));
    spec.scale = -0.5;
    CHECK(!takes(spec));
    spec.scale = NAN;
    CHECK(!takes(spec));

    // Ratios whose heights pass the limit in a wider container.
    layout = create_layout(LE_UNIT);
    spec = good, spec.columns = 1, spec.flags = LE_BY_RATIO;
    const double ratio = 1e9, width = 1;
    const int64_t two = 2;
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = 2, .main = &ratio, .cross = &width};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &two, 1, &sizes, NULL, NULL), LE_OK);
    const int64_t extent = le_layout_extent(layout);
    CHECK_EQUAL(extent, 2000000000 * LE_UNIT);
    le_layout_config config = le_layout_get_config(layout);
    config.cross = most;
    CHECK_EQUAL(le_layout_set_config(layout, config, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_extent(layout), extent);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);

    // Spacings below zero that an item is too small for, along either axis of a flow.
    layout = create_layout(300 * LE_UNIT);
    good = (le_section_spec){.kind = LE_SECTION_FLOW};
    CHECK_EQUAL(insert_some(layout, 0, &good, 100), LE_OK);
    spec = good, spec.item_spacing = -24 * LE_UNIT, spec.line_spacing = -12 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &good, NULL), LE_OK);
    spec = good, spec.line_spacing = -12 * LE_UNIT - 1;
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_BAD_VALUE);
    spec = good, spec.item_spacing = -24 * LE_UNIT - 1;
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_BAD_VALUE);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
}

// ---- Points at the edges of items

// The last item of all frames that hold the point.
static int64_t scan(const le_rect *frames, int64_t n, int64_t main, int64_t cross) {
    int64_t last = -1;
    for (int64_t i = 0; i < n; i++)
        if (frames[i].main_min <= main && main < frames[i].main_max && frames[i].cross_min <= cross &&
            cross < frames[i].cross_max)
            last = i;
    return last;
}

static void points_at_edges(void) {
    static const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_GRID, LE_SECTION_FLOW, LE_SECTION_WATERFALL,
                                            LE_SECTION_WATERFALL};
    enum { ITEMS = 60 };
    for (int k = 0; k < 5; k++)
        for (int64_t spacing = -8; spacing <= 8; spacing += 8) {
            le_layout *layout = create_layout(300 * LE_UNIT);
            le_section_spec spec = {.kind = kinds[k],
                                    .item_main = 10 * LE_UNIT,
                                    .columns = kinds[k] == LE_SECTION_FLOW ? 0 : 3,
                                    .line_spacing = spacing * LE_UNIT,
                                    .item_spacing = spacing * LE_UNIT};
            if (kinds[k] == LE_SECTION_WATERFALL)
                spec.packing = k == 3 ? LE_PACKING_SHORTEST_FIRST : LE_PACKING_RIGHT_TO_LEFT;
            CHECK_EQUAL(insert_some(layout, 0, &spec, ITEMS), LE_OK);
            le_rect frames[ITEMS];
            for (int i = 0; i < ITEMS; i++) frames[i] = le_layout_item_frame(layout, 0, i, NULL);
            for (int i = 0; i < ITEMS; i++) {
                const int64_t mains[] = {frames[i].main_min, frames[i].main_max},
                              crosses[] = {frames[i].cross_min, frames[i].cross_max};
                for (int p = 0; p < 36; p++) {
                    const int64_t main = mains[p % 2] + p / 4 % 3 - 1, cross = crosses[p / 2 % 2] + p / 12 - 1;
                    int64_t section, item = -1;
                    const bool found = le_layout_item_at_point(layout, main, cross, NULL, &section, &item, NULL);
                    CHECK_EQUAL(item, scan(frames, ITEMS, main, cross));
                    CHECK(found == (item >= 0));
                }
            }
            le_layout_release(layout);
        }
}

static void small_functions(void) {
    CHECK(le__round_half_even(2.5) == 2 && le__round_half_even(-2.5) == -2 && le__round_half_even(-3.5) == -4);
    CHECK(le__round_half_even(4503599627370497.0) == 4503599627370497.0);
    CHECK(le__round_half_even(-4503599627370497.0) == -4503599627370497.0);
    CHECK(le__round_half_even(-4503599627370495.5) == -4503599627370496.0);
}

void test_layout_edges(void) {
    running = (running_case){.test = "layouts, edges"};
    long blocks = le_pool_live_blocks();
    for (int backend = 0; backend < le_backend_count(); backend++) {
        le_backend_use(backend);
        optional_pointers();
        small_leaves_grow();
        faults_are_named();
        lists_of_sizes_side_by_side();
        containers_within_the_limits();
        boundaries_one_at_a_time();
        far_sections();
        specs_at_their_limits();
        lines_and_columns();
        points_at_edges();
        small_functions();
    }
    CHECK_EQUAL(le_pool_live_blocks(), blocks);
    printf("%-28s done\n", "layouts, edges");
}
