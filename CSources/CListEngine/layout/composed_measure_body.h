// What a compositional section takes.

// Extent and reach of a compositional section.
static bool composed_measure(section *s, int64_t cross) {
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
            low = LE_MIN(low, spec->backdrops[b].inset_main[LE_START]);
            high = LE_MAX(high, e.extent - spec->backdrops[b].inset_main[LE_END]);
        }
    }
    le__boundary_room room = le__composed_room(t, &e, 0, cross);
    for (size_t b = 0; b < spec->boundary_count; b++) {
        const le_boundary *boundary = &spec->boundaries[b];
        const int64_t main = le__boundary_size(t, c, (int64_t)b, MAIN);
        le_rect frame = {.main_min = le__boundary_start(boundary, &room, main)};
        frame.main_max = frame.main_min + main;
        le__inset(&frame, &boundary->main, &boundary->cross, boundary->inset_main, boundary->inset_cross);
        low = LE_MIN(low, frame.main_min);
        high = LE_MAX(high, frame.main_max);
        // Where it pins its room stays within the section; insets below 0 let it stand out of its room.
        if (spec->boundaries[b].pins) {
            low = LE_MIN(low, spec->boundaries[b].inset_main[LE_START]);
            high = LE_MAX(high, e.extent - spec->boundaries[b].inset_main[LE_END]);
        }
    }
    s->before = -low;
    s->after = high - s->extent;
    return s->extent <= LE_MAX_TOTAL;
}
