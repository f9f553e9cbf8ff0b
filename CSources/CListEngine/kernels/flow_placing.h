// The positions of the items of a line along it.
#ifndef LE_KERNELS_FLOW_PLACING_H
#define LE_KERNELS_FLOW_PLACING_H

#include "kernels/flow_lines.h"
#include "support/macros.h"

// What the positions of the items of a line depend on, besides those items.
typedef struct le__flow_placing {
    int64_t line, item_spacing, line_spacing; // as in the rules
    int64_t items, lines;                     // of the flow
    bool justified;
} le__flow_placing;

// Sets cross, gaps and centring of a line whose items and the spacings between them occupy `used`. A justified line
// reaches both ends, a single item is centred, and the last line is aligned to the leading end.
LE_INLINE void le__flow_place_line(const le__flow_placing *placing, le__flow_line *line, int64_t used) {
    const int64_t n = line->count, spacing = placing->item_spacing;
    line->gap = spacing;
    line->wide_gaps = line->cross = 0;
    line->centred = placing->justified;
    if (!line->centred) return;
    bool single = n == 1;
    if (line->first + n == placing->items) {
        // The last line is leading-aligned unless every line has one item. If it is also the first line, it must have
        // no room for another item of the same width.
        single = placing->lines == placing->items &&
                 (placing->lines > 1 || used > placing->line + LE__FLOW_SLACK - spacing - used);
        if (!single) return;
    }
    int64_t left = LE_MAX(placing->line - used, 0);
    if (single) {
        line->cross = left / 2;
    } else if (LE_LIKELY((uint64_t)left <= UINT32_MAX && n <= INT32_MAX)) {
        // A 32-bit division takes a fraction of the time of a 64-bit division.
        uint32_t gaps = (uint32_t)n - 1;
        line->gap = spacing + (uint32_t)left / gaps;
        line->wide_gaps = (uint32_t)left % gaps;
    } else {
        line->gap = spacing + left / (n - 1);
        line->wide_gaps = left % (n - 1);
    }
}

#endif
