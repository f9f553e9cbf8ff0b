// Building and editing flow trees.
//
// An edit is re-flowed from the start of the line that holds the item before it: what stands before that line is not
// touched by anything behind it. Re-flow ends at the first old line start that is a line start again.
//
// - In place (in_place.c): where the leaves concerned have room, their items and bitmaps are corrected.
// - By shifting (shift.c): where what follows are leaves of items of one width.
// - By rewriting: otherwise the leaves from the edit on are streamed again until one of them begins with a line start
//   as before, and replaced by what the stream makes. Nothing that exists changes before all of it is made, so a
//   failed allocation leaves the flow as it was.

#ifndef LE_KINDS_FLOW_EDITS_H
#define LE_KINDS_FLOW_EDITS_H

#include "kinds/flow/stream.h"

LE_INLINE int64_t le__flow_items(const le__lines_node *root) { return root ? root->sum[SUM_ITEMS] : 0; }

// Replaces items `at ..< at + removed` by the source's. `depth`: of how many stretches of items of one width the end is
// being edited (shift.c). After a failure the flow is as it was.
le_status le__flow_edit(le__flow *flow, int64_t at, int64_t removed, const le__flow_source *source, int depth,
                        le_work *work);

// An edit of several steps: `flow` as it was, or done. The old tree stays alive until the end.
typedef struct le__flow_undo {
    le__lines_node *root;
} le__flow_undo;

le__flow_undo le__flow_undo_begin(le__flow *flow);
le_status le__flow_undo_end(le__flow_undo undo, le__flow *flow, le_status status);

// ---- In place

// What becomes of one leaf.
typedef struct le__flow_change {
    le__lines_node *leaf;
    size_t in, out; // items that come from the leaf before, and that go to the next
    uint64_t begins[2];
    int64_t delta[LINES_SUMS];
} le__flow_change;

// Re-flow on its way through leaves.
typedef struct le__flow_reflow {
    le__flow_open open;
    int64_t limit, spacing, line_spacing;
    size_t line; // new index in the leaf of the item that begins the open line
} le__flow_reflow;

// An edit of the items of one leaf, and what its plan found.
typedef struct le__flow_leaf_edit {
    const int64_t *widths, *heights; // of the `count` narrow items that replace `removed`
    size_t removed, count;
    size_t k, n;          // where in the leaf; how many items it has then, before any leave it
    size_t start, met;    // old items between which lines are broken again; `met` is the old end when that goes on
    le__flow_reflow flow; // behind that
} le__flow_leaf_edit;

// Breaks the lines of the path's leaf again where items `k ..< k + removed` of it are replaced. False, with nothing
// changed, if they cannot be in place.
bool le__flow_plan(const le__flow *flow, const le__lines_path *path, size_t k, le__flow_leaf_edit *edit,
                   le__flow_change *change);

// The width that item `i` of the edit's leaf will have.
LE_INLINE int64_t le__flow_edited_width(const le__flow_leaf_edit *edit, const le__lines_node *leaf, size_t i) {
    if (i < edit->k) return le__lines_width(leaf, i);
    return i < edit->k + edit->count ? edit->widths[i - edit->k]
                                     : le__lines_width(leaf, i - edit->count + edit->removed);
}

// Puts the edit's items into its leaf; lines and sums are left to `le__flow_carry_out`.
void le__flow_put(le__lines_node *leaf, const le__flow_leaf_edit *edit);

// Moves items between the leaves of a plan, from the last to the first, and sets their bitmaps and sums.
void le__flow_carry_out(le__flow_change *changes, int count);

typedef enum le__flow_in_place { EDIT_NOT, EDIT_DONE, EDIT_GOES_ON } le__flow_in_place;

// Replaces items `k ..< k + removed` of the path's leaf by `count` narrow ones. Where it does not say that it is done,
// nothing has changed: it cannot be in place, or the re-flow goes on into too many leaves.
le__flow_in_place le__flow_edit_leaf(le__flow *flow, le__lines_path *path, size_t k, le__flow_leaf_edit *edit,
                                     le_work *work);

// ---- By shifting

// An edit at item `at` whose re-flow goes on into many leaves. Returns false, with nothing changed, if it cannot be
// done this way; else `*status` says whether it is done, or why nothing has changed.
bool le__flow_edit_stretch(le__flow *flow, int64_t at, le__flow_leaf_edit *change, int depth, le_work *work,
                           le_status *status);

#endif
