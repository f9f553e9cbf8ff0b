#include "kernels/isa.h"
#if LE_HAS_AVX
    #define LE_ISA LE_ISA_AVX512
    #include "flow/ops.h"
    #include "kernels/isa_begin.h"
    #include "flow/flow_body.h"
    #include "kernels/isa_end.h"
#endif
