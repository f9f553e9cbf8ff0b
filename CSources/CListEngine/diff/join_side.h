// Types that the joins share: the keys of a side, and the results for its items.
#ifndef LE_DIFF_JOIN_SIDE_H
#define LE_DIFF_JOIN_SIDE_H

#include "diff/pipeline.h"

// One side of a join.
typedef struct {
    const void *keys;
    const le__gap *gaps;
    size_t gap_count;
    uint32_t count;
    bool compact;  // keys are indexed by number, not by position
    bool numbered; // the results of the join are numbers, not positions
} le__join_side;

typedef enum {
    LE__JOINED,
    LE__JOIN_DUPLICATES, // a common key occurs twice on one side
    LE__JOIN_OVERFLOW,   // too many keys collide
    LE__JOIN_NO_MEMORY,
} le__join_outcome;

// The output of a join: for each item of the probing side, in order, its partner on the indexed side, or LE_DIFF_NONE.
typedef struct {
    uint32_t *partners;
    uint32_t matched;
} le__join_answer;

// In join_direct.c: by an array over the range of the keys. `LE__JOIN_OVERFLOW` if the keys of the indexed side are not
// close enough together for one.
le__join_outcome le__join_direct(le__diff *diff, const le__join_side *indexed, const le__join_side *probing,
                                 le__join_answer *answer);

// In join_partitions.c: by tables of a bounded size.
le__join_outcome le__join_one_table(le__diff *diff, const le__join_side *indexed, const le__join_side *probing,
                                    le__join_answer *answer);
le__join_outcome le__join_partitions(le__diff *diff, const le__join_side *indexed, const le__join_side *probing,
                                     le__join_answer *answer);

// The keys of a gap.
LE_INLINE const void *le__gap_keys(const le__join_side *side, const le__gap *gap, const bool narrow) {
    return le__keys_from(side->keys, side->compact ? gap->base : gap->start, narrow);
}

// The value by which a join reports the first item of a gap; the values of the following items are consecutive.
LE_INLINE uint32_t le__first_answer(const le__join_side *side, const le__gap *gap) {
    return side->numbered ? gap->base : gap->start;
}

#endif
