// Hostile arguments: every public function is called with values that its contract does not allow. It answers the
// status or the value that the headers state, and changes nothing.
//
// Two tests. The first goes through the functions one by one and knows the answer to each call. The second puts hostile
// values into random calls: whatever is refused has changed nothing, whatever is accepted leaves a sound layout.
#include <math.h>

#include "harness.h"

// ---- What can be seen of a layout

static uint64_t mix(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *p = data;
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ p[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t mix_rect(uint64_t hash, le_rect rect) { return mix(hash, &rect, sizeof rect); }

static uint64_t digest_of_section(const le_layout *layout, int64_t s, uint64_t hash) {
    enum { MOST = 700 };
    static double frames[4 * MOST], main[MOST], cross[MOST];
    le_section_at at = le_layout_section(layout, s, NULL);
    le_section_spec spec = le_layout_get_spec(layout, s);
    le_groups groups = le_layout_groups(layout, s);
    hash = mix(hash, &at, sizeof at);
    hash = mix(hash, &spec, sizeof spec);
    hash = mix(hash, &groups.count, sizeof groups.count);
    hash = mix(hash, &groups.content, sizeof groups.content);
    hash = mix_rect(hash, le_layout_header_frame(layout, s, NULL, NULL));
    hash = mix_rect(hash, le_layout_footer_frame(layout, s, NULL, NULL));
    for (int64_t b = 0; b < 2; b++) hash = mix_rect(hash, le_layout_boundary_frame(layout, s, b, NULL));
    int64_t n = smaller(at.items, MOST);
    le_layout_frames(layout, s, 0, n, frames);
    hash = mix(hash, frames, (size_t)n * 4 * sizeof *frames);
    memset(cross, 0, sizeof cross);
    if (le_layout_read_sizes(layout, s, 0, n, main, cross) != LE_OK) return hash;
    hash = mix(hash, main, (size_t)n * sizeof *main);
    return mix(hash, cross, (size_t)n * sizeof *cross);
}

// Of the layout as a whole and the first sections of it.
static uint64_t digest(const le_layout *layout) {
    le_layout_config config = le_layout_get_config(layout);
    int64_t numbers[] = {config.cross,
                         config.main,
                         config.horizontal,
                         config.right_to_left,
                         le_layout_section_count(layout),
                         le_layout_item_total(layout),
                         le_layout_extent(layout)};
    uint64_t hash = mix(14695981039346656037u, numbers, sizeof numbers);
    hash = mix_rect(hash, le_layout_boundary_frame(layout, -1, 0, NULL));
    for (int64_t s = 0; s < smaller(numbers[4], 40); s++) hash = digest_of_section(layout, s, hash);
    return hash;
}

// ---- The layout under attack: a section of every kind

enum { LIST, GRID, FLOW, FRAMES, COMPOSED, ORTHOGONAL, WATERFALL, RATIO, EMPTY, SECTIONS };
static const int64_t items_of[SECTIONS] = {600, 50, 300, 40, 90, 30, 100, 64, 0};
enum { SIZES = 700, BADGE = 7 };

static double main_sizes[SIZES], cross_sizes[SIZES];
static le_node nodes[2];
static le_badge badge;
static le_boundary boundary;
static le_backdrop backdrop;

static le_section_spec spec_of(le_section_kind kind) {
    bool waterfall = kind == LE_SECTION_WATERFALL;
    return (le_section_spec){.kind = kind,
                             .packing = waterfall ? LE_PACKING_SHORTEST_FIRST : LE_PACKING_LEADING,
                             .columns = waterfall || kind == LE_SECTION_GRID ? 3 : 0,
                             .line_spacing = 4 * LE_UNIT,
                             .item_spacing = 2 * LE_UNIT,
                             .header = 20 * LE_UNIT,
                             .footer = 10 * LE_UNIT,
                             .item_main = 30 * LE_UNIT,
                             .item_cross = 40 * LE_UNIT,
                             .section_spacing = LE_UNIT};
}

static le_sizes sizes_for(int section, int64_t count) {
    bool across = section == FLOW || section == RATIO;
    if (section == GRID || section == COMPOSED || section == ORTHOGONAL)
        return (le_sizes){.form = LE_SIZES_NONE, .count = count};
    return (le_sizes){.form = LE_SIZES_POINTS,
                      .count = count,
                      .main = main_sizes,
                      .cross = across ? cross_sizes : NULL,
                      .stride = sizeof(double)};
}

// A group of two items of estimated height, with a badge on the items, a pinned header and a background.
static le_composition_spec composition_spec(void) {
    nodes[0] = (le_node){.kind = LE_NODE_ALONG_MAIN,
                         .repeat = LE_REPEAT_COUNT,
                         .children = 1,
                         .count = 2,
                         .main = {LE_ESTIMATED_SIZE, 60},
                         .cross = {LE_FRACTION_CROSS, 1}};
    nodes[1] = (le_node){.main = {LE_ESTIMATED_SIZE, 30}, .cross = {LE_FRACTION_CROSS, 0.5}};
    badge = (le_badge){.node = 1, .kind = BADGE, .main = {LE_ABSOLUTE, 5}, .cross = {LE_ABSOLUTE, 5}};
    boundary = (le_boundary){
        .kind = 9, .main = {LE_ESTIMATED_SIZE, 20}, .cross = {LE_FRACTION_CROSS, 1}, .align_cross = 1, .pins = true};
    backdrop = (le_backdrop){.kind = 11, .z_index = -1};
    return (le_composition_spec){.nodes = nodes,
                                 .node_count = 2,
                                 .badges = &badge,
                                 .badge_count = 1,
                                 .boundaries = &boundary,
                                 .boundary_count = 1,
                                 .backdrops = &backdrop,
                                 .backdrop_count = 1,
                                 .group_spacing = LE_UNIT};
}

static le_composition *composition, *orthogonal;

static void make_compositions(void) {
    le_composition_spec spec = composition_spec();
    composition = le_composition_create(&spec, NULL);
    spec.orthogonal = true;
    orthogonal = le_composition_create(&spec, NULL);
    CHECK(composition && orthogonal);
}

static le_layout *make_layout(void) {
    for (int i = 0; i < SIZES; i++) {
        main_sizes[i] = 20 + i * 37 % 11;
        cross_sizes[i] = 30 + i * 13 % 29;
    }
    le_layout *layout = le_layout_create((le_layout_config){.cross = 320 * LE_UNIT, .main = 500 * LE_UNIT});
    CHECK(layout != NULL);
    for (int s = 0; s < SECTIONS; s++) {
        static const le_section_kind kinds[SECTIONS] = {
            LE_SECTION_LIST,      LE_SECTION_GRID,          LE_SECTION_FLOW,
            LE_SECTION_FRAMES,    LE_SECTION_COMPOSITIONAL, LE_SECTION_COMPOSITIONAL,
            LE_SECTION_WATERFALL, LE_SECTION_WATERFALL,     LE_SECTION_LIST};
        le_section_spec spec = spec_of(kinds[s]);
        le_status status;
        if (s == COMPOSED || s == ORTHOGONAL) {
            le_composition *one = s == COMPOSED ? composition : orthogonal;
            status = le_layout_insert_compositions(layout, s, &one, 1, NULL, &items_of[s], 1, NULL);
        } else if (s == FRAMES) {
            le_rect rects[40], none = {0};
            for (int i = 0; i < 40; i++)
                rects[i] = (le_rect){i * 9 * LE_UNIT, i % 7 * LE_UNIT, (i * 9 + 20) * LE_UNIT, (i % 7 + 50) * LE_UNIT};
            spec.header = spec.footer = 0;
            status = le_layout_insert_frames(layout, s, &spec, rects, 40, 400 * LE_UNIT, none, none, NULL);
        } else {
            if (s == RATIO) spec.flags = LE_BY_RATIO;
            le_sizes sizes = sizes_for(s, items_of[s]);
            status = le_layout_insert_sections(layout, s, &spec, &items_of[s], 1, &sizes, NULL, NULL);
        }
        CHECK_EQUAL(status, LE_OK);
    }
    le_measurement measured[] = {{3, 44, NAN}, {40, 12, NAN}};
    CHECK_EQUAL(le_layout_measure_items(layout, COMPOSED, measured, 2, NULL, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_boundaries(layout, &boundary, 1, 2, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    return layout;
}

// ---- Calls whose answer is known

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

static const int64_t far_indices[] = {-1, INT64_MIN, INT64_MIN + 1, INT64_MAX, INT64_MAX - 1, (int64_t)1 << 40};
enum { FAR = sizeof far_indices / sizeof *far_indices };
static const int64_t far_lengths[] = {INT64_MIN, INT64_MIN + 1, -LE_MAX_TOTAL, LE_MAX_TOTAL, INT64_MAX - 1, INT64_MAX};
enum { LENGTHS = sizeof far_lengths / sizeof *far_lengths };
static const double bad_sizes[] = {NAN, INFINITY, -INFINITY, -1, 1e300, -1e300, 5e12};
enum { BAD_SIZES = sizeof bad_sizes / sizeof *bad_sizes };

// Nothing of a layout that is not there.
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
        // Past the end, and for calls that need a section, at the end too.
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
    }
    // Numbers of sections and of items.
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

// Every call that takes sizes refuses these. Calls that take a range take it from the count of the sizes.
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
            // Where items have no sizes of their own, an edit does not say where sizes come from.
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
    }
    for (int i = 0; i < BAD_SIZES; i++) {
        if (isnan(bad_sizes[i])) continue;
        le_measurement bad = {0, bad_sizes[i], NAN};
        REFUSED(LE_BAD_VALUE, le_layout_measure_items(target, COMPOSED, &bad, 1, NULL, NULL, NULL, NULL));
        REFUSED(LE_BAD_VALUE, le_layout_measure_boundaries(target, COMPOSED, &bad, 1, NULL, NULL));
        REFUSED(LE_BAD_VALUE, le_layout_measure_boundaries(target, -1, &bad, 1, NULL, NULL));
    }
}

// Every field of a composition is tried in composition_arguments_test.c; here what layouts do with boundaries of their
// own.
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

// Questions about what is not there have an answer.
static void attack_questions(void) {
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
    REFUSED(LE_OK, LE_OK);
}

// The number of elements that a query answers.
static size_t elements_in(const le_viewport *viewport) {
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

static void attack_queries(void) {
    const le_rect all = {-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL};
    le_viewport viewport = {.rect = all, .visible = {0, 0, 500 * LE_UNIT, 320 * LE_UNIT}};
    const size_t everything = elements_in(&viewport);
    CHECK(everything > 1274);
    viewport.rect = (le_rect){INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX};
    CHECK_EQUAL(elements_in(&viewport), everything);
    viewport.rect = all;
    for (int i = 0; i < LENGTHS; i++) {
        viewport.visible = (le_rect){far_lengths[i], 0, far_lengths[LENGTHS - 1 - i], 1};
        CHECK_EQUAL(elements_in(&viewport), everything);
    }
    viewport.rect = (le_rect){INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN};
    CHECK_EQUAL(elements_in(&viewport), 0);
    // Cursors of random content: no more elements than there are, and an end.
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
    // Scrolled sections that do not exist, out of order, at offsets without bounds.
    le_scrolled scrolled[] = {
        {INT64_MAX, INT64_MIN}, {ORTHOGONAL, INT64_MIN}, {-1, INT64_MAX}, {ORTHOGONAL, INT64_MAX}};
    viewport = (le_viewport){.rect = all, .visible = all, .scrolls = {scrolled, 4}};
    CHECK(elements_in(&viewport) <= everything);
    viewport.scrolls = (le_scrolls){scrolled + 1, 1};
    CHECK(elements_in(&viewport) <= everything);
    viewport.scrolls = (le_scrolls){scrolled + 3, 1};
    CHECK(elements_in(&viewport) <= everything);
    viewport.scrolls = (le_scrolls){NULL, 3};
    CHECK_EQUAL(elements_in(&viewport), everything);
    int64_t section, item;
    le_layout_item_at_point(target, 0, 0, &viewport.scrolls, &section, &item, NULL);
    viewport.scrolls = (le_scrolls){scrolled + 1, 1};
    le_layout_item_at_point(target, INT64_MAX, INT64_MIN, &viewport.scrolls, &section, &item, NULL);
    le_layout_nearest_item(target, INT64_MAX, INT64_MIN, &viewport.scrolls, &section, &item, NULL);
    REFUSED(LE_OK, LE_OK);
}

// ---- The small functions

static void attack_the_rest(void) {
    for (int i = 0; i < BAD_SIZES; i++) {
        int64_t units = le_units(bad_sizes[i]), coarse = le_waterfall_units(bad_sizes[i]);
        CHECK(units >= -LE_MAX_TOTAL && units <= LE_MAX_TOTAL && coarse >= -LE_MAX_TOTAL && coarse <= LE_MAX_TOTAL);
    }
    CHECK_EQUAL(le_units(NAN), 0);
    CHECK_EQUAL(le_waterfall_units(NAN), 0);
    CHECK(le_points(INT64_MIN) == -8796093022208.0 && le_points(le_unit()) == 1);
    CHECK(le_max_total() == LE_MAX_TOTAL && le_max_count() == LE_MAX_COUNT && le_max_length() == LE_MAX_LENGTH);
    CHECK(strcmp(le_status_text((le_status)99), "unknown status") == 0);
    CHECK(strcmp(le_status_text((le_status)-1), "unknown status") == 0);
    CHECK(strcmp(le_version(), LE_VERSION) == 0 && le_version_number() == LE_VERSION_NUMBER);
    const char *backend = le_backend();
    static const int wrong[] = {-1, INT32_MIN, INT32_MAX, 64};
    for (int i = 0; i < 4; i++) {
        CHECK(le_backend_name(wrong[i]) == NULL);
        le_backend_use(wrong[i]);
        CHECK(le_backend() == backend);
    }
#define INIT(type)                                                                                                     \
    do {                                                                                                               \
        type options;                                                                                                  \
        memset(&options, 0xA5, sizeof options);                                                                        \
        CHECK_EQUAL(type##_init(NULL, sizeof options), LE_BAD_ARGUMENT);                                               \
        CHECK_EQUAL(type##_init(&options, sizeof options - 8), LE_BAD_ARGUMENT);                                       \
        CHECK_EQUAL(*(unsigned char *)&options, 0xA5);                                                                 \
        CHECK_EQUAL(type##_init(&options, sizeof options), LE_OK);                                                     \
        CHECK(memcmp(&options, &(type){0}, sizeof options) == 0);                                                      \
    } while (0)
    INIT(le_composition_spec);
    INIT(le_cursor);
    INIT(le_diff_options);
    INIT(le_diff_sections_side);
    INIT(le_diff_side);
    INIT(le_layout_config);
    INIT(le_section_spec);
    INIT(le_sizes);
    INIT(le_viewport);
#undef INIT
}

static void attack_extents(void) {
    le_extents *tree = le_extents_create();
    int64_t some[600], out[2] = {77, 77};
    for (int i = 0; i < 600; i++) some[i] = i;
    CHECK_EQUAL(le_extents_assign(tree, some, 600), LE_OK);
    const int64_t total = le_extents_total(tree);
#define UNCHANGED(status, call)                                                                                        \
    do {                                                                                                               \
        CHECK_EQUAL(call, status);                                                                                     \
        CHECK_EQUAL(le_extents_count(tree), 600);                                                                      \
        CHECK_EQUAL(le_extents_total(tree), total);                                                                    \
        CHECK_RULES(le_extents_check(tree));                                                                           \
        refusals++;                                                                                                    \
    } while (0)
    for (int i = 0; i < FAR + 1; i++) {
        const int64_t at = i < FAR ? far_indices[i] : 601;
        le_edit edits[] = {{at, 0, 0, 0, false}, {0, at, 0, 0, false}, {0, 0, at, 0, false}, {0, 0, 1, at, true}};
        UNCHANGED(LE_BAD_INDEX, le_extents_read(tree, at, 1, out));
        UNCHANGED(LE_BAD_INDEX, le_extents_read(tree, 0, at, out));
        CHECK_EQUAL(out[0], 77);
        UNCHANGED(LE_BAD_INDEX, le_extents_resize(tree, at, 1, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_resize_range(tree, at, some, 1, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_resize_range(tree, 0, some, at, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_insert(tree, at, some, 1, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_insert_run(tree, at, (le_run){1, 1}, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_remove(tree, at, 1, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_remove(tree, 1, at, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_move(tree, at, 1, 0, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_move(tree, 0, at, 0, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_move(tree, 0, 1, at, NULL));
        for (int e = 0; e < 4; e++)
            UNCHANGED(LE_BAD_EDITS, le_extents_apply(tree, &edits[e], 1, some, 600, NULL, NULL));
        if (at < 0) {
            UNCHANGED(LE_BAD_INDEX, le_extents_assign(tree, some, at));
            UNCHANGED(LE_BAD_INDEX, le_extents_assign_runs(tree, &(le_run){at, 1}, 1));
            UNCHANGED(LE_BAD_INDEX, le_extents_insert(tree, 0, some, at, NULL));
            UNCHANGED(LE_BAD_INDEX, le_extents_insert_run(tree, 0, (le_run){at, 1}, NULL));
            UNCHANGED(LE_BAD_INDEX, le_extents_apply(tree, &edits[0], 1, some, at, NULL, NULL));
            UNCHANGED(LE_BAD_VALUE, le_extents_resize(tree, 0, at, NULL));
            UNCHANGED(LE_BAD_VALUE, le_extents_resize_range(tree, 0, &at, 1, NULL));
            UNCHANGED(LE_BAD_VALUE, le_extents_assign(tree, &at, 1));
            UNCHANGED(LE_BAD_VALUE, le_extents_assign_runs(tree, &(le_run){1, at}, 1));
            UNCHANGED(LE_BAD_VALUE, le_extents_insert(tree, 0, &at, 1, NULL));
            UNCHANGED(LE_BAD_VALUE, le_extents_insert_run(tree, 0, (le_run){1, at}, NULL));
        } else if (at > LE_MAX_COUNT) {
            UNCHANGED(LE_TOO_LARGE, le_extents_assign(tree, some, at));
            UNCHANGED(LE_TOO_LARGE, le_extents_assign_runs(tree, &(le_run){at, 1}, 1));
            UNCHANGED(LE_TOO_LARGE, le_extents_insert(tree, 0, some, at, NULL));
            UNCHANGED(LE_TOO_LARGE, le_extents_insert_run(tree, 0, (le_run){at, 1}, NULL));
            UNCHANGED(LE_TOO_LARGE, le_extents_resize(tree, 0, at, NULL));
            UNCHANGED(LE_TOO_LARGE, le_extents_assign(tree, &at, 1));
            UNCHANGED(LE_TOO_LARGE, le_extents_insert(tree, 0, &at, 1, NULL));
            UNCHANGED(LE_TOO_LARGE, le_extents_insert_run(tree, 0, (le_run){1, at}, NULL));
        }
        // Questions.
        CHECK_EQUAL(le_extents_offset(tree, at, NULL), at < 0 ? 0 : total);
        le_extent_at end = le_extents_entry(tree, at, NULL);
        CHECK(end.index == 600 && end.offset == total && end.extent == 0);
        end = le_extents_at_offset(tree, at, NULL);
        if (at < 0) CHECK(end.index == 1);
        if (at > total) CHECK(end.index == 600 && end.offset == total);
    }
    le_edit edit = {0, 1, 0, 0, false};
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_assign(tree, NULL, 1));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_assign_runs(tree, NULL, 1));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_insert(tree, 0, NULL, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_resize_range(tree, 0, NULL, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_apply(tree, NULL, 1, some, 1, NULL, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_apply(tree, &edit, 1, NULL, 1, NULL, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_read(tree, 0, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_assign(NULL, some, 1));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_assign_runs(NULL, &(le_run){1, 1}, 1));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_read(NULL, 0, 0, out));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_resize(NULL, 0, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_resize_range(NULL, 0, some, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_insert(NULL, 0, some, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_insert_run(NULL, 0, (le_run){1, 1}, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_remove(NULL, 0, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_move(NULL, 0, 1, 0, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_apply(NULL, &edit, 1, some, 1, NULL, NULL));
#undef UNCHANGED
    CHECK(le_extents_copy(NULL) == NULL);
    le_extents_release(NULL);
    CHECK(le_extents_count(NULL) == 0 && le_extents_total(NULL) == 0 && le_extents_bytes(NULL) == 0);
    CHECK(le_extents_offset(NULL, 5, NULL) == 0 && le_extents_entry(NULL, 5, NULL).index == 0);
    CHECK(le_extents_at_offset(NULL, 5, NULL).index == 0 && le_extents_check(NULL) != NULL);
    le_extents_release(tree);
}

static void attack_diffs(void) {
    le_diff_workspace *workspace = le_diff_workspace_create();
    const uint64_t keys[] = {1, 2, 3}, later_keys[] = {3, 1, 4};
    const uint32_t tokens[] = {1, 2, 3}, ends[] = {1, 3}, descending[] = {3, 1}, short_ends[] = {1, 2};
    const le_diff_side good = {.keys = keys, .count = 3}, other = {.keys = later_keys, .count = 3};
    const le_diff_sections_side sections = {.keys = keys, .ends = ends, .count = 2};
    le_diff_result result;
    memset(&result, 0xA5, sizeof result);
#define REFUSED_DIFF(status, call)                                                                                     \
    do {                                                                                                               \
        CHECK_EQUAL(call, status);                                                                                     \
        CHECK_EQUAL(result.paths, 0xA5A5A5A5);                                                                         \
        refusals++;                                                                                                    \
    } while (0)
#define REFUSED_SIDE(status, side)                                                                                     \
    do {                                                                                                               \
        REFUSED_DIFF(status, le_diff(workspace, side, &good, NULL, &result));                                          \
        REFUSED_DIFF(status, le_diff(workspace, &good, side, NULL, &result));                                          \
        REFUSED_DIFF(status, le_diff_sections(workspace, side, &sections, &good, &sections, NULL, &result));           \
        REFUSED_DIFF(status, le_diff_sections(workspace, &good, &sections, side, &sections, NULL, &result));           \
    } while (0)
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff(NULL, &good, &other, NULL, &result));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff(workspace, &good, &other, NULL, NULL));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(NULL, &good, &sections, &other, &sections, NULL, &result));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(workspace, &good, &sections, &other, &sections, NULL, NULL));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(workspace, &good, NULL, &other, &sections, NULL, &result));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(workspace, &good, &sections, &other, NULL, NULL, &result));
    REFUSED_SIDE(LE_BAD_ARGUMENT, NULL);
    le_diff_side bad = {.count = 3};
    REFUSED_SIDE(LE_BAD_ARGUMENT, &bad);
    bad = (le_diff_side){.keys = keys, .tokens = tokens, .count = 3};
    REFUSED_SIDE(LE_BAD_ARGUMENT, &bad);
    bad = (le_diff_side){.tokens = tokens, .count = 3};
    REFUSED_SIDE(LE_BAD_ARGUMENT, &bad);
    bad = (le_diff_side){.keys = keys, .versions = keys, .count = 3};
    REFUSED_SIDE(LE_BAD_ARGUMENT, &bad);
    bad = (le_diff_side){.keys = keys, .count = 3, .reserved = {1}};
    REFUSED_SIDE(LE_BAD_ARGUMENT, &bad);
    bad = (le_diff_side){.keys = keys, .count = LE_DIFF_MAX_COUNT + 1};
    REFUSED_SIDE(LE_TOO_LARGE, &bad);
    bad.count = SIZE_MAX;
    REFUSED_SIDE(LE_TOO_LARGE, &bad);
    le_diff_options options = {.force = 1 << 20};
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff(workspace, &good, &other, &options, &result));
    options = (le_diff_options){.reserved = {0, 0, 0, 1}};
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff(workspace, &good, &other, &options, &result));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(workspace, &good, &sections, &other, &sections, &options, &result));
    options = (le_diff_options){.segment_count = 1};
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff(workspace, &good, &other, &options, &result));
    static const le_diff_segment wrong[] = {{UINT32_MAX, 0, 1}, {0, UINT32_MAX, 1}, {0, 0, UINT32_MAX},
                                            {3, 0, 1},          {0, 3, 1},          {LE_DIFF_DESCENDING, 0, 2}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options = (le_diff_options){.segments = &wrong[i], .segment_count = 1};
        REFUSED_DIFF(LE_BAD_EDITS, le_diff(workspace, &good, &other, &options, &result));
    }
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(workspace, &good, &sections, &other, &sections, &options, &result));
    le_diff_sections_side wrong_sections[] = {{.count = 2},
                                              {.keys = keys, .count = 2},
                                              {.keys = keys, .ends = ends, .count = 2, .stamps = keys},
                                              {.keys = keys, .ends = ends, .count = 2, .reserved = {0, 1}},
                                              {.keys = keys, .ends = descending, .count = 2},
                                              {.keys = keys, .ends = short_ends, .count = 2},
                                              {.keys = keys, .ends = ends, .count = 1},
                                              {.keys = keys, .ends = ends, .count = 0},
                                              {.keys = keys, .ends = ends, .count = SIZE_MAX}};
    for (int i = 0; i < 9; i++) {
        le_status status = i < 4 ? LE_BAD_ARGUMENT : i < 8 ? LE_BAD_EDITS : LE_TOO_LARGE;
        const le_diff_sections_side *side = &wrong_sections[i];
        REFUSED_DIFF(status, le_diff_sections(workspace, &good, side, &other, &sections, NULL, &result));
        REFUSED_DIFF(status, le_diff_sections(workspace, &good, &sections, &other, side, NULL, &result));
    }
#undef REFUSED_SIDE
#undef REFUSED_DIFF
    le_diff_workspace_release(NULL);
    le_diff_workspace_return(NULL);
    CHECK_EQUAL(le_diff_workspace_bytes(NULL), 0);
    CHECK_EQUAL(le_diff(workspace, &good, &other, NULL, &result), LE_OK);
    CHECK_EQUAL(result.deletes.count, 1);
    le_diff_workspace_release(workspace);
}

static void attack(uint64_t seed) {
    (void)seed;
    attack_the_rest();
    attack_extents();
    attack_diffs();
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
    attack_questions();
    attack_queries();
    CHECK_RULES(le_layout_check(target));
    le_layout_release(target);
    le_composition_release(composition);
    le_composition_release(orthogonal);
}

// ---- Random calls with hostile values among others

static int64_t any_index(rng *r, int64_t count) {
    switch (rng_below(r, 8)) {
    case 0:
        return far_indices[rng_below(r, FAR)];
    case 1:
        return count + rng_in(r, -1, 1);
    default:
        return rng_below(r, count);
    }
}

static int64_t any_count(rng *r, int64_t count) {
    return rng_chance(r, 8) ? far_indices[rng_below(r, FAR)] : rng_below(r, smaller(count, 30) + 2);
}

static double any_size(rng *r) {
    return rng_chance(r, 10) ? bad_sizes[rng_below(r, BAD_SIZES)] : (double)rng_in(r, 0, 90);
}

// A sum that may leave the range of its type: any value will do.
static int64_t wrapping_sum(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }

static int64_t any_length(rng *r) {
    return rng_chance(r, 12) ? far_lengths[rng_below(r, LENGTHS)] : rng_in(r, -20, 60) * LE_UNIT;
}

// Counts that arrays can be read for, and those that no array is read for. Flows and waterfalls store something for
// each item, so that only others (`counted`) get numbers that memory cannot hold.
static le_sizes any_sizes(rng *r, double *room, bool counted) {
    le_sizes sizes = {.form = (le_sizes_form)rng_in(r, 0, 3), .stride = sizeof(double)};
    sizes.count = rng_chance(r, 10) ? (rng_chance(r, 2) ? LE_MAX_COUNT + 1 : -1) : rng_below(r, 20);
    for (int i = 0; i < 40; i++) room[i] = rng_chance(r, 20) ? any_size(r) : (double)rng_in(r, 1, 90);
    sizes.main = rng_chance(r, 30) ? NULL : room;
    sizes.cross = rng_chance(r, 3) ? NULL : room + 20;
    sizes.lenient = rng_chance(r, 4);
    if (counted && sizes.form == LE_SIZES_CONSTANT && rng_chance(r, 6)) sizes.count = rng_in(r, 0, LE_MAX_COUNT);
    if (rng_chance(r, 40)) sizes.form = (le_sizes_form)9;
    return sizes;
}

static le_section_spec any_spec(rng *r) {
    le_section_spec spec = spec_of((le_section_kind)rng_in(r, 0, 5));
    spec.packing = (le_packing)rng_in(r, 0, 4);
    spec.flags = (uint32_t)rng_below(r, rng_chance(r, 10) ? 64 : 16);
    spec.columns = rng_chance(r, 10) ? UINT32_MAX : (uint32_t)rng_below(r, 18);
    int64_t *lengths[] = {&spec.inset_main_start, &spec.inset_main_end, &spec.inset_cross_start,
                          &spec.inset_cross_end,  &spec.line_spacing,   &spec.item_spacing,
                          &spec.header,           &spec.footer,         &spec.item_main,
                          &spec.item_cross,       &spec.section_spacing};
    for (int n = (int)rng_below(r, 4); n > 0; n--) *lengths[rng_below(r, 11)] = any_length(r);
    if (rng_chance(r, 4)) spec.scale = any_size(r) / 30;
    if (rng_chance(r, 40)) spec.kind = (le_section_kind)rng_in(r, -1, 8);
    if (rng_chance(r, 40)) spec.packing = (le_packing)rng_in(r, -1, 8);
    return spec;
}

static le_status any_edit(rng *r, le_layout *layout) {
    double room[40];
    const int64_t sections = le_layout_section_count(layout);
    const int64_t s = any_index(r, sections), n = le_layout_section(layout, s, NULL).items;
    const int64_t at = any_index(r, n + 1), count = any_count(r, n), to = any_index(r, n + 1);
    const le_section_kind kind = le_layout_get_spec(layout, s).kind;
    le_section_spec spec = any_spec(r);
    const bool inserts = rng_chance(r, 8);
    const le_section_kind other = inserts ? spec.kind : kind;
    le_sizes sizes = any_sizes(r, room, other != LE_SECTION_FLOW && other != LE_SECTION_WATERFALL);
    le_fault fault_room, *fault = rng_chance(r, 2) ? &fault_room : NULL;
    switch (inserts ? 0 : rng_in(r, 1, 15)) {
    case 0: {
        int64_t counts[4], few = rng_below(r, 4);
        for (int i = 0; i < 4; i++) counts[i] = rng_chance(r, 20) ? any_index(r, 5) : rng_below(r, sizes.count / 4 + 2);
        running.operation = "insert_sections";
        return le_layout_insert_sections(layout, any_index(r, sections + 1), &spec, counts, few, &sizes, fault, NULL);
    }
    case 1: {
        le_rect rects[4], ends[2];
        for (int i = 0; i < 6; i++) {
            le_rect *rect = i < 4 ? &rects[i] : &ends[i - 4];
            *rect = (le_rect){any_length(r), any_length(r), any_length(r), any_length(r)};
            if (rect->main_max < rect->main_min && rng_chance(r, 2)) rect->main_max = rect->main_min;
            if (!rng_chance(r, 3)) *rect = (le_rect){0, 0, LE_UNIT * i, LE_UNIT * 9};
        }
        running.operation = "insert_frames";
        return le_layout_insert_frames(layout, any_index(r, sections + 1), &spec, rects, rng_below(r, 5), any_length(r),
                                       ends[0], ends[1], NULL);
    }
    case 2: {
        le_composition *both[] = {composition, orthogonal};
        int64_t counts[3];
        uint32_t which[3];
        for (int i = 0; i < 3; i++) {
            counts[i] = any_index(r, 30);
            which[i] = (uint32_t)rng_below(r, rng_chance(r, 9) ? 3 : 2);
        }
        running.operation = "insert_compositions";
        return le_layout_insert_compositions(layout, any_index(r, sections + 1), both, 2, which, counts,
                                             rng_below(r, 4), NULL);
    }
    case 3:
        running.operation = "remove_sections";
        return le_layout_remove_sections(layout, s, rng_chance(r, 3) ? any_count(r, 3) : 1, NULL);
    case 4:
        running.operation = "move_sections";
        return le_layout_move_sections(layout, s, any_count(r, 4), any_index(r, sections), NULL);
    case 5:
        running.operation = "set_spec";
        spec.kind = kind;
        return le_layout_set_spec(layout, s, &spec, NULL);
    case 6: {
        le_layout_config config = {.cross = wrapping_sum(any_length(r), 300 * LE_UNIT), .main = any_length(r)};
        config.right_to_left = rng_chance(r, 2);
        config.horizontal = rng_chance(r, 4);
        running.operation = "set_config";
        return le_layout_set_config(layout, config, NULL);
    }
    case 7:
        running.operation = "insert_items";
        return le_layout_insert_items(layout, s, at, &sizes, fault, NULL);
    case 8:
        running.operation = "remove_items";
        return le_layout_remove_items(layout, s, at, count, NULL);
    case 9:
        running.operation = "move_items";
        return le_layout_move_items(layout, s, at, count, to, NULL);
    case 10:
        running.operation = "resize_items";
        return le_layout_resize_items(layout, s, at, &sizes, fault, NULL);
    case 11: {
        le_edit edits[5];
        int64_t here = 0;
        for (int i = 0; i < 5; i++) {
            edits[i] = (le_edit){here += rng_below(r, n / 5 + 2), any_count(r, 3), any_count(r, 5), rng_below(r, 12),
                                 rng_chance(r, 3)};
            if (edits[i].removed > 0 && edits[i].removed < 40) here += edits[i].removed;
            if (!rng_chance(r, 10) && edits[i].inserted > 5) edits[i].inserted = 1;
        }
        size_t failed;
        running.operation = "apply";
        return le_layout_apply(layout, s, edits, (size_t)rng_below(r, 6), rng_chance(r, 20) ? NULL : &sizes, &failed,
                               fault, NULL);
    }
    case 12:
        running.operation = "refill";
        return le_layout_refill(layout, s, rng_chance(r, 3) ? &spec : NULL, any_count(r, 50), any_size(r), fault, NULL);
    case 13: {
        le_measurement measured[3];
        for (int i = 0; i < 3; i++) measured[i] = (le_measurement){any_index(r, n), any_size(r), NAN};
        int64_t changed, frozen;
        running.operation = "measure_items";
        return le_layout_measure_items(layout, rng_chance(r, 2) ? COMPOSED : s, measured, (size_t)rng_below(r, 4),
                                       &changed, &frozen, fault, NULL);
    }
    case 14: {
        le_measurement measured = {any_index(r, 1), any_size(r), NAN};
        running.operation = "measure_boundaries";
        return le_layout_measure_boundaries(layout, s, &measured, 1, fault, NULL);
    }
    default:
        running.operation = "set_composition";
        return le_layout_set_composition(layout, s, rng_chance(r, 2) ? composition : orthogonal, NULL);
    }
}

static void ask_anything(rng *r, const le_layout *layout) {
    const int64_t s = any_index(r, le_layout_section_count(layout)), n = le_layout_section(layout, s, NULL).items;
    const int64_t item = any_index(r, n);
    le_rect rect = {any_length(r), any_length(r), any_length(r), any_length(r)};
    le_scrolled scrolled = {any_index(r, 9), any_length(r)};
    le_viewport viewport = {.rect = rect, .visible = rect, .scrolls = {&scrolled, 1}};
    le_cursor cursor = {0};
    le_element some[8];
    int64_t first, count;
    double frames[4 * 32];
    float near[4 * 32];
    le_layout_item_frame(layout, s, item, NULL);
    le_layout_item_element(layout, s, item, NULL);
    le_layout_header_frame(layout, s, &rect, NULL);
    le_layout_footer_frame(layout, s, &rect, NULL);
    le_layout_boundary_frame(layout, s, item, &rect);
    le_layout_supplementary_frame(layout, s, BADGE, item);
    le_layout_line(layout, s, item, &first, &count);
    le_layout_estimated_axes(layout, s, item);
    le_layout_group(layout, s, item);
    le_layout_group_at_offset(layout, s, any_length(r));
    le_layout_section_at_offset(layout, any_length(r), NULL);
    const int64_t few = rng_below(r, 32);
    le_layout_frames(layout, s, item, few, frames);
    le_layout_frames_relative(layout, s, item, few, any_size(r), any_size(r), near);
    le_layout_item_at_point(layout, any_length(r), any_length(r), &viewport.scrolls, &first, &count, NULL);
    le_layout_query_begin(&cursor);
    for (int rounds = 0; rounds < 50 && le_layout_query(layout, &viewport, &cursor, some, 8); rounds++) continue;
}

static void hostile_case(uint64_t seed) {
    rng r = {seed};
    make_compositions();
    le_layout *layout = make_layout(), *other = le_layout_copy(layout);
    const uint64_t of_other = digest(other);
    for (running.step = 0; running.step < 40; running.step++) {
        const uint64_t was = digest(layout);
        const le_status status = any_edit(&r, layout);
        CHECK_RULES(le_layout_check(layout));
        if (status != LE_OK) CHECK(digest(layout) == was);
        CHECK(le_layout_extent(layout) >= 0 && le_layout_extent(layout) <= LE_MAX_TOTAL);
        CHECK(le_layout_item_total(layout) >= 0 && le_layout_item_total(layout) <= LE_MAX_COUNT);
        if (rng_chance(&r, 3)) ask_anything(&r, layout);
    }
    CHECK(digest(other) == of_other);
    le_layout_release(layout);
    le_layout_release(other);
    le_composition_release(composition);
    le_composition_release(orthogonal);
}

void test_hostile_arguments(void) {
    refusals = 0;
    run_cases("hostile arguments", 1, attack);
    printf("  %ld calls were refused, as the headers say\n", refusals);
    run_cases("hostile histories", 800, hostile_case);
}
