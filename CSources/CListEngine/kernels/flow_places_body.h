// Placing the items of whole lines.
//
//   for each line:
//       used, thickness = sum of widths with the spacings between them, largest height
//       x = start of the first item
//       for each item i: cross[i] = x; x += widths[i] + gap (+ 1); main[i] = main of the line (+ half of the rest)
//
// First the lines are collected. Then their gaps are computed, eight lines at a time, because a division costs as much
// for one line as for four. Then the items are written. x is a difference of sums of widths over all items, plus a
// multiple of the gap:
//
//   x[i] = sums[i] + lead + i * gap + min(i, wide)
//
// so an item needs nothing but its index and the numbers of its line. All of this is in 32 bits, modulo 2^32: a
// difference is exact if the result is in range, whatever the sums are.
//
// A line whose only item is wider than the line begins before it. If there is one, x is relative to the start of the
// widest.
//
// Lines have three or four items, so work per line costs more than work per vector. With octets both passes over items
// take eight items at a time, whatever lines they belong to: the heights are maxima from the start of each line on, and
// the numbers of each item's line are picked from those of eight lines.

// Lines that are placed together; item and line numbers of the walk's leaf. `start` and `before`, the sum of the widths
// before a line, have one number more, for the end of the last line. `lead` and `wide` as above. Vectors are read and
// written past the last line.
enum { PLACED_LINES = LE__FLOW_PLACES_ROOM };
typedef struct placed_lines {
    uint32_t start[PLACED_LINES + 1], before[PLACED_LINES + 1];
    uint32_t y[PLACED_LINES], thickness[PLACED_LINES];
    uint32_t lead[PLACED_LINES], gap[PLACED_LINES], wide[PLACED_LINES];
} placed_lines;

// Does the same as le__flow_place_line, for eight lines from line `first` on, none of which is the last of the flow. A
// line with an item that is wider is not centred yet. Lane k of `widest` is raised to what each k-th line of eight
// occupies.
LE_INLINE void place_together(const le__flow_placing *placing, placed_lines *lines, size_t first,
                              uint32_t *restrict widest) {
    const uint32_t spacing = (uint32_t)placing->item_spacing, line = (uint32_t)LE_MAX(placing->line, 0);
    const uint32_t *const start = lines->start + first, *const before = lines->before + first;
    uint32_t *const lead = lines->lead + first, *const gap = lines->gap + first, *const wide = lines->wide + first;
    if (!placing->justified) {
        for (size_t k = 0; k < 8; k++) {
            lead[k] = 0 - before[k] - start[k] * (spacing + 1);
            gap[k] = spacing;
            wide[k] = start[k];
        }
        return;
    }
    for (size_t k = 0; k < 8; k++) {
        const uint32_t all = start[k + 1] - start[k] - 1, gaps = LE_MAX(all, 1);
        const uint32_t space = before[k + 1] - before[k] + all * spacing;
        const uint32_t left = line > space ? line - space : 0;
        widest[k] = LE_MAX(widest[k], space);
        // The quotient, rounded to the nearest integer, in the low bits of the sum; then rounded down.
        const double rounded = (double)left / (double)gaps + 4503599627370496.0;
        uint64_t bits;
        memcpy(&bits, &rounded, sizeof bits);
        const uint32_t rest = left - (uint32_t)bits * gaps, low = rest >> 31 ? UINT32_MAX : 0;
        gap[k] = spacing + (uint32_t)bits + low;
        wide[k] = start[k] + rest + (gaps & low);
        lead[k] = (all ? 0 : left / 2) - before[k] - start[k] * (gap[k] + 1);
    }
}

// Centres lines whose item is wider than the line, of which the widest occupies `widest`. Moves all lines so that none
// begins before 0, and returns where 0 is then.
static int64_t centre_wider(const le__flow_placing *placing, placed_lines *lines, size_t count, uint32_t widest) {
    const int64_t line = placing->line, origin = le__flow_centred(line - widest);
    for (size_t k = 0; k < count; k++) {
        int64_t cross = 0;
        if (lines->start[k + 1] - lines->start[k] == 1)
            cross = LE_MIN(le__flow_centred(line - (lines->before[k + 1] - lines->before[k])), 0);
        lines->lead[k] += (uint32_t)(cross - origin);
    }
    return origin;
}

// Sets the starts of lines `first ..< count` on the main axis, of which the first is at `*y`. Stops at a line that
// starts at `most` or later or ends at 2^32 or later. Returns the number of lines up to there, and advances `*y`.
LE_INLINE size_t stack_lines(placed_lines *lines, size_t first, size_t count, int64_t spacing, uint64_t most,
                             uint64_t *y) {
    uint64_t at = *y;
    LE_SHORT_LOOP
    for (size_t k = first; k < count; k++) {
        lines->y[k] = (uint32_t)at;
        at += (uint64_t)(lines->thickness[k] + spacing);
    }
    // Starts and ends ascend.
    if (LE_UNLIKELY(at >= most || at + (uint64_t)LE_MAX(-spacing, 0) > UINT32_MAX)) {
        at = *y;
        size_t k = first;
        for (; k < count && at < most && at + lines->thickness[k] <= UINT32_MAX; k++)
            at += (uint64_t)(lines->thickness[k] + spacing);
        count = k;
    }
    *y = at;
    return count;
}

#if LE_OCTETS
    #include "kernels/octet_tables.h"

// Bit i % 8 of byte i / 8: item `from` + i ends a line.
typedef struct line_ends {
    uint8_t octet[LE__FLOW_PLACES_ROOM / 8];
} line_ends;

// The ends of the lines that consist of items `from ..< to`.
LE_INLINE line_ends ends_of(const uint64_t *begins, size_t from, size_t to) {
    __extension__ typedef unsigned __int128 bits;
    const bits all = to > 64 ? (bits)begins[1] << 64 | begins[0] : begins[0];
    const bits last = (bits)1 << (to - from - 1), ends = (all >> from >> 1 & (last - 1)) | last;
    line_ends result;
    memcpy(result.octet, &ends, sizeof ends);
    return result;
}

// The tallest item of each item's line up to the item. `tallest` is that of the item before in lane 0, 0 if that item
// ends a line; it is advanced.
LE_INLINE le_o32 heights_so_far(le_o32 heights, uint32_t ends, le_o32 *tallest) {
    static const int32_t before[3][8] = {
        {-1, 0, 1, 2, 3, 4, 5, 6}, {-2, -1, 0, 1, 2, 3, 4, 5}, {-4, -3, -2, -1, 0, 1, 2, 3}};
    static const uint32_t first_lane[2][8] = {{UINT32_MAX}, {0}};
    const le_o32 starts = o32_bytes(&octet_starts[ends]);
    heights = o32_max(heights, *tallest);
    for (int k = 0; k < 3; k++)
        heights = o32_max(heights, o32_pick(heights, o32_max_signed(o32_load(before[k]), starts)));
    *tallest = o32_and(o32_pick(heights, o32_set1(7)), o32_load(first_lane[ends >> 7]));
    return heights;
}

// The heights in the lanes that end a line; 0 in the others.
LE_INLINE le_o32 heights_at_ends(le_o32 heights, uint32_t ends) {
    static const uint32_t bits[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const le_o32 bit = o32_load(bits);
    return o32_and(heights, o32_eq(o32_and(o32_set1(ends), bit), bit));
}

LE_INLINE int64_t sum_of_pairs(le_o32 sums) {
    int64_t each[4];
    o32_store(each, sums);
    return each[0] + each[1] + each[2] + each[3];
}

static int64_t sum_thicknesses(const uint64_t *begins, const uint32_t *heights, size_t from, size_t to, size_t n,
                               int64_t *lines) {
    (void)n;
    *lines = 0;
    if (from == to) return 0;
    const line_ends ends = ends_of(begins, from, to);
    le_o32 tallest = o32_set1(0), sums = tallest;
    for (size_t i = from; i < to; i += 8) {
        const uint32_t octet = ends.octet[(i - from) / 8];
        *lines += __builtin_popcount(octet);
        const le_o32 some = LE_LIKELY(i + 8 <= to) ? o32_load(heights + i) : o32_load_some(heights + i, to - i);
        const le_o32 far = heights_so_far(some, octet, &tallest);
        sums = o32_add_pairs(sums, heights_at_ends(far, octet));
    }
    return sum_of_pairs(sums);
}

// Eight items at a time, up to the octet in which the line ends.
static size_t find_line(const uint64_t *begins, const uint32_t *heights, size_t n, int64_t spacing, int64_t inside,
                        int64_t *start) {
    const line_ends ends = ends_of(begins, 0, n);
    le_o32 tallest = o32_set1(0);
    int64_t at = 0;
    size_t first = 0;
    for (size_t i = 0;; i += 8) {
        const uint32_t octet = ends.octet[i / 8];
        const le_o32 some = LE_LIKELY(i + 8 <= n) ? o32_load(heights + i) : o32_load_some(heights + i, n - i);
        const le_o32 so_far = heights_so_far(some, octet, &tallest);
        const int64_t thicknesses = sum_of_pairs(o32_add_pairs(o32_set1(0), heights_at_ends(so_far, octet)));
        const int64_t next = at + thicknesses + spacing * __builtin_popcount(octet);
        if ((next <= inside || !octet) && i + 8 < n) {
            at = next;
            if (octet) first = i + 32 - (size_t)__builtin_clz(octet);
            continue;
        }
        uint32_t each[8];
        o32_store(each, so_far);
        for (uint32_t rest = octet;; rest &= rest - 1) {
            // A line that ends in this octet is the one, or the last line of all.
            const size_t lane = (size_t)__builtin_ctz(rest);
            const int64_t end = at + each[lane] + spacing;
            if (end > inside || i + lane + 1 == n) break;
            at = end;
            first = i + lane + 1;
        }
        *start = at;
        return first;
    }
}

// Copies the sizes of items and collects the lines that begin at item `from` and later, as far as `stack_lines` wants
// them. Returns their number. `sums` receives the sums of the widths before the items.
LE_INLINE size_t collect_lines(const line_ends *ends, const uint32_t *widths, const uint32_t *heights, size_t n,
                               size_t from, int64_t spacing, uint64_t most, uint64_t *y, uint32_t *restrict sums,
                               le__flow_places *places, placed_lines *lines) {
    static const uint32_t after[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    // Where the lines of all items are wanted, they are stacked together.
    const size_t some = most > UINT32_MAX ? n : 32;
    le_o32 tallest = o32_set1(0), sum = tallest, next = o32_add(o32_set1((uint32_t)from), o32_load(after));
    size_t count = 0, stacked = 0;
    lines->start[0] = (uint32_t)from;
    lines->before[0] = 0;
    for (size_t i = from; i < n;) {
        const size_t stop = n - i <= some ? n : i + some;
        for (; i < stop; i += 8) {
            const bool whole = LE_LIKELY(i + 8 <= n);
            const le_o32 w = whole ? o32_load(widths + i) : o32_load_some(widths + i, n - i);
            const le_o32 h = whole ? o32_load(heights + i) : o32_load_some(heights + i, n - i);
            const uint32_t octet = ends->octet[(i - from) / 8];
            const le_o32 so_far = o32_add(o32_sums(w), sum), last = o32_bytes(&octet_ends[octet]);
            o32_store(places->widths + i, w);
            o32_store(places->heights + i, h);
            o32_store(sums + i, o32_sub(so_far, w));
            o32_store(lines->start + count + 1, o32_pick(next, last));
            o32_store(lines->before + count + 1, o32_pick(so_far, last));
            o32_store(lines->thickness + count, o32_pick(heights_so_far(h, octet, &tallest), last));
            count += (size_t)__builtin_popcount(octet);
            sum = o32_pick(so_far, o32_set1(7));
            next = o32_add(next, o32_set1(8));
        }
        const size_t kept = stack_lines(lines, stacked, count, spacing, most, y);
        if (kept < count || *y >= most) return kept;
        stacked = count;
    }
    return count;
}

// Writes x and y of the items of `count` lines, items `from ..< to`, and overwrites up to seven after them.
LE_INLINE void write_lines(const placed_lines *lines, size_t count, const line_ends *ends, const uint32_t *sums,
                           size_t from, size_t to, bool centred, le__flow_places *places) {
    (void)count;
    static const uint32_t lanes[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    le_o32 item = o32_add(o32_set1((uint32_t)from), o32_load(lanes));
    size_t line = 0;
    for (size_t i = from; i < to; i += 8) {
        const uint32_t octet = ends->octet[(i - from) / 8];
        const le_o32 in = o32_bytes(&octet_lines[octet]);
    #define LE__OF_LINE(numbers) o32_pick(o32_load(lines->numbers + line), in)
        const le_o32 x = o32_add(o32_load(sums + i), LE__OF_LINE(lead));
        const le_o32 gaps = o32_add(o32_mul(item, LE__OF_LINE(gap)), o32_min(item, LE__OF_LINE(wide)));
        le_o32 y = LE__OF_LINE(y);
        if (centred) y = o32_add(y, o32_half(o32_sub(LE__OF_LINE(thickness), o32_load(places->heights + i))));
    #undef LE__OF_LINE
        o32_store(places->x + i, o32_add(x, gaps));
        o32_store(places->y + i, y);
        line += (size_t)__builtin_popcount(octet);
        item = o32_add(item, o32_set1(8));
    }
}

#else

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

// One loop over items, because lines are short and an inner loop for each would be mispredicted.
static size_t find_line(const uint64_t *begins, const uint32_t *heights, size_t n, int64_t spacing, int64_t inside,
                        int64_t *start) {
    int64_t at = 0;
    uint32_t thickness = 0;
    size_t first = 0;
    for (size_t i = 0; i < n; i++) {
        if (le__bit_at(begins, i) && i) {
            const int64_t next = at + thickness + spacing;
            if (next > inside) break;
            at = next;
            thickness = 0;
            first = i;
        }
        thickness = LE_MAX(thickness, heights[i]);
    }
    *start = at;
    return first;
}

// The ends of lines are read from the bits where lines begin; bit `n` is set.
typedef struct line_ends {
    uint64_t begins[LE__FLOW_PLACES_ROOM / 64 + 1];
} line_ends;

LE_INLINE line_ends ends_of(const uint64_t *begins, size_t from, size_t to) {
    (void)from;
    line_ends ends = {{0}};
    memcpy(ends.begins, begins, (to + 63) / 64 * sizeof *begins);
    ends.begins[to / 64] |= (uint64_t)1 << (to & 63);
    return ends;
}

LE_INLINE size_t collect_lines(const line_ends *ends, const uint32_t *widths, const uint32_t *heights, size_t n,
                               size_t from, int64_t spacing, uint64_t most, uint64_t *y, uint32_t *restrict sums,
                               le__flow_places *places, placed_lines *lines) {
    enum { SOME = 8 };
    memcpy(places->widths + from, widths + from, (n - from) * sizeof *widths);
    memcpy(places->heights + from, heights + from, (n - from) * sizeof *heights);
    memset(places->widths + n, 0, LE__FLOW_PLACES_SPARE * sizeof *widths);
    memset(places->heights + n, 0, LE__FLOW_PLACES_SPARE * sizeof *heights);
    uint32_t sum = 0;
    for (size_t i = from; i < n + 8; i++) {
        sums[i] = sum;
        sum += places->widths[i];
    }
    size_t word = from / 64, start = from, count = 0;
    uint64_t rest = ends->begins[word] & (~(uint64_t)1 << (from & 63));
    while (start < n && *y < most) {
        const size_t first = count;
        uint64_t at = *y;
        do {
            while (LE_UNLIKELY(!rest)) rest = ends->begins[++word];
            const size_t stop = 64 * word + (size_t)__builtin_ctzll(rest);
            rest &= rest - 1;
            lines->thickness[count] = line_thickness(places->heights + start, stop - start);
            lines->start[count] = (uint32_t)start;
            lines->before[count] = sums[start];
            at += (uint64_t)(lines->thickness[count] + spacing);
            start = stop;
            count++;
        } while (count < first + SOME && start < n && at < most);
        lines->start[count] = (uint32_t)start;
        lines->before[count] = sums[start];
        const size_t kept = stack_lines(lines, first, count, spacing, most, y);
        if (kept < count) return kept;
    }
    return count;
}

LE_INLINE void write_lines(const placed_lines *lines, size_t count, const line_ends *ends, const uint32_t *sums,
                           size_t from, size_t to, bool centred, le__flow_places *places) {
    (void)ends, (void)from, (void)to;
    const uint32_t *restrict const heights = places->heights;
    uint32_t *restrict const xs = places->x, *restrict const ys = places->y;
    for (size_t k = 0; k < count; k++) {
        const size_t start = lines->start[k], stop = lines->start[k + 1];
        // Relative to the start of the line, so that the indices of lanes are constants.
        const uint32_t first = (uint32_t)start, gap = lines->gap[k], wide = lines->wide[k] - first;
        const uint32_t lead = lines->lead[k] + first * (gap + 1);
        const uint32_t y = lines->y[k], thickness = lines->thickness[k];
        LE_LANES(8)
        for (uint32_t j = 0; j < 8; j++) xs[start + j] = sums[start + j] + lead + j * gap + LE_MIN(j, wide);
        LE_LANES(8)
        for (uint32_t j = 0; j < 8; j++) ys[start + j] = y + (centred ? (thickness - heights[start + j]) >> 1 : 0);
        if (LE_LIKELY(stop <= start + 8)) continue;
        LE_SHORT_LOOP
        for (size_t i = start + 8; i < stop; i++) {
            const uint32_t j = (uint32_t)(i - start);
            xs[i] = sums[i] + lead + j * gap + LE_MIN(j, wide);
            ys[i] = y + (centred ? (thickness - heights[i]) >> 1 : 0);
        }
    }
}

#endif

static size_t place_lines(const le__flow_placing *placing, const uint64_t *begins, const uint32_t *widths,
                          const uint32_t *heights, size_t n, size_t from, int64_t end, int64_t *main,
                          le__flow_places *places) {
    static_assert(LE_W32 <= LE__FLOW_PLACES_SPARE && 8 <= LE__FLOW_PLACES_SPARE, "lanes stay in the arrays");
    places->main = *main;
    if (*main >= end) return from;
    const uint64_t most = LE_MIN((uint64_t)(end - *main), (uint64_t)UINT32_MAX + 1);
    const line_ends ends = ends_of(begins, from, n);
    uint32_t sums[LE__FLOW_PLACES_ROOM];
    placed_lines lines;
    uint64_t y = 0;
    const size_t count =
        collect_lines(&ends, widths, heights, n, from, placing->line_spacing, most, &y, sums, places, &lines);
    if (count == 0) return from;
    const size_t to = lines.start[count];
    // Lines after the last one are of one item without width.
    for (size_t k = 1; k <= 8; k++) {
        lines.start[count + k] = (uint32_t)(to + k);
        lines.before[count + k] = lines.before[count];
    }
    uint32_t each[8] = {0}, widest = 0;
    for (size_t k = 0; k < count; k += 8) place_together(placing, &lines, k, each);
    for (size_t k = 0; k < 8; k++) widest = LE_MAX(widest, each[k]);
    places->cross = 0;
    if (LE_UNLIKELY(widest > placing->line + LE__FLOW_SLACK))
        places->cross = centre_wider(placing, &lines, count, widest);
    if (LE_UNLIKELY(places->first + (int64_t)to == placing->items)) { // the last line of the flow
        const uint32_t last = (uint32_t)count - 1, start = lines.start[last], gaps = (uint32_t)to - start - 1;
        const uint32_t space = lines.before[count] - lines.before[last] + gaps * (uint32_t)placing->item_spacing;
        le__flow_line line = {.first = placing->items - gaps - 1,
                              .count = gaps + 1,
                              .widths = places->widths + start,
                              .heights = places->heights + start};
        le__flow_place_line(placing, &line, space);
        lines.gap[last] = (uint32_t)line.gap;
        lines.wide[last] = start + (uint32_t)LE_MIN(line.wide_gaps, line.count);
        lines.lead[last] =
            (uint32_t)(line.cross - places->cross) - lines.before[last] - start * ((uint32_t)line.gap + 1);
    }
    if (placing->justified)
        write_lines(&lines, count, &ends, sums, from, to, true, places);
    else
        write_lines(&lines, count, &ends, sums, from, to, false, places);
    *main += (int64_t)y;
    return to;
}
