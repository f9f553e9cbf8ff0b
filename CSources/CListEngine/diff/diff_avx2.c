#include "kernels/isa.h"
#if LE_HAS_AVX
    #define LE_ISA LE_ISA_AVX2
    #include "kernels/isa_begin.h"
    #include "diff/phases.h"
    #include "kernels/isa_end.h"
#endif
