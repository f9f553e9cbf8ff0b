// The join of keys that occur more than once: equal keys pair in order, the first with the first. For each key this
// makes as many pairs as the side with fewer occurrences has, which is the maximum.
//
// Every key gets a small number from a table with linear probing. A chain per number holds its old items in order. Keys
// are mixed with the caller's seed. If too many collide all the same, the join by sorting is used.
#include "diff/pipeline.h"

#include <string.h>

#include "diff/tokens.h"

bool le__diff_join_duplicates(le__diff *diff) {
    le__diff_mark mark = le__diff_get_mark(diff->workspace);
    le__tokens tokens;
    if (!le__tokens_make(&tokens, diff->workspace, diff->old_left, diff->seed)) return false;
    uint32_t *next = LE__ALLOC(diff->workspace, uint32_t, diff->old_left); // the next item in the chain; also used for
                                                                           // positions
    uint32_t *first = LE__ALLOC(diff->workspace, uint32_t, diff->old_left);
    uint32_t *position = LE__ALLOC(diff->workspace, uint32_t, diff->old_left);
    if (!next || !first || !position) return false;
    memset(first, 0xff, diff->old_left * sizeof *first);
    // The last item first, so that chains ascend.
    bool crowded = false;
    for (size_t g = diff->old_gap_count; g-- > 0 && !crowded;) {
        le__gap gap = diff->old_gaps[g];
        for (uint32_t i = gap.count; i-- > 0;) {
            uint32_t number = gap.base + i;
            uint64_t key = le__key_at(diff->old_keys, diff->compact ? number : gap.start + i, diff->narrow);
            uint32_t token = le__tokens_add(&tokens, key);
            if (token == LE_DIFF_NONE) {
                crowded = true;
                break;
            }
            position[number] = gap.start + i;
            next[number] = first[token];
            first[token] = number;
        }
    }
    diff->matched = 0;
    for (size_t g = 0; g < diff->new_gap_count && !crowded; g++) {
        le__gap gap = diff->new_gaps[g];
        for (uint32_t i = 0; i < gap.count; i++) {
            uint32_t number = gap.base + i, found = LE_DIFF_NONE;
            uint64_t key = le__key_at(diff->new_keys, diff->compact ? number : gap.start + i, diff->narrow);
            uint32_t token = le__tokens_find(&tokens, key);
            if (token != LE_DIFF_NONE && first[token] != LE_DIFF_NONE) {
                found = position[first[token]];
                first[token] = next[first[token]];
                diff->matched++;
            }
            diff->match[number] = found;
        }
    }
    le__diff_free_to(diff->workspace, mark);
    return crowded ? le__diff_join_sorted(diff) : true;
}
