// Bitmaps in 64-bit words: bit i is bit i % 64 of word i / 64.
#ifndef LE_SUPPORT_BITS_H
#define LE_SUPPORT_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/macros.h"

LE_INLINE bool le__bit_at(const uint64_t *bits, size_t i) { return bits[i / 64] >> (i & 63) & 1; }

// The 64 bits that start at bit `i`. `words` is the number of words in the bitmap; bits past its end read as 0.
LE_INLINE uint64_t le__bits_from(const uint64_t *bits, size_t words, size_t i) {
    size_t word = i / 64, shift = i & 63;
    uint64_t low = word < words ? bits[word] >> shift : 0;
    return shift && word + 1 < words ? low | bits[word + 1] << (64 - shift) : low;
}

// The first set bit in `from ..< end`, or `end`.
LE_INLINE size_t le__next_bit(const uint64_t *bits, size_t from, size_t end) {
    if (from >= end) return end;
    size_t word = from / 64;
    uint64_t rest = bits[word] & (~(uint64_t)0 << (from & 63));
    while (!rest) {
        if (++word * 64 >= end) return end;
        rest = bits[word];
    }
    size_t at = word * 64 + (size_t)__builtin_ctzll(rest);
    return LE_MIN(at, end);
}

// The first clear bit in `from ..< end`, or `end`.
LE_INLINE size_t le__next_zero(const uint64_t *bits, size_t from, size_t end) {
    if (from >= end) return end;
    size_t word = from / 64;
    uint64_t rest = ~bits[word] & (~(uint64_t)0 << (from & 63));
    while (!rest) {
        if (++word * 64 >= end) return end;
        rest = ~bits[word];
    }
    size_t at = word * 64 + (size_t)__builtin_ctzll(rest);
    return LE_MIN(at, end);
}

// The last set bit at or before `from`, which must exist.
LE_INLINE size_t le__previous_bit(const uint64_t *bits, size_t from) {
    size_t word = from / 64;
    uint64_t rest = bits[word] & (~(uint64_t)0 >> (63 - (from & 63)));
    while (!rest) rest = bits[--word];
    return word * 64 + 63 - (size_t)__builtin_clzll(rest);
}

// Copies bits `from ..< from + n` of `bits` to `out`, starting at bit 0, and fills the last word with zeros. Returns
// the number of set bits.
LE_INLINE size_t le__bits_copy(const uint64_t *bits, size_t words, size_t from, size_t n, uint64_t *out) {
    size_t set = 0;
    for (size_t i = 0; i < n; i += 64) {
        uint64_t word = le__bits_from(bits, words, from + i);
        if (n - i < 64) word &= ~(~(uint64_t)0 << (n - i));
        out[i / 64] = word;
        set += (size_t)__builtin_popcountll(word);
    }
    return set;
}

// Sets the bits from `at` on that are set in the first `n` bits of `from`. Bits of `from` after these are ignored.
LE_INLINE void le__bits_put(uint64_t *bits, size_t at, const uint64_t *from, size_t n) {
    for (size_t i = 0; i < n; i += 64) {
        uint64_t word = from[i / 64];
        if (n - i < 64) word &= ~(~(uint64_t)0 << (n - i));
        const size_t to = (at + i) / 64, shift = (at + i) & 63;
        bits[to] |= word << shift;
        if (shift && word >> (64 - shift)) bits[to + 1] |= word >> (64 - shift);
    }
}

#endif
