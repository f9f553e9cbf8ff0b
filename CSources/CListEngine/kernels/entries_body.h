// Entries of a visitor. The loops have no branch and a number of steps that is known before, so that the compiler makes
// vector code of them.

static int64_t row_entries(const uint32_t *strides, int64_t n, int64_t spacing, int64_t end, int64_t *main,
                           const le_rect *line, le__entries *entries, int64_t to) {
    const int64_t cross_min = line->cross_min, cross_max = line->cross_max;
    const double x = le_points(cross_min), width = le_points(cross_max) - x;
    int64_t *restrict starts = entries->main_min + to, *restrict ends = entries->main_max + to;
    int64_t *restrict lows = entries->cross_min + to, *restrict highs = entries->cross_max + to;
    le_frame *restrict frames = entries->frame + to;
    int64_t at = *main, i = 0;
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
    uint64_t empty = 0;
    LE_LANES(4)
    for (int64_t k = 0; k < i; k++) {
        const int64_t extent = (int64_t)strides[k] - spacing;
        empty |= (uint64_t)(extent - 1) >> 63;
        ends[k] = starts[k] + extent;
        lows[k] = cross_min;
        highs[k] = cross_max;
        frames[k].x = x;
        frames[k].y = near_points(starts[k]);
        frames[k].width = width;
        frames[k].height = near_points(extent);
    }
    if (empty) return 0;
    *main = at;
    return i;
}

static int64_t place_entries(const le__flow_places *places, size_t from, size_t n, int64_t lead, int64_t base,
                             le__entries *entries, int64_t to) {
    const uint32_t *xs = places->x + from, *ys = places->y + from;
    const uint32_t *widths = places->widths + from, *heights = places->heights + from;
    int64_t *restrict starts = entries->main_min + to, *restrict ends = entries->main_max + to;
    int64_t *restrict lows = entries->cross_min + to, *restrict highs = entries->cross_max + to;
    le_frame *restrict frames = entries->frame + to;
    uint64_t empty = 0;
    base += places->main;
    LE_LANES(4)
    for (size_t k = 0; k < n; k++) {
        const int64_t x = xs[k] + lead, y = ys[k] + base, width = widths[k], height = heights[k];
        empty |= (uint64_t)((width - 1) | (height - 1)) >> 63;
        starts[k] = y;
        ends[k] = y + height;
        lows[k] = x;
        highs[k] = x + width;
        frames[k].x = near_points(x);
        frames[k].y = near_points(y);
        frames[k].width = near_points(width);
        frames[k].height = near_points(height);
    }
    return empty ? 0 : (int64_t)n;
}

static void entries_met(const le__entries *entries, size_t first, size_t n, const le_rect *rect, uint64_t *met) {
    const int64_t *starts = entries->main_min + first, *ends = entries->main_max + first;
    const int64_t *lows = entries->cross_min + first, *highs = entries->cross_max + first;
    const le_rect in = *rect;
    // Whole vectors: bits after the last entry have no meaning.
    n = (n + 7) / 8 * 8;
    for (size_t word = 0; word < n; word += 64) {
        uint64_t bits = 0;
        for (size_t k = word; k < LE_MIN(n, word + 64); k++) {
            const uint64_t meets = (starts[k] < in.main_max) & (ends[k] > in.main_min) & (lows[k] < in.cross_max) &
                                   (highs[k] > in.cross_min);
            bits |= meets << (k & 63);
        }
        met[word / 64] = bits;
    }
}
