// Flows at their limits: the largest size and total, lines whose overlapping widths exceed 64 bits, moves and scripts
// that exceed the limit only in between, and edits whose work could grow with the square of the items.
#include "naive_layout.h"

#include "kinds/flow/flow.h"

typedef struct {
    double width, height;
} size_points;

static le_sizes sizes_over(const size_points *items, int64_t n) {
    return (le_sizes){
        .form = LE_SIZES_POINTS, .count = n, .cross = &items->width, .main = &items->height, .stride = sizeof *items};
}

static le__flow flow_of(le__flow_rules rules, const size_points *items, int64_t n) {
    le__flow flow = {.rules = rules};
    le_sizes sizes = sizes_over(items, n);
    CHECK_EQUAL(le__flow_build(&flow, &sizes, 0, n, NULL, NULL), LE_OK);
    CHECK_RULES(le__flow_check(&flow));
    return flow;
}

// Every kind of section refuses a size of 2^42 points, and accepts the largest size below it.
static void the_largest_size(void) {
    const double most = 0x1p42, below = 0x1.fffffffffffffp41;
    const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_WATERFALL};
    for (int k = 0; k < 3; k++)
        for (int across = 0; across < 2; across++)
            for (int lenient = 0; lenient < 2; lenient++) {
                if (across && kinds[k] != LE_SECTION_FLOW) continue;
                le_layout *layout = le_layout_create((le_layout_config){.cross = 400 * LE_UNIT});
                le_section_spec spec = {.kind = kinds[k], .packing = LE_PACKING_LEADING, .columns = 1};
                if (kinds[k] == LE_SECTION_WATERFALL) spec.packing = LE_PACKING_SHORTEST_FIRST;
                int64_t n = 1;
                const double one = 1, *main = across ? &one : &most, *cross = across ? &most : &one;
                le_sizes sizes = {.form = LE_SIZES_POINTS, .count = n, .main = main, .cross = cross, .stride = 8};
                sizes.lenient = lenient;
                le_fault fault;
                CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, &fault, NULL),
                            lenient ? LE_OK : LE_BAD_VALUE);
                CHECK(fault.count == 1 && fault.item == 0 && fault.value == most);
                CHECK_EQUAL(le_layout_extent(layout), lenient && across ? LE_UNIT : 0);
                if (across)
                    sizes.cross = &below;
                else
                    sizes.main = &below;
                le_status status = le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, &fault, NULL);
                // A column of a waterfall is limited to half of that.
                CHECK_EQUAL(status, kinds[k] == LE_SECTION_WATERFALL ? LE_TOO_LARGE : LE_OK);
                CHECK_EQUAL(fault.count, 0);
                CHECK_RULES(le_layout_check(layout));
                le_layout_release(layout);
            }
}

// Items that overlap almost completely: the sum of their widths exceeds 64 bits, but their line does not.
static void lines_of_overlapping_items(void) {
    enum { N = 200 };
    const double wide = 0x1p40;
    size_points items[N];
    for (int i = 0; i < N; i++) items[i] = (size_points){wide + (i == 7 ? 3 : 0), 10};
    le__flow_rules rules = {.line = ((int64_t)1 << 61), .item_spacing = -((int64_t)1 << 60)};
    for (rules.packing = LE_PACKING_JUSTIFIED; rules.packing <= LE_PACKING_LEADING; rules.packing++) {
        le__flow flow = flow_of(rules, items, N);
        CHECK_EQUAL(le__flow_lines(&flow), 1);
        le_rect frame = le__flow_item_frame(&flow, N - 1, NULL);
        CHECK_EQUAL(frame.cross_min, 3 * LE_UNIT);
        // If another line follows, the items are spread to fill theirs.
        size_points last = {0x1p41, 10};
        le_sizes sizes = sizes_over(&last, 1);
        CHECK_EQUAL(le__flow_insert(&flow, N, &sizes, 0, 1, NULL, NULL), LE_OK);
        CHECK_EQUAL(le__flow_lines(&flow), 2);
        CHECK_RULES(le__flow_check(&flow));
        frame = le__flow_item_frame(&flow, N - 1, NULL);
        if (rules.packing == LE_PACKING_JUSTIFIED) CHECK_EQUAL(frame.cross_max, rules.line);
        le__flow_release(&flow);
    }
}

// A query of an area before everything, with a spacing that moves it further back.
static void offsets_before_everything(void) {
    size_points items[3] = {{10, 0x1p40}, {10, 0x1p40}, {10, 0x1p40}};
    le__flow flow = flow_of((le__flow_rules){.line = 15 * LE_UNIT, .line_spacing = -((int64_t)1 << 60)}, items, 3);
    le__flow_walk walk;
    le__flow_line line;
    const int64_t offsets[] = {INT64_MIN, -LE_MAX_TOTAL, -1};
    for (int i = 0; i < 3; i++) {
        le__flow_walk_to_offset(&walk, &flow, offsets[i], NULL);
        CHECK(le__flow_walk_next(&walk, &line, NULL));
        CHECK_EQUAL(line.first, 0);
    }
    le__flow_walk_to_offset(&walk, &flow, INT64_MAX, NULL);
    CHECK(!le__flow_walk_next(&walk, &line, NULL));
    le__flow_release(&flow);
}

// Lines of two items with such wide gaps that the excess lanes after them exceed 64 bits.
static void places_behind_wide_gaps(void) {
    const int64_t far = LE_MAX_TOTAL / 4, width = (int64_t)1 << 31;
    le_layout *layout = le_layout_create((le_layout_config){.cross = far});
    le_section_spec spec = {.kind = LE_SECTION_FLOW, .packing = LE_PACKING_JUSTIFIED, .item_spacing = far};
    spec.inset_cross_start = -far;
    spec.inset_cross_end = -width;
    const double across = le_points(width), one = 1;
    int64_t n = 9;
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = n, .main = &one, .cross = &across};
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    le_rect all = {0, -LE_MAX_TOTAL, 10 * LE_UNIT, LE_MAX_TOTAL};
    le_viewport viewport = {.rect = all, .visible = all};
    le_cursor cursor = {0};
    le_element found[10];
    le_layout_query_begin(&cursor);
    CHECK_EQUAL(le_layout_query(layout, &viewport, &cursor, found, 10), 9);
    for (int i = 0; i < 9; i++) {
        CHECK_EQUAL(found[i].item, i);
        CHECK(found[i].min_y == (double)(i / 2));
        CHECK(found[i].min_x == le_points(i % 2 ? far : -far));
    }
    le_layout_release(layout);
}

// Items of a long line, each nearly as high as a flow may be: cut into pieces, the line would exceed 64 bits. Whether a
// move is possible depends only on its result.
static void moves_of_huge_items(void) {
    enum { N = 400 };
    size_points items[N];
    for (int i = 0; i < N; i++) items[i] = (size_points){1, 0x1.fp41};
    le__flow flow = flow_of((le__flow_rules){.line = 1000 * LE_UNIT}, items, N);
    le__flow copy = flow;
    le__flow_retain(&copy);
    CHECK_EQUAL(le__flow_move(&flow, 100, 50, 300, NULL), LE_OK);
    CHECK_EQUAL(le__flow_extent(&flow), (int64_t)0x1fp57);
    CHECK_RULES(le__flow_check(&flow));
    CHECK_EQUAL(le__flow_move(&flow, 3, 1, 380, NULL), LE_OK);
    CHECK_RULES(le__flow_check(&flow));
    le__flow_release(&flow);
    flow = copy;

    // A wide item keeps the others on one line on each side of it; between them it would make two lines.
    le__flow_release(&flow);
    for (int i = 0; i < N; i++) items[i] = (size_points){1, i < 200 ? 0x1.8p41 : 5};
    items[N - 1].width = 900;
    flow = flow_of((le__flow_rules){.line = 1000 * LE_UNIT}, items, N);
    CHECK_EQUAL(le__flow_lines(&flow), 2);
    CHECK_EQUAL(le__flow_move(&flow, N - 1, 1, 100, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le__flow_move(&flow, 150, 250, 50, NULL), LE_TOO_LARGE);
    CHECK_RULES(le__flow_check(&flow));
    CHECK_EQUAL(le__flow_extent(&flow), (int64_t)(0x1.8p61) + 5 * LE_UNIT);
    le__flow_release(&flow);
}

// Edits that are applied from the last to the first exceed the limit in between; all of them together do not.
static void scripts_that_pass_the_limit_on_their_way(void) {
    enum { N = 2000 };
    size_points *items = slots(N, sizeof *items);
    for (int i = 0; i < N; i++) items[i] = (size_points){100, i ? 1 : 0x1.8p41};
    le__flow flow = flow_of((le__flow_rules){.line = 150 * LE_UNIT}, items, N);
    le_sizes sizes = sizes_over(items, 1);
    le_edit edits[] = {{.at = 0, .removed = 1}, {.at = N - 1, .inserted = 1}};
    CHECK_EQUAL(le__flow_apply(&flow, edits, 2, &sizes, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le__flow_count(&flow), N);
    CHECK_EQUAL(le__flow_extent(&flow), (int64_t)0x1.8p61 + (N - 1) * LE_UNIT);
    CHECK_RULES(le__flow_check(&flow));
    // An insertion far from the huge item does not read it, and the sum of both is too large.
    le_sizes huge = sizes_over(items + N - 1, 1);
    items[N - 1] = (size_points){900, 0x1.8p41};
    CHECK_EQUAL(le__flow_insert(&flow, 0, &huge, 0, 1, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le__flow_count(&flow), N);
    // An invalid script is refused whichever way it is tried, and its faults are counted once.
    items[1].width = -1;
    sizes = sizes_over(items, 2);
    sizes.lenient = true;
    le_fault fault = {0};
    le_edit more[] = {{.at = 0, .inserted = 2}, {.at = N - 1, .inserted = 1}};
    CHECK_EQUAL(le__flow_apply(&flow, more, 2, &sizes, NULL, &fault, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le__flow_count(&flow), N);
    CHECK_EQUAL(fault.count, 1);
    CHECK_RULES(le__flow_check(&flow));
    le__flow_release(&flow);
    free(items);
}

// Each edit of items of one width moves an item over every later line end. A script of many edits does not do that for
// each of its edits.
static void scripts_over_items_of_one_width(void) {
    enum { N = 200000, EDITS = N / 500 };
    size_points *items = slots(N, sizeof *items);
    for (int i = 0; i < N; i++) items[i] = (size_points){100, 20 + i % 7};
    le__flow flow = flow_of((le__flow_rules){.line = 350 * LE_UNIT}, items, N);
    le_edit *edits = slots(EDITS, sizeof *edits);
    for (int e = 0; e < EDITS; e++) edits[e] = (le_edit){.at = 500 * e, .inserted = 1, .source = e};
    le_sizes sizes = sizes_over(items, EDITS);
    le_work work = {0};
    CHECK_EQUAL(le__flow_apply(&flow, edits, EDITS, &sizes, NULL, NULL, &work), LE_OK);
    CHECK_EQUAL(le__flow_count(&flow), N + EDITS);
    CHECK_RULES(le__flow_check(&flow));
    CHECK(work.items_moved < 4 * N);
    le__flow_release(&flow);
    free(edits);
    free(items);
}

// Three items per line whatever their width, which differs now and then: the guesses of most chains are wrong, however
// long their pieces, so guessing is abandoned.
static void guesses_that_never_hold(void) {
    enum { N = 900000 };
    size_points *items = slots(N, sizeof *items);
    for (int i = 0; i < N; i++) items[i] = (size_points){i % 5000 == 7 ? 99 : 100, 20 + i % 5};
    le__flow flow = flow_of((le__flow_rules){.line = 350 * LE_UNIT}, items, N);
    CHECK_EQUAL(le__flow_lines(&flow), N / 3);
    le__flow_release(&flow);
    free(items);
}

// A stretch of items of one width that ends in a leaf with wide items.
static void stretches_before_wide_items(void) {
    enum { N = 3000, TALL = 12 };
    size_points *items = slots(N + TALL, sizeof *items), one = {100, 33};
    rng r = {5};
    for (int i = 0; i < N + TALL; i++) items[i] = (size_points){100, i < N ? 20 + i % 7 : 5000};
    for (int per_line = 2; per_line < 6; per_line++) {
        le__flow flow = flow_of((le__flow_rules){.line = (100 * per_line + 20) * LE_UNIT}, items, N + TALL);
        le_sizes sizes = sizes_over(&one, 1);
        for (int step = 0; step < 40; step++) {
            int64_t at = rng_below(&r, 200);
            if (step % 3 == 2)
                CHECK_EQUAL(le__flow_remove(&flow, at, 1, NULL), LE_OK);
            else
                CHECK_EQUAL(le__flow_insert(&flow, at, &sizes, 0, 1, NULL, NULL), LE_OK);
            CHECK_RULES(le__flow_check(&flow));
        }
        le__flow_release(&flow);
    }
    free(items);
}

// Through the layout: scripts, other spacings that the sizes allow or not, frames in floats, and memory counts.
static void flows_of_layouts(void) {
    enum { N = 400 };
    size_points *items = slots(N, sizeof *items);
    // The first lines have more items than a leaf can hold.
    for (int i = 0; i < N; i++) items[i] = (size_points){i < 300 ? 0.25 : 60, 20};
    le_layout *layout = le_layout_create((le_layout_config){.cross = 200 * LE_UNIT});
    le_section_spec spec = {.kind = LE_SECTION_FLOW, .packing = LE_PACKING_JUSTIFIED};
    le_sizes sizes = sizes_over(items, N);
    int64_t n = N;
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    CHECK(le_layout_bytes(layout) > N * 8);
    const le_edit edits[] = {{.at = 10, .removed = 5, .inserted = 2, .source = 390},
                             {.at = 350, .inserted = 40, .source = 0, .moved = true}};
    CHECK_EQUAL(le_layout_apply(layout, 0, edits, 2, &sizes, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_item_total(layout), N + 37);
    CHECK_RULES(le_layout_check(layout));
    const double height = 25, width = 30;
    le_sizes same = {.form = LE_SIZES_CONSTANT, .count = 3, .main = &height, .cross = &width};
    CHECK_EQUAL(le_layout_insert_items(layout, 0, 100, &same, NULL, NULL), LE_OK);
    double *frames = slots(4 * (N + 40), sizeof *frames);
    float *near = slots(4 * (N + 40), sizeof *near);
    le_layout_frames(layout, 0, 0, N + 40, frames);
    le_layout_frames_relative(layout, 0, 0, N + 40, 8, 16, near);
    for (int i = 0; i < N + 40; i++) {
        CHECK(near[4 * i] == (float)(frames[4 * i] - 8) && near[4 * i + 1] == (float)(frames[4 * i + 1] - 16));
        CHECK(near[4 * i + 2] == (float)frames[4 * i + 2] && near[4 * i + 3] == (float)frames[4 * i + 3]);
    }
    // No width is below a quarter point, and no height below 20 points.
    const le_section_spec before = le_layout_get_spec(layout, 0);
    for (int across = 0; across < 2; across++) {
        spec = before;
        int64_t *spacing = across ? &spec.item_spacing : &spec.line_spacing,
                least = across ? LE_UNIT / 4 : 20 * LE_UNIT;
        *spacing = -least - 1;
        CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_BAD_VALUE);
        CHECK_RULES(le_layout_check(layout));
        *spacing = -least;
        CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_OK);
        CHECK_RULES(le_layout_check(layout));
    }
    CHECK_EQUAL(le_layout_remove_items(layout, 0, 0, N + 40, NULL), LE_OK);
    spec.line_spacing = -90 * LE_UNIT;
    CHECK_EQUAL(le_layout_set_spec(layout, 0, &spec, NULL), LE_OK);
    le_layout_release(layout);
    free(frames);
    free(near);
    free(items);
}

// A query of a rectangle in small pieces, compared with a scan of all frames.
static void check_query(const le_layout *layout, le_rect area, int64_t n, const double *frames) {
    enum { PIECE = 7 };
    le_viewport viewport = {.rect = area, .visible = area};
    le_cursor cursor = {0};
    le_element found[PIECE];
    size_t got = 0, k = 0;
    le_layout_query_begin(&cursor);
    for (int64_t i = 0; i < n; i++) {
        const double *f = frames + 4 * i;
        if (f[2] <= 0 || f[3] <= 0 || f[0] >= le_points(area.cross_max) || f[0] + f[2] <= le_points(area.cross_min) ||
            f[1] >= le_points(area.main_max) || f[1] + f[3] <= le_points(area.main_min))
            continue;
        if (k == got) {
            got = le_layout_query(layout, &viewport, &cursor, found, PIECE);
            k = 0;
        }
        CHECK(k < got);
        CHECK_EQUAL(found[k].item, i);
        CHECK(found[k].min_x == f[0] && found[k].min_y == f[1]);
        k++;
    }
    CHECK(k == got && le_layout_query(layout, &viewport, &cursor, found, PIECE) == 0);
}

// Lines of thousands of items, some without a width or a height, queried through narrow gaps.
static void queries_of_long_lines(void) {
    enum { N = 9000 };
    rng r = {7};
    size_points *items = slots(N, sizeof *items);
    double *frames = slots(4 * N, sizeof *frames);
    for (int shape = 0; shape < 12; shape++) {
        le_section_spec spec = {.kind = LE_SECTION_FLOW};
        spec.packing = shape & 1 ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED;
        spec.item_spacing = (shape / 2 % 3 - 1) * 16384;
        spec.inset_cross_start = 5 * LE_UNIT;
        bool wide = shape >= 6;
        for (int i = 0; i < N; i++) {
            items[i] = (size_points){0.0625 + le_points(rng_below(&r, 4)), 20 + (double)rng_below(&r, 9)};
            if (spec.item_spacing >= 0 && i % 1000 < 600) items[i].width = 0;
            if (i % 700 < 80) items[i].height = 0;
        }
        items[N / 2].width = 90;
        if (wide) items[17].height = 80000;
        le_layout *layout = le_layout_create((le_layout_config){.cross = 160 * LE_UNIT});
        le_sizes sizes = sizes_over(items, N);
        int64_t n = N;
        CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
        CHECK_RULES(le_layout_check(layout));
        le_layout_frames(layout, 0, 0, n, frames);
        for (int probe = 0; probe < 40; probe++) {
            int64_t item = rng_below(&r, N);
            double one[4];
            le_layout_frames(layout, 0, item, 1, one);
            CHECK(memcmp(one, frames + 4 * item, sizeof one) == 0);
            le_rect frame = le_layout_item_frame(layout, 0, item, NULL);
            CHECK(le_points(frame.cross_min) == one[0] && le_points(frame.main_min) == one[1]);
            int64_t across = rng_below(&r, 170 * LE_UNIT), along = rng_below(&r, le_layout_extent(layout));
            le_rect area = {along, across, along + 1 + rng_below(&r, 30 * LE_UNIT), across + 1};
            if (rng_chance(&r, 2)) area.cross_max += rng_below(&r, 9 * LE_UNIT);
            check_query(layout, area, N, frames);
        }
        le_layout_release(layout);
    }
    free(items);
    free(frames);
}

// A query skips lines without a height, all together.
static void queries_before_lines_without_height(void) {
    enum { N = 200000 };
    size_points *items = slots(N, sizeof *items);
    for (int spaced = 0; spaced < 2; spaced++)
        for (int i = 0; i < N; i++) {
            // Whole leaves of these lines, with some lines that have a height between them.
            bool tall = i < 300 || i >= N - 300 || (spaced && i % 50000 < 200);
            items[i] = (size_points){100, tall ? 20 : 0};
            if (i < N - 1) continue;
            le_layout *layout = le_layout_create((le_layout_config){.cross = 250 * LE_UNIT});
            le_section_spec spec = {.kind = LE_SECTION_FLOW, .packing = LE_PACKING_LEADING, .line_spacing = spaced};
            le_sizes sizes = sizes_over(items, N);
            int64_t n = N;
            CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
            le_rect all = {0, 0, LE_MAX_TOTAL, 250 * LE_UNIT};
            le_viewport viewport = {.rect = all, .visible = all};
            le_cursor cursor = {0};
            le_element found[64];
            int64_t seen = 0, last = -1;
            le_layout_query_begin(&cursor);
            for (size_t got; (got = le_layout_query(layout, &viewport, &cursor, found, 64)) > 0; seen += (int64_t)got)
                for (size_t k = 0; k < got; k++) {
                    CHECK(found[k].item > last && items[found[k].item].height == 20);
                    le_rect frame = le_layout_item_frame(layout, 0, found[k].item, NULL);
                    CHECK(found[k].min_y == le_points(frame.main_min));
                    last = found[k].item;
                }
            CHECK_EQUAL(seen, spaced ? 600 + 200 * 3 : 600);
            CHECK(cursor.work.nodes_visited < 200);
            le_layout_release(layout);
        }
    free(items);
}

void test_flow_limits(void) {
    for (int backend = 0; backend < le_backend_count(); backend++) {
        le_backend_use(backend);
        running = (running_case){.test = "flow, limits"};
        the_largest_size();
        lines_of_overlapping_items();
        offsets_before_everything();
        places_behind_wide_gaps();
        moves_of_huge_items();
        scripts_that_pass_the_limit_on_their_way();
        scripts_over_items_of_one_width();
        guesses_that_never_hold();
        stretches_before_wide_items();
        flows_of_layouts();
        queries_of_long_lines();
        queries_before_lines_without_height();
    }
    printf("%-28s done\n", running.test);
}
