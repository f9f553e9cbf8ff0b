// The differ at its limits: invalid arguments, memory that runs out at any block, and limits that random lists do not
// reach.
#include "diff/common_subsequence.h"
#include "diff_lists.h"

static le_diff_workspace *workspace;

// ------------------------------------------------------------------------------------------------------- arguments

typedef struct {
    le_diff_side old, new;
    le_diff_sections_side old_sections, new_sections;
    le_diff_options options;
} call;

static const uint64_t keys[4] = {1, 2, 3, 4};
static const uint32_t tokens[4] = {1, 2, 3, 4}, ends[2] = {2, 4};

static call good_call(void) {
    return (call){.old = {.keys = keys, .count = 4},
                  .new = {.keys = keys, .count = 4},
                  .old_sections = {.keys = keys, .ends = ends, .count = 2},
                  .new_sections = {.keys = keys, .ends = ends, .count = 2}};
}

// Makes both calls, or only the call for two levels, and checks that a refusal leaves the result unchanged.
static void expect(const call *c, le_status status, bool only_sections) {
    le_diff_result result, before;
    memset(&result, 0xa5, sizeof result);
    before = result;
    if (!only_sections) {
        CHECK_EQUAL(le_diff(workspace, &c->old, &c->new, &c->options, &result), status);
        CHECK((memcmp(&result, &before, sizeof result) == 0) == (status != LE_OK));
    }
    result = before;
    CHECK_EQUAL(le_diff_sections(workspace, &c->old, &c->old_sections, &c->new, &c->new_sections, &c->options, &result),
                status);
    CHECK((memcmp(&result, &before, sizeof result) == 0) == (status != LE_OK));
}

static void swap_sides(call *c) {
    le_diff_side side = c->old;
    le_diff_sections_side sections = c->old_sections;
    c->old = c->new, c->old_sections = c->new_sections;
    c->new = side, c->new_sections = sections;
}

static void test_missing_pointers(void) {
    running.operation = "missing pointers";
    call c = good_call();
    expect(&c, LE_OK, false);
    le_diff_result result;
    CHECK_EQUAL(le_diff(workspace, &c.old, &c.new, NULL, &result), LE_OK);
    CHECK_EQUAL(le_diff(NULL, &c.old, &c.new, NULL, &result), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_diff(workspace, NULL, &c.new, NULL, &result), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_diff(workspace, &c.old, NULL, NULL, &result), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_diff(workspace, &c.old, &c.new, NULL, NULL), LE_BAD_ARGUMENT);
    for (int missing = 0; missing < 7; missing++) {
        le_status status = le_diff_sections(missing == 0 ? NULL : workspace, missing == 1 ? NULL : &c.old,
                                            missing == 2 ? NULL : &c.old_sections, missing == 3 ? NULL : &c.new,
                                            missing == 4 ? NULL : &c.new_sections, NULL, missing == 5 ? NULL : &result);
        CHECK_EQUAL(status, missing == 6 ? LE_OK : LE_BAD_ARGUMENT);
    }
    CHECK_EQUAL(le_diff_workspace_bytes(NULL), 0);
    le_diff_workspace_release(NULL);
    le_diff_workspace_return(NULL);
}

static void test_mismatched_sides(void) {
    running.operation = "mismatched sides";
    for (int side = 0; side < 2; side++) {
        call c = good_call();
        c.old.keys = NULL; // of four items
        if (side) swap_sides(&c);
        expect(&c, LE_BAD_ARGUMENT, false);
        c = good_call();
        c.old.keys = NULL, c.old.tokens = tokens;
        if (side) swap_sides(&c);
        expect(&c, LE_BAD_ARGUMENT, false);
        c = good_call();
        c.old.tokens = tokens;
        if (side) swap_sides(&c);
        expect(&c, LE_BAD_ARGUMENT, false);
        c = good_call();
        c.old.versions = keys;
        if (side) swap_sides(&c);
        expect(&c, LE_BAD_ARGUMENT, false);
        c = good_call();
        c.old_sections.stamps = keys;
        if (side) swap_sides(&c);
        expect(&c, LE_BAD_ARGUMENT, true);
        c = good_call();
        c.old_sections.keys = NULL;
        if (side) swap_sides(&c);
        expect(&c, LE_BAD_ARGUMENT, true);
        c = good_call();
        c.old_sections.ends = NULL;
        if (side) swap_sides(&c);
        expect(&c, LE_BAD_ARGUMENT, true);
        // An empty side needs no arrays.
        c = good_call();
        c.old = (le_diff_side){0}, c.old_sections = (le_diff_sections_side){0};
        c.new.versions = keys, c.new_sections.stamps = keys;
        if (side) swap_sides(&c);
        expect(&c, LE_OK, false);
    }
    call c = good_call();
    c.old.keys = c.new.keys = NULL;
    c.old.tokens = c.new.tokens = tokens;
    c.old.versions = c.new.versions = keys;
    c.old_sections.stamps = c.new_sections.stamps = keys;
    expect(&c, LE_OK, false);
}

static void test_counts(void) {
    running.operation = "counts past the limits";
    static const size_t too_large[] = {LE_DIFF_MAX_COUNT + 1, SIZE_MAX, SIZE_MAX / 2 + 1,
                                       (size_t)LE_MAX((uint64_t)LE_DIFF_MAX_COUNT + 1, (uint64_t)1 << 32 & SIZE_MAX)};
    for (size_t k = 0; k < sizeof too_large / sizeof *too_large; k++) {
        for (int side = 0; side < 2; side++) {
            call c = good_call();
            c.old.count = too_large[k];
            if (side) swap_sides(&c);
            expect(&c, LE_TOO_LARGE, false);
            c = good_call();
            c.old_sections.count = too_large[k];
            if (side) swap_sides(&c);
            expect(&c, LE_TOO_LARGE, true);
        }
        call c = good_call();
        le_diff_segment segment = {0, 0, 1};
        c.options.segments = &segment;
        c.options.segment_count = too_large[k];
        expect(&c, LE_TOO_LARGE, false);
    }
}

static void test_options(void) {
    running.operation = "options";
    for (int bit = 0; bit < 32; bit++) {
        call c = good_call();
        c.options.force = (uint32_t)1 << bit;
        expect(&c, c.options.force <= LE_DIFF_FORCE_COLLISIONS ? LE_OK : LE_BAD_ARGUMENT, false);
    }
    call c;
    for (int word = 0; word < 12; word++) {
        c = good_call();
        uint64_t *reserved[] = {c.old.reserved,          c.new.reserved,     c.old_sections.reserved,
                                c.new_sections.reserved, c.options.reserved, c.options.reserved + 2};
        reserved[word / 2][word % 2] = 1;
        expect(&c, LE_BAD_ARGUMENT, word / 2 == 2 || word / 2 == 3);
    }
    c = good_call();
    le_diff_segment segment = {0, 0, 4};
    c.options.segments = &segment;
    expect(&c, LE_BAD_ARGUMENT, true);
    c.options.segments = NULL, c.options.segment_count = 1;
    expect(&c, LE_BAD_ARGUMENT, false);
    // All items are in the segment, so there are no keys.
    c.options.segments = &segment;
    c.old.keys = c.new.keys = NULL;
    le_diff_result result;
    CHECK_EQUAL(le_diff(workspace, &c.old, &c.new, &c.options, &result), LE_OK);
    segment.count = 3;
    CHECK_EQUAL(le_diff(workspace, &c.old, &c.new, &c.options, &result), LE_BAD_ARGUMENT);
    // More items than the old list has, although each range is within it.
    le_diff_segment twice[2] = {{0, 0, 3}, {0, 3, 3}};
    le_diff_side six = {.keys = keys, .count = 6};
    c.options.segments = twice, c.options.segment_count = 2;
    CHECK_EQUAL(le_diff(workspace, &c.old, &six, &c.options, &result), LE_BAD_EDITS);
    static const uint32_t wrong_ends[3][2] = {{3, 2}, {2, 3}, {5, 4}};
    for (int k = 0; k < 3; k++) {
        c = good_call();
        c.new_sections.ends = wrong_ends[k];
        expect(&c, LE_BAD_EDITS, true);
        swap_sides(&c);
        expect(&c, LE_BAD_EDITS, true);
    }
    le_diff_side none = {0};
    CHECK_EQUAL(le_diff(workspace, &none, &none, NULL, &result), LE_OK);
    CHECK(result.is_minimal && result.deletes.count + result.inserts.count + result.moves.count == 0);
}

void test_diff_arguments(le_diff_workspace *shared) {
    workspace = shared;
    running = (running_case){.test = "arguments of the differ"};
    test_missing_pointers();
    test_mismatched_sides();
    test_counts();
    test_options();
}

// ---------------------------------------------------------------------------------------------------- memory short

typedef struct {
    lists l;
    le_diff_side old_side, new_side;
    le_diff_sections_side old_sections, new_sections;
    le_diff_options options;
    bool sectioned;
} problem;

static le_status solve(le_diff_workspace *with, const problem *p, le_diff_result *result) {
    if (!p->sectioned) return le_diff(with, &p->old_side, &p->new_side, &p->options, result);
    return le_diff_sections(with, &p->old_side, &p->old_sections, &p->new_side, &p->new_sections, &p->options, result);
}

// The number of calls that ran out of memory, and of calls that continued without refining.
static long refused, unrefined;

static void check_refusal(const problem *p, le_status status, const le_diff_result *result,
                          const le_diff_result *before, const le_diff_result *full, uint64_t digest) {
    if (status != LE_OK) {
        CHECK_EQUAL(status, LE_NO_MEMORY);
        CHECK(memcmp(result, before, sizeof *result) == 0);
        refused++;
    } else if (script_digest(result) != digest) {
        // Refining is optional. Without the block the call may match other items of keys that occur twice, or return
        // another script; a minimal script has the same length.
        const bool is_unrefined = result->paths & LE_DIFF_PATH_BUDGET && !result->is_minimal;
        CHECK(is_unrefined || p->l.has_duplicates || !full->is_minimal ||
              (result->is_minimal && result->moves.count == full->moves.count));
        unrefined += is_unrefined;
    }
    if (status == LE_OK && !p->sectioned) {
        replay all = {&p->l, result, p->old_side.versions, p->new_side.versions, NULL, NULL};
        replay_script(&all);
    }
}

// Whichever block of the workspace or of the system is refused, the call reports it and leaves its result unchanged,
// and the workspace remains usable.
static void sweep(const problem *p) {
    le_diff_result result, before;
    CHECK_EQUAL(solve(workspace, p, &result), LE_OK);
    const le_diff_result full = result;
    uint64_t digest = script_digest(&result);
    for (long blocks = 0;; blocks++) {
        running.step = (int)blocks;
        memset(&result, 0x5a, sizeof result);
        before = result;
        le_diff_fail_after(blocks / 2, blocks % 2);
        le_status status = solve(workspace, p, &result);
        bool enough = le_diff_blocks_left() > 0;
        le_diff_fail_after(-1, false);
        check_refusal(p, status, &result, &before, &full, digest);
        if (enough) break;
        CHECK_EQUAL(solve(workspace, p, &result), LE_OK);
        CHECK_EQUAL(script_digest(&result), digest);
    }
    for (long buffers = 0;; buffers++) {
        running.step = (int)buffers;
        memset(&result, 0x5a, sizeof result);
        before = result;
        fail_allocations_after(-1, buffers);
        le_diff_workspace *fresh = le_diff_workspace_create();
        le_status status = fresh ? solve(fresh, p, &result) : LE_NO_MEMORY;
        fail_allocations_after(-1, -1);
        check_refusal(p, status, &result, &before, &full, digest);
        bool done = status == LE_OK && result.paths == 0;
        done |= status == LE_OK && script_digest(&result) == digest && buffers > 8;
        le_diff_workspace_release(fresh);
        if (done) break;
    }
}

static void short_memory_case(uint64_t seed) {
    rng r = {seed * 127};
    problem p = {.sectioned = rng_chance(&r, 3)};
    uint32_t n = (uint32_t)rng_below(&r, rng_chance(&r, 8) ? 40000 : 300);
    p.l = make_lists(&r, (int)rng_below(&r, LIST_KINDS), n, !p.sectioned && rng_chance(&r, 2));
    lists *l = &p.l;
    uint64_t *versions = slots(l->n + l->m + 1, sizeof *versions);
    for (uint32_t i = 0; i < l->n + l->m; i++) versions[i] = rng_chance(&r, 10);
    p.old_side = (le_diff_side){.keys = l->old, .count = l->n, .versions = versions};
    p.new_side = (le_diff_side){.keys = l->new, .count = l->m, .versions = versions + l->n};
    p.options = (le_diff_options){.unique = !l->has_duplicates && rng_chance(&r, 2),
                                  .wants_old_to_new = true,
                                  .wants_new_to_old = true,
                                  .seed = seed,
                                  .force = random_force(&r)};
    // Sections of equal length on both sides, in a different order.
    uint32_t count = 1 + (uint32_t)rng_below(&r, 9);
    uint64_t section_keys[10];
    uint32_t old_ends[10], new_ends[10];
    for (uint32_t s = 0; s < count; s++) {
        section_keys[s] = (s * 7 + 3) % 11;
        old_ends[s] = (uint32_t)((uint64_t)l->n * (s + 1) / count);
        new_ends[s] = (uint32_t)((uint64_t)l->m * (s + 1) / count);
    }
    uint64_t other_keys[10];
    for (uint32_t s = 0; s < count; s++) other_keys[s] = section_keys[count - 1 - s];
    p.old_sections = (le_diff_sections_side){.keys = section_keys, .ends = old_ends, .count = count};
    p.new_sections = (le_diff_sections_side){
        .keys = rng_chance(&r, 2) ? section_keys : other_keys, .ends = new_ends, .count = count};
    sweep(&p);
    free(versions);
    free_lists(&p.l);
}

// A block that moved further than a window reaches is found by a sample of the old keys. Without memory for the sample
// it is still found.
static void short_memory_of_samples(void) {
    enum { ITEMS = 40000, BLOCK = 9000 };
    running = (running_case){.test = "diff, a sample without memory"};
    problem p = {.l = {slots(ITEMS, 8), slots(ITEMS, 8), ITEMS, ITEMS, false}};
    for (uint64_t i = 0; i < ITEMS; i++) {
        p.l.old[i] = (i + 1) * 0x9E3779B97F4A7C15u;
        p.l.new[i < BLOCK ? ITEMS - BLOCK + i : i - BLOCK] = p.l.old[i];
    }
    p.old_side = (le_diff_side){.keys = p.l.old, .count = ITEMS};
    p.new_side = (le_diff_side){.keys = p.l.new, .count = ITEMS};
    p.options = (le_diff_options){.unique = true, .wants_old_to_new = true, .wants_new_to_old = true, .seed = 3};
    le_diff_result result;
    CHECK_EQUAL(solve(workspace, &p, &result), LE_OK);
    CHECK(result.paths & LE_DIFF_PATH_ANCHORS);
    sweep(&p);
    free_lists(&p.l);
}

// ---------------------------------------------------------------------------------------------------------- limits

// Lists that together have more diagonals than Myers' arrays can number are refused before any of them is read.
static void test_too_many_diagonals(void) {
    running = (running_case){.test = "diagonals of Myers"};
    le__subsequence search = {.old_count = 1u << 30, .new_count = 1u << 30, .work = 1000, .workspace = workspace};
    CHECK_EQUAL(le__subsequence_by_myers(&search), LE__TOO_MUCH_WORK);
    search.old_count = (uint32_t)INT32_MAX - 4;
    CHECK_EQUAL(le__subsequence_by_myers(&search), LE__TOO_MUCH_WORK);
}

// Equal ranges with some replaced items between them: each needs a search of the window, more searches than the window
// has generations.
static void windows_case(uint64_t seed) {
    enum { STRETCHES = 2500, SAME = 160, MOST_OTHERS = 40 };
    rng r = {seed};
    lists l = {slots(STRETCHES * (SAME + MOST_OTHERS), 8), slots(STRETCHES * (SAME + MOST_OTHERS), 8), 0, 0, false};
    uint64_t next = 1;
    for (int k = 0; k < STRETCHES; k++) {
        for (int i = 0; i < SAME; i++, next++) l.old[l.n++] = l.new[l.m++] = next * 0x9E3779B97F4A7C15u;
        for (int64_t i = rng_in(&r, 9, MOST_OTHERS); i > 0; i--) l.old[l.n++] = next++ * 0x9E3779B97F4A7C15u;
        for (int64_t i = rng_in(&r, 9, MOST_OTHERS); i > 0; i--) l.new[l.m++] = next++ * 0x9E3779B97F4A7C15u;
    }
    le_diff_side old_side = {.keys = l.old, .count = l.n}, new_side = {.keys = l.new, .count = l.m};
    le_diff_options options = {.wants_old_to_new = true, .wants_new_to_old = true, .seed = seed};
    le_diff_result result;
    CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_OK);
    CHECK(result.paths & LE_DIFF_PATH_WINDOW && !(result.paths & LE_DIFF_PATH_ABANDONED));
    replay all = {&l, &result, NULL, NULL, NULL, NULL};
    replay_script(&all);
    CHECK_EQUAL(result.moves.count, 0);
    CHECK_EQUAL(l.n - result.deletes.count, STRETCHES * SAME);
    free_lists(&l);
}

// Hunt and Szymanski are not used if they would need too much memory, however large the budget.
static void test_pairs_of_equals(void) {
    running = (running_case){.test = "pairs of equal items"};
    enum { ITEMS = 8400, KEYS = 16 };
    lists l = {slots(ITEMS, 8), slots(ITEMS, 8), ITEMS, ITEMS, true};
    rng r = {11};
    for (uint32_t i = 0; i < ITEMS; i++) l.old[i] = rng_next(&r) % KEYS, l.new[i] = rng_next(&r) % KEYS;
    le_diff_side old_side = {.keys = l.old, .count = ITEMS}, new_side = {.keys = l.new, .count = ITEMS};
    le_diff_options options = {.wants_old_to_new = true, .wants_new_to_old = true, .budget = UINT64_MAX};
    le_diff_workspace *fresh = le_diff_workspace_create();
    le_diff_result result;
    CHECK_EQUAL(le_diff(fresh, &old_side, &new_side, &options, &result), LE_OK);
    CHECK(result.is_minimal && result.paths & LE_DIFF_PATH_MYERS && !(result.paths & LE_DIFF_PATH_HUNT));
    CHECK(le_diff_workspace_bytes(fresh) < 8 << 20);
    replay all = {&l, &result, NULL, NULL, NULL, NULL};
    replay_script(&all);
    le_diff_workspace_release(fresh);
    free_lists(&l);
}

void test_diff_limits(le_diff_workspace *shared) {
    workspace = shared;
    test_too_many_diagonals();
    test_pairs_of_equals();
    short_memory_of_samples();
    run_cases("diff, windows", 8, windows_case);
    run_cases("diff, memory short", 4000, short_memory_case);
    if (enough_cases(0.05)) CHECK(refused > 0 && unrefined > 0);
}
