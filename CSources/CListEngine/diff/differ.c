// The functions of diff.h: they check their arguments and run the phases in order.
#include <assert.h>
#include <string.h>

#include "diff/pipeline.h"

// ------------------------------------------------------------------------------------------------------ checking

// Keys or tokens, not both, and as many as there are items outside of segments (`needed`).
static bool has_keys(const le_diff_side *side, size_t needed, bool narrow) {
    if (side->keys && side->tokens) return false;
    if (narrow ? side->keys != NULL : side->tokens != NULL) return false;
    return needed == 0 || side->keys || side->tokens;
}

// Both sides have an array of `NULL or count` values, or neither has. A side without values may omit it.
static bool agree(const void *a, size_t a_count, const void *b, size_t b_count) {
    return (a != NULL) == (b != NULL) || (!a && a_count == 0) || (!b && b_count == 0);
}

// The checks that both functions share; keys are checked separately.
static le_status check_call(const le_diff_workspace *workspace, const le_diff_side *old_side,
                            const le_diff_side *new_side, const le_diff_options *options,
                            const le_diff_result *result) {
    const uint32_t known_ways = LE_DIFF_FORCE_COLLISIONS * 2 - 1;
    if (!workspace || !old_side || !new_side || !result || options->force & ~known_ways) return LE_BAD_ARGUMENT;
    if (!LE__KNOWN(old_side) || !LE__KNOWN(new_side) || !LE__KNOWN(options)) return LE_BAD_ARGUMENT;
    if (old_side->count > LE_DIFF_MAX_COUNT || new_side->count > LE_DIFF_MAX_COUNT) return LE_TOO_LARGE;
    if (options->segment_count > LE_DIFF_MAX_COUNT) return LE_TOO_LARGE;
    if (options->segment_count && !options->segments) return LE_BAD_ARGUMENT;
    return agree(old_side->versions, old_side->count, new_side->versions, new_side->count) ? LE_OK : LE_BAD_ARGUMENT;
}

static le_status check_keys(const le_diff_side *old_side, const le_diff_side *new_side, size_t in_segments) {
    bool narrow = old_side->tokens || new_side->tokens;
    bool complete = has_keys(old_side, old_side->count - in_segments, narrow) &&
                    has_keys(new_side, new_side->count - in_segments, narrow);
    return complete ? LE_OK : LE_BAD_ARGUMENT;
}

static le_status check_sections(const le_diff_sections_side *side) {
    if (!LE__KNOWN(side)) return LE_BAD_ARGUMENT;
    if (side->count > LE_DIFF_MAX_COUNT) return LE_TOO_LARGE;
    return side->count == 0 || (side->keys && side->ends) ? LE_OK : LE_BAD_ARGUMENT;
}

static bool sections_fit(const le_diff_sections_side *sections, size_t count) {
    uint32_t before = 0;
    for (size_t s = 0; s < sections->count; s++) {
        if (sections->ends[s] < before) return false;
        before = sections->ends[s];
    }
    return before == count;
}

// Whether segments are within the lists, and in ascending order without overlap in the new list. Overlaps in the old
// list are detected when gaps are computed. Also counts the items in segments.
static bool segments_fit(const le__diff *diff, size_t *items) {
    uint64_t new_end = 0;
    *items = 0;
    for (size_t s = 0; s < diff->segment_count; s++) {
        le_diff_segment segment = diff->segments[s];
        uint64_t start = segment.old_start & ~LE_DIFF_DESCENDING, end = start + segment.count;
        if (segment.old_start & LE_DIFF_DESCENDING) {
            if (segment.count > start + 1) return false;
            end = start + 1;
        }
        if (end > diff->old_count || segment.new_start < new_end) return false;
        new_end = (uint64_t)segment.new_start + segment.count;
        *items += segment.count;
    }
    // Segments that are disjoint in the new list and hold more items than the old list has must overlap in the old
    // list.
    return new_end <= diff->new_count && *items <= diff->old_count;
}

// ------------------------------------------------------------------------------------------------------- phases

// The range of new positions between the common ends; items outside of it are kept in any case.
static void find_window(const le__diff *diff, uint32_t *low, uint32_t *high) {
    *low = 0;
    *high = diff->new_count;
    if (diff->sectioned || diff->segment_count == 0) return;
    le_diff_segment first = diff->segments[0], last = diff->segments[diff->segment_count - 1];
    if (first.old_start == 0 && first.new_start == 0) *low = first.count;
    if (last.old_start + last.count == diff->old_count && last.new_start + last.count == diff->new_count)
        *high = LE_MAX(*low, last.new_start);
}

static bool order_and_emit_items(le__diff *diff, uint32_t low, uint32_t high) {
    uint32_t *partners = diff->match;
    bool is_gap = diff->new_gap_count == 1 && diff->new_gaps[0].start == low && diff->new_gaps[0].count == high - low;
    if (!is_gap) {
        partners = LE__ALLOC(diff->workspace, uint32_t, high - low);
        if (!partners) return false;
        le__diff_fill_partners(diff, low, high, partners);
    }
    uint64_t *kept = le__diff_alloc_zeroed(diff->workspace, le__words(diff->new_count) * sizeof *kept);
    return kept && le__diff_order_items(diff, partners, low, high, kept) &&
           le__diff_emit_items(diff, partners, low, high, kept);
}

static bool order_and_emit_runs(le__diff *diff) {
    le__piece *pieces;
    size_t count;
    uint64_t *crossed;
    if (!le__diff_find_pieces(diff, &pieces, &count, &crossed)) return false;
    uint8_t *fate = LE__ALLOC(diff->workspace, uint8_t, count);
    return fate && le__diff_order_pieces(diff, pieces, count, crossed, fate) &&
           le__diff_emit_pieces(diff, pieces, count, fate);
}

// The search by items costs less per item than the search by pieces costs per piece, so pieces only win if there are
// few.
static bool prefers_items(const le__diff *diff, uint32_t window) {
    if (window == 0 || diff->options->force & LE_DIFF_FORCE_RUNS) return false;
    if (diff->options->force & LE_DIFF_FORCE_ITEMS) return true;
    return (diff->segment_count + le__diff_count_runs(diff)) * 4 > window;
}

static bool run(le__diff *diff) {
    if (!diff->compact && !le__diff_stream(diff)) return false;
    if (!le__diff_find_gaps(diff) || diff->overlapping || !le__diff_join(diff)) return false;
    uint32_t low, high;
    find_window(diff, &low, &high);
    bool by_items = prefers_items(diff, high - low);
    if (!(by_items ? order_and_emit_items(diff, low, high) : order_and_emit_runs(diff))) return false;
    // The result is proven minimal if the caller promised unique keys, if the join saw every key outside the common
    // ends, or if nothing moved.
    bool saw_all = diff->trimmed && !(diff->paths & LE_DIFF_PATH_DUPLICATES);
    diff->exact = diff->unique || saw_all || diff->result->moves.count == 0;
    if (!diff->exact && !diff->compact && !diff->sectioned) le__diff_refine(diff, low, high);
    if (!le__diff_emit_maps(diff)) return false;
    diff->result->is_minimal = diff->exact;
    diff->result->paths = diff->paths;
    return true;
}

// Any odd number works; the default is that of Fibonacci hashing (Knuth, volume 3, 6.4).
static uint64_t odd_seed(const le_diff_options *options) {
    if (options->force & LE_DIFF_FORCE_COLLISIONS) return 1;
    return (options->seed ? options->seed : 0x9E3779B97F4A7C15u) | 1;
}

static void set_up(le__diff *diff, le_diff_workspace *workspace, const le_diff_side *old_side,
                   const le_diff_side *new_side, const le_diff_options *options, le_diff_result *result) {
    memset(diff, 0, sizeof *diff);
    diff->workspace = workspace;
    diff->kernels = le__kernels_in_use();
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
    diff->seed = odd_seed(options);
    diff->unique = options->unique;
    diff->result = result;
}

static const le_diff_options no_options;

le_status le_diff(le_diff_workspace *workspace, const le_diff_side *old_side, const le_diff_side *new_side,
                  const le_diff_options *options, le_diff_result *result) {
    if (!options) options = &no_options;
    le_status status = check_call(workspace, old_side, new_side, options, result);
    if (status != LE_OK) return status;
    le_diff_result made = {0};
    le__diff diff;
    set_up(&diff, workspace, old_side, new_side, options, &made);
    le__span whole = {0, diff.old_count, 0, diff.new_count, 0, false};
    diff.spans = &whole;
    diff.span_count = 1;
    size_t in_segments = 0;
    if (options->segments) {
        diff.segments = (le_diff_segment *)options->segments;
        diff.segment_count = options->segment_count;
        diff.compact = true;
        if (!segments_fit(&diff, &in_segments)) return LE_BAD_EDITS;
    }
    status = check_keys(old_side, new_side, in_segments);
    if (status != LE_OK) return status;
    le__diff_reset(workspace);
    if (!run(&diff)) return diff.overlapping ? LE_BAD_EDITS : LE_NO_MEMORY;
    if (options->segments) made.joined = diff.match;
    *result = made;
    return LE_OK;
}

// Diffs the sections as a flat list first; then every new section becomes a span.
static le_status match_sections(le__diff *diff, const le_diff_sections_side *old_sections,
                                const le_diff_sections_side *new_sections) {
    le_diff_workspace *workspace = diff->workspace;
    le_diff_options options = {
        .unique = true, .wants_new_to_old = true, .seed = diff->options->seed, .force = diff->options->force};
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

    diff->sectioned = true;
    diff->paths |= made.paths;
    diff->spans = LE__ALLOC(workspace, le__span, new_sections->count);
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
    le_status status = check_call(workspace, old_side, new_side, options, result);
    if (status == LE_OK) status = check_keys(old_side, new_side, 0);
    if (status != LE_OK) return status;
    if (!old_sections || !new_sections || options->segments) return LE_BAD_ARGUMENT;
    status = check_sections(old_sections);
    if (status == LE_OK) status = check_sections(new_sections);
    if (status != LE_OK) return status;
    if (!agree(old_sections->stamps, old_sections->count, new_sections->stamps, new_sections->count))
        return LE_BAD_ARGUMENT;
    if (!sections_fit(old_sections, old_side->count) || !sections_fit(new_sections, new_side->count))
        return LE_BAD_EDITS;
    le_diff_result made = {0};
    le__diff diff;
    set_up(&diff, workspace, old_side, new_side, options, &made);
    le__diff_reset(workspace);
    status = match_sections(&diff, old_sections, new_sections);
    if (status != LE_OK) return status;
    if (!run(&diff)) return LE_NO_MEMORY;
    *result = made;
    return LE_OK;
}
