// All kernels for one instruction set, and their table.
#include "kernels/columns_body.h"
#include "kernels/elements_body.h"
#include "kernels/entries_body.h"
#include "kernels/flow_even_body.h"
#include "kernels/flow_break_body.h"
#include "kernels/flow_places_body.h"
#include "kernels/increasing_body.h"
#include "kernels/lengths_body.h"
#include "kernels/matching_body.h"
#include "kernels/probe_body.h"
#include "kernels/rects_body.h"

#define REAL double
#define FRAMES(name) name
#include "kernels/frames_body.h"
#define REAL float
#define FRAMES(name) name##_relative
#include "kernels/frames_body.h"

const le__kernels LE_FN(le__kernels) = {
    .sum = sum,
    .narrow = narrow,
    .strides = strides,
    .varied = varied,
    .bits = bits,
    .widen = widen,
    .heights = heights,
    .sum_in_column = sum_in_column,
    .break_lines = break_lines,
    .break_on = break_on,
    .round_sizes = round_sizes,
    .copy_sizes = copy_sizes,
    .count_equal = count_equal,
    .thicknesses = thicknesses,
    .sum_thicknesses = sum_thicknesses,
    .find_line = find_line,
    .place_lines = place_lines,
    .row_elements = row_elements,
    .place_elements = place_elements,
    .column_elements = column_elements,
    .row_entries = row_entries,
    .place_entries = place_entries,
    .entries_met = entries_met,
    .row_frames = row_frames,
    .row_frames_relative = row_frames_relative,
    .place_frames = place_frames,
    .place_frames_relative = place_frames_relative,
    .column_frames = column_frames,
    .column_frames_relative = column_frames_relative,
    .rect_bounds = rect_bounds,
    .place_shortest = place_shortest,
    .equal_ahead = equal_ahead,
    .equal_behind = equal_behind,
    .ascending = ascending,
    .predicted = predicted,
    .equal_reversed_wide = equal_reversed_wide,
    .equal_reversed_narrow = equal_reversed_narrow,
    .agree_wide = agree_wide,
    .agree_narrow = agree_narrow,
    .probe = probe,
    .extend_tails = extend_tails,
};
