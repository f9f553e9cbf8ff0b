#include "simd/isa.h"
#define LE_ISA LE_ISA_SCALAR
#include "flow/break.h"
#include "simd/isa_begin.h"
#include "flow/break_body.h"
#include "simd/isa_end.h"
