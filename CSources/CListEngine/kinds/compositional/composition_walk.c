// Walking the items of a compositional section, each with its supplementaries if the walk includes them.
#include "kinds/compositional/composition_walk.h"

#include "kinds/compositional/groups.h"
#include "kinds/repeated.h"
#include "section/elements.h"

// The consumer of a walk; each function returns false to stop it. `mark` and `part` may be NULL. `mark` receives what
// differs between items (drawing order and flags) before each item. `part` receives a supplementary of an item or a
// group, and its index in the section as `item`.
typedef struct item_emitter {
    bool (*item)(void *sink, int64_t item, const le_rect *frame);
    void (*mark)(void *sink, int32_t z_index, uint8_t flags);
    bool (*part)(void *sink, int64_t item, const le_badge *badge, const le_rect *frame, uint8_t flags);
    size_t (*written)(const void *sink); // number of elements consumed so far; NULL: the walk covers all items,
                                         // wherever they are
} item_emitter;

// The position of a group.
typedef struct origin {
    int64_t main, cross;
} origin;

LE_INLINE le_rect rect_placed(const le_rect *r, origin at) {
    return (le_rect){r->main_min + at.main, r->cross_min + at.cross, r->main_max + at.main, r->cross_max + at.cross};
}

// Whether an item has an estimated extent that was not measured. `w` is NULL if the group is as in the template.
LE_INLINE bool is_estimate(const le__template *t, const le__group_window *w, int32_t leaf) {
    return t->open[leaf] & ~(w ? w->measured[leaf - w->first] : 0);
}

LE_INLINE bool walk_meets(const le__walk *w, const le_rect *r) {
    return r->main_min < w->main_max && r->main_max > w->main_min && r->cross_min < w->cross_max &&
           r->cross_max > w->cross_min && (w->all || !le__rect_empty(r));
}

// The group that a walk is at.
typedef struct group_at {
    int64_t group;
    origin at;
    int32_t present; // number of its items
} group_at;

// Emits the parts that follow an item, from part `from` on: its own, and those of the groups whose last item it is.
// Returns the part for which there was no room, or -1. `window` is NULL if the group is as in the template.
LE_INLINE int64_t walk_parts(const le__walk *w, const item_emitter *emit, void *sink, le__group_solver *s,
                             const group_at *g, le__group_window *window, int32_t leaf, int64_t from) {
    const le__template *t = s->t;
    const uint32_t end = leaf == g->present - 1 ? t->parts : t->part_from[leaf + 1];
    for (uint32_t p = (uint32_t)LE_MAX(from, (int64_t)t->part_from[leaf]); p < end; p++) {
        const le__part *part = &t->part[p];
        if (part->first >= g->present) continue;
        if (window && (p < window->part || p >= window->part_end)) le__window_move(s, g->group, leaf, p, window);
        le_rect frame = rect_placed(window ? &window->part_frame[p - window->part] : &part->frame, g->at);
        if (!walk_meets(w, &frame)) continue;
        if (part->separates && g->group * t->items + leaf + 1 == w->place.section->items) continue;
        int64_t item = part->ordinal < 0 ? g->group * t->items + leaf : g->group * part->per_group + part->ordinal;
        const le_badge *badge = &t->composition->spec.badges[part->badge];
        const bool estimated = part->open & ~(window ? window->part_measured[p - window->part] : 0);
        if (!emit->part(sink, item, badge, &frame, estimated ? LE_ELEMENT_ESTIMATED : 0)) return p;
    }
    return -1;
}

// Whether the block of items that begins with `leaf` is outside the area of the walk.
LE_INLINE bool block_is_out(const le__walk *w, const le__template *t, const group_at *g, int32_t leaf) {
    le_rect bound = rect_placed(&t->bound[leaf / LE__ITEMS_PER_BOUNDS], g->at);
    return bound.main_min >= w->main_max || bound.main_max <= w->main_min || bound.cross_min >= w->cross_max ||
           bound.cross_max <= w->cross_min;
}

// Emits the items of a group from `leaf` on, and from part `part` of that item if it is not -1. Returns the item of the
// section for which there was no room, with the part in `*w->part`; or -1.
LE_INLINE int64_t walk_group(const le__walk *w, const item_emitter *emit, void *sink, le__group_solver *s,
                             const group_at *g, le__group_window *window, int32_t leaf, int64_t part) {
    const le__template *t = s->t;
    const int64_t first = g->group * t->items;
    for (; leaf < g->present; leaf++, part = -1) {
        if (emit->written && !window && t->bounds && leaf % LE__ITEMS_PER_BOUNDS == 0 && part < 0 &&
            block_is_out(w, t, g, leaf)) {
            LE_PATH(GROUP_BOUNDS);
            leaf += LE__ITEMS_PER_BOUNDS - 1;
            continue;
        }
        if (window && leaf >= window->end) le__window_move(s, g->group, leaf, t->part_from[leaf], window);
        le_rect frame = rect_placed(window ? &window->frame[leaf - window->first] : &t->frame[leaf], g->at);
        if (!emit->written || (part < 0 && walk_meets(w, &frame))) {
            if (emit->mark)
                emit->mark(sink, t->custom ? t->custom[leaf].z_index : 0,
                           is_estimate(t, window, leaf) ? LE_ELEMENT_ESTIMATED : 0);
            if (!emit->item(sink, first + leaf, &frame)) {
                if (w->part) *w->part = -1;
                return first + leaf;
            }
        }
        if (emit->part && t->parts) {
            part = walk_parts(w, emit, sink, s, g, window, leaf, part);
            if (part >= 0) {
                *w->part = part;
                return first + leaf;
            }
        }
    }
    return -1;
}

// The area of a walk relative to a group, and the distance to the next group that shows anything.
typedef struct search {
    int axis;
    int64_t min[2], max[2];
    bool all;
    int64_t pitch;
    int64_t steps; // to that group, or to the end of the groups with the same layout
} search;

// The steps to the first group whose frame is in the area, or the steps known so far if they are fewer.
LE_INLINE int64_t steps_to(const search *s, const le_rect *frame) {
    const int64_t min[2] = {frame->main_min, frame->cross_min}, max[2] = {frame->main_max, frame->cross_max};
    const int along = s->axis, across = !along;
    if (min[across] >= s->max[across] || max[across] <= s->min[across]) return s->steps;
    int64_t steps = 0;
    if (max[along] <= s->min[along]) {
        if (s->pitch == 0) return s->steps;
        steps = le__less(s->min[along], max[along]) / s->pitch;
        if (steps >= s->steps) return s->steps;
    }
    steps = steps + 1;
    return steps < s->steps && min[along] + steps * s->pitch < s->max[along] ? steps : s->steps;
}

LE_INLINE void search_frames(search *s, const le_rect *frames, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        if (s->all || !le__rect_empty(&frames[i])) s->steps = steps_to(s, &frames[i]);
}

// The same for the frames of a template; blocks outside the area are skipped.
static void search_template(search *s, const le__template *t, bool parts) {
    for (int32_t first = 0, end; first < t->items; first = end) {
        end = LE_MIN(first + LE__ITEMS_PER_BOUNDS, t->items);
        if (t->bounds && steps_to(s, &t->bound[first / LE__ITEMS_PER_BOUNDS]) == s->steps) continue;
        search_frames(s, t->frame + first, end - first);
        for (uint32_t p = t->part_from[first]; parts && p < t->part_from[end]; p++)
            search_frames(s, &t->part[p].frame, 1);
    }
}

// The first group after `at` that may show something, where `at` shows nothing. Groups with the layout of `at` are
// skipped unless they do show something. `window` is NULL if the group is as in the template.
static LE_NOINLINE int64_t next_shown(const le__walk *w, const le__groups *groups, group_at at, bool parts,
                                      le__group_solver *solver, le__group_window *window) {
    const le__template *t = groups->t;
    const le__alike alike = le__groups_alike(groups, at.group, at.group, w->work);
    search s = {.axis = t->axis,
                .min = {le__less(w->main_min, at.at.main), le__less(w->cross_min, at.at.cross)},
                .max = {le__less(w->main_max, at.at.main), le__less(w->cross_max, at.at.cross)},
                .all = w->all,
                .pitch = alike.pitch,
                .steps = alike.end - at.group};
    if (s.steps == 1) return at.group + 1; // no other group has the same layout, or this is the last one
    LE_PATH(GROUPS_PASSED);
    if (!window) {
        search_template(&s, t, parts);
        return at.group + s.steps;
    }
    for (int32_t first = 0, part = 0; first < t->items || (parts && part < (int32_t)t->parts);
         first += LE__GROUP_WINDOW, part += LE__GROUP_WINDOW) {
        le__window_move(solver, at.group, LE_MIN(first, t->items), LE_MIN((uint32_t)part, t->parts), window);
        search_frames(&s, window->frame, window->end - window->first);
        if (parts) search_frames(&s, window->part_frame, window->part_end - window->part);
    }
    return at.group + s.steps;
}

// Inlined into each of its few callers, with a constant emitter where that pays.
LE_INLINE int64_t walk_groups(const le__walk *w, const le__groups *groups, const item_emitter *emit, void *sink) {
    const le__groups cw = *groups;
    const le__template *t = cw.t;
    if (cw.first >= cw.end) return -1;
    const int axis = t->axis;
    const int64_t per = t->items, before = le__reach_of(t, cw.c, axis, 0);
    const int64_t low = le__less(axis == MAIN ? w->main_min : w->cross_min, cw.base[axis]);
    const int64_t high = le__less(axis == MAIN ? w->main_max : w->cross_max, cw.base[axis]);
    group_at g = {.group = w->from >= 0 ? w->from / per
                                        : LE_MAX(le__first_group_past(t, cw.c, cw.count, low, w->work), cw.first)};
    if (g.group >= cw.end) return -1;
    int32_t leaf = w->from >= 0 ? (int32_t)(w->from - g.group * per) : 0;
    int64_t part = w->from >= 0 && w->part ? *w->part : -1; // part of item `leaf` to resume at; -1: the item itself
    if (part >= 0) LE_PATH(PARTS_RESUMED);

    int64_t position = le__groups_position(&cw, g.group, w->work);
    le__group_solver solver = le__groups_solver(&cw);
    le__group_window window;
    le__size_reader pitches;
    pitches.k = -1;
    for (;; leaf = 0, part = -1) {
        if (emit->written && le__less(position, before) >= high) return -1;
        g.at.main = cw.base[MAIN] + (axis == MAIN ? position : 0);
        g.at.cross = cw.base[CROSS] + (axis == MAIN ? 0 : position);
        g.present = le__groups_present(&cw, g.group);
        if (w->work) w->work->nodes_visited++;
        const bool differs = cw.measured && le__window_load(&solver, g.group, leaf, t->part_from[leaf], &window);
        const size_t written = emit->written ? emit->written(sink) : 0;
        int64_t stopped = walk_group(w, emit, sink, &solver, &g, differs ? &window : NULL, leaf, part);
        if (stopped >= 0) return stopped;
        if (LE_LIKELY(!emit->written || emit->written(sink) != written)) {
            int64_t one = cw.pitch;
            if (++g.group >= cw.end) return -1;
            if (one < 0) le__read_sizes(&pitches, cw.c->pitch, g.group - 1, 1, &one);
            position += one;
            continue;
        }
        // A copy, so that the walk keeps frequently read fields in registers.
        const le__groups copy = cw;
        g.group = next_shown(w, &copy, g, emit->part != NULL, &solver, differs ? &window : NULL);
        if (g.group >= cw.end) return -1;
        position = le__groups_position(&copy, g.group, w->work);
        solver.reader[MAIN].k = solver.reader[CROSS].k = pitches.k = -1;
    }
}

// Counts the items that an emitter accepts.
typedef struct counting_sink {
    const le__emitter *emit;
    void *sink;
    size_t written;
} counting_sink;

static bool counting_item(void *opaque, int64_t item, const le_rect *frame) {
    counting_sink *counting = opaque;
    counting->written++;
    return counting->emit->item(counting->sink, item, frame);
}

static size_t counting_written(const void *opaque) { return ((const counting_sink *)opaque)->written; }

// ---- Groups without measured items, which repeat

// Places the items of the first group. False if groups differ, if they have more than `most` items, or if an item does
// not fit the numbers of places. `extent` receives where the last item ends along the axis.
static bool place_group(const le__groups *cw, int32_t most, le__repeated *r, int64_t *extent) {
    const le__template *t = cw->t;
    if (cw->count == 0 || cw->measured || cw->pitch < 0 || t->items > most) return false;
    le__repeated_start(r, t->items, cw->pitch, t->axis == CROSS, cw->base[CROSS], cw->base[MAIN]);
    *extent = 0;
    for (int32_t i = 0; i < t->items; i++) {
        const le_rect *f = &t->frame[i];
        if (f->main_min < 0 || f->cross_min < 0 || f->main_max > UINT32_MAX || f->cross_max > UINT32_MAX) return false;
        r->places.x[i] = (uint32_t)f->cross_min;
        r->places.y[i] = (uint32_t)f->main_min;
        r->places.widths[i] = (uint32_t)(f->cross_max - f->cross_min);
        r->places.heights[i] = (uint32_t)(f->main_max - f->main_min);
        *extent = LE_MAX(*extent, t->axis == MAIN ? f->main_max : f->cross_max);
    }
    return true;
}

// The most items of a group that a walk places whole.
enum { REPEATED_FEW = 8 };

// Whether every group shows all its items in the area of a walk, except groups at its ends. Otherwise the walk finds
// the groups that show something one by one.
static bool group_shows(const le__walk *w, const le__groups *cw, int64_t extent) {
    const le__template *t = cw->t;
    const int axis = t->axis;
    const int64_t from = le__less(axis == MAIN ? w->cross_min : w->main_min, cw->base[!axis]);
    const int64_t to = le__less(axis == MAIN ? w->cross_max : w->main_max, cw->base[!axis]);
    for (int32_t i = 0; i < t->items; i++) {
        const le_rect *f = &t->frame[i];
        const int64_t min = axis == MAIN ? f->cross_min : f->main_min, max = axis == MAIN ? f->cross_max : f->main_max;
        if (le__rect_empty(f) || min >= to || max <= from) return false;
    }
    return cw->pitch > 0 && extent / 2 <= cw->pitch;
}

// Walks over many groups together. False if that is not possible.
static bool walk_repeated(const le__walk *w, const le__groups *cw, le__places_emitter *emit, void *sink,
                          int64_t *stopped) {
    le__repeated repeated; // not cleared, because it is large
    int64_t extent;
    if (!place_group(cw, REPEATED_FEW, &repeated, &extent) || !group_shows(w, cw, extent)) return false;
    const int axis = cw->t->axis;
    const int64_t low = le__less(axis == MAIN ? w->main_min : w->cross_min, cw->base[axis]);
    const int64_t high = le__less(axis == MAIN ? w->main_max : w->cross_max, cw->base[axis]);
    // From the first group with an item that can end in the area to the last one that begins there.
    const int64_t before = LE_MAX(low < extent ? 0 : (low - extent) / cw->pitch + 1, cw->first);
    const int64_t behind = high > 0 ? LE_MIN((high - 1) / cw->pitch + 1, cw->end) : 0;
    const int64_t per = repeated.per, end = LE_MIN(behind * per, cw->items);
    // A walk that continues may do so after an edit.
    int64_t item = LE_MAX(w->from, LE_MIN(before, cw->end) * per);
    if (w->work) w->work->nodes_visited++;
    *stopped = -1;
    if (item >= end) return true;
    le__repeat(&repeated, extent, (end - 1) / per - item / per + 1);
    *stopped = le__emit_repeated(w, &repeated, &item, end, emit, sink);
    return true;
}

// A walk over some of the groups of a section.
typedef int64_t group_walk(const le__walk *w, const le__groups *groups, const le__emitter *emit, void *sink);

// Walks over a section that loops: over each run of its groups, at its own scroll offset. So items are in order.
static LE_NOINLINE int64_t walk_loop(const le__walk *w, group_walk *walk, const le__emitter *emit, void *sink) {
    const le__loop loop = le__loop_of(w->layout, &w->place, w->scroll);
    le__walk one = *w;
    for (int run = 0; run < 2; run++) {
        const le__groups g = le__groups_of_run(&w->place, &loop, run);
        if (g.first >= g.end || one.from >= g.end * g.t->items) continue;
        const int64_t stopped = walk(&one, &g, emit, sink);
        if (stopped >= 0) return stopped;
        one.from = -1;
    }
    return -1;
}

static int64_t emit_groups(const le__walk *w, const le__groups *groups, const le__emitter *emit, void *sink) {
    int64_t stopped;
    if (emit->places && !w->all && walk_repeated(w, groups, emit->places, sink, &stopped)) return stopped;
    static const item_emitter items = {.item = counting_item, .written = counting_written};
    counting_sink counting = {emit, sink, 0};
    return walk_groups(w, groups, &items, &counting);
}

int64_t le__composed_walk(const le__walk *w, const le__emitter *emit, void *sink) {
    // A walk over all items shows their frames without scrolling.
    if (LE_UNLIKELY(le__may_loop(&w->place)) && !w->all) return walk_loop(w, emit_groups, emit, sink);
    const le__groups groups = le__groups_of(&w->place, w->scroll);
    return emit_groups(w, &groups, emit, sink);
}

// ---- Queries

static void query_mark(void *opaque, int32_t z_index, uint8_t flags) {
    le__query_sink *sink = opaque;
    sink->like.z_index = le__drawn_above(sink->base_z, z_index);
    sink->like.flags = flags;
}

static size_t query_written(const void *sink) { return ((const le__query_sink *)sink)->n; }

static bool query_part(void *opaque, int64_t item, const le_badge *badge, const le_rect *frame, uint8_t flags) {
    le__query_sink *sink = opaque;
    if (sink->n == sink->capacity) return false;
    const int32_t z_index = le__drawn_above(sink->base_z, badge->z_index);
    le_element like = le__element_like(sink->like.section, LE_SUPPLEMENTARY, z_index, flags);
    like.kind = badge->kind;
    le__element_write(&sink->out[sink->n++], &like, &sink->map, frame, item);
    return true;
}

// Whether all items of a section without measured items have the same mark, and the flags in it.
static bool marks_equal(const le__template *t, uint8_t *flags) {
    const bool estimated = t->measurable && t->items && t->open[0];
    *flags = estimated ? LE_ELEMENT_ESTIMATED : 0;
    if (t->custom) return false;
    for (int32_t i = 1; t->measurable && i < t->items; i++)
        if (!t->open[i] == estimated) return false;
    return true;
}

// Queries of items alone, many groups together. False if that is not possible.
static bool query_repeated(const le__walk *w, const le__groups *groups, le__query_sink *sink, int64_t *stopped) {
    const le__template *t = w->place.section->style->template;
    if (t->parts || t->items > REPEATED_FEW || !le__walk_plain(w)) return false;
    // A walk that continues at a supplementary, although an edit has removed these, has written the item.
    if (w->from >= 0 && w->part && *w->part >= 0) return false;
    if (!marks_equal(t, &sink->like.flags) || !walk_repeated(w, groups, le__query_places, sink, stopped)) return false;
    if (*stopped >= 0 && w->part) *w->part = -1;
    return true;
}

static int64_t query_groups(const le__walk *w, const le__groups *groups, const le__emitter *unused, void *opaque) {
    (void)unused;
    le__query_sink *sink = opaque;
    const le__template *t = groups->t;
    const bool plain = !t->custom && !t->measurable; // all items have the same mark
    int64_t stopped;
    sink->like.z_index = sink->base_z;
    sink->like.flags = 0;
    if (query_repeated(w, groups, sink, &stopped)) return stopped;
    const item_emitter emit = {
        .item = le__query_item, .part = query_part, .mark = plain ? NULL : query_mark, .written = query_written};
    const le__walk own = *w; // a copy that writing elements cannot change
    sink->like.flags = 0;
    return walk_groups(&own, groups, &emit, sink);
}

int64_t le__composed_query_items(const le__walk *w, le__query_sink *sink) {
    if (LE_UNLIKELY(le__may_loop(&w->place))) return walk_loop(w, query_groups, NULL, sink);
    const le__groups groups = le__groups_of(&w->place, w->scroll);
    return query_groups(w, &groups, NULL, sink);
}

// ---- Frames

typedef struct frames_sink {
    int64_t left, origin_x, origin_y;
    double *out;
    float *relative;
} frames_sink;

LE_INLINE bool write_frame(void *opaque, int64_t item, const le_rect *frame) {
    (void)item;
    frames_sink *sink = opaque;
    if (sink->left-- == 0) return false;
    sink->out[0] = le_points(frame->cross_min - sink->origin_x);
    sink->out[1] = le_points(frame->main_min - sink->origin_y);
    sink->out[2] = le_points(frame->cross_max - frame->cross_min);
    sink->out[3] = le_points(frame->main_max - frame->main_min);
    sink->out += 4;
    return true;
}

LE_INLINE bool write_relative_frame(void *opaque, int64_t item, const le_rect *frame) {
    (void)item;
    frames_sink *sink = opaque;
    if (sink->left-- == 0) return false;
    sink->relative[0] = (float)le_points(frame->cross_min - sink->origin_x);
    sink->relative[1] = (float)le_points(frame->main_min - sink->origin_y);
    sink->relative[2] = (float)le_points(frame->cross_max - frame->cross_min);
    sink->relative[3] = (float)le_points(frame->main_max - frame->main_min);
    sink->relative += 4;
    return true;
}

// Writes frames of many groups together, as doubles or as floats, and those of items without groups, which are empty.
// False if that is not possible.
static bool repeated_frames(const le__section_place *place, int64_t first, int64_t count, int64_t origin_x,
                            int64_t origin_y, double *out, float *relative) {
    const le__groups cw = le__groups_of(place, 0);
    le__repeated r; // not cleared, because it is large
    int64_t extent;
    if (cw.count == 0) { // as le__composed_frame
        for (int64_t i = 0; i < 4 * count; i++) {
            const int64_t edge = i % 4 == 0 ? -origin_x : i % 4 == 1 ? place->offset - origin_y : 0;
            if (out)
                out[i] = le_points(edge);
            else
                relative[i] = (float)le_points(edge);
        }
        return true;
    }
    if (!place_group(&cw, LE__REPEATED_MAX, &r, &extent)) return false;
    r.lead -= origin_x;
    r.base -= origin_y;
    // An item ends within 4,096 points after the start of its group.
    const int64_t reach = cw.count * cw.pitch;
    if (!is_near(r.lead) || !is_near(r.base) || !is_near(reach + (r.across ? r.lead : r.base))) return false;
    const int64_t end = first + count;
    le__repeat(&r, extent, (end - 1) / r.per - first / r.per + 1);
    const le__kernels *kernels = le__kernels_in_use();
    for (int64_t k = first / r.per; k * r.per < end; k += r.copies) {
        int64_t lead;
        le__repeated_at(&r, k, end, &lead);
        const size_t from = (size_t)LE_MAX(first - r.places.first, 0);
        if (out)
            out = kernels->place_frames(&r.places, from, r.places.to, lead, r.base, out);
        else
            relative = kernels->place_frames_relative(&r.places, from, r.places.to, lead, r.base, relative);
    }
    return true;
}

// A walk over all items from `first` on, without scroll offset.
static le__walk walk_all(const le_layout *layout, const le__section_place *place, int64_t first) {
    return (le__walk){.layout = layout,
                      .place = *place,
                      .from = first,
                      .main_min = INT64_MIN,
                      .main_max = INT64_MAX,
                      .cross_min = INT64_MIN,
                      .cross_max = INT64_MAX,
                      .all = true};
}

void le__composed_frames(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                         int64_t origin_x, int64_t origin_y, double *out) {
    if (repeated_frames(place, first, count, origin_x, origin_y, out, NULL)) return;
    static const item_emitter emit = {.item = write_frame};
    const le__walk w = walk_all(layout, place, first);
    frames_sink sink = {.left = count, .origin_x = origin_x, .origin_y = origin_y, .out = out};
    const le__groups groups = le__groups_of(place, 0);
    walk_groups(&w, &groups, &emit, &sink);
}

void le__composed_frames_relative(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                                  int64_t origin_x, int64_t origin_y, float *out) {
    if (repeated_frames(place, first, count, origin_x, origin_y, NULL, out)) return;
    static const item_emitter emit = {.item = write_relative_frame};
    const le__walk w = walk_all(layout, place, first);
    frames_sink sink = {.left = count, .origin_x = origin_x, .origin_y = origin_y, .relative = out};
    const le__groups groups = le__groups_of(place, 0);
    walk_groups(&w, &groups, &emit, &sink);
}

// ---- One element

LE_INLINE origin group_origin(const le__groups *cw, int64_t group) {
    const int64_t offset = le__groups_position(cw, group, NULL);
    const bool along_main = cw->t->axis == MAIN;
    return (origin){cw->base[MAIN] + (along_main ? offset : 0), cw->base[CROSS] + (along_main ? 0 : offset)};
}

// Lays out the items and parts of a window; false if the group is as in the template.
LE_INLINE bool window_differs(const le__groups *cw, int64_t group, le__group_window *window) {
    if (!cw->measured) return false;
    le__group_solver s = le__groups_solver(cw);
    int64_t extent[2];
    return le__solve_group(&s, group, window, extent) & LE__GROUP_DIFFERS;
}

le_rect le__composed_frame(const le_layout *layout, const le__section_place *place, int64_t item, int32_t *z_index,
                           uint8_t *flags, le_work *work) {
    (void)layout, (void)work;
    const le__groups cw = le__groups_of(place, 0);
    const le__template *t = cw.t;
    // Groups without items show nothing: all items are empty, at the start of the section.
    if (cw.count == 0) return (le_rect){place->offset, 0, place->offset, 0};
    const int64_t group = item / t->items;
    const int32_t leaf = (int32_t)(item - group * t->items);
    const origin at = group_origin(&cw, group);
    le__group_window window; // not cleared, because it is large
    window.first = leaf;
    window.end = leaf + 1;
    window.part = window.part_end = 0;
    const bool differs = window_differs(&cw, group, &window);
    if (z_index)
        *z_index = le__drawn_above(le__composed_base_z(place->section), t->custom ? t->custom[leaf].z_index : 0);
    if (flags) *flags = is_estimate(t, differs ? &window : NULL, leaf) ? LE_ELEMENT_ESTIMATED : 0;
    return rect_placed(differs ? &window.frame[0] : &t->frame[leaf], at);
}

le_rect le__composed_part_frame(const le__section_place *place, int64_t group, uint32_t part) {
    const le__groups cw = le__groups_of(place, 0);
    const origin at = group_origin(&cw, group);
    le__group_window window;
    window.first = window.end = 0;
    window.part = part;
    window.part_end = part + 1;
    return rect_placed(window_differs(&cw, group, &window) ? &window.part_frame[0] : &cw.t->part[part].frame, at);
}
