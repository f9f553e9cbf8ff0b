// Compositions and their solved templates, for the layout core.
//
// A composition is a description. Solved for a container it becomes a template: the group's tree with every repetition
// written out (its cells), the frames of its items, and those of its badges. The template serves every group of every
// section with that description. A group with measured items is settled anew from the cells when it is asked for, in
// memory of the caller.
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
    bool measurable;       // some item is estimated, and a group is small enough to be settled on the stack
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

// Sizes of a group's items: extents in units, -1 where there is none.
typedef struct le__measured {
    const int64_t *extent[2];
    int64_t forced; // extent along the axis that all groups of the section have, or -1
} le__measured;

// Room to settle a group in. The arrays are as long as the template's cells.
typedef struct le__scratch {
    int64_t *extent[2], *at[2];
} le__scratch;

// A template with one reference; NULL when memory is short.
le__template *le__template_make(le_composition *composition, int64_t main, int64_t cross);
void le__template_release(le__template *t);

// Whether a template was solved for that container.
bool le__template_is_for(const le__template *t, int64_t main, int64_t cross);

// Frames of the items and parts of a group with measured sizes, and its extents. `frames` and `parts` may be NULL where
// only the extents are wanted.
void le__template_settle(const le__template *t, const le__measured *measured, const le__scratch *scratch,
                         le_rect *frames, le_rect *parts, int64_t extent[2]);

// How far frames and parts stand out of extents: raises `reach` to it.
void le__template_reach(const le__template *t, const le_rect *frames, const le_rect *parts, const int64_t extent[2],
                        int64_t reach[2][2]);

// Extents of a boundary supplementary in a container, before it is measured.
void le__boundary_extent(const le_boundary *b, int64_t main, int64_t cross, double scale, int64_t extent[2]);

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
