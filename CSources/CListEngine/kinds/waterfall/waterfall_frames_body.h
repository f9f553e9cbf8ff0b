// Frames of consecutive items of a vertical left-to-right waterfall, minus an origin in units. waterfall_kind.c
// includes this file for each number type (REAL); FRAMES appends the suffix of the kernel and of the function to a
// name.
static void FRAMES(frames)(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                           int64_t origin_x, int64_t origin_y, REAL *out) {
    const le_section_spec *spec = &place->section->style->spec;
    const le__waterfall_rules r = rules_of(&layout->config, spec);
    const REAL width = (REAL)le_points(r.width);
    REAL x[WATERFALL_COLUMNS];
    for (int64_t c = 0; c < r.columns; c++) x[c] = (REAL)le_points(r.lead + c * r.pitch - origin_x);
    le__columns_path path;
    int64_t skip = first, before[1];
    le__columns_path_find(place->section->body, 0, &skip, &path, before);
    le__column_items items;
    items.base = place->offset + le__items_start(spec) - origin_y;
    items.spacing = r.spacing;
    for (const le__columns_node *leaf = path.leaf; count > 0; leaf = le__columns_path_next(&path), skip = 0) {
        le__columns_path_prefetch(&path);
        items.columns = le__columns_places(leaf);
        items.n = LE_MIN(leaf->sum[0], skip + count);
        memcpy(items.front, le__columns_fronts(leaf), (size_t)r.columns * sizeof *items.front);
        le__columns_read_heights(leaf, &r, 0, items.n, items.heights);
        count -= items.n - skip;
        if (le__columns_spanning(leaf)) {
            for (items.i = 0; items.i < items.n; items.i++) {
                const uint8_t spot = items.columns[items.i];
                const int64_t start = le__columns_pass(items.front, &r, spot, items.heights[items.i]);
                if (items.i < skip) continue;
                out[0] = x[spot & 15];
                out[1] = (REAL)le_points(items.base + start * WATERFALL_QUANTUM);
                out[2] = (REAL)le_points(le__waterfall_width(&r, le__waterfall_span(&r, spot)));
                out[3] = (REAL)le_points(items.heights[items.i] * WATERFALL_QUANTUM);
                out += 4;
            }
            continue;
        }
        for (items.i = 0; items.i < skip; items.i++)
            items.front[items.columns[items.i]] += items.heights[items.i] + r.spacing;
        out = le__kernels_in_use()->FRAMES(column_frames)(&items, x, width, out);
    }
}

#undef REAL
#undef FRAMES
