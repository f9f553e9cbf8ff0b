// Boundary supplementaries: see boundary.h.
#include "kinds/compositional/boundary.h"

int64_t le__band_extent(const le__template *t, const le__composed *c, int side) {
    const le_composition_spec *spec = &t->composition->spec;
    int64_t band = 0;
    for (size_t b = 0; b < spec->boundary_count; b++)
        if (spec->boundaries[b].align_main == side && !spec->boundaries[b].overlays)
            band = LE_MAX(band, le__boundary_size(t, c, (int64_t)b, MAIN));
    return band;
}

le_rect le__boundary_rect(const le_boundary *b, const le__boundary_room *room, int64_t main, int64_t cross,
                          const le_rect *visible) {
    const int64_t seen_min = visible ? LE_MAX(visible->main_min, -LE_MAX_TOTAL) : 0;
    const int64_t seen_max = visible ? LE_MIN(LE_MAX(visible->main_max, -LE_MAX_TOTAL), LE_MAX_TOTAL) : 0;
    int64_t lead = b->follows_insets ? room->inset[LE_START] : 0;
    int64_t across = LE_MAX(room->cross - (b->follows_insets ? room->inset[LE_START] + room->inset[LE_END] : 0), 0);
    int64_t content_min = room->main_min + room->band[LE_START], content_max = room->main_max - room->band[LE_END];
    le_rect r;
    r.cross_min = lead + ((b->align_cross * (across - cross)) >> 1) + b->offset_cross;
    if (b->align_main == 0)
        r.main_min = b->overlays ? content_min : room->main_min;
    else if (b->align_main == 2)
        r.main_min = (b->overlays ? content_max : room->main_max) - main;
    else
        r.main_min = content_min + ((content_max - content_min - main) >> 1);
    r.main_min += b->offset_main;
    if (visible && b->pins && b->align_main == 0)
        r.main_min = LE_MAX(r.main_min, LE_MIN(seen_min, room->main_max - main));
    if (visible && b->pins && b->align_main == 2) r.main_min = LE_MIN(r.main_min, LE_MAX(seen_max - main, content_min));
    r.main_max = r.main_min + main;
    r.cross_max = r.cross_min + cross;
    le__inset(&r, &b->main, &b->cross, b->inset_main, b->inset_cross);
    return r;
}

bool le__compose_extent(const le__template *t, const le__composed *c, int64_t items, le__composed_extent *out) {
    const le_composition_spec *spec = &t->composition->spec;
    int64_t groups = le__group_count(t, items);
    *out = (le__composed_extent){.band = {le__band_extent(t, c, 0), le__band_extent(t, c, 2)}};
    if (groups) {
        int64_t along = le__groups_extent(t, c, groups);
        if (along < 0) return false;
        out->groups = t->axis == MAIN ? along : le__largest_group(t, c, MAIN, groups);
        out->start = out->band[LE_START] + spec->inset_main[LE_START];
        out->extent = LE_MAX(spec->inset_main[LE_START] + out->groups + spec->inset_main[LE_END], 0);
    }
    out->extent += out->band[LE_START] + out->band[LE_END];
    return out->extent <= LE_MAX_TOTAL;
}
