// Units as points in words that vectors have.
#ifndef LE_KERNELS_NEAR_POINTS_H
#define LE_KERNELS_NEAR_POINTS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "support/macros.h"

// As le_points, of less than 2^51 units: added to a number that leaves the last place of a double worth one, an integer
// is its own mantissa.
LE_INLINE double near_points(int64_t units) {
    const int64_t shift = 0x4338000000000000; // 3 * 2^51
    int64_t bits = units + shift;
    double shifted;
    memcpy(&shifted, &bits, sizeof shifted);
    return (shifted - 6755399441055744.0) * (1.0 / 1048576.0);
}

// Whether a sum of two such numbers and a few of 32 bits is below 2^51.
LE_INLINE bool is_near(int64_t units) { return units > -((int64_t)1 << 49) && units < (int64_t)1 << 49; }

#endif
