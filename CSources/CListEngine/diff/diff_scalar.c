#include "simd/isa.h"
#define LE_ISA LE_ISA_SCALAR
#include "simd/isa_begin.h"
#include "diff/phases.h"
#include "simd/isa_end.h"
