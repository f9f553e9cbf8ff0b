// Building and editing extent trees. Every function takes the address of a root, NULL for an empty tree.

// ---- Building

// Collects extents into leaves, in streaming order. What waits is first runs, then dense extents.
typedef struct extents_stream {
    extents_builder builder;
    int64_t entries, total;  // of all that has come so far
    size_t run_count, dense_count;
    le_run runs[2 * DECODE_MAX];
    uint32_t dense[2 * DENSE_MAX];
} extents_stream;

// Leaves of a stream are filled to four fifths, which leaves room for edits.
#define STREAM_FILL ((size_t)DENSE_MAX * 4 / 5)

static void stream_start(extents_stream *stream) {
    memset(&stream->builder, 0, sizeof stream->builder);
    stream->run_count = stream->dense_count = 0;
    stream->entries = stream->total = 0;
}

static void stream_flush_runs(extents_stream *stream) {
    if (stream->run_count == 0) return;
    extents_node_t *leaves[ENCODE_MAX(2 * DECODE_MAX)];
    size_t made = encode(stream->runs, stream->run_count, leaves);
    if (!made) stream->builder.failed = true;
    for (size_t i = 0; i < made; i++) extents_builder_add(&stream->builder, leaves[i]);
    stream->run_count = 0;
}

static void stream_add_run(extents_stream *stream, int64_t count, int64_t extent) {
    if (stream->run_count == 2 * DECODE_MAX) stream_flush_runs(stream);
    stream->run_count = push_run(stream->runs, stream->run_count, count, extent);
}

// A leaf of `n` extents whose sum is `sum`, or runs where those are smaller.
static void stream_emit(extents_stream *stream, const uint32_t *extents, size_t n, int64_t sum) {
    uint32_t changes = 0;
    for (size_t i = 1; i < n; i++) changes += extents[i] != extents[i - 1];
    if (changes + 1 <= n / 2) {
        for (size_t i = 0; i < n; i++) stream_add_run(stream, 1, extents[i]);
    } else {
        stream_flush_runs(stream);
        extents_builder_add(&stream->builder, dense_leaf(extents, n, sum));
    }
}

static void stream_cut(extents_stream *stream, size_t n) {
    stream_emit(stream, stream->dense, n, sum_32(stream->dense, n));
    stream->dense_count -= n;
    memmove(stream->dense, stream->dense + n, stream->dense_count * sizeof *stream->dense);
}

static void stream_flush(extents_stream *stream) {
    while (stream->dense_count > (size_t)DENSE_MAX) stream_cut(stream, STREAM_FILL);
    if (stream->dense_count) stream_cut(stream, stream->dense_count);
    stream_flush_runs(stream);
}

// Adds `n` <= DENSE_MAX extents whose sum is `sum`.
static le_status stream_dense(extents_stream *stream, const uint32_t *extents, size_t n, int64_t sum) {
    if (sum > LE_MAX_TOTAL - stream->total || (int64_t)n > LE_MAX_COUNT - stream->entries) return LE_TOO_LARGE;
    stream->total += sum;
    stream->entries += (int64_t)n;
    if (n == STREAM_FILL && stream->dense_count == 0) {
        stream_emit(stream, extents, n, sum);
        return LE_OK;
    }
    memcpy(stream->dense + stream->dense_count, extents, n * sizeof *extents);
    stream->dense_count += n;
    if (stream->dense_count >= (size_t)DENSE_MAX) stream_cut(stream, STREAM_FILL);
    return LE_OK;
}

// Adds `count` equal extents. LE_TOO_LARGE past the limits.
static le_status stream_push(extents_stream *stream, int64_t count, int64_t extent) {
    if (extent < EXTENT_32_END && count < 16) {
        uint32_t each[16];
        for (int64_t i = 0; i < count; i++) each[i] = (uint32_t)extent;
        return stream_dense(stream, each, (size_t)count, count * extent);
    }
    int64_t all, total;
    if (__builtin_mul_overflow(count, extent, &all) || __builtin_add_overflow(stream->total, all, &total) ||
        total > LE_MAX_TOTAL || count > LE_MAX_COUNT - stream->entries)
        return LE_TOO_LARGE;
    stream->total = total;
    stream->entries += count;
    while (stream->dense_count) stream_cut(stream, LE_MIN(stream->dense_count, STREAM_FILL));
    for (; count > 0; count -= RUN_COUNT_MAX) stream_add_run(stream, LE_MIN(count, RUN_COUNT_MAX), extent);
    return LE_OK;
}

// Adds entries `first ..< first + count` of a leaf.
static le_status stream_part(extents_stream *stream, const extents_node_t *leaf, int64_t first, int64_t count) {
    if (leaf->head.kind == DENSE_32) {
        int64_t sum = 0;
        for (int64_t i = first; i < first + count; i++) sum += dense32(leaf)[i];
        return stream_dense(stream, dense32(leaf) + first, (size_t)count, sum);
    }
    le_run runs[DECODE_MAX];
    size_t n = decode(leaf, first, count, runs, 0);
    le_status status = LE_OK;
    for (size_t r = 0; r < n && status == LE_OK; r++) status = stream_push(stream, runs[r].count, runs[r].extent);
    return status;
}

// Adds a leaf that is all right as it is, taking its reference.
static void stream_leaf(extents_stream *stream, extents_node_t *leaf) {
    stream_flush(stream);
    stream->entries += leaf->sum[0];
    stream->total += leaf->sum[1];
    extents_builder_add(&stream->builder, leaf);
}

static le_status stream_finish(extents_stream *stream, le_status status, extents_node_t **root, le_work *work) {
    stream_flush(stream);
    if (status != LE_OK) stream->builder.failed = true;
    bool built = extents_builder_finish(&stream->builder, root, work);
    return status != LE_OK ? status : built ? LE_OK : LE_NO_MEMORY;
}

// Adds `count` extents, a chunk at a time where they are narrow.
static le_status stream_values(extents_stream *stream, const int64_t *extents, int64_t count) {
    le_status status = LE_OK;
    while (count > 0 && status == LE_OK) {
        int64_t n = LE_MIN(count, (int64_t)STREAM_FILL), sum = 0;
        uint32_t chunk[STREAM_FILL];
        uint64_t high = 0;
        for (int64_t i = 0; i < n; i++) {
            chunk[i] = (uint32_t)extents[i];
            high |= (uint64_t)extents[i];
            sum += chunk[i];
        }
        if (high < (uint64_t)EXTENT_32_END) {
            status = stream_dense(stream, chunk, (size_t)n, sum);
        } else {
            for (int64_t i = 0; i < n && status == LE_OK; i++)
                status = extents[i] < 0 ? LE_BAD_VALUE : stream_push(stream, 1, extents[i]);
        }
        extents += n;
        count -= n;
    }
    return status;
}

static le_status extents_build(const int64_t *extents, int64_t count, extents_node_t **root, le_work *work) {
    extents_stream stream;
    stream_start(&stream);
    return stream_finish(&stream, stream_values(&stream, extents, count), root, work);
}

static le_status extents_build_runs(const le_run *runs, size_t count, extents_node_t **root, le_work *work) {
    extents_stream stream;
    stream_start(&stream);
    le_status status = LE_OK;
    for (size_t i = 0; i < count && status == LE_OK; i++)
        status = runs[i].extent < 0 || runs[i].count < 0 ? LE_BAD_VALUE
                                                         : stream_push(&stream, runs[i].count, runs[i].extent);
    return stream_finish(&stream, status, root, work);
}

// ---- Totals

LE_INLINE int64_t extents_count(const extents_node_t *root) { return root ? root->sum[0] : 0; }
LE_INLINE int64_t extents_total(const extents_node_t *root) { return root ? root->sum[1] : 0; }

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
        if (n > leaf->head.n) LE_PATH(RUN_SPLIT);
        else if (n < leaf->head.n) LE_PATH(RUN_MERGE);
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

static void extents_read(extents_node_t *root, int64_t first, int64_t count, int64_t *out);

static le_status extents_resize(extents_node_t **root, int64_t index, int64_t extent, le_work *work) {
    if (extent < 0) return LE_BAD_VALUE;
    extents_path path;
    int64_t k = index;
    if (!own(root, &k, &path, work)) return LE_NO_MEMORY;
    extents_node_t *leaf = path.leaf;
    int64_t old = leaf_extent(leaf, k), delta[2] = {0, extent - old};
    if (delta[1] > LE_MAX_TOTAL - extents_total(*root)) return LE_TOO_LARGE;
    if (delta[1] == 0) return LE_OK;
    if (leaf->head.kind == DENSE_32 && extent < EXTENT_32_END) dense32(leaf)[k] = (uint32_t)extent;
    else if (leaf->head.kind == DENSE_64) dense64(leaf)[k] = extent;
    else {
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
        if (k) leaves[made++] = leaf;
        else right = leaf;
    } else if (!extents_leaf_split(leaf, k, &leaves[made++], &right)) {
        builder->failed = true;
        extents_builder_finish(builder, &right, work);
        return LE_NO_MEMORY;
    }
    memcpy(&leaves[made], builder->nodes, n * sizeof *leaves);
    made += (uint32_t)n;
    if (right) leaves[made++] = right;
    free(builder->nodes);
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

// Inserts `count` entries whose sum is `total`; both are checked by the caller.
static le_status extents_insert(extents_node_t **root, int64_t at, const int64_t *extents, int64_t count,
                                int64_t total, le_work *work) {
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
        if (path.depth) path.node[path.depth - 1]->child[path.slot[path.depth - 1]] = grown;
        else *root = grown;
        extents_release(leaf);
        leaf = grown;
    }
    uint32_t *dense = dense32(leaf);
    memmove(dense + k + count, dense + k, (size_t)(leaf->sum[0] - k) * sizeof *dense);
    for (int64_t i = 0; i < count; i++) dense[k + i] = (uint32_t)extents[i];
    int64_t delta[2] = {count, total};
    leaf->head.n += (uint32_t)count;
    leaf->sum[0] += count;
    leaf->sum[1] += total;
    extents_path_add(&path, delta, work);
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
    size_t each = entry_bytes(leaf->head.kind);
    int64_t gone = 0;
    for (int64_t i = k; i < k + count; i++) gone += leaf_extent(leaf, i);
    char *data = (char *)leaf + LEAF_HEAD;
    memmove(data + (size_t)k * each, data + (size_t)(k + count) * each, (size_t)(leaf->sum[0] - k - count) * each);
    int64_t delta[2] = {-count, -gone};
    leaf->head.n -= (uint32_t)count;
    leaf->sum[0] -= count;
    leaf->sum[1] -= gone;
    extents_path_add(&path, delta, work);
    leaf_settle(&path, work);
    return LE_OK;
}

// Moves entries. A few of them are copied and taken out in place, where that cannot fail half way: then the leaf that
// they leave is dense, and owned before anything changes.
static le_status extents_move_range(extents_node_t **root, int64_t first, int64_t count, int64_t to, le_work *work) {
    if (count == 0 || first == to) return LE_OK;
    if (count <= MOVE_FEW) {
        extents_path path;
        int64_t k = first, few[MOVE_FEW], total;
        if (!own(root, &k, &path, work)) return LE_NO_MEMORY;
        extents_node_t *leaf = path.leaf;
        if (leaf->head.kind <= DENSE_64 && k + count <= leaf->sum[0] && 2 * count <= leaf->sum[0]) {
            extents_read(*root, first, count, few);
            checked_total(few, count, &total);
            le_status status = extents_insert(root, to > first ? to + count : to, few, count, total, work);
            if (status != LE_OK) return status;
            return extents_remove(root, to > first ? first : first + count, count, work);
        }
    }
    LE_PATH(TREE_REPLACE);
    return extents_move(root, first, count, to, work) ? LE_OK : LE_NO_MEMORY;
}

// Copies entries `k ..< k + count` of a leaf.
static void leaf_read(const extents_node_t *leaf, int64_t k, int64_t count, int64_t *out) {
    switch (leaf->head.kind) {
    case DENSE_32:
        for (int64_t i = 0; i < count; i++) out[i] = dense32(leaf)[k + i];
        break;
    case DENSE_64: memcpy(out, dense64(leaf) + k, (size_t)count * sizeof *out); break;
    default: {
        const uint32_t *counts = run_counts(leaf);
        uint32_t capacity = leaf_capacity(leaf), r = 0;
        while (k >= counts[r]) k -= counts[r++];
        for (int64_t i = 0; i < count; r++, k = 0) {
            int64_t extent = run_extent(leaf, capacity, r), stop = LE_MIN(count, i + counts[r] - k);
            while (i < stop) out[i++] = extent;
        }
    }
    }
}

static void extents_read(extents_node_t *root, int64_t first, int64_t count, int64_t *out) {
    if (count == 0) return;
    extents_path path;
    int64_t k = first, before[TREE_SUMS];
    extents_path_find(root, 0, &k, &path, before);
    for (;;) {
        int64_t here = LE_MIN(count, path.leaf->sum[0] - k);
        leaf_read(path.leaf, k, here, out);
        out += here;
        count -= here;
        if (count == 0) return;
        extents_path_next(&path);
        k = 0;
    }
}

static le_extent_at extents_entry(extents_node_t *root, int64_t index, le_work *work) {
    extents_path path;
    int64_t k = index, before[TREE_SUMS];
    extents_path_find(root, 0, &k, &path, before);
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    return (le_extent_at){index, before[1] + leaf_offset(path.leaf, k), leaf_extent(path.leaf, k)};
}

static int64_t extents_offset(extents_node_t *root, int64_t index, le_work *work) {
    if (!root || index <= 0) return 0;
    if (index >= root->sum[0]) return root->sum[1];
    extents_path path;
    int64_t k = index, before[TREE_SUMS];
    extents_path_find(root, 0, &k, &path, before);
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    return before[1] + leaf_offset(path.leaf, k);
}

// See le_extents_at_offset. Fills `path` with the way to the entry's leaf, if there is one.
static le_extent_at extents_at_offset(extents_node_t *root, int64_t offset, extents_path *path, le_work *work) {
    // Nothing covers an offset before the start of entries that are all empty.
    if (!root || offset >= root->sum[1] || root->sum[1] == 0)
        return (le_extent_at){extents_count(root), extents_total(root), 0};
    int64_t v = LE_MAX(offset, 0), before[TREE_SUMS], inside;
    extents_path_find(root, 1, &v, path, before);
    if (work) work->nodes_visited += (uint64_t)path->depth + 1;
    int64_t k = leaf_at_offset(path->leaf, v, &inside);
    return (le_extent_at){before[0] + k, before[1] + inside, leaf_extent(path->leaf, k)};
}

// ---- Scripts

// Where an edit's entries come from: the values that `source` indexes, with moved ones read ahead.
typedef struct extents_script {
    const le_edit *edits;
    size_t count;
    const int64_t *values;       // of inserted entries, not moved
    const int64_t *moved;        // of moved entries, in the order of the edits
} extents_script;

// Checks order and ranges; answers the number of moved entries, or -1 with `*failed` set.
static int64_t script_check(const le_edit *edits, size_t count, int64_t entries, int64_t values, size_t *failed) {
    int64_t end = 0, moved = 0, change = 0;
    for (size_t e = 0; e < count; e++) {
        const le_edit *edit = &edits[e];
        bool bad = edit->at < end || edit->at > entries || edit->removed < 0 || edit->removed > entries - edit->at ||
                   edit->inserted < 0;
        if (!bad && edit->inserted) {
            int64_t limit = edit->moved ? entries : values;
            bad = edit->source < 0 || edit->source > limit || edit->inserted > limit - edit->source;
        }
        if (!bad) {
            // Counts may pass the limit only when an edit inserts what others do not remove; see LE_TOO_LARGE below.
            change += edit->inserted;
            bad = change > LE_MAX_COUNT;
        }
        if (bad) {
            if (failed) *failed = e;
            return -1;
        }
        end = edit->at + edit->removed;
        if (edit->moved) moved += edit->inserted;
    }
    return moved;
}

// One pass over all leaves: those without edits are shared, the others are taken apart.
static le_status script_stream(extents_node_t **root, const extents_script *script, le_work *work) {
    LE_PATH(SCRIPT_STREAM);
    extents_stream stream;
    stream_start(&stream);
    le_status status = LE_OK;
    extents_path path;
    int64_t zero = 0, before[TREE_SUMS], start = 0;
    if (*root) extents_path_find(*root, 0, &zero, &path, before);
    else path.leaf = NULL;
    int64_t skip = 0;  // entries from `start` on that an edit has already removed
    size_t e = 0;
    const int64_t *moved = script->moved;
    int64_t count = extents_count(*root);
    while ((start < count || e < script->count) && status == LE_OK) {
        const extents_node_t *leaf = start < count ? path.leaf : NULL;
        int64_t here = leaf ? leaf->sum[0] : 0;
        bool edited = e < script->count && (script->edits[e].at < start + here || start + here == count);
        if (!edited && skip == 0) {
            le__retain(path.leaf);
            stream_leaf(&stream, path.leaf);
        } else {
            int64_t k = LE_MIN(skip, here);
            skip -= k;
            for (;;) {
                bool more = e < script->count && (script->edits[e].at < start + here || start + here == count);
                int64_t stop = more ? script->edits[e].at - start : here;
                if (stop > k) {
                    status = stream_part(&stream, leaf, k, stop - k);
                    k = stop;
                }
                if (!more || status != LE_OK) break;
                const le_edit *edit = &script->edits[e++];
                const int64_t *values = edit->moved ? moved : script->values + edit->source;
                if (edit->moved) moved += edit->inserted;
                if (status == LE_OK) status = stream_values(&stream, values, edit->inserted);
                int64_t removed = LE_MIN(edit->removed, here - k);
                k += removed;
                skip = edit->removed - removed;
            }
            if (work) work->items_moved += (uint64_t)here;
        }
        start += here;
        if (start < count) extents_path_next(&path);
        else if (e >= script->count) break;
    }
    extents_node_t *made = NULL;
    status = stream_finish(&stream, status, &made, work);
    if (status == LE_OK) {
        extents_release(*root);
        *root = made;
    }
    return status;
}

// Edit by edit, from the last to the first, so that indices before the script stay true.
static le_status script_edits(extents_node_t **root, const extents_script *script, int64_t moved_count,
                              le_work *work) {
    LE_PATH(SCRIPT_EDITS);
    // The old tree stays alive, so a failure in the middle costs nothing but the work: it is put back.
    extents_node_t *old = *root;
    if (old) le__retain(old);
    le_status status = LE_OK;
    const int64_t *moved = script->moved + moved_count;
    for (size_t e = script->count; e-- > 0 && status == LE_OK;) {
        const le_edit *edit = &script->edits[e];
        if (edit->moved) moved -= edit->inserted;
        const int64_t *values = edit->moved ? moved : script->values + edit->source;
        int64_t total = 0;
        if (edit->inserted) status = checked_total(values, edit->inserted, &total);
        if (status == LE_OK && edit->removed == 1 && edit->inserted == 1) {
            status = extents_resize(root, edit->at, values[0], work);
            continue;
        }
        if (status == LE_OK) status = extents_remove(root, edit->at, edit->removed, work);
        if (status == LE_OK) status = extents_insert(root, edit->at, values, edit->inserted, total, work);
    }
    if (status != LE_OK) {
        extents_release(*root);
        *root = old;
    } else {
        extents_release(old);
    }
    return status;
}

// About how many leaves a tree has: an edit by itself costs as much as sharing 60 of them in a streaming pass.
static size_t leaves_about(const extents_node_t *root) {
    if (!root) return 0;
    size_t leaves = root->head.level ? root->head.n : 1;
    for (int level = root->head.level; level > 1; level--) leaves *= TREE_FANOUT * 3 / 4;
    return leaves;
}

static le_status extents_apply(extents_node_t **root, const le_edit *edits, size_t count, const int64_t *values,
                               int64_t value_count, size_t *failed, le_work *work) {
    int64_t moved_count = script_check(edits, count, extents_count(*root), value_count, failed);
    if (moved_count < 0) return LE_BAD_EDITS;
    if (count == 0) return LE_OK;
    int64_t *moved = NULL;
    if (moved_count) {
        moved = malloc((size_t)moved_count * sizeof *moved);
        if (!moved) return LE_NO_MEMORY;
        int64_t *at = moved;
        for (size_t e = 0; e < count; e++) {
            if (!edits[e].moved) continue;
            extents_read(*root, edits[e].source, edits[e].inserted, at);
            at += edits[e].inserted;
        }
    }
    extents_script script = {edits, count, values, moved};
    le_status status = count * 60 < leaves_about(*root) ? script_edits(root, &script, moved_count, work)
                                                        : script_stream(root, &script, work);
    free(moved);
    return status;
}
