/// Option structures, and functions for languages that use this library without a C compiler.
///
/// Zero is the default of every field of an option structure, so `{0}` is a complete set of defaults. Each structure
/// ends with `reserved` words that a program leaves at zero. A later version may turn some of them into fields, in
/// which zero means the behaviour of this version. A program therefore works with a shared library of another version,
/// even if a structure is passed or returned by value. A reserved word that is not zero is an option that the library
/// does not know: the call returns `LE_BAD_ARGUMENT`.
#ifndef LISTENGINE_OPTIONS_H
#define LISTENGINE_OPTIONS_H

#include "compositional.h"
#include "diff.h"
#include "layout.h"

LE_BEGIN_DECLS

/// Each of these writes the defaults to `options`, a structure of `size` bytes. They also check that a declaration in
/// another language has the size that these headers declare, which no compiler does.
/// - `LE_BAD_ARGUMENT`: `options` is NULL or the structure has a different size in this library; nothing is written.
LE_API le_status le_composition_spec_init(le_composition_spec *options, size_t size);
LE_API le_status le_cursor_init(le_cursor *options, size_t size);
LE_API le_status le_diff_options_init(le_diff_options *options, size_t size);
LE_API le_status le_diff_sections_side_init(le_diff_sections_side *options, size_t size);
LE_API le_status le_diff_side_init(le_diff_side *options, size_t size);
LE_API le_status le_layout_config_init(le_layout_config *options, size_t size);
LE_API le_status le_section_spec_init(le_section_spec *options, size_t size);
LE_API le_status le_sizes_init(le_sizes *options, size_t size);
LE_API le_status le_viewport_init(le_viewport *options, size_t size);

/// The constants of units.h.
LE_API int64_t le_unit(void);       ///< `LE_UNIT`
LE_API int64_t le_max_total(void);  ///< `LE_MAX_TOTAL`
LE_API int64_t le_max_count(void);  ///< `LE_MAX_COUNT`
LE_API int64_t le_max_length(void); ///< `LE_MAX_LENGTH`

LE_END_DECLS

#endif
