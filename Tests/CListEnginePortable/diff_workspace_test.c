// Workspaces of the differ: borrowing and returning them, blocks larger than any memory, and broken promises.
#include "diff/workspace.h"

#include "diff_lists.h"

static void blocks_and_marks(void) {
    le_diff_workspace *workspace = le_diff_workspace_create();
    CHECK(workspace);
    le__diff_mark empty = le__diff_get_mark(workspace);
    CHECK(!le__diff_alloc(workspace, SIZE_MAX) && !le__diff_alloc(workspace, SIZE_MAX - 63));
    CHECK(!le__diff_alloc(workspace, SIZE_MAX / 2));
    CHECK_EQUAL(le_diff_workspace_bytes(workspace), 0);
    uint64_t *first = le__diff_alloc_zeroed(workspace, 1000), *second = le__diff_alloc(workspace, 1000);
    CHECK(first && second && (uintptr_t)first % 64 == 0 && (uintptr_t)second % 64 == 0);
    CHECK((char *)second >= (char *)first + 1000 || (char *)first >= (char *)second + 1000);
    for (int i = 0; i < 125; i++) CHECK_EQUAL(first[i], 0);
    // A block that does not fit opens another chunk; the chunks are joined when everything is freed.
    le__diff_mark mark = le__diff_get_mark(workspace);
    void *large = le__diff_alloc(workspace, 1 << 20);
    CHECK(large);
    CHECK_EQUAL(le__diff_get_mark(workspace).chunk, 1);
    le__diff_free_to(workspace, mark);
    CHECK(le__diff_alloc(workspace, 1 << 20) == large);
    const size_t bytes = le_diff_workspace_bytes(workspace);
    le__diff_reset(workspace);
    CHECK_EQUAL(workspace->chunk_count, 1);
    CHECK_EQUAL(le_diff_workspace_bytes(workspace), bytes);
    le__diff_free_to(workspace, empty);
    CHECK(le__diff_alloc(workspace, bytes - 64));
    CHECK_EQUAL(workspace->chunk_count, 1);
    le_diff_workspace_release(workspace);
}

// Returned workspaces are lent again, up to four of them. A fifth is freed, and so is a large one.
static void lending(void) {
    le_pool_trim();
    CHECK_EQUAL(le_pool_idle_bytes(), 0);
    le_diff_workspace *lent[5];
    for (int i = 0; i < 5; i++) {
        CHECK(lent[i] = le_diff_workspace_borrow());
        CHECK(le__diff_alloc(lent[i], 100000));
        for (int k = 0; k < i; k++) CHECK(lent[k] != lent[i]);
    }
    const size_t each = le_diff_workspace_bytes(lent[0]);
    for (int i = 0; i < 5; i++) {
        le_diff_workspace_return(lent[i]);
        CHECK_EQUAL(le__diff_idle_bytes(), each * (size_t)smaller(i + 1, 4));
    }
    CHECK_EQUAL(le__diff_idle_bytes(), 4 * each);
    le_diff_workspace *again = le_diff_workspace_borrow();
    CHECK(again == lent[0] || again == lent[1] || again == lent[2] || again == lent[3]);
    CHECK_EQUAL(le__diff_idle_bytes(), 3 * each);
    CHECK(le__diff_alloc(again, (size_t)129 << 20));
    le_diff_workspace_return(again);
    CHECK_EQUAL(le__diff_idle_bytes(), 3 * each);
    le_diff_workspace_return(le_diff_workspace_create());
    CHECK_EQUAL(le__diff_idle_bytes(), 3 * each);
    le__diff_trim();
    CHECK_EQUAL(le__diff_idle_bytes(), 0);
}

// Keys that were promised to be unique but are not: the script is still correct, though it may not have the fewest
// moves.
static void broken_promise_case(uint64_t seed) {
    rng r = {seed * 31};
    lists l = make_lists(&r, (int)rng_below(&r, LIST_KINDS), (uint32_t)rng_in(&r, 2, 400), true);
    l.has_duplicates = true;
    le_diff_workspace *workspace = le_diff_workspace_borrow();
    CHECK(workspace);
    le_diff_side old_side = {.keys = l.old, .count = l.n}, new_side = {.keys = l.new, .count = l.m};
    le_diff_options options = {
        .unique = true, .wants_old_to_new = true, .wants_new_to_old = true, .seed = seed, .force = random_force(&r)};
    le_diff_result result;
    CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_OK);
    replay all = {&l, &result, NULL, NULL, NULL, NULL};
    replay_script(&all);
    le_diff_workspace_return(workspace);
    free_lists(&l);
}

// Sections with equal stamps are not read: the script equals that of the same lists without stamps.
static void stamped_sections_case(uint64_t seed) {
    enum { SECTIONS = 6 };
    rng r = {seed * 17};
    const uint32_t each = (uint32_t)rng_in(&r, 1, 300);
    uint64_t *old = slots(SECTIONS * each, 8), *new = slots(SECTIONS * each, 8);
    uint64_t *versions = slots(2 * SECTIONS * each, 8), *new_versions = versions + SECTIONS * each;
    uint64_t keys[SECTIONS], new_keys[SECTIONS], stamps[SECTIONS], new_stamps[SECTIONS];
    uint32_t ends[SECTIONS];
    for (uint32_t i = 0; i < SECTIONS * each; i++) old[i] = i * 5;
    for (uint32_t s = 0; s < SECTIONS; s++) {
        keys[s] = stamps[s] = s + 100;
        new_keys[s] = keys[s];
        ends[s] = (s + 1) * each;
    }
    if (rng_chance(&r, 2)) {
        uint64_t key = new_keys[1];
        new_keys[1] = new_keys[4];
        new_keys[4] = key;
    }
    for (uint32_t s = 0; s < SECTIONS; s++) {
        const uint32_t from = (uint32_t)(new_keys[s] - 100) * each;
        memcpy(new + s * each, old + from, each * sizeof *new);
        memcpy(new_versions + s * each, versions + from, each * sizeof *new);
        new_stamps[s] = new_keys[s];
        if (!rng_chance(&r, 3)) continue;
        new_stamps[s] += 1000;
        for (int k = 0; k < 3; k++) new_versions[s * each + (uint32_t)rng_below(&r, each)]++;
        if (rng_chance(&r, 2)) new[s * each + (uint32_t)rng_below(&r, each)] = 1000000 + s;
    }
    le_diff_side old_side = {.keys = old, .count = SECTIONS * each, .versions = versions};
    le_diff_side new_side = {.keys = new, .count = SECTIONS * each, .versions = new_versions};
    le_diff_sections_side old_sections = {.keys = keys, .ends = ends, .count = SECTIONS, .stamps = stamps};
    le_diff_sections_side new_sections = {.keys = new_keys, .ends = ends, .count = SECTIONS, .stamps = new_stamps};
    le_diff_options options = {
        .unique = true, .wants_old_to_new = true, .wants_new_to_old = true, .force = random_force(&r)};
    le_diff_result result;
    le_diff_workspace *workspace = le_diff_workspace_borrow();
    CHECK_EQUAL(le_diff_sections(workspace, &old_side, &old_sections, &new_side, &new_sections, &options, &result),
                LE_OK);
    const uint64_t stamped = script_digest(&result);
    old_sections.stamps = new_sections.stamps = NULL;
    CHECK_EQUAL(le_diff_sections(workspace, &old_side, &old_sections, &new_side, &new_sections, &options, &result),
                LE_OK);
    CHECK(script_digest(&result) == stamped);
    le_diff_workspace_return(workspace);
    free(old);
    free(new);
    free(versions);
}

// Long lists in random order, compared by items: all items move except those of the longest increasing subsequence.
static void long_orders_case(uint64_t seed) {
    enum { ITEMS = 20000 };
    rng r = {seed * 7};
    uint64_t *old = slots(ITEMS, 8), *new = slots(ITEMS, 8);
    uint32_t *order = slots(ITEMS, sizeof *order);
    const int64_t reach = seed % 2 ? ITEMS : 300;
    for (uint32_t i = 0; i < ITEMS; i++) old[i] = i * 3, order[i] = i;
    for (int64_t i = ITEMS - 1; i > 0; i--) {
        const int64_t j = i - rng_below(&r, smaller(reach, i + 1));
        const uint32_t swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
    for (int i = 0; i < ITEMS; i++) new[i] = old[order[i]];
    le_diff_workspace *workspace = le_diff_workspace_borrow();
    CHECK(workspace);
    le_diff_side old_side = {.keys = old, .count = ITEMS}, new_side = {.keys = new, .count = ITEMS};
    for (uint32_t force = LE_DIFF_FORCE_RUNS; force <= LE_DIFF_FORCE_ITEMS; force *= 2) {
        le_diff_options options = {.unique = true, .force = force};
        le_diff_result result;
        CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_OK);
        CHECK(result.is_minimal);
        CHECK_EQUAL(result.moves.count, ITEMS - increasing_length(order, ITEMS));
    }
    le_diff_workspace_return(workspace);
    free(old);
    free(new);
    free(order);
}

// One key occurs twice, on either side and wherever it sorts: every join detects it, and none detects one that does not
// exist.
static void one_duplicate_case(uint64_t seed) {
    enum { ITEMS = 3000 };
    rng r = {seed * 5};
    uint64_t *keys = slots(2 * (ITEMS + 1), 8);
    le_diff_workspace *workspace = le_diff_workspace_borrow();
    CHECK(workspace);
    for (int which = 0; which < 7; which++) {
        static const uint32_t joins[] = {0, LE_DIFF_FORCE_PARTITIONS, LE_DIFF_FORCE_HASH, LE_DIFF_FORCE_COLLISIONS};
        const int side = which % 2;
        const uint64_t twice = which < 2 ? ITEMS - 1 : which < 4 ? 0 : ITEMS / 2;
        uint64_t *lists[2] = {keys, keys + ITEMS + 1};
        size_t counts[2] = {ITEMS, ITEMS};
        for (int l = 0; l < 2; l++) {
            for (uint64_t i = 0; i < ITEMS; i++) lists[l][i] = i * 0x100000001u + 7;
            if (l == side && which < 6) lists[l][counts[l]++] = twice * 0x100000001u + 7;
            for (size_t i = counts[l]; i > 1; i--) {
                const size_t j = (size_t)rng_below(&r, (int64_t)i);
                const uint64_t swap = lists[l][i - 1];
                lists[l][i - 1] = lists[l][j];
                lists[l][j] = swap;
            }
        }
        le_diff_side old_side = {.keys = lists[0], .count = counts[0]},
                     new_side = {.keys = lists[1], .count = counts[1]};
        for (int j = 0; j < 4; j++) {
            le_diff_options options = {.force = joins[j] | LE_DIFF_FORCE_NO_STREAM};
            le_diff_result result;
            CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_OK);
            CHECK_EQUAL((result.paths & LE_DIFF_PATH_DUPLICATES) != 0, which < 6);
            CHECK_EQUAL(result.deletes.count, which < 6 && side == 0);
            CHECK_EQUAL(result.inserts.count, which < 6 && side == 1);
            if (which == 6) CHECK(result.is_minimal);
        }
    }
    le_diff_workspace_return(workspace);
    free(keys);
}

void test_diff_workspaces(void) {
    running = (running_case){.test = "diff, workspaces"};
    blocks_and_marks();
    lending();
    printf("%-28s done\n", "diff, workspaces");
    run_cases("diff, long orders", 20, long_orders_case);
    run_cases("diff, one duplicate", 20, one_duplicate_case);
    run_cases("diff, broken promises", 2000, broken_promise_case);
    run_cases("diff, stamped sections", 2000, stamped_sections_case);
}
