// Items that repeat along an axis: the columns in the rows of a grid, or the items in the groups of a composition. Many
// repetitions are placed together, as a flow places its lines, and emitted by the same kernels.
#ifndef LE_KINDS_REPEATED_H
#define LE_KINDS_REPEATED_H

#include "kernels/near_points.h"
#include "kinds/flow/flow.h"
#include "section/kind.h"

// The most items that are placed together.
enum { LE__REPEATED_MAX = LE__FLOW_PLACES_ROOM - LE__FLOW_PLACES_SPARE };

typedef struct le__repeated {
    int64_t per, pitch; // items in one repetition, and the distance to the next one
    bool across;        // the axis: across the scroll axis, or along it
    int64_t lead, base; // the start of the first repetition, across and along the scroll axis
    int64_t copies;     // how many are placed together
    le__flow_places places;
} le__repeated;

LE_INLINE void le__repeated_start(le__repeated *r, int64_t per, int64_t pitch, bool across, int64_t lead,
                                  int64_t base) {
    r->per = per;
    r->pitch = pitch;
    r->across = across;
    r->lead = lead;
    r->base = base;
}

// Places as many repetitions as there is room for, but at most `wanted` > 0, after the caller has placed the first one,
// of 1 to LE__REPEATED_MAX items. `extent` is where it ends along the axis, at most UINT32_MAX.
void le__repeat(le__repeated *r, int64_t extent, int64_t wanted);

// Moves the places to repetition `k` and those after it, up to item `end` of the section.
LE_INLINE void le__repeated_at(le__repeated *r, int64_t k, int64_t end, int64_t *lead) {
    const int64_t offset = k * r->pitch;
    r->places.first = k * r->per;
    r->places.from = 0;
    r->places.to = (size_t)LE_MIN(r->copies * r->per, end - r->places.first);
    r->places.main = r->across ? 0 : offset;
    r->places.near = is_near(r->places.main);
    *lead = r->across ? r->lead + offset : r->lead;
}

// Emits the items of a walk from `*item` up to `end`, and advances `*item` past them. Returns the item for which there
// was no room, or -1.
int64_t le__emit_repeated(const le__walk *w, le__repeated *r, int64_t *item, int64_t end, le__places_emitter *emit,
                          void *sink);

#endif
