// Re-flow over a long stretch of items of one width, in place.
//
// Where all items behind an edit have one width, breaks never coincide again: an inserted item pushes one item over
// every line end up to the end of the section. But each leaf there holds whole lines of `columns` items, before and
// after: its items move on by a few places, as many leave as enter, and neither widths nor break bits change. What is
// left to do is to move heights and to take the thickness of lines anew.
//
//   leaf of the edit   gives the items of its last line that is not full to the stretch, or takes from it what fills
//                      that line, whichever is less
//   stretch            leaves of whole lines of items of the same width that nobody else refers to; all of them shift
//                      by that many places, backwards or forwards
//   behind it          gets what the stretch gives, or gives what it takes: an edit like any other
//
// The edit behind the stretch is done first. It is the only step that can fail, and leaves a valid flow whose stretch
// is untouched, so a failure leaves the flow as it was.

// A stretch shorter than this is left to others; a longer one keeps the edits before and behind it apart.
enum { STRETCH_LEAVES = 4 };

typedef struct even_stretch {
    uint32_t width;
    uint32_t columns;
    int64_t items, last; // of all its leaves, and of the last of them
    int leaves;
} even_stretch;

// Adds the leaves below a node from item `from` on, which begins a leaf, up to one that does not belong. True when all
// of them do.
static bool stretch_add(even_stretch *stretch, flow_node_t *node, int64_t from) {
    if (!le__unique(node)) return false;
    if (node->head.level == 0) {
        if (!leaf_even(node, stretch->width) || node->head.n % stretch->columns) return false;
        stretch->last = node->head.n;
        stretch->items += node->head.n;
        stretch->leaves++;
        return true;
    }
    flow_inner *inner = flow_as_inner(node);
    int slot = flow_slot_at(inner, SUM_ITEMS, from);
    for (int i = slot; i < (int)node->head.n; i++) {
        if (i + 2 < (int)node->head.n) __builtin_prefetch(inner->child[i + 2]);
        if (!stretch_add(stretch, inner->child[i], i == slot ? from - inner->prefix[SUM_ITEMS][i] : 0)) return false;
    }
    return true;
}

// Items on their way through a stretch.
typedef struct even_shift {
    size_t columns, count; // count < columns
    bool back;             // towards the front, from the last leaf to the first
    int64_t line_spacing;
    le_work *work;
    uint32_t heights[LEAF_MAX]; // of the items that enter the next leaf
} even_shift;

// Shifts `n` heights, whole lines of them. Answers the thickness of the lines, all together.
static int64_t shift_heights(even_shift *shift, uint32_t *heights, size_t n) {
    const size_t count = shift->count, stay = n - count, columns = shift->columns, others = n / columns - 1;
    uint32_t out[LEAF_MAX], mixed, most;
    uint64_t sum;
    if (shift->back) {
        most = LE_FN(largest)(heights + n - (columns - count), columns - count);
        sum = LE_FN(thicknesses)(heights + count, others, columns);
        memcpy(out, heights, count * sizeof *out);
        memmove(heights, heights + count, stay * sizeof *heights);
        memcpy(heights + stay, shift->heights, count * sizeof *out);
    } else {
        most = LE_FN(largest)(heights, columns - count);
        sum = LE_FN(thicknesses)(heights + columns - count, others, columns);
        memcpy(out, heights + stay, count * sizeof *out);
        memmove(heights + count, heights, stay * sizeof *heights);
        memcpy(heights, shift->heights, count * sizeof *out);
    }
    mixed = LE_FN(largest)(shift->heights, count);
    memcpy(shift->heights, out, count * sizeof *out);
    return (int64_t)(sum + LE_MAX(mixed, most));
}

// Shifts the first `n` items of a leaf. Answers by how much its advance grows.
static int64_t shift_leaf(even_shift *shift, flow_node_t *leaf, size_t n) {
    const int64_t spacings = (int64_t)(n / shift->columns) * shift->line_spacing;
    int64_t before = n == leaf->head.n ? leaf->sum[SUM_ADVANCE] : leaf_advance(leaf, 0, n, shift->line_spacing);
    int64_t thickness;
    if (LE_LIKELY(!leaf_wide(leaf))) {
        thickness = shift_heights(shift, leaf_heights(leaf), n);
    } else {
        // Items of the stretch that share a leaf with wide ones.
        uint32_t narrow[LEAF_MAX];
        int64_t *heights = leaf_heights(leaf);
        for (size_t i = 0; i < n; i++) narrow[i] = (uint32_t)heights[i];
        thickness = shift_heights(shift, narrow, n);
        for (size_t i = 0; i < n; i++) heights[i] = narrow[i];
    }
    int64_t grown = thickness + spacings - before;
    leaf->sum[SUM_ADVANCE] += grown;
    return grown;
}

// Asks for the head and the heights of a full leaf. (Reading where they are would wait for the leaf.)
LE_INLINE void prefetch_leaf(const flow_node_t *leaf) {
    const size_t heights = sizeof *leaf + 16 + LEAF_MAX * sizeof(uint32_t);
    __builtin_prefetch(leaf, 1);
    for (size_t i = 0; i <= LEAF_FILL * sizeof(uint32_t); i += 64)
        __builtin_prefetch((const char *)leaf + heights + i, 1);
}

// Shifts the items `from ..< to` below a node; leaves begin at `from`, lines at `to`. Answers by how much its advance
// grows.
static int64_t shift_below(even_shift *shift, flow_node_t *node, int64_t from, int64_t to) {
    if (shift->work) shift->work->nodes_written++;
    if (node->head.level == 0) return shift_leaf(shift, node, (size_t)to);
    flow_inner *inner = flow_as_inner(node);
    const int64_t *prefix = inner->prefix[SUM_ITEMS];
    int first = flow_slot_at(inner, SUM_ITEMS, from), last = flow_slot_at(inner, SUM_ITEMS, to - 1);
    int step = shift->back ? -1 : 1;
    int64_t grown[TREE_FANOUT];
    for (int left = last - first, i = shift->back ? last : first; left >= 0; left--, i += step) {
        if (left && node->head.level == 1) prefetch_leaf(inner->child[i + step]);
        int64_t end = i < last ? prefix[i + 1] : to;
        grown[i] = shift_below(shift, inner->child[i], LE_MAX(from - prefix[i], 0), end - prefix[i]);
    }
    int64_t sum = 0;
    for (int i = first; i < (int)node->head.n; i++) {
        if (i > first) inner->prefix[SUM_ADVANCE][i] += sum;
        if (i <= last) sum += grown[i];
    }
    node->sum[SUM_ADVANCE] += sum;
    return sum;
}

// ---- The leaf of the edit

// How a line that is not full is made so.
typedef struct even_seam {
    even_stretch stretch;
    size_t give, take; // items for the stretch, or from it: one of them is zero
} even_seam;

// Plans what happens where the leaf of an edit ends with an open line that goes on in the leaf `next`. False when
// nothing can be done this way.
static bool seam_plan(const leaf_edit *edit, const flow_node_t *leaf, const flow_node_t *next, even_seam *seam) {
    if (!leaf_narrow(next)) return false;
    const reflow *flow = &edit->flow;
    const uint32_t width = *(const uint32_t *)leaf_widths(next);
    const int64_t columns = le__flow_columns(width, flow->limit, flow->spacing);
    if (columns > LEAF_MAX) return false;
    size_t fits = 0, open = edit->n - flow->line;
    for (int64_t used = flow->open.used; used <= flow->limit - width && fits < (size_t)columns; fits++)
        used += width + flow->spacing;
    if (fits == (size_t)columns) return false;
    bool takes = edit->n + fits <= leaf->head.spare;
    bool gives = open < (size_t)columns && flow->line >= LEAF_SMALL;
    for (size_t i = flow->line; gives && i < edit->n; i++) gives = edited_width(edit, leaf, i) == width;
    if (!takes && !gives) return false;
    *seam = (even_seam){.stretch = {.width = width, .columns = (uint32_t)columns}};
    if (gives && (!takes || open <= fits))
        seam->give = open;
    else
        seam->take = fits;
    return true;
}

// Finds the stretch behind the leaf of an edit, which begins with item `from`. False when it is too short.
static bool seam_reach(const le__flow *flow, int64_t from, even_seam *seam) {
    even_stretch *stretch = &seam->stretch;
    stretch_add(stretch, flow->root, from);
    if (seam->take && stretch->leaves) {
        // What stands behind it gives as many items, else its last leaf does.
        int64_t k = from + stretch->items, before[TREE_SUMS];
        const flow_node_t *leaf = NULL;
        if (k < flow->root->sum[SUM_ITEMS]) {
            flow_path path;
            flow_path_find(flow->root, SUM_ITEMS, &k, &path, before);
            leaf = path.leaf;
        }
        bool gives = leaf && leaf_narrow(leaf) && leaf->head.n > seam->take &&
                     *(const uint32_t *)leaf_widths(leaf) == stretch->width &&
                     LE_FN(even)(leaf_widths(leaf), leaf->head.n) == leaf->head.n;
        if (!gives) {
            stretch->items -= stretch->last;
            stretch->leaves--;
        }
    }
    return stretch->leaves >= STRETCH_LEAVES;
}

// Carries the edit out in its leaf, and makes that one's last line whole or gives it to the stretch.
static void seam_close(flow_path *path, const leaf_edit *edit, leaf_change *change, const even_seam *seam,
                       even_shift *shift, le_work *work) {
    flow_node_t *leaf = path->leaf;
    edit_put(leaf, edit);
    uint32_t *w = leaf_widths(leaf), *h = leaf_heights(leaf);
    size_t n = edit->n, line = edit->flow.line;
    if (seam->give) {
        memcpy(shift->heights, h + line, seam->give * sizeof *h);
        change->begins[line / 64] &= ~((uint64_t)1 << (line & 63));
        change->delta[SUM_ITEMS] -= (int64_t)seam->give;
        change->out = seam->give;
    } else {
        flow_path behind = *path;
        const flow_node_t *next = flow_path_next(&behind);
        leaf_stays_even(leaf, w[0], leaf_widths(next), seam->take);
        memcpy(w + n, leaf_widths(next), seam->take * sizeof *w);
        memcpy(h + n, leaf_heights(next), seam->take * sizeof *h);
        leaf->head.n += (uint32_t)seam->take;
        int64_t more = LE_FN(largest)(h + n, seam->take);
        change->delta[SUM_ADVANCE] += LE_MAX(edit->flow.open.thickness, more) + edit->flow.line_spacing;
        change->delta[SUM_LINES]++;
        change->delta[SUM_ITEMS] += (int64_t)seam->take;
    }
    carry_out(change, 1);
    flow_path_add(path, change->delta, work);
}

static le_status edit(le__flow *flow, int64_t at, int64_t removed, const flow_source *source, int depth, le_work *work);

// An edit at item `at` whose re-flow goes on into many leaves. Answers false, with nothing changed, if it cannot be
// done this way; else `*status` says whether it is done, or why nothing has changed.
static bool edit_stretch(le__flow *flow, int64_t at, leaf_edit *change, int depth, le_work *work, le_status *status) {
    // So many items cannot be too high, however lines fall.
    const int64_t items = flow->root->sum[SUM_ITEMS];
    if (items > LE_MAX_TOTAL >> 34 || flow->root->sum[SUM_ADVANCE] > LE_MAX_TOTAL / 2 || at >= items) return false;
    flow_path path, behind;
    leaf_change plan;
    even_seam seam;
    int64_t k = at;
    *status = LE_NO_MEMORY;
    if (!flow_path_own(&flow->root, &k, &path, NULL)) return true;
    if (!edit_plan(flow, &path, (size_t)k, change, &plan)) return false;
    behind = path;
    const flow_node_t *next = flow_path_next(&behind);
    int64_t from = at - k + path.leaf->head.n;
    if (!next || !seam_plan(change, path.leaf, next, &seam) || !seam_reach(flow, from, &seam)) return false;
    LE_PATH(FLOW_SHIFT);

    // Behind the stretch.
    const int64_t end = from + seam.stretch.items, count = (int64_t)(seam.give + seam.take);
    int64_t widths[LEAF_MAX], heights[LEAF_MAX];
    flow_read(flow, seam.give ? end - count : end, count, widths, heights);
    flow_source given = {.widths = widths, .heights = heights, .count = seam.give ? count : 0};
    *status = edit(flow, end, seam.take ? count : 0, &given, depth + 1, work);
    if (*status != LE_OK) return true;

    // The leaf of the edit, and the stretch. All nodes on the way are the flow's own, so that nothing is allocated.
    even_shift shift = {.columns = seam.stretch.columns,
                        .count = (size_t)count,
                        .back = seam.take > 0,
                        .line_spacing = flow->rules.line_spacing,
                        .work = work};
    for (int64_t i = 0; i < count; i++) shift.heights[i] = (uint32_t)heights[i];
    k = at;
    bool own = flow_path_own(&flow->root, &k, &path, work) && edit_plan(flow, &path, (size_t)k, change, &plan);
    assert(own);
    (void)own;
    seam_close(&path, change, &plan, &seam, &shift, work);
    from = at - k + path.leaf->head.n;
    shift_below(&shift, flow->root, from, from + seam.stretch.items);
    if (work) work->items_moved += change->met - change->start + (uint64_t)seam.stretch.items;
    return true;
}
