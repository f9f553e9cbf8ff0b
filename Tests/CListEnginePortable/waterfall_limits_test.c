// Waterfalls at their limits: columns that become too long, scripts without sizes, counts that overflow.
#include "harness.h"

static le_layout *waterfall_of(uint32_t columns, le_packing placement, int64_t n, double height) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = 400 * LE_UNIT});
    CHECK(layout);
    le_section_spec spec = {.kind = LE_SECTION_WATERFALL, .packing = placement, .columns = columns};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = n, .main = &height};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    return layout;
}

// The column of the first item is too long from the start, so the other items of the leaf never get a column. (Valgrind
// and MemorySanitizer detect whether their columns are read.)
static void too_long_from_the_first_item(void) {
    for (uint32_t columns = 1; columns <= 16; columns++)
        for (le_packing placement = LE_PACKING_SHORTEST_FIRST; placement <= LE_PACKING_RIGHT_TO_LEFT; placement++) {
            le_layout *layout = waterfall_of(columns, placement, 3, 10);
            le_section_spec spec = le_layout_get_spec(layout, 0);
            const double height = 2.3e12;
            int64_t n = 16;
            le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = n, .main = &height};
            CHECK_EQUAL(le_layout_insert_sections(layout, 1, &spec, &n, 1, &sizes, NULL, NULL), LE_TOO_LARGE);
            CHECK_EQUAL(le_layout_insert_items(layout, 0, 1, &sizes, NULL, NULL), LE_TOO_LARGE);
            CHECK_EQUAL(le_layout_section_count(layout), 1);
            CHECK_EQUAL(le_layout_item_total(layout), 3);
            CHECK_RULES(le_layout_check(layout));
            le_layout_release(layout);
        }
}

// A script may have no sizes, as for a list: it can remove and move.
static void scripts_without_sizes(void) {
    le_layout *layout = waterfall_of(3, LE_PACKING_SHORTEST_FIRST, 500, 10);
    const le_edit edits[] = {{.at = 2, .removed = 3}, {.at = 400, .inserted = 2, .source = 0, .moved = true}};
    CHECK_EQUAL(le_layout_apply(layout, 0, edits, 2, NULL, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_item_total(layout), 499);
    CHECK_RULES(le_layout_check(layout));
    // An inserted item would have no size then.
    const le_edit inserts[] = {{.at = 0, .removed = 1}, {.at = 1, .inserted = 1}};
    size_t failed = 9;
    CHECK_EQUAL(le_layout_apply(layout, 0, inserts, 2, NULL, &failed, NULL, NULL), LE_BAD_EDITS);
    CHECK_EQUAL(failed, 1);
    CHECK_EQUAL(le_layout_apply(layout, 0, NULL, 0, NULL, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_item_total(layout), 499);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
}

// Edits whose counts exceed 64 bits in total: each of them reuses all sizes, or all items.
static void scripts_of_endless_counts(void) {
    le_layout *layout = waterfall_of(3, LE_PACKING_SHORTEST_FIRST, 5, 10);
    const double height = 1;
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = INT64_MAX, .main = &height};
    const le_edit edits[] = {{.at = 0, .inserted = 1}, {.at = 1, .inserted = INT64_MAX}, {.at = 2, .removed = 2}};
    size_t failed;
    le_status status = le_layout_apply(layout, 0, edits, 3, &sizes, &failed, NULL, NULL);
    CHECK(status == LE_TOO_LARGE || status == LE_BAD_EDITS);
    CHECK_EQUAL(le_layout_item_total(layout), 5);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
}

// Sizes may be at any distance from each other, even if no double is aligned then. A single size has no distance.
static void sizes_at_odd_distances(void) {
    _Alignas(8) unsigned char bytes[12 * 40];
    for (int i = 0; i < 40; i++) {
        double height = 10 + i;
        memcpy(bytes + 12 * i, &height, sizeof height);
    }
    int64_t n = 39;
    le_layout *layout = waterfall_of(2, LE_PACKING_LEFT_TO_RIGHT, 1, 1);
    le_section_spec spec = le_layout_get_spec(layout, 0);
    for (int ratio = 0; ratio < 2; ratio++) {
        spec.flags = ratio ? LE_BY_RATIO : 0;
        le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .stride = 12};
        sizes.main = sizes.cross = (const double *)(const void *)bytes;
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
        double main, cross;
        CHECK_EQUAL(le_layout_read_sizes(layout, 0, 7, 1, &main, &cross), LE_OK);
        CHECK(main == (ratio ? 1 : 17));
        sizes = (le_sizes){.form = LE_SIZES_CONSTANT, .count = n, .stride = PTRDIFF_MAX - 1};
        sizes.main = sizes.cross = (const double *)(const void *)bytes;
        CHECK_EQUAL(le_layout_insert_items(layout, 0, 0, &sizes, NULL, NULL), LE_OK);
        CHECK_RULES(le_layout_check(layout));
    }
    le_layout_release(layout);
}

// A ratio that gives a valid height in a narrow column exceeds the limits in a wide one.
static void ratios_in_other_widths(void) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = LE_UNIT});
    le_section_spec spec = {
        .kind = LE_SECTION_WATERFALL, .packing = LE_PACKING_SHORTEST_FIRST, .columns = 1, .flags = LE_BY_RATIO};
    const double sizes_of_items[] = {1, 1, 0x1p30, 1};
    int64_t n = 2;
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .stride = 16};
    sizes.main = sizes_of_items;
    sizes.cross = sizes_of_items + 1;
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    le_layout_config config = {.cross = (int64_t)4096 * LE_UNIT};
    CHECK_EQUAL(le_layout_set_config(layout, config, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_get_config(layout).cross, LE_UNIT);
    CHECK_RULES(le_layout_check(layout));
    config.cross = (int64_t)1024 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_config(layout, config, NULL), LE_OK);
    CHECK_EQUAL(le_layout_extent(layout), ((int64_t)1 << 60) + 1024 * LE_UNIT);
    CHECK_RULES(le_layout_check(layout));
    le_layout_release(layout);
}

void test_waterfall_limits(void) {
    for (int backend = 0; backend < le_backend_count(); backend++) {
        le_backend_use(backend);
        running = (running_case){.test = "waterfall, limits"};
        too_long_from_the_first_item();
        scripts_without_sizes();
        scripts_of_endless_counts();
        sizes_at_odd_distances();
        ratios_in_other_widths();
    }
    printf("%-28s done\n", running.test);
}
