// Scripts over full leaves, near the largest total, refused in the middle, and in place. Random histories of small trees do
// not reach these.
#include "harness.h"

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

void test_extents_scripts(void) {
    run_cases("extents, three full leaves", 1, full_leaves_lose_one_each);
    run_cases("lists, three full leaves", 1, full_leaves_of_a_list);
    run_cases("extents, largest total", 1, scripts_keep_the_largest_total);
    run_cases("extents, fit as a whole", 1, scripts_that_fit_only_as_a_whole);
    run_cases("extents, refused in the middle", 1, refusals_in_the_middle);
    run_cases("extents, in place", 1, scripts_in_place);
}
