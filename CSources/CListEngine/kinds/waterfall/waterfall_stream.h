// Turns items into leaves: items are collected in order and placed a leaf at a time, and the leaves become a tree.

#ifndef LE_KINDS_WATERFALL_WATERFALL_STREAM_H
#define LE_KINDS_WATERFALL_WATERFALL_STREAM_H

#include "kinds/waterfall/column_tree.h"

// The heights of the columns before an item: for shortest first, keys in ascending order; else by column.
typedef struct le__waterfall_front {
    uint64_t key[WATERFALL_COLUMNS];
    int64_t turn; // for placement in turn: the column of the next item, counted in the order of turns
} le__waterfall_front;

// Whether the items from here on have the same places as from the start of a leaf on.
bool le__waterfall_front_equals(const le__waterfall_front *front, const le__waterfall_rules *r,
                                const le__columns_node *leaf);

typedef struct le__waterfall_stream {
    le__columns_builder builder;
    le__waterfall_rules rules;
    le__waterfall_front front; // after the leaves made so far
    le_status status;
    int64_t room;    // capacity of a leaf in items
    int64_t waiting; // at most `room`; twice that only while the items of two leaves are distributed
    int64_t heights[2 * COLUMNS_ITEMS_MAX];
    double ratios[2 * COLUMNS_ITEMS_MAX]; // if items are given by ratio
    uint8_t spans[2 * COLUMNS_ITEMS_MAX]; // places without a column
} le__waterfall_stream;

// Starts an empty stream at the start of a leaf, or of the section if `leaf` is NULL.
void le__waterfall_stream_start(le__waterfall_stream *stream, const le__waterfall_rules *rules,
                                const le__columns_node *leaf);

// Makes the stream fail with a status: no further leaves are made.
void le__waterfall_stream_refuse(le__waterfall_stream *stream, le_status status);

// Four ways to add items: items `k ..< k + count` of a leaf; items `first ..< first + count` of a tree; a whole leaf,
// alone or merged with the few pending items before it; sizes `first ..< first + count`. Sizes without spans keep those
// of the items of tree `kept` from `kept_first` on; if it is NULL, they span one column.
void le__waterfall_stream_part(le__waterfall_stream *stream, const le__columns_node *leaf, int64_t k, int64_t count);
void le__waterfall_stream_items(le__waterfall_stream *stream, le__columns_node *root, int64_t first, int64_t count);
void le__waterfall_stream_leaf(le__waterfall_stream *stream, const le__columns_node *leaf);
void le__waterfall_stream_sizes(le__waterfall_stream *stream, const le_sizes *sizes, int64_t first, int64_t count,
                                le__columns_node *kept, int64_t kept_first, le_fault *fault);

// The places of items `first ..< first + count` of a tree.
void le__waterfall_places(le__columns_node *root, int64_t first, int64_t count, uint8_t *places);

// Makes leaves of all pending items, and the tree of all leaves.
le_status le__waterfall_stream_finish(le__waterfall_stream *stream, le__columns_node **root, le_work *work);

#endif
