// Re-flow over a long stretch of items of one width, in place.
//
// If all items after an edit have one width, old and new breaks never coincide: an inserted item pushes one item over
// every line end up to the end of the section. But each of those leaves holds whole lines of `columns` items, before
// and after. Its items move by a few places, as many leave as enter, and neither widths nor break bits change. Only the
// heights have to be moved, and the thickness of the lines computed again.
//
//   leaf of the edit   passes the items of its last, incomplete line to the stretch, or takes items from it to
//                      complete that line, whichever is fewer
//   stretch            unshared leaves of whole lines of items of the same width; all of them shift by that many
//                      places, backwards or forwards
//   after it           receives the items that leave the stretch, or supplies the items that enter it: an ordinary edit
//
// The edit after the stretch is done first. It is the only step that can fail, and it leaves a valid flow in which the
// stretch is unchanged, so a failure leaves the flow as it was.

#include <assert.h>
#include <string.h>

#include "kinds/flow/flow_edits.h"
#include "support/paths.h"

// A shorter stretch is left to the other algorithms. A stretch of this length keeps the edits before and after it
// apart.
enum { STRETCH_LEAVES = 4 };

typedef struct even_stretch {
    uint32_t width;
    uint32_t columns;
    int64_t items, last; // items in all leaves, and in the last leaf
    int leaves;
} even_stretch;

// Adds the leaves below a node from item `from` on, which is the start of a leaf, until one does not belong to the
// stretch. True if all belong to it.
static bool stretch_add(even_stretch *stretch, le__lines_node *node, int64_t from) {
    if (!le__node_unique(node)) return false;
    if (node->head.level == 0) {
        if (!le__lines_even(node, stretch->width) || node->head.n % stretch->columns) return false;
        stretch->last = node->head.n;
        stretch->items += node->head.n;
        stretch->leaves++;
        return true;
    }
    le__lines_inner *inner = le__lines_as_inner(node);
    int slot = le__lines_slot_at(inner, SUM_ITEMS, from);
    for (int i = slot; i < (int)node->head.n; i++) {
        if (i + 2 < (int)node->head.n) LE_PREFETCH(inner->child[i + 2]);
        if (!stretch_add(stretch, inner->child[i], i == slot ? from - inner->prefix[SUM_ITEMS][i] : 0)) return false;
    }
    return true;
}

LE_INLINE uint32_t largest_of(const uint32_t *heights, size_t n) {
    uint32_t most = 0;
    for (size_t i = 0; i < n; i++) most = LE_MAX(most, heights[i]);
    return most;
}

// The state of a shift through a stretch.
typedef struct even_shift {
    size_t columns, count; // count < columns
    bool back;             // towards the front, processed from the last leaf to the first
    int64_t line_spacing;
    le_work *work;
    uint32_t heights[LINES_MAX]; // of the items that enter the next leaf
} even_shift;

// Shifts `n` heights of whole lines. Returns the sum of the thicknesses of the lines.
static int64_t shift_heights(even_shift *shift, uint32_t *heights, size_t n) {
    const size_t count = shift->count, stay = n - count, columns = shift->columns, others = n / columns - 1;
    uint32_t out[LINES_MAX], mixed, most;
    uint64_t sum;
    if (shift->back) {
        most = largest_of(heights + n - (columns - count), columns - count);
        sum = le__kernels_in_use()->thicknesses(heights + count, others, columns);
        memcpy(out, heights, count * sizeof *out);
        memmove(heights, heights + count, stay * sizeof *heights);
        memcpy(heights + stay, shift->heights, count * sizeof *out);
    } else {
        most = largest_of(heights, columns - count);
        sum = le__kernels_in_use()->thicknesses(heights + columns - count, others, columns);
        memcpy(out, heights + stay, count * sizeof *out);
        memmove(heights + count, heights, stay * sizeof *heights);
        memcpy(heights, shift->heights, count * sizeof *out);
    }
    mixed = largest_of(shift->heights, count);
    memcpy(shift->heights, out, count * sizeof *out);
    return (int64_t)(sum + LE_MAX(mixed, most));
}

// Shifts the first `n` items of a leaf. Returns the change of its advance.
static int64_t shift_leaf(even_shift *shift, le__lines_node *leaf, size_t n) {
    const int64_t spacings = (int64_t)(n / shift->columns) * shift->line_spacing;
    int64_t before = n == leaf->head.n ? leaf->sum[SUM_ADVANCE] : le__lines_advance(leaf, 0, n, shift->line_spacing);
    int64_t thickness;
    if (LE_LIKELY(!le__lines_is_wide(leaf))) {
        thickness = shift_heights(shift, le__lines_heights(leaf), n);
    } else {
        // Items of the stretch that are in a leaf with wide items.
        uint32_t narrow[LINES_MAX];
        int64_t *heights = le__lines_heights(leaf);
        for (size_t i = 0; i < n; i++) narrow[i] = (uint32_t)heights[i];
        thickness = shift_heights(shift, narrow, n);
        for (size_t i = 0; i < n; i++) heights[i] = narrow[i];
    }
    int64_t grown = thickness + spacings - before;
    leaf->sum[SUM_ADVANCE] += grown;
    return grown;
}

// Prefetches the header and the heights of a full leaf. Their address is computed, because reading it would wait for
// the leaf.
LE_INLINE void prefetch_leaf(const le__lines_node *leaf) {
    const size_t heights = sizeof *leaf + 16 + LINES_MAX * sizeof(uint32_t);
    LE_PREFETCH_TO_WRITE(leaf);
    for (size_t i = 0; i <= LINES_FILL * sizeof(uint32_t); i += 64)
        LE_PREFETCH_TO_WRITE((const char *)leaf + heights + i);
}

// Shifts the items `from ..< to` below a node. `from` is the start of a leaf, `to` a line boundary. Returns the change
// of its advance.
static int64_t shift_below(even_shift *shift, le__lines_node *node, int64_t from, int64_t to) {
    if (shift->work) shift->work->nodes_written++;
    if (node->head.level == 0) return shift_leaf(shift, node, (size_t)to);
    le__lines_inner *inner = le__lines_as_inner(node);
    const int64_t *prefix = inner->prefix[SUM_ITEMS];
    int first = le__lines_slot_at(inner, SUM_ITEMS, from), last = le__lines_slot_at(inner, SUM_ITEMS, to - 1);
    int step = shift->back ? -1 : 1;
    int64_t grown[LINES_FANOUT];
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

// How an incomplete line is completed.
typedef struct even_seam {
    even_stretch stretch;
    size_t pushed, pulled; // items passed to the stretch, or taken from it; one of the two is zero
} even_seam;

// Plans the seam if the leaf of an edit ends with an open line that continues in the leaf `next`. False if shifting is
// not possible.
static bool seam_plan(const le__flow_leaf_edit *edit, const le__lines_node *leaf, const le__lines_node *next,
                      even_seam *seam) {
    if (!le__lines_is_narrow(next)) return false;
    const le__flow_reflow *flow = &edit->flow;
    const uint32_t width = *(const uint32_t *)le__lines_widths(next);
    const int64_t columns = le__flow_columns(width, flow->limit, flow->spacing);
    if (columns > LINES_MAX) return false;
    size_t fits = 0, open = edit->n - flow->line;
    for (int64_t used = flow->open.used; used <= flow->limit - width && fits < (size_t)columns; fits++)
        used += width + flow->spacing;
    if (fits == (size_t)columns) return false;
    bool can_pull = edit->n + fits <= leaf->head.spare;
    bool can_push = open < (size_t)columns && flow->line >= LINES_SMALL;
    for (size_t i = flow->line; can_push && i < edit->n; i++) can_push = le__flow_edited_width(edit, leaf, i) == width;
    if (!can_pull && !can_push) return false;
    *seam = (even_seam){.stretch = {.width = width, .columns = (uint32_t)columns}};
    if (can_push && (!can_pull || open <= fits))
        seam->pushed = open;
    else
        seam->pulled = fits;
    return true;
}

// Finds the stretch after the leaf of an edit; it begins with item `from`. False if it is too short.
static bool seam_reach(const le__flow *flow, int64_t from, even_seam *seam) {
    even_stretch *stretch = &seam->stretch;
    stretch_add(stretch, flow->root, from);
    if (seam->pulled && stretch->leaves) {
        // The leaf after the stretch supplies as many items; if it cannot, the last leaf of the stretch does.
        int64_t k = from + stretch->items, before[LINES_SUMS];
        const le__lines_node *leaf = NULL;
        if (k < flow->root->sum[SUM_ITEMS]) {
            le__lines_path path;
            le__lines_path_find(flow->root, SUM_ITEMS, &k, &path, before);
            leaf = path.leaf;
        }
        bool can_push = leaf && le__lines_is_narrow(leaf) && leaf->head.n > seam->pulled &&
                        *(const uint32_t *)le__lines_widths(leaf) == stretch->width &&
                        le__kernels_in_use()->count_equal(le__lines_widths(leaf), leaf->head.n) == leaf->head.n;
        if (!can_push) {
            stretch->items -= stretch->last;
            stretch->leaves--;
        }
    }
    return stretch->leaves >= STRETCH_LEAVES;
}

// Carries out the edit in its leaf, and completes the last line of that leaf or passes it to the stretch.
static void seam_close(le__lines_path *path, const le__flow_leaf_edit *edit, le__flow_change *change,
                       const even_seam *seam, even_shift *shift, le_work *work) {
    le__lines_node *leaf = path->leaf;
    le__flow_put(leaf, edit);
    uint32_t *w = le__lines_widths(leaf), *h = le__lines_heights(leaf);
    size_t n = edit->n, line = edit->flow.line;
    if (seam->pushed) {
        memcpy(shift->heights, h + line, seam->pushed * sizeof *h);
        change->begins[line / 64] &= ~((uint64_t)1 << (line & 63));
        change->delta[SUM_ITEMS] -= (int64_t)seam->pushed;
        change->out = seam->pushed;
    } else {
        le__lines_path behind = *path;
        const le__lines_node *next = le__lines_path_next(&behind);
        le__lines_stay_even(leaf, w[0], le__lines_widths(next), seam->pulled);
        memcpy(w + n, le__lines_widths(next), seam->pulled * sizeof *w);
        memcpy(h + n, le__lines_heights(next), seam->pulled * sizeof *h);
        leaf->head.n += (uint32_t)seam->pulled;
        int64_t more = largest_of(h + n, seam->pulled);
        change->delta[SUM_ADVANCE] += LE_MAX(edit->flow.open.thickness, more) + edit->flow.line_spacing;
        change->delta[SUM_LINES]++;
        change->delta[SUM_ITEMS] += (int64_t)seam->pulled;
    }
    le__flow_carry_out(change, 1);
    le__lines_path_add(path, change->delta, work);
}

// An edit at item `at` whose re-flow continues into many leaves. Returns false, with nothing changed, if it cannot be
// done by shifting. Otherwise `*status` is LE_OK, or the error that left the flow unchanged.
bool le__flow_edit_stretch(le__flow *flow, int64_t at, le__flow_leaf_edit *change, int depth, le_work *work,
                           le_status *status) {
    // With at most this many items the total height cannot exceed the limit, wherever lines break.
    const int64_t items = flow->root->sum[SUM_ITEMS];
    if (items > LE_MAX_TOTAL >> 34 || flow->root->sum[SUM_ADVANCE] > LE_MAX_TOTAL / 2 || at >= items) return false;
    le__lines_path path, behind;
    le__flow_change plan;
    even_seam seam;
    int64_t k = at;
    *status = LE_NO_MEMORY;
    if (!le__lines_path_own(&flow->root, &k, &path, NULL)) return true;
    if (!le__flow_plan(flow, &path, (size_t)k, change, &plan)) return false;
    behind = path;
    const le__lines_node *next = le__lines_path_next(&behind);
    int64_t from = at - k + path.leaf->head.n;
    if (!next || !seam_plan(change, path.leaf, next, &seam) || !seam_reach(flow, from, &seam)) return false;
    LE_PATH(FLOW_SHIFT);

    // The edit after the stretch.
    const int64_t end = from + seam.stretch.items, count = (int64_t)(seam.pushed + seam.pulled);
    int64_t widths[LINES_MAX], heights[LINES_MAX];
    le__flow_read(flow, seam.pushed ? end - count : end, count, widths, heights);
    le__flow_source given = {.widths = widths, .heights = heights, .count = seam.pushed ? count : 0};
    *status = le__flow_edit(flow, end, seam.pulled ? count : 0, &given, depth + 1, work);
    if (*status != LE_OK) return true;

    // The leaf of the edit, and the stretch. The flow owns all nodes on the path, so nothing is allocated.
    even_shift shift = {.columns = seam.stretch.columns,
                        .count = (size_t)count,
                        .back = seam.pulled > 0,
                        .line_spacing = flow->rules.line_spacing,
                        .work = work};
    for (int64_t i = 0; i < count; i++) shift.heights[i] = (uint32_t)heights[i];
    k = at;
    bool own = le__lines_path_own(&flow->root, &k, &path, work) && le__flow_plan(flow, &path, (size_t)k, change, &plan);
    assert(own);
    (void)own;
    seam_close(&path, change, &plan, &seam, &shift, work);
    from = at - k + path.leaf->head.n;
    shift_below(&shift, flow->root, from, from + seam.stretch.items);
    if (work) work->items_moved += change->met - change->start + (uint64_t)seam.stretch.items;
    return true;
}
