// Items on their way into leaves: they wait in order, are placed a leaf at a time, and the leaves become a tree.

typedef struct waterfall_stream {
    waterfall_builder builder;
    waterfall_rules rules;
    waterfall_front front; // behind the leaves made so far
    le_status status;
    int64_t room;    // items that fill a leaf
    int64_t waiting; // up to `room`; twice that only while two leaves' items are shared out
    int64_t heights[2 * WATERFALL_LEAF_MOST];
    double ratios[2 * WATERFALL_LEAF_MOST]; // where items are given by ratio
} waterfall_stream;

// A leaf with fewer items takes those of the next one in.
LE_INLINE int64_t stream_few(const waterfall_stream *stream) { return stream->room / 4; }

static void waterfall_stream_start(waterfall_stream *stream, const waterfall_rules *rules, const int64_t *fronts,
                                   int64_t item) {
    memset(&stream->builder, 0, sizeof stream->builder);
    stream->rules = *rules;
    stream->status = LE_OK;
    stream->room = waterfall_leaf_room(rules->columns, rules->by_ratio ? HEIGHT_RATIOS : HEIGHTS_32);
    stream->waiting = 0;
    front_start(&stream->front, rules, fronts, item);
}

// Refuses what has come: nothing more is made.
static void stream_refuse(waterfall_stream *stream, le_status status) {
    if (stream->status == LE_OK) stream->status = status;
    stream->builder.failed = true;
}

// Places `n` items whose heights have the bits `high` set, one by one where a column could leave the range of keys. The
// last end, in `*end`. False where a column becomes too long: the items from there on have no column.
static bool stream_place(waterfall_stream *stream, const int64_t *heights, int64_t n, uint64_t high, uint8_t *columns,
                         int64_t *end) {
    const int64_t most = WATERFALL_MOST - stream->rules.spacing;
    if (high >> 32 == 0) {
        *end = place(&stream->front, &stream->rules, heights, n, columns);
        return *end <= most;
    }
    *end = -WATERFALL_FAR;
    for (int64_t i = 0; i < n && *end <= most; i++) {
        int64_t here = place(&stream->front, &stream->rules, heights + i, 1, columns + i);
        *end = LE_MAX(*end, here);
    }
    return *end <= most;
}

// One leaf of `n` items, with their ratios where items have any.
static void stream_emit_leaf(waterfall_stream *stream, const int64_t *heights, const double *ratios, int64_t n,
                             uint64_t high) {
    if (stream->builder.failed) return;
    const waterfall_rules *r = &stream->rules;
    int kind = r->by_ratio ? HEIGHT_RATIOS : high >> 32 ? HEIGHTS_64 : HEIGHTS_32;
    if (kind == HEIGHTS_64) LE_PATH(WATERFALL_WIDE);
    size_t bytes = sizeof(waterfall_node_t) + 8 * (size_t)r->columns + (size_t)n * (height_bytes(kind) + 1);
    waterfall_node_t *leaf = le__block_alloc(bytes);
    if (!leaf) {
        stream->builder.failed = true;
        return;
    }
    leaf->head = (le__head){.kind = (uint8_t)kind, .spare = (uint16_t)r->columns, .n = (uint32_t)n};
    leaf->sum[0] = n;
    front_heights(&stream->front, r, leaf_fronts(leaf));
    if (kind == HEIGHTS_32) {
        int64_t sum;
        le__kernels_in_use()->narrow(heights, (size_t)n, leaf_heights(leaf), &sum);
    } else {
        memcpy(leaf_heights(leaf), kind == HEIGHTS_64 ? (const void *)heights : (const void *)ratios, (size_t)n * 8);
    }
    if (!stream_place(stream, heights, n, high, leaf_columns(leaf), &leaf->max[0])) {
        waterfall_release(leaf);
        stream_refuse(stream, LE_TOO_LARGE);
        return;
    }
    leaf->max[1] = WATERFALL_FAR - leaf_first_start(leaf);
    waterfall_builder_add(&stream->builder, leaf);
}

// Makes leaves of the first `n` items that wait, as few and as even as it goes.
static void stream_emit_waiting(waterfall_stream *stream, int64_t n) {
    uint64_t high = le__kernels_in_use()->bits(stream->heights, (size_t)n);
    int kind = stream->rules.by_ratio ? HEIGHT_RATIOS : high >> 32 ? HEIGHTS_64 : HEIGHTS_32;
    int64_t room = waterfall_leaf_room(stream->rules.columns, kind), leaves = (n + room - 1) / room;
    for (int64_t l = 0; l < leaves; l++) {
        int64_t first = l * n / leaves, end = (l + 1) * n / leaves;
        stream_emit_leaf(stream, stream->heights + first, stream->ratios + first, end - first, high);
    }
    stream->waiting -= n;
    memmove(stream->heights, stream->heights + n, (size_t)stream->waiting * sizeof *stream->heights);
    if (stream->rules.by_ratio)
        memmove(stream->ratios, stream->ratios + n, (size_t)stream->waiting * sizeof *stream->ratios);
}

LE_INLINE void stream_settle(waterfall_stream *stream) {
    if (stream->waiting == stream->room) stream_emit_waiting(stream, stream->room);
}

// Lets items of a leaf wait behind the others. They are heights of old; a ratio is made a height again.
static void stream_take(waterfall_stream *stream, const waterfall_node_t *leaf, int64_t k, int64_t n) {
    const waterfall_rules *r = &stream->rules;
    if (leaf->head.kind == HEIGHT_RATIOS) {
        const double *ratios = (const double *)leaf_heights(leaf) + k;
        for (int64_t i = 0; i < n; i++)
            if (!ratio_fits(r, ratios[i])) {
                stream_refuse(stream, LE_TOO_LARGE);
                return;
            }
        memcpy(stream->ratios + stream->waiting, ratios, (size_t)n * sizeof *ratios);
    }
    leaf_read_heights(leaf, r, k, n, stream->heights + stream->waiting);
    stream->waiting += n;
}

static void stream_take_part(waterfall_stream *stream, const waterfall_node_t *leaf, int64_t k, int64_t count) {
    while (count > 0 && !stream->builder.failed) {
        int64_t n = LE_MIN(count, stream->room - stream->waiting);
        stream_take(stream, leaf, k, n);
        k += n;
        count -= n;
        stream_settle(stream);
    }
}

// Items `first ..< first + count` of a tree.
static void stream_take_items(waterfall_stream *stream, waterfall_node_t *root, int64_t first, int64_t count) {
    if (count == 0) return;
    waterfall_path path;
    int64_t k = first, before[TREE_SUMS];
    waterfall_path_find(root, 0, &k, &path, before);
    for (const waterfall_node_t *leaf = path.leaf; count > 0; leaf = waterfall_path_next(&path), k = 0) {
        int64_t n = LE_MIN(count, leaf->sum[0] - k);
        stream_take_part(stream, leaf, k, n);
        count -= n;
    }
}

// A whole leaf as it stands, or together with the few items that wait before it.
static void stream_take_leaf(waterfall_stream *stream, const waterfall_node_t *leaf) {
    if (stream->waiting >= stream_few(stream)) stream_emit_waiting(stream, stream->waiting);
    stream_take(stream, leaf, 0, leaf->sum[0]);
    if (!stream->builder.failed) stream_emit_waiting(stream, stream->waiting);
}

// ---- Sizes

// Size `i` as the item's height and, where items are given so, its ratio. False when it cannot be used; they are then
// the least that can.
static bool stream_size(const waterfall_rules *r, const le_sizes *sizes, int64_t i, int64_t *height, double *ratio,
                        double *value) {
    *value = le__size_main(sizes, i);
    *height = waterfall_least(r);
    *ratio = 0;
    if (r->by_ratio) {
        double cross = le__size_cross(sizes, i), main = *value;
        if (!(cross > 0 && cross - cross == 0)) {
            *value = cross;
            return false;
        }
        if (!(main >= 0 && main - main == 0) || !ratio_fits(r, main / cross)) return false;
        *ratio = main / cross;
        *height = ratio_height(r, *ratio);
        return true;
    }
    double scaled = *value * 65536.0, most = (double)(LE_MAX_TOTAL / WATERFALL_QUANTUM);
    if (!(scaled < most && scaled > -most)) return false;
    int64_t quanta = (int64_t)le__round_half_even(scaled);
    if (quanta < *height) return false;
    *height = quanta;
    return true;
}

// Lets sizes `first ..< first + count` wait.
static void stream_take_sizes(waterfall_stream *stream, const le_sizes *sizes, int64_t first, int64_t count,
                              le_fault *fault) {
    if (count == 0) return; // there may be no sizes at all
    const waterfall_rules *r = &stream->rules;
    const bool streamable =
        !r->by_ratio && sizes->form == LE_SIZES_POINTS && le__doubles_aligned(sizes->main, sizes->stride);
    const ptrdiff_t step = sizes->stride / (ptrdiff_t)sizeof(double);
    const double least = (double)waterfall_least(r) * (1.0 / 65536);
    while (count > 0 && !stream->builder.failed) {
        int64_t n = LE_MIN(count, stream->room - stream->waiting);
        int64_t *heights = stream->heights + stream->waiting;
        const bool taken = streamable && le__kernels_in_use()->heights(sizes->main + first * step, step, (size_t)n, least,
                                                                       heights);
        if (!taken) {
            for (int64_t i = 0; i < n; i++) {
                double value;
                if (stream_size(r, sizes, first + i, &heights[i], &stream->ratios[stream->waiting + i], &value))
                    continue;
                if (fault && fault->count++ == 0) {
                    fault->item = first + i;
                    fault->value = value;
                }
                if (sizes->lenient) continue;
                stream_refuse(stream, LE_BAD_VALUE);
                return;
            }
        }
        stream->waiting += n;
        first += n;
        count -= n;
        stream_settle(stream);
    }
}

// ---- The end

// The tree of all leaves; what has not become a leaf does so now.
static le_status waterfall_stream_finish(waterfall_stream *stream, waterfall_node_t **root, le_work *work) {
    if (stream->waiting && !stream->builder.failed) stream_emit_waiting(stream, stream->waiting);
    bool built = waterfall_builder_finish(&stream->builder, root, work);
    return stream->status != LE_OK ? stream->status : built ? LE_OK : LE_NO_MEMORY;
}
