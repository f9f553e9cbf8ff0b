// Every failing allocation of every edit of flows and waterfalls, in states with several leaves and levels: the call
// returns LE_NO_MEMORY and every layout is unchanged; with enough memory it succeeds as usual.
#include "harness.h"

enum { SECTIONS = 12, SUBJECT = 5 };

// The contents of a layout: a hash of all frames and sizes, and of the place and spec of each section.
typedef struct {
    uint64_t hash;
} digest;

static uint64_t mixed(uint64_t hash, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    for (; count >= 8; at += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static digest digest_of(const le_layout *layout) {
    enum { CHUNK = 256 };
    uint64_t hash = 0;
    int64_t extent = le_layout_extent(layout), sections = le_layout_section_count(layout);
    hash = mixed(hash, &extent, sizeof extent);
    for (int64_t s = 0; s < sections; s++) {
        le_section_at at = le_layout_section(layout, s, NULL);
        le_section_spec spec = le_layout_get_spec(layout, s);
        hash = mixed(hash, &at, sizeof at);
        hash = mixed(hash, &spec.line_spacing, sizeof spec.line_spacing);
        for (int64_t first = 0; first < at.items; first += CHUNK) {
            int64_t n = smaller(CHUNK, at.items - first);
            double frames[4 * CHUNK], main[CHUNK], cross[CHUNK];
            le_layout_frames(layout, s, first, n, frames);
            CHECK_EQUAL(le_layout_read_sizes(layout, s, first, n, main, cross), LE_OK);
            hash = mixed(hash, frames, (size_t)n * 4 * sizeof *frames);
            hash = mixed(hash, main, (size_t)n * sizeof *main);
            hash = mixed(hash, cross, (size_t)n * sizeof *cross);
        }
    }
    return (digest){hash};
}

// ---- States

// Widths and heights of a flow that make leaves of each kind.
typedef enum { VARIED, EQUAL, WIDE, LONG_LINES, SHAPES_OF_STATES } state_shape;

static void fill_points(rng *r, state_shape shape, int64_t n, double *points) {
    for (int64_t i = 0; i < n; i++) {
        double *height = &points[2 * i], *width = &points[2 * i + 1];
        *height = (double)rng_in(r, 10, 80);
        *width = shape == EQUAL ? 80 : (double)rng_in(r, 10, 150);
        if (shape == WIDE && rng_chance(r, 6)) *height = (double)rng_in(r, 70000, 90000);
        // One line holds thousands of these items.
        if (shape == LONG_LINES && (i / 1500) % 2) *width = 0.125;
    }
}

static le_sizes sizes_at(const double *points, int64_t first, int64_t count) {
    return (le_sizes){.form = LE_SIZES_POINTS,
                      .count = count,
                      .main = points + 2 * first,
                      .cross = points + 2 * first + 1,
                      .stride = 2 * sizeof *points};
}

typedef struct {
    le_section_kind kind;
    state_shape shape;
    bool by_ratio, shared; // `shared`: a copy of the layout exists
    int64_t n;
    double *points; // 2 * n for the section, then as many for edits
} state;

static le_section_spec spec_of(const state *s) {
    bool flow = s->kind == LE_SECTION_FLOW;
    return (le_section_spec){.kind = s->kind,
                             .packing = flow ? LE_PACKING_JUSTIFIED : LE_PACKING_SHORTEST_FIRST,
                             .columns = flow ? 0 : 5,
                             .flags = s->by_ratio ? LE_BY_RATIO : 0,
                             .line_spacing = 4 * LE_UNIT,
                             .item_spacing = 2 * LE_UNIT,
                             .header = 20 * LE_UNIT};
}

// A layout with the section among small ones, in several leaves.
static le_layout *state_make(const state *s) {
    le_layout *layout = le_layout_create((le_layout_config){.cross = 600 * LE_UNIT});
    le_section_spec spec = spec_of(s);
    for (int64_t i = 0; i < SECTIONS; i++) {
        int64_t n = i == SUBJECT ? s->n : 3;
        le_sizes sizes = sizes_at(s->points, 0, n);
        spec.footer = i * LE_UNIT;
        CHECK_EQUAL(le_layout_insert_sections(layout, i, &spec, &n, 1, &sizes, NULL, NULL), LE_OK);
    }
    return layout;
}

// ---- Edits

enum { EDITS = 23 };

static le_status edit(le_layout *layout, const state *s, int which) {
    const int64_t n = s->n;
    const double *fresh = s->points + 2 * n;
    le_sizes one = sizes_at(fresh, 0, 1), few = sizes_at(fresh, 0, 12), many = sizes_at(fresh, 0, n / 2);
    le_edit edits[40];
    int count = 0;
    switch (which) {
    case 0:
        return le_layout_insert_items(layout, SUBJECT, n / 3, &one, NULL, NULL);
    case 1:
        return le_layout_insert_items(layout, SUBJECT, n / 2, &few, NULL, NULL);
    case 2:
        return le_layout_insert_items(layout, SUBJECT, n / 2 + 1, &many, NULL, NULL);
    case 3:
        return le_layout_insert_items(layout, SUBJECT, 0, &few, NULL, NULL);
    case 4:
        return le_layout_insert_items(layout, SUBJECT, n, &few, NULL, NULL);
    case 5:
        return le_layout_remove_items(layout, SUBJECT, n / 4, 1, NULL);
    case 6:
        return le_layout_remove_items(layout, SUBJECT, n / 4, 200, NULL);
    case 7:
        return le_layout_remove_items(layout, SUBJECT, n / 4, n / 2, NULL);
    case 8:
        return le_layout_remove_items(layout, SUBJECT, 0, n, NULL);
    case 9:
        return le_layout_resize_items(layout, SUBJECT, n - 7, &one, NULL, NULL);
    case 10:
        return le_layout_resize_items(layout, SUBJECT, 3, &few, NULL, NULL);
    case 11:
        return le_layout_resize_items(layout, SUBJECT, n / 5, &many, NULL, NULL);
    case 12:
        return le_layout_move_items(layout, SUBJECT, n - 5, 3, n / 7, NULL);
    case 13:
        return le_layout_move_items(layout, SUBJECT, 7, n / 3, n / 2, NULL);
    case 14:
        return le_layout_move_items(layout, SUBJECT, n / 2, n / 3, 11, NULL);
    case 15: // applied edit by edit in a flow
        edits[count++] = (le_edit){.at = 40, .removed = 30, .inserted = 9, .source = 3};
        edits[count++] = (le_edit){.at = n / 2, .inserted = 40, .source = 10, .moved = true};
        edits[count++] = (le_edit){.at = n - 20, .removed = 1, .inserted = 300, .source = 0};
        return le_layout_apply(layout, SUBJECT, edits, 3, &many, NULL, NULL, NULL);
    case 16: // applied in one pass
        for (; count < 40; count++)
            edits[count] =
                (le_edit){.at = count * (n / 41), .removed = count % 3, .inserted = count % 5, .source = count};
        for (int e = 0; e < 40; e += 7) edits[e].moved = true;
        return le_layout_apply(layout, SUBJECT, edits, 40, &many, NULL, NULL, NULL);
    case 17: {
        le_section_spec spec = le_layout_get_spec(layout, SUBJECT);
        spec.line_spacing = 9 * LE_UNIT;
        return le_layout_set_spec(layout, SUBJECT, &spec, NULL);
    }
    case 18: {
        le_section_spec spec = le_layout_get_spec(layout, SUBJECT);
        spec.item_spacing = 31 * LE_UNIT;
        return le_layout_set_spec(layout, SUBJECT, &spec, NULL);
    }
    case 19: {
        le_section_spec spec = le_layout_get_spec(layout, SUBJECT);
        spec.packing = s->kind == LE_SECTION_FLOW ? LE_PACKING_LEADING : LE_PACKING_RIGHT_TO_LEFT;
        return le_layout_set_spec(layout, SUBJECT, &spec, NULL);
    }
    case 20: {
        le_layout_config config = le_layout_get_config(layout);
        config.cross = 350 * LE_UNIT;
        return le_layout_set_config(layout, config, NULL);
    }
    case 21: {
        le_section_spec spec = spec_of(s);
        int64_t counts[3] = {n / 4, 0, n / 4};
        return le_layout_insert_sections(layout, 3, &spec, counts, 3, &many, NULL, NULL);
    }
    default:
        return le_layout_move_sections(layout, SUBJECT, 1, 1, NULL);
    }
}

// The number of times an edit ran out of nodes, and of buffers.
static long refused[2];

static void sweep(const state *s, int which) {
    le_layout *layout = state_make(s);
    const digest before = digest_of(layout);
    le_layout *done = le_layout_copy(layout);
    CHECK(done);
    CHECK_EQUAL(edit(done, s, which), LE_OK);
    CHECK_RULES(le_layout_check(done));
    const digest after = digest_of(done);
    CHECK(memcmp(&before, &after, sizeof before) != 0);
    le_layout_release(done);
    for (int buffers = 0; buffers < 2; buffers++) {
        // After a refusal some nodes are copies, so each kind of memory starts with a new layout.
        le_layout *subject = state_make(s), *copy = s->shared ? le_layout_copy(subject) : NULL;
        for (long budget = 0;; budget++) {
            running.step = (int)budget;
            fail_allocations_after(buffers ? -1 : budget, buffers ? budget : -1);
            le_status status = edit(subject, s, which);
            fail_allocations_after(-1, -1);
            // The longest sweeps process one leaf after the other, so only some of them are checked in full.
            bool look = budget < 30 || budget % 11 == 0 || status == LE_OK;
            if (look) CHECK_RULES(le_layout_check(subject));
            digest now = look ? digest_of(subject) : before;
            if (status == LE_OK) {
                CHECK(memcmp(&now, &after, sizeof now) == 0);
                break;
            }
            CHECK_EQUAL(status, LE_NO_MEMORY);
            CHECK(memcmp(&now, &before, sizeof now) == 0);
            refused[buffers]++;
        }
        if (copy) {
            CHECK_RULES(le_layout_check(copy));
            digest now = digest_of(copy);
            CHECK(memcmp(&now, &before, sizeof now) == 0);
            le_layout_release(copy);
        }
        le_layout_release(subject);
    }
    le_layout_release(layout);
}

enum { CASES = EDITS * 2 * SHAPES_OF_STATES };

// One state and one edit per case. Each combination occurs once, and a fraction of the cases is spread over all of
// them.
static void failing_edits(uint64_t seed) {
    rng r = {seed};
    uint64_t which = (seed - 0x1000) * 37 % CASES;
    state s = {.n = rng_in(&r, 3300, 5000)};
    s.kind = which / EDITS % 2 ? LE_SECTION_WATERFALL : LE_SECTION_FLOW;
    s.shape = (state_shape)(which / EDITS / 2 % SHAPES_OF_STATES);
    s.by_ratio = s.kind == LE_SECTION_WATERFALL && s.shape == VARIED;
    s.shared = rng_chance(&r, 2);
    s.points = slots(4 * s.n, sizeof *s.points);
    fill_points(&r, s.shape, 2 * s.n, s.points);
    running.operation = s.kind == LE_SECTION_FLOW ? "flow" : "waterfall";
    sweep(&s, (int)(which % EDITS));
    free(s.points);
}

void test_flow_memory(void) {
    run_cases("flow and waterfall, memory short", CASES, failing_edits);
    CHECK(refused[0] > 0 && refused[1] > 0);
}
