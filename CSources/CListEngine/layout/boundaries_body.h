// Boundary supplementaries and decorations: of compositional sections, and of the layout as a whole.

// The boundary supplementaries of a layout; counted, changed only by making another.
typedef struct le__edges {
    int64_t count;
    double scale;
    le_boundary boundary[];
} le__edges;

// Their measured extents stand behind them, -1 where there is none.
LE_INLINE int64_t (*edges_measured(const le__edges *edges))[2] {
    return (int64_t (*)[2])(edges->boundary + edges->count);
}

LE_INLINE size_t edges_bytes(int64_t count) {
    return sizeof(le__edges) + (size_t)count * (sizeof(le_boundary) + sizeof(int64_t[2]));
}

static void edges_extent(const le_layout *layout, const le_layout_config *config, int64_t b, int64_t extent[2]) {
    const le__edges *edges = layout->edges;
    le__boundary_extent(&edges->boundary[b], LE_MIN(config->main, LE_MAX_LENGTH), LE_MIN(config->cross, LE_MAX_LENGTH),
                        edges->scale, extent);
    for (int axis = 0; axis < 2; axis++)
        if (edges_measured(edges)[b][axis] >= 0) extent[axis] = edges_measured(edges)[b][axis];
}

// Sets what the layout's boundaries take before and after all sections.
void edges_measure(le_layout *layout) {
    int64_t band[3] = {0, 0, 0};
    for (int64_t b = 0; layout->edges && b < layout->edges->count; b++) {
        const le_boundary *boundary = &layout->edges->boundary[b];
        int64_t extent[2];
        edges_extent(layout, &layout->config, b, extent);
        if (!boundary->overlays) band[boundary->align_main] = LE_MAX(band[boundary->align_main], extent[MAIN]);
    }
    layout->lead = band[0];
    layout->tail = band[2];
}

static le_rect edges_rect(const le_layout *layout, int64_t b, const le_rect *visible) {
    le__boundary_room room = {0, layout_extent(layout), {layout->lead, layout->tail}, {0, 0}, layout->config.cross};
    int64_t extent[2];
    edges_extent(layout, &layout->config, b, extent);
    return le__boundary_rect(&layout->edges->boundary[b], &room, extent[MAIN], extent[CROSS], visible);
}

// Frame of a boundary of a section, pinned to `visible` if that is not NULL.
static le_rect section_boundary(const le_layout *layout, const section_place *place, int64_t b,
                                const le_rect *visible) {
    const section *s = place->section;
    const le__template *t = s->style->template;
    le__composed_extent e;
    le__compose_extent(t, s->body, s->items, &e);
    le__boundary_room room = le__composed_room(t, &e, place->offset, layout->config.cross);
    return le__boundary_rect(&t->composition->spec.boundaries[b], &room, le__boundary_size(t, s->body, b, MAIN),
                             le__boundary_size(t, s->body, b, CROSS), visible);
}

// The first boundary on a side of a section: its header or footer.
static le_rect section_edge(const le_layout *layout, const section_place *place, int side, const le_rect *visible) {
    const le_composition_spec *spec = &place->section->style->template->composition->spec;
    for (size_t b = 0; b < spec->boundary_count; b++)
        if (spec->boundaries[b].align_main == side) return section_boundary(layout, place, (int64_t)b, visible);
    return (le_rect){place->offset, 0, place->offset, 0};
}

static le_rect section_backdrop(const le_layout *layout, const section_place *place, const le_backdrop *backdrop) {
    le_rect r = {place->offset + backdrop->inset_main[LE_START], backdrop->inset_cross[LE_START],
                 place->offset + section_extent(place->section) - backdrop->inset_main[LE_END],
                 layout->config.cross - backdrop->inset_cross[LE_END]};
    r.main_max = LE_MAX(r.main_max, r.main_min);
    r.cross_max = LE_MAX(r.cross_max, r.cross_min);
    return r;
}

le_rect le_layout_boundary_frame(const le_layout *layout, int64_t section, int64_t boundary,
                                     const le_rect *visible) {
    const le_rect none = {0, 0, 0, 0};
    if (!layout) return none;
    if (section == -1)
        return layout->edges && boundary >= 0 && boundary < layout->edges->count ? edges_rect(layout, boundary, visible)
                                                                                 : none;
    if (!layout->root || section < 0 || section >= layout->root->sum[0]) return none;
    section_place place = sections_find(layout, section, NULL);
    const le__template *t = place.section->style->template;
    if (!t || boundary < 0 || boundary >= (int64_t)t->composition->spec.boundary_count) return none;
    return section_boundary(layout, &place, boundary, visible);
}

void edges_release(le__edges *edges) {
    if (edges && le__drop(edges)) le__block_free(edges);
}

le_status le_layout_set_boundaries(le_layout *layout, const le_boundary *boundaries, size_t count, double scale,
                                       le_work *work) {
    (void)work;
    if (!layout || (count && !boundaries)) return LE_BAD_ARGUMENT;
    if (count > INT32_MAX) return LE_TOO_LARGE;
    if (!(scale >= 0 && scale <= 1024)) return LE_BAD_VALUE;
    for (size_t b = 0; b < count; b++) {
        if (!le__boundary_known(&boundaries[b])) return LE_BAD_ARGUMENT;
        if (!le__boundary_usable(&boundaries[b])) return LE_BAD_VALUE;
    }
    le__edges *edges = NULL;
    if (count) {
        if (!(edges = le__block_alloc(edges_bytes((int64_t)count)))) return LE_NO_MEMORY;
        edges->count = (int64_t)count;
        edges->scale = scale;
        memcpy(edges->boundary, boundaries, count * sizeof *boundaries);
        for (size_t b = 0; b < count; b++) edges_measured(edges)[b][MAIN] = edges_measured(edges)[b][CROSS] = -1;
    }
    edges_release(layout->edges);
    layout->edges = edges;
    edges_measure(layout);
    return LE_OK;
}

// Checks measurements before any is taken: indices in 0 ..< `count`, usable sizes, and some of an axis in `open`.
static le_status measurements_check(const le_measurement *measured, size_t count, int64_t items, le_fault *fault) {
    if (count && !measured) return LE_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        int64_t units;
        if (measured[i].item < 0 || measured[i].item >= items) {
            if (fault) fault->item = measured[i].item;
            return LE_BAD_INDEX;
        }
        for (int axis = 0; axis < 2; axis++)
            if (le__measured_units(axis == MAIN ? measured[i].main : measured[i].cross, &measured[i], &units, fault) !=
                LE_OK)
                return LE_BAD_VALUE;
    }
    return LE_OK;
}

// Takes a measured size of a boundary along its estimated axes.
static void boundary_take(const le_boundary *b, const le_measurement *m, int64_t measured[2]) {
    int64_t units;
    if (le__dimension_open(&b->main) && le__measured_units(m->main, m, &units, NULL) == LE_OK && units >= 0)
        measured[MAIN] = units;
    if (le__dimension_open(&b->cross) && le__measured_units(m->cross, m, &units, NULL) == LE_OK && units >= 0)
        measured[CROSS] = units;
}

static le_status edges_take(le_layout *layout, const le_measurement *measured, size_t count, le_fault *fault) {
    le__edges *edges = layout->edges;
    le_status status = measurements_check(measured, count, edges ? edges->count : 0, fault);
    if (status != LE_OK || count == 0) return status;
    if (!le__unique(edges)) {
        le__edges *own = le__block_alloc(edges_bytes(edges->count));
        if (!own) return LE_NO_MEMORY;
        memcpy(own, edges, edges_bytes(edges->count));
        edges_release(edges);
        layout->edges = edges = own;
    }
    for (size_t i = 0; i < count; i++)
        boundary_take(&edges->boundary[measured[i].item], &measured[i], edges_measured(edges)[measured[i].item]);
    edges_measure(layout);
    return LE_OK;
}
