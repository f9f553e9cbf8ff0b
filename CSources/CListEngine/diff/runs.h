// Collects indices and pairs into the runs of a result.
#ifndef LE_DIFF_RUNS_H
#define LE_DIFF_RUNS_H

#include "diff/pipeline.h"

// `runs` must have room for one run more than were added.
LE_INLINE void le__add_indices(le_diff_run *runs, le_diff_indices *list, uint32_t start, uint32_t count) {
    uint32_t before = (uint32_t)list->count;
    list->count += count;
    if (list->run_count) {
        le_diff_run *last = &runs[list->run_count - 1];
        uint32_t previous = list->run_count > 1 ? last[-1].end : 0;
        if (last->start + (before - previous) == start) {
            last->end += count;
            return;
        }
    }
    runs[list->run_count++] = (le_diff_run){start, before + count};
}

// Adds `count` pairs that ascend together; in the old list they descend if `old` is marked LE_DIFF_DESCENDING.
// Adjacent pairs are joined, so the runs do not depend on how the pairs were passed in.
LE_INLINE void le__add_pairs(le_diff_pair_run *runs, le_diff_pairs *list, uint32_t old, uint32_t new, uint32_t count) {
    uint32_t before = (uint32_t)list->count;
    list->count += count;
    uint32_t start = old & ~LE_DIFF_DESCENDING;
    bool down = old & LE_DIFF_DESCENDING;
    if (list->run_count) {
        le_diff_pair_run *last = &runs[list->run_count - 1];
        uint32_t length = before - (list->run_count > 1 ? last[-1].end : 0);
        uint32_t last_start = last->old_start & ~LE_DIFF_DESCENDING;
        bool last_down = last->old_start & LE_DIFF_DESCENDING;
        if (last->new_start + length == new) {
            if ((!last_down || length == 1) && (!down || count == 1) && start == last_start + length) {
                last->old_start = last_start;
                last->end += count;
                return;
            }
            if ((last_down || length == 1) && (down || count == 1) && start + length == last_start) {
                last->old_start = last_start | LE_DIFF_DESCENDING;
                last->end += count;
                return;
            }
        }
    }
    runs[list->run_count++] =
        (le_diff_pair_run){start | (down && count > 1 ? LE_DIFF_DESCENDING : 0), new, before + count};
}

#endif
