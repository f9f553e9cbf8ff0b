// Sections whose frames the caller supplies: an immutable block of frames, bounds of each 64 frames, and bounds of each
// 64 of these blocks. The frames are arbitrary; a query skips what the bounds exclude and tests the rest.
#include "kinds/frames.h"

#include <string.h>

#include "kernels/kernels.h"
#include "kinds/kinds.h"
#include "section/elements.h"
#include "support/memory.h"

enum { FRAMES_PER_BLOCK = 64 };

typedef struct frames {
    int64_t count, blocks, groups;
    int64_t extent;                 // the extent of the section along the main axis
    le_rect header, footer, bounds; // bounds of all of these and the items
    le_rect rects[];                // items, then block bounds, then group bounds
} frames;

// The bounds of frames, empty frames included, because the nearest item may be empty.
static le_rect rects_bounds(const le_rect *rects, int64_t n) {
    le_rect bounds;
    le__kernels_in_use()->rect_bounds(rects, (size_t)n, &bounds);
    return bounds;
}

static const le_rect *frames_block_bounds(const frames *f) { return f->rects + f->count; }
static const le_rect *frames_group_bounds(const frames *f) { return f->rects + f->count + f->blocks; }

void *le__frames_make(const le_rect *rects, int64_t count, int64_t extent, le_rect header, le_rect footer) {
    int64_t blocks = (count + FRAMES_PER_BLOCK - 1) / FRAMES_PER_BLOCK;
    int64_t groups = (blocks + FRAMES_PER_BLOCK - 1) / FRAMES_PER_BLOCK;
    frames *f = le__block_alloc(sizeof *f + le__bytes((uint64_t)(count + blocks + groups), sizeof *f->rects));
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
    int n = le__rect_empty(&header) ? 0 : 1;
    if (n == 0) extremes[0] = footer;
    if (!le__rect_empty(&footer)) n = n ? 2 : 1;
    if (groups) extremes[n++] = rects_bounds(bounds + blocks, groups);
    f->bounds = n ? rects_bounds(extremes, n) : (le_rect){0, 0, 0, 0};
    return f;
}

static bool frames_measure(le__section *s, const le_layout_config *config) {
    (void)config;
    const frames *f = s->body;
    s->items = f->count;
    s->extent = f->extent + s->style->spec.section_spacing;
    s->before = LE_MAX(-f->bounds.main_min, 0);
    s->after = LE_MAX(f->bounds.main_max - f->extent, 0);
    return s->extent <= LE_MAX_TOTAL;
}

// ---- Reading

// Emits the items that the walk covers. With a constant emitter it is inlined.
LE_INLINE int64_t frames_walk_in(const le__walk *w, bool (*item_in)(void *sink, int64_t item, const le_rect *frame),
                                 void *sink) {
    const frames *f = w->place.section->body;
    le_rect area = {w->main_min - w->place.offset, w->cross_min, w->main_max - w->place.offset, w->cross_max};
    int64_t item = LE_MAX(w->from, 0);
    const le_rect *blocks = frames_block_bounds(f), *groups = frames_group_bounds(f);
    // Bounds include frames without area, so they are tested as closed intervals, like the frames.
#define IN_REACH(r)                                                                                                    \
    ((r)->main_min < area.main_max && (r)->main_max > area.main_min && (r)->cross_min < area.cross_max &&              \
     (r)->cross_max > area.cross_min)
    while (item < f->count) {
        int64_t block = item / FRAMES_PER_BLOCK, group = block / FRAMES_PER_BLOCK;
        if (w->work) w->work->nodes_visited++;
        if (!IN_REACH(&groups[group])) {
            item = (group + 1) * FRAMES_PER_BLOCK * FRAMES_PER_BLOCK;
            continue;
        }
        int64_t end = LE_MIN((block + 1) * FRAMES_PER_BLOCK, f->count);
        if (!IN_REACH(&blocks[block])) {
            item = end;
            continue;
        }
        for (; item < end; item++) {
            const le_rect *r = &f->rects[item];
            if (!IN_REACH(r) || (!w->all && le__rect_empty(r))) continue;
            le_rect frame = le__rect_moved(*r, w->place.offset);
            if (!item_in(sink, item, &frame)) return item;
        }
    }
#undef IN_REACH
    return -1;
}

static int64_t frames_query(const le__walk *w, le__query_sink *sink) { return frames_walk_in(w, le__query_item, sink); }

static int64_t frames_walk(const le__walk *w, const le__emitter *emit, void *sink) {
    return frames_walk_in(w, emit->item, sink);
}

static le_rect frames_frame(const le_layout *layout, const le__section_place *place, int64_t item, int32_t *z_index,
                            uint8_t *flags, le_work *work) {
    (void)layout, (void)z_index, (void)flags, (void)work;
    return le__rect_moved(((const frames *)place->section->body)->rects[item], place->offset);
}

#define REAL double
#define FRAMES_FRAMES frames_frames
#include "kinds/supplied_frames.h"
#define REAL float
#define FRAMES_FRAMES frames_frames_relative
#include "kinds/supplied_frames.h"

static le_rect frames_header_footer(const le_layout *layout, const le__section_place *place, int side,
                                    const le_rect *visible) {
    (void)layout, (void)visible;
    const frames *f = place->section->body;
    return le__rect_moved(side ? f->footer : f->header, place->offset);
}

static size_t frames_bytes(const void *body) { return le__block_bytes(body); }

static void frames_release(void *body) {
    if (le__drop(body)) le__block_free(body);
}

const le__kind le__frames = {
    .measure = frames_measure,
    .query = frames_query,
    .walk = frames_walk,
    .frame = frames_frame,
    .frames = frames_frames,
    .frames_relative = frames_frames_relative,
    .header_footer = frames_header_footer,
    .bytes = frames_bytes,
    .release = frames_release,
};
