#include "support/paths.h"

#include "support/pool.h"

#if LE_PATHS_COUNTED
_Atomic(uint64_t) le__paths[LE_PATH_COUNT];
#endif

static const char *const names[LE_PATH_COUNT] = {
#define LE_PATH_NAME(name) #name,
    LE_PATHS(LE_PATH_NAME)
#undef LE_PATH_NAME
};

int le_path_count(void) { return LE_PATHS_COUNTED ? LE_PATH_COUNT : 0; }

const char *le_path_name(int path) { return names[path]; }

uint64_t le_path_hits(int path) {
#if LE_PATHS_COUNTED
    return atomic_load_explicit(&le__paths[path], memory_order_relaxed);
#else
    (void)path;
    return 0;
#endif
}

void le_pool_fail_after(long allocations) {
    atomic_store_explicit(&le__pool_budget, allocations, memory_order_relaxed);
}
