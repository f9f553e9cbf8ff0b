// Joins the items that the stream did not match: chooses the side to index, and the fallback if tables are not
// suitable.
#include <string.h>

#include "diff/join_side.h"

enum { ONE_TABLE = 32768, AHEAD = 32 };

// Marks the old positions that have a partner, unless all or none have.
bool le__diff_mark_taken(le__diff *diff) {
    diff->taken = NULL;
    if (diff->matched == 0 || diff->matched == diff->old_left) return true;
    diff->taken = le__diff_alloc_zeroed(diff->workspace, le__words(diff->old_count) * sizeof *diff->taken);
    if (!diff->taken) return false;
    for (uint32_t v = 0; v < diff->new_left; v++)
        if (diff->match[v] != LE_DIFF_NONE) le__set_bit(diff->taken, diff->match[v]);
    return true;
}

// Converts the partners of old items (numbers of new items) to the partners of new items.
static void turn_round(le__diff *diff, const uint32_t *partners) {
    memset(diff->match, 0xff, diff->new_left * sizeof *diff->match);
    for (size_t g = 0; g < diff->old_gap_count; g++) {
        le__gap gap = diff->old_gaps[g];
        for (uint32_t i = 0; i < gap.count; i++) {
            uint32_t v = partners[gap.base + i];
            if (v != LE_DIFF_NONE) diff->match[v] = gap.start + i;
        }
    }
}

// Small gaps are far apart in memory, and every pass over them waits for it. Therefore their keys are copied together
// once, with prefetching.
LE_INLINE void copy_gaps(const le__join_side *side, void *keys, const bool narrow) {
    for (size_t g = 0; g < side->gap_count; g++) {
        if (side->gap_count - g > AHEAD) LE_PREFETCH(le__keys_from(side->keys, side->gaps[g + AHEAD].start, narrow));
        le__gap gap = side->gaps[g];
        for (uint32_t i = 0; i < gap.count; i++) {
            uint64_t key = le__key_at(side->keys, gap.start + i, narrow);
            if (narrow)
                ((uint32_t *)keys)[gap.base + i] = (uint32_t)key;
            else
                ((uint64_t *)keys)[gap.base + i] = key;
        }
    }
}

static bool gather(le__diff *diff, le__join_side *side) {
    if (side->compact || side->gap_count < 64 || side->count > side->gap_count * 8) return true;
    void *keys = le__diff_alloc(diff->workspace, side->count * (diff->narrow ? sizeof(uint32_t) : sizeof(uint64_t)));
    if (!keys) return false;
    if (diff->narrow)
        copy_gaps(side, keys, true);
    else
        copy_gaps(side, keys, false);
    side->keys = keys;
    side->compact = true;
    return true;
}

// Three algorithms, each complete: by direct address, by one table, by partitions.
static le__join_outcome join(le__diff *diff, le__join_side *indexed, le__join_side *probing, le__join_answer *answer) {
    if (!gather(diff, indexed) || !gather(diff, probing)) return LE__JOIN_NO_MEMORY;
    if (!(diff->options->force & LE_DIFF_FORCE_HASH)) {
        le__join_outcome outcome = le__join_direct(diff, indexed, probing, answer);
        if (outcome != LE__JOIN_OVERFLOW) return outcome;
    }
    if (indexed->count <= ONE_TABLE && !(diff->options->force & LE_DIFF_FORCE_PARTITIONS))
        return le__join_one_table(diff, indexed, probing, answer);
    return le__join_partitions(diff, indexed, probing, answer);
}

bool le__diff_join(le__diff *diff) {
    diff->match = LE__ALLOC(diff->workspace, uint32_t, diff->new_left);
    if (!diff->match) return false;
    diff->matched = 0;
    if (!diff->old_left || !diff->new_left) {
        memset(diff->match, 0xff, diff->new_left * sizeof *diff->match);
        return true;
    }
    le__diff_mark mark = le__diff_get_mark(diff->workspace);
    le__join_side old_side = {diff->old_keys, diff->old_gaps, diff->old_gap_count,
                              diff->old_left, diff->compact,  false};
    le__join_side new_side = {diff->new_keys, diff->new_gaps, diff->new_gap_count, diff->new_left, diff->compact, true};
    // The smaller side is indexed: its table stays in the cache.
    bool swapped = diff->new_left < diff->old_left / 2;
    le__join_answer answer = {diff->match, 0};
    if (swapped && !(answer.partners = LE__ALLOC(diff->workspace, uint32_t, diff->old_left))) return false;
    le__join_outcome outcome = join(diff, swapped ? &new_side : &old_side, swapped ? &old_side : &new_side, &answer);
    if (outcome == LE__JOIN_NO_MEMORY) return false;
    diff->matched = answer.matched;
    if (outcome == LE__JOINED && swapped) {
        diff->paths |= LE_DIFF_PATH_SWAPPED;
        turn_round(diff, answer.partners);
    }
    le__diff_free_to(diff->workspace, mark);
    if (outcome == LE__JOIN_OVERFLOW && !le__diff_join_sorted(diff)) return false;
    if (outcome == LE__JOIN_DUPLICATES) {
        diff->paths |= LE_DIFF_PATH_DUPLICATES;
        if (!le__diff_join_duplicates(diff)) return false;
    }
    return le__diff_mark_taken(diff);
}
