// Operations on the items of a section, each in one call: inserting, removing, moving, resizing and measuring.
#include <math.h>

#include "history.h"

void insert_items(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section) return;
    int64_t n = section->plain.n, count = below(&h->bytes, 1024) % 420;
    if (section->huge) {
        if (section->plain.spec.kind == LE_SECTION_LIST && section->composition == NULL) return;
        count = count % 2 ? count : ((int64_t)1 << count % 41) - count % 3;
    } else if (count > room_for_items(s)) {
        return;
    }
    given_sizes given = {.n = count};
    if (!section->huge) given = make_sizes(&h->bytes, &section->plain, s->config.cross, count);
    le_sizes sizes = sizes_of(&given, &section->plain, section->composition);
    call c = {.what = INSERT_ITEMS, .section = i, .first = position(h, n), .sizes = &sizes};
    bool wild = s->wild || given.wild, unusable = given.unusable && !section->composition;
    if (make_call(h, &c, takes_edits(section) && !wild && !unusable)) {
        CHECK(takes_edits(section) && !(unusable && count));
        model_replace_items(section, c.first, 0, count, given.main, given.cross);
        s->wild = wild;
    }
    sizes_free(&given);
}

// Chooses a section and some of its items, for a call that removes them. NULL: there is no section.
static model_section *choose_items(history *h, call *c, noted_operation operation) {
    model_section *section = choose(h, &c->section);
    if (!section) return NULL;
    note(section, operation, 0);
    c->first = position(h, section->plain.n);
    uint8_t how = next(&h->bytes);
    int64_t rest = section->plain.n - c->first;
    c->count = how % 4 ? smaller(how / 4, rest) : rest * (how / 4) / 63;
    return section;
}

void remove_items(history *h) {
    call c = {.what = REMOVE_ITEMS};
    model_section *section = choose_items(h, &c, NOTED_REMOVAL);
    if (section && make_call(h, &c, takes_edits(section) && !active(h)->wild)) {
        CHECK(takes_edits(section));
        model_replace_items(section, c.first, c.count, 0, NULL, NULL);
    }
}

void move_items(history *h) {
    call c = {.what = MOVE_ITEMS};
    model_section *section = choose_items(h, &c, NOTED_MOVE);
    if (!section) return;
    c.to = position(h, section->plain.n - c.count);
    if (make_call(h, &c, takes_edits(section) && !active(h)->wild)) {
        CHECK(takes_edits(section));
        if (!section->huge) model_move_items(section, c.first, c.count, c.to);
    }
}

void resize_items(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || section->huge) return;
    int64_t first = position(h, section->plain.n);
    uint8_t how = next(&h->bytes);
    int64_t count = how % 2 ? smaller(1, section->plain.n - first) : smaller(how * 2, section->plain.n - first);
    given_sizes given = make_sizes(&h->bytes, &section->plain, s->config.cross, count);
    le_sizes sizes = sizes_of(&given, &section->plain, section->composition);
    call c = {.what = RESIZE_ITEMS, .section = i, .first = first, .sizes = &sizes};
    bool sized = takes_edits(section) && !section->composition && section->plain.spec.kind != LE_SECTION_GRID;
    bool wild = s->wild || given.wild;
    if (make_call(h, &c, sized && !wild && !given.unusable) && sized && count) {
        CHECK(!given.unusable);
        model_replace_items(section, first, count, count, given.main, given.cross);
        s->wild = wild;
    }
    sizes_free(&given);
}

void refill(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || section->huge) return;
    le_section_kind kind = section->plain.spec.kind;
    int64_t count = below(&h->bytes, 1500), units, least = section->plain.spec.line_spacing;
    if (count - section->plain.n > room_for_items(s)) return;
    uint8_t shape = next(&h->bytes);
    bool wild = s->wild | fill(shape, next(&h->bytes), 1, least < 0 ? -least : 0, &units);
    call c = {.what = REFILL, .section = i, .count = count, .size = le_points(units)};
    if (shape & 64 && !section->composition) c.spec = &section->plain.spec;
    bool can = kind == LE_SECTION_LIST || kind == LE_SECTION_GRID || (section->composition && !section->was_measured);
    if (kind != LE_SECTION_LIST) wild = s->wild;
    if (!make_call(h, &c, can && !wild)) return;
    int64_t *main = slots(count, sizeof *main), *cross = slots(count, sizeof *cross);
    for (int64_t k = 0; k < count; k++) main[k] = units;
    model_replace_items(section, 0, section->plain.n, count, main, cross);
    free(main);
    free(cross);
    s->wild = wild;
}

// ---- Measuring

// Measures badge b of a section, or the next one that has an estimated extent.
static void measure_badge(history *h, int64_t i, model_section *section, int b) {
    const subject *s = active(h);
    int64_t each = 0;
    for (int tried = 0; tried < BADGES && !each; tried++) {
        if (tried) b = (b + 1) % BADGES;
        each = items_of_badge(s->layout, i, section->composition, b);
    }
    if (!each) return;
    const uint8_t main = next(&h->bytes), cross = next(&h->bytes);
    const le_measurement m = {below(&h->bytes, section->plain.n) / each, main % 8 ? main / 2.0 : NAN,
                              cross % 8 ? cross / 3.0 : NAN};
    const call c = {
        .what = MEASURE_SUPPLEMENTARIES, .section = i, .first = FIRST_BADGE_KIND + b, .measured = &m, .count = 1};
    if (!make_call(h, &c, false)) return;
    section->was_measured = true;
    measured_item *item = &section->measured[m.item * each];
    if (!isnan(m.main)) item->badge_main[b] = m.main;
    if (!isnan(m.cross)) item->badge_cross[b] = m.cross;
}

void measure(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || !section->measured || !section->plain.n) return;
    le_measurement some[64];
    uint8_t how = next(&h->bytes), seed = next(&h->bytes);
    if (seed % 4 == 3) return measure_badge(h, i, section, how % BADGES);
    int64_t n = section->plain.n, first = below(&h->bytes, n), step = 1 + how / 64;
    call c = {.what = MEASURE_ITEMS, .section = i, .measured = some};
    for (int64_t k = 0; k < how % 64; k++) {
        int64_t item = (first + k * step) % n;
        int axes = le_layout_estimated_axes(s->layout, i, item);
        measured_item *m = &section->measured[item];
        if (!axes || m->reports >= LE_MAX_REPORTS) continue;
        bool known = false; // each item only once, so that the model can be updated after the call
        for (int64_t j = 0; j < c.count; j++) known |= some[j].item == item;
        if (known) continue;
        double main = (double)(seed % 8 == 0 ? 40 : (seed * 7 + k * 13) % 400) / 4;
        double cross = (double)((seed * 5 + k * 11) % 300) / 3;
        some[c.count++] = (le_measurement){item, seed & 1 || axes == 1 ? main : m->main, seed & 2 ? cross : m->cross};
    }
    if (!c.count || !make_call(h, &c, !s->wild)) return;
    section->was_measured = true;
    for (int64_t k = 0; k < c.count; k++) {
        measured_item *m = &section->measured[some[k].item];
        int axes = le_layout_estimated_axes(s->layout, i, some[k].item);
        if (axes & 1) m->main = some[k].main;
        if (axes & 2) m->cross = some[k].cross;
        m->reports++;
    }
}

void measure_boundaries(history *h) {
    subject *s = active(h);
    int64_t i = -1;
    uint8_t how = next(&h->bytes), seed = next(&h->bytes);
    model_section *section = how & 1 ? choose(h, &i) : NULL;
    if (section && section->huge) return;
    le_measurement bar = {how / 2 % BARS, seed, seed / 2};
    call c = {.what = MEASURE_BOUNDARIES, .section = i, .measured = &bar, .count = 1};
    if (how & 1 && !section) return;
    if (!make_call(h, &c, false)) return;
    if (section) section->was_measured = true;
    (section ? section->bar_main : s->bar_main)[bar.item] = bar.main;
    (section ? section->bar_cross : s->bar_cross)[bar.item] = bar.cross;
}
