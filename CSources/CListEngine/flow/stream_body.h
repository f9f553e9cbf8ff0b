// Items on their way into leaves, in order. They wait in flat arrays, are broken into lines there, and leave as whole
// lines. One stream serves building (many items at a time, broken by the kernel) and re-flow after an edit (a leaf at
// a time, broken one by one from where the last ended).

enum { STREAM_SMALL = 512 };

// Items that wait when many come: 16 pieces whose distance in memory is no multiple of a cache's stride, or all pieces
// would compete for the same lines. Each size is about four times the one before.
static const size_t stream_rooms[] = {16 * 1088, 16 * 4160, 16 * 16448};

typedef struct flow_stream {
    flow_builder builder;
    const le__flow_ops *kernels;
    int64_t limit, item_spacing, line_spacing;
    int64_t advance; // of the leaves made so far
    le_status status;
    bool wide;      // 64-bit arrays
    size_t room, n; // items that fit, and that wait; the first of them begins a line
    size_t broken;  // how many of them have been broken; `open` is the state behind those
    le__flow_open open;
    uint32_t seen[2]; // bits of all narrow widths and heights that came
    int by_hand;      // blocks for which the kernel is not worth asking
    uint64_t *begins;
    void *widths, *heights, *ended;
    void *memory;
    uint64_t small[STREAM_SMALL / 64 + 3 * STREAM_SMALL / 2];
} flow_stream;

static void stream_lay_out(flow_stream *stream, void *memory, size_t room, bool wide) {
    size_t size = wide ? 8 : 4;
    stream->begins = memory;
    stream->widths = stream->begins + room / 64;
    stream->heights = (char *)stream->widths + room * size;
    stream->ended = (char *)stream->heights + room * size;
    stream->room = room;
    stream->wide = wide;
}

static void stream_start(flow_stream *stream, const le__flow_rules *rules) {
    memset(&stream->builder, 0, sizeof stream->builder);
    stream->kernels = le__flow_kernels();
    stream->limit = LE_MAX(rules->line + LE__FLOW_SLACK, -1);
    stream->item_spacing = rules->item_spacing;
    stream->line_spacing = rules->line_spacing;
    stream->advance = 0;
    stream->status = LE_OK;
    stream->n = stream->broken = 0;
    stream->open = LE__FLOW_CLOSED;
    stream->seen[0] = stream->seen[1] = 0;
    stream->by_hand = 0;
    stream->memory = NULL;
    stream_lay_out(stream, stream->small, STREAM_SMALL, false);
}

static void stream_fail(flow_stream *stream, le_status status) {
    if (stream->status == LE_OK) stream->status = status;
}

LE_INLINE void copy_numbers(void *to, bool to_wide, const void *from, bool from_wide, size_t n) {
    if (to_wide == from_wide)
        memcpy(to, from, n * (to_wide ? 8 : 4));
    else if (to_wide)
        for (size_t i = 0; i < n; i++) ((int64_t *)to)[i] = ((const uint32_t *)from)[i];
    else
        for (size_t i = 0; i < n; i++) ((uint32_t *)to)[i] = (uint32_t)((const int64_t *)from)[i];
}

static void flow_read(const le__flow *flow, int64_t first, int64_t count, int64_t *widths, int64_t *heights) {
    if (count == 0) return;
    flow_path path;
    int64_t k = first, before[TREE_SUMS];
    flow_path_find(flow->root, SUM_ITEMS, &k, &path, before);
    while (count > 0) {
        const flow_node_t *leaf = path.leaf;
        size_t from = (size_t)k, n = (size_t)LE_MIN(count, (int64_t)leaf->head.n - k);
        bool wide = leaf_wide(leaf);
        size_t size = wide ? 8 : 4;
        if (widths) copy_numbers(widths, true, (char *)leaf_widths(leaf) + from * size, wide, n);
        if (heights) copy_numbers(heights, true, (char *)leaf_heights(leaf) + from * size, wide, n);
        if (widths) widths += n;
        if (heights) heights += n;
        count -= (int64_t)n;
        k = 0;
        if (count > 0) flow_path_next(&path);
    }
}

// Other arrays for the items that wait. False when memory is short.
static bool stream_resize(flow_stream *stream, size_t room, bool wide) {
    room = (room + 63) / 64 * 64;
    // A leaf counts its items in 32 bits.
    void *memory = room > UINT32_MAX ? NULL : malloc(room / 8 + 3 * room * (wide ? 8 : 4));
    if (!memory) {
        stream_fail(stream, LE_NO_MEMORY);
        return false;
    }
    const void *begins = stream->begins, *widths = stream->widths, *heights = stream->heights, *ended = stream->ended;
    bool was_wide = stream->wide;
    stream_lay_out(stream, memory, room, wide);
    memcpy(stream->begins, begins, (stream->n + 63) / 64 * 8);
    copy_numbers(stream->widths, wide, widths, was_wide, stream->n);
    copy_numbers(stream->heights, wide, heights, was_wide, stream->n);
    copy_numbers(stream->ended, wide, ended, was_wide, stream->broken);
    free(stream->memory);
    stream->memory = memory;
    return true;
}

// ---- Breaking

// One by one, in 64 bits.
static void break_wide(flow_stream *stream) {
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

// Breaks all items that wait. With `bulk` the kernel may take them all at once.
static void stream_break(flow_stream *stream, bool bulk) {
    size_t n = stream->n;
    if (bulk && n - stream->broken >= STREAM_SMALL && !stream->wide && stream->by_hand == 0 &&
        le__flow_narrow_rules(stream->limit, stream->item_spacing) &&
        stream->seen[0] <= le__flow_narrow_width(stream->item_spacing) && stream->seen[1] <= LE__FLOW_NARROW_HEIGHT) {
        size_t redone =
            stream->kernels->breaks(stream->widths, stream->heights, n, (int32_t)stream->limit,
                                    (int32_t)stream->item_spacing, stream->begins, stream->ended, &stream->open);
        stream->broken = n;
        if (redone) LE_PATH(FLOW_STITCH);
        // Longer pieces agree sooner in proportion; where they hardly ever do, lanes are of no use for a while.
        if (redone > n / 8) {
            size_t r = 0, rooms = sizeof stream_rooms / sizeof *stream_rooms;
            while (r < rooms && stream_rooms[r] <= stream->room) r++;
            if (r < rooms)
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
        stream->kernels->rest(stream->widths, stream->heights, stream->broken, n, stream->limit, stream->item_spacing,
                              stream->begins, stream->ended, &stream->open);
    stream->broken = n;
}

// ---- Leaves

static void stream_add_leaf(flow_stream *stream, flow_node_t *leaf) {
    if (!leaf)
        stream_fail(stream, LE_NO_MEMORY);
    else
        stream->advance += leaf->sum[SUM_ADVANCE];
    flow_builder_add(&stream->builder, leaf);
}

// Items `from ..< to`, whole lines, become a leaf.
static void stream_leaf(flow_stream *stream, size_t from, size_t to) {
    size_t n = to - from;
    bool wide = false;
    if (stream->wide) {
        int64_t high = 0;
        for (size_t i = from; i < to; i++) high |= ((int64_t *)stream->widths)[i] | ((int64_t *)stream->heights)[i];
        wide = high >> 32 != 0;
        if (wide) LE_PATH(LEAF_WIDEN);
    }
    // A line's thickness stands where the next line begins.
    int64_t thickness = to == stream->n ? stream->open.thickness : 0;
    size_t ends = to == stream->n ? n - 1 : n;
    bool fits = true;
    if (stream->wide) {
        const int64_t *ended = (int64_t *)stream->ended + from + 1;
        for (size_t i = 0; i < ends; i++) fits &= !__builtin_add_overflow(thickness, ended[i], &thickness);
    } else {
        thickness += (int64_t)stream->kernels->sum((uint32_t *)stream->ended + from + 1, ends);
    }
    flow_node_t *leaf = leaf_alloc(n, wide);
    if (!leaf) {
        stream_add_leaf(stream, NULL);
        return;
    }
    size_t lines = bits_copy(stream->begins, (stream->n + 63) / 64, from, n, leaf_bits(leaf));
    size_t size = stream->wide ? 8 : 4;
    copy_numbers(leaf_widths(leaf), wide, (char *)stream->widths + from * size, stream->wide, n);
    copy_numbers(leaf_heights(leaf), wide, (char *)stream->heights + from * size, stream->wide, n);
    if (leaf_narrow(leaf)) leaf_even(leaf, *(const uint32_t *)leaf_widths(leaf));
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
static void stream_cut(flow_stream *stream, bool end) {
    size_t n = stream->n, at = 0;
    if (n == 0) return;
    size_t whole = end ? n : previous_bit(stream->begins, n - 1);
    size_t fill = stream->wide ? WIDE_FILL : LEAF_FILL, most = stream->wide ? WIDE_MAX : LEAF_MAX;
    while (at < whole) {
        size_t left = whole - at, cut = whole;
        if (end ? left > most : left >= fill) {
            // The last two leaves share evenly what is left.
            size_t wanted = end && left < 2 * fill ? (left + 1) / 2 : fill;
            if (wanted < left) cut = previous_bit(stream->begins, at + wanted);
            if (cut == at) cut = next_bit(stream->begins, at + 1, whole);
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
    bits_copy(stream->begins, (n + 63) / 64, at, rest, stream->begins);
    stream->n = stream->broken = rest;
    if (rest == 0) stream->open = LE__FLOW_CLOSED;
    // Wide items are rare; when they have left, the arrays are narrow again.
    if (stream->wide && rest < STREAM_SMALL && !end) {
        int64_t high = 0;
        for (size_t i = 0; i < rest; i++) high |= ((int64_t *)stream->widths)[i] | ((int64_t *)stream->heights)[i];
        if (high >> 32 == 0) {
            stream_resize(stream, stream->room, false);
            stream->seen[0] = stream->seen[1] = (uint32_t)high;
        }
    }
}

// Room for at least one more item; answers for how many. 0 after a failure.
static size_t stream_room(flow_stream *stream, bool bulk) {
    if (LE_UNLIKELY(stream->n == stream->room)) {
        stream_break(stream, bulk);
        stream_cut(stream, false);
        // A line as long as all arrays.
        if (stream->n > stream->room / 2) stream_resize(stream, 2 * stream->room, stream->wide);
    }
    return stream->status == LE_OK ? stream->room - stream->n : 0;
}

// ---- Coming in

static void stream_put(flow_stream *stream, int64_t width, int64_t height, bool bulk) {
    if (stream_room(stream, bulk) == 0) return;
    if (!stream->wide && (width | height) >> 32 && !stream_resize(stream, stream->room, true)) return;
    size_t i = stream->n++;
    if (stream->wide) {
        ((int64_t *)stream->widths)[i] = width;
        ((int64_t *)stream->heights)[i] = height;
    } else {
        ((uint32_t *)stream->widths)[i] = (uint32_t)width;
        ((uint32_t *)stream->heights)[i] = (uint32_t)height;
        stream->seen[0] |= (uint32_t)width;
        stream->seen[1] |= (uint32_t)height;
    }
}

// Items `from ..< to` of a leaf.
static void stream_part(flow_stream *stream, const flow_node_t *leaf, size_t from, size_t to, bool bulk) {
    const void *widths = leaf_widths(leaf), *heights = leaf_heights(leaf);
    if (LE_UNLIKELY(stream->wide || leaf_wide(leaf))) {
        bool wide = leaf_wide(leaf);
        for (size_t i = from; i < to && stream->status == LE_OK; i++)
            stream_put(stream, number_at(widths, wide, i), number_at(heights, wide, i), bulk);
        return;
    }
    while (from < to) {
        size_t n = LE_MIN(stream_room(stream, bulk), to - from);
        if (n == 0) return;
        uint32_t *w = (uint32_t *)stream->widths + stream->n, *h = (uint32_t *)stream->heights + stream->n;
        const uint32_t *from_w = (const uint32_t *)widths + from, *from_h = (const uint32_t *)heights + from;
        uint32_t seen_w = 0, seen_h = 0;
        for (size_t i = 0; i < n; i++) seen_w |= w[i] = from_w[i];
        for (size_t i = 0; i < n; i++) seen_h |= h[i] = from_h[i];
        stream->seen[0] |= seen_w;
        stream->seen[1] |= seen_h;
        stream->n += n;
        from += n;
    }
}

// ---- Sizes of the caller

// Where new items come from: doubles in points, or units.
typedef struct flow_source {
    const le_sizes *sizes; // entries from `first` on
    int64_t first;
    const int64_t *widths, *heights; // where `sizes` is NULL
    int64_t count;
    int64_t least_width, least_height;
    le_fault *fault;
} flow_source;

static flow_source source_of(const le__flow_rules *rules, const le_sizes *sizes, int64_t first, int64_t count,
                             le_fault *fault) {
    return (flow_source){.sizes = sizes,
                         .first = first,
                         .count = count,
                         .fault = fault,
                         .least_width = LE_MAX(0, -rules->item_spacing),
                         .least_height = LE_MAX(0, -rules->line_spacing)};
}

static le_status source_units(const flow_source *source, double points, int64_t item, int64_t least, int64_t *units) {
    if (LE_LIKELY(le__size_units(points, least, units))) return LE_OK;
    if (source->fault && source->fault->count++ == 0) {
        source->fault->item = item;
        source->fault->value = points;
    }
    *units = least;
    return source->sizes->lenient ? LE_OK : LE_BAD_VALUE;
}

// New item `i` in units.
static le_status source_item(const flow_source *source, int64_t i, int64_t *width, int64_t *height) {
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
static size_t stream_fast(flow_stream *stream, const flow_source *source, int64_t from, size_t n) {
    const le_sizes *sizes = source->sizes;
    if (stream->wide || !sizes || sizes->form != LE_SIZES_POINTS || n < 16) return 0;
    if (!le__doubles_aligned(sizes->main, sizes->stride) || !le__doubles_aligned(sizes->cross, sizes->stride)) return 0;
    ptrdiff_t at = (source->first + from) * sizes->stride;
    uint32_t *widths = (uint32_t *)stream->widths + stream->n, *heights = (uint32_t *)stream->heights + stream->n;
    uint32_t seen[2] = {0, 0};
    const double *w = (const double *)((const char *)sizes->cross + at);
    const double *h = (const double *)((const char *)sizes->main + at);
    if (!stream->kernels->intake(w, h, sizes->stride, n, widths, heights, seen)) return 0;
    if (source->least_width || source->least_height) {
        bool low = false;
        for (size_t i = 0; i < n; i++) low |= widths[i] < source->least_width || heights[i] < source->least_height;
        if (low) return 0;
    }
    stream->seen[0] |= seen[0];
    stream->seen[1] |= seen[1];
    stream->n += n;
    return n;
}

static void stream_source(flow_stream *stream, const flow_source *source, int64_t from, int64_t to, bool bulk) {
    while (from < to && stream->status == LE_OK) {
        size_t room = stream_room(stream, bulk), n = (size_t)LE_MIN((int64_t)LE_MIN(room, 2048), to - from);
        size_t done = stream_fast(stream, source, from, n);
        for (; done < n && stream->status == LE_OK; done++) {
            int64_t width, height;
            le_status status = source_item(source, from + (int64_t)done, &width, &height);
            if (status != LE_OK)
                stream_fail(stream, status);
            else
                stream_put(stream, width, height, bulk);
        }
        from += (int64_t)n;
    }
}

// Gets ready for about `count` items.
static void stream_expect(flow_stream *stream, int64_t count) {
    if (count > STREAM_SMALL) stream_resize(stream, (size_t)LE_MIN(count, (int64_t)stream_rooms[0]), false);
}

// ---- The end

// Turns all that waits into leaves; they are then in `stream->builder`.
static le_status stream_close(flow_stream *stream, bool bulk) {
    if (stream->status == LE_OK) {
        stream_break(stream, bulk);
        stream_cut(stream, true);
    }
    free(stream->memory);
    if (stream->builder.failed) stream_fail(stream, LE_NO_MEMORY);
    if (stream->status != LE_OK) stream->builder.failed = true;
    return stream->status;
}

// The tree of all leaves.
static le_status stream_finish(flow_stream *stream, bool bulk, flow_node_t **root, le_work *work) {
    stream_close(stream, bulk);
    if (!flow_builder_finish(&stream->builder, root, work)) stream_fail(stream, LE_NO_MEMORY);
    return stream->status;
}
