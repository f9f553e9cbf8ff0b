// Pinned headers and footers: their frames at rest, and while their section is visible.
#include "layout/pinning.h"
#include "layout/boundaries.h"
#include "section/kind.h"
#include "section/elements.h"

// The visible bounds of sections in those that the caller gave, which are clamped to the range of coordinates; NULL if
// it gave none.
static const le_rect *bounds_of(const le_layout *layout, const le_rect *visible, le_rect *bounds) {
    if (!visible) return NULL;
    const le_rect clamped = le__rect_clamped(visible);
    *bounds = le__layout_sections_visible(layout, &clamped);
    return bounds;
}

// The frame of the header or footer when nothing is pinned.
static le_rect frame_at_rest(const le_layout *layout, const le__section_place *place, int side) {
    const le__kind *kind = le__kind_of(place->section);
    const le_section_spec *spec = &place->section->style->spec;
    if (kind->header_footer) return kind->header_footer(layout, place, side, NULL);
    const int64_t end = place->offset + le__section_extent(place->section), cross = layout->config.cross;
    if (side == 0) return (le_rect){place->offset, 0, place->offset + spec->header, cross};
    return (le_rect){end - spec->footer, 0, end, cross};
}

static int64_t extent_of(const le_rect *frame) { return le__rect_empty(frame) ? 0 : frame->main_max - frame->main_min; }

le_rect le__section_header(const le_layout *layout, const le__section_place *place, const le_rect *visible) {
    const le__kind *kind = le__kind_of(place->section);
    if (kind->pins) return kind->header_footer(layout, place, 0, visible);
    le_rect header = frame_at_rest(layout, place, 0);
    if (!visible || !(place->section->style->spec.flags & LE_PIN_HEADER) || le__rect_empty(&header)) return header;
    // At the start of the visible bounds, pushed out by the end of the section.
    int64_t last = place->offset + le__section_extent(place->section) - extent_of(&header);
    int64_t main = LE_MAX(header.main_min, LE_MIN(visible->main_min, last));
    return le__rect_moved(header, main - header.main_min);
}

le_rect le__section_footer(const le_layout *layout, const le__section_place *place, const le_rect *visible) {
    const le__kind *kind = le__kind_of(place->section);
    if (kind->pins) return kind->header_footer(layout, place, 2, visible);
    le_rect footer = frame_at_rest(layout, place, 2);
    if (!visible || !(place->section->style->spec.flags & LE_PIN_FOOTER) || le__rect_empty(&footer)) return footer;
    // At the end of the visible bounds, but after the header of the section: when both do not fit, the header wins.
    const le_rect header = frame_at_rest(layout, place, 0);
    int64_t least = place->offset + extent_of(&header);
    int64_t main = LE_MIN(footer.main_min, LE_MAX(visible->main_max - extent_of(&footer), least));
    return le__rect_moved(footer, main - footer.main_min);
}

le_rect le_layout_header_frame(const le_layout *layout, int64_t section, const le_rect *visible, le_work *work) {
    le__section_place place;
    le_rect bounds;
    if (!le__section_find(layout, section, &place, work)) return (le_rect){0, 0, 0, 0};
    return le__section_header(layout, &place, bounds_of(layout, visible, &bounds));
}

le_rect le_layout_footer_frame(const le_layout *layout, int64_t section, const le_rect *visible, le_work *work) {
    le__section_place place;
    le_rect bounds;
    if (!le__section_find(layout, section, &place, work)) return (le_rect){0, 0, 0, 0};
    return le__section_footer(layout, &place, bounds_of(layout, visible, &bounds));
}
