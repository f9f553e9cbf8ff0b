// Boundary supplementaries, of sections and of the layout as a whole, and the extent of a compositional section with
// them.
#ifndef LE_KINDS_COMPOSITIONAL_BOUNDARY_H
#define LE_KINDS_COMPOSITIONAL_BOUNDARY_H

#include "kinds/compositional/measured.h"

LE_INLINE int64_t le__boundary_size(const le__template *t, const le__composed *c, int64_t b, int axis) {
    return c && c->boundary[b][axis] >= 0 ? c->boundary[b][axis] : t->boundary[b][axis];
}

// The extent of the boundaries at the start (0) or the end (2), with the space before those at the start.
LE_INLINE int64_t le__band_extent(const le__template *t, const le__composed *c, int side) {
    const le_composition_spec *spec = &t->composition->spec;
    const int64_t space = side == 0 ? spec->header_space : 0;
    int64_t band = 0;
    for (size_t b = 0; b < spec->boundary_count; b++)
        if (spec->boundaries[b].align_main == side && !spec->boundaries[b].overlays)
            band = LE_MAX(band, space + le__boundary_size(t, c, (int64_t)b, MAIN));
    return band;
}

// How far a decoration is inside its section, at the start and at the end of the main axis.
LE_INLINE void le__backdrop_edges(const le__template *t, const le__composed *c, const le_backdrop *b,
                                  int64_t edges[2]) {
    for (int side = 0; side < 2; side++) {
        edges[side] = b->inset_main[side];
        if (b->behind_items) edges[side] += le__band_extent(t, c, 2 * side) + t->composition->spec.inset_main[side];
    }
}

// The space that boundaries are placed in: a section, or the layout as a whole.
typedef struct le__boundary_room {
    int64_t main_min, main_max; // including the bands
    int64_t band[2];
    int64_t inset[2], cross; // insets along the cross axis, and the cross extent of the container
    int64_t space;           // before the boundaries at the start
} le__boundary_room;

// Where a boundary of extent `main` starts on the main axis, before pinning and without its insets.
LE_INLINE int64_t le__boundary_start(const le_boundary *b, const le__boundary_room *room, int64_t main) {
    const int64_t content_min = room->main_min + room->band[LE_START];
    const int64_t content_max = room->main_max - room->band[LE_END];
    if (b->align_main == 0) return (b->overlays ? content_min : room->main_min + room->space) + b->offset_main;
    if (b->align_main == 2) return (b->overlays ? content_max : room->main_max) - main + b->offset_main;
    return content_min + ((content_max - content_min - main) >> 1) + b->offset_main;
}

// The frame of a boundary with these extents, pinned to `visible` if that is not NULL.
le_rect le__boundary_rect(const le_boundary *b, const le__boundary_room *room, int64_t main, int64_t cross,
                          const le_rect *visible);

// ---- Measured sizes

// Checks all measurements before any is stored: items are in 0 ..< `items`, and sizes are valid.
le_status le__measurements_check(const le_measurement *measured, size_t count, int64_t items, le_fault *fault);

// Stores a measured size of a boundary along its estimated axes.
void le__boundary_store(const le_boundary *b, const le_measurement *m, int64_t measured[2]);

// ---- The section as a whole

typedef struct le__composed_extent {
    int64_t band[2]; // extents of the boundaries at the start and at the end
    int64_t start;   // where the groups begin on the main axis
    int64_t groups;  // extent of all groups on the main axis
    int64_t extent;  // extent of the section without the spacing after it
} le__composed_extent;

// False past the limits.
LE_INLINE bool le__compose_extent(const le__template *t, const le__composed *c, int64_t items,
                                  le__composed_extent *out) {
    const le_composition_spec *spec = &t->composition->spec;
    int64_t groups = le__group_count(t, items);
    *out = (le__composed_extent){.band = {le__band_extent(t, c, 0), le__band_extent(t, c, 2)}};
    if (groups) {
        int64_t along = le__groups_extent(t, c, groups);
        if (along < 0) return false;
        const int64_t insets = spec->inset_cross[LE_START] + spec->inset_cross[LE_END];
        if (t->axis == CROSS && along + insets > LE_MAX_TOTAL) return false; // the extent of the scrolled content
        out->groups = t->axis == MAIN ? along : le__largest_group(t, c, MAIN, groups);
        out->start = out->band[LE_START] + spec->inset_main[LE_START];
        out->extent = LE_MAX(spec->inset_main[LE_START] + out->groups + spec->inset_main[LE_END], 0);
    }
    out->extent += out->band[LE_START] + out->band[LE_END];
    return out->extent <= LE_MAX_TOTAL;
}

// The space for the boundaries of a section that starts at `start`.
LE_INLINE le__boundary_room le__composed_room(const le__template *t, const le__composed_extent *e, int64_t start,
                                              int64_t cross) {
    const le_composition_spec *spec = &t->composition->spec;
    return (le__boundary_room){start,
                               start + e->extent,
                               {e->band[LE_START], e->band[LE_END]},
                               {spec->inset_cross[LE_START], spec->inset_cross[LE_END]},
                               cross,
                               spec->header_space};
}

#endif
