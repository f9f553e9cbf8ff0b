// What concerns all of a layout: its end, its bytes, its rules.

static void layout_clear(le_layout *layout) {
    sections_release(layout->root);
    layout->root = NULL;
    edges_release(layout->edges);
    layout->edges = NULL;
}

// Reads the stored runs of an extent tree; an entry of a dense leaf is a run of one.
typedef struct run_reader {
    extents_path path;
    int64_t count, extent; // of the run at hand; count 0: the end
    uint32_t next;         // in the path's leaf
} run_reader;

static void run_reader_skip(run_reader *reader, int64_t count) {
    if ((reader->count -= count) > 0) return;
    if (reader->path.leaf && reader->next == reader->path.leaf->head.n) {
        extents_path_next(&reader->path);
        reader->next = 0;
    }
    const extents_node_t *leaf = reader->path.leaf;
    if (!leaf) return;
    const uint32_t i = reader->next++;
    const bool runs = leaf->head.kind >= RUNS_32;
    reader->count = runs ? run_counts(leaf)[i] : 1;
    reader->extent = runs                          ? run_extent(leaf, leaf_capacity(leaf), i)
                     : leaf->head.kind == DENSE_64 ? dense64(leaf)[i]
                                                   : dense32(leaf)[i];
}

static void run_reader_start(run_reader *reader, extents_node_t *root) {
    int64_t zero = 0, before[2];
    reader->count = 0;
    reader->next = 0;
    reader->path.leaf = NULL;
    if (root) extents_path_find(root, 0, &zero, &reader->path, before);
    run_reader_skip(reader, 0);
}

static size_t composed_bytes(const composed *c) {
    return le__block_bytes(c) + extents_bytes(c->size[MAIN]) + extents_bytes(c->size[CROSS]) + extents_bytes(c->pitch) +
           extents_bytes(c->ascending[MAIN]) + extents_bytes(c->ascending[CROSS]);
}

// Whether two trees have the same entries. O(stored entries): a run counts once.
static bool same_entries(extents_node_t *a, extents_node_t *b) {
    if (extents_count(a) != extents_count(b) || extents_total(a) != extents_total(b)) return false;
    extents_node_t *root[2] = {a, b};
    run_reader reader[2];
    for (int i = 0; i < 2; i++) run_reader_start(&reader[i], root[i]);
    while (reader[0].count && reader[1].count) {
        if (reader[0].extent != reader[1].extent) return false;
        const int64_t both = LE_MIN(reader[0].count, reader[1].count);
        for (int i = 0; i < 2; i++) run_reader_skip(&reader[i], both);
    }
    return reader[0].count == reader[1].count;
}

// Whether what is kept of a section is what its measured sizes say.
static const char *composed_check(const section *s) {
    const composed *c = s->body;
    const le__template *t = s->style->template;
    const char *wrong = NULL;
    if (!c) return NULL;
    for (int axis = 0; axis < 2; axis++) {
        if (!c->size[axis]) continue;
        if ((wrong = extents_check(c->size[axis], true, extents_check_leaf))) return wrong;
        if (extents_count(c->size[axis]) != s->items) return "measured sizes are not as many as the items";
    }
    if ((wrong = extents_check(c->pitch, true, extents_check_leaf))) return wrong;
    composed *fresh = composed_copy(c);
    if (!fresh) return NULL;
    extents_release(fresh->pitch);
    fresh->pitch = NULL;
    if (composed_settle_all(t, fresh, s->items, NULL) != LE_OK) {
        composed_release(fresh);
        return NULL;
    }
    if (is_measured(t, c) && !same_entries(fresh->pitch, c->pitch)) wrong = "a group's pitch is not what its items say";
    for (int axis = 0; axis < 2 && !wrong; axis++) {
        if (!(wrong = extents_check(c->ascending[axis], true, extents_check_leaf)) &&
            !same_entries(fresh->ascending[axis], c->ascending[axis]))
            wrong = "the measured groups in ascending order are not what the groups say";
        for (int side = 0; side < 2 && !wrong; side++)
            if (fresh->reach[axis][side] > c->reach[axis][side]) wrong = "a group reaches past what the section knows";
    }
    composed_release(fresh);
    return wrong;
}

static size_t layout_bytes(const le_layout *layout) {
    if (!layout) return 0;
    size_t bytes = sizeof *layout + sections_bytes(layout->root);
    if (!layout->root) return bytes;
    sections_path path;
    int64_t zero = 0, before[TREE_SUMS];
    sections_path_find(layout->root, 0, &zero, &path, before);
    const style *last = NULL;
    for (sections_node_t *leaf = path.leaf; leaf; leaf = sections_path_next(&path)) {
        for (uint32_t i = 0; i < leaf->head.n; i++) {
            const section *s = &sections_in(leaf)[i];
            if (s->style != last)
                bytes += le__block_bytes(s->style) + (s->style->template ? le__block_bytes(s->style->template) : 0);
            last = s->style;
            if (!s->body) continue;
            le__flow flow = section_flow(s, &layout->config);
            switch (s->style->spec.kind) {
            case LE_SECTION_LIST:
                bytes += extents_bytes(s->body);
                break;
            case LE_SECTION_FLOW:
                bytes += le__flow_bytes(&flow);
                break;
            case LE_SECTION_WATERFALL:
                bytes += waterfall_bytes(s->body);
                break;
            case LE_SECTION_FRAMES:
                bytes += le__block_bytes(s->body);
                break;
            case LE_SECTION_COMPOSITIONAL:
                bytes += composed_bytes(s->body);
                break;
            case LE_SECTION_GRID:
                break;
            }
        }
    }
    return bytes;
}

static const char *layout_check(const le_layout *layout) {
    if (!layout) return NULL;
    const char *wrong = sections_check(layout->root, true, sections_check_leaf);
    if (wrong || !layout->root) return wrong;
    sections_path path;
    int64_t zero = 0, before[TREE_SUMS];
    sections_path_find(layout->root, 0, &zero, &path, before);
    for (sections_node_t *leaf = path.leaf; leaf; leaf = sections_path_next(&path)) {
        for (uint32_t i = 0; i < leaf->head.n; i++) {
            section measured = sections_in(leaf)[i];
            le__flow flow = section_flow(&measured, &layout->config);
            int64_t items = measured.items;
            if (measured.style->spec.kind == LE_SECTION_LIST) {
                wrong = extents_check(measured.body, true, extents_check_leaf);
                items = extents_count(measured.body);
            } else if (measured.style->spec.kind == LE_SECTION_FLOW) {
                wrong = le__flow_check(&flow);
                items = le__flow_count(&flow);
            } else if (measured.style->spec.kind == LE_SECTION_WATERFALL) {
                waterfall_rules rules = waterfall_rules_of(&layout->config, &measured.style->spec);
                wrong = waterfall_check_all(measured.body, &rules);
                items = waterfall_count(measured.body);
            }
            if (measured.style->template) wrong = composed_check(&measured);
            if (wrong) return wrong;
            if (items != measured.items) return "a section's number of items is not its body's";
            if (!section_measure(&measured, &layout->config)) return "a section is past the limits";
            if (memcmp(&measured, &sections_in(leaf)[i], sizeof measured)) return "a section's extent is out of date";
        }
    }
    return NULL;
}
