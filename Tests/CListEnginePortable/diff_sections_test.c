// Diffs of two levels against a model that compares every pair: section moves are minimal among surviving sections,
// items that stay in their section move as little as possible there, and items found in another section are moves.
#include "diff_lists.h"

enum { MOST_SECTIONS = 24, MOST_ITEMS = 600 };

typedef struct {
    uint64_t keys[MOST_SECTIONS], stamps[MOST_SECTIONS];
    uint32_t ends[MOST_SECTIONS], count;
    uint32_t items[MOST_ITEMS];
    uint64_t versions[MOST_ITEMS];
} sectioned_list;

static le_diff_workspace *workspace;

static uint32_t start_of(const sectioned_list *list, uint32_t section) { return section ? list->ends[section - 1] : 0; }

static uint32_t total(const sectioned_list *list) { return list->count ? list->ends[list->count - 1] : 0; }

static uint32_t section_of(const sectioned_list *list, uint32_t item) {
    uint32_t section = 0;
    while (list->ends[section] <= item) section++;
    return section;
}

static void insert_item(sectioned_list *list, uint32_t section, uint32_t at, uint32_t item, uint64_t version) {
    uint32_t count = total(list);
    memmove(list->items + at + 1, list->items + at, (count - at) * sizeof *list->items);
    memmove(list->versions + at + 1, list->versions + at, (count - at) * sizeof *list->versions);
    list->items[at] = item;
    list->versions[at] = version;
    for (uint32_t s = section; s < list->count; s++) list->ends[s]++;
    list->stamps[section]++;
}

static void remove_item(sectioned_list *list, uint32_t at) {
    uint32_t count = total(list), section = section_of(list, at);
    memmove(list->items + at, list->items + at + 1, (count - at - 1) * sizeof *list->items);
    memmove(list->versions + at, list->versions + at + 1, (count - at - 1) * sizeof *list->versions);
    for (uint32_t s = section; s < list->count; s++) list->ends[s]--;
    list->stamps[section]++;
}

// Moves section `from` to `to`, using a copy.
static void move_section(sectioned_list *list, uint32_t from, uint32_t to) {
    sectioned_list was = *list;
    uint32_t order[MOST_SECTIONS], made = 0;
    for (uint32_t s = 0; s < list->count; s++)
        if (s != from) order[made++] = s;
    memmove(order + to + 1, order + to, (made - to) * sizeof *order);
    order[to] = from;
    uint32_t at = 0;
    for (uint32_t s = 0; s < list->count; s++) {
        uint32_t o = order[s], first = start_of(&was, o), count = was.ends[o] - first;
        memcpy(list->items + at, was.items + first, count * sizeof *list->items);
        memcpy(list->versions + at, was.versions + first, count * sizeof *list->versions);
        at += count;
        list->ends[s] = at;
        list->keys[s] = was.keys[o];
        list->stamps[s] = was.stamps[o];
    }
}

static void delete_section(sectioned_list *list, uint32_t section) {
    while (list->ends[section] > start_of(list, section)) remove_item(list, start_of(list, section));
    uint32_t after = list->count - section - 1;
    memmove(list->keys + section, list->keys + section + 1, after * sizeof *list->keys);
    memmove(list->ends + section, list->ends + section + 1, after * sizeof *list->ends);
    memmove(list->stamps + section, list->stamps + section + 1, after * sizeof *list->stamps);
    list->count--;
}

static void insert_section(sectioned_list *list, uint32_t section, uint64_t key) {
    uint32_t after = list->count - section, start = start_of(list, section);
    memmove(list->keys + section + 1, list->keys + section, after * sizeof *list->keys);
    memmove(list->ends + section + 1, list->ends + section, after * sizeof *list->ends);
    memmove(list->stamps + section + 1, list->stamps + section, after * sizeof *list->stamps);
    list->keys[section] = key;
    list->ends[section] = start;
    list->stamps[section] = 0;
    list->count++;
}

static void random_edit(rng *r, sectioned_list *list, uint32_t *fresh) {
    uint32_t count = total(list);
    switch (rng_below(r, 8)) {
    case 0:
        if (list->count < MOST_SECTIONS) insert_section(list, (uint32_t)rng_below(r, list->count + 1), 1000 + ++*fresh);
        break;
    case 1:
        if (list->count && rng_chance(r, 2)) delete_section(list, (uint32_t)rng_below(r, list->count));
        break;
    case 2:
        if (list->count) move_section(list, (uint32_t)rng_below(r, list->count), (uint32_t)rng_below(r, list->count));
        break;
    case 3:
    case 4:
        if (list->count && count < MOST_ITEMS) {
            uint32_t s = (uint32_t)rng_below(r, list->count);
            insert_item(list, s, start_of(list, s) + (uint32_t)rng_below(r, list->ends[s] - start_of(list, s) + 1),
                        ++*fresh, 0);
        }
        break;
    case 5:
        if (count) remove_item(list, (uint32_t)rng_below(r, count));
        break;
    case 6:
        if (count) { // to anywhere
            uint32_t from = (uint32_t)rng_below(r, count), item = list->items[from];
            uint64_t version = list->versions[from];
            remove_item(list, from);
            uint32_t s = (uint32_t)rng_below(r, list->count);
            insert_item(list, s, start_of(list, s) + (uint32_t)rng_below(r, list->ends[s] - start_of(list, s) + 1),
                        item, version);
        }
        break;
    default:
        if (count) {
            uint32_t at = (uint32_t)rng_below(r, count);
            list->versions[at]++;
            list->stamps[section_of(list, at)]++;
        }
        break;
    }
}

// ---------------------------------------------------------------------------------------------------------- checking

typedef struct {
    const sectioned_list *old, *new;
    const le_diff_result *result;
    uint8_t moved[MOST_ITEMS]; // by new item
} check_state;

static void each(const le_diff_pairs *list, void (*body)(check_state *, uint32_t, uint32_t), check_state *state) {
    uint32_t before = 0;
    for (size_t k = 0; k < list->run_count; k++) {
        le_diff_pair_run run = list->runs[k];
        uint32_t old = run.old_start & ~LE_DIFF_DESCENDING, step = run.old_start & LE_DIFF_DESCENDING ? UINT32_MAX : 1;
        for (uint32_t i = 0; i < run.end - before; i++, old += step) body(state, old, run.new_start + i);
        before = run.end;
    }
    CHECK_EQUAL(before, list->count);
}

static void item_moved(check_state *state, uint32_t old, uint32_t new) {
    CHECK_EQUAL(state->result->new_to_old[new], old);
    CHECK(!state->moved[new]);
    state->moved[new] = 1;
}

static void item_updated(check_state *state, uint32_t old, uint32_t new) {
    CHECK_EQUAL(state->result->new_to_old[new], old);
    CHECK(state->old->versions[old] != state->new->versions[new]);
}

static void section_moved(check_state *state, uint32_t old, uint32_t new) {
    CHECK_EQUAL(state->result->section_new_to_old[new], old);
}

static void check_sections(check_state *state) {
    const sectioned_list *old = state->old, *new = state->new;
    const le_diff_result *result = state->result;
    uint32_t matched = 0;
    for (uint32_t t = 0; t < new->count; t++) {
        uint32_t partner = LE_DIFF_NONE;
        for (uint32_t s = 0; s < old->count; s++)
            if (old->keys[s] == new->keys[t]) partner = s;
        CHECK_EQUAL(result->section_new_to_old[t], partner);
        matched += partner != LE_DIFF_NONE;
    }
    CHECK_EQUAL(result->section_deletes.count, old->count - matched);
    CHECK_EQUAL(result->section_inserts.count, new->count - matched);
    CHECK_EQUAL(result->section_moves.count, matched - increasing_length(result->section_new_to_old, new->count));
    each(&result->section_moves, section_moved, state);
}

static void check_items(check_state *state) {
    const sectioned_list *old = state->old, *new = state->new;
    const le_diff_result *result = state->result;
    uint32_t matched = 0, moves = 0, updates = 0;
    each(&result->moves, item_moved, state);
    for (uint32_t t = 0; t < new->count; t++) {
        uint32_t stayed[MOST_ITEMS], stay_count = 0, last_kept = 0;
        for (uint32_t j = start_of(new, t); j < new->ends[t]; j++) {
            uint32_t partner = LE_DIFF_NONE;
            for (uint32_t i = 0; i < total(old); i++)
                if (old->items[i] == new->items[j]) partner = i;
            CHECK_EQUAL(result->new_to_old[j], partner);
            if (partner == LE_DIFF_NONE) {
                CHECK(!state->moved[j]);
                continue;
            }
            matched++;
            updates += old->versions[partner] != new->versions[j];
            if (section_of(old, partner) != result->section_new_to_old[t]) {
                CHECK(state->moved[j]);
                moves++;
                continue;
            }
            stayed[stay_count++] = partner;
            if (state->moved[j]) continue;
            CHECK(partner >= last_kept);
            last_kept = partner + 1;
        }
        moves += stay_count - increasing_length(stayed, stay_count);
    }
    CHECK_EQUAL(result->deletes.count, total(old) - matched);
    CHECK_EQUAL(result->inserts.count, total(new) - matched);
    CHECK_EQUAL(result->moves.count, moves);
    CHECK_EQUAL(result->updates.count, updates);
    each(&result->updates, item_updated, state);
    CHECK(result->is_minimal);
}

static void sections_case(uint64_t seed) {
    rng r = {seed * 65537};
    sectioned_list old = {0};
    uint32_t fresh = 0, length = (uint32_t)rng_below(&r, rng_chance(&r, 2) ? 6 : MOST_ITEMS / MOST_SECTIONS);
    for (uint32_t s = (uint32_t)rng_below(&r, MOST_SECTIONS); s > 0; s--) {
        insert_section(&old, old.count, 1000 + ++fresh);
        for (uint32_t k = (uint32_t)rng_below(&r, length + 1); k > 0; k--)
            insert_item(&old, old.count - 1, total(&old), ++fresh, 0);
    }
    sectioned_list new = old;
    for (int64_t edits = rng_below(&r, rng_chance(&r, 3) ? 200 : 12); edits > 0; edits--) random_edit(&r, &new, &fresh);

    bool stamps = rng_chance(&r, 2), wide = rng_chance(&r, 2);
    uint64_t old_keys[MOST_ITEMS], new_keys[MOST_ITEMS];
    for (uint32_t i = 0; i < total(&old); i++) old_keys[i] = old.items[i] * 0x9E3779B97F4A7C15u;
    for (uint32_t i = 0; i < total(&new); i++) new_keys[i] = new.items[i] * 0x9E3779B97F4A7C15u;
    le_diff_side old_side = {.count = total(&old), .versions = old.versions};
    le_diff_side new_side = {.count = total(&new), .versions = new.versions};
    if (wide)
        old_side.keys = old_keys, new_side.keys = new_keys;
    else
        old_side.tokens = old.items, new_side.tokens = new.items;
    le_diff_sections_side old_sections = {
        .keys = old.keys, .ends = old.ends, .count = old.count, .stamps = stamps ? old.stamps : NULL};
    le_diff_sections_side new_sections = {
        .keys = new.keys, .ends = new.ends, .count = new.count, .stamps = stamps ? new.stamps : NULL};
    static const uint32_t orders[] = {0, LE_DIFF_FORCE_RUNS, LE_DIFF_FORCE_ITEMS, LE_DIFF_FORCE_NO_STREAM,
                                      LE_DIFF_FORCE_HASH | LE_DIFF_FORCE_PARTITIONS};
    le_diff_options options = {.unique = true,
                               .wants_new_to_old = true,
                               .wants_old_to_new = true,
                               .seed = seed,
                               .force = orders[rng_below(&r, 5)]};
    le_diff_result result;
    CHECK_EQUAL(le_diff_sections(workspace, &old_side, &old_sections, &new_side, &new_sections, &options, &result),
                LE_OK);
    count_diff_paths(result.paths);
    check_state state = {&old, &new, &result, {0}};
    check_sections(&state);
    check_items(&state);

    if (new.count) { // section ends that do not fit are refused
        new.ends[new.count - 1]++;
        CHECK_EQUAL(le_diff_sections(workspace, &old_side, &old_sections, &new_side, &new_sections, &options, &result),
                    LE_BAD_EDITS);
    }
}

void test_diff_sections(le_diff_workspace *shared) {
    workspace = shared;
    run_cases("diff, sections", 40000, sections_case);
}
