// The calls of diff.h: checks, then the phases in order.
#include <assert.h>
#include <string.h>

#include "diff/pipeline.h"

// ------------------------------------------------------------------------------------------------------ checking

static bool sections_fit(const le_diff_sections_side *sections, size_t count) {
    uint32_t before = 0;
    for (size_t s = 0; s < sections->count; s++) {
        if (sections->ends[s] < before) return false;
        before = sections->ends[s];
    }
    return before == count;
}

static bool segments_fit(const le__diff *diff) {
    uint64_t old_end = 0, new_end = 0;
    for (size_t s = 0; s < diff->segment_count; s++) {
        le_diff_segment segment = diff->segments[s];
        if (segment.old_start < old_end || segment.new_start < new_end) return false;
        old_end = (uint64_t)segment.old_start + segment.count;
        new_end = (uint64_t)segment.new_start + segment.count;
    }
    return old_end <= diff->old_count && new_end <= diff->new_count;
}

// ------------------------------------------------------------------------------------------------------- phases

static bool append_segment(le__diff *diff, uint32_t old, uint32_t new, uint32_t count) {
    if (!count) return true;
    if (diff->segment_count) {
        le_diff_segment *last = &diff->segments[diff->segment_count - 1];
        if (old < last->old_start) diff->segments_ascend = false;
    }
    diff->segments[diff->segment_count++] = (le_diff_segment){old, new, count};
    return true;
}

static uint64_t key_at(const le__diff *diff, const void *keys, size_t i) {
    return diff->narrow ? ((const uint32_t *)keys)[i] : ((const uint64_t *)keys)[i];
}

static bool stream(le__diff *diff) {
    diff->segments = LE__TAKE(diff->workspace, le_diff_segment, 2 * diff->span_count);
    if (!diff->segments) return false;
    diff->segments_ascend = true;
    for (size_t s = 0; s < diff->span_count; s++) {
        le__span span = diff->spans[s];
        uint32_t n = span.old_end - span.old_start, m = span.new_end - span.new_start, limit = LE_MIN(n, m);
        uint32_t prefix = 0, suffix = 0;
        if (span.same) {
            prefix = limit;
        } else {
            while (prefix < limit && key_at(diff, diff->old_keys, span.old_start + prefix) ==
                                         key_at(diff, diff->new_keys, span.new_start + prefix))
                prefix++;
            while (suffix < limit - prefix && key_at(diff, diff->old_keys, span.old_end - 1 - suffix) ==
                                                  key_at(diff, diff->new_keys, span.new_end - 1 - suffix))
                suffix++;
        }
        append_segment(diff, span.old_start, span.new_start, prefix);
        append_segment(diff, span.old_end - suffix, span.new_end - suffix, suffix);
    }
    return true;
}

static bool run(le__diff *diff) {
    if (!diff->compact && !stream(diff)) return false;
    if (!le__diff_find_gaps(diff)) return false;
    size_t words = (size_t)diff->old_count / 64 + 1;
    diff->match = LE__TAKE(diff->workspace, uint32_t, diff->new_left);
    diff->taken = le__diff_take_zeroed(diff->workspace, words * sizeof *diff->taken);
    if (!diff->match || !diff->taken) return false;
    if (!le__diff_join_sorted(diff)) return false;
    uint32_t *map = le__diff_expand(diff);
    uint64_t *kept = le__diff_take_zeroed(diff->workspace, ((size_t)diff->new_count / 64 + 1) * sizeof *kept);
    if (!map || !kept) return false;
    if (!le__diff_order_items(diff, map, kept)) return false;
    if (!le__diff_emit_items(diff, map, kept)) return false;
    le_diff_result *result = diff->result;
    if (diff->options->wants_new_to_old) result->new_to_old = map;
    if (diff->options->wants_old_to_new) {
        uint32_t *back = LE__TAKE(diff->workspace, uint32_t, diff->old_count);
        if (!back) return false;
        memset(back, 0xff, diff->old_count * sizeof *back);
        for (uint32_t j = 0; j < diff->new_count; j++)
            if (map[j] != LE_DIFF_NONE) back[map[j]] = j;
        result->old_to_new = back;
    }
    bool saw_all = diff->segment_count == 0 && !(diff->paths & LE_DIFF_PATH_DUPLICATES);
    result->is_minimal = diff->unique || diff->exact || saw_all || result->moves.count == 0;
    result->paths = diff->paths;
    return true;
}

// Every odd number will do; the default is that of Fibonacci hashing (Knuth, volume 3, 6.4).
static uint64_t odd_seed(uint64_t seed) { return (seed ? seed : 0x9E3779B97F4A7C15u) | 1; }

static void set_up(le__diff *diff, le_diff_workspace *workspace, const le_diff_side *old_side,
                   const le_diff_side *new_side, const le_diff_options *options, le_diff_result *result) {
    memset(diff, 0, sizeof *diff);
    diff->workspace = workspace;
    diff->options = options;
    diff->narrow = old_side->tokens || new_side->tokens;
    diff->old_keys = diff->narrow ? (const void *)old_side->tokens : (const void *)old_side->keys;
    diff->new_keys = diff->narrow ? (const void *)new_side->tokens : (const void *)new_side->keys;
    if (old_side->versions && new_side->versions) {
        diff->old_versions = old_side->versions;
        diff->new_versions = new_side->versions;
    }
    diff->old_count = (uint32_t)old_side->count;
    diff->new_count = (uint32_t)new_side->count;
    diff->seed = odd_seed(options->seed);
    diff->unique = options->unique;
    diff->result = result;
}

static const le_diff_options no_options;

le_status le_diff(le_diff_workspace *workspace, const le_diff_side *old_side, const le_diff_side *new_side,
                  const le_diff_options *options, le_diff_result *result) {
    if (!options) options = &no_options;
    if (old_side->count > LE_DIFF_MAX_COUNT || new_side->count > LE_DIFF_MAX_COUNT) return LE_TOO_LARGE;
    le_diff_result made = {0};
    le__diff diff;
    set_up(&diff, workspace, old_side, new_side, options, &made);
    le__span whole = {0, diff.old_count, 0, diff.new_count, 0, false};
    diff.spans = &whole;
    diff.span_count = 1;
    le__diff_reset(workspace);
    if (options->segments) {
        diff.segments = (le_diff_segment *)options->segments;
        diff.segment_count = options->segment_count;
        diff.segments_ascend = diff.compact = true;
        if (!segments_fit(&diff)) return LE_BAD_EDITS;
    }
    if (!run(&diff)) return LE_NO_MEMORY;
    if (options->segments) made.joined = diff.match;
    *result = made;
    return LE_OK;
}

// Diffs the sections as a flat list of their own; then every new section becomes a span.
static le_status match_sections(le__diff *diff, const le_diff_sections_side *old_sections,
                                const le_diff_sections_side *new_sections) {
    le_diff_workspace *workspace = diff->workspace;
    le_diff_options options = {.unique = true, .wants_new_to_old = true, .seed = diff->options->seed};
    le_diff_side old_side = {.keys = old_sections->keys, .count = old_sections->count};
    le_diff_side new_side = {.keys = new_sections->keys, .count = new_sections->count};
    le_diff_result made = {0};
    le__diff inner;
    set_up(&inner, workspace, &old_side, &new_side, &options, &made);
    le__span whole = {0, inner.old_count, 0, inner.new_count, 0, false};
    inner.spans = &whole;
    inner.span_count = 1;
    if (!run(&inner)) return LE_NO_MEMORY;
    diff->result->section_deletes = made.deletes;
    diff->result->section_inserts = made.inserts;
    diff->result->section_moves = made.moves;
    diff->result->section_new_to_old = made.new_to_old;

    diff->spans = LE__TAKE(workspace, le__span, new_sections->count);
    if (!diff->spans) return LE_NO_MEMORY;
    diff->span_count = new_sections->count;
    uint32_t base = 0;
    for (size_t t = 0; t < new_sections->count; t++) {
        uint32_t start = t ? new_sections->ends[t - 1] : 0, end = new_sections->ends[t];
        le__span span = {0, 0, start, end, 0, false};
        uint32_t s = made.new_to_old[t];
        if (s != LE_DIFF_NONE) {
            span.old_start = s ? old_sections->ends[s - 1] : 0;
            span.old_end = old_sections->ends[s];
            span.shift = base - span.old_start;
            base += span.old_end - span.old_start;
            span.same = old_sections->stamps && new_sections->stamps &&
                        old_sections->stamps[s] == new_sections->stamps[t] &&
                        span.old_end - span.old_start == end - start;
        }
        diff->spans[t] = span;
    }
    return LE_OK;
}

le_status le_diff_sections(le_diff_workspace *workspace, const le_diff_side *old_side,
                           const le_diff_sections_side *old_sections, const le_diff_side *new_side,
                           const le_diff_sections_side *new_sections, const le_diff_options *options,
                           le_diff_result *result) {
    if (!options) options = &no_options;
    if (old_side->count > LE_DIFF_MAX_COUNT || new_side->count > LE_DIFF_MAX_COUNT) return LE_TOO_LARGE;
    if (old_sections->count > LE_DIFF_MAX_COUNT || new_sections->count > LE_DIFF_MAX_COUNT) return LE_TOO_LARGE;
    if (!sections_fit(old_sections, old_side->count) || !sections_fit(new_sections, new_side->count) ||
        options->segments)
        return LE_BAD_EDITS;
    le_diff_result made = {0};
    le__diff diff;
    set_up(&diff, workspace, old_side, new_side, options, &made);
    le__diff_reset(workspace);
    le_status status = match_sections(&diff, old_sections, new_sections);
    if (status != LE_OK) return status;
    if (!run(&diff)) return LE_NO_MEMORY;
    *result = made;
    return LE_OK;
}
