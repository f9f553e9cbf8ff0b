// Walking the items of a compositional section, each with its supplementaries where the walk asks for them.

// Where a section's groups are, and what was measured in them.
typedef struct composed_walk {
    const le__template *t;
    const le__composed *c;
    int64_t groups, items;
    int64_t base[2]; // where the first group starts
    bool measured;
    int64_t forced;
} composed_walk;

static composed_walk composed_walk_of(const le_layout *layout, const section_place *place, int64_t scroll) {
    const section *s = place->section;
    composed_walk cw = {.t = s->style->template, .c = s->body, .items = s->items};
    const le_composition_spec *spec = &cw.t->composition->spec;
    (void)layout;
    cw.groups = le__group_count(cw.t, s->items);
    cw.base[MAIN] = place->offset + le__band_extent(cw.t, cw.c, 0) + spec->inset_main[LE_START];
    cw.base[CROSS] = spec->inset_cross[LE_START];
    if (spec->orthogonal) cw.base[CROSS] -= LE_MAX(LE_MIN(scroll, LE_MAX_TOTAL), -LE_MAX_TOTAL);
    cw.measured = le__is_measured(cw.t, cw.c);
    cw.forced = cw.measured ? le__forced_extent(cw.t, cw.c, cw.groups) : -1;
    return cw;
}

// What orders of drawing in a section are added to: its elements stand before its decorations.
LE_INLINE int32_t composed_base_z(const section *s) {
    const le__template *t = s->style->template;
    return t->composition->spec.backdrop_count && s->items && t->items ? 1 : 0;
}

// An order of drawing on top of a base of 0 or 1.
LE_INLINE int32_t drawn_above(int32_t base, int32_t z_index) { return z_index == INT32_MAX ? z_index : base + z_index; }

LE_INLINE le_rect rect_placed(const le_rect *r, const int64_t at[2]) {
    return (le_rect){r->main_min + at[MAIN], r->cross_min + at[CROSS], r->main_max + at[MAIN],
                     r->cross_max + at[CROSS]};
}

// Whether an item has an estimated extent that was not measured.
LE_INLINE bool is_estimate(const le__template *t, const le__group_window *w, int32_t leaf) {
    return t->open[leaf] & ~(w ? w->measured[leaf - w->first] : 0);
}

LE_INLINE bool walk_meets(const walk *w, const le_rect *r) {
    return r->main_min < w->main_max && r->main_max > w->main_min && r->cross_min < w->cross_max &&
           r->cross_max > w->cross_min && (w->all || !rect_empty(r));
}

// The parts that come after an item, from part `from` on: its own and those of the groups that it is the last of, in a
// group of which only `present` items are there. The part that there was no room for, or -1. `window` is NULL where the
// group is as in the template.
LE_INLINE int64_t walk_parts(const walk *w, const emitter emit, void *sink, le__settling *s, le__group_window *window,
                             int64_t group, const int64_t at[2], int32_t leaf, int32_t present, int64_t from) {
    const le__template *t = s->t;
    const uint32_t end = leaf == present - 1 ? t->parts : t->part_from[leaf + 1];
    for (uint32_t p = (uint32_t)LE_MAX(from, (int64_t)t->part_from[leaf]); p < end; p++) {
        const le__part *part = &t->part[p];
        if (part->first >= present) continue;
        if (window && (p < window->part || p >= window->part_end)) le__window_move(s, group, leaf, p, window);
        le_rect frame = rect_placed(window ? &window->part_frame[p - window->part] : &part->frame, at);
        if (!walk_meets(w, &frame)) continue;
        int64_t item = part->ordinal < 0 ? group * t->items + leaf : group * part->per_group + part->ordinal;
        const le_badge *badge = &t->composition->spec.badges[part->badge];
        if (!emit.part(sink, item, badge, part->ordinal >= 0, &frame)) return p;
    }
    return -1;
}

LE_INLINE int64_t walk_composed(const walk *w, const emitter emit, void *sink) {
    const composed_walk cw = composed_walk_of(w->layout, &w->place, w->scroll);
    const le__template *t = cw.t;
    if (cw.groups == 0) return -1;
    const int axis = t->axis;
    const int64_t per = t->items, before = le__reach_of(t, cw.c, axis, 0);
    const int64_t low = le__less(axis == MAIN ? w->main_min : w->cross_min, cw.base[axis]);
    const int64_t high = le__less(axis == MAIN ? w->main_max : w->cross_max, cw.base[axis]);
    int64_t group = w->from >= 0 ? w->from / per : le__first_group_past(t, cw.c, cw.groups, low, w->work);
    if (group >= cw.groups) return -1;
    int32_t leaf = w->from >= 0 ? (int32_t)(w->from - group * per) : 0;
    int64_t part = w->from >= 0 && w->part ? *w->part : -1; // of `leaf`: -1 is the item itself
    if (part >= 0) LE_PATH(PARTS_RESUMED);

    int64_t position, pitch = le__common_pitch(t, cw.c, cw.groups);
    le__size_reader pitches;
    le__settling settled = le__settling_of(t, cw.c, cw.items, cw.forced);
    le__group_window window;
    pitches.k = -1;
    position = pitch >= 0 ? group * pitch : extents_offset(cw.c->pitch, group, w->work);
    // A group's own bounds rule out blocks of a large one.
    for (; group < cw.groups; group++, leaf = 0, part = -1) {
        if (le__less(position, before) >= high) return -1;
        int64_t at[2] = {cw.base[MAIN], cw.base[CROSS]};
        at[axis] += position;
        const int64_t first = group * per;
        const int32_t present = (int32_t)LE_MIN(per, cw.items - first);
        const bool differs = cw.measured && le__window_load(&settled, group, leaf, t->part_from[leaf], &window);
        le__group_window *const own = differs ? &window : NULL;
        if (w->work) w->work->nodes_visited++;
        for (; leaf < present; leaf++) {
            if (!own && t->bounds && leaf % LE__ITEMS_PER_BOUNDS == 0 && part < 0) {
                le_rect bound = rect_placed(&t->bound[leaf / LE__ITEMS_PER_BOUNDS], at);
                if (bound.main_min >= w->main_max || bound.main_max <= w->main_min || bound.cross_min >= w->cross_max ||
                    bound.cross_max <= w->cross_min) {
                    LE_PATH(GROUP_BOUNDS);
                    leaf += LE__ITEMS_PER_BOUNDS - 1;
                    continue;
                }
            }
            if (own && leaf >= own->end) le__window_move(&settled, group, leaf, t->part_from[leaf], own);
            le_rect frame = rect_placed(own ? &own->frame[leaf - own->first] : &t->frame[leaf], at);
            if (part < 0 && walk_meets(w, &frame)) {
                if (emit.mark)
                    emit.mark(sink, t->custom ? t->custom[leaf].z_index : 0,
                              is_estimate(t, own, leaf) ? LE_ELEMENT_ESTIMATED : 0);
                if (!emit.item(sink, first + leaf, &frame)) {
                    if (w->part) *w->part = -1;
                    return first + leaf;
                }
            }
            if (emit.part && t->parts) {
                part = walk_parts(w, emit, sink, &settled, own, group, at, leaf, present, part);
                if (part >= 0) {
                    *w->part = part;
                    return first + leaf;
                }
            }
            part = -1;
        }
        if (pitch >= 0) {
            position += pitch;
        } else {
            int64_t one;
            le__read_sizes(&pitches, cw.c->pitch, group, 1, &one);
            position += one;
        }
    }
    return -1;
}

// Where a group stands.
LE_INLINE void group_origin(const composed_walk *cw, int64_t group, int64_t at[2]) {
    at[MAIN] = cw->base[MAIN];
    at[CROSS] = cw->base[CROSS];
    at[cw->t->axis] += le__group_place(cw->t, cw->c, cw->groups, group).offset;
}

// Frame of an item, and what a query would mark it with where `z_index` and `flags` are not NULL.
static le_rect composed_item(const le_layout *layout, const section_place *place, int64_t item, int32_t *z_index,
                             uint8_t *flags) {
    const composed_walk cw = composed_walk_of(layout, place, 0);
    const le__template *t = cw.t;
    // A group of no items shows none: all of them are empty, at the section's start.
    if (cw.groups == 0) return (le_rect){place->offset, 0, place->offset, 0};
    const int64_t group = item / t->items;
    const int32_t leaf = (int32_t)(item - group * t->items);
    int64_t at[2];
    group_origin(&cw, group, at);
    le__group_window window; // not cleared: it is large
    window.first = leaf;
    window.end = leaf + 1;
    window.part = window.part_end = 0;
    le__settling s = le__settling_of(t, cw.c, cw.items, cw.forced);
    int64_t extent[2];
    const bool differs = cw.measured && le__settle_group(&s, group, &window, extent) & LE__GROUP_DIFFERS;
    if (z_index) *z_index = drawn_above(composed_base_z(place->section), t->custom ? t->custom[leaf].z_index : 0);
    if (flags) *flags = is_estimate(t, differs ? &window : NULL, leaf) ? LE_ELEMENT_ESTIMATED : 0;
    return rect_placed(differs ? &window.frame[0] : &t->frame[leaf], at);
}

static le_rect composed_item_frame(const le_layout *layout, const section_place *place, int64_t item) {
    return composed_item(layout, place, item, NULL, NULL);
}

// Frame of a part of a group.
static le_rect composed_part(const le_layout *layout, const section_place *place, int64_t group, uint32_t part) {
    const composed_walk cw = composed_walk_of(layout, place, 0);
    int64_t at[2];
    group_origin(&cw, group, at);
    le__group_window window;
    window.first = window.end = 0;
    window.part = part;
    window.part_end = part + 1;
    le__settling s = le__settling_of(cw.t, cw.c, cw.items, cw.forced);
    int64_t extent[2];
    const bool differs = cw.measured && le__settle_group(&s, group, &window, extent) & LE__GROUP_DIFFERS;
    return rect_placed(differs ? &window.part_frame[0] : &cw.t->part[part].frame, at);
}
