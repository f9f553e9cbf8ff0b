// The leaves of the extent tree: four encodings, and the general way from one to another.
//
//   dense 32   an extent each in 32 bits                  250 in a full block
//   dense 64   an extent each in 64 bits                  125
//   runs 32    a count and an extent in 32 bits each      125
//   runs 64    a count in 32 bits, an extent in 64         83
//
// Frequent edits of dense leaves are done in place. Everything else goes one way: decode into a list of runs, edit
// the list, encode it into as few leaves as it takes (`encode`). Which encoding is smaller is decided there alone.

#define TREE(name) extents_##name
#define TREE_SUMS 2
#define TREE_MAXIMA 0
#define TREE_FANOUT 40

typedef struct extents_node {
    le__head head;
    int64_t sum[TREE_SUMS]; // entries, extent
} extents_node_t;

enum { DENSE_32, DENSE_64, RUNS_32, RUNS_64 };

#define LEAF_HEAD sizeof(extents_node_t)
#define LEAF_BYTES ((size_t)LE__BLOCK_MAX - LEAF_HEAD)
#define DENSE_MAX ((int64_t)(LEAF_BYTES / 4))
#define RUN_COUNT_MAX ((int64_t)1 << 31)
#define EXTENT_32_END ((int64_t)1 << 32)

// Leaves that fewer bytes than this look for a neighbour to merge with.
#define LEAF_SMALL (LEAF_BYTES / 4)

static extents_node_t *extents_leaf_copy(extents_node_t *leaf);
static bool extents_leaf_split(extents_node_t *leaf, int64_t k, extents_node_t **left, extents_node_t **right);
static int extents_leaf_join(extents_node_t *a, extents_node_t *b, extents_node_t *out[2]);
static inline void extents_leaf_drop(extents_node_t *leaf) { (void)leaf; }

#include "tree/tree_body.h"

// ---- Access

LE_INLINE uint32_t *dense32(const extents_node_t *leaf) { return (uint32_t *)((char *)leaf + LEAF_HEAD); }
LE_INLINE int64_t *dense64(const extents_node_t *leaf) { return (int64_t *)((char *)leaf + LEAF_HEAD); }

LE_INLINE size_t entry_bytes(int kind) {
    static const uint8_t bytes[] = {4, 8, 8, 12};
    return bytes[kind];
}

// How many entries (dense) or runs the leaf's block has room for.
LE_INLINE uint32_t leaf_capacity(const extents_node_t *leaf) {
    return (uint32_t)((le__block_bytes(leaf) - LEAF_HEAD) / entry_bytes(leaf->head.kind));
}

// Runs keep the wider array first, so that both are aligned.
LE_INLINE uint32_t *run_counts(const extents_node_t *leaf) {
    size_t before = leaf->head.kind == RUNS_64 ? 8 * (size_t)leaf_capacity(leaf) : 0;
    return (uint32_t *)((char *)leaf + LEAF_HEAD + before);
}

LE_INLINE int64_t run_extent(const extents_node_t *leaf, uint32_t capacity, uint32_t i) {
    if (leaf->head.kind == RUNS_64) return dense64(leaf)[i];
    return dense32(leaf)[capacity + i];
}

static extents_node_t *leaf_alloc(int kind, uint32_t n) {
    extents_node_t *leaf = le__block_alloc(LEAF_HEAD + n * entry_bytes(kind));
    if (leaf) leaf->head = (le__head){.kind = (uint8_t)kind, .n = n};
    return leaf;
}

static extents_node_t *extents_leaf_copy(extents_node_t *leaf) {
    size_t bytes = le__block_bytes(leaf);
    extents_node_t *copy = le__block_alloc(bytes);
    if (copy) memcpy(copy, leaf, bytes);
    return copy;
}

static int64_t sum_32(const uint32_t *extents, size_t n) { return le__kernels_in_use()->sum(extents, n); }

// ---- Decode and encode

// Appends a run to a list, merging it with an equal neighbour.
LE_INLINE size_t push_run(le_run *runs, size_t n, int64_t count, int64_t extent) {
    if (count == 0) return n;
    if (n && runs[n - 1].extent == extent && runs[n - 1].count + count <= RUN_COUNT_MAX) {
        runs[n - 1].count += count;
        return n;
    }
    runs[n] = (le_run){count, extent};
    return n + 1;
}

// Appends entries `first ..< first + count` of a leaf to a list of runs. At most min(count, runs) + 0 come to it.
static size_t decode(const extents_node_t *leaf, int64_t first, int64_t count, le_run *runs, size_t n) {
    switch (leaf->head.kind) {
    case DENSE_32:
        for (int64_t i = first; i < first + count; i++) n = push_run(runs, n, 1, dense32(leaf)[i]);
        break;
    case DENSE_64:
        for (int64_t i = first; i < first + count; i++) n = push_run(runs, n, 1, dense64(leaf)[i]);
        break;
    default: {
        const uint32_t *counts = run_counts(leaf);
        uint32_t capacity = leaf_capacity(leaf);
        for (uint32_t i = 0; i < leaf->head.n && count > 0; i++) {
            int64_t here = (int64_t)counts[i] - first;
            if (here <= 0) {
                first -= counts[i];
                continue;
            }
            here = LE_MIN(here, count);
            n = push_run(runs, n, here, run_extent(leaf, capacity, i));
            count -= here;
            first = 0;
        }
    }
    }
    return n;
}

// Most runs that `decode` of a whole leaf appends.
#define DECODE_MAX ((size_t)DENSE_MAX)

// One leaf of `n` runs, `entries` in all, in the smaller encoding; it must fit one.
static extents_node_t *encode_one(const le_run *runs, size_t n, int64_t entries, bool wide) {
    size_t as_runs = n * (wide ? 12 : 8);
    bool dense = entries <= DENSE_MAX && (size_t)entries * (wide ? 8 : 4) <= as_runs;
    extents_node_t *leaf = dense ? leaf_alloc(wide ? DENSE_64 : DENSE_32, (uint32_t)entries)
                                 : leaf_alloc(wide ? RUNS_64 : RUNS_32, (uint32_t)n);
    if (!leaf) return NULL;
    int64_t extent = 0, at = 0;
    uint32_t *counts = dense ? NULL : run_counts(leaf);
    uint32_t capacity = leaf_capacity(leaf);
    for (size_t r = 0; r < n; r++) {
        extent += runs[r].count * runs[r].extent;
        if (!dense) {
            counts[r] = (uint32_t)runs[r].count;
            if (wide)
                dense64(leaf)[r] = runs[r].extent;
            else
                dense32(leaf)[capacity + r] = (uint32_t)runs[r].extent;
        } else if (wide) {
            for (int64_t i = 0; i < runs[r].count; i++) dense64(leaf)[at++] = runs[r].extent;
        } else {
            for (int64_t i = 0; i < runs[r].count; i++) dense32(leaf)[at++] = (uint32_t)runs[r].extent;
        }
    }
    if (wide) LE_PATH(LEAF_WIDEN);
    leaf->sum[0] = entries;
    leaf->sum[1] = extent;
    return leaf;
}

// Most leaves that `encode` makes of `n` runs. What does not fit one leaf is cut into even parts, so that each has 42
// runs or more, or 63 extents or more of fewer than 2 n: twice as many leaves as that are room enough.
#define ENCODE_MAX(n) ((n) / 20 + 2)

// The fewest even leaves for a list of runs without equal neighbours. Answers their number; 0 when memory is short
// (and then nothing is left over). The list is changed and restored.
static size_t encode(le_run *runs, size_t n, extents_node_t **out) {
    if (n == 0) return 0;
    int64_t entries = 0;
    bool wide = false;
    for (size_t r = 0; r < n; r++) {
        entries += runs[r].count;
        wide |= runs[r].extent >= EXTENT_32_END;
    }
    const int64_t run_bytes = wide ? 12 : 8, extent_bytes = wide ? 8 : 4;
    const int64_t runs_fit = (int64_t)LEAF_BYTES / run_bytes, extents_fit = (int64_t)LEAF_BYTES / extent_bytes;
    const bool dense = entries * extent_bytes < (int64_t)n * run_bytes;
    if (entries <= extents_fit || (int64_t)n <= runs_fit) {
        out[0] = encode_one(runs, n, entries, wide);
        return out[0] ? 1 : 0;
    }
    // Cut where half of the leaves end, counted in what is smaller, extents or runs. The runs in front of the cut are
    // `cut`, and the first `over` entries of the next one, which then goes to both sides.
    LE_PATH(LEAF_SPLIT);
    const int64_t units = dense ? entries : (int64_t)n, fit = dense ? extents_fit : runs_fit;
    const int64_t leaves = (units + fit - 1) / fit, front = units * (leaves / 2) / leaves;
    size_t cut = (size_t)front;
    int64_t over = 0;
    if (dense) {
        int64_t before = 0;
        for (cut = 0; before + runs[cut].count <= front; cut++) before += runs[cut].count;
        over = front - before;
    }
    int64_t whole = runs[cut].count;
    if (over) runs[cut].count = over;
    size_t left = encode(runs, cut + (over > 0), out);
    runs[cut].count = whole - over;
    size_t right = left ? encode(runs + cut, n - cut, out + left) : 0;
    runs[cut].count = whole;
    if (!right) extents_release_all(out, (uint32_t)left);
    return right ? left + right : 0;
}

static bool extents_leaf_split(extents_node_t *leaf, int64_t k, extents_node_t **left, extents_node_t **right) {
    int64_t n = leaf->sum[0];
    if (leaf->head.kind == DENSE_32) {
        *left = leaf_alloc(DENSE_32, (uint32_t)k);
        *right = *left ? leaf_alloc(DENSE_32, (uint32_t)(n - k)) : NULL;
        if (!*right) {
            extents_release(*left);
            *left = NULL;
            return false;
        }
        memcpy(dense32(*left), dense32(leaf), (size_t)k * 4);
        memcpy(dense32(*right), dense32(leaf) + k, (size_t)(n - k) * 4);
        int64_t extent = sum_32(dense32(leaf), (size_t)k);
        (*left)->sum[0] = k;
        (*left)->sum[1] = extent;
        (*right)->sum[0] = n - k;
        (*right)->sum[1] = leaf->sum[1] - extent;
        return true;
    }
    le_run runs[DECODE_MAX];
    size_t count = decode(leaf, 0, k, runs, 0);
    if (!encode(runs, count, left)) return false;
    count = decode(leaf, k, n - k, runs, 0);
    if (encode(runs, count, right)) return true;
    extents_release(*left);
    *left = *right = NULL;
    return false;
}

// A dense leaf of `n` 32-bit extents whose sum is `sum`.
static extents_node_t *dense_leaf(const uint32_t *extents, size_t n, int64_t sum) {
    extents_node_t *leaf = leaf_alloc(DENSE_32, (uint32_t)n);
    if (!leaf) return NULL;
    memcpy(dense32(leaf), extents, n * sizeof *extents);
    leaf->sum[0] = (int64_t)n;
    leaf->sum[1] = sum;
    return leaf;
}

LE_INLINE extents_node_t *dense_leaf_of(const uint32_t *extents, size_t n) {
    return dense_leaf(extents, n, sum_32(extents, n));
}

// Bytes of a leaf's entries.
LE_INLINE size_t leaf_bytes(const extents_node_t *leaf) { return leaf->head.n * entry_bytes(leaf->head.kind); }

static int extents_leaf_join(extents_node_t *a, extents_node_t *b, extents_node_t *out[2]) {
    size_t bytes_a = leaf_bytes(a), bytes_b = leaf_bytes(b);
    bool small = bytes_a < LEAF_SMALL || bytes_b < LEAF_SMALL;
    if (a->head.kind == DENSE_32 && b->head.kind == DENSE_32 && (bytes_a + bytes_b <= LEAF_BYTES * 3 / 4 || small)) {
        uint32_t all[2 * DENSE_MAX];
        size_t n = a->head.n + b->head.n, first = n <= (size_t)DENSE_MAX ? n : n / 2;
        memcpy(all, dense32(a), bytes_a);
        memcpy(all + a->head.n, dense32(b), bytes_b);
        if (!(out[0] = dense_leaf_of(all, first))) return 0;
        if (first == n) {
            LE_PATH(LEAF_MERGE);
            return 1;
        }
        if ((out[1] = dense_leaf_of(all + first, n - first))) return 2;
        extents_release(out[0]);
        return 0;
    }
    if (bytes_a + bytes_b <= LEAF_BYTES * 3 / 4 || small) {
        le_run runs[2 * DECODE_MAX];
        size_t n = decode(a, 0, a->sum[0], runs, 0);
        n = decode(b, 0, b->sum[0], runs, n);
        extents_node_t *leaves[ENCODE_MAX(2 * DECODE_MAX)];
        size_t made = encode(runs, n, leaves);
        if (made == 0) return 0;
        if (made <= 2) {
            if (made == 1) LE_PATH(LEAF_MERGE);
            memcpy(out, leaves, made * sizeof *leaves);
            return (int)made;
        }
        extents_release_all(leaves, (uint32_t)made);
    }
    le__retain(a);
    le__retain(b);
    out[0] = a;
    out[1] = b;
    return 2;
}

// ---- Searching within a leaf

// Sum of the first `k` entries.
static int64_t leaf_offset(const extents_node_t *leaf, int64_t k) {
    int64_t sum = 0;
    switch (leaf->head.kind) {
    case DENSE_32: {
        const uint32_t *extents = dense32(leaf);
        // The shorter half is the one to add up.
        if (k > leaf->sum[0] / 2) return leaf->sum[1] - sum_32(extents + k, (size_t)(leaf->sum[0] - k));
        return sum_32(extents, (size_t)k);
    }
    case DENSE_64:
        for (int64_t i = 0; i < k; i++) sum += dense64(leaf)[i];
        return sum;
    default: {
        const uint32_t *counts = run_counts(leaf);
        uint32_t capacity = leaf_capacity(leaf);
        for (uint32_t i = 0; k > 0; i++) {
            int64_t here = LE_MIN(k, (int64_t)counts[i]);
            sum += here * run_extent(leaf, capacity, i);
            k -= here;
        }
        return sum;
    }
    }
}

LE_INLINE int64_t leaf_extent(const extents_node_t *leaf, int64_t k) {
    switch (leaf->head.kind) {
    case DENSE_32:
        return dense32(leaf)[k];
    case DENSE_64:
        return dense64(leaf)[k];
    default: {
        const uint32_t *counts = run_counts(leaf);
        uint32_t i = 0;
        while (k >= counts[i]) k -= counts[i++];
        return run_extent(leaf, leaf_capacity(leaf), i);
    }
    }
}

// The entry that covers `offset` (0 <= offset < the leaf's extent); `before` gets the sum of those ahead of it.
static int64_t leaf_at_offset(const extents_node_t *leaf, int64_t offset, int64_t *before) {
    int64_t sum = 0, i = 0;
    switch (leaf->head.kind) {
    case DENSE_32: {
        const uint32_t *extents = dense32(leaf);
        for (int64_t n = leaf->sum[0]; i + 16 <= n; i += 16) {
            int64_t block = 0;
            for (int j = 0; j < 16; j++) block += extents[i + j];
            if (sum + block > offset) break;
            sum += block;
        }
        while (sum + extents[i] <= offset) sum += extents[i++];
        break;
    }
    case DENSE_64:
        while (sum + dense64(leaf)[i] <= offset) sum += dense64(leaf)[i++];
        break;
    default: {
        const uint32_t *counts = run_counts(leaf);
        uint32_t capacity = leaf_capacity(leaf);
        for (uint32_t r = 0;; r++) {
            int64_t extent = run_extent(leaf, capacity, r), all = extent * counts[r];
            if (sum + all > offset) {
                int64_t inside = (offset - sum) / extent;
                *before = sum + inside * extent;
                return i + inside;
            }
            sum += all;
            i += counts[r];
        }
    }
    }
    *before = sum;
    return i;
}

// ---- Checking

static const char *extents_check_leaf(extents_node_t *leaf) {
    int64_t entries = 0, extent = 0;
    uint32_t capacity = leaf_capacity(leaf);
    if (leaf->head.n > capacity) return "a leaf holds more than its block has room for";
    if (leaf->head.n == 0) return "a leaf is empty";
    for (uint32_t i = 0; i < leaf->head.n; i++) {
        int64_t count = 1, each = 0;
        switch (leaf->head.kind) {
        case DENSE_32:
            each = dense32(leaf)[i];
            break;
        case DENSE_64:
            each = dense64(leaf)[i];
            break;
        default:
            count = run_counts(leaf)[i];
            each = run_extent(leaf, capacity, i);
            if (i && run_extent(leaf, capacity, i - 1) == each && run_counts(leaf)[i - 1] + count <= RUN_COUNT_MAX)
                return "equal neighbours stand in two runs";
        }
        if (each < 0) return "an extent is negative";
        if (count < 1) return "a run is empty";
        entries += count;
        extent += count * each;
    }
    if (entries != leaf->sum[0]) return "a leaf's count differs from its entries";
    if (extent != leaf->sum[1]) return "a leaf's sum differs from its extents";
    return NULL;
}
