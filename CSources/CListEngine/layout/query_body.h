// What meets a rectangle, in order: header, items, footer of each section in reach.

typedef struct query_sink {
    frame_map map;
    le_element *out;
    size_t n, capacity;
    le_element like; // the items of the section at hand
    int32_t base_z;  // what orders of drawing of its elements are added to
} query_sink;

LE_INLINE bool query_emit(void *opaque, int64_t item, const le_rect *frame) {
    query_sink *sink = opaque;
    if (sink->n == sink->capacity) return false;
    element_write(&sink->out[sink->n++], &sink->like, &sink->map, frame, item);
    return true;
}

LE_INLINE le__element_room query_room(const query_sink *sink) {
    return (le__element_room){sink->out + sink->n, sink->out + sink->capacity, sink->like};
}

static int64_t query_emit_stretch(void *opaque, const walk *w, int64_t item, const uint32_t *strides, int64_t n,
                                  int64_t *main) {
    query_sink *sink = opaque;
    le__element_room room = query_room(sink);
    const int64_t spacing = w->place.section->style->spec.line_spacing;
    int64_t taken = le__kernels_in_use()->row_elements(strides, n, spacing, item, w->main_max, main, &room);
    sink->n = (size_t)(room.out - sink->out);
    return taken;
}

static int64_t query_emit_places(void *opaque, const walk *w, const le__flow_places *places, int64_t lead,
                                 int64_t base) {
    query_sink *sink = opaque;
    le__element_room room = query_room(sink);
    const le_rect area = {w->main_min, w->cross_min, w->main_max, w->cross_max};
    int64_t stopped = le__kernels_in_use()->place_elements(places, lead, base, &area, w->from, &room);
    sink->n = (size_t)(room.out - sink->out);
    return stopped;
}

static int64_t query_emit_fall(void *opaque, const walk *w, waterfall_items *items) {
    query_sink *sink = opaque;
    le__element_room room = query_room(sink);
    const waterfall_rules *r = items->rules;
    le__column_query query = {.low = items->low,
                              .high = items->high,
                              .from = w->from,
                              .met = items->met,
                              .ordered = r->placement == LE_PACKING_SHORTEST_FIRST};
    for (int64_t c = 0; c < r->columns; c++) {
        query.min_x[c] = le_points(r->lead + c * r->pitch);
        query.max_x[c] = le_points(r->lead + c * r->pitch + r->width);
    }
    int64_t stopped = le__kernels_in_use()->column_elements(&items->in, &query, items->first, &room);
    sink->n = (size_t)(room.out - sink->out);
    return stopped;
}

// A header or footer, if it meets the rectangle. False when there is no room for it.
LE_INLINE bool query_bar(query_sink *sink, const le_rect *area, const le_rect *natural, const le_rect *frame,
                         le_category category, bool pins) {
    if (!rects_meet(frame, area)) return true;
    if (sink->n == sink->capacity) return false;
    uint8_t flags = pins && frame->main_min != natural->main_min ? LE_ELEMENT_PINNED : 0;
    le_element like = element_like(sink->like.section, category, pins, flags);
    element_write(&sink->out[sink->n++], &like, &sink->map, frame, 0);
    return true;
}

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

enum { STAGE_HEADER, STAGE_ITEMS, STAGE_FOOTER };

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
        walk w = walk_of(layout, place, cursor->item, &viewport->rect, false, &viewport->scrolls, &cursor->part,
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
static void query_whole(query_sink *sink, const le_layout *layout, const le_viewport *viewport, le_cursor *cursor) {
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

static size_t layout_query(const le_layout *layout, const le_viewport *given, le_cursor *cursor, le_element *out,
                           size_t capacity) {
    if (!layout || !given || !cursor || !out || cursor->done || capacity == 0 || !LE__KNOWN(given)) return 0;
    const le_viewport here = {
        .rect = rect_clamped(&given->rect), .visible = rect_clamped(&given->visible), .scrolls = given->scrolls};
    const le_viewport *viewport = &here;
    const le_rect *area = &viewport->rect, *visible = &viewport->visible;
    if (rect_empty(area)) return 0;
    query_sink sink = {.map = frame_map_of(layout), .out = out, .capacity = capacity};
    reach r = {area->main_min, area->main_max, false, &cursor->work};
    section_place place;
    while (sections_next(layout, cursor->section, &r, &place)) {
        // Only a section that the cursor already stands in goes on where it was.
        if (place.index != cursor->section) {
            cursor->section = place.index;
            cursor->stage = STAGE_HEADER;
            cursor->item = -1;
        }
        const le_section_spec *spec = &place.section->style->spec;
        if (spec->kind == LE_SECTION_COMPOSITIONAL) {
            sink.like = element_like(place.index, LE_ITEM, 0, 0);
            if (!query_composed(&sink, layout, &place, viewport, cursor)) return sink.n;
            cursor->section = place.index + 1;
            cursor->stage = STAGE_HEADER;
            cursor->item = -1;
            continue;
        }
        sink.like = element_like(place.index, LE_ITEM, 0, spec->flags & LE_ESTIMATED ? LE_ELEMENT_ESTIMATED : 0);
        // All rows of a list have the same edges across.
        sink.like.min_x = le_points(spec->inset_cross_start);
        sink.like.max_x = le_points(spec->inset_cross_start + line_extent(&layout->config, spec));
        bool pins_header = spec->flags & LE_PIN_HEADER, pins_footer = spec->flags & LE_PIN_FOOTER;
        if (cursor->stage == STAGE_HEADER) {
            le_rect natural = section_header(layout, &place, NULL);
            le_rect frame = pins_header ? section_header(layout, &place, visible) : natural;
            if (!query_bar(&sink, area, &natural, &frame, LE_HEADER, pins_header)) return sink.n;
            cursor->stage = STAGE_ITEMS;
            cursor->item = -1;
        }
        if (cursor->stage == STAGE_ITEMS) {
            walk w = walk_of(layout, &place, cursor->item, area, false, NULL, NULL, &cursor->work);
            emitter emit = {.item = query_emit,
                            .stretch = query_emit_stretch,
                            .places = query_emit_places,
                            .fall = query_emit_fall};
            cursor->item = walk_items(&w, emit, &sink);
            if (cursor->item >= 0) return sink.n;
            cursor->stage = STAGE_FOOTER;
        }
        le_rect natural = section_footer(layout, &place, NULL);
        le_rect frame = pins_footer ? section_footer(layout, &place, visible) : natural;
        if (!query_bar(&sink, area, &natural, &frame, LE_FOOTER, pins_footer)) return sink.n;
        cursor->section = place.index + 1;
        cursor->stage = STAGE_HEADER;
        cursor->item = -1;
    }
    // No section comes from here on.
    int64_t beyond = layout->root ? layout->root->sum[0] : 0;
    if (cursor->section != beyond) {
        cursor->section = beyond;
        cursor->item = -1;
    }
    query_whole(&sink, layout, viewport, cursor);
    return sink.n;
}
