// What was measured in a compositional section, and what follows from it: where its groups are. Nothing is kept until
// an item or a boundary supplementary was measured: groups then stand at multiples of a pitch.
//
// None of this knows sections: a template, what was measured, and the number of items say everything.
#ifndef LE_KINDS_COMPOSITIONAL_MEASURED_H
#define LE_KINDS_COMPOSITIONAL_MEASURED_H

#include "extents/extents.h"
#include "kinds/compositional/composition.h"
#include "support/lengths.h"

// What was measured in a section.
typedef struct le__composed {
    le__extents_node *size[2]; // of items by axis, as written by `le__size_code`; NULL: none was measured
    le__extents_node *pitch;   // of groups along the axis, where they grow; NULL: all are the template's
    // By axis, where `le__tracks_largest`: the extents of the groups with a measured item in ascending order, each as
    // the difference to the one before. Its total is the largest of them, its count how many there are.
    le__extents_node *ascending[2];
    int64_t reach[2][2];   // of the template and of all groups that were measured: see le__template
    int64_t boundaries;    // number of boundary supplementaries
    int64_t boundary[][2]; // their measured extents, -1 where there is none
} le__composed;

// A measured extent and how often it has changed, as one number that an extent tree holds; 0: not measured.
LE_INLINE int64_t le__size_code(int64_t extent, int64_t reports) { return ((extent + 1) << 3) | reports; }
LE_INLINE int64_t le__code_extent(int64_t code) { return (code >> 3) - 1; }
LE_INLINE int64_t le__code_reports(int64_t code) { return code & 7; }

// One reference; NULL when memory is short. A copy shares its trees.
le__composed *le__composed_make(const le__template *t);
le__composed *le__composed_copy(const le__composed *c);
void le__composed_release(le__composed *c); // NULL is allowed
size_t le__composed_bytes(const le__composed *c);

// Whether what is kept is what the measured sizes of `items` items say: NULL, or the rule that is broken.
const char *le__composed_check(const le__template *t, const le__composed *c, int64_t items);

// ---- Following changes. All change `c`, which a failure leaves half changed: it is made on a copy that is then
// dropped.

// Everything that follows from measured sizes, from scratch. O(measured groups).
le_status le__composed_settle_all(const le__template *t, le__composed *c, int64_t items, le_work *work);

// After items of groups `from` on have changed, which have been taken out of the ascending extents: their pitches and
// extents, and how far elements reach. O(measured groups from there on).
le_status le__composed_settle(const le__template *t, le__composed *c, int64_t items, int64_t from, le_work *work);

// Takes the extents of groups `from ..< to` out of the ascending ones, or puts them in (`in`). O(measured groups of
// them).
le_status le__ascending_change(const le__template *t, le__composed *c, int64_t items, int64_t from, int64_t to, bool in,
                               le_work *work);
void le__ascending_clear(le__composed *c);

// Measured sizes of items; they and their items were checked. See le_layout_measure_items.
le_status le__composed_measure(const le__template *t, le__composed *c, int64_t items, const le_measurement *measured,
                               size_t count, int64_t *changed, int64_t *frozen, le_work *work);

// One measurement in place, where the body is the section's own and nothing can fail: no group is compared with others,
// no tree needs an allocation, and `room` units are enough for what the section grows by. False where that is not so;
// nothing has changed then.
bool le__composed_measure_in_place(const le__template *t, le__composed *c, int64_t items, const le_measurement *m,
                                   int64_t room, int64_t *changed, int64_t *frozen, le_work *work);

// Forgets how often items have reported a size, so that they may again.
le_status le__composed_forget_reports(le__composed *c, int64_t items, le_work *work);

// One measured size in units; NaN is no size (-1). LE_BAD_VALUE where it cannot be used.
le_status le__measured_units(double points, const le_measurement *m, int64_t *units, le_fault *fault);

// The first item from `from` on that was measured; `items` where there is none.
int64_t le__next_measured(const le__composed *c, int64_t from, int64_t items);

// The last item before `before` that was measured, or -1.
int64_t le__last_measured(const le__composed *c, int64_t before);

// The first group from `from` on that has a measured item; `groups` where there is none.
LE_INLINE int64_t le__next_measured_group(const le__template *t, const le__composed *c, int64_t items, int64_t from,
                                          int64_t groups) {
    const int64_t item = le__next_measured(c, from * t->items, items);
    return item < items ? item / t->items : groups;
}

// ---- What is measured

// Whether extents of groups along an axis follow from measuring in a way that needs the largest of them: the band of a
// section that scrolls on its own, and groups that are all as large as the largest.
LE_INLINE bool le__tracks_largest(const le__template *t, int axis) {
    if (axis == t->axis) return t->uniform;
    return t->measurable && t->axis == CROSS && t->cell[0].open[MAIN];
}

LE_INLINE bool le__is_measured(const le__template *t, const le__composed *c) {
    return c && t->measurable && (c->size[MAIN] || c->size[CROSS]);
}

LE_INLINE int64_t le__group_count(const le__template *t, int64_t items) {
    return t->items ? (items + t->items - 1) / t->items : 0;
}

LE_INLINE bool le__tracks_any(const le__template *t) {
    return le__tracks_largest(t, MAIN) || le__tracks_largest(t, CROSS);
}

// The largest extent along an axis of `groups` > 0 groups.
LE_INLINE int64_t le__largest_group(const le__template *t, const le__composed *c, int axis, int64_t groups) {
    if (!le__is_measured(t, c) || !le__tracks_largest(t, axis)) return t->extent[axis];
    const bool others = le__extents_count(c->ascending[axis]) < groups;
    return LE_MAX(le__extents_total(c->ascending[axis]), others ? t->extent[axis] : 0);
}

// How far elements stand out of their group: past its start (0) or its end (1).
LE_INLINE int64_t le__reach_of(const le__template *t, const le__composed *c, int axis, int side) {
    return le__is_measured(t, c) ? c->reach[axis][side] : t->reach[axis][side];
}

// ---- Groups along their axis

LE_INLINE int64_t le__pitch_of(const le__template *t, int64_t extent) { return LE_MAX(extent + t->spacing, 0); }

// The pitch that all groups have, or -1 where they differ.
LE_INLINE int64_t le__common_pitch(const le__template *t, const le__composed *c, int64_t groups) {
    if (t->uniform) return le__pitch_of(t, le__largest_group(t, c, t->axis, groups));
    return le__is_measured(t, c) && c->pitch ? -1 : le__pitch_of(t, t->extent[t->axis]);
}

// Extent of all groups along their axis; -1 past the limits.
LE_INLINE int64_t le__groups_extent(const le__template *t, const le__composed *c, int64_t groups) {
    if (groups == 0) return 0;
    int64_t pitch = le__common_pitch(t, c, groups), all;
    if (pitch < 0)
        all = le__extents_total(c->pitch);
    else if (__builtin_mul_overflow(groups, pitch, &all) || all > LE_MAX_TOTAL)
        return -1;
    return LE_MAX(all - t->spacing, 0);
}

LE_INLINE le_group_place le__group_place(const le__template *t, const le__composed *c, int64_t groups, int64_t group) {
    int64_t pitch = le__common_pitch(t, c, groups);
    if (pitch >= 0) {
        int64_t extent = t->uniform ? le__largest_group(t, c, t->axis, groups) : t->extent[t->axis];
        return (le_group_place){group * pitch, extent};
    }
    le_extent_at at = le__extents_entry(c->pitch, group, NULL);
    return (le_group_place){at.offset, at.extent - t->spacing};
}

// The first group whose elements can reach past `low`, counted from the first group's start; `groups` where none does.
LE_INLINE int64_t le__first_group_past(const le__template *t, const le__composed *c, int64_t groups, int64_t low,
                                       le_work *work) {
    const int64_t after = le__reach_of(t, c, t->axis, 1);
    int64_t pitch = le__common_pitch(t, c, groups);
    int64_t end = le__less(low, after - t->spacing); // the group's start and pitch have to pass this
    if (end < 0) return 0;
    if (pitch == 0) return groups;
    if (pitch > 0) return LE_MIN(end / pitch, groups);
    le__extents_path path;
    return le__extents_at_offset(c->pitch, end, &path, work).index;
}

// What is forced on the groups of a section, or -1.
LE_INLINE int64_t le__forced_extent(const le__template *t, const le__composed *c, int64_t groups) {
    return t->uniform ? le__largest_group(t, c, t->axis, groups) : -1;
}

#endif
