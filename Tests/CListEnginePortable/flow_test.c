// Line breaking over flat arrays against the greedy loop, under every instruction set of the build.
#include "check.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "flow/break.h"
#include "flow/flow.h"
#include "listengine/backend.h"

enum { ROOM = 70000, GUARD = 0x5EA1 };

static uint32_t widths[ROOM + 16], heights[ROOM + 16], begins[ROOM / 32 + 16], ended[ROOM + 16];

// The specification: one line of the loop a rule.
static void expect_greedy(const uint32_t *w, const uint32_t *h, size_t n, int64_t limit, int64_t spacing,
                          const uint32_t *bits, const uint32_t *ends, le__flow_open open, const char *backend) {
    int64_t used = 0, tallest = 0;
    for (size_t i = 0; i < n; i++) {
        bool fits = i > 0 && used + spacing + w[i] <= limit;
        bool got = bits[i / 32] >> (i & 31) & 1;
        CHECK(got == !fits, "%s: n %zu, item %zu begins a line: %d", backend, n, i, got);
        CHECK(ends[i] == (fits ? 0 : tallest), "%s: n %zu, item %zu: line before it is %u thick, not %lld", backend, n,
              i, ends[i], (long long)tallest);
        used = fits ? used + spacing + w[i] : w[i];
        tallest = fits && tallest > h[i] ? tallest : h[i];
    }
    CHECK(open.used == used + spacing && open.thickness == tallest, "%s: n %zu: the open line is (%lld, %lld)", backend,
          n, (long long)open.used, (long long)open.thickness);
    for (size_t i = n; i < (n + 31) / 32 * 32; i++)
        CHECK(!(bits[i / 32] >> (i & 31) & 1), "%s: n %zu: bit %zu past the end is set", backend, n, i);
}

static size_t redone_most;

// Breaks under every backend, from arrays at element offset `offset`, with guards behind every output.
static void check_breaks(size_t n, size_t offset, int64_t limit, int64_t spacing) {
    CHECK(le__flow_narrow_rules(limit, spacing), "limit %lld, spacing %lld", (long long)limit, (long long)spacing);
    size_t words = (n + 31) / 32;
    for (int b = 0; b < le_backend_count(); b++) {
        le_backend_use(b);
        le__flow_open open;
        begins[words] = GUARD;
        ended[offset + n] = GUARD;
        size_t redone = le__flow_kernels()->breaks(widths + offset, heights + offset, n, (int32_t)limit,
                                                   (int32_t)spacing, begins, ended + offset, &open);
        CHECK(begins[words] == GUARD && ended[offset + n] == GUARD, "%s: wrote past the end", le_backend_name(b));
        expect_greedy(widths + offset, heights + offset, n, limit, spacing, begins, ended + offset, open,
                      le_backend_name(b));
        redone_most = LE_MAX(redone_most, redone);
    }
}

// Every list of up to 7 items of 4 widths, in lines that hold from none to all.
static void exhaustive_small_lists(void) {
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

// Lengths around the sizes at which the chains change: no pieces, shortest pieces, a rest of every kind.
static void lengths_around_the_pieces(void) {
    for (size_t i = 0; i < ROOM; i++) {
        widths[i] = (uint32_t)check_between(20, 80);
        heights[i] = (uint32_t)check_between(0, 1000);
    }
    for (size_t n = 1; n < 70; n++) check_breaks(n, n % 5, 200, 3);
    for (size_t base = 512; base <= 4096; base += 512)
        for (size_t d = 0; d < 36; d++) check_breaks(base + d - 18, d % 5, 200, 3);
}

static void random_lists(long cases) {
    for (long c = 0; c < cases; c++) {
        check_begin(check_first_seed() + (uint64_t)c);
        bool large = c % 16 == 0;
        size_t n = (size_t)(large ? check_between(1, c % 256 ? 6000 : ROOM - 16) : check_between(1, 64));
        // Scale, line and spread of a case: items of about the line's size to fifty a line, equal widths, huge values.
        int64_t scale = (int64_t)1 << check_below(30);
        int64_t line = check_below(8) ? check_below(scale * check_between(1, 60)) : -1;
        line = LE_MIN(line, INT32_MAX - 1);
        int64_t spacing = check_between(-LE_MIN(scale, 50), LE_MIN(scale, INT32_MAX - LE_MAX(line, 0)));
        if (spacing > 0 && check_below(2)) spacing /= 16;
        int64_t least = LE_MAX(0, -spacing), most = LE_MIN(least + scale, le__flow_narrow_width(spacing));
        int64_t spread = check_below(3) ? most - least : 2;
        spread = LE_MIN(spread, most - least);
        for (size_t i = 0; i < n + 4; i++) {
            widths[i] = (uint32_t)(most - (spread ? check_below(spread + 1) : 0));
            heights[i] = (uint32_t)check_between(0, check_below(50) ? scale : LE__FLOW_NARROW_HEIGHT);
            if (!check_below(200)) widths[i] = (uint32_t)le__flow_narrow_width(spacing);
        }
        check_breaks(n, (size_t)check_below(4), line, spacing);
    }
}

// Rounding of doubles, through the three shapes of input, against le_units' rule in long double.
static void check_intake(double width, double height, bool plain) {
    enum { N = 37 };
    double pairs[2 * N], apart[N], other[N];
    for (int i = 0; i < N; i++) {
        pairs[2 * i] = apart[i] = i == 20 ? width : 0.25 * i;
        pairs[2 * i + 1] = other[i] = i == 20 ? height : 100.0 / (i + 1);
    }
    for (int b = 0; b < le_backend_count(); b++) {
        le_backend_use(b);
        for (int shape = 0; shape < 3; shape++) {
            uint32_t w[N + 1], h[N + 1];
            w[N] = h[N] = GUARD;
            const le__flow_ops *ops = le__flow_kernels();
            bool got = shape == 0   ? ops->intake(pairs, pairs + 1, 16, N, w, h)
                       : shape == 1 ? ops->intake(pairs + 1, pairs, 16, N, h, w)
                                    : ops->intake(apart, other, 8, N, w, h);
            CHECK(got == plain, "%s: %a x %a: plain %d", le_backend_name(b), width, height, got);
            CHECK(w[N] == GUARD && h[N] == GUARD, "wrote past the end");
            for (int i = 0; plain && i < N; i++) {
                // nearbyint rounds half to even; multiplying by a power of two is exact.
                CHECK(w[i] == (uint32_t)nearbyint(apart[i] * 1048576.0), "%a", apart[i]);
                CHECK(h[i] == (uint32_t)nearbyint(other[i] * 1048576.0), "%a", other[i]);
            }
        }
    }
}

static void intake(long cases) {
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
    for (long c = 0; c < cases / 8; c++) {
        check_begin(check_first_seed() + (uint64_t)c);
        double a = (double)check_below((int64_t)1 << 53) * 0x1p-41, b = (double)check_below(8192) * unit / 2;
        check_intake(a > 4095 ? 1 : a, b, true);
    }
}

static void sums(void) {
    for (size_t n = 0; n < 130; n++) {
        uint64_t expected = 0;
        for (size_t i = 0; i < n; i++) expected += widths[i] = UINT32_MAX - (uint32_t)check_below(1000);
        for (int b = 0; b < le_backend_count(); b++) {
            le_backend_use(b);
            CHECK(le__flow_kernels()->sum(widths, n) == expected, "%s: %zu numbers", le_backend_name(b), n);
        }
    }
}

int main(void) {
    long cases = check_cases(20000);
    check_begin(check_first_seed());
    exhaustive_small_lists();
    lengths_around_the_pieces();
    random_lists(cases);
    intake(cases);
    sums();
    CHECK(redone_most > 0, "no chain's guess ever failed: the test does not reach the stitches");
    printf("flow_test: %ld cases from seed %llu under", cases, (unsigned long long)check_first_seed());
    for (int b = 0; b < le_backend_count(); b++) printf(" %s", le_backend_name(b));
    printf(": passed\n");
    return 0;
}
