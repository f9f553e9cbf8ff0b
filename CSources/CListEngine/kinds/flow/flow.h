// The items of a flow section: sizes packed greedily into lines, in a counted tree whose leaves are whole lines.
//
// Coordinates here are relative to the start of the lines: `main` 0 is the start of the first line, `cross` 0 the
// leading end of every line. "Width" is the extent along the line (the cross axis of the layout), "height" the extent
// along the scroll axis.
//
// Breaking: the first item of a line adds its width, each later one width + item spacing. An item begins a new line
// when the sum would exceed line + LE__FLOW_SLACK. The next line starts after the thickness of this one (its largest
// height) plus the line spacing. Neither is stored per item: a leaf holds widths, heights and one bit per item (it
// begins a line).
#ifndef LE_KINDS_FLOW_FLOW_H
#define LE_KINDS_FLOW_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/flow_lines.h"
#include "listengine/extents.h"
#include "listengine/layout.h"
#include "listengine/units.h"
#include "support/macros.h"

typedef struct le__flow_rules {
    int64_t line;         // extent of a line; in a line of negative extent every item stands alone
    int64_t item_spacing; // |spacing| <= LE_MAX_TOTAL / 4, both; negative: every width is at least -item_spacing,
    int64_t line_spacing; //   every height at least -line_spacing
    le_packing packing;
} le__flow_rules;

// A value: copying the struct and calling le__flow_retain on the copy is a copy in O(1). Zero it and set `rules` for
// an empty flow.
typedef struct le__flow {
    struct le__lines_node *root;
    le__flow_rules rules;
} le__flow;

void le__flow_retain(const le__flow *flow);
void le__flow_release(le__flow *flow); // leaves the flow empty

int64_t le__flow_count(const le__flow *flow);
int64_t le__flow_lines(const le__flow *flow);

// The distance from the start of the first line to the end of the last, without spacing after it; 0 when empty.
int64_t le__flow_extent(const le__flow *flow);

// ---- Edits
//
// Sizes come from `sizes`, starting at its entry `first_size`: `sizes->cross` are the widths, `sizes->main` the heights
// (forms LE_SIZES_POINTS and LE_SIZES_CONSTANT). A size is invalid when it is NaN, infinite, larger than LE_MAX_TOTAL,
// or below the least valid size (0, or minus a negative spacing). Strict sources return LE_BAD_VALUE for it; lenient
// sources raise it to the least size. `fault` (may be NULL) receives the first invalid value with `item` counted from
// `first_size`, unless its `count` shows that it already holds an earlier one; `count` increases by one for each. The
// caller sets `section`.
//
// After a failure the flow is as it was. `work` may be NULL.

// Replaces all items with `count` others. O(count), streaming.
le_status le__flow_build(le__flow *flow, const le_sizes *sizes, int64_t first_size, int64_t count, le_fault *fault,
                         le_work *work);

// Lays out the same items by other rules. O(1) if only the packing changes, else O(n). The caller knows that every size
// is at least what the new spacings require (le__flow_least).
le_status le__flow_set_rules(le__flow *flow, const le__flow_rules *rules, le_work *work);

le_status le__flow_insert(le__flow *flow, int64_t at, const le_sizes *sizes, int64_t first_size, int64_t count,
                          le_fault *fault, le_work *work);
le_status le__flow_remove(le__flow *flow, int64_t first, int64_t count, le_work *work);
le_status le__flow_resize(le__flow *flow, int64_t first, const le_sizes *sizes, int64_t first_size, int64_t count,
                          le_fault *fault, le_work *work);

// Moves items `first ..< first + count`; `to` is the index of the first of them after the move.
le_status le__flow_move(le__flow *flow, int64_t first, int64_t count, int64_t to, le_work *work);

// Applies a script of edits, see le_extents_apply. The `source` of an insert that is not a move is an index into
// `sizes`.
le_status le__flow_apply(le__flow *flow, const le_edit *edits, size_t edit_count, const le_sizes *sizes, size_t *failed,
                         le_fault *fault, le_work *work);

// Sizes of items `first ..< first + count` in units; either array may be NULL. O(log n + count).
void le__flow_read(const le__flow *flow, int64_t first, int64_t count, int64_t *widths, int64_t *heights);

// The least width and height of all items; LE_MAX_TOTAL when empty. O(n).
void le__flow_least(const le__flow *flow, int64_t *width, int64_t *height);

// ---- Queries

// The frame of item `i` of the line. `*cross` receives the leading edge of item i + 1. Start with `*cross` =
// `line->cross` and i = 0, and continue in order.
LE_INLINE le_rect le__flow_line_place(const le__flow_line *line, int64_t i, int64_t *cross) {
    int64_t width = le__flow_line_width(line, i), height = le__flow_line_height(line, i), start = *cross;
    int64_t main = line->main + (line->centred ? (line->thickness - height) >> 1 : 0);
    *cross = start + width + line->gap + (i < line->wide_gaps);
    return (le_rect){.main_min = main, .cross_min = start, .main_max = main + height, .cross_max = start + width};
}

// The leading edge of item `i` of the line. O(64) if the line is long, else O(i).
LE_INLINE int64_t le__flow_line_start(const le__flow_line *line, int64_t i) {
    // The edge fits 64 bits; the intermediate sums may not.
    const int64_t block = line->sums ? i / 64 : 0;
    uint64_t edge = (uint64_t)line->cross + (uint64_t)i * (uint64_t)line->gap + (uint64_t)LE_MIN(i, line->wide_gaps);
    if (line->sums) edge += line->sums[block];
    for (int64_t k = 64 * block; k < i; k++) edge += (uint64_t)le__flow_line_width(line, k);
    return (int64_t)edge;
}

// An index such that all earlier items of the line end at or before `cross`; starts and ends of items ascend. O(log n)
// if the line is long; otherwise 0.
int64_t le__flow_line_reaching(const le__flow_line *line, int64_t cross);

// Whether the 64 items of a long line from item `i` on (a multiple of 64) have zero width. Two sums can only be equal
// modulo 2^64 but different if items overlap, and then all of them have a width.
LE_INLINE bool le__flow_line_flat(const le__flow_line *line, int64_t i) {
    return line->sums[i / 64] == line->sums[i / 64 + 1] && le__flow_line_width(line, i) == 0;
}

// A walk over lines. It borrows the nodes of the flow, so the flow must not change during the walk.
typedef struct le__flow_walk {
    const le__flow *flow;
    int64_t item, main; // first item and start of the next line
    int64_t position;   // the position of that item in the leaf
    void *node[25];     // the path from the root; the last node is the leaf
    int32_t slot[24];
    int32_t depth;
    bool ended;
    bool tall; // skip leaves whose lines have no thickness; false at first, the caller may set it
} le__flow_walk;

// Moves the walk to the line of `item`, 0 ..< count. O(log n).
void le__flow_walk_to_item(le__flow_walk *walk, const le__flow *flow, int64_t item, le_work *work);

// Moves the walk to the first line that ends after `main`, or past the last line if there is none. With a negative line
// spacing lines can overlap; both their starts and their ends ascend. O(log n).
void le__flow_walk_to_offset(le__flow_walk *walk, const le__flow *flow, int64_t main, le_work *work);

// Reads the next line; false at the end.
bool le__flow_walk_next(le__flow_walk *walk, le__flow_line *line, le_work *work);

// Prefetches the leaf after that of the next lines, for a caller that reads whole leaves.
void le__flow_walk_prefetch(const le__flow_walk *walk);

// Places lines of the walk's leaf that start before `end` on the main axis, from the next line on: all of them, or
// those within 4,096 points. Returns the number of their items; 0 if there is no such line, or if it must be read by
// le__flow_walk_next.
size_t le__flow_walk_places(le__flow_walk *walk, int64_t end, le__flow_places *places, le_work *work);

// The frame of an item. O(log n + line).
le_rect le__flow_item_frame(const le__flow *flow, int64_t item, le_work *work);

// The bytes of all nodes, shared ones included. The check of all invariants, O(n), returns NULL or describes a broken
// one.
size_t le__flow_bytes(const le__flow *flow);
const char *le__flow_check(const le__flow *flow);

#endif
