// Laying all sections out for another container.

// Styles solved for another container, each once: an open-addressed table from the old one.
typedef struct style_map {
    style **old, **made;
    size_t count, capacity; // a power of two
} style_map;

static size_t style_slot(const style_map *map, const style *old) {
    size_t slot = ((uintptr_t)old >> 6) * 0x9e3779b97f4a7c15u & (map->capacity - 1);
    while (map->old[slot] && map->old[slot] != old) slot = (slot + 1) & (map->capacity - 1);
    return slot;
}

static void style_map_free(style_map *map) {
    for (size_t i = 0; i < map->capacity; i++)
        if (map->old[i]) style_release(map->made[i]);
    free(map->old);
}

static bool style_map_grow(style_map *map) {
    style_map grown = {.count = map->count, .capacity = map->capacity ? 2 * map->capacity : 16};
    grown.old = calloc(2 * grown.capacity, sizeof *grown.old);
    if (!grown.old) return false;
    grown.made = grown.old + grown.capacity;
    for (size_t i = 0; i < map->capacity; i++) {
        if (!map->old[i]) continue;
        size_t slot = style_slot(&grown, map->old[i]);
        grown.old[slot] = map->old[i];
        grown.made[slot] = map->made[i];
    }
    free(map->old);
    *map = grown;
    return true;
}

// What takes a style's place in another container, not retained; NULL when memory is short.
static style *style_map_get(style_map *map, style *old, const le_layout_config *config) {
    if (2 * map->count >= map->capacity && !style_map_grow(map)) return NULL;
    size_t slot = style_slot(map, old);
    if (map->old[slot]) return map->made[slot];
    style *made = style_solved(old->template->composition, config, NULL);
    if (!made) return NULL;
    map->old[slot] = old;
    map->made[slot] = made;
    map->count++;
    return made;
}

static le_status layout_set_config(le_layout *layout, le_layout_config config, le_work *work) {
    if (!layout) return LE_BAD_ARGUMENT;
    le_status checked = le__config_check(&config);
    if (checked != LE_OK) return checked;
    bool same = config.cross == layout->config.cross && config.main == layout->config.main;
    if (!layout->root || !layout->packed || same) {
        layout->config = config;
        edges_measure(layout);
        return LE_OK;
    }
    style_map solved = {0};
    sections_builder builder = {0};
    sections_path path;
    int64_t zero = 0, before[TREE_SUMS], extent = 0;
    le_status status = LE_OK;
    sections_path_find(layout->root, 0, &zero, &path, before);
    for (sections_node_t *leaf = path.leaf; leaf && status == LE_OK; leaf = sections_path_next(&path)) {
        sections_node_t *copy = sections_leaf_copy(leaf);
        for (uint32_t i = 0; copy && i < copy->head.n && status == LE_OK; i++) {
            section *s = &sections_in(copy)[i];
            if (s->style->spec.kind == LE_SECTION_FLOW && s->body) {
                le__flow flow = section_flow(s, &layout->config);
                le__flow_rules rules = section_flow(s, &config).rules;
                status = le__flow_set_rules(&flow, &rules, work);
                s->body = flow.root;
            }
            if (s->style->spec.kind == LE_SECTION_WATERFALL)
                status = waterfall_follow(s, &s->style->spec, &layout->config, &config, work);
            if (s->style->template) {
                style *to = style_map_get(&solved, s->style, &config);
                status = to ? composed_restyle(s, to, true, work) : LE_NO_MEMORY;
            }
            if (status == LE_OK && !section_measure(s, &config)) status = LE_TOO_LARGE;
            if (status == LE_OK && s->extent > LE_MAX_TOTAL - extent) status = LE_TOO_LARGE;
            if (status == LE_OK) extent += s->extent;
        }
        if (copy) sections_leaf_sum(copy);
        sections_builder_add(&builder, copy);
    }
    sections_node_t *root = NULL;
    style_map_free(&solved);
    if (status != LE_OK) builder.failed = true;
    if (!sections_builder_finish(&builder, &root, work)) return status != LE_OK ? status : LE_NO_MEMORY;
    sections_release(layout->root);
    layout->root = root;
    layout->config = config;
    edges_measure(layout);
    return LE_OK;
}
