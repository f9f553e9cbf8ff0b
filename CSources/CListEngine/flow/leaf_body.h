// The leaves of the flow tree: whole lines, as widths, heights and a bitmap of the items that begin a line.
//
//   narrow   32-bit widths and heights, 122 in a full block
//   wide     64-bit ones, 61 in a full block: where an item has 4,096 points or more
//   long     either, outside the block: a single line with more items than a block holds
//
// In memory: the node's head, the bitmap in 64-bit words, widths, heights; in a long leaf the head and a pointer to
// the rest. The first item of a leaf begins a line.

#define TREE(name) flow_##name
#define TREE_SUMS 3
#define TREE_MAXIMA 0
#define TREE_FANOUT 28

typedef struct le__flow_node {
    le__head head;          // kind: LEAF_..., n: items, spare: items there is room for
    int64_t sum[TREE_SUMS]; // items; advance (thickness + line spacing) of all lines; lines
} flow_node_t;
typedef flow_node_t flow_node;

// Bits of `kind`; LEAF_EVEN on a narrow leaf: all widths are known to be one.
enum { LEAF_NARROW = 0, LEAF_WIDE = 1, LEAF_LONG = 2, LEAF_EVEN = 4 };
enum { SUM_ITEMS, SUM_ADVANCE, SUM_LINES };

// A full block holds this many; new leaves are filled up to LEAF_FILL, which leaves room for inserts.
enum { LEAF_MAX = 122, LEAF_FILL = 112, LEAF_SMALL = 28, WIDE_MAX = 61, WIDE_FILL = 56 };

static flow_node_t *flow_leaf_copy(flow_node_t *leaf);
static bool flow_leaf_split(flow_node_t *leaf, int64_t k, flow_node_t **left, flow_node_t **right);
static int flow_leaf_join(flow_node_t *a, flow_node_t *b, flow_node_t *out[2]);
static void flow_leaf_drop(flow_node_t *leaf);

#include "tree/tree_body.h"

// ---- Access

typedef struct flow_long {
    flow_node_t base;
    void *memory;
    size_t bytes;
} flow_long;

LE_INLINE bool leaf_wide(const flow_node_t *leaf) { return leaf->head.kind & LEAF_WIDE; }
LE_INLINE bool leaf_long(const flow_node_t *leaf) { return leaf->head.kind & LEAF_LONG; }
LE_INLINE bool leaf_narrow(const flow_node_t *leaf) { return !(leaf->head.kind & (LEAF_WIDE | LEAF_LONG)); }
LE_INLINE size_t leaf_room(const flow_node_t *leaf) { return leaf_long(leaf) ? leaf->head.n : leaf->head.spare; }

LE_INLINE uint64_t *leaf_bits(const flow_node_t *leaf) {
    if (LE_UNLIKELY(leaf_long(leaf))) return ((const flow_long *)leaf)->memory;
    return (uint64_t *)((char *)leaf + sizeof *leaf);
}

LE_INLINE void *leaf_widths(const flow_node_t *leaf) { return leaf_bits(leaf) + (leaf_room(leaf) + 63) / 64; }

LE_INLINE void *leaf_heights(const flow_node_t *leaf) {
    return (char *)leaf_widths(leaf) + leaf_room(leaf) * (leaf_wide(leaf) ? 8 : 4);
}

LE_INLINE int64_t number_at(const void *numbers, bool wide, size_t i) {
    return wide ? ((const int64_t *)numbers)[i] : (int64_t)((const uint32_t *)numbers)[i];
}

LE_INLINE int64_t leaf_width(const flow_node_t *leaf, size_t i) {
    return number_at(leaf_widths(leaf), leaf_wide(leaf), i);
}
LE_INLINE int64_t leaf_height(const flow_node_t *leaf, size_t i) {
    return number_at(leaf_heights(leaf), leaf_wide(leaf), i);
}

// Items of these widths come into a narrow leaf whose first width is, or was, `width`.
LE_INLINE void leaf_stays_even(flow_node_t *leaf, uint32_t width, const uint32_t *widths, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (widths[i] != width) leaf->head.kind &= (uint8_t)~LEAF_EVEN;
}

// Whether a leaf that is the caller's own is narrow and all its items have this width, which it remembers.
static bool leaf_even(flow_node_t *leaf, uint32_t width) {
    const uint32_t *widths = leaf_widths(leaf);
    if (!leaf_narrow(leaf) || widths[0] != width) return false;
    if (leaf->head.kind & LEAF_EVEN) return true;
    if (LE_FN(even)(widths, leaf->head.n) < leaf->head.n) return false;
    leaf->head.kind |= LEAF_EVEN;
    return true;
}

// ---- Bits

LE_INLINE bool bit_at(const uint64_t *bits, size_t i) { return bits[i / 64] >> (i & 63) & 1; }

// The 64 bits from bit `i` on; `words` is how many words there are to read.
LE_INLINE uint64_t bits_from(const uint64_t *bits, size_t words, size_t i) {
    size_t word = i / 64, shift = i & 63;
    uint64_t low = word < words ? bits[word] >> shift : 0;
    return shift && word + 1 < words ? low | bits[word + 1] << (64 - shift) : low;
}

// The first set bit in `from ..< end`, or `end`.
LE_INLINE size_t next_bit(const uint64_t *bits, size_t from, size_t end) {
    if (from >= end) return end;
    size_t word = from / 64;
    uint64_t rest = bits[word] & (~(uint64_t)0 << (from & 63));
    while (!rest) {
        if (++word * 64 >= end) return end;
        rest = bits[word];
    }
    size_t at = word * 64 + (size_t)__builtin_ctzll(rest);
    return LE_MIN(at, end);
}

// The last set bit at or before `from`, which must exist.
LE_INLINE size_t previous_bit(const uint64_t *bits, size_t from) {
    size_t word = from / 64;
    uint64_t rest = bits[word] & (~(uint64_t)0 >> (63 - (from & 63)));
    while (!rest) rest = bits[--word];
    return word * 64 + 63 - (size_t)__builtin_clzll(rest);
}

// Bits `from ..< from + n` of `bits`, from bit 0 of `out` on, the last word filled with zeros. Answers how many are
// set.
LE_INLINE size_t bits_copy(const uint64_t *bits, size_t words, size_t from, size_t n, uint64_t *out) {
    size_t set = 0;
    for (size_t i = 0; i < n; i += 64) {
        uint64_t word = bits_from(bits, words, from + i);
        if (n - i < 64) word &= ~(~(uint64_t)0 << (n - i));
        out[i / 64] = word;
        set += (size_t)__builtin_popcountll(word);
    }
    return set;
}

// ---- Making

// A leaf with room for `n` items and everything but its sums and contents; NULL when memory is short.
static flow_node_t *leaf_alloc(size_t n, bool wide) {
    size_t size = wide ? 16 : 8, kind = wide ? LEAF_WIDE : LEAF_NARROW;
    if (n > (wide ? WIDE_MAX : LEAF_MAX)) {
        LE_PATH(FLOW_LONG_LINE);
        size_t bytes = (n + 63) / 64 * 8 + n * size;
        flow_long *leaf = le__block_alloc(sizeof *leaf);
        void *memory = leaf ? malloc(bytes) : NULL;
        if (!memory) {
            if (leaf) le__block_free(leaf);
            return NULL;
        }
        leaf->base.head = (le__head){.kind = (uint8_t)(kind | LEAF_LONG), .n = (uint32_t)n};
        leaf->memory = memory;
        leaf->bytes = bytes;
        return &leaf->base;
    }
    flow_node_t *leaf = le__block_alloc(sizeof *leaf + (n + 63) / 64 * 8 + n * size);
    if (!leaf) return NULL;
    // As many items as the block takes: each needs `size` bytes, and 64 of them a word of the bitmap.
    size_t bytes = le__block_bytes(leaf) - sizeof *leaf;
    size_t room = (bytes - 8) / size;
    if (room > 64) room = (bytes - 16) / size;
    leaf->head = (le__head){.kind = (uint8_t)kind, .n = (uint32_t)n, .spare = (uint16_t)room};
    memset(leaf_bits(leaf), 0, (room + 63) / 64 * 8);
    return leaf;
}

static flow_node_t *flow_leaf_copy(flow_node_t *leaf) {
    if (leaf_long(leaf)) {
        flow_node_t *copy = leaf_alloc(leaf->head.n, leaf_wide(leaf));
        if (!copy) return NULL;
        memcpy(copy->sum, leaf->sum, sizeof leaf->sum);
        memcpy(leaf_bits(copy), leaf_bits(leaf), ((flow_long *)leaf)->bytes);
        return copy;
    }
    size_t bytes = le__block_bytes(leaf);
    flow_node_t *copy = le__block_alloc(bytes);
    if (copy) memcpy(copy, leaf, bytes);
    return copy;
}

static void flow_leaf_drop(flow_node_t *leaf) {
    if (leaf_long(leaf)) free(((flow_long *)leaf)->memory);
}

// ---- Lines of a leaf

// Largest height of items `from ..< to`.
LE_INLINE int64_t leaf_thickness(const flow_node_t *leaf, size_t from, size_t to) {
    int64_t most = 0;
    if (LE_LIKELY(!leaf_wide(leaf))) {
        const uint32_t *heights = leaf_heights(leaf);
        uint32_t narrow = 0;
        LE_SHORT_LOOP
        for (size_t i = from; i < to; i++) narrow = LE_MAX(narrow, heights[i]);
        return narrow;
    }
    const int64_t *heights = leaf_heights(leaf);
    for (size_t i = from; i < to; i++) most = LE_MAX(most, heights[i]);
    return most;
}

// Advance of the lines that items `from ..< to` make up; both are ends of lines.
static int64_t leaf_advance(const flow_node_t *leaf, size_t from, size_t to, int64_t line_spacing) {
    const uint64_t *bits = leaf_bits(leaf);
    int64_t advance = 0;
    while (from < to) {
        size_t end = next_bit(bits, from + 1, to);
        advance += leaf_thickness(leaf, from, end) + line_spacing;
        from = end;
    }
    return advance;
}

// Copies `n` items; a narrow leaf is not copied into from a wide one.
static void leaf_copy_items(flow_node_t *to, size_t at, const flow_node_t *from, size_t first, size_t n) {
    size_t size = leaf_wide(to) ? 8 : 4;
    if (leaf_wide(to) == leaf_wide(from)) {
        memcpy((char *)leaf_widths(to) + at * size, (char *)leaf_widths(from) + first * size, n * size);
        memcpy((char *)leaf_heights(to) + at * size, (char *)leaf_heights(from) + first * size, n * size);
    } else { // into a wide one
        for (size_t i = 0; i < n; i++) {
            ((int64_t *)leaf_widths(to))[at + i] = leaf_width(from, first + i);
            ((int64_t *)leaf_heights(to))[at + i] = leaf_height(from, first + i);
        }
    }
}

// Items `first ..< first + n` as a leaf of their own; the first of them begins a line there.
static flow_node_t *leaf_part(const flow_node_t *leaf, size_t first, size_t n, int64_t line_spacing) {
    flow_node_t *part = leaf_alloc(n, leaf_wide(leaf));
    if (!part) return NULL;
    leaf_copy_items(part, 0, leaf, first, n);
    uint64_t *bits = leaf_bits(part);
    part->sum[SUM_LINES] = (int64_t)bits_copy(leaf_bits(leaf), (leaf->head.n + 63) / 64, first, n, bits);
    if (!bit_at(bits, 0)) part->sum[SUM_LINES]++;
    bits[0] |= 1;
    part->sum[SUM_ITEMS] = (int64_t)n;
    part->sum[SUM_ADVANCE] = leaf_advance(part, 0, n, line_spacing);
    return part;
}

// A cut inside a line makes two of it, which are no longer what the greedy rule says: `flow_mend` sees to that.
static bool flow_leaf_split(flow_node_t *leaf, int64_t k, flow_node_t **left, flow_node_t **right) {
    // All lines have the same spacing: it is what their thicknesses do not explain.
    size_t n = leaf->head.n;
    int64_t line_spacing = (leaf->sum[SUM_ADVANCE] - leaf_advance(leaf, 0, n, 0)) / leaf->sum[SUM_LINES];
    *left = leaf_part(leaf, 0, (size_t)k, line_spacing);
    *right = *left ? leaf_part(leaf, (size_t)k, n - (size_t)k, line_spacing) : NULL;
    if (*right) return true;
    flow_release(*left);
    *left = NULL;
    return false;
}

static int flow_leaf_join(flow_node_t *a, flow_node_t *b, flow_node_t *out[2]) {
    size_t na = a->head.n, n = na + b->head.n;
    bool wide = leaf_wide(a) || leaf_wide(b);
    if (n > (wide ? WIDE_MAX : LEAF_MAX) * 3 / 4) {
        le__retain(a);
        le__retain(b);
        out[0] = a;
        out[1] = b;
        return 2;
    }
    LE_PATH(LEAF_MERGE);
    flow_node_t *both = out[0] = leaf_alloc(n, wide);
    if (!both) return 0;
    leaf_copy_items(both, 0, a, 0, na);
    leaf_copy_items(both, na, b, 0, n - na);
    uint64_t *bits = leaf_bits(both);
    for (size_t i = 0; i < na; i++) bits[i / 64] |= (uint64_t)bit_at(leaf_bits(a), i) << (i & 63);
    for (size_t i = na; i < n; i++) bits[i / 64] |= (uint64_t)bit_at(leaf_bits(b), i - na) << (i & 63);
    for (int c = 0; c < TREE_SUMS; c++) both->sum[c] = a->sum[c] + b->sum[c];
    return 1;
}
