// The arguments of a composition, one field at a time: the last valid value and the first invalid one.
#include <math.h>

#include "harness.h"

static le_node nodes[66];
static le_badge badge;
static le_boundary boundary;
static le_backdrop backdrop;
static le_composition_spec spec;
static int context, released, refusals;

static void custom_frames(void *of, uint32_t node, int64_t main, int64_t cross, le_custom_frame *frames) {
    (void)of, (void)node, (void)main, (void)cross, (void)frames;
}

static void count_release(void *of) {
    CHECK(of == &context);
    released++;
}

// A group of items with a badge, a boundary supplementary and a background.
static void reset(void) {
    memset(nodes, 0, sizeof nodes);
    nodes[0] = repeating(LE_NODE_ALONG_MAIN, 2, (le_dimension){LE_ABSOLUTE, 60});
    nodes[1] = (le_node){.main = {LE_ABSOLUTE, 30}, .cross = {LE_ABSOLUTE, 10}};
    badge = (le_badge){.node = 1, .has_own = true};
    boundary = (le_boundary){.kind = 9};
    backdrop = (le_backdrop){.kind = 11};
    spec = decorated(nodes, &badge, &boundary, &backdrop);
    spec.context = &context;
    spec.release = count_release;
}

// The status of le_composition_create for the spec. A composition that is created releases its context when it is
// released; if the spec is refused, the context stays with the caller.
static le_status made(void) {
    le_status status = LE_NO_MEMORY;
    const int before = released;
    le_composition *composition = le_composition_create(&spec, &status);
    CHECK((composition != NULL) == (status == LE_OK));
    CHECK(le_composition_context(composition) == (composition ? &context : NULL));
    le_composition_release(composition);
    CHECK_EQUAL(released - before, status == LE_OK);
    refusals += status != LE_OK;
    return status;
}

static void length_is_checked(int64_t *length, int64_t least) {
    *length = LE_MAX_LENGTH;
    CHECK_EQUAL(made(), LE_OK);
    *length = LE_MAX_LENGTH + 1;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    *length = INT64_MAX;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    *length = least;
    CHECK_EQUAL(made(), LE_OK);
    *length = least - 1;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    *length = INT64_MIN;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    reset();
}

static void lengths_are_checked(void) {
    int64_t *lengths[] = {&nodes[1].edge_main[0].least,  &nodes[1].edge_main[1].least, &nodes[1].edge_cross[0].least,
                          &nodes[1].edge_cross[1].least, &nodes[0].between.least,      &spec.group_spacing,
                          &boundary.offset_main,         &boundary.offset_cross};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) length_is_checked(lengths[i], -LE_MAX_LENGTH);
    int64_t *insets[] = {nodes[1].inset_main, nodes[1].inset_cross, badge.inset_main,    badge.inset_cross,
                         boundary.inset_main, boundary.inset_cross, backdrop.inset_main, backdrop.inset_cross,
                         spec.inset_main,     spec.inset_cross};
    for (size_t i = 0; i < sizeof insets / sizeof *insets; i++)
        for (int end = 0; end < 2; end++) length_is_checked(insets[i] + end, -LE_MAX_LENGTH);
    length_is_checked(&spec.section_spacing, 0);
    length_is_checked(&spec.header_space, 0);
}

static void value_is_checked(double *value, double least, double most) {
    const double wrong[] = {nextafter(most, INFINITY), nextafter(least, -INFINITY), NAN, INFINITY, -INFINITY};
    *value = most;
    CHECK_EQUAL(made(), LE_OK);
    *value = least;
    CHECK_EQUAL(made(), LE_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        *value = wrong[i];
        CHECK_EQUAL(made(), LE_BAD_VALUE);
    }
    reset();
}

static void sizes_are_checked(void) {
    const double most = le_points(LE_MAX_LENGTH);
    le_dimension *dimensions[] = {&nodes[0].main, &nodes[0].cross, &nodes[1].main, &nodes[1].cross,
                                  &badge.main,    &badge.cross,    &boundary.main, &boundary.cross};
    for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++) {
        value_is_checked(&dimensions[i]->value, 0, most);
        dimensions[i]->kind = LE_UNIFORM_SIZE;
        CHECK_EQUAL(made(), LE_OK);
        dimensions[i]->kind = (le_dimension_kind)(LE_UNIFORM_SIZE + 1);
        CHECK_EQUAL(made(), LE_BAD_ARGUMENT);
        dimensions[i]->kind = (le_dimension_kind)-1;
        CHECK_EQUAL(made(), LE_BAD_ARGUMENT);
        reset();
    }
    double *offsets[] = {&badge.container.offset_main, &badge.container.offset_cross, &badge.own.offset_main,
                         &badge.own.offset_cross};
    for (int i = 0; i < 4; i++) value_is_checked(offsets[i], -most, most);
    value_is_checked(&spec.scale, 0, 1024);
    // Unused fields are not checked.
    badge.has_own = false;
    badge.own.offset_main = NAN;
    CHECK_EQUAL(made(), LE_OK);
    reset();
}

static void places_are_checked(void) {
    int32_t *places[] = {&badge.container.main, &badge.container.cross, &badge.own.main,
                         &badge.own.cross,      &boundary.align_main,   &boundary.align_cross};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (int place = -1; place <= 3; place++) {
            *places[i] = place;
            CHECK_EQUAL(made(), place >= 0 && place <= 2 ? LE_OK : LE_BAD_VALUE);
        }
        reset();
    }
    for (int kind = LE_NODE_ITEM; kind <= LE_NODE_CUSTOM + 1; kind++) {
        nodes[1].kind = (le_node_kind)kind;
        spec.custom = custom_frames;
        CHECK_EQUAL(made(), kind <= LE_NODE_CUSTOM ? LE_OK : LE_BAD_ARGUMENT);
    }
    reset();
    for (int repeat = LE_REPEAT_FILL; repeat <= LE_REPEAT_SHARE + 1; repeat++) {
        nodes[0].repeat = (le_repeat)repeat;
        CHECK_EQUAL(made(), repeat <= LE_REPEAT_SHARE ? LE_OK : LE_BAD_ARGUMENT);
    }
    reset();
    badge.node = 2;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    reset();
}

static void arrays_are_checked(void) {
    size_t *counts[] = {&spec.node_count, &spec.badge_count, &spec.boundary_count, &spec.backdrop_count};
    for (int i = 0; i < 4; i++) {
        *counts[i] = (size_t)INT32_MAX + 1;
        CHECK_EQUAL(made(), LE_TOO_LARGE);
        reset();
    }
    spec.nodes = NULL;
    CHECK_EQUAL(made(), LE_BAD_ARGUMENT);
    reset();
    spec.badges = NULL;
    CHECK_EQUAL(made(), LE_BAD_ARGUMENT);
    spec.badge_count = 0;
    CHECK_EQUAL(made(), LE_OK);
    reset();
    spec.boundaries = NULL;
    CHECK_EQUAL(made(), LE_BAD_ARGUMENT);
    reset();
    spec.backdrops = NULL;
    CHECK_EQUAL(made(), LE_BAD_ARGUMENT);
    reset();
    spec.reserved[2] = 1;
    CHECK_EQUAL(made(), LE_BAD_ARGUMENT);
    reset();
}

// Every element of an array is checked.
static void all_elements_are_checked(void) {
    le_badge two_badges[] = {badge, badge};
    le_boundary two_boundaries[] = {boundary, boundary};
    le_backdrop two_backdrops[] = {backdrop, backdrop};
    spec.badges = two_badges, spec.boundaries = two_boundaries, spec.backdrops = two_backdrops;
    spec.badge_count = spec.boundary_count = spec.backdrop_count = 2;
    CHECK_EQUAL(made(), LE_OK);
    two_badges[1].main.value = -1;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    two_badges[1] = badge, two_badges[1].main.kind = (le_dimension_kind)-1;
    CHECK_EQUAL(made(), LE_BAD_ARGUMENT);
    two_badges[1] = badge;
    two_boundaries[1].align_main = 3;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    two_boundaries[1] = boundary, two_boundaries[1].main.kind = (le_dimension_kind)-1;
    CHECK_EQUAL(made(), LE_BAD_ARGUMENT);
    two_boundaries[1] = boundary;
    two_backdrops[1].inset_cross[1] = INT64_MAX;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    reset();
}

static void tree_is_checked(void) {
    // A group below a group, 64 levels below the first, and one more.
    for (int levels = 64; levels <= 65; levels++) {
        for (int i = 0; i < levels; i++)
            nodes[i] = (le_node){.kind = LE_NODE_ALONG_MAIN, .repeat = LE_REPEAT_COUNT, .children = 1, .count = 1};
        nodes[levels] = (le_node){.kind = LE_NODE_ITEM};
        spec.node_count = (size_t)levels + 1;
        CHECK_EQUAL(made(), levels == 64 ? LE_OK : LE_BAD_VALUE);
        reset();
    }
    // A missing child, one child too many for a repetition, a child of no group, an item with a child.
    nodes[0].children = 2;
    nodes[0].repeat = LE_REPEAT_FILL;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    nodes[2] = nodes[1];
    spec.node_count = 3;
    CHECK_EQUAL(made(), LE_OK);
    nodes[0].repeat = LE_REPEAT_COUNT;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    nodes[0].repeat = LE_REPEAT_SHARE;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    nodes[0].children = 1;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    nodes[1].children = 1;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    reset();
    spec.node_count = 0;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    reset();
    nodes[1].kind = LE_NODE_CUSTOM;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    spec.custom = custom_frames;
    nodes[1].children = 1;
    CHECK_EQUAL(made(), LE_BAD_VALUE);
    reset();
}

void test_composition_arguments(void) {
    running = (running_case){.test = "compositions, arguments"};
    reset();
    CHECK_EQUAL(made(), LE_OK);
    le_status status = LE_OK;
    CHECK(le_composition_create(NULL, &status) == NULL && status == LE_BAD_ARGUMENT);
    CHECK(le_composition_create(NULL, NULL) == NULL);
    lengths_are_checked();
    sizes_are_checked();
    places_are_checked();
    arrays_are_checked();
    all_elements_are_checked();
    tree_is_checked();
    printf("%-28s %d refused\n", "compositions, arguments", refusals);
}
