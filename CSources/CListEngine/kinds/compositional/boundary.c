// Boundary supplementaries: see boundary.h.
#include "kinds/compositional/boundary.h"

le_rect le__boundary_rect(const le_boundary *b, const le__boundary_room *room, int64_t main, int64_t cross,
                          const le_rect *visible) {
    const int64_t seen_min = visible ? LE_MAX(visible->main_min, -LE_MAX_TOTAL) : 0;
    const int64_t seen_max = visible ? LE_MIN(LE_MAX(visible->main_max, -LE_MAX_TOTAL), LE_MAX_TOTAL) : 0;
    const int64_t lead = b->follows_insets ? room->inset[LE_START] : 0;
    const int64_t insets = b->follows_insets ? room->inset[LE_START] + room->inset[LE_END] : 0;
    const int64_t across = LE_MAX(room->cross - insets, 0);
    le_rect r;
    r.cross_min = lead + ((b->align_cross * (across - cross)) >> 1) + b->offset_cross;
    r.main_min = le__boundary_start(b, room, main);
    if (visible && b->pins && b->align_main == 0)
        r.main_min = LE_MAX(r.main_min, LE_MIN(seen_min, room->main_max - main));
    if (visible && b->pins && b->align_main == 2)
        r.main_min = LE_MIN(r.main_min, LE_MAX(seen_max - main, room->main_min + room->band[LE_START]));
    r.main_max = r.main_min + main;
    r.cross_max = r.cross_min + cross;
    le__inset(&r, &b->main, &b->cross, b->inset_main, b->inset_cross);
    return r;
}
