// Measuring items of compositional sections, and what follows when groups hold other items.
#include <stdlib.h>
#include <string.h>

#include "kinds/compositional/group_window.h"
#include "support/lengths.h"

// ---- The extents of measured groups in ascending order
//
// See `le__composed.ascending`. A change that fails half-way leaves the tree out of order: it is made on a copy that is
// then dropped.

// Puts in a value `count` times.
static le_status ascending_add(le__extents_node **root, int64_t value, int64_t count, le_work *work) {
    le__extents_path path;
    const le_extent_at at =
        le__extents_at_offset(*root, value, &path, work); // the first that is larger, if there is one
    const int64_t step = value - at.offset;
    le_status status = LE_OK;
    if (at.index < le__extents_count(*root)) status = le__extents_resize(root, at.index, at.extent - step, work);
    if (status == LE_OK) status = le__extents_insert(root, at.index, &step, 1, step, work);
    if (status == LE_OK && count > 1) status = le__extents_insert_run(root, at.index + 1, (le_run){count - 1, 0}, work);
    return status;
}

// Takes a value out, which is in `count` times at least.
static le_status ascending_remove(le__extents_node **root, int64_t value, int64_t count, le_work *work) {
    le__extents_path path;
    const le_extent_at at = le__extents_at_offset(*root, value, &path, work);
    const int64_t first = at.index - count, step = at.offset - le__extents_offset(*root, first, work);
    const bool last = at.index == le__extents_count(*root);
    le_status status = le__extents_remove(root, first, count, work);
    if (status == LE_OK && !last && step) status = le__extents_resize(root, first, at.extent + step, work);
    return status;
}

// Values on their way in or out, adjacent equal ones as one.
typedef struct group_values {
    le_run *run;
    size_t n, capacity;
} group_values;

static bool values_add(group_values *values, int64_t extent) {
    if (values->n && values->run[values->n - 1].extent == extent) {
        values->run[values->n - 1].count++;
        return true;
    }
    if (values->n == values->capacity) {
        size_t capacity = values->capacity ? 2 * values->capacity : 16;
        le_run *grown = realloc(values->run, capacity * sizeof *grown);
        if (!grown) return false;
        values->run = grown;
        values->capacity = capacity;
    }
    values->run[values->n++] = (le_run){1, extent};
    return true;
}

static int compare_values(const void *left, const void *right) {
    const le_run *a = left, *b = right;
    return a->extent < b->extent ? -1 : a->extent > b->extent;
}

// The tree of all values, built in one step.
static LE_NOINLINE le_status ascending_build(group_values *values, le__extents_node **root, le_work *work) {
    le__extents_stream stream;
    le__extents_stream_start(&stream);
    le_status status = LE_OK;
    int64_t before = 0;
    if (values->n) qsort(values->run, values->n, sizeof *values->run, compare_values);
    for (size_t i = 0; i < values->n && status == LE_OK; i++) {
        const le_run *run = &values->run[i];
        status = le__extents_stream_push(&stream, 1, run->extent - before);
        if (status == LE_OK && run->count > 1) status = le__extents_stream_push(&stream, run->count - 1, 0);
        before = run->extent;
    }
    return le__extents_stream_finish(&stream, status, root, work);
}

// The extents of a measured group, along the axes where the section follows the largest.
static bool values_add_tracked(const le__template *t, group_values values[2], const int64_t extent[2]) {
    for (int axis = 0; axis < 2; axis++)
        if (le__tracks_largest(t, axis) && !values_add(&values[axis], extent[axis])) return false;
    return true;
}

// Puts values in, and frees them.
static le_status ascending_store(group_values values[2], le__composed *c, le_status status, le_work *work) {
    for (int axis = 0; axis < 2; axis++) {
        le__extents_node **root = &c->ascending[axis];
        if (status == LE_OK && !*root) {
            status = ascending_build(&values[axis], root, work);
        } else {
            for (size_t i = 0; i < values[axis].n && status == LE_OK; i++)
                status = ascending_add(root, values[axis].run[i].extent, values[axis].run[i].count, work);
        }
        free(values[axis].run);
    }
    return status;
}

le_status le__ascending_change(const le__template *t, le__composed *c, int64_t items, int64_t from, int64_t to, bool in,
                               le_work *work) {
    group_values values[2] = {{0}};
    le_status status = LE_OK;
    if (!le__tracks_any(t)) return LE_OK;
    for (int64_t group = from; status == LE_OK; group++) {
        group = le__next_measured_group(t, c, items, group, to);
        if (group >= to) break;
        int64_t extent[2];
        le__measure_group(t, c, items, group, extent, NULL);
        if (!values_add_tracked(t, values, extent)) status = LE_NO_MEMORY;
    }
    if (in) return ascending_store(values, c, status, work);
    for (int axis = 0; axis < 2; axis++) {
        for (size_t i = 0; i < values[axis].n && status == LE_OK; i++)
            status = ascending_remove(&c->ascending[axis], values[axis].run[i].extent, values[axis].run[i].count, work);
        free(values[axis].run);
    }
    return status;
}

void le__ascending_clear(le__composed *c) {
    for (int axis = 0; axis < 2; axis++) {
        le__extents_release(c->ascending[axis]);
        c->ascending[axis] = NULL;
    }
}

// ---- After a change: groups from `from` on hold other items

le_status le__composed_solve_groups(const le__template *t, le__composed *c, int64_t items, int64_t from,
                                    le_work *work) {
    const int64_t groups = le__group_count(t, items);
    const bool tree = t->grows && !t->uniform;
    if (!tree) {
        le__extents_release(c->pitch);
        c->pitch = NULL;
    } else if (!c->pitch && from > 0) {
        from = 0;
        le__ascending_clear(c);
    }
    group_values values[2] = {{0}};
    le__extents_stream stream;
    if (tree) le__extents_stream_start(&stream);
    le_status status = LE_OK;
    for (int64_t group = from; group < groups && status == LE_OK;) {
        const int64_t next = le__next_measured_group(t, c, items, group, groups);
        if (tree && next > group)
            status = le__extents_stream_push(&stream, next - group, le__pitch_of(t, t->extent[t->axis]));
        if (status == LE_OK && next < groups) {
            int64_t extent[2];
            le__measure_group(t, c, items, next, extent, c->reach);
            if (work) work->items_moved += (uint64_t)t->items;
            if (tree) status = le__extents_stream_push(&stream, 1, le__pitch_of(t, extent[t->axis]));
            if (!values_add_tracked(t, values, extent)) status = LE_NO_MEMORY;
        }
        group = next + 1;
    }
    if (tree) {
        le__extents_node *tail = NULL;
        status = le__extents_stream_finish(&stream, status, &tail, work);
        if (status == LE_OK)
            status = le__extents_exchange(&c->pitch, from, le__extents_count(c->pitch) - from, tail, work);
        le__extents_release(tail);
    }
    return ascending_store(values, c, status, work);
}

// Everything that follows from measured sizes, from scratch.
le_status le__composed_solve_all_groups(const le__template *t, le__composed *c, int64_t items, le_work *work) {
    memcpy(c->reach, t->reach, sizeof c->reach);
    le__ascending_clear(c);
    if (le__is_measured(t, c)) return le__composed_solve_groups(t, c, items, 0, work);
    le__extents_release(c->pitch);
    c->pitch = NULL;
    return LE_OK;
}

// ---- Measuring

le_status le__measured_units(double points, const le_measurement *m, int64_t *units, le_fault *fault) {
    *units = -1;
    if (points != points) return LE_OK;
    if (le__size_units(points, 0, units) && *units <= LE_MAX_LENGTH) return LE_OK;
    if (fault) {
        fault->item = m->item;
        fault->value = points;
        fault->count++;
    }
    return LE_BAD_VALUE;
}

// The codes of an item after a measurement; 0 along an axis that it does not change. Whether it changes any.
static bool new_codes(const le__template *t, const le__composed *c, const le_measurement *m, int64_t old[2],
                      int64_t code[2], int64_t *frozen) {
    const uint8_t open = t->open[m->item % t->items];
    for (int axis = 0; axis < 2; axis++) {
        int64_t units;
        old[axis] = code[axis] = 0;
        if (!(open >> axis & 1)) continue;
        le__measured_units(axis == MAIN ? m->main : m->cross, m, &units, NULL);
        if (units < 0) continue;
        if (c->size[axis]) old[axis] = le__extents_value(c->size[axis], m->item);
        if (le__code_extent(old[axis]) == units && old[axis]) continue;
        if (le__code_reports(old[axis]) < LE_MAX_REPORTS)
            code[axis] = le__size_code(units, le__code_reports(old[axis]) + 1);
        else if (*frozen < 0)
            *frozen = m->item;
    }
    return code[MAIN] || code[CROSS];
}

static le_status resize_checked(le__extents_node **root, int64_t index, int64_t old, int64_t value, le_work *work) {
    if (value == old) return LE_OK;
    if (value - old > LE_MAX_TOTAL - le__extents_total(*root)) return LE_TOO_LARGE;
    return le__extents_resize(root, index, value, work);
}

static le_status keep_codes(le__composed *c, int64_t items, int64_t item, const int64_t old[2], const int64_t code[2],
                            le_work *work) {
    le_status status = LE_OK;
    for (int axis = 0; axis < 2 && status == LE_OK; axis++) {
        if (!code[axis]) continue;
        const le_run none = {items, 0};
        if (!c->size[axis]) status = le__extents_build_runs(&none, 1, &c->size[axis], work);
        if (status == LE_OK) status = resize_checked(&c->size[axis], item, old[axis], code[axis], work);
    }
    return status;
}

// The consequences of a group whose extents were `before` (NULL: nothing of it was measured) and now are `after`.
static le_status group_changed(const le__template *t, le__composed *c, int64_t group, const int64_t before[2],
                               const int64_t after[2], le_work *work) {
    le_status status = LE_OK;
    if (c->pitch)
        status =
            resize_checked(&c->pitch, group, le__extents_value(c->pitch, group), le__pitch_of(t, after[t->axis]), work);
    for (int axis = 0; axis < 2 && status == LE_OK; axis++) {
        if (!le__tracks_largest(t, axis) || (before && before[axis] == after[axis])) continue;
        le__extents_node **root = &c->ascending[axis];
        if (before && before[axis] == le__extents_total(*root) && after[axis] < before[axis]) LE_PATH(GROUP_SHRUNK);
        if (before) status = ascending_remove(root, before[axis], 1, work);
        if (status == LE_OK) status = ascending_add(root, after[axis], 1, work);
    }
    return status;
}

// Stores the pitches of all groups, before the first measurement in a section whose groups grow.
static le_status pitches_make(const le__template *t, le__composed *c, int64_t items, le_work *work) {
    if (!t->grows || t->uniform || c->pitch) return LE_OK;
    const le_run all = {le__group_count(t, items), le__pitch_of(t, t->extent[t->axis])};
    return le__extents_build_runs(&all, 1, &c->pitch, work);
}

le_status le__composed_measure(const le__template *t, le__composed *c, int64_t items, const le_measurement *measured,
                               size_t count, int64_t *changed, int64_t *frozen, le_work *work) {
    if (t->items == 0 || !t->measurable) return LE_OK;
    le_status status = pitches_make(t, c, items, work);
    for (size_t i = 0; i < count && status == LE_OK; i++) {
        const int64_t item = measured[i].item, group = item / t->items;
        int64_t code[2], old[2], before[2], after[2];
        if (!new_codes(t, c, &measured[i], old, code, frozen)) continue;
        const bool was =
            le__tracks_any(t) && le__is_measured(t, c) && le__measure_group(t, c, items, group, before, NULL);
        status = keep_codes(c, items, item, old, code, work);
        if (status != LE_OK) break;
        ++*changed;
        le__measure_group(t, c, items, group, after, c->reach);
        if (work) work->items_moved += (uint64_t)t->items;
        status = group_changed(t, c, group, was ? before : NULL, after, work);
    }
    return status;
}

// Stores the size of one badge along its estimated axes.
static le_status badge_keep(le__composed *c, int64_t items, const le__part *part, int64_t item, const le_measurement *m,
                            bool *changed, le_work *work) {
    le_status status = LE_OK;
    for (int axis = 0; axis < 2 && status == LE_OK; axis++) {
        int64_t units;
        if (!(part->open >> axis & 1)) continue;
        le__measured_units(axis == MAIN ? m->main : m->cross, m, &units, NULL);
        if (units < 0) continue;
        le__extents_node **root = &le__badge_sizes(c)[2 * (int64_t)part->badge + axis];
        const int64_t old = *root ? le__extents_value(*root, item) : 0, code = le__size_code(units, 0);
        if (old == code) continue;
        const le_run none = {items, 0};
        if (!*root) status = le__extents_build_runs(&none, 1, root, work);
        if (status == LE_OK) status = resize_checked(root, item, old, code, work);
        c->badges_sized = *changed = true;
    }
    return status;
}

le_status le__composed_measure_badges(const le__template *t, le__composed *c, int64_t items, uint16_t kind,
                                      const le_measurement *measured, size_t count, le_work *work) {
    le_status status = pitches_make(t, c, items, work);
    for (size_t i = 0; i < count; i++) {
        for (uint32_t p = 0; p < t->parts && status == LE_OK; p++) {
            const int64_t group = le__part_group(t, p, kind, measured[i].item, items);
            if (group < 0 || !t->part[p].open) continue;
            int64_t before[2], after[2];
            bool changed = false;
            const bool was =
                le__tracks_any(t) && le__is_measured(t, c) && le__measure_group(t, c, items, group, before, NULL);
            const int64_t item = group * t->items + t->part[p].first;
            status = badge_keep(c, items, &t->part[p], item, &measured[i], &changed, work);
            if (!changed || status != LE_OK) continue;
            le__measure_group(t, c, items, group, after, c->reach);
            if (work) work->items_moved += (uint64_t)t->items;
            status = group_changed(t, c, group, was ? before : NULL, after, work);
        }
    }
    return status;
}

bool le__composed_measure_in_place(const le__template *t, le__composed *c, int64_t items, const le_measurement *m,
                                   int64_t room, int64_t *changed, int64_t *frozen, le_work *work) {
    if (t->items == 0 || !t->measurable || le__tracks_any(t) || !le__unique(c)) return false;
    if (t->grows && !c->pitch) return false;
    const int64_t group = m->item / t->items;
    int64_t code[2], old[2], after[2], reach[2][2], first_frozen = -1;
    if (new_codes(t, c, m, old, code, &first_frozen)) {
        // Everything is found out first, then everything is changed.
        le__extents_resizing size[2], pitch;
        le__group_solver s = le__group_solver_of(t, c, items, -1);
        s.item = (int32_t)(m->item - group * t->items);
        for (int axis = 0; axis < 2; axis++) {
            s.extent[axis] = code[axis] ? le__code_extent(code[axis]) : -1;
            if (code[axis] &&
                !(c->size[axis] && le__extents_resize_fits(&c->size[axis], m->item, code[axis], &size[axis], work)))
                return false;
        }
        memcpy(reach, c->reach, sizeof reach);
        le__measure_solver(&s, group, after, reach);
        const int64_t now = le__pitch_of(t, after[t->axis]);
        if (c->pitch && (!le__extents_resize_fits(&c->pitch, group, now, &pitch, work) || now - pitch.old > room))
            return false;
        for (int axis = 0; axis < 2; axis++)
            if (code[axis]) le__extents_resize_at(&size[axis], code[axis], work);
        if (c->pitch) le__extents_resize_at(&pitch, now, work);
        memcpy(c->reach, reach, sizeof reach);
        if (work) work->items_moved += (uint64_t)t->items;
        ++*changed;
    }
    if (*frozen < 0) *frozen = first_frozen;
    return true;
}

// The sizes along an axis with no reports.
static le_status forget_reports(le__extents_node **root, int64_t items, le_work *work) {
    le__extents_stream stream;
    le__extents_stream_start(&stream);
    le_status status = LE_OK;
    for (int64_t item = 0; item < items && status == LE_OK;) {
        le__extents_path path;
        const int64_t from = le__extents_offset(*root, item, NULL);
        const int64_t next = LE_MIN(le__extents_at_offset(*root, from, &path, NULL).index, items);
        if (next > item) status = le__extents_stream_push(&stream, next - item, 0);
        if (next < items && status == LE_OK)
            status = le__extents_stream_push(&stream, 1, le__extents_value(*root, next) & ~(int64_t)7);
        item = next + 1;
    }
    le__extents_node *made = NULL;
    status = le__extents_stream_finish(&stream, status, &made, work);
    if (status != LE_OK) return status;
    le__extents_release(*root);
    *root = made;
    return LE_OK;
}

le_status le__composed_forget_reports(le__composed *c, int64_t items, le_work *work) {
    le_status status = LE_OK;
    for (int axis = 0; axis < 2 && status == LE_OK; axis++)
        if (c->size[axis]) status = forget_reports(&c->size[axis], items, work);
    return status;
}
