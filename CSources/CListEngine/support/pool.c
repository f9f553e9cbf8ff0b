#include "support/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff/workspace.h"
#include "listengine/layout.h"
#include "support/lock.h"
#include "support/memory.h"
#include "support/paths.h"

_Atomic(long) le__pool_budget = -1;

// ---- Interface for tests: failing allocations, and blocks that were not freed

static bool budget_spent(void) {
    long budget = atomic_load_explicit(&le__pool_budget, memory_order_relaxed);
    if (LE_LIKELY(budget < 0)) return false;
    if (budget > 0) atomic_store_explicit(&le__pool_budget, budget - 1, memory_order_relaxed);
    return budget == 0;
}

#if LE_PATHS_COUNTED || LE_POOL_GUARD
static _Atomic(long) live;
static void count_live(long change) { atomic_fetch_add_explicit(&live, change, memory_order_relaxed); }
long le_pool_live_blocks(void) { return atomic_load_explicit(&live, memory_order_relaxed); }
#else
static void count_live(long change) { (void)change; }
long le_pool_live_blocks(void) { return -1; }
#endif

// ---- Blocks with an allocation of their own

#if !LE_POOL_GUARD

static void *single_alloc(size_t bytes) {
    if (bytes > SIZE_MAX / 2) return NULL;
    // malloc aligns to 16 bytes; the block starts at an address with bit 4 set.
    char *memory = malloc(bytes + LE__SINGLE_HEAD + 16);
    if (!memory) return NULL;
    size_t lead = LE__SINGLE_HEAD + ((uintptr_t)memory & 16);
    char *block = memory + lead;
    le__single *single = le__single_of(block);
    atomic_init(&single->refs, 1);
    single->lead = (uint32_t)lead;
    single->bytes = bytes;
    return block;
}

static void single_free(void *block) { free((char *)block - le__single_of(block)->lead); }

#else

    #if defined(__has_feature)
        #if __has_feature(address_sanitizer)
            #define HAS_ADDRESS_SANITIZER 1
        #endif
    #endif
    #if defined(__SANITIZE_ADDRESS__)
        #define HAS_ADDRESS_SANITIZER 1
    #endif
    #ifdef HAS_ADDRESS_SANITIZER
        #include <sanitizer/asan_interface.h>
    #endif

enum { RED_ZONE = 48, TAIL = 32, NEW_BYTE = 0xA5, FREED_BYTE = 0xDD, RED_BYTE = 0xFB };

static void fill_red_zones(char *block, size_t bytes) {
    memset(block - RED_ZONE, RED_BYTE, RED_ZONE);
    memset(block + bytes, RED_BYTE, TAIL);
}

static void *single_alloc(size_t bytes) {
    if (bytes > SIZE_MAX / 2) return NULL;
    // Trees use the whole block up to the size of its class.
    int which = le__class_for(bytes);
    if (which < LE__CLASSES) bytes = (size_t)64 << which;
    size_t all = (LE__SINGLE_HEAD + bytes + TAIL + 63) & ~(size_t)63;
    char *memory = le__aligned_alloc(64, all);
    if (!memory) return NULL;
    char *block = memory + LE__SINGLE_HEAD;
    le__single *single = le__single_of(block);
    atomic_init(&single->refs, 1);
    single->lead = (uint32_t)LE__SINGLE_HEAD;
    single->bytes = bytes;
    memset(block, NEW_BYTE, bytes);
    fill_red_zones(block, bytes);
    #ifdef HAS_ADDRESS_SANITIZER
    __asan_poison_memory_region(block - RED_ZONE, RED_ZONE);
    __asan_poison_memory_region(block + bytes, (size_t)(memory + all - (block + bytes)));
    #endif
    return block;
}

    #ifdef HAS_ADDRESS_SANITIZER

// With the sanitizer, its quarantine is used instead.
static void single_free(void *block) {
    char *memory = (char *)block - LE__SINGLE_HEAD;
    size_t all = (LE__SINGLE_HEAD + le__single_of(block)->bytes + TAIL + 63) & ~(size_t)63;
    __asan_unpoison_memory_region(memory, all);
    le__aligned_free(memory);
}

    #else

enum { QUARANTINE = 4096 };
static struct {
    le__lock lock;
    void *blocks[QUARANTINE];
    size_t next;
} quarantine = {.lock = LE__LOCK_INIT};

static void check_bytes(const char *bytes, size_t count, int value, const char *what) {
    for (size_t i = 0; i < count; i++)
        if ((unsigned char)bytes[i] != value) {
            fprintf(stderr, "ListEngine's pool: %s\n", what);
            abort();
        }
}

static void single_free(void *block) {
    size_t bytes = le__single_of(block)->bytes;
    check_bytes((char *)block - RED_ZONE, RED_ZONE, RED_BYTE, "bytes before a block were written");
    check_bytes((char *)block + bytes, TAIL, RED_BYTE, "bytes behind a block were written");
    memset(block, FREED_BYTE, bytes);
    le__lock_acquire(&quarantine.lock);
    void *oldest = quarantine.blocks[quarantine.next];
    quarantine.blocks[quarantine.next] = block;
    quarantine.next = (quarantine.next + 1) % QUARANTINE;
    le__lock_release(&quarantine.lock);
    if (!oldest) return;
    check_bytes(oldest, le__single_of(oldest)->bytes, FREED_BYTE, "a block was written after it was freed");
    free((char *)oldest - LE__SINGLE_HEAD);
}

    #endif
#endif

// ---- Slabs

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

static bool slab_full(const le__slab *slab) { return !slab->free_head && slab->fresh == LE__SLAB_BYTES >> slab->shift; }

static void *slab_alloc(int which) {
    size_class *c = &classes[which];
    le__lock_acquire(&c->lock);
    le__slab *slab = c->partial;
    if (!slab) {
        le__lock_release(&c->lock);
        slab = slab_acquire();
        if (!slab) return NULL;
        slab->shift = (uint16_t)(6 + which);
        slab->size_class = (uint16_t)which;
        slab->free_head = 0;
        slab->fresh = first_block(slab->shift);
        slab->used = 0;
        le__lock_acquire(&c->lock);
        link_partial(c, slab);
    }
    uint32_t index = slab->free_head;
    if (index)
        memcpy(&slab->free_head, block_at(slab, index), sizeof(uint32_t));
    else
        index = slab->fresh++;
    slab->used++;
    if (slab_full(slab)) unlink_partial(c, slab);
    le__lock_release(&c->lock);
    atomic_store_explicit(&slab->refs[index], 1, memory_order_relaxed);
    return block_at(slab, index);
}

void *le__block_alloc(size_t bytes) {
    if (budget_spent()) return NULL;
    int which = LE_POOL_GUARD ? LE__CLASSES : le__class_for(bytes);
    void *block = which == LE__CLASSES ? single_alloc(bytes) : slab_alloc(which);
    if (block) count_live(1);
    return block;
}

void le__block_free(void *block) {
    count_live(-1);
    if (le__is_single(block)) {
        single_free(block);
        return;
    }
    le__slab *slab = le__slab_of(block);
    size_class *c = &classes[slab->size_class];
    uint32_t index = (uint32_t)(((uintptr_t)block - (uintptr_t)slab) >> slab->shift);
    le__lock_acquire(&c->lock);
    bool was_full = slab_full(slab);
    memcpy(block, &slab->free_head, sizeof(uint32_t));
    slab->free_head = index;
    slab->used--;
    if (was_full) link_partial(c, slab);
    // The last slab of a class is kept, so that allocating and freeing a single node does not create and free slabs.
    bool empty = slab->used == 0 && (slab->next || slab->prev);
    if (empty) unlink_partial(c, slab);
    le__lock_release(&c->lock);
    if (empty) slab_release(slab);
}

size_t le_pool_idle_bytes(void) {
    le__lock_acquire(&idle.lock);
    size_t bytes = idle.bytes;
    le__lock_release(&idle.lock);
    return bytes + le__diff_idle_bytes();
}

void le_pool_trim(void) {
    le__diff_trim();
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
