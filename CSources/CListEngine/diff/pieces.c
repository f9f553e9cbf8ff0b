// Segments, the gaps between them, and the pieces that both form after the gaps are joined.
#include "diff/pipeline.h"

#include <string.h>

// Writes the complement of ascending ranges. Returns the number of gaps, or SIZE_MAX if ranges overlap.
static size_t complement(const le_diff_segment *segments, const uint32_t *order, size_t count, bool of_old,
                         uint32_t total, le__gap *gaps, uint32_t *left) {
    size_t made = 0;
    uint32_t position = 0, base = 0;
    for (size_t i = 0; i <= count; i++) {
        uint32_t start = total, length = 0;
        if (i < count) {
            const le_diff_segment *s = &segments[order ? order[i] : i];
            length = s->count;
            start = of_old ? le__lowest_old(s->old_start, s->count) : s->new_start;
        }
        if (LE_UNLIKELY(start < position)) return SIZE_MAX;
        // With scattered edits it is unpredictable whether there is a gap, so it is written in any case and then kept
        // or not.
        gaps[made] = (le__gap){position, start - position, base};
        made += start > position;
        base += start - position;
        position = start + length;
    }
    *left = base;
    return made;
}

static bool ascend(const le_diff_segment *segments, size_t count) {
    uint32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t start = segments[i].old_start & ~LE_DIFF_DESCENDING;
        if (start < before) return false;
        before = start;
    }
    return true;
}

// Sorts segment numbers by old position, in counting passes of 11 bits.
static uint32_t *by_old_position(le__diff *diff) {
    enum { DIGIT = 11, DIGITS = 1 << DIGIT };
    size_t count = diff->segment_count;
    uint32_t *from = LE__ALLOC(diff->workspace, uint32_t, count), *to = LE__ALLOC(diff->workspace, uint32_t, count);
    if (!from || !to) return NULL;
    for (size_t i = 0; i < count; i++) from[i] = (uint32_t)i;
    for (int shift = 0; shift < 32 && diff->old_count >> shift; shift += DIGIT) {
        uint32_t starts[DIGITS] = {0};
        for (size_t i = 0; i < count; i++)
            starts[(diff->segments[i].old_start & ~LE_DIFF_DESCENDING) >> shift & (DIGITS - 1)]++;
        uint32_t sum = 0;
        for (int d = 0; d < DIGITS; d++) {
            uint32_t here = starts[d];
            starts[d] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++) {
            uint32_t old = diff->segments[from[i]].old_start & ~LE_DIFF_DESCENDING;
            to[starts[old >> shift & (DIGITS - 1)]++] = from[i];
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

bool le__diff_find_gaps(le__diff *diff) {
    size_t count = diff->segment_count;
    diff->old_gaps = LE__ALLOC(diff->workspace, le__gap, count + 1);
    diff->new_gaps = LE__ALLOC(diff->workspace, le__gap, count + 1);
    if (!diff->old_gaps || !diff->new_gaps) return false;
    diff->new_gap_count =
        complement(diff->segments, NULL, count, false, diff->new_count, diff->new_gaps, &diff->new_left);
    le__diff_mark mark = le__diff_get_mark(diff->workspace);
    uint32_t *order = NULL;
    if (!ascend(diff->segments, count) && !(order = by_old_position(diff))) return false;
    diff->old_gap_count =
        complement(diff->segments, order, count, true, diff->old_count, diff->old_gaps, &diff->old_left);
    le__diff_free_to(diff->workspace, mark);
    diff->overlapping = diff->old_gap_count == SIZE_MAX;
    return true;
}

size_t le__diff_count_runs(const le__diff *diff) {
    size_t runs = 0;
    for (size_t g = 0; g < diff->new_gap_count; g++) {
        const uint32_t *match = diff->match + diff->new_gaps[g].base;
        uint32_t before = LE_DIFF_NONE;
        for (uint32_t i = 0; i < diff->new_gaps[g].count; i++) {
            uint32_t here = match[i];
            // A step of 1 up or down continues the run.
            runs += here != LE_DIFF_NONE && here - before + 1 > 2;
            before = here;
        }
    }
    return runs;
}

typedef struct {
    le__piece *pieces;
    size_t count;
    uint64_t *crossed;
} piece_list;

// Adds the pieces of the items of one gap within one span.
static void add_gap_pieces(piece_list *list, const uint32_t *match, uint32_t position, uint32_t count,
                           const le__span *span) {
    for (uint32_t i = 0; i < count;) {
        uint32_t old = match[i];
        if (old == LE_DIFF_NONE) {
            i++;
            continue;
        }
        bool inside = old >= span->old_start && old < span->old_end;
        uint32_t low = inside ? span->old_start : 0, high = inside ? span->old_end : LE_DIFF_NONE;
        uint32_t step = i + 1 < count && match[i + 1] == old - 1 ? UINT32_MAX : 1, length = 1;
        for (; i + length < count; length++) {
            uint32_t next = match[i + length];
            if (next != match[i + length - 1] + step || next < low || next >= high) break;
            if (!inside && next >= span->old_start && next < span->old_end) break;
        }
        bool down = length > 1 && step != 1;
        if (!inside) le__set_bit(list->crossed, list->count);
        list->pieces[list->count++] = (le__piece){old | (down ? LE_DIFF_DESCENDING : 0), position + i, length};
        i += length;
    }
}

bool le__diff_find_pieces(le__diff *diff, le__piece **pieces, size_t *count, uint64_t **crossed) {
    size_t most = diff->segment_count + diff->matched;
    piece_list list = {0};
    if (diff->sectioned) {
        list.crossed = le__diff_alloc_zeroed(diff->workspace, le__words(most) * sizeof *list.crossed);
        if (!list.crossed) return false;
    }
    list.pieces = LE__ALLOC(diff->workspace, le__piece, most);
    if (!list.pieces) return false;
    size_t s = 0, g = 0, span = 0;
    while (s < diff->segment_count || g < diff->new_gap_count) {
        if (s < diff->segment_count &&
            (g == diff->new_gap_count || diff->segments[s].new_start < diff->new_gaps[g].start)) {
            le_diff_segment segment = diff->segments[s++];
            if (!segment.count) continue;
            // A single item has no direction, and is kept or moved as a whole.
            if (segment.count == 1) segment.old_start &= ~LE_DIFF_DESCENDING;
            list.pieces[list.count++] = (le__piece){segment.old_start, segment.new_start, segment.count};
            continue;
        }
        le__gap gap = diff->new_gaps[g++];
        for (uint32_t done = 0; done < gap.count;) {
            while (diff->spans[span].new_end <= gap.start + done) span++;
            uint32_t end = LE_MIN(gap.count, diff->spans[span].new_end - gap.start);
            add_gap_pieces(&list, diff->match + gap.base + done, gap.start + done, end - done, &diff->spans[span]);
            done = end;
        }
    }
    le__diff_shrink(diff->workspace, list.pieces, list.count * sizeof *list.pieces);
    *pieces = list.pieces;
    *count = list.count;
    *crossed = list.crossed;
    return true;
}

void le__diff_fill_partners(const le__diff *diff, uint32_t low, uint32_t high, uint32_t *partners) {
    for (size_t s = 0; s < diff->segment_count; s++) {
        le_diff_segment segment = diff->segments[s];
        if (segment.new_start < low || segment.new_start >= high) continue;
        uint32_t old = segment.old_start & ~LE_DIFF_DESCENDING;
        uint32_t step = segment.old_start & LE_DIFF_DESCENDING ? UINT32_MAX : 1;
        uint32_t *to = partners + (segment.new_start - low);
        for (uint32_t i = 0; i < segment.count; i++, old += step) to[i] = old;
    }
    for (size_t g = 0; g < diff->new_gap_count; g++) {
        le__gap gap = diff->new_gaps[g];
        if (gap.start >= low && gap.start < high)
            memcpy(partners + (gap.start - low), diff->match + gap.base, gap.count * sizeof *partners);
    }
}
