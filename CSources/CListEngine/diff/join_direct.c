// The join of keys in a small range, such as sequential numbers of a data source: an array over their range. The range
// may be some times as large as both sides together, because filling a place costs a fraction of a look-up in a table:
// a filter that leaves a tenth of the items leaves their numbers scattered over the range of all.
//
// Gain: 100,000 numbers in a random order take 20 million instructions, by tables 30 million (x86-64, 2026-11-27).
#include <string.h>

#include "diff/join_side.h"

// Whether the keys of a side span at most `limit` values.
LE_INLINE bool is_dense(const le__join_side *side, uint64_t limit, uint64_t *smallest, uint64_t *range,
                        const bool narrow) {
    uint64_t low = UINT64_MAX, high = 0;
    for (size_t g = 0; g < side->gap_count; g++) {
        const void *keys = le__gap_keys(side, &side->gaps[g], narrow);
        uint32_t count = side->gaps[g].count;
        for (uint32_t start = 0; start < count; start += 256) {
            uint32_t end = LE_MIN(count, start + 256);
            for (uint32_t i = start; i < end; i++) {
                uint64_t key = le__key_at(keys, i, narrow);
                low = LE_MIN(low, key);
                high = LE_MAX(high, key);
            }
            if (high - low >= limit) return false;
        }
    }
    *smallest = low;
    *range = high - low + 1;
    return true;
}

LE_INLINE le__join_outcome join(le__diff *diff, const le__join_side *indexed, const le__join_side *probing,
                                le__join_answer *answer, const bool narrow) {
    enum { CONSUMED = LE_DIFF_NONE - 1 };
    uint64_t smallest, range;
    const uint64_t limit = ((uint64_t)indexed->count + probing->count) * 2 + 1024;
    if (!is_dense(indexed, limit, &smallest, &range, narrow)) return LE__JOIN_OVERFLOW;
    uint32_t *answers = LE__ALLOC(diff->workspace, uint32_t, range), matched = 0;
    if (!answers) return LE__JOIN_NO_MEMORY;
    diff->paths |= LE_DIFF_PATH_DIRECT;
    memset(answers, 0xff, (size_t)range * sizeof *answers);
    bool duplicates = false;
    for (size_t g = 0; g < indexed->gap_count; g++) {
        const void *keys = le__gap_keys(indexed, &indexed->gaps[g], narrow);
        uint32_t first = le__first_answer(indexed, &indexed->gaps[g]);
        for (uint32_t i = 0; i < indexed->gaps[g].count; i++) {
            uint32_t *to = &answers[le__key_at(keys, i, narrow) - smallest];
            duplicates |= *to != LE_DIFF_NONE;
            *to = first + i;
        }
    }
    if (duplicates && !diff->unique) return LE__JOIN_DUPLICATES;
    for (size_t g = 0; g < probing->gap_count; g++) {
        const void *keys = le__gap_keys(probing, &probing->gaps[g], narrow);
        uint32_t *to = answer->partners + probing->gaps[g].base;
        for (uint32_t i = 0; i < probing->gaps[g].count; i++) {
            uint64_t offset = le__key_at(keys, i, narrow) - smallest;
            uint32_t found = offset < range ? answers[offset] : LE_DIFF_NONE;
            if (found == CONSUMED) {
                duplicates = true;
                found = LE_DIFF_NONE;
            }
            if (found != LE_DIFF_NONE) {
                answers[offset] = CONSUMED;
                matched++;
            }
            to[i] = found;
        }
    }
    answer->matched = matched;
    return duplicates && !diff->unique ? LE__JOIN_DUPLICATES : LE__JOINED;
}

le__join_outcome le__join_direct(le__diff *diff, const le__join_side *indexed, const le__join_side *probing,
                                 le__join_answer *answer) {
    return diff->narrow ? join(diff, indexed, probing, answer, true) : join(diff, indexed, probing, answer, false);
}
