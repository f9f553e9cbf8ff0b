// The join with a guaranteed worst case: both sides are sorted by key (least significant digit first, stable), then
// merged. Equal keys pair in order of position. It takes much longer than tables do, so it is only
// used if they overflow.
#include "diff/pipeline.h"

#include <string.h>

static void collect(const le__diff *diff, const void *keys, const le__gap *gaps, size_t gap_count,
                    le__keyed_item *items) {
    for (size_t g = 0; g < gap_count; g++) {
        for (uint32_t i = 0; i < gaps[g].count; i++) {
            uint32_t number = gaps[g].base + i, position = gaps[g].start + i;
            size_t at = diff->compact ? number : position;
            items[number] = (le__keyed_item){le__key_at(keys, at, diff->narrow), number, position};
        }
    }
}

le__keyed_item *le__diff_sort_by_key(le__keyed_item *from, le__keyed_item *to, size_t count) {
    uint32_t starts[8][256]; // item numbers have 32 bits
    memset(starts, 0, sizeof starts);
    for (size_t i = 0; i < count; i++)
        for (int d = 0; d < 8; d++) starts[d][from[i].key >> (8 * d) & 255]++;
    for (int d = 0; d < 8; d++) {
        // A digit that is the same in all keys needs no pass.
        if (count == 0 || starts[d][from[0].key >> (8 * d) & 255] == count) continue;
        uint32_t sum = 0;
        for (int v = 0; v < 256; v++) {
            uint32_t here = starts[d][v];
            starts[d][v] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++) to[starts[d][from[i].key >> (8 * d) & 255]++] = from[i];
        le__keyed_item *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

bool le__diff_join_sorted(le__diff *diff) {
    le__diff_mark mark = le__diff_get_mark(diff->workspace);
    size_t n = diff->old_left, m = diff->new_left;
    le__keyed_item *a = LE__ALLOC(diff->workspace, le__keyed_item, n),
                   *a2 = LE__ALLOC(diff->workspace, le__keyed_item, n);
    le__keyed_item *b = LE__ALLOC(diff->workspace, le__keyed_item, m),
                   *b2 = LE__ALLOC(diff->workspace, le__keyed_item, m);
    if (!a || !a2 || !b || !b2) return false;
    diff->paths |= LE_DIFF_PATH_SORTED;
    collect(diff, diff->old_keys, diff->old_gaps, diff->old_gap_count, a);
    collect(diff, diff->new_keys, diff->new_gaps, diff->new_gap_count, b);
    a = le__diff_sort_by_key(a, a2, n);
    b = le__diff_sort_by_key(b, b2, m);
    bool duplicates = false;
    size_t i = 0, j = 0;
    memset(diff->match, 0xff, m * sizeof *diff->match);
    diff->matched = 0;
    while (i < n && j < m) {
        if (a[i].key < b[j].key) {
            i++;
        } else if (a[i].key > b[j].key) {
            j++;
        } else {
            duplicates |= (i + 1 < n && a[i + 1].key == a[i].key) || (j + 1 < m && b[j + 1].key == b[j].key);
            diff->match[b[j].number] = a[i].position;
            diff->matched++;
            i++, j++;
        }
    }
    if (duplicates) diff->paths |= LE_DIFF_PATH_DUPLICATES;
    le__diff_free_to(diff->workspace, mark);
    return true;
}
