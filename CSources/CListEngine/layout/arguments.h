// Checks of the option structures that callers pass.
#ifndef LE_LAYOUT_ARGUMENTS_H
#define LE_LAYOUT_ARGUMENTS_H

#include "section/section.h"

// Whether a layout can have this container: its extents are 0 to a quarter of the largest total.
le_status le__config_check(const le_layout_config *config);

// Whether this version knows a spec: its kind, packing, flags and reserved words.
bool le__spec_known(const le_section_spec *spec);

// Whether a known spec can be laid out: its lengths are within the limits and meet the requirements of its kind.
bool le__spec_usable(const le_section_spec *spec);

// A copy of a spec with defined padding, because styles compare specs byte by byte.
le_section_spec le__spec_clean(const le_section_spec *spec);

// Whether sizes can be read at all. Checked once, where they enter the core; all code that reads them relies on it: the
// count is within the limits, the pointers that the form needs are set, and runs add up to the count.
le_status le__sizes_check(const le_sizes *sizes);

#endif
