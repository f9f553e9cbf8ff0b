#include "kernels/isa.h"
#define LE_ISA LE_ISA_128
#include "flow/ops.h"
#include "kernels/isa_begin.h"
#include "flow/flow_body.h"
#include "kernels/isa_end.h"
