// Walking over lines, and where their items stand.

static void walk_take(le__flow_walk *walk, const flow_path *path) {
    static_assert(sizeof walk->slot / sizeof *walk->slot == TREE_LEVELS, "a walk holds a whole path");
    memcpy(walk->node, path->node, (size_t)path->depth * sizeof *walk->node);
    memcpy(walk->slot, path->slot, (size_t)path->depth * sizeof *walk->slot);
    walk->node[path->depth] = path->leaf;
    walk->depth = path->depth;
}

// The next leaf; false at the end.
static bool walk_on(le__flow_walk *walk) {
    int d = walk->depth - 1;
    while (d >= 0 && (uint32_t)walk->slot[d] + 1 == ((flow_inner *)walk->node[d])->base.head.n) d--;
    if (d < 0) return false;
    walk->slot[d]++;
    for (; d < walk->depth; d++) {
        walk->node[d + 1] = ((flow_inner *)walk->node[d])->child[walk->slot[d]];
        if (d + 1 < walk->depth) walk->slot[d + 1] = 0;
    }
    walk->position = 0;
    return true;
}

static void flow_walk_to_item(le__flow_walk *walk, const le__flow *flow, int64_t item, le_work *work) {
    flow_path path;
    int64_t k = item, before[TREE_SUMS];
    flow_path_find(flow->root, SUM_ITEMS, &k, &path, before);
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    size_t start = previous_bit(leaf_bits(path.leaf), (size_t)k);
    walk->flow = flow;
    walk->item = before[SUM_ITEMS] + (int64_t)start;
    walk->main = before[SUM_ADVANCE] + leaf_advance(path.leaf, 0, start, flow->rules.line_spacing);
    walk->position = (int64_t)start;
    walk->ended = false;
    walk_take(walk, &path);
}

// A line ends at the start of the next, less the spacing: the line wanted is the first whose successor starts after
// main + spacing.
static void flow_walk_to_offset(le__flow_walk *walk, const le__flow *flow, int64_t main, le_work *work) {
    const int64_t spacing = flow->rules.line_spacing;
    int64_t v = LE_MIN(LE_MAX(main, -LE_MAX_TOTAL), LE_MAX_TOTAL) + spacing;
    walk->flow = flow;
    walk->ended = !flow->root || v >= flow->root->sum[SUM_ADVANCE];
    if (walk->ended) return;
    flow_path path;
    int64_t before[TREE_SUMS];
    v = LE_MAX(v, -1);
    int64_t inside = LE_MAX(v, 0);
    flow_path_find(flow->root, SUM_ADVANCE, &inside, &path, before);
    if (v < 0) {
        // The very first line, also where the first leaves advance by nothing.
        int64_t k = 0;
        flow_path_find(flow->root, SUM_ITEMS, &k, &path, before);
        inside = -1;
    }
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    const flow_node_t *leaf = path.leaf;
    const uint64_t *bits = leaf_bits(leaf);
    size_t n = leaf->head.n, start = 0;
    int64_t at = 0;
    for (;;) {
        size_t end = next_bit(bits, start + 1, n);
        int64_t next = at + leaf_thickness(leaf, start, end) + spacing;
        if (next > inside || end == n) break;
        at = next;
        start = end;
    }
    walk->item = before[SUM_ITEMS] + (int64_t)start;
    walk->main = before[SUM_ADVANCE] + at;
    walk->position = (int64_t)start;
    walk_take(walk, &path);
}

// What items `from ..< to` and the spacings between them take of a line: they fit one, or are one item. Widths alone
// may add up to more than a number holds, where a negative spacing lets items overlap.
LE_INLINE int64_t leaf_extent(const flow_node_t *leaf, size_t from, size_t to, int64_t spacing) {
    int64_t sum = 0;
    if (LE_LIKELY(!leaf_wide(leaf))) {
        const uint32_t *widths = leaf_widths(leaf);
        LE_SHORT_LOOP
        for (size_t i = from; i < to; i++) sum += widths[i];
        return sum + (int64_t)(to - from - 1) * spacing;
    }
    const int64_t *widths = leaf_widths(leaf);
    for (size_t i = from; i < to; i++) sum += widths[i] + spacing;
    return sum - spacing;
}

// Where the items of a line stand along it, of which they take `used` with the spacings between them; semantics as in
// the sheet on flow layout: a full line touches both ends, a single item stands in the middle, the last line keeps to
// the leading end.
static void place_line(const le__flow *flow, le__flow_line *line, int64_t used) {
    const le__flow_rules *rules = &flow->rules;
    const int64_t n = line->count, spacing = rules->item_spacing;
    line->gap = spacing;
    line->wide_gaps = line->cross = 0;
    line->centred = rules->packing == LE_PACKING_JUSTIFIED;
    if (!line->centred) return;
    const int64_t *sum = flow->root->sum;
    bool last = line->first + n == sum[SUM_ITEMS];
    bool single = n == 1;
    if (last) {
        // Leading, unless every line has one item; a line that is alone also has to have no room for another such item.
        single = sum[SUM_LINES] == sum[SUM_ITEMS] &&
                 (sum[SUM_LINES] > 1 || used > rules->line + LE__FLOW_SLACK - spacing - used);
        if (!single) return;
    }
    if (single) {
        line->cross = LE_MAX(rules->line - used, 0) / 2;
        return;
    }
    int64_t left = LE_MAX(rules->line - used, 0);
    if (LE_LIKELY((uint64_t)left <= UINT32_MAX && n <= INT32_MAX)) {
        // Dividing 32 bits takes a fraction of the time of 64.
        uint32_t gaps = (uint32_t)n - 1;
        line->gap = spacing + (uint32_t)left / gaps;
        line->wide_gaps = (uint32_t)left % gaps;
    } else {
        line->gap = spacing + left / (n - 1);
        line->wide_gaps = left % (n - 1);
    }
}

static bool flow_walk_next(le__flow_walk *walk, le__flow_line *line, le_work *work) {
    if (walk->ended) return false;
    const flow_node_t *leaf = walk->node[walk->depth];
    size_t n = leaf->head.n, start = (size_t)walk->position;
    size_t end = next_bit(leaf_bits(leaf), start + 1, n);
    line->first = walk->item;
    line->count = (int64_t)(end - start);
    line->main = walk->main;
    line->thickness = leaf_thickness(leaf, start, end);
    line->wide = leaf_wide(leaf);
    line->widths = (char *)leaf_widths(leaf) + start * (line->wide ? 8 : 4);
    line->heights = (char *)leaf_heights(leaf) + start * (line->wide ? 8 : 4);
    place_line(walk->flow, line, leaf_extent(leaf, start, end, walk->flow->rules.item_spacing));
    walk->item += line->count;
    walk->main += line->thickness + walk->flow->rules.line_spacing;
    walk->position = (int64_t)end;
    if (end == n) {
        walk->ended = !walk_on(walk);
        if (work && !walk->ended) work->nodes_visited++;
    }
    return true;
}

// ---- Many lines

enum { PLACES_ROOM = sizeof((le__flow_places *)0)->main / sizeof(int64_t) };

// The width and the thickness of a line of `n` items. Where lanes hold it, no branch depends on its length: lines
// differ, and each loop over one would be mispredicted.
LE_INLINE void line_sums(const uint32_t *widths, const uint32_t *heights, size_t n, int64_t *used, int64_t *thickness) {
    int64_t sum = 0;
    uint32_t most = 0;
#if LE_ISA == LE_ISA_SCALAR
    for (size_t i = 0; i < n; i++) {
        sum += widths[i];
        most = LE_MAX(most, heights[i]);
    }
#else
    static const uint32_t lanes[2 * LE_W32] = {
    #define LE__ALL UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX
        LE__ALL,
    #if LE_W32 > 4
        LE__ALL,
    #endif
    #if LE_W32 > 8
        LE__ALL,
        LE__ALL,
    #endif
    #undef LE__ALL
    };
    le_v64 sums = v64_set1(0);
    le_v32 tallest = v32_set1(0);
    size_t i = 0;
    do {
        le_v32 mask = v32_load(lanes + LE_W32 - LE_MIN(n - i, LE_W32));
        sums = v64_add_pairs(sums, v32_and(v32_load(widths + i), mask));
        tallest = v32_max(tallest, v32_and(v32_load(heights + i), mask));
        i += LE_W32;
    } while (i < n);
    int64_t each[LE_W64];
    v64_store(each, sums);
    for (int k = 0; k < LE_W64; k++) sum += each[k];
    most = v32_largest(tallest);
#endif
    *used = sum;
    *thickness = most;
}

static size_t flow_walk_places(le__flow_walk *walk, int64_t end, le__flow_places *places, le_work *work) {
    static_assert(PLACES_ROOM >= LEAF_MAX + LE_W32, "lanes stay in the arrays");
    if (walk->ended) return 0;
    const flow_node_t *leaf = walk->node[walk->depth];
    if (!leaf_narrow(leaf)) return 0;
    const uint64_t *bits = leaf_bits(leaf);
    const size_t n = leaf->head.n, from = (size_t)walk->position;
    uint32_t *w = places->widths, *h = places->heights;
    int64_t *cross = places->cross, *main = places->main;
    // Behind the last item there is something to read, too.
    memcpy(w + from, (const uint32_t *)leaf_widths(leaf) + from, (n - from) * sizeof *w);
    memcpy(h + from, (const uint32_t *)leaf_heights(leaf) + from, (n - from) * sizeof *h);
    memset(w + n, 0, LE_W32 * sizeof *w);
    memset(h + n, 0, LE_W32 * sizeof *h);

    size_t start = from;
    places->first = walk->item - walk->position;
    const int64_t spacing = walk->flow->rules.line_spacing;
    while (start < n && walk->main < end) {
        size_t stop = next_bit(bits, start + 1, n);
        int64_t used;
        le__flow_line line = {.first = places->first + (int64_t)start, .count = (int64_t)(stop - start)};
        line_sums(w + start, h + start, stop - start, &used, &line.thickness);
        place_line(walk->flow, &line, used + (line.count - 1) * walk->flow->rules.item_spacing);
        // Four items at a time; what comes too much is overwritten by the next line.
        int64_t x = line.cross;
        for (size_t i = start; i < stop; i += 4) {
            int64_t wide = line.wide_gaps - (int64_t)(i - start);
            for (int64_t k = 0; k < 4; k++) {
                cross[i + (size_t)k] = x;
                x += w[i + (size_t)k] + line.gap + (k < wide);
            }
            for (size_t k = i; k < i + 4; k++)
                main[k] = walk->main + (line.centred ? (line.thickness - (int64_t)h[k]) >> 1 : 0);
        }
        walk->main += line.thickness + spacing;
        start = stop;
    }
    places->from = from;
    places->to = start;
    walk->item += (int64_t)(start - from);
    walk->position = (int64_t)start;
    if (start == n) {
        walk->ended = !walk_on(walk);
        if (work && !walk->ended) work->nodes_visited++;
    }
    return start - from;
}
