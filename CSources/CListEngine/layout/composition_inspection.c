// Public queries about compositional sections.
#include "kinds/compositional/groups.h"
#include "kinds/compositional/composition_walk.h"
#include "layout/boundaries.h"

// The template and the place of a compositional section; NULL if there is none.
static const le__template *composed_find(const le_layout *layout, int64_t section, le__section_place *place) {
    return le__section_find(layout, section, place, NULL) ? place->section->style->template : NULL;
}

le_composition *le_layout_composition(const le_layout *layout, int64_t section) {
    le__section_place place;
    const le__template *t = composed_find(layout, section, &place);
    return t ? t->composition : NULL;
}

int le_layout_estimated_axes(const le_layout *layout, int64_t section, int64_t item) {
    le__section_place place;
    const le__template *t = composed_find(layout, section, &place);
    return t && t->items && t->measurable && item >= 0 && item < place.section->items ? t->open[item % t->items] : 0;
}

le_groups le_layout_groups(const le_layout *layout, int64_t section) {
    le__section_place place;
    const le__template *t = composed_find(layout, section, &place);
    if (!t) return (le_groups){.count = -1};
    const int64_t items = place.section->items;
    const le_composition_spec *spec = &t->composition->spec;
    le_groups g = {.count = le__group_count(t, items),
                   .items = t->items,
                   .orthogonal = spec->orthogonal,
                   .custom = t->custom != NULL};
    if (g.orthogonal && g.count) {
        const int64_t insets = spec->inset_cross[LE_START] + spec->inset_cross[LE_END];
        g.content = LE_MAX(le__groups_extent(t, place.section->body, g.count) + insets, 0);
        g.period = le__loop_of(layout, &place, 0).period;
    }
    return g;
}

int64_t le_layout_item_scroll(const le_layout *layout, int64_t section, int64_t item, int64_t offset) {
    le__section_place place;
    const le__template *t = composed_find(layout, section, &place);
    if (!t || !t->composition->spec.orthogonal || item < 0 || item >= place.section->items) return 0;
    return le__composed_item_scroll(layout, &place, item, le__clamped(offset));
}

le_group_place le_layout_group(const le_layout *layout, int64_t section, int64_t group) {
    le__section_place place;
    const le__template *t = composed_find(layout, section, &place);
    const int64_t groups = t ? le__group_count(t, place.section->items) : 0;
    if (group < 0 || group >= groups) return (le_group_place){0, 0};
    const le__composed *c = place.section->body;
    const le_composition_spec *spec = &t->composition->spec;
    le_group_place at = le__group_place(t, c, groups, group);
    at.offset += t->axis == CROSS ? spec->inset_cross[LE_START] : spec->inset_main[LE_START] + le__band_extent(t, c, 0);
    return at;
}

int64_t le_layout_group_at_offset(const le_layout *layout, int64_t section, int64_t offset) {
    le__section_place place;
    const le__template *t = composed_find(layout, section, &place);
    if (!t) return -1;
    const le__composed *c = place.section->body;
    const int64_t groups = le__group_count(t, place.section->items);
    if (groups == 0) return -1;
    const int64_t pitch = le__common_pitch(t, c, groups);
    offset = le__less(offset, le_layout_group(layout, section, 0).offset);
    if (offset < 0 || pitch == 0) return 0;
    le__extents_path path;
    const int64_t group = pitch > 0 ? offset / pitch : le__extents_at_offset(c->pitch, offset, &path, NULL).index;
    return LE_MIN(group, groups - 1);
}

le_rect le_layout_supplementary_frame(const le_layout *layout, int64_t section, uint16_t kind, int64_t index) {
    const le_rect none = {0, 0, 0, 0};
    le__section_place place;
    const le__template *t = composed_find(layout, section, &place);
    if (!t || index < 0) return none;
    // Supplementaries of one kind with different numbering can have the same index in several groups; the first one is
    // returned.
    const int64_t groups = le__group_count(t, place.section->items);
    int64_t first_group = groups;
    uint32_t first = 0;
    for (uint32_t p = 0; p < t->parts; p++) {
        const int64_t group = le__part_group(t, p, kind, index, place.section->items);
        if (group < 0 || group >= first_group) continue;
        first_group = group;
        first = p;
    }
    return first_group < groups ? le__composed_part_frame(&place, first_group, first) : none;
}

le_rect le_layout_boundary_frame(const le_layout *layout, int64_t section, int64_t boundary, const le_rect *visible) {
    const le_rect none = {0, 0, 0, 0};
    if (layout && section == -1) return le__layout_boundaries_frame(layout, boundary, visible);
    le__section_place place;
    const le__template *t = composed_find(layout, section, &place);
    if (!t || boundary < 0 || boundary >= (int64_t)t->composition->spec.boundary_count) return none;
    if (!visible) return le__section_boundary(layout, &place, boundary, NULL);
    const le_rect inner = le__layout_sections_visible(layout, visible);
    return le__section_boundary(layout, &place, boundary, &inner);
}
