// Cases found by the fuzzers, minimised.
#include "harness.h"

// The number of elements that a query finds in a rectangle without bounds, or with the bounds to which coordinates are
// clamped.
static int64_t found_in_all(const le_layout *layout, bool bounded) {
    le_viewport viewport = {.rect = {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX}};
    if (bounded) viewport.rect = (le_rect){-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL};
    viewport.visible = viewport.rect;
    le_cursor cursor = {0};
    le_layout_query_begin(&cursor);
    le_element found[8];
    int64_t n = 0;
    for (size_t got; (got = le_layout_query(layout, &viewport, &cursor, found, 8)) > 0;) n += (int64_t)got;
    return n;
}

// Headers use up the largest total; a frame is after them, past the range to which coordinates are clamped.
static void rectangles_are_clamped(void) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = 100 * LE_UNIT});
    CHECK(layout);
    le_section_spec bars = {.kind = LE_SECTION_LIST, .header = LE_MAX_TOTAL / 4}, given = {.kind = LE_SECTION_FRAMES};
    le_rect frame = {0, 0, 50 * LE_UNIT, 50 * LE_UNIT}, none = {0, 0, 0, 0};
    le_sizes sizes = {.form = LE_SIZES_NONE};
    int64_t counts[4] = {0, 0, 0, 0};
    CHECK_EQUAL(le_layout_insert_frames(layout, 0, &given, &frame, 1, 0, none, none, NULL), LE_OK);
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &bars, counts, 4, &sizes, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_TOTAL);
    CHECK_EQUAL(found_in_all(layout, true), 4);
    CHECK_EQUAL(found_in_all(layout, false), 4);
    le_layout_release(layout);
}

void test_fuzz_finds(void) {
    running = (running_case){.test = "finds of the fuzzers"};
    rectangles_are_clamped();
    printf("%-28s done\n", "finds of the fuzzers");
}
