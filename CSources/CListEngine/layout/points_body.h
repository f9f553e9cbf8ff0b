// The item at a point, and the one nearest to it.

typedef struct point_sink {
    int64_t item;
} point_sink;

LE_INLINE bool point_emit(void *opaque, int64_t item, const le_rect *frame) {
    (void)frame;
    ((point_sink *)opaque)->item = item;
    return true;
}

static bool layout_item_at_point(const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls,
                                 int64_t *section, int64_t *item, le_work *work) {
    // A frame holds the point exactly when it meets the square of one unit that begins there.
    reach r = {main, main + 1, false, work};
    section_place place;
    bool found = false;
    for (int64_t from = 0; sections_next(layout, from, &r, &place); from = place.index + 1) {
        walk w = {layout, place, -1, main, main + 1, cross, cross + 1, false, work, scroll_of(scrolls, place.index),
                  NULL};
        point_sink sink = {-1};
        walk_items(&w, (emitter){.item = point_emit}, &sink);
        if (sink.item >= 0) {
            found = true;
            *section = place.index;
            *item = sink.item;
        }
    }
    return found;
}

typedef unsigned __int128 square;

typedef struct nearest_sink {
    int64_t main, cross; // the point
    int64_t section;
    bool found;
    square best;
    int64_t best_section, best_item;
} nearest_sink;

LE_INLINE bool nearest_emit(void *opaque, int64_t item, const le_rect *frame) {
    nearest_sink *sink = opaque;
    int64_t main = LE_MAX(LE_MAX(frame->main_min - sink->main, sink->main - frame->main_max), 0);
    int64_t cross = LE_MAX(LE_MAX(frame->cross_min - sink->cross, sink->cross - frame->cross_max), 0);
    square distance = (square)main * (square)main + (square)cross * (square)cross;
    if (!sink->found || distance < sink->best) {
        sink->found = true;
        sink->best = distance;
        sink->best_section = sink->section;
        sink->best_item = item;
    }
    return true;
}

static bool layout_nearest_item(const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls,
                                int64_t *section, int64_t *item, le_work *work) {
    if (!layout->root || layout->root->sum[2] == 0) return false;
    // Everything within a growing stretch is looked at; what is nearer than the stretch reaches is the nearest.
    // Nothing lies further out, and the difference of any two coordinates fits 64 bits.
    const int64_t far = LE_MAX_TOTAL - 1;
    main = LE_MIN(LE_MAX(main, -far), far);
    cross = LE_MIN(LE_MAX(cross, -far), far);
    for (int64_t reach_by = 64 * LE_UNIT;; reach_by = reach_by > far / 8 ? far : reach_by * 8) {
        bool last = reach_by == far;
        int64_t low = last ? -far : LE_MAX(main - reach_by, -far), high = last ? far : LE_MIN(main + reach_by, far);
        reach r = {low - 1, high + 1, true, work};
        nearest_sink sink = {.main = main, .cross = cross};
        section_place place;
        for (int64_t from = 0; sections_next(layout, from, &r, &place); from = place.index + 1) {
            walk w = {layout,        place,         -1,   low - 1, high + 1,
                      INT64_MIN / 2, INT64_MAX / 2, true, work,    scroll_of(scrolls, place.index),
                      NULL};
            sink.section = place.index;
            walk_items(&w, (emitter){.item = nearest_emit}, &sink);
        }
        if (sink.found && (last || sink.best <= (square)reach_by * (square)reach_by)) {
            *section = sink.best_section;
            *item = sink.best_item;
            return true;
        }
        if (last) return false;
    }
}
