// libFuzzer on the C differ: bytes become two short lists of few keys (so that duplicates, blocks and reversals are
// common), options and versions; the script is replayed, and proven minima are held against the textbook's longest
// common subsequence. `Scripts/fuzz.sh diff 60` runs it for a minute.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CListEngine.h"

enum { LONGEST = 400 };

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

typedef struct {
    const uint8_t *bytes;
    size_t left;
} reader;

static uint8_t next(reader *r) {
    if (!r->left) return 0;
    r->left--;
    return *r->bytes++;
}

// A list out of instructions: single keys, runs up, runs down, repetitions.
static uint32_t read_list(reader *r, uint64_t *keys, int spread) {
    uint32_t count = 0;
    for (int steps = next(r) % 64; steps > 0 && count < LONGEST; steps--) {
        uint8_t what = next(r), start = next(r), length = (uint8_t)(1 + what / 4);
        for (uint32_t k = 0; k < length && count < LONGEST; k++) {
            uint64_t key = what % 4 == 0   ? start
                           : what % 4 == 1 ? start + k
                           : what % 4 == 2 ? start + 64 - k
                                           : start * 7 + k * k;
            keys[count++] = spread ? key * 0x9E3779B97F4A7C15u : key;
            if (what % 4 == 0 && k > 3) break;
        }
    }
    return count;
}

static uint32_t subsequence_length(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m) {
    uint32_t row[LONGEST + 1] = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t diagonal = 0;
        for (uint32_t j = 0; j < m; j++) {
            uint32_t above = row[j + 1];
            row[j + 1] = a[i] == b[j] ? diagonal + 1 : above > row[j] ? above : row[j];
            diagonal = above;
        }
    }
    return row[m];
}

static bool has_duplicates(const uint64_t *a, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            if (a[i] == a[j]) return true;
    return false;
}

static void mark(uint8_t *marks, uint32_t count, uint32_t index) {
    CHECK(index < count && !marks[index]);
    marks[index] = 1;
}

static void mark_all(const le_diff_indices *list, uint8_t *marks, uint32_t count) {
    uint32_t before = 0;
    for (size_t k = 0; k < list->run_count; k++) {
        for (uint32_t i = 0; i < list->runs[k].end - before; i++) mark(marks, count, list->runs[k].start + i);
        before = list->runs[k].end;
    }
    CHECK(before == list->count);
}

static void replay(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m, const le_diff_result *result) {
    uint8_t old_marks[LONGEST] = {0}, new_marks[LONGEST] = {0};
    mark_all(&result->deletes, old_marks, n);
    mark_all(&result->inserts, new_marks, m);
    uint32_t before = 0;
    for (size_t k = 0; k < result->moves.run_count; k++) {
        le_diff_pair_run run = result->moves.runs[k];
        for (uint32_t i = 0; i < run.end - before; i++) {
            uint32_t old =
                run.old_start & LE_DIFF_DESCENDING ? (run.old_start & ~LE_DIFF_DESCENDING) - i : run.old_start + i;
            mark(old_marks, n, old);
            mark(new_marks, m, run.new_start + i);
            CHECK(a[old] == b[run.new_start + i]);
        }
        before = run.end;
    }
    uint32_t i = 0, j = 0;
    for (;; i++, j++) {
        while (i < n && old_marks[i]) i++;
        while (j < m && new_marks[j]) j++;
        if (i == n || j == m) break;
        CHECK(a[i] == b[j]);
    }
    CHECK(i == n && j == m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static le_diff_workspace *workspace;
    if (!workspace) workspace = le_diff_workspace_create();
    reader r = {data, size};
    uint8_t flags = next(&r), force = next(&r);
    le_backend_use(flags % le_backend_count());
    uint64_t a[LONGEST], b[LONGEST], old_versions[LONGEST], new_versions[LONGEST];
    uint32_t old_tokens[LONGEST], new_tokens[LONGEST];
    bool narrow = flags & 16;
    uint32_t n = read_list(&r, a, flags & 32 && !narrow), m = read_list(&r, b, flags & 32 && !narrow);
    for (uint32_t i = 0; i < n; i++) old_tokens[i] = (uint32_t)a[i], old_versions[i] = a[i] % 3;
    for (uint32_t j = 0; j < m; j++) new_tokens[j] = (uint32_t)b[j], new_versions[j] = j % 3;
    bool duplicates = has_duplicates(a, n) || has_duplicates(b, m);

    le_diff_side old_side = {.keys = narrow ? NULL : a, .tokens = narrow ? old_tokens : NULL, .count = n};
    le_diff_side new_side = {.keys = narrow ? NULL : b, .tokens = narrow ? new_tokens : NULL, .count = m};
    if (flags & 64) old_side.versions = old_versions, new_side.versions = new_versions;
    // Also a promise that is broken: the script must be valid all the same.
    le_diff_options options = {.unique = flags & 128,
                               .wants_old_to_new = true,
                               .wants_new_to_old = true,
                               .seed = next(&r),
                               .budget = flags & 8 ? next(&r) : 0,
                               .force = force % 64};
    le_diff_result result;
    CHECK(le_diff(workspace, &old_side, &new_side, &options, &result) == LE_OK);
    replay(a, n, b, m, &result);
    if (!duplicates || (result.is_minimal && !options.unique)) {
        uint32_t matched = n - (uint32_t)result.deletes.count;
        CHECK(result.moves.count == matched - subsequence_length(a, n, b, m));
    }

    // Segments from outside, as nonsensical as they come: refused, or every item is told of once.
    le_diff_segment segments[8];
    options.segments = segments;
    options.segment_count = next(&r) % 9;
    for (size_t s = 0; s < options.segment_count; s++) {
        uint8_t old = next(&r), new = next(&r), count = next(&r);
        segments[s] = (le_diff_segment){old | (count & 128 ? LE_DIFF_DESCENDING : 0), new, count & 127};
    }
    le_status status = le_diff(workspace, &old_side, &new_side, &options, &result);
    CHECK(status == LE_OK || status == LE_BAD_EDITS);
    if (status == LE_OK) {
        CHECK(result.deletes.count + result.moves.count <= n && result.inserts.count + result.moves.count <= m);
        CHECK(n - result.deletes.count == m - result.inserts.count);
    }
    return 0;
}
