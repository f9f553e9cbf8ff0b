// Items on their way into leaves, in order. They wait in flat arrays, are broken into lines there, and leave as whole
// lines. One stream serves building (many items at a time, broken by the kernel) and re-flow after an edit (a leaf at
// a time, broken one by one from where the last ended).

#ifndef LE_KINDS_FLOW_STREAM_H
#define LE_KINDS_FLOW_STREAM_H

#include "kernels/kernels.h"
#include "kinds/flow/lines.h"

// Where new items come from: doubles in points, or units.
typedef struct le__flow_source {
    const le_sizes *sizes; // entries from `first` on
    int64_t first;
    const int64_t *widths, *heights; // where `sizes` is NULL
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

// New item `i` in units. A size that cannot be used is reported, and raised to the least where the sizes are lenient.
le_status le__flow_source_item(const le__flow_source *source, int64_t i, int64_t *width, int64_t *height);

enum { FLOW_STREAM_SMALL = 512 };

typedef struct le__flow_stream {
    le__lines_builder builder;
    const le__kernels *kernels;
    int64_t limit, item_spacing, line_spacing;
    int64_t advance; // of the leaves made so far
    le_status status;
    bool wide;      // 64-bit arrays
    size_t room, n; // items that fit, and that wait; the first of them begins a line
    size_t broken;  // how many of them have been broken; `open` is the state behind those
    le__flow_open open;
    uint32_t seen[2]; // bits of all narrow widths and heights that came
    int by_hand;      // blocks for which the kernel is not worth asking
    uint64_t *begins;
    void *widths, *heights, *ended;
    void *memory;
    uint64_t small[FLOW_STREAM_SMALL / 64 + 3 * FLOW_STREAM_SMALL / 2];
} le__flow_stream;

// An empty stream. It holds memory until it is closed.
void le__flow_stream_start(le__flow_stream *stream, const le__flow_rules *rules);

// Gets ready for about `count` items.
void le__flow_stream_expect(le__flow_stream *stream, int64_t count);

// Adds items `from ..< to` of a leaf, and new ones. `bulk`: many come, so they are best broken all at once. After a
// failure, which the stream's status tells, nothing more is added.
void le__flow_stream_part(le__flow_stream *stream, const le__lines_node *leaf, size_t from, size_t to, bool bulk);
void le__flow_stream_source(le__flow_stream *stream, const le__flow_source *source, int64_t from, int64_t to,
                            bool bulk);

// Breaks all items that wait. With `bulk` the kernel may take them all at once.
void le__flow_stream_break(le__flow_stream *stream, bool bulk);

// Turns all that waits into leaves, which are then in `stream->builder`; or the tree of all leaves.
le_status le__flow_stream_close(le__flow_stream *stream, bool bulk);
le_status le__flow_stream_finish(le__flow_stream *stream, bool bulk, le__lines_node **root, le_work *work);

#endif
