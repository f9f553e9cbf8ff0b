// The functions of the counted B+ tree that are not inline. tree.h includes this file.
#include <stdlib.h>
#include <string.h>

#include "support/paths.h"

// ---- References

LE_NOINLINE void TREE(release_last)(TREE(node) *node) {
    if (node->head.level == 0) {
        TREE(leaf_drop)(node);
    } else {
        TREE(inner) *inner = TREE(as_inner)(node);
        for (uint32_t i = 0; i < node->head.n; i++) TREE(release)(inner->child[i]);
    }
    le__block_free(node);
}

// ---- Inner nodes

// Computes the prefixes of a node and its own sums and maxima.
static void TREE(inner_sum)(TREE(inner) *inner) {
    uint32_t n = inner->base.head.n;
    for (int c = 0; c < TREE_SUMS; c++) {
        int64_t sum = 0;
        for (uint32_t i = 0; i < n; i++) {
            inner->prefix[c][i] = sum;
            sum += inner->child[i]->sum[c];
        }
        for (uint32_t i = n; i < TREE_FANOUT; i++) inner->prefix[c][i] = INT64_MAX;
        inner->base.sum[c] = sum;
    }
#if TREE_MAXIMA
    for (int c = 0; c < TREE_MAXIMA; c++) {
        for (uint32_t i = 0; i < n; i++) inner->maximum[c][i] = inner->child[i]->max[c];
        int64_t max = 0;
        for (uint32_t i = 0; i < n; i++) max = LE_MAX(max, inner->maximum[c][i]);
        inner->base.max[c] = max;
    }
#endif
}

// Makes an inner node over `n` children and takes their references. When memory is short: NULL, and no reference is
// taken.
static TREE(node) *TREE(inner_make)(TREE(node) *const *children, uint32_t n) {
    TREE(inner) *inner = le__block_alloc(sizeof *inner);
    if (!inner) return NULL;
    inner->base.head = (le__head){.level = (uint8_t)(children[0]->head.level + 1), .n = n};
    memcpy(inner->child, children, n * sizeof *children);
    TREE(inner_sum)(inner);
    return &inner->base;
}

void TREE(release_all)(TREE(node) **nodes, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) TREE(release)(nodes[i]);
}

// Makes one or two inner nodes over `n` <= 2 * TREE_FANOUT children. Takes their references, even on failure (0).
static int TREE(inner_make_some)(TREE(node) **children, uint32_t n, TREE(node) *out[2]) {
    uint32_t first = n <= TREE_FANOUT ? n : n / 2;
    out[0] = TREE(inner_make)(children, first);
    if (!out[0]) {
        TREE(release_all)(children, n);
        return 0;
    }
    if (first == n) return 1;
    out[1] = TREE(inner_make)(children + first, n - first);
    if (!out[1]) {
        TREE(release)(out[0]);
        TREE(release_all)(children + first, n - first);
        return 0;
    }
    return 2;
}

#ifndef TREE_FIXED_LEAVES

// A new node with the same contents.
LE_INLINE TREE(node) *TREE(node_copy)(TREE(node) *node) {
    LE_PATH(SHARED_NODE_COPY);
    if (node->head.level == 0) return TREE(leaf_copy)(node);
    TREE(inner) *copy = le__block_alloc(sizeof *copy);
    if (!copy) return NULL;
    memcpy(copy, node, sizeof *copy);
    for (uint32_t i = 0; i < node->head.n; i++) le__node_retain(copy->child[i]);
    return &copy->base;
}

bool TREE(copy_shared)(TREE(node) **link, le_work *work) {
    TREE(node) *copy = TREE(node_copy)(*link);
    if (!copy) return false;
    TREE(release)(*link);
    *link = copy;
    if (work) work->nodes_written++;
    return true;
}

// ---- Paths

// Like path_find by index, but also makes every node on the path exclusive to this tree by copying shared nodes. False
// when memory is short; the contents of the tree are unchanged then.
bool TREE(path_own)(TREE(node) **root, int64_t *index, TREE(path) *path, le_work *work) {
    TREE(node) **link = root;
    int depth = 0;
    for (;;) {
        if (!TREE(own)(link, work)) return false;
        TREE(node) *node = *link;
        if (!node->head.level) {
            path->leaf = node;
            path->depth = depth;
            if (work) work->nodes_visited += (uint64_t)depth + 1;
            return true;
        }
        TREE(inner) *inner = TREE(as_inner)(node);
        int slot = TREE(slot_at)(inner, 0, *index);
        path->node[depth] = inner;
        path->slot[depth++] = slot;
        *index -= inner->prefix[0][slot];
        link = &inner->child[slot];
    }
}

    #if TREE_MAXIMA
// Propagates changed maxima of the leaf up the path. Reads the other children of a node only if its largest child
// shrank.
void TREE(path_maxima)(TREE(path) *path) {
    TREE(node) *below = path->leaf;
    for (int d = path->depth - 1; d >= 0; d--) {
        TREE(inner) *inner = path->node[d];
        for (int c = 0; c < TREE_MAXIMA; c++) {
            int64_t *maximum = inner->maximum[c], old = maximum[path->slot[d]], max = below->max[c];
            maximum[path->slot[d]] = max;
            if (max < inner->base.max[c]) {
                if (old < inner->base.max[c]) continue;
                for (uint32_t i = 0; i < inner->base.head.n; i++) max = LE_MAX(max, maximum[i]);
            }
            inner->base.max[c] = max;
        }
        below = &inner->base;
    }
}
    #endif

    #if !TREE_MAXIMA
// Replaces children `slot ..< slot + removed` of the lowest inner node of an owned path by `added` leaves, whose
// references it takes, and corrects the sums above. The resulting fill must be valid (path_splice_fits).
void TREE(path_splice)(TREE(path) *path, uint32_t slot, uint32_t removed, TREE(node) *const *nodes, uint32_t added,
                       le_work *work) {
    TREE(inner) *inner = path->node[path->depth - 1];
    uint32_t n = inner->base.head.n, after = slot + removed, tail = n - after;
    // Only the prefixes after the change are shifted. The children there are not read, because they are not in the
    // cache.
    int64_t delta[TREE_SUMS];
    for (int c = 0; c < TREE_SUMS; c++) {
        int64_t *prefix = inner->prefix[c];
        int64_t sum = prefix[slot], end = after < n ? prefix[after] : inner->base.sum[c];
        int64_t before[TREE_FANOUT];
        memcpy(before, prefix + after, tail * sizeof *prefix);
        for (uint32_t i = 0; i < added; i++) {
            prefix[slot + i] = sum;
            sum += nodes[i]->sum[c];
        }
        delta[c] = sum - end;
        for (uint32_t i = 0; i < tail; i++) prefix[slot + added + i] = before[i] + delta[c];
        for (uint32_t i = slot + added + tail; i < n; i++) prefix[i] = INT64_MAX;
        inner->base.sum[c] += delta[c];
    }
    TREE(release_all)(inner->child + slot, removed);
    memmove(inner->child + slot + added, inner->child + after, tail * sizeof *inner->child);
    memcpy(inner->child + slot, nodes, added * sizeof *nodes);
    inner->base.head.n = n - removed + added;
    path->depth--;
    TREE(path_add)(path, delta, work);
    if (work) work->nodes_written += added;
}
    #endif

#endif

// ---- Persistent split and join. They borrow their inputs; the caller owns the outputs.

// The root over one or two adjacent nodes of the same level, whose references it takes; NULL when memory is short.
static TREE(node) *TREE(root_of)(TREE(node) **nodes, int n) {
    if (n == 1) return nodes[0];
    TREE(node) *root = TREE(inner_make)(nodes, 2);
    if (!root) TREE(release_all)(nodes, 2);
    return root;
}

// Joins `a` and `b` into one or two nodes of the higher node's level; 0 when memory is short.
static int TREE(join_some)(TREE(node) *a, TREE(node) *b, TREE(node) *out[2]) {
    uint32_t level_a = a->head.level, level_b = b->head.level;
    if (level_a == 0 && level_b == 0) return TREE(leaf_join)(a, b, out);

    TREE(node) *children[2 * TREE_FANOUT];
    uint32_t n = 0;
    if (level_a == level_b) {
        uint32_t na = a->head.n, nb = b->head.n;
        if (na >= TREE_MIN && nb >= TREE_MIN && na + nb > TREE_FANOUT * 3 / 4) {
            le__node_retain(a);
            le__node_retain(b);
            out[0] = a;
            out[1] = b;
            return 2;
        }
        for (uint32_t i = 0; i < na; i++) children[n++] = TREE(as_inner)(a)->child[i];
        for (uint32_t i = 0; i < nb; i++) children[n++] = TREE(as_inner)(b)->child[i];
        for (uint32_t i = 0; i < n; i++) le__node_retain(children[i]);
        return TREE(inner_make_some)(children, n, out);
    }
    // The lower node is joined with the facing child of the higher one; the other children are kept.
    TREE(node) *joined[2];
    bool a_higher = level_a > level_b;
    TREE(inner) *high = TREE(as_inner)(a_higher ? a : b);
    uint32_t kept = high->base.head.n - 1;
    int got = a_higher ? TREE(join_some)(high->child[kept], b, joined) : TREE(join_some)(a, high->child[0], joined);
    if (!got) return 0;
    if (!a_higher)
        for (int i = 0; i < got; i++) children[n++] = joined[i];
    for (uint32_t i = 0; i < kept; i++) {
        children[n] = high->child[a_higher ? i : i + 1];
        le__node_retain(children[n++]);
    }
    if (a_higher)
        for (int i = 0; i < got; i++) children[n++] = joined[i];
    return TREE(inner_make_some)(children, n, out);
}

// The entries of `a` followed by those of `b`; either may be NULL (empty). False when memory is short.
bool TREE(join)(TREE(node) *a, TREE(node) *b, TREE(node) **out) {
    if (!a || !b) {
        *out = a ? a : b;
        if (*out) le__node_retain(*out);
        return true;
    }
    TREE(node) *nodes[2];
    int n = TREE(join_some)(a, b, nodes);
    return n && (*out = TREE(root_of)(nodes, n));
}

// A tree over `n` adjacent children of the same level; NULL (empty) if n is 0. False when memory is short.
static bool TREE(tree_of)(TREE(node) *const *children, uint32_t n, TREE(node) **out) {
    *out = NULL;
    if (n == 0) return true;
    for (uint32_t i = 0; i < n; i++) le__node_retain(children[i]);
    if (n == 1) {
        *out = children[0];
        return true;
    }
    *out = TREE(inner_make)(children, n);
    if (*out) return true;
    for (uint32_t i = 0; i < n; i++) TREE(release)(children[i]);
    return false;
}

// Splits a tree into its first `index` entries and the rest. False when memory is short. O(log n).
bool TREE(split)(TREE(node) *node, int64_t index, TREE(node) **left, TREE(node) **right) {
    *left = *right = NULL;
    if (!node) return true;
    if (index <= 0 || index >= node->sum[0]) {
        le__node_retain(node);
        *(index <= 0 ? right : left) = node;
        return true;
    }
#ifndef TREE_FIXED_LEAVES
    if (!node->head.level) return TREE(leaf_split)(node, index, left, right);
#endif

    TREE(inner) *inner = TREE(as_inner)(node);
    uint32_t slot = (uint32_t)TREE(slot_at)(inner, 0, index);
    TREE(node) *parts[4] = {0}; // whole children before, left part, right part, whole children after
    bool ok = TREE(split)(inner->child[slot], index - inner->prefix[0][slot], &parts[1], &parts[2]) &&
              TREE(tree_of)(inner->child, slot, &parts[0]) &&
              TREE(tree_of)(inner->child + slot + 1, node->head.n - slot - 1, &parts[3]) &&
              TREE(join)(parts[0], parts[1], left) && TREE(join)(parts[2], parts[3], right);
    for (int i = 0; i < 4; i++) TREE(release)(parts[i]);
    if (!ok) {
        TREE(release)(*left);
        *left = *right = NULL;
    }
    return ok;
}

#ifndef TREE_FIXED_LEAVES

// Replaces entries `first ..< first + count` of the tree with those of `middle` (borrowed, may be NULL).
bool TREE(replace)(TREE(node) **root, int64_t first, int64_t count, TREE(node) *middle, le_work *work) {
    TREE(node) *left = NULL, *rest = NULL, *removed = NULL, *right = NULL, *front = NULL, *all = NULL;
    bool ok = TREE(split)(*root, first, &left, &rest) && TREE(split)(rest, count, &removed, &right) &&
              TREE(join)(left, middle, &front) && TREE(join)(front, right, &all);
    if (ok) {
        if (work) work->nodes_written += 8 * (uint64_t)((all ? all->head.level : 0) + 1);
        TREE(release)(*root);
        *root = all;
    }
    TREE(release)(left);
    TREE(release)(rest);
    TREE(release)(removed);
    TREE(release)(right);
    TREE(release)(front);
    return ok;
}

// Moves entries `first ..< first + count`; `to` is an index after they are removed.
bool TREE(move)(TREE(node) **root, int64_t first, int64_t count, int64_t to, le_work *work) {
    TREE(node) *left = NULL, *rest = NULL, *moved = NULL, *right = NULL, *others = NULL;
    bool ok = TREE(split)(*root, first, &left, &rest) && TREE(split)(rest, count, &moved, &right) &&
              TREE(join)(left, right, &others) && TREE(replace)(&others, to, 0, moved, work);
    if (ok) {
        TREE(release)(*root);
        *root = others;
        others = NULL;
    }
    TREE(release)(left);
    TREE(release)(rest);
    TREE(release)(moved);
    TREE(release)(right);
    TREE(release)(others);
    return ok;
}

#endif

// ---- Building

void TREE(builder_free)(TREE(builder) *builder) {
    if (builder->nodes != builder->few) free(builder->nodes);
}

// Takes the reference of the leaf, even on failure.
void TREE(builder_add)(TREE(builder) *builder, TREE(node) *leaf) {
    if (!leaf) builder->failed = true;
    if (builder->failed) {
        TREE(release)(leaf);
        return;
    }
    if (builder->capacity == 0) {
        builder->nodes = builder->few;
        builder->capacity = sizeof builder->few / sizeof *builder->few;
    } else if (builder->n == builder->capacity) {
        bool first = builder->nodes == builder->few;
        size_t capacity = 8 * builder->capacity;
        TREE(node) **nodes = realloc(first ? NULL : builder->nodes, capacity * sizeof *nodes);
        if (!nodes) {
            builder->failed = true;
            TREE(release)(leaf);
            return;
        }
        if (first) memcpy(nodes, builder->few, sizeof builder->few);
        builder->nodes = nodes;
        builder->capacity = capacity;
    }
    builder->nodes[builder->n++] = leaf;
}

// Builds the inner levels bottom up, evenly filled, and frees the builder. False when memory was short.
bool TREE(builder_finish)(TREE(builder) *builder, TREE(node) **root, le_work *work) {
    const size_t fill = TREE_FANOUT * 3 / 4;
    size_t n = builder->n;
    if (work) work->nodes_written += n;
    while (!builder->failed && n > 1) {
        size_t groups = n <= TREE_FANOUT ? 1 : (n + fill - 1) / fill, taken = 0;
        for (size_t g = 0; g < groups; g++) {
            size_t end = (g + 1) * n / groups;
            TREE(node) *inner =
                builder->failed ? NULL : TREE(inner_make)(builder->nodes + taken, (uint32_t)(end - taken));
            if (!inner) {
                builder->failed = true;
                TREE(release_all)(builder->nodes + taken, (uint32_t)(end - taken));
            }
            builder->nodes[g] = inner;
            taken = end;
        }
        n = groups;
        if (work) work->nodes_written += n;
    }
    if (builder->failed)
        for (size_t i = 0; i < n; i++) TREE(release)(builder->nodes[i]);
    else
        *root = n ? builder->nodes[0] : NULL;
    TREE(builder_free)(builder);
    return !builder->failed;
}

// ---- Walking

// Advances a path to the next leaf and returns it; NULL at the end.
TREE(node) *TREE(path_next)(TREE(path) *path) {
    int d = path->depth - 1;
    while (d >= 0 && (uint32_t)path->slot[d] + 1 == path->node[d]->base.head.n) d--;
    if (d < 0) return path->leaf = NULL;
    TREE(node) *node = path->node[d]->child[++path->slot[d]];
    while (node->head.level) {
        d++;
        path->node[d] = TREE(as_inner)(node);
        path->slot[d] = 0;
        node = path->node[d]->child[0];
    }
    return path->leaf = node;
}

// Moves a path to the previous leaf and returns it; NULL at the start.
TREE(node) *TREE(path_previous)(TREE(path) *path) {
    int d = path->depth - 1;
    while (d >= 0 && path->slot[d] == 0) d--;
    if (d < 0) return path->leaf = NULL;
    TREE(node) *node = path->node[d]->child[--path->slot[d]];
    while (node->head.level) {
        d++;
        path->node[d] = TREE(as_inner)(node);
        path->slot[d] = (int)node->head.n - 1;
        node = path->node[d]->child[path->slot[d]];
    }
    return path->leaf = node;
}

// The bytes of all blocks of a subtree, its root included.
size_t TREE(bytes)(TREE(node) *node) {
    if (!node) return 0;
    size_t bytes = le__block_bytes(node);
    if (node->head.level)
        for (uint32_t i = 0; i < node->head.n; i++) bytes += TREE(bytes)(TREE(as_inner)(node)->child[i]);
    return bytes;
}

// Checks the inner nodes of a subtree: levels, fill, prefixes, maxima. Returns NULL if all are valid. `check_leaf`
// checks a leaf.
const char *TREE(check)(TREE(node) *node, bool is_root, const char *(*check_leaf)(TREE(node) *)) {
    if (!node) return NULL;
    if (!node->head.level) return check_leaf(node);
    TREE(inner) *inner = TREE(as_inner)(node);
    uint32_t n = node->head.n;
    if (n > TREE_FANOUT || n < (is_root ? 2 : TREE_MIN)) return "an inner node's number of children is out of range";
    for (int c = 0; c < TREE_SUMS; c++) {
        int64_t sum = 0;
        for (uint32_t i = 0; i < n; i++) {
            if (inner->prefix[c][i] != sum) return "a prefix differs from the sum of the children before it";
            sum += inner->child[i]->sum[c];
        }
        for (uint32_t i = n; i < TREE_FANOUT; i++)
            if (inner->prefix[c][i] != INT64_MAX) return "an unused prefix is not INT64_MAX";
        if (node->sum[c] != sum) return "a node's sum differs from its children's";
    }
#if TREE_MAXIMA
    for (int c = 0; c < TREE_MAXIMA; c++) {
        int64_t max = 0;
        for (uint32_t i = 0; i < n; i++) {
            if (inner->maximum[c][i] != inner->child[i]->max[c]) return "a child's maximum is not up to date";
            max = LE_MAX(max, inner->maximum[c][i]);
        }
        if (node->max[c] != max) return "a node's maximum differs from its children's";
    }
#endif
    for (uint32_t i = 0; i < n; i++) {
        if (inner->child[i]->head.level + 1 != node->head.level) return "a child has the wrong level";
        const char *fault = TREE(check)(inner->child[i], false, check_leaf);
        if (fault) return fault;
    }
    return NULL;
}
