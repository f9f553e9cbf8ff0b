// The greedy rule that breaks items into lines, one item per step, and the limits of breaking in 32-bit arithmetic.
#ifndef LE_KERNELS_FLOW_GREEDY_H
#define LE_KERNELS_FLOW_GREEDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/macros.h"

// An open line: the extent in use and the thickness so far.
typedef struct le__flow_open {
    int64_t used;      // extent of the items and the gaps between them, plus one item spacing
    int64_t thickness; // largest height
} le__flow_open;

// A state in which nothing fits: the next item begins a line.
#define LE__FLOW_CLOSED ((le__flow_open){.used = INT64_MAX, .thickness = 0})

// One greedy step: whether an item of this width begins a line.
LE_INLINE bool le__flow_step(le__flow_open *open, int64_t width, int64_t height, int64_t limit, int64_t spacing) {
    bool begins = open->used > limit - width;
    if (begins) *open = (le__flow_open){0, 0};
    open->used += width + spacing;
    open->thickness = LE_MAX(open->thickness, height);
    return begins;
}

// The number of items of one width that fill a line; INT64_MAX if there is no bound.
LE_INLINE int64_t le__flow_columns(int64_t width, int64_t limit, int64_t spacing) {
    if (limit < width) return 1;
    return width + spacing > 0 ? 1 + (limit - width) / (width + spacing) : INT64_MAX;
}

// Whether 32-bit lanes can break lines by these rules. `limit` is the extent of a line with the slack, at least -1.
LE_INLINE bool le__flow_narrow_rules(int64_t limit, int64_t spacing) {
    return limit >= -1 && limit < INT32_MAX && spacing >= INT32_MIN && spacing + LE_MAX(limit, 0) <= INT32_MAX;
}

// The largest width that they can process then. They process all heights of 32 bits.
LE_INLINE int64_t le__flow_narrow_width(int64_t spacing) { return INT32_MAX - LE_MAX(spacing, 0); }

#endif
