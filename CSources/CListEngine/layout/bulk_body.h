// Frames of neighbouring items of a vertical list or flow, left to right, less an origin in units: the common case of
// bulk frames by itself, in loops without a test an item. Included for each kind of number (REAL).

static void BULK(bulk_list)(const le_layout *layout, const section_place *place, int64_t first, int64_t count,
                            int64_t origin_x, int64_t origin_y, REAL *out) {
    const le_section_spec *spec = &place->section->style->spec;
    const int64_t spacing = spec->line_spacing;
    const REAL x = (REAL)le_points(spec->inset_cross_start - origin_x);
    const REAL width = (REAL)le_points(line_extent(&layout->config, spec));
    extents_path path;
    int64_t k = first, before[2];
    extents_path_find(place->section->body, 0, &k, &path, before);
    int64_t main = place->offset + items_start(spec) + before[1] + leaf_offset(path.leaf, k) - origin_y;
    for (;;) {
        const extents_node_t *leaf = path.leaf;
        int64_t n = LE_MIN(leaf->sum[0] - k, count);
        count -= n;
        if (leaf->head.kind == DENSE_32) {
            out = le__kernels_in_use()->BULK(row_frames)(dense32(leaf) + k, n, spacing, x, width, &main, out);
        } else {
            while (n > 0) {
                int64_t strides[DENSE_MAX], some = LE_MIN(n, DENSE_MAX);
                leaf_read(leaf, k, some, strides);
                for (int64_t i = 0; i < some; i++, out += 4) {
                    out[0] = x;
                    out[1] = (REAL)le_points(main);
                    out[2] = width;
                    out[3] = (REAL)le_points(strides[i] - spacing);
                    main += strides[i];
                }
                k += some;
                n -= some;
            }
        }
        if (count == 0) return;
        extents_path_next(&path);
        k = 0;
    }
}

static void BULK(bulk_flow)(const le_layout *layout, const section_place *place, int64_t first, int64_t count,
                            int64_t origin_x, int64_t origin_y, REAL *out) {
    const le_section_spec *spec = &place->section->style->spec;
    le__flow flow = section_flow(place->section, &layout->config);
    const int64_t base = place->offset + items_start(spec) - origin_y, lead = spec->inset_cross_start - origin_x;
    le__flow_walk lines;
    le__flow_line line;
    le__flow_places places;
    le__flow_walk_to_item(&lines, &flow, first, NULL);
    // Lines and narrow items are no longer than that.
    const bool near =
        is_near(lead) && is_near(flow.rules.line) && is_near(base) && is_near(base + le__flow_extent(&flow));
    while (count > 0) {
        if (near && le__flow_walk_places(&lines, INT64_MAX, &places, NULL)) {
            size_t from = (size_t)LE_MAX(first - places.first, (int64_t)places.from);
            size_t n = (size_t)LE_MIN(count, (int64_t)(places.to - from));
            out = le__kernels_in_use()->BULK(place_frames)(&places, from, from + n, lead, base, out);
            count -= (int64_t)n;
            continue;
        }
        if (!le__flow_walk_next(&lines, &line, NULL)) return;
        int64_t cross = line.cross, skip = LE_MAX(first - line.first, 0), end = LE_MIN(line.count, skip + count);
        for (int64_t i = 0; i < skip; i++) le__flow_line_place(&line, i, &cross);
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

static void BULK(bulk_waterfall)(const le_layout *layout, const section_place *place, int64_t first, int64_t count,
                                 int64_t origin_x, int64_t origin_y, REAL *out) {
    const le_section_spec *spec = &place->section->style->spec;
    const waterfall_rules r = waterfall_rules_of(&layout->config, spec);
    const int64_t base = place->offset + items_start(spec) - origin_y;
    const REAL width = (REAL)le_points(r.width);
    REAL x[WATERFALL_COLUMNS];
    for (int64_t c = 0; c < r.columns; c++) x[c] = (REAL)le_points(r.lead + c * r.pitch - origin_x);
    waterfall_path path;
    int64_t skip = first, before[1];
    waterfall_path_find(place->section->body, 0, &skip, &path, before);
    le__column_items items;
    items.base = base;
    items.spacing = r.spacing;
    for (const waterfall_node_t *leaf = path.leaf; count > 0; leaf = waterfall_path_next(&path), skip = 0) {
        items.columns = leaf_columns(leaf);
        items.n = LE_MIN(leaf->sum[0], skip + count);
        memcpy(items.front, leaf_fronts(leaf), (size_t)r.columns * sizeof *items.front);
        leaf_read_heights(leaf, &r, 0, items.n, items.heights);
        for (items.i = 0; items.i < skip; items.i++)
            items.front[items.columns[items.i]] += items.heights[items.i] + r.spacing;
        out = le__kernels_in_use()->BULK(column_frames)(&items, x, width, out);
        count -= items.n - skip;
    }
}

#undef REAL
#undef BULK
