/// Option structures, and what other languages need to use this library without a C compiler.
///
/// Zero is the default of every field of an option structure, so `{0}` is a complete set of defaults. Each structure
/// ends with `reserved` words that a program leaves at zero. A later version gives some of them names; zero then means
/// what this version does. So a program and a shared library of different versions understand each other, also where a
/// structure is passed or returned by value. A call that finds a reserved word other than zero was given an option that
/// the library does not know, and answers `LE_BAD_ARGUMENT`.
#ifndef LISTENGINE_OPTIONS_H
#define LISTENGINE_OPTIONS_H

#include "compositional.h"
#include "diff.h"
#include "layout.h"

LE_BEGIN_DECLS

/// Each of these writes the defaults to `options`, a structure of `size` bytes. No compiler compares a declaration in
/// another language with these headers; these functions do.
/// - `LE_BAD_ARGUMENT` where `options` is NULL or the structure has another size in this library; nothing is written.
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
