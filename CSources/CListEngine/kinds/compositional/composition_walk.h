// Functions that the files of compositional sections share for walking their groups.
#ifndef LE_KINDS_COMPOSITIONAL_COMPOSITION_WALK_H
#define LE_KINDS_COMPOSITIONAL_COMPOSITION_WALK_H

#include "kinds/compositional/boundary.h"
#include "section/kind.h"

// The base that is added to drawing orders in a section, so that its elements are drawn above its decorations.
LE_INLINE int32_t le__composed_base_z(const le__section *s) {
    const le__template *t = s->style->template;
    return t->composition->spec.backdrop_count && s->items && t->items ? 1 : 0;
}

// A drawing order above a base of 0 or 1.
LE_INLINE int32_t le__drawn_above(int32_t base, int32_t z_index) {
    return z_index == INT32_MAX ? z_index : base + z_index;
}

// The functions of the kind: see section/kind.h.
int64_t le__composed_walk(const le__walk *w, const le__emitter *emit, void *sink);
int64_t le__composed_query_items(const le__walk *w, struct le__query_sink *sink);
bool le__composed_query(struct le__query_sink *sink, const le_layout *layout, const le__section_place *place,
                        const le_viewport *viewport, le_cursor *cursor);
le_rect le__composed_frame(const le_layout *layout, const le__section_place *place, int64_t item, int32_t *z_index,
                           uint8_t *flags, le_work *work);
void le__composed_frames(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                         int64_t origin_x, int64_t origin_y, double *out);
void le__composed_frames_relative(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                                  int64_t origin_x, int64_t origin_y, float *out);
le_status le__composed_change(const le_layout_config *config, le__section *s, const le__change *c, int64_t room,
                              le_work *work);
le_status le__composed_relayout(le__section *s, const le__style *old, const le_layout_config *old_config,
                                const le_layout_config *config, le_work *work);

// The frame of a part of a group.
le_rect le__composed_part_frame(const le__section_place *place, int64_t group, uint32_t part);

// The frame of a boundary of a section, pinned to `visible` if that is not NULL.
le_rect le__section_boundary(const le_layout *layout, const le__section_place *place, int64_t boundary,
                             const le_rect *visible);

// Writes one boundary of a section or of the layout as a whole if it intersects the area. Its measured extents are -1
// if it was not measured. False when there is no room for it.
bool le__query_boundary(struct le__query_sink *sink, const le_rect *area, const le_boundary *b, int64_t index,
                        const le_rect *natural, const le_rect *frame, const int64_t measured[2]);

// The section's own copy of its body, created if there is none; NULL when memory is short.
le__composed *le__composed_own(le__section *s);

// Lays out a section by its current style, after it replaced the style of another composition or container. With
// `forget`, items may report their sizes again.
le_status le__composed_restyle(le__section *s, const le__style *old, bool forget, le_work *work);

// The style of a composition solved for a container; `last` (may be NULL) if it is the same. The caller gets a
// reference; NULL when memory is short.
le__style *le__style_solved(le_composition *composition, const le_layout_config *config, le__style *last);

#endif
