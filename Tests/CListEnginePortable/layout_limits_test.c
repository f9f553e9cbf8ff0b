// Layouts at their limits, and calls that are refused: whatever the arguments, a call either does what it says or
// changes nothing.
#include <math.h>

#include "harness.h"

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static le_layout *empty_layout(void) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT, .main = 800 * LE_UNIT});
    CHECK(layout);
    return layout;
}

static le_section_spec spec_of(le_section_kind kind) {
    le_section_spec spec = {.kind = kind, .line_spacing = 4 * LE_UNIT, .item_spacing = 2 * LE_UNIT};
    spec.header = 30 * LE_UNIT, spec.footer = 20 * LE_UNIT, spec.item_main = 40 * LE_UNIT;
    if (kind == LE_SECTION_WATERFALL) spec.packing = LE_PACKING_SHORTEST_FIRST;
    if (kind == LE_SECTION_GRID || kind == LE_SECTION_WATERFALL) spec.columns = 3;
    return spec;
}

// Items of one size; a grid's have none.
static le_sizes equal(const le_section_spec *spec, int64_t count, const double *size) {
    if (spec->kind == LE_SECTION_GRID) return (le_sizes){.count = count};
    return (le_sizes){.form = LE_SIZES_CONSTANT, .count = count, .main = size, .cross = size};
}

static le_status insert_equal(le_layout *layout, int64_t at, const le_section_spec *spec, int64_t count, double size) {
    le_sizes sizes = equal(spec, count, &size);
    return le_layout_insert_sections(layout, at, spec, &count, 1, &sizes, NULL, NULL);
}

// Rows of one size, with a spec of nothing else.
static le_layout *rows(int64_t count, double size, int64_t spacing) {
    le_layout *layout = empty_layout();
    le_section_spec spec = {.kind = LE_SECTION_LIST, .line_spacing = spacing};
    CHECK_EQUAL(insert_equal(layout, 0, &spec, count, size), LE_OK);
    return layout;
}

// ---- What a layout is, as one number

static uint64_t mix(uint64_t digest, const void *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) digest = (digest ^ ((const uint8_t *)bytes)[i]) * 0x100000001B3u;
    return digest;
}

static uint64_t mix_number(uint64_t digest, int64_t number) { return mix(digest, &number, sizeof number); }

static uint64_t mix_rect(uint64_t digest, le_rect r) { return mix(digest, &r, sizeof r); }

// Everything that can be read of a layout; of long sections the ends.
static uint64_t digest_of(const le_layout *layout) {
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

#define CHECK_REFUSED(layout, call, status)                                                                            \
    do {                                                                                                               \
        uint64_t before_ = digest_of(layout);                                                                          \
        CHECK_EQUAL(call, status);                                                                                     \
        CHECK(digest_of(layout) == before_);                                                                           \
    } while (0)

// ---- Sections

// A move whose second allocation fails: the section had left its leaf and found no room.
static void moves_lose_nothing(void) {
    for (long budget = 0; budget < 12; budget++)
        for (int64_t from = 0; from < 32; from += 5)
            for (int64_t to = 0; to < 32; to++) {
                le_layout *layout = empty_layout();
                const le_section_spec spec = {.kind = LE_SECTION_LIST};
                int64_t counts[32];
                for (int64_t s = 0; s < 32; s++) counts[s] = s;
                const double size = 10;
                const le_sizes sizes = equal(&spec, 32 * 31 / 2, &size);
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
    // What the insets take back does not count.
    spec = (le_section_spec){.kind = LE_SECTION_LIST, .header = quarter, .inset_main_start = -quarter};
    CHECK_EQUAL(insert_equal(layout, 0, &spec, 1, longest), LE_OK);
    spec.inset_main_start = 0;
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 0, &spec, NULL), LE_TOO_LARGE);
    le_layout_release(layout);

    // Sections of frames: the extent with the space after the section.
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

    // An empty list with spacing below zero grows by more than the sum of its strides when its first row comes.
    layout = rows(1, longest, 0);
    spec = (le_section_spec){.kind = LE_SECTION_LIST, .line_spacing = -quarter};
    CHECK_EQUAL(insert_equal(layout, 1, &spec, 0, 0), LE_OK);
    const double row = le_points(quarter);
    le_sizes one = equal(&spec, 1, &row);
    CHECK_REFUSED(layout, le_layout_insert_items(layout, 1, 0, &one, NULL, NULL), LE_TOO_LARGE);
    le_layout_release(layout);

    // Scripts that replace short rows by copies of a long one.
    layout = rows(20, 1, 0);
    const double big = le_points(LE_MAX_TOTAL / 10);
    one = equal(&spec, 1, &big);
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 0, &one, NULL, NULL), LE_OK);
    le_edit copies[15];
    for (int i = 0; i < 15; i++) copies[i] = (le_edit){.at = 2 + i, .removed = 1, .inserted = 1, .moved = true};
    CHECK_REFUSED(layout, le_layout_apply(layout, 0, copies, 15, NULL, NULL, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_apply(layout, 0, copies, 5, NULL, NULL, NULL, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    // A size far below zero, leniently raised, does not hide those that are too large.
    const double mixed[] = {-1e300, le_points(LE_MAX_TOTAL / 3), le_points(LE_MAX_TOTAL / 3)};
    le_sizes lenient = {.form = LE_SIZES_POINTS, .count = 3, .main = mixed, .stride = sizeof *mixed, .lenient = true};
    le_edit insert = {.inserted = 3};
    CHECK_REFUSED(layout, le_layout_apply(layout, 0, &insert, 1, &lenient, NULL, NULL, NULL), LE_TOO_LARGE);
    le_layout_release(layout);
}

// Boundaries of the layout and what sections take share one limit, whatever changes either of them.
static void boundaries_share_the_limit(void) {
    enum { LEAD = 30, TAIL = 20 };
    const int64_t room = LE_MAX_TOTAL - (LEAD + TAIL) * LE_UNIT;
    le_layout *layout = empty_layout();
    const le_boundary bars[] = {
        {.kind = 1, .main = {LE_ABSOLUTE, LEAD}, .cross = {LE_FRACTION_CROSS, 1}},
        {.kind = 2, .main = {LE_ESTIMATED_SIZE, TAIL}, .cross = {LE_FRACTION_CROSS, 1}, .align_main = 2},
        {.kind = 3, .main = {LE_FRACTION_CROSS, 0.25}, .cross = {LE_ABSOLUTE, 1}, .align_main = 2, .overlays = true}};
    CHECK_EQUAL(le_layout_set_boundaries(layout, bars, 3, 0, NULL), LE_OK);

    // Sections of each kind that can be so long, with all the room there is and with a unit more.
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
    le_sizes two_points = equal(&list, 1, &two), all = equal(&list, 1, &largest), none_of = {.count = 1};
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

    // No room left: specs, boundaries and containers that take more.
    list.inset_main_start = 1;
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 0, &list, NULL), LE_TOO_LARGE);
    le_boundary others[] = {bars[0], bars[1]};
    others[1].main.kind = LE_FRACTION_CROSS;
    others[1].main.value = 20.0 / 390;
    CHECK_EQUAL(le_layout_set_boundaries(layout, others, 2, 0, NULL), LE_OK);
    le_layout_config config = le_layout_get_config(layout);
    config.cross += 39 * LE_UNIT;
    CHECK_REFUSED(layout, le_layout_set_config(layout, config, NULL), LE_TOO_LARGE); // where all are laid out again
    le_layout *lists = rows(1, largest, 0);
    CHECK_EQUAL(le_layout_set_boundaries(lists, others, 2, 0, NULL), LE_OK);
    CHECK_REFUSED(lists, le_layout_set_config(lists, config, NULL), LE_TOO_LARGE); // and where all are lists
    le_layout_release(lists);
    others[0].main.value += 1;
    CHECK_REFUSED(layout, le_layout_set_boundaries(layout, others, 2, 0, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_set_boundaries(layout, NULL, 0, 0, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), room);
    le_layout_release(layout);
}

// The same where compositional sections grow by measuring, and by another composition.
static void compositions_share_the_limit(void) {
    le_node rows_of_one[] = {{.kind = LE_NODE_ALONG_CROSS,
                              .repeat = LE_REPEAT_COUNT,
                              .children = 1,
                              .count = 1,
                              .main = {LE_ESTIMATED_SIZE, 40},
                              .cross = {LE_FRACTION_CROSS, 1}},
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

    // A list leaves room for a header and a row.
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

    // What an orthogonal section scrolls has the limit too, with its insets.
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

static void frames_are_validated(void) {
    le_layout *layout = empty_layout();
    const le_section_spec spec = {.kind = LE_SECTION_FRAMES, .section_spacing = LE_UNIT};
    const le_rect none = {0, 0, 0, 0}, wild = {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX}, back = {2, 0, 1, 1};
    CHECK_EQUAL(insert_equal(layout, 0, &spec, 0, 0), LE_NOT_SUPPORTED);
    le_section_spec list = {.kind = LE_SECTION_LIST};
    CHECK_EQUAL(insert_equal(layout, 0, &list, 3, 10), LE_OK);
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, &spec, NULL, 0, 0, wild, none, NULL), LE_BAD_VALUE);
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, &spec, NULL, 0, 0, none, wild, NULL), LE_BAD_VALUE);
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, &spec, NULL, 0, 0, none, back, NULL), LE_BAD_VALUE);
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, &spec, &wild, 1, 0, none, none, NULL), LE_BAD_VALUE);
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, &spec, &none, 1, -1, none, none, NULL), LE_BAD_VALUE);
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, &spec, NULL, 1, 0, none, none, NULL), LE_BAD_ARGUMENT);
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, NULL, &none, 1, 0, none, none, NULL), LE_BAD_ARGUMENT);
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, &spec, &none, -1, 0, none, none, NULL), LE_BAD_INDEX);
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 2, &spec, &none, 1, 0, none, none, NULL), LE_BAD_INDEX);
    CHECK_REFUSED(layout, le_layout_insert_frames(layout, 0, &spec, &none, 1, LE_MAX_TOTAL + 1, none, none, NULL),
                  LE_TOO_LARGE);
    le_layout_release(layout);
}

static void specs_are_validated(void) {
    le_layout *layout = empty_layout();
    le_section_spec grid = spec_of(LE_SECTION_GRID), spec = grid;
    CHECK_EQUAL(insert_equal(layout, 0, &grid, 10, 0), LE_OK);
    spec.columns = UINT32_MAX, spec.item_spacing = LE_MAX_TOTAL / 4;
    CHECK_REFUSED(layout, insert_equal(layout, 0, &spec, 10, 0), LE_BAD_VALUE);
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 0, &spec, NULL), LE_BAD_VALUE);
    spec.item_spacing = -LE_MAX_TOTAL / 4;
    CHECK_REFUSED(layout, insert_equal(layout, 0, &spec, 10, 0), LE_BAD_VALUE);
    spec = grid, spec.kind = (le_section_kind)6;
    CHECK_REFUSED(layout, insert_equal(layout, 0, &spec, 0, 0), LE_BAD_ARGUMENT);
    spec = grid, spec.packing = (le_packing)-1;
    CHECK_REFUSED(layout, insert_equal(layout, 0, &spec, 0, 0), LE_BAD_ARGUMENT);
    spec = grid, spec.flags = 16;
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 0, &spec, NULL), LE_BAD_ARGUMENT);
    spec = grid, spec.reserved[3] = 1;
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 0, &spec, NULL), LE_BAD_ARGUMENT);
    spec = grid, spec.header = -1;
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 0, &spec, NULL), LE_BAD_VALUE);
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 0, NULL, NULL), LE_BAD_ARGUMENT);
    CHECK_REFUSED(layout, le_layout_set_spec(layout, 1, &grid, NULL), LE_BAD_INDEX);
    // Columns of one unit with the largest spaces that they can have.
    spec = grid, spec.columns = 1 << 20, spec.item_spacing = LE_MAX_TOTAL / 4 >> 20;
    CHECK_EQUAL(insert_equal(layout, 0, &spec, 3 << 20, 0), LE_OK);
    le_rect last = le_layout_item_frame(layout, 0, (1 << 20) - 1, NULL);
    CHECK_EQUAL(last.cross_min, ((1 << 20) - 1) * spec.item_spacing);
    le_layout_release(layout);

    const le_layout_config wrong[] = {{.cross = -1}, {.main = -1}, {.cross = INT64_MAX}, {.main = LE_MAX_TOTAL}};
    layout = empty_layout();
    for (int i = 0; i < 4; i++) {
        CHECK(!le_layout_create(wrong[i]));
        CHECK_REFUSED(layout, le_layout_set_config(layout, wrong[i], NULL), LE_BAD_VALUE);
    }
    le_layout_release(layout);
}

// ---- Sizes

static void sizes_are_validated(void) {
    static const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_GRID, LE_SECTION_WATERFALL};
    const double points[] = {10, 20, 30, 40};
    const le_points_run runs[] = {{2, 10}, {-1, 20}, {3, 30}};
    const int64_t five = 5, negative = -5, huge = INT64_MAX;
    for (int k = 0; k < 4; k++) {
        const le_section_spec spec = spec_of(kinds[k]);
        const bool grid = kinds[k] == LE_SECTION_GRID;
        le_layout *layout = empty_layout();
        CHECK_EQUAL(insert_equal(layout, 0, &spec, 20, 30), LE_OK);
        const le_sizes good = {
            .form = LE_SIZES_POINTS, .count = 2, .main = points, .cross = points + 1, .stride = 2 * sizeof(double)};
        const struct {
            le_sizes sizes;
            le_status status;
        } wrong[] = {
            {{.form = LE_SIZES_CONSTANT, .count = -5, .main = points, .cross = points}, LE_BAD_INDEX},
            {{.form = LE_SIZES_NONE, .count = -5}, LE_BAD_INDEX},
            {{.form = LE_SIZES_CONSTANT, .count = INT64_MAX, .main = points, .cross = points}, LE_TOO_LARGE},
            {{.form = LE_SIZES_CONSTANT, .count = ((int64_t)1 << 61) + 1, .main = points, .cross = points},
             LE_TOO_LARGE},
            {{.form = LE_SIZES_CONSTANT, .count = 3}, LE_BAD_ARGUMENT},
            {{.form = LE_SIZES_POINTS, .count = 3, .stride = 8}, LE_BAD_ARGUMENT},
            {{.form = LE_SIZES_POINTS,
              .count = 4,
              .main = points,
              .cross = points,
              .stride = PTRDIFF_MAX & ~(ptrdiff_t)7},
             LE_BAD_ARGUMENT},
            {{.form = LE_SIZES_RUNS, .count = 3, .runs = 1}, LE_BAD_ARGUMENT},
            {{.form = LE_SIZES_RUNS, .count = 4, .run = runs, .runs = 3}, LE_BAD_INDEX},
            {{.form = LE_SIZES_RUNS, .count = 3, .run = runs, .runs = 1}, LE_BAD_VALUE},
            {{.form = (le_sizes_form)4, .count = 1, .main = points}, LE_BAD_ARGUMENT},
        };
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            const le_sizes *s = &wrong[i].sizes;
            const le_edit edit = {.at = 1, .inserted = 1};
            running.step = (int)i;
            CHECK_REFUSED(layout, le_layout_insert_items(layout, 0, 1, s, NULL, NULL), wrong[i].status);
            CHECK_REFUSED(layout, le_layout_resize_items(layout, 0, 1, s, NULL, NULL), wrong[i].status);
            CHECK_REFUSED(layout, le_layout_apply(layout, 0, &edit, 1, s, NULL, NULL, NULL), wrong[i].status);
            CHECK_REFUSED(layout, le_layout_insert_sections(layout, 0, &spec, &s->count, 1, s, NULL, NULL),
                          wrong[i].status);
        }
        CHECK_REFUSED(layout, le_layout_insert_items(layout, 0, 1, NULL, NULL, NULL), LE_BAD_ARGUMENT);
        CHECK_REFUSED(layout, le_layout_resize_items(layout, 0, 1, NULL, NULL, NULL), LE_BAD_ARGUMENT);
        // More items than there are sizes, and numbers of items that are none.
        CHECK_REFUSED(layout, le_layout_insert_sections(layout, 0, &spec, &five, 1, &good, NULL, NULL), LE_BAD_INDEX);
        CHECK_REFUSED(layout, le_layout_insert_sections(layout, 0, &spec, &negative, 1, &good, NULL, NULL),
                      LE_BAD_INDEX);
        CHECK_REFUSED(layout, le_layout_insert_sections(layout, 0, &spec, &huge, 1, &good, NULL, NULL), LE_TOO_LARGE);
        CHECK_REFUSED(layout, le_layout_insert_sections(layout, 0, &spec, NULL, 1, &good, NULL, NULL), LE_BAD_ARGUMENT);
        CHECK_REFUSED(layout, le_layout_insert_sections(layout, 0, &spec, &five, -1, &good, NULL, NULL), LE_BAD_INDEX);
        CHECK_REFUSED(layout, le_layout_insert_sections(layout, 0, &spec, &five, 1, NULL, NULL, NULL), LE_BAD_ARGUMENT);
        CHECK_REFUSED(layout, le_layout_insert_sections(layout, 0, NULL, &five, 1, &good, NULL, NULL), LE_BAD_ARGUMENT);
        const le_sizes none = {0};
        le_status without = le_layout_insert_sections(layout, 1, &spec, &five, 1, &none, NULL, NULL);
        CHECK_EQUAL(without, grid ? LE_OK : LE_NOT_SUPPORTED);
        // Scripts without sizes.
        const le_edit out = {.at = 3, .removed = 2}, in = {.at = 3, .inserted = 1};
        CHECK_EQUAL(le_layout_apply(layout, 0, &out, 1, NULL, NULL, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_section(layout, 0, NULL).items, 18);
        CHECK_EQUAL(le_layout_apply(layout, 0, &in, 1, NULL, NULL, NULL, NULL), grid ? LE_OK : LE_BAD_EDITS);
        CHECK_REFUSED(layout, le_layout_apply(layout, 0, NULL, 1, NULL, NULL, NULL, NULL), LE_BAD_ARGUMENT);
        CHECK_RULES(le_layout_check(layout));
        le_layout_release(layout);
    }
}

// Sizes may stand anywhere: not at a multiple of eight bytes, and at any distance.
static void sizes_need_no_alignment(void) {
    static const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_WATERFALL};
    enum { N = 300 };
    static unsigned char bytes[24 * N + 8];
    for (int k = 0; k < 3; k++)
        for (ptrdiff_t stride = 16; stride <= 24; stride += 4)
            for (int offset = 0; offset < 8; offset += 3) {
                le_section_spec spec = spec_of(kinds[k]);
                for (int i = 0; i < N; i++) {
                    const double size[2] = {10 + i % 7, 20};
                    memcpy(bytes + offset + i * stride, size, sizeof size);
                }
                le_sizes sizes = {.form = LE_SIZES_POINTS, .count = N, .stride = stride};
                sizes.main = (const double *)(const void *)(bytes + offset);
                sizes.cross = (const double *)(const void *)(bytes + offset + 8);
                const int64_t n = N;
                const le_edit edit = {.at = 7, .inserted = N};
                le_layout *layout = empty_layout();
                CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
                CHECK_EQUAL(le_layout_insert_items(layout, 0, 0, &sizes, NULL, NULL), LE_OK);
                CHECK_EQUAL(le_layout_apply(layout, 0, &edit, 1, &sizes, NULL, NULL, NULL), LE_OK);
                sizes.form = LE_SIZES_CONSTANT;
                CHECK_EQUAL(le_layout_insert_items(layout, 0, 9, &sizes, NULL, NULL), LE_OK);
                CHECK_RULES(le_layout_check(layout));
                double main[2];
                CHECK_EQUAL(le_layout_read_sizes(layout, 0, 5, 1, main, NULL), LE_OK);
                CHECK_EQUAL(le_layout_read_sizes(layout, 0, 2 * N + 5, 1, main + 1, NULL), LE_OK);
                CHECK(main[0] == 15 && main[1] == 10 + (N - 2) % 7);
                le_layout_release(layout);
            }
}

static void grids_count_within_the_limits(void) {
    le_layout *layout = empty_layout();
    const le_section_spec spec = spec_of(LE_SECTION_GRID);
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

// ---- Questions

static void check_no_rect(le_rect r) { CHECK(r.main_min >= r.main_max || r.cross_min >= r.cross_max); }

// Questions about what is not there have a harmless answer and write nothing else.
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
        le_section_spec spec = spec_of(kinds[k]);
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
    CHECK(!le_layout_copy(NULL) && le_layout_check(NULL)); // there is none
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
        le_section_spec spec = spec_of((le_section_kind)kind);
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
        // A cursor that stands anywhere.
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
    // Content up to the limit, seen from both ends.
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

// What a query of these visits; far more than that would take minutes.
enum { MANY = 1 << 30 };

static void walks_are_bounded(void) {
    le_element elements[8];
    int64_t section, item;
    const int64_t count = 2 * (int64_t)MANY;
    // A grid of one column, and one of as many columns as items, seen where it has no item across.
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
            CHECK_EQUAL(item, count / 2 - 1); // the first of two that touch the point
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
    // A list whose rows all overlap, and one of many rows without extent, with a space after each.
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

static void points_equal_a_scan(uint64_t seed) {
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

// ---- Refusals at random

// A number that is often at an edge.
static int64_t odd_number(rng *r, int64_t near) {
    static const int64_t edges[] = {0, 1, -1, LE_MAX_COUNT, LE_MAX_TOTAL, LE_MAX_TOTAL / 4, INT64_MAX, INT64_MIN};
    switch (rng_below(r, 4)) {
    case 0:
        return edges[rng_below(r, 8)];
    case 1:
        return near + rng_in(r, -2, 2);
    default:
        return rng_below(r, near + 1);
    }
}

static le_sizes odd_sizes(rng *r, const double *points) {
    le_sizes sizes = {.form = (le_sizes_form)rng_below(r, 4), .count = rng_below(r, 8), .stride = 16};
    sizes.main = points, sizes.cross = rng_chance(r, 4) ? NULL : points + 1, sizes.lenient = rng_chance(r, 3);
    if (rng_chance(r, 4)) sizes.count = -1 - rng_below(r, 3);
    if (rng_chance(r, 6)) sizes.count = INT64_MAX - rng_below(r, 3);
    if (rng_chance(r, 8)) sizes.main = NULL;
    return sizes;
}

static long refusals, successes;

static void refused_changes_nothing(uint64_t seed) {
    rng r = {seed};
    double points[32];
    for (int i = 0; i < 32; i++) {
        points[i] = (double)rng_in(&r, 0, 90);
        if (rng_chance(&r, 12)) points[i] = le_points(LE_MAX_TOTAL / rng_in(&r, 1, 8));
        if (rng_chance(&r, 16)) points[i] = rng_chance(&r, 2) ? NAN : -1e300;
    }
    le_layout *layout = empty_layout();
    static const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_GRID, LE_SECTION_WATERFALL};
    for (int64_t s = 0; s < 6; s++) {
        le_section_spec spec = spec_of(kinds[rng_below(&r, 4)]);
        CHECK_EQUAL(insert_equal(layout, s, &spec, rng_below(&r, 40), 30), LE_OK);
    }
    if (rng_chance(&r, 3)) {
        le_section_spec spec = {.kind = LE_SECTION_LIST};
        double most = le_points(LE_MAX_TOTAL - le_layout_extent(layout)) * 0.99;
        CHECK_EQUAL(insert_equal(layout, 6, &spec, 1, most), LE_OK);
    }
    for (int step = 0; step < 12; step++) {
        running.step = step;
        const uint64_t before = digest_of(layout);
        le_layout *copy = le_layout_copy(layout);
        const int64_t section = odd_number(&r, le_layout_section_count(layout));
        const int64_t items = larger(le_layout_section(layout, section, NULL).items, 0);
        const int64_t first = odd_number(&r, items), count = odd_number(&r, 3), to = odd_number(&r, items);
        le_sizes sizes = odd_sizes(&r, points);
        le_points_run runs[2] = {{odd_number(&r, 3), points[0]}, {odd_number(&r, 3), points[1]}};
        sizes.run = runs, sizes.runs = 2;
        le_section_spec spec = spec_of(kinds[rng_below(&r, 4)]);
        if (rng_chance(&r, 2)) spec.header = odd_number(&r, 100);
        if (rng_chance(&r, 2)) spec.inset_main_end = odd_number(&r, 100);
        if (rng_chance(&r, 2)) spec.line_spacing = odd_number(&r, 100);
        if (rng_chance(&r, 3)) spec.item_spacing = odd_number(&r, 100);
        if (rng_chance(&r, 3)) spec.columns = (uint32_t)odd_number(&r, 5);
        const int64_t counts[3] = {rng_below(&r, 4), odd_number(&r, 3), rng_below(&r, 4)};
        const int64_t second = first < 99 && count > 0 && count < 99 ? first + count : first;
        le_edit edits[2] = {{first, count, rng_below(&r, 4), to, rng_chance(&r, 3)},
                            {second, count, odd_number(&r, 4), to, rng_chance(&r, 3)}};
        const le_rect frame = {odd_number(&r, 9), 0, odd_number(&r, 9), 9}, none = {0, 0, 0, 0};
        le_status status = LE_OK;
        switch (rng_below(&r, 11)) {
        case 0:
            status = le_layout_insert_items(layout, section, first, &sizes, NULL, NULL);
            break;
        case 1:
            status = le_layout_remove_items(layout, section, first, count, NULL);
            break;
        case 2:
            status = le_layout_move_items(layout, section, first, count, to, NULL);
            break;
        case 3:
            status = le_layout_resize_items(layout, section, first, &sizes, NULL, NULL);
            break;
        case 4:
            status = le_layout_apply(layout, section, edits, (size_t)rng_in(&r, 0, 2), &sizes, NULL, NULL, NULL);
            break;
        case 5:
            status = le_layout_refill(layout, section, NULL, odd_number(&r, 40), points[2], NULL, NULL);
            break;
        case 6:
            status = le_layout_set_spec(layout, section, &spec, NULL);
            break;
        case 7:
            status = le_layout_insert_sections(layout, section, &spec, counts, rng_in(&r, -1, 3), &sizes, NULL, NULL);
            break;
        case 8:
            spec.kind = LE_SECTION_FRAMES;
            status = le_layout_insert_frames(layout, section, &spec, &frame, 1, odd_number(&r, 9),
                                             rng_chance(&r, 2) ? frame : none, none, NULL);
            break;
        case 9:
            status = le_layout_move_sections(layout, section, count, odd_number(&r, 6), NULL);
            break;
        default:
            status = le_layout_set_config(layout, (le_layout_config){.cross = odd_number(&r, 900 * LE_UNIT)}, NULL);
        }
        if (status != LE_OK) {
            CHECK(digest_of(layout) == before);
            refusals++;
        } else {
            digest_of(layout);
            CHECK(le_layout_extent(layout) <= LE_MAX_TOTAL && le_layout_item_total(layout) <= LE_MAX_COUNT);
            successes++;
        }
        CHECK(digest_of(copy) == before);
        if (rng_chance(&r, 2)) {
            le_layout_release(layout);
            layout = copy;
        } else {
            le_layout_release(copy);
        }
    }
    le_layout_release(layout);
}

static void known_inputs(uint64_t seed) {
    (void)seed;
    moves_lose_nothing();
    sums_stay_within_the_limits();
    boundaries_share_the_limit();
    compositions_share_the_limit();
    frames_are_validated();
    specs_are_validated();
    sizes_are_validated();
    sizes_need_no_alignment();
    grids_count_within_the_limits();
    every_index_is_checked();
    viewports_are_clamped();
    walks_are_bounded();
}

void test_layout_limits(void) {
    run_cases("layouts, limits", 1, known_inputs);
    run_cases("layouts, points", 20000, points_equal_a_scan);
    run_cases("layouts, refusals", 20000, refused_changes_nothing);
    CHECK(refusals > 0 && successes > 0);
}
