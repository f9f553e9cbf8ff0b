// Entries of a visitor. The loops have no branch and a number of steps that is known before, so that the compiler makes
// vector code of them.

// The starts of rows are collected on the stack, which is in the cache. A vector load of numbers that were just stored
// one by one waits until these have reached the cache, and the memory of many visitors is seldom there.
static int64_t row_entries(const uint32_t *strides, int64_t n, int64_t spacing, int64_t end, int64_t *main,
                           const le_rect *line, le__entries *entries, int64_t to, bool edges) {
    const int64_t cross_min = line->cross_min, cross_max = line->cross_max;
    const double x = le_points(cross_min), width = le_points(cross_max) - x;
    int64_t starts[LE__ENTRIES + 1], at = *main, i = 0;
    if (!is_near(at) || !is_near(spacing)) return 0;
    n = LE_MIN(n, LE__ENTRIES - to);
    // Four at a time, also past `end`.
    for (; i + 4 <= n && at < end; i += 4) {
        for (int64_t k = i; k < i + 4; k++) {
            starts[k] = at;
            at += strides[k];
        }
    }
    for (; i < n && at < end; i++) {
        starts[i] = at;
        at += strides[i];
    }
    starts[i] = at;
    while (i > 0 && starts[i - 1] >= end) i--;
    at = starts[i];
    le_frame *restrict frames = entries->frame + to;
    uint64_t empty = 0;
    LE_LANES(4)
    for (int64_t k = 0; k < i; k++) {
        const int64_t extent = (int64_t)strides[k] - spacing;
        empty |= (uint64_t)(extent - 1) >> 63;
        frames[k].x = x;
        frames[k].y = near_points(starts[k]);
        frames[k].width = width;
        frames[k].height = near_points(extent);
    }
    if (empty) return 0;
    if (edges) {
        int64_t *restrict mins = entries->main_min + LE__ENTRY + to, *restrict maxs =
                                                                         entries->main_max + LE__ENTRY + to;
        int64_t *restrict lows = entries->cross_min + to, *restrict highs = entries->cross_max + to;
        LE_LANES(4)
        for (int64_t k = 0; k < i; k++) {
            mins[k] = starts[k];
            maxs[k] = starts[k] + strides[k] - spacing;
            lows[k] = cross_min;
            highs[k] = cross_max;
        }
    }
    *main = at;
    return i;
}

// The nearest number of 32 bits.
LE_INLINE uint32_t unsigned_32(int64_t units) { return (uint32_t)LE_MIN(LE_MAX(units, 0), (int64_t)UINT32_MAX); }

// Writes the frames of `n` placed items. Returns whether one of them is empty.
LE_INLINE bool entry_frames(const uint32_t *xs, const uint32_t *ys, const uint32_t *widths, const uint32_t *heights,
                            size_t n, int64_t lead, int64_t base, le_frame *restrict frames) {
#if LE_OCTETS
    if (n >= 8) {
        // As place_frames. The last octet can overlap the one before it.
        const le_o64 origin =
            o64_set(NEAR_ZERO - near_points(lead), NEAR_ZERO - near_points(base), NEAR_ZERO, NEAR_ZERO);
        le_o32 least = o32_set1(UINT32_MAX);
        for (size_t next = 0; next < n; next += 8) {
            const size_t k = LE_MIN(next, n - 8);
            const le_o32 w = o32_load(widths + k), h = o32_load(heights + k);
            le_o64 points[8];
            least = o32_min(least, o32_min(w, h));
            o32_frames(o32_load(xs + k), o32_load(ys + k), w, h, origin, points);
            for (size_t j = 0; j < 8; j++) o64_store(&frames[k + j].x, points[j]);
        }
        return o32_bits(o32_eq(least, o32_set1(0)));
    }
#endif
    uint64_t empty = 0;
    LE_LANES(4)
    for (size_t k = 0; k < n; k++) {
        empty |= ((uint64_t)widths[k] - 1) | ((uint64_t)heights[k] - 1);
        frames[k].x = near_points(xs[k] + lead);
        frames[k].y = near_points(ys[k] + base);
        frames[k].width = near_points(widths[k]);
        frames[k].height = near_points(heights[k]);
    }
    return empty >> 63;
}

static int64_t place_entries(const le__flow_places *places, size_t from, size_t n, int64_t lead, int64_t base,
                             const le_rect *area, le__entries *entries, int64_t to, uint64_t *met) {
    const uint32_t *xs = places->x + from, *ys = places->y + from;
    const uint32_t *widths = places->widths + from, *heights = places->heights + from;
    base += places->main;
    if (entry_frames(xs, ys, widths, heights, n, lead, base, entries->frame + to)) return 0;
    if (area) {
        // Relative to the places, whose coordinates are unsigned. Signed comparisons are those of the numbers with the
        // other sign bit. Vectors may read after the last item, because places have spare room.
        const uint32_t sign = 1u << 31;
        const le_v32 flip = v32_set1(sign);
        const le_v32 main_min = v32_set1(unsigned_32(area->main_min - base) ^ sign);
        const le_v32 main_max = v32_set1(unsigned_32(area->main_max - base) ^ sign);
        const le_v32 cross_min = v32_set1(unsigned_32(area->cross_min - lead) ^ sign);
        const le_v32 cross_max = v32_set1(unsigned_32(area->cross_max - lead) ^ sign);
        memset(met, 0, (n + 63) / 64 * sizeof *met);
        for (size_t k = 0; k < n; k += LE_W32) {
            const le_v32 y = v32_load(ys + k), x = v32_load(xs + k);
            const le_v32 end = v32_add(y, v32_load(heights + k)), right = v32_add(x, v32_load(widths + k));
            const uint64_t bits = m32_bits(v32_gt_signed(main_max, v32_xor(y, flip))) &
                                  m32_bits(v32_gt_signed(v32_xor(end, flip), main_min)) &
                                  m32_bits(v32_gt_signed(cross_max, v32_xor(x, flip))) &
                                  m32_bits(v32_gt_signed(v32_xor(right, flip), cross_min));
            met[k / 64] |= bits << (k & 63);
        }
        return (int64_t)n;
    }
    int64_t *restrict starts = entries->main_min + LE__ENTRY + to, *restrict ends = entries->main_max + LE__ENTRY + to;
    int64_t *restrict lows = entries->cross_min + to, *restrict highs = entries->cross_max + to;
    LE_LANES(4)
    for (size_t k = 0; k < n; k++) {
        const int64_t x = xs[k] + lead, y = ys[k] + base;
        starts[k] = y;
        ends[k] = y + heights[k];
        lows[k] = x;
        highs[k] = x + widths[k];
    }
    return (int64_t)n;
}

// Edges across are compared only if `across`.
LE_INLINE void edges_met(const le__entries *entries, size_t first, size_t n, const le_rect *rect, bool across,
                         uint64_t *met) {
    const int64_t *starts = entries->main_min + LE__ENTRY + first, *ends = entries->main_max + LE__ENTRY + first;
    const int64_t *lows = entries->cross_min + first, *highs = entries->cross_max + first;
    const le_rect in = *rect;
    // Whole vectors: bits after the last entry have no meaning. Whole words are stored, because they are loaded soon.
    for (size_t at = 0; at < n; at += 64) {
        const size_t end = LE_MIN(n, at + 64);
        uint64_t word = 0;
#if LE_OCTETS
        const le_i64 main_min = i64_set1(in.main_min), main_max = i64_set1(in.main_max);
        const le_i64 cross_min = i64_set1(in.cross_min), cross_max = i64_set1(in.cross_max);
        for (size_t k = at; k < end; k += 8) {
            uint32_t bits[2];
            for (size_t half = 0; half < 2; half++) {
                const size_t i = k + 4 * half;
                le_i64 meets = i64_and(i64_gt(main_max, i64_load(starts + i)), i64_gt(i64_load(ends + i), main_min));
                if (across) {
                    meets = i64_and(meets, i64_gt(cross_max, i64_load(lows + i)));
                    meets = i64_and(meets, i64_gt(i64_load(highs + i), cross_min));
                }
                bits[half] = i64_bits(meets);
            }
            word |= (uint64_t)(bits[0] | bits[1] << 4) << (k & 63);
        }
#else
        for (size_t k = at; k < end; k++) {
            uint64_t meets = (starts[k] < in.main_max) & (ends[k] > in.main_min);
            if (across) meets &= (lows[k] < in.cross_max) & (highs[k] > in.cross_min);
            word |= meets << (k & 63);
        }
#endif
        met[at / 64] = word;
    }
}

static void entries_met(const le__entries *entries, size_t first, size_t n, const le_rect *rect, bool across,
                        uint64_t *met) {
    if (across)
        edges_met(entries, first, n, rect, true, met);
    else
        edges_met(entries, first, n, rect, false, met);
}
