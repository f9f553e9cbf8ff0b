/// The extent tree: a sequence of lengths with positions, in O(log n) an edit.
///
/// A counted B+ tree. Leaves hold extents densely (32-bit units, 64-bit once an extent reaches 4,096 points) or as
/// runs (count and extent), whichever is smaller; inner nodes hold exclusive prefix sums of counts and extents. Nodes
/// are reference counted and copied on write, so a copy is O(1) and safe to use from another thread.
///
/// Extents are non-negative. Spacing is the caller's: a list stores extent + spacing for each item.
///
/// Every argument is checked in every build. `LE_BAD_ARGUMENT`: the tree is NULL, or an array that has entries to be
/// read or written is. `LE_BAD_INDEX`: an index, a count or a range is below zero or past the end. `LE_BAD_VALUE`: an
/// extent is negative. `LE_TOO_LARGE`: the count would pass `LE_MAX_COUNT` or the total `LE_MAX_TOTAL`. `LE_NO_MEMORY`:
/// an allocation failed. After each of them the tree is as it was. `work` may be NULL.
///
/// Threads: different trees, copies of each other included, may be used at the same time. One tree may be read by many
/// threads, or edited by one.
#ifndef LISTENGINE_EXTENTS_H
#define LISTENGINE_EXTENTS_H

#include "units.h"

LE_BEGIN_DECLS

typedef struct le_extents le_extents;

/// `count` neighbours of the same extent.
typedef struct le_run {
    int64_t count;
    int64_t extent;
} le_run;

/// One edit of a script, against the indices before the script: at index `at`, `removed` entries go and `inserted`
/// ones come. Their extents are those of `extents[source ..< source + inserted]` of the script or, with `moved`, those
/// that stood at `source ..< source + inserted` before the script.
typedef struct le_edit {
    int64_t at;
    int64_t removed;
    int64_t inserted;
    int64_t source;
    bool moved;
} le_edit;

/// An entry and where it stands.
typedef struct le_extent_at {
    int64_t index;
    int64_t offset; ///< Sum of the extents before it.
    int64_t extent;
} le_extent_at;

/// An empty tree, or NULL when memory is short. Release with `le_extents_release`.
LE_API le_extents *le_extents_create(void);

/// Another tree of the same contents. O(1): nodes are shared until one side changes. NULL when memory is short, or for
/// NULL.
LE_API le_extents *le_extents_copy(const le_extents *tree);

/// Gives a tree back; NULL is allowed. O(nodes that nobody shares).
LE_API void le_extents_release(le_extents *tree);

/// Number of entries, and the sum of their extents; 0 for NULL. O(1).
LE_API int64_t le_extents_count(const le_extents *tree);
LE_API int64_t le_extents_total(const le_extents *tree);

/// Replaces the contents by `count` extents in units. O(count), streaming.
LE_API le_status le_extents_assign(le_extents *tree, const int64_t *extents, int64_t count);

/// Replaces the contents by runs, some of which may be empty. O(runs).
LE_API le_status le_extents_assign_runs(le_extents *tree, const le_run *runs, size_t count);

/// Sum of the extents before entry `index`, 0 ... count: 0 for an index below, the total for one past those. O(log n).
LE_API int64_t le_extents_offset(const le_extents *tree, int64_t index, le_work *work);

/// Entry `index`, 0 ..< count. O(log n). For any other index the end: the count, the total, and 0.
LE_API le_extent_at le_extents_entry(const le_extents *tree, int64_t index, le_work *work);

/// The entry that covers `offset`: the one with offset <= `offset` < offset + extent. An empty entry covers nothing.
/// Before the start it is the first that is not empty; past the end `index` is the count and `offset` the total.
/// O(log n).
LE_API le_extent_at le_extents_at_offset(const le_extents *tree, int64_t offset, le_work *work);

/// Copies extents `first ..< first + count` into `out`. O(log n + count). Nothing is written where that is refused.
LE_API le_status le_extents_read(const le_extents *tree, int64_t first, int64_t count, int64_t *out);

/// Edits. Each is O(log n) nodes, plus one for each 200 or so entries given.
LE_API le_status le_extents_resize(le_extents *tree, int64_t index, int64_t extent, le_work *work);
LE_API le_status le_extents_resize_range(le_extents *tree, int64_t first, const int64_t *extents, int64_t count,
                                         le_work *work);
LE_API le_status le_extents_insert(le_extents *tree, int64_t at, const int64_t *extents, int64_t count, le_work *work);
LE_API le_status le_extents_insert_run(le_extents *tree, int64_t at, le_run run, le_work *work);
LE_API le_status le_extents_remove(le_extents *tree, int64_t first, int64_t count, le_work *work);

/// Moves entries `first ..< first + count` so that the first of them gets index `to`, counted without them.
LE_API le_status le_extents_move(le_extents *tree, int64_t first, int64_t count, int64_t to, le_work *work);

/// Applies a script: edits in ascending order of `at`, not overlapping. Costs the smaller of O(edits x log n) and one
/// streaming pass that shares untouched leaves, by a fixed formula. Moved entries are shared, not copied one by one.
/// The limits hold for the outcome: what a script removes makes room for what it inserts.
/// - `LE_BAD_EDITS` where edits overlap, are out of order or out of range; `failed`, if not NULL, gets the index of
///   the first such edit, and is left alone otherwise.
LE_API le_status le_extents_apply(le_extents *tree, const le_edit *edits, size_t edit_count, const int64_t *extents,
                                  int64_t extent_count, size_t *failed, le_work *work);

/// Bytes of nodes that the tree uses, shared ones included; 0 for NULL. O(nodes).
LE_API size_t le_extents_bytes(const le_extents *tree);

/// Checks every rule of the structure. For tests: O(n). Returns NULL when all hold, else the rule that does not.
LE_API const char *le_extents_check(const le_extents *tree);

LE_END_DECLS

#endif
