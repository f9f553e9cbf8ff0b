// Differences between systems about memory.
#ifndef LE_SUPPORT_MEMORY_H
#define LE_SUPPORT_MEMORY_H

#include <stdlib.h>

#include "support/macros.h"

#if defined(_WIN32)
    #include <malloc.h>
LE_INLINE void *le__aligned_alloc(size_t alignment, size_t bytes) { return _aligned_malloc(bytes, alignment); }
LE_INLINE void le__aligned_free(void *memory) { _aligned_free(memory); }
#else
LE_INLINE void *le__aligned_alloc(size_t alignment, size_t bytes) { return aligned_alloc(alignment, bytes); }
LE_INLINE void le__aligned_free(void *memory) { free(memory); }
#endif

// The size of an array. Where addresses have 32 bits, an array that does not fit has a size that no allocation grants,
// with room for rounding up. Where they have 64 bits, every count that the core accepts fits.
LE_INLINE size_t le__bytes(uint64_t count, size_t element) {
#if SIZE_MAX < UINT64_MAX
    const size_t most = SIZE_MAX - 4096;
    return count > most / element ? most : (size_t)count * element;
#else
    return count * element;
#endif
}

#endif
