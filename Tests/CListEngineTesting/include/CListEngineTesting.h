/// Hooks of the C core for its own tests: counts of the code paths that were reached, and allocations of nodes that
/// fail. The core defines them; its public headers do not declare them, and a shared library does not export them.
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

/// Lets `allocations` more node allocations succeed, and every later one fail; negative: no limit. For all threads.
void le_pool_fail_after(long allocations);

/// Blocks of the node pool that are in use; -1 in builds that do not count them (release builds without
/// LE_COUNT_PATHS).
long le_pool_live_blocks(void);

/// Lets `blocks` more blocks be taken from workspaces of the differ. Refuses the next one and, unless `only_one`, all
/// after it. Negative: no limit. For all threads.
void le_diff_fail_after(long blocks, bool only_one);

/// How many blocks `le_diff_fail_after` still allows; negative: no limit.
long le_diff_blocks_left(void);

#ifdef __cplusplus
}
#endif

#endif
