#include "support/slabs.h"

#include <string.h>

#include "support/lock.h"
#include "support/memory.h"
#include "support/pool.h"

typedef struct {
    le__lock lock;
    le__slab *partial; // slabs of this class that have free blocks
} size_class;

#define SIZE_CLASS {LE__LOCK_INIT, NULL}
static size_class classes[LE__CLASSES] = {SIZE_CLASS, SIZE_CLASS, SIZE_CLASS, SIZE_CLASS, SIZE_CLASS};
static struct {
    le__lock lock;
    le__slab *slabs;
    size_t bytes;
} idle = {LE__LOCK_INIT, NULL, 0};

#if LE__FORKS
static __attribute__((constructor)) void follow_forks(void) {
    for (int which = 0; which < LE__CLASSES; which++) le__lock_follow_forks(&classes[which].lock);
    le__lock_follow_forks(&idle.lock);
}
#endif

// ---- Whole slabs

static le__slab *slab_acquire(void) {
    le__lock_acquire(&idle.lock);
    le__slab *slab = idle.slabs;
    if (slab) {
        idle.slabs = slab->next;
        idle.bytes -= LE__SLAB_BYTES;
    }
    le__lock_release(&idle.lock);
    return slab ? slab : le__aligned_alloc(LE__SLAB_BYTES, LE__SLAB_BYTES);
}

static void slab_release(le__slab *slab) {
    le__lock_acquire(&idle.lock);
    bool keep = idle.bytes + LE__SLAB_BYTES <= LE__POOL_IDLE_BYTES;
    if (keep) {
        slab->next = idle.slabs;
        idle.slabs = slab;
        idle.bytes += LE__SLAB_BYTES;
    }
    le__lock_release(&idle.lock);
    if (!keep) le__aligned_free(slab);
}

// Index of the first block after the header and its reference counts.
static uint32_t first_block(int shift) {
    size_t header = sizeof(le__slab) + (LE__SLAB_BYTES >> shift) * sizeof(uint32_t);
    return (uint32_t)((header + ((size_t)1 << shift) - 1) >> shift);
}

static le__slab *slab_make(int which) {
    le__slab *slab = slab_acquire();
    if (!slab) return NULL;
    slab->shift = (uint16_t)(6 + which);
    slab->size_class = (uint16_t)which;
    slab->free_head = 0;
    slab->fresh = first_block(slab->shift);
    slab->used = 0;
    return slab;
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

static bool slab_full(const le__slab *slab) { return !slab->free_head && slab->fresh == LE__SLAB_BYTES >> slab->shift; }

// Takes `n` blocks, or all that are free if there are fewer. They end before `end`, the first one last. Returns their
// number. The reference count of a free block is the index of the next one, so the blocks themselves are not touched.
LE_INLINE uint32_t slab_take(le__slab *slab, void **end, uint32_t n) {
    const uint32_t last = (uint32_t)(LE__SLAB_BYTES >> slab->shift), shift = slab->shift;
    uint32_t taken = 0, head = slab->free_head, fresh = slab->fresh;
    for (; taken < n && head; head = atomic_load_explicit(&slab->refs[head], memory_order_relaxed))
        *(end - ++taken) = (char *)slab + ((size_t)head << shift);
    for (; taken < n && fresh < last; fresh++) *(end - ++taken) = (char *)slab + ((size_t)fresh << shift);
    slab->free_head = head;
    slab->fresh = fresh;
    slab->used += taken;
    return taken;
}

static void slab_give(le__slab *slab, const void *block) {
    const uint32_t index = (uint32_t)(((uintptr_t)block - (uintptr_t)slab) >> slab->shift);
    atomic_store_explicit(&slab->refs[index], slab->free_head, memory_order_relaxed);
    slab->free_head = index;
    slab->used--;
}

uint32_t le__slabs_take(int which, void **blocks, uint32_t n) {
    size_class *c = &classes[which];
    uint32_t taken = 0;
    le__lock_acquire(&c->lock);
    while (taken < n) {
        le__slab *slab = c->partial;
        if (LE_UNLIKELY(!slab)) {
            le__lock_release(&c->lock);
            slab = slab_make(which);
            le__lock_acquire(&c->lock);
            if (!slab) break;
            link_partial(c, slab);
        }
        taken += slab_take(slab, blocks + (n - taken), n - taken);
        if (slab_full(slab)) unlink_partial(c, slab);
    }
    le__lock_release(&c->lock);
    if (LE_UNLIKELY(taken < n)) memmove(blocks, blocks + (n - taken), taken * sizeof *blocks);
    return taken;
}

void le__slabs_give(int which, void *const *blocks, uint32_t n) {
    size_class *c = &classes[which];
    le__slab *empty = NULL;
    le__lock_acquire(&c->lock);
    for (uint32_t i = 0; i < n; i++) {
        le__slab *slab = le__slab_of(blocks[i]);
        const bool was_full = slab_full(slab);
        slab_give(slab, blocks[i]);
        if (was_full) link_partial(c, slab);
        // The last slab of a class is kept, so that allocating and freeing a few nodes does not create and free slabs.
        if (slab->used == 0 && (slab->next || slab->prev)) {
            unlink_partial(c, slab);
            slab->next = empty;
            empty = slab;
        }
    }
    le__lock_release(&c->lock);
    while (empty) {
        le__slab *slab = empty;
        empty = slab->next;
        slab_release(slab);
    }
}

// The empty slab of a class; there is at most one, see le__slabs_give.
static le__slab *find_empty(const size_class *c) {
    le__slab *slab = c->partial;
    while (slab && slab->used) slab = slab->next;
    return slab;
}

size_t le__slabs_idle_bytes(void) {
    size_t bytes = 0;
    for (int which = 0; which < LE__CLASSES; which++) {
        size_class *c = &classes[which];
        le__lock_acquire(&c->lock);
        if (find_empty(c)) bytes += LE__SLAB_BYTES;
        le__lock_release(&c->lock);
    }
    le__lock_acquire(&idle.lock);
    bytes += idle.bytes;
    le__lock_release(&idle.lock);
    return bytes;
}

void le__slabs_trim(void) {
    for (int which = 0; which < LE__CLASSES; which++) {
        size_class *c = &classes[which];
        le__lock_acquire(&c->lock);
        le__slab *empty = find_empty(c);
        if (empty) unlink_partial(c, empty);
        le__lock_release(&c->lock);
        if (empty) le__aligned_free(empty);
    }
    le__lock_acquire(&idle.lock);
    le__slab *slab = idle.slabs;
    idle.slabs = NULL;
    idle.bytes = 0;
    le__lock_release(&idle.lock);
    while (slab) {
        le__slab *next = slab->next;
        le__aligned_free(slab);
        slab = next;
    }
}
