// What a query finds of compositional sections, and of the layout's own boundaries.

static void query_mark(void *opaque, int32_t z_index, uint8_t flags) {
    query_sink *sink = opaque;
    sink->like.z_index = drawn_above(sink->base_z, z_index);
    sink->like.flags = flags;
}

static bool query_part(void *opaque, int64_t item, const le_badge *badge, bool of_group, const le_rect *frame) {
    (void)of_group;
    query_sink *sink = opaque;
    if (sink->n == sink->capacity) return false;
    le_element like = element_like(sink->like.section, LE_SUPPLEMENTARY, drawn_above(sink->base_z, badge->z_index), 0);
    like.kind = badge->kind;
    element_write(&sink->out[sink->n++], &like, &sink->map, frame, item);
    return true;
}

// One boundary, if it meets the rectangle. False when there is no room for it.
static bool query_boundary(query_sink *sink, const le_rect *area, const le_boundary *b, int64_t index,
                           const le_rect *natural, const le_rect *frame, bool estimate) {
    if (!rects_meet(frame, area)) return true;
    if (sink->n == sink->capacity) return false;
    uint8_t flags = b->pins && frame->main_min != natural->main_min ? LE_ELEMENT_PINNED : 0;
    if (estimate) flags |= LE_ELEMENT_ESTIMATED;
    le_category category = b->align_main == 2 ? LE_FOOTER : LE_HEADER;
    le_element like = element_like(sink->like.section, category, drawn_above(sink->base_z, b->z_index), flags);
    like.kind = b->kind;
    element_write(&sink->out[sink->n++], &like, &sink->map, frame, index);
    return true;
}

LE_INLINE bool boundary_is_estimate(const le_boundary *b, const int64_t measured[2]) {
    return (le__dimension_open(&b->main) && measured[MAIN] < 0) ||
           (le__dimension_open(&b->cross) && measured[CROSS] < 0);
}

// Decorations (`decorations`) and boundaries of one side of a section, from index `cursor->item` on. False when there
// is no room for one, which the cursor then stands at.
static bool query_edges(query_sink *sink, const le_layout *layout, const section_place *place,
                        const le_viewport *viewport, le_cursor *cursor, bool footers) {
    static const int64_t unmeasured[2] = {-1, -1};
    const le_composition_spec *spec = &place->section->style->template->composition->spec;
    const le__composed *c = place->section->body;
    // Decorations come first, and count on where boundaries are done.
    int64_t decorations =
        !footers && place->section->items && place->section->style->template->items ? (int64_t)spec->backdrop_count : 0;
    for (int64_t i = LE_MAX(cursor->item, 0); i < decorations + (int64_t)spec->boundary_count; i++) {
        cursor->item = i;
        if (i < decorations) {
            const le_backdrop *backdrop = &spec->backdrops[i];
            le_rect frame = section_backdrop(layout, place, backdrop);
            if (!rects_meet(&frame, &viewport->rect)) continue;
            if (sink->n == sink->capacity) return false;
            le_element like = element_like(sink->like.section, LE_DECORATION, backdrop->z_index, 0);
            like.kind = backdrop->kind;
            element_write(&sink->out[sink->n++], &like, &sink->map, &frame, i);
            continue;
        }
        int64_t index = i - decorations;
        const le_boundary *b = &spec->boundaries[index];
        if ((b->align_main == 2) != footers) continue;
        le_rect natural = section_boundary(layout, place, index, NULL);
        le_rect frame = b->pins ? section_boundary(layout, place, index, &viewport->visible) : natural;
        bool estimate = boundary_is_estimate(b, c ? c->boundary[index] : unmeasured);
        if (!query_boundary(sink, &viewport->rect, b, index, &natural, &frame, estimate)) return false;
    }
    return true;
}

// A compositional section, from where the cursor stands. False when there is no room for all.
static bool query_composed(query_sink *sink, const le_layout *layout, const section_place *place,
                           const le_viewport *viewport, le_cursor *cursor) {
    const section *s = place->section;
    const le__template *t = s->style->template;
    sink->base_z = composed_base_z(s);
    if (cursor->stage == STAGE_HEADER) {
        if ((t->composition->spec.boundary_count || t->composition->spec.backdrop_count) &&
            !query_edges(sink, layout, place, viewport, cursor, false))
            return false;
        cursor->stage = STAGE_ITEMS;
        cursor->item = cursor->part = -1;
    }
    if (cursor->stage == STAGE_ITEMS) {
        le__walk w = le__walk_of(layout, place, cursor->item, &viewport->rect, false, &viewport->scrolls, &cursor->part,
                         &cursor->work);
        sink->like.z_index = sink->base_z;
        bool plain = !t->custom && !t->measurable;
        cursor->item = walk_composed(
            &w, (emitter){.item = query_emit, .part = query_part, .mark = plain ? NULL : query_mark}, sink);
        if (cursor->item >= 0) return false;
        cursor->stage = STAGE_FOOTER;
    }
    if (t->composition->spec.boundary_count) return query_edges(sink, layout, place, viewport, cursor, true);
    return true;
}

// The elements of the layout as a whole, after all sections.
void le__query_edges(query_sink *sink, const le_layout *layout, const le_viewport *viewport, le_cursor *cursor) {
    const le__edges *edges = layout->edges;
    sink->base_z = 0;
    sink->like.section = -1;
    for (int64_t i = LE_MAX(cursor->item, 0); edges && i < 2 * edges->count; i++) {
        cursor->item = i;
        // Those at the start and beside the content first, then those at the end.
        int64_t index = i % edges->count;
        const le_boundary *b = &edges->boundary[index];
        if ((b->align_main == 2) != (i >= edges->count)) continue;
        le_rect natural = edges_rect(layout, index, NULL);
        le_rect frame = b->pins ? edges_rect(layout, index, &viewport->visible) : natural;
        bool estimate = boundary_is_estimate(b, edges_measured(edges)[index]);
        if (!query_boundary(sink, &viewport->rect, b, index, &natural, &frame, estimate)) return;
    }
    cursor->done = true;
}
