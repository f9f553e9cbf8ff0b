// Which table belongs to which kind of section.
#include "kinds/kinds.h"

const le__kind *const le__kinds[] = {
    [LE_SECTION_LIST] = &le__list,
    [LE_SECTION_GRID] = &le__grid,
    [LE_SECTION_FLOW] = &le__flow_kind,
    [LE_SECTION_FRAMES] = &le__frames,
    [LE_SECTION_COMPOSITIONAL] = &le__compositional,
    [LE_SECTION_WATERFALL] = &le__waterfall,
};
