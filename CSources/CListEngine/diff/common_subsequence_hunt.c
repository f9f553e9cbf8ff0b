// J. W. Hunt and T. G. Szymanski, "A fast algorithm for computing longest common subsequences", Communications of the
// ACM 20(5), 1977: the longest increasing subsequence of the old positions of all equal pairs, taken in new order. The
// pairs of one new item are taken from the last old position to the first, so that at most one of them is chosen.
#include <string.h>

#include "diff/common_subsequence.h"

// A pair that ends an increasing subsequence, and the pair before it.
typedef struct {
    uint32_t old, new, before;
} link;

le__search_outcome le__subsequence_by_hunt(le__subsequence *search) {
    le_diff_workspace *workspace = search->workspace;
    le__diff_mark mark = le__diff_get_mark(workspace);
    uint32_t n = search->old_count, most = LE_MIN(n, search->new_count);
    uint32_t *last = LE__ALLOC(workspace, uint32_t, search->token_count); // last old item of each token
    uint32_t *before = LE__ALLOC(workspace, uint32_t, n);                 // the previous old item of this token
    uint32_t *tails = LE__ALLOC(workspace, uint32_t, most + 1);           // smallest old position that ends a
                                                                          // subsequence of k + 1
    uint32_t *ends = LE__ALLOC(workspace, uint32_t, most + 1);            // the link of that position
    if (!last || !before || !tails || !ends) return LE__NO_ROOM;
    memset(last, 0xff, search->token_count * sizeof *last);
    for (uint32_t i = 0; i < n; i++) {
        before[i] = last[search->old[i]];
        last[search->old[i]] = i;
    }
    link *links = LE__ALLOC(workspace, link, search->pairs);
    if (!links) return LE__NO_ROOM;

    uint32_t length = 0, made = 0;
    for (uint32_t j = 0; j < search->new_count; j++) {
        uint32_t high = length;
        for (uint32_t i = last[search->new[j]]; i != LE_DIFF_NONE; i = before[i]) {
            // Positions descend, so each search stays below the previous result.
            uint32_t low = 0, top = high;
            while (low < top) {
                uint32_t middle = (low + top) / 2;
                if (tails[middle] < i)
                    low = middle + 1;
                else
                    top = middle;
            }
            high = low;
            if (low < length && tails[low] == i) continue;
            links[made] = (link){i, j, low ? ends[low - 1] : LE_DIFF_NONE};
            tails[low] = i;
            ends[low] = made++;
            if (low == length) length++;
        }
    }
    search->kept_count = length;
    uint32_t at = length ? ends[length - 1] : LE_DIFF_NONE;
    for (uint32_t k = length; k-- > 0; at = links[at].before) {
        search->old_kept[k] = links[at].old;
        search->new_kept[k] = links[at].new;
    }
    le__diff_free_to(workspace, mark);
    return LE__FOUND;
}
