// Sections of a layout: what one is, the tree that they are in, and what the files of the core share about them.
#ifndef LE_SECTIONS_SECTION_H
#define LE_SECTIONS_SECTION_H

#include "listengine/compositional.h"
#include "listengine/extents.h"
#include "listengine/layout.h"
#include "support/lengths.h"
#include "support/macros.h"
#include "support/pool.h"
#include "tree/node.h"

// How a section is laid out, shared by sections of an equal spec. A block of the pool; never changed once it is made.
typedef struct le__style {
    le_section_spec spec;
    struct le__template *template; // of compositional sections, else NULL
} le__style;

// A section as its tree holds it.
typedef struct le__section {
    int64_t extent, items; // the extent with the spacing to the next section
    int64_t before, after; // how far elements reach past the section's start and end; 0 for most
    le__style *style;
    void *body; // what its kind keeps of it, a counted block of the pool; NULL: nothing
} le__section;

// The tree of sections. An entry carries all that is known of a section, so that no edit copies anything of size
// O(sections).
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
    int64_t lead, tail;      // extents of the layout's own boundary supplementaries before and after all sections
    struct le__edges *edges; // and what they are; NULL: there are none
    bool packed;             // whether a section was ever inserted that follows the container's extent
    bool spaced;             // whether one was that leaves space to the next
};

// A section on the way of a query: the entry, its index and where it starts.
typedef struct le__section_place {
    const le__section *section;
    int64_t index, offset, items_before;
} le__section_place;

// ---- Rectangles

LE_INLINE bool le__rect_empty(const le_rect *r) { return r->main_min >= r->main_max || r->cross_min >= r->cross_max; }

// The strict test: nothing that only touches meets, and nothing empty.
LE_INLINE bool le__rects_meet(const le_rect *a, const le_rect *b) {
    return a->main_min < b->main_max && a->main_max > b->main_min && a->cross_min < b->cross_max &&
           a->cross_max > b->cross_min && !le__rect_empty(a) && !le__rect_empty(b);
}

LE_INLINE le_rect le__rect_moved(le_rect r, int64_t main) {
    r.main_min += main;
    r.main_max += main;
    return r;
}

// A coordinate within the range that content can have.
LE_INLINE int64_t le__clamped(int64_t at) { return LE_MIN(LE_MAX(at, -LE_MAX_TOTAL), LE_MAX_TOTAL); }

LE_INLINE le_rect le__rect_clamped(const le_rect *r) {
    return (le_rect){le__clamped(r->main_min), le__clamped(r->cross_min), le__clamped(r->main_max),
                     le__clamped(r->cross_max)};
}

// ---- Lengths of a section

// What a line has across the scroll axis, between the insets.
LE_INLINE int64_t le__line_extent(const le_layout_config *config, const le_section_spec *spec) {
    return LE_MAX(config->cross - spec->inset_cross_start - spec->inset_cross_end, 0);
}

// Where the items of a stock section begin, from the section's start.
LE_INLINE int64_t le__items_start(const le_section_spec *spec) { return spec->header + spec->inset_main_start; }

// What a section takes, without the spacing after it.
LE_INLINE int64_t le__section_extent(const le__section *s) { return s->extent - s->style->spec.section_spacing; }

// Sets extent and reach of a stock section, whose lines take `lines`. False past the limits.
bool le__section_measure_lines(le__section *s, int64_t lines);

// ---- References

void le__section_retain(const le__section *s);
void le__section_release(le__section *s);

// Drops a section's reference to its body, and no other.
void le__body_release(const le__section *s);

// A style for a spec that le__spec_clean made: `last`, where it is equal. The caller gets a reference; NULL when memory
// is short.
le__style *le__style_make(const le_section_spec *spec, le__style *last);
void le__style_release(le__style *style);

// ---- Looking up

// Whether there is a layout and it has sections `first ..< first + count`.
LE_INLINE bool le__has_sections(const le_layout *layout, int64_t first, int64_t count) {
    if (!layout) return false;
    int64_t sections = layout->root ? layout->root->sum[0] : 0;
    return first >= 0 && count >= 0 && first <= sections && count <= sections - first;
}

// The place of a section that the layout has.
le__section_place le__sections_find(const le_layout *layout, int64_t index, le_work *work);

// The place of a section; false where there is no such section.
LE_INLINE bool le__section_find(const le_layout *layout, int64_t section, le__section_place *place, le_work *work) {
    if (!le__has_sections(layout, section, 1)) return false;
    *place = le__sections_find(layout, section, work);
    return true;
}

// The place of a section that has items `first ..< first + count`; false where they are not there.
LE_INLINE bool le__items_find(const le_layout *layout, int64_t section, int64_t first, int64_t count,
                              le__section_place *place, le_work *work) {
    return le__section_find(layout, section, place, work) && first >= 0 && count >= 0 &&
           first <= place->section->items && count <= place->section->items - first;
}

// What a search of sections is for: sections with elements that take room, or any that has items.
typedef struct le__reach {
    int64_t main_min, main_max;
    bool all;
    le_work *work;
} le__reach;

// The first section from index `from` on whose elements can meet the stretch.
bool le__sections_next(const le_layout *layout, int64_t from, const le__reach *r, le__section_place *place);

// ---- Changing

// A section that may be changed: its path is the layout's own.
typedef struct le__edited {
    le__sections_path path;
    le__section *section;
    le__section before; // numbers as they were
} le__edited;

// False when memory is short. The layout has the section.
bool le__edit_begin(le_layout *layout, int64_t index, le__edited *edit, le_work *work);

// Measures the section, which is known to stay within the limits, and carries what it now takes up the tree.
void le__edit_end(le_layout *layout, le__edited *edit, le_work *work);

// What all sections take, with the space after the last one.
LE_INLINE int64_t le__sections_extent(const le_layout *layout) { return layout->root ? layout->root->sum[1] : 0; }

// What the sections can still grow by. Never below 0: everything that changes what sections, or the layout's own
// boundaries, take is refused where the sum of them would pass LE_MAX_TOTAL.
LE_INLINE int64_t le__layout_room(const le_layout *layout) {
    return LE_MAX_TOTAL - layout->lead - layout->tail - le__sections_extent(layout);
}

// Whether the layout can grow by this much; a section's own totals are checked where it is changed.
LE_INLINE bool le__layout_can_grow(const le_layout *layout, int64_t items, int64_t extent) {
    return items <= LE_MAX_COUNT - layout->root->sum[2] && extent <= le__layout_room(layout);
}

// Whether the layout, which may be empty, can take so many more sections, items and units.
bool le__sections_fit(const le_layout *layout, int64_t sections, int64_t items, int64_t extent);

// A leaf over sections whose references it takes, also when memory is short (NULL).
le__sections_node *le__sections_leaf_take(le__section *sections, uint32_t n);

// Joins a tree of sections in between, if the totals allow: LE_TOO_LARGE. Takes the tree's reference.
le_status le__sections_insert(le_layout *layout, int64_t at, le__sections_node *middle, le_work *work);

LE_INLINE void le__fault_section(le_fault *fault, int64_t section) {
    if (fault) *fault = (le_fault){.section = section, .item = -1};
}

// ---- Arguments

// Whether a layout can have that container: extents of 0 to a quarter of the largest total.
le_status le__config_check(const le_layout_config *config);

// Whether a spec is one that this version knows: kind, packing, flags, reserved words.
bool le__spec_known(const le_section_spec *spec);

// Whether a known spec can be laid out: lengths within the limits, and what its kind asks.
bool le__spec_usable(const le_section_spec *spec);

// A spec with defined padding: styles compare specs byte by byte.
le_section_spec le__spec_clean(const le_section_spec *spec);

// Whether sizes can be read at all. Checked once, where they enter; everything that reads them relies on it: the count
// is within the limits, the pointers that the form needs are there, and runs add up to the count.
le_status le__sizes_check(const le_sizes *sizes);

// ---- Boundary supplementaries of the layout as a whole, see boundaries.c

// What they take before (0) and after (1) all sections in a container. Returns the sum.
int64_t le__edges_measure(const struct le__edges *edges, const le_layout_config *config, int64_t band[2]);
void le__edges_release(struct le__edges *edges);

#endif
