// Laying out groups with measured items: see group_window.h. The arrays for one axis of the largest group occupy 8 KB
// of stack each; at most three are in use at a time.
#include "kinds/compositional/group_window.h"

// ---- Sizes

static void reader_enter_leaf(le__size_reader *reader, int64_t k) {
    const le__extents_node *leaf = reader->path.leaf;
    reader->k = k;
    if (leaf->head.kind < LE__RUNS_32) return;
    reader->run = le__extents_run_at(leaf, &k);
    reader->left = le__extents_run_counts(leaf)[reader->run] - k;
}

void le__read_sizes(le__size_reader *reader, le__extents_node *root, int64_t first, int64_t count, int64_t *out) {
    if (reader->k < 0) {
        int64_t before[2], k = first;
        le__extents_path_find(root, 0, &k, &reader->path, before);
        reader_enter_leaf(reader, k);
    }
    while (count > 0) {
        if (reader->k == reader->path.leaf->sum[0]) {
            le__extents_path_next(&reader->path);
            reader_enter_leaf(reader, 0);
        }
        const le__extents_node *leaf = reader->path.leaf;
        int64_t here = LE_MIN(count, leaf->sum[0] - reader->k);
        if (leaf->head.kind == LE__DENSE_32) {
            for (int64_t i = 0; i < here; i++) out[i] = le__extents_dense32(leaf)[reader->k + i];
        } else if (leaf->head.kind == LE__DENSE_64) {
            memcpy(out, le__extents_dense64(leaf) + reader->k, (size_t)here * sizeof *out);
        } else {
            const uint32_t *counts = le__extents_run_counts(leaf);
            const uint32_t capacity = le__extents_leaf_capacity(leaf);
            for (int64_t i = 0; i < here;) {
                if (reader->left == 0) reader->left = counts[++reader->run];
                int64_t extent = le__extents_run_extent(leaf, capacity, reader->run),
                        stop = LE_MIN(here, i + reader->left);
                reader->left -= stop - i;
                while (i < stop) out[i++] = extent;
            }
        }
        out += here;
        count -= here;
        reader->k += here;
    }
}

// ---- One group

// Computes the frames of a window along an axis whose extents are known.
static LE_NOINLINE void solve_window_places(const le__template *t, int axis, const int64_t *extent,
                                            le__group_window *w) {
    int64_t at[LE_MAX_ESTIMATED_GROUP];
    le__solve_places(t, axis, extent, at);
    le__solved_items(t, axis, extent, at, w->first, w->end, w->frame);
    le__solved_containers(t, axis, extent, at, w->part, w->part_end, w->part_frame);
}

LE_NOINLINE int64_t le__solve_group_extents(const le__template *t, int axis, const int64_t *measured, int64_t forced,
                                            le__group_window *w) {
    int64_t extent[LE_MAX_ESTIMATED_GROUP];
    le__solve_extents(t, axis, measured, forced, extent);
    if (w) solve_window_places(t, axis, extent, w);
    return extent[0];
}

int le__solve_axis(le__group_solver *s, int axis, int64_t group, le__group_window *w, int64_t *out) {
    const le__template *t = s->t;
    int64_t measured[LE_MAX_ESTIMATED_GROUP], any = 0;
    const int64_t first = group * t->items, present = LE_MIN((int64_t)t->items, s->items - first);
    const bool other = s->item >= 0 && s->extent[axis] >= 0; // the size of an item that is not stored
    if (other && t->hugs[axis] && !w) {
        *out = s->extent[axis] + t->edges[axis];
        return LE__GROUP_MEASURED | LE__GROUP_DIFFERS;
    }
    le__read_sizes(&s->reader[axis], s->c->size[axis], first, present, measured);
    for (int64_t i = 0; i < present; i++) {
        any |= measured[i];
        measured[i] = le__code_extent(measured[i]);
    }
    for (int64_t i = present; i < t->items; i++) measured[i] = -1;
    if (other) {
        measured[s->item] = s->extent[axis];
        any = 1;
    }
    if (!any) return le__solve_unmeasured(s, axis, w, out);
    if (w)
        for (int32_t i = w->first; i < w->end; i++) w->measured[i - w->first] |= (uint8_t)((measured[i] >= 0) << axis);
    *out = le__solve_group_extents(t, axis, measured, axis == t->axis ? s->forced : -1, w);
    return LE__GROUP_MEASURED | LE__GROUP_DIFFERS;
}

bool le__badges_measured(const le__group_solver *s, int64_t group, int64_t present) {
    const int64_t first = group * s->t->items;
    for (int64_t tree = 0; tree < 2 * s->c->badges; tree++) {
        le__extents_node *root = le__badge_size(s->c, tree);
        if (root && le__extents_offset(root, first, NULL) != le__extents_offset(root, first + present, NULL))
            return true;
    }
    return false;
}

// The measured extents of a part; -1 along an axis that was not measured.
static void part_sizes(const le__group_solver *s, int64_t group, uint32_t p, int64_t measured[2]) {
    const le__part *part = &s->t->part[p];
    const int64_t item = group * s->t->items + part->first;
    for (int axis = 0; axis < 2; axis++) {
        measured[axis] = -1;
        if (!s->c->badges_sized || !(part->open >> axis & 1) || item >= s->items) continue;
        le__extents_node *root = le__badge_size(s->c, 2 * (int64_t)part->badge + axis);
        if (root) measured[axis] = le__code_extent(le__extents_value(root, item));
    }
}

void le__finish_window(const le__group_solver *s, int64_t group, const int on[2], le__group_window *w) {
    const le__template *t = s->t;
    for (int axis = 0; axis < 2; axis++) {
        if (on[axis] & LE__GROUP_DIFFERS) continue;
        if (w->part < w->part_end) {
            le__solve_group_extents(t, axis, NULL, -1, w);
            continue;
        }
        for (int32_t i = w->first; i < w->end; i++) {
            le_rect *frame = &w->frame[i - w->first];
            if (axis == MAIN) {
                frame->main_min = t->frame[i].main_min;
                frame->main_max = t->frame[i].main_max;
            } else {
                frame->cross_min = t->frame[i].cross_min;
                frame->cross_max = t->frame[i].cross_max;
            }
        }
    }
    for (uint32_t p = w->part; p < w->part_end; p++) {
        int64_t measured[2];
        part_sizes(s, group, p, measured);
        w->part_frame[p - w->part] = le__part_frame(t, p, &w->part_frame[p - w->part], measured);
        w->part_measured[p - w->part] = (uint8_t)((measured[MAIN] >= 0) | (measured[CROSS] >= 0) << 1);
    }
}

void le__window_move(le__group_solver *s, int64_t group, int32_t first, uint32_t part, le__group_window *w) {
    LE_PATH(GROUP_WINDOWS);
    s->reader[MAIN].k = s->reader[CROSS].k = -1;
    le__window_load(s, group, first, part, w);
}

bool le__measure_solver(le__group_solver *s, int64_t group, int64_t extent[2], int64_t reach[2][2]) {
    const le__template *t = s->t;
    // An item within its group does not reach out, and along the other axis nothing changes.
    if (s->item >= 0 && (s->extent[MAIN] < 0 || t->hugs[MAIN]) && (s->extent[CROSS] < 0 || t->hugs[CROSS]))
        reach = NULL;
    if (!reach) return le__solve_group(s, group, NULL, extent) & LE__GROUP_MEASURED;
    le__group_window w;
    w.first = 0;
    w.part = 0;
    int on = 0;
    do {
        s->reader[MAIN].k = s->reader[CROSS].k = -1;
        w.end = LE_MIN(w.first + LE__GROUP_WINDOW, t->items);
        w.part_end = LE_MIN(w.part + LE__GROUP_WINDOW, t->parts);
        on = le__solve_group(s, group, &w, extent);
        if (!(on & LE__GROUP_DIFFERS)) return on & LE__GROUP_MEASURED; // the template's reach is in already
        le__raise_reach(w.frame, (size_t)(w.end - w.first), extent, reach);
        le__raise_reach(w.part_frame, w.part_end - w.part, extent, reach);
        w.first = w.end;
        w.part = w.part_end;
    } while (w.first < t->items || w.part < t->parts);
    return on & LE__GROUP_MEASURED;
}

bool le__measure_group(const le__template *t, const le__composed *c, int64_t items, int64_t group, int64_t extent[2],
                       int64_t reach[2][2]) {
    le__group_solver s = le__group_solver_of(t, c, items, -1);
    return le__measure_solver(&s, group, extent, reach);
}
