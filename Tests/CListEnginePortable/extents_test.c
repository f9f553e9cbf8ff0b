// Random edits of extent trees against plain arrays.
#include "harness.h"

// The simple version: an array.
typedef struct {
    int64_t *at;
    int64_t n, capacity;
} array;

static void array_free(array *a) { free(a->at); }

static array array_copy(const array *a) {
    array c = {slots(a->n, sizeof *a->at), a->n, a->n};
    if (a->n) memcpy(c.at, a->at, (size_t)a->n * sizeof *a->at);
    return c;
}

static void array_replace(array *a, int64_t first, int64_t removed, const int64_t *new, int64_t inserted) {
    int64_t n = a->n - removed + inserted;
    if (n > a->capacity) {
        a->capacity = 2 * n;
        a->at = realloc(a->at, (size_t)a->capacity * sizeof *a->at);
        CHECK(a->at);
    }
    if (!a->at) return;
    memmove(a->at + first + inserted, a->at + first + removed, (size_t)(a->n - first - removed) * sizeof *a->at);
    if (inserted) memcpy(a->at + first, new, (size_t)inserted * sizeof *new);
    a->n = n;
}

static void array_move(array *a, int64_t first, int64_t count, int64_t to) {
    int64_t *moved = slots(count, sizeof *moved);
    if (count) memcpy(moved, a->at + first, (size_t)count * sizeof *moved);
    array_replace(a, first, count, NULL, 0);
    array_replace(a, to, 0, moved, count);
    free(moved);
}

// ---- Comparison

static void check_offset(const le_extents *tree, const array *a, const int64_t *starts, int64_t offset) {
    le_extent_at found = le_extents_at_offset(tree, offset, NULL);
    // The first entry that is not empty and ends after the offset.
    int64_t i = 0;
    while (i < a->n && (a->at[i] == 0 || starts[i] + a->at[i] <= offset)) i++;
    CHECK_EQUAL(found.index, i);
    CHECK_EQUAL(found.offset, starts[i]);
    if (i < a->n) CHECK_EQUAL(found.extent, a->at[i]);
}

static void check_same(rng *r, const le_extents *tree, const array *a) {
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_count(tree), a->n);
    int64_t *starts = slots(a->n + 1, sizeof *starts), *read = slots(a->n, sizeof *read);
    for (int64_t i = 0; i < a->n; i++) starts[i + 1] = starts[i] + a->at[i];
    CHECK_EQUAL(le_extents_total(tree), starts[a->n]);

    le_extents_read(tree, 0, a->n, read);
    for (int64_t i = 0; i < a->n; i++) CHECK_EQUAL(read[i], a->at[i]);

    int probes = a->n <= 64 ? (int)a->n : 40;
    for (int p = 0; p < probes; p++) {
        int64_t i = a->n <= 64 ? p : rng_below(r, a->n);
        le_extent_at entry = le_extents_entry(tree, i, NULL);
        CHECK_EQUAL(entry.index, i);
        CHECK_EQUAL(entry.offset, starts[i]);
        CHECK_EQUAL(entry.extent, a->at[i]);
        CHECK_EQUAL(le_extents_offset(tree, i, NULL), starts[i]);
        int64_t count = rng_below(r, a->n - i + 1);
        le_extents_read(tree, i, count, read);
        for (int64_t k = 0; k < count && k < 200; k++) CHECK_EQUAL(read[k], a->at[i + k]);
        if (a->n <= 64 || p < 6) {
            check_offset(tree, a, starts, starts[i]);
            check_offset(tree, a, starts, starts[i] - 1);
            check_offset(tree, a, starts, starts[i] + a->at[i] / 2);
        }
    }
    CHECK_EQUAL(le_extents_offset(tree, a->n, NULL), starts[a->n]);
    check_offset(tree, a, starts, -1);
    check_offset(tree, a, starts, starts[a->n]);
    check_offset(tree, a, starts, LE_MAX_TOTAL);
    free(starts);
    free(read);
}

// ---- One random edit, on both

// Edits in ascending order that do not overlap, and the array after them.
static le_edit *random_script(rng *r, const array *a, int64_t new_count, const int64_t *new, size_t *edit_count,
                              array *after) {
    size_t n = (size_t)rng_in(r, 0, a->n < 64 ? 6 : 60);
    le_edit *edits = slots((int64_t)n, sizeof *edits);
    int64_t at = 0, kept = 0;
    size_t made = 0;
    for (; made < n && at <= a->n; made++) {
        le_edit e = {.at = at + rng_below(r, (a->n - at) / ((int64_t)(n - made)) + 1)};
        e.removed = rng_chance(r, 2) ? rng_below(r, smaller(a->n - e.at, 5) + 1) : 0;
        e.moved = rng_chance(r, 3);
        int64_t source_count = e.moved ? a->n : new_count;
        e.source = rng_below(r, source_count + 1);
        e.inserted = rng_below(r, smaller(source_count - e.source, 7) + 1);
        edits[made] = e;
        if (e.at > kept) array_replace(after, after->n, 0, a->at + kept, e.at - kept);
        array_replace(after, after->n, 0, (e.moved ? a->at : new) + e.source, e.inserted);
        kept = e.at + e.removed;
        at = kept + (e.removed == 0);
    }
    if (a->n > kept) array_replace(after, after->n, 0, a->at + kept, a->n - kept);
    *edit_count = made;
    return edits;
}

// Changes tree and array alike. With `fail_after` >= 0 memory runs out; the array then changes only if the tree did.
static void random_edit(rng *r, le_extents *tree, array *a, int64_t largest) {
    int64_t want = rng_chance(r, 3) ? rng_below(r, largest + 1) : rng_below(r, 4), count;
    int64_t *new = slots(want, sizeof *new);
    fill_extents(r, (int)rng_below(r, SHAPES), want, new);
    int64_t first = rng_below(r, a->n + 1);
    le_work work = {0};
    bool short_of_memory = rng_chance(r, 6);
    if (short_of_memory) le_pool_fail_after((long)rng_below(r, 12));
    le_status status = LE_OK;
    switch (rng_below(r, 8)) {
    case 0:
        running.operation = "resize";
        if (first == a->n || want == 0) break;
        status = le_extents_resize(tree, first, new[0], &work);
        if (status == LE_OK) a->at[first] = new[0];
        break;
    case 1:
        running.operation = "resize range";
        count = smaller(want, a->n - first);
        status = le_extents_resize_range(tree, first, new, count, &work);
        if (status == LE_OK && count) memcpy(a->at + first, new, (size_t)count * sizeof *new);
        break;
    case 2:
        running.operation = "insert";
        status = le_extents_insert(tree, first, new, want, &work);
        if (status == LE_OK) array_replace(a, first, 0, new, want);
        break;
    case 3:
        running.operation = "insert run";
        for (int64_t i = 1; i < want; i++) new[i] = new[0];
        if (want && rng_chance(r, 2) && a->n) { // equal to the neighbour, so that runs merge
            for (int64_t i = 0; i < want; i++) new[i] = a->at[first ? first - 1 : 0];
        }
        status = le_extents_insert_run(tree, first, (le_run){want, want ? new[0] : 0}, &work);
        if (status == LE_OK) array_replace(a, first, 0, new, want);
        break;
    case 4:
    case 5:
        running.operation = "remove";
        count = rng_chance(r, 3) ? rng_below(r, a->n - first + 1) : smaller(rng_below(r, 4), a->n - first);
        if (rng_chance(r, 40)) first = 0, count = a->n;
        status = le_extents_remove(tree, first, count, &work);
        if (status == LE_OK) array_replace(a, first, count, NULL, 0);
        break;
    case 6: {
        running.operation = "move";
        count = rng_below(r, a->n - first + 1);
        int64_t to = rng_below(r, a->n - count + 1);
        status = le_extents_move(tree, first, count, to, &work);
        if (status == LE_OK) array_move(a, first, count, to);
        break;
    }
    default: {
        running.operation = "script";
        size_t edit_count;
        array after = {0};
        le_edit *edits = random_script(r, a, want, new, &edit_count, &after);
        status = le_extents_apply(tree, edits, edit_count, new, want, NULL, &work);
        if (status == LE_OK) {
            array old = *a;
            *a = after;
            after = old;
        }
        array_free(&after);
        free(edits);
    }
    }
    le_pool_fail_after(-1);
    if (!short_of_memory)
        CHECK_EQUAL(status, LE_OK);
    else
        CHECK(status == LE_OK || status == LE_NO_MEMORY);
    free(new);
}

// Refused edits name the fault and change nothing.
static void refused_edits(rng *r, le_extents *tree, const array *a) {
    running.operation = "refused edit";
    int64_t bad[3] = {1, rng_chance(r, 2) ? -1 : INT64_MIN, 2};
    int64_t huge[3] = {LE_MAX_TOTAL, LE_MAX_TOTAL, 1};
    int64_t at = rng_below(r, a->n + 1);
    CHECK_EQUAL(le_extents_insert(tree, at, bad, 3, NULL), LE_BAD_VALUE);
    CHECK_EQUAL(le_extents_insert(tree, at, huge, 3, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_extents_insert_run(tree, at, (le_run){4, -1}, NULL), LE_BAD_VALUE);
    CHECK_EQUAL(le_extents_insert_run(tree, at, (le_run){LE_MAX_COUNT, LE_UNIT << 20}, NULL), LE_TOO_LARGE);
    if (a->n) CHECK_EQUAL(le_extents_resize(tree, at ? at - 1 : 0, -5, NULL), LE_BAD_VALUE);
    if (a->n >= 3) CHECK_EQUAL(le_extents_resize_range(tree, 0, bad, 3, NULL), LE_BAD_VALUE);
    CHECK_EQUAL(le_extents_assign(tree, bad, 3), LE_BAD_VALUE);
    CHECK_EQUAL(le_extents_assign(tree, huge, 3), LE_TOO_LARGE);

    size_t failed = 99;
    le_edit overlapping[2] = {{.at = 0, .removed = a->n}, {.at = a->n ? a->n - 1 : 0, .removed = 1}};
    CHECK_EQUAL(le_extents_apply(tree, overlapping, 2, NULL, 0, &failed, NULL), LE_BAD_EDITS);
    CHECK_EQUAL(failed, 1);
    le_edit outside[1] = {{.at = a->n + 1}};
    CHECK_EQUAL(le_extents_apply(tree, outside, 1, NULL, 0, &failed, NULL), LE_BAD_EDITS);
    CHECK_EQUAL(failed, 0);
    le_edit no_source[1] = {{.at = 0, .inserted = 2, .source = 2}};
    CHECK_EQUAL(le_extents_apply(tree, no_source, 1, bad, 3, &failed, NULL), LE_BAD_EDITS);
    check_same(r, tree, a);
}

// ---- Random edits

static int64_t random_count(rng *r, int64_t largest) {
    static const int64_t lanes[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 15, 16, 17, 19, 31, 32, 33, 35};
    int64_t n = rng_chance(r, 2) ? lanes[rng_below(r, sizeof lanes / sizeof *lanes)] : rng_below(r, largest + 1);
    return smaller(n, largest);
}

static void history(uint64_t seed, int64_t n, int steps, bool check_each_step) {
    rng r = {seed};
    array a = {slots(n, sizeof *a.at), n, n};
    fill_extents(&r, (int)rng_below(&r, SHAPES), n, a.at);
    le_extents *tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_count(tree), 0);
    running.operation = "assign";
    if (rng_chance(&r, 3)) {
        // From runs, some of them empty or equal to the previous one.
        le_run *runs = slots(2 * n + 1, sizeof *runs);
        size_t count = 0;
        for (int64_t i = 0; i < n;) {
            int64_t m = 1;
            while (i + m < n && a.at[i + m] == a.at[i] && !rng_chance(&r, 20)) m++;
            if (rng_chance(&r, 9)) runs[count++] = (le_run){0, rng_below(&r, 9)};
            runs[count++] = (le_run){m, a.at[i]};
            i += m;
        }
        CHECK_EQUAL(le_extents_assign_runs(tree, runs, count), LE_OK);
        free(runs);
    } else {
        CHECK_EQUAL(le_extents_assign(tree, a.at, n), LE_OK);
    }
    check_same(&r, tree, &a);

    // An older copy keeps its contents whatever happens to the tree.
    le_extents *copy = NULL;
    array copied = {0};
    for (int s = 0; s < steps; s++) {
        running.step = s + 1;
        if (rng_chance(&r, 3)) {
            le_extents_release(copy);
            array_free(&copied);
            CHECK(copy = le_extents_copy(tree));
            copied = array_copy(&a);
            if (rng_chance(&r, 2)) { // it does not matter which of the two continues
                le_extents *other = copy;
                copy = tree;
                tree = other;
            }
        }
        random_edit(&r, tree, &a, n < 64 ? 64 : n < 20000 ? 2000 : 5000);
        if (check_each_step) check_same(&r, tree, &a);
        if (rng_chance(&r, 8)) refused_edits(&r, tree, &a);
    }
    running.operation = "end";
    check_same(&r, tree, &a);
    if (copy) check_same(&r, copy, &copied);
    le_extents_release(tree);
    le_extents_release(copy);
    array_free(&a);
    array_free(&copied);
}

static void small_history(uint64_t seed) {
    rng r = {seed * 77};
    history(seed, random_count(&r, 64), 6, true);
}

static void medium_history(uint64_t seed) {
    rng r = {seed * 77};
    history(seed, rng_in(&r, 5000, 15000), 12, false);
}

// One small edit at or near the start of each of `leaves`, so that nearly all of the leaf is one part of the pass over
// it.
static le_edit *edits_at_leaves(rng *r, const array *a, const int64_t *begin, int64_t leaves, int64_t new_count,
                                const int64_t *new, size_t *edit_count, array *after) {
    le_edit *edits = slots(leaves, sizeof *edits);
    int64_t kept = 0;
    size_t made = 0;
    for (int64_t leaf = 0; leaf < leaves; leaf++) {
        le_edit e = {.at = begin[leaf] + (rng_chance(r, 3) ? rng_below(r, 6) : 0), .removed = rng_below(r, 3)};
        e.inserted = rng_chance(r, 3) ? rng_below(r, 3) : 0;
        e.source = rng_below(r, new_count - e.inserted);
        if (e.at < kept || e.at + e.removed > a->n || rng_chance(r, 9)) continue;
        edits[made++] = e;
        array_replace(after, after->n, 0, a->at + kept, e.at - kept);
        array_replace(after, after->n, 0, new + e.source, e.inserted);
        kept = e.at + e.removed;
    }
    array_replace(after, after->n, 0, a->at + kept, a->n - kept);
    *edit_count = made;
    return edits;
}

// Only single inserts fill leaves completely, and random inserts do not fill adjacent leaves. A stream leaves room
// for 50 entries in each of its leaves of 200; here nearly all of that room is used, and a script goes over all leaves.
static void full_leaves_edits(uint64_t seed) {
    rng r = {seed};
    enum { LEAF = 200, ROOM = 50 };
    int64_t leaves = rng_in(&r, 2, rng_chance(&r, 8) ? 60 : 8), n = leaves * LEAF;
    array a = {slots(n, sizeof *a.at), n, n};
    fill_extents(&r, rng_chance(&r, 2) ? 0 : 5, n, a.at);
    for (int64_t i = 0; i < n; i++) a.at[i] += 4 * i; // no runs
    le_extents *tree = le_extents_create();
    CHECK(tree);
    for (int step = 0; step < 3; step++) {
        running.step = step;
        running.operation = "fill";
        CHECK_EQUAL(le_extents_assign(tree, a.at, a.n), LE_OK);
        leaves = a.n / LEAF;
        int64_t *begin = slots(leaves, sizeof *begin), filled = 0;
        for (int64_t leaf = 0; leaf < leaves; leaf++) {
            begin[leaf] = leaf * LEAF + filled;
            int64_t room = rng_chance(&r, 4) ? rng_below(&r, ROOM + 1) : ROOM - rng_below(&r, 3);
            for (int64_t i = 0; i < room; i++) {
                int64_t at = begin[leaf] + 1 + rng_below(&r, LEAF - 2), extent = rng_below(&r, 90 * LE_UNIT);
                CHECK_EQUAL(le_extents_insert(tree, at, &extent, 1, NULL), LE_OK);
                array_replace(&a, at, 0, &extent, 1);
            }
            filled += room;
        }
        if (step == 0) CHECK(le_extents_bytes(tree) <= (size_t)(leaves + leaves / 16 + 3) * 1024); // no leaf was split
        running.operation = "script over full leaves";
        int64_t new[40];
        fill_extents(&r, (int)rng_below(&r, SHAPES), 40, new);
        size_t edit_count;
        array after = {0};
        le_edit *edits = rng_chance(&r, 3) ? random_script(&r, &a, 40, new, &edit_count, &after)
                                           : edits_at_leaves(&r, &a, begin, leaves, 40, new, &edit_count, &after);
        CHECK_EQUAL(le_extents_apply(tree, edits, edit_count, new, 40, NULL, NULL), LE_OK);
        free(edits);
        free(begin);
        array_free(&a);
        a = after;
        check_same(&r, tree, &a);
        random_edit(&r, tree, &a, 300);
        check_same(&r, tree, &a);
        if (a.n < 2 * LEAF) break;
    }
    le_extents_release(tree);
    array_free(&a);
}

// A few edits of many leaves are made one by one, and ranges are moved by split and join.
static void few_edits_of_many_leaves(uint64_t seed) {
    rng r = {seed};
    int64_t n = rng_in(&r, 40000, 60000);
    array a = {slots(n, sizeof *a.at), n, n};
    fill_extents(&r, rng_chance(&r, 2) ? 0 : 4, n, a.at);
    le_extents *tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, a.at, n), LE_OK);
    for (int step = 0; step < 4; step++) {
        running.step = step;
        int64_t new[100], first = rng_below(&r, a.n), second = rng_in(&r, first, a.n);
        fill_extents(&r, (int)rng_below(&r, SHAPES), 100, new);
        le_edit edits[2] = {{.at = first}, {.at = second}};
        size_t count = second > first ? 2 : 1;
        array after = {0};
        int64_t kept = 0;
        for (size_t e = 0; e < count; e++) {
            int64_t end = e + 1 < count ? second : a.n;
            edits[e].moved = !rng_chance(&r, 3);
            int64_t limit = edits[e].moved ? a.n : 100;
            edits[e].source = rng_below(&r, limit);
            edits[e].inserted = smaller(limit - edits[e].source, rng_chance(&r, 2) ? rng_below(&r, 70) : 5000);
            edits[e].removed = smaller(end - edits[e].at, rng_chance(&r, 2) ? rng_below(&r, 3) : 5000);
            array_replace(&after, after.n, 0, a.at + kept, edits[e].at - kept);
            array_replace(&after, after.n, 0, (edits[e].moved ? a.at : new) + edits[e].source, edits[e].inserted);
            kept = edits[e].at + edits[e].removed;
        }
        array_replace(&after, after.n, 0, a.at + kept, a.n - kept);
        le_work work = {0};
        CHECK_EQUAL(le_extents_apply(tree, edits, count, new, 100, NULL, &work), LE_OK);
        CHECK_EQUAL(work.items_moved, 0); // no pass over the leaves
        array_free(&a);
        a = after;
        if (le_extents_bytes(tree) < ((size_t)170 << 10)) break; // two edits cost as much as a pass over 120 leaves
    }
    check_same(&r, tree, &a);
    le_extents_release(tree);
    array_free(&a);
}

// Small edits of dense leaves are applied in place, without memory, until a leaf is full or small, or a value needs 64
// bits. Edits at the ends of leaves and of the list are frequent.
static void small_edits_of_many_leaves(uint64_t seed) {
    enum { FILL = 200, NEW = 40 }; // entries of a leaf of a new tree
    rng r = {seed};
    int64_t n = rng_chance(&r, 4) ? rng_in(&r, 1, 3) : rng_in(&r, 1, rng_chance(&r, 2) ? 12 : 60) * FILL;
    array a = {slots(n, sizeof *a.at), n, n};
    fill_extents(&r, 0, n, a.at);
    le_extents *tree = le_extents_create(), *shared = NULL;
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, a.at, n), LE_OK);
    const int64_t apart = rng_in(&r, 2, 300), grows = rng_below(&r, 3);
    for (int step = 0; step < 30 && a.n > 0; step++) {
        running.step = step;
        running.operation = "small edits";
        int64_t new[NEW];
        fill_extents(&r, 0, NEW, new);
        if (step > 20 && rng_chance(&r, 3)) new[rng_below(&r, NEW)] <<= 30;
        le_edit *edits = slots(a.n + 1, sizeof *edits);
        size_t count = 0;
        array after = {0};
        int64_t kept = 0;
        for (int64_t at = rng_below(&r, apart + 1);; at += rng_in(&r, 0, 2 * apart)) {
            if (rng_chance(&r, 3)) at = (at + FILL - 1) / FILL * FILL - rng_below(&r, 2);
            at = smaller(at, a.n);
            if (at < kept) at = kept;
            le_edit *edit = &edits[count++];
            *edit = (le_edit){.at = at, .source = rng_below(&r, NEW)};
            edit->removed = smaller(a.n - at, rng_below(&r, grows == 2 ? 1 : 3));
            edit->inserted = smaller(NEW - edit->source, rng_below(&r, grows == 0 ? 2 : 4));
            array_replace(&after, after.n, 0, a.at + kept, at - kept);
            array_replace(&after, after.n, 0, new + edit->source, edit->inserted);
            kept = at + edit->removed;
            if (at == a.n || (int64_t)count == a.n) break;
        }
        array_replace(&after, after.n, 0, a.at + kept, a.n - kept);
        array before = {0};
        if (rng_chance(&r, 4)) {
            CHECK(shared = le_extents_copy(tree));
            array_replace(&before, 0, 0, a.at, a.n);
        }
        // Without memory the script is applied in place, or not at all.
        fail_allocations_after(0, 0);
        le_status status = le_extents_apply(tree, edits, count, new, NEW, NULL, NULL);
        fail_allocations_after(-1, -1);
        if (status != LE_OK) {
            CHECK_EQUAL(status, LE_NO_MEMORY);
            check_same(&r, tree, &a);
            CHECK_EQUAL(le_extents_apply(tree, edits, count, new, NEW, NULL, NULL), LE_OK);
        }
        array_free(&a);
        a = after;
        check_same(&r, tree, &a);
        if (shared) check_same(&r, shared, &before);
        le_extents_release(shared);
        shared = NULL;
        array_free(&before);
        free(edits);
    }
    le_extents_release(tree);
    array_free(&a);
}

// Every allocation of every edit fails once: the tree is then unchanged, and the next try continues with it.
static le_status sweep_edit(le_extents *tree, int operation, rng r, const int64_t *new, int64_t new_count) {
    const int64_t n = le_extents_count(tree), first = rng_below(&r, n - 3000), to = rng_below(&r, n - 3000);
    switch (operation) {
    case 0:
        return le_extents_assign(tree, new, new_count);
    case 1:
        return le_extents_resize(tree, first, new[0], NULL);
    case 2:
        return le_extents_resize_range(tree, first, new, new_count, NULL);
    case 3:
        return le_extents_insert(tree, first, new, rng_in(&r, 1, 60), NULL);
    case 4:
        return le_extents_insert(tree, first, new, new_count, NULL);
    case 5:
        return le_extents_insert_run(tree, first, (le_run){(int64_t)1 << 33, 1}, NULL);
    case 6:
        return le_extents_remove(tree, first, rng_in(&r, 1, 3000), NULL);
    case 7:
        return le_extents_move(tree, first, rng_in(&r, 1, 60), to, NULL);
    case 8:
        return le_extents_move(tree, first, rng_in(&r, 1000, 3000), to, NULL);
    case 9: { // applied edit by edit
        le_edit edits[2] = {{.at = first, .removed = 5, .inserted = 3000, .source = to, .moved = true},
                            {.at = first + 500, .removed = 90, .inserted = new_count}};
        return le_extents_apply(tree, edits, 2, new, new_count, NULL, NULL);
    }
    case 10: { // applied in place, in a dense part
        le_edit edits[40];
        for (int e = 0; e < 40; e++)
            edits[e] = (le_edit){.at = first + 70 * e, .removed = e % 3, .inserted = e % 2, .source = e};
        return le_extents_apply(tree, edits, 40, new, new_count, NULL, NULL);
    }
    default: { // applied in one pass
        le_edit edits[40];
        for (int e = 0; e < 40; e++)
            edits[e] = (le_edit){.at = first + 70 * e, .removed = 9, .inserted = 6, .source = 7 * e, .moved = e & 1};
        return le_extents_apply(tree, edits, 40, new, new_count, NULL, NULL);
    }
    }
}

static void failing_allocations(uint64_t seed) {
    rng r = {seed};
    enum { N = 30000, NEW = 700 };
    int64_t *extents = slots(N, sizeof *extents), *new = slots(NEW, sizeof *new);
    array before = {slots(N, sizeof *before.at), N, N};
    fill_extents(&r, (int)rng_below(&r, SHAPES), N, extents);
    for (int64_t i = 0; i < N / 2; i++) extents[i] += 3 * i; // no runs there
    fill_extents(&r, (int)rng_below(&r, SHAPES), NEW, new);
    memcpy(before.at, extents, N * sizeof *extents);
    for (int operation = 0; operation <= 11; operation++) {
        running.operation = "failing allocation";
        rng same = {rng_next(&r)};
        le_extents *tree = le_extents_create(), *shared = NULL;
        CHECK(tree);
        CHECK_EQUAL(le_extents_assign(tree, extents, N), LE_OK);
        if (rng_chance(&r, 2)) CHECK(shared = le_extents_copy(tree)); // paths are copied before they change
        for (long budget = 0;; budget++) {
            running.step = operation * 1000 + (int)budget;
            bool buffers = budget & 1; // nodes and buffers in turn
            fail_allocations_after(buffers ? -1 : budget / 2, buffers ? budget / 2 : -1);
            le_status status = sweep_edit(tree, operation, same, new, NEW);
            fail_allocations_after(-1, -1);
            CHECK_RULES(le_extents_check(tree));
            if (status == LE_OK) {
                if (!buffers) break;
                CHECK_EQUAL(le_extents_assign(tree, extents, N), LE_OK); // there were enough buffers, but not yet
                                                                         // enough nodes
                if (shared) {
                    le_extents_release(shared);
                    CHECK(shared = le_extents_copy(tree));
                }
                continue;
            }
            CHECK_EQUAL(status, LE_NO_MEMORY);
            CHECK_EQUAL(le_extents_count(tree), N);
            if (budget < 8) check_same(&r, tree, &before);
        }
        if (shared) check_same(&r, shared, &before);
        le_extents_release(shared);
        le_extents_release(tree);
    }
    fail_allocations_after(-1, 0);
    CHECK(!le_extents_create());
    fail_allocations_after(-1, -1);
    free(extents);
    free(new);
    array_free(&before);
}

// Equal extents are compressed to runs, and stay compressed through edits. Their leaf grows from the smallest block to
// the largest; extents of 64 bits are stored otherwise than those of 32.
static void billion_rows(uint64_t seed) {
    rng r = {seed};
    const bool wide = rng_chance(&r, 2);
    const int64_t n = wide ? 1000000 : 1000000000, each = wide ? (int64_t)1 << 40 : 44 * LE_UNIT;
    le_extents *tree = le_extents_create();
    CHECK(tree);
    le_run run = {n, each};
    CHECK_EQUAL(le_extents_assign_runs(tree, &run, 1), LE_OK);
    CHECK(le_extents_bytes(tree) <= 1024);
    int64_t delta = 0;
    for (int i = 0; i < 200; i++) {
        int64_t row = rng_below(&r, n), extent = rng_below(&r, 99 * LE_UNIT);
        delta += extent - le_extents_entry(tree, row, NULL).extent;
        CHECK_EQUAL(le_extents_resize(tree, row, extent, NULL), LE_OK);
        CHECK_EQUAL(le_extents_entry(tree, row, NULL).extent, extent);
        CHECK_EQUAL(le_extents_total(tree), n * each + delta);
        CHECK_RULES(le_extents_check(tree));
    }
    CHECK(le_extents_bytes(tree) <= 64 * 1024);
    le_extents_release(tree);
}

void test_extents(void) {
    run_cases("extents, small histories", 200000, small_history);
    run_cases("extents, 10^4 histories", 2000, medium_history);
    run_cases("extents, full leaves", 2000, full_leaves_edits);
    run_cases("extents, few edits", 300, few_edits_of_many_leaves);
    run_cases("extents, small edits", 3000, small_edits_of_many_leaves);
    run_cases("extents, memory short", 100, failing_allocations);
    run_cases("extents, 10^9 rows", 20, billion_rows);
}
