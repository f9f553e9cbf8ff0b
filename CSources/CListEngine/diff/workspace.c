#include "diff/workspace.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "support/macros.h"
#include "support/memory.h"
#include "support/paths.h"

// Under AddressSanitizer every block is followed by poisoned bytes.
#if defined(__has_feature)
    #if __has_feature(address_sanitizer)
        #define POISON_GAPS 1
    #endif
#endif
#if defined(__SANITIZE_ADDRESS__)
    #define POISON_GAPS 1
#endif
#ifdef POISON_GAPS
    #include <sanitizer/asan_interface.h>
    #define GAP 64
    #define POISON(p, n) __asan_poison_memory_region(p, n)
    #define UNPOISON(p, n) __asan_unpoison_memory_region(p, n)
#else
    #define GAP 0
    #define POISON(p, n) ((void)(p), (void)(n))
    #define UNPOISON(p, n) ((void)(p), (void)(n))
#endif

enum { LINE = 64, SMALLEST_CHUNK = 64 * 1024 };

static size_t rounded(size_t bytes) { return (bytes + GAP + LINE - 1) & ~(size_t)(LINE - 1); }

static bool add_chunk(le_diff_workspace *workspace, size_t bytes) {
    if (workspace->chunk_count == LE__DIFF_CHUNKS || bytes > SIZE_MAX / 4) return false;
    // Each chunk is at least as large as all previous ones together, so their number stays small.
    size_t capacity = LE_MAX(bytes, LE_MAX(le_diff_workspace_bytes(workspace), (size_t)SMALLEST_CHUNK));
    capacity = (capacity + LINE - 1) & ~(size_t)(LINE - 1);
    char *memory = le__aligned_alloc(LINE, capacity);
    if (!memory) return false;
    POISON(memory, capacity);
    int index = workspace->chunk_count++;
    workspace->chunks[index].memory = memory;
    workspace->chunks[index].capacity = capacity;
    workspace->chunks[index].used = 0;
    return true;
}

static void free_chunks(le_diff_workspace *workspace) {
    for (int i = 0; i < workspace->chunk_count; i++) {
        UNPOISON(workspace->chunks[i].memory, workspace->chunks[i].capacity);
        le__aligned_free(workspace->chunks[i].memory);
    }
    workspace->chunk_count = workspace->chunk = 0;
}

le_diff_workspace *le_diff_workspace_create(void) { return calloc(1, sizeof(le_diff_workspace)); }

void le_diff_workspace_release(le_diff_workspace *workspace) {
    if (!workspace) return;
    free_chunks(workspace);
    free(workspace);
}

size_t le_diff_workspace_bytes(const le_diff_workspace *workspace) {
    size_t bytes = 0;
    if (!workspace) return 0;
    for (int i = 0; i < workspace->chunk_count; i++) bytes += workspace->chunks[i].capacity;
    return bytes;
}

static void *alloc(le_diff_workspace *workspace, size_t bytes) {
    size_t needed = rounded(bytes);
    if (needed < bytes) return NULL;
    while (workspace->chunk < workspace->chunk_count) {
        char *memory = workspace->chunks[workspace->chunk].memory;
        size_t used = workspace->chunks[workspace->chunk].used;
        if (workspace->chunks[workspace->chunk].capacity - used >= needed) {
            workspace->chunks[workspace->chunk].used = used + needed;
            UNPOISON(memory + used, bytes);
            return memory + used;
        }
        if (workspace->chunk + 1 == workspace->chunk_count) break;
        workspace->chunk++;
        workspace->chunks[workspace->chunk].used = 0;
    }
    if (!add_chunk(workspace, needed)) return NULL;
    workspace->chunk = workspace->chunk_count - 1;
    return alloc(workspace, bytes);
}

// The number of blocks that a test allows; negative: all.
static _Atomic(long) blocks_left = -1;
static atomic_bool only_one; // refuse one block but not those after it

void le_diff_fail_after(long blocks, bool one) {
    atomic_store_explicit(&only_one, one, memory_order_relaxed);
    atomic_store_explicit(&blocks_left, blocks, memory_order_relaxed);
}

long le_diff_blocks_left(void) { return atomic_load_explicit(&blocks_left, memory_order_relaxed); }

static bool test_refuses(void) {
    long left = atomic_load_explicit(&blocks_left, memory_order_relaxed);
    if (LE_LIKELY(left < 0)) return false;
    if (left > 0 || atomic_load_explicit(&only_one, memory_order_relaxed))
        atomic_store_explicit(&blocks_left, left - 1, memory_order_relaxed);
    return left == 0;
}

void *le__diff_alloc(le_diff_workspace *workspace, size_t bytes) {
    return test_refuses() ? NULL : alloc(workspace, bytes);
}

void *le__diff_alloc_zeroed(le_diff_workspace *workspace, size_t bytes) {
    void *block = le__diff_alloc(workspace, bytes);
    if (block) memset(block, 0, bytes);
    return block;
}

le__diff_mark le__diff_get_mark(const le_diff_workspace *workspace) {
    size_t used = workspace->chunk_count ? workspace->chunks[workspace->chunk].used : 0;
    return (le__diff_mark){workspace->chunk, used};
}

void le__diff_free_to(le_diff_workspace *workspace, le__diff_mark mark) {
    for (int i = mark.chunk; i <= workspace->chunk && i < workspace->chunk_count; i++) {
        size_t keep = i == mark.chunk ? mark.used : 0;
        POISON(workspace->chunks[i].memory + keep, workspace->chunks[i].capacity - keep);
        workspace->chunks[i].used = keep;
    }
    workspace->chunk = mark.chunk;
}

void le__diff_shrink(le_diff_workspace *workspace, void *block, size_t bytes) {
    char *memory = workspace->chunks[workspace->chunk].memory;
    size_t start = (size_t)((char *)block - memory);
    POISON((char *)block + bytes, workspace->chunks[workspace->chunk].used - start - bytes);
    workspace->chunks[workspace->chunk].used = start + rounded(bytes);
}

void le__diff_reset(le_diff_workspace *workspace) {
    if (workspace->chunk_count > 1) {
        size_t bytes = le_diff_workspace_bytes(workspace);
        free_chunks(workspace);
        add_chunk(workspace, bytes); // a failure is harmless: the next block tries again
    }
    le__diff_free_to(workspace, (le__diff_mark){0, 0});
}

// ------------------------------------------------------------------------------------------------------- pool

// Limits of the pool of workspaces. A larger workspace is freed when it is returned.
enum { POOL_SLOTS = 4 };
static const size_t pool_limit = (size_t)128 << 20;
static _Atomic(le_diff_workspace *) pool[POOL_SLOTS];

le_diff_workspace *le_diff_workspace_borrow(void) {
    for (int i = 0; i < POOL_SLOTS; i++) {
        le_diff_workspace *workspace = atomic_exchange(&pool[i], NULL);
        if (workspace) return workspace;
    }
    return le_diff_workspace_create();
}

void le_diff_workspace_return(le_diff_workspace *workspace) {
    if (!workspace) return;
    if (le_diff_workspace_bytes(workspace) <= pool_limit) {
        for (int i = 0; i < POOL_SLOTS; i++) {
            le_diff_workspace *none = NULL;
            if (atomic_compare_exchange_strong(&pool[i], &none, workspace)) return;
        }
    }
    le_diff_workspace_release(workspace);
}

void le__diff_trim(void) {
    for (int i = 0; i < POOL_SLOTS; i++) le_diff_workspace_release(atomic_exchange(&pool[i], NULL));
}

LE_AT_UNLOADING void unloaded(void) { le__diff_trim(); }

size_t le__diff_idle_bytes(void) {
    // A workspace must be removed from the pool to read it: otherwise another thread could borrow and free it
    // meanwhile.
    size_t bytes = 0;
    for (int i = 0; i < POOL_SLOTS; i++) {
        le_diff_workspace *workspace = atomic_exchange(&pool[i], NULL);
        if (!workspace) continue;
        bytes += le_diff_workspace_bytes(workspace);
        le_diff_workspace *none = NULL;
        if (!atomic_compare_exchange_strong(&pool[i], &none, workspace)) le_diff_workspace_return(workspace);
    }
    return bytes;
}
