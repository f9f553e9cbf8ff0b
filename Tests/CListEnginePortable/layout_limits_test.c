// Layouts at their limits: sums, counts, and the total that boundaries and sections share. Other parts of the test are
// in separate files: layout_refusals_test.c, layout_questions_test.c.
#include <math.h>

#include "layout_limits.h"

le_layout *empty_layout(void) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT, .main = 800 * LE_UNIT});
    CHECK(layout);
    return layout;
}

le_section_spec spaced_spec(le_section_kind kind) {
    le_section_spec spec = {.kind = kind, .line_spacing = 4 * LE_UNIT, .item_spacing = 2 * LE_UNIT};
    spec.header = 30 * LE_UNIT, spec.footer = 20 * LE_UNIT, spec.item_main = 40 * LE_UNIT;
    if (kind == LE_SECTION_WATERFALL) spec.packing = LE_PACKING_SHORTEST_FIRST;
    if (kind == LE_SECTION_GRID || kind == LE_SECTION_WATERFALL) spec.columns = 3;
    return spec;
}

le_sizes equal_sizes(const le_section_spec *spec, int64_t count, const double *size) {
    if (spec->kind == LE_SECTION_GRID) return (le_sizes){.count = count};
    return (le_sizes){.form = LE_SIZES_CONSTANT, .count = count, .main = size, .cross = size};
}

le_status insert_equal(le_layout *layout, int64_t at, const le_section_spec *spec, int64_t count, double size) {
    le_sizes sizes = equal_sizes(spec, count, &size);
    return le_layout_insert_sections(layout, at, spec, &count, 1, &sizes, NULL, NULL);
}

le_layout *rows(int64_t count, double size, int64_t spacing) {
    le_layout *layout = empty_layout();
    le_section_spec spec = {.kind = LE_SECTION_LIST, .line_spacing = spacing};
    CHECK_EQUAL(insert_equal(layout, 0, &spec, count, size), LE_OK);
    return layout;
}

// ---- The contents of a layout as one number

static uint64_t mix(uint64_t digest, const void *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) digest = (digest ^ ((const uint8_t *)bytes)[i]) * 0x100000001B3u;
    return digest;
}

static uint64_t mix_number(uint64_t digest, int64_t number) { return mix(digest, &number, sizeof number); }

static uint64_t mix_rect(uint64_t digest, le_rect r) { return mix(digest, &r, sizeof r); }

uint64_t digest_of(const le_layout *layout) {
    CHECK_RULES(le_layout_check(layout));
    le_layout_config config = le_layout_get_config(layout);
    uint64_t digest = mix_number(mix_number(0xCBF29CE484222325u, config.cross), config.main);
    digest = mix_number(digest, config.horizontal + 2 * config.right_to_left);
    digest = mix_number(mix_number(digest, le_layout_extent(layout)), le_layout_item_total(layout));
    for (int64_t s = 0; s < le_layout_section_count(layout); s++) {
        le_section_at at = le_layout_section(layout, s, NULL);
        le_section_spec spec = le_layout_get_spec(layout, s);
        digest = mix(digest, &at, sizeof at);
        digest = mix(digest, &spec, sizeof spec);
        digest = mix_rect(digest, le_layout_header_frame(layout, s, NULL, NULL));
        digest = mix_rect(digest, le_layout_footer_frame(layout, s, NULL, NULL));
        int64_t ends = smaller(at.items, 100);
        for (int64_t i = 0; i < ends; i++) {
            digest = mix_rect(digest, le_layout_item_frame(layout, s, i, NULL));
            digest = mix_rect(digest, le_layout_item_frame(layout, s, at.items - 1 - i, NULL));
        }
    }
    return digest;
}

// ---- Limits

// A move whose second allocation fails: the section had left its leaf and had no place to go.
static void moves_lose_nothing(void) {
    for (long budget = 0; budget < 12; budget++)
        for (int64_t from = 0; from < 32; from += 5)
            for (int64_t to = 0; to < 32; to++) {
                le_layout *layout = empty_layout();
                const le_section_spec spec = {.kind = LE_SECTION_LIST};
                int64_t counts[32];
                for (int64_t s = 0; s < 32; s++) counts[s] = s;
                const double size = 10;
                const le_sizes sizes = equal_sizes(&spec, 32 * 31 / 2, &size);
                CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, counts, 32, &sizes, NULL, NULL), LE_OK);
                le_layout *copy = le_layout_copy(layout);
                uint64_t before = digest_of(layout);
                fail_allocations_after(budget, -1);
                le_status status = le_layout_move_sections(layout, from, 1, to, NULL);
                fail_allocations_after(-1, -1);
                CHECK_EQUAL(le_layout_section_count(layout), 32);
                if (status != LE_OK) {
                    CHECK_EQUAL(status, LE_NO_MEMORY);
                    CHECK(digest_of(layout) == before);
                } else {
                    CHECK_RULES(le_layout_check(layout));
                    CHECK_EQUAL(le_layout_section(layout, to, NULL).items, from);
                }
                CHECK(digest_of(copy) == before);
                le_layout_release(layout);
                le_layout_release(copy);
            }
}

static void sums_stay_within_the_limits(void) {
    le_layout *layout = empty_layout();
    const double longest = le_points(LE_MAX_TOTAL - LE_UNIT);
    const int64_t quarter = LE_MAX_TOTAL / 4;
    le_section_spec spec = {.kind = LE_SECTION_LIST, .header = quarter, .footer = quarter};
    spec.section_spacing = spec.inset_main_start = spec.inset_main_end = quarter;
    CHECK_REFUSED(layout, insert_equal(layout, 0, &spec, 1, longest), LE_TOO_LARGE);
    // An extent that insets subtract does not count.
    spec = (le_section_spec){.kind = LE_SECTION_LIST, .header = quarter, .inset_main_start = -quarter};
    CHECK_EQUAL(insert_equal(layout, 0, &spec, 1, longest), LE_OK);
    spec.inset_main_start = 0;
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 0, &spec, NULL), LE_TOO_LARGE);
    le_layout_release(layout);

    // Sections of frames: the extent plus the spacing after the section.
    layout = empty_layout();
    spec = (le_section_spec){.kind = LE_SECTION_FRAMES, .section_spacing = quarter};
    const le_rect none = {0, 0, 0, 0};
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, &spec, NULL, 0, LE_MAX_TOTAL, none, none, NULL),
                  LE_TOO_LARGE);
    spec.section_spacing = 0;
    CHECK_EQUAL(le_layout_insert_frames(layout, 0, &spec, NULL, 0, LE_MAX_TOTAL, none, none, NULL), LE_OK);
    spec.section_spacing = 1;
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 0, &spec, NULL), LE_TOO_LARGE);
    le_layout_release(layout);

    // Inserting the first row into an empty list with negative spacing grows it by more than the sum of its strides.
    layout = rows(1, longest, 0);
    spec = (le_section_spec){.kind = LE_SECTION_LIST, .line_spacing = -quarter};
    CHECK_EQUAL(insert_equal(layout, 1, &spec, 0, 0), LE_OK);
    const double row = le_points(quarter);
    le_sizes one = equal_sizes(&spec, 1, &row);
    CHECK_REFUSED(layout, le_layout_insert_items(layout, 1, 0, &one, NULL, NULL), LE_TOO_LARGE);
    le_layout_release(layout);

    // Scripts that replace short rows with copies of a long one.
    layout = rows(20, 1, 0);
    const double big = le_points(LE_MAX_TOTAL / 10);
    one = equal_sizes(&spec, 1, &big);
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 0, &one, NULL, NULL), LE_OK);
    le_edit copies[15];
    for (int i = 0; i < 15; i++) copies[i] = (le_edit){.at = 2 + i, .removed = 1, .inserted = 1, .moved = true};
    CHECK_REFUSED(layout, le_layout_apply(layout, 0, copies, 15, NULL, NULL, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_apply(layout, 0, copies, 5, NULL, NULL, NULL, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    // A large negative size, raised by a lenient source, does not hide sizes that are too large.
    const double mixed[] = {-1e300, le_points(LE_MAX_TOTAL / 3), le_points(LE_MAX_TOTAL / 3)};
    le_sizes lenient = {.form = LE_SIZES_POINTS, .count = 3, .main = mixed, .stride = sizeof *mixed, .lenient = true};
    le_edit insert = {.inserted = 3};
    CHECK_REFUSED(layout, le_layout_apply(layout, 0, &insert, 1, &lenient, NULL, NULL, NULL), LE_TOO_LARGE);
    le_layout_release(layout);
}

// Edits of a script may insert the same size, which counts once for each of them.
static void edits_may_share_a_size(void) {
    const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_WATERFALL};
    const double size = le_points(LE_MAX_TOTAL / 10), across = 1000;
    const le_sizes forms[] = {
        {.form = LE_SIZES_CONSTANT, .count = 1, .main = &size, .cross = &across},
        {.form = LE_SIZES_POINTS, .count = 1, .main = &size, .cross = &across, .stride = sizeof size}};
    const le_edit edits[6] = {{.inserted = 1}, {.inserted = 1}, {.inserted = 1},
                              {.inserted = 1}, {.inserted = 1}, {.inserted = 1}};
    for (int k = 0; k < 3; k++)
        for (int f = 0; f < 2; f++) {
            const bool waterfall = kinds[k] == LE_SECTION_WATERFALL;
            const le_section_spec spec = {
                .kind = kinds[k], .packing = waterfall ? LE_PACKING_SHORTEST_FIRST : 0, .columns = waterfall};
            le_layout *layout = rows(1, le_points(LE_MAX_TOTAL / 2), 0);
            CHECK_EQUAL(insert_equal(layout, 1, &spec, 1, 10), LE_OK);
            CHECK_REFUSED(layout, le_layout_apply(layout, 1, edits, 6, &forms[f], NULL, NULL, NULL), LE_TOO_LARGE);
            CHECK_EQUAL(le_layout_apply(layout, 1, edits, 4, &forms[f], NULL, NULL, NULL), LE_OK);
            CHECK_RULES(le_layout_check(layout));
            le_layout_release(layout);
        }
}

// The boundaries of the layout and its sections share one limit, whichever of them changes.
static void boundaries_share_the_limit(void) {
    enum { LEAD = 30, TAIL = 20 };
    const int64_t room = LE_MAX_TOTAL - (LEAD + TAIL) * LE_UNIT;
    le_layout *layout = empty_layout();
    const le_boundary bars[] = {
        {.kind = 1, .main = {LE_ABSOLUTE, LEAD}, .cross = {LE_FRACTION_CROSS, 1}},
        {.kind = 2, .main = {LE_ESTIMATED_SIZE, TAIL}, .cross = {LE_FRACTION_CROSS, 1}, .align_main = 2},
        {.kind = 3, .main = {LE_FRACTION_CROSS, 0.25}, .cross = {LE_ABSOLUTE, 1}, .align_main = 2, .overlays = true}};
    CHECK_EQUAL(le_layout_set_boundaries(layout, bars, 3, 0, NULL), LE_OK);

    // Sections of each kind that can be that long, with exactly the available room and with one unit more.
    le_section_spec list = {.kind = LE_SECTION_LIST, .section_spacing = 3};
    le_section_spec grid = {.kind = LE_SECTION_GRID, .columns = 1, .item_main = room / 4};
    const double longest = le_points(room - ((int64_t)1 << 20)), one_more = le_points(1 << 20);
    CHECK_REFUSED(layout, insert_equal(layout, 0, &list, 1, le_points(room)), LE_TOO_LARGE);
    CHECK_REFUSED(layout, insert_equal(layout, 0, &grid, 5, 0), LE_TOO_LARGE);
    const le_rect none = {0, 0, 0, 0};
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, &list, NULL, 0, room - 2, none, none, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_insert_frames(layout, 0, &list, NULL, 0, room - 3, none, none, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_TOTAL - 3);
    const le_measurement taller = {1, TAIL + 1, NAN}, shorter = {1, TAIL - 1, NAN};
    CHECK_REFUSED(layout, le_layout_measure_boundaries(layout, -1, &taller, 1, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_measure_boundaries(layout, -1, &shorter, 1, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_TOTAL - 3 - LE_UNIT);
    CHECK_EQUAL(le_layout_remove_sections(layout, 0, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_boundaries(layout, bars, 3, 0, NULL), LE_OK);

    // Edits of the items of a list that leaves room for one point.
    list.section_spacing = 0;
    CHECK_EQUAL(insert_equal(layout, 0, &list, 1, longest), LE_OK);
    CHECK_EQUAL(insert_equal(layout, 1, &grid, 0, 0), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_TOTAL - LE_UNIT);
    const double two = 2, largest = le_points(room);
    le_sizes two_points = equal_sizes(&list, 1, &two), all = equal_sizes(&list, 1, &largest), none_of = {.count = 1};
    le_edit copy = {.at = 1, .inserted = 1, .moved = true}, insert = {.inserted = 1};
    CHECK_REFUSED(layout, le_layout_insert_items(layout, 0, 0, &two_points, NULL, NULL), LE_TOO_LARGE);
    CHECK_REFUSED(layout, le_layout_insert_items(layout, 1, 0, &none_of, NULL, NULL), LE_TOO_LARGE);
    CHECK_REFUSED(layout, le_layout_refill(layout, 1, NULL, 1, 0, NULL, NULL), LE_TOO_LARGE);
    CHECK_REFUSED(layout, le_layout_refill(layout, 0, NULL, 2, largest / 2 + 1, NULL, NULL), LE_TOO_LARGE);
    CHECK_REFUSED(layout, le_layout_apply(layout, 0, &copy, 1, NULL, NULL, NULL, NULL), LE_TOO_LARGE);
    CHECK_REFUSED(layout, le_layout_apply(layout, 0, &insert, 1, &two_points, NULL, NULL, NULL), LE_TOO_LARGE);
    CHECK_REFUSED(layout, insert_equal(layout, 2, &list, 1, two), LE_TOO_LARGE);
    CHECK_EQUAL(insert_equal(layout, 2, &list, 1, one_more), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_TOTAL);
    CHECK_EQUAL(le_layout_remove_sections(layout, 2, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 0, &all, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_TOTAL);

    // No room is left: specs, boundaries and containers that need more.
    list.inset_main_start = 1;
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 0, &list, NULL), LE_TOO_LARGE);
    le_boundary others[] = {bars[0], bars[1]};
    others[1].main.kind = LE_FRACTION_CROSS;
    others[1].main.value = 20.0 / 390;
    CHECK_EQUAL(le_layout_set_boundaries(layout, others, 2, 0, NULL), LE_OK);
    le_layout_config config = le_layout_get_config(layout);
    config.cross += 39 * LE_UNIT;
    CHECK_REFUSED(layout, le_layout_set_config(layout, config, NULL), LE_TOO_LARGE); // all sections are laid out again
    le_layout *lists = rows(1, largest, 0);
    CHECK_EQUAL(le_layout_set_boundaries(lists, others, 2, 0, NULL), LE_OK);
    CHECK_REFUSED(lists, le_layout_set_config(lists, config, NULL), LE_TOO_LARGE); // all sections are lists
    le_layout_release(lists);
    others[0].main.value += 1;
    CHECK_REFUSED(layout, le_layout_set_boundaries(layout, others, 2, 0, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_set_boundaries(layout, NULL, 0, 0, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), room);
    le_layout_release(layout);
}

// The same for compositional sections that grow by measuring or by another composition.
static void compositions_share_the_limit(void) {
    le_node rows_of_one[] = {repeating(LE_NODE_ALONG_CROSS, 1, (le_dimension){LE_ESTIMATED_SIZE, 40}),
                             {.main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_FRACTION_CROSS, 1}}};
    le_boundary header = {.kind = 1, .main = {LE_ESTIMATED_SIZE, 10}, .cross = {LE_FRACTION_CROSS, 1}};
    le_composition_spec spec = {.nodes = rows_of_one, .node_count = 2, .boundaries = &header, .boundary_count = 1};
    le_composition *small = le_composition_create(&spec, NULL);
    rows_of_one[1].main.value = 41;
    le_composition *large = le_composition_create(&spec, NULL);
    rows_of_one[1] = (le_node){.main = {LE_ABSOLUTE, 10}, .cross = {LE_ABSOLUTE, 1}};
    rows_of_one[0].main = (le_dimension){LE_ABSOLUTE, 10};
    rows_of_one[0].cross = (le_dimension){LE_ABSOLUTE, 4194304};
    spec.orthogonal = true;
    spec.inset_cross[LE_END] = LE_UNIT;
    le_composition *wide = le_composition_create(&spec, NULL);
    CHECK(small && large && wide);

    // A list that leaves room for a header and a row.
    le_layout *layout = rows(1, le_points(LE_MAX_TOTAL - 100 * LE_UNIT), 0);
    const le_boundary bar = {.kind = 1, .main = {LE_ABSOLUTE, 50}, .cross = {LE_FRACTION_CROSS, 1}};
    CHECK_EQUAL(le_layout_set_boundaries(layout, &bar, 1, 0, NULL), LE_OK);
    const int64_t two = 2, one = 1;
    CHECK_REFUSED(layout, le_layout_insert_compositions(layout, 1, &small, 1, NULL, &two, 1, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &small, 1, NULL, &one, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), LE_MAX_TOTAL);
    le_sizes none = {.count = 1};
    CHECK_REFUSED(layout, le_layout_insert_items(layout, 1, 0, &none, NULL, NULL), LE_TOO_LARGE);
    CHECK_REFUSED(layout, le_layout_refill(layout, 1, NULL, 2, 0, NULL, NULL), LE_TOO_LARGE);
    CHECK_REFUSED(layout, le_layout_set_composition(layout, 1, large, NULL), LE_TOO_LARGE);
    for (int i = 0; i < 3; i++) { // with nothing measured, on a copy, and in place
        const le_measurement more = {0, 41 + i, NAN}, less = {0, 39 + i % 2, NAN};
        CHECK_REFUSED(layout, le_layout_measure_items(layout, 1, &more, 1, NULL, NULL, NULL, NULL), LE_TOO_LARGE);
        CHECK_EQUAL(le_layout_measure_items(layout, 1, &less, 1, NULL, NULL, NULL, NULL), LE_OK);
    }
    const le_measurement taller = {0, 12, NAN};
    CHECK_REFUSED(layout, le_layout_measure_boundaries(layout, 1, &taller, 1, NULL, NULL), LE_TOO_LARGE);
    le_layout_release(layout);

    // The scrolled content of an orthogonal section has the limit too, including its insets.
    layout = empty_layout();
    const int64_t most = LE_MAX_TOTAL >> 42;
    CHECK_REFUSED(layout, le_layout_insert_compositions(layout, 0, &wide, 1, NULL, &most, 1, NULL), LE_TOO_LARGE);
    const int64_t fewer = most - 1;
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &wide, 1, NULL, &fewer, 1, NULL), LE_OK);
    CHECK(le_layout_groups(layout, 0).content <= LE_MAX_TOTAL);
    CHECK_REFUSED(layout, le_layout_insert_items(layout, 0, 0, &none, NULL, NULL), LE_TOO_LARGE);
    le_layout_release(layout);
    le_composition_release(small);
    le_composition_release(large);
    le_composition_release(wide);
}

static void grids_count_within_the_limits(void) {
    le_layout *layout = empty_layout();
    const le_section_spec spec = spaced_spec(LE_SECTION_GRID);
    CHECK_EQUAL(insert_equal(layout, 0, &spec, 1, 0), LE_OK);
    const le_sizes none = {0};
    const le_edit half = {.inserted = ((int64_t)1 << 39)}, most = {.inserted = LE_MAX_COUNT};
    const le_edit overflow[] = {{.inserted = 1}, {.inserted = INT64_MAX}};
    // 2^39 + 1 items of 40 points in three columns are more than the largest extent.
    CHECK_REFUSED(layout, le_layout_apply(layout, 0, &half, 1, &none, NULL, NULL, NULL), LE_TOO_LARGE);
    CHECK_REFUSED(layout, le_layout_apply(layout, 0, &most, 1, &none, NULL, NULL, NULL), LE_TOO_LARGE);
    size_t failed = 9;
    CHECK_REFUSED(layout, le_layout_apply(layout, 0, overflow, 2, &none, &failed, NULL, NULL), LE_BAD_EDITS);
    CHECK_EQUAL(failed, 1);
    le_layout_release(layout);
}

static void known_inputs(uint64_t seed) {
    (void)seed;
    moves_lose_nothing();
    sums_stay_within_the_limits();
    edits_may_share_a_size();
    boundaries_share_the_limit();
    compositions_share_the_limit();
    grids_count_within_the_limits();
    arguments_are_validated();
    questions_have_bounds();
}

void test_layout_limits(void) {
    run_cases("layouts, limits", 1, known_inputs);
    run_cases("layouts, points", 20000, points_equal_a_scan);
    random_refusals();
}
