// Placing items into columns.
//
//   for each item:
//       column = the lowest-numbered of the shortest columns      (or the next in turn)
//       top    = height[column]
//       height[column] = top + height of the item + spacing
//
// An item that spans several columns takes the height of the longest of them, wherever the pseudo-code says height.
//
// Shortest first is a kernel that keeps the heights as sorted keys, height << 4 | column: see kernels/columns_body.h.
// No stored height is below minus the spacing, so keys never decrease.

#include "kinds/waterfall/waterfall_stream.h"

#include <string.h>

#include "support/paths.h"

LE_INLINE void front_sort(le__waterfall_front *front, const le__waterfall_rules *r) {
    if (r->placement != LE_PACKING_SHORTEST_FIRST) return;
    for (int64_t i = 1; i < r->columns; i++) {
        uint64_t key = front->key[i];
        int64_t j = i;
        for (; j > 0 && front->key[j - 1] > key; j--) front->key[j] = front->key[j - 1];
        front->key[j] = key;
    }
}

// The front of these column heights.
static void front_set(le__waterfall_front *front, const le__waterfall_rules *r, const int64_t *heights) {
    for (int64_t c = 0; c < r->columns; c++) front->key[c] = (uint64_t)(heights ? heights[c] : 0) << 4 | (uint64_t)c;
    front_sort(front, r);
}

static void front_heights(const le__waterfall_front *front, const le__waterfall_rules *r, int64_t *heights) {
    for (int64_t c = 0; c < r->columns; c++) heights[front->key[c] & 15] = (int64_t)(front->key[c] >> 4);
}

bool le__waterfall_front_equals(const le__waterfall_front *front, const le__waterfall_rules *r,
                                const le__columns_node *leaf) {
    if (front->turn != le__columns_turn(leaf)) return false;
    const int64_t *heights = le__columns_fronts(leaf);
    for (int64_t c = 0; c < r->columns; c++)
        if (heights[front->key[c] & 15] != (int64_t)(front->key[c] >> 4)) return false;
    return true;
}

static uint64_t place_in_turn(le__waterfall_front *front, const le__waterfall_rules *r, const int64_t *heights,
                              int64_t n, uint8_t *out) {
    uint64_t last = 0;
    int64_t column = front->turn;
    const bool mirrored = r->placement == LE_PACKING_RIGHT_TO_LEFT;
    for (int64_t i = 0; i < n; i++) {
        int64_t c = mirrored ? r->columns - 1 - column : column;
        out[i] = (uint8_t)c;
        front->key[c] += (uint64_t)(heights[i] + r->spacing) << 4;
        last = LE_MAX(last, front->key[c]);
        if (++column == r->columns) column = 0;
    }
    front->turn = column;
    return last;
}

// Places `n` items, writes their columns and advances the front past them. Returns the last end of all, in quanta. The
// caller knows that no key overflows.
static int64_t place(le__waterfall_front *front, const le__waterfall_rules *r, const int64_t *heights, int64_t n,
                     uint8_t *out) {
    uint64_t last = r->placement != LE_PACKING_SHORTEST_FIRST
                        ? place_in_turn(front, r, heights, n, out)
                        : le__kernels_in_use()->place_shortest(r->columns, front->key, r->spacing, heights, n, out);
    return (int64_t)(last >> 4) - r->spacing;
}

// The column of an item that takes `span` columns.
static int64_t column_of(const le__waterfall_rules *r, const int64_t *heights, int64_t span, int64_t *turn) {
    int64_t column = 0;
    if (r->placement == LE_PACKING_SHORTEST_FIRST) {
        int64_t shortest = le__columns_longest(heights, 0, span);
        for (int64_t c = 1; c + span <= r->columns; c++) {
            const int64_t longest = le__columns_longest(heights, c, span);
            if (longest >= shortest) continue;
            shortest = longest;
            column = c;
        }
        return column;
    }
    column = *turn + span <= r->columns ? *turn : 0;
    *turn = (column + span) % r->columns;
    return r->placement == LE_PACKING_RIGHT_TO_LEFT ? r->columns - column - span : column;
}

// ---- Leaves

// A leaf with fewer items is merged with the next one.
LE_INLINE int64_t stream_few(const le__waterfall_stream *stream) { return stream->room / 4; }

void le__waterfall_stream_start(le__waterfall_stream *stream, const le__waterfall_rules *rules,
                                const le__columns_node *leaf) {
    memset(&stream->builder, 0, sizeof stream->builder);
    stream->rules = *rules;
    stream->status = LE_OK;
    stream->room = le__columns_room(rules->columns, rules->by_ratio ? HEIGHT_RATIOS : HEIGHTS_32);
    stream->waiting = 0;
    stream->front.turn = leaf ? le__columns_turn(leaf) : 0;
    front_set(&stream->front, rules, leaf ? le__columns_fronts(leaf) : NULL);
}

// Makes the stream fail with a status: no further leaves are made.
void le__waterfall_stream_refuse(le__waterfall_stream *stream, le_status status) {
    if (stream->status == LE_OK) stream->status = status;
    stream->builder.failed = true;
}

// Places `n` items; `high` is the union of the bits of their heights. Items are placed one by one if a column could
// leave the range of keys. `*end` receives the last end. False if a column becomes too long: the items from there on
// have no column.
static bool stream_place(le__waterfall_stream *stream, const int64_t *heights, int64_t n, uint64_t high,
                         uint8_t *columns, int64_t *end) {
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

// The first start in a leaf whose items have columns. It belongs to the first item of one of the columns.
static int64_t first_start_of(const le__columns_node *leaf) {
    const uint8_t *columns = le__columns_places(leaf);
    int64_t first = WATERFALL_FAR;
    for (int64_t i = 0; i < LE_MIN(leaf->sum[0], le__columns_count(leaf)); i++)
        first = LE_MIN(first, le__columns_fronts(leaf)[columns[i]]);
    return first;
}

// Places the items of a leaf, some of which span several columns, and sets its first start and its last end. False if a
// column becomes too long.
static bool stream_place_spans(le__waterfall_stream *stream, const int64_t *heights, const uint8_t *spans,
                               le__columns_node *leaf) {
    const le__waterfall_rules *r = &stream->rules;
    const int64_t most = WATERFALL_MOST - r->spacing;
    uint8_t *places = le__columns_places(leaf);
    int64_t front[WATERFALL_COLUMNS], first = WATERFALL_FAR, end = -WATERFALL_FAR;
    LE_PATH(WATERFALL_SPANS);
    front_heights(&stream->front, r, front);
    for (int64_t i = 0; i < leaf->sum[0] && end <= most; i++) {
        const int64_t span = le__waterfall_span(r, spans[i]), column = column_of(r, front, span, &stream->front.turn);
        places[i] = spans[i] | (uint8_t)column;
        const int64_t start = le__columns_pass(front, r, places[i], heights[i]);
        first = LE_MIN(first, start);
        end = LE_MAX(end, start + heights[i]);
    }
    front_set(&stream->front, r, front);
    leaf->max[0] = end;
    leaf->max[1] = WATERFALL_FAR - first;
    return end <= most;
}

// Emits one leaf of `n` items, with ratios if the items have ratios.
static void stream_emit_leaf(le__waterfall_stream *stream, const int64_t *heights, const double *ratios,
                             const uint8_t *spans, int64_t n, uint64_t high) {
    if (stream->builder.failed) return;
    const le__waterfall_rules *r = &stream->rules;
    int kind = r->by_ratio ? HEIGHT_RATIOS : high >> 32 ? HEIGHTS_64 : HEIGHTS_32;
    if (kind == HEIGHTS_64) LE_PATH(WATERFALL_WIDE);
    size_t bytes = sizeof(le__columns_node) + 8 * (size_t)r->columns + (size_t)n * (le__columns_height_bytes(kind) + 1);
    le__columns_node *leaf = le__block_alloc(bytes);
    if (!leaf) {
        stream->builder.failed = true;
        return;
    }
    uint8_t spanning = 0;
    for (int64_t i = 0; i < n; i++) spanning |= spans[i];
    leaf->head = (le__head){.kind = (uint8_t)kind,
                            .spare = le__columns_spare(r->columns, stream->front.turn, spanning != 0),
                            .n = (uint32_t)n};
    leaf->sum[0] = n;
    front_heights(&stream->front, r, le__columns_fronts(leaf));
    if (kind == HEIGHTS_32) {
        int64_t sum;
        le__kernels_in_use()->narrow(heights, (size_t)n, le__columns_heights(leaf), &sum);
    } else {
        memcpy(le__columns_heights(leaf), kind == HEIGHTS_64 ? (const void *)heights : (const void *)ratios,
               (size_t)n * 8);
    }
    if (spanning ? !stream_place_spans(stream, heights, spans, leaf)
                 : !stream_place(stream, heights, n, high, le__columns_places(leaf), &leaf->max[0])) {
        le__columns_release(leaf);
        le__waterfall_stream_refuse(stream, LE_TOO_LARGE);
        return;
    }
    if (!spanning) leaf->max[1] = WATERFALL_FAR - first_start_of(leaf);
    le__columns_builder_add(&stream->builder, leaf);
}

// Makes leaves of the first `n` pending items, as few and as evenly filled as possible.
static void stream_emit_waiting(le__waterfall_stream *stream, int64_t n) {
    uint64_t high = le__kernels_in_use()->bits(stream->heights, (size_t)n);
    int kind = stream->rules.by_ratio ? HEIGHT_RATIOS : high >> 32 ? HEIGHTS_64 : HEIGHTS_32;
    int64_t room = le__columns_room(stream->rules.columns, kind), leaves = (n + room - 1) / room;
    for (int64_t l = 0; l < leaves; l++) {
        int64_t first = l * n / leaves, end = (l + 1) * n / leaves;
        stream_emit_leaf(stream, stream->heights + first, stream->ratios + first, stream->spans + first, end - first,
                         high);
    }
    stream->waiting -= n;
    memmove(stream->heights, stream->heights + n, (size_t)stream->waiting * sizeof *stream->heights);
    memmove(stream->spans, stream->spans + n, (size_t)stream->waiting);
    if (stream->rules.by_ratio)
        memmove(stream->ratios, stream->ratios + n, (size_t)stream->waiting * sizeof *stream->ratios);
}

LE_INLINE void stream_solve(le__waterfall_stream *stream) {
    if (stream->waiting == stream->room) stream_emit_waiting(stream, stream->room);
}

// Whether a ratio gives a height within the limits at this width.
LE_INLINE bool ratio_fits(double ratio, int64_t width) {
    return ratio * (double)width < (double)(WATERFALL_MOST * WATERFALL_QUANTUM);
}

// Appends items of a leaf to the pending items. Their heights are reused; ratios are converted to heights again.
static void stream_append(le__waterfall_stream *stream, const le__columns_node *leaf, int64_t k, int64_t n) {
    const le__waterfall_rules *r = &stream->rules;
    const bool spanning = le__columns_spanning(leaf);
    const uint8_t *places = le__columns_places(leaf) + k;
    uint8_t *spans = stream->spans + stream->waiting;
    if (spanning)
        for (int64_t i = 0; i < n; i++) spans[i] = places[i] & 0xf0;
    else
        memset(spans, 0, (size_t)n);
    if (leaf->head.kind == HEIGHT_RATIOS) {
        const double *ratios = (const double *)le__columns_heights(leaf) + k;
        bool fit = true;
        if (spanning)
            for (int64_t i = 0; i < n; i++)
                fit &= ratio_fits(ratios[i], le__waterfall_width(r, le__waterfall_span(r, spans[i])));
        else
            for (int64_t i = 0; i < n; i++) fit &= ratio_fits(ratios[i], r->width);
        if (!fit) {
            le__waterfall_stream_refuse(stream, LE_TOO_LARGE);
            return;
        }
        memcpy(stream->ratios + stream->waiting, ratios, (size_t)n * sizeof *ratios);
    }
    le__columns_read_heights(leaf, r, k, n, stream->heights + stream->waiting);
    stream->waiting += n;
}

void le__waterfall_stream_part(le__waterfall_stream *stream, const le__columns_node *leaf, int64_t k, int64_t count) {
    while (count > 0 && !stream->builder.failed) {
        int64_t n = LE_MIN(count, stream->room - stream->waiting);
        stream_append(stream, leaf, k, n);
        k += n;
        count -= n;
        stream_solve(stream);
    }
}

// Adds items `first ..< first + count` of a tree.
void le__waterfall_stream_items(le__waterfall_stream *stream, le__columns_node *root, int64_t first, int64_t count) {
    if (count == 0) return;
    le__columns_path path;
    int64_t k = first, before[1];
    le__columns_path_find(root, 0, &k, &path, before);
    for (const le__columns_node *leaf = path.leaf; count > 0; leaf = le__columns_path_next(&path), k = 0) {
        int64_t n = LE_MIN(count, leaf->sum[0] - k);
        le__waterfall_stream_part(stream, leaf, k, n);
        count -= n;
    }
}

// Adds a whole leaf, alone or merged with the few items that are pending before it.
void le__waterfall_stream_leaf(le__waterfall_stream *stream, const le__columns_node *leaf) {
    if (stream->waiting >= stream_few(stream)) stream_emit_waiting(stream, stream->waiting);
    stream_append(stream, leaf, 0, leaf->sum[0]);
    if (!stream->builder.failed) stream_emit_waiting(stream, stream->waiting);
}

// ---- Sizes

// Converts size `i` of an item of a width to its height and, if items are given by ratio, its ratio. `spans`: the size
// has a span, so its main extent is the ratio. If the size cannot be used: returns false, and both are the least valid
// values.
LE_INLINE bool stream_size(const le__waterfall_rules *r, const le_sizes *sizes, int64_t i, int64_t width, bool spans,
                           int64_t *height, double *ratio, double *value) {
    *value = le__size_main(sizes, i);
    *height = le__waterfall_least(r);
    *ratio = 0;
    if (r->by_ratio) {
        double cross = spans ? 1 : le__size_cross(sizes, i), main = *value;
        if (!(cross > 0 && cross - cross == 0)) {
            *value = cross;
            return false;
        }
        if (!(main >= 0 && main - main == 0) || !ratio_fits(main / cross, width)) return false;
        *ratio = main / cross;
        *height = le__waterfall_ratio_height(r, *ratio, width);
        return true;
    }
    double scaled = *value * 65536.0, most = (double)(LE_MAX_TOTAL / WATERFALL_QUANTUM);
    if (!(scaled < most && scaled > -most)) return false;
    int64_t quanta = (int64_t)le__round_half_even(scaled);
    if (quanta < *height) return false;
    *height = quanta;
    return true;
}

// The same for an item that can span several columns: `*span` is its place without a column, which a size with a span
// replaces.
static bool stream_spanning_size(const le__waterfall_rules *r, const le_sizes *sizes, int64_t i, int64_t *height,
                                 double *ratio, uint8_t *span, double *value) {
    const bool spans = sizes->form == LE_SIZES_SPANS;
    const double columns = spans ? le__size_cross(sizes, i) : (*span >> 4) + 1;
    if (!(columns >= 1 && columns <= 0x1p53 && columns == le__round_positive(columns))) {
        *span = 0;
        *height = le__waterfall_least(r);
        *ratio = 0;
        *value = columns;
        return false;
    }
    *span = (uint8_t)(((int)LE_MIN(columns, (double)WATERFALL_COLUMNS) - 1) << 4);
    return stream_size(r, sizes, i, le__waterfall_width(r, le__waterfall_span(r, *span)), spans, height, ratio, value);
}

// Converts sizes `first ..< first + n` for the items after the pending ones; the places of these are known. `plain`:
// they span one column. Returns false at a size that cannot be used, if it is not replaced.
LE_INLINE bool stream_take(le__waterfall_stream *stream, const le_sizes *sizes, int64_t first, int64_t n, bool plain,
                           le_fault *fault) {
    // A copy stays in registers, because writing heights cannot change it.
    const le__waterfall_rules rules = stream->rules, *r = &rules;
    int64_t *heights = stream->heights + stream->waiting;
    double *ratios = stream->ratios + stream->waiting;
    uint8_t *spans = stream->spans + stream->waiting;
    for (int64_t i = 0; i < n; i++) {
        double value;
        if (plain ? stream_size(r, sizes, first + i, rules.width, false, &heights[i], &ratios[i], &value)
                  : stream_spanning_size(r, sizes, first + i, &heights[i], &ratios[i], &spans[i], &value))
            continue;
        if (fault && fault->count++ == 0) {
            fault->item = first + i;
            fault->value = value;
        }
        if (!sizes->lenient) return false;
    }
    return true;
}

// Appends sizes `first ..< first + count` to the pending items.
void le__waterfall_stream_sizes(le__waterfall_stream *stream, const le_sizes *sizes, int64_t first, int64_t count,
                                le__columns_node *kept, int64_t kept_first, le_fault *fault) {
    if (count == 0) return; // `sizes` may be empty then
    // A copy stays in registers, because writing heights cannot change it.
    const le__waterfall_rules rules = stream->rules, *r = &rules;
    const bool streamable =
        !r->by_ratio && sizes->form == LE_SIZES_POINTS && le__doubles_aligned(sizes->main, sizes->stride);
    const ptrdiff_t step = sizes->stride / (ptrdiff_t)sizeof(double);
    const double least = (double)le__waterfall_least(r) * (1.0 / 65536);
    const bool plain = sizes->form != LE_SIZES_SPANS && !kept;
    while (count > 0 && !stream->builder.failed) {
        int64_t n = LE_MIN(count, stream->room - stream->waiting);
        int64_t *heights = stream->heights + stream->waiting;
        uint8_t *spans = stream->spans + stream->waiting;
        memset(spans, 0, (size_t)n);
        if (kept) {
            le__waterfall_places(kept, kept_first, n, spans);
            for (int64_t i = 0; i < n; i++) spans[i] &= 0xf0;
            kept_first += n;
        }
        const bool taken =
            streamable && le__kernels_in_use()->heights(sizes->main + first * step, step, (size_t)n, least, heights);
        if (!taken && !(plain ? stream_take(stream, sizes, first, n, true, fault)
                              : stream_take(stream, sizes, first, n, false, fault))) {
            le__waterfall_stream_refuse(stream, LE_BAD_VALUE);
            return;
        }
        stream->waiting += n;
        first += n;
        count -= n;
        if (taken) le__sizes_prefetch(sizes, first, LE_MIN(count, n));
        stream_solve(stream);
    }
}

// ---- Reading

void le__waterfall_places(le__columns_node *root, int64_t first, int64_t count, uint8_t *places) {
    if (count == 0) return;
    le__columns_path path;
    int64_t k = first, before[1];
    le__columns_path_find(root, 0, &k, &path, before);
    for (const le__columns_node *leaf = path.leaf; count > 0; leaf = le__columns_path_next(&path), k = 0) {
        const int64_t n = LE_MIN(count, leaf->sum[0] - k);
        memcpy(places, le__columns_places(leaf) + k, (size_t)n);
        places += n;
        count -= n;
    }
}

// ---- The end

// Makes leaves of all pending items, and the tree of all leaves.
le_status le__waterfall_stream_finish(le__waterfall_stream *stream, le__columns_node **root, le_work *work) {
    if (stream->waiting && !stream->builder.failed) stream_emit_waiting(stream, stream->waiting);
    bool built = le__columns_builder_finish(&stream->builder, root, work);
    return stream->status != LE_OK ? stream->status : built ? LE_OK : LE_NO_MEMORY;
}
