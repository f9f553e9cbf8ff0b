// The extent tree's public face: a root behind a pointer, and the choice of the instruction set.
#include "listengine/extents.h"

#include <assert.h>
#include <stdlib.h>

#include "extents/ops.h"
#include "support/pool.h"

struct le_extents {
    le__root root;
};

static const le__extents_ops *ops(void) {
    return &le__extents_ops_core;
}

le_extents *le_extents_create(void) { return calloc(1, sizeof(le_extents)); }

le_extents *le_extents_copy(const le_extents *tree) {
    le_extents *copy = le_extents_create();
    if (!copy) return NULL;
    copy->root = tree->root;
    if (copy->root) le__retain(copy->root);
    return copy;
}

void le_extents_release(le_extents *tree) {
    if (!tree) return;
    ops()->release(tree->root);
    free(tree);
}

// Every node begins with its head and its sums: see extents/leaf_body.h.
struct extents_node {
    uint64_t head;
    int64_t sum[2];
};

int64_t le_extents_count(const le_extents *tree) { return tree->root ? tree->root->sum[0] : 0; }
int64_t le_extents_total(const le_extents *tree) { return tree->root ? tree->root->sum[1] : 0; }

static le_status assign(le_extents *tree, le_status status, le__root root) {
    if (status != LE_OK) return status;
    ops()->release(tree->root);
    tree->root = root;
    return LE_OK;
}

le_status le_extents_assign(le_extents *tree, const int64_t *extents, int64_t count) {
    le__root root = NULL;
    return assign(tree, ops()->build(extents, count, &root, NULL), root);
}

le_status le_extents_assign_runs(le_extents *tree, const le_run *runs, size_t count) {
    le__root root = NULL;
    return assign(tree, ops()->build_runs(runs, count, &root, NULL), root);
}

int64_t le_extents_offset(const le_extents *tree, int64_t index, le_work *work) {
    assert(index >= 0 && index <= le_extents_count(tree));
    return ops()->offset(tree->root, index, work);
}

le_extent_at le_extents_entry(const le_extents *tree, int64_t index, le_work *work) {
    assert(index >= 0 && index < le_extents_count(tree));
    return ops()->entry(tree->root, index, work);
}

le_extent_at le_extents_at_offset(const le_extents *tree, int64_t offset, le_work *work) {
    return ops()->at_offset(tree->root, offset, work);
}

void le_extents_read(const le_extents *tree, int64_t first, int64_t count, int64_t *out) {
    assert(first >= 0 && count >= 0 && first + count <= le_extents_count(tree));
    ops()->read(tree->root, first, count, out);
}

le_status le_extents_resize(le_extents *tree, int64_t index, int64_t extent, le_work *work) {
    assert(index >= 0 && index < le_extents_count(tree));
    return ops()->resize(&tree->root, index, extent, work);
}

le_status le_extents_resize_range(le_extents *tree, int64_t first, const int64_t *extents, int64_t count,
                                  le_work *work) {
    assert(first >= 0 && count >= 0 && first + count <= le_extents_count(tree));
    if (count == 0) return LE_OK;
    if (count == 1) return ops()->resize(&tree->root, first, extents[0], work);
    le_edit edit = {.at = first, .removed = count, .inserted = count, .source = 0};
    return ops()->apply(&tree->root, &edit, 1, extents, count, NULL, work);
}

le_status le_extents_insert(le_extents *tree, int64_t at, const int64_t *extents, int64_t count, le_work *work) {
    assert(at >= 0 && at <= le_extents_count(tree));
    return ops()->insert(&tree->root, at, extents, count, work);
}

le_status le_extents_insert_run(le_extents *tree, int64_t at, le_run run, le_work *work) {
    assert(at >= 0 && at <= le_extents_count(tree));
    return ops()->insert_run(&tree->root, at, run, work);
}

le_status le_extents_remove(le_extents *tree, int64_t first, int64_t count, le_work *work) {
    assert(first >= 0 && count >= 0 && first + count <= le_extents_count(tree));
    return ops()->remove(&tree->root, first, count, work);
}

le_status le_extents_move(le_extents *tree, int64_t first, int64_t count, int64_t to, le_work *work) {
    assert(first >= 0 && count >= 0 && first + count <= le_extents_count(tree));
    assert(to >= 0 && to <= le_extents_count(tree) - count);
    return ops()->move(&tree->root, first, count, to, work);
}

le_status le_extents_apply(le_extents *tree, const le_edit *edits, size_t edit_count, const int64_t *extents,
                           int64_t extent_count, size_t *failed, le_work *work) {
    return ops()->apply(&tree->root, edits, edit_count, extents, extent_count, failed, work);
}

size_t le_extents_bytes(const le_extents *tree) { return sizeof *tree + ops()->bytes(tree->root); }

const char *le_extents_check(const le_extents *tree) { return ops()->check(tree->root); }
