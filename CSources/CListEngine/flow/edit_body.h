// Building and editing flow trees.
//
// An edit is re-flowed from the start of the line that holds the item before it: what stands before that line is not
// touched by anything behind it. Re-flow ends at the first old line start that is a line start again.
//
// - In place (in_place_body.h): where the leaves concerned have room, their items and bitmaps are corrected.
// - By shifting (shift_body.h): where what follows are leaves of items of one width.
// - By rewriting: otherwise the leaves from the edit on are streamed again until one of them begins with a line start
//   as before, and replaced by what the stream makes. Nothing that exists changes before all of it is made, so a
//   failed allocation leaves the flow as it was.

LE_INLINE int64_t flow_items(const flow_node_t *root) { return root ? root->sum[SUM_ITEMS] : 0; }

static le_status flow_build(le__flow *flow, const le_sizes *sizes, int64_t first_size, int64_t count, le_fault *fault,
                            le_work *work) {
    if (count > LE_MAX_COUNT) return LE_TOO_LARGE;
    flow_source source = source_of(&flow->rules, sizes, first_size, count, fault);
    flow_stream stream;
    stream_start(&stream, &flow->rules);
    stream_expect(&stream, count);
    stream_source(&stream, &source, 0, count, true);
    flow_node_t *root = NULL;
    le_status status = stream_finish(&stream, true, &root, work);
    if (status != LE_OK) return status;
    if (work) work->items_moved += (uint64_t)count;
    flow_release(flow->root);
    flow->root = root;
    return LE_OK;
}

// ---- By rewriting

// Puts the stream's leaves where `leaves` leaves with `items` items stand, from the one that begins with item `start`
// on. `leaves` is 0 when they do not all have one parent.
static le_status put_leaves(le__flow *flow, flow_stream *stream, int64_t start, int64_t items, uint32_t leaves,
                            le_work *work) {
    flow_builder *builder = &stream->builder;
    if (items < flow_items(flow->root) && leaves && builder->n && builder->n < TREE_FANOUT) {
        flow_path path;
        int64_t k = start;
        if (!flow_path_own(&flow->root, &k, &path, work)) {
            builder->failed = true;
            flow_builder_finish(builder, NULL, NULL);
            return LE_NO_MEMORY;
        }
        if (flow_path_splice_fits(&path, leaves, (uint32_t)builder->n)) {
            LE_PATH(INNER_SPLICE);
            uint32_t slot = (uint32_t)path.slot[path.depth - 1];
            flow_path_splice(&path, slot, leaves, builder->nodes, (uint32_t)builder->n, work);
            flow_builder_free(builder);
            return LE_OK;
        }
    }
    flow_node_t *middle = NULL;
    if (!flow_builder_finish(builder, &middle, work)) return LE_NO_MEMORY;
    if (items == flow_items(flow->root)) {
        flow_release(flow->root);
        flow->root = middle;
        return LE_OK;
    }
    LE_PATH(TREE_REPLACE);
    bool ok = flow_replace(&flow->root, start, items, middle, work);
    flow_release(middle);
    return ok ? LE_OK : LE_NO_MEMORY;
}

// Replaces items `at ..< at + removed` by the source's, from the leaf of the item before on. With nothing to replace
// it mends a tree that was cut and joined at `at`: neither that line start nor those behind it hold.
static LE_NOINLINE le_status rewrite(le__flow *flow, int64_t at, int64_t removed, const flow_source *source,
                                     le_work *work) {
    flow_node_t *root = flow->root;
    const int64_t items = flow_items(root), end = at + removed;
    flow_stream stream;
    stream_start(&stream, &flow->rules);
    const bool bulk = source->count > STREAM_SMALL;
    if (bulk) stream_expect(&stream, source->count);

    // The leaf of the item before, up to the edit.
    flow_path first = {.depth = 0}, path;
    int64_t before[TREE_SUMS] = {0}, until[TREE_SUMS] = {0}, k = LE_MAX(at - 1, 0);
    path.leaf = NULL;
    uint32_t leaves = 0;
    if (root) {
        flow_path_find(root, SUM_ITEMS, &k, &first, before);
        stream_part(&stream, first.leaf, 0, (size_t)(at - before[SUM_ITEMS]), bulk);
    }
    stream_source(&stream, source, 0, source->count, bulk);

    // What follows, leaf by leaf.
    if (end < items) {
        int64_t j = end;
        flow_path_find(root, SUM_ITEMS, &j, &path, until);
        size_t from = (size_t)j;
        bool seam = removed == 0 && source->count == 0;
        while (path.leaf) {
            stream_break(&stream, bulk && stream.n - stream.broken >= STREAM_SMALL);
            const flow_node_t *leaf = path.leaf;
            bool small = stream.builder.n == 0 && stream.n > 0 && stream.n < LEAF_SMALL;
            bool begins = from == 0 && stream.open.used > stream.limit - leaf_width(leaf, 0);
            if ((begins && !small && !seam) || stream.status != LE_OK) break;
            seam = false;
            if (from == 0) LE_PATH(FLOW_REFLOW_LEAF);
            stream_part(&stream, leaf, from, leaf->head.n, false);
            for (int c = 0; c < TREE_SUMS; c++) until[c] += leaf->sum[c];
            if (work) work->nodes_visited++;
            from = 0;
            flow_path last = path;
            flow_path_next(&path);
            bool one_parent = last.depth > 0 && last.node[last.depth - 1] == first.node[first.depth - 1];
            leaves = one_parent ? (uint32_t)(last.slot[last.depth - 1] - first.slot[first.depth - 1] + 1) : 0;
        }
    } else if (root) {
        memcpy(until, root->sum, sizeof until);
    }
    if (leaves == 0 && root && first.depth > 0 && until[SUM_ITEMS] == before[SUM_ITEMS] + first.leaf->sum[SUM_ITEMS])
        leaves = 1;
    le_status status = stream_close(&stream, bulk);
    int64_t grown = stream.advance - (until[SUM_ADVANCE] - before[SUM_ADVANCE]);
    if (status == LE_OK && root && grown > LE_MAX_TOTAL - root->sum[SUM_ADVANCE]) status = LE_TOO_LARGE;
    if (status != LE_OK) {
        stream.builder.failed = true;
        flow_builder_finish(&stream.builder, NULL, NULL);
        return status;
    }
    if (work) work->items_moved += (uint64_t)(until[SUM_ITEMS] - before[SUM_ITEMS]);
    return put_leaves(flow, &stream, before[SUM_ITEMS], until[SUM_ITEMS] - before[SUM_ITEMS], leaves, work);
}

// ---- Edits

// Edits of up to this many items are tried in place.
enum { EDIT_FEW = 16 };

// Stretches of items of one width that follow each other, with others between them, up to which an edit goes on in
// place.
enum { STRETCHES_MAX = 8 };

// `depth`: of how many such stretches the end is being edited.
static le_status edit(le__flow *flow, int64_t at, int64_t removed, const flow_source *source, int depth,
                      le_work *work) {
    if (removed == 0 && source->count == 0) return LE_OK;
    int64_t items = flow_items(flow->root);
    if (source->count > LE_MAX_COUNT - (items - removed)) return LE_TOO_LARGE;
    flow_source few = *source;
    int64_t widths[EDIT_FEW], heights[EDIT_FEW];
    if (source->count <= EDIT_FEW && flow->root) {
        bool narrow = true;
        for (int64_t i = 0; i < source->count; i++) {
            le_status status = source_item(source, i, &widths[i], &heights[i]);
            if (status != LE_OK) return status;
            narrow &= (widths[i] | heights[i]) >> 32 == 0;
        }
        // The line spacing is checked so that no sum of a leaf can overflow.
        narrow &= flow->rules.line_spacing >= INT32_MIN && flow->rules.line_spacing <= INT32_MAX;
        if (narrow && removed <= LEAF_MAX) {
            flow_path path;
            int64_t k = LE_MIN(at, items - 1);
            if (!flow_path_own(&flow->root, &k, &path, work)) return LE_NO_MEMORY;
            if (at == items) k++;
            leaf_edit change = {
                .widths = widths, .heights = heights, .removed = (size_t)removed, .count = (size_t)source->count};
            in_place done = edit_leaf(flow, &path, (size_t)k, &change, work);
            if (done == EDIT_DONE) return LE_OK;
            le_status status;
            if (done == EDIT_GOES_ON && depth < STRETCHES_MAX && edit_stretch(flow, at, &change, depth, work, &status))
                return status;
        }
        few = (flow_source){.widths = widths, .heights = heights, .count = source->count};
    }
    return rewrite(flow, at, removed, &few, work);
}

static le_status flow_replace_items(le__flow *flow, int64_t at, int64_t removed, const le_sizes *sizes,
                                    int64_t first_size, int64_t count, le_fault *fault, le_work *work) {
    flow_source source = source_of(&flow->rules, sizes, first_size, count, fault);
    return edit(flow, at, removed, &source, 0, work);
}

// The same items under other rules.
static le_status flow_set_rules(le__flow *flow, const le__flow_rules *rules, le_work *work) {
    bool same = rules->line == flow->rules.line && rules->item_spacing == flow->rules.item_spacing &&
                rules->line_spacing == flow->rules.line_spacing;
    if (!same && flow->root) {
        flow_stream stream;
        stream_start(&stream, rules);
        stream_expect(&stream, flow_items(flow->root));
        flow_path path;
        int64_t k = 0, before[TREE_SUMS];
        flow_path_find(flow->root, SUM_ITEMS, &k, &path, before);
        while (path.leaf && stream.status == LE_OK) {
            stream_part(&stream, path.leaf, 0, path.leaf->head.n, true);
            flow_path_next(&path);
        }
        flow_node_t *root = NULL;
        le_status status = stream_finish(&stream, true, &root, work);
        if (status != LE_OK) return status;
        if (work) work->items_moved += (uint64_t)flow_items(root);
        flow_release(flow->root);
        flow->root = root;
    }
    flow->rules = *rules;
    return LE_OK;
}

static void flow_least(const le__flow *flow, int64_t *width, int64_t *height) {
    *width = *height = LE_MAX_TOTAL;
    if (!flow->root) return;
    flow_path path;
    int64_t k = 0, before[TREE_SUMS];
    flow_path_find(flow->root, SUM_ITEMS, &k, &path, before);
    while (path.leaf) {
        for (size_t i = 0; i < path.leaf->head.n; i++) {
            *width = LE_MIN(*width, leaf_width(path.leaf, i));
            *height = LE_MIN(*height, leaf_height(path.leaf, i));
        }
        flow_path_next(&path);
    }
}

// An edit of several steps: `flow` as it was, or done. The old tree stays alive until the end.
typedef struct flow_undo {
    flow_node_t *root;
} flow_undo;

static flow_undo undo_begin(le__flow *flow) {
    if (flow->root) le__retain(flow->root);
    return (flow_undo){flow->root};
}

static le_status undo_end(flow_undo undo, le__flow *flow, le_status status) {
    if (status == LE_OK) {
        flow_release(undo.root);
    } else {
        flow_release(flow->root);
        flow->root = undo.root;
    }
    return status;
}

static le_status flow_apply(le__flow *flow, const le_edit *edits, size_t count, const le_sizes *sizes, size_t *failed,
                            le_fault *fault, le_work *work);

// A move as a script.
static le_status move_by_script(le__flow *flow, int64_t first, int64_t count, int64_t to, le_work *work) {
    const le_edit out = {.at = first, .removed = count};
    const le_edit in = {.at = to < first ? to : to + count, .inserted = count, .source = first, .moved = true};
    const le_edit edits[] = {to < first ? in : out, to < first ? out : in};
    return flow_apply(flow, edits, 2, NULL, NULL, NULL, work);
}

// A few items are taken out and put in again. Many move with their leaves: the tree is cut and joined, which may leave
// wrong line starts at the three seams, and those are mended in ascending order.
static le_status flow_move_items(le__flow *flow, int64_t first, int64_t count, int64_t to, le_work *work) {
    if (count == 0 || first == to) return LE_OK;
    // Each cut adds no more than a line, so four times the total is a bound for what stands between the steps. Near
    // the limit a number might not hold that, and a step might be refused where the move as a whole is not.
    if (flow->root->sum[SUM_ADVANCE] > LE_MAX_TOTAL / 8) return move_by_script(flow, first, count, to, work);
    flow_undo undo = undo_begin(flow);
    le_status status;
    flow_source nothing = {.count = 0};
    if (count <= EDIT_FEW) {
        int64_t widths[EDIT_FEW], heights[EDIT_FEW];
        flow_read(flow, first, count, widths, heights);
        flow_source moved = {.widths = widths, .heights = heights, .count = count};
        status = edit(flow, first, count, &nothing, 0, work);
        if (status == LE_OK) status = edit(flow, to, 0, &moved, 0, work);
        return undo_end(undo, flow, status);
    }
    LE_PATH(TREE_REPLACE);
    status = flow_move(&flow->root, first, count, to, work) ? LE_OK : LE_NO_MEMORY;
    int64_t seams[3] = {to, to + count, first + count};
    if (to > first) {
        seams[0] = first;
        seams[1] = to;
        seams[2] = to + count;
    }
    for (int i = 0; i < 3 && status == LE_OK; i++)
        if (seams[i] < flow_items(flow->root)) status = rewrite(flow, seams[i], 0, &nothing, work);
    return undo_end(undo, flow, status);
}

// ---- Scripts

// Checks order and ranges. Answers the number of moved items, or -1 with `*failed` set.
static int64_t script_check(const le_edit *edits, size_t count, int64_t items, int64_t sizes, size_t *failed) {
    int64_t end = 0, moved = 0;
    for (size_t e = 0; e < count; e++) {
        const le_edit *edit = &edits[e];
        int64_t from = edit->moved ? items : sizes;
        bool bad =
            edit->at < end || edit->at > items || edit->removed < 0 || edit->removed > items - edit->at ||
            edit->inserted < 0 ||
            (edit->inserted && (edit->source < 0 || edit->source > from || edit->inserted > from - edit->source));
        if (bad) {
            if (failed) *failed = e;
            return -1;
        }
        end = edit->at + edit->removed;
        if (edit->moved && __builtin_add_overflow(moved, edit->inserted, &moved)) moved = INT64_MAX;
    }
    return moved;
}

// What an edit inserts: of the sizes, or of the moved items that were read ahead.
static flow_source script_source(const le__flow *flow, const le_edit *edit, const le_sizes *sizes,
                                 const int64_t *moved_widths, const int64_t *moved_heights, le_fault *fault) {
    if (edit->moved) return (flow_source){.widths = moved_widths, .heights = moved_heights, .count = edit->inserted};
    return source_of(&flow->rules, sizes, edit->source, edit->inserted, fault);
}

// All items in one pass, from the old leaves and the script.
static le_status script_stream(le__flow *flow, const le_edit *edits, size_t count, const le_sizes *sizes,
                               const int64_t *moved_widths, const int64_t *moved_heights, le_fault *fault,
                               le_work *work) {
    LE_PATH(SCRIPT_STREAM);
    int64_t items = flow_items(flow->root), at = 0;
    flow_stream stream;
    stream_start(&stream, &flow->rules);
    stream_expect(&stream, items);
    flow_path path;
    int64_t k = 0, before[TREE_SUMS];
    if (flow->root) flow_path_find(flow->root, SUM_ITEMS, &k, &path, before);
    size_t from = 0;
    for (size_t e = 0; e <= count && stream.status == LE_OK; e++) {
        // Old items up to the edit come in, those that it removes do not.
        int64_t stop = e < count ? edits[e].at : items, skip = e < count ? stop + edits[e].removed : items;
        for (int pass = 0; pass < 2; pass++) {
            int64_t to = pass == 0 ? stop : skip;
            while (at < to) {
                size_t n = (size_t)LE_MIN(to - at, (int64_t)(path.leaf->head.n - from));
                if (pass == 0) stream_part(&stream, path.leaf, from, from + n, true);
                at += (int64_t)n;
                from += n;
                if (from == path.leaf->head.n) {
                    from = 0;
                    flow_path_next(&path);
                }
            }
            if (pass == 0 && e < count) {
                flow_source source = script_source(flow, &edits[e], sizes, moved_widths, moved_heights, fault);
                stream_source(&stream, &source, 0, source.count, true);
                if (edits[e].moved) {
                    moved_widths += edits[e].inserted;
                    moved_heights += edits[e].inserted;
                }
            }
        }
    }
    flow_node_t *root = NULL;
    le_status status = stream_finish(&stream, true, &root, work);
    if (status != LE_OK) return status;
    if (work) work->items_moved += (uint64_t)flow_items(root);
    flow_release(flow->root);
    flow->root = root;
    return LE_OK;
}

// Edit by edit, from the last to the first, so that indices before the script stay true. LE_TOO_LARGE where one pass
// over all items is the better way: an edit goes past the limits, which the others may make up for, or the edits so far
// have moved as many items as there are.
static le_status script_edits(le__flow *flow, const le_edit *edits, size_t count, const le_sizes *sizes,
                              const int64_t *widths_end, const int64_t *heights_end, le_fault *fault, le_work *work) {
    LE_PATH(SCRIPT_EDITS);
    const uint64_t most = (uint64_t)flow_items(flow->root);
    le_work done = {0};
    flow_undo undo = undo_begin(flow);
    le_status status = LE_OK;
    for (size_t e = count; e-- > 0 && status == LE_OK;) {
        if (done.items_moved > most) {
            status = LE_TOO_LARGE;
            break;
        }
        if (edits[e].moved) {
            widths_end -= edits[e].inserted;
            heights_end -= edits[e].inserted;
        }
        flow_source source = script_source(flow, &edits[e], sizes, widths_end, heights_end, fault);
        status = edit(flow, edits[e].at, edits[e].removed, &source, 0, &done);
    }
    if (work) {
        work->nodes_visited += done.nodes_visited;
        work->nodes_written += done.nodes_written;
        work->items_moved += done.items_moved;
    }
    return undo_end(undo, flow, status);
}

// A single edit costs about as much as streaming this many items.
enum { SCRIPT_ITEMS_AN_EDIT = 400 };

static le_status flow_apply(le__flow *flow, const le_edit *edits, size_t count, const le_sizes *sizes, size_t *failed,
                            le_fault *fault, le_work *work) {
    int64_t items = flow_items(flow->root), after = items;
    int64_t moved = script_check(edits, count, items, sizes ? sizes->count : 0, failed);
    if (moved < 0) return LE_BAD_EDITS;
    for (size_t e = 0; e < count; e++)
        if (__builtin_add_overflow(after, edits[e].inserted - edits[e].removed, &after)) return LE_TOO_LARGE;
    if (after > LE_MAX_COUNT) return LE_TOO_LARGE;
    if (count == 0) return LE_OK;
    int64_t *widths = NULL, *heights = NULL;
    if (moved) {
        if (moved > (int64_t)(SIZE_MAX / 32)) return LE_NO_MEMORY;
        widths = malloc((size_t)moved * 2 * sizeof *widths);
        if (!widths) return LE_NO_MEMORY;
        heights = widths + moved;
        int64_t at = 0;
        for (size_t e = 0; e < count; e++) {
            if (!edits[e].moved) continue;
            flow_read(flow, edits[e].source, edits[e].inserted, widths + at, heights + at);
            at += edits[e].inserted;
        }
    }
    le_status status = LE_TOO_LARGE;
    const le_fault before = fault ? *fault : (le_fault){0};
    if ((int64_t)count < items / SCRIPT_ITEMS_AN_EDIT)
        status = script_edits(flow, edits, count, sizes, widths ? widths + moved : NULL,
                              heights ? heights + moved : NULL, fault, work);
    if (status == LE_TOO_LARGE) {
        if (fault) *fault = before;
        status = script_stream(flow, edits, count, sizes, widths, heights, fault, work);
    }
    free(widths);
    return status;
}
