// Visits: the index and the frame of the items in a rectangle.
//
// A visitor remembers the items that meet a larger rectangle, its area, and the stamp of the layout. As long as the
// layout has that stamp and the rectangle of a visit is within the area, the answer is among these entries, for every
// kind of section. Otherwise the entries are computed again.
//
// - The new area is larger than the rectangle if the rectangle moved a little since the last visit: it extends in the
//   direction of the movement. After a jump the area is the rectangle itself, and the entries serve one visit: they are
//   frames without edges. Many lists that are shown in turn find little of what they touch in the cache, so a jump
//   writes as few cache lines as possible, one after the other.
// - Entries are in the order of a query, not in the order of their frames. They are not empty, and they can include
//   items that do not meet the area, because flows add whole lines.
// - `ends[i]` is the largest end of entries 0 ... i and `starts[i]` the smallest start of entries i and later. Both
//   ascend, so the entries that can meet a rectangle are one range, whose two ends move with the rectangle. In lists
//   they are the edges themselves, and all entries of the range meet it. Otherwise a kernel compares them with the
//   rectangle.
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "kernels/kernels.h"
#include "kernels/near_points.h"
#include "kinds/flow/flow.h"
#include "section/kind.h"
#include "section/elements.h"
#include "section/section_walk.h"
#include "support/bits.h"
#include "support/memory.h"

enum { ROOM = LE__ENTRIES, LINE = 64 };

// Consecutive items of a section.
typedef struct run {
    int32_t start, section; // first entry
    int64_t item;
} run;

// A visit that has its entries reads the first two cache lines, which include the first run. Many lists that scroll in
// turn find them only in a slow cache.
struct le_visitor {
    _Alignas(LINE) uint64_t stamp; // of the layout that the entries show, if they have edges; 0: none
    le_rect area;                  // all items that meet it are entries
    int64_t main_min, main_max;    // of the rectangle of the last visit

    bool tested;           // whether only those of entries `low ..< high` whose bit in `met` is set meet the rectangle
    bool plain;            // whether all starts and all ends ascend, and all entries are consecutive items
    bool more;             // there are more items than entries, from an item of a section on
    uint16_t starts, ends; // see above and `searched`
    int32_t low, high;     // entries that can meet the rectangle
    int32_t next;          // where the visit continues
    int32_t run;           // the run of the entry before

    int64_t least_cross_max, most_cross_min; // of all entries
    uint64_t met[ROOM / 64];                 // bit i: entry `low` + i meets the rectangle
    run list[ROOM + 1];                      // of runs; after the last stands a start that no entry reaches

    int64_t n, runs;
    uint64_t last_stamp; // as `stamp`, also of entries without edges
    bool edged;          // whether entries have edges; what follows from them is set when they are complete
    bool surplus;        // whether entries were added that might not meet the area; without edges, `met` says which do
    bool ascending;      // whether all starts and all ends ascend
    int divisor;         // of the distance that an area extends ahead
    int64_t more_section, more_item;
    // While entries are made:
    le__frame_map map;
    int32_t at;     // section
    int64_t expect; // the item that continues the last run
    le_work work;
    _Alignas(LINE) le__entries entries;
    // The starts and ends of entries that do not ascend, see above.
    int64_t least_starts[ROOM + 2 * LE__ENTRY], most_ends[ROOM + 2 * LE__ENTRY];
};

static_assert(sizeof(le_visitor) / sizeof(int64_t) <= UINT16_MAX, "the numbers of a visitor are counted in 16 bits");

le_visitor *le_visitor_create(void) {
    le_visitor *made = le__aligned_alloc(LINE, sizeof *made);
    // Kernels compare whole vectors, even after the last entry.
    if (made) memset(made, 0, sizeof *made);
    return made;
}

void le_visitor_release(le_visitor *visitor) {
    if (visitor) le__aligned_free(visitor);
}

le_work le_visitor_work(const le_visitor *visitor) { return visitor ? visitor->work : (le_work){0}; }

// ---- Entries

// Entries from `k` on show `count` items from `item` on: they continue the last run, or begin another.
LE_INLINE void run_on(le_visitor *v, int64_t k, int64_t item, int64_t count) {
    if (LE_UNLIKELY(item != v->expect)) v->list[v->runs++] = (run){(int32_t)k, v->at, item};
    v->expect = item + count;
}

// Without edges: notes that entries from `k` on meet the area, if that is not true of all entries.
LE_INLINE void note_met(le_visitor *v, int64_t k, int64_t count) {
    if (LE_LIKELY(!v->surplus || v->edged)) return;
    for (int64_t i = k; i < k + count; i++) v->met[i / 64] |= (uint64_t)1 << (i & 63);
}

// Adds an entry that is not empty.
LE_INLINE void put(le_visitor *v, int64_t item, const le_rect *edges, double x, double y, double max_x, double max_y) {
    const int64_t k = v->n++;
    v->entries.frame[k] = (le_frame){x, y, max_x - x, max_y - y};
    if (v->edged) {
        v->entries.main_min[k + LE__ENTRY] = edges->main_min;
        v->entries.main_max[k + LE__ENTRY] = edges->main_max;
        v->entries.cross_min[k] = edges->cross_min;
        v->entries.cross_max[k] = edges->cross_max;
    }
    note_met(v, k, 1);
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

// The same for coordinates that are those of the content.
static bool add_plain_entry(void *opaque, int64_t item, const le_rect *frame) {
    le_visitor *v = opaque;
    if (v->n == ROOM) return false;
    put(v, item, frame, le_points(frame->cross_min), le_points(frame->main_min), le_points(frame->cross_max),
        le_points(frame->main_max));
    return true;
}

// Adds rows of a list whose coordinates are those of the content.
static int64_t add_rows(void *opaque, const uint32_t *strides, int64_t n, int64_t spacing, int64_t item, int64_t end,
                        int64_t *main, const le_rect *line) {
    le_visitor *v = opaque;
    int64_t i = le__kernels_in_use()->row_entries(strides, n, spacing, end, main, line, &v->entries, v->n, v->edged);
    if (LE_LIKELY(i > 0)) {
        note_met(v, v->n, i);
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

// Adds items of a flow, likewise. They are near, so whole lines are converted together. Without edges their bits are
// set here, because the edges of the entries are not known later.
static int64_t add_places(void *opaque, const le__flow_places *places, int64_t lead, int64_t base, const le_rect *area,
                          int64_t from) {
    le_visitor *v = opaque;
    const bool near = places->near && is_near(lead) && is_near(base);
    int64_t i = LE_MAX((int64_t)places->from, from - places->first), to = (int64_t)places->to;
    if (!v->surplus) {
        v->surplus = true;
        note_met(v, 0, v->n);
    }
    while (i < to) {
        const int64_t some = LE_MIN(to - i, ROOM - v->n);
        if (some == 0) return places->first + i;
        uint64_t met[ROOM / 64];
        int64_t added = !near ? 0
                              : le__kernels_in_use()->place_entries(places, (size_t)i, (size_t)some, lead, base,
                                                                    v->edged ? NULL : area, &v->entries, v->n, met);
        if (added) {
            if (!v->edged) le__bits_put(v->met, (size_t)v->n, met, (size_t)added);
            run_on(v, v->n, places->first + i, added);
            v->n += added;
            i += added;
            continue;
        }
        // An empty item is among them, or they are far away: one by one.
        for (const int64_t stop = i + some; i < stop; i++) {
            const int64_t x = places->x[i] + lead, y = places->y[i] + places->main + base;
            const le_rect edges = {y, x, y + places->heights[i], x + places->widths[i]};
            if (le__rects_meet(&edges, area))
                put(v, places->first + i, &edges, le_points(x), le_points(y), le_points(edges.cross_max),
                    le_points(edges.main_max));
        }
    }
    return -1;
}

// Makes the entries of an area, with or without edges, from an item of a section on (-1: the first that meets the
// area).
static void fill(le_visitor *v, const le_layout *layout, const le_rect *area, bool edged, const le_scrolls *scrolls,
                 int64_t section, int64_t item) {
    static const le__emitter plain = {add_plain_entry, add_rows, add_places}, other = {.item = add_entry};
    le__reach r = {area->main_min, area->main_max, false, &v->work};
    le__section_place place = {0};
    v->map = le__frame_map_of(layout);
    const le__emitter *add = le__frame_map_plain(&v->map) ? &plain : &other;
    v->n = v->runs = 0;
    v->low = v->run = 0;
    v->more = v->surplus = false;
    v->edged = edged;
    memset(v->met, 0, sizeof v->met);
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
    v->high = (int32_t)v->n;
    v->list[v->runs].start = ROOM + 1;
}

// The numbers that are searched, at index i + LE__ENTRY: `starts` or `ends`, which count numbers from the start of the
// visitor on.
LE_INLINE int64_t *searched(le_visitor *v, uint16_t at) { return (int64_t *)(void *)v + at; }
LE_INLINE uint16_t searched_at(size_t offset) { return (uint16_t)(offset / sizeof(int64_t)); }

// Sets what searches need, from the edges.
static void index_entries(le_visitor *v) {
    le__entries *e = &v->entries;
    const int64_t n = v->n, *min = e->main_min + LE__ENTRY, *max = e->main_max + LE__ENTRY;
    int64_t least = INT64_MAX, most = INT64_MIN;
    uint64_t falls = 0;
    for (int64_t i = 1; i < n; i++) falls |= (uint64_t)(min[i] < min[i - 1]) | (uint64_t)(max[i] < max[i - 1]);
    for (int64_t i = 0; i < n; i++) {
        least = LE_MIN(least, e->cross_max[i]);
        most = LE_MAX(most, e->cross_min[i]);
    }
    v->ascending = !falls;
    v->plain = v->ascending && v->runs == 1 && !v->more;
    v->least_cross_max = least;
    v->most_cross_min = most;
    v->low = v->high = 0;
    v->starts = searched_at(v->ascending ? offsetof(le_visitor, entries.main_min) : offsetof(le_visitor, least_starts));
    v->ends = searched_at(v->ascending ? offsetof(le_visitor, entries.main_max) : offsetof(le_visitor, most_ends));
    int64_t *const starts = searched(v, v->starts), *const ends = searched(v, v->ends);
    if (!v->ascending) {
        int64_t end = INT64_MIN, start = INT64_MAX;
        for (int64_t i = 0; i < n; i++) ends[i + LE__ENTRY] = end = LE_MAX(end, max[i]);
        for (int64_t i = n; i-- > 0;) starts[i + LE__ENTRY] = start = LE_MIN(start, min[i]);
    }
    for (int64_t i = 0; i < LE__ENTRY; i++) {
        starts[i] = ends[i] = INT64_MIN;
        starts[n + LE__ENTRY + i] = ends[n + LE__ENTRY + i] = INT64_MAX;
    }
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
    if (rect->main_min >= v->main_min)
        area.main_max += ahead;
    else
        area.main_min -= ahead;
    return le__rect_clamped(&area);
}

LE_INLINE void saw(le_visitor *v, const le_rect *rect) {
    v->main_min = rect->main_min;
    v->main_max = rect->main_max;
}

// Makes entries for a rectangle that the present ones do not cover.
static void visit_fill(le_visitor *v, const le_layout *layout, const le_viewport *viewport, const le_rect *clamped) {
    const le_rect rect = *clamped;
    const bool known = v->last_stamp == layout->stamp;
    // As many entries as the last time are fetched for writing while the layout is searched.
    for (int64_t i = 0; i < v->n; i += 2) LE_PREFETCH_TO_WRITE(&v->entries.frame[i]);
    LE_PREFETCH_TO_WRITE(v->list);
    if (!known) v->divisor = 1;
    le_rect area = rect;
    const bool near = rect.main_min < v->main_max && rect.main_max > v->main_min;
    const bool moved = known && near && !viewport->scrolls.count;
    if (moved) area = area_ahead(v, &rect, v->high - v->low);
    fill(v, layout, &area, moved, &viewport->scrolls, 0, -1);
    if (v->more && (area.main_min != rect.main_min || area.main_max != rect.main_max)) {
        v->divisor = LE_MIN(4 * v->divisor, 1 << 20);
        area = rect;
        fill(v, layout, &area, moved, &viewport->scrolls, 0, -1);
    }
    // With scroll offsets or only a part of the items, the entries serve this visit alone.
    v->last_stamp = v->more || viewport->scrolls.count ? 0 : layout->stamp;
    v->stamp = moved ? v->last_stamp : 0;
    v->area = area;
    saw(v, &rect);
}

// ---- Visits

LE_INLINE bool is_within(const le_rect *a, const le_rect *b) {
    return a->main_min >= b->main_min && a->main_max <= b->main_max && a->cross_min >= b->cross_min &&
           a->cross_max <= b->cross_max;
}

// The first entry whose number is `least` or more, from a guess on. The numbers ascend, and end every search.
LE_INLINE int64_t first_from(const int64_t *numbers, int64_t guess, int64_t least) {
    int64_t entry = guess;
    while (numbers[entry + LE__ENTRY] < least) entry++;
    while (numbers[entry + LE__ENTRY - 1] >= least) entry--;
    return entry;
}

// How many of the numbers of entries guess - 2 ... guess + 1 are less. Unless it is none or all of them, the first
// entry whose number is not less follows. It has no branch: where a rectangle that is scrolled begins and ends cannot
// be predicted.
LE_INLINE uint64_t less_near(const int64_t *numbers, int64_t guess, int64_t least) {
    const int64_t *near = numbers + guess;
    return (uint64_t)(near[0] < least) + (near[1] < least) + (near[2] < least) + (near[3] < least);
}

// Whether all entries that were found meet the rectangle and are consecutive items.
LE_INLINE bool all_meet(const le_visitor *v, const le_rect *rect) {
    return v->plain & (rect->cross_min < v->least_cross_max) & (rect->cross_max > v->most_cross_min);
}

// Writes all entries that were found: consecutive items that meet the rectangle.
LE_INLINE bool all_entries(le_visitor *v, le_items *items) {
    const int64_t low = v->low, high = v->high;
    v->next = v->high;
    if (low >= high) return false;
    items->section = v->list->section;
    items->first = v->list->item + low;
    items->count = high - low;
    items->frames = &v->entries.frame[low];
    items->last = true;
    return true;
}

// Compares the entries that can meet the rectangle with it.
LE_INLINE void test(le_visitor *v, const le_rect *rect) {
    const bool across = rect->cross_min >= v->least_cross_max || rect->cross_max <= v->most_cross_min;
    v->tested = !v->ascending || across;
    while (LE_UNLIKELY(v->run > 0 && v->list[v->run].start > v->low)) v->run--;
    if (v->tested && v->low < v->high)
        le__kernels_in_use()->entries_met(&v->entries, (size_t)v->low, (size_t)(v->high - v->low), rect, across,
                                          v->met);
}

// Writes the next consecutive entries that meet the rectangle.
LE_INLINE bool next_entries(le_visitor *v, le_items *items) {
    const int64_t high = v->high, low = v->low;
    int64_t i = v->next, run = v->run;
    if (v->tested && i < high) i = low + (int64_t)le__next_bit(v->met, (size_t)(i - low), (size_t)(high - low));
    if (i >= high) return false;
    while (LE_UNLIKELY(v->list[run + 1].start <= i)) run++;
    int64_t end = LE_MIN((int64_t)v->list[run + 1].start, high);
    if (v->tested) end = low + (int64_t)le__next_zero(v->met, (size_t)(i - low), (size_t)(end - low));
    v->next = (int32_t)end;
    v->run = (int32_t)run;
    items->section = v->list[run].section;
    items->first = v->list[run].item + (i - v->list[run].start);
    items->count = end - i;
    items->frames = &v->entries.frame[i];
    items->last = end == high && !v->more;
    return true;
}

// Begins with the entries that were found.
static LE_NOINLINE bool begin_tested(le_visitor *v, const le_rect *rect, le_items *items) {
    v->next = v->low;
    test(v, rect);
    return next_entries(v, items);
}

// Finds the entries that can meet the rectangle, and begins with them. The edges of a rectangle that is not empty are
// between the numbers at both ends.
static LE_NOINLINE bool begin_far(le_visitor *v, const le_rect *rect, le_items *items) {
    v->low = (int32_t)first_from(searched(v, v->ends), v->low, rect->main_min + 1);
    v->high = (int32_t)first_from(searched(v, v->starts), v->high, rect->main_max);
    return all_meet(v, rect) ? all_entries(v, items) : begin_tested(v, rect, items);
}

// The same if both ends are close to those of the last visit.
LE_INLINE bool begin_near(le_visitor *v, const le_rect *rect, le_items *items) {
    const uint64_t ended = less_near(searched(v, v->ends), v->low, rect->main_min + 1);
    const uint64_t started = less_near(searched(v, v->starts), v->high, rect->main_max);
    if (LE_UNLIKELY(ended % (2 * LE__ENTRY) == 0 || started % (2 * LE__ENTRY) == 0)) return begin_far(v, rect, items);
    v->low += (int32_t)ended - LE__ENTRY;
    v->high += (int32_t)started - LE__ENTRY;
    return LE_LIKELY(all_meet(v, rect)) ? all_entries(v, items) : begin_tested(v, rect, items);
}

// Begins with entries that were just made. Without edges all of them meet the area except a surplus.
static bool begin_entries(le_visitor *v, const le_rect *rect, le_items *items) {
    if (v->edged) {
        index_entries(v);
        return begin_far(v, rect, items);
    }
    v->tested = v->surplus;
    v->next = 0;
    return next_entries(v, items);
}

// Makes entries of further items until one of them meets the rectangle. Whole lines are made together, so that many
// items in a row can miss it. Rare: kept out of the common path.
static LE_NOINLINE bool go_on(le_visitor *v, const le_layout *layout, const le_viewport *viewport, le_items *items) {
    const le_rect rect = le__rect_clamped(&viewport->rect);
    while (v->more) {
        fill(v, layout, &rect, false, &viewport->scrolls, v->more_section, v->more_item);
        if (begin_entries(v, &rect, items)) return true;
    }
    return false;
}

LE_INLINE bool begin_nothing(le_visitor *v) {
    v->next = v->high;
    v->more = false;
    return false;
}

static LE_NOINLINE bool begin_anew(le_visitor *v, const le_layout *layout, const le_viewport *viewport,
                                   le_items *items) {
    const le_rect rect = le__rect_clamped(&viewport->rect);
    if (le__rect_empty(&rect)) return begin_nothing(v); // wholly beyond the limits
    visit_fill(v, layout, viewport, &rect);
    return begin_entries(v, &rect, items) || go_on(v, layout, viewport, items);
}

LE_INLINE bool is_usable(const le_layout *layout, const le_viewport *viewport, const le_visitor *v,
                         const le_items *items) {
    return layout && viewport && LE__KNOWN(viewport) && v && items;
}

bool le_layout_visit_begin(const le_layout *layout, const le_viewport *viewport, le_visitor *v, le_items *items) {
    if (!is_usable(layout, viewport, v, items)) return false;
    const le_rect *rect = &viewport->rect;
    if (le__rect_empty(rect)) return begin_nothing(v);
    if (LE_UNLIKELY(v->stamp != layout->stamp || !is_within(rect, &v->area) || viewport->scrolls.count))
        return begin_anew(v, layout, viewport, items);
    // Two numbers, because a caller has just stored the rectangle one by one: see row_entries.
    saw(v, rect);
    return begin_near(v, rect, items);
}

bool le_layout_visit_next(const le_layout *layout, const le_viewport *viewport, le_visitor *v, le_items *items) {
    if (v && v->next >= v->high && !v->more) return false; // most visits end with the first run
    if (!is_usable(layout, viewport, v, items)) return false;
    return next_entries(v, items) || go_on(v, layout, viewport, items);
}
