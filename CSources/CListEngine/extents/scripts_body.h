// Scripts of edits: edit by edit, or in one pass over all leaves, whichever is less work.

// Where an edit's entries come from: the values that `source` indexes, with moved ones read ahead.
typedef struct extents_script {
    const le_edit *edits;
    size_t count;
    const int64_t *values; // of inserted entries, not moved
    const int64_t *moved;  // of moved entries, in the order of the edits
} extents_script;

// Checks order and ranges; answers the number of moved entries, or -1 with `*failed` set.
static int64_t script_check(const le_edit *edits, size_t count, int64_t entries, int64_t values, size_t *failed) {
    int64_t end = 0, moved = 0, change = 0;
    for (size_t e = 0; e < count; e++) {
        const le_edit *edit = &edits[e];
        bool bad = edit->at < end || edit->at > entries || edit->removed < 0 || edit->removed > entries - edit->at ||
                   edit->inserted < 0;
        if (!bad && edit->inserted) {
            int64_t limit = edit->moved ? entries : values;
            bad = edit->source < 0 || edit->source > limit || edit->inserted > limit - edit->source;
        }
        if (!bad) {
            // Counts may pass the limit only when an edit inserts what others do not remove; see LE_TOO_LARGE below.
            change += edit->inserted;
            bad = change > LE_MAX_COUNT;
        }
        if (bad) {
            if (failed) *failed = e;
            return -1;
        }
        end = edit->at + edit->removed;
        if (edit->moved) moved += edit->inserted;
    }
    return moved;
}

// One pass over all leaves: those without edits are shared, the others are taken apart.
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
    const int64_t *moved = script->moved;
    int64_t count = extents_count(*root);
    while ((start < count || e < script->count) && status == LE_OK) {
        const extents_node_t *leaf = start < count ? path.leaf : NULL;
        int64_t here = leaf ? leaf->sum[0] : 0;
        bool edited = e < script->count && (script->edits[e].at < start + here || start + here == count);
        if (!edited && skip == 0) {
            le__retain(path.leaf);
            stream_leaf(&stream, path.leaf);
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
                const int64_t *values = edit->moved ? moved : script->values + edit->source;
                if (edit->moved) moved += edit->inserted;
                status = stream_values(&stream, values, edit->inserted);
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

// Edit by edit, from the last to the first, so that indices before the script stay true.
static le_status script_edits(extents_node_t **root, const extents_script *script, int64_t moved_count, le_work *work) {
    LE_PATH(SCRIPT_EDITS);
    // The old tree stays alive, so a failure in the middle costs nothing but the work: it is put back.
    extents_node_t *old = *root;
    if (old) le__retain(old);
    le_status status = LE_OK;
    const int64_t *moved = script->moved + moved_count;
    for (size_t e = script->count; e-- > 0 && status == LE_OK;) {
        const le_edit *edit = &script->edits[e];
        if (edit->moved) moved -= edit->inserted;
        const int64_t *values = edit->moved ? moved : script->values + edit->source;
        int64_t total = 0;
        if (edit->inserted) status = checked_total(values, edit->inserted, &total);
        if (status == LE_OK && edit->removed == 1 && edit->inserted == 1) {
            status = extents_resize(root, edit->at, values[0], work);
            continue;
        }
        if (status == LE_OK) status = extents_remove(root, edit->at, edit->removed, work);
        if (status == LE_OK) status = extents_insert(root, edit->at, values, edit->inserted, total, work);
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

static le_status extents_apply(extents_node_t **root, const le_edit *edits, size_t count, const int64_t *values,
                               int64_t value_count, size_t *failed, le_work *work) {
    int64_t moved_count = script_check(edits, count, extents_count(*root), value_count, failed);
    if (moved_count < 0) return LE_BAD_EDITS;
    if (count == 0) return LE_OK;
    int64_t *moved = NULL;
    if (moved_count) {
        moved = malloc((size_t)moved_count * sizeof *moved);
        if (!moved) return LE_NO_MEMORY;
        int64_t *at = moved;
        for (size_t e = 0; e < count; e++) {
            if (!edits[e].moved) continue;
            extents_read(*root, edits[e].source, edits[e].inserted, at);
            at += edits[e].inserted;
        }
    }
    extents_script script = {edits, count, values, moved};
    le_status status = count * 60 < leaves_about(*root) ? script_edits(root, &script, moved_count, work)
                                                        : script_stream(root, &script, work);
    free(moved);
    return status;
}
