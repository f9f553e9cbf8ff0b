// Scripts of edits: applied in place, edit by edit, or in one pass over all leaves, whichever is less work.
#include "extents/extent_scripts.h"

#include <string.h>

#include "support/paths.h"

// Checks the order and ranges of a script, and the number of entries after it. Inserted entries can refer to values 0
// ..< `values`. `*growth`, if not NULL, receives the change in the number of entries. LE_BAD_EDITS with `*failed` set;
// LE_TOO_LARGE past LE_MAX_COUNT.
le_status le__script_check(const le_edit *edits, size_t count, int64_t entries, int64_t values, size_t *failed,
                           int64_t *growth) {
    int64_t end = 0, removed = 0, inserted = 0;
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
        // Twice the limit is too large whatever is removed, so the sum stops there and cannot overflow.
        inserted = LE_MIN(inserted + edit->inserted, 2 * LE_MAX_COUNT);
    }
    if (growth) *growth = inserted - removed;
    return inserted > LE_MAX_COUNT - (entries - removed) ? LE_TOO_LARGE : LE_OK;
}

// ---- One pass over all leaves

// Adds entries `first ..< first + count` of a tree and shares the leaves that lie within the range.
static le_status stream_range(le__extents_stream *stream, le__extents_node *root, int64_t first, int64_t count) {
    le__extents_path path;
    int64_t k = first, before[2];
    le__extents_path_find(root, 0, &k, &path, before);
    for (;;) {
        int64_t here = LE_MIN(count, path.leaf->sum[0] - k);
        le_status status = here == path.leaf->sum[0] ? le__extents_stream_leaf(stream, path.leaf)
                                                     : le__extents_stream_part(stream, path.leaf, k, here);
        count -= here;
        if (count == 0 || status != LE_OK) return status;
        le__extents_path_next(&path);
        k = 0;
    }
}

static le_status stream_inserted(le__extents_stream *stream, const le__script *script, const le_edit *edit) {
    if (edit->inserted == 0) return LE_OK;
    if (edit->moved) return stream_range(stream, script->old, edit->source, edit->inserted);
    const int64_t *values = le__script_values_of(script, edit);
    return values ? le__extents_stream_values(stream, values, edit->inserted)
                  : le__extents_stream_push(stream, edit->inserted, script->values->each);
}

// The state of a pass: the next edit, and how many of the following entries an edit has already removed.
typedef struct script_pass {
    le__extents_stream stream;
    const le__script *script;
    size_t next;
    int64_t skip;
} script_pass;

// Processes the entries of one leaf (NULL: of an empty tree) and the edits before its end, `end`; for the last leaf
// also the edits at its end. `start` is the index of the first entry of the leaf.
static le_status pass_leaf(script_pass *pass, const le__extents_node *leaf, int64_t start, int64_t end, bool last) {
    const le__script *script = pass->script;
    int64_t k = LE_MIN(pass->skip, end - start);
    pass->skip -= k;
    for (;;) {
        const le_edit *edit = pass->next < script->count ? &script->edits[pass->next] : NULL;
        if (edit && edit->at >= end && !last) edit = NULL;
        int64_t stop = edit ? edit->at - start : end - start;
        if (stop > k) {
            le_status status = le__extents_stream_part(&pass->stream, leaf, k, stop - k);
            if (status != LE_OK) return status;
            k = stop;
        }
        if (!edit) return LE_OK;
        le_status status = stream_inserted(&pass->stream, script, edit);
        if (status != LE_OK) return status;
        int64_t removed = LE_MIN(edit->removed, end - start - k);
        k += removed;
        pass->skip = edit->removed - removed;
        pass->next++;
    }
}

// Adds a leaf with its edits applied, if they can be made in the leaf alone and neither make it small nor too large.
// False, with nothing changed, otherwise. The other arguments are those of pass_leaf.
static bool patch_leaf(script_pass *pass, const le__extents_node *leaf, int64_t start, bool last, le_status *status) {
    size_t stop = pass->next;
    int64_t growth = 0;
    const int64_t n = pass->skip ? -1 : le__script_count_after(pass->script, leaf, start, last, &stop, &growth);
    if (n > LE__DENSE_MAX || n * (int64_t)sizeof(uint32_t) < (int64_t)LE__EXTENTS_SMALL) return false;
    le__extents_node *patched = le__extents_leaf_alloc(LE__DENSE_32, (uint32_t)n);
    *status = LE_NO_MEMORY;
    if (!patched) return true;
    le__script_write(pass->script, pass->next, stop, start, le__extents_dense32(leaf), 0, leaf->sum[0],
                     le__extents_dense32(patched));
    pass->next = stop;
    patched->sum[0] = n;
    patched->sum[1] = leaf->sum[1] + growth;
    *status = le__extents_stream_leaf(&pass->stream, patched);
    le__extents_release(patched);
    return true;
}

// Leaves without edits are shared. Most others are patched: copied with their edits. The rest is decoded.
static le_status script_stream(le__extents_node **root, const le__script *script, le_work *work) {
    LE_PATH(SCRIPT_STREAM);
    script_pass pass; // not initialised as a whole: most of a stream is buffer space
    le__extents_stream_start(&pass.stream);
    pass.script = script;
    pass.next = 0;
    pass.skip = 0;
    le_status status = LE_OK;
    const int64_t count = le__extents_count(*root);
    if (count == 0) {
        status = pass_leaf(&pass, NULL, 0, 0, true);
    } else {
        le__extents_path path;
        int64_t start = 0;
        le__extents_path_start(*root, &path);
        for (; path.leaf && status == LE_OK; le__extents_path_next(&path)) {
            const int64_t end = start + path.leaf->sum[0];
            bool edited = pass.next < script->count && (script->edits[pass.next].at < end || end == count);
            if (edited || pass.skip) {
                if (!patch_leaf(&pass, path.leaf, start, end == count, &status))
                    status = pass_leaf(&pass, path.leaf, start, end, end == count);
                if (work) work->items_moved += (uint64_t)(end - start);
            } else {
                status = le__extents_stream_leaf(&pass.stream, path.leaf);
            }
            start = end;
        }
    }
    le__extents_node *made = NULL;
    status = le__extents_stream_finish(&pass.stream, status, &made, work);
    if (status != LE_OK) return status;
    le__extents_release(*root);
    *root = made;
    return LE_OK;
}

// ---- Edit by edit

// Inserts entries `first ..< first + count` of one tree into another at `at`, by split and join.
static le_status insert_range(le__extents_node **root, int64_t at, le__extents_node *from, int64_t first, int64_t count,
                              le_work *work) {
    int64_t total = le__extents_offset(from, first + count, NULL) - le__extents_offset(from, first, NULL);
    le_status status = le__extents_can_hold(*root, count, 0, total);
    if (status != LE_OK) return status;
    le__extents_node *front = NULL, *rest = NULL, *middle = NULL, *behind = NULL;
    status = LE_NO_MEMORY;
    if (le__extents_split(from, first, &front, &rest) && le__extents_split(rest, count, &middle, &behind))
        status = le__extents_exchange(root, at, 0, middle, work);
    le__extents_release(front);
    le__extents_release(rest);
    le__extents_release(middle);
    le__extents_release(behind);
    return status;
}

// Replaces `removed` entries at `at` with the entries that the edit inserts.
static le_status script_replace(le__extents_node **root, const le__script *script, const le_edit *edit, int64_t at,
                                int64_t removed, le_work *work) {
    const int64_t inserted = edit->inserted;
    int64_t few[LE__MOVE_FEW], total = 0;
    const int64_t *values = edit->moved ? NULL : le__script_values_of(script, edit);
    if (!values && inserted <= LE__MOVE_FEW) {
        if (edit->moved)
            le__extents_read(script->old, edit->source, inserted, few);
        else
            for (int64_t i = 0; i < inserted; i++) few[i] = script->values->each;
        values = few;
    }
    le_status status = LE_OK;
    if (values && inserted) status = le__extents_checked_total(values, inserted, &total);
    if (status != LE_OK) return status;
    if (removed == 1 && inserted == 1) return le__extents_resize(root, at, values[0], work);
    status = le__extents_remove(root, at, removed, work);
    if (status != LE_OK) return status;
    if (values) return le__extents_insert(root, at, values, inserted, total, work);
    if (edit->moved) return insert_range(root, at, script->old, edit->source, inserted, work);
    return le__extents_insert_run(root, at, (le_run){inserted, script->values->each}, work);
}

// From the last edit to the first, so that indices of the old list stay valid.
static le_status script_backwards(le__extents_node **root, const le__script *script, le_work *work) {
    le_status status = LE_OK;
    for (size_t e = script->count; e-- > 0 && status == LE_OK;)
        status = script_replace(root, script, &script->edits[e], script->edits[e].at, script->edits[e].removed, work);
    return status;
}

// Removes all entries before inserting any, so that intermediate totals exceed the limits only if the final total does.
static le_status script_removals_first(le__extents_node **root, const le__script *script, le_work *work) {
    le_status status = LE_OK;
    for (size_t e = script->count; e-- > 0 && status == LE_OK;)
        status = le__extents_remove(root, script->edits[e].at, script->edits[e].removed, work);
    int64_t growth = 0; // from the edits before this one
    for (size_t e = 0; e < script->count && status == LE_OK; e++) {
        const le_edit *edit = &script->edits[e];
        status = script_replace(root, script, edit, edit->at + growth, 0, work);
        growth += edit->inserted - edit->removed;
    }
    return status;
}

// For a tree with several leaves.
static le_status script_edits(le__extents_node **root, const le__script *script, le_work *work) {
    LE_PATH(SCRIPT_EDITS);
    // The old tree is kept and put back if an edit fails.
    le__extents_node *old = *root;
    le__retain(old);
    le_status status = script_backwards(root, script, work);
    if (status == LE_TOO_LARGE) {
        le__extents_release(*root);
        *root = old;
        le__retain(old);
        status = script_removals_first(root, script, work);
    }
    if (status != LE_OK) {
        le__extents_release(*root);
        *root = old;
    } else {
        le__extents_release(old);
    }
    return status;
}

// The approximate number of leaves of a tree. A single edit costs as much as sharing 60 leaves in a streaming pass.
static size_t leaves_about(const le__extents_node *root) {
    if (!root) return 0;
    size_t leaves = root->head.level ? root->head.n : 1;
    for (int level = root->head.level; level > 1; level--) leaves *= LE__EXTENTS_FANOUT * 3 / 4;
    return leaves;
}

// ---- All ways

le_status le__extents_apply(le__extents_node **root, const le_edit *edits, size_t count,
                            const le__script_values *values, le_work *work) {
    if (count == 0) return LE_OK;
    le__script script = {.edits = edits, .count = count, .values = values, .old = *root};
    // If leaves have many edits, the pass that writes each leaf once is faster.
    const bool dense = *root && (*root)->head.level && count > (uint64_t)(*root)->sum[0] / 16;
    if (!dense && le__script_in_place(root, &script, work)) return LE_OK;
    script.old = *root; // the nodes on the way may be copies now
    if (count < (leaves_about(*root) + 59) / 60) return script_edits(root, &script, work);
    return script_stream(root, &script, work);
}
