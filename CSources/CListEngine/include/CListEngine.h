/// CListEngine: the numeric core of ListEngine, in C11.
///
/// It lays out and compares lists of any length, using flat arrays and trees of numbers. It knows nothing about
/// identifiers, views and Swift. The Swift modules ListEngineLayout and ListEngineDiff wrap it. A C program can use it
/// directly.
///
/// Rules common to all calls
///
/// - **Units.** Lengths are integers in units of 2^-20 point (`LE_UNIT`). A value in points is rounded once on entry,
///   half to even (`le_units`). All sums are integer sums, so results do not depend on SIMD width, thread or order of
///   edits.
/// - **Axes.** "Main" is the scroll axis and "cross" is the other axis. Both grow away from the leading, top corner.
/// - **Indices** are zero based. A range is a start and a count. An empty range may start at the end.
/// - **Arguments.** Every argument is checked in every build, and no argument value causes undefined behaviour. The
///   library cannot check the memory behind a pointer: the caller provides arrays with as many elements as the call
///   says. An array whose element count is refused is not read. An array of no elements may be NULL. So may `work`,
///   `fault` and all other arguments that are documented as optional.
/// - **Statuses.** A call that can fail returns an `le_status`: `LE_BAD_ARGUMENT` (a NULL, an unknown value of an
///   enumeration or flag, a reserved word that is not zero), `LE_BAD_INDEX` (an index, a range or a count below zero or
///   past the end), `LE_BAD_VALUE` (a length, a size or a scale that cannot be used), `LE_TOO_LARGE` (past a limit),
///   `LE_NO_MEMORY`. Any call that changes or creates a value can return these; each call documents its other statuses.
///   If several apply, any one of them is returned.
/// - **Failures.** After a failure the value is unchanged, nothing leaks, and outputs are untouched, except those that
///   explain the failure (`le_fault`, `failed`). This holds whichever allocation fails.
/// - **Queries** return no status. Each documents its result for NULL and for elements that do not exist. Queries
///   change nothing and allocate nothing, unless documented otherwise.
/// - **Ownership.** Callers own every array that they pass. The library keeps no pointer to it after the call. Release
///   the result of a `..._create` or `..._copy` with the `..._release` of its type, which allows NULL. Copies are O(1):
///   nodes are shared and copied on write. A copy and its original can be changed and released independently, in any
///   order.
/// - **Cost.** In an O(...), n is the number of items or sections of the value. Each edit reads its own arrays once. A
///   release is O(nodes that no other value shares). An edit of a value that shares nodes with a copy also copies the
///   nodes on its path, which is O(log n).
/// - **Threads.** Different values may be used from different threads simultaneously, even if one is a copy of the
///   other. One value may be read by many threads, or changed by one. Functions without a value may be called from
///   any thread.
/// - **Processes.** A child of `fork` may use all values that no other thread was changing or releasing at that moment,
///   whatever else the other threads did. The memory that those threads kept for reuse is lost in the child.
/// - **Re-entrancy.** Only compositions call back, see `le_composition_spec.custom`. The library then holds no lock.
/// - **Limits.** `LE_MAX_TOTAL`, `LE_MAX_COUNT`, `LE_MAX_LENGTH` (units.h), 2^31 - 1 sections, `LE_DIFF_MAX_COUNT`.
///   A stack of 128 KB is enough for any call.
/// - **Stability.** See version.h and options.h. Names and structures may change until version 1.0.
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
