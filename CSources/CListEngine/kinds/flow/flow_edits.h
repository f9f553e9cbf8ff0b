// Building and editing flow trees.
//
// An edit is re-flowed from the start of the line that holds the item before it; later items never change the lines
// before that line. Re-flow ends at the first old line start that is a line start again.
//
// - In place (flow_edits_in_place.c): if the affected leaves have room, their items and bitmaps are corrected.
// - By shifting (flow_shift.c): if the leaves that follow hold items of one width.
// - By rewriting: otherwise the leaves from the edit on are streamed until one of them begins with the same line start
//   as before, and the leaves of the stream replace them. The flow changes only after all of them exist, so a failed
//   allocation leaves it as it was.

#ifndef LE_KINDS_FLOW_FLOW_EDITS_H
#define LE_KINDS_FLOW_FLOW_EDITS_H

#include "kinds/flow/flow_stream.h"

// Replaces items `at ..< at + removed` with the items of the source. `depth`: the number of even stretches (items of
// one width) whose end is being edited (flow_shift.c). After a failure the flow is as it was.
le_status le__flow_edit(le__flow *flow, int64_t at, int64_t removed, const le__flow_source *source, int depth,
                        le_work *work);

// An edit in several steps that either completes or leaves `flow` as it was. The old tree is kept until the end.
typedef struct le__flow_undo {
    le__lines_node *root;
} le__flow_undo;

le__flow_undo le__flow_undo_begin(le__flow *flow);
le_status le__flow_undo_end(le__flow_undo undo, le__flow *flow, le_status status);

// ---- In place

// The planned change of one leaf.
typedef struct le__flow_change {
    le__lines_node *leaf;
    size_t in, out; // items received from the previous leaf, and passed to the next one
    uint64_t begins[2];
    int64_t delta[LINES_SUMS];
} le__flow_change;

// The state of a re-flow that passes through leaves.
typedef struct le__flow_reflow {
    le__flow_open open;
    int64_t limit, spacing, line_spacing;
    size_t line; // new index in its leaf of the item that begins the open line
} le__flow_reflow;

// An edit of the items of one leaf, and the result of its plan.
typedef struct le__flow_leaf_edit {
    const int64_t *widths, *heights; // of the `count` narrow items that replace `removed` items
    size_t removed, count;
    size_t k, n;          // position in the leaf; item count after the edit, before any items move on to the next leaf
    size_t start, met;    // old items between which lines are broken again; `met` is the old end if the re-flow
                          // continues in the next leaf
    le__flow_reflow flow; // the state after that
} le__flow_leaf_edit;

// Plans how the lines of the path's leaf break when its items `k ..< k + removed` are replaced. False, with nothing
// changed, if this is not possible in place.
bool le__flow_plan(const le__flow *flow, const le__lines_path *path, size_t k, le__flow_leaf_edit *edit,
                   le__flow_change *change);

// The width that item `i` of the edit's leaf will have.
LE_INLINE int64_t le__flow_edited_width(const le__flow_leaf_edit *edit, const le__lines_node *leaf, size_t i) {
    if (i < edit->k) return le__lines_width(leaf, i);
    return i < edit->k + edit->count ? edit->widths[i - edit->k]
                                     : le__lines_width(leaf, i - edit->count + edit->removed);
}

// Writes the items of the edit into its leaf. `le__flow_carry_out` updates the lines and sums.
void le__flow_put(le__lines_node *leaf, const le__flow_leaf_edit *edit);

// Moves items between the leaves of a plan, from the last to the first, and sets their bitmaps and sums.
void le__flow_carry_out(le__flow_change *changes, int count);

typedef enum le__flow_in_place { EDIT_NOT, EDIT_DONE, EDIT_GOES_ON } le__flow_in_place;

// Replaces items `k ..< k + removed` of the path's leaf with `count` narrow ones. Unless the result says that it is
// done, nothing has changed: the edit is not possible in place, or its re-flow continues into too many leaves.
le__flow_in_place le__flow_edit_leaf(le__flow *flow, le__lines_path *path, size_t k, le__flow_leaf_edit *edit,
                                     le_work *work);

// ---- By shifting

// An edit at item `at` whose re-flow continues into many leaves. Returns false, with nothing changed, if it cannot be
// done by shifting. Otherwise `*status` is LE_OK, or the error that left the flow unchanged.
bool le__flow_edit_stretch(le__flow *flow, int64_t at, le__flow_leaf_edit *change, int depth, le_work *work,
                           le_status *status);

#endif
