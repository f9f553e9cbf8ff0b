// Waterfalls as a kind of section: columns of equal width; each item is placed below the items of its column.
#include "kinds/kinds.h"

#include <string.h>

#include "kinds/waterfall/waterfall.h"
#include "section/elements.h"

static le__waterfall_rules rules_of(const le_layout_config *config, const le_section_spec *spec) {
    le__waterfall_rules r = {.placement = spec->packing,
                             .columns = spec->columns,
                             .lead = spec->inset_cross_start,
                             .spacing = spec->line_spacing / WATERFALL_QUANTUM,
                             .by_ratio = (spec->flags & LE_BY_RATIO) != 0,
                             .scale = spec->scale};
    r.width = LE_MAX(le__line_extent(config, spec) - (r.columns - 1) * spec->item_spacing, 0) / r.columns;
    if (r.scale > 0) {
        double pixels = (double)le__waterfall_pixels(r.width, r.scale);
        r.width = LE_MIN((int64_t)le__round_half_even(pixels * (double)LE_UNIT / r.scale), r.width);
    }
    r.pitch = r.width + spec->item_spacing;
    return r;
}

static bool usable(const le_section_spec *spec) {
    const int64_t most = WATERFALL_SPACING_MOST;
    return spec->columns >= 1 && spec->columns <= WATERFALL_COLUMNS && spec->packing >= LE_PACKING_SHORTEST_FIRST &&
           spec->packing <= LE_PACKING_RIGHT_TO_LEFT && spec->line_spacing % WATERFALL_QUANTUM == 0 &&
           spec->line_spacing <= most && spec->line_spacing >= -most && spec->item_spacing <= most &&
           spec->item_spacing >= -most && spec->scale >= 0 && spec->scale <= 1024;
}

static bool accepts(const le_section_spec *spec, const le_sizes *sizes) {
    if (sizes->form == LE_SIZES_NONE || sizes->form == LE_SIZES_RUNS) return false;
    return sizes->cross || !(spec->flags & LE_BY_RATIO);
}

// ---- Making and changing

static le_status build(const le_layout_config *config, le__section *s, const le_sizes *sizes, int64_t first,
                       int64_t count, le__run_place *runs, le_fault *fault, le_work *work) {
    (void)runs;
    const le__waterfall_rules rules = rules_of(config, &s->style->spec);
    le__columns_node *root = NULL;
    le_status status = le__waterfall_build(&root, &rules, sizes, first, count, fault, work);
    s->body = root;
    s->items = count;
    return status;
}

// From the start of the first line to the end of the longest column. Without items the extent is minus one line spacing
// (if that is positive), as if the last spacing were removed from an empty column. Established waterfall layouts do the
// same.
static bool measure(le__section *s, const le_layout_config *config) {
    (void)config;
    const le__columns_node *root = s->body;
    return le__section_measure_lines(s,
                                     root ? root->max[0] * WATERFALL_QUANTUM : LE_MIN(-s->style->spec.line_spacing, 0));
}

// Expresses a change as a script: at most two edits in `own`, or the script that the change has. Returns the number of
// edits.
static size_t script_of(const le__change *c, le_edit own[2], const le_edit **edits) {
    own[0] = (le_edit){.at = c->first, .removed = c->count};
    *edits = own;
    switch (c->what) {
    case LE__INSERT:
    case LE__RESIZE:
        own[0].inserted = c->sizes->count;
        own[0].removed = c->what == LE__RESIZE ? c->sizes->count : 0;
        return 1;
    case LE__MOVE: {
        if (c->to == c->first) return 0;
        const bool back = c->to < c->first;
        const le_edit out = own[0];
        const le_edit in = {
            .at = back ? c->to : c->to + c->count, .inserted = c->count, .source = c->first, .moved = true};
        own[0] = back ? in : out;
        own[1] = back ? out : in;
        return 2;
    }
    case LE__APPLY:
        *edits = c->edits;
        return c->edit_count;
    case LE__REMOVE:
    case LE__REFILL:
        break;
    }
    return 1;
}

// Every change is applied as a script that makes a new body; the old body is kept until the new one is known to fit.
static le_status change(const le_layout_config *config, le__section *s, const le__change *c, int64_t room,
                        le_work *work) {
    if (c->what == LE__REFILL) return LE_NOT_SUPPORTED;
    le_edit own[2];
    const le_edit *edits;
    const size_t count = script_of(c, own, &edits);
    le__section changed = *s;
    bool any = false;
    for (size_t e = 0; e < count; e++) {
        changed.items += edits[e].inserted - edits[e].removed;
        any |= edits[e].inserted || edits[e].removed;
    }
    if (!any) return LE_OK;
    const le__waterfall_rules rules = rules_of(config, &s->style->spec);
    le__columns_node *root = NULL;
    const bool resizes = c->what == LE__RESIZE;
    le_status status = le__waterfall_apply(s->body, &rules, edits, count, resizes, c->sizes, &root, c->fault, work);
    if (status != LE_OK) return status;
    changed.body = root;
    if (!measure(&changed, config) || changed.extent - s->extent > room) {
        le__columns_release(root);
        return LE_TOO_LARGE;
    }
    le__columns_release(s->body);
    s->body = root;
    s->items = changed.items;
    return LE_OK;
}

static double growth(const le_layout_config *config, const le__section *s, const le__change *c) {
    (void)config, (void)s, (void)c;
    return 0;
}

static le_status relayout(le__section *s, const le__style *old, const le_layout_config *old_config,
                          const le_layout_config *config, le_work *work) {
    const le__waterfall_rules before = rules_of(old_config, &old->spec), rules = rules_of(config, &s->style->spec);
    le__columns_node *root = s->body;
    le_status status = le__waterfall_set_rules(&root, &before, &rules, work);
    s->body = root;
    return status;
}

// ---- Walking

// The area of a walk, and the items of the current leaf. Positions are in quanta from the start of the first line.
typedef struct column_walk {
    const le__waterfall_rules *rules;
    int64_t first;     // index of the first item in the leaf
    int64_t low, high; // an item intersects the area when it ends after `low` and starts before `high`
    uint32_t met;      // bit mask of the columns that intersect the area
    le__column_items in;
} column_walk;

// The first leaf with items at or after index `from` that reach the area, and the index of its first item. Subtrees out
// of reach are skipped as a whole.
static le__columns_node *leaf_reaching(le__columns_node *node, int64_t first, int64_t from, const column_walk *at,
                                       int64_t *leaf_first, le_work *work) {
    if (work) work->nodes_visited++;
    if (node->head.level == 0) {
        *leaf_first = first;
        return node;
    }
    le__columns_inner *inner = le__columns_as_inner(node);
    const int64_t near = WATERFALL_FAR - at->high;
    for (uint32_t i = 0; i < node->head.n; i++) {
        if (inner->maximum[0][i] <= at->low || inner->maximum[1][i] <= near) continue;
        int64_t start = first + inner->prefix[0][i];
        if (from >= first + (i + 1 < node->head.n ? inner->prefix[0][i + 1] : node->sum[0])) continue;
        le__columns_node *leaf = leaf_reaching(inner->child[i], start, from, at, leaf_first, work);
        if (leaf) return leaf;
    }
    return NULL;
}

// Emits the rest of a leaf, item by item. Returns the item at which the emitter stopped, -1 if nothing after the leaf
// can intersect the area either, or -2.
LE_INLINE int64_t walk_leaf(const le__walk *w, column_walk *at,
                            bool (*emit)(void *sink, int64_t item, const le_rect *frame), void *sink) {
    // Local copies, so that the compiler knows that these are constant while fronts are written.
    const le__waterfall_rules r = *at->rules;
    const int64_t low = at->low, high = at->high, base = at->in.base, first = at->first, n = at->in.n;
    const uint32_t met = at->met;
    le__column_items *in = &at->in;
    for (int64_t i = in->i; i < n; i++) {
        const int64_t c = in->columns[i], start = in->front[c], end = start + in->heights[i];
        in->front[c] = end + r.spacing;
        if (start >= high) {
            if (r.placement == LE_PACKING_SHORTEST_FIRST) return -1; // starts ascend
            continue;
        }
        if (end <= low || !(met >> c & 1) || first + i < w->from) continue;
        if (!w->all && start == end) continue;
        le_rect frame = {base + start * WATERFALL_QUANTUM, r.lead + c * r.pitch, base + end * WATERFALL_QUANTUM,
                         r.lead + c * r.pitch + r.width};
        if (!emit(sink, first + i, &frame)) return first + i;
    }
    return -2;
}

// The same for a leaf with items that span several columns. Starts do not ascend here, but an item of one column starts
// where the shortest column ends, and no later item starts before that.
static int64_t walk_spans(const le__walk *w, column_walk *at,
                          bool (*emit)(void *sink, int64_t item, const le_rect *frame), void *sink) {
    const le__waterfall_rules *r = at->rules;
    le__column_items *in = &at->in;
    for (int64_t i = in->i; i < in->n; i++) {
        const uint8_t place = in->columns[i];
        const int64_t start = le__columns_pass(in->front, r, place, in->heights[i]), end = start + in->heights[i];
        const int64_t span = le__waterfall_span(r, place), cross = r->lead + (place & 15) * r->pitch;
        const int64_t width = le__waterfall_width(r, span);
        if (start >= at->high) {
            if (r->placement == LE_PACKING_SHORTEST_FIRST && span == 1) return -1;
            continue;
        }
        if (end <= at->low || at->first + i < w->from) continue;
        if (cross >= w->cross_max || cross + width <= w->cross_min) continue;
        if (!w->all && (start == end || width == 0)) continue;
        le_rect frame = {in->base + start * WATERFALL_QUANTUM, cross, in->base + end * WATERFALL_QUANTUM,
                         cross + width};
        if (!emit(sink, at->first + i, &frame)) return at->first + i;
    }
    return -2;
}

// The same for a query: a kernel writes the elements.
static int64_t query_leaf(const le__walk *w, column_walk *at, le__query_sink *sink) {
    le__element_room room = le__query_room(sink);
    const le__waterfall_rules *r = at->rules;
    le__column_query query = {.low = at->low,
                              .high = at->high,
                              .from = w->from,
                              .met = at->met,
                              .ordered = r->placement == LE_PACKING_SHORTEST_FIRST};
    for (int64_t c = 0; c < r->columns; c++) {
        query.min_x[c] = le_points(r->lead + c * r->pitch);
        query.max_x[c] = le_points(r->lead + c * r->pitch + r->width);
    }
    int64_t stopped = le__kernels_in_use()->column_elements(&at->in, &query, at->first, &room);
    le__query_wrote(sink, &room);
    return stopped;
}

// Loads the items of a leaf, and skips the items at its front that end before the area; these can be most of the leaf.
static void enter_leaf(column_walk *at, const le__columns_node *leaf) {
    const le__waterfall_rules *r = at->rules;
    le__column_items *in = &at->in;
    le__prefetch(leaf, LE__BLOCK_MAX); // most of it is read, from three arrays
    in->columns = le__columns_places(leaf);
    in->n = leaf->sum[0];
    memcpy(in->front, le__columns_fronts(leaf), (size_t)r->columns * sizeof *in->front);
    le__columns_read_heights(leaf, r, 0, in->n, in->heights);
    const int64_t n = le__columns_spanning(leaf) ? 0 : in->n, low = at->low, spacing = r->spacing;
    int64_t i = 0;
    for (; i < n; i++) {
        const int64_t c = in->columns[i], end = in->front[c] + in->heights[i];
        if (end > low) break;
        in->front[c] = end + spacing;
    }
    in->i = i;
}

LE_INLINE int64_t walk_columns(const le__walk *w, bool kernel,
                               bool (*emit)(void *sink, int64_t item, const le_rect *frame), void *sink) {
    const le__section *s = w->place.section;
    const le_section_spec *spec = &s->style->spec;
    le__columns_node *root = s->body;
    const le__waterfall_rules r = rules_of(&w->layout->config, spec);
    if (!root) return -1;
    const int64_t base = w->place.offset + le__items_start(spec);
    column_walk at;
    at.rules = &r;
    at.low = (w->main_min - base) >> 4;
    at.high = (w->main_max - base + WATERFALL_QUANTUM - 1) >> 4;
    at.met = 0;
    at.in.base = base;
    at.in.spacing = r.spacing;
    for (int64_t c = 0; c < r.columns; c++) {
        int64_t start = r.lead + c * r.pitch;
        const bool empty = !w->all && r.width == 0;
        if (start < w->cross_max && start + r.width > w->cross_min && !empty) at.met |= 1u << c;
    }
    if (root->max[0] <= at.low || root->max[1] <= WATERFALL_FAR - at.high) return -1;

    int64_t from = LE_MAX(w->from, 0);
    le__columns_node *leaf;
    while ((leaf = leaf_reaching(root, 0, from, &at, &at.first, w->work))) {
        from = at.first + leaf->sum[0];
        if (at.met || le__columns_spanning(leaf)) {
            enter_leaf(&at, leaf);
            int64_t stopped = le__columns_spanning(leaf) ? walk_spans(w, &at, kernel ? le__query_item : emit, sink)
                              : kernel                   ? query_leaf(w, &at, sink)
                                                         : walk_leaf(w, &at, emit, sink);
            if (stopped != -2) return stopped;
        }
        if (from >= root->sum[0]) break;
    }
    return -1;
}

static int64_t query(const le__walk *w, le__query_sink *sink) {
    return le__walk_plain(w) ? walk_columns(w, true, NULL, sink) : walk_columns(w, false, le__query_item, sink);
}

static int64_t walk(const le__walk *w, const le__emitter *emit, void *sink) {
    return walk_columns(w, false, emit->item, sink);
}

// ---- Reading

static le_rect frame(const le_layout *layout, const le__section_place *place, int64_t item, int32_t *z_index,
                     uint8_t *flags, le_work *work) {
    (void)z_index, (void)flags;
    const le_section_spec *spec = &place->section->style->spec;
    const le__waterfall_rules r = rules_of(&layout->config, spec);
    le__columns_path path;
    int64_t k = item, before[1], height;
    le__columns_path_find(place->section->body, 0, &k, &path, before);
    if (work) work->nodes_visited += (uint64_t)path.depth + 1;
    le__prefetch(path.leaf, LE__BLOCK_MAX);
    le__columns_read_heights(path.leaf, &r, k, 1, &height);
    int64_t main = place->offset + le__items_start(spec) + le__columns_item_start(path.leaf, &r, k) * WATERFALL_QUANTUM;
    uint8_t spot = le__columns_places(path.leaf)[k];
    int64_t cross = r.lead + (spot & 15) * r.pitch;
    return (le_rect){main, cross, main + height * WATERFALL_QUANTUM,
                     cross + le__waterfall_width(&r, le__waterfall_span(&r, spot))};
}

#define REAL double
#define FRAMES(name) name
#include "kinds/waterfall/waterfall_frames_body.h"
#define REAL float
#define FRAMES(name) name##_relative
#include "kinds/waterfall/waterfall_frames_body.h"

static le_status read_sizes(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                            double *main, double *cross) {
    const le__section *s = place->section;
    const le__waterfall_rules rules = rules_of(&layout->config, &s->style->spec);
    le__waterfall_read(s->body, &rules, first, count, main);
    if (!cross) return LE_OK;
    uint8_t places[COLUMNS_ITEMS_MAX];
    for (int64_t done = 0, n; done < count; done += n) {
        n = LE_MIN(count - done, (int64_t)COLUMNS_ITEMS_MAX);
        le__waterfall_places(s->body, first + done, n, places);
        for (int64_t i = 0; i < n; i++) {
            const int64_t width = le__waterfall_width(&rules, le__waterfall_span(&rules, places[i]));
            cross[done + i] = rules.by_ratio ? 1 : le_points(width);
        }
    }
    return LE_OK;
}

static void read_spans(const le__section *s, int64_t first, int64_t count, uint8_t *spans) {
    le__waterfall_places(s->body, first, count, spans);
    for (int64_t i = 0; i < count; i++) spans[i] = (uint8_t)((spans[i] >> 4) + 1);
}

// ---- The body

static const char *check(const le__section *s, const le_layout_config *config) {
    const le__waterfall_rules rules = rules_of(config, &s->style->spec);
    const char *wrong = le__waterfall_check(s->body, &rules);
    if (wrong) return wrong;
    return le__waterfall_count(s->body) == s->items ? NULL : "a waterfall's count differs from its columns'";
}

static size_t bytes(const void *body) { return le__columns_bytes((le__columns_node *)body); }

static void release(void *body) { le__columns_release(body); }

const le__kind le__waterfall = {
    .usable = usable,
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
    .read_sizes = read_sizes,
    .read_spans = read_spans,
    .check = check,
    .bytes = bytes,
    .release = release,
};
