// Boundary supplementaries of the layout as a whole, before the first section and after the last one.
#include "layout/boundaries.h"

#include <string.h>

#include "kinds/compositional/composition_walk.h"
#include "section/elements.h"

// The boundary supplementaries of a layout, reference counted and shared by copies of the layout.
typedef struct le__layout_boundaries {
    int64_t count;
    double scale;
    le_boundary boundary[];
} le__layout_boundaries;

// The array of their measured extents, which follows them in memory; -1 for an extent that was not measured.
LE_INLINE int64_t (*boundaries_measured(const le__layout_boundaries *boundaries))[2] {
    return (int64_t (*)[2])(boundaries->boundary + boundaries->count);
}

LE_INLINE size_t boundaries_bytes(int64_t count) {
    return sizeof(le__layout_boundaries) + (size_t)count * (sizeof(le_boundary) + sizeof(int64_t[2]));
}

static void boundaries_extent(const le__layout_boundaries *boundaries, const le_layout_config *config, int64_t b,
                              int64_t extent[2]) {
    le__boundary_extent(&boundaries->boundary[b], LE_MIN(config->main, LE_MAX_LENGTH),
                        LE_MIN(config->cross, LE_MAX_LENGTH), boundaries->scale, extent);
    for (int axis = 0; axis < 2; axis++)
        if (boundaries_measured(boundaries)[b][axis] >= 0) extent[axis] = boundaries_measured(boundaries)[b][axis];
}

int64_t le__layout_boundaries_measure(const le__layout_boundaries *boundaries, const le_layout_config *config,
                                      int64_t band[2]) {
    band[LE_START] = band[LE_END] = 0;
    for (int64_t b = 0; boundaries && b < boundaries->count; b++) {
        const le_boundary *boundary = &boundaries->boundary[b];
        int64_t extent[2];
        if (boundary->overlays || boundary->align_main == 1) continue;
        boundaries_extent(boundaries, config, b, extent);
        const int side = boundary->align_main == 2 ? LE_END : LE_START;
        band[side] = LE_MAX(band[side], extent[MAIN]);
    }
    return band[LE_START] + band[LE_END];
}

// Replaces the boundary supplementaries of a layout and releases the old ones. If the limits would be exceeded it
// releases the new ones instead, and the layout is unchanged.
static le_status boundaries_replace(le_layout *layout, le__layout_boundaries *boundaries) {
    int64_t band[2];
    if (le__layout_boundaries_measure(boundaries, &layout->config, band) > LE_MAX_TOTAL - le__sections_extent(layout)) {
        le__layout_boundaries_release(boundaries);
        return LE_TOO_LARGE;
    }
    le__layout_boundaries_release(layout->boundaries);
    layout->boundaries = boundaries;
    layout->lead = band[LE_START];
    layout->tail = band[LE_END];
    le__layout_changed(layout);
    return LE_OK;
}

static le_rect boundaries_rect(const le_layout *layout, int64_t b, const le_rect *visible) {
    const le__boundary_room room = {0,      le_layout_extent(layout), {layout->lead, layout->tail},
                                    {0, 0}, layout->config.cross,     0};
    int64_t extent[2];
    boundaries_extent(layout->boundaries, &layout->config, b, extent);
    return le__boundary_rect(&layout->boundaries->boundary[b], &room, extent[MAIN], extent[CROSS], visible);
}

le_rect le__layout_boundaries_frame(const le_layout *layout, int64_t boundary, const le_rect *visible) {
    if (!layout->boundaries || boundary < 0 || boundary >= layout->boundaries->count) return (le_rect){0, 0, 0, 0};
    return boundaries_rect(layout, boundary, visible);
}

le_rect le__layout_sections_visible(const le_layout *layout, const le_rect *visible) {
    le_rect inner = *visible;
    for (int64_t b = 0; layout->boundaries && b < layout->boundaries->count; b++) {
        const le_boundary *boundary = &layout->boundaries->boundary[b];
        if (!boundary->pins || boundary->overlays || boundary->align_main == 1) continue;
        const le_rect frame = boundaries_rect(layout, b, visible);
        if (boundary->align_main == 2)
            inner.main_max = LE_MIN(inner.main_max, frame.main_min);
        else
            inner.main_min = LE_MAX(inner.main_min, frame.main_max);
    }
    return inner;
}

void le__query_layout_boundaries(le__query_sink *sink, const le_layout *layout, const le_viewport *viewport,
                                 le_cursor *cursor) {
    const le__layout_boundaries *boundaries = layout->boundaries;
    sink->base_z = 0;
    sink->like.section = -1;
    for (int64_t i = LE_MAX(cursor->item, 0); boundaries && i < 2 * boundaries->count; i++) {
        cursor->item = i;
        // First those at the start and next to the content, then those at the end.
        const int64_t index = i % boundaries->count;
        const le_boundary *b = &boundaries->boundary[index];
        if ((b->align_main == 2) != (i >= boundaries->count)) continue;
        const le_rect natural = boundaries_rect(layout, index, NULL);
        const le_rect frame = b->pins ? boundaries_rect(layout, index, &viewport->visible) : natural;
        if (!le__query_boundary(sink, &viewport->rect, b, index, &natural, &frame,
                                boundaries_measured(boundaries)[index]))
            return;
    }
    cursor->done = true;
}

void le__layout_boundaries_release(le__layout_boundaries *boundaries) {
    if (boundaries && le__drop(boundaries)) le__block_free(boundaries);
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
    le__layout_boundaries *made = NULL;
    if (count) {
        if (!(made = le__block_alloc(boundaries_bytes((int64_t)count)))) return LE_NO_MEMORY;
        made->count = (int64_t)count;
        made->scale = scale;
        memcpy(made->boundary, boundaries, count * sizeof *boundaries);
        for (size_t b = 0; b < count; b++)
            boundaries_measured(made)[b][MAIN] = boundaries_measured(made)[b][CROSS] = -1;
    }
    return boundaries_replace(layout, made);
}

le_status le__layout_boundaries_measured(le_layout *layout, const le_measurement *measured, size_t count,
                                         le_fault *fault) {
    const le__layout_boundaries *old = layout->boundaries;
    le_status status = le__measurements_check(measured, count, old ? old->count : 0, fault);
    if (status != LE_OK || count == 0) return status;
    le__layout_boundaries *boundaries = le__block_alloc(boundaries_bytes(old->count));
    if (!boundaries) return LE_NO_MEMORY;
    memcpy(boundaries, old, boundaries_bytes(old->count));
    for (size_t i = 0; i < count; i++)
        le__boundary_store(&boundaries->boundary[measured[i].item], &measured[i],
                           boundaries_measured(boundaries)[measured[i].item]);
    return boundaries_replace(layout, boundaries);
}
