// Frames of consecutive items of a vertical left-to-right flow, minus an origin in units. flow_kind.c includes this
// file for each number type (REAL); FRAMES appends the suffix of the kernel and of the function to a name.
static void FRAMES(frames)(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                           int64_t origin_x, int64_t origin_y, REAL *out) {
    const le_section_spec *spec = &place->section->style->spec;
    le__flow flow = flow_of(place->section, &layout->config);
    const int64_t base = place->offset + le__items_start(spec) - origin_y, lead = spec->inset_cross_start - origin_x;
    le__flow_walk lines;
    le__flow_line line;
    le__flow_places places;
    le__flow_walk_to_item(&lines, &flow, first, NULL);
    // Lines and narrow items are not longer than that.
    const bool near =
        is_near(lead) && is_near(flow.rules.line) && is_near(base) && is_near(base + le__flow_extent(&flow));
    while (count > 0) {
        if (lines.position == 0 && count > (int64_t)LE__FLOW_PLACES_ROOM) le__flow_walk_prefetch(&lines);
        if (near && le__flow_walk_places(&lines, INT64_MAX, &places, NULL)) {
            size_t from = (size_t)LE_MAX(first - places.first, (int64_t)places.from);
            size_t n = (size_t)LE_MIN(count, (int64_t)(places.to - from));
            out = le__kernels_in_use()->FRAMES(place_frames)(&places, from, from + n, lead + places.cross, base, out);
            count -= (int64_t)n;
            continue;
        }
        if (!le__flow_walk_next(&lines, &line, NULL)) return;
        const int64_t skip = LE_MAX(first - line.first, 0), end = LE_MIN(line.count, skip + count);
        int64_t cross = le__flow_line_start(&line, skip);
        for (int64_t i = skip; i < end; i++, out += 4) {
            le_rect frame = le__flow_line_place(&line, i, &cross);
            out[0] = (REAL)le_points(frame.cross_min + lead);
            out[1] = (REAL)le_points(frame.main_min + base);
            out[2] = (REAL)le_points(frame.cross_max - frame.cross_min);
            out[3] = (REAL)le_points(frame.main_max - frame.main_min);
        }
        count -= end - skip;
    }
}

#undef REAL
#undef FRAMES
