// What meets a rectangle, in order: header, items, footer of each section in reach.

typedef struct query_sink {
    frame_map map;
    le_element *out;
    size_t n, capacity;
    le_element like; // the items of the section at hand
} query_sink;

LE_INLINE bool query_emit(void *opaque, int64_t item, const le_rect *frame) {
    query_sink *sink = opaque;
    if (sink->n == sink->capacity) return false;
    element_write(&sink->out[sink->n++], &sink->like, &sink->map, frame, item);
    return true;
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

enum { STAGE_HEADER, STAGE_ITEMS, STAGE_FOOTER };

static size_t layout_query(const le_layout *layout, const le_viewport *viewport, le_cursor *cursor, le_element *out,
                           size_t capacity) {
    const le_rect *area = &viewport->rect, *visible = &viewport->visible;
    if (cursor->done || capacity == 0 || rect_empty(area)) return 0;
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
        sink.like = element_like(place.index, LE_ITEM, 0, spec->flags & LE_ESTIMATED ? LE_ELEMENT_ESTIMATED : 0);
        bool pins_header = spec->flags & LE_PIN_HEADER, pins_footer = spec->flags & LE_PIN_FOOTER;
        if (cursor->stage == STAGE_HEADER) {
            le_rect natural = section_header(layout, &place, NULL);
            le_rect frame = pins_header ? section_header(layout, &place, visible) : natural;
            if (!query_bar(&sink, area, &natural, &frame, LE_HEADER, pins_header)) return sink.n;
            cursor->stage = STAGE_ITEMS;
            cursor->item = -1;
        }
        if (cursor->stage == STAGE_ITEMS) {
            walk w = {layout,          place,           cursor->item, area->main_min, area->main_max,
                      area->cross_min, area->cross_max, false,        &cursor->work};
            cursor->item = walk_items(&w, query_emit, &sink);
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
    cursor->done = true;
    return sink.n;
}
