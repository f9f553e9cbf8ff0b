// The node pool: blocks of a few sizes out of aligned slabs, with their reference counts in a dense side array.
//
// A copy of a tree shares its nodes, so each node has a reference count. Counts do not stand in the nodes but at the
// start of their slab, four bytes each: copying or dropping an inner node touches the counts of all its children,
// which then lie in a few cache lines instead of one line a child. A slab is aligned to its size, so the count of a
// block is found from its address alone.
//
// Blocks are 64 to 1024 bytes; a larger one gets a slab of its own. Slabs that fall empty are kept for reuse up to
// LE__POOL_IDLE_BYTES, because fresh pages cost more than the arithmetic that fills them.
//
// Threads: any call from any thread. Each size has a spin lock, held for a handful of instructions.
#ifndef LE_SUPPORT_POOL_H
#define LE_SUPPORT_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/macros.h"

#define LE__SLAB_BYTES ((size_t)256 * 1024)
#define LE__POOL_IDLE_BYTES ((size_t)256 * LE__SLAB_BYTES)

enum { LE__CLASSES = 5, LE__BLOCK_MAX = 1024 };

typedef struct le__slab {
    struct le__slab *next, *prev; // in the list of slabs of this class that have free blocks, or of idle ones
    uint32_t free_head;           // index of the first free block, 0: none (block 0 is never used: it holds this)
    uint32_t fresh;               // blocks from here on were never handed out
    uint32_t used;
    uint16_t shift;      // log2 of the block size; 63 for a slab of one large block
    uint16_t size_class; // LE__CLASSES for a large block
    size_t bytes;        // of the whole slab
    _Atomic(uint32_t) refs[];
} le__slab;

LE_INLINE le__slab *le__slab_of(const void *block) {
    return (le__slab *)((uintptr_t)block & ~(uintptr_t)(LE__SLAB_BYTES - 1));
}

LE_INLINE _Atomic(uint32_t) *le__refs(const void *block) {
    le__slab *slab = le__slab_of(block);
    return &slab->refs[((uintptr_t)block - (uintptr_t)slab) >> slab->shift];
}

// The smallest class whose blocks hold `bytes`; LE__CLASSES when none does.
LE_INLINE int le__class_for(size_t bytes) {
    int c = 0;
    while (c < LE__CLASSES && ((size_t)64 << c) < bytes) c++;
    return c;
}

// The usable bytes of a block.
LE_INLINE size_t le__block_bytes(const void *block) {
    const le__slab *slab = le__slab_of(block);
    return slab->size_class < LE__CLASSES ? (size_t)64 << slab->size_class : slab->bytes - 64;
}

// A block of at least `bytes`, with one reference, not cleared; NULL when memory is short.
void *le__block_alloc(size_t bytes);

// Gives back a block that nobody refers to.
void le__block_free(void *block);

LE_INLINE void le__retain(void *block) { atomic_fetch_add_explicit(le__refs(block), 1, memory_order_relaxed); }

// Whether the caller's reference is the only one, so that the block may be changed in place.
LE_INLINE bool le__unique(const void *block) {
    return atomic_load_explicit(le__refs(block), memory_order_acquire) == 1;
}

// Drops one reference; true when it was the last, and the caller has to free the block.
LE_INLINE bool le__drop(void *block) {
    _Atomic(uint32_t) *refs = le__refs(block);
    if (atomic_load_explicit(refs, memory_order_acquire) == 1) return true;
    return atomic_fetch_sub_explicit(refs, 1, memory_order_acq_rel) == 1;
}

// For tests: the number of further allocations that succeed; negative: no limit.
extern _Atomic(long) le__pool_budget;

#endif
