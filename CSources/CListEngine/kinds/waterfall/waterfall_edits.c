// Changes of a waterfall: whatever the edit, the items from it on are placed again.
//
// All changes are scripts of edits (le_edit). The leaves before the first edit are shared by the old tree and the new;
// from the leaf of the edit on, leaves are made again with their heights and other columns. Where the columns come to
// stand as they did at some leaf behind the last edit, all from there on is shared too. The old tree stays whole until
// the new one is, so a refusal costs nothing but the work.

#include <string.h>

#include "kinds/waterfall/waterfall.h"
#include "support/paths.h"

// The tree with what `edits` (one at least, in order and in range) say replaced; `root` stays as it is.
le_status le__waterfall_apply(le__columns_node *root, const le__waterfall_rules *rules, const le_edit *edits,
                              size_t count, bool resizes, const le_sizes *sizes, le__columns_node **out,
                              le_fault *fault, le_work *work) {
    le__waterfall_stream stream;
    le__columns_path path = {0};
    int64_t items = le__waterfall_count(root), start = 0;
    if (root) {
        // An edit at a leaf's start goes on with the leaf before, which may have room.
        int64_t k = LE_MIN(LE_MAX(edits[0].at - 1, 0), items - 1), at = k, before[1];
        le__columns_path_find(root, 0, &k, &path, before);
        start = at - k;
        if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    }
    le__columns_node *leaf = path.leaf, *left = NULL, *right = NULL, *rest = NULL, *made = NULL, *joined = NULL;
    int64_t shared = start; // items before the leaves made again
    le__waterfall_stream_start(&stream, rules, leaf);

    size_t e = 0;
    int64_t skip = 0; // items from `start` on that an edit has already removed
    bool rejoined = false;
    do {
        int64_t here = leaf ? leaf->sum[0] : 0;
        if (leaf) le__columns_path_prefetch(&path);
        if (skip == 0 && (e == count || edits[e].at > start + here)) {
            if (e == count && stream.waiting == 0 && le__waterfall_front_equals(&stream.front, rules, leaf)) {
                LE_PATH(WATERFALL_REJOINED);
                rejoined = true;
                break;
            }
            le__waterfall_stream_leaf(&stream, leaf);
        } else {
            int64_t k = LE_MIN(skip, here);
            skip -= k;
            for (; e < count && edits[e].at <= start + here; e++) {
                int64_t stop = edits[e].at - start, removed = LE_MIN(edits[e].removed, start + here - edits[e].at);
                le__waterfall_stream_part(&stream, leaf, k, stop - k);
                if (edits[e].moved)
                    le__waterfall_stream_items(&stream, root, edits[e].source, edits[e].inserted);
                else
                    le__waterfall_stream_sizes(&stream, sizes, edits[e].source, edits[e].inserted,
                                               resizes ? root : NULL, edits[e].at, fault);
                k = stop + removed;
                skip = edits[e].removed - removed;
            }
            le__waterfall_stream_part(&stream, leaf, k, here - k);
        }
        if (work) work->items_moved += (uint64_t)here;
        start += here;
        if (leaf) leaf = le__columns_path_next(&path);
    } while (leaf && !stream.builder.failed);

    le_status status = le__waterfall_stream_finish(&stream, &made, work);
    if (status != LE_OK) return status;
    bool ok = le__columns_split(root, shared, &left, &rest) && le__columns_join(left, made, &joined);
    le__columns_release(rest);
    rest = NULL;
    if (ok && rejoined) {
        le__columns_node *front = joined;
        joined = NULL;
        ok = le__columns_split(root, start, &rest, &right) && le__columns_join(front, right, &joined);
        le__columns_release(front);
    }
    le__columns_release(left);
    le__columns_release(right);
    le__columns_release(rest);
    le__columns_release(made);
    if (ok) *out = joined;
    return ok ? LE_OK : LE_NO_MEMORY;
}

le_status le__waterfall_build(le__columns_node **root, const le__waterfall_rules *rules, const le_sizes *sizes,
                              int64_t first, int64_t count, le_fault *fault, le_work *work) {
    *root = NULL;
    if (count == 0) return LE_OK;
    le_edit all = {.inserted = count, .source = first};
    return le__waterfall_apply(NULL, rules, &all, 1, false, sizes, root, fault, work);
}

// Other rules for the same items; `by_ratio` is the same. LE_BAD_VALUE where a height is below what the new spacing
// asks for.
le_status le__waterfall_set_rules(le__columns_node **root, const le__waterfall_rules *old,
                                  const le__waterfall_rules *rules, le_work *work) {
    if (!*root) return LE_OK;
    bool same_heights =
        !rules->by_ratio || (old->width == rules->width && old->pitch == rules->pitch && old->scale == rules->scale);
    if (same_heights && old->columns == rules->columns && old->placement == rules->placement &&
        old->spacing == rules->spacing)
        return LE_OK;
    le__waterfall_stream stream;
    le__waterfall_stream_start(&stream, rules, NULL);
    le__columns_path path;
    le__columns_path_start(*root, &path);
    for (const le__columns_node *leaf = path.leaf; leaf && !stream.builder.failed;
         leaf = le__columns_path_next(&path)) {
        le__columns_path_prefetch(&path);
        int64_t heights[COLUMNS_ITEMS_MAX], least = le__waterfall_least(rules);
        if (!rules->by_ratio && rules->spacing < old->spacing && least > 0) {
            le__columns_read_heights(leaf, rules, 0, leaf->sum[0], heights);
            for (int64_t i = 0; i < leaf->sum[0]; i++)
                if (heights[i] < least) le__waterfall_stream_refuse(&stream, LE_BAD_VALUE);
        }
        if (!stream.builder.failed) le__waterfall_stream_part(&stream, leaf, 0, leaf->sum[0]);
        if (work) work->items_moved += (uint64_t)leaf->sum[0];
    }
    le__columns_node *made = NULL;
    le_status status = le__waterfall_stream_finish(&stream, &made, work);
    if (status != LE_OK) return status;
    le__columns_release(*root);
    *root = made;
    return LE_OK;
}

// Heights of items in points, or their ratios.
void le__waterfall_read(le__columns_node *root, const le__waterfall_rules *rules, int64_t first, int64_t count,
                        double *main) {
    if (count == 0) return;
    le__columns_path path;
    int64_t k = first, before[1];
    le__columns_path_find(root, 0, &k, &path, before);
    for (const le__columns_node *leaf = path.leaf; count > 0; leaf = le__columns_path_next(&path), k = 0) {
        int64_t heights[COLUMNS_ITEMS_MAX], n = LE_MIN(count, leaf->sum[0] - k);
        if (rules->by_ratio) {
            memcpy(main, (const double *)le__columns_heights(leaf) + k, (size_t)n * sizeof *main);
        } else {
            le__columns_read_heights(leaf, rules, k, n, heights);
            for (int64_t i = 0; i < n; i++) main[i] = le_points(heights[i] * WATERFALL_QUANTUM);
        }
        main += n;
        count -= n;
    }
}
