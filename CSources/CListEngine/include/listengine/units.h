/// Lengths, which are integers in units of 2^-20 point, and the limits of layouts.
#ifndef LISTENGINE_UNITS_H
#define LISTENGINE_UNITS_H

#include "status.h"

LE_BEGIN_DECLS

/// Units in a point.
#define LE_UNIT ((int64_t)1 << 20)

/// The largest total extent: 2^42 points, in units. Coordinates of viewports are clamped to it.
#define LE_MAX_TOTAL ((int64_t)1 << 62)

/// The largest number of items in a section, and in a layout.
#define LE_MAX_COUNT ((int64_t)1 << 40)

/// The largest length in a composition (a size, a spacing, an inset, a measured extent): 2^22 points, in units.
#define LE_MAX_LENGTH ((int64_t)1 << 42)

/// Converts points to units, rounded half to even and clamped to +-`LE_MAX_TOTAL`; NaN becomes 0. O(1).
LE_API int64_t le_units(double points);

/// Converts units to points, for any value: exact below 2^33 points, the nearest `double` beyond. O(1).
LE_API inline double le_points(int64_t units) { return (double)units * (1.0 / 1048576.0); }

/// Work counters: tree nodes that calls have visited and written. The complexities in these headers bound these
/// counts. Set the counters to zero once; calls add to them. NULL is allowed in every call. Threads that work at the
/// same time need one each.
typedef struct le_work {
    uint64_t nodes_visited; ///< Tree nodes read.
    uint64_t nodes_written; ///< Tree nodes changed in place, created or copied.
    uint64_t
        items_moved; ///< Entries rewritten inside leaves when lines break again or a script is applied in one pass.
} le_work;

LE_END_DECLS

#endif
