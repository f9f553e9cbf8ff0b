// The data that the phases of a diff pass on. A diff runs through them in this order:
//
//   stream      matches both lists in lock step             -> segments
//   gaps        items in no segment                         -> old gaps, new gaps
//   join        matches the items of gaps by key            -> match
//   order       finds matched items that keep their order   -> kept pieces, or kept items
//   emit        writes the edit script
//
// Positions are item indices on their side. Sections appear as spans: pairs of ranges whose items may be kept; a flat
// diff has one.
#ifndef LE_DIFF_PIPELINE_H
#define LE_DIFF_PIPELINE_H

#include "diff/workspace.h"
#include "kernels/kernels.h"
#include "listengine/diff.h"
#include "support/macros.h"

// One new section and its old section, if any (otherwise the old range is empty). Spans are in new order and cover the
// new side. Old position + shift is the position after the old sections were put in new order.
typedef struct {
    uint32_t old_start, old_end, new_start, new_end;
    uint32_t shift;
    bool same; // same stamp: nothing to compare
} le__span;

// Items outside of segments. `base` is the number of such items before this gap.
typedef struct {
    uint32_t start, count, base;
} le__gap;

// Matched items that stayed together, in new order.
typedef struct {
    uint32_t old_start; // marked LE_DIFF_DESCENDING if old positions descend
    uint32_t new_start;
    uint32_t count;
} le__piece;

// An item to be sorted by its key.
typedef struct {
    uint64_t key;
    uint32_t number; // index among the items that are sorted
    uint32_t position;
} le__keyed_item;

enum { LE__MOVED, LE__KEPT, LE__KEPT_FIRST }; // the fate of a piece

typedef struct {
    le_diff_workspace *workspace;
    const le__kernels *kernels;
    const le_diff_options *options;
    const void *old_keys, *new_keys; // 64-bit, or 32-bit if `narrow`
    const uint64_t *old_versions, *new_versions;
    uint32_t old_count, new_count;
    uint64_t seed; // odd
    bool narrow;
    bool compact;     // keys omit the items of segments
    bool overlapping; // segments given by the caller share old items
    bool unique;      // promised by the caller
    bool sectioned;   // more than one span
    bool trimmed;     // all segments are common ends, so they exclude no optimal script
    bool exact;       // the number of moves is known to be minimal
    uint32_t paths;

    le__span *spans;
    size_t span_count;

    le_diff_segment *segments; // in new order; old_start may be marked LE_DIFF_DESCENDING
    size_t segment_count;

    le__gap *old_gaps, *new_gaps;
    size_t old_gap_count, new_gap_count;
    uint32_t old_left, new_left; // number of items in gaps

    uint32_t *match;  // for each item in new gaps its old position, or LE_DIFF_NONE
    uint32_t matched; // number of items in gaps that have a partner
    uint64_t *taken;  // one bit per old position that is in `match`; NULL if all or none in the gaps are

    le_diff_result *result;
} le__diff;

// ---- lock_step.c

// Finds segments, that is, ranges that are equal on both sides.
bool le__diff_stream(le__diff *diff);

// ---- pieces.c

// Fills the gaps of both sides from the segments.
bool le__diff_find_gaps(le__diff *diff);

// Finds the pieces that segments and matched gap items form, in new order, cut at the ends of spans. Items that moved
// to another section are in separate pieces, each with a bit in `*crossed` (NULL for a flat diff).
bool le__diff_find_pieces(le__diff *diff, le__piece **pieces, size_t *count, uint64_t **crossed);

// The approximate number of pieces that the matched gap items form.
size_t le__diff_count_runs(const le__diff *diff);

// The partners of new positions low ..< high: old position or LE_DIFF_NONE.
void le__diff_fill_partners(const le__diff *diff, uint32_t low, uint32_t high, uint32_t *partners);

// ---- join.c, join_sorted.c, join_duplicates.c: fill match and matched; equal keys pair in order

bool le__diff_join(le__diff *diff);
bool le__diff_mark_taken(le__diff *diff);
bool le__diff_join_sorted(le__diff *diff);

// Sorts by key, stable, in time that depends on no seed. Returns the one of the two arrays that holds the result.
le__keyed_item *le__diff_sort_by_key(le__keyed_item *from, le__keyed_item *to, size_t count);
bool le__diff_join_duplicates(le__diff *diff);

// ---- increasing_pieces.c: which pieces keep their order

// Sets the fate of each piece: LE__MOVED, LE__KEPT or LE__KEPT_FIRST.
bool le__diff_order_pieces(le__diff *diff, const le__piece *pieces, size_t count, const uint64_t *crossed,
                           uint8_t *fate);

// ---- increasing_items.c

// The same for single items: `partners` of new positions low ..< high, `kept` indexed by new position.
bool le__diff_order_items(le__diff *diff, const uint32_t *partners, uint32_t low, uint32_t high, uint64_t *kept);

// ---- refine.c

// After a script with duplicates was emitted: searches for a longer common subsequence, and replaces the script with
// the one that follows from it. Sets `exact` if the script is optimal. When memory is short the script is unchanged.
void le__diff_refine(le__diff *diff, uint32_t low, uint32_t high);

// ---- emit.c

bool le__diff_emit_pieces(le__diff *diff, const le__piece *pieces, size_t count, const uint8_t *fate);

// From the partners of new positions low ..< high; items outside are kept. `kept` is indexed by new position.
bool le__diff_emit_items(le__diff *diff, const uint32_t *partners, uint32_t low, uint32_t high, const uint64_t *kept);

// The maps that the options request.
bool le__diff_emit_maps(le__diff *diff);

LE_INLINE bool le__bit(const uint64_t *bits, size_t i) { return bits[i >> 6] >> (i & 63) & 1; }
LE_INLINE void le__set_bit(uint64_t *bits, size_t i) { bits[i >> 6] |= (uint64_t)1 << (i & 63); }
LE_INLINE size_t le__words(size_t bits) { return bits / 64 + 1; }

// Sets a range of bits.
LE_INLINE void le__set_bits(uint64_t *bits, size_t low, size_t high) {
    while (low < high) {
        size_t end = LE_MIN(high, (low | 63) + 1);
        uint64_t ones = end - low == 64 ? ~(uint64_t)0 : (((uint64_t)1 << (end - low)) - 1) << (low & 63);
        bits[low >> 6] |= ones;
        low = end;
    }
}

// The first bit of low ..< high that is set (`flip` 0) or clear (`flip` all ones); `high` if there is none.
LE_INLINE size_t le__find_bit(const uint64_t *bits, size_t low, size_t high, uint64_t flip) {
    while (low < high) {
        uint64_t word = (bits[low >> 6] ^ flip) >> (low & 63);
        if (word) return LE_MIN(low + (size_t)__builtin_ctzll(word), high);
        low = (low | 63) + 1;
    }
    return high;
}
LE_INLINE size_t le__first_bit(const uint64_t *bits, size_t low, size_t high) {
    return le__find_bit(bits, low, high, 0);
}
LE_INLINE size_t le__first_clear_bit(const uint64_t *bits, size_t low, size_t high) {
    return le__find_bit(bits, low, high, ~(uint64_t)0);
}

// The smaller end of a segment or piece on the old side.
LE_INLINE uint32_t le__lowest_old(uint32_t old_start, uint32_t count) {
    return old_start & LE_DIFF_DESCENDING ? (old_start & ~LE_DIFF_DESCENDING) - (count - 1) : old_start;
}

// Equal keys have equal mixes, and different keys have different ones: both steps are invertible (the multiplier is
// odd). The high bits are the well-mixed ones.
LE_INLINE uint64_t le__mix(uint64_t key, uint64_t seed) { return (key ^ key >> 32) * seed; }

// Functions that take `narrow` as a constant are compiled once for each width of keys.
LE_INLINE uint64_t le__key_at(const void *keys, size_t i, const bool narrow) {
    return narrow ? ((const uint32_t *)keys)[i] : ((const uint64_t *)keys)[i];
}

// The keys from index i on. Kernels read both widths as 32-bit words.
LE_INLINE const void *le__keys_from(const void *keys, size_t i, const bool narrow) {
    return (const char *)keys + i * (narrow ? sizeof(uint32_t) : sizeof(uint64_t));
}

#endif
