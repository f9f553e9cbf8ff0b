// What random layouts seldom have: sections far from the start, limits that are passed on the way, optional pointers
// that are NULL, sizes that cannot be used in several sections of one call.
#include <math.h>

#include "harness.h"
#include "kinds/flow/flow.h"
#include "support/lengths.h"

static le_layout *create(int64_t cross) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = cross, .main = 600 * LE_UNIT});
    CHECK(layout);
    return layout;
}

static const double some_sizes[] = {20, 31, 17, 44, 25, 38, 29, 12};

// Sizes of `count` items, eight different ones in turn; the arrays live until the next call.
static le_sizes sizes_of(int64_t count) {
    static double main[4000], cross[4000];
    CHECK(count <= 4000);
    for (int64_t i = 0; i < count; i++) {
        main[i] = some_sizes[i % 8];
        cross[i] = some_sizes[(i / 3) % 8] * 2;
    }
    return (le_sizes){.form = LE_SIZES_POINTS, .count = count, .main = main, .cross = cross, .stride = sizeof *main};
}

static le_status insert(le_layout *layout, int64_t at, const le_section_spec *spec, int64_t items) {
    le_sizes sizes = sizes_of(spec->kind == LE_SECTION_GRID ? 0 : items);
    if (spec->kind == LE_SECTION_GRID) sizes = (le_sizes){.form = LE_SIZES_NONE, .count = items};
    return le_layout_insert_sections(layout, at, spec, &items, 1, &sizes, NULL, NULL);
}

static le_status insert_one(le_layout *layout, int64_t at, double size) {
    le_section_spec list = {.kind = LE_SECTION_LIST};
    const int64_t one = 1;
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = 1, .main = &size};
    return le_layout_insert_sections(layout, at, &list, &one, 1, &sizes, NULL, NULL);
}

static bool same_rect(le_rect a, le_rect b) { return memcmp(&a, &b, sizeof a) == 0; }

// ---- What may be NULL, and what is counted

static void optional_pointers(void) {
    le_layout *layout = create(300 * LE_UNIT);
    CHECK(le_layout_bytes(layout) > 0);
    le_sizes none = sizes_of(0);
    le_section_spec list = {.kind = LE_SECTION_LIST};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &list, NULL, 0, &none, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_section_count(layout), 0);
    for (int i = 0; i < 100; i++) CHECK_EQUAL(insert(layout, i, &list, 5), LE_OK);
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

// Leaves of few sections get larger blocks below an inner node, too.
static void small_leaves_grow(void) {
    enum { FIRST = 17, MOST = 40 };
    le_section_spec list = {.kind = LE_SECTION_LIST};
    int64_t counts[FIRST];
    for (int i = 0; i < FIRST; i++) counts[i] = 1;
    le_sizes sizes = sizes_of(FIRST);
    for (int more = 0; more < 3; more++) {
        le_layout *layout = create(300 * LE_UNIT);
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
            le_layout *layout = create(300 * LE_UNIT);
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
    le_layout *layout = create(300 * LE_UNIT);
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

// Another container makes every section fit, or one too large, or all of them together. What is refused changes
// nothing.
static void containers_within_the_limits(void) {
    le_section_spec grid = {
        .kind = LE_SECTION_GRID, .item_main = (int64_t)1 << 58, .item_cross = 100 * LE_UNIT, .scale = 0};
    for (int64_t sections = 2; sections <= 3; sections++)
        for (int64_t items = 8; items <= 20; items += 12) {
            le_layout *layout = create(400 * LE_UNIT);
            for (int64_t s = 0; s < sections; s++) CHECK_EQUAL(insert(layout, s, &grid, items), LE_OK);
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
    le_layout *layout = create(most);
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
                le_layout *layout = create(300 * LE_UNIT);
                le_layout_config config = le_layout_get_config(layout);
                config.right_to_left = rtl;
                CHECK_EQUAL(le_layout_set_config(layout, config, NULL), LE_OK);
                le_section_spec spec = {.kind = kinds[k], .item_main = 10 * LE_UNIT, .columns = 3};
                if (kinds[k] == LE_SECTION_FLOW) spec.columns = 0;
                if (kinds[k] == LE_SECTION_WATERFALL) spec.packing = LE_PACKING_SHORTEST_FIRST;
                CHECK_EQUAL(insert_one(layout, 0, le_points(starts[s])), LE_OK);
                CHECK_EQUAL(insert(layout, 1, &spec, ITEMS), LE_OK);
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
        le_layout *layout = create(far ? LE_MAX_TOTAL / 4 : 300 * LE_UNIT);
        le_section_spec flow = {.kind = LE_SECTION_FLOW, .packing = LE_PACKING_JUSTIFIED};
        if (!far) flow.inset_cross_start = LE_MAX_TOTAL / 4, flow.inset_cross_end = -LE_MAX_TOTAL / 4;
        CHECK_EQUAL(insert(layout, 0, &flow, ITEMS), LE_OK);
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
    le_layout *layout = create(300 * LE_UNIT);
    le_section_spec list = {.kind = LE_SECTION_LIST, .inset_main_start = LE_MAX_TOTAL / 4};
    CHECK_EQUAL(insert(layout, 0, &list, 8), LE_OK);
    int64_t section, item;
    CHECK(le_layout_nearest_item(layout, -LE_MAX_TOTAL, 0, NULL, &section, &item, NULL));
    CHECK(section == 0 && item == 0);
    CHECK(le_layout_nearest_item(layout, LE_MAX_TOTAL, 0, NULL, &section, &item, NULL));
    CHECK(section == 0 && item == 7);
    le_layout_release(layout);
}

// ---- Specs at their limits

static bool takes(le_section_spec spec) {
    le_layout *layout = create(300 * LE_UNIT);
    le_status status = insert(layout, 0, &spec, 4);
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
    le_layout *layout = create(LE_UNIT);
    CHECK_EQUAL(insert(layout, 0, &spec, 4), LE_TOO_LARGE);
    CHECK_EQUAL(insert(layout, 0, &spec, 5), LE_TOO_LARGE);
    spec.header = 0;
    CHECK_EQUAL(insert(layout, 0, &spec, 4), LE_OK);
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
    layout = create(LE_UNIT);
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
    layout = create(300 * LE_UNIT);
    good = (le_section_spec){.kind = LE_SECTION_FLOW};
    CHECK_EQUAL(insert(layout, 0, &good, 100), LE_OK);
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

// ---- Flows

// Lines of three items each, however they are measured: a chain that begins with another item never meets the true one.
static void flows_that_never_meet(void) {
    enum { ITEMS = 600000 };
    double *main = slots(ITEMS, sizeof *main), *cross = slots(ITEMS, sizeof *cross);
    rng r = {5};
    for (int64_t i = 0; i < ITEMS; i++) {
        main[i] = 10;
        cross[i] = 80 + (double)rng_below(&r, 20000) / 1000;
    }
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = ITEMS, .main = main, .cross = cross, .stride = sizeof *main};
    le_section_spec flow = {.kind = LE_SECTION_FLOW};
    le_layout *layout = create(300 * LE_UNIT);
    const int64_t items = ITEMS;
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &items, 1, &sizes, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), (int64_t)ITEMS / 3 * 10 * LE_UNIT);
    for (int64_t i = 0; i < ITEMS; i += 997) {
        int64_t first, count;
        le_layout_line(layout, 0, i, &first, &count);
        CHECK(first == i / 3 * 3 && count == 3);
    }
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    free(main);
    free(cross);
}

// Pairs of sizes in either order in memory, and apart, make one layout.
static void flows_of_paired_sizes(void) {
    enum { ITEMS = 500 };
    double pairs[2 * ITEMS], apart[3 * ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        pairs[2 * i] = apart[3 * i] = some_sizes[i % 8];
        pairs[2 * i + 1] = apart[3 * i + 1] = some_sizes[i % 7] * 2;
    }
    le_section_spec flow = {.kind = LE_SECTION_FLOW, .item_spacing = 3 * LE_UNIT};
    const int64_t items = ITEMS;
    double frames[2][4 * ITEMS], reversed[2 * ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        reversed[2 * i] = pairs[2 * i + 1];
        reversed[2 * i + 1] = pairs[2 * i];
    }
    le_sizes ways[] = {{.main = pairs, .cross = pairs + 1, .stride = 16},
                       {.main = reversed + 1, .cross = reversed, .stride = 16},
                       {.main = apart, .cross = apart + 1, .stride = 24}};
    for (int w = 0; w < 3; w++) {
        ways[w].form = LE_SIZES_POINTS;
        ways[w].count = ITEMS;
        le_layout *layout = create(300 * LE_UNIT);
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &items, 1, &ways[w], NULL, NULL), LE_OK);
        le_layout_frames(layout, 0, 0, ITEMS, frames[w > 0]);
        if (w) CHECK(memcmp(frames[0], frames[1], sizeof *frames) == 0);
        CHECK_RULES(le_layout_check(layout));
        le_layout_release(layout);
    }
}

// A line and spacings that do not fit 32 bits: layouts in one call and item by item are the same.
static void flows_of_wide_rules(void) {
    enum { ITEMS = 60 };
    static const int64_t lines[] = {(int64_t)1 << 31, ((int64_t)1 << 31) - 1025, ((int64_t)1 << 31) - 1024, 0, 5},
                         spacings[] = {0, (int64_t)1 << 31, -((int64_t)1 << 31) - 1, 100 * LE_UNIT};
    double sizes_in_points[ITEMS];
    for (int i = 0; i < ITEMS; i++) sizes_in_points[i] = 2100 + i % 7 * 50;
    for (int l = 0; l < 5; l++)
        for (int s = 0; s < 8; s++) {
            le_section_spec flow = {.kind = LE_SECTION_FLOW};
            *(s / 4 ? &flow.line_spacing : &flow.item_spacing) = spacings[s % 4];
            le_layout *at_once = create(lines[l]), *one_by_one = create(lines[l]);
            const int64_t items = ITEMS, none = 0;
            le_sizes sizes = {.form = LE_SIZES_POINTS,
                              .count = ITEMS,
                              .main = sizes_in_points,
                              .cross = sizes_in_points,
                              .stride = sizeof(double)};
            CHECK_EQUAL(le_layout_insert_sections(at_once, 0, &flow, &items, 1, &sizes, NULL, NULL), LE_OK);
            sizes.count = 0;
            CHECK_EQUAL(le_layout_insert_sections(one_by_one, 0, &flow, &none, 1, &sizes, NULL, NULL), LE_OK);
            sizes.count = 1;
            for (int i = ITEMS; i-- > 0;) {
                sizes.main = sizes.cross = sizes_in_points + i;
                CHECK_EQUAL(le_layout_insert_items(one_by_one, 0, 0, &sizes, NULL, NULL), LE_OK);
            }
            CHECK_RULES(le_layout_check(at_once));
            CHECK_RULES(le_layout_check(one_by_one));
            for (int i = 0; i < ITEMS; i++)
                CHECK(
                    same_rect(le_layout_item_frame(at_once, 0, i, NULL), le_layout_item_frame(one_by_one, 0, i, NULL)));
            le_layout_release(at_once);
            le_layout_release(one_by_one);
        }
}

// Constant sizes are one number, whatever stands behind it and at whatever stride.
static void constant_sizes(void) {
    double sizes[] = {30, 1, 2, 3, 50, 1, 2, 3};
    le_section_spec flow = {.kind = LE_SECTION_FLOW};
    const int64_t items = 100;
    le_sizes constant = {
        .form = LE_SIZES_CONSTANT, .count = items, .main = sizes, .cross = sizes + 4, .stride = sizeof *sizes};
    le_layout *layout = create(300 * LE_UNIT);
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &items, 1, &constant, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), 17 * 30 * LE_UNIT);
    CHECK_EQUAL(le_layout_insert_items(layout, 0, 50, &constant, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), 34 * 30 * LE_UNIT);
    le_layout_release(layout);
}

// An item that just fits the line before it goes there, and one that is a unit wider does not: also where that line
// ends a leaf.
static void items_that_just_fit(void) {
    enum { ITEMS = 400 };
    le_section_spec flow = {.kind = LE_SECTION_FLOW};
    const double height = 10, width = 110;
    const int64_t items = ITEMS;
    for (int more = 0; more < 2; more++) {
        // Two items leave 80 points, and a line may be overfull by 2^-10 point.
        const double exact = 80 + 1.0 / 1024 + more / 1048576.0;
        for (int64_t at = 0; at <= ITEMS; at += 2) {
            le_layout *layout = create(300 * LE_UNIT);
            le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = items, .main = &height, .cross = &width};
            CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &items, 1, &sizes, NULL, NULL), LE_OK);
            sizes.count = 1;
            sizes.cross = &exact;
            CHECK_EQUAL(le_layout_insert_items(layout, 0, at, &sizes, NULL, NULL), LE_OK);
            CHECK_RULES(le_layout_check(layout));
            int64_t first, count;
            le_layout_line(layout, 0, at, &first, &count);
            CHECK_EQUAL(first, at && !more ? at - 2 : at);
            le_layout_release(layout);
        }
    }
}

// Items of one width over any number of leaves: an edit in front moves all of them on.
static void stretches_of_any_length(void) {
    enum { LEAF = 111, MOST = 8 * LEAF };
    double heights[MOST + 2], widths[MOST + 2];
    rng r = {9};
    for (int i = 0; i < MOST + 2; i++) {
        heights[i] = (double)rng_in(&r, 5, 50);
        widths[i] = 100;
    }
    le_section_spec flow = {.kind = LE_SECTION_FLOW};
    for (int64_t n = LEAF; n <= MOST; n += LEAF / 3)
        for (int64_t at = 0; at < 4; at++)
            for (int inserted = 0; inserted < 3; inserted++) {
                le_layout *layout = create(300 * LE_UNIT);
                le_sizes sizes = {
                    .form = LE_SIZES_POINTS, .count = n, .main = heights, .cross = widths, .stride = sizeof *heights};
                CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &n, 1, &sizes, NULL, NULL), LE_OK);
                if (inserted) {
                    sizes.count = inserted;
                    CHECK_EQUAL(le_layout_insert_items(layout, 0, at, &sizes, NULL, NULL), LE_OK);
                } else {
                    CHECK_EQUAL(le_layout_remove_items(layout, 0, at, 1, NULL), LE_OK);
                }
                CHECK_RULES(le_layout_check(layout));
                int64_t extent = 0, items = inserted ? n + inserted : n - 1;
                for (int64_t line = 0; line < items; line += 3) {
                    double thickness = 0;
                    for (int64_t i = line; i < smaller(line + 3, items); i++) {
                        const int64_t was = inserted ? (i < at              ? i
                                                        : i < at + inserted ? i - at
                                                                            : i - inserted)
                                                     : (i < at ? i : i + 1);
                        thickness = heights[was] > thickness ? heights[was] : thickness;
                    }
                    extent += (int64_t)thickness * LE_UNIT;
                }
                CHECK_EQUAL(le_layout_extent(layout), extent);
                le_layout_release(layout);
            }
}

// A line that is a leaf of its own is copied before it changes; where there is no memory for that, it stays.
static void long_lines_without_memory(void) {
    const double height = 10, width = 0.5;
    const int64_t items = 500;
    le_section_spec flow = {.kind = LE_SECTION_FLOW};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = items, .main = &height, .cross = &width};
    le_layout *layout = create(300 * LE_UNIT);
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &items, 1, &sizes, NULL, NULL), LE_OK);
    sizes.count = 1;
    for (int buffers = 0; buffers < 2; buffers++)
        for (long budget = 0;; budget++) {
            le_layout *copy = le_layout_copy(layout);
            CHECK(copy);
            fail_allocations_after(buffers ? -1 : budget, buffers ? budget : -1);
            const le_status status = le_layout_insert_items(copy, 0, 250, &sizes, NULL, NULL);
            fail_allocations_after(-1, -1);
            CHECK_RULES(le_layout_check(copy));
            CHECK_EQUAL(le_layout_section(copy, 0, NULL).items, status == LE_OK ? items + 1 : items);
            le_layout_release(copy);
            if (status == LE_OK) break;
            CHECK_EQUAL(status, LE_NO_MEMORY);
        }
    le_layout_release(layout);
}

// Items without height leave columns as they were, so an edit in front leaves small leaves there. Other rules reach
// every item, also those.
static void small_leaves_in_front(void) {
    enum { ITEMS = 500 };
    static const double none[ITEMS];
    le_section_spec spec = {.kind = LE_SECTION_WATERFALL, .packing = LE_PACKING_LEFT_TO_RIGHT, .columns = 1};
    for (int64_t removed = 1; removed < ITEMS; removed += removed < 150 ? 25 : 1) {
        le_layout *layout = create(300 * LE_UNIT);
        const int64_t items = ITEMS;
        le_sizes sizes = {.form = LE_SIZES_POINTS, .count = items, .main = none, .stride = sizeof *none};
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &items, 1, &sizes, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_remove_items(layout, 0, 1, removed, NULL), LE_OK);
        CHECK_RULES(le_layout_check(layout));
        le_section_spec spaced = spec;
        spaced.line_spacing = LE_UNIT;
        CHECK_EQUAL(le_layout_set_spec(layout, 0, &spaced, NULL), LE_OK);
        CHECK_RULES(le_layout_check(layout));
        CHECK_EQUAL(le_layout_extent(layout), (items - removed - 1) * LE_UNIT);
        le_layout_release(layout);
    }
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
            le_layout *layout = create(300 * LE_UNIT);
            le_section_spec spec = {.kind = kinds[k],
                                    .item_main = 10 * LE_UNIT,
                                    .columns = kinds[k] == LE_SECTION_FLOW ? 0 : 3,
                                    .line_spacing = spacing * LE_UNIT,
                                    .item_spacing = spacing * LE_UNIT};
            if (kinds[k] == LE_SECTION_WATERFALL)
                spec.packing = k == 3 ? LE_PACKING_SHORTEST_FIRST : LE_PACKING_RIGHT_TO_LEFT;
            CHECK_EQUAL(insert(layout, 0, &spec, ITEMS), LE_OK);
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
        containers_within_the_limits();
        boundaries_one_at_a_time();
        far_sections();
        specs_at_their_limits();
        flows_that_never_meet();
        flows_of_paired_sizes();
        flows_of_wide_rules();
        constant_sizes();
        items_that_just_fit();
        stretches_of_any_length();
        long_lines_without_memory();
        small_leaves_in_front();
        points_at_edges();
        small_functions();
    }
    CHECK_EQUAL(le_pool_live_blocks(), blocks);
    printf("%-28s done\n", "layouts, edges");
}
