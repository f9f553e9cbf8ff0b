// All of the layout core, in the order in which its parts build on each other.
#include "extents/ops.h"
#include "support/paths.h"
#include "support/pool.h"
#include "tree/node.h"

#include "extents/leaf_body.h"
#include "extents/edits_body.h"
#include "extents/ops_body.h"
