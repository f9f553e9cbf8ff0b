// Headers and footers, pinned or not, and elements: frames in points with what belongs to them.

LE_INLINE le_rect section_header(const le_layout *layout, const section_place *place, const le_rect *visible) {
    const section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    if (spec->kind == LE_SECTION_COMPOSITIONAL) return section_edge(layout, place, 0, visible);
    le_rect header = {place->offset, 0, place->offset + spec->header, layout->config.cross};
    if (spec->kind == LE_SECTION_FRAMES) header = rect_moved(((const frames *)s->body)->header, place->offset);
    if (visible && (spec->flags & LE_PIN_HEADER) && !rect_empty(&header)) {
        // At the visible top, pushed out by the section's end.
        int64_t extent = header.main_max - header.main_min, last = place->offset + section_extent(s) - extent;
        int64_t main = LE_MAX(header.main_min, LE_MIN(visible->main_min, last));
        header = rect_moved(header, main - header.main_min);
    }
    return header;
}

LE_INLINE le_rect section_footer(const le_layout *layout, const section_place *place, const le_rect *visible) {
    const section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    if (spec->kind == LE_SECTION_COMPOSITIONAL) return section_edge(layout, place, 2, visible);
    int64_t end = place->offset + section_extent(s), header = spec->header;
    le_rect footer = {end - spec->footer, 0, end, layout->config.cross};
    if (spec->kind == LE_SECTION_FRAMES) {
        const frames *f = s->body;
        footer = rect_moved(f->footer, place->offset);
        header = rect_empty(&f->header) ? 0 : f->header.main_max - f->header.main_min;
    }
    if (visible && (spec->flags & LE_PIN_FOOTER) && !rect_empty(&footer)) {
        // At the visible bottom, but below the section's header: when both do not fit, the header wins.
        int64_t extent = footer.main_max - footer.main_min;
        int64_t main = LE_MIN(footer.main_min, LE_MAX(visible->main_max - extent, place->offset + header));
        footer = rect_moved(footer, main - footer.main_min);
    }
    return footer;
}

// ---- Elements

// How units of the layout become points of the content.
typedef struct frame_map {
    bool horizontal, mirrored;
    int64_t mirror; // x of the trailing edge, where x is mirrored
} frame_map;

LE_INLINE frame_map frame_map_of(const le_layout *layout) {
    const le_layout_config *config = &layout->config;
    return (frame_map){config->horizontal, config->right_to_left,
                       config->horizontal && config->right_to_left ? layout_extent(layout) : config->cross};
}

LE_INLINE bool frame_map_plain(const frame_map *map) { return !map->horizontal && !map->mirrored; }

// Edges in x and y, still in units: min x, min y, max x, max y.
LE_INLINE void frame_edges(const frame_map *map, const le_rect *r, int64_t edges[4]) {
    if (LE_LIKELY(frame_map_plain(map))) {
        edges[0] = r->cross_min;
        edges[1] = r->main_min;
        edges[2] = r->cross_max;
        edges[3] = r->main_max;
        return;
    }
    edges[0] = map->horizontal ? r->main_min : r->cross_min;
    edges[1] = map->horizontal ? r->cross_min : r->main_min;
    edges[2] = map->horizontal ? r->main_max : r->cross_max;
    edges[3] = map->horizontal ? r->cross_max : r->main_max;
    if (map->mirrored) {
        int64_t min = edges[0];
        edges[0] = map->mirror - edges[2];
        edges[2] = map->mirror - min;
    }
}

// What the elements of one section and category have in common. Not inlined, or the compiler takes the constants apart
// and stores each element field by field, where copying it takes three or five wide stores.
static LE_NOINLINE le_element element_like(int64_t section, le_category category, int32_t z, uint8_t flags) {
    static const uint16_t kinds[] = {[LE_HEADER] = 1, [LE_ITEM] = 0, [LE_FOOTER] = 2, [LE_DECORATION] = 0};
    return (le_element){.section = (int32_t)section,
                        .z_index = z,
                        .kind = kinds[category],
                        .category = (uint8_t)category,
                        .flags = flags,
                        .alpha = 1,
                        .transform = {1, 0, 0, 1, 0, 0}};
}

LE_INLINE void element_write(le_element *out, const le_element *like, const frame_map *map, const le_rect *frame,
                             int64_t item) {
    int64_t edges[4];
    frame_edges(map, frame, edges);
    *out = *like;
    out->min_x = le_points(edges[0]);
    out->min_y = le_points(edges[1]);
    out->max_x = le_points(edges[2]);
    out->max_y = le_points(edges[3]);
    out->item = item;
}
