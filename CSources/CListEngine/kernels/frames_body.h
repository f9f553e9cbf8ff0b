// Frames of many items as four numbers each. Included for doubles and for floats: REAL is the number type, FRAMES(name)
// the name of the kernel.

static REAL *FRAMES(row_frames)(const uint32_t *strides, int64_t n, int64_t spacing, REAL x, REAL width, int64_t *main,
                                REAL *out) {
    int64_t at = *main, i = 0;
#if LE_OCTETS
    // Eight rows at a time, as long as the sum of their strides fits 32 bits. The differences are those of integers.
    const uint32_t longest = 1u << 29;
    const bool near = is_near(at) && x > -1e9 && x < 1e9 && width < 1e9;
    for (; near && spacing > -(int64_t)longest && spacing < (int64_t)longest && i + 8 <= n; i += 8, out += 32) {
        const le_o32 stride = o32_load(strides + i);
        if (o32_bits(o32_eq(o32_max(stride, o32_set1(longest)), stride))) break;
        const le_o32 ends = o32_sums(stride), extent = o32_sub(stride, o32_set1((uint32_t)spacing));
        const le_o64 origin =
            o64_set(NEAR_ZERO - (double)x, NEAR_ZERO - near_points(at), NEAR_ZERO - (double)width, NEAR_ZERO);
        le_o64 frames[8];
        o32_frames(o32_set1(0), o32_sub(ends, stride), o32_set1(0), extent, origin, frames);
        for (size_t k = 0; k < 8; k++) FRAMES(o64_store)(out + 4 * k, frames[k]);
        at += o32_last(ends);
    }
#endif
    for (; i < n; i++, out += 4) {
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
#if LE_OCTETS
    if (to - from >= 8) {
        // The differences are those of integers, as in near_points. The last octet overlaps the one before it.
        const le_o64 origin =
            o64_set(NEAR_ZERO - near_points(lead), NEAR_ZERO - near_points(base), NEAR_ZERO, NEAR_ZERO);
        for (size_t next = from; next < to; next += 8) {
            const size_t i = LE_MIN(next, to - 8);
            le_o64 frames[8];
            o32_frames(o32_load(x + i), o32_load(y + i), o32_load(widths + i), o32_load(heights + i), origin, frames);
            for (size_t k = 0; k < 8; k++) FRAMES(o64_store)(out + 4 * (i - from + k), frames[k]);
        }
        return out + 4 * (to - from);
    }
    LE_SHORT_LOOP
#endif
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
