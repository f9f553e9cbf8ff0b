// Scripts in place. Most scripts change a few entries of dense leaves. They are applied in two walks over these leaves.
// The first one makes the leaves exclusive to the tree and makes room in them, which changes no entries, and checks
// that all edits are possible. The second one cannot fail.
#include "extents/scripts.h"

#include <string.h>

#include "support/paths.h"

typedef struct script_walk {
    const le__script *script;
    size_t next;           // edit
    int64_t growth;        // of the total
    le__extents_path path; // to the leaves below one node
    le_work *work;
} script_walk;

// Whether the next edit is before `end`, or in the last node of its level.
LE_INLINE bool has_edit(const script_walk *walk, int64_t end, bool last) {
    return walk->next < walk->script->count && (last || walk->script->edits[walk->next].at < end);
}

// ---- Fetching
//
// Most edited leaves are not in the cache, and a walk would wait for one after the other. Therefore it fetches those of
// the edits ahead, as far as they are below the same node, so that it waits for many at once.

enum { EDITS_AHEAD = 16 };

typedef struct script_fetch {
    size_t edit;   // the next edit to fetch for
    uint32_t slot; // its leaf, or one before it
} script_fetch;

// Fetches, for the first walk, the heads of leaves and the entries at the edits; for the second one, those entries and
// the ones behind them, which move. What is supposed of the leaves does not have to be true.
LE_INLINE void fetch_ahead(const script_walk *walk, const le__extents_inner *inner, int64_t start, bool patches,
                           script_fetch *fetch) {
    const uint32_t n = inner->base.head.n;
    const size_t stop = LE_MIN(walk->next + EDITS_AHEAD, walk->script->count);
    for (fetch->edit = LE_MAX(fetch->edit, walk->next); fetch->edit < stop; fetch->edit++) {
        const le_edit *edit = &walk->script->edits[fetch->edit];
        const int64_t at = edit->at - start;
        if (at >= inner->base.sum[0]) return;
        while (fetch->slot + 1 < n && inner->prefix[0][fetch->slot + 1] <= at) fetch->slot++;
        const int64_t k = LE_MIN(at - inner->prefix[0][fetch->slot], LE__DENSE_MAX - 1);
        le__extents_node *leaf = inner->child[fetch->slot];
        const uint32_t *entries = le__extents_dense32(leaf), *entry = entries + k;
        if (!patches) LE_PREFETCH_TO_WRITE(leaf);
        LE_PREFETCH_TO_WRITE(entry);
        if (patches && edit->inserted != edit->removed)
            for (entry += 16; entry < entries + LE__STREAM_FILL; entry += 16) LE_PREFETCH_TO_WRITE(entry);
    }
}

// ---- The first walk

// Goes past the edits of a leaf whose first entry is entry `start`. Returns the number of entries that the leaf needs
// room for; -1 if the edits are not possible in place or leave fewer than `least` entries.
static int64_t room_needed(script_walk *walk, const le__extents_node *leaf, int64_t start, bool last, int64_t least) {
    const uint32_t *dense = le__extents_dense32(leaf);
    int64_t n = leaf->sum[0], most = n;
    const int64_t end = start + n;
    if (leaf->head.kind != LE__DENSE_32) return -1;
    for (; has_edit(walk, end, last); walk->next++) {
        const le_edit *edit = &walk->script->edits[walk->next];
        const int64_t more = edit->inserted - edit->removed;
        if (edit->removed > end - edit->at || edit->inserted > LE__DENSE_MAX || (edit->inserted && edit->moved))
            return -1;
        for (int64_t i = 0; i < edit->removed; i++) walk->growth -= dense[edit->at - start + i];
        for (int64_t i = 0; i < edit->inserted; i++) {
            const int64_t value = le__script_value(walk->script, edit, i);
            if ((uint64_t)value >= LE__EXTENT_32_END) return -1;
            walk->growth += value;
        }
        n += more;
        most += LE_MAX(more, 0); // the second walk applies the last edit first
    }
    return n >= least ? most : -1;
}

// Moves a leaf to a block with room for `n` entries.
static bool leaf_grow(le__extents_node **link, int64_t n) {
    le__extents_node *grown = le__extents_dense_grown(*link, (uint32_t)n);
    if (!grown) return false;
    le__extents_release(*link);
    *link = grown;
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
    script_fetch fetch = {0};
    walk->path.node[depth] = inner;
    walk->path.depth = depth + 1;
    for (uint32_t slot = 0; has_edit(walk, start + inner->base.sum[0], last);) {
        const size_t first = walk->next;
        const int64_t at = walk->script->edits[first].at - start, growth = walk->growth;
        while (slot + 1 < inner->base.head.n && inner->prefix[0][slot + 1] <= at) slot++;
        fetch_ahead(walk, inner, start, false, &fetch);
        le__extents_node **link = &inner->child[slot], *leaf = *link;
        const bool is_last = last && slot + 1 == inner->base.head.n;
        // After large removals leaves should be made anew.
        const int64_t least = leaf->sum[0] / 2 + 1;
        const int64_t room = room_needed(walk, leaf, start + inner->prefix[0][slot], is_last, least);
        if (room < 0) return false;
        if (LE_LIKELY(room <= (int64_t)le__extents_leaf_capacity(leaf))) {
            if (!le__extents_own(link, walk->work)) return false;
        } else if (room <= LE__DENSE_MAX) {
            if (!leaf_grow(link, room)) return false;
        } else {
            // Appending begins a new leaf, so that the last one stays full.
            if (walk->script->edits[walk->next - 1].at == start + inner->base.sum[0]) return false;
            walk->path.leaf = leaf;
            walk->path.slot[depth] = (int)slot;
            if (!leaf_halve(walk)) return false;
            // Both halves are looked at again.
            walk->next = first;
            walk->growth = growth;
            fetch.slot = slot;
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

static void leaf_patch(script_walk *walk, le__extents_node *leaf, int64_t start, bool last) {
    uint32_t *dense = le__extents_dense32(leaf);
    const int64_t end = start + leaf->sum[0];
    const size_t first = walk->next;
    while (has_edit(walk, end, last)) walk->next++;
    int64_t n = leaf->sum[0], extent = leaf->sum[1];
    for (size_t e = walk->next; e-- > first;) {
        const le_edit *edit = &walk->script->edits[e];
        uint32_t *at = dense + (edit->at - start);
        for (int64_t i = 0; i < edit->removed; i++) extent -= at[i];
        if (edit->inserted != edit->removed) {
            const int64_t behind = dense + n - (at + edit->removed);
            memmove(at + edit->inserted, at + edit->removed, (size_t)behind * sizeof *dense);
            n += edit->inserted - edit->removed;
        }
        for (int64_t i = 0; i < edit->inserted; i++) {
            const int64_t value = le__script_value(walk->script, edit, i);
            at[i] = (uint32_t)value;
            extent += value;
        }
    }
    leaf->head.n = (uint32_t)n;
    leaf->sum[0] = n;
    leaf->sum[1] = extent;
    if (walk->work) walk->work->nodes_written++;
}

// Merges the small ones of the leaves below a node with their neighbours.
static void leaves_merge(script_walk *walk, le__extents_inner *inner, int depth) {
    for (uint32_t slot = 0; slot < inner->base.head.n; slot++) {
        walk->path.leaf = inner->child[slot];
        walk->path.slot[depth] = (int)slot;
        walk->path.depth = depth + 1;
        le__extents_merge_small(&walk->path, walk->work);
    }
}

static void node_patch(script_walk *walk, le__extents_node *node, int64_t start, bool last, int depth) {
    le__extents_inner *inner = le__extents_as_inner(node);
    const uint32_t n = node->head.n;
    const int64_t end = start + node->sum[0];
    int64_t more[2] = {0, 0}; // what the edits so far have added before the next slot
    bool has_small = false;
    script_fetch fetch = {0};
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
            fetch_ahead(walk, inner, start, true, &fetch);
            leaf_patch(walk, child, child_start, last && slot + 1 == n);
            has_small |= le__extents_leaf_bytes(child) < LE__EXTENTS_SMALL;
        } else {
            node_patch(walk, child, child_start, last && slot + 1 == n, depth + 1);
        }
        for (int c = 0; c < 2; c++) more[c] += child->sum[c] - before[c];
    }
    for (int c = 0; c < 2; c++) node->sum[c] += more[c];
    if (walk->work) walk->work->nodes_written++;
    if (LE_UNLIKELY(has_small)) leaves_merge(walk, inner, depth);
}

bool le__script_in_place(le__extents_node **root, const le__script *script, le_work *work) {
    script_walk walk = {.script = script, .work = work};
    if (!*root) return false;
    const bool single = (*root)->head.level == 0;
    if (single) {
        const int64_t room = room_needed(&walk, *root, 0, true, 1);
        if (room < 0 || room > LE__DENSE_MAX) return false;
        const bool fits = room <= (int64_t)le__extents_leaf_capacity(*root);
        if (!(fits ? le__extents_own(root, work) : leaf_grow(root, room))) return false;
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
