/// The exact differ: finds what was deleted, inserted, moved and updated between two lists of keys.
///
/// The result is a valid script for every input. If a key occurs i times in one list and j times in the other, min(i,
/// j) of its items are matched. Matched items that are not moved keep their order. If keys are unique, the number of
/// moves is the provable minimum: matched items minus the longest common subsequence. Duplicate keys are first matched
/// occurrence by occurrence. The differ then searches for a longest common subsequence within a budget of work.
/// `le_diff_result.is_minimal` says whether the minimum was proven.
///
/// The expected cost is linear in the two counts. For similar lists it is close to that of comparing both arrays once.
/// Ordering the matched items costs at most r log r, for r runs of items that stayed together.
///
/// **Memory.** All scratch and all outputs are in a workspace, which grows to what the largest call needs and is then
/// reused. The call after one that grew the workspace joins its memory into one block. From then on, calls of a size
/// that occurred before allocate nothing. Outputs are valid until the next call with the same workspace, whatever that
/// call returns, or until its release. A call that fails writes no result.
///
/// **Threads.** One workspace serves one thread at a time. Calls with different workspaces share nothing, and may read
/// the same lists. There are no callbacks.
///
/// **Limits.** At most `LE_DIFF_MAX_COUNT` items, sections and segments per list; otherwise the call returns
/// `LE_TOO_LARGE`. Every build returns a status for any other invalid argument. Only the memory behind a pointer cannot
/// be checked: the caller provides as many elements as the call says.
#ifndef LISTENGINE_DIFF_H
#define LISTENGINE_DIFF_H

#include "status.h"

LE_BEGIN_DECLS

/// The largest count of items, and of sections, in one list.
#define LE_DIFF_MAX_COUNT ((size_t)INT32_MAX)

/// A value of `old_to_new` and `new_to_old`: this item has no partner in the other list.
#define LE_DIFF_NONE UINT32_MAX

/// Set in `le_diff_pair_run.old_start` if the old indices of the run descend while the new ones ascend.
#define LE_DIFF_DESCENDING 0x80000000u

// --------------------------------------------------------------------------------------------------- workspace

/// Scratch and outputs of diffs.
typedef struct le_diff_workspace le_diff_workspace;

/// A new, empty workspace; NULL when there is no memory. Release it with `le_diff_workspace_release`.
LE_API le_diff_workspace *le_diff_workspace_create(void);

/// Frees a workspace and every output in it. NULL is allowed.
LE_API void le_diff_workspace_release(le_diff_workspace *workspace);

/// The bytes that a workspace has reserved; 0 for NULL. Only bytes that a call has touched use physical memory.
LE_API size_t le_diff_workspace_bytes(const le_diff_workspace *workspace);

/// Takes a workspace from a small process-wide pool, or makes one; NULL when there is no memory. For callers that
/// cannot keep a workspace between calls. Any thread; a few atomic operations.
LE_API le_diff_workspace *le_diff_workspace_borrow(void);

/// Returns a workspace to the pool; NULL is allowed. The pool keeps four of up to 128 MB each and frees others.
/// Do not release a borrowed workspace. Do not return a workspace that something else still refers to.
LE_API void le_diff_workspace_return(le_diff_workspace *workspace);

// ------------------------------------------------------------------------------------------------------- input

/// One side of a diff: a list of items, in order. A call neither changes nor keeps these arrays.
typedef struct le_diff_side {
    /// `count` keys of any value, or fewer when segments are given, see `le_diff_options`. Equal keys are the same
    /// item. NULL when `tokens` is given, or when there are no keys.
    const uint64_t *keys;
    /// The keys as 32-bit numbers of any value. Numbers of a small range are joined faster. Either both sides have
    /// keys, or both have tokens.
    const uint32_t *tokens;
    /// The number of items.
    size_t count;
    /// `count` content versions, or NULL on both sides. A matched item whose two versions differ is an update. A side
    /// without items may always have NULL.
    const uint64_t *versions;
    uint64_t reserved[2]; ///< Zeros, see options.h.
} le_diff_side;

/// How the items of one side are divided into sections: section s holds the items from `ends[s - 1]` (0 for the first)
/// up to `ends[s]`.
typedef struct le_diff_sections_side {
    /// `count` keys of sections. Equal keys are the same section. Keys should be unique on each side: otherwise the
    /// result is still valid, but may move more sections or items than necessary.
    const uint64_t *keys;
    /// `count` item indices, ascending; the last is the count of items.
    const uint32_t *ends;
    /// The number of sections.
    size_t count;
    /// `count` stamps, or NULL on both sides. A side without sections may always have NULL. If a section has the same
    /// stamp on both sides, the caller promises that it has the same items with the same versions in the same order.
    /// The differ then does not read them.
    const uint64_t *stamps;
    uint64_t reserved[2]; ///< Zeros, see options.h.
} le_diff_sections_side;

/// Consecutive items that the caller knows to be the same: old item old_start + i is new item new_start + i, for i <
/// count. If `LE_DIFF_DESCENDING` is set in `old_start`, the items were reversed: old item old_start - i (without that
/// bit) is new item new_start + i.
typedef struct le_diff_segment {
    uint32_t old_start, new_start, count;
} le_diff_segment;

/// The caller's knowledge about the lists, and the outputs that it needs. All zeros is a good default.
typedef struct le_diff_options {
    /// The caller promises that no key occurs twice on one side. If this is not true, the result is still valid, but
    /// `is_minimal` may be wrong.
    bool unique;
    /// Outputs to make besides the script.
    bool wants_old_to_new, wants_new_to_old;
    /// `segment_count` segments that the caller has already matched (`le_diff` only). They ascend on the new side, are
    /// in any order on the old side, and do not overlap. The keys or tokens of both sides then omit the items inside
    /// segments.
    const le_diff_segment *segments;
    size_t segment_count;
    /// Seeds the hash of keys. Use a secret number if inputs may be hostile. 0 is a fixed seed.
    uint64_t seed;
    /// Work allowed for finding the best matches of duplicates, in steps of one to five nanoseconds; 0 is the default
    /// of 4 million. Each item costs 20 steps, so by default the matches are not refined if both lists together have
    /// more than 200,000 items between their common ends. If the budget or the memory is not enough, the result is
    /// valid, but not proven minimal. The budget also limits memory: refining uses up to 3/4 of a byte for each step,
    /// at most 48 MB, and about 60 bytes for each item.
    uint64_t budget;
    /// Forces algorithms, for tests and measurements: a sum of LE_DIFF_FORCE_..., no other bits.
    uint32_t force;
    uint64_t reserved[4]; ///< Zeros, see options.h.
} le_diff_options;

/// Values of `le_diff_options.force`. The result is correct with all of them.
enum {
    LE_DIFF_FORCE_NO_STREAM = 1 << 0,  ///< Join everything between the common prefix and suffix.
    LE_DIFF_FORCE_PARTITIONS = 1 << 1, ///< Join by partitions, even small lists.
    LE_DIFF_FORCE_HASH = 1 << 2,       ///< Never join by direct address.
    LE_DIFF_FORCE_RUNS = 1 << 3,       ///< Find the items that stay in place by runs.
    LE_DIFF_FORCE_ITEMS = 1 << 4,      ///< Find the items that stay in place item by item.
    LE_DIFF_FORCE_COLLISIONS = 1 << 5, ///< Hash keys badly, so that joins overflow.
};

// ------------------------------------------------------------------------------------------------------ output

/// Consecutive indices, beginning with `start`. `end` is the number of indices in this run and all runs before it, so
/// the length of the run is `end` minus the previous run's `end`.
typedef struct le_diff_run {
    uint32_t start, end;
} le_diff_run;

/// Ascending indices, as runs.
typedef struct le_diff_indices {
    const le_diff_run *runs;
    size_t run_count;
    size_t count; ///< Number of indices.
} le_diff_indices;

/// Consecutive pairs: (old_start, new_start), (old_start + 1, new_start + 1), ... If `LE_DIFF_DESCENDING` is set in
/// `old_start`: (old_start, new_start), (old_start - 1, new_start + 1), ..., without that bit. `end` is as in
/// `le_diff_run`.
typedef struct le_diff_pair_run {
    uint32_t old_start, new_start, end;
} le_diff_pair_run;

/// Pairs of an old and a new index, by ascending new index, as runs.
typedef struct le_diff_pairs {
    const le_diff_pair_run *runs;
    size_t run_count;
    size_t count; ///< Number of pairs.
} le_diff_pairs;

/// A script that turns the old list into the new one. Its arrays are in the workspace.
typedef struct le_diff_result {
    le_diff_indices deletes;                          ///< Old indices.
    le_diff_indices inserts;                          ///< New indices.
    le_diff_pairs moves;                              ///< Matched items that changed their order.
    le_diff_pairs updates;                            ///< Matched items, moved or not, whose versions differ.
    le_diff_indices section_deletes, section_inserts; ///< `le_diff_sections` only: old and new section indices.
    le_diff_pairs section_moves;                      ///< `le_diff_sections` only.
    /// `le_diff_sections` only: for each new section its old index, or `LE_DIFF_NONE`.
    const uint32_t *section_new_to_old;
    /// If requested by the options: the partner of each item, or `LE_DIFF_NONE`.
    const uint32_t *old_to_new, *new_to_old;
    /// If the options have segments: for each new key (items outside segments, in order) the old index of its partner,
    /// or `LE_DIFF_NONE`. For callers whose keys are hashes and who verify each match.
    const uint32_t *joined;
    /// The number of moves is proven to be the minimum.
    bool is_minimal;
    /// Which algorithms were used: a sum of LE_DIFF_PATH_...
    uint32_t paths;
    uint64_t reserved[4]; ///< Zeros, see options.h.
} le_diff_result;

/// Values of `le_diff_result.paths`.
enum {
    LE_DIFF_PATH_STREAM = 1 << 0,      ///< Read both lists in step, past at least one mismatch.
    LE_DIFF_PATH_WINDOW = 1 << 1,      ///< Found the next match in a window of 64 or 512 items.
    LE_DIFF_PATH_ANCHORS = 1 << 2,     ///< Found a moved block with a sample of the old keys.
    LE_DIFF_PATH_DESCENDING = 1 << 3,  ///< Matched a reversed block.
    LE_DIFF_PATH_ABANDONED = 1 << 4,   ///< Stopped reading in step, because of too many differences.
    LE_DIFF_PATH_TABLE = 1 << 5,       ///< Joined the remaining keys with one table.
    LE_DIFF_PATH_PARTITIONS = 1 << 6,  ///< Joined by radix partitions.
    LE_DIFF_PATH_DIRECT = 1 << 7,      ///< Joined by direct address.
    LE_DIFF_PATH_SWAPPED = 1 << 8,     ///< Indexed the new side, because it is much smaller.
    LE_DIFF_PATH_SPILL = 1 << 9,       ///< A bucket was full.
    LE_DIFF_PATH_SORTED = 1 << 10,     ///< Joined by sorting, because keys collided.
    LE_DIFF_PATH_RUNS = 1 << 11,       ///< Found the items that stay in place by runs.
    LE_DIFF_PATH_ITEMS = 1 << 12,      ///< Found the items that stay in place item by item.
    LE_DIFF_PATH_DUPLICATES = 1 << 13, ///< The join found a key twice on one side.
    LE_DIFF_PATH_MYERS = 1 << 14,      ///< Longest common subsequence by Myers.
    LE_DIFF_PATH_HUNT = 1 << 15,       ///< Longest common subsequence by Hunt and Szymanski.
    LE_DIFF_PATH_BUDGET = 1 << 16,     ///< Budget or memory ended before the longest common subsequence was found.
    LE_DIFF_PATH_CROSSED = 1 << 17,    ///< An item moved to another section.
};

// ------------------------------------------------------------------------------------------------------- calls

/// Finds the script from `old_side` to `new_side`.
/// Only `options` may be NULL. `result` is written on success only; its arrays are valid until the workspace is used
/// again. Returns
/// - `LE_TOO_LARGE`: past the limits;
/// - `LE_NO_MEMORY`: the workspace cannot grow;
/// - `LE_BAD_EDITS`: segments overlap, are not in new order, or extend past the lists;
/// - `LE_BAD_ARGUMENT`: a NULL that is not allowed, keys on one side and tokens on the other or both on one side,
///   versions on one side only, unknown bits in `force`, or a reserved word that is not zero.
LE_API le_status le_diff(le_diff_workspace *workspace, const le_diff_side *old_side, const le_diff_side *new_side,
                         const le_diff_options *options, le_diff_result *result);

/// Finds the script between two lists with sections. Item indices count through all sections.
///
/// Sections are matched by key, and the fewest possible sections move. If a section moves and an item stays in it, the
/// item does not count as a move. Within a section that is on both sides, the fewest possible items move. An item that
/// is found in another section is a move, even if its old section was deleted or its new section was inserted.
/// Returns the statuses of `le_diff`. `LE_BAD_EDITS` also means that `ends` descend, or that the last is not the count
/// of items. `LE_BAD_ARGUMENT` also means stamps on one side only, or segments in `options`.
LE_API le_status le_diff_sections(le_diff_workspace *workspace, const le_diff_side *old_side,
                                  const le_diff_sections_side *old_sections, const le_diff_side *new_side,
                                  const le_diff_sections_side *new_sections, const le_diff_options *options,
                                  le_diff_result *result);

/// Chooses which runs of items keep their order, for callers that match runs themselves: those with the most items of
/// which the old positions increase.
/// - `ranks`: `count` numbers, in new order: the position of each run among all runs in old order. Each number below
///   `count` occurs once.
/// - `weights`: the items of each run.
/// - `kept`: `count` slots; receives whether a run keeps its order. Undefined after a failure.
///
/// Takes O(count log count). Returns `LE_BAD_INDEX` if a rank is too large or occurs twice, `LE_TOO_LARGE` past the
/// limits of items and runs, `LE_NO_MEMORY`, and `LE_BAD_ARGUMENT` for a NULL, which is allowed if `count` is 0.
LE_API le_status le_diff_heaviest_runs(le_diff_workspace *workspace, const uint32_t *ranks, const uint32_t *weights,
                                       size_t count, bool *kept);

// --------------------------------------------------------------------------------------------------- comparison

// For callers that keep lists of tokens themselves. Each function takes time proportional to its result, and cannot
// fail. Pointers may be NULL if the count is 0.

/// The number of tokens at the start of two lists that are equal, at most `count`.
LE_API size_t le_diff_equal_tokens(const uint32_t *a, const uint32_t *b, size_t count);

/// The number of tokens at the end of two lists that are equal, at most `count`. Takes the ends of both lists.
LE_API size_t le_diff_equal_tokens_before(const uint32_t *a_end, const uint32_t *b_end, size_t count);

/// The number of tokens at the start of a list that are `first`, `first` + 1, `first` + 2, ..., at most `count`. After
/// UINT32_MAX follows 0.
LE_API size_t le_diff_ascending_tokens(const uint32_t *tokens, uint32_t first, size_t count);

/// Verifies predicted tokens. `tokens[i]` is the token that `keys[i]` probably has. `known[i]` is the key of the token
/// `tokens[0]` + i. Copies tokens to `out` while they count up by one and `known[i]` equals `keys[i]`. Returns the
/// number of these tokens, at most `count`. The values behind them in `out` are undefined. `known` is read only up to
/// the first token that does not count up.
LE_API size_t le_diff_predicted_tokens(const uint32_t *tokens, const uint64_t *known, const uint64_t *keys,
                                       uint32_t *out, size_t count);

/// Loads tokens that will be read soon into the cache.
LE_API void le_diff_prefetch_tokens(const uint32_t *tokens, size_t count);

LE_END_DECLS

#endif
