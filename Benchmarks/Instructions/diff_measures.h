// Measures of the differ for many kinds of changes.
#ifndef INSTRUCTIONS_DIFF_MEASURES_H
#define INSTRUCTIONS_DIFF_MEASURES_H

#include "measures.h"

typedef enum {
    IDENTICAL, ///< Nothing changed.
    SCATTERED, ///< 1 % deleted and 1 % inserted, anywhere.
    SHUFFLED,
    JITTERED, ///< Shuffled within every 16.
    REVERSED,
    MOVES,    ///< 0.1 % moved anywhere.
    BLOCK,    ///< A tenth of the items, from the middle, moved to the front.
    DISJOINT, ///< All items replaced.
    UPDATES,  ///< Versions of 5 % changed.
    REPEATED, ///< Half as many different keys as items, and 1 % replaced.
    WORKLOADS
} workload;
static const char *const workload_names[WORKLOADS] = {"identical", "scattered", "shuffled", "jittered", "reversed",
                                                      "moves",     "block",     "disjoint", "updates",  "repeated"};

typedef struct {
    uint64_t *keys, *versions;
    uint32_t *tokens;
    int64_t count;
} list;

static list empty_list(int64_t n) {
    return (list){slots(n, sizeof(uint64_t)), slots(n, sizeof(uint64_t)), slots(n, sizeof(uint32_t)), 0};
}

static void free_list(list *l) {
    free(l->keys);
    free(l->versions);
    free(l->tokens);
}

static void append(list *l, int64_t element) {
    l->keys[l->count] = mixed((uint64_t)element + 1);
    l->tokens[l->count] = (uint32_t)element;
    l->versions[l->count++] = (uint64_t)element;
}

static void shuffle(int64_t *elements, int64_t n) {
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t j = below(i + 1), e = elements[i];
        elements[i] = elements[j];
        elements[j] = e;
    }
}

// Elements below 2 n in a fixed order; those from n on are only on the new side. `new_side` gets at most 2 n.
static void fill_lists(workload w, int64_t n, list *old_side, list *new_side) {
    int64_t *elements = slots(n, sizeof *elements), some = n / 1000 + 1;
    for (int64_t i = 0; i < n; i++) elements[i] = w == REPEATED ? below(n / 2) : i;
    if (w != REPEATED) shuffle(elements, n);
    for (int64_t i = 0; i < n; i++) append(old_side, elements[i]);
    if (w == SHUFFLED) shuffle(elements, n);
    for (int64_t i = 0; w == JITTERED && i + 16 <= n; i += 16) shuffle(elements + i, 16);
    for (int64_t i = 0; w == MOVES && i < some; i++) {
        int64_t from = below(n), to = below(n), e = elements[from];
        if (from < to) memmove(elements + from, elements + from + 1, (size_t)(to - from) * sizeof e);
        if (to < from) memmove(elements + to + 1, elements + to, (size_t)(from - to) * sizeof e);
        elements[to] = e;
    }
    int64_t fresh = n;
    for (int64_t i = 0; i < n; i++) {
        int64_t e = elements[i];
        if (w == REVERSED) e = elements[n - 1 - i];
        if (w == DISJOINT) e = fresh++;
        if (w == REPEATED && below(100) == 0) e = below(n / 2);
        if (w == BLOCK && i < n / 2 + n / 10) e = elements[i < n / 10 ? n / 2 + i : i - n / 10];
        if (w == SCATTERED && below(100) == 0) continue;
        if (w == SCATTERED && below(100) == 0) append(new_side, fresh++);
        append(new_side, e);
        if (w == UPDATES && below(20) == 0) new_side->versions[new_side->count - 1]++;
    }
    free(elements);
}

static le_diff_side side_of(const list *l, bool tokens, bool versions) {
    return (le_diff_side){.keys = tokens ? NULL : l->keys,
                          .tokens = tokens ? l->tokens : NULL,
                          .count = (size_t)l->count,
                          .versions = versions ? l->versions : NULL};
}

// Counted with a workspace that was used at this size before: other lists are diffed first.
static void diff_measure(workload w, bool unique, bool tokens, int64_t n) {
    char operation[64];
    snprintf(operation, sizeof operation, "%s%s%s", workload_names[w], unique ? ".unique" : "",
             tokens ? ".tokens" : "");
    if (!wanted("diff", operation, n)) return;
    le_diff_workspace *workspace = le_diff_workspace_create();
    le_diff_options options = {.unique = unique};
    for (int round = 0; round < 2; round++) {
        list old_list = empty_list(n), new_list = empty_list(2 * n);
        state = (uint64_t)(n + 2 - round);
        fill_lists(w, n, &old_list, &new_list);
        le_diff_side old_side = side_of(&old_list, tokens, w == UPDATES);
        le_diff_side new_side = side_of(&new_list, tokens, w == UPDATES);
        le_diff_result result;
        if (round == 0) {
            must(le_diff(workspace, &old_side, &new_side, &options, &result));
        } else {
            BEGIN();
            must(le_diff(workspace, &old_side, &new_side, &options, &result));
            END(1);
        }
        free_list(&old_list);
        free_list(&new_list);
    }
    le_diff_workspace_release(workspace);
}

// Sections of a hundred items: two sections exchange places, and 1 % of the items are deleted and inserted.
static void diff_sections_measure(int64_t n) {
    if (!wanted("diff.sections", "scattered", n)) return;
    int64_t sections = n / 100;
    le_diff_workspace *workspace = le_diff_workspace_create();
    uint64_t *old_keys = slots(sections, sizeof *old_keys), *new_keys = slots(sections, sizeof *new_keys);
    uint32_t *old_ends = slots(sections, sizeof *old_ends), *new_ends = slots(sections, sizeof *new_ends);
    list old_list = empty_list(n), new_list = empty_list(2 * n);
    state = (uint64_t)n;
    fill_lists(SCATTERED, n, &old_list, &new_list);
    for (int64_t s = 0; s < sections; s++) {
        old_keys[s] = new_keys[s] = mixed((uint64_t)s + 7);
        old_ends[s] = (uint32_t)((s + 1) * n / sections);
        new_ends[s] = (uint32_t)((s + 1) * new_list.count / sections);
    }
    new_keys[1] = old_keys[sections - 1];
    new_keys[sections - 1] = old_keys[1];
    le_diff_side old_side = side_of(&old_list, false, false), new_side = side_of(&new_list, false, false);
    le_diff_sections_side old_cut = {.keys = old_keys, .ends = old_ends, .count = (size_t)sections};
    le_diff_sections_side new_cut = {.keys = new_keys, .ends = new_ends, .count = (size_t)sections};
    le_diff_options options = {.unique = true};
    le_diff_result result;
    must(le_diff_sections(workspace, &old_side, &old_cut, &new_side, &new_cut, &options, &result));
    BEGIN();
    must(le_diff_sections(workspace, &old_side, &old_cut, &new_side, &new_cut, &options, &result));
    END(1);
    le_diff_workspace_release(workspace);
    free_list(&old_list);
    free_list(&new_list);
    free(old_keys);
    free(new_keys);
    free(old_ends);
    free(new_ends);
}

static void diff_measures(int64_t n) {
    for (int w = 0; w < WORKLOADS; w++) {
        diff_measure((workload)w, false, false, n);
        if (w != REPEATED) diff_measure((workload)w, true, false, n);
    }
    diff_measure(SCATTERED, true, true, n);
    diff_measure(SHUFFLED, true, true, n);
    diff_sections_measure(n);
}

#endif
