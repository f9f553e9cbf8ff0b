// Extent trees at their limits: full leaves with scripts, totals and counts near the largest ones, runs of the largest
// count, and invalid arguments. Random histories of small trees do not reach these.
#include "harness.h"

// A tree of `count` entries with the same extent.
static le_extents *tree_of_run(int64_t count, int64_t extent) {
    le_extents *tree = le_extents_create();
    CHECK(tree);
    le_run run = {count, extent};
    CHECK_EQUAL(le_extents_assign_runs(tree, &run, 1), LE_OK);
    return tree;
}

// ---- Scripts over full leaves

// Three leaves of 250 different extents: a stream fills them to 200, and single inserts fill the rest.
static le_extents *full_leaves(int64_t *next) {
    le_extents *tree = le_extents_create();
    CHECK(tree);
    int64_t extents[600];
    for (int i = 0; i < 600; i++) extents[i] = ++*next;
    CHECK_EQUAL(le_extents_assign(tree, extents, 600), LE_OK);
    for (int leaf = 0; leaf < 3; leaf++)
        for (int i = 0; i < 50; i++) {
            int64_t extent = ++*next;
            CHECK_EQUAL(le_extents_insert(tree, 250 * leaf + 100, &extent, 1, NULL), LE_OK);
        }
    CHECK_EQUAL(le_extents_count(tree), 750);
    return tree;
}

static void full_leaves_lose_one_each(uint64_t seed) {
    (void)seed;
    int64_t next = 0, before[750], after[747];
    le_extents *tree = full_leaves(&next);
    le_extents_read(tree, 0, 750, before);
    le_edit edits[3] = {{.at = 0, .removed = 1}, {.at = 250, .removed = 1}, {.at = 500, .removed = 1}};
    CHECK_EQUAL(le_extents_apply(tree, edits, 3, NULL, 0, NULL, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_count(tree), 747);
    le_extents_read(tree, 0, 747, after);
    for (int i = 0; i < 747; i++) CHECK_EQUAL(after[i], before[i + 1 + i / 249]);
    le_extents_release(tree);
}

// The same for a list: sizes in points, and a script that removes the first row of each leaf.
static void full_leaves_of_a_list(uint64_t seed) {
    (void)seed;
    double points[750];
    for (int i = 0; i < 750; i++) points[i] = i + 1;
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    int64_t count = 600;
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = 600, .main = points, .stride = sizeof *points};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &count, 1, &sizes, NULL, NULL), LE_OK);
    for (int i = 0; i < 150; i++) {
        le_sizes one = {.form = LE_SIZES_CONSTANT, .count = 1, .main = &points[600 + i]};
        CHECK_EQUAL(le_layout_insert_items(layout, 0, 250 * (i / 50) + 100, &one, NULL, NULL), LE_OK);
    }
    le_edit edits[3] = {{.at = 0, .removed = 1}, {.at = 250, .removed = 1}, {.at = 500, .removed = 1}};
    CHECK_EQUAL(le_layout_apply(layout, 0, edits, 3, NULL, NULL, NULL, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    CHECK_EQUAL(le_layout_section(layout, 0, NULL).items, 747);
    CHECK_EQUAL(le_layout_extent(layout), (750 * 751 / 2 - 1 - 201 - 401) * LE_UNIT);
    le_layout_release(layout);
}

// ---- Totals near the largest

static void scripts_keep_the_largest_total(uint64_t seed) {
    (void)seed;
    int64_t extents[512], few[300], total = 0;
    for (int64_t i = 0; i < 512; i++) total += extents[i] = i < 125 ? 0 : ((int64_t)1 << 53) + i;
    le_extents *tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, extents, 512), LE_OK);
    for (int64_t i = 0; i < 300; i++) few[i] = i;
    int64_t half = LE_MAX_TOTAL / 2, most = LE_MAX_TOTAL - 1000;
    le_edit one = {.at = 0, .inserted = 1}, many = {.at = 0, .inserted = 300};
    CHECK_EQUAL(le_extents_apply(tree, &one, 1, &half, 1, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_extents_apply(tree, &many, 1, few, 300, NULL, NULL), LE_OK);
    total += 300 * 299 / 2;
    CHECK_EQUAL(le_extents_total(tree), total);
    CHECK_EQUAL(le_extents_apply(tree, &one, 1, &most, 1, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_extents_total(tree), total);
    CHECK_EQUAL(le_extents_count(tree), 812);
    CHECK_RULES(le_extents_check(tree));
    le_extents_release(tree);
}

// Scripts that fit only as a whole: the later inserts exceed the room until the entries before them are removed. They
// are applied in both ways: one edit among many leaves, and a stream over few.
static void scripts_that_fit_only_as_a_whole(uint64_t seed) {
    (void)seed;
    for (int many = 0; many < 2; many++) {
        int64_t n = many ? 60000 : 600, rest = 0, *extents = slots(n, sizeof *extents);
        for (int64_t i = 1; i < n; i++) rest += extents[i] = 1 + i % 77;
        extents[0] = LE_MAX_TOTAL - rest;
        le_extents *tree = le_extents_create();
        CHECK(tree);
        CHECK_EQUAL(le_extents_assign(tree, extents, n), LE_OK);
        CHECK_EQUAL(le_extents_total(tree), LE_MAX_TOTAL);
        int64_t given[2] = {LE_MAX_TOTAL - rest, LE_MAX_TOTAL - rest + 1};
        le_edit edits[2] = {{.at = 0, .removed = 1}, {.at = n, .inserted = 1, .source = 1}};
        CHECK_EQUAL(le_extents_apply(tree, edits, 2, given, 2, NULL, NULL), LE_TOO_LARGE);
        CHECK_EQUAL(le_extents_entry(tree, 0, NULL).extent, LE_MAX_TOTAL - rest);
        CHECK_EQUAL(le_extents_count(tree), n);
        edits[1].source = 0;
        CHECK_EQUAL(le_extents_apply(tree, edits, 2, given, 2, NULL, NULL), LE_OK);
        CHECK_RULES(le_extents_check(tree));
        CHECK_EQUAL(le_extents_total(tree), LE_MAX_TOTAL);
        CHECK_EQUAL(le_extents_entry(tree, n - 1, NULL).extent, LE_MAX_TOTAL - rest);
        CHECK_EQUAL(le_extents_entry(tree, 0, NULL).extent, extents[1]);

        // The same as a move, and with a replacement in between.
        le_edit moved[3] = {{.at = 0, .inserted = 1, .source = n - 1, .moved = true},
                            {.at = 7, .removed = 1, .inserted = 1, .source = 0},
                            {.at = n - 1, .removed = 1}};
        int64_t seventh = le_extents_entry(tree, 7, NULL).extent;
        CHECK_EQUAL(le_extents_apply(tree, moved, 3, &seventh, 1, NULL, NULL), LE_OK);
        CHECK_RULES(le_extents_check(tree));
        CHECK_EQUAL(le_extents_total(tree), LE_MAX_TOTAL);
        CHECK_EQUAL(le_extents_entry(tree, 0, NULL).extent, LE_MAX_TOTAL - rest);
        CHECK_EQUAL(le_extents_entry(tree, 8, NULL).extent, seventh);
        le_extents_release(tree);
        free(extents);
    }
}

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

    // Shared leaves, and parts of leaves, after the entry that uses up the room.
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

// A run with the largest count absorbs no neighbour.
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

// Neighbouring leaves that need less memory as they are do not become one leaf or two.
static void narrow_leaves_beside_few_wide_entries(uint64_t seed) {
    (void)seed;
    int64_t extents[400], read[400];
    // The end of a full leaf and most of the next are removed: the rest would need three leaves of wide entries.
    le_extents *tree = narrow_and_wide(250, 100, extents);
    CHECK_EQUAL(le_extents_remove(tree, 249, 99, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_read(tree, 0, 251, read), LE_OK);
    for (int i = 0; i < 251; i++) CHECK_EQUAL(read[i], extents[i < 249 ? i : i + 99]);
    le_extents_release(tree);
    // A leaf that becomes small is compared with its neighbour: here merging would not reduce their number.
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

// A refused script changes nothing, even if it is refused in the middle.
static void refusals_in_the_middle(uint64_t seed) {
    (void)seed;
    for (int many = 0; many < 2; many++) { // in one pass, and edit by edit
        int64_t n = many ? 30000 : 600, sum = 0, *extents = slots(n, sizeof *extents), *read = slots(n, sizeof *read);
        for (int64_t i = 0; i < n; i++) sum += extents[i] = 1 + i % 999;
        le_extents *tree = le_extents_create();
        CHECK(tree);
        CHECK_EQUAL(le_extents_assign(tree, extents, n), LE_OK);
        int64_t given[3] = {2000, -1, LE_MAX_TOTAL - sum + 1};
        le_edit edits[2] = {{.at = 3, .inserted = 1}, {.at = 300, .removed = 1, .inserted = 1}};
        for (int source = 1; source < 3; source++) {
            edits[0].source = source, edits[1].source = 0;
            le_status refused = source == 1 ? LE_BAD_VALUE : LE_TOO_LARGE;
            CHECK_EQUAL(le_extents_apply(tree, edits, 2, given, 3, NULL, NULL), refused);
            edits[0].source = 0, edits[1].source = source;
            if (source == 1) CHECK_EQUAL(le_extents_apply(tree, edits, 2, given, 3, NULL, NULL), refused);
        }
        // Moved ranges after the entry that uses up the room.
        given[2] -= 1;
        CHECK_EQUAL(le_extents_insert(tree, 0, given + 2, 1, NULL), LE_OK);
        le_edit moved = {.at = n + 1, .inserted = n, .source = 1, .moved = true};
        CHECK_EQUAL(le_extents_apply(tree, &moved, 1, NULL, 0, NULL, NULL), LE_TOO_LARGE);
        CHECK_EQUAL(le_extents_remove(tree, 0, 1, NULL), LE_OK);
        CHECK_RULES(le_extents_check(tree));
        CHECK_EQUAL(le_extents_read(tree, 0, n, read), LE_OK);
        CHECK(memcmp(read, extents, (size_t)n * sizeof *read) == 0);
        le_extents_release(tree);
        free(extents);
        free(read);
    }
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

// A run holds at most 2^31 entries; more equal neighbours need several runs.
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

// A list of equal rows: another line spacing, a script that moves half of the rows, and a script that inserts as many.
static void equal_rows_take_constant_memory(uint64_t seed) {
    (void)seed;
    const int64_t n = (int64_t)1 << 34;
    const double size = 40;
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST, .line_spacing = 2 * LE_UNIT};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = n, .main = &size};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    spec.line_spacing = 5 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), 45 * LE_UNIT * n - 5 * LE_UNIT);
    spec.line_spacing = -41 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_BAD_VALUE);
    spec.line_spacing = LE_MAX_TOTAL / 4;
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_extent(layout), 45 * LE_UNIT * n - 5 * LE_UNIT);
    le_edit moved[2] = {{.at = 0, .inserted = n / 2, .source = n / 2, .moved = true}, {.at = n / 2, .removed = n / 2}};
    CHECK_EQUAL(le_layout_apply(layout, 0, moved, 2, NULL, NULL, NULL, NULL), LE_OK);
    le_edit more = {.at = 7, .inserted = n};
    CHECK_EQUAL(le_layout_apply(layout, 0, &more, 1, &sizes, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), 45 * LE_UNIT * 2 * n - 5 * LE_UNIT);
    CHECK_RULES(le_layout_check(layout));
    CHECK(le_layout_bytes(layout) <= 4096);
    le_layout_release(layout);
}

// A script inserts rows of one size into many different ones, edit by edit.
static void rows_of_one_size_into_many(uint64_t seed) {
    (void)seed;
    enum { N = 30000 };
    double *points = slots(N, sizeof *points);
    for (int i = 0; i < N; i++) points[i] = 20 + i % 997;
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    int64_t n = N;
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = N, .main = points, .stride = sizeof *points};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    const int64_t extent = le_layout_extent(layout);
    const double size = 40;
    for (int64_t count = 10; count <= 1000000; count *= 100) {
        sizes = (le_sizes){.form = LE_SIZES_CONSTANT, .count = count, .main = &size};
        le_edit edits[2] = {{.at = 77, .inserted = count}, {.at = N, .inserted = 1, .source = count - 1}};
        CHECK_EQUAL(le_layout_apply(layout, 0, edits, 2, &sizes, NULL, NULL, NULL), LE_OK);
        CHECK_RULES(le_layout_check(layout));
        CHECK_EQUAL(le_layout_extent(layout), extent + (count + 1) * 40 * LE_UNIT);
        le_edit back[2] = {{.at = 77, .removed = count}, {.at = N + count, .removed = 1}};
        CHECK_EQUAL(le_layout_apply(layout, 0, back, 2, NULL, NULL, NULL, NULL), LE_OK);
        CHECK_EQUAL(le_layout_extent(layout), extent);
    }
    le_layout_release(layout);
    free(points);
}

// Sizes that are not aligned as doubles are read one by one. Rows of the largest size are refused if the layout has no
// room for them. A refill may have more rows than fit a run.
static void rows_at_the_edges(uint64_t seed) {
    (void)seed;
    enum { N = 300, STRIDE = 12 };
    char bytes[N * STRIDE];
    double read[N];
    for (int i = 0; i < N; i++) memcpy(bytes + i * STRIDE, &(double){20 + i}, sizeof(double));
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST, .line_spacing = LE_UNIT};
    int64_t n = N;
    le_sizes sizes = {
        .form = LE_SIZES_POINTS, .count = N, .main = (const double *)(const void *)bytes, .stride = STRIDE};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    le_edit edit = {.at = 0, .removed = N, .inserted = N};
    CHECK_EQUAL(le_layout_apply(layout, 0, &edit, 1, &sizes, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_read_sizes(layout, 0, 0, N, read, NULL), LE_OK);
    for (int i = 0; i < N; i++) CHECK(read[i] == 20 + i);
    le_points_run run = {N, 20};
    le_sizes runs = {.form = LE_SIZES_RUNS, .count = N, .run = &run, .runs = 1};
    CHECK_EQUAL(le_layout_apply(layout, 0, &edit, 1, &runs, NULL, NULL, NULL), LE_NOT_SUPPORTED);
    // The same with an invalid size in the middle: refused and named, or raised.
    const double bad = -5;
    memcpy(bytes + 7 * STRIDE, &bad, sizeof bad);
    le_fault fault;
    CHECK_EQUAL(le_layout_apply(layout, 0, &edit, 1, &sizes, NULL, &fault, NULL), LE_BAD_VALUE);
    CHECK_EQUAL(fault.item, 7);
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 0, &sizes, &fault, NULL), LE_BAD_VALUE);
    CHECK_EQUAL(fault.item, 7);
    sizes.lenient = true;
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 0, &sizes, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_read_sizes(layout, 0, 7, 1, read, NULL), LE_OK);
    CHECK(read[0] == 0);

    const double half = 2199023255552.0; // 2^41 points
    le_sizes one = {.form = LE_SIZES_CONSTANT, .count = 1, .main = &half};
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 5, &one, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 6, &one, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_insert_items(layout, 0, 6, &one, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_resize_items(layout, 0, 5, &one, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_refill(layout, 0, NULL, (int64_t)1 << 33, 3, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), ((int64_t)1 << 35) * LE_UNIT - LE_UNIT);
    CHECK_EQUAL(le_layout_refill(layout, 0, NULL, (int64_t)1 << 33, 4096, NULL, NULL), LE_TOO_LARGE);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
}

// Line spacings that turn narrow extents into wide ones and back, compared with the sizes that are read.
static void line_spacing_of_mixed_rows(uint64_t seed) {
    rng r = {seed};
    int64_t n = rng_in(&r, 1, 3000), *extents = slots(n, sizeof *extents);
    fill_extents(&r, (int)rng_below(&r, SHAPES), n, extents);
    double *points = slots(n, sizeof *points), *read = slots(n, sizeof *read);
    for (int64_t i = 0; i < n; i++) points[i] = le_points(extents[i]);
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .main = points, .stride = sizeof *points};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    int64_t total = 0, least = INT64_MAX;
    for (int64_t i = 0; i < n; i++) {
        total += extents[i];
        least = smaller(least, extents[i]);
    }
    for (int step = 0; step < 4; step++) {
        running.step = step;
        int64_t old = spec.line_spacing;
        spec.line_spacing = rng_chance(&r, 3) ? -rng_below(&r, smaller(least, LE_UNIT << 20) + 2)
                                              : rng_in(&r, 0, rng_chance(&r, 2) ? 9 : 5000) * LE_UNIT;
        le_status status = le_layout_set_spec(layout, 0, &spec, NULL);
        CHECK_EQUAL(status, least + spec.line_spacing < 0 ? LE_BAD_VALUE : LE_OK);
        if (status != LE_OK) spec.line_spacing = old;
        CHECK_RULES(le_layout_check(layout));
        CHECK_EQUAL(le_layout_extent(layout), total + (n - 1) * spec.line_spacing);
        CHECK_EQUAL(le_layout_read_sizes(layout, 0, 0, n, read, NULL), LE_OK);
        for (int64_t i = 0; i < n; i++) CHECK(read[i] == points[i]);
    }
    le_layout_release(layout);
    free(extents);
    free(points);
    free(read);
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

// Invalid counts of sizes for a list.
static void refused_sizes_of_a_list(uint64_t seed) {
    (void)seed;
    le_layout *layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    const double size = 40;
    const int64_t n = 300, counts[] = {-1, -5, INT64_MIN, LE_MAX_COUNT + 1, ((int64_t)1 << 61) + 1, INT64_MAX};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = n, .main = &size};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    le_edit edit = {.at = 5, .removed = 1, .inserted = 1};
    for (int i = 0; i < 6; i++) {
        running.step = i;
        le_status refused = counts[i] < 0 ? LE_BAD_INDEX : LE_TOO_LARGE;
        sizes.count = counts[i];
        CHECK_EQUAL(le_layout_apply(layout, 0, &edit, 1, &sizes, NULL, NULL, NULL), refused);
        CHECK_EQUAL(le_layout_insert_items(layout, 0, 5, &sizes, NULL, NULL), refused);
        CHECK_EQUAL(le_layout_resize_items(layout, 0, 5, &sizes, NULL, NULL), refused);
        CHECK_EQUAL(le_layout_refill(layout, 0, NULL, counts[i], size, NULL, NULL), refused);
        le_points_run runs[2] = {{7, 40}, {counts[i], 40}};
        le_sizes by_runs = {.form = LE_SIZES_RUNS, .count = counts[i] < 0 ? 2 : counts[i], .run = runs, .runs = 2};
        CHECK_EQUAL(le_layout_insert_items(layout, 0, 5, &by_runs, NULL, NULL), refused);
    }
    CHECK_RULES(le_layout_check(layout));
    CHECK_EQUAL(le_layout_section(layout, 0, NULL).items, n);
    CHECK_EQUAL(le_layout_extent(layout), n * 40 * LE_UNIT);
    le_layout_release(layout);
}

// A script changes dense leaves in place, without memory, as long as they stay large enough and have room, and as the
// total stays within its limit.
static void scripts_in_place(uint64_t seed) {
    (void)seed;
    enum { N = 1000, FILL = 200, FULL = 250, LEAST = 63 }; // entries of a leaf: new, full, and not small
    int64_t extents[N + 1], total = 0, new[FULL];
    for (int64_t i = 0; i < N; i++) total += extents[i] = 1000 + i;
    for (int64_t i = 0; i < FULL; i++) new[i] = i;
    extents[N] = LE_MAX_TOTAL - total - 10; // in a leaf of its own kind
    for (int round = 0; round < 6; round++) {
        running.step = round;
        le_extents *tree = le_extents_create();
        CHECK(tree);
        CHECK_EQUAL(le_extents_assign(tree, extents, N + 1), LE_OK);
        le_edit edit = {.at = 7, .removed = 1, .inserted = 1};
        le_status expected = LE_OK;
        if (round < 2) {
            new[0] = extents[7] + 10 + round;
            if (round == 1) expected = LE_TOO_LARGE;
        } else if (round < 4) {
            edit = (le_edit){.at = 7, .removed = FILL - LEAST + round - 2};
            if (round == 3) expected = LE_NO_MEMORY;
        } else {
            new[0] = 0;
            edit = (le_edit){.at = FILL - 1, .removed = 1, .inserted = FULL - FILL + round - 3};
            if (round == 5) expected = LE_NO_MEMORY;
            CHECK_EQUAL(le_extents_resize(tree, 0, 0, NULL), LE_OK); // what is inserted takes less than this and the entry
            CHECK_EQUAL(le_extents_resize(tree, 1, 0, NULL), LE_OK);
        }
        if (expected != LE_TOO_LARGE) fail_allocations_after(0, 0);
        CHECK_EQUAL(le_extents_apply(tree, &edit, 1, new, FULL, NULL, NULL), expected);
        fail_allocations_after(-1, -1);
        CHECK_RULES(le_extents_check(tree));
        CHECK_EQUAL(le_extents_count(tree), N + 1 + (expected == LE_OK ? edit.inserted - edit.removed : 0));
        if (round == 0) CHECK_EQUAL(le_extents_total(tree), LE_MAX_TOTAL);
        if (round == 1) CHECK_EQUAL(le_extents_total(tree), LE_MAX_TOTAL - 10);
        le_extents_release(tree);
    }
}

void test_extents_limits(void) {
    run_cases("extents, three full leaves", 1, full_leaves_lose_one_each);
    run_cases("lists, three full leaves", 1, full_leaves_of_a_list);
    run_cases("extents, largest total", 1, scripts_keep_the_largest_total);
    run_cases("extents, totals everywhere", 1, the_largest_total_everywhere);
    run_cases("extents, counts everywhere", 1, the_largest_count_everywhere);
    run_cases("extents, full runs", 1, full_runs_stay_full);
    run_cases("extents, few wide entries", 1, narrow_leaves_beside_few_wide_entries);
    run_cases("extents, refused in the middle", 1, refusals_in_the_middle);
    run_cases("extents, in place", 1, scripts_in_place);
    run_cases("extents, fit as a whole", 1, scripts_that_fit_only_as_a_whole);
    run_cases("extents, largest count", 1, scripts_keep_the_largest_count);
    run_cases("extents, largest runs", 400, runs_of_the_largest_count);
    run_cases("extents, moved runs", 1, moved_runs_take_constant_memory);
    run_cases("lists, equal rows", 1, equal_rows_take_constant_memory);
    run_cases("lists, rows of one size", 1, rows_of_one_size_into_many);
    run_cases("lists, rows at the edges", 1, rows_at_the_edges);
    run_cases("lists, line spacing", 400, line_spacing_of_mixed_rows);
    run_cases("extents, narrow and wide", 1, narrow_and_wide_entries_share_leaves);
    run_cases("extents, refused arguments", 1, refused_arguments);
    run_cases("lists, refused sizes", 1, refused_sizes_of_a_list);
}
