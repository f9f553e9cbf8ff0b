// Comparing stretches of keys: forward, backward, one side reversed, and one key with eight.
#include "diff/keys.h"

#ifndef LE_SCAN_ONCE
    #define LE_SCAN_ONCE
enum { VECTOR = LE_W32 * 4 };
static const uint32_t all_lanes = (uint32_t)(((uint64_t)1 << LE_W32) - 1);

// Bit i says that word i of both vectors is equal.
LE_INLINE uint32_t equal_words(const char *a, const char *b) { return m32_bits(v32_eq(v32_load(a), v32_load(b))); }
#endif

// The number of leading keys that are equal: the smallest i with a[i] != b[i], or limit.
// Four vectors at a time while they are all equal, then one at a time. Comparing 32-bit words does for 64-bit keys
// too; SSE2 has no other comparison.
static uint32_t K(equal_ahead)(const KEY *a, const KEY *b, uint32_t limit) {
    const char *p = (const char *)a, *q = (const char *)b;
    size_t bytes = (size_t)limit * sizeof(KEY), at = 0;
    const le_v32 zero = v32_set1(0);
    for (; at + 4 * VECTOR <= bytes; at += 4 * VECTOR) {
        le_v32 d0 = v32_xor(v32_load(p + at), v32_load(q + at));
        le_v32 d1 = v32_xor(v32_load(p + at + VECTOR), v32_load(q + at + VECTOR));
        le_v32 d2 = v32_xor(v32_load(p + at + 2 * VECTOR), v32_load(q + at + 2 * VECTOR));
        le_v32 d3 = v32_xor(v32_load(p + at + 3 * VECTOR), v32_load(q + at + 3 * VECTOR));
        le_v32 different = v32_or(v32_or(d0, d1), v32_or(d2, d3));
        if (m32_bits(v32_eq(different, zero)) != all_lanes) break;
    }
    for (; at + VECTOR <= bytes; at += VECTOR) {
        uint32_t equal = equal_words(p + at, q + at);
        if (equal != all_lanes) return (uint32_t)((at / 4 + (size_t)__builtin_ctz(~equal)) / (sizeof(KEY) / 4));
    }
    uint32_t i = (uint32_t)(at / sizeof(KEY));
    while (i < limit && a[i] == b[i]) i++;
    return i;
}

// The number of keys before both pointers that are equal: the smallest i with a[-1 - i] != b[-1 - i], or limit.
static uint32_t K(equal_behind)(const KEY *a, const KEY *b, uint32_t limit) {
    const char *p = (const char *)a, *q = (const char *)b;
    size_t bytes = (size_t)limit * sizeof(KEY), at = 0;
    for (; at + VECTOR <= bytes; at += VECTOR) {
        uint32_t equal = equal_words(p - at - VECTOR, q - at - VECTOR);
        if (equal != all_lanes) {
            size_t words = (size_t)__builtin_clz((~equal & all_lanes) << (32 - LE_W32));
            return (uint32_t)((at / 4 + words) / (sizeof(KEY) / 4));
        }
    }
    uint32_t i = (uint32_t)(at / sizeof(KEY));
    while (i < limit && a[-1 - (ptrdiff_t)i] == b[-1 - (ptrdiff_t)i]) i++;
    return i;
}

// The number of keys that are equal when a is read downwards: the smallest i with a[-i] != b[i], or limit.
static uint32_t K(equal_reversed)(const KEY *a, const KEY *b, uint32_t limit) {
    enum { W = VECTOR / sizeof(KEY) };
    uint32_t i = 0;
    for (; i + W <= limit; i += W) {
#if KEY_BITS == 64
        uint32_t equal = m64_bits(v64_eq(v64_reverse(v64_load(a - i - (W - 1))), v64_load(b + i)));
#else
        uint32_t equal = m32_bits(v32_eq(v32_reverse(v32_load(a - i - (W - 1))), v32_load(b + i)));
#endif
        if (equal != (uint32_t)(((uint64_t)1 << W) - 1)) return i + (uint32_t)__builtin_ctz(~equal);
    }
    while (i < limit && *(a - i) == b[i]) i++;
    return i;
}

// Bit i says that keys[i] is `key`, for i < 8.
LE_INLINE uint32_t K(find_in_eight)(const KEY *keys, KEY key) {
    uint32_t found = 0;
#if KEY_BITS == 64
    le_v64 wanted = v64_set1((int64_t)key);
    for (int i = 0; i < 8; i += LE_W64) found |= m64_bits(v64_eq(v64_load(keys + i), wanted)) << i;
#elif LE_W32 <= 8
    le_v32 wanted = v32_set1(key);
    for (int i = 0; i < 8; i += LE_W32) found |= m32_bits(v32_eq(v32_load(keys + i), wanted)) << i;
#else
    // Sixteen lanes would read past the end.
    for (int i = 0; i < 8; i++) found |= (uint32_t)(keys[i] == key) << i;
#endif
    return found;
}

// Whether the first few keys differ from each other.
static bool K(are_distinct)(const KEY *keys, uint32_t count) {
    count = LE_MIN(count, 24);
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (keys[i] == keys[j]) return false;
    return true;
}

#include "diff/keys_end.h"
