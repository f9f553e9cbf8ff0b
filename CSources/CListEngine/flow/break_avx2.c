#include "simd/isa.h"
#if LE_HAS_AVX
    #define LE_ISA LE_ISA_AVX2
    #include "flow/break.h"
    #include "simd/isa_begin.h"
    #include "flow/break_body.h"
    #include "simd/isa_end.h"
#endif
