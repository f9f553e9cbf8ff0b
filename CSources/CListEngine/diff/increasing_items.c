// Computes which items keep their order: the longest increasing subsequence of old positions in new order, item by
// item. The search is a kernel, see kernels/increasing_body.h.
#include "diff/pipeline.h"

static bool make_tails(le__tails *tails, le_diff_workspace *workspace, size_t items, size_t most) {
    *tails = (le__tails){.levels = 1};
    for (size_t l = 0, room = most; l < LE__TAILS_LEVELS; l++) {
        room = (room + LE__TAILS_FAN) / LE__TAILS_FAN * LE__TAILS_FAN + LE__TAILS_FAN;
        tails->level[l] = LE__ALLOC(workspace, uint32_t, room);
        if (!tails->level[l]) return false;
        room /= LE__TAILS_FAN;
    }
    tails->ends = LE__ALLOC(workspace, uint32_t, most + 1);
    tails->before = LE__ALLOC(workspace, uint32_t, items);
    return tails->ends && tails->before;
}

bool le__diff_order_items(le__diff *diff, const uint32_t *partners, uint32_t low, uint32_t high, uint64_t *kept) {
    le__diff_mark mark = le__diff_get_mark(diff->workspace);
    le__tails tails;
    if (!make_tails(&tails, diff->workspace, high - low, LE_MIN(diff->old_count, high - low))) return false;
    diff->paths |= LE_DIFF_PATH_ITEMS;
    size_t s = 0;
    for (uint32_t j = low; j < high; s++) {
        le__span span = diff->spans[s];
        if (span.new_end <= j) continue;
        uint32_t end = LE_MIN(high, span.new_end);
        if (diff->kernels->extend_tails(&tails, partners, j - low, end - j, span.old_start, span.old_end, span.shift))
            diff->paths |= LE_DIFF_PATH_CROSSED;
        j = end;
    }
    uint32_t i = tails.length ? tails.ends[tails.length - 1] : LE_DIFF_NONE;
    for (; i != LE_DIFF_NONE; i = tails.before[i]) le__set_bit(kept, low + i);
    le__diff_free_to(diff->workspace, mark);
    return true;
}
