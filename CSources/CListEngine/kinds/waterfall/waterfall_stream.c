// Placing items into columns.
//
//   for each item:
//       column = the lowest-numbered of the shortest columns      (or the next in turn)
//       top    = height[column]
//       height[column] = top + height of the item + spacing
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

// The front before item `item`, whose leaf has these column heights; NULL before the first item.
static void le__waterfall_front_start(le__waterfall_front *front, const le__waterfall_rules *r, const int64_t *heights,
                                      int64_t item) {
    front->turn = item;
    for (int64_t c = 0; c < r->columns; c++) front->key[c] = (uint64_t)(heights ? heights[c] : 0) << 4 | (uint64_t)c;
    front_sort(front, r);
}

static void front_heights(const le__waterfall_front *front, const le__waterfall_rules *r, int64_t *heights) {
    for (int64_t c = 0; c < r->columns; c++) heights[front->key[c] & 15] = (int64_t)(front->key[c] >> 4);
}

// Whether the items from here on have the same places as after `heights` with `turn` items before them.
bool le__waterfall_front_equals(const le__waterfall_front *front, const le__waterfall_rules *r, const int64_t *heights,
                                int64_t turn) {
    if (r->placement != LE_PACKING_SHORTEST_FIRST && (front->turn - turn) % r->columns != 0) return false;
    for (int64_t c = 0; c < r->columns; c++)
        if (heights[front->key[c] & 15] != (int64_t)(front->key[c] >> 4)) return false;
    return true;
}

static uint64_t place_in_turn(le__waterfall_front *front, const le__waterfall_rules *r, const int64_t *heights,
                              int64_t n, uint8_t *out) {
    uint64_t last = 0;
    int64_t column = front->turn % r->columns;
    const bool mirrored = r->placement == LE_PACKING_RIGHT_TO_LEFT;
    for (int64_t i = 0; i < n; i++) {
        int64_t c = mirrored ? r->columns - 1 - column : column;
        out[i] = (uint8_t)c;
        front->key[c] += (uint64_t)(heights[i] + r->spacing) << 4;
        last = LE_MAX(last, front->key[c]);
        if (++column == r->columns) column = 0;
    }
    return last;
}

// Places `n` items, writes their columns and advances the front past them. Returns the last end of all, in quanta. The
// caller knows that no key overflows.
static int64_t place(le__waterfall_front *front, const le__waterfall_rules *r, const int64_t *heights, int64_t n,
                     uint8_t *out) {
    uint64_t last = r->placement != LE_PACKING_SHORTEST_FIRST
                        ? place_in_turn(front, r, heights, n, out)
                        : le__kernels_in_use()->place_shortest(r->columns, front->key, r->spacing, heights, n, out);
    front->turn += n;
    return (int64_t)(last >> 4) - r->spacing;
}

// ---- Leaves

// A leaf with fewer items is merged with the next one.
LE_INLINE int64_t stream_few(const le__waterfall_stream *stream) { return stream->room / 4; }

void le__waterfall_stream_start(le__waterfall_stream *stream, const le__waterfall_rules *rules, const int64_t *fronts,
                                int64_t item) {
    memset(&stream->builder, 0, sizeof stream->builder);
    stream->rules = *rules;
    stream->status = LE_OK;
    stream->room = le__columns_room(rules->columns, rules->by_ratio ? HEIGHT_RATIOS : HEIGHTS_32);
    stream->waiting = 0;
    le__waterfall_front_start(&stream->front, rules, fronts, item);
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
    const uint8_t *columns = le__columns_of_items(leaf);
    int64_t first = WATERFALL_FAR;
    for (int64_t i = 0; i < LE_MIN(leaf->sum[0], (int64_t)leaf->head.spare); i++)
        first = LE_MIN(first, le__columns_fronts(leaf)[columns[i]]);
    return first;
}

// Emits one leaf of `n` items, with ratios if the items have ratios.
static void stream_emit_leaf(le__waterfall_stream *stream, const int64_t *heights, const double *ratios, int64_t n,
                             uint64_t high) {
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
    leaf->head = (le__head){.kind = (uint8_t)kind, .spare = (uint16_t)r->columns, .n = (uint32_t)n};
    leaf->sum[0] = n;
    front_heights(&stream->front, r, le__columns_fronts(leaf));
    if (kind == HEIGHTS_32) {
        int64_t sum;
        le__kernels_in_use()->narrow(heights, (size_t)n, le__columns_heights(leaf), &sum);
    } else {
        memcpy(le__columns_heights(leaf), kind == HEIGHTS_64 ? (const void *)heights : (const void *)ratios,
               (size_t)n * 8);
    }
    if (!stream_place(stream, heights, n, high, le__columns_of_items(leaf), &leaf->max[0])) {
        le__columns_release(leaf);
        le__waterfall_stream_refuse(stream, LE_TOO_LARGE);
        return;
    }
    leaf->max[1] = WATERFALL_FAR - first_start_of(leaf);
    le__columns_builder_add(&stream->builder, leaf);
}

// Makes leaves of the first `n` pending items, as few and as evenly filled as possible.
static void stream_emit_waiting(le__waterfall_stream *stream, int64_t n) {
    uint64_t high = le__kernels_in_use()->bits(stream->heights, (size_t)n);
    int kind = stream->rules.by_ratio ? HEIGHT_RATIOS : high >> 32 ? HEIGHTS_64 : HEIGHTS_32;
    int64_t room = le__columns_room(stream->rules.columns, kind), leaves = (n + room - 1) / room;
    for (int64_t l = 0; l < leaves; l++) {
        int64_t first = l * n / leaves, end = (l + 1) * n / leaves;
        stream_emit_leaf(stream, stream->heights + first, stream->ratios + first, end - first, high);
    }
    stream->waiting -= n;
    memmove(stream->heights, stream->heights + n, (size_t)stream->waiting * sizeof *stream->heights);
    if (stream->rules.by_ratio)
        memmove(stream->ratios, stream->ratios + n, (size_t)stream->waiting * sizeof *stream->ratios);
}

LE_INLINE void stream_solve(le__waterfall_stream *stream) {
    if (stream->waiting == stream->room) stream_emit_waiting(stream, stream->room);
}

// Whether a ratio gives a height within the limits at this width.
LE_INLINE bool ratio_fits(const le__waterfall_rules *r, double ratio) {
    return ratio * (double)r->width < (double)(WATERFALL_MOST * WATERFALL_QUANTUM);
}

// Appends items of a leaf to the pending items. Their heights are reused; ratios are converted to heights again.
static void stream_append(le__waterfall_stream *stream, const le__columns_node *leaf, int64_t k, int64_t n) {
    const le__waterfall_rules *r = &stream->rules;
    if (leaf->head.kind == HEIGHT_RATIOS) {
        const double *ratios = (const double *)le__columns_heights(leaf) + k;
        for (int64_t i = 0; i < n; i++)
            if (!ratio_fits(r, ratios[i])) {
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

// Converts size `i` to the height of the item and, if items are given by ratio, its ratio. If the size cannot be used:
// returns false, and both are the least valid values.
static bool stream_size(const le__waterfall_rules *r, const le_sizes *sizes, int64_t i, int64_t *height, double *ratio,
                        double *value) {
    *value = le__size_main(sizes, i);
    *height = le__waterfall_least(r);
    *ratio = 0;
    if (r->by_ratio) {
        double cross = le__size_cross(sizes, i), main = *value;
        if (!(cross > 0 && cross - cross == 0)) {
            *value = cross;
            return false;
        }
        if (!(main >= 0 && main - main == 0) || !ratio_fits(r, main / cross)) return false;
        *ratio = main / cross;
        *height = le__waterfall_ratio_height(r, *ratio);
        return true;
    }
    double scaled = *value * 65536.0, most = (double)(LE_MAX_TOTAL / WATERFALL_QUANTUM);
    if (!(scaled < most && scaled > -most)) return false;
    int64_t quanta = (int64_t)le__round_half_even(scaled);
    if (quanta < *height) return false;
    *height = quanta;
    return true;
}

// Appends sizes `first ..< first + count` to the pending items.
void le__waterfall_stream_sizes(le__waterfall_stream *stream, const le_sizes *sizes, int64_t first, int64_t count,
                                le_fault *fault) {
    if (count == 0) return; // `sizes` may be empty then
    // A copy stays in registers, because writing heights cannot change it.
    const le__waterfall_rules rules = stream->rules, *r = &rules;
    const bool streamable =
        !r->by_ratio && sizes->form == LE_SIZES_POINTS && le__doubles_aligned(sizes->main, sizes->stride);
    const ptrdiff_t step = sizes->stride / (ptrdiff_t)sizeof(double);
    const double least = (double)le__waterfall_least(r) * (1.0 / 65536);
    while (count > 0 && !stream->builder.failed) {
        int64_t n = LE_MIN(count, stream->room - stream->waiting);
        int64_t *heights = stream->heights + stream->waiting;
        const bool taken =
            streamable && le__kernels_in_use()->heights(sizes->main + first * step, step, (size_t)n, least, heights);
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
                le__waterfall_stream_refuse(stream, LE_BAD_VALUE);
                return;
            }
        }
        stream->waiting += n;
        first += n;
        count -= n;
        if (taken) le__sizes_prefetch(sizes, first, LE_MIN(count, n));
        stream_solve(stream);
    }
}

// ---- The end

// Makes leaves of all pending items, and the tree of all leaves.
le_status le__waterfall_stream_finish(le__waterfall_stream *stream, le__columns_node **root, le_work *work) {
    if (stream->waiting && !stream->builder.failed) stream_emit_waiting(stream, stream->waiting);
    bool built = le__columns_builder_finish(&stream->builder, root, work);
    return stream->status != LE_OK ? stream->status : built ? LE_OK : LE_NO_MEMORY;
}
