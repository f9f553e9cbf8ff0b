// Measured sizes of a compositional section: making, copying and releasing them, and checking their invariants.
#include "kinds/compositional/measured.h"

#include <string.h>

void le__composed_release(le__composed *c) {
    if (!c || !le__drop(c)) return;
    le__extents_release(c->size[MAIN]);
    le__extents_release(c->size[CROSS]);
    le__extents_release(c->pitch);
    le__extents_release(c->ascending[MAIN]);
    le__extents_release(c->ascending[CROSS]);
    for (int64_t tree = 0; tree < 2 * c->badges; tree++) le__extents_release(le__badge_size(c, tree));
    le__block_free(c);
}

static size_t composed_size(int64_t boundaries, int64_t badges) {
    return sizeof(le__composed) + (size_t)boundaries * sizeof(int64_t[2]) +
           (size_t)badges * sizeof(le__extents_node *[2]);
}

// The number of badges whose sizes are stored.
static int64_t stored_badges(const le_composition_spec *spec) {
    for (size_t b = 0; b < spec->badge_count; b++)
        if (le__badge_open(&spec->badges[b])) return (int64_t)spec->badge_count;
    return 0;
}

le__composed *le__composed_make(const le__template *t) {
    const le_composition_spec *spec = &t->composition->spec;
    const int64_t boundaries = (int64_t)spec->boundary_count, badges = stored_badges(spec);
    const size_t bytes = composed_size(boundaries, badges);
    le__composed *c = le__block_alloc(bytes);
    if (!c) return NULL;
    memset(c, 0, bytes);
    memcpy(c->reach, t->reach, sizeof c->reach);
    c->badges = badges;
    c->boundaries = boundaries;
    for (int64_t b = 0; b < boundaries; b++) c->boundary[b][MAIN] = c->boundary[b][CROSS] = -1;
    return c;
}

le__composed *le__composed_copy(const le__composed *c) {
    const size_t bytes = composed_size(c->boundaries, c->badges);
    le__composed *copy = le__block_alloc(bytes);
    if (!copy) return NULL;
    memcpy(copy, c, bytes);
    if (c->size[MAIN]) le__retain(c->size[MAIN]);
    if (c->size[CROSS]) le__retain(c->size[CROSS]);
    if (c->pitch) le__retain(c->pitch);
    if (c->ascending[MAIN]) le__retain(c->ascending[MAIN]);
    if (c->ascending[CROSS]) le__retain(c->ascending[CROSS]);
    for (int64_t tree = 0; tree < 2 * c->badges; tree++)
        if (le__badge_size(c, tree)) le__retain(le__badge_size(c, tree));
    return copy;
}

void le__badges_recount(le__composed *c) {
    c->badges_sized = false;
    for (int64_t tree = 0; tree < 2 * c->badges; tree++) c->badges_sized |= le__badge_size(c, tree) != NULL;
}

// The trees with an entry for each item: the sizes of items, and those of badges.
static int64_t size_trees(const le__composed *c) { return 2 + (c->badges_sized ? 2 * c->badges : 0); }
static le__extents_node *size_tree(const le__composed *c, int64_t tree) {
    return tree < 2 ? c->size[tree] : le__badge_size(c, tree - 2);
}

int64_t le__next_measured(const le__composed *c, int64_t from, int64_t items) {
    int64_t next = items;
    for (int64_t tree = 0; tree < size_trees(c); tree++) {
        le__extents_node *root = size_tree(c, tree);
        le__extents_path path;
        if (!root || from >= next) continue;
        const le_extent_at at = le__extents_entry(root, from, NULL);
        if (at.extent) return from;
        next = LE_MIN(next, le__extents_at_offset(root, at.offset, &path, NULL).index);
    }
    return next;
}

int64_t le__last_measured(const le__composed *c, int64_t before) {
    int64_t last = -1;
    for (int64_t tree = 0; tree < size_trees(c); tree++) {
        le__extents_node *root = size_tree(c, tree);
        if (!root) continue;
        le__extents_path path;
        const int64_t sum = le__extents_offset(root, before, NULL);
        if (sum) last = LE_MAX(last, le__extents_at_offset(root, sum - 1, &path, NULL).index);
    }
    return last;
}

size_t le__composed_bytes(const le__composed *c) {
    size_t bytes = le__block_bytes(c) + le__extents_bytes(c->size[MAIN]) + le__extents_bytes(c->size[CROSS]) +
                   le__extents_bytes(c->pitch) + le__extents_bytes(c->ascending[MAIN]) +
                   le__extents_bytes(c->ascending[CROSS]);
    for (int64_t tree = 0; tree < 2 * c->badges; tree++) bytes += le__extents_bytes(le__badge_size(c, tree));
    return bytes;
}

// ---- Check

// Reads the stored runs of an extent tree; an entry of a dense leaf is read as a run of one.
typedef struct run_reader {
    le__extents_path path;
    int64_t count, extent; // of the current run; count 0: the end
    uint32_t next;         // index of the next run in the path's leaf
} run_reader;

static void run_reader_skip(run_reader *reader, int64_t count) {
    if ((reader->count -= count) > 0) return;
    if (reader->path.leaf && reader->next == reader->path.leaf->head.n) {
        le__extents_path_next(&reader->path);
        reader->next = 0;
    }
    const le__extents_node *leaf = reader->path.leaf;
    if (!leaf) return;
    const uint32_t i = reader->next++;
    const bool runs = leaf->head.kind >= LE__RUNS_32;
    reader->count = runs ? le__extents_run_counts(leaf)[i] : 1;
    reader->extent = runs ? le__extents_run_extent(leaf, le__extents_leaf_capacity(leaf), i)
                     : leaf->head.kind == LE__DENSE_64 ? le__extents_dense64(leaf)[i]
                                                       : le__extents_dense32(leaf)[i];
}

static void run_reader_start(run_reader *reader, le__extents_node *root) {
    reader->count = 0;
    reader->next = 0;
    reader->path.leaf = NULL;
    if (root) le__extents_path_start(root, &reader->path);
    run_reader_skip(reader, 0);
}

// Whether two trees have the same entries. O(stored entries): a run counts as one.
static bool same_entries(le__extents_node *a, le__extents_node *b) {
    if (le__extents_count(a) != le__extents_count(b) || le__extents_total(a) != le__extents_total(b)) return false;
    le__extents_node *root[2] = {a, b};
    run_reader reader[2];
    for (int i = 0; i < 2; i++) run_reader_start(&reader[i], root[i]);
    while (reader[0].count && reader[1].count) {
        if (reader[0].extent != reader[1].extent) return false;
        const int64_t both = LE_MIN(reader[0].count, reader[1].count);
        for (int i = 0; i < 2; i++) run_reader_skip(&reader[i], both);
    }
    return reader[0].count == reader[1].count;
}

const char *le__composed_check(const le__template *t, const le__composed *c, int64_t items) {
    const char *wrong = NULL;
    if (!c) return NULL;
    for (int64_t tree = 0; tree < 2 + 2 * c->badges; tree++) {
        le__extents_node *root = size_tree(c, tree);
        if (!root) continue;
        if (tree >= 2 && !c->badges_sized) return "badges_sized is false, but badges have measured sizes";
        if ((wrong = le__extents_check(root, true, le__extents_check_leaf))) return wrong;
        if (le__extents_count(root) != items) return "measured sizes are not as many as the items";
    }
    if ((wrong = le__extents_check(c->pitch, true, le__extents_check_leaf))) return wrong;
    le__composed *fresh = le__composed_copy(c);
    if (!fresh) return NULL;
    le__extents_release(fresh->pitch);
    fresh->pitch = NULL;
    if (le__composed_solve_all_groups(t, fresh, items, NULL) != LE_OK) {
        le__composed_release(fresh);
        return NULL;
    }
    if (le__is_measured(t, c) && !same_entries(fresh->pitch, c->pitch))
        wrong = "a group's pitch is not what its items say";
    for (int axis = 0; axis < 2 && !wrong; axis++) {
        if (!(wrong = le__extents_check(c->ascending[axis], true, le__extents_check_leaf)) &&
            !same_entries(fresh->ascending[axis], c->ascending[axis]))
            wrong = "the measured groups in ascending order are not what the groups say";
        for (int side = 0; side < 2 && !wrong; side++)
            if (fresh->reach[axis][side] > c->reach[axis][side]) wrong = "a group reaches past what the section knows";
    }
    le__composed_release(fresh);
    return wrong;
}
