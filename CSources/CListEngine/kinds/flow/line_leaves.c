// Leaves of the tree of lines: making, splitting and joining them.
#define TREE_FUNCTIONS
#include "kinds/flow/line_tree.h"

#include <stdlib.h>

#include "kernels/kernels.h"
#include "support/paths.h"

// Whether an unshared leaf is narrow and all its items have this width. A positive result is stored in the leaf.
bool le__lines_even(le__lines_node *leaf, uint32_t width) {
    const uint32_t *widths = le__lines_widths(leaf);
    if (!le__lines_is_narrow(leaf) || widths[0] != width) return false;
    if (leaf->head.kind & LINES_EVEN) return true;
    if (le__kernels_in_use()->count_equal(widths, leaf->head.n) < leaf->head.n) return false;
    leaf->head.kind |= LINES_EVEN;
    return true;
}

// ---- Making

// A leaf with room for `n` items; the caller sets its sums and contents. NULL when memory is short.
le__lines_node *le__lines_alloc(size_t n, bool wide) {
    size_t size = wide ? 16 : 8, kind = wide ? LINES_WIDE : LINES_NARROW;
    if (n > (wide ? LINES_WIDE_MAX : LINES_MAX)) {
        LE_PATH(FLOW_LONG_LINE);
        const size_t words = (n + 63) / 64, sums_at = words * 8 + n * size, bytes = sums_at + (words + 1) * 8;
        le__lines_long *leaf = le__block_alloc(sizeof *leaf);
        void *memory = leaf ? malloc(bytes) : NULL;
        if (!memory) {
            if (leaf) le__block_free(leaf);
            return NULL;
        }
        leaf->base.head = (le__head){.kind = (uint8_t)(kind | LINES_LONG), .n = (uint32_t)n};
        leaf->memory = memory;
        leaf->bytes = bytes;
        leaf->sums = (uint64_t *)((char *)memory + sums_at);
        return &leaf->base;
    }
    le__lines_node *leaf = le__block_alloc(sizeof *leaf + (n + 63) / 64 * 8 + n * size);
    if (!leaf) return NULL;
    // As many items as fit the block: each needs `size` bytes, and 64 items need a word of the bitmap.
    size_t bytes = le__block_bytes(leaf) - sizeof *leaf;
    size_t room = (bytes - 8) / size;
    if (room > 64) room = (bytes - 16) / size;
    leaf->head = (le__head){.kind = (uint8_t)kind, .n = (uint32_t)n, .spare = (uint16_t)room};
    memset(le__lines_bits(leaf), 0, (room + 63) / 64 * 8);
    return leaf;
}

le__lines_node *le__lines_leaf_copy(le__lines_node *leaf) {
    if (le__lines_is_long(leaf)) {
        le__lines_node *copy = le__lines_alloc(leaf->head.n, le__lines_is_wide(leaf));
        if (!copy) return NULL;
        copy->head.kind = leaf->head.kind;
        memcpy(copy->sum, leaf->sum, sizeof leaf->sum);
        memcpy(le__lines_bits(copy), le__lines_bits(leaf), ((le__lines_long *)leaf)->bytes);
        return copy;
    }
    size_t bytes = le__block_bytes(leaf);
    le__lines_node *copy = le__block_alloc(bytes);
    if (copy) memcpy(copy, leaf, bytes);
    return copy;
}

void le__lines_leaf_drop(le__lines_node *leaf) {
    if (le__lines_is_long(leaf)) free(((le__lines_long *)leaf)->memory);
}

// ---- Lines of a leaf

int64_t le__lines_thicknesses(const le__lines_node *leaf, size_t from, size_t to, int64_t *lines) {
    const uint64_t *bits = le__lines_bits(leaf);
    if (LE_LIKELY(le__lines_is_narrow(leaf)))
        return le__kernels_in_use()->sum_thicknesses(bits, le__lines_heights(leaf), from, to, leaf->head.n, lines);
    int64_t sum = 0;
    for (*lines = 0; from < to; ++*lines) {
        size_t end = le__next_bit(bits, from + 1, to);
        sum += le__lines_thickness(leaf, from, end);
        from = end;
    }
    return sum;
}

void le__lines_sum_up(le__lines_node *leaf) {
    if (!le__lines_is_long(leaf)) return;
    const void *widths = le__lines_widths(leaf), *heights = le__lines_heights(leaf);
    const bool wide = le__lines_is_wide(leaf);
    const size_t bytes = (leaf->head.n - 1) * (wide ? 8 : 4), one = wide ? 8 : 4;
    // Items are alike if each equals the one before it.
    if (memcmp((char *)widths + one, widths, bytes) == 0 && memcmp((char *)heights + one, heights, bytes) == 0)
        leaf->head.kind |= LINES_ALIKE;
    uint64_t *sums = ((le__lines_long *)leaf)->sums, sum = 0;
    for (size_t i = 0; i < leaf->head.n; i++) {
        if (i % 64 == 0) *sums++ = sum;
        sum += (uint64_t)le__lines_number(widths, wide, i);
    }
    *sums = sum;
}

// Copies `n` items. Items of a wide leaf are never copied into a narrow one.
static void leaf_copy_items(le__lines_node *to, size_t at, const le__lines_node *from, size_t first, size_t n) {
    size_t size = le__lines_is_wide(to) ? 8 : 4;
    if (le__lines_is_wide(to) == le__lines_is_wide(from)) {
        memcpy((char *)le__lines_widths(to) + at * size, (char *)le__lines_widths(from) + first * size, n * size);
        memcpy((char *)le__lines_heights(to) + at * size, (char *)le__lines_heights(from) + first * size, n * size);
    } else { // into a wide one
        for (size_t i = 0; i < n; i++) {
            ((int64_t *)le__lines_widths(to))[at + i] = le__lines_width(from, first + i);
            ((int64_t *)le__lines_heights(to))[at + i] = le__lines_height(from, first + i);
        }
    }
}

// Items `first ..< first + n` as a new leaf; the first of them begins a line there.
static le__lines_node *leaf_part(const le__lines_node *leaf, size_t first, size_t n, int64_t line_spacing) {
    le__lines_node *part = le__lines_alloc(n, le__lines_is_wide(leaf));
    if (!part) return NULL;
    leaf_copy_items(part, 0, leaf, first, n);
    le__lines_sum_up(part);
    uint64_t *bits = le__lines_bits(part);
    part->sum[SUM_LINES] = (int64_t)le__bits_copy(le__lines_bits(leaf), (leaf->head.n + 63) / 64, first, n, bits);
    if (!le__bit_at(bits, 0)) part->sum[SUM_LINES]++;
    bits[0] |= 1;
    part->sum[SUM_ITEMS] = (int64_t)n;
    part->sum[SUM_ADVANCE] = le__lines_advance(part, 0, n, line_spacing);
    return part;
}

// A cut inside a line makes two lines of it. These do not follow the greedy rule until the edit repairs them.
bool le__lines_leaf_split(le__lines_node *leaf, int64_t k, le__lines_node **left, le__lines_node **right) {
    // All lines have the same spacing: the part of the advance that is not thickness.
    size_t n = leaf->head.n;
    int64_t line_spacing = (leaf->sum[SUM_ADVANCE] - le__lines_advance(leaf, 0, n, 0)) / leaf->sum[SUM_LINES];
    *left = leaf_part(leaf, 0, (size_t)k, line_spacing);
    *right = *left ? leaf_part(leaf, (size_t)k, n - (size_t)k, line_spacing) : NULL;
    if (*right) return true;
    le__lines_release(*left);
    *left = NULL;
    return false;
}

int le__lines_leaf_join(le__lines_node *a, le__lines_node *b, le__lines_node *out[2]) {
    size_t na = a->head.n, n = na + b->head.n;
    bool wide = le__lines_is_wide(a) || le__lines_is_wide(b);
    if (n > (wide ? LINES_WIDE_MAX : LINES_MAX) * 3 / 4) {
        le__node_retain(a);
        le__node_retain(b);
        out[0] = a;
        out[1] = b;
        return 2;
    }
    LE_PATH(LEAF_MERGE);
    le__lines_node *both = out[0] = le__lines_alloc(n, wide);
    if (!both) return 0;
    leaf_copy_items(both, 0, a, 0, na);
    leaf_copy_items(both, na, b, 0, n - na);
    uint64_t *bits = le__lines_bits(both);
    for (size_t i = 0; i < na; i++) bits[i / 64] |= (uint64_t)le__bit_at(le__lines_bits(a), i) << (i & 63);
    for (size_t i = na; i < n; i++) bits[i / 64] |= (uint64_t)le__bit_at(le__lines_bits(b), i - na) << (i & 63);
    for (int c = 0; c < LINES_SUMS; c++) both->sum[c] = a->sum[c] + b->sum[c];
    return 1;
}
