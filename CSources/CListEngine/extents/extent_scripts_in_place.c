// Scripts in place. Most scripts change a few entries of dense leaves. They are applied in two walks over these leaves.
// The first one makes the leaves exclusive to the tree and makes room in them, which changes no entries, and checks
// that all edits are possible. The second one cannot fail.
#include "extents/extent_scripts.h"

#include <string.h>

#include "support/paths.h"

typedef struct script_walk {
    const le__script *script;
    size_t next;           // edit
    int64_t growth;        // of the total
    le__extents_path path; // to the leaves below one node
    le_work *work;
    bool large; // see Prefetching
} script_walk;

// Whether the next edit is before `end`, or in the last node of its level.
LE_INLINE bool has_edit(const script_walk *walk, int64_t end, bool last) {
    return walk->next < walk->script->count && (last || walk->script->edits[walk->next].at < end);
}

// ---- Prefetching
//
// Most edited leaves are not in the cache. Without prefetching, a walk waits for each of them. The first walk therefore
// prefetches the leaves of the next edits, as far as they are below the same node, and the waits overlap. The leaves of
// a large script do not stay in the cache until the second walk. For such a script, the first walk prefetches only what
// it reads, and the second walk prefetches the rest.

enum { EDITS_AHEAD = 16, EDITS_CACHED = 2048, ENTRIES_CACHED = 1 << 18, LINES_BEHIND = 4 };

typedef struct script_prefetch {
    size_t edit;   // the next edit to prefetch for
    uint32_t slot; // its leaf, or one before it
} script_prefetch;

// Prefetches the heads of leaves and the entries at the edits; with `behind`, also the first entries after those. The
// leaves can be of any kind: a wrong address only costs time.
LE_INLINE void prefetch_edits(const script_walk *walk, const le__extents_inner *inner, int64_t start, bool behind,
                              script_prefetch *ahead) {
    const uint32_t n = inner->base.head.n;
    const size_t stop = LE_MIN(walk->next + EDITS_AHEAD, walk->script->count);
    for (ahead->edit = LE_MAX(ahead->edit, walk->next); ahead->edit < stop; ahead->edit++) {
        const int64_t at = walk->script->edits[ahead->edit].at - start;
        if (at >= inner->base.sum[0]) return;
        while (ahead->slot + 1 < n && inner->prefix[0][ahead->slot + 1] <= at) ahead->slot++;
        // The second walk has already moved some of these prefixes on.
        const int64_t k = LE_MAX(LE_MIN(at - inner->prefix[0][ahead->slot], LE__DENSE_MAX), 0);
        const uintptr_t leaf = (uintptr_t)inner->child[ahead->slot];
        LE_PREFETCH((const void *)leaf);
        const uintptr_t entry = leaf + LE__EXTENTS_HEAD + (uintptr_t)k * sizeof(uint32_t);
        LE_PREFETCH((const void *)entry);
        if (behind) le__prefetch((const void *)(entry + 64), LINES_BEHIND * 64);
    }
}

// ---- The first walk

// Whether a dense leaf would have room to spare in half of its block. The smallest blocks are not divided.
LE_INLINE bool is_loose(const le__extents_node *leaf) {
    const int64_t capacity = le__extents_leaf_capacity(leaf);
    return capacity >= 20 && leaf->sum[0] * 5 <= capacity * 2;
}

LE_INLINE bool is_small(int64_t n) { return (size_t)n * sizeof(uint32_t) < LE__EXTENTS_SMALL; }

// Moves a leaf to a block with room for `n` entries.
static bool leaf_resize(le__extents_node **link, int64_t n) {
    le__extents_node *moved = le__extents_dense_copy(*link, (uint32_t)n);
    if (!moved) return false;
    le__extents_release(*link);
    *link = moved;
    return true;
}

// Makes two leaves of the leaf at the end of the walk's path.
static bool leaf_halve(script_walk *walk) {
    const le__extents_node *leaf = walk->path.leaf;
    const size_t n = leaf->head.n, half = n / 2;
    if (n < (size_t)LE__DENSE_MAX / 2 || !le__extents_path_splice_fits(&walk->path, 1, 2)) return false;
    LE_PATH(LEAF_SPLIT);
    const uint32_t *entries = le__extents_dense32(leaf);
    le__extents_node *halves[2] = {le__extents_dense_leaf_of(entries, half),
                                   le__extents_dense_leaf_of(entries + half, n - half)};
    if (!halves[0] || !halves[1]) {
        le__extents_release_all(halves, 2);
        return false;
    }
    const int depth = walk->path.depth;
    le__extents_path_splice(&walk->path, (uint32_t)walk->path.slot[depth - 1], 1, halves, 2, walk->work);
    walk->path.depth = depth;
    return true;
}

// The first walk over the leaves below a node, which is exclusive to the tree, at this depth.
static bool leaves_ready(script_walk *walk, le__extents_inner *inner, int64_t start, bool last, int depth) {
    script_prefetch ahead = {0};
    uint32_t small = 0; // leaves
    walk->path.node[depth] = inner;
    walk->path.depth = depth + 1;
    for (uint32_t slot = 0; has_edit(walk, start + inner->base.sum[0], last);) {
        const size_t first = walk->next;
        const int64_t at = walk->script->edits[first].at - start, growth = walk->growth;
        while (slot + 1 < inner->base.head.n && inner->prefix[0][slot + 1] <= at) slot++;
        prefetch_edits(walk, inner, start, !walk->large, &ahead);
        le__extents_node **link = &inner->child[slot], *leaf = *link;
        const bool is_last = last && slot + 1 == inner->base.head.n;
        const int64_t n = le__script_count_after(walk->script, leaf, start + inner->prefix[0][slot], is_last,
                                                 &walk->next, &walk->growth);
        // The pass over all leaves rebuilds leaves that lose half of their entries. It also merges a leaf that becomes
        // small, if this node cannot lose another child.
        if (2 * n <= leaf->sum[0]) return false;
        if (is_small(n) && !is_small(leaf->sum[0]) && !le__extents_path_splice_fits(&walk->path, ++small + 1, 1))
            return false;
        if (LE_LIKELY(n <= (int64_t)le__extents_leaf_capacity(leaf))) {
            if (!le__extents_own(link, walk->work)) return false;
        } else if (n <= LE__DENSE_MAX) {
            if (!leaf_resize(link, n)) return false;
        } else {
            // Appending begins a new leaf, so that the last one stays full.
            if (walk->script->edits[walk->next - 1].at == start + inner->base.sum[0]) return false;
            walk->path.leaf = leaf;
            walk->path.slot[depth] = (int)slot;
            if (!leaf_halve(walk)) return false;
            // Both halves are looked at again.
            walk->next = first;
            walk->growth = growth;
            ahead.slot = slot;
        }
    }
    return true;
}

// The first walk over a node at this depth whose first entry is entry `start`.
static bool node_ready(script_walk *walk, le__extents_node **link, int64_t start, bool last, int depth) {
    if (!le__extents_own(link, walk->work)) return false;
    le__extents_inner *inner = le__extents_as_inner(*link);
    if (inner->base.head.level == 1) return leaves_ready(walk, inner, start, last, depth);
    const uint32_t n = inner->base.head.n;
    walk->path.node[depth] = inner;
    for (uint32_t slot = 0; has_edit(walk, start + inner->base.sum[0], last);) {
        const int64_t at = walk->script->edits[walk->next].at - start;
        while (slot + 1 < n && inner->prefix[0][slot + 1] <= at) slot++;
        walk->path.slot[depth] = (int)slot;
        if (!node_ready(walk, &inner->child[slot], start + inner->prefix[0][slot], last && slot + 1 == n, depth + 1))
            return false;
    }
    return true;
}

// ---- The second walk

// Applies the edits of a leaf. Resizes before the first insertion or removal write their entries only. From there on,
// the leaf is written again from a copy.
static void leaf_patch(script_walk *walk, le__extents_node *leaf, int64_t start, bool last) {
    const le_edit *edits = walk->script->edits;
    uint32_t *const dense = le__extents_dense32(leaf), copy[LE__DENSE_MAX];
    const int64_t n = leaf->sum[0], end = start + n;
    int64_t more = 0;
    size_t e = walk->next;
    for (; has_edit(walk, end, last); walk->next++) more += edits[walk->next].inserted - edits[walk->next].removed;
    for (; e < walk->next && edits[e].inserted == edits[e].removed; e++) {
        const int64_t at = edits[e].at - start;
        leaf->sum[1] +=
            le__script_write(walk->script, e, e + 1, start, dense + at, at, at + edits[e].removed, dense + at);
    }
    if (e < walk->next) {
        const int64_t at = edits[e].at - start;
        memcpy(copy, dense + at, (size_t)(n - at) * sizeof *copy);
        leaf->sum[1] += le__script_write(walk->script, e, walk->next, start, copy, at, n, dense + at);
    }
    leaf->head.n = (uint32_t)(n + more);
    leaf->sum[0] += more;
    if (walk->work) walk->work->nodes_written++;
}

// Merges small leaves below a node with adjacent ones, and moves leaves with few entries to smaller blocks.
static void leaves_merge(script_walk *walk, le__extents_inner *inner, int depth) {
    for (uint32_t slot = 0; slot < inner->base.head.n;) {
        le__extents_node **link = &inner->child[slot], *leaf = *link;
        const uint32_t before = inner->base.head.n;
        walk->path.leaf = leaf;
        walk->path.slot[depth] = (int)slot;
        walk->path.depth = depth + 1;
        le__extents_merge_small(&walk->path, walk->work);
        if (inner->base.head.n < before) continue;
        if (leaf->head.kind == LE__DENSE_32 && is_loose(leaf)) leaf_resize(link, leaf->sum[0]);
        slot++;
    }
}

static void node_patch(script_walk *walk, le__extents_node *node, int64_t start, bool last, int depth) {
    le__extents_inner *inner = le__extents_as_inner(node);
    const uint32_t n = node->head.n;
    const int64_t end = start + node->sum[0];
    int64_t more[2] = {0, 0}; // what the edits so far have added before the next slot
    bool has_sparse = false;
    script_prefetch ahead = {0};
    walk->path.node[depth] = inner;
    for (uint32_t slot = 0;;) {
        const bool edited = has_edit(walk, end, last);
        const int64_t at = edited ? walk->script->edits[walk->next].at - start : INT64_MAX;
        while (slot + 1 < n && inner->prefix[0][slot + 1] <= at) {
            slot++;
            for (int c = 0; c < 2; c++) inner->prefix[c][slot] += more[c];
        }
        if (!edited) break;
        le__extents_node *child = inner->child[slot];
        const int64_t before[2] = {child->sum[0], child->sum[1]};
        const int64_t child_start = start + inner->prefix[0][slot] - more[0];
        walk->path.slot[depth] = (int)slot;
        if (node->head.level == 1) {
            if (walk->large) prefetch_edits(walk, inner, start, true, &ahead);
            leaf_patch(walk, child, child_start, last && slot + 1 == n);
            has_sparse |= is_small(child->sum[0]) || is_loose(child);
        } else {
            node_patch(walk, child, child_start, last && slot + 1 == n, depth + 1);
        }
        for (int c = 0; c < 2; c++) more[c] += child->sum[c] - before[c];
    }
    for (int c = 0; c < 2; c++) node->sum[c] += more[c];
    if (walk->work) walk->work->nodes_written++;
    if (LE_UNLIKELY(has_sparse)) leaves_merge(walk, inner, depth);
}

bool le__script_in_place(le__extents_node **root, const le__script *script, le_work *work) {
    script_walk walk = {.script = script, .work = work};
    if (!*root) return false;
    for (size_t e = 0; e < script->count; e++)
        if (script->edits[e].moved && script->edits[e].inserted) return false;
    const bool single = (*root)->head.level == 0;
    walk.large = script->count > EDITS_CACHED && (*root)->sum[0] > ENTRIES_CACHED;
    if (single) {
        const int64_t n = le__script_count_after(script, *root, 0, true, &walk.next, &walk.growth);
        if (n <= 0 || n > LE__DENSE_MAX) return false;
        const bool fits = n <= (int64_t)le__extents_leaf_capacity(*root);
        if (!(fits ? le__extents_own(root, work) : leaf_resize(root, n))) return false;
    } else if (!node_ready(&walk, root, 0, true, 0)) {
        return false;
    }
    if (walk.growth > LE_MAX_TOTAL - (*root)->sum[1]) return false;
    LE_PATH(SCRIPT_IN_PLACE);
    walk.next = 0;
    if (single)
        leaf_patch(&walk, *root, 0, true);
    else
        node_patch(&walk, *root, 0, true, 0);
    return true;
}
