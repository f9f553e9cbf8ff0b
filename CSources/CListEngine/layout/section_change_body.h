// Changes of the items of a section of any kind, and reading their sizes.

// About how far a change can make a section grow, at least: in points, rounded up.
//
// A list grows by what is inserted, and by no more than all it has for each edit that is moved. A flow breaks again:
// an old line's items, cut in pieces by the edits, stand in at most two lines a piece, each no thicker than the old one.
static double growth_at_most(const section *s, const le_layout_config *config, const change *c) {
    const le_section_spec *spec = &s->style->spec;
    const double spacing = fabs(le_points(spec->line_spacing));
    double inserted = 0, moved = c->what == MOVE, edits = c->what == MOVE ? 2 : 1, has;
    if (c->what == APPLY) {
        edits = (double)c->edit_count;
        for (size_t e = 0; e < c->edit_count; e++) moved += c->edits[e].moved;
    }
    const le_sizes *sizes = c->sizes;
    if (sizes && sizes->count) {
        // Sizes below zero are refused or raised.
        inserted = (double)sizes->count * (spacing + 1);
        if (sizes->form == LE_SIZES_CONSTANT)
            inserted += (double)sizes->count * LE_MAX(le__size_main(sizes, 0), 0);
        else if (sizes->form == LE_SIZES_POINTS)
            for (int64_t i = 0; i < sizes->count; i++) inserted += LE_MAX(le__size_main(sizes, i), 0);
    }
    if (spec->kind == LE_SECTION_LIST) {
        has = le_points(extents_total(s->body));
        return inserted + spacing + moved * has;
    }
    le__flow flow = section_flow(s, config);
    has = le_points(le__flow_extent(&flow)) + (double)le__flow_lines(&flow) * spacing;
    return inserted + spacing + 2 * (1 + edits + moved) * has;
}

// Whether a change could take the layout past its limits in a way that is known only afterwards. It is then made on a
// copy of the body, so that it can be given up. A list knows beforehand, but for scripts; a waterfall keeps its old body
// until the new one is measured.
static bool change_is_daring(const le_layout *layout, const section *s, const change *c) {
    switch (s->style->spec.kind) {
    case LE_SECTION_GRID:
    case LE_SECTION_COMPOSITIONAL:
        return true;
    case LE_SECTION_WATERFALL:
    case LE_SECTION_FRAMES:
        return false;
    case LE_SECTION_LIST:
        if (c->what != APPLY) return false;
        break;
    case LE_SECTION_FLOW:
        break;
    }
    // With a margin for the rounding of doubles.
    double all = le_points(layout->root->sum[1]) + growth_at_most(s, &layout->config, c);
    return !(all < 0.999 * le_points(LE_MAX_TOTAL));
}

// What the strides of a list may add up to, so that neither the section nor the layout passes its limits.
static int64_t list_most(const le_layout *layout, const section *s) {
    const le_section_spec *spec = &s->style->spec;
    int64_t most = s->extent + (LE_MAX_TOTAL - layout->root->sum[1]); // of the section's extent
    most -= spec->header + spec->footer + spec->section_spacing;
    return LE_MIN(most - spec->inset_main_start - spec->inset_main_end + spec->line_spacing, LE_MAX_TOTAL);
}

// Whether what a change speaks of can be read, before anything is looked up.
static le_status change_readable(const le_layout *layout, const change *c) {
    if (!layout || (c->what == APPLY && c->edit_count && !c->edits)) return LE_BAD_ARGUMENT;
    return c->what == INSERT || c->what == RESIZE || c->what == APPLY ? sizes_check(c->sizes) : LE_OK;
}

// Whether a section has the items that a change speaks of, and how many it has afterwards.
static le_status change_in_range(const section *s, const change *c, int64_t *after) {
    const le_section_kind kind = s->style->spec.kind;
    const int64_t items = s->items, sizes = c->sizes ? c->sizes->count : 0;
    *after = items;
    if (c->what == APPLY) {
        if (kind == LE_SECTION_FRAMES) return LE_NOT_SUPPORTED;
        // Where items have no sizes of their own, an edit's source says nothing.
        const bool counted = kind == LE_SECTION_GRID || kind == LE_SECTION_COMPOSITIONAL;
        int64_t growth = 0;
        le_status status = script_check(c->edits, c->edit_count, items, counted ? LE_MAX_COUNT : sizes, c->failed, &growth);
        *after += growth;
        return status;
    }
    int64_t count = c->what == RESIZE ? sizes : c->what == INSERT ? 0 : c->count;
    if (c->first < 0 || count < 0 || c->first > items || count > items - c->first) return LE_BAD_INDEX;
    if (c->what == MOVE && (c->to < 0 || c->to > items - count)) return LE_BAD_INDEX;
    if (c->what == INSERT) *after += sizes;
    if (c->what == REMOVE) *after -= count;
    if (c->what == REFILL) *after = sizes;
    return LE_OK;
}

// The change itself, by the kind of section.
static le_status body_change(const le_layout *layout, section *s, const change *c, le_work *work) {
    switch (s->style->spec.kind) {
    case LE_SECTION_LIST: {
        extents_node_t *root = s->body;
        const int64_t room = list_most(layout, s) - extents_total(root);
        le_status status = list_change(&root, &s->style->spec, c, room, work);
        s->body = root;
        s->items = extents_count(root);
        return status;
    }
    case LE_SECTION_FLOW: {
        le__flow flow = section_flow(s, &layout->config);
        le_status status = flow_change(&flow, c, work);
        s->body = flow.root;
        s->items = le__flow_count(&flow);
        return status;
    }
    case LE_SECTION_GRID:
        return grid_change(s, c);
    case LE_SECTION_COMPOSITIONAL:
        return composed_change(s, c, work);
    case LE_SECTION_WATERFALL:
        return waterfall_change(layout, s, c, work);
    case LE_SECTION_FRAMES:
        break;
    }
    return LE_NOT_SUPPORTED;
}

static le_status section_change(le_layout *layout, int64_t index, const change *c, le_work *work) {
    fault_section(c->fault, index);
    le_status status = change_readable(layout, c);
    if (status != LE_OK) return status;
    if (!has_sections(layout, index, 1)) return LE_BAD_INDEX;
    edited edit;
    if (!edit_begin(layout, index, &edit, work)) return LE_NO_MEMORY;
    section *s = edit.section;
    const le_section_spec *spec = &s->style->spec;
    int64_t after;
    if ((status = change_in_range(s, c, &after)) != LE_OK) return status;
    if (c->sizes && !sizes_suit(spec, c->sizes, c->sizes->count)) return LE_NOT_SUPPORTED;
    if (c->spec && memcmp(c->spec, spec, sizeof *spec) != 0) return LE_NOT_SUPPORTED;
    if (!layout_can_grow(layout, after - s->items, 0)) return LE_TOO_LARGE;
    const bool daring = change_is_daring(layout, s, c);
    if (daring && s->body) le__retain(s->body);
    status = body_change(layout, s, c, work);
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
    static const le_sizes none = {0};
    change c = {.what = APPLY,
                .edits = edits,
                .edit_count = edit_count,
                .sizes = sizes ? sizes : &none,
                .failed = failed,
                .fault = fault};
    return section_change(layout, section, &c, work);
}

static le_status layout_refill(le_layout *layout, int64_t section, const le_section_spec *spec, int64_t count,
                               double size, le_fault *fault, le_work *work) {
    le_section_spec clean = spec ? spec_clean(spec) : (le_section_spec){0};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = count, .main = &size};
    change c = {.what = REFILL, .spec = spec ? &clean : NULL, .sizes = &sizes, .fault = fault};
    fault_section(fault, section);
    if (!layout || (spec && !spec_known(spec))) return LE_BAD_ARGUMENT;
    if (count < 0) return LE_BAD_INDEX;
    if (count > LE_MAX_COUNT) return LE_TOO_LARGE;
    return section_change(layout, section, &c, work);
}

static le_status layout_read_sizes(const le_layout *layout, int64_t section, int64_t first, int64_t count, double *main,
                                   double *cross) {
    section_place place;
    if (!layout || (count > 0 && !main)) return LE_BAD_ARGUMENT;
    if (!items_find(layout, section, first, count, &place, NULL)) return LE_BAD_INDEX;
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
