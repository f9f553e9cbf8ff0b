// Law 3: the diff is exact. Every script is replayed. The number of moves is compared with the textbook algorithm for
// the longest common subsequence. All instruction sets return the same script (law 2).
#include "diff_lists.h"

static le_diff_workspace *workspace;
static uint64_t paths_seen[32];

// ---------------------------------------------------------------------------------------------------- the oracles

// Longest common subsequence, one row of the table at a time.
static uint32_t subsequence_length(const lists *l) {
    uint32_t *row = slots((int64_t)l->m + 1, sizeof *row);
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t diagonal = 0;
        for (uint32_t j = 0; j < l->m; j++) {
            uint32_t above = row[j + 1];
            if (l->old[i] == l->new[j])
                row[j + 1] = diagonal + 1;
            else if (row[j] > above)
                row[j + 1] = row[j];
            diagonal = above;
        }
    }
    uint32_t length = row[l->m];
    free(row);
    return length;
}

uint32_t increasing_length(const uint32_t *values, uint32_t count) {
    uint32_t *tails = slots(count, sizeof *tails), length = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (values[i] == LE_DIFF_NONE) continue;
        uint32_t low = 0, high = length;
        while (low < high) {
            uint32_t middle = (low + high) / 2;
            if (tails[middle] < values[i])
                low = middle + 1;
            else
                high = middle;
        }
        tails[low] = values[i];
        if (low == length) length++;
    }
    free(tails);
    return length;
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// The number of matched items if each key matches as often as both lists contain it.
static uint32_t matched_count(const lists *l) {
    uint64_t *a = slots(l->n, 8), *b = slots(l->m, 8);
    memcpy(a, l->old, l->n * 8);
    memcpy(b, l->new, l->m * 8);
    qsort(a, l->n, 8, compare_keys);
    qsort(b, l->m, 8, compare_keys);
    uint32_t i = 0, j = 0, matched = 0;
    while (i < l->n && j < l->m) {
        if (a[i] == b[j])
            i++, j++, matched++;
        else if (a[i] < b[j])
            i++;
        else
            j++;
    }
    free(a);
    free(b);
    return matched;
}

// ------------------------------------------------------------------------------------------------------- replaying

// Marks indices; each may be marked once.
static void mark(uint8_t *marks, uint32_t count, uint32_t index) {
    CHECK(index < count);
    CHECK(!marks[index]);
    marks[index] = 1;
}

static void mark_indices(const le_diff_indices *list, uint8_t *marks, uint32_t count) {
    uint32_t before = 0, last_end = 0;
    for (size_t k = 0; k < list->run_count; k++) {
        le_diff_run run = list->runs[k];
        CHECK(run.end > before);
        CHECK(k == 0 || run.start > last_end); // adjacent runs must have been joined
        for (uint32_t i = 0; i < run.end - before; i++) mark(marks, count, run.start + i);
        last_end = run.start + (run.end - before);
        before = run.end;
    }
    CHECK_EQUAL(before, list->count);
}

typedef void pair_body(void *context, uint32_t old, uint32_t new);

static void each_pair(const le_diff_pairs *list, pair_body *body, void *context) {
    uint32_t before = 0, next_new = 0;
    for (size_t k = 0; k < list->run_count; k++) {
        le_diff_pair_run run = list->runs[k];
        CHECK(run.end > before);
        CHECK(run.new_start >= next_new);
        uint32_t old = run.old_start & ~LE_DIFF_DESCENDING, step = run.old_start & LE_DIFF_DESCENDING ? UINT32_MAX : 1;
        for (uint32_t i = 0; i < run.end - before; i++, old += step) body(context, old, run.new_start + i);
        next_new = run.new_start + (run.end - before);
        before = run.end;
    }
    CHECK_EQUAL(before, list->count);
}

static void check_pair(const replay *r, uint32_t old, uint32_t new) {
    CHECK(old < r->l->n && new < r->l->m);
    CHECK_EQUAL(r->l->old[old], r->l->new[new]);
    CHECK_EQUAL(r->result->new_to_old[new], old);
    CHECK_EQUAL(r->result->old_to_new[old], new);
}

static void mark_move(void *context, uint32_t old, uint32_t new) {
    replay *r = context;
    check_pair(r, old, new);
    mark(r->old_marks, r->l->n, old);
    mark(r->new_marks, r->l->m, new);
}

static void check_update(void *context, uint32_t old, uint32_t new) {
    replay *r = context;
    CHECK_EQUAL(r->result->new_to_old[new], old);
    CHECK(r->old_versions[old] != r->new_versions[new]);
}

void replay_script(replay *r) {
    const le_diff_result *result = r->result;
    const lists *l = r->l;
    r->old_marks = slots(l->n, 1);
    r->new_marks = slots(l->m, 1);
    mark_indices(&result->deletes, r->old_marks, l->n);
    mark_indices(&result->inserts, r->new_marks, l->m);
    for (uint32_t i = 0; i < l->n; i++) CHECK_EQUAL(r->old_marks[i], result->old_to_new[i] == LE_DIFF_NONE);
    for (uint32_t j = 0; j < l->m; j++) CHECK_EQUAL(r->new_marks[j], result->new_to_old[j] == LE_DIFF_NONE);
    each_pair(&result->moves, mark_move, r);
    uint32_t i = 0, j = 0;
    for (;; i++, j++) {
        while (i < l->n && r->old_marks[i]) i++;
        while (j < l->m && r->new_marks[j]) j++;
        if (i == l->n || j == l->m) break;
        check_pair(r, i, j);
    }
    CHECK(i == l->n && j == l->m);
    size_t updates = 0;
    if (r->old_versions)
        for (uint32_t k = 0; k < l->m; k++)
            updates +=
                result->new_to_old[k] != LE_DIFF_NONE && r->old_versions[result->new_to_old[k]] != r->new_versions[k];
    CHECK_EQUAL(result->updates.count, updates);
    each_pair(&result->updates, check_update, r);
    free(r->old_marks);
    free(r->new_marks);
}

uint64_t script_digest(const le_diff_result *result) {
    uint64_t d = result->is_minimal;
    const le_diff_indices *indices[] = {&result->deletes, &result->inserts};
    const le_diff_pairs *pairs[] = {&result->moves, &result->updates};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < indices[k]->run_count; i++)
            d = (d ^ indices[k]->runs[i].start ^ (uint64_t)indices[k]->runs[i].end << 32) * 0x9E3779B97F4A7C15u;
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < pairs[k]->run_count; i++) {
            le_diff_pair_run run = pairs[k]->runs[i];
            d = (d ^ run.old_start ^ (uint64_t)run.new_start << 32) * 0x9E3779B97F4A7C15u ^ run.end;
        }
    return d;
}

// ---------------------------------------------------------------------------------------------------------- flat

uint32_t random_force(rng *r) {
    static const uint32_t orders[] = {0, LE_DIFF_FORCE_RUNS, LE_DIFF_FORCE_ITEMS};
    if (rng_chance(r, 2)) return 0;
    uint32_t force = orders[rng_below(r, 3)];
    if (rng_chance(r, 2)) force |= LE_DIFF_FORCE_NO_STREAM;
    if (rng_chance(r, 2)) force |= LE_DIFF_FORCE_PARTITIONS;
    if (rng_chance(r, 2)) force |= LE_DIFF_FORCE_HASH;
    if (rng_chance(r, 8)) force |= LE_DIFF_FORCE_COLLISIONS;
    return force;
}

static void check_lists(rng *r, const lists *l, uint32_t force) {
    bool narrow = rng_chance(r, 3), versions = rng_chance(r, 3), duplicates = l->has_duplicates;
    uint32_t *old_tokens = slots(l->n, 4), *new_tokens = slots(l->m, 4);
    uint64_t *old_versions = slots(l->n, 8), *new_versions = slots(l->m, 8);
    for (uint32_t i = 0; i < l->n; i++) {
        old_tokens[i] = (uint32_t)l->old[i];
        old_versions[i] = rng_chance(r, 10);
        // Keys that do not fit a token remain keys.
        if (l->old[i] > UINT32_MAX) narrow = false;
    }
    for (uint32_t j = 0; j < l->m; j++) {
        new_tokens[j] = (uint32_t)l->new[j];
        new_versions[j] = rng_chance(r, 10);
        if (l->new[j] > UINT32_MAX) narrow = false;
    }
    le_diff_side old_side = {.keys = narrow ? NULL : l->old, .tokens = narrow ? old_tokens : NULL, .count = l->n};
    le_diff_side new_side = {.keys = narrow ? NULL : l->new, .tokens = narrow ? new_tokens : NULL, .count = l->m};
    if (versions) old_side.versions = old_versions, new_side.versions = new_versions;
    le_diff_options options = {.unique = !duplicates && rng_chance(r, 2),
                               .wants_old_to_new = true,
                               .wants_new_to_old = true,
                               .seed = rng_next(r),
                               .budget = rng_chance(r, 6) ? (uint64_t)rng_in(r, 1, 100000) : 0,
                               .force = force};

    uint32_t matched = matched_count(l);
    bool small = (uint64_t)l->n * l->m <= 1000000;
    uint32_t minimum = small ? matched - subsequence_length(l) : 0;
    int asked = 0;
    while (strcmp(le_backend(), le_backend_name(asked))) asked++;
    uint64_t first = 0;
    for (int k = 0; k < le_backend_count(); k++) {
        le_backend_use(k);
        le_diff_result result;
        CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_OK);
        for (int path = 0; path < 32; path++) paths_seen[path] += result.paths >> path & 1;
        CHECK_EQUAL(result.deletes.count, l->n - matched);
        CHECK_EQUAL(result.inserts.count, l->m - matched);
        replay all = {l, &result, old_side.versions, new_side.versions, NULL, NULL};
        replay_script(&all);
        if (small) {
            CHECK(result.moves.count >= minimum);
            if (!duplicates || result.is_minimal) CHECK_EQUAL(result.moves.count, minimum);
            // Short lists are refined unless the budget forbids it.
            if (l->n + l->m <= 4096 && !(result.paths & LE_DIFF_PATH_BUDGET)) CHECK(result.is_minimal);
            // The default budget is enough for these, whichever way they are compared.
            if (l->n + l->m <= 1200 && !options.budget) CHECK(result.is_minimal);
        }
        // Distinct keys leave no choice of pairs, so the longest increasing subsequence is the optimum for any length.
        if (!duplicates) CHECK_EQUAL(result.moves.count, matched - increasing_length(result.new_to_old, l->m));
        if (k == 0) first = script_digest(&result);
        CHECK_EQUAL(script_digest(&result), first);
    }
    le_backend_use(asked);
    free(old_tokens);
    free(new_tokens);
    free(old_versions);
    free(new_versions);
}

static void flat_case(rng *r, uint32_t limit) {
    uint32_t n = (uint32_t)rng_below(r, rng_chance(r, 4) ? 40 : limit);
    lists l = make_lists(r, (int)rng_below(r, LIST_KINDS), n, rng_chance(r, 4));
    check_lists(r, &l, random_force(r));
    free_lists(&l);
}

static void small_case(uint64_t seed) {
    rng r = {seed};
    flat_case(&r, 150);
}

static void medium_case(uint64_t seed) {
    rng r = {seed * 7919};
    flat_case(&r, 2 * 10000);
}

static void large_case(uint64_t seed) {
    rng r = {seed * 104729};
    flat_case(&r, 2 * 1000000);
}

// Lists of more keys than may collide in a table, which all do so.
static void crowded_case(uint64_t seed) {
    rng r = {seed * 769};
    lists l = make_lists(&r, (int)rng_below(&r, LIST_KINDS), (uint32_t)rng_in(&r, 130, 300), rng_chance(&r, 2));
    check_lists(&r, &l, random_force(&r) | LE_DIFF_FORCE_COLLISIONS);
    free_lists(&l);
}

// Every pair of lists with up to five items of three keys, and every order of seven distinct keys.
static void tiny_case(uint64_t seed) {
    enum { LISTS = 364, ORDERS = 5040 };
    rng r = {seed};
    uint64_t a[8], b[8];
    for (int x = 0; x < LISTS; x++) {
        int y = (int)((seed + (uint64_t)x * 37) % LISTS);
        lists l = {a, b, 0, 0, true};
        for (int k = x; k > 0; k = (k - 1) / 3) a[l.n++] = (uint64_t)((k - 1) % 3);
        for (int k = y; k > 0; k = (k - 1) / 3) b[l.m++] = (uint64_t)((k - 1) % 3);
        check_lists(&r, &l, 0);
    }
    int order = (int)(seed % ORDERS);
    lists l = {a, b, 7, 0, false};
    bool used[7] = {false};
    for (int k = 0; k < 7; k++) a[k] = (uint64_t)k * 1000003;
    for (int left = 7, rest = order; left > 0; rest /= left, left--) {
        int pick = rest % left, k = 0;
        for (;; k++)
            if (!used[k] && pick-- == 0) break;
        used[k] = true;
        b[l.m++] = a[k];
    }
    check_lists(&r, &l, 0);
}

// -------------------------------------------------------------------------------------------- segments from callers

// An old item with this key that is not in a segment yet; l->n if there is none.
static uint32_t free_old_item(const lists *l, const bool *used, uint64_t key) {
    uint32_t i = 0;
    while (i < l->n && (used[i] || l->old[i] != key)) i++;
    return i;
}

// A caller that has matched some ranges itself, anywhere and also reversed, and passes the keys of the rest.
static void segments_case(uint64_t seed) {
    rng r = {seed * 31};
    lists l = make_lists(&r, (int)rng_below(&r, LIST_KINDS), (uint32_t)rng_below(&r, 300), rng_chance(&r, 4));
    le_diff_segment *segments = slots(l.m + 1, sizeof *segments);
    size_t count = 0;
    uint64_t *old_keys = slots(l.n, 8), *new_keys = slots(l.m, 8);
    uint32_t *new_place = slots(l.m, 4), old_left = 0, new_left = 0;
    bool *used = slots(l.n, sizeof *used);
    memset(used, 0, l.n * sizeof *used);
    int rarity = 1 + (int)rng_below(&r, 20);
    for (uint32_t j = 0; j < l.m;) {
        uint32_t i = rng_chance(&r, rarity) ? l.n : free_old_item(&l, used, l.new[j]), length = 0;
        if (i == l.n) {
            new_place[new_left] = j, new_keys[new_left++] = l.new[j++];
            continue;
        }
        bool down = i && j + 1 < l.m && !used[i - 1] && l.old[i - 1] == l.new[j + 1];
        uint32_t at = i;
        while (at < l.n && j + length < l.m && !used[at] && l.old[at] == l.new[j + length]) {
            used[at] = true;
            length++;
            if (rng_chance(&r, 40)) break;
            at += down ? UINT32_MAX : 1;
        }
        segments[count++] = (le_diff_segment){down ? i | LE_DIFF_DESCENDING : i, j, length};
        j += length;
    }
    for (uint32_t i = 0; i < l.n; i++)
        if (!used[i]) old_keys[old_left++] = l.old[i];

    // Empty segments may be at both ends.
    le_diff_segment *padded = slots(count + 2, sizeof *padded);
    size_t padded_count = 0;
    if (rng_chance(&r, 4)) padded[padded_count++] = (le_diff_segment){0, 0, 0};
    memcpy(padded + padded_count, segments, count * sizeof *segments);
    padded_count += count;
    if (rng_chance(&r, 4)) padded[padded_count++] = (le_diff_segment){l.n, l.m, 0};
    uint64_t *versions = slots(l.n + l.m, sizeof *versions);
    for (uint32_t i = 0; i < l.n + l.m; i++) versions[i] = rng_chance(&r, 10);

    le_diff_side old_side = {.keys = old_keys, .count = l.n, .versions = versions};
    le_diff_side new_side = {.keys = new_keys, .count = l.m, .versions = versions + l.n};
    le_diff_options options = {.wants_old_to_new = true,
                               .wants_new_to_old = true,
                               .seed = seed,
                               .segments = padded,
                               .segment_count = padded_count,
                               .force = random_force(&r)};
    le_diff_result result;
    CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_OK);
    options.segments = segments, options.segment_count = count;
    replay all = {&l, &result, versions, versions + l.n, NULL, NULL};
    replay_script(&all);
    CHECK_EQUAL(result.deletes.count, l.n - matched_count(&l));
    for (uint32_t v = 0; v < new_left; v++) CHECK_EQUAL(result.joined[v], result.new_to_old[new_place[v]]);
    if (!l.has_duplicates || result.is_minimal)
        CHECK_EQUAL(result.moves.count, matched_count(&l) - subsequence_length(&l));

    if (count > 1) { // out of order, overlapping, or outside: refused, and the result is unchanged
        le_diff_result untouched = result;
        size_t k = rng_below(&r, count - 1);
        le_diff_segment first = segments[k], second = segments[k + 1];
        segments[k] = second, segments[k + 1] = first;
        CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_BAD_EDITS);
        segments[k] = first, segments[k + 1] = second;
        if (!((first.old_start | second.old_start) & LE_DIFF_DESCENDING)) {
            segments[k + 1].old_start = first.old_start + (uint32_t)rng_below(&r, first.count);
            CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_BAD_EDITS);
        }
        segments[k + 1] = second;
        segments[k].old_start = rng_chance(&r, 2) ? l.n : (first.count - 1) | LE_DIFF_DESCENDING;
        if (!(segments[k].old_start & LE_DIFF_DESCENDING)) {
            CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_BAD_EDITS);
        } else if (first.count > 1) {
            segments[k].old_start = (first.count - 2) | LE_DIFF_DESCENDING;
            CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_BAD_EDITS);
        }
        CHECK(memcmp(&untouched, &result, sizeof result) == 0);
    }
    free(segments);
    free(padded);
    free(versions);
    free(old_keys);
    free(new_keys);
    free(used);
    free(new_place);
    free_lists(&l);
}

// Every order of four items, each passed as a separate segment that may claim to descend: a single item has no
// direction.
static void test_segments_of_one_item(void) {
    running = (running_case){.test = "segments of one item"};
    uint64_t old[4] = {1, 2, 3, 4}, new[4];
    lists l = {old, new, 4, 4, false};
    for (uint32_t code = 0; code < 2 * 24 * 16; code++) {
        uint32_t order[4] = {0, 1, 2, 3};
        for (uint32_t i = 0, rest = code / 32; i < 3; rest /= 4 - i, i++) {
            uint32_t other = i + rest % (4 - i), item = order[other];
            order[other] = order[i];
            order[i] = item;
        }
        le_diff_segment segments[4];
        for (uint32_t j = 0; j < 4; j++) {
            new[j] = old[order[j]];
            segments[j] = (le_diff_segment){order[j] | (code >> j & 1 ? LE_DIFF_DESCENDING : 0), j, 1};
        }
        le_diff_options options = {.wants_old_to_new = true,
                                   .wants_new_to_old = true,
                                   .segments = segments,
                                   .segment_count = 4,
                                   .force = code & 16 ? LE_DIFF_FORCE_RUNS : LE_DIFF_FORCE_ITEMS};
        le_diff_side old_side = {.keys = NULL, .count = 4}, new_side = {.keys = NULL, .count = 4};
        le_diff_result result;
        CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, &options, &result), LE_OK);
        replay all = {&l, &result, NULL, NULL, NULL, NULL};
        replay_script(&all);
        CHECK_EQUAL(result.moves.count, 4 - subsequence_length(&l));
    }
}

// A diff of a size seen before allocates nothing.
static void test_warm_workspace(void) {
    running = (running_case){.test = "warm workspace"};
    rng r = {5};
    size_t bytes = 0;
    for (int round = 0; round < 6; round++) {
        for (int kind = 0; kind < LIST_KINDS; kind++) {
            rng same = {7};
            lists l = make_lists(&same, kind, 3000, false);
            le_diff_side old_side = {.keys = l.old, .count = l.n}, new_side = {.keys = l.new, .count = l.m};
            le_diff_result result;
            CHECK_EQUAL(le_diff(workspace, &old_side, &new_side, NULL, &result), LE_OK);
            free_lists(&l);
        }
        if (round == 3) bytes = le_diff_workspace_bytes(workspace);
    }
    (void)r;
    CHECK_EQUAL(le_diff_workspace_bytes(workspace), bytes);
}

// ------------------------------------------------------------------------------------------------------------- runs

// The heaviest increasing runs against a table of n^2 steps.
static void heaviest_case(uint64_t seed) {
    rng r = {seed};
    int64_t n = rng_in(&r, 1, rng_chance(&r, 2) ? 7 : 300);
    uint32_t *ranks = slots(n, sizeof *ranks), *weights = slots(n, sizeof *weights);
    uint64_t *best = slots(n, sizeof *best), most = 0, sum = 0;
    bool *kept = slots(n, sizeof *kept);
    for (int64_t i = 0; i < n; i++) {
        int64_t other = rng_in(&r, 0, i);
        ranks[i] = ranks[other];
        ranks[other] = (uint32_t)i;
        weights[i] = (uint32_t)rng_in(&r, 0, rng_chance(&r, 8) ? 1000000 : 3);
    }
    for (int64_t i = 0; i < n; i++) {
        best[i] = 0;
        for (int64_t j = 0; j < i; j++)
            if (ranks[j] < ranks[i] && best[j] > best[i]) best[i] = best[j];
        best[i] += weights[i];
        if (best[i] > most) most = best[i];
    }
    CHECK_EQUAL(le_diff_heaviest_runs(workspace, ranks, weights, (size_t)n, kept), LE_OK);
    int64_t last = -1;
    for (int64_t i = 0; i < n; i++) {
        if (!kept[i]) continue;
        CHECK(ranks[i] > last);
        last = ranks[i];
        sum += weights[i];
    }
    CHECK_EQUAL(sum, most);
    // A rank that occurs twice, or is too large.
    uint32_t place = rng_below(&r, (uint32_t)n), right = ranks[place];
    ranks[place] = rng_chance(&r, 2) || n == 1 ? (uint32_t)n + rng_below(&r, 3) : ranks[(place + 1) % n];
    CHECK_EQUAL(le_diff_heaviest_runs(workspace, ranks, weights, (size_t)n, kept), LE_BAD_INDEX);
    ranks[place] = right;
    weights[place] = UINT32_MAX;
    CHECK_EQUAL(le_diff_heaviest_runs(workspace, ranks, weights, (size_t)n, kept), LE_TOO_LARGE);
    free(ranks), free(weights), free(best), free(kept);
}

static void test_heaviest_arguments(void) {
    uint32_t zero = 0, one = 1;
    bool kept = false;
    CHECK_EQUAL(le_diff_heaviest_runs(NULL, NULL, NULL, 0, NULL), LE_OK);
    CHECK_EQUAL(le_diff_heaviest_runs(NULL, &zero, &one, 1, &kept), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_diff_heaviest_runs(workspace, NULL, &one, 1, &kept), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_diff_heaviest_runs(workspace, &zero, NULL, 1, &kept), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_diff_heaviest_runs(workspace, &zero, &one, 1, NULL), LE_BAD_ARGUMENT);
    CHECK_EQUAL(le_diff_heaviest_runs(workspace, &zero, &one, LE_DIFF_MAX_COUNT + 1, &kept), LE_TOO_LARGE);
    CHECK_EQUAL(le_diff_heaviest_runs(workspace, &zero, &one, 1, &kept), LE_OK);
    CHECK(kept);
}

// ------------------------------------------------------------------------------------------------------- comparison

// Lists of n that differ at one place, or nowhere. Each is in separate memory, so that AddressSanitizer sees what is
// read beyond its ends.
static void comparison_case(uint64_t seed) {
    rng r = {seed};
    int64_t n = rng_in(&r, 0, 150), place = rng_in(&r, 0, n);
    uint32_t *a = slots(n, sizeof *a), *b = slots(n, sizeof *b), *up = slots(n, sizeof *up);
    // Ascends past the largest number now and then.
    uint32_t first = rng_chance(&r, 4) ? UINT32_MAX - (uint32_t)rng_in(&r, 0, 150) : (uint32_t)rng_next(&r);
    for (int64_t i = 0; i < n; i++) {
        a[i] = b[i] = (uint32_t)rng_next(&r);
        up[i] = first + (uint32_t)i;
    }
    if (place < n) {
        b[place] ^= (uint32_t)1 << rng_below(&r, 32);
        up[place] ^= (uint32_t)1 << rng_below(&r, 32);
        // The values after this place do not affect the result.
        if (place + 1 < n && rng_chance(&r, 2)) up[place + 1] = up[0];
    }
    le_diff_prefetch_tokens(a, (size_t)n); // has no effect that a caller can see
    CHECK_EQUAL(le_diff_equal_tokens(a, b, (size_t)n), place);
    CHECK_EQUAL(le_diff_equal_tokens_before(a + n, b + n, (size_t)n), place < n ? n - place - 1 : n);
    CHECK_EQUAL(le_diff_ascending_tokens(up, first, (size_t)n), place);
    // Keys of tokens: one differs, or one token does not count up from the first. From that token on, either there are
    // no keys, so that none may be read, or the keys are equal, so that the token alone decides.
    int64_t other = rng_in(&r, 0, n), end = 0;
    if (n > 0) up[0] = first;
    while (end < n && up[end] == first + (uint32_t)end) end++;
    int64_t known_count = rng_chance(&r, 2) ? end : n;
    uint64_t *known = slots(known_count, sizeof *known), *keys = slots(n, sizeof *keys);
    for (int64_t i = 0; i < n; i++) keys[i] = rng_next(&r);
    if (known_count > 0) memcpy(known, keys, (size_t)known_count * sizeof *known);
    if (other < end) known[other] ^= (uint64_t)1 << rng_below(&r, 64);
    if (other < end) end = other;
    CHECK_EQUAL(le_diff_predicted_tokens(up, known, keys, a, (size_t)n), end);
    CHECK(memcmp(a, up, (size_t)end * sizeof *a) == 0);
    free(a), free(b), free(up), free(known), free(keys);
}

static void check_diff_paths(void) {
    static const char *const names[] = {"stream",     "window",     "anchors", "descending", "abandoned", "one table",
                                        "partitions", "direct",     "swapped", "spill",      "sorted",    "runs",
                                        "items",      "duplicates", "myers",   "hunt",       "budget",    "crossed"};
    bool enough = enough_cases(0.05);
    for (size_t path = 0; path < sizeof names / sizeof *names; path++) {
        printf("  diff path %-15s %12" PRIu64 "\n", names[path], paths_seen[path]);
        if (enough && !paths_seen[path]) {
            fprintf(stderr, "the differ never took the way: %s\n", names[path]);
            exit(1);
        }
    }
}

void count_diff_paths(uint32_t paths) {
    for (int path = 0; path < 32; path++) paths_seen[path] += paths >> path & 1;
}

void test_diff(void) {
    workspace = le_diff_workspace_create();
    CHECK(workspace);
    test_diff_arguments(workspace);
    test_segments_of_one_item();
    run_cases("diff, tiny lists", 1000, tiny_case);
    run_cases("diff, small lists", 200000, small_case);
    run_cases("diff, colliding keys", 4000, crowded_case);
    run_cases("diff, 10^4 items", 2000, medium_case);
    run_cases("diff, 10^6 items", 20, large_case);
    run_cases("diff, segments", 20000, segments_case);
    run_cases("diff, heaviest runs", 20000, heaviest_case);
    test_heaviest_arguments();
    run_cases("diff, comparison", 20000, comparison_case);
    le_diff_prefetch_tokens(NULL, 0);
    CHECK(le_diff_equal_tokens(NULL, NULL, 0) == 0 && le_diff_equal_tokens_before(NULL, NULL, 0) == 0);
    CHECK(le_diff_ascending_tokens(NULL, 7, 0) == 0 && le_diff_predicted_tokens(NULL, NULL, NULL, NULL, 0) == 0);
    test_warm_workspace();
    test_diff_sections(workspace);
    test_diff_limits(workspace);
    check_diff_paths();
    le_diff_workspace_release(workspace);
}
