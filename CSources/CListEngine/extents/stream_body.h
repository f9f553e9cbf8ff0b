// Building extent trees: extents in streaming order become leaves, leaves a tree. An empty tree is a NULL root.

// Collects extents into leaves, in streaming order. What waits is first runs, then dense extents. The encoding of what
// waits is chosen when it is cut into leaves: few dense extents in front of a wide one or a long run join the runs,
// because a leaf of their own would take more memory than they do.
//
// Between calls `run_count` <= STREAM_RUNS and `dense_count` < DENSE_MAX. At most DENSE_MAX extents come at once, so
// `dense` has room for what waits and what comes.
typedef struct extents_stream {
    extents_builder builder;
    int64_t entries, total; // of all that has come so far
    size_t run_count, dense_count;
    le_run runs[2 * DECODE_MAX];
    uint32_t dense[2 * DENSE_MAX];
} extents_stream;

// Leaves of a stream are filled to four fifths, which leaves room for edits.
#define STREAM_FILL ((size_t)DENSE_MAX * 4 / 5)

#define STREAM_RUNS ((size_t)(2 * DECODE_MAX))

static void stream_start(extents_stream *stream) {
    memset(&stream->builder, 0, sizeof stream->builder);
    stream->run_count = stream->dense_count = 0;
    stream->entries = stream->total = 0;
}

static void stream_flush_runs(extents_stream *stream) {
    if (stream->run_count == 0) return;
    extents_node_t *leaves[ENCODE_MAX(STREAM_RUNS)];
    size_t made = encode(stream->runs, stream->run_count, leaves);
    if (!made) stream->builder.failed = true;
    for (size_t i = 0; i < made; i++) extents_builder_add(&stream->builder, leaves[i]);
    stream->run_count = 0;
}

static void stream_add_run(extents_stream *stream, int64_t count, int64_t extent) {
    if (stream->run_count == STREAM_RUNS) stream_flush_runs(stream);
    stream->run_count = push_run(stream->runs, stream->run_count, count, extent);
}

// A leaf of `n` extents whose sum is `sum`, or runs where those are smaller.
static void stream_emit(extents_stream *stream, const uint32_t *extents, size_t n, int64_t sum) {
    if (le__kernels_in_use()->changes(extents, n) + 1 <= n / 2) {
        for (size_t i = 0; i < n; i++) stream_add_run(stream, 1, extents[i]);
    } else {
        stream_flush_runs(stream);
        extents_builder_add(&stream->builder, dense_leaf(extents, n, sum));
    }
}

// Makes the first `n` <= DENSE_MAX waiting dense extents a leaf.
static void stream_cut(extents_stream *stream, size_t n) {
    stream_emit(stream, stream->dense, n, sum_32(stream->dense, n));
    stream->dense_count -= n;
    memmove(stream->dense, stream->dense + n, stream->dense_count * sizeof *stream->dense);
}

// Makes the dense extents that wait a leaf or, where they are few and something waits with which they can share a leaf,
// runs. Afterwards none wait.
static void stream_settle_dense(extents_stream *stream, bool shares) {
    size_t n = stream->dense_count;
    if (n == 0) return;
    if (!shares || n * sizeof(uint32_t) >= LEAF_SMALL) {
        stream_cut(stream, n);
        return;
    }
    for (size_t i = 0; i < n; i++) stream_add_run(stream, 1, stream->dense[i]);
    stream->dense_count = 0;
}

static void stream_flush(extents_stream *stream) {
    stream_settle_dense(stream, stream->run_count > 0);
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
    // What waits may fill two leaves now, so that one cut is not enough.
    while (stream->dense_count >= (size_t)DENSE_MAX) stream_cut(stream, STREAM_FILL);
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
    stream_settle_dense(stream, true);
    for (; count > 0; count -= RUN_COUNT_MAX) stream_add_run(stream, LE_MIN(count, RUN_COUNT_MAX), extent);
    return LE_OK;
}

// Adds entries `first ..< first + count` of a leaf.
static le_status stream_part(extents_stream *stream, const extents_node_t *leaf, int64_t first, int64_t count) {
    if (leaf->head.kind == DENSE_32) {
        const uint32_t *extents = dense32(leaf) + first;
        return stream_dense(stream, extents, (size_t)count, sum_32(extents, (size_t)count));
    }
    le_run runs[DECODE_MAX];
    size_t n = decode(leaf, first, count, runs, 0);
    le_status status = LE_OK;
    for (size_t r = 0; r < n && status == LE_OK; r++) status = stream_push(stream, runs[r].count, runs[r].extent);
    return status;
}

// Adds all of a leaf: the leaf itself, or its entries where it is so small that they better share one.
static le_status stream_leaf(extents_stream *stream, extents_node_t *leaf) {
    if (leaf_bytes(leaf) < LEAF_SMALL) return stream_part(stream, leaf, 0, leaf->sum[0]);
    if (leaf->sum[1] > LE_MAX_TOTAL - stream->total || leaf->sum[0] > LE_MAX_COUNT - stream->entries)
        return LE_TOO_LARGE;
    stream_flush(stream);
    stream->entries += leaf->sum[0];
    stream->total += leaf->sum[1];
    le__retain(leaf);
    extents_builder_add(&stream->builder, leaf);
    return LE_OK;
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
        int64_t n = LE_MIN(count, (int64_t)STREAM_FILL), sum;
        uint32_t chunk[STREAM_FILL];
        if (le__kernels_in_use()->narrow(extents, (size_t)n, chunk, &sum)) {
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
        status = runs[i].count < 0    ? LE_BAD_INDEX
                 : runs[i].extent < 0 ? LE_BAD_VALUE
                                      : stream_push(&stream, runs[i].count, runs[i].extent);
    return stream_finish(&stream, status, root, work);
}
