// Groups with measured items, settled one at a time and looked at through windows.
#ifndef LE_KINDS_COMPOSITIONAL_GROUP_WINDOW_H
#define LE_KINDS_COMPOSITIONAL_GROUP_WINDOW_H

#include <string.h>

#include "kinds/compositional/measured.h"
#include "support/paths.h"

// Reads entries of an extent tree in ascending order, a few at a time.
typedef struct le__size_reader {
    le__extents_path path;
    int64_t k;    // next entry in the path's leaf; -1: nothing was read yet
    uint32_t run; // of a leaf of runs: the run of entry k, and how many entries of it are left
    int64_t left;
} le__size_reader;

// The next `count` entries, or those from `first` on where the reader starts.
void le__read_sizes(le__size_reader *reader, le__extents_node *root, int64_t first, int64_t count, int64_t *out);

// Passes over the next `count` entries where they are seen to be 0 without a look at each: within a stored run.
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

// Neighbouring items and parts of one group, as they stand with its measured sizes. A large group is looked at through
// several windows, so that no frame of the stack holds all of it.
typedef struct le__group_window {
    int32_t first, end;                 // items
    uint32_t part, part_end;            // parts
    uint8_t measured[LE__GROUP_WINDOW]; // of items: a bit for each axis that was measured
    le_rect frame[LE__GROUP_WINDOW];    // of items, relative to the group
    le_rect part_frame[LE__GROUP_WINDOW];
} le__group_window;

// A group to settle, and the way to its sizes.
typedef struct le__settling {
    const le__template *t;
    const le__composed *c;
    int64_t items;  // of the section
    int64_t forced; // what all groups of the section have along their axis, or -1
    int32_t item;   // that has `extent` instead of what is kept of it, where that is not -1; -1: none
    int64_t extent[2];
    le__size_reader reader[2]; // of groups in ascending order, each read once; or started again
} le__settling;

LE_INLINE le__settling le__settling_of(const le__template *t, const le__composed *c, int64_t items, int64_t forced) {
    le__settling s;
    s.t = t;
    s.c = c;
    s.items = items;
    s.forced = forced;
    s.item = -1;
    s.reader[MAIN].k = s.reader[CROSS].k = -1;
    return s;
}

enum { LE__GROUP_MEASURED = 1, LE__GROUP_DIFFERS = 2 }; // what settling answers

// Settles a group along one axis, and the window where there is one. Returns the group's extent.
int64_t le__settle_group_extents(const le__template *t, int axis, const int64_t *measured, int64_t forced,
                                 le__group_window *w);

// The same with the sizes that are kept of the group. Returns whether there are any, and whether the group differs
// along the axis from the template; where it does not, the window is not written.
int le__settle_axis(le__settling *s, int axis, int64_t group, le__group_window *w, int64_t *out);

// Along an axis that nothing of a group was measured on. Returns whether the group differs from the template along it.
LE_INLINE int le__settle_unmeasured(const le__settling *s, int axis, le__group_window *w, int64_t *out) {
    const int64_t forced = axis == s->t->axis ? s->forced : -1, extent = s->t->extent[axis];
    *out = forced < 0 || forced == extent ? extent : le__settle_group_extents(s->t, axis, NULL, forced, w);
    return forced < 0 || forced == extent ? 0 : LE__GROUP_DIFFERS;
}

// Gives a window what it has not got from an axis that is as in the template (`on` says which), and puts the parts on
// their containers.
void le__finish_window(const le__template *t, const int on[2], le__group_window *w);

// Extents of a group with its measured sizes, and where `w` is not NULL the frames of its items `w->first ..< w->end`
// and parts `w->part ..< w->part_end`; those are not written where nothing differs from the template (see the answer).
LE_INLINE int le__settle_group(le__settling *s, int64_t group, le__group_window *w, int64_t extent[2]) {
    const int64_t present = LE_MIN((int64_t)s->t->items, s->items - group * s->t->items);
    int on[2];
    if (w) memset(w->measured, 0, sizeof w->measured);
    for (int axis = 0; axis < 2; axis++) {
        const bool sized = s->c->size[axis] && !le__reader_pass_zeros(&s->reader[axis], present);
        on[axis] = sized ? le__settle_axis(s, axis, group, w, &extent[axis])
                         : le__settle_unmeasured(s, axis, w, &extent[axis]);
    }
    const int all = on[MAIN] | on[CROSS];
    if (!(all & LE__GROUP_DIFFERS)) return all;
    LE_PATH(GROUP_SETTLED);
    if (w) le__finish_window(s->t, on, w);
    return all;
}

// A window of a group's items from `first` on and parts from `part` on. Whether the group differs from the template.
LE_INLINE bool le__window_load(le__settling *s, int64_t group, int32_t first, uint32_t part, le__group_window *w) {
    w->first = first;
    w->end = LE_MIN(first + LE__GROUP_WINDOW, s->t->items);
    w->part = part;
    w->part_end = LE_MIN(part + LE__GROUP_WINDOW, s->t->parts);
    int64_t extent[2];
    return le__settle_group(s, group, w, extent) & LE__GROUP_DIFFERS;
}

// Another window of the same group.
void le__window_move(le__settling *s, int64_t group, int32_t first, uint32_t part, le__group_window *w);

// Extents of a group as its own sizes make it, and how far its elements reach, where `reach` is not NULL. Whether any
// item of it was measured.
bool le__measure_group(const le__template *t, const le__composed *c, int64_t items, int64_t group, int64_t extent[2],
                       int64_t reach[2][2]);

// The same of a group that is to be settled by itself, with another size of an item where `s` says so.
bool le__measure_settling(le__settling *s, int64_t group, int64_t extent[2], int64_t reach[2][2]);

#endif
