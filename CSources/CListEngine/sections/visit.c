// Visits: the index and the frame of the items in a rectangle.
//
// A visitor remembers the items that meet a larger rectangle, its area, and the stamp of the layout. As long as the
// layout has that stamp and the rectangle of a visit is within the area, the answer is among these entries, for every
// kind of section. Otherwise the entries are computed again.
//
// - The new area is larger than the rectangle if the rectangle moved a little since the last visit: it extends in the
//   direction of the movement. After a jump the area is the rectangle itself.
// - Entries are in the order of a query, not in the order of their frames. They are not empty, and they can include
//   items that do not meet the area, because flows add whole lines.
// - `ends[i]` is the largest end of entries 0 ... i and `starts[i]` the smallest start of entries i and later. Both
//   ascend, so the entries that can meet a rectangle are one range, whose two ends move with the rectangle. In lists
//   all entries of the range meet it. Otherwise a kernel compares them with the rectangle.
#include <stdlib.h>
#include <string.h>

#include "kernels/kernels.h"
#include "kernels/near_points.h"
#include "kinds/flow/flow.h"
#include "kinds/kind.h"
#include "sections/elements.h"
#include "sections/walk.h"
#include "support/bits.h"

enum { ROOM = LE__ENTRIES };

struct le_visitor {
    le_work work;
    uint64_t stamp; // of the layout that the entries show; 0: none
    le_rect area;   // all items that meet it are entries
    le_rect rect;   // the rectangle of the visit
    int64_t n;
    int64_t low, high; // entries that can meet the rectangle
    int64_t next;      // where the visit continues
    int64_t run, runs; // the run of the entry before, and the number of runs
    bool tested;       // whether only those of entries `low ..< high` whose bit in `met` is set meet the rectangle
    bool indexed;      // whether the values below are up to date
    bool ascending;    // whether all starts and all ends ascend
    bool surplus;      // whether entries were added that might not meet the area
    bool more;         // there are more items than entries, from an item of a section on
    int64_t more_section, more_item;
    int64_t least_cross_max, most_cross_min; // of all entries
    int divisor;                             // of the distance that an area extends ahead
    uint64_t met[ROOM / 64];                 // bit i: entry `low` + i meets the rectangle
    // While entries are made:
    le__frame_map map;
    int32_t at;     // section
    int64_t expect; // the item that continues the last run
    // Runs of consecutive items of a section: the first entry of each, its section and its item. After the last run
    // stands a start that no entry reaches.
    int64_t run_start[ROOM + 1], run_section[ROOM], run_item[ROOM];
    // See above; at index i + 1, between numbers that end every search.
    int64_t starts[ROOM + 2], ends[ROOM + 2];
    le__entries entries;
};

le_visitor *le_visitor_create(void) {
    // Kernels compare whole vectors, also after the last entry.
    return calloc(1, sizeof(le_visitor));
}

void le_visitor_release(le_visitor *visitor) { free(visitor); }

le_work le_visitor_work(const le_visitor *visitor) { return visitor ? visitor->work : (le_work){0}; }

// ---- Entries

// Entries from `k` on show `count` items from `item` on: they continue the last run, or begin another.
LE_INLINE void run_on(le_visitor *v, int64_t k, int64_t item, int64_t count) {
    if (LE_UNLIKELY(item != v->expect)) {
        v->run_start[v->runs] = k;
        v->run_section[v->runs] = v->at;
        v->run_item[v->runs++] = item;
    }
    v->expect = item + count;
}

// Adds an entry that is not empty.
LE_INLINE void put(le_visitor *v, int64_t item, const le_rect *edges, double x, double y, double max_x, double max_y) {
    const int64_t k = v->n++;
    v->entries.main_min[k] = edges->main_min;
    v->entries.main_max[k] = edges->main_max;
    v->entries.cross_min[k] = edges->cross_min;
    v->entries.cross_max[k] = edges->cross_max;
    v->entries.frame[k] = (le_frame){x, y, max_x - x, max_y - y};
    run_on(v, k, item, 1);
}

static bool add_entry(void *opaque, int64_t item, const le_rect *frame) {
    le_visitor *v = opaque;
    if (v->n == ROOM) return false;
    int64_t edges[4];
    le__frame_edges(&v->map, frame, edges);
    put(v, item, frame, le_points(edges[0]), le_points(edges[1]), le_points(edges[2]), le_points(edges[3]));
    return true;
}

// Adds rows of a list whose coordinates are those of the content.
static int64_t add_rows(void *opaque, const uint32_t *strides, int64_t n, int64_t spacing, int64_t item, int64_t end,
                        int64_t *main, const le_rect *line) {
    le_visitor *v = opaque;
    int64_t i = le__kernels_in_use()->row_entries(strides, n, spacing, end, main, line, &v->entries, v->n);
    if (LE_LIKELY(i > 0)) {
        run_on(v, v->n, item, i);
        v->n += i;
        return i;
    }
    const double x = le_points(line->cross_min), max_x = le_points(line->cross_max);
    le_rect edges = *line;
    for (; i < n && *main < end && v->n < ROOM; i++) {
        edges.main_min = *main;
        *main += strides[i];
        edges.main_max = *main - spacing;
        if (edges.main_max > edges.main_min)
            put(v, item + i, &edges, x, le_points(edges.main_min), max_x, le_points(edges.main_max));
    }
    return i;
}

// Adds items of a flow, likewise. They are near, so whole lines are converted together.
static int64_t add_places(void *opaque, const le__flow_places *places, int64_t lead, int64_t base, const le_rect *area,
                          int64_t from) {
    (void)area;
    le_visitor *v = opaque;
    const bool near = places->near && is_near(lead) && is_near(base);
    int64_t i = LE_MAX((int64_t)places->from, from - places->first), to = (int64_t)places->to;
    v->surplus = true;
    while (i < to) {
        const int64_t some = LE_MIN(to - i, ROOM - v->n);
        if (some == 0) return places->first + i;
        int64_t added =
            !near ? 0
                  : le__kernels_in_use()->place_entries(places, (size_t)i, (size_t)some, lead, base, &v->entries, v->n);
        if (added) {
            run_on(v, v->n, places->first + i, added);
            v->n += added;
            i += added;
            continue;
        }
        // An empty item is among them, or they are far away: one by one.
        for (const int64_t stop = i + some; i < stop; i++) {
            const int64_t x = places->x[i] + lead, y = places->y[i] + places->main + base;
            const le_rect edges = {y, x, y + places->heights[i], x + places->widths[i]};
            if (!le__rect_empty(&edges))
                put(v, places->first + i, &edges, le_points(x), le_points(y), le_points(edges.cross_max),
                    le_points(edges.main_max));
        }
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
    v->n = v->runs = v->low = v->run = 0;
    v->more = v->indexed = v->surplus = false;
    while (le__sections_next(layout, section, &r, &place)) {
        if (place.index != section) item = -1;
        section = place.index;
        le__walk w = le__walk_of(layout, &place, item, area, false, scrolls, NULL, &v->work);
        v->at = (int32_t)section;
        v->expect = -1;
        // The item can be from before an edit.
        item = item < place.section->items ? le__kind_of(place.section)->walk(&w, add, v) : -1;
        if (item >= 0) {
            v->more = true;
            v->more_section = section;
            v->more_item = item;
            break;
        }
        section++;
    }
    v->high = v->n;
    v->run_start[v->runs] = ROOM + 1;
}

static void index_entries(le_visitor *v) {
    const le__entries *e = &v->entries;
    const int64_t n = v->n;
    int64_t end = INT64_MIN, start = INT64_MAX, least = INT64_MAX, most = INT64_MIN;
    bool ascending = true;
    v->starts[0] = v->ends[0] = INT64_MIN;
    v->starts[n + 1] = v->ends[n + 1] = INT64_MAX;
    for (int64_t i = 0; i < n; i++) {
        ascending &= e->main_max[i] >= end && (i == 0 || e->main_min[i] >= e->main_min[i - 1]);
        v->ends[i + 1] = end = LE_MAX(end, e->main_max[i]);
        least = LE_MIN(least, e->cross_max[i]);
        most = LE_MAX(most, e->cross_min[i]);
    }
    for (int64_t i = n; i > 0; i--) v->starts[i] = start = LE_MIN(start, e->main_min[i - 1]);
    v->ascending = ascending;
    v->least_cross_max = least;
    v->most_cross_min = most;
    v->low = v->high = 0;
    v->indexed = true;
}

// ---- Areas

// Extends the rectangle of the last visit to an area for this one, in the direction in which it moved. A rectangle that
// shows many items is extended by less, so that the entries have room.
static le_rect area_ahead(const le_visitor *v, const le_rect *rect, int64_t shown) {
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
    // Entry i is at index i + 1. The edges of a rectangle that is not empty are between those of the first and the last
    // number.
    const int64_t min = rect->main_min, max = rect->main_max;
    const int64_t *low = v->ends + v->low + 1, *high = v->starts + v->high + 1;
    while (*low <= min) low++;
    while (low[-1] > min) low--;
    while (*high < max) high++;
    while (high[-1] >= max) high--;
    v->low = low - v->ends - 1;
    v->high = high - v->starts - 1;
    v->tested = !v->ascending || rect->cross_min >= v->least_cross_max || rect->cross_max <= v->most_cross_min;
}

// Compares the entries that can meet the rectangle with it.
LE_INLINE void test(le_visitor *v) {
    v->next = v->low;
    while (LE_UNLIKELY(v->run > 0 && v->run_start[v->run] > v->low)) v->run--;
    if (v->tested && v->low < v->high)
        le__kernels_in_use()->entries_met(&v->entries, (size_t)v->low, (size_t)(v->high - v->low), &v->rect, v->met);
}

// Writes the next consecutive entries that meet the rectangle.
LE_INLINE bool next_entries(le_visitor *v, le_items *items) {
    const int64_t high = v->high, low = v->low;
    int64_t i = v->next, run = v->run;
    if (v->tested && i < high) i = low + (int64_t)le__next_bit(v->met, (size_t)(i - low), (size_t)(high - low));
    if (i >= high) return false;
    while (LE_UNLIKELY(v->run_start[run + 1] <= i)) run++;
    int64_t end = LE_MIN(v->run_start[run + 1], high);
    if (v->tested) end = low + (int64_t)le__next_zero(v->met, (size_t)(i - low), (size_t)(end - low));
    v->next = end;
    v->run = run;
    items->section = v->run_section[run];
    items->first = v->run_item[run] + (i - v->run_start[run]);
    items->count = end - i;
    items->frames = &v->entries.frame[i];
    return true;
}

// Begins with entries that were just made for an area. If that is the rectangle itself, all of them meet it except a
// surplus.
static bool begin_entries(le_visitor *v, const le_rect *area, le_items *items) {
    v->tested = v->surplus;
    if (memcmp(area, &v->rect, sizeof *area) != 0) {
        index_entries(v);
        narrow(v, &v->rect);
    }
    test(v);
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
    test(v);
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
