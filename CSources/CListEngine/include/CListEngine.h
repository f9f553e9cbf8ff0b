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
/// - **Indices** are zero based; ranges are a start and a count. An empty range may stand at the end.
/// - **Arguments.** Every argument is checked in every build, and no value of one causes undefined behaviour. Only the
///   memory behind a pointer is the caller's business: an array has as many elements as the call says, or is not read
///   because that number is refused. An array of no elements may be NULL, and so may `work`, `fault` and all else that
///   is said to be optional.
/// - **Statuses.** A call that can fail returns an `le_status`: `LE_BAD_ARGUMENT` (a NULL, an unknown value of an
///   enumeration or flag, a reserved word that is not zero), `LE_BAD_INDEX` (an index, a range or a count below zero or
///   past the end), `LE_BAD_VALUE` (a length, a size or a scale that cannot be used), `LE_TOO_LARGE` (past a limit),
///   `LE_NO_MEMORY`. Any call that changes or makes something can return these; each call says which others it has.
///   Where several apply, any one of them is returned.
/// - **Failures.** After a failure the value is as it was, nothing leaks, and outputs are untouched, apart from those
///   that explain the failure (`le_fault`, `failed`). This holds whichever allocation fails.
/// - **Questions** return no status: what is not there, or asked of NULL, has an answer that each of them states. They
///   change nothing and, if nothing else is said, allocate nothing.
/// - **Ownership.** Callers own every array that they pass; nothing is kept after the call. What a `..._create` or
///   `..._copy` returns is released with the `..._release` of its type, which allows NULL. Copies are O(1): nodes are
///   shared and copied on write. A copy and its original change and are released independently, in any order.
/// - **Cost.** In an O(...), n is the number of items or sections of the value, each edit's own arrays are read once,
///   and a release is O(nodes that no other value shares). An edit of a value that shares nodes with a copy copies the
///   nodes on its path, O(log n) more.
/// - **Threads.** Different values may be used from different threads at once, also when one is a copy of the other.
///   One value may be read by many threads, or changed by one. Functions without a value may be called from any thread.
/// - **Re-entrancy.** Only compositions call back, see `le_composition_spec.custom`. No lock is held while they do.
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
