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

// ---- Measured sizes

le_status le__measurements_check(const le_measurement *measured, size_t count, int64_t items, le_fault *fault) {
    if (count && !measured) return LE_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        int64_t units;
        if (measured[i].item < 0 || measured[i].item >= items) {
            if (fault) fault->item = measured[i].item;
            return LE_BAD_INDEX;
        }
        for (int axis = 0; axis < 2; axis++)
            if (le__measured_units(axis == MAIN ? measured[i].main : measured[i].cross, &measured[i], &units, fault) !=
                LE_OK)
                return LE_BAD_VALUE;
    }
    return LE_OK;
}

void le__boundary_store(const le_boundary *b, const le_measurement *m, int64_t measured[2]) {
    int64_t units;
    if (le__dimension_open(&b->main) && le__measured_units(m->main, m, &units, NULL) == LE_OK && units >= 0)
        measured[MAIN] = units;
    if (le__dimension_open(&b->cross) && le__measured_units(m->cross, m, &units, NULL) == LE_OK && units >= 0)
        measured[CROSS] = units;
}
