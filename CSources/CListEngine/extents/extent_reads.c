// Reading extent trees.
#include "extents/extent_tree.h"

void le__extents_read(le__extents_node *root, int64_t first, int64_t count, int64_t *out) {
    if (count == 0) return;
    const le__kernels *kernels = le__kernels_in_use();
    le__extents_path path;
    int64_t k = first, before[2];
    le__extents_path_find(root, 0, &k, &path, before);
    for (;;) {
        int64_t here = LE_MIN(count, path.leaf->sum[0] - k);
        if (path.leaf->head.kind == LE__DENSE_32)
            kernels->widen(le__extents_dense32(path.leaf) + k, (size_t)here, out);
        else
            le__extents_leaf_read(path.leaf, k, here, out);
        out += here;
        count -= here;
        if (count == 0) return;
        le__extents_path_next(&path);
        k = 0;
    }
}

le_extent_at le__extents_entry(le__extents_node *root, int64_t index, le_work *work) {
    return le__extents_find_entry(root, index, work);
}

// The extent of entry `index`.
int64_t le__extents_value(le__extents_node *root, int64_t index) {
    int64_t k = index, before[2];
    const le__extents_node *leaf = le__extents_find_leaf(root, 0, &k, before);
    return le__extents_leaf_extent(leaf, k);
}

int64_t le__extents_offset(le__extents_node *root, int64_t index, le_work *work) {
    if (!root || index <= 0) return 0;
    if (index >= root->sum[0]) return root->sum[1];
    int64_t k = index, before[2];
    if (work) work->nodes_visited += (uint64_t)root->head.level + 1;
    const le__extents_node *leaf = le__extents_find_leaf(root, 0, &k, before);
    return before[1] + le__extents_leaf_offset(leaf, k);
}

// See le_extents_at_offset. `path` receives the path to the leaf of the entry, if there is one.
le_extent_at le__extents_at_offset(le__extents_node *root, int64_t offset, le__extents_path *path, le_work *work) {
    // If all entries are empty, no entry contains an offset before their start.
    if (!root || offset >= root->sum[1] || root->sum[1] == 0)
        return (le_extent_at){le__extents_count(root), le__extents_total(root), 0};
    int64_t v = LE_MAX(offset, 0), before[2], inside;
    le__extents_path_find(root, 1, &v, path, before);
    if (work) work->nodes_visited += (uint64_t)path->depth + 1;
    int64_t k = le__extents_leaf_at_offset(path->leaf, v, &inside);
    return (le_extent_at){before[0] + k, before[1] + inside, le__extents_leaf_extent(path->leaf, k)};
}
