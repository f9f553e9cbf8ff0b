// The leaves of the tree of a waterfall. They are never split, and joined only where their items are placed.
#define TREE_FUNCTIONS
#include "kinds/waterfall/column_tree.h"

int le__columns_leaf_join(le__columns_node *a, le__columns_node *b, le__columns_node *out[2]) {
    le__node_retain(a);
    le__node_retain(b);
    out[0] = a;
    out[1] = b;
    return 2;
}

void le__columns_leaf_drop(le__columns_node *leaf) { (void)leaf; }

int64_t le__columns_item_start(const le__columns_node *leaf, const le__waterfall_rules *r, int64_t k) {
    const uint8_t *columns = le__columns_places(leaf), column = columns[k];
    if (le__columns_spanning(leaf)) {
        int64_t heights[COLUMNS_ITEMS_MAX], front[WATERFALL_COLUMNS];
        le__columns_read_heights(leaf, r, 0, k, heights);
        memcpy(front, le__columns_fronts(leaf), (size_t)r->columns * sizeof *front);
        for (int64_t i = 0; i < k; i++) le__columns_pass(front, r, columns[i], heights[i]);
        return le__columns_longest(front, column & 15, le__waterfall_span(r, column));
    }
    int64_t start = le__columns_fronts(leaf)[column], above = 0;
    if (leaf->head.kind == HEIGHTS_32) {
        start += le__kernels_in_use()->sum_in_column(le__columns_heights(leaf), columns, (size_t)k, column, &above);
        return start + above * r->spacing;
    }
    int64_t heights[COLUMNS_ITEMS_MAX];
    le__columns_read_heights(leaf, r, 0, k, heights);
    for (int64_t i = 0; i < k; i++)
        if (columns[i] == column) start += heights[i] + r->spacing;
    return start;
}
