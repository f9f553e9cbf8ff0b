// The leaves of the tree of sections.
#ifndef LE_SECTION_SECTION_TREE_H
#define LE_SECTION_SECTION_TREE_H

#include "section/section.h"

// Sets a leaf's sums and maxima from its sections.
void le__sections_leaf_sum(le__sections_node *leaf);

// Describes the first broken invariant of a leaf, see le_layout_check; NULL if all hold.
const char *le__sections_check_leaf(le__sections_node *leaf);

#endif
