// The flow kernels over flat arrays, compared with the greedy loop.
#include <math.h>

#include "harness.h"

#include "kernels/kernels.h"

enum { ROOM = 70000, GUARD = 0x5EA1 };

static uint32_t widths[ROOM + 16], heights[ROOM + 16], ended[ROOM + 16];
static uint64_t begins[ROOM / 64 + 16];

// The specification: one line of the loop per rule.
static void expect_greedy(const uint32_t *w, const uint32_t *h, size_t n, int64_t limit, int64_t spacing,
                          const uint64_t *bits, const uint32_t *ends, le__flow_open open) {
    int64_t used = 0, tallest = 0;
    for (size_t i = 0; i < n; i++) {
        bool fits = i > 0 && used + spacing + w[i] <= limit;
        bool got = bits[i / 64] >> (i & 63) & 1;
        CHECK(got == !fits);
        CHECK(ends[i] == (fits ? 0 : tallest));
        used = fits ? used + spacing + w[i] : w[i];
        tallest = fits && tallest > h[i] ? tallest : h[i];
    }
    CHECK(open.used == used + spacing && open.thickness == tallest);
    for (size_t i = n; i < (n + 63) / 64 * 64; i++) CHECK(!(bits[i / 64] >> (i & 63) & 1));
}

static size_t redone_most;

// Breaks arrays at element offset `offset`, with guard values after every output.
static void check_breaks(size_t n, size_t offset, int64_t limit, int64_t spacing) {
    CHECK(le__flow_narrow_rules(limit, spacing));
    le__flow_open open;
    begins[(n + 63) / 64] = GUARD;
    ended[offset + n] = GUARD;
    size_t redone = le__kernels_in_use()->break_lines(widths + offset, heights + offset, n, (int32_t)limit,
                                                      (int32_t)spacing, begins, ended + offset, &open);
    CHECK(begins[(n + 63) / 64] == GUARD && ended[offset + n] == GUARD);
    expect_greedy(widths + offset, heights + offset, n, limit, spacing, begins, ended + offset, open);
    redone_most = LE_MAX(redone_most, redone);

    // Some items together, and the rest one after the other.
    size_t first = n * 3 / 7;
    open = LE__FLOW_CLOSED;
    if (first)
        le__kernels_in_use()->break_lines(widths + offset, heights + offset, first, (int32_t)limit, (int32_t)spacing,
                                          begins, ended + offset, &open);
    for (size_t word = (first + 63) / 64; word < (n + 63) / 64; word++) begins[word] = 0;
    size_t end = le__kernels_in_use()->break_on(widths + offset, heights + offset, first, n, limit, spacing, begins,
                                                ended + offset, &open);
    CHECK(end == n && begins[(n + 63) / 64] == GUARD && ended[offset + n] == GUARD);
    expect_greedy(widths + offset, heights + offset, n, limit, spacing, begins, ended + offset, open);
}

// Every list of up to 7 items with 4 widths, in lines that hold from none of them to all.
static void exhaustive_small_lists(uint64_t seed) {
    (void)seed;
    for (size_t n = 1; n <= 7; n++)
        for (long code = 0; code < 1L << (2 * n); code++) {
            for (size_t i = 0; i < n; i++) {
                widths[i] = (uint32_t)(code >> (2 * i) & 3) + 2;
                heights[i] = (uint32_t)(code >> (2 * (n - i - 1)) & 3);
            }
            for (int64_t limit = -1; limit < 12; limit += 3)
                for (int64_t spacing = -2; spacing <= 1; spacing++) check_breaks(n, 0, limit, spacing);
        }
}

// Lengths near those at which the chains change: without pieces, with the shortest pieces, with every remainder.
static void lengths_around_the_pieces(uint64_t seed) {
    rng r = {seed};
    for (size_t i = 0; i < ROOM; i++) {
        widths[i] = (uint32_t)rng_in(&r, 20, 80);
        heights[i] = (uint32_t)rng_in(&r, 0, 1000);
    }
    for (size_t n = 1; n < 70; n++) check_breaks(n, n % 5, 200, 3);
    for (size_t base = 512; base <= 4096; base += 512)
        for (size_t d = 0; d < 36; d++) check_breaks(base + d - 18, d % 5, 200, 3);
}

static void random_lists(uint64_t seed) {
    rng r = {seed};
    size_t n = (size_t)(rng_chance(&r, 16) ? rng_in(&r, 1, rng_chance(&r, 16) ? ROOM - 16 : 6000) : rng_in(&r, 1, 64));
    // Scale, line and spread: from items as wide as the line to fifty items per line, equal widths, huge values.
    int64_t scale = (int64_t)1 << rng_below(&r, 30), line = -1;
    if (!rng_chance(&r, 8)) line = smaller(rng_below(&r, scale * rng_in(&r, 1, 60)), INT32_MAX - 1);
    int64_t spacing = rng_in(&r, -smaller(scale, 50), smaller(scale, INT32_MAX - LE_MAX(line, 0)));
    if (spacing > 0 && rng_chance(&r, 2)) spacing /= 16;
    int64_t least = LE_MAX(0, -spacing), most = smaller(least + scale, le__flow_narrow_width(spacing));
    int64_t spread = smaller(rng_chance(&r, 3) ? 2 : most, most - least);
    for (size_t i = 0; i < n + 4; i++) {
        widths[i] = (uint32_t)(most - rng_below(&r, spread + 1));
        heights[i] = (uint32_t)rng_in(&r, 0, rng_chance(&r, 50) ? UINT32_MAX : scale);
        if (rng_chance(&r, 200)) widths[i] = (uint32_t)le__flow_narrow_width(spacing);
    }
    check_breaks(n, (size_t)rng_below(&r, 4), line, spacing);
}

// Short and long stretches of items of one width, from one item per line to more than a vector has lanes.
static void stretches_of_one_width(uint64_t seed) {
    rng r = {seed};
    size_t n = (size_t)rng_in(&r, 1, rng_chance(&r, 16) ? ROOM - 16 : 4000);
    int64_t line = rng_in(&r, 1, 4000), spacing = rng_in(&r, -3, 6);
    uint32_t width = 0;
    int64_t run = 0, longest = rng_chance(&r, 4) ? ROOM : rng_in(&r, 2, 900), odd = rng_in(&r, 2, 200);
    for (size_t i = 0; i < n + 4; i++) {
        if (run-- == 0) {
            run = rng_in(&r, 1, longest);
            int64_t share = line / rng_in(&r, 1, rng_chance(&r, 4) ? 200 : 9) - spacing;
            width = (uint32_t)LE_MAX(share, 3);
        }
        widths[i] = rng_chance(&r, odd) && longest < ROOM ? (uint32_t)rng_in(&r, 3, 4000) : width;
        heights[i] = (uint32_t)rng_in(&r, 0, UINT32_MAX);
    }
    check_breaks(n, (size_t)rng_below(&r, 4), line, spacing);
}

// Rounding of doubles in the three forms of input, compared with the rule of le_units in long double.
static void check_intake(double width, double height, bool plain) {
    enum { N = 37 };
    double pairs[2 * N], apart[N], other[N];
    for (int i = 0; i < N; i++) {
        pairs[2 * i] = apart[i] = i == 20 ? width : 0.25 * i;
        pairs[2 * i + 1] = other[i] = i == 20 ? height : 100.0 / (i + 1);
    }
    const le__kernels *kernels = le__kernels_in_use();
    for (int shape = 0; shape < 3; shape++) {
        uint32_t w[N + 1], h[N + 1], seen = 0, expected = 0;
        w[N] = h[N] = GUARD;
        bool got = shape == 0   ? kernels->round_sizes(pairs, pairs + 1, 16, N, w, h, &seen)
                   : shape == 1 ? kernels->round_sizes(pairs + 1, pairs, 16, N, h, w, &seen)
                                : kernels->round_sizes(apart, other, 8, N, w, h, &seen);
        CHECK_EQUAL(got, plain);
        CHECK(w[N] == GUARD && h[N] == GUARD);
        for (int i = 0; plain && i < N; i++) {
            // nearbyint rounds half to even; multiplying by a power of two is exact.
            CHECK_EQUAL(w[i], nearbyint(apart[i] * 1048576.0));
            CHECK_EQUAL(h[i], nearbyint(other[i] * 1048576.0));
            expected |= shape == 1 ? h[i] : w[i];
        }
        CHECK(!plain || seen == expected);
    }
}

static void intake(uint64_t seed) {
    rng r = {seed};
    const double unit = 1.0 / 1048576.0;
    check_intake(0, 4095, true);
    check_intake(0.5 * unit, 1.5 * unit, true);
    check_intake(2.5 * unit, 4096 - unit, true);
    check_intake(4096 - unit / 2, 1, false);
    check_intake(4096, 1, false);
    check_intake(1, -1, false);
    check_intake(-unit, 1, false);
    check_intake(NAN, 1, false);
    check_intake(1, INFINITY, false);
    check_intake(-INFINITY, 1, false);
    check_intake(1, 1e300, false);
    check_intake(1, 4294967296.0, false);
    check_intake(4294967296.0 * 3, 1, false);
    for (int i = 0; i < 20; i++) {
        double a = (double)rng_below(&r, (int64_t)1 << 53) * 0x1p-41, b = (double)rng_below(&r, 8192) * unit / 2;
        check_intake(a > 4095 ? 1 : a, b, true);
    }
}

// Lines of a leaf: their thicknesses, and the line at a distance from the start. The heights are an allocation of their
// own, so that sanitizers see reads past its end.
static void lines_of_a_leaf(uint64_t seed) {
    rng r = {seed};
    const size_t n = (size_t)rng_in(&r, 1, 122);
    const int64_t length = rng_chance(&r, 3) ? 40 : rng_in(&r, 1, 9), spacing = rng_in(&r, -5, 9);
    uint32_t *tall = slots((int64_t)n, sizeof *tall);
    uint64_t bits[2] = {1, 0};
    for (size_t i = 0; i < n; i++) {
        tall[i] = (uint32_t)rng_in(&r, LE_MAX(-spacing, 0), rng_chance(&r, 9) ? UINT32_MAX : 60);
        if (rng_chance(&r, length)) bits[i / 64] |= (uint64_t)1 << (i & 63);
    }
    // The first item and the end of each line on the main axis, and the tallest of its items.
    size_t lines = 0, first[123];
    int64_t end[123], tallest[123];
    for (size_t i = 0; i < n; i++) {
        if (bits[i / 64] >> (i & 63) & 1) {
            first[lines] = i;
            tallest[lines++] = 0;
        }
        tallest[lines - 1] = LE_MAX(tallest[lines - 1], (int64_t)tall[i]);
        end[lines - 1] = (lines > 1 ? end[lines - 2] : 0) + tallest[lines - 1] + spacing;
    }
    first[lines] = n;
    const le__kernels *kernels = le__kernels_in_use();
    const size_t from = (size_t)rng_below(&r, (int64_t)lines), to = (size_t)rng_in(&r, (int64_t)from, (int64_t)lines);
    int64_t sum = 0, counted;
    for (size_t k = from; k < to; k++) sum += tallest[k];
    CHECK_EQUAL(kernels->sum_thicknesses(bits, tall, first[from], first[to], n, &counted), sum);
    CHECK_EQUAL(counted, (int64_t)(to - from));
    for (size_t k = 0; k < lines; k++) {
        for (int64_t inside = end[k] - 1; inside <= end[k]; inside++) {
            size_t expected = 0;
            while (expected + 1 < lines && end[expected] <= inside) expected++;
            int64_t start;
            CHECK_EQUAL(kernels->find_line(bits, tall, n, spacing, inside, &start), first[expected]);
            CHECK_EQUAL(start, expected ? end[expected - 1] : 0);
        }
    }
    int64_t start;
    CHECK(kernels->find_line(bits, tall, n, spacing, -1, &start) == 0 && start == 0);
    free(tall);
}

static void sums(uint64_t seed) {
    rng r = {seed};
    for (size_t n = 0; n < 130; n++) {
        uint64_t expected = 0;
        for (size_t i = 0; i < n; i++) expected += widths[i] = UINT32_MAX - (uint32_t)rng_below(&r, 1000);
        CHECK((uint64_t)le__kernels_in_use()->sum(widths, n) == expected);
    }
}

void test_flow_breaking(void) {
    run_cases("flow breaking, exhaustive", 1, exhaustive_small_lists);
    run_cases("flow breaking, lengths", 3, lengths_around_the_pieces);
    run_cases("flow breaking, random lists", 40000, random_lists);
    run_cases("flow breaking, stretches of one width", 8000, stretches_of_one_width);
    run_cases("flow intake", 1000, intake);
    run_cases("flow sums", 30, sums);
    run_cases("flow lines of a leaf", 20000, lines_of_a_leaf);
    CHECK(redone_most > 0); // otherwise the stitches were never reached
}
