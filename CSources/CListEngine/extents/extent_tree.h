// The extent tree inside the core: the tree of extents, its leaves, and the functions that other files call. The public
// interface, with the checks of its arguments, is in extent_tree.c. An empty tree is a NULL root.
//
// Leaves have four encodings:
//
//   dense 32   one extent in 32 bits                      250 in a full block
//   dense 64   one extent in 64 bits                      125
//   runs 32    a count and an extent, 32 bits each        125
//   runs 64    a count in 32 bits, an extent in 64 bits    83
//
// Frequent edits of leaves are done in place. All others decode leaves into a list of runs, edit the list, and encode
// it into as few leaves as possible. Only `le__extents_encode` decides which encoding is smaller.
#ifndef LE_EXTENTS_EXTENT_TREE_H
#define LE_EXTENTS_EXTENT_TREE_H

#include "kernels/kernels.h"
#include "listengine/extents.h"
#include "support/macros.h"
#include "support/pool.h"
#include "tree/node.h"

typedef struct le__extents_node {
    le__head head;  // n: extents of a dense leaf, runs of a leaf of runs
    int64_t sum[2]; // entries, extent
} le__extents_node;

enum { LE__DENSE_32, LE__DENSE_64, LE__RUNS_32, LE__RUNS_64 }; // kinds of leaves
enum { LE__EXTENTS_FANOUT = 40 };

#define TREE(name) le__extents_##name
#define TREE_SUMS 2
#define TREE_MAXIMA 0
#define TREE_FANOUT LE__EXTENTS_FANOUT
#include "tree/tree.h"

// ---- Leaves

#define LE__EXTENTS_HEAD sizeof(le__extents_node)
#define LE__EXTENTS_BYTES ((size_t)LE__BLOCK_MAX - LE__EXTENTS_HEAD)

// The most extents in a leaf, the most entries in one run, and the smallest extent that needs 64 bits.
#define LE__DENSE_MAX ((int64_t)(LE__EXTENTS_BYTES / 4))
#define LE__RUN_COUNT_MAX ((int64_t)1 << 31)
#define LE__EXTENT_32_END ((int64_t)1 << 32)

// Leaves of fewer bytes are merged with an adjacent leaf if possible.
#define LE__EXTENTS_SMALL (LE__EXTENTS_BYTES / 4)

LE_INLINE int64_t le__extents_count(const le__extents_node *root) { return root ? root->sum[0] : 0; }
LE_INLINE int64_t le__extents_total(const le__extents_node *root) { return root ? root->sum[1] : 0; }

LE_INLINE uint32_t *le__extents_dense32(const le__extents_node *leaf) {
    return (uint32_t *)((char *)leaf + LE__EXTENTS_HEAD);
}
LE_INLINE int64_t *le__extents_dense64(const le__extents_node *leaf) {
    return (int64_t *)((char *)leaf + LE__EXTENTS_HEAD);
}

LE_INLINE size_t le__extents_entry_bytes(int kind) {
    static const uint8_t bytes[] = {4, 8, 8, 12};
    return bytes[kind];
}

// The bytes that the entries of a leaf occupy.
LE_INLINE size_t le__extents_leaf_bytes(const le__extents_node *leaf) {
    return leaf->head.n * le__extents_entry_bytes(leaf->head.kind);
}

// The number of extents (dense) or runs for which the block of the leaf has room.
LE_INLINE uint32_t le__extents_leaf_capacity(const le__extents_node *leaf) {
    return (uint32_t)((le__block_bytes(leaf) - LE__EXTENTS_HEAD) / le__extents_entry_bytes(leaf->head.kind));
}

// Leaves of runs store the wider array first, so that both are aligned.
LE_INLINE uint32_t *le__extents_run_counts(const le__extents_node *leaf) {
    size_t before = leaf->head.kind == LE__RUNS_64 ? 8 * (size_t)le__extents_leaf_capacity(leaf) : 0;
    return (uint32_t *)((char *)leaf + LE__EXTENTS_HEAD + before);
}

LE_INLINE int64_t le__extents_run_extent(const le__extents_node *leaf, uint32_t capacity, uint32_t i) {
    if (leaf->head.kind == LE__RUNS_64) return le__extents_dense64(leaf)[i];
    return le__extents_dense32(leaf)[capacity + i];
}

// The run of entry `*k` of a leaf of runs; `*k` becomes its position within the run.
uint32_t le__extents_run_at(const le__extents_node *leaf, int64_t *k);

// The extent of entry `k` of a leaf.
LE_INLINE int64_t le__extents_leaf_extent(const le__extents_node *leaf, int64_t k) {
    switch (leaf->head.kind) {
    case LE__DENSE_32:
        return le__extents_dense32(leaf)[k];
    case LE__DENSE_64:
        return le__extents_dense64(leaf)[k];
    default:
        return le__extents_run_extent(leaf, le__extents_leaf_capacity(leaf), le__extents_run_at(leaf, &k));
    }
}

LE_INLINE int64_t le__extents_sum_32(const uint32_t *extents, size_t n) {
    return le__kernels_in_use()->sum(extents, n);
}

// Sum of the first `k` entries of a dense leaf of 32-bit extents: adds the shorter part of the leaf.
LE_INLINE int64_t le__extents_dense_offset(const le__extents_node *leaf, int64_t k) {
    const uint32_t *extents = le__extents_dense32(leaf);
    const int64_t n = leaf->sum[0];
    return 2 * k > n ? leaf->sum[1] - le__extents_sum_32(extents + k, (size_t)(n - k))
                     : le__extents_sum_32(extents, (size_t)k);
}

// Sum of the first `k` entries of a leaf.
int64_t le__extents_leaf_offset(const le__extents_node *leaf, int64_t k);

// The entry of a leaf that contains `offset` (0 <= offset < the leaf's extent); `before` receives the sum of the
// entries before it.
int64_t le__extents_leaf_at_offset(const le__extents_node *leaf, int64_t offset, int64_t *before);

// Copies entries `k ..< k + count` of a leaf.
void le__extents_leaf_read(const le__extents_node *leaf, int64_t k, int64_t count, int64_t *out);

// Allocates a leaf of this kind with room for `n` extents or runs; the caller writes these and the sums. This function
// and the two below return NULL when memory is short.
LE_INLINE le__extents_node *le__extents_leaf_alloc(int kind, uint32_t n) {
    le__extents_node *leaf = le__block_alloc(LE__EXTENTS_HEAD + n * le__extents_entry_bytes(kind));
    if (leaf) leaf->head = (le__head){.kind = (uint8_t)kind, .n = n};
    return leaf;
}

// A dense leaf of `n` 32-bit extents. The first function takes their sum; the second computes it.
le__extents_node *le__extents_dense_leaf(const uint32_t *extents, size_t n, int64_t sum);
le__extents_node *le__extents_dense_leaf_of(const uint32_t *extents, size_t n);

// A copy of a dense leaf of 32-bit extents, in a block with room for `n` of them.
le__extents_node *le__extents_dense_copy(const le__extents_node *leaf, uint32_t n);

// Describes the first broken invariant of a leaf, see le_extents_check; NULL if all hold.
const char *le__extents_check_leaf(le__extents_node *leaf);

// ---- Lists of runs, which leaves are decoded to and encoded from

// Appends a run, which is not empty, to a list and merges it with the last run if that is equal.
LE_INLINE size_t le__extents_push_run(le_run *runs, size_t n, int64_t count, int64_t extent) {
    if (n && runs[n - 1].extent == extent && runs[n - 1].count + count <= LE__RUN_COUNT_MAX) {
        runs[n - 1].count += count;
        return n;
    }
    runs[n] = (le_run){count, extent};
    return n + 1;
}

// Appends entries `first ..< first + count` of a leaf to a list of `n` runs, and returns the new number of runs. It
// adds at most one run per entry, and never more than LE__DECODE_MAX.
size_t le__extents_decode(const le__extents_node *leaf, int64_t first, int64_t count, le_run *runs, size_t n);
#define LE__DECODE_MAX ((size_t)LE__DENSE_MAX)

// Encodes a list of one run or more, of which adjacent ones differ, into the fewest leaves, evenly filled. Returns
// their number; 0 when memory is short, and then everything is freed. The list is changed and restored.
size_t le__extents_encode(le_run *runs, size_t n, le__extents_node **out);

// The most leaves that `n` runs are encoded to. Runs that do not fit one leaf are cut into even parts, so that each
// part has at least 42 runs, or at least 63 extents of fewer than 2 n. The bound is about twice the number of leaves
// that follows from this.
#define LE__ENCODE_MAX(n) ((n) / 20 + 2)

// One leaf of `n` runs with `entries` entries in total, in the smaller encoding; they must fit one leaf. `wide`: an
// extent needs 64 bits.
le__extents_node *le__extents_leaf_of_runs(const le_run *runs, size_t n, int64_t entries, bool wide);

// ---- Reading

void le__extents_read(le__extents_node *root, int64_t first, int64_t count, int64_t *out);

// Inlined where it is most of the work; le__extents_entry is a call of it.
LE_INLINE le_extent_at le__extents_find_entry(le__extents_node *root, int64_t index, le_work *work) {
    int64_t k = index, before[2];
    if (work) work->nodes_visited += (uint64_t)root->head.level + 1;
    const le__extents_node *leaf = le__extents_find_leaf(root, 0, &k, before);
    if (LE_LIKELY(leaf->head.kind == LE__DENSE_32))
        return (le_extent_at){index, before[1] + le__extents_dense_offset(leaf, k), le__extents_dense32(leaf)[k]};
    return (le_extent_at){index, before[1] + le__extents_leaf_offset(leaf, k), le__extents_leaf_extent(leaf, k)};
}

le_extent_at le__extents_entry(le__extents_node *root, int64_t index, le_work *work);
int64_t le__extents_value(le__extents_node *root, int64_t index); // the extent of one entry
int64_t le__extents_offset(le__extents_node *root, int64_t index, le_work *work);

// See le_extents_at_offset. `path` receives the path to the leaf of the entry, if there is one.
le_extent_at le__extents_at_offset(le__extents_node *root, int64_t offset, le__extents_path *path, le_work *work);

// ---- Building

// Collects extents into leaves, in streaming order. Pending input consists of runs followed by dense extents. The
// encoding of pending input is chosen when it is cut into leaves: a few dense extents before a wide one or a long run
// are added to the runs, because a leaf of their own would need more memory.
//
// Between calls `run_count` <= LE__STREAM_RUNS and `dense_count` < LE__DENSE_MAX. One call adds at most LE__DENSE_MAX
// extents, so `dense` has room for the pending and the added ones.
#define LE__STREAM_RUNS (2 * LE__DECODE_MAX)
typedef struct le__extents_stream {
    le__extents_builder builder;
    int64_t entries; // number of entries added so far
    int64_t total;   // their sum without the pending dense extents
    int64_t waiting; // the sum of the pending dense extents; negative: computed when they are cut
    size_t run_count, dense_count;
    le_run runs[LE__STREAM_RUNS];
    uint32_t dense[2 * LE__DENSE_MAX];
} le__extents_stream;

// Leaves of a stream are filled to four fifths, which leaves room for edits.
#define LE__STREAM_FILL ((size_t)LE__DENSE_MAX * 4 / 5)

// A stream is started, receives extents, and is finished, even after a failure. The functions that add to it return
// LE_TOO_LARGE if its count or total would exceed the limits.
void le__extents_stream_start(le__extents_stream *stream);

// Adds `n` <= LE__DENSE_MAX narrow extents. `sum` is their sum, or negative if the caller does not know it.
le_status le__extents_stream_dense(le__extents_stream *stream, const uint32_t *extents, size_t n, int64_t sum);

// Adds `count` equal extents.
le_status le__extents_stream_push(le__extents_stream *stream, int64_t count, int64_t extent);

// Adds `count` extents, in chunks if they are narrow. LE_BAD_VALUE if one is negative.
le_status le__extents_stream_values(le__extents_stream *stream, const int64_t *extents, int64_t count);

// Adds entries `first ..< first + count` of a leaf, at least one.
le_status le__extents_stream_part(le__extents_stream *stream, const le__extents_node *leaf, int64_t first,
                                  int64_t count);

// Adds all entries of a leaf: shares the leaf, or copies its entries if it is so small that they should share a leaf
// with others.
le_status le__extents_stream_leaf(le__extents_stream *stream, le__extents_node *leaf);

// Makes leaves of all pending input. Afterwards `total` is the sum of all extents. LE_TOO_LARGE if it exceeds the
// limit.
le_status le__extents_stream_flush(le__extents_stream *stream);

// Finishes the tree of all added extents. If `status` is an error, returns that error instead.
le_status le__extents_stream_finish(le__extents_stream *stream, le_status status, le__extents_node **root,
                                    le_work *work);

le_status le__extents_build(const int64_t *extents, int64_t count, le__extents_node **root, le_work *work);
le_status le__extents_build_runs(const le_run *runs, size_t count, le__extents_node **root, le_work *work);

// A tree of all extents of a tree that is not empty, each changed by `delta` (at most LE_MAX_TOTAL either way); needs
// memory for its leaves only. LE_BAD_VALUE if an extent would be negative.
le_status le__extents_shifted(le__extents_node *root, int64_t delta, le__extents_node **shifted, le_work *work);

// ---- Editing. Arguments are in range; after a failure the tree is as it was.

// Whether the tree can lose `old` units and gain `count` entries with a total of `extent`.
LE_INLINE le_status le__extents_can_hold(const le__extents_node *root, int64_t count, int64_t old, int64_t extent) {
    if (le__extents_count(root) > LE_MAX_COUNT - count) return LE_TOO_LARGE;
    return le__extents_total(root) - old > LE_MAX_TOTAL - extent ? LE_TOO_LARGE : LE_OK;
}

// Sums extents into `*total` and checks each: LE_BAD_VALUE, LE_TOO_LARGE.
le_status le__extents_checked_total(const int64_t *extents, int64_t count, int64_t *total);

le_status le__extents_resize(le__extents_node **root, int64_t index, int64_t extent, le_work *work);

// Resizing in two steps, for changes of several trees that have to happen together. `fits` makes the path to the entry
// exclusive to this tree, moves its leaf to a larger block if it has to grow, and returns whether the entry can be
// resized there and within the limits. It does not change the contents. As long as nothing else changes the tree, `at`
// cannot fail after that.
typedef struct le__extents_cut {
    uint32_t run;   // in a leaf of runs: the run of the entry
    int taken_by;   // the neighbouring run that absorbs the entry: the previous (-1), the next (1), or none (0)
    int64_t in_run; // the position of the entry within that run
} le__extents_cut;
typedef struct le__extents_resizing {
    le__extents_path path;
    int64_t k, old; // the position of the entry within its leaf, and its extent
    le__extents_cut cut;
} le__extents_resizing;
bool le__extents_resize_fits(le__extents_node **root, int64_t index, int64_t extent, le__extents_resizing *r,
                             le_work *work);
void le__extents_resize_at(le__extents_resizing *r, int64_t extent, le_work *work);

// Both steps, if the total grows by at most `room`. False, with nothing changed, otherwise.
bool le__extents_resize_within(le__extents_node **root, int64_t index, int64_t extent, int64_t room, le_work *work);

// Inserts one entry, which is not negative, into a dense leaf that has room for it, if the total grows by at most
// `room` and stays within its limit. The caller knows that the number of entries does. False, with nothing changed, if
// this is not possible.
bool le__extents_insert_within(le__extents_node **root, int64_t at, int64_t extent, int64_t room, le_work *work);

// Inserts `count` entries whose sum is `total`. The caller has checked both.
le_status le__extents_insert(le__extents_node **root, int64_t at, const int64_t *extents, int64_t count, int64_t total,
                             le_work *work);
le_status le__extents_insert_run(le__extents_node **root, int64_t at, le_run run, le_work *work);

// Inserts the leaves of a stream between two entries, in place if the parent has room. Ends the stream. The caller
// knows that the result is within the limits.
le_status le__extents_insert_stream(le__extents_node **root, int64_t at, le__extents_stream *stream, le_work *work);

// Replaces `removed` entries from `first` on with the tree `middle` (borrowed).
le_status le__extents_exchange(le__extents_node **root, int64_t first, int64_t removed, le__extents_node *middle,
                               le_work *work);
le_status le__extents_remove(le__extents_node **root, int64_t first, int64_t count, le_work *work);
le_status le__extents_move_range(le__extents_node **root, int64_t first, int64_t count, int64_t to, le_work *work);

// A move of at most this many entries copies and removes them.
#define LE__MOVE_FEW 64

// Merges the leaf of an owned path with an adjacent leaf under the same parent if it is small and both fit into one
// leaf. Optional: when memory is short it does nothing. The sums of the nodes above do not change. The path is invalid
// afterwards.
void le__extents_merge_small(le__extents_path *path, le_work *work);

// ---- Scripts

// Checks the order and ranges of a script, and the number of entries after it. Inserted entries can refer to values 0
// ..< `values`. `*growth`, if not NULL, receives the change in the number of entries. LE_BAD_EDITS with `*failed` set;
// LE_TOO_LARGE past LE_MAX_COUNT.
le_status le__script_check(const le_edit *edits, size_t count, int64_t entries, int64_t values, size_t *failed,
                           int64_t *growth);

// The values that the edits of a script insert: `count` values from index `first` on or, if there is no array, `each`
// for all.
typedef struct le__script_values {
    const int64_t *values;
    int64_t first, count, each;
} le__script_values;

// Applies a script of edits that le__script_check accepts, and whose sources are among the values. It needs no memory
// if it changes a few entries in some leaves that are not shared and have room for them.
le_status le__extents_apply(le__extents_node **root, const le_edit *edits, size_t count,
                            const le__script_values *values, le_work *work);

#endif
