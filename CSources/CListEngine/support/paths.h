// Which code paths a test run has reached. A random test proves little about a path that it never took, so the tests
// fail when one of these counters is zero. Debug builds and builds with LE_COUNT_PATHS count. In other builds LE_PATH
// expands to nothing.
#ifndef LE_SUPPORT_PATHS_H
#define LE_SUPPORT_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#if !defined(LE_PATHS_COUNTED)
    #if !defined(NDEBUG) || defined(LE_COUNT_PATHS)
        #define LE_PATHS_COUNTED 1
    #else
        #define LE_PATHS_COUNTED 0
    #endif
#endif

// Every counted path, one entry each; add new ones at the end of their group.
#define LE_PATHS(X)                                                                                                    \
    X(LEAF_SPLIT)         /* a full leaf became two */                                                                 \
    X(LEAF_MERGE)         /* two small leaves became one */                                                            \
    X(LEAF_GROW)          /* a leaf moved to the next size class */                                                    \
    X(LEAF_WIDEN)         /* 32-bit extents became 64-bit ones */                                                      \
    X(RUN_SPLIT)          /* an edit inside a run */                                                                   \
    X(RUN_MERGE)          /* equal neighbours became one run */                                                        \
    X(INNER_SPLICE)       /* children of one inner node replaced in place */                                           \
    X(TREE_REPLACE)       /* an edit by persistent split and join */                                                   \
    X(SHARED_NODE_COPY)   /* copy on write */                                                                          \
    X(SCRIPT_EDITS)       /* a script applied edit by edit */                                                          \
    X(SCRIPT_STREAM)      /* a script applied in one pass */                                                           \
    X(SCRIPT_IN_PLACE)    /* a script applied to the leaves that it edits */                                           \
    X(FLOW_REFLOW_LEAF)   /* re-flow went on into the next leaf */                                                     \
    X(FLOW_SHIFT)         /* re-flow moved a stretch of items of one width on */                                       \
    X(FLOW_STITCH)        /* a speculative chain had to be redone */                                                   \
    X(FLOW_LONG_LINE)     /* a line longer than a leaf */                                                              \
    X(WATERFALL_WIDE)     /* a leaf of 64-bit heights */                                                               \
    X(WATERFALL_SPANS)    /* a leaf with items that span columns */                                                    \
    X(WATERFALL_REJOINED) /* columns are as before the edit again */                                                   \
    X(QUERY_OVERHANG)     /* a section found only by its overhang */                                                   \
    X(GROUP_REPEATED)     /* a group's child was repeated as a template was solved */                                  \
    X(GROUP_SOLVED)       /* a group with measured items was solved again */                                           \
    X(GROUP_SHRUNK)       /* the largest measured group shrank */                                                      \
    X(GROUPS_SHIFTED)     /* items moved into other groups */                                                          \
    X(GROUP_BOUNDS)       /* a block of a large group was skipped */                                                   \
    X(GROUP_WINDOWS)      /* a large measured group was read in parts */                                               \
    X(GROUPS_PASSED)      /* groups that show nothing were skipped together */                                         \
    X(GROUPS_TURNED)      /* the first groups of a section that loops were shown after the last ones */                \
    X(PARTS_RESUMED)      /* a query went on between an item's supplementaries */

enum {
#define LE_PATH_ENUM(name) LE_PATH_##name,
    LE_PATHS(LE_PATH_ENUM)
#undef LE_PATH_ENUM
        LE_PATH_COUNT
};

#if LE_PATHS_COUNTED
    #include <stdatomic.h>
extern _Atomic(uint64_t) le__paths[LE_PATH_COUNT];
    #define LE_PATH(name) ((void)atomic_fetch_add_explicit(&le__paths[LE_PATH_##name], 1, memory_order_relaxed))
#else
    #define LE_PATH(name) ((void)0)
#endif

// For tests; Tests/CListEngineTesting declares the same functions.

// The number of counted paths; 0 in builds that do not count.
int le_path_count(void);
const char *le_path_name(int path);
uint64_t le_path_hits(int path);

// Lets the next `allocations` node allocations succeed; all later ones fail. Negative: no limit.
void le_pool_fail_after(long allocations);

// The number of node pool blocks in use; -1 in builds that do not count them.
long le_pool_live_blocks(void);

// Lets the next `blocks` block requests to the workspaces of the differ succeed. The one after them fails and, unless
// `only_one` is set, so do all later ones. Negative: no limit. A workspace has memory for many blocks, so a failing
// allocator alone reaches few of the places that handle a failure. `le_diff_blocks_left` returns how many requests can
// still succeed.
void le_diff_fail_after(long blocks, bool only_one);
long le_diff_blocks_left(void);

#endif
