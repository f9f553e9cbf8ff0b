// Items on their way into leaves: they wait in order, are placed a leaf at a time, and the leaves become a tree.

#ifndef LE_KINDS_WATERFALL_STREAM_H
#define LE_KINDS_WATERFALL_STREAM_H

#include "kinds/waterfall/columns.h"

// The columns' heights at some item: keys in ascending order for shortest first, else by column.
typedef struct le__waterfall_front {
    uint64_t key[WATERFALL_COLUMNS];
    int64_t turn; // items so far, of placement in turn
} le__waterfall_front;

// Whether the items from here on stand as they did behind `heights` with `turn` items before them.
bool le__waterfall_front_equals(const le__waterfall_front *front, const le__waterfall_rules *r, const int64_t *heights,
                                int64_t turn);

typedef struct le__waterfall_stream {
    le__columns_builder builder;
    le__waterfall_rules rules;
    le__waterfall_front front; // behind the leaves made so far
    le_status status;
    int64_t room;    // items that fill a leaf
    int64_t waiting; // up to `room`; twice that only while two leaves' items are shared out
    int64_t heights[2 * COLUMNS_ITEMS_MAX];
    double ratios[2 * COLUMNS_ITEMS_MAX]; // where items are given by ratio
} le__waterfall_stream;

// An empty stream whose first item has index `item`; `fronts` are the heights of the columns there, NULL at the start.
void le__waterfall_stream_start(le__waterfall_stream *stream, const le__waterfall_rules *rules, const int64_t *fronts,
                                int64_t item);

// Refuses what has come: nothing more is made.
void le__waterfall_stream_refuse(le__waterfall_stream *stream, le_status status);

// Adds items `k ..< k + count` of a leaf; items `first ..< first + count` of a tree; a whole leaf as it stands, or
// together with the few items that wait before it; sizes `first ..< first + count`.
void le__waterfall_stream_part(le__waterfall_stream *stream, const le__columns_node *leaf, int64_t k, int64_t count);
void le__waterfall_stream_items(le__waterfall_stream *stream, le__columns_node *root, int64_t first, int64_t count);
void le__waterfall_stream_leaf(le__waterfall_stream *stream, const le__columns_node *leaf);
void le__waterfall_stream_sizes(le__waterfall_stream *stream, const le_sizes *sizes, int64_t first, int64_t count,
                                le_fault *fault);

// The tree of all leaves; what has not become a leaf does so now.
le_status le__waterfall_stream_finish(le__waterfall_stream *stream, le__columns_node **root, le_work *work);

#endif
