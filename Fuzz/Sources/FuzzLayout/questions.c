// Queries about positions, compared with a scan of all frames.
#include <math.h>

#include "subject.h"
#include "visits.h"

enum { ROOM = 20000 };

static bool same_element(const le_element *a, const le_element *b) {
    return a->min_x == b->min_x && a->min_y == b->min_y && a->max_x == b->max_x && a->max_y == b->max_y &&
           a->item == b->item && a->section == b->section && a->z_index == b->z_index && a->kind == b->kind &&
           a->category == b->category && a->flags == b->flags;
}

static int64_t run_query(const le_layout *layout, const le_viewport *viewport, size_t chunk, le_element *out,
                         int64_t room) {
    le_cursor cursor = {0};
    le_layout_query_begin(&cursor);
    int64_t n = 0;
    while (n + (int64_t)chunk <= room) {
        size_t got = le_layout_query(layout, viewport, &cursor, out + n, chunk);
        CHECK(got <= chunk);
        if (!got) break;
        n += (int64_t)got;
    }
    return n;
}

// Edges in points of the content, mirrored if the layout is.
static void edges_of(const subject *s, int64_t content, le_rect r, double out[4]) {
    bool across = s->config.horizontal;
    int64_t x0 = across ? r.main_min : r.cross_min, x1 = across ? r.main_max : r.cross_max;
    int64_t y0 = across ? r.cross_min : r.main_min, y1 = across ? r.cross_max : r.main_max;
    int64_t width = across ? content : s->config.cross;
    out[0] = le_points(s->config.right_to_left ? width - x1 : x0);
    out[1] = le_points(y0);
    out[2] = le_points(s->config.right_to_left ? width - x0 : x1);
    out[3] = le_points(y1);
}

static bool meets(le_rect a, le_rect b) {
    return !is_empty(a) && !is_empty(b) && a.main_min < b.main_max && a.main_max > b.main_min &&
           a.cross_min < b.cross_max && a.cross_max > b.cross_min;
}

// Whether the points of elements are exact.
static bool is_exact(const subject *s) {
    return le_layout_extent(s->layout) < ((int64_t)1 << 50) && s->config.cross < ((int64_t)1 << 50) && !s->wild;
}

static void expect(const subject *s, const le_element **next, const le_element *end, le_rect frame, le_rect area,
                   int64_t content, int64_t section, int64_t item, int category) {
    if (!meets(frame, area)) return;
    CHECK(*next < end);
    const le_element *e = (*next)++;
    double wanted[4];
    edges_of(s, content, frame, wanted);
    CHECK_EQUAL(e->section, section);
    CHECK_EQUAL(e->category, category);
    CHECK_EQUAL(e->item, item);
    CHECK(e->min_x == wanted[0] && e->min_y == wanted[1] && e->max_x == wanted[2] && e->max_y == wanted[3]);
}

// Checks that the next elements are all elements of a section of arrays that intersect the area.
static void expect_section(const subject *s, int64_t i, const le_viewport *viewport, const le_element **next,
                           const le_element *end) {
    int64_t n = s->section[i].plain.n, content = le_layout_extent(s->layout);
    le_rect area = viewport->rect;
    expect(s, next, end, le_layout_header_frame(s->layout, i, &viewport->visible, NULL), area, content, i, 0,
           LE_HEADER);
    for (int64_t k = 0; k < n; k++)
        expect(s, next, end, le_layout_item_frame(s->layout, i, k, NULL), area, content, i, k, LE_ITEM);
    expect(s, next, end, le_layout_footer_frame(s->layout, i, &viewport->visible, NULL), area, content, i, 0,
           LE_FOOTER);
}

// Without a scan: the frame of each element equals that of a single query, and the elements ascend.
static void check_huge(const subject *s, const le_viewport *viewport) {
    enum { FEW = 64 };
    le_element found[FEW];
    int64_t n = run_query(s->layout, viewport, FEW, found, FEW), content = le_layout_extent(s->layout);
    for (int64_t i = 0; i < n; i++) {
        const le_element *e = &found[i];
        // The elements of the whole layout come last.
        CHECK(i == 0 || e->section < 0 || (found[i - 1].section >= 0 && found[i - 1].section <= e->section));
        if (e->category != LE_ITEM) continue;
        le_element same = le_layout_item_element(s->layout, e->section, e->item, NULL);
        if (!s->section[e->section].composition) {
            CHECK(same_element(e, &same));
            le_rect frame = le_layout_item_frame(s->layout, e->section, e->item, NULL);
            CHECK(meets(frame, viewport->rect));
            double wanted[4];
            edges_of(s, content, frame, wanted);
            CHECK(e->min_x == wanted[0] && e->min_y == wanted[1]);
        }
    }
}

static void check_query(const subject *s, le_viewport *viewport, size_t chunk) {
    static le_element all[ROOM], found[ROOM];
    le_rect area = viewport->rect;
    if (has_huge(s) || s->wild) {
        check_huge(s, viewport);
        return;
    }
    viewport->rect = (le_rect){-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL};
    int64_t n = run_query(s->layout, viewport, 512, all, ROOM);
    if (n + 512 > ROOM) return;
    // Items are in `all`, in order and with their frames.
    const le_element *next = all, *end = all + n;
    while (next < end && next->section < 0) next++;
    if (!s->boundaries)
        for (int64_t i = 0; i < s->n; i++) {
            if (!s->section[i].composition) {
                expect_section(s, i, viewport, &next, end);
                continue;
            }
            int64_t items = 0;
            for (; next < end && next->section == i; next++) {
                if (next->category != LE_ITEM) continue;
                items++;
                if (viewport->scrolls.count) continue;
                le_element e = le_layout_item_element(s->layout, i, next->item, NULL);
                const double turned = le_points(le_layout_item_scroll(s->layout, i, next->item, 0));
                if (turned != 0 && (s->config.right_to_left || s->config.horizontal)) continue;
                e.min_x -= turned;
                e.max_x -= turned;
                CHECK(same_element(&e, next));
            }
            CHECK(items <= s->section[i].plain.n);
        }
    // A query of a smaller area returns those of `all` that intersect it.
    viewport->rect = area;
    int64_t some = run_query(s->layout, viewport, chunk, found, ROOM), count = 0;
    if (!is_exact(s) || s->config.right_to_left || s->config.horizontal) return;
    for (int64_t i = 0; i < n; i++) {
        const le_element *e = &all[i];
        if (e->min_y >= le_points(area.main_max) || e->max_y <= le_points(area.main_min) ||
            e->min_x >= le_points(area.cross_max) || e->max_x <= le_points(area.cross_min) || is_empty(area))
            continue;
        CHECK(count < some);
        CHECK(same_element(e, &found[count]));
        count++;
    }
    CHECK_EQUAL(some, count);
}

static unsigned __int128 distance(le_rect f, int64_t main, int64_t cross) {
    int64_t a = main < f.main_min ? f.main_min - main : main > f.main_max ? main - f.main_max : 0;
    int64_t b = cross < f.cross_min ? f.cross_min - cross : cross > f.cross_max ? cross - f.cross_max : 0;
    return (unsigned __int128)a * (unsigned __int128)a + (unsigned __int128)b * (unsigned __int128)b;
}

// An item of a section that loops is shown a turn away from its frame.
static le_rect shown_frame(const subject *s, int64_t section, int64_t item) {
    le_rect f = le_layout_item_frame(s->layout, section, item, NULL);
    const int64_t turned = le_layout_item_scroll(s->layout, section, item, 0);
    f.cross_min -= turned;
    f.cross_max -= turned;
    return f;
}

static void check_point(const subject *s, int64_t main, int64_t cross) {
    int64_t section = -1, item = -1, near_section = -1, near_item = -1;
    bool hit = le_layout_item_at_point(s->layout, main, cross, NULL, &section, &item, NULL);
    bool near = le_layout_nearest_item(s->layout, main, cross, NULL, &near_section, &near_item, NULL);
    if (has_huge(s)) {
        if (!hit) return;
        le_rect f = shown_frame(s, section, item);
        CHECK(f.main_min <= main && main < f.main_max && f.cross_min <= cross && cross < f.cross_max);
        return;
    }
    int64_t wanted_section = -1, wanted_item = -1, nearest_section = -1, nearest_item = -1;
    unsigned __int128 least = 0;
    for (int64_t i = 0; i < s->n; i++) {
        // A group without items shows nothing.
        if (s->section[i].composition && le_layout_groups(s->layout, i).items <= 0) continue;
        for (int64_t k = 0; k < s->section[i].plain.n; k++) {
            le_rect f = shown_frame(s, i, k);
            if (f.main_min <= main && main < f.main_max && f.cross_min <= cross && cross < f.cross_max) {
                wanted_section = i;
                wanted_item = k;
            }
            unsigned __int128 away = distance(f, main, cross);
            if (nearest_section < 0 || away < least) {
                least = away;
                nearest_section = i;
                nearest_item = k;
            }
        }
    }
    CHECK_EQUAL(hit ? section : -1, wanted_section);
    CHECK_EQUAL(hit ? item : -1, wanted_item);
    CHECK_EQUAL(near, nearest_section >= 0);
    if (!near || !is_exact(s)) return;
    CHECK_EQUAL(near_section, nearest_section);
    CHECK_EQUAL(near_item, nearest_item);
}

static void check_offset(const subject *s, int64_t offset) {
    int64_t section = le_layout_section_at_offset(s->layout, offset, NULL);
    if (s->n == 0) {
        CHECK_EQUAL(section, -1);
        return;
    }
    CHECK(section >= 0 && section < s->n);
    if (offset < 0 || offset >= le_layout_extent(s->layout) || s->boundaries) return;
    CHECK(le_layout_section(s->layout, section, NULL).offset <= offset);
    if (section + 1 < s->n) CHECK(offset < le_layout_section(s->layout, section + 1, NULL).offset);
}

static void check_items(const subject *s, uint8_t which) {
    if (!s->n) return;
    int64_t i = which % s->n, n = s->section[i].plain.n, k = n ? which * n / 256 : 0, first, count;
    const model_section *section = &s->section[i];
    if (!n || section->huge) return;
    if (!section->composition) {
        naive_layout one = {s->config, (naive_section *)&section->plain, 1};
        int64_t wanted_first, wanted_count;
        naive_line(&one, &section->plain, k, &wanted_first, &wanted_count);
        le_layout_line(s->layout, i, k, &first, &count);
        CHECK_EQUAL(first, wanted_first);
        CHECK_EQUAL(count, wanted_count);
    } else {
        le_layout_line(s->layout, i, k, &first, &count);
        CHECK(first <= k && count >= 0 && first + count <= n);
        le_groups groups = le_layout_groups(s->layout, i);
        if (groups.count > 0) {
            int64_t group = which * groups.count / 256;
            le_group_place place = le_layout_group(s->layout, i, group);
            CHECK(place.extent >= 0);
            int64_t found = le_layout_group_at_offset(s->layout, i, place.offset);
            CHECK(found >= 0 && found < groups.count);
        }
    }
    int64_t counts[4], from = i > 3 ? i - 3 : 0;
    le_layout_item_counts(s->layout, from, i - from + 1, counts);
    CHECK_EQUAL(counts[i - from], n);
    // Frames of a range equal those of the whole; in floats they are close to them.
    double part[4 * 8];
    float near[4 * 8];
    int64_t some = n - k < 8 ? n - k : 8;
    if (section->composition && le_layout_groups(s->layout, i).items <= 0) return;
    le_layout_frames(s->layout, i, k, some, part);
    le_layout_frames_relative(s->layout, i, k, some, part[0], part[1], near);
    for (int64_t j = 0; j < some; j++) {
        le_element e = le_layout_item_element(s->layout, i, k + j, NULL);
        CHECK(e.section == i && e.item == k + j && e.min_x == part[4 * j] && e.min_y == part[4 * j + 1]);
        double x = part[4 * j] - part[0], y = part[4 * j + 1] - part[1];
        if (fabs(x) < 4096 && fabs(y) < 4096 && is_exact(s))
            CHECK(fabs(x - (double)near[4 * j]) <= 0x1p-12 && fabs(y - (double)near[4 * j + 1]) <= 0x1p-12);
    }
}

static int64_t coordinate(uint8_t low, uint8_t high, int64_t extent) {
    if (high >= 250) {
        const int64_t far[] = {-LE_MAX_TOTAL, LE_MAX_TOTAL, -1, extent, extent - 1, LE_MAX_TOTAL - 1};
        return far[high - 250];
    }
    // From a 64th of the content before it to as much after it.
    int64_t part = high * 256 + low;
    return (int64_t)((__int128)(extent + 64) * (part - 1000) / 62000) - (part < 1000 ? 30 * LE_UNIT : 0);
}

void check_question(const subject *s, question q) {
    int64_t extent = le_layout_extent(s->layout);
    int64_t main = coordinate(q.bytes[0], q.bytes[1], extent);
    int64_t cross = coordinate(q.bytes[3], q.bytes[2], s->config.cross);
    le_rect area = {main, -LE_MAX_TOTAL, main, LE_MAX_TOTAL};
    area.main_max = main > LE_MAX_TOTAL - 4000 * LE_UNIT ? LE_MAX_TOTAL : main + (int64_t)q.bytes[4] * 8 * LE_UNIT;
    if (q.bytes[5] & 1) area.cross_min = cross;
    if (q.bytes[5] & 2) area.cross_max = cross < LE_MAX_TOTAL / 2 ? cross + 90 * LE_UNIT : cross;
    le_scrolled scrolled[2];
    le_viewport viewport = {.rect = area, .visible = area, .scrolls = {scrolled, 0}};
    if (q.bytes[5] & 4) viewport.visible.main_min += (int64_t)q.bytes[6] * LE_UNIT / 3;
    if (q.bytes[5] & 8 && s->n)
        scrolled[viewport.scrolls.count++] = (le_scrolled){q.bytes[6] % s->n, ((int64_t)q.bytes[7] - 20) * LE_UNIT};
    check_query(s, &viewport, q.bytes[7] % 61 + 1u);
    rng visits = {q.bytes[4] | (uint64_t)q.bytes[5] << 8};
    if (s->visitor && !has_huge(s)) check_visits(&visits, s->layout, &viewport, s->visitor);
    check_point(s, main, cross);
    check_offset(s, main);
    check_items(s, q.bytes[6]);
}

void check_absent(const subject *s, uint8_t which) {
    const int64_t far[] = {-1, INT64_MIN, INT64_MAX, INT64_MAX - 1, LE_MAX_COUNT, 1000000};
    int64_t bad = far[which % 6], section = s->n ? which / 6 % s->n : 0;
    int64_t items = s->n ? s->section[section].plain.n : 0;
    int64_t past = bad < items && bad >= 0 ? items : bad;
    const le_layout *l = s->layout;
    le_rect visible = {0, 0, 100 * LE_UNIT, 100 * LE_UNIT};
    CHECK(is_empty(le_layout_header_frame(l, bad < s->n && bad >= 0 ? s->n : bad, &visible, NULL)));
    CHECK(is_empty(le_layout_footer_frame(l, s->n, NULL, NULL)));
    CHECK_EQUAL(le_layout_item_frame(l, section, past, NULL).main_min, INT64_MIN);
    CHECK_EQUAL(le_layout_item_frame(l, s->n, 0, NULL).main_min, INT64_MIN);
    CHECK_EQUAL(le_layout_item_element(l, section, past, NULL).section, -1);
    CHECK_EQUAL(le_layout_section(l, s->n, NULL).items, -1);
    CHECK_EQUAL(le_layout_section(l, bad < s->n && bad >= 0 ? s->n : bad, NULL).items, -1);
    int64_t first, count;
    le_layout_line(l, section, past, &first, &count);
    le_layout_line(l, s->n, 0, &first, &count);
    le_section_spec spec = le_layout_get_spec(l, s->n);
    (void)spec;
    double out[4];
    float near[4];
    le_layout_frames(l, section, past, 1, out);
    le_layout_frames(l, s->n, 0, 1, out);
    le_layout_frames_relative(l, section, past, 1, 0, 0, near);
    le_layout_item_counts(l, s->n, 1, &count);
    if (past != 0) CHECK(le_layout_read_sizes(l, section, past, 1, out, out + 1) != LE_OK);
    CHECK(le_layout_read_sizes(l, s->n, 0, 1, out, out + 1) != LE_OK);
    CHECK_EQUAL(le_layout_groups(l, s->n).count, -1);
    le_layout_group(l, section, past);
    le_layout_group_at_offset(l, section, bad);
    CHECK(is_empty(le_layout_boundary_frame(l, section, past, &visible)));
    CHECK(is_empty(le_layout_supplementary_frame(l, section, 10, past)));
    CHECK_EQUAL(le_layout_estimated_axes(l, section, past), 0);
    CHECK(!le_layout_composition(l, s->n));
    le_layout_section_at_offset(l, bad, NULL);
    if (has_huge(s)) return;
    int64_t found_section, found_item;
    le_layout_item_at_point(l, bad, ~bad, NULL, &found_section, &found_item, NULL);
    le_layout_nearest_item(l, bad, bad, NULL, &found_section, &found_item, NULL);
    le_viewport viewport = {.rect = {INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX}};
    viewport.visible = viewport.rect;
    static le_element some[2][ROOM];
    int64_t n = run_query(l, &viewport, 512, some[0], ROOM);
    viewport.rect = (le_rect){-LE_MAX_TOTAL, -LE_MAX_TOTAL, LE_MAX_TOTAL, LE_MAX_TOTAL};
    viewport.visible = viewport.rect;
    CHECK_EQUAL(run_query(l, &viewport, 512, some[1], ROOM), n);
}
