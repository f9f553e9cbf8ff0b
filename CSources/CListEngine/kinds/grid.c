// Grids: items of one size in columns. Only the number of items is stored.
#include "kinds/grid.h"

#include "kinds/kinds.h"
#include "kinds/repeated.h"
#include "section/elements.h"

// ---- Arithmetic

typedef struct grid {
    int64_t columns, width; // width of an item along the line
    int64_t lead;           // start of the first column
    int64_t gap, wide_gaps; // after each column; one unit more after the first `wide_gaps`
    int64_t pitch;          // distance from row to row
} grid;

// Columns and gaps: a grid has max(1, floor((line + 2^-10 pt + s) / (w + s))) columns. The remaining space of a full
// line is divided equally among the gaps, the remainder one unit each to the first gaps. A short line uses the same
// gaps. A single column is centred, even if it is wider than the line.
//
// Nothing here overflows: lengths are at most LE_MAX_TOTAL / 4, and a line is at most three times that. grid_usable
// limits the total spacing of explicit columns to the same length, and ensures a positive pitch otherwise.
static grid grid_of(const le_layout_config *config, const le_section_spec *spec) {
    int64_t line = le__line_extent(config, spec), s = spec->item_spacing;
    grid g = {.columns = spec->columns, .width = spec->item_cross, .pitch = spec->item_main + spec->line_spacing};
    if (g.columns)
        g.width = LE_MAX(line - (g.columns - 1) * s, 0) / g.columns;
    else
        g.columns = LE_MAX((line + 1024 + s) / (g.width + s), 1);
    g.gap = s;
    g.lead = spec->inset_cross_start;
    if (spec->packing == LE_PACKING_JUSTIFIED) {
        // The space that columns and spacings leave over, with one spacing added to both sides of the difference.
        int64_t over = line + s - g.columns * (g.width + s);
        if (g.columns == 1) {
            g.lead += le__flow_centred(over);
        } else {
            over = LE_MAX(over, 0);
            g.gap += over / (g.columns - 1);
            g.wide_gaps = over % (g.columns - 1);
        }
    }
    return g;
}

static int64_t grid_rows(const grid *g, int64_t items) { return (items + g->columns - 1) / g->columns; }

static int64_t grid_column_start(const grid *g, int64_t column) {
    return g->lead + column * (g->width + g->gap) + LE_MIN(column, g->wide_gaps);
}

// Whether columns are in ascending order. With a large negative spacing they are in descending order.
static bool grid_ascends(const grid *g) { return g->width + g->gap >= 0; }

// The first of `n` columns, in their order, that begins at or after `start`; `n` if there is none.
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

// Columns `*from ..< *to` are those of the first `n` that reach into cross_min ..< cross_max, with or without an
// extent.
static void grid_columns_in(const grid *g, int64_t n, int64_t cross_min, int64_t cross_max, int64_t *from,
                            int64_t *to) {
    const int64_t first = grid_column_start(g, 0), last = grid_column_start(g, n - 1);
    *from = 0;
    *to = n;
    // Nearly always all columns are included.
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

// Whether a grid can be laid out: it has a positive pitch along the line, no row starts before the previous one, and
// the total spacing between explicit columns is a valid length.
static bool grid_usable(const le_section_spec *spec) {
    if (spec->item_main < 0 || spec->item_main + spec->line_spacing < 0) return false;
    if (spec->columns) {
        int64_t spaces;
        return !__builtin_mul_overflow((int64_t)spec->columns - 1, spec->item_spacing, &spaces) &&
               spaces <= LE_MAX_TOTAL / 4 && spaces >= -LE_MAX_TOTAL / 4;
    }
    return spec->item_cross >= 0 && spec->item_cross + spec->item_spacing > 0;
}

// The extent of all rows, or -1 if it exceeds the limits.
static int64_t grid_extent(const le_layout_config *config, const le_section_spec *spec, int64_t items) {
    if (items == 0) return 0;
    const grid g = grid_of(config, spec);
    int64_t extent;
    if (__builtin_mul_overflow(grid_rows(&g, items), g.pitch, &extent) || extent > LE_MAX_TOTAL) return -1;
    return extent - spec->line_spacing;
}

static le_rect grid_frame(const grid *g, const le_section_spec *spec, int64_t item) {
    int64_t row = item / g->columns, start = grid_column_start(g, item - row * g->columns), main = row * g->pitch;
    return (le_rect){main, start, main + spec->item_main, start + g->width};
}

// ---- The section

static le_status grid_build(const le_layout_config *config, le__section *s, const le_sizes *sizes, int64_t first,
                            int64_t count, le__run_place *runs, le_fault *fault, le_work *work) {
    (void)config, (void)sizes, (void)first, (void)runs, (void)fault, (void)work;
    s->items = count;
    return LE_OK;
}

le_status le__change_counted(le__section *s, const le__change *c) {
    const bool sized = c->sizes && c->sizes->count && c->sizes->form != LE_SIZES_NONE;
    switch (c->what) {
    case LE__REMOVE:
        s->items -= c->count;
        return LE_OK;
    case LE__MOVE:
        return LE_OK;
    case LE__INSERT:
        if (c->sizes->form != LE_SIZES_NONE) return LE_NOT_SUPPORTED;
        s->items += c->sizes->count;
        return LE_OK;
    case LE__RESIZE:
        return LE_NOT_SUPPORTED;
    case LE__REFILL:
        s->items = c->sizes->count;
        return LE_OK;
    case LE__APPLY:
        if (sized) return LE_NOT_SUPPORTED;
        for (size_t e = 0; e < c->edit_count; e++) s->items += c->edits[e].inserted - c->edits[e].removed;
        return LE_OK;
    }
    return LE_NOT_SUPPORTED;
}

static le_status grid_change(const le_layout_config *config, le__section *s, const le__change *c, int64_t room,
                             le_work *work) {
    (void)config, (void)room, (void)work;
    return le__change_counted(s, c);
}

static bool grid_measure(le__section *s, const le_layout_config *config) {
    const int64_t lines = grid_extent(config, &s->style->spec, s->items);
    return lines >= 0 && le__section_measure_lines(s, lines);
}

// ---- Reading

// Emits whole rows from `*item` on, many together, as a flow emits its lines. Stops before `end`, and earlier where
// rows cannot be emitted together. Advances `*item` past the rows emitted. Returns the item for which there was no
// room, or -1.
static int64_t grid_rows_together(const le__walk *w, const grid *g, int64_t base, int64_t *item, int64_t end,
                                  le__places_emitter *places_in, void *sink) {
    const le_section_spec *spec = &w->place.section->style->spec;
    const int64_t start = grid_column_start(g, 0), width = grid_column_start(g, g->columns - 1) + g->width - start;
    if (*item >= end || g->columns > LE__REPEATED_MAX || !grid_ascends(g) || width > UINT32_MAX ||
        spec->item_main > UINT32_MAX)
        return -1;
    le__repeated rows; // not cleared, because it is large
    le__repeated_start(&rows, g->columns, g->pitch, false, start, base);
    for (int64_t column = 0; column < g->columns; column++) {
        rows.places.x[column] = (uint32_t)(grid_column_start(g, column) - start);
        rows.places.y[column] = 0;
        rows.places.widths[column] = (uint32_t)g->width;
        rows.places.heights[column] = (uint32_t)spec->item_main;
    }
    le__repeat(&rows, spec->item_main, (end - 1) / g->columns - *item / g->columns + 1);
    return le__emit_repeated(w, &rows, item, end, places_in, sink);
}

// Emits the items that the walk covers. With a constant emitter it is inlined. `places_in`, if not NULL, receives many
// items together.
LE_INLINE int64_t grid_walk_in(const le__walk *w, bool (*item_in)(void *sink, int64_t item, const le_rect *frame),
                               le__places_emitter *places_in, void *sink) {
    const le__section *s = w->place.section;
    const le_section_spec *spec = &s->style->spec;
    if (s->items == 0) return -1;
    grid g = grid_of(&w->layout->config, spec);
    if (!w->all && (spec->item_main == 0 || g.width == 0)) return -1;
    const int64_t base = w->place.offset + le__items_start(spec);
    // The first row that ends after main_min. A walk that continues may do so after an edit.
    int64_t low = w->main_min - base - spec->item_main, row = 0;
    if (low >= 0) {
        if (g.pitch == 0) return -1;
        row = low / g.pitch + 1;
    }
    if (row >= grid_rows(&g, s->items)) return -1;
    int64_t item = LE_MAX(w->from, row * g.columns);
    int64_t first_column, last_column;
    grid_columns_in(&g, LE_MIN(g.columns, s->items), w->cross_min, w->cross_max, &first_column, &last_column);
    if (first_column == last_column) return -1;
    if (places_in && first_column == 0 && last_column == g.columns && w->main_max > base) {
        // The row after the last one that starts before main_max.
        const int64_t rows = grid_rows(&g, s->items);
        const int64_t behind = g.pitch ? LE_MIN((w->main_max - base - 1) / g.pitch + 1, rows) : rows;
        const int64_t stopped =
            grid_rows_together(w, &g, base, &item, LE_MIN(behind * g.columns, s->items), places_in, sink);
        if (stopped >= 0) return stopped;
    }
    for (row = item / g.columns; row * g.columns < s->items; row++) {
        const int64_t main = base + row * g.pitch, before = row * g.columns;
        const int64_t end = LE_MIN(before + last_column, s->items);
        if (main >= w->main_max) return -1;
        for (item = LE_MAX(item, before + first_column); item < end; item++) {
            int64_t start = grid_column_start(&g, item - before);
            le_rect frame = {main, start, main + spec->item_main, start + g.width};
            if (!item_in(sink, item, &frame)) return item;
        }
    }
    return -1;
}

static int64_t grid_query(const le__walk *w, le__query_sink *sink) {
    return grid_walk_in(w, le__query_item, NULL, sink);
}

static int64_t grid_walk(const le__walk *w, const le__emitter *emit, void *sink) {
    return grid_walk_in(w, emit->item, w->all ? NULL : emit->places, sink);
}

static le_rect grid_item_frame(const le_layout *layout, const le__section_place *place, int64_t item, int32_t *z_index,
                               uint8_t *flags, le_work *work) {
    (void)z_index, (void)flags, (void)work;
    const le_section_spec *spec = &place->section->style->spec;
    const grid g = grid_of(&layout->config, spec);
    return le__rect_moved(grid_frame(&g, spec, item), place->offset + le__items_start(spec));
}

static void grid_line(const le_layout_config *config, const le__section *s, int64_t item, int64_t *first,
                      int64_t *count) {
    const grid g = grid_of(config, &s->style->spec);
    *first = item - item % g.columns;
    *count = LE_MIN(g.columns, s->items - *first);
}

static le_status grid_read_sizes(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                                 double *main, double *cross) {
    (void)first;
    const le_section_spec *spec = &place->section->style->spec;
    const grid g = grid_of(&layout->config, spec);
    for (int64_t i = 0; i < count; i++) {
        main[i] = le_points(spec->item_main);
        if (cross) cross[i] = le_points(g.width);
    }
    return LE_OK;
}

// Frames row by row. Included for each number type.
#define REAL double
#define GRID_FRAMES(part) grid_frames##part
#include "kinds/grid_frames.h"
#define REAL float
#define GRID_FRAMES(part) grid_frames_relative##part
#include "kinds/grid_frames.h"

// ---- Points

// The last of the first `n` columns of a grid that contains a coordinate, or -1.
static int64_t grid_column_holding(const grid *g, int64_t n, int64_t cross) {
    int64_t from, to;
    grid_columns_in(g, n, cross, cross + 1, &from, &to);
    return g->width && from < to ? to - 1 : -1;
}

// The last row that contains the point has the item, unless it is the last row of the grid and its columns end before
// the point.
static int64_t grid_last_at(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross,
                            int64_t scroll) {
    (void)scroll;
    const le__section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    const int64_t offset = main - place->offset - le__items_start(spec);
    if (s->items == 0 || offset < 0) return -1;
    const grid g = grid_of(&layout->config, spec);
    const int64_t rows = grid_rows(&g, s->items);
    int64_t row = g.pitch && offset / g.pitch < rows ? offset / g.pitch : rows - 1;
    for (int tries = 0; tries < 2 && row >= 0 && offset - row * g.pitch < spec->item_main; tries++, row--) {
        const int64_t before = row * g.columns;
        const int64_t column = grid_column_holding(&g, LE_MIN(g.columns, s->items - before), cross);
        if (column >= 0) return before + column;
    }
    return -1;
}

// Candidates for the nearest of the first `n` columns to a coordinate, in their order: the first column at or after the
// coordinate, and the first of the columns at the same place as the one before it.
static int nearest_columns(const grid *g, int64_t n, int64_t cross, int64_t columns[2]) {
    const int64_t start = grid_ascends(g) ? le__less(cross, g->width) : cross;
    const int64_t behind = grid_column_at(g, n, start);
    int count = 0;
    if (behind > 0) columns[count++] = grid_column_at(g, n, grid_column_start(g, behind - 1));
    if (behind < n) columns[count++] = behind;
    return count;
}

// Rows have equal distances, and all but the last have the same columns. The nearest item is therefore in one of the
// rows around the point, or in the row before the last.
static int grid_nearest(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross,
                        int64_t scroll, int64_t items[LE__NEAREST_MAX]) {
    (void)scroll;
    const le__section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    const grid g = grid_of(&layout->config, spec);
    const int64_t rows = grid_rows(&g, s->items);
    // Rows are within 0 and one and a half times the limit.
    const int64_t offset = le__less(main, place->offset + le__items_start(spec)),
                  most = LE_MAX_TOTAL + LE_MAX_TOTAL / 2;
    const int64_t before = LE_MIN(LE_MAX(offset, -most), most) - spec->item_main;
    int64_t row = 0; // the first row that ends at or after the point
    if (before > 0) row = g.pitch ? LE_MIN(before / g.pitch + (before % g.pitch != 0), rows) : rows;
    int64_t from = LE_MAX(LE_MIN(row - 1, rows - 2), 0), to = LE_MIN(row, rows - 1);
    if (g.pitch == 0) from = to = 0;
    int n = 0;
    for (row = from; row <= to; row++) {
        const int64_t first = row * g.columns;
        const int end = n + nearest_columns(&g, LE_MIN(g.columns, s->items - first), cross, items + n);
        for (; n < end; n++) items[n] += first;
    }
    return n;
}

const le__kind le__grid = {
    .usable = grid_usable,
    .counts_only = true,
    .depends_on_container = true,
    .build = grid_build,
    .change = grid_change,
    .measure = grid_measure,
    .query = grid_query,
    .walk = grid_walk,
    .frame = grid_item_frame,
    .frames = grid_frames,
    .frames_relative = grid_frames_relative,
    .last_at = grid_last_at,
    .nearest = grid_nearest,
    .line = grid_line,
    .read_sizes = grid_read_sizes,
};
