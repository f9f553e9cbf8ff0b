// The elements that intersect a rectangle, in order: header, items and footer of each section in reach, then the
// elements of the layout.
#include "layout/boundaries.h"
#include "layout/pinning.h"
#include "section/kind.h"
#include "section/elements.h"
#include "section/section_walk.h"

// Writes the header (`side` 0) or footer (2) if it intersects the rectangle. False when there is no room for it.
LE_INLINE bool query_header_footer(le__query_sink *sink, const le_layout *layout, const le__section_place *place,
                                   const le_viewport *viewport, int side) {
    const le_section_spec *spec = &place->section->style->spec;
    if (!le__kind_of(place->section)->header_footer && (side ? spec->footer : spec->header) == 0)
        return true; // there is none
    const bool pins = spec->flags & (side ? LE_PIN_FOOTER : LE_PIN_HEADER);
    le_rect (*const frame_of)(const le_layout *, const le__section_place *, const le_rect *) =
        side ? le__section_footer : le__section_header;
    const le_rect natural = frame_of(layout, place, NULL);
    const le_rect frame = pins ? frame_of(layout, place, &viewport->visible) : natural;
    if (!le__rects_meet(&frame, &viewport->rect)) return true;
    if (sink->n == sink->capacity) return false;
    const uint8_t flags = pins && frame.main_min != natural.main_min ? LE_ELEMENT_PINNED : 0;
    const le_element like = le__element_like(sink->like.section, side ? LE_FOOTER : LE_HEADER, pins, flags);
    le__element_write(&sink->out[sink->n++], &like, &sink->map, &frame, 0);
    return true;
}

// Queries a section from the position of the cursor. False when there is no room for all elements.
LE_INLINE bool query_section(le__query_sink *sink, const le_layout *layout, const le__section_place *place,
                             const le_viewport *viewport, le_cursor *cursor) {
    const le__kind *kind = le__kind_of(place->section);
    const le_section_spec *spec = &place->section->style->spec;
    if (kind->query_section) {
        sink->like = le__element_like(place->index, LE_ITEM, 0, 0);
        return kind->query_section(sink, layout, place, viewport, cursor);
    }
    sink->like = le__element_like(place->index, LE_ITEM, 0, spec->flags & LE_ESTIMATED ? LE_ELEMENT_ESTIMATED : 0);
    if (cursor->stage == LE__STAGE_HEADER) {
        if (!query_header_footer(sink, layout, place, viewport, 0)) return false;
        cursor->stage = LE__STAGE_ITEMS;
        cursor->item = -1;
    }
    if (cursor->stage == LE__STAGE_ITEMS) {
        le__walk w = le__walk_of(layout, place, cursor->item, &viewport->rect, false, NULL, NULL, &cursor->work);
        // The cursor may come from a different layout, or from before an edit.
        cursor->item = cursor->item < place->section->items ? kind->query(&w, sink) : -1;
        if (cursor->item >= 0) return false;
        cursor->stage = LE__STAGE_FOOTER;
    }
    return query_header_footer(sink, layout, place, viewport, 2);
}

LE_INLINE void cursor_to(le_cursor *cursor, int64_t section) {
    cursor->section = section;
    cursor->stage = LE__STAGE_HEADER;
    cursor->item = cursor->part = -1;
}

void le_layout_query_begin(le_cursor *cursor) {
    if (!cursor) return;
    cursor_to(cursor, 0);
    cursor->done = false;
}

LE_INLINE bool in_range(int64_t at) { return (uint64_t)at + LE_MAX_TOTAL <= 2 * (uint64_t)LE_MAX_TOTAL; }

LE_INLINE bool rect_in_range(const le_rect *r) {
    return in_range(r->main_min) && in_range(r->main_max) && in_range(r->cross_min) && in_range(r->cross_max);
}

size_t le_layout_query(const le_layout *layout, const le_viewport *given, le_cursor *cursor, le_element *out,
                       size_t capacity) {
    if (!layout || !given || !cursor || !out || cursor->done || capacity == 0 || !LE__KNOWN(given)) return 0;
    if (le__rect_empty(&given->rect)) return 0;
    // Elements can reach past the content. Beyond the limits every rectangle shows the same part of them, so it is
    // clamped.
    const le_viewport *viewport = given;
    le_viewport clamped;
    if (LE_UNLIKELY(!rect_in_range(&given->rect) || !rect_in_range(&given->visible))) {
        clamped = *given;
        clamped.rect = le__rect_clamped(&given->rect);
        clamped.visible = le__rect_clamped(&given->visible);
        if (le__rect_empty(&clamped.rect)) return 0; // wholly beyond the limits
        viewport = &clamped;
    }
    // The headers of sections are pinned after those of the layout.
    const le_viewport *inner = viewport;
    le_viewport narrowed;
    if (LE_UNLIKELY(layout->boundaries != NULL)) {
        narrowed = *viewport;
        narrowed.visible = le__layout_sections_visible(layout, &viewport->visible);
        inner = &narrowed;
    }
    le__query_sink sink = {.map = le__frame_map_of(layout), .out = out, .capacity = capacity};
    le__reach r = {viewport->rect.main_min, viewport->rect.main_max, false, &cursor->work};
    le__section_place place = {0};
    while (le__sections_next(layout, cursor->section, &r, &place)) {
        // The cursor resumes only in the section that it names.
        if (place.index != cursor->section) cursor_to(cursor, place.index);
        if (!query_section(&sink, layout, &place, inner, cursor)) return sink.n;
        cursor_to(cursor, place.index + 1);
    }
    // No further sections are in reach.
    const int64_t beyond = le_layout_section_count(layout);
    if (cursor->section != beyond) cursor_to(cursor, beyond);
    le__query_layout_boundaries(&sink, layout, viewport, cursor);
    return sink.n;
}
