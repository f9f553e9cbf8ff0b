// What no segment holds, on both sides, in ascending order.
#include "diff/pipeline.h"

// Writes the complement of ascending, disjoint ranges. Returns the number of gaps.
static size_t complement(const le_diff_segment *segments, const uint32_t *order, size_t count, bool of_old,
                         uint32_t total, le__gap *gaps, uint32_t *left) {
    size_t made = 0;
    uint32_t position = 0, base = 0;
    for (size_t i = 0; i <= count; i++) {
        uint32_t start = total, length = 0;
        if (i < count) {
            const le_diff_segment *s = &segments[order ? order[i] : i];
            length = s->count;
            start = s->new_start;
            if (of_old) {
                start = s->old_start & ~LE_DIFF_DESCENDING;
                if (s->old_start & LE_DIFF_DESCENDING) start -= length - 1;
            }
        }
        if (start > position) {
            gaps[made++] = (le__gap){position, start - position, base};
            base += start - position;
        }
        position = start + length;
    }
    *left = base;
    return made;
}

// Sorts segment numbers by old position: three counting passes of 11 bits.
static uint32_t *by_old_position(le__diff *diff) {
    size_t count = diff->segment_count;
    uint32_t *from = LE__TAKE(diff->workspace, uint32_t, count), *to = LE__TAKE(diff->workspace, uint32_t, count);
    if (!from || !to) return NULL;
    for (size_t i = 0; i < count; i++) from[i] = (uint32_t)i;
    for (int shift = 0; shift < 31 && diff->old_count >> shift; shift += 11) {
        uint32_t starts[2048] = {0};
        for (size_t i = 0; i < count; i++)
            starts[(diff->segments[i].old_start & ~LE_DIFF_DESCENDING) >> shift & 2047]++;
        uint32_t sum = 0;
        for (int d = 0; d < 2048; d++) {
            uint32_t here = starts[d];
            starts[d] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++)
            to[starts[(diff->segments[from[i]].old_start & ~LE_DIFF_DESCENDING) >> shift & 2047]++] = from[i];
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

bool le__diff_find_gaps(le__diff *diff) {
    size_t count = diff->segment_count;
    diff->old_gaps = LE__TAKE(diff->workspace, le__gap, count + 1);
    diff->new_gaps = LE__TAKE(diff->workspace, le__gap, count + 1);
    if (!diff->old_gaps || !diff->new_gaps) return false;
    diff->new_gap_count =
        complement(diff->segments, NULL, count, false, diff->new_count, diff->new_gaps, &diff->new_left);
    le__diff_mark mark = le__diff_get_mark(diff->workspace);
    uint32_t *order = NULL;
    if (!diff->segments_ascend && !(order = by_old_position(diff))) return false;
    diff->old_gap_count =
        complement(diff->segments, order, count, true, diff->old_count, diff->old_gaps, &diff->old_left);
    le__diff_free_to(diff->workspace, mark);
    return true;
}
