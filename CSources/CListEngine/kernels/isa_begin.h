// Opens a translation unit for one instruction set. A file `kernels_<isa>.c` defines LE_ISA, includes this header, then
// the bodies, then isa_end.h. There is no include guard, because this header wraps the contents of a file.
//
// SIMDe must be included inside the region with the target attribute, because its inline functions must have the same
// target as the code that they are inlined into. C library headers must stay outside.
#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/isa.h"
#include "support/macros.h"

#if LE_ISA == LE_ISA_AVX2
    #define LE_FN(name) name##_avx2
    #define SIMDE_X86_AVX2_NATIVE
#elif LE_ISA == LE_ISA_AVX512
    #define LE_FN(name) name##_avx512
    #if LE_NATIVE_AVX512
        #define SIMDE_X86_AVX512F_NATIVE
        #define SIMDE_X86_AVX512BW_NATIVE
        #define SIMDE_X86_AVX512VL_NATIVE
        #define SIMDE_X86_AVX512DQ_NATIVE
    #endif
#elif LE_ISA == LE_ISA_128
    #define LE_FN(name) name##_128
#else
    #define LE_FN(name) name##_scalar
#endif

#if defined(__clang__)
    #pragma clang diagnostic push
    #pragma clang diagnostic ignored "-Wunused-function"
    #pragma clang diagnostic ignored "-Wpsabi"
    // LE_LANES has no effect in builds that do not optimise.
    #pragma clang diagnostic ignored "-Wpass-failed"
    #if LE_ISA == LE_ISA_AVX2
        #define LE__TARGET_PUSHED
        #pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt"))), apply_to = function)
    #elif LE_ISA == LE_ISA_AVX512 && LE_NATIVE_AVX512
        #define LE__TARGET_PUSHED
        #pragma clang attribute push(                                                                                  \
            __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,bmi,bmi2,popcnt,lzcnt"))), apply_to = function)
    #endif
#elif defined(__GNUC__)
    #pragma GCC diagnostic push
    #pragma GCC diagnostic ignored "-Wunused-function"
    #pragma GCC diagnostic ignored "-Wpsabi"
    #if LE_ISA == LE_ISA_AVX2
        #define LE__TARGET_PUSHED
        #pragma GCC push_options
        #pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")
    #elif LE_ISA == LE_ISA_AVX512 && LE_NATIVE_AVX512
        #define LE__TARGET_PUSHED
        #pragma GCC push_options
        #pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,bmi,bmi2,popcnt,lzcnt")
    #endif
#endif

#include "kernels/lanes.h"
#include "kernels/octets.h"
