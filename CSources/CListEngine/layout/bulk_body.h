// Frames of neighbouring items of a vertical list, left to right, less an origin in units: the common case of
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

#undef REAL
#undef BULK
