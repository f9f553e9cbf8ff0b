// The instruction sets, and where each is available. Every topic has one table of functions per instruction set;
// `le__isa()` returns the one in use.
#ifndef LE_SIMD_ISA_H
#define LE_SIMD_ISA_H

#include <stdatomic.h>

#define LE_ISA_SCALAR 0
#define LE_ISA_128 1
#define LE_ISA_AVX2 2
#define LE_ISA_AVX512 3
#define LE_ISA_COUNT 4

// GCC and clang on x86-64 can compile single functions for a wider set than the baseline.
#if defined(__x86_64__) && (defined(__clang__) || defined(__GNUC__))
    #define LE_HAS_AVX 1
#else
    #define LE_HAS_AVX 0
#endif

// For tests on machines without AVX-512: its kernels, compiled without the instructions (SIMDe or the compiler emulate
// them), so that their text runs everywhere.
#if defined(LE_EMULATE_AVX512)
    #define LE_NATIVE_AVX512 0
#else
    #define LE_NATIVE_AVX512 1
#endif

// SIMDe provides the vectors if its headers are available; otherwise the vector types of the compiler do. LE_NO_SIMDE
// forces the latter.
#if !defined(LE_NO_SIMDE) && defined(__has_include)
    #if __has_include(<simde/x86/avx2.h>)
        #define LE_USE_SIMDE 1
    #endif
#endif
#ifndef LE_USE_SIMDE
    #define LE_USE_SIMDE 0
#endif

// The tables of a topic by instruction set, such as le__kernels_avx2. Only the AVX tables can be missing.
#if LE_HAS_AVX
    #define LE_ISA_TABLES(ops) {&ops##_scalar, &ops##_128, &ops##_avx2, &ops##_avx512}
#else
    #define LE_ISA_TABLES(ops) {&ops##_scalar, &ops##_128, 0, 0}
#endif

extern _Atomic(int) le__isa_in_use;
int le__isa_choose(void);

// The instruction set in use; chosen at the first call.
static inline int le__isa(void) {
    int isa = atomic_load_explicit(&le__isa_in_use, memory_order_relaxed);
    return isa >= 0 ? isa : le__isa_choose();
}

#endif
