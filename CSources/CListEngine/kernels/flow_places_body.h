// Placing the items of whole lines.
//
//   for each line:
//       used, thickness = sum of widths with the spacings between them, largest height
//       x = start of the first item
//       for each item i: cross[i] = x; x += widths[i] + gap (+ 1); main[i] = main of the line (+ half of the rest)

// The total width and the thickness of a line of `n` items. If the lanes hold the line, no branch depends on its
// length: lengths vary, and a loop over each line would be mispredicted.
LE_INLINE void line_sums(const uint32_t *widths, const uint32_t *heights, size_t n, int64_t *width,
                         int64_t *thickness) {
    int64_t sum = 0;
    uint32_t most = 0;
#if LE_ISA == LE_ISA_SCALAR
    for (size_t i = 0; i < n; i++) {
        sum += widths[i];
        most = LE_MAX(most, heights[i]);
    }
#else
    static const uint32_t lanes[2 * LE_W32] = {
    #define LE__ALL UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX
        LE__ALL,
    #if LE_W32 > 4
        LE__ALL,
    #endif
    #if LE_W32 > 8
        LE__ALL,
        LE__ALL,
    #endif
    #undef LE__ALL
    };
    le_v64 sums = v64_set1(0);
    le_v32 tallest = v32_set1(0);
    size_t i = 0;
    do {
        le_v32 mask = v32_load(lanes + LE_W32 - LE_MIN(n - i, LE_W32));
        sums = v64_add_pairs(sums, v32_and(v32_load(widths + i), mask));
        tallest = v32_max(tallest, v32_and(v32_load(heights + i), mask));
        i += LE_W32;
    } while (i < n);
    int64_t each[LE_W64];
    v64_store(each, sums);
    for (int k = 0; k < LE_W64; k++) sum += each[k];
    most = v32_largest(tallest);
#endif
    *width = sum;
    *thickness = most;
}

static size_t place_lines(const le__flow_placing *placing, const uint64_t *begins, size_t n, size_t from, int64_t end,
                          int64_t *main, le__flow_places *places) {
    static_assert(LE_W32 <= LE__FLOW_PLACES_SPARE, "lanes stay in the arrays");
    const uint32_t *w = places->widths, *h = places->heights;
    int64_t at = *main;
    size_t start = from;
    while (start < n && at < end) {
        size_t stop = le__next_bit(begins, start + 1, n);
        int64_t used;
        le__flow_line line = {.first = places->first + (int64_t)start, .count = (int64_t)(stop - start)};
        line_sums(w + start, h + start, stop - start, &used, &line.thickness);
        le__flow_place_line(placing, &line, used + (line.count - 1) * placing->item_spacing);
        // Four items at a time. Excess items are overwritten by the next line; their coordinates may exceed the range
        // of a signed 64-bit number.
        uint64_t x = (uint64_t)line.cross;
        for (size_t i = start; i < stop; i += 4) {
            int64_t wide = line.wide_gaps - (int64_t)(i - start);
            for (int64_t k = 0; k < 4; k++) {
                places->cross[i + (size_t)k] = (int64_t)x;
                x += w[i + (size_t)k] + (uint64_t)line.gap + (k < wide);
            }
            for (size_t k = i; k < i + 4; k++)
                places->main[k] = at + (line.centred ? (line.thickness - (int64_t)h[k]) >> 1 : 0);
        }
        at += line.thickness + placing->line_spacing;
        start = stop;
    }
    *main = at;
    return start;
}
