// Reading extent trees.

LE_INLINE int64_t extents_count(const extents_node_t *root) { return root ? root->sum[0] : 0; }
LE_INLINE int64_t extents_total(const extents_node_t *root) { return root ? root->sum[1] : 0; }

// Copies entries `k ..< k + count` of a leaf.
static void leaf_read(const extents_node_t *leaf, int64_t k, int64_t count, int64_t *out) {
    switch (leaf->head.kind) {
    case DENSE_32:
        for (int64_t i = 0; i < count; i++) out[i] = dense32(leaf)[k + i];
        break;
    case DENSE_64:
        memcpy(out, dense64(leaf) + k, (size_t)count * sizeof *out);
        break;
    default: {
        const uint32_t *counts = run_counts(leaf);
        uint32_t capacity = leaf_capacity(leaf), r = 0;
        while (k >= counts[r]) k -= counts[r++];
        for (int64_t i = 0; i < count; r++, k = 0) {
            int64_t extent = run_extent(leaf, capacity, r), stop = LE_MIN(count, i + counts[r] - k);
            while (i < stop) out[i++] = extent;
        }
    }
    }
}

static void extents_read(extents_node_t *root, int64_t first, int64_t count, int64_t *out) {
    if (count == 0) return;
    extents_path path;
    int64_t k = first, before[TREE_SUMS];
    extents_path_find(root, 0, &k, &path, before);
    for (;;) {
        int64_t here = LE_MIN(count, path.leaf->sum[0] - k);
        leaf_read(path.leaf, k, here, out);
        out += here;
        count -= here;
        if (count == 0) return;
        extents_path_next(&path);
        k = 0;
    }
}

static le_extent_at extents_entry(extents_node_t *root, int64_t index, le_work *work) {
    extents_path path;
    int64_t k = index, before[TREE_SUMS];
    extents_path_find(root, 0, &k, &path, before);
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    return (le_extent_at){index, before[1] + leaf_offset(path.leaf, k), leaf_extent(path.leaf, k)};
}

// The extent of entry `index` alone.
static int64_t extents_value(extents_node_t *root, int64_t index) {
    extents_path path;
    int64_t k = index, before[TREE_SUMS];
    extents_path_find(root, 0, &k, &path, before);
    return leaf_extent(path.leaf, k);
}

static int64_t extents_offset(extents_node_t *root, int64_t index, le_work *work) {
    if (!root || index <= 0) return 0;
    if (index >= root->sum[0]) return root->sum[1];
    extents_path path;
    int64_t k = index, before[TREE_SUMS];
    extents_path_find(root, 0, &k, &path, before);
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    return before[1] + leaf_offset(path.leaf, k);
}

// See le_extents_at_offset. Fills `path` with the way to the entry's leaf, if there is one.
static le_extent_at extents_at_offset(extents_node_t *root, int64_t offset, extents_path *path, le_work *work) {
    // Nothing covers an offset before the start of entries that are all empty.
    if (!root || offset >= root->sum[1] || root->sum[1] == 0)
        return (le_extent_at){extents_count(root), extents_total(root), 0};
    int64_t v = LE_MAX(offset, 0), before[TREE_SUMS], inside;
    extents_path_find(root, 1, &v, path, before);
    if (work) work->nodes_visited += (uint64_t)path->depth + 1;
    int64_t k = leaf_at_offset(path->leaf, v, &inside);
    return (le_extent_at){before[0] + k, before[1] + inside, leaf_extent(path->leaf, k)};
}
