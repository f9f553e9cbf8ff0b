/// The extent tree: a sequence of lengths. It finds the position of each, and the entry at a position; an edit takes
/// O(log n).
///
/// It is a counted B+ tree. Leaves store extents as an array (32-bit units, 64-bit once an extent reaches 4,096 points)
/// or as runs (count and extent), whichever is smaller. Inner nodes store exclusive prefix sums of counts and extents.
/// Nodes are reference counted and copied on write, so a copy is O(1) and safe to use from another thread.
///
/// Extents are not negative. The tree has no spacing: a list stores extent + spacing for each item.
///
/// Every argument is checked in every build. `LE_BAD_ARGUMENT`: the tree is NULL, or an array with entries to read or
/// write is NULL. `LE_BAD_INDEX`: an index, a count or a range is below zero or past the end. `LE_BAD_VALUE`: an extent
/// is negative. `LE_TOO_LARGE`: the count would exceed `LE_MAX_COUNT`, or the total `LE_MAX_TOTAL`. `LE_NO_MEMORY`: an
/// allocation failed. After any of these the tree is unchanged. `work` may be NULL.
///
/// Threads: different trees, copies of each other included, may be used at the same time. One tree may be read by many
/// threads, or edited by one.
#ifndef LISTENGINE_EXTENTS_H
#define LISTENGINE_EXTENTS_H

#include "units.h"

LE_BEGIN_DECLS

typedef struct le_extents le_extents;

/// `count` consecutive entries of the same extent.
typedef struct le_run {
    int64_t count;
    int64_t extent;
} le_run;

/// One edit of a script: removes `removed` entries from index `at` on and inserts `inserted` entries in their place.
/// Indices are those before the script. The inserted extents are `extents[source ..< source + inserted]` of the script
/// or, with `moved`, the entries that were at `source ..< source + inserted` before the script.
typedef struct le_edit {
    int64_t at;
    int64_t removed;
    int64_t inserted;
    int64_t source;
    bool moved;
} le_edit;

/// An entry and its position.
typedef struct le_extent_at {
    int64_t index;
    int64_t offset; ///< Sum of the extents before it.
    int64_t extent;
} le_extent_at;

/// An empty tree, or NULL when memory is short. Release with `le_extents_release`.
LE_API le_extents *le_extents_create(void);

/// Another tree with the same contents. O(1): nodes are shared until one tree changes. NULL when memory is short, or
/// for NULL.
LE_API le_extents *le_extents_copy(const le_extents *tree);

/// Releases a tree; NULL is allowed. O(nodes that no other tree shares).
LE_API void le_extents_release(le_extents *tree);

/// Number of entries, and the sum of their extents; 0 for NULL. O(1).
LE_API int64_t le_extents_count(const le_extents *tree);
LE_API int64_t le_extents_total(const le_extents *tree);

/// Replaces the contents with `count` extents in units. O(count), in one pass.
LE_API le_status le_extents_assign(le_extents *tree, const int64_t *extents, int64_t count);

/// Replaces the contents with runs, some of which may be empty. O(runs).
LE_API le_status le_extents_assign_runs(le_extents *tree, const le_run *runs, size_t count);

/// Sum of the extents before entry `index`, 0 ... count. A smaller index gives 0, a larger one the total. O(log n).
LE_API int64_t le_extents_offset(const le_extents *tree, int64_t index, le_work *work);

/// Entry `index`, 0 ..< count. For any other index the result is the end: the count, the total, and extent 0. O(log n).
LE_API le_extent_at le_extents_entry(const le_extents *tree, int64_t index, le_work *work);

/// The entry that covers `offset`, which is the one with start <= `offset` < start + extent. An entry of extent 0
/// covers nothing. For an offset before the start, the result is the first entry that is not empty. For an offset past
/// the end, `index` is the count and `offset` the total. O(log n).
LE_API le_extent_at le_extents_at_offset(const le_extents *tree, int64_t offset, le_work *work);

/// Copies extents `first ..< first + count` into `out`. O(log n + count). After a failure nothing is written.
LE_API le_status le_extents_read(const le_extents *tree, int64_t first, int64_t count, int64_t *out);

/// Edits. Each touches O(log n) nodes, plus one for about every 200 entries in the call.
LE_API le_status le_extents_resize(le_extents *tree, int64_t index, int64_t extent, le_work *work);
LE_API le_status le_extents_resize_range(le_extents *tree, int64_t first, const int64_t *extents, int64_t count,
                                         le_work *work);
LE_API le_status le_extents_insert(le_extents *tree, int64_t at, const int64_t *extents, int64_t count, le_work *work);
LE_API le_status le_extents_insert_run(le_extents *tree, int64_t at, le_run run, le_work *work);
LE_API le_status le_extents_remove(le_extents *tree, int64_t first, int64_t count, le_work *work);

/// Moves entries `first ..< first + count` so that the first of them gets index `to`, counted without them.
LE_API le_status le_extents_move(le_extents *tree, int64_t first, int64_t count, int64_t to, le_work *work);

/// Applies a script: edits in ascending order of `at` that do not overlap. A script takes O(edits x log n), or one
/// pass over the tree that shares untouched leaves, whichever is less. Moved entries are shared, not copied one by
/// one. The limits apply to the result, after all removals and insertions. If `extents` is NULL and `extent_count` is
/// LE_MAX_COUNT, all inserted entries are 0.
/// - `LE_BAD_EDITS`: edits overlap, are out of order or out of range. `failed`, if not NULL, then receives the index of
///   the first such edit; otherwise it is not written.
LE_API le_status le_extents_apply(le_extents *tree, const le_edit *edits, size_t edit_count, const int64_t *extents,
                                  int64_t extent_count, size_t *failed, le_work *work);

/// Bytes of the nodes that the tree uses, including shared ones; 0 for NULL. O(nodes).
LE_API size_t le_extents_bytes(const le_extents *tree);

/// Checks all invariants of the structure. For tests. Returns NULL, or the first invariant that is broken. O(n).
LE_API const char *le_extents_check(const le_extents *tree);

LE_END_DECLS

#endif
