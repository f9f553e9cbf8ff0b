/// The layout of a list: sections of several kinds in one content, edited and queried in O(log n).
///
/// A layout is a value: `le_layout_copy` is O(1), and the layouts before and after an update can exist side by side.
/// Frames are not stored: a query computes the frames that it returns. Queries do not change the layout.
///
/// Along the scroll ("main") axis a section is: header, leading inset, lines of items, trailing inset, footer.
/// Sections follow each other without a gap.
///
/// Every argument is checked: the rules in CListEngine.h hold for all functions here.
#ifndef LISTENGINE_LAYOUT_H
#define LISTENGINE_LAYOUT_H

#include "units.h"

LE_BEGIN_DECLS

typedef struct le_layout le_layout;

typedef enum le_section_kind {
    LE_SECTION_LIST,          ///< One item per line, as wide as the section; an extent tree stores the items' extents.
    LE_SECTION_GRID,          ///< Items of one exact size in columns; nothing is stored per item.
    LE_SECTION_FLOW,          ///< Items of any size, packed greedily into lines.
    LE_SECTION_FRAMES,        ///< Frames given by the caller, relative to the section's start, in any order.
    LE_SECTION_COMPOSITIONAL, ///< Groups that repeat a template, see compositional.h.
    LE_SECTION_WATERFALL,     ///< Columns of equal width; each item goes below the last items of its columns.
} le_section_kind;

typedef enum le_packing {
    LE_PACKING_JUSTIFIED, ///< Gaps grow until a full line touches both insets; items are centred across the line. A
                          ///< last line of items of one size has the gaps of a full line, and other last lines exact
                          ///< spacing. An item alone on its line is centred along it, even if it is wider.
    LE_PACKING_LEADING,   ///< Exact spacing from the leading inset; items are aligned with the line's top.
    // Waterfalls: which column an item goes to. Columns count from the leading inset. An item that spans k columns
    // takes k adjacent ones. It starts below the longest of them, and what follows in any of them starts below the
    // item.
    LE_PACKING_SHORTEST_FIRST, ///< The shortest; the first of several. For a span: the columns whose longest is
                               ///< shortest.
    LE_PACKING_LEFT_TO_RIGHT,  ///< Each in turn, from column 0. If too few columns are left for a span, it starts in
                               ///< column 0.
    LE_PACKING_RIGHT_TO_LEFT,  ///< The mirror image, from the last column.
} le_packing;

enum {
    LE_PIN_HEADER = 1, ///< The header stays visible while its section is visible.
    LE_PIN_FOOTER = 2,
    LE_ESTIMATED = 4, ///< Item sizes are estimates: a hint for hosts, repeated in every element.
    LE_BY_RATIO = 8,  ///< Waterfall: sizes are aspect ratios. An item's height is main / cross x its width.
};

/// How a section is laid out. Lengths are in units, from -`LE_MAX_TOTAL` / 4 to `LE_MAX_TOTAL` / 4; others give
/// `LE_BAD_VALUE`. A grid needs `item_main` >= 0 and `item_main` + `line_spacing` >= 0. A grid with columns of a given
/// width also needs `item_cross` >= 0 and `item_cross` + `item_spacing` > 0. In a grid with a given number of columns,
/// the sum of the spaces between the columns must be within the range above.
typedef struct le_section_spec {
    le_section_kind kind;
    le_packing packing;       ///< Flow, grid and waterfall.
    uint32_t flags;           ///< LE_PIN_HEADER, LE_PIN_FOOTER, LE_ESTIMATED, LE_BY_RATIO.
    uint32_t columns;         ///< Grid: number of columns; 0: as many columns of width `item_cross` as fit. Waterfall:
                              ///< 1 to 16.
    int64_t inset_main_start; ///< Between header and first line; insets may be negative.
    int64_t inset_main_end;
    int64_t inset_cross_start;
    int64_t inset_cross_end;
    int64_t line_spacing; ///< Between lines, along the main axis; may be negative. Waterfall: between the items of a
                          ///< column, a multiple of 16 units (`le_waterfall_units`), at most 2^32 points.
    int64_t item_spacing; ///< Minimum space between items of a line; may be negative. Waterfall: between columns.
    int64_t header;       ///< Extents along the main axis, >= 0; 0: there is none.
    int64_t footer;
    int64_t item_main;       ///< Grid: the extent of every item. Frames: not used by the layout; stored for the caller.
    int64_t item_cross;      ///< Grid with `columns` 0: the width of every item. Otherwise it follows from `columns`.
    int64_t section_spacing; ///< After the section, if another one follows; >= 0.
    double scale;            ///< Waterfall: pixels per point. Widths of columns and heights by ratio are floored to
                             ///< pixels; 0: they are not. At most 1,024.
    uint64_t reserved[4];    ///< Zeros, see options.h.
} le_section_spec;

/// Converts points to units as a waterfall does: rounded to 2^-16 point, half to even, and clamped as by `le_units`. A
/// waterfall rounds heights in this way. Its line spacing must be rounded in this way.
LE_API int64_t le_waterfall_units(double points);

/// The form in which sizes are passed. Only the fields of `le_sizes` that belong to the form are read.
typedef enum le_sizes_form {
    LE_SIZES_NONE,     ///< Grid: only the count matters.
    LE_SIZES_POINTS,   ///< Doubles in points, `stride` bytes apart: `main`, and for flow or by ratio `cross`.
    LE_SIZES_CONSTANT, ///< One size in points for all: `*main`, and for flow or by ratio `*cross`.
    LE_SIZES_RUNS,     ///< Lists: `runs` pairs of a count and an extent in points; the counts add up to `count`.
    LE_SIZES_SPANS,    ///< Waterfalls: doubles, `stride` bytes apart. `main` is the height in points, or by ratio the
                       ///< height divided by the width. `cross` is the number of columns that the item spans: an
                       ///< integer >= 1. An item that spans more columns than there are spans all of them.
} le_sizes_form;

typedef struct le_points_run {
    int64_t count;
    double extent;
} le_points_run;

/// Sizes of `count` items, in points. A size is finite, >= 0, and below 2^42 points; the height of a list's item is
/// also at least minus the line spacing. A size outside of this range, and a span that is not an integer of 1 to 2^53,
/// gives `LE_BAD_VALUE`.
/// - `LE_BAD_ARGUMENT`: `main` is NULL but sizes must be read, or `stride` leads out of the address space.
/// - `LE_BAD_INDEX`: a count below 0. `LE_TOO_LARGE`: a count above `LE_MAX_COUNT`; the sizes are then not read.
/// - `LE_BAD_VALUE`: the counts of runs do not add up to `count`.
typedef struct le_sizes {
    le_sizes_form form;
    int64_t count;
    const double *main;
    const double *cross;
    ptrdiff_t stride; ///< In bytes; any number. Sizes need no alignment.
    const le_points_run *run;
    size_t runs;
    bool lenient; ///< Replace invalid values by the smallest valid one instead of failing; `le_fault` then receives
                  ///< the first of them.
    uint64_t reserved[2]; ///< Zeros, see options.h.
} le_sizes;

/// The first size that was refused, or replaced because of `lenient`. Every call with a `fault` argument writes it. If
/// no size was invalid, `count` is 0, `section` is that of the call and `item` is -1.
typedef struct le_fault {
    int64_t section;
    int64_t item;  ///< Index of the size in the call, in `le_layout_insert_sections` from the start of the section. -1:
                   ///< a value of the section itself.
    double value;  ///< The invalid size.
    int64_t count; ///< Number of invalid sizes.
} le_fault;

/// The edges of a rectangle in units, main axis first.
typedef struct le_rect {
    int64_t main_min, cross_min, main_max, cross_max;
} le_rect;

typedef enum le_category {
    LE_HEADER = 0,
    LE_ITEM = 1,
    LE_FOOTER = 2,
    LE_SUPPLEMENTARY = 3, ///< A supplementary item of an item or a group.
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

/// The offset of a section that scrolls independently, in units. Arrays of these ascend by section. Sections that are
/// not in the array have offset 0. Offsets are clamped to +-`LE_MAX_TOTAL`. Sections that do not exist or do not
/// scroll are ignored.
typedef struct le_scrolled {
    int64_t section, offset;
} le_scrolled;

typedef struct le_scrolls {
    const le_scrolled *scrolled;
    size_t count;
} le_scrolls;

/// The input of a query: the rectangle to search, and the visible bounds that pinned elements follow. Both use main and
/// cross coordinates from the leading edge, even in right-to-left layouts. Only the x and y of results are mirrored.
/// Coordinates are clamped to +-`LE_MAX_TOTAL`.
typedef struct le_viewport {
    le_rect rect;    ///< The rectangle to search.
    le_rect visible; ///< Visible bounds without the adjusted insets, for pinning.
    le_scrolls scrolls;
    uint64_t reserved[4]; ///< Zeros, see options.h.
} le_viewport;

/// The state of a query: its position, and hints for the next query. Set it to zero once. It holds no references, so it
/// can be used with several layouts in turn, and discarded at any time. A query that has begun can continue after an
/// edit: it continues at the same section and item index in the edited layout.
typedef struct le_cursor {
    le_work work;
    int64_t section; ///< Where the query continues; set by `le_layout_query`.
    int64_t item;
    int64_t part; // of the item, if supplementary items follow it
    int32_t stage;
    int32_t done;
    uint64_t reserved[7]; ///< Zeros to begin with, see options.h.
} le_cursor;

/// Direction and container of a layout.
typedef struct le_layout_config {
    int64_t cross;        ///< Extent of the container across the scroll axis, in units, 0 ... `LE_MAX_TOTAL` / 4.
    int64_t main;         ///< Visible extent along the scroll axis, for fractions in compositions; the same range.
    bool horizontal;      ///< The main axis is x.
    bool right_to_left;   ///< The x of results is mirrored; offsets still count from the leading edge.
    uint64_t reserved[2]; ///< Zeros, see options.h.
} le_layout_config;

/// An empty layout. NULL when memory is short or the configuration cannot be used.
LE_API le_layout *le_layout_create(le_layout_config config);

/// A new layout with the same contents. O(1). NULL when memory is short, or for NULL.
LE_API le_layout *le_layout_copy(const le_layout *layout);

/// Releases a layout; NULL is allowed.
LE_API void le_layout_release(le_layout *layout);

/// Properties of the whole layout; zeros for NULL. O(1).
LE_API le_layout_config le_layout_get_config(const le_layout *layout);
LE_API int64_t le_layout_section_count(const le_layout *layout);
LE_API int64_t le_layout_item_total(const le_layout *layout); ///< Items of all sections.
LE_API int64_t le_layout_extent(const le_layout *layout);     ///< Content extent along the main axis, in units.

/// Changes the container and lays out the sections again. O(1) if all sections are lists. Otherwise O(sections), plus
/// O(items) of each flow and each waterfall by ratio, and O(measured groups) of each composition. Sections of frames
/// keep their frames: the caller replaces them.
/// - `LE_TOO_LARGE`: the content, or a column of a waterfall, would become too long.
LE_API le_status le_layout_set_config(le_layout *layout, le_layout_config config, le_work *work);

// ---- Sections -------------------------------------------------------------------------------------------------------

/// Inserts `sections` sections before section `at`, all with the same spec. Section s has `counts[s]` items. The sizes
/// of all items follow each other in `sizes`. O(log n + sections + items).
/// - `LE_BAD_INDEX`: an index is out of range, or there are more items than sizes.
/// - `LE_NOT_SUPPORTED`: the kind is LE_SECTION_FRAMES or LE_SECTION_COMPOSITIONAL, or does not take sizes of this form
///   (see below).
LE_API le_status le_layout_insert_sections(le_layout *layout, int64_t at, const le_section_spec *spec,
                                           const int64_t *counts, int64_t sections, const le_sizes *sizes,
                                           le_fault *fault, le_work *work);

/// Inserts one section of frames: `count` frames relative to the section, its extent along the main axis (0 ...
/// `LE_MAX_TOTAL`), and the frames of header and footer (empty: none). The spec's kind, header and footer are not used.
/// Edges must be from -`LE_MAX_TOTAL` / 4 to `LE_MAX_TOTAL` / 4, and no maximum below its minimum; otherwise the result
/// is `LE_BAD_VALUE`. O(log n + count).
LE_API le_status le_layout_insert_frames(le_layout *layout, int64_t at, const le_section_spec *spec,
                                         const le_rect *frames, int64_t count, int64_t extent, le_rect header,
                                         le_rect footer, le_work *work);

/// Removes sections `first ..< first + count`. O(log n), plus the nodes that are freed. Can return `LE_NO_MEMORY`.
LE_API le_status le_layout_remove_sections(le_layout *layout, int64_t first, int64_t count, le_work *work);

/// Moves sections `first ..< first + count` so that the first gets index `to`, counted without them. O(log n).
LE_API le_status le_layout_move_sections(le_layout *layout, int64_t first, int64_t count, int64_t to, le_work *work);

/// Replaces the spec of a section; item sizes are kept. O(log n). O(items) for a flow if its lines can change, for a
/// waterfall if positions can change, and for a list of several sizes if the line spacing changes.
/// - `LE_NOT_SUPPORTED`: the kind or LE_BY_RATIO differs from the section's.
/// - `LE_BAD_VALUE`: the spec is invalid, or a size is below minus the new line spacing.
LE_API le_status le_layout_set_spec(le_layout *layout, int64_t section, const le_section_spec *spec, le_work *work);

/// The spec of a section; zeros if there is no such section. O(log n).
LE_API le_section_spec le_layout_get_spec(const le_layout *layout, int64_t section);

/// The start and extent of a section along the main axis, its number of items, and the number of items in the sections
/// before it. `items` is -1 if there is no such section. O(log n).
typedef struct le_section_at {
    int64_t offset, extent, items, items_before;
} le_section_at;
LE_API le_section_at le_layout_section(const le_layout *layout, int64_t section, le_work *work);

/// Writes the numbers of items of sections `first ..< first + count`. Writes nothing if one of them does not exist.
/// O(log n + count).
LE_API void le_layout_item_counts(const le_layout *layout, int64_t first, int64_t count, int64_t *out);

/// The section at main coordinate `offset`, clamped to the first and the last section; -1 if there are none. O(log n).
LE_API int64_t le_layout_section_at_offset(const le_layout *layout, int64_t offset, le_work *work);

// ---- Items of a section ---------------------------------------------------------------------------------------------
// Which sizes a section takes; others give LE_NOT_SUPPORTED:
// - Sections of frames: none of these calls.
// - Grids and compositions: LE_SIZES_NONE only, to insert items.
// - Flows and waterfalls by ratio: sizes with `cross`.
// - Lists: also LE_SIZES_RUNS, except in scripts.
// - Waterfalls: also LE_SIZES_SPANS. Other forms insert items that span one column, and resized items keep their spans.
//
// LE_TOO_LARGE: items or content of the layout would exceed the limits, or a column of a waterfall 2^41 points.
//
// Cost: O(log n) to find the section. In addition, lists and compositions take O(log items + items in the call). A flow
// breaks lines again from the edit on, until a line breaks where it did before. A waterfall places the items after the
// edit again: O(items after it). A composition solves the measured groups from the edit on again.

/// Inserts items before item `at`.
LE_API le_status le_layout_insert_items(le_layout *layout, int64_t section, int64_t at, const le_sizes *sizes,
                                        le_fault *fault, le_work *work);

/// Removes items `first ..< first + count`. Can return `LE_NO_MEMORY`.
LE_API le_status le_layout_remove_items(le_layout *layout, int64_t section, int64_t first, int64_t count,
                                        le_work *work);

/// Moves items `first ..< first + count` so that the first gets index `to`, counted without them.
LE_API le_status le_layout_move_items(le_layout *layout, int64_t section, int64_t first, int64_t count, int64_t to,
                                      le_work *work);

/// Changes the sizes of the items from `first` on, as many as there are sizes.
LE_API le_status le_layout_resize_items(le_layout *layout, int64_t section, int64_t first, const le_sizes *sizes,
                                        le_fault *fault, le_work *work);

/// Applies a script of edits to a section's items, see `le_edit` in extents.h. The sizes of inserted items are taken
/// from `sizes` or, with `moved`, from the items that were there before the script. Edits ascend by `at` and do not
/// overlap. The limits apply to the result of the whole script. O(edits * log n) or one pass over the section,
/// whichever is less. For a list, only the sizes of inserted items are read, from the first to the last one that an
/// edit inserts.
/// - `LE_BAD_EDITS`: edits overlap, are out of order or out of range. `failed` (may be NULL) then receives the index of
///   the first such edit; otherwise it is not written.
struct le_edit;
LE_API le_status le_layout_apply(le_layout *layout, int64_t section, const struct le_edit *edits, size_t edit_count,
                                 const le_sizes *sizes, size_t *failed, le_fault *fault, le_work *work);

/// Replaces all items of a section with `count` items of one size in points. Only for lists, grids, and compositional
/// sections without measured items; the latter two ignore the size. Returns `LE_NOT_SUPPORTED` for other sections,
/// and if `spec` is not NULL and differs from the section's spec. O(log n), plus the nodes that are freed.
LE_API le_status le_layout_refill(le_layout *layout, int64_t section, const le_section_spec *spec, int64_t count,
                                  double size, le_fault *fault, le_work *work);

/// Writes the sizes of items `first ..< first + count` in points; `cross` (may be NULL) only for flow, grid and
/// waterfall. In a waterfall by ratio, `main` receives main / cross, and `cross` receives 1. O(log n + count).
/// - `LE_NOT_SUPPORTED`: sections of frames and compositions.
LE_API le_status le_layout_read_sizes(const le_layout *layout, int64_t section, int64_t first, int64_t count,
                                      double *main, double *cross);

/// Writes how many columns items `first ..< first + count` of a waterfall span: 1 to 16, as given and not limited to
/// the columns that there are; 16 for a larger number. O(log n + count).
/// - `LE_NOT_SUPPORTED`: other kinds of section.
LE_API le_status le_layout_read_spans(const le_layout *layout, int64_t section, int64_t first, int64_t count,
                                      uint8_t *spans);

// ---- Queries --------------------------------------------------------------------------------------------------------

/// Frame of an item in content units (left-to-right coordinates); `main_min` is INT64_MIN if there is no such item.
/// O(log n).
LE_API le_rect le_layout_item_frame(const le_layout *layout, int64_t section, int64_t item, le_work *work);

/// Frame of a header or footer, pinned to `visible` if that is not NULL and the section pins it. Zeros when there is
/// none. O(log n).
LE_API le_rect le_layout_header_frame(const le_layout *layout, int64_t section, const le_rect *visible, le_work *work);
LE_API le_rect le_layout_footer_frame(const le_layout *layout, int64_t section, const le_rect *visible, le_work *work);

/// The element of an item, in points, mirrored in right-to-left layouts; `section` is -1 if there is no such item.
/// O(log n).
LE_API le_element le_layout_item_element(const le_layout *layout, int64_t section, int64_t item, le_work *work);

/// Starts a query. Each `le_layout_query` then writes up to `capacity` elements, in order, and returns their number; 0
/// at the end. An element a meets the rectangle b if a.min < b.max and a.max > b.min on both axes and neither is empty.
/// Allocates nothing.
///
/// O(log n + elements written). In sections of frames O(blocks + items of blocks that meet the rectangle). In a
/// compositional section, a group with any element in the rectangle costs all its items. Groups without elements in the
/// rectangle are skipped together if they have no measured items; groups with measured items along the rectangle are
/// examined one by one. Such a group is solved once for each 64 of its items or supplementary items that are examined,
/// so the largest one, of `LE_MAX_ESTIMATED_GROUP` items, is solved 16 times.
///
/// Returns 0 if an argument is NULL, if the capacity is 0, and if a reserved word of the viewport is not zero.
LE_API void le_layout_query_begin(le_cursor *cursor);
LE_API size_t le_layout_query(const le_layout *layout, const le_viewport *viewport, le_cursor *cursor, le_element *out,
                              size_t capacity);

/// A frame in points of the content.
typedef struct le_frame {
    double x, y, width, height;
} le_frame;

/// Consecutive items of a section and their frames, which are valid until the next call with the same visitor.
typedef struct le_items {
    int64_t section, first, count;
    const le_frame *frames;
    bool last; ///< True if this is certainly the last run. If false, call next to find out.
} le_items;

/// The memory of a visit: the items around the rectangle, with their frames. The next visit computes nothing if its
/// rectangle has moved only a little. A visitor holds no references, so it can be used with several layouts in turn.
typedef struct le_visitor le_visitor;
LE_API le_visitor *le_visitor_create(void);                ///< NULL when memory is short.
LE_API void le_visitor_release(le_visitor *visitor);       ///< NULL is allowed.
LE_API le_work le_visitor_work(const le_visitor *visitor); ///< Counted work of all visits; zeros for NULL.

/// Finds the items that intersect the rectangle of a viewport, by the test and in the order of `le_layout_query`, for
/// hosts that need the index and the frame of items and nothing else. `le_layout_visit_begin` starts a visit and
/// `le_layout_visit_next` continues it with the same viewport, even after an edit. Both write consecutive items of
/// one section. They return false at the end, and then write nothing. The viewport's `visible` is not used.
///
/// O(items written) if the layout was not changed and the rectangle is near that of the last visit, else as
/// `le_layout_query`. Allocates nothing.
///
/// Returns false for a NULL, and for a viewport with reserved words that are not zero.
LE_API bool le_layout_visit_begin(const le_layout *layout, const le_viewport *viewport, le_visitor *visitor,
                                  le_items *items);
LE_API bool le_layout_visit_next(const le_layout *layout, const le_viewport *viewport, le_visitor *visitor,
                                 le_items *items);

/// Writes the frames of items `first ..< first + count` of a section in points, as x, y, width, height: 4 * `count`
/// numbers. Writes nothing if one of the items does not exist. O(log n + count), no allocation.
LE_API void le_layout_frames(const le_layout *layout, int64_t section, int64_t first, int64_t count, double *out);

/// The same in 32-bit floats relative to an origin in points (left-to-right content coordinates after mirroring). The
/// error is at most 2^-12 point up to 4,096 points from the origin, wherever in the content it is. The origin is
/// clamped as by `le_units`.
LE_API void le_layout_frames_relative(const le_layout *layout, int64_t section, int64_t first, int64_t count,
                                      double origin_x, double origin_y, float *out);

/// The item whose frame contains the point p (min <= p < max); the last in order if several do. Returns false if there
/// is none; `section` and `item` are then not written. If `scrolls` is NULL, nothing is scrolled. For each section that
/// reaches the point, the cost is O(log n) in lists, grids and compositional sections, even if items overlap, and
/// O(log n + frames that overlap at the point) in others. Compositional sections add the items of one group, and those
/// of the measured groups that reach the point.
LE_API bool le_layout_item_at_point(const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls,
                                    int64_t *section, int64_t *item, le_work *work);

/// The item nearest to the point by Euclidean distance to its frame; the first in order if several are equally near.
/// Returns false if there are no items; `section` and `item` are then not written. The point is clamped to
/// +-`LE_MAX_TOTAL`. The search examines the sections along the main axis within eight times the distance, at least 64
/// points. Each costs O(log n) if it is a list or a grid. A compositional section adds the items of one group, and
/// those of the measured groups that are not farther away. Others cost O(log n + items within that range), which is
/// O(n) if the point is far from all items.
LE_API bool le_layout_nearest_item(const le_layout *layout, int64_t main, int64_t cross, const le_scrolls *scrolls,
                                   int64_t *section, int64_t *item, le_work *work);

/// The first item and the number of items of the line that contains `item`. A line is one item in lists, waterfalls and
/// sections of frames, and a group in compositional sections. Writes 0 and 0 if there is no such item. Either output
/// may be NULL. O(log n).
LE_API void le_layout_line(const le_layout *layout, int64_t section, int64_t item, int64_t *first, int64_t *count);

/// Bytes of the nodes in use, including shared ones; 0 for NULL. O(nodes).
LE_API size_t le_layout_bytes(const le_layout *layout);

/// Checks all invariants of the structure. For tests. Returns NULL, or the first invariant that is broken. O(n).
LE_API const char *le_layout_check(const le_layout *layout);

/// The bytes that the library keeps for reuse, and a function that frees them: nodes of released layouts, in slabs of
/// 256 KB that hold no other nodes, and returned workspaces of the differ. Both may be called from any thread, even
/// while other threads use the library. Cost: the slabs and the free nodes, of which each thread keeps up to 80.
/// Both first collect the free nodes of all threads, including those that wait. A thread that is in a call of the
/// library keeps its own, and on Linux before 4.14 every thread but the caller does; these nodes and their slabs do not
/// count. A library that is unloaded trims the pool itself (not on Windows: call `le_pool_trim` before). Less than 1 KB
/// is lost for each other thread that used it and has not ended.
LE_API size_t le_pool_idle_bytes(void);
LE_API void le_pool_trim(void);

LE_END_DECLS

#endif
