// Writes the script.
#include "diff/pipeline.h"
#include "diff/runs.h"

// Old items in gaps that nobody matched.
static bool emit_deletes(le__diff *diff) {
    le_diff_indices list = {0};
    le_diff_run *runs = LE__TAKE(diff->workspace, le_diff_run, diff->old_left);
    if (!runs) return false;
    for (size_t g = 0; g < diff->old_gap_count; g++) {
        uint32_t position = diff->old_gaps[g].start, end = position + diff->old_gaps[g].count;
        for (; position < end; position++)
            if (!le__bit(diff->taken, position)) le__add_indices(runs, &list, position, 1);
    }
    list.runs = runs;
    le__diff_shrink(diff->workspace, runs, list.run_count * sizeof *runs);
    diff->result->deletes = list;
    return true;
}

// New items in gaps that match nobody.
static bool emit_inserts(le__diff *diff) {
    le_diff_indices list = {0};
    le_diff_run *runs = LE__TAKE(diff->workspace, le_diff_run, diff->new_left);
    if (!runs) return false;
    for (size_t g = 0; g < diff->new_gap_count; g++) {
        le__gap gap = diff->new_gaps[g];
        for (uint32_t i = 0; i < gap.count; i++)
            if (diff->match[gap.base + i] == LE_DIFF_NONE) le__add_indices(runs, &list, gap.start + i, 1);
    }
    list.runs = runs;
    le__diff_shrink(diff->workspace, runs, list.run_count * sizeof *runs);
    diff->result->inserts = list;
    return true;
}

bool le__diff_emit_items(le__diff *diff, const uint32_t *map, const uint64_t *kept) {
    if (!emit_deletes(diff) || !emit_inserts(diff)) return false;
    le_diff_pairs moves = {0};
    le_diff_pair_run *runs = LE__TAKE(diff->workspace, le_diff_pair_run, diff->new_count);
    if (!runs) return false;
    for (uint32_t j = 0; j < diff->new_count; j++)
        if (map[j] != LE_DIFF_NONE && !le__bit(kept, j)) le__add_pairs(runs, &moves, map[j], j, 1);
    moves.runs = runs;
    le__diff_shrink(diff->workspace, runs, moves.run_count * sizeof *runs);
    diff->result->moves = moves;
    if (diff->old_versions) {
        le_diff_pairs updates = {0};
        runs = LE__TAKE(diff->workspace, le_diff_pair_run, diff->new_count);
        if (!runs) return false;
        for (uint32_t j = 0; j < diff->new_count; j++)
            if (map[j] != LE_DIFF_NONE && diff->old_versions[map[j]] != diff->new_versions[j])
                le__add_pairs(runs, &updates, map[j], j, 1);
        updates.runs = runs;
        le__diff_shrink(diff->workspace, runs, updates.run_count * sizeof *runs);
        diff->result->updates = updates;
    }
    return true;
}
