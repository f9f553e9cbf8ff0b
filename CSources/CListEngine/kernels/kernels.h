// The loops of the core that are compiled for each instruction set, and the table that selects among them.
//
// A loop is a kernel if a measurement shows that wider vectors pay. It runs over flat arrays, does not allocate, and
// does not use trees or sections. All instruction sets give the same bits, because all sums are integer sums. Each
// `*_body.h` holds the one text of some kernels; `kernels_<isa>.c` compiles all of them for one instruction set.
#ifndef LE_KERNELS_KERNELS_H
#define LE_KERNELS_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/flow_greedy.h"
#include "kernels/flow_lines.h"
#include "kernels/flow_placing.h"
#include "kernels/isa.h"
#include "kernels/join_table.h"
#include "listengine/layout.h"
#include "support/lengths.h"

enum { LE__COLUMNS_MAX = 16, LE__COLUMN_ITEMS_MAX = 256 };

// Items of a waterfall with their columns, and the positions of the columns before the first item. Positions are in
// quanta of 2^-16 point.
typedef struct le__column_items {
    const uint8_t *columns;                // per item
    int64_t heights[LE__COLUMN_ITEMS_MAX]; // per item
    int64_t front[LE__COLUMNS_MAX];        // the position of each column; advanced with the items
    int64_t i, n;                          // the index of the next item, and the number of items
    int64_t spacing;                       // between items of a column
    int64_t base;                          // start of the first line, in units
} le__column_items;

// The column items that a query needs: those from index `from` on that intersect `low ..< high` in the columns of `met`
// (a bit mask). `ordered`: starts ascend, so no item after one that starts at `high` or later is needed.
typedef struct le__column_query {
    int64_t low, high, from;
    uint32_t met;
    bool ordered;
    double min_x[LE__COLUMNS_MAX], max_x[LE__COLUMNS_MAX];
} le__column_query;

// The output of a kernel that writes elements: copies of `like` with their own edges and item, from `out` up to `end`.
typedef struct le__element_room {
    le_element *out, *end;
    le_element like;
} le__element_room;

// The entries of a visitor: the frames and the edges of items. Kernels read whole vectors, even after the last entry.
// Edges along the scroll axis are searched: that of entry i is at index i + LE__ENTRY, between numbers that end
// searches.
enum { LE__ENTRIES = 128, LE__ENTRIES_ROOM = LE__ENTRIES + 8, LE__ENTRY = 2 };
typedef struct le__entries {
    le_frame frame[LE__ENTRIES];
    int64_t main_min[LE__ENTRIES_ROOM + LE__ENTRY], main_max[LE__ENTRIES_ROOM + LE__ENTRY];
    int64_t cross_min[LE__ENTRIES_ROOM], cross_max[LE__ENTRIES_ROOM];
} le__entries;

// Where two lists of the differ agree again: the number of keys to skip in each.
enum { LE__AGREE_ONE_SIDE, LE__AGREE_BOTH_SIDES, LE__AGREE_NOWHERE };
typedef struct le__agreement {
    uint32_t old : 8, new : 8, where : 8;
} le__agreement;

// The tails of a longest increasing subsequence, see increasing_body.h.
enum { LE__TAILS_FAN = 16, LE__TAILS_LEVELS = 8 };
typedef struct le__tails {
    uint32_t *level[LE__TAILS_LEVELS];
    int levels;       // number of levels in use
    uint32_t length;  // number of tails
    uint32_t last;    // the last tail
    uint32_t *ends;   // ends[k]: the item that ends tails[k]
    uint32_t *before; // for each item the previous one in the subsequence, or UINT32_MAX
} le__tails;

typedef struct le__kernels {
    // ---- lengths_body.h

    // The sum of `n` extents.
    int64_t (*sum)(const uint32_t *extents, size_t n);

    // Narrows `n` extents to 32 bits and sums them. False if one is negative or does not fit; the outputs are undefined
    // then.
    bool (*narrow)(const int64_t *extents, size_t n, uint32_t *out, int64_t *sum);

    // Rounds `n` lengths in points, `step` doubles apart, to units, adds `spacing` to each and sums them. False if a
    // length is negative, or if it has 2^32 units or more before or after the addition, or if a result is negative.
    // The outputs are undefined then.
    bool (*strides)(const double *points, ptrdiff_t step, size_t n, int64_t spacing, uint32_t *out, int64_t *sum);

    // Whether at least half of `n` > 0 extents, rounded down, differ from the previous one: they need no less memory as
    // runs than one by one.
    bool (*varied)(const uint32_t *extents, size_t n);

    // The union of the bits of `n` lengths.
    uint64_t (*bits)(const int64_t *lengths, size_t n);

    // Copies `n` lengths into 64 bits.
    void (*widen)(const uint32_t *lengths, size_t n, int64_t *out);

    // Rounds `n` lengths in points, `step` doubles apart, to quanta of 2^-16 point. False if one is not in
    // `least ... 65535`; the output is undefined then.
    bool (*heights)(const double *points, ptrdiff_t step, size_t n, double least, int64_t *out);

    // The sum of the heights of the items, out of `n`, that are in `column`, and their number.
    int64_t (*sum_in_column)(const uint32_t *heights, const uint8_t *columns, size_t n, uint8_t column, int64_t *count);

    // ---- flow_break_body.h

    // Breaks `n` > 0 items, the first of which begins a line.
    // begins: bit i % 64 of word i / 64 is set if item i begins a line; n bits, the last word padded with zeros.
    // ended: if item i > 0 begins a line, the thickness of the line before it; else 0.
    // open: the last line.
    // Returns the number of items that were broken again because a chain's guess was wrong; it shows whether larger
    // calls would pay. Requires le__flow_narrow_rules and widths that are narrow by these rules. O(n).
    size_t (*break_lines)(const uint32_t *widths, const uint32_t *heights, size_t n, int32_t limit, int32_t spacing,
                          uint64_t *begins, uint32_t *ended, le__flow_open *open);

    // Breaks items `first ..< n` one after the other, starting with the open line `open`. The bits of `begins` from
    // `first` on must be zero; the other outputs are those of `break_lines`. Returns n. Lines in long runs of items of
    // one width are counted instead.
    size_t (*break_on)(const uint32_t *widths, const uint32_t *heights, size_t first, size_t n, int64_t limit,
                       int64_t spacing, uint64_t *begins, uint32_t *ended, le__flow_open *open);

    // Rounds `n` pairs of doubles in points, `stride` bytes apart, to units. False if one of them is not in 0 ..< 4,096
    // points after rounding; the outputs are undefined then. The bits of all widths are ORed into `*seen`.
    bool (*round_sizes)(const double *width_points, const double *height_points, ptrdiff_t stride, size_t n,
                        uint32_t *widths, uint32_t *heights, uint32_t *seen);

    // Copies `n` widths and heights. The bits of all widths are ORed into `*seen`.
    void (*copy_sizes)(const uint32_t *from_widths, const uint32_t *from_heights, size_t n, uint32_t *widths,
                       uint32_t *heights, uint32_t *seen);

    // The number of leading entries, out of `n` > 0, that are equal to the first one.
    size_t (*count_equal)(const uint32_t *numbers, size_t n);

    // The sum of the thicknesses of `lines` lines of `columns` items each.
    uint64_t (*thicknesses)(const uint32_t *heights, size_t lines, size_t columns);

    // ---- flow_places_body.h: lines of a narrow leaf, at most 128 items. With octets (see octets.h) the frames of a
    // flow take 40 % fewer instructions than line by line, and a search for a line takes a third.

    // The sum of the thicknesses of the lines that consist of items `from ..< to`, both of which begin a line or end
    // the items, and their number. There are `n` items.
    int64_t (*sum_thicknesses)(const uint64_t *begins, const uint32_t *heights, size_t from, size_t to, size_t n,
                               int64_t *lines);

    // The first line of `n` > 0 items whose successor starts after `inside`; the last line if there is none. The first
    // line starts at 0. Returns the first item of the line; `*start` receives the start of the line.
    size_t (*find_line)(const uint64_t *begins, const uint32_t *heights, size_t n, int64_t spacing, int64_t inside,
                        int64_t *start);

    // Places the lines that begin between item `from` and item `n` and start before `end` on the main axis, as far as
    // their ends are less than 2^32 units from the first. `*main` is the start of the first of them, and is advanced.
    // `places` knows its first item, and receives the sizes and the places of the items. A line must be shorter than
    // 2^32 units by the slack. Returns the item after the last of these lines.
    size_t (*place_lines)(const le__flow_placing *placing, const uint64_t *begins, const uint32_t *widths,
                          const uint32_t *heights, size_t n, size_t from, int64_t end, int64_t *main,
                          le__flow_places *places);

    // ---- elements_body.h

    // Writes rows of a list from position `*main` on, up to `end`: one element for each row that is not empty. Returns
    // how many of the `n` rows it processed, and advances `*main` past them. It stops early when there is no more room.
    int64_t (*row_elements)(const uint32_t *strides, int64_t n, int64_t spacing, int64_t item, int64_t end,
                            int64_t *main, le__element_room *room);

    // Writes the placed items of a flow, moved by `lead` across and `base` along, that intersect `area` and are not
    // before item `from`. Returns the item for which there was no room, or -1.
    int64_t (*place_elements)(const le__flow_places *places, int64_t lead, int64_t base, const le_rect *area,
                              int64_t from, le__element_room *room);

    // Writes items of a waterfall; the first has index `first` in its section. Returns the index of the item for which
    // there was no room, -1 if nothing after these items is needed, or -2.
    int64_t (*column_elements)(le__column_items *items, const le__column_query *query, int64_t first,
                               le__element_room *room);

    // ---- entries_body.h: with AVX2 a visit of a flow takes a quarter fewer instructions after a jump, and a third
    // fewer while it scrolls.

    // Writes rows of a list from position `*main` on, up to `end`, to entries `to` and later, as far as there is room.
    // `line` has their edges across. Returns their number, and advances `*main` past them. Returns 0 and advances
    // nothing if one of the rows is empty or if they are not near. Writes frames, and edges only if `edges`.
    int64_t (*row_entries)(const uint32_t *strides, int64_t n, int64_t spacing, int64_t end, int64_t *main,
                           const le_rect *line, le__entries *entries, int64_t to, bool edges);

    // Writes placed items `from ..< from + n` of a flow, moved by `lead` across and `base` along, to entries `to` and
    // later, which have room for them. All coordinates must be near. Returns `n`, or 0 if one of the items is empty.
    // Writes frames, and edges if `area` is NULL. Otherwise bit i of `met` is set if item `from` + i meets the area.
    int64_t (*place_entries)(const le__flow_places *places, size_t from, size_t n, int64_t lead, int64_t base,
                             const le_rect *area, le__entries *entries, int64_t to, uint64_t *met);

    // Compares entries `first ..< first + n`, which are not empty, with a rectangle: bit i of `met` is set if entry
    // `first` + i meets it. Bits after these have no meaning. Unless `across`, all of them meet it across.
    void (*entries_met)(const le__entries *entries, size_t first, size_t n, const le_rect *rect, bool across,
                        uint64_t *met);

    // ---- frames_body.h: frames as x, y, width, height. Each function returns a pointer past the last number it wrote.

    // `n` rows from position `*main` on, which is advanced past them.
    double *(*row_frames)(const uint32_t *strides, int64_t n, int64_t spacing, double x, double width, int64_t *main,
                          double *out);
    float *(*row_frames_relative)(const uint32_t *strides, int64_t n, int64_t spacing, float x, float width,
                                  int64_t *main, float *out);

    // Placed items `from ..< to` of a flow. All coordinates must be near, that is, below 2^51 units.
    double *(*place_frames)(const le__flow_places *places, size_t from, size_t to, int64_t lead, int64_t base,
                            double *out);
    float *(*place_frames_relative)(const le__flow_places *places, size_t from, size_t to, int64_t lead, int64_t base,
                                    float *out);

    // The remaining items of a waterfall; `x` per column, and the common width.
    double *(*column_frames)(le__column_items *items, const double *x, double width, double *out);
    float *(*column_frames_relative)(le__column_items *items, const float *x, float width, float *out);

    // ---- rects_body.h

    // The bounds of `n` > 0 rectangles, empty ones included. False if one ends before it starts.
    bool (*rect_bounds)(const le_rect *rects, size_t n, le_rect *bounds);

    // ---- columns_body.h

    // Places `n` items, each in the shortest of `columns` columns. `keys`: the heights of the columns, height << 4 |
    // column, ascending. Writes the column of each item and returns the largest key that occurred.
    uint64_t (*place_shortest)(int64_t columns, uint64_t *keys, int64_t spacing, const int64_t *heights, int64_t n,
                               uint8_t *out);

    // ---- matching_body.h: how far two lists of keys agree, counted in 32-bit words; wide keys have two. With AVX2 a
    // diff of identical lists takes a fifth of the instructions that it takes without vectors, and one of reversed
    // lists a third.

    // The number of leading words that are equal, up to `words`.
    size_t (*equal_ahead)(const void *a, const void *b, size_t words);

    // The number of words before both pointers that are equal, up to `words`.
    size_t (*equal_behind)(const void *a, const void *b, size_t words);

    // The number of leading words that are `first`, `first` + 1, ..., up to `words`.
    size_t (*ascending)(const uint32_t *a, uint32_t first, size_t words);

    // The number of leading keys that are equal while the tokens count up from tokens[0]. Copies these tokens to `out`,
    // which has room for `n`.
    size_t (*predicted)(const uint32_t *tokens, const uint64_t *known, const uint64_t *keys, uint32_t *out, size_t n);

    // The number of keys that are equal when `a` is read backwards, up to `limit`.
    size_t (*equal_reversed_wide)(const uint64_t *a, const uint64_t *b, size_t limit);
    size_t (*equal_reversed_narrow)(const uint32_t *a, const uint32_t *b, size_t limit);

    // Where eight keys agree with eight others again; the first of each differ.
    le__agreement (*agree_wide)(const uint64_t *a, const uint64_t *b);
    le__agreement (*agree_narrow)(const uint32_t *a, const uint32_t *b);

    // ---- probe_body.h: halves the instructions of a diff of lists without a common key.

    // Looks up `n` mixes in a table. Writes to `out` the result for each, four bytes, or UINT32_MAX if no item is left,
    // and returns how many were found. `out` may be the memory of the mixes.
    uint32_t (*probe)(le__join_table *table, const uint64_t *mixes, size_t n, const uint32_t *answers, char *out);

    // ---- increasing_body.h: together with probe_body.h it halves the instructions of a diff of shuffled lists.

    // Extends a longest increasing subsequence by items `first ..< first + count`, whose values plus `shift` are below
    // 2^31. Skips items of value UINT32_MAX and items not in low ..< high; returns true if there are such items.
    bool (*extend_tails)(le__tails *tails, const uint32_t *values, uint32_t first, uint32_t count, uint32_t low,
                         uint32_t high, uint32_t shift);
} le__kernels;

extern const le__kernels le__kernels_scalar, le__kernels_128, le__kernels_avx2, le__kernels_avx512;

// The kernels of the instruction set in use.
LE_INLINE const le__kernels *le__kernels_in_use(void) {
    static const le__kernels *const tables[LE_ISA_COUNT] = LE_ISA_TABLES(le__kernels);
    return tables[le__isa()];
}

#endif
