// The malloc of the test program takes precedence over that of the C library: the dynamic linker searches the program
// first, so the Swift runtime and Foundation use it as well.
#include "AllocationCounter.h"

#include <stddef.h>
#include <stdlib.h>

__attribute__((noinline)) void *allocation_plant(void) {
    void *volatile planted = malloc(16);
    return planted;
}

#if defined(__has_feature)
    #if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
        #define SANITIZED 1
    #endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

    #include <errno.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static _Thread_local uint64_t count;

void *malloc(size_t bytes) {
    count++;
    return __libc_malloc(bytes);
}

void *calloc(size_t n, size_t bytes) {
    count++;
    return __libc_calloc(n, bytes);
}

void *realloc(void *block, size_t bytes) {
    count++;
    return __libc_realloc(block, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
    count++;
    return __libc_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **block, size_t alignment, size_t bytes) {
    void *made = memalign(alignment, bytes);
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

bool allocation_counter_works(void) { return true; }
uint64_t allocation_count(void) { return count; }

#else

bool allocation_counter_works(void) { return false; }
uint64_t allocation_count(void) { return 0; }

#endif
