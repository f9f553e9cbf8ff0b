// The layout core for one instruction set; see simd/isa_begin.h.
#include "simd/isa.h"
#define LE_ISA LE_ISA_SCALAR
#include "simd/isa_begin.h"

#include "layout/core_body.h"

#include "simd/isa_end.h"
