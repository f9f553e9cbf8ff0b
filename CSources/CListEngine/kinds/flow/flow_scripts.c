// Scripts of edits of a flow, applied edit by edit or in one pass over all items, whichever is less work.
#include <stdlib.h>

#include "extents/extent_tree.h"
#include "kinds/flow/flow_edits.h"
#include "support/memory.h"
#include "support/paths.h"

// The items that an edit inserts: from the sizes, or from the moved items, which were read before.
static le__flow_source script_source(const le__flow *flow, const le_edit *edit, const le_sizes *sizes,
                                     const int64_t *moved_widths, const int64_t *moved_heights, le_fault *fault) {
    if (edit->moved)
        return (le__flow_source){.widths = moved_widths, .heights = moved_heights, .count = edit->inserted};
    return le__flow_source_of(&flow->rules, sizes, edit->source, edit->inserted, fault);
}

// Applies a script in one pass over all items of the old leaves.
static le_status script_stream(le__flow *flow, const le_edit *edits, size_t count, const le_sizes *sizes,
                               const int64_t *moved_widths, const int64_t *moved_heights, le_fault *fault,
                               le_work *work) {
    LE_PATH(SCRIPT_STREAM);
    int64_t items = le__flow_items(flow->root), at = 0;
    le__flow_stream stream;
    le__flow_stream_start(&stream, &flow->rules);
    le__flow_stream_expect(&stream, items);
    le__lines_path path;
    int64_t k = 0, before[LINES_SUMS];
    if (flow->root) le__lines_path_find(flow->root, SUM_ITEMS, &k, &path, before);
    size_t from = 0;
    for (size_t e = 0; e <= count && stream.status == LE_OK; e++) {
        // Pass 0 adds the old items before the edit; pass 1 skips those that it removes.
        int64_t stop = e < count ? edits[e].at : items, skip = e < count ? stop + edits[e].removed : items;
        for (int pass = 0; pass < 2; pass++) {
            int64_t to = pass == 0 ? stop : skip;
            while (at < to) {
                size_t n = (size_t)LE_MIN(to - at, (int64_t)(path.leaf->head.n - from));
                if (from == 0) le__lines_path_prefetch(&path);
                if (pass == 0) le__flow_stream_part(&stream, path.leaf, from, from + n, true);
                at += (int64_t)n;
                from += n;
                if (from == path.leaf->head.n) {
                    from = 0;
                    le__lines_path_next(&path);
                }
            }
            if (pass == 0 && e < count) {
                le__flow_source source = script_source(flow, &edits[e], sizes, moved_widths, moved_heights, fault);
                le__flow_stream_source(&stream, &source, 0, source.count, true);
                if (edits[e].moved) {
                    moved_widths += edits[e].inserted;
                    moved_heights += edits[e].inserted;
                }
            }
        }
    }
    return le__flow_stream_finish(&stream, flow, work);
}

// Applies a script from the last edit to the first, so that indices of the old list stay valid. Returns LE_TOO_LARGE if
// one pass over all items is better: an edit exceeds the limits, which later edits may compensate, or the edits so far
// have moved as many items as there are.
static le_status script_edits(le__flow *flow, const le_edit *edits, size_t count, const le_sizes *sizes,
                              const int64_t *widths_end, const int64_t *heights_end, le_fault *fault, le_work *work) {
    LE_PATH(SCRIPT_EDITS);
    const uint64_t most = (uint64_t)le__flow_items(flow->root);
    le_work done = {0};
    le__flow_undo undo = le__flow_undo_begin(flow);
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
        le__flow_source source = script_source(flow, &edits[e], sizes, widths_end, heights_end, fault);
        status = le__flow_edit(flow, edits[e].at, edits[e].removed, &source, 0, &done);
    }
    if (work) {
        work->nodes_visited += done.nodes_visited;
        work->nodes_written += done.nodes_written;
        work->items_moved += done.items_moved;
    }
    return le__flow_undo_end(undo, flow, status);
}

// A single edit costs about as much as streaming this many items.
enum { SCRIPT_ITEMS_AN_EDIT = 400 };

le_status le__flow_apply(le__flow *flow, const le_edit *edits, size_t count, const le_sizes *sizes, size_t *failed,
                         le_fault *fault, le_work *work) {
    const int64_t items = le__flow_items(flow->root);
    le_status status = le__script_check(edits, count, items, sizes ? sizes->count : 0, failed, NULL);
    if (status != LE_OK) return status;
    if (count == 0) return LE_OK;
    int64_t moved = 0, *widths = NULL, *heights = NULL;
    for (size_t e = 0; e < count; e++) moved += edits[e].moved ? edits[e].inserted : 0;
    if (moved) {
        widths = malloc(le__bytes((uint64_t)moved, 2 * sizeof *widths));
        if (!widths) return LE_NO_MEMORY;
        heights = widths + moved;
        int64_t at = 0;
        for (size_t e = 0; e < count; e++) {
            if (!edits[e].moved) continue;
            le__flow_read(flow, edits[e].source, edits[e].inserted, widths + at, heights + at);
            at += edits[e].inserted;
        }
    }
    status = LE_TOO_LARGE;
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
