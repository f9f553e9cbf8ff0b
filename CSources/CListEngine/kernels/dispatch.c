// Chooses the instruction set: the widest that the processor supports, unless LE_BACKEND or a test selects another.
#include "listengine/backend.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/isa.h"

#if LE_USE_SIMDE
    #define PROVIDER "+simde"
#else
    #define PROVIDER "+vector"
#endif
#if defined(__x86_64__)
    #define WIDTH_128 "sse2"
#elif defined(__aarch64__)
    #define WIDTH_128 "neon"
#else
    #define WIDTH_128 "simd128"
#endif
#if LE_NATIVE_AVX512
    #define WIDTH_512 "avx512"
#else
    #define WIDTH_512 "avx512-emulated"
#endif

_Atomic(int) le__isa_in_use = -1;

static const char *const names[LE_ISA_COUNT] = {"scalar", WIDTH_128 PROVIDER, "avx2" PROVIDER, WIDTH_512 PROVIDER};

static int widest(void) {
#if LE_HAS_AVX && !LE_NATIVE_AVX512
    return LE_ISA_AVX512;
#elif LE_HAS_AVX
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2"))
        return LE_ISA_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return LE_ISA_AVX2;
#endif
    return LE_ISA_128;
}

int le__isa_choose(void) {
    int isa = widest();
    const char *wanted = getenv("LE_BACKEND");
    if (wanted) {
        // A prefix suffices ("avx2"), because the provider depends on the build. An unknown name changes nothing.
        for (int i = 0; i <= widest(); i++)
            if (*wanted && strncmp(names[i], wanted, strlen(wanted)) == 0) isa = i;
    }
    atomic_store_explicit(&le__isa_in_use, isa, memory_order_relaxed);
    return isa;
}

const char *le_backend(void) { return names[le__isa()]; }

int le_backend_count(void) { return widest() + 1; }

const char *le_backend_name(int index) {
    return index >= 0 && index < le_backend_count() ? names[index] : NULL;
}

void le_backend_use(int index) {
    if (index < 0 || index >= le_backend_count()) return;
    atomic_store_explicit(&le__isa_in_use, index, memory_order_relaxed);
}
