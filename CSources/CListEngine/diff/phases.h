// The phases that are compiled for each instruction set, and their table. A file diff_<isa>.c includes isa_begin.h,
// then this, then isa_end.h.
#include "diff/stream_state.h"

#define KEY_BITS 64
#include "diff/scan_body.h"
#define KEY_BITS 32
#include "diff/scan_body.h"
#define KEY_BITS 64
#include "diff/anchors_body.h"
#define KEY_BITS 32
#include "diff/anchors_body.h"
#define KEY_BITS 64
#include "diff/stream_body.h"
#define KEY_BITS 32
#include "diff/stream_body.h"
#include "diff/table_body.h"
#define KEY_BITS 64
#include "diff/join_body.h"
#define KEY_BITS 32
#include "diff/join_body.h"
#include "diff/order_items_body.h"

const le__diff_ops LE_FN(le__diff_ops) = {
    .stream = {stream_64, stream_32},
    .join = {join_64, join_32},
    .order_items = order_items,
    .equal_ahead = equal_ahead_64,
};
