// Changes of the items of a section of any kind, and reading their sizes.

// Whether a change could take the layout past its limits in a way that is known only afterwards. It is then made on a
// copy of the body, so that it can be given up. Lists and grids know beforehand, but for scripts; a waterfall keeps
// its old body until the new one is measured.
static bool change_is_daring(const le_layout *layout, const le_section_spec *spec, const change *c) {
    if (spec->kind == LE_SECTION_COMPOSITIONAL) return true;
    if (spec->kind == LE_SECTION_WATERFALL) return false;
    if (spec->kind != LE_SECTION_FLOW && c->what != APPLY) return spec->kind == LE_SECTION_GRID;
    if (layout->root->sum[1] > LE_MAX_TOTAL / 8) return true;
    for (size_t e = 0; e < c->edit_count; e++)
        if (c->edits[e].moved && c->edits[e].inserted > c->edits[e].removed) return true;
    if (!c->sizes || c->sizes->form == LE_SIZES_NONE || c->sizes->count == 0) return false;
    double all = (double)c->sizes->count * (fabs(le_points(spec->line_spacing)) + 1);
    if (c->sizes->form == LE_SIZES_CONSTANT)
        all += (double)c->sizes->count * *c->sizes->main;
    else if (c->sizes->form == LE_SIZES_POINTS)
        for (int64_t i = 0; i < c->sizes->count; i++) all += le__size_main(c->sizes, i);
    return !(all < le_points(LE_MAX_TOTAL / 8));
}

// Whether a section of so many items has those that a change speaks of; a script is checked where it is applied.
static bool change_in_range(const change *c, int64_t items) {
    int64_t count = c->what == RESIZE ? c->sizes->count : c->what == INSERT ? 0 : c->count;
    if (c->what == APPLY) return true;
    if (c->first < 0 || count < 0 || c->first > items || count > items - c->first) return false;
    return c->what != MOVE || (c->to >= 0 && c->to <= items - count);
}

static le_status section_change(le_layout *layout, int64_t index, const change *c, le_work *work) {
    if (c->fault) *c->fault = (le_fault){.section = index, .item = -1};
    if (!has_sections(layout, index, 1)) return LE_BAD_INDEX;
    if (c->sizes && c->sizes->count < 0) return LE_BAD_INDEX;
    edited edit;
    if (!edit_begin(layout, index, &edit, work)) return LE_NO_MEMORY;
    section *s = edit.section;
    const le_section_spec *spec = &s->style->spec;
    if (!change_in_range(c, s->items)) return LE_BAD_INDEX;
    if (c->sizes && !sizes_suit(spec, c->sizes)) return LE_NOT_SUPPORTED;
    if (c->spec && memcmp(c->spec, spec, sizeof *spec) != 0) return LE_NOT_SUPPORTED;
    int64_t others = layout->root->sum[2] - (c->what == REFILL ? s->items : 0);
    if ((c->what == INSERT || c->what == REFILL) && c->sizes->count > LE_MAX_COUNT - others) return LE_TOO_LARGE;
    bool daring = change_is_daring(layout, spec, c);
    if (daring && s->body) le__retain(s->body);
    le_status status = LE_NOT_SUPPORTED;
    switch (spec->kind) {
    case LE_SECTION_LIST: {
        extents_node_t *root = s->body;
        status = list_change(&root, spec, c, LE_MAX_TOTAL - layout->root->sum[1], work);
        s->body = root;
        s->items = extents_count(root);
        break;
    }
    case LE_SECTION_FLOW: {
        le__flow flow = section_flow(s, &layout->config);
        status = flow_change(&flow, c, work);
        s->body = flow.root;
        s->items = le__flow_count(&flow);
        break;
    }
    case LE_SECTION_GRID:
        status = grid_change(s, c);
        break;
    case LE_SECTION_COMPOSITIONAL:
        status = composed_change(s, c, work);
        break;
    case LE_SECTION_WATERFALL:
        status = waterfall_change(layout, s, c, work);
        break;
    case LE_SECTION_FRAMES:
        break;
    }
    if (daring) {
        section measured = *s;
        if (status == LE_OK && (!section_measure(&measured, &layout->config) ||
                                !layout_can_grow(layout, s->items - edit.before.items, measured.extent - s->extent)))
            status = LE_TOO_LARGE;
        if (status != LE_OK) {
            body_release(s);
            *s = edit.before;
        } else if (edit.before.body) {
            body_release(&edit.before);
        }
    }
    if (status == LE_OK) edit_end(layout, &edit, work);
    return status;
}

static le_status layout_insert_items(le_layout *layout, int64_t section, int64_t at, const le_sizes *sizes,
                                     le_fault *fault, le_work *work) {
    change c = {.what = INSERT, .first = at, .sizes = sizes, .fault = fault};
    return section_change(layout, section, &c, work);
}

static le_status layout_remove_items(le_layout *layout, int64_t section, int64_t first, int64_t count, le_work *work) {
    change c = {.what = REMOVE, .first = first, .count = count};
    return section_change(layout, section, &c, work);
}

static le_status layout_move_items(le_layout *layout, int64_t section, int64_t first, int64_t count, int64_t to,
                                   le_work *work) {
    change c = {.what = MOVE, .first = first, .count = count, .to = to};
    return section_change(layout, section, &c, work);
}

static le_status layout_resize_items(le_layout *layout, int64_t section, int64_t first, const le_sizes *sizes,
                                     le_fault *fault, le_work *work) {
    change c = {.what = RESIZE, .first = first, .sizes = sizes, .fault = fault};
    return section_change(layout, section, &c, work);
}

static le_status layout_apply(le_layout *layout, int64_t section, const struct le_edit *edits, size_t edit_count,
                              const le_sizes *sizes, size_t *failed, le_fault *fault, le_work *work) {
    static const le_sizes none = {.form = LE_SIZES_NONE};
    if (!sizes) sizes = &none;
    change c = {
        .what = APPLY, .edits = edits, .edit_count = edit_count, .sizes = sizes, .failed = failed, .fault = fault};
    return section_change(layout, section, &c, work);
}

static le_status layout_refill(le_layout *layout, int64_t section, const le_section_spec *spec, int64_t count,
                               double size, le_fault *fault, le_work *work) {
    le_section_spec clean = spec ? spec_clean(spec) : (le_section_spec){0};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = count, .main = &size};
    change c = {.what = REFILL, .spec = spec ? &clean : NULL, .sizes = &sizes, .fault = fault};
    if (count < 0) return LE_BAD_INDEX;
    return section_change(layout, section, &c, work);
}

static le_status layout_read_sizes(const le_layout *layout, int64_t section, int64_t first, int64_t count, double *main,
                                   double *cross) {
    section_place place = sections_find(layout, section, NULL);
    const le_section_spec *spec = &place.section->style->spec;
    switch (spec->kind) {
    case LE_SECTION_LIST:
    case LE_SECTION_FLOW: {
        int64_t mains[FEW_SIZES], crosses[FEW_SIZES];
        for (int64_t done = 0; done < count; done += FEW_SIZES) {
            int64_t n = LE_MIN(count - done, (int64_t)FEW_SIZES);
            if (spec->kind == LE_SECTION_LIST) {
                extents_read(place.section->body, first + done, n, mains);
                for (int64_t i = 0; i < n; i++) mains[i] -= spec->line_spacing;
            } else {
                le__flow flow = section_flow(place.section, &layout->config);
                le__flow_read(&flow, first + done, n, crosses, mains);
            }
            for (int64_t i = 0; i < n; i++) {
                main[done + i] = le_points(mains[i]);
                if (cross && spec->kind == LE_SECTION_FLOW) cross[done + i] = le_points(crosses[i]);
            }
        }
        return LE_OK;
    }
    case LE_SECTION_GRID: {
        grid g = grid_of(&layout->config, spec);
        for (int64_t i = 0; i < count; i++) {
            main[i] = le_points(spec->item_main);
            if (cross) cross[i] = le_points(g.width);
        }
        return LE_OK;
    }
    case LE_SECTION_COMPOSITIONAL:
        return composed_read_sizes(layout, &place, first, count, main, cross);
    case LE_SECTION_WATERFALL: {
        waterfall_rules rules = waterfall_rules_of(&layout->config, spec);
        waterfall_read(place.section->body, &rules, first, count, main);
        double width = spec->flags & LE_BY_RATIO ? 1 : le_points(rules.width);
        for (int64_t i = 0; cross && i < count; i++) cross[i] = width;
        return LE_OK;
    }
    case LE_SECTION_FRAMES:
        break;
    }
    return LE_NOT_SUPPORTED;
}
