// The items of a waterfall: a tree whose leaves hold the heights of their items, the column of each item, and the
// heights of all columns before the first item.
//
// Heights and line spacing are counted in quanta of 2^-16 point (16 units) here. They are rounded once from the
// caller's doubles, half to even. The height of a column and its number then fit one 64-bit key (waterfall_stream.c),
// and frames agree with the heights that decided the columns. Positions are absolute, from the start of the first line,
// and never negative.
//
// A leaf is immutable once it is made. Copies of a layout share leaves, and an edit replaces the leaves from its own on
// (waterfall_edits.c). The parts of a leaf follow each other without gaps: column heights, heights or ratios, columns.
//
// In placements other than shortest first the columns drift apart, so the order of frames is arbitrary. Every node
// knows its last end and its first start, and a query skips nodes that cannot intersect its rectangle.
#ifndef LE_KINDS_WATERFALL_COLUMN_TREE_H
#define LE_KINDS_WATERFALL_COLUMN_TREE_H

#include <string.h>

#include "kernels/kernels.h"
#include "support/lengths.h"
#include "support/macros.h"
#include "support/pool.h"
#include "tree/node.h"

typedef struct le__columns_node {
    le__head head;  // of leaves, kind: the encoding of heights; spare: the number of columns
    int64_t sum[1]; // items
    int64_t max[2]; // last end; WATERFALL_FAR minus the first start
} le__columns_node;

#define TREE(name) le__columns_##name
#define TREE_SUMS 1
#define TREE_MAXIMA 2
#define TREE_FANOUT 28
#define TREE_FIXED_LEAVES
#include "tree/tree.h"

enum { HEIGHTS_32, HEIGHTS_64, HEIGHT_RATIOS };
enum { WATERFALL_COLUMNS = LE__COLUMNS_MAX, WATERFALL_QUANTUM = 16 };

// The largest height of a column, in quanta: half of LE_MAX_TOTAL. A key then has a spare bit.
#define WATERFALL_MOST ((int64_t)1 << 57)
#define WATERFALL_FAR ((int64_t)1 << 60)

// The largest spacing, in units: the spacings of a full leaf stay far below the range of a key.
#define WATERFALL_SPACING_MOST ((int64_t)1 << 52)

// ---- Rules

// The rules that follow from a section's spec and container.
typedef struct le__waterfall_rules {
    le_packing placement;
    int64_t columns;
    int64_t width, lead, pitch; // width of a column; start of the first; distance from one to the next
    int64_t spacing;            // between items of a column, in quanta
    bool by_ratio;
    double scale; // pixels per point, 0: no grid
} le__waterfall_rules;

// Whole pixels in a length, with a slack of 2^-10 point, so that a whole number of pixels is not rounded down.
LE_INLINE int64_t le__waterfall_pixels(int64_t units, double scale) {
    return (int64_t)((double)(units + 1024) * scale * (1.0 / 1048576.0));
}

// The least height of an item: a column must not run backwards.
LE_INLINE int64_t le__waterfall_least(const le__waterfall_rules *r) { return LE_MAX(-r->spacing, 0); }

// The height of an item by its ratio, in quanta: whole pixels if there is a grid. The last step before each rounding is
// exact, so fusing a product with a sum does not change the result.
LE_INLINE int64_t le__waterfall_ratio_height(const le__waterfall_rules *r, double ratio) {
    double height;
    if (r->scale > 0) {
        int64_t units = (int64_t)le__round_positive(ratio * ((double)r->width * 16) * (1.0 / 16));
        height = le__round_positive((double)le__waterfall_pixels(units, r->scale) * 65536.0 / r->scale);
    } else {
        height = le__round_positive(ratio * (double)r->width * (1.0 / (double)WATERFALL_QUANTUM));
    }
    return LE_MAX((int64_t)height, le__waterfall_least(r));
}

// ---- Access

LE_INLINE size_t le__columns_height_bytes(int kind) { return kind == HEIGHTS_32 ? 4 : 8; }

// The number of items that the largest block holds.
LE_INLINE int64_t le__columns_room(int64_t columns, int kind) {
    return (int64_t)((LE__BLOCK_MAX - sizeof(le__columns_node) - 8 * (size_t)columns) /
                     (le__columns_height_bytes(kind) + 1));
}

LE_INLINE int64_t *le__columns_fronts(const le__columns_node *leaf) { return (int64_t *)(leaf + 1); }
LE_INLINE void *le__columns_heights(const le__columns_node *leaf) {
    return le__columns_fronts(leaf) + leaf->head.spare;
}
LE_INLINE uint8_t *le__columns_of_items(const le__columns_node *leaf) {
    return (uint8_t *)le__columns_heights(leaf) + leaf->head.n * le__columns_height_bytes(leaf->head.kind);
}

enum { COLUMNS_ITEMS_MAX = (LE__BLOCK_MAX - sizeof(le__columns_node) - 8) / 5 };
_Static_assert((int)COLUMNS_ITEMS_MAX <= (int)LE__COLUMN_ITEMS_MAX, "kernels take the items of a whole leaf");

// The heights of items `k ..< k + count` of a leaf, in quanta.
LE_INLINE void le__columns_read_heights(const le__columns_node *leaf, const le__waterfall_rules *r, int64_t k,
                                        int64_t count, int64_t *out) {
    if (leaf->head.kind == HEIGHTS_32) {
        le__kernels_in_use()->widen((const uint32_t *)le__columns_heights(leaf) + k, (size_t)count, out);
    } else if (leaf->head.kind == HEIGHTS_64) {
        memcpy(out, (const int64_t *)le__columns_heights(leaf) + k, (size_t)count * sizeof *out);
    } else {
        const double *ratios = (const double *)le__columns_heights(leaf) + k;
        const le__waterfall_rules rules = *r; // a copy, so that the compiler knows that it is constant while heights
                                              // are written
        for (int64_t i = 0; i < count; i++) out[i] = le__waterfall_ratio_height(&rules, ratios[i]);
    }
}

// The start of item `k` of the leaf: the height of its column before the leaf plus what the leaf has added to that
// column.
int64_t le__columns_item_start(const le__columns_node *leaf, const le__waterfall_rules *r, int64_t k);

#endif
