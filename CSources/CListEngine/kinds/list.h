// A list: items one after the other along the scroll axis, each as wide as the line. The body is a tree of extents with
// one entry per item, its stride: the extent of the item plus the line spacing. Strides are never negative: with a
// negative spacing, every item is at least as long as the spacing takes away.
#ifndef LE_KINDS_LIST_H
#define LE_KINDS_LIST_H

#include "section/kind.h"

// ---- list_edits.c: the functions of the table that make and change a body

bool le__list_accepts(const le_section_spec *spec, const le_sizes *sizes);
le_status le__list_build(const le_layout_config *config, le__section *s, const le_sizes *sizes, int64_t first,
                         int64_t count, le__run_place *runs, le_fault *fault, le_work *work);
le_status le__list_change(const le_layout_config *config, le__section *s, const le__change *c, int64_t room,
                          le_work *work);
bool le__list_change_one(le__section *s, le__change_kind what, int64_t item, double points, int64_t room,
                         le_work *work);
double le__list_growth(const le_layout_config *config, const le__section *s, const le__change *c);
le_status le__list_relayout(le__section *s, const le__style *old, const le_layout_config *old_config,
                            const le_layout_config *config, le_work *work);

#endif
