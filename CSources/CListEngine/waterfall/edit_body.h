// Changes of a waterfall: whatever the edit, the items from it on are placed anew.
//
// All changes are scripts of edits (le_edit). The leaves before the first edit are shared by the old tree and the new;
// from the leaf of the edit on, leaves are made again with their heights and other columns. Where the columns come to
// stand as they did at some leaf behind the last edit, all from there on is shared too. The old tree stays whole until
// the new one is, so a refusal costs nothing but the work.

LE_INLINE int64_t waterfall_count(const waterfall_node_t *root) { return root ? root->sum[0] : 0; }

// From the start of the first line to the end of the longest column, in units. With no items it is a line spacing
// before the start, where there is such spacing, as if one were taken off the end of a column of nothing: what the
// waterfalls do that this one is used in place of.
LE_INLINE int64_t waterfall_extent(const waterfall_node_t *root, const le_section_spec *spec) {
    return root ? root->max[0] * WATERFALL_QUANTUM : LE_MIN(-spec->line_spacing, 0);
}

// The tree with what `edits` (one at least, in order and in range) say replaced; `root` stays as it is.
static le_status waterfall_applying(waterfall_node_t *root, const waterfall_rules *rules, const le_edit *edits,
                                    size_t count, const le_sizes *sizes, waterfall_node_t **out, le_fault *fault,
                                    le_work *work) {
    waterfall_stream stream;
    waterfall_path path = {0};
    int64_t items = waterfall_count(root), start = 0;
    if (root) {
        // An edit at a leaf's start goes on with the leaf before, which may have room.
        int64_t k = LE_MIN(LE_MAX(edits[0].at - 1, 0), items - 1), at = k, before[TREE_SUMS];
        waterfall_path_find(root, 0, &k, &path, before);
        start = at - k;
        if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    }
    waterfall_node_t *leaf = path.leaf, *left = NULL, *right = NULL, *rest = NULL, *made = NULL, *joined = NULL;
    int64_t shared = start; // items before the leaves made anew
    waterfall_stream_start(&stream, rules, leaf ? leaf_fronts(leaf) : NULL, start);

    size_t e = 0;
    int64_t skip = 0; // items from `start` on that an edit has already removed
    bool rejoined = false;
    do {
        int64_t here = leaf ? leaf->sum[0] : 0;
        if (skip == 0 && (e == count || edits[e].at > start + here)) {
            if (e == count && stream.waiting == 0 && front_equals(&stream.front, rules, leaf_fronts(leaf), start)) {
                LE_PATH(WATERFALL_REJOINED);
                rejoined = true;
                break;
            }
            stream_take_leaf(&stream, leaf);
        } else {
            int64_t k = LE_MIN(skip, here);
            skip -= k;
            for (; e < count && edits[e].at <= start + here; e++) {
                int64_t stop = edits[e].at - start, removed = LE_MIN(edits[e].removed, start + here - edits[e].at);
                stream_take_part(&stream, leaf, k, stop - k);
                if (edits[e].moved)
                    stream_take_items(&stream, root, edits[e].source, edits[e].inserted);
                else
                    stream_take_sizes(&stream, sizes, edits[e].source, edits[e].inserted, fault);
                k = stop + removed;
                skip = edits[e].removed - removed;
            }
            stream_take_part(&stream, leaf, k, here - k);
        }
        if (work) work->items_moved += (uint64_t)here;
        start += here;
        if (leaf) leaf = waterfall_path_next(&path);
    } while (leaf && !stream.builder.failed);

    le_status status = waterfall_stream_finish(&stream, &made, work);
    if (status != LE_OK) return status;
    bool ok = waterfall_split(root, shared, &left, &rest) && waterfall_join(left, made, &joined);
    waterfall_release(rest);
    rest = NULL;
    if (ok && rejoined) {
        waterfall_node_t *front = joined;
        joined = NULL;
        ok = waterfall_split(root, start, &rest, &right) && waterfall_join(front, right, &joined);
        waterfall_release(front);
    }
    waterfall_release(left);
    waterfall_release(right);
    waterfall_release(rest);
    waterfall_release(made);
    if (ok) *out = joined;
    return ok ? LE_OK : LE_NO_MEMORY;
}

static le_status waterfall_build(waterfall_node_t **root, const waterfall_rules *rules, const le_sizes *sizes,
                                 int64_t first, int64_t count, le_fault *fault, le_work *work) {
    *root = NULL;
    if (count == 0) return LE_OK;
    le_edit all = {.inserted = count, .source = first};
    return waterfall_applying(NULL, rules, &all, 1, sizes, root, fault, work);
}

// Other rules for the same items; `by_ratio` is the same. LE_BAD_VALUE where a height is below what the new spacing
// asks for.
static le_status waterfall_set_rules(waterfall_node_t **root, const waterfall_rules *old, const waterfall_rules *rules,
                                     le_work *work) {
    if (!*root) return LE_OK;
    bool same_heights = !rules->by_ratio || (old->width == rules->width && old->scale == rules->scale);
    if (same_heights && old->columns == rules->columns && old->placement == rules->placement &&
        old->spacing == rules->spacing)
        return LE_OK;
    waterfall_stream stream;
    waterfall_stream_start(&stream, rules, NULL, 0);
    waterfall_path path;
    int64_t zero = 0, before[TREE_SUMS];
    waterfall_path_find(*root, 0, &zero, &path, before);
    for (const waterfall_node_t *leaf = path.leaf; leaf && !stream.builder.failed; leaf = waterfall_path_next(&path)) {
        int64_t heights[WATERFALL_LEAF_MOST], least = waterfall_least(rules);
        if (!rules->by_ratio && rules->spacing < old->spacing && least > 0) {
            leaf_read_heights(leaf, rules, 0, leaf->sum[0], heights);
            for (int64_t i = 0; i < leaf->sum[0]; i++)
                if (heights[i] < least) stream_refuse(&stream, LE_BAD_VALUE);
        }
        if (!stream.builder.failed) stream_take_part(&stream, leaf, 0, leaf->sum[0]);
        if (work) work->items_moved += (uint64_t)leaf->sum[0];
    }
    waterfall_node_t *made = NULL;
    le_status status = waterfall_stream_finish(&stream, &made, work);
    if (status != LE_OK) return status;
    waterfall_release(*root);
    *root = made;
    return LE_OK;
}

// Heights of items in points, or their ratios.
static void waterfall_read(waterfall_node_t *root, const waterfall_rules *rules, int64_t first, int64_t count,
                           double *main) {
    if (count == 0) return;
    waterfall_path path;
    int64_t k = first, before[TREE_SUMS];
    waterfall_path_find(root, 0, &k, &path, before);
    for (const waterfall_node_t *leaf = path.leaf; count > 0; leaf = waterfall_path_next(&path), k = 0) {
        int64_t heights[WATERFALL_LEAF_MOST], n = LE_MIN(count, leaf->sum[0] - k);
        if (rules->by_ratio) {
            memcpy(main, (const double *)leaf_heights(leaf) + k, (size_t)n * sizeof *main);
        } else {
            leaf_read_heights(leaf, rules, k, n, heights);
            for (int64_t i = 0; i < n; i++) main[i] = le_points(heights[i] * WATERFALL_QUANTUM);
        }
        main += n;
        count -= n;
    }
}
