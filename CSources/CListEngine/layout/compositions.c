// Compositional sections as a whole: inserting them, changing their composition, and storing measured sizes.
#include <stdlib.h>

#include "layout/section_edits.h"
#include "kinds/compositional/composition_walk.h"
#include "layout/boundaries.h"

// ---- Inserting

// The style of a composition, and the last section that was made with it: sections with the same style and number of
// items are equal.
typedef struct solved_style {
    le__style *style; // NULL: not used yet
    le__section last; // its style is NULL if there is none
} solved_style;

// Whether a style was solved for the current container of the layout. The solver can call back into the program for
// custom frames, and that callback could give the layout another container.
static bool solved_for(const le__style *style, const le_layout *layout) {
    return le__template_is_for(style->template, layout->config.main, layout->config.cross);
}

// Checks the sections to insert and solves each composition that is used. The solver can call back for custom frames,
// so this happens before the layout is modified.
static le_status styles_solve(const le_layout *layout, int64_t at, le_composition *const *compositions, size_t count,
                              const uint32_t *which, const int64_t *counts, int64_t sections, solved_style *styles) {
    le__style *last = at > 0 ? le__sections_find(layout, at - 1, NULL).section->style : NULL;
    if (last) le__retain(last);
    le_status status = LE_OK;
    for (int64_t i = 0; i < sections && status == LE_OK; i++) {
        const uint32_t index = which ? which[i] : 0;
        if (LE_LIKELY(index < count && styles[index].style && counts[i] >= 0)) continue;
        if (index >= count || counts[i] < 0)
            status = LE_BAD_INDEX;
        else if (!compositions[index])
            status = LE_BAD_ARGUMENT;
        else if (!(styles[index].style = le__style_solved(compositions[index], &layout->config, last)))
            status = LE_NO_MEMORY;
    }
    if (last) le__style_release(last);
    for (size_t i = 0; i < count && status == LE_OK; i++)
        if (styles[i].style && !solved_for(styles[i].style, layout)) status = LE_NOT_SUPPORTED;
    return status == LE_OK && !le__has_sections(layout, at, 0) ? LE_BAD_INDEX : status;
}

// Builds the tree of new sections. `*spaced` is set if one of them has spacing to the next.
static le_status sections_build(const le_layout *layout, solved_style *styles, const uint32_t *which,
                                const int64_t *counts, int64_t sections, le__sections_node **root, bool *spaced,
                                le_work *work) {
    le__sections_builder builder = {0};
    le__section some[LE__SECTIONS_MAX * 4 / 5];
    uint32_t waiting = 0;
    int64_t extent = 0, items = 0;
    le_status status = LE_OK;
    for (int64_t i = 0; i < sections && status == LE_OK; i++) {
        solved_style *of = &styles[which ? which[i] : 0];
        le__section *s = &of->last;
        bool measured = s->style && s->items == counts[i];
        if (!measured && counts[i] <= LE_MAX_COUNT - items) {
            *s = (le__section){.style = of->style, .items = counts[i]};
            measured = le__section_measure(s, &layout->config);
        }
        if (!measured || counts[i] > LE_MAX_COUNT - items || s->extent > LE_MAX_TOTAL - extent) {
            status = LE_TOO_LARGE;
        } else {
            extent += s->extent;
            items += s->items;
            *spaced |= s->style->spec.section_spacing != 0;
            le__retain(s->style);
            some[waiting++] = *s;
        }
        if (waiting == sizeof some / sizeof *some) {
            le__sections_builder_add(&builder, le__sections_leaf_of(some, waiting));
            waiting = 0;
        }
    }
    if (waiting) le__sections_builder_add(&builder, le__sections_leaf_of(some, waiting));
    if (status != LE_OK) builder.failed = true;
    const bool built = le__sections_builder_finish(&builder, root, work);
    return status == LE_OK && !built ? LE_NO_MEMORY : status;
}

le_status le_layout_insert_compositions(le_layout *layout, int64_t at, le_composition *const *compositions,
                                        size_t composition_count, const uint32_t *which, const int64_t *counts,
                                        int64_t sections, le_work *work) {
    if (!layout) return LE_BAD_ARGUMENT;
    if (!le__has_sections(layout, at, 0) || sections < 0) return LE_BAD_INDEX;
    if (sections == 0) return LE_OK;
    if (!compositions || !counts) return LE_BAD_ARGUMENT;
    if (sections > INT32_MAX) return LE_TOO_LARGE;
    solved_style *styles = calloc(composition_count, sizeof *styles);
    if (!styles) return composition_count ? LE_NO_MEMORY : LE_BAD_INDEX;
    le__sections_node *middle = NULL;
    bool spaced = false;
    le_status status = styles_solve(layout, at, compositions, composition_count, which, counts, sections, styles);
    if (status == LE_OK) status = sections_build(layout, styles, which, counts, sections, &middle, &spaced, work);
    if (status == LE_OK) status = le__sections_insert(layout, at, middle, work);
    for (size_t i = 0; i < composition_count; i++)
        if (styles[i].style) le__style_release(styles[i].style);
    free(styles);
    if (status != LE_OK) return status;
    layout->packed = true;
    layout->spaced |= spaced;
    return LE_OK;
}

// ---- Editing

// Finds a compositional section by index.
static le_status composed_at(const le_layout *layout, int64_t index, const le__section **found) {
    if (!layout) return LE_BAD_ARGUMENT;
    if (!le__has_sections(layout, index, 1)) return LE_BAD_INDEX;
    *found = le__sections_find(layout, index, NULL).section;
    return (*found)->style->template ? LE_OK : LE_NOT_SUPPORTED;
}

// Retains the body of a section before it changes, so that the change can be undone.
static void composed_keep(const le__edited *edit) {
    if (edit->section->body) le__retain(edit->section->body);
}

// Begins an edit of a compositional section and retains its body.
static le_status composed_edit(le_layout *layout, int64_t index, le__edited *edit, le_work *work) {
    if (!le__edit_begin(layout, index, edit, work)) return LE_NO_MEMORY;
    composed_keep(edit);
    return LE_OK;
}

static le_status composed_commit(le_layout *layout, le__edited *edit, le_status status, le_work *work) {
    le__section *s = edit->section, was = edit->before;
    le__section now = *s;
    if (status == LE_OK &&
        (!le__section_measure(&now, &layout->config) || !le__layout_can_grow(layout, 0, now.extent - was.extent)))
        status = LE_TOO_LARGE;
    if (status != LE_OK) {
        le__composed_release(s->body);
        *s = was;
        return status;
    }
    le__composed_release(was.body);
    le__edit_end(layout, edit, work);
    return LE_OK;
}

le_status le_layout_set_composition(le_layout *layout, int64_t section, le_composition *composition, le_work *work) {
    const le__section *found;
    le_status status = composed_at(layout, section, &found);
    if (status == LE_OK && !composition) status = LE_BAD_ARGUMENT;
    if (status != LE_OK) return status;
    // Solved before the section is edited: it can call back for custom frames.
    le__style *last = found->style;
    le__retain(last);
    le__style *to = le__style_solved(composition, &layout->config, last);
    le__style_release(last);
    if (!to) return LE_NO_MEMORY;
    le__edited edit;
    status = composed_at(layout, section, &found);
    if (status == LE_OK && !solved_for(to, layout)) status = LE_NOT_SUPPORTED;
    if (status == LE_OK) status = composed_edit(layout, section, &edit, work);
    if (status != LE_OK) {
        le__style_release(to);
        return status;
    }
    le__style *was = edit.section->style;
    edit.section->style = to;
    status = composed_commit(layout, &edit, le__composed_restyle(edit.section, was, false, work), work);
    if (status == LE_OK) layout->spaced |= to->spec.section_spacing != 0;
    le__style_release(status == LE_OK ? was : to); // the style that the section does not use
    return status;
}

// ---- Measuring

// Stores measured sizes of the items of a section: a single one in place if possible, others on a copy that can be
// discarded.
static le_status items_measured(le_layout *layout, le__edited *edit, const le_measurement *measured, size_t count,
                                int64_t *changes, int64_t *frozen, le_work *work) {
    le__section *s = edit->section;
    const le__template *t = s->style->template;
    const int64_t room = LE_MIN(le__layout_room(layout) / 2, LE_MAX_TOTAL / 4);
    if (count == 1 && s->body &&
        le__composed_measure_in_place(t, s->body, s->items, measured, room, changes, frozen, work)) {
        le__edit_end(layout, edit, work);
        return LE_OK;
    }
    composed_keep(edit);
    le__composed *c = le__composed_own(s);
    le_status status = c ? le__composed_measure(t, c, s->items, measured, count, changes, frozen, work) : LE_NO_MEMORY;
    return composed_commit(layout, edit, status, work);
}

le_status le_layout_measure_items(le_layout *layout, int64_t section, const le_measurement *measured, size_t count,
                                  int64_t *changed, int64_t *frozen, le_fault *fault, le_work *work) {
    le__fault_section(fault, section);
    int64_t changes = 0, first_frozen = -1;
    if (changed) *changed = 0;
    if (frozen) *frozen = -1;
    const le__section *found;
    le_status status = composed_at(layout, section, &found);
    if (status == LE_OK) status = le__measurements_check(measured, count, found->items, fault);
    if (status != LE_OK || count == 0) return status;
    const le__template *t = found->style->template;
    for (size_t i = 0; i < count; i++) {
        if (t->items && t->open[measured[i].item % t->items]) continue;
        if (fault) fault->item = measured[i].item;
        return LE_NOT_SUPPORTED;
    }
    le__edited edit;
    if (!le__edit_begin(layout, section, &edit, work)) return LE_NO_MEMORY;
    status = items_measured(layout, &edit, measured, count, &changes, &first_frozen, work);
    if (status == LE_OK && changed) *changed = changes;
    if (status == LE_OK && frozen) *frozen = first_frozen;
    return status;
}

// Checks that each measurement names a supplementary of the kind, with an estimated extent.
static le_status supplementaries_check(const le__section *s, uint16_t kind, const le_measurement *measured,
                                       size_t count, le_fault *fault) {
    const le__template *t = s->style->template;
    for (size_t i = 0; i < count; i++) {
        bool found = false, open = false;
        for (uint32_t p = 0; p < t->parts && !open; p++) {
            if (le__part_group(t, p, kind, measured[i].item, s->items) < 0) continue;
            found = true;
            open = t->part[p].open != 0;
        }
        if (open) continue;
        if (fault) fault->item = measured[i].item;
        return found ? LE_NOT_SUPPORTED : LE_BAD_INDEX;
    }
    return LE_OK;
}

le_status le_layout_measure_supplementaries(le_layout *layout, int64_t section, uint16_t kind,
                                            const le_measurement *measured, size_t count, le_fault *fault,
                                            le_work *work) {
    le__fault_section(fault, section);
    const le__section *found;
    le_status status = composed_at(layout, section, &found);
    if (status == LE_OK) status = le__measurements_check(measured, count, LE_MAX_COUNT, fault);
    if (status == LE_OK) status = supplementaries_check(found, kind, measured, count, fault);
    if (status != LE_OK || count == 0) return status;
    le__edited edit;
    status = composed_edit(layout, section, &edit, work);
    if (status != LE_OK) return status;
    le__section *s = edit.section;
    le__composed *c = le__composed_own(s);
    status = c ? le__composed_measure_badges(s->style->template, c, s->items, kind, measured, count, work)
               : LE_NO_MEMORY;
    return composed_commit(layout, &edit, status, work);
}

le_status le_layout_measure_boundaries(le_layout *layout, int64_t section, const le_measurement *measured, size_t count,
                                       le_fault *fault, le_work *work) {
    le__fault_section(fault, section);
    if (section == -1) return layout ? le__layout_boundaries_measured(layout, measured, count, fault) : LE_BAD_ARGUMENT;
    const le__section *found;
    le_status status = composed_at(layout, section, &found);
    if (status != LE_OK) return status;
    const le_composition_spec *spec = &found->style->template->composition->spec;
    status = le__measurements_check(measured, count, (int64_t)spec->boundary_count, fault);
    if (status != LE_OK || count == 0) return status;
    for (size_t i = 0; i < count; i++) {
        const le_boundary *b = &spec->boundaries[measured[i].item];
        if (le__dimension_open(&b->main) || le__dimension_open(&b->cross)) continue;
        if (fault) fault->item = measured[i].item;
        return LE_NOT_SUPPORTED;
    }
    le__edited edit;
    status = composed_edit(layout, section, &edit, work);
    if (status != LE_OK) return status;
    le__composed *c = le__composed_own(edit.section);
    if (!c) status = LE_NO_MEMORY;
    for (size_t i = 0; c && i < count; i++)
        le__boundary_store(&spec->boundaries[measured[i].item], &measured[i], c->boundary[measured[i].item]);
    return composed_commit(layout, &edit, status, work);
}
