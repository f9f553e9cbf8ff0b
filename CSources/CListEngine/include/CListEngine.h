/// CListEngine: the numeric core of ListEngine, in C11.
///
/// It lays out and diffs lists of any length over flat arrays and trees of numbers. It knows no identifiers, no views
/// and no Swift. The Swift modules ListEngineLayout and ListEngineDiff wrap it; a C program can use it directly.
///
/// Rules common to all calls
///
/// - **Units.** Lengths are integers in units of 2^-20 point (`LE_UNIT`). A point value is rounded once on entry, half
///   to even (`le_units`); all sums are integer sums, so no SIMD width, thread or order of edits can change a bit.
/// - **Axes.** "Main" is the scroll axis, "cross" the other one; both grow away from the leading, top corner.
/// - **Indices** are zero based; ranges are a start and a count.
/// - **Ownership.** Callers own every array that they pass; nothing is kept after the call. Trees and layouts are
///   released with their `..._release` function. Copies are O(1): nodes are shared and copied on write.
/// - **Threads.** Different values may be used from different threads at once, also when one is a copy of the other.
///   One value may be read by many threads, or changed by one.
/// - **Errors.** Calls that can fail return an `le_status`; after a failure outputs are untouched and the value is as
///   it was. Indices out of range are the caller's bug: checked by `assert` in debug builds.
/// - **Stability.** Names and structures may change until version 1.0.
#ifndef CLISTENGINE_H
#define CLISTENGINE_H

#include "listengine/status.h"
#include "listengine/backend.h"
#include "listengine/compositional.h"
#include "listengine/diff.h"
#include "listengine/extents.h"
#include "listengine/layout.h"
#include "listengine/options.h"
#include "listengine/units.h"
#include "listengine/version.h"

#endif
