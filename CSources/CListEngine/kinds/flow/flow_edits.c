// Building flows, and single edits of them: see flow_edits.h.
#include "kinds/flow/flow_edits.h"

#include <stdlib.h>
#include <string.h>

#include "support/paths.h"

le_status le__flow_build(le__flow *flow, const le_sizes *sizes, int64_t first_size, int64_t count, le_fault *fault,
                         le_work *work) {
    if (count > LE_MAX_COUNT) return LE_TOO_LARGE;
    le__flow_source source = le__flow_source_of(&flow->rules, sizes, first_size, count, fault);
    le__flow_stream stream;
    le__flow_stream_start(&stream, &flow->rules);
    le__flow_stream_expect(&stream, count);
    le__flow_stream_source(&stream, &source, 0, count, true);
    return le__flow_stream_finish(&stream, flow, work);
}

// ---- By rewriting

// Replaces `leaves` leaves, which hold `items` items from item `start` on, by the leaves of the stream. `leaves` is 0
// when they do not all have the same parent.
static le_status put_leaves(le__flow *flow, le__flow_stream *stream, int64_t start, int64_t items, uint32_t leaves,
                            le_work *work) {
    le__lines_builder *builder = &stream->builder;
    if (items < le__flow_items(flow->root) && leaves && builder->n && builder->n < LINES_FANOUT) {
        le__lines_path path;
        int64_t k = start;
        if (!le__lines_path_own(&flow->root, &k, &path, work)) {
            builder->failed = true;
            le__lines_builder_finish(builder, NULL, NULL);
            return LE_NO_MEMORY;
        }
        if (le__lines_path_splice_fits(&path, leaves, (uint32_t)builder->n)) {
            LE_PATH(INNER_SPLICE);
            uint32_t slot = (uint32_t)path.slot[path.depth - 1];
            le__lines_path_splice(&path, slot, leaves, builder->nodes, (uint32_t)builder->n, work);
            le__lines_builder_free(builder);
            return LE_OK;
        }
    }
    le__lines_node *middle = NULL;
    if (!le__lines_builder_finish(builder, &middle, work)) return LE_NO_MEMORY;
    if (items == le__flow_items(flow->root)) {
        le__lines_release(flow->root);
        flow->root = middle;
        return LE_OK;
    }
    LE_PATH(TREE_REPLACE);
    bool ok = le__lines_replace(&flow->root, start, items, middle, work);
    le__lines_release(middle);
    return ok ? LE_OK : LE_NO_MEMORY;
}

// Replaces items `at ..< at + removed` with the items of the source, starting with the leaf of the item before `at`.
// With nothing to replace it repairs a tree that was cut and joined at `at`: the line starts there and after it may be
// wrong.
static LE_NOINLINE le_status rewrite(le__flow *flow, int64_t at, int64_t removed, const le__flow_source *source,
                                     le_work *work) {
    le__lines_node *root = flow->root;
    const int64_t items = le__flow_items(root), end = at + removed;
    le__flow_stream stream;
    le__flow_stream_start(&stream, &flow->rules);
    const bool bulk = source->count > FLOW_STREAM_SMALL;
    if (bulk) le__flow_stream_expect(&stream, source->count);

    // The leaf of the item before the edit, up to the edit.
    le__lines_path first = {.depth = 0}, path;
    int64_t before[LINES_SUMS] = {0}, until[LINES_SUMS] = {0}, k = LE_MAX(at - 1, 0);
    path.leaf = NULL;
    uint32_t leaves = 0;
    if (root) {
        le__lines_path_find(root, SUM_ITEMS, &k, &first, before);
        le__flow_stream_part(&stream, first.leaf, 0, (size_t)(at - before[SUM_ITEMS]), bulk);
    }
    le__flow_stream_source(&stream, source, 0, source->count, bulk);

    // The items after the edit, leaf by leaf.
    if (end < items) {
        int64_t j = end;
        le__lines_path_find(root, SUM_ITEMS, &j, &path, until);
        size_t from = (size_t)j;
        bool seam = removed == 0 && source->count == 0;
        while (path.leaf) {
            le__flow_stream_break(&stream, bulk && stream.n - stream.broken >= FLOW_STREAM_SMALL);
            const le__lines_node *leaf = path.leaf;
            bool small = stream.builder.n == 0 && stream.n > 0 && stream.n < LINES_SMALL;
            bool begins = from == 0 && stream.open.used > stream.limit - le__lines_width(leaf, 0);
            if ((begins && !small && !seam) || stream.status != LE_OK) break;
            seam = false;
            if (from == 0) LE_PATH(FLOW_REFLOW_LEAF);
            le__flow_stream_part(&stream, leaf, from, leaf->head.n, false);
            for (int c = 0; c < LINES_SUMS; c++) until[c] += leaf->sum[c];
            if (work) work->nodes_visited++;
            from = 0;
            le__lines_path last = path;
            le__lines_path_next(&path);
            bool one_parent = last.depth > 0 && last.node[last.depth - 1] == first.node[first.depth - 1];
            leaves = one_parent ? (uint32_t)(last.slot[last.depth - 1] - first.slot[first.depth - 1] + 1) : 0;
        }
    } else if (root) {
        memcpy(until, root->sum, sizeof until);
    }
    if (leaves == 0 && root && first.depth > 0 && until[SUM_ITEMS] == before[SUM_ITEMS] + first.leaf->sum[SUM_ITEMS])
        leaves = 1;
    le_status status = le__flow_stream_close(&stream, bulk);
    int64_t grown = stream.advance - (until[SUM_ADVANCE] - before[SUM_ADVANCE]);
    if (status == LE_OK && root && grown > LE_MAX_TOTAL - root->sum[SUM_ADVANCE]) status = LE_TOO_LARGE;
    if (status != LE_OK) {
        stream.builder.failed = true;
        le__lines_builder_finish(&stream.builder, NULL, NULL);
        return status;
    }
    if (work) work->items_moved += (uint64_t)(until[SUM_ITEMS] - before[SUM_ITEMS]);
    return put_leaves(flow, &stream, before[SUM_ITEMS], until[SUM_ITEMS] - before[SUM_ITEMS], leaves, work);
}

// ---- Edits

// Edits of at most this many items are tried in place.
enum { EDIT_FEW = 16 };

// An edit is continued in place over at most this many consecutive even stretches (items of one width) with other items
// between them.
enum { STRETCHES_MAX = 8 };

// `depth`: the number of such stretches whose end is already being edited.
le_status le__flow_edit(le__flow *flow, int64_t at, int64_t removed, const le__flow_source *source, int depth,
                        le_work *work) {
    if (removed == 0 && source->count == 0) return LE_OK;
    int64_t items = le__flow_items(flow->root);
    if (source->count > LE_MAX_COUNT - (items - removed)) return LE_TOO_LARGE;
    le__flow_source few = *source;
    int64_t widths[EDIT_FEW], heights[EDIT_FEW];
    if (source->count <= EDIT_FEW && flow->root) {
        bool narrow = true;
        for (int64_t i = 0; i < source->count; i++) {
            le_status status = le__flow_source_item(source, i, &widths[i], &heights[i]);
            if (status != LE_OK) return status;
            narrow &= (widths[i] | heights[i]) >> 32 == 0;
        }
        // The line spacing is checked so that no sum in a leaf can overflow.
        narrow &= flow->rules.line_spacing >= INT32_MIN && flow->rules.line_spacing <= INT32_MAX;
        if (narrow && removed <= LINES_MAX) {
            le__lines_path path;
            int64_t k = LE_MIN(at, items - 1);
            if (!le__lines_path_own(&flow->root, &k, &path, work)) return LE_NO_MEMORY;
            if (at == items) k++;
            le__flow_leaf_edit change = {
                .widths = widths, .heights = heights, .removed = (size_t)removed, .count = (size_t)source->count};
            le__flow_in_place done = le__flow_edit_leaf(flow, &path, (size_t)k, &change, work);
            if (done == EDIT_DONE) return LE_OK;
            le_status status;
            if (done == EDIT_GOES_ON && depth < STRETCHES_MAX &&
                le__flow_edit_stretch(flow, at, &change, depth, work, &status))
                return status;
        }
        few = (le__flow_source){.widths = widths, .heights = heights, .count = source->count};
    }
    return rewrite(flow, at, removed, &few, work);
}

le_status le__flow_insert(le__flow *flow, int64_t at, const le_sizes *sizes, int64_t first_size, int64_t count,
                          le_fault *fault, le_work *work) {
    le__flow_source source = le__flow_source_of(&flow->rules, sizes, first_size, count, fault);
    return le__flow_edit(flow, at, 0, &source, 0, work);
}

le_status le__flow_remove(le__flow *flow, int64_t first, int64_t count, le_work *work) {
    const le__flow_source nothing = {.count = 0};
    return le__flow_edit(flow, first, count, &nothing, 0, work);
}

le_status le__flow_resize(le__flow *flow, int64_t first, const le_sizes *sizes, int64_t first_size, int64_t count,
                          le_fault *fault, le_work *work) {
    le__flow_source source = le__flow_source_of(&flow->rules, sizes, first_size, count, fault);
    return le__flow_edit(flow, first, count, &source, 0, work);
}

// Lays out the same items by other rules.
le_status le__flow_set_rules(le__flow *flow, const le__flow_rules *rules, le_work *work) {
    bool same = rules->line == flow->rules.line && rules->item_spacing == flow->rules.item_spacing &&
                rules->line_spacing == flow->rules.line_spacing;
    if (!same && flow->root) {
        le__flow_stream stream;
        le__flow_stream_start(&stream, rules);
        le__flow_stream_expect(&stream, le__flow_items(flow->root));
        le__lines_path path;
        le__lines_path_start(flow->root, &path);
        while (path.leaf && stream.status == LE_OK) {
            le__lines_path_prefetch(&path);
            le__flow_stream_part(&stream, path.leaf, 0, path.leaf->head.n, true);
            le__lines_path_next(&path);
        }
        le_status status = le__flow_stream_finish(&stream, flow, work);
        if (status != LE_OK) return status;
    }
    flow->rules = *rules;
    return LE_OK;
}

le__flow_undo le__flow_undo_begin(le__flow *flow) {
    if (flow->root) le__node_retain(flow->root);
    return (le__flow_undo){flow->root};
}

le_status le__flow_undo_end(le__flow_undo undo, le__flow *flow, le_status status) {
    if (status == LE_OK) {
        le__lines_release(undo.root);
    } else {
        le__lines_release(flow->root);
        flow->root = undo.root;
    }
    return status;
}

// Moves items by applying a script.
static le_status move_by_script(le__flow *flow, int64_t first, int64_t count, int64_t to, le_work *work) {
    const le_edit out = {.at = first, .removed = count};
    const le_edit in = {.at = to < first ? to : to + count, .inserted = count, .source = first, .moved = true};
    const le_edit edits[] = {to < first ? in : out, to < first ? out : in};
    return le__flow_apply(flow, edits, 2, NULL, NULL, NULL, work);
}

// A few items are removed and inserted again. Many items move with their leaves: the tree is cut and joined, which may
// leave wrong line starts at the three seams. These are repaired in ascending order.
le_status le__flow_move(le__flow *flow, int64_t first, int64_t count, int64_t to, le_work *work) {
    if (count == 0 || first == to) return LE_OK;
    // Each cut adds at most one line, so no intermediate total exceeds four times the total. Near the limit an
    // intermediate total might overflow, or a step might be refused although the move as a whole is valid.
    if (flow->root->sum[SUM_ADVANCE] > LE_MAX_TOTAL / 8) return move_by_script(flow, first, count, to, work);
    le__flow_undo undo = le__flow_undo_begin(flow);
    le_status status;
    le__flow_source nothing = {.count = 0};
    if (count <= EDIT_FEW) {
        int64_t widths[EDIT_FEW], heights[EDIT_FEW];
        le__flow_read(flow, first, count, widths, heights);
        le__flow_source moved = {.widths = widths, .heights = heights, .count = count};
        status = le__flow_edit(flow, first, count, &nothing, 0, work);
        if (status == LE_OK) status = le__flow_edit(flow, to, 0, &moved, 0, work);
        return le__flow_undo_end(undo, flow, status);
    }
    LE_PATH(TREE_REPLACE);
    status = le__lines_move(&flow->root, first, count, to, work) ? LE_OK : LE_NO_MEMORY;
    int64_t seams[3] = {to, to + count, first + count};
    if (to > first) {
        seams[0] = first;
        seams[1] = to;
        seams[2] = to + count;
    }
    for (int i = 0; i < 3 && status == LE_OK; i++)
        if (seams[i] < le__flow_items(flow->root)) status = rewrite(flow, seams[i], 0, &nothing, work);
    return le__flow_undo_end(undo, flow, status);
}
