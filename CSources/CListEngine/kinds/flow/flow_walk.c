// Walking over lines, and the positions of their items.

#include <assert.h>
#include <string.h>

#include "kernels/kernels.h"
#include "kernels/near_points.h"
#include "kinds/flow/flow.h"
#include "kinds/flow/line_tree.h"

static void walk_enter(le__flow_walk *walk, const le__lines_path *path) {
    static_assert(sizeof walk->slot / sizeof *walk->slot == sizeof path->slot / sizeof *path->slot,
                  "a walk holds a whole path");
    memcpy(walk->node, path->node, (size_t)path->depth * sizeof *walk->node);
    memcpy(walk->slot, path->slot, (size_t)path->depth * sizeof *walk->slot);
    walk->node[path->depth] = path->leaf;
    walk->depth = path->depth;
}

// The first child at or after slot `slot` that has a line with a thickness, or the number of children. The walk, which
// is at the start of child `slot`, skips the children before the result.
static uint32_t next_tall(le__flow_walk *walk, const le__lines_inner *inner, uint32_t slot) {
    const int64_t spacing = walk->flow->rules.line_spacing;
    for (; slot < inner->base.head.n; slot++) {
        int64_t has[LINES_SUMS];
        for (int s = 0; s < LINES_SUMS; s++) {
            int64_t end = slot + 1 < inner->base.head.n ? inner->prefix[s][slot + 1] : inner->base.sum[s];
            has[s] = end - inner->prefix[s][slot];
        }
        if (has[SUM_ADVANCE] != has[SUM_LINES] * spacing) break;
        walk->item += has[SUM_ITEMS];
        walk->main += has[SUM_ADVANCE];
    }
    return slot;
}

// Moves to the next leaf; false at the end.
static bool walk_on(le__flow_walk *walk) {
    int d = walk->depth - 1;
    while (d >= 0) {
        const le__lines_inner *inner = walk->node[d];
        uint32_t slot = (uint32_t)walk->slot[d] + 1;
        if (walk->tall) slot = next_tall(walk, inner, slot);
        if (slot == inner->base.head.n) {
            d--;
            continue;
        }
        walk->slot[d] = (int32_t)slot;
        walk->node[++d] = inner->child[slot];
        if (d == walk->depth) {
            walk->position = 0;
            return true;
        }
        walk->slot[d] = -1;
    }
    return false;
}

// Prefetches a leaf that is searched and read next. Otherwise the search waits for the head, the heights and the
// widths, one after the other.
LE_INLINE void prefetch_leaf(const le__lines_node *leaf) { le__prefetch(leaf, LE__BLOCK_MAX); }

void le__flow_walk_prefetch(const le__flow_walk *walk) {
    if (walk->ended || walk->depth == 0) return;
    const le__lines_inner *parent = walk->node[walk->depth - 1];
    const uint32_t next = (uint32_t)walk->slot[walk->depth - 1] + 1;
    if (next < parent->base.head.n) prefetch_leaf(parent->child[next]);
}

// The position of the line of an item in the leaf of a path: its first item, and its start on the main axis.
LE_INLINE size_t line_at(const le__flow *flow, int64_t item, le__lines_path *path, int64_t *first, int64_t *main,
                         le_work *work) {
    int64_t k = item, before[LINES_SUMS];
    le__lines_path_find(flow->root, SUM_ITEMS, &k, path, before);
    if (work) work->nodes_visited += (uint64_t)path->depth + 1;
    const le__lines_node *leaf = path->leaf;
    prefetch_leaf(leaf);
    const size_t n = leaf->head.n;
    const size_t start = le__lines_is_long(leaf) ? 0 : le__previous_bit(le__lines_bits(leaf), (size_t)k);
    const int64_t spacing = flow->rules.line_spacing;
    *first = before[SUM_ITEMS] + (int64_t)start;
    // The shorter part of the leaf is summed.
    *main =
        before[SUM_ADVANCE] + (start <= n / 2 ? le__lines_advance(leaf, 0, start, spacing)
                                              : leaf->sum[SUM_ADVANCE] - le__lines_advance(leaf, start, n, spacing));
    return start;
}

void le__flow_walk_to_item(le__flow_walk *walk, const le__flow *flow, int64_t item, le_work *work) {
    le__lines_path path;
    walk->flow = flow;
    walk->tall = false;
    walk->position = (int64_t)line_at(flow, item, &path, &walk->item, &walk->main, work);
    walk->ended = false;
    walk_enter(walk, &path);
}

// Finds the first line of a leaf whose successor starts after `inside`; the last line if there is none. Returns its
// first item, and its start in `*at`.
LE_INLINE size_t line_reaching(const le__lines_node *leaf, int64_t spacing, int64_t inside, int64_t *at) {
    const uint64_t *bits = le__lines_bits(leaf);
    if (LE_LIKELY(le__lines_is_narrow(leaf)))
        return le__kernels_in_use()->find_line(bits, le__lines_heights(leaf), leaf->head.n, spacing, inside, at);
    *at = 0;
    const size_t n = le__lines_is_long(leaf) ? 0 : leaf->head.n; // a long leaf is a single line
    for (size_t start = 0, end; start < n; start = end) {
        end = le__next_bit(bits, start + 1, n);
        const int64_t next = *at + le__lines_thickness(leaf, start, end) + spacing;
        if (next > inside || end == n) return start;
        *at = next;
    }
    return 0;
}

// A line ends at the start of the next one minus the spacing, so this finds the first line whose successor starts after
// main + spacing.
void le__flow_walk_to_offset(le__flow_walk *walk, const le__flow *flow, int64_t main, le_work *work) {
    const int64_t spacing = flow->rules.line_spacing;
    int64_t v = LE_MIN(LE_MAX(main, -LE_MAX_TOTAL), LE_MAX_TOTAL) + spacing;
    walk->flow = flow;
    walk->tall = false;
    walk->ended = !flow->root || v >= flow->root->sum[SUM_ADVANCE];
    if (walk->ended) return;
    le__lines_path path;
    int64_t before[LINES_SUMS];
    v = LE_MAX(v, -1);
    int64_t inside = LE_MAX(v, 0);
    le__lines_path_find(flow->root, SUM_ADVANCE, &inside, &path, before);
    prefetch_leaf(path.leaf);
    if (v < 0) {
        // The very first line, even if the first leaves have an advance of 0.
        int64_t k = 0;
        le__lines_path_find(flow->root, SUM_ITEMS, &k, &path, before);
        inside = -1;
    }
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    const le__lines_node *leaf = path.leaf;
    int64_t at;
    const size_t start = line_reaching(leaf, spacing, inside, &at);
    walk->item = before[SUM_ITEMS] + (int64_t)start;
    walk->main = before[SUM_ADVANCE] + at;
    walk->position = (int64_t)start;
    walk_enter(walk, &path);
}

// The extent of items `from ..< to` and the spacings between them, which fit one line or are one item. The sum of the
// widths alone may overflow if a negative spacing lets items overlap.
LE_INLINE int64_t leaf_extent(const le__lines_node *leaf, size_t from, size_t to, int64_t spacing) {
    int64_t sum = 0;
    if (LE_LIKELY(!le__lines_is_wide(leaf))) {
        const uint32_t *widths = le__lines_widths(leaf);
        LE_SHORT_LOOP
        for (size_t i = from; i < to; i++) sum += widths[i];
        return sum + (int64_t)(to - from - 1) * spacing;
    }
    const int64_t *widths = le__lines_widths(leaf);
    for (size_t i = from; i < to; i++) sum += widths[i] + spacing;
    return sum - spacing;
}

// The positions of the items of a line depend on this, besides its own items.
LE_INLINE le__flow_placing placing_of(const le__flow *flow) {
    const le__flow_rules *rules = &flow->rules;
    const int64_t *sum = flow->root->sum;
    return (le__flow_placing){.line = rules->line,
                              .item_spacing = rules->item_spacing,
                              .line_spacing = rules->line_spacing,
                              .items = sum[SUM_ITEMS],
                              .lines = sum[SUM_LINES],
                              .justified = rules->packing == LE_PACKING_JUSTIFIED};
}

// Reads the line of a leaf from item `start` on. `line` has its first item and its start. Returns the position after
// it.
LE_INLINE size_t read_line(const le__flow *flow, const le__lines_node *leaf, size_t start, le__flow_line *line) {
    const int64_t spacing = flow->rules.item_spacing;
    const size_t n = leaf->head.n;
    size_t end = n;
    int64_t used;
    if (LE_UNLIKELY(le__lines_is_long(leaf))) {
        // Everything that would need a pass over the items is stored.
        line->sums = ((const le__lines_long *)leaf)->sums;
        line->thickness = leaf->sum[SUM_ADVANCE] - flow->rules.line_spacing;
        line->alike = leaf->head.kind & LINES_ALIKE;
        used = (int64_t)(line->sums[(n + 63) / 64] + (uint64_t)(n - 1) * (uint64_t)spacing);
    } else {
        end = le__next_bit(le__lines_bits(leaf), start + 1, n);
        line->sums = NULL;
        line->alike = false; // without sums, the items are compared
        line->thickness = le__lines_thickness(leaf, start, end);
        used = leaf_extent(leaf, start, end, spacing);
    }
    line->count = (int64_t)(end - start);
    line->wide = le__lines_is_wide(leaf);
    line->widths = (char *)le__lines_widths(leaf) + start * (line->wide ? 8 : 4);
    line->heights = (char *)le__lines_heights(leaf) + start * (line->wide ? 8 : 4);
    const le__flow_placing placing = placing_of(flow);
    le__flow_place_line(&placing, line, used);
    return end;
}

bool le__flow_walk_next(le__flow_walk *walk, le__flow_line *line, le_work *work) {
    if (walk->ended) return false;
    const le__lines_node *leaf = walk->node[walk->depth];
    line->first = walk->item;
    line->main = walk->main;
    const size_t end = read_line(walk->flow, leaf, (size_t)walk->position, line);
    walk->item += line->count;
    walk->main += line->thickness + walk->flow->rules.line_spacing;
    walk->position = (int64_t)end;
    if (end == leaf->head.n) {
        walk->ended = !walk_on(walk);
        if (work && !walk->ended) work->nodes_visited++;
    }
    return true;
}

// ---- Many lines

size_t le__flow_walk_places(le__flow_walk *walk, int64_t end, le__flow_places *places, le_work *work) {
    static_assert(LE__FLOW_PLACES_ROOM >= LINES_MAX + LE__FLOW_PLACES_SPARE, "lanes stay in the arrays");
    static_assert(LINES_MAX <= 128, "kernels hold the bits of a leaf in two words");
    if (walk->ended) return 0;
    const le__lines_node *leaf = walk->node[walk->depth];
    // The edges of the items of a line must fit 32 bits, even when a wider line moves it by half of its own slack.
    if (!le__lines_is_narrow(leaf) || walk->flow->rules.line >= (int64_t)UINT32_MAX - 2 * LE__FLOW_SLACK) return 0;
    const size_t n = leaf->head.n, from = (size_t)walk->position;
    places->first = walk->item - walk->position;
    const le__flow_placing placing = placing_of(walk->flow);
    places->near = is_near(walk->main);
    const size_t start = le__kernels_in_use()->place_lines(&placing, le__lines_bits(leaf), le__lines_widths(leaf),
                                                           le__lines_heights(leaf), n, from, end, &walk->main, places);
    places->near &= is_near(walk->main);
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

le_rect le__flow_item_frame(const le__flow *flow, int64_t item, le_work *work) {
    le__lines_path path;
    le__flow_line line;
    const size_t start = line_at(flow, item, &path, &line.first, &line.main, work);
    read_line(flow, path.leaf, start, &line);
    const int64_t i = item - line.first;
    int64_t cross = le__flow_line_start(&line, i);
    return le__flow_line_place(&line, i, &cross);
}

int64_t le__flow_line_reaching(const le__flow_line *line, int64_t cross) {
    if (!line->sums) return 0;
    // Item 64 b - 1 ends one gap before item 64 b begins.
    int64_t low = 0, high = (line->count - 1) / 64;
    while (low < high) {
        const int64_t middle = (low + high + 1) / 2, i = 64 * middle;
        if (le__flow_line_start(line, i) - line->gap - (i <= line->wide_gaps) <= cross)
            low = middle;
        else
            high = middle - 1;
    }
    return 64 * low;
}
