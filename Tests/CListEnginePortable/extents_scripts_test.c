// Scripts over full leaves, near the largest total, refused in the middle, and in place. Random edits of small
// trees do not reach these.
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

// A script changes dense leaves in place, without memory, as long as they keep more than half of their entries and have
// room, and as the total stays within its limit.
static void scripts_in_place(uint64_t seed) {
    (void)seed;
    enum { N = 1000, FILL = 200, FULL = 250, LEAST = 101 }; // entries of a leaf: new, full, and more than half
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
            // The inserted entries take less than these two and the removed one.
            CHECK_EQUAL(le_extents_resize(tree, 0, 0, NULL), LE_OK);
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

// Scripts in place make room in full leaves, and merge small ones. A pass over all leaves would count the items of each
// edited leaf as moved.
static void scripts_split_and_merge_leaves(uint64_t seed) {
    (void)seed;
    int64_t next = 0;
    le_extents *tree = full_leaves(&next);
    const int64_t new[2] = {5000, 6000}, total = le_extents_total(tree);
    le_edit edits[3] = {{.at = 249, .inserted = 1}, {.at = 400, .removed = 1}, {.at = 500, .inserted = 1, .source = 1}};
    const int64_t removed = le_extents_entry(tree, 400, NULL).extent;
    le_work work = {0};
    const size_t bytes = le_extents_bytes(tree);
    CHECK_EQUAL(le_extents_apply(tree, edits, 3, new, 2, NULL, &work), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(work.items_moved, 0);
    CHECK(le_extents_bytes(tree) > bytes);
    CHECK_EQUAL(le_extents_total(tree), total + 11000 - removed);
    CHECK_EQUAL(le_extents_entry(tree, 249, NULL).extent, 5000);
    CHECK_EQUAL(le_extents_entry(tree, 500, NULL).extent, 6000);
    le_extents_release(tree);

    // A leaf between full ones cannot be merged, and gets a smaller block.
    tree = full_leaves(&next);
    const size_t full = le_extents_bytes(tree);
    for (int64_t n = 250; n > 20; n -= n / 2 - 1) {
        le_edit half = {.at = 250, .removed = n / 2 - 1};
        CHECK_EQUAL(le_extents_apply(tree, &half, 1, NULL, 0, NULL, NULL), LE_OK);
        CHECK_RULES(le_extents_check(tree));
    }
    CHECK_EQUAL(le_extents_bytes(tree), full - 1024 + 128);
    le_extents_release(tree);

    // Leaves that were divided and then lose half of their entries get smaller blocks as well.
    tree = full_leaves(&next);
    le_edit more[3], less[6];
    for (int i = 0; i < 3; i++) more[i] = (le_edit){.at = 250 * i, .inserted = 1};
    CHECK_EQUAL(le_extents_apply(tree, more, 3, new, 1, NULL, NULL), LE_OK);
    for (int i = 0; i < 6; i++) less[i] = (le_edit){.at = 125 * i + 2, .removed = 62};
    CHECK_EQUAL(le_extents_apply(tree, less, 6, NULL, 0, NULL, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK(le_extents_bytes(tree) <= 381 * 10 + 1024);
    le_extents_release(tree);

    int64_t extents[800], after[800];
    for (int i = 0; i < 800; i++) extents[i] = i;
    tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, extents, 800), LE_OK); // four leaves
    const size_t large = le_extents_bytes(tree);
    le_edit first[2] = {{.at = 200, .removed = 99}, {.at = 400, .removed = 99}};
    le_edit second[2] = {{.at = 200, .removed = 50}, {.at = 301, .removed = 50}};
    work = (le_work){0};
    CHECK_EQUAL(le_extents_apply(tree, first, 2, NULL, 0, NULL, &work), LE_OK);
    CHECK_EQUAL(le_extents_apply(tree, second, 2, NULL, 0, NULL, &work), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(work.items_moved, 0);
    CHECK(le_extents_bytes(tree) <= large - 1024);
    CHECK_EQUAL(le_extents_count(tree), 502);
    le_extents_read(tree, 0, 502, after);
    for (int i = 0; i < 502; i++) CHECK_EQUAL(after[i], i < 200 ? i : i < 251 ? i + 149 : i + 298);
    le_extents_release(tree);
}

// Without values, scripts insert zeros, up to the limit. They need no memory for each.
static void scripts_of_zeros(uint64_t seed) {
    (void)seed;
    int64_t extents[3] = {5, 6, 7};
    le_extents *tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, extents, 3), LE_OK);
    const int64_t many = LE_MAX_COUNT - 5;
    le_edit edits[3] = {{.at = 0, .inserted = 2},
                        {.at = 1, .inserted = many, .source = 2},
                        {.at = 3, .inserted = 1, .source = 1, .moved = true}};
    CHECK_EQUAL(le_extents_apply(tree, edits, 3, NULL, LE_MAX_COUNT, NULL, NULL), LE_TOO_LARGE);
    edits[1].inserted -= 1;
    CHECK_EQUAL(le_extents_apply(tree, edits, 3, NULL, LE_MAX_COUNT, NULL, NULL), LE_OK);
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_count(tree), LE_MAX_COUNT);
    CHECK_EQUAL(le_extents_total(tree), 5 + 6 + 7 + 6);
    CHECK_EQUAL(le_extents_entry(tree, 2, NULL).extent, 5);
    CHECK_EQUAL(le_extents_entry(tree, 3, NULL).extent, 0);
    CHECK_EQUAL(le_extents_entry(tree, LE_MAX_COUNT - 1, NULL).extent, 6);
    CHECK(le_extents_bytes(tree) < 16384);
    le_extents_release(tree);
}

// Leaves that lose a few entries with each script are merged, also below nodes with few children, or get smaller
// blocks.
static void scripts_that_shrink_keep_few_blocks(uint64_t seed) {
    (void)seed;
    enum { N = 100000 };
    int64_t *extents = slots(N, sizeof *extents);
    for (int64_t i = 0; i < N; i++) extents[i] = i;
    le_edit *edits = slots(N, sizeof *edits);
    for (int per_cent = 2; per_cent < 50; per_cent += 47) {
        le_extents *tree = le_extents_create();
        CHECK(tree);
        CHECK_EQUAL(le_extents_assign(tree, extents, N), LE_OK);
        for (int64_t n = N; n > 1000; n = le_extents_count(tree)) {
            // One entry in 50, or 98 of 200.
            size_t count = 0;
            const int64_t step = per_cent == 2 ? 50 : 200, removed = per_cent == 2 ? 1 : 98;
            for (int64_t at = 0; at + removed <= n; at += step)
                edits[count++] = (le_edit){.at = at, .removed = removed};
            CHECK_EQUAL(le_extents_apply(tree, edits, count, NULL, 0, NULL, NULL), LE_OK);
            CHECK_RULES(le_extents_check(tree));
            CHECK(le_extents_bytes(tree) <= (size_t)le_extents_count(tree) * 17 + 2048);
        }
        le_extents_release(tree);
    }
    // Many edits to each leaf neither divide the leaves nor enlarge them.
    le_extents *tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, extents, N), LE_OK);
    const size_t bytes = le_extents_bytes(tree);
    for (int64_t gap = 4; gap < 64; gap *= 2) {
        size_t count = 0;
        for (int64_t at = 0; at + gap < N; at += gap)
            edits[count] = (le_edit){.at = at, .inserted = count % 2, .removed = 1 - count % 2}, count++;
        CHECK_EQUAL(le_extents_apply(tree, edits, count, extents, N, NULL, NULL), LE_OK);
        CHECK_RULES(le_extents_check(tree));
        CHECK(le_extents_bytes(tree) <= bytes + bytes / 16);
    }
    le_extents_release(tree);
    free(extents);
    free(edits);
}

// Entries that scripts append one by one fill their leaves: an entry takes 4 bytes, and a leaf of two halves would
// take 8.
static void scripts_that_append_fill_leaves(uint64_t seed) {
    (void)seed;
    le_extents *tree = le_extents_create();
    CHECK(tree);
    for (int64_t i = 0; i < 5000; i++) {
        le_edit edit = {.at = i, .inserted = 1};
        CHECK_EQUAL(le_extents_apply(tree, &edit, 1, &i, 1, NULL, NULL), LE_OK);
    }
    CHECK_RULES(le_extents_check(tree));
    CHECK(le_extents_bytes(tree) < 5000 * 6);
    le_extents_release(tree);
}

// An array to which scripts are applied as well.
typedef struct {
    int64_t *extent, *spare, n;
} script_model;

static void model_apply(script_model *m, const le_edit *edits, int count, const int64_t *values) {
    int64_t n = 0, from = 0;
    for (int e = 0; e <= count; e++) {
        const int64_t to = e < count ? edits[e].at : m->n;
        for (; from < to; from++) m->spare[n++] = m->extent[from];
        if (e == count) break;
        const int64_t *source = (edits[e].moved ? m->extent : values) + edits[e].source;
        for (int64_t i = 0; i < edits[e].inserted; i++) m->spare[n++] = source[i];
        from += edits[e].removed;
    }
    int64_t *extent = m->extent;
    m->extent = m->spare;
    m->spare = extent;
    m->n = n;
}

// Random scripts over one to three levels. Half of the scripts edit one stretch again and again, so that leaves
// fill and empty. Some fail for lack of memory, and some find the leaves shared.
static void random_scripts(uint64_t seed) {
    enum { MOST = 40000, EDITS = 600, VALUES = 4000 };
    rng random = {seed}, *r = &random;
    const int64_t sizes[] = {3, 150, 1000, 7000, 20000};
    script_model m = {slots(MOST, sizeof(int64_t)), slots(MOST, sizeof(int64_t)), sizes[rng_below(r, 5)]};
    le_edit *edits = slots(EDITS, sizeof *edits);
    int64_t *values = slots(VALUES, sizeof *values), *read = slots(MOST, sizeof *read);
    fill_extents(r, rng_chance(r, 3) ? (int)rng_below(r, SHAPES) : 0, m.n, m.extent);
    le_extents *tree = le_extents_create(), *shared = NULL;
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, m.extent, m.n), LE_OK);
    const int64_t band = rng_below(r, m.n);
    for (running.step = 0; running.step < 40; running.step++) {
        fill_extents(r, rng_chance(r, 4) ? (int)rng_below(r, SHAPES) : 0, VALUES, values);
        const bool grows = rng_chance(r, 2), same = rng_chance(r, 2);
        const int64_t far = same ? 40 : 1 + 2 * m.n / EDITS;
        int64_t at = same ? smaller(band, m.n) : rng_below(r, far), source = 0;
        int count = 0;
        for (int most = (int)rng_in(r, 1, EDITS); count < most && at <= m.n && source < VALUES - 130; count++) {
            le_edit edit = {.at = at, .source = source};
            edit.removed = smaller(rng_below(r, rng_chance(r, 40) ? 120 : grows ? 2 : 3), m.n - at);
            edit.inserted = rng_below(r, rng_chance(r, 40) ? 120 : grows ? 3 : 2);
            if (rng_chance(r, 200) && edit.inserted < m.n) {
                edit.moved = true;
                edit.source = rng_below(r, m.n - edit.inserted + 1);
            } else {
                source += edit.inserted;
            }
            edits[count] = edit;
            at += edit.removed + rng_below(r, far);
            if (m.n + source + 4 * EDITS > MOST) break;
        }
        if (rng_chance(r, 6)) {
            le_extents_release(shared);
            shared = le_extents_copy(tree);
            CHECK(shared);
        }
        if (rng_chance(r, 5)) fail_allocations_after((long)rng_below(r, 20), -1);
        const le_status status = le_extents_apply(tree, edits, (size_t)count, values, VALUES, NULL, NULL);
        fail_allocations_after(-1, -1);
        CHECK(status == LE_OK || status == LE_NO_MEMORY);
        if (status == LE_OK) model_apply(&m, edits, count, values);
        CHECK_RULES(le_extents_check(tree));
        if (shared) CHECK_RULES(le_extents_check(shared));
        CHECK_EQUAL(le_extents_count(tree), m.n);
        le_extents_read(tree, 0, m.n, read);
        CHECK(memcmp(read, m.extent, (size_t)m.n * sizeof *read) == 0);
        if (m.n == 0) break;
    }
    le_extents_release(shared);
    le_extents_release(tree);
    free(m.extent);
    free(m.spare);
    free(edits);
    free(values);
    free(read);
}

void test_extents_scripts(void) {
    run_cases("extents, three full leaves", 1, full_leaves_lose_one_each);
    run_cases("lists, three full leaves", 1, full_leaves_of_a_list);
    run_cases("extents, largest total", 1, scripts_keep_the_largest_total);
    run_cases("extents, fit as a whole", 1, scripts_that_fit_only_as_a_whole);
    run_cases("extents, refused in the middle", 1, refusals_in_the_middle);
    run_cases("extents, in place", 1, scripts_in_place);
    run_cases("extents, leaves of scripts", 1, scripts_split_and_merge_leaves);
    run_cases("extents, scripts of zeros", 1, scripts_of_zeros);
    run_cases("extents, shrinking scripts", 1, scripts_that_shrink_keep_few_blocks);
    run_cases("extents, appending scripts", 1, scripts_that_append_fill_leaves);
    run_cases("extents, script histories", 800, random_scripts);
}
