// Exact distances from points to rectangles: squared, in 128 bits.
#ifndef LE_SUPPORT_SQUARES_H
#define LE_SUPPORT_SQUARES_H

#include <stdint.h>

#include "support/macros.h"

typedef unsigned __int128 square;

LE_INLINE square le__square(uint64_t distance) { return (square)distance * distance; }

// The distance of a coordinate to the range min ... max, 0 within it. The difference of any two coordinates fits an
// unsigned 64-bit integer.
LE_INLINE uint64_t le__outside(int64_t at, int64_t min, int64_t max) {
    if (at < min) return (uint64_t)min - (uint64_t)at;
    return at > max ? (uint64_t)at - (uint64_t)max : 0;
}

#endif
