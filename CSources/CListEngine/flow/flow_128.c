#include "simd/isa.h"
#define LE_ISA LE_ISA_128
#include "flow/ops.h"
#include "simd/isa_begin.h"
#include "flow/flow_body.h"
#include "simd/isa_end.h"
