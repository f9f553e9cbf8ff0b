// Looking keys up in the table of a join, see kernels/join_table.h.

// Consumes the item with this mix and returns its number; UINT32_MAX if there is none. Sets `duplicates` if there are
// several, or if it was consumed before.
LE_INLINE uint32_t consume(le__join_table *t, uint64_t mix) {
    const uint32_t none = UINT32_MAX;
    size_t bucket = le__table_bucket(t, mix);
    const uint32_t *slots = t->slots + bucket * LE__TABLE_SLOTS;
    const le_v32 mask = v32_set1(~t->number_mask), mark = v32_set1(le__table_mark(t, mix));
    uint32_t bits = 0;
    for (int i = 0; i < LE__TABLE_SLOTS; i += LE_W32)
        bits |= m32_bits(v32_eq(v32_and(v32_load(slots + i), mask), mark)) << i;
    uint32_t fill = t->fill[bucket];
    bits &= ((uint32_t)1 << LE_MIN(fill, (uint32_t)LE__TABLE_SLOTS)) - 1;
    uint32_t found = none;
    for (; bits; bits &= bits - 1) {
        uint32_t i = slots[__builtin_ctz(bits)] & t->number_mask;
        if (LE_UNLIKELY(t->mixes[i] != mix)) continue;
        if (LE_UNLIKELY(found != none)) t->duplicates = true;
        if (found == none || t->consumed[found]) found = i;
    }
    // Once duplicates are known, or if uniqueness was promised, the result is not needed, so the list is not searched.
    if (LE_UNLIKELY(fill > LE__TABLE_SLOTS && !t->duplicates)) {
        for (uint32_t k = 0; k < t->spilled_count; k++) {
            uint32_t i = t->spilled[k];
            if (t->mixes[i] != mix) continue;
            if (found != none) t->duplicates = true;
            if (found == none || t->consumed[found]) found = i;
        }
    }
    if (found == none) return none;
    if (LE_UNLIKELY(t->consumed[found])) {
        t->duplicates = true;
        return none;
    }
    t->consumed[found] = 1;
    return found;
}

// Results may overwrite mixes that have been read, so they are written as bytes.
static uint32_t probe(le__join_table *t, const uint64_t *mixes, size_t n, const uint32_t *answers, char *out) {
    le__join_table local = *t; // a copy, because writing bytes could alias any of its fields
    uint32_t count = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t found = consume(&local, mixes[i]), answer = UINT32_MAX;
        if (found != UINT32_MAX) {
            answer = answers[found];
            count++;
        }
        memcpy(out + i * 4, &answer, 4);
    }
    t->duplicates = local.duplicates;
    return count;
}
