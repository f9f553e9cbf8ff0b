// Queries of layouts: indices, viewports and cursors of any value, walks over too many items to visit, and points
// compared with a scan of all frames.
#include <math.h>

#include "layout_limits.h"

// ---- Queries of single values

static void check_no_rect(le_rect r) { CHECK(r.main_min >= r.main_max || r.cross_min >= r.cross_max); }

// Queries about items and sections that do not exist return a harmless value and write nothing else.
static void questions_of_nothing(const le_layout *layout, int64_t section, int64_t item) {
    double out[4] = {1, 2, 3, 4};
    float small[4] = {1, 2, 3, 4};
    int64_t counts[2] = {7, 7}, first = 7, count = 7;
    check_no_rect(le_layout_item_frame(layout, section, item, NULL));
    CHECK_EQUAL(le_layout_item_frame(layout, section, item, NULL).main_min, INT64_MIN);
    CHECK_EQUAL(le_layout_item_element(layout, section, item, NULL).section, -1);
    le_layout_frames(layout, section, item, 1, out);
    le_layout_frames_relative(layout, section, item, 1, 0, 0, small);
    CHECK(out[0] == 1 && out[3] == 4 && small[0] == 1 && small[3] == 4);
    CHECK(le_layout_read_sizes(layout, section, item, 1, out, out) != LE_OK);
    CHECK(out[0] == 1 && out[3] == 4);
    le_layout_line(layout, section, item, &first, &count);
    CHECK(first == 0 && count == 0);
    le_layout_line(layout, section, item, NULL, NULL);
    if (layout && section >= 0 && section < le_layout_section_count(layout)) return;
    check_no_rect(le_layout_header_frame(layout, section, NULL, NULL));
    check_no_rect(le_layout_footer_frame(layout, section, NULL, NULL));
    CHECK_EQUAL(le_layout_get_spec(layout, section).line_spacing, 0);
    CHECK_EQUAL(le_layout_section(layout, section, NULL).items, -1);
    le_layout_item_counts(layout, section, 1, counts);
    CHECK(counts[0] == 7);
}

static void every_index_is_checked(void) {
    const int64_t odd[] = {INT64_MIN, -1, 0, 1, 4, 5, 100, INT64_MAX};
    le_layout *empty = empty_layout(), *layout = empty_layout();
    static const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_GRID, LE_SECTION_WATERFALL};
    for (int k = 0; k < 4; k++) {
        le_section_spec spec = spaced_spec(kinds[k]);
        CHECK_EQUAL(insert_equal(layout, k, &spec, 5, 30), LE_OK);
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            questions_of_nothing(NULL, odd[i], odd[j]);
            questions_of_nothing(empty, odd[i], odd[j]);
            if (odd[i] < 0 || odd[i] >= 4 || odd[j] < 0 || odd[j] >= 5) questions_of_nothing(layout, odd[i], odd[j]);
        }
    double out[40];
    int64_t counts[4], section, item;
    const int64_t last = INT64_MAX;
    CHECK_EQUAL(le_layout_read_sizes(layout, 0, 100, 1, out, NULL), LE_BAD_INDEX);
    CHECK_EQUAL(le_layout_read_sizes(layout, 0, 0, -1, out, NULL), LE_BAD_INDEX);
    CHECK_EQUAL(le_layout_read_sizes(layout, 0, 4, 2, out, NULL), LE_BAD_INDEX);
    CHECK_EQUAL(le_layout_read_sizes(layout, 0, 1, last, out, NULL), LE_BAD_INDEX);
    CHECK_EQUAL(le_layout_read_sizes(layout, 0, 0, 5, NULL, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_layout_read_sizes(layout, 0, 5, 0, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_read_sizes(NULL, 0, 0, 0, NULL, NULL), LE_BAD_ARGUMENT);
    out[0] = 1;
    le_layout_frames(layout, 0, 4, 2, out);
    le_layout_frames(layout, 0, 0, -1, out);
    le_layout_frames(layout, 0, 0, 5, NULL);
    CHECK(out[0] == 1);
    counts[0] = 7;
    le_layout_item_counts(layout, 2, 3, counts);
    le_layout_item_counts(layout, 0, 4, NULL);
    CHECK_EQUAL(counts[0], 7);
    CHECK_EQUAL(le_layout_section_at_offset(layout, INT64_MIN, NULL), 0);
    CHECK_EQUAL(le_layout_section_at_offset(layout, INT64_MAX, NULL), 3);
    CHECK_EQUAL(le_layout_section_at_offset(empty, 0, NULL), -1);
    CHECK_EQUAL(le_layout_section_at_offset(NULL, 0, NULL), -1);
    CHECK(!le_layout_item_at_point(NULL, 0, 0, NULL, &section, &item, NULL));
    CHECK(!le_layout_nearest_item(NULL, 0, 0, NULL, &section, &item, NULL));
    CHECK(le_layout_nearest_item(layout, 0, 0, NULL, NULL, NULL, NULL));
    CHECK(le_layout_nearest_item(layout, INT64_MIN, INT64_MAX, NULL, &section, &item, NULL) && section == 0);
    CHECK(le_layout_nearest_item(layout, INT64_MAX, INT64_MIN, NULL, &section, &item, NULL) && section == 3);
    for (int i = 0; i < 8; i++)
        CHECK(!le_layout_item_at_point(layout, odd[i], INT64_MAX, NULL, NULL, NULL, NULL) &&
              !le_layout_item_at_point(layout, INT64_MAX, odd[i], NULL, NULL, NULL, NULL) &&
              !le_layout_item_at_point(layout, INT64_MIN, odd[i], NULL, NULL, NULL, NULL));
    CHECK_EQUAL(le_layout_extent(NULL) + le_layout_section_count(NULL) + le_layout_item_total(NULL), 0);
    CHECK_EQUAL(le_layout_get_config(NULL).cross + (int64_t)le_layout_bytes(NULL), 0);
    CHECK(!le_layout_copy(NULL) && le_layout_check(NULL)); // there is no layout
    le_layout_release(NULL);
    le_layout_query_begin(NULL);
    CHECK_EQUAL(le_layout_set_config(NULL, le_layout_get_config(layout), NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_layout_remove_sections(NULL, 0, 0, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_layout_move_sections(NULL, 0, 0, 0, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_layout_remove_items(NULL, 0, 0, 0, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_layout_move_items(NULL, 0, 0, 0, 0, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_layout_refill(NULL, 0, NULL, 0, 0, NULL, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_layout_refill(layout, 0, NULL, LE_MAX_COUNT + 1, 0, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_refill(layout, 0, NULL, -1, 0, NULL, NULL), LE_BAD_INDEX);
    CHECK_EQUAL(le_layout_refill(layout, 0, NULL, 3, NAN, NULL, NULL), LE_BAD_VALUE);
    le_layout_release(layout);
    le_layout_release(empty);
}

// ---- Queries

static size_t query_all(const le_layout *layout, le_rect area, le_element *out, size_t capacity) {
    le_viewport viewport = {.rect = area, .visible = area};
    le_cursor cursor = {0};
    le_layout_query_begin(&cursor);
    return le_layout_query(layout, &viewport, &cursor, out, capacity);
}

static const le_rect everything = {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX};

static void viewports_are_clamped(void) {
    le_element elements[64];
    for (int kind = LE_SECTION_LIST; kind <= LE_SECTION_WATERFALL; kind++) {
        if (kind == LE_SECTION_FRAMES || kind == LE_SECTION_COMPOSITIONAL) continue;
        le_layout *layout = empty_layout();
        le_section_spec spec = spaced_spec((le_section_kind)kind);
        spec.flags = LE_PIN_HEADER | LE_PIN_FOOTER;
        CHECK_EQUAL(insert_equal(layout, 0, &spec, 4, 30), LE_OK);
        CHECK_EQUAL(query_all(layout, everything, elements, 64), 6);
        const le_rect limits = {-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL};
        CHECK_EQUAL(query_all(layout, limits, elements, 64), 6);
        const le_rect backwards = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN};
        CHECK_EQUAL(query_all(layout, backwards, elements, 64), 0);
        le_rect header = le_layout_header_frame(layout, 0, &everything, NULL);
        CHECK_EQUAL(header.main_max - header.main_min, spec.header);
        CHECK_EQUAL(le_layout_footer_frame(layout, 0, &backwards, NULL).main_min, spec.header);
        // A cursor with an arbitrary position.
        const int64_t odd[] = {INT64_MIN, -1, 0, 3, 4, 5, 1000, INT64_MAX};
        for (int i = 0; i < 512; i++) {
            le_cursor cursor = {.section = odd[i % 8], .item = odd[i / 8 % 8], .part = odd[i / 64], .stage = i % 5 - 1};
            le_viewport viewport = {.rect = everything, .visible = everything};
            CHECK(le_layout_query(layout, &viewport, &cursor, elements, 64) <= 6);
        }
        le_cursor cursor = {0};
        le_viewport viewport = {.rect = everything, .visible = everything};
        CHECK_EQUAL(le_layout_query(NULL, &viewport, &cursor, elements, 64), 0);
        CHECK_EQUAL(le_layout_query(layout, NULL, &cursor, elements, 64), 0);
        CHECK_EQUAL(le_layout_query(layout, &viewport, NULL, elements, 64), 0);
        CHECK_EQUAL(le_layout_query(layout, &viewport, &cursor, NULL, 64), 0);
        le_layout_release(layout);
    }
    // Content up to the limit, queried from both ends.
    le_layout *layout = rows(1024, le_points(LE_MAX_TOTAL / 1024), 0);
    CHECK_EQUAL(query_all(layout, everything, elements, 64), 64);
    const le_rect end = {LE_MAX_TOTAL - 1, 0, INT64_MAX, LE_UNIT};
    CHECK_EQUAL(query_all(layout, end, elements, 64), 1);
    CHECK_EQUAL(elements[0].item, 1023);
    float relative[4];
    le_layout_frames_relative(layout, 0, 1023, 1, -INFINITY, -INFINITY, relative);
    CHECK(relative[1] > 0);
    le_layout_release(layout);
}

// Items of many sections reach far before and after their section. A search that skips sections still finds them all.
static void sections_overhang(void) {
    enum { SECTIONS = 1200, QUERIES = 400 };
    rng r = {0x0eaf};
    le_layout *layout = le_layout_create((le_layout_config){.cross = 100 * LE_UNIT, .main = 100 * LE_UNIT});
    CHECK(layout);
    for (int64_t s = 0; s < SECTIONS; s++) {
        le_section_spec spec = {.kind = LE_SECTION_LIST};
        const double heights[2] = {(double)rng_in(&r, 0, 60), rng_chance(&r, 9) ? 4000 : 20};
        const int64_t count = rng_in(&r, 0, 2);
        if (rng_chance(&r, 3)) spec.inset_main_start = -rng_below(&r, rng_chance(&r, 20) ? 9000 : 80) * LE_UNIT;
        if (rng_chance(&r, 3)) spec.inset_main_end = -rng_below(&r, rng_chance(&r, 20) ? 9000 : 80) * LE_UNIT;
        le_sizes sizes = {.form = LE_SIZES_POINTS, .count = count, .main = heights, .stride = sizeof *heights};
        CHECK_EQUAL(le_layout_insert_sections(layout, s, &spec, &count, 1, &sizes, NULL, NULL), LE_OK);
    }
    const int64_t extent = le_layout_extent(layout);
    for (int q = 0; q < QUERIES; q++) {
        running.step = q;
        const int64_t start = rng_in(&r, -5000 * LE_UNIT, extent + 5000 * LE_UNIT);
        le_rect rect = {start, 0, start + rng_in(&r, 1, 300 * LE_UNIT), 100 * LE_UNIT};
        if (rng_chance(&r, 10)) rect.main_min = INT64_MIN;
        if (rng_chance(&r, 10)) rect.main_max = INT64_MAX;
        const le_viewport viewport = {.rect = rect, .visible = rect};
        le_cursor cursor = {0};
        le_layout_query_begin(&cursor);
        le_element found[8];
        size_t n = 0, next = 0;
        for (int64_t s = 0; s < SECTIONS; s++) {
            const int64_t items = le_layout_section(layout, s, NULL).items;
            for (int64_t i = 0; i < items; i++) {
                const le_rect frame = le_layout_item_frame(layout, s, i, NULL);
                if (frame.main_min >= frame.main_max || frame.main_min >= rect.main_max ||
                    frame.main_max <= rect.main_min)
                    continue;
                if (next == n) {
                    n = le_layout_query(layout, &viewport, &cursor, found, 8);
                    next = 0;
                }
                CHECK(next < n);
                CHECK_EQUAL(found[next].section, s);
                CHECK_EQUAL(found[next].item, i);
                next++;
            }
        }
        CHECK(next == n);
        CHECK_EQUAL(le_layout_query(layout, &viewport, &cursor, found, 8), 0);
    }
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
}

// The number of items; a query that visited a large part of them would take minutes.
enum { MANY = 1 << 30 };

static void walks_are_bounded(void) {
    le_element elements[8];
    int64_t section, item;
    const int64_t count = 2 * (int64_t)MANY;
    // A grid of one column, and a grid with as many columns as items, queried where it has no item across.
    for (int wide = 0; wide < 2; wide++) {
        le_layout *layout = empty_layout();
        le_section_spec spec = {.kind = LE_SECTION_GRID, .columns = wide ? UINT32_MAX : 1, .item_main = 16};
        spec.packing = LE_PACKING_LEADING;
        CHECK_EQUAL(insert_equal(layout, 0, &spec, count, 0), LE_OK);
        const int64_t extent = le_layout_extent(layout), beside = 400 * LE_UNIT;
        CHECK_EQUAL(query_all(layout, (le_rect){0, beside, extent, 2 * beside}, elements, 8), 0);
        CHECK_EQUAL(query_all(layout, (le_rect){-extent, -beside, extent, 0}, elements, 8), 0);
        CHECK(!le_layout_item_at_point(layout, extent / 2, beside, NULL, &section, &item, NULL));
        if (!wide) {
            CHECK_EQUAL(query_all(layout, (le_rect){extent - 16, 0, extent, beside}, elements, 8), 1);
            CHECK_EQUAL(elements[0].item, count - 1);
            CHECK(le_layout_nearest_item(layout, extent / 2, 0, NULL, &section, &item, NULL));
            CHECK_EQUAL(item, count / 2 - 1); // the first of two items that touch the point
            CHECK(le_layout_nearest_item(layout, INT64_MAX, 0, NULL, &section, &item, NULL));
            CHECK_EQUAL(item, count - 1);
        }
        le_layout_release(layout);
    }
    // All rows in one place, and rows that overlap.
    for (int64_t pitch = 0; pitch < 2; pitch++) {
        le_layout *layout = empty_layout();
        le_section_spec spec = {.kind = LE_SECTION_GRID, .columns = 3, .item_main = 100 * LE_UNIT};
        spec.line_spacing = pitch - spec.item_main;
        CHECK_EQUAL(insert_equal(layout, 0, &spec, 3 * (int64_t)MANY + 1, 0), LE_OK);
        CHECK(le_layout_item_at_point(layout, LE_UNIT, 200 * LE_UNIT, NULL, &section, &item, NULL));
        CHECK_EQUAL(item, pitch ? 3 * LE_UNIT + 1 : 3 * (int64_t)MANY - 2);
        CHECK(le_layout_nearest_item(layout, LE_UNIT, 200 * LE_UNIT, NULL, &section, &item, NULL));
        CHECK_EQUAL(item, 1);
        CHECK_EQUAL(query_all(layout, (le_rect){LE_UNIT, 0, LE_UNIT + 1, LE_UNIT}, elements, 8), 8);
        le_layout_release(layout);
    }
    // A list whose rows all overlap, and a list of many rows without extent, with spacing after each.
    le_layout *layout = rows(count, le_points((int64_t)1 << 57), -((int64_t)1 << 57));
    CHECK(le_layout_item_at_point(layout, LE_UNIT, 0, NULL, &section, &item, NULL));
    CHECK_EQUAL(item, count - 1);
    CHECK(le_layout_nearest_item(layout, LE_UNIT, 0, NULL, &section, &item, NULL));
    CHECK_EQUAL(item, 0);
    CHECK_EQUAL(query_all(layout, (le_rect){LE_UNIT, 0, LE_UNIT + 1, LE_UNIT}, elements, 8), 8);
    le_layout_release(layout);
    layout = rows(count, le_points(1 << 10), -((1 << 10) - 1));
    CHECK(le_layout_item_at_point(layout, MANY, 0, NULL, &section, &item, NULL));
    CHECK_EQUAL(item, MANY);
    CHECK(le_layout_nearest_item(layout, MANY, 0, NULL, &section, &item, NULL));
    CHECK_EQUAL(item, MANY - (1 << 10));
    le_layout_release(layout);
    layout = rows(count, 0, LE_UNIT);
    CHECK_EQUAL(query_all(layout, everything, elements, 8), 0);
    CHECK(!le_layout_item_at_point(layout, MANY, 0, NULL, &section, &item, NULL));
    CHECK(le_layout_nearest_item(layout, MANY, 0, NULL, &section, &item, NULL));
    CHECK_EQUAL(item, MANY / LE_UNIT);
    le_layout_release(layout);
}

void questions_have_bounds(void) {
    every_index_is_checked();
    viewports_are_clamped();
    walks_are_bounded();
    sections_overhang();
}

// ---- Points against a scan, where rows and columns overlap

static le_section_spec overlapping(rng *r, bool grid) {
    le_section_spec spec = {.kind = grid ? LE_SECTION_GRID : LE_SECTION_LIST};
    spec.packing = rng_chance(r, 2) ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED;
    spec.inset_main_start = rng_in(r, -20, 20), spec.inset_cross_start = rng_in(r, -20, 20);
    spec.line_spacing = rng_in(r, -12, 6), spec.item_spacing = rng_in(r, -80, 20);
    spec.item_main = rng_in(r, 0, 20) + (spec.line_spacing < 0 ? -spec.line_spacing : 0);
    spec.item_cross = rng_in(r, 1, 40) + (spec.item_spacing < 0 ? -spec.item_spacing : 0);
    if (rng_chance(r, 2)) spec.columns = (uint32_t)rng_in(r, 1, 6);
    spec.header = rng_below(r, 3) * 5;
    return spec;
}

static double distance(int64_t at, int64_t min, int64_t max) {
    return at < min ? (double)(min - at) : at > max ? (double)(at - max) : 0;
}

void points_equal_a_scan(uint64_t seed) {
    rng r = {seed};
    le_layout *layout = le_layout_create((le_layout_config){.cross = rng_in(&r, 0, 90)});
    const int64_t sections = rng_in(&r, 1, 4);
    for (int64_t s = 0; s < sections; s++) {
        const bool grid = rng_chance(&r, 2);
        le_section_spec spec = overlapping(&r, grid);
        int64_t n = rng_below(&r, 30);
        double points[30];
        for (int64_t i = 0; i < n; i++)
            points[i] = le_points((rng_chance(&r, 3) ? 0 : rng_below(&r, 20)) + larger(-spec.line_spacing, 0));
        le_sizes sizes = {.form = grid ? LE_SIZES_NONE : LE_SIZES_POINTS, .count = n, .main = points, .stride = 8};
        CHECK_EQUAL(le_layout_insert_sections(layout, s, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    }
    for (int probe = 0; probe < 40; probe++) {
        const int64_t main = rng_in(&r, -40, le_layout_extent(layout) + 40), cross = rng_in(&r, -60, 150);
        int64_t at[2] = {-1, -1}, near[2] = {-1, -1}, section = -1, item = -1;
        double best = INFINITY;
        for (int64_t s = 0; s < sections; s++)
            for (int64_t i = 0; i < le_layout_section(layout, s, NULL).items; i++) {
                le_rect f = le_layout_item_frame(layout, s, i, NULL);
                double d = hypot(distance(main, f.main_min, f.main_max), distance(cross, f.cross_min, f.cross_max));
                if (d < best) best = d, near[0] = s, near[1] = i;
                if (f.main_min <= main && main < f.main_max && f.cross_min <= cross && cross < f.cross_max)
                    at[0] = s, at[1] = i;
            }
        running.step = probe;
        CHECK_EQUAL(le_layout_item_at_point(layout, main, cross, NULL, &section, &item, NULL), at[0] >= 0);
        if (at[0] >= 0) CHECK(section == at[0] && item == at[1]);
        CHECK_EQUAL(le_layout_nearest_item(layout, main, cross, NULL, &section, &item, NULL), near[0] >= 0);
        if (near[0] >= 0) {
            CHECK_EQUAL(section, near[0]);
            CHECK_EQUAL(item, near[1]);
        }
        // A query against the same scan.
        const le_rect area = {main, cross, main + rng_below(&r, 60), cross + rng_below(&r, 60)};
        le_element elements[160];
        size_t got = query_all(layout, area, elements, 160), next = 0;
        for (int64_t s = 0; s < sections; s++)
            for (int64_t i = 0; i < le_layout_section(layout, s, NULL).items; i++) {
                le_rect f = le_layout_item_frame(layout, s, i, NULL);
                if (f.main_min >= area.main_max || f.main_max <= area.main_min || f.cross_min >= area.cross_max ||
                    f.cross_max <= area.cross_min || f.main_min >= f.main_max || f.cross_min >= f.cross_max ||
                    area.main_min >= area.main_max || area.cross_min >= area.cross_max)
                    continue;
                while (next < got && elements[next].category != LE_ITEM) next++;
                CHECK(next < got && elements[next].section == s && elements[next].item == i);
                next++;
            }
        while (next < got && elements[next].category != LE_ITEM) next++;
        CHECK_EQUAL(next, got);
    }
    le_layout_release(layout);
}
