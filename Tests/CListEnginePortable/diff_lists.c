#include "diff_lists.h"

static void swap(uint64_t *a, uint64_t *b) {
    uint64_t t = *a;
    *a = *b;
    *b = t;
}

static void shuffle(rng *r, uint64_t *a, uint32_t n) {
    for (uint32_t i = n; i > 1; i--) swap(&a[i - 1], &a[rng_below(r, i)]);
}

static void reverse(uint64_t *a, uint32_t n) {
    for (uint32_t i = 0; i < n / 2; i++) swap(&a[i], &a[n - 1 - i]);
}

static void insert(lists *l, uint32_t at, uint64_t key) {
    memmove(l->new + at + 1, l->new + at, (l->m - at) * sizeof *l->new);
    l->new[at] = key;
    l->m++;
}

static uint64_t take(lists *l, uint32_t at) {
    uint64_t key = l->new[at];
    memmove(l->new + at, l->new + at + 1, (l->m - at - 1) * sizeof *l->new);
    l->m--;
    return key;
}

static uint32_t below(rng *r, uint32_t limit) { return (uint32_t)rng_below(r, limit); }

// Blocks in random order, some of them reversed.
static void shuffle_blocks(rng *r, lists *l) {
    uint32_t n = l->n, size = 1 + below(r, 80), blocks = (n + size - 1) / size;
    uint64_t *order = slots(blocks, sizeof *order);
    for (uint32_t i = 0; i < blocks; i++) order[i] = i;
    shuffle(r, order, blocks);
    l->m = 0;
    for (uint32_t i = 0; i < blocks; i++) {
        uint32_t start = (uint32_t)order[i] * size, length = size < n - start ? size : n - start;
        memcpy(l->new + l->m, l->old + start, length * sizeof *l->new);
        if (rng_chance(r, 3)) reverse(l->new + l->m, length);
        l->m += length;
    }
    free(order);
}

static void fold(uint64_t *a, uint32_t n, uint64_t values) {
    for (uint32_t i = 0; i < n; i++) a[i] %= values;
}

static void add_duplicates(rng *r, lists *l) {
    if (!l->n || !l->m) return;
    if (rng_chance(r, 2)) {
        uint64_t values = 1 + below(r, l->n);
        if (rng_chance(r, 2)) values = values / 8 + 1;
        fold(l->old, l->n, values);
        fold(l->new, l->m, values);
        return;
    }
    for (int64_t k = rng_in(r, 1, 4); k > 0; k--) {
        l->old[below(r, l->n)] = l->old[below(r, l->n)];
        l->new[below(r, l->m)] = l->new[below(r, l->m)];
    }
}

lists make_lists(rng *r, int kind, uint32_t n, bool duplicates) {
    // Small keys close together, or spread over 64 bits.
    bool spread = rng_chance(r, 2);
    uint64_t salt = rng_next(r), *keys = slots(3 * (int64_t)n + 64, sizeof *keys), *fresh = keys + n;
    for (uint32_t i = 0; i < 3 * n + 64; i++) keys[i] = spread ? (i * 0x9E3779B97F4A7C15u) ^ salt : i;
    lists l = {slots(2 * (int64_t)n + 64, 8), slots(4 * (int64_t)n + 128, 8), n, n, duplicates};
    memcpy(l.old, keys, n * sizeof *keys);
    memcpy(l.new, keys, n * sizeof *keys);
    // Single edits take time in proportion to the length of the list.
    uint32_t some = n > 100000 ? 100 : 1 + n / 100, moved = n > 100000 ? 50 : 1 + n / 500, start = below(r, n),
             length = below(r, n - start + 1);
    switch (kind) {
    case 0:
        break;
    case 1: // append
        for (uint32_t k = 0; k < some; k++) insert(&l, l.m, fresh[k]);
        break;
    case 2:
        insert(&l, 0, fresh[0]);
        break;
    case 3: // scattered
    case 4: // moved
        for (uint32_t k = 0; k < some && l.m; k++) take(&l, below(r, l.m));
        for (uint32_t k = 0; k < some; k++) insert(&l, below(r, l.m + 1), fresh[k]);
        for (uint32_t k = 0; kind == 4 && k < moved && l.m; k++) {
            uint64_t key = take(&l, below(r, l.m));
            insert(&l, below(r, l.m + 1), key);
        }
        break;
    case 5: { // a block moves
        uint32_t to = rng_chance(r, 2) ? 0 : below(r, n - length + 1);
        memmove(l.new + start, l.new + start + length, (n - start - length) * sizeof *keys);
        memmove(l.new + to + length, l.new + to, (n - length - to) * sizeof *keys);
        memcpy(l.new + to, l.old + start, length * sizeof *keys);
        break;
    }
    case 6:
        reverse(l.new, n);
        break;
    case 7: // parts reversed
        for (int k = 0; k < 3; k++) {
            uint32_t from = below(r, n);
            reverse(l.new + from, below(r, n - from + 1));
        }
        for (uint32_t k = 0; k < below(r, 4); k++) insert(&l, below(r, l.m + 1), fresh[k]);
        break;
    case 8:
        shuffle(r, l.new, n);
        break;
    case 9:
        memcpy(l.new, fresh, n * sizeof *keys);
        break;
    case 10: // jitter
        for (uint32_t i = 0; i + 16 <= n; i += 16) shuffle(r, l.new + i, 16);
        break;
    case 11: // only a part remains
        l.m = length;
        memmove(l.new, l.new + start, length * sizeof *keys);
        break;
    case 12: // one long insert
        memmove(l.new + start + length, l.new + start, (n - start) * sizeof *keys);
        memcpy(l.new + start, fresh, length * sizeof *keys);
        l.m += length;
        break;
    case 13: // half replaced
        for (uint32_t i = 0; i < n; i++)
            if (rng_chance(r, 2)) l.new[i] = fresh[i];
        if (rng_chance(r, 2)) shuffle(r, l.new, n);
        break;
    case 14:
        shuffle_blocks(r, &l);
        break;
    case 15: // much shorter
        l.m = 0;
        for (uint32_t i = 0; i < n; i++)
            if (rng_chance(r, 20)) l.new[l.m++] = l.old[i];
        shuffle(r, l.new, l.m);
        break;
    default: // the same key everywhere
        l.has_duplicates = true;
        fold(l.old, l.n, 1);
        fold(l.new, l.m, 1);
        break;
    }
    if (rng_chance(r, 3)) {
        uint64_t *list = l.old;
        uint32_t count = l.n;
        l.old = l.new, l.n = l.m;
        l.new = list, l.m = count;
    }
    if (duplicates) add_duplicates(r, &l);
    free(keys);
    return l;
}

void free_lists(lists *l) {
    free(l->old);
    free(l->new);
}
