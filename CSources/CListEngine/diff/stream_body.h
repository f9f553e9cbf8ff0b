// Matching in lock step. Both lists are walked together; where they differ, the place where they agree again is
// searched nearby, first among eight keys by vectors, then in windows, then by anchors.
//
//   i = j = 0
//   repeat:
//     l = equal_ahead(old + i, new + j); push segment (i, j, l); i += l; j += l
//     find the smallest skip di + dj with old[i + di] == new[j + dj]; i += di; j += dj
//     or give up
//
// With unique keys every equality is the only possible match of its key, so nothing here decides what is matched,
// only how fast. What is skipped is joined later.
#include "diff/keys.h"

// Finds the nearest agreement within `width` of both lists by a small lossy table. Old keys go in nearest last, so
// that the nearest wins a slot; a hit counts only when the keys are equal.
static bool K(search_window)(le__stream *s, const KEY *a, const KEY *b, uint32_t n, uint32_t m, uint32_t width,
                             uint32_t *skip_old, uint32_t *skip_new) {
    uint64_t seed = s->diff->seed;
    if (!s->window && !(s->window = le__diff_take_zeroed(s->diff->workspace, LE__WINDOW_SLOTS * sizeof *s->window)))
        return false;
    n = LE_MIN(n, width), m = LE_MIN(m, width);
    if (s->generation == LE__WINDOW_GENERATIONS) {
        memset(s->window, 0, LE__WINDOW_SLOTS * sizeof *s->window);
        s->generation = 0;
    }
    uint32_t generation = ++s->generation;
    for (uint32_t d = n; d-- > 0;) s->window[le__mix(a[d], seed) >> 52] = generation * LE__WIDEST_WINDOW + d;
    uint32_t best = n + m;
    for (uint32_t e = 0; e < m && e < best; e++) {
        uint32_t slot = s->window[le__mix(b[e], seed) >> 52], d = slot % LE__WIDEST_WINDOW;
        if (slot / LE__WIDEST_WINDOW == generation && a[d] == b[e] && d + e < best) {
            best = d + e;
            *skip_old = d;
            *skip_new = e;
        }
    }
    return best < n + m;
}

static bool K(resync)(le__stream *s, const KEY *a, const KEY *b, uint32_t n, uint32_t m, uint32_t *skip_old,
                      uint32_t *skip_new) {
    if (n >= 8 && m >= 8) {
        s->credit -= 4;
        uint32_t deleted = K(find_in_eight)(a, b[0]), inserted = K(find_in_eight)(b, a[0]);
        if (deleted | inserted) {
            uint32_t d = (uint32_t)__builtin_ctz(deleted | 256), e = (uint32_t)__builtin_ctz(inserted | 256);
            *skip_old = d <= e ? d : 0;
            *skip_new = d <= e ? 0 : e;
            return true;
        }
        s->credit -= 8;
        uint32_t best = 16;
        for (uint32_t e = 1; e < 8 && e + 1 < best; e++) {
            uint32_t found = K(find_in_eight)(a, b[e]);
            uint32_t d = (uint32_t)__builtin_ctz(found | 256);
            if (found && d + e < best) {
                best = d + e;
                *skip_old = d;
                *skip_new = e;
            }
        }
        if (best < 16) return true;
    }
    s->diff->paths |= LE_DIFF_PATH_WINDOW;
    s->credit -= 16;
    if (K(search_window)(s, a, b, n, m, 64, skip_old, skip_new)) return true;
    if (n <= 64 && m <= 64) return false;
    s->credit -= 64;
    return K(search_window)(s, a, b, n, m, LE__WIDEST_WINDOW, skip_old, skip_new);
}

// Everything between the common ends of one span: old positions i ..< old_end, new positions j ..< new_end.
static void K(stream_middle)(le__stream *s, uint32_t i, uint32_t old_end, uint32_t j, uint32_t new_end) {
    le__diff *diff = s->diff;
    const KEY *a = diff->old_keys, *b = diff->new_keys;
    size_t first_segment = diff->segment_count;
    uint64_t length = LE_MIN(old_end - i, new_end - j), found = 0;

    // A list that was reversed starts with what was last.
    if (old_end - i >= 2 && new_end - j >= 2 && a[old_end - 1] == b[j] && a[old_end - 2] == b[j + 1]) {
        uint32_t count = K(equal_reversed)(a + old_end - 1, b + j, LE_MIN(old_end - i, new_end - j));
        // Lists full of duplicates read the same in both directions here and there, and were not reversed.
        if (diff->unique || K(are_distinct)(b + j, count)) {
            diff->paths |= LE_DIFF_PATH_DESCENDING;
            le__push_segment(diff, (old_end - 1) | LE_DIFF_DESCENDING, j, count);
            old_end -= count, j += count, found += count;
        }
    }
    s->anchored = false;
    s->anchor_low = i;
    bool searched = false; // the last step was a wide search
    while (j < new_end) {
        if (i < old_end) {
            uint32_t count = K(equal_ahead)(a + i, b + j, LE_MIN(old_end - i, new_end - j));
            if (count && s->anchored) {
                // Only duplicates can be equal to what is matched already. They are paired later.
                uint32_t free = (uint32_t)le__first_bit(s->used, i, i + count) - i;
                le__set_bits(s->used, i, i + free);
                if (free < count) s->credit -= 8 + count / 8;
                count = free;
            }
            if (searched) le__count_hit(s, count);
            searched = false;
            if (s->abandoned) break;
            if (count) {
                le__push_segment(diff, i, j, count);
                s->credit += count, found += count;
                i += count, j += count;
                if (i == old_end && !s->anchored) break;
                continue;
            }
            if (s->credit < 0) break;
            if (s->anchored && le__bit(s->used, i)) {
                // The old list goes on with what was matched before: step over it.
                i = (uint32_t)le__first_clear_bit(s->used, i, old_end);
                continue;
            }
            uint32_t skip_old = 0, skip_new = 0;
            int64_t credit = s->credit;
            if (K(resync)(s, a + i, b + j, old_end - i, new_end - j, &skip_old, &skip_new)) {
                // No skip at all: a duplicate of something matched.
                if (skip_old + skip_new == 0) skip_new = 1;
                diff->paths |= LE_DIFF_PATH_STREAM;
                searched = credit - s->credit > 16;
                i += skip_old, j += skip_new;
                continue;
            }
        }
        if (!K(jump_to_anchor)(s, &i, old_end, &j, new_end, first_segment, &found)) break;
    }
    if (s->credit < 0) s->abandoned = true;
    if (s->abandoned) {
        diff->paths |= LE_DIFF_PATH_ABANDONED;
        // A join of everything beats gathering a rest from between a few short segments.
        if (found * 16 < length) diff->segment_count = first_segment;
    }
    if (diff->segment_count > first_segment) diff->trimmed = false;
}

static bool K(stream)(le__diff *diff) {
    // Segments do not overlap, so there cannot be more than items. Memory that is not touched costs nothing.
    diff->segments = LE__TAKE(diff->workspace, le_diff_segment, LE_MIN(diff->old_count, diff->new_count));
    if (!diff->segments) return false;
    diff->trimmed = !diff->sectioned;
    const KEY *a = diff->old_keys, *b = diff->new_keys;
    le__stream s = {.diff = diff};
    s.credit = 1024 + (int64_t)(((uint64_t)diff->old_count + diff->new_count) / 8);
    s.most_poor_hits = 4 + (int32_t)(LE_MAX(diff->old_count, diff->new_count) / 16384);
    s.abandoned = diff->options->force & LE_DIFF_FORCE_NO_STREAM;
    for (size_t k = 0; k < diff->span_count; k++) {
        le__span span = diff->spans[k];
        uint32_t i = span.old_start, old_end = span.old_end, j = span.new_start, new_end = span.new_end;
        uint32_t limit = LE_MIN(old_end - i, new_end - j);
        if (limit == 0) continue;
        uint32_t prefix = span.same ? limit : K(equal_ahead)(a + i, b + j, limit);
        if (prefix) le__push_segment(diff, i, j, prefix);
        i += prefix, j += prefix;
        uint32_t suffix = prefix < limit ? K(equal_behind)(a + old_end, b + new_end, limit - prefix) : 0;
        old_end -= suffix, new_end -= suffix;
        if (i < old_end && j < new_end && !s.abandoned) {
            K(stream_middle)(&s, i, old_end, j, new_end);
        }
        if (suffix) le__push_segment(diff, old_end, new_end, suffix);
    }
    return true;
}

#include "diff/keys_end.h"
