// The room that a change of items can take.
#include "section/kind.h"
#include "support/lengths.h"

// The most that `count` sizes from `first` on take, in points, each with `spacing`. Negative sizes are refused or
// raised to zero.
static double sizes_extent(const le_sizes *sizes, int64_t first, int64_t count, double spacing) {
    if (count == 0) return 0; // `sizes` may be empty then
    double extent = (double)count * (spacing + 1);
    if (sizes->form == LE_SIZES_CONSTANT)
        extent += (double)count * LE_MAX(le__size_main(sizes, 0), 0);
    else if (sizes->form == LE_SIZES_POINTS)
        for (int64_t i = 0; i < count; i++) extent += LE_MAX(le__size_main(sizes, first + i), 0);
    return extent;
}

double le__inserted_extent(const le__change *c, double spacing) {
    if (!c->sizes) return 0;
    if (c->what != LE__APPLY) return sizes_extent(c->sizes, 0, c->sizes->count, spacing);
    double extent = 0;
    for (size_t e = 0; e < c->edit_count; e++)
        if (!c->edits[e].moved) extent += sizes_extent(c->sizes, c->edits[e].source, c->edits[e].inserted, spacing);
    return extent;
}
