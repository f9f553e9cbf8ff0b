// Helpers shared by the passes of the solver: lengths on the pixel grid, and the members of a node by axis.
#ifndef LE_COMPOSITIONAL_SOLVER_H
#define LE_COMPOSITIONAL_SOLVER_H

#include <math.h>

#include "kinds/compositional/composition.h"
#include "support/macros.h"

// The tolerance of a fit: three thirds of a width fit, and a size on the pixel grid stays there.
//
// When a solve has made CELLS_MAX cells, or has tried TRIED_MAX sizes of children to count how many fit, nothing more
// fits.
enum { SLACK = 1024, CELLS_MAX = 4 * LE_MAX_GROUP, TRIED_MAX = 4 * CELLS_MAX };

// ---- Lengths

static inline int64_t pixel_floor(int64_t length, int64_t slack, double scale) {
    if (scale == 0) return length;
    double pixels = floor((double)(length + slack) * scale * 0x1p-20);
    return (int64_t)rint(pixels * 1048576.0 / scale);
}

// One of `count` equal parts of the remaining space, in whole pixels; the sum never exceeds the space.
static inline int64_t part_of(int64_t left, int64_t count, double scale) {
    return LE_MIN(left / count, pixel_floor(left / count, SLACK, scale));
}

// The share of flexible space number `index` of `count`.
static inline int64_t share_of(int64_t left, int64_t count, int64_t index, double scale) {
    if (scale == 0) return left / count + (index < left % count);
    return part_of(left, count, scale);
}

// The nearest pixel edge.
static inline int64_t pixel_round(int64_t x, double scale) {
    return (int64_t)rint(floor((double)x * scale * 0x1p-20 + 0.5) * 0x1p20 / scale);
}

static inline const le_dimension *dimension_along(const le_node *n, int axis) {
    return axis == MAIN ? &n->main : &n->cross;
}
static inline const int64_t *insets_along(const le_node *n, int axis) {
    return axis == MAIN ? n->inset_main : n->inset_cross;
}
static inline const le_space *edges_along(const le_node *n, int axis) {
    return axis == MAIN ? n->edge_main : n->edge_cross;
}
static inline int64_t edges_least(const le_node *n, int axis) {
    return edges_along(n, axis)[LE_START].least + edges_along(n, axis)[LE_END].least;
}
static inline int axis_of(const le_node *n) { return n->kind == LE_NODE_ALONG_MAIN ? MAIN : CROSS; }
static inline bool is_group(const le_node *n) {
    return n->kind == LE_NODE_ALONG_MAIN || n->kind == LE_NODE_ALONG_CROSS;
}

// The extent inside the insets, which are ignored if the extent is open.
static inline int64_t inside(const le_node *n, const le__cell *c, int axis, int64_t extent) {
    const int64_t *inset = insets_along(n, axis);
    return c->open[axis] ? extent : LE_MAX(extent - inset[LE_START] - inset[LE_END], 0);
}

static inline int64_t inside_start(const le_node *n, const le__cell *c, int axis) {
    return c->open[axis] ? 0 : insets_along(n, axis)[LE_START];
}

// ---- The pass down

typedef struct resolver {
    const le_composition_spec *spec;
    uint32_t *node_span; // number of nodes in each subtree
    le__cell *cell;
    uint32_t cells, capacity;
    uint32_t tried; // sizes of children computed only to count how many fit
    int32_t items;
    le_composition_fault fault;
    uint32_t fault_node;
    bool failed; // memory is short
} resolver;

// Resolves the subtree of `node` in a container. Along `shared_axis` (or -1) it gets the extent `shared_extent`.
void le__resolve(resolver *r, uint32_t node, const int64_t container[2], int shared_axis, int64_t shared_extent);

#endif
