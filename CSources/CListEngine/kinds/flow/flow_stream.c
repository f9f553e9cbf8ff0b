// Items wait in flat arrays, are broken into lines there, and leave as whole lines: see flow_stream.h.
#include "kinds/flow/flow_stream.h"

#include <stdlib.h>
#include <string.h>

#include "support/lengths.h"
#include "support/memory.h"
#include "support/paths.h"

// Items that wait when many come: 16 pieces whose distance in memory is no multiple of a cache's stride, or all pieces
// would compete for the same lines. Each size is about four times the one before.
static const size_t stream_rooms[] = {16 * 1088, 16 * 4160, 16 * 16448};

static void stream_lay_out(le__flow_stream *stream, void *memory, size_t room, bool wide) {
    size_t size = wide ? 8 : 4;
    stream->begins = memory;
    stream->widths = stream->begins + room / 64;
    stream->heights = (char *)stream->widths + room * size;
    stream->ended = (char *)stream->heights + room * size;
    stream->room = room;
    stream->wide = wide;
}

void le__flow_stream_start(le__flow_stream *stream, const le__flow_rules *rules) {
    memset(&stream->builder, 0, sizeof stream->builder);
    stream->kernels = le__kernels_in_use();
    stream->limit = LE_MAX(rules->line + LE__FLOW_SLACK, -1);
    stream->item_spacing = rules->item_spacing;
    stream->line_spacing = rules->line_spacing;
    stream->advance = 0;
    stream->status = LE_OK;
    stream->n = stream->broken = 0;
    stream->open = LE__FLOW_CLOSED;
    stream->seen = 0;
    stream->ahead = NULL;
    stream->by_hand = 0;
    stream->memory = NULL;
    stream_lay_out(stream, stream->small, FLOW_STREAM_SMALL, false);
}

static void stream_fail(le__flow_stream *stream, le_status status) {
    if (stream->status == LE_OK) stream->status = status;
}

// Other arrays for the items that wait. False when memory is short.
static bool stream_resize(le__flow_stream *stream, size_t room, bool wide) {
    room = (room + 63) / 64 * 64;
    // A leaf counts its items in 32 bits.
    void *memory = room > UINT32_MAX ? NULL : malloc(le__bytes(room / 8, 1 + 24 * (wide ? 8 : 4)));
    if (!memory) {
        stream_fail(stream, LE_NO_MEMORY);
        return false;
    }
    const void *begins = stream->begins, *widths = stream->widths, *heights = stream->heights, *ended = stream->ended;
    bool was_wide = stream->wide;
    stream_lay_out(stream, memory, room, wide);
    memcpy(stream->begins, begins, (stream->n + 63) / 64 * 8);
    le__lines_copy_numbers(stream->widths, wide, widths, was_wide, stream->n);
    le__lines_copy_numbers(stream->heights, wide, heights, was_wide, stream->n);
    le__lines_copy_numbers(stream->ended, wide, ended, was_wide, stream->broken);
    free(stream->memory);
    stream->memory = memory;
    return true;
}

// ---- Breaking

// One by one, in 64 bits.
static void break_wide(le__flow_stream *stream) {
    le__flow_open open = stream->open;
    const int64_t *widths = stream->widths, *heights = stream->heights, limit = stream->limit;
    int64_t *ended = stream->ended;
    for (size_t i = stream->broken; i < stream->n; i++) {
        int64_t before = open.thickness;
        uint64_t begins = le__flow_step(&open, widths[i], heights[i], limit, stream->item_spacing);
        ended[i] = begins ? before : 0;
        stream->begins[i / 64] |= begins << (i & 63);
    }
    stream->open = open;
}

// Breaks all items that wait. With `bulk` the kernel may take them all together.
void le__flow_stream_break(le__flow_stream *stream, bool bulk) {
    size_t n = stream->n;
    if (bulk && n - stream->broken >= FLOW_STREAM_SMALL && !stream->wide && stream->by_hand == 0 &&
        le__flow_narrow_rules(stream->limit, stream->item_spacing) &&
        stream->seen <= le__flow_narrow_width(stream->item_spacing)) {
        size_t redone =
            stream->kernels->break_lines(stream->widths, stream->heights, n, (int32_t)stream->limit,
                                         (int32_t)stream->item_spacing, stream->begins, stream->ended, &stream->open);
        stream->broken = n;
        if (redone) LE_PATH(FLOW_STITCH);
        // Longer pieces agree sooner in proportion; where they hardly ever do, lanes are of no use for a while. Few
        // items are the whole list or the next part of a short stream, so they do not need more room.
        if (redone > n / 8) {
            size_t r = 0, rooms = sizeof stream_rooms / sizeof *stream_rooms;
            while (r < rooms && stream_rooms[r] <= stream->room) r++;
            if (r < rooms && n >= stream_rooms[0])
                stream_resize(stream, stream_rooms[r], false);
            else if (redone > n / 2)
                stream->by_hand = 8;
        }
        return;
    }
    if (stream->by_hand) stream->by_hand--;
    size_t word = stream->broken / 64;
    if (stream->broken & 63) stream->begins[word++] &= ~(~(uint64_t)0 << (stream->broken & 63));
    if (word * 64 < n) memset(stream->begins + word, 0, ((n + 63) / 64 - word) * sizeof *stream->begins);
    if (stream->wide)
        break_wide(stream);
    else
        stream->kernels->break_on(stream->widths, stream->heights, stream->broken, n, stream->limit,
                                  stream->item_spacing, stream->begins, stream->ended, &stream->open);
    stream->broken = n;
}

// ---- Leaves

static void stream_add_leaf(le__flow_stream *stream, le__lines_node *leaf) {
    if (!leaf)
        stream_fail(stream, LE_NO_MEMORY);
    else
        stream->advance += leaf->sum[SUM_ADVANCE];
    le__lines_builder_add(&stream->builder, leaf);
}

// Items `from ..< to`, whole lines, become a leaf.
static void stream_leaf(le__flow_stream *stream, size_t from, size_t to) {
    size_t n = to - from;
    bool wide = false;
    if (stream->wide) {
        int64_t high = 0;
        for (size_t i = from; i < to; i++) high |= ((int64_t *)stream->widths)[i] | ((int64_t *)stream->heights)[i];
        wide = high >> 32 != 0;
        if (wide) LE_PATH(LEAF_WIDEN);
    }
    // A line's thickness is stored where the next line begins.
    int64_t thickness = to == stream->n ? stream->open.thickness : 0;
    size_t ends = to == stream->n ? n - 1 : n;
    bool fits = true;
    if (stream->wide) {
        const int64_t *ended = (int64_t *)stream->ended + from + 1;
        for (size_t i = 0; i < ends; i++) fits &= !__builtin_add_overflow(thickness, ended[i], &thickness);
    } else {
        thickness += stream->kernels->sum((uint32_t *)stream->ended + from + 1, ends);
    }
    le__lines_node *leaf = le__lines_alloc(n, wide);
    if (!leaf) {
        stream_add_leaf(stream, NULL);
        return;
    }
    if (stream->ahead) {
        le__sizes_prefetch(stream->ahead, stream->ahead_first,
                           LE_MIN((int64_t)n, stream->ahead_end - stream->ahead_first));
        stream->ahead_first += (int64_t)n;
    }
    size_t lines = le__bits_copy(stream->begins, (stream->n + 63) / 64, from, n, le__lines_bits(leaf));
    size_t size = stream->wide ? 8 : 4;
    le__lines_copy_numbers(le__lines_widths(leaf), wide, (char *)stream->widths + from * size, stream->wide, n);
    le__lines_copy_numbers(le__lines_heights(leaf), wide, (char *)stream->heights + from * size, stream->wide, n);
    le__lines_sum_up(leaf);
    if (le__lines_is_narrow(leaf)) {
        // Most leaves are not even, and their first two widths say so.
        const uint32_t *widths = le__lines_widths(leaf);
        if (n == 1 || widths[0] == widths[1]) le__lines_even(leaf, widths[0]);
    }
    int64_t advance, total;
    fits &= !__builtin_mul_overflow((int64_t)lines, stream->line_spacing, &advance) &&
            !__builtin_add_overflow(advance, thickness, &advance) &&
            !__builtin_add_overflow(stream->advance, advance, &total) && total <= LE_MAX_TOTAL;
    leaf->sum[SUM_ITEMS] = (int64_t)n;
    leaf->sum[SUM_ADVANCE] = fits ? advance : 0;
    leaf->sum[SUM_LINES] = (int64_t)lines;
    if (!fits) stream_fail(stream, LE_TOO_LARGE);
    stream_add_leaf(stream, leaf);
}

// Makes leaves of the whole lines that wait, all of which have been broken. Unless it is the end, what does not fill a
// leaf goes on waiting, and so does the last line, which is still open.
static void stream_cut(le__flow_stream *stream, bool end) {
    size_t n = stream->n, at = 0;
    if (n == 0) return;
    size_t whole = end ? n : le__previous_bit(stream->begins, n - 1);
    size_t fill = stream->wide ? LINES_WIDE_FILL : LINES_FILL, most = stream->wide ? LINES_WIDE_MAX : LINES_MAX;
    while (at < whole) {
        size_t left = whole - at, cut = whole;
        if (end ? left > most : left >= fill) {
            // The last two leaves share the rest evenly.
            size_t wanted = end && left < 2 * fill ? (left + 1) / 2 : fill;
            if (wanted < left) cut = le__previous_bit(stream->begins, at + wanted);
            if (cut == at) cut = le__next_bit(stream->begins, at + 1, whole);
        } else if (!end) {
            break;
        }
        stream_leaf(stream, at, cut);
        at = cut;
    }
    if (at == 0) return;
    size_t rest = n - at, size = stream->wide ? 8 : 4;
    memmove(stream->widths, (char *)stream->widths + at * size, rest * size);
    memmove(stream->heights, (char *)stream->heights + at * size, rest * size);
    memmove(stream->ended, (char *)stream->ended + at * size, rest * size);
    le__bits_copy(stream->begins, (n + 63) / 64, at, rest, stream->begins);
    stream->n = stream->broken = rest;
    if (rest == 0) stream->open = LE__FLOW_CLOSED;
    // Wide items are rare; when they have left, the arrays are narrow again.
    if (stream->wide && rest < FLOW_STREAM_SMALL && !end) {
        int64_t high = 0;
        for (size_t i = 0; i < rest; i++) high |= ((int64_t *)stream->widths)[i] | ((int64_t *)stream->heights)[i];
        if (high >> 32 == 0) {
            stream_resize(stream, stream->room, false);
            stream->seen = (uint32_t)high;
        }
    }
}

// Room for at least one more item; answers for how many. 0 after a failure.
static size_t stream_room(le__flow_stream *stream, bool bulk) {
    if (LE_UNLIKELY(stream->n == stream->room)) {
        le__flow_stream_break(stream, bulk);
        stream_cut(stream, false);
        // A line as long as all arrays.
        if (stream->n > stream->room / 2) stream_resize(stream, 2 * stream->room, stream->wide);
    }
    return stream->status == LE_OK ? stream->room - stream->n : 0;
}

// ---- Coming in

static void stream_put(le__flow_stream *stream, int64_t width, int64_t height, bool bulk) {
    if (stream_room(stream, bulk) == 0) return;
    if (!stream->wide && (width | height) >> 32 && !stream_resize(stream, stream->room, true)) return;
    size_t i = stream->n++;
    if (stream->wide) {
        ((int64_t *)stream->widths)[i] = width;
        ((int64_t *)stream->heights)[i] = height;
    } else {
        ((uint32_t *)stream->widths)[i] = (uint32_t)width;
        ((uint32_t *)stream->heights)[i] = (uint32_t)height;
        stream->seen |= (uint32_t)width;
    }
}

// Items `from ..< to` of a leaf.
void le__flow_stream_part(le__flow_stream *stream, const le__lines_node *leaf, size_t from, size_t to, bool bulk) {
    const void *widths = le__lines_widths(leaf), *heights = le__lines_heights(leaf);
    if (LE_UNLIKELY(stream->wide || le__lines_is_wide(leaf))) {
        bool wide = le__lines_is_wide(leaf);
        for (size_t i = from; i < to && stream->status == LE_OK; i++)
            stream_put(stream, le__lines_number(widths, wide, i), le__lines_number(heights, wide, i), bulk);
        return;
    }
    while (from < to) {
        size_t n = LE_MIN(stream_room(stream, bulk), to - from);
        if (n == 0) return;
        uint32_t *w = (uint32_t *)stream->widths + stream->n, *h = (uint32_t *)stream->heights + stream->n;
        stream->kernels->copy_sizes((const uint32_t *)widths + from, (const uint32_t *)heights + from, n, w, h,
                                    &stream->seen);
        stream->n += n;
        from += n;
    }
}

// ---- Sizes of the caller

static le_status source_units(const le__flow_source *source, double points, int64_t item, int64_t least,
                              int64_t *units) {
    if (LE_LIKELY(le__size_units(points, least, units))) return LE_OK;
    if (source->fault && source->fault->count++ == 0) {
        source->fault->item = item;
        source->fault->value = points;
    }
    *units = least;
    return source->sizes->lenient ? LE_OK : LE_BAD_VALUE;
}

// New item `i` in units.
le_status le__flow_source_item(const le__flow_source *source, int64_t i, int64_t *width, int64_t *height) {
    if (!source->sizes) {
        *width = source->widths[i];
        *height = source->heights[i];
        return LE_OK;
    }
    const le_sizes *sizes = source->sizes;
    le_status status = source_units(source, le__size_cross(sizes, source->first + i), i, source->least_width, width);
    if (status != LE_OK) return status;
    return source_units(source, le__size_main(sizes, source->first + i), i, source->least_height, height);
}

// As many of the new items `from ..< to` as go in fast: from doubles, all narrow and usable. 0 where they do not.
static size_t stream_fast(le__flow_stream *stream, const le__flow_source *source, int64_t from, size_t n) {
    const le_sizes *sizes = source->sizes;
    if (stream->wide || !sizes || sizes->form != LE_SIZES_POINTS || n < 16) return 0;
    if (!le__doubles_aligned(sizes->main, sizes->stride) || !le__doubles_aligned(sizes->cross, sizes->stride)) return 0;
    ptrdiff_t at = (ptrdiff_t)((source->first + from) * sizes->stride);
    uint32_t *widths = (uint32_t *)stream->widths + stream->n, *heights = (uint32_t *)stream->heights + stream->n;
    uint32_t seen = 0;
    const double *w = (const double *)((const char *)sizes->cross + at);
    const double *h = (const double *)((const char *)sizes->main + at);
    if (!stream->kernels->round_sizes(w, h, sizes->stride, n, widths, heights, &seen)) return 0;
    if (source->least_width || source->least_height) {
        bool low = false;
        for (size_t i = 0; i < n; i++) low |= widths[i] < source->least_width || heights[i] < source->least_height;
        if (low) return 0;
    }
    stream->seen |= seen;
    stream->n += n;
    return n;
}

// Notes which sizes are read after the items that wait have become leaves: only pairs of a width and a height, because
// two arrays in one pass are not worth it.
LE_INLINE void expect_sizes(le__flow_stream *stream, const le__flow_source *source, int64_t from, int64_t to) {
    const le_sizes *sizes = source->sizes;
    const intptr_t apart = sizes ? (intptr_t)sizes->main - (intptr_t)sizes->cross : 0;
    const bool pairs = sizes && sizes->form == LE_SIZES_POINTS && sizes->stride == 16 && (apart == 8 || apart == -8);
    stream->ahead = pairs ? sizes : NULL;
    stream->ahead_first = source->first + from;
    stream->ahead_end = source->first + LE_MIN(to, from + (int64_t)stream->room);
}

void le__flow_stream_source(le__flow_stream *stream, const le__flow_source *source, int64_t from, int64_t to,
                            bool bulk) {
    while (from < to && stream->status == LE_OK) {
        if (stream->n == stream->room) expect_sizes(stream, source, from, to);
        size_t room = stream_room(stream, bulk), n = (size_t)LE_MIN((int64_t)LE_MIN(room, 2048), to - from);
        size_t done = stream_fast(stream, source, from, n);
        for (; done < n && stream->status == LE_OK; done++) {
            int64_t width, height;
            le_status status = le__flow_source_item(source, from + (int64_t)done, &width, &height);
            if (status != LE_OK)
                stream_fail(stream, status);
            else
                stream_put(stream, width, height, bulk);
        }
        from += (int64_t)n;
    }
}

// Gets ready for about `count` items.
void le__flow_stream_expect(le__flow_stream *stream, int64_t count) {
    if (count > FLOW_STREAM_SMALL) stream_resize(stream, (size_t)LE_MIN(count, (int64_t)stream_rooms[0]), false);
}

// ---- The end

// Turns all that waits into leaves; they are then in `stream->builder`.
le_status le__flow_stream_close(le__flow_stream *stream, bool bulk) {
    if (stream->status == LE_OK) {
        le__flow_stream_break(stream, bulk);
        stream_cut(stream, true);
    }
    free(stream->memory);
    if (stream->builder.failed) stream_fail(stream, LE_NO_MEMORY);
    if (stream->status != LE_OK) stream->builder.failed = true;
    return stream->status;
}

le_status le__flow_stream_finish(le__flow_stream *stream, le__flow *flow, le_work *work) {
    le__lines_node *root = NULL;
    le__flow_stream_close(stream, true);
    if (!le__lines_builder_finish(&stream->builder, &root, work)) stream_fail(stream, LE_NO_MEMORY);
    if (stream->status != LE_OK) return stream->status;
    if (work) work->items_moved += (uint64_t)le__flow_items(root);
    le__lines_release(flow->root);
    flow->root = root;
    return LE_OK;
}
