// The elements of a compositional section that intersect a rectangle, in order: decorations, boundaries at the start
// and next to the content, items with their supplementaries, boundaries at the end.
#include "kinds/compositional/composition_walk.h"
#include "section/elements.h"
#include "section/section_walk.h"

static bool is_estimate(const le_boundary *b, const int64_t measured[2]) {
    return (le__dimension_open(&b->main) && measured[MAIN] < 0) ||
           (le__dimension_open(&b->cross) && measured[CROSS] < 0);
}

bool le__query_boundary(le__query_sink *sink, const le_rect *area, const le_boundary *b, int64_t index,
                        const le_rect *natural, const le_rect *frame, const int64_t measured[2]) {
    if (!le__rects_meet(frame, area)) return true;
    if (sink->n == sink->capacity) return false;
    uint8_t flags = b->pins && frame->main_min != natural->main_min ? LE_ELEMENT_PINNED : 0;
    if (is_estimate(b, measured)) flags |= LE_ELEMENT_ESTIMATED;
    const le_category category = b->align_main == 2 ? LE_FOOTER : LE_HEADER;
    const int32_t z_index = le__drawn_above(sink->base_z, b->z_index);
    le_element like = le__element_like(sink->like.section, category, z_index, flags);
    like.kind = b->kind;
    le__element_write(&sink->out[sink->n++], &like, &sink->map, frame, index);
    return true;
}

le_rect le__section_boundary(const le_layout *layout, const le__section_place *place, int64_t boundary,
                             const le_rect *visible) {
    const le__section *s = place->section;
    const le__template *t = s->style->template;
    le__composed_extent e;
    le__compose_extent(t, s->body, s->items, &e);
    le__boundary_room room = le__composed_room(t, &e, place->offset, layout->config.cross);
    return le__boundary_rect(&t->composition->spec.boundaries[boundary], &room,
                             le__boundary_size(t, s->body, boundary, MAIN),
                             le__boundary_size(t, s->body, boundary, CROSS), visible);
}

// Writes a decoration if it intersects the rectangle. False when there is no room for it.
static bool query_backdrop(le__query_sink *sink, const le_layout *layout, const le__section_place *place,
                           const le_rect *area, int64_t index) {
    const le__section *s = place->section;
    const le_composition_spec *spec = &s->style->template->composition->spec;
    const le_backdrop *backdrop = &spec->backdrops[index];
    static const int64_t none[2] = {0, 0};
    const int64_t *cross = backdrop->behind_items ? spec->inset_cross : none;
    int64_t main[2];
    le__backdrop_edges(s->style->template, s->body, backdrop, main);
    le_rect frame = {place->offset + main[LE_START], cross[LE_START] + backdrop->inset_cross[LE_START],
                     place->offset + le__section_extent(s) - main[LE_END],
                     layout->config.cross - cross[LE_END] - backdrop->inset_cross[LE_END]};
    if (!le__rects_meet(&frame, area)) return true;
    if (sink->n == sink->capacity) return false;
    le_element like = le__element_like(sink->like.section, LE_DECORATION, backdrop->z_index, 0);
    like.kind = backdrop->kind;
    le__element_write(&sink->out[sink->n++], &like, &sink->map, &frame, index);
    return true;
}

// Writes the decorations (if `side` is 0) and the boundaries on one side of a section, from index `cursor->item` on.
// When there is no room for one, the cursor stays there and the result is false.
static bool query_side(le__query_sink *sink, const le_layout *layout, const le__section_place *place,
                       const le_viewport *viewport, le_cursor *cursor, int side) {
    static const int64_t unmeasured[2] = {-1, -1};
    const le__section *s = place->section;
    const le_composition_spec *spec = &s->style->template->composition->spec;
    const le__composed *c = s->body;
    // Decorations come first; the indices of boundaries follow theirs in the cursor.
    const bool decorates = side == 0 && s->items && s->style->template->items;
    const int64_t decorations = decorates ? (int64_t)spec->backdrop_count : 0;
    for (int64_t i = LE_MAX(cursor->item, 0); i < decorations + (int64_t)spec->boundary_count; i++) {
        cursor->item = i;
        if (i < decorations) {
            if (!query_backdrop(sink, layout, place, &viewport->rect, i)) return false;
            continue;
        }
        const int64_t index = i - decorations;
        const le_boundary *b = &spec->boundaries[index];
        if ((b->align_main == 2) != (side == 2)) continue;
        const le_rect natural = le__section_boundary(layout, place, index, NULL);
        const le_rect frame = b->pins ? le__section_boundary(layout, place, index, &viewport->visible) : natural;
        if (!le__query_boundary(sink, &viewport->rect, b, index, &natural, &frame, c ? c->boundary[index] : unmeasured))
            return false;
    }
    return true;
}

bool le__composed_query(le__query_sink *sink, const le_layout *layout, const le__section_place *place,
                        const le_viewport *viewport, le_cursor *cursor) {
    const le__section *s = place->section;
    const le_composition_spec *spec = &s->style->template->composition->spec;
    sink->base_z = le__composed_base_z(s);
    if (cursor->stage == LE__STAGE_HEADER) {
        if ((spec->boundary_count || spec->backdrop_count) && !query_side(sink, layout, place, viewport, cursor, 0))
            return false;
        cursor->stage = LE__STAGE_ITEMS;
        cursor->item = cursor->part = -1;
    }
    if (cursor->stage == LE__STAGE_ITEMS) {
        const le__walk w = le__walk_of(layout, place, cursor->item, &viewport->rect, false, &viewport->scrolls,
                                       &cursor->part, &cursor->work);
        // The cursor may come from a different layout, or from before an edit.
        cursor->item = cursor->item < s->items ? le__composed_query_items(&w, sink) : -1;
        if (cursor->item >= 0) return false;
        cursor->stage = LE__STAGE_FOOTER;
    }
    return !spec->boundary_count || query_side(sink, layout, place, viewport, cursor, 2);
}
