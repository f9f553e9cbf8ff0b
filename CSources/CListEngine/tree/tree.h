// A counted B+ tree, as a template in C: the inner nodes and everything that works on them. The includer says what its
// leaves are. Here are the types, the declarations, and the functions that are worth inlining; tree_functions.h has the
// others. A header of the tree defines
//
//   #define TREE(name)     pastes the tree's prefix to a name: the prefix is that of every type and function below
//   #define TREE_SUMS      number of sums that each node carries; sum 0 counts the entries (1 to 3)
//   #define TREE_MAXIMA    number of maxima that each node carries (0 or 2)
//   #define TREE_FANOUT    children of an inner node, a multiple of 4
//
// and the node type, TREE(node) = { le__head head; int64_t sum[TREE_SUMS]; int64_t max[TREE_MAXIMA] (where there are
// any) }, and includes this file, which takes the macros back at its end. One .c file of the tree defines
// TREE_FUNCTIONS before it includes that header, and so gets the other functions; there or elsewhere the tree defines
//
//   TREE(leaf_copy)(leaf)               another leaf of the same contents, NULL when memory is short
//   TREE(leaf_split)(leaf, k, &l, &r)   the first k entries and the others, false when memory is short
//   TREE(leaf_join)(a, b, out)          a followed by b as 1 or 2 leaves: the number, 0 when memory is short
//   TREE(leaf_drop)(leaf)               releases what the leaf refers to, before its block goes
//
// A tree whose leaves are never changed, and cut only in between, defines TREE_FIXED_LEAVES: it has neither leaf_copy
// nor leaf_split, and nothing that changes a tree in place.
//
// No include guard: each tree includes this file once.
//
// Inner nodes hold exclusive prefix sums, unused ones INT64_MAX: the child that holds position v is the number of
// prefixes <= v, less one, without a branch. There are two ways to change a tree:
//
// - in place, on a path without other references (`path_own` copies what is shared): the sums along the path are
//   corrected, or children of one inner node are replaced (`path_splice`) where its fill allows;
// - by persistent `split` and `join`, which make new nodes along the cut and share all others. They change nothing
//   that exists, so a failed allocation leaves the tree as it was.
//
// Fill: an inner node other than the root has at least TREE_FANOUT / 4 children. Leaves merge when together they fill
// no more than three quarters of one.
// Source: B+ trees with sums are folklore (counted B-trees, S. Tatham); joining trees of different height follows
// G. Blelloch, D. Ferizovic, Y. Sun, "Just Join for Parallel Ordered Sets" (2016).

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "listengine/units.h"
#include "support/macros.h"
#include "support/pool.h"
#include "tree/node.h"

// Fewest children of an inner node that is not the root, and most levels of one: 10^24 leaves are beyond any count.
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

// A way from the root down to a leaf: at each level an inner node and the slot that was taken.
typedef struct TREE(path) {
    int depth;                      // number of inner nodes
    TREE(inner) *node[TREE_LEVELS]; // node[0] is the root
    int slot[TREE_LEVELS];
    TREE(node) *leaf;
} TREE(path);

LE_INLINE TREE(inner) *TREE(as_inner)(TREE(node) *node) { return (TREE(inner) *)node; }

// The leaf functions of the tree.
#ifndef TREE_FIXED_LEAVES
TREE(node) *TREE(leaf_copy)(TREE(node) *leaf);
bool TREE(leaf_split)(TREE(node) *leaf, int64_t k, TREE(node) **left, TREE(node) **right);
#endif
int TREE(leaf_join)(TREE(node) *a, TREE(node) *b, TREE(node) *out[2]);
void TREE(leaf_drop)(TREE(node) *leaf);

// ---- References

// Frees a node whose last reference went.
LE_NOINLINE void TREE(release_last)(TREE(node) *node);

LE_INLINE void TREE(release)(TREE(node) *node) {
    if (node && le__node_drop(node)) TREE(release_last)(node);
}

// Drops a reference to each of `n` nodes.
void TREE(release_all)(TREE(node) **nodes, uint32_t n);

// ---- Finding

// The slot whose child holds position `v` of sum `c`. Needs 0 <= v; from the total on it is the last slot. Two rounds
// of comparisons without a branch: which quarter of the prefixes, then which of that quarter.
LE_INLINE int TREE(slot_at)(const TREE(inner) *inner, int c, int64_t v) {
    enum { QUARTER = TREE_FANOUT / 4 };
    const int64_t *prefix = inner->prefix[c];
    int start = 0, slots = 0;
    LE_UNROLLED
    for (int q = 1; q < 4; q++) start += prefix[q * QUARTER] <= v ? QUARTER : 0;
    LE_UNROLLED
    for (int i = 1; i < QUARTER; i++) slots += prefix[start + i] <= v;
    return start + slots;
}

// Goes down to the leaf that holds position `*v` of sum `c`, and leaves in `*v` the position within it. `before`
// gets the sums of all that stands before the leaf.
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

// ---- Changing a tree in place

#ifndef TREE_FIXED_LEAVES

// As path_find by index, and makes every node on the way the tree's own, copying those that are shared. False when
// memory is short; the tree then means the same as before.
bool TREE(path_own)(TREE(node) **root, int64_t *index, TREE(path) *path, le_work *work);

    #if TREE_MAXIMA
// Carries changed maxima of the leaf up the path.
void TREE(path_maxima)(TREE(path) *path);
    #endif

// Adds `delta` to the sums along a path, after its leaf has changed by that much.
LE_INLINE void TREE(path_add)(TREE(path) *path, const int64_t delta[TREE_SUMS], le_work *work) {
    for (int d = path->depth - 1; d >= 0; d--) {
        TREE(inner) *inner = path->node[d];
        uint32_t n = inner->base.head.n;
        for (int c = 0; c < TREE_SUMS; c++) {
            if (!delta[c]) continue;
            for (uint32_t i = (uint32_t)path->slot[d] + 1; i < n; i++) inner->prefix[c][i] += delta[c];
            inner->base.sum[c] += delta[c];
        }
    }
    if (work) work->nodes_written += (uint64_t)path->depth + 1;
}

    #if !TREE_MAXIMA
// Whether the lowest inner node of the path can have `removed` children replaced by `added` ones in place.
LE_INLINE bool TREE(path_splice_fits)(const TREE(path) *path, uint32_t removed, uint32_t added) {
    if (path->depth == 0) return false;
    uint32_t n = path->node[path->depth - 1]->base.head.n - removed + added;
    return n <= TREE_FANOUT && n >= (path->depth == 1 ? 2 : TREE_MIN);
}

// Replaces children `slot ..< slot + removed` of the lowest inner node of an owned path by `added` leaves, whose
// references it takes, and corrects the sums above. The fill must allow it (path_splice_fits). No tree with maxima
// needs it.
void TREE(path_splice)(TREE(path) *path, uint32_t slot, uint32_t removed, TREE(node) *const *nodes, uint32_t added,
                       le_work *work);
    #endif

#endif

// ---- Persistent split and join. Inputs are borrowed, outputs are the caller's. False when memory is short.

// The tree of `a` followed by `b`; either may be NULL (empty).
bool TREE(join)(TREE(node) *a, TREE(node) *b, TREE(node) **out);

// The first `index` entries of a tree, and the others. O(log n).
bool TREE(split)(TREE(node) *node, int64_t index, TREE(node) **left, TREE(node) **right);

#ifndef TREE_FIXED_LEAVES
// Replaces entries `first ..< first + count` of the tree by those of `middle` (borrowed, may be NULL).
bool TREE(replace)(TREE(node) **root, int64_t first, int64_t count, TREE(node) *middle, le_work *work);

// Moves entries `first ..< first + count` to index `to` of what remains without them.
bool TREE(move)(TREE(node) **root, int64_t first, int64_t count, int64_t to, le_work *work);
#endif

// ---- Building

// Leaves in order, on their way to becoming a tree.
typedef struct TREE(builder) {
    TREE(node) **nodes; // `few`, or an array of its own
    size_t n, capacity;
    bool failed;
    TREE(node) *few[8];
} TREE(builder);

// Gives back the builder's array, not the leaves in it.
void TREE(builder_free)(TREE(builder) *builder);

// Adds a leaf, whose reference it takes also on failure. NULL, an allocation that failed, fails the builder.
void TREE(builder_add)(TREE(builder) *builder, TREE(node) *leaf);

// Builds the levels bottom up, evenly filled, and frees the builder. False when memory was short.
bool TREE(builder_finish)(TREE(builder) *builder, TREE(node) **root, le_work *work);

// ---- Walking

// The next leaf of a path, or NULL at the end.
TREE(node) *TREE(path_next)(TREE(path) *path);

// The leaf before a path's leaf, or NULL at the start.
TREE(node) *TREE(path_previous)(TREE(path) *path);

// Bytes of all blocks below and with a node.
size_t TREE(bytes)(TREE(node) *node);

// Checks the inner structure below a node: levels, fill, prefixes, maxima. NULL: all right. `check_leaf` is the tree's.
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
