// Frames and places by index: of one item, of a range into the caller's buffer, of sections and lines.
#include "section/kind.h"
#include "section/elements.h"
#include "section/section_walk.h"

// ---- One frame

le_rect le_layout_item_frame(const le_layout *layout, int64_t section, int64_t item, le_work *work) {
    le__section_place place;
    if (!le__items_find(layout, section, item, 1, &place, work)) return (le_rect){.main_min = INT64_MIN};
    return le__kind_of(place.section)->frame(layout, &place, item, NULL, NULL, work);
}

le_element le_layout_item_element(const le_layout *layout, int64_t section, int64_t item, le_work *work) {
    le__section_place place;
    le_element element = {.section = -1};
    if (!le__items_find(layout, section, item, 1, &place, work)) return element;
    int32_t z_index = 0;
    uint8_t flags = place.section->style->spec.flags & LE_ESTIMATED ? LE_ELEMENT_ESTIMATED : 0;
    const le_rect frame = le__kind_of(place.section)->frame(layout, &place, item, &z_index, &flags, work);
    const le__frame_map map = le__frame_map_of(layout);
    const le_element like = le__element_like(section, LE_ITEM, z_index, flags);
    le__element_write(&element, &like, &map, &frame, item);
    return element;
}

le_section_at le_layout_section(const le_layout *layout, int64_t section, le_work *work) {
    le__section_place place;
    if (!le__section_find(layout, section, &place, work)) return (le_section_at){.items = -1};
    return (le_section_at){place.offset, le__section_extent(place.section), place.section->items, place.items_before};
}

void le_layout_item_counts(const le_layout *layout, int64_t first, int64_t count, int64_t *out) {
    if (!le__has_sections(layout, first, count) || !out) return;
    while (count > 0) {
        le__sections_path path;
        int64_t k = first, before[3];
        le__sections_path_find(layout->root, 0, &k, &path, before);
        int64_t here = LE_MIN(path.leaf->head.n - k, count);
        for (int64_t i = 0; i < here; i++) *out++ = le__sections_in(path.leaf)[k + i].items;
        first += here;
        count -= here;
    }
}

int64_t le_layout_section_at_offset(const le_layout *layout, int64_t offset, le_work *work) {
    if (!layout || !layout->root) return -1;
    int64_t last = layout->root->sum[0] - 1, v = LE_MAX(offset, layout->lead) - layout->lead, before[3];
    if (v >= layout->root->sum[1]) return last;
    le__sections_path path;
    le__sections_path_find(layout->root, 1, &v, &path, before);
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    const le__section *s = le__sections_in(path.leaf);
    int64_t k = 0;
    while (v >= s[k].extent) v -= s[k++].extent;
    return before[0] + k;
}

void le_layout_line(const le_layout *layout, int64_t section, int64_t item, int64_t *first, int64_t *count) {
    le__section_place place;
    int64_t start = 0, items = 0;
    if (le__items_find(layout, section, item, 1, &place, NULL)) {
        const le__kind *kind = le__kind_of(place.section);
        start = item;
        items = 1;
        if (kind->line) kind->line(&layout->config, place.section, item, &start, &items);
    }
    if (first) *first = start;
    if (count) *count = items;
}

// ---- Many frames

typedef struct frames_sink {
    le__frame_map map;
    int64_t left;
    int64_t origin_x, origin_y;
    double *out;
    float *out_relative;
} frames_sink;

static bool emit_frame(void *opaque, int64_t item, const le_rect *frame) {
    (void)item;
    frames_sink *sink = opaque;
    if (sink->left-- == 0) return false;
    int64_t e[4];
    le__frame_edges(&sink->map, frame, e);
    sink->out[0] = le_points(e[0]);
    sink->out[1] = le_points(e[1]);
    sink->out[2] = le_points(e[2] - e[0]);
    sink->out[3] = le_points(e[3] - e[1]);
    sink->out += 4;
    return true;
}

static bool emit_relative_frame(void *opaque, int64_t item, const le_rect *frame) {
    (void)item;
    frames_sink *sink = opaque;
    if (sink->left-- == 0) return false;
    int64_t e[4];
    le__frame_edges(&sink->map, frame, e);
    sink->out_relative[0] = (float)le_points(e[0] - sink->origin_x);
    sink->out_relative[1] = (float)le_points(e[1] - sink->origin_y);
    sink->out_relative[2] = (float)le_points(e[2] - e[0]);
    sink->out_relative[3] = (float)le_points(e[3] - e[1]);
    sink->out_relative += 4;
    return true;
}

void le_layout_frames(const le_layout *layout, int64_t section, int64_t first, int64_t count, double *out) {
    static const le__emitter emit = {.item = emit_frame};
    le__section_place place;
    if (count == 0 || !out || !le__items_find(layout, section, first, count, &place, NULL)) return;
    const le__kind *kind = le__kind_of(place.section);
    frames_sink sink = {.map = le__frame_map_of(layout), .left = count, .out = out};
    if (le__frame_map_plain(&sink.map)) {
        kind->frames(layout, &place, first, count, 0, 0, out);
        return;
    }
    le__walk w = le__walk_of(layout, &place, first, &le__everywhere, true, NULL, NULL, NULL);
    kind->walk(&w, &emit, &sink);
}

void le_layout_frames_relative(const le_layout *layout, int64_t section, int64_t first, int64_t count, double origin_x,
                               double origin_y, float *out) {
    static const le__emitter emit = {.item = emit_relative_frame};
    le__section_place place;
    if (count == 0 || !out || !le__items_find(layout, section, first, count, &place, NULL)) return;
    const le__kind *kind = le__kind_of(place.section);
    frames_sink sink = {.map = le__frame_map_of(layout), .left = count, .out_relative = out};
    // No coordinate is below minus a quarter of the limit, and the difference from any coordinate above it fits 64
    // bits.
    sink.origin_x = LE_MAX(le_units(origin_x), -LE_MAX_TOTAL / 4);
    sink.origin_y = LE_MAX(le_units(origin_y), -LE_MAX_TOTAL / 4);
    if (le__frame_map_plain(&sink.map)) {
        kind->frames_relative(layout, &place, first, count, sink.origin_x, sink.origin_y, out);
        return;
    }
    le__walk w = le__walk_of(layout, &place, first, &le__everywhere, true, NULL, NULL, NULL);
    kind->walk(&w, &emit, &sink);
}
