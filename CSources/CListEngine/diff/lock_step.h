// The state of the stream and of its anchors.
#ifndef LE_DIFF_LOCK_STEP_H
#define LE_DIFF_LOCK_STEP_H

#include "diff/pipeline.h"

enum {
    LE__WINDOW_SLOTS = 4096,
    LE__WIDEST_WINDOW = 512,
    LE__WINDOW_GENERATIONS = 1024, // searches between two times that the window is cleared, which amortises to 16 bytes
                                   // per search
    LE__ANCHOR_STRIDE = 64,
    LE__MOST_ANCHORS = 65536
};

typedef struct {
    le__diff *diff;
    // Matched items earn credit, and searches spend it. Below zero, joining all remaining items is cheaper than
    // continuing.
    int64_t credit;
    // Wide searches, by window or anchor, that led to only a few items, minus those that led to more. Past a limit the
    // list is assumed to be shuffled.
    int32_t poor_hits, most_poor_hits;
    bool abandoned;

    uint32_t *window; // LE__WINDOW_SLOTS entries of generation * 512 + offset; allocated at the first search
    uint32_t generation;

    // Anchors of the middle of one span: the old keys low, low + stride, ... Each is stored in a slot chosen by its
    // mix, as 16 bits of the mix and 16 bits of its number.
    uint32_t *anchors;
    size_t anchor_slots;
    int anchor_shift;
    uint32_t anchor_low, anchor_stride;
    bool anchored;  // the index of this span exists, and `used` is maintained
    uint64_t *used; // one bit per old position in a segment of this span, once anchored
} le__stream;

// A position in the middle of a span, and the end of that middle on both sides.
typedef struct {
    uint32_t i, old_end; // old positions
    uint32_t j, new_end; // new positions
} le__stream_place;

// Moves `i` and `j` past the next block that an anchor finds, and pushes that block as a segment. Reversed blocks on
// the way are pushed as well. `first_segment` is the first of this span; `found` counts items. False if streaming is
// over: there is no more to find, or too little was found. In anchors.c, once for each width of keys.
bool le__jump_to_anchor_wide(le__stream *s, le__stream_place *at, size_t first_segment, uint64_t *found);
bool le__jump_to_anchor_narrow(le__stream *s, le__stream_place *at, size_t first_segment, uint64_t *found);

enum { LE__GOOD_HIT = 8 }; // a wide search pays if it finds at least this many items

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

// The number of equal keys from old position i and new position j on, at most `limit`.
LE_INLINE uint32_t le__equal_ahead(const le__diff *diff, uint32_t i, uint32_t j, uint32_t limit, const bool narrow) {
    const size_t words = narrow ? 1 : 2;
    return (uint32_t)(diff->kernels->equal_ahead(le__keys_from(diff->old_keys, i, narrow),
                                                 le__keys_from(diff->new_keys, j, narrow), limit * words) /
                      words);
}

// The number of equal keys before i and j.
LE_INLINE uint32_t le__equal_behind(const le__diff *diff, uint32_t i, uint32_t j, uint32_t limit, const bool narrow) {
    const size_t words = narrow ? 1 : 2;
    return (uint32_t)(diff->kernels->equal_behind(le__keys_from(diff->old_keys, i, narrow),
                                                  le__keys_from(diff->new_keys, j, narrow), limit * words) /
                      words);
}

// The number of equal keys when `down` is read backwards from x, and `up` forwards from y.
LE_INLINE uint32_t le__equal_reversed(const le__diff *diff, const void *down, uint32_t x, const void *up, uint32_t y,
                                      uint32_t limit, const bool narrow) {
    const void *a = le__keys_from(down, x, narrow), *b = le__keys_from(up, y, narrow);
    return (uint32_t)(narrow ? diff->kernels->equal_reversed_narrow(a, b, limit)
                             : diff->kernels->equal_reversed_wide(a, b, limit));
}

// Whether the first few of some new keys are distinct.
LE_INLINE bool le__are_distinct(const le__diff *diff, uint32_t first, uint32_t count, const bool narrow) {
    const void *keys = le__keys_from(diff->new_keys, first, narrow);
    count = LE_MIN(count, 24);
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (le__key_at(keys, i, narrow) == le__key_at(keys, j, narrow)) return false;
    return true;
}

#endif
