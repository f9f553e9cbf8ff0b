// The layout core for one instruction set; see simd/isa_begin.h.
#include "simd/isa.h"
#if LE_HAS_AVX
    #define LE_ISA LE_ISA_AVX2
    #include "simd/isa_begin.h"

    #include "layout/core_body.h"

    #include "simd/isa_end.h"
#endif
