// The tables of the kinds that are not files of their own yet.

// ---- Compositions

static le_status composed_kind_change(const le_layout_config *config, section *s, const change *c, int64_t room,
                                      le_work *work) {
    (void)config, (void)room;
    return composed_change(s, c, work);
}

// composed_restyle takes the old style's reference and another one to the new style.
static le_status composed_follow(section *s, const style *old, const le_layout_config *old_config,
                                 const le_layout_config *config, le_work *work) {
    (void)old_config, (void)config;
    style *to = s->style;
    s->style = (style *)old;
    le__retain(s->style);
    le_status status = composed_restyle(s, to, true, work);
    style_release(to);
    return status;
}

static style *composed_solve(style *old, const le_layout_config *config) {
    return style_solved(old->template->composition, config, NULL);
}

static bool composed_kind_measure(section *s, const le_layout_config *config) {
    return composed_measure(s, config->cross);
}

static int64_t composed_walk_items(const walk *w, const le__emitter *emit, void *sink) {
    return walk_composed(w, (emitter){.item = emit->item, .mark = emit->mark, .part = emit->part}, sink);
}

static int64_t composed_query(const walk *w, query_sink *sink) {
    return walk_composed(w, (emitter){.item = le__query_item}, sink);
}

static le_rect composed_frame(const le_layout *layout, const section_place *place, int64_t item, int32_t *z_index,
                              uint8_t *flags, le_work *work) {
    (void)work;
    return composed_item(layout, place, item, z_index, flags);
}

static void composed_line(const le_layout_config *config, const section *s, int64_t item, int64_t *first,
                          int64_t *count) {
    (void)config;
    const int64_t group = s->style->template->items;
    if (!group) return;
    *first = item - item % group;
    *count = LE_MIN(group, s->items - *first);
}

static const char *composed_kind_check(const section *s, const le_layout_config *config) {
    (void)config;
    return le__composed_check(s->style->template, s->body, s->items);
}

static size_t composed_kind_bytes(const void *body) { return le__composed_bytes(body); }
static void composed_kind_release(void *body) { le__composed_release(body); }

const le__kind le__compositional = {
    .counts_only = true,
    .follows_container = true,
    .change = composed_kind_change,
    .follow = composed_follow,
    .solve = composed_solve,
    .measure = composed_kind_measure,
    .query = composed_query,
    .query_section = query_composed,
    .walk = composed_walk_items,
    .frame = composed_frame,
    .line = composed_line,
    .read_sizes = composed_read_sizes,
    .bar = section_edge,
    .pins = true,
    .check = composed_kind_check,
    .bytes = composed_kind_bytes,
    .release = composed_kind_release,
};
