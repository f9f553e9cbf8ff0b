#include "support/pool.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "listengine/layout.h"

typedef struct {
    atomic_flag lock;
    le__slab *partial; // slabs of this class with free blocks
} size_class;

static size_class classes[LE__CLASSES] = {
    {ATOMIC_FLAG_INIT, 0}, {ATOMIC_FLAG_INIT, 0}, {ATOMIC_FLAG_INIT, 0}, {ATOMIC_FLAG_INIT, 0}, {ATOMIC_FLAG_INIT, 0}};
static struct {
    atomic_flag lock;
    le__slab *slabs;
    size_t bytes;
} idle = {ATOMIC_FLAG_INIT, 0, 0};

_Atomic(long) le__pool_budget = -1;

static void lock(atomic_flag *flag) {
    for (int spins = 0; atomic_flag_test_and_set_explicit(flag, memory_order_acquire); spins++)
        if (spins > 64) sched_yield();
}

static void unlock(atomic_flag *flag) { atomic_flag_clear_explicit(flag, memory_order_release); }

// ---- Slabs

static le__slab *slab_take(void) {
    lock(&idle.lock);
    le__slab *slab = idle.slabs;
    if (slab) {
        idle.slabs = slab->next;
        idle.bytes -= slab->bytes;
    }
    unlock(&idle.lock);
    if (!slab) {
        slab = aligned_alloc(LE__SLAB_BYTES, LE__SLAB_BYTES);
        if (slab) slab->bytes = LE__SLAB_BYTES;
    }
    return slab;
}

static void slab_give(le__slab *slab) {
    lock(&idle.lock);
    bool keep = slab->bytes == LE__SLAB_BYTES && idle.bytes + slab->bytes <= LE__POOL_IDLE_BYTES;
    if (keep) {
        slab->next = idle.slabs;
        idle.slabs = slab;
        idle.bytes += slab->bytes;
    }
    unlock(&idle.lock);
    if (!keep) free(slab);
}

// The first block index behind the header and its counts.
static uint32_t first_block(int shift) {
    size_t header = sizeof(le__slab) + (LE__SLAB_BYTES >> shift) * sizeof(uint32_t);
    return (uint32_t)((header + ((size_t)1 << shift) - 1) >> shift);
}

static void link_partial(size_class *c, le__slab *slab) {
    slab->prev = NULL;
    slab->next = c->partial;
    if (c->partial) c->partial->prev = slab;
    c->partial = slab;
}

static void unlink_partial(size_class *c, le__slab *slab) {
    if (slab->prev)
        slab->prev->next = slab->next;
    else
        c->partial = slab->next;
    if (slab->next) slab->next->prev = slab->prev;
}

// ---- Blocks

static void *block_at(le__slab *slab, uint32_t index) { return (char *)slab + ((size_t)index << slab->shift); }

static void *large_alloc(size_t bytes) {
    size_t all = (bytes + 64 + LE__SLAB_BYTES - 1) & ~(LE__SLAB_BYTES - 1);
    le__slab *slab = all < bytes ? NULL : aligned_alloc(LE__SLAB_BYTES, all);
    if (!slab) return NULL;
    slab->bytes = all;
    slab->shift = 63;
    slab->size_class = LE__CLASSES;
    atomic_init(&slab->refs[0], 1);
    return (char *)slab + 64;
}

void *le__block_alloc(size_t bytes) {
    long budget = atomic_load_explicit(&le__pool_budget, memory_order_relaxed);
    if (LE_UNLIKELY(budget >= 0)) {
        if (budget == 0) return NULL;
        atomic_store_explicit(&le__pool_budget, budget - 1, memory_order_relaxed);
    }
    int which = le__class_for(bytes);
    if (which == LE__CLASSES) return large_alloc(bytes);

    size_class *c = &classes[which];
    lock(&c->lock);
    le__slab *slab = c->partial;
    if (!slab) {
        unlock(&c->lock);
        slab = slab_take();
        if (!slab) return NULL;
        slab->shift = (uint16_t)(6 + which);
        slab->size_class = (uint16_t)which;
        slab->free_head = 0;
        slab->fresh = first_block(slab->shift);
        slab->used = 0;
        lock(&c->lock);
        link_partial(c, slab);
    }
    uint32_t index = slab->free_head;
    if (index)
        memcpy(&slab->free_head, block_at(slab, index), sizeof(uint32_t));
    else
        index = slab->fresh++;
    slab->used++;
    if (!slab->free_head && slab->fresh == LE__SLAB_BYTES >> slab->shift) unlink_partial(c, slab);
    unlock(&c->lock);
    atomic_store_explicit(&slab->refs[index], 1, memory_order_relaxed);
    return block_at(slab, index);
}

void le__block_free(void *block) {
    le__slab *slab = le__slab_of(block);
    if (slab->size_class == LE__CLASSES) {
        free(slab);
        return;
    }
    size_class *c = &classes[slab->size_class];
    uint32_t index = (uint32_t)(((uintptr_t)block - (uintptr_t)slab) >> slab->shift);
    lock(&c->lock);
    bool was_full = !slab->free_head && slab->fresh == LE__SLAB_BYTES >> slab->shift;
    memcpy(block, &slab->free_head, sizeof(uint32_t));
    slab->free_head = index;
    slab->used--;
    if (was_full) link_partial(c, slab);
    // The last slab of a class stays, so that a single node coming and going does not make and drop slabs.
    bool empty = slab->used == 0 && (slab->next || slab->prev);
    if (empty) unlink_partial(c, slab);
    unlock(&c->lock);
    if (empty) slab_give(slab);
}

size_t le_pool_idle_bytes(void) {
    lock(&idle.lock);
    size_t bytes = idle.bytes;
    unlock(&idle.lock);
    return bytes;
}

void le_pool_trim(void) {
    lock(&idle.lock);
    le__slab *slab = idle.slabs;
    idle.slabs = NULL;
    idle.bytes = 0;
    unlock(&idle.lock);
    while (slab) {
        le__slab *next = slab->next;
        free(slab);
        slab = next;
    }
}
