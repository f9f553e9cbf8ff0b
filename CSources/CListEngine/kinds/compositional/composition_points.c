// The item of a compositional section at a point, and the nearest one: see groups.h. Among groups with the same layout,
// the group in which an item contains the point, or is nearest to it, is computed for each item of the template.
#include "kinds/compositional/groups.h"

#include "section/kind.h"
#include "support/squares.h"

// The start of consecutive groups, and their pitch if pitches differ in the section.
static le__alike placed(const le__groups *g, le__alike alike, le_work *work) {
    if (g->pitch >= 0) {
        alike.position = alike.first * g->pitch;
        alike.pitch = g->pitch;
    } else {
        const le_extent_at at = le__extents_entry(g->c->pitch, alike.first, work);
        alike.position = at.offset;
        alike.pitch = at.extent;
    }
    return alike;
}

le__alike le__groups_alike(const le__groups *g, int64_t group, int64_t from, le_work *work) {
    le__alike alike = {.first = from, .end = g->end};
    if (g->measured) {
        const int64_t per = g->t->items;
        alike.end = LE_MIN(le__next_measured_group(g->t, g->c, g->items, group, g->end), g->end);
        if (alike.end == group) {
            alike.first = group;
            alike.end = group + 1;
        } else if (from < group) {
            const int64_t last = le__last_measured(g->c, group * per);
            if (last >= 0) alike.first = LE_MAX(from, last / per + 1);
        }
    }
    return placed(g, alike, work);
}

// A point relative to the start of consecutive groups with the same layout, and the best item found so far. `along` is
// the axis on which groups follow each other.
typedef struct point_in {
    int64_t along, across;
    int64_t groups; // number of groups, and the number of items in the last of them:
    int32_t present;
    int64_t pitch;
    int64_t group; // the group found so far, and its item; -1: none
    int32_t leaf;
    square distance;
} point_in;

typedef struct interval {
    int64_t min, max;
} interval;

LE_INLINE interval edges(const le_rect *r, int axis) {
    return axis == MAIN ? (interval){r->main_min, r->main_max} : (interval){r->cross_min, r->cross_max};
}

// The number of these groups that have item `leaf`.
LE_INLINE int64_t groups_with(const point_in *p, int32_t leaf) { return p->groups - (leaf >= p->present); }

// The last of `groups` groups in which the frame contains the point, or -1.
LE_INLINE int64_t last_holding(const point_in *p, int axis, const le_rect *frame, int64_t groups) {
    const interval across = edges(frame, !axis), along = edges(frame, axis);
    if (groups == 0 || p->across < across.min || p->across >= across.max || p->along < along.min) return -1;
    int64_t group = groups - 1;
    if (p->pitch > 0) group = LE_MIN(group, le__less(p->along, along.min) / p->pitch);
    // This is the last group whose frame starts at or before the point; frames of earlier groups end no later.
    return p->along < along.max + group * p->pitch ? group : -1;
}

// The first of `groups` > 0 groups in which the frame is nearest to the point, and the distance.
LE_INLINE int64_t first_nearest(const point_in *p, int axis, const le_rect *frame, int64_t groups, square *distance) {
    const interval across = edges(frame, !axis), along = edges(frame, axis);
    int64_t group = 0;
    if (p->pitch > 0 && p->along > along.max) {
        // The first group whose frame ends at or after the point, or the group before it.
        group = (le__less(p->along, along.max) - 1) / p->pitch;
        if (group >= groups - 1) {
            group = groups - 1;
        } else {
            const int64_t before = along.max + group * p->pitch, behind = along.min + (group + 1) * p->pitch;
            group += le__outside(p->along, behind, INT64_MAX) < le__outside(p->along, INT64_MIN, before);
        }
    }
    const int64_t moved = group * p->pitch;
    *distance = le__square(le__outside(p->along, along.min + moved, along.max + moved)) +
                le__square(le__outside(p->across, across.min, across.max));
    return group;
}

// Whether a group and its item precede the ones found so far.
LE_INLINE bool comes_before(const point_in *p, int64_t group, int32_t leaf) {
    return group < p->group || (group == p->group && leaf < p->leaf);
}

static void consider_last(point_in *p, int axis, int32_t leaf, const le_rect *frame) {
    const int64_t group = last_holding(p, axis, frame, groups_with(p, leaf));
    if (group < 0 || (p->group >= 0 && comes_before(p, group, leaf))) return;
    p->group = group;
    p->leaf = leaf;
}

static void consider_nearest(point_in *p, int axis, int32_t leaf, const le_rect *frame) {
    const int64_t groups = groups_with(p, leaf);
    square distance;
    if (groups == 0) return;
    const int64_t group = first_nearest(p, axis, frame, groups, &distance);
    if (p->group >= 0 && distance > p->distance) return;
    if (p->group >= 0 && distance == p->distance && !comes_before(p, group, leaf)) return;
    p->group = group;
    p->leaf = leaf;
    p->distance = distance;
}

// Whether no item of a block can improve the result: all its items are within its bounds.
static bool block_is_worse(const point_in *p, int axis, bool nearest, const le_rect *bound) {
    square distance;
    if (!nearest) return last_holding(p, axis, bound, p->groups) < LE_MAX(p->group, 0);
    if (p->group < 0) return false;
    first_nearest(p, axis, bound, p->groups, &distance);
    return distance > p->distance;
}

// Examines each item of groups with the same layout.
static void look_at(const le__groups *g, const le__alike *alike, bool nearest, point_in *p) {
    const le__template *t = g->t;
    const int axis = t->axis;
    le__group_solver solver = le__groups_solver(g);
    le__group_window window;
    const bool differs = g->measured && le__window_load(&solver, alike->first, 0, t->parts, &window);
    for (int32_t leaf = 0; leaf < t->items; leaf++) {
        if (!differs && t->bounds && leaf % LE__ITEMS_PER_BOUNDS == 0 &&
            block_is_worse(p, axis, nearest, &t->bound[leaf / LE__ITEMS_PER_BOUNDS])) {
            leaf += LE__ITEMS_PER_BOUNDS - 1;
            continue;
        }
        if (differs && leaf >= window.end) le__window_move(&solver, alike->first, leaf, t->parts, &window);
        const le_rect *frame = differs ? &window.frame[leaf - window.first] : &t->frame[leaf];
        if (nearest)
            consider_nearest(p, axis, leaf, frame);
        else
            consider_last(p, axis, leaf, frame);
    }
}

// The point relative to the groups `alike`, up to group `end`.
static point_in point_of(const le__groups *g, const le__alike *alike, int64_t end, int64_t along, int64_t across) {
    return (point_in){.along = le__less(along, alike->position),
                      .across = across,
                      .groups = end - alike->first,
                      .present = le__groups_present(g, end - 1),
                      .pitch = alike->pitch,
                      .group = -1};
}

// The last group that starts at or before a position along the axis, or -1.
static int64_t last_group_from(const le__groups *g, int64_t along) {
    if (along < 0) return -1;
    if (g->pitch == 0) return g->count - 1;
    le__extents_path path;
    const int64_t group =
        g->pitch > 0 ? along / g->pitch : le__extents_at_offset(g->c->pitch, along, &path, NULL).index;
    return LE_MIN(group, g->count - 1);
}

// The last item of the groups of a walk that contains a point, or -1.
static int64_t last_in(const le__groups *g, int64_t main, int64_t cross) {
    const int axis = g->t->axis;
    const int64_t along = le__less(axis == MAIN ? main : cross, g->base[axis]);
    const int64_t across = le__less(axis == MAIN ? cross : main, g->base[!axis]);
    const int64_t after = le__reach_of(g->t, g->c, axis, 1);
    const int64_t start = le__less(along, -le__reach_of(g->t, g->c, axis, 0));
    int64_t group = LE_MIN(last_group_from(g, start), g->end - 1);
    // If groups do not overlap and no element reaches out of them, no other group can contain the point.
    const bool alone = start <= along && after <= 0 && g->t->spacing >= 0;
    const int64_t past = alone ? group : le__first_group_past(g->t, g->c, g->count, along, NULL);
    const int64_t first = LE_MAX(past, g->first);
    while (group >= first) {
        // For one or two groups it is faster to examine each than to find groups with the same layout.
        const le__alike alike = group - first < 2 ? placed(g, (le__alike){.first = group, .end = group + 1}, NULL)
                                                  : le__groups_alike(g, group, first, NULL);
        point_in p = point_of(g, &alike, group + 1, along, across);
        look_at(g, &alike, false, &p);
        if (p.group >= 0) return (alike.first + p.group) * g->t->items + p.leaf;
        group = alike.first - 1;
    }
    return -1;
}

int64_t le__composed_last_at(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross,
                             int64_t scroll) {
    const le__loop loop = le__loop_of(layout, place, scroll);
    for (int run = 1; run >= 0; run--) {
        const le__groups g = le__groups_of_run(place, &loop, run);
        const int64_t found = g.first < g.end ? last_in(&g, main, cross) : -1;
        if (found >= 0) return found;
    }
    return -1;
}

// The nearest item found so far in a section.
typedef struct nearest_so_far {
    bool found;
    square distance;
    int64_t item;
} nearest_so_far;

static void nearest_in(const le__groups *g, const le__alike *alike, int64_t along, int64_t across,
                       nearest_so_far *best) {
    point_in p = point_of(g, alike, alike->end, along, across);
    look_at(g, alike, true, &p);
    const int64_t item = (alike->first + p.group) * g->t->items + p.leaf;
    if (p.group < 0 ||
        (best->found && (p.distance > best->distance || (p.distance == best->distance && item > best->item))))
        return;
    *best = (nearest_so_far){true, p.distance, item};
}

// The item of the groups of a walk that is nearest to a point, or -1.
static int64_t nearest_of(const le__groups *g, int64_t main, int64_t cross) {
    const int axis = g->t->axis;
    const int64_t along = le__less(axis == MAIN ? main : cross, g->base[axis]);
    const int64_t across = le__less(axis == MAIN ? cross : main, g->base[!axis]);
    const int64_t before = le__reach_of(g->t, g->c, axis, 0), after = le__reach_of(g->t, g->c, axis, 1);
    const int64_t there = LE_MIN(LE_MAX(last_group_from(g, along), g->first), g->end - 1);
    const le__alike at = le__groups_alike(g, there, g->first, NULL);
    nearest_so_far best = {0};
    nearest_in(g, &at, along, across, &best);
    // The starts and the ends of groups both ascend, and no item reaches further out of its group than the section's
    // reach. So when moving away from the point, all further items have at least this distance.
    for (le__alike a = at; a.first > g->first;) {
        a = le__groups_alike(g, a.first - 1, g->first, NULL);
        const int64_t end = a.position + (a.end - a.first) * a.pitch - g->t->spacing + after;
        if (best.found && le__square(le__outside(along, INT64_MIN, end)) > best.distance) break;
        nearest_in(g, &a, along, across, &best);
    }
    for (le__alike a = at; a.end < g->end;) {
        a = le__groups_alike(g, a.end, g->first, NULL);
        if (best.found && le__square(le__outside(along, a.position - before, INT64_MAX)) >= best.distance) break;
        nearest_in(g, &a, along, across, &best);
    }
    return best.found ? best.item : -1;
}

int le__composed_nearest(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross,
                         int64_t scroll, int64_t *items) {
    const le__loop loop = le__loop_of(layout, place, scroll);
    int n = 0;
    for (int run = 0; run < 2; run++) {
        const le__groups g = le__groups_of_run(place, &loop, run);
        const int64_t found = g.first < g.end ? nearest_of(&g, main, cross) : -1;
        if (found >= 0) items[n++] = found;
    }
    return n;
}

// ---- Sections that loop

le__loop le__loop_of(const le_layout *layout, const le__section_place *place, int64_t scroll) {
    le__loop loop = {.scroll = {scroll, scroll}};
    if (LE_LIKELY(!le__may_loop(place))) return loop;
    const le__groups g = le__groups_of(place, 0);
    const le__template *t = g.t;
    if (t->axis != CROSS || g.count == 0) return loop;
    const int64_t period = g.pitch >= 0 ? g.count * g.pitch : le__extents_total(g.c->pitch);
    const int64_t largest = le__largest_group(t, g.c, CROSS, g.count);
    // What reaches out of a measured group is not known exactly: an element that does can disappear too early.
    const int64_t before = t->reach[CROSS][0], after = t->reach[CROSS][1];
    if (period <= 0 || period < layout->config.cross + before + largest + after) return loop;
    loop.period = period;
    // Groups start in the period before this place, from where elements reach back into the container.
    const int64_t place_end = layout->config.cross + before - g.base[CROSS];
    const int64_t turned = le__modulo(le__clamped(scroll), period);
    // The positions in the list of groups, from the first group's start on, at which groups start there: a period.
    const int64_t low = turned + place_end - period, from = le__modulo(low, period);
    loop.scroll[1] = turned - (low - from);
    loop.scroll[0] = loop.scroll[1] - period;
    if (from > 0) {
        LE_PATH(GROUPS_TURNED);
        le__extents_path path;
        loop.split = 1 + (g.pitch > 0 ? (from - 1) / g.pitch
                                      : le__extents_at_offset(g.c->pitch, from - 1, &path, NULL).index);
    }
    return loop;
}

int64_t le__composed_item_scroll(const le_layout *layout, const le__section_place *place, int64_t item,
                                 int64_t scroll) {
    const le__loop loop = le__loop_of(layout, place, scroll);
    const int64_t items = place->section->style->template->items;
    return loop.scroll[items == 0 || item / items >= loop.split];
}
