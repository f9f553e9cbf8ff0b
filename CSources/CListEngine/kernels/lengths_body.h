// Sums and conversions of lengths.

static int64_t sum(const uint32_t *extents, size_t n) {
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) all += extents[i];
    return (int64_t)all;
}

static bool narrow(const int64_t *extents, size_t n, uint32_t *out, int64_t *sum) {
    uint64_t high = 0, all = 0;
    for (size_t i = 0; i < n; i++) {
        out[i] = (uint32_t)extents[i];
        high |= (uint64_t)extents[i];
        all += out[i];
    }
    *sum = (int64_t)all;
    return high >> 32 == 0;
}

LE_INLINE bool strides_apart(const double *points, ptrdiff_t step, size_t n, int64_t spacing, uint32_t *out,
                             int64_t *sum) {
    uint64_t all = 0, high = 0;
    LE_LANES(8)
    for (size_t i = 0; i < n; i++) {
        const uint64_t units = le__near_units(points[(ptrdiff_t)i * step]), stride = units + (uint64_t)spacing;
        high |= units | stride;
        out[i] = (uint32_t)stride;
        all += stride;
    }
    *sum = (int64_t)all;
    return high >> 32 == 0;
}

#if LE_ISA != LE_ISA_SCALAR
typedef struct stride_sums {
    le_v64 all, high;
} stride_sums;

// LE_W64 lengths plus 2^32: numbers in a row, or every other number of a row, from the first or the second on.
enum { EACH, FIRSTS, SECONDS };
LE_INLINE le_v64 load_lengths(const double *points, int which) {
    const le_v64 some = v64_load_sums(points, LE__ROUNDING_ORIGIN);
    if (which == EACH) return some;
    const le_v64 more = v64_load_sums(points + LE_W64, LE__ROUNDING_ORIGIN);
    return which == FIRSTS ? v64_evens(some, more) : v64_odds(some, more);
}

// The strides of these lengths, as in strides_apart.
LE_INLINE le_v64 add_spacing(le_v64 lengths, int64_t spacing, stride_sums *sums) {
    const le_v64 units = v64_xor(lengths, v64_set1(LE__ROUNDING_ORIGIN_BITS)),
                 strides = v64_add(units, v64_set1(spacing));
    sums->high = v64_or(sums->high, v64_or(units, strides));
    return strides;
}

// Does the same as strides_apart, for more than LE_W64 lengths, which are each number of a row (step 1) or every other
// one (step 2). The last vector can overlap the one before it, because a section of a list often has a dozen items. It
// ends with the last length, because nothing behind that may be read.
LE_INLINE bool strides_together(const double *points, size_t step, size_t n, int64_t spacing, uint32_t *out,
                                int64_t *sum) {
    static const int64_t last[2 * 8] = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};
    const int which = step == 1 ? EACH : FIRSTS;
    stride_sums sums = {v64_set1(0), v64_set1(0)};
    size_t i = 0;
    for (; i + LE_W32 < n; i += LE_W32) {
        const le_v64 a = add_spacing(load_lengths(points + step * i, which), spacing, &sums);
        const le_v64 b = add_spacing(load_lengths(points + step * (i + LE_W64), which), spacing, &sums);
        sums.all = v64_add(sums.all, v64_add(a, b));
        v32_store(out + i, v32_low(a, b));
    }
    if (i + LE_W64 < n) {
        const le_v64 a = add_spacing(load_lengths(points + step * i, which), spacing, &sums);
        sums.all = v64_add(sums.all, a);
        v64_store_low(out + i, a);
        i += LE_W64;
    }
    const double *tail = points + step * (n - 1) + 1 - step * LE_W64;
    const le_v64 strides = add_spacing(load_lengths(tail, step == 1 ? EACH : SECONDS), spacing, &sums);
    sums.all = v64_add(sums.all, v64_and(strides, v64_load(last + 8 - LE_W64 + (n - i))));
    v64_store_low(out + n - LE_W64, strides);
    uint64_t all[LE_W64], high[LE_W64];
    v64_store(all, sums.all);
    v64_store(high, sums.high);
    for (int lane = 1; lane < LE_W64; lane++) {
        all[0] += all[lane];
        high[0] |= high[lane];
    }
    *sum = (int64_t)all[0];
    return high[0] >> 32 == 0;
}
#endif

static bool strides(const double *points, ptrdiff_t step, size_t n, int64_t spacing, uint32_t *out, int64_t *sum) {
    // Sizes are usually lengths, or pairs of a height and a width.
#if LE_ISA != LE_ISA_SCALAR
    if (step == 1 && n > LE_W64) return strides_together(points, 1, n, spacing, out, sum);
    if (step == 2 && n > LE_W64) return strides_together(points, 2, n, spacing, out, sum);
#endif
    return step == 1 ? strides_apart(points, 1, n, spacing, out, sum)
                     : strides_apart(points, step, n, spacing, out, sum);
}

// Bit i: extent i equals the one before it.
LE_INLINE uint32_t like_last(const uint32_t *extents) {
    return m32_bits(v32_eq(v32_load(extents), v32_load(extents - 1)));
}

// Stops as soon as enough extents differ: after half of them if nearly all do.
static bool varied(const uint32_t *extents, size_t n) {
    const size_t enough = n / 2;
    size_t changed = 0, i = 1;
    for (; i + 2 * LE_W32 <= n; i += 2 * LE_W32) {
        const uint32_t same = like_last(extents + i) | like_last(extents + i + LE_W32) << LE_W32;
        changed += 2 * LE_W32 - (size_t)__builtin_popcount(same);
        if (changed >= enough) return true;
    }
    if (i + LE_W32 <= n) {
        changed += LE_W32 - (size_t)__builtin_popcount(like_last(extents + i));
        i += LE_W32;
    }
    LE_SHORT_LOOP
    for (; changed < enough && i < n; i++) changed += extents[i] != extents[i - 1];
    return changed >= enough;
}

static uint64_t bits(const int64_t *lengths, size_t n) {
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) all |= (uint64_t)lengths[i];
    return all;
}

static void widen(const uint32_t *lengths, size_t n, int64_t *out) {
    for (size_t i = 0; i < n; i++) out[i] = lengths[i];
}

// Like `strides_apart`, with 2^16 quanta per point.
LE_INLINE bool heights_apart(const double *points, ptrdiff_t step, size_t n, double least, int64_t *out) {
    int bad = 0;
    for (size_t i = 0; i < n; i++) {
        double p = points[(ptrdiff_t)i * step];
        bad |= !(p >= least) | !(p <= 65535.0);
        double shifted = p * 65536.0 + 4503599627370496.0;
        uint64_t bits;
        memcpy(&bits, &shifted, sizeof bits);
        out[i] = (int64_t)(bits & 0xFFFFFFFFFFFFF);
    }
    return !bad;
}

static bool heights(const double *points, ptrdiff_t step, size_t n, double least, int64_t *out) {
    return step == 1 ? heights_apart(points, 1, n, least, out) : heights_apart(points, step, n, least, out);
}

static int64_t sum_in_column(const uint32_t *heights, const uint8_t *columns, size_t n, uint8_t column,
                             int64_t *count) {
    int64_t all = 0, met = 0;
    for (size_t i = 0; i < n; i++) {
        all += columns[i] == column ? heights[i] : 0;
        met += columns[i] == column;
    }
    *count = met;
    return all;
}
