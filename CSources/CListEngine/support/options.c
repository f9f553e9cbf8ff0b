// Default options and constants for callers in other languages, whose declarations no compiler compares with the
// headers.
#include "listengine/options.h"

#include <string.h>

#define INIT(type)                                                                                                     \
    le_status type##_init(type *options, size_t size) {                                                                \
        if (!options || size != sizeof *options) return LE_BAD_ARGUMENT;                                               \
        memset(options, 0, sizeof *options);                                                                           \
        return LE_OK;                                                                                                  \
    }
INIT(le_composition_spec)
INIT(le_cursor)
INIT(le_diff_options)
INIT(le_diff_sections_side)
INIT(le_diff_side)
INIT(le_layout_config)
INIT(le_section_spec)
INIT(le_sizes)
INIT(le_viewport)

// External definitions of the functions that are inline in C and C++.
extern inline double le_points(int64_t units);

int64_t le_unit(void) { return LE_UNIT; }
int64_t le_max_total(void) { return LE_MAX_TOTAL; }
int64_t le_max_count(void) { return LE_MAX_COUNT; }
int64_t le_max_length(void) { return LE_MAX_LENGTH; }
