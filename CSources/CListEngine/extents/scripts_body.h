// Scripts of edits: edit by edit, or in one pass over all leaves, whichever is less work.

// A script, and what its edits insert: `values` or, where that is NULL, `each` again and again. Moved entries are read
// from the tree before the script.
typedef struct extents_script {
    const le_edit *edits;
    size_t count;
    const int64_t *values;
    int64_t each;
    extents_node_t *old;
} extents_script;

// Checks order, ranges and the number of entries that a script leaves. `values` is how many values inserted entries can
// refer to; `*growth`, if not NULL, gets the difference that the script makes to the number of entries.
// LE_BAD_EDITS with `*failed` set; LE_TOO_LARGE past LE_MAX_COUNT.
static le_status script_check(const le_edit *edits, size_t count, int64_t entries, int64_t values, size_t *failed,
                              int64_t *growth) {
    int64_t end = 0, removed = 0, inserted = 0;
    bool overflow = false;
    for (size_t e = 0; e < count; e++) {
        const le_edit *edit = &edits[e];
        bool bad = edit->at < end || edit->at > entries || edit->removed < 0 || edit->removed > entries - edit->at ||
                   edit->inserted < 0;
        if (!bad && edit->inserted) {
            int64_t limit = edit->moved ? entries : values;
            bad = edit->source < 0 || edit->source > limit || edit->inserted > limit - edit->source;
        }
        if (bad) {
            if (failed) *failed = e;
            return LE_BAD_EDITS;
        }
        end = edit->at + edit->removed;
        removed += edit->removed;
        overflow |= __builtin_add_overflow(inserted, edit->inserted, &inserted);
    }
    if (growth) *growth = inserted - removed;
    return overflow || inserted > LE_MAX_COUNT - (entries - removed) ? LE_TOO_LARGE : LE_OK;
}

// ---- One pass over all leaves

// Adds entries `first ..< first + count` of a tree, sharing the leaves that lie within.
static le_status stream_range(extents_stream *stream, extents_node_t *root, int64_t first, int64_t count) {
    extents_path path;
    int64_t k = first, before[TREE_SUMS];
    extents_path_find(root, 0, &k, &path, before);
    for (;;) {
        int64_t here = LE_MIN(count, path.leaf->sum[0] - k);
        le_status status = here == path.leaf->sum[0] ? stream_leaf(stream, path.leaf)
                                                     : stream_part(stream, path.leaf, k, here);
        count -= here;
        if (count == 0 || status != LE_OK) return status;
        extents_path_next(&path);
        k = 0;
    }
}

static le_status stream_inserted(extents_stream *stream, const extents_script *script, const le_edit *edit) {
    if (edit->inserted == 0) return LE_OK;
    if (edit->moved) return stream_range(stream, script->old, edit->source, edit->inserted);
    if (script->values) return stream_values(stream, script->values + edit->source, edit->inserted);
    return stream_push(stream, edit->inserted, script->each);
}

// Leaves without edits are shared, the others are taken apart.
static le_status script_stream(extents_node_t **root, const extents_script *script, le_work *work) {
    LE_PATH(SCRIPT_STREAM);
    extents_stream stream;
    stream_start(&stream);
    le_status status = LE_OK;
    extents_path path;
    int64_t zero = 0, before[TREE_SUMS], start = 0;
    if (*root)
        extents_path_find(*root, 0, &zero, &path, before);
    else
        path.leaf = NULL;
    int64_t skip = 0; // entries from `start` on that an edit has already removed
    size_t e = 0;
    int64_t count = extents_count(*root);
    while ((start < count || e < script->count) && status == LE_OK) {
        extents_node_t *leaf = start < count ? path.leaf : NULL;
        int64_t here = leaf ? leaf->sum[0] : 0;
        bool edited = e < script->count && (script->edits[e].at < start + here || start + here == count);
        if (!edited && skip == 0) {
            status = stream_leaf(&stream, leaf);
        } else {
            int64_t k = LE_MIN(skip, here);
            skip -= k;
            for (;;) {
                bool more = e < script->count && (script->edits[e].at < start + here || start + here == count);
                int64_t stop = more ? script->edits[e].at - start : here;
                if (stop > k && status == LE_OK) {
                    status = stream_part(&stream, leaf, k, stop - k);
                    k = stop;
                }
                if (!more || status != LE_OK) break;
                const le_edit *edit = &script->edits[e++];
                status = stream_inserted(&stream, script, edit);
                if (status != LE_OK) break;
                int64_t removed = LE_MIN(edit->removed, here - k);
                k += removed;
                skip = edit->removed - removed;
            }
            if (work) work->items_moved += (uint64_t)here;
        }
        start += here;
        if (start < count)
            extents_path_next(&path);
        else if (e >= script->count)
            break;
    }
    extents_node_t *made = NULL;
    status = stream_finish(&stream, status, &made, work);
    if (status == LE_OK) {
        extents_release(*root);
        *root = made;
    }
    return status;
}

// ---- Edit by edit

// Puts entries `first ..< first + count` of one tree into another at `at`, by split and join.
static le_status extents_insert_range(extents_node_t **root, int64_t at, extents_node_t *from, int64_t first,
                                      int64_t count, le_work *work) {
    int64_t total = extents_offset(from, first + count, NULL) - extents_offset(from, first, NULL);
    le_status status = can_hold(*root, count, 0, total);
    if (status != LE_OK) return status;
    extents_node_t *front = NULL, *rest = NULL, *middle = NULL, *behind = NULL;
    status = LE_NO_MEMORY;
    if (extents_split(from, first, &front, &rest) && extents_split(rest, count, &middle, &behind))
        status = extents_exchange(root, at, 0, middle, work);
    extents_release(front);
    extents_release(rest);
    extents_release(middle);
    extents_release(behind);
    return status;
}

// Replaces `removed` entries at `at` by those that the edit inserts.
static le_status script_replace(extents_node_t **root, const extents_script *script, const le_edit *edit, int64_t at,
                                int64_t removed, le_work *work) {
    const int64_t inserted = edit->inserted;
    int64_t few[MOVE_FEW], total = 0;
    const int64_t *values = edit->moved || !script->values ? NULL : script->values + edit->source;
    if (!values && inserted <= MOVE_FEW) {
        if (edit->moved)
            extents_read(script->old, edit->source, inserted, few);
        else
            for (int64_t i = 0; i < inserted; i++) few[i] = script->each;
        values = few;
    }
    le_status status = LE_OK;
    if (values && inserted) status = checked_total(values, inserted, &total);
    if (status != LE_OK) return status;
    if (values && removed == 1 && inserted == 1) return extents_resize(root, at, values[0], work);
    status = extents_remove(root, at, removed, work);
    if (status != LE_OK) return status;
    if (values) return extents_insert(root, at, values, inserted, total, work);
    if (edit->moved) return extents_insert_range(root, at, script->old, edit->source, inserted, work);
    return extents_insert_run(root, at, (le_run){inserted, script->each}, work);
}

// From the last edit to the first, so that indices before the script stay true.
static le_status script_backwards(extents_node_t **root, const extents_script *script, le_work *work) {
    le_status status = LE_OK;
    for (size_t e = script->count; e-- > 0 && status == LE_OK;)
        status = script_replace(root, script, &script->edits[e], script->edits[e].at, script->edits[e].removed, work);
    return status;
}

// Removes all that goes before anything comes, so that the totals on the way pass the limits only where the last does.
static le_status script_removals_first(extents_node_t **root, const extents_script *script, le_work *work) {
    le_status status = LE_OK;
    for (size_t e = script->count; e-- > 0 && status == LE_OK;)
        status = extents_remove(root, script->edits[e].at, script->edits[e].removed, work);
    int64_t growth = 0; // of what stands before the edit
    for (size_t e = 0; e < script->count && status == LE_OK; e++) {
        const le_edit *edit = &script->edits[e];
        status = script_replace(root, script, edit, edit->at + growth, 0, work);
        growth += edit->inserted - edit->removed;
    }
    return status;
}

static le_status script_edits(extents_node_t **root, const extents_script *script, le_work *work) {
    LE_PATH(SCRIPT_EDITS);
    // The old tree stays alive, so a failure in the middle costs nothing but the work: it is put back.
    extents_node_t *old = *root;
    if (old) le__retain(old);
    le_status status = script_backwards(root, script, work);
    if (status == LE_TOO_LARGE) {
        extents_release(*root);
        *root = old;
        if (old) le__retain(old);
        status = script_removals_first(root, script, work);
    }
    if (status != LE_OK) {
        extents_release(*root);
        *root = old;
    } else {
        extents_release(old);
    }
    return status;
}

// About how many leaves a tree has: an edit by itself costs as much as sharing 60 of them in a streaming pass.
static size_t leaves_about(const extents_node_t *root) {
    if (!root) return 0;
    size_t leaves = root->head.level ? root->head.n : 1;
    for (int level = root->head.level; level > 1; level--) leaves *= TREE_FANOUT * 3 / 4;
    return leaves;
}

// Applies a script of edits that insert `value_count` values: those of `values` or, where that is NULL, `each`.
static le_status extents_apply(extents_node_t **root, const le_edit *edits, size_t count, const int64_t *values,
                               int64_t each, int64_t value_count, size_t *failed, le_work *work) {
    le_status status = script_check(edits, count, extents_count(*root), value_count, failed, NULL);
    if (status != LE_OK || count == 0) return status;
    if (!values && each < 0) return LE_BAD_VALUE;
    extents_script script = {.edits = edits, .count = count, .values = values, .each = each, .old = *root};
    if (count < (leaves_about(*root) + 59) / 60) return script_edits(root, &script, work);
    return script_stream(root, &script, work);
}
