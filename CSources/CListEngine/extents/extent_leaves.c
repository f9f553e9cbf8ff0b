// The leaves of the extent tree: their encodings and conversions between them.
#define TREE_FUNCTIONS
#include "extents/extent_tree.h"

#include <string.h>

le__extents_node *le__extents_leaf_copy(le__extents_node *leaf) {
    size_t bytes = le__block_bytes(leaf);
    le__extents_node *copy = le__block_alloc(bytes);
    if (copy) memcpy(copy, leaf, bytes);
    return copy;
}

void le__extents_leaf_drop(le__extents_node *leaf) { (void)leaf; }

// ---- Decode and encode

// Appends entries `first ..< first + count` of a leaf to a list of runs: at most as many runs as entries.
size_t le__extents_decode(const le__extents_node *leaf, int64_t first, int64_t count, le_run *runs, size_t n) {
    switch (leaf->head.kind) {
    case LE__DENSE_32:
        for (int64_t i = first; i < first + count; i++)
            n = le__extents_push_run(runs, n, 1, le__extents_dense32(leaf)[i]);
        break;
    case LE__DENSE_64:
        for (int64_t i = first; i < first + count; i++)
            n = le__extents_push_run(runs, n, 1, le__extents_dense64(leaf)[i]);
        break;
    default: {
        const uint32_t *counts = le__extents_run_counts(leaf);
        uint32_t capacity = le__extents_leaf_capacity(leaf);
        for (uint32_t i = 0; i < leaf->head.n && count > 0; i++) {
            int64_t here = (int64_t)counts[i] - first;
            if (here <= 0) {
                first -= counts[i];
                continue;
            }
            here = LE_MIN(here, count);
            n = le__extents_push_run(runs, n, here, le__extents_run_extent(leaf, capacity, i));
            count -= here;
            first = 0;
        }
    }
    }
    return n;
}

// One leaf of `n` runs with `entries` entries in total, in the smaller encoding; they must fit one leaf.
le__extents_node *le__extents_leaf_of_runs(const le_run *runs, size_t n, int64_t entries, bool wide) {
    size_t as_runs = n * (wide ? 12 : 8);
    bool dense = entries <= LE__DENSE_MAX && (size_t)entries * (wide ? 8 : 4) <= as_runs;
    le__extents_node *leaf = dense ? le__extents_leaf_alloc(wide ? LE__DENSE_64 : LE__DENSE_32, (uint32_t)entries)
                                   : le__extents_leaf_alloc(wide ? LE__RUNS_64 : LE__RUNS_32, (uint32_t)n);
    if (!leaf) return NULL;
    int64_t extent = 0, at = 0;
    for (size_t r = 0; r < n; r++) extent += runs[r].count * runs[r].extent;
    uint32_t *narrow_out = le__extents_dense32(leaf);
    int64_t *wide_out = le__extents_dense64(leaf);
    if (dense && wide) {
        for (size_t r = 0; r < n; r++)
            for (int64_t i = 0; i < runs[r].count; i++) wide_out[at++] = runs[r].extent;
    } else if (dense) {
        for (size_t r = 0; r < n; r++)
            for (int64_t i = 0; i < runs[r].count; i++) narrow_out[at++] = (uint32_t)runs[r].extent;
    } else {
        uint32_t *counts = le__extents_run_counts(leaf), capacity = le__extents_leaf_capacity(leaf);
        for (size_t r = 0; r < n; r++) {
            counts[r] = (uint32_t)runs[r].count;
            if (wide)
                wide_out[r] = runs[r].extent;
            else
                narrow_out[capacity + r] = (uint32_t)runs[r].extent;
        }
    }
    if (wide) LE_PATH(LEAF_WIDEN);
    leaf->sum[0] = entries;
    leaf->sum[1] = extent;
    return leaf;
}

// Encodes a list of runs, of which adjacent ones differ, into the fewest leaves, evenly filled. Returns their number; 0
// when memory is short, and then everything is freed. The list is changed and restored.
size_t le__extents_encode(le_run *runs, size_t n, le__extents_node **out) {
    int64_t entries = 0;
    bool wide = false;
    for (size_t r = 0; r < n; r++) {
        entries += runs[r].count;
        wide |= runs[r].extent >= LE__EXTENT_32_END;
    }
    const int64_t run_bytes = wide ? 12 : 8, extent_bytes = wide ? 8 : 4;
    const int64_t runs_fit = (int64_t)LE__EXTENTS_BYTES / run_bytes,
                  extents_fit = (int64_t)LE__EXTENTS_BYTES / extent_bytes;
    const bool dense = entries * extent_bytes < (int64_t)n * run_bytes;
    if (entries <= extents_fit || (int64_t)n <= runs_fit) {
        out[0] = le__extents_leaf_of_runs(runs, n, entries, wide);
        return out[0] ? 1 : 0;
    }
    // Cut where half of the leaves end, counted in extents or in runs, whichever encoding is smaller. `cut` is the
    // number of whole runs before the cut. The next run is split: its first `over` entries go before the cut, the rest
    // after it.
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
    size_t left = le__extents_encode(runs, cut + (over > 0), out);
    runs[cut].count = whole - over;
    size_t right = left ? le__extents_encode(runs + cut, n - cut, out + left) : 0;
    runs[cut].count = whole;
    if (!right) le__extents_release_all(out, (uint32_t)left);
    return right ? left + right : 0;
}

bool le__extents_leaf_split(le__extents_node *leaf, int64_t k, le__extents_node **left, le__extents_node **right) {
    int64_t n = leaf->sum[0];
    if (leaf->head.kind == LE__DENSE_32) {
        *left = le__extents_leaf_alloc(LE__DENSE_32, (uint32_t)k);
        *right = *left ? le__extents_leaf_alloc(LE__DENSE_32, (uint32_t)(n - k)) : NULL;
        if (!*right) {
            le__extents_release(*left);
            *left = NULL;
            return false;
        }
        memcpy(le__extents_dense32(*left), le__extents_dense32(leaf), (size_t)k * 4);
        memcpy(le__extents_dense32(*right), le__extents_dense32(leaf) + k, (size_t)(n - k) * 4);
        int64_t extent = le__extents_sum_32(le__extents_dense32(leaf), (size_t)k);
        (*left)->sum[0] = k;
        (*left)->sum[1] = extent;
        (*right)->sum[0] = n - k;
        (*right)->sum[1] = leaf->sum[1] - extent;
        return true;
    }
    le_run runs[LE__DECODE_MAX];
    size_t count = le__extents_decode(leaf, 0, k, runs, 0);
    if (!le__extents_encode(runs, count, left)) return false;
    count = le__extents_decode(leaf, k, n - k, runs, 0);
    if (le__extents_encode(runs, count, right)) return true;
    le__extents_release(*left);
    *left = *right = NULL;
    return false;
}

// A dense leaf of `n` 32-bit extents whose sum is `sum`.
le__extents_node *le__extents_dense_leaf(const uint32_t *extents, size_t n, int64_t sum) {
    le__extents_node *leaf = le__extents_leaf_alloc(LE__DENSE_32, (uint32_t)n);
    if (!leaf) return NULL;
    memcpy(le__extents_dense32(leaf), extents, n * sizeof *extents);
    leaf->sum[0] = (int64_t)n;
    leaf->sum[1] = sum;
    return leaf;
}

le__extents_node *le__extents_dense_leaf_of(const uint32_t *extents, size_t n) {
    return le__extents_dense_leaf(extents, n, le__extents_sum_32(extents, n));
}

le__extents_node *le__extents_dense_copy(const le__extents_node *leaf, uint32_t n) {
    LE_PATH(LEAF_GROW);
    le__extents_node *grown = le__extents_leaf_alloc(LE__DENSE_32, n);
    if (!grown) return NULL;
    memcpy(le__extents_dense32(grown), le__extents_dense32(leaf), leaf->head.n * sizeof(uint32_t));
    memcpy(grown->sum, leaf->sum, sizeof leaf->sum);
    grown->head.n = leaf->head.n;
    return grown;
}

int le__extents_leaf_join(le__extents_node *a, le__extents_node *b, le__extents_node *out[2]) {
    size_t bytes_a = le__extents_leaf_bytes(a), bytes_b = le__extents_leaf_bytes(b);
    bool small = bytes_a < LE__EXTENTS_SMALL || bytes_b < LE__EXTENTS_SMALL;
    if (a->head.kind == LE__DENSE_32 && b->head.kind == LE__DENSE_32 &&
        (bytes_a + bytes_b <= LE__EXTENTS_BYTES * 3 / 4 || small)) {
        uint32_t all[2 * LE__DENSE_MAX];
        size_t n = a->head.n + b->head.n, first = n <= (size_t)LE__DENSE_MAX ? n : n / 2;
        memcpy(all, le__extents_dense32(a), bytes_a);
        memcpy(all + a->head.n, le__extents_dense32(b), bytes_b);
        if (!(out[0] = le__extents_dense_leaf_of(all, first))) return 0;
        if (first == n) {
            LE_PATH(LEAF_MERGE);
            return 1;
        }
        if ((out[1] = le__extents_dense_leaf_of(all + first, n - first))) return 2;
        le__extents_release(out[0]);
        return 0;
    }
    if (bytes_a + bytes_b <= LE__EXTENTS_BYTES * 3 / 4 || small) {
        le_run runs[2 * LE__DECODE_MAX];
        size_t n = le__extents_decode(a, 0, a->sum[0], runs, 0);
        n = le__extents_decode(b, 0, b->sum[0], runs, n);
        le__extents_node *leaves[LE__ENCODE_MAX(2 * LE__DECODE_MAX)];
        size_t made = le__extents_encode(runs, n, leaves);
        if (made == 0) return 0;
        if (made <= 2) {
            if (made == 1) LE_PATH(LEAF_MERGE);
            memcpy(out, leaves, made * sizeof *leaves);
            return (int)made;
        }
        le__extents_release_all(leaves, (uint32_t)made);
    }
    le__retain(a);
    le__retain(b);
    out[0] = a;
    out[1] = b;
    return 2;
}

// ---- Searching within a leaf

// Exact even in 32 bits if all counts of the leaf are.
LE_INLINE int64_t sum_of_8(const uint32_t *counts, bool narrow) {
    if (narrow) {
        uint32_t sum = 0;
        for (int i = 0; i < 8; i++) sum += counts[i];
        return sum;
    }
    int64_t sum = 0;
    for (int i = 0; i < 8; i++) sum += counts[i];
    return sum;
}

// Counts from the nearer end, eight runs at a time.
LE_INLINE uint32_t run_at(const le__extents_node *leaf, int64_t *k, bool narrow) {
    const uint32_t *counts = le__extents_run_counts(leaf);
    const int64_t at = *k;
    uint32_t i = 0;
    int64_t start = 0;
    if (at < leaf->sum[0] / 2) {
        for (; i + 8 <= leaf->head.n; i += 8) {
            const int64_t end = start + sum_of_8(counts + i, narrow);
            if (end > at) break;
            start = end;
        }
        while (start + counts[i] <= at) start += counts[i++];
    } else {
        start = leaf->sum[0];
        for (i = leaf->head.n; i >= 8; i -= 8) {
            const int64_t before = start - sum_of_8(counts + i - 8, narrow);
            if (before <= at) break;
            start = before;
        }
        do start -= counts[--i];
        while (start > at);
    }
    *k = at - start;
    return i;
}

uint32_t le__extents_run_at(const le__extents_node *leaf, int64_t *k) {
    return leaf->sum[0] >> 32 ? run_at(leaf, k, false) : run_at(leaf, k, true);
}

// Sum of the first `k` entries.
int64_t le__extents_leaf_offset(const le__extents_node *leaf, int64_t k) {
    int64_t sum = 0;
    switch (leaf->head.kind) {
    case LE__DENSE_32:
        return le__extents_dense_offset(leaf, k);
    case LE__DENSE_64:
        for (int64_t i = 0; i < k; i++) sum += le__extents_dense64(leaf)[i];
        return sum;
    default: {
        const uint32_t *counts = le__extents_run_counts(leaf);
        uint32_t capacity = le__extents_leaf_capacity(leaf);
        for (uint32_t i = 0; k > 0; i++) {
            int64_t here = LE_MIN(k, (int64_t)counts[i]);
            sum += here * le__extents_run_extent(leaf, capacity, i);
            k -= here;
        }
        return sum;
    }
    }
}

LE_INLINE int64_t sum_of_16(const uint32_t *extents) {
    int64_t sum = 0;
    for (int i = 0; i < 16; i++) sum += extents[i];
    return sum;
}

int64_t le__extents_leaf_at_offset(const le__extents_node *leaf, int64_t offset, int64_t *before) {
    int64_t sum = 0, i = 0;
    switch (leaf->head.kind) {
    case LE__DENSE_32: {
        const uint32_t *extents = le__extents_dense32(leaf);
        if (offset < leaf->sum[1] / 2) {
            // Skip blocks of 16 that end at or before `offset`; entries remain after them.
            for (int64_t n = leaf->sum[0]; i + 16 <= n; i += 16) {
                int64_t block = sum_of_16(extents + i);
                if (sum + block > offset) break;
                sum += block;
            }
        } else {
            // Go back from the end to a block that starts at or before `offset`.
            i = leaf->sum[0];
            sum = leaf->sum[1];
            do {
                i = i > 16 ? i - 16 : 0;
                sum = i ? sum - sum_of_16(extents + i) : 0;
            } while (sum > offset);
        }
        while (sum + extents[i] <= offset) sum += extents[i++];
        break;
    }
    case LE__DENSE_64:
        while (sum + le__extents_dense64(leaf)[i] <= offset) sum += le__extents_dense64(leaf)[i++];
        break;
    default: {
        const uint32_t *counts = le__extents_run_counts(leaf);
        uint32_t capacity = le__extents_leaf_capacity(leaf);
        for (uint32_t r = 0;; r++) {
            int64_t extent = le__extents_run_extent(leaf, capacity, r), all = extent * counts[r];
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

// Copies entries `k ..< k + count` of a leaf.
void le__extents_leaf_read(const le__extents_node *leaf, int64_t k, int64_t count, int64_t *out) {
    switch (leaf->head.kind) {
    case LE__DENSE_32:
        le__kernels_in_use()->widen(le__extents_dense32(leaf) + k, (size_t)count, out);
        break;
    case LE__DENSE_64:
        memcpy(out, le__extents_dense64(leaf) + k, (size_t)count * sizeof *out);
        break;
    default: {
        const uint32_t *counts = le__extents_run_counts(leaf);
        uint32_t capacity = le__extents_leaf_capacity(leaf), r = le__extents_run_at(leaf, &k);
        for (int64_t i = 0; i < count; r++, k = 0) {
            int64_t extent = le__extents_run_extent(leaf, capacity, r), stop = LE_MIN(count, i + counts[r] - k);
            while (i < stop) out[i++] = extent;
        }
    }
    }
}

// ---- Checking

const char *le__extents_check_leaf(le__extents_node *leaf) {
    int64_t entries = 0, extent = 0;
    uint32_t capacity = le__extents_leaf_capacity(leaf);
    if (leaf->head.n > capacity) return "a leaf holds more than its block has room for";
    if (leaf->head.n == 0) return "a leaf is empty";
    for (uint32_t i = 0; i < leaf->head.n; i++) {
        int64_t count = 1, each = 0;
        switch (leaf->head.kind) {
        case LE__DENSE_32:
            each = le__extents_dense32(leaf)[i];
            break;
        case LE__DENSE_64:
            each = le__extents_dense64(leaf)[i];
            break;
        default:
            count = le__extents_run_counts(leaf)[i];
            each = le__extents_run_extent(leaf, capacity, i);
            if (i && le__extents_run_extent(leaf, capacity, i - 1) == each &&
                le__extents_run_counts(leaf)[i - 1] + count <= LE__RUN_COUNT_MAX)
                return "adjacent runs have equal extents";
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
