// Compositions and their solved templates, for the layout core.
//
// A composition is a description. Solved for a container it becomes a template: the tree of the group with every
// repetition expanded (its cells), the frames of its items, and those of its badges. The template serves every group of
// every section with that description. Each query that reaches a group with measured items lays that group out again
// from the cells, in memory of the caller.
#ifndef LE_COMPOSITIONAL_COMPOSITION_H
#define LE_COMPOSITIONAL_COMPOSITION_H

#include "listengine/compositional.h"
#include "support/pool.h"

enum { MAIN = 0, CROSS = 1 }; // index of an axis

struct le_composition {
    le_composition_spec spec; // its arrays follow in the same block
    // The template that was made last, for the next layout with the same container; NULL if there is none, or while a
    // thread has taken it.
    _Atomic(struct le__template *) solved;
};

// A node of the tree of a group in the template, with repetitions expanded, in preorder.
typedef struct le__cell {
    uint32_t node;
    uint32_t span;       // number of cells in the subtree, including this one
    int32_t first, last; // its items: first ..< last
    int64_t extent[2];   // as resolved in the pass down
    bool open[2];        // the extent depends on content or measuring
} le__cell;

// A badge in the template.
typedef struct le__part {
    uint32_t badge, cell;
    int32_t first, last;        // the items of its node: first ..< last
    int32_t ordinal, per_group; // for a badge of a group: its number, and how many groups of that node there are; -1
                                // for a badge of an item
    bool separates;             // as the badge
    uint8_t open;               // bit 0 if the main extent is estimated, bit 1 if the cross extent is
    le_rect frame;              // relative to the group, without measured sizes
} le__part;

enum { LE__ITEMS_PER_BOUNDS = 64 };

typedef struct le__template {
    le_composition *composition; // not retained, because it may retain the template; the style retains both
    int64_t container[2];        // the container of the layout that it was solved for
    le_composition_summary summary;
    int axis;              // the axis along which groups follow each other
    int32_t items;         // in one group
    uint32_t cells, parts; // lengths of the arrays below
    uint32_t bounds;       // number of blocks of LE__ITEMS_PER_BOUNDS items
    bool measurable;       // some item or part is estimated, and there are at most LE_MAX_ESTIMATED_GROUP cells, items
                           // and parts
    bool grows;            // the extent of a group along the axis depends on its items
    bool uniform;          // also, all groups have the extent of the largest one
    bool hugs[2];          // a group is as long as its only item and its edges along an axis, and the item is within it
    int64_t edges[2];      // these edges
    int64_t extent[2];     // of one group
    int64_t spacing;       // between groups, raised so that the pitch is not negative
    int64_t reach[2][2];   // per axis, how far elements reach before the start and past the end of the group
    le__cell *cell;
    le__part *part;          // in the order of a query
    uint32_t *part_from;     // items + 1: parts of item i are part[part_from[i] ..< part_from[i + 1]]
    uint8_t *open;           // per item: bit 0 if the main extent is estimated, bit 1 if the cross extent is
    le_rect *frame;          // per item, relative to the group
    le_custom_frame *custom; // per item, if there are custom groups, else NULL
    le_rect *bound;          // per block of items, including their parts
    int64_t (*boundary)[2];  // extents of the boundary supplementaries
} le__template;

// Solves a composition for a container, unless it was solved for this one last. Returns a template with one reference;
// NULL when memory is short.
le__template *le__template_of(le_composition *composition, int64_t main, int64_t cross);
void le__template_release(le__template *t);

// Whether a template was solved for this container.
bool le__template_is_for(const le__template *t, int64_t main, int64_t cross);

// These functions lay out a group with measured sizes. The two axes are independent, so each is
// processed alone: first the extents of all cells, then their positions. The arrays have one entry per cell of the
// template.
//
// `measured` has the extent of each item, -1 if it was not measured; NULL: nothing was measured along the axis.
// `forced` is the common extent of all groups of the section along the axis, or -1. The extent of cell 0 is the extent
// of the group.
void le__solve_extents(const le__template *t, int axis, const int64_t *measured, int64_t forced, int64_t *extent);
void le__solve_places(const le__template *t, int axis, const int64_t *extent, int64_t *at);

// Sets the edges, along an axis already laid out, of the containers of parts `first ..< end`: each is a cell without
// its insets.
void le__solved_containers(const le__template *t, int axis, const int64_t *extent, const int64_t *at, uint32_t first,
                           uint32_t end, le_rect *containers);
// Sets the edges of items `first ..< end` along an axis already laid out; `frames` begins with item `first`.
void le__solved_items(const le__template *t, int axis, const int64_t *extent, const int64_t *at, int32_t first,
                      int32_t end, le_rect *frames);
// The frame of a part in its container, which is a cell without its insets. A measured extent replaces an estimate;
// -1: not measured.
le_rect le__part_frame(const le__template *t, uint32_t part, const le_rect *container, const int64_t measured[2]);

// Raises `reach` to how far frames reach out of a group with these extents.
void le__raise_reach(const le_rect *frames, size_t count, const int64_t extent[2], int64_t reach[2][2]);

// The extents of a boundary supplementary in a container, before it is measured.
void le__boundary_extent(const le_boundary *b, int64_t main, int64_t cross, double scale, int64_t extent[2]);

// Whether the lengths and alignments of a boundary supplementary are valid; and whether its kinds of dimensions are
// known.
bool le__boundary_usable(const le_boundary *b);
bool le__boundary_known(const le_boundary *b);

// A dimension in units, in a container with these extents; rounded down to pixels if it is exact.
int64_t le__dimension(const le_dimension *d, int64_t main, int64_t cross, double scale);

static inline bool le__dimension_open(const le_dimension *d) {
    return d->kind == LE_ESTIMATED_SIZE || d->kind == LE_UNIFORM_SIZE;
}

// The estimated extents of a badge: bit 0 main, bit 1 cross.
static inline uint8_t le__badge_open(const le_badge *b) {
    return (uint8_t)(le__dimension_open(&b->main) | le__dimension_open(&b->cross) << 1);
}

// Shrinks the frame of a supplementary by its insets, which are ignored along an open dimension.
static inline void le__inset(le_rect *frame, const le_dimension *main, const le_dimension *cross,
                             const int64_t inset_main[2], const int64_t inset_cross[2]) {
    if (!le__dimension_open(main)) {
        frame->main_min += inset_main[LE_START];
        frame->main_max = LE_MAX(frame->main_max - inset_main[LE_END], frame->main_min);
    }
    if (!le__dimension_open(cross)) {
        frame->cross_min += inset_cross[LE_START];
        frame->cross_max = LE_MAX(frame->cross_max - inset_cross[LE_END], frame->cross_min);
    }
}

#endif
