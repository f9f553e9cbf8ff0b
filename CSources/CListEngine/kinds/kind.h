// A kind of section: one table of functions. A new kind is a file with such a table, and a line in kinds.c.
//
// Everything that a kind keeps of a section is the section's body: a counted block of the pool, shared by copies of the
// layout. A function that changes a body makes it its own first, or replaces it. Items, counts and ranges were checked
// against the section before a kind gets them; sizes were checked by le__sizes_check and by `takes`.
#ifndef LE_KINDS_KIND_H
#define LE_KINDS_KIND_H

#include "sections/section.h"

// Where a reader of runs stands, so that sections whose sizes follow each other read each run once.
typedef struct le__run_place {
    size_t run;
    int64_t item; // the first one of that run
} le__run_place;

// A change of a section's items.
typedef enum le__change_kind {
    LE__INSERT,
    LE__REMOVE,
    LE__MOVE,
    LE__RESIZE,
    LE__APPLY,
    LE__REFILL, // replaces all items by items of one size, or of no size of their own
} le__change_kind;

typedef struct le__change {
    le__change_kind what;
    int64_t first, count, to;
    const le_sizes *sizes;
    const le_section_spec *spec; // a refill's: the one that the section has
    const le_edit *edits;
    size_t edit_count;
    size_t *failed;
    le_fault *fault;
} le__change;

// A walk over the items of one section that can meet an area, in order. It goes on from a given item, or finds the
// first one itself. Along the main axis the area is no larger than the section's reach, so that differences fit 64
// bits.
typedef struct le__walk {
    const le_layout *layout;
    le__section_place place;
    int64_t from;               // item to go on from, or -1
    int64_t main_min, main_max; // of the content; items with end > main_min and start < main_max come
    int64_t cross_min, cross_max;
    bool all; // also items without area, which no rectangle meets
    le_work *work;
    int64_t scroll; // of a section that scrolls on its own
    int64_t *part;  // compositional: the part of item `from` to go on at, and where a walk stopped; NULL: no parts
} le__walk;

// What takes the items in; it answers false to stop.
typedef struct le__emitter {
    bool (*item)(void *sink, int64_t item, const le_rect *frame);
} le__emitter;

struct le__query_sink; // see sections/elements.h

// The most items that `nearest` names.
enum { LE__NEAREST_MAX = 4 };

// What may be NULL says so.
typedef struct le__kind {
    // ---- What it takes

    // Whether a spec, whose lengths are within the limits, can be laid out. NULL: any can.
    bool (*usable)(const le_section_spec *spec);

    // Whether sizes come in a form that the kind takes for one item or more. NULL: the kind looks itself.
    bool (*takes)(const le_section_spec *spec, const le_sizes *sizes);

    // Items have no sizes of their own: `source` of an edit says nothing.
    bool counts_only;

    // Lines of the section follow the container's extent across, so another container changes more than edges.
    bool follows_container;

    // ---- Making and changing a body

    // Sets body and number of items, for the style that is set: items `first ..< first + count` of the sizes. After a
    // failure the section can be released. NULL: sections of this kind are made by a function of their own.
    le_status (*build)(const le_layout_config *config, le__section *s, const le_sizes *sizes, int64_t first,
                       int64_t count, le__run_place *runs, le_fault *fault, le_work *work);

    // Changes the items; sets body and number of items. After a failure both are as they were. NULL: not supported.
    // `room` is what the section's extent can still grow by.
    le_status (*change)(const le_layout_config *config, le__section *s, const le__change *c, int64_t room,
                        le_work *work);

    // How far a change can make the extent grow, at most, in points; 0 also where `change` itself refuses what is more
    // than the room. Where that could pass the limits, the change is made on a copy, so that it can be given up.
    // NULL: always on a copy.
    double (*growth)(const le_layout_config *config, const le__section *s, const le__change *c);

    // Lays the items out by the style that is set now, in place of `old` in a container `old_config`. After a failure
    // the section can be released. NULL: the body does not depend on it.
    le_status (*follow)(le__section *s, const le__style *old, const le_layout_config *old_config,
                        const le_layout_config *config, le_work *work);

    // The style that takes the place of one in another container, with a reference; NULL when memory is short.
    // NULL: styles do not depend on the container.
    le__style *(*solve)(le__style *old, const le_layout_config *config);

    // Sets what follows from style and body: number of items where the body says it, extent and reach. False past the
    // limits.
    bool (*measure)(le__section *s, const le_layout_config *config);

    // ---- Reading

    // The elements of items that the walk meets. Returns the item that there was no room for, or -1 after the last.
    int64_t (*query)(const le__walk *w, struct le__query_sink *sink);

    // All elements of a section, from where the cursor stands, in place of header, items and footer. False when there
    // is no room for all. NULL for all but compositional sections.
    bool (*query_section)(struct le__query_sink *sink, const le_layout *layout, const le__section_place *place,
                          const le_viewport *viewport, le_cursor *cursor);

    // The items that the walk meets. Returns the item that the emitter stopped at, or -1 after the last.
    int64_t (*walk)(const le__walk *w, const le__emitter *emit, void *sink);

    // Frame of an item; of compositional sections also what marks it, where `z_index` and `flags` are not NULL.
    le_rect (*frame)(const le_layout *layout, const le__section_place *place, int64_t item, int32_t *z_index,
                     uint8_t *flags, le_work *work);

    // Frames of `count` > 0 items as x, y, width, height, less an origin in units, where x runs across the scroll axis
    // and is not mirrored.
    void (*frames)(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                   int64_t origin_x, int64_t origin_y, double *out);
    void (*frames_relative)(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                            int64_t origin_x, int64_t origin_y, float *out);

    // Whether a section scrolls on its own, across the list. NULL: none does. Questions about a point are then asked
    // where the point is on what is scrolled.
    bool (*scrolls)(const le__section *s);

    // The last item that holds a point, or -1. NULL: by `walk`.
    int64_t (*last_at)(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross);

    // Items of which one is the nearest to a point, in ascending order; of several nearest ones the first is among
    // them. Returns how many, at most LE__NEAREST_MAX; the section has items. NULL: by `walk`.
    int (*nearest)(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross,
                   int64_t items[LE__NEAREST_MAX]);

    // First item and number of items of an item's line. NULL: the item alone.
    void (*line)(const le_layout_config *config, const le__section *s, int64_t item, int64_t *first, int64_t *count);

    // See le_layout_read_sizes. NULL: not supported.
    le_status (*read_sizes)(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                            double *main, double *cross);

    // Frames of the header (`side` 0) and the footer (2) where they are not as long as the spec says and as wide as the
    // container; pinned to `visible` only where `pins` says that the kind does that itself. NULL: as the spec says.
    le_rect (*bar)(const le_layout *layout, const le__section_place *place, int side, const le_rect *visible);
    bool pins;

    // ---- The body as such; not called where there is none

    const char *(*check)(const le__section *s, const le_layout_config *config); // NULL: nothing to check
    size_t (*bytes)(const void *body);
    void (*release)(void *body); // drops a reference
} le__kind;

extern const le__kind le__list, le__grid, le__flow_kind, le__frames, le__compositional, le__waterfall;

LE_INLINE const le__kind *le__kind_at(le_section_kind kind) {
    static const le__kind *const kinds[] = {[LE_SECTION_LIST] = &le__list,
                                            [LE_SECTION_GRID] = &le__grid,
                                            [LE_SECTION_FLOW] = &le__flow_kind,
                                            [LE_SECTION_FRAMES] = &le__frames,
                                            [LE_SECTION_COMPOSITIONAL] = &le__compositional,
                                            [LE_SECTION_WATERFALL] = &le__waterfall};
    return kinds[kind];
}

LE_INLINE const le__kind *le__kind_of(const le__section *s) { return le__kind_at(s->style->spec.kind); }

LE_INLINE bool le__section_measure(le__section *s, const le_layout_config *config) {
    return le__kind_of(s)->measure(s, config);
}

// Whether items are as a query writes them without a mirror: x across the scroll axis, not mirrored.
LE_INLINE bool le__walk_plain(const le__walk *w) {
    return !w->layout->config.horizontal && !w->layout->config.right_to_left;
}

#endif
