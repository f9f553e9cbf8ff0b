// Edits of the items of a compositional section, and changes of its style, which keep the measured sizes of items.
#include <stdlib.h>
#include <string.h>

#include "kinds/compositional/composition_walk.h"
#include "support/paths.h"

le__composed *le__composed_own(le__section *s) {
    le__composed *c = s->body;
    if (c && le__unique(c)) return c;
    le__composed *own = c ? le__composed_copy(c) : le__composed_make(s->style->template);
    if (!own) return NULL;
    le__composed_release(c);
    s->body = own;
    return own;
}

// ---- Items

// Applies a change to a tree with one entry per item. Inserted items get one value, 0 if nothing was measured.
static le_status sizes_apply(le__extents_node **root, const le__change *c, int64_t inserted, int64_t value,
                             le_work *work) {
    switch (c->what) {
    case LE__INSERT:
        return le__extents_insert_run(root, c->first, (le_run){inserted, value}, work);
    case LE__REMOVE:
        return le__extents_remove(root, c->first, c->count, work);
    case LE__MOVE:
        return le__extents_move_range(root, c->first, c->count, c->to, work);
    case LE__APPLY: {
        const le__script_values values = {.count = inserted, .each = value};
        const le_status status =
            le__script_check(c->edits, c->edit_count, le__extents_count(*root), inserted, c->failed, NULL);
        return status == LE_OK ? le__extents_apply(root, c->edits, c->edit_count, &values, work) : status;
    }
    case LE__RESIZE:
    case LE__REFILL:
        break;
    }
    return LE_NOT_SUPPORTED;
}

// The first index at which the items differ after a change.
static int64_t first_changed(const le__change *c) {
    if (c->what == LE__MOVE) return LE_MIN(c->first, c->to);
    if (c->what != LE__APPLY) return c->first;
    int64_t first = INT64_MAX;
    for (size_t e = 0; e < c->edit_count; e++) {
        first = LE_MIN(first, c->edits[e].at);
        if (c->edits[e].moved) first = LE_MIN(first, c->edits[e].source);
    }
    return first;
}

// The number of items after a change. Scripts have been checked, except for the sources of their edits.
static int64_t count_after(const le__section *s, const le__change *c) {
    int64_t items = s->items;
    switch (c->what) {
    case LE__INSERT:
        return items + c->sizes->count;
    case LE__REMOVE:
        return items - c->count;
    case LE__REFILL:
        return c->sizes->count;
    case LE__APPLY:
        for (size_t e = 0; e < c->edit_count; e++) items += c->edits[e].inserted - c->edits[e].removed;
        return items;
    case LE__MOVE:
    case LE__RESIZE:
        break;
    }
    return items;
}

// Updates the ascending extents of groups with one item each, before the items change: inserted items are not measured,
// and moved items keep their extents.
static le_status ascending_apply(const le__template *t, le__composed *own, int64_t items, const le__change *c,
                                 le_work *work) {
    if (c->what == LE__REMOVE) return le__ascending_change(t, own, items, c->first, c->first + c->count, false, work);
    if (c->what != LE__APPLY) return LE_OK;
    le_status status = LE_OK;
    for (size_t e = 0; e < c->edit_count && status == LE_OK; e++) {
        const le_edit *edit = &c->edits[e];
        status = le__ascending_change(t, own, items, edit->at, edit->at + edit->removed, false, work);
    }
    for (size_t e = 0; e < c->edit_count && status == LE_OK; e++) {
        const le_edit *edit = &c->edits[e];
        if (edit->moved)
            status = le__ascending_change(t, own, items, edit->source, edit->source + edit->inserted, true, work);
    }
    return status;
}

// Removes the extents of the groups that will hold other items from the ascending extents, before the change. `first`
// is the first item that changes.
static le_status ascending_leave(const le__template *t, le__composed *own, int64_t items, int64_t first,
                                 le_work *work) {
    if (first >= t->items)
        return le__ascending_change(t, own, items, first / t->items, le__group_count(t, items), false, work);
    le__ascending_clear(own);
    return LE_OK;
}

le_status le__composed_change(const le_layout_config *config, le__section *s, const le__change *c, int64_t room,
                              le_work *work) {
    (void)config, (void)room; // the change is made on a copy, which is measured before it replaces the original
    const le__template *t = s->style->template;
    if (c->what == LE__RESIZE) return LE_NOT_SUPPORTED; // compositional sections receive sizes by measuring
    if (c->what == LE__REFILL && s->body) return LE_NOT_SUPPORTED;
    const int64_t inserted = c->sizes ? c->sizes->count : 0, items = s->items;
    if (inserted && c->what != LE__REFILL && c->sizes->form != LE_SIZES_NONE) return LE_NOT_SUPPORTED;
    s->items = count_after(s, c);
    if (!s->body) return LE_OK;
    le_status status = LE_OK;
    le__composed *own = le__composed_own(s);
    if (!own) return LE_NO_MEMORY;
    // Groups of one item are inserted, removed and moved with it. Larger groups hold other items from the first change
    // on.
    const bool single = t->items == 1;
    const int64_t first = first_changed(c);
    const bool shifts = !single && first <= LE_MAX(s->items, items);
    if (le__is_measured(t, own) && (single || shifts))
        status = single ? ascending_apply(t, own, items, c, work) : ascending_leave(t, own, items, first, work);
    for (int axis = 0; axis < 2 && status == LE_OK; axis++)
        if (own->size[axis]) status = sizes_apply(&own->size[axis], c, inserted, 0, work);
    for (int64_t tree = 0; tree < 2 * own->badges && status == LE_OK; tree++)
        if (le__badge_size(own, tree)) status = sizes_apply(&le__badge_sizes(own)[tree], c, inserted, 0, work);
    if (status != LE_OK) return status;
    le__badges_recount(own);
    if (!le__is_measured(t, own))
        return le__composed_solve_all_groups(t, own, s->items, work); // the last measured item was deleted
    if (single && !own->pitch) return LE_OK;
    if (single) return sizes_apply(&own->pitch, c, inserted, le__pitch_of(t, t->extent[t->axis]), work);
    if (!shifts) return LE_OK;
    LE_PATH(GROUPS_SHIFTED);
    return le__composed_solve_groups(t, own, s->items, first / t->items, work);
}

// ---- Styles

static le_section_spec composition_spec(const le_composition *composition) {
    const le_composition_spec *from = &composition->spec;
    le_section_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.kind = LE_SECTION_COMPOSITIONAL;
    spec.inset_main_start = from->inset_main[LE_START];
    spec.inset_main_end = from->inset_main[LE_END];
    spec.inset_cross_start = from->inset_cross[LE_START];
    spec.inset_cross_end = from->inset_cross[LE_END];
    spec.line_spacing = from->group_spacing;
    spec.section_spacing = from->section_spacing;
    return spec;
}

le__style *le__style_solved(le_composition *composition, const le_layout_config *config, le__style *last) {
    if (last && last->template && last->template->composition == composition &&
        le__template_is_for(last->template, config->main, config->cross)) {
        le__retain(last);
        return last;
    }
    le__style *made = le__block_alloc(sizeof *made);
    if (!made) return NULL;
    *made = (le__style){composition_spec(composition), le__template_of(composition, config->main, config->cross)};
    if (made->template) {
        le__retain(composition);
        return made;
    }
    le__block_free(made);
    return NULL;
}

// Whether two compositions have badges of the same kinds on the same nodes, with the same axes estimated.
static bool same_badges(const le_composition_spec *a, const le_composition_spec *b) {
    if (a->badge_count != b->badge_count) return false;
    for (size_t i = 0; i < a->badge_count; i++)
        if (a->badges[i].node != b->badges[i].node || a->badges[i].kind != b->badges[i].kind ||
            le__badge_open(&a->badges[i]) != le__badge_open(&b->badges[i]))
            return false;
    return true;
}

le_status le__composed_restyle(le__section *s, const le__style *old, bool forget, le_work *work) {
    const le__template *t = s->style->template;
    if (!s->body) return LE_OK;
    le__composed *own = le__composed_own(s);
    if (!own) return LE_NO_MEMORY;
    if (old->template->composition != t->composition) {
        // Another composition has other boundaries, so their measured sizes are dropped. So are those of badges, unless
        // both compositions have the same ones.
        le__composed *other = le__composed_make(t);
        if (!other) return LE_NO_MEMORY;
        for (int axis = 0; axis < 2; axis++)
            if ((other->size[axis] = own->size[axis])) le__retain(other->size[axis]);
        if (same_badges(&old->template->composition->spec, &t->composition->spec)) {
            for (int64_t tree = 0; tree < 2 * own->badges; tree++)
                if ((le__badge_sizes(other)[tree] = le__badge_size(own, tree))) le__retain(le__badge_size(own, tree));
            other->badges_sized = own->badges_sized;
        }
        le__composed_release(own);
        s->body = own = other;
    }
    le_status status = forget ? le__composed_forget_reports(own, s->items, work) : LE_OK;
    return status == LE_OK ? le__composed_solve_all_groups(t, own, s->items, work) : status;
}

le_status le__composed_relayout(le__section *s, const le__style *old, const le_layout_config *old_config,
                                const le_layout_config *config, le_work *work) {
    (void)old_config, (void)config;
    return le__composed_restyle(s, old, true, work);
}
