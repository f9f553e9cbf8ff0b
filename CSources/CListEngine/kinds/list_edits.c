// Lists: making and changing the tree of strides. Sizes in points are rounded to units once, half to even, when they
// enter.
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "extents/extent_tree.h"
#include "kinds/list.h"
#include "support/lengths.h"
#include "support/memory.h"

// At most this many sizes are converted on the stack and inserted without a stream.
enum { FEW = 64 };

bool le__list_accepts(const le_section_spec *spec, const le_sizes *sizes) {
    (void)spec;
    return sizes->form != LE_SIZES_NONE && sizes->form != LE_SIZES_SPANS;
}

// ---- From sizes to strides

// Size `i`, in points, as a stride. A size that cannot be used is reported and, if the sizes are lenient, raised to the
// least size.
static le_status stride_of(const le_sizes *sizes, int64_t i, double points, int64_t spacing, le_fault *fault,
                           int64_t *stride) {
    int64_t least = spacing < 0 ? -spacing : 0, units;
    if (!le__size_units(points, least, &units)) {
        if (fault && fault->count++ == 0) {
            fault->item = i;
            fault->value = points;
        }
        if (!sizes->lenient) return LE_BAD_VALUE;
        units = least;
    }
    *stride = units + spacing;
    return LE_OK;
}

// Converts `n` <= LE__STREAM_FILL sizes in points from `first` on in one pass. False if one cannot be used, or is too
// long for 32 bits; the caller then converts them one by one.
LE_INLINE bool narrow_strides(const le_sizes *sizes, int64_t first, size_t n, int64_t spacing, uint32_t *strides,
                              int64_t *sum) {
    if (!le__doubles_aligned(sizes->main, sizes->stride)) return false;
    const ptrdiff_t step = sizes->stride / (ptrdiff_t)sizeof(double);
    return le__kernels_in_use()->strides(sizes->main + first * step, step, n, spacing, strides, sum);
}

// Converts sizes `first ..< first + n` to strides, one by one.
LE_INLINE le_status wide_strides(const le_sizes *sizes, int64_t first, int64_t n, int64_t spacing, le_fault *fault,
                                 int64_t *strides) {
    le_status status = LE_OK;
    for (int64_t i = 0; i < n && status == LE_OK; i++)
        status = stride_of(sizes, first + i, le__size_main(sizes, first + i), spacing, fault, &strides[i]);
    return status;
}

// Converts sizes `first ..< first + count` of an array in points to strides.
static le_status strides_of(const le_sizes *sizes, int64_t first, int64_t count, int64_t spacing, le_fault *fault,
                            int64_t *strides) {
    if (count <= 16) return wide_strides(sizes, first, count, spacing, fault, strides);
    le_status status = LE_OK;
    for (int64_t i = 0; i < count && status == LE_OK; i += (int64_t)LE__STREAM_FILL) {
        int64_t n = LE_MIN(count - i, (int64_t)LE__STREAM_FILL), sum;
        uint32_t narrow[LE__STREAM_FILL];
        if (narrow_strides(sizes, first + i, (size_t)n, spacing, narrow, &sum))
            le__kernels_in_use()->widen(narrow, (size_t)n, strides + i);
        else
            status = wide_strides(sizes, first + i, n, spacing, fault, strides + i);
    }
    return status;
}

// Adds sizes `first ..< first + count` of an array in points.
static le_status stream_points(le__extents_stream *stream, const le_sizes *sizes, int64_t first, int64_t count,
                               int64_t spacing, le_fault *fault) {
    le_status status = LE_OK;
    for (int64_t i = first, end = first + count; i < end && status == LE_OK; i += (int64_t)LE__STREAM_FILL) {
        int64_t n = LE_MIN(end - i, (int64_t)LE__STREAM_FILL), sum;
        union {
            uint32_t narrow[LE__STREAM_FILL];
            int64_t wide[LE__STREAM_FILL];
        } strides;
        if (narrow_strides(sizes, i, (size_t)n, spacing, strides.narrow, &sum)) {
            le__sizes_prefetch(sizes, i + n, LE_MIN(end - i - n, n));
            status = le__extents_stream_dense(stream, strides.narrow, (size_t)n, sum);
        } else {
            status = wide_strides(sizes, i, n, spacing, fault, strides.wide);
            if (status == LE_OK) status = le__extents_stream_values(stream, strides.wide, n);
        }
    }
    return status;
}

// Adds sizes `first ..< first + count` of runs. `place`, if not NULL, is the position to start at, and receives the
// position of the last run read.
static le_status stream_runs(le__extents_stream *stream, const le_sizes *sizes, int64_t first, int64_t count,
                             int64_t spacing, le__run_place *place, le_fault *fault) {
    le__run_place at = place ? *place : (le__run_place){0, 0};
    le_status status = LE_OK;
    for (int64_t item = first, end = first + count; item < end && status == LE_OK;) {
        const le_points_run *run = &sizes->run[at.run];
        if (at.item + run->count <= item) {
            at.item += run->count;
            at.run++;
            continue;
        }
        int64_t to = LE_MIN(at.item + run->count, end), stride;
        status = stride_of(sizes, item, run->extent, spacing, fault, &stride);
        if (status == LE_OK) status = le__extents_stream_push(stream, to - item, stride);
        item = to;
    }
    if (place) *place = at;
    return status;
}

// Adds sizes `first ..< first + count` of any form.
static le_status stream_sizes(le__extents_stream *stream, const le_sizes *sizes, int64_t first, int64_t count,
                              int64_t spacing, le__run_place *place, le_fault *fault) {
    if (count == 0) return LE_OK;
    if (sizes->form == LE_SIZES_POINTS) return stream_points(stream, sizes, first, count, spacing, fault);
    if (sizes->form == LE_SIZES_RUNS) return stream_runs(stream, sizes, first, count, spacing, place, fault);
    int64_t stride;
    le_status status = stride_of(sizes, first, le__size_main(sizes, 0), spacing, fault, &stride);
    return status == LE_OK ? le__extents_stream_push(stream, count, stride) : status;
}

// A tree of items of one size: one leaf, for any usual number of them. The total is at most `most`.
static le_status one_size(const le_sizes *sizes, int64_t first, int64_t count, int64_t spacing, int64_t most,
                          le_fault *fault, le__extents_node **root, le_work *work) {
    int64_t stride = 0, total;
    le_status status = LE_OK;
    *root = NULL;
    if (count) status = stride_of(sizes, first, le__size_main(sizes, 0), spacing, fault, &stride);
    if (status != LE_OK) return status;
    if (__builtin_mul_overflow(count, stride, &total) || total > most) return LE_TOO_LARGE;
    const le_run run = {count, stride};
    if (count > LE__RUN_COUNT_MAX) return le__extents_build_runs(&run, 1, root, work);
    if (!count) return LE_OK;
    *root = le__extents_leaf_of_runs(&run, 1, count, stride >= LE__EXTENT_32_END);
    if (work && *root) work->nodes_written++;
    return *root ? LE_OK : LE_NO_MEMORY;
}

// A leaf of strides, of which many are equal to the one before.
static LE_NOINLINE le__extents_node *leaf_of_equal(const uint32_t *strides, size_t n) {
    // The starts of runs. There is no branch on whether a run ends, because it would be mispredicted.
    uint8_t starts[LE__STREAM_FILL + 1];
    static_assert(LE__STREAM_FILL <= UINT8_MAX, "a start is a byte");
    size_t count = 1;
    for (size_t i = 1; i < n; i++) {
        starts[count] = (uint8_t)i;
        count += strides[i] != strides[i - 1];
    }
    le_run runs[LE__STREAM_FILL];
    starts[0] = 0;
    starts[count] = (uint8_t)n;
    for (size_t r = 0; r < count; r++) runs[r] = (le_run){starts[r + 1] - starts[r], strides[starts[r]]};
    return le__extents_leaf_of_runs(runs, count, (int64_t)n, false);
}

// Builds a list that one leaf holds, without a stream: many lists of few items are the usual case. The kernel writes to
// the leaf. False if it needs a stream: for sizes of another form, for no sizes or more than a leaf holds, and for
// sizes that cannot be used, need 64 bits or are not aligned.
static bool build_leaf(le__section *s, const le_sizes *sizes, int64_t first, int64_t count, le_work *work,
                       le_status *status) {
    if (sizes->form != LE_SIZES_POINTS || count == 0 || count > (int64_t)LE__STREAM_FILL) return false;
    const size_t n = (size_t)count;
    int64_t sum;
    *status = LE_NO_MEMORY;
    le__extents_node *leaf = le__extents_leaf_alloc(LE__DENSE_32, (uint32_t)n);
    if (!leaf) return true;
    uint32_t *strides = le__extents_dense32(leaf);
    if (!narrow_strides(sizes, first, n, s->style->spec.line_spacing, strides, &sum)) {
        le__block_free(leaf);
        return false;
    }
    if (le__kernels_in_use()->varied(strides, n)) {
        leaf->sum[0] = count;
        leaf->sum[1] = sum;
    } else {
        le__extents_node *runs = leaf_of_equal(strides, n);
        le__block_free(leaf);
        if (!(leaf = runs)) return true;
    }
    s->body = leaf;
    s->items = count;
    *status = LE_OK;
    if (work) work->nodes_written++;
    return true;
}

static LE_NOINLINE le_status build_tree(le__section *s, const le_sizes *sizes, int64_t first, int64_t count,
                                        le__run_place *runs, le_fault *fault, le_work *work) {
    le__extents_stream stream;
    le__extents_node *root = NULL;
    le__extents_stream_start(&stream);
    le_status status = stream_sizes(&stream, sizes, first, count, s->style->spec.line_spacing, runs, fault);
    status = le__extents_stream_finish(&stream, status, &root, work);
    s->body = root;
    s->items = count;
    return status;
}

le_status le__list_build(const le_layout_config *config, le__section *s, const le_sizes *sizes, int64_t first,
                         int64_t count, le__run_place *runs, le_fault *fault, le_work *work) {
    (void)config;
    le_status status;
    if (sizes->form == LE_SIZES_CONSTANT) {
        le__extents_node *root;
        status = one_size(sizes, first, count, s->style->spec.line_spacing, LE_MAX_TOTAL, fault, &root, work);
        s->body = root;
        s->items = count;
        return status;
    }
    return build_leaf(s, sizes, first, count, work, &status) ? status
                                                             : build_tree(s, sizes, first, count, runs, fault, work);
}

// ---- Changes. `most` limits the sum of all strides after the change. A change that would exceed it is refused before
// anything is modified, except for a script.

// A few items, inserted or resized without a stream.
static le_status change_few(le__extents_node **root, int64_t spacing, const le__change *c, int64_t most,
                            le_work *work) {
    int64_t few[FEW], total, count = c->sizes->count;
    le_status status = wide_strides(c->sizes, 0, count, spacing, c->fault, few);
    if (status == LE_OK) status = le__extents_checked_total(few, count, &total);
    if (status != LE_OK) return status;
    const int64_t room = most - le__extents_total(*root);
    if (c->what == LE__INSERT)
        return total > room ? LE_TOO_LARGE : le__extents_insert(root, c->first, few, count, total, work);
    if (total > room && total - le__extents_value(*root, c->first) > room) return LE_TOO_LARGE;
    return le__extents_resize(root, c->first, few[0], work);
}

// Any number of items that are inserted, or that replace as many others.
static le_status change_many(le__extents_node **root, int64_t spacing, const le__change *c, int64_t most,
                             le_work *work) {
    const int64_t count = c->sizes->count, replaced = c->what == LE__RESIZE ? count : 0;
    le__extents_stream stream;
    le__extents_stream_start(&stream);
    le_status status = stream_sizes(&stream, c->sizes, 0, count, spacing, NULL, c->fault);
    if (status == LE_OK) status = le__extents_stream_flush(&stream);
    const int64_t old =
        le__extents_offset(*root, c->first + replaced, NULL) - le__extents_offset(*root, c->first, NULL);
    if (status == LE_OK) status = le__extents_can_hold(*root, count - replaced, old, stream.total);
    if (status == LE_OK && stream.total - old > most - le__extents_total(*root)) status = LE_TOO_LARGE;
    if (status == LE_OK && !replaced) return le__extents_insert_stream(root, c->first, &stream, work);
    le__extents_node *middle = NULL;
    status = le__extents_stream_finish(&stream, status, &middle, work);
    if (status == LE_OK) status = le__extents_exchange(root, c->first, replaced, middle, work);
    le__extents_release(middle);
    return status;
}

// Replaces all items with items of one size.
static le_status refill(le__extents_node **root, int64_t spacing, const le__change *c, int64_t most, le_work *work) {
    le__extents_node *refilled;
    const le_status status = one_size(c->sizes, 0, c->sizes->count, spacing, most, c->fault, &refilled, work);
    if (status != LE_OK) return status;
    le__extents_release(*root);
    *root = refilled;
    return LE_OK;
}

// Applies a script. Of the sizes, it reads those from the first to the last that an edit inserts. If all inserted items
// have one size, no memory is needed for each of them.
static le_status apply(le__extents_node **root, int64_t spacing, const le__change *c, le_work *work) {
    int64_t few[FEW], *strides = NULL, first = c->sizes->count, end = 0;
    for (size_t e = 0; e < c->edit_count; e++) {
        const le_edit *edit = &c->edits[e];
        if (edit->moved || edit->inserted == 0) continue;
        first = LE_MIN(first, edit->source);
        end = LE_MAX(end, edit->source + edit->inserted);
    }
    le__script_values values = {.first = LE_MIN(first, end), .count = LE_MAX(end - first, 0)};
    le_status status = LE_OK;
    // Runs have no index that an edit of a script could refer to.
    if (c->sizes->count && c->sizes->form == LE_SIZES_RUNS) return LE_NOT_SUPPORTED;
    if (values.count && c->sizes->form == LE_SIZES_CONSTANT) {
        status = stride_of(c->sizes, 0, le__size_main(c->sizes, 0), spacing, c->fault, &values.each);
    } else if (values.count) {
        strides = few;
        if (values.count > FEW) strides = malloc(le__bytes((uint64_t)values.count, sizeof *strides));
        if (!strides) return LE_NO_MEMORY;
        status = strides_of(c->sizes, values.first, values.count, spacing, c->fault, strides);
    }
    values.values = strides;
    if (status == LE_OK) status = le__extents_apply(root, c->edits, c->edit_count, &values, work);
    if (strides != few) free(strides);
    return status;
}

le_status le__list_change(const le_layout_config *config, le__section *s, const le__change *c, int64_t room,
                          le_work *work) {
    (void)config;
    const le_section_spec *spec = &s->style->spec;
    const int64_t spacing = spec->line_spacing, inset = spec->inset_main_start + spec->inset_main_end;
    // The largest extent of the section minus everything but the strides. The spacing after the last item does not
    // count.
    const int64_t around = spec->header + spec->footer + spec->section_spacing + inset - spacing;
    const int64_t most = LE_MIN(s->extent + room - around, LE_MAX_TOTAL);
    le__extents_node *root = s->body;
    le_status status = LE_NOT_SUPPORTED;
    switch (c->what) {
    case LE__REMOVE:
        status = le__extents_remove(&root, c->first, c->count, work);
        break;
    case LE__MOVE:
        status = le__extents_move_range(&root, c->first, c->count, c->to, work);
        break;
    case LE__INSERT:
    case LE__RESIZE: {
        bool few = c->sizes->count <= (c->what == LE__INSERT ? FEW : 1) && c->sizes->form != LE_SIZES_RUNS;
        if (c->sizes->count == 0)
            status = LE_OK;
        else if (few)
            status = change_few(&root, spacing, c, most, work);
        else
            status = change_many(&root, spacing, c, most, work);
        break;
    }
    case LE__REFILL:
        status = refill(&root, spacing, c, most, work);
        break;
    case LE__APPLY:
        status = apply(&root, spacing, c, work);
        break;
    }
    s->body = root;
    s->items = le__extents_count(root);
    return status;
}

bool le__list_change_one(le__section *s, le__change_kind what, int64_t item, double points, int64_t room,
                         le_work *work) {
    le__extents_node *root = s->body;
    bool done = false;
    int64_t units;
    if (what == LE__REMOVE) {
        done = le__extents_remove(&root, item, 1, work) == LE_OK;
        s->items -= done;
    } else {
        const int64_t spacing = s->style->spec.line_spacing;
        if (!le__size_units(points, LE_MAX(-spacing, 0), &units)) return false;
        const int64_t stride = units + spacing;
        if (what == LE__INSERT) {
            // The first row adds its stride minus the spacing.
            done = root && (le__extents_insert_within(&root, item, stride, room, work) ||
                            (stride <= room && le__extents_insert(&root, item, &stride, 1, stride, work) == LE_OK));
            s->items += done;
        } else {
            done = le__extents_resize_within(&root, item, stride, room, work);
        }
    }
    s->body = root;
    return done;
}

// A script grows the list by what it inserts, and by at most the whole list for each moving edit. `change` checks the
// rest.
double le__list_growth(const le_layout_config *config, const le__section *s, const le__change *c) {
    (void)config;
    if (c->what != LE__APPLY) return 0;
    const double spacing = fabs(le_points(s->style->spec.line_spacing));
    double moved = 0;
    for (size_t e = 0; e < c->edit_count; e++) moved += c->edits[e].moved;
    return le__inserted_extent(c, spacing) + spacing + moved * le_points(le__extents_total(s->body));
}

// The entries of the tree include the line spacing, so another spacing changes all of them.
le_status le__list_relayout(le__section *s, const le__style *old, const le_layout_config *old_config,
                            const le_layout_config *config, le_work *work) {
    (void)old_config, (void)config;
    const int64_t longer = s->style->spec.line_spacing - old->spec.line_spacing;
    if (longer == 0 || !s->body) return LE_OK;
    le__extents_node *root = NULL;
    le_status status = le__extents_shifted(s->body, longer, &root, work);
    if (status != LE_OK) return status;
    le__extents_release(s->body);
    s->body = root;
    return LE_OK;
}
