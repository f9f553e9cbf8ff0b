// The items of a waterfall: a tree whose leaves hold the heights of their items, the column of each item, and the
// heights of all columns before the first item.
//
// Heights and line spacing are counted in quanta of 2^-16 point (16 units) here. They are rounded once from the
// caller's doubles, half to even. The height of a column and its number then fit one 64-bit key (waterfall_stream.c),
// and frames agree with the heights that decided the columns. Positions are absolute, from the start of the first line,
// and never negative.
//
// A leaf is immutable once it is made. Copies of a layout share leaves, and an edit replaces the leaves from its own on
// (waterfall_edits.c). The parts of a leaf follow each other without gaps: column heights, heights or ratios, places.
//
// An item can span several columns. The place of an item is its first column, and above these four bits the number of
// further columns that it asks for. A leaf whose items span one column each says so in its head. Its places are then
// columns, and kernels read them.
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
    le__head head;  // of leaves, kind: the encoding of heights; spare: see le__columns_count below
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

// The number of columns that an item with this place takes.
LE_INLINE int64_t le__waterfall_span(const le__waterfall_rules *r, uint8_t place) {
    return LE_MIN((int64_t)(place >> 4) + 1, r->columns);
}

// The width of an item that takes `span` columns. Columns can overlap, if the space between them is negative.
LE_INLINE int64_t le__waterfall_width(const le__waterfall_rules *r, int64_t span) {
    return LE_MAX(r->width + (span - 1) * r->pitch, 0);
}

// The height of an item of a width by its ratio, in quanta: whole pixels if there is a grid. The last step before each
// rounding is exact, so fusing a product with a sum does not change the result.
LE_INLINE int64_t le__waterfall_ratio_height(const le__waterfall_rules *r, double ratio, int64_t width) {
    double height;
    if (r->scale > 0) {
        int64_t units = (int64_t)le__round_positive(ratio * ((double)width * 16) * (1.0 / 16));
        height = le__round_positive((double)le__waterfall_pixels(units, r->scale) * 65536.0 / r->scale);
    } else {
        height = le__round_positive(ratio * (double)width * (1.0 / (double)WATERFALL_QUANTUM));
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

// `spare` of a leaf's head: the number of columns in the low byte; the column of the next turn before the leaf in four
// bits; whether an item spans several columns in the highest bit.
LE_INLINE uint16_t le__columns_spare(int64_t columns, int64_t turn, bool spanning) {
    return (uint16_t)(columns | turn << 8 | (spanning ? 0x8000 : 0));
}
LE_INLINE int64_t le__columns_count(const le__columns_node *leaf) { return leaf->head.spare & 0xff; }
LE_INLINE int64_t le__columns_turn(const le__columns_node *leaf) { return leaf->head.spare >> 8 & 15; }
LE_INLINE bool le__columns_spanning(const le__columns_node *leaf) { return leaf->head.spare >> 15; }

LE_INLINE int64_t *le__columns_fronts(const le__columns_node *leaf) { return (int64_t *)(leaf + 1); }
LE_INLINE void *le__columns_heights(const le__columns_node *leaf) {
    return le__columns_fronts(leaf) + le__columns_count(leaf);
}
LE_INLINE uint8_t *le__columns_places(const le__columns_node *leaf) {
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
        if (!le__columns_spanning(leaf)) {
            for (int64_t i = 0; i < count; i++) out[i] = le__waterfall_ratio_height(&rules, ratios[i], rules.width);
            return;
        }
        const uint8_t *places = le__columns_places(leaf) + k;
        for (int64_t i = 0; i < count; i++) {
            const int64_t width = le__waterfall_width(&rules, le__waterfall_span(&rules, places[i]));
            out[i] = le__waterfall_ratio_height(&rules, ratios[i], width);
        }
    }
}

// The longest of `span` columns from `column` on.
LE_INLINE int64_t le__columns_longest(const int64_t *front, int64_t column, int64_t span) {
    int64_t longest = front[column];
    for (int64_t c = column + 1; c < column + span; c++) longest = LE_MAX(longest, front[c]);
    return longest;
}

// Advances the columns of an item past it. Returns the start of the item.
LE_INLINE int64_t le__columns_pass(int64_t *front, const le__waterfall_rules *r, uint8_t place, int64_t height) {
    const int64_t column = place & 15, span = le__waterfall_span(r, place);
    const int64_t start = le__columns_longest(front, column, span);
    for (int64_t c = column; c < column + span; c++) front[c] = start + height + r->spacing;
    return start;
}

// The start of item `k` of the leaf: the height of its columns before the leaf plus what the leaf has added to them.
int64_t le__columns_item_start(const le__columns_node *leaf, const le__waterfall_rules *r, int64_t k);

#endif
