// Calls of the core: making and printing them.
#include "history.h"

const char *const call_names[CALLS] = {
    "insert_sections", "insert_frames",     "insert_compositions", "remove_sections", "move_sections",
    "set_spec",        "set_config",        "set_composition",     "set_boundaries",  "insert_items",
    "remove_items",    "move_items",        "resize_items",        "refill",          "apply",
    "measure_items",   "measure_boundaries", "measure_supplementaries"};

le_status perform(le_layout *l, const call *c) {
    le_work work = {0};
    le_fault fault = {0};
    size_t failed;
    int64_t changed, frozen;
    switch (c->what) {
    case INSERT_SECTIONS:
        return le_layout_insert_sections(l, c->section, c->spec, c->counts, c->count, c->sizes, &fault, &work);
    case INSERT_FRAMES:
        return le_layout_insert_frames(l, c->section, c->spec, c->frames, c->count, c->extent, c->header, c->footer,
                                       &work);
    case INSERT_COMPOSITIONS:
        return le_layout_insert_compositions(l, c->section, &c->composition, 1, NULL, c->counts, c->count, &work);
    case REMOVE_SECTIONS:
        return le_layout_remove_sections(l, c->section, c->count, &work);
    case MOVE_SECTIONS:
        return le_layout_move_sections(l, c->section, c->count, c->to, &work);
    case SET_SPEC:
        return le_layout_set_spec(l, c->section, c->spec, &work);
    case SET_CONFIG:
        return le_layout_set_config(l, c->config, &work);
    case SET_COMPOSITION:
        return le_layout_set_composition(l, c->section, c->composition, &work);
    case SET_BOUNDARIES:
        return le_layout_set_boundaries(l, c->boundaries, (size_t)c->count, c->size, &work);
    case INSERT_ITEMS:
        return le_layout_insert_items(l, c->section, c->first, c->sizes, &fault, &work);
    case REMOVE_ITEMS:
        return le_layout_remove_items(l, c->section, c->first, c->count, &work);
    case MOVE_ITEMS:
        return le_layout_move_items(l, c->section, c->first, c->count, c->to, &work);
    case RESIZE_ITEMS:
        return le_layout_resize_items(l, c->section, c->first, c->sizes, &fault, &work);
    case REFILL:
        return le_layout_refill(l, c->section, c->spec, c->count, c->size, &fault, &work);
    case APPLY:
        return le_layout_apply(l, c->section, c->edits, c->edit_count, c->sizes, &failed, &fault, &work);
    case MEASURE_ITEMS:
        return le_layout_measure_items(l, c->section, c->measured, (size_t)c->count, &changed, &frozen, &fault, &work);
    case MEASURE_SUPPLEMENTARIES:
        return le_layout_measure_supplementaries(l, c->section, (uint16_t)c->first, c->measured, (size_t)c->count,
                                                 &fault, &work);
    default:
        return le_layout_measure_boundaries(l, c->section, c->measured, (size_t)c->count, &fault, &work);
    }
}

void print_call(const call *c, le_status status) {
    fprintf(stderr, "%s section %" PRId64 " first %" PRId64 " count %" PRId64 " to %" PRId64, call_names[c->what],
            c->section, c->first, c->count, c->to);
    if (c->spec) {
        const le_section_spec *s = c->spec;
        fprintf(stderr,
                "\n    spec kind %d packing %d flags %u columns %u insets %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
                " line %" PRId64 " item %" PRId64 " header %" PRId64 " footer %" PRId64 " size %" PRId64 " %" PRId64
                " spacing %" PRId64 " scale %g",
                s->kind, s->packing, s->flags, s->columns, s->inset_main_start, s->inset_main_end, s->inset_cross_start,
                s->inset_cross_end, s->line_spacing, s->item_spacing, s->header, s->footer, s->item_main, s->item_cross,
                s->section_spacing, s->scale);
    }
    if (c->what == SET_CONFIG)
        fprintf(stderr, "\n    cross %" PRId64 " main %" PRId64 " horizontal %d right to left %d", c->config.cross,
                c->config.main, c->config.horizontal, c->config.right_to_left);
    if (c->sizes) {
        fprintf(stderr, "\n    %" PRId64 " sizes of form %d:", c->sizes->count, c->sizes->form);
        for (int64_t i = 0; c->sizes->stride && i < c->sizes->count && i < 12; i++)
            fprintf(stderr, " %.17g x %.17g", *(const double *)((const char *)c->sizes->main + i * c->sizes->stride),
                    *(const double *)((const char *)c->sizes->cross + i * c->sizes->stride));
        if (c->sizes->form == LE_SIZES_CONSTANT) fprintf(stderr, " %.17g", *c->sizes->main);
    }
    for (size_t e = 0; e < c->edit_count && e < 12; e++)
        fprintf(stderr, "\n    edit at %" PRId64 " removed %" PRId64 " inserted %" PRId64 " source %" PRId64 "%s",
                c->edits[e].at, c->edits[e].removed, c->edits[e].inserted, c->edits[e].source,
                c->edits[e].moved ? " moved" : "");
    for (int64_t i = 0; c->measured && i < c->count && i < 12; i++)
        fprintf(stderr, "\n    item %" PRId64 " measured %.17g x %.17g", c->measured[i].item, c->measured[i].main,
                c->measured[i].cross);
    fprintf(stderr, "\n    -> %s\n", le_status_text(status));
}
