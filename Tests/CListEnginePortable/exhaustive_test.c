// Every short sequence of edits on every tiny list: it covers cases that random edits may miss, and failures are
// easy to read.
#include "harness.h"

enum { LONGEST = 8 };

typedef struct {
    int64_t at[LONGEST];
    int n;
} tiny;

static const int64_t values[] = {0, 3, (int64_t)4096 * LE_UNIT + 1};
enum { VALUES = 3 };

static void check_tiny(const le_extents *tree, const tiny *t) {
    CHECK_RULES(le_extents_check(tree));
    CHECK_EQUAL(le_extents_count(tree), t->n);
    int64_t offset = 0, read[LONGEST];
    le_extents_read(tree, 0, t->n, read);
    for (int i = 0; i < t->n; i++) {
        le_extent_at entry = le_extents_entry(tree, i, NULL);
        CHECK_EQUAL(entry.offset, offset);
        CHECK_EQUAL(entry.extent, t->at[i]);
        CHECK_EQUAL(read[i], t->at[i]);
        for (int64_t inside = 0; inside < t->at[i]; inside += t->at[i] > 3 ? t->at[i] - 1 : 1)
            CHECK_EQUAL(le_extents_at_offset(tree, offset + inside, NULL).index, i);
        offset += t->at[i];
    }
    CHECK_EQUAL(le_extents_total(tree), offset);
    CHECK_EQUAL(le_extents_at_offset(tree, offset, NULL).index, t->n);
}

static void tiny_replace(tiny *t, int first, int removed, const int64_t *new, int inserted) {
    memmove(t->at + first + inserted, t->at + first + removed, (size_t)(t->n - first - removed) * sizeof *t->at);
    for (int i = 0; i < inserted; i++) t->at[first + i] = new[i];
    t->n += inserted - removed;
}

static long sequences;

static void each_edit(const le_extents *before, const tiny *was, int depth);

// One edit on copies of `before`: the resulting tree must have the expected contents, whatever nodes it shares.
static void one_edit(const le_extents *before, const tiny *was, int depth, const char *what, const tiny *now,
                     le_status (*edit)(le_extents *tree, const int64_t *arguments), const int64_t *arguments) {
    running.operation = what;
    le_extents *tree = le_extents_copy(before);
    CHECK(tree);
    CHECK_EQUAL(edit(tree, arguments), LE_OK);
    check_tiny(tree, now);
    sequences++;
    if (depth > 1) each_edit(tree, now, depth - 1);
    le_extents_release(tree);
    check_tiny(before, was);
}

static le_status do_resize(le_extents *t, const int64_t *a) { return le_extents_resize(t, a[0], a[1], NULL); }
static le_status do_insert(le_extents *t, const int64_t *a) { return le_extents_insert(t, a[0], a + 2, a[1], NULL); }
static le_status do_run(le_extents *t, const int64_t *a) {
    return le_extents_insert_run(t, a[0], (le_run){a[1], a[2]}, NULL);
}
static le_status do_remove(le_extents *t, const int64_t *a) { return le_extents_remove(t, a[0], a[1], NULL); }
static le_status do_move(le_extents *t, const int64_t *a) { return le_extents_move(t, a[0], a[1], a[2], NULL); }

static void each_edit(const le_extents *before, const tiny *was, int depth) {
    for (int at = 0; at <= was->n; at++) {
        for (int v = 0; v < VALUES; v++) {
            if (at < was->n) {
                tiny now = *was;
                now.at[at] = values[v];
                one_edit(before, was, depth, "resize", &now, do_resize, (int64_t[]){at, values[v]});
            }
            if (was->n + 1 <= LONGEST) {
                tiny now = *was;
                tiny_replace(&now, at, 0, &values[v], 1);
                one_edit(before, was, depth, "insert", &now, do_insert, (int64_t[]){at, 1, values[v]});
            }
            if (was->n + 2 <= LONGEST) {
                tiny now = *was;
                tiny_replace(&now, at, 0, (int64_t[]){values[v], values[v]}, 2);
                one_edit(before, was, depth, "insert run", &now, do_run, (int64_t[]){at, 2, values[v]});
            }
        }
        for (int count = 0; at + count <= was->n; count++) {
            tiny now = *was;
            tiny_replace(&now, at, count, NULL, 0);
            one_edit(before, was, depth, "remove", &now, do_remove, (int64_t[]){at, count});
            for (int to = 0; to <= was->n - count; to++) {
                tiny moved = now;
                tiny_replace(&moved, to, 0, was->at + at, count);
                one_edit(before, was, depth, "move", &moved, do_move, (int64_t[]){at, count, to});
            }
        }
    }
}

void test_extents_exhaustively(void) {
    running = (running_case){.test = "extents, every short history"};
    for (int backend = 0; backend < le_backend_count(); backend++) {
        le_backend_use(backend);
        for (int n = 0; n <= 4; n++) {
            int combinations = 1;
            for (int i = 0; i < n; i++) combinations *= VALUES;
            for (int c = 0; c < combinations; c++) {
                tiny t = {.n = n};
                for (int i = 0, rest = c; i < n; i++, rest /= VALUES) t.at[i] = values[rest % VALUES];
                running.seed = (uint64_t)c;
                le_extents *tree = le_extents_create();
                CHECK(tree);
                CHECK_EQUAL(le_extents_assign(tree, t.at, n), LE_OK);
                each_edit(tree, &t, n < 2 ? 3 : n < 4 ? 2 : 1);
                le_extents_release(tree);
            }
        }
    }
    printf("%-28s %ld histories\n", running.test, sequences);
}
