// Boundary supplementaries of the layout as a whole, before the first section and after the last one.
#include "sections/boundaries.h"

#include <string.h>

#include "kinds/compositional/walk.h"
#include "sections/elements.h"

// The boundary supplementaries of a layout, reference counted and shared by copies of the layout.
typedef struct le__edges {
    int64_t count;
    double scale;
    le_boundary boundary[];
} le__edges;

// The array of their measured extents, which follows them in memory; -1 for an extent that was not measured.
LE_INLINE int64_t (*edges_measured(const le__edges *edges))[2] {
    return (int64_t (*)[2])(edges->boundary + edges->count);
}

LE_INLINE size_t edges_bytes(int64_t count) {
    return sizeof(le__edges) + (size_t)count * (sizeof(le_boundary) + sizeof(int64_t[2]));
}

static void edges_extent(const le__edges *edges, const le_layout_config *config, int64_t b, int64_t extent[2]) {
    le__boundary_extent(&edges->boundary[b], LE_MIN(config->main, LE_MAX_LENGTH), LE_MIN(config->cross, LE_MAX_LENGTH),
                        edges->scale, extent);
    for (int axis = 0; axis < 2; axis++)
        if (edges_measured(edges)[b][axis] >= 0) extent[axis] = edges_measured(edges)[b][axis];
}

int64_t le__edges_measure(const le__edges *edges, const le_layout_config *config, int64_t band[2]) {
    band[LE_START] = band[LE_END] = 0;
    for (int64_t b = 0; edges && b < edges->count; b++) {
        const le_boundary *boundary = &edges->boundary[b];
        int64_t extent[2];
        if (boundary->overlays || boundary->align_main == 1) continue;
        edges_extent(edges, config, b, extent);
        const int side = boundary->align_main == 2 ? LE_END : LE_START;
        band[side] = LE_MAX(band[side], extent[MAIN]);
    }
    return band[LE_START] + band[LE_END];
}

// Replaces the boundary supplementaries of a layout and releases the old ones. If the limits would be exceeded it
// releases the new ones instead, and the layout is unchanged.
static le_status edges_replace(le_layout *layout, le__edges *edges) {
    int64_t band[2];
    if (le__edges_measure(edges, &layout->config, band) > LE_MAX_TOTAL - le__sections_extent(layout)) {
        le__edges_release(edges);
        return LE_TOO_LARGE;
    }
    le__edges_release(layout->edges);
    layout->edges = edges;
    layout->lead = band[LE_START];
    layout->tail = band[LE_END];
    return LE_OK;
}

static le_rect edges_rect(const le_layout *layout, int64_t b, const le_rect *visible) {
    const le__boundary_room room = {
        0, le_layout_extent(layout), {layout->lead, layout->tail}, {0, 0}, layout->config.cross};
    int64_t extent[2];
    edges_extent(layout->edges, &layout->config, b, extent);
    return le__boundary_rect(&layout->edges->boundary[b], &room, extent[MAIN], extent[CROSS], visible);
}

le_rect le__edges_frame(const le_layout *layout, int64_t boundary, const le_rect *visible) {
    if (!layout->edges || boundary < 0 || boundary >= layout->edges->count) return (le_rect){0, 0, 0, 0};
    return edges_rect(layout, boundary, visible);
}

void le__query_edges(le__query_sink *sink, const le_layout *layout, const le_viewport *viewport, le_cursor *cursor) {
    const le__edges *edges = layout->edges;
    sink->base_z = 0;
    sink->like.section = -1;
    for (int64_t i = LE_MAX(cursor->item, 0); edges && i < 2 * edges->count; i++) {
        cursor->item = i;
        // First those at the start and beside the content, then those at the end.
        const int64_t index = i % edges->count;
        const le_boundary *b = &edges->boundary[index];
        if ((b->align_main == 2) != (i >= edges->count)) continue;
        const le_rect natural = edges_rect(layout, index, NULL);
        const le_rect frame = b->pins ? edges_rect(layout, index, &viewport->visible) : natural;
        if (!le__query_boundary(sink, &viewport->rect, b, index, &natural, &frame, edges_measured(edges)[index]))
            return;
    }
    cursor->done = true;
}

void le__edges_release(le__edges *edges) {
    if (edges && le__drop(edges)) le__block_free(edges);
}

le_status le_layout_set_boundaries(le_layout *layout, const le_boundary *boundaries, size_t count, double scale,
                                   le_work *work) {
    (void)work;
    if (!layout || (count && !boundaries)) return LE_BAD_ARGUMENT;
    if (count > INT32_MAX) return LE_TOO_LARGE;
    if (!(scale >= 0 && scale <= 1024)) return LE_BAD_VALUE;
    for (size_t b = 0; b < count; b++) {
        if (!le__boundary_known(&boundaries[b])) return LE_BAD_ARGUMENT;
        if (!le__boundary_usable(&boundaries[b])) return LE_BAD_VALUE;
    }
    le__edges *edges = NULL;
    if (count) {
        if (!(edges = le__block_alloc(edges_bytes((int64_t)count)))) return LE_NO_MEMORY;
        edges->count = (int64_t)count;
        edges->scale = scale;
        memcpy(edges->boundary, boundaries, count * sizeof *boundaries);
        for (size_t b = 0; b < count; b++) edges_measured(edges)[b][MAIN] = edges_measured(edges)[b][CROSS] = -1;
    }
    return edges_replace(layout, edges);
}

le_status le__edges_take(le_layout *layout, const le_measurement *measured, size_t count, le_fault *fault) {
    const le__edges *old = layout->edges;
    le_status status = le__measurements_check(measured, count, old ? old->count : 0, fault);
    if (status != LE_OK || count == 0) return status;
    le__edges *edges = le__block_alloc(edges_bytes(old->count));
    if (!edges) return LE_NO_MEMORY;
    memcpy(edges, old, edges_bytes(old->count));
    for (size_t i = 0; i < count; i++)
        le__boundary_take(&edges->boundary[measured[i].item], &measured[i], edges_measured(edges)[measured[i].item]);
    return edges_replace(layout, edges);
}
