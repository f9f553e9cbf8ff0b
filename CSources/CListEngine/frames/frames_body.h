// A section whose frames the caller gave: an immutable block of frames in blocks of 64 with bounds, and bounds of 64
// blocks each. Nothing is assumed of the frames; a query skips what the bounds rule out and tests the rest.

enum { FRAMES_PER_BLOCK = 64 };

typedef struct frames {
    int64_t count, blocks, groups;
    int64_t extent;                 // what the section takes along the main axis
    le_rect header, footer, bounds; // bounds of all of these and the items
    le_rect rects[];                // items, then block bounds, then group bounds
} frames;

LE_INLINE bool rect_empty(const le_rect *r) { return r->main_min >= r->main_max || r->cross_min >= r->cross_max; }

// The strict test: nothing that only touches meets, and nothing empty.
LE_INLINE bool rects_meet(const le_rect *a, const le_rect *b) {
    return a->main_min < b->main_max && a->main_max > b->main_min && a->cross_min < b->cross_max &&
           a->cross_max > b->cross_min && !rect_empty(a) && !rect_empty(b);
}

LE_INLINE le_rect rect_moved(le_rect r, int64_t main) {
    r.main_min += main;
    r.main_max += main;
    return r;
}

// Bounds of closed frames, empty ones included: the nearest item may be empty.
static le_rect rects_bounds(const le_rect *rects, int64_t n) {
    le_rect all = rects[0];
    for (int64_t i = 1; i < n; i++) {
        all.main_min = LE_MIN(all.main_min, rects[i].main_min);
        all.main_max = LE_MAX(all.main_max, rects[i].main_max);
        all.cross_min = LE_MIN(all.cross_min, rects[i].cross_min);
        all.cross_max = LE_MAX(all.cross_max, rects[i].cross_max);
    }
    return all;
}

LE_INLINE const le_rect *frames_block_bounds(const frames *f) { return f->rects + f->count; }
LE_INLINE const le_rect *frames_group_bounds(const frames *f) { return f->rects + f->count + f->blocks; }

static frames *frames_make(const le_rect *rects, int64_t count, int64_t extent, le_rect header, le_rect footer) {
    int64_t blocks = (count + FRAMES_PER_BLOCK - 1) / FRAMES_PER_BLOCK;
    int64_t groups = (blocks + FRAMES_PER_BLOCK - 1) / FRAMES_PER_BLOCK;
    frames *f = le__block_alloc(sizeof *f + (size_t)(count + blocks + groups) * sizeof *f->rects);
    if (!f) return NULL;
    f->count = count;
    f->blocks = blocks;
    f->groups = groups;
    f->extent = extent;
    f->header = header;
    f->footer = footer;
    if (count) memcpy(f->rects, rects, (size_t)count * sizeof *rects);
    le_rect *bounds = f->rects + count;
    for (int64_t b = 0; b < blocks; b++) {
        int64_t first = b * FRAMES_PER_BLOCK;
        bounds[b] = rects_bounds(f->rects + first, LE_MIN(count - first, (int64_t)FRAMES_PER_BLOCK));
    }
    for (int64_t g = 0; g < groups; g++) {
        int64_t first = g * FRAMES_PER_BLOCK;
        bounds[blocks + g] = rects_bounds(bounds + first, LE_MIN(blocks - first, (int64_t)FRAMES_PER_BLOCK));
    }
    le_rect extremes[3] = {header, footer, header};
    int n = rect_empty(&header) ? 0 : 1;
    if (n == 0) extremes[0] = footer;
    if (!rect_empty(&footer)) n = n ? 2 : 1;
    if (groups) extremes[n++] = rects_bounds(bounds + blocks, groups);
    f->bounds = n ? rects_bounds(extremes, n) : (le_rect){0, 0, 0, 0};
    return f;
}
