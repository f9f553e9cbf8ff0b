// The positions of the items of a line along it.
#ifndef LE_KERNELS_FLOW_PLACING_H
#define LE_KERNELS_FLOW_PLACING_H

#include "kernels/flow_greedy.h"
#include "kernels/flow_lines.h"
#include "support/macros.h"

// The positions of the items of a line depend on this, besides those items.
typedef struct le__flow_placing {
    int64_t line, item_spacing, line_spacing; // as in the rules
    int64_t items, lines;                     // of the flow
    bool justified;
} le__flow_placing;

// Where a single item is centred in a line that it leaves this much of, which is negative if it is wider. An item that
// fits only because of the slack starts with the line.
LE_INLINE int64_t le__flow_centred(int64_t left) { return left < 0 && left >= -LE__FLOW_SLACK ? 0 : left >> 1; }

// Whether all items of a line have the same size.
LE_INLINE bool le__flow_line_alike(const le__flow_line *line) {
    if (line->sums) return line->alike;
    const int64_t width = le__flow_line_width(line, 0), height = le__flow_line_height(line, 0);
    for (int64_t i = 1; i < line->count; i++)
        if (le__flow_line_width(line, i) != width || le__flow_line_height(line, i) != height) return false;
    return true;
}

// Sets cross, gaps and centring of a line whose items and the spacings between them occupy `used`. A justified line
// reaches both ends, and a single item is centred. The last line has the gaps that a full line of its items would have,
// if they have the same size. If not, it is aligned to the leading end.
LE_INLINE void le__flow_place_line(const le__flow_placing *placing, le__flow_line *line, int64_t used) {
    int64_t n = line->count;
    const int64_t spacing = placing->item_spacing;
    line->gap = spacing;
    line->wide_gaps = line->cross = 0;
    line->centred = placing->justified;
    if (!line->centred) return;
    const int64_t limit = placing->line + LE__FLOW_SLACK;
    if (line->first + n == placing->items) {
        if (n == 1) {
            // A full line has one item of this width, or every line of the flow has one item.
            if (used <= limit - spacing - used && (placing->lines < placing->items || placing->lines == 1)) return;
        } else {
            if (!le__flow_line_alike(line)) return;
            const int64_t width = le__flow_line_width(line, 0);
            n = le__flow_columns(width, limit, spacing);
            if (n == INT64_MAX) return;
            used = n * (width + spacing) - spacing;
        }
    }
    if (n == 1) {
        line->cross = le__flow_centred(placing->line - used);
        return;
    }
    const int64_t left = LE_MAX(placing->line - used, 0);
    if (LE_LIKELY((uint64_t)left <= UINT32_MAX && n <= INT32_MAX)) {
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
