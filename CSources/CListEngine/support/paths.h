// Which code paths a test run has reached. A random test proves little about a path that it never took, so the tests
// fail when one of these counts is zero. Counting exists in debug builds and with LE_COUNT_PATHS; elsewhere LE_PATH
// is nothing.
#ifndef LE_SUPPORT_PATHS_H
#define LE_SUPPORT_PATHS_H

#include "listengine/testing.h"

#if LE_PATHS_COUNTED
    #include <stdatomic.h>
extern _Atomic(uint64_t) le__paths[LE_PATH_COUNT];
    #define LE_PATH(name) ((void)atomic_fetch_add_explicit(&le__paths[LE_PATH_##name], 1, memory_order_relaxed))
#else
    #define LE_PATH(name) ((void)0)
#endif

#endif
