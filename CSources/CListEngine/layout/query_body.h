// Questions: what meets a rectangle, frames, points.

// ---- Headers and footers

LE_INLINE le_rect section_header(const le_layout *layout, const section_place *place, const le_rect *visible) {
    const section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    le_rect header = {place->offset, 0, place->offset + spec->header, layout->config.cross};
    if (spec->kind == LE_SECTION_FRAMES) header = rect_moved(((const frames *)s->body)->header, place->offset);
    if (visible && (spec->flags & LE_PIN_HEADER) && !rect_empty(&header)) {
        // At the visible top, pushed out by the section's end.
        int64_t extent = header.main_max - header.main_min, last = place->offset + s->extent - extent;
        int64_t main = LE_MAX(header.main_min, LE_MIN(visible->main_min, last));
        header = rect_moved(header, main - header.main_min);
    }
    return header;
}

LE_INLINE le_rect section_footer(const le_layout *layout, const section_place *place, const le_rect *visible) {
    const section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    int64_t end = place->offset + s->extent, header = spec->header;
    le_rect footer = {end - spec->footer, 0, end, layout->config.cross};
    if (spec->kind == LE_SECTION_FRAMES) {
        const frames *f = s->body;
        footer = rect_moved(f->footer, place->offset);
        header = rect_empty(&f->header) ? 0 : f->header.main_max - f->header.main_min;
    }
    if (visible && (spec->flags & LE_PIN_FOOTER) && !rect_empty(&footer)) {
        // At the visible bottom, but below the section's header: when both do not fit, the header wins.
        int64_t extent = footer.main_max - footer.main_min;
        int64_t main = LE_MIN(footer.main_min, LE_MAX(visible->main_max - extent, place->offset + header));
        footer = rect_moved(footer, main - footer.main_min);
    }
    return footer;
}

// ---- Elements

// How units of the layout become points of the content.
typedef struct frame_map {
    bool horizontal, mirrored;
    int64_t mirror;  // x of the trailing edge, where x is mirrored
} frame_map;

LE_INLINE frame_map frame_map_of(const le_layout *layout) {
    const le_layout_config *config = &layout->config;
    return (frame_map){config->horizontal, config->right_to_left,
                       config->horizontal ? (layout->root ? layout->root->sum[1] : 0) : config->cross};
}

LE_INLINE bool frame_map_plain(const frame_map *map) { return !map->horizontal && !map->mirrored; }

// Edges in x and y, still in units: min x, min y, max x, max y.
LE_INLINE void frame_edges(const frame_map *map, const le_rect *r, int64_t edges[4]) {
    if (LE_LIKELY(frame_map_plain(map))) {
        edges[0] = r->cross_min;
        edges[1] = r->main_min;
        edges[2] = r->cross_max;
        edges[3] = r->main_max;
        return;
    }
    edges[0] = map->horizontal ? r->main_min : r->cross_min;
    edges[1] = map->horizontal ? r->cross_min : r->main_min;
    edges[2] = map->horizontal ? r->main_max : r->cross_max;
    edges[3] = map->horizontal ? r->cross_max : r->main_max;
    if (map->mirrored) {
        int64_t min = edges[0];
        edges[0] = map->mirror - edges[2];
        edges[2] = map->mirror - min;
    }
}

// What the elements of one section and category have in common.
static le_element element_like(int64_t section, le_category category, int32_t z, uint8_t flags) {
    static const uint16_t kinds[] = {[LE_HEADER] = 1, [LE_ITEM] = 0, [LE_FOOTER] = 2};
    return (le_element){.section = (int32_t)section,
                        .z_index = z,
                        .kind = kinds[category],
                        .category = (uint8_t)category,
                        .flags = flags,
                        .alpha = 1,
                        .transform = {1, 0, 0, 1, 0, 0}};
}

LE_INLINE void element_write(le_element *out, const le_element *like, const frame_map *map, const le_rect *frame,
                             int64_t item) {
    int64_t edges[4];
    frame_edges(map, frame, edges);
    *out = *like;
    out->min_x = le_points(edges[0]);
    out->min_y = le_points(edges[1]);
    out->max_x = le_points(edges[2]);
    out->max_y = le_points(edges[3]);
    out->item = item;
}

// ---- The rectangle

typedef struct query_sink {
    frame_map map;
    le_element *out;
    size_t n, capacity;
    le_element like;  // the items of the section at hand
} query_sink;

LE_INLINE bool query_emit(void *opaque, int64_t item, const le_rect *frame) {
    query_sink *sink = opaque;
    if (sink->n == sink->capacity) return false;
    element_write(&sink->out[sink->n++], &sink->like, &sink->map, frame, item);
    return true;
}

// A header or footer, if it meets the rectangle. False when there is no room for it.
LE_INLINE bool query_bar(query_sink *sink, const le_rect *area, const le_rect *natural, const le_rect *frame,
                         le_category category, bool pins) {
    if (!rects_meet(frame, area)) return true;
    if (sink->n == sink->capacity) return false;
    uint8_t flags = pins && frame->main_min != natural->main_min ? LE_ELEMENT_PINNED : 0;
    le_element like = element_like(sink->like.section, category, pins, flags);
    element_write(&sink->out[sink->n++], &like, &sink->map, frame, 0);
    return true;
}

enum { STAGE_HEADER, STAGE_ITEMS, STAGE_FOOTER };

static size_t layout_query(const le_layout *layout, const le_viewport *viewport, le_cursor *cursor, le_element *out,
                           size_t capacity) {
    const le_rect *area = &viewport->rect, *visible = &viewport->visible;
    if (cursor->done || capacity == 0 || rect_empty(area)) return 0;
    query_sink sink = {.map = frame_map_of(layout), .out = out, .capacity = capacity};
    reach r = {area->main_min, area->main_max, false, &cursor->work};
    section_place place;
    while (sections_next(layout, cursor->section, &r, &place)) {
        // Only a section that the cursor already stands in goes on where it was.
        if (place.index != cursor->section) {
            cursor->section = place.index;
            cursor->stage = STAGE_HEADER;
            cursor->item = -1;
        }
        const le_section_spec *spec = &place.section->style->spec;
        sink.like = element_like(place.index, LE_ITEM, 0, spec->flags & LE_ESTIMATED ? LE_ELEMENT_ESTIMATED : 0);
        bool pins_header = spec->flags & LE_PIN_HEADER, pins_footer = spec->flags & LE_PIN_FOOTER;
        if (cursor->stage == STAGE_HEADER) {
            le_rect natural = section_header(layout, &place, NULL);
            le_rect frame = pins_header ? section_header(layout, &place, visible) : natural;
            if (!query_bar(&sink, area, &natural, &frame, LE_HEADER, pins_header)) return sink.n;
            cursor->stage = STAGE_ITEMS;
            cursor->item = -1;
        }
        if (cursor->stage == STAGE_ITEMS) {
            walk w = {layout,          place,           cursor->item, area->main_min, area->main_max,
                      area->cross_min, area->cross_max, false,        &cursor->work};
            cursor->item = walk_items(&w, query_emit, &sink);
            if (cursor->item >= 0) return sink.n;
            cursor->stage = STAGE_FOOTER;
        }
        le_rect natural = section_footer(layout, &place, NULL);
        le_rect frame = pins_footer ? section_footer(layout, &place, visible) : natural;
        if (!query_bar(&sink, area, &natural, &frame, LE_FOOTER, pins_footer)) return sink.n;
        cursor->section = place.index + 1;
        cursor->stage = STAGE_HEADER;
        cursor->item = -1;
    }
    cursor->done = true;
    return sink.n;
}

// ---- Single frames

static le_rect place_item_frame(const le_layout *layout, const section_place *place, int64_t item, le_work *work) {
    const section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    int64_t base = place->offset + items_start(spec);
    switch (spec->kind) {
    case LE_SECTION_LIST: {
        le_extent_at at = extents_entry(s->body, item, work);
        int64_t main = base + at.offset, cross = spec->inset_cross_start;
        return (le_rect){main, cross, main + at.extent - spec->line_spacing,
                         cross + line_extent(&layout->config, spec)};
    }
    case LE_SECTION_GRID: {
        grid g = grid_of(&layout->config, spec);
        return rect_moved(grid_frame(&g, spec, item), base);
    }
    case LE_SECTION_FLOW: {
        le__flow flow = section_flow(s, &layout->config);
        le_rect frame = rect_moved(le__flow_item_frame(&flow, item, work), base);
        frame.cross_min += spec->inset_cross_start;
        frame.cross_max += spec->inset_cross_start;
        return frame;
    }
    case LE_SECTION_FRAMES: break;
    }
    return rect_moved(((const frames *)s->body)->rects[item], place->offset);
}

// The place of a section that has an item; false where there is no such item.
LE_INLINE bool item_find(const le_layout *layout, int64_t section, int64_t item, section_place *place, le_work *work) {
    if (!layout->root || section < 0 || section >= layout->root->sum[0]) return false;
    *place = sections_find(layout, section, work);
    return item >= 0 && item < place->section->items;
}

static le_rect layout_item_frame(const le_layout *layout, int64_t section, int64_t item, le_work *work) {
    section_place place;
    if (!item_find(layout, section, item, &place, work)) return (le_rect){.main_min = INT64_MIN};
    return place_item_frame(layout, &place, item, work);
}

static le_element layout_item_element(const le_layout *layout, int64_t section, int64_t item, le_work *work) {
    section_place place;
    le_element element = {.section = -1};
    if (!item_find(layout, section, item, &place, work)) return element;
    le_rect frame = place_item_frame(layout, &place, item, work);
    frame_map map = frame_map_of(layout);
    le_element like = element_like(section, LE_ITEM, 0,
                                   place.section->style->spec.flags & LE_ESTIMATED ? LE_ELEMENT_ESTIMATED : 0);
    element_write(&element, &like, &map, &frame, item);
    return element;
}

static le_rect layout_header_frame(const le_layout *layout, int64_t section, const le_rect *visible, le_work *work) {
    section_place place = sections_find(layout, section, work);
    return section_header(layout, &place, visible);
}

static le_rect layout_footer_frame(const le_layout *layout, int64_t section, const le_rect *visible, le_work *work) {
    section_place place = sections_find(layout, section, work);
    return section_footer(layout, &place, visible);
}

static le_section_at layout_section(const le_layout *layout, int64_t section, le_work *work) {
    if (!layout->root || section < 0 || section >= layout->root->sum[0]) return (le_section_at){.items = -1};
    section_place place = sections_find(layout, section, work);
    return (le_section_at){place.offset, place.section->extent, place.section->items, place.items_before};
}

static int64_t layout_section_at_offset(const le_layout *layout, int64_t offset, le_work *work) {
    if (!layout->root) return -1;
    int64_t last = layout->root->sum[0] - 1, v = LE_MAX(offset, 0), before[TREE_SUMS];
    if (v >= layout->root->sum[1]) return last;
    sections_path path;
    sections_path_find(layout->root, 1, &v, &path, before);
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    const section *s = sections_in(path.leaf);
    int64_t k = 0;
    while (v >= s[k].extent) v -= s[k++].extent;
    return before[0] + k;
}

static void layout_line(const le_layout *layout, int64_t section, int64_t item, int64_t *first, int64_t *count) {
    section_place place = sections_find(layout, section, NULL);
    const le_section_spec *spec = &place.section->style->spec;
    *first = item;
    *count = 1;
    if (spec->kind == LE_SECTION_GRID) {
        grid g = grid_of(&layout->config, spec);
        *first = item - item % g.columns;
        *count = LE_MIN(g.columns, place.section->items - *first);
    } else if (spec->kind == LE_SECTION_FLOW) {
        le__flow flow = section_flow(place.section, &layout->config);
        le__flow_walk lines;
        le__flow_line line;
        le__flow_walk_to_item(&lines, &flow, item, NULL);
        le__flow_walk_next(&lines, &line, NULL);
        *first = line.first;
        *count = line.count;
    }
}

// ---- Points

typedef struct point_sink {
    int64_t item;
} point_sink;

LE_INLINE bool point_emit(void *opaque, int64_t item, const le_rect *frame) {
    (void)frame;
    ((point_sink *)opaque)->item = item;
    return true;
}

static bool layout_item_at_point(const le_layout *layout, int64_t main, int64_t cross, int64_t *section, int64_t *item,
                                 le_work *work) {
    // A frame holds the point exactly when it meets the square of one unit that begins there.
    reach r = {main, main + 1, false, work};
    section_place place;
    bool found = false;
    for (int64_t from = 0; sections_next(layout, from, &r, &place); from = place.index + 1) {
        walk w = {layout, place, -1, main, main + 1, cross, cross + 1, false, work};
        point_sink sink = {-1};
        walk_items(&w, point_emit, &sink);
        if (sink.item >= 0) {
            found = true;
            *section = place.index;
            *item = sink.item;
        }
    }
    return found;
}

typedef unsigned __int128 square;

typedef struct nearest_sink {
    int64_t main, cross;  // the point
    int64_t section;
    bool found;
    square best;
    int64_t best_section, best_item;
} nearest_sink;

LE_INLINE bool nearest_emit(void *opaque, int64_t item, const le_rect *frame) {
    nearest_sink *sink = opaque;
    int64_t main = LE_MAX(LE_MAX(frame->main_min - sink->main, sink->main - frame->main_max), 0);
    int64_t cross = LE_MAX(LE_MAX(frame->cross_min - sink->cross, sink->cross - frame->cross_max), 0);
    square distance = (square)main * (square)main + (square)cross * (square)cross;
    if (!sink->found || distance < sink->best) {
        sink->found = true;
        sink->best = distance;
        sink->best_section = sink->section;
        sink->best_item = item;
    }
    return true;
}

static bool layout_nearest_item(const le_layout *layout, int64_t main, int64_t cross, int64_t *section, int64_t *item,
                                le_work *work) {
    if (!layout->root || layout->root->sum[2] == 0) return false;
    // Everything within a growing stretch is looked at; what is nearer than the stretch reaches is the nearest.
    // Nothing lies further out, and the difference of any two coordinates fits 64 bits.
    const int64_t far = LE_MAX_TOTAL - 1;
    main = LE_MIN(LE_MAX(main, -far), far);
    cross = LE_MIN(LE_MAX(cross, -far), far);
    for (int64_t reach_by = 64 * LE_UNIT;; reach_by = reach_by > far / 8 ? far : reach_by * 8) {
        bool last = reach_by == far;
        int64_t low = last ? -far : LE_MAX(main - reach_by, -far), high = last ? far : LE_MIN(main + reach_by, far);
        reach r = {low - 1, high + 1, true, work};
        nearest_sink sink = {.main = main, .cross = cross};
        section_place place;
        for (int64_t from = 0; sections_next(layout, from, &r, &place); from = place.index + 1) {
            walk w = {layout, place, -1, low - 1, high + 1, INT64_MIN / 2, INT64_MAX / 2, true, work};
            sink.section = place.index;
            walk_items(&w, nearest_emit, &sink);
        }
        if (sink.found && (last || sink.best <= (square)reach_by * (square)reach_by)) {
            *section = sink.best_section;
            *item = sink.best_item;
            return true;
        }
        if (last) return false;
    }
}

// ---- Frames in bulk

typedef struct frames_sink {
    frame_map map;
    int64_t left;
    int64_t origin_x, origin_y;
    double *out;
    float *out_relative;
} frames_sink;

LE_INLINE bool frames_emit(void *opaque, int64_t item, const le_rect *frame) {
    (void)item;
    frames_sink *sink = opaque;
    if (sink->left-- == 0) return false;
    int64_t e[4];
    frame_edges(&sink->map, frame, e);
    sink->out[0] = le_points(e[0]);
    sink->out[1] = le_points(e[1]);
    sink->out[2] = le_points(e[2] - e[0]);
    sink->out[3] = le_points(e[3] - e[1]);
    sink->out += 4;
    return true;
}

LE_INLINE bool frames_relative_emit(void *opaque, int64_t item, const le_rect *frame) {
    (void)item;
    frames_sink *sink = opaque;
    if (sink->left-- == 0) return false;
    int64_t e[4];
    frame_edges(&sink->map, frame, e);
    sink->out_relative[0] = (float)le_points(e[0] - sink->origin_x);
    sink->out_relative[1] = (float)le_points(e[1] - sink->origin_y);
    sink->out_relative[2] = (float)le_points(e[2] - e[0]);
    sink->out_relative[3] = (float)le_points(e[3] - e[1]);
    sink->out_relative += 4;
    return true;
}

LE_INLINE walk walk_everything(const le_layout *layout, int64_t section, int64_t first) {
    return (walk){layout,        sections_find(layout, section, NULL), first, INT64_MIN / 2, INT64_MAX / 2,
                  INT64_MIN / 2, INT64_MAX / 2,                        true,  NULL};
}

// The common case by itself: a vertical list, left to right. Dense leaves go in a loop without a test per item.
#define LIST_FRAMES(name, type)                                                                                        \
    static void name(const section_place *place, const le_layout *layout, int64_t first, int64_t count,                \
                     int64_t origin_x, int64_t origin_y, type *out) {                                                  \
        const le_section_spec *spec = &place->section->style->spec;                                                    \
        int64_t spacing = spec->line_spacing, k = first, before[2];                                                    \
        const type x = (type)le_points(spec->inset_cross_start - origin_x);                                            \
        const type width = (type)le_points(line_extent(&layout->config, spec));                                        \
        extents_path path;                                                                                             \
        extents_path_find(place->section->body, 0, &k, &path, before);                                                 \
        int64_t main = place->offset + items_start(spec) + before[1] + leaf_offset(path.leaf, k) - origin_y;           \
        for (;;) {                                                                                                     \
            const extents_node_t *leaf = path.leaf;                                                                    \
            int64_t n = LE_MIN(leaf->sum[0] - k, count), strides[DENSE_MAX];                                           \
            const uint32_t *narrow = dense32(leaf) + k;                                                                \
            count -= n;                                                                                                \
            if (leaf->head.kind == DENSE_32) {                                                                         \
                for (int64_t i = 0; i < n; i++, out += 4) {                                                            \
                    out[0] = x;                                                                                        \
                    out[1] = (type)le_points(main);                                                                    \
                    out[2] = width;                                                                                    \
                    out[3] = (type)le_points((int64_t)narrow[i] - spacing);                                            \
                    main += narrow[i];                                                                                 \
                }                                                                                                      \
            }                                                                                                          \
            else while (n > 0) {                                                                                       \
                int64_t some = LE_MIN(n, DENSE_MAX);                                                                   \
                leaf_read(leaf, k, some, strides);                                                                     \
                for (int64_t i = 0; i < some; i++, out += 4) {                                                         \
                    out[0] = x;                                                                                        \
                    out[1] = (type)le_points(main);                                                                    \
                    out[2] = width;                                                                                    \
                    out[3] = (type)le_points(strides[i] - spacing);                                                    \
                    main += strides[i];                                                                                \
                }                                                                                                      \
                k += some;                                                                                             \
                n -= some;                                                                                             \
            }                                                                                                          \
            if (count == 0) return;                                                                                    \
            extents_path_next(&path);                                                                                  \
            k = 0;                                                                                                     \
        }                                                                                                              \
    }
LIST_FRAMES(list_frames, double)
LIST_FRAMES(list_frames_relative, float)
#undef LIST_FRAMES

static void layout_frames(const le_layout *layout, int64_t section, int64_t first, int64_t count, double *out) {
    if (count == 0) return;
    walk w = walk_everything(layout, section, first);
    frames_sink sink = {.map = frame_map_of(layout), .left = count, .out = out};
    if (w.place.section->style->spec.kind == LE_SECTION_LIST && frame_map_plain(&sink.map)) {
        list_frames(&w.place, layout, first, count, 0, 0, out);
        return;
    }
    walk_items(&w, frames_emit, &sink);
}

static void layout_frames_relative(const le_layout *layout, int64_t section, int64_t first, int64_t count,
                                   double origin_x, double origin_y, float *out) {
    if (count == 0) return;
    walk w = walk_everything(layout, section, first);
    frames_sink sink = {.map = frame_map_of(layout), .left = count, .out_relative = out};
    sink.origin_x = le_units(origin_x);
    sink.origin_y = le_units(origin_y);
    if (w.place.section->style->spec.kind == LE_SECTION_LIST && frame_map_plain(&sink.map)) {
        list_frames_relative(&w.place, layout, first, count, sink.origin_x, sink.origin_y, out);
        return;
    }
    walk_items(&w, frames_relative_emit, &sink);
}
