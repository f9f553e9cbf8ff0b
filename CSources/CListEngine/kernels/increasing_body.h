// The longest increasing subsequence, item by item: patience sorting (M. Fredman, "On computing the length of longest
// increasing subsequences", 1975).
//
//   tails[k] = the smallest value that ends an increasing subsequence of k + 1 items
//   for each item: k = the first tail that is not below it; tails[k] = item; before[item] = the item that ends tails[k
//   - 1]
//
// The search for k descends a tree of fan-out 16 whose levels are arrays: level 1 holds every 16th tail, level 2 every
// 256th and so on. A step compares 16 entries in one step and counts the smaller ones. Entries past the end are larger
// than any value, so no other bounds check is needed. The last tail, the first tail and the last block are tried first,
// because they suffice for nearly sorted input.

enum { FAN = LE__TAILS_FAN };

// Values are below 2^31, so this is larger than all of them even in a signed comparison, which is cheaper.
static const uint32_t past_the_end = INT32_MAX;

LE_INLINE void open_block(uint32_t *block) {
    for (int i = 0; i < FAN; i += LE_W32) v32_store(block + i, v32_set1(past_the_end));
}

// The number of the 16 ascending entries that are below `value`.
LE_INLINE uint32_t count_below(const uint32_t *entries, uint32_t value) {
    le_v32 v = v32_set1(value);
    uint32_t below = 0;
    // Bits above the lanes are 0, so each count stops at LE_W32. Counts are added instead of joining the masks, because
    // a compiler turns joined masks into slow shuffles.
    for (int i = 0; i < FAN; i += LE_W32)
        below += (uint32_t)__builtin_ctz(~m32_bits(v32_gt_signed(v, v32_load(entries + i))));
    return below;
}

// Appends a tail. A new block of a level is filled with entries larger than any value.
LE_INLINE void append_tail(le__tails *t, uint32_t value) {
    uint32_t at = t->length++;
    for (int l = 0;; l++) {
        uint32_t *level = t->level[l];
        if (at % FAN == 0) open_block(level + at);
        level[at] = value;
        if (l + 1 == t->levels) {
            if (at < FAN) return;
            // The top level has grown past one block, so another level is added on top.
            t->levels++;
            uint32_t *top = t->level[l + 1];
            open_block(top);
            for (uint32_t i = 0; i * FAN <= at; i++) top[i] = level[i * FAN];
            return;
        }
        if (at % FAN) return;
        at /= FAN;
    }
}

// The number of tails below `value`, which is more than the first tail.
LE_INLINE uint32_t search_tails(const le__tails *t, uint32_t value) {
    // Try the block of the last tail first.
    uint32_t block = (t->length - 1) / FAN * FAN;
    if (t->level[0][block] < value) return block + count_below(t->level[0] + block, value);
    uint32_t at = 0;
    for (int l = t->levels - 1; l > 0; l--) {
        uint32_t below = count_below(t->level[l] + at, value);
        // The first entry that is not below starts the block after the result's block. The first of all is below, and
        // so is the first of each block that the search enters.
        at = (at + below - 1) * FAN;
    }
    return at + count_below(t->level[0] + at, value);
}

static bool extend_tails(le__tails *tails, const uint32_t *values, uint32_t first, uint32_t count, uint32_t low,
                         uint32_t high, uint32_t shift) {
    le__tails t = *tails;
    bool left_out = false;
    for (uint32_t j = first; j < first + count; j++) {
        uint32_t old = values[j];
        if (LE_UNLIKELY(old - low >= high - low)) {
            left_out |= old != UINT32_MAX;
            continue;
        }
        uint32_t value = old + shift, k;
        if (t.length == 0 || value > t.last) {
            k = t.length;
            append_tail(&t, value);
            t.last = value;
        } else {
            k = value <= t.level[0][0] ? 0 : search_tails(&t, value);
            t.level[0][k] = value;
            for (uint32_t l = 1, at = k; at % FAN == 0 && (int)l < t.levels; l++) t.level[l][at /= FAN] = value;
            if (k + 1 == t.length) t.last = value;
        }
        t.ends[k] = j;
        t.before[j] = k ? t.ends[k - 1] : UINT32_MAX;
    }
    *tails = t;
    return left_out;
}
