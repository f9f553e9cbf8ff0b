// Sections of a layout: the type, the tree that holds them, and what the files of the core share about them.
#ifndef LE_SECTION_SECTION_H
#define LE_SECTION_SECTION_H

#include "listengine/compositional.h"
#include "listengine/extents.h"
#include "listengine/layout.h"
#include "support/lengths.h"
#include "support/macros.h"
#include "support/pool.h"
#include "tree/node.h"

// How a section is laid out. Sections with equal specs share it. A block of the pool, immutable after it is made.
typedef struct le__style {
    le_section_spec spec;
    struct le__template *template; // of a compositional section, else NULL
} le__style;

// A section as stored in the tree.
typedef struct le__section {
    int64_t extent, items; // the extent includes the spacing to the next section
    int64_t before, after; // how far elements reach past the start and end of the section; usually 0
    le__style *style;
    void *body; // what the kind stores about it, a counted block of the pool; NULL: nothing
} le__section;

// The tree of sections. An entry holds everything known about a section, so that no edit copies O(sections) data.
typedef struct le__sections_node {
    le__head head;
    int64_t sum[3];  // sections, extent, items
    int64_t max[2];  // before, after
} le__sections_node; // a leaf's sections follow

#define TREE(name) le__sections_##name
#define TREE_SUMS 3
#define TREE_MAXIMA 2
#define TREE_FANOUT 20
#include "tree/tree.h"

enum { LE__SECTIONS_MAX = (LE__BLOCK_MAX - sizeof(le__sections_node)) / sizeof(le__section) };

LE_INLINE le__section *le__sections_in(const le__sections_node *leaf) { return (le__section *)(leaf + 1); }

struct le_layout {
    le__sections_node *root; // NULL: no sections
    le_layout_config config;
    int64_t lead, tail; // extents of the layout's boundary supplementaries before and after all sections
    struct le__layout_boundaries *boundaries; // the boundary supplementaries of the layout; NULL: none
    bool packed;         // whether a section that depends on the container's extent was ever inserted
    bool spaced;         // whether a section with spacing to the next one was ever inserted
    uint64_t stamp;      // names the contents: layouts with one stamp show the same, and no stamp is used twice
    uint64_t stamps_end; // the layout alone uses the stamps after `stamp` up to this one
};

// Gives a layout stamps that no layout had before. Layouts are edited on any thread.
void le__layout_take_stamps(le_layout *layout);

// Every change of what a layout shows ends with this call, so that no cursor shows what it remembers from before.
LE_INLINE void le__layout_changed(le_layout *layout) {
    if (LE_UNLIKELY(layout->stamp == layout->stamps_end)) le__layout_take_stamps(layout);
    layout->stamp++;
}

// A section found by a lookup: the entry, its index and its start.
typedef struct le__section_place {
    const le__section *section;
    int64_t index, offset, items_before;
    uint32_t left; // number of sections after it in its leaf; only le__sections_next sets it
} le__section_place;

// ---- Rectangles

LE_INLINE bool le__rect_empty(const le_rect *r) { return r->main_min >= r->main_max || r->cross_min >= r->cross_max; }

// The strict test: rectangles that only touch do not intersect, and neither do empty ones.
LE_INLINE bool le__rects_meet(const le_rect *a, const le_rect *b) {
    return a->main_min < b->main_max && a->main_max > b->main_min && a->cross_min < b->cross_max &&
           a->cross_max > b->cross_min && !le__rect_empty(a) && !le__rect_empty(b);
}

LE_INLINE le_rect le__rect_moved(le_rect r, int64_t main) {
    r.main_min += main;
    r.main_max += main;
    return r;
}

// Clamps a coordinate to the range that content can have.
LE_INLINE int64_t le__clamped(int64_t at) { return LE_MIN(LE_MAX(at, -LE_MAX_TOTAL), LE_MAX_TOTAL); }

LE_INLINE le_rect le__rect_clamped(const le_rect *r) {
    return (le_rect){le__clamped(r->main_min), le__clamped(r->cross_min), le__clamped(r->main_max),
                     le__clamped(r->cross_max)};
}

// ---- Lengths of a section

// The extent of a line across the scroll axis, between the insets.
LE_INLINE int64_t le__line_extent(const le_layout_config *config, const le_section_spec *spec) {
    return LE_MAX(config->cross - spec->inset_cross_start - spec->inset_cross_end, 0);
}

// The start of the items of a stock section, relative to the start of the section.
LE_INLINE int64_t le__items_start(const le_section_spec *spec) { return spec->header + spec->inset_main_start; }

// The extent of a section without the spacing after it.
LE_INLINE int64_t le__section_extent(const le__section *s) { return s->extent - s->style->spec.section_spacing; }

// Sets the extent and reach of a stock section whose lines occupy `lines`. False past the limits.
bool le__section_measure_lines(le__section *s, int64_t lines);

// ---- References

void le__section_retain(const le__section *s);
void le__section_release(le__section *s);

// Releases a section's reference to its body only.
void le__body_release(const le__section *s);

// A style for a spec from le__spec_clean: `last` if its spec is equal. The caller gets a reference; NULL when memory is
// short.
le__style *le__style_make(const le_section_spec *spec, le__style *last);
void le__style_release(le__style *style);

// ---- Looking up

// Whether there is a layout and it has sections `first ..< first + count`.
LE_INLINE bool le__has_sections(const le_layout *layout, int64_t first, int64_t count) {
    if (!layout) return false;
    int64_t sections = layout->root ? layout->root->sum[0] : 0;
    return first >= 0 && count >= 0 && first <= sections && count <= sections - first;
}

// The place of a section. The layout must have it.
le__section_place le__sections_find(const le_layout *layout, int64_t index, le_work *work);

// Finds the place of a section; false if it does not exist.
LE_INLINE bool le__section_find(const le_layout *layout, int64_t section, le__section_place *place, le_work *work) {
    if (section == 0 && layout && layout->root && layout->root->head.level == 0) { // most layouts have one section
        *place = (le__section_place){le__sections_in(layout->root), 0, layout->lead, 0, 0};
        if (work) work->nodes_visited++;
        return true;
    }
    if (!le__has_sections(layout, section, 1)) return false;
    *place = le__sections_find(layout, section, work);
    return true;
}

// Finds the place of a section with items `first ..< first + count`; false if these do not exist.
LE_INLINE bool le__items_find(const le_layout *layout, int64_t section, int64_t first, int64_t count,
                              le__section_place *place, le_work *work) {
    return le__section_find(layout, section, place, work) && first >= 0 && count >= 0 &&
           first <= place->section->items && count <= place->section->items - first;
}

// The target of a search for sections: sections with elements that occupy room, or any section with items.
typedef struct le__reach {
    int64_t main_min, main_max;
    bool all;
    le_work *work;
} le__reach;

// The first section at or after index `from` whose elements can intersect the range. `place` is zero, or the
// result of the previous search in the same sections. From there, the next section is usually one step away.
bool le__sections_next(const le_layout *layout, int64_t from, const le__reach *r, le__section_place *place);

// ---- Changing

// A section that may be changed: the layout owns the path to it.
typedef struct le__edited {
    le__sections_path path;
    le__section *section;
    le__section before; // its totals before the change
} le__edited;

// False when memory is short. The layout must have the section.
LE_INLINE bool le__edit_begin(le_layout *layout, int64_t index, le__edited *edit, le_work *work) {
    int64_t k = index;
    le__sections_node *root = layout->root;
    if (root->head.level == 0 && le__node_unique(root)) {
        edit->path.leaf = root;
        edit->path.depth = 0;
        if (work) work->nodes_visited++;
    } else if (!le__sections_path_own(&layout->root, &k, &edit->path, work)) {
        return false;
    }
    edit->section = &le__sections_in(edit->path.leaf)[k];
    edit->before = *edit->section;
    return true;
}

// Measures the section, which is known to stay within the limits, and propagates its new extent up the tree.
void le__edit_end(le_layout *layout, le__edited *edit, le_work *work);

// The extent of all sections, including the spacing after the last one.
LE_INLINE int64_t le__sections_extent(const le_layout *layout) { return layout->root ? layout->root->sum[1] : 0; }

// How much the sections can still grow. Never negative: every change to the extent of sections, or of the boundary
// supplementaries of the layout, is refused if the sum would exceed LE_MAX_TOTAL.
LE_INLINE int64_t le__layout_room(const le_layout *layout) {
    return LE_MAX_TOTAL - layout->lead - layout->tail - le__sections_extent(layout);
}

// Whether the layout can grow by this much. The totals of a section itself are checked when it is changed.
LE_INLINE bool le__layout_can_grow(const le_layout *layout, int64_t items, int64_t extent) {
    return items <= LE_MAX_COUNT - layout->root->sum[2] && extent <= le__layout_room(layout);
}

// Makes a leaf over sections and takes their references, even when memory is short (NULL).
le__sections_node *le__sections_leaf_of(le__section *sections, uint32_t n);

LE_INLINE void le__fault_section(le_fault *fault, int64_t section) {
    if (fault) *fault = (le_fault){.section = section, .item = -1};
}

#endif
