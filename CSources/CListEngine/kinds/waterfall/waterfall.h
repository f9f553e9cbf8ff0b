// A waterfall: columns of equal width, each item below what its column already holds. Its body is the root of a tree of
// items in columns (columns.h), NULL when there are none.
#ifndef LE_KINDS_WATERFALL_WATERFALL_H
#define LE_KINDS_WATERFALL_WATERFALL_H

#include "kinds/waterfall/stream.h"
#include "listengine/extents.h"

LE_INLINE int64_t le__waterfall_count(const le__columns_node *root) { return root ? root->sum[0] : 0; }

// The tree with what `edits` (one at least, in order and in range) say replaced; `root` stays as it is.
le_status le__waterfall_apply(le__columns_node *root, const le__waterfall_rules *rules, const le_edit *edits,
                              size_t count, const le_sizes *sizes, le__columns_node **out, le_fault *fault,
                              le_work *work);

// A tree of sizes `first ..< first + count`.
le_status le__waterfall_build(le__columns_node **root, const le__waterfall_rules *rules, const le_sizes *sizes,
                              int64_t first, int64_t count, le_fault *fault, le_work *work);

// Other rules for the same items; `by_ratio` is the same. LE_BAD_VALUE where a height is below what the new spacing
// asks for.
le_status le__waterfall_set_rules(le__columns_node **root, const le__waterfall_rules *old,
                                  const le__waterfall_rules *rules, le_work *work);

// Heights of items in points, or their ratios.
void le__waterfall_read(le__columns_node *root, const le__waterfall_rules *rules, int64_t first, int64_t count,
                        double *main);

// Every rule of the structure, by placing all items again with the obvious loop.
const char *le__waterfall_check(le__columns_node *root, const le__waterfall_rules *r);

#endif
