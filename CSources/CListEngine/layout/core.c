// The layout core, compiled once. Only loops over flat arrays are compiled for each instruction set: see kernels/.
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "support/macros.h"

#include "layout/core_body.h"
