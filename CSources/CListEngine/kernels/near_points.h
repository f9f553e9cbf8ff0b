// Converting units to points with operations that vectors have.
#ifndef LE_KERNELS_NEAR_POINTS_H
#define LE_KERNELS_NEAR_POINTS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "support/macros.h"

// 3 * 2^31 points: the last place of a double near it is worth one unit.
#define NEAR_ZERO 6442450944.0

// Like le_points, for less than 2^51 units. An integer added to a double whose last place is worth one unit becomes the
// low part of the mantissa.
LE_INLINE double near_points(int64_t units) {
    const int64_t shift = 0x41F8000000000000; // NEAR_ZERO
    int64_t bits = units + shift;
    double shifted;
    memcpy(&shifted, &bits, sizeof shifted);
    return shifted - NEAR_ZERO;
}

// Whether a sum of two such numbers and a few 32-bit numbers is below 2^51.
LE_INLINE bool is_near(int64_t units) { return units > -((int64_t)1 << 49) && units < (int64_t)1 << 49; }

#endif
