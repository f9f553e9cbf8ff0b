// The pass down: resolves sizes and the number of repetitions into cells.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/compositional/solver.h"
#include "support/paths.h"

int64_t le__dimension(const le_dimension *d, int64_t main, int64_t cross, double scale) {
    double of = d->kind == LE_FRACTION_MAIN ? (double)main : d->kind == LE_FRACTION_CROSS ? (double)cross : 0x1p20;
    double units = rint(d->value * of);
    int64_t length = units < (double)LE_MAX_LENGTH ? (int64_t)units : LE_MAX_LENGTH;
    return le__dimension_open(d) ? length : pixel_floor(length, SLACK, scale);
}

void le__boundary_extent(const le_boundary *b, int64_t main, int64_t cross, double scale, int64_t extent[2]) {
    extent[MAIN] = le__dimension(&b->main, main, cross, scale);
    extent[CROSS] = le__dimension(&b->cross, main, cross, scale);
}

static void blame(resolver *r, le_composition_fault fault, uint32_t node) {
    if (r->fault) return;
    r->fault = fault;
    r->fault_node = node;
}

static bool make_room(resolver *r, uint32_t more) {
    if (r->failed) return false;
    if (r->cells + more <= r->capacity) return true;
    uint32_t capacity = LE_MAX(2 * r->capacity, r->cells + more);
    le__cell *grown = realloc(r->cell, capacity * sizeof *grown);
    if (!grown) {
        r->failed = true;
        return false;
    }
    r->cell = grown;
    r->capacity = capacity;
    return true;
}

static bool is_full(resolver *r, uint32_t node, int64_t items) {
    if (r->items + items <= LE_MAX_GROUP && r->cells < CELLS_MAX) return false;
    blame(r, LE_FAULT_TOO_MANY, node);
    return true;
}

// Appends a copy of the subtree of cell `source`.
static void repeat_cells(resolver *r, uint32_t source) {
    uint32_t span = r->cell[source].span;
    if (!make_room(r, span)) return;
    LE_PATH(GROUP_REPEATED);
    le__cell *from = &r->cell[source], *to = &r->cell[r->cells];
    int32_t shift = r->items - from->first;
    for (uint32_t i = 0; i < span; i++) {
        to[i] = from[i];
        to[i].first += shift;
        to[i].last += shift;
    }
    r->cells += span;
    r->items += from->last - from->first;
}

// Spacings that add up to more than this leave no room for a valid length, or (if negative) room for every length.
#define SPACES_MOST (LE_MAX_TOTAL / 2)

// The space that `count` children of a group share along its axis: its content without the spacings between them.
// Fractions of a child refer to it.
static int64_t room_among(int64_t content, int64_t spacing, int64_t count) {
    int64_t spaces;
    if (__builtin_mul_overflow(spacing, count - 1, &spaces) || spaces > SPACES_MOST || spaces < -SPACES_MOST)
        spaces = spacing > 0 ? SPACES_MOST : -SPACES_MOST;
    return LE_MAX(content - spaces, 0);
}

// A child of a group that is filled with repetitions.
typedef struct filled_child {
    uint32_t node, cell; // its node, and the cell of its first repetition
    int64_t outer;       // its extent with its edges along the axis of the group
} filled_child;

static int64_t outer_extent(const resolver *r, uint32_t node, int axis, const int64_t room[2]) {
    const le_node *n = &r->spec->nodes[node];
    return le__dimension(dimension_along(n, axis), room[MAIN], room[CROSS], r->spec->scale) + edges_least(n, axis);
}

// Returns how many children a filled group places, in turn: as many as fit, but at least one. One more child makes each
// child that is a fraction of the group smaller, since there is one more spacing. So all of them are measured again for
// each number of children. `fault` receives why the number is another one than the sizes say.
static uint32_t filling_count(resolver *r, const le_node *group, const int64_t content[2], filled_child *child,
                              le_composition_fault *fault) {
    const int axis = axis_of(group);
    const le_dimension_kind fraction = axis == MAIN ? LE_FRACTION_MAIN : LE_FRACTION_CROSS;
    const int64_t spacing = group->between.least;
    bool shrinks = false;
    for (uint32_t c = 0; c < group->children && spacing; c++)
        shrinks |= dimension_along(&r->spec->nodes[child[c].node], axis)->kind == fraction;
    int64_t room[2] = {content[MAIN], content[CROSS]}, end = 0, turn_start = 0;
    for (uint32_t count = 1;; count++) {
        const uint32_t last = (count - 1) % group->children, some = LE_MIN(count, group->children);
        if (shrinks) {
            room[axis] = room_among(content[axis], spacing, count);
            end = (count - 1) * spacing;
            for (uint32_t c = 0; c < some; c++)
                end += outer_extent(r, child[c].node, axis, room) * (1 + (count - 1 - c) / group->children);
            r->tried += some;
        } else {
            if (last == count - 1) child[last].outer = outer_extent(r, child[last].node, axis, room);
            end += child[last].outer + (count > 1 ? spacing : 0);
        }
        if (end > content[axis] + SLACK) {
            if (count > 1) return count - 1;
            *fault = LE_FAULT_FIRST_DOES_NOT_FIT;
            return count;
        }
        if (last == group->children - 1) {
            if (end <= turn_start) {
                *fault = LE_FAULT_NO_EXTENT;
                return count;
            }
            turn_start = end;
        }
        if (count > LE_MAX_GROUP) return count;
        if (r->tried >= TRIED_MAX) {
            *fault = LE_FAULT_TOO_MANY;
            return count;
        }
    }
}

// Resolves the children of a group that is filled with repetitions; its content has these extents.
static void resolve_filling(resolver *r, uint32_t node, const int64_t content[2]) {
    const le_node *group = &r->spec->nodes[node];
    const int axis = axis_of(group);
    filled_child few[16], *child = group->children <= 16 ? few : malloc(group->children * sizeof *child);
    if (!child) {
        r->failed = true;
        return;
    }
    for (uint32_t c = 0, at = node + 1; c < group->children; c++, at += r->node_span[at]) child[c].node = at;
    le_composition_fault fault = LE_FAULT_NONE;
    const uint32_t count = filling_count(r, group, content, child, &fault);
    int64_t container[2] = {content[MAIN], content[CROSS]};
    container[axis] = room_among(content[axis], group->between.least, count);
    for (uint32_t placed = 0; placed < count && !r->failed; placed++) {
        filled_child *c = &child[placed % group->children];
        if (placed < group->children) {
            if (is_full(r, node, 1)) break;
            c->cell = r->cells;
            le__resolve(r, c->node, container, -1, 0);
        } else {
            if (is_full(r, node, r->cell[c->cell].last - r->cell[c->cell].first)) break;
            repeat_cells(r, c->cell);
        }
    }
    if (fault) blame(r, fault, node);
    if (child != few) free(child);
}

// a / b, rounded down; b > 0.
static int64_t divide_down(int64_t a, int64_t b) { return a / b - (a % b < 0); }

// Resolves the only child of a group with an explicit count of repetitions.
static void resolve_counted(resolver *r, uint32_t node, const int64_t content[2]) {
    const le_node *group = &r->spec->nodes[node], *child = &r->spec->nodes[node + 1];
    if (group->count == 0) return;
    const int axis = axis_of(group);
    const int64_t count = group->count, spacing = group->between.least;
    int shared_axis = -1;
    int64_t shared_extent = 0, container[2] = {content[MAIN], content[CROSS]};
    container[axis] = room_among(content[axis], spacing, count);
    if (group->repeat == LE_REPEAT_SHARE) {
        // A part is (content - spacing * (count - 1)) / count, rounded down. Only the product can overflow.
        const int64_t slot = LE_MAX(divide_down(content[axis] + spacing, count) - spacing, 0);
        shared_axis = axis;
        shared_extent = pixel_floor(LE_MAX(slot - edges_least(child, axis), 0), SLACK, r->spec->scale);
    }
    uint32_t first = r->cells;
    le__resolve(r, node + 1, container, shared_axis, shared_extent);
    for (uint32_t i = 1; i < group->count && !r->failed; i++) {
        if (is_full(r, node, r->cell[first].last - r->cell[first].first)) return;
        repeat_cells(r, first);
    }
}

void le__resolve(resolver *r, uint32_t node, const int64_t container[2], int shared_axis, int64_t shared_extent) {
    if (!make_room(r, 1)) return;
    const le_node *n = &r->spec->nodes[node];
    const uint32_t index = r->cells++;
    le__cell c = {.node = node, .first = r->items};
    for (int axis = 0; axis < 2; axis++) {
        const le_dimension *d = dimension_along(n, axis);
        c.extent[axis] =
            axis == shared_axis ? shared_extent : le__dimension(d, container[MAIN], container[CROSS], r->spec->scale);
        c.open[axis] = axis != shared_axis && le__dimension_open(d);
    }
    r->cell[index] = c;
    if (n->kind == LE_NODE_ITEM) {
        r->items++;
    } else if (n->kind == LE_NODE_CUSTOM) {
        if (n->count == 0) blame(r, LE_FAULT_EMPTY_GROUP, node);
        if (!is_full(r, node, n->count)) r->items += (int32_t)n->count;
    } else {
        int64_t content[2] = {inside(n, &c, MAIN, c.extent[MAIN]), inside(n, &c, CROSS, c.extent[CROSS])};
        if (n->children == 0 || (n->repeat != LE_REPEAT_FILL && n->count == 0))
            blame(r, LE_FAULT_EMPTY_GROUP, node);
        else if (n->repeat == LE_REPEAT_FILL)
            resolve_filling(r, node, content);
        else
            resolve_counted(r, node, content);
    }
    if (r->failed) return;
    r->cell[index].span = r->cells - index;
    r->cell[index].last = r->items;
}
