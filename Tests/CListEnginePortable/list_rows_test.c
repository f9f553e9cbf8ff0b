// Rows of lists: of one size, not aligned in memory, with spacings that change the width of their numbers, and invalid
// sizes.
#include <math.h>

#include "harness.h"

#include "kernels/kernels.h"

// A list of equal rows: another line spacing, a script that moves half of the rows, and a script that inserts as many.
static void equal_rows_take_constant_memory(uint64_t seed) {
    (void)seed;
    const int64_t n = (int64_t)1 << 34;
    const double size = 40;
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST, .line_spacing = 2 * LE_UNIT};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = n, .main = &size};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    spec.line_spacing = 5 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), 45 * LE_UNIT * n - 5 * LE_UNIT);
    spec.line_spacing = -41 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_BAD_VALUE);
    spec.line_spacing = LE_MAX_TOTAL / 4;
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_extent(layout), 45 * LE_UNIT * n - 5 * LE_UNIT);
    le_edit moved[2] = {{.at = 0, .inserted = n / 2, .source = n / 2, .moved = true}, {.at = n / 2, .removed = n / 2}};
    CHECK_EQUAL(le_layout_apply(layout, 0, moved, 2, NULL, NULL, NULL, NULL), LE_OK);
    le_edit more = {.at = 7, .inserted = n};
    CHECK_EQUAL(le_layout_apply(layout, 0, &more, 1, &sizes, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), 45 * LE_UNIT * 2 * n - 5 * LE_UNIT);
    CHECK_RULES(le_layout_check(layout));
    CHECK(le_layout_bytes(layout) <= 4096);
    le_layout_release(layout);
}

// A script inserts rows of one size into many different ones, edit by edit.
static void rows_of_one_size_into_many(uint64_t seed) {
    (void)seed;
    enum { N = 30000 };
    double *points = slots(N, sizeof *points);
    for (int i = 0; i < N; i++) points[i] = 20 + i % 997;
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    int64_t n = N;
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = N, .main = points, .stride = sizeof *points};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    const int64_t extent = le_layout_extent(layout);
    const double size = 40;
    for (int64_t count = 10; count <= 1000000; count *= 100) {
        sizes = (le_sizes){.form = LE_SIZES_CONSTANT, .count = count, .main = &size};
        le_edit edits[2] = {{.at = 77, .inserted = count}, {.at = N, .inserted = 1, .source = count - 1}};
        CHECK_EQUAL(le_layout_apply(layout, 0, edits, 2, &sizes, NULL, NULL, NULL), LE_OK);
        CHECK_RULES(le_layout_check(layout));
        CHECK_EQUAL(le_layout_extent(layout), extent + (count + 1) * 40 * LE_UNIT);
        le_edit back[2] = {{.at = 77, .removed = count}, {.at = N + count, .removed = 1}};
        CHECK_EQUAL(le_layout_apply(layout, 0, back, 2, NULL, NULL, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_extent(layout), extent);
    }
    le_layout_release(layout);
    free(points);
}

// Sizes that are not aligned as doubles are read one by one. Rows of the largest size are refused if the layout has no
// room for them. A refill may have more rows than fit a run.
static void rows_at_the_edges(uint64_t seed) {
    (void)seed;
    enum { N = 300, STRIDE = 12 };
    char bytes[N * STRIDE];
    double read[N];
    for (int i = 0; i < N; i++) memcpy(bytes + i * STRIDE, &(double){20 + i}, sizeof(double));
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST, .line_spacing = LE_UNIT};
    int64_t n = N;
    le_sizes sizes = {
        .form = LE_SIZES_POINTS, .count = N, .main = (const double *)(const void *)bytes, .stride = STRIDE};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    le_edit edit = {.at = 0, .removed = N, .inserted = N};
    CHECK_EQUAL(le_layout_apply(layout, 0, &edit, 1, &sizes, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_read_sizes(layout, 0, 0, N, read, NULL), LE_OK);
    for (int i = 0; i < N; i++) CHECK(read[i] == 20 + i);
    le_points_run run = {N, 20};
    le_sizes runs = {.form = LE_SIZES_RUNS, .count = N, .run = &run, .runs = 1};
    CHECK_EQUAL(le_layout_apply(layout, 0, &edit, 1, &runs, NULL, NULL, NULL), LE_NOT_SUPPORTED);
    // The same with an invalid size in the middle: refused and named, or raised.
    const double bad = -5;
    memcpy(bytes + 7 * STRIDE, &bad, sizeof bad);
    le_fault fault;
    CHECK_EQUAL(le_layout_apply(layout, 0, &edit, 1, &sizes, NULL, &fault, NULL), LE_BAD_VALUE);
    CHECK_EQUAL(fault.item, 7);
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 0, &sizes, &fault, NULL), LE_BAD_VALUE);
    CHECK_EQUAL(fault.item, 7);
    sizes.lenient = true;
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 0, &sizes, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_read_sizes(layout, 0, 7, 1, read, NULL), LE_OK);
    CHECK(read[0] == 0);

    const double half = 2199023255552.0; // 2^41 points
    le_sizes one = {.form = LE_SIZES_CONSTANT, .count = 1, .main = &half};
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 5, &one, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 6, &one, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_insert_items(layout, 0, 6, &one, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 5, &one, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_refill(layout, 0, NULL, (int64_t)1 << 33, 3, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), ((int64_t)1 << 35) * LE_UNIT - LE_UNIT);
    CHECK_EQUAL(le_layout_refill(layout, 0, NULL, (int64_t)1 << 33, 4096, NULL, NULL), LE_TOO_LARGE);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
}

// Line spacings that turn narrow extents into wide ones and back, compared with the sizes that are read.
static void line_spacing_of_mixed_rows(uint64_t seed) {
    rng r = {seed};
    int64_t n = rng_in(&r, 1, 3000), *extents = slots(n, sizeof *extents);
    fill_extents(&r, (int)rng_below(&r, SHAPES), n, extents);
    double *points = slots(n, sizeof *points), *read = slots(n, sizeof *read);
    for (int64_t i = 0; i < n; i++) points[i] = le_points(extents[i]);
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .main = points, .stride = sizeof *points};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    int64_t total = 0, least = INT64_MAX;
    for (int64_t i = 0; i < n; i++) {
        total += extents[i];
        least = smaller(least, extents[i]);
    }
    for (int step = 0; step < 4; step++) {
        running.step = step;
        int64_t old = spec.line_spacing;
        spec.line_spacing = rng_chance(&r, 3) ? -rng_below(&r, smaller(least, LE_UNIT << 20) + 2)
                                              : rng_in(&r, 0, rng_chance(&r, 2) ? 9 : 5000) * LE_UNIT;
        le_status status = le_layout_set_spec(layout, 0, &spec, NULL);
        CHECK_EQUAL(status, least + spec.line_spacing < 0 ? LE_BAD_VALUE : LE_OK);
        if (status != LE_OK) spec.line_spacing = old;
        CHECK_RULES(le_layout_check(layout));
        CHECK_EQUAL(le_layout_extent(layout), total + (n - 1) * spec.line_spacing);
        CHECK_EQUAL(le_layout_read_sizes(layout, 0, 0, n, read, NULL), LE_OK);
        for (int64_t i = 0; i < n; i++) CHECK(read[i] == points[i]);
    }
    le_layout_release(layout);
    free(extents);
    free(points);
    free(read);
}

// Strides of lengths in a row, of every other number of a row, and further apart or backwards. The array begins with
// the first length and ends with the last one, so a sanitizer finds what is read before or after it.
static void strides_of_lengths(uint64_t seed) {
    rng r = {seed};
    const ptrdiff_t steps[] = {1, 2, 3, -1, -2};
    const double odd[] = {NAN,           INFINITY, -INFINITY, -1, -0x1p-21, 4096,
                          4095.99999999, 1e300,    -0.0,      0,  0x1p-21,  0x1.8p-20};
    const int64_t spacings[] = {0, LE_UNIT, -5 * LE_UNIT, -3, (int64_t)1 << 33, -LE_MAX_TOTAL / 4};
    for (size_t n = 1; n <= 70; n++) {
        const ptrdiff_t step = steps[rng_below(&r, 5)];
        const int64_t spacing = rng_chance(&r, 2) ? 0 : spacings[rng_below(&r, 6)];
        const size_t apart = (size_t)(step < 0 ? -step : step), count = (n - 1) * apart + 1;
        double *points = slots((int64_t)count, sizeof *points), *first = step < 0 ? points + count - 1 : points;
        uint32_t *strides = slots((int64_t)n + 1, sizeof *strides);
        strides[n] = 0x5EA1;
        for (size_t i = 0; i < count; i++) points[i] = -1; // between the lengths
        for (size_t i = 0; i < n; i++)
            first[(ptrdiff_t)i * step] = 10 + (double)rng_below(&r, 4000) + (double)rng_below(&r, 1 << 21) * 0x1p-21;
        if (rng_chance(&r, 3)) first[(ptrdiff_t)rng_below(&r, (int64_t)n) * step] = odd[rng_below(&r, 12)];
        int64_t sum, expected = 0;
        bool fit = true;
        for (size_t i = 0; i < n; i++) {
            const double length = first[(ptrdiff_t)i * step], units = rint(length * LE_UNIT);
            const double stride = units + (double)spacing;
            fit = fit && length >= 0 && units < 0x1p32 && stride >= 0 && stride < 0x1p32;
        }
        CHECK(le__kernels_in_use()->strides(first, step, n, spacing, strides, &sum) == fit);
        for (size_t i = 0; i < n && fit; i++) {
            const int64_t stride = (int64_t)rint(first[(ptrdiff_t)i * step] * LE_UNIT) + spacing;
            CHECK_EQUAL(strides[i], stride);
            expected += stride;
        }
        if (fit) CHECK_EQUAL(sum, expected);
        CHECK_EQUAL(strides[n], 0x5EA1);
        free(points);
        free(strides);
    }
}

// Many sections of a few rows, of which many, all or none are equal to the row before.
static void sections_of_equal_rows(uint64_t seed) {
    rng r = {seed};
    enum { SECTIONS = 60 };
    int64_t counts[SECTIONS], n = 0;
    for (int i = 0; i < SECTIONS; i++) n += counts[i] = rng_chance(&r, 8) ? rng_below(&r, 230) : rng_below(&r, 20);
    double *points = slots(n + 1, sizeof *points), *read = slots(n + 1, sizeof *read);
    const int64_t kinds = 1 + rng_below(&r, 4), change = 1 + rng_below(&r, 8);
    for (int64_t i = 0; i < n; i++)
        points[i] = i && !rng_chance(&r, (int)change) ? points[i - 1] : 10 + (double)rng_below(&r, kinds);
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST, .line_spacing = rng_below(&r, 3) * LE_UNIT};
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .main = points, .stride = sizeof *points};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, counts, SECTIONS, &sizes, NULL, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    int64_t first = 0;
    for (int i = 0; i < SECTIONS; first += counts[i++]) {
        running.step = i;
        CHECK_EQUAL(le_layout_section(layout, i, NULL).items, counts[i]);
        CHECK_EQUAL(le_layout_read_sizes(layout, i, 0, counts[i], read, NULL), LE_OK);
        double extent = 0;
        for (int64_t k = 0; k < counts[i]; k++) {
            CHECK(read[k] == points[first + k]);
            extent += read[k];
        }
        if (counts[i]) extent += (double)((counts[i] - 1) * (spec.line_spacing / LE_UNIT));
        CHECK_EQUAL(le_layout_section(layout, i, NULL).extent, (int64_t)extent * LE_UNIT);
    }
    le_layout_release(layout);
    free(points);
    free(read);
}

// Invalid counts of sizes for a list.
static void refused_sizes_of_a_list(uint64_t seed) {
    (void)seed;
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    const double size = 40;
    const int64_t n = 300, counts[] = {-1, -5, INT64_MIN, LE_MAX_COUNT + 1, ((int64_t)1 << 61) + 1, INT64_MAX};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = n, .main = &size};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    le_edit edit = {.at = 5, .removed = 1, .inserted = 1};
    for (int i = 0; i < 6; i++) {
        running.step = i;
        le_status refused = counts[i] < 0 ? LE_BAD_INDEX : LE_TOO_LARGE;
        sizes.count = counts[i];
        CHECK_EQUAL(le_layout_apply(layout, 0, &edit, 1, &sizes, NULL, NULL, NULL), refused);
        CHECK_EQUAL(le_layout_insert_items(layout, 0, 5, &sizes, NULL, NULL), refused);
        CHECK_EQUAL(le_layout_resize_items(layout, 0, 5, &sizes, NULL, NULL), refused);
        CHECK_EQUAL(le_layout_refill(layout, 0, NULL, counts[i], size, NULL, NULL), refused);
        le_points_run runs[2] = {{7, 40}, {counts[i], 40}};
        le_sizes by_runs = {.form = LE_SIZES_RUNS, .count = counts[i] < 0 ? 2 : counts[i], .run = runs, .runs = 2};
        CHECK_EQUAL(le_layout_insert_items(layout, 0, 5, &by_runs, NULL, NULL), refused);
    }
    CHECK_RULES(le_layout_check(layout));
    CHECK_EQUAL(le_layout_section(layout, 0, NULL).items, n);
    CHECK_EQUAL(le_layout_extent(layout), n * 40 * LE_UNIT);
    le_layout_release(layout);
}

void test_list_rows(void) {
    run_cases("lists, equal rows", 1, equal_rows_take_constant_memory);
    run_cases("lists, rows of one size", 1, rows_of_one_size_into_many);
    run_cases("lists, rows at the edges", 1, rows_at_the_edges);
    run_cases("lists, line spacing", 400, line_spacing_of_mixed_rows);
    run_cases("lists, strides", 400, strides_of_lengths);
    run_cases("lists, equal rows in sections", 400, sections_of_equal_rows);
    run_cases("lists, refused sizes", 1, refused_sizes_of_a_list);
}
