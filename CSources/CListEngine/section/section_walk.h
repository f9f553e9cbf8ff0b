// Walks over the items of a section: their input, and the stages of a query.
#ifndef LE_SECTION_SECTION_WALK_H
#define LE_SECTION_SECTION_WALK_H

#include "section/kind.h"

// The position of a cursor within a section.
enum { LE__STAGE_HEADER, LE__STAGE_ITEMS, LE__STAGE_FOOTER };

// A rectangle that contains all coordinates.
static const le_rect le__everywhere = {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX};

// The scroll offset of a section that scrolls independently.
LE_INLINE int64_t le__scroll_of(const le_scrolls *scrolls, const le__section_place *place) {
    if (!scrolls || !scrolls->scrolled || !scrolls->count) return 0;
    const le__kind *kind = le__kind_of(place->section);
    if (!kind->scrolls || !kind->scrolls(place->section)) return 0;
    size_t low = 0, high = scrolls->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (scrolls->scrolled[middle].section < place->index)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < scrolls->count && scrolls->scrolled[low].section == place->index;
    return found ? le__clamped(scrolls->scrolled[low].offset) : 0;
}

// A walk over the items that intersect an area, starting at item `from` (-1: the first that does). Along the main axis
// the area is clamped to the reach of the section's elements, so the caller may pass any edges, and the differences
// that a walk computes fit 64 bits.
LE_INLINE le__walk le__walk_of(const le_layout *layout, const le__section_place *place, int64_t from,
                               const le_rect *area, bool all, const le_scrolls *scrolls, int64_t *part, le_work *work) {
    const le__section *s = place->section;
    const int64_t low = place->offset - s->before - 1, high = place->offset + s->extent + s->after + 1;
    return (le__walk){.layout = layout,
                      .place = *place,
                      .from = from,
                      .main_min = LE_MAX(area->main_min, low),
                      .main_max = LE_MIN(area->main_max, high),
                      .cross_min = area->cross_min,
                      .cross_max = area->cross_max,
                      .all = all,
                      .work = work,
                      .scroll = le__scroll_of(scrolls, place),
                      .part = part};
}

#endif
