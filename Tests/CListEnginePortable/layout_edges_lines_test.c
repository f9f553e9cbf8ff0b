// Flows and waterfalls that are rare in random layouts: lines that never coincide, rules that do not fit 32 bits, items
// that just fit, stretches of equal lines over many leaves, memory that runs out.
#include <math.h>

#include "layout_edges.h"
#include "visits.h"

static bool same_rect(le_rect a, le_rect b) { return memcmp(&a, &b, sizeof a) == 0; }

// Lines of three items each, however wide they are: a chain that begins with another item never agrees with the true
// one.
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
    le_layout *layout = create_layout(300 * LE_UNIT);
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

// Pairs of sizes in either order in memory, and in separate arrays, give the same layout.
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
        le_layout *layout = create_layout(300 * LE_UNIT);
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &items, 1, &ways[w], NULL, NULL), LE_OK);
        le_layout_frames(layout, 0, 0, ITEMS, frames[w > 0]);
        if (w) CHECK(memcmp(frames[0], frames[1], sizeof *frames) == 0);
        CHECK_RULES(le_layout_check(layout));
        le_layout_release(layout);
    }
}

// A line and spacings that do not fit 32 bits: a layout built in one call equals one built item by item.
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
            le_layout *at_once = create_layout(lines[l]), *one_by_one = create_layout(lines[l]);
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

// Constant sizes are one number, whatever follows it in memory and whatever the stride.
static void constant_sizes(void) {
    double sizes[] = {30, 1, 2, 3, 50, 1, 2, 3};
    le_section_spec flow = {.kind = LE_SECTION_FLOW};
    const int64_t items = 100;
    le_sizes constant = {
        .form = LE_SIZES_CONSTANT, .count = items, .main = sizes, .cross = sizes + 4, .stride = sizeof *sizes};
    le_layout *layout = create_layout(300 * LE_UNIT);
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &items, 1, &constant, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), 17 * 30 * LE_UNIT);
    CHECK_EQUAL(le_layout_insert_items(layout, 0, 50, &constant, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), 34 * 30 * LE_UNIT);
    le_layout_release(layout);
}

// An item that just fits the previous line goes there, and an item one unit wider does not, even if that line ends a
// leaf.
static void items_that_just_fit(void) {
    enum { ITEMS = 400 };
    le_section_spec flow = {.kind = LE_SECTION_FLOW};
    const double height = 10, width = 110;
    const int64_t items = ITEMS;
    for (int more = 0; more < 2; more++) {
        // Two items leave 80 points, and a line may be overfull by 2^-10 point.
        const double exact = 80 + 1.0 / 1024 + more / 1048576.0;
        for (int64_t at = 0; at <= ITEMS; at += 2) {
            le_layout *layout = create_layout(300 * LE_UNIT);
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

// Items of one width over any number of leaves: an edit before them moves all of them.
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
                le_layout *layout = create_layout(300 * LE_UNIT);
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

// A line that is a separate leaf is copied before it changes; without memory for the copy it is unchanged.
static void long_lines_without_memory(void) {
    const double height = 10, width = 0.5;
    const int64_t items = 500;
    le_section_spec flow = {.kind = LE_SECTION_FLOW};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = items, .main = &height, .cross = &width};
    le_layout *layout = create_layout(300 * LE_UNIT);
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

// Items without height do not change columns, so an edit before them leaves small leaves there. Other rules reach every
// item, including those.
static void small_leaves_in_front(void) {
    enum { ITEMS = 500 };
    static const double none[ITEMS];
    le_section_spec spec = {.kind = LE_SECTION_WATERFALL, .packing = LE_PACKING_LEFT_TO_RIGHT, .columns = 1};
    for (int64_t removed = 1; removed < ITEMS; removed += removed < 150 ? 25 : 1) {
        le_layout *layout = create_layout(300 * LE_UNIT);
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

// Heights with the 32nd bit set, the same for all: each line is as thick as its items, wherever it is cut.
static void flows_of_thick_lines(void) {
    const double thick = 3000, across = 90;
    const le_section_spec flow = {.kind = LE_SECTION_FLOW};
    for (int64_t items = 500; items <= 32000; items *= 4) {
        le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = items, .main = &thick, .cross = &across};
        le_layout *layout = create_layout(300 * LE_UNIT);
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &items, 1, &sizes, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_extent(layout), (items + 2) / 3 * 3000 * LE_UNIT);
        const le_rect last = le_layout_item_frame(layout, 0, items - 1, NULL);
        CHECK_EQUAL(last.main_max - last.main_min, 3000 * LE_UNIT);
        CHECK_RULES(le_layout_check(layout));
        le_layout_release(layout);
    }
}

// Lines of one item each. Items are inserted before a few others, so that the last new leaf, of more than 64 items, is
// joined with the leaf of those.
static void leaves_joined_behind_an_insertion(void) {
    const le_section_spec flow = {.kind = LE_SECTION_FLOW};
    const double across = 300;
    double pairs[2 * 160];
    for (int64_t inserted = 120; inserted < 160; inserted++) {
        le_sizes few = {.form = LE_SIZES_CONSTANT, .count = 10, .main = &across, .cross = &across};
        le_sizes more = {.form = LE_SIZES_POINTS, .count = inserted, .main = pairs, .cross = pairs + 1, .stride = 16};
        for (int64_t i = 0; i < inserted; i++) pairs[2 * i] = (double)(i % 7 + 1), pairs[2 * i + 1] = across;
        le_layout *layout = create_layout(300 * LE_UNIT);
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &few.count, 1, &few, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_insert_items(layout, 0, 0, &more, NULL, NULL), LE_OK);
        CHECK_RULES(le_layout_check(layout));
        le_layout_release(layout);
    }
}

// Lines of one item each, but where the first item of a leaf goes: the last item before it and the next one then share
// a line. The leaf before is found below the same inner node, or below the one before.
static void first_items_of_leaves_removed(void) {
    enum { LEAF = 112, LEAVES = 60, ITEMS = LEAF * LEAVES };
    const le_section_spec flow = {.kind = LE_SECTION_FLOW};
    const int64_t items = ITEMS;
    static double pairs[2 * ITEMS];
    for (int64_t first = LEAF; first < ITEMS; first += LEAF) {
        for (int64_t i = 0; i < ITEMS; i++) {
            pairs[2 * i] = 10;
            pairs[2 * i + 1] = i == first - 1 || i == first + 1 ? 100 : 250;
        }
        le_sizes sizes = {.form = LE_SIZES_POINTS, .count = items, .main = pairs, .cross = pairs + 1, .stride = 16};
        le_layout *layout = create_layout(300 * LE_UNIT);
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &items, 1, &sizes, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_remove_items(layout, 0, first, 1, NULL), LE_OK);
        CHECK_EQUAL(le_layout_extent(layout), (ITEMS - 2) * 10 * LE_UNIT);
        CHECK_RULES(le_layout_check(layout));
        le_layout_release(layout);
    }
}

// Lines are placed in 32 bits, within 4,096 points from the first of them; wider and taller flows, and gaps that nearly
// reach that far, give the same frames as the placing of single items, which is in 64 bits.
static void flows_of_many_points(void) {
    enum { ITEMS = 400 };
    static const double lines[] = {300, 4095, 4095.9990234375, 4096, 4097, 9000}, tallest[] = {50, 900, 4095.5, 9000},
                        spacings[] = {0, 8, -2.5, 2000, 4096, 1e9};
    static double pairs[2 * ITEMS], frames[4 * ITEMS];
    const int64_t items = ITEMS;
    le_visitor *visitor = le_visitor_create();
    rng r = {9};
    for (int c = 0; c < 6 * 4 * 6; c++) {
        const double tall = tallest[c / 6 % 4], spacing = spacings[c / 24];
        for (int64_t i = 0; i < 2 * ITEMS; i += 2) {
            pairs[i] = 3 + (double)rng_below(&r, 1000) / 1000 * (tall - 3);
            pairs[i + 1] = 3 + (double)rng_below(&r, 1000) / 1000 * (rng_chance(&r, 10) ? 4090 : 90);
        }
        const le_sizes sizes = {
            .form = LE_SIZES_POINTS, .count = items, .main = pairs, .cross = pairs + 1, .stride = 16};
        const le_section_spec flow = {.kind = LE_SECTION_FLOW,
                                      .packing = c % 7 == 0 ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED,
                                      .item_spacing = le_units(c % 3 == 0 ? spacing : 8),
                                      .line_spacing = le_units(c % 3 ? spacing : 8)};
        le_layout *layout = create_layout(le_units(lines[c % 6]));
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &items, 1, &sizes, NULL, NULL), LE_OK);
        le_layout_frames(layout, 0, 0, ITEMS, frames);
        for (int64_t i = 0; i < ITEMS; i++) {
            const le_rect f = le_layout_item_frame(layout, 0, i, NULL);
            CHECK(frames[4 * i] == le_points(f.cross_min) && frames[4 * i + 1] == le_points(f.main_min));
            CHECK(frames[4 * i + 2] == le_points(f.cross_max - f.cross_min));
            CHECK(frames[4 * i + 3] == le_points(f.main_max - f.main_min));
        }
        for (int k = 0; k < 4; k++) {
            const int64_t from = rng_below(&r, le_layout_extent(layout)), to = from + rng_below(&r, 5000 * LE_UNIT);
            const le_rect rect = {from, 0, to, le_units(lines[c % 6])};
            const le_viewport viewport = {.rect = rect, .visible = rect};
            check_visits(&r, layout, &viewport, visitor);
        }
        le_layout_release(layout);
    }
    le_visitor_release(visitor);
}

void lines_and_columns(void) {
    flows_of_many_points();
    first_items_of_leaves_removed();
    leaves_joined_behind_an_insertion();
    flows_of_thick_lines();
    flows_that_never_meet();
    flows_of_paired_sizes();
    flows_of_wide_rules();
    constant_sizes();
    items_that_just_fit();
    stretches_of_any_length();
    long_lines_without_memory();
    small_leaves_in_front();
}
