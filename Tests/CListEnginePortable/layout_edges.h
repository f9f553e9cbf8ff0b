// Declarations that the files of test_layout_edges share: layouts of items with eight sizes, and the parts of the test.
#ifndef PORTABLE_LAYOUT_EDGES_H
#define PORTABLE_LAYOUT_EDGES_H

#include "harness.h"

extern const double some_sizes[8];

le_layout *create_layout(int64_t cross);

// Sizes of `count` items, eight different ones in turn; the arrays are valid until the next call.
le_sizes sizes_of(int64_t count);
le_status insert_some(le_layout *layout, int64_t at, const le_section_spec *spec, int64_t items);
le_status insert_one(le_layout *layout, int64_t at, double size);

// The part of the test on lines and columns.
void lines_and_columns(void);

#endif
