// Flows as a kind of section: items of any size, packed greedily into lines. The body is the root of the tree of lines.
#include "kinds/kinds.h"

#include <math.h>

#include "kernels/near_points.h"
#include "kinds/flow/flow.h"
#include "section/elements.h"
#include "support/lengths.h"

// The flow of a section. It does not retain the root.
LE_INLINE le__flow flow_of(const le__section *s, const le_layout_config *config) {
    const le_section_spec *spec = &s->style->spec;
    return (le__flow){.root = s->body,
                      .rules = {.line = le__line_extent(config, spec),
                                .item_spacing = spec->item_spacing,
                                .line_spacing = spec->line_spacing,
                                .packing = spec->packing}};
}

// ---- Making and changing

static bool accepts(const le_section_spec *spec, const le_sizes *sizes) {
    (void)spec;
    return (sizes->form == LE_SIZES_POINTS || sizes->form == LE_SIZES_CONSTANT) && sizes->cross;
}

static le_status build(const le_layout_config *config, le__section *s, const le_sizes *sizes, int64_t first,
                       int64_t count, le__run_place *runs, le_fault *fault, le_work *work) {
    (void)runs;
    s->body = NULL;
    s->items = count;
    le__flow flow = flow_of(s, config);
    int64_t faults = fault ? fault->count : 0;
    le_status status = le__flow_build(&flow, sizes, first, count, fault, work);
    if (fault && fault->count > 0 && faults == 0) fault->item += first; // a flow counts from `first`
    s->body = flow.root;
    return status;
}

static le_status change_flow(le__flow *flow, const le__change *c, le_work *work) {
    switch (c->what) {
    case LE__REMOVE:
        return le__flow_remove(flow, c->first, c->count, work);
    case LE__MOVE:
        return le__flow_move(flow, c->first, c->count, c->to, work);
    case LE__INSERT:
        return le__flow_insert(flow, c->first, c->sizes, 0, c->sizes->count, c->fault, work);
    case LE__RESIZE:
        return le__flow_resize(flow, c->first, c->sizes, 0, c->sizes->count, c->fault, work);
    case LE__APPLY:
        return le__flow_apply(flow, c->edits, c->edit_count, c->sizes, c->failed, c->fault, work);
    case LE__REFILL:
        break;
    }
    return LE_NOT_SUPPORTED;
}

static le_status change(const le_layout_config *config, le__section *s, const le__change *c, int64_t room,
                        le_work *work) {
    (void)room;
    le__flow flow = flow_of(s, config);
    le_status status = change_flow(&flow, c, work);
    s->body = flow.root;
    s->items = le__flow_count(&flow);
    return status;
}

// Re-flow can only grow the section by this much: if edits cut an old line into pieces, the items of each piece occupy
// at most two lines, each no thicker than the old one.
static double growth(const le_layout_config *config, const le__section *s, const le__change *c) {
    const double spacing = fabs(le_points(s->style->spec.line_spacing));
    double moved = c->what == LE__MOVE, edits = c->what == LE__MOVE ? 2 : 1;
    if (c->what == LE__APPLY) {
        edits = (double)c->edit_count;
        for (size_t e = 0; e < c->edit_count; e++) moved += c->edits[e].moved;
    }
    le__flow flow = flow_of(s, config);
    const double has = le_points(le__flow_extent(&flow)) + (double)le__flow_lines(&flow) * spacing;
    return le__inserted_extent(c, spacing) + spacing + 2 * (1 + edits + moved) * has;
}

static le_status relayout(le__section *s, const le__style *old, const le_layout_config *old_config,
                          const le_layout_config *config, le_work *work) {
    const le_section_spec *spec = &s->style->spec;
    const int64_t item_spacing = old->spec.item_spacing, line_spacing = old->spec.line_spacing;
    le__flow flow = flow_of(s, config);
    const le__flow_rules rules = flow.rules;
    flow.rules = (le__flow_rules){.line = le__line_extent(old_config, &old->spec),
                                  .item_spacing = item_spacing,
                                  .line_spacing = line_spacing,
                                  .packing = old->spec.packing};
    if (spec->item_spacing < LE_MIN(item_spacing, 0) || spec->line_spacing < LE_MIN(line_spacing, 0)) {
        int64_t width, height;
        le__flow_least(&flow, &width, &height);
        if (width + spec->item_spacing < 0 || height + spec->line_spacing < 0) return LE_BAD_VALUE;
    }
    le_status status = le__flow_set_rules(&flow, &rules, work);
    s->body = flow.root;
    return status;
}

static bool measure(le__section *s, const le_layout_config *config) {
    le__flow flow = flow_of(s, config);
    return le__section_measure_lines(s, le__flow_extent(&flow));
}

// ---- Walking

// Emits the items of one line that the walk covers. Returns the item at which the emitter stopped, or -1.
LE_INLINE int64_t walk_line(const le__walk *w, const le__flow_line *line, int64_t base, int64_t lead,
                            bool (*emit)(void *sink, int64_t item, const le_rect *frame), void *sink) {
    int64_t i = LE_MAX(w->from - line->first, 0);
    if (line->sums) i = LE_MAX(i, le__flow_line_reaching(line, le__less(w->cross_min, lead)));
    int64_t cross = le__flow_line_start(line, i);
    for (; i < line->count; i++) {
        if (line->sums && i % 64 == 0 && !w->all && le__flow_line_flat(line, i)) {
            i += 63;
            if (i + 1 < line->count) cross = le__flow_line_start(line, i + 1);
            continue;
        }
        le_rect frame = le__rect_moved(le__flow_line_place(line, i, &cross), base);
        frame.cross_min += lead;
        frame.cross_max += lead;
        if (frame.cross_min >= w->cross_max) return -1; // starts ascend
        if (frame.main_min >= w->main_max || frame.main_max <= w->main_min || frame.cross_max <= w->cross_min) continue;
        if (!w->all && le__rect_empty(&frame)) continue;
        if (!emit(sink, line->first + i, &frame)) return line->first + i;
    }
    return -1;
}

// Emits the items of all lines that the walk covers. `many`, if not NULL, receives the items of many lines.
LE_INLINE int64_t walk_lines(const le__walk *w, le__places_emitter *many,
                             bool (*emit)(void *sink, int64_t item, const le_rect *frame), void *sink) {
    const le__section *s = w->place.section;
    const le_section_spec *spec = &s->style->spec;
    if (s->items == 0) return -1;
    le__flow flow = flow_of(s, &w->layout->config);
    const int64_t base = w->place.offset + le__items_start(spec), lead = spec->inset_cross_start;
    const le_rect area = {w->main_min, w->cross_min, w->main_max, w->cross_max};
    le__flow_walk lines;
    le__flow_line line;
    if (w->from < 0)
        le__flow_walk_to_offset(&lines, &flow, w->main_min - base, w->work);
    else
        le__flow_walk_to_item(&lines, &flow, w->from, w->work);
    // If the line spacing is not negative, lines without thickness show nothing and can be skipped.
    lines.tall = !w->all && spec->line_spacing >= 0;
    while (!lines.ended && base + lines.main < w->main_max) {
        le__flow_places places;
        if (many && le__flow_walk_places(&lines, w->main_max - base, &places, w->work)) {
            const int64_t item = many(sink, &places, lead + places.cross, base, &area, w->from);
            if (item >= 0) return item;
            continue;
        }
        le__flow_walk_next(&lines, &line, w->work);
        if (line.thickness == 0 && !w->all) continue;
        int64_t item = walk_line(w, &line, base, lead, emit, sink);
        if (item >= 0) return item;
    }
    return -1;
}

static int64_t query(const le__walk *w, le__query_sink *sink) {
    return le__walk_plain(w) ? walk_lines(w, le__query_places, le__query_item, sink)
                             : walk_lines(w, NULL, le__query_item, sink);
}

static int64_t walk(const le__walk *w, const le__emitter *emit, void *sink) {
    return walk_lines(w, w->all ? NULL : emit->places, emit->item, sink);
}

// ---- Reading

static le_rect frame(const le_layout *layout, const le__section_place *place, int64_t item, int32_t *z_index,
                     uint8_t *flags, le_work *work) {
    (void)z_index, (void)flags;
    const le_section_spec *spec = &place->section->style->spec;
    le__flow flow = flow_of(place->section, &layout->config);
    le_rect frame = le__rect_moved(le__flow_item_frame(&flow, item, work), place->offset + le__items_start(spec));
    frame.cross_min += spec->inset_cross_start;
    frame.cross_max += spec->inset_cross_start;
    return frame;
}

#define REAL double
#define FRAMES(name) name
#include "kinds/flow/flow_frames_body.h"
#define REAL float
#define FRAMES(name) name##_relative
#include "kinds/flow/flow_frames_body.h"

static void line(const le_layout_config *config, const le__section *s, int64_t item, int64_t *first, int64_t *count) {
    le__flow flow = flow_of(s, config);
    le__flow_walk lines;
    le__flow_line line;
    le__flow_walk_to_item(&lines, &flow, item, NULL);
    le__flow_walk_next(&lines, &line, NULL);
    *first = line.first;
    *count = line.count;
}

static le_status read_sizes(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                            double *main, double *cross) {
    enum { CHUNK = 112 }; // the number of items in a leaf
    le__flow flow = flow_of(place->section, &layout->config);
    int64_t widths[CHUNK], heights[CHUNK];
    for (int64_t done = 0; done < count; done += CHUNK) {
        int64_t n = LE_MIN(count - done, (int64_t)CHUNK);
        le__flow_read(&flow, first + done, n, widths, heights);
        for (int64_t i = 0; i < n; i++) main[done + i] = le_points(heights[i]);
        for (int64_t i = 0; cross && i < n; i++) cross[done + i] = le_points(widths[i]);
    }
    return LE_OK;
}

// ---- The body

static const char *check(const le__section *s, const le_layout_config *config) {
    le__flow flow = flow_of(s, config);
    const char *wrong = le__flow_check(&flow);
    if (wrong) return wrong;
    return le__flow_count(&flow) == s->items ? NULL : "a flow's count differs from its lines'";
}

static size_t bytes(const void *body) {
    le__flow flow = {.root = (struct le__lines_node *)body};
    return le__flow_bytes(&flow);
}

static void release(void *body) {
    le__flow flow = {.root = body};
    le__flow_release(&flow);
}

const le__kind le__flow_kind = {
    .accepts = accepts,
    .depends_on_container = true,
    .build = build,
    .change = change,
    .growth = growth,
    .relayout = relayout,
    .measure = measure,
    .query = query,
    .walk = walk,
    .frame = frame,
    .frames = frames,
    .frames_relative = frames_relative,
    .line = line,
    .read_sizes = read_sizes,
    .check = check,
    .bytes = bytes,
    .release = release,
};
