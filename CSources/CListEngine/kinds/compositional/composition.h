// Compositions and their solved templates, for the layout core.
//
// A composition is a description. Solved for a container it becomes a template: the group's tree with every repetition
// written out (its cells), the frames of its items, and those of its badges. The template serves every group of every
// section with that description. A group with measured items is settled again from the cells by each query that meets
// it, in memory of the caller.
#ifndef LE_COMPOSITIONAL_COMPOSITION_H
#define LE_COMPOSITIONAL_COMPOSITION_H

#include "listengine/compositional.h"
#include "support/pool.h"

enum { MAIN = 0, CROSS = 1 }; // index of an axis

struct le_composition {
    le_composition_spec spec; // its arrays follow in the same block
};

// A node of a group's tree as it stands in the template, repetitions written out, in preorder.
typedef struct le__cell {
    uint32_t node;
    uint32_t span;       // cells of the subtree, this one included
    int32_t first, last; // its items: first ..< last
    int64_t extent[2];   // as resolved on the way down
    bool open[2];        // the extent follows from content or measuring
} le__cell;

// A badge as it stands in the template.
typedef struct le__part {
    uint32_t badge, cell;
    int32_t first, last;        // the items of its node: first ..< last
    int32_t ordinal, per_group; // of a group's badge: which of how many groups of its node; -1 for an item's
    le_rect frame;              // relative to the group, nothing measured
} le__part;

enum { LE__ITEMS_PER_BOUNDS = 64 };

typedef struct le__template {
    le_composition *composition;
    int64_t container[2]; // what it was solved for: the layout's container
    le_composition_summary summary;
    int axis;              // that groups follow each other on
    int32_t items;         // of a group
    uint32_t cells, parts; // lengths of the arrays below
    uint32_t bounds;       // number of blocks of LE__ITEMS_PER_BOUNDS items
    bool measurable;       // some item is estimated, and cells, items and parts are LE_MAX_ESTIMATED_GROUP at most
    bool grows;            // a group's extent along the axis follows from its items
    bool uniform;          // and the largest group's goes for all
    int64_t extent[2];     // of a group
    int64_t spacing;       // between groups, raised so that the pitch is not negative
    int64_t reach[2][2];   // per axis, how far elements stand out of the group before its start and after its end
    le__cell *cell;
    le__part *part;          // in the order of a query
    uint32_t *part_from;     // items + 1: parts of item i are part[part_from[i] ..< part_from[i + 1]]
    uint8_t *open;           // of items: bit 0 where the main extent is estimated, bit 1 where the cross one is
    le_rect *frame;          // of items, relative to the group
    le_custom_frame *custom; // of items, where there are custom groups, else NULL
    le_rect *bound;          // of blocks of items and their parts
    int64_t (*boundary)[2];  // extents of the boundary supplementaries
} le__template;

// A template with one reference; NULL when memory is short.
le__template *le__template_make(le_composition *composition, int64_t main, int64_t cross);
void le__template_release(le__template *t);

// Whether a template was solved for that container.
bool le__template_is_for(const le__template *t, int64_t main, int64_t cross);

// Settling lays a group out again with measured sizes. The two axes do not depend on each other, so each is settled by
// itself: first the extents of all cells, then their places. The arrays are as long as the template's cells.
//
// `measured` has the extent of each item, -1 where there is none; NULL: nothing was measured along the axis. `forced`
// is the extent that all groups of the section have along the axis, or -1. The extent of cell 0 is the group's.
void le__settle_extents(const le__template *t, int axis, const int64_t *measured, int64_t forced, int64_t *extent);
void le__settle_places(const le__template *t, int axis, const int64_t *extent, int64_t *at);

// Sets the edges along a settled axis of what parts `first ..< end` stand on, each a cell less its insets.
void le__settled_containers(const le__template *t, int axis, const int64_t *extent, const int64_t *at, uint32_t first,
                            uint32_t end, le_rect *containers);
// Sets the edges of items `first ..< end` along a settled axis; `frames` begins with item `first`.
void le__settled_items(const le__template *t, int axis, const int64_t *extent, const int64_t *at, int32_t first,
                       int32_t end, le_rect *frames);
// Frame of a part on its container, a cell less its insets.
le_rect le__part_frame(const le__template *t, uint32_t part, const le_rect *container);

// Raises `reach` to how far frames stand out of a group of these extents.
void le__raise_reach(const le_rect *frames, size_t count, const int64_t extent[2], int64_t reach[2][2]);

// Extents of a boundary supplementary in a container, before it is measured.
void le__boundary_extent(const le_boundary *b, int64_t main, int64_t cross, double scale, int64_t extent[2]);

// Whether a boundary supplementary can be laid out: its lengths and alignments; and its kinds of dimensions.
bool le__boundary_usable(const le_boundary *b);
bool le__boundary_known(const le_boundary *b);

// A dimension as units in a container of these extents; pixel floored where it is exact.
int64_t le__dimension(const le_dimension *d, int64_t main, int64_t cross, double scale);

static inline bool le__dimension_open(const le_dimension *d) {
    return d->kind == LE_ESTIMATED_SIZE || d->kind == LE_UNIFORM_SIZE;
}

// Shrinks the frame of a supplementary by its insets, which do not count along an open dimension.
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
