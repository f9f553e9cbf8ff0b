// Checks all invariants of a flow, for tests.
#include "kernels/kernels.h"
#include "kinds/flow/flow.h"
#include "kinds/flow/line_tree.h"

static const char *check_leaf(le__lines_node *leaf) {
    size_t n = leaf->head.n;
    const uint64_t *bits = le__lines_bits(leaf);
    if (n == 0) return "a leaf is empty";
    if (!le__lines_is_long(leaf) && n > leaf->head.spare) return "a leaf holds more items than its block";
    if (le__lines_is_long(leaf) && le__next_bit(bits, 1, n) != n) return "a long leaf holds more than one line";
    if (leaf->sum[SUM_ITEMS] != (int64_t)n) return "a leaf's count is wrong";
    if (!le__bit_at(bits, 0)) return "a leaf does not begin with a line";
    int64_t lines = 0;
    for (size_t i = 0; i < n; i++) lines += le__bit_at(bits, i);
    if (leaf->sum[SUM_LINES] != lines) return "a leaf's number of lines is wrong";
    bool alike = le__lines_is_long(leaf);
    for (size_t i = 1; alike && i < n; i++)
        alike = le__lines_width(leaf, i) == le__lines_width(leaf, 0) &&
                le__lines_height(leaf, i) == le__lines_height(leaf, 0);
    if (alike != ((leaf->head.kind & LINES_ALIKE) != 0)) return "whether the items of a long leaf are alike is wrong";
    if (le__lines_is_long(leaf)) return NULL;
    for (size_t i = n; i < (leaf->head.spare + 63u) / 64 * 64; i++)
        if (le__bit_at(bits, i)) return "a bit behind the last item of a leaf is set";
    return NULL;
}

// First the tree structure, then the lines: every line must begin where the greedy loop begins one, and the sums must
// match.
const char *le__flow_check(const le__flow *flow) {
    if (!flow->root) return NULL;
    const char *fault = le__lines_check(flow->root, true, check_leaf);
    if (fault) return fault;
    const int64_t limit = LE_MAX(flow->rules.line + LE__FLOW_SLACK, -1);
    le__flow_open open = LE__FLOW_CLOSED;
    le__lines_path path;
    le__lines_path_start(flow->root, &path);
    for (; path.leaf; le__lines_path_next(&path)) {
        const le__lines_node *leaf = path.leaf;
        if ((leaf->head.kind & LINES_EVEN) &&
            (!le__lines_is_narrow(leaf) ||
             le__kernels_in_use()->count_equal(le__lines_widths(leaf), leaf->head.n) < leaf->head.n))
            return "a leaf's widths differ, but it says they do not";
        for (size_t i = 0; i < leaf->head.n; i++) {
            if (le__lines_width(leaf, i) < LE_MAX(0, -flow->rules.item_spacing)) return "a width is below the least";
            if (le__lines_height(leaf, i) < LE_MAX(0, -flow->rules.line_spacing)) return "a height is below the least";
            bool begins = le__flow_step(&open, le__lines_width(leaf, i), le__lines_height(leaf, i), limit,
                                        flow->rules.item_spacing);
            if (begins != le__bit_at(le__lines_bits(leaf), i))
                return "a line does not begin where the greedy loop begins it";
        }
        if (leaf->sum[SUM_ADVANCE] != le__lines_advance(leaf, 0, leaf->head.n, flow->rules.line_spacing))
            return "a leaf's advance is wrong";
    }
    return NULL;
}
