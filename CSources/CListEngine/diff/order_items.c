// The longest increasing subsequence of old positions in new order, item by item: patience sorting (Fredman 1975).
// tails[k] is the smallest old position that ends an increasing subsequence of k + 1 items.
#include "diff/pipeline.h"

#include <string.h>

uint32_t *le__diff_expand(le__diff *diff) {
    uint32_t *map = LE__TAKE(diff->workspace, uint32_t, diff->new_count);
    if (!map) return NULL;
    for (size_t s = 0; s < diff->segment_count; s++) {
        le_diff_segment segment = diff->segments[s];
        uint32_t old = segment.old_start & ~LE_DIFF_DESCENDING;
        uint32_t step = segment.old_start & LE_DIFF_DESCENDING ? UINT32_MAX : 1;
        for (uint32_t i = 0; i < segment.count; i++, old += step) map[segment.new_start + i] = old;
    }
    for (size_t g = 0; g < diff->new_gap_count; g++) {
        le__gap gap = diff->new_gaps[g];
        memcpy(map + gap.start, diff->match + gap.base, gap.count * sizeof *map);
    }
    return map;
}

bool le__diff_order_items(le__diff *diff, const uint32_t *map, uint64_t *kept) {
    le__diff_mark mark = le__diff_get_mark(diff->workspace);
    uint32_t limit = LE_MIN(diff->old_count, diff->new_count);
    uint32_t *tails = LE__TAKE(diff->workspace, uint32_t, limit);
    uint32_t *ends = LE__TAKE(diff->workspace, uint32_t, limit);
    uint32_t *before = LE__TAKE(diff->workspace, uint32_t, diff->new_count);
    if (!tails || !ends || !before) return false;
    uint32_t length = 0;
    for (size_t s = 0; s < diff->span_count; s++) {
        le__span span = diff->spans[s];
        for (uint32_t j = span.new_start; j < span.new_end; j++) {
            if (map[j] == LE_DIFF_NONE) continue;
            if (map[j] < span.old_start || map[j] >= span.old_end) {
                diff->paths |= LE_DIFF_PATH_CROSSED;
                continue;
            }
            uint32_t value = map[j] + span.shift, low = 0, high = length;
            while (low < high) {
                uint32_t middle = (low + high) / 2;
                if (tails[middle] < value)
                    low = middle + 1;
                else
                    high = middle;
            }
            tails[low] = value;
            ends[low] = j;
            before[j] = low ? ends[low - 1] : LE_DIFF_NONE;
            if (low == length) length++;
        }
    }
    for (uint32_t j = length ? ends[length - 1] : LE_DIFF_NONE; j != LE_DIFF_NONE; j = before[j]) le__set_bit(kept, j);
    diff->paths |= LE_DIFF_PATH_ITEMS;
    le__diff_free_to(diff->workspace, mark);
    return true;
}
