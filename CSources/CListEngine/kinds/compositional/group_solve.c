// The passes that lay out a group with measured items again: up, extents that depend on content; down, positions.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/compositional/solver.h"

// ---- Up: extents that depend on content

// Gives the children with a uniform extent along an axis the largest of their extents, at most LE_MAX_LENGTH. This
// keeps sums in range: every cell adds only a few lengths to the extent of a group, however deeply uniform groups are
// nested.
LE_INLINE void solve_uniform(const le__template *t, uint32_t group, int axis, int64_t *extent) {
    const le_node *nodes = t->composition->spec.nodes;
    uint32_t end = group + t->cell[group].span;
    int64_t largest = -1;
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span)
        if (t->cell[i].open[axis] && dimension_along(&nodes[t->cell[i].node], axis)->kind == LE_UNIFORM_SIZE)
            largest = LE_MAX(largest, extent[i]);
    if (largest < 0) return;
    largest = LE_MIN(largest, LE_MAX_LENGTH);
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span)
        if (t->cell[i].open[axis] && dimension_along(&nodes[t->cell[i].node], axis)->kind == LE_UNIFORM_SIZE)
            extent[i] = largest;
}

// The extent of the content of a group along an axis.
LE_INLINE int64_t content_extent(const le__template *t, uint32_t group, int axis, const int64_t *extent) {
    const le_node *nodes = t->composition->spec.nodes, *n = &nodes[t->cell[group].node];
    uint32_t end = group + t->cell[group].span;
    bool along = axis == axis_of(n);
    int64_t sum = 0, largest = 0;
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span) {
        int64_t outer = extent[i] + edges_least(&nodes[t->cell[i].node], axis);
        sum += outer + (i > group + 1 ? n->between.least : 0);
        largest = LE_MAX(largest, outer);
    }
    return along ? LE_MAX(sum, 0) : largest;
}

LE_INLINE void solve_extents(const le__template *t, int axis, const int64_t *measured, int64_t forced,
                             int64_t *extent) {
    const le_node *nodes = t->composition->spec.nodes;
    for (uint32_t i = t->cells; i-- > 0;) {
        const le__cell *c = &t->cell[i];
        const le_node *n = &nodes[c->node];
        extent[i] = c->extent[axis];
        if (is_group(n)) {
            solve_uniform(t, i, axis, extent);
            if (c->open[axis]) extent[i] = content_extent(t, i, axis, extent);
        } else if (measured && n->kind == LE_NODE_ITEM && c->open[axis] && measured[c->first] >= 0) {
            extent[i] = measured[c->first];
        }
    }
    if (forced >= 0) extent[0] = forced;
}

// Each pass is compiled once for each axis.
void le__solve_extents(const le__template *t, int axis, const int64_t *measured, int64_t forced, int64_t *extent) {
    if (axis == MAIN)
        solve_extents(t, MAIN, measured, forced, extent);
    else
        solve_extents(t, CROSS, measured, forced, extent);
}

// ---- Down: positions

// Places the children of a group along its own axis and distributes the remaining space.
LE_INLINE void place_along(const le__template *t, uint32_t group, int axis, const int64_t *extent, int64_t *at) {
    const le_node *nodes = t->composition->spec.nodes, *n = &nodes[t->cell[group].node];
    double scale = t->composition->spec.scale;
    uint32_t end = group + t->cell[group].span;
    int64_t flexible = 0, used = 0, count = 0, position = at[group] + inside_start(n, &t->cell[group], axis);
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span) {
        const le_space *edge = edges_along(&nodes[t->cell[i].node], axis);
        bool follows = i + t->cell[i].span < end;
        flexible += edge[LE_START].flexible + edge[LE_END].flexible + (follows && n->between.flexible);
        used += edge[LE_START].least + extent[i] + edge[LE_END].least + (follows ? n->between.least : 0);
        count++;
    }
    int64_t left = LE_MAX(inside(n, &t->cell[group], axis, extent[group]) - used, 0), taken = 0, index = 0;
    // Equal parts are rounded down to pixels, and the remaining pixels are distributed among them.
    bool spreads = n->repeat == LE_REPEAT_SHARE && flexible == 0 && scale > 0;
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span) {
        const le_space *edge = edges_along(&nodes[t->cell[i].node], axis);
        position += edge[LE_START].least;
        if (edge[LE_START].flexible) position += share_of(left, flexible, taken++, scale);
        at[i] = position + (spreads ? pixel_round(left * index++ / count, scale) : 0);
        position += extent[i] + edge[LE_END].least;
        if (edge[LE_END].flexible) position += share_of(left, flexible, taken++, scale);
        position += n->between.least;
        if (n->between.flexible && i + t->cell[i].span < end) position += share_of(left, flexible, taken++, scale);
    }
}

// Places the children of a group across its axis, each by its own edges.
LE_INLINE void place_across(const le__template *t, uint32_t group, int axis, const int64_t *extent, int64_t *at) {
    const le_node *nodes = t->composition->spec.nodes, *n = &nodes[t->cell[group].node];
    double scale = t->composition->spec.scale;
    uint32_t end = group + t->cell[group].span;
    int64_t start = at[group] + inside_start(n, &t->cell[group], axis);
    int64_t room = inside(n, &t->cell[group], axis, extent[group]);
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span) {
        const le_node *child = &nodes[t->cell[i].node];
        const le_space *edge = edges_along(child, axis);
        int64_t left = LE_MAX(room - extent[i] - edges_least(child, axis), 0), lead = edge[LE_START].least;
        if (edge[LE_START].flexible) lead += edge[LE_END].flexible ? part_of(left, 2, scale) : left;
        at[i] = start + lead;
    }
}

LE_INLINE void solve_places(const le__template *t, int axis, const int64_t *extent, int64_t *at) {
    const le_node *nodes = t->composition->spec.nodes;
    at[0] = 0;
    for (uint32_t i = 0; i < t->cells; i++) {
        const le_node *n = &nodes[t->cell[i].node];
        if (!is_group(n)) continue;
        if (axis == axis_of(n))
            place_along(t, i, axis, extent, at);
        else
            place_across(t, i, axis, extent, at);
    }
}

void le__solve_places(const le__template *t, int axis, const int64_t *extent, int64_t *at) {
    if (axis == MAIN)
        solve_places(t, MAIN, extent, at);
    else
        solve_places(t, CROSS, extent, at);
}

// ---- Frames

LE_INLINE void set_edges(le_rect *rect, int axis, int64_t min, int64_t max) {
    if (axis == MAIN) {
        rect->main_min = min;
        rect->main_max = max;
    } else {
        rect->cross_min = min;
        rect->cross_max = max;
    }
}

LE_INLINE void set_solved_edges(const le_node *nodes, const le__cell *c, int axis, int64_t extent, int64_t at,
                                le_rect *rect) {
    const le_node *n = &nodes[c->node];
    const int64_t min = at + inside_start(n, c, axis);
    set_edges(rect, axis, min, min + inside(n, c, axis, extent));
}

void le__solved_containers(const le__template *t, int axis, const int64_t *extent, const int64_t *at, uint32_t first,
                           uint32_t end, le_rect *containers) {
    for (uint32_t p = first; p < end; p++) {
        const uint32_t cell = t->part[p].cell;
        set_solved_edges(t->composition->spec.nodes, &t->cell[cell], axis, extent[cell], at[cell],
                         &containers[p - first]);
    }
}

// Sets the frames `first ..< end` of a custom group that starts at `start`.
static void set_custom_edges(const le__template *t, int axis, int64_t start, int32_t first, int32_t end,
                             le_rect *frames) {
    for (int32_t k = first; k < end; k++) {
        const le_rect *own = &t->custom[k].frame;
        if (axis == MAIN)
            set_edges(&frames[k - first], axis, start + own->main_min, start + own->main_max);
        else
            set_edges(&frames[k - first], axis, start + own->cross_min, start + own->cross_max);
    }
}

LE_INLINE void solved_items(const le__template *t, int axis, const int64_t *extent, const int64_t *at, int32_t first,
                            int32_t end, le_rect *frames) {
    const le_node *nodes = t->composition->spec.nodes;
    // Cells are ordered by their first items.
    for (uint32_t i = 0; i < t->cells && t->cell[i].first < end; i++) {
        const le__cell *c = &t->cell[i];
        if (c->last <= first) continue;
        if (nodes[c->node].kind == LE_NODE_ITEM) {
            set_solved_edges(nodes, c, axis, extent[i], at[i], &frames[c->first - first]);
        } else if (nodes[c->node].kind == LE_NODE_CUSTOM) {
            const int32_t from = LE_MAX(c->first, first);
            set_custom_edges(t, axis, at[i] + inside_start(&nodes[c->node], c, axis), from, LE_MIN(c->last, end),
                             frames + (from - first));
        }
    }
}

void le__solved_items(const le__template *t, int axis, const int64_t *extent, const int64_t *at, int32_t first,
                      int32_t end, le_rect *frames) {
    if (axis == MAIN)
        solved_items(t, MAIN, extent, at, first, end, frames);
    else
        solved_items(t, CROSS, extent, at, first, end, frames);
}

static int64_t anchor_offset(const le_anchor *a, double offset, int64_t extent) {
    const double most = (double)(LE_MAX_TOTAL / 1024);
    return a->fractional ? (int64_t)rint(fmax(-most, fmin(offset * (double)extent, most))) : le_units(offset);
}

// The start of a badge with this extent in its container along one axis.
static int64_t badge_start(const le_badge *b, int axis, int64_t min, int64_t room, int64_t extent) {
    int64_t at = axis == MAIN ? b->container.main : b->container.cross;
    int64_t shift =
        anchor_offset(&b->container, axis == MAIN ? b->container.offset_main : b->container.offset_cross, extent);
    if (!b->has_own) return min + ((at * (room - extent)) >> 1) + shift;
    int64_t own = axis == MAIN ? b->own.main : b->own.cross;
    int64_t own_shift = anchor_offset(&b->own, axis == MAIN ? b->own.offset_main : b->own.offset_cross, extent);
    return min + ((at * room) >> 1) + shift - ((own * extent) >> 1) + own_shift;
}

le_rect le__part_frame(const le__template *t, uint32_t part, const le_rect *container, const int64_t measured[2]) {
    const le_composition_spec *spec = &t->composition->spec;
    const le_badge *b = &spec->badges[t->part[part].badge];
    int64_t room_main = container->main_max - container->main_min;
    int64_t room_cross = container->cross_max - container->cross_min;
    int64_t main = le__dimension(&b->main, room_main, room_cross, spec->scale);
    int64_t cross = le__dimension(&b->cross, room_main, room_cross, spec->scale);
    if (measured[MAIN] >= 0) main = measured[MAIN];
    if (measured[CROSS] >= 0) cross = measured[CROSS];
    le_rect rect;
    rect.main_min = badge_start(b, MAIN, container->main_min, room_main, main);
    rect.cross_min = badge_start(b, CROSS, container->cross_min, room_cross, cross);
    rect.main_max = rect.main_min + main;
    rect.cross_max = rect.cross_min + cross;
    le__inset(&rect, &b->main, &b->cross, b->inset_main, b->inset_cross);
    return rect;
}
