// Duplicates: the choice of pairs among equal items is free, and it decides how many other items must move. The largest
// set of items that can be kept is a longest common subsequence; the remaining items pair in order. The number of pairs
// is unchanged, because any common subsequence can be extended to a matching of the largest size.
//
//   1. Number the keys between the common ends, and drop those that are on one side only. No optimum is lost by that.
//   2. If every key occurs once on each side, the pairs are forced, and the current script is optimal.
//   3. Use Myers while the lists are similar, Hunt and Szymanski while there are few equal pairs, whichever is
//   estimated
//      to need less work; neither if both would exceed the budget.
//
// All of this is optional: when memory is short, the current script is kept, and is not proven minimal.
#include "diff/common_subsequence.h"
#include "diff/tokens.h"

// Lists of at most this length are refined even if no duplicate was seen, because the stream may hide some.
enum { SHORT = 4096 };

// Steps per item, and the default budget (option 0). It limits the worst case to one or two frames of a display for any
// lists. Without a limit, a million items with half as many keys took much longer, to save one of 187 moves.
enum { STEPS_AN_ITEM = 20, STEPS_A_PAIR = 16, DEFAULT_BUDGET = 4000000 };

// Hunt and Szymanski need 12 bytes per pair of equal items. Whatever the budget, they get at most 48 MB.
enum { MOST_PAIRS = 1 << 22 };

// The items between the common ends whose keys occur on both sides.
typedef struct {
    uint32_t *tokens, *positions;
    uint32_t *counts; // the items of each token
    uint32_t count;
} shared_items;

// `most` is the largest number of tokens.
static bool alloc_items(shared_items *items, le_diff_workspace *workspace, size_t count, size_t most) {
    items->count = (uint32_t)count;
    items->tokens = LE__ALLOC(workspace, uint32_t, count);
    items->positions = LE__ALLOC(workspace, uint32_t, count);
    items->counts = LE__ALLOC(workspace, uint32_t, most);
    return items->tokens && items->positions && items->counts;
}

LE_INLINE void set_token(shared_items *items, size_t i, uint32_t low, uint32_t token) {
    items->tokens[i] = token;
    items->positions[i] = low + (uint32_t)i;
    if (token != LE_DIFF_NONE) items->counts[token]++;
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

// Numbers the keys by a table. `crowded` if too many of them collide, as those of 1, 2, 3, ... do for one seed in some
// hundred.
static bool number_by_table(le__diff *diff, uint32_t low, shared_items *old, shared_items *new, uint32_t *token_count,
                            bool *crowded) {
    le__tokens tokens;
    if (!le__tokens_make(&tokens, diff->workspace, old->count, diff->seed)) return false;
    for (size_t i = 0; i < old->count; i++) {
        uint32_t token = le__tokens_add(&tokens, le__key_at(diff->old_keys, low + i, diff->narrow));
        *crowded = token == LE_DIFF_NONE;
        if (*crowded) return true;
        set_token(old, i, low, token);
    }
    for (size_t j = 0; j < new->count; j++)
        set_token(new, j, low, le__tokens_find(&tokens, le__key_at(diff->new_keys, low + j, diff->narrow)));
    *token_count = tokens.count;
    return true;
}

// Numbers them in ascending order, whatever the seed.
static bool number_by_sorting(le__diff *diff, uint32_t low, shared_items *old, shared_items *new,
                              uint32_t *token_count) {
    size_t n = old->count, count = n + new->count;
    le__keyed_item *items = LE__ALLOC(diff->workspace, le__keyed_item, count);
    le__keyed_item *room = LE__ALLOC(diff->workspace, le__keyed_item, count);
    if (!items || !room) return false;
    diff->paths |= LE_DIFF_PATH_SORTED;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = i < n ? le__key_at(diff->old_keys, low + i, diff->narrow)
                             : le__key_at(diff->new_keys, low + i - n, diff->narrow);
        items[i] = (le__keyed_item){key, (uint32_t)i, 0};
    }
    items = le__diff_sort_by_key(items, room, count);
    // Of equal keys, those of old items come first.
    uint32_t token = LE_DIFF_NONE, next = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t number = items[i].number;
        if (i == 0 || items[i].key != items[i - 1].key) token = number < n ? next++ : LE_DIFF_NONE;
        if (number < n)
            set_token(old, number, low, token);
        else
            set_token(new, number - n, low, token);
    }
    *token_count = next;
    return true;
}

// Step 1. False when memory is short.
static bool number_keys(le__diff *diff, uint32_t low, uint32_t high, uint32_t old_high, shared_items *old,
                        shared_items *new, uint32_t *token_count) {
    size_t most = old_high - low;
    if (!alloc_items(old, diff->workspace, most, most)) return false;
    if (!alloc_items(new, diff->workspace, high - low, most)) return false;
    le__diff_mark mark = le__diff_get_mark(diff->workspace);
    bool crowded = false;
    memset(old->counts, 0, most * sizeof *old->counts);
    memset(new->counts, 0, most * sizeof *new->counts);
    if (!number_by_table(diff, low, old, new, token_count, &crowded)) return false;
    if (crowded) {
        le__diff_free_to(diff->workspace, mark);
        memset(old->counts, 0, most * sizeof *old->counts);
        if (!number_by_sorting(diff, low, old, new, token_count)) return false;
    }
    drop_others(old, new->counts);
    drop_others(new, old->counts);
    return true;
}

// Step 3. Estimated steps: four for each of Myers' D^2 / 2 points (D is at most the number of edits in the current
// script), sixteen for each pair of Hunt and Szymanski.
static le__search_outcome search_subsequence(le__diff *diff, le__subsequence *search, uint32_t kept, uint64_t budget) {
    uint64_t differences = (uint64_t)search->old_count + search->new_count - 2 * (uint64_t)kept;
    uint64_t by_myers = differences < UINT32_MAX / 2 ? 2 * differences * differences : UINT64_MAX;
    uint64_t by_hunt = search->pairs < UINT32_MAX ? search->pairs * STEPS_A_PAIR : UINT64_MAX;
    bool hunt_fits = by_hunt <= budget && search->pairs <= MOST_PAIRS;
    uint64_t myers_budget = hunt_fits && by_myers > by_hunt ? by_hunt / 2 : budget;
    search->work = (int64_t)LE_MIN(myers_budget, (uint64_t)INT64_MAX);
    le__search_outcome outcome = le__subsequence_by_myers(search);
    if (outcome == LE__FOUND) diff->paths |= LE_DIFF_PATH_MYERS;
    if (outcome != LE__TOO_MUCH_WORK || !hunt_fits) return outcome;
    diff->paths |= LE_DIFF_PATH_HUNT;
    return le__subsequence_by_hunt(search);
}

// The partners of new positions from `low` on: first the subsequence, then the remaining items, where equal items pair
// in order.
static bool pair_items(le__diff *diff, const le__subsequence *search, const shared_items *old, const shared_items *new,
                       uint32_t low, uint32_t *partners, uint64_t *kept) {
    uint32_t *first = LE__ALLOC(diff->workspace, uint32_t, search->token_count);
    uint32_t *next = LE__ALLOC(diff->workspace, uint32_t, old->count);
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

// Replaces the script with that of a longer common subsequence: everything between the common ends becomes one gap,
// matched from scratch. When memory is short the diff and its script are unchanged.
static bool replace_script(le__diff *diff, const le__subsequence *search, const shared_items *old,
                           const shared_items *new, uint32_t low, uint32_t high, uint32_t old_high) {
    le__diff better = *diff;
    le_diff_result script = *diff->result;
    better.result = &script;
    better.matched = diff->old_count - (uint32_t)diff->result->deletes.count - low - (diff->new_count - high);
    better.segments = LE__ALLOC(diff->workspace, le_diff_segment, 2);
    better.segment_count = 0;
    uint32_t *partners = better.match = LE__ALLOC(diff->workspace, uint32_t, high - low);
    uint64_t *kept = le__diff_alloc_zeroed(diff->workspace, le__words(diff->new_count) * sizeof *kept);
    if (!better.segments || !partners || !kept) return false;
    memset(partners, 0xff, (high - low) * sizeof *partners);
    if (!pair_items(diff, search, old, new, low, partners, kept)) return false;
    uint32_t tail = diff->new_count - high;
    if (low) better.segments[better.segment_count++] = (le_diff_segment){0, 0, low};
    if (tail) better.segments[better.segment_count++] = (le_diff_segment){old_high, high, tail};
    if (!le__diff_find_gaps(&better) || !le__diff_mark_taken(&better) ||
        !le__diff_emit_items(&better, partners, low, high, kept))
        return false;
    *diff->result = script;
    better.result = diff->result;
    *diff = better;
    return true;
}

// Searches for the longest common subsequence, and uses it for the script if it keeps more items. False, with nothing
// changed, if budget or memory do not suffice to find it.
static bool improve(le__diff *diff, uint32_t low, uint32_t high, uint64_t budget) {
    // The common ends have the same length on both sides.
    uint32_t tail = diff->new_count - high, old_high = diff->old_count - tail;
    uint32_t kept_now =
        diff->old_count - (uint32_t)diff->result->deletes.count - (uint32_t)diff->result->moves.count - low - tail;
    le__subsequence search = {.workspace = diff->workspace};
    shared_items old, new;
    if (!number_keys(diff, low, high, old_high, &old, &new, &search.token_count)) return false;
    bool forced = true;
    for (uint32_t t = 0; t < search.token_count; t++) {
        uint64_t pairs = (uint64_t)old.counts[t] * new.counts[t];
        forced &= pairs <= 1;
        search.pairs += pairs;
    }
    if (forced) return true;
    diff->paths |= LE_DIFF_PATH_DUPLICATES;
    search.old = old.tokens, search.new = new.tokens;
    search.old_count = old.count, search.new_count = new.count;
    uint32_t most = LE_MIN(old.count, new.count);
    search.old_kept = LE__ALLOC(diff->workspace, uint32_t, most);
    search.new_kept = LE__ALLOC(diff->workspace, uint32_t, most);
    if (!search.old_kept || !search.new_kept) return false;
    if (search_subsequence(diff, &search, kept_now, budget) != LE__FOUND) return false;
    return search.kept_count <= kept_now || replace_script(diff, &search, &old, &new, low, high, old_high);
}

void le__diff_refine(le__diff *diff, uint32_t low, uint32_t high) {
    uint64_t budget = diff->options->budget ? diff->options->budget : DEFAULT_BUDGET;
    uint64_t items = (uint64_t)diff->old_count + diff->new_count - 2 * ((uint64_t)low + (diff->new_count - high));
    if (!(diff->paths & LE_DIFF_PATH_DUPLICATES) && items > SHORT) return;
    le__diff_mark mark = le__diff_get_mark(diff->workspace);
    diff->exact = items * STEPS_AN_ITEM <= budget && improve(diff, low, high, budget);
    if (diff->exact) return;
    diff->paths |= LE_DIFF_PATH_BUDGET;
    le__diff_free_to(diff->workspace, mark);
}
