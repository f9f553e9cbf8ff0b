// Building extent trees: extents in streaming order become leaves, and leaves become a tree.
#include "extents/extent_tree.h"

#include <string.h>

void le__extents_stream_start(le__extents_stream *stream) {
    memset(&stream->builder, 0, sizeof stream->builder);
    stream->run_count = stream->dense_count = 0;
    stream->entries = stream->total = stream->waiting = 0;
}

static void stream_flush_runs(le__extents_stream *stream) {
    if (stream->run_count == 0) return;
    le__extents_node *leaves[LE__ENCODE_MAX(LE__STREAM_RUNS)];
    size_t made = le__extents_encode(stream->runs, stream->run_count, leaves);
    if (!made) stream->builder.failed = true;
    for (size_t i = 0; i < made; i++) le__extents_builder_add(&stream->builder, leaves[i]);
    stream->run_count = 0;
}

static void stream_add_run(le__extents_stream *stream, int64_t count, int64_t extent) {
    if (stream->run_count == LE__STREAM_RUNS) stream_flush_runs(stream);
    stream->run_count = le__extents_push_run(stream->runs, stream->run_count, count, extent);
}

// Adds a leaf of `n` extents, encoded as runs if that is smaller. `sum` is the sum of the extents; negative: compute
// it.
static le_status stream_emit(le__extents_stream *stream, const uint32_t *extents, size_t n, int64_t sum) {
    if (sum < 0) sum = le__extents_sum_32(extents, n);
    if (sum > LE_MAX_TOTAL - stream->total) return LE_TOO_LARGE;
    stream->total += sum;
    if (le__kernels_in_use()->varied(extents, n)) {
        stream_flush_runs(stream);
        le__extents_builder_add(&stream->builder, le__extents_dense_leaf(extents, n, sum));
    } else {
        for (size_t i = 0; i < n; i++) stream_add_run(stream, 1, extents[i]);
    }
    return LE_OK;
}

// Makes a leaf of the first `n` <= LE__DENSE_MAX pending dense extents.
static le_status stream_cut(le__extents_stream *stream, size_t n) {
    le_status status = stream_emit(stream, stream->dense, n, n == stream->dense_count ? stream->waiting : -1);
    stream->dense_count -= n;
    stream->waiting = stream->dense_count ? -1 : 0;
    memmove(stream->dense, stream->dense + n, stream->dense_count * sizeof *stream->dense);
    return status;
}

// Makes a leaf of the pending dense extents. If they are few and other pending input can share a leaf with them, they
// become runs instead. No dense extents are pending afterwards.
static le_status stream_flush_dense(le__extents_stream *stream, bool shares) {
    size_t n = stream->dense_count;
    if (n == 0) return LE_OK;
    if (!shares || n * sizeof(uint32_t) >= LE__EXTENTS_SMALL) return stream_cut(stream, n);
    stream->dense_count = 0;
    stream->waiting = 0;
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        stream_add_run(stream, 1, stream->dense[i]);
        sum += stream->dense[i];
    }
    if (sum > LE_MAX_TOTAL - stream->total) return LE_TOO_LARGE;
    stream->total += sum;
    return LE_OK;
}

le_status le__extents_stream_flush(le__extents_stream *stream) {
    le_status status = stream_flush_dense(stream, stream->run_count > 0);
    stream_flush_runs(stream);
    return status;
}

le_status le__extents_stream_dense(le__extents_stream *stream, const uint32_t *extents, size_t n, int64_t sum) {
    if ((int64_t)n > LE_MAX_COUNT - stream->entries) return LE_TOO_LARGE;
    stream->entries += (int64_t)n;
    if (n == LE__STREAM_FILL && stream->dense_count == 0) return stream_emit(stream, extents, n, sum);
    memcpy(stream->dense + stream->dense_count, extents, n * sizeof *extents);
    stream->dense_count += n;
    stream->waiting = sum < 0 || stream->waiting < 0 ? -1 : stream->waiting + sum;
    // The pending extents may fill two leaves now, so one cut may not be enough.
    le_status status = LE_OK;
    while (stream->dense_count >= (size_t)LE__DENSE_MAX && status == LE_OK)
        status = stream_cut(stream, LE__STREAM_FILL);
    return status;
}

// Adds `count` equal extents. LE_TOO_LARGE past the limits.
le_status le__extents_stream_push(le__extents_stream *stream, int64_t count, int64_t extent) {
    if (extent < LE__EXTENT_32_END && count < 16) {
        uint32_t each[16];
        for (int64_t i = 0; i < count; i++) each[i] = (uint32_t)extent;
        return le__extents_stream_dense(stream, each, (size_t)count, count * extent);
    }
    int64_t sum;
    le_status status = stream_flush_dense(stream, true);
    if (status != LE_OK) return status;
    if (__builtin_mul_overflow(count, extent, &sum) || sum > LE_MAX_TOTAL - stream->total ||
        count > LE_MAX_COUNT - stream->entries)
        return LE_TOO_LARGE;
    stream->total += sum;
    stream->entries += count;
    for (; count > 0; count -= LE__RUN_COUNT_MAX) stream_add_run(stream, LE_MIN(count, LE__RUN_COUNT_MAX), extent);
    return LE_OK;
}

// Adds entries `first ..< first + count` of a leaf, at least one.
le_status le__extents_stream_part(le__extents_stream *stream, const le__extents_node *leaf, int64_t first,
                                  int64_t count) {
    if (leaf->head.kind == LE__DENSE_32)
        return le__extents_stream_dense(stream, le__extents_dense32(leaf) + first, (size_t)count, -1);
    le_status status = LE_OK;
    if (leaf->head.kind == LE__DENSE_64) {
        le_run runs[LE__DECODE_MAX];
        const size_t n = le__extents_decode(leaf, first, count, runs, 0);
        for (size_t r = 0; r < n && status == LE_OK; r++)
            status = le__extents_stream_push(stream, runs[r].count, runs[r].extent);
        return status;
    }
    // The run is searched, because a script of many edits adds many parts of one leaf.
    const uint32_t *counts = le__extents_run_counts(leaf);
    const uint32_t capacity = le__extents_leaf_capacity(leaf);
    int64_t k = first;
    for (uint32_t i = le__extents_run_at(leaf, &k); count > 0 && status == LE_OK; i++, k = 0) {
        const int64_t here = LE_MIN(count, (int64_t)counts[i] - k);
        status = le__extents_stream_push(stream, here, le__extents_run_extent(leaf, capacity, i));
        count -= here;
    }
    return status;
}

// Adds all entries of a leaf: shares the leaf, or copies its entries if it is so small that they should share a leaf
// with others.
le_status le__extents_stream_leaf(le__extents_stream *stream, le__extents_node *leaf) {
    if (le__extents_leaf_bytes(leaf) < LE__EXTENTS_SMALL) return le__extents_stream_part(stream, leaf, 0, leaf->sum[0]);
    le_status status = le__extents_stream_flush(stream);
    if (status != LE_OK) return status;
    if (leaf->sum[1] > LE_MAX_TOTAL - stream->total || leaf->sum[0] > LE_MAX_COUNT - stream->entries)
        return LE_TOO_LARGE;
    stream->entries += leaf->sum[0];
    stream->total += leaf->sum[1];
    le__retain(leaf);
    le__extents_builder_add(&stream->builder, leaf);
    return LE_OK;
}

le_status le__extents_stream_finish(le__extents_stream *stream, le_status status, le__extents_node **root,
                                    le_work *work) {
    le_status flushed = le__extents_stream_flush(stream);
    if (status == LE_OK) status = flushed;
    if (status != LE_OK) stream->builder.failed = true;
    bool built = le__extents_builder_finish(&stream->builder, root, work);
    return status != LE_OK ? status : built ? LE_OK : LE_NO_MEMORY;
}

// Adds `count` extents, in chunks if they are narrow.
le_status le__extents_stream_values(le__extents_stream *stream, const int64_t *extents, int64_t count) {
    le_status status = LE_OK;
    while (count > 0 && status == LE_OK) {
        int64_t n = LE_MIN(count, (int64_t)LE__STREAM_FILL), sum;
        uint32_t chunk[LE__STREAM_FILL];
        if (le__kernels_in_use()->narrow(extents, (size_t)n, chunk, &sum)) {
            status = le__extents_stream_dense(stream, chunk, (size_t)n, sum);
        } else {
            for (int64_t i = 0; i < n && status == LE_OK; i++)
                status = extents[i] < 0 ? LE_BAD_VALUE : le__extents_stream_push(stream, 1, extents[i]);
        }
        extents += n;
        count -= n;
    }
    return status;
}

le_status le__extents_build(const int64_t *extents, int64_t count, le__extents_node **root, le_work *work) {
    le__extents_stream stream;
    le__extents_stream_start(&stream);
    return le__extents_stream_finish(&stream, le__extents_stream_values(&stream, extents, count), root, work);
}

le_status le__extents_build_runs(const le_run *runs, size_t count, le__extents_node **root, le_work *work) {
    le__extents_stream stream;
    le__extents_stream_start(&stream);
    le_status status = LE_OK;
    for (size_t i = 0; i < count && status == LE_OK; i++)
        status = runs[i].count < 0    ? LE_BAD_INDEX
                 : runs[i].extent < 0 ? LE_BAD_VALUE
                                      : le__extents_stream_push(&stream, runs[i].count, runs[i].extent);
    return le__extents_stream_finish(&stream, status, root, work);
}
