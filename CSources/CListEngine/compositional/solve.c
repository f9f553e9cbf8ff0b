// Solving a composition: one pass down resolves sizes and repetitions into cells, one up settles extents that follow
// from content, one down places. Only the last two are run again for a group with measured items.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compositional/composition.h"
#include "support/macros.h"

// What a fit may be over by: thirds of a width fit, and a size that is on the pixel grid stays there.
enum { SLACK = 1024, CELLS_MAX = 4 * LE_MAX_GROUP };

// ---- Lengths

static int64_t pixel_floor(int64_t length, int64_t slack, double scale) {
    if (scale == 0) return length;
    double pixels = floor((double)(length + slack) * scale * 0x1p-20);
    return (int64_t)rint(pixels * 1048576.0 / scale);
}

int64_t le__dimension(const le_dimension *d, int64_t main, int64_t cross, double scale) {
    double of = d->kind == LE_FRACTION_MAIN ? (double)main : d->kind == LE_FRACTION_CROSS ? (double)cross : 0x1p20;
    double units = rint(d->value * of);
    int64_t length = units < (double)LE_MAX_LENGTH ? (int64_t)units : LE_MAX_LENGTH;
    return le__dimension_open(d) ? length : pixel_floor(length, SLACK, scale);
}

void le__boundary_extent(const le_boundary *b, int64_t main, int64_t cross, double scale, int64_t extent[2]) {
    extent[MAIN] = le__dimension(&b->main, main, cross, scale);
    extent[CROSS] = le__dimension(&b->cross, main, cross, scale);
}

// One of `count` equal parts of what is left over, in whole pixels; together they never exceed it.
static int64_t part_of(int64_t left, int64_t count, double scale) {
    return LE_MIN(left / count, pixel_floor(left / count, SLACK, scale));
}

// The share of flexible space `index` of `count`.
static int64_t share_of(int64_t left, int64_t count, int64_t index, double scale) {
    if (scale == 0) return left / count + (index < left % count);
    return part_of(left, count, scale);
}

// The nearest pixel edge.
static int64_t pixel_round(int64_t x, double scale) {
    return (int64_t)rint(floor((double)x * scale * 0x1p-20 + 0.5) * 0x1p20 / scale);
}

static const le_dimension *dimension_along(const le_node *n, int axis) { return axis == MAIN ? &n->main : &n->cross; }
static const int64_t *insets_along(const le_node *n, int axis) { return axis == MAIN ? n->inset_main : n->inset_cross; }
static const le_space *edges_along(const le_node *n, int axis) { return axis == MAIN ? n->edge_main : n->edge_cross; }
static int64_t edges_least(const le_node *n, int axis) {
    return edges_along(n, axis)[LE_START].least + edges_along(n, axis)[LE_END].least;
}
static int axis_of(const le_node *n) { return n->kind == LE_NODE_ALONG_MAIN ? MAIN : CROSS; }
static bool is_group(const le_node *n) { return n->kind == LE_NODE_ALONG_MAIN || n->kind == LE_NODE_ALONG_CROSS; }

// Extent of the room inside insets. Insets do not count along an open extent.
static int64_t inside(const le_node *n, const le__cell *c, int axis, int64_t extent) {
    const int64_t *inset = insets_along(n, axis);
    return c->open[axis] ? extent : LE_MAX(extent - inset[LE_START] - inset[LE_END], 0);
}

static int64_t inside_start(const le_node *n, const le__cell *c, int axis) {
    return c->open[axis] ? 0 : insets_along(n, axis)[LE_START];
}

// ---- Down: sizes and repetitions

typedef struct resolver {
    const le_composition_spec *spec;
    uint32_t *node_span; // nodes of each subtree
    le__cell *cell;
    uint32_t cells, capacity;
    int32_t items;
    le_composition_fault fault;
    uint32_t fault_node;
    bool failed; // memory is short
} resolver;

static void blame(resolver *r, le_composition_fault fault, uint32_t node) {
    if (r->fault) return;
    r->fault = fault;
    r->fault_node = node;
}

static bool make_room(resolver *r, uint32_t more) {
    if (r->failed) return false;
    if (r->cells + more <= r->capacity) return true;
    uint32_t capacity = LE_MAX(2 * r->capacity, r->cells + more);
    le__cell *grown = realloc(r->cell, capacity * sizeof *grown);
    if (!grown) {
        r->failed = true;
        return false;
    }
    r->cell = grown;
    r->capacity = capacity;
    return true;
}

static bool is_full(resolver *r, uint32_t node, int64_t items) {
    if (r->items + items <= LE_MAX_GROUP && r->cells < CELLS_MAX) return false;
    blame(r, LE_FAULT_TOO_MANY, node);
    return true;
}

// Another instance of the subtree of cell `source`.
static void repeat_cells(resolver *r, uint32_t source) {
    uint32_t span = r->cell[source].span;
    if (!make_room(r, span)) return;
    le__cell *from = &r->cell[source], *to = &r->cell[r->cells];
    int32_t shift = r->items - from->first;
    for (uint32_t i = 0; i < span; i++) {
        to[i] = from[i];
        to[i].first += shift;
        to[i].last += shift;
    }
    r->cells += span;
    r->items += from->last - from->first;
}

static void resolve(resolver *r, uint32_t node, const int64_t container[2], int shared_axis, int64_t shared_extent);

// Children of a group whose content has these extents, for a group that fills itself.
static void resolve_filling(resolver *r, uint32_t node, const int64_t content[2]) {
    const le_node *group = &r->spec->nodes[node];
    int axis = axis_of(group);
    // The cell of each child, from the first turn.
    uint32_t few[16], *cell_of = group->children <= 16 ? few : malloc(group->children * sizeof *cell_of);
    if (!cell_of) {
        r->failed = true;
        return;
    }
    int64_t position = 0, turn_start = 0;
    uint32_t child_node = node + 1, placed = 0;
    for (uint32_t child = 0; !r->failed; child++) {
        if (child == group->children) {
            if (position <= turn_start) {
                blame(r, LE_FAULT_NO_EXTENT, node);
                break;
            }
            turn_start = position;
            child = 0;
        }
        bool first_turn = placed < group->children;
        uint32_t cells = r->cells;
        int32_t items = r->items;
        if (first_turn) {
            if (is_full(r, node, 1)) break;
            cell_of[child] = r->cells;
            resolve(r, child_node, content, -1, 0);
            if (r->failed) break;
            child_node += r->node_span[child_node];
        }
        const le__cell *cell = &r->cell[cell_of[child]];
        int64_t end = position + (placed ? group->between.least : 0) + cell->extent[axis] +
                      edges_least(&r->spec->nodes[cell->node], axis);
        bool fits = end <= content[axis] + SLACK;
        if (!fits && placed) {
            r->cells = cells;
            r->items = items;
            break;
        }
        if (!first_turn) {
            if (is_full(r, node, cell->last - cell->first)) break;
            repeat_cells(r, cell_of[child]);
        }
        position = end;
        placed++;
        if (!fits) {
            blame(r, LE_FAULT_FIRST_DOES_NOT_FIT, node);
            break;
        }
    }
    if (cell_of != few) free(cell_of);
}

// The only child of a group, as often as it says.
static void resolve_counted(resolver *r, uint32_t node, const int64_t content[2]) {
    const le_node *group = &r->spec->nodes[node], *child = &r->spec->nodes[node + 1];
    if (group->count == 0) return;
    int axis = axis_of(group), shared_axis = -1;
    int64_t shared_extent = 0, container[2] = {content[MAIN], content[CROSS]};
    if (group->repeat == LE_REPEAT_SHARE) {
        int64_t spaces = group->between.least * (int64_t)(group->count - 1);
        int64_t slot = LE_MAX(content[axis] - spaces, 0) / group->count;
        shared_axis = axis;
        shared_extent = pixel_floor(LE_MAX(slot - edges_least(child, axis), 0), SLACK, r->spec->scale);
        container[axis] = LE_MAX(content[axis] - spaces, 0);
    }
    uint32_t first = r->cells;
    resolve(r, node + 1, container, shared_axis, shared_extent);
    for (uint32_t i = 1; i < group->count && !r->failed; i++) {
        if (is_full(r, node, r->cell[first].last - r->cell[first].first)) return;
        repeat_cells(r, first);
    }
}

static void resolve(resolver *r, uint32_t node, const int64_t container[2], int shared_axis, int64_t shared_extent) {
    if (!make_room(r, 1)) return;
    const le_node *n = &r->spec->nodes[node];
    uint32_t index = r->cells++;
    le__cell c = {.node = node, .first = r->items};
    for (int axis = 0; axis < 2; axis++) {
        const le_dimension *d = dimension_along(n, axis);
        c.extent[axis] =
            axis == shared_axis ? shared_extent : le__dimension(d, container[MAIN], container[CROSS], r->spec->scale);
        c.open[axis] = axis != shared_axis && le__dimension_open(d);
    }
    r->cell[index] = c;
    if (n->kind == LE_NODE_ITEM) {
        r->items++;
    } else if (n->kind == LE_NODE_CUSTOM) {
        if (n->count == 0) blame(r, LE_FAULT_EMPTY_GROUP, node);
        if (!is_full(r, node, n->count)) r->items += (int32_t)n->count;
    } else {
        int64_t content[2] = {inside(n, &c, MAIN, c.extent[MAIN]), inside(n, &c, CROSS, c.extent[CROSS])};
        if (n->children == 0 || (n->repeat != LE_REPEAT_FILL && n->count == 0))
            blame(r, LE_FAULT_EMPTY_GROUP, node);
        else if (n->repeat == LE_REPEAT_FILL)
            resolve_filling(r, node, content);
        else
            resolve_counted(r, node, content);
    }
    if (r->failed) return;
    r->cell[index].span = r->cells - index;
    r->cell[index].last = r->items;
}

// ---- Up: extents that follow from content

// Children whose extent is uniform along an axis get the largest of theirs.
static void settle_uniform(const le__template *t, uint32_t group, int axis, int64_t *extent) {
    const le_node *nodes = t->composition->spec.nodes;
    uint32_t end = group + t->cell[group].span;
    int64_t largest = -1;
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span)
        if (t->cell[i].open[axis] && dimension_along(&nodes[t->cell[i].node], axis)->kind == LE_UNIFORM_SIZE)
            largest = LE_MAX(largest, extent[i]);
    if (largest < 0) return;
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span)
        if (t->cell[i].open[axis] && dimension_along(&nodes[t->cell[i].node], axis)->kind == LE_UNIFORM_SIZE)
            extent[i] = largest;
}

// Extent of a group's content along an axis.
static int64_t content_extent(const le__template *t, uint32_t group, int axis, const int64_t *extent) {
    const le_node *nodes = t->composition->spec.nodes, *n = &nodes[t->cell[group].node];
    uint32_t end = group + t->cell[group].span;
    bool along = axis == axis_of(n);
    int64_t sum = 0, largest = 0;
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span) {
        int64_t outer = extent[i] + edges_least(&nodes[t->cell[i].node], axis);
        sum += outer + (i > group + 1 ? n->between.least : 0);
        largest = LE_MAX(largest, outer);
    }
    return along ? LE_MAX(sum, 0) : largest;
}

static void settle_extents(const le__template *t, const le__measured *measured, int64_t *const extent[2]) {
    const le_node *nodes = t->composition->spec.nodes;
    for (uint32_t i = t->cells; i-- > 0;) {
        const le__cell *c = &t->cell[i];
        const le_node *n = &nodes[c->node];
        for (int axis = 0; axis < 2; axis++) {
            extent[axis][i] = c->extent[axis];
            if (is_group(n)) {
                settle_uniform(t, i, axis, extent[axis]);
                if (c->open[axis]) extent[axis][i] = content_extent(t, i, axis, extent[axis]);
            } else if (n->kind == LE_NODE_ITEM && c->open[axis] && measured && measured->extent[axis] &&
                       measured->extent[axis][c->first] >= 0) {
                extent[axis][i] = measured->extent[axis][c->first];
            }
        }
    }
    if (measured && measured->forced >= 0) extent[t->axis][0] = measured->forced;
}

// ---- Down: places

// Places the children of a group along its own axis, sharing what is left over.
static void place_along(const le__template *t, uint32_t group, const le__scratch *s) {
    const le_node *nodes = t->composition->spec.nodes, *n = &nodes[t->cell[group].node];
    double scale = t->composition->spec.scale;
    int axis = axis_of(n);
    const int64_t *extent = s->extent[axis];
    uint32_t end = group + t->cell[group].span;
    int64_t flexible = 0, used = 0, count = 0, position = s->at[axis][group] + inside_start(n, &t->cell[group], axis);
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span) {
        const le_space *edge = edges_along(&nodes[t->cell[i].node], axis);
        bool follows = i + t->cell[i].span < end;
        flexible += edge[LE_START].flexible + edge[LE_END].flexible + (follows && n->between.flexible);
        used += edge[LE_START].least + extent[i] + edge[LE_END].least + (follows ? n->between.least : 0);
        count++;
    }
    int64_t left = LE_MAX(inside(n, &t->cell[group], axis, extent[group]) - used, 0), taken = 0, index = 0;
    // Equal parts are floored to pixels; the pixels that are left over are spread among them.
    bool spreads = n->repeat == LE_REPEAT_SHARE && flexible == 0 && scale > 0;
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span) {
        const le_space *edge = edges_along(&nodes[t->cell[i].node], axis);
        position += edge[LE_START].least;
        if (edge[LE_START].flexible) position += share_of(left, flexible, taken++, scale);
        s->at[axis][i] = position + (spreads ? pixel_round(left * index++ / count, scale) : 0);
        position += extent[i] + edge[LE_END].least;
        if (edge[LE_END].flexible) position += share_of(left, flexible, taken++, scale);
        position += n->between.least;
        if (n->between.flexible && i + t->cell[i].span < end) position += share_of(left, flexible, taken++, scale);
    }
}

// Places the children of a group across its axis, each by its own edges.
static void place_across(const le__template *t, uint32_t group, const le__scratch *s) {
    const le_node *nodes = t->composition->spec.nodes, *n = &nodes[t->cell[group].node];
    double scale = t->composition->spec.scale;
    int axis = 1 - axis_of(n);
    uint32_t end = group + t->cell[group].span;
    int64_t start = s->at[axis][group] + inside_start(n, &t->cell[group], axis);
    int64_t room = inside(n, &t->cell[group], axis, s->extent[axis][group]);
    for (uint32_t i = group + 1; i < end; i += t->cell[i].span) {
        const le_node *child = &nodes[t->cell[i].node];
        const le_space *edge = edges_along(child, axis);
        int64_t left = LE_MAX(room - s->extent[axis][i] - edges_least(child, axis), 0), lead = edge[LE_START].least;
        if (edge[LE_START].flexible) lead += edge[LE_END].flexible ? part_of(left, 2, scale) : left;
        s->at[axis][i] = start + lead;
    }
}

static le_rect cell_rect(const le__template *t, uint32_t cell, const le__scratch *s) {
    const le__cell *c = &t->cell[cell];
    const le_node *n = &t->composition->spec.nodes[c->node];
    le_rect rect;
    rect.main_min = s->at[MAIN][cell] + inside_start(n, c, MAIN);
    rect.cross_min = s->at[CROSS][cell] + inside_start(n, c, CROSS);
    rect.main_max = rect.main_min + inside(n, c, MAIN, s->extent[MAIN][cell]);
    rect.cross_max = rect.cross_min + inside(n, c, CROSS, s->extent[CROSS][cell]);
    return rect;
}

static int64_t anchor_offset(const le_anchor *a, double offset, int64_t extent) {
    return a->fractional ? (int64_t)rint(offset * (double)extent) : le_units(offset);
}

// Where a badge of an extent starts on its container along one axis.
static int64_t badge_start(const le_badge *b, int axis, int64_t min, int64_t room, int64_t extent) {
    int64_t at = axis == MAIN ? b->container.main : b->container.cross;
    int64_t shift =
        anchor_offset(&b->container, axis == MAIN ? b->container.offset_main : b->container.offset_cross, extent);
    if (!b->has_own) return min + ((at * (room - extent)) >> 1) + shift;
    int64_t own = axis == MAIN ? b->own.main : b->own.cross;
    int64_t own_shift = anchor_offset(&b->own, axis == MAIN ? b->own.offset_main : b->own.offset_cross, extent);
    return min + ((at * room) >> 1) + shift - ((own * extent) >> 1) + own_shift;
}

static le_rect badge_rect(const le_composition_spec *spec, const le_badge *b, const le_rect *container) {
    int64_t room_main = container->main_max - container->main_min;
    int64_t room_cross = container->cross_max - container->cross_min;
    int64_t main = le__dimension(&b->main, room_main, room_cross, spec->scale);
    int64_t cross = le__dimension(&b->cross, room_main, room_cross, spec->scale);
    le_rect rect;
    rect.main_min = badge_start(b, MAIN, container->main_min, room_main, main);
    rect.cross_min = badge_start(b, CROSS, container->cross_min, room_cross, cross);
    rect.main_max = rect.main_min + main;
    rect.cross_max = rect.cross_min + cross;
    return rect;
}

void le__template_settle(const le__template *t, const le__measured *measured, const le__scratch *s, le_rect *frames,
                         le_rect *parts, int64_t extent[2]) {
    const le_composition_spec *spec = &t->composition->spec;
    settle_extents(t, measured, s->extent);
    extent[MAIN] = s->extent[MAIN][0];
    extent[CROSS] = s->extent[CROSS][0];
    if (!frames && !parts) return;
    s->at[MAIN][0] = s->at[CROSS][0] = 0;
    for (uint32_t i = 0; i < t->cells; i++) {
        const le__cell *c = &t->cell[i];
        const le_node *n = &spec->nodes[c->node];
        if (is_group(n)) {
            place_along(t, i, s);
            place_across(t, i, s);
        } else if (frames) {
            le_rect rect = cell_rect(t, i, s);
            if (n->kind == LE_NODE_ITEM) frames[c->first] = rect;
            for (int32_t k = c->first; n->kind == LE_NODE_CUSTOM && k < c->last; k++) {
                const le_rect *own = &t->custom[k].frame;
                frames[k] = (le_rect){rect.main_min + own->main_min, rect.cross_min + own->cross_min,
                                      rect.main_min + own->main_max, rect.cross_min + own->cross_max};
            }
        }
    }
    for (uint32_t p = 0; parts && p < t->parts; p++) {
        le_rect container = cell_rect(t, t->part[p].cell, s);
        parts[p] = badge_rect(spec, &spec->badges[t->part[p].badge], &container);
    }
}

// ---- The template

static void reach_rect(const le_rect *r, const int64_t extent[2], int64_t reach[2][2]) {
    reach[MAIN][0] = LE_MAX(reach[MAIN][0], -r->main_min);
    reach[MAIN][1] = LE_MAX(reach[MAIN][1], r->main_max - extent[MAIN]);
    reach[CROSS][0] = LE_MAX(reach[CROSS][0], -r->cross_min);
    reach[CROSS][1] = LE_MAX(reach[CROSS][1], r->cross_max - extent[CROSS]);
}

void le__template_reach(const le__template *t, const le_rect *frames, const le_rect *parts, const int64_t extent[2],
                        int64_t reach[2][2]) {
    for (int32_t i = 0; i < t->items; i++) reach_rect(&frames[i], extent, reach);
    for (uint32_t p = 0; p < t->parts; p++) reach_rect(&parts[p], extent, reach);
}

// Order of parts in a query: by the item they come after, an item's own first, then inner groups before outer ones,
// then as declared. A group's badges come after its last item.
typedef struct part_key {
    le__part part;
    uint32_t span;
    bool group;
} part_key;

static int compare_parts(const void *left, const void *right) {
    const part_key *a = left, *b = right;
    if (a->part.last != b->part.last) return a->part.last < b->part.last ? -1 : 1;
    if (a->group != b->group) return a->group ? 1 : -1;
    if (a->span != b->span) return a->span < b->span ? -1 : 1;
    if (a->part.cell != b->part.cell) return a->part.cell > b->part.cell ? -1 : 1; // one child: the inner one first
    return a->part.badge < b->part.badge ? -1 : 1;
}

// All parts of the cells, in order; NULL when memory is short or there are none.
static part_key *list_parts(const resolver *r, uint32_t *count) {
    const le_composition_spec *spec = r->spec;
    size_t n = 0;
    for (uint32_t c = 0; c < r->cells; c++)
        for (size_t b = 0; b < spec->badge_count; b++)
            n += spec->badges[b].node == r->cell[c].node && r->cell[c].first < r->cell[c].last;
    *count = (uint32_t)n;
    part_key *all = n ? malloc(n * sizeof *all) : NULL;
    if (!all) return NULL;
    n = 0;
    for (size_t b = 0; b < spec->badge_count; b++) {
        int32_t ordinal = 0;
        size_t first = n;
        bool group = spec->nodes[spec->badges[b].node].kind != LE_NODE_ITEM;
        for (uint32_t c = 0; c < r->cells; c++) {
            const le__cell *cell = &r->cell[c];
            if (cell->node != spec->badges[b].node) continue;
            if (cell->first < cell->last)
                all[n++] = (part_key){.part = {.badge = (uint32_t)b,
                                               .cell = c,
                                               .first = cell->first,
                                               .last = cell->last,
                                               .ordinal = group ? ordinal : -1},
                                      .span = cell->span,
                                      .group = group};
            ordinal++;
        }
        for (size_t i = first; i < n; i++) all[i].part.per_group = ordinal;
    }
    qsort(all, n, sizeof *all, compare_parts);
    return all;
}

static void ask_custom_frames(const le_composition_spec *spec, le__template *t) {
    for (uint32_t c = 0; c < t->cells; c++) {
        const le__cell *cell = &t->cell[c];
        const le_node *n = &spec->nodes[cell->node];
        if (n->kind != LE_NODE_CUSTOM || cell->first == cell->last) continue;
        spec->custom(spec->context, cell->node, inside(n, cell, MAIN, cell->extent[MAIN]),
                     inside(n, cell, CROSS, cell->extent[CROSS]), t->custom + cell->first);
        for (int32_t i = cell->first; i < cell->last; i++) {
            le_rect *f = &t->custom[i].frame;
            const int64_t limit = LE_MAX_LENGTH;
            f->main_min = LE_MIN(LE_MAX(f->main_min, -limit), limit);
            f->cross_min = LE_MIN(LE_MAX(f->cross_min, -limit), limit);
            f->main_max = LE_MIN(LE_MAX(f->main_max, f->main_min), f->main_min + limit);
            f->cross_max = LE_MIN(LE_MAX(f->cross_max, f->cross_min), f->cross_min + limit);
        }
    }
}

static void find_bounds(le__template *t) {
    for (uint32_t b = 0; b < t->bounds; b++) {
        int32_t first = (int32_t)b * LE__ITEMS_PER_BOUNDS, end = LE_MIN(first + LE__ITEMS_PER_BOUNDS, t->items);
        le_rect all = t->frame[first];
        int64_t reach[2][2] = {{-all.main_min, all.main_max}, {-all.cross_min, all.cross_max}};
        const int64_t none[2] = {0, 0};
        for (int32_t i = first; i < end; i++) reach_rect(&t->frame[i], none, reach);
        // A group that is cut short shows its badges after an earlier item, so those count in all blocks of the group.
        for (uint32_t p = 0; p < t->parts; p++)
            if (t->part[p].first < end && t->part[p].last > first) reach_rect(&t->part[p].frame, none, reach);
        t->bound[b] = (le_rect){-reach[MAIN][0], -reach[CROSS][0], reach[MAIN][1], reach[CROSS][1]};
    }
}

// One block for a template and its arrays.
static le__template *template_alloc(uint32_t cells, uint32_t parts, int32_t items, bool custom, size_t boundaries) {
    uint32_t bounds =
        items > LE__ITEMS_PER_BOUNDS ? (uint32_t)(items + LE__ITEMS_PER_BOUNDS - 1) / LE__ITEMS_PER_BOUNDS : 0;
    size_t bytes = sizeof(le__template) + cells * sizeof(le__cell) + parts * sizeof(le__part) +
                   (size_t)items * sizeof(le_rect) + (custom ? (size_t)items * sizeof(le_custom_frame) : 0) +
                   bounds * sizeof(le_rect) + boundaries * sizeof(int64_t[2]) + ((size_t)items + 1) * sizeof(uint32_t) +
                   (size_t)items;
    le__template *t = le__block_alloc(bytes);
    if (!t) return NULL;
    memset(t, 0, bytes);
    t->cells = cells;
    t->parts = parts;
    t->items = items;
    t->bounds = bounds;
    t->cell = (le__cell *)(t + 1);
    t->frame = (le_rect *)(t->cell + cells);
    t->bound = t->frame + items;
    le_custom_frame *frames = (le_custom_frame *)(t->bound + bounds);
    t->custom = custom ? frames : NULL;
    t->part = (le__part *)(frames + (custom ? items : 0));
    t->boundary = (int64_t(*)[2])(t->part + parts);
    t->part_from = (uint32_t *)(t->boundary + boundaries);
    t->open = (uint8_t *)(t->part_from + items + 1);
    return t;
}

static bool template_finish(le__template *t) {
    const le_composition_spec *spec = &t->composition->spec;
    const le__cell *root = t->cell;
    t->axis = spec->orthogonal ? CROSS : MAIN;
    if (t->custom) ask_custom_frames(spec, t);
    int64_t *numbers = malloc(4 * t->cells * sizeof *numbers);
    le_rect *parts = malloc((t->parts + 1) * sizeof *parts);
    if (numbers && parts) {
        le__scratch scratch = {{numbers, numbers + t->cells}, {numbers + 2 * t->cells, numbers + 3 * t->cells}};
        le__template_settle(t, NULL, &scratch, t->frame, parts, t->extent);
        for (uint32_t p = 0; p < t->parts; p++) t->part[p].frame = parts[p];
        le__template_reach(t, t->frame, parts, t->extent, t->reach);
        find_bounds(t);
    }
    bool done = numbers && parts;
    free(numbers);
    free(parts);
    if (!done) return false;

    bool estimated = false;
    for (uint32_t c = 0; c < t->cells; c++) {
        const le__cell *cell = &t->cell[c];
        if (spec->nodes[cell->node].kind != LE_NODE_ITEM) continue;
        t->open[cell->first] = (uint8_t)(cell->open[MAIN] | cell->open[CROSS] << 1);
        estimated |= t->open[cell->first] != 0;
    }
    for (size_t b = 0; b < spec->boundary_count; b++) {
        int64_t cross = t->container[CROSS];
        if (spec->boundaries[b].follows_insets)
            cross = LE_MAX(cross - spec->inset_cross[LE_START] - spec->inset_cross[LE_END], 0);
        le__boundary_extent(&spec->boundaries[b], t->container[MAIN], cross, spec->scale, t->boundary[b]);
    }
    t->measurable = estimated && t->cells <= LE_MAX_ESTIMATED_GROUP && t->parts <= LE_MAX_ESTIMATED_GROUP;
    if (estimated && !t->measurable) {
        // Estimates are exact there.
        if (!t->summary.fault) t->summary.fault = LE_FAULT_TOO_MANY;
        memset(t->open, 0, (size_t)t->items);
    }
    t->grows = t->measurable && root->open[t->axis] && spec->nodes[0].kind != LE_NODE_CUSTOM;
    t->uniform =
        t->measurable && root->open[t->axis] && dimension_along(&spec->nodes[0], t->axis)->kind == LE_UNIFORM_SIZE;
    t->spacing = LE_MAX(spec->group_spacing, -t->extent[t->axis]);
    t->summary.group_items = t->items;
    t->summary.group_main = t->extent[MAIN];
    t->summary.group_cross = t->extent[CROSS];
    return true;
}

static int64_t container_extent(int64_t extent) { return LE_MIN(LE_MAX(extent, 0), LE_MAX_LENGTH); }

bool le__template_is_for(const le__template *t, int64_t main, int64_t cross) {
    return t->container[MAIN] == container_extent(main) && t->container[CROSS] == container_extent(cross);
}

le__template *le__template_make(le_composition *composition, int64_t main, int64_t cross) {
    const le_composition_spec *spec = &composition->spec;
    main = container_extent(main);
    cross = container_extent(cross);
    // Insets make the room for groups smaller on the axis that groups do not follow each other on.
    int64_t container[2] = {main, cross};
    int across = spec->orthogonal ? MAIN : CROSS;
    const int64_t *inset = across == MAIN ? spec->inset_main : spec->inset_cross;
    container[across] = LE_MIN(LE_MAX(container[across] - inset[LE_START] - inset[LE_END], 0), LE_MAX_LENGTH);

    resolver r = {.spec = spec};
    uint32_t few[64];
    r.node_span = spec->node_count <= 64 ? few : malloc(spec->node_count * sizeof *r.node_span);
    if (!r.node_span) return NULL;
    // Preorder backwards: the subtrees of a node's children are known before the node's own.
    bool custom = false;
    for (size_t i = spec->node_count; i-- > 0;) {
        uint32_t span = 1;
        for (uint32_t child = 0; child < spec->nodes[i].children; child++) span += r.node_span[i + span];
        r.node_span[i] = span;
        custom |= spec->nodes[i].kind == LE_NODE_CUSTOM;
    }
    resolve(&r, 0, container, -1, 0);

    le__template *t = NULL;
    uint32_t parts = 0;
    part_key *keys = r.failed ? NULL : list_parts(&r, &parts);
    if (!r.failed && (keys || parts == 0)) t = template_alloc(r.cells, parts, r.items, custom, spec->boundary_count);
    if (t) {
        memcpy(t->cell, r.cell, r.cells * sizeof *r.cell);
        for (uint32_t p = 0; p < parts; p++) t->part[p] = keys[p].part;
        uint32_t p = 0;
        for (int32_t i = 0; i <= t->items; i++) {
            while (p < parts && t->part[p].last <= i) p++;
            t->part_from[i] = p;
        }
        t->container[MAIN] = main;
        t->container[CROSS] = cross;
        t->summary.fault = r.fault;
        t->summary.fault_node = r.fault_node;
        t->composition = composition;
        le__retain(composition);
        if (!template_finish(t)) {
            le__template_release(t);
            t = NULL;
        }
    }
    free(keys);
    free(r.cell);
    if (r.node_span != few) free(r.node_span);
    return t;
}

void le__template_release(le__template *t) {
    if (!t || !le__drop(t)) return;
    le_composition_release(t->composition);
    le__block_free(t);
}
