// Conversion of lengths that enter the core: points as doubles become integers once, by one rule for all kinds of
// section.
#ifndef LE_SUPPORT_LENGTHS_H
#define LE_SUPPORT_LENGTHS_H

#include <string.h>

#include "listengine/layout.h"
#include "listengine/units.h"
#include "support/macros.h"

// The nearest integer to a number that is not negative, half to even. Adding 2^52 leaves no bits for a fraction; a
// double of 2^52 or more has no fraction.
LE_INLINE double le__round_positive(double x) {
    const double magic = 4503599627370496.0;
    return x < magic ? (x + magic) - magic : x;
}

// The same for any number.
LE_INLINE double le__round_half_even(double x) { return x >= 0 ? le__round_positive(x) : -le__round_positive(-x); }

// Rounding of arrays, in kernels. A double between 2^32 and 2^33 is a multiple of 2^-20, so adding 2^32 to a length in
// points rounds it to units, half to even, and leaves their number in the low half of the bits. The high half is that
// of 2^32 unless the length is negative, NaN, or 4,096 points or more.
#define LE__ROUNDING_ORIGIN 4294967296.0
#define LE__ROUNDING_ORIGIN_BITS 0x41F0000000000000

// The units of a length that fits. Otherwise the high half is not 0.
LE_INLINE uint64_t le__near_units(double points) {
    const double shifted = points + LE__ROUNDING_ORIGIN;
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    return bits ^ LE__ROUNDING_ORIGIN_BITS;
}

// Converts one size to units. `least` >= 0 is the smallest valid size. False for a size that cannot be used: NaN, below
// `least`, or 2^42 points or more.
LE_INLINE bool le__size_units(double points, int64_t least, int64_t *units) {
    double scaled = points * (double)LE_UNIT;
    if (!(scaled < (double)LE_MAX_TOTAL && scaled > -(double)LE_MAX_TOTAL)) return false;
    *units = (int64_t)le__round_half_even(scaled);
    return *units >= least;
}

// Element `i` of an array whose elements are `stride` bytes apart. They need not be aligned.
LE_INLINE double le__double_at(const double *first, ptrdiff_t stride, int64_t i) {
    double value;
    memcpy(&value, (const char *)first + i * stride, sizeof value);
    return value;
}

// Whether the elements are aligned as in an array of doubles.
LE_INLINE bool le__doubles_aligned(const double *first, ptrdiff_t stride) {
    return (uintptr_t)first % _Alignof(double) == 0 && stride % (ptrdiff_t)sizeof(double) == 0;
}

// Size `i` along the main axis. The function below reads the size across it.
LE_INLINE double le__size_main(const le_sizes *sizes, int64_t i) {
    return le__double_at(sizes->main, sizes->stride, sizes->form == LE_SIZES_CONSTANT ? 0 : i);
}

LE_INLINE double le__size_cross(const le_sizes *sizes, int64_t i) {
    return le__double_at(sizes->cross, sizes->stride, sizes->form == LE_SIZES_CONSTANT ? 0 : i);
}

// Prefetches sizes `first ..< first + count` along the main axis, of an array in points with a stride of up to 64
// bytes.
LE_INLINE void le__sizes_prefetch(const le_sizes *sizes, int64_t first, int64_t count) {
    if (count <= 0 || sizes->stride <= 0 || sizes->stride > 64) return;
    // The address is a number, because lines can reach past the array.
    const uintptr_t start = (uintptr_t)sizes->main + (uintptr_t)(first * sizes->stride);
    const int64_t lines = (count * sizes->stride + 63) / 64;
    LE_BY_FOURS
    for (int64_t i = 0; i < lines; i++) LE_PREFETCH((const void *)(start + 64 * (uintptr_t)i));
}

// a - b, clamped to the range of 64 bits.
LE_INLINE int64_t le__less(int64_t a, int64_t b) {
    int64_t difference;
    if (!__builtin_sub_overflow(a, b, &difference)) return difference;
    return b > 0 ? INT64_MIN : INT64_MAX;
}

// The remainder of a division that rounds down, in 0 ..< `period`.
LE_INLINE int64_t le__modulo(int64_t a, int64_t period) {
    const int64_t rest = a % period;
    return rest < 0 ? rest + period : rest;
}

#endif
