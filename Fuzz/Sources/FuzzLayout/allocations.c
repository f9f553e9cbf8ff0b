// Allocations that fail: calls of the allocator arrive here first (`-Wl,--wrap`).
#include "history.h"

enum { ALLOCATION_LIMIT = 64 << 20 };

long allocation_budget = -1;
bool was_too_large;

static bool refuses(size_t bytes) {
    if (bytes > ALLOCATION_LIMIT) return was_too_large = true;
    if (allocation_budget < 0) return false;
    if (allocation_budget > 0) allocation_budget--;
    return allocation_budget == 0;
}

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_malloc(size_t bytes) { return refuses(bytes) ? NULL : __real_malloc(bytes); }
void *__wrap_calloc(size_t count, size_t bytes) {
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all)) all = SIZE_MAX;
    return refuses(all) ? NULL : __real_calloc(count, bytes);
}
void *__wrap_realloc(void *old, size_t bytes) { return refuses(bytes) ? NULL : __real_realloc(old, bytes); }
void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
    return refuses(bytes) ? NULL : __real_aligned_alloc(alignment, bytes);
}
// NOLINTEND(bugprone-reserved-identifier)
