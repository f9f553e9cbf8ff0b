// Declarations that the files of test_composition_edges share: the specification that a test changes, lists of it, and
// the parts of the test.
#ifndef PORTABLE_COMPOSITION_EDGES_H
#define PORTABLE_COMPOSITION_EDGES_H

#include "harness.h"

extern le_node nodes[80];
extern le_badge badges[1200];
extern le_boundary boundaries[2];
extern le_composition_spec spec;

// Sets `spec` to a row of `count` copies of one item of estimated height.
void describe_row(uint32_t count);

le_composition *create_from_spec(void);
le_layout *layout_from_spec(const int64_t *counts, int64_t sections);

// Measures an item of the first section.
le_status measure_item(le_layout *layout, int64_t item, double main);

// The part of the test on badges and boundaries.
void supplementary_items(void);

#endif
