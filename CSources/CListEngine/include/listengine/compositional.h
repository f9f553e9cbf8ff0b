/// Compositional sections: a tree describes one group of items. It is solved once and repeated along the section.
///
/// A description is solved for a container in three passes over the tree: down (sizes, and how often children repeat),
/// up (extents that follow from content) and down (positions). The solved group is the template. It serves every group
/// of every section with that description, so a section of a million equal groups stores nothing per item. The measured
/// sizes of estimated items are stored per item. A group that contains such items is solved again when a query needs
/// it.
///
/// Axes are those of the layout: "main" is the scroll axis and "cross" is the other axis. Groups follow each other
/// along main. In "orthogonal" sections, which scroll on their own across the list, they follow each other along cross.
#ifndef LISTENGINE_COMPOSITIONAL_H
#define LISTENGINE_COMPOSITIONAL_H

#include "layout.h"

LE_BEGIN_DECLS

/// The description of a section: immutable, reference counted, safe to share between layouts and threads.
typedef struct le_composition le_composition;

typedef enum le_dimension_kind {
    LE_ABSOLUTE,       ///< Points.
    LE_FRACTION_CROSS, ///< Share of the container's extent along cross.
    LE_FRACTION_MAIN,  ///< Share of the container's extent along main.
    LE_ESTIMATED_SIZE, ///< Points, used until the item is measured or, for a group, until its content is known.
    LE_UNIFORM_SIZE,   ///< Estimated. All siblings of this kind get the extent of the largest one.
} le_dimension_kind;

typedef struct le_dimension {
    le_dimension_kind kind;
    double value; ///< Finite, >= 0.
} le_dimension;

/// Space at an edge or between adjacent items: exact, or flexible, which is a minimum plus a share of the space left
/// over.
typedef struct le_space {
    int64_t least; ///< The exact or the minimum space, in units.
    bool flexible;
} le_space;

typedef enum le_node_kind {
    LE_NODE_ITEM,
    LE_NODE_ALONG_MAIN,  ///< A group whose children follow each other along main.
    LE_NODE_ALONG_CROSS, ///< A group whose children follow each other along cross.
    LE_NODE_CUSTOM,      ///< A group with `count` frames that a callback provides.
} le_node_kind;

/// How the children of a group repeat. A fraction of the group's extent along its axis, in a dimension of a child, is
/// of the extent without the spaces between all children. So three thirds and two spaces fill a group.
typedef enum le_repeat {
    LE_REPEAT_FILL,  ///< Repeats the sequence of children until the next child does not fit.
    LE_REPEAT_COUNT, ///< Repeats the only child `count` times, whether they fit or not.
    LE_REPEAT_SHARE, ///< Repeats the only child `count` times, in equal parts of the group.
} le_repeat;

enum { LE_START = 0, LE_END = 1 }; ///< Index of the edges of an axis.

/// One node of a group's tree. Nodes are stored in preorder: a group comes before its children.
typedef struct le_node {
    le_node_kind kind;
    le_repeat repeat;
    uint32_t children; ///< Number of child nodes; 0 for items and custom groups.
    uint32_t count;    ///< See `le_repeat`. For custom groups, the number of frames.
    le_dimension main, cross;
    int64_t inset_main[2], inset_cross[2]; ///< Shrink an item's frame in its slot, or the space for a group's children.
                                           ///< Ignored along an estimated dimension.
    le_space edge_main[2], edge_cross[2];  ///< Around the slot.
    le_space between;                      ///< Between children.
} le_node;

/// The position of a supplementary item on its container: a point of the container and, with `own`, the point of the
/// supplementary item that is placed there. Without `own` the supplementary item is aligned with the edge or the middle
/// of the container that the point names.
typedef struct le_anchor {
    int32_t main, cross; ///< 0: start, 1: middle, 2: end.
    bool fractional;     ///< Offsets are fractions of the supplementary item's own extents. Otherwise they are points.
    double offset_main, offset_cross;
} le_anchor;

/// A supplementary item of an item or a group: a badge on a cell, a title on a group. It takes no space in the layout.
typedef struct le_badge {
    uint32_t node; ///< Index of the node it belongs to.
    uint16_t kind; ///< Written into its elements.
    int32_t z_index;
    le_dimension main, cross; ///< Fractions of the item's frame, or of the group without its insets.
    le_anchor container;
    bool has_own;
    le_anchor own;
    int64_t inset_main[2], inset_cross[2]; ///< Shrink its frame after placement. Ignored along an estimated dimension.
    bool separates; ///< If true, omitted after the last item or group of the section (for separators).
} le_badge;

/// A boundary supplementary of a section or of the whole layout: header, footer and the like.
typedef struct le_boundary {
    uint16_t kind;
    int32_t z_index;
    le_dimension main, cross; ///< Fractions of the container; along cross without the insets if `follows_insets`.
    int32_t align_main;       ///< 0: at the start (a header), 1: beside the content, 2: at the end (a footer).
    int32_t align_cross;      ///< 0: start, 1: middle, 2: end.
    int64_t offset_main, offset_cross;     ///< Shift the frame without changing the section's extent.
    bool overlays;                         ///< Lies over the content instead of before or after it.
    bool pins;                             ///< Stays visible while its section is visible.
    bool follows_insets;                   ///< Lies within the section's insets along cross.
    int64_t inset_main[2], inset_cross[2]; ///< Shrink its frame, but not the space it takes in the section. Ignored
                                           ///< along an estimated dimension.
} le_boundary;

/// A decoration behind a whole section.
typedef struct le_backdrop {
    uint16_t kind;
    int32_t z_index;
    int64_t inset_main[2], inset_cross[2];
    bool behind_items; ///< Is behind the groups only: without the boundaries and the insets of the section.
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
    bool loops;   ///< Of an orthogonal section: the first group follows the last one; see `le_groups`.
    double scale; ///< Pixels per point, for rounding to pixels; 0: no rounding.

    /// Writes the frames of a custom group whose content has the extents `main` and `cross`: `count` frames, which are
    /// empty before the call. NULL if there are no custom groups. Lengths past `LE_MAX_LENGTH` are clamped.
    ///
    /// The library calls it once for each custom group whenever it solves the composition: in `le_composition_solve`,
    /// `le_layout_insert_compositions`, `le_layout_set_composition` and `le_layout_set_config`, on the thread of that
    /// call. Several threads that solve the same composition call it at the same time. Its result must depend on its
    /// arguments alone. It may call any function. It may read the layout that is being laid out, which is still in the
    /// state before the outer call. If it changes that layout, its change remains, and the outer call fails if the two
    /// changes conflict (`LE_NOT_SUPPORTED`, `LE_BAD_INDEX`). It must not release that layout.
    void (*custom)(void *context, uint32_t node, int64_t main, int64_t cross, le_custom_frame *frames);
    void *context;
    /// Called with `context` when the last reference to the composition is released, on the thread that releases it.
    /// Not called if `le_composition_create` fails: the caller then still owns the context. May be NULL.
    void (*release)(void *context);
    int64_t header_space; ///< Before the boundaries at the start that take space, if there are any; >= 0.
    uint64_t reserved[3]; ///< Zeros, see options.h.
} le_composition_spec;

/// A problem that solving met, for diagnostics. The composition is laid out nevertheless.
typedef enum le_composition_fault {
    LE_FAULT_NONE,
    LE_FAULT_FIRST_DOES_NOT_FIT, ///< The first child of a group is larger than the group. It is placed all the same.
    LE_FAULT_EMPTY_GROUP,        ///< A group without children or items.
    LE_FAULT_NO_EXTENT,          ///< Children without extent would repeat forever. Each is placed once.
    LE_FAULT_TOO_MANY,           ///< One of two: (1) A group was truncated: at `LE_MAX_GROUP` items, when solving had
                                 ///< made 2^18 nodes, repetitions included, or when it had computed 2^20 sizes to count
                                 ///< how many children fit. (2) A group with estimated items has more than
                                 ///< `LE_MAX_ESTIMATED_GROUP` items, supplementary items or nodes. Its estimates are
                                 ///< then used as exact sizes.
} le_composition_fault;

enum { LE_MAX_GROUP = 1 << 16, LE_MAX_ESTIMATED_GROUP = 1 << 10 };

/// Creates a composition with one reference. The spec is copied. Release the composition with `le_composition_release`.
/// Returns NULL on failure; `status` (may be NULL) then says why:
/// - `LE_BAD_ARGUMENT`: `spec` or an array with elements is NULL, or an enumeration has an unknown value.
/// - `LE_BAD_VALUE`: a length is NaN, negative where it may not be, or past +-`LE_MAX_LENGTH`; the scale is not in
///   0 ... 1,024; the nodes are not one tree in preorder, at most 64 levels deep; the node of a supplementary item does
///   not exist; there is a custom group, but `custom` is NULL.
/// - `LE_TOO_LARGE`: an array of 2^31 elements or more.
/// - `LE_NO_MEMORY`.
LE_API le_composition *le_composition_create(const le_composition_spec *spec, le_status *status);
/// The `context` of the composition's spec; NULL for NULL.
LE_API void *le_composition_context(const le_composition *composition);
/// Adds and removes a reference. NULL is allowed. Any thread.
LE_API void le_composition_retain(le_composition *composition);
LE_API void le_composition_release(le_composition *composition);

/// Solves a composition for a container. Returns the first fault and its node, the number of items in a group, and the
/// extents of a group in units. `group_items` is -1 if memory is short or the composition is NULL. The container's
/// extents are clamped to 0 ... `LE_MAX_LENGTH`. O(nodes + items of a group + supplementary items of a group). If a
/// group has spaces between children that are fractions of it, all their sizes depend on how many there are, and are
/// computed for each number up to the one that fits; 2^20 sizes at most.
typedef struct le_composition_summary {
    le_composition_fault fault;
    uint32_t fault_node;
    int64_t group_items;
    int64_t group_main, group_cross;
} le_composition_summary;
LE_API le_composition_summary le_composition_solve(const le_composition *composition, int64_t main, int64_t cross);

/// Inserts `sections` sections before section `at`. Section s has `counts[s]` items and the composition
/// `compositions[which[s]]`, or the first one if `which` is NULL. Each composition in use is solved once and retained.
/// O(compositions * (nodes + items of a group) + sections). After a failure the layout is unchanged:
/// - `LE_BAD_INDEX`: no such section, a count below 0, an index past the compositions.
/// - `LE_BAD_ARGUMENT`: the layout, an array or a composition in use is NULL.
/// - `LE_TOO_LARGE`: past the limits of units.h; `LE_NO_MEMORY`.
LE_API le_status le_layout_insert_compositions(le_layout *layout, int64_t at, le_composition *const *compositions,
                                               size_t composition_count, const uint32_t *which, const int64_t *counts,
                                               int64_t sections, le_work *work);

/// Replaces the composition of a section. Its items and their measured sizes are kept. O(nodes + items of a group +
/// measured groups). Returns `LE_BAD_INDEX`, `LE_BAD_ARGUMENT` (a NULL), `LE_NOT_SUPPORTED` (a section of another
/// kind), `LE_TOO_LARGE` or `LE_NO_MEMORY`; the layout is then unchanged.
LE_API le_status le_layout_set_composition(le_layout *layout, int64_t section, le_composition *composition,
                                           le_work *work);
/// The composition of a section, not retained; NULL for sections of other kinds.
LE_API le_composition *le_layout_composition(const le_layout *layout, int64_t section);

/// Replaces the boundary supplementaries of the whole layout, which lie before the first section and after the last
/// one. The headers and footers of sections are pinned between those of the layout that are pinned and take room. The
/// array is copied. Measured sizes of the previous ones are discarded. O(count + 1). Returns `LE_BAD_ARGUMENT`
/// (NULL, or an unknown kind of dimension), `LE_BAD_VALUE`, `LE_TOO_LARGE` (2^31 or more, or content past
/// `LE_MAX_TOTAL`) or `LE_NO_MEMORY`; the layout is then unchanged.
LE_API le_status le_layout_set_boundaries(le_layout *layout, const le_boundary *boundaries, size_t count, double scale,
                                          le_work *work);

/// A measured size: extents in points, NaN for an axis that was not measured. Only the estimated axes of an item use
/// it.
typedef struct le_measurement {
    int64_t item; ///< Or the index of a boundary supplementary.
    double main, cross;
} le_measurement;

/// Sets measured sizes of items, in any order. If an item occurs more than once, its entries are applied in turn and
/// the last one remains. `changed` (may be NULL) receives the number of entries that changed a size. An item that had
/// more than `LE_MAX_REPORTS` different sizes since the container last changed keeps the last one; `frozen` (may be
/// NULL) receives the first such item, or -1. O(m (log n + group)) for m entries. After a failure the layout is
/// unchanged, `changed` is 0 and `frozen` is -1. `fault` (may be NULL) always receives the section, and the item if an
/// item caused the failure:
/// - `LE_BAD_INDEX`: no such section or item.
/// - `LE_NOT_SUPPORTED`: a section of another kind, an item without an estimated extent.
/// - `LE_BAD_VALUE`: a size is infinite, negative or past `LE_MAX_LENGTH`; `fault` receives it.
/// - `LE_TOO_LARGE`: the layout would pass its limits, or the measured sizes of the section would add up to more than
///   an eighth of `LE_MAX_TOTAL` along an axis: a size is stored with its number of reports. So 131,071 items can have
///   a measured size of `LE_MAX_LENGTH`.
/// - `LE_BAD_ARGUMENT`: the layout, or an array that is not empty, is NULL. `LE_NO_MEMORY`.
enum { LE_MAX_REPORTS = 7 };
LE_API le_status le_layout_measure_items(le_layout *layout, int64_t section, const le_measurement *measured,
                                         size_t count, int64_t *changed, int64_t *frozen, le_fault *fault,
                                         le_work *work);

/// Sets measured sizes of the supplementaries of one kind of a section, by the index in their `le_element`: that of the
/// item, or the ordinal of the group. If there are several of the kind with that index, each gets the size. The size
/// follows the item, or the first item of the group, through edits. It is discarded when the section gets a composition
/// without the same kinds on the same nodes, with the same axes estimated. Supplementaries take no room, so no other
/// element changes. Fails as `le_layout_measure_items` does: `LE_BAD_INDEX` as well if there is no such supplementary,
/// and `LE_NOT_SUPPORTED` if it has no estimated extent.
/// O(m (b log n + supplementaries of a group + group)) for m entries and b badges of the composition.
LE_API le_status le_layout_measure_supplementaries(le_layout *layout, int64_t section, uint16_t kind,
                                                   const le_measurement *measured, size_t count, le_fault *fault,
                                                   le_work *work);

/// Sets measured sizes of boundary supplementaries of a section (-1: of the layout), by their index in the composition
/// or in the layout's array. Fails as `le_layout_measure_items` does. O(log n + count + boundaries + supplementaries).
LE_API le_status le_layout_measure_boundaries(le_layout *layout, int64_t section, const le_measurement *measured,
                                              size_t count, le_fault *fault, le_work *work);

/// Which extents of an item are estimated: bit 0 main, bit 1 cross. 0 for other kinds of sections, and if there is no
/// such item. O(log n), as are all queries below unless documented otherwise.
LE_API int le_layout_estimated_axes(const le_layout *layout, int64_t section, int64_t item);

/// The groups of a section.
typedef struct le_groups {
    int64_t count;   ///< Number of groups; -1: not a compositional section.
    int64_t items;   ///< Number of items in a full group.
    int64_t content; ///< Orthogonal sections: extent of the scrolled content along cross, insets included.
    bool orthogonal;
    bool custom;
    /// The distance after which the groups of a section that loops repeat; 0 if the section does not loop. It includes
    /// the spacing after the last group. A section whose composition says `loops` does so if this distance is at least
    /// the sum of the extents of the container and the largest group, and of how far elements reach out of a group on
    /// both sides. So no element is visible twice, and a query returns each element once: its group starts in the
    /// period before the end of the container. If elements reach out of the start of a group, that period ends where
    /// they no longer reach into the container.
    int64_t period;
} le_groups;
LE_API le_groups le_layout_groups(const le_layout *layout, int64_t section);

/// Start and extent of a group along the axis on which groups follow each other: main, or cross in orthogonal sections.
/// In units from the section's start on that axis.
typedef struct le_group_place {
    int64_t offset, extent; ///< Zeros if there is no such group.
} le_group_place;
LE_API le_group_place le_layout_group(const le_layout *layout, int64_t section, int64_t group);
/// The scroll offset of an item in a section that has the scroll offset `offset`, in units: the item is shown at its
/// frame minus that, across the list. In a section that loops it differs from `offset` by a multiple of the period.
/// Otherwise it is `offset`. 0 if there is no such item, or if the section is not orthogonal. O(log n).
LE_API int64_t le_layout_item_scroll(const le_layout *layout, int64_t section, int64_t item, int64_t offset);
/// The group that contains an offset, in the coordinates of `le_group_place`, clamped to the first and the last; -1 if
/// there are no groups.
LE_API int64_t le_layout_group_at_offset(const le_layout *layout, int64_t section, int64_t offset);

/// Frame of a boundary supplementary of a section (-1: of the layout), pinned to `visible` if that is not NULL. Empty
/// if there is none.
LE_API le_rect le_layout_boundary_frame(const le_layout *layout, int64_t section, int64_t boundary,
                                        const le_rect *visible);

/// Frame of a supplementary item of an item or a group, as if its section were not scrolled. `index` is the index in
/// its `le_element`: that of the item, or the ordinal of the group. Empty if there is none. If there are several of the
/// kind, it is the one that a query finds first. O(log n + supplementary items of a group), and the cost of solving the
/// group if it has measured items.
LE_API le_rect le_layout_supplementary_frame(const le_layout *layout, int64_t section, uint16_t kind, int64_t index);

LE_END_DECLS

#endif
