// Pairs of lists for the differ's tests: what lists go through, and what they should not.
#ifndef PORTABLE_DIFF_LISTS_H
#define PORTABLE_DIFF_LISTS_H

#include "harness.h"

// Two lists of keys, and room for both.
typedef struct {
    uint64_t *old, *new;
    uint32_t n, m;
    bool has_duplicates;
} lists;

enum { LIST_KINDS = 17 };

// Lists of about `n` items of one kind: 0 ..< LIST_KINDS. Keys are distinct unless `duplicates`.
lists make_lists(rng *r, int kind, uint32_t n, bool duplicates);
void free_lists(lists *l);

// The length of the longest increasing subsequence, LE_DIFF_NONE left out.
uint32_t increasing_length(const uint32_t *values, uint32_t count);

// Adds to the count of ways that the tests have taken.
void count_diff_paths(uint32_t paths);

void test_diff_sections(le_diff_workspace *workspace);

#endif
