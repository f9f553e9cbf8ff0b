// The checker of the flow tree, for tests, and the table of this instruction set.

static const char *check_leaf(flow_node_t *leaf) {
    size_t n = leaf->head.n;
    const uint64_t *bits = leaf_bits(leaf);
    if (n == 0) return "a leaf is empty";
    if (!leaf_long(leaf) && n > leaf->head.spare) return "a leaf holds more items than its block";
    if (leaf_long(leaf) && next_bit(bits, 1, n) != n) return "a long leaf holds more than one line";
    if (leaf->sum[SUM_ITEMS] != (int64_t)n) return "a leaf's count is wrong";
    if (!bit_at(bits, 0)) return "a leaf does not begin with a line";
    int64_t lines = 0;
    for (size_t i = 0; i < n; i++) lines += bit_at(bits, i);
    if (leaf->sum[SUM_LINES] != lines) return "a leaf's number of lines is wrong";
    if (leaf_long(leaf)) return NULL;
    for (size_t i = n; i < (leaf->head.spare + 63u) / 64 * 64; i++)
        if (bit_at(bits, i)) return "a bit behind the last item of a leaf is set";
    return NULL;
}

// Structure first, then the rule: every line begins where the greedy loop begins one, and the sums are those of lines.
static const char *flow_check_all(const le__flow *flow) {
    if (!flow->root) return NULL;
    const char *fault = flow_check(flow->root, true, check_leaf);
    if (fault) return fault;
    const int64_t limit = LE_MAX(flow->rules.line + LE__FLOW_SLACK, -1);
    le__flow_open open = LE__FLOW_CLOSED;
    flow_path path;
    int64_t k = 0, before[TREE_SUMS];
    flow_path_find(flow->root, SUM_ITEMS, &k, &path, before);
    for (; path.leaf; flow_path_next(&path)) {
        const flow_node_t *leaf = path.leaf;
        if ((leaf->head.kind & LEAF_EVEN) &&
            (!leaf_narrow(leaf) || LE_FN(even)(leaf_widths(leaf), leaf->head.n) < leaf->head.n))
            return "a leaf's widths differ, but it says they do not";
        for (size_t i = 0; i < leaf->head.n; i++) {
            if (leaf_width(leaf, i) < LE_MAX(0, -flow->rules.item_spacing)) return "a width is below the least";
            if (leaf_height(leaf, i) < LE_MAX(0, -flow->rules.line_spacing)) return "a height is below the least";
            bool begins =
                le__flow_step(&open, leaf_width(leaf, i), leaf_height(leaf, i), limit, flow->rules.item_spacing);
            if (begins != bit_at(leaf_bits(leaf), i)) return "a line does not begin where the greedy loop begins it";
        }
        if (leaf->sum[SUM_ADVANCE] != leaf_advance(leaf, 0, leaf->head.n, flow->rules.line_spacing))
            return "a leaf's advance is wrong";
    }
    return NULL;
}

static size_t long_bytes(flow_node_t *node) {
    if (!node->head.level) return leaf_long(node) ? ((flow_long *)node)->bytes : 0;
    size_t bytes = 0;
    for (uint32_t i = 0; i < node->head.n; i++) bytes += long_bytes(flow_as_inner(node)->child[i]);
    return bytes;
}

static size_t flow_bytes_all(const le__flow *flow) {
    return flow->root ? flow_bytes(flow->root) + long_bytes(flow->root) : 0;
}

static void flow_clear(le__flow *flow) {
    flow_release(flow->root);
    flow->root = NULL;
}

const le__flow_tree_ops LE_FN(le__flow_tree_ops) = {
    .build = flow_build,
    .set_rules = flow_set_rules,
    .replace = flow_replace_items,
    .move = flow_move_items,
    .apply = flow_apply,
    .read = flow_read,
    .least = flow_least,
    .walk_to_item = flow_walk_to_item,
    .walk_to_offset = flow_walk_to_offset,
    .walk_next = flow_walk_next,
    .walk_places = flow_walk_places,
    .release = flow_clear,
    .bytes = flow_bytes_all,
    .check = flow_check_all,
};
