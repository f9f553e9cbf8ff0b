// Visits: the index and the frame of the items in a rectangle.
//
// A visitor remembers all items that meet a larger rectangle, its area, and the stamp of the layout. As long as the
// layout has that stamp and the rectangle of a visit is within the area, the answer is among these entries, for every
// kind of section. Otherwise the entries are computed again.
//
// - The new area is larger than the rectangle if the rectangle moved a little since the last visit: it extends in the
//   direction of the movement. After a jump the area is the rectangle itself.
// - Entries are in the order of a query, not in the order of their frames. `ends[i]` is the largest end of entries
//   0 ... i and `starts[i]` the smallest start of entries i and later. Both ascend, so the entries that can meet a
//   rectangle are one range, whose two ends move with the rectangle. In lists all entries of the range meet it.
#include <stdlib.h>
#include <string.h>

#include "kinds/flow/flow.h"
#include "kinds/kind.h"
#include "sections/elements.h"
#include "sections/walk.h"

enum { ROOM = 128 };

struct le_visitor {
    le_work work;
    uint64_t stamp; // of the layout that the entries show; 0: none
    le_rect area;   // the entries are all items that meet it
    le_rect rect;   // the rectangle of the visit
    int32_t n;
    int32_t low, high; // entries that can meet the rectangle
    int32_t next;      // where the visit continues
    int32_t run, runs; // consecutive items of a section: the next of them, and their number
    bool tested;       // whether entries `low ..< high` must be compared with the rectangle
    bool indexed;      // whether the values below are up to date
    bool ascending;    // whether all starts and all ends ascend
    bool more;         // there are more items than entries, from an item of a section on
    int64_t more_section, more_item;
    int64_t least_cross_max, most_cross_min; // of all entries
    int divisor;                             // of the distance that an area extends ahead
    // While entries are made:
    le__frame_map map;
    int32_t at; // section
    // The entries:
    int32_t section[ROOM], run_start[ROOM], run_end[ROOM]; // run_end: of the run of an entry
    int64_t item[ROOM], starts[ROOM], ends[ROOM];
    le_rect edges[ROOM];
    le_frame frame[ROOM];
};

le_visitor *le_visitor_create(void) {
    le_visitor *visitor = malloc(sizeof *visitor);
    // The arrays are written before they are read.
    if (visitor) memset(visitor, 0, offsetof(le_visitor, section));
    return visitor;
}

void le_visitor_release(le_visitor *visitor) { free(visitor); }

le_work le_visitor_work(const le_visitor *visitor) { return visitor ? visitor->work : (le_work){0}; }

// ---- Entries

// Begins a run of consecutive items with entry `k`, unless this entry continues the last run.
LE_INLINE void run_at(le_visitor *v, int32_t k) {
    if (k && v->item[k] == v->item[k - 1] + 1 && v->section[k] == v->section[k - 1]) return;
    v->run_start[v->runs++] = k;
}

static bool add_entry(void *opaque, int64_t item, const le_rect *frame) {
    le_visitor *v = opaque;
    if (v->n == ROOM) return false;
    const int32_t k = v->n++;
    int64_t edges[4];
    le__frame_edges(&v->map, frame, edges);
    const double x = le_points(edges[0]), y = le_points(edges[1]);
    v->frame[k] = (le_frame){x, y, le_points(edges[2]) - x, le_points(edges[3]) - y};
    v->edges[k] = *frame;
    v->section[k] = v->at;
    v->item[k] = item;
    run_at(v, k);
    return true;
}

// Adds rows of a list whose coordinates are those of the content.
static int64_t add_rows(void *opaque, const uint32_t *strides, int64_t n, int64_t spacing, int64_t item, int64_t end,
                        int64_t *main, const le_rect *line) {
    le_visitor *v = opaque;
    // Local copies, so that the compiler knows that these are constant while entries are written.
    const int64_t cross_min = line->cross_min, cross_max = line->cross_max;
    const double x = le_points(cross_min), width = le_points(cross_max) - x;
    const int32_t section = v->at;
    int64_t at = *main, i = 0, k = v->n;
    le_frame *frame = &v->frame[k];
    le_rect *edges = &v->edges[k];
    int64_t *const items = v->item;
    int32_t *const sections = v->section;
    for (bool broken = true; i < n && at < end && k < ROOM; i++) {
        const int64_t next = at + strides[i], row_end = next - spacing;
        if (LE_LIKELY(row_end > at)) {
            const double y = le_points(at);
            frame->x = x;
            frame->y = y;
            frame->width = width;
            frame->height = le_points(row_end) - y;
            edges->main_min = at;
            edges->cross_min = cross_min;
            edges->main_max = row_end;
            edges->cross_max = cross_max;
            sections[k] = section;
            items[k] = item + i;
            if (LE_UNLIKELY(broken)) run_at(v, (int32_t)k);
            broken = false;
            frame++;
            edges++;
            k++;
        } else {
            broken = true;
        }
        at = next;
    }
    v->n = (int32_t)k;
    *main = at;
    return i;
}

// Adds items of a flow, likewise.
static int64_t add_places(void *opaque, const le__flow_places *places, int64_t lead, int64_t base, const le_rect *area,
                          int64_t from) {
    le_visitor *v = opaque;
    const le_rect in = *area;
    for (size_t i = places->from; i < places->to; i++) {
        const int64_t x = places->cross[i] + lead, y = places->main[i] + base, item = places->first + (int64_t)i;
        const int64_t x_end = x + places->widths[i], y_end = y + places->heights[i];
        const bool meets = (x < x_end) & (y < y_end) & (x < in.cross_max) & (x_end > in.cross_min) & (y < in.main_max) &
                           (y_end > in.main_min) & (item >= from);
        if (!meets) continue;
        const int32_t k = v->n;
        if (k == ROOM) return item;
        const double left = le_points(x), top = le_points(y);
        v->frame[k] = (le_frame){left, top, le_points(x_end) - left, le_points(y_end) - top};
        v->edges[k] = (le_rect){y, x, y_end, x_end};
        v->section[k] = v->at;
        v->item[k] = item;
        run_at(v, k);
        v->n = k + 1;
    }
    return -1;
}

// Makes the entries of an area, from an item of a section on (-1: the first that meets the area).
static void fill(le_visitor *v, const le_layout *layout, const le_rect *area, const le_scrolls *scrolls,
                 int64_t section, int64_t item) {
    static const le__emitter plain = {add_entry, add_rows, add_places}, other = {.item = add_entry};
    le__reach r = {area->main_min, area->main_max, false, &v->work};
    le__section_place place;
    v->map = le__frame_map_of(layout);
    const le__emitter *add = le__frame_map_plain(&v->map) ? &plain : &other;
    v->n = v->runs = 0;
    v->more = v->indexed = false;
    while (le__sections_next(layout, section, &r, &place)) {
        if (place.index != section) item = -1;
        section = place.index;
        le__walk w = le__walk_of(layout, &place, item, area, false, scrolls, NULL, &v->work);
        v->at = (int32_t)section;
        // The item can be from before an edit.
        item = item < place.section->items ? le__kind_of(place.section)->walk(&w, add, v) : -1;
        if (item >= 0) {
            v->more = true;
            v->more_section = section;
            v->more_item = item;
            return;
        }
        section++;
    }
}

static void index_entries(le_visitor *v) {
    int64_t end = INT64_MIN, start = INT64_MAX, least = INT64_MAX, most = INT64_MIN;
    bool ascending = true;
    for (int32_t i = 0; i < v->n; i++) {
        const le_rect *edges = &v->edges[i];
        ascending &= edges->main_max >= end && (i == 0 || edges->main_min >= edges[-1].main_min);
        v->ends[i] = end = LE_MAX(end, edges->main_max);
        least = LE_MIN(least, edges->cross_max);
        most = LE_MAX(most, edges->cross_min);
    }
    for (int32_t i = v->n - 1; i >= 0; i--) v->starts[i] = start = LE_MIN(start, v->edges[i].main_min);
    for (int32_t r = 0, i = 0; r < v->runs; r++)
        for (const int32_t run_end = r + 1 < v->runs ? v->run_start[r + 1] : v->n; i < run_end; i++)
            v->run_end[i] = run_end;
    v->ascending = ascending;
    v->least_cross_max = least;
    v->most_cross_min = most;
    v->low = v->high = 0;
    v->indexed = true;
}

// ---- Areas

// Extends the rectangle of the last visit to an area for this one, in the direction in which it moved. A rectangle that
// shows many items is extended by less, so that the entries have room.
static le_rect area_ahead(const le_visitor *v, const le_rect *rect, int32_t shown) {
    const int64_t span = LE_MIN(le__less(rect->main_max, rect->main_min), LE_MAX_TOTAL / (4 * ROOM));
    const int64_t room = ROOM * 7 / 8 - shown;
    int64_t ahead = 2 * span;
    if (shown > 0) ahead = room > 0 ? LE_MIN(ahead, span / shown * room) : 0;
    ahead /= v->divisor;
    le_rect area = *rect;
    if (rect->main_min >= v->rect.main_min)
        area.main_max += ahead;
    else
        area.main_min -= ahead;
    return le__rect_clamped(&area);
}

// Makes entries for a rectangle that the present ones do not cover.
static LE_NOINLINE void visit_fill(le_visitor *v, const le_layout *layout, const le_viewport *viewport) {
    const le_rect rect = le__rect_clamped(&viewport->rect);
    const bool known = v->stamp == layout->stamp;
    if (!known) v->divisor = 1;
    le_rect area = rect;
    if (known && !viewport->scrolls.count && le__rects_meet(&rect, &v->rect))
        area = area_ahead(v, &rect, v->high - v->low);
    fill(v, layout, &area, &viewport->scrolls, 0, -1);
    if (v->more && (area.main_min != rect.main_min || area.main_max != rect.main_max)) {
        v->divisor = LE_MIN(4 * v->divisor, 1 << 20);
        area = rect;
        fill(v, layout, &area, &viewport->scrolls, 0, -1);
    }
    // With scroll offsets or only a part of the items, the entries serve this visit alone.
    v->stamp = v->more || viewport->scrolls.count ? 0 : layout->stamp;
    v->area = area;
}

// ---- Visits

LE_INLINE bool is_within(const le_rect *a, const le_rect *b) {
    return a->main_min >= b->main_min && a->main_max <= b->main_max && a->cross_min >= b->cross_min &&
           a->cross_max <= b->cross_max;
}

// Finds the entries that can meet the rectangle, starting from those of the last visit.
LE_INLINE void narrow(le_visitor *v, const le_rect *rect) {
    const int64_t min = rect->main_min, max = rect->main_max;
    const int32_t n = v->n;
    int32_t low = v->low, high = v->high;
    while (low < n && v->ends[low] <= min) low++;
    while (low > 0 && v->ends[low - 1] > min) low--;
    while (high < n && v->starts[high] < max) high++;
    while (high > 0 && v->starts[high - 1] >= max) high--;
    v->low = low;
    v->high = high;
    v->tested = !v->ascending || rect->cross_min >= v->least_cross_max || rect->cross_max <= v->most_cross_min;
}

// Whether an entry, which is not empty, meets the rectangle.
LE_INLINE bool entry_meets(const le_visitor *v, int32_t i) {
    const le_rect *e = &v->edges[i], *r = &v->rect;
    return (e->main_min < r->main_max) & (e->main_max > r->main_min) & (e->cross_min < r->cross_max) &
           (e->cross_max > r->cross_min);
}

// Writes the next consecutive entries that meet the rectangle.
LE_INLINE bool next_entries(le_visitor *v, le_items *items) {
    const int32_t high = v->high;
    int32_t i = v->next;
    if (v->tested)
        while (i < high && !entry_meets(v, i)) i++;
    if (i >= high) return false;
    int32_t end = i + 1;
    if (!v->indexed) {
        v->run++;
        end = v->run < v->runs ? v->run_start[v->run] : high;
    } else {
        const int32_t most = LE_MIN(v->run_end[i], high);
        if (!v->tested) end = most;
        while (end < most && entry_meets(v, end)) end++;
    }
    v->next = end;
    *items = (le_items){v->section[i], v->item[i], end - i, &v->frame[i]};
    return true;
}

// Begins with entries that were just made for an area. If that is the rectangle itself, all of them meet it.
static bool begin_entries(le_visitor *v, const le_rect *area, le_items *items) {
    if (memcmp(area, &v->rect, sizeof *area) == 0) {
        v->low = 0;
        v->high = v->n;
        v->tested = false;
    } else {
        index_entries(v);
        narrow(v, &v->rect);
    }
    v->next = v->low;
    v->run = 0;
    return next_entries(v, items);
}

bool le_layout_visit_begin(const le_layout *layout, const le_viewport *viewport, le_visitor *v, le_items *items) {
    if (!layout || !viewport || !v || !items || !LE__KNOWN(viewport)) return false;
    const le_rect *rect = &viewport->rect;
    if (le__rect_empty(rect)) {
        v->next = v->high;
        v->more = false;
        return false;
    }
    if (LE_UNLIKELY(v->stamp != layout->stamp || !is_within(rect, &v->area) || viewport->scrolls.count)) {
        visit_fill(v, layout, viewport);
        v->rect = le__rect_clamped(rect);
        return begin_entries(v, &v->area, items);
    }
    v->rect = *rect;
    if (!v->indexed) index_entries(v);
    narrow(v, rect);
    v->next = v->low;
    return next_entries(v, items);
}

bool le_layout_visit_next(const le_layout *layout, const le_viewport *viewport, le_visitor *v, le_items *items) {
    if (!layout || !viewport || !v || !items || !LE__KNOWN(viewport)) return false;
    if (LE_LIKELY(next_entries(v, items))) return true;
    if (!v->more) return false;
    v->rect = le__rect_clamped(&viewport->rect);
    fill(v, layout, &v->rect, &viewport->scrolls, v->more_section, v->more_item);
    return begin_entries(v, &v->rect, items);
}
