/// The exact differ: what was deleted, inserted, moved and updated between two lists of keys.
///
/// The result is a valid script for every input. Every key is matched as often as both lists hold it; what is matched
/// and not moved keeps its order. When keys are unique the number of moves is the provable minimum: matched items
/// minus the longest common subsequence. Duplicate keys pair by occurrence and are refined towards the longest common
/// subsequence within a budget of work; `le_diff_result.is_minimal` says whether the minimum was proven.
///
/// The cost is expected to be linear in the two counts, and close to that of comparing both arrays once when they are
/// alike; ordering the matched items costs at most r log r, for r runs of items that stayed together.
///
/// **Memory.** All scratch and all outputs live in a workspace, which grows to what the largest call needs and is
/// then reused. The call after one that grew it joins its memory into one block; calls of a size seen before allocate
/// nothing from then on. Outputs are valid until the next call with the same workspace, whatever that call returns, or
/// until its release. A refused call writes no result.
///
/// **Threads.** One workspace serves one thread at a time. Calls with different workspaces share nothing, and may read
/// the same lists. Nothing calls back.
///
/// **Limits.** At most `LE_DIFF_MAX_COUNT` items, sections and segments on each side; more is refused with
/// `LE_TOO_LARGE`. Any other argument that is not allowed is refused with a status too, in every build; only a pointer
/// that does not reach what is said of it is the caller's business.
#ifndef LISTENGINE_DIFF_H
#define LISTENGINE_DIFF_H

#include "status.h"

LE_BEGIN_DECLS

/// The largest count of items, and of sections, on one side.
#define LE_DIFF_MAX_COUNT ((size_t)INT32_MAX)

/// In a map: this item has no partner on the other side.
#define LE_DIFF_NONE UINT32_MAX

/// Set in `le_diff_pair_run.old_start` when the old indices of the run go down while the new ones go up.
#define LE_DIFF_DESCENDING 0x80000000u

// --------------------------------------------------------------------------------------------------- workspace

/// Scratch and outputs of diffs.
typedef struct le_diff_workspace le_diff_workspace;

/// A new, empty workspace; NULL when there is no memory. Release it with `le_diff_workspace_release`.
LE_API le_diff_workspace *le_diff_workspace_create(void);

/// Frees a workspace and every output in it. NULL is allowed.
LE_API void le_diff_workspace_release(le_diff_workspace *workspace);

/// The bytes that a workspace has reserved; 0 for NULL. The system only backs those that a call has touched.
LE_API size_t le_diff_workspace_bytes(const le_diff_workspace *workspace);

/// Takes a workspace out of a small process-wide pool, or makes one; NULL when there is no memory. For callers that
/// have no place to keep one. Any thread; a few atomic operations.
LE_API le_diff_workspace *le_diff_workspace_borrow(void);

/// Gives a borrowed workspace back; NULL is allowed. The pool keeps four of up to 128 MB each and frees others.
/// Borrowed workspaces must not be released, nor others returned while something else refers to them.
LE_API void le_diff_workspace_return(le_diff_workspace *workspace);

// ------------------------------------------------------------------------------------------------------- input

/// One side of a diff: a list of items, in order. Nothing is kept or changed.
typedef struct le_diff_side {
    /// `count` keys (fewer when segments are given, see `le_diff_options`): equal keys are the same item. Any values.
    /// NULL when `tokens` is given, or when there are no keys.
    const uint64_t *keys;
    /// The same as 32-bit numbers, of any values: those of a small range are joined faster. Both sides have keys, or
    /// both have tokens.
    const uint32_t *tokens;
    /// The number of items.
    size_t count;
    /// `count` content versions, or NULL on both sides: an item on both sides with another version is an update. A side
    /// without items may have NULL in any case.
    const uint64_t *versions;
    uint64_t reserved[2]; ///< Zeros, see options.h.
} le_diff_side;

/// How one side's items are cut into sections: section s holds the items from `ends[s - 1]` (0 for the first) up to
/// `ends[s]`.
typedef struct le_diff_sections_side {
    /// `count` keys of sections; a section is the same on both sides when its key is. Unique on each side; where that
    /// is broken the result is still valid, but more sections or items may move than need to.
    const uint64_t *keys;
    /// `count` item indices, ascending; the last is the count of items.
    const uint32_t *ends;
    /// The number of sections.
    size_t count;
    /// `count` stamps, or NULL on both sides (on a side without sections in any case). The caller promises that a
    /// section on both sides with the same stamp has the same items with the same versions in the same order: they are
    /// not even read.
    const uint64_t *stamps;
    uint64_t reserved[2]; ///< Zeros, see options.h.
} le_diff_sections_side;

/// A stretch of items known to be the same: old_start + i is new_start + i, for i < count. With `LE_DIFF_DESCENDING`
/// set in `old_start` it was reversed: old_start - i, without that bit, is new_start + i.
typedef struct le_diff_segment {
    uint32_t old_start, new_start, count;
} le_diff_segment;

/// What a caller knows and wants. All zeros is a good default.
typedef struct le_diff_options {
    /// The caller promises that no key occurs twice on one side. When it is broken the result is still valid, but
    /// `is_minimal` may be wrong.
    bool unique;
    /// Outputs to make besides the script.
    bool wants_old_to_new, wants_new_to_old;
    /// `segment_count` segments that the caller has matched already (flat diffs only), ascending on the new side, in
    /// any order on the old one, without overlap. The keys or tokens of both sides then leave out the items inside
    /// segments.
    const le_diff_segment *segments;
    size_t segment_count;
    /// Seeds the mixing of keys; take a secret number where inputs may be hostile. 0 is a fixed seed.
    uint64_t seed;
    /// Work allowed for refining duplicates, in steps of a nanosecond to five; 0 is the default of 4 million. Looking
    /// at an item is 20 steps, so lists that together hold more than 200,000 items between their common ends are not
    /// refined by default. Past the budget, and where there is no memory for refining, the result is valid, and not
    /// proven minimal. Memory is bounded by it too: refining takes up to 3/4 of a byte for each step, 48 MB at most,
    /// and some 60 bytes for each item.
    uint64_t budget;
    /// Ways to force, for tests and measurements: a sum of LE_DIFF_FORCE_..., no other bits.
    uint32_t force;
    uint64_t reserved[4]; ///< Zeros, see options.h.
} le_diff_options;

/// Values of `le_diff_options.force`. None changes what the result means.
enum {
    LE_DIFF_FORCE_NO_STREAM = 1 << 0,  ///< Join everything between the common prefix and suffix.
    LE_DIFF_FORCE_PARTITIONS = 1 << 1, ///< Join by partitions, however small.
    LE_DIFF_FORCE_HASH = 1 << 2,       ///< Never join by direct address.
    LE_DIFF_FORCE_RUNS = 1 << 3,       ///< Order by runs.
    LE_DIFF_FORCE_ITEMS = 1 << 4,      ///< Order by items.
    LE_DIFF_FORCE_COLLISIONS = 1 << 5, ///< Mix keys badly, so that joins overflow.
};

// ------------------------------------------------------------------------------------------------------ output

/// Consecutive indices, from `start` on. `end` counts the indices of this run and of all runs before it, so the run
/// holds `end` minus the previous run's `end`.
typedef struct le_diff_run {
    uint32_t start, end;
} le_diff_run;

/// Ascending indices, as runs.
typedef struct le_diff_indices {
    const le_diff_run *runs;
    size_t run_count;
    size_t count; ///< Of indices.
} le_diff_indices;

/// Consecutive pairs: (old_start, new_start), (old_start + 1, new_start + 1), ...; with `LE_DIFF_DESCENDING` set in
/// `old_start` (old_start, new_start), (old_start - 1, new_start + 1), ... without that bit. `end` as in `le_diff_run`.
typedef struct le_diff_pair_run {
    uint32_t old_start, new_start, end;
} le_diff_pair_run;

/// Pairs of an old and a new index, by ascending new index, as runs.
typedef struct le_diff_pairs {
    const le_diff_pair_run *runs;
    size_t run_count;
    size_t count; ///< Of pairs.
} le_diff_pairs;

/// A script from old to new. Arrays live in the workspace.
typedef struct le_diff_result {
    le_diff_indices deletes;                          ///< Old indices.
    le_diff_indices inserts;                          ///< New indices.
    le_diff_pairs moves;                              ///< Matched items that are not in the kept order.
    le_diff_pairs updates;                            ///< Matched items, kept or moved, whose versions differ.
    le_diff_indices section_deletes, section_inserts; ///< Two levels only; old and new section indices.
    le_diff_pairs section_moves;                      ///< Two levels only.
    /// Two levels only: for each new section its old index or `LE_DIFF_NONE`.
    const uint32_t *section_new_to_old;
    /// If wanted: the partner of each item, or `LE_DIFF_NONE`.
    const uint32_t *old_to_new, *new_to_old;
    /// If segments were given: for each new key (items outside of segments, in order) the old index of its partner,
    /// or `LE_DIFF_NONE`. For callers whose keys are hashes and who want each match verified.
    const uint32_t *joined;
    /// The number of moves is proven to be the minimum.
    bool is_minimal;
    /// Which ways were taken: a sum of LE_DIFF_PATH_...
    uint32_t paths;
    uint64_t reserved[4]; ///< Zeros, see options.h.
} le_diff_result;

/// Values of `le_diff_result.paths`.
enum {
    LE_DIFF_PATH_STREAM = 1 << 0,      ///< Matched in lock step past at least one mismatch.
    LE_DIFF_PATH_WINDOW = 1 << 1,      ///< Found the place again in a window of 64 or 512 items.
    LE_DIFF_PATH_ANCHORS = 1 << 2,     ///< Found a block again by a sample of the old keys.
    LE_DIFF_PATH_DESCENDING = 1 << 3,  ///< Matched a stretch that was reversed.
    LE_DIFF_PATH_ABANDONED = 1 << 4,   ///< Gave up streaming: too many differences.
    LE_DIFF_PATH_TABLE = 1 << 5,       ///< Joined what was left by one table.
    LE_DIFF_PATH_PARTITIONS = 1 << 6,  ///< Joined by radix partitions.
    LE_DIFF_PATH_DIRECT = 1 << 7,      ///< Joined by direct address.
    LE_DIFF_PATH_SWAPPED = 1 << 8,     ///< Indexed the new side, because it is much smaller.
    LE_DIFF_PATH_SPILL = 1 << 9,       ///< A bucket was full.
    LE_DIFF_PATH_SORTED = 1 << 10,     ///< Joined by sorting, because keys collided.
    LE_DIFF_PATH_RUNS = 1 << 11,       ///< Ordered by runs.
    LE_DIFF_PATH_ITEMS = 1 << 12,      ///< Ordered by items.
    LE_DIFF_PATH_DUPLICATES = 1 << 13, ///< The join met a key twice on one side.
    LE_DIFF_PATH_MYERS = 1 << 14,      ///< Longest common subsequence by Myers.
    LE_DIFF_PATH_HUNT = 1 << 15,       ///< Longest common subsequence by Hunt and Szymanski.
    LE_DIFF_PATH_BUDGET = 1 << 16,     ///< Budget or memory ended before the longest common subsequence was known.
    LE_DIFF_PATH_CROSSED = 1 << 17,    ///< An item went to another section.
};

// ------------------------------------------------------------------------------------------------------- calls

/// Finds the script from `old_side` to `new_side`.
/// `options` may be NULL, nothing else. `result` is written on success only; its arrays are valid until the workspace
/// is used again. Returns
/// - `LE_TOO_LARGE` past the limits;
/// - `LE_NO_MEMORY` when the workspace cannot grow;
/// - `LE_BAD_EDITS` when segments overlap, are not in new order, or leave the lists;
/// - `LE_BAD_ARGUMENT` for a NULL that is not allowed, keys on one side and tokens on the other or both on one,
///   versions on one side only, unknown bits in `force`, or a reserved word that is not zero.
LE_API le_status le_diff(le_diff_workspace *workspace, const le_diff_side *old_side, const le_diff_side *new_side,
                         const le_diff_options *options, le_diff_result *result);

/// The same for two levels, sections and their items. Item indices count through all sections.
///
/// Sections are matched by key, and the fewest possible are moved. An item that stays in a section which is on both
/// sides is no move on account of its section moving; within such a section the fewest possible items move. An item
/// found in another section is a move, also out of a deleted and into an inserted section.
/// Returns what `le_diff` does; `LE_BAD_EDITS` when `ends` descend or do not end at the count of items; and
/// `LE_BAD_ARGUMENT` also for stamps on one side only, and when `options` has segments.
LE_API le_status le_diff_sections(le_diff_workspace *workspace, const le_diff_side *old_side,
                                  const le_diff_sections_side *old_sections, const le_diff_side *new_side,
                                  const le_diff_sections_side *new_sections, const le_diff_options *options,
                                  le_diff_result *result);

LE_END_DECLS

#endif
