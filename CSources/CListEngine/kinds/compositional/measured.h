// Measured sizes in a compositional section, and the group positions that follow from them. Nothing is stored until an
// item or a boundary supplementary is measured; until then groups are at multiples of a pitch.
//
// These functions do not use sections: a template, the measured sizes and the number of items determine everything.
#ifndef LE_KINDS_COMPOSITIONAL_MEASURED_H
#define LE_KINDS_COMPOSITIONAL_MEASURED_H

#include "extents/extent_tree.h"
#include "kinds/compositional/composition.h"
#include "support/lengths.h"

// The measured sizes of a section.
typedef struct le__composed {
    le__extents_node *size[2]; // per axis, one `le__size_code` per item; NULL: no item was measured
    le__extents_node *pitch;   // pitches of groups along the axis, if groups grow; NULL: all as in the template
    // Per axis, if `le__tracks_largest`: the extents of the groups with a measured item in ascending order, each stored
    // as the difference to the previous one. The total is the largest extent, the count the number of these groups.
    le__extents_node *ascending[2];
    int64_t reach[2][2];   // the union over the template and all measured groups: see le__template
    int64_t badges;        // number of badges of the composition; 0 if none has an estimated extent
    bool badges_sized;     // whether a badge was measured: some tree of le__badge_sizes is not NULL
    int64_t boundaries;    // number of boundary supplementaries
    int64_t boundary[][2]; // their measured extents, -1 if not measured
} le__composed;            // the trees of le__badge_sizes follow

// The measured sizes of badge b along an axis: tree 2 b + axis, with one `le__size_code` per item, or NULL. The size of
// a badge of a group belongs to the first item of that group.
LE_INLINE le__extents_node **le__badge_sizes(le__composed *c) {
    return (le__extents_node **)(c->boundary + c->boundaries);
}
LE_INLINE le__extents_node *le__badge_size(const le__composed *c, int64_t tree) {
    return ((le__extents_node *const *)(c->boundary + c->boundaries))[tree];
}

// A measured extent and the number of times it has changed, packed into one entry of an extent tree; 0: not measured.
LE_INLINE int64_t le__size_code(int64_t extent, int64_t reports) { return ((extent + 1) << 3) | reports; }
LE_INLINE int64_t le__code_extent(int64_t code) { return (code >> 3) - 1; }
LE_INLINE int64_t le__code_reports(int64_t code) { return code & 7; }

// Returns one reference; NULL when memory is short. A copy shares its trees.
le__composed *le__composed_make(const le__template *t);
le__composed *le__composed_copy(const le__composed *c);
void le__composed_release(le__composed *c); // may be NULL
size_t le__composed_bytes(const le__composed *c);

// Checks that the stored values follow from the measured sizes of `items` items. Returns NULL, or describes a
// violation.
const char *le__composed_check(const le__template *t, const le__composed *c, int64_t items);

// ---- Updates. All modify `c`. A failure leaves `c` half modified, so callers use a copy and discard it then.

// Recomputes everything that follows from measured sizes from scratch. O(measured groups).
le_status le__composed_solve_all_groups(const le__template *t, le__composed *c, int64_t items, le_work *work);

// Recomputes pitches, extents and reach after items of groups `from` on have changed. The extents of these groups have
// been removed from the ascending extents. O(measured groups from there on).
le_status le__composed_solve_groups(const le__template *t, le__composed *c, int64_t items, int64_t from, le_work *work);

// Removes the extents of groups `from ..< to` from the ascending extents, or inserts them (`in`). O(measured groups in
// the range).
le_status le__ascending_change(const le__template *t, le__composed *c, int64_t items, int64_t from, int64_t to, bool in,
                               le_work *work);
void le__ascending_clear(le__composed *c);

// Stores measured sizes of items, which have been checked. See le_layout_measure_items.
le_status le__composed_measure(const le__template *t, le__composed *c, int64_t items, const le_measurement *measured,
                               size_t count, int64_t *changed, int64_t *frozen, le_work *work);

// Stores measured sizes of the supplementaries of a kind, which have been checked. See
// le_layout_measure_supplementaries.
le_status le__composed_measure_badges(const le__template *t, le__composed *c, int64_t items, uint16_t kind,
                                      const le_measurement *measured, size_t count, le_work *work);

// Notes whether a badge is still measured, after items were deleted.
void le__badges_recount(le__composed *c);

// Stores one measurement in place. This requires that the section owns the body and that nothing can fail: the largest
// group is not tracked, no leaf of a tree is rewritten, and `room` units suffice for the growth of the section. False,
// with nothing changed, otherwise.
bool le__composed_measure_in_place(const le__template *t, le__composed *c, int64_t items, const le_measurement *m,
                                   int64_t room, int64_t *changed, int64_t *frozen, le_work *work);

// Resets how often items have reported a size, so that they may report again.
le_status le__composed_forget_reports(le__composed *c, int64_t items, le_work *work);

// Converts one measured size to units; NaN means no size (-1). LE_BAD_VALUE if it cannot be used.
le_status le__measured_units(double points, const le_measurement *m, int64_t *units, le_fault *fault);

// The first item at or after `from` that is measured or has a measured badge; `items` if there is none.
int64_t le__next_measured(const le__composed *c, int64_t from, int64_t items);

// The last such item before `before`, or -1.
int64_t le__last_measured(const le__composed *c, int64_t before);

// The first group at or after `from` with a measured item; `groups` if there is none.
LE_INLINE int64_t le__next_measured_group(const le__template *t, const le__composed *c, int64_t items, int64_t from,
                                          int64_t groups) {
    const int64_t item = le__next_measured(c, from * t->items, items);
    return item < items ? item / t->items : groups;
}

// The group in which a part is the supplementary of a kind with an index, as a query writes it; -1 if it is not, or if
// its first item is missing.
LE_INLINE int64_t le__part_group(const le__template *t, uint32_t p, uint16_t kind, int64_t index, int64_t items) {
    const le__part *part = &t->part[p];
    const bool of_item = part->ordinal < 0;
    const int64_t each = of_item ? t->items : part->per_group, group = index / each;
    if (t->composition->spec.badges[part->badge].kind != kind) return -1;
    if (index % each != (of_item ? part->first : part->ordinal)) return -1;
    // In a group with fewer items, parts whose items are missing are not there.
    if (part->first >= items - LE_MIN(group, items) * t->items) return -1;
    return part->separates && group * t->items + part->last >= items ? -1 : group;
}

// ---- Values that follow from measured sizes

// Whether the largest measured group along an axis is needed: for the band of a section that scrolls independently, for
// groups that all have the extent of the largest one, and to tell whether a section loops.
LE_INLINE bool le__tracks_largest(const le__template *t, int axis) {
    if (axis == t->axis) return t->uniform || (t->grows && t->composition->spec.loops);
    return t->measurable && t->axis == CROSS && t->cell[0].open[MAIN];
}

LE_INLINE bool le__is_measured(const le__template *t, const le__composed *c) {
    return c && t->measurable && (c->size[MAIN] || c->size[CROSS] || c->badges_sized);
}

LE_INLINE int64_t le__group_count(const le__template *t, int64_t items) {
    return t->items ? (items + t->items - 1) / t->items : 0;
}

LE_INLINE bool le__tracks_any(const le__template *t) {
    return le__tracks_largest(t, MAIN) || le__tracks_largest(t, CROSS);
}

// The largest extent of `groups` > 0 groups along an axis.
LE_INLINE int64_t le__largest_group(const le__template *t, const le__composed *c, int axis, int64_t groups) {
    if (!le__is_measured(t, c) || !le__tracks_largest(t, axis)) return t->extent[axis];
    const bool others = le__extents_count(c->ascending[axis]) < groups;
    return LE_MAX(le__extents_total(c->ascending[axis]), others ? t->extent[axis] : 0);
}

// How far elements reach out of their group: before its start (0) or past its end (1).
LE_INLINE int64_t le__reach_of(const le__template *t, const le__composed *c, int axis, int side) {
    return le__is_measured(t, c) ? c->reach[axis][side] : t->reach[axis][side];
}

// ---- Groups along their axis

LE_INLINE int64_t le__pitch_of(const le__template *t, int64_t extent) { return LE_MAX(extent + t->spacing, 0); }

// The pitch that all groups share, or -1 if they differ.
LE_INLINE int64_t le__common_pitch(const le__template *t, const le__composed *c, int64_t groups) {
    if (t->uniform) return le__pitch_of(t, le__largest_group(t, c, t->axis, groups));
    return le__is_measured(t, c) && c->pitch ? -1 : le__pitch_of(t, t->extent[t->axis]);
}

// The extent of all groups along their axis; -1 past the limits.
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

// The first group whose elements can reach past `low`, measured from the start of the first group; `groups` if there is
// none.
LE_INLINE int64_t le__first_group_past(const le__template *t, const le__composed *c, int64_t groups, int64_t low,
                                       le_work *work) {
    const int64_t after = le__reach_of(t, c, t->axis, 1);
    int64_t pitch = le__common_pitch(t, c, groups);
    int64_t end = le__less(low, after - t->spacing); // the start of the group plus its pitch must exceed this
    if (end < 0) return 0;
    if (pitch == 0) return groups;
    if (pitch > 0) return LE_MIN(end / pitch, groups);
    le__extents_path path;
    return le__extents_at_offset(c->pitch, end, &path, work).index;
}

// The extent that all groups of the section are forced to, or -1.
LE_INLINE int64_t le__forced_extent(const le__template *t, const le__composed *c, int64_t groups) {
    return t->uniform ? le__largest_group(t, c, t->axis, groups) : -1;
}

#endif
