// Editing extent trees. Every function takes the address of a root, NULL for an empty tree; after a failure the tree is
// as it was.

// ---- Limits

// Whether the tree can lose `old` and gain `count` entries of `extent` in all.
static le_status can_hold(const extents_node_t *root, int64_t count, int64_t old, int64_t extent) {
    if (extents_count(root) > LE_MAX_COUNT - count) return LE_TOO_LARGE;
    return extents_total(root) - old > LE_MAX_TOTAL - extent ? LE_TOO_LARGE : LE_OK;
}

// Sums `extents` into `*total`, checking each.
static le_status checked_total(const int64_t *extents, int64_t count, int64_t *total) {
    int64_t sum = 0;
    for (int64_t i = 0; i < count; i++) {
        if (extents[i] < 0) return LE_BAD_VALUE;
        if (__builtin_add_overflow(sum, extents[i], &sum) || sum > LE_MAX_TOTAL) return LE_TOO_LARGE;
    }
    *total = sum;
    return LE_OK;
}

// ---- Changing leaves

// Puts `n` new leaves (whose references it takes) where the leaf of an owned path stands; `start` is the index of the
// leaf's first entry.
static le_status leaf_put(extents_node_t **root, extents_path *path, int64_t start, extents_node_t **leaves, size_t n,
                          le_work *work) {
    if (extents_path_splice_fits(path, 1, (uint32_t)n)) {
        LE_PATH(INNER_SPLICE);
        extents_path_splice(path, (uint32_t)path->slot[path->depth - 1], 1, leaves, (uint32_t)n, work);
        return LE_OK;
    }
    int64_t count = path->leaf->sum[0];
    extents_builder builder = {0};
    extents_node_t *middle = NULL;
    for (size_t i = 0; i < n; i++) extents_builder_add(&builder, leaves[i]);
    if (!extents_builder_finish(&builder, &middle, NULL)) return LE_NO_MEMORY;
    LE_PATH(TREE_REPLACE);
    bool ok = extents_replace(root, start, count, middle, work);
    extents_release(middle);
    return ok ? LE_OK : LE_NO_MEMORY;
}

// Merges a leaf that became small with a neighbour under the same parent, if they fit one. Optional: without memory
// nothing happens.
static void leaf_settle(extents_path *path, le_work *work) {
    extents_node_t *leaf = path->leaf;
    if (path->depth == 0 || leaf_bytes(leaf) >= LEAF_SMALL || !extents_path_splice_fits(path, 2, 1)) return;
    extents_inner *parent = path->node[path->depth - 1];
    uint32_t slot = (uint32_t)path->slot[path->depth - 1];
    for (int side = 0; side < 2; side++) {
        if (side == 0 ? slot == 0 : slot + 1 == parent->base.head.n) continue;
        uint32_t first = side == 0 ? slot - 1 : slot;
        extents_node_t *a = parent->child[first], *b = parent->child[first + 1], *out[2];
        if (leaf_bytes(a) + leaf_bytes(b) > LEAF_BYTES * 3 / 4) continue;
        int made = extents_leaf_join(a, b, out);
        if (made == 1) {
            path->slot[path->depth - 1] = (int)first;
            extents_path_splice(path, first, 2, out, 1, work);
            return;
        }
        if (made == 2) extents_release_all(out, 2);
    }
}

// The general edit of one leaf: entries `k ..< k + removed` become `runs` (at most DECODE_MAX of them). The path is
// owned; `start` is the index of the leaf's first entry.
static le_status leaf_rewrite(extents_node_t **root, extents_path *path, int64_t start, int64_t k, int64_t removed,
                              const le_run *with, size_t with_count, le_work *work) {
    extents_node_t *leaf = path->leaf;
    le_run runs[2 * DECODE_MAX + 2];
    size_t n = decode(leaf, 0, k, runs, 0);
    for (size_t i = 0; i < with_count; i++) n = push_run(runs, n, with[i].count, with[i].extent);
    n = decode(leaf, k + removed, leaf->sum[0] - k - removed, runs, n);
    if (leaf->head.kind >= RUNS_32) {
        if (n > leaf->head.n)
            LE_PATH(RUN_SPLIT);
        else if (n < leaf->head.n)
            LE_PATH(RUN_MERGE);
    }
    extents_node_t *leaves[ENCODE_MAX(2 * DECODE_MAX + 2)];
    size_t made = encode(runs, n, leaves);
    if (!made) return LE_NO_MEMORY;
    if (path->depth == 0 && made == 1) {
        extents_release(*root);
        *root = leaves[0];
        if (work) work->nodes_written++;
        return LE_OK;
    }
    le_status status = leaf_put(root, path, start, leaves, made, work);
    return status;
}

// The path to entry `*index`, owned; `*index` becomes the position in the leaf.
LE_INLINE bool own(extents_node_t **root, int64_t *index, extents_path *path, le_work *work) {
    return extents_path_own(root, index, path, work);
}

// ---- Edits

// Moves of up to this many entries are a copy and a removal.
#define MOVE_FEW 64

// Gives entry `k` of a leaf of runs another extent, in place: its run is cut around it, or a neighbour of that extent
// takes it. False where the block has no room for the cuts, runs would merge, or another encoding were smaller.
static bool runs_resize(extents_node_t *leaf, int64_t k, int64_t extent) {
    const bool wide = leaf->head.kind == RUNS_64;
    if (!wide && extent >= EXTENT_32_END) return false;
    uint32_t *counts = run_counts(leaf), r = 0, n = leaf->head.n;
    const uint32_t capacity = leaf_capacity(leaf);
    while (k >= counts[r]) k -= counts[r++];
    const int64_t count = counts[r], old_extent = run_extent(leaf, capacity, r);
    // Neighbours of one extent stand in two runs only where one run cannot hold them. What is left of this one may fit.
    if (r > 0 && run_extent(leaf, capacity, r - 1) == old_extent) return false;
    if (r + 1 < n && run_extent(leaf, capacity, r + 1) == old_extent) return false;
    const bool like_last = r > 0 && run_extent(leaf, capacity, r - 1) == extent;
    const bool like_next = r + 1 < n && run_extent(leaf, capacity, r + 1) == extent;
    if (count == 1) {
        if (like_last || like_next) return false;
    } else if (k == 0 && like_last) {
        if (counts[r - 1] == RUN_COUNT_MAX) return false;
        counts[r - 1]++;
        counts[r]--;
        return true;
    } else if (k == count - 1 && like_next) {
        if (counts[r + 1] == RUN_COUNT_MAX) return false;
        counts[r + 1]++;
        counts[r]--;
        return true;
    }
    const uint32_t before = k > 0, more = before + (k < count - 1);
    const bool dense_is_smaller =
        leaf->sum[0] <= DENSE_MAX && (size_t)leaf->sum[0] * (wide ? 8 : 4) <= (n + more) * entry_bytes(leaf->head.kind);
    if (n + more > capacity || dense_is_smaller) return false;
    const uint32_t at = r + before, tail = n - r - 1; // where the entry goes, and the runs after its own
    memmove(counts + r + 1 + more, counts + r + 1, tail * sizeof *counts);
    if (k < count - 1) counts[at + 1] = (uint32_t)(count - 1 - k);
    if (before) counts[r] = (uint32_t)k;
    counts[at] = 1;
    if (wide) {
        int64_t *extents = dense64(leaf), old = extents[r];
        memmove(extents + r + 1 + more, extents + r + 1, tail * sizeof *extents);
        if (k < count - 1) extents[at + 1] = old;
        extents[at] = extent;
    } else {
        uint32_t *extents = dense32(leaf) + capacity, old = extents[r];
        memmove(extents + r + 1 + more, extents + r + 1, tail * sizeof *extents);
        if (k < count - 1) extents[at + 1] = old;
        extents[at] = (uint32_t)extent;
    }
    leaf->head.n = n + more;
    LE_PATH(RUN_SPLIT);
    return true;
}

static le_status extents_resize(extents_node_t **root, int64_t index, int64_t extent, le_work *work) {
    if (extent < 0) return LE_BAD_VALUE;
    extents_path path;
    int64_t k = index;
    if (!own(root, &k, &path, work)) return LE_NO_MEMORY;
    extents_node_t *leaf = path.leaf;
    int64_t old = leaf_extent(leaf, k), delta[2] = {0, extent - old};
    if (delta[1] > LE_MAX_TOTAL - extents_total(*root)) return LE_TOO_LARGE;
    if (delta[1] == 0) return LE_OK;
    if (leaf->head.kind == DENSE_32 && extent < EXTENT_32_END)
        dense32(leaf)[k] = (uint32_t)extent;
    else if (leaf->head.kind == DENSE_64)
        dense64(leaf)[k] = extent;
    else if (leaf->head.kind < RUNS_32 || !runs_resize(leaf, k, extent)) {
        le_run run = {1, extent};
        return leaf_rewrite(root, &path, index - k, k, 1, &run, 1, work);
    }
    leaf->sum[1] += delta[1];
    extents_path_add(&path, delta, work);
    return LE_OK;
}

// Replaces `removed` entries at `first` by the tree `middle` (borrowed).
static le_status extents_exchange(extents_node_t **root, int64_t first, int64_t removed, extents_node_t *middle,
                                  le_work *work) {
    if (*root == NULL) {
        if (middle) le__retain(middle);
        *root = middle;
        return LE_OK;
    }
    LE_PATH(TREE_REPLACE);
    return extents_replace(root, first, removed, middle, work) ? LE_OK : LE_NO_MEMORY;
}

// Puts the leaves that a stream made between two entries, in place where the parent has room. Ends the stream.
static le_status extents_insert_stream(extents_node_t **root, int64_t at, extents_stream *stream, le_work *work) {
    stream_flush(stream);
    extents_builder *builder = &stream->builder;
    extents_path path;
    int64_t k = at;
    size_t n = builder->n;
    if (builder->failed || n == 0 || !*root || (*root)->head.level == 0 || n > TREE_FANOUT - 2 ||
        !own(root, &k, &path, work) || !extents_path_splice_fits(&path, 1, (uint32_t)n + 2)) {
        extents_node_t *middle = NULL;
        if (!extents_builder_finish(builder, &middle, work)) return LE_NO_MEMORY;
        le_status status = extents_exchange(root, at, 0, middle, work);
        extents_release(middle);
        return status;
    }
    extents_node_t *leaf = path.leaf, *leaves[TREE_FANOUT];
    uint32_t made = 0;
    extents_node_t *right = NULL;
    if (k == 0 || k == leaf->sum[0]) {
        le__retain(leaf);
        if (k)
            leaves[made++] = leaf;
        else
            right = leaf;
    } else if (!extents_leaf_split(leaf, k, &leaves[made++], &right)) {
        builder->failed = true;
        extents_builder_finish(builder, &right, work);
        return LE_NO_MEMORY;
    }
    memcpy(&leaves[made], builder->nodes, n * sizeof *leaves);
    made += (uint32_t)n;
    if (right) leaves[made++] = right;
    extents_builder_free(builder);
    LE_PATH(INNER_SPLICE);
    extents_path_splice(&path, (uint32_t)path.slot[path.depth - 1], 1, leaves, made, work);
    return LE_OK;
}

// Inserts many entries, or ones that begin a leaf of their own.
static le_status extents_insert_many(extents_node_t **root, int64_t at, const int64_t *extents, int64_t count,
                                     le_work *work) {
    extents_stream stream;
    stream_start(&stream);
    le_status status = stream_values(&stream, extents, count);
    if (status == LE_OK) return extents_insert_stream(root, at, &stream, work);
    extents_node_t *none = NULL;
    return stream_finish(&stream, status, &none, work);
}

// Puts narrow entries into the dense leaf of an owned path, which has room for them.
static void dense_paste(extents_path *path, int64_t k, const int64_t *extents, int64_t count, int64_t total,
                        le_work *work) {
    extents_node_t *leaf = path->leaf;
    uint32_t *dense = dense32(leaf);
    memmove(dense + k + count, dense + k, (size_t)(leaf->sum[0] - k) * sizeof *dense);
    for (int64_t i = 0; i < count; i++) dense[k + i] = (uint32_t)extents[i];
    int64_t delta[2] = {count, total};
    leaf->head.n += (uint32_t)count;
    leaf->sum[0] += count;
    leaf->sum[1] += total;
    extents_path_add(path, delta, work);
}

// Inserts `count` entries whose sum is `total`; both are checked by the caller.
static le_status extents_insert(extents_node_t **root, int64_t at, const int64_t *extents, int64_t count, int64_t total,
                                le_work *work) {
    le_status status = can_hold(*root, count, 0, total);
    if (status != LE_OK || count == 0) return status;
    if (*root == NULL || count > DENSE_MAX / 4) return extents_insert_many(root, at, extents, count, work);
    extents_path path;
    int64_t k = at;
    if (!own(root, &k, &path, work)) return LE_NO_MEMORY;
    extents_node_t *leaf = path.leaf;
    bool narrow = leaf->head.kind == DENSE_32;
    for (int64_t i = 0; i < count; i++) narrow &= extents[i] < EXTENT_32_END;
    if (!narrow || leaf->sum[0] + count > DENSE_MAX) {
        // At the very end a full leaf stays full and a new one begins.
        if (at == extents_count(*root) && leaf_bytes(leaf) > LEAF_BYTES * 3 / 4)
            return extents_insert_many(root, at, extents, count, work);
        if (narrow) {
            LE_PATH(LEAF_SPLIT);
            uint32_t all[DENSE_MAX + DENSE_MAX / 4];
            size_t n = (size_t)(leaf->sum[0] + count);
            memcpy(all, dense32(leaf), (size_t)k * sizeof *all);
            for (int64_t i = 0; i < count; i++) all[k + i] = (uint32_t)extents[i];
            memcpy(all + k + count, dense32(leaf) + k, (size_t)(leaf->sum[0] - k) * sizeof *all);
            extents_node_t *halves[2] = {dense_leaf_of(all, n / 2), dense_leaf_of(all + n / 2, n - n / 2)};
            if (halves[0] && halves[1]) return leaf_put(root, &path, at - k, halves, 2, work);
            extents_release_all(halves, 2);
            return LE_NO_MEMORY;
        }
        le_run runs[DENSE_MAX / 4];
        size_t n = 0;
        for (int64_t i = 0; i < count; i++) n = push_run(runs, n, 1, extents[i]);
        return leaf_rewrite(root, &path, at - k, k, 0, runs, n, work);
    }
    if (leaf->head.n + count > leaf_capacity(leaf)) {
        LE_PATH(LEAF_GROW);
        extents_node_t *grown = leaf_alloc(DENSE_32, (uint32_t)(leaf->head.n + count));
        if (!grown) return LE_NO_MEMORY;
        memcpy(dense32(grown), dense32(leaf), leaf->head.n * sizeof(uint32_t));
        memcpy(grown->sum, leaf->sum, sizeof leaf->sum);
        grown->head.n = leaf->head.n;
        if (path.depth)
            path.node[path.depth - 1]->child[path.slot[path.depth - 1]] = grown;
        else
            *root = grown;
        extents_release(leaf);
        leaf = grown;
    }
    path.leaf = leaf;
    dense_paste(&path, k, extents, count, total, work);
    return LE_OK;
}

static le_status extents_insert_run(extents_node_t **root, int64_t at, le_run run, le_work *work) {
    int64_t total;
    if (run.count < 0 || run.extent < 0) return LE_BAD_VALUE;
    if (__builtin_mul_overflow(run.count, run.extent, &total)) return LE_TOO_LARGE;
    le_status status = can_hold(*root, run.count, 0, total);
    if (status != LE_OK || run.count == 0) return status;
    if (*root == NULL || run.count > RUN_COUNT_MAX) {
        extents_node_t *middle = NULL;
        status = extents_build_runs(&run, 1, &middle, work);
        if (status == LE_OK) status = extents_exchange(root, at, 0, middle, work);
        extents_release(middle);
        return status;
    }
    extents_path path;
    int64_t k = at;
    if (!own(root, &k, &path, work)) return LE_NO_MEMORY;
    return leaf_rewrite(root, &path, at - k, k, 0, &run, 1, work);
}

// Takes out entries of neighbouring leaves under one parent, in place. False: the general way is needed.
static bool remove_in_parent(extents_path *path, int64_t k, int64_t count, le_status *status, le_work *work) {
    if (path->depth == 0) return false;
    extents_inner *parent = path->node[path->depth - 1];
    uint32_t slot = (uint32_t)path->slot[path->depth - 1], last = slot;
    int64_t end = k + count;
    while (last < parent->base.head.n && end > parent->child[last]->sum[0]) end -= parent->child[last++]->sum[0];
    if (last == parent->base.head.n) return false;
    extents_node_t *a = parent->child[slot], *b = parent->child[last], *left = NULL, *right = NULL, *spare = NULL;
    // What stays of the first and the last leaf, joined where that is one leaf.
    extents_node_t *leaves[2];
    uint32_t n = 0;
    *status = LE_NO_MEMORY;
    if (!extents_split(a, k, &left, &spare)) return true;
    extents_release(spare);
    spare = NULL;
    if (!extents_split(b, end, &spare, &right)) {
        extents_release(left);
        return true;
    }
    extents_release(spare);
    if (left && right) {
        n = (uint32_t)extents_leaf_join(left, right, leaves);
        extents_release(left);
        extents_release(right);
        if (n == 0) return true;
    } else if (left || right) {
        leaves[n++] = left ? left : right;
    }
    if (!extents_path_splice_fits(path, last - slot + 1, n)) {
        extents_release_all(leaves, n);
        return false;
    }
    LE_PATH(INNER_SPLICE);
    extents_path_splice(path, slot, last - slot + 1, leaves, n, work);
    *status = LE_OK;
    return true;
}

// Takes entries `k ..< k + count` out of the dense leaf of an owned path, in place.
static void dense_cut(extents_path *path, int64_t k, int64_t count, le_work *work) {
    extents_node_t *leaf = path->leaf;
    size_t each = entry_bytes(leaf->head.kind);
    int64_t gone = 0;
    for (int64_t i = k; i < k + count; i++) gone += leaf_extent(leaf, i);
    char *data = (char *)leaf + LEAF_HEAD;
    memmove(data + (size_t)k * each, data + (size_t)(k + count) * each, (size_t)(leaf->sum[0] - k - count) * each);
    int64_t delta[2] = {-count, -gone};
    leaf->head.n -= (uint32_t)count;
    leaf->sum[0] -= count;
    leaf->sum[1] -= gone;
    extents_path_add(path, delta, work);
}

static le_status extents_remove(extents_node_t **root, int64_t first, int64_t count, le_work *work) {
    if (count == 0) return LE_OK;
    if (first == 0 && count == extents_count(*root)) {
        extents_release(*root);
        *root = NULL;
        return LE_OK;
    }
    extents_path path;
    int64_t k = first;
    if (!own(root, &k, &path, work)) return LE_NO_MEMORY;
    extents_node_t *leaf = path.leaf;
    if (k + count > leaf->sum[0] || count == leaf->sum[0]) {
        le_status status;
        if (remove_in_parent(&path, k, count, &status, work)) return status;
        return extents_exchange(root, first, count, NULL, work);
    }
    if (leaf->head.kind >= RUNS_32) return leaf_rewrite(root, &path, first - k, k, count, NULL, 0, work);
    dense_cut(&path, k, count, work);
    leaf_settle(&path, work);
    return LE_OK;
}

// Moves entries. A few of a dense leaf are cut out in place and inserted again; where there is no memory for that, they
// go back where they were, which has room for them.
static le_status extents_move_range(extents_node_t **root, int64_t first, int64_t count, int64_t to, le_work *work) {
    if (count == 0 || first == to) return LE_OK;
    if (count <= MOVE_FEW) {
        extents_path path;
        int64_t k = first, few[MOVE_FEW], total = 0;
        if (!own(root, &k, &path, work)) return LE_NO_MEMORY;
        extents_node_t *leaf = path.leaf;
        if (leaf->head.kind == DENSE_32 && k + count <= leaf->sum[0] && count < leaf->sum[0]) {
            leaf_read(leaf, k, count, few);
            checked_total(few, count, &total);
            dense_cut(&path, k, count, work);
            bool small = leaf_bytes(leaf) < LEAF_SMALL;
            le_status status = extents_insert(root, to, few, count, total, work);
            if (status != LE_OK)
                dense_paste(&path, k, few, count, total, work);
            else if (small && own(root, (k = to > first ? first : first + count, &k), &path, work))
                leaf_settle(&path, work);
            return status;
        }
    }
    LE_PATH(TREE_REPLACE);
    return extents_move(root, first, count, to, work) ? LE_OK : LE_NO_MEMORY;
}

// Adds the entries of a leaf with `delta` added to each. LE_BAD_VALUE where one would be negative.
static le_status stream_shifted(extents_stream *stream, const extents_node_t *leaf, int64_t delta) {
    if (leaf->head.kind < RUNS_32) {
        int64_t extents[DENSE_MAX];
        leaf_read(leaf, 0, leaf->sum[0], extents);
        for (int64_t i = 0; i < leaf->sum[0]; i++) extents[i] += delta;
        return stream_values(stream, extents, leaf->sum[0]);
    }
    le_run runs[DECODE_MAX];
    size_t n = decode(leaf, 0, leaf->sum[0], runs, 0);
    le_status status = LE_OK;
    for (size_t r = 0; r < n && status == LE_OK; r++) {
        int64_t extent = runs[r].extent + delta;
        status = extent < 0 ? LE_BAD_VALUE : stream_push(stream, runs[r].count, extent);
    }
    return status;
}

// The tree of all extents with `delta` (at most LE_MAX_TOTAL either way) added to each, in memory for its leaves.
static le_status extents_shifted(extents_node_t *root, int64_t delta, extents_node_t **shifted, le_work *work) {
    extents_stream stream;
    stream_start(&stream);
    le_status status = LE_OK;
    extents_path path = {.leaf = NULL};
    int64_t zero = 0, before[TREE_SUMS];
    if (root) extents_path_find(root, 0, &zero, &path, before);
    for (; path.leaf && status == LE_OK; extents_path_next(&path)) status = stream_shifted(&stream, path.leaf, delta);
    return stream_finish(&stream, status, shifted, work);
}
