// Changes of compositional sections: items come and go, are measured, and the composition or the container changes.

// The section's own body, made where there is none; NULL when memory is short.
static le__composed *composed_own(section *s) {
    le__composed *c = s->body;
    if (c && le__unique(c)) return c;
    le__composed *own = c ? le__composed_copy(c) : le__composed_make(s->style->template);
    if (!own) return NULL;
    le__composed_release(c);
    s->body = own;
    return own;
}

// ---- Items

// A tree with an entry for each item follows a change; what comes in gets one value, 0 where nothing was measured.
static le_status sizes_follow(extents_node_t **root, const change *c, int64_t inserted, int64_t value, le_work *work) {
    switch (c->what) {
    case INSERT:
        return extents_insert_run(root, c->first, (le_run){inserted, value}, work);
    case REMOVE:
        return extents_remove(root, c->first, c->count, work);
    case MOVE:
        return extents_move_range(root, c->first, c->count, c->to, work);
    case APPLY:
        return extents_apply(root, c->edits, c->edit_count, NULL, value, inserted, c->failed, work);
    case RESIZE:
    case REFILL:
        break;
    }
    return LE_NOT_SUPPORTED;
}

// The first item that stands elsewhere after a change.
static int64_t first_changed(const change *c) {
    switch (c->what) {
    case MOVE:
        return LE_MIN(c->first, c->to);
    case APPLY: {
        int64_t first = INT64_MAX;
        for (size_t e = 0; e < c->edit_count; e++) first = LE_MIN(first, c->edits[e].at);
        for (size_t e = 0; e < c->edit_count; e++)
            if (c->edits[e].moved) first = LE_MIN(first, c->edits[e].source);
        return first;
    }
    default:
        return c->first;
    }
}

// The ascending extents of groups of one item follow a change of the items, before it is made: inserted items are not
// measured, moved ones stay in.
static le_status ascending_follow(const le__template *t, le__composed *own, int64_t items, const change *c,
                                  le_work *work) {
    if (c->what == REMOVE) return le__ascending_change(t, own, items, c->first, c->first + c->count, false, work);
    if (c->what != APPLY) return LE_OK;
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

static le_status composed_change(section *s, const change *c, le_work *work) {
    const le__template *t = s->style->template;
    if (c->what == RESIZE) return LE_NOT_SUPPORTED; // sizes come by measuring
    if (c->what == REFILL) return s->body ? LE_NOT_SUPPORTED : le__change_counted(s, c);
    const int64_t inserted = c->sizes ? c->sizes->count : 0, items = s->items;
    if (inserted && c->sizes->form != LE_SIZES_NONE) return LE_NOT_SUPPORTED;
    le_status status = le__change_counted(s, c); // counts
    if (status != LE_OK || !s->body) return status;
    le__composed *own = composed_own(s);
    if (!own) return LE_NO_MEMORY;
    // Groups of one item come, go and move with it; others hold other items from the first change on.
    const bool single = t->items == 1;
    const int64_t first = first_changed(c);
    const bool shifts = !single && first <= LE_MAX(s->items, items);
    if (le__is_measured(t, own)) {
        if (single)
            status = ascending_follow(t, own, items, c, work);
        else if (shifts && first < t->items)
            le__ascending_clear(own);
        else if (shifts)
            status = le__ascending_change(t, own, items, first / t->items, le__group_count(t, items), false, work);
    }
    for (int axis = 0; axis < 2 && status == LE_OK; axis++)
        if (own->size[axis]) status = sizes_follow(&own->size[axis], c, inserted, 0, work);
    if (status != LE_OK) return status;
    if (!le__is_measured(t, own))
        return le__composed_settle_all(t, own, s->items, work); // the last measured item is gone
    if (single && !own->pitch) return LE_OK;
    if (single) return sizes_follow(&own->pitch, c, inserted, le__pitch_of(t, t->extent[t->axis]), work);
    if (!shifts) return LE_OK;
    LE_PATH(GROUPS_SHIFTED);
    return le__composed_settle(t, own, s->items, first / t->items, work);
}

// ---- Measuring

// The section of a composition at an index.
static le_status composed_at(const le_layout *layout, int64_t index, const le__section **found) {
    if (!layout) return LE_BAD_ARGUMENT;
    if (!has_sections(layout, index, 1)) return LE_BAD_INDEX;
    *found = sections_find(layout, index, NULL).section;
    return (*found)->style->template ? LE_OK : LE_NOT_SUPPORTED;
}

// A section of a composition that is about to change: what it was is kept, so that the change can be given up.
static le_status composed_edit(le_layout *layout, int64_t index, edited *edit, le_work *work) {
    if (!edit_begin(layout, index, edit, work)) return LE_NO_MEMORY;
    if (edit->section->body) le__retain(edit->section->body);
    return LE_OK;
}

static le_status composed_commit(le_layout *layout, edited *edit, le_status status, le_work *work) {
    section *s = edit->section, was = edit->before;
    section now = *s;
    if (status == LE_OK &&
        (!section_measure(&now, &layout->config) || !layout_can_grow(layout, 0, now.extent - was.extent)))
        status = LE_TOO_LARGE;
    if (status != LE_OK) {
        le__composed_release(s->body);
        *s = was;
        return status;
    }
    le__composed_release(was.body);
    edit_end(layout, edit, work);
    return LE_OK;
}

le_status le_layout_measure_items(le_layout *layout, int64_t section, const le_measurement *measured, size_t count,
                                      int64_t *changed, int64_t *frozen, le_fault *fault, le_work *work) {
    fault_section(fault, section);
    int64_t changes = 0, first_frozen = -1;
    if (changed) *changed = 0;
    if (frozen) *frozen = -1;
    const le__section *found;
    le_status status = composed_at(layout, section, &found);
    if (status == LE_OK) status = measurements_check(measured, count, found->items, fault);
    if (status != LE_OK || count == 0) return status;
    const le__template *t = found->style->template;
    for (size_t i = 0; i < count; i++) {
        if (t->items && t->open[measured[i].item % t->items]) continue;
        if (fault) fault->item = measured[i].item;
        return LE_NOT_SUPPORTED;
    }
    edited edit;
    status = composed_edit(layout, section, &edit, work);
    if (status != LE_OK) return status;
    le__composed *c = composed_own(edit.section);
    status = c ? le__composed_measure(t, c, edit.section->items, measured, count, &changes, &first_frozen, work)
               : LE_NO_MEMORY;
    status = composed_commit(layout, &edit, status, work);
    if (status == LE_OK && changed) *changed = changes;
    if (status == LE_OK && frozen) *frozen = first_frozen;
    return status;
}

le_status le_layout_measure_boundaries(le_layout *layout, int64_t section, const le_measurement *measured,
                                           size_t count, le_fault *fault, le_work *work) {
    fault_section(fault, section);
    if (section == -1) return layout ? edges_take(layout, measured, count, fault) : LE_BAD_ARGUMENT;
    const le__section *found;
    le_status status = composed_at(layout, section, &found);
    if (status != LE_OK) return status;
    const le_composition_spec *spec = &found->style->template->composition->spec;
    status = measurements_check(measured, count, (int64_t)spec->boundary_count, fault);
    if (status != LE_OK || count == 0) return status;
    for (size_t i = 0; i < count; i++) {
        const le_boundary *b = &spec->boundaries[measured[i].item];
        if (le__dimension_open(&b->main) || le__dimension_open(&b->cross)) continue;
        if (fault) fault->item = measured[i].item;
        return LE_NOT_SUPPORTED;
    }
    edited edit;
    status = composed_edit(layout, section, &edit, work);
    if (status != LE_OK) return status;
    le__composed *c = composed_own(edit.section);
    if (!c) status = LE_NO_MEMORY;
    for (size_t i = 0; c && i < count; i++)
        boundary_take(&spec->boundaries[measured[i].item], &measured[i], c->boundary[measured[i].item]);
    return composed_commit(layout, &edit, status, work);
}

// ---- Sections

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

// The style of a composition solved for a container; `last` where it is that. The caller gets a reference.
static style *style_solved(le_composition *composition, const le_layout_config *config, style *last) {
    if (last && last->template && last->template->composition == composition &&
        le__template_is_for(last->template, config->main, config->cross)) {
        le__retain(last);
        return last;
    }
    style *made = le__block_alloc(sizeof *made);
    if (!made) return NULL;
    *made = (style){composition_spec(composition), le__template_make(composition, config->main, config->cross)};
    if (made->template) return made;
    le__block_free(made);
    return NULL;
}

// Checks what is to be inserted, and solves each composition that is used. The solver can call back for custom frames,
// so this comes before the layout is taken up.
static le_status styles_solve(const le_layout *layout, int64_t at, le_composition *const *compositions, size_t count,
                              const uint32_t *which, const int64_t *counts, int64_t sections, style **styles) {
    style *last = at > 0 ? sections_find(layout, at - 1, NULL).section->style : NULL;
    if (last) le__retain(last);
    le_status status = LE_OK;
    for (int64_t i = 0; i < sections && status == LE_OK; i++) {
        const uint32_t index = which ? which[i] : 0;
        if (LE_LIKELY(index < count && styles[index] && counts[i] >= 0)) continue;
        if (index >= count || counts[i] < 0)
            status = LE_BAD_INDEX;
        else if (!compositions[index])
            status = LE_BAD_ARGUMENT;
        else if (!(styles[index] = style_solved(compositions[index], &layout->config, last)))
            status = LE_NO_MEMORY;
    }
    if (last) style_release(last);
    return status == LE_OK && !has_sections(layout, at, 0) ? LE_BAD_INDEX : status;
}

le_status le_layout_insert_compositions(le_layout *layout, int64_t at, le_composition *const *compositions,
                                            size_t composition_count, const uint32_t *which, const int64_t *counts,
                                            int64_t sections, le_work *work) {
    if (!layout) return LE_BAD_ARGUMENT;
    if (!has_sections(layout, at, 0) || sections < 0) return LE_BAD_INDEX;
    if (sections == 0) return LE_OK;
    if (!compositions || !counts) return LE_BAD_ARGUMENT;
    if (sections > INT32_MAX) return LE_TOO_LARGE;
    style **styles = calloc(composition_count, sizeof *styles);
    if (!styles) return composition_count ? LE_NO_MEMORY : LE_BAD_INDEX;
    le_status status = styles_solve(layout, at, compositions, composition_count, which, counts, sections, styles);

    sections_builder builder = {0};
    section some[SECTIONS_MAX * 4 / 5];
    uint32_t waiting = 0;
    int64_t extent = 0, items = 0;
    bool spaced = false;
    for (int64_t i = 0; i < sections && status == LE_OK; i++) {
        section s = {.style = styles[which ? which[i] : 0], .items = counts[i]};
        if (counts[i] > LE_MAX_COUNT - items || !section_measure(&s, &layout->config) ||
            s.extent > LE_MAX_TOTAL - extent) {
            status = LE_TOO_LARGE;
        } else {
            extent += s.extent;
            items += s.items;
            spaced |= s.style->spec.section_spacing != 0;
            section_retain(&s);
            some[waiting++] = s;
        }
        if (waiting == sizeof some / sizeof *some) {
            sections_builder_add(&builder, sections_leaf_take(some, waiting));
            waiting = 0;
        }
    }
    if (waiting) sections_builder_add(&builder, sections_leaf_take(some, waiting));
    sections_node_t *middle = NULL;
    if (status != LE_OK) builder.failed = true;
    bool built = sections_builder_finish(&builder, &middle, work);
    if (status == LE_OK) status = built ? sections_insert(layout, at, middle, work) : LE_NO_MEMORY;
    for (size_t i = 0; i < composition_count; i++)
        if (styles[i]) style_release(styles[i]);
    free(styles);
    if (status == LE_OK) {
        layout->packed = true;
        layout->spaced |= spaced;
    }
    return status;
}

// Lays a section out by another style, its items and measured sizes kept.
static le_status composed_restyle(section *s, style *to, bool forget_reports, le_work *work) {
    const bool another = s->style->template->composition != to->template->composition;
    le__retain(to);
    style_release(s->style);
    s->style = to;
    if (!s->body) return LE_OK;
    const le__template *t = to->template;
    le__composed *own = composed_own(s);
    if (!own) return LE_NO_MEMORY;
    if (another) {
        // Another composition has other boundaries: what was measured of them is gone.
        le__composed *other = le__composed_make(t);
        if (!other) return LE_NO_MEMORY;
        for (int axis = 0; axis < 2; axis++)
            if ((other->size[axis] = own->size[axis])) le__retain(other->size[axis]);
        le__composed_release(own);
        s->body = own = other;
    }
    le_status status = forget_reports ? le__composed_forget_reports(own, s->items, work) : LE_OK;
    return status == LE_OK ? le__composed_settle_all(t, own, s->items, work) : status;
}

le_status le_layout_set_composition(le_layout *layout, int64_t section, le_composition *composition,
                                        le_work *work) {
    const le__section *found;
    le_status status = composed_at(layout, section, &found);
    if (status == LE_OK && !composition) status = LE_BAD_ARGUMENT;
    if (status != LE_OK) return status;
    // Solved before the section is taken up: it can call back for custom frames.
    style *last = found->style;
    le__retain(last);
    style *to = style_solved(composition, &layout->config, last);
    style_release(last);
    edited edit;
    status = to ? composed_at(layout, section, &found) : LE_NO_MEMORY;
    if (status == LE_OK) status = composed_edit(layout, section, &edit, work);
    if (status != LE_OK) {
        if (to) style_release(to);
        return status;
    }
    style *was = edit.section->style;
    le__retain(was);
    status = composed_restyle(edit.section, to, false, work);
    status = composed_commit(layout, &edit, status, work);
    if (status == LE_OK) layout->spaced |= to->spec.section_spacing != 0;
    style_release(status == LE_OK ? was : to); // what the section does not refer to any more
    style_release(to);
    return status;
}

le_composition *le_layout_composition(const le_layout *layout, int64_t section) {
    if (!layout || !has_sections(layout, section, 1)) return NULL;
    const le__template *t = sections_find(layout, section, NULL).section->style->template;
    return t ? t->composition : NULL;
}

// ---- Questions

static const le__template *composed_find(const le_layout *layout, int64_t section, section_place *place) {
    if (!layout || !has_sections(layout, section, 1)) return NULL;
    *place = sections_find(layout, section, NULL);
    return place->section->style->template;
}

int le_layout_estimated_axes(const le_layout *layout, int64_t section, int64_t item) {
    section_place place;
    const le__template *t = composed_find(layout, section, &place);
    return t && t->items && t->measurable && item >= 0 && item < place.section->items ? t->open[item % t->items] : 0;
}

le_groups le_layout_groups(const le_layout *layout, int64_t section) {
    section_place place;
    const le__template *t = composed_find(layout, section, &place);
    if (!t) return (le_groups){.count = -1};
    const int64_t items = place.section->items;
    const le_composition_spec *spec = &t->composition->spec;
    le_groups g = {
        .count = le__group_count(t, items), .items = t->items, .orthogonal = spec->orthogonal, .custom = t->custom};
    if (g.orthogonal && g.count)
        g.content = LE_MAX(spec->inset_cross[LE_START] + le__groups_extent(t, place.section->body, g.count) +
                               spec->inset_cross[LE_END],
                           0);
    return g;
}

le_group_place le_layout_group(const le_layout *layout, int64_t section, int64_t group) {
    section_place place;
    const le__template *t = composed_find(layout, section, &place);
    if (!t || group < 0 || group >= le__group_count(t, place.section->items)) return (le_group_place){0, 0};
    const le__composed *c = place.section->body;
    le_group_place at = le__group_place(t, c, le__group_count(t, place.section->items), group);
    const le_composition_spec *spec = &t->composition->spec;
    at.offset += t->axis == CROSS ? spec->inset_cross[LE_START] : spec->inset_main[LE_START] + le__band_extent(t, c, 0);
    return at;
}

le_rect le_layout_supplementary_frame(const le_layout *layout, int64_t section, uint16_t kind, int64_t index) {
    section_place place;
    const le__template *t = composed_find(layout, section, &place);
    if (!t || index < 0) return (le_rect){0, 0, 0, 0};
    // Supplementaries of one kind that count differently can have one index in several groups.
    const int64_t groups = le__group_count(t, place.section->items);
    int64_t first_group = INT64_MAX;
    uint32_t first = 0;
    for (uint32_t p = 0; p < t->parts; p++) {
        const le__part *part = &t->part[p];
        const bool of_item = part->ordinal < 0;
        const int64_t each = of_item ? t->items : part->per_group, group = index / each;
        if (t->composition->spec.badges[part->badge].kind != kind || group >= LE_MIN(first_group, groups)) continue;
        if (index % each != (of_item ? part->first : part->ordinal)) continue;
        // Of a group that is cut short, only what has items.
        if (part->first >= place.section->items - group * t->items) continue;
        first_group = group;
        first = p;
    }
    return first_group == INT64_MAX ? (le_rect){0, 0, 0, 0} : composed_part(layout, &place, first_group, first);
}

int64_t le_layout_group_at_offset(const le_layout *layout, int64_t section, int64_t offset) {
    section_place place;
    const le__template *t = composed_find(layout, section, &place);
    if (!t) return -1;
    const le__composed *c = place.section->body;
    const int64_t groups = le__group_count(t, place.section->items), pitch = le__common_pitch(t, c, groups);
    if (groups == 0) return -1;
    offset = le__less(offset, le_layout_group(layout, section, 0).offset);
    if (offset < 0 || pitch == 0) return 0;
    extents_path path;
    int64_t group = pitch > 0 ? offset / pitch : extents_at_offset(c->pitch, offset, &path, NULL).index;
    return LE_MIN(group, groups - 1);
}

// Sizes of items as they stand now.
static le_status composed_read_sizes(const le_layout *layout, const section_place *place, int64_t first, int64_t count,
                                     double *main, double *cross) {
    for (int64_t i = 0; i < count; i++) {
        le_rect frame = composed_item_frame(layout, place, first + i);
        main[i] = le_points(frame.main_max - frame.main_min);
        if (cross) cross[i] = le_points(frame.cross_max - frame.cross_min);
    }
    return LE_OK;
}
