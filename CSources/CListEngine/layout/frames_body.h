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

// The place of a section; false where there is no such section.
LE_INLINE bool section_find(const le_layout *layout, int64_t section, section_place *place, le_work *work) {
    if (!has_sections(layout, section, 1)) return false;
    *place = sections_find(layout, section, work);
    return true;
}

// The place of a section that has items `first ..< first + count`; false where they are not there.
LE_INLINE bool items_find(const le_layout *layout, int64_t section, int64_t first, int64_t count, section_place *place,
                          le_work *work) {
    return section_find(layout, section, place, work) && first >= 0 && count >= 0 && first <= place->section->items &&
           count <= place->section->items - first;
}

LE_INLINE bool item_find(const le_layout *layout, int64_t section, int64_t item, section_place *place, le_work *work) {
    return items_find(layout, section, item, 1, place, work);
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
    section_place place;
    if (!section_find(layout, section, &place, work)) return (le_rect){0, 0, 0, 0};
    const le_rect bounds = visible ? rect_clamped(visible) : everywhere;
    return section_header(layout, &place, visible ? &bounds : NULL);
}

static le_rect layout_footer_frame(const le_layout *layout, int64_t section, const le_rect *visible, le_work *work) {
    section_place place;
    if (!section_find(layout, section, &place, work)) return (le_rect){0, 0, 0, 0};
    const le_rect bounds = visible ? rect_clamped(visible) : everywhere;
    return section_footer(layout, &place, visible ? &bounds : NULL);
}

static le_section_at layout_section(const le_layout *layout, int64_t section, le_work *work) {
    section_place place;
    if (!section_find(layout, section, &place, work)) return (le_section_at){.items = -1};
    return (le_section_at){place.offset, section_extent(place.section), place.section->items, place.items_before};
}

static void layout_item_counts(const le_layout *layout, int64_t first, int64_t count, int64_t *out) {
    if (!has_sections(layout, first, count) || !out) return;
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
    if (!layout || !layout->root) return -1;
    int64_t last = layout->root->sum[0] - 1, v = LE_MAX(offset, layout->lead) - layout->lead, before[TREE_SUMS];
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
    section_place place;
    int64_t start = item, items = 1;
    if (!item_find(layout, section, item, &place, NULL)) {
        start = items = 0;
    } else if (place.section->style->spec.kind == LE_SECTION_GRID) {
        grid g = grid_of(&layout->config, &place.section->style->spec);
        start = item - item % g.columns;
        items = LE_MIN(g.columns, place.section->items - start);
    } else if (place.section->style->spec.kind == LE_SECTION_FLOW) {
        le__flow flow = section_flow(place.section, &layout->config);
        le__flow_walk lines;
        le__flow_line line;
        le__flow_walk_to_item(&lines, &flow, item, NULL);
        le__flow_walk_next(&lines, &line, NULL);
        start = line.first;
        items = line.count;
    } else if (place.section->style->template && place.section->style->template->items) {
        const int64_t group = place.section->style->template->items;
        start = item - item % group;
        items = LE_MIN(group, place.section->items - start);
    }
    if (first) *first = start;
    if (count) *count = items;
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

#define REAL double
#define BULK(name) name
#include "layout/bulk_body.h"
#define REAL float
#define BULK(name) name##_relative
#include "layout/bulk_body.h"

static void layout_frames(const le_layout *layout, int64_t section, int64_t first, int64_t count, double *out) {
    section_place place;
    if (count == 0 || !out || !items_find(layout, section, first, count, &place, NULL)) return;
    frames_sink sink = {.map = frame_map_of(layout), .left = count, .out = out};
    if (frame_map_plain(&sink.map) && bulk_frames(&place, layout, first, count, 0, 0, out)) return;
    walk w = walk_of(layout, &place, first, &everywhere, true, NULL, NULL, NULL);
    walk_items(&w, (emitter){.item = frames_emit}, &sink);
}

static void layout_frames_relative(const le_layout *layout, int64_t section, int64_t first, int64_t count,
                                   double origin_x, double origin_y, float *out) {
    section_place place;
    if (count == 0 || !out || !items_find(layout, section, first, count, &place, NULL)) return;
    frames_sink sink = {.map = frame_map_of(layout), .left = count, .out_relative = out};
    // Nothing stands before minus a quarter of the limit, and the difference to what stands past it fits 64 bits.
    sink.origin_x = LE_MAX(le_units(origin_x), -LE_MAX_TOTAL / 4);
    sink.origin_y = LE_MAX(le_units(origin_y), -LE_MAX_TOTAL / 4);
    if (frame_map_plain(&sink.map) &&
        bulk_frames_relative(&place, layout, first, count, sink.origin_x, sink.origin_y, out))
        return;
    walk w = walk_of(layout, &place, first, &everywhere, true, NULL, NULL, NULL);
    walk_items(&w, (emitter){.item = frames_relative_emit}, &sink);
}
