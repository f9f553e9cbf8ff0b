// Finds blocks that moved further than a window reaches. Every 64th old key is stored in a small lossy index. The new
// keys are looked up in it one after the other, and a hit is extended in both directions as far as keys agree.
//
// Gain: a block of 20,000 among 100,000 keys that moved takes 0.35 million instructions, by joins 12.1 million (x86-64,
// 2026-11-27).
#include <string.h>

#include "diff/lock_step.h"

// Builds the index of old positions anchor_low ..< old_end. Returns false if it would not pay, or when memory is short.
LE_INLINE bool make_anchors(le__stream *s, uint32_t old_end, size_t first_segment, const bool narrow) {
    le__diff *diff = s->diff;
    uint32_t low = s->anchor_low, stride = LE__ANCHOR_STRIDE;
    if (old_end - low < 2 * LE__ANCHOR_STRIDE) return false;
    while ((old_end - low) / stride > LE__MOST_ANCHORS - 1) stride *= 2;
    size_t slots = 16;
    while (slots < (size_t)(old_end - low) / stride * 4) slots *= 2;
    if (slots > s->anchor_slots) {
        s->anchors = LE__ALLOC(diff->workspace, uint32_t, slots);
        if (!s->anchors) return false;
        s->anchor_slots = slots;
    }
    if (!s->used) {
        s->used = le__diff_alloc_zeroed(diff->workspace, le__words(diff->old_count) * sizeof *s->used);
        if (!s->used) return false;
    }
    memset(s->anchors, 0, slots * sizeof *s->anchors);
    s->anchor_stride = stride;
    s->anchor_shift = 64 - __builtin_ctzll(slots);
    for (uint32_t k = 0, p = low; old_end - p > stride; k++, p += stride) {
        uint64_t mix = le__mix(le__key_at(diff->old_keys, p, narrow), diff->seed);
        s->anchors[mix >> s->anchor_shift] = (uint32_t)(mix >> 16 & 0xffff) << 16 | k;
    }
    for (size_t k = first_segment; k < diff->segment_count; k++) {
        uint32_t count = diff->segments[k].count, start = le__lowest_old(diff->segments[k].old_start, count);
        le__set_bits(s->used, start, start + count);
    }
    s->anchored = true;
    return true;
}

// The block around a hit: old position p and new position q are equal, and new positions before `floor` are taken. A
// straight block has its first old position in old_start; a reversed one is marked LE_DIFF_DESCENDING there.
LE_INLINE le_diff_segment find_block(le__stream *s, const le__stream_place *at, uint32_t p, uint32_t q, uint32_t floor,
                                     const bool narrow) {
    const le__diff *diff = s->diff;
    const uint32_t low = s->anchor_low;
    uint32_t ahead = le__equal_ahead(diff, p, q, LE_MIN(at->old_end - p, at->new_end - q), narrow);
    uint32_t behind = le__equal_behind(diff, p, q, LE_MIN(p - low, q - floor), narrow);
    uint32_t count = ahead + behind;
    le_diff_segment straight = {p - behind, q - behind, count};
    if (count >= 4) return straight;
    // p may be part of a reversed block: then its old keys descend from p on, and ascend before q.
    const void *a = diff->old_keys, *b = diff->new_keys;
    uint32_t below = le__equal_reversed(diff, a, p, b, q, LE_MIN(p - low + 1, at->new_end - q), narrow), above = 0;
    if (q > floor && p + 1 < at->old_end)
        above = le__equal_reversed(diff, b, q - 1, a, p + 1, LE_MIN(q - floor, at->old_end - p - 1), narrow);
    if (below + above <= count) return straight;
    if (diff->unique || le__are_distinct(diff, q - above, below + above, narrow))
        return (le_diff_segment){(p + above) | LE_DIFF_DESCENDING, q - above, below + above};
    s->credit -= (below + above) / 8; // keys that were read in vain
    return straight;
}

LE_INLINE bool jump_to_anchor(le__stream *s, le__stream_place *at, size_t first_segment, uint64_t *found,
                              const bool narrow) {
    le__diff *diff = s->diff;
    const void *a = diff->old_keys, *b = diff->new_keys;
    if (!s->anchored && !make_anchors(s, at->old_end, first_segment, narrow)) return false;
    diff->paths |= LE_DIFF_PATH_ANCHORS;
    uint32_t floor = at->j; // new positions before this are matched or skipped
    if (diff->segment_count > first_segment) {
        le_diff_segment last = diff->segments[diff->segment_count - 1];
        floor = last.new_start + last.count;
    }
    for (uint32_t q = at->j; q < at->new_end; q++) {
        if (--s->credit < 0) return false;
        uint64_t mix = le__mix(le__key_at(b, q, narrow), diff->seed);
        uint32_t slot = s->anchors[mix >> s->anchor_shift];
        if (LE_LIKELY(slot >> 16 != (mix >> 16 & 0xffff))) continue;
        uint32_t p = s->anchor_low + (slot & 0xffff) * s->anchor_stride;
        if (p >= at->old_end || le__key_at(a, p, narrow) != le__key_at(b, q, narrow) || le__bit(s->used, p)) continue;

        le_diff_segment block = find_block(s, at, p, q, floor, narrow);
        uint32_t start = le__lowest_old(block.old_start, block.count);
        if (le__first_bit(s->used, start, start + block.count) < start + block.count) {
            // Duplicates of matched items: this pair alone is still a match, and the rest is left to the join.
            s->credit -= 8 + block.count / 8;
            block = (le_diff_segment){p, q, 1};
            start = p;
        }
        le__set_bits(s->used, start, start + block.count);
        le__push_segment(diff, block.old_start, block.new_start, block.count);
        *found += block.count;
        s->credit += block.count;
        floor = block.new_start + block.count;
        le__count_hit(s, block.count);
        if (s->abandoned) return false;
        if (!(block.old_start & LE_DIFF_DESCENDING)) {
            at->i = start + block.count;
            at->j = floor;
            return true;
        }
        diff->paths |= LE_DIFF_PATH_DESCENDING;
        q = floor - 1;
    }
    at->j = at->new_end;
    return false;
}

bool le__jump_to_anchor_wide(le__stream *s, le__stream_place *at, size_t first_segment, uint64_t *found) {
    return jump_to_anchor(s, at, first_segment, found, false);
}

bool le__jump_to_anchor_narrow(le__stream *s, le__stream_place *at, size_t first_segment, uint64_t *found) {
    return jump_to_anchor(s, at, first_segment, found, true);
}
