// A counted B+ tree as a C template: the inner nodes and every operation on them. Each tree that includes this file
// supplies its own leaves. This file holds the types, the declarations and the functions that are worth inlining;
// tree_functions.h holds the others. The header of a tree defines
//
//   #define TREE(name)     adds the prefix of the tree to a name; every type and function below has this prefix
//   #define TREE_SUMS      number of sums that each node carries; sum 0 counts the entries (1 to 3)
//   #define TREE_MAXIMA    number of maxima that each node carries (0 or 2)
//   #define TREE_FANOUT    children of an inner node, a multiple of 4
//
// and the node type, TREE(node) = { le__head head; int64_t sum[TREE_SUMS]; int64_t max[TREE_MAXIMA] (if any) }. Then it
// includes this file, which undefines the macros at its end. One .c file of the tree defines TREE_FUNCTIONS before it
// includes that header, and so compiles the other functions. The tree also defines these functions, in any of its
// files:
//
//   TREE(leaf_copy)(leaf)               a new leaf with the same contents; NULL when memory is short
//   TREE(leaf_split)(leaf, k, &l, &r)   the first k entries and the rest; false when memory is short
//   TREE(leaf_join)(a, b, out)          a followed by b as 1 or 2 leaves; returns their number, 0 when memory is short
//   TREE(leaf_drop)(leaf)               releases what the leaf refers to, before its block is freed
//
// A tree that never changes a leaf, and cuts only between leaves, defines TREE_FIXED_LEAVES. It has neither leaf_copy
// nor leaf_split, nor any function that changes the tree in place.
//
// No include guard: each tree includes this file once.
//
// Inner nodes hold exclusive prefix sums; unused entries are INT64_MAX. The child that holds position v is found
// without a branch: its slot is the number of prefixes <= v, minus one. There are two ways to change a tree:
//
// - in place, on a path that has no other references (`path_own` copies shared nodes): the sums along the path are
//   corrected, or children of one inner node are replaced (`path_splice`) if the fill of that node stays within its
//   limits;
// - by persistent `split` and `join`, which create new nodes along the cut and share all others. They do not change
//   existing nodes, so a failed allocation leaves the tree as it was.
//
// Fill: an inner node other than the root has at least TREE_FANOUT / 4 children. Two leaves are merged when their
// entries fill at most three quarters of one leaf.
// Source: B+ trees with sums are folklore (counted B-trees, S. Tatham); joining trees of different height follows
// G. Blelloch, D. Ferizovic, Y. Sun, "Just Join for Parallel Ordered Sets" (2016).

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "listengine/units.h"
#include "support/macros.h"
#include "support/pool.h"
#include "tree/node.h"

// The fewest children of an inner node that is not the root, and the most levels of a tree: they hold 10^24 leaves,
// more than any count.
#define TREE_MIN (TREE_FANOUT / 4)
#define TREE_LEVELS 24

typedef struct TREE(inner) {
    TREE(node) base;
    int64_t prefix[TREE_SUMS][TREE_FANOUT];
#if TREE_MAXIMA
    int64_t maximum[TREE_MAXIMA][TREE_FANOUT];
#endif
    TREE(node) *child[TREE_FANOUT];
} TREE(inner);

// A path from the root down to a leaf: the inner node at each level and the slot that was taken.
typedef struct TREE(path) {
    int depth;                      // number of inner nodes
    TREE(inner) *node[TREE_LEVELS]; // node[0] is the root
    int slot[TREE_LEVELS];
    TREE(node) *leaf;
} TREE(path);

LE_INLINE TREE(inner) *TREE(as_inner)(TREE(node) *node) { return (TREE(inner) *)node; }

// The functions for leaves, which the tree defines.
#ifndef TREE_FIXED_LEAVES
TREE(node) *TREE(leaf_copy)(TREE(node) *leaf);
bool TREE(leaf_split)(TREE(node) *leaf, int64_t k, TREE(node) **left, TREE(node) **right);
#endif
int TREE(leaf_join)(TREE(node) *a, TREE(node) *b, TREE(node) *out[2]);
void TREE(leaf_drop)(TREE(node) *leaf);

// ---- References

// Frees a node after its last reference was released.
LE_NOINLINE void TREE(release_last)(TREE(node) *node);

LE_INLINE void TREE(release)(TREE(node) *node) {
    if (node && le__node_drop(node)) TREE(release_last)(node);
}

// Releases a reference to each of `n` nodes.
void TREE(release_all)(TREE(node) **nodes, uint32_t n);

// ---- Searching

// The slot whose child holds position `v` of sum `c`, with v >= 0; the last slot if `v` is the total or more. Rounds of
// comparisons without branches: first the quarter of the prefixes, then the third of a quarter that is large (the last
// third also holds the remainder), then the prefix. The rounds after the first read adjacent numbers.
LE_INLINE int TREE(slot_at)(const TREE(inner) *inner, int c, int64_t v) {
    enum { QUARTER = TREE_FANOUT / 4, THIRD = QUARTER > 5 ? QUARTER / 3 : 0 };
    const int64_t *prefix = inner->prefix[c];
    int start = 0, slots = 0;
    LE_UNROLLED
    for (int q = 1; q < 4; q++) start += prefix[q * QUARTER] <= v ? QUARTER : 0;
    if (THIRD) {
        const int64_t *third = prefix + start;
        start += (third[THIRD] <= v ? THIRD : 0) + (third[2 * THIRD] <= v ? THIRD : 0);
    }
    LE_UNROLLED
    for (int i = 1; i < QUARTER - 2 * THIRD; i++) slots += prefix[start + i] <= v;
    return start + slots;
}

// Descends to the leaf that holds position `*v` of sum `c`, and sets `*v` to the position within that leaf. `before`
// receives the sums of all entries before the leaf.
LE_INLINE void TREE(path_find)(TREE(node) *root, int c, int64_t *v, TREE(path) *path, int64_t before[TREE_SUMS]) {
    TREE(node) *node = root;
    int depth = 0;
    for (int s = 0; s < TREE_SUMS; s++) before[s] = 0;
    while (node->head.level) {
        TREE(inner) *inner = TREE(as_inner)(node);
        int slot = TREE(slot_at)(inner, c, *v);
        path->node[depth] = inner;
        path->slot[depth++] = slot;
        *v -= inner->prefix[c][slot];
        for (int s = 0; s < TREE_SUMS; s++) before[s] += inner->prefix[s][slot];
        node = inner->child[slot];
    }
    path->depth = depth;
    path->leaf = node;
}

// The same without a path; returns the leaf. It changes `*v`: C does not order this with other reads of `*v` in the
// same expression.
LE_INLINE TREE(node) *TREE(find_leaf)(TREE(node) *node, int c, int64_t *v, int64_t before[TREE_SUMS]) {
    for (int s = 0; s < TREE_SUMS; s++) before[s] = 0;
    while (node->head.level) {
        TREE(inner) *inner = TREE(as_inner)(node);
        const int slot = TREE(slot_at)(inner, c, *v);
        *v -= inner->prefix[c][slot];
        for (int s = 0; s < TREE_SUMS; s++) before[s] += inner->prefix[s][slot];
        node = inner->child[slot];
    }
    return node;
}

// Goes down to the first leaf.
LE_INLINE void TREE(path_start)(TREE(node) *root, TREE(path) *path) {
    TREE(node) *node = root;
    int depth = 0;
    for (; node->head.level; node = path->node[depth++]->child[0]) {
        path->node[depth] = TREE(as_inner)(node);
        path->slot[depth] = 0;
    }
    path->depth = depth;
    path->leaf = node;
}

// ---- Changing a tree in place

#ifndef TREE_FIXED_LEAVES

// Replaces the shared node that `*link` refers to with a copy. False when memory is short.
bool TREE(copy_shared)(TREE(node) **link, le_work *work);

// Makes a node exclusive to this tree, if the nodes above it are. False when memory is short.
LE_INLINE bool TREE(own)(TREE(node) **link, le_work *work) {
    return LE_LIKELY(le__node_unique(*link)) || TREE(copy_shared)(link, work);
}

// Like path_find by index, but also makes every node on the path exclusive to this tree by copying shared nodes. False
// when memory is short; the contents of the tree are unchanged then.
bool TREE(path_own)(TREE(node) **root, int64_t *index, TREE(path) *path, le_work *work);

    #if TREE_MAXIMA
// Propagates changed maxima of the leaf up the path.
void TREE(path_maxima)(TREE(path) *path);
    #endif

// Adds `delta` to the sums along a path after its leaf changed by that amount.
LE_INLINE void TREE(path_add)(TREE(path) *path, const int64_t delta[TREE_SUMS], le_work *work) {
    for (int d = path->depth - 1; d >= 0; d--) {
        TREE(inner) *inner = path->node[d];
        uint32_t n = inner->base.head.n;
        if (TREE_SUMS == 2 && delta[0] && delta[1]) {
            int64_t *const first = inner->prefix[0], *const second = inner->prefix[1];
            LE_BY_FOURS
            for (uint32_t i = (uint32_t)path->slot[d] + 1; i < n; i++) {
                first[i] += delta[0];
                second[i] += delta[1];
            }
            inner->base.sum[0] += delta[0];
            inner->base.sum[1] += delta[1];
            continue;
        }
        for (int c = 0; c < TREE_SUMS; c++) {
            if (!delta[c]) continue;
            int64_t *const prefix = inner->prefix[c], by = delta[c];
            LE_BY_FOURS
            for (uint32_t i = (uint32_t)path->slot[d] + 1; i < n; i++) prefix[i] += by;
            inner->base.sum[c] += delta[c];
        }
    }
    if (work) work->nodes_written += (uint64_t)path->depth + 1;
}

    #if !TREE_MAXIMA
// Whether `removed` children of the lowest inner node of the path can be replaced in place by `added` ones.
LE_INLINE bool TREE(path_splice_fits)(const TREE(path) *path, uint32_t removed, uint32_t added) {
    if (path->depth == 0) return false;
    uint32_t n = path->node[path->depth - 1]->base.head.n - removed + added;
    return n <= TREE_FANOUT && n >= (path->depth == 1 ? 2 : TREE_MIN);
}

// Replaces children `slot ..< slot + removed` of the lowest inner node of an owned path by `added` leaves, whose
// references it takes, and corrects the sums above. The resulting fill must be valid (path_splice_fits). Trees with
// maxima do not use it.
void TREE(path_splice)(TREE(path) *path, uint32_t slot, uint32_t removed, TREE(node) *const *nodes, uint32_t added,
                       le_work *work);
    #endif

#endif

// ---- Persistent split and join. They borrow their inputs; the caller owns the outputs. False when memory is short.

// The entries of `a` followed by those of `b`; either may be NULL (empty).
bool TREE(join)(TREE(node) *a, TREE(node) *b, TREE(node) **out);

// Splits a tree into its first `index` entries and the rest. O(log n).
bool TREE(split)(TREE(node) *node, int64_t index, TREE(node) **left, TREE(node) **right);

#ifndef TREE_FIXED_LEAVES
// Replaces entries `first ..< first + count` of the tree with those of `middle` (borrowed, may be NULL).
bool TREE(replace)(TREE(node) **root, int64_t first, int64_t count, TREE(node) *middle, le_work *work);

// Moves entries `first ..< first + count`; `to` is an index after they are removed.
bool TREE(move)(TREE(node) **root, int64_t first, int64_t count, int64_t to, le_work *work);
#endif

// ---- Building

// Collects leaves in order, to build a tree from them.
typedef struct TREE(builder) {
    TREE(node) **nodes; // `few`, or a separate array
    size_t n, capacity;
    bool failed;
    TREE(node) *few[8];
} TREE(builder);

// Frees the array of the builder but not its leaves.
void TREE(builder_free)(TREE(builder) *builder);

// Appends a leaf and takes its reference, even on failure. A NULL leaf (a failed allocation) makes the builder fail.
void TREE(builder_add)(TREE(builder) *builder, TREE(node) *leaf);

// Builds the inner levels bottom up, evenly filled, and frees the builder. False when memory was short.
bool TREE(builder_finish)(TREE(builder) *builder, TREE(node) **root, le_work *work);

// ---- Walking

// Advances a path to the next leaf and returns it; NULL at the end.
TREE(node) *TREE(path_next)(TREE(path) *path);

// Prefetches the leaf after that of a path, if both have the same parent: for passes that read whole leaves. The
// processor prefetches within a block automatically, but it cannot foresee the next block.
LE_INLINE void TREE(path_prefetch)(const TREE(path) *path) {
    if (path->depth == 0) return;
    const TREE(inner) *parent = path->node[path->depth - 1];
    const uint32_t next = (uint32_t)path->slot[path->depth - 1] + 1;
    if (next < parent->base.head.n) le__prefetch(parent->child[next], LE__BLOCK_MAX);
}

// Moves a path to the previous leaf and returns it; NULL at the start.
TREE(node) *TREE(path_previous)(TREE(path) *path);

// The bytes of all blocks of a subtree, its root included.
size_t TREE(bytes)(TREE(node) *node);

// Checks the inner nodes of a subtree: levels, fill, prefixes, maxima. Returns NULL if all are valid. `check_leaf`
// checks a leaf.
const char *TREE(check)(TREE(node) *node, bool is_root, const char *(*check_leaf)(TREE(node) *));

#ifdef TREE_FUNCTIONS
    #undef TREE_FUNCTIONS
    #include "tree/tree_functions.h"
#endif

#undef TREE
#undef TREE_SUMS
#undef TREE_MAXIMA
#undef TREE_FANOUT
#undef TREE_MIN
#undef TREE_LEVELS
#ifdef TREE_FIXED_LEAVES
    #undef TREE_FIXED_LEAVES
#endif
