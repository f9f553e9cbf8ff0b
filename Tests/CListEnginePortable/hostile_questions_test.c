// Hostile arguments to questions about a layout: items, sections, points and rectangles that do not exist. See
// hostile_test.c.
#include "hostile.h"

// Queries about items and sections that do not exist return a value.
void attack_questions(const le_layout *target) {
    for (int i = 0; i < FAR + 1; i++) {
        const int64_t s = i < FAR ? far_indices[i] : SECTIONS;
        int64_t first = 9, count = 9, counts[SECTIONS] = {77};
        double frame[4] = {7, 7, 7, 7};
        float near[4] = {7, 7, 7, 7};
        CHECK_EQUAL(le_layout_section(target, s, NULL).items, -1);
        CHECK_EQUAL(le_layout_get_spec(target, s).header, 0);
        le_layout_item_counts(target, s, 1, counts);
        le_layout_item_counts(target, 1, s, counts);
        CHECK_EQUAL(counts[0], 77);
        CHECK_EQUAL(le_layout_item_frame(target, s, 0, NULL).main_min, INT64_MIN);
        CHECK_EQUAL(le_layout_header_frame(target, s, NULL, NULL).main_max, 0);
        CHECK_EQUAL(le_layout_footer_frame(target, s, NULL, NULL).main_max, 0);
        if (s != -1) CHECK_EQUAL(le_layout_boundary_frame(target, s, 0, NULL).main_max, 0);
        CHECK_EQUAL(le_layout_supplementary_frame(target, s, BADGE, 0).main_max, 0);
        CHECK_EQUAL(le_layout_item_element(target, s, 0, NULL).section, -1);
        le_layout_frames(target, s, 0, 1, frame);
        le_layout_frames_relative(target, s, 0, 1, 0, 0, near);
        CHECK(frame[0] == 7 && near[0] == 7);
        le_layout_line(target, s, 0, &first, &count);
        CHECK_EQUAL(count, 0);
        CHECK(le_layout_composition(target, s) == NULL);
        CHECK_EQUAL(le_layout_estimated_axes(target, s, 0), 0);
        CHECK_EQUAL(le_layout_groups(target, s).count, -1);
        CHECK_EQUAL(le_layout_group(target, s, 0).extent, 0);
        CHECK_EQUAL(le_layout_group_at_offset(target, s, 0), -1);
    }
    for (int s = 0; s < SECTIONS; s++) {
        for (int i = 0; i < FAR + 1; i++) {
            const int64_t item = i < FAR ? far_indices[i] : items_of[s];
            int64_t first = 9, count = 9;
            double frame[4] = {7, 7, 7, 7};
            float near[4] = {7, 7, 7, 7};
            CHECK_EQUAL(le_layout_item_frame(target, s, item, NULL).main_min, INT64_MIN);
            CHECK_EQUAL(le_layout_item_element(target, s, item, NULL).section, -1);
            le_layout_frames(target, s, item, 1, frame);
            if (item > 0 && item < INT64_MAX) le_layout_frames(target, s, 0, item + 1, frame);
            if (item < 0) le_layout_frames(target, s, 0, item, frame);
            le_layout_frames_relative(target, s, item, 1, 0, 0, near);
            CHECK(frame[0] == 7 && near[0] == 7);
            le_layout_line(target, s, item, &first, &count);
            CHECK_EQUAL(count, 0);
            CHECK_EQUAL(le_layout_boundary_frame(target, s, item, NULL).main_max, 0);
            CHECK_EQUAL(le_layout_supplementary_frame(target, s, BADGE, item).main_max, 0);
            CHECK_EQUAL(le_layout_estimated_axes(target, s, item), 0);
            CHECK_EQUAL(le_layout_group(target, s, item).extent, 0);
        }
        for (int i = 0; i < LENGTHS; i++) {
            le_rect visible = {far_lengths[i], far_lengths[i], far_lengths[LENGTHS - 1 - i], far_lengths[0]};
            le_layout_header_frame(target, s, &visible, NULL);
            le_layout_footer_frame(target, s, &visible, NULL);
            le_layout_boundary_frame(target, s, 0, &visible);
            int64_t group = le_layout_group_at_offset(target, s, far_lengths[i]);
            CHECK(group >= -1 && group < SIZES);
        }
        float near[4 * 8];
        le_layout_frames_relative(target, s, 0, smaller(8, items_of[s]), NAN, INFINITY, near);
        le_layout_frames_relative(target, s, 0, smaller(8, items_of[s]), -1e300, 1e300, near);
        le_layout_frames(target, s, 0, items_of[s], NULL);
        le_layout_frames_relative(target, s, 0, items_of[s], 0, 0, NULL);
        le_layout_line(target, s, 0, NULL, NULL);
    }
    for (int i = 0; i < LENGTHS * LENGTHS; i++) {
        const int64_t main = far_lengths[i % LENGTHS], cross = far_lengths[i / LENGTHS];
        int64_t section = -7, item = -7;
        CHECK(!le_layout_item_at_point(target, main, cross, NULL, &section, &item, NULL));
        CHECK(le_layout_nearest_item(target, main, cross, NULL, &section, &item, NULL));
        CHECK(section >= 0 && section < SECTIONS && item >= 0 && item < items_of[section]);
        CHECK(le_layout_nearest_item(target, main, cross, NULL, NULL, NULL, NULL));
        CHECK(le_layout_section_at_offset(target, main, NULL) == (main < 0 ? 0 : SECTIONS - 1));
    }
}

// The number of elements that a query returns.
static size_t elements_in(const le_layout *target, const le_viewport *viewport) {
    le_cursor cursor = {0};
    le_element some[16];
    size_t n, all = 0;
    le_layout_query_begin(&cursor);
    while ((n = le_layout_query(target, viewport, &cursor, some, 16)) > 0) {
        CHECK(n <= 16);
        all += n;
    }
    return all;
}

void attack_queries(const le_layout *target) {
    const le_rect all = {-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL};
    le_viewport viewport = {.rect = all, .visible = {0, 0, 500 * LE_UNIT, 320 * LE_UNIT}};
    const size_t everything = elements_in(target, &viewport);
    CHECK(everything > 1274);
    viewport.rect = (le_rect){INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX};
    CHECK_EQUAL(elements_in(target, &viewport), everything);
    viewport.rect = all;
    for (int i = 0; i < LENGTHS; i++) {
        viewport.visible = (le_rect){far_lengths[i], 0, far_lengths[LENGTHS - 1 - i], 1};
        CHECK_EQUAL(elements_in(target, &viewport), everything);
    }
    viewport.rect = (le_rect){INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN};
    CHECK_EQUAL(elements_in(target, &viewport), 0);
    // Cursors of random content: the query returns at most all elements, and ends.
    viewport.rect = all;
    for (int i = 0; i < FAR * FAR; i++) {
        le_cursor cursor = {
            .section = far_indices[i % FAR], .item = far_indices[i / FAR], .part = far_indices[i % FAR]};
        cursor.stage = (int32_t)far_indices[i / FAR];
        memset(cursor.reserved, 0xA5, sizeof cursor.reserved);
        le_element some[16];
        size_t rounds = 0;
        while (le_layout_query(target, &viewport, &cursor, some, 16) > 0 && rounds <= everything) rounds++;
        CHECK(rounds <= everything);
    }
    le_cursor cursor = {0};
    le_element element;
    le_layout_query_begin(&cursor);
    CHECK_EQUAL(le_layout_query(target, NULL, &cursor, &element, 1), 0);
    CHECK_EQUAL(le_layout_query(target, &viewport, NULL, &element, 1), 0);
    CHECK_EQUAL(le_layout_query(target, &viewport, &cursor, NULL, 1), 0);
    CHECK_EQUAL(le_layout_query(target, &viewport, &cursor, &element, 0), 0);
    viewport.reserved[1] = 1;
    CHECK_EQUAL(le_layout_query(target, &viewport, &cursor, &element, 1), 0);
    // Scrolled sections that do not exist, out of order, with unbounded offsets.
    le_scrolled scrolled[] = {
        {INT64_MAX, INT64_MIN}, {ORTHOGONAL, INT64_MIN}, {-1, INT64_MAX}, {ORTHOGONAL, INT64_MAX}};
    viewport = (le_viewport){.rect = all, .visible = all, .scrolls = {scrolled, 4}};
    CHECK(elements_in(target, &viewport) <= everything);
    viewport.scrolls = (le_scrolls){scrolled + 1, 1};
    CHECK(elements_in(target, &viewport) <= everything);
    viewport.scrolls = (le_scrolls){scrolled + 3, 1};
    CHECK(elements_in(target, &viewport) <= everything);
    viewport.scrolls = (le_scrolls){NULL, 3};
    CHECK_EQUAL(elements_in(target, &viewport), everything);
    int64_t section, item;
    le_layout_item_at_point(target, 0, 0, &viewport.scrolls, &section, &item, NULL);
    viewport.scrolls = (le_scrolls){scrolled + 1, 1};
    le_layout_item_at_point(target, INT64_MAX, INT64_MIN, &viewport.scrolls, &section, &item, NULL);
    le_layout_nearest_item(target, INT64_MAX, INT64_MIN, &viewport.scrolls, &section, &item, NULL);
}
