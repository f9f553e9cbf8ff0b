// Boundary supplementaries of the layout as a whole: what section.h does not declare of them.
#ifndef LE_SECTIONS_BOUNDARIES_H
#define LE_SECTIONS_BOUNDARIES_H

#include "sections/section.h"

// Frame of a boundary of the layout, pinned to `visible` if that is not NULL; empty where there is none.
le_rect le__edges_frame(const le_layout *layout, int64_t boundary, const le_rect *visible);

// Takes measured sizes: see le_layout_measure_boundaries.
le_status le__edges_take(le_layout *layout, const le_measurement *measured, size_t count, le_fault *fault);

#endif
