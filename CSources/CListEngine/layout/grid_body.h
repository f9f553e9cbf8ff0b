// The arithmetic of a grid: items of one size in columns, nothing stored per item.

typedef struct grid {
    int64_t columns, width; // of an item along the line
    int64_t lead;           // of the first column
    int64_t gap, wide_gaps; // after each column, and one unit more after the first `wide_gaps`
    int64_t pitch;          // from row to row
} grid;

LE_INLINE int64_t line_extent(const le_layout_config *config, const le_section_spec *spec) {
    return LE_MAX(config->cross - spec->inset_cross_start - spec->inset_cross_end, 0);
}

// Columns and gaps (DESIGN: a grid takes max(1, floor((line + 2^-10 pt + s) / (w + s))) columns). A full line's
// left-over is shared equally by the gaps, the remainder one unit each to the first ones; a short line keeps them.
//
// Nothing here overflows: lengths are at most LE_MAX_TOTAL / 4, a line is at most three times that, and grid_usable
// keeps the spaces between given columns within it too.
static grid grid_of(const le_layout_config *config, const le_section_spec *spec) {
    int64_t line = line_extent(config, spec), s = spec->item_spacing;
    grid g = {.columns = spec->columns, .width = spec->item_cross, .pitch = spec->item_main + spec->line_spacing};
    if (g.columns)
        g.width = LE_MAX(line - (g.columns - 1) * s, 0) / g.columns;
    else if (g.width + s > 0)
        g.columns = LE_MAX((line + 1024 + s) / (g.width + s), 1);
    else
        g.columns = 1;
    g.gap = s;
    g.lead = spec->inset_cross_start;
    if (spec->packing == LE_PACKING_JUSTIFIED) {
        // What columns and the spaces between them leave over, with one space more on both sides of the difference.
        int64_t over = LE_MAX(line + s - g.columns * (g.width + s), 0);
        if (g.columns == 1) {
            g.lead += over / 2;
        } else {
            g.gap += over / (g.columns - 1);
            g.wide_gaps = over % (g.columns - 1);
        }
    }
    return g;
}

LE_INLINE int64_t grid_rows(const grid *g, int64_t items) { return (items + g->columns - 1) / g->columns; }

LE_INLINE int64_t grid_column_start(const grid *g, int64_t column) {
    return g->lead + column * (g->width + g->gap) + LE_MIN(column, g->wide_gaps);
}

// Columns stand in ascending or in descending order: with spaces far below zero they go backwards.
LE_INLINE bool grid_ascends(const grid *g) { return g->width + g->gap >= 0; }

// The first of `n` columns that begins at `start` or behind it, as columns go; `n` where none does.
static int64_t grid_column_at(const grid *g, int64_t n, int64_t start) {
    const bool ascends = grid_ascends(g);
    int64_t low = 0, high = n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2, at = grid_column_start(g, middle);
        if (ascends ? at < start : at > start)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Columns `*from ..< *to` are those of the first `n` that reach into cross_min ..< cross_max, with an extent or
// without.
static void grid_columns_in(const grid *g, int64_t n, int64_t cross_min, int64_t cross_max, int64_t *from,
                            int64_t *to) {
    const int64_t first = grid_column_start(g, 0), last = grid_column_start(g, n - 1);
    *from = 0;
    *to = n;
    // Nearly always all columns are in.
    if (LE_MAX(first, last) < cross_max && LE_MIN(first, last) + g->width > cross_min) return;
    int64_t before = cross_min < INT64_MIN + g->width ? INT64_MIN : cross_min - g->width; // starts have to pass it
    if (grid_ascends(g)) {
        *from = before == INT64_MAX ? n : grid_column_at(g, n, before + 1);
        *to = grid_column_at(g, n, cross_max);
    } else {
        *from = cross_max == INT64_MIN ? n : grid_column_at(g, n, cross_max - 1);
        *to = grid_column_at(g, n, before);
    }
    *to = LE_MAX(*to, *from);
}

// Whether a grid can be laid out: a positive pitch along the line, no row that goes backwards, and spaces between given
// columns that together are no longer than any other length.
static bool grid_usable(const le_section_spec *spec) {
    if (spec->item_main < 0 || spec->item_main + spec->line_spacing < 0) return false;
    if (spec->columns) {
        int64_t spaces;
        return !__builtin_mul_overflow((int64_t)spec->columns - 1, spec->item_spacing, &spaces) &&
               spaces <= LE_MAX_TOTAL / 4 && spaces >= -LE_MAX_TOTAL / 4;
    }
    return spec->item_cross >= 0 && spec->item_cross + spec->item_spacing > 0;
}

// Extent of all rows, or -1 where it passes the limits.
static int64_t grid_extent(const le_layout_config *config, const le_section_spec *spec, int64_t items) {
    if (items == 0) return 0;
    grid g = grid_of(config, spec);
    int64_t extent;
    if (__builtin_mul_overflow(grid_rows(&g, items), g.pitch, &extent) || extent > LE_MAX_TOTAL) return -1;
    return extent - spec->line_spacing;
}

LE_INLINE le_rect grid_frame(const grid *g, const le_section_spec *spec, int64_t item) {
    int64_t row = item / g->columns, start = grid_column_start(g, item - row * g->columns), main = row * g->pitch;
    return (le_rect){main, start, main + spec->item_main, start + g->width};
}
