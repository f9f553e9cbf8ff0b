// Writes the edit script as runs.
#include "diff/pipeline.h"

#include <string.h>

#include "diff/runs.h"

// Arrays of runs are allocated at their largest possible size and shrunk when they are complete: memory that is never
// touched is never used.
static bool emit_deletes(le__diff *diff) {
    le_diff_indices list = {0};
    uint32_t most = diff->matched ? diff->old_left - diff->matched : (uint32_t)diff->old_gap_count;
    le_diff_run *runs = LE__ALLOC(diff->workspace, le_diff_run, most);
    if (!runs) return false;
    for (size_t g = 0; g < diff->old_gap_count && most; g++) {
        size_t at = diff->old_gaps[g].start, end = at + diff->old_gaps[g].count;
        if (!diff->taken) {
            le__add_indices(runs, &list, (uint32_t)at, (uint32_t)(end - at));
            continue;
        }
        while ((at = le__first_clear_bit(diff->taken, at, end)) < end) {
            size_t next = le__first_bit(diff->taken, at, end);
            le__add_indices(runs, &list, (uint32_t)at, (uint32_t)(next - at));
            at = next;
        }
    }
    list.runs = runs;
    le__diff_shrink(diff->workspace, runs, list.run_count * sizeof *runs);
    diff->result->deletes = list;
    return true;
}

static bool emit_inserts(le__diff *diff) {
    le_diff_indices list = {0};
    uint32_t most = diff->matched ? diff->new_left - diff->matched : (uint32_t)diff->new_gap_count;
    le_diff_run *runs = LE__ALLOC(diff->workspace, le_diff_run, most);
    if (!runs) return false;
    for (size_t g = 0; g < diff->new_gap_count && most; g++) {
        le__gap gap = diff->new_gaps[g];
        if (!diff->matched) {
            le__add_indices(runs, &list, gap.start, gap.count);
            continue;
        }
        const uint32_t *match = diff->match + gap.base;
        for (uint32_t i = 0; i < gap.count; i++)
            if (match[i] == LE_DIFF_NONE) le__add_indices(runs, &list, gap.start + i, 1);
    }
    list.runs = runs;
    le__diff_shrink(diff->workspace, runs, list.run_count * sizeof *runs);
    diff->result->inserts = list;
    return true;
}

// Adds the pairs in a range whose versions differ.
static void add_updates(const le__diff *diff, le_diff_pair_run *runs, le_diff_pairs *list, uint32_t old_start,
                        uint32_t new_start, uint32_t count) {
    uint32_t old = old_start & ~LE_DIFF_DESCENDING;
    const uint64_t *a = diff->old_versions + old, *b = diff->new_versions + new_start;
    if (old_start & LE_DIFF_DESCENDING) {
        for (uint32_t i = 0; i < count; i++)
            if (*(a - i) != b[i]) le__add_pairs(runs, list, old - i, new_start + i, 1);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        i += (uint32_t)(diff->kernels->equal_ahead(a + i, b + i, (size_t)(count - i) * 2) / 2);
        if (i < count) le__add_pairs(runs, list, old + i, new_start + i, 1);
    }
}

bool le__diff_emit_pieces(le__diff *diff, const le__piece *pieces, size_t count, const uint8_t *fate) {
    if (!emit_deletes(diff) || !emit_inserts(diff)) return false;
    le_diff_pairs moves = {0};
    le_diff_pair_run *runs = LE__ALLOC(diff->workspace, le_diff_pair_run, count);
    if (!runs) return false;
    for (size_t i = 0; i < count; i++) {
        le__piece piece = pieces[i];
        if (fate[i] == LE__MOVED) le__add_pairs(runs, &moves, piece.old_start, piece.new_start, piece.count);
        // Only reversed pieces are kept in part, and these have at least two items.
        if (fate[i] == LE__KEPT_FIRST)
            le__add_pairs(runs, &moves, piece.old_start - 1, piece.new_start + 1, piece.count - 1);
    }
    moves.runs = runs;
    le__diff_shrink(diff->workspace, runs, moves.run_count * sizeof *runs);
    diff->result->moves = moves;
    if (!diff->old_versions) return true;

    le_diff_pairs updates = {0};
    runs = LE__ALLOC(diff->workspace, le_diff_pair_run, LE_MIN(diff->old_count, diff->new_count));
    if (!runs) return false;
    size_t span = 0;
    for (size_t i = 0; i < count; i++) {
        while (diff->spans[span].new_end <= pieces[i].new_start) span++;
        if (!diff->spans[span].same)
            add_updates(diff, runs, &updates, pieces[i].old_start, pieces[i].new_start, pieces[i].count);
    }
    updates.runs = runs;
    le__diff_shrink(diff->workspace, runs, updates.run_count * sizeof *runs);
    diff->result->updates = updates;
    return true;
}

static bool emit_item_moves(le__diff *diff, const uint32_t *partners, uint32_t low, uint32_t high,
                            const uint64_t *kept) {
    le_diff_pairs moves = {0};
    le_diff_pair_run *runs = LE__ALLOC(diff->workspace, le_diff_pair_run, high - low);
    if (!runs) return false;
    // The same as le__add_pairs, specialised for single pairs: up to half of all items pass through here. A run is
    // written when it begins, and its end when the next one begins.
    uint32_t count = 0, step = 0, before = LE_DIFF_NONE, next = UINT32_MAX;
    bool single = false;
    size_t run_count = 0;
    for (uint32_t start = low & ~63u; start < high; start += 64) {
        uint64_t left = ~kept[start >> 6];
        if (start < low) left &= ~(uint64_t)0 << (low - start);
        if (high - start < 64) left &= ((uint64_t)1 << (high - start)) - 1;
        for (; left; left &= left - 1) {
            uint32_t j = start + (uint32_t)__builtin_ctzll(left), old = partners[j - low];
            if (old == LE_DIFF_NONE) continue;
            const uint32_t change = old - before; // modulo 2^32: 1 or -1 in a run
            if (j == next && (change == step || (single && (change == 1 || change == UINT32_MAX)))) {
                if (single && change != 1) runs[run_count - 1].old_start |= LE_DIFF_DESCENDING;
                step = change;
                single = false;
            } else {
                if (count) runs[run_count - 1].end = count;
                runs[run_count++] = (le_diff_pair_run){old, j, 0};
                step = 0; // no two old positions are the same
                single = true;
            }
            before = old;
            next = j + 1;
            count++;
        }
    }
    if (count) runs[run_count - 1].end = count;
    moves.run_count = run_count;
    moves.count = count;
    moves.runs = runs;
    le__diff_shrink(diff->workspace, runs, moves.run_count * sizeof *runs);
    diff->result->moves = moves;
    return true;
}

// Adds the updates of segments from number `s` on that start before new position `end`. Returns the next segment.
static size_t add_segment_updates(const le__diff *diff, le_diff_pair_run *runs, le_diff_pairs *updates, size_t s,
                                  uint32_t end) {
    size_t span = 0;
    for (; s < diff->segment_count && diff->segments[s].new_start < end; s++) {
        le_diff_segment segment = diff->segments[s];
        if (!segment.count) continue; // it may be after the last span
        while (diff->spans[span].new_end <= segment.new_start) span++;
        if (!diff->spans[span].same)
            add_updates(diff, runs, updates, segment.old_start, segment.new_start, segment.count);
    }
    return s;
}

// Adds the updates of segments before the window, of items in the window, and of segments after it.
static bool emit_item_updates(le__diff *diff, const uint32_t *partners, uint32_t low, uint32_t high) {
    le_diff_pairs updates = {0};
    le_diff_pair_run *runs = LE__ALLOC(diff->workspace, le_diff_pair_run, LE_MIN(diff->old_count, diff->new_count));
    if (!runs) return false;
    size_t s = add_segment_updates(diff, runs, &updates, 0, low), span = 0;
    for (uint32_t j = low; j < high; j++) {
        uint32_t old = partners[j - low];
        while (diff->spans[span].new_end <= j) span++;
        if (old != LE_DIFF_NONE && !diff->spans[span].same && diff->old_versions[old] != diff->new_versions[j])
            le__add_pairs(runs, &updates, old, j, 1);
    }
    while (s < diff->segment_count && diff->segments[s].new_start < high) s++;
    add_segment_updates(diff, runs, &updates, s, UINT32_MAX);
    updates.runs = runs;
    le__diff_shrink(diff->workspace, runs, updates.run_count * sizeof *runs);
    diff->result->updates = updates;
    return true;
}

bool le__diff_emit_items(le__diff *diff, const uint32_t *partners, uint32_t low, uint32_t high, const uint64_t *kept) {
    if (!emit_deletes(diff) || !emit_inserts(diff) || !emit_item_moves(diff, partners, low, high, kept)) return false;
    return !diff->old_versions || emit_item_updates(diff, partners, low, high);
}

bool le__diff_emit_maps(le__diff *diff) {
    const le_diff_options *options = diff->options;
    if (!options->wants_new_to_old && !options->wants_old_to_new) return true;
    uint32_t *new_to_old = LE__ALLOC(diff->workspace, uint32_t, diff->new_count);
    if (!new_to_old) return false;
    le__diff_fill_partners(diff, 0, diff->new_count, new_to_old);
    diff->result->new_to_old = new_to_old;
    if (!options->wants_old_to_new) return true;
    uint32_t *old_to_new = LE__ALLOC(diff->workspace, uint32_t, diff->old_count);
    if (!old_to_new) return false;
    memset(old_to_new, 0xff, diff->old_count * sizeof *old_to_new);
    for (uint32_t j = 0; j < diff->new_count; j++)
        if (new_to_old[j] != LE_DIFF_NONE) old_to_new[new_to_old[j]] = j;
    diff->result->old_to_new = old_to_new;
    return true;
}
