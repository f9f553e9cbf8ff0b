// The arena that a diff works in. Blocks are taken from the front and freed together, or back to a mark. A block
// that does not fit opens another chunk. When the diff is over the chunks are joined into one, so that the next diff of
// that size allocates nothing.
#ifndef LE_DIFF_WORKSPACE_H
#define LE_DIFF_WORKSPACE_H

#include "listengine/diff.h"
#include "support/memory.h"

#define LE__DIFF_CHUNKS 24

struct le_diff_workspace {
    struct {
        char *memory;
        size_t capacity, used;
    } chunks[LE__DIFF_CHUNKS];
    int chunk_count, chunk; // `chunk` is the current one
};

// A position to free back to.
typedef struct {
    int chunk;
    size_t used;
} le__diff_mark;

// Returns a block of `bytes`, aligned to a cache line; NULL when memory is short.
void *le__diff_alloc(le_diff_workspace *workspace, size_t bytes);

// The same, filled with zeros.
void *le__diff_alloc_zeroed(le_diff_workspace *workspace, size_t bytes);

le__diff_mark le__diff_get_mark(const le_diff_workspace *workspace);

// Frees all blocks taken since the mark.
void le__diff_free_to(le_diff_workspace *workspace, le__diff_mark mark);

// Shrinks the last block that was taken to its first `bytes`.
void le__diff_shrink(le_diff_workspace *workspace, void *block, size_t bytes);

// Frees everything, and joins the chunks.
void le__diff_reset(le_diff_workspace *workspace);

// The workspaces that were returned and wait for reuse: their bytes, and a function that frees them.
size_t le__diff_idle_bytes(void);
void le__diff_trim(void);

#define LE__ALLOC(workspace, type, count) ((type *)le__diff_alloc(workspace, le__bytes(count, sizeof(type))))

#endif
