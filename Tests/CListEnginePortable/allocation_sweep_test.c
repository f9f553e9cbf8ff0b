// Every failing allocation: for each call that can allocate, allocation 1, 2, 3 … of the call fails, first of nodes,
// then of buffers. The call returns LE_NO_MEMORY, changes nothing and leaks nothing, and succeeds when it is repeated.
//
// The layout has every kind of section, with several leaves and levels in the tree of sections and in the trees of
// items. A copy of it stays alive, so that every edit copies the nodes on its path.
#include <math.h>

#include "harness.h"

enum { LIST, RUNS, FLOW, WATERFALL, RATIO, GRID, FRAMES, ROWS, GRID_OF_GROUPS, KINDS };
enum { ITEMS = 6000, SMALL_SECTIONS = 450, FIRST_SMALL = KINDS, MEASURED = 900 };

typedef struct {
    double points[2 * ITEMS]; // main and cross alternate
    le_rect frames[300];
    le_composition *rows, *groups;
    le_layout *layout;
} state;

static state the;

// ---- The contents of a layout as one number

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29);
}

static uint64_t mix_doubles(uint64_t hash, const double *values, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        hash = mix(hash, bits);
    }
    return hash;
}

static uint64_t digest(const le_layout *layout) {
    static double values[4 * (ITEMS + 400)];
    le_layout_config config = le_layout_get_config(layout);
    int64_t sections = le_layout_section_count(layout);
    uint64_t hash = mix(mix((uint64_t)sections, (uint64_t)le_layout_extent(layout)), (uint64_t)config.cross);
    for (int64_t i = 0; i < sections; i++) {
        le_section_at at = le_layout_section(layout, i, NULL);
        le_section_spec spec = le_layout_get_spec(layout, i);
        hash = mix(mix(mix(mix(hash, (uint64_t)at.offset), (uint64_t)at.extent), (uint64_t)at.items),
                   (uint64_t)(spec.line_spacing + spec.kind));
        CHECK(at.items < ITEMS + 400);
        le_layout_frames(layout, i, 0, at.items, values);
        hash = mix_doubles(hash, values, 4 * at.items);
        le_rect header = le_layout_header_frame(layout, i, NULL, NULL);
        le_rect bar = le_layout_boundary_frame(layout, i, 0, NULL);
        hash = mix(mix(hash, (uint64_t)header.main_max), (uint64_t)bar.main_max);
        if (spec.kind != LE_SECTION_LIST && spec.kind != LE_SECTION_FLOW && spec.kind != LE_SECTION_WATERFALL) continue;
        CHECK_EQUAL(le_layout_read_sizes(layout, i, 0, at.items, values, NULL), LE_OK);
        hash = mix_doubles(hash, values, at.items);
    }
    le_rect top = le_layout_boundary_frame(layout, -1, 0, NULL);
    return mix(hash, (uint64_t)top.main_max);
}

// ---- The state

static le_sizes sizes_of(int64_t first, int64_t count) {
    return (le_sizes){.form = LE_SIZES_POINTS,
                      .count = count,
                      .main = the.points + 2 * first,
                      .cross = the.points + 2 * first + 1,
                      .stride = 2 * sizeof *the.points};
}

static le_section_spec spec_of(int kind) {
    static const le_section_kind kinds[] = {LE_SECTION_LIST,      LE_SECTION_LIST,      LE_SECTION_FLOW,
                                            LE_SECTION_WATERFALL, LE_SECTION_WATERFALL, LE_SECTION_GRID,
                                            LE_SECTION_FRAMES};
    le_section_spec spec = {.kind = kinds[kind], .line_spacing = 4 * LE_UNIT, .item_spacing = 2 * LE_UNIT};
    if (kind == WATERFALL || kind == RATIO) {
        spec.packing = LE_PACKING_SHORTEST_FIRST;
        spec.columns = 3;
        if (kind == RATIO) spec.flags = LE_BY_RATIO;
    }
    if (kind == GRID) {
        spec.columns = 4;
        spec.item_main = 20 * LE_UNIT;
    }
    if (kind != FRAMES) spec.header = 30 * LE_UNIT;
    return spec;
}

static le_status insert_kind(le_layout *layout, int64_t at, int kind, int64_t items) {
    if (kind == ROWS || kind == GRID_OF_GROUPS) {
        le_composition *composition = kind == ROWS ? the.rows : the.groups;
        return le_layout_insert_compositions(layout, at, &composition, 1, NULL, &items, 1, NULL);
    }
    le_section_spec spec = spec_of(kind);
    if (kind == FRAMES) {
        le_rect none = {0, 0, 0, 0};
        return le_layout_insert_frames(layout, at, &spec, the.frames, items, 9000 * LE_UNIT, none, none, NULL);
    }
    le_sizes sizes = sizes_of(0, items);
    le_points_run runs[] = {{items / 2, 30}, {items - items / 2, 50}};
    if (kind == RUNS) sizes = (le_sizes){.form = LE_SIZES_RUNS, .count = items, .run = runs, .runs = 2};
    if (kind == GRID) sizes = (le_sizes){.form = LE_SIZES_NONE, .count = items};
    return le_layout_insert_sections(layout, at, &spec, &items, 1, &sizes, NULL, NULL);
}

static void measurements(le_measurement *out, int64_t count, double more) {
    for (int64_t i = 0; i < count; i++) out[i] = (le_measurement){2 * i, 20 + (double)(i * 7 % 50) + more, NAN};
}

static le_composition *composition_of(uint32_t per_group) {
    le_node nodes[] = {
        repeating(LE_NODE_ALONG_CROSS, per_group, (le_dimension){LE_ESTIMATED_SIZE, 40}),
        {.kind = LE_NODE_ITEM, .main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_FRACTION_CROSS, 1.0 / per_group}}};
    le_boundary header = {.kind = 20, .main = {LE_ESTIMATED_SIZE, 30}, .cross = {LE_FRACTION_CROSS, 1}};
    return le_composition_create(
        &(le_composition_spec){.nodes = nodes, .node_count = 2, .boundaries = &header, .boundary_count = 1}, NULL);
}

static void make_state(void) {
    rng r = {7};
    for (int64_t i = 0; i < 2 * ITEMS; i++) the.points[i] = (double)rng_in(&r, 300, 4000) / 50;
    for (int64_t i = 0; i < 300; i++) {
        int64_t main = rng_below(&r, 8000 * LE_UNIT), cross = rng_below(&r, 300 * LE_UNIT);
        the.frames[i] = (le_rect){main, cross, main + 50 * LE_UNIT, cross + 40 * LE_UNIT};
    }
    the.rows = composition_of(1);
    the.groups = composition_of(3);
    the.layout = le_layout_create((le_layout_config){.cross = 390 * LE_UNIT, .main = 800 * LE_UNIT});
    CHECK(the.rows && the.groups && the.layout);
    static const int64_t items[KINDS] = {ITEMS, ITEMS, 3000, 3000, 1500, 5000, 300, 2 * MEASURED, 2 * MEASURED};
    for (int kind = 0; kind < KINDS; kind++) CHECK_EQUAL(insert_kind(the.layout, kind, kind, items[kind]), LE_OK);
    for (int i = 0; i < SMALL_SECTIONS; i++)
        CHECK_EQUAL(insert_kind(the.layout, KINDS + i, i % KINDS, 1 + i % 7), LE_OK);
    static le_measurement measured[MEASURED];
    measurements(measured, MEASURED, 0);
    for (int kind = ROWS; kind <= GRID_OF_GROUPS; kind++)
        CHECK_EQUAL(le_layout_measure_items(the.layout, kind, measured, MEASURED, NULL, NULL, NULL, NULL), LE_OK);
    le_boundary top = {.kind = 21, .main = {LE_ESTIMATED_SIZE, 30}, .cross = {LE_FRACTION_CROSS, 1}};
    CHECK_EQUAL(le_layout_set_boundaries(the.layout, &top, 1, 0, NULL), LE_OK);
}

// ---- The calls. Each is made with every kind of section to which it applies.

typedef le_status edit(le_layout *layout, int kind);

static bool composed(int kind) { return kind >= ROWS; }
static bool sized(int kind) { return kind < GRID; }
static int64_t items_of(const le_layout *layout, int kind) { return le_layout_section(layout, kind, NULL).items; }

static le_sizes new_sizes(int kind, int64_t count) {
    return sized(kind) ? sizes_of(100, count) : (le_sizes){.form = LE_SIZES_NONE, .count = count};
}

static le_status insert_one(le_layout *layout, int kind) {
    le_sizes sizes = new_sizes(kind, 1);
    return le_layout_insert_items(layout, kind, items_of(layout, kind) / 2, &sizes, NULL, NULL);
}

static le_status insert_many(le_layout *layout, int kind) {
    le_sizes sizes = new_sizes(kind, 390);
    return le_layout_insert_items(layout, kind, items_of(layout, kind) / 3, &sizes, NULL, NULL);
}

static le_status remove_one(le_layout *layout, int kind) { return le_layout_remove_items(layout, kind, 77, 1, NULL); }

static le_status remove_many(le_layout *layout, int kind) {
    return le_layout_remove_items(layout, kind, 40, items_of(layout, kind) * 3 / 4, NULL);
}

static le_status move_many(le_layout *layout, int kind) {
    int64_t n = items_of(layout, kind);
    return le_layout_move_items(layout, kind, 10, n / 3, n / 2, NULL);
}

static le_status resize_one(le_layout *layout, int kind) {
    double wide[2] = {5000, 90};
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = 1, .main = wide, .cross = wide + 1, .stride = sizeof wide};
    return le_layout_resize_items(layout, kind, items_of(layout, kind) / 2, &sizes, NULL, NULL);
}

static le_status resize_many(le_layout *layout, int kind) {
    le_sizes sizes = new_sizes(kind, items_of(layout, kind) / 2);
    return le_layout_resize_items(layout, kind, items_of(layout, kind) / 3, &sizes, NULL, NULL);
}

// A few edits, or one for every fifth item: insertions, removals and moves in turn.
static le_status script(le_layout *layout, int kind, int64_t step) {
    static le_edit edits[1400];
    size_t count = 0;
    int64_t n = items_of(layout, kind), given = 0;
    for (int64_t at = 3; at + 1 < n; at += step) {
        le_edit e = {.at = at, .removed = count % 3 != 1, .inserted = count % 3 != 2};
        e.moved = count % 7 == 3;
        e.source = e.moved ? n - at : given;
        if (!e.moved) given += e.inserted;
        edits[count++] = e;
    }
    le_sizes sizes = new_sizes(kind, given);
    return le_layout_apply(layout, kind, edits, count, &sizes, NULL, NULL, NULL);
}

static le_status short_script(le_layout *layout, int kind) { return script(layout, kind, items_of(layout, kind) / 3); }
static le_status long_script(le_layout *layout, int kind) { return script(layout, kind, 5); }

static le_status refill(le_layout *layout, int kind) {
    int section = FIRST_SMALL + kind; // a section without measured items
    return le_layout_refill(layout, section, NULL, 3000, 30, NULL, NULL);
}

static le_status set_spec(le_layout *layout, int kind) {
    le_section_spec spec = le_layout_get_spec(layout, kind);
    spec.line_spacing = 9 * LE_UNIT;
    spec.item_spacing = 7 * LE_UNIT;
    spec.inset_cross_start = 33 * LE_UNIT;
    return le_layout_set_spec(layout, kind, &spec, NULL);
}

static le_status insert_section(le_layout *layout, int kind) { return insert_kind(layout, 200, kind, 290); }

static le_status insert_sections(le_layout *layout, int kind) {
    int64_t counts[90], all = 0;
    for (int i = 0; i < 90; i++) all += counts[i] = i % 4;
    if (composed(kind)) {
        le_composition *both[] = {the.rows, the.groups};
        uint32_t which[90];
        for (uint32_t i = 0; i < 90; i++) which[i] = i / 3 % 2;
        return le_layout_insert_compositions(layout, 123, both, 2, which, counts, 90, NULL);
    }
    le_section_spec spec = spec_of(kind);
    spec.inset_main_start = LE_UNIT;
    le_sizes sizes = new_sizes(kind, all);
    return le_layout_insert_sections(layout, 123, &spec, counts, 90, &sizes, NULL, NULL);
}

static le_status remove_section(le_layout *layout, int kind) {
    return le_layout_remove_sections(layout, kind, 1, NULL);
}
static le_status remove_sections(le_layout *layout, int kind) {
    return le_layout_remove_sections(layout, 20 + kind, 300, NULL);
}
static le_status move_section(le_layout *layout, int kind) {
    return le_layout_move_sections(layout, kind, 1, 190 + 5 * kind, NULL);
}
static le_status move_sections(le_layout *layout, int kind) {
    return le_layout_move_sections(layout, 3 + kind, 100, 250, NULL);
}

static le_status set_config(le_layout *layout, int kind) {
    le_layout_config config = le_layout_get_config(layout);
    config.cross = (200 + 50 * kind) * LE_UNIT;
    return le_layout_set_config(layout, config, NULL);
}

static le_status set_composition(le_layout *layout, int kind) {
    return le_layout_set_composition(layout, kind, kind == ROWS ? the.groups : the.rows, NULL);
}

static le_status measure_one(le_layout *layout, int kind) {
    le_measurement one = {items_of(layout, kind) / 2 + 1, 71, NAN};
    return le_layout_measure_items(layout, kind, &one, 1, NULL, NULL, NULL, NULL);
}

static le_status measure_many(le_layout *layout, int kind) {
    static le_measurement many[300];
    measurements(many, 300, 3);
    return le_layout_measure_items(layout, kind, many, 300, NULL, NULL, NULL, NULL);
}

static le_status measure_boundary(le_layout *layout, int kind) {
    le_measurement bar = {0, 44, NAN};
    return le_layout_measure_boundaries(layout, kind == ROWS ? ROWS : -1, &bar, 1, NULL, NULL);
}

static le_status set_boundaries(le_layout *layout, int kind) {
    le_boundary two[2] = {{.kind = 22, .main = {LE_ABSOLUTE, 30}, .cross = {LE_FRACTION_CROSS, 1}},
                          {.kind = 23, .main = {LE_ABSOLUTE, 20}, .cross = {LE_FRACTION_CROSS, 1}, .align_main = 2}};
    return le_layout_set_boundaries(layout, two, kind % 3, 0, NULL);
}

#define BIT(kind) (1u << (kind))
enum {
    WITH_SIZES = BIT(LIST) | BIT(RUNS) | BIT(FLOW) | BIT(WATERFALL) | BIT(RATIO),
    COMPOSED = BIT(ROWS) | BIT(GRID_OF_GROUPS),
    WITH_ITEMS = WITH_SIZES | BIT(GRID) | COMPOSED,
    ALL = WITH_ITEMS | BIT(FRAMES),
};

static const struct {
    const char *name;
    edit *edit;
    unsigned kinds;
} edits[] = {{"insert one item", insert_one, WITH_ITEMS},
             {"insert items", insert_many, WITH_ITEMS},
             {"remove one item", remove_one, WITH_ITEMS},
             {"remove items", remove_many, WITH_ITEMS},
             {"move items", move_many, WITH_ITEMS},
             {"resize one item", resize_one, WITH_SIZES},
             {"resize items", resize_many, WITH_SIZES},
             {"a short script", short_script, WITH_ITEMS},
             {"a long script", long_script, WITH_ITEMS},
             {"refill", refill, BIT(LIST) | BIT(RUNS) | BIT(GRID) | COMPOSED},
             {"set spec", set_spec, WITH_SIZES | BIT(GRID)},
             {"insert a section", insert_section, ALL},
             {"insert sections", insert_sections, WITH_ITEMS},
             {"remove a section", remove_section, ALL},
             {"remove sections", remove_sections, BIT(LIST)},
             {"move a section", move_section, ALL},
             {"move sections", move_sections, BIT(LIST) | BIT(ROWS)},
             {"set config", set_config, BIT(LIST) | BIT(FLOW)},
             {"set composition", set_composition, COMPOSED},
             {"measure one item", measure_one, COMPOSED},
             {"measure items", measure_many, COMPOSED},
             {"measure a boundary", measure_boundary, BIT(LIST) | BIT(ROWS)},
             {"set boundaries", set_boundaries, BIT(LIST) | BIT(RUNS) | BIT(FLOW)}};

static long refusals;

// A composition keeps its last solution. Replaces it with one for a container that no edit uses.
static void forget_solutions(void) {
    CHECK(le_composition_solve(the.rows, 1, 1).group_items > 0);
    CHECK(le_composition_solve(the.groups, 1, 1).group_items > 0);
}

static void sweep_edit(edit *change, int kind, uint64_t before, bool buffers) {
    forget_solutions();
    long blocks = le_pool_live_blocks();
    for (long budget = 0;; budget++) {
        running.step = (int)budget;
        forget_solutions();
        le_layout *copy = le_layout_copy(the.layout);
        CHECK(copy);
        fail_allocations_after(buffers ? -1 : budget, buffers ? budget : -1);
        le_status status = change(copy, kind);
        fail_allocations_after(-1, -1);
        CHECK_RULES(le_layout_check(copy));
        if (status == LE_NO_MEMORY) {
            refusals++;
            CHECK(digest(copy) == before);
            CHECK_EQUAL(change(copy, kind), LE_OK);
            if (budget == 0) CHECK_RULES(le_layout_check(copy));
        } else {
            CHECK_EQUAL(status, LE_OK);
        }
        le_layout_release(copy);
        CHECK_EQUAL(le_pool_live_blocks(), blocks);
        if (status == LE_OK) return;
        // The allocations of a long edit are alike, so only some of the later ones are tested.
        if (budget > (case_fraction() < 0.05 ? 20 : 60)) budget += budget / 8;
    }
}

// ---- Calls that create something

static le_extents *the_tree; // with one leaf

static void *make(int what) {
    switch (what) {
    case 0:
        return le_layout_create((le_layout_config){.cross = 100});
    case 1:
        return le_layout_copy(the.layout);
    case 2:
        return composition_of(2);
    case 3:
        return le_extents_create();
    default:
        return le_extents_copy(the_tree);
    }
}

static void unmake(int what, void *made) {
    if (what < 2)
        le_layout_release(made);
    else if (what == 2)
        le_composition_release(made);
    else
        le_extents_release(made);
}

static void sweep_makers(void) {
    running.operation = "make";
    CHECK(the_tree = le_extents_create());
    CHECK_EQUAL(le_extents_assign_runs(the_tree, &(le_run){9, 5}, 1), LE_OK);
    for (int what = 0; what < 5; what++) {
        long blocks = le_pool_live_blocks();
        for (int buffers = 0; buffers < 2; buffers++)
            for (long budget = 0;; budget++) {
                fail_allocations_after(buffers ? -1 : budget, buffers ? budget : -1);
                void *made = make(what);
                fail_allocations_after(-1, -1);
                if (made) {
                    unmake(what, made);
                    CHECK_EQUAL(le_pool_live_blocks(), blocks);
                    break;
                }
                refusals++;
                CHECK_EQUAL(le_pool_live_blocks(), blocks);
            }
    }
    le_extents_release(the_tree);
}

// ---- Extent trees

enum { TREE_CALLS = 8 };

static le_status edit_tree(le_extents *tree, int what, const int64_t *extents) {
    le_run runs[] = {{300, 5}, {40, 6}};
    le_edit script[200];
    for (int64_t i = 0; i < 200; i++) script[i] = (le_edit){.at = 20 * i, .removed = 1, .inserted = 2, .source = 2 * i};
    switch (what) {
    case 0:
        return le_extents_assign(tree, extents, 3000);
    case 1:
        return le_extents_assign_runs(tree, runs, 2);
    case 2:
        return le_extents_resize_range(tree, 100, extents, 900, NULL);
    case 3:
        return le_extents_insert(tree, 2000, extents, 700, NULL);
    case 4:
        return le_extents_insert_run(tree, 2000, runs[0], NULL);
    case 5:
        return le_extents_remove(tree, 70, 3000, NULL);
    case 6:
        return le_extents_move(tree, 70, 900, 3000, NULL);
    default:
        return le_extents_apply(tree, script, 200, extents, 400, NULL, NULL);
    }
}

static void sweep_trees(void) {
    running.operation = "extents";
    int64_t *extents = slots(ITEMS, sizeof *extents), *now = slots(ITEMS, sizeof *now);
    rng r = {3};
    fill_extents(&r, 0, ITEMS, extents);
    le_extents *tree = le_extents_create();
    CHECK(tree);
    CHECK_EQUAL(le_extents_assign(tree, extents, ITEMS), LE_OK);
    long blocks = le_pool_live_blocks();
    for (int what = 0; what < TREE_CALLS; what++)
        for (int buffers = 0; buffers < 2; buffers++)
            for (long budget = 0;; budget++) {
                running.step = what;
                le_extents *copy = le_extents_copy(tree);
                CHECK(copy);
                fail_allocations_after(buffers ? -1 : budget, buffers ? budget : -1);
                le_status status = edit_tree(copy, what, extents);
                fail_allocations_after(-1, -1);
                CHECK_RULES(le_extents_check(copy));
                if (status != LE_OK) {
                    refusals++;
                    CHECK_EQUAL(status, LE_NO_MEMORY);
                    CHECK_EQUAL(le_extents_count(copy), ITEMS);
                    le_extents_read(copy, 0, ITEMS, now);
                    CHECK(memcmp(now, extents, ITEMS * sizeof *now) == 0);
                    CHECK_EQUAL(edit_tree(copy, what, extents), LE_OK);
                }
                le_extents_release(copy);
                CHECK_EQUAL(le_pool_live_blocks(), blocks);
                if (status == LE_OK) break;
            }
    le_extents_release(tree);
    free(extents);
    free(now);
}

void test_allocation_sweep(void) {
    running = (running_case){.test = "allocation sweep"};
    le_backend_use(le_backend_count() - 1);
    long blocks = le_pool_live_blocks();
    make_state();
    uint64_t before = digest(the.layout);
    sweep_makers();
    sweep_trees();
    int calls = 0;
    for (size_t e = 0; e < sizeof edits / sizeof *edits; e++)
        for (int kind = 0; kind < KINDS; kind++) {
            if (!(edits[e].kinds & BIT(kind))) continue;
            running.operation = edits[e].name;
            running.seed = (uint64_t)kind;
            for (int buffers = 0; buffers < 2; buffers++) sweep_edit(edits[e].edit, kind, before, buffers);
            calls++;
        }
    CHECK(digest(the.layout) == before);
    le_layout_release(the.layout);
    le_composition_release(the.rows);
    le_composition_release(the.groups);
    CHECK_EQUAL(le_pool_live_blocks(), blocks);
    printf("%-28s %d calls, %ld allocations failed\n", "allocation sweep", calls, refusals);
    CHECK(refusals > 10 * calls);
}
