// Editing extent trees. Every function takes the address of a root, which is NULL for an empty tree. After a failure
// the tree is as it was.
#include "extents/extent_tree.h"

#include <string.h>

#include "support/paths.h"

// ---- Limits

// Sums `extents` into `*total` and checks each.
le_status le__extents_checked_total(const int64_t *extents, int64_t count, int64_t *total) {
    int64_t sum = 0;
    for (int64_t i = 0; i < count; i++) {
        if (extents[i] < 0) return LE_BAD_VALUE;
        if (__builtin_add_overflow(sum, extents[i], &sum) || sum > LE_MAX_TOTAL) return LE_TOO_LARGE;
    }
    *total = sum;
    return LE_OK;
}

// ---- Changing leaves

// Replaces the leaf of an owned path with `n` new leaves, whose references it takes. `start` is the index of the first
// entry of the leaf.
static le_status leaf_put(le__extents_node **root, le__extents_path *path, int64_t start, le__extents_node **leaves,
                          size_t n, le_work *work) {
    if (le__extents_path_splice_fits(path, 1, (uint32_t)n)) {
        LE_PATH(INNER_SPLICE);
        le__extents_path_splice(path, (uint32_t)path->slot[path->depth - 1], 1, leaves, (uint32_t)n, work);
        return LE_OK;
    }
    int64_t count = path->leaf->sum[0];
    le__extents_builder builder = {0};
    le__extents_node *middle = NULL;
    for (size_t i = 0; i < n; i++) le__extents_builder_add(&builder, leaves[i]);
    if (!le__extents_builder_finish(&builder, &middle, NULL)) return LE_NO_MEMORY;
    LE_PATH(TREE_REPLACE);
    bool ok = le__extents_replace(root, start, count, middle, work);
    le__extents_release(middle);
    return ok ? LE_OK : LE_NO_MEMORY;
}

void le__extents_merge_small(le__extents_path *path, le_work *work) {
    le__extents_node *leaf = path->leaf;
    if (path->depth == 0 || le__extents_leaf_bytes(leaf) >= LE__EXTENTS_SMALL ||
        !le__extents_path_splice_fits(path, 2, 1))
        return;
    le__extents_inner *parent = path->node[path->depth - 1];
    uint32_t slot = (uint32_t)path->slot[path->depth - 1];
    for (int side = 0; side < 2; side++) {
        if (side == 0 ? slot == 0 : slot + 1 == parent->base.head.n) continue;
        uint32_t first = side == 0 ? slot - 1 : slot;
        le__extents_node *a = parent->child[first], *b = parent->child[first + 1], *out[2];
        if (le__extents_leaf_bytes(a) + le__extents_leaf_bytes(b) > LE__EXTENTS_BYTES * 3 / 4) continue;
        int made = le__extents_leaf_join(a, b, out);
        if (made == 1) {
            path->slot[path->depth - 1] = (int)first;
            le__extents_path_splice(path, first, 2, out, 1, work);
            return;
        }
        if (made == 2) le__extents_release_all(out, 2);
    }
}

// The general edit of one leaf: replaces entries `k ..< k + removed` with the runs `with` (at most LE__DECODE_MAX). The
// path is owned; `start` is the index of the first entry of the leaf.
static le_status leaf_rewrite(le__extents_node **root, le__extents_path *path, int64_t start, int64_t k,
                              int64_t removed, const le_run *with, size_t with_count, le_work *work) {
    le__extents_node *leaf = path->leaf;
    le_run runs[2 * LE__DECODE_MAX + 2];
    size_t n = le__extents_decode(leaf, 0, k, runs, 0);
    for (size_t i = 0; i < with_count; i++) n = le__extents_push_run(runs, n, with[i].count, with[i].extent);
    n = le__extents_decode(leaf, k + removed, leaf->sum[0] - k - removed, runs, n);
    if (leaf->head.kind >= LE__RUNS_32) {
        if (n > leaf->head.n)
            LE_PATH(RUN_SPLIT);
        else if (n < leaf->head.n)
            LE_PATH(RUN_MERGE);
    }
    le__extents_node *leaves[LE__ENCODE_MAX(2 * LE__DECODE_MAX + 2)];
    size_t made = le__extents_encode(runs, n, leaves);
    if (!made) return LE_NO_MEMORY;
    if (path->depth == 0 && made == 1) {
        le__extents_release(*root);
        *root = leaves[0];
        if (work) work->nodes_written++;
        return LE_OK;
    }
    le_status status = leaf_put(root, path, start, leaves, made, work);
    return status;
}

// ---- Edits

// Replaces the leaf of an owned path with one with the same contents in another block.
static void leaf_moved(le__extents_node **root, le__extents_path *path, le__extents_node *to) {
    if (path->depth)
        path->node[path->depth - 1]->child[path->slot[path->depth - 1]] = to;
    else
        *root = to;
    le__extents_release(path->leaf);
    path->leaf = to;
}

// Moves a leaf of runs to a block with room for `runs` of them. False if the largest block has no room, or when memory
// is short.
static LE_NOINLINE bool runs_grow(le__extents_node **root, le__extents_path *path, uint32_t runs) {
    const le__extents_node *leaf = path->leaf;
    const uint32_t n = leaf->head.n, capacity = le__extents_leaf_capacity(leaf);
    const bool wide = leaf->head.kind == LE__RUNS_64;
    if (runs * le__extents_entry_bytes(leaf->head.kind) > LE__EXTENTS_BYTES) return false;
    le__extents_node *grown = le__extents_leaf_alloc(leaf->head.kind, runs);
    if (!grown) return false;
    LE_PATH(LEAF_GROW);
    grown->head.n = n;
    memcpy(grown->sum, leaf->sum, sizeof leaf->sum);
    memcpy(le__extents_run_counts(grown), le__extents_run_counts(leaf), n * sizeof(uint32_t));
    if (wide)
        memcpy(le__extents_dense64(grown), le__extents_dense64(leaf), n * sizeof(int64_t));
    else
        memcpy(le__extents_dense32(grown) + le__extents_leaf_capacity(grown), le__extents_dense32(leaf) + capacity,
               n * sizeof(uint32_t));
    leaf_moved(root, path, grown);
    return true;
}

// Whether the extent of an entry in a leaf of runs, whose run and position are in `cut`, can be changed in place: its
// run is cut around it, or an adjacent run of the new extent absorbs it. False if there is no room for the cuts, not
// even in a larger block, if runs would merge, or if another encoding would be smaller.
static bool runs_resize_fits(le__extents_node **root, le__extents_path *path, int64_t extent, le__extents_cut *cut) {
    const le__extents_node *leaf = path->leaf;
    const bool wide = leaf->head.kind == LE__RUNS_64;
    if (!wide && extent >= LE__EXTENT_32_END) return false;
    const uint32_t *counts = le__extents_run_counts(leaf), n = leaf->head.n, i = cut->run;
    const uint32_t capacity = le__extents_leaf_capacity(leaf);
    const int64_t k = cut->in_run, count = counts[i], old = le__extents_run_extent(leaf, capacity, i);
    cut->taken_by = 0;
    // Adjacent runs have equal extents only if one run cannot hold both counts. After this edit the rest of this
    // run may fit.
    if (i > 0 && le__extents_run_extent(leaf, capacity, i - 1) == old) return false;
    if (i + 1 < n && le__extents_run_extent(leaf, capacity, i + 1) == old) return false;
    const bool like_last = i > 0 && le__extents_run_extent(leaf, capacity, i - 1) == extent;
    const bool like_next = i + 1 < n && le__extents_run_extent(leaf, capacity, i + 1) == extent;
    if (count == 1) {
        if (like_last || like_next) return false;
    } else if (k == 0 && like_last) {
        cut->taken_by = -1;
        return counts[i - 1] < LE__RUN_COUNT_MAX;
    } else if (k == count - 1 && like_next) {
        cut->taken_by = 1;
        return counts[i + 1] < LE__RUN_COUNT_MAX;
    }
    const uint32_t runs = n + (k > 0) + (k < count - 1);
    const bool dense_is_smaller = leaf->sum[0] <= LE__DENSE_MAX && (size_t)leaf->sum[0] * (wide ? 8 : 4) <=
                                                                       runs * le__extents_entry_bytes(leaf->head.kind);
    return !dense_is_smaller && (LE_LIKELY(runs <= capacity) || runs_grow(root, path, runs));
}

static void runs_resize(le__extents_node *leaf, int64_t extent, const le__extents_cut *cut) {
    uint32_t *counts = le__extents_run_counts(leaf), i = cut->run;
    if (cut->taken_by) {
        counts[i + (uint32_t)cut->taken_by]++;
        counts[i]--;
        return;
    }
    const uint32_t capacity = le__extents_leaf_capacity(leaf);
    const int64_t k = cut->in_run, count = counts[i];
    const uint32_t before = k > 0, more = before + (k < count - 1);
    const uint32_t at = i + before, tail = leaf->head.n - i - 1; // where the entry goes, and the number of runs after
                                                                 // its own
    memmove(counts + i + 1 + more, counts + i + 1, tail * sizeof *counts);
    if (k < count - 1) counts[at + 1] = (uint32_t)(count - 1 - k);
    if (before) counts[i] = (uint32_t)k;
    counts[at] = 1;
    if (leaf->head.kind == LE__RUNS_64) {
        int64_t *extents = le__extents_dense64(leaf), old = extents[i];
        memmove(extents + i + 1 + more, extents + i + 1, tail * sizeof *extents);
        if (k < count - 1) extents[at + 1] = old;
        extents[at] = extent;
    } else {
        uint32_t *extents = le__extents_dense32(leaf) + capacity, old = extents[i];
        memmove(extents + i + 1 + more, extents + i + 1, tail * sizeof *extents);
        if (k < count - 1) extents[at + 1] = old;
        extents[at] = (uint32_t)extent;
    }
    leaf->head.n += more;
    LE_PATH(RUN_SPLIT);
}

// Finds the entry to which a path leads, and its extent.
LE_INLINE void resize_find(le__extents_resizing *r) {
    const le__extents_node *leaf = r->path.leaf;
    if (leaf->head.kind < LE__RUNS_32) {
        r->old = le__extents_leaf_extent(leaf, r->k);
        return;
    }
    r->cut.in_run = r->k;
    r->cut.run = le__extents_run_at(leaf, &r->cut.in_run);
    r->old = le__extents_run_extent(leaf, le__extents_leaf_capacity(leaf), r->cut.run);
}

// Whether that entry can be resized in its leaf, which may move to a larger block.
LE_INLINE bool resize_fits(le__extents_node **root, le__extents_resizing *r, int64_t extent) {
    switch (r->path.leaf->head.kind) {
    case LE__DENSE_32:
        return extent < LE__EXTENT_32_END;
    case LE__DENSE_64:
        return true;
    default:
        return runs_resize_fits(root, &r->path, extent, &r->cut);
    }
}

LE_INLINE void resize_at(le__extents_resizing *r, int64_t extent, le_work *work) {
    le__extents_node *leaf = r->path.leaf;
    const int64_t delta[2] = {0, extent - r->old};
    if (delta[1] == 0) return;
    if (leaf->head.kind == LE__DENSE_32)
        le__extents_dense32(leaf)[r->k] = (uint32_t)extent;
    else if (leaf->head.kind == LE__DENSE_64)
        le__extents_dense64(leaf)[r->k] = extent;
    else
        runs_resize(leaf, extent, &r->cut);
    leaf->sum[1] += delta[1];
    le__extents_path_add(&r->path, delta, work);
}

bool le__extents_resize_fits(le__extents_node **root, int64_t index, int64_t extent, le__extents_resizing *r,
                             le_work *work) {
    r->k = index;
    if (!le__extents_path_own(root, &r->k, &r->path, work)) return false;
    resize_find(r);
    if (extent - r->old > LE_MAX_TOTAL - le__extents_total(*root)) return false;
    return extent == r->old || resize_fits(root, r, extent);
}

void le__extents_resize_at(le__extents_resizing *r, int64_t extent, le_work *work) { resize_at(r, extent, work); }

bool le__extents_resize_within(le__extents_node **root, int64_t index, int64_t extent, int64_t room, le_work *work) {
    le__extents_resizing r;
    r.k = index;
    if (!le__extents_path_own(root, &r.k, &r.path, work)) return false;
    le__extents_node *leaf = r.path.leaf;
    room = LE_MIN(room, LE_MAX_TOTAL - le__extents_total(*root));
    if (LE_LIKELY(leaf->head.kind == LE__DENSE_32)) {
        uint32_t *entry = &le__extents_dense32(leaf)[r.k];
        const int64_t delta[2] = {0, extent - *entry};
        if (delta[1] > room || extent >= LE__EXTENT_32_END) return false;
        *entry = (uint32_t)extent;
        leaf->sum[1] += delta[1];
        le__extents_path_add(&r.path, delta, work);
        return true;
    }
    resize_find(&r);
    if (extent - r.old > room || (extent != r.old && !resize_fits(root, &r, extent))) return false;
    resize_at(&r, extent, work);
    return true;
}

le_status le__extents_resize(le__extents_node **root, int64_t index, int64_t extent, le_work *work) {
    if (extent < 0) return LE_BAD_VALUE;
    le__extents_resizing r;
    r.k = index;
    if (!le__extents_path_own(root, &r.k, &r.path, work)) return LE_NO_MEMORY;
    resize_find(&r);
    if (extent - r.old > LE_MAX_TOTAL - le__extents_total(*root)) return LE_TOO_LARGE;
    if (extent == r.old) return LE_OK;
    if (LE_LIKELY(resize_fits(root, &r, extent))) {
        resize_at(&r, extent, work);
        return LE_OK;
    }
    le_run run = {1, extent};
    return leaf_rewrite(root, &r.path, index - r.k, r.k, 1, &run, 1, work);
}

// Replaces `removed` entries from `first` on with the tree `middle` (borrowed).
le_status le__extents_exchange(le__extents_node **root, int64_t first, int64_t removed, le__extents_node *middle,
                               le_work *work) {
    if (*root == NULL) {
        if (middle) le__retain(middle);
        *root = middle;
        return LE_OK;
    }
    LE_PATH(TREE_REPLACE);
    return le__extents_replace(root, first, removed, middle, work) ? LE_OK : LE_NO_MEMORY;
}

// Inserts the leaves of a stream between two entries, in place if the parent has room. Ends the stream.
le_status le__extents_insert_stream(le__extents_node **root, int64_t at, le__extents_stream *stream, le_work *work) {
    le__extents_stream_flush(stream);
    le__extents_builder *builder = &stream->builder;
    le__extents_path path;
    int64_t k = at;
    size_t n = builder->n;
    if (builder->failed || !*root || (*root)->head.level == 0 || n > LE__EXTENTS_FANOUT - 2 ||
        !le__extents_path_own(root, &k, &path, work) || !le__extents_path_splice_fits(&path, 1, (uint32_t)n + 2)) {
        le__extents_node *middle = NULL;
        if (!le__extents_builder_finish(builder, &middle, work)) return LE_NO_MEMORY;
        le_status status = le__extents_exchange(root, at, 0, middle, work);
        le__extents_release(middle);
        return status;
    }
    le__extents_node *leaf = path.leaf, *leaves[LE__EXTENTS_FANOUT];
    uint32_t made = 0;
    le__extents_node *right = NULL;
    if (k == 0 || k == leaf->sum[0]) {
        le__retain(leaf);
        if (k)
            leaves[made++] = leaf;
        else
            right = leaf;
    } else if (!le__extents_leaf_split(leaf, k, &leaves[made++], &right)) {
        builder->failed = true;
        le__extents_builder_finish(builder, &right, work);
        return LE_NO_MEMORY;
    }
    memcpy(&leaves[made], builder->nodes, n * sizeof *leaves);
    made += (uint32_t)n;
    if (right) leaves[made++] = right;
    le__extents_builder_free(builder);
    LE_PATH(INNER_SPLICE);
    le__extents_path_splice(&path, (uint32_t)path.slot[path.depth - 1], 1, leaves, made, work);
    return LE_OK;
}

// Inserts many entries, or entries that start a new leaf.
static le_status insert_many(le__extents_node **root, int64_t at, const int64_t *extents, int64_t count,
                             le_work *work) {
    le__extents_stream stream;
    le__extents_stream_start(&stream);
    // The caller has checked the values and the limits, so this cannot fail.
    le__extents_stream_values(&stream, extents, count);
    return le__extents_insert_stream(root, at, &stream, work);
}

// Inserts narrow entries into the dense leaf of an owned path, which has room for them.
static void dense_paste(le__extents_path *path, int64_t k, const int64_t *extents, int64_t count, int64_t total,
                        le_work *work) {
    le__extents_node *leaf = path->leaf;
    uint32_t *dense = le__extents_dense32(leaf);
    memmove(dense + k + count, dense + k, (size_t)(leaf->sum[0] - k) * sizeof *dense);
    for (int64_t i = 0; i < count; i++) dense[k + i] = (uint32_t)extents[i];
    int64_t delta[2] = {count, total};
    leaf->head.n += (uint32_t)count;
    leaf->sum[0] += count;
    leaf->sum[1] += total;
    le__extents_path_add(path, delta, work);
}

// Inserts one entry into a dense leaf that has room for it.
bool le__extents_insert_within(le__extents_node **root, int64_t at, int64_t extent, int64_t room, le_work *work) {
    le__extents_path path;
    int64_t k = at;
    room = LE_MIN(LE_MIN(room, LE_MAX_TOTAL - le__extents_total(*root)), LE__EXTENT_32_END - 1);
    if (extent > room || !le__extents_path_own(root, &k, &path, work)) return false;
    le__extents_node *leaf = path.leaf;
    const uint32_t n = leaf->head.n;
    if (leaf->head.kind != LE__DENSE_32 || n == le__extents_leaf_capacity(leaf)) return false;
    uint32_t *dense = le__extents_dense32(leaf) + k;
    memmove(dense + 1, dense, ((size_t)n - (size_t)k) * sizeof *dense);
    *dense = (uint32_t)extent;
    const int64_t delta[2] = {1, extent};
    leaf->head.n = n + 1;
    leaf->sum[0] += 1;
    leaf->sum[1] += extent;
    le__extents_path_add(&path, delta, work);
    return true;
}

// Inserts `count` entries whose sum is `total`. The caller has checked both.
le_status le__extents_insert(le__extents_node **root, int64_t at, const int64_t *extents, int64_t count, int64_t total,
                             le_work *work) {
    le_status status = le__extents_can_hold(*root, count, 0, total);
    if (status != LE_OK || count == 0) return status;
    if (*root == NULL || count > LE__DENSE_MAX / 4) return insert_many(root, at, extents, count, work);
    le__extents_path path;
    int64_t k = at;
    if (!le__extents_path_own(root, &k, &path, work)) return LE_NO_MEMORY;
    le__extents_node *leaf = path.leaf;
    bool narrow = leaf->head.kind == LE__DENSE_32;
    for (int64_t i = 0; i < count; i++) narrow &= extents[i] < LE__EXTENT_32_END;
    if (!narrow || leaf->sum[0] + count > LE__DENSE_MAX) {
        // When appending to a full leaf, that leaf stays full and a new one begins.
        if (at == le__extents_count(*root) && le__extents_leaf_bytes(leaf) > LE__EXTENTS_BYTES * 3 / 4)
            return insert_many(root, at, extents, count, work);
        if (narrow) {
            LE_PATH(LEAF_SPLIT);
            uint32_t all[LE__DENSE_MAX + LE__DENSE_MAX / 4];
            size_t n = (size_t)(leaf->sum[0] + count);
            memcpy(all, le__extents_dense32(leaf), (size_t)k * sizeof *all);
            for (int64_t i = 0; i < count; i++) all[k + i] = (uint32_t)extents[i];
            memcpy(all + k + count, le__extents_dense32(leaf) + k, (size_t)(leaf->sum[0] - k) * sizeof *all);
            le__extents_node *halves[2] = {le__extents_dense_leaf_of(all, n / 2),
                                           le__extents_dense_leaf_of(all + n / 2, n - n / 2)};
            if (halves[0] && halves[1]) return leaf_put(root, &path, at - k, halves, 2, work);
            le__extents_release_all(halves, 2);
            return LE_NO_MEMORY;
        }
        le_run runs[LE__DENSE_MAX / 4];
        size_t n = 0;
        for (int64_t i = 0; i < count; i++) n = le__extents_push_run(runs, n, 1, extents[i]);
        return leaf_rewrite(root, &path, at - k, k, 0, runs, n, work);
    }
    if (leaf->head.n + count > le__extents_leaf_capacity(leaf)) {
        le__extents_node *grown = le__extents_dense_copy(leaf, (uint32_t)(leaf->head.n + count));
        if (!grown) return LE_NO_MEMORY;
        leaf_moved(root, &path, grown);
    }
    dense_paste(&path, k, extents, count, total, work);
    return LE_OK;
}

le_status le__extents_insert_run(le__extents_node **root, int64_t at, le_run run, le_work *work) {
    int64_t total;
    if (run.extent < 0) return LE_BAD_VALUE;
    if (__builtin_mul_overflow(run.count, run.extent, &total)) return LE_TOO_LARGE;
    le_status status = le__extents_can_hold(*root, run.count, 0, total);
    if (status != LE_OK || run.count == 0) return status;
    if (*root == NULL || run.count > LE__RUN_COUNT_MAX) {
        le__extents_node *middle = NULL;
        status = le__extents_build_runs(&run, 1, &middle, work);
        if (status == LE_OK) status = le__extents_exchange(root, at, 0, middle, work);
        le__extents_release(middle);
        return status;
    }
    le__extents_path path;
    int64_t k = at;
    if (!le__extents_path_own(root, &k, &path, work)) return LE_NO_MEMORY;
    return leaf_rewrite(root, &path, at - k, k, 0, &run, 1, work);
}

// Removes entries from adjacent leaves under one parent, in place. The tree has inner nodes. False if the general
// algorithm is needed.
static bool remove_in_parent(le__extents_path *path, int64_t k, int64_t count, le_status *status, le_work *work) {
    le__extents_inner *parent = path->node[path->depth - 1];
    uint32_t slot = (uint32_t)path->slot[path->depth - 1], last = slot;
    int64_t end = k + count;
    while (last < parent->base.head.n && end > parent->child[last]->sum[0]) end -= parent->child[last++]->sum[0];
    if (last == parent->base.head.n) return false;
    le__extents_node *a = parent->child[slot], *b = parent->child[last], *left = NULL, *right = NULL, *spare = NULL;
    // The rest of the first and of the last leaf, joined if they fit one leaf.
    le__extents_node *leaves[2];
    uint32_t n = 0;
    *status = LE_NO_MEMORY;
    if (!le__extents_split(a, k, &left, &spare)) return true;
    le__extents_release(spare);
    spare = NULL;
    if (!le__extents_split(b, end, &spare, &right)) {
        le__extents_release(left);
        return true;
    }
    le__extents_release(spare);
    if (left && right) {
        n = (uint32_t)le__extents_leaf_join(left, right, leaves);
        le__extents_release(left);
        le__extents_release(right);
        if (n == 0) return true;
    } else if (left || right) {
        leaves[n++] = left ? left : right;
    }
    if (!le__extents_path_splice_fits(path, last - slot + 1, n)) {
        le__extents_release_all(leaves, n);
        return false;
    }
    LE_PATH(INNER_SPLICE);
    le__extents_path_splice(path, slot, last - slot + 1, leaves, n, work);
    *status = LE_OK;
    return true;
}

// Removes entries `k ..< k + count` from the dense leaf of an owned path, in place.
LE_INLINE void dense_cut(le__extents_path *path, int64_t k, int64_t count, le_work *work) {
    le__extents_node *leaf = path->leaf;
    const size_t each = leaf->head.kind == LE__DENSE_32 ? 4 : 8;
    int64_t removed = 0;
    for (int64_t i = k; i < k + count; i++) removed += le__extents_leaf_extent(leaf, i);
    char *data = (char *)leaf + LE__EXTENTS_HEAD + (size_t)k * each;
    memmove(data, data + (size_t)count * each, (size_t)(leaf->sum[0] - k - count) * each);
    const int64_t delta[2] = {-count, -removed};
    leaf->head.n -= (uint32_t)count;
    leaf->sum[0] -= count;
    leaf->sum[1] -= removed;
    le__extents_path_add(path, delta, work);
}

le_status le__extents_remove(le__extents_node **root, int64_t first, int64_t count, le_work *work) {
    if (count == 0) return LE_OK;
    if (first == 0 && count == le__extents_count(*root)) {
        le__extents_release(*root);
        *root = NULL;
        return LE_OK;
    }
    le__extents_path path;
    int64_t k = first;
    if (!le__extents_path_own(root, &k, &path, work)) return LE_NO_MEMORY;
    le__extents_node *leaf = path.leaf;
    if (k + count > leaf->sum[0] || count == leaf->sum[0]) {
        le_status status;
        if (remove_in_parent(&path, k, count, &status, work)) return status;
        return le__extents_exchange(root, first, count, NULL, work);
    }
    if (leaf->head.kind >= LE__RUNS_32) return leaf_rewrite(root, &path, first - k, k, count, NULL, 0, work);
    if (count == 1)
        dense_cut(&path, k, 1, work);
    else
        dense_cut(&path, k, count, work);
    le__extents_merge_small(&path, work);
    return LE_OK;
}

// Moves entries. A few entries of a dense leaf are cut out in place and inserted again. If inserting fails for lack of
// memory, they go back to their old place, which has room for them.
le_status le__extents_move_range(le__extents_node **root, int64_t first, int64_t count, int64_t to, le_work *work) {
    if (count == 0 || first == to) return LE_OK;
    if (count <= LE__MOVE_FEW) {
        le__extents_path path;
        int64_t k = first, few[LE__MOVE_FEW], total = 0;
        if (!le__extents_path_own(root, &k, &path, work)) return LE_NO_MEMORY;
        le__extents_node *leaf = path.leaf;
        if (leaf->head.kind == LE__DENSE_32 && k + count <= leaf->sum[0] && count < leaf->sum[0]) {
            le__extents_leaf_read(leaf, k, count, few);
            le__extents_checked_total(few, count, &total);
            dense_cut(&path, k, count, work);
            bool small = le__extents_leaf_bytes(leaf) < LE__EXTENTS_SMALL;
            le_status status = le__extents_insert(root, to, few, count, total, work);
            if (status != LE_OK)
                dense_paste(&path, k, few, count, total, work);
            else if (small && le__extents_path_own(root, (k = to > first ? first : first + count, &k), &path, work))
                le__extents_merge_small(&path, work);
            return status;
        }
    }
    LE_PATH(TREE_REPLACE);
    return le__extents_move(root, first, count, to, work) ? LE_OK : LE_NO_MEMORY;
}

// Adds the entries of a leaf, each changed by `delta`. LE_BAD_VALUE if one would be negative.
static le_status stream_shifted(le__extents_stream *stream, const le__extents_node *leaf, int64_t delta) {
    if (leaf->head.kind < LE__RUNS_32) {
        int64_t extents[LE__DENSE_MAX];
        le__extents_leaf_read(leaf, 0, leaf->sum[0], extents);
        for (int64_t i = 0; i < leaf->sum[0]; i++) extents[i] += delta;
        return le__extents_stream_values(stream, extents, leaf->sum[0]);
    }
    le_run runs[LE__DECODE_MAX];
    size_t n = le__extents_decode(leaf, 0, leaf->sum[0], runs, 0);
    le_status status = LE_OK;
    for (size_t r = 0; r < n && status == LE_OK; r++) {
        int64_t extent = runs[r].extent + delta;
        status = extent < 0 ? LE_BAD_VALUE : le__extents_stream_push(stream, runs[r].count, extent);
    }
    return status;
}

// A tree of all extents, each changed by `delta` (at most LE_MAX_TOTAL either way); needs memory for its leaves only.
le_status le__extents_shifted(le__extents_node *root, int64_t delta, le__extents_node **shifted, le_work *work) {
    le__extents_stream stream;
    le__extents_stream_start(&stream);
    le_status status = LE_OK;
    le__extents_path path;
    le__extents_path_start(root, &path);
    for (; path.leaf && status == LE_OK; le__extents_path_next(&path)) {
        le__extents_path_prefetch(&path);
        status = stream_shifted(&stream, path.leaf, delta);
    }
    return le__extents_stream_finish(&stream, status, shifted, work);
}
