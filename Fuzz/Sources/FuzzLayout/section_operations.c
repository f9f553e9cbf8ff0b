// Operations on sections: inserting, removing and moving them, changing specs, containers, compositions and boundaries.
#include <math.h>

#include "history.h"

void insert_sections(history *h) {
    subject *s = active(h);
    const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_WATERFALL,
                                     LE_SECTION_GRID};
    uint8_t how = next(&h->bytes);
    bool wild = s->wild;
    naive_section section = {.spec = make_spec(&h->bytes, kinds[how % 5], &wild)};
    // No byte is read for it, so that the corpus stays what it is.
    section.spans = section.spec.kind == LE_SECTION_WATERFALL && how / 5 % 2;
    int64_t sections = how >= 250 ? 1 + next(&h->bytes) % 90 : how >= 200 ? 1 + how % 5 : 1;
    int64_t most = how & 32 ? 1500 : how & 64 ? 300 : 40;
    int64_t n = below(&h->bytes, most + 1), each = n / sections;
    if (sections + s->n > MOST_SECTIONS || n > room_for_items(s)) return;
    int64_t *counts = slots(sections, sizeof *counts);
    for (int64_t i = 0; i < sections; i++) counts[i] = i + 1 < sections ? each : n - each * (sections - 1);
    given_sizes given = make_sizes(&h->bytes, &section, s->config.cross, n);
    le_sizes sizes = sizes_of(&given, &section, false);
    wild |= given.wild || section.spec.flags & LE_BY_RATIO;
    call c = {.what = INSERT_SECTIONS,
              .section = below(&h->bytes, s->n + 1),
              .spec = &section.spec,
              .counts = counts,
              .count = sections,
              .sizes = &sizes};
    if (make_call(h, &c, !wild && !given.unusable)) {
        CHECK(!given.unusable);
        int64_t from = 0;
        for (int64_t i = 0; i < sections; i++) {
            model_section made = {.plain = section};
            for (int b = 0; b < BARS; b++) made.bar_main[b] = made.bar_cross[b] = NAN;
            model_replace_items(&made, 0, 0, counts[i], given.main + from, given.cross + from);
            from += counts[i];
            model_insert(s, c.section + i, made);
        }
        s->wild = wild;
    }
    free(counts);
    sizes_free(&given);
}

void insert_frames(history *h) {
    subject *s = active(h);
    bool wild = s->wild;
    uint8_t how = next(&h->bytes), seed = next(&h->bytes);
    model_section made = {.plain = {.spec = make_spec(&h->bytes, LE_SECTION_FRAMES, &wild)}};
    int64_t n = how & 1 ? how / 2 : how * 2;
    if (s->n >= MOST_SECTIONS || n > room_for_items(s)) return;
    rng random = {seed};
    int64_t reach = how & 2 ? 60 * LE_UNIT : 0, extent = seed % 8 ? seed * 40 * LE_UNIT : 0;
    le_rect *frames = slots(n, sizeof *frames);
    for (int64_t i = 0; i < n; i++) {
        int64_t main = rng_in(&random, -reach, extent + reach);
        int64_t cross = rng_in(&random, -reach, s->config.cross % (1 << 29));
        frames[i] = (le_rect){main, cross, main + rng_below(&random, 60 * LE_UNIT), cross};
        frames[i].cross_max += rng_below(&random, 90 * LE_UNIT);
    }
    bool refused = false;
    if (seed % 32 == 5 && n) {
        frames[n / 2].main_max = frames[n / 2].main_min - 1;
        refused = true;
    }
    if (seed % 32 == 6 && n) {
        frames[n - 1] = (le_rect){LE_MAX_TOTAL / 4 - how, 0, LE_MAX_TOTAL / 4, 8};
        frames[0] = (le_rect){-LE_MAX_TOTAL / 4, 0, 0, 8};
        wild = true;
    }
    made.plain.relative = frames;
    made.plain.extent = extent;
    if (how & 4) made.plain.header = (le_rect){0, 0, 30 * LE_UNIT, s->config.cross};
    if (how & 8) made.plain.footer = (le_rect){extent - 9 * LE_UNIT, 0, extent, s->config.cross};
    if (seed % 32 == 7) {
        made.plain.header = (le_rect){INT64_MIN, 0, INT64_MAX, 8};
        refused = true;
    }
    call c = {.what = INSERT_FRAMES,
              .section = below(&h->bytes, s->n + 1),
              .spec = &made.plain.spec,
              .frames = frames,
              .count = n,
              .extent = extent,
              .header = made.plain.header,
              .footer = made.plain.footer};
    made.plain.n = n;
    if (!make_call(h, &c, !wild && !refused)) {
        free(frames);
        return;
    }
    CHECK(!refused);
    model_insert(s, c.section, made);
    s->wild = wild;
}

static le_composition *compose(history *h) {
    uint8_t shape = next(&h->bytes), seed = next(&h->bytes);
    le_status status = LE_NO_MEMORY;
    if (h->failing >= 0 && seed & 1) {
        allocation_budget = h->failing + 1;
        le_composition *made = make_composition(shape, seed, &status);
        allocation_budget = -1;
        if (made) return made;
        CHECK_EQUAL(status, LE_NO_MEMORY);
    }
    le_composition *made = make_composition(shape, seed, &status);
    CHECK_EQUAL(status, LE_OK);
    CHECK(made);
    return made;
}

void insert_compositions(history *h) {
    subject *s = active(h);
    le_composition *composition = compose(h);
    int64_t sections = 1 + next(&h->bytes) % 3, counts[3], n = 0;
    for (int64_t i = 0; i < sections; i++) n += counts[i] = below(&h->bytes, 200) % 160;
    call c = {.what = INSERT_COMPOSITIONS,
              .section = below(&h->bytes, s->n + 1),
              .composition = composition,
              .counts = counts,
              .count = sections};
    if (s->n + sections <= MOST_SECTIONS && n <= room_for_items(s) && make_call(h, &c, !s->wild)) {
        for (int64_t i = 0; i < sections; i++) {
            model_section made = {.plain = {.spec = {.kind = LE_SECTION_COMPOSITIONAL}}, .composition = composition};
            le_composition_retain(composition);
            for (int b = 0; b < BARS; b++) made.bar_main[b] = made.bar_cross[b] = NAN;
            model_replace_items(&made, 0, 0, counts[i], NULL, NULL);
            model_insert(s, c.section + i, made);
        }
    }
    le_composition_release(composition);
}

// Sections with so many items that nothing can be stored per item.
void insert_huge(history *h) {
    subject *s = active(h);
    uint8_t how = next(&h->bytes), exponent = next(&h->bytes) % 42;
    bool wild = true;
    int64_t n = ((int64_t)1 << exponent) - (how & 1) + (how / 2 & 1);
    if (n <= MOST_ITEMS) n += MOST_ITEMS;
    if (s->n >= MOST_SECTIONS) return;
    model_section made = {.huge = true};
    for (int b = 0; b < BARS; b++) made.bar_main[b] = made.bar_cross[b] = NAN;
    call c = {.section = below(&h->bytes, s->n + 1), .counts = &n, .count = 1};
    le_sizes sizes = {.form = LE_SIZES_NONE, .count = n};
    switch (how / 4 % 3) {
    case 0:
        made.plain.spec = make_spec(&h->bytes, LE_SECTION_GRID, &wild);
        break;
    case 1: {
        made.plain.spec = make_spec(&h->bytes, LE_SECTION_LIST, &wild);
        int64_t each, least = made.plain.spec.line_spacing;
        uint8_t shape = next(&h->bytes);
        fill(shape, next(&h->bytes), 1, least < 0 ? -least : 0, &each);
        made.each = le_points(each);
        sizes.form = LE_SIZES_CONSTANT;
        sizes.main = &made.each;
        break;
    }
    default:
        made.composition = compose(h);
    }
    c.spec = &made.plain.spec;
    c.sizes = &sizes;
    c.what = made.composition ? INSERT_COMPOSITIONS : INSERT_SECTIONS;
    c.composition = made.composition;
    if (make_call(h, &c, false)) {
        CHECK(n <= LE_MAX_COUNT);
        made.plain.n = n;
        if (made.composition) made.plain.spec.kind = LE_SECTION_COMPOSITIONAL;
        model_insert(s, c.section, made);
        s->wild = true;
    } else {
        model_section_free(&made);
    }
}

void remove_sections(history *h) {
    subject *s = active(h);
    call c = {.what = REMOVE_SECTIONS, .section = below(&h->bytes, s->n + 1)};
    c.count = below(&h->bytes, s->n - c.section + 1);
    if (make_call(h, &c, true)) model_remove(s, c.section, c.count);
}

void move_sections(history *h) {
    subject *s = active(h);
    call c = {.what = MOVE_SECTIONS, .section = below(&h->bytes, s->n + 1)};
    uint8_t how = next(&h->bytes);
    c.count = how % 4 ? smaller(1, s->n - c.section) : how / 4 % (s->n - c.section + 1);
    c.to = below(&h->bytes, s->n - c.count + 1);
    if (make_call(h, &c, !s->wild)) model_move(s, c.section, c.count, c.to);
}

void set_spec(history *h) {
    subject *s = active(h);
    if (!s->n) return;
    int64_t i = below(&h->bytes, s->n);
    model_section *section = &s->section[i];
    if (section->composition) return;
    bool wild = s->wild;
    le_section_spec spec = make_spec(&h->bytes, section->plain.spec.kind, &wild);
    if (spec.kind == LE_SECTION_WATERFALL)
        spec.flags = (spec.flags & ~(uint32_t)LE_BY_RATIO) | (section->plain.spec.flags & LE_BY_RATIO);
    call c = {.what = SET_SPEC, .section = i, .spec = &spec};
    bool spread = spec.line_spacing >= 0 && spec.item_spacing >= 0;
    if (!make_call(h, &c, spread && !wild)) return;
    section->plain.spec = spec;
    s->wild = wild;
}

void set_config(history *h) {
    subject *s = active(h);
    uint8_t flags = next(&h->bytes);
    call c = {.what = SET_CONFIG, .config = s->config};
    c.config.cross = next(&h->bytes) * 4 * LE_UNIT + flags / 64;
    c.config.main = next(&h->bytes) * 4 * LE_UNIT;
    c.config.horizontal = flags & 1;
    c.config.right_to_left = flags & 2;
    bool wild = s->wild || flags / 4 % 16 == 0;
    if (wild && !s->wild) c.config.cross = LE_MAX_TOTAL >> (flags / 64 * 7);
    if (!make_call(h, &c, !wild)) return;
    s->config = c.config;
    s->wild = wild;
    for (int64_t i = 0; i < s->n; i++)
        for (int64_t k = 0; s->section[i].measured && k < s->section[i].plain.n; k++)
            s->section[i].measured[k].reports = 0;
}

void set_composition(history *h) {
    subject *s = active(h);
    if (!s->n) return;
    int64_t i = below(&h->bytes, s->n);
    model_section *section = &s->section[i];
    call c = {.what = SET_COMPOSITION, .section = i, .composition = compose(h)};
    if (!section->composition) {
        CHECK(!make_call(h, &c, false));
    } else if (make_call(h, &c, !s->wild)) {
        le_composition *old = section->composition;
        section->composition = c.composition;
        c.composition = old;
        // Measured sizes of boundaries belong to their composition.
        for (int b = 0; b < BARS; b++) section->bar_main[b] = section->bar_cross[b] = NAN;
        const bool keeps_badges = have_same_badges(old, section->composition);
        for (int64_t k = 0; section->measured && !keeps_badges && k < section->plain.n; k++) {
            measured_item *item = &section->measured[k];
            for (int b = 0; b < BADGES; b++) item->badge_main[b] = item->badge_cross[b] = NAN;
        }
    }
    le_composition_release(c.composition);
}

void set_boundaries(history *h) {
    subject *s = active(h);
    le_boundary made[BARS];
    uint8_t seed = next(&h->bytes);
    call c = {.what = SET_BOUNDARIES, .boundaries = made, .size = seed % 3};
    c.count = (int64_t)make_boundaries(seed, made);
    if (!make_call(h, &c, !s->wild)) return;
    memcpy(s->boundary, made, sizeof made);
    s->boundaries = (size_t)c.count;
    s->boundary_scale = c.size;
    for (int b = 0; b < BARS; b++) s->bar_main[b] = s->bar_cross[b] = NAN;
}
