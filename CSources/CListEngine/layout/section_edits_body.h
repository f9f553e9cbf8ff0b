// Changes of whole sections: they come, go, move, get another spec or another container.

// ---- Coming and going

static bool spec_usable(const le_section_spec *spec) {
    const int64_t limit = LE_MAX_TOTAL / 4;
    const int64_t lengths[] = {spec->inset_main_start, spec->inset_main_end, spec->inset_cross_start,
                               spec->inset_cross_end,  spec->line_spacing,   spec->item_spacing,
                               spec->header,           spec->footer,         spec->item_main,
                               spec->item_cross,       spec->section_spacing};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        if (lengths[i] > limit || lengths[i] < -limit) return false;
    if (spec->header < 0 || spec->footer < 0 || spec->section_spacing < 0) return false;
    if (spec->kind == LE_SECTION_WATERFALL) return waterfall_usable(spec);
    return spec->kind != LE_SECTION_GRID || grid_usable(spec);
}

// Blocks compare specs byte by byte, so padding has to be the same always.
static le_section_spec spec_clean(const le_section_spec *spec) {
    le_section_spec clean;
    memset(&clean, 0, sizeof clean);
    clean.kind = spec->kind;
    clean.packing = spec->packing;
    clean.flags = spec->flags;
    clean.columns = spec->columns;
    clean.inset_main_start = spec->inset_main_start;
    clean.inset_main_end = spec->inset_main_end;
    clean.inset_cross_start = spec->inset_cross_start;
    clean.inset_cross_end = spec->inset_cross_end;
    clean.line_spacing = spec->line_spacing;
    clean.item_spacing = spec->item_spacing;
    clean.header = spec->header;
    clean.footer = spec->footer;
    clean.item_main = spec->item_main;
    clean.item_cross = spec->item_cross;
    clean.section_spacing = spec->section_spacing;
    clean.scale = spec->scale + 0.0; // one zero only
    return clean;
}

static bool spec_known(const le_section_spec *spec) {
    const uint32_t flags = LE_PIN_HEADER | LE_PIN_FOOTER | LE_ESTIMATED | LE_BY_RATIO;
    return spec && (unsigned)spec->kind <= LE_SECTION_WATERFALL && (unsigned)spec->packing <= LE_PACKING_RIGHT_TO_LEFT &&
           !(spec->flags & ~flags) && LE__KNOWN(spec);
}

static void fault_section(le_fault *fault, int64_t section) {
    if (fault) *fault = (le_fault){.section = section, .item = -1};
}

// Whether sizes come in a form that a kind of section takes for `items` of its items.
static bool sizes_suit(const le_section_spec *spec, const le_sizes *sizes, int64_t items) {
    if (items == 0) return true;
    switch (spec->kind) {
    case LE_SECTION_LIST:
        return sizes->form != LE_SIZES_NONE;
    case LE_SECTION_FLOW:
        return sizes->form != LE_SIZES_NONE && sizes->form != LE_SIZES_RUNS && sizes->cross;
    case LE_SECTION_WATERFALL:
        if (sizes->form == LE_SIZES_NONE || sizes->form == LE_SIZES_RUNS) return false;
        return sizes->cross || !(spec->flags & LE_BY_RATIO);
    case LE_SECTION_GRID: // refuses sizes where items are inserted
    case LE_SECTION_FRAMES:
    case LE_SECTION_COMPOSITIONAL:
        break;
    }
    return true;
}

// The body of a section with items `first ..< first + count` of `sizes`.
static le_status body_build(const le_layout *layout, section *s, const le_sizes *sizes, int64_t first, int64_t count,
                            run_place *place, le_fault *fault, le_work *work) {
    const le_section_spec *spec = &s->style->spec;
    s->body = NULL;
    s->items = count;
    if (spec->kind == LE_SECTION_LIST) {
        extents_node_t *root = NULL;
        le_status status = strides_build(sizes, first, count, spec->line_spacing, place, fault, &root, work);
        s->body = root;
        return status;
    }
    if (spec->kind == LE_SECTION_FLOW) {
        le__flow flow = section_flow(s, &layout->config);
        int64_t faults = fault ? fault->count : 0;
        le_status status = le__flow_build(&flow, sizes, first, count, fault, work);
        if (fault && fault->count > 0 && faults == 0) fault->item += first; // a flow counts from `first`
        s->body = flow.root;
        return status;
    }
    if (spec->kind == LE_SECTION_WATERFALL) {
        waterfall_node_t *root = NULL;
        waterfall_rules rules = waterfall_rules_of(&layout->config, spec);
        le_status status = waterfall_build(&root, &rules, sizes, first, count, fault, work);
        s->body = root;
        return status;
    }
    return LE_OK;
}

// Single sections are taken out of a leaf and put into one in place, which makes a move of a section cheap; all else
// goes by split and join. Whatever can fail comes first: the two functions that own a path say whether the change can
// be made, and the change then cannot fail.

// Owns the path to a section whose leaf keeps others without it. False: memory is short, or the leaf would be too small.
static bool own_to_take(le_layout *layout, int64_t *index, sections_path *path, le_work *work) {
    return sections_path_own(&layout->root, index, path, work) &&
           path->leaf->head.n > (path->depth ? SECTIONS_MAX / 4 : 1);
}

// Owns the path to the leaf where a section goes before the one at `*index`, with room in its block for one more. False:
// memory is short, or the leaf is full.
static bool own_to_give(le_layout *layout, int64_t *index, sections_path *path, le_work *work) {
    if (!layout->root || !sections_path_own(&layout->root, index, path, work)) return false;
    sections_node_t *leaf = path->leaf;
    if (leaf->head.n == SECTIONS_MAX) return false;
    const size_t bytes = sizeof *leaf + leaf->head.n * sizeof(section);
    if (bytes + sizeof(section) <= le__block_bytes(leaf)) return true;
    // The block is full, a larger one is not.
    LE_PATH(LEAF_GROW);
    sections_node_t *grown = le__block_alloc(bytes + sizeof(section));
    if (!grown) return false;
    memcpy(grown, leaf, bytes);
    if (path->depth)
        path->node[path->depth - 1]->child[path->slot[path->depth - 1]] = grown;
    else
        layout->root = grown;
    le__block_free(leaf);
    path->leaf = grown;
    return true;
}

// Carries a section more or less of the path's leaf up the tree.
static void leaf_changed(sections_path *path, int64_t sign, const section *s, le_work *work) {
    const int64_t delta[TREE_SUMS] = {sign, sign * s->extent, sign * s->items};
    sections_leaf_sum(path->leaf);
    sections_path_add(path, delta, work);
    sections_path_maxima(path);
}

// Takes section `k` of the leaf out, with its own references.
static section leaf_take(sections_path *path, int64_t k, le_work *work) {
    section *all = sections_in(path->leaf), taken = all[k];
    memmove(&all[k], &all[k + 1], (path->leaf->head.n - (size_t)k - 1) * sizeof *all);
    path->leaf->head.n--;
    leaf_changed(path, -1, &taken, work);
    return taken;
}

// Puts a section into the leaf before its section `k`. The section's references become the leaf's.
static void leaf_give(sections_path *path, int64_t k, const section *given, le_work *work) {
    section *all = sections_in(path->leaf);
    memmove(&all[k + 1], &all[k], (path->leaf->head.n - (size_t)k) * sizeof *all);
    all[k] = *given;
    path->leaf->head.n++;
    leaf_changed(path, 1, given, work);
}

static bool section_take(le_layout *layout, int64_t index, section *taken, le_work *work) {
    sections_path path;
    int64_t k = index;
    if (!own_to_take(layout, &k, &path, work)) return false;
    *taken = leaf_take(&path, k, work);
    return true;
}

static bool section_give(le_layout *layout, int64_t index, const section *given, le_work *work) {
    sections_path path;
    int64_t k = index;
    if (!own_to_give(layout, &k, &path, work)) return false;
    leaf_give(&path, k, given, work);
    return true;
}

// Moves one section in place. False, with nothing moved, where that does not go; `sections_move` then does.
static bool section_move(le_layout *layout, int64_t from, int64_t to, le_work *work) {
    sections_path source, target;
    int64_t k = from, at = to < from ? to : to + 1;
    if (!own_to_give(layout, &at, &target, work) || !own_to_take(layout, &k, &source, work)) return false;
    // Owning a path leaves nodes alone that are the layout's own already, so both paths hold.
    section moved = leaf_take(&source, k, work);
    if (source.leaf == target.leaf && to > from) at--;
    leaf_give(&target, at, &moved, work);
    return true;
}

// Whether the layout can take so many more sections, items and units.
static bool sections_fit(const le_layout *layout, int64_t sections, int64_t items, int64_t extent) {
    const sections_node_t *root = layout->root;
    const int64_t *sum = root ? root->sum : (const int64_t[TREE_SUMS]){0};
    return extent <= LE_MAX_TOTAL - sum[1] && items <= LE_MAX_COUNT - sum[2] && sections <= INT32_MAX - sum[0];
}

// Joins a tree of sections in between, if the totals allow. Takes the tree's reference.
static le_status sections_insert(le_layout *layout, int64_t at, sections_node_t *middle, le_work *work) {
    if (!middle) return LE_OK;
    le_status status = LE_OK;
    if (!sections_fit(layout, middle->sum[0], middle->sum[2], middle->sum[1]))
        status = LE_TOO_LARGE;
    else if (middle->sum[0] == 1 && section_give(layout, at, sections_in(middle), work))
        section_retain(sections_in(middle));
    else if (!sections_replace(&layout->root, at, 0, middle, work))
        status = LE_NO_MEMORY;
    sections_release(middle);
    return status;
}

// One section with items `first ..< first + count` of `sizes`; it refers to its style and body by itself. Nothing is
// left over on failure.
static le_status section_build(const le_layout *layout, style *shared, const le_sizes *sizes, int64_t first,
                               int64_t count, run_place *place, section *s, le_fault *fault, le_work *work) {
    *s = (section){.style = shared};
    le__retain(shared);
    le_status status = body_build(layout, s, sizes, first, count, place, fault, work);
    if (status == LE_OK && !section_measure(s, &layout->config)) status = LE_TOO_LARGE;
    if (status != LE_OK) section_release(s);
    return status;
}

// A leaf over sections whose references it takes, also when memory is short (NULL).
static sections_node_t *sections_leaf_take(section *sections, uint32_t n) {
    sections_node_t *leaf = sections_leaf_make(sections, n);
    for (uint32_t i = 0; i < n; i++) section_release(&sections[i]);
    return leaf;
}

// The style of a spec; that of the section before, if it is equal. The caller gets a reference.
static style *style_at(const le_layout *layout, int64_t at, const le_section_spec *spec) {
    return style_make(spec, at > 0 ? sections_find(layout, at - 1, NULL).section->style : NULL);
}

// Whether sections of these numbers of items can be inserted, and how many items that is.
static le_status counts_check(const le_section_spec *spec, const int64_t *counts, int64_t sections,
                              const le_sizes *sizes, int64_t *items) {
    *items = 0;
    if (sections < 0) return LE_BAD_INDEX;
    if (sections > INT32_MAX) return LE_TOO_LARGE;
    if (sections && !counts) return LE_BAD_ARGUMENT;
    for (int64_t i = 0; i < sections; i++) {
        if (counts[i] < 0) return LE_BAD_INDEX;
        if (counts[i] > LE_MAX_COUNT - *items) return LE_TOO_LARGE;
        *items += counts[i];
    }
    if (!sizes_suit(spec, sizes, *items)) return LE_NOT_SUPPORTED;
    return sizes->form == LE_SIZES_NONE || *items <= sizes->count ? LE_OK : LE_BAD_INDEX;
}

// The tree of neighbours of one style.
static le_status sections_build(const le_layout *layout, int64_t at, style *shared, const int64_t *counts,
                                int64_t sections, const le_sizes *sizes, sections_node_t **middle, le_fault *fault,
                                le_work *work) {
    sections_builder builder = {0};
    section some[SECTIONS_MAX * 4 / 5];
    uint32_t waiting = 0;
    int64_t first = 0, extent = 0;
    run_place place = {0, 0};
    le_status status = LE_OK;
    for (int64_t i = 0; i < sections && status == LE_OK; i++) {
        section *s = &some[waiting];
        int64_t faults = fault ? fault->count : 0;
        status = section_build(layout, shared, sizes, first, counts[i], &place, s, fault, work);
        if (fault && fault->count > 0 && faults == 0) {
            fault->section = at + i;
            fault->item -= first;
        }
        if (status == LE_OK) {
            waiting++;
            if (s->extent > LE_MAX_TOTAL - extent) status = LE_TOO_LARGE;
        }
        if (status == LE_TOO_LARGE && fault) fault->section = at + i;
        if (status != LE_OK) break;
        extent += s->extent;
        first += counts[i];
        if (waiting == sizeof some / sizeof *some) {
            sections_builder_add(&builder, sections_leaf_take(some, waiting));
            waiting = 0;
        }
    }
    if (waiting) sections_builder_add(&builder, sections_leaf_take(some, waiting));
    if (status != LE_OK) builder.failed = true;
    bool built = sections_builder_finish(&builder, middle, work);
    return status == LE_OK && !built ? LE_NO_MEMORY : status;
}

static le_status layout_insert_sections(le_layout *layout, int64_t at, const le_section_spec *spec,
                                        const int64_t *counts, int64_t sections, const le_sizes *sizes, le_fault *fault,
                                        le_work *work) {
    fault_section(fault, at);
    if (!layout || !spec_known(spec) || !sizes) return LE_BAD_ARGUMENT;
    if (!has_sections(layout, at, 0)) return LE_BAD_INDEX;
    if (spec->kind == LE_SECTION_FRAMES || spec->kind == LE_SECTION_COMPOSITIONAL) return LE_NOT_SUPPORTED;
    int64_t items;
    le_status status = sizes_check(sizes);
    if (status == LE_OK) status = counts_check(spec, counts, sections, sizes, &items);
    if (status != LE_OK) return status;
    if (!spec_usable(spec)) return LE_BAD_VALUE;
    if (!sections_fit(layout, sections, items, 0)) return LE_TOO_LARGE;
    if (sections == 0) return LE_OK;
    le_section_spec clean = spec_clean(spec);
    style *shared = style_at(layout, at, &clean);
    if (!shared) return LE_NO_MEMORY;
    if (sections == 1) {
        // A leaf that has room takes it as it is.
        section one;
        run_place place = {0, 0};
        status = section_build(layout, shared, sizes, 0, counts[0], &place, &one, fault, work);
        if (status == LE_OK && !sections_fit(layout, 1, one.items, one.extent)) {
            section_release(&one);
            status = LE_TOO_LARGE;
        }
        if (status == LE_OK && !section_give(layout, at, &one, work)) {
            sections_node_t *leaf = sections_leaf_take(&one, 1);
            status = leaf ? sections_insert(layout, at, leaf, work) : LE_NO_MEMORY;
        }
    } else {
        sections_node_t *middle = NULL;
        status = sections_build(layout, at, shared, counts, sections, sizes, &middle, fault, work);
        if (status == LE_OK) status = sections_insert(layout, at, middle, work);
    }
    style_release(shared);
    if (status != LE_OK) return status;
    layout->spaced |= clean.section_spacing != 0;
    layout->packed |= clean.kind != LE_SECTION_LIST;
    return LE_OK;
}

// Whether a frame given by the caller has edges in order, all within the range of lengths.
static bool frame_usable(const le_rect *r) {
    const int64_t limit = LE_MAX_TOTAL / 4;
    return r->main_min >= -limit && r->cross_min >= -limit && r->main_max <= limit && r->cross_max <= limit &&
           r->main_max >= r->main_min && r->cross_max >= r->cross_min;
}

static le_status layout_insert_frames(le_layout *layout, int64_t at, const le_section_spec *spec, const le_rect *rects,
                                      int64_t count, int64_t extent, le_rect header, le_rect footer, le_work *work) {
    if (!layout || !spec_known(spec) || (count > 0 && !rects)) return LE_BAD_ARGUMENT;
    if (!has_sections(layout, at, 0) || count < 0) return LE_BAD_INDEX;
    le_section_spec clean = spec_clean(spec);
    clean.kind = LE_SECTION_FRAMES;
    if (!spec_usable(&clean) || extent < 0 || !frame_usable(&header) || !frame_usable(&footer)) return LE_BAD_VALUE;
    if (extent > LE_MAX_TOTAL || count > LE_MAX_COUNT || !sections_fit(layout, 1, count, extent)) return LE_TOO_LARGE;
    for (int64_t i = 0; i < count; i++)
        if (!frame_usable(&rects[i])) return LE_BAD_VALUE;
    section s = {.style = style_at(layout, at, &clean)};
    if (!s.style) return LE_NO_MEMORY;
    le_status status = LE_NO_MEMORY;
    sections_node_t *leaf = NULL;
    s.body = frames_make(rects, count, extent, header, footer);
    if (s.body) {
        status = section_measure(&s, &layout->config) ? LE_OK : LE_TOO_LARGE;
        if (status == LE_OK && !(leaf = sections_leaf_make(&s, 1))) status = LE_NO_MEMORY;
    }
    section_release(&s);
    if (status == LE_OK) status = sections_insert(layout, at, leaf, work);
    if (status == LE_OK) layout->spaced |= clean.section_spacing != 0;
    return status;
}

static le_status layout_remove_sections(le_layout *layout, int64_t first, int64_t count, le_work *work) {
    if (!layout) return LE_BAD_ARGUMENT;
    if (!has_sections(layout, first, count)) return LE_BAD_INDEX;
    if (count == 0) return LE_OK;
    section taken;
    if (count == 1 && section_take(layout, first, &taken, work)) {
        section_release(&taken);
        return LE_OK;
    }
    return sections_replace(&layout->root, first, count, NULL, work) ? LE_OK : LE_NO_MEMORY;
}

static le_status layout_move_sections(le_layout *layout, int64_t first, int64_t count, int64_t to, le_work *work) {
    if (!layout) return LE_BAD_ARGUMENT;
    if (!has_sections(layout, first, count) || !has_sections(layout, to, count)) return LE_BAD_INDEX;
    if (count == 0 || first == to) return LE_OK;
    if (count == 1 && section_move(layout, first, to, work)) return LE_OK;
    return sections_move(&layout->root, first, count, to, work) ? LE_OK : LE_NO_MEMORY;
}

// ---- One section

// A section that may be changed: its path is the layout's own.
typedef struct edited {
    sections_path path;
    section *section;
    section before; // numbers as they were
} edited;

static bool edit_begin(le_layout *layout, int64_t index, edited *edit, le_work *work) {
    int64_t k = index;
    if (!sections_path_own(&layout->root, &k, &edit->path, work)) return false;
    edit->section = &sections_in(edit->path.leaf)[k];
    edit->before = *edit->section;
    return true;
}

// Carries what the section now takes up the tree.
static void edit_end(le_layout *layout, edited *edit, le_work *work) {
    section *s = edit->section;
    section_measure(s, &layout->config);
    int64_t delta[TREE_SUMS] = {0, s->extent - edit->before.extent, s->items - edit->before.items};
    sections_node_t *leaf = edit->path.leaf;
    leaf->sum[1] += delta[1];
    leaf->sum[2] += delta[2];
    sections_path_add(&edit->path, delta, work);
    if (s->before != edit->before.before || s->after != edit->before.after) {
        sections_leaf_sum(leaf);
        sections_path_maxima(&edit->path);
    }
}

// Whether the layout can grow by this much; a section's own totals are checked where it is changed.
static bool layout_can_grow(const le_layout *layout, int64_t items, int64_t extent) {
    return items <= LE_MAX_COUNT - layout->root->sum[2] && extent <= LE_MAX_TOTAL - layout->root->sum[1];
}

static void body_release(const section *s) {
    section other = *s;
    le__retain(other.style);
    section_release(&other);
}

// The body of a waterfall whose spec or container was another.
static le_status waterfall_follow(section *s, const le_section_spec *old_spec, const le_layout_config *old_config,
                                  const le_layout_config *config, le_work *work) {
    waterfall_rules old = waterfall_rules_of(old_config, old_spec);
    waterfall_rules rules = waterfall_rules_of(config, &s->style->spec);
    waterfall_node_t *root = s->body;
    le_status status = waterfall_set_rules(&root, &old, &rules, work);
    s->body = root;
    return status;
}

static le_status layout_set_spec(le_layout *layout, int64_t index, const le_section_spec *spec, le_work *work) {
    if (!layout || !spec_known(spec)) return LE_BAD_ARGUMENT;
    if (!has_sections(layout, index, 1)) return LE_BAD_INDEX;
    edited edit;
    if (!edit_begin(layout, index, &edit, work)) return LE_NO_MEMORY;
    section *s = edit.section;
    le_section_spec clean = spec_clean(spec), old = s->style->spec;
    if (clean.kind != old.kind || clean.kind == LE_SECTION_COMPOSITIONAL) return LE_NOT_SUPPORTED;
    if ((clean.flags ^ old.flags) & LE_BY_RATIO) return LE_NOT_SUPPORTED;
    if (!spec_usable(&clean)) return LE_BAD_VALUE;
    section made = *s;
    if (!(made.style = style_make(&clean, s->style))) return LE_NO_MEMORY;
    if (made.body) le__retain(made.body);

    le_status status = LE_OK;
    if (clean.kind == LE_SECTION_LIST && clean.line_spacing != old.line_spacing && made.body) {
        // The tree holds extents with the spacing in them.
        extents_node_t *root = NULL;
        status = extents_shifted(made.body, clean.line_spacing - old.line_spacing, &root, work);
        if (status == LE_OK) {
            extents_release(made.body);
            made.body = root;
        }
    } else if (clean.kind == LE_SECTION_FLOW) {
        le__flow flow = section_flow(s, &layout->config);
        flow.root = made.body;
        int64_t width, height;
        bool looser =
            clean.item_spacing >= LE_MIN(old.item_spacing, 0) && clean.line_spacing >= LE_MIN(old.line_spacing, 0);
        if (!looser) {
            le__flow_least(&flow, &width, &height);
            if (width + clean.item_spacing < 0 || height + clean.line_spacing < 0) status = LE_BAD_VALUE;
        }
        le__flow_rules rules = section_flow(&made, &layout->config).rules;
        if (status == LE_OK) status = le__flow_set_rules(&flow, &rules, work);
        made.body = flow.root;
    } else if (clean.kind == LE_SECTION_WATERFALL) {
        status = waterfall_follow(&made, &old, &layout->config, &layout->config, work);
    }
    section measured = made;
    if (status == LE_OK &&
        (!section_measure(&measured, &layout->config) || !layout_can_grow(layout, 0, measured.extent - s->extent)))
        status = LE_TOO_LARGE;
    if (status != LE_OK) {
        section_release(&made);
        return status;
    }
    section_release(s);
    *s = made;
    edit_end(layout, &edit, work);
    layout->spaced |= clean.section_spacing != 0;
    return LE_OK;
}

static le_section_spec layout_get_spec(const le_layout *layout, int64_t section) {
    if (!has_sections(layout, section, 1)) return (le_section_spec){0};
    return sections_find(layout, section, NULL).section->style->spec;
}
