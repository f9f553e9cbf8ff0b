// Headers and footers of sections.
#ifndef LE_LAYOUT_PINNING_H
#define LE_LAYOUT_PINNING_H

#include "section/section.h"

// The frame of a header or footer, pinned to `visible` if that is not NULL and the section pins it.
le_rect le__section_header(const le_layout *layout, const le__section_place *place, const le_rect *visible);
le_rect le__section_footer(const le_layout *layout, const le__section_place *place, const le_rect *visible);

#endif
