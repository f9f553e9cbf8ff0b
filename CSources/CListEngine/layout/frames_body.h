// Frames by index: one, or a range into the caller's buffer.

// ---- One

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
    case LE_SECTION_COMPOSITIONAL:
        return composed_item_frame(layout, place, item);
    case LE_SECTION_WATERFALL:
        return waterfall_item_frame(layout, place, item, work);
    case LE_SECTION_FRAMES:
        break;
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
    const style *style = place.section->style;
    int32_t z_index = 0;
    uint8_t flags = style->spec.flags & LE_ESTIMATED ? LE_ELEMENT_ESTIMATED : 0;
    le_rect frame = style->template ? composed_item(layout, &place, item, &z_index, &flags)
                                    : place_item_frame(layout, &place, item, work);
    frame_map map = frame_map_of(layout);
    le_element like = element_like(section, LE_ITEM, z_index, flags);
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
    return (le_section_at){place.offset, section_extent(place.section), place.section->items, place.items_before};
}

static void layout_item_counts(const le_layout *layout, int64_t first, int64_t count, int64_t *out) {
    while (count > 0) {
        sections_path path;
        int64_t k = first, before[TREE_SUMS];
        sections_path_find(layout->root, 0, &k, &path, before);
        int64_t here = LE_MIN(path.leaf->head.n - k, count);
        for (int64_t i = 0; i < here; i++) *out++ = sections_in(path.leaf)[k + i].items;
        first += here;
        count -= here;
    }
}

static int64_t layout_section_at_offset(const le_layout *layout, int64_t offset, le_work *work) {
    if (!layout->root) return -1;
    int64_t last = layout->root->sum[0] - 1, v = LE_MAX(offset - layout->lead, 0), before[TREE_SUMS];
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
    } else if (spec->kind == LE_SECTION_COMPOSITIONAL && place.section->style->template->items) {
        *first = item - item % place.section->style->template->items;
        *count = LE_MIN((int64_t)place.section->style->template->items, place.section->items - *first);
    }
}

// ---- Many

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
    return (walk){layout,        sections_find(layout, section, NULL),
                  first,         INT64_MIN / 2,
                  INT64_MAX / 2, INT64_MIN / 2,
                  INT64_MAX / 2, true,
                  NULL,          0,
                  NULL};
}

#define REAL double
#define BULK(name) name
#include "layout/bulk_body.h"
#define REAL float
#define BULK(name) name##_relative
#include "layout/bulk_body.h"

static void layout_frames(const le_layout *layout, int64_t section, int64_t first, int64_t count, double *out) {
    if (count == 0) return;
    walk w = walk_everything(layout, section, first);
    frames_sink sink = {.map = frame_map_of(layout), .left = count, .out = out};
    if (frame_map_plain(&sink.map) && bulk_frames(&w.place, layout, first, count, 0, 0, out)) return;
    walk_items(&w, (emitter){.item = frames_emit}, &sink);
}

static void layout_frames_relative(const le_layout *layout, int64_t section, int64_t first, int64_t count,
                                   double origin_x, double origin_y, float *out) {
    if (count == 0) return;
    walk w = walk_everything(layout, section, first);
    frames_sink sink = {.map = frame_map_of(layout), .left = count, .out_relative = out};
    sink.origin_x = le_units(origin_x);
    sink.origin_y = le_units(origin_y);
    if (frame_map_plain(&sink.map) &&
        bulk_frames_relative(&w.place, layout, first, count, sink.origin_x, sink.origin_y, out))
        return;
    walk_items(&w, (emitter){.item = frames_relative_emit}, &sink);
}
