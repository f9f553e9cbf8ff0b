// Hostile arguments: every public function is called with values that its contract does not allow. It returns the
// status or the value that the headers state, and changes nothing.
//
// Two tests. The first calls the functions one by one and knows the result of each call: this file, and
// hostile_questions_test.c for questions about a layout, and hostile_functions_test.c for functions that need no
// layout. The second puts hostile values into random calls: hostile_histories_test.c.
#include "hostile.h"

// ---- Calls with a known result

static le_layout *target;
static uint64_t before;
static long refusals;

static void check_refused(le_status status, le_status expected, int line, const char *call) {
    refusals++;
    running.operation = call;
    if (status != expected) {
        fprintf(stderr, "status: %s\nexpected: %s\n", le_status_text(status), le_status_text(expected));
        check_failed(__FILE__, line, call);
    }
    if (digest(target) != before) check_failed(__FILE__, line, "a refused call changed the layout");
}

#define REFUSED(status, call) check_refused(call, status, __LINE__, #call)

// Calls without a layout.
static void attack_without_a_layout(void) {
    le_section_spec spec = spec_of(LE_SECTION_LIST);
    le_sizes sizes = sizes_for(LIST, 2);
    const int64_t two = 2;
    le_rect rect = {0, 0, 1, 1};
    le_edit edit = {0, 1, 0, 0, false};
    le_measurement measured = {0, 1, NAN};
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_config(NULL, (le_layout_config){.cross = 1}, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_sections(NULL, 0, &spec, &two, 1, &sizes, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_frames(NULL, 0, &spec, &rect, 1, 1, rect, rect, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(NULL, 0, &composition, 1, NULL, &two, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_remove_sections(NULL, 0, 0, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_move_sections(NULL, 0, 0, 0, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_spec(NULL, 0, &spec, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_composition(NULL, 0, composition, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_boundaries(NULL, &boundary, 1, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_items(NULL, 0, 0, &sizes, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_remove_items(NULL, 0, 0, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_move_items(NULL, 0, 0, 1, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_resize_items(NULL, 0, 0, &sizes, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_apply(NULL, 0, &edit, 1, &sizes, NULL, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_refill(NULL, 0, NULL, 1, 1, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_read_sizes(NULL, 0, 0, 1, main_sizes, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_items(NULL, 0, &measured, 1, NULL, NULL, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_boundaries(NULL, 0, &measured, 1, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_boundaries(NULL, -1, &measured, 1, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_supplementaries(NULL, 0, BADGE, &measured, 1, NULL, NULL));

    CHECK(le_layout_copy(NULL) == NULL);
    le_layout_release(NULL);
    CHECK_EQUAL(le_layout_get_config(NULL).cross, 0);
    CHECK_EQUAL(le_layout_section_count(NULL), 0);
    CHECK_EQUAL(le_layout_item_total(NULL), 0);
    CHECK_EQUAL(le_layout_extent(NULL), 0);
    CHECK_EQUAL(le_layout_get_spec(NULL, 0).header, 0);
    CHECK_EQUAL(le_layout_section(NULL, 0, NULL).items, -1);
    int64_t out[2] = {77, 77};
    le_layout_item_counts(NULL, 0, 1, out);
    CHECK_EQUAL(out[0], 77);
    CHECK_EQUAL(le_layout_section_at_offset(NULL, 0, NULL), -1);
    CHECK_EQUAL(le_layout_item_frame(NULL, 0, 0, NULL).main_min, INT64_MIN);
    CHECK_EQUAL(le_layout_header_frame(NULL, 0, NULL, NULL).main_max, 0);
    CHECK_EQUAL(le_layout_footer_frame(NULL, 0, NULL, NULL).main_max, 0);
    CHECK_EQUAL(le_layout_boundary_frame(NULL, -1, 0, NULL).main_max, 0);
    CHECK_EQUAL(le_layout_supplementary_frame(NULL, 0, BADGE, 0).main_max, 0);
    CHECK_EQUAL(le_layout_item_element(NULL, 0, 0, NULL).section, -1);
    le_layout_query_begin(NULL);
    le_cursor cursor = {0};
    le_viewport viewport = {.rect = {0, 0, LE_UNIT, LE_UNIT}};
    le_element element;
    le_layout_query_begin(&cursor);
    CHECK_EQUAL(le_layout_query(NULL, &viewport, &cursor, &element, 1), 0);
    double frame[4];
    float near[4];
    le_layout_frames(NULL, 0, 0, 1, frame);
    le_layout_frames_relative(NULL, 0, 0, 1, 0, 0, near);
    int64_t section, item;
    CHECK(!le_layout_item_at_point(NULL, 0, 0, NULL, &section, &item, NULL));
    CHECK(!le_layout_nearest_item(NULL, 0, 0, NULL, &section, &item, NULL));
    int64_t first, count = 5;
    le_layout_line(NULL, 0, 0, &first, &count);
    CHECK_EQUAL(count, 0);
    CHECK_EQUAL(le_layout_bytes(NULL), 0);
    CHECK(le_layout_check(NULL) != NULL);
    CHECK(le_layout_composition(NULL, 0) == NULL);
    CHECK_EQUAL(le_layout_estimated_axes(NULL, 0, 0), 0);
    CHECK_EQUAL(le_layout_groups(NULL, 0).count, -1);
    CHECK_EQUAL(le_layout_group(NULL, 0, 0).extent, 0);
    CHECK_EQUAL(le_layout_group_at_offset(NULL, 0, 0), -1);
}

static void attack_configs(void) {
    for (int i = 0; i < LENGTHS; i++) {
        le_layout_config main = {.main = far_lengths[i]}, cross = {.cross = far_lengths[i]};
        CHECK(le_layout_create(main) == NULL);
        CHECK(le_layout_create(cross) == NULL);
        REFUSED(LE_BAD_VALUE, le_layout_set_config(target, main, NULL));
        REFUSED(LE_BAD_VALUE, le_layout_set_config(target, cross, NULL));
    }
    le_layout_config later = {.reserved = {0, 1}};
    CHECK(le_layout_create(later) == NULL);
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_config(target, later, NULL));
}

// Every call that takes a spec refuses it.
static void refuse_spec(le_status status, const le_section_spec *spec, bool refill) {
    const int64_t two = 2;
    int section = spec->kind == LE_SECTION_GRID ? GRID : spec->kind == LE_SECTION_FLOW ? FLOW : LIST;
    if (spec->kind == LE_SECTION_WATERFALL) section = WATERFALL;
    le_sizes sizes = sizes_for(section, 2);
    le_rect rect = {0, 0, 1, 1}, none = {0};
    le_section_spec frames = *spec;
    REFUSED(status, le_layout_insert_sections(target, 1, spec, &two, 1, &sizes, NULL, NULL));
    REFUSED(status, le_layout_set_spec(target, section, spec, NULL));
    if (refill && section == LIST) REFUSED(status, le_layout_refill(target, section, spec, 2, 5, NULL, NULL));
    if (section == LIST) REFUSED(status, le_layout_insert_frames(target, 1, &frames, &rect, 1, 5, none, none, NULL));
}

static void attack_specs(void) {
    const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_GRID, LE_SECTION_FLOW, LE_SECTION_WATERFALL};
    for (int k = 0; k < 4; k++) {
        const le_section_spec good = spec_of(kinds[k]);
        le_section_spec bad = good;
        for (int i = 0; i < LENGTHS; i++) {
            for (int field = 0; field < 11; field++) {
                bad = good;
                int64_t *lengths[] = {&bad.inset_main_start, &bad.inset_main_end, &bad.inset_cross_start,
                                      &bad.inset_cross_end,  &bad.line_spacing,   &bad.item_spacing,
                                      &bad.header,           &bad.footer,         &bad.item_main,
                                      &bad.item_cross,       &bad.section_spacing};
                *lengths[field] = far_lengths[i];
                refuse_spec(LE_BAD_VALUE, &bad, false);
            }
        }
        for (int field = 0; field < 3; field++) {
            bad = good;
            int64_t *lengths[] = {&bad.header, &bad.footer, &bad.section_spacing};
            *lengths[field] = -1;
            refuse_spec(LE_BAD_VALUE, &bad, false);
        }
        for (int e = 0; e < 4; e++) {
            static const int unknown[] = {-1, 6, INT32_MAX, INT32_MIN};
            bad = good;
            bad.kind = (le_section_kind)unknown[e];
            REFUSED(LE_BAD_ARGUMENT, le_layout_set_spec(target, LIST, &bad, NULL));
            refuse_spec(LE_BAD_ARGUMENT, &bad, true);
            bad = good;
            bad.packing = (le_packing)unknown[e];
            refuse_spec(LE_BAD_ARGUMENT, &bad, true);
        }
        bad = good;
        bad.flags = 16;
        refuse_spec(LE_BAD_ARGUMENT, &bad, true);
        bad = good;
        bad.reserved[3] = 1;
        refuse_spec(LE_BAD_ARGUMENT, &bad, true);
    }
    le_section_spec bad = spec_of(LE_SECTION_WATERFALL);
    for (int i = 0; i < BAD_SIZES; i++) {
        bad.scale = bad_sizes[i];
        refuse_spec(LE_BAD_VALUE, &bad, false);
    }
    bad = spec_of(LE_SECTION_WATERFALL);
    for (uint32_t columns = 0; columns < 2; columns++) {
        bad.columns = columns ? 17 : 0;
        refuse_spec(LE_BAD_VALUE, &bad, false);
    }
    bad = spec_of(LE_SECTION_GRID);
    bad.columns = UINT32_MAX;
    bad.item_spacing = LE_MAX_TOTAL / 4;
    refuse_spec(LE_BAD_VALUE, &bad, false);
    const int64_t two = 2;
    le_sizes sizes = sizes_for(LIST, 2);
    le_rect rect = {0};
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_sections(target, 0, NULL, &two, 1, &sizes, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_frames(target, 0, NULL, &rect, 1, 1, rect, rect, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_spec(target, LIST, NULL, NULL));
    bad = spec_of(LE_SECTION_GRID);
    REFUSED(LE_NOT_SUPPORTED, le_layout_set_spec(target, LIST, &bad, NULL));
    bad.kind = LE_SECTION_COMPOSITIONAL;
    REFUSED(LE_NOT_SUPPORTED, le_layout_insert_sections(target, 0, &bad, &two, 1, &sizes, NULL, NULL));
}

static void attack_section_ranges(void) {
    le_section_spec spec = spec_of(LE_SECTION_LIST);
    le_sizes sizes = sizes_for(LIST, 2);
    const int64_t two = 2;
    le_rect rect = {0, 0, LE_UNIT, LE_UNIT}, none = {0};
    le_measurement measured = {0, 1, NAN};
    le_edit edit = {0, 1, 0, 0, false};
    for (int i = 0; i < FAR + 1; i++) {
        // Past the end; calls that need a section also refuse the end itself.
        const int64_t at = i < FAR ? far_indices[i] : SECTIONS + 1;
        REFUSED(LE_BAD_INDEX, le_layout_insert_sections(target, at, &spec, &two, 1, &sizes, NULL, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_insert_frames(target, at, &spec, &rect, 1, LE_UNIT, none, none, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(target, at, &composition, 1, NULL, &two, 1, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_remove_sections(target, at, 1, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_remove_sections(target, 1, at, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_move_sections(target, at, 1, 0, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_move_sections(target, 1, at, 0, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_move_sections(target, 1, 1, at, NULL));
    }
    for (int i = 0; i < FAR + 1; i++) {
        const int64_t s = i < FAR ? far_indices[i] : SECTIONS;
        REFUSED(LE_BAD_INDEX, le_layout_set_spec(target, s, &spec, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_set_composition(target, s, composition, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_insert_items(target, s, 0, &sizes, NULL, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_remove_items(target, s, 0, 1, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_move_items(target, s, 0, 1, 1, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_resize_items(target, s, 0, &sizes, NULL, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_apply(target, s, &edit, 1, &sizes, NULL, NULL, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_refill(target, s, NULL, 1, 1, NULL, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_read_sizes(target, s, 0, 1, main_sizes, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_measure_items(target, s, &measured, 1, NULL, NULL, NULL, NULL));
        if (s != -1) REFUSED(LE_BAD_INDEX, le_layout_measure_boundaries(target, s, &measured, 1, NULL, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_measure_supplementaries(target, s, BADGE, &measured, 1, NULL, NULL));
    }
    // Invalid numbers of sections and of items.
    REFUSED(LE_BAD_INDEX, le_layout_insert_sections(target, 0, &spec, &two, -1, &sizes, NULL, NULL));
    REFUSED(LE_BAD_INDEX, le_layout_insert_sections(target, 0, &spec, &two, INT64_MIN, &sizes, NULL, NULL));
    REFUSED(LE_TOO_LARGE, le_layout_insert_sections(target, 0, &spec, &two, INT64_MAX, &sizes, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_sections(target, 0, &spec, NULL, 1, &sizes, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_sections(target, 0, &spec, &two, 1, NULL, NULL, NULL));
    REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(target, 0, &composition, 1, NULL, &two, -1, NULL));
    REFUSED(LE_TOO_LARGE, le_layout_insert_compositions(target, 0, &composition, 1, NULL, &two, INT64_MAX, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(target, 0, &composition, 1, NULL, NULL, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(target, 0, NULL, 1, NULL, &two, 1, NULL));
    le_composition *none_of_them = NULL;
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(target, 0, &none_of_them, 1, NULL, &two, 1, NULL));
    const uint32_t second = 1;
    REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(target, 0, &composition, 1, &second, &two, 1, NULL));
    static const int64_t wrong_counts[] = {-1, INT64_MIN, LE_MAX_COUNT + 1, INT64_MAX, LE_MAX_COUNT};
    for (int i = 0; i < 5; i++) {
        const int64_t count = wrong_counts[i];
        le_status status = count < 0 ? LE_BAD_INDEX : LE_TOO_LARGE;
        le_sizes constant = {.form = LE_SIZES_CONSTANT, .count = smaller(count, LE_MAX_COUNT), .main = main_sizes};
        if (count < 0) constant.count = 1;
        REFUSED(status, le_layout_insert_sections(target, 0, &spec, &count, 1, &constant, NULL, NULL));
        REFUSED(status, le_layout_insert_compositions(target, 0, &composition, 1, NULL, &count, 1, NULL));
        if (count != LE_MAX_COUNT) {
            REFUSED(status, le_layout_insert_frames(target, 0, &spec, &rect, count, LE_UNIT, none, none, NULL));
        }
        REFUSED(status, le_layout_refill(target, LIST, NULL, count, 1, NULL, NULL));
    }
    // More items than sizes.
    const int64_t three = 3;
    REFUSED(LE_BAD_INDEX, le_layout_insert_sections(target, 0, &spec, &three, 1, &sizes, NULL, NULL));
}

static void attack_frames(void) {
    le_section_spec spec = spec_of(LE_SECTION_FRAMES);
    le_rect good = {0, 0, LE_UNIT, LE_UNIT}, none = {0};
    for (int i = 0; i < LENGTHS; i++) {
        for (int edge = 0; edge < 4; edge++) {
            le_rect bad = good;
            int64_t *edges[] = {&bad.main_min, &bad.cross_min, &bad.main_max, &bad.cross_max};
            *edges[edge] = far_lengths[i];
            REFUSED(LE_BAD_VALUE, le_layout_insert_frames(target, 0, &spec, &bad, 1, LE_UNIT, none, none, NULL));
            REFUSED(LE_BAD_VALUE, le_layout_insert_frames(target, 0, &spec, &good, 1, LE_UNIT, bad, none, NULL));
            REFUSED(LE_BAD_VALUE, le_layout_insert_frames(target, 0, &spec, &good, 1, LE_UNIT, none, bad, NULL));
        }
        le_status status = far_lengths[i] < 0 ? LE_BAD_VALUE : LE_TOO_LARGE;
        REFUSED(status, le_layout_insert_frames(target, 0, &spec, &good, 1, far_lengths[i], none, none, NULL));
    }
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_frames(target, 0, &spec, NULL, 1, LE_UNIT, none, none, NULL));
}

// Every call that takes sizes refuses these. Calls that take a range use the count of the sizes.
static void refuse_sizes(le_status status, int section, const le_sizes *sizes) {
    le_fault fault = {.section = -9};
    le_edit edit = {0, 0, sizes->count > 0 && sizes->count < 10 ? sizes->count : 1, 0, false};
    REFUSED(status, le_layout_insert_items(target, section, 0, sizes, NULL, NULL));
    REFUSED(status, le_layout_insert_items(target, section, 0, sizes, &fault, NULL));
    CHECK_EQUAL(fault.section, section);
    CHECK_EQUAL(fault.count > 0, status == LE_BAD_VALUE);
    REFUSED(status, le_layout_resize_items(target, section, 0, sizes, NULL, NULL));
    REFUSED(status, le_layout_apply(target, section, &edit, 1, sizes, NULL, &fault, NULL));
}

static void attack_sizes(void) {
    static const int sections[] = {LIST, FLOW, WATERFALL, RATIO};
    for (int k = 0; k < 4; k++) {
        const int section = sections[k];
        const le_sizes good = sizes_for(section, 2);
        le_sizes bad = good;
        bad.form = (le_sizes_form)17;
        refuse_sizes(LE_BAD_ARGUMENT, section, &bad);
        bad.form = (le_sizes_form)-1;
        refuse_sizes(LE_BAD_ARGUMENT, section, &bad);
        bad = good;
        bad.main = NULL;
        refuse_sizes(LE_BAD_ARGUMENT, section, &bad);
        bad.form = LE_SIZES_CONSTANT;
        refuse_sizes(LE_BAD_ARGUMENT, section, &bad);
        bad = good;
        bad.stride = PTRDIFF_MAX - 7;
        refuse_sizes(LE_BAD_ARGUMENT, section, &bad);
        bad.stride = PTRDIFF_MIN;
        refuse_sizes(LE_BAD_ARGUMENT, section, &bad);
        bad = good;
        bad.reserved[0] = 1;
        refuse_sizes(LE_BAD_ARGUMENT, section, &bad);
        bad = good;
        bad.count = -1;
        refuse_sizes(LE_BAD_INDEX, section, &bad);
        bad.count = INT64_MIN;
        refuse_sizes(LE_BAD_INDEX, section, &bad);
        bad.count = LE_MAX_COUNT + 1;
        refuse_sizes(LE_TOO_LARGE, section, &bad);
        bad.count = INT64_MAX;
        refuse_sizes(LE_TOO_LARGE, section, &bad);
        bad = good;
        bad.form = LE_SIZES_NONE;
        refuse_sizes(LE_NOT_SUPPORTED, section, &bad);
        for (int i = 0; i < BAD_SIZES; i++) {
            double value[] = {30, bad_sizes[i], bad_sizes[i], 30};
            for (int across = 0; across < (good.cross ? 2 : 1); across++) {
                bad = good;
                if (section == RATIO && isfinite(bad_sizes[i]) && bad_sizes[i] > 0) continue;
                bad.main = across ? value + 2 : value;
                if (good.cross) bad.cross = across ? value : value + 2;
                if (good.cross && !across) bad.cross = cross_sizes;
                refuse_sizes(LE_BAD_VALUE, section, &bad);
                bad.form = LE_SIZES_CONSTANT;
                bad.main = across ? cross_sizes : value + 1;
                if (across) bad.cross = value + 1;
                refuse_sizes(LE_BAD_VALUE, section, &bad);
            }
        }
    }
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_items(target, LIST, 0, NULL, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_resize_items(target, LIST, 0, NULL, NULL, NULL));
    for (int i = 0; i < BAD_SIZES; i++)
        REFUSED(LE_BAD_VALUE, le_layout_refill(target, LIST, NULL, 2, bad_sizes[i], NULL, NULL));
    // Runs.
    le_points_run runs[] = {{2, 30}, {1, 40}};
    le_sizes good = {.form = LE_SIZES_RUNS, .count = 3, .run = runs, .runs = 2}, bad = good;
    bad.run = NULL;
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_items(target, LIST, 0, &bad, NULL, NULL));
    bad = good;
    bad.count = 4;
    REFUSED(LE_BAD_VALUE, le_layout_insert_items(target, LIST, 0, &bad, NULL, NULL));
    runs[0].count = -1;
    REFUSED(LE_BAD_INDEX, le_layout_insert_items(target, LIST, 0, &good, NULL, NULL));
    runs[0].count = INT64_MAX;
    REFUSED(LE_TOO_LARGE, le_layout_insert_items(target, LIST, 0, &good, NULL, NULL));
    runs[0] = (le_points_run){2, NAN};
    REFUSED(LE_BAD_VALUE, le_layout_insert_items(target, LIST, 0, &good, NULL, NULL));
    runs[0].extent = 30;
    REFUSED(LE_NOT_SUPPORTED, le_layout_insert_items(target, FLOW, 0, &good, NULL, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_insert_items(target, GRID, 0, &good, NULL, NULL));
}

static void attack_item_ranges(void) {
    for (int s = 0; s < SECTIONS; s++) {
        if (s == FRAMES) continue;
        const int64_t n = items_of[s];
        le_sizes sizes = sizes_for(s, 1);
        for (int i = 0; i < FAR + 1; i++) {
            const int64_t at = i < FAR ? far_indices[i] : n + 1;
            REFUSED(LE_BAD_INDEX, le_layout_insert_items(target, s, at, &sizes, NULL, NULL));
            REFUSED(LE_BAD_INDEX, le_layout_remove_items(target, s, at, 0, NULL));
            REFUSED(LE_BAD_INDEX, le_layout_remove_items(target, s, 0, at, NULL));
            REFUSED(LE_BAD_INDEX, le_layout_move_items(target, s, at, 0, 0, NULL));
            REFUSED(LE_BAD_INDEX, le_layout_move_items(target, s, 0, at, 0, NULL));
            REFUSED(LE_BAD_INDEX, le_layout_move_items(target, s, 0, 0, at, NULL));
            if (sizes.form != LE_SIZES_NONE)
                REFUSED(LE_BAD_INDEX, le_layout_resize_items(target, s, at, &sizes, NULL, NULL));
            REFUSED(LE_BAD_INDEX, le_layout_read_sizes(target, s, at, 0, main_sizes, NULL));
            REFUSED(LE_BAD_INDEX, le_layout_read_sizes(target, s, 0, at, main_sizes, NULL));
            // Scripts.
            le_edit edits[] = {{at, 0, 0, 0, false},
                               {0, at, 0, 0, false},
                               {0, 0, at, 0, false},
                               {0, 0, 1, at, true},
                               {0, 0, at, 0, true}};
            // If items have no individual sizes, an edit does not name a source of sizes.
            const bool counted = sizes.form == LE_SIZES_NONE;
            for (int e = 0; e < 5; e++) {
                size_t failed = 99;
                if ((counted && e >= 3) || (e == 2 && at > 0 && (counted || at == 1))) continue;
                REFUSED(LE_BAD_EDITS, le_layout_apply(target, s, &edits[e], 1, &sizes, &failed, NULL, NULL));
                CHECK_EQUAL(failed, 0);
            }
        }
        if (n == 0) continue;
        REFUSED(LE_BAD_ARGUMENT, le_layout_read_sizes(target, s, 0, 1, NULL, NULL));
        REFUSED(LE_BAD_ARGUMENT, le_layout_apply(target, s, NULL, 1, &sizes, NULL, NULL, NULL));
        le_edit disorder[] = {{2, 1, 0, 0, false}, {1, 1, 0, 0, false}},
                overlap[] = {{1, 2, 0, 0, false}, {2, 1, 0, 0, false}};
        size_t failed = 99;
        REFUSED(LE_BAD_EDITS, le_layout_apply(target, s, disorder, 2, &sizes, &failed, NULL, NULL));
        CHECK_EQUAL(failed, 1);
        REFUSED(LE_BAD_EDITS, le_layout_apply(target, s, overlap, 2, &sizes, &failed, NULL, NULL));
        CHECK_EQUAL(failed, 1);
    }
    le_sizes sizes = sizes_for(LIST, 1);
    le_edit edit = {0, 1, 0, 0, false};
    REFUSED(LE_NOT_SUPPORTED, le_layout_insert_items(target, FRAMES, 0, &sizes, NULL, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_remove_items(target, FRAMES, 0, 1, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_move_items(target, FRAMES, 0, 1, 1, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_resize_items(target, FRAMES, 0, &sizes, NULL, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_apply(target, FRAMES, &edit, 1, &sizes, NULL, NULL, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_refill(target, FRAMES, NULL, 1, 1, NULL, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_set_composition(target, LIST, composition, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_composition(target, COMPOSED, NULL, NULL));
}

static void attack_measuring(void) {
    le_measurement good = {0, 10, NAN};
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_items(target, COMPOSED, NULL, 1, NULL, NULL, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_boundaries(target, COMPOSED, NULL, 1, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_boundaries(target, -1, NULL, 1, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_supplementaries(target, COMPOSED, BADGE, NULL, 1, NULL, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_measure_supplementaries(target, LIST, BADGE, &good, 1, NULL, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_measure_supplementaries(target, COMPOSED, BADGE, &good, 1, NULL, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_measure_items(target, LIST, &good, 1, NULL, NULL, NULL, NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_measure_boundaries(target, LIST, &good, 1, NULL, NULL));
    for (int i = 0; i < FAR + 1; i++) {
        le_measurement bad = {i < FAR ? far_indices[i] : items_of[COMPOSED], 10, NAN};
        int64_t changed = 55, frozen = 55;
        le_fault fault;
        REFUSED(LE_BAD_INDEX, le_layout_measure_items(target, COMPOSED, &bad, 1, &changed, &frozen, &fault, NULL));
        CHECK(changed == 0 && frozen == -1);
        REFUSED(LE_BAD_INDEX, le_layout_measure_boundaries(target, COMPOSED, &bad, 1, &fault, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_measure_boundaries(target, -1, &bad, 1, &fault, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_measure_supplementaries(target, COMPOSED, BADGE, &bad, 1, &fault, NULL));
    }
    for (int i = 0; i < BAD_SIZES; i++) {
        if (isnan(bad_sizes[i])) continue;
        le_measurement bad = {0, bad_sizes[i], NAN};
        REFUSED(LE_BAD_VALUE, le_layout_measure_items(target, COMPOSED, &bad, 1, NULL, NULL, NULL, NULL));
        REFUSED(LE_BAD_VALUE, le_layout_measure_boundaries(target, COMPOSED, &bad, 1, NULL, NULL));
        REFUSED(LE_BAD_VALUE, le_layout_measure_boundaries(target, -1, &bad, 1, NULL, NULL));
        REFUSED(LE_BAD_VALUE, le_layout_measure_supplementaries(target, COMPOSED, BADGE, &bad, 1, NULL, NULL));
    }
}

// composition_arguments_test.c tries every field of a composition. This function tests the boundaries of layouts.
static void attack_compositions(void) {
    CHECK(le_composition_create(NULL, NULL) == NULL);
    for (int i = 0; i < LENGTHS; i++) {
        composition_spec();
        boundary.offset_cross = far_lengths[i];
        REFUSED(LE_BAD_VALUE, le_layout_set_boundaries(target, &boundary, 1, 1, NULL));
    }
    for (int i = 0; i < BAD_SIZES; i++) {
        composition_spec();
        REFUSED(LE_BAD_VALUE, le_layout_set_boundaries(target, &boundary, 1, bad_sizes[i], NULL));
        boundary.main.value = bad_sizes[i];
        REFUSED(LE_BAD_VALUE, le_layout_set_boundaries(target, &boundary, 1, 1, NULL));
    }
    for (int e = 0; e < 3; e++) {
        static const int unknown[] = {-1, 5, INT32_MAX};
        composition_spec();
        boundary.cross.kind = (le_dimension_kind)unknown[e];
        REFUSED(LE_BAD_ARGUMENT, le_layout_set_boundaries(target, &boundary, 1, 1, NULL));
        composition_spec();
        boundary.align_main = unknown[e];
        REFUSED(LE_BAD_VALUE, le_layout_set_boundaries(target, &boundary, 1, 1, NULL));
    }
    composition_spec();
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_boundaries(target, NULL, 1, 1, NULL));
    REFUSED(LE_TOO_LARGE, le_layout_set_boundaries(target, &boundary, SIZE_MAX, 1, NULL));
    CHECK(le_composition_context(NULL) == NULL);
    le_composition_retain(NULL);
    le_composition_release(NULL);
    CHECK_EQUAL(le_composition_solve(NULL, 1, 1).group_items, -1);
    for (int i = 0; i < LENGTHS; i++) {
        le_composition_summary summary =
            le_composition_solve(composition, far_lengths[i], far_lengths[LENGTHS - 1 - i]);
        CHECK_EQUAL(summary.group_items, 2);
    }
}

static void attack(uint64_t seed) {
    (void)seed;
    refusals += attack_functions();
    make_compositions();
    target = make_layout();
    before = digest(target);
    attack_without_a_layout();
    attack_configs();
    attack_specs();
    attack_section_ranges();
    attack_frames();
    attack_sizes();
    attack_item_ranges();
    attack_measuring();
    attack_compositions();
    attack_questions(target);
    REFUSED(LE_OK, LE_OK);
    attack_queries(target);
    REFUSED(LE_OK, LE_OK);
    CHECK_RULES(le_layout_check(target));
    le_layout_release(target);
    le_composition_release(composition);
    le_composition_release(orthogonal);
}

void test_hostile_arguments(void) {
    refusals = 0;
    run_cases("hostile arguments", 1, attack);
    printf("  %ld calls were refused, as the headers say\n", refusals);
}
