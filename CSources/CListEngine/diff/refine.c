// Duplicates: which of several equal items pair is free, and decides how many others must move. The most items that
// can be kept are a longest common subsequence; what it leaves over pairs in order. As many pairs come out as before,
// because any common subsequence can be extended to a matching of the largest size.
//
//   1. Number the keys between the common ends, and drop those that are on one side only: no optimum loses by it.
//   2. Every key once on each side: the pairs are forced, and the script at hand is the best.
//   3. Myers while the lists are alike, Hunt and Szymanski while equal pairs are few, whichever promises less work;
//      neither if both would pass the budget.
#include "diff/subsequence.h"
#include "diff/tokens.h"

// Lists this short are refined even when no duplicate was seen, because a stream may hide some.
enum { SHORT = 4096 };

// Steps for each item, and the budget that is meant by 0: it keeps the worst case at some 20 ms, whatever the lists. A
// million of half as many keys took half a second, to make 186 moves of 187.
enum { STEPS_AN_ITEM = 20, DEFAULT_BUDGET = 4000000 };

// The items between the common ends whose keys are on both sides.
typedef struct {
    uint32_t *tokens, *positions;
    uint32_t count;
} shared_items;

static bool take_items(shared_items *items, le_diff_workspace *workspace, size_t most) {
    items->tokens = LE__TAKE(workspace, uint32_t, most);
    items->positions = LE__TAKE(workspace, uint32_t, most);
    return items->tokens && items->positions;
}

// Keeps the items whose token occurs on the other side.
static void drop_others(shared_items *items, const uint32_t *counts) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < items->count; i++) {
        if (items->tokens[i] == LE_DIFF_NONE || !counts[items->tokens[i]]) continue;
        items->tokens[kept] = items->tokens[i];
        items->positions[kept++] = items->positions[i];
    }
    items->count = kept;
}

// Step 1. `*crowded` says that keys collide too much.
static bool number_keys(le__diff *diff, uint32_t low, uint32_t high, uint32_t old_high, shared_items *old,
                        shared_items *new, uint32_t **old_counts, uint32_t **new_counts, uint32_t *token_count,
                        bool *crowded) {
    le_diff_workspace *workspace = diff->workspace;
    size_t n = old_high - low, m = high - low;
    le__tokens tokens;
    *crowded = false;
    if (!take_items(old, workspace, n) || !take_items(new, workspace, m)) return false;
    *old_counts = le__diff_take_zeroed(workspace, n * sizeof(uint32_t));
    *new_counts = le__diff_take_zeroed(workspace, n * sizeof(uint32_t));
    if (!*old_counts || !*new_counts || !le__tokens_make(&tokens, workspace, n, diff->seed)) return false;
    for (size_t i = 0; i < n; i++) {
        uint32_t token = le__tokens_add(&tokens, le__key_at(diff, diff->old_keys, low + i));
        if (token == LE_DIFF_NONE) {
            *crowded = true;
            return true;
        }
        old->tokens[i] = token;
        old->positions[i] = low + (uint32_t)i;
        (*old_counts)[token]++;
    }
    for (size_t j = 0; j < m; j++) {
        uint32_t token = le__tokens_find(&tokens, le__key_at(diff, diff->new_keys, low + j));
        new->tokens[j] = token;
        new->positions[j] = low + (uint32_t)j;
        if (token != LE_DIFF_NONE) (*new_counts)[token]++;
    }
    old->count = (uint32_t)n, new->count = (uint32_t)m;
    drop_others(old, *new_counts);
    drop_others(new, *old_counts);
    *token_count = tokens.count;
    return true;
}

// Step 3. Estimated steps: four for each of Myers' D^2 / 2 points (D is at most what the script at hand needs), sixteen
// for each pair of Hunt and Szymanski.
static le__search_outcome search_subsequence(le__diff *diff, le__subsequence *search, uint32_t kept, uint64_t budget) {
    uint64_t differences = (uint64_t)search->old_count + search->new_count - 2 * (uint64_t)kept;
    uint64_t by_myers = differences < UINT32_MAX / 2 ? 2 * differences * differences : UINT64_MAX;
    uint64_t by_hunt = search->pairs < UINT32_MAX ? search->pairs * 16 : UINT64_MAX;
    bool hunt_fits = by_hunt <= budget;
    uint64_t myers_budget = hunt_fits && by_myers > by_hunt ? by_hunt / 2 : budget;
    search->work = (int64_t)LE_MIN(myers_budget, (uint64_t)INT64_MAX);
    le__search_outcome outcome = le__subsequence_by_myers(search);
    if (outcome == LE__FOUND) diff->paths |= LE_DIFF_PATH_MYERS;
    if (outcome != LE__TOO_MUCH_WORK || !hunt_fits) return outcome;
    diff->paths |= LE_DIFF_PATH_HUNT;
    return le__subsequence_by_hunt(search);
}

// The partners of new positions from `low` on: the subsequence first, then what it leaves over, equal items in order.
static bool pair_items(le__diff *diff, const le__subsequence *search, const shared_items *old, const shared_items *new,
                       uint32_t low, uint32_t *partners, uint64_t *kept) {
    uint32_t *first = LE__TAKE(diff->workspace, uint32_t, search->token_count);
    uint32_t *next = LE__TAKE(diff->workspace, uint32_t, old->count);
    if (!first || !next) return false;
    memset(first, 0xff, search->token_count * sizeof *first);
    uint32_t k = search->kept_count;
    for (uint32_t i = old->count; i-- > 0;) {
        if (k && search->old_kept[k - 1] == i) {
            k--;
            continue;
        }
        next[i] = first[old->tokens[i]];
        first[old->tokens[i]] = i;
    }
    for (uint32_t j = 0; j < new->count; j++) {
        uint32_t position = new->positions[j], i;
        if (k < search->kept_count && search->new_kept[k] == j) {
            i = search->old_kept[k++];
            le__set_bit(kept, position);
        } else {
            i = first[new->tokens[j]];
            if (i == LE_DIFF_NONE) continue;
            first[new->tokens[j]] = next[i];
        }
        partners[position - low] = old->positions[i];
    }
    return true;
}

bool le__diff_refine(le__diff *diff, uint32_t low, uint32_t high) {
    // The common ends have the same length on both sides.
    uint32_t old_high = diff->old_count - (diff->new_count - high);
    uint64_t items = (uint64_t)(old_high - low) + (high - low), budget = diff->options->budget;
    if (!budget) budget = DEFAULT_BUDGET;
    if (!(diff->paths & LE_DIFF_PATH_DUPLICATES) && items > SHORT) return true;
    uint32_t matched = diff->old_count - (uint32_t)diff->result->deletes.count;
    uint32_t ends = low + (diff->new_count - high);
    uint32_t kept_now = matched - (uint32_t)diff->result->moves.count - ends;
    if (items * STEPS_AN_ITEM > budget) {
        diff->paths |= LE_DIFF_PATH_BUDGET;
        return true;
    }

    le__subsequence search = {.workspace = diff->workspace};
    shared_items old, new;
    uint32_t *old_counts, *new_counts;
    bool crowded;
    if (!number_keys(diff, low, high, old_high, &old, &new, &old_counts, &new_counts, &search.token_count, &crowded))
        return false;
    if (crowded) {
        diff->paths |= LE_DIFF_PATH_BUDGET;
        return true;
    }
    bool forced = true;
    for (uint32_t t = 0; t < search.token_count; t++) {
        uint64_t pairs = (uint64_t)old_counts[t] * new_counts[t];
        forced &= pairs <= 1;
        search.pairs += pairs;
    }
    if (forced) {
        diff->exact = true;
        return true;
    }
    diff->paths |= LE_DIFF_PATH_DUPLICATES;
    search.old = old.tokens, search.new = new.tokens;
    search.old_count = old.count, search.new_count = new.count;
    uint32_t most = LE_MIN(old.count, new.count);
    search.old_kept = LE__TAKE(diff->workspace, uint32_t, most);
    search.new_kept = LE__TAKE(diff->workspace, uint32_t, most);
    if (!search.old_kept || !search.new_kept) return false;
    le__search_outcome outcome = search_subsequence(diff, &search, kept_now, budget);
    if (outcome == LE__NO_ROOM) return false;
    if (outcome == LE__TOO_MUCH_WORK) {
        diff->paths |= LE_DIFF_PATH_BUDGET;
        return true;
    }
    diff->exact = true;
    if (search.kept_count <= kept_now) return true;

    // A better one: all that is not a common end is one gap now, matched anew.
    uint32_t *partners = LE__TAKE(diff->workspace, uint32_t, high - low);
    uint64_t *kept = le__diff_take_zeroed(diff->workspace, le__words(diff->new_count) * sizeof *kept);
    if (!partners || !kept) return false;
    memset(partners, 0xff, (high - low) * sizeof *partners);
    if (!pair_items(diff, &search, &old, &new, low, partners, kept)) return false;
    size_t segments = 0;
    if (low) diff->segments[segments++] = (le_diff_segment){0, 0, low};
    if (high < diff->new_count) diff->segments[segments++] = (le_diff_segment){old_high, high, diff->new_count - high};
    diff->segment_count = segments;
    if (!le__diff_find_gaps(diff)) return false;
    diff->match = partners;
    diff->matched = matched - ends;
    return le__diff_mark_taken(diff) && le__diff_emit_items(diff, partners, low, high, kept);
}
