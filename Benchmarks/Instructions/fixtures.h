// Subjects of the measures: sections of every kind with sizes that depend on a seed, scripts of edits, and viewports.
#ifndef INSTRUCTIONS_FIXTURES_H
#define INSTRUCTIONS_FIXTURES_H

#include "measures.h"

// Edits of 1 % of n entries: resizes, deletes and inserts in turn.
static size_t script(int64_t n, le_edit *edits) {
    size_t count = 0;
    for (int64_t at = 37; at < n; at += 100, count++) {
        int64_t place = at + below(50), source = (int64_t)count;
        if (count % 3 == 0) edits[count] = (le_edit){.at = place, .removed = 1, .inserted = 1, .source = source};
        if (count % 3 == 1) edits[count] = (le_edit){.at = place, .removed = 1};
        if (count % 3 == 2) edits[count] = (le_edit){.at = place, .inserted = 1, .source = source};
    }
    return count;
}

typedef enum { LIST, RUNS, GRID, FLOW, WATERFALL, FRAMES, COMPOSITIONAL, MEASURED, KINDS } kind;
static const char *const kind_names[KINDS] = {"list",      "runs",   "grid",          "flow",
                                              "waterfall", "frames", "compositional", "measured"};

static const le_layout_config config = {.cross = 390 * LE_UNIT, .main = 844 * LE_UNIT};

static le_section_spec spec_of(kind k) {
    le_section_spec spec = {.kind = LE_SECTION_LIST, .line_spacing = 8 * LE_UNIT, .item_spacing = 8 * LE_UNIT};
    spec.inset_cross_start = spec.inset_cross_end = 16 * LE_UNIT;
    spec.header = 44 * LE_UNIT;
    spec.flags = LE_PIN_HEADER;
    if (k == GRID) {
        spec.kind = LE_SECTION_GRID;
        spec.packing = LE_PACKING_JUSTIFIED;
        spec.columns = 3;
        spec.item_main = 110 * LE_UNIT;
    }
    if (k == FLOW) spec.kind = LE_SECTION_FLOW, spec.packing = LE_PACKING_JUSTIFIED;
    if (k == WATERFALL) {
        spec.kind = LE_SECTION_WATERFALL;
        spec.packing = LE_PACKING_SHORTEST_FIRST;
        spec.flags |= LE_BY_RATIO;
        spec.columns = 3;
    }
    if (k == FRAMES) spec.kind = LE_SECTION_FRAMES;
    return spec;
}

// A group of three cells across with a badge each; or, measured, one cell of estimated height per group.
static le_composition *composition_of(kind k) {
    le_node nodes[2] = {{.kind = LE_NODE_ALONG_CROSS,
                         .repeat = LE_REPEAT_SHARE,
                         .children = 1,
                         .count = 3,
                         .main = {LE_ABSOLUTE, 120},
                         .cross = {LE_FRACTION_CROSS, 1},
                         .between = {8 * LE_UNIT, false}},
                        {.kind = LE_NODE_ITEM, .main = {LE_ABSOLUTE, 120}, .cross = {LE_FRACTION_CROSS, 1}}};
    le_badge badge = {.node = 1,
                      .kind = 10,
                      .z_index = 1,
                      .main = {LE_ABSOLUTE, 20},
                      .cross = {LE_ABSOLUTE, 20},
                      .container = {.main = 0, .cross = 2}};
    le_boundary header = {.kind = 1,
                          .z_index = 1,
                          .main = {LE_ABSOLUTE, 44},
                          .cross = {LE_FRACTION_CROSS, 1},
                          .pins = true,
                          .follows_insets = true};
    if (k == MEASURED) {
        nodes[0].repeat = LE_REPEAT_COUNT;
        nodes[0].count = 1;
        nodes[0].main = nodes[1].main = (le_dimension){LE_ESTIMATED_SIZE, 44};
    }
    le_composition_spec spec = {.nodes = nodes,
                                .node_count = 2,
                                .badges = &badge,
                                .badge_count = k == MEASURED ? 0 : 1,
                                .boundaries = &header,
                                .boundary_count = 1,
                                .group_spacing = 8 * LE_UNIT};
    spec.inset_cross[0] = spec.inset_cross[1] = 16 * LE_UNIT;
    le_status status = LE_OK;
    le_composition *composition = le_composition_create(&spec, &status);
    must(status);
    return composition;
}

// The size of an item: `main` and `cross` are adjacent.
typedef struct {
    double main, cross;
} size;

static size *some_sizes(int64_t n) {
    size *sizes = slots(n, sizeof *sizes);
    for (int64_t i = 0; i < n; i++)
        sizes[i] = (size){20 + (double)below(61) + (double)below(4) / 4, 40 + (double)below(80)};
    return sizes;
}

static le_sizes sizes_of(kind k, const size *sizes, int64_t n) {
    if (k == GRID || k == COMPOSITIONAL || k == MEASURED) return (le_sizes){.form = LE_SIZES_NONE, .count = n};
    le_sizes s = {.form = LE_SIZES_POINTS, .count = n, .main = &sizes->main, .stride = sizeof *sizes};
    if (k == RUNS) s.form = LE_SIZES_CONSTANT;
    if (k == FLOW || k == WATERFALL) s.cross = &sizes->cross;
    return s;
}

static le_rect *some_frames(const size *sizes, int64_t n, int64_t *extent) {
    le_rect *frames = slots(n, sizeof *frames);
    int64_t y[3] = {44 * LE_UNIT, 44 * LE_UNIT, 44 * LE_UNIT};
    *extent = 44 * LE_UNIT;
    for (int64_t i = 0; i < n; i++) {
        int64_t x = 130 * (i % 3) * LE_UNIT, height = le_units(sizes[i].main), *column = y + i % 3;
        frames[i] = (le_rect){*column, x, *column + height, x + 120 * LE_UNIT};
        *column += height + 8 * LE_UNIT;
        if (*column > *extent) *extent = *column;
    }
    return frames;
}

static void insert_section(le_layout *layout, kind k, const size *sizes, int64_t n, le_composition *composition,
                           const le_rect *frames, int64_t extent) {
    le_section_spec spec = spec_of(k);
    le_sizes s = sizes_of(k, sizes, n);
    if (composition)
        must(le_layout_insert_compositions(layout, 0, &composition, 1, NULL, &n, 1, NULL));
    else if (k == FRAMES)
        must(le_layout_insert_frames(layout, 0, &spec, frames, n, extent, (le_rect){0, 0, 44 * LE_UNIT, config.cross},
                                     (le_rect){0, 0, 0, 0}, NULL));
    else
        must(le_layout_insert_sections(layout, 0, &spec, &n, 1, &s, NULL, NULL));
}

static le_composition *composition_or_null(kind k) {
    return k == COMPOSITIONAL || k == MEASURED ? composition_of(k) : NULL;
}

static le_layout *made_layout(kind k, int64_t n) {
    state = (uint64_t)n;
    size *sizes = some_sizes(n);
    int64_t extent;
    le_rect *frames = some_frames(sizes, n, &extent);
    le_composition *composition = composition_or_null(k);
    le_layout *layout = le_layout_create(config);
    insert_section(layout, k, sizes, n, composition, frames, extent);
    le_composition_release(composition);
    if (k == MEASURED) {
        // Every 50th item was measured.
        le_measurement *measured = slots(n, sizeof *measured);
        int64_t count = 0;
        for (int64_t i = 0; i < n; i += 50) measured[count++] = (le_measurement){i, sizes[i].main, NAN};
        must(le_layout_measure_items(layout, 0, measured, (size_t)count, NULL, NULL, NULL, NULL));
        free(measured);
    }
    free(sizes);
    free(frames);
    return layout;
}

static size_t run_query(const le_layout *layout, le_viewport *viewport, le_cursor *cursor) {
    le_element elements[64];
    size_t all = 0, got;
    le_layout_query_begin(cursor);
    while ((got = le_layout_query(layout, viewport, cursor, elements, 64)) > 0) all += got;
    return all;
}

// Sums the frames that a visit finds, so that they are read.
static size_t run_visit(const le_layout *layout, le_viewport *viewport, le_visitor *visitor, double *sum) {
    size_t all = 0;
    le_items items;
    for (bool found = le_layout_visit_begin(layout, viewport, visitor, &items); found;
         found = !items.last && le_layout_visit_next(layout, viewport, visitor, &items)) {
        all += (size_t)items.count;
        for (int64_t i = 0; i < items.count; i++) *sum += items.frames[i].y + items.frames[i].height;
    }
    return all;
}

// A viewport at `start` that shows about 30 items: `span` units high.
static le_viewport viewport_at(int64_t start, int64_t span) {
    le_rect rect = {start, 0, start + span, config.cross};
    return (le_viewport){.rect = rect, .visible = rect};
}

#endif
