// The tree of sections. An entry carries what its section takes along the main axis, its number of items, how far its
// elements reach out of it, its style and its body; all that grows with the number of sections is in this tree, so
// that no edit copies anything of size O(sections).

// How a section is laid out, shared by sections of an equal spec.
typedef struct style {
    le_section_spec spec;
    le__template *template; // of compositional sections, else NULL
} style;

typedef struct section {
    int64_t extent, items; // the extent with the spacing to the next section
    int64_t before, after; // how far elements reach past the section's start and end; 0 for most
    style *style;
    void *body; // list, waterfall: a tree's node; flow: a flow root; frames: a frames block; compositional: composed;
                // grid: NULL
} section;

#define TREE(name) sections_##name
#define TREE_SUMS 3
#define TREE_MAXIMA 2
#define TREE_FANOUT 20

typedef struct sections_node {
    le__head head;
    int64_t sum[TREE_SUMS];   // sections, extent, items
    int64_t max[TREE_MAXIMA]; // before, after
} sections_node_t;            // a leaf's sections follow
typedef sections_node_t sections_node;

enum { SECTIONS_MAX = (LE__BLOCK_MAX - sizeof(sections_node_t)) / sizeof(section) };

LE_INLINE section *sections_in(const sections_node_t *leaf) { return (section *)(leaf + 1); }

static sections_node_t *sections_leaf_copy(sections_node_t *leaf);
static bool sections_leaf_split(sections_node_t *leaf, int64_t k, sections_node_t **left, sections_node_t **right);
static int sections_leaf_join(sections_node_t *a, sections_node_t *b, sections_node_t *out[2]);
static void sections_leaf_drop(sections_node_t *leaf);

#include "tree/tree_body.h"

// ---- References

LE_INLINE le__flow section_flow(const section *s, const le_layout_config *config) {
    const le_section_spec *spec = &s->style->spec;
    return (le__flow){.root = s->body,
                      .rules = {.line = line_extent(config, spec),
                                .item_spacing = spec->item_spacing,
                                .line_spacing = spec->line_spacing,
                                .packing = spec->packing}};
}

static void section_retain(const section *s) {
    le__node_retain(s->style);
    if (s->body) le__retain(s->body);
}

static void style_release(style *shared) {
    if (!le__node_drop(shared)) return;
    le__template_release(shared->template);
    le__block_free(shared);
}

static void section_release(section *s) {
    switch (s->style->spec.kind) {
    case LE_SECTION_LIST:
        extents_release(s->body);
        break;
    case LE_SECTION_FLOW: {
        le__flow flow = {.root = s->body};
        le__flow_release(&flow);
        break;
    }
    case LE_SECTION_FRAMES:
        if (s->body && le__drop(s->body)) le__block_free(s->body);
        break;
    case LE_SECTION_COMPOSITIONAL:
        le__composed_release(s->body);
        break;
    case LE_SECTION_WATERFALL:
        waterfall_release(s->body);
        break;
    case LE_SECTION_GRID:
        break;
    }
    style_release(s->style);
}

// A style for a spec: the last one made, where it is equal. The caller gets a reference; NULL when memory is short.
static style *style_make(const le_section_spec *spec, style *last) {
    if (last && memcmp(&last->spec, spec, sizeof *spec) == 0) {
        le__node_retain(last);
        return last;
    }
    style *made = le__block_alloc(sizeof *made);
    if (made) *made = (style){.spec = *spec};
    return made;
}

// ---- Leaves

static void sections_leaf_sum(sections_node_t *leaf) {
    memset(leaf->sum, 0, sizeof leaf->sum);
    memset(leaf->max, 0, sizeof leaf->max);
    leaf->sum[0] = leaf->head.n;
    for (uint32_t i = 0; i < leaf->head.n; i++) {
        const section *s = &sections_in(leaf)[i];
        leaf->sum[1] += s->extent;
        leaf->sum[2] += s->items;
        leaf->max[0] = LE_MAX(leaf->max[0], s->before);
        leaf->max[1] = LE_MAX(leaf->max[1], s->after);
    }
}

// A leaf over `n` sections, taking other references to what they refer to; NULL when memory is short.
static sections_node_t *sections_leaf_make(const section *sections, uint32_t n) {
    sections_node_t *leaf = le__block_alloc(sizeof *leaf + n * sizeof *sections);
    if (!leaf) return NULL;
    leaf->head = (le__head){.n = n};
    for (uint32_t i = 0; i < n; i++) {
        sections_in(leaf)[i] = sections[i];
        section_retain(&sections[i]);
    }
    sections_leaf_sum(leaf);
    return leaf;
}

static sections_node_t *sections_leaf_copy(sections_node_t *leaf) {
    return sections_leaf_make(sections_in(leaf), leaf->head.n);
}

static void sections_leaf_drop(sections_node_t *leaf) {
    for (uint32_t i = 0; i < leaf->head.n; i++) section_release(&sections_in(leaf)[i]);
}

static bool sections_leaf_split(sections_node_t *leaf, int64_t k, sections_node_t **left, sections_node_t **right) {
    *left = sections_leaf_make(sections_in(leaf), (uint32_t)k);
    *right = *left ? sections_leaf_make(sections_in(leaf) + k, leaf->head.n - (uint32_t)k) : NULL;
    if (*right) return true;
    sections_release(*left);
    *left = NULL;
    return false;
}

static int sections_leaf_join(sections_node_t *a, sections_node_t *b, sections_node_t *out[2]) {
    uint32_t n = a->head.n + b->head.n;
    bool small = LE_MIN(a->head.n, b->head.n) < SECTIONS_MAX / 4;
    if (n > SECTIONS_MAX * 3 / 4 && !small) {
        le__retain(a);
        le__retain(b);
        out[0] = a;
        out[1] = b;
        return 2;
    }
    section all[2 * SECTIONS_MAX];
    memcpy(all, sections_in(a), a->head.n * sizeof *all);
    memcpy(all + a->head.n, sections_in(b), b->head.n * sizeof *all);
    uint32_t first = n <= SECTIONS_MAX ? n : n / 2;
    if (!(out[0] = sections_leaf_make(all, first))) return 0;
    if (first == n) return 1;
    if ((out[1] = sections_leaf_make(all + first, n - first))) return 2;
    sections_release(out[0]);
    return 0;
}

static const char *sections_check_leaf(sections_node_t *leaf) {
    sections_node_t copy = {.head = leaf->head};
    if (leaf->head.n == 0 || leaf->head.n > SECTIONS_MAX) return "a leaf's number of sections is out of range";
    copy.sum[0] = leaf->head.n;
    for (uint32_t i = 0; i < leaf->head.n; i++) {
        const section *s = &sections_in(leaf)[i];
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

// ---- Extents

// Where the items of a stock section begin, from the section's start.
LE_INLINE int64_t items_start(const le_section_spec *spec) { return spec->header + spec->inset_main_start; }

// Extent of all lines of a section, from its body; -1 past the limits.
static int64_t lines_extent(const section *s, const le_layout_config *config) {
    switch (s->style->spec.kind) {
    case LE_SECTION_LIST:
        return s->body ? extents_total(s->body) - s->style->spec.line_spacing : 0;
    case LE_SECTION_GRID:
        return grid_extent(config, &s->style->spec, s->items);
    case LE_SECTION_FLOW: {
        le__flow flow = section_flow(s, config);
        return le__flow_extent(&flow);
    }
    case LE_SECTION_WATERFALL:
        return waterfall_extent(s->body, &s->style->spec);
    case LE_SECTION_FRAMES:
    case LE_SECTION_COMPOSITIONAL:
        break;
    }
    return 0;
}

// Extent and reach of a compositional section.
static bool composed_measure(section *s, int64_t cross) {
    const le__template *t = s->style->template;
    const le_composition_spec *spec = &t->composition->spec;
    const le__composed *c = s->body;
    le__composed_extent e;
    if (!le__compose_extent(t, c, s->items, &e)) return false;
    s->extent = e.extent + spec->section_spacing;
    int64_t low = 0, high = s->extent;
    if (e.groups || le__group_count(t, s->items)) {
        low = LE_MIN(low, e.start - le__reach_of(t, c, MAIN, 0));
        high = LE_MAX(high, e.start + e.groups + le__reach_of(t, c, MAIN, 1));
        for (size_t b = 0; b < spec->backdrop_count; b++) {
            low = LE_MIN(low, spec->backdrops[b].inset_main[LE_START]);
            high = LE_MAX(high, e.extent - spec->backdrops[b].inset_main[LE_END]);
        }
    }
    le__boundary_room room = le__composed_room(t, &e, 0, cross);
    for (size_t b = 0; b < spec->boundary_count; b++) {
        const le_boundary *boundary = &spec->boundaries[b];
        const int64_t main = le__boundary_size(t, c, (int64_t)b, MAIN);
        le_rect frame = {.main_min = le__boundary_start(boundary, &room, main)};
        frame.main_max = frame.main_min + main;
        le__inset(&frame, &boundary->main, &boundary->cross, boundary->inset_main, boundary->inset_cross);
        low = LE_MIN(low, frame.main_min);
        high = LE_MAX(high, frame.main_max);
        // Where it pins its room stays within the section; insets below 0 let it stand out of its room.
        if (spec->boundaries[b].pins) {
            low = LE_MIN(low, spec->boundaries[b].inset_main[LE_START]);
            high = LE_MAX(high, e.extent - spec->boundaries[b].inset_main[LE_END]);
        }
    }
    s->before = -low;
    s->after = high - s->extent;
    return s->extent <= LE_MAX_TOTAL;
}

// Sets what follows from style and body: extent and reach. False past the limits.
static bool section_measure(section *s, const le_layout_config *config) {
    const le_section_spec *spec = &s->style->spec;
    if (spec->kind == LE_SECTION_FRAMES) {
        const frames *f = s->body;
        s->items = f->count;
        s->extent = f->extent + spec->section_spacing;
        s->before = LE_MAX(-f->bounds.main_min, 0);
        s->after = LE_MAX(f->bounds.main_max - f->extent, 0);
        return s->extent <= LE_MAX_TOTAL;
    }
    if (spec->kind == LE_SECTION_COMPOSITIONAL) return composed_measure(s, config->cross);
    int64_t lines = lines_extent(s, config);
    if (lines < 0 && spec->kind == LE_SECTION_GRID) return false;
    int64_t start = items_start(spec);
    // Lines take no more than a limit and a spacing, and a length of a spec is at most a quarter of the limit: with what
    // the items take within the limit, the sum of all stays within 64 bits.
    int64_t body = LE_MAX(spec->inset_main_start + lines + spec->inset_main_end, 0);
    if (body > LE_MAX_TOTAL) return false;
    s->extent = spec->header + body + spec->footer + spec->section_spacing;
    s->before = s->items ? LE_MAX(-start, 0) : 0;
    s->after = s->items ? LE_MAX(start + lines - s->extent, 0) : 0;
    return s->extent <= LE_MAX_TOTAL;
}

// ---- Looking up

// A section on the way of a query: the entry, its index and where it starts.
typedef struct section_place {
    const section *section;
    int64_t index, offset, items_before;
} section_place;

// Whether there is a layout and it has sections `first ..< first + count`.
LE_INLINE bool has_sections(const le_layout *layout, int64_t first, int64_t count) {
    if (!layout) return false;
    int64_t sections = layout->root ? layout->root->sum[0] : 0;
    return first >= 0 && count >= 0 && first <= sections && count <= sections - first;
}

static section_place sections_find(const le_layout *layout, int64_t index, le_work *work) {
    sections_path path;
    int64_t k = index, before[TREE_SUMS];
    sections_path_find(layout->root, 0, &k, &path, before);
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    section_place place = {&sections_in(path.leaf)[k], index, layout->lead + before[1], before[2]};
    for (int64_t i = 0; i < k; i++) {
        place.offset += sections_in(path.leaf)[i].extent;
        place.items_before += sections_in(path.leaf)[i].items;
    }
    return place;
}

// What a search of sections is for: sections with elements that take room, or any that has items.
typedef struct reach {
    int64_t main_min, main_max;
    bool all;
    le_work *work;
} reach;

LE_INLINE bool in_reach(const reach *r, int64_t start, int64_t extent, int64_t items, int64_t before, int64_t after) {
    return start - before < r->main_max && start + extent + after > r->main_min &&
           (extent || before || after || (r->all && items));
}

// The first section from index `from` on whose elements can meet the stretch. Subtrees out of reach are passed over
// whole, without being read.
static bool sections_next_in(sections_node_t *node, int64_t first, int64_t offset, int64_t from, const reach *r,
                             section_place *place) {
    if (r->work) r->work->nodes_visited++;
    if (node->head.level == 0) {
        for (uint32_t i = 0; i < node->head.n; i++) {
            const section *s = &sections_in(node)[i];
            if (first + i >= from && in_reach(r, offset, s->extent, s->items, s->before, s->after)) {
                if (offset >= r->main_max || offset + s->extent <= r->main_min) LE_PATH(QUERY_OVERHANG);
                *place = (section_place){s, first + i, offset, 0};
                return true;
            }
            offset += s->extent;
        }
        return false;
    }
    sections_inner *inner = sections_as_inner(node);
    for (uint32_t i = 0; i < node->head.n; i++) {
        int64_t end[TREE_SUMS];
        for (int c = 0; c < TREE_SUMS; c++) end[c] = i + 1 < node->head.n ? inner->prefix[c][i + 1] : node->sum[c];
        if (first + end[0] <= from) continue;
        int64_t start = inner->prefix[1][i];
        if (in_reach(r, offset + start, end[1] - start, end[2] - inner->prefix[2][i], inner->maximum[0][i],
                     inner->maximum[1][i]) &&
            sections_next_in(inner->child[i], first + inner->prefix[0][i], offset + start, from, r, place))
            return true;
    }
    return false;
}

LE_INLINE bool sections_next(const le_layout *layout, int64_t from, const reach *r, section_place *place) {
    return layout->root && from < layout->root->sum[0] &&
           sections_next_in(layout->root, 0, layout->lead, from, r, place);
}

// What a section takes, without the spacing after it.
LE_INLINE int64_t section_extent(const section *s) { return s->extent - s->style->spec.section_spacing; }

static int64_t layout_section_count(const le_layout *layout) {
    return layout && layout->root ? layout->root->sum[0] : 0;
}

static int64_t layout_item_total(const le_layout *layout) { return layout && layout->root ? layout->root->sum[2] : 0; }

// Extent of the content along the main axis: all sections, less the spacing after the last, and the layout's own
// boundary supplementaries.
static int64_t layout_extent(const le_layout *layout) {
    if (!layout) return 0;
    int64_t extent = layout->lead + layout->tail;
    if (!layout->root) return extent;
    extent += layout->root->sum[1];
    if (!layout->spaced) return extent;
    return extent - sections_find(layout, layout->root->sum[0] - 1, NULL).section->style->spec.section_spacing;
}
