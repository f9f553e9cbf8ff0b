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
        int64_t over = LE_MAX(line - g.columns * g.width - (g.columns - 1) * s, 0);
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

// Whether a grid can be laid out: a positive pitch along the line, no row that goes backwards.
static bool grid_usable(const le_section_spec *spec) {
    if (spec->item_main < 0 || spec->item_main + spec->line_spacing < 0) return false;
    if (spec->columns) return true;
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
