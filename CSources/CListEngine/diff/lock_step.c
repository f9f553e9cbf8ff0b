// Matching in lock step. Both lists are walked together. Where they differ, the next place where they agree is searched
// nearby: first among eight keys by vectors, then in windows, then by anchors.
//
//   i = j = 0
//   repeat:
//     l = equal_ahead(old + i, new + j); push segment (i, j, l); i += l; j += l
//     find the smallest skip di + dj with old[i + di] == new[j + dj]; i += di; j += dj
//     or give up
//
// With unique keys every equality is the only possible match of its key, so this phase does not affect what is matched,
// only how fast. Skipped items are joined later.
//
// Gain: 100,000 keys with 2,000 edits take 1.3 million instructions, by joins alone 18.9 million (x86-64, 2026-11-27).
#include "diff/lock_step.h"

#include <string.h>

// Finds the nearest agreement within `width` of both lists by a small lossy table. The nearest old keys are inserted
// last, so that they win their slots. A hit counts only if the keys are equal.
LE_INLINE bool search_window(le__stream *s, const le__stream_place *at, uint32_t width, uint32_t *skip_old,
                             uint32_t *skip_new, const bool narrow) {
    const le__diff *diff = s->diff;
    const uint64_t seed = diff->seed;
    const void *a = le__keys_from(diff->old_keys, at->i, narrow), *b = le__keys_from(diff->new_keys, at->j, narrow);
    uint32_t n = LE_MIN(at->old_end - at->i, width), m = LE_MIN(at->new_end - at->j, width);
    if (!s->window && !(s->window = le__diff_alloc_zeroed(diff->workspace, LE__WINDOW_SLOTS * sizeof *s->window)))
        return false;
    if (s->generation == LE__WINDOW_GENERATIONS) {
        memset(s->window, 0, LE__WINDOW_SLOTS * sizeof *s->window);
        s->generation = 0;
    }
    uint32_t generation = ++s->generation;
    for (uint32_t d = n; d-- > 0;)
        s->window[le__mix(le__key_at(a, d, narrow), seed) >> 52] = generation * LE__WIDEST_WINDOW + d;
    uint32_t best = n + m;
    for (uint32_t e = 0; e < m && e < best; e++) {
        uint64_t key = le__key_at(b, e, narrow);
        uint32_t slot = s->window[le__mix(key, seed) >> 52], d = slot % LE__WIDEST_WINDOW;
        if (slot / LE__WIDEST_WINDOW == generation && le__key_at(a, d, narrow) == key && d + e < best) {
            best = d + e;
            *skip_old = d;
            *skip_new = e;
        }
    }
    return best < n + m;
}

// Computes how much of each list to skip until both agree again. False if they do not agree nearby.
LE_INLINE bool resync(le__stream *s, const le__stream_place *at, uint32_t *skip_old, uint32_t *skip_new,
                      const bool narrow) {
    const le__diff *diff = s->diff;
    uint32_t n = at->old_end - at->i, m = at->new_end - at->j;
    if (n >= 8 && m >= 8) {
        const void *a = le__keys_from(diff->old_keys, at->i, narrow);
        const void *b = le__keys_from(diff->new_keys, at->j, narrow);
        le__agreement found = narrow ? diff->kernels->agree_narrow(a, b) : diff->kernels->agree_wide(a, b);
        s->credit -= found.where == LE__AGREE_ONE_SIDE ? 4 : 12;
        *skip_old = found.old;
        *skip_new = found.new;
        if (found.where != LE__AGREE_NOWHERE) return true;
    }
    s->diff->paths |= LE_DIFF_PATH_WINDOW;
    s->credit -= 16;
    if (search_window(s, at, 64, skip_old, skip_new, narrow)) return true;
    if (n <= 64 && m <= 64) return false;
    s->credit -= 64;
    return search_window(s, at, LE__WIDEST_WINDOW, skip_old, skip_new, narrow);
}

// A reversed list starts with its former end. Pushes that range as a segment and returns its length.
LE_INLINE uint32_t match_reversed(le__stream *s, const le__stream_place *at, const bool narrow) {
    le__diff *diff = s->diff;
    const void *a = diff->old_keys, *b = diff->new_keys;
    uint32_t length = LE_MIN(at->old_end - at->i, at->new_end - at->j), last = at->old_end - 1;
    if (length < 2 || le__key_at(a, last, narrow) != le__key_at(b, at->j, narrow) ||
        le__key_at(a, last - 1, narrow) != le__key_at(b, at->j + 1, narrow))
        return 0;
    uint32_t count = le__equal_reversed(diff, a, last, b, at->j, length, narrow);
    // Lists with many duplicates can read the same in both directions without having been reversed.
    if (!diff->unique && !le__are_distinct(diff, at->j, count, narrow)) return 0;
    diff->paths |= LE_DIFF_PATH_DESCENDING;
    le__push_segment(diff, last | LE_DIFF_DESCENDING, at->j, count);
    return count;
}

// The number of next old items that are equal to the next new ones and are not matched yet.
LE_INLINE uint32_t match_ahead(le__stream *s, const le__stream_place *at, const bool narrow) {
    uint32_t count = le__equal_ahead(s->diff, at->i, at->j, LE_MIN(at->old_end - at->i, at->new_end - at->j), narrow);
    if (!count || !s->anchored) return count;
    // Only duplicates can be equal to items that are matched already. They are paired later.
    uint32_t free = (uint32_t)le__first_bit(s->used, at->i, at->i + count) - at->i;
    le__set_bits(s->used, at->i, at->i + free);
    if (free < count) s->credit -= 8 + count / 8;
    return free;
}

// Streams everything between the common ends of one span.
LE_INLINE void stream_middle(le__stream *s, le__stream_place at, const bool narrow) {
    le__diff *diff = s->diff;
    size_t first_segment = diff->segment_count;
    uint64_t length = LE_MIN(at.old_end - at.i, at.new_end - at.j), found = 0;
    uint32_t reversed = match_reversed(s, &at, narrow);
    at.old_end -= reversed, at.j += reversed, found += reversed;
    s->anchored = false;
    s->anchor_low = at.i;
    bool searched = false; // the last step was a wide search
    while (at.j < at.new_end) {
        if (at.i < at.old_end) {
            uint32_t count = match_ahead(s, &at, narrow);
            if (searched) le__count_hit(s, count);
            searched = false;
            if (s->abandoned) break;
            if (count) {
                le__push_segment(diff, at.i, at.j, count);
                s->credit += count, found += count;
                at.i += count, at.j += count;
                if (at.i == at.old_end && !s->anchored) break;
                continue;
            }
            if (s->credit < 0) break;
            if (s->anchored && le__bit(s->used, at.i)) {
                // The old list continues with items that were matched before: step over them.
                at.i = (uint32_t)le__first_clear_bit(s->used, at.i, at.old_end);
                continue;
            }
            uint32_t skip_old = 0, skip_new = 0;
            int64_t credit = s->credit;
            if (resync(s, &at, &skip_old, &skip_new, narrow)) {
                // Nothing to skip: this is a duplicate of a matched item.
                if (skip_old + skip_new == 0) skip_new = 1;
                diff->paths |= LE_DIFF_PATH_STREAM;
                searched = credit - s->credit > 16;
                at.i += skip_old, at.j += skip_new;
                continue;
            }
        }
        if (!(narrow ? le__jump_to_anchor_narrow : le__jump_to_anchor_wide)(s, &at, first_segment, &found)) break;
    }
    if (s->credit < 0) s->abandoned = true;
    if (s->abandoned) {
        diff->paths |= LE_DIFF_PATH_ABANDONED;
        // Joining everything is faster than gathering the rest from between a few short segments.
        if (found * 16 < length) diff->segment_count = first_segment;
    }
    if (diff->segment_count > first_segment) diff->trimmed = false;
}

LE_INLINE void stream_spans(le__stream *s, const bool narrow) {
    le__diff *diff = s->diff;
    for (size_t k = 0; k < diff->span_count; k++) {
        le__span span = diff->spans[k];
        le__stream_place at = {span.old_start, span.old_end, span.new_start, span.new_end};
        uint32_t limit = LE_MIN(at.old_end - at.i, at.new_end - at.j);
        if (limit == 0) continue;
        uint32_t prefix = span.same ? limit : le__equal_ahead(diff, at.i, at.j, limit, narrow);
        if (prefix) le__push_segment(diff, at.i, at.j, prefix);
        at.i += prefix, at.j += prefix;
        uint32_t suffix = prefix < limit ? le__equal_behind(diff, at.old_end, at.new_end, limit - prefix, narrow) : 0;
        at.old_end -= suffix, at.new_end -= suffix;
        if (at.i < at.old_end && at.j < at.new_end && !s->abandoned) stream_middle(s, at, narrow);
        if (suffix) le__push_segment(diff, at.old_end, at.new_end, suffix);
    }
}

bool le__diff_stream(le__diff *diff) {
    // Segments do not overlap, so there are at most as many as items. Memory that is never touched costs nothing.
    diff->segments = LE__ALLOC(diff->workspace, le_diff_segment, LE_MIN(diff->old_count, diff->new_count));
    if (!diff->segments) return false;
    diff->trimmed = !diff->sectioned;
    le__stream s = {.diff = diff};
    s.credit = 1024 + (int64_t)(((uint64_t)diff->old_count + diff->new_count) / 8);
    s.most_poor_hits = 4 + (int32_t)(LE_MAX(diff->old_count, diff->new_count) / 16384);
    s.abandoned = diff->options->force & LE_DIFF_FORCE_NO_STREAM;
    if (diff->narrow)
        stream_spans(&s, true);
    else
        stream_spans(&s, false);
    return true;
}
