// The tables of the kinds that are not files of their own yet.

static int64_t query_emit_stretch(void *opaque, const walk *w, int64_t item, const uint32_t *strides, int64_t n,
                                  int64_t *main) {
    query_sink *sink = opaque;
    le__element_room room = query_room(sink);
    const int64_t spacing = w->place.section->style->spec.line_spacing;
    int64_t taken = le__kernels_in_use()->row_elements(strides, n, spacing, item, w->main_max, main, &room);
    sink->n = (size_t)(room.out - sink->out);
    return taken;
}

#define REAL double
#define BULK(name) name
#include "layout/bulk_body.h"
#define REAL float
#define BULK(name) name##_relative
#include "layout/bulk_body.h"

// About how far a change can make a section grow, at least: in points, rounded up.
//
// A list grows by what is inserted, and by no more than all it has for each edit that is moved.
static double growth_at_most(const le_layout_config *config, const section *s, const change *c) {
    (void)config;
    const le_section_spec *spec = &s->style->spec;
    const double spacing = fabs(le_points(spec->line_spacing));
    double inserted = 0, moved = 0, has;
    if (c->what == LE__APPLY)
        for (size_t e = 0; e < c->edit_count; e++) moved += c->edits[e].moved;
    const le_sizes *sizes = c->sizes;
    if (sizes && sizes->count) {
        // Sizes below zero are refused or raised.
        inserted = (double)sizes->count * (spacing + 1);
        if (sizes->form == LE_SIZES_CONSTANT)
            inserted += (double)sizes->count * LE_MAX(le__size_main(sizes, 0), 0);
        else if (sizes->form == LE_SIZES_POINTS)
            for (int64_t i = 0; i < sizes->count; i++) inserted += LE_MAX(le__size_main(sizes, i), 0);
    }
    if (c->what != LE__APPLY) return 0; // list_change knows
    has = le_points(extents_total(s->body));
    return inserted + spacing + moved * has;
}

// ---- Lists

static bool list_takes(const le_section_spec *spec, const le_sizes *sizes) {
    (void)spec;
    return sizes->form != LE_SIZES_NONE;
}

static le_status list_build(const le_layout_config *config, section *s, const le_sizes *sizes, int64_t first,
                            int64_t count, run_place *runs, le_fault *fault, le_work *work) {
    (void)config;
    extents_node_t *root = NULL;
    s->items = count;
    le_status status = strides_build(sizes, first, count, s->style->spec.line_spacing, runs, fault, &root, work);
    s->body = root;
    return status;
}

static le_status list_kind_change(const le_layout_config *config, section *s, const change *c, int64_t room,
                                  le_work *work) {
    (void)config;
    const le_section_spec *spec = &s->style->spec;
    extents_node_t *root = s->body;
    // What the strides may add up to, so that the section's extent grows by no more than the room.
    int64_t most = s->extent + room - (spec->header + spec->footer + spec->section_spacing);
    most = LE_MIN(most - spec->inset_main_start - spec->inset_main_end + spec->line_spacing, LE_MAX_TOTAL);
    le_status status = list_change(&root, spec, c, most - extents_total(root), work);
    s->body = root;
    s->items = extents_count(root);
    return status;
}

static le_status list_follow(section *s, const style *old, const le_layout_config *old_config,
                             const le_layout_config *config, le_work *work) {
    (void)old_config, (void)config;
    const int64_t delta = s->style->spec.line_spacing - old->spec.line_spacing;
    if (delta == 0 || !s->body) return LE_OK;
    // The tree holds extents with the spacing in them.
    extents_node_t *root = NULL;
    le_status status = extents_shifted(s->body, delta, &root, work);
    if (status != LE_OK) return status;
    extents_release(s->body);
    s->body = root;
    return LE_OK;
}

static bool list_measure(section *s, const le_layout_config *config) {
    (void)config;
    return le__section_measure_lines(s, s->body ? extents_total(s->body) - s->style->spec.line_spacing : 0);
}

static int64_t list_query(const walk *w, query_sink *sink) {
    // All rows have the same edges across.
    const le_section_spec *spec = &w->place.section->style->spec;
    sink->like.min_x = le_points(spec->inset_cross_start);
    sink->like.max_x = le_points(spec->inset_cross_start + line_extent(&w->layout->config, spec));
    return walk_list(w, (emitter){.item = le__query_item, .stretch = query_emit_stretch}, sink);
}

static int64_t list_walk(const walk *w, const le__emitter *emit, void *sink) {
    return walk_list(w, (emitter){.item = emit->item}, sink);
}

static le_rect list_frame(const le_layout *layout, const section_place *place, int64_t item, int32_t *z_index,
                          uint8_t *flags, le_work *work) {
    (void)z_index, (void)flags;
    const le_section_spec *spec = &place->section->style->spec;
    le_extent_at at = extents_entry(place->section->body, item, work);
    int64_t main = place->offset + items_start(spec) + at.offset, cross = spec->inset_cross_start;
    return (le_rect){main, cross, main + at.extent - spec->line_spacing, cross + line_extent(&layout->config, spec)};
}

// The rows of a list stand in order with their starts and with their ends, so no more than the last one that starts at
// or before the point has to be looked at, however many overlap there.
static int64_t list_last_at(const le_layout *layout, const section_place *place, int64_t main, int64_t cross) {
    const section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    const int64_t start = spec->inset_cross_start;
    if (cross < start || cross >= start + line_extent(&layout->config, spec)) return -1;
    const int64_t offset = main - place->offset - items_start(spec);
    if (!s->body || offset < 0) return -1;
    extents_path path;
    le_extent_at at = extents_at_offset(s->body, offset, &path, NULL);
    if (at.index == s->items) at = extents_entry(s->body, s->items - 1, NULL);
    return offset - at.offset < at.extent - spec->line_spacing ? at.index : -1;
}

// Index of the first row of a list that ends at or behind an offset.
static int64_t list_first_ending(const section *s, int64_t offset) {
    // Row i ends a spacing before row i + 1 starts: it is the one that covers the unit before that.
    const int64_t last = offset + s->style->spec.line_spacing - 1;
    extents_path path;
    return last < 0 ? 0 : extents_at_offset(s->body, last, &path, NULL).index;
}

// Of the rows of a list the nearest is the first that ends at or behind the point, or the one before it: the first of
// those that end where that one does.
static int list_nearest(const le_layout *layout, const section_place *place, int64_t main, int64_t cross,
                        int64_t items[LE__NEAREST_MAX]) {
    (void)layout, (void)cross;
    const section *s = place->section;
    const int64_t spacing = s->style->spec.line_spacing, most = LE_MAX_TOTAL + LE_MAX_TOTAL / 2;
    const int64_t offset = le__less(main, place->offset + items_start(&s->style->spec));
    const int64_t behind = list_first_ending(s, LE_MIN(LE_MAX(offset, -most), most));
    int n = 0;
    if (behind > 0) items[n++] = list_first_ending(s, extents_offset(s->body, behind, NULL) - spacing);
    if (behind < s->items) items[n++] = behind;
    return n;
}

static le_status list_read_sizes(const le_layout *layout, const section_place *place, int64_t first, int64_t count,
                                 double *main, double *cross) {
    (void)layout, (void)cross;
    int64_t mains[FEW_SIZES];
    for (int64_t done = 0; done < count; done += FEW_SIZES) {
        const int64_t n = LE_MIN(count - done, (int64_t)FEW_SIZES);
        extents_read(place->section->body, first + done, n, mains);
        for (int64_t i = 0; i < n; i++) main[done + i] = le_points(mains[i] - place->section->style->spec.line_spacing);
    }
    return LE_OK;
}

static const char *list_check(const section *s, const le_layout_config *config) {
    (void)config;
    const char *wrong = extents_check(s->body, true, extents_check_leaf);
    return wrong || extents_count(s->body) == s->items ? wrong : "a section's number of items is not its body's";
}

static size_t list_bytes(const void *body) { return extents_bytes((extents_node_t *)body); }
static void list_release(void *body) { extents_release(body); }

const le__kind le__list = {
    .takes = list_takes,
    .build = list_build,
    .change = list_kind_change,
    .growth = growth_at_most,
    .follow = list_follow,
    .measure = list_measure,
    .query = list_query,
    .walk = list_walk,
    .frame = list_frame,
    .frames = bulk_list,
    .frames_relative = bulk_list_relative,
    .last_at = list_last_at,
    .nearest = list_nearest,
    .read_sizes = list_read_sizes,
    .check = list_check,
    .bytes = list_bytes,
    .release = list_release,
};

// ---- Compositions

static le_status composed_kind_change(const le_layout_config *config, section *s, const change *c, int64_t room,
                                      le_work *work) {
    (void)config, (void)room;
    return composed_change(s, c, work);
}

// composed_restyle takes the old style's reference and another one to the new style.
static le_status composed_follow(section *s, const style *old, const le_layout_config *old_config,
                                 const le_layout_config *config, le_work *work) {
    (void)old_config, (void)config;
    style *to = s->style;
    s->style = (style *)old;
    le__retain(s->style);
    le_status status = composed_restyle(s, to, true, work);
    style_release(to);
    return status;
}

static style *composed_solve(style *old, const le_layout_config *config) {
    return style_solved(old->template->composition, config, NULL);
}

static bool composed_kind_measure(section *s, const le_layout_config *config) {
    return composed_measure(s, config->cross);
}

static int64_t composed_walk_items(const walk *w, const le__emitter *emit, void *sink) {
    return walk_composed(w, (emitter){.item = emit->item, .mark = emit->mark, .part = emit->part}, sink);
}

static int64_t composed_query(const walk *w, query_sink *sink) {
    return walk_composed(w, (emitter){.item = le__query_item}, sink);
}

static le_rect composed_frame(const le_layout *layout, const section_place *place, int64_t item, int32_t *z_index,
                              uint8_t *flags, le_work *work) {
    (void)work;
    return composed_item(layout, place, item, z_index, flags);
}

static void composed_line(const le_layout_config *config, const section *s, int64_t item, int64_t *first,
                          int64_t *count) {
    (void)config;
    const int64_t group = s->style->template->items;
    if (!group) return;
    *first = item - item % group;
    *count = LE_MIN(group, s->items - *first);
}

static const char *composed_kind_check(const section *s, const le_layout_config *config) {
    (void)config;
    return le__composed_check(s->style->template, s->body, s->items);
}

static size_t composed_kind_bytes(const void *body) { return le__composed_bytes(body); }
static void composed_kind_release(void *body) { le__composed_release(body); }

const le__kind le__compositional = {
    .counts_only = true,
    .follows_container = true,
    .change = composed_kind_change,
    .follow = composed_follow,
    .solve = composed_solve,
    .measure = composed_kind_measure,
    .query = composed_query,
    .query_section = query_composed,
    .walk = composed_walk_items,
    .frame = composed_frame,
    .line = composed_line,
    .read_sizes = composed_read_sizes,
    .bar = section_edge,
    .pins = true,
    .check = composed_kind_check,
    .bytes = composed_kind_bytes,
    .release = composed_kind_release,
};
