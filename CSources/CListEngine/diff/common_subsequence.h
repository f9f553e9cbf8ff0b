// Longest common subsequences of lists with duplicates: exact, within a given amount of work.
#ifndef LE_DIFF_COMMON_SUBSEQUENCE_H
#define LE_DIFF_COMMON_SUBSEQUENCE_H

#include "diff/pipeline.h"

// Two lists of tokens, and room for the pairs that a search finds: positions in both lists, ascending.
typedef struct {
    const uint32_t *old, *new;
    uint32_t old_count, new_count;
    uint32_t token_count;
    uint64_t pairs; // number of equal pairs, below 2^32 for Hunt and Szymanski
    uint32_t *old_kept, *new_kept;
    uint32_t kept_count;
    int64_t work; // remaining steps, each of about a nanosecond
    le_diff_workspace *workspace;
} le__subsequence;

typedef enum { LE__FOUND, LE__TOO_MUCH_WORK, LE__NO_ROOM } le__search_outcome;

// By the length of the shortest edit script: fast if few items differ.
le__search_outcome le__subsequence_by_myers(le__subsequence *search);

// By the pairs of equal items: fast if there are few.
le__search_outcome le__subsequence_by_hunt(le__subsequence *search);

#endif
