#include "simd/isa.h"
#if LE_HAS_AVX
    #define LE_ISA LE_ISA_AVX2
    #include "flow/ops.h"
    #include "simd/isa_begin.h"
    #include "flow/flow_body.h"
    #include "simd/isa_end.h"
#endif
