// Walks over the items of a section: what they are over, and the stages of a query.
#ifndef LE_SECTIONS_WALK_H
#define LE_SECTIONS_WALK_H

#include "kinds/kind.h"

// Where a cursor stands within a section.
enum { LE__STAGE_HEADER, LE__STAGE_ITEMS, LE__STAGE_FOOTER };

// All coordinates.
static const le_rect le__everywhere = {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX};

// How far a section is scrolled on its own.
LE_INLINE int64_t le__scroll_of(const le_scrolls *scrolls, int64_t section) {
    size_t low = 0, high = scrolls && scrolls->scrolled ? scrolls->count : 0, count = high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (scrolls->scrolled[middle].section < section)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && scrolls->scrolled[low].section == section ? le__clamped(scrolls->scrolled[low].offset) : 0;
}

// A walk over what meets an area, from item `from` on (-1: the first that does). Along the main axis it looks no further
// than the section's elements reach, so the area may have any edges: what a walk subtracts from those of its own stays
// within 64 bits.
LE_INLINE le__walk le__walk_of(const le_layout *layout, const le__section_place *place, int64_t from,
                               const le_rect *area, bool all, const le_scrolls *scrolls, int64_t *part,
                               le_work *work) {
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
                      .scroll = s->style->template ? le__scroll_of(scrolls, place->index) : 0,
                      .part = part};
}

#endif
