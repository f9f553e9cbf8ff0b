// The kernels for one instruction set; see kernels/isa_begin.h.
#include "kernels/kernels.h"
#include "kernels/near_points.h"
#include "support/bits.h"

#define LE_ISA LE_ISA_128
#include "kernels/isa_begin.h"

#include "kernels/kernels_body.h"

#include "kernels/isa_end.h"
