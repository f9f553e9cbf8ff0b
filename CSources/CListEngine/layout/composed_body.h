// Sections of compositions: what a section keeps beside its template, and where its groups are.
//
// Nothing is kept until an item or a boundary supplementary was measured: groups then stand at multiples of a pitch.

// What was measured in a section.
typedef struct composed {
    extents_node_t *size[2]; // of items by axis, as written by `size_code`; NULL: none was measured
    extents_node_t *pitch;   // of groups along the axis, where they grow; NULL: all are the template's
    // By axis, where `tracks_largest`: the extents of the groups with a measured item in ascending order, each as the
    // difference to the one before. Its total is the largest of them, its count how many there are.
    extents_node_t *ascending[2];
    int64_t reach[2][2];     // of the template and of all groups that were measured: see le__template
    int64_t boundaries;      // number of boundary supplementaries
    int64_t boundary[][2];   // their measured extents, -1 where there is none
} composed;

// A measured extent and how often it has changed, as one number that an extent tree holds; 0: not measured.
LE_INLINE int64_t size_code(int64_t extent, int64_t reports) { return ((extent + 1) << 3) | reports; }
LE_INLINE int64_t code_extent(int64_t code) { return (code >> 3) - 1; }
LE_INLINE int64_t code_reports(int64_t code) { return code & 7; }

static void composed_release(composed *c) {
    if (!c || !le__drop(c)) return;
    extents_release(c->size[MAIN]);
    extents_release(c->size[CROSS]);
    extents_release(c->pitch);
    extents_release(c->ascending[MAIN]);
    extents_release(c->ascending[CROSS]);
    le__block_free(c);
}

static composed *composed_make(const le__template *t) {
    int64_t boundaries = (int64_t)t->composition->spec.boundary_count;
    composed *c = le__block_alloc(sizeof *c + (size_t)boundaries * sizeof *c->boundary);
    if (!c) return NULL;
    memset(c, 0, sizeof *c);
    memcpy(c->reach, t->reach, sizeof c->reach);
    c->boundaries = boundaries;
    for (int64_t b = 0; b < boundaries; b++) c->boundary[b][MAIN] = c->boundary[b][CROSS] = -1;
    return c;
}

static composed *composed_copy(const composed *c) {
    size_t bytes = sizeof *c + (size_t)c->boundaries * sizeof *c->boundary;
    composed *copy = le__block_alloc(bytes);
    if (!copy) return NULL;
    memcpy(copy, c, bytes);
    if (c->size[MAIN]) le__retain(c->size[MAIN]);
    if (c->size[CROSS]) le__retain(c->size[CROSS]);
    if (c->pitch) le__retain(c->pitch);
    if (c->ascending[MAIN]) le__retain(c->ascending[MAIN]);
    if (c->ascending[CROSS]) le__retain(c->ascending[CROSS]);
    return copy;
}

// Whether extents of groups along an axis follow from measuring in a way that needs the largest of them: the band of a
// section that scrolls on its own, and groups that are all as large as the largest.
LE_INLINE bool tracks_largest(const le__template *t, int axis) {
    if (axis == t->axis) return t->uniform;
    return t->measurable && t->axis == CROSS && t->cell[0].open[MAIN];
}

LE_INLINE bool is_measured(const le__template *t, const composed *c) {
    return c && t->measurable && (c->size[MAIN] || c->size[CROSS]);
}

LE_INLINE int64_t group_count(const le__template *t, int64_t items) {
    return t->items ? (items + t->items - 1) / t->items : 0;
}

// The largest extent along an axis of `groups` > 0 groups.
static int64_t largest_group(const le__template *t, const composed *c, int axis, int64_t groups) {
    if (!is_measured(t, c) || !tracks_largest(t, axis)) return t->extent[axis];
    const bool others = extents_count(c->ascending[axis]) < groups;
    return LE_MAX(extents_total(c->ascending[axis]), others ? t->extent[axis] : 0);
}

// How far elements stand out of their group: past its start (0) or its end (1).
LE_INLINE int64_t reach_of(const le__template *t, const composed *c, int axis, int side) {
    return is_measured(t, c) ? c->reach[axis][side] : t->reach[axis][side];
}

// ---- Groups along their axis

LE_INLINE int64_t pitch_of(const le__template *t, int64_t extent) { return LE_MAX(extent + t->spacing, 0); }

// The pitch that all groups have, or -1 where they differ.
LE_INLINE int64_t common_pitch(const le__template *t, const composed *c, int64_t groups) {
    if (t->uniform) return pitch_of(t, largest_group(t, c, t->axis, groups));
    return is_measured(t, c) && c->pitch ? -1 : pitch_of(t, t->extent[t->axis]);
}

// Extent of all groups along their axis; -1 past the limits.
LE_INLINE int64_t groups_extent(const le__template *t, const composed *c, int64_t groups) {
    if (groups == 0) return 0;
    int64_t pitch = common_pitch(t, c, groups), all;
    if (pitch < 0)
        all = extents_total(c->pitch);
    else if (__builtin_mul_overflow(groups, pitch, &all) || all > LE_MAX_TOTAL)
        return -1;
    return LE_MAX(all - t->spacing, 0);
}

static le_group_place group_place(const le__template *t, const composed *c, int64_t groups, int64_t group) {
    int64_t pitch = common_pitch(t, c, groups);
    if (pitch >= 0) {
        int64_t extent = t->uniform ? largest_group(t, c, t->axis, groups) : t->extent[t->axis];
        return (le_group_place){group * pitch, extent};
    }
    le_extent_at at = extents_entry(c->pitch, group, NULL);
    return (le_group_place){at.offset, at.extent - t->spacing};
}

// a - b, as far as it goes.
LE_INLINE int64_t less(int64_t a, int64_t b) {
    int64_t difference;
    if (!__builtin_sub_overflow(a, b, &difference)) return difference;
    return b > 0 ? INT64_MIN : INT64_MAX;
}

// The first group whose elements can reach past `low`, counted from the first group's start; `groups` where none does.
static int64_t first_group_past(const le__template *t, const composed *c, int64_t groups, int64_t low, le_work *work) {
    const int64_t after = reach_of(t, c, t->axis, 1);
    int64_t pitch = common_pitch(t, c, groups);
    int64_t end = less(low, after - t->spacing); // the group's start and pitch have to pass this
    if (end < 0) return 0;
    if (pitch == 0) return groups;
    if (pitch > 0) return LE_MIN(end / pitch, groups);
    extents_path path;
    return extents_at_offset(c->pitch, end, &path, work).index;
}

// ---- Groups with measured items

// Reads entries of an extent tree in ascending order, a few at a time.
typedef struct size_reader {
    extents_path path;
    int64_t k;    // next entry in the path's leaf; -1: nothing was read yet
    uint32_t run; // of a leaf of runs: the run of entry k, and how many entries of it are left
    int64_t left;
} size_reader;

static void reader_enter_leaf(size_reader *reader, int64_t k) {
    const extents_node_t *leaf = reader->path.leaf;
    reader->k = k;
    if (leaf->head.kind < RUNS_32) return;
    const uint32_t *counts = run_counts(leaf);
    reader->run = 0;
    while (k >= counts[reader->run]) k -= counts[reader->run++];
    reader->left = counts[reader->run] - k;
}

static void read_sizes(size_reader *reader, extents_node_t *root, int64_t first, int64_t count, int64_t *out) {
    if (reader->k < 0) {
        int64_t before[2], k = first;
        extents_path_find(root, 0, &k, &reader->path, before);
        reader_enter_leaf(reader, k);
    }
    while (count > 0) {
        if (reader->k == reader->path.leaf->sum[0]) {
            extents_path_next(&reader->path);
            reader_enter_leaf(reader, 0);
        }
        const extents_node_t *leaf = reader->path.leaf;
        int64_t here = LE_MIN(count, leaf->sum[0] - reader->k);
        if (leaf->head.kind == DENSE_32) {
            for (int64_t i = 0; i < here; i++) out[i] = dense32(leaf)[reader->k + i];
        } else if (leaf->head.kind == DENSE_64) {
            memcpy(out, dense64(leaf) + reader->k, (size_t)here * sizeof *out);
        } else {
            const uint32_t *counts = run_counts(leaf);
            const uint32_t capacity = leaf_capacity(leaf);
            for (int64_t i = 0; i < here;) {
                if (reader->left == 0) reader->left = counts[++reader->run];
                int64_t extent = run_extent(leaf, capacity, reader->run), stop = LE_MIN(here, i + reader->left);
                reader->left -= stop - i;
                while (i < stop) out[i++] = extent;
            }
        }
        out += here;
        count -= here;
        reader->k += here;
    }
}

// Passes over the next `count` entries where they are seen to be 0 without a look at each: within a stored run.
LE_INLINE bool reader_pass_zeros(size_reader *reader, int64_t count) {
    if (reader->k < 0) return false;
    const extents_node_t *leaf = reader->path.leaf;
    if (leaf->head.kind < RUNS_32 || reader->k == leaf->sum[0]) return false;
    if (reader->left == 0) reader->left = run_counts(leaf)[++reader->run];
    if (reader->left < count || run_extent(leaf, leaf_capacity(leaf), reader->run) != 0) return false;
    reader->left -= count;
    reader->k += count;
    return true;
}

enum { GROUP_WINDOW = 64 };

// Neighbouring items and parts of one group, as they stand with its measured sizes. A large group is looked at through
// several windows, so that no frame of the stack holds all of it.
typedef struct group_window {
    int32_t first, end;             // items
    uint32_t part, part_end;        // parts
    uint8_t measured[GROUP_WINDOW]; // of items: a bit for each axis that was measured
    le_rect frame[GROUP_WINDOW];    // of items, relative to the group
    le_rect part_frame[GROUP_WINDOW];
} group_window;

// A group to settle, and the way to its sizes.
typedef struct settling {
    const le__template *t;
    const composed *c;
    int64_t items;         // of the section
    int64_t forced;        // what all groups of the section have along their axis, or -1
    size_reader reader[2]; // of groups in ascending order, each read once; or started again
} settling;

static settling settling_of(const le__template *t, const composed *c, int64_t items, int64_t forced) {
    settling s;
    s.t = t;
    s.c = c;
    s.items = items;
    s.forced = forced;
    s.reader[MAIN].k = s.reader[CROSS].k = -1;
    return s;
}

// Frames of a window along an axis whose extents are settled.
static LE_NOINLINE void settle_places(const le__template *t, int axis, const int64_t *extent, group_window *w) {
    int64_t at[LE_MAX_ESTIMATED_GROUP];
    le__settle_places(t, axis, extent, at);
    le__settled_items(t, axis, extent, at, w->first, w->end, w->frame);
    le__settled_containers(t, axis, extent, at, w->part, w->part_end, w->part_frame);
}

// Settles a group along one axis, and the window where there is one. Answers the group's extent.
static LE_NOINLINE int64_t settle_extents(const le__template *t, int axis, const int64_t *measured, int64_t forced,
                                          group_window *w) {
    int64_t extent[LE_MAX_ESTIMATED_GROUP];
    le__settle_extents(t, axis, measured, forced, extent);
    if (w) settle_places(t, axis, extent, w);
    return extent[0];
}

enum { ANY_MEASURED = 1, DIFFERS = 2 };

// Along an axis that nothing of a group was measured on. Answers whether the group differs from the template along it.
LE_INLINE int settle_unmeasured(const settling *s, int axis, group_window *w, int64_t *out) {
    const int64_t forced = axis == s->t->axis ? s->forced : -1, extent = s->t->extent[axis];
    *out = forced < 0 || forced == extent ? extent : settle_extents(s->t, axis, NULL, forced, w);
    return forced < 0 || forced == extent ? 0 : DIFFERS;
}

// As `settle_extents`, with the sizes that are kept of the group. Answers whether there are any, and whether the group differs
// along the axis from the template; where it does not, the window is not written.
static LE_NOINLINE int settle_axis(settling *s, int axis, int64_t group, group_window *w, int64_t *out) {
    const le__template *t = s->t;
    int64_t measured[LE_MAX_ESTIMATED_GROUP], any = 0;
    const int64_t first = group * t->items, present = LE_MIN((int64_t)t->items, s->items - first);
    read_sizes(&s->reader[axis], s->c->size[axis], first, present, measured);
    for (int64_t i = 0; i < present; i++) {
        any |= measured[i];
        measured[i] = code_extent(measured[i]);
    }
    for (int64_t i = present; i < t->items; i++) measured[i] = -1;
    if (!any) return settle_unmeasured(s, axis, w, out);
    if (w)
        for (int32_t i = w->first; i < w->end; i++) w->measured[i - w->first] |= (uint8_t)((measured[i] >= 0) << axis);
    *out = settle_extents(t, axis, measured, axis == t->axis ? s->forced : -1, w);
    return ANY_MEASURED | DIFFERS;
}

// Gives a window what it has not got from an axis that is as in the template, and puts the parts on their containers.
static void finish_window(const le__template *t, const int on[2], group_window *w) {
    for (int axis = 0; axis < 2; axis++) {
        if (on[axis] & DIFFERS) continue;
        if (w->part < w->part_end) {
            settle_extents(t, axis, NULL, -1, w);
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
    for (uint32_t p = w->part; p < w->part_end; p++)
        w->part_frame[p - w->part] = le__part_frame(t, p, &w->part_frame[p - w->part]);
}

// Extents of a group with its measured sizes, and where `w` is not NULL the frames of its items `w->first ..< w->end`
// and parts `w->part ..< w->part_end`; those are not written where nothing differs from the template (see the answer).
LE_INLINE int settle_group(settling *s, int64_t group, group_window *w, int64_t extent[2]) {
    const int64_t present = LE_MIN((int64_t)s->t->items, s->items - group * s->t->items);
    int on[2];
    if (w) memset(w->measured, 0, sizeof w->measured);
    for (int axis = 0; axis < 2; axis++) {
        const bool sized = s->c->size[axis] && !reader_pass_zeros(&s->reader[axis], present);
        on[axis] = sized ? settle_axis(s, axis, group, w, &extent[axis]) : settle_unmeasured(s, axis, w, &extent[axis]);
    }
    const int all = on[MAIN] | on[CROSS];
    if (!(all & DIFFERS)) return all;
    LE_PATH(GROUP_SETTLED);
    if (w) finish_window(s->t, on, w);
    return all;
}

// A window of a group's items from `first` on and parts from `part` on. Whether the group differs from the template.
static bool window_load(settling *s, int64_t group, int32_t first, uint32_t part, group_window *w) {
    w->first = first;
    w->end = LE_MIN(first + GROUP_WINDOW, s->t->items);
    w->part = part;
    w->part_end = LE_MIN(part + GROUP_WINDOW, s->t->parts);
    int64_t extent[2];
    return settle_group(s, group, w, extent) & DIFFERS;
}

// Another window of the same group.
static LE_NOINLINE void window_move(settling *s, int64_t group, int32_t first, uint32_t part, group_window *w) {
    LE_PATH(GROUP_WINDOWS);
    s->reader[MAIN].k = s->reader[CROSS].k = -1;
    window_load(s, group, first, part, w);
}

// Extents of a group as its own sizes make it, and how far its elements reach, where `reach` is not NULL. Whether any
// item of it was measured.
static LE_NOINLINE bool measure_group(const le__template *t, const composed *c, int64_t items, int64_t group,
                                      int64_t extent[2], int64_t reach[2][2]) {
    settling s = settling_of(t, c, items, -1);
    if (!reach) return settle_group(&s, group, NULL, extent) & ANY_MEASURED;
    group_window w;
    w.first = 0;
    w.part = 0;
    int on = 0;
    do {
        s.reader[MAIN].k = s.reader[CROSS].k = -1;
        w.end = LE_MIN(w.first + GROUP_WINDOW, t->items);
        w.part_end = LE_MIN(w.part + GROUP_WINDOW, t->parts);
        on = settle_group(&s, group, &w, extent);
        if (!(on & DIFFERS)) return on & ANY_MEASURED; // the template's reach is in already
        le__raise_reach(w.frame, (size_t)(w.end - w.first), extent, reach);
        le__raise_reach(w.part_frame, w.part_end - w.part, extent, reach);
        w.first = w.end;
        w.part = w.part_end;
    } while (w.first < t->items || w.part < t->parts);
    return on & ANY_MEASURED;
}

// What is forced on the groups of a section, or -1.
LE_INLINE int64_t forced_extent(const le__template *t, const composed *c, int64_t groups) {
    return t->uniform ? largest_group(t, c, t->axis, groups) : -1;
}

// The first item from `from` on that was measured; `items` where there is none.
static int64_t next_measured(const composed *c, int64_t from, int64_t items) {
    int64_t next = items;
    for (int axis = 0; axis < 2; axis++) {
        extents_path path;
        if (!c->size[axis] || from >= items) continue;
        next = LE_MIN(next,
                      extents_at_offset(c->size[axis], extents_offset(c->size[axis], from, NULL), &path, NULL).index);
    }
    return next;
}

// ---- Boundary supplementaries

LE_INLINE int64_t boundary_extent(const le__template *t, const composed *c, int64_t b, int axis) {
    return c && c->boundary[b][axis] >= 0 ? c->boundary[b][axis] : t->boundary[b][axis];
}

// What the boundaries at the start (0) or the end (2) take.
static int64_t band_extent(const le__template *t, const composed *c, int side) {
    const le_composition_spec *spec = &t->composition->spec;
    int64_t band = 0;
    for (size_t b = 0; b < spec->boundary_count; b++)
        if (spec->boundaries[b].align_main == side && !spec->boundaries[b].overlays)
            band = LE_MAX(band, boundary_extent(t, c, (int64_t)b, MAIN));
    return band;
}

// What surrounds boundaries: a section, or the layout as a whole.
typedef struct boundary_room {
    int64_t main_min, main_max; // with the bands
    int64_t band[2];
    int64_t inset[2], cross; // insets along cross, and the container's extent
} boundary_room;

// Frame of a boundary of these extents, pinned to `visible` if that is not NULL.
static le_rect boundary_rect(const le_boundary *b, const boundary_room *room, int64_t main, int64_t cross,
                             const le_rect *visible) {
    const int64_t seen_min = visible ? LE_MAX(visible->main_min, -LE_MAX_TOTAL) : 0;
    const int64_t seen_max = visible ? LE_MIN(LE_MAX(visible->main_max, -LE_MAX_TOTAL), LE_MAX_TOTAL) : 0;
    int64_t lead = b->follows_insets ? room->inset[LE_START] : 0;
    int64_t across = LE_MAX(room->cross - (b->follows_insets ? room->inset[LE_START] + room->inset[LE_END] : 0), 0);
    int64_t content_min = room->main_min + room->band[LE_START], content_max = room->main_max - room->band[LE_END];
    le_rect r;
    r.cross_min = lead + ((b->align_cross * (across - cross)) >> 1) + b->offset_cross;
    if (b->align_main == 0)
        r.main_min = b->overlays ? content_min : room->main_min;
    else if (b->align_main == 2)
        r.main_min = (b->overlays ? content_max : room->main_max) - main;
    else
        r.main_min = content_min + ((content_max - content_min - main) >> 1);
    r.main_min += b->offset_main;
    if (visible && b->pins && b->align_main == 0)
        r.main_min = LE_MAX(r.main_min, LE_MIN(seen_min, room->main_max - main));
    if (visible && b->pins && b->align_main == 2)
        r.main_min = LE_MIN(r.main_min, LE_MAX(seen_max - main, content_min));
    r.main_max = r.main_min + main;
    r.cross_max = r.cross_min + cross;
    le__inset(&r, &b->main, &b->cross, b->inset_main, b->inset_cross);
    return r;
}

// ---- The section as a whole

typedef struct composed_extent {
    int64_t band[2]; // of boundaries at the start and at the end
    int64_t start;   // where groups begin along main
    int64_t groups;  // what they take along main
    int64_t extent;  // of the section, without the spacing after it
} composed_extent;

static bool compose_extent(const le__template *t, const composed *c, int64_t items, composed_extent *out) {
    const le_composition_spec *spec = &t->composition->spec;
    int64_t groups = group_count(t, items);
    *out = (composed_extent){.band = {band_extent(t, c, 0), band_extent(t, c, 2)}};
    if (groups) {
        int64_t along = groups_extent(t, c, groups);
        if (along < 0) return false;
        out->groups = t->axis == MAIN ? along : largest_group(t, c, MAIN, groups);
        out->start = out->band[LE_START] + spec->inset_main[LE_START];
        out->extent = LE_MAX(spec->inset_main[LE_START] + out->groups + spec->inset_main[LE_END], 0);
    }
    out->extent += out->band[LE_START] + out->band[LE_END];
    return out->extent <= LE_MAX_TOTAL;
}

// The surroundings of a section's boundaries, for a section that starts at `start`.
LE_INLINE boundary_room composed_room(const le__template *t, const composed_extent *e, int64_t start, int64_t cross) {
    const le_composition_spec *spec = &t->composition->spec;
    return (boundary_room){start,
                           start + e->extent,
                           {e->band[LE_START], e->band[LE_END]},
                           {spec->inset_cross[LE_START], spec->inset_cross[LE_END]},
                           cross};
}
