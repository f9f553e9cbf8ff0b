// The layout and the functions that every instruction set has a version of.
#ifndef LE_LAYOUT_OPS_H
#define LE_LAYOUT_OPS_H

#include "listengine/compositional.h"
#include "listengine/extents.h"
#include "listengine/layout.h"
#include "kernels/isa.h"

struct le_layout {
    struct sections_node *root; // of the tree of sections; NULL: no sections
    le_layout_config config;
    int64_t lead, tail;      // extents of the layout's own boundary supplementaries before and after all sections
    struct le__edges *edges; // and what they are; NULL: there are none
    bool packed;             // whether a section was ever inserted that follows the container's extent
    bool spaced;             // whether one was that leaves space to the next
};

// Whether the reserved words of an option structure are all zero; others are options that this version does not know.
#define LE__KNOWN(options) le__zeros((options)->reserved, sizeof (options)->reserved / sizeof *(options)->reserved)
static inline bool le__zeros(const uint64_t *words, size_t count) {
    uint64_t any = 0;
    for (size_t i = 0; i < count; i++) any |= words[i];
    return any == 0;
}

// Whether a layout can have that container: extents of 0 to a quarter of the largest total.
le_status le__config_check(const le_layout_config *config);

// result, name, parameters, arguments
#define LE_LAYOUT_OPS(X)                                                                                               \
    X(le_status, set_config, (le_layout * layout, le_layout_config config, le_work * work), (layout, config, work))    \
    X(le_status, insert_sections,                                                                                      \
      (le_layout * layout, int64_t at, const le_section_spec *spec, const int64_t *counts, int64_t sections,           \
       const le_sizes *sizes, le_fault *fault, le_work *work),                                                         \
      (layout, at, spec, counts, sections, sizes, fault, work))                                                        \
    X(le_status, insert_frames,                                                                                        \
      (le_layout * layout, int64_t at, const le_section_spec *spec, const le_rect *frames, int64_t count,              \
       int64_t extent, le_rect header, le_rect footer, le_work *work),                                                 \
      (layout, at, spec, frames, count, extent, header, footer, work))                                                 \
    X(le_status, remove_sections, (le_layout * layout, int64_t first, int64_t count, le_work *work),                   \
      (layout, first, count, work))                                                                                    \
    X(le_status, move_sections, (le_layout * layout, int64_t first, int64_t count, int64_t to, le_work *work),         \
      (layout, first, count, to, work))                                                                                \
    X(le_status, set_spec, (le_layout * layout, int64_t section, const le_section_spec *spec, le_work *work),          \
      (layout, section, spec, work))                                                                                   \
    X(le_section_spec, get_spec, (const le_layout *layout, int64_t section), (layout, section))                        \
    X(le_section_at, section, (const le_layout *layout, int64_t section, le_work *work), (layout, section, work))      \
    X(void, item_counts, (const le_layout *layout, int64_t first, int64_t count, int64_t *out),                        \
      (layout, first, count, out))                                                                                     \
    X(int64_t, section_at_offset, (const le_layout *layout, int64_t offset, le_work *work), (layout, offset, work))    \
    X(le_status, insert_items,                                                                                         \
      (le_layout * layout, int64_t section, int64_t at, const le_sizes *sizes, le_fault *fault, le_work *work),        \
      (layout, section, at, sizes, fault, work))                                                                       \
    X(le_status, remove_items, (le_layout * layout, int64_t section, int64_t first, int64_t count, le_work *work),     \
      (layout, section, first, count, work))                                                                           \
    X(le_status, move_items,                                                                                           \
      (le_layout * layout, int64_t section, int64_t first, int64_t count, int64_t to, le_work *work),                  \
      (layout, section, first, count, to, work))                                                                       \
    X(le_status, resize_items,                                                                                         \
      (le_layout * layout, int64_t section, int64_t first, const le_sizes *sizes, le_fault *fault, le_work *work),     \
      (layout, section, first, sizes, fault, work))                                                                    \
    X(le_status, apply,                                                                                                \
      (le_layout * layout, int64_t section, const struct le_edit *edits, size_t edit_count, const le_sizes *sizes,     \
       size_t *failed, le_fault *fault, le_work *work),                                                                \
      (layout, section, edits, edit_count, sizes, failed, fault, work))                                                \
    X(le_status, refill,                                                                                               \
      (le_layout * layout, int64_t section, const le_section_spec *spec, int64_t count, double size, le_fault *fault,  \
       le_work *work),                                                                                                 \
      (layout, section, spec, count, size, fault, work))                                                               \
    X(le_status, read_sizes,                                                                                           \
      (const le_layout *layout, int64_t section, int64_t first, int64_t count, double *main, double *cross),           \
      (layout, section, first, count, main, cross))                                                                    \
    X(le_rect, item_frame, (const le_layout *layout, int64_t section, int64_t item, le_work *work),                    \
      (layout, section, item, work))                                                                                   \
    X(le_rect, header_frame, (const le_layout *layout, int64_t section, const le_rect *visible, le_work *work),        \
      (layout, section, visible, work))                                                                                \
    X(le_rect, footer_frame, (const le_layout *layout, int64_t section, const le_rect *visible, le_work *work),        \
      (layout, section, visible, work))                                                                                \
    X(le_element, item_element, (const le_layout *layout, int64_t section, int64_t item, le_work *work),               \
      (layout, section, item, work))                                                                                   \
    X(size_t, query,                                                                                                   \
      (const le_layout *layout, const le_viewport *viewport, le_cursor *cursor, le_element *out, size_t capacity),     \
      (layout, viewport, cursor, out, capacity))                                                                       \
    X(void, frames, (const le_layout *layout, int64_t section, int64_t first, int64_t count, double *out),             \
      (layout, section, first, count, out))                                                                            \
    X(void, frames_relative,                                                                                           \
      (const le_layout *layout, int64_t section, int64_t first, int64_t count, double origin_x, double origin_y,       \
       float *out),                                                                                                    \
      (layout, section, first, count, origin_x, origin_y, out))                                                        \
    X(bool, item_at_point,                                                                                             \
      (const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls, int64_t *section,              \
       int64_t *item, le_work *work),                                                                                  \
      (layout, main, cross, scrolls, section, item, work))                                                             \
    X(bool, nearest_item,                                                                                              \
      (const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls, int64_t *section,              \
       int64_t *item, le_work *work),                                                                                  \
      (layout, main, cross, scrolls, section, item, work))                                                             \
    X(void, line, (const le_layout *layout, int64_t section, int64_t item, int64_t *first, int64_t *count),            \
      (layout, section, item, first, count))                                                                           \
    X(int64_t, section_count, (const le_layout *layout), (layout))                                                     \
    X(int64_t, item_total, (const le_layout *layout), (layout))                                                        \
    X(int64_t, extent, (const le_layout *layout), (layout))                                                            \
    X(le_status, insert_compositions,                                                                                  \
      (le_layout * layout, int64_t at, le_composition *const *compositions, size_t composition_count,                  \
       const uint32_t *which, const int64_t *counts, int64_t sections, le_work *work),                                 \
      (layout, at, compositions, composition_count, which, counts, sections, work))                                    \
    X(le_status, set_composition, (le_layout * layout, int64_t section, le_composition *composition, le_work *work),   \
      (layout, section, composition, work))                                                                            \
    X(le_composition *, composition, (const le_layout *layout, int64_t section), (layout, section))                    \
    X(le_status, set_boundaries,                                                                                       \
      (le_layout * layout, const le_boundary *boundaries, size_t count, double scale, le_work *work),                  \
      (layout, boundaries, count, scale, work))                                                                        \
    X(le_status, measure_items,                                                                                        \
      (le_layout * layout, int64_t section, const le_measurement *measured, size_t count, int64_t *changed,            \
       int64_t *frozen, le_fault *fault, le_work *work),                                                               \
      (layout, section, measured, count, changed, frozen, fault, work))                                                \
    X(le_status, measure_boundaries,                                                                                   \
      (le_layout * layout, int64_t section, const le_measurement *measured, size_t count, le_fault *fault,             \
       le_work *work),                                                                                                 \
      (layout, section, measured, count, fault, work))                                                                 \
    X(int, estimated_axes, (const le_layout *layout, int64_t section, int64_t item), (layout, section, item))          \
    X(le_groups, groups, (const le_layout *layout, int64_t section), (layout, section))                                \
    X(le_group_place, group, (const le_layout *layout, int64_t section, int64_t group), (layout, section, group))      \
    X(int64_t, group_at_offset, (const le_layout *layout, int64_t section, int64_t offset), (layout, section, offset)) \
    X(le_rect, boundary_frame, (const le_layout *layout, int64_t section, int64_t boundary, const le_rect *visible),   \
      (layout, section, boundary, visible))                                                                            \
    X(le_rect, supplementary_frame, (const le_layout *layout, int64_t section, uint16_t kind, int64_t index),          \
      (layout, section, kind, index))                                                                                  \
    X(size_t, bytes, (const le_layout *layout), (layout))                                                              \
    X(const char *, check, (const le_layout *layout), (layout))

typedef struct le__layout_ops {
#define LE_LAYOUT_FIELD(result, name, parameters, arguments) result(*name) parameters;
    LE_LAYOUT_OPS(LE_LAYOUT_FIELD)
#undef LE_LAYOUT_FIELD
    void (*clear)(le_layout *layout); // releases the sections
} le__layout_ops;

extern const le__layout_ops le__layout_ops_core;

#endif
