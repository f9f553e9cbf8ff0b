// Calls on layouts that are refused: whatever the arguments, a call either succeeds or changes nothing.
#include <math.h>

#include "layout_limits.h"

// ---- Sections

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
    le_section_spec grid = spaced_spec(LE_SECTION_GRID), spec = grid;
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
    // Columns of one unit with the largest spacing that they can have.
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
        const le_section_spec spec = spaced_spec(kinds[k]);
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
        // More items than sizes, and invalid numbers of items.
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

// Sizes may be anywhere in memory: unaligned, and at any distance.
static void sizes_need_no_alignment(void) {
    static const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_WATERFALL};
    enum { N = 300 };
    static unsigned char bytes[24 * N + 8];
    for (int k = 0; k < 3; k++)
        for (ptrdiff_t stride = 16; stride <= 24; stride += 4)
            for (int offset = 0; offset < 8; offset += 3) {
                le_section_spec spec = spaced_spec(kinds[k]);
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

void arguments_are_validated(void) {
    frames_are_validated();
    specs_are_validated();
    sizes_are_validated();
    sizes_need_no_alignment();
}

// ---- Random refusals

// A number that is often at a limit.
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
        le_section_spec spec = spaced_spec(kinds[rng_below(&r, 4)]);
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
        le_section_spec spec = spaced_spec(kinds[rng_below(&r, 4)]);
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

void random_refusals(void) {
    run_cases("layouts, refusals", 20000, refused_changes_nothing);
    CHECK(refusals > 0 && successes > 0);
}
