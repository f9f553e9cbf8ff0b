// Visits compared with the items of a query.
#ifndef PORTABLE_VISITS_H
#define PORTABLE_VISITS_H

#include "harness.h"

// Checks that a visit of a viewport finds exactly the items of the query of the same viewport, in order.
void check_visit(const le_layout *layout, const le_viewport *viewport, le_visitor *visitor);

// The same for a viewport that scrolls a little, there and back, and for parts of it. The visitor may come from any
// other layout, or from before any edit.
void check_visits(rng *r, const le_layout *layout, const le_viewport *viewport, le_visitor *visitor);

#endif
