// The table of a join: buckets of sixteen 32-bit slots, one cache line each, about half full. A slot holds some bits of
// the key's mix and the item's number in the table, so one vector comparison looks through a whole bucket. Mixes are
// compared in full before two items are called equal. Items of full buckets go to a short list.
//
// Slots are not cleared: `fill` says how many of a bucket are in use. The look-up is a kernel, see
// kernels/probe_body.h.
#ifndef LE_DIFF_JOIN_TABLE_H
#define LE_DIFF_JOIN_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LE__TABLE_SLOTS = 16, LE__TABLE_MOST_SPILLED = 256 };

typedef struct le__join_table {
    uint32_t *slots;
    uint8_t *fill;     // for each bucket; LE__TABLE_SLOTS + 1 when some of its items were spilled
    uint8_t *consumed; // for each item: it has its partner
    const uint64_t *mixes;
    uint32_t number_mask;
    int bucket_shift; // the bits of a mix that name the bucket, behind those that name the partition
    uint64_t bucket_mask;
    uint32_t *spilled; // LE__TABLE_MOST_SPILLED at most
    uint32_t spilled_count;
    bool duplicates; // a key that both sides hold occurs twice on one
} le__join_table;

static inline size_t le__table_bucket(const le__join_table *t, uint64_t mix) {
    return mix >> t->bucket_shift & t->bucket_mask;
}

static inline uint32_t le__table_mark(const le__join_table *t, uint64_t mix) {
    return (uint32_t)(mix >> 8) & ~t->number_mask;
}

#endif
