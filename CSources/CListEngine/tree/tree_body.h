// For trees whose files are not ordinary C yet: the whole template, local to the file that includes it. The macros that
// describe the tree stay; the last of its files takes them back.
#define TREE_LINKAGE static
#define TREE_FUNCTIONS
#define TREE_KEEP

// No tree uses all of it.
#if defined(__GNUC__)
    #pragma GCC diagnostic push
    #pragma GCC diagnostic ignored "-Wunused-function"
#endif

#include "tree/tree.h"

#if defined(__GNUC__)
    #pragma GCC diagnostic pop
#endif

#undef TREE_KEEP
#undef TREE_LINKAGE
