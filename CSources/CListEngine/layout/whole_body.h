// What concerns all of a layout: its end, its bytes, its rules.

static void layout_clear(le_layout *layout) {
    sections_release(layout->root);
    layout->root = NULL;
    edges_release(layout->edges);
    layout->edges = NULL;
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
                bytes += le__composed_bytes(s->body);
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
            if (measured.style->template)
                wrong = le__composed_check(measured.style->template, measured.body, measured.items);
            if (wrong) return wrong;
            if (items != measured.items) return "a section's number of items is not its body's";
            if (!section_measure(&measured, &layout->config)) return "a section is past the limits";
            if (memcmp(&measured, &sections_in(leaf)[i], sizeof measured)) return "a section's extent is out of date";
        }
    }
    return NULL;
}
