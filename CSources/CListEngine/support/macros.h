// Small macros and helpers that every file of the core uses.
#ifndef LE_SUPPORT_MACROS_H
#define LE_SUPPORT_MACROS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
    #define LE_LIKELY(x) __builtin_expect(!!(x), 1)
    #define LE_UNLIKELY(x) __builtin_expect(!!(x), 0)
    #define LE_INLINE static inline __attribute__((always_inline))
    #define LE_NOINLINE __attribute__((noinline))
    #define LE_PREFETCH(p) __builtin_prefetch(p)
    #define LE_PREFETCH_TO_WRITE(p) __builtin_prefetch(p, 1)
#else
    #define LE_LIKELY(x) (x)
    #define LE_UNLIKELY(x) (x)
    #define LE_INLINE static inline
    #define LE_NOINLINE
    #define LE_PREFETCH(p) ((void)(p))
    #define LE_PREFETCH_TO_WRITE(p) ((void)(p))
#endif

// A function that is called when the library is unloaded, and when the program ends, while other threads may still use
// it.
// Windows has no such function.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(_WIN32)
    #define LE_AT_UNLOADING static __attribute__((destructor))
#elif defined(__GNUC__) || defined(__clang__)
    #define LE_AT_UNLOADING static __attribute__((unused))
#else
    #define LE_AT_UNLOADING static
#endif

// Prefetches the cache lines of `bytes` bytes.
LE_INLINE void le__prefetch(const void *memory, size_t bytes) {
    // The address is a number, because the bytes can reach past the object.
    for (size_t at = 0; at < bytes; at += 64) LE_PREFETCH((const void *)((uintptr_t)memory + at));
}

// The same for lines that will be written.
LE_INLINE void le__prefetch_to_write(const void *memory, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 64) LE_PREFETCH_TO_WRITE((const void *)((uintptr_t)memory + at));
}

// For a loop that is nearly always short: the set-up of vector code would cost more than it saves.
#if defined(__clang__)
    #define LE_SHORT_LOOP _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
    #define LE_SHORT_LOOP
#endif

// For a loop of a few dozen additions to numbers in memory: one instruction for each, four at a time.
#if defined(__clang__)
    #define LE_BY_FOURS _Pragma("clang loop vectorize(disable) unroll_count(4)")
#else
    #define LE_BY_FOURS
#endif

// For a loop whose steps are independent of each other: `n` of them at a time, in vectors, where the compiler would
// choose fewer or straight scalar code.
#if defined(__clang__)
    #define LE_LANES(n) LE__PRAGMA(clang loop vectorize_width(n) interleave(disable) unroll(disable))
    #define LE__PRAGMA(text) _Pragma(#text)
#else
    #define LE_LANES(n)
#endif

// For a loop of a few steps whose number is a compile-time constant: it is unrolled to straight scalar code.
#if defined(__clang__)
    #define LE_UNROLLED _Pragma("clang loop vectorize(disable) unroll(full)")
#else
    #define LE_UNROLLED
#endif

#define LE_MIN(a, b) ((a) < (b) ? (a) : (b))
#define LE_MAX(a, b) ((a) > (b) ? (a) : (b))

// Whether the reserved words of an option structure are all zero. Other values are options of a later version.
#define LE__KNOWN(options) le__zeros((options)->reserved, sizeof(options)->reserved / sizeof *(options)->reserved)
static inline bool le__zeros(const uint64_t *words, size_t count) {
    uint64_t any = 0;
    for (size_t i = 0; i < count; i++) any |= words[i];
    return any == 0;
}

#endif
