// libFuzzer on the C differ. The bytes are a small program that makes two lists: runs, repetitions and blocks of up to
// several thousand items, copied, reversed, mixed, interleaved; flat or cut into sections; with versions and stamps;
// with any options; and with memory that runs out. The script, the updates and the maps are checked against the lists
// alone. `Scripts/fuzz.sh diff 60` runs it for a minute.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CListEngine.h"
#include "CListEngineTesting.h"

enum { LONGEST = 40000, MOST_SECTIONS = 200, LARGEST_TABLE = 250000 };

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

// ------------------------------------------------------------------------------------------- memory that runs out

// The number of allocations that still succeed; negative: all.
static long heap_left = -1;

static int heap_refuses(void) {
    if (heap_left > 0) heap_left--;
    return heap_left == 0;
}

// Names that the linker requires.
// NOLINTBEGIN(bugprone-reserved-identifier)
void *__real_calloc(size_t count, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);

void *__wrap_calloc(size_t count, size_t bytes) { return heap_refuses() ? NULL : __real_calloc(count, bytes); }
void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
    return heap_refuses() ? NULL : __real_aligned_alloc(alignment, bytes);
}
// NOLINTEND(bugprone-reserved-identifier)

// ------------------------------------------------------------------------------------------------------- the lists

typedef struct {
    const uint8_t *bytes;
    size_t left;
} reader;

static uint8_t next(reader *r) {
    if (!r->left) return 0;
    r->left--;
    return *r->bytes++;
}

// Usually small numbers, and some up to 16,000.
static uint32_t next_length(reader *r) {
    uint32_t b = next(r);
    return b < 128 ? b % 32 : (16 + b % 16) << (b >> 4 & 7) << (b >> 6 & 2);
}

static uint32_t next_wide(reader *r) { return next(r) | (uint32_t)next(r) << 8; }

typedef struct {
    uint64_t keys[LONGEST], versions[LONGEST];
    uint32_t tokens[LONGEST];
    uint32_t count;
} list;

static void add(list *l, uint64_t key) {
    if (l->count < LONGEST) l->keys[l->count++] = key;
}

static uint64_t random_state;
static uint64_t random_next(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return random_state >> 33;
}

// Adds a run of new keys. `fresh` counts the keys that were never used.
static void add_keys(reader *r, list *l, uint64_t *fresh) {
    uint8_t what = next(r);
    uint32_t count = next_length(r), start = next(r), period = 1 + next(r) % 40;
    for (uint32_t k = 0; k < count; k++) {
        switch (what % 6) {
        case 0:
        case 1:
            add(l, 1000 + (*fresh)++); // unique
            break;
        case 2:
            add(l, start + k);
            break;
        case 3:
            add(l, start + count - k);
            break;
        case 4:
            add(l, start + k % period); // one key, or a few repeated in turn
            break;
        default:
            add(l, start + random_next() % period);
            break;
        }
    }
}

// Adds a range of `from` unchanged, reversed, shuffled, thinned out or interleaved with other keys.
static void add_block(reader *r, list *l, const list *from, uint32_t *at, uint64_t *fresh) {
    uint8_t what = next(r);
    if (!from->count) return;
    if (what & 128) *at = next_wide(r) * 7 % from->count;
    uint32_t start = *at % from->count, count = what & 64 ? from->count - start : next_length(r);
    if (count > from->count - start) count = from->count - start;
    *at = start + count;
    uint32_t first = l->count, every = 2 + next(r) % 62;
    for (uint32_t k = 0; k < count; k++) {
        switch (what % 8) {
        case 1:
            add(l, from->keys[start + count - 1 - k]);
            break;
        case 2:
            if (k % every) add(l, from->keys[start + k]); // some deleted
            break;
        case 3:
            if (k % every == 0) add(l, 1000 + (*fresh)++); // some inserted
            add(l, from->keys[start + k]);
            break;
        case 4:
            add(l, k % every ? from->keys[start + k] : 1000 + (*fresh)++); // some replaced
            break;
        default:
            add(l, from->keys[start + k]);
            break;
        }
    }
    if (what % 8 == 5) // neighbours exchanged
        for (uint32_t k = first; k + every < l->count; k += every) {
            uint64_t key = l->keys[k];
            l->keys[k] = l->keys[k + every - 1];
            l->keys[k + every - 1] = key;
        }
    if (what % 8 == 6)
        for (uint32_t k = l->count; k > first + 1; k--) {
            uint32_t other = first + (uint32_t)(random_next() % (k - first));
            uint64_t key = l->keys[k - 1];
            l->keys[k - 1] = l->keys[other];
            l->keys[other] = key;
        }
}

// ------------------------------------------------------------------------------------------------------- the oracles

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t sorted[2][LONGEST];

// Sorts both lists of keys. Returns whether one of them contains a key twice.
static int sort_keys(const list *a, const list *b) {
    const list *both[2] = {a, b};
    int duplicates = 0;
    for (int k = 0; k < 2; k++) {
        memcpy(sorted[k], both[k]->keys, both[k]->count * sizeof(uint64_t));
        qsort(sorted[k], both[k]->count, sizeof(uint64_t), compare_keys);
        for (uint32_t i = 1; i < both[k]->count; i++) duplicates |= sorted[k][i] == sorted[k][i - 1];
    }
    return duplicates;
}

// The number of matched items if each key matches as often as both lists contain it.
static uint32_t matched_count(uint32_t n, uint32_t m) {
    uint32_t i = 0, j = 0, matched = 0;
    while (i < n && j < m) {
        if (sorted[0][i] == sorted[1][j])
            i++, j++, matched++;
        else if (sorted[0][i] < sorted[1][j])
            i++;
        else
            j++;
    }
    return matched;
}

static uint32_t subsequence_length(const list *a, const list *b) {
    static uint32_t row[LONGEST + 1];
    memset(row, 0, (b->count + 1) * sizeof *row);
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t diagonal = 0;
        for (uint32_t j = 0; j < b->count; j++) {
            uint32_t above = row[j + 1];
            row[j + 1] = a->keys[i] == b->keys[j] ? diagonal + 1 : above > row[j] ? above : row[j];
            diagonal = above;
        }
    }
    return row[b->count];
}

// The length of the longest increasing subsequence of the values in low ..< high, without NONE.
static uint32_t increasing_length(const uint32_t *values, uint32_t count, uint32_t low, uint32_t high) {
    static uint32_t tails[LONGEST];
    uint32_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (values[i] == LE_DIFF_NONE || values[i] < low || values[i] >= high) continue;
        uint32_t bottom = 0, top = length;
        while (bottom < top) {
            uint32_t middle = (bottom + top) / 2;
            if (tails[middle] < values[i])
                bottom = middle + 1;
            else
                top = middle;
        }
        tails[bottom] = values[i];
        length += bottom == length;
    }
    return length;
}

// ------------------------------------------------------------------------------------------------------- replaying

// The fate of each item in a script: none, deleted or inserted, or moved.
enum { STAYS, ENDS, MOVES };

static void mark(uint8_t *marks, uint32_t count, uint32_t index, uint8_t value) {
    CHECK(index < count && !marks[index]);
    marks[index] = value;
}

static void mark_all(const le_diff_indices *list, uint8_t *marks, uint32_t count) {
    uint32_t before = 0;
    uint64_t next_start = 0;
    for (size_t k = 0; k < list->run_count; k++) {
        le_diff_run run = list->runs[k];
        CHECK(run.end > before && (k == 0 || run.start > next_start));
        for (uint32_t i = 0; i < run.end - before; i++) mark(marks, count, run.start + i, ENDS);
        next_start = (uint64_t)run.start + (run.end - before);
        before = run.end;
    }
    CHECK(before == list->count);
}

// Writes the old partner of each new index in a list of pairs, and returns the number of pairs.
static void read_pairs(const le_diff_pairs *pairs, uint32_t *partners, uint32_t n, uint32_t m) {
    uint32_t before = 0, next_new = 0;
    for (size_t k = 0; k < pairs->run_count; k++) {
        le_diff_pair_run run = pairs->runs[k];
        CHECK(run.end > before && run.new_start >= next_new);
        uint32_t old = run.old_start & ~LE_DIFF_DESCENDING, step = run.old_start & LE_DIFF_DESCENDING ? UINT32_MAX : 1;
        for (uint32_t i = 0; i < run.end - before; i++, old += step) {
            CHECK(old < n && run.new_start + i < m);
            partners[run.new_start + i] = old;
        }
        next_new = run.new_start + (run.end - before);
        before = run.end;
    }
    CHECK(before == pairs->count);
}

static uint8_t old_marks[LONGEST], new_marks[LONGEST];
static uint32_t partners[LONGEST], updated[LONGEST], moved[LONGEST];

// Marks all items. For two levels, `old_order` lists the old items in the order of the remaining sections; NULL for one
// level.
static void replay(const list *a, const list *b, const le_diff_result *result, const uint32_t *old_order,
                   uint32_t old_order_count) {
    uint32_t n = a->count, m = b->count;
    memset(old_marks, 0, n);
    memset(new_marks, 0, m);
    memset(partners, 0xff, m * sizeof *partners);
    memset(moved, 0xff, m * sizeof *moved);
    mark_all(&result->deletes, old_marks, n);
    mark_all(&result->inserts, new_marks, m);
    read_pairs(&result->moves, moved, n, m);
    for (uint32_t j = 0; j < m; j++) {
        if (moved[j] == LE_DIFF_NONE) continue;
        mark(old_marks, n, moved[j], MOVES);
        mark(new_marks, m, j, MOVES);
        partners[j] = moved[j];
    }
    // The remaining items are the same on both sides, in order.
    uint32_t at = 0, count = old_order ? old_order_count : n, kept = 0;
    for (uint32_t j = 0; j < m; j++) {
        if (new_marks[j]) continue;
        while (at < count && old_marks[old_order ? old_order[at] : at]) at++;
        CHECK(at < count);
        partners[j] = old_order ? old_order[at] : at;
        at++;
        kept++;
    }
    uint32_t staying = 0;
    for (uint32_t i = 0; i < n; i++) staying += !old_marks[i];
    CHECK(kept == staying);
    for (uint32_t j = 0; j < m; j++) CHECK(partners[j] == LE_DIFF_NONE || a->keys[partners[j]] == b->keys[j]);
}

static void check_maps(const list *a, const list *b, const le_diff_result *result, const le_diff_options *options) {
    if (options->wants_new_to_old) CHECK(memcmp(result->new_to_old, partners, b->count * sizeof *partners) == 0);
    if (!options->wants_old_to_new) return;
    uint32_t matched = 0;
    for (uint32_t j = 0; j < b->count; j++) {
        if (partners[j] == LE_DIFF_NONE) continue;
        matched++;
        CHECK(result->old_to_new[partners[j]] == j);
    }
    for (uint32_t i = 0; i < a->count; i++) matched -= result->old_to_new[i] != LE_DIFF_NONE;
    CHECK(matched == 0);
}

static void check_updates(const list *a, const list *b, const le_diff_result *result, int has_versions) {
    memset(updated, 0xff, b->count * sizeof *updated);
    read_pairs(&result->updates, updated, a->count, b->count);
    for (uint32_t j = 0; j < b->count; j++) {
        uint32_t old = partners[j];
        int differs = has_versions && old != LE_DIFF_NONE && a->versions[old] != b->versions[j];
        CHECK(updated[j] == (differs ? old : LE_DIFF_NONE));
    }
}

// ------------------------------------------------------------------------------------------------------------ calls

typedef struct {
    uint64_t keys[MOST_SECTIONS], stamps[MOST_SECTIONS];
    uint32_t ends[MOST_SECTIONS];
    uint32_t count;
} section_list;

static list a, b;
static section_list old_cut, new_cut;
static le_diff_workspace *workspace;

typedef struct {
    le_diff_side old_side, new_side;
    le_diff_sections_side old_sections, new_sections;
    le_diff_options options;
    int sectioned;
} call;

static le_status make_call(le_diff_workspace *with, const call *c, le_diff_result *result) {
    if (!c->sectioned) return le_diff(with, &c->old_side, &c->new_side, &c->options, result);
    return le_diff_sections(with, &c->old_side, &c->old_sections, &c->new_side, &c->new_sections, &c->options, result);
}

// A call without enough memory, in the workspace or in the system: it reports that and leaves the result unchanged.
static int call_without_memory(const call *c, reader *r, le_diff_result *result) {
    le_diff_result untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    *result = untouched;
    le_diff_workspace *with = workspace;
    uint32_t blocks = next(r);
    int of_system = blocks & 128;
    if (of_system) {
        heap_left = blocks % 8;
        with = le_diff_workspace_create();
    } else {
        le_diff_fail_after((long)(blocks % 64), blocks / 64 % 2);
    }
    le_status status = with ? make_call(with, c, result) : LE_NO_MEMORY;
    heap_left = -1;
    le_diff_fail_after(-1, false);
    if (of_system) le_diff_workspace_release(with);
    CHECK(status == LE_OK || status == LE_NO_MEMORY);
    if (status == LE_NO_MEMORY) CHECK(memcmp(result, &untouched, sizeof untouched) == 0);
    return status == LE_OK && !of_system;
}

static void check_flat(const call *c, const le_diff_result *result, int duplicates) {
    replay(&a, &b, result, NULL, 0);
    check_maps(&a, &b, result, &c->options);
    check_updates(&a, &b, result, c->old_side.versions != NULL);
    uint32_t matched = matched_count(a.count, b.count), moves = (uint32_t)result->moves.count;
    // A broken promise may cost matches, but not correctness.
    int broken = c->options.unique && duplicates;
    CHECK(broken || (result->deletes.count == a.count - matched && result->inserts.count == b.count - matched));
    if (!duplicates) CHECK(moves == matched - increasing_length(partners, b.count, 0, UINT32_MAX));
    if (!duplicates) CHECK(result->is_minimal || !c->options.unique);
    if (duplicates && !broken && (uint64_t)a.count * b.count <= LARGEST_TABLE) {
        uint32_t least = matched - subsequence_length(&a, &b);
        CHECK(moves >= least && (!result->is_minimal || moves == least));
    }
}

// --------------------------------------------------------------------------------------------------------- two levels

static void cut(reader *r, section_list *cut, uint32_t items, int repeats) {
    cut->count = next(r) % MOST_SECTIONS;
    uint32_t end = 0;
    for (uint32_t s = 0; s < cut->count; s++) {
        uint32_t length = next_length(r);
        end = s + 1 == cut->count ? items : end + (length < items - end ? length : items - end);
        cut->ends[s] = end;
        cut->keys[s] = (s * 37 + 11) % 211; // unique: 211 is prime
    }
    // Moves some sections and gives some another key; a byte can request to break the promise of unique keys.
    for (uint32_t k = next(r) % 16; k > 0 && cut->count; k--) {
        uint32_t s = next(r) % cut->count, t = next(r) % cut->count;
        uint64_t key = cut->keys[s];
        cut->keys[s] = cut->keys[t];
        cut->keys[t] = key;
        if (k % 4 == 3) cut->keys[s] = 1000 + s;
        if (repeats) cut->keys[s] = cut->keys[t];
    }
}

static uint32_t start_of(const section_list *cut, uint32_t s) { return s ? cut->ends[s - 1] : 0; }

// The old section with the key of a new one.
static uint32_t partner_of(uint64_t key) {
    for (uint32_t s = 0; s < old_cut.count; s++)
        if (old_cut.keys[s] == key) return s;
    return LE_DIFF_NONE;
}

// Stamps that keep the promise: equal if items and versions are equal.
static void stamp(int has_versions) {
    for (uint32_t s = 0; s < old_cut.count; s++) old_cut.stamps[s] = s;
    for (uint32_t t = 0; t < new_cut.count; t++) {
        uint32_t s = partner_of(new_cut.keys[t]), start = start_of(&new_cut, t), count = new_cut.ends[t] - start;
        new_cut.stamps[t] = 1000 + t;
        if (s == LE_DIFF_NONE || old_cut.ends[s] - start_of(&old_cut, s) != count) continue;
        uint32_t old = start_of(&old_cut, s);
        if (memcmp(a.keys + old, b.keys + start, count * sizeof *a.keys) == 0 &&
            (!has_versions || memcmp(a.versions + old, b.versions + start, count * sizeof *a.versions) == 0))
            new_cut.stamps[t] = old_cut.stamps[s];
    }
}

static void check_sections(const call *c, const le_diff_result *result, int duplicates, int repeats) {
    // Sections by themselves.
    static uint32_t section_moved[MOST_SECTIONS];
    uint8_t deleted[MOST_SECTIONS] = {0}, inserted[MOST_SECTIONS] = {0};
    mark_all(&result->section_deletes, deleted, old_cut.count);
    mark_all(&result->section_inserts, inserted, new_cut.count);
    memset(section_moved, 0xff, sizeof section_moved);
    read_pairs(&result->section_moves, section_moved, old_cut.count, new_cut.count);
    uint32_t matched = 0;
    for (uint32_t t = 0; t < new_cut.count; t++) {
        uint32_t s = result->section_new_to_old[t];
        CHECK((s == LE_DIFF_NONE) == (inserted[t] == ENDS));
        if (!repeats) CHECK(s == partner_of(new_cut.keys[t]));
        if (s == LE_DIFF_NONE) continue;
        matched++;
        CHECK(s < old_cut.count && old_cut.keys[s] == new_cut.keys[t]);
        mark(deleted, old_cut.count, s, MOVES);
        CHECK(section_moved[t] == LE_DIFF_NONE || section_moved[t] == s);
    }
    CHECK(result->section_deletes.count == old_cut.count - matched);
    if (!repeats)
        CHECK(result->section_moves.count ==
              matched - increasing_length(result->section_new_to_old, new_cut.count, 0, UINT32_MAX));

    // Kept items are in their section: replayed in the current order of the sections.
    static uint32_t order[LONGEST];
    uint32_t ordered = 0;
    for (uint32_t t = 0; t < new_cut.count; t++) {
        uint32_t s = result->section_new_to_old[t];
        if (s == LE_DIFF_NONE) continue;
        for (uint32_t i = start_of(&old_cut, s); i < old_cut.ends[s]; i++) order[ordered++] = i;
    }
    replay(&a, &b, result, order, ordered);
    check_maps(&a, &b, result, &c->options);
    check_updates(&a, &b, result, c->old_side.versions != NULL);
    uint32_t moves = 0;
    for (uint32_t t = 0; t < new_cut.count; t++) {
        uint32_t s = result->section_new_to_old[t], start = start_of(&new_cut, t), count = new_cut.ends[t] - start;
        uint32_t low = s == LE_DIFF_NONE ? 0 : start_of(&old_cut, s), high = s == LE_DIFF_NONE ? 0 : old_cut.ends[s];
        uint32_t here = 0;
        for (uint32_t j = start; j < start + count; j++) {
            here += partners[j] != LE_DIFF_NONE;
            if (!new_marks[j]) CHECK(partners[j] >= low && partners[j] < high);
        }
        moves += here - increasing_length(partners + start, count, low, high);
    }
    uint32_t item_matches = matched_count(a.count, b.count);
    int broken = c->options.unique && duplicates;
    CHECK(broken ||
          (result->deletes.count == a.count - item_matches && result->inserts.count == b.count - item_matches));
    CHECK(result->moves.count >= moves && (duplicates || result->moves.count == moves));
}

// ------------------------------------------------------------------------------------------------------- nonsense

// Invalid segments and sections: they are refused, or every item still has one place.
static void try_nonsense(call c, reader *r) {
    le_diff_result result;
    le_diff_segment segments[8];
    c.options.segments = segments;
    c.options.segment_count = next(r) % 9;
    for (size_t s = 0; s < c.options.segment_count; s++) {
        uint8_t old = next(r), new = next(r), count = next(r);
        segments[s] = (le_diff_segment){old | (count & 128 ? LE_DIFF_DESCENDING : 0), new, count & 127};
    }
    le_status status = le_diff(workspace, &c.old_side, &c.new_side, &c.options, &result);
    CHECK(status == LE_OK || status == LE_BAD_EDITS);
    if (status == LE_OK) {
        CHECK(result.deletes.count + result.moves.count <= a.count);
        CHECK(result.inserts.count + result.moves.count <= b.count);
        CHECK(a.count - result.deletes.count == b.count - result.inserts.count);
    }
    c.options.segments = NULL;
    c.options.segment_count = 0;
    uint8_t what = next(r);
    if (c.sectioned && old_cut.count) {
        old_cut.ends[what % old_cut.count] += 1 + next(r);
        status = make_call(workspace, &c, &result);
        CHECK(status == LE_OK || status == LE_BAD_EDITS);
    }
    if (what & 1) c.old_side.count = SIZE_MAX - what;
    if (what & 2) c.old_side.keys = NULL, c.old_side.tokens = NULL;
    if (what & 4) c.new_side.versions = NULL;
    if (what & 8) c.options.force = (uint32_t)what << 6;
    if (what & 16) c.new_sections.ends = NULL;
    if (what & 32) c.old_sections.count = SIZE_MAX / 2 + what;
    if (what & 64) c.new_sections.stamps = c.old_sections.stamps ? NULL : a.keys;
    if (what & 128) c.new_side.keys = a.keys, c.new_side.tokens = a.tokens;
    le_diff_result untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    result = untouched;
    if (make_call(workspace, &c, &result) != LE_OK) CHECK(memcmp(&result, &untouched, sizeof result) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!workspace) workspace = le_diff_workspace_create();
    reader r = {data, size};
    uint8_t flags = next(&r), force = next(&r), more = next(&r);
    le_backend_use(flags % le_backend_count());
    random_state = next(&r);
    uint64_t fresh = 0;
    a.count = b.count = 0;
    for (int steps = next(&r) % 16; steps > 0; steps--) add_keys(&r, &a, &fresh);
    uint32_t at = 0;
    for (int steps = next(&r) % 32; steps > 0; steps--) {
        uint8_t what = next(&r);
        if (what % 4 == 0)
            add_keys(&r, &b, &fresh);
        else
            add_block(&r, &b, what & 128 ? &b : &a, &at, &fresh);
    }
    call c = {.sectioned = more & 1};
    int narrow = flags & 16, versions = flags & 64, repeats = (more & 30) == 30;
    if (flags & 32 && !narrow) {
        for (uint32_t i = 0; i < a.count; i++) a.keys[i] *= 0x9E3779B97F4A7C15u;
        for (uint32_t j = 0; j < b.count; j++) b.keys[j] *= 0x9E3779B97F4A7C15u;
    }
    for (uint32_t i = 0; i < a.count; i++) a.tokens[i] = (uint32_t)a.keys[i], a.versions[i] = a.keys[i] % 3;
    for (uint32_t j = 0; j < b.count; j++)
        b.tokens[j] = (uint32_t)b.keys[j], b.versions[j] = more & 32 && j % 50 == 0 ? j : b.keys[j] % 3;
    int duplicates = sort_keys(&a, &b);

    c.old_side = (le_diff_side){.keys = narrow ? NULL : a.keys, .tokens = narrow ? a.tokens : NULL, .count = a.count};
    c.new_side = (le_diff_side){.keys = narrow ? NULL : b.keys, .tokens = narrow ? b.tokens : NULL, .count = b.count};
    if (versions) c.old_side.versions = a.versions, c.new_side.versions = b.versions;
    c.options = (le_diff_options){.unique = flags & 128 && (!duplicates || force & 128),
                                  .wants_old_to_new = !(more & 64),
                                  .wants_new_to_old = !(more & 128),
                                  .seed = next(&r),
                                  .budget = flags & 8 ? next_wide(&r) * 100 : 0,
                                  .force = force % 64};
    if (c.sectioned) {
        cut(&r, &old_cut, a.count, 0);
        cut(&r, &new_cut, b.count, repeats);
        if (!old_cut.count || !new_cut.count) c.sectioned = 0; // items need a section
    }
    if (c.sectioned) {
        // Sections that repeat a key have no stamps, because only the caller could know which of them is meant.
        int stamps = force & 64 && !repeats;
        if (stamps) stamp(versions);
        c.old_sections =
            (le_diff_sections_side){old_cut.keys, old_cut.ends, old_cut.count, stamps ? old_cut.stamps : NULL};
        c.new_sections =
            (le_diff_sections_side){new_cut.keys, new_cut.ends, new_cut.count, stamps ? new_cut.stamps : NULL};
    }
    le_diff_result result;
    if (!call_without_memory(&c, &r, &result)) CHECK(make_call(workspace, &c, &result) == LE_OK);
    if (c.sectioned)
        check_sections(&c, &result, duplicates, repeats);
    else
        check_flat(&c, &result, duplicates);
    try_nonsense(c, &r);
    // Another valid call shows that nothing of the invalid ones was kept.
    if (!c.sectioned) {
        CHECK(make_call(workspace, &c, &result) == LE_OK);
        check_flat(&c, &result, duplicates);
    }
    return 0;
}
