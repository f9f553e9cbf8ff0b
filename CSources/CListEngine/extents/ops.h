// The extent tree's table of functions, one for each instruction set. Roots are opaque here: NULL is an empty tree.
#ifndef LE_EXTENTS_OPS_H
#define LE_EXTENTS_OPS_H

#include "listengine/extents.h"
#include "kernels/isa.h"

typedef struct extents_node *le__root;

typedef struct le__extents_ops {
    le_status (*build)(const int64_t *extents, int64_t count, le__root *root, le_work *work);
    le_status (*build_runs)(const le_run *runs, size_t count, le__root *root, le_work *work);
    int64_t (*offset)(le__root root, int64_t index, le_work *work);
    le_extent_at (*entry)(le__root root, int64_t index, le_work *work);
    le_extent_at (*at_offset)(le__root root, int64_t offset, le_work *work);
    void (*read)(le__root root, int64_t first, int64_t count, int64_t *out);
    le_status (*resize)(le__root *root, int64_t index, int64_t extent, le_work *work);
    le_status (*insert)(le__root *root, int64_t at, const int64_t *extents, int64_t count, le_work *work);
    le_status (*insert_run)(le__root *root, int64_t at, le_run run, le_work *work);
    le_status (*remove)(le__root *root, int64_t first, int64_t count, le_work *work);
    le_status (*move)(le__root *root, int64_t first, int64_t count, int64_t to, le_work *work);
    le_status (*apply)(le__root *root, const le_edit *edits, size_t count, const int64_t *values, int64_t each,
                       int64_t value_count, size_t *failed, le_work *work);
    void (*release)(le__root root);
    size_t (*bytes)(le__root root);
    const char *(*check)(le__root root);
} le__extents_ops;

extern const le__extents_ops le__extents_ops_core;

#endif
