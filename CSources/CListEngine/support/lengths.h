// Lengths on their way in: points as doubles become integers once, by one rule for every kind of section.
#ifndef LE_SUPPORT_LENGTHS_H
#define LE_SUPPORT_LENGTHS_H

#include <string.h>

#include "listengine/layout.h"
#include "listengine/units.h"
#include "support/macros.h"

// The nearest integer, half to even. Adding 2^52 leaves no bit for a fraction; from 2^52 on there is none.
LE_INLINE double le__round_half_even(double x) {
    const double magic = 4503599627370496.0;
    if (x >= 0) return x < magic ? (x + magic) - magic : x;
    return x > -magic ? (x - magic) + magic : x;
}

// One size in units, at least `least` >= 0; false when it cannot be used: when it is NaN, below `least`, or 2^42 points
// and more.
LE_INLINE bool le__size_units(double points, int64_t least, int64_t *units) {
    double scaled = points * (double)LE_UNIT;
    if (!(scaled < (double)LE_MAX_TOTAL && scaled > -(double)LE_MAX_TOTAL)) return false;
    *units = (int64_t)le__round_half_even(scaled);
    return *units >= least;
}

// Number `i` of an array whose numbers lie `stride` bytes apart. They need not be aligned.
LE_INLINE double le__double_at(const double *first, ptrdiff_t stride, int64_t i) {
    double value;
    memcpy(&value, (const char *)first + i * stride, sizeof value);
    return value;
}

// Whether such numbers stand where an array of doubles has them.
LE_INLINE bool le__doubles_aligned(const double *first, ptrdiff_t stride) {
    return (uintptr_t)first % _Alignof(double) == 0 && stride % (ptrdiff_t)sizeof(double) == 0;
}

// Size `i` along the main axis, and across it.
LE_INLINE double le__size_main(const le_sizes *sizes, int64_t i) {
    return le__double_at(sizes->main, sizes->stride, sizes->form == LE_SIZES_CONSTANT ? 0 : i);
}

LE_INLINE double le__size_cross(const le_sizes *sizes, int64_t i) {
    return le__double_at(sizes->cross, sizes->stride, sizes->form == LE_SIZES_CONSTANT ? 0 : i);
}

// a - b, clamped to what 64 bits hold.
LE_INLINE int64_t le__less(int64_t a, int64_t b) {
    int64_t difference;
    if (!__builtin_sub_overflow(a, b, &difference)) return difference;
    return b > 0 ? INT64_MIN : INT64_MAX;
}

#endif
