#include "support/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "listengine/layout.h"
#include "support/barrier.h"
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
    _Atomic(bool) in_use; // by its thread; see barrier.h
    uint32_t n[LE__CLASSES];
    void *blocks[LE__CLASSES][CACHED]; // stacks
    struct cache *next, *prev;
} cache;

// The caches of all threads. While a thread collects their blocks, the others take each block from its slab.
static struct {
    le__lock lock;
    cache *first;
    _Atomic(bool) collected;
} caches = {.lock = LE__LOCK_INIT};

#if LE__FORKS
static __attribute__((constructor)) void follow_forks_of_caches(void) {
    le__lock_follow_forks(&caches.lock);
    le__section_prepare();
}
#endif

static void cache_flush(cache *c) {
    for (int which = 0; which < LE__CLASSES; which++) {
        le__slabs_give(which, c->blocks[which], c->n[which]);
        c->n[which] = 0;
    }
}

static void thread_ended(void *opaque) {
    cache *c = opaque;
    le__lock_acquire(&caches.lock);
    if (c->prev)
        c->prev->next = c->next;
    else
        caches.first = c->next;
    if (c->next) c->next->prev = c->prev;
    le__lock_release(&caches.lock);
    cache_flush(c);
    free(c);
}

// NULL if memory is short, or on Windows; the thread then takes each block from its slab.
static LE_NOINLINE cache *cache_make(void) {
    if (!le__thread_slot_works(thread_ended)) return NULL;
    cache *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    le__lock_acquire(&caches.lock);
    made->next = caches.first;
    if (made->next) made->next->prev = made;
    caches.first = made;
    le__lock_release(&caches.lock);
    if (le__thread_slot_set(made)) return made;
    thread_ended(made);
    return NULL;
}

// The cache of the calling thread, which is in use until cache_leave. NULL if there is none, or while caches are
// collected.
LE_INLINE cache *cache_enter(void) {
    cache *c = le__thread_slot();
    if (LE_UNLIKELY(!c) && !(c = cache_make())) return NULL;
    return le__section_enter(&c->in_use, &caches.collected) ? c : NULL;
}

LE_INLINE void cache_leave(cache *c) { le__section_leave(&c->in_use); }

// Moves the blocks of a cache to a chain through their first words.
static void chain(cache *c, void **first) {
    for (int which = 0; which < LE__CLASSES; which++)
        for (; c->n[which]; c->n[which]--) {
            void **block = c->blocks[which][c->n[which] - 1];
            *block = *first;
            *first = block;
        }
}

void le__pool_collect(void) {
    void *first = NULL, *blocks[CACHED];
    cache *own = le__thread_slot();
    le__lock_acquire(&caches.lock);
    const bool others = caches.first && (caches.first != own || own->next);
    const bool reached = others && le__section_want(&caches.collected);
    for (cache *c = caches.first; c; c = c->next)
        if (c == own || (reached && !le__section_inside(&c->in_use))) chain(c, &first);
    le__section_done(&caches.collected);
    le__lock_release(&caches.lock);
    // Not under that lock: no thread waits for a lock while it holds another one.
    while (first) {
        const int which = le__slab_of(first)->size_class;
        uint32_t n = 0;
        for (; first && n < CACHED && le__slab_of(first)->size_class == which; first = *(void **)first)
            blocks[n++] = first;
        le__slabs_give(which, blocks, n);
    }
}

static void *cached_alloc(int which) {
    cache *c = cache_enter();
    void *block;
    if (LE_UNLIKELY(!c)) {
        if (le__slabs_take(which, &block, 1) == 0) return NULL;
    } else {
        if (LE_UNLIKELY(c->n[which] == 0)) {
            c->n[which] = le__slabs_take(which, c->blocks[which], TOGETHER);
            if (c->n[which] == 0) {
                cache_leave(c);
                return NULL;
            }
        }
        block = c->blocks[which][--c->n[which]];
        // A leaf is mostly followed by another one. Its lines arrive while the first one is written.
        if (which == LE__CLASSES - 1 && LE_LIKELY(c->n[which]))
            le__prefetch_to_write(c->blocks[which][c->n[which] - 1], LE__BLOCK_MAX);
        cache_leave(c);
    }
    atomic_store_explicit(le__node_refs(block), 1, memory_order_relaxed);
    return block;
}

static void cached_free(void *block) {
    const int which = le__slab_of(block)->size_class;
    cache *c = cache_enter();
    if (LE_UNLIKELY(!c)) {
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
    cache_leave(c);
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
    le__pool_collect();
    le__slabs_trim();
}

LE_AT_UNLOADING void unloaded(void) {
    le__pool_trim();
    le__thread_slot_end();
}
