// The kind of compositional sections: groups of items that repeat a template.
#include "kinds/compositional/groups.h"
#include "kinds/compositional/composition_walk.h"
#include "kinds/kinds.h"

static le__style *composed_solve(le__style *old, const le_layout_config *config) {
    return le__style_solved(old->template->composition, config, NULL);
}

static void composed_release_solved(const le__style *style) {
    le_composition *composition = style->template->composition;
    le__template_release(style->template);
    le_composition_release(composition);
}

// Extends `low` and `high` to the reach of the boundaries of a section along the main axis.
static void reach_boundaries(const le__template *t, const le__composed *c, const le__composed_extent *e, int64_t cross,
                             int64_t *low, int64_t *high) {
    const le_composition_spec *spec = &t->composition->spec;
    const le__boundary_room room = le__composed_room(t, e, 0, cross);
    for (size_t i = 0; i < spec->boundary_count; i++) {
        const le_boundary *b = &spec->boundaries[i];
        const int64_t main = le__boundary_size(t, c, (int64_t)i, MAIN);
        le_rect frame = {.main_min = le__boundary_start(b, &room, main)};
        frame.main_max = frame.main_min + main;
        le__inset(&frame, &b->main, &b->cross, b->inset_main, b->inset_cross);
        *low = LE_MIN(*low, frame.main_min);
        *high = LE_MAX(*high, frame.main_max);
        // The room for pinning stays within the section; negative insets let the boundary reach out of that room.
        if (b->pins) {
            *low = LE_MIN(*low, b->inset_main[LE_START]);
            *high = LE_MAX(*high, e->extent - b->inset_main[LE_END]);
        }
    }
}

static bool composed_measure(le__section *s, const le_layout_config *config) {
    const le__template *t = s->style->template;
    const le_composition_spec *spec = &t->composition->spec;
    const le__composed *c = s->body;
    le__composed_extent e;
    if (!le__compose_extent(t, c, s->items, &e)) return false;
    s->extent = e.extent + spec->section_spacing;
    int64_t low = 0, high = s->extent;
    if (e.groups || le__group_count(t, s->items)) {
        low = LE_MIN(low, e.start - le__reach_of(t, c, MAIN, 0));
        high = LE_MAX(high, e.start + e.groups + le__reach_of(t, c, MAIN, 1));
        for (size_t b = 0; b < spec->backdrop_count; b++) {
            int64_t main[2];
            le__backdrop_edges(t, c, &spec->backdrops[b], main);
            low = LE_MIN(low, main[LE_START]);
            high = LE_MAX(high, e.extent - main[LE_END]);
        }
    }
    reach_boundaries(t, c, &e, config->cross, &low, &high);
    s->before = -low;
    s->after = high - s->extent;
    return s->extent <= LE_MAX_TOTAL;
}

static bool composed_scrolls(const le__section *s) { return s->style->template->composition->spec.orthogonal; }

// An item's line is its group.
static void composed_line(const le_layout_config *config, const le__section *s, int64_t item, int64_t *first,
                          int64_t *count) {
    (void)config;
    const int64_t group = s->style->template->items;
    *first = group ? item - item % group : item;
    *count = group ? LE_MIN(group, s->items - *first) : 1;
}

// The current sizes of items.
static le_status composed_read_sizes(const le_layout *layout, const le__section_place *place, int64_t first,
                                     int64_t count, double *main, double *cross) {
    for (int64_t i = 0; i < count; i++) {
        const le_rect frame = le__composed_frame(layout, place, first + i, NULL, NULL, NULL);
        main[i] = le_points(frame.main_max - frame.main_min);
        if (cross) cross[i] = le_points(frame.cross_max - frame.cross_min);
    }
    return LE_OK;
}

// The first boundary on a side of a section is its header or footer.
static le_rect composed_header_footer(const le_layout *layout, const le__section_place *place, int side,
                                      const le_rect *visible) {
    const le_composition_spec *spec = &place->section->style->template->composition->spec;
    for (size_t b = 0; b < spec->boundary_count; b++)
        if (spec->boundaries[b].align_main == side) return le__section_boundary(layout, place, (int64_t)b, visible);
    return (le_rect){place->offset, 0, place->offset, 0};
}

static const char *composed_check(const le__section *s, const le_layout_config *config) {
    (void)config;
    return le__composed_check(s->style->template, s->body, s->items);
}

static size_t composed_bytes(const void *body) { return le__composed_bytes(body); }
static void composed_release(void *body) { le__composed_release(body); }

const le__kind le__compositional = {
    .counts_only = true,
    .depends_on_container = true,
    .change = le__composed_change,
    .relayout = le__composed_relayout,
    .solve = composed_solve,
    .release_solved = composed_release_solved,
    .measure = composed_measure,
    .query = le__composed_query_items,
    .query_section = le__composed_query,
    .walk = le__composed_walk,
    .frame = le__composed_frame,
    .frames = le__composed_frames,
    .frames_relative = le__composed_frames_relative,
    .scrolls = composed_scrolls,
    .item_scroll = le__composed_item_scroll,
    .last_at = le__composed_last_at,
    .nearest = le__composed_nearest,
    .line = composed_line,
    .read_sizes = composed_read_sizes,
    .header_footer = composed_header_footer,
    .pins = true,
    .check = composed_check,
    .bytes = composed_bytes,
    .release = composed_release,
};
