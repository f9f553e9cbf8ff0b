#include "simd/isa.h"
#if LE_HAS_AVX
    #define LE_ISA LE_ISA_AVX2
    #include "simd/isa_begin.h"
    #include "diff/phases.h"
    #include "simd/isa_end.h"
#endif
