// What the phases of a diff hand to each other. One diff runs through them in this order:
//
//   stream      matches both lists in lock step             -> segments
//   gaps        what no segment holds                       -> old gaps, new gaps
//   join        matches the gaps' items by key              -> match
//   order       which matched items keep their order        -> kept
//   emit        writes the script
//
// Positions are item indices on their side. Sections appear as spans: pairs of ranges whose items may be kept; a flat
// diff has one.
#ifndef LE_DIFF_PIPELINE_H
#define LE_DIFF_PIPELINE_H

#include "diff/workspace.h"
#include "listengine/diff.h"
#include "support/macros.h"

// One new section with the old section that it is, if any (otherwise the old range is empty). Spans are in new order
// and cover the new side. Old position + shift is the position after the old sections were put in new order.
typedef struct {
    uint32_t old_start, old_end, new_start, new_end;
    uint32_t shift;
    bool same;  // same stamp: nothing to compare
} le__span;

// Items outside of segments. `base` counts those before: the gap's first item is number `base` of all of them.
typedef struct {
    uint32_t start, count, base;
} le__gap;

typedef struct {
    le_diff_workspace *workspace;
    const le_diff_options *options;
    const void *old_keys, *new_keys;  // 64-bit, or 32-bit if `narrow`
    const uint64_t *old_versions, *new_versions;
    uint32_t old_count, new_count;
    uint64_t seed;  // odd
    bool narrow;
    bool compact;  // keys leave out the items of segments
    bool unique;
    bool exact;    // the number of moves is known to be minimal
    uint32_t paths;

    le__span *spans;
    size_t span_count;

    le_diff_segment *segments;  // in new order; LE_DIFF_DESCENDING in old_start
    size_t segment_count;
    bool segments_ascend;       // also in old order

    le__gap *old_gaps, *new_gaps;
    size_t old_gap_count, new_gap_count;
    uint32_t old_left, new_left;  // items in gaps

    uint32_t *match;   // for each item in new gaps its old position, or LE_DIFF_NONE
    uint64_t *taken;   // bit for each old position that `match` holds

    le_diff_result *result;
} le__diff;

// ---- gaps.c

// Fills old_gaps, new_gaps and their counts from the segments.
bool le__diff_find_gaps(le__diff *diff);

// ---- join.c and the files beside it

// Fills match and taken.
bool le__diff_join(le__diff *diff);

// By sorting both sides: for keys that defeat tables. Equal keys pair in order.
bool le__diff_join_sorted(le__diff *diff);

// ---- order_items.c

// The partner of every new item: old position or LE_DIFF_NONE.
uint32_t *le__diff_expand(le__diff *diff);

// Marks the kept items in a bitmap over new positions. `map` as from le__diff_expand.
bool le__diff_order_items(le__diff *diff, const uint32_t *map, uint64_t *kept);

// ---- emit.c

bool le__diff_emit_items(le__diff *diff, const uint32_t *map, const uint64_t *kept);

LE_INLINE bool le__bit(const uint64_t *bits, size_t i) { return bits[i >> 6] >> (i & 63) & 1; }
LE_INLINE void le__set_bit(uint64_t *bits, size_t i) { bits[i >> 6] |= (uint64_t)1 << (i & 63); }

#endif
