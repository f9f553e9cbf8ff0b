// A waterfall: columns of equal width; each item is placed below the items of its column. The body is the root of a
// tree of items in columns (column_tree.h), NULL without items.
#ifndef LE_KINDS_WATERFALL_WATERFALL_H
#define LE_KINDS_WATERFALL_WATERFALL_H

#include "kinds/waterfall/waterfall_stream.h"
#include "listengine/extents.h"

LE_INLINE int64_t le__waterfall_count(const le__columns_node *root) { return root ? root->sum[0] : 0; }

// A tree with `edits` (at least one, in order and in range) applied; `root` is unchanged. `resizes`: each edit gives
// the items that it removes other sizes, so sizes without spans keep theirs.
le_status le__waterfall_apply(le__columns_node *root, const le__waterfall_rules *rules, const le_edit *edits,
                              size_t count, bool resizes, const le_sizes *sizes, le__columns_node **out,
                              le_fault *fault, le_work *work);

// A tree of sizes `first ..< first + count`.
le_status le__waterfall_build(le__columns_node **root, const le__waterfall_rules *rules, const le_sizes *sizes,
                              int64_t first, int64_t count, le_fault *fault, le_work *work);

// Lays out the same items by other rules; `by_ratio` must be the same. LE_BAD_VALUE if a height is below what the new
// spacing requires.
le_status le__waterfall_set_rules(le__columns_node **root, const le__waterfall_rules *old,
                                  const le__waterfall_rules *rules, le_work *work);

// Heights of items in points, or their ratios.
void le__waterfall_read(le__columns_node *root, const le__waterfall_rules *rules, int64_t first, int64_t count,
                        double *main);

// Checks all invariants by placing all items again with a simple loop.
const char *le__waterfall_check(le__columns_node *root, const le__waterfall_rules *r);

#endif
