// Edits in place: within a leaf, and on into its neighbours as long as all of them have room.
//
// First the change is planned, without writing anything: what is new is broken into lines, then what follows it,
// until a line begins where one began before. If the leaf ends first and the next leaf's first item fits the last
// line, that line moves to the front of the next leaf, and the plan goes on there. Then the plan is carried out; it
// needs no memory. Where a plan fails (a leaf is full, shared, wide, under another parent) the edit is done by
// rewriting.

// What becomes of one leaf.
typedef struct leaf_change {
    flow_node_t *leaf;
    size_t in, out; // items that come from the leaf before, and that go to the next
    uint64_t begins[2];
    int64_t delta[TREE_SUMS];
} leaf_change;

enum { CHANGES_MAX = 24 };

// Re-flow on its way through leaves.
typedef struct reflow {
    le__flow_open open;
    int64_t limit, spacing, line_spacing;
    size_t line; // new index in the leaf of the item that begins the open line
} reflow;

// Sets the bits of `bits` from bit `at` on.
LE_INLINE void put_bits(uint64_t out[2], size_t at, uint64_t bits) {
    if (at >= 128) return;
    out[at / 64] |= bits << (at & 63);
    if (at < 64 && at > 0) out[1] |= bits >> (64 - at);
}

// One more item, which gets index `at` in the leaf. Whether it begins a line; the line before it then counts.
LE_INLINE bool reflow_item(reflow *flow, leaf_change *change, size_t at, int64_t width, int64_t height) {
    le__flow_open before = flow->open;
    if (!le__flow_step(&flow->open, width, height, flow->limit, flow->spacing)) return false;
    if (before.used != INT64_MAX) {
        change->delta[SUM_ADVANCE] += before.thickness + flow->line_spacing;
        change->delta[SUM_LINES]++;
    }
    flow->line = at;
    put_bits(change->begins, at, 1);
    return true;
}

// Old items `from` to the end of a leaf, which get indices from `at` on. Answers where a line begins that began there
// before, or the end.
LE_INLINE size_t reflow_rest(reflow *flow, leaf_change *change, size_t from, size_t at) {
    const flow_node_t *leaf = change->leaf;
    const uint64_t *bits = leaf_bits(leaf);
    const uint32_t *w = leaf_widths(leaf), *h = leaf_heights(leaf);
    size_t n = leaf->head.n, words = (leaf->head.spare + 63u) / 64;
    for (size_t i = from; i < n; i++, at++) {
        if (!reflow_item(flow, change, at, w[i], h[i]) || !bit_at(bits, i)) continue;
        for (size_t rest = i; rest < n; rest += 64, at += 64)
            put_bits(change->begins, at, bits_from(bits, words, rest));
        return i;
    }
    return n;
}

// Takes the leaf's old lines in `from ..< to` out of the sums.
static void forget_lines(leaf_change *change, size_t from, size_t to, int64_t line_spacing) {
    const uint64_t *bits = leaf_bits(change->leaf);
    for (size_t end; from < to; from = end) {
        end = next_bit(bits, from + 1, to);
        change->delta[SUM_ADVANCE] -= leaf_thickness(change->leaf, from, end) + line_spacing;
        change->delta[SUM_LINES]--;
    }
}

// The last line of a leaf, of which `n` items will be there, ends with it.
static void reflow_close(const reflow *flow, leaf_change *change) {
    change->delta[SUM_ADVANCE] += flow->open.thickness + flow->line_spacing;
    change->delta[SUM_LINES]++;
}

// Goes on behind a leaf whose last line is open. `path` leads to it; `n` is how many items it would have. Answers the
// number of leaves that change, or 0 if it cannot be done in place.
static int reflow_on(reflow *flow, const flow_path *path, leaf_change *changes, size_t n) {
    flow_path walk = *path;
    for (int made = 1;; made++) {
        leaf_change *change = &changes[made - 1], *other = change + 1;
        flow_node_t *next = flow_path_next(&walk);
        if (!next || flow->open.used > flow->limit - leaf_width(next, 0)) {
            reflow_close(flow, change);
            return made;
        }
        // The open line goes on in the next leaf. It has to be all of the leaf's own, and leave enough behind.
        size_t carried = n - flow->line;
        bool possible = made < CHANGES_MAX && walk.node[walk.depth - 1] == path->node[path->depth - 1] &&
                        flow->line >= LE_MAX(change->in, LEAF_SMALL) && leaf_narrow(next) &&
                        next->head.n + carried <= next->head.spare && next->head.n >= LEAF_SMALL && le__unique(next);
        if (!possible) return 0;
        LE_PATH(FLOW_REFLOW_LEAF);
        change->out = carried;
        change->begins[flow->line / 64] &= ~((uint64_t)1 << (flow->line & 63));
        change->delta[SUM_ITEMS] -= (int64_t)carried;
        *other = (leaf_change){.leaf = next, .in = carried, .begins = {1, 0}, .delta = {(int64_t)carried, 0, 0}};
        flow->line = 0;
        size_t met = reflow_rest(flow, other, 0, carried);
        forget_lines(other, 0, met, flow->line_spacing);
        if (met < next->head.n) return made + 1;
        n = carried + met;
    }
}

// Moves items between the leaves of a plan, from the last to the first, and sets their bitmaps and sums.
static void carry_out(leaf_change *changes, int count) {
    for (int c = count - 1; c >= 0; c--) {
        leaf_change *change = &changes[c];
        flow_node_t *leaf = change->leaf;
        if (c > 0) {
            const flow_node_t *from = changes[c - 1].leaf;
            uint32_t *w = leaf_widths(leaf), *h = leaf_heights(leaf);
            const uint32_t *from_w = leaf_widths(from), *from_h = leaf_heights(from);
            size_t in = change->in, stay = leaf->head.n - change->out, tail = from->head.n - in;
            leaf_stays_even(leaf, w[0], from_w + tail, in);
            memmove(w + in, w, stay * sizeof *w);
            memmove(h + in, h, stay * sizeof *h);
            memcpy(w, from_w + tail, in * sizeof *w);
            memcpy(h, from_h + tail, in * sizeof *h);
        }
        leaf->head.n = (uint32_t)(leaf->head.n + change->in - change->out);
        uint64_t *bits = leaf_bits(leaf);
        bits[0] = change->begins[0];
        if (leaf->head.spare > 64) bits[1] = change->begins[1];
        for (int s = 0; s < TREE_SUMS; s++) leaf->sum[s] += change->delta[s];
    }
}

// Corrects the sums above the leaves of a plan, the first of which the path leads to.
static void add_changes(flow_path *path, const leaf_change *changes, int count, le_work *work) {
    if (count == 1) {
        flow_path_add(path, changes[0].delta, work);
        return;
    }
    flow_inner *parent = path->node[path->depth - 1];
    int slot = path->slot[path->depth - 1], n = (int)parent->base.head.n;
    int64_t total[TREE_SUMS] = {0};
    for (int s = 0; s < TREE_SUMS; s++) {
        for (int c = 0; c < count; c++) {
            total[s] += changes[c].delta[s];
            if (slot + c + 1 < n) parent->prefix[s][slot + c + 1] += total[s];
        }
        for (int i = slot + count + 1; i < n; i++) parent->prefix[s][i] += total[s];
        parent->base.sum[s] += total[s];
    }
    path->depth--;
    flow_path_add(path, total, work);
    if (work) work->nodes_written += (uint64_t)count;
}

// The state behind the last line of a leaf.
static le__flow_open leaf_last_line(const flow_node_t *leaf, int64_t spacing) {
    le__flow_open open = {0, 0};
    size_t n = leaf->head.n;
    for (size_t i = previous_bit(leaf_bits(leaf), n - 1); i < n; i++) {
        open.used += leaf_width(leaf, i) + spacing;
        open.thickness = LE_MAX(open.thickness, leaf_height(leaf, i));
    }
    return open;
}

// An edit of the items of one leaf, and what its plan found.
typedef struct leaf_edit {
    const int64_t *widths, *heights; // of the `count` narrow items that replace `removed`
    size_t removed, count;
    size_t k, n;       // where in the leaf; how many items it has then, before any leave it
    size_t start, met; // old items between which lines are broken anew; `met` is the old end when that goes on
    reflow flow;       // behind that
} leaf_edit;

// Breaks the lines of the path's leaf anew where items `k ..< k + removed` of it are replaced. False, with nothing
// changed, if they cannot be in place.
static bool edit_plan(const le__flow *flow, const flow_path *path, size_t k, leaf_edit *edit, leaf_change *change) {
    flow_node_t *leaf = path->leaf;
    const size_t n = leaf->head.n, removed = edit->removed, count = edit->count;
    if (!leaf_narrow(leaf) || removed > n - k) return false;
    const size_t new_n = n - removed + count;
    if (new_n == 0 || new_n > leaf->head.spare || (new_n < n && new_n < LEAF_SMALL && path->depth)) return false;

    uint64_t *bits = leaf_bits(leaf);
    uint32_t *w = leaf_widths(leaf), *h = leaf_heights(leaf);
    *change = (leaf_change){.leaf = leaf, .delta = {(int64_t)count - (int64_t)removed, 0, 0}};
    reflow state = {.open = LE__FLOW_CLOSED,
                    .limit = LE_MAX(flow->rules.line + LE__FLOW_SLACK, -1),
                    .spacing = flow->rules.item_spacing,
                    .line_spacing = flow->rules.line_spacing};
    size_t start = k;
    if (k > 0) {
        // Lines before the one of item k - 1 stay; that one is open at k.
        start = state.line = previous_bit(bits, k - 1);
        state.open = (le__flow_open){0, 0};
        for (size_t i = start; i < k; i++) {
            state.open.used += w[i] + state.spacing;
            state.open.thickness = LE_MAX(state.open.thickness, h[i]);
        }
        change->begins[0] = bits[0];
        if (leaf->head.spare > 64) change->begins[1] = bits[1];
        if (start < 63) change->begins[0] &= ~(~(uint64_t)0 << (start + 1));
        if (start < 64)
            change->begins[1] = 0;
        else if (start < 127)
            change->begins[1] &= ~(~(uint64_t)0 << (start - 63));
    } else {
        // Whether the leaf's new first item still begins a line, is for the leaf before to say.
        flow_path before = *path;
        flow_node_t *previous = flow_path_previous(&before);
        int64_t first = count ? edit->widths[0] : (int64_t)w[removed];
        if (previous && leaf_last_line(previous, state.spacing).used <= state.limit - first) return false;
    }
    for (size_t i = 0; i < count; i++) reflow_item(&state, change, k + i, edit->widths[i], edit->heights[i]);
    edit->met = reflow_rest(&state, change, k + removed, k + count);
    forget_lines(change, start, edit->met, state.line_spacing);
    edit->k = k;
    edit->n = new_n;
    edit->start = start;
    edit->flow = state;
    return true;
}

// The width that item `i` of the edit's leaf will have.
LE_INLINE int64_t edited_width(const leaf_edit *edit, const flow_node_t *leaf, size_t i) {
    if (i < edit->k) return leaf_width(leaf, i);
    return i < edit->k + edit->count ? edit->widths[i - edit->k] : leaf_width(leaf, i - edit->count + edit->removed);
}

// Puts the edit's items into its leaf; lines and sums are left to `carry_out`.
static void edit_put(flow_node_t *leaf, const leaf_edit *edit) {
    uint32_t *w = leaf_widths(leaf), *h = leaf_heights(leaf), width = w[0];
    const size_t k = edit->k, removed = edit->removed, count = edit->count;
    if (removed != count) {
        size_t tail = leaf->head.n - k - removed;
        memmove(w + k + count, w + k + removed, tail * sizeof *w);
        memmove(h + k + count, h + k + removed, tail * sizeof *h);
    }
    for (size_t i = 0; i < count; i++) {
        w[k + i] = (uint32_t)edit->widths[i];
        h[k + i] = (uint32_t)edit->heights[i];
    }
    leaf_stays_even(leaf, width, w + k, count);
    leaf->head.n = (uint32_t)edit->n;
}

typedef enum in_place { EDIT_NOT, EDIT_DONE, EDIT_GOES_ON } in_place;

// Replaces items `k ..< k + removed` of the path's leaf by `count` narrow ones. Where it does not say that it is done,
// nothing has changed: it cannot be in place, or the re-flow goes on into too many leaves.
static in_place edit_leaf(le__flow *flow, flow_path *path, size_t k, leaf_edit *edit, le_work *work) {
    leaf_change changes[CHANGES_MAX];
    if (!edit_plan(flow, path, k, edit, &changes[0])) return EDIT_NOT;
    int made = edit->met < path->leaf->head.n ? 1 : reflow_on(&edit->flow, path, changes, edit->n);
    if (made == 0) return EDIT_GOES_ON;
    int64_t grown = 0;
    for (int c = 0; c < made; c++) grown += changes[c].delta[SUM_ADVANCE];
    if (grown > LE_MAX_TOTAL - flow->root->sum[SUM_ADVANCE]) return EDIT_NOT;

    edit_put(path->leaf, edit);
    carry_out(changes, made);
    add_changes(path, changes, made, work);
    if (work) work->items_moved += edit->met - edit->start;
    for (int c = 1; work && c < made; c++) work->items_moved += changes[c].leaf->head.n;
    return EDIT_DONE;
}
