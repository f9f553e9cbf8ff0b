// Frames of many items as four numbers each. Included for doubles and for floats: REAL is the number type, FRAMES(name)
// the name of the kernel.

static REAL *FRAMES(row_frames)(const uint32_t *strides, int64_t n, int64_t spacing, REAL x, REAL width, int64_t *main,
                                REAL *out) {
    int64_t at = *main;
    for (int64_t i = 0; i < n; i++, out += 4) {
        out[0] = x;
        out[1] = (REAL)le_points(at);
        out[2] = width;
        out[3] = (REAL)le_points((int64_t)strides[i] - spacing);
        at += strides[i];
    }
    *main = at;
    return out;
}

static REAL *FRAMES(place_frames)(const le__flow_places *places, size_t from, size_t to, int64_t lead, int64_t base,
                                  REAL *restrict out) {
    const uint32_t *x = places->x, *y = places->y, *widths = places->widths, *heights = places->heights;
    base += places->main;
    for (size_t i = from; i < to; i++, out += 4) {
        out[0] = (REAL)near_points(x[i] + lead);
        out[1] = (REAL)near_points(y[i] + base);
        out[2] = (REAL)near_points(widths[i]);
        out[3] = (REAL)near_points(heights[i]);
    }
    return out;
}

static REAL *FRAMES(column_frames)(le__column_items *items, const REAL *x, REAL width, REAL *out) {
    // Local copies, so that the compiler knows that these are constant while frames and fronts are written.
    const int64_t n = items->n, spacing = items->spacing, base = items->base;
    for (int64_t i = items->i; i < n; i++, out += 4) {
        const int64_t c = items->columns[i], start = items->front[c], height = items->heights[i];
        items->front[c] = start + height + spacing;
        out[0] = x[c];
        out[1] = (REAL)le_points(base + start * 16);
        out[2] = width;
        out[3] = (REAL)le_points(height * 16);
    }
    items->i = n;
    return out;
}

#undef REAL
#undef FRAMES
