/// Hooks of the C core for its own tests: counters of the code paths that were taken, and node allocations that fail.
/// The core defines them; its public headers do not declare them, and a shared library does not export them.
#ifndef CLISTENGINE_TESTING_H
#define CLISTENGINE_TESTING_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of counted paths; 0 in builds that do not count.
int le_path_count(void);

/// The name of a counted path.
/// - `path`: 0 ..< `le_path_count()`.
const char *le_path_name(int path);

/// How often a path was taken since the program started.
/// - `path`: 0 ..< `le_path_count()`.
uint64_t le_path_hits(int path);

/// Lets the next `allocations` node allocations succeed; all later ones fail. Negative: no limit. For all threads.
void le_pool_fail_after(long allocations);

/// The number of node pool blocks in use; -1 in builds that do not count them (release builds without LE_COUNT_PATHS).
long le_pool_live_blocks(void);

/// Lets the next `blocks` block requests to the workspaces of the differ succeed. The one after them fails and, unless
/// `only_one` is set, so do all later ones. Negative: no limit. For all threads.
void le_diff_fail_after(long blocks, bool only_one);

/// How many blocks `le_diff_fail_after` still allows; negative: no limit.
long le_diff_blocks_left(void);

#ifdef __cplusplus
}
#endif

#endif
