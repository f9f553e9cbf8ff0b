// Edits in place: within a leaf, and on into the leaves next to it if all of them have room.
//
// First the change is planned without writing anything: the new items are broken into lines, then the items after them,
// until a line begins at an old line start. If the leaf ends first, and the first item of the next leaf fits the last
// line, that line moves to the front of the next leaf and the plan continues there. Carrying the plan out needs no
// memory. If no plan is possible (a leaf is full, shared, wide or has another parent), the edit is done by rewriting.

#include "kinds/flow/flow_edits.h"

#include <string.h>

#include "support/paths.h"

enum { CHANGES_MAX = 24 };

// ORs the bits of `bits` into `out` from bit `at` on.
LE_INLINE void put_bits(uint64_t out[2], size_t at, uint64_t bits) {
    if (at >= 128) return;
    out[at / 64] |= bits << (at & 63);
    if (at < 64 && at > 0) out[1] |= bits >> (64 - at);
}

// Adds an item with index `at` in the leaf. Returns whether it begins a line; the sums then include the line before it.
LE_INLINE bool reflow_item(le__flow_reflow *flow, le__flow_change *change, size_t at, int64_t width, int64_t height) {
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

// Adds the old items from `from` to the end of a leaf, which get indices from `at` on. Returns the first old line start
// that is a line start again, or the end.
LE_INLINE size_t reflow_rest(le__flow_reflow *flow, le__flow_change *change, size_t from, size_t at) {
    const le__lines_node *leaf = change->leaf;
    const uint64_t *bits = le__lines_bits(leaf);
    const uint32_t *w = le__lines_widths(leaf), *h = le__lines_heights(leaf);
    size_t n = leaf->head.n, words = (leaf->head.spare + 63u) / 64;
    for (size_t i = from; i < n; i++, at++) {
        if (!reflow_item(flow, change, at, w[i], h[i]) || !le__bit_at(bits, i)) continue;
        for (size_t rest = i; rest < n; rest += 64, at += 64)
            put_bits(change->begins, at, le__bits_from(bits, words, rest));
        return i;
    }
    return n;
}

// Subtracts the old lines of the leaf in `from ..< to` from the sums.
static void forget_lines(le__flow_change *change, size_t from, size_t to, int64_t line_spacing) {
    int64_t lines;
    change->delta[SUM_ADVANCE] -= le__lines_thicknesses(change->leaf, from, to, &lines);
    change->delta[SUM_ADVANCE] -= lines * line_spacing;
    change->delta[SUM_LINES] -= lines;
}

// Adds the last line of a leaf, which ends with the leaf, to the sums.
static void reflow_close(const le__flow_reflow *flow, le__flow_change *change) {
    change->delta[SUM_ADVANCE] += flow->open.thickness + flow->line_spacing;
    change->delta[SUM_LINES]++;
}

// Continues after a leaf whose last line is open. `path` leads to that leaf, which would have `n` items. Returns the
// number of leaves that change, or 0 if this is not possible in place.
static int reflow_on(le__flow_reflow *flow, const le__lines_path *path, le__flow_change *changes, size_t n) {
    le__lines_path walk = *path;
    for (int made = 1;; made++) {
        le__flow_change *change = &changes[made - 1], *other = change + 1;
        le__lines_node *next = le__lines_path_next(&walk);
        if (!next || flow->open.used > flow->limit - le__lines_width(next, 0)) {
            reflow_close(flow, change);
            return made;
        }
        // The open line continues in the next leaf. It must consist of this leaf's own items, and the leaf must keep
        // enough items.
        size_t carried = n - flow->line;
        bool possible = made < CHANGES_MAX && walk.node[walk.depth - 1] == path->node[path->depth - 1] &&
                        flow->line >= LE_MAX(change->in, LINES_SMALL) && le__lines_is_narrow(next) &&
                        next->head.n + carried <= next->head.spare && next->head.n >= LINES_SMALL &&
                        le__node_unique(next);
        if (!possible) return 0;
        LE_PATH(FLOW_REFLOW_LEAF);
        change->out = carried;
        change->begins[flow->line / 64] &= ~((uint64_t)1 << (flow->line & 63));
        change->delta[SUM_ITEMS] -= (int64_t)carried;
        *other = (le__flow_change){.leaf = next, .in = carried, .begins = {1, 0}, .delta = {(int64_t)carried, 0, 0}};
        flow->line = 0;
        size_t met = reflow_rest(flow, other, 0, carried);
        forget_lines(other, 0, met, flow->line_spacing);
        if (met < next->head.n) return made + 1;
        n = carried + met;
    }
}

// Moves items between the leaves of a plan, from the last to the first, and sets their bitmaps and sums.
void le__flow_carry_out(le__flow_change *changes, int count) {
    for (int c = count - 1; c >= 0; c--) {
        le__flow_change *change = &changes[c];
        le__lines_node *leaf = change->leaf;
        if (c > 0) {
            const le__lines_node *from = changes[c - 1].leaf;
            uint32_t *w = le__lines_widths(leaf), *h = le__lines_heights(leaf);
            const uint32_t *from_w = le__lines_widths(from), *from_h = le__lines_heights(from);
            size_t in = change->in, stay = leaf->head.n - change->out, tail = from->head.n - in;
            le__lines_stay_even(leaf, w[0], from_w + tail, in);
            memmove(w + in, w, stay * sizeof *w);
            memmove(h + in, h, stay * sizeof *h);
            memcpy(w, from_w + tail, in * sizeof *w);
            memcpy(h, from_h + tail, in * sizeof *h);
        }
        leaf->head.n = (uint32_t)(leaf->head.n + change->in - change->out);
        uint64_t *bits = le__lines_bits(leaf);
        bits[0] = change->begins[0];
        if (leaf->head.spare > 64) bits[1] = change->begins[1];
        for (int s = 0; s < LINES_SUMS; s++) leaf->sum[s] += change->delta[s];
    }
}

// Corrects the sums above the leaves of a plan. The path leads to the first of them.
static void add_changes(le__lines_path *path, const le__flow_change *changes, int count, le_work *work) {
    if (count == 1) {
        le__lines_path_add(path, changes[0].delta, work);
        return;
    }
    le__lines_inner *parent = path->node[path->depth - 1];
    int slot = path->slot[path->depth - 1], n = (int)parent->base.head.n;
    int64_t total[LINES_SUMS] = {0};
    for (int s = 0; s < LINES_SUMS; s++) {
        for (int c = 0; c < count; c++) {
            total[s] += changes[c].delta[s];
            if (slot + c + 1 < n) parent->prefix[s][slot + c + 1] += total[s];
        }
        for (int i = slot + count + 1; i < n; i++) parent->prefix[s][i] += total[s];
        parent->base.sum[s] += total[s];
    }
    path->depth--;
    le__lines_path_add(path, total, work);
    if (work) work->nodes_written += (uint64_t)count;
}

// The state after the last line of a leaf.
static le__flow_open leaf_last_line(const le__lines_node *leaf, int64_t spacing) {
    le__flow_open open = {0, 0};
    size_t n = leaf->head.n;
    for (size_t i = le__previous_bit(le__lines_bits(leaf), n - 1); i < n; i++) {
        open.used += le__lines_width(leaf, i) + spacing;
        open.thickness = LE_MAX(open.thickness, le__lines_height(leaf, i));
    }
    return open;
}

// Plans how the lines of the path's leaf break when its items `k ..< k + removed` are replaced. False, with nothing
// changed, if this is not possible in place.
bool le__flow_plan(const le__flow *flow, const le__lines_path *path, size_t k, le__flow_leaf_edit *edit,
                   le__flow_change *change) {
    le__lines_node *leaf = path->leaf;
    const size_t n = leaf->head.n, removed = edit->removed, count = edit->count;
    if (!le__lines_is_narrow(leaf) || removed > n - k) return false;
    const size_t new_n = n - removed + count;
    if (new_n == 0 || new_n > leaf->head.spare || (new_n < n && new_n < LINES_SMALL && path->depth)) return false;

    uint64_t *bits = le__lines_bits(leaf);
    uint32_t *w = le__lines_widths(leaf), *h = le__lines_heights(leaf);
    *change = (le__flow_change){.leaf = leaf, .delta = {(int64_t)count - (int64_t)removed, 0, 0}};
    le__flow_reflow state = {.open = LE__FLOW_CLOSED,
                             .limit = LE_MAX(flow->rules.line + LE__FLOW_SLACK, -1),
                             .spacing = flow->rules.item_spacing,
                             .line_spacing = flow->rules.line_spacing};
    size_t start = k;
    if (k > 0) {
        // Lines before the line of item k - 1 are unchanged; that line is open at k.
        start = state.line = le__previous_bit(bits, k - 1);
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
        // The previous leaf decides whether the new first item of this leaf still begins a line.
        le__lines_path before = *path;
        le__lines_node *previous = le__lines_path_previous(&before);
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

// Writes the items of the edit into its leaf. `le__flow_carry_out` updates the lines and sums.
void le__flow_put(le__lines_node *leaf, const le__flow_leaf_edit *edit) {
    uint32_t *w = le__lines_widths(leaf), *h = le__lines_heights(leaf), width = w[0];
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
    le__lines_stay_even(leaf, width, w + k, count);
    leaf->head.n = (uint32_t)edit->n;
}

// Replaces items `k ..< k + removed` of the path's leaf with `count` narrow ones. Unless the result says that it is
// done, nothing has changed: the edit is not possible in place, or its re-flow continues into too many leaves.
le__flow_in_place le__flow_edit_leaf(le__flow *flow, le__lines_path *path, size_t k, le__flow_leaf_edit *edit,
                                     le_work *work) {
    le__flow_change changes[CHANGES_MAX];
    if (!le__flow_plan(flow, path, k, edit, &changes[0])) return EDIT_NOT;
    int made = edit->met < path->leaf->head.n ? 1 : reflow_on(&edit->flow, path, changes, edit->n);
    if (made == 0) return EDIT_GOES_ON;
    int64_t grown = 0;
    for (int c = 0; c < made; c++) grown += changes[c].delta[SUM_ADVANCE];
    if (grown > LE_MAX_TOTAL - flow->root->sum[SUM_ADVANCE]) return EDIT_NOT;

    le__flow_put(path->leaf, edit);
    le__flow_carry_out(changes, made);
    add_changes(path, changes, made, work);
    if (work) work->items_moved += edit->met - edit->start;
    for (int c = 1; work && c < made; c++) work->items_moved += changes[c].leaf->head.n;
    return EDIT_DONE;
}
