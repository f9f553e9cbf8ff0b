// Turns items into leaves, in order. Items are collected in flat arrays, broken into lines there, and emitted as whole
// lines. One stream serves building (many items at a time, broken by the kernel) and re-flow after an edit (a leaf at a
// time, broken item by item from the last state on).

#ifndef LE_KINDS_FLOW_FLOW_STREAM_H
#define LE_KINDS_FLOW_FLOW_STREAM_H

#include "kernels/kernels.h"
#include "kinds/flow/flow.h"
#include "kinds/flow/line_tree.h"

// The source of new items: doubles in points, or units.
typedef struct le__flow_source {
    const le_sizes *sizes; // entries from `first` on
    int64_t first;
    const int64_t *widths, *heights; // if `sizes` is NULL
    int64_t count;
    int64_t least_width, least_height;
    le_fault *fault;
} le__flow_source;

LE_INLINE le__flow_source le__flow_source_of(const le__flow_rules *rules, const le_sizes *sizes, int64_t first,
                                             int64_t count, le_fault *fault) {
    return (le__flow_source){.sizes = sizes,
                             .first = first,
                             .count = count,
                             .fault = fault,
                             .least_width = LE_MAX(0, -rules->item_spacing),
                             .least_height = LE_MAX(0, -rules->line_spacing)};
}

// New item `i` in units. A size that cannot be used is reported and, if the sizes are lenient, raised to the least
// size.
le_status le__flow_source_item(const le__flow_source *source, int64_t i, int64_t *width, int64_t *height);

enum { FLOW_STREAM_SMALL = 512 };

typedef struct le__flow_stream {
    le__lines_builder builder;
    const le__kernels *kernels;
    int64_t limit, item_spacing, line_spacing;
    int64_t advance; // total advance of the leaves made so far
    le_status status;
    bool wide;      // 64-bit arrays
    size_t room, n; // capacity and number of pending items; the first of them begins a line
    size_t broken;  // how many of them have been broken; `open` is the state after those
    le__flow_open open;
    uint32_t seen; // all bits of the narrow widths added so far
    // The caller's sizes that are read next; NULL: not known. Each new leaf prefetches some of them, because the memory
    // waits while leaves are made, and the processor waits while sizes are read.
    const le_sizes *ahead;
    int64_t ahead_first, ahead_end;
    int by_hand; // number of blocks for which calling the kernel does not pay
    uint64_t *begins;
    void *widths, *heights, *ended;
    void *memory;
    uint64_t small[FLOW_STREAM_SMALL / 64 + 3 * FLOW_STREAM_SMALL / 2];
} le__flow_stream;

LE_INLINE int64_t le__flow_items(const le__lines_node *root) { return root ? root->sum[SUM_ITEMS] : 0; }

// Starts an empty stream. It owns memory until it is closed.
void le__flow_stream_start(le__flow_stream *stream, const le__flow_rules *rules);

// Prepares for about `count` items.
void le__flow_stream_expect(le__flow_stream *stream, int64_t count);

// Adds items `from ..< to` of a leaf, or new items. `bulk`: many items follow, so they are best broken together. After
// a failure, which is in the status of the stream, these functions do nothing.
void le__flow_stream_part(le__flow_stream *stream, const le__lines_node *leaf, size_t from, size_t to, bool bulk);
void le__flow_stream_source(le__flow_stream *stream, const le__flow_source *source, int64_t from, int64_t to,
                            bool bulk);

// Breaks all pending items. With `bulk` the kernel may break them all together.
void le__flow_stream_break(le__flow_stream *stream, bool bulk);

// Turns all pending items into leaves, which stay in `stream->builder`.
le_status le__flow_stream_close(le__flow_stream *stream, bool bulk);

// Does the same, and replaces the lines of a flow with those leaves. After a failure the flow is as it was.
le_status le__flow_stream_finish(le__flow_stream *stream, le__flow *flow, le_work *work);

#endif
