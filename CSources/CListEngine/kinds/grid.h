// Functions for sections that store only the number of their items.
#ifndef LE_KINDS_GRID_H
#define LE_KINDS_GRID_H

#include "section/kind.h"

// A change of the number of items. LE_NOT_SUPPORTED if it has sizes.
le_status le__change_counted(le__section *s, const le__change *c);

#endif
