#include "support/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "listengine/layout.h"
#include "support/lock.h"
#include "support/memory.h"
#include "support/paths.h"
#include "support/slabs.h"
#include "support/thread_slot.h"

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

        #if LE__FORKS
static __attribute__((constructor)) void follow_forks(void) { le__lock_follow_forks(&quarantine.lock); }
        #endif

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

// ---- The blocks of a thread

// Each thread keeps some blocks of each class, so that it takes the lock of a class once for many blocks. The lock
// costs more than its instructions: an atomic instruction waits until all writes before it have reached the cache, and
// what is written to a new node mostly has not.
enum { CACHED = 16, TOGETHER = CACHED / 2 };

typedef struct cache {
    uint32_t n[LE__CLASSES];
    void *blocks[LE__CLASSES][CACHED]; // stacks
} cache;

static void cache_flush(cache *c) {
    for (int which = 0; which < LE__CLASSES; which++) {
        le__slabs_give(which, c->blocks[which], c->n[which]);
        c->n[which] = 0;
    }
}

static void thread_ended(void *opaque) {
    cache_flush(opaque);
    free(opaque);
}

// NULL if memory is short, or on Windows; the thread then takes each block from its slab.
static cache *cache_make(void) {
    if (!le__thread_slot_works(thread_ended)) return NULL;
    cache *made = calloc(1, sizeof *made);
    if (made && le__thread_slot_set(made)) return made;
    free(made);
    return NULL;
}

static void *cached_alloc(int which) {
    cache *c = le__thread_slot();
    void *block;
    if (LE_UNLIKELY(!c) && !(c = cache_make())) {
        if (le__slabs_take(which, &block, 1) == 0) return NULL;
    } else {
        if (LE_UNLIKELY(c->n[which] == 0)) {
            c->n[which] = le__slabs_take(which, c->blocks[which], TOGETHER);
            if (c->n[which] == 0) return NULL;
        }
        block = c->blocks[which][--c->n[which]];
        // A leaf is mostly followed by another one. Its lines arrive while the first one is written.
        if (which == LE__CLASSES - 1 && LE_LIKELY(c->n[which]))
            le__prefetch_to_write(c->blocks[which][c->n[which] - 1], LE__BLOCK_MAX);
    }
    atomic_store_explicit(le__node_refs(block), 1, memory_order_relaxed);
    return block;
}

static void cached_free(void *block) {
    const int which = le__slab_of(block)->size_class;
    cache *c = le__thread_slot();
    if (LE_UNLIKELY(!c) && !(c = cache_make())) {
        le__slabs_give(which, &block, 1);
        return;
    }
    void **blocks = c->blocks[which];
    if (LE_UNLIKELY(c->n[which] == CACHED)) {
        // Those that were freed last are probably in the processor's cache.
        le__slabs_give(which, blocks, TOGETHER);
        c->n[which] -= TOGETHER;
        memcpy(blocks, blocks + TOGETHER, TOGETHER * sizeof *blocks);
    }
    blocks[c->n[which]++] = block;
}

// ---- Blocks

void *le__block_alloc(size_t bytes) {
    if (budget_spent()) return NULL;
    int which = LE_POOL_GUARD ? LE__CLASSES : le__class_for(bytes);
    void *block = which == LE__CLASSES ? single_alloc(bytes) : cached_alloc(which);
    if (block) count_live(1);
    return block;
}

void le__block_free(void *block) {
    count_live(-1);
    if (le__is_single(block))
        single_free(block);
    else
        cached_free(block);
}

void le__pool_trim(void) {
    cache *c = le__thread_slot();
    if (c) cache_flush(c);
    le__slabs_trim();
}

LE_AT_UNLOADING void unloaded(void) {
    le__thread_slot_end();
    le__slabs_trim();
}
