// The public interface of the extent tree: a root behind a pointer, and the checks of all arguments.
#include "extents/extent_tree.h"

#include <stdlib.h>

struct le_extents {
    le__extents_node *root;
};

le_extents *le_extents_create(void) { return calloc(1, sizeof(le_extents)); }

le_extents *le_extents_copy(const le_extents *tree) {
    if (!tree) return NULL;
    le_extents *copy = le_extents_create();
    if (!copy) return NULL;
    copy->root = tree->root;
    if (copy->root) le__retain(copy->root);
    return copy;
}

void le_extents_release(le_extents *tree) {
    if (!tree) return;
    le__extents_release(tree->root);
    free(tree);
}

static int64_t count_of(const le_extents *tree) { return tree && tree->root ? tree->root->sum[0] : 0; }

int64_t le_extents_count(const le_extents *tree) { return count_of(tree); }
int64_t le_extents_total(const le_extents *tree) { return tree && tree->root ? tree->root->sum[1] : 0; }

// Whether the tree has entries `first ..< first + count`. LE_BAD_ARGUMENT without a tree.
static le_status check_range(const le_extents *tree, int64_t first, int64_t count) {
    if (!tree) return LE_BAD_ARGUMENT;
    const int64_t entries = count_of(tree);
    return first >= 0 && count >= 0 && first <= entries && count <= entries - first ? LE_OK : LE_BAD_INDEX;
}

// Whether `count` is a valid length of an array of extents. An array that is too large for any tree is not read.
static le_status check_array(const int64_t *extents, int64_t count) {
    if (count < 0) return LE_BAD_INDEX;
    if (count > LE_MAX_COUNT) return LE_TOO_LARGE;
    return count && !extents ? LE_BAD_ARGUMENT : LE_OK;
}

static le_status replace(le_extents *tree, le_status status, le__extents_node *root) {
    if (status != LE_OK) return status;
    le__extents_release(tree->root);
    tree->root = root;
    return LE_OK;
}

le_status le_extents_assign(le_extents *tree, const int64_t *extents, int64_t count) {
    if (!tree) return LE_BAD_ARGUMENT;
    le__extents_node *root = NULL;
    le_status status = check_array(extents, count);
    if (status == LE_OK) status = le__extents_build(extents, count, &root, NULL);
    return replace(tree, status, root);
}

le_status le_extents_assign_runs(le_extents *tree, const le_run *runs, size_t count) {
    if (!tree || (count && !runs)) return LE_BAD_ARGUMENT;
    le__extents_node *root = NULL;
    le_status status = le__extents_build_runs(runs, count, &root, NULL);
    return replace(tree, status, root);
}

int64_t le_extents_offset(const le_extents *tree, int64_t index, le_work *work) {
    return tree ? le__extents_offset(tree->root, index, work) : 0;
}

le_extent_at le_extents_entry(const le_extents *tree, int64_t index, le_work *work) {
    if (index < 0 || index >= count_of(tree)) return (le_extent_at){count_of(tree), le_extents_total(tree), 0};
    return le__extents_entry(tree->root, index, work);
}

le_extent_at le_extents_at_offset(const le_extents *tree, int64_t offset, le_work *work) {
    le__extents_path path;
    return le__extents_at_offset(tree ? tree->root : NULL, offset, &path, work);
}

le_status le_extents_read(const le_extents *tree, int64_t first, int64_t count, int64_t *out) {
    le_status status = check_range(tree, first, count);
    if (status != LE_OK) return status;
    if (count && !out) return LE_BAD_ARGUMENT;
    le__extents_read(tree->root, first, count, out);
    return LE_OK;
}

le_status le_extents_resize(le_extents *tree, int64_t index, int64_t extent, le_work *work) {
    le_status status = check_range(tree, index, 1);
    return status == LE_OK ? le__extents_resize(&tree->root, index, extent, work) : status;
}

le_status le_extents_resize_range(le_extents *tree, int64_t first, const int64_t *extents, int64_t count,
                                  le_work *work) {
    le_status status = check_range(tree, first, count);
    if (status != LE_OK || count == 0) return status;
    if (!extents) return LE_BAD_ARGUMENT;
    if (count == 1) return le__extents_resize(&tree->root, first, extents[0], work);
    le_edit edit = {.at = first, .removed = count, .inserted = count, .source = 0};
    const le__script_values values = {.values = extents, .count = count};
    return le__extents_apply(&tree->root, &edit, 1, &values, work);
}

le_status le_extents_insert(le_extents *tree, int64_t at, const int64_t *extents, int64_t count, le_work *work) {
    le_status status = check_range(tree, at, 0);
    if (status == LE_OK) status = check_array(extents, count);
    if (status != LE_OK || count == 0) return status;
    if (count > LE_MAX_COUNT - count_of(tree)) return LE_TOO_LARGE;
    int64_t total;
    status = le__extents_checked_total(extents, count, &total);
    return status == LE_OK ? le__extents_insert(&tree->root, at, extents, count, total, work) : status;
}

le_status le_extents_insert_run(le_extents *tree, int64_t at, le_run run, le_work *work) {
    le_status status = check_range(tree, at, 0);
    if (status != LE_OK) return status;
    return run.count < 0 ? LE_BAD_INDEX : le__extents_insert_run(&tree->root, at, run, work);
}

le_status le_extents_remove(le_extents *tree, int64_t first, int64_t count, le_work *work) {
    le_status status = check_range(tree, first, count);
    return status == LE_OK ? le__extents_remove(&tree->root, first, count, work) : status;
}

le_status le_extents_move(le_extents *tree, int64_t first, int64_t count, int64_t to, le_work *work) {
    le_status status = check_range(tree, first, count);
    if (status == LE_OK) status = check_range(tree, to, count);
    return status == LE_OK ? le__extents_move_range(&tree->root, first, count, to, work) : status;
}

le_status le_extents_apply(le_extents *tree, const le_edit *edits, size_t edit_count, const int64_t *extents,
                           int64_t extent_count, size_t *failed, le_work *work) {
    if (!tree || (edit_count && !edits)) return LE_BAD_ARGUMENT;
    const bool zeros = !extents && extent_count == LE_MAX_COUNT;
    le_status status = zeros ? LE_OK : check_array(extents, extent_count);
    if (status == LE_OK) status = le__script_check(edits, edit_count, count_of(tree), extent_count, failed, NULL);
    if (status != LE_OK) return status;
    const le__script_values values = {.values = extents, .count = extent_count};
    return le__extents_apply(&tree->root, edits, edit_count, &values, work);
}

size_t le_extents_bytes(const le_extents *tree) { return tree ? sizeof *tree + le__extents_bytes(tree->root) : 0; }

const char *le_extents_check(const le_extents *tree) {
    return tree ? le__extents_check(tree->root, true, le__extents_check_leaf) : "there is no tree";
}
