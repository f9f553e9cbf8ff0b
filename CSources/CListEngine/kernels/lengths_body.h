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

// Scaling by a power of two is exact. Adding 2^52 rounds half to even and leaves the integer in the low bits.
LE_INLINE bool strides_apart(const double *points, ptrdiff_t step, size_t n, int64_t spacing, double least, double most,
                             uint32_t *out, int64_t *sum) {
    uint64_t all = 0, bad = 0;
    // Four at a time: most lists are short.
    LE_LANES(4)
    for (size_t i = 0; i < n; i++) {
        double p = points[(ptrdiff_t)i * step];
        bad |= (uint64_t)(!(p >= least) | !(p <= most));
        double shifted = p * (double)LE_UNIT + 4503599627370496.0;
        uint64_t bits;
        memcpy(&bits, &shifted, sizeof bits);
        out[i] = (uint32_t)bits + (uint32_t)spacing;
        all += out[i];
    }
    *sum = (int64_t)all;
    return !bad;
}

static bool strides(const double *points, ptrdiff_t step, size_t n, int64_t spacing, double least, double most,
                    uint32_t *out, int64_t *sum) {
    // Sizes are usually lengths, or pairs of a height and a width.
    return step == 1   ? strides_apart(points, 1, n, spacing, least, most, out, sum)
           : step == 2 ? strides_apart(points, 2, n, spacing, least, most, out, sum)
                       : strides_apart(points, step, n, spacing, least, most, out, sum);
}

static size_t changes(const uint32_t *extents, size_t n) {
    uint32_t count = 0;
    for (size_t i = 1; i < n; i++) count += extents[i] != extents[i - 1];
    return count;
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
