#include "kernels/isa.h"
#define LE_ISA LE_ISA_SCALAR
#include "kernels/isa_begin.h"
#include "diff/phases.h"
#include "kernels/isa_end.h"
