// Pairs of lists for the tests of the differ: typical and untypical edits.
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

// The length of the longest increasing subsequence, without LE_DIFF_NONE.
uint32_t increasing_length(const uint32_t *values, uint32_t count);

// Adds to the count of paths that the tests have taken.
void count_diff_paths(uint32_t paths);

// A script to replay. Versions are NULL where none were compared; the marks are scratch.
typedef struct {
    const lists *l;
    const le_diff_result *result;
    const uint64_t *old_versions, *new_versions;
    uint8_t *old_marks, *new_marks;
} replay;

// Checks a script, which must include both maps: items that are neither deleted, inserted nor moved must be the same on
// both sides, in order.
void replay_script(replay *r);

// The contents of a script as one number.
uint64_t script_digest(const le_diff_result *result);

// A random choice of paths to force.
uint32_t random_force(rng *r);

void test_diff_arguments(le_diff_workspace *workspace);
void test_diff_limits(le_diff_workspace *workspace);
void test_diff_sections(le_diff_workspace *workspace);

#endif
