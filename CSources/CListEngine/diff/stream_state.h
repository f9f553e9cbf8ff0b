// What the stream and its anchors carry along.
#ifndef LE_DIFF_STREAM_STATE_H
#define LE_DIFF_STREAM_STATE_H

#include "diff/pipeline.h"

enum {
    LE__WINDOW_SLOTS = 4096,
    LE__WIDEST_WINDOW = 512,
    LE__WINDOW_GENERATIONS = 1024, // searches between two times that the window is cleared: 16 bytes a search
    LE__ANCHOR_STRIDE = 64,
    LE__MOST_ANCHORS = 65536
};

typedef struct {
    le__diff *diff;
    // Items matched earn credit, searches spend it. Below zero joining all that is left is cheaper than going on.
    int64_t credit;
    // Wide searches, by window or anchor, that led to a few items only, less those that led to more. Past a limit the
    // list is taken for shuffled.
    int32_t poor_hits, most_poor_hits;
    bool abandoned;

    uint32_t *window; // LE__WINDOW_SLOTS of generation * 512 + offset; made at the first search
    uint32_t generation;

    // Anchors of the middle of one span: of the old keys low, low + stride, ... each in a slot by its mix, as
    // 16 bits of the mix and 16 of the number.
    uint32_t *anchors;
    size_t anchor_slots;
    int anchor_shift;
    uint32_t anchor_low, anchor_stride;
    bool anchored;  // this span has its index, and `used` is kept
    uint64_t *used; // bit for each old position in a segment of this span, once anchored
} le__stream;

enum { LE__GOOD_HIT = 8 }; // items that pay for a wide search

LE_INLINE void le__count_hit(le__stream *s, uint32_t items) {
    if (items < LE__GOOD_HIT)
        s->poor_hits++;
    else if (s->poor_hits > 0)
        s->poor_hits--;
    if (s->poor_hits > s->most_poor_hits) s->abandoned = true;
}

LE_INLINE void le__push_segment(le__diff *diff, uint32_t old, uint32_t new, uint32_t count) {
    diff->segments[diff->segment_count++] = (le_diff_segment){old, new, count};
}

#endif
