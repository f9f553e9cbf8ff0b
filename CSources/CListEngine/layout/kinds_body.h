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

static int64_t query_emit_places(void *opaque, const walk *w, const le__flow_places *places, int64_t lead,
                                 int64_t base) {
    query_sink *sink = opaque;
    le__element_room room = query_room(sink);
    const le_rect area = {w->main_min, w->cross_min, w->main_max, w->cross_max};
    int64_t stopped = le__kernels_in_use()->place_elements(places, lead, base, &area, w->from, &room);
    sink->n = (size_t)(room.out - sink->out);
    return stopped;
}

static int64_t query_emit_fall(void *opaque, const walk *w, waterfall_items *items) {
    query_sink *sink = opaque;
    le__element_room room = query_room(sink);
    const waterfall_rules *r = items->rules;
    le__column_query query = {.low = items->low,
                              .high = items->high,
                              .from = w->from,
                              .met = items->met,
                              .ordered = r->placement == LE_PACKING_SHORTEST_FIRST};
    for (int64_t c = 0; c < r->columns; c++) {
        query.min_x[c] = le_points(r->lead + c * r->pitch);
        query.max_x[c] = le_points(r->lead + c * r->pitch + r->width);
    }
    int64_t stopped = le__kernels_in_use()->column_elements(&items->in, &query, items->first, &room);
    sink->n = (size_t)(room.out - sink->out);
    return stopped;
}

#define REAL double
#define BULK(name) name
#include "layout/bulk_body.h"
#define REAL float
#define BULK(name) name##_relative
#include "layout/bulk_body.h"

// About how far a change can make a section grow, at least: in points, rounded up.
//
// A list grows by what is inserted, and by no more than all it has for each edit that is moved. A flow breaks again:
// an old line's items, cut in pieces by the edits, stand in at most two lines a piece, each no thicker than the old one.
static double growth_at_most(const le_layout_config *config, const section *s, const change *c) {
    const le_section_spec *spec = &s->style->spec;
    const double spacing = fabs(le_points(spec->line_spacing));
    double inserted = 0, moved = c->what == LE__MOVE, edits = c->what == LE__MOVE ? 2 : 1, has;
    if (c->what == LE__APPLY) {
        edits = (double)c->edit_count;
        for (size_t e = 0; e < c->edit_count; e++) moved += c->edits[e].moved;
    }
    const le_sizes *sizes = c->sizes;
    if (sizes && sizes->count) {
        // Sizes below zero are refused or raised.
        inserted = (double)sizes->count * (spacing + 1);
        if (sizes->form == LE_SIZES_CONSTANT)
            inserted += (double)sizes->count * LE_MAX(le__size_main(sizes, 0), 0);
        else if (sizes->form == LE_SIZES_POINTS)
            for (int64_t i = 0; i < sizes->count; i++) inserted += LE_MAX(le__size_main(sizes, i), 0);
    }
    if (spec->kind == LE_SECTION_LIST) {
        if (c->what != LE__APPLY) return 0; // list_change knows
        has = le_points(extents_total(s->body));
        return inserted + spacing + moved * has;
    }
    le__flow flow = section_flow(s, config);
    has = le_points(le__flow_extent(&flow)) + (double)le__flow_lines(&flow) * spacing;
    return inserted + spacing + 2 * (1 + edits + moved) * has;
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

// ---- Flows

static bool flow_takes(const le_section_spec *spec, const le_sizes *sizes) {
    (void)spec;
    return sizes->form != LE_SIZES_NONE && sizes->form != LE_SIZES_RUNS && sizes->cross;
}

static le_status flow_kind_build(const le_layout_config *config, section *s, const le_sizes *sizes, int64_t first,
                                 int64_t count, run_place *runs, le_fault *fault, le_work *work) {
    (void)runs;
    s->items = count;
    le__flow flow = section_flow(s, config);
    int64_t faults = fault ? fault->count : 0;
    le_status status = le__flow_build(&flow, sizes, first, count, fault, work);
    if (fault && fault->count > 0 && faults == 0) fault->item += first; // a flow counts from `first`
    s->body = flow.root;
    return status;
}

static le_status flow_kind_change(const le_layout_config *config, section *s, const change *c, int64_t room,
                                  le_work *work) {
    (void)room;
    le__flow flow = section_flow(s, config);
    le_status status = flow_change(&flow, c, work);
    s->body = flow.root;
    s->items = le__flow_count(&flow);
    return status;
}

static le_status flow_follow(section *s, const style *old, const le_layout_config *old_config,
                             const le_layout_config *config, le_work *work) {
    const le_section_spec *spec = &s->style->spec;
    section was = *s;
    was.style = (style *)old;
    le__flow flow = section_flow(&was, old_config);
    const bool looser = spec->item_spacing >= LE_MIN(old->spec.item_spacing, 0) &&
                        spec->line_spacing >= LE_MIN(old->spec.line_spacing, 0);
    if (!looser) {
        int64_t width, height;
        le__flow_least(&flow, &width, &height);
        if (width + spec->item_spacing < 0 || height + spec->line_spacing < 0) return LE_BAD_VALUE;
    }
    le__flow_rules rules = section_flow(s, config).rules;
    le_status status = le__flow_set_rules(&flow, &rules, work);
    s->body = flow.root;
    return status;
}

static bool flow_measure(section *s, const le_layout_config *config) {
    le__flow flow = section_flow(s, config);
    return le__section_measure_lines(s, le__flow_extent(&flow));
}

static int64_t flow_query(const walk *w, query_sink *sink) {
    return walk_flow(w, (emitter){.item = le__query_item, .places = query_emit_places}, sink);
}

static int64_t flow_kind_walk(const walk *w, const le__emitter *emit, void *sink) {
    return walk_flow(w, (emitter){.item = emit->item}, sink);
}

static le_rect flow_frame(const le_layout *layout, const section_place *place, int64_t item, int32_t *z_index,
                          uint8_t *flags, le_work *work) {
    (void)z_index, (void)flags;
    const le_section_spec *spec = &place->section->style->spec;
    le__flow flow = section_flow(place->section, &layout->config);
    le_rect frame = rect_moved(le__flow_item_frame(&flow, item, work), place->offset + items_start(spec));
    frame.cross_min += spec->inset_cross_start;
    frame.cross_max += spec->inset_cross_start;
    return frame;
}

static void flow_line(const le_layout_config *config, const section *s, int64_t item, int64_t *first, int64_t *count) {
    le__flow flow = section_flow(s, config);
    le__flow_walk lines;
    le__flow_line line;
    le__flow_walk_to_item(&lines, &flow, item, NULL);
    le__flow_walk_next(&lines, &line, NULL);
    *first = line.first;
    *count = line.count;
}

static le_status flow_read_sizes(const le_layout *layout, const section_place *place, int64_t first, int64_t count,
                                 double *main, double *cross) {
    le__flow flow = section_flow(place->section, &layout->config);
    int64_t mains[FEW_SIZES], crosses[FEW_SIZES];
    for (int64_t done = 0; done < count; done += FEW_SIZES) {
        const int64_t n = LE_MIN(count - done, (int64_t)FEW_SIZES);
        le__flow_read(&flow, first + done, n, crosses, mains);
        for (int64_t i = 0; i < n; i++) {
            main[done + i] = le_points(mains[i]);
            if (cross) cross[done + i] = le_points(crosses[i]);
        }
    }
    return LE_OK;
}

static const char *flow_kind_check(const section *s, const le_layout_config *config) {
    le__flow flow = section_flow(s, config);
    const char *wrong = le__flow_check(&flow);
    return wrong || le__flow_count(&flow) == s->items ? wrong : "a section's number of items is not its body's";
}

static size_t flow_kind_bytes(const void *body) {
    le__flow flow = {.root = (struct le__lines_node *)body};
    return le__flow_bytes(&flow);
}

static void flow_kind_release(void *body) {
    le__flow flow = {.root = body};
    le__flow_release(&flow);
}

const le__kind le__flow_kind = {
    .takes = flow_takes,
    .follows_container = true,
    .build = flow_kind_build,
    .change = flow_kind_change,
    .growth = growth_at_most,
    .follow = flow_follow,
    .measure = flow_measure,
    .query = flow_query,
    .walk = flow_kind_walk,
    .frame = flow_frame,
    .frames = bulk_flow,
    .frames_relative = bulk_flow_relative,
    .line = flow_line,
    .read_sizes = flow_read_sizes,
    .check = flow_kind_check,
    .bytes = flow_kind_bytes,
    .release = flow_kind_release,
};

// ---- Waterfalls

static bool waterfall_takes(const le_section_spec *spec, const le_sizes *sizes) {
    if (sizes->form == LE_SIZES_NONE || sizes->form == LE_SIZES_RUNS) return false;
    return sizes->cross || !(spec->flags & LE_BY_RATIO);
}

static le_status waterfall_kind_build(const le_layout_config *config, section *s, const le_sizes *sizes, int64_t first,
                                      int64_t count, run_place *runs, le_fault *fault, le_work *work) {
    (void)runs;
    waterfall_node_t *root = NULL;
    waterfall_rules rules = waterfall_rules_of(config, &s->style->spec);
    s->items = count;
    le_status status = waterfall_build(&root, &rules, sizes, first, count, fault, work);
    s->body = root;
    return status;
}

static le_status waterfall_follow(section *s, const style *old, const le_layout_config *old_config,
                                  const le_layout_config *config, le_work *work) {
    waterfall_rules was = waterfall_rules_of(old_config, &old->spec);
    waterfall_rules rules = waterfall_rules_of(config, &s->style->spec);
    waterfall_node_t *root = s->body;
    le_status status = waterfall_set_rules(&root, &was, &rules, work);
    s->body = root;
    return status;
}

static bool waterfall_measure(section *s, const le_layout_config *config) {
    (void)config;
    return le__section_measure_lines(s, waterfall_extent(s->body, &s->style->spec));
}

static int64_t waterfall_query(const walk *w, query_sink *sink) {
    return walk_waterfall(w, (emitter){.item = le__query_item, .fall = query_emit_fall}, sink);
}

static int64_t waterfall_walk(const walk *w, const le__emitter *emit, void *sink) {
    return walk_waterfall(w, (emitter){.item = emit->item}, sink);
}

static le_rect waterfall_frame(const le_layout *layout, const section_place *place, int64_t item, int32_t *z_index,
                               uint8_t *flags, le_work *work) {
    (void)z_index, (void)flags;
    return waterfall_item_frame(layout, place, item, work);
}

static le_status waterfall_read_sizes(const le_layout *layout, const section_place *place, int64_t first, int64_t count,
                                      double *main, double *cross) {
    const le_section_spec *spec = &place->section->style->spec;
    waterfall_rules rules = waterfall_rules_of(&layout->config, spec);
    waterfall_read(place->section->body, &rules, first, count, main);
    const double width = spec->flags & LE_BY_RATIO ? 1 : le_points(rules.width);
    for (int64_t i = 0; cross && i < count; i++) cross[i] = width;
    return LE_OK;
}

static const char *waterfall_kind_check(const section *s, const le_layout_config *config) {
    waterfall_rules rules = waterfall_rules_of(config, &s->style->spec);
    const char *wrong = waterfall_check_all(s->body, &rules);
    return wrong || waterfall_count(s->body) == s->items ? wrong : "a section's number of items is not its body's";
}

static size_t waterfall_kind_bytes(const void *body) { return waterfall_bytes((waterfall_node_t *)body); }
static void waterfall_kind_release(void *body) { waterfall_release(body); }

const le__kind le__waterfall = {
    .usable = waterfall_usable,
    .takes = waterfall_takes,
    .follows_container = true,
    .build = waterfall_kind_build,
    .change = waterfall_change,
    .follow = waterfall_follow,
    .measure = waterfall_measure,
    .query = waterfall_query,
    .walk = waterfall_walk,
    .frame = waterfall_frame,
    .frames = bulk_waterfall,
    .frames_relative = bulk_waterfall_relative,
    .read_sizes = waterfall_read_sizes,
    .check = waterfall_kind_check,
    .bytes = waterfall_kind_bytes,
    .release = waterfall_kind_release,
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
