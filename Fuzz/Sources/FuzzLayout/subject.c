#include "subject.h"

#include <math.h>

bool is_empty(le_rect r) { return r.main_min >= r.main_max || r.cross_min >= r.cross_max; }

int64_t small_items(const subject *s) {
    int64_t n = 0;
    for (int64_t i = 0; i < s->n; i++) n += s->section[i].huge ? 0 : s->section[i].plain.n;
    return n;
}

bool has_huge(const subject *s) {
    for (int64_t i = 0; i < s->n; i++)
        if (s->section[i].huge) return true;
    return false;
}

bool has_compositions(const subject *s) {
    if (s->boundaries) return true;
    for (int64_t i = 0; i < s->n; i++)
        if (s->section[i].composition) return true;
    return false;
}

// ---- Copies of the model

static void *doubled(const void *from, int64_t n, size_t size) {
    if (!from) return NULL;
    void *copy = slots(n, size);
    if (n) memcpy(copy, from, (size_t)n * size);
    return copy;
}

bool subject_create(subject *s, le_layout_config config) {
    *s = (subject){.config = config, .layout = le_layout_create(config)};
    for (int b = 0; b < BARS; b++) s->bar_main[b] = s->bar_cross[b] = NAN;
    if (s->layout) s->digest = digest_of(s->layout, s);
    s->visitor = le_visitor_create();
    return s->layout && s->visitor;
}

bool subject_copy(subject *copy, const subject *s) {
    le_layout *layout = le_layout_copy(s->layout);
    if (!layout) return false;
    *copy = *s;
    copy->layout = layout;
    copy->visitor = le_visitor_create();
    copy->section = slots(MOST_SECTIONS + 1, sizeof *copy->section);
    for (int64_t i = 0; i < s->n; i++) {
        model_section section = s->section[i];
        naive_section *plain = &section.plain;
        plain->main = doubled(plain->main, plain->n, sizeof *plain->main);
        plain->cross = doubled(plain->cross, plain->n, sizeof *plain->cross);
        plain->relative = doubled(plain->relative, plain->n, sizeof *plain->relative);
        section.measured = doubled(section.measured, plain->n, sizeof *section.measured);
        if (section.composition) le_composition_retain(section.composition);
        copy->section[i] = section;
    }
    return true;
}

void model_section_free(model_section *section) {
    free(section->plain.main);
    free(section->plain.cross);
    free(section->plain.relative);
    free(section->measured);
    if (section->composition) le_composition_release(section->composition);
}

void subject_release(subject *s) {
    le_layout_release(s->layout);
    le_visitor_release(s->visitor);
    for (int64_t i = 0; i < s->n; i++) model_section_free(&s->section[i]);
    free(s->section);
    *s = (subject){0};
}

// ---- Edits of the model

void model_insert(subject *s, int64_t at, model_section section) {
    if (!s->section) s->section = slots(MOST_SECTIONS + 1, sizeof *s->section);
    CHECK(s->n < MOST_SECTIONS + 1);
    memmove(s->section + at + 1, s->section + at, (size_t)(s->n - at) * sizeof *s->section);
    s->section[at] = section;
    s->n++;
}

void model_remove(subject *s, int64_t first, int64_t count) {
    if (!count) return;
    for (int64_t i = first; i < first + count; i++) model_section_free(&s->section[i]);
    memmove(s->section + first, s->section + first + count, (size_t)(s->n - first - count) * sizeof *s->section);
    s->n -= count;
}

static void move_range(void *base, size_t size, int64_t n, int64_t first, int64_t count, int64_t to) {
    if (!base || !count) return;
    char *at = base, *moved = doubled(at + (size_t)first * size, count, size);
    memmove(at + (size_t)first * size, at + (size_t)(first + count) * size, (size_t)(n - first - count) * size);
    memmove(at + (size_t)(to + count) * size, at + (size_t)to * size, (size_t)(n - count - to) * size);
    memcpy(at + (size_t)to * size, moved, (size_t)count * size);
    free(moved);
}

void model_move(subject *s, int64_t first, int64_t count, int64_t to) {
    move_range(s->section, sizeof *s->section, s->n, first, count, to);
}

void model_move_items(model_section *section, int64_t first, int64_t count, int64_t to) {
    naive_section *plain = &section->plain;
    move_range(plain->main, sizeof *plain->main, plain->n, first, count, to);
    move_range(plain->cross, sizeof *plain->cross, plain->n, first, count, to);
    move_range(section->measured, sizeof *section->measured, plain->n, first, count, to);
}

static void *replaced(void *array, size_t size, int64_t n, int64_t at, int64_t removed, int64_t inserted,
                      const void *new) {
    char *old = array, *all = slots(n - removed + inserted, size);
    if (at) memcpy(all, old, (size_t)at * size);
    if (inserted && new) memcpy(all + (size_t)at * size, new, (size_t)inserted * size);
    int64_t behind = n - at - removed;
    if (behind)
        memcpy(all + (size_t)(at + inserted) * size, old + (size_t)(at + removed) * size, (size_t)behind * size);
    free(old);
    return all;
}

void model_replace_items(model_section *section, int64_t at, int64_t removed, int64_t inserted, const int64_t *main,
                         const int64_t *cross) {
    naive_section *plain = &section->plain;
    if (!section->huge && section->composition) {
        section->measured =
            replaced(section->measured, sizeof *section->measured, plain->n, at, removed, inserted, NULL);
        for (int64_t i = at; i < at + inserted; i++) section->measured[i] = NOT_MEASURED;
    } else if (!section->huge && plain->spec.kind != LE_SECTION_GRID) {
        plain->main = replaced(plain->main, sizeof *plain->main, plain->n, at, removed, inserted, main);
        plain->cross = replaced(plain->cross, sizeof *plain->cross, plain->n, at, removed, inserted, cross);
    }
    plain->n += inserted - removed;
}

// ---- Digest

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29);
}

static uint64_t mix_rect(uint64_t hash, le_rect r) {
    if (is_empty(r)) return mix(hash, 1); // an empty rectangle has no position
    hash = mix(mix(hash, (uint64_t)r.main_min), (uint64_t)r.cross_min);
    return mix(mix(hash, (uint64_t)r.main_max), (uint64_t)r.cross_max);
}

static uint64_t mix_doubles(uint64_t hash, const double *values, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        uint64_t bits;
        double value = values[i] + 0.0; // -0 becomes +0
        memcpy(&bits, &value, sizeof bits);
        hash = mix(hash, bits);
    }
    return hash;
}

static uint64_t mix_spec(uint64_t hash, const le_section_spec *spec) {
    hash = mix(mix(mix(hash, spec->kind), spec->packing), spec->flags);
    hash = mix(mix(mix(hash, spec->columns), (uint64_t)spec->inset_main_start), (uint64_t)spec->inset_main_end);
    hash = mix(mix(hash, (uint64_t)spec->inset_cross_start), (uint64_t)spec->inset_cross_end);
    hash = mix(mix(hash, (uint64_t)spec->line_spacing), (uint64_t)spec->item_spacing);
    hash = mix(mix(hash, (uint64_t)spec->header), (uint64_t)spec->footer);
    hash = mix(mix(hash, (uint64_t)spec->item_main), (uint64_t)spec->item_cross);
    return mix_doubles(mix(hash, (uint64_t)spec->section_spacing), &spec->scale, 1);
}

static uint64_t mix_items(uint64_t hash, const le_layout *layout, int64_t i, int64_t n, le_section_kind kind) {
    static double values[4 * (MOST_ITEMS + 1)];
    if (n > MOST_ITEMS) {
        int64_t probes[] = {0, 1, n / 3, n / 2, n - 2, n - 1};
        for (size_t p = 0; p < sizeof probes / sizeof *probes; p++)
            hash = mix_rect(hash, le_layout_item_frame(layout, i, probes[p], NULL));
        return hash;
    }
    le_layout_frames(layout, i, 0, n, values);
    hash = mix_doubles(hash, values, 4 * n);
    if (kind == LE_SECTION_LIST || kind == LE_SECTION_FLOW || kind == LE_SECTION_WATERFALL) {
        double *cross = kind == LE_SECTION_LIST ? NULL : values + n;
        le_status status = le_layout_read_sizes(layout, i, 0, n, values, cross);
        CHECK_EQUAL(status, LE_OK);
        hash = mix_doubles(hash, values, cross ? 2 * n : n);
    }
    return hash;
}

uint64_t digest_of(const le_layout *layout, const subject *model) {
    le_layout_config config = le_layout_get_config(layout);
    uint64_t hash = mix(mix(mix(0, (uint64_t)config.cross), (uint64_t)config.main),
                        (uint64_t)(config.horizontal + 2 * config.right_to_left));
    int64_t sections = le_layout_section_count(layout);
    hash = mix(mix(mix(hash, (uint64_t)sections), (uint64_t)le_layout_item_total(layout)),
               (uint64_t)le_layout_extent(layout));
    for (int64_t i = 0; i < sections; i++) {
        le_section_at at = le_layout_section(layout, i, NULL);
        le_section_spec spec = le_layout_get_spec(layout, i);
        hash = mix(mix(mix(mix(hash, (uint64_t)at.offset), (uint64_t)at.extent), (uint64_t)at.items),
                   (uint64_t)at.items_before);
        hash = mix_spec(hash, &spec);
        hash = mix_rect(hash, le_layout_header_frame(layout, i, NULL, NULL));
        hash = mix_rect(hash, le_layout_footer_frame(layout, i, NULL, NULL));
        if (spec.kind == LE_SECTION_COMPOSITIONAL) {
            le_groups groups = le_layout_groups(layout, i);
            hash = mix(mix(mix(hash, (uint64_t)groups.count), (uint64_t)groups.items), (uint64_t)groups.content);
            hash = mix(hash, (uint64_t)(uintptr_t)le_layout_composition(layout, i));
            for (int64_t b = 0; b < BARS; b++) hash = mix_rect(hash, le_layout_boundary_frame(layout, i, b, NULL));
            if (groups.items <= 0) continue; // shows nothing
        }
        hash = mix_items(hash, layout, i, at.items, spec.kind);
    }
    for (size_t b = 0; b < model->boundaries; b++)
        hash = mix_rect(hash, le_layout_boundary_frame(layout, -1, (int64_t)b, NULL));
    return hash;
}

// ---- Rebuilding

// Sizes of badges that an item does not have at its place are stored as well, and not used.
static void rebuild_badges(le_layout *layout, int64_t i, const model_section *s, int64_t item) {
    for (int b = 0; b < BADGES; b++) {
        const double main = s->measured[item].badge_main[b], cross = s->measured[item].badge_cross[b];
        const int64_t each = items_of_badge(layout, i, s->composition, b);
        if ((isnan(main) && isnan(cross)) || !each || item % each) continue;
        const le_measurement m = {item / each, main, cross};
        const uint16_t kind = (uint16_t)(FIRST_BADGE_KIND + b);
        const le_status status = le_layout_measure_supplementaries(layout, i, kind, &m, 1, NULL, NULL);
        CHECK(status == LE_OK || status == LE_BAD_INDEX || status == LE_NOT_SUPPORTED);
    }
}

static void rebuild_composition(le_layout *layout, int64_t i, const model_section *s) {
    CHECK_EQUAL(le_layout_insert_compositions(layout, i, (le_composition *const *)&s->composition, 1, NULL, &s->plain.n,
                                              1, NULL),
                LE_OK);
    for (int64_t k = 0; s->measured && k < s->plain.n; k++) {
        rebuild_badges(layout, i, s, k);
        if (isnan(s->measured[k].main) && isnan(s->measured[k].cross)) continue;
        if (!le_layout_estimated_axes(layout, i, k)) continue; // it moved to a place where nothing is estimated
        le_measurement m = {k, s->measured[k].main, s->measured[k].cross};
        CHECK_EQUAL(le_layout_measure_items(layout, i, &m, 1, NULL, NULL, NULL, NULL), LE_OK);
    }
    for (int64_t b = 0; b < BARS; b++) {
        if (isnan(s->bar_main[b]) && isnan(s->bar_cross[b])) continue;
        le_measurement m = {b, s->bar_main[b], s->bar_cross[b]};
        CHECK_EQUAL(le_layout_measure_boundaries(layout, i, &m, 1, NULL, NULL), LE_OK);
    }
}

le_layout *rebuild(const subject *s) {
    static double points[2 * (MOST_ITEMS + 1)];
    le_layout *layout = le_layout_create(s->config);
    CHECK(layout);
    // Before the sections, because sections that are not measured yet may occupy more.
    if (s->boundaries) {
        CHECK_EQUAL(le_layout_set_boundaries(layout, s->boundary, s->boundaries, s->boundary_scale, NULL), LE_OK);
        for (int64_t b = 0; b < (int64_t)s->boundaries; b++) {
            if (isnan(s->bar_main[b]) && isnan(s->bar_cross[b])) continue;
            le_measurement m = {b, s->bar_main[b], s->bar_cross[b]};
            CHECK_EQUAL(le_layout_measure_boundaries(layout, -1, &m, 1, NULL, NULL), LE_OK);
        }
    }
    for (int64_t i = 0; i < s->n; i++) {
        const model_section *section = &s->section[i];
        const naive_section *plain = &section->plain;
        if (section->composition) {
            rebuild_composition(layout, i, section);
        } else if (plain->spec.kind == LE_SECTION_FRAMES) {
            CHECK_EQUAL(le_layout_insert_frames(layout, i, &plain->spec, plain->relative, plain->n, plain->extent,
                                                plain->header, plain->footer, NULL),
                        LE_OK);
        } else {
            le_sizes sizes = {.form = LE_SIZES_NONE, .count = plain->n};
            if (section->huge && plain->spec.kind == LE_SECTION_LIST) {
                sizes.form = LE_SIZES_CONSTANT;
                sizes.main = &section->each;
            } else if (plain->spec.kind != LE_SECTION_GRID) {
                for (int64_t k = 0; k < plain->n; k++) {
                    points[2 * k] = le_points(plain->main[k]);
                    points[2 * k + 1] = le_points(plain->cross[k]);
                }
                sizes.form = plain->spans ? LE_SIZES_SPANS : LE_SIZES_POINTS;
                sizes.main = points;
                sizes.cross = points + 1;
                sizes.stride = 2 * sizeof *points;
            }
            CHECK_EQUAL(le_layout_insert_sections(layout, i, &plain->spec, &plain->n, 1, &sizes, NULL, NULL), LE_OK);
        }
    }
    return layout;
}

// ---- The layout against its model

static void check_rect(le_rect a, le_rect b) {
    if (is_empty(a) && is_empty(b)) return;
    CHECK_EQUAL(a.main_min, b.main_min);
    CHECK_EQUAL(a.cross_min, b.cross_min);
    CHECK_EQUAL(a.main_max, b.main_max);
    CHECK_EQUAL(a.cross_max, b.cross_max);
}

static naive_placement place(const subject *s, int64_t i) {
    naive_layout one = {s->config, (naive_section *)&s->section[i].plain, 1};
    int64_t extent;
    naive_placement *placed = naive_place(&one, &extent), result = *placed;
    free(placed);
    return result;
}

static void shift(le_rect *r, int64_t by) {
    r->main_min += by;
    r->main_max += by;
}

// Compares every number of sections of arrays with an implementation that shares nothing with the core.
static void check_plain(const subject *s, int64_t i, int64_t offset) {
    const model_section *section = &s->section[i];
    naive_placement placed = place(s, i);
    le_section_at at = le_layout_section(s->layout, i, NULL);
    CHECK_EQUAL(at.extent, placed.extent);
    shift(&placed.header, offset);
    shift(&placed.footer, offset);
    check_rect(le_layout_header_frame(s->layout, i, NULL, NULL), placed.header);
    check_rect(le_layout_footer_frame(s->layout, i, NULL, NULL), placed.footer);
    int64_t n = section->plain.n, step = n > 40 ? n / 23 : 1;
    for (int64_t k = 0; k < n; k++) {
        shift(&placed.frame[k], offset);
        bool probed = k % step == 0 || k + 1 == n;
        if (probed) {
            le_rect frame = le_layout_item_frame(s->layout, i, k, NULL), wanted = placed.frame[k];
            CHECK_EQUAL(frame.main_min, wanted.main_min);
            CHECK_EQUAL(frame.main_max, wanted.main_max);
            CHECK_EQUAL(frame.cross_min, wanted.cross_min);
            CHECK_EQUAL(frame.cross_max, wanted.cross_max);
        }
    }
    free(placed.frame);
}

void check_subject(subject *s) {
    CHECK_RULES(le_layout_check(s->layout));
    CHECK_EQUAL(le_layout_section_count(s->layout), s->n);
    int64_t items = 0, offset = 0;
    bool edges = s->boundaries > 0;
    for (int64_t i = 0; i < s->n; i++) {
        const model_section *section = &s->section[i];
        le_section_at at = le_layout_section(s->layout, i, NULL);
        CHECK_EQUAL(at.items, section->plain.n);
        CHECK_EQUAL(at.items_before, items);
        items += section->plain.n;
        if (i == 0 && edges) offset = at.offset;
        CHECK_EQUAL(at.offset, offset);
        if (!section->composition && !section->huge) check_plain(s, i, offset);
        int64_t spacing = le_layout_get_spec(s->layout, i).section_spacing;
        offset += at.extent + (i + 1 < s->n ? spacing : 0);
    }
    if (!edges) CHECK_EQUAL(le_layout_extent(s->layout), offset);
    CHECK_EQUAL(le_layout_item_total(s->layout), items);
    CHECK(edges || (le_layout_extent(s->layout) >= 0 && le_layout_extent(s->layout) <= LE_MAX_TOTAL));
    CHECK(items <= LE_MAX_COUNT);

    s->digest = digest_of(s->layout, s);
    s->is_stale = false;
    le_layout *fresh = rebuild(s);
    CHECK_EQUAL(digest_of(fresh, s), s->digest);
    le_layout_release(fresh);
}
