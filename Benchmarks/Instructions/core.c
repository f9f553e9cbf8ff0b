// Counts of instructions of the C core: each measure is one operation on one kind of section, counted by callgrind
// between two client requests. Everything is deterministic, so two builds of the library can be compared measure by
// measure. Scripts/instructions.sh builds, runs and prints; without Valgrind the program only runs the operations.
//
// Usage: core [FILTER]   runs the measures whose name contains FILTER.
//
// A measure is named area.kind.operation/n. It counts `operations` operations; the script prints instructions of one.
// Preparations stay outside: they run without instrumentation.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "CListEngine.h"

static const char *filter;
static char measure_name[160];

// The counted part: BEGIN and END stand around it in the same function.
#define BEGIN() CALLGRIND_START_INSTRUMENTATION

static void end(int64_t operations) {
    char line[200];
    snprintf(line, sizeof line, "%s %" PRId64, measure_name, operations);
    CALLGRIND_DUMP_STATS_AT(line);
    if (!RUNNING_ON_VALGRIND) printf("%s\n", measure_name);
}

#define END(operations)                                                                                                \
    do {                                                                                                               \
        CALLGRIND_STOP_INSTRUMENTATION;                                                                                \
        end(operations);                                                                                               \
    } while (0)

static bool wanted(const char *area, const char *operation, int64_t n) {
    snprintf(measure_name, sizeof measure_name, "%s.%s/%" PRId64, area, operation, n);
    return !filter || strstr(measure_name, filter);
}

static void must(le_status status) {
    if (status == LE_OK) return;
    fprintf(stderr, "%s: %s\n", measure_name, le_status_text(status));
    exit(1);
}

static void must_hold(bool condition) {
    if (condition) return;
    fprintf(stderr, "%s: wrong answer\n", measure_name);
    exit(1);
}

static void *slots(int64_t n, size_t size) {
    void *p = calloc(n > 0 ? (size_t)n : 1, size);
    if (!p) exit(1);
    return p;
}

// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.
static uint64_t state;

static uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int64_t below(int64_t bound) { return (int64_t)(mixed(state += 0x9E3779B97F4A7C15u) % (uint64_t)bound); }

enum { SINGLE = 64, QUERIES = 64, STEPS = 200, READS = 200 }; // operations of one measure

// ---- Extents --------------------------------------------------------------------------------------------------------

static int64_t *some_extents(int64_t n) {
    int64_t *extents = slots(n, sizeof *extents);
    for (int64_t i = 0; i < n; i++) extents[i] = (20 + below(61)) * LE_UNIT + below(LE_UNIT);
    return extents;
}

static le_extents *made_extents(int64_t n) {
    state = (uint64_t)n;
    int64_t *extents = some_extents(n);
    le_extents *tree = le_extents_create();
    must(le_extents_assign(tree, extents, n));
    free(extents);
    return tree;
}

// Edits of 1 % of n entries: in turn one is resized, one deleted, one inserted.
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

static void extents_measures(int64_t n) {
    le_work work = {0};
    int64_t *extents = some_extents(n), *out = slots(n, sizeof *out);
    le_edit *edits = slots(n, sizeof *edits);
    if (wanted("extents", "assign", n)) {
        le_extents *tree = le_extents_create();
        BEGIN();
        must(le_extents_assign(tree, extents, n));
        END(1);
        le_extents_release(tree);
    }
    if (wanted("extents", "resize", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_extents_resize(tree, below(n), extents[i], &work));
        END(SINGLE);
        le_extents_release(tree);
    }
    if (wanted("extents", "insert", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_extents_insert(tree, below(n), extents + i, 1, &work));
        END(SINGLE);
        le_extents_release(tree);
    }
    if (wanted("extents", "remove", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_extents_remove(tree, below(n - SINGLE), 1, &work));
        END(SINGLE);
        le_extents_release(tree);
    }
    if (wanted("extents", "move", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_extents_move(tree, below(n), 1, below(n), &work));
        END(SINGLE);
        le_extents_release(tree);
    }
    if (wanted("extents", "insert_run", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++)
            must(le_extents_insert_run(tree, below(n), (le_run){1000, 44 * LE_UNIT}, &work));
        END(SINGLE);
        le_extents_release(tree);
    }
    if (wanted("extents", "script", n)) {
        le_extents *tree = made_extents(n);
        size_t count = script(n, edits);
        BEGIN();
        must(le_extents_apply(tree, edits, count, extents, n, NULL, &work));
        END(1);
        le_extents_release(tree);
    }
    if (wanted("extents", "offset", n)) {
        le_extents *tree = made_extents(n);
        int64_t sum = 0;
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_extents_offset(tree, below(n), &work);
        END(READS);
        must_hold(sum > 0);
        le_extents_release(tree);
    }
    if (wanted("extents", "at_offset", n)) {
        le_extents *tree = made_extents(n);
        int64_t total = le_extents_total(tree), sum = 0;
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_extents_at_offset(tree, below(total), &work).extent;
        END(READS);
        must_hold(sum > 0);
        le_extents_release(tree);
    }
    if (wanted("extents", "read", n)) {
        le_extents *tree = made_extents(n);
        BEGIN();
        le_extents_read(tree, 0, n, out);
        END(1);
        must_hold(out[n - 1] > 0);
        le_extents_release(tree);
    }
    free(extents);
    free(out);
    free(edits);
}

// ---- Sections of every kind -----------------------------------------------------------------------------------------

typedef enum { LIST, RUNS, GRID, FLOW, WATERFALL, FRAMES, COMPOSITIONAL, MEASURED, KINDS } kind;
static const char *const kind_names[KINDS] = {"list",   "runs",          "grid",    "flow", "waterfall",
                                              "frames", "compositional", "measured"};

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

// A group of three cells across with a badge each; or, measured, one cell of an estimated height a group.
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

// What an item of a kind is given: `main` and `cross` stand side by side.
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

// A viewport at `start` that shows about 30 items: `span` units high.
static le_viewport viewport_at(int64_t start, int64_t span) {
    le_rect rect = {start, 0, start + span, config.cross};
    return (le_viewport){.rect = rect, .visible = rect};
}

static void read_measures(const char *area, kind k, int64_t n) {
    le_layout *layout = made_layout(k, n);
    le_work work = {0};
    int64_t extent = le_layout_extent(layout), span = extent / n * 30, sum = 0;
    if (wanted(area, "query", n)) {
        size_t found = 0;
        BEGIN();
        for (int i = 0; i < QUERIES; i++) {
            le_cursor cursor = {0};
            le_viewport viewport = viewport_at(below(extent - span), span);
            found += run_query(layout, &viewport, &cursor);
        }
        END(QUERIES);
        must_hold(found > QUERIES * 20);
    }
    if (wanted(area, "scroll", n)) {
        size_t found = 0;
        le_cursor cursor = {0};
        int64_t step = (extent - span) / STEPS < 20 * LE_UNIT ? (extent - span) / STEPS : 20 * LE_UNIT;
        BEGIN();
        for (int i = 0; i < STEPS; i++) {
            le_viewport viewport = viewport_at(i * step, span);
            found += run_query(layout, &viewport, &cursor);
        }
        END(STEPS);
        must_hold(found > STEPS * 20);
    }
    if (wanted(area, "item_frame", n)) {
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_layout_item_frame(layout, 0, below(n), &work).main_max;
        END(READS);
        must_hold(sum > 0);
    }
    if (wanted(area, "item_at_point", n)) {
        int64_t found = 0;
        BEGIN();
        for (int i = 0; i < READS; i++) {
            int64_t section, item;
            found += le_layout_item_at_point(layout, below(extent), below(config.cross), NULL, &section, &item, &work);
        }
        END(READS);
        must_hold(found > 0);
    }
    if (wanted(area, "frames", n)) {
        double *out = slots(n * 4, sizeof *out);
        BEGIN();
        le_layout_frames(layout, 0, 0, n, out);
        END(1);
        must_hold(out[4 * n - 1] > 0);
        free(out);
    }
    if (wanted(area, "frames_relative", n)) {
        float *out = slots(n * 4, sizeof *out);
        BEGIN();
        le_layout_frames_relative(layout, 0, 0, n, 0, 0, out);
        END(1);
        must_hold(out[4 * n - 1] > 0);
        free(out);
    }
    le_layout_release(layout);
}

static void edit_measures(const char *area, kind k, int64_t n) {
    size *sizes = some_sizes(n);
    le_work work = {0};
    if (k == LIST || k == FLOW || k == WATERFALL) {
        if (wanted(area, "resize", n)) {
            le_layout *layout = made_layout(k, n);
            BEGIN();
            for (int i = 0; i < SINGLE; i++) {
                le_sizes one = sizes_of(k, sizes + i, 1);
                must(le_layout_resize_items(layout, 0, below(n), &one, NULL, &work));
            }
            END(SINGLE);
            le_layout_release(layout);
        }
        if (wanted(area, "resize_shared", n)) {
            // The layout before the edit lives on, as in an update of a view.
            le_layout *layout = made_layout(k, n);
            BEGIN();
            for (int i = 0; i < SINGLE; i++) {
                le_layout *before = le_layout_copy(layout);
                le_sizes one = sizes_of(k, sizes + i, 1);
                must(le_layout_resize_items(layout, 0, below(n), &one, NULL, &work));
                le_layout_release(before);
            }
            END(SINGLE);
            le_layout_release(layout);
        }
        if (wanted(area, "read_sizes", n)) {
            le_layout *layout = made_layout(k, n);
            double *out = slots(n, sizeof *out);
            BEGIN();
            must(le_layout_read_sizes(layout, 0, 0, n, out, NULL));
            END(1);
            free(out);
            le_layout_release(layout);
        }
    }
    if (k == MEASURED && wanted(area, "measure", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) {
            le_measurement measured = {below(n), sizes[i].main, NAN};
            must(le_layout_measure_items(layout, 0, &measured, 1, NULL, NULL, NULL, &work));
        }
        END(SINGLE);
        le_layout_release(layout);
    }
    if (wanted(area, "insert", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) {
            le_sizes one = sizes_of(k, sizes + i, 1);
            must(le_layout_insert_items(layout, 0, below(n), &one, NULL, &work));
        }
        END(SINGLE);
        le_layout_release(layout);
    }
    if (wanted(area, "remove", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_layout_remove_items(layout, 0, below(n - SINGLE), 1, &work));
        END(SINGLE);
        le_layout_release(layout);
    }
    if (wanted(area, "move", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_layout_move_items(layout, 0, below(n), 1, below(n), &work));
        END(SINGLE);
        le_layout_release(layout);
    }
    if (wanted(area, "script", n)) {
        le_layout *layout = made_layout(k, n);
        le_edit *edits = slots(n, sizeof *edits);
        size_t count = script(n, edits);
        le_sizes given = sizes_of(k, sizes, n);
        BEGIN();
        must(le_layout_apply(layout, 0, edits, count, &given, NULL, NULL, &work));
        END(1);
        free(edits);
        le_layout_release(layout);
    }
    free(sizes);
}

static void layout_measures(kind k, int64_t n) {
    char area[64];
    snprintf(area, sizeof area, "layout.%s", kind_names[k]);
    if (wanted(area, "prepare", n)) {
        state = (uint64_t)n;
        size *sizes = some_sizes(n);
        int64_t extent;
        le_rect *frames = some_frames(sizes, n, &extent);
        le_composition *composition = composition_or_null(k);
        le_layout *layout = le_layout_create(config);
        BEGIN();
        insert_section(layout, k, sizes, n, composition, frames, extent);
        END(1);
        le_layout_release(layout);
        le_composition_release(composition);
        free(sizes);
        free(frames);
    }
    if (k != FRAMES && wanted(area, "set_config", n)) {
        le_layout *layout = made_layout(k, n);
        le_layout_config wider = config;
        wider.cross += 24 * LE_UNIT;
        BEGIN();
        must(le_layout_set_config(layout, wider, NULL));
        END(1);
        le_layout_release(layout);
    }
    read_measures(area, k, n);
    if (k != FRAMES && k != RUNS) edit_measures(area, k, n);
}

// The three single operations that lists of a million are known by.
static void large_measures(kind k) {
    const int64_t n = 1000000;
    char area[64];
    snprintf(area, sizeof area, "layout.%s", kind_names[k]);
    le_work work = {0};
    size *sizes = some_sizes(SINGLE);
    int64_t sum = 0;
    if (wanted(area, "item_frame", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_layout_item_frame(layout, 0, below(n), &work).main_max;
        END(READS);
        must_hold(sum > 0);
        le_layout_release(layout);
    }
    if (wanted(area, "resize", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) {
            le_sizes one = sizes_of(k, sizes + i, 1);
            must(le_layout_resize_items(layout, 0, below(n), &one, NULL, &work));
        }
        END(SINGLE);
        le_layout_release(layout);
    }
    if (wanted(area, "insert", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) {
            le_sizes one = sizes_of(k, sizes + i, 1);
            must(le_layout_insert_items(layout, 0, below(n), &one, NULL, &work));
        }
        END(SINGLE);
        le_layout_release(layout);
    }
    free(sizes);
}

// ---- Many sections --------------------------------------------------------------------------------------------------

enum { SECTION_ITEMS = 30 };

static le_layout *many_lists(int64_t sections) {
    state = (uint64_t)sections;
    int64_t *counts = slots(sections, sizeof *counts);
    for (int64_t s = 0; s < sections; s++) counts[s] = SECTION_ITEMS;
    size *sizes = some_sizes(sections * SECTION_ITEMS);
    le_layout *layout = le_layout_create(config);
    le_section_spec spec = spec_of(LIST);
    le_sizes given = sizes_of(LIST, sizes, sections * SECTION_ITEMS);
    BEGIN();
    must(le_layout_insert_sections(layout, 0, &spec, counts, sections, &given, NULL, NULL));
    CALLGRIND_STOP_INSTRUMENTATION;
    free(counts);
    free(sizes);
    return layout;
}

static void section_edit_measures(int64_t n) {
    const char *area = "sections.list";
    le_work work = {0};
    size *sizes = some_sizes(SECTION_ITEMS);
    int64_t count = SECTION_ITEMS;
    le_section_spec spec = spec_of(LIST);
    le_sizes given = sizes_of(LIST, sizes, count);
    le_layout *layout = many_lists(n);
    CALLGRIND_ZERO_STATS;
    if (wanted(area, "insert", n)) {
        BEGIN();
        for (int i = 0; i < SINGLE; i++)
            must(le_layout_insert_sections(layout, below(n), &spec, &count, 1, &given, NULL, &work));
        END(SINGLE);
    }
    if (wanted(area, "remove", n)) {
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_layout_remove_sections(layout, below(n - SINGLE), 1, &work));
        END(SINGLE);
    }
    if (wanted(area, "move", n)) {
        BEGIN();
        for (int i = 0; i < SINGLE; i++)
            must(le_layout_move_sections(layout, below(n - SINGLE), 1, below(n - SINGLE), &work));
        END(SINGLE);
    }
    if (wanted(area, "set_spec", n)) {
        spec.line_spacing += LE_UNIT;
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_layout_set_spec(layout, below(n - SINGLE), &spec, &work));
        END(SINGLE);
    }
    if (wanted(area, "resize_item", n)) {
        BEGIN();
        for (int i = 0; i < SINGLE; i++) {
            le_sizes one = sizes_of(LIST, sizes + i % SECTION_ITEMS, 1);
            must(le_layout_resize_items(layout, below(n - SINGLE), below(20), &one, NULL, &work));
        }
        END(SINGLE);
    }
    le_layout_release(layout);
    free(sizes);
}

static void section_read_measures(int64_t n) {
    const char *area = "sections.list";
    le_work work = {0};
    le_layout *layout = many_lists(n);
    CALLGRIND_ZERO_STATS;
    int64_t extent = le_layout_extent(layout), span = extent / (n * SECTION_ITEMS) * 30, sum = 0;
    if (wanted(area, "query", n)) {
        BEGIN();
        for (int i = 0; i < QUERIES; i++) {
            le_cursor cursor = {0};
            le_viewport viewport = viewport_at(below(extent - span), span);
            sum += (int64_t)run_query(layout, &viewport, &cursor);
        }
        END(QUERIES);
        must_hold(sum > QUERIES * 20);
    }
    if (wanted(area, "scroll", n)) {
        le_cursor cursor = {0};
        BEGIN();
        for (int i = 0; i < STEPS; i++) {
            le_viewport viewport = viewport_at(i * 20 * LE_UNIT, span);
            sum += (int64_t)run_query(layout, &viewport, &cursor);
        }
        END(STEPS);
    }
    if (wanted(area, "section", n)) {
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_layout_section(layout, below(n), &work).offset;
        END(READS);
    }
    if (wanted(area, "section_at_offset", n)) {
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_layout_section_at_offset(layout, below(extent), &work);
        END(READS);
    }
    if (wanted(area, "item_frame", n)) {
        BEGIN();
        for (int i = 0; i < READS; i++)
            sum += le_layout_item_frame(layout, below(n), below(SECTION_ITEMS), &work).main_max;
        END(READS);
    }
    if (wanted(area, "item_at_point", n)) {
        BEGIN();
        for (int i = 0; i < READS; i++) {
            int64_t section, item;
            sum += le_layout_item_at_point(layout, below(extent), below(config.cross), NULL, &section, &item, &work);
        }
        END(READS);
    }
    if (wanted(area, "header_frame", n)) {
        le_viewport viewport = viewport_at(extent / 2, span);
        BEGIN();
        for (int i = 0; i < READS; i++)
            sum += le_layout_header_frame(layout, n / 2 + below(9) - 4, &viewport.visible, &work).main_max;
        END(READS);
    }
    if (wanted(area, "item_counts", n)) {
        int64_t *counts = slots(n, sizeof *counts);
        BEGIN();
        le_layout_item_counts(layout, 0, n, counts);
        END(1);
        free(counts);
    }
    must_hold(sum != 0 || filter);
    le_layout_release(layout);
}

static void section_measures(int64_t n) {
    if (wanted("sections.list", "prepare", n)) {
        le_layout *layout = many_lists(n);
        END(1);
        le_layout_release(layout);
    }
    if (wanted("sections.compositional", "prepare", n)) {
        le_composition *two[2] = {composition_of(COMPOSITIONAL), composition_of(MEASURED)};
        uint32_t *which = slots(n, sizeof *which);
        int64_t *counts = slots(n, sizeof *counts);
        for (int64_t s = 0; s < n; s++) which[s] = s & 1, counts[s] = SECTION_ITEMS;
        le_layout *layout = le_layout_create(config);
        BEGIN();
        must(le_layout_insert_compositions(layout, 0, two, 2, which, counts, n, NULL));
        END(1);
        le_layout_release(layout);
        for (int i = 0; i < 2; i++) le_composition_release(two[i]);
        free(which);
        free(counts);
    }
    if (wanted("sections.frames", "prepare", n)) {
        size *sizes = some_sizes(SECTION_ITEMS);
        int64_t extent;
        le_rect *frames = some_frames(sizes, SECTION_ITEMS, &extent);
        le_section_spec spec = spec_of(FRAMES);
        le_rect none = {0, 0, 0, 0};
        le_layout *layout = le_layout_create(config);
        BEGIN();
        for (int64_t s = 0; s < n; s++)
            must(le_layout_insert_frames(layout, s, &spec, frames, SECTION_ITEMS, extent, none, none, NULL));
        END(1);
        le_layout_release(layout);
        free(sizes);
        free(frames);
    }
    section_edit_measures(n);
    section_read_measures(n);
}

// ---- Diffs ----------------------------------------------------------------------------------------------------------

typedef enum {
    IDENTICAL, ///< Nothing changed.
    SCATTERED, ///< 1 % deleted and 1 % inserted, anywhere.
    SHUFFLED,
    JITTERED, ///< Shuffled within every 16.
    REVERSED,
    MOVES,    ///< 0.1 % moved to anywhere.
    BLOCK,    ///< A tenth, from the middle, moved to the front.
    DISJOINT, ///< All others.
    UPDATES,  ///< Versions of 5 % changed.
    REPEATED, ///< Half as many different keys as items, and 1 % replaced.
    WORKLOADS
} workload;
static const char *const workload_names[WORKLOADS] = {"identical", "scattered", "shuffled", "jittered", "reversed",
                                                      "moves",     "block",     "disjoint", "updates",  "repeated"};

typedef struct {
    uint64_t *keys, *versions;
    uint32_t *tokens;
    int64_t count;
} list;

static list empty_list(int64_t n) {
    return (list){slots(n, sizeof(uint64_t)), slots(n, sizeof(uint64_t)), slots(n, sizeof(uint32_t)), 0};
}

static void free_list(list *l) {
    free(l->keys);
    free(l->versions);
    free(l->tokens);
}

static void append(list *l, int64_t element) {
    l->keys[l->count] = mixed((uint64_t)element + 1);
    l->tokens[l->count] = (uint32_t)element;
    l->versions[l->count++] = (uint64_t)element;
}

static void shuffle(int64_t *elements, int64_t n) {
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t j = below(i + 1), e = elements[i];
        elements[i] = elements[j];
        elements[j] = e;
    }
}

// Elements below 2 n, in an order of their own; those from n on are on the new side only. `new_side` gets at most 2 n.
static void fill_lists(workload w, int64_t n, list *old_side, list *new_side) {
    int64_t *elements = slots(n, sizeof *elements), some = n / 1000 + 1;
    for (int64_t i = 0; i < n; i++) elements[i] = w == REPEATED ? below(n / 2) : i;
    if (w != REPEATED) shuffle(elements, n);
    for (int64_t i = 0; i < n; i++) append(old_side, elements[i]);
    if (w == SHUFFLED) shuffle(elements, n);
    for (int64_t i = 0; w == JITTERED && i + 16 <= n; i += 16) shuffle(elements + i, 16);
    for (int64_t i = 0; w == MOVES && i < some; i++) {
        int64_t from = below(n), to = below(n), e = elements[from];
        if (from < to) memmove(elements + from, elements + from + 1, (size_t)(to - from) * sizeof e);
        if (to < from) memmove(elements + to + 1, elements + to, (size_t)(from - to) * sizeof e);
        elements[to] = e;
    }
    int64_t fresh = n;
    for (int64_t i = 0; i < n; i++) {
        int64_t e = elements[i];
        if (w == REVERSED) e = elements[n - 1 - i];
        if (w == DISJOINT) e = fresh++;
        if (w == REPEATED && below(100) == 0) e = below(n / 2);
        if (w == BLOCK && i < n / 2 + n / 10) e = elements[i < n / 10 ? n / 2 + i : i - n / 10];
        if (w == SCATTERED && below(100) == 0) continue;
        if (w == SCATTERED && below(100) == 0) append(new_side, fresh++);
        append(new_side, e);
        if (w == UPDATES && below(20) == 0) new_side->versions[new_side->count - 1]++;
    }
    free(elements);
}

static le_diff_side side_of(const list *l, bool tokens, bool versions) {
    return (le_diff_side){.keys = tokens ? NULL : l->keys,
                          .tokens = tokens ? l->tokens : NULL,
                          .count = (size_t)l->count,
                          .versions = versions ? l->versions : NULL};
}

// Counted on a workspace that has seen the size: other lists are diffed first.
static void diff_measure(workload w, bool unique, bool tokens, int64_t n) {
    char operation[64];
    snprintf(operation, sizeof operation, "%s%s%s", workload_names[w], unique ? ".unique" : "",
             tokens ? ".tokens" : "");
    if (!wanted("diff", operation, n)) return;
    le_diff_workspace *workspace = le_diff_workspace_create();
    le_diff_options options = {.unique = unique};
    for (int round = 0; round < 2; round++) {
        list old_list = empty_list(n), new_list = empty_list(2 * n);
        state = (uint64_t)(n + 2 - round);
        fill_lists(w, n, &old_list, &new_list);
        le_diff_side old_side = side_of(&old_list, tokens, w == UPDATES);
        le_diff_side new_side = side_of(&new_list, tokens, w == UPDATES);
        le_diff_result result;
        if (round == 0) {
            must(le_diff(workspace, &old_side, &new_side, &options, &result));
        } else {
            BEGIN();
            must(le_diff(workspace, &old_side, &new_side, &options, &result));
            END(1);
        }
        free_list(&old_list);
        free_list(&new_list);
    }
    le_diff_workspace_release(workspace);
}

// Sections of a hundred items: two change places, and 1 % of items come and go.
static void diff_sections_measure(int64_t n) {
    if (!wanted("diff.sections", "scattered", n)) return;
    int64_t sections = n / 100;
    le_diff_workspace *workspace = le_diff_workspace_create();
    uint64_t *old_keys = slots(sections, sizeof *old_keys), *new_keys = slots(sections, sizeof *new_keys);
    uint32_t *old_ends = slots(sections, sizeof *old_ends), *new_ends = slots(sections, sizeof *new_ends);
    list old_list = empty_list(n), new_list = empty_list(2 * n);
    state = (uint64_t)n;
    fill_lists(SCATTERED, n, &old_list, &new_list);
    for (int64_t s = 0; s < sections; s++) {
        old_keys[s] = new_keys[s] = mixed((uint64_t)s + 7);
        old_ends[s] = (uint32_t)((s + 1) * n / sections);
        new_ends[s] = (uint32_t)((s + 1) * new_list.count / sections);
    }
    new_keys[1] = old_keys[sections - 1];
    new_keys[sections - 1] = old_keys[1];
    le_diff_side old_side = side_of(&old_list, false, false), new_side = side_of(&new_list, false, false);
    le_diff_sections_side old_cut = {.keys = old_keys, .ends = old_ends, .count = (size_t)sections};
    le_diff_sections_side new_cut = {.keys = new_keys, .ends = new_ends, .count = (size_t)sections};
    le_diff_options options = {.unique = true};
    le_diff_result result;
    must(le_diff_sections(workspace, &old_side, &old_cut, &new_side, &new_cut, &options, &result));
    BEGIN();
    must(le_diff_sections(workspace, &old_side, &old_cut, &new_side, &new_cut, &options, &result));
    END(1);
    le_diff_workspace_release(workspace);
    free_list(&old_list);
    free_list(&new_list);
    free(old_keys);
    free(new_keys);
    free(old_ends);
    free(new_ends);
}

int main(int argc, char **argv) {
    filter = argc > 1 ? argv[1] : NULL;
    le_backend(); // chosen outside of the measures
    const int64_t sizes[2] = {1000, 100000};
    for (int i = 0; i < 2; i++) {
        int64_t n = sizes[i];
        extents_measures(n);
        for (int k = 0; k < KINDS; k++) layout_measures((kind)k, n);
        section_measures(n / 10);
        for (int w = 0; w < WORKLOADS; w++) {
            diff_measure((workload)w, false, false, n);
            if (w != REPEATED) diff_measure((workload)w, true, false, n);
        }
        diff_measure(SCATTERED, true, true, n);
        diff_measure(SHUFFLED, true, true, n);
        diff_sections_measure(n);
    }
    large_measures(LIST);
    large_measures(FLOW);
    return 0;
}
