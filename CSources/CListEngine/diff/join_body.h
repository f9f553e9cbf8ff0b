// Matching by key what the stream left over. Each item of the probing side gets the position (or number) of its
// partner on the indexed side. Three ways, all of them complete:
//
//   direct      keys lie close together: an array over their range
//   one table   at most 32,768 indexed items
//   partitions  both sides are first dealt out by the high bits of their mixes, some 4,096 indexed items to each of up
//               to 512 partitions, so that a partition and its table fit the cache. Answers are written over the
//               mixes that they answer. In the end the probing side is read once more in order, and each item pops the
//               next answer of its partition: sequential streams instead of a random scatter.
#include "diff/keys.h"

#ifndef LE_JOIN_ONCE
    #define LE_JOIN_ONCE
enum { ONE_TABLE = 32768, PARTITION = 4096, MOST_PARTITION_BITS = 9, AHEAD = 32 };

// What the join answers for item i of a gap.
LE_INLINE uint32_t answer_of(const le__join_side *side, const le__gap *gap, uint32_t i) {
    return (side->numbered ? gap->base : gap->start) + i;
}
#endif

LE_INLINE const KEY *K(gap_keys)(const le__join_side *side, const le__gap *gap) {
    return (const KEY *)side->keys + (side->compact ? gap->base : gap->start);
}

// Whether the keys of a side lie close enough together for an array over their range.
static bool K(is_dense)(const le__join_side *side, uint64_t *smallest, uint64_t *span) {
    uint64_t limit = (uint64_t)side->count * 4 + 1024, low = UINT64_MAX, high = 0;
    for (size_t g = 0; g < side->gap_count; g++) {
        const KEY *keys = K(gap_keys)(side, &side->gaps[g]);
        uint32_t count = side->gaps[g].count;
        for (uint32_t start = 0; start < count; start += 256) {
            uint32_t end = LE_MIN(count, start + 256);
            for (uint32_t i = start; i < end; i++) {
                low = LE_MIN(low, keys[i]);
                high = LE_MAX(high, keys[i]);
            }
            if (high - low >= limit) return false;
        }
    }
    *smallest = low;
    *span = high - low + 1;
    return true;
}

static le__join_outcome K(join_direct)(le__diff *diff, const le__join_side *indexed, const le__join_side *probing,
                                       uint64_t smallest, uint64_t range, uint32_t *partners, uint32_t *matched) {
    enum { CONSUMED = LE_DIFF_NONE - 1 };
    uint32_t *answers = LE__TAKE(diff->workspace, uint32_t, range), count = 0;
    if (!answers) return LE__JOIN_NO_MEMORY;
    diff->paths |= LE_DIFF_PATH_DIRECT;
    memset(answers, 0xff, range * sizeof *answers);
    bool duplicates = false;
    for (size_t g = 0; g < indexed->gap_count; g++) {
        const KEY *keys = K(gap_keys)(indexed, &indexed->gaps[g]);
        for (uint32_t i = 0; i < indexed->gaps[g].count; i++) {
            uint32_t *answer = &answers[keys[i] - smallest];
            duplicates |= *answer != LE_DIFF_NONE;
            *answer = answer_of(indexed, &indexed->gaps[g], i);
        }
    }
    if (duplicates && !diff->unique) return LE__JOIN_DUPLICATES;
    for (size_t g = 0; g < probing->gap_count; g++) {
        const KEY *keys = K(gap_keys)(probing, &probing->gaps[g]);
        uint32_t *to = partners + probing->gaps[g].base;
        for (uint32_t i = 0; i < probing->gaps[g].count; i++) {
            uint64_t offset = (uint64_t)keys[i] - smallest;
            uint32_t found = offset < range ? answers[offset] : LE_DIFF_NONE;
            if (found == CONSUMED) {
                duplicates = true;
                found = LE_DIFF_NONE;
            }
            if (found != LE_DIFF_NONE) {
                answers[offset] = CONSUMED;
                count++;
            }
            to[i] = found;
        }
    }
    *matched = count;
    return duplicates && !diff->unique ? LE__JOIN_DUPLICATES : LE__JOINED;
}

static le__join_outcome K(join_one_table)(le__diff *diff, const le__join_side *indexed, const le__join_side *probing,
                                          uint32_t *partners, uint32_t *matched) {
    uint64_t seed = diff->seed;
    uint64_t *mixes = LE__TAKE(diff->workspace, uint64_t, indexed->count);
    uint32_t *answers = LE__TAKE(diff->workspace, uint32_t, indexed->count), count = 0;
    table t;
    if (!mixes || !answers || !make_table(&t, diff->workspace, indexed->count)) return LE__JOIN_NO_MEMORY;
    diff->paths |= LE_DIFF_PATH_TABLE;
    for (size_t g = 0; g < indexed->gap_count; g++) {
        const le__gap *gap = &indexed->gaps[g];
        const KEY *keys = K(gap_keys)(indexed, gap);
        for (uint32_t i = 0; i < gap->count; i++) {
            mixes[gap->base + i] = le__mix(keys[i], seed);
            answers[gap->base + i] = answer_of(indexed, gap, i);
        }
    }
    if (!fill_table(&t, mixes, indexed->count, 0)) return LE__JOIN_OVERFLOW;
    if (t.spilled_count) diff->paths |= LE_DIFF_PATH_SPILL;
    for (size_t g = 0; g < probing->gap_count; g++) {
        const KEY *keys = K(gap_keys)(probing, &probing->gaps[g]);
        uint32_t *to = partners + probing->gaps[g].base;
        for (uint32_t i = 0; i < probing->gaps[g].count; i++) {
            uint32_t found = consume(&t, le__mix(keys[i], seed));
            count += found != LE_DIFF_NONE;
            to[i] = found == LE_DIFF_NONE ? found : answers[found];
        }
    }
    *matched = count;
    return t.duplicates && !diff->unique ? LE__JOIN_DUPLICATES : LE__JOINED;
}

// Counts the keys of each partition.
static void K(count_partitions)(const le__join_side *side, uint64_t seed, int shift, uint32_t *counts) {
    for (size_t g = 0; g < side->gap_count; g++) {
        const KEY *keys = K(gap_keys)(side, &side->gaps[g]);
        for (uint32_t i = 0; i < side->gaps[g].count; i++) counts[le__mix(keys[i], seed) >> shift]++;
    }
}

static le__join_outcome K(join_partitions)(le__diff *diff, const le__join_side *indexed, const le__join_side *probing,
                                           uint32_t *partners, uint32_t *matched) {
    enum { MOST = 1 << MOST_PARTITION_BITS };
    le_diff_workspace *workspace = diff->workspace;
    const uint64_t seed = diff->seed;
    int bits = LE_MIN(bits_for((indexed->count + PARTITION - 1) / PARTITION), (int)MOST_PARTITION_BITS);
    const int shift = 64 - bits;
    const uint32_t partitions = (uint32_t)1 << bits;
    diff->paths |= LE_DIFF_PATH_PARTITIONS;

    // 1. Where each partition of each side starts.
    uint32_t indexed_counts[MOST] = {0}, probing_counts[MOST] = {0};
    uint32_t indexed_next[MOST], probing_next[MOST];
    K(count_partitions)(indexed, seed, shift, indexed_counts);
    K(count_partitions)(probing, seed, shift, probing_counts);
    uint32_t indexed_sum = 0, probing_sum = 0, largest = 0;
    for (uint32_t p = 0; p < partitions; p++) {
        indexed_next[p] = indexed_sum;
        probing_next[p] = probing_sum;
        indexed_sum += indexed_counts[p];
        probing_sum += probing_counts[p];
        largest = LE_MAX(largest, indexed_counts[p]);
    }

    // 2. Deal both sides out.
    uint64_t *indexed_mixes = LE__TAKE(workspace, uint64_t, indexed->count);
    uint32_t *answers = LE__TAKE(workspace, uint32_t, indexed->count);
    uint64_t *probing_mixes = LE__TAKE(workspace, uint64_t, probing->count);
    table t;
    if (!indexed_mixes || !answers || !probing_mixes || !make_table(&t, workspace, largest)) return LE__JOIN_NO_MEMORY;
    for (size_t g = 0; g < indexed->gap_count; g++) {
        const KEY *keys = K(gap_keys)(indexed, &indexed->gaps[g]);
        uint32_t first = answer_of(indexed, &indexed->gaps[g], 0);
        for (uint32_t i = 0; i < indexed->gaps[g].count; i++) {
            uint64_t mix = le__mix(keys[i], seed);
            uint32_t at = indexed_next[mix >> shift]++;
            indexed_mixes[at] = mix;
            answers[at] = first + i;
        }
    }
    for (size_t g = 0; g < probing->gap_count; g++) {
        const KEY *keys = K(gap_keys)(probing, &probing->gaps[g]);
        for (uint32_t i = 0; i < probing->gaps[g].count; i++) {
            uint64_t mix = le__mix(keys[i], seed);
            probing_mixes[probing_next[mix >> shift]++] = mix;
        }
    }

    // 3. Join each partition. An answer of four bytes goes over a mix of eight that has been read.
    char *replies = (char *)probing_mixes;
    uint32_t count = 0;
    for (uint32_t p = 0; p < partitions; p++) {
        uint32_t indexed_start = indexed_next[p] - indexed_counts[p];
        uint32_t probing_start = probing_next[p] - probing_counts[p];
        probing_next[p] = probing_start;
        if (!fill_table(&t, indexed_mixes + indexed_start, indexed_counts[p], bits)) return LE__JOIN_OVERFLOW;
        if (t.spilled_count) diff->paths |= LE_DIFF_PATH_SPILL;
        const uint64_t *mixes = probing_mixes + probing_start;
        char *reply = replies + (size_t)probing_start * 8;
        for (uint32_t i = 0; i < probing_counts[p]; i++) {
            uint32_t found = consume(&t, mixes[i]);
            count += found != LE_DIFF_NONE;
            uint32_t answer = found == LE_DIFF_NONE ? found : answers[indexed_start + found];
            memcpy(reply + (size_t)i * 4, &answer, 4);
        }
        if (t.duplicates && !diff->unique) return LE__JOIN_DUPLICATES;
    }
    *matched = count;

    // 4. Back to the order of the probing side. Cursors count in answers, two to a mix.
    const char *next[MOST];
    for (uint32_t p = 0; p < partitions; p++) next[p] = replies + (size_t)probing_next[p] * 8;
    for (size_t g = 0; g < probing->gap_count; g++) {
        const KEY *keys = K(gap_keys)(probing, &probing->gaps[g]);
        uint32_t *to = partners + probing->gaps[g].base;
        for (uint32_t i = 0; i < probing->gaps[g].count; i++) {
            const char **from = &next[le__mix(keys[i], seed) >> shift];
            memcpy(&to[i], *from, 4);
            *from += 4;
        }
    }
    return LE__JOINED;
}

// Gaps of a few keys each lie far apart. Every pass over them waits for memory anew, so they are brought together once,
// with those ahead asked for.
static bool K(gather)(le__diff *diff, const le__join_side **side, le__join_side *gathered) {
    const le__join_side *from = *side;
    if (from->compact || from->gap_count < 64 || from->count > from->gap_count * 8) return true;
    KEY *keys = LE__TAKE(diff->workspace, KEY, from->count);
    if (!keys) return false;
    for (size_t g = 0; g < from->gap_count; g++) {
        if (from->gap_count - g > AHEAD) LE_PREFETCH((const KEY *)from->keys + from->gaps[g + AHEAD].start);
        le__gap gap = from->gaps[g];
        const KEY *of_gap = (const KEY *)from->keys + gap.start;
        for (uint32_t i = 0; i < gap.count; i++) keys[gap.base + i] = of_gap[i];
    }
    *gathered = *from;
    gathered->keys = keys;
    gathered->compact = true;
    *side = gathered;
    return true;
}

static le__join_outcome K(join)(le__diff *diff, const le__join_side *indexed, const le__join_side *probing,
                                uint32_t *partners, uint32_t *matched) {
    le__join_side gathered_indexed, gathered_probing;
    if (!K(gather)(diff, &indexed, &gathered_indexed) || !K(gather)(diff, &probing, &gathered_probing))
        return LE__JOIN_NO_MEMORY;
    uint64_t smallest, range;
    if (!(diff->options->force & LE_DIFF_FORCE_HASH) && K(is_dense)(indexed, &smallest, &range))
        return K(join_direct)(diff, indexed, probing, smallest, range, partners, matched);
    if (indexed->count <= ONE_TABLE && !(diff->options->force & LE_DIFF_FORCE_PARTITIONS))
        return K(join_one_table)(diff, indexed, probing, partners, matched);
    return K(join_partitions)(diff, indexed, probing, partners, matched);
}

#include "diff/keys_end.h"
