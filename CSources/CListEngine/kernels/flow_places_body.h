// Placing the items of whole lines.
//
//   for each line:
//       used, thickness = sum of widths with the spacings between them, largest height
//       x = start of the first item
//       for each item i: cross[i] = x; x += widths[i] + gap (+ 1); main[i] = main of the line (+ half of the rest)
//
// Lines are collected eight at a time. Their gaps are then computed together, because a division costs as much for one
// line as for four. Within a line, x is a difference of sums of widths that were computed for all items before, plus a
// multiple of the gap, so that eight items are written together. All of this is in 32 bits, modulo 2^32: a difference
// is exact if the result is in range, whatever the sums are.

// The largest height of a line of `n` items. If the lanes hold the line, no branch depends on its length: lengths vary,
// and a loop over each line would be mispredicted.
LE_INLINE uint32_t line_thickness(const uint32_t *heights, size_t n) {
#if LE_ISA == LE_ISA_SCALAR
    uint32_t most = 0;
    for (size_t i = 0; i < n; i++) most = LE_MAX(most, heights[i]);
    return most;
#else
    static const uint32_t lanes[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const le_v32 lane = v32_load(lanes);
    le_v32 tallest = v32_keep(v32_gt_signed(v32_set1((uint32_t)n), lane), v32_load(heights));
    for (size_t i = LE_W32; LE_UNLIKELY(i < n); i += LE_W32) {
        const le_m32 within = v32_gt_signed(v32_set1((uint32_t)(n - i)), lane);
        tallest = v32_max(tallest, v32_keep(within, v32_load(heights + i)));
    }
    return v32_largest(tallest);
#endif
}

// Lanes after the last of the `n` items are not read.
static int64_t sum_thicknesses(const uint64_t *begins, const uint32_t *heights, size_t from, size_t to, size_t n,
                               int64_t *lines) {
    int64_t sum = 0, count = 0;
    size_t word = from / 64;
    uint64_t rest = from < to ? begins[word] & (~(uint64_t)1 << (from & 63)) : 0;
    while (from < to) {
        while (LE_UNLIKELY(!rest) && 64 * (word + 1) < to) rest = begins[++word];
        const size_t next = rest ? 64 * word + (size_t)__builtin_ctzll(rest) : to, end = LE_MIN(next, to);
        rest &= rest - 1;
        if (LE_LIKELY((end - from <= LE_W32 ? from : end) + LE_W32 <= n)) {
            sum += line_thickness(heights + from, end - from);
        } else {
            uint32_t most = 0;
            LE_SHORT_LOOP
            for (size_t i = from; i < end; i++) most = LE_MAX(most, heights[i]);
            sum += most;
        }
        count++;
        from = end;
    }
    *lines = count;
    return sum;
}

enum { LINES_TOGETHER = 8 };

// Lines that are placed together. `start` and `before`, the sum of the widths before a line, have one number more, for
// the end of the last line. `lead`: the x of the first item minus `before`.
typedef struct placed_lines {
    uint32_t start[LINES_TOGETHER + 1], before[LINES_TOGETHER + 1];
    uint32_t y[LINES_TOGETHER], thickness[LINES_TOGETHER];
    uint32_t lead[LINES_TOGETHER], gap[LINES_TOGETHER], wide_gaps[LINES_TOGETHER];
} placed_lines;

// What le__flow_place_line does, for all lines but the last of the flow.
LE_INLINE void place_together(const le__flow_placing *placing, placed_lines *lines) {
    const uint32_t spacing = (uint32_t)placing->item_spacing, line = (uint32_t)LE_MAX(placing->line, 0);
    if (!placing->justified) {
        for (size_t k = 0; k < LINES_TOGETHER; k++) {
            lines->lead[k] = 0 - lines->before[k];
            lines->gap[k] = spacing;
            lines->wide_gaps[k] = 0;
        }
        return;
    }
    for (size_t k = 0; k < LINES_TOGETHER; k++) {
        const uint32_t all = lines->start[k + 1] - lines->start[k] - 1, gaps = LE_MAX(all, 1);
        const uint32_t space = lines->before[k + 1] - lines->before[k] + all * spacing;
        const uint32_t left = line > space ? line - space : 0;
        // The quotient, rounded to the nearest integer, in the low bits of the sum; then rounded down.
        const double rounded = (double)left / (double)gaps + 4503599627370496.0;
        uint64_t bits;
        memcpy(&bits, &rounded, sizeof bits);
        const uint32_t rest = left - (uint32_t)bits * gaps, low = rest >> 31 ? UINT32_MAX : 0;
        lines->gap[k] = spacing + (uint32_t)bits + low;
        lines->wide_gaps[k] = rest + (gaps & low);
        lines->lead[k] = (all ? 0 : left / 2) - lines->before[k];
    }
}

// Writes x and y of the items of line `k`, and overwrites up to seven items after them.
LE_INLINE void write_line(const placed_lines *lines, size_t k, bool centred, const uint32_t *restrict sums,
                          const uint32_t *restrict heights, uint32_t *restrict xs, uint32_t *restrict ys) {
    const size_t start = lines->start[k], stop = lines->start[k + 1];
    const uint32_t lead = lines->lead[k], gap = lines->gap[k], wide_gaps = lines->wide_gaps[k];
    const uint32_t y = lines->y[k], thickness = lines->thickness[k];
    LE_LANES(8)
    for (uint32_t j = 0; j < 8; j++) xs[start + j] = sums[start + j] + lead + j * gap + LE_MIN(j, wide_gaps);
    LE_LANES(8)
    for (uint32_t j = 0; j < 8; j++) ys[start + j] = y + (centred ? (thickness - heights[start + j]) >> 1 : 0);
    if (LE_LIKELY(stop <= start + 8)) return;
    LE_SHORT_LOOP
    for (size_t i = start + 8; i < stop; i++) {
        const uint32_t j = (uint32_t)(i - start);
        xs[i] = sums[i] + lead + j * gap + LE_MIN(j, wide_gaps);
        ys[i] = y + (centred ? (thickness - heights[i]) >> 1 : 0);
    }
}

static size_t place_lines(const le__flow_placing *placing, const uint64_t *begins, size_t n, size_t from, int64_t end,
                          int64_t *main, le__flow_places *places) {
    static_assert(LE_W32 <= LE__FLOW_PLACES_SPARE && 8 <= LE__FLOW_PLACES_SPARE, "lanes stay in the arrays");
    const uint32_t *w = places->widths, *h = places->heights;
    uint32_t sums[LE__FLOW_PLACES_ROOM], sum = 0;
    places->main = *main;
    if (*main >= end) return from;
    for (size_t i = from; i < n + 8; i++) {
        sums[i] = sum;
        sum += w[i];
    }
    // The line starts after `from`, and the end of the items, which ends the last line.
    uint64_t starts[LE__FLOW_PLACES_ROOM / 64 + 1] = {0};
    memcpy(starts, begins, (n + 63) / 64 * sizeof *starts);
    starts[n / 64] |= (uint64_t)1 << (n & 63);
    size_t word = from / 64;
    uint64_t rest = starts[word] & (~(uint64_t)1 << (from & 63));
    const uint64_t most = LE_MIN((uint64_t)(end - *main), (uint64_t)UINT32_MAX + 1);
    const int64_t spacing = placing->line_spacing;
    uint64_t y = 0;
    size_t start = from;
    placed_lines lines;
    memset(&lines, 0, sizeof lines);
    bool full = false;
    while (start < n && y < most && !full) {
        uint32_t count = 0;
        do {
            while (LE_UNLIKELY(!rest)) rest = starts[++word];
            const size_t stop = 64 * word + (size_t)__builtin_ctzll(rest);
            const uint32_t thickness = line_thickness(h + start, stop - start);
            lines.start[count] = (uint32_t)start;
            lines.y[count] = (uint32_t)y;
            lines.thickness[count] = thickness;
            lines.before[count] = sums[start];
            if (LE_UNLIKELY(full = y + thickness > UINT32_MAX)) break;
            rest &= rest - 1;
            y += (uint64_t)(thickness + spacing);
            start = stop;
            count++;
        } while (count < LINES_TOGETHER && start < n && y < most);
        lines.start[count] = (uint32_t)start;
        lines.before[count] = sums[start];
        place_together(placing, &lines);
        if (LE_UNLIKELY(places->first + (int64_t)start == placing->items) && count) { // the last line of the flow
            const uint32_t last = count - 1, gaps = lines.start[count] - lines.start[last] - 1;
            const uint32_t space = lines.before[count] - lines.before[last] + gaps * (uint32_t)placing->item_spacing;
            le__flow_line line = {.first = placing->items - gaps - 1, .count = gaps + 1};
            le__flow_place_line(placing, &line, space);
            lines.gap[last] = (uint32_t)line.gap;
            lines.wide_gaps[last] = (uint32_t)line.wide_gaps;
            lines.lead[last] = (uint32_t)line.cross - lines.before[last];
        }
        if (placing->justified)
            for (uint32_t k = 0; k < count; k++) write_line(&lines, k, true, sums, h, places->x, places->y);
        else
            for (uint32_t k = 0; k < count; k++) write_line(&lines, k, false, sums, h, places->x, places->y);
    }
    *main += (int64_t)y;
    return start;
}
