// Numbers distinct keys 0, 1, 2, ... in the order in which they are first added.
//
// Gain over sorting the keys: a diff of 1,000 keys of which some moved takes 0.11 million instructions instead of 0.37
// (x86-64, 2026-11-27).
#ifndef LE_DIFF_TOKENS_H
#define LE_DIFF_TOKENS_H

#include "diff/pipeline.h"

#include <string.h>

enum { LE__LONGEST_PROBE = 128 }; // a key is within this distance of its place, or absent

typedef struct {
    uint64_t *keys;  // by token
    uint32_t *slots; // token + 1, or 0
    size_t mask;
    int shift;
    uint64_t seed;
    uint32_t count;
} le__tokens;

LE_INLINE bool le__tokens_make(le__tokens *tokens, le_diff_workspace *workspace, size_t most, uint64_t seed) {
    int bits = 4;
    while (((size_t)1 << bits) < most * 2) bits++;
    tokens->keys = LE__ALLOC(workspace, uint64_t, most);
    tokens->slots = (uint32_t *)le__diff_alloc_zeroed(workspace, sizeof(uint32_t) << bits);
    tokens->mask = ((size_t)1 << bits) - 1;
    tokens->shift = 64 - bits;
    tokens->seed = seed;
    tokens->count = 0;
    return tokens->keys && tokens->slots;
}

// The token of the key, or LE_DIFF_NONE.
LE_INLINE uint32_t le__tokens_find(const le__tokens *tokens, uint64_t key) {
    size_t at = (size_t)(le__mix(key, tokens->seed) >> tokens->shift);
    // No key is stored further than this from its place.
    for (int probes = 0; tokens->slots[at] && probes < LE__LONGEST_PROBE; probes++, at = (at + 1) & tokens->mask)
        if (tokens->keys[tokens->slots[at] - 1] == key) return tokens->slots[at] - 1;
    return LE_DIFF_NONE;
}

// The token of the key, created if it is new. LE_DIFF_NONE if so many keys collide that looking them up would be slow.
LE_INLINE uint32_t le__tokens_add(le__tokens *tokens, uint64_t key) {
    size_t at = (size_t)(le__mix(key, tokens->seed) >> tokens->shift), probes = 0;
    for (; tokens->slots[at]; at = (at + 1) & tokens->mask) {
        if (tokens->keys[tokens->slots[at] - 1] == key) return tokens->slots[at] - 1;
        if (++probes == LE__LONGEST_PROBE) return LE_DIFF_NONE;
    }
    tokens->keys[tokens->count] = key;
    tokens->slots[at] = ++tokens->count;
    return tokens->count - 1;
}

#endif
