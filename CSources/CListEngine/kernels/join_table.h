// The table of a join: buckets of sixteen 32-bit slots, one cache line each, about half full. A slot holds some bits of
// the key's mix and the number of the item in the table, so one vector comparison searches a whole bucket. Full mixes
// are compared before two items are considered equal. Items that do not fit their bucket go to a short list.
//
// Slots are not cleared: `fill` is the number of slots in use in each bucket. The look-up is a kernel, see
// kernels/probe_body.h.
#ifndef LE_KERNELS_JOIN_TABLE_H
#define LE_KERNELS_JOIN_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LE__TABLE_SLOTS = 16, LE__TABLE_MOST_SPILLED = 256 };

typedef struct le__join_table {
    uint32_t *slots;
    uint8_t *fill;     // per bucket; LE__TABLE_SLOTS + 1 when some of its items were spilled
    uint8_t *consumed; // per item: it has its partner
    const uint64_t *mixes;
    uint32_t number_mask;
    int bucket_shift; // the bits of a mix that select the bucket, below those that select the partition
    uint64_t bucket_mask;
    uint32_t *spilled; // at most LE__TABLE_MOST_SPILLED
    uint32_t spilled_count;
    bool duplicates; // a common key occurs twice on one side
} le__join_table;

static inline size_t le__table_bucket(const le__join_table *t, uint64_t mix) {
    return (size_t)(mix >> t->bucket_shift & t->bucket_mask);
}

static inline uint32_t le__table_mark(const le__join_table *t, uint64_t mix) {
    return (uint32_t)(mix >> 8) & ~t->number_mask;
}

#endif
