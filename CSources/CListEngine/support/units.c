// Points as integers of the layout grid, one length at a time. Kernels convert arrays.
#include "support/lengths.h"

#include "listengine/layout.h"
#include "listengine/units.h"

int64_t le_units(double points) {
    double units = points * (double)LE_UNIT;
    if (!(units > -(double)LE_MAX_TOTAL)) return units != units ? 0 : -LE_MAX_TOTAL;
    if (units >= (double)LE_MAX_TOTAL) return LE_MAX_TOTAL;
    return (int64_t)le__round_half_even(units);
}

int64_t le_waterfall_units(double points) {
    double quanta = points * 65536.0;
    if (!(quanta > -(double)(LE_MAX_TOTAL / 16))) return quanta != quanta ? 0 : -LE_MAX_TOTAL;
    if (quanta >= (double)(LE_MAX_TOTAL / 16)) return LE_MAX_TOTAL;
    return (int64_t)le__round_half_even(quanta) * 16;
}
