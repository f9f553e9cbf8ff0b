// The tree of sections: its leaves, the references of its sections, and lookups.
#include <string.h>

#define TREE_FUNCTIONS
#include "section/kind.h"

#include "section/section_tree.h"
#include "support/paths.h"

// ---- References

void le__section_retain(const le__section *s) {
    le__retain(s->style);
    if (s->body) le__retain(s->body);
}

void le__body_release(const le__section *s) {
    if (s->body) le__kind_of(s)->release(s->body);
}

void le__section_release(le__section *s) {
    le__body_release(s);
    le__style_release(s->style);
}

void le__style_release(le__style *style) {
    if (!le__drop(style)) return;
    const le__kind *kind = le__kind_at(style->spec.kind);
    if (kind->release_solved) kind->release_solved(style);
    le__block_free(style);
}

le__style *le__style_make(const le_section_spec *spec, le__style *last) {
    if (last && memcmp(&last->spec, spec, sizeof *spec) == 0) {
        le__retain(last);
        return last;
    }
    le__style *made = le__block_alloc(sizeof *made);
    if (made) *made = (le__style){.spec = *spec};
    return made;
}

// ---- Leaves

void le__sections_leaf_sum(le__sections_node *leaf) {
    memset(leaf->sum, 0, sizeof leaf->sum);
    memset(leaf->max, 0, sizeof leaf->max);
    leaf->sum[0] = leaf->head.n;
    for (uint32_t i = 0; i < leaf->head.n; i++) {
        const le__section *s = &le__sections_in(leaf)[i];
        leaf->sum[1] += s->extent;
        leaf->sum[2] += s->items;
        leaf->max[0] = LE_MAX(leaf->max[0], s->before);
        leaf->max[1] = LE_MAX(leaf->max[1], s->after);
    }
}

// Makes a leaf over `n` sections, without taking references; NULL when memory is short.
static le__sections_node *leaf_over(const le__section *sections, uint32_t n) {
    le__sections_node *leaf = le__block_alloc(sizeof *leaf + n * sizeof *sections);
    if (!leaf) return NULL;
    leaf->head = (le__head){.n = n};
    memcpy(le__sections_in(leaf), sections, n * sizeof *sections);
    le__sections_leaf_sum(leaf);
    return leaf;
}

// The same, and retains what the sections refer to.
static le__sections_node *leaf_make(const le__section *sections, uint32_t n) {
    le__sections_node *leaf = leaf_over(sections, n);
    for (uint32_t i = 0; leaf && i < n; i++) le__section_retain(&sections[i]);
    return leaf;
}

le__sections_node *le__sections_leaf_of(le__section *sections, uint32_t n) {
    le__sections_node *leaf = leaf_over(sections, n);
    for (uint32_t i = 0; !leaf && i < n; i++) le__section_release(&sections[i]);
    return leaf;
}

le__sections_node *le__sections_leaf_copy(le__sections_node *leaf) {
    return leaf_make(le__sections_in(leaf), leaf->head.n);
}

void le__sections_leaf_drop(le__sections_node *leaf) {
    for (uint32_t i = 0; i < leaf->head.n; i++) le__section_release(&le__sections_in(leaf)[i]);
}

bool le__sections_leaf_split(le__sections_node *leaf, int64_t k, le__sections_node **left, le__sections_node **right) {
    *left = leaf_make(le__sections_in(leaf), (uint32_t)k);
    *right = *left ? leaf_make(le__sections_in(leaf) + k, leaf->head.n - (uint32_t)k) : NULL;
    if (*right) return true;
    le__sections_release(*left);
    *left = NULL;
    return false;
}

int le__sections_leaf_join(le__sections_node *a, le__sections_node *b, le__sections_node *out[2]) {
    uint32_t n = a->head.n + b->head.n;
    bool small = LE_MIN(a->head.n, b->head.n) < LE__SECTIONS_MAX / 4;
    if (n > LE__SECTIONS_MAX * 3 / 4 && !small) {
        le__retain(a);
        le__retain(b);
        out[0] = a;
        out[1] = b;
        return 2;
    }
    le__section all[2 * LE__SECTIONS_MAX];
    memcpy(all, le__sections_in(a), a->head.n * sizeof *all);
    memcpy(all + a->head.n, le__sections_in(b), b->head.n * sizeof *all);
    uint32_t first = n <= LE__SECTIONS_MAX ? n : n / 2;
    // Next to a full leaf the small one becomes just large enough. Sections that are appended or prepended one by one
    // fill it.
    if (n > LE__SECTIONS_MAX && a->head.n == LE__SECTIONS_MAX) first = n - (LE__SECTIONS_MAX / 4 + 1);
    if (n > LE__SECTIONS_MAX && b->head.n == LE__SECTIONS_MAX) first = LE__SECTIONS_MAX / 4 + 1;
    if (!(out[0] = leaf_make(all, first))) return 0;
    if (first == n) return 1;
    if ((out[1] = leaf_make(all + first, n - first))) return 2;
    le__sections_release(out[0]);
    return 0;
}

const char *le__sections_check_leaf(le__sections_node *leaf) {
    le__sections_node copy = {.head = leaf->head};
    if (leaf->head.n == 0 || leaf->head.n > LE__SECTIONS_MAX) return "a leaf's number of sections is out of range";
    copy.sum[0] = leaf->head.n;
    for (uint32_t i = 0; i < leaf->head.n; i++) {
        const le__section *s = &le__sections_in(leaf)[i];
        if (s->extent < 0 || s->items < 0 || s->before < 0 || s->after < 0) return "a section's number is negative";
        copy.sum[1] += s->extent;
        copy.sum[2] += s->items;
        copy.max[0] = LE_MAX(copy.max[0], s->before);
        copy.max[1] = LE_MAX(copy.max[1], s->after);
    }
    if (memcmp(copy.sum, leaf->sum, sizeof copy.sum)) return "a leaf's sums differ from its sections'";
    if (memcmp(copy.max, leaf->max, sizeof copy.max)) return "a leaf's maxima differ from its sections'";
    return NULL;
}

// ---- Lookups

le__section_place le__sections_find(const le_layout *layout, int64_t index, le_work *work) {
    int64_t k = index, before[3];
    if (work) work->nodes_visited += (uint64_t)layout->root->head.level + 1;
    const le__section *in = le__sections_in(le__sections_find_leaf(layout->root, 0, &k, before));
    le__section_place place = {&in[k], index, layout->lead + before[1], before[2], 0};
    for (int64_t i = 0; i < k; i++) {
        place.offset += in[i].extent;
        place.items_before += in[i].items;
    }
    return place;
}

LE_INLINE bool in_reach(const le__reach *r, int64_t start, int64_t extent, int64_t items, int64_t before,
                        int64_t after) {
    return start - before < r->main_max && start + extent + after > r->main_min &&
           (extent || before || after || (r->all && items));
}

LE_INLINE void place_found(const le__reach *r, const le__section *s, int64_t index, int64_t offset, uint32_t left,
                           le__section_place *place) {
    if (offset >= r->main_max || offset + s->extent <= r->main_min) LE_PATH(QUERY_OVERHANG);
    *place = (le__section_place){s, index, offset, 0, left};
}

// Like le__sections_next, below a node whose first section has index `first` and starts at `offset`. Subtrees out of
// reach are skipped as a whole without being read, and those far before the range are not even compared with it.
static bool next_in(le__sections_node *node, int64_t first, int64_t offset, int64_t from, const le__reach *r,
                    le__section_place *place) {
    if (r->work) r->work->nodes_visited++;
    const int64_t before = node->max[0], after = node->max[1];
    if (node->head.level == 0) {
        const le__section *s = le__sections_in(node);
        for (uint32_t i = 0; i < node->head.n && offset - before < r->main_max; i++, s++) {
            if (first + i >= from && in_reach(r, offset, s->extent, s->items, s->before, s->after)) {
                place_found(r, s, first + i, offset, node->head.n - i - 1, place);
                return true;
            }
            offset += s->extent;
        }
        return false;
    }
    le__sections_inner *inner = le__sections_as_inner(node);
    const int64_t low = le__less(r->main_min, offset + after);
    for (uint32_t i = low > 0 ? (uint32_t)le__sections_slot_at(inner, 1, low) : 0; i < node->head.n; i++) {
        const int64_t start = inner->prefix[1][i];
        if (offset + start - before >= r->main_max) return false;
        int64_t end[3];
        for (int c = 0; c < 3; c++) end[c] = i + 1 < node->head.n ? inner->prefix[c][i + 1] : node->sum[c];
        if (first + end[0] <= from) continue;
        if (in_reach(r, offset + start, end[1] - start, end[2] - inner->prefix[2][i], inner->maximum[0][i],
                     inner->maximum[1][i]) &&
            next_in(inner->child[i], first + inner->prefix[0][i], offset + start, from, r, place))
            return true;
    }
    return false;
}

// The same when the section before `from` was the last one found.
static LE_NOINLINE bool next_after(const le_layout *layout, int64_t from, const le__reach *r,
                                   le__section_place *place) {
    const int64_t offset = place->offset + place->section->extent;
    // No later section reaches back into the range.
    if (offset - layout->root->max[0] >= r->main_max) return false;
    const le__section *s = place->section + 1;
    if (place->left && in_reach(r, offset, s->extent, s->items, s->before, s->after)) {
        place_found(r, s, from, offset, place->left - 1, place);
        return true;
    }
    return next_in(layout->root, 0, layout->lead, from, r, place);
}

bool le__sections_next(const le_layout *layout, int64_t from, const le__reach *r, le__section_place *place) {
    if (!layout->root || from >= layout->root->sum[0]) return false;
    if (place->section && from == place->index + 1) return next_after(layout, from, r, place);
    return next_in(layout->root, 0, layout->lead, from, r, place);
}
