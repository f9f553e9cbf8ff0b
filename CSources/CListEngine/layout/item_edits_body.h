// Changes of the items of one section.

enum { FEW_SIZES = 64 };

// Items of one size in place of all that there are: one leaf, whatever was there before.
static le_status list_refill(extents_node_t **root, int64_t spacing, const change *c, int64_t room, le_work *work) {
    int64_t count = c->sizes->count, stride = 0, total, old = extents_total(*root);
    le_status status = count ? size_stride(c->sizes, 0, le__size_main(c->sizes, 0), spacing, c->fault, &stride) : LE_OK;
    if (status != LE_OK) return status;
    if (__builtin_mul_overflow(count, stride, &total) || total > LE_MAX_TOTAL || total - old > room)
        return LE_TOO_LARGE;
    le_run run = {count, stride};
    extents_node_t *refilled = NULL;
    if (count > RUN_COUNT_MAX) {
        status = extents_build_runs(&run, 1, &refilled, work);
        if (status != LE_OK) return status;
    } else if (count) {
        refilled = encode_one(&run, 1, count, stride >= EXTENT_32_END);
        if (!refilled) return LE_NO_MEMORY;
        if (work) work->nodes_written++;
    }
    extents_release(*root);
    *root = refilled;
    return LE_OK;
}

// A script. One size for all that comes takes no memory for each of it.
static le_status list_apply(extents_node_t **root, int64_t spacing, const change *c, le_work *work) {
    int64_t few[FEW_SIZES], *strides = few, each = 0, count = c->sizes ? c->sizes->count : 0;
    le_status status = LE_OK;
    if (count > LE_MAX_COUNT) return LE_TOO_LARGE;
    if (count && c->sizes->form == LE_SIZES_CONSTANT) {
        status = size_stride(c->sizes, 0, le__size_main(c->sizes, 0), spacing, c->fault, &each);
        strides = NULL;
    } else if (count) {
        if (count > FEW_SIZES) strides = malloc((size_t)count * sizeof *strides);
        if (!strides) return LE_NO_MEMORY;
        status = sizes_strides(c->sizes, 0, count, spacing, c->fault, strides);
    }
    if (status == LE_OK) status = extents_apply(root, c->edits, c->edit_count, strides, each, count, c->failed, work);
    if (strides != few) free(strides);
    return status;
}

// `room` is what the layout's total can still grow by: a change that needs more is refused before anything happens.
static le_status list_change(extents_node_t **root, const le_section_spec *spec, const change *c, int64_t room,
                             le_work *work) {
    int64_t few[FEW_SIZES], total = 0, spacing = spec->line_spacing, count = c->sizes ? c->sizes->count : 0;
    le_status status = LE_OK;
    switch (c->what) {
    case REMOVE:
        return extents_remove(root, c->first, c->count, work);
    case MOVE:
        return extents_move_range(root, c->first, c->count, c->to, work);
    case INSERT:
    case RESIZE: {
        if (count <= FEW_SIZES && c->sizes->form != LE_SIZES_RUNS && (c->what == INSERT || count == 1)) {
            status = sizes_strides(c->sizes, 0, count, spacing, c->fault, few);
            if (status == LE_OK) status = checked_total(few, count, &total);
            if (status != LE_OK) return status;
            if (c->what == INSERT)
                return total > room ? LE_TOO_LARGE : extents_insert(root, c->first, few, count, total, work);
            if (total > room && total - extents_entry(*root, c->first, NULL).extent > room) return LE_TOO_LARGE;
            return extents_resize(root, c->first, few[0], work);
        }
        extents_stream stream;
        stream_start(&stream);
        status = stream_strides(&stream, c->sizes, 0, count, spacing, NULL, c->fault);
        if (status == LE_OK) status = le__extents_stream_flush(&stream);
        int64_t old = 0;
        if (c->what == RESIZE)
            old = extents_offset(*root, c->first + count, NULL) - extents_offset(*root, c->first, NULL);
        if (status == LE_OK) status = can_hold(*root, c->what == INSERT ? count : 0, old, stream.total);
        if (status == LE_OK && stream.total - old > room) status = LE_TOO_LARGE;
        if (status == LE_OK && c->what == INSERT) return extents_insert_stream(root, c->first, &stream, work);
        extents_node_t *middle = NULL;
        status = stream_finish(&stream, status, &middle, work);
        if (status == LE_OK) status = extents_exchange(root, c->first, count, middle, work);
        extents_release(middle);
        return status;
    }
    case REFILL:
        return list_refill(root, spacing, c, room, work);
    case APPLY:
        return list_apply(root, spacing, c, work);
    }
    return LE_NOT_SUPPORTED;
}
