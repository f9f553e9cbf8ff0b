// Waterfalls compared with a simple loop: every short list and edit, lengths near leaf sizes, columns that drift
// apart, shapes, refusals and memory that runs out.
#include <math.h>

#include "naive_layout.h"

typedef struct {
    le_layout *layout;
    naive_layout naive; // one section
} subject;

static le_section_spec plain_spec(uint32_t columns, le_packing placement, int64_t spacing) {
    return (le_section_spec){.kind = LE_SECTION_WATERFALL,
                             .packing = placement,
                             .columns = columns,
                             .line_spacing = spacing,
                             .item_spacing = 3 * LE_UNIT};
}

// Takes ownership of the arrays, which are in units. `spans`: `across` has the number of columns of each item.
static subject subject_of(le_section_spec spec, int64_t cross, int64_t n, int64_t *main, int64_t *across, bool spans) {
    subject s = {.naive = {.config = {.cross = cross}}};
    CHECK(s.layout = le_layout_create(s.naive.config));
    double *points = slots(2 * n, sizeof *points);
    for (int64_t i = 0; i < n; i++) {
        points[2 * i] = le_points(main[i]);
        points[2 * i + 1] = le_points(across[i]);
    }
    le_sizes sizes = {.form = spans ? LE_SIZES_SPANS : LE_SIZES_POINTS,
                      .count = n,
                      .main = points,
                      .cross = points + 1,
                      .stride = 2 * sizeof *points};
    CHECK_EQUAL(le_layout_insert_sections(s.layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    free(points);
    naive_insert_section(&s.naive, 0,
                         (naive_section){.spec = spec, .n = n, .main = main, .cross = across, .spans = spans});
    return s;
}

static subject subject_make(le_section_spec spec, int64_t cross, int64_t n, int64_t *main, int64_t *across) {
    return subject_of(spec, cross, n, main, across, false);
}

static void subject_free(subject *s) {
    le_layout_release(s->layout);
    naive_free(&s->naive);
}

static subject subject_copy(const subject *s) {
    subject copy = {le_layout_copy(s->layout), naive_copy(&s->naive)};
    CHECK(copy.layout);
    return copy;
}

// Every frame, the extent, and some queries.
static void check_subject(const subject *s, rng *r) {
    CHECK_RULES(le_layout_check(s->layout));
    int64_t extent, n = s->naive.section[0].n;
    naive_placement *placed = naive_place(&s->naive, &extent);
    CHECK_EQUAL(le_layout_extent(s->layout), extent);
    CHECK_EQUAL(le_layout_item_total(s->layout), n);
    double *frames = slots(4 * n, sizeof *frames);
    le_layout_frames(s->layout, 0, 0, n, frames);
    for (int64_t i = 0; i < n; i++) {
        le_rect f = placed[0].frame[i];
        CHECK(frames[4 * i] == le_points(f.cross_min) && frames[4 * i + 1] == le_points(f.main_min));
        CHECK(frames[4 * i + 2] == le_points(f.cross_max - f.cross_min));
        CHECK(frames[4 * i + 3] == le_points(f.main_max - f.main_min));
    }
    free(frames);
    for (int probe = 0; probe < 4 && n; probe++) {
        int64_t i = rng_below(r, n);
        le_rect f = le_layout_item_frame(s->layout, 0, i, NULL), wanted = placed[0].frame[i];
        CHECK(memcmp(&f, &wanted, sizeof f) == 0);
        double main, cross;
        CHECK_EQUAL(le_layout_read_sizes(s->layout, 0, i, 1, &main, &cross), LE_OK);
        if (s->naive.section[0].spec.flags & LE_BY_RATIO) {
            const naive_section *section = &s->naive.section[0];
            CHECK(main == le_points(section->main[i]) / (section->spans ? 1 : le_points(section->cross[i])));
            CHECK(cross == 1);
        } else {
            CHECK(main == le_points(naive_waterfall_height(&s->naive, &s->naive.section[0], i)));
            CHECK(cross == le_points(naive_waterfall_item_width(&s->naive, &s->naive.section[0], i)));
        }
    }
    for (int q = 0; q < 3; q++) {
        int64_t from = rng_in(r, -9 * LE_UNIT, extent), cross = rng_below(r, s->naive.config.cross);
        le_rect area = {from, cross, from + 1 + rng_below(r, 60 * LE_UNIT), cross + rng_below(r, 90 * LE_UNIT)};
        le_viewport viewport = {.rect = area, .visible = area};
        le_cursor cursor = {0};
        le_element found[7];
        le_layout_query_begin(&cursor);
        size_t got = le_layout_query(s->layout, &viewport, &cursor, found, 7), k = 0;
        for (int64_t i = 0; i < n; i++) {
            le_rect f = placed[0].frame[i];
            if (f.main_min >= area.main_max || f.main_max <= area.main_min || f.cross_min >= area.cross_max ||
                f.cross_max <= area.cross_min || f.main_min == f.main_max || f.cross_min == f.cross_max ||
                area.cross_min == area.cross_max)
                continue;
            if (k == got) got = le_layout_query(s->layout, &viewport, &cursor, found, 7), k = 0;
            CHECK(k < got);
            CHECK_EQUAL(found[k++].item, i);
        }
        CHECK(k == got && le_layout_query(s->layout, &viewport, &cursor, found, 7) == 0);
    }
    naive_placements_free(placed, 1);
}

// Replaces items with `count` others of these sizes in units, on both sides; `across` NULL: none spans columns.
static void replace_spans(subject *s, int64_t at, int64_t removed, const int64_t *main, const int64_t *given,
                          int64_t count, le_work *work) {
    double *points = slots(2 * count, sizeof *points);
    int64_t *across = slots(count, sizeof *across);
    for (int64_t i = 0; i < count; i++) {
        points[i] = le_points(main[i]);
        across[i] = given ? given[i] : LE_UNIT;
        points[count + i] = le_points(across[i]);
    }
    le_sizes sizes = {.form = given ? LE_SIZES_SPANS : LE_SIZES_POINTS,
                      .count = count,
                      .main = points,
                      .cross = points + count,
                      .stride = sizeof *points};
    le_edit edit = {.at = at, .removed = removed, .inserted = count};
    CHECK_EQUAL(le_layout_apply(s->layout, 0, &edit, 1, &sizes, NULL, NULL, work), LE_OK);
    naive_remove_items(&s->naive.section[0], at, removed);
    naive_insert_items(&s->naive.section[0], at, main, across, count);
    free(points);
    free(across);
}

static void replace_items(subject *s, int64_t at, int64_t removed, const int64_t *main, int64_t count, le_work *work) {
    replace_spans(s, at, removed, main, NULL, count, work);
}

static void move_items(subject *s, int64_t first, int64_t count, int64_t to) {
    CHECK_EQUAL(le_layout_move_items(s->layout, 0, first, count, to, NULL), LE_OK);
    naive_move_items(&s->naive.section[0], first, count, to);
}

static int64_t *repeated(int64_t n, int64_t value) {
    int64_t *all = slots(n, sizeof *all);
    for (int64_t i = 0; i < n; i++) all[i] = value;
    return all;
}

// ---- Every short list

static const int64_t tiny[] = {0, 16, 32, (int64_t)70000 * LE_UNIT};
enum { TINY = 4, TINY_ITEMS = 5 };

static void every_short_list(void) {
    running = (running_case){.test = "waterfall, every short list"};
    long lists = 0;
    rng r = {1};
    for (int backend = 0; backend < le_backend_count(); backend++) {
        le_backend_use(backend);
        for (uint32_t columns = 1; columns <= 3; columns++)
            for (int placement = LE_PACKING_SHORTEST_FIRST; placement <= LE_PACKING_RIGHT_TO_LEFT; placement++)
                for (int n = 0; n <= TINY_ITEMS; n++)
                    for (int code = 0, codes = 1 << (2 * n); code < codes; code++, lists++) {
                        running.seed = (uint64_t)code;
                        int64_t *main = slots(n, sizeof *main), spacing = code % 3 == 0 ? 16 : 0;
                        for (int i = 0; i < n; i++) main[i] = tiny[code >> (2 * i) & 3];
                        subject s = subject_make(plain_spec(columns, (le_packing)placement, spacing), 100 * LE_UNIT, n,
                                                 main, repeated(n, LE_UNIT));
                        check_subject(&s, &r);
                        // One edit of each kind, on a copy that shares all nodes.
                        subject t = subject_copy(&s);
                        int64_t at = code % (n + 1);
                        replace_items(&t, at, code % 2 && at < n, &tiny[code / 3 % TINY], 1, NULL);
                        if (n > 1) move_items(&t, 0, 1, 1 + code % (n - 1));
                        check_subject(&t, &r);
                        subject_free(&t);
                        check_subject(&s, &r);
                        subject_free(&s);
                    }
    }
    printf("%-28s %ld lists\n", running.test, lists);
}

// ---- Items that span columns

static void every_short_list_of_spans(void) {
    running = (running_case){.test = "waterfall, every span"};
    long lists = 0;
    rng r = {1};
    for (int backend = 0; backend < le_backend_count(); backend++) {
        le_backend_use(backend);
        for (uint32_t columns = 1; columns <= 3; columns++)
            for (int placement = LE_PACKING_SHORTEST_FIRST; placement <= LE_PACKING_RIGHT_TO_LEFT; placement++)
                for (int n = 1; n <= 4; n++)
                    for (int code = 0, codes = 1 << (3 * n); code < codes; code++, lists++) {
                        // Two heights and four spans.
                        running.seed = (uint64_t)code;
                        int64_t *main = slots(n, sizeof *main), *across = slots(n, sizeof *across);
                        for (int i = 0; i < n; i++) {
                            main[i] = code >> (3 * i) & 1 ? 3 * LE_UNIT : LE_UNIT;
                            across[i] = (1 + (code >> (3 * i + 1) & 3)) * LE_UNIT;
                        }
                        subject s = subject_of(plain_spec(columns, (le_packing)placement, code % 3 == 0 ? 16 : 0),
                                               100 * LE_UNIT, n, main, across, true);
                        check_subject(&s, &r);
                        subject t = subject_copy(&s);
                        const int64_t span = (1 + code % 3) * LE_UNIT, height = 2 * LE_UNIT;
                        int64_t at = code % (n + 1);
                        replace_spans(&t, at, code % 2 && at < n, &height, &span, 1, NULL);
                        if (n > 1) move_items(&t, 0, 1, 1 + code % (n - 1));
                        check_subject(&t, &r);
                        subject_free(&t);
                        check_subject(&s, &r);
                        subject_free(&s);
                    }
    }
    printf("%-28s %ld lists\n", running.test, lists);
}

// One of the spans of a section where every n-th item spans columns.
static int64_t some_span(rng *r, int64_t rarity) {
    return (rng_chance(r, (int)rarity) ? rng_in(r, 1, rng_chance(r, 4) ? 40 : 5) : 1) * LE_UNIT;
}

static void check_spans(const subject *s) {
    const naive_section *section = &s->naive.section[0];
    uint8_t *spans = slots(section->n, 1);
    CHECK_EQUAL(le_layout_read_spans(s->layout, 0, 0, section->n, spans), LE_OK);
    for (int64_t i = 0; i < section->n; i++) CHECK_EQUAL(spans[i], smaller(section->cross[i] / LE_UNIT, 16));
    free(spans);
}

// Random edits of all kinds, by ratio or not, on copies that share leaves.
static void spans(uint64_t seed) {
    rng r = {seed};
    const int64_t rarity = rng_chance(&r, 2) ? 1 : rng_chance(&r, 2) ? 5 : 300;
    int64_t n = rng_chance(&r, 2) ? rng_below(&r, 40) : rng_below(&r, 1500);
    int64_t *main = slots(n, sizeof *main), *across = slots(n, sizeof *across);
    le_section_spec spec = plain_spec((uint32_t)rng_in(&r, 1, rng_chance(&r, 2) ? 4 : 16),
                                      (le_packing)rng_in(&r, LE_PACKING_SHORTEST_FIRST, LE_PACKING_RIGHT_TO_LEFT),
                                      rng_below(&r, 4) * LE_UNIT);
    const bool by_ratio = rng_chance(&r, 3);
    if (by_ratio) spec.flags |= LE_BY_RATIO;
    for (int64_t i = 0; i < n; i++) {
        main[i] = by_ratio ? rng_in(&r, 0, 3 * LE_UNIT) : rng_below(&r, 90) * LE_UNIT;
        across[i] = some_span(&r, rarity);
    }
    subject s = subject_of(spec, rng_below(&r, 900 * LE_UNIT), n, main, across, true);
    check_subject(&s, &r);
    for (running.step = 1; running.step <= 8; running.step++) {
        subject before = subject_copy(&s);
        naive_section *section = &s.naive.section[0];
        n = section->n;
        switch (rng_below(&r, 6)) {
        case 0: // another container
            s.naive.config.cross = rng_below(&r, 900 * LE_UNIT);
            CHECK_EQUAL(le_layout_set_config(s.layout, s.naive.config, NULL), LE_OK);
            break;
        case 1: // other rules; items keep their spans, even those that do not fit
            spec.columns = (uint32_t)rng_in(&r, 1, 16);
            spec.packing = (le_packing)rng_in(&r, LE_PACKING_SHORTEST_FIRST, LE_PACKING_RIGHT_TO_LEFT);
            spec.item_spacing = rng_in(&r, -60 * LE_UNIT, 60 * LE_UNIT);
            spec.scale = rng_chance(&r, 2) ? 0 : 2;
            CHECK_EQUAL(le_layout_set_spec(s.layout, 0, &spec, NULL), LE_OK);
            section->spec = spec;
            break;
        case 2: // resizing keeps the spans
            if (n && !by_ratio) {
                int64_t first = rng_below(&r, n), count = rng_in(&r, 1, smaller(n - first, 500));
                double *points = slots(count, sizeof *points);
                for (int64_t i = 0; i < count; i++) {
                    section->main[first + i] = rng_below(&r, 60) * LE_UNIT;
                    points[i] = le_points(section->main[first + i]);
                }
                le_sizes sizes = {.form = LE_SIZES_POINTS, .count = count, .main = points, .stride = 8};
                CHECK_EQUAL(le_layout_resize_items(s.layout, 0, first, &sizes, NULL, NULL), LE_OK);
                free(points);
            }
            break;
        case 3:
            if (n) {
                int64_t first = rng_below(&r, n), moved = rng_below(&r, n - first + 1);
                move_items(&s, first, moved, rng_below(&r, n - moved + 1));
            }
            break;
        default: {
            int64_t at = rng_below(&r, n + 1), removed = rng_below(&r, smaller(300, n - at) + 1);
            int64_t count = rng_below(&r, rng_chance(&r, 2) ? 3 : 400);
            int64_t *new = slots(count, 8), *wide = slots(count, 8);
            for (int64_t i = 0; i < count; i++) {
                new[i] = by_ratio ? rng_in(&r, 0, 3 * LE_UNIT) : rng_below(&r, 90) * LE_UNIT;
                wide[i] = some_span(&r, rarity);
            }
            replace_spans(&s, at, removed, new, wide, count, NULL);
            free(new);
            free(wide);
        }
        }
        check_subject(&s, &r);
        check_spans(&s);
        check_subject(&before, &r);
        subject_free(&before);
    }
    subject_free(&s);
}

static void refused_spans(void) {
    running = (running_case){.test = "waterfall, refused spans"};
    const double bad[] = {0, -1, 0.5, 1.5, NAN, INFINITY, 0x1p54};
    for (int by_ratio = 0; by_ratio < 2; by_ratio++)
        for (int i = 0; i < 7; i++)
            for (int lenient = 0; lenient < 2; lenient++) {
                le_layout *layout = le_layout_create((le_layout_config){.cross = 100 * LE_UNIT});
                le_section_spec spec = plain_spec(2, LE_PACKING_SHORTEST_FIRST, 0);
                spec.flags = by_ratio ? LE_BY_RATIO : 0;
                double given[] = {5, 2, 6, bad[i]};
                le_sizes sizes = {.form = LE_SIZES_SPANS,
                                  .count = 2,
                                  .main = given,
                                  .cross = given + 1,
                                  .stride = 16,
                                  .lenient = lenient};
                le_fault fault = {0};
                int64_t n = 2;
                le_status status = le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, &fault, NULL);
                CHECK_EQUAL(status, lenient ? LE_OK : LE_BAD_VALUE);
                CHECK(fault.count == 1 && fault.item == 1 && (fault.value == bad[i] || bad[i] != bad[i]));
                uint8_t spans[2] = {9, 9};
                CHECK_EQUAL(le_layout_read_spans(layout, 0, 0, 2, spans), lenient ? LE_OK : LE_BAD_INDEX);
                CHECK(spans[0] == (lenient ? 2 : 9) && spans[1] == (lenient ? 1 : 9));
                CHECK_EQUAL(le_layout_read_spans(layout, 0, 0, 1, NULL), LE_BAD_ARGUMENT);
                CHECK_EQUAL(le_layout_read_spans(NULL, 0, 0, 1, spans), LE_BAD_ARGUMENT);
                // Only waterfalls have spans.
                le_section_spec list = {.kind = LE_SECTION_LIST}, flow = {.kind = LE_SECTION_FLOW};
                given[3] = 1;
                CHECK_EQUAL(le_layout_insert_sections(layout, 0, &list, &n, 1, &sizes, NULL, NULL), LE_NOT_SUPPORTED);
                CHECK_EQUAL(le_layout_insert_sections(layout, 0, &flow, &n, 1, &sizes, NULL, NULL), LE_NOT_SUPPORTED);
                sizes.cross = NULL;
                CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_BAD_ARGUMENT);
                sizes.form = LE_SIZES_POINTS;
                CHECK_EQUAL(le_layout_insert_sections(layout, 0, &list, &n, 1, &sizes, NULL, NULL), LE_OK);
                CHECK_EQUAL(le_layout_read_spans(layout, 0, 0, 2, spans), LE_NOT_SUPPORTED);
                le_layout_release(layout);
            }
    // A column past the limit is refused where a span makes it so.
    le_layout *layout = le_layout_create((le_layout_config){.cross = 100 * LE_UNIT});
    le_section_spec spec = plain_spec(2, LE_PACKING_SHORTEST_FIRST, 0);
    double long_ones[] = {0x1p40, 2, 0x1p40, 2, 1, 2};
    le_sizes sizes = {.form = LE_SIZES_SPANS, .count = 3, .main = long_ones, .cross = long_ones + 1, .stride = 16};
    int64_t n = 3;
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, NULL, NULL), LE_TOO_LARGE);
    CHECK_EQUAL(le_layout_section_count(layout), 0);
    le_layout_release(layout);
    printf("%-28s done\n", running.test);
}

// The work of an edit ends where the columns are as before it: at the next item that spans all of them, if its start is
// the same.
static void spans_share_what_follows(void) {
    running = (running_case){.test = "waterfall, work of spans"};
    rng r = {3};
    int64_t n = 100000, *main = slots(n, sizeof *main), *across = slots(n, sizeof *across);
    for (int64_t i = 0; i < n; i++) {
        main[i] = (20 + i % 3) * LE_UNIT;
        across[i] = (i % 100 ? 1 : 16) * LE_UNIT;
    }
    subject s = subject_of(plain_spec(5, LE_PACKING_SHORTEST_FIRST, 0), 700 * LE_UNIT, n, main, across, true);
    le_work work = {0};
    move_items(&s, 50000, 1, 50001); // a heading moves down by one item, and the next one starts where it did or not
    check_subject(&s, &r);
    int64_t same = s.naive.section[0].main[1000], span = s.naive.section[0].cross[1000];
    replace_spans(&s, 1000, 1, &same, &span, 1, &work);
    CHECK(work.items_moved < 800);
    CHECK(work.nodes_written < 60);
    check_subject(&s, &r);
    subject_free(&s);
    printf("%-28s done\n", running.test);
}

// ---- Lengths near leaf sizes

static void lengths_around_leaves(uint64_t seed) {
    rng r = {seed};
    const uint32_t columns = (uint32_t)rng_in(&r, 1, 16);
    const int64_t leaf = (1024 - 32 - 8 * (int64_t)columns) / 5; // items of 32-bit heights
    const int64_t lengths[] = {leaf - 1, leaf, leaf + 1, 2 * leaf, 2 * leaf + 3, 30 * leaf + 1, 65 * leaf};
    int64_t n = lengths[rng_below(&r, 7)], *main = slots(n, sizeof *main);
    fill_extents(&r, rng_chance(&r, 3) ? 1 : (int)rng_below(&r, SHAPES), n, main);
    le_packing placement = (le_packing)rng_in(&r, LE_PACKING_SHORTEST_FIRST, LE_PACKING_RIGHT_TO_LEFT);
    subject s = subject_make(plain_spec(columns, placement, rng_below(&r, 4) * LE_UNIT), 700 * LE_UNIT, n, main,
                             repeated(n, LE_UNIT));
    check_subject(&s, &r);
    for (running.step = 1; running.step <= 5; running.step++) {
        subject before = subject_copy(&s);
        int64_t items = s.naive.section[0].n,
                at = rng_chance(&r, 2) ? rng_below(&r, items + 1) : rng_below(&r, 3) * leaf;
        at = smaller(at, items);
        int64_t removed = rng_chance(&r, 2) ? 0 : smaller(rng_below(&r, 2 * leaf), items - at);
        int64_t count = rng_chance(&r, 2) ? rng_below(&r, 2) : rng_below(&r, 2 * leaf), *new = slots(count, 8);
        fill_extents(&r, 1, count, new);
        if (rng_chance(&r, 4) && at < items && count) { // the same height: everything after it is unchanged
            count = removed = 1;
            new[0] = s.naive.section[0].main[at];
        }
        replace_items(&s, at, removed, new, count, NULL);
        free(new);
        items = s.naive.section[0].n;
        if (items && rng_chance(&r, 3)) {
            int64_t first = rng_below(&r, items), moved = rng_below(&r, items - first + 1);
            move_items(&s, first, moved, rng_below(&r, items - moved + 1));
        }
        check_subject(&s, &r);
        check_subject(&before, &r);
        subject_free(&before);
    }
    subject_free(&s);
}

// ---- A script of several edits, some moving

static void scripts(uint64_t seed) {
    rng r = {seed};
    int64_t n = rng_in(&r, 1, 3000), *main = slots(n, sizeof *main), new[8], at = 0;
    double points[8];
    fill_extents(&r, (int)rng_below(&r, SHAPES), n, main);
    for (int i = 0; i < 8; i++) {
        new[i] = rng_below(&r, 90) * LE_UNIT;
        points[i] = le_points(new[i]);
    }
    le_packing placement = (le_packing)rng_in(&r, LE_PACKING_SHORTEST_FIRST, LE_PACKING_RIGHT_TO_LEFT);
    subject s = subject_make(plain_spec((uint32_t)rng_in(&r, 1, 16), placement, 0), 700 * LE_UNIT, n, main,
                             repeated(n, LE_UNIT));
    naive_section *old = &s.naive.section[0];
    naive_section changed = {.spec = old->spec};
    le_edit edits[6];
    size_t count = 0;
    while (count < 6 && at <= n) {
        le_edit e = {.at = rng_in(&r, at, smaller(n, at + 700))};
        e.removed = rng_below(&r, smaller(400, n - e.at + 1));
        e.moved = rng_chance(&r, 2);
        e.source = rng_below(&r, e.moved ? n : 8);
        e.inserted = rng_below(&r, smaller(300, (e.moved ? n : 8) - e.source + 1));
        naive_insert_items(&changed, changed.n, old->main + at, old->cross + at, e.at - at);
        if (e.moved) {
            naive_insert_items(&changed, changed.n, old->main + e.source, old->cross + e.source, e.inserted);
        } else {
            int64_t *across = repeated(e.inserted, LE_UNIT);
            naive_insert_items(&changed, changed.n, new + e.source, across, e.inserted);
            free(across);
        }
        edits[count++] = e;
        at = e.at + e.removed;
    }
    naive_insert_items(&changed, changed.n, old->main + at, old->cross + at, n - at);
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = 8, .main = points, .stride = sizeof *points};
    CHECK_EQUAL(le_layout_apply(s.layout, 0, edits, count, &sizes, NULL, NULL, NULL), LE_OK);
    naive_remove_sections(&s.naive, 0, 1);
    naive_insert_section(&s.naive, 0, changed);
    check_subject(&s, &r);
    subject_free(&s);
}

// ---- Different rules and widths

static void other_rules(uint64_t seed) {
    rng r = {seed};
    int64_t n = rng_below(&r, 1200), *main = slots(n, sizeof *main), *across = slots(n, sizeof *across);
    fill_extents(&r, (int)rng_below(&r, SHAPES), n, main);
    for (int64_t i = 0; i < n; i++) across[i] = rng_in(&r, LE_UNIT, 400 * LE_UNIT);
    le_section_spec spec = plain_spec(4, LE_PACKING_SHORTEST_FIRST, 0);
    if (rng_chance(&r, 2)) spec.flags |= LE_BY_RATIO;
    subject s = subject_make(spec, 700 * LE_UNIT, n, main, across);
    for (running.step = 1; running.step <= 6; running.step++) {
        naive_section *section = &s.naive.section[0];
        if (rng_chance(&r, 3)) {
            s.naive.config.cross = rng_below(&r, 900 * LE_UNIT) + 1;
            CHECK_EQUAL(le_layout_set_config(s.layout, s.naive.config, NULL), LE_OK);
        } else {
            spec.columns = (uint32_t)rng_in(&r, 1, 16);
            spec.packing = (le_packing)rng_in(&r, LE_PACKING_SHORTEST_FIRST, LE_PACKING_RIGHT_TO_LEFT);
            spec.line_spacing = 16 * rng_in(&r, -200000, 900000);
            spec.item_spacing = rng_in(&r, -2 * LE_UNIT, 9 * LE_UNIT);
            spec.scale = rng_chance(&r, 2) ? 0 : rng_chance(&r, 2) ? 2.625 : (double)rng_in(&r, 1, 3);
            int64_t least = INT64_MAX;
            for (int64_t i = 0; i < n; i++) least = smaller(least, naive_waterfall_height(&s.naive, section, i));
            bool refused = !(spec.flags & LE_BY_RATIO) && n && least < -spec.line_spacing;
            le_status status = le_layout_set_spec(s.layout, 0, &spec, NULL);
            CHECK_EQUAL(status, refused ? LE_BAD_VALUE : LE_OK);
            if (!refused) section->spec = spec;
            spec = section->spec;
        }
        check_subject(&s, &r);
    }
    le_section_spec other = spec;
    other.flags ^= LE_BY_RATIO;
    CHECK_EQUAL(le_layout_set_spec(s.layout, 0, &other, NULL), LE_NOT_SUPPORTED);
    subject_free(&s);
}

// ---- Refusals

static void refuse_section(le_section_spec spec, double main, double cross, le_status wanted, bool lenient) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = 100 * LE_UNIT});
    double sizes_in[] = {5, 1, main, cross};
    le_sizes sizes = {
        .form = LE_SIZES_POINTS, .count = 2, .main = sizes_in, .cross = sizes_in + 1, .stride = 16, .lenient = lenient};
    le_fault fault = {0};
    int64_t n = 2;
    CHECK_EQUAL(le_layout_insert_sections(layout, 0, &spec, &n, 1, &sizes, &fault, NULL), wanted);
    if (wanted == LE_BAD_VALUE && spec.columns == 2) CHECK(fault.count == 1 && fault.item == 1 && fault.section == 0);
    if (lenient) {
        CHECK(fault.count == 1 && fault.item == 1);
        le_rect frame = le_layout_item_frame(layout, 0, 1, NULL);
        CHECK_EQUAL(frame.main_max - frame.main_min, spec.line_spacing < 0 ? -spec.line_spacing : 0);
    }
    CHECK_RULES(le_layout_check(layout));
    CHECK_EQUAL(le_layout_section_count(layout), wanted == LE_OK);
    le_layout_release(layout);
}

static void refusals(void) {
    running = (running_case){.test = "waterfall, refusals"};
    le_section_spec spec = plain_spec(2, LE_PACKING_SHORTEST_FIRST, 0), other = spec;
    const double bad[] = {NAN, INFINITY, -INFINITY, -1, 1e300};
    for (int i = 0; i < 5; i++) {
        refuse_section(spec, bad[i], 1, LE_BAD_VALUE, false);
        refuse_section(spec, bad[i], 1, LE_OK, true);
        other.flags = LE_BY_RATIO;
        refuse_section(other, bad[i], 1, LE_BAD_VALUE, false);
        refuse_section(other, bad[i], 1, LE_OK, true);
        if (bad[i] < 1e299) refuse_section(other, 1, bad[i], LE_BAD_VALUE, false);
    }
    refuse_section(other, 1, 0, LE_BAD_VALUE, false);
    refuse_section(other, 1, 0, LE_OK, true);
    other = spec;
    other.line_spacing = -4 * LE_UNIT;
    refuse_section(other, 3.9, 1, LE_BAD_VALUE, false);
    refuse_section(other, 3.9, 1, LE_OK, true);
    refuse_section(other, 4, 1, LE_OK, false);
    le_section_spec broken[7] = {spec, spec, spec, spec, spec, spec, spec};
    broken[0].columns = 0;
    broken[1].columns = 17;
    broken[2].line_spacing = 8;
    broken[3].packing = LE_PACKING_JUSTIFIED;
    broken[4].scale = NAN;
    broken[5].scale = -1;
    broken[6].line_spacing = (int64_t)1 << 53;
    for (int i = 0; i < 7; i++) {
        if (broken[i].columns == 2) broken[i].columns = 3;
        refuse_section(broken[i], 5, 1, LE_BAD_VALUE, false);
    }
    // Each height is valid, but a column of both exceeds the range of a key.
    other = plain_spec(1, LE_PACKING_LEFT_TO_RIGHT, 0);
    refuse_section(other, 0x1p41, 1, LE_TOO_LARGE, false);
    refuse_section(other, 0x1p40, 1, LE_OK, false);
    printf("%-28s done\n", running.test);
}

// Whichever allocation fails, the layout is unchanged.
static void short_memory(uint64_t seed) {
    rng r = {seed};
    int64_t n = rng_in(&r, 1, 4000), *main = slots(n, sizeof *main);
    fill_extents(&r, 0, n, main);
    subject s =
        subject_make(plain_spec(5, LE_PACKING_SHORTEST_FIRST, 16), 700 * LE_UNIT, n, main, repeated(n, LE_UNIT));
    le_layout *copy = le_layout_copy(s.layout);
    double height = 33;
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = 1, .main = &height, .cross = &height, .stride = 8};
    int64_t at = rng_below(&r, n);
    for (long allowed = 0;; allowed++) {
        le_pool_fail_after(allowed);
        le_status status = le_layout_resize_items(s.layout, 0, at, &sizes, NULL, NULL);
        le_pool_fail_after(-1);
        CHECK_RULES(le_layout_check(s.layout));
        if (status == LE_OK) break;
        CHECK_EQUAL(status, LE_NO_MEMORY);
        if (allowed % 5 == 0) check_subject(&s, &r);
    }
    s.naive.section[0].main[at] = 33 * LE_UNIT;
    check_subject(&s, &r);
    le_layout_release(copy);
    subject_free(&s);
}

// ---- Work

// The work is the items after the edit, and stops when the columns are as before.
static void work_is_what_follows(void) {
    running = (running_case){.test = "waterfall, work"};
    rng r = {3};
    int64_t n = 100000, *main = slots(n, sizeof *main);
    fill_extents(&r, 0, n, main);
    subject s = subject_make(plain_spec(5, LE_PACKING_SHORTEST_FIRST, 0), 700 * LE_UNIT, n, main, repeated(n, LE_UNIT));
    const int64_t places[] = {0, 50000, 99000, 99999, 100000};
    for (int i = 0; i < 5; i++) {
        le_work work = {0};
        int64_t height = 44 * LE_UNIT;
        replace_items(&s, places[i], 0, &height, 1, &work);
        CHECK((int64_t)work.items_moved <= n - places[i] + 400);
        CHECK((int64_t)(work.nodes_visited + work.nodes_written) < (n - places[i]) / 60 + 60);
        n++;
    }
    le_work work = {0};
    int64_t same = s.naive.section[0].main[1000];
    replace_items(&s, 1000, 1, &same, 1, &work);
    CHECK(work.items_moved < 800);
    CHECK(work.nodes_written < 60);
    check_subject(&s, &r);
    subject_free(&s);
    printf("%-28s done\n", running.test);
}

void test_waterfall(void) {
    every_short_list();
    every_short_list_of_spans();
    refusals();
    refused_spans();
    spans_share_what_follows();
    work_is_what_follows();
    run_cases("waterfall, lengths", 3000, lengths_around_leaves);
    run_cases("waterfall, scripts", 10000, scripts);
    run_cases("waterfall, spans", 6000, spans);
    run_cases("waterfall, other rules", 6000, other_rules);
    run_cases("waterfall, short memory", 200, short_memory);
}
