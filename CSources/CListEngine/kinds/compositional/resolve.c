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
    if (r->items + items <= LE_MAX_GROUP && r->cells < CELLS_MAX && r->made < MADE_MAX) return false;
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
    r->made += span;
    r->items += from->last - from->first;
}

// Resolves the children of a group that is filled with repetitions; its content has these extents.
static void resolve_filling(resolver *r, uint32_t node, const int64_t content[2]) {
    const le_node *group = &r->spec->nodes[node];
    int axis = axis_of(group);
    // The cell of each child in the first repetition.
    uint32_t few[16], *cell_of = group->children <= 16 ? few : malloc(group->children * sizeof *cell_of);
    if (!cell_of) {
        r->failed = true;
        return;
    }
    int64_t position = 0, turn_start = 0;
    uint32_t child_node = node + 1, placed = 0;
    for (uint32_t child = 0; !r->failed; child++) {
        if (child == group->children) {
            if (position <= turn_start) {
                blame(r, LE_FAULT_NO_EXTENT, node);
                break;
            }
            turn_start = position;
            child = 0;
        }
        bool first_turn = placed < group->children;
        uint32_t cells = r->cells;
        int32_t items = r->items;
        if (first_turn) {
            if (is_full(r, node, 1)) break;
            cell_of[child] = r->cells;
            le__resolve(r, child_node, content, -1, 0);
            if (r->failed) break;
            child_node += r->node_span[child_node];
        }
        const le__cell *cell = &r->cell[cell_of[child]];
        int64_t end = position + (placed ? group->between.least : 0) + cell->extent[axis] +
                      edges_least(&r->spec->nodes[cell->node], axis);
        bool fits = end <= content[axis] + SLACK;
        if (!fits && placed) {
            r->cells = cells;
            r->items = items;
            break;
        }
        if (!first_turn) {
            if (is_full(r, node, cell->last - cell->first)) break;
            repeat_cells(r, cell_of[child]);
        }
        position = end;
        placed++;
        if (!fits) {
            blame(r, LE_FAULT_FIRST_DOES_NOT_FIT, node);
            break;
        }
    }
    if (cell_of != few) free(cell_of);
}

// a / b, rounded down; b > 0.
static int64_t divide_down(int64_t a, int64_t b) { return a / b - (a % b < 0); }

// Spacings that add up to more than this leave no room for a valid length, or (if negative) room for every length.
#define SPACES_MOST (LE_MAX_TOTAL / 2)

// Resolves the only child of a group with an explicit count of repetitions.
static void resolve_counted(resolver *r, uint32_t node, const int64_t content[2]) {
    const le_node *group = &r->spec->nodes[node], *child = &r->spec->nodes[node + 1];
    if (group->count == 0) return;
    int axis = axis_of(group), shared_axis = -1;
    int64_t shared_extent = 0, container[2] = {content[MAIN], content[CROSS]};
    if (group->repeat == LE_REPEAT_SHARE) {
        // A part is (content - spacing * (count - 1)) / count, rounded down. Only the product can overflow.
        const int64_t count = group->count, spacing = group->between.least;
        int64_t slot = LE_MAX(divide_down(content[axis] + spacing, count) - spacing, 0), spaces;
        if (__builtin_mul_overflow(spacing, count - 1, &spaces) || spaces > SPACES_MOST || spaces < -SPACES_MOST)
            spaces = spacing > 0 ? SPACES_MOST : -SPACES_MOST;
        shared_axis = axis;
        shared_extent = pixel_floor(LE_MAX(slot - edges_least(child, axis), 0), SLACK, r->spec->scale);
        container[axis] = LE_MAX(content[axis] - spaces, 0);
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
    r->made++;
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
