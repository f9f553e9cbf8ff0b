// Adding sections to the tree of a layout.
#ifndef LE_LAYOUT_SECTION_EDITS_H
#define LE_LAYOUT_SECTION_EDITS_H

#include "section/section.h"

// Whether the layout, which may be empty, can grow by this many sections, items and units.
bool le__sections_fit(const le_layout *layout, int64_t sections, int64_t items, int64_t extent);

// Inserts a tree of sections before section `at`; LE_TOO_LARGE if the totals do not allow it. Takes the reference of
// the tree.
le_status le__sections_insert(le_layout *layout, int64_t at, le__sections_node *middle, le_work *work);

#endif
