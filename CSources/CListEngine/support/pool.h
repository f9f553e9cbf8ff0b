// The node pool: blocks of a few sizes from aligned slabs, with their reference counts in a dense array next to them.
//
// A copy of a tree shares its nodes, so each node has a reference count. The counts are not in the nodes but at the
// start of their slab, four bytes each. Copying or releasing an inner node changes the counts of all its children, and
// those counts then share a few cache lines instead of one line per child. A slab is aligned to its size, so the count
// of a block is found from its address alone.
//
// Blocks in a slab have 64 to 1,024 bytes. A larger block is a separate allocation with its count in front of it.
// The address distinguishes the two: bit 4 is clear in a block of a slab and set in any other. Empty slabs are
// kept for reuse up to LE__POOL_IDLE_BYTES, because mapping fresh pages costs more than the computation that fills
// them.
//
// With LE_POOL_GUARD=1, for tests and fuzzing, every block is a separate allocation. It is surrounded by red zones,
// new and freed blocks are filled with patterns, and freed blocks wait in a quarantine. AddressSanitizer then reports
// each use after free and each overflow immediately. Without it, the program ends when a block whose red zone was
// written is freed, or when a block that was written after it was freed leaves the quarantine.
//
// Threads: every function may be called from any thread. A thread keeps up to 16 free blocks of each size until it
// ends, or any thread collects them, to trim the pool or to count what is idle. It exchanges blocks with the slabs 8 at
// a time, under a lock for each size (see lock.h). Kept blocks count as used: they are 31 KB at most, but the slabs
// that they are in are kept as well. After a list was released whose nodes were made in random order, these can be
// dozens; every thread can use their other blocks.
#ifndef LE_SUPPORT_POOL_H
#define LE_SUPPORT_POOL_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/macros.h"

#if !defined(LE_POOL_GUARD)
    #define LE_POOL_GUARD 0
#endif

#define LE__SLAB_BYTES ((size_t)256 * 1024)
#define LE__POOL_IDLE_BYTES ((size_t)256 * LE__SLAB_BYTES)

enum { LE__CLASSES = 5, LE__BLOCK_MAX = 1024 };

typedef struct le__slab {
    struct le__slab *next, *prev; // in the list of slabs of this class with free blocks, or of idle slabs
    uint32_t free_head;           // index of the first free block, 0: none (block 0 is never used: the header is there)
    uint32_t fresh;               // blocks from here on were never used
    uint32_t used;
    uint16_t shift; // log2 of the block size
    uint16_t size_class;
    _Atomic(uint32_t) refs[];
} le__slab;

// The header of a block that is a separate allocation.
typedef struct le__single {
    _Atomic(uint32_t) refs;
    uint32_t lead; // bytes from the start of the allocation to the block
    size_t bytes;  // the size of the block
} le__single;

// Distance from the header to the block, a multiple of 16 even where the header has 12 bytes; guarded builds have a red
// zone in between.
#define LE__SINGLE_HEAD ((size_t)(LE_POOL_GUARD ? 64 : 16))

LE_INLINE bool le__is_single(const void *block) { return LE_POOL_GUARD || ((uintptr_t)block & 16); }

LE_INLINE le__single *le__single_of(const void *block) { return (le__single *)((uintptr_t)block - LE__SINGLE_HEAD); }

LE_INLINE le__slab *le__slab_of(const void *block) {
    return (le__slab *)((uintptr_t)block & ~(uintptr_t)(LE__SLAB_BYTES - 1));
}

// The reference count of a block of at most LE__BLOCK_MAX bytes.
LE_INLINE _Atomic(uint32_t) *le__node_refs(const void *block) {
    if (LE_POOL_GUARD) return &le__single_of(block)->refs;
    assert(!le__is_single(block));
    le__slab *slab = le__slab_of(block);
    return &slab->refs[((uintptr_t)block - (uintptr_t)slab) >> slab->shift];
}

// The reference count of any block.
LE_INLINE _Atomic(uint32_t) *le__refs(const void *block) {
    return LE_UNLIKELY(le__is_single(block)) ? &le__single_of(block)->refs : le__node_refs(block);
}

// The smallest class whose blocks hold `bytes`; LE__CLASSES when none does.
LE_INLINE int le__class_for(size_t bytes) {
    if (bytes > LE__BLOCK_MAX) return LE__CLASSES;
    return bytes <= 64 ? 0 : 26 - __builtin_clz((uint32_t)bytes - 1);
}

// The usable bytes of a block.
LE_INLINE size_t le__block_bytes(const void *block) {
    return le__is_single(block) ? le__single_of(block)->bytes : (size_t)64 << le__slab_of(block)->size_class;
}

// Allocates a block of at least `bytes`, not cleared, with one reference; NULL when memory is short.
void *le__block_alloc(size_t bytes);

// Frees a block without references.
void le__block_free(void *block);

LE_INLINE bool le__refs_drop(_Atomic(uint32_t) *refs) {
    if (atomic_load_explicit(refs, memory_order_acquire) == 1) return true;
    return atomic_fetch_sub_explicit(refs, 1, memory_order_acq_rel) == 1;
}

LE_INLINE void le__retain(void *block) { atomic_fetch_add_explicit(le__refs(block), 1, memory_order_relaxed); }

// Adds `n` references in one step. A negative number removes references that were not needed; the caller keeps another.
LE_INLINE void le__retain_times(void *block, int64_t n) {
    atomic_fetch_add_explicit(le__refs(block), (uint32_t)n, memory_order_relaxed);
}

// Whether the caller holds the only reference, so that the block may be changed in place.
LE_INLINE bool le__unique(const void *block) {
    return atomic_load_explicit(le__refs(block), memory_order_acquire) == 1;
}

// Releases one reference. True when it was the last; the caller then has to free the block.
LE_INLINE bool le__drop(void *block) { return le__refs_drop(le__refs(block)); }

// The same for blocks of at most LE__BLOCK_MAX bytes, such as nodes of trees. It saves two instructions per call, and
// copying an inner node retains about twenty children.
LE_INLINE void le__node_retain(void *block) {
    atomic_fetch_add_explicit(le__node_refs(block), 1, memory_order_relaxed);
}
LE_INLINE bool le__node_unique(const void *block) {
    return atomic_load_explicit(le__node_refs(block), memory_order_acquire) == 1;
}
LE_INLINE bool le__node_drop(void *block) { return le__refs_drop(le__node_refs(block)); }

// For tests: the number of allocations that still succeed; negative: no limit.
extern _Atomic(long) le__pool_budget;

// Gives the blocks that threads keep back to their slabs: those of the calling thread, and of each thread that is not
// in a call of the pool at this moment. Where the system has no barrier for other threads (see barrier.h), only those
// of the calling thread.
void le__pool_collect(void);

// Collects, and frees the idle slabs.
void le__pool_trim(void);

#endif
