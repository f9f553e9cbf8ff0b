// Finding a block again that moved further than a window sees. Every 64th old key goes into a small lossy index; the
// new keys are looked up in it one after the other, and a hit is extended in both directions as far as keys agree.
#include "diff/keys.h"

// Makes the index of old positions anchor_low ..< old_end. Returns false where it would not pay, or without memory.
static bool K(make_anchors)(le__stream *s, uint32_t old_end, size_t first_segment) {
    le__diff *diff = s->diff;
    const KEY *a = diff->old_keys;
    uint32_t low = s->anchor_low, stride = LE__ANCHOR_STRIDE;
    if (old_end - low < 2 * LE__ANCHOR_STRIDE) return false;
    while ((old_end - low) / stride > LE__MOST_ANCHORS - 1) stride *= 2;
    size_t slots = 16;
    while (slots < (size_t)(old_end - low) / stride * 4) slots *= 2;
    if (slots > s->anchor_slots) {
        s->anchors = LE__TAKE(diff->workspace, uint32_t, slots);
        if (!s->anchors) return false;
        s->anchor_slots = slots;
    }
    if (!s->used) {
        s->used = le__diff_take_zeroed(diff->workspace, le__words(diff->old_count) * sizeof *s->used);
        if (!s->used) return false;
    }
    memset(s->anchors, 0, slots * sizeof *s->anchors);
    s->anchor_stride = stride;
    s->anchor_shift = 64 - __builtin_ctzll(slots);
    for (uint32_t k = 0, p = low; old_end - p > stride; k++, p += stride) {
        uint64_t mix = le__mix(a[p], diff->seed);
        s->anchors[mix >> s->anchor_shift] = (uint32_t)(mix >> 16 & 0xffff) << 16 | k;
    }
    for (size_t k = first_segment; k < diff->segment_count; k++) {
        uint32_t start = diff->segments[k].old_start, count = diff->segments[k].count;
        if (start & LE_DIFF_DESCENDING) start = (start & ~LE_DIFF_DESCENDING) - count + 1;
        le__set_bits(s->used, start, start + count);
    }
    s->anchored = true;
    return true;
}

// Moves i and j behind the next block that an anchor finds, and pushes that block as a segment. Reversed blocks are
// pushed on the way. False means that streaming is over: no more to find, or too little found.
static bool K(jump_to_anchor)(le__stream *s, uint32_t *i, uint32_t old_end, uint32_t *j, uint32_t new_end,
                              size_t first_segment, uint64_t *found) {
    le__diff *diff = s->diff;
    const KEY *a = diff->old_keys, *b = diff->new_keys;
    if (!s->anchored && !K(make_anchors)(s, old_end, first_segment)) return false;
    diff->paths |= LE_DIFF_PATH_ANCHORS;
    const uint32_t low = s->anchor_low;
    uint32_t floor = *j; // new positions before are matched, or passed by
    if (diff->segment_count > first_segment) {
        le_diff_segment last = diff->segments[diff->segment_count - 1];
        floor = last.new_start + last.count;
    }
    for (uint32_t q = *j; q < new_end; q++) {
        if (--s->credit < 0) return false;
        uint64_t mix = le__mix(b[q], diff->seed);
        uint32_t slot = s->anchors[mix >> s->anchor_shift];
        if (LE_LIKELY(slot >> 16 != (mix >> 16 & 0xffff))) continue;
        uint32_t p = low + (slot & 0xffff) * s->anchor_stride;
        if (p >= old_end || a[p] != b[q] || le__bit(s->used, p)) continue;

        uint32_t ahead = K(equal_ahead)(a + p, b + q, LE_MIN(old_end - p, new_end - q));
        uint32_t behind = K(equal_behind)(a + p, b + q, LE_MIN(p - low, q - floor));
        uint32_t start = p - behind, count = ahead + behind, new_start = q - behind;
        bool down = false;
        if (count < 4) {
            // p may be part of a block that was reversed: its old keys go down from p, and up before q.
            uint32_t below = K(equal_reversed)(a + p, b + q, LE_MIN(p - low + 1, new_end - q));
            uint32_t above = q > floor && p + 1 < old_end
                                 ? K(equal_reversed)(b + q - 1, a + p + 1, LE_MIN(q - floor, old_end - p - 1))
                                 : 0;
            if (below + above > count) {
                if (diff->unique || K(are_distinct)(b + (q - above), below + above)) {
                    down = true;
                    start = p + 1 - below, count = below + above, new_start = q - above;
                } else {
                    s->credit -= (below + above) / 8; // read for nothing
                }
            }
        }
        if (le__first_bit(s->used, start, start + count) < start + count) {
            // Duplicates of something matched: the pair alone is still a match, the rest is left to the join.
            s->credit -= 8 + count / 8;
            start = p, new_start = q, count = 1, down = false;
        }
        le__set_bits(s->used, start, start + count);
        le__push_segment(diff, down ? (start + count - 1) | LE_DIFF_DESCENDING : start, new_start, count);
        *found += count;
        s->credit += count;
        floor = new_start + count;
        le__count_hit(s, count);
        if (s->abandoned) return false;
        if (!down) {
            *i = start + count;
            *j = floor;
            return true;
        }
        diff->paths |= LE_DIFF_PATH_DESCENDING;
        q = floor - 1;
    }
    *j = new_end;
    return false;
}

#include "diff/keys_end.h"
