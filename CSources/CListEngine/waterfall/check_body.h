// Every rule of the structure, by placing all items again with the obvious loop.

static const char *waterfall_check_leaf(waterfall_node_t *leaf) {
    if (leaf->head.n == 0 || leaf->sum[0] != leaf->head.n) return "a leaf's number of items is wrong";
    return NULL;
}

static const char *waterfall_check_all(waterfall_node_t *root, const waterfall_rules *r) {
    const char *wrong = waterfall_check(root, true, waterfall_check_leaf);
    if (wrong || !root) return wrong;
    int64_t fronts[WATERFALL_COLUMNS] = {0}, item = 0, zero = 0, before[TREE_SUMS];
    waterfall_path path;
    waterfall_path_find(root, 0, &zero, &path, before);
    for (const waterfall_node_t *leaf = path.leaf; leaf; leaf = waterfall_path_next(&path)) {
        int64_t n = leaf->sum[0], heights[WATERFALL_LEAF_MOST];
        int64_t last_end = -WATERFALL_FAR, first_start = WATERFALL_FAR;
        if (leaf->head.spare != r->columns) return "a leaf has another number of columns";
        if ((leaf->head.kind == HEIGHT_RATIOS) != r->by_ratio) return "a leaf holds heights of another kind";
        if (n > waterfall_leaf_room(r->columns, leaf->head.kind)) return "a leaf has more items than its block holds";
        if (memcmp(leaf_fronts(leaf), fronts, (size_t)r->columns * sizeof *fronts))
            return "a leaf's column heights are out of date";
        leaf_read_heights(leaf, r, 0, n, heights);
        for (int64_t i = 0; i < n; i++, item++) {
            int64_t c = item % r->columns;
            if (r->placement == LE_PACKING_RIGHT_TO_LEFT) c = r->columns - 1 - c;
            if (r->placement == LE_PACKING_SHORTEST_FIRST) {
                c = 0;
                for (int64_t other = 1; other < r->columns; other++)
                    if (fronts[other] < fronts[c]) c = other;
            }
            if (heights[i] < waterfall_least(r)) return "an item's height is below the least";
            if (leaf_columns(leaf)[i] != c) return "an item is in another column";
            if (leaf_item_start(leaf, r, i) != fronts[c]) return "an item starts elsewhere";
            first_start = LE_MIN(first_start, fronts[c]);
            last_end = LE_MAX(last_end, fronts[c] + heights[i]);
            fronts[c] += heights[i] + r->spacing;
            if (fronts[c] > WATERFALL_MOST) return "a column is longer than a key can say";
        }
        if (leaf->max[0] != last_end) return "a leaf's last end is wrong";
        if (leaf->max[1] != WATERFALL_FAR - first_start) return "a leaf's first start is wrong";
    }
    return NULL;
}
