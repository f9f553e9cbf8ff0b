// Elements: frames in points, with the index path and attributes of what they show.
#ifndef LE_SECTION_ELEMENTS_H
#define LE_SECTION_ELEMENTS_H

#include "kernels/kernels.h"
#include "section/section.h"

// How units of the layout are converted to points of the content.
typedef struct le__frame_map {
    bool horizontal, mirrored;
    int64_t mirror; // x of the trailing edge, if x is mirrored
} le__frame_map;

LE_INLINE le__frame_map le__frame_map_of(const le_layout *layout) {
    const le_layout_config *config = &layout->config;
    return (le__frame_map){config->horizontal, config->right_to_left,
                           config->horizontal && config->right_to_left ? le_layout_extent(layout) : config->cross};
}

LE_INLINE bool le__frame_map_plain(const le__frame_map *map) { return !map->horizontal && !map->mirrored; }

// Edges in x and y, still in units: min x, min y, max x, max y.
LE_INLINE void le__frame_edges(const le__frame_map *map, const le_rect *r, int64_t edges[4]) {
    if (LE_LIKELY(le__frame_map_plain(map))) {
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

// The fields that all elements of one section and category share.
le_element le__element_like(int64_t section, le_category category, int32_t z_index, uint8_t flags);

LE_INLINE void le__element_write(le_element *out, const le_element *like, const le__frame_map *map,
                                 const le_rect *frame, int64_t item) {
    int64_t edges[4];
    le__frame_edges(map, frame, edges);
    *out = *like;
    out->min_x = le_points(edges[0]);
    out->min_y = le_points(edges[1]);
    out->max_x = le_points(edges[2]);
    out->max_y = le_points(edges[3]);
    out->item = item;
}

// ---- Queries

// The output of a query.
typedef struct le__query_sink {
    le__frame_map map;
    le_element *out;
    size_t n, capacity;
    le_element like; // fields shared by the items of the current section
    int32_t base_z;  // added to the drawing order of its elements
} le__query_sink;

// Writes an item; false if there is no room. The emitter of queries, see le__emitter.
LE_INLINE bool le__query_item(void *opaque, int64_t item, const le_rect *frame) {
    le__query_sink *sink = opaque;
    if (sink->n == sink->capacity) return false;
    le__element_write(&sink->out[sink->n++], &sink->like, &sink->map, frame, item);
    return true;
}

// The remaining room, for a kernel that writes elements. Pass what the kernel leaves of it to `le__query_wrote`.
LE_INLINE le__element_room le__query_room(const le__query_sink *sink) {
    return (le__element_room){sink->out + sink->n, sink->out + sink->capacity, sink->like};
}

LE_INLINE void le__query_wrote(le__query_sink *sink, const le__element_room *room) {
    sink->n = (size_t)(room->out - sink->out);
}

// Writes many items with a kernel, if x runs across the scroll axis and is not mirrored. See le__places_emitter.
LE_INLINE int64_t le__query_places(void *opaque, const le__flow_places *places, int64_t lead, int64_t base,
                                   const le_rect *area, int64_t from) {
    le__query_sink *sink = opaque;
    le__element_room room = le__query_room(sink);
    const int64_t item = le__kernels_in_use()->place_elements(places, lead, base, area, from, &room);
    le__query_wrote(sink, &room);
    return item;
}

#endif
