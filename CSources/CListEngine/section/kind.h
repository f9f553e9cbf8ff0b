// A kind of section is one table of functions. A new kind needs a file with such a table and a line in kinds/kinds.c.
//
// Everything that a kind stores about a section is the section's body: a counted block of the pool, shared by copies of
// the layout. A function that changes a body makes it exclusive first, or replaces it. Callers have checked items,
// counts and ranges against the section; sizes were checked by le__sizes_check and by `accepts`.
#ifndef LE_SECTION_KIND_H
#define LE_SECTION_KIND_H

#include "section/section.h"

// The position of a reader of runs, so that sections with consecutive sizes read each run once.
typedef struct le__run_place {
    size_t run;
    int64_t item; // the first item of that run
} le__run_place;

// A change of the items of a section.
typedef enum le__change_kind {
    LE__INSERT,
    LE__REMOVE,
    LE__MOVE,
    LE__RESIZE,
    LE__APPLY,
    LE__REFILL, // replaces all items by items of one size, or by items without sizes
} le__change_kind;

typedef struct le__change {
    le__change_kind what;
    int64_t first, count, to;
    const le_sizes *sizes;
    const le_section_spec *spec; // of a refill: the spec that the section has
    const le_edit *edits;
    size_t edit_count;
    size_t *failed;
    le_fault *fault;
} le__change;

// The most that the sizes of a change take, in points, each with `spacing`. A script can insert a size several times.
double le__inserted_extent(const le__change *c, double spacing);

// A walk over the items of one section that can intersect an area, in order. It continues from a given item, or finds
// the first one itself. Along the main axis the area is clamped to the reach of the section, so that differences fit 64
// bits.
typedef struct le__walk {
    const le_layout *layout;
    le__section_place place;
    int64_t from;               // item to continue from, or -1
    int64_t main_min, main_max; // in content coordinates; items with end > main_min and start < main_max are emitted
    int64_t cross_min, cross_max;
    bool all; // also emit items without area, which no rectangle intersects
    le_work *work;
    int64_t scroll; // scroll offset of a section that scrolls on its own
    int64_t *part;  // compositional: the part of item `from` to resume at, and where a walk stopped; NULL: no parts
} le__walk;

// Consumes rows of a list from position `*main` on, up to `end`; `line` has their edges across. Rows that are empty
// count as consumed. Returns how many of the `n` rows it consumed, and advances `*main` past them. It stops early when
// there is no more room.
typedef int64_t le__rows_emitter(void *sink, const uint32_t *strides, int64_t n, int64_t spacing, int64_t item,
                                 int64_t end, int64_t *main, const le_rect *line);

// Consumes the placed items of a flow, of rows of a grid or of groups of a composition, moved by `lead` across and
// `base` along, that intersect `area` and are not before item `from`. Returns the item for which there was no room, or
// -1.
struct le__flow_places;
typedef int64_t le__places_emitter(void *sink, const struct le__flow_places *places, int64_t lead, int64_t base,
                                   const le_rect *area, int64_t from);

// The consumer of items. `item` returns false to stop the walk. The others may be NULL. They receive many items of a
// list, a flow, a grid or a composition together, except in walks that also cover items without area.
typedef struct le__emitter {
    bool (*item)(void *sink, int64_t item, const le_rect *frame);
    le__rows_emitter *rows;
    le__places_emitter *places;
} le__emitter;

struct le__query_sink; // see section/elements.h

// The most items that `nearest` returns.
enum { LE__NEAREST_MAX = 4 };

// Functions that may be NULL are marked as such.
typedef struct le__kind {
    // ---- Supported specs and sizes

    // Whether a spec whose lengths are within the limits can be laid out. NULL: every spec can.
    bool (*usable)(const le_section_spec *spec);

    // Whether the kind supports the form of these sizes, for one item or more. NULL: the kind checks this itself.
    bool (*accepts)(const le_section_spec *spec, const le_sizes *sizes);

    // Items have no individual sizes; the `source` of an edit is ignored.
    bool counts_only;

    // The lines of the section depend on the container's extent across, so a new container changes more than edges.
    bool depends_on_container;

    // ---- Making and changing a body

    // Sets the body and the number of items for the current style: items `first ..< first + count` of the sizes. After
    // a failure the section can be released. NULL: a separate function makes sections of this kind.
    le_status (*build)(const le_layout_config *config, le__section *s, const le_sizes *sizes, int64_t first,
                       int64_t count, le__run_place *runs, le_fault *fault, le_work *work);

    // Changes the items; sets the body and the number of items. After a failure both are as they were. NULL: not
    // supported. `room` is how much the extent of the section can still grow.
    le_status (*change)(const le_layout_config *config, le__section *s, const le__change *c, int64_t room,
                        le_work *work);

    // Inserts, removes or resizes (`what`) one item, which exists or is the one after the last, if that is possible
    // without a fault: an insert or resize has a size in points. `room` is as above. False, with nothing changed, if
    // `change` has to do it or to say why it is refused. NULL: always.
    bool (*change_one)(le__section *s, le__change_kind what, int64_t item, double points, int64_t room, le_work *work);

    // An upper bound for the growth of the extent by a change, in points; also 0 if `change` itself refuses a growth
    // above `room`. If the bound could exceed the limits, the change is made on a copy, which can be discarded. NULL:
    // always on a copy.
    double (*growth)(const le_layout_config *config, const le__section *s, const le__change *c);

    // Lays out the items by the current style, which replaces `old` of a container `old_config`. After a failure the
    // section can be released. NULL: the body does not depend on the style.
    le_status (*relayout)(le__section *s, const le__style *old, const le_layout_config *old_config,
                          const le_layout_config *config, le_work *work);

    // The style that replaces a style in another container, with a reference; NULL when memory is short. The function
    // itself is NULL if styles do not depend on the container.
    le__style *(*solve)(le__style *old, const le_layout_config *config);

    // Releases what `solve` stored in a style, which is about to be freed. NULL: nothing.
    void (*release_solved)(const le__style *style);

    // Sets the values that follow from the style and the body: the number of items if the body determines it, the
    // extent and the reach. False past the limits.
    bool (*measure)(le__section *s, const le_layout_config *config);

    // ---- Reading

    // Writes the elements of the items that the walk covers. Returns the item for which there was no room, or -1 after
    // the last.
    int64_t (*query)(const le__walk *w, struct le__query_sink *sink);

    // Writes all elements of a section from the position of the cursor on, instead of header, items and footer. False
    // when there is no room for all. NULL for all kinds except compositional sections.
    bool (*query_section)(struct le__query_sink *sink, const le_layout *layout, const le__section_place *place,
                          const le_viewport *viewport, le_cursor *cursor);

    // Emits the items that the walk covers. Returns the item at which the emitter stopped, or -1 after the last.
    int64_t (*walk)(const le__walk *w, const le__emitter *emit, void *sink);

    // The frame of an item; for compositional sections also its z-index and flags, if these pointers are not NULL.
    le_rect (*frame)(const le_layout *layout, const le__section_place *place, int64_t item, int32_t *z_index,
                     uint8_t *flags, le_work *work);

    // Frames of `count` > 0 items as x, y, width, height, minus an origin in units, where x runs across the scroll axis
    // and is not mirrored.
    void (*frames)(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                   int64_t origin_x, int64_t origin_y, double *out);
    void (*frames_relative)(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                            int64_t origin_x, int64_t origin_y, float *out);

    // Whether a section scrolls independently, across the list. NULL: none does.
    bool (*scrolls)(const le__section *s);

    // The scroll offset of an item in a section that has the scroll offset `scroll`, if they can differ; else NULL.
    int64_t (*item_scroll)(const le_layout *layout, const le__section_place *place, int64_t item, int64_t scroll);

    // The last item that contains a point when the section has a scroll offset, or -1. NULL: found by `walk`.
    int64_t (*last_at)(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross,
                       int64_t scroll);

    // Candidates for the item nearest to a point, in ascending order; of several nearest items the first is among them.
    // Returns their number, at most LE__NEAREST_MAX. The section has items. NULL: found by `walk`.
    int (*nearest)(const le_layout *layout, const le__section_place *place, int64_t main, int64_t cross, int64_t scroll,
                   int64_t items[LE__NEAREST_MAX]);

    // The first item and the number of items of an item's line. NULL: the item alone.
    void (*line)(const le_layout_config *config, const le__section *s, int64_t item, int64_t *first, int64_t *count);

    // See le_layout_read_sizes. NULL: not supported.
    le_status (*read_sizes)(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                            double *main, double *cross);

    // See le_layout_read_spans. NULL: not supported.
    void (*read_spans)(const le__section *s, int64_t first, int64_t count, uint8_t *spans);

    // The frame of the header (`side` 0) or the footer (2), if it does not have the length in the spec and the width of
    // the container; pinned to `visible` only if `pins` says that the kind pins them itself. NULL: as in the spec.
    le_rect (*header_footer)(const le_layout *layout, const le__section_place *place, int side, const le_rect *visible);
    bool pins;

    // ---- The body; not called for sections without a body

    const char *(*check)(const le__section *s, const le_layout_config *config); // NULL: nothing to check
    size_t (*bytes)(const void *body);
    void (*release)(void *body); // releases a reference
} le__kind;

// The table of each kind, by le_section_kind: see kinds/kinds.c.
extern const le__kind *const le__kinds[];

LE_INLINE const le__kind *le__kind_at(le_section_kind kind) { return le__kinds[kind]; }

LE_INLINE const le__kind *le__kind_of(const le__section *s) { return le__kind_at(s->style->spec.kind); }

LE_INLINE bool le__section_measure(le__section *s, const le_layout_config *config) {
    return le__kind_of(s)->measure(s, config);
}

// Whether x runs across the scroll axis and is not mirrored, so that items have the coordinates that a query writes.
LE_INLINE bool le__walk_plain(const le__walk *w) {
    return !w->layout->config.horizontal && !w->layout->config.right_to_left;
}

#endif
