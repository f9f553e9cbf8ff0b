// Compositional sections: random descriptions with random edits. The resulting layout equals one built from scratch
// from the same sizes, and a query finds the same elements as a scan of all elements.
#include <math.h>

#include "harness.h"
#include "visits.h"

enum { SECTIONS = 4, ITEMS = 60 };

// The state that the layout should have, in arrays.
typedef struct {
    le_composition *composition;
    int64_t items;
    double main[ITEMS], cross[ITEMS]; // NaN: not measured
    int reports[ITEMS];
    double bar_main[8], bar_cross[8];
} model_section;

typedef struct {
    le_layout_config config;
    int64_t n;
    model_section section[SECTIONS];
} model;

// ---- Random descriptions

typedef struct {
    rng *r;
    le_node node[64];
    size_t nodes;
    le_badge badge[8];
    size_t badges;
    bool custom;
} description;

static int64_t points(rng *r, int low, int high) { return rng_in(r, low, high) * LE_UNIT / (rng_chance(r, 3) ? 3 : 1); }

static le_dimension dimension(rng *r) {
    switch (rng_below(r, 6)) {
    case 0:
        return (le_dimension){LE_FRACTION_CROSS, (double)rng_in(r, 0, 12) / (rng_chance(r, 2) ? 12 : 24)};
    case 1:
        return (le_dimension){LE_FRACTION_MAIN, (double)rng_in(r, 0, 10) / 20};
    case 2:
        return (le_dimension){LE_ESTIMATED_SIZE, (double)rng_in(r, 0, 90)};
    case 3:
        return (le_dimension){rng_chance(r, 2) ? LE_UNIFORM_SIZE : LE_ESTIMATED_SIZE, (double)rng_in(r, 5, 60)};
    default:
        return (le_dimension){LE_ABSOLUTE, (double)rng_in(r, 0, 120) / 1.5};
    }
}

static le_space space(rng *r) {
    return (le_space){rng_chance(r, 2) ? 0 : points(r, rng_chance(r, 9) ? -4 : 0, 9), rng_chance(r, 5)};
}

static void add_badges(description *d, uint32_t node) {
    while (d->badges < 8 && rng_chance(d->r, 4)) {
        le_anchor a = {(int32_t)rng_below(d->r, 3), (int32_t)rng_below(d->r, 3), rng_chance(d->r, 2),
                       (double)rng_in(d->r, -4, 4) / 4, (double)rng_in(d->r, -4, 4) / 4};
        le_anchor b = {(int32_t)rng_below(d->r, 3), (int32_t)rng_below(d->r, 3), rng_chance(d->r, 2), 0.5, -3};
        d->badge[d->badges] = (le_badge){node,
                                         (uint16_t)(10 + d->badges),
                                         (int32_t)rng_below(d->r, 3),
                                         {LE_ABSOLUTE, 12},
                                         {LE_FRACTION_CROSS, 0.25},
                                         a,
                                         rng_chance(d->r, 3),
                                         b,
                                         {points(d->r, -3, 5), 0},
                                         {0, points(d->r, -3, 5)},
                                         rng_chance(d->r, 3)};
        d->badges++;
    }
}

static void add_node(description *d, int depth) {
    rng *r = d->r;
    uint32_t index = (uint32_t)d->nodes++;
    le_node n = {.main = dimension(r), .cross = dimension(r), .between = space(r)};
    bool group = depth == 0 || (depth < 4 && d->nodes < 40 && rng_chance(r, 3));
    if (group && depth > 0 && rng_chance(r, 6)) {
        n.kind = LE_NODE_CUSTOM;
        n.count = (uint32_t)rng_below(r, 4);
        d->custom = true;
    } else if (group) {
        n.kind = rng_chance(r, 2) ? LE_NODE_ALONG_MAIN : LE_NODE_ALONG_CROSS;
        n.repeat = (le_repeat)rng_below(r, 3);
        n.children = n.repeat == LE_REPEAT_FILL ? (uint32_t)rng_in(r, rng_chance(r, 20) ? 0 : 1, 3) : 1;
        n.count = (uint32_t)rng_in(r, rng_chance(r, 20) ? 0 : 1, 4);
    }
    for (int e = 0; e < 2; e++) {
        if (rng_chance(r, 3)) n.inset_main[e] = points(r, 0, 6), n.inset_cross[e] = points(r, 0, 6);
        if (rng_chance(r, 3)) n.edge_main[e] = space(r), n.edge_cross[e] = space(r);
    }
    add_badges(d, index);
    for (uint32_t c = 0; c < n.children; c++) add_node(d, depth + 1);
    d->node[index] = n;
}

static void custom_frames(void *context, uint32_t node, int64_t main, int64_t cross, le_custom_frame *frames) {
    // As many frames as the node has, computed from the index alone, so that a solve is repeatable.
    const le_composition_spec *spec = context;
    for (uint32_t i = 0; i < spec->nodes[node].count; i++)
        frames[i] = (le_custom_frame){{(int64_t)i * main / 5, (int64_t)i * cross / 7,
                                       (int64_t)i * main / 5 + 9 * LE_UNIT, (int64_t)i * cross / 7 + 20 * LE_UNIT},
                                      (int32_t)i};
}

static void release_context(void *context) {
    le_composition_spec *spec = context;
    free((void *)spec->nodes);
    free(spec);
}

static le_composition *composition(rng *r, bool simple) {
    description d = {.r = r};
    if (simple) {
        // One or two self-sizing items per group.
        d.nodes = 2;
        d.node[0] = (le_node){.kind = LE_NODE_ALONG_CROSS,
                              .repeat = LE_REPEAT_COUNT,
                              .children = 1,
                              .count = (uint32_t)rng_in(r, 1, 2),
                              .main = {rng_chance(r, 3) ? LE_UNIFORM_SIZE : LE_ESTIMATED_SIZE, 40},
                              .cross = {LE_FRACTION_CROSS, 1}};
        d.node[1] = (le_node){.kind = LE_NODE_ITEM, .main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_FRACTION_CROSS, 0.5}};
    } else {
        add_node(&d, 0);
    }
    if (rng_chance(r, 12)) {
        // A group of many items, so that its blocks have bounds.
        d = (description){.r = r, .nodes = 2};
        d.node[0] = repeating(LE_NODE_ALONG_MAIN, (uint32_t)rng_in(r, 30, 200), (le_dimension){LE_ABSOLUTE, 900});
        d.node[1] = (le_node){.main = {LE_ABSOLUTE, 15}, .cross = {LE_FRACTION_CROSS, 0.5}};
        add_badges(&d, 0);
        add_badges(&d, 1);
    }
    le_boundary bar[4];
    le_backdrop backdrop[2];
    size_t bars = rng_chance(r, 2) ? 0 : (size_t)rng_in(r, 1, 4),
           backdrops = rng_chance(r, 3) ? (size_t)rng_in(r, 1, 2) : 0;
    for (size_t b = 0; b < bars; b++)
        bar[b] = (le_boundary){(uint16_t)(20 + b),
                               1,
                               dimension(r),
                               dimension(r),
                               (int32_t)rng_below(r, 3),
                               (int32_t)rng_below(r, 3),
                               rng_chance(r, 3) ? points(r, -12, 12) : 0,
                               0,
                               rng_chance(r, 4),
                               rng_chance(r, 2),
                               rng_chance(r, 2),
                               {points(r, -3, 9), points(r, -3, 9)},
                               {points(r, -3, 9), points(r, -3, 9)}};
    for (size_t b = 0; b < backdrops; b++) {
        backdrop[b] = (le_backdrop){.kind = (uint16_t)(30 + b), .z_index = -1};
        backdrop[b].inset_main[0] = points(r, -5, 5);
        backdrop[b].inset_cross[1] = points(r, -5, 5);
        backdrop[b].behind_items = rng_chance(r, 2);
    }
    le_composition_spec *spec = calloc(1, sizeof *spec);
    le_node *nodes = calloc(d.nodes, sizeof *nodes);
    memcpy(nodes, d.node, d.nodes * sizeof *nodes);
    *spec = (le_composition_spec){.nodes = nodes,
                                  .node_count = d.nodes,
                                  .badges = d.badge,
                                  .badge_count = d.badges,
                                  .boundaries = bar,
                                  .boundary_count = bars,
                                  .backdrops = backdrop,
                                  .backdrop_count = backdrops,
                                  .group_spacing = points(r, rng_chance(r, 8) ? -30 : 0, 12),
                                  .section_spacing = rng_chance(r, 3) ? points(r, 0, 20) : 0,
                                  .header_space = rng_chance(r, 3) ? points(r, 0, 20) : 0,
                                  .orthogonal = rng_chance(r, 3),
                                  .loops = rng_chance(r, 2),
                                  .scale = (double)rng_below(r, 4),
                                  .custom = custom_frames,
                                  .context = spec,
                                  .release = release_context};
    for (int e = 0; e < 2; e++)
        if (rng_chance(r, 2)) spec->inset_main[e] = points(r, 0, 12), spec->inset_cross[e] = points(r, 0, 12);
    le_status status;
    le_composition *made = le_composition_create(spec, &status);
    CHECK_EQUAL(status, LE_OK);
    return made;
}

// ---- Rebuilding

static void insert(le_layout *layout, int64_t at, model_section *s) {
    CHECK_EQUAL(le_layout_insert_compositions(layout, at, &s->composition, 1, NULL, &s->items, 1, NULL), LE_OK);
}

static void measure_all(le_layout *layout, int64_t index, const model_section *s) {
    for (int64_t i = 0; i < s->items; i++) {
        if (isnan(s->main[i]) && isnan(s->cross[i])) continue;
        le_measurement m = {i, s->main[i], s->cross[i]};
        // An item that moved to a place where nothing is estimated keeps its measured size.
        le_status status = le_layout_measure_items(layout, index, &m, 1, NULL, NULL, NULL, NULL);
        CHECK_EQUAL(status, le_layout_estimated_axes(layout, index, i) ? LE_OK : LE_NOT_SUPPORTED);
    }
    for (int64_t b = 0; b < 8; b++) {
        if (isnan(s->bar_main[b])) continue;
        le_measurement m = {b, s->bar_main[b], s->bar_cross[b]};
        CHECK_EQUAL(le_layout_measure_boundaries(layout, index, &m, 1, NULL, NULL), LE_OK);
    }
}

static le_layout *rebuilt(const model *m) {
    le_layout *layout = le_layout_create(m->config);
    CHECK(layout);
    for (int64_t i = 0; i < m->n; i++) {
        model_section s = m->section[i];
        insert(layout, i, &s);
        measure_all(layout, i, &s);
    }
    return layout;
}

// ---- Comparing

static int64_t query(const le_layout *layout, const le_viewport *viewport, size_t chunk, le_element *out,
                     int64_t room) {
    le_cursor cursor;
    memset(&cursor, 0xA5, sizeof cursor);
    cursor.work = (le_work){0};
    le_layout_query_begin(&cursor);
    int64_t n = 0;
    size_t got;
    while ((got = le_layout_query(layout, viewport, &cursor, out + n, chunk)) > 0) {
        n += (int64_t)got;
        CHECK(n + (int64_t)chunk < room);
    }
    return n;
}

static bool same_element(const le_element *a, const le_element *b) {
    return a->min_x == b->min_x && a->min_y == b->min_y && a->max_x == b->max_x && a->max_y == b->max_y &&
           a->item == b->item && a->section == b->section && a->z_index == b->z_index && a->kind == b->kind &&
           a->category == b->category && a->flags == b->flags;
}

// Frames of some consecutive items are those of each item, even as floats relative to an origin.
static void compare_frames(rng *r, const le_layout *layout, int64_t section, int64_t items) {
    if (items == 0) return;
    const int64_t first = rng_below(r, items), count = rng_in(r, 1, items - first);
    const double x = (double)rng_in(r, -9, 9), y = (double)rng_in(r, -900, 900);
    double *frames = slots(4 * count, sizeof *frames);
    float *relative = slots(4 * count, sizeof *relative);
    le_layout_frames(layout, section, first, count, frames);
    le_layout_frames_relative(layout, section, first, count, x, y, relative);
    for (int64_t k = 0; k < count; k++) {
        const le_element e = le_layout_item_element(layout, section, first + k, NULL);
        const double *f = &frames[4 * k];
        const float *near = &relative[4 * k];
        CHECK(f[0] == e.min_x && f[1] == e.min_y && f[2] == e.max_x - e.min_x && f[3] == e.max_y - e.min_y);
        CHECK(near[0] == (float)(f[0] - x) && near[1] == (float)(f[1] - y));
        CHECK(near[2] == (float)f[2] && near[3] == (float)f[3]);
    }
    free(frames);
    free(relative);
}

static void compare(rng *r, const le_layout *layout, const model *m) {
    enum { ROOM = 4000 };
    static le_element all[ROOM], found[ROOM], fresh_all[ROOM];
    CHECK_RULES(le_layout_check(layout));
    le_layout *fresh = rebuilt(m);
    CHECK_EQUAL(le_layout_extent(layout), le_layout_extent(fresh));
    le_scrolled scrolled[SECTIONS];
    le_viewport viewport = {.scrolls = {scrolled, 0}};
    for (int64_t i = 0; i < m->n; i++)
        if (rng_chance(r, 2)) scrolled[viewport.scrolls.count++] = (le_scrolled){i, points(r, -20, 300)};
    int64_t from = rng_in(r, -50 * LE_UNIT, le_layout_extent(layout) + 50 * LE_UNIT);
    viewport.visible = (le_rect){from, 0, from + points(r, 0, 700), m->config.cross};
    viewport.rect = (le_rect){-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL};
    int64_t n = query(layout, &viewport, 64, all, ROOM);
    CHECK_EQUAL(query(fresh, &viewport, (size_t)rng_in(r, 1, 5), fresh_all, ROOM), n);
    for (int64_t i = 0; i < n; i++) CHECK(same_element(&all[i], &fresh_all[i]));

    // The items of the query have the frames of the layout without scroll offset.
    for (int64_t i = 0; i < m->n; i++) {
        CHECK_EQUAL(le_layout_section(layout, i, NULL).extent, le_layout_section(fresh, i, NULL).extent);
        const int64_t items = le_layout_groups(layout, i).items > 0 ? m->section[i].items : 0;
        for (int64_t k = 0; k < items; k++) {
            le_element e = le_layout_item_element(layout, i, k, NULL), f = le_layout_item_element(fresh, i, k, NULL);
            CHECK(same_element(&e, &f));
        }
        rng range = *r;
        compare_frames(&range, layout, i, items);
    }

    // A query of a smaller rectangle returns those that intersect it, in the same order.
    for (int round = 0; round < 3; round++) {
        from = rng_in(r, -50 * LE_UNIT, le_layout_extent(layout) + 50 * LE_UNIT);
        viewport.rect = (le_rect){from, rng_in(r, -60, 300) * LE_UNIT, from + points(r, 1, 400), 0};
        viewport.rect.cross_max = viewport.rect.cross_min + points(r, 1, 300);
        int64_t some = query(layout, &viewport, (size_t)rng_in(r, 1, 40), found, ROOM), next = 0;
        for (int64_t i = 0; i < n; i++) {
            double main_min = all[i].min_y, main_max = all[i].max_y, cross_min = all[i].min_x, cross_max = all[i].max_x;
            if (main_min >= le_points(viewport.rect.main_max) || main_max <= le_points(viewport.rect.main_min) ||
                cross_min >= le_points(viewport.rect.cross_max) || cross_max <= le_points(viewport.rect.cross_min))
                continue;
            CHECK(next < some);
            CHECK(same_element(&all[i], &found[next]));
            next++;
        }
        CHECK_EQUAL(some, next);
        // One visitor for all layouts and edits: what it remembers must never show.
        static le_visitor *visitor;
        if (!visitor) visitor = le_visitor_create();
        rng visits = *r;
        check_visits(&visits, layout, &viewport, visitor);
        le_viewport still = viewport;
        still.scrolls.count = 0;
        check_visits(&visits, layout, &still, visitor);
    }
    // Without scroll offset, the attributes of one item equal those in a query.
    viewport.scrolls.count = 0;
    viewport.rect = (le_rect){-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL};
    int64_t unscrolled = query(layout, &viewport, 64, found, ROOM);
    for (int64_t i = 0; i < unscrolled; i++) {
        const le_element *f = &found[i];
        if (f->category == LE_ITEM) {
            le_element e = le_layout_item_element(layout, f->section, f->item, NULL);
            const double moved = le_points(le_layout_item_scroll(layout, f->section, f->item, 0));
            e.min_x -= moved;
            e.max_x -= moved;
            CHECK(same_element(&e, f));
        } else if (f->category == LE_SUPPLEMENTARY && !le_layout_groups(layout, f->section).period) {
            le_rect frame = le_layout_supplementary_frame(layout, f->section, f->kind, f->item);
            CHECK(f->min_x == le_points(frame.cross_min) && f->max_x == le_points(frame.cross_max));
            CHECK(f->min_y == le_points(frame.main_min) && f->max_y == le_points(frame.main_max));
        }
    }
    for (int64_t i = 0; i < m->n; i++) {
        le_rect none = le_layout_supplementary_frame(layout, i, (uint16_t)rng_in(r, 10, 20), 1000 * ITEMS);
        CHECK(none.main_min == none.main_max && none.cross_min == none.cross_max);
    }
    le_layout_release(fresh);
}

// ---- Random edits

static void forget(model_section *s) {
    for (int64_t i = 0; i < ITEMS; i++) s->main[i] = s->cross[i] = NAN, s->reports[i] = 0;
    for (int b = 0; b < 8; b++) s->bar_main[b] = s->bar_cross[b] = NAN;
}

static void move_sizes(model_section *s, int64_t to, int64_t from, int64_t count) {
    memmove(s->main + to, s->main + from, (size_t)count * sizeof *s->main);
    memmove(s->cross + to, s->cross + from, (size_t)count * sizeof *s->cross);
    memmove(s->reports + to, s->reports + from, (size_t)count * sizeof *s->reports);
}

static void step(rng *r, le_layout *layout, model *m) {
    int64_t index = rng_below(r, m->n);
    model_section *s = &m->section[index];
    le_sizes none = {.form = LE_SIZES_NONE};
    switch (rng_below(r, 8)) {
    case 7: {
        running.operation = "count again";
        int64_t count = rng_below(r, ITEMS + 1);
        le_status status = le_layout_refill(layout, index, NULL, count, 0, NULL, NULL);
        if (status != LE_OK) {
            CHECK_EQUAL(status, LE_NOT_SUPPORTED); // something was measured
            break;
        }
        for (int64_t i = 0; i < s->items; i++) CHECK(isnan(s->main[i]) && isnan(s->cross[i]));
        for (int64_t i = 0; i < count; i++) s->main[i] = s->cross[i] = NAN, s->reports[i] = 0;
        s->items = count;
        break;
    }
    case 0: {
        running.operation = "insert";
        int64_t at = rng_in(r, 0, s->items), count = rng_below(r, smaller(6, ITEMS - s->items + 1));
        none.count = count;
        CHECK_EQUAL(le_layout_insert_items(layout, index, at, &none, NULL, NULL), LE_OK);
        move_sizes(s, at + count, at, s->items - at);
        for (int64_t i = at; i < at + count; i++) s->main[i] = s->cross[i] = NAN, s->reports[i] = 0;
        s->items += count;
        break;
    }
    case 1: {
        running.operation = "remove";
        int64_t at = rng_in(r, 0, s->items), count = rng_in(r, 0, smaller(4, s->items - at));
        CHECK_EQUAL(le_layout_remove_items(layout, index, at, count, NULL), LE_OK);
        move_sizes(s, at, at + count, s->items - at - count);
        s->items -= count;
        break;
    }
    case 2: {
        running.operation = "move";
        int64_t at = rng_in(r, 0, s->items), count = rng_in(r, 0, smaller(4, s->items - at));
        int64_t to = rng_in(r, 0, s->items - count);
        CHECK_EQUAL(le_layout_move_items(layout, index, at, count, to, NULL), LE_OK);
        model_section moved = *s;
        move_sizes(&moved, at, at + count, s->items - at - count);
        move_sizes(&moved, to + count, to, s->items - count - to);
        memcpy(moved.main + to, s->main + at, (size_t)count * sizeof *s->main);
        memcpy(moved.cross + to, s->cross + at, (size_t)count * sizeof *s->cross);
        memcpy(moved.reports + to, s->reports + at, (size_t)count * sizeof *s->reports);
        *s = moved;
        break;
    }
    case 3: {
        running.operation = "measure a boundary";
        le_measurement bar = {rng_below(r, 4), (double)rng_below(r, 50), (double)rng_below(r, 90)};
        if (le_layout_measure_boundaries(layout, index, &bar, 1, NULL, NULL) == LE_OK) {
            s->bar_main[bar.item] = bar.main;
            s->bar_cross[bar.item] = bar.cross;
        }
        break;
    }
    default: {
        running.operation = "measure";
        le_measurement some[8];
        size_t count = 0;
        for (int64_t i = 0; i < smaller(s->items, 8); i++) {
            int64_t item = rng_below(r, s->items);
            if (s->reports[item] == LE_MAX_REPORTS || !le_layout_estimated_axes(layout, index, item)) continue;
            double main = rng_chance(r, 4) ? s->main[item] : (double)rng_in(r, 0, 300) / 3;
            double cross = rng_chance(r, 3) ? s->cross[item] : (double)rng_in(r, 0, 200) / 3;
            some[count++] = (le_measurement){item, main, cross};
            int axes = le_layout_estimated_axes(layout, index, item);
            s->reports[item]++;
            if (axes & 1) s->main[item] = main;
            if (axes & 2) s->cross[item] = cross;
        }
        int64_t frozen;
        CHECK_EQUAL(le_layout_measure_items(layout, index, some, count, NULL, &frozen, NULL, NULL), LE_OK);
        CHECK_EQUAL(frozen, -1);
        break;
    }
    }
}

static void composition_case(uint64_t seed) {
    rng r = {seed};
    model m = {.n = rng_in(&r, 1, SECTIONS)};
    m.config = (le_layout_config){.cross = points(&r, 0, 420), .main = points(&r, 0, 800)};
    for (int64_t i = 0; i < m.n; i++) {
        forget(&m.section[i]);
        m.section[i].items = rng_chance(&r, 5) ? 0 : rng_below(&r, ITEMS);
        m.section[i].composition = composition(&r, rng_chance(&r, 3));
    }
    le_layout *layout = rebuilt(&m), *kept = NULL;
    model then = m;
    for (running.step = 0; running.step < 12; running.step++) {
        if (!kept && rng_chance(&r, 3)) {
            kept = le_layout_copy(layout);
            then = m;
        }
        step(&r, layout, &m);
        if (running.step % 3 == 2) compare(&r, layout, &m);
    }
    running.operation = "another container";
    le_layout_config other = {.cross = points(&r, 0, 420), .main = points(&r, 0, 800)};
    CHECK_EQUAL(le_layout_set_config(layout, other, NULL), LE_OK);
    m.config = other;
    compare(&r, layout, &m);
    if (kept) {
        running.operation = "a copy is as it was";
        compare(&r, kept, &then);
        le_layout_release(kept);
    }
    le_layout_release(layout);
    for (int64_t i = 0; i < m.n; i++) le_composition_release(m.section[i].composition);
}

// The eighth size that an item reports in one container is ignored, and the item is returned. In another container it
// may report again.
static void test_freezing(void) {
    le_node nodes[] = {repeating(LE_NODE_ALONG_CROSS, 1, (le_dimension){LE_ESTIMATED_SIZE, 40}),
                       {.kind = LE_NODE_ITEM, .main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_FRACTION_CROSS, 1}}};
    le_composition *composition = le_composition_create(&(le_composition_spec){.nodes = nodes, .node_count = 2}, NULL);
    le_layout *layout = le_layout_create((le_layout_config){.cross = 300 * LE_UNIT, .main = 600 * LE_UNIT});
    CHECK(composition && layout);
    int64_t count = 5;
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &composition, 1, NULL, &count, 1, NULL), LE_OK);
    for (int container = 0; container < 2; container++) {
        int64_t changed, frozen;
        for (int report = 1; report <= LE_MAX_REPORTS; report++) {
            // Reporting the same size again does not count as a report.
            for (int again = 0; again < 2; again++) {
                le_measurement m = {3, 50 + report, NAN};
                CHECK_EQUAL(le_layout_measure_items(layout, 0, &m, 1, &changed, &frozen, NULL, NULL), LE_OK);
                CHECK_EQUAL(changed, !again);
                CHECK_EQUAL(frozen, -1);
            }
        }
        le_measurement both[] = {{3, 99, NAN}, {4, 60, NAN}};
        CHECK_EQUAL(le_layout_measure_items(layout, 0, both, 2, &changed, &frozen, NULL, NULL), LE_OK);
        CHECK_EQUAL(changed, container == 0); // item 4 keeps its size in another container
        CHECK_EQUAL(frozen, 3);
        CHECK_EQUAL(le_layout_extent(layout), (3 * 40 + 50 + LE_MAX_REPORTS + 60) * LE_UNIT);
        CHECK_EQUAL(
            le_layout_set_config(layout, (le_layout_config){.cross = 200 * LE_UNIT, .main = 600 * LE_UNIT}, NULL),
            LE_OK);
    }
    le_layout_release(layout);
    le_composition_release(composition);
}

void test_compositions(void) {
    test_freezing();
    run_cases("compositions", 20000, composition_case);
}
