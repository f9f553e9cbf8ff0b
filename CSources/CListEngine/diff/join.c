// Joins what the stream left over: chooses which side is indexed, and what stands in when tables will not do.
#include "diff/pipeline.h"

#include <string.h>

#include "kernels/isa.h"

extern const le__diff_ops le__diff_ops_scalar, le__diff_ops_128, le__diff_ops_avx2, le__diff_ops_avx512;

const le__diff_ops *le__diff_ops_in_use(void) {
    static const le__diff_ops *const tables[LE_ISA_COUNT] = LE_ISA_TABLES(le__diff_ops);
    return tables[le__isa()];
}

// Marks the old positions that have a partner, unless all have or none has.
bool le__diff_mark_taken(le__diff *diff) {
    diff->taken = NULL;
    if (diff->matched == 0 || diff->matched == diff->old_left) return true;
    diff->taken = le__diff_take_zeroed(diff->workspace, le__words(diff->old_count) * sizeof *diff->taken);
    if (!diff->taken) return false;
    for (uint32_t v = 0; v < diff->new_left; v++)
        if (diff->match[v] != LE_DIFF_NONE) le__set_bit(diff->taken, diff->match[v]);
    return true;
}

// Turns the partners of old items, as numbers of new ones, into the partners of new items.
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

bool le__diff_join(le__diff *diff) {
    diff->match = LE__TAKE(diff->workspace, uint32_t, diff->new_left);
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
    uint32_t *partners = swapped ? LE__TAKE(diff->workspace, uint32_t, diff->old_left) : diff->match;
    if (!partners) return false;
    le__join_outcome outcome = le__diff_ops_in_use()->join[diff->narrow](
        diff, swapped ? &new_side : &old_side, swapped ? &old_side : &new_side, partners, &diff->matched);
    if (outcome == LE__JOIN_NO_MEMORY) return false;
    if (outcome == LE__JOINED && swapped) {
        diff->paths |= LE_DIFF_PATH_SWAPPED;
        turn_round(diff, partners);
    }
    le__diff_free_to(diff->workspace, mark);
    if (outcome == LE__JOIN_OVERFLOW && !le__diff_join_sorted(diff)) return false;
    if (outcome == LE__JOIN_DUPLICATES) {
        diff->paths |= LE_DIFF_PATH_DUPLICATES;
        if (!le__diff_join_duplicates(diff)) return false;
    }
    return le__diff_mark_taken(diff);
}
