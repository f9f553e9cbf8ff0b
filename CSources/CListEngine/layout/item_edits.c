// Edits of the items of a section of any kind, and reading their sizes.
#include <string.h>

#include "layout/arguments.h"
#include "extents/extent_tree.h"
#include "section/kind.h"
#include "support/lengths.h"

// ---- Checking a change

// Whether the arguments of a change can be read, before any lookup.
static le_status change_readable(const le_layout *layout, const le__change *c) {
    if (!layout || (c->what == LE__APPLY && c->edit_count && !c->edits)) return LE_BAD_ARGUMENT;
    return c->what == LE__INSERT || c->what == LE__RESIZE || c->what == LE__APPLY ? le__sizes_check(c->sizes) : LE_OK;
}

// Whether a section has the items that a change names. `after` receives its item count after the change.
static le_status change_in_range(const le__section *s, const le__change *c, int64_t *after) {
    const int64_t items = s->items, sizes = c->sizes ? c->sizes->count : 0;
    *after = items;
    if (c->what == LE__APPLY) {
        int64_t growth = 0;
        const int64_t sources = le__kind_of(s)->counts_only ? LE_MAX_COUNT : sizes;
        le_status status = le__script_check(c->edits, c->edit_count, items, sources, c->failed, &growth);
        *after += growth;
        return status;
    }
    int64_t count = c->what == LE__RESIZE ? sizes : c->what == LE__INSERT ? 0 : c->count;
    if (c->first < 0 || count < 0 || c->first > items || count > items - c->first) return LE_BAD_INDEX;
    if (c->what == LE__MOVE && (c->to < 0 || c->to > items - count)) return LE_BAD_INDEX;
    if (c->what == LE__INSERT) *after += sizes;
    if (c->what == LE__REMOVE) *after -= count;
    if (c->what == LE__REFILL) *after = sizes;
    return LE_OK;
}

// Whether a section accepts a change, as far as that is known before it is made.
static le_status change_check(const le_layout *layout, const le__section *s, const le__change *c) {
    const le__kind *kind = le__kind_of(s);
    const le_section_spec *spec = &s->style->spec;
    if (c->what == LE__APPLY && !kind->change) return LE_NOT_SUPPORTED;
    int64_t after;
    le_status status = change_in_range(s, c, &after);
    if (status != LE_OK) return status;
    if (!kind->change) return LE_NOT_SUPPORTED;
    if (c->sizes && c->sizes->count && kind->accepts && !kind->accepts(spec, c->sizes)) return LE_NOT_SUPPORTED;
    if (c->spec && memcmp(c->spec, spec, sizeof *spec) != 0) return LE_NOT_SUPPORTED;
    return le__layout_can_grow(layout, after - s->items, 0) ? LE_OK : LE_TOO_LARGE;
}

// Whether a change might exceed the limits of the layout in a way that is only known after it was made. The margin
// covers the rounding of doubles.
static bool change_may_exceed(const le_layout *layout, const le__section *s, const le__change *c) {
    const le__kind *kind = le__kind_of(s);
    if (!kind->growth) return true;
    double growth = kind->growth(&layout->config, s, c);
    return growth != 0 &&
           !(le_points(LE_MAX_TOTAL - le__layout_room(layout)) + growth < 0.999 * le_points(LE_MAX_TOTAL));
}

// ---- Making a change

// Whether a change is of one item, and its size can be read: le__sizes_check would accept the sizes.
LE_INLINE bool is_single(const le__change *c) {
    if (c->what == LE__REMOVE) return c->count == 1;
    const le_sizes *sizes = c->sizes;
    return (c->what == LE__INSERT || c->what == LE__RESIZE) && sizes && sizes->count == 1 && sizes->main &&
           (sizes->form == LE_SIZES_POINTS || sizes->form == LE_SIZES_CONSTANT) && LE__KNOWN(sizes);
}

// Makes a change of one item the short way, which nearly all edits of single items can take.
LE_INLINE bool change_one(const le_layout *layout, le__section *s, const le__change *c, le_work *work) {
    const le__kind *kind = le__kind_of(s);
    const bool inserts = c->what == LE__INSERT;
    if (!kind->change_one || c->first < 0 || c->first >= s->items + inserts) return false;
    if (inserts && !le__layout_can_grow(layout, 1, 0)) return false;
    const double points = c->what != LE__REMOVE ? le__size_main(c->sizes, 0) : 0;
    return kind->change_one(s, c->what, c->first, points, le__layout_room(layout), work);
}

// Makes any change of a section; on failure the body is as it was. A change that might exceed the limits is made on a
// copy of the body, which can be discarded.
static LE_NOINLINE le_status change_any(le_layout *layout, le__edited *edit, const le__change *c, le_work *work) {
    le__section *s = edit->section;
    const le__kind *kind = le__kind_of(s);
    le_status status = change_check(layout, s, c);
    if (status != LE_OK) return status;
    const bool on_copy = change_may_exceed(layout, s, c);
    if (on_copy && s->body) le__retain(s->body);
    status = kind->change(&layout->config, s, c, le__layout_room(layout), work);
    if (on_copy) {
        le__section measured = *s;
        if (status == LE_OK && (!kind->measure(&measured, &layout->config) ||
                                !le__layout_can_grow(layout, 0, measured.extent - s->extent)))
            status = LE_TOO_LARGE;
        le__body_release(status == LE_OK ? &edit->before : s);
        if (status != LE_OK) *s = edit->before;
    }
    if (status == LE_OK) le__edit_end(layout, edit, work);
    return status;
}

static le_status section_change(le_layout *layout, int64_t index, const le__change *c, le_work *work) {
    le__fault_section(c->fault, index);
    const bool single = layout && is_single(c);
    const le_status status = single ? LE_OK : change_readable(layout, c);
    if (status != LE_OK) return status;
    if (!le__has_sections(layout, index, 1)) return LE_BAD_INDEX;
    le__edited edit;
    if (!le__edit_begin(layout, index, &edit, work)) return LE_NO_MEMORY;
    if (!single || !change_one(layout, edit.section, c, work)) return change_any(layout, &edit, c, work);
    le__edit_end(layout, &edit, work);
    return LE_OK;
}

le_status le_layout_insert_items(le_layout *layout, int64_t section, int64_t at, const le_sizes *sizes, le_fault *fault,
                                 le_work *work) {
    le__change c = {.what = LE__INSERT, .first = at, .sizes = sizes, .fault = fault};
    return section_change(layout, section, &c, work);
}

le_status le_layout_remove_items(le_layout *layout, int64_t section, int64_t first, int64_t count, le_work *work) {
    le__change c = {.what = LE__REMOVE, .first = first, .count = count};
    return section_change(layout, section, &c, work);
}

le_status le_layout_move_items(le_layout *layout, int64_t section, int64_t first, int64_t count, int64_t to,
                               le_work *work) {
    le__change c = {.what = LE__MOVE, .first = first, .count = count, .to = to};
    return section_change(layout, section, &c, work);
}

le_status le_layout_resize_items(le_layout *layout, int64_t section, int64_t first, const le_sizes *sizes,
                                 le_fault *fault, le_work *work) {
    le__change c = {.what = LE__RESIZE, .first = first, .sizes = sizes, .fault = fault};
    return section_change(layout, section, &c, work);
}

le_status le_layout_apply(le_layout *layout, int64_t section, const struct le_edit *edits, size_t edit_count,
                          const le_sizes *sizes, size_t *failed, le_fault *fault, le_work *work) {
    static const le_sizes none = {0};
    le__change c = {.what = LE__APPLY,
                    .edits = edits,
                    .edit_count = edit_count,
                    .sizes = sizes ? sizes : &none,
                    .failed = failed,
                    .fault = fault};
    return section_change(layout, section, &c, work);
}

le_status le_layout_refill(le_layout *layout, int64_t section, const le_section_spec *spec, int64_t count, double size,
                           le_fault *fault, le_work *work) {
    le_section_spec clean = spec ? le__spec_clean(spec) : (le_section_spec){0};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = count, .main = &size};
    le__change c = {.what = LE__REFILL, .spec = spec ? &clean : NULL, .sizes = &sizes, .fault = fault};
    le__fault_section(fault, section);
    if (!layout || (spec && !le__spec_known(spec))) return LE_BAD_ARGUMENT;
    if (count < 0) return LE_BAD_INDEX;
    if (count > LE_MAX_COUNT) return LE_TOO_LARGE;
    return section_change(layout, section, &c, work);
}

// ---- Reading

le_status le_layout_read_sizes(const le_layout *layout, int64_t section, int64_t first, int64_t count, double *main,
                               double *cross) {
    le__section_place place;
    if (!layout || (count > 0 && !main)) return LE_BAD_ARGUMENT;
    if (!le__items_find(layout, section, first, count, &place, NULL)) return LE_BAD_INDEX;
    const le__kind *kind = le__kind_of(place.section);
    if (!kind->read_sizes) return LE_NOT_SUPPORTED;
    return count ? kind->read_sizes(layout, &place, first, count, main, cross) : LE_OK;
}

le_status le_layout_read_spans(const le_layout *layout, int64_t section, int64_t first, int64_t count, uint8_t *spans) {
    le__section_place place;
    if (!layout || (count > 0 && !spans)) return LE_BAD_ARGUMENT;
    if (!le__items_find(layout, section, first, count, &place, NULL)) return LE_BAD_INDEX;
    const le__kind *kind = le__kind_of(place.section);
    if (!kind->read_spans) return LE_NOT_SUPPORTED;
    if (count) kind->read_spans(place.section, first, count, spans);
    return LE_OK;
}
