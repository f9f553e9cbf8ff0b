// Lists: reading, and the table of the kind.
#include "kinds/kinds.h"
#include "kinds/list.h"

#include "extents/extent_tree.h"
#include "section/elements.h"

// ---- Walking

// Reads a leaf of any encoding as stretches of rows with one stride: the runs of a leaf of runs, else single rows.
typedef struct leaf_reader {
    const le__extents_node *leaf;
    const uint32_t *counts; // of a leaf of runs, else NULL
    uint32_t capacity, run; // and the next run
    int64_t passed;         // rows of that run before the first one to read
} leaf_reader;

typedef struct stretch {
    int64_t stride, count;
} stretch;

LE_INLINE leaf_reader reader_at(const le__extents_node *leaf, int64_t k) {
    leaf_reader reader = {.leaf = leaf};
    if (leaf->head.kind < LE__RUNS_32) return reader;
    reader.counts = le__extents_run_counts(leaf);
    reader.capacity = le__extents_leaf_capacity(leaf);
    reader.run = le__extents_run_at(leaf, &k);
    reader.passed = k;
    return reader;
}

// The stretch at entry `k`, where the previous one ended.
LE_INLINE stretch reader_next(leaf_reader *reader, int64_t k) {
    if (reader->leaf->head.kind == LE__DENSE_32) return (stretch){le__extents_dense32(reader->leaf)[k], 1};
    if (!reader->counts) return (stretch){le__extents_dense64(reader->leaf)[k], 1};
    const int64_t count = reader->counts[reader->run] - reader->passed;
    reader->passed = 0;
    return (stretch){le__extents_run_extent(reader->leaf, reader->capacity, reader->run++), count};
}

// The position of a walk: a row, and its start relative to the first row.
typedef struct row_at {
    le__extents_path path;
    int64_t item, k, offset; // k: index in the path's leaf
} row_at;

// The first row of a walk. Starts and ends ascend, so it is the first row whose end (the start of the next row minus
// the spacing) is after `low`. False if there is none.
static bool first_row(const le__walk *w, le__extents_node *root, int64_t low, int64_t spacing, row_at *at) {
    int64_t before[2], inside, v = low + spacing;
    at->item = -1;
    if (v >= 0) {
        if (v >= root->sum[1]) return false;
        le__extents_path_find(root, 1, &v, &at->path, before);
        le__prefetch(at->path.leaf, LE__BLOCK_MAX); // the search reads one half of it, from either end
        at->k = le__extents_leaf_at_offset(at->path.leaf, v, &inside);
        at->item = before[0] + at->k;
    }
    // A walk that continues may do so after an edit, before the rows of the area.
    if (at->item < w->from || at->item < 0) {
        at->k = at->item = LE_MAX(w->from, 0);
        le__extents_path_find(root, 0, &at->k, &at->path, before);
        inside = le__extents_leaf_offset(at->path.leaf, at->k);
    }
    at->offset = before[1] + inside;
    if (w->work) w->work->nodes_visited += (uint64_t)at->path.depth + 1;
    return true;
}

// Emits the rows of a leaf from `at` on that start before `high`. Returns the row at which the emitter stopped, -1 if
// no later row can intersect the area, or -2.
LE_INLINE int64_t walk_leaf(const le__walk *w, row_at *at, int64_t base, int64_t high, le_rect *frame,
                            bool (*emit)(void *sink, int64_t item, const le_rect *frame), void *sink) {
    const le__extents_node *leaf = at->path.leaf;
    const int64_t spacing = w->place.section->style->spec.line_spacing, n = leaf->sum[0];
    if (leaf->sum[1] == 0 && spacing >= 0 && !w->all) { // no row here has an extent
        at->item += n - at->k;
        return at->offset >= high ? -1 : -2;
    }
    leaf_reader reader = reader_at(leaf, at->k);
    for (int64_t k = at->k; k < n;) {
        const stretch rows = reader_next(&reader, k);
        const int64_t extent = rows.stride - spacing;
        k += rows.count;
        if (at->offset >= high) return -1;
        if (extent <= 0 && !w->all) { // not one of them has an extent
            at->item += rows.count;
            at->offset += rows.count * rows.stride;
            continue;
        }
        for (int64_t i = 0; i < rows.count; i++, at->item++, at->offset += rows.stride) {
            if (at->offset >= high) return -1;
            frame->main_min = base + at->offset;
            frame->main_max = frame->main_min + extent;
            if (!emit(sink, at->item, frame)) return at->item;
        }
    }
    return -2;
}

// Passes the strides of `n` rows to an emitter of many rows. Returns as walk_leaf.
LE_INLINE int64_t emit_rows(const le__walk *w, row_at *at, const uint32_t *strides, int64_t n, int64_t base,
                            int64_t high, const le_rect *line, le__rows_emitter *rows, void *sink) {
    int64_t main = base + at->offset;
    const int64_t spacing = w->place.section->style->spec.line_spacing;
    const int64_t taken = rows(sink, strides, n, spacing, at->item, w->main_max, &main, line);
    at->offset = main - base;
    at->item += taken;
    return taken == n ? -2 : at->offset >= high ? -1 : at->item;
}

// The same for a leaf of runs, whose strides are written out. The rows of a screen are mostly one piece.
static int64_t emit_runs(const le__walk *w, row_at *at, int64_t base, int64_t high, const le_rect *line,
                         le__rows_emitter *rows, void *sink) {
    enum { PIECE = 32 };
    const int64_t n = at->path.leaf->sum[0];
    leaf_reader reader = reader_at(at->path.leaf, at->k);
    for (int64_t k = at->k; k < n && at->offset < high;) {
        const stretch run = reader_next(&reader, k);
        k += run.count;
        if (run.stride <= w->place.section->style->spec.line_spacing) { // not one of them has an extent
            at->item += run.count;
            at->offset += run.count * run.stride;
            continue;
        }
        uint32_t strides[PIECE];
        for (int64_t i = 0; i < LE_MIN(run.count, PIECE); i++) strides[i] = (uint32_t)run.stride;
        for (int64_t left = run.count; left > 0; left -= PIECE) {
            const int64_t stopped = emit_rows(w, at, strides, LE_MIN(left, PIECE), base, high, line, rows, sink);
            if (stopped > -2) return stopped;
        }
    }
    return at->offset >= high ? -1 : -2;
}

// Emits the rows that the walk covers. `rows`, if not NULL, receives those whose strides take 32 bits.
LE_INLINE int64_t walk_rows(const le__walk *w, le__rows_emitter *rows,
                            bool (*emit)(void *sink, int64_t item, const le_rect *frame), void *sink) {
    const le__section *s = w->place.section;
    const le_section_spec *spec = &s->style->spec;
    le__extents_node *root = s->body;
    if (!root) return -1;
    const int64_t base = w->place.offset + le__items_start(spec), spacing = spec->line_spacing;
    const int64_t low = w->main_min - base, high = w->main_max - base;
    le_rect frame = {.cross_min = spec->inset_cross_start};
    frame.cross_max = frame.cross_min + le__line_extent(&w->layout->config, spec);
    if (frame.cross_min >= w->cross_max || frame.cross_max <= w->cross_min) return -1;
    if (!w->all && frame.cross_min == frame.cross_max) return -1;

    row_at at;
    if (!first_row(w, root, low, spacing, &at)) return -1;
    for (;;) {
        const uint8_t kind = at.path.leaf->head.kind;
        int64_t stopped;
        if (rows && kind == LE__DENSE_32) {
            const uint32_t *strides = le__extents_dense32(at.path.leaf) + at.k;
            stopped = emit_rows(w, &at, strides, at.path.leaf->sum[0] - at.k, base, high, &frame, rows, sink);
        } else if (rows && kind == LE__RUNS_32) {
            stopped = emit_runs(w, &at, base, high, &frame, rows, sink);
        } else {
            stopped = walk_leaf(w, &at, base, high, &frame, emit, sink);
        }
        if (stopped > -2) return stopped;
        at.k = 0;
        if (!le__extents_path_next(&at.path)) return -1;
        if (w->work) w->work->nodes_visited++;
    }
}

// Rows of a query, written by a kernel.
static int64_t query_rows(void *opaque, const uint32_t *strides, int64_t n, int64_t spacing, int64_t item, int64_t end,
                          int64_t *main, const le_rect *line) {
    (void)line;
    le__query_sink *sink = opaque;
    le__element_room room = le__query_room(sink);
    const int64_t taken = le__kernels_in_use()->row_elements(strides, n, spacing, item, end, main, &room);
    le__query_wrote(sink, &room);
    return taken;
}

static int64_t query(const le__walk *w, le__query_sink *sink) {
    // All rows have the same edges across the scroll axis; the kernel copies them.
    const le_section_spec *spec = &w->place.section->style->spec;
    sink->like.min_x = le_points(spec->inset_cross_start);
    sink->like.max_x = le_points(spec->inset_cross_start + le__line_extent(&w->layout->config, spec));
    return le__walk_plain(w) ? walk_rows(w, query_rows, le__query_item, sink)
                             : walk_rows(w, NULL, le__query_item, sink);
}

static int64_t walk(const le__walk *w, const le__emitter *emit, void *sink) {
    return walk_rows(w, w->all ? NULL : emit->rows, emit->item, sink);
}

// ---- Single rows

static bool measure(le__section *s, const le_layout_config *config) {
    (void)config;
    return le__section_measure_lines(s, s->body ? le__extents_total(s->body) - s->style->spec.line_spacing : 0);
}

static le_rect frame(const le_layout *layout, const le__section_place *place, int64_t item, int32_t *z_index,
                     uint8_t *flags, le_work *work) {
    (void)z_index, (void)flags;
    const le_section_spec *spec = &place->section->style->spec;
    le_extent_at at = le__extents_find_entry(place->section->body, item, work);
    int64_t main = place->offset + le__items_start(spec) + at.offset, cross = spec->inset_cross_start;
    return (le_rect){main, cross, main + at.extent - spec->line_spacing,
                     cross + le__line_extent(&layout->config, spec)};
}

// The starts and the ends of rows both ascend, so only the last row that starts at or before the point has to be
// examined, however many overlap there.
static int64_t last_at(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross,
                       int64_t scroll) {
    (void)scroll;
    const le__section *s = place->section;
    const le_section_spec *spec = &s->style->spec;
    const int64_t offset = main - place->offset - le__items_start(spec), start = spec->inset_cross_start;
    if (cross < start || cross >= start + le__line_extent(&layout->config, spec)) return -1;
    if (!s->body || offset < 0) return -1;
    le__extents_path path;
    le_extent_at at = le__extents_at_offset(s->body, offset, &path, NULL);
    if (at.index == s->items) at = le__extents_entry(s->body, s->items - 1, NULL);
    return offset - at.offset < at.extent - spec->line_spacing ? at.index : -1;
}

// The index of the first row that ends at or after an offset.
static int64_t first_ending(const le__section *s, int64_t offset) {
    // Row i ends one spacing before row i + 1 starts, so it is the row that contains the unit before that.
    const int64_t last = offset + s->style->spec.line_spacing - 1;
    le__extents_path path;
    return last < 0 ? 0 : le__extents_at_offset(s->body, last, &path, NULL).index;
}

// The nearest row is the first that ends at or after the point, or the row before it; of several rows with the same end
// as that one, the first.
static int nearest(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross, int64_t scroll,
                   int64_t items[LE__NEAREST_MAX]) {
    (void)layout, (void)cross, (void)scroll;
    const le__section *s = place->section;
    // Rows are within 0 and one and a half times the limit. Beyond either end, clamping the point does not change which
    // row is nearest.
    const int64_t most = LE_MAX_TOTAL + LE_MAX_TOTAL / 2;
    const int64_t from_start = le__less(main, place->offset + le__items_start(&s->style->spec));
    const int64_t behind = first_ending(s, LE_MIN(LE_MAX(from_start, -most), most));
    int n = 0;
    if (behind > 0)
        items[n++] = first_ending(s, le__extents_offset(s->body, behind, NULL) - s->style->spec.line_spacing);
    if (behind < s->items) items[n++] = behind;
    return n;
}

// ---- Many rows

#define REAL double
#define FRAMES(name) name
#include "kinds/list_frames.h"
#define REAL float
#define FRAMES(name) name##_relative
#include "kinds/list_frames.h"

static le_status read_sizes(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                            double *main, double *cross) {
    (void)layout, (void)cross;
    enum { CHUNK = 200 }; // the number of entries in a leaf made by a stream
    const int64_t spacing = place->section->style->spec.line_spacing;
    int64_t strides[CHUNK];
    for (int64_t done = 0; done < count; done += CHUNK) {
        int64_t n = LE_MIN(count - done, (int64_t)CHUNK);
        le__extents_read(place->section->body, first + done, n, strides);
        for (int64_t i = 0; i < n; i++) main[done + i] = le_points(strides[i] - spacing);
    }
    return LE_OK;
}

// ---- The body

static const char *check(const le__section *s, const le_layout_config *config) {
    (void)config;
    const char *wrong = le__extents_check(s->body, true, le__extents_check_leaf);
    if (wrong) return wrong;
    return le__extents_count(s->body) == s->items ? NULL : "a list's count differs from its strides";
}

static size_t bytes(const void *body) { return le__extents_bytes((le__extents_node *)body); }

static void release(void *body) { le__extents_release(body); }

const le__kind le__list = {
    .accepts = le__list_accepts,
    .build = le__list_build,
    .change = le__list_change,
    .change_one = le__list_change_one,
    .growth = le__list_growth,
    .relayout = le__list_relayout,
    .measure = measure,
    .query = query,
    .walk = walk,
    .frame = frame,
    .frames = frames,
    .frames_relative = frames_relative,
    .last_at = last_at,
    .nearest = nearest,
    .read_sizes = read_sizes,
    .check = check,
    .bytes = bytes,
    .release = release,
};
