// The memory that the library keeps for reuse: slabs of the pool, and workspaces of the differ.
#include "diff/workspace.h"
#include "listengine/layout.h"
#include "support/pool.h"
#include "support/slabs.h"

size_t le_pool_idle_bytes(void) {
    le__pool_collect();
    return le__slabs_idle_bytes() + le__diff_idle_bytes();
}

void le_pool_trim(void) {
    le__diff_trim();
    le__pool_trim();
}
