// Boundary supplementaries of the layout as a whole, before the first section and after the last one.
#include "sections/boundaries.h"

#include <string.h>

#include "kinds/compositional/walk.h"
#include "sections/elements.h"

// The boundary supplementaries of a layout; counted, shared by copies.
typedef struct le__edges {
    int64_t count;
    double scale;
    le_boundary boundary[];
} le__edges;

// Their measured extents stand behind them, -1 where there is none.
LE_INLINE int64_t (*edges_measured(const le__edges *edges))[2] {
    return (int64_t (*)[2])(edges->boundary + edges->count);
}

LE_INLINE size_t edges_bytes(int64_t count) {
    return sizeof(le__edges) + (size_t)count * (sizeof(le_boundary) + sizeof(int64_t[2]));
}

static void edges_extent(const le_layout *layout, int64_t b, int64_t extent[2]) {
    const le__edges *edges = layout->edges;
    le__boundary_extent(&edges->boundary[b], LE_MIN(layout->config.main, LE_MAX_LENGTH),
                        LE_MIN(layout->config.cross, LE_MAX_LENGTH), edges->scale, extent);
    for (int axis = 0; axis < 2; axis++)
        if (edges_measured(edges)[b][axis] >= 0) extent[axis] = edges_measured(edges)[b][axis];
}

void le__edges_measure(le_layout *layout) {
    int64_t band[3] = {0, 0, 0};
    for (int64_t b = 0; layout->edges && b < layout->edges->count; b++) {
        const le_boundary *boundary = &layout->edges->boundary[b];
        int64_t extent[2];
        edges_extent(layout, b, extent);
        if (!boundary->overlays) band[boundary->align_main] = LE_MAX(band[boundary->align_main], extent[MAIN]);
    }
    layout->lead = band[0];
    layout->tail = band[2];
}

static le_rect edges_rect(const le_layout *layout, int64_t b, const le_rect *visible) {
    const le__boundary_room room = {
        0, le_layout_extent(layout), {layout->lead, layout->tail}, {0, 0}, layout->config.cross};
    int64_t extent[2];
    edges_extent(layout, b, extent);
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
        // Those at the start and beside the content first, then those at the end.
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
    le__edges_release(layout->edges);
    layout->edges = edges;
    le__edges_measure(layout);
    return LE_OK;
}

le_status le__edges_take(le_layout *layout, const le_measurement *measured, size_t count, le_fault *fault) {
    le__edges *edges = layout->edges;
    le_status status = le__measurements_check(measured, count, edges ? edges->count : 0, fault);
    if (status != LE_OK || count == 0) return status;
    if (!le__unique(edges)) {
        le__edges *own = le__block_alloc(edges_bytes(edges->count));
        if (!own) return LE_NO_MEMORY;
        memcpy(own, edges, edges_bytes(edges->count));
        le__edges_release(edges);
        layout->edges = edges = own;
    }
    for (size_t i = 0; i < count; i++)
        le__boundary_take(&edges->boundary[measured[i].item], &measured[i], edges_measured(edges)[measured[i].item]);
    le__edges_measure(layout);
    return LE_OK;
}
