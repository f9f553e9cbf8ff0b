/// The layout of a list: sections of several kinds in one content, edited and queried in O(log n).
///
/// A layout is a value: `le_layout_copy` is O(1), and the layouts before and after an update live side by side. Frames
/// are not stored; they are made for what a query asks. Queries change nothing in the layout.
///
/// Along the scroll ("main") axis a section is: header, leading inset, lines of items, trailing inset, footer.
/// Sections follow each other without a gap.
///
/// Every argument is checked: see the rules in CListEngine.h, which hold for all functions here. A caller needs no
/// look-up of its own to be safe.
#ifndef LISTENGINE_LAYOUT_H
#define LISTENGINE_LAYOUT_H

#include "units.h"

LE_BEGIN_DECLS

typedef struct le_layout le_layout;

typedef enum le_section_kind {
    LE_SECTION_LIST,          ///< One item a line, as wide as the section; extents per item in an extent tree.
    LE_SECTION_GRID,          ///< Items of one exact size in columns; nothing is stored per item.
    LE_SECTION_FLOW,          ///< Items of any size, packed greedily into lines.
    LE_SECTION_FRAMES,        ///< Frames given by the caller, relative to the section's start, in any order.
    LE_SECTION_COMPOSITIONAL, ///< Groups stamped from a template, see compositional.h.
    LE_SECTION_WATERFALL,     ///< Columns of equal width; each item goes below what its column already holds.
} le_section_kind;

typedef enum le_packing {
    LE_PACKING_JUSTIFIED, ///< Gaps grow until a full line touches both insets; items are centred across the line.
    LE_PACKING_LEADING,   ///< Exact spacing from the leading inset; items stand at the line's top.
    // Waterfalls: which column an item goes to. Columns count from the leading inset.
    LE_PACKING_SHORTEST_FIRST, ///< The shortest; the lowest-numbered of several.
    LE_PACKING_LEFT_TO_RIGHT,  ///< Each in turn, from column 0.
    LE_PACKING_RIGHT_TO_LEFT,  ///< Each in turn, from the last column.
} le_packing;

enum {
    LE_PIN_HEADER = 1, ///< The header stays in view while its section is.
    LE_PIN_FOOTER = 2,
    LE_ESTIMATED = 4, ///< Item sizes are estimates: a hint for hosts, repeated in every element.
    LE_BY_RATIO = 8,  ///< Waterfall: sizes say shapes. An item's height is main / cross of its column's width.
};

/// How a section is laid out. Lengths in units, from -`LE_MAX_TOTAL` / 4 to `LE_MAX_TOTAL` / 4; `LE_BAD_VALUE` for
/// others. A grid needs `item_main` >= 0 and `item_main` + `line_spacing` >= 0, with columns of a given width also
/// `item_cross` >= 0 and `item_cross` + `item_spacing` > 0, with a given number of columns spaces between them that
/// together stay within the bounds above.
typedef struct le_section_spec {
    le_section_kind kind;
    le_packing packing;       ///< Flow, grid and waterfall.
    uint32_t flags;           ///< LE_PIN_HEADER, LE_PIN_FOOTER, LE_ESTIMATED, LE_BY_RATIO.
    uint32_t columns;         ///< Grid: number of columns, or 0 to take as many as fit of `item_cross`. Waterfall: 1
                              ///< to 16.
    int64_t inset_main_start; ///< Between header and first line; insets may be negative.
    int64_t inset_main_end;
    int64_t inset_cross_start;
    int64_t inset_cross_end;
    int64_t line_spacing; ///< Between lines, along the main axis; may be negative. Waterfall: between the items of a
                          ///< column, a multiple of 16 units (`le_waterfall_units`), at most 2^32 points.
    int64_t item_spacing; ///< Least space between items of a line; may be negative. Waterfall: between columns.
    int64_t header;       ///< Extents along the main axis, >= 0; 0: there is none.
    int64_t footer;
    int64_t item_main;       ///< Grid: the size of every item. Frames: the owner's, kept and given back.
    int64_t item_cross;      ///< Grid with `columns` 0; with columns it is the share of the line.
    int64_t section_spacing; ///< After the section, if another one follows; >= 0.
    double scale;            ///< Waterfall: pixels in a point, to which widths of columns and heights by ratio are
                             ///< floored; 0: no grid. At most 1,024.
    uint64_t reserved[4];    ///< Zeros, see options.h.
} le_section_spec;

/// A length of a waterfall in points as units: rounded to 2^-16 point, half to even, and clamped as by `le_units`. Its
/// heights are rounded so; its line spacing has to be.
LE_API int64_t le_waterfall_units(double points);

/// Where item sizes come from. Exactly one source is used, by `form`; the fields of others are not read.
typedef enum le_sizes_form {
    LE_SIZES_NONE,     ///< Grid: only the count matters.
    LE_SIZES_POINTS,   ///< Doubles in points, `stride` bytes apart: `main`, and for flow or by ratio `cross`.
    LE_SIZES_CONSTANT, ///< One size in points for all: `*main`, and for flow or by ratio `*cross`.
    LE_SIZES_RUNS,     ///< Lists: `runs` pairs of a count and an extent in points, their counts adding up to `count`.
} le_sizes_form;

typedef struct le_points_run {
    int64_t count;
    double extent;
} le_points_run;

/// Sizes of `count` items, in points. A size is finite, >= 0, and below 2^42 points; the height of a list's item is
/// also at least minus the line spacing. `LE_BAD_VALUE` for others.
/// - `LE_BAD_ARGUMENT`: `main` is NULL where sizes are read, or `stride` leads out of the address space.
/// - `LE_BAD_INDEX`: a count below 0. `LE_TOO_LARGE`: one past `LE_MAX_COUNT`; the sizes are then not read.
/// - `LE_BAD_VALUE`: the counts of runs do not add up to `count`.
typedef struct le_sizes {
    le_sizes_form form;
    int64_t count;
    const double *main;
    const double *cross;
    ptrdiff_t stride; ///< In bytes; any number. Sizes need no alignment.
    const le_points_run *run;
    size_t runs;
    bool lenient; ///< Raise unusable values to the least usable one instead of refusing them; `le_fault` tells the
                  ///< first.
    uint64_t reserved[2]; ///< Zeros, see options.h.
} le_sizes;

/// What was refused, or with `lenient` raised, and where. `count` is 0 when no size was. Written by every call that is
/// given one, also by those that succeed or fail for another reason; `section` is then the one of the call, `item` -1.
/// `item` counts in the sizes of the call; in `le_layout_insert_sections` from the start of its section.
typedef struct le_fault {
    int64_t section;
    int64_t item; ///< -1: the section's own values.
    double value;
    int64_t count;
} le_fault;

/// A rectangle in units by its edges, main axis first.
typedef struct le_rect {
    int64_t main_min, cross_min, main_max, cross_max;
} le_rect;

typedef enum le_category {
    LE_HEADER = 0,
    LE_ITEM = 1,
    LE_FOOTER = 2,
    LE_SUPPLEMENTARY = 3, ///< Of an item or a group.
    LE_DECORATION = 4,
} le_category;

enum { LE_ELEMENT_PINNED = 1, LE_ELEMENT_ESTIMATED = 2, LE_ELEMENT_HIDDEN = 4 };

/// One laid-out element, in points of the content: y grows down, x to the right. 80 bytes of plain numbers, written by
/// queries.
typedef struct le_element {
    double min_x, min_y, max_x, max_y;
    int64_t item; ///< Index in its section; 0 for headers and footers.
    int32_t section;
    int32_t z_index;    ///< 0; 1 for elements that can be pinned.
    uint16_t kind;      ///< Interned element kind: 0 item, 1 header, 2 footer.
    uint8_t category;   ///< `le_category`.
    uint8_t flags;      ///< LE_ELEMENT_...
    float alpha;        ///< 1.
    float transform[6]; ///< a, b, c, d, tx, ty; identity.
} le_element;

/// How far sections that scroll on their own are scrolled, in units: ascending by section; others are at 0. Offsets are
/// clamped to +-`LE_MAX_TOTAL`; sections that do not exist or do not scroll are passed over.
typedef struct le_scrolled {
    int64_t section, offset;
} le_scrolled;

typedef struct le_scrolls {
    const le_scrolled *scrolled;
    size_t count;
} le_scrolls;

/// What a query sees: the rectangle that is asked for, and the visible bounds that pinned elements follow. Both are
/// leading based (main and cross of the layout), also right to left: only what is answered in x and y is mirrored.
/// Coordinates are clamped to +-`LE_MAX_TOTAL`.
typedef struct le_viewport {
    le_rect rect;    ///< What is asked for.
    le_rect visible; ///< Visible bounds less the adjusted insets, for pinning.
    le_scrolls scrolls;
    uint64_t reserved[4]; ///< Zeros, see options.h.
} le_viewport;

/// The caller's memory of a query: where it stands, and hints for the next one. Zero it once. It holds no reference: it
/// may be used with one layout after the other, and be thrown away at any time. A query that was begun goes on where it
/// stood also after an edit: by numbers of sections and items, as the layout then has them.
typedef struct le_cursor {
    le_work work;
    int64_t section; ///< Where the walk goes on; set by `le_layout_query`.
    int64_t item;
    int64_t part; // of the item, where supplementaries follow it
    int32_t stage;
    int32_t done;
    uint64_t reserved[7]; ///< Zeros to begin with, see options.h.
} le_cursor;

/// Direction and container of a layout.
typedef struct le_layout_config {
    int64_t cross;        ///< Extent of the container across the scroll axis, in units, 0 ... `LE_MAX_TOTAL` / 4.
    int64_t main;         ///< Visible extent along the scroll axis, for compositions with fractions of it; likewise.
    bool horizontal;      ///< The main axis is x.
    bool right_to_left;   ///< x is mirrored in what queries answer; offsets stay leading based.
    uint64_t reserved[2]; ///< Zeros, see options.h.
} le_layout_config;

/// An empty layout. NULL when memory is short or the configuration cannot be used.
LE_API le_layout *le_layout_create(le_layout_config config);

/// Another layout of the same contents. O(1). NULL when memory is short, or for NULL.
LE_API le_layout *le_layout_copy(const le_layout *layout);

/// Gives a layout back; NULL is allowed.
LE_API void le_layout_release(le_layout *layout);

/// What the layout as a whole is; zeros for NULL. O(1).
LE_API le_layout_config le_layout_get_config(const le_layout *layout);
LE_API int64_t le_layout_section_count(const le_layout *layout);
LE_API int64_t le_layout_item_total(const le_layout *layout); ///< Items of all sections.
LE_API int64_t le_layout_extent(const le_layout *layout);     ///< Content extent along the main axis, in units.

/// Lays the stock sections out for another container. O(sections) where one is not a list, and then O(1) for sections
/// whose items do not depend on the container, O(items) for flow and for waterfalls by ratio, O(measured groups) for
/// compositions; O(1) where all are lists. Sections of frames keep their frames: their owner replaces them.
/// - `LE_TOO_LARGE`: the content, or a column of a waterfall, would become too long.
LE_API le_status le_layout_set_config(le_layout *layout, le_layout_config config, le_work *work);

// ---- Sections -------------------------------------------------------------------------------------------------------

/// Inserts `sections` neighbours before section `at`, all of the same spec, with `counts[s]` items each, whose sizes
/// follow each other in `sizes`. O(log n + sections + items).
/// - `LE_BAD_INDEX`: also where there are more items than sizes.
/// - `LE_NOT_SUPPORTED`: the kind is LE_SECTION_FRAMES or LE_SECTION_COMPOSITIONAL, or does not take sizes of this form
///   (see below).
LE_API le_status le_layout_insert_sections(le_layout *layout, int64_t at, const le_section_spec *spec,
                                           const int64_t *counts, int64_t sections, const le_sizes *sizes,
                                           le_fault *fault, le_work *work);

/// Inserts one section of frames: `count` relative frames by edges, an extent along the main axis, 0 ...
/// `LE_MAX_TOTAL`, and the frames of header and footer (empty: none). The spec's kind, header and footer are not used.
/// Edges are from -`LE_MAX_TOTAL` / 4 to `LE_MAX_TOTAL` / 4, and no maximum is below its minimum; `LE_BAD_VALUE` else.
/// O(log n + count).
LE_API le_status le_layout_insert_frames(le_layout *layout, int64_t at, const le_section_spec *spec,
                                         const le_rect *frames, int64_t count, int64_t extent, le_rect header,
                                         le_rect footer, le_work *work);

/// Removes sections `first ..< first + count`. O(log n), and what is freed. A removal can fail for want of memory.
LE_API le_status le_layout_remove_sections(le_layout *layout, int64_t first, int64_t count, le_work *work);

/// Moves sections `first ..< first + count` so that the first gets index `to`, counted without them. O(log n).
LE_API le_status le_layout_move_sections(le_layout *layout, int64_t first, int64_t count, int64_t to, le_work *work);

/// Another spec for a section, its item sizes kept. O(log n); flow O(items) where lines can change, waterfall where
/// places can, lists of several sizes where the line spacing changes.
/// - `LE_NOT_SUPPORTED`: another kind, or another LE_BY_RATIO.
/// - `LE_BAD_VALUE`: also where a size is below minus the new line spacing.
LE_API le_status le_layout_set_spec(le_layout *layout, int64_t section, const le_section_spec *spec, le_work *work);

/// The spec of a section; zeros where there is no such section. O(log n).
LE_API le_section_spec le_layout_get_spec(const le_layout *layout, int64_t section);

/// Start along the main axis and extent of a section, its number of items, and items in the sections before it. `items`
/// is -1 where there is no such section. O(log n).
typedef struct le_section_at {
    int64_t offset, extent, items, items_before;
} le_section_at;
LE_API le_section_at le_layout_section(const le_layout *layout, int64_t section, le_work *work);

/// Writes the numbers of items of sections `first ..< first + count`; nothing where the layout does not have them all.
/// O(log n + count).
LE_API void le_layout_item_counts(const le_layout *layout, int64_t first, int64_t count, int64_t *out);

/// The section that covers main coordinate `offset`, clamped to the first and last one; -1 when there are none. O(log
/// n).
LE_API int64_t le_layout_section_at_offset(const le_layout *layout, int64_t offset, le_work *work);

// ---- Items of a section ---------------------------------------------------------------------------------------------
// LE_NOT_SUPPORTED: sections of frames for all of these; grids and compositions for sizes (inserting takes
// LE_SIZES_NONE there); flows and waterfalls by ratio for sizes without `cross`; all but grids and compositions for
// LE_SIZES_NONE, and all but lists for runs, which scripts do not take at all. LE_TOO_LARGE: items or content of the
// layout would pass the limits, or a column of a waterfall 2^41 points. Cost: O(log n) for the section and O(log items
// + items given) for lists and compositions, O(log n) for grids. An edit of a flow breaks lines from the edit on, until
// breaks fall where they fell before. An edit of a waterfall places the items after it again: O(items after it). A
// composition settles the measured groups from the edit on.

/// Inserts items before item `at`.
LE_API le_status le_layout_insert_items(le_layout *layout, int64_t section, int64_t at, const le_sizes *sizes,
                                        le_fault *fault, le_work *work);

/// Removes items `first ..< first + count`. A removal can fail for want of memory.
LE_API le_status le_layout_remove_items(le_layout *layout, int64_t section, int64_t first, int64_t count,
                                        le_work *work);

/// Moves items `first ..< first + count` so that the first gets index `to`, counted without them.
LE_API le_status le_layout_move_items(le_layout *layout, int64_t section, int64_t first, int64_t count, int64_t to,
                                      le_work *work);

/// Gives the items from `first` on other sizes, as many as there are sizes.
LE_API le_status le_layout_resize_items(le_layout *layout, int64_t section, int64_t first, const le_sizes *sizes,
                                        le_fault *fault, le_work *work);

/// Applies a script of edits to a section's items, see `le_edit` in extents.h: sizes of the inserted items come from
/// `sizes`, or with `moved` from where they stood before the script. Edits ascend by `at` and do not overlap. The
/// limits hold for the outcome. O(edits * log n) or one pass over the section, whichever is less.
/// - `LE_BAD_EDITS`: edits overlap, are out of order or out of range; `failed` (may be NULL) gets the index of the
/// first
///   such edit and is otherwise left alone.
struct le_edit;
LE_API le_status le_layout_apply(le_layout *layout, int64_t section, const struct le_edit *edits, size_t edit_count,
                                 const le_sizes *sizes, size_t *failed, le_fault *fault, le_work *work);

/// Gives a section of this spec (NULL: of any) `count` items in place of all that it has: in a list of one size, in
/// points; grids and compositional sections in which nothing was measured count them and ignore the size.
/// `LE_NOT_SUPPORTED` for all others, and where the section's spec is another. O(log n), and what is freed.
LE_API le_status le_layout_refill(le_layout *layout, int64_t section, const le_section_spec *spec, int64_t count,
                                  double size, le_fault *fault, le_work *work);

/// Writes the sizes of items `first ..< first + count` in points, `cross` (may be NULL) only for flow, grid and
/// waterfall. By ratio, `main` is what was given as main / cross, and `cross` 1. O(log n + count).
/// - `LE_NOT_SUPPORTED`: sections of frames and compositions.
LE_API le_status le_layout_read_sizes(const le_layout *layout, int64_t section, int64_t first, int64_t count,
                                      double *main, double *cross);

// ---- Questions ------------------------------------------------------------------------------------------------------

/// Frame of an item in content units (left-to-right coordinates), as laid out; `main_min` is INT64_MIN where there is
/// no such item. O(log n).
LE_API le_rect le_layout_item_frame(const le_layout *layout, int64_t section, int64_t item, le_work *work);

/// Frame of a header or footer, pinned to `visible` if that is not NULL and the section pins it. Zeros when there is
/// none. O(log n).
LE_API le_rect le_layout_header_frame(const le_layout *layout, int64_t section, const le_rect *visible, le_work *work);
LE_API le_rect le_layout_footer_frame(const le_layout *layout, int64_t section, const le_rect *visible, le_work *work);

/// Full element (points, mirrored where asked) of an item; `section` is -1 where there is no such item. O(log n).
LE_API le_element le_layout_item_element(const le_layout *layout, int64_t section, int64_t item, le_work *work);

/// Starts a query; then `le_layout_query` writes up to `capacity` elements at a time, in order, until it answers 0.
/// An element is in the rectangle when a.min < b.max and a.max > b.min on both axes and neither is empty. Allocates
/// nothing. O(log n + answer); in sections of frames O(blocks + items of blocks that meet the rectangle). In a
/// compositional section a group costs its items where it shows any; groups without a measured item that show nothing
/// are passed over together, and those with one in the rectangle's stretch are each looked at.
/// It answers 0 at once for a NULL, for a capacity of 0, and for a viewport with reserved words that are not zero.
LE_API void le_layout_query_begin(le_cursor *cursor);
LE_API size_t le_layout_query(const le_layout *layout, const le_viewport *viewport, le_cursor *cursor, le_element *out,
                              size_t capacity);

/// Frames of items `first ..< first + count` of a section as x, y, width, height: 4 * `count` numbers. Nothing is
/// written where the section does not have these items. O(log n + count), no allocation.
LE_API void le_layout_frames(const le_layout *layout, int64_t section, int64_t first, int64_t count, double *out);

/// The same in 32-bit floats relative to an origin in points (left-to-right content coordinates after mirroring):
/// within 2^-12 pt up to 4,096 pt from it, at any depth. The origin is clamped as by `le_units`.
LE_API void le_layout_frames_relative(const le_layout *layout, int64_t section, int64_t first, int64_t count,
                                      double origin_x, double origin_y, float *out);

/// The item whose frame holds the point (min <= p < max), the last in order where several do. False: none; then
/// `section` and `item` are left alone. `scrolls` may be NULL: nothing is scrolled. O(log n) for each section that
/// reaches there, whatever overlaps in lists, grids and compositional sections; O(log n + frames that overlap there) in
/// others. Compositional sections add the items of a group, and of the measured groups that reach there.
LE_API bool le_layout_item_at_point(const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls,
                                    int64_t *section, int64_t *item, le_work *work);

/// The item nearest to the point by Euclid's distance to its frame, ties to the first in order. False: no items; then
/// `section` and `item` are left alone. The point is clamped to +-`LE_MAX_TOTAL`. The sections within eight times that
/// distance, at least 64 points, along the main axis are looked at: O(log n) for a list or a grid, and for a
/// compositional section with the items of a group, and of the measured groups that are not farther away; O(log n +
/// items within that stretch), up to O(n) far from all items, for others.
LE_API bool le_layout_nearest_item(const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls,
                                   int64_t *section, int64_t *item, le_work *work);

/// First item and number of items of the line that item is on (1 in lists, waterfalls and sections of frames; a group's
/// in compositional sections); 0 and 0 where there is no such item. Each may be NULL. O(log n).
LE_API void le_layout_line(const le_layout *layout, int64_t section, int64_t item, int64_t *first, int64_t *count);

/// Bytes of nodes in use, shared ones included; 0 for NULL. O(nodes).
LE_API size_t le_layout_bytes(const le_layout *layout);

/// Checks every rule of the structure. For tests: O(n). Returns NULL when all hold, else the rule that does not.
LE_API const char *le_layout_check(const le_layout *layout);

/// Bytes that the library keeps for reuse, and a way to give them back to the system: nodes of released layouts, and
/// workspaces of the differ that were returned. From any thread, also while others use the library.
LE_API size_t le_pool_idle_bytes(void);
LE_API void le_pool_trim(void);

LE_END_DECLS

#endif
