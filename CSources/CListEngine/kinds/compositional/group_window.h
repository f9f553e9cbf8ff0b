// Groups with measured items, laid out one at a time and read through windows.
#ifndef LE_KINDS_COMPOSITIONAL_GROUP_WINDOW_H
#define LE_KINDS_COMPOSITIONAL_GROUP_WINDOW_H

#include <string.h>

#include "kinds/compositional/measured.h"
#include "support/paths.h"

// Reads entries of an extent tree in ascending order, a few at a time.
typedef struct le__size_reader {
    le__extents_path path;
    int64_t k;    // next entry in the path's leaf; -1: nothing was read yet
    uint32_t run; // in a leaf of runs: the run of entry k, and how many of its entries remain
    int64_t left;
} le__size_reader;

// Reads the next `count` entries. A reader that was not used yet starts at `first`.
void le__read_sizes(le__size_reader *reader, le__extents_node *root, int64_t first, int64_t count, int64_t *out);

// Skips the next `count` entries if they are known to be 0 without reading each: they lie within one stored run.
LE_INLINE bool le__reader_pass_zeros(le__size_reader *reader, int64_t count) {
    if (reader->k < 0) return false;
    const le__extents_node *leaf = reader->path.leaf;
    if (leaf->head.kind < LE__RUNS_32 || reader->k == leaf->sum[0]) return false;
    if (reader->left == 0) reader->left = le__extents_run_counts(leaf)[++reader->run];
    if (reader->left < count || le__extents_run_extent(leaf, le__extents_leaf_capacity(leaf), reader->run) != 0)
        return false;
    reader->left -= count;
    reader->k += count;
    return true;
}

enum { LE__GROUP_WINDOW = 64 };

// Consecutive items and parts of one group, laid out with its measured sizes. A large group is read through several
// windows, so that no stack frame holds all of it.
typedef struct le__group_window {
    int32_t first, end;                 // range of items
    uint32_t part, part_end;            // range of parts
    uint8_t measured[LE__GROUP_WINDOW]; // per item: one bit for each axis that was measured
    le_rect frame[LE__GROUP_WINDOW];    // per item, relative to the group
    le_rect part_frame[LE__GROUP_WINDOW];
    uint8_t part_measured[LE__GROUP_WINDOW]; // as `measured`, of the parts in the window
} le__group_window;

// The state for laying out groups of a section, with readers of their sizes.
typedef struct le__group_solver {
    const le__template *t;
    const le__composed *c;
    int64_t items;  // in the section
    int64_t forced; // the common extent of all groups of the section along their axis, or -1
    int32_t item;   // this item uses `extent` instead of its stored size, along axes where that is not -1; -1: no item
    int64_t extent[2];
    le__size_reader reader[2]; // read groups in ascending order, each once; otherwise they are restarted
} le__group_solver;

LE_INLINE le__group_solver le__group_solver_of(const le__template *t, const le__composed *c, int64_t items,
                                               int64_t forced) {
    le__group_solver s;
    s.t = t;
    s.c = c;
    s.items = items;
    s.forced = forced;
    s.item = -1;
    s.reader[MAIN].k = s.reader[CROSS].k = -1;
    return s;
}

enum { LE__GROUP_MEASURED = 1, LE__GROUP_DIFFERS = 2 }; // flags returned by the functions below

// Lays a group out along one axis, and the window if there is one. Returns the extent of the group.
int64_t le__solve_group_extents(const le__template *t, int axis, const int64_t *measured, int64_t forced,
                                le__group_window *w);

// The same with the stored sizes of the group. Returns flags: whether the group has measured sizes, and whether it
// differs from the template along the axis. If it does not, the window is not written.
int le__solve_axis(le__group_solver *s, int axis, int64_t group, le__group_window *w, int64_t *out);

// The same along an axis on which nothing in the group was measured. Returns whether the group differs from the
// template along it.
LE_INLINE int le__solve_unmeasured(const le__group_solver *s, int axis, le__group_window *w, int64_t *out) {
    const int64_t forced = axis == s->t->axis ? s->forced : -1, extent = s->t->extent[axis];
    *out = forced < 0 || forced == extent ? extent : le__solve_group_extents(s->t, axis, NULL, forced, w);
    return forced < 0 || forced == extent ? 0 : LE__GROUP_DIFFERS;
}

// Fills a window from the template along each axis on which the group does not differ (see `on`), and places the parts
// in their containers.
void le__finish_window(const le__group_solver *s, int64_t group, const int on[2], le__group_window *w);

// Whether a badge of a group of `present` items was measured.
bool le__badges_measured(const le__group_solver *s, int64_t group, int64_t present);

// Computes the extents of a group with its measured sizes and, if `w` is not NULL, the frames of its items
// `w->first ..< w->end` and parts `w->part ..< w->part_end`. These are not written if nothing differs from the template
// (see the returned flags).
LE_INLINE int le__solve_group(le__group_solver *s, int64_t group, le__group_window *w, int64_t extent[2]) {
    const int64_t present = LE_MIN((int64_t)s->t->items, s->items - group * s->t->items);
    int on[2];
    if (w) memset(w->measured, 0, sizeof w->measured);
    for (int axis = 0; axis < 2; axis++) {
        const bool sized = s->c->size[axis] && !le__reader_pass_zeros(&s->reader[axis], present);
        on[axis] =
            sized ? le__solve_axis(s, axis, group, w, &extent[axis]) : le__solve_unmeasured(s, axis, w, &extent[axis]);
    }
    int all = on[MAIN] | on[CROSS];
    if (LE_UNLIKELY(s->c->badges_sized) && le__badges_measured(s, group, present))
        all |= LE__GROUP_MEASURED | LE__GROUP_DIFFERS;
    if (!(all & LE__GROUP_DIFFERS)) return all;
    LE_PATH(GROUP_SOLVED);
    if (w) le__finish_window(s, group, on, w);
    return all;
}

// Loads a window of a group: items from `first` on and parts from `part` on. Returns whether the group differs from the
// template.
LE_INLINE bool le__window_load(le__group_solver *s, int64_t group, int32_t first, uint32_t part, le__group_window *w) {
    w->first = first;
    w->end = LE_MIN(first + LE__GROUP_WINDOW, s->t->items);
    w->part = part;
    w->part_end = LE_MIN(part + LE__GROUP_WINDOW, s->t->parts);
    int64_t extent[2];
    return le__solve_group(s, group, w, extent) & LE__GROUP_DIFFERS;
}

// Moves the window to other items of the same group.
void le__window_move(le__group_solver *s, int64_t group, int32_t first, uint32_t part, le__group_window *w);

// Computes the extents of a group from its own sizes and, if `reach` is not NULL, how far its elements reach. Returns
// whether any item of it was measured.
bool le__measure_group(const le__template *t, const le__composed *c, int64_t items, int64_t group, int64_t extent[2],
                       int64_t reach[2][2]);

// The same with a given state, in which one item can have a different size than the stored one.
bool le__measure_solver(le__group_solver *s, int64_t group, int64_t extent[2], int64_t reach[2][2]);

#endif
