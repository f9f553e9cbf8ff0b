// Walking the items of a waterfall that can meet a stretch of the main axis.

// The first leaf with items from index `from` on that reach into `low ..< high` (quanta), and the index of its first
// item. Subtrees out of reach are passed over whole.
static waterfall_node_t *waterfall_reaching(waterfall_node_t *node, int64_t first, int64_t from, int64_t low,
                                            int64_t high, int64_t *leaf_first, le_work *work) {
    if (work) work->nodes_visited++;
    if (node->head.level == 0) {
        *leaf_first = first;
        return node;
    }
    waterfall_inner *inner = waterfall_as_inner(node);
    const int64_t near = WATERFALL_FAR - high;
    for (uint32_t i = 0; i < node->head.n; i++) {
        if (inner->maximum[0][i] <= low || inner->maximum[1][i] <= near) continue;
        int64_t start = first + inner->prefix[0][i];
        if (from >= first + (i + 1 < node->head.n ? inner->prefix[0][i + 1] : node->sum[0])) continue;
        waterfall_node_t *leaf = waterfall_reaching(inner->child[i], start, from, low, high, leaf_first, work);
        if (leaf) return leaf;
    }
    return NULL;
}

// What is left of a leaf, item by item; as `emitter.fall`.
LE_INLINE int64_t waterfall_emit(const walk *w, waterfall_items *items, const emitter emit, void *sink) {
    const waterfall_rules *r = items->rules;
    le__column_items *in = &items->in;
    for (int64_t i = in->i; i < in->n; i++) {
        const int64_t c = in->columns[i], start = in->front[c], end = start + in->heights[i];
        in->front[c] = end + r->spacing;
        if (start >= items->high) {
            if (r->placement == LE_PACKING_SHORTEST_FIRST) return -1; // starts ascend
            continue;
        }
        if (end <= items->low || !(items->met >> c & 1) || items->first + i < w->from) continue;
        if (!w->all && start == end) continue;
        le_rect frame = {in->base + start * WATERFALL_QUANTUM, r->lead + c * r->pitch,
                         in->base + end * WATERFALL_QUANTUM, r->lead + c * r->pitch + r->width};
        if (!emit.item(sink, items->first + i, &frame)) return items->first + i;
    }
    return -2;
}

LE_INLINE int64_t walk_waterfall(const walk *w, const emitter emit, void *sink) {
    const section *s = w->place.section;
    const le_section_spec *spec = &s->style->spec;
    waterfall_node_t *root = s->body;
    const waterfall_rules r = waterfall_rules_of(&w->layout->config, spec);
    if (!root || (!w->all && r.width == 0)) return -1;
    // An item meets the stretch when start * 16 < high and end * 16 > low.
    const int64_t base = w->place.offset + items_start(spec);
    const int64_t low = (w->main_min - base) >> 4, high = (w->main_max - base + WATERFALL_QUANTUM - 1) >> 4;
    uint32_t met = 0; // columns that the rectangle meets, a bit each
    for (int64_t c = 0; c < r.columns; c++) {
        int64_t start = r.lead + c * r.pitch;
        if (start < w->cross_max && start + r.width > w->cross_min) met |= 1u << c;
    }
    if (!met || root->max[0] <= low || root->max[1] <= WATERFALL_FAR - high) return -1;

    waterfall_items items;
    items.rules = &r;
    items.low = low;
    items.high = high;
    items.met = met;
    items.in.base = base;
    items.in.spacing = r.spacing;
    int64_t from = LE_MAX(w->from, 0);
    waterfall_node_t *leaf;
    while ((leaf = waterfall_reaching(root, 0, from, low, high, &items.first, w->work))) {
        le__column_items *in = &items.in;
        in->columns = leaf_columns(leaf);
        in->n = leaf->sum[0];
        memcpy(in->front, leaf_fronts(leaf), (size_t)r.columns * sizeof *in->front);
        leaf_read_heights(leaf, &r, 0, in->n, in->heights);
        // Most of a leaf may end above what is asked for.
        for (in->i = 0; in->i < in->n; in->i++) {
            const int64_t c = in->columns[in->i], end = in->front[c] + in->heights[in->i];
            if (end > low) break;
            in->front[c] = end + r.spacing;
        }
        int64_t stopped =
            emit.fall && walk_plain(w) ? emit.fall(sink, w, &items) : waterfall_emit(w, &items, emit, sink);
        if (stopped != -2) return stopped;
        from = items.first + in->n;
        if (from >= root->sum[0]) break;
    }
    return -1;
}

static le_rect waterfall_item_frame(const le_layout *layout, const section_place *place, int64_t item, le_work *work) {
    const le_section_spec *spec = &place->section->style->spec;
    const waterfall_rules r = waterfall_rules_of(&layout->config, spec);
    waterfall_path path;
    int64_t k = item, before[1], height;
    waterfall_path_find(place->section->body, 0, &k, &path, before);
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    leaf_read_heights(path.leaf, &r, k, 1, &height);
    int64_t main = place->offset + items_start(spec) + leaf_item_start(path.leaf, &r, k) * WATERFALL_QUANTUM;
    int64_t cross = r.lead + leaf_columns(path.leaf)[k] * r.pitch;
    return (le_rect){main, cross, main + height * WATERFALL_QUANTUM, cross + r.width};
}
