// The item at a point, and the one nearest to it.
#include "section/kind.h"
#include "section/section_walk.h"
#include "support/lengths.h"
#include "support/squares.h"

// ---- At a point

static bool last_item(void *sink, int64_t item, const le_rect *frame) {
    (void)frame;
    *(int64_t *)sink = item;
    return true;
}

// The last item of a section whose frame contains a point within the section's reach; -1 if there is none.
static int64_t section_last_at(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross,
                               const le_scrolls *scrolls, le_work *work) {
    static const le__emitter last = {.item = last_item};
    const le__kind *kind = le__kind_of(place->section);
    if (kind->last_at) return kind->last_at(layout, place, main, cross, le__scroll_of(scrolls, place));
    // A frame contains the point if and only if it intersects the unit square that starts at the point.
    const le_rect unit = {main, cross, main + 1, cross + 1};
    le__walk w = le__walk_of(layout, place, -1, &unit, false, scrolls, NULL, work);
    int64_t found = -1;
    kind->walk(&w, &last, &found);
    return found;
}

bool le_layout_item_at_point(const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls,
                             int64_t *section, int64_t *item, le_work *work) {
    if (!layout || main == INT64_MAX || cross == INT64_MAX) return false;
    le__reach r = {main, main + 1, false, work};
    le__section_place place = {0};
    bool found = false;
    for (int64_t from = 0; le__sections_next(layout, from, &r, &place); from = place.index + 1) {
        int64_t last = section_last_at(layout, &place, main, cross, scrolls, work);
        if (last < 0) continue;
        found = true;
        if (section) *section = place.index;
        if (item) *item = last;
    }
    return found;
}

// ---- The nearest

typedef struct nearest_sink {
    int64_t main, cross; // the point
    int64_t section;
    bool found;
    square best;
    int64_t best_section, best_item;
} nearest_sink;

static bool nearest_item(void *opaque, int64_t item, const le_rect *frame) {
    nearest_sink *sink = opaque;
    const square distance = le__square(le__outside(sink->main, frame->main_min, frame->main_max)) +
                            le__square(le__outside(sink->cross, frame->cross_min, frame->cross_max));
    if (!sink->found || distance < sink->best) {
        sink->found = true;
        sink->best = distance;
        sink->best_section = sink->section;
        sink->best_item = item;
    }
    return true;
}

static void section_nearest(const le_layout *layout, const le__section_place *place, const le_rect *area,
                            const le_scrolls *scrolls, nearest_sink *sink, le_work *work) {
    static const le__emitter nearest = {.item = nearest_item};
    const le__kind *kind = le__kind_of(place->section);
    sink->section = place->index;
    if (place->section->items == 0) return;
    if (!kind->nearest) {
        le__walk w = le__walk_of(layout, place, -1, area, true, scrolls, NULL, work);
        kind->walk(&w, &nearest, sink);
        return;
    }
    const int64_t cross = sink->cross, scroll = le__scroll_of(scrolls, place);
    int64_t items[LE__NEAREST_MAX];
    const int n = kind->nearest(layout, place, sink->main, cross, scroll, items);
    for (int i = 0; i < n; i++) {
        le_rect frame = kind->frame(layout, place, items[i], NULL, NULL, work);
        // Frames are without the scroll offset, so the point is moved instead.
        const int64_t own = kind->item_scroll ? kind->item_scroll(layout, place, items[i], scroll) : scroll;
        sink->cross = le__less(cross, -own);
        nearest_item(sink, items[i], &frame);
    }
    sink->cross = cross;
}

bool le_layout_nearest_item(const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls,
                            int64_t *section, int64_t *item, le_work *work) {
    if (le_layout_item_total(layout) == 0) return false;
    // All items within `reach_by` of the point are searched, and that distance grows. An item found nearer than
    // `reach_by` is the nearest of all. The last search covers all coordinates.
    main = le__clamped(main);
    cross = le__clamped(cross);
    _Static_assert(LE_MAX_TOTAL / (64 * LE_UNIT) == (int64_t)1 << 36, "a power of 8: the last stretch is LE_MAX_TOTAL");
    for (int64_t reach_by = 64 * LE_UNIT;; reach_by *= 8) {
        const bool last = reach_by == LE_MAX_TOTAL;
        const le_rect area = {last ? INT64_MIN : main - reach_by - 1, INT64_MIN, last ? INT64_MAX : main + reach_by + 1,
                              INT64_MAX};
        le__reach r = {area.main_min, area.main_max, true, work};
        nearest_sink sink = {.main = main, .cross = cross};
        le__section_place place = {0};
        for (int64_t from = 0; le__sections_next(layout, from, &r, &place); from = place.index + 1)
            section_nearest(layout, &place, &area, scrolls, &sink, work);
        if (sink.found && (last || sink.best <= (square)reach_by * (square)reach_by)) {
            if (section) *section = sink.best_section;
            if (item) *item = sink.best_item;
            return true;
        }
        if (last) return false;
    }
}
