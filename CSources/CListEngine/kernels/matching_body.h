// How far two lists of keys agree. The differ counts in keys of 32 or 64 bits. If the order of bits inside a key does
// not matter, the kernels count in 32-bit words, two per wide key, because SSE2 has no wider comparison.

enum { VECTOR = LE_W32 * 4 };
static const uint32_t all_words = (uint32_t)(((uint64_t)1 << LE_W32) - 1);

// Bit i is set if word i of both vectors is equal.
LE_INLINE uint32_t equal_words(const char *a, const char *b) { return m32_bits(v32_eq(v32_load(a), v32_load(b))); }

// Reads one word of keys of either width.
LE_INLINE uint32_t word_at(const char *p) {
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

// The smallest i with a[i] != b[i], or `words`. Four vectors at a time while they are all equal, then one at a time.
static size_t equal_ahead(const void *a, const void *b, size_t words) {
    const char *p = a, *q = b;
    size_t bytes = words * 4, at = 0;
    const le_v32 zero = v32_set1(0);
    for (size_t blocks = bytes / (4 * VECTOR); blocks > 0; blocks--, at += 4 * VECTOR) {
        le_v32 d0 = v32_xor(v32_load(p + at), v32_load(q + at));
        le_v32 d1 = v32_xor(v32_load(p + at + VECTOR), v32_load(q + at + VECTOR));
        le_v32 d2 = v32_xor(v32_load(p + at + 2 * VECTOR), v32_load(q + at + 2 * VECTOR));
        le_v32 d3 = v32_xor(v32_load(p + at + 3 * VECTOR), v32_load(q + at + 3 * VECTOR));
        le_v32 different = v32_or(v32_or(d0, d1), v32_or(d2, d3));
        if (m32_bits(v32_eq(different, zero)) != all_words) break;
    }
    for (; at + VECTOR <= bytes; at += VECTOR) {
        uint32_t equal = equal_words(p + at, q + at);
        if (equal != all_words) return at / 4 + (size_t)__builtin_ctz(~equal);
    }
    while (at < bytes && word_at(p + at) == word_at(q + at)) at += 4;
    return at / 4;
}

// The smallest i with a[-1 - i] != b[-1 - i], or `words`.
static size_t equal_behind(const void *a, const void *b, size_t words) {
    const char *p = a, *q = b;
    size_t bytes = words * 4, at = 0;
    for (; at + VECTOR <= bytes; at += VECTOR) {
        uint32_t equal = equal_words(p - at - VECTOR, q - at - VECTOR);
        if (equal != all_words) return at / 4 + (size_t)__builtin_clz((~equal & all_words) << (32 - LE_W32));
    }
    while (at < bytes && word_at(p - at - 4) == word_at(q - at - 4)) at += 4;
    return at / 4;
}

// `first`, `first` + 1, ...
LE_INLINE le_v32 counting_from(uint32_t first) {
    static const uint32_t lanes[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return v32_add(v32_load(lanes), v32_set1(first));
}

// The smallest i with a[i] != first + i, or `words`.
static size_t ascending(const uint32_t *a, uint32_t first, size_t words) {
    le_v32 expected = counting_from(first);
    const le_v32 step = v32_set1(LE_W32);
    size_t i = 0;
    for (; i + LE_W32 <= words; i += LE_W32) {
        uint32_t equal = m32_bits(v32_eq(v32_load(a + i), expected));
        if (equal != all_words) return i + (size_t)__builtin_ctz(~equal);
        expected = v32_add(expected, step);
    }
    while (i < words && a[i] == first + (uint32_t)i) i++;
    return i;
}

// The smallest i with tokens[i] != tokens[0] + i or known[i] != keys[i], or `n`. Writes the tokens before it to `out`,
// and may write all `n`. Reads known[i] only if all tokens up to i count up.
static size_t predicted(const uint32_t *tokens, const uint64_t *known, const uint64_t *keys, uint32_t *out, size_t n) {
    const uint32_t first = n ? tokens[0] : 0;
    le_v32 expected = counting_from(first);
    const le_v32 step = v32_set1(LE_W32), zero = v32_set1(0);
    size_t i = 0;
    for (; i + LE_W32 <= n; i += LE_W32) {
        if (m32_bits(v32_eq(v32_load(tokens + i), expected)) != all_words) break;
        const char *a = (const char *)(known + i), *b = (const char *)(keys + i);
        le_v32 low = v32_xor(v32_load(a), v32_load(b)), high = v32_xor(v32_load(a + VECTOR), v32_load(b + VECTOR));
        v32_store(out + i, expected);
        if (m32_bits(v32_eq(v32_or(low, high), zero)) != all_words) {
            uint32_t equal = m64_bits(v64_eq(v64_load(known + i), v64_load(keys + i)));
            equal |= m64_bits(v64_eq(v64_load(known + i + LE_W64), v64_load(keys + i + LE_W64))) << LE_W64;
            return i + (size_t)__builtin_ctz(~equal);
        }
        expected = v32_add(expected, step);
    }
    for (; i < n && tokens[i] == first + (uint32_t)i && known[i] == keys[i]; i++) out[i] = tokens[i];
    return i;
}

// The smallest i with a[-i] != b[i], or `limit`.
static size_t equal_reversed_wide(const uint64_t *a, const uint64_t *b, size_t limit) {
    size_t i = 0;
    for (; i + LE_W64 <= limit; i += LE_W64) {
        uint32_t equal = m64_bits(v64_eq(v64_reverse(v64_load(a - i - (LE_W64 - 1))), v64_load(b + i)));
        if (equal != (uint32_t)((1 << LE_W64) - 1)) return i + (size_t)__builtin_ctz(~equal);
    }
    while (i < limit && *(a - i) == b[i]) i++;
    return i;
}

static size_t equal_reversed_narrow(const uint32_t *a, const uint32_t *b, size_t limit) {
    size_t i = 0;
    for (; i + LE_W32 <= limit; i += LE_W32) {
        uint32_t equal = m32_bits(v32_eq(v32_reverse(v32_load(a - i - (LE_W32 - 1))), v32_load(b + i)));
        if (equal != all_words) return i + (size_t)__builtin_ctz(~equal);
    }
    while (i < limit && *(a - i) == b[i]) i++;
    return i;
}

// Bit i is set if key i is `key`, for i < 8.
LE_INLINE uint32_t find_in_eight(const void *keys, uint64_t key, const bool narrow) {
    uint32_t found = 0;
    if (!narrow) {
        le_v64 wanted = v64_set1((int64_t)key);
        for (int i = 0; i < 8; i += LE_W64)
            found |= m64_bits(v64_eq(v64_load((const uint64_t *)keys + i), wanted)) << i;
        return found;
    }
#if LE_W32 <= 8
    le_v32 wanted = v32_set1((uint32_t)key);
    for (int i = 0; i < 8; i += LE_W32) found |= m32_bits(v32_eq(v32_load((const uint32_t *)keys + i), wanted)) << i;
#else
    // Sixteen lanes would read past the end.
    for (int i = 0; i < 8; i++) found |= (uint32_t)(((const uint32_t *)keys)[i] == key) << i;
#endif
    return found;
}

LE_INLINE uint64_t key_at(const void *keys, size_t i, const bool narrow) {
    return narrow ? ((const uint32_t *)keys)[i] : ((const uint64_t *)keys)[i];
}

// Prefer a position where only one side has to be skipped; otherwise the smallest skip of both.
LE_INLINE le__agreement agree(const void *a, const void *b, const bool narrow) {
    uint32_t deleted = find_in_eight(a, key_at(b, 0, narrow), narrow);
    uint32_t inserted = find_in_eight(b, key_at(a, 0, narrow), narrow);
    if (deleted | inserted) {
        uint8_t d = (uint8_t)__builtin_ctz(deleted | 256), e = (uint8_t)__builtin_ctz(inserted | 256);
        return d <= e ? (le__agreement){d, 0, LE__AGREE_ONE_SIDE} : (le__agreement){0, e, LE__AGREE_ONE_SIDE};
    }
    le__agreement best = {0, 0, LE__AGREE_NOWHERE};
    uint32_t nearest = 16;
    for (uint32_t e = 1; e < 8 && e + 1 < nearest; e++) {
        uint32_t found = find_in_eight(a, key_at(b, e, narrow), narrow), d = (uint32_t)__builtin_ctz(found | 256);
        if (!found || d + e >= nearest) continue;
        nearest = d + e;
        best = (le__agreement){(uint8_t)d, (uint8_t)e, LE__AGREE_BOTH_SIDES};
    }
    return best;
}

static le__agreement agree_wide(const uint64_t *a, const uint64_t *b) { return agree(a, b, false); }
static le__agreement agree_narrow(const uint32_t *a, const uint32_t *b) { return agree(a, b, true); }
