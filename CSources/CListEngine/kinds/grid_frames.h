// Frames of consecutive items of a grid, for one number type: REAL, with GRID_FRAMES as the name.

// Whole rows. With a constant number of columns the compiler keeps the starts of all columns in registers.
LE_INLINE REAL *GRID_FRAMES(_rows)(const int64_t columns, int64_t rows, const REAL *x, REAL width, REAL height,
                                   int64_t main, int64_t pitch, REAL *restrict out) {
    for (; rows > 0; rows--, main += pitch, out += 4 * columns) {
        const REAL y = (REAL)le_points(main);
        for (int64_t c = 0; c < columns; c++) {
            out[4 * c] = x[c];
            out[4 * c + 1] = y;
            out[4 * c + 2] = width;
            out[4 * c + 3] = height;
        }
    }
    return out;
}

static void GRID_FRAMES()(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                          int64_t origin_x, int64_t origin_y, REAL *out) {
    const le_section_spec *spec = &place->section->style->spec;
    const grid g = grid_of(&layout->config, spec);
    const int64_t row = first / g.columns;
    const REAL width = (REAL)le_points(g.width), height = (REAL)le_points(spec->item_main);
    // The starts of the first columns, which are nearly always all, are converted once.
    enum { CONVERTED = 64 };
    REAL x[CONVERTED];
    const int64_t converted = LE_MIN(g.columns, (int64_t)CONVERTED);
    for (int64_t c = 0; c < LE_MIN(converted, count + first); c++)
        x[c] = (REAL)le_points(grid_column_start(&g, c) - origin_x);
    int64_t column = first - row * g.columns, main = place->offset + le__items_start(spec) + row * g.pitch - origin_y;
    for (int64_t left = count; left > 0; main += g.pitch, column = 0) {
        if (column == 0 && g.columns <= 6 && left >= g.columns) {
            const int64_t rows = left / g.columns;
            switch (g.columns) {
#define GRID_ROWS(columns)                                                                                             \
    case columns:                                                                                                      \
        out = GRID_FRAMES(_rows)(columns, rows, x, width, height, main, g.pitch, out);                                 \
        break
                GRID_ROWS(1);
                GRID_ROWS(2);
                GRID_ROWS(3);
                GRID_ROWS(4);
                GRID_ROWS(5);
                GRID_ROWS(6);
#undef GRID_ROWS
            }
            main += rows * g.pitch;
            left -= rows * g.columns;
            if (left == 0) return;
        }
        const int64_t end = LE_MIN(g.columns, column + left), direct = LE_MIN(end, converted);
        const REAL y = (REAL)le_points(main);
        left -= end - column;
        LE_SHORT_LOOP
        for (; column < direct; column++, out += 4) {
            out[0] = x[column];
            out[1] = y;
            out[2] = width;
            out[3] = height;
        }
        for (; column < end; column++, out += 4) {
            out[0] = (REAL)le_points(grid_column_start(&g, column) - origin_x);
            out[1] = y;
            out[2] = width;
            out[3] = height;
        }
    }
}

#undef REAL
#undef GRID_FRAMES
