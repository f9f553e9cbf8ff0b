// Random edits of layouts compared with the simple layout: incremental equals rebuilt, and a query equals brute
// force.
#include "naive_layout.h"
#include "visits.h"

static le_rect empty_rect(void) { return (le_rect){0, 0, 0, 0}; }
static bool is_empty(le_rect r) { return r.main_min >= r.main_max || r.cross_min >= r.cross_max; }

static void check_rect(le_rect a, le_rect b) {
    CHECK_EQUAL(a.main_min, b.main_min);
    CHECK_EQUAL(a.cross_min, b.cross_min);
    CHECK_EQUAL(a.main_max, b.main_max);
    CHECK_EQUAL(a.cross_max, b.cross_max);
}

static bool meet(le_rect a, le_rect b) {
    return !is_empty(a) && !is_empty(b) && a.main_min < b.main_max && a.main_max > b.main_min &&
           a.cross_min < b.cross_max && a.cross_max > b.cross_min;
}

// ---- Comparison

static le_rect pinned_header(const naive_section *s, const naive_placement *p, const le_rect *visible) {
    le_rect r = p->header;
    if (is_empty(r) || !visible || !(s->spec.flags & LE_PIN_HEADER)) return r;
    int64_t extent = r.main_max - r.main_min, wanted = smaller(visible->main_min, p->offset + p->extent - extent);
    if (wanted > r.main_min) r = (le_rect){wanted, r.cross_min, wanted + extent, r.cross_max};
    return r;
}

static le_rect pinned_footer(const naive_section *s, const naive_placement *p, const le_rect *visible) {
    le_rect r = p->footer;
    if (is_empty(r) || !visible || !(s->spec.flags & LE_PIN_FOOTER)) return r;
    int64_t extent = r.main_max - r.main_min, wanted = visible->main_max - extent;
    int64_t header = is_empty(p->header) ? 0 : p->header.main_max - p->header.main_min;
    if (wanted < p->offset + header) wanted = p->offset + header;
    if (wanted < r.main_min) r = (le_rect){wanted, r.cross_min, wanted + extent, r.cross_max};
    return r;
}

// Edges in points of the content, mirrored if the layout is.
static void edges(const le_layout_config *config, int64_t content, le_rect r, double out[4]) {
    int64_t x0 = config->horizontal ? r.main_min : r.cross_min, x1 = config->horizontal ? r.main_max : r.cross_max;
    int64_t y0 = config->horizontal ? r.cross_min : r.main_min, y1 = config->horizontal ? r.cross_max : r.main_max;
    int64_t width = config->horizontal ? content : config->cross;
    out[0] = le_points(config->right_to_left ? width - x1 : x0);
    out[1] = le_points(y0);
    out[2] = le_points(config->right_to_left ? width - x0 : x1);
    out[3] = le_points(y1);
}

typedef struct {
    const le_element *next, *end;
    const naive_layout *layout;
    int64_t content;
} expectation;

static void expect(expectation *e, le_rect frame, le_rect area, int64_t section, int64_t item, int category) {
    if (!meet(frame, area)) return;
    CHECK(e->next < e->end);
    double wanted[4];
    edges(&e->layout->config, e->content, frame, wanted);
    CHECK_EQUAL(e->next->section, section);
    CHECK_EQUAL(e->next->category, category);
    CHECK_EQUAL(e->next->item, item);
    CHECK(e->next->min_x == wanted[0] && e->next->min_y == wanted[1]);
    CHECK(e->next->max_x == wanted[2] && e->next->max_y == wanted[3]);
    e->next++;
}

static void check_query(rng *r, const le_layout *layout, const naive_layout *naive, const naive_placement *placed,
                        int64_t content) {
    int64_t from = rng_in(r, -50 * LE_UNIT, content + 50 * LE_UNIT);
    le_rect area = {from, 0, from + rng_below(r, 900 * LE_UNIT), naive->config.cross};
    if (rng_chance(r, 4)) area.cross_min = rng_below(r, naive->config.cross + 1);
    if (rng_chance(r, 6)) area = (le_rect){-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL};
    le_rect visible = area;
    if (rng_chance(r, 3)) visible.main_min += 30 * LE_UNIT;

    int64_t capacity = 0, n = 0;
    for (int64_t i = 0; i < naive->n; i++) capacity += naive->section[i].n + 2;
    le_element *found = slots(capacity + 1, sizeof *found);
    le_viewport viewport = {.rect = area, .visible = visible};
    le_cursor cursor;
    memset(&cursor, 0xA5, sizeof cursor); // the previous contents must not matter
    cursor.work = (le_work){0};
    le_layout_query_begin(&cursor);
    size_t chunk = (size_t)rng_in(r, 1, 40), got;
    while (n < capacity && (got = le_layout_query(layout, &viewport, &cursor, found + n,
                                                  (size_t)smaller((int64_t)chunk, capacity - n))) > 0)
        n += (int64_t)got;
    le_element more;
    if (n == capacity) CHECK_EQUAL(le_layout_query(layout, &viewport, &cursor, &more, 1), 0);

    expectation e = {found, found + n, naive, content};
    for (int64_t i = 0; i < naive->n; i++) {
        const naive_section *s = &naive->section[i];
        expect(&e, pinned_header(s, &placed[i], &visible), area, i, 0, LE_HEADER);
        for (int64_t k = 0; k < s->n; k++) expect(&e, placed[i].frame[k], area, i, k, LE_ITEM);
        expect(&e, pinned_footer(s, &placed[i], &visible), area, i, 0, LE_FOOTER);
    }
    CHECK_EQUAL(e.end - e.next, 0);
    free(found);

    // One visitor for all layouts and edits: what it remembers must never show.
    static le_visitor *visitor;
    if (!visitor) visitor = le_visitor_create();
    rng visits = *r;
    check_visits(&visits, layout, &viewport, visitor);

    // The last item in order that contains a point.
    int64_t main = area.main_min, cross = area.cross_min, section = -1, item = -1, wanted_section = -1,
            wanted_item = -1;
    for (int64_t i = 0; i < naive->n; i++)
        for (int64_t k = 0; k < naive->section[i].n; k++) {
            le_rect f = placed[i].frame[k];
            if (f.main_min <= main && main < f.main_max && f.cross_min <= cross && cross < f.cross_max) {
                wanted_section = i;
                wanted_item = k;
            }
        }
    bool hit = le_layout_item_at_point(layout, main, cross, NULL, &section, &item, NULL);
    CHECK_EQUAL(hit ? section : -1, wanted_section);
    CHECK_EQUAL(hit ? item : -1, wanted_item);
}

static void check_layout(rng *r, const le_layout *layout, const naive_layout *naive) {
    CHECK_RULES(le_layout_check(layout));
    int64_t content, before = 0;
    naive_placement *placed = naive_place(naive, &content);
    CHECK_EQUAL(le_layout_section_count(layout), naive->n);
    CHECK_EQUAL(le_layout_extent(layout), content);
    for (int64_t i = 0; i < naive->n; i++) {
        const naive_section *s = &naive->section[i];
        le_section_at at = le_layout_section(layout, i, NULL);
        CHECK_EQUAL(at.offset, placed[i].offset);
        CHECK_EQUAL(at.extent, placed[i].extent);
        CHECK_EQUAL(at.items, s->n);
        CHECK_EQUAL(at.items_before, before);
        before += s->n;
        le_rect header = le_layout_header_frame(layout, i, NULL, NULL);
        if (!is_empty(header) || !is_empty(placed[i].header)) check_rect(header, placed[i].header);
        le_rect footer = le_layout_footer_frame(layout, i, NULL, NULL);
        if (!is_empty(footer) || !is_empty(placed[i].footer)) check_rect(footer, placed[i].footer);

        double *frames = slots(4 * s->n, sizeof *frames);
        le_layout_frames(layout, i, 0, s->n, frames);
        for (int64_t k = 0; k < s->n; k++) {
            double wanted[4];
            edges(&naive->config, content, placed[i].frame[k], wanted);
            CHECK(frames[4 * k] == wanted[0] && frames[4 * k + 1] == wanted[1]);
            // Sizes are exact; above 2^33 points the difference of rounded edges is not.
            const le_rect *f = &placed[i].frame[k];
            double main = le_points(f->main_max - f->main_min), cross = le_points(f->cross_max - f->cross_min);
            bool across = naive->config.horizontal;
            CHECK(frames[4 * k + 2] == (across ? main : cross) && frames[4 * k + 3] == (across ? cross : main));
        }
        free(frames);
        for (int probe = 0; probe < 6 && s->n; probe++) {
            int64_t k = rng_below(r, s->n), first, count, line_first, line_count;
            check_rect(le_layout_item_frame(layout, i, k, NULL), placed[i].frame[k]);
            naive_line(naive, s, k, &first, &count);
            le_layout_line(layout, i, k, &line_first, &line_count);
            CHECK_EQUAL(line_first, first);
            CHECK_EQUAL(line_count, count);
        }
    }
    CHECK_EQUAL(le_layout_item_total(layout), before);
    for (int q = 0; q < 2; q++) check_query(r, layout, naive, placed, content);
    naive_placements_free(placed, naive->n);
}

// ---- Random sections and edits

static int64_t random_length(rng *r, bool negative) {
    switch (rng_below(r, negative ? 5 : 4)) {
    case 0:
    case 1:
        return 0;
    case 2:
        return rng_below(r, 24) * LE_UNIT;
    case 3:
        return rng_below(r, 20 * LE_UNIT);
    default:
        return -rng_below(r, 12 * LE_UNIT);
    }
}

static le_section_spec random_spec(rng *r, le_section_kind kind) {
    le_section_spec spec = {.kind = kind, .packing = rng_chance(r, 3) ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED};
    spec.flags = (uint32_t)rng_below(r, 8);
    spec.inset_main_start = random_length(r, true);
    spec.inset_main_end = random_length(r, true);
    spec.inset_cross_start = random_length(r, true);
    spec.inset_cross_end = random_length(r, true);
    spec.line_spacing = random_length(r, true);
    spec.item_spacing = random_length(r, true);
    if (kind == LE_SECTION_FRAMES) return spec;
    if (rng_chance(r, 2)) spec.header = random_length(r, false);
    if (rng_chance(r, 2)) spec.footer = random_length(r, false);
    if (kind == LE_SECTION_WATERFALL) {
        spec.packing = (le_packing)rng_in(r, LE_PACKING_SHORTEST_FIRST, LE_PACKING_RIGHT_TO_LEFT);
        spec.columns = (uint32_t)rng_in(r, 1, rng_chance(r, 2) ? 16 : 5);
        spec.line_spacing -= spec.line_spacing % 16;
        if (rng_chance(r, 2)) spec.scale = (double)rng_in(r, 1, 3);
        if (rng_chance(r, 3)) spec.flags |= LE_BY_RATIO;
    }
    if (kind != LE_SECTION_GRID) return spec;
    spec.item_main = rng_below(r, 90 * LE_UNIT) + (spec.line_spacing < 0 ? -spec.line_spacing : 0);
    spec.item_cross = 1 + rng_below(r, 200 * LE_UNIT) + (spec.item_spacing < 0 ? -spec.item_spacing : 0);
    if (rng_chance(r, 2)) {
        spec.columns = (uint32_t)rng_in(r, 1, 9);
        if (spec.item_spacing < 0) spec.item_spacing = 0;
    }
    return spec;
}

// Sizes in units that the spacings allow, and the same sizes as doubles in points.
typedef struct {
    int64_t n, *main, *cross;
    double *points; // main and cross alternate
} random_sizes;

static random_sizes make_sizes(rng *r, const le_section_spec *spec, int64_t cross, int64_t n) {
    random_sizes s = {n, slots(n, 8), slots(n, 8), slots(2 * n, 8)};
    fill_extents(r, (int)rng_below(r, SHAPES), n, s.main);
    fill_extents(r, (int)rng_below(r, SHAPES), n, s.cross);
    int64_t per_line = 1 + rng_below(r, 20);
    bool scaled = rng_chance(r, 2);
    for (int64_t i = 0; i < n; i++) {
        if (scaled) s.cross[i] = rng_below(r, 2 * cross / per_line + 1);
        if (s.main[i] < -spec->line_spacing) s.main[i] = -spec->line_spacing;
        if (s.cross[i] < -spec->item_spacing) s.cross[i] = -spec->item_spacing;
        if ((spec->flags & LE_BY_RATIO) && s.cross[i] < LE_UNIT) s.cross[i] = LE_UNIT;
        s.points[2 * i] = le_points(s.main[i]);
        s.points[2 * i + 1] = le_points(s.cross[i]);
    }
    return s;
}

static void sizes_free(random_sizes *s) {
    free(s->main);
    free(s->cross);
    free(s->points);
}

static le_sizes sizes_of(const random_sizes *s, le_section_kind kind) {
    if (kind == LE_SECTION_GRID) return (le_sizes){.form = LE_SIZES_NONE, .count = s->n};
    return (le_sizes){.form = LE_SIZES_POINTS,
                      .count = s->n,
                      .main = s->points,
                      .cross = s->points + 1,
                      .stride = 2 * sizeof(double)};
}

static void insert_section(rng *r, le_layout *layout, naive_layout *naive, int64_t n) {
    // Compositional sections have separate tests.
    static const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_GRID, LE_SECTION_FLOW, LE_SECTION_FRAMES,
                                            LE_SECTION_WATERFALL};
    le_section_kind kind = kinds[rng_below(r, 5)];
    naive_section s = {.spec = random_spec(r, kind), .n = n};
    int64_t at = rng_below(r, naive->n + 1), cross = naive->config.cross;
    if (kind == LE_SECTION_FRAMES) {
        s.relative = slots(n, sizeof *s.relative);
        s.extent = rng_below(r, n * 20 * LE_UNIT + 100 * LE_UNIT);
        int64_t reach = rng_chance(r, 2) ? 0 : 80 * LE_UNIT;
        for (int64_t i = 0; i < n; i++) {
            int64_t main = rng_in(r, -reach, s.extent + reach), lead = rng_in(r, -reach, cross + reach);
            s.relative[i] = (le_rect){main, lead, main + rng_below(r, 40 * LE_UNIT), lead + rng_below(r, 90 * LE_UNIT)};
        }
        if (rng_chance(r, 2)) s.header = (le_rect){0, 0, 30 * LE_UNIT, cross};
        s.footer = empty_rect();
        CHECK_EQUAL(le_layout_insert_frames(layout, at, &s.spec, s.relative, n, s.extent, s.header, s.footer, NULL),
                    LE_OK);
    } else {
        random_sizes sizes = make_sizes(r, &s.spec, cross, n);
        le_sizes given = sizes_of(&sizes, kind);
        CHECK_EQUAL(le_layout_insert_sections(layout, at, &s.spec, &n, 1, &given, NULL, NULL), LE_OK);
        if (kind == LE_SECTION_GRID) {
            sizes_free(&sizes); // a grid only stores the number of items
        } else {
            free(sizes.points);
            s.main = sizes.main;
            s.cross = sizes.cross;
        }
    }
    naive_insert_section(naive, at, s);
}

static void edit_items(rng *r, le_layout *layout, naive_layout *naive, int64_t index, int64_t most) {
    naive_section *s = &naive->section[index];
    le_section_kind kind = s->spec.kind;
    if (kind == LE_SECTION_FRAMES) return;
    int64_t first = rng_below(r, s->n + 1), count = rng_chance(r, 3) ? rng_below(r, most) : 1;
    le_work work = {0};
    switch (rng_below(r, 6)) {
    case 0:
    case 1: {
        running.operation = "insert items";
        random_sizes sizes = make_sizes(r, &s->spec, naive->config.cross, count);
        le_sizes given = sizes_of(&sizes, kind);
        CHECK_EQUAL(le_layout_insert_items(layout, index, first, &given, NULL, &work), LE_OK);
        naive_insert_items(s, first, sizes.main, sizes.cross, count);
        sizes_free(&sizes);
        break;
    }
    case 2:
        running.operation = "remove items";
        count = smaller(count, s->n - first);
        CHECK_EQUAL(le_layout_remove_items(layout, index, first, count, &work), LE_OK);
        naive_remove_items(s, first, count);
        break;
    case 3: {
        running.operation = "move items";
        count = smaller(count, s->n - first);
        int64_t to = rng_below(r, s->n - count + 1);
        CHECK_EQUAL(le_layout_move_items(layout, index, first, count, to, &work), LE_OK);
        if (kind != LE_SECTION_GRID) naive_move_items(s, first, count, to);
        break;
    }
    case 4: {
        running.operation = "refill";
        count = rng_below(r, most);
        int64_t least = s->spec.line_spacing < 0 ? -s->spec.line_spacing : 0;
        int64_t units = least + rng_below(r, (rng_chance(r, 8) ? 9000 : 90) * LE_UNIT);
        le_status status = le_layout_refill(layout, index, &s->spec, count, le_points(units), NULL, &work);
        CHECK_EQUAL(status, kind == LE_SECTION_LIST || kind == LE_SECTION_GRID ? LE_OK : LE_NOT_SUPPORTED);
        if (status != LE_OK) break;
        int64_t *main = slots(count, sizeof *main), *cross = slots(count, sizeof *cross);
        for (int64_t i = 0; i < count; i++) main[i] = units;
        naive_remove_items(s, 0, s->n);
        naive_insert_items(s, 0, main, cross, count);
        free(main);
        free(cross);
        break;
    }
    default: {
        if (kind == LE_SECTION_GRID) break;
        running.operation = "resize items";
        count = smaller(count, s->n - first);
        random_sizes sizes = make_sizes(r, &s->spec, naive->config.cross, count);
        le_sizes given = sizes_of(&sizes, kind);
        CHECK_EQUAL(le_layout_resize_items(layout, index, first, &given, NULL, &work), LE_OK);
        naive_remove_items(s, first, count);
        naive_insert_items(s, first, sizes.main, sizes.cross, count);
        sizes_free(&sizes);
    }
    }
}

static void random_edit(rng *r, le_layout *layout, naive_layout *naive, int64_t most) {
    if (naive->n && !rng_chance(r, 5)) {
        edit_items(r, layout, naive, rng_below(r, naive->n), most);
        return;
    }
    int64_t first = rng_below(r, naive->n + 1), count = rng_below(r, naive->n - first + 1);
    switch (naive->n ? rng_below(r, 4) : 0) {
    case 0:
        running.operation = "insert section";
        insert_section(r, layout, naive, rng_below(r, most));
        break;
    case 1:
        running.operation = "remove sections";
        CHECK_EQUAL(le_layout_remove_sections(layout, first, count, NULL), LE_OK);
        naive_remove_sections(naive, first, count);
        break;
    case 2: {
        running.operation = "move sections";
        int64_t to = rng_below(r, naive->n - count + 1);
        CHECK_EQUAL(le_layout_move_sections(layout, first, count, to, NULL), LE_OK);
        naive_move_sections(naive, first, count, to);
        break;
    }
    default:
        running.operation = "set cross extent";
        naive->config.cross = rng_in(r, 0, 1400) * LE_UNIT + rng_below(r, 3);
        CHECK_EQUAL(le_layout_set_config(layout, naive->config, NULL), LE_OK);
    }
}

// ---- Random edits

static void history(uint64_t seed, int sections, int64_t items, int steps) {
    rng r = {seed};
    naive_layout naive = {.config = {.cross = rng_in(&r, 0, 1400) * LE_UNIT + rng_below(&r, 3),
                                     .horizontal = rng_chance(&r, 3),
                                     .right_to_left = rng_chance(&r, 3)}};
    le_layout *layout = le_layout_create(naive.config), *copy = NULL;
    naive_layout copied = {0};
    CHECK(layout);
    running.operation = "insert section";
    for (int i = 0; i < sections; i++) insert_section(&r, layout, &naive, rng_below(&r, items + 1));
    check_layout(&r, layout, &naive);
    for (int s = 0; s < steps; s++) {
        running.step = s + 1;
        if (rng_chance(&r, 3)) {
            le_layout_release(copy);
            naive_free(&copied);
            CHECK(copy = le_layout_copy(layout));
            copied = naive_copy(&naive);
        }
        random_edit(&r, layout, &naive, items / 2 + 2);
        check_layout(&r, layout, &naive);
    }
    running.operation = "end";
    if (copy) check_layout(&r, copy, &copied);
    le_layout_release(layout);
    le_layout_release(copy);
    naive_free(&naive);
    naive_free(&copied);
}

static void small_history(uint64_t seed) { history(seed * 31, (int)(seed % 5), 24, 4); }
static void medium_history(uint64_t seed) { history(seed * 31, 1 + (int)(seed % 3), 9000, 4); }

void test_layouts(void) {
    run_cases("layouts, small histories", 200000, small_history);
    run_cases("layouts, 10^4 histories", 2000, medium_history);
}
