// The items of a flow section: sizes packed greedily into lines, in a counted tree whose leaves are whole lines.
//
// Coordinates here are relative to the lines' own corner: `main` 0 is the start of the first line, `cross` 0 the
// leading end of every line. "Width" means along the line (the cross axis of the layout), "height" along the scroll.
//
// Breaking: the first item of a line costs its width, each later one width + item spacing; an item opens a new line
// when the sum would pass line + LE__FLOW_SLACK. A line advances the next by its thickness (its largest height) plus
// the line spacing. Neither is stored per item: a leaf holds widths, heights and one bit an item (begins a line).
#ifndef LE_KINDS_FLOW_FLOW_H
#define LE_KINDS_FLOW_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "listengine/extents.h"
#include "listengine/layout.h"
#include "listengine/units.h"
#include "support/macros.h"

// How far a line may be overfull: 2^-10 point, so that thirds of a width fit.
#define LE__FLOW_SLACK ((int64_t)1024)

typedef struct le__flow_rules {
    int64_t line;         // extent of a line; a negative one holds nothing, so that every item stands alone
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
void le__flow_release(le__flow *flow); // leaves it empty

int64_t le__flow_count(const le__flow *flow);
int64_t le__flow_lines(const le__flow *flow);

// From the start of the first line to the end of the last, without spacing after it; 0 when empty.
int64_t le__flow_extent(const le__flow *flow);

// ---- Edits
//
// Sizes come from `sizes`, beginning with its entry `first_size`: `sizes->cross` are the widths, `sizes->main` the
// heights (forms LE_SIZES_POINTS and LE_SIZES_CONSTANT). A size is unusable when it is NaN, infinite, past
// LE_MAX_TOTAL, or below the least (0, or minus a negative spacing). Strictly that is LE_BAD_VALUE; a lenient source
// has it raised to the least. `fault` (may be NULL) gets the first such value with `item` counted from `first_size`,
// unless its `count` says that it holds an earlier one; `count` goes up by one for each. `section` is the caller's.
//
// After a failure the flow is as it was. `work` may be NULL.

// Replaces all items by `count` others. O(count), streaming.
le_status le__flow_build(le__flow *flow, const le_sizes *sizes, int64_t first_size, int64_t count, le_fault *fault,
                         le_work *work);

// Other rules for the same items. O(1) where only the packing changes, else O(n). The caller knows that every
// size is at least what the new spacings ask (le__flow_least).
le_status le__flow_set_rules(le__flow *flow, const le__flow_rules *rules, le_work *work);

le_status le__flow_insert(le__flow *flow, int64_t at, const le_sizes *sizes, int64_t first_size, int64_t count,
                          le_fault *fault, le_work *work);
le_status le__flow_remove(le__flow *flow, int64_t first, int64_t count, le_work *work);
le_status le__flow_resize(le__flow *flow, int64_t first, const le_sizes *sizes, int64_t first_size, int64_t count,
                          le_fault *fault, le_work *work);

// Moves items `first ..< first + count` so that the first gets index `to`, counted without them.
le_status le__flow_move(le__flow *flow, int64_t first, int64_t count, int64_t to, le_work *work);

// A script of edits, see le_extents_apply; `source` of a plain insert counts entries of `sizes`.
le_status le__flow_apply(le__flow *flow, const le_edit *edits, size_t edit_count, const le_sizes *sizes, size_t *failed,
                         le_fault *fault, le_work *work);

// Sizes of items `first ..< first + count` in units; either array may be NULL. O(log n + count).
void le__flow_read(const le__flow *flow, int64_t first, int64_t count, int64_t *widths, int64_t *heights);

// The least width and height of all items; LE_MAX_TOTAL when empty. O(n).
void le__flow_least(const le__flow *flow, int64_t *width, int64_t *height);

// ---- Questions

// A line and the place of its items. `cross` is the leading edge of the first; after each item comes `gap`, and one
// unit more after each of the first `wide_gaps`.
typedef struct le__flow_line {
    int64_t first, count;
    int64_t main, thickness;
    int64_t cross, gap, wide_gaps;
    bool centred; // items stand in the middle of the thickness, else at its start
    bool wide;    // widths and heights are 64-bit
    const void *widths, *heights;
    const uint64_t *sums; // where the line is long: of the widths before items 0, 64, 128, ... and of all, modulo 2^64
} le__flow_line;

LE_INLINE int64_t le__flow_line_width(const le__flow_line *line, int64_t i) {
    return line->wide ? ((const int64_t *)line->widths)[i] : (int64_t)((const uint32_t *)line->widths)[i];
}

LE_INLINE int64_t le__flow_line_height(const le__flow_line *line, int64_t i) {
    return line->wide ? ((const int64_t *)line->heights)[i] : (int64_t)((const uint32_t *)line->heights)[i];
}

// The frame of the line's item `i`, and in `*cross` the edge where item i + 1 begins. Start with `*cross` =
// `line->cross` and i = 0, and go on in order.
LE_INLINE le_rect le__flow_line_place(const le__flow_line *line, int64_t i, int64_t *cross) {
    int64_t width = le__flow_line_width(line, i), height = le__flow_line_height(line, i), start = *cross;
    int64_t main = line->main + (line->centred ? (line->thickness - height) >> 1 : 0);
    *cross = start + width + line->gap + (i < line->wide_gaps);
    return (le_rect){.main_min = main, .cross_min = start, .main_max = main + height, .cross_max = start + width};
}

// The leading edge of the line's item `i`. O(64) where the line is long, else O(i).
LE_INLINE int64_t le__flow_line_start(const le__flow_line *line, int64_t i) {
    // The edge fits 64 bits, what it is the sum of may not.
    const int64_t block = line->sums ? i / 64 : 0;
    uint64_t edge = (uint64_t)line->cross + (uint64_t)i * (uint64_t)line->gap + (uint64_t)LE_MIN(i, line->wide_gaps);
    if (line->sums) edge += line->sums[block];
    for (int64_t k = 64 * block; k < i; k++) edge += (uint64_t)le__flow_line_width(line, k);
    return (int64_t)edge;
}

// An item of the line before which all end at or before `cross`; starts and ends of items ascend. O(log n) where the
// line is long; else it is the first.
int64_t le__flow_line_reaching(const le__flow_line *line, int64_t cross);

// Whether the 64 items of a long line from item `i` on, a multiple of 64, have no width. Sums differ by 2^64 only where
// items overlap, which then all have a width.
LE_INLINE bool le__flow_line_flat(const le__flow_line *line, int64_t i) {
    return line->sums[i / 64] == line->sums[i / 64 + 1] && le__flow_line_width(line, i) == 0;
}

// A walk over lines. It borrows the flow's nodes: the flow may not change meanwhile.
typedef struct le__flow_walk {
    const le__flow *flow;
    int64_t item, main; // of the line that is next
    int64_t position;   // its place in the leaf
    void *node[25];     // the way down, the leaf last
    int32_t slot[24];
    int32_t depth;
    bool ended;
    bool tall; // leaves whose lines have no thickness are passed over; false at first, for the caller to set
} le__flow_walk;

// Goes to the line that holds `item`, 0 ..< count. O(log n).
void le__flow_walk_to_item(le__flow_walk *walk, const le__flow *flow, int64_t item, le_work *work);

// Goes to the first line that ends after `main`; behind the last one if none does. Lines can overlap when the line
// spacing is negative; both their starts and their ends ascend. O(log n).
void le__flow_walk_to_offset(le__flow_walk *walk, const le__flow *flow, int64_t main, le_work *work);

// The next line; false at the end.
bool le__flow_walk_next(le__flow_walk *walk, le__flow_line *line, le_work *work);

// Items of several lines in place: those with the indices `from ..< to` of a leaf. Their arrays have that index, with
// room behind for the whole vectors that they are read and written in.
enum { LE__FLOW_PLACES_ROOM = 144, LE__FLOW_PLACES_SPARE = 16 };
typedef struct le__flow_places {
    int64_t first; // the item that has index 0
    size_t from, to;
    uint32_t widths[LE__FLOW_PLACES_ROOM], heights[LE__FLOW_PLACES_ROOM];
    int64_t main[LE__FLOW_PLACES_ROOM], cross[LE__FLOW_PLACES_ROOM]; // leading edges
} le__flow_places;

// The lines of the walk's leaf from the next one on that start before `end` on the main axis, all at once. Returns how
// many items they have; 0 where there is no such line, or it takes le__flow_walk_next to read it.
size_t le__flow_walk_places(le__flow_walk *walk, int64_t end, le__flow_places *places, le_work *work);

// The frame of an item. O(log n + line).
le_rect le__flow_item_frame(const le__flow *flow, int64_t item, le_work *work);

// Bytes of nodes, shared ones included; and the check of every rule of the structure, O(n): NULL, or which is broken.
size_t le__flow_bytes(const le__flow *flow);
const char *le__flow_check(const le__flow *flow);

#endif
