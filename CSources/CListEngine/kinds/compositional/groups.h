// The groups of a section: their positions, and which of them have the same layout.
//
// A section with 2^38 groups stores nothing per group, so no query may visit each group. All groups without a measured
// item have the same layout: each shows the same frames as the previous one, shifted by a pitch. The group that a query
// needs is therefore found by arithmetic. Only groups with a measured item are visited one by one, and only these need
// separate memory.
#ifndef LE_KINDS_COMPOSITIONAL_GROUPS_H
#define LE_KINDS_COMPOSITIONAL_GROUPS_H

#include "kinds/compositional/boundary.h"
#include "kinds/compositional/group_window.h"
#include "section/section.h"

// The positions of the groups of a section, and what was measured in them.
typedef struct le__groups {
    const le__template *t;
    const le__composed *c;
    int64_t count, items;
    int64_t first, end; // the groups that a walk covers
    int64_t base[2];    // the start of the first group
    int64_t pitch;   // the common pitch of all groups, or -1
    int64_t forced;  // the common extent of all groups along their axis, or -1
    bool measured;
} le__groups;

LE_INLINE le__groups le__groups_of(const le__section_place *place, int64_t scroll) {
    const le__section *s = place->section;
    le__groups g = {.t = s->style->template, .c = s->body, .items = s->items};
    const le_composition_spec *spec = &g.t->composition->spec;
    g.count = g.end = le__group_count(g.t, s->items);
    g.base[MAIN] = place->offset + le__band_extent(g.t, g.c, 0) + spec->inset_main[LE_START];
    g.base[CROSS] = spec->inset_cross[LE_START] - le__clamped(scroll);
    g.measured = le__is_measured(g.t, g.c);
    g.forced = g.measured ? le__forced_extent(g.t, g.c, g.count) : -1;
    g.pitch = le__common_pitch(g.t, g.c, g.count);
    return g;
}

LE_INLINE le__group_solver le__groups_solver(const le__groups *g) {
    return le__group_solver_of(g->t, g->c, g->items, g->forced);
}

// The number of items in a group; only the last group can have fewer than the others.
LE_INLINE int32_t le__groups_present(const le__groups *g, int64_t group) {
    return (int32_t)LE_MIN((int64_t)g->t->items, g->items - group * g->t->items);
}

// The start of a group along the axis, relative to the first group.
LE_INLINE int64_t le__groups_position(const le__groups *g, int64_t group, le_work *work) {
    return g->pitch >= 0 ? group * g->pitch : le__extents_offset(g->c->pitch, group, work);
}

// Consecutive groups with the same layout, each a pitch after the previous one: a group with a measured item alone, or
// all groups up to the next such group.
typedef struct le__alike {
    int64_t first, end;
    int64_t position; // of the first group
    int64_t pitch;
} le__alike;

// The range of groups, starting no earlier than `from` and within the groups that a walk covers, that have the layout
// of `group` >= `from` and include it. O(log n).
le__alike le__groups_alike(const le__groups *g, int64_t group, int64_t from, le_work *work);

// The groups of a section at a scroll offset, in two runs: those before `split`, and the others. In a section that
// loops, the first run is shown after the second one. In other sections it is empty.
typedef struct le__loop {
    int64_t period; // 0: the section does not loop
    int64_t split;
    int64_t scroll[2]; // the scroll offsets of the two runs
} le__loop;

// Whether the composition of a section says that it loops. It does not, with groups that are too short for that.
LE_INLINE bool le__may_loop(const le__section_place *place) {
    return place->section->style->template->composition->spec.loops;
}

// O(log n).
le__loop le__loop_of(const le_layout *layout, const le__section_place *place, int64_t scroll);

// One of the runs.
LE_INLINE le__groups le__groups_of_run(const le__section_place *place, const le__loop *loop, int run) {
    le__groups g = le__groups_of(place, loop->scroll[run]);
    if (run)
        g.first = loop->split;
    else
        g.end = loop->split;
    return g;
}

// The functions of the kind: see section/kind.h.
int64_t le__composed_item_scroll(const le_layout *layout, const le__section_place *place, int64_t item, int64_t scroll);
int64_t le__composed_last_at(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross,
                             int64_t scroll);
int le__composed_nearest(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross,
                         int64_t scroll, int64_t *items);

#endif
