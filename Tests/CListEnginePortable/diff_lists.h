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

// A script to replay. Versions are NULL where none were compared; the marks are scratch.
typedef struct {
    const lists *l;
    const le_diff_result *result;
    const uint64_t *old_versions, *new_versions;
    uint8_t *old_marks, *new_marks;
} replay;

// Checks a script, which must come with both maps: what is neither deleted, inserted nor moved must be the same on both
// sides, in order.
void replay_script(replay *r);

// A number for everything that a script says.
uint64_t script_digest(const le_diff_result *result);

// Some of the ways to force.
uint32_t random_force(rng *r);

void test_diff_arguments(le_diff_workspace *workspace);
void test_diff_limits(le_diff_workspace *workspace);
void test_diff_sections(le_diff_workspace *workspace);

#endif
