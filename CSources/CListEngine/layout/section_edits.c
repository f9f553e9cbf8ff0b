// Edits of whole sections: inserting, removing and moving them, and changing their spec.
#include <string.h>

#include "layout/section_edits.h"
#include "layout/arguments.h"
#include "kernels/kernels.h"
#include "kinds/frames.h"
#include "section/kind.h"
#include "section/section_tree.h"
#include "support/paths.h"

// ---- Single sections

// A single section is removed from a leaf or inserted into one in place, which makes moving a section cheap. Everything
// else uses split and join. The steps that can fail come first: the two functions that own a path report whether the
// edit is possible, and after that the edit cannot fail.

// Owns the path to a section that can be removed from its leaf. False when memory is short, or when the leaf would
// become too small.
static bool own_for_removal(le_layout *layout, int64_t *index, le__sections_path *path, le_work *work) {
    return le__sections_path_own(&layout->root, index, path, work) &&
           path->leaf->head.n > (path->depth ? LE__SECTIONS_MAX / 4 : 1);
}

// Owns the path to the leaf that receives a section before the one at `*index`, and makes room for it in the block of
// the leaf. False when memory is short, or when the leaf is full.
static bool own_for_insertion(le_layout *layout, int64_t *index, le__sections_path *path, le_work *work) {
    if (!layout->root || !le__sections_path_own(&layout->root, index, path, work)) return false;
    le__sections_node *leaf = path->leaf;
    if (leaf->head.n == LE__SECTIONS_MAX) return false;
    const size_t bytes = sizeof *leaf + leaf->head.n * sizeof(le__section);
    if (bytes + sizeof(le__section) <= le__block_bytes(leaf)) return true;
    // The block is full but not of the largest size.
    LE_PATH(LEAF_GROW);
    le__sections_node *grown = le__block_alloc(bytes + sizeof(le__section));
    if (!grown) return false;
    memcpy(grown, leaf, bytes);
    if (path->depth)
        path->node[path->depth - 1]->child[path->slot[path->depth - 1]] = grown;
    else
        layout->root = grown;
    le__block_free(leaf);
    path->leaf = grown;
    return true;
}

// Propagates one section more (or less) in the leaf of the path up the tree.
static void leaf_changed(le__sections_path *path, int64_t sign, const le__section *s, le_work *work) {
    const int64_t delta[3] = {sign, sign * s->extent, sign * s->items};
    le__sections_leaf_sum(path->leaf);
    le__sections_path_add(path, delta, work);
    le__sections_path_maxima(path);
}

// Removes section `k` from the leaf and returns it with its references.
static le__section leaf_remove(le__sections_path *path, int64_t k, le_work *work) {
    le__section *all = le__sections_in(path->leaf), taken = all[k];
    memmove(&all[k], &all[k + 1], (path->leaf->head.n - (size_t)k - 1) * sizeof *all);
    path->leaf->head.n--;
    leaf_changed(path, -1, &taken, work);
    return taken;
}

// Inserts a section into the leaf before section `k`. The leaf takes over the references of the section.
static void leaf_insert(le__sections_path *path, int64_t k, const le__section *given, le_work *work) {
    le__section *all = le__sections_in(path->leaf);
    memmove(&all[k + 1], &all[k], (path->leaf->head.n - (size_t)k) * sizeof *all);
    all[k] = *given;
    path->leaf->head.n++;
    leaf_changed(path, 1, given, work);
}

static bool section_remove(le_layout *layout, int64_t index, le__section *taken, le_work *work) {
    le__sections_path path;
    int64_t k = index;
    if (!own_for_removal(layout, &k, &path, work)) return false;
    *taken = leaf_remove(&path, k, work);
    return true;
}

static bool section_insert(le_layout *layout, int64_t index, const le__section *given, le_work *work) {
    le__sections_path path;
    int64_t k = index;
    if (!own_for_insertion(layout, &k, &path, work)) return false;
    leaf_insert(&path, k, given, work);
    le__layout_changed(layout);
    return true;
}

// Moves one section in place. Returns false and moves nothing if that is not possible; `le__sections_move` handles that
// case.
static bool section_move(le_layout *layout, int64_t from, int64_t to, le_work *work) {
    le__sections_path source, target;
    int64_t k = from, at = to < from ? to : to + 1;
    if (!own_for_insertion(layout, &at, &target, work) || !own_for_removal(layout, &k, &source, work)) return false;
    // Owning a second path does not replace nodes that the layout already owns, so the first path stays valid.
    le__section moved = leaf_remove(&source, k, work);
    if (source.leaf == target.leaf && to > from) at--;
    leaf_insert(&target, at, &moved, work);
    return true;
}

// Whether the layout can grow by this many sections, items and units.
bool le__sections_fit(const le_layout *layout, int64_t sections, int64_t items, int64_t extent) {
    return extent <= le__layout_room(layout) && items <= LE_MAX_COUNT - le_layout_item_total(layout) &&
           sections <= INT32_MAX - le_layout_section_count(layout);
}

// Inserts a tree of sections before section `at` if the totals allow it. Takes the reference of the tree.
le_status le__sections_insert(le_layout *layout, int64_t at, le__sections_node *middle, le_work *work) {
    if (!middle) return LE_OK;
    le_status status = LE_OK;
    const bool fits = le__sections_fit(layout, middle->sum[0], middle->sum[2], middle->sum[1]);
    if (fits && !layout->root) {
        layout->root = middle;
        le__layout_changed(layout);
        return LE_OK;
    }
    if (!fits)
        status = LE_TOO_LARGE;
    else if (middle->sum[0] == 1 && section_insert(layout, at, le__sections_in(middle), work))
        le__section_retain(le__sections_in(middle));
    else if (!le__sections_replace(&layout->root, at, 0, middle, work))
        status = LE_NO_MEMORY;
    if (status == LE_OK) le__layout_changed(layout);
    le__sections_release(middle);
    return status;
}

// Builds one section with items `first ..< first + count` of `sizes`. It takes over a reference of the caller to the
// style. On failure everything is released.
static le_status section_build(const le_layout *layout, le__style *shared, const le_sizes *sizes, int64_t first,
                               int64_t count, le__run_place *place, le__section *s, le_fault *fault, le_work *work) {
    *s = (le__section){.style = shared};
    le_status status = le__kind_of(s)->build(&layout->config, s, sizes, first, count, place, fault, work);
    if (status == LE_OK && !le__section_measure(s, &layout->config)) status = LE_TOO_LARGE;
    if (status != LE_OK) le__section_release(s);
    return status;
}

// ---- Inserting, removing and moving

// The style for a spec: the style of the previous section if their specs are equal. The caller gets a reference.
static le__style *style_at(const le_layout *layout, int64_t at, const le_section_spec *spec) {
    return le__style_make(spec, at > 0 ? le__sections_find(layout, at - 1, NULL).section->style : NULL);
}

// Whether sections with these item counts can be inserted. `items` receives the sum of the counts.
static le_status counts_check(const le_section_spec *spec, const int64_t *counts, int64_t sections,
                              const le_sizes *sizes, int64_t *items) {
    *items = 0;
    if (sections < 0) return LE_BAD_INDEX;
    if (sections > INT32_MAX) return LE_TOO_LARGE;
    if (sections && !counts) return LE_BAD_ARGUMENT;
    for (int64_t i = 0; i < sections; i++) {
        if (counts[i] < 0) return LE_BAD_INDEX;
        if (counts[i] > LE_MAX_COUNT - *items) return LE_TOO_LARGE;
        *items += counts[i];
    }
    const le__kind *kind = le__kind_at(spec->kind);
    if (*items && kind->accepts && !kind->accepts(spec, sizes)) return LE_NOT_SUPPORTED;
    return sizes->form == LE_SIZES_NONE || *items <= sizes->count ? LE_OK : LE_BAD_INDEX;
}

// Builds a tree of consecutive sections that share one style.
static le_status sections_build(const le_layout *layout, int64_t at, le__style *shared, const int64_t *counts,
                                int64_t sections, const le_sizes *sizes, le__sections_node **middle, le_fault *fault,
                                le_work *work) {
    le__sections_builder builder = {0};
    le__section some[LE__SECTIONS_MAX * 4 / 5];
    uint32_t waiting = 0;
    int64_t first = 0, extent = 0;
    le__run_place place = {0, 0};
    le_status status = LE_OK;
    int64_t spare = 0; // references to the style that no section has yet
    for (int64_t i = 0; i < sections; i++) {
        if (spare == 0) {
            spare = LE_MIN(sections - i, (int64_t)(sizeof some / sizeof *some));
            le__retain_times(shared, spare);
        }
        spare--;
        le__section *s = &some[waiting];
        int64_t faults = fault ? fault->count : 0;
        status = section_build(layout, shared, sizes, first, counts[i], &place, s, fault, work);
        if (fault && fault->count > 0 && faults == 0) {
            fault->section = at + i;
            fault->item -= first;
        }
        if (status == LE_OK) {
            waiting++;
            if (s->extent > LE_MAX_TOTAL - extent) status = LE_TOO_LARGE;
        }
        if (status == LE_TOO_LARGE && fault) fault->section = at + i;
        if (status != LE_OK) break;
        extent += s->extent;
        first += counts[i];
        if (waiting == sizeof some / sizeof *some) {
            le__sections_builder_add(&builder, le__sections_leaf_of(some, waiting));
            waiting = 0;
        }
    }
    if (spare) le__retain_times(shared, -spare);
    if (waiting) le__sections_builder_add(&builder, le__sections_leaf_of(some, waiting));
    if (status != LE_OK) builder.failed = true;
    bool built = le__sections_builder_finish(&builder, middle, work);
    return status == LE_OK && !built ? LE_NO_MEMORY : status;
}

le_status le_layout_insert_sections(le_layout *layout, int64_t at, const le_section_spec *spec, const int64_t *counts,
                                    int64_t sections, const le_sizes *sizes, le_fault *fault, le_work *work) {
    le__fault_section(fault, at);
    if (!layout || !le__spec_known(spec) || !sizes) return LE_BAD_ARGUMENT;
    if (!le__has_sections(layout, at, 0)) return LE_BAD_INDEX;
    if (!le__kind_at(spec->kind)->build) return LE_NOT_SUPPORTED;
    int64_t items;
    le_status status = le__sizes_check(sizes);
    if (status == LE_OK) status = counts_check(spec, counts, sections, sizes, &items);
    if (status != LE_OK) return status;
    if (!le__spec_usable(spec)) return LE_BAD_VALUE;
    if (!le__sections_fit(layout, sections, items, 0)) return LE_TOO_LARGE;
    if (sections == 0) return LE_OK;
    le_section_spec clean = le__spec_clean(spec);
    le__style *shared = style_at(layout, at, &clean);
    if (!shared) return LE_NO_MEMORY;
    if (sections == 1) {
        // A leaf with room takes the section in place.
        le__section one;
        le__run_place place = {0, 0};
        le__retain(shared);
        status = section_build(layout, shared, sizes, 0, counts[0], &place, &one, fault, work);
        if (status == LE_OK && !le__sections_fit(layout, 1, one.items, one.extent)) {
            le__section_release(&one);
            status = LE_TOO_LARGE;
        }
        if (status == LE_OK && !section_insert(layout, at, &one, work)) {
            le__sections_node *leaf = le__sections_leaf_of(&one, 1);
            status = leaf ? le__sections_insert(layout, at, leaf, work) : LE_NO_MEMORY;
        }
    } else {
        le__sections_node *middle = NULL;
        status = sections_build(layout, at, shared, counts, sections, sizes, &middle, fault, work);
        if (status == LE_OK) status = le__sections_insert(layout, at, middle, work);
    }
    le__style_release(shared);
    if (status != LE_OK) return status;
    layout->spaced |= clean.section_spacing != 0;
    layout->packed |= le__kind_at(clean.kind)->depends_on_container;
    return LE_OK;
}

// Whether the edges of a caller's frame are in order and within the range of lengths.
static bool frame_usable(const le_rect *r) {
    const int64_t limit = LE_MAX_TOTAL / 4;
    return r->main_min >= -limit && r->cross_min >= -limit && r->main_max <= limit && r->cross_max <= limit &&
           r->main_max >= r->main_min && r->cross_max >= r->cross_min;
}

le_status le_layout_insert_frames(le_layout *layout, int64_t at, const le_section_spec *spec, const le_rect *rects,
                                  int64_t count, int64_t extent, le_rect header, le_rect footer, le_work *work) {
    if (!layout || !le__spec_known(spec) || (count > 0 && !rects)) return LE_BAD_ARGUMENT;
    if (!le__has_sections(layout, at, 0) || count < 0) return LE_BAD_INDEX;
    le_section_spec clean = le__spec_clean(spec);
    clean.kind = LE_SECTION_FRAMES;
    if (!le__spec_usable(&clean) || extent < 0 || !frame_usable(&header) || !frame_usable(&footer)) return LE_BAD_VALUE;
    if (extent > LE_MAX_TOTAL || count > LE_MAX_COUNT || !le__sections_fit(layout, 1, count, extent))
        return LE_TOO_LARGE;
    // If every frame has its edges in order and their bounds are within the range, each frame is within the range.
    le_rect all;
    if (count && (!le__kernels_in_use()->rect_bounds(rects, (size_t)count, &all) || !frame_usable(&all)))
        return LE_BAD_VALUE;
    le__section s = {.style = style_at(layout, at, &clean)};
    if (!s.style) return LE_NO_MEMORY;
    le_status status = LE_NO_MEMORY;
    s.body = le__frames_make(rects, count, extent, header, footer);
    if (s.body) status = le__section_measure(&s, &layout->config) ? LE_OK : LE_TOO_LARGE;
    if (status != LE_OK) {
        le__section_release(&s);
        return status;
    }
    le__sections_node *leaf = le__sections_leaf_of(&s, 1);
    status = leaf ? le__sections_insert(layout, at, leaf, work) : LE_NO_MEMORY;
    if (status == LE_OK) layout->spaced |= clean.section_spacing != 0;
    return status;
}

le_status le_layout_remove_sections(le_layout *layout, int64_t first, int64_t count, le_work *work) {
    if (!layout) return LE_BAD_ARGUMENT;
    if (!le__has_sections(layout, first, count)) return LE_BAD_INDEX;
    if (count == 0) return LE_OK;
    le__section taken;
    if (count == 1 && section_remove(layout, first, &taken, work)) {
        le__section_release(&taken);
    } else if (!le__sections_replace(&layout->root, first, count, NULL, work)) {
        return LE_NO_MEMORY;
    }
    le__layout_changed(layout);
    return LE_OK;
}

le_status le_layout_move_sections(le_layout *layout, int64_t first, int64_t count, int64_t to, le_work *work) {
    if (!layout) return LE_BAD_ARGUMENT;
    if (!le__has_sections(layout, first, count) || !le__has_sections(layout, to, count)) return LE_BAD_INDEX;
    if (count == 0 || first == to) return LE_OK;
    if (!(count == 1 && section_move(layout, first, to, work)) &&
        !le__sections_move(&layout->root, first, count, to, work))
        return LE_NO_MEMORY;
    le__layout_changed(layout);
    return LE_OK;
}

// ---- One section

// Gives a section another style. Its items are laid out on a copy, so that the section is unchanged until the result is
// known.
le_status le_layout_set_spec(le_layout *layout, int64_t index, const le_section_spec *spec, le_work *work) {
    if (!layout || !le__spec_known(spec)) return LE_BAD_ARGUMENT;
    if (!le__has_sections(layout, index, 1)) return LE_BAD_INDEX;
    le__edited edit;
    if (!le__edit_begin(layout, index, &edit, work)) return LE_NO_MEMORY;
    le__section *s = edit.section;
    const le__kind *kind = le__kind_of(s);
    const le_section_spec clean = le__spec_clean(spec), *old = &s->style->spec;
    if (clean.kind != old->kind || clean.kind == LE_SECTION_COMPOSITIONAL) return LE_NOT_SUPPORTED;
    if ((clean.flags ^ old->flags) & LE_BY_RATIO) return LE_NOT_SUPPORTED;
    if (!le__spec_usable(&clean)) return LE_BAD_VALUE;
    le__section made = *s;
    if (!(made.style = le__style_make(&clean, s->style))) return LE_NO_MEMORY;
    if (made.body) le__retain(made.body);
    le_status status = LE_OK;
    if (kind->relayout) status = kind->relayout(&made, s->style, &layout->config, &layout->config, work);
    if (status == LE_OK &&
        (!kind->measure(&made, &layout->config) || !le__layout_can_grow(layout, 0, made.extent - s->extent)))
        status = LE_TOO_LARGE;
    if (status != LE_OK) {
        le__section_release(&made);
        return status;
    }
    le__section_release(s);
    *s = made;
    le__edit_end(layout, &edit, work);
    layout->spaced |= clean.section_spacing != 0;
    return LE_OK;
}

le_section_spec le_layout_get_spec(const le_layout *layout, int64_t section) {
    if (!le__has_sections(layout, section, 1)) return (le_section_spec){0};
    return le__sections_find(layout, section, NULL).section->style->spec;
}
