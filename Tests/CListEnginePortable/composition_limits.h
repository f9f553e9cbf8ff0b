// Declarations that the files of test_composition_limits share: compositions of one group, and the parts of the test.
#ifndef PORTABLE_COMPOSITION_LIMITS_H
#define PORTABLE_COMPOSITION_LIMITS_H

#include "harness.h"

// A group of `count` copies of one item along the cross axis. The item's main extent is estimated, 40 points.
typedef struct {
    le_node node[2];
    le_badge badge;
    le_boundary boundary;
    le_composition_spec spec;
} simple;

void describe(simple *d, uint32_t count, le_dimension_kind group_main);
le_composition *create_composition(const le_composition_spec *spec);
le_composition *create_simple(uint32_t count, le_dimension_kind group_main, bool badge, bool boundary);

// A layout with one section of the composition.
le_layout *layout_of(le_composition *composition, int64_t items);

le_status measure(le_layout *layout, int64_t section, int64_t item, double main);
uint64_t hits(const char *path); // how often the core took this path

// The parts of the test.
void composition_calls(void);
void composition_memory(void);
void composition_measuring(void);

#endif
