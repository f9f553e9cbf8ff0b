// Calls on compositions and their sections with arguments of any value, and a custom group that calls back.
#include <math.h>

#include "composition_limits.h"

// ---- Arguments

static int contexts_released;
static void count_release(void *context) {
    (void)context;
    contexts_released++;
}

static void test_descriptions(void) {
    simple d;
    le_status status;
    contexts_released = 0;
    CHECK(!le_composition_create(NULL, &status));
    CHECK_EQUAL(status, LE_BAD_ARGUMENT);
    CHECK(!le_composition_create(NULL, NULL));
#define REFUSED(expected, change)                                                                                      \
    do {                                                                                                               \
        describe(&d, 2, LE_ESTIMATED_SIZE);                                                                            \
        d.spec.release = count_release;                                                                                \
        change;                                                                                                        \
        CHECK(!le_composition_create(&d.spec, &status));                                                               \
        CHECK_EQUAL(status, expected);                                                                                 \
    } while (0)
    REFUSED(LE_BAD_VALUE, d.spec.node_count = 0);
    REFUSED(LE_BAD_VALUE, d.spec.node_count = 1);
    REFUSED(LE_BAD_ARGUMENT, d.spec.nodes = NULL);
    REFUSED(LE_BAD_ARGUMENT, d.spec.badge_count = 1);
    REFUSED(LE_BAD_ARGUMENT, d.spec.boundary_count = 1);
    REFUSED(LE_BAD_ARGUMENT, d.spec.backdrop_count = 1);
    REFUSED(LE_TOO_LARGE, d.spec.node_count = SIZE_MAX / 2 + 1);
    REFUSED(LE_BAD_ARGUMENT, d.node[1].kind = (le_node_kind)-1);
    REFUSED(LE_BAD_ARGUMENT, d.node[1].kind = (le_node_kind)99);
    REFUSED(LE_BAD_ARGUMENT, d.node[0].repeat = (le_repeat)3);
    REFUSED(LE_BAD_ARGUMENT, d.node[0].main.kind = (le_dimension_kind)-3);
    REFUSED(LE_BAD_VALUE, d.node[1].kind = LE_NODE_CUSTOM); // without a function
    REFUSED(LE_BAD_VALUE, d.node[1].children = 1);
    REFUSED(LE_BAD_VALUE, d.node[0].children = UINT32_MAX);
    REFUSED(LE_BAD_VALUE, d.node[0].main.value = NAN);
    REFUSED(LE_BAD_VALUE, d.node[0].main.value = INFINITY);
    REFUSED(LE_BAD_VALUE, d.node[0].cross.value = -1);
    REFUSED(LE_BAD_VALUE, d.node[0].between.least = INT64_MIN);
    REFUSED(LE_BAD_VALUE, d.node[1].inset_cross[1] = INT64_MAX);
    REFUSED(LE_BAD_VALUE, d.node[1].edge_main[0].least = LE_MAX_LENGTH + 1);
    REFUSED(LE_BAD_VALUE, d.spec.scale = NAN);
    REFUSED(LE_BAD_VALUE, d.spec.scale = -1);
    REFUSED(LE_BAD_VALUE, d.spec.section_spacing = -1);
    REFUSED(LE_BAD_VALUE, d.spec.header_space = -1);
    REFUSED(LE_BAD_VALUE, (d.spec.badges = &d.badge, d.spec.badge_count = 1, d.badge.node = 2));
    REFUSED(LE_BAD_VALUE, (d.spec.badges = &d.badge, d.spec.badge_count = 1, d.badge.container.main = 3));
    REFUSED(LE_BAD_ARGUMENT,
            (d.spec.badges = &d.badge, d.spec.badge_count = 1, d.badge.cross.kind = (le_dimension_kind)5));
    REFUSED(LE_BAD_VALUE, (d.spec.boundaries = &d.boundary, d.spec.boundary_count = 1, d.boundary.align_main = -1));
    REFUSED(LE_NO_MEMORY, fail_allocations_after(0, -1));
    fail_allocations_after(-1, -1);
#undef REFUSED
    // The caller keeps the context if nothing was created.
    CHECK_EQUAL(contexts_released, 0);
    describe(&d, 2, LE_ESTIMATED_SIZE);
    d.spec.release = count_release;
    le_composition *composition = create_composition(&d.spec);
    le_composition_retain(composition);
    le_composition_release(composition);
    CHECK_EQUAL(contexts_released, 0);
    le_composition_release(composition);
    CHECK_EQUAL(contexts_released, 1);

    le_composition_retain(NULL);
    le_composition_release(NULL);
    CHECK(!le_composition_context(NULL));
    CHECK_EQUAL(le_composition_solve(NULL, 0, 0).group_items, -1);
}

static bool no_rect(le_rect r) { return r.main_min == r.main_max && r.cross_min == r.cross_max; }

static const int64_t odd[] = {INT64_MIN,        INT64_MIN + 1, -LE_MAX_TOTAL, -1,       0, 1, 2, 4, 5,
                              (int64_t)1 << 40, LE_MAX_TOTAL,  INT64_MAX - 1, INT64_MAX};
enum { ODD = sizeof odd / sizeof *odd };

// Every query of every section with every odd number returns something harmless.
static void ask_everything(const le_layout *layout) {
    for (int s = 0; s < ODD; s++) {
        const int64_t section = odd[s];
        const bool there = layout && section >= 0 && section < le_layout_section_count(layout);
        const bool composed = there && le_layout_groups(layout, section).count >= 0;
        CHECK_EQUAL(le_layout_composition(layout, section) != NULL, composed);
        if (!there) CHECK_EQUAL(le_layout_groups(layout, section).count, -1);
        for (int i = 0; i < ODD; i++) {
            const int64_t index = odd[i];
            const bool item = there && index >= 0 && index < le_layout_section(layout, section, NULL).items;
            if (!item) CHECK_EQUAL(le_layout_estimated_axes(layout, section, index), 0);
            le_group_place group = le_layout_group(layout, section, index);
            if (!there) CHECK(group.offset == 0 && group.extent == 0);
            int64_t at = le_layout_group_at_offset(layout, section, index);
            if (there && le_layout_groups(layout, section).count > 0)
                CHECK(at >= 0 && at < le_layout_groups(layout, section).count);
            else
                CHECK_EQUAL(at, -1);
            if (!item)
                for (uint16_t kind = 6; kind < 10; kind++)
                    CHECK(no_rect(le_layout_supplementary_frame(layout, section, kind, index)));
            le_rect visible = {index, index, odd[(i + 3) % ODD], INT64_MAX};
            le_layout_boundary_frame(layout, section, index, &visible);
            for (int64_t b = -1; b < 3; b++) le_layout_boundary_frame(layout, section, b, &visible);
            if (index < 0 || index > 2) CHECK(no_rect(le_layout_boundary_frame(layout, section, index, NULL)));
        }
    }
}

// A measured group of four with a badge, a plain section, and an orthogonal one.
static le_layout *odd_layout(le_composition **compositions) {
    compositions[0] = create_simple(4, LE_ESTIMATED_SIZE, true, true);
    compositions[1] = create_simple(1, LE_UNIFORM_SIZE, false, false);
    le_layout *layout = layout_of(compositions[0], 5);
    CHECK_EQUAL(measure(layout, 0, 2, 90), LE_OK);
    int64_t items[] = {3, 0};
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &compositions[1], 1, NULL, items, 2, NULL), LE_OK);
    le_section_spec list = {.kind = LE_SECTION_LIST};
    double size = 10;
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = 3, .main = &size};
    CHECK_EQUAL(le_layout_insert_sections(layout, 3, &list, items, 1, &sizes, NULL, NULL), LE_OK);
    simple d;
    describe(&d, 1, LE_ABSOLUTE);
    CHECK_EQUAL(le_layout_set_boundaries(layout, &d.boundary, 1, 2, NULL), LE_OK);
    return layout;
}

static void test_arguments(void) {
    le_composition *compositions[2];
    le_layout *layout = odd_layout(compositions);
    ask_everything(layout);
    ask_everything(NULL);
    // The badge of a group is numbered by group; there are two groups.
    CHECK(!no_rect(le_layout_supplementary_frame(layout, 0, 7, 1)));
    CHECK(no_rect(le_layout_supplementary_frame(layout, 0, 7, 2)));
    CHECK(no_rect(le_layout_supplementary_frame(layout, 0, 7, INT64_MAX - 1)));

    const int64_t extent = le_layout_extent(layout);
    int64_t counts[] = {1, -1}, changed = 9, frozen = 9;
    uint32_t which[] = {0, 2};
    le_composition *hole[] = {compositions[0], NULL};
    le_fault fault = {0};
#define REFUSED(expected, call) CHECK_EQUAL(call, expected)
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(NULL, 0, compositions, 2, NULL, counts, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(layout, 0, NULL, 2, NULL, counts, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(layout, 0, compositions, 2, NULL, NULL, 1, NULL));
    REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(layout, 0, compositions, 2, which, counts, 2, NULL));
    REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(layout, 0, compositions, 2, NULL, counts, 2, NULL));
    REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(layout, 0, compositions, 0, NULL, counts, 1, NULL));
    REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(layout, 0, compositions, 2, NULL, counts, -1, NULL));
    REFUSED(LE_TOO_LARGE, le_layout_insert_compositions(layout, 0, compositions, 2, NULL, counts, INT64_MAX, NULL));
    which[0] = 1;
    REFUSED(LE_BAD_ARGUMENT, le_layout_insert_compositions(layout, 0, hole, 2, which, counts, 1, NULL));
    counts[0] = LE_MAX_COUNT + 1;
    REFUSED(LE_TOO_LARGE, le_layout_insert_compositions(layout, 0, compositions, 2, NULL, counts, 1, NULL));
    for (int s = 0; s < ODD; s++) {
        if (odd[s] >= 0 && odd[s] < 5) continue;
        le_measurement m = {odd[s], 10, NAN};
        counts[0] = 1;
        REFUSED(LE_BAD_INDEX, le_layout_insert_compositions(layout, odd[s], compositions, 2, NULL, counts, 1, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_set_composition(layout, odd[s], compositions[0], NULL));
        REFUSED(LE_BAD_INDEX, le_layout_measure_items(layout, 0, &m, 1, &changed, &frozen, &fault, NULL));
        CHECK(fault.section == 0 && fault.item == odd[s] && changed == 0 && frozen == -1);
        REFUSED(LE_BAD_INDEX, le_layout_measure_boundaries(layout, 0, &m, 1, &fault, NULL));
        REFUSED(LE_BAD_INDEX, le_layout_measure_boundaries(layout, -1, &m, 1, &fault, NULL));
        m.item = 0;
        REFUSED(LE_BAD_INDEX, le_layout_measure_items(layout, odd[s], &m, 1, &changed, &frozen, &fault, NULL));
        if (odd[s] != -1) REFUSED(LE_BAD_INDEX, le_layout_measure_boundaries(layout, odd[s], &m, 1, &fault, NULL));
    }
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_composition(layout, 0, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_composition(NULL, 0, compositions[0], NULL));
    REFUSED(LE_NOT_SUPPORTED, le_layout_set_composition(layout, 3, compositions[0], NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_items(layout, 0, NULL, 1, &changed, &frozen, &fault, NULL));
    REFUSED(LE_OK, le_layout_measure_items(layout, 0, NULL, 0, &changed, &frozen, &fault, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_boundaries(layout, 0, NULL, 1, &fault, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_boundaries(NULL, -1, NULL, 0, NULL, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_measure_items(NULL, 0, NULL, 0, NULL, NULL, NULL, NULL));
    const double bad[] = {-1, INFINITY, -INFINITY, 4194305, 1e300};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        le_measurement some[] = {{1, 20, NAN}, {3, bad[i], NAN}};
        REFUSED(LE_BAD_VALUE, le_layout_measure_items(layout, 0, some, 2, &changed, &frozen, &fault, NULL));
        CHECK(fault.section == 0 && fault.item == 3 && fault.value == bad[i] && changed == 0 && frozen == -1);
        some[0].item = 0, some[0].main = bad[i];
        REFUSED(LE_BAD_VALUE, le_layout_measure_boundaries(layout, 0, some, 1, &fault, NULL));
        REFUSED(LE_BAD_VALUE, le_layout_measure_boundaries(layout, -1, some, 1, &fault, NULL));
    }
    simple d;
    describe(&d, 1, LE_ABSOLUTE);
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_boundaries(NULL, NULL, 0, 1, NULL));
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_boundaries(layout, NULL, 1, 1, NULL));
    REFUSED(LE_BAD_VALUE, le_layout_set_boundaries(layout, &d.boundary, 1, NAN, NULL));
    REFUSED(LE_BAD_VALUE, le_layout_set_boundaries(layout, &d.boundary, 1, -1, NULL));
    REFUSED(LE_TOO_LARGE, le_layout_set_boundaries(layout, &d.boundary, SIZE_MAX, 1, NULL));
    d.boundary.main.kind = (le_dimension_kind)17;
    REFUSED(LE_BAD_ARGUMENT, le_layout_set_boundaries(layout, &d.boundary, 1, 1, NULL));
    d.boundary.main = (le_dimension){LE_ABSOLUTE, NAN};
    REFUSED(LE_BAD_VALUE, le_layout_set_boundaries(layout, &d.boundary, 1, 1, NULL));
#undef REFUSED
    CHECK_EQUAL(le_layout_extent(layout), extent);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(compositions[0]);
    le_composition_release(compositions[1]);
}

// Drawing orders at the ends of their range, and badges with the largest offsets.
static void test_far_badges(void) {
    simple d;
    describe(&d, 2, LE_ESTIMATED_SIZE);
    d.badge.z_index = d.boundary.z_index = INT32_MAX;
    d.badge.main = d.badge.cross = (le_dimension){LE_ABSOLUTE, 4194304};
    d.badge.container = (le_anchor){2, 2, true, 4194304, -4194304};
    d.badge.has_own = true;
    d.badge.own = (le_anchor){0, 2, true, 4194304, 4194304};
    le_backdrop backdrop = {.kind = 3};
    d.spec.badges = &d.badge, d.spec.badge_count = 1;
    d.spec.boundaries = &d.boundary, d.spec.boundary_count = 1;
    d.spec.backdrops = &backdrop, d.spec.backdrop_count = 1;
    le_composition *composition = create_composition(&d.spec);
    le_layout *layout = layout_of(composition, 9);
    le_viewport viewport = {.rect = {-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL}};
    le_element found[64];
    le_cursor cursor;
    le_layout_query_begin(&cursor);
    cursor.work = (le_work){0};
    size_t n = le_layout_query(layout, &viewport, &cursor, found, 64);
    CHECK_EQUAL(n, 1 + 1 + 9 + 5);
    CHECK_EQUAL(found[1].z_index, INT32_MAX);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(composition);
}

// ---- A custom group that calls back

typedef struct {
    le_layout *layout;
    enum { READS, REMOVES, FOLLOWS, ADDS_BOUNDARIES } does;
    int64_t cross; // of the container that the callback gives the layout
} caller;

static void calling_frames(void *context, uint32_t node, int64_t main, int64_t cross, le_custom_frame *frames) {
    caller *c = context;
    (void)node, (void)main, (void)cross;
    frames[0].frame = (le_rect){0, 0, LE_UNIT, LE_UNIT};
    if (!c->layout) return;
    le_layout_item_frame(c->layout, 0, 0, NULL);
    le_layout_extent(c->layout);
    const int64_t all = le_layout_section_count(c->layout);
    const le_boundary bar = {.main = {LE_ABSOLUTE, 25}, .cross = {LE_ABSOLUTE, 1}};
    le_layout *layout = c->layout;
    c->layout = NULL; // its change of the layout calls it again
    if (c->does == REMOVES) CHECK_EQUAL(le_layout_remove_sections(layout, 0, all, NULL), LE_OK);
    if (c->does == FOLLOWS)
        CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = c->cross}, NULL), LE_OK);
    if (c->does == ADDS_BOUNDARIES) CHECK_EQUAL(le_layout_set_boundaries(layout, &bar, 1, 0, NULL), LE_OK);
    c->layout = layout;
}

static void test_custom_calls_back(void) {
    caller context = {0};
    le_node nodes[] = {
        {.kind = LE_NODE_CUSTOM, .count = 1, .main = {LE_ABSOLUTE, 20}, .cross = {LE_FRACTION_CROSS, 1}}};
    le_composition_spec spec = {.nodes = nodes, .node_count = 1, .custom = calling_frames, .context = &context};
    le_composition *custom = create_composition(&spec), *plain = create_simple(1, LE_ESTIMATED_SIZE, false, false);
    le_layout *layout = layout_of(plain, 5);
    int64_t items = 3;
    context.layout = layout;
    CHECK_EQUAL(le_layout_set_composition(layout, 0, custom, NULL), LE_OK);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &plain, 1, NULL, &items, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = 100 * LE_UNIT}, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    // A callback that removes the section that is being changed.
    context.does = REMOVES;
    CHECK_EQUAL(le_layout_set_composition(layout, 0, plain, NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_composition(layout, 0, custom, NULL), LE_BAD_INDEX);
    CHECK_EQUAL(le_layout_section_count(layout), 0);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &plain, 1, NULL, &items, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &custom, 1, NULL, &items, 1, NULL), LE_BAD_INDEX);
    CHECK_RULES(le_layout_check(layout));

    // The sections are laid out for another container, and the callback of the first removes them all.
    context.does = READS;
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &custom, 1, NULL, &items, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &plain, 1, NULL, &items, 1, NULL), LE_OK);
    context.does = REMOVES;
    CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = 50 * LE_UNIT}, NULL), LE_NOT_SUPPORTED);
    CHECK_EQUAL(le_layout_section_count(layout), 0);
    CHECK_EQUAL(le_layout_get_config(layout).cross, 100 * LE_UNIT);
    CHECK_RULES(le_layout_check(layout));

    // The callback gives the layout another container than the one being solved for.
    context.does = READS;
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &custom, 1, NULL, &items, 1, NULL), LE_OK);
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &plain, 1, NULL, &items, 1, NULL), LE_OK);
    context.does = FOLLOWS;
    context.cross = 70 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = 60 * LE_UNIT}, NULL), LE_NOT_SUPPORTED);
    CHECK_EQUAL(le_layout_get_config(layout).cross, context.cross);
    CHECK_RULES(le_layout_check(layout));
    le_composition *other = create_composition(&spec);
    context.cross = 80 * LE_UNIT;
    CHECK_EQUAL(le_layout_insert_compositions(layout, 1, &other, 1, NULL, &items, 1, NULL), LE_NOT_SUPPORTED);
    CHECK_EQUAL(le_layout_section_count(layout), 2);
    CHECK_RULES(le_layout_check(layout));
    context.cross = 90 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_composition(layout, 1, other, NULL), LE_NOT_SUPPORTED);
    CHECK(le_layout_composition(layout, 1) == plain);
    CHECK_EQUAL(le_layout_get_config(layout).cross, context.cross);
    CHECK_RULES(le_layout_check(layout));

    // The callback also adds boundaries.
    context.does = ADDS_BOUNDARIES;
    CHECK_EQUAL(le_layout_set_config(layout, (le_layout_config){.cross = 60 * LE_UNIT}, NULL), LE_OK);
    CHECK_EQUAL(le_layout_section(layout, 0, NULL).offset, 25 * LE_UNIT);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
    le_composition_release(custom);
    le_composition_release(plain);
    le_composition_release(other);
}

void composition_calls(void) {
    test_descriptions();
    test_arguments();
    test_far_badges();
    test_custom_calls_back();
}
