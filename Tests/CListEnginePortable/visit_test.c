// Visits where other tests do not take them: more items than a visitor remembers, a visit that goes on after an edit,
// several layouts in turn, and arguments that make no sense.
#include "visits.h"

static const le_layout_config config = {.cross = 300 * LE_UNIT, .main = 600 * LE_UNIT};

static le_layout *list_of(int64_t n, double size) {
    le_layout *layout = le_layout_create(config);
    const le_section_spec spec = {.kind = LE_SECTION_LIST};
    const le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = n, .main = &size};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    return layout;
}

static le_viewport viewport_at(int64_t from, int64_t to) {
    const le_rect rect = {from * LE_UNIT, 0, to * LE_UNIT, config.cross};
    return (le_viewport){.rect = rect, .visible = rect};
}

// A screen that scrolls by a few points is visited without reading the tree, in both directions.
static void scrolling_computes_nothing(void) {
    le_layout *layout = list_of(100000, 20);
    le_visitor *visitor = le_visitor_create();
    le_items items;
    uint64_t fills = 0;
    for (int i = 0; i < 200; i++) {
        const uint64_t before = le_visitor_work(visitor).nodes_visited;
        const le_viewport viewport =
            viewport_at(1000 + (i < 100 ? i : 200 - i) * 7, 1600 + (i < 100 ? i : 200 - i) * 7);
        CHECK(le_layout_visit_begin(layout, &viewport, visitor, &items));
        CHECK_EQUAL(items.first, (viewport.rect.main_min / LE_UNIT) / 20);
        CHECK(items.last);
        check_visit(layout, &viewport, visitor);
        fills += le_visitor_work(visitor).nodes_visited != before;
    }
    CHECK(fills <= 5);
    le_visitor_release(visitor);
    le_layout_release(layout);
}

static void many_items_are_visited_in_parts(void) {
    rng r = {1};
    le_visitor *visitor = le_visitor_create();
    for (int64_t n = 100; n < 1000; n += 28) {
        le_layout *layout = list_of(n, 1);
        const le_viewport all = viewport_at(-5, 2000), some = viewport_at(20, 300);
        check_visit(layout, &all, visitor);
        check_visits(&r, layout, &some, visitor);
        le_layout_release(layout);
    }
    le_visitor_release(visitor);
}

static void an_edit_between_two_parts(void) {
    le_layout *layout = list_of(1000, 1);
    le_visitor *visitor = le_visitor_create();
    const le_viewport all = viewport_at(0, 1000);
    le_items items;
    CHECK(le_layout_visit_begin(layout, &all, visitor, &items));
    const int64_t part = items.count;
    CHECK(part < 1000 && !items.last);
    CHECK_EQUAL(le_layout_remove_items(layout, 0, 0, 900, NULL), LE_OK);
    // The visit would go on at an item that does not exist any more.
    if (part >= 100) CHECK(!le_layout_visit_next(layout, &all, visitor, &items));
    CHECK(le_layout_visit_begin(layout, &all, visitor, &items));
    CHECK(items.first == 0 && items.count == 100);
    le_visitor_release(visitor);
    le_layout_release(layout);
}

// ---- A query or a visit that resumes after many items came before the rectangle

typedef enum { LIST, GRID, COMPOSITION } rows_kind;

static le_composition *pairs(double height, bool badge) {
    const le_node nodes[] = {repeating(LE_NODE_ALONG_CROSS, 2, (le_dimension){LE_ABSOLUTE, height}),
                             {.main = {LE_ABSOLUTE, height}, .cross = {LE_ABSOLUTE, 50}}};
    const le_badge mark = {.node = 1, .kind = 7, .main = {LE_ABSOLUTE, 5}, .cross = {LE_ABSOLUTE, 5}};
    const le_composition_spec spec = {.nodes = nodes, .node_count = 2, .badges = &mark, .badge_count = badge};
    le_composition *made = le_composition_create(&spec, NULL);
    CHECK(made);
    return made;
}

// Appends a section.
static void append(le_layout *layout, le_composition *composition, int64_t n) {
    const int64_t at = le_layout_section_count(layout);
    CHECK_EQUAL(le_layout_insert_compositions(layout, at, &composition, 1, NULL, &n, 1, NULL), LE_OK);
}

static le_section_spec grid_of_rows(double height) {
    return (le_section_spec){
        .kind = LE_SECTION_GRID, .columns = 2, .item_main = le_units(height), .packing = LE_PACKING_JUSTIFIED};
}

static le_layout *rows_of(rows_kind kind, int64_t n, double height) {
    if (kind == LIST) return list_of(n, height);
    le_layout *layout = le_layout_create(config);
    if (kind == GRID) {
        const le_section_spec spec = grid_of_rows(height);
        const le_sizes none = {0};
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &none, NULL, NULL), LE_OK);
        return layout;
    }
    le_composition *made = pairs(height, false);
    append(layout, made, n);
    le_composition_release(made);
    return layout;
}

static void set_height(le_layout *layout, rows_kind kind, int64_t n, double height) {
    const le_section_spec spec = grid_of_rows(height);
    if (kind == LIST) CHECK_EQUAL(le_layout_refill(layout, 0, NULL, n, height, NULL, NULL), LE_OK);
    if (kind == GRID) CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_OK);
    if (kind != COMPOSITION) return;
    le_composition *made = pairs(height, false);
    CHECK_EQUAL(le_layout_set_composition(layout, 0, made, NULL), LE_OK);
    le_composition_release(made);
}

static void resuming_after_rows_shrank(void) {
    const int64_t n = (int64_t)1 << 30;
    for (rows_kind kind = LIST; kind <= COMPOSITION; kind++) {
        le_layout *layout = rows_of(kind, n, 4000);
        const le_viewport one = viewport_at(4000000, 4000001);
        le_cursor cursor = {0};
        le_element element;
        le_layout_query_begin(&cursor);
        CHECK_EQUAL((int64_t)le_layout_query(layout, &one, &cursor, &element, 1), 1);
        set_height(layout, kind, n, 1.0 / 128);
        cursor.work = (le_work){0};
        for (int i = 0; i < 3 && le_layout_query(layout, &one, &cursor, &element, 1); i++)
            CHECK(element.max_y > 4000000 && element.min_y < 4000001);
        CHECK(cursor.work.nodes_visited < 64);
        le_visitor *visitor = le_visitor_create();
        le_items items;
        set_height(layout, kind, n, 2);
        const le_viewport many = viewport_at(3000, 4000);
        CHECK(le_layout_visit_begin(layout, &many, visitor, &items) && !items.last);
        set_height(layout, kind, n, 1.0 / 1024);
        const uint64_t before = le_visitor_work(visitor).nodes_visited;
        CHECK(le_layout_visit_next(layout, &many, visitor, &items));
        CHECK(items.frames[0].y + items.frames[0].height > 3000);
        CHECK(le_visitor_work(visitor).nodes_visited - before < 64);
        le_visitor_release(visitor);
        le_layout_release(layout);
    }
}

// The query has written item 1, but not its supplementary.
static void resuming_after_supplementaries_went(void) {
    le_composition *with = pairs(40, true), *without = pairs(40, false);
    le_layout *layout = le_layout_create(config);
    append(layout, with, 6);
    const le_viewport all = viewport_at(0, 1000);
    le_cursor cursor = {0};
    le_element elements[8];
    le_layout_query_begin(&cursor);
    CHECK_EQUAL((int64_t)le_layout_query(layout, &all, &cursor, elements, 3), 3);
    CHECK_EQUAL(elements[2].item, 1);
    CHECK_EQUAL(le_layout_set_composition(layout, 0, without, NULL), LE_OK);
    CHECK_EQUAL((int64_t)le_layout_query(layout, &all, &cursor, elements, 8), 4);
    for (int i = 0; i < 4; i++) CHECK_EQUAL(elements[i].item, 2 + i);
    le_composition_release(with);
    le_composition_release(without);
    le_layout_release(layout);
}

// After the first call, the items that the visit has not returned yet move out of the rectangle.
static void resuming_after_rows_grew(void) {
    for (rows_kind kind = LIST; kind <= COMPOSITION; kind++) {
        le_layout *layout = rows_of(kind, 2000, 1);
        le_visitor *visitor = le_visitor_create();
        const le_viewport many = viewport_at(0, 2000);
        le_items items;
        CHECK(le_layout_visit_begin(layout, &many, visitor, &items) && !items.last);
        set_height(layout, kind, 2000, 1000);
        CHECK(!le_layout_visit_next(layout, &many, visitor, &items));
        le_visitor_release(visitor);
        le_layout_release(layout);
    }
}

// The list in which a query stopped is removed. The query resumes with item 3 of the composition that takes its place,
// and does not skip the supplementary of that item.
static void resuming_in_another_section(void) {
    le_composition *made = pairs(40, true);
    const int64_t few = 1;
    le_layout *layout = list_of(9, 20);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &made, 1, NULL, &few, 1, NULL), LE_OK);
    append(layout, made, 9);
    const le_viewport all = viewport_at(0, 1000);
    le_cursor cursor = {0};
    le_element elements[8];
    le_layout_query_begin(&cursor);
    CHECK_EQUAL((int64_t)le_layout_query(layout, &all, &cursor, elements, 1), 1);
    CHECK_EQUAL((int64_t)le_layout_query(layout, &all, &cursor, elements, 4), 4);
    CHECK(elements[3].section == 1 && elements[3].item == 2);
    CHECK_EQUAL(le_layout_remove_sections(layout, 1, 1, NULL), LE_OK);
    CHECK_EQUAL((int64_t)le_layout_query(layout, &all, &cursor, elements, 2), 2);
    CHECK(elements[0].category == LE_ITEM && elements[0].item == 3 && elements[1].category == LE_SUPPLEMENTARY);
    le_composition_release(made);
    le_layout_release(layout);
}

// Groups without items: all items are empty, at the start of the section.
static void frames_of_empty_groups(void) {
    const le_node nodes[] = {repeating(LE_NODE_ALONG_CROSS, 0, (le_dimension){LE_ABSOLUTE, 40}),
                             {.main = {LE_ABSOLUTE, 40}, .cross = {LE_ABSOLUTE, 50}}};
    const le_composition_spec spec = {.nodes = nodes, .node_count = 2};
    le_composition *made = le_composition_create(&spec, NULL);
    CHECK(made);
    const int64_t n = 4;
    le_layout *layout = list_of(3, 20);
    append(layout, made, n);
    double frames[16];
    float relative[16];
    for (int i = 0; i < 16; i++) frames[i] = relative[i] = -7;
    le_layout_frames(layout, 1, 0, n, frames);
    le_layout_frames_relative(layout, 1, 0, n, 5, 50, relative);
    for (int64_t i = 0; i < n; i++) {
        const le_element e = le_layout_item_element(layout, 1, i, NULL);
        const double *f = &frames[4 * i];
        CHECK(f[0] == e.min_x && f[1] == e.min_y && f[2] == 0 && f[3] == 0 && f[1] == 60);
        CHECK(relative[4 * i] == -5 && relative[4 * i + 1] == 10 && relative[4 * i + 2] == 0);
    }
    le_composition_release(made);
    le_layout_release(layout);
}

// A rectangle beyond the limits shows nothing, although items of a section that scrolls can be there.
static void beyond_the_limits(void) {
    const le_node nodes[] = {
        {.kind = LE_NODE_ALONG_MAIN, .children = 1, .main = {LE_ABSOLUTE, 50}, .cross = {LE_ABSOLUTE, 100}},
        {.main = {LE_ABSOLUTE, 50}, .cross = {LE_ABSOLUTE, 50}}};
    const le_composition_spec spec = {
        .nodes = nodes, .node_count = 2, .orthogonal = true, .inset_cross = {-10 * LE_UNIT, 0}};
    le_composition *made = le_composition_create(&spec, NULL);
    CHECK(made);
    le_layout *layout = le_layout_create(config);
    append(layout, made, 50);
    const le_scrolled scrolled = {0, LE_MAX_TOTAL};
    const le_rect rect = {0, INT64_MIN, 100 * LE_UNIT, -LE_MAX_TOTAL - 1};
    const le_viewport far = {.rect = rect, .visible = rect, .scrolls = {&scrolled, 1}};
    le_visitor *visitor = le_visitor_create();
    check_visit(layout, &far, visitor);
    le_visitor_release(visitor);
    le_composition_release(made);
    le_layout_release(layout);
}

static void layouts_in_turn(void) {
    rng r = {2};
    le_visitor *visitor = le_visitor_create();
    le_layout *one = list_of(500, 11), *two = le_layout_copy(one);
    const double size = 44;
    const le_sizes resized = {.form = LE_SIZES_CONSTANT, .count = 1, .main = &size};
    for (int64_t i = 0; i < 50; i++) {
        const le_viewport viewport = viewport_at(i * 9, i * 9 + 500);
        check_visits(&r, one, &viewport, visitor);
        check_visits(&r, two, &viewport, visitor);
        CHECK_EQUAL(le_layout_resize_items(two, 0, i, &resized, NULL, NULL), LE_OK);
    }
    le_layout_release(one);
    le_layout_release(two);
    le_visitor_release(visitor);
}

// Rows that overlap by so much that their strides are short although the rows are not.
// Copies of a layout that had the same number of edits. One visitor must not confuse them.
static void copies_edited_equally_often(void) {
    le_layout *layouts[3] = {list_of(500, 20)};
    layouts[1] = le_layout_copy(layouts[0]);
    layouts[2] = le_layout_copy(layouts[1]);
    le_visitor *visitor = le_visitor_create();
    for (int edits = 0; edits < 20; edits++) {
        for (int i = 0; i < 3; i++) {
            const double size = 30 + 7 * i + edits;
            const le_sizes resized = {.form = LE_SIZES_CONSTANT, .count = 1, .main = &size};
            CHECK_EQUAL(le_layout_resize_items(layouts[i], 0, edits, &resized, NULL, NULL), LE_OK);
        }
        // The second visit of the first list remembers items, which must not be returned for the others.
        for (int i = 0; i < 12; i++) {
            const le_viewport viewport = viewport_at(1000 + 3 * i, 1500 + 3 * i);
            check_visit(layouts[i / 4], &viewport, visitor);
        }
    }
    le_visitor_release(visitor);
    for (int i = 0; i < 3; i++) le_layout_release(layouts[i]);
}

static void long_rows_of_short_strides(void) {
    enum { ROWS = 40 };
    const int64_t overlap = (int64_t)1 << 55, n = ROWS;
    double heights[ROWS];
    for (int i = 0; i < ROWS; i++) heights[i] = le_points(overlap) + 16 * (i % 3 + 1);
    le_layout *layout = le_layout_create(config);
    const le_section_spec spec = {.kind = LE_SECTION_LIST, .line_spacing = -overlap};
    const le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .main = heights, .stride = sizeof *heights};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    le_visitor *visitor = le_visitor_create();
    for (int64_t at = 0; at < 1500; at += 90) {
        const le_viewport viewport = viewport_at(at, at + 100);
        check_visit(layout, &viewport, visitor);
    }
    le_visitor_release(visitor);
    le_layout_release(layout);
}

// Found by fuzzing: a visit ended where none of the items that a visitor remembers at a time met the rectangle. Lines
// of a hundred items, of which one is taller than the others, so that a rectangle at the end of two lines can miss the
// first.
static void the_end_of_long_lines(void) {
    enum { ITEMS = 1000 };
    const int64_t n = ITEMS;
    double heights[ITEMS], widths[ITEMS];
    for (int i = 0; i < ITEMS; i++) heights[i] = i % 100 ? 1 : 10, widths[i] = 3;
    le_layout *layout = le_layout_create(config);
    const le_section_spec spec = {.kind = LE_SECTION_FLOW};
    const le_sizes sizes = {
        .form = LE_SIZES_POINTS, .count = n, .main = heights, .cross = widths, .stride = sizeof *heights};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    le_visitor *visitor = le_visitor_create();
    for (int64_t top = -1; top < 30; top++)
        for (int64_t x = 0; x < 300; x += 30) {
            le_viewport viewport = viewport_at(top, top + 8);
            viewport.rect.cross_min = x * LE_UNIT;
            viewport.rect.cross_max = (x + 30) * LE_UNIT;
            check_visit(layout, &viewport, visitor);
        }
    le_visitor_release(visitor);
    le_layout_release(layout);
}

static void arguments(void) {
    le_layout *layout = list_of(5, 20);
    le_visitor *visitor = le_visitor_create();
    le_viewport viewport = viewport_at(0, 100);
    le_items items = {.count = -7};
    CHECK(!le_layout_visit_begin(NULL, &viewport, visitor, &items));
    CHECK(!le_layout_visit_begin(layout, NULL, visitor, &items));
    CHECK(!le_layout_visit_begin(layout, &viewport, NULL, &items));
    CHECK(!le_layout_visit_begin(layout, &viewport, visitor, NULL));
    CHECK(!le_layout_visit_next(NULL, &viewport, visitor, &items));
    CHECK(!le_layout_visit_next(layout, NULL, visitor, &items));
    CHECK(!le_layout_visit_next(layout, &viewport, NULL, &items));
    CHECK(!le_layout_visit_next(layout, &viewport, visitor, NULL));
    CHECK(!le_layout_visit_next(layout, &viewport, visitor, &items)); // no visit has begun
    viewport.reserved[3] = 1;
    CHECK(!le_layout_visit_begin(layout, &viewport, visitor, &items));
    CHECK(!le_layout_visit_next(layout, &viewport, visitor, &items));
    CHECK_EQUAL(items.count, -7);
    le_visitor_release(NULL);
    CHECK_EQUAL((int64_t)le_visitor_work(NULL).nodes_visited, 0);
    const int64_t far[] = {INT64_MIN, -LE_MAX_TOTAL - 1, -LE_MAX_TOTAL, -1, 0, 50 * LE_UNIT, LE_MAX_TOTAL, INT64_MAX};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 64; k++) {
            const le_rect rect = {far[i], far[k % 8], far[k / 8], INT64_MAX};
            viewport = (le_viewport){.rect = rect, .visible = rect};
            check_visit(layout, &viewport, visitor);
            check_visit(layout, &viewport, visitor);
        }
    le_visitor_release(visitor);
    le_layout_release(layout);
}

void test_visits(void) {
    scrolling_computes_nothing();
    many_items_are_visited_in_parts();
    an_edit_between_two_parts();
    resuming_after_rows_shrank();
    resuming_after_rows_grew();
    resuming_after_supplementaries_went();
    resuming_in_another_section();
    frames_of_empty_groups();
    beyond_the_limits();
    layouts_in_turn();
    copies_edited_equally_often();
    long_rows_of_short_strides();
    the_end_of_long_lines();
    arguments();
}
