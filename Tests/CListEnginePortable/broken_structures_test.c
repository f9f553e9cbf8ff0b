// Most tests rely on the checkers of the structures. Here a valid structure is broken in one place at a time, and the
// checker has to name the broken rule.
#include <math.h>

#include "extents/extent_tree.h"
#include "harness.h"
#include "kinds/compositional/measured.h"
#include "kinds/flow/line_tree.h"
#include "kinds/waterfall/column_tree.h"
#include "section/section.h"

static le_layout *layout;
static le__extents_node *tree;

static void names(const char *found, const char *rule, int line) {
    if (found && strcmp(found, rule) == 0) return;
    fprintf(stderr, "found: %s\nexpected: %s\n", found ? found : "nothing", rule);
    check_failed(__FILE__, line, "the checker names the rule");
}

static const char *check_tree(void) { return le__extents_check(tree, true, le__extents_check_leaf); }
static const char *check_layout(void) { return le_layout_check(layout); }

// Stores other values in one place or in two, and restores the old ones at the end.
#define BROKEN(check, place, value, rule)                                                                              \
    do {                                                                                                               \
        __typeof__(place) was_ = (place);                                                                              \
        (place) = (__typeof__(place))(value);                                                                          \
        names(check(), rule, __LINE__);                                                                                \
        (place) = was_;                                                                                                \
        CHECK_RULES(check());                                                                                          \
    } while (0)

#define BROKEN_TWICE(check, place, value, other, other_value, rule)                                                    \
    do {                                                                                                               \
        __typeof__(place) was_ = (place), new_ = (__typeof__(place))(value);                                           \
        __typeof__(other) other_was_ = (other);                                                                        \
        (other) = (__typeof__(other))(other_value);                                                                    \
        (place) = new_;                                                                                                \
        names(check(), rule, __LINE__);                                                                                \
        (place) = was_;                                                                                                \
        (other) = other_was_;                                                                                          \
        CHECK_RULES(check());                                                                                          \
    } while (0)

// ---- Extents

static void break_leaves(void) {
    int64_t few[] = {5, 7, 9};
    CHECK_EQUAL(le__extents_build(few, 3, &tree, NULL), LE_OK);
    CHECK_EQUAL(tree->head.kind, LE__DENSE_32);
    BROKEN(check_tree, tree->head.n, 100000, "a leaf holds more than its block has room for");
    BROKEN(check_tree, tree->head.n, 0, "a leaf is empty");
    BROKEN(check_tree, tree->sum[0], 4, "a leaf's count differs from its entries");
    BROKEN(check_tree, tree->sum[1], 20, "a leaf's sum differs from its extents");
    le__extents_release(tree);

    int64_t wide[] = {LE__EXTENT_32_END, 7, LE__EXTENT_32_END + 1};
    CHECK_EQUAL(le__extents_build(wide, 3, &tree, NULL), LE_OK);
    CHECK_EQUAL(tree->head.kind, LE__DENSE_64);
    BROKEN(check_tree, le__extents_dense64(tree)[1], -1, "an extent is negative");
    le__extents_release(tree);

    le_run runs[] = {{300, 5}, {40, 6}};
    CHECK_EQUAL(le__extents_build_runs(runs, 2, &tree, NULL), LE_OK);
    CHECK_EQUAL(tree->head.kind, LE__RUNS_32);
    BROKEN(check_tree, le__extents_run_counts(tree)[1], 0, "a run is empty");
    BROKEN(check_tree, le__extents_dense32(tree)[le__extents_leaf_capacity(tree) + 1], 5,
           "adjacent runs have equal extents");
    le__extents_release(tree);

    // Equal entries in a row that are too many for one run.
    le_run many = {LE__RUN_COUNT_MAX + 5, 3};
    CHECK_EQUAL(le__extents_build_runs(&many, 1, &tree, NULL), LE_OK);
    CHECK_EQUAL(tree->head.n, 2);
    CHECK_RULES(check_tree());
    le__extents_release(tree);
}

static void break_inner_nodes(void) {
    int64_t many[3000];
    for (int i = 0; i < 3000; i++) many[i] = i * 7 % 50 + 1;
    CHECK_EQUAL(le__extents_build(many, 3000, &tree, NULL), LE_OK);
    CHECK_EQUAL(tree->head.level, 1);
    le__extents_inner *inner = le__extents_as_inner(tree);
    const uint32_t n = tree->head.n;
    CHECK(n < LE__EXTENTS_FANOUT);
    const char *children = "an inner node's number of children is out of range";
    BROKEN(check_tree, tree->head.n, 1, children);
    BROKEN(check_tree, tree->head.n, LE__EXTENTS_FANOUT + 1, children);
    BROKEN(check_tree, inner->prefix[0][1], 1, "a prefix differs from the sum of the children before it");
    BROKEN(check_tree, inner->prefix[1][n], 0, "an unused prefix is not INT64_MAX");
    BROKEN(check_tree, tree->sum[1], 0, "a node's sum differs from its children's");
    BROKEN(check_tree, inner->child[1]->head.level, 1, "a child has the wrong level");
    BROKEN(check_tree, inner->child[n - 1]->head.n, 0, "a leaf is empty");
    le__extents_release(tree);
}

// ---- Layouts

enum { MOST = 400 };
static double main_sizes[MOST], cross_sizes[MOST];

static le_section_spec spec_of(le_section_kind kind) {
    return (le_section_spec){.kind = kind,
                             .packing = kind == LE_SECTION_WATERFALL ? LE_PACKING_SHORTEST_FIRST : LE_PACKING_LEADING,
                             .columns = kind == LE_SECTION_WATERFALL || kind == LE_SECTION_GRID ? 3 : 0,
                             .item_main = 10 * LE_UNIT};
}

// A layout of `sections` sections of one kind.
static void make(le_section_kind kind, int64_t items, double main, double cross, int64_t sections) {
    layout = le_layout_create((le_layout_config){.cross = 320 * LE_UNIT, .main = 500 * LE_UNIT});
    CHECK(layout);
    for (int i = 0; i < MOST; i++) {
        main_sizes[i] = main + i * 37 % 11;
        cross_sizes[i] = cross * (1 + i * 13 % 7);
    }
    le_section_spec spec = spec_of(kind);
    le_sizes sizes = {.form = kind == LE_SECTION_GRID ? LE_SIZES_NONE : LE_SIZES_POINTS,
                      .count = items,
                      .main = main_sizes,
                      .cross = kind == LE_SECTION_FLOW ? cross_sizes : NULL,
                      .stride = sizeof(double)};
    for (int64_t s = 0; s < sections; s++)
        CHECK_EQUAL(le_layout_insert_sections(layout, s, &spec, &items, 1, &sizes, NULL, NULL), LE_OK);
    CHECK_RULES(check_layout());
}

static le__section *section_at(int64_t index) { return (le__section *)le__sections_find(layout, index, NULL).section; }

static void break_sections(void) {
    make(LE_SECTION_LIST, 5, 20, 0, 3);
    le__sections_node *leaf = layout->root;
    le__section *s = section_at(1);
    BROKEN(check_layout, layout->lead, 1, "what boundaries take is out of date");
    BROKEN(check_layout, leaf->sum[1], LE_MAX_TOTAL + 1, "the content is past the limits");
    BROKEN(check_layout, layout->tail, 1, "what boundaries take is out of date");
    BROKEN(check_layout, leaf->head.n, 0, "a leaf's number of sections is out of range");
    BROKEN(check_layout, leaf->head.n, LE__SECTIONS_MAX + 1, "a leaf's number of sections is out of range");
    BROKEN(check_layout, s->extent, -1, "a section's number is negative");
    BROKEN(check_layout, s->items, -1, "a section's number is negative");
    BROKEN(check_layout, s->before, -1, "a section's number is negative");
    BROKEN(check_layout, s->after, -1, "a section's number is negative");
    BROKEN(check_layout, s->extent, 0, "a leaf's sums differ from its sections'");
    BROKEN(check_layout, leaf->sum[0], 4, "a leaf's sums differ from its sections'");
    BROKEN(check_layout, s->after, 1, "a leaf's maxima differ from its sections'");
    BROKEN_TWICE(check_layout, s->extent, s->extent + 1, leaf->sum[1], leaf->sum[1] + 1,
                 "a section's extent is out of date");
    BROKEN_TWICE(check_layout, s->items, 6, leaf->sum[2], 16, "a list's count differs from its strides");
    BROKEN(check_layout, ((le__extents_node *)s->body)->sum[0], 4, "a leaf's count differs from its entries");
    le_layout_release(layout);

    make(LE_SECTION_GRID, 5, 20, 0, 1);
    s = section_at(0);
    BROKEN_TWICE(check_layout, s->items, LE_MAX_TOTAL, layout->root->sum[2], LE_MAX_TOTAL,
                 "a section is past the limits");
    le_layout_release(layout);

    make(LE_SECTION_LIST, 1, 20, 0, 100);
    le__sections_inner *inner = le__sections_as_inner(layout->root);
    CHECK_EQUAL(layout->root->head.level, 1);
    BROKEN(check_layout, inner->maximum[1][0], 1, "a child's maximum is not up to date");
    BROKEN(check_layout, layout->root->max[0], 1, "a node's maximum differs from its children's");
    le_layout_release(layout);
}

static void break_flows(void) {
    make(LE_SECTION_FLOW, 40, 20, 10, 1);
    le__section *s = section_at(0);
    le__lines_node *leaf = s->body;
    uint64_t *bits = le__lines_bits(leaf);
    CHECK_EQUAL(leaf->head.level, 0);
    CHECK(le__lines_is_narrow(leaf));
    BROKEN(check_layout, leaf->head.n, 0, "a leaf is empty");
    BROKEN(check_layout, leaf->head.spare, 39, "a leaf holds more items than its block");
    BROKEN(check_layout, leaf->sum[SUM_ITEMS], 41, "a leaf's count is wrong");
    BROKEN(check_layout, *bits, *bits & ~(uint64_t)1, "a leaf does not begin with a line");
    BROKEN(check_layout, leaf->sum[SUM_LINES], 1, "a leaf's number of lines is wrong");
    BROKEN(check_layout, *bits, *bits | (uint64_t)1 << 40, "a bit behind the last item of a leaf is set");
    BROKEN(check_layout, leaf->head.kind, LINES_EVEN, "a leaf's widths differ, but it says they do not");
    BROKEN(check_layout, s->style->spec.item_spacing, -(LE_UNIT << 20), "a width is below the least");
    BROKEN(check_layout, s->style->spec.line_spacing, -(LE_UNIT << 20), "a height is below the least");
    BROKEN(check_layout, ((uint32_t *)le__lines_widths(leaf))[0], 319 * LE_UNIT,
           "a line does not begin where the greedy loop begins it");
    BROKEN(check_layout, leaf->sum[SUM_ADVANCE], 1, "a leaf's advance is wrong");
    BROKEN_TWICE(check_layout, s->items, 41, layout->root->sum[2], 41, "a flow's count differs from its lines'");
    le_layout_release(layout);

    make(LE_SECTION_FLOW, 10, 20, 5000, 1);
    leaf = section_at(0)->body;
    CHECK(le__lines_is_wide(leaf));
    BROKEN(check_layout, leaf->head.kind, LINES_WIDE | LINES_EVEN, "a leaf's widths differ, but it says they do not");
    le_layout_release(layout);

    make(LE_SECTION_FLOW, 300, 20, 0.1, 1);
    leaf = section_at(0)->body;
    CHECK(le__lines_is_long(leaf));
    bits = le__lines_bits(leaf);
    BROKEN(check_layout, *bits, *bits | 2, "a long leaf holds more than one line");
    le_layout_release(layout);
}

static void break_waterfalls(void) {
    make(LE_SECTION_WATERFALL, 30, 20, 0, 1);
    le__section *s = section_at(0);
    le__columns_node *leaf = s->body;
    CHECK_EQUAL(leaf->head.level, 0);
    CHECK_EQUAL(leaf->head.kind, HEIGHTS_32);
    BROKEN(check_layout, leaf->head.n, 0, "a leaf's number of items is wrong");
    BROKEN(check_layout, leaf->sum[0], 31, "a leaf's number of items is wrong");
    BROKEN(check_layout, leaf->head.spare, 4, "a leaf has another number of columns");
    BROKEN(check_layout, leaf->head.kind, HEIGHT_RATIOS, "a leaf holds heights of another kind");
    BROKEN_TWICE(check_layout, leaf->head.n, 1000, leaf->sum[0], 1000, "a leaf has more items than its block holds");
    BROKEN(check_layout, le__columns_fronts(leaf)[2], 1, "a leaf's column heights are out of date");
    BROKEN(check_layout, s->style->spec.line_spacing, -(LE_UNIT << 20), "an item's height is below the least");
    BROKEN(check_layout, le__columns_places(leaf)[4], 3, "an item is in another column");
    BROKEN(check_layout, leaf->head.spare, leaf->head.spare | 1 << 8, "a leaf starts with another turn");
    BROKEN(check_layout, leaf->head.spare, leaf->head.spare | 1 << 15, "a leaf is wrong about items that span columns");
    BROKEN(check_layout, leaf->max[0], 1, "a leaf's last end is wrong");
    BROKEN(check_layout, leaf->max[1], 1, "a leaf's first start is wrong");
    BROKEN_TWICE(check_layout, s->items, 31, layout->root->sum[2], 31, "a waterfall's count differs from its columns'");
    le_layout_release(layout);

    make(LE_SECTION_WATERFALL, 30, 70000, 0, 1);
    leaf = section_at(0)->body;
    CHECK_EQUAL(leaf->head.kind, HEIGHTS_64);
    BROKEN(check_layout, ((int64_t *)le__columns_heights(leaf))[0], WATERFALL_MOST + 1,
           "a column is longer than a key can say");
    le_layout_release(layout);
}

// Rows of estimated height, some of them measured: sizes of items and pitches of groups are stored.
static void make_rows(bool uniform) {
    le_node nodes[] = {
        repeating(LE_NODE_ALONG_CROSS, 2, (le_dimension){uniform ? LE_UNIFORM_SIZE : LE_ESTIMATED_SIZE, 40}),
        {.kind = LE_NODE_ITEM, .main = {LE_ESTIMATED_SIZE, 40}, .cross = {LE_FRACTION_CROSS, 0.5}}};
    le_composition *rows = le_composition_create(&(le_composition_spec){.nodes = nodes, .node_count = 2}, NULL);
    CHECK(rows);
    layout = le_layout_create((le_layout_config){.cross = 320 * LE_UNIT, .main = 500 * LE_UNIT});
    const int64_t items = 9;
    CHECK_EQUAL(le_layout_insert_compositions(layout, 0, &rows, 1, NULL, &items, 1, NULL), LE_OK);
    le_composition_release(rows);
    le_measurement measured[] = {{0, 30, NAN}, {1, 35, NAN}, {5, 80, NAN}};
    CHECK_EQUAL(le_layout_measure_items(layout, 0, measured, 3, NULL, NULL, NULL, NULL), LE_OK);
    CHECK_RULES(check_layout());
}

static void break_compositions(void) {
    make_rows(false);
    le__section *s = section_at(0);
    le__composed *c = s->body;
    CHECK_EQUAL(c->pitch->head.kind, LE__DENSE_32);
    uint32_t *pitches = le__extents_dense32(c->pitch);
    BROKEN(check_layout, c->size[MAIN]->sum[0], 4, "a leaf's count differs from its entries");
    BROKEN_TWICE(check_layout, s->items, 10, layout->root->sum[2], 10, "measured sizes are not as many as the items");
    BROKEN(check_layout, c->pitch->head.n, 0, "a leaf is empty");
    BROKEN_TWICE(check_layout, pitches[0], pitches[0] + 1, c->pitch->sum[1], c->pitch->sum[1] + 1,
                 "a group's pitch is not what its items say");
    BROKEN_TWICE(check_layout, pitches[0], pitches[2], pitches[2], pitches[0],
                 "a group's pitch is not what its items say");
    BROKEN(check_layout, c->reach[CROSS][1], -1, "a group reaches past what the section knows");
    // When memory for the comparison is short, the checker reports no fault.
    for (long nodes = 0; nodes < 3; nodes++) {
        le_pool_fail_after(nodes);
        CHECK_RULES(check_layout());
        le_pool_fail_after(-1);
    }
    le_layout_release(layout);

    make_rows(true);
    c = section_at(0)->body;
    CHECK(c->ascending[MAIN] && !c->pitch);
    BROKEN(check_layout, c->ascending[MAIN]->head.n, 0, "a leaf is empty");
    BROKEN(check_layout, c->ascending[MAIN]->sum[0], 1, "a leaf's count differs from its entries");
    le__extents_node *ascending = c->ascending[MAIN], *other;
    CHECK_EQUAL(le__extents_build(&(int64_t){LE_UNIT}, 1, &other, NULL), LE_OK);
    BROKEN(check_layout, c->ascending[MAIN], other,
           "the measured groups in ascending order are not what the groups say");
    CHECK(c->ascending[MAIN] == ascending);
    le__extents_release(other);
    le_layout_release(layout);
}

void test_broken_structures(void) {
    running = (running_case){.test = "broken structures"};
    long blocks = le_pool_live_blocks();
    break_leaves();
    break_inner_nodes();
    break_sections();
    break_flows();
    break_waterfalls();
    break_compositions();
    CHECK_EQUAL(le_pool_live_blocks(), blocks);
    printf("%-28s done\n", "broken structures");
}
