// Boundary supplementaries of the layout as a whole: the functions that section.h does not declare.
#ifndef LE_SECTIONS_BOUNDARIES_H
#define LE_SECTIONS_BOUNDARIES_H

#include "sections/section.h"

// The frame of a boundary supplementary of the layout, pinned to `visible` unless that is NULL; empty if there is none.
le_rect le__layout_boundaries_frame(const le_layout *layout, int64_t boundary, const le_rect *visible);

// Stores measured sizes: see le_layout_measure_boundaries.
le_status le__layout_boundaries_measured(le_layout *layout, const le_measurement *measured, size_t count,
                                         le_fault *fault);

#endif
