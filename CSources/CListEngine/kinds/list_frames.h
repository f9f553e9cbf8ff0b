// Frames of consecutive rows of a vertical left-to-right list, minus an origin in units: a loop without a branch for
// each row. list.c includes this file for each number type (REAL); FRAMES appends the suffix of the kernel and of the
// function to a name.
static void FRAMES(frames)(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                           int64_t origin_x, int64_t origin_y, REAL *out) {
    const le_section_spec *spec = &place->section->style->spec;
    const int64_t spacing = spec->line_spacing;
    const REAL x = (REAL)le_points(spec->inset_cross_start - origin_x);
    const REAL width = (REAL)le_points(le__line_extent(&layout->config, spec));
    le__extents_path path;
    int64_t k = first, before[2];
    le__extents_path_find(place->section->body, 0, &k, &path, before);
    int64_t main = place->offset + le__items_start(spec) + before[1] + le__extents_leaf_offset(path.leaf, k) - origin_y;
    for (;;) {
        const le__extents_node *leaf = path.leaf;
        int64_t n = LE_MIN(leaf->sum[0] - k, count);
        count -= n;
        if (count) le__extents_path_prefetch(&path);
        if (leaf->head.kind == LE__DENSE_32) {
            const uint32_t *strides = le__extents_dense32(leaf) + k;
            out = le__kernels_in_use()->FRAMES(row_frames)(strides, n, spacing, x, width, &main, out);
            n = 0;
        }
        leaf_reader reader = reader_at(leaf, k);
        while (n > 0) {
            const stretch rows = reader_next(&reader, k);
            const int64_t some = LE_MIN(n, rows.count);
            const REAL height = (REAL)le_points(rows.stride - spacing);
            for (int64_t i = 0; i < some; i++, out += 4, main += rows.stride) {
                out[0] = x;
                out[1] = (REAL)le_points(main);
                out[2] = width;
                out[3] = height;
            }
            k += some;
            n -= some;
        }
        if (count == 0) return;
        le__extents_path_next(&path);
        k = 0;
    }
}

#undef REAL
#undef FRAMES
