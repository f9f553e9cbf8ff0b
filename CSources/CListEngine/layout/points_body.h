// The item at a point, and the one nearest to it.

typedef struct point_sink {
    int64_t item;
} point_sink;

LE_INLINE bool point_emit(void *opaque, int64_t item, const le_rect *frame) {
    (void)frame;
    ((point_sink *)opaque)->item = item;
    return true;
}

// The rows of a list stand in order with their starts and with their ends, so no more than the last one that starts at
// or before the point has to be looked at, however many overlap there.
static int64_t list_last_at(const section_place *place, int64_t main) {
    const section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    const int64_t offset = main - place->offset - items_start(spec);
    if (!s->body || offset < 0) return -1;
    extents_path path;
    le_extent_at at = extents_at_offset(s->body, offset, &path, NULL);
    if (at.index == s->items) at = extents_entry(s->body, s->items - 1, NULL);
    return offset - at.offset < at.extent - spec->line_spacing ? at.index : -1;
}

// The last of the first `n` columns of a grid that holds a coordinate, or -1.
static int64_t grid_column_holding(const grid *g, int64_t n, int64_t cross) {
    int64_t from, to;
    grid_columns_in(g, n, cross, cross + 1, &from, &to);
    return g->width && from < to ? to - 1 : -1;
}

// The last row that holds the point decides, unless that is the last row of all and its columns end before the point.
static int64_t grid_last_at(const le_layout *layout, const section_place *place, int64_t main, int64_t cross) {
    const section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    const int64_t offset = main - place->offset - items_start(spec);
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

// The last item of a section that holds a point within the section's reach, or -1.
static int64_t section_last_at(const le_layout *layout, const section_place *place, int64_t main, int64_t cross,
                               const le_scrolls *scrolls, le_work *work) {
    const le_section_spec *spec = &place->section->style->spec;
    const int64_t start = spec->inset_cross_start;
    if (spec->kind == LE_SECTION_LIST)
        return cross >= start && cross < start + line_extent(&layout->config, spec) ? list_last_at(place, main) : -1;
    if (spec->kind == LE_SECTION_GRID) return grid_last_at(layout, place, main, cross);
    const le_rect unit = {main, cross, main + 1, cross + 1};
    walk w = walk_of(layout, place, -1, &unit, false, scrolls, NULL, work);
    point_sink sink = {-1};
    walk_items(&w, (emitter){.item = point_emit}, &sink);
    return sink.item;
}

static bool layout_item_at_point(const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls,
                                 int64_t *section, int64_t *item, le_work *work) {
    if (!layout || main == INT64_MAX || cross == INT64_MAX) return false;
    // A frame holds the point exactly when it meets the square of one unit that begins there.
    reach r = {main, main + 1, false, work};
    section_place place;
    bool found = false;
    for (int64_t from = 0; sections_next(layout, from, &r, &place); from = place.index + 1) {
        int64_t last = section_last_at(layout, &place, main, cross, scrolls, work);
        if (last < 0) continue;
        found = true;
        if (section) *section = place.index;
        if (item) *item = last;
    }
    return found;
}

typedef unsigned __int128 square;

typedef struct nearest_sink {
    int64_t main, cross; // the point
    int64_t section;
    bool found;
    square best;
    int64_t best_section, best_item;
} nearest_sink;

// How far a coordinate lies outside of min ... max. The difference of any two coordinates fits 64 bits without a sign.
LE_INLINE uint64_t outside(int64_t at, int64_t min, int64_t max) {
    if (at < min) return (uint64_t)min - (uint64_t)at;
    return at > max ? (uint64_t)at - (uint64_t)max : 0;
}

LE_INLINE bool nearest_emit(void *opaque, int64_t item, const le_rect *frame) {
    nearest_sink *sink = opaque;
    square main = outside(sink->main, frame->main_min, frame->main_max);
    square cross = outside(sink->cross, frame->cross_min, frame->cross_max);
    square distance = main * main + cross * cross;
    if (!sink->found || distance < sink->best) {
        sink->found = true;
        sink->best = distance;
        sink->best_section = sink->section;
        sink->best_item = item;
    }
    return true;
}

// The point as an offset from where a section's items start, as far as that can matter: rows lie within 0 and one and a
// half times the limit.
LE_INLINE int64_t offset_of(const section_place *place, int64_t main) {
    const int64_t most = LE_MAX_TOTAL + LE_MAX_TOTAL / 2;
    int64_t offset = le__less(main, place->offset + items_start(&place->section->style->spec));
    return LE_MIN(LE_MAX(offset, -most), most);
}

// Index of the first row of a list that ends at or behind an offset.
static int64_t list_first_ending(const section *s, int64_t offset) {
    // Row i ends a spacing before row i + 1 starts: it is the one that covers the unit before that.
    const int64_t last = offset + s->style->spec.line_spacing - 1;
    extents_path path;
    return last < 0 ? 0 : extents_at_offset(s->body, last, &path, NULL).index;
}

// Of the rows of a list the nearest is the first that ends at or behind the point, or the one before it: the first of
// those that end where that one does.
static void list_nearest(const le_layout *layout, const section_place *place, nearest_sink *sink) {
    const section *s = place->section;
    const int64_t spacing = s->style->spec.line_spacing, behind = list_first_ending(s, offset_of(place, sink->main));
    int64_t nearest[2], n = 0;
    if (behind > 0) nearest[n++] = list_first_ending(s, extents_offset(s->body, behind, NULL) - spacing);
    if (behind < s->items) nearest[n++] = behind;
    for (int64_t i = 0; i < n; i++) {
        le_rect frame = place_item_frame(layout, place, nearest[i], NULL);
        nearest_emit(sink, nearest[i], &frame);
    }
}

// The same for the first `n` columns of a grid, in the order in which they stand.
static int64_t grid_nearest_columns(const grid *g, int64_t n, int64_t cross, int64_t nearest[2]) {
    const int64_t start = grid_ascends(g) ? le__less(cross, g->width) : cross; // of the first column that is not before it
    const int64_t behind = grid_column_at(g, n, start);
    int64_t count = 0;
    if (behind > 0) nearest[count++] = grid_column_at(g, n, grid_column_start(g, behind - 1));
    if (behind < n) nearest[count++] = behind;
    return count;
}

// Rows stand at equal distances and all but the last have the same columns: beside the rows around the point only the
// row before the last can have the nearest item.
static void grid_nearest(const le_layout *layout, const section_place *place, nearest_sink *sink) {
    const section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    const grid g = grid_of(&layout->config, spec);
    const int64_t rows = grid_rows(&g, s->items), before = offset_of(place, sink->main) - spec->item_main;
    int64_t row = 0; // the first that ends at or behind the point
    if (before > 0) row = g.pitch ? LE_MIN(before / g.pitch + (before % g.pitch != 0), rows) : rows;
    int64_t from = LE_MAX(LE_MIN(row - 1, rows - 2), 0), to = LE_MIN(row, rows - 1);
    if (g.pitch == 0) from = to = 0;
    for (row = from; row <= to; row++) {
        int64_t columns[2], first = row * g.columns;
        int64_t n = grid_nearest_columns(&g, LE_MIN(g.columns, s->items - first), sink->cross, columns);
        for (int64_t i = 0; i < n; i++) {
            le_rect frame = place_item_frame(layout, place, first + columns[i], NULL);
            nearest_emit(sink, first + columns[i], &frame);
        }
    }
}

static void section_nearest(const le_layout *layout, const section_place *place, const le_rect *area,
                            const le_scrolls *scrolls, nearest_sink *sink, le_work *work) {
    const section *s = place->section;
    sink->section = place->index;
    if (s->items == 0) return;
    if (s->style->spec.kind == LE_SECTION_LIST) {
        list_nearest(layout, place, sink);
    } else if (s->style->spec.kind == LE_SECTION_GRID) {
        grid_nearest(layout, place, sink);
    } else {
        walk w = walk_of(layout, place, -1, area, true, scrolls, NULL, work);
        walk_items(&w, (emitter){.item = nearest_emit}, sink);
    }
}

static bool layout_nearest_item(const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls,
                                int64_t *section, int64_t *item, le_work *work) {
    if (!layout || !layout->root || layout->root->sum[2] == 0) return false;
    // Everything within a growing stretch is looked at; what is nearer than the stretch reaches is the nearest. The last
    // stretch is everywhere.
    main = clamped(main);
    cross = clamped(cross);
    for (int64_t reach_by = 64 * LE_UNIT;; reach_by = reach_by > LE_MAX_TOTAL / 8 ? LE_MAX_TOTAL : reach_by * 8) {
        const bool last = reach_by == LE_MAX_TOTAL;
        const le_rect area = {last ? INT64_MIN : main - reach_by - 1, INT64_MIN,
                              last ? INT64_MAX : main + reach_by + 1, INT64_MAX};
        reach r = {area.main_min, area.main_max, true, work};
        nearest_sink sink = {.main = main, .cross = cross};
        section_place place;
        for (int64_t from = 0; sections_next(layout, from, &r, &place); from = place.index + 1)
            section_nearest(layout, &place, &area, scrolls, &sink, work);
        if (sink.found && (last || sink.best <= (square)reach_by * (square)reach_by)) {
            if (section) *section = sink.best_section;
            if (item) *item = sink.best_item;
            return true;
        }
        if (last) return false;
    }
}
