// The tree of lines of a flow. A leaf consists of whole lines, stored as widths, heights and a bitmap of the items that
// begin a line.
//
//   narrow   32-bit widths and heights, 122 items in a full block
//   wide     64-bit widths and heights, 61 items in a full block: used if an item has 4,096 points or more
//   long     either width, outside the block: a single line with more items than a block holds
//
// In memory: the header of the node, the bitmap in 64-bit words, widths, heights. A long leaf consists of the header
// and a pointer to the rest, which ends with the sums of the widths before every 64th item. The first item of a leaf
// begins a line.
#ifndef LE_KINDS_FLOW_LINE_TREE_H
#define LE_KINDS_FLOW_LINE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/kernels.h"
#include "support/bits.h"
#include "support/macros.h"
#include "support/pool.h"
#include "tree/node.h"

// The sums of a node: number of items; total advance (thickness + line spacing) of all lines; number of lines.
enum { SUM_ITEMS, SUM_ADVANCE, SUM_LINES, LINES_SUMS };

typedef struct le__lines_node {
    le__head head; // of leaves, kind: LINES_...; n: items; spare: capacity in items
    int64_t sum[LINES_SUMS];
} le__lines_node;

#define TREE(name) le__lines_##name
#define TREE_SUMS 3
#define TREE_MAXIMA 0
#define TREE_FANOUT 28
#include "tree/tree.h"

enum { LINES_FANOUT = sizeof((le__lines_inner *)0)->child / sizeof(le__lines_node *) };

// Bits of `kind`. LINES_EVEN, on a narrow leaf: all widths are known to be equal. LINES_ALIKE, on a long leaf: all
// items have the same size, so that a read of the last line does not visit them.
enum { LINES_NARROW = 0, LINES_WIDE = 1, LINES_LONG = 2, LINES_EVEN = 4, LINES_ALIKE = 8 };

// Capacity of a full block. New leaves are filled up to LINES_FILL, which leaves room for inserts.
enum { LINES_MAX = 122, LINES_FILL = 112, LINES_SMALL = 28, LINES_WIDE_MAX = 61, LINES_WIDE_FILL = 56 };

// ---- Access

typedef struct le__lines_long {
    le__lines_node base;
    void *memory;
    size_t bytes;
    uint64_t *sums; // in `memory`: sums of the widths before items 0, 64, 128, ..., and of all widths, modulo 2^64
} le__lines_long;

LE_INLINE bool le__lines_is_wide(const le__lines_node *leaf) { return leaf->head.kind & LINES_WIDE; }
LE_INLINE bool le__lines_is_long(const le__lines_node *leaf) { return leaf->head.kind & LINES_LONG; }
LE_INLINE bool le__lines_is_narrow(const le__lines_node *leaf) {
    return !(leaf->head.kind & (LINES_WIDE | LINES_LONG));
}
LE_INLINE size_t le__lines_room(const le__lines_node *leaf) {
    return le__lines_is_long(leaf) ? leaf->head.n : leaf->head.spare;
}

LE_INLINE uint64_t *le__lines_bits(const le__lines_node *leaf) {
    if (LE_UNLIKELY(le__lines_is_long(leaf))) return ((const le__lines_long *)leaf)->memory;
    return (uint64_t *)((char *)leaf + sizeof *leaf);
}

LE_INLINE void *le__lines_widths(const le__lines_node *leaf) {
    return le__lines_bits(leaf) + (le__lines_room(leaf) + 63) / 64;
}

LE_INLINE void *le__lines_heights(const le__lines_node *leaf) {
    return (char *)le__lines_widths(leaf) + le__lines_room(leaf) * (le__lines_is_wide(leaf) ? 8 : 4);
}

LE_INLINE int64_t le__lines_number(const void *numbers, bool wide, size_t i) {
    return wide ? ((const int64_t *)numbers)[i] : (int64_t)((const uint32_t *)numbers)[i];
}

LE_INLINE int64_t le__lines_width(const le__lines_node *leaf, size_t i) {
    return le__lines_number(le__lines_widths(leaf), le__lines_is_wide(leaf), i);
}
LE_INLINE int64_t le__lines_height(const le__lines_node *leaf, size_t i) {
    return le__lines_number(le__lines_heights(leaf), le__lines_is_wide(leaf), i);
}

// Clears LINES_EVEN if an item of these widths, which enter the leaf, differs from `width`, the width of its first
// item.
LE_INLINE void le__lines_stay_even(le__lines_node *leaf, uint32_t width, const uint32_t *widths, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (widths[i] != width) leaf->head.kind &= (uint8_t)~LINES_EVEN;
}

// The largest height of items `from ..< to`.
LE_INLINE int64_t le__lines_thickness(const le__lines_node *leaf, size_t from, size_t to) {
    int64_t most = 0;
    if (LE_LIKELY(!le__lines_is_wide(leaf))) {
        const uint32_t *heights = le__lines_heights(leaf);
        uint32_t narrow = 0;
        LE_SHORT_LOOP
        for (size_t i = from; i < to; i++) narrow = LE_MAX(narrow, heights[i]);
        return narrow;
    }
    const int64_t *heights = le__lines_heights(leaf);
    for (size_t i = from; i < to; i++) most = LE_MAX(most, heights[i]);
    return most;
}

// Copies numbers of one width into an array of another. The caller knows that wide numbers fit a narrow array.
LE_INLINE void le__lines_copy_numbers(void *to, bool to_wide, const void *from, bool from_wide, size_t n) {
    if (to_wide == from_wide)
        memcpy(to, from, n * (to_wide ? 8 : 4));
    else if (to_wide)
        le__kernels_in_use()->widen(from, n, to);
    else
        for (size_t i = 0; i < n; i++) ((uint32_t *)to)[i] = (uint32_t)((const int64_t *)from)[i];
}

// Whether an unshared leaf is narrow and all its items have this width. A positive result is stored in the leaf.
bool le__lines_even(le__lines_node *leaf, uint32_t width);

// A leaf with room for `n` items; the caller sets its sums and contents. NULL when memory is short.
le__lines_node *le__lines_alloc(size_t n, bool wide);

// Computes what a long leaf stores about its items, which are in place. Does nothing for other leaves.
void le__lines_sum_up(le__lines_node *leaf);

// The sum of the thicknesses of the lines that consist of items `from ..< to`, and their number. Both indices are line
// boundaries.
int64_t le__lines_thicknesses(const le__lines_node *leaf, size_t from, size_t to, int64_t *lines);

// The sum of the advances of these lines.
LE_INLINE int64_t le__lines_advance(const le__lines_node *leaf, size_t from, size_t to, int64_t line_spacing) {
    int64_t lines;
    const int64_t thicknesses = le__lines_thicknesses(leaf, from, to, &lines);
    return thicknesses + lines * line_spacing;
}

#endif
