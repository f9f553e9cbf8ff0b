// Extent trees at their limits: totals and counts near the largest ones, runs of the largest count, memory, and invalid
// arguments. Random edits of small trees do not reach these.
#include "harness.h"

// A tree of `count` entries with the same extent.
static le_extents *tree_of_run(int64_t count, int64_t extent) {
    le_extents *tree = le_extents_create();
    CHECK(tree);
    le_run run = {count, extent};
    CHECK_EQUAL(le_extents_assign_runs(tree, &run, 1), LE_OK);
    return tree;
}

// ---- Totals near the largest

// Anything added to a tree near the largest total is refused at whichever point it would exceed the total.
static void the_largest_total_everywhere(uint64_t seed) {
    (void)seed;
    enum { N = 600 };
    le_extents *tree = le_extents_create();
    CHECK(tree);
    int64_t varied[N];
    for (int64_t i = 0; i < N; i++) varied[i] = i + 1;
    const int64_t sum = N * (N + 1) / 2;
    le_run runs[3] = {{1, LE_MAX_TOTAL - 5}, {1, 10}, {1, (int64_t)1 << 33}};
    CHECK_EQUAL(le_extents_assign_runs(tree, runs, 3), LE_TOO_LARGE); // a few narrow ones before a wide one
    CHECK_EQUAL(le_extents_assign_runs(tree, runs, 2), LE_TOO_LARGE); // at the end
    runs[1].count = 20;
    CHECK_EQUAL(le_extents_assign_runs(tree, runs, 2), LE_TOO_LARGE); // a run
    runs[1] = (le_run){1, 5};
    CHECK_EQUAL(le_extents_assign_runs(tree, runs, 2), LE_OK);
    CHECK_EQUAL(le_extents_total(tree), LE_MAX_TOTAL);
    runs[1].extent = -1;
    CHECK_EQUAL(le_extents_assign_runs(tree, runs, 2), LE_BAD_VALUE);

    // Whole shared leaves and parts of them, after the entry that fills the last place.
    CHECK_EQUAL(le_extents_assign(tree, varied, N), LE_OK);
    for (int part = 0; part < 2; part++) {
        for (int64_t at = 0; at <= N; at += N / 2) {
            int64_t given = LE_MAX_TOTAL - sum + 1;
            le_edit edits[2] = {{.at = at, .inserted = 1}, {.at = N - 7, .inserted = part, .source = 0}};
            if (at > edits[1].at) edits[1].at = at;
            CHECK_EQUAL(le_extents_apply(tree, edits, 1 + (size_t)part, &given, 1, NULL, NULL), LE_TOO_LARGE);
            given--;
            CHECK_EQUAL(le_extents_apply(tree, edits, 1, &given, 1, NULL, NULL), LE_OK);
            CHECK_EQUAL(le_extents_total(tree), LE_MAX_TOTAL);
            // Copying entries to a second place needs room too, both for whole leaves and for parts.
            le_edit twice = {.at = 0, .inserted = part ? 3 : 500, .source = at ? 0 : 1, .moved = true};
            CHECK_EQUAL(le_extents_apply(tree, &twice, 1, NULL, 0, NULL, NULL), LE_TOO_LARGE);
            CHECK_EQUAL(le_extents_remove(tree, at, 1, NULL), LE_OK);
            CHECK_EQUAL(le_extents_total(tree), sum);
        }
    }
    CHECK_RULES(le_extents_check(tree));
    le_extents_release(tree);
}

// ---- Counts near the largest

static void the_largest_count_everywhere(uint64_t seed) {
    (void)seed;
    le_extents *tree = le_extents_create();
    CHECK(tree);
    le_run runs[2] = {{LE_MAX_COUNT, 0}, {1, 5}};
    CHECK_EQUAL(le_extents_assign_runs(tree, runs, 2), LE_TOO_LARGE); // one entry
    runs[1].count = 20;
    CHECK_EQUAL(le_extents_assign_runs(tree, runs, 2), LE_TOO_LARGE); // a run
    runs[1].count = 0;
    CHECK_EQUAL(le_extents_assign_runs(tree, runs, 2), LE_OK);
    CHECK_EQUAL(le_extents_count(tree), LE_MAX_COUNT);
    le_work work = {0};
    CHECK_EQUAL(le_extents_offset(tree, LE_MAX_COUNT - 1, &work), 0);
    CHECK(work.nodes_visited > 0);
    CHECK_EQUAL(le_extents_at_offset(tree, 0, &work).index, LE_MAX_COUNT); // no entry contains it
    CHECK_EQUAL(le_extents_remove(tree, 0, LE_MAX_COUNT, NULL), LE_OK);
    CHECK_EQUAL(le_extents_insert_run(tree, 0, (le_run){5, 7}, NULL), LE_OK); // into an empty tree
    CHECK_EQUAL(le_extents_total(tree), 35);
    le_extents_release(tree);
}

// A run with the largest count absorbs no entry next to it.
static void full_runs_stay_full(uint64_t seed) {
    (void)seed;
    const int64_t most = (int64_t)1 << 31;
    le_run runs[3] = {{most, 44}, {10, 45}, {most, 44}};
    le_extents *tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign_runs(tree, runs, 3), LE_OK);
    CHECK_EQUAL(le_extents_resize(tree, most, 44, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_resize(tree, most + 9, 44, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_total(tree), 2 * most * 44 + 2 * 44 + 8 * 45);
    for (int64_t i = 1; i < 9; i++) CHECK_EQUAL(le_extents_resize(tree, most + i, 44, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_total(tree), (2 * most + 10) * 44);
    CHECK_EQUAL(le_extents_count(tree), 2 * most + 10);
    le_extents_release(tree);
}

// `narrow` different extents, of which those past 200 are added to the first leaf by single inserts, then `wide` ones.
static le_extents *narrow_and_wide(int64_t narrow, int64_t wide, int64_t *extents) {
    int64_t first = smaller(narrow, 200);
    for (int64_t i = 0; i < narrow + wide; i++) extents[i] = i < narrow ? i + 1 : ((int64_t)1 << 40) + i;
    le_extents *tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, extents, first), LE_OK);
    CHECK_EQUAL(le_extents_insert(tree, first, extents + narrow, wide, NULL), LE_OK);
    for (int64_t i = first; i < narrow; i++) CHECK_EQUAL(le_extents_insert(tree, i, extents + i, 1, NULL), LE_OK);
    return tree;
}

// Adjacent leaves that need less memory as they are do not become one leaf or two.
static void narrow_leaves_next_to_few_wide_entries(uint64_t seed) {
    (void)seed;
    int64_t extents[400], read[400];
    // The end of a full leaf and most of the next are removed: the rest would need three leaves of wide entries.
    le_extents *tree = narrow_and_wide(250, 100, extents);
    CHECK_EQUAL(le_extents_remove(tree, 249, 99, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_read(tree, 0, 251, read), LE_OK);
    for (int i = 0; i < 251; i++) CHECK_EQUAL(read[i], extents[i < 249 ? i : i + 99]);
    le_extents_release(tree);
    // A leaf that becomes small is compared with the one next to it: here merging would not reduce their number.
    tree = narrow_and_wide(150, 100, extents);
    for (int i = 0; i < 80; i++) CHECK_EQUAL(le_extents_remove(tree, 150, 1, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_read(tree, 0, 170, read), LE_OK);
    for (int i = 0; i < 170; i++) CHECK_EQUAL(read[i], extents[i < 150 ? i : i + 80]);
    le_extents_release(tree);
    // A small leaf moves as a whole.
    tree = narrow_and_wide(200, 20, extents);
    CHECK_EQUAL(le_extents_move(tree, 200, 20, 0, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    le_work work = {0};
    for (int64_t i = 0; i < 220; i++)
        CHECK_EQUAL(le_extents_entry(tree, i, &work).extent, extents[i < 20 ? 200 + i : i - 20]);
    CHECK(work.nodes_visited >= 220);
    le_extents_release(tree);
}

static void scripts_keep_the_largest_count(uint64_t seed) {
    (void)seed;
    const int64_t n = LE_MAX_COUNT - 10;
    le_extents *tree = tree_of_run(n, 3);
    int64_t given[20] = {0};
    le_edit over[2] = {{.at = 5, .inserted = 6}, {.at = n, .inserted = 5}};
    CHECK_EQUAL(le_extents_apply(tree, over, 2, given, 20, NULL, NULL), LE_TOO_LARGE);
    over[0].removed = 1;
    CHECK_EQUAL(le_extents_apply(tree, over, 2, given, 20, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_extents_count(tree), LE_MAX_COUNT);
    CHECK_EQUAL(le_extents_total(tree), 3 * (n - 1));
    CHECK_RULES(le_extents_check(tree));
    // Every entry twice is too many, whatever the overflowed sum is.
    enum { MANY = 1 << 14 };
    le_edit *edits = slots(MANY, sizeof *edits);
    for (int i = 0; i < MANY; i++) edits[i] = (le_edit){.at = i, .inserted = LE_MAX_COUNT, .moved = true};
    CHECK_EQUAL(le_extents_apply(tree, edits, MANY, NULL, 0, NULL, NULL), LE_TOO_LARGE);
    // Another insert would exceed the limit; a replacement does not.
    CHECK_EQUAL(le_extents_insert(tree, 1, given, 1, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_extents_insert_run(tree, 1, (le_run){1, 1}, NULL), LE_TOO_LARGE);
    le_edit replace = {.at = 9, .removed = 1, .inserted = 1};
    CHECK_EQUAL(le_extents_apply(tree, &replace, 1, given, 20, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_extents_count(tree), LE_MAX_COUNT);
    free(edits);
    le_extents_release(tree);
}

// A run holds at most 2^31 entries; more equal entries in a row need several runs.
static void runs_of_the_largest_count(uint64_t seed) {
    rng r = {seed};
    const int64_t most = (int64_t)1 << 31, x = 44, y = 45;
    int64_t n = 3 * most - rng_below(&r, 20), total = n * x;
    le_extents *tree = tree_of_run(n, x);
    for (int step = 0; step < 60; step++) {
        running.step = step;
        // Close to the ends of runs.
        int64_t at = most * rng_below(&r, 4) + rng_in(&r, -6, 6);
        at = at < 0 ? 0 : at >= n ? n - 1 : at;
        int64_t old = le_extents_entry(tree, at, NULL).extent, extent = rng_chance(&r, 2) ? x : y;
        switch (rng_below(&r, 5)) {
        case 0: {
            int64_t count = rng_chance(&r, 3) ? most - rng_below(&r, 9) : rng_in(&r, 1, 9);
            if (n > 5 * most) break;
            CHECK_EQUAL(le_extents_insert_run(tree, at, (le_run){count, extent}, NULL), LE_OK);
            n += count;
            total += count * extent;
            break;
        }
        case 1: {
            int64_t count = smaller(rng_chance(&r, 3) ? most - rng_below(&r, 9) : rng_in(&r, 1, 9), n - at);
            if (n - count < most) break;
            total -= le_extents_offset(tree, at + count, NULL) - le_extents_offset(tree, at, NULL);
            n -= count;
            CHECK_EQUAL(le_extents_remove(tree, at, count, NULL), LE_OK);
            break;
        }
        default:
            CHECK_EQUAL(le_extents_resize(tree, at, extent, NULL), LE_OK);
            total += extent - old;
        }
        CHECK_RULES(le_extents_check(tree));
        CHECK_EQUAL(le_extents_count(tree), n);
        CHECK_EQUAL(le_extents_total(tree), total);
    }
    le_extents_release(tree);
}

// ---- Memory in proportion to what is stored

// Moved entries of a tree of runs need no memory per entry.
static void moved_runs_take_constant_memory(uint64_t seed) {
    (void)seed;
    const int64_t n = (int64_t)1 << 34;
    le_extents *tree = tree_of_run(n, 44);
    CHECK_EQUAL(le_extents_resize(tree, 5, 50, NULL), LE_OK);
    le_edit edits[2] = {{.at = 0, .removed = n / 2}, {.at = n, .inserted = n / 2, .moved = true}};
    CHECK_EQUAL(le_extents_apply(tree, edits, 2, NULL, 0, NULL, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_count(tree), n);
    CHECK_EQUAL(le_extents_entry(tree, n / 2 + 5, NULL).extent, 50);
    CHECK_EQUAL(le_extents_total(tree), 44 * n + 6);
    CHECK(le_extents_bytes(tree) <= 4096);
    le_extents_release(tree);
}

// Whatever the order of widths, an entry needs few bytes.
static void narrow_and_wide_entries_share_leaves(uint64_t seed) {
    rng r = {seed};
    const int64_t n = 20000, narrow = 10 * LE_UNIT, wide = 5000 * LE_UNIT;
    int64_t *extents = slots(n, sizeof *extents), *read = slots(n, sizeof *read);
    // Every `period`-th entry is wide; period 2 was the first case found. The others vary, so that runs do not help.
    static const int64_t periods[] = {1, 2, 3, 5, 20, 50, 61, 62, 63, 64, 100, 124, 126, 199, 200, 201, 249, 251};
    for (size_t p = 0; p < sizeof periods / sizeof *periods; p++) {
        for (int varied = 0; varied < 2; varied++) {
            running.step = (int)(2 * p) + varied;
            for (int64_t i = 0; i < n; i++)
                extents[i] = (i % periods[p] == 0 ? wide : narrow) + (varied ? rng_below(&r, 100) : 0);
            le_extents *tree = le_extents_create();
            CHECK(tree);
            CHECK_EQUAL(le_extents_assign(tree, extents, n), LE_OK);
            CHECK_RULES(le_extents_check(tree));
            CHECK(le_extents_bytes(tree) < 14 * (size_t)n);
            le_extents_read(tree, 0, n, read);
            CHECK(memcmp(read, extents, (size_t)n * sizeof *read) == 0);
            // One script over all leaves keeps it that way.
            enum { EVERY = 50 };
            le_edit *edits = slots(n / EVERY, sizeof *edits);
            for (int64_t e = 0; e < n / EVERY; e++)
                edits[e] = (le_edit){.at = EVERY * e, .removed = 1, .inserted = 1, .source = EVERY * e};
            CHECK_EQUAL(le_extents_apply(tree, edits, (size_t)(n / EVERY), extents, n, NULL, NULL), LE_OK);
            CHECK_RULES(le_extents_check(tree));
            CHECK(le_extents_bytes(tree) < 14 * (size_t)n);
            le_extents_read(tree, 0, n, read);
            CHECK(memcmp(read, extents, (size_t)n * sizeof *read) == 0);
            free(edits);
            le_extents_release(tree);
        }
    }
    free(extents);
    free(read);
}

// ---- Invalid arguments

static void refused_arguments(uint64_t seed) {
    (void)seed;
    enum { N = 300 };
    int64_t extents[N], read[N];
    for (int i = 0; i < N; i++) extents[i] = i + 1;
    le_extents *tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, extents, N), LE_OK);
    const int64_t total = N * (N + 1) / 2;
    const int64_t below[] = {-1, -5, INT64_MIN}, past[] = {N + 1, N + 1000000, LE_MAX_COUNT + 1, INT64_MAX};
    le_run runs[2] = {{2, 1}, {-1, 1}};

    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(le_extents_assign(tree, extents, below[i]), LE_BAD_INDEX);
        runs[1].count = below[i];
        CHECK_EQUAL(le_extents_assign_runs(tree, runs, 2), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_insert(tree, 5, extents, below[i], NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_insert_run(tree, 5, (le_run){below[i], 1}, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_remove(tree, 5, below[i], NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_move(tree, 5, below[i], 0, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_resize_range(tree, 5, extents, below[i], NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_read(tree, 5, below[i], read), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_insert(tree, below[i], extents, 1, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_insert_run(tree, below[i], (le_run){1, 1}, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_remove(tree, below[i], 1, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_move(tree, below[i], 1, 0, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_move(tree, 0, 1, below[i], NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_resize(tree, below[i], 1, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_resize_range(tree, below[i], extents, 1, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_read(tree, below[i], 1, read), LE_BAD_INDEX);
        le_edit none = {.at = 0};
        CHECK_EQUAL(le_extents_apply(tree, &none, 1, extents, below[i], NULL, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_offset(tree, below[i], NULL), 0);
        CHECK_EQUAL(le_extents_entry(tree, below[i], NULL).index, N);
        CHECK_EQUAL(le_extents_entry(tree, below[i], NULL).extent, 0);
        CHECK_EQUAL(le_extents_at_offset(tree, below[i], NULL).index, 0);
        le_edit edits[] = {{.at = below[i]},
                           {.at = 0, .removed = below[i]},
                           {.at = 0, .inserted = below[i]},
                           {.at = 0, .inserted = 1, .source = below[i]},
                           {.at = 0, .inserted = 1, .source = below[i], .moved = true}};
        for (int e = 0; e < 5; e++)
            CHECK_EQUAL(le_extents_apply(tree, &edits[e], 1, extents, N, NULL, NULL), LE_BAD_EDITS);
    }
    for (int i = 0; i < 4; i++) {
        CHECK_EQUAL(le_extents_insert(tree, past[i], extents, 1, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_insert_run(tree, past[i], (le_run){1, 1}, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_remove(tree, past[i], 0, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_remove(tree, 1, past[i], NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_move(tree, past[i], 0, 0, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_move(tree, 1, past[i], 0, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_move(tree, 0, 1, past[i] - 1, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_resize(tree, past[i] - 1, 1, NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_resize_range(tree, 1, extents, past[i], NULL), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_read(tree, 1, past[i], read), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_read(tree, past[i], 0, read), LE_BAD_INDEX);
        CHECK_EQUAL(le_extents_offset(tree, past[i], NULL), total);
        CHECK_EQUAL(le_extents_entry(tree, past[i] - 1, NULL).index, N);
        CHECK_EQUAL(le_extents_entry(tree, past[i] - 1, NULL).offset, total);
        le_edit edits[] = {{.at = past[i]},
                           {.at = 1, .removed = past[i]},
                           {.at = 0, .inserted = past[i]},
                           {.at = 0, .inserted = 1, .source = past[i] - 1},
                           {.at = 0, .inserted = 1, .source = past[i] - 1, .moved = true}};
        for (int e = 0; e < 5; e++)
            CHECK_EQUAL(le_extents_apply(tree, &edits[e], 1, extents, N, NULL, NULL), LE_BAD_EDITS);
    }
    // Counts above the limit are refused before the array is read.
    CHECK_EQUAL(le_extents_assign(tree, extents, LE_MAX_COUNT + 1), LE_TOO_LARGE);
    CHECK_EQUAL(le_extents_insert(tree, 0, extents, LE_MAX_COUNT - N + 1, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_extents_insert(tree, 0, extents, INT64_MAX, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_extents_insert_run(tree, 0, (le_run){INT64_MAX, 0}, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_extents_insert_run(tree, 0, (le_run){INT64_MAX, INT64_MAX}, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_extents_resize(tree, 0, INT64_MAX, NULL), LE_TOO_LARGE);

    // Pointers that must not be NULL.
    le_edit edit = {.at = 0, .inserted = 1};
    CHECK_EQUAL(le_extents_assign(tree, NULL, 1), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_assign_runs(tree, NULL, 1), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_insert(tree, 0, NULL, 1, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_resize_range(tree, 0, NULL, 1, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_read(tree, 0, 1, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_apply(tree, NULL, 1, NULL, 0, NULL, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_apply(tree, &edit, 1, NULL, 1, NULL, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_apply(tree, &edit, 1, NULL, LE_MAX_COUNT - 1, NULL, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_count(tree), N);
    CHECK_EQUAL(le_extents_total(tree), total);
    CHECK_EQUAL(le_extents_insert(tree, 0, NULL, 0, NULL), LE_OK);
    CHECK_EQUAL(le_extents_resize_range(tree, N, NULL, 0, NULL), LE_OK);
    CHECK_EQUAL(le_extents_read(tree, N, 0, NULL), LE_OK);
    CHECK_EQUAL(le_extents_apply(tree, NULL, 0, NULL, 0, NULL, NULL), LE_OK);

    CHECK_EQUAL(le_extents_assign(NULL, extents, 1), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_assign_runs(NULL, runs, 1), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_insert(NULL, 0, extents, 1, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_insert_run(NULL, 0, (le_run){1, 1}, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_remove(NULL, 0, 0, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_move(NULL, 0, 0, 0, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_resize(NULL, 0, 0, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_resize_range(NULL, 0, extents, 0, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_apply(NULL, &edit, 1, extents, 1, NULL, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_extents_read(NULL, 0, 0, read), LE_BAD_ARGUMENT);
    CHECK(!le_extents_copy(NULL));
    CHECK_EQUAL(le_extents_count(NULL), 0);
    CHECK_EQUAL(le_extents_total(NULL), 0);
    CHECK_EQUAL(le_extents_offset(NULL, 3, NULL), 0);
    CHECK_EQUAL(le_extents_entry(NULL, 3, NULL).index, 0);
    CHECK_EQUAL(le_extents_at_offset(NULL, 3, NULL).index, 0);
    CHECK_EQUAL(le_extents_bytes(NULL), 0);
    CHECK(le_extents_check(NULL));

    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_read(tree, 0, N, read), LE_OK);
    for (int i = 0; i < N; i++) CHECK_EQUAL(read[i], extents[i]);
    le_extents_release(tree);
}

void test_extents_limits(void) {
    run_cases("extents, totals everywhere", 1, the_largest_total_everywhere);
    run_cases("extents, counts everywhere", 1, the_largest_count_everywhere);
    run_cases("extents, full runs", 1, full_runs_stay_full);
    run_cases("extents, few wide entries", 1, narrow_leaves_next_to_few_wide_entries);
    run_cases("extents, largest count", 1, scripts_keep_the_largest_count);
    run_cases("extents, largest runs", 400, runs_of_the_largest_count);
    run_cases("extents, moved runs", 1, moved_runs_take_constant_memory);
    run_cases("extents, narrow and wide", 1, narrow_and_wide_entries_share_leaves);
    run_cases("extents, refused arguments", 1, refused_arguments);
}
