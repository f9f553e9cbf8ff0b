// The flow tree against a plain array and one greedy loop: every frame after every edit.
#include <math.h>

#include "harness.h"

#include "kinds/flow/flow.h"

typedef struct {
    int64_t width, height;
} size_units;

// The specification: items in an array, with frames computed from scratch in one loop.
typedef struct {
    le__flow_rules rules;
    int64_t n, room, lines, extent;
    size_units *item;
    le_rect *frame;
    int64_t *line_of, *line_end; // by item: first item of its line; by line: its end along the main axis
} model;

static void model_place(model *m, int64_t first, int64_t count, int64_t main, bool last, bool all_single) {
    const le__flow_rules *r = &m->rules;
    int64_t used = 0, thickness = 0, cross = 0, gap = r->item_spacing, wide = 0;
    for (int64_t i = first; i < first + count; i++) {
        used += m->item[i].width;
        if (m->item[i].height > thickness) thickness = m->item[i].height;
    }
    bool justified = r->packing == LE_PACKING_JUSTIFIED;
    int64_t left = r->line - used - (count - 1) * r->item_spacing;
    if (justified && count == 1) {
        bool alone = first == 0 && last;
        bool centred = !last || (all_single && !alone) || 2 * used + r->item_spacing > r->line + LE__FLOW_SLACK;
        // Also an item that is wider than the line, but not one that fits because of the slack.
        if (centred && left >= 0) cross = left / 2;
        if (centred && left < -LE__FLOW_SLACK) cross = -((1 - left) / 2);
    } else if (justified) {
        bool alike = true;
        for (int64_t i = first; i < first + count; i++)
            alike = alike && m->item[i].width == m->item[first].width && m->item[i].height == m->item[first].height;
        int64_t full = count, pitch = m->item[first].width + r->item_spacing;
        if (last && alike && pitch > 0) {
            // The gaps of a full line of such items.
            full = (r->line + LE__FLOW_SLACK + r->item_spacing) / pitch;
            left = r->line + r->item_spacing - full * pitch;
        }
        if (left > 0 && (!last || (alike && pitch > 0))) {
            gap += left / (full - 1);
            wide = left % (full - 1);
        }
    }
    for (int64_t i = first; i < first + count; i++) {
        int64_t start = main + (justified ? (thickness - m->item[i].height) / 2 : 0);
        m->frame[i] = (le_rect){start, cross, start + m->item[i].height, cross + m->item[i].width};
        m->line_of[i] = first;
        cross += m->item[i].width + gap + (i - first < wide);
    }
    m->line_end[m->lines++] = main + thickness;
    m->extent = main + thickness;
}

static void model_lay_out(model *m) {
    bool all_single = true;
    for (int pass = 0; pass < 2; pass++) {
        int64_t first = 0, used = 0, thickness = 0, main = 0;
        m->lines = m->extent = 0;
        for (int64_t i = 0; i <= m->n; i++) {
            bool fits =
                i < m->n && i > 0 && used + m->rules.item_spacing + m->item[i].width <= m->rules.line + LE__FLOW_SLACK;
            if (fits) {
                used += m->rules.item_spacing + m->item[i].width;
                all_single = false;
            } else {
                if (i > 0) {
                    model_place(m, first, i - first, main, i == m->n, all_single);
                    main += thickness + m->rules.line_spacing;
                }
                if (i == m->n) break;
                first = i;
                used = m->item[i].width;
                thickness = 0;
            }
            if (m->item[i].height > thickness) thickness = m->item[i].height;
        }
    }
}

static model model_make(int64_t room) {
    return (model){.room = room,
                   .item = slots(room, sizeof(size_units)),
                   .frame = slots(room, sizeof(le_rect)),
                   .line_of = slots(room, sizeof(int64_t)),
                   .line_end = slots(room, sizeof(int64_t))};
}

static void model_free(model *m) {
    free(m->item);
    free(m->frame);
    free(m->line_of);
    free(m->line_end);
}

// Replaces items `at ..< at + removed` with `count` others.
static void model_replace(model *m, int64_t at, int64_t removed, const size_units *items, int64_t count) {
    CHECK(m->n - removed + count <= m->room);
    memmove(m->item + at + count, m->item + at + removed, (size_t)(m->n - at - removed) * sizeof *m->item);
    if (count) memcpy(m->item + at, items, (size_t)count * sizeof *items);
    m->n += count - removed;
}

// ---- Comparing

static void check_line(const model *m, const le__flow_line *line, int64_t item) {
    CHECK_EQUAL(line->first, item);
    // The start of any item, and the first item that ends after an edge.
    for (int64_t probe = 0, i = line->count - 1; probe < 5 && i >= 0; probe++, i = i * 3 / 5) {
        CHECK_EQUAL(le__flow_line_start(line, i), m->frame[item + i].cross_min);
        int64_t edge = m->frame[item + i].cross_max - (probe & 1), from = le__flow_line_reaching(line, edge);
        CHECK(from >= 0 && from < line->count && from % 64 == 0);
        if (from > 0) CHECK(m->frame[item + from - 1].cross_max <= edge);
        if (line->sums && from + 64 < line->count) CHECK(m->frame[item + from + 63].cross_max > edge);
    }
    int64_t cross = line->cross;
    for (int64_t i = 0; i < line->count; i++, item++) {
        le_rect frame = le__flow_line_place(line, i, &cross), expected = m->frame[item];
        CHECK_EQUAL(frame.main_min, expected.main_min);
        CHECK_EQUAL(frame.main_max, expected.main_max);
        CHECK_EQUAL(frame.cross_min, expected.cross_min);
        CHECK_EQUAL(frame.cross_max, expected.cross_max);
        CHECK_EQUAL(m->line_of[item], line->first);
    }
    CHECK(item == m->n || m->line_of[item] == item);
}

static void check_flow(const le__flow *flow, model *m, rng *r) {
    CHECK_RULES(le__flow_check(flow));
    model_lay_out(m);
    CHECK_EQUAL(le__flow_count(flow), m->n);
    CHECK_EQUAL(le__flow_lines(flow), m->lines);
    CHECK_EQUAL(le__flow_extent(flow), m->extent);
    le__flow_walk walk;
    le__flow_line line;
    int64_t item = 0;
    if (m->n) {
        le__flow_walk_to_item(&walk, flow, 0, NULL);
        while (le__flow_walk_next(&walk, &line, NULL)) {
            check_line(m, &line, item);
            item += line.count;
        }
    }
    CHECK_EQUAL(item, m->n);
    for (int probe = 0; probe < 6 && m->n; probe++) {
        item = rng_below(r, m->n);
        le_rect frame = le__flow_item_frame(flow, item, NULL);
        CHECK(memcmp(&frame, &m->frame[item], sizeof frame) == 0);
        le__flow_walk_to_item(&walk, flow, item, NULL);
        CHECK(le__flow_walk_next(&walk, &line, NULL));
        check_line(m, &line, m->line_of[item]);

        // An offset anywhere, or on an edge: the first line that ends after it, found by a scan of all lines.
        int64_t main = probe & 1 ? m->line_end[rng_below(r, m->lines)] + rng_in(r, -1, 1)
                                 : rng_in(r, -LE_UNIT, m->extent + LE_UNIT);
        int64_t wanted = 0;
        while (wanted < m->lines && m->line_end[wanted] <= main) wanted++;
        le__flow_walk_to_offset(&walk, flow, main, NULL);
        bool any = le__flow_walk_next(&walk, &line, NULL);
        CHECK_EQUAL(any, wanted < m->lines);
        if (any) {
            CHECK_EQUAL(line.main + line.thickness, m->line_end[wanted]);
            CHECK(line.first == 0 || wanted == 0 || m->line_end[wanted - 1] <= main);
            check_line(m, &line, line.first);
        }
        int64_t count = rng_in(r, 0, m->n - item), width[64], height[64];
        if (count > 64) count = 64;
        le__flow_read(flow, item, count, width, height);
        for (int64_t i = 0; i < count; i++) {
            CHECK_EQUAL(width[i], m->item[item + i].width);
            CHECK_EQUAL(height[i], m->item[item + i].height);
        }
    }
}

// ---- Sizes

// The shape of the items of a case, and the rules for their layout.
typedef struct {
    int shape;
    int64_t least_width, least_height, per_line;
} manner;

static manner random_manner(rng *r, le__flow_rules *rules) {
    manner m = {.shape = (int)rng_below(r, 8), .per_line = rng_chance(r, 4) ? rng_in(r, 8, 60) : rng_in(r, 1, 8)};
    rules->line = rng_chance(r, 12) ? rng_in(r, -LE_UNIT, LE_UNIT) : rng_in(r, 100, 1000) * LE_UNIT;
    if (rng_chance(r, 10)) rules->line = (int64_t)1 << 31;
    rules->item_spacing = rng_chance(r, 4) ? rng_in(r, -8 * LE_UNIT, 0) : rng_in(r, 0, 12 * LE_UNIT);
    rules->line_spacing = rng_chance(r, 4) ? rng_in(r, -20 * LE_UNIT, 0) : rng_in(r, 0, 12 * LE_UNIT);
    rules->packing = rng_chance(r, 3) ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED;
    m.least_width = rules->item_spacing < 0 ? -rules->item_spacing : 0;
    m.least_height = rules->line_spacing < 0 ? -rules->line_spacing : 0;
    return m;
}

static size_units random_item(rng *r, const manner *m, const le__flow_rules *rules) {
    int64_t mean = (rules->line > 0 ? rules->line : LE_UNIT) / m->per_line, width, height = rng_in(r, 0, 80 * LE_UNIT);
    switch (m->shape) {
    case 0:
        width = mean;
        break; // equal: lines never coincide again
    case 1:
        width = mean - rng_below(r, 3);
        break;
    case 2:
        width = rng_chance(r, 40) ? 3 * mean * m->per_line : rng_in(r, 0, 2 * mean);
        break;
    case 3:
        width = rng_chance(r, 2) ? 0 : rng_in(r, 0, mean);
        break;
    case 4:
        width = rng_chance(r, 30) ? ((int64_t)4096 << 20) + rng_in(r, -1, 1) : rng_in(r, 0, 2 * mean);
        break;
    default:
        width = rng_in(r, mean / 2, mean * 3 / 2);
        break;
    }
    if (rng_chance(r, 3)) height = 0;
    if (m->shape == 5 && rng_chance(r, 60)) height = ((int64_t)5000 << 20) + 1;
    if (m->shape == 6 && rng_chance(r, 60)) height = ((int64_t)3000 << 20) + 1;
    return (size_units){width > m->least_width ? width : m->least_width,
                        height > m->least_height ? height : m->least_height};
}

// The sizes as a caller would pass them: as doubles in pairs, in swapped pairs, or in separate arrays.
static le_sizes sizes_of(rng *r, const size_units *items, int64_t n, double *store) {
    int form = (int)rng_below(r, 3);
    for (int64_t i = 0; i < n; i++) {
        double w = le_points(items[i].width), h = le_points(items[i].height);
        if (form < 2) {
            store[2 * i + form] = w;
            store[2 * i + 1 - form] = h;
        } else {
            store[i] = w;
            store[n + i] = h;
        }
    }
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .stride = form < 2 ? 16 : 8};
    sizes.cross = form < 2 ? store + form : store;
    sizes.main = form < 2 ? store + 1 - form : store + n;
    return sizes;
}

// ---- Random edits

enum { STEPS = 24 };

static void step(rng *r, le__flow *flow, model *m, const manner *how, size_units *items, double *store, int64_t most) {
    int64_t room = m->room - m->n, at = rng_in(r, 0, m->n),
            count = rng_chance(r, 4) ? rng_in(r, 0, most) : rng_in(r, 1, 3);
    int64_t first = rng_below(r, m->n),
            some = rng_chance(r, 4) ? rng_in(r, 0, m->n - first) : smaller(rng_in(r, 1, 3), m->n - first);
    count = smaller(count, room);
    if (rng_chance(r, 12)) at = rng_chance(r, 2) ? 0 : m->n;
    for (int64_t i = 0; i < most; i++) items[i] = random_item(r, how, &m->rules);
    le_work work = {0};
    switch (rng_below(r, 8)) {
    case 0:
    case 1: {
        running.operation = "insert";
        le_sizes sizes = sizes_of(r, items, count, store);
        CHECK_EQUAL(le__flow_insert(flow, at, &sizes, 0, count, NULL, &work), LE_OK);
        model_replace(m, at, 0, items, count);
        break;
    }
    case 2:
        running.operation = "remove";
        if (m->n == 0) break;
        CHECK_EQUAL(le__flow_remove(flow, first, some, &work), LE_OK);
        model_replace(m, first, some, NULL, 0);
        break;
    case 3:
    case 4: {
        running.operation = "resize";
        if (m->n == 0) break;
        some = smaller(some, most);
        le_sizes sizes = sizes_of(r, items, some, store);
        CHECK_EQUAL(le__flow_resize(flow, first, &sizes, 0, some, NULL, &work), LE_OK);
        model_replace(m, first, some, items, some);
        break;
    }
    case 5: {
        running.operation = "move";
        if (m->n == 0) break;
        int64_t to = rng_in(r, 0, m->n - some);
        CHECK_EQUAL(le__flow_move(flow, first, some, to, &work), LE_OK);
        size_units *moved = slots(some, sizeof *moved);
        memcpy(moved, m->item + first, (size_t)some * sizeof *moved);
        model_replace(m, first, some, NULL, 0);
        model_replace(m, to, 0, moved, some);
        free(moved);
        break;
    }
    case 6: {
        running.operation = "script";
        le_edit edits[12];
        size_t edit_count = (size_t)rng_in(r, 0, 12), made = 0;
        size_units *old = slots(m->n, sizeof *old);
        if (m->n) memcpy(old, m->item, (size_t)m->n * sizeof *old);
        int64_t old_n = m->n, place = 0, shift = 0, taken = 0;
        le_sizes sizes = sizes_of(r, items, most, store);
        for (size_t e = 0; e < edit_count; e++) {
            le_edit edit = {.at = rng_in(r, place, old_n)};
            if (rng_chance(r, 2)) edit.at = smaller(place + rng_below(r, 5), old_n);
            edit.removed = smaller(rng_below(r, 4), old_n - edit.at);
            edit.moved = rng_chance(r, 3);
            edit.inserted = smaller(rng_below(r, 4), edit.moved ? old_n : most - taken);
            edit.source = edit.moved ? rng_in(r, 0, old_n - edit.inserted) : taken;
            if (m->n - edit.removed + edit.inserted > m->room) break;
            model_replace(m, edit.at + shift, edit.removed, edit.moved ? old + edit.source : items + edit.source,
                          edit.inserted);
            if (!edit.moved) taken += edit.inserted;
            place = edit.at + edit.removed;
            shift += edit.inserted - edit.removed;
            edits[made++] = edit;
        }
        size_t failed = 99;
        CHECK_EQUAL(le__flow_apply(flow, edits, made, &sizes, &failed, NULL, &work), LE_OK);
        CHECK_EQUAL(failed, 99);
        free(old);
        break;
    }
    default: {
        running.operation = "rules";
        le__flow_rules rules = m->rules;
        if (rng_chance(r, 2)) rules.packing = rng_chance(r, 2) ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED;
        if (rng_chance(r, 2)) rules.line = rng_in(r, 50, 1200) * LE_UNIT;
        if (rng_chance(r, 3)) rules.line_spacing += rng_in(r, 0, 3 * LE_UNIT);
        if (rng_chance(r, 3)) rules.item_spacing += rng_in(r, 0, 3 * LE_UNIT);
        CHECK_EQUAL(le__flow_set_rules(flow, &rules, &work), LE_OK);
        m->rules = rules;
    }
    }
}

static void history(uint64_t seed, int64_t most, int64_t room) {
    rng r = {seed};
    model m = model_make(room);
    size_units *items = slots(room, sizeof *items);
    double *store = slots(room, 2 * sizeof *store);
    manner how = random_manner(&r, &m.rules);
    le__flow flow = {.rules = m.rules};
    int64_t n = rng_in(&r, 0, most);
    for (int64_t i = 0; i < n; i++) items[i] = random_item(&r, &how, &m.rules);
    le_sizes sizes = sizes_of(&r, items, n, store);
    running.operation = "build";
    CHECK_EQUAL(le__flow_build(&flow, &sizes, 0, n, NULL, NULL), LE_OK);
    model_replace(&m, 0, 0, items, n);
    check_flow(&flow, &m, &r);

    // A copy made in between must not change with the original.
    le__flow copy = {0};
    model then = {0};
    for (running.step = 1; running.step <= STEPS; running.step++) {
        if (rng_chance(&r, 10) && !then.item) {
            copy = flow;
            le__flow_retain(&copy);
            then = model_make(room);
            then.rules = m.rules;
            model_replace(&then, 0, 0, m.item, m.n);
        }
        step(&r, &flow, &m, &how, items, store, most);
        check_flow(&flow, &m, &r);
    }
    if (then.item) {
        running.operation = "copy";
        check_flow(&copy, &then, &r);
        le__flow_release(&copy);
        model_free(&then);
    }
    // A fresh build from the current items is the same as well.
    le__flow_release(&flow);
    flow = (le__flow){.rules = m.rules};
    double *all = slots(m.n, 2 * sizeof *all);
    sizes = sizes_of(&r, m.item, m.n, all);
    CHECK_EQUAL(le__flow_build(&flow, &sizes, 0, m.n, NULL, NULL), LE_OK);
    check_flow(&flow, &m, &r);
    le__flow_release(&flow);
    free(all);
    free(items);
    free(store);
    model_free(&m);
}

static void small_histories(uint64_t seed) { history(seed, 40, 200); }
static void leafy_histories(uint64_t seed) { history(seed, 700, 6000); }
static void large_histories(uint64_t seed) { history(seed, 30000, 90000); }

// Single edits of a few unshared leaves: these are done in place, and carry lines from leaf to leaf.
static void single_edits(uint64_t seed) {
    rng r = {seed};
    model m = model_make(3000);
    size_units *items = slots(3000, sizeof *items);
    double *store = slots(3000, 2 * sizeof *store);
    manner how = random_manner(&r, &m.rules);
    how.shape = rng_chance(&r, 3) ? 1 : 7;
    how.per_line = rng_in(&r, 2, 14);
    le__flow flow = {.rules = m.rules};
    int64_t n = rng_in(&r, 200, 2000);
    for (int64_t i = 0; i < n; i++) items[i] = random_item(&r, &how, &m.rules);
    le_sizes sizes = sizes_of(&r, items, n, store);
    CHECK_EQUAL(le__flow_build(&flow, &sizes, 0, n, NULL, NULL), LE_OK);
    model_replace(&m, 0, 0, items, n);
    for (running.step = 1; running.step <= 200; running.step++) {
        int64_t at = rng_below(&r, m.n), removed = rng_below(&r, 2), count = removed ? rng_below(&r, 2) : 1;
        items[0] = random_item(&r, &how, &m.rules);
        sizes = sizes_of(&r, items, count, store);
        running.operation = removed ? count ? "resize" : "remove" : "insert";
        le_status status = !removed ? le__flow_insert(&flow, at, &sizes, 0, 1, NULL, NULL)
                           : count  ? le__flow_resize(&flow, at, &sizes, 0, 1, NULL, NULL)
                                    : le__flow_remove(&flow, at, 1, NULL);
        CHECK_EQUAL(status, LE_OK);
        model_replace(&m, at, removed, items, count);
        CHECK_RULES(le__flow_check(&flow));
        if (running.step % 50 == 0) check_flow(&flow, &m, &r);
    }
    le__flow_release(&flow);
    free(items);
    free(store);
    model_free(&m);
}

// Single edits before long stretches of items of one width, all of which move by some places; now and then another item
// is between them. If an edit fails for lack of memory, it changes nothing.
static void edits_before_stretches(uint64_t seed) {
    rng r = {seed};
    enum { ROOM = 16000 };
    model m = model_make(ROOM);
    size_units *items = slots(ROOM, sizeof *items);
    double *store = slots(ROOM, 2 * sizeof *store);
    m.rules = (le__flow_rules){.line = rng_in(&r, 300, 1000) * LE_UNIT,
                               .item_spacing = rng_in(&r, -4, 12) * LE_UNIT,
                               .line_spacing = rng_in(&r, -4, 12) * LE_UNIT,
                               .packing = rng_chance(&r, 3) ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED};
    int64_t share = m.rules.line / rng_in(&r, 2, rng_chance(&r, 3) ? 50 : 9) - m.rules.item_spacing;
    const int64_t width = share > 5 * LE_UNIT ? share : 5 * LE_UNIT,
                  odd = rng_chance(&r, 2) ? 0 : rng_in(&r, 400, 4000);
    const int64_t highest = rng_chance(&r, 4) ? 4095 * LE_UNIT : 80 * LE_UNIT;
    int64_t n = rng_in(&r, 3000, ROOM - 1000);
    for (int64_t i = 0; i < n; i++) {
        items[i] = (size_units){width, rng_in(&r, 4 * LE_UNIT, highest)};
        if (odd && rng_chance(&r, odd)) items[i].width = rng_in(&r, 4 * LE_UNIT, 2 * m.rules.line);
        if (odd && rng_chance(&r, 4 * odd)) items[i].height = 5000 * LE_UNIT;
    }
    le__flow flow = {.rules = m.rules};
    le_sizes sizes = sizes_of(&r, items, n, store);
    CHECK_EQUAL(le__flow_build(&flow, &sizes, 0, n, NULL, NULL), LE_OK);
    model_replace(&m, 0, 0, items, n);
    bool fails = rng_chance(&r, 3);
    for (running.step = 1; running.step <= 60; running.step++) {
        // Often at the same place, until a leaf is full or nearly empty.
        int64_t at = rng_chance(&r, 2) ? rng_below(&r, m.n) : rng_below(&r, 9), removed = rng_below(&r, 3) > 0;
        int64_t count = removed ? rng_below(&r, 2) : 1;
        items[0] = (size_units){rng_chance(&r, 4) ? rng_in(&r, 4 * LE_UNIT, 2 * width) : width,
                                rng_in(&r, 4 * LE_UNIT, highest)};
        sizes = sizes_of(&r, items, count, store);
        running.operation = removed ? count ? "resize" : "remove" : "insert";
        for (long budget = fails ? 0 : -1;; budget++) {
            le_pool_fail_after(budget);
            le_status status = !removed ? le__flow_insert(&flow, at, &sizes, 0, 1, NULL, NULL)
                               : count  ? le__flow_resize(&flow, at, &sizes, 0, 1, NULL, NULL)
                                        : le__flow_remove(&flow, at, 1, NULL);
            le_pool_fail_after(-1);
            if (status == LE_OK) break;
            CHECK_EQUAL(status, LE_NO_MEMORY);
            CHECK(fails && le__flow_count(&flow) == m.n);
            CHECK_RULES(le__flow_check(&flow));
            if (budget == 1) check_flow(&flow, &m, &r);
            if (budget > 3) budget = 2 * budget;
        }
        model_replace(&m, at, removed, items, count);
        CHECK_RULES(le__flow_check(&flow));
        if (running.step % 6 == 0) check_flow(&flow, &m, &r);
    }
    le__flow_release(&flow);
    free(items);
    free(store);
    model_free(&m);
}

// ---- Failures

// Whichever allocation fails, either the flow is unchanged or the edit is done.
static void failing_allocations(uint64_t seed) {
    rng r = {seed};
    model m = model_make(4000);
    size_units *items = slots(4000, sizeof *items);
    double *store = slots(4000, 2 * sizeof *store);
    manner how = random_manner(&r, &m.rules);
    int64_t n = rng_in(&r, 300, 2000), fresh = rng_in(&r, 1, 600);
    for (int64_t i = 0; i < n; i++) items[i] = random_item(&r, &how, &m.rules);
    le_sizes sizes = sizes_of(&r, items, n, store);
    le__flow flow = {.rules = m.rules};
    CHECK_EQUAL(le__flow_build(&flow, &sizes, 0, n, NULL, NULL), LE_OK);
    model_replace(&m, 0, 0, items, n);
    int64_t at = rng_in(&r, 0, n - 1), some = smaller(rng_in(&r, 1, 300), n - at), to = rng_in(&r, 0, n - some);
    int kind = (int)rng_below(&r, 4);
    for (int64_t i = 0; i < fresh; i++) items[i] = random_item(&r, &how, &m.rules);
    sizes = sizes_of(&r, items, fresh, store);
    le__flow_rules other = m.rules;
    other.line += 7 * LE_UNIT;
    le__flow shared = flow;
    le__flow_retain(&shared);
    for (long budget = 0;; budget++) {
        running.step = (int)budget;
        le_pool_fail_after(budget);
        le_status status = kind == 0   ? le__flow_insert(&flow, at, &sizes, 0, fresh, NULL, NULL)
                           : kind == 1 ? le__flow_remove(&flow, at, some, NULL)
                           : kind == 2 ? le__flow_move(&flow, at, some, to, NULL)
                                       : le__flow_set_rules(&flow, &other, NULL);
        le_pool_fail_after(-1);
        if (status == LE_OK) break;
        CHECK_EQUAL(status, LE_NO_MEMORY);
        check_flow(&flow, &m, &r);
    }
    CHECK_RULES(le__flow_check(&flow));
    check_flow(&shared, &m, &r);
    le__flow_release(&shared);
    le__flow_release(&flow);
    free(items);
    free(store);
    model_free(&m);
}

// Invalid sizes are refused and named, or raised to the least size.
static void unusable_sizes(uint64_t seed) {
    rng r = {seed};
    const double bad[] = {NAN, INFINITY, -INFINITY, -1, -le_points(1), 1e300, 4.4e12, 3};
    enum { N = 300 };
    double pairs[2 * N];
    for (int i = 0; i < 2 * N; i++) pairs[i] = (double)rng_in(&r, 5, 90);
    int64_t item = rng_below(&r, N);
    double value = pairs[2 * item + rng_below(&r, 2)] = bad[rng_below(&r, 8)];
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = N, .stride = 16, .cross = pairs, .main = pairs + 1};
    le__flow flow = {.rules = {.line = 300 * LE_UNIT, .item_spacing = -4 * LE_UNIT, .line_spacing = -4 * LE_UNIT}};
    le_fault fault = {0};
    int64_t first = rng_in(&r, 0, item);
    bool inserts = rng_chance(&r, 2);
    le_status status = inserts ? le__flow_insert(&flow, 0, &sizes, first, N - first, &fault, NULL)
                               : le__flow_build(&flow, &sizes, first, N - first, &fault, NULL);
    CHECK_EQUAL(status, LE_BAD_VALUE);
    CHECK(flow.root == NULL);
    CHECK_EQUAL(fault.count, 1);
    CHECK_EQUAL(fault.item, item - first);
    CHECK(memcmp(&fault.value, &value, sizeof value) == 0);
    sizes.lenient = true;
    fault = (le_fault){0};
    CHECK_EQUAL(le__flow_build(&flow, &sizes, first, N - first, &fault, NULL), LE_OK);
    CHECK_EQUAL(fault.count, 1);
    int64_t width, height;
    le__flow_read(&flow, item - first, 1, &width, &height);
    CHECK(width == 4 * LE_UNIT || height == 4 * LE_UNIT);
    CHECK_RULES(le__flow_check(&flow));

    // An invalid script is refused, and the invalid edit is named.
    le_edit edits[] = {{.at = 1, .removed = 2}, {.at = 2, .inserted = 1}};
    size_t failed = 0;
    CHECK_EQUAL(le__flow_apply(&flow, edits, 2, &sizes, &failed, NULL, NULL), LE_BAD_EDITS);
    CHECK_EQUAL(failed, 1);
    le__flow_release(&flow);

    // So is a total past the limits: 2^41 points per line, three lines.
    double huge[] = {100, 2199023255552.0, 100, 2199023255552.0, 100, 2199023255552.0};
    le_sizes three = {.form = LE_SIZES_POINTS, .count = 3, .stride = 16, .cross = huge, .main = huge + 1};
    flow = (le__flow){.rules = {.line = 150 * LE_UNIT}};
    CHECK_EQUAL(le__flow_build(&flow, &three, 0, 3, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le__flow_build(&flow, &three, 0, 2, NULL, NULL), LE_OK);
    CHECK_EQUAL(le__flow_insert(&flow, 1, &three, 0, 1, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le__flow_count(&flow), 2);
    CHECK_RULES(le__flow_check(&flow));
    le__flow_release(&flow);
}

void test_flow(void) {
    run_cases("flow, small histories", 20000, small_histories);
    run_cases("flow, histories of leaves", 400, leafy_histories);
    run_cases("flow, large histories", 8, large_histories);
    run_cases("flow, single edits", 400, single_edits);
    run_cases("flow, edits before stretches", 300, edits_before_stretches);
    run_cases("flow, failing allocations", 200, failing_allocations);
    run_cases("flow, unusable sizes", 400, unusable_sizes);
}
