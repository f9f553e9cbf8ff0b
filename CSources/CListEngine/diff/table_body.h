// The table of a join: buckets of sixteen 32-bit slots, one cache line each, about half full. A slot holds some bits
// of the key's mix and the item's number in the table, so one vector comparison probes a whole bucket. Mixes are
// compared in full before two items are called equal. Items of full buckets go to a short list.
//
// Slots are not cleared: `fill` says how many of a bucket are in use.

enum { SLOTS = 16, MOST_SPILLED = 256 };

typedef struct {
    uint32_t *slots;
    uint8_t *fill;     // for each bucket; SLOTS + 1 when some of its items were spilled
    uint8_t *consumed; // for each item: it has its partner
    const uint64_t *mixes;
    uint32_t number_mask;
    int skip_bits, bucket_bits; // the bits of a mix that name the partition, and then the bucket
    uint32_t spilled[MOST_SPILLED];
    uint32_t spilled_count;
    bool duplicates;
} table;

// The bits needed to count to `count` - 1; at least 1.
LE_INLINE int bits_for(size_t count) { return count <= 2 ? 1 : 64 - __builtin_clzll(count - 1); }

// Takes memory for tables of up to `most` items.
static bool make_table(table *t, le_diff_workspace *workspace, size_t most) {
    int bits = bits_for((most + 7) / 8);
    t->slots = LE__TAKE(workspace, uint32_t, (size_t)SLOTS << bits);
    t->fill = LE__TAKE(workspace, uint8_t, (size_t)1 << bits);
    t->consumed = LE__TAKE(workspace, uint8_t, most + 1);
    t->number_mask = (uint32_t)(((uint64_t)1 << bits_for(most)) - 1);
    t->duplicates = false;
    return t->slots && t->fill && t->consumed;
}

LE_INLINE size_t bucket_of(const table *t, uint64_t mix) { return mix << t->skip_bits >> (64 - t->bucket_bits); }
LE_INLINE uint32_t mark_of(const table *t, uint64_t mix) { return (uint32_t)(mix >> 8) & ~t->number_mask; }

// Fills the table. False if more items spilled than the list holds.
static bool fill_table(table *t, const uint64_t *mixes, uint32_t count, int skip_bits) {
    t->mixes = mixes;
    t->skip_bits = skip_bits;
    t->bucket_bits = bits_for((count + 7) / 8);
    t->spilled_count = 0;
    memset(t->fill, 0, (size_t)1 << t->bucket_bits);
    memset(t->consumed, 0, count);
    for (uint32_t i = 0; i < count; i++) {
        size_t bucket = bucket_of(t, mixes[i]);
        uint8_t fill = t->fill[bucket];
        if (LE_LIKELY(fill < SLOTS)) {
            t->slots[bucket * SLOTS + fill] = mark_of(t, mixes[i]) | i;
            t->fill[bucket] = fill + 1;
        } else {
            if (t->spilled_count == MOST_SPILLED) return false;
            t->spilled[t->spilled_count++] = i;
            t->fill[bucket] = SLOTS + 1;
        }
    }
    return true;
}

// The number of the item with this mix, which is now consumed; LE_DIFF_NONE if there is none. Sets `duplicates` if
// there is more than one, or if it was consumed before.
LE_INLINE uint32_t consume(table *t, uint64_t mix) {
    size_t bucket = bucket_of(t, mix);
    const uint32_t *slots = t->slots + bucket * SLOTS;
    const le_v32 mask = v32_set1(~t->number_mask), mark = v32_set1(mark_of(t, mix));
    uint32_t bits = 0;
    for (int i = 0; i < SLOTS; i += LE_W32) bits |= m32_bits(v32_eq(v32_and(v32_load(slots + i), mask), mark)) << i;
    uint32_t fill = t->fill[bucket];
    bits &= ((uint32_t)1 << LE_MIN(fill, (uint32_t)SLOTS)) - 1;
    uint32_t found = LE_DIFF_NONE;
    for (; bits; bits &= bits - 1) {
        uint32_t i = slots[__builtin_ctz(bits)] & t->number_mask;
        if (LE_UNLIKELY(t->mixes[i] != mix)) continue;
        if (LE_UNLIKELY(found != LE_DIFF_NONE)) t->duplicates = true;
        if (found == LE_DIFF_NONE || t->consumed[found]) found = i;
    }
    // Once duplicates are known the answers are not used, or uniqueness was promised: no search of the list for each.
    if (LE_UNLIKELY(fill > SLOTS && !t->duplicates)) {
        for (uint32_t k = 0; k < t->spilled_count; k++) {
            uint32_t i = t->spilled[k];
            if (t->mixes[i] != mix) continue;
            if (found != LE_DIFF_NONE) t->duplicates = true;
            if (found == LE_DIFF_NONE || t->consumed[found]) found = i;
        }
    }
    if (found == LE_DIFF_NONE) return found;
    if (LE_UNLIKELY(t->consumed[found])) {
        t->duplicates = true;
        return LE_DIFF_NONE;
    }
    t->consumed[found] = 1;
    return found;
}
