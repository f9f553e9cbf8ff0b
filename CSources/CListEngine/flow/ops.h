// The flow tree's table of functions, one for each instruction set. Parameters are those of flow.h.
#ifndef LE_FLOW_OPS_H
#define LE_FLOW_OPS_H

#include "flow/break.h"
#include "flow/flow.h"
#include "kernels/isa.h"
#include "support/lengths.h"
#include "support/paths.h"
#include "support/pool.h"
#include "tree/node.h"

typedef struct le__flow_tree_ops {
    le_status (*build)(le__flow *flow, const le_sizes *sizes, int64_t first_size, int64_t count, le_fault *fault,
                       le_work *work);
    le_status (*set_rules)(le__flow *flow, const le__flow_rules *rules, le_work *work);
    le_status (*replace)(le__flow *flow, int64_t at, int64_t removed, const le_sizes *sizes, int64_t first_size,
                         int64_t count, le_fault *fault, le_work *work);
    le_status (*move)(le__flow *flow, int64_t first, int64_t count, int64_t to, le_work *work);
    le_status (*apply)(le__flow *flow, const le_edit *edits, size_t edit_count, const le_sizes *sizes, size_t *failed,
                       le_fault *fault, le_work *work);
    void (*read)(const le__flow *flow, int64_t first, int64_t count, int64_t *widths, int64_t *heights);
    void (*least)(const le__flow *flow, int64_t *width, int64_t *height);
    void (*walk_to_item)(le__flow_walk *walk, const le__flow *flow, int64_t item, le_work *work);
    void (*walk_to_offset)(le__flow_walk *walk, const le__flow *flow, int64_t main, le_work *work);
    bool (*walk_next)(le__flow_walk *walk, le__flow_line *line, le_work *work);
    size_t (*walk_places)(le__flow_walk *walk, int64_t end, le__flow_places *places, le_work *work);
    void (*release)(le__flow *flow);
    size_t (*bytes)(const le__flow *flow);
    const char *(*check)(const le__flow *flow);
} le__flow_tree_ops;

extern const le__flow_tree_ops le__flow_tree_ops_scalar, le__flow_tree_ops_128, le__flow_tree_ops_avx2,
    le__flow_tree_ops_avx512;

#endif
