// Walking the items of lists; the emitter of all walks of core.c.

// What takes the items in. `stretch` is a loop for the common case, offered where x runs across the scroll axis
// and is not mirrored; it may be NULL.
typedef struct emitter {
    // One item.
    bool (*item)(void *sink, int64_t item, const le_rect *frame);
    // Neighbours in a dense leaf of a list: those of `n` strides that start before `w->main_max`, as far as the sink
    // has room. Answers how many it took, and moves `*main` on by them.
    int64_t (*stretch)(void *sink, const walk *w, int64_t item, const uint32_t *strides, int64_t n, int64_t *main);
    // What differs from item to item in a compositional section, before each: order of drawing, and flags.
    void (*mark)(void *sink, int32_t z_index, uint8_t flags);
    // A supplementary of an item or a group, whose index in its section is `item`.
    bool (*part)(void *sink, int64_t item, const le_badge *badge, bool of_group, const le_rect *frame);
} emitter;

LE_INLINE int64_t walk_list(const walk *w, const emitter emit, void *sink) {
    const section *s = w->place.section;
    const le_section_spec *spec = &s->style->spec;
    extents_node_t *root = s->body;
    if (!root) return -1;
    int64_t base = w->place.offset + items_start(spec), spacing = spec->line_spacing;
    int64_t low = w->main_min - base, high = w->main_max - base;
    le_rect frame = {.cross_min = spec->inset_cross_start};
    frame.cross_max = frame.cross_min + line_extent(&w->layout->config, spec);
    if (frame.cross_min >= w->cross_max || frame.cross_max <= w->cross_min) return -1;
    if (!w->all && frame.cross_min == frame.cross_max) return -1;

    // Starts and ends ascend, so the first item is the one whose end, offset of the next less spacing, passes `low`.
    extents_path path;
    int64_t item = w->from, offset, k, before[2];
    if (item < 0 && low + spacing >= 0) {
        if (low + spacing >= root->sum[1]) return -1;
        int64_t v = low + spacing, inside;
        extents_path_find(root, 1, &v, &path, before);
        k = leaf_at_offset(path.leaf, v, &inside);
        item = before[0] + k;
        offset = before[1] + inside;
    } else {
        k = item = LE_MAX(item, 0);
        extents_path_find(root, 0, &k, &path, before);
        offset = before[1] + leaf_offset(path.leaf, k);
    }
    if (w->work) w->work->nodes_visited += (uint64_t)path.depth + 1;
    for (;;) {
        const extents_node_t *leaf = path.leaf;
        int64_t n = leaf->sum[0];
        if (emit.stretch && walk_plain(w) && leaf->head.kind == DENSE_32) {
            int64_t main = base + offset;
            int64_t taken = emit.stretch(sink, w, item, dense32(leaf) + k, n - k, &main);
            offset = main - base;
            item += taken;
            if (k + taken < n) return offset >= high ? -1 : item;
            if (!extents_path_next(&path)) return -1;
            if (w->work) w->work->nodes_visited++;
            k = 0;
            continue;
        }
        bool flat = leaf->sum[1] == 0 && spacing >= 0 && !w->all; // nothing here has an extent
        uint32_t run = 0, capacity = 0;
        int64_t run_left = 0;
        const uint32_t *counts = NULL;
        if (leaf->head.kind >= RUNS_32) {
            counts = run_counts(leaf);
            capacity = leaf_capacity(leaf);
            int64_t skip = k;
            while (skip >= counts[run]) skip -= counts[run++];
            run_left = counts[run] - skip;
        }
        if (flat) {
            item += n - k;
            k = n;
        }
        for (; k < n; k++, item++) {
            if (offset >= high) return -1;
            int64_t stride;
            if (leaf->head.kind == DENSE_32) {
                stride = dense32(leaf)[k];
            } else if (!counts) {
                stride = dense64(leaf)[k];
            } else {
                if (run_left == 0) run_left = counts[++run];
                run_left--;
                stride = run_extent(leaf, capacity, run);
            }
            int64_t extent = stride - spacing;
            if (extent > 0 || w->all) {
                frame.main_min = base + offset;
                frame.main_max = frame.main_min + extent;
                if (!emit.item(sink, item, &frame)) return item;
            } else if (counts) {
                // A run without extent is left at once.
                k += run_left;
                item += run_left;
                offset += run_left * stride;
                run_left = 0;
            }
            offset += stride;
        }
        if (!extents_path_next(&path)) return -1;
        if (w->work) w->work->nodes_visited++;
        k = 0;
    }
}
