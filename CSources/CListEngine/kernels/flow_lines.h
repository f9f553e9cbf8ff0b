// Lines of a flow and the places of their items, as kernels read and write them.
#ifndef LE_KERNELS_FLOW_LINES_H
#define LE_KERNELS_FLOW_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/macros.h"

// How much a line may be overfull: 2^-10 point, so that three thirds of a width fit.
#define LE__FLOW_SLACK ((int64_t)1024)

// A line and the placing of its items. `cross` is the leading edge of the first item. Each item is followed by `gap`,
// and each of the first `wide_gaps` items by one unit more.
typedef struct le__flow_line {
    int64_t first, count;
    int64_t main, thickness;
    int64_t cross, gap, wide_gaps;
    bool centred; // items are centred in the thickness, else at its start
    bool wide;    // widths and heights are 64-bit
    bool alike;   // of a long line: all items have the same size
    const void *widths, *heights;
    const uint64_t *sums; // of a long line: the sums of the widths before items 0, 64, 128, ... and of all widths,
                          // modulo 2^64
} le__flow_line;

LE_INLINE int64_t le__flow_line_width(const le__flow_line *line, int64_t i) {
    return line->wide ? ((const int64_t *)line->widths)[i] : (int64_t)((const uint32_t *)line->widths)[i];
}

LE_INLINE int64_t le__flow_line_height(const le__flow_line *line, int64_t i) {
    return line->wide ? ((const int64_t *)line->heights)[i] : (int64_t)((const uint32_t *)line->heights)[i];
}

// The placing of the items of several lines: items with indices `from ..< to` of a leaf. The arrays use the same
// indices and have spare room at the end, because they are read and written in whole vectors.
enum { LE__FLOW_PLACES_ROOM = 144, LE__FLOW_PLACES_SPARE = 16 };
typedef struct le__flow_places {
    int64_t first; // the item at index 0
    size_t from, to;
    bool near; // whether all coordinates are near, see near_points.h
    uint32_t widths[LE__FLOW_PLACES_ROOM], heights[LE__FLOW_PLACES_ROOM];
    uint32_t x[LE__FLOW_PLACES_ROOM], y[LE__FLOW_PLACES_ROOM]; // leading edges from `cross` and `main` on
    int64_t main;
    int64_t cross; // 0, unless an item is wider than its line, and begins before it
} le__flow_places;

#endif
