// A flow as a value, and its totals.
#include "kinds/flow/flow.h"

#include <string.h>

#include "kinds/flow/line_tree.h"

void le__flow_retain(const le__flow *flow) {
    if (flow->root) le__node_retain(flow->root);
}

void le__flow_release(le__flow *flow) {
    le__lines_release(flow->root);
    flow->root = NULL;
}

int64_t le__flow_count(const le__flow *flow) { return flow->root ? flow->root->sum[0] : 0; }
int64_t le__flow_lines(const le__flow *flow) { return flow->root ? flow->root->sum[2] : 0; }
int64_t le__flow_extent(const le__flow *flow) { return flow->root ? flow->root->sum[1] - flow->rules.line_spacing : 0; }

void le__flow_read(const le__flow *flow, int64_t first, int64_t count, int64_t *widths, int64_t *heights) {
    if (count == 0) return;
    le__lines_path path;
    int64_t k = first, before[LINES_SUMS];
    le__lines_path_find(flow->root, SUM_ITEMS, &k, &path, before);
    while (count > 0) {
        const le__lines_node *leaf = path.leaf;
        size_t from = (size_t)k, n = (size_t)LE_MIN(count, (int64_t)leaf->head.n - k);
        bool wide = le__lines_is_wide(leaf);
        size_t size = wide ? 8 : 4;
        if (widths) le__lines_copy_numbers(widths, true, (char *)le__lines_widths(leaf) + from * size, wide, n);
        if (heights) le__lines_copy_numbers(heights, true, (char *)le__lines_heights(leaf) + from * size, wide, n);
        if (widths) widths += n;
        if (heights) heights += n;
        count -= (int64_t)n;
        k = 0;
        if (count > 0) le__lines_path_next(&path);
    }
}

void le__flow_least(const le__flow *flow, int64_t *width, int64_t *height) {
    *width = *height = LE_MAX_TOTAL;
    if (!flow->root) return;
    le__lines_path path;
    le__lines_path_start(flow->root, &path);
    while (path.leaf) {
        for (size_t i = 0; i < path.leaf->head.n; i++) {
            *width = LE_MIN(*width, le__lines_width(path.leaf, i));
            *height = LE_MIN(*height, le__lines_height(path.leaf, i));
        }
        le__lines_path_next(&path);
    }
}

static size_t long_bytes(le__lines_node *node) {
    if (!node->head.level) return le__lines_is_long(node) ? ((le__lines_long *)node)->bytes : 0;
    size_t bytes = 0;
    for (uint32_t i = 0; i < node->head.n; i++) bytes += long_bytes(le__lines_as_inner(node)->child[i]);
    return bytes;
}

size_t le__flow_bytes(const le__flow *flow) {
    return flow->root ? le__lines_bytes(flow->root) + long_bytes(flow->root) : 0;
}
