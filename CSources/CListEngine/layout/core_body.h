// All of the layout core, in the order in which its parts build on each other.
#include "kinds/compositional/boundary.h"
#include "kinds/compositional/composition.h"
#include "kinds/compositional/group_window.h"
#include "kinds/compositional/measured.h"
#include "extents/extents.h"
#include "kinds/flow/flow.h"
#include "kernels/kernels.h"
#include "kernels/near_points.h"
#include "layout/ops.h"
#include "support/lengths.h"
#include "support/paths.h"
#include "support/pool.h"
#include "tree/node.h"

#include "layout/extents_names.h"

#include "layout/sizes_body.h"
#include "layout/grid_body.h"

#include "waterfall/leaf_body.h"
#include "waterfall/place_body.h"
#include "waterfall/stream_body.h"
#include "waterfall/edit_body.h"
#include "waterfall/check_body.h"

#undef TREE
#undef TREE_SUMS
#undef TREE_MAXIMA
#undef TREE_FANOUT
#undef TREE_MIN
#undef TREE_LEVELS

#include "frames/frames_body.h"
#include "layout/sections_body.h"
#include "layout/walk_body.h"
#include "layout/composed_walk_body.h"
#include "waterfall/walk_body.h"
#include "layout/walk_items_body.h"
#include "layout/boundaries_body.h"
#include "layout/elements_body.h"
#include "layout/query_body.h"
#include "layout/frames_body.h"
#include "layout/points_body.h"
#include "layout/section_edits_body.h"
#include "layout/item_edits_body.h"
#include "layout/composed_edits_body.h"
#include "layout/section_change_body.h"
#include "layout/container_body.h"
#include "layout/whole_body.h"
#include "layout/ops_body.h"
