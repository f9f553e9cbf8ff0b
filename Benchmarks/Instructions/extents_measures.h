// Measures of trees of extents.
#ifndef INSTRUCTIONS_EXTENTS_MEASURES_H
#define INSTRUCTIONS_EXTENTS_MEASURES_H

#include "fixtures.h"

static int64_t *some_extents(int64_t n) {
    int64_t *extents = slots(n, sizeof *extents);
    for (int64_t i = 0; i < n; i++) extents[i] = (20 + below(61)) * LE_UNIT + below(LE_UNIT);
    return extents;
}

static le_extents *made_extents(int64_t n) {
    state = (uint64_t)n;
    int64_t *extents = some_extents(n);
    le_extents *tree = le_extents_create();
    must(le_extents_assign(tree, extents, n));
    free(extents);
    return tree;
}

static void extents_measures(int64_t n) {
    le_work work = {0};
    int64_t *extents = some_extents(n), *out = slots(n, sizeof *out);
    le_edit *edits = slots(n, sizeof *edits);
    if (wanted("extents", "assign", n)) {
        le_extents *tree = le_extents_create();
        BEGIN();
        must(le_extents_assign(tree, extents, n));
        END(1);
        le_extents_release(tree);
    }
    if (wanted("extents", "resize", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_extents_resize(tree, below(n), extents[i], &work));
        END(SINGLE);
        le_extents_release(tree);
    }
    if (wanted("extents", "insert", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_extents_insert(tree, below(n), extents + i, 1, &work));
        END(SINGLE);
        le_extents_release(tree);
    }
    if (wanted("extents", "remove", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_extents_remove(tree, below(n - SINGLE), 1, &work));
        END(SINGLE);
        le_extents_release(tree);
    }
    if (wanted("extents", "move", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_extents_move(tree, below(n), 1, below(n), &work));
        END(SINGLE);
        le_extents_release(tree);
    }
    if (wanted("extents", "insert_run", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++)
            must(le_extents_insert_run(tree, below(n), (le_run){1000, 44 * LE_UNIT}, &work));
        END(SINGLE);
        le_extents_release(tree);
    }
    if (wanted("extents", "script", n)) {
        le_extents *tree = made_extents(n);
        size_t count = script(n, edits);
        BEGIN();
        must(le_extents_apply(tree, edits, count, extents, n, NULL, &work));
        END(1);
        le_extents_release(tree);
    }
    if (wanted("extents", "offset", n)) {
        le_extents *tree = made_extents(n);
        int64_t sum = 0;
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_extents_offset(tree, below(n), &work);
        END(READS);
        must_hold(sum > 0);
        le_extents_release(tree);
    }
    if (wanted("extents", "at_offset", n)) {
        le_extents *tree = made_extents(n);
        int64_t total = le_extents_total(tree), sum = 0;
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_extents_at_offset(tree, below(total), &work).extent;
        END(READS);
        must_hold(sum > 0);
        le_extents_release(tree);
    }
    if (wanted("extents", "read", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        le_extents_read(tree, 0, n, out);
        END(1);
        must_hold(out[n - 1] > 0);
        le_extents_release(tree);
    }
    free(extents);
    free(out);
    free(edits);
}

#endif
