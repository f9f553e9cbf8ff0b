// Everything of the flow core that is compiled for each instruction set.
#include "flow/break_body.h"
#include "flow/leaf_body.h"
#include "flow/stream_body.h"
#include "flow/in_place_body.h"
#include "flow/shift_body.h"
#include "flow/edit_body.h"
#include "flow/walk_body.h"
#include "flow/check_body.h"
