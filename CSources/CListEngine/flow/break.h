// Breaking items into lines over flat arrays: the kernels, one table of them for each instruction set.
#ifndef LE_FLOW_BREAK_H
#define LE_FLOW_BREAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/isa.h"
#include "support/macros.h"

// A line that is still open: what the next item has to fit beside, and its thickness so far.
typedef struct le__flow_open {
    int64_t used;      // extent of the items and the gaps between them, and one item spacing more
    int64_t thickness; // largest height
} le__flow_open;

// A state that nothing fits: the next item begins a line.
#define LE__FLOW_CLOSED ((le__flow_open){.used = INT64_MAX, .thickness = 0})

// One greedy step: whether an item of this width begins a line.
LE_INLINE bool le__flow_step(le__flow_open *open, int64_t width, int64_t height, int64_t limit, int64_t spacing) {
    bool begins = open->used > limit - width;
    if (begins) *open = (le__flow_open){0, 0};
    open->used += width + spacing;
    open->thickness = LE_MAX(open->thickness, height);
    return begins;
}

// How many items of one width fill a line; endless ones are INT64_MAX.
LE_INLINE int64_t le__flow_columns(int64_t width, int64_t limit, int64_t spacing) {
    if (limit < width) return 1;
    return width + spacing > 0 ? 1 + (limit - width) / (width + spacing) : INT64_MAX;
}

typedef struct le__flow_ops {
    // Breaks `n` > 0 items, the first of which begins a line.
    // begins: bit i % 64 of word i / 64 is set where item i begins a line; n bits, the last word filled up with zeros.
    // ended: where item i > 0 begins a line, the thickness of the line before it; 0 elsewhere.
    // open: the last line.
    // Answers how many items had to be broken again because a chain's guess did not hold: a measure of whether more
    // items at once would pay.
    // Needs le__flow_narrow of the rules and of every item. O(n), no allocation.
    size_t (*breaks)(const uint32_t *widths, const uint32_t *heights, size_t n, int32_t limit, int32_t spacing,
                     uint64_t *begins, uint32_t *ended, le__flow_open *open);

    // Breaks items `first ..< n`, one after the other, from the state `open` of a line on. The bits of `begins` from
    // `first` on are zero before; the other outputs are as those of `breaks`. Answers n. Of items of one width, of
    // which many are together, the lines are counted off.
    size_t (*rest)(const uint32_t *widths, const uint32_t *heights, size_t first, size_t n, int64_t limit,
                   int64_t spacing, uint64_t *begins, uint32_t *ended, le__flow_open *open);

    // Rounds `n` pairs of doubles in points, `stride` bytes apart, to units. False when one of them is not in
    // 0 ..< 4,096 points after rounding; the outputs then mean nothing. The bits of all widths are or'ed into
    // `seen[0]`, those of all heights into `seen[1]`.
    bool (*intake)(const double *width_points, const double *height_points, ptrdiff_t stride, size_t n,
                   uint32_t *widths, uint32_t *heights, uint32_t seen[2]);

    // The sum of `n` numbers.
    uint64_t (*sum)(const uint32_t *numbers, size_t n);
} le__flow_ops;

extern const le__flow_ops le__flow_ops_scalar, le__flow_ops_128, le__flow_ops_avx2, le__flow_ops_avx512;

LE_INLINE const le__flow_ops *le__flow_kernels(void) {
    static const le__flow_ops *const tables[LE_ISA_COUNT] = LE_ISA_TABLES(le__flow_ops);
    return tables[le__isa()];
}

// Whether 32-bit lanes can break lines of these rules: `limit` is the line's extent with the slack, at least -1.
LE_INLINE bool le__flow_narrow_rules(int64_t limit, int64_t spacing) {
    return limit >= -1 && limit < INT32_MAX && spacing >= INT32_MIN && spacing + LE_MAX(limit, 0) <= INT32_MAX;
}

// The largest width and height that they can take then.
LE_INLINE int64_t le__flow_narrow_width(int64_t spacing) { return INT32_MAX - LE_MAX(spacing, 0); }
#define LE__FLOW_NARROW_HEIGHT ((int64_t)INT32_MAX)

#endif
