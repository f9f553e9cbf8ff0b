// The rare states of the layout fuzzer, by construction: leaves that are as one pass builds them, one item short of
// full, and full; and scripts whose edits begin or end at the ends of all leaves, remove whole leaves, and
// insert more than fits. Random edits do not reach these: they spread over the list, and a leaf that is full becomes
// two.
#include "naive_layout.h"

enum { LEAVES = 3, MOST = 2000, EDITS = LEAVES + 1 };

// A kind of leaf: how many items one pass puts into it, and how many fit. That they do is checked.
typedef struct {
    const char *name;
    le_section_spec spec;
    int64_t built, full;
    int64_t main_from, main_to, cross_from, cross_to; // sizes in units
    bool stays; // an insertion changes no other leaf: in long lines and in columns items move on into the next ones
} leaf_kind;

static const leaf_kind kinds[] = {
    {.name = "rows",
     .stays = true,
     .spec = {.kind = LE_SECTION_LIST, .line_spacing = 3 * LE_UNIT},
     .built = 200,
     .full = 250,
     .main_from = 10 * LE_UNIT,
     .main_to = 80 * LE_UNIT},
    {.name = "tall rows",
     .stays = true,
     .spec = {.kind = LE_SECTION_LIST},
     .built = 100,
     .full = 125,
     .main_from = 4096 * LE_UNIT,
     .main_to = 9000 * LE_UNIT},
    {.name = "lines of some items",
     .spec = {.kind = LE_SECTION_FLOW, .line_spacing = 2 * LE_UNIT, .item_spacing = 4 * LE_UNIT},
     .built = 112,
     .full = 122,
     .main_from = 10 * LE_UNIT,
     .main_to = 50 * LE_UNIT,
     .cross_from = 20 * LE_UNIT,
     .cross_to = 160 * LE_UNIT},
    {.name = "lines of one item",
     .stays = true,
     .spec = {.kind = LE_SECTION_FLOW},
     .built = 112,
     .full = 122,
     .main_from = 10 * LE_UNIT,
     .main_to = 50 * LE_UNIT,
     .cross_from = 200 * LE_UNIT,
     .cross_to = 250 * LE_UNIT},
    {.name = "columns",
     .spec = {.kind = LE_SECTION_WATERFALL,
              .packing = LE_PACKING_SHORTEST_FIRST,
              .columns = 3,
              .item_spacing = 8 * LE_UNIT},
     .built = 152,
     .full = 190,
     .main_from = 30 * LE_UNIT,
     .main_to = 200 * LE_UNIT},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// A layout of one section, and the same in arrays.
typedef struct {
    const leaf_kind *kind;
    le_layout *layout;
    naive_layout naive;
    rng random;
} subject;

// New sizes, in units and as pairs of points.
typedef struct {
    int64_t main[MOST], cross[MOST];
    double points[2 * MOST];
    le_sizes sizes;
} new_sizes;

static void make_sizes(subject *s, new_sizes *sizes, int64_t n) {
    CHECK(n <= MOST);
    for (int64_t i = 0; i < n; i++) {
        sizes->main[i] = rng_in(&s->random, s->kind->main_from, s->kind->main_to);
        sizes->cross[i] = rng_in(&s->random, s->kind->cross_from, s->kind->cross_to);
        sizes->points[2 * i] = le_points(sizes->main[i]);
        sizes->points[2 * i + 1] = le_points(sizes->cross[i]);
    }
    sizes->sizes = (le_sizes){
        .form = LE_SIZES_POINTS, .count = n, .main = sizes->points, .cross = sizes->points + 1, .stride = 16};
}

static void insert_one(subject *s, int64_t at) {
    new_sizes one;
    make_sizes(s, &one, 1);
    CHECK_EQUAL(le_layout_insert_items(s->layout, 0, at, &one.sizes, NULL, NULL), LE_OK);
    naive_insert_items(&s->naive.section[0], at, one.main, one.cross, 1);
}

static void check_frames(const subject *s) {
    CHECK_RULES(le_layout_check(s->layout));
    int64_t extent;
    const int64_t n = s->naive.section[0].n;
    naive_placement *placed = naive_place(&s->naive, &extent);
    static double frames[4 * MOST];
    CHECK_EQUAL(le_layout_extent(s->layout), extent);
    CHECK_EQUAL(le_layout_section(s->layout, 0, NULL).items, n);
    CHECK(n <= MOST);
    le_layout_frames(s->layout, 0, 0, n, frames);
    for (int64_t i = 0; i < n; i++) {
        const le_rect *wanted = &placed[0].frame[i];
        const double *frame = &frames[4 * i];
        CHECK(frame[0] == le_points(wanted->cross_min) && frame[1] == le_points(wanted->main_min));
        CHECK(frame[2] == le_points(wanted->cross_max - wanted->cross_min));
        CHECK(frame[3] == le_points(wanted->main_max - wanted->main_min));
    }
    naive_placements_free(placed, 1);
}

// Three leaves with `more` items more than one pass puts into each.
static subject make_subject(const leaf_kind *kind, int64_t more, uint64_t seed) {
    subject s = {.kind = kind, .random = {seed}};
    s.naive.config = (le_layout_config){.cross = 390 * LE_UNIT};
    CHECK(s.layout = le_layout_create(s.naive.config));
    const int64_t n = LEAVES * kind->built;
    new_sizes sizes;
    make_sizes(&s, &sizes, n);
    CHECK_EQUAL(le_layout_insert_sections(s.layout, 0, &kind->spec, &n, 1, &sizes.sizes, NULL, NULL), LE_OK);
    naive_insert_section(&s.naive, 0, (naive_section){.spec = kind->spec});
    naive_insert_items(&s.naive.section[0], 0, sizes.main, sizes.cross, n);
    for (int64_t leaf = LEAVES; leaf-- > 0;)
        for (int64_t i = 0; i < more; i++) insert_one(&s, leaf * kind->built + kind->built / 2);
    return s;
}

static subject copy_subject(const subject *s) {
    subject copy = *s;
    CHECK(copy.layout = le_layout_copy(s->layout));
    copy.naive = naive_copy(&s->naive);
    return copy;
}

static void free_subject(subject *s) {
    le_layout_release(s->layout);
    naive_free(&s->naive);
}

// In how many leaves an insertion takes one leaf more, which has a kilobyte.
static int full_leaves(const subject *s, int64_t per_leaf) {
    const size_t before = le_layout_bytes(s->layout);
    int full = 0;
    for (int64_t leaf = 0; leaf < LEAVES; leaf++) {
        subject copy = copy_subject(s);
        insert_one(&copy, leaf * per_leaf + per_leaf / 2);
        full += le_layout_bytes(copy.layout) >= before + 1024;
        check_frames(&copy);
        free_subject(&copy);
    }
    return full;
}

// Applies a script to the layout and to the arrays.
static void apply(subject *s, const le_edit *edits, size_t count, int64_t given) {
    new_sizes sizes;
    make_sizes(s, &sizes, given);
    CHECK_EQUAL(le_layout_apply(s->layout, 0, edits, count, given ? &sizes.sizes : NULL, NULL, NULL, NULL), LE_OK);
    naive_layout before = naive_copy(&s->naive);
    for (size_t e = count; e-- > 0;) {
        const le_edit *edit = &edits[e];
        naive_section *section = &s->naive.section[0];
        naive_remove_items(section, edit->at, edit->removed);
        const int64_t *main = edit->moved ? before.section[0].main : sizes.main;
        const int64_t *cross = edit->moved ? before.section[0].cross : sizes.cross;
        naive_insert_items(section, edit->at, main + edit->source, cross + edit->source, edit->inserted);
    }
    naive_free(&before);
}

// One edit for each end of a leaf, the start of the first and the end of the last included. Returns their number.
static size_t make_script(const subject *s, int64_t per_leaf, int64_t offset, int64_t removed, int64_t inserted,
                          bool moved, le_edit edits[EDITS], int64_t *given) {
    const int64_t n = s->naive.section[0].n;
    size_t count = 0;
    int64_t end = -1;
    *given = 0;
    for (int64_t leaf = 0; leaf <= LEAVES; leaf++) {
        le_edit e = {.at = leaf * per_leaf + offset, .inserted = inserted, .moved = moved && inserted};
        if (e.at <= end || e.at > n || e.at < 0) continue;
        e.removed = smaller(removed, n - e.at);
        // Items move from the other end of the list.
        e.source = moved ? n - inserted - smaller(e.at, n - inserted) : *given;
        if (!moved) *given += inserted;
        if (!e.removed && !e.inserted) continue;
        end = e.at + e.removed;
        edits[count++] = e;
    }
    return count;
}

static void scripts_over_ends(uint64_t seed) {
    for (int k = 0; k < KINDS; k++) {
        const leaf_kind *kind = &kinds[k];
        running.operation = kind->name;
        for (int64_t short_of = 0; short_of < 3; short_of++) {
            const int64_t more = short_of == 2 ? 0 : kind->full - kind->built - short_of, per_leaf = kind->built + more;
            subject s = make_subject(kind, more, seed);
            const int full = full_leaves(&s, per_leaf);
            if (kind->stays) CHECK_EQUAL(full, short_of ? 0 : LEAVES);
            check_frames(&s);
            const int64_t offsets[] = {-2, -1, 0, 1, per_leaf / 2};
            const int64_t removals[] = {0, 1, 2, 3, per_leaf - 1, per_leaf, per_leaf + 1};
            const int64_t insertions[] = {0, 1, 2, kind->full - kind->built + 1};
            const int64_t before = le_layout_extent(s.layout);
            int step = 0;
            for (int o = 0; o < 5; o++)
                for (int r = 0; r < 7; r++)
                    for (int i = 0; i < 4; i++)
                        for (int moved = 0; moved < 2; moved++) {
                            running.step = ++step;
                            le_edit edits[EDITS];
                            int64_t given;
                            subject copy = copy_subject(&s);
                            size_t count =
                                make_script(&s, per_leaf, offsets[o], removals[r], insertions[i], moved, edits, &given);
                            apply(&copy, edits, count, given);
                            check_frames(&copy);
                            // Once more, on what the script has left: small leaves next to full ones.
                            count =
                                make_script(&copy, per_leaf, offsets[(o + 1) % 5], removals[(r + 1) % 7], insertions[i],
                                            moved && copy.naive.section[0].n > 2 * kind->full, edits, &given);
                            apply(&copy, edits, count, given);
                            check_frames(&copy);
                            free_subject(&copy);
                        }
            // The copies have changed nothing.
            CHECK_EQUAL(le_layout_extent(s.layout), before);
            check_frames(&s);
            free_subject(&s);
        }
    }
}

void test_full_leaves(void) { run_cases("full leaves, scripts", 1, scripts_over_ends); }
