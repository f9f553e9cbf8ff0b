// Boundary supplementaries of the layout as a whole.
#ifndef LE_LAYOUT_BOUNDARIES_H
#define LE_LAYOUT_BOUNDARIES_H

#include "section/elements.h"

// The extents that they occupy before (0) and after (1) all sections in a container. Returns the sum.
int64_t le__layout_boundaries_measure(const struct le__layout_boundaries *boundaries, const le_layout_config *config,
                                      int64_t band[2]);
void le__layout_boundaries_release(struct le__layout_boundaries *boundaries);

// The frame of a boundary supplementary of the layout, pinned to `visible` unless that is NULL; empty if there is none.
le_rect le__layout_boundaries_frame(const le_layout *layout, int64_t boundary, const le_rect *visible);

// The visible bounds of the sections: those of the layout without what its own pinned headers and footers cover.
le_rect le__layout_sections_visible(const le_layout *layout, const le_rect *visible);

// Stores measured sizes: see le_layout_measure_boundaries.
le_status le__layout_boundaries_measured(le_layout *layout, const le_measurement *measured, size_t count,
                                         le_fault *fault);

// The elements of the layout as a whole, after all sections.
void le__query_layout_boundaries(le__query_sink *sink, const le_layout *layout, const le_viewport *viewport,
                                 le_cursor *cursor);

#endif
