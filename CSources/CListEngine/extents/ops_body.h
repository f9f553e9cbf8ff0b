// The table of the extent tree for this instruction set.

static le_extent_at ops_at_offset(extents_node_t *root, int64_t offset, le_work *work) {
    extents_path path;
    return extents_at_offset(root, offset, &path, work);
}

static le_status ops_insert(extents_node_t **root, int64_t at, const int64_t *extents, int64_t count, le_work *work) {
    int64_t total;
    le_status status = checked_total(extents, count, &total);
    return status == LE_OK ? extents_insert(root, at, extents, count, total, work) : status;
}

static void ops_release(extents_node_t *root) { extents_release(root); }

static const char *ops_check(extents_node_t *root) { return extents_check(root, true, extents_check_leaf); }

const le__extents_ops le__extents_ops_core = {
    .build = extents_build,
    .build_runs = extents_build_runs,
    .offset = extents_offset,
    .entry = extents_entry,
    .at_offset = ops_at_offset,
    .read = extents_read,
    .resize = extents_resize,
    .insert = ops_insert,
    .insert_run = extents_insert_run,
    .remove = extents_remove,
    .move = extents_move_range,
    .apply = extents_apply,
    .release = ops_release,
    .bytes = extents_bytes,
    .check = ops_check,
};
