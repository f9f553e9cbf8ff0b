/// Compositional sections: a group of items, described as a tree, is solved once and stamped along the section.
///
/// A description is solved for a container in one pass down (sizes and how often children repeat), one up (extents that
/// follow from content) and one down (places). The solved group, the template, serves every group of every section with
/// that description; a section of a million equal groups stores nothing an item. Where items are estimated and were
/// measured, the measured sizes are kept per item, and the groups that hold them are solved again when they are asked
/// for.
///
/// Axes are those of the layout: "main" is the scroll axis, "cross" the other one. Groups follow each other along main,
/// or along cross in sections that scroll on their own across the list ("orthogonal").
#ifndef LISTENGINE_COMPOSITIONAL_H
#define LISTENGINE_COMPOSITIONAL_H

#include "layout.h"

LE_BEGIN_DECLS

/// The description of a section: immutable, counted, safe to share between layouts and threads.
typedef struct le_composition le_composition;

typedef enum le_dimension_kind {
    LE_ABSOLUTE,       ///< Points.
    LE_FRACTION_CROSS, ///< Share of the container's extent along cross.
    LE_FRACTION_MAIN,  ///< Share of the container's extent along main.
    LE_ESTIMATED_SIZE, ///< Points until measured; of a group: until its content is known.
    LE_UNIFORM_SIZE,   ///< Estimated, and all siblings of the kind get the largest one's extent.
} le_dimension_kind;

typedef struct le_dimension {
    le_dimension_kind kind;
    double value; ///< Finite, >= 0.
} le_dimension;

/// Space at an edge or between neighbours: exact, or at least so much and a share of what is left over.
typedef struct le_space {
    int64_t least; ///< Units.
    bool flexible;
} le_space;

typedef enum le_node_kind {
    LE_NODE_ITEM,
    LE_NODE_ALONG_MAIN,  ///< A group whose children follow each other along main.
    LE_NODE_ALONG_CROSS, ///< A group whose children follow each other along cross.
    LE_NODE_CUSTOM,      ///< A group whose `count` frames the caller gives.
} le_node_kind;

typedef enum le_repeat {
    LE_REPEAT_FILL,  ///< Children in turn, over and over, until the next does not fit.
    LE_REPEAT_COUNT, ///< The only child `count` times, fitting or not.
    LE_REPEAT_SHARE, ///< The only child `count` times in equal parts of the group.
} le_repeat;

enum { LE_START = 0, LE_END = 1 }; ///< Index of the edges of an axis.

/// One node of a group's tree; nodes stand in preorder, a group before its children.
typedef struct le_node {
    le_node_kind kind;
    le_repeat repeat;
    uint32_t children; ///< Number of child nodes; 0 for items and custom groups.
    uint32_t count;    ///< See `le_repeat`; of custom groups, the number of frames.
    le_dimension main, cross;
    int64_t inset_main[2], inset_cross[2]; ///< Shrink an item's frame in its slot, and the room of a group's children.
                                           ///< Ignored along an estimated dimension.
    le_space edge_main[2], edge_cross[2];  ///< Around the slot.
    le_space between;                      ///< Between children.
} le_node;

/// Where a supplementary stands on its container: a point of the container and, with `own`, the point of itself that is
/// put there; without, it stands as far from the container's edges as the point says (0: at the start, 2: at the end).
typedef struct le_anchor {
    int32_t main, cross; ///< 0: start, 1: middle, 2: end.
    bool fractional;     ///< Offsets are shares of the supplementary's own extents, else points.
    double offset_main, offset_cross;
} le_anchor;

/// A supplementary item of an item or a group: a badge on a cell, a title on a group. It takes no room.
typedef struct le_badge {
    uint32_t node; ///< Index of the node it belongs to.
    uint16_t kind; ///< Written into its elements.
    int32_t z_index;
    le_dimension main, cross; ///< Fractions are of the item's frame, or of the group less its insets.
    le_anchor container;
    bool has_own;
    le_anchor own;
    int64_t inset_main[2], inset_cross[2]; ///< Shrink its frame once it stands. Ignored along an estimated dimension.
} le_badge;

/// A boundary supplementary of a section or of the whole layout: header, footer and the like.
typedef struct le_boundary {
    uint16_t kind;
    int32_t z_index;
    le_dimension main, cross; ///< Fractions are of the container, along cross less the insets where it follows them.
    int32_t align_main;       ///< 0: at the start (a header), 1: beside the content, 2: at the end (a footer).
    int32_t align_cross;      ///< 0: start, 1: middle, 2: end.
    int64_t offset_main, offset_cross;     ///< Shift without a change of what the section takes.
    bool overlays;                         ///< Lies on the content instead of before or after it.
    bool pins;                             ///< Stays in view while its section is.
    bool follows_insets;                   ///< Stands within the section's insets along cross.
    int64_t inset_main[2], inset_cross[2]; ///< Shrink its frame, not the room it takes. Ignored along an estimated
                                           ///< dimension.
} le_boundary;

/// A decoration behind a whole section.
typedef struct le_backdrop {
    uint16_t kind;
    int32_t z_index;
    int64_t inset_main[2], inset_cross[2];
} le_backdrop;

/// One frame of a custom group, in units relative to the group's content.
typedef struct le_custom_frame {
    le_rect frame;
    int32_t z_index;
} le_custom_frame;

typedef struct le_composition_spec {
    const le_node *nodes; ///< The group; `nodes[0]` is its root.
    size_t node_count;
    const le_badge *badges;
    size_t badge_count;
    const le_boundary *boundaries;
    size_t boundary_count;
    const le_backdrop *backdrops;
    size_t backdrop_count;
    int64_t group_spacing; ///< Between groups.
    int64_t inset_main[2], inset_cross[2];
    int64_t section_spacing; ///< After the section, if another one follows; >= 0.
    bool orthogonal;
    double scale; ///< Pixels in a point for the pixel grid; 0: none.

    /// Writes the frames of a custom group whose content has these extents: `count` of them, which are empty when it is
    /// called. NULL where there are no custom groups. Lengths past `LE_MAX_LENGTH` are cut there.
    ///
    /// It is called once for each custom group whenever the composition is solved: by `le_composition_solve`,
    /// `le_layout_insert_compositions`, `le_layout_set_composition` and `le_layout_set_config`, on the thread of that
    /// call; on several threads at once where they solve the same composition. Its answer may depend on its arguments
    /// alone. It may call any function, and read the layout that is being laid out, which is as it was before the call.
    /// Where it changes that layout, its own change stays, and the call that it was called by is refused if the two
    /// cannot go together (`LE_NOT_SUPPORTED`, `LE_BAD_INDEX`). It must not release that layout.
    void (*custom)(void *context, uint32_t node, int64_t main, int64_t cross, le_custom_frame *frames);
    void *context;
    /// Called with `context` when the last reference to the composition is released, on the thread that does that. Not
    /// called when `le_composition_create` fails: the context then stays the caller's. May be NULL.
    void (*release)(void *context);
    uint64_t reserved[4]; ///< Zeros, see options.h.
} le_composition_spec;

/// What solving had to put up with, for diagnostics.
typedef enum le_composition_fault {
    LE_FAULT_NONE,
    LE_FAULT_FIRST_DOES_NOT_FIT, ///< The first child of a group is larger than the group; it is placed all the same.
    LE_FAULT_EMPTY_GROUP,        ///< A group without children or items.
    LE_FAULT_NO_EXTENT,          ///< Children that take no room would repeat for ever; each is placed once.
    LE_FAULT_TOO_MANY,           ///< A group of more than `LE_MAX_GROUP` items, cut there, or where solving has made
                                 ///< 2^20 nodes (repetitions, and what then did not fit, counted); or one with
                                 ///< estimated items and more than `LE_MAX_ESTIMATED_GROUP` items, supplementary items
                                 ///< or nodes: its estimates then are exact.
} le_composition_fault;

enum { LE_MAX_GROUP = 1 << 16, LE_MAX_ESTIMATED_GROUP = 1 << 10 };

/// A composition from a spec, which is copied, with one reference. Release it with `le_composition_release`. NULL where
/// none can be made; `status` (may be NULL) says why:
/// - `LE_BAD_ARGUMENT`: `spec` or an array with elements is NULL, or an enumeration has an unknown value.
/// - `LE_BAD_VALUE`: a length is NaN, negative where it may not be, or past +-`LE_MAX_LENGTH`; the scale is not in
///   0 ... 1,024; the nodes are not one tree in preorder, at most 64 levels deep; a supplementary item names no node; a
///   custom group has no function.
/// - `LE_TOO_LARGE`: an array of 2^31 elements or more.
/// - `LE_NO_MEMORY`.
LE_API le_composition *le_composition_create(const le_composition_spec *spec, le_status *status);
/// The context of its spec; NULL for NULL.
LE_API void *le_composition_context(const le_composition *composition);
/// One more reference, and one less. NULL is allowed. Any thread.
LE_API void le_composition_retain(le_composition *composition);
LE_API void le_composition_release(le_composition *composition);

/// Solves for a container and tells what was met: the first fault and its node, items in a group, extents of a group in
/// units. `group_items` is -1 where memory is short or the composition is NULL. The container's extents are clamped to
/// 0 ... `LE_MAX_LENGTH`. O(nodes + items of a group + supplementary items of a group), with the repetitions of
/// children that then did not fit: 2^20 nodes at most.
typedef struct le_composition_summary {
    le_composition_fault fault;
    uint32_t fault_node;
    int64_t group_items;
    int64_t group_main, group_cross;
} le_composition_summary;
LE_API le_composition_summary le_composition_solve(const le_composition *composition, int64_t main, int64_t cross);

/// Inserts `sections` neighbours before section `at`: section s has `counts[s]` items and the composition
/// `compositions[which[s]]` (`which` NULL: the first). Each composition that is used is solved once and retained.
/// O(compositions * (nodes + items of a group) + sections). After a failure the layout is as it was:
/// - `LE_BAD_INDEX`: no such section, a count below 0, an index past the compositions.
/// - `LE_BAD_ARGUMENT`: the layout, an array or a composition that is used is NULL.
/// - `LE_TOO_LARGE`: past the limits of units.h; `LE_NO_MEMORY`.
LE_API le_status le_layout_insert_compositions(le_layout *layout, int64_t at, le_composition *const *compositions,
                                               size_t composition_count, const uint32_t *which, const int64_t *counts,
                                               int64_t sections, le_work *work);

/// Another composition for a section, its items and their measured sizes kept. O(nodes + items of a group + measured
/// groups). After a failure the layout is as it was: `LE_BAD_INDEX`, `LE_BAD_ARGUMENT` (a NULL), `LE_NOT_SUPPORTED` (a
/// section of another kind), `LE_TOO_LARGE`, `LE_NO_MEMORY`.
LE_API le_status le_layout_set_composition(le_layout *layout, int64_t section, le_composition *composition,
                                           le_work *work);
/// The composition of a section, not retained; NULL for sections of other kinds.
LE_API le_composition *le_layout_composition(const le_layout *layout, int64_t section);

/// Boundary supplementaries of the whole layout, before the first section and after the last one; a copy is taken. What
/// was measured of others is forgotten. O(count + 1). After a failure the layout is as it was: `LE_BAD_ARGUMENT` (NULL,
/// or an unknown kind of dimension), `LE_BAD_VALUE`, `LE_TOO_LARGE` (2^31 or more, or content past `LE_MAX_TOTAL`),
/// `LE_NO_MEMORY`.
LE_API le_status le_layout_set_boundaries(le_layout *layout, const le_boundary *boundaries, size_t count, double scale,
                                          le_work *work);

/// A measured size: extents in points, NaN where an axis was not measured. Only estimated axes of an item take it.
typedef struct le_measurement {
    int64_t item; ///< Or the index of a boundary supplementary.
    double main, cross;
} le_measurement;

/// Measured sizes of items, in any order; where an item comes more than once each counts and the last stays. `changed`
/// (may be NULL) gets the number of entries that changed a size. An item that had more than `LE_MAX_REPORTS` different
/// sizes since the container last changed keeps the last; `frozen` (may be NULL) gets the first such item, or -1.
/// O(m (log n + group)). After a failure the layout is as it was, `changed` 0 and `frozen` -1; `fault` (may be NULL)
/// always gets the section, and the item where one is to blame:
/// - `LE_BAD_INDEX`: no such section or item.
/// - `LE_NOT_SUPPORTED`: a section of another kind, an item without an estimated extent.
/// - `LE_BAD_VALUE`: a size is infinite, negative or past `LE_MAX_LENGTH`; `fault` gets it.
/// - `LE_BAD_ARGUMENT`: the layout, or an array that is not empty, is NULL. `LE_TOO_LARGE`, `LE_NO_MEMORY`.
enum { LE_MAX_REPORTS = 7 };
LE_API le_status le_layout_measure_items(le_layout *layout, int64_t section, const le_measurement *measured,
                                         size_t count, int64_t *changed, int64_t *frozen, le_fault *fault,
                                         le_work *work);

/// Measured sizes of boundary supplementaries of a section (-1: of the layout), by their index in the composition or
/// among those of the layout. Fails as `le_layout_measure_items` does. O(log n + count + boundaries + supplementaries).
LE_API le_status le_layout_measure_boundaries(le_layout *layout, int64_t section, const le_measurement *measured,
                                              size_t count, le_fault *fault, le_work *work);

/// Which extents of an item of a section are estimated: bit 0 main, bit 1 cross. 0 for other kinds of sections, and
/// where there is no such item. O(log n), as are all questions below where nothing else is said.
LE_API int le_layout_estimated_axes(const le_layout *layout, int64_t section, int64_t item);

/// The groups of a section: how many, and where one starts and what it takes along the axis that they follow each other
/// on, in units from the section's start there (cross coordinates in orthogonal sections).
typedef struct le_groups {
    int64_t count;   ///< -1: not a compositional section.
    int64_t items;   ///< Of a full group.
    int64_t content; ///< Scrolled extent along cross of an orthogonal section, insets included.
    bool orthogonal;
    bool custom;
} le_groups;
LE_API le_groups le_layout_groups(const le_layout *layout, int64_t section);

typedef struct le_group_place {
    int64_t offset, extent; ///< Zeros where there is no such group.
} le_group_place;
LE_API le_group_place le_layout_group(const le_layout *layout, int64_t section, int64_t group);
/// The group that holds an offset, in the coordinates of `le_group_place`, clamped to the first and the last; -1 where
/// there are no groups.
LE_API int64_t le_layout_group_at_offset(const le_layout *layout, int64_t section, int64_t offset);

/// Frame of a boundary supplementary of a section (-1: of the layout), pinned to `visible` if that is not NULL. Empty
/// where there is none.
LE_API le_rect le_layout_boundary_frame(const le_layout *layout, int64_t section, int64_t boundary,
                                        const le_rect *visible);

/// Frame of a supplementary item of an item or a group, as if its section were not scrolled. `index` is that of its
/// elements: of the item, or the ordinal of the group. Empty where there is none; of several of a kind the first one a
/// query finds. O(log n + supplementary items of a group), and a settled group where it was measured.
LE_API le_rect le_layout_supplementary_frame(const le_layout *layout, int64_t section, uint16_t kind, int64_t index);

LE_END_DECLS

#endif
