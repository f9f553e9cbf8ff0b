// The flow core's functions, each passed on to the instruction set in use.
#include "flow/flow.h"

#include "flow/ops.h"

struct le__flow_node {
    le__head head;
    int64_t sum[3];
};

static const le__flow_tree_ops *ops(void) {
    static const le__flow_tree_ops *const tables[LE_ISA_COUNT] = LE_ISA_TABLES(le__flow_tree_ops);
    return tables[le__isa()];
}

void le__flow_retain(const le__flow *flow) {
    if (flow->root) le__retain(flow->root);
}

void le__flow_release(le__flow *flow) {
    if (flow->root) ops()->release(flow);
}

int64_t le__flow_count(const le__flow *flow) { return flow->root ? flow->root->sum[0] : 0; }
int64_t le__flow_lines(const le__flow *flow) { return flow->root ? flow->root->sum[2] : 0; }
int64_t le__flow_extent(const le__flow *flow) { return flow->root ? flow->root->sum[1] - flow->rules.line_spacing : 0; }

le_status le__flow_build(le__flow *flow, const le_sizes *sizes, int64_t first_size, int64_t count, le_fault *fault,
                         le_work *work) {
    return ops()->build(flow, sizes, first_size, count, fault, work);
}

le_status le__flow_set_rules(le__flow *flow, const le__flow_rules *rules, le_work *work) {
    return ops()->set_rules(flow, rules, work);
}

le_status le__flow_insert(le__flow *flow, int64_t at, const le_sizes *sizes, int64_t first_size, int64_t count,
                          le_fault *fault, le_work *work) {
    return ops()->replace(flow, at, 0, sizes, first_size, count, fault, work);
}

le_status le__flow_remove(le__flow *flow, int64_t first, int64_t count, le_work *work) {
    return ops()->replace(flow, first, count, NULL, 0, 0, NULL, work);
}

le_status le__flow_resize(le__flow *flow, int64_t first, const le_sizes *sizes, int64_t first_size, int64_t count,
                          le_fault *fault, le_work *work) {
    return ops()->replace(flow, first, count, sizes, first_size, count, fault, work);
}

le_status le__flow_move(le__flow *flow, int64_t first, int64_t count, int64_t to, le_work *work) {
    return ops()->move(flow, first, count, to, work);
}

le_status le__flow_apply(le__flow *flow, const le_edit *edits, size_t edit_count, const le_sizes *sizes, size_t *failed,
                         le_fault *fault, le_work *work) {
    return ops()->apply(flow, edits, edit_count, sizes, failed, fault, work);
}

void le__flow_read(const le__flow *flow, int64_t first, int64_t count, int64_t *widths, int64_t *heights) {
    ops()->read(flow, first, count, widths, heights);
}

void le__flow_least(const le__flow *flow, int64_t *width, int64_t *height) { ops()->least(flow, width, height); }

void le__flow_walk_to_item(le__flow_walk *walk, const le__flow *flow, int64_t item, le_work *work) {
    ops()->walk_to_item(walk, flow, item, work);
}

void le__flow_walk_to_offset(le__flow_walk *walk, const le__flow *flow, int64_t main, le_work *work) {
    ops()->walk_to_offset(walk, flow, main, work);
}

bool le__flow_walk_next(le__flow_walk *walk, le__flow_line *line, le_work *work) {
    return ops()->walk_next(walk, line, work);
}

size_t le__flow_walk_places(le__flow_walk *walk, int64_t end, le__flow_places *places, le_work *work) {
    return ops()->walk_places(walk, end, places, work);
}

le_rect le__flow_item_frame(const le__flow *flow, int64_t item, le_work *work) {
    le__flow_walk walk;
    le__flow_line line;
    le__flow_walk_to_item(&walk, flow, item, work);
    le__flow_walk_next(&walk, &line, NULL);
    int64_t cross = line.cross;
    le_rect frame = {0};
    for (int64_t i = 0; line.first + i <= item; i++) frame = le__flow_line_place(&line, i, &cross);
    return frame;
}

size_t le__flow_bytes(const le__flow *flow) { return ops()->bytes(flow); }
const char *le__flow_check(const le__flow *flow) { return ops()->check(flow); }
