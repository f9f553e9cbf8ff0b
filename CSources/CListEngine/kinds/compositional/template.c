// Templates: a composition solved for a container, with its badges in the order of a query.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/compositional/solver.h"

static void reach_rect(const le_rect *r, const int64_t extent[2], int64_t reach[2][2]) {
    reach[MAIN][0] = LE_MAX(reach[MAIN][0], -r->main_min);
    reach[MAIN][1] = LE_MAX(reach[MAIN][1], r->main_max - extent[MAIN]);
    reach[CROSS][0] = LE_MAX(reach[CROSS][0], -r->cross_min);
    reach[CROSS][1] = LE_MAX(reach[CROSS][1], r->cross_max - extent[CROSS]);
}

void le__raise_reach(const le_rect *frames, size_t count, const int64_t extent[2], int64_t reach[2][2]) {
    for (size_t i = 0; i < count; i++) reach_rect(&frames[i], extent, reach);
}

static void rect_unite(le_rect *all, const le_rect *r) {
    all->main_min = LE_MIN(all->main_min, r->main_min);
    all->cross_min = LE_MIN(all->cross_min, r->cross_min);
    all->main_max = LE_MAX(all->main_max, r->main_max);
    all->cross_max = LE_MAX(all->cross_max, r->cross_max);
}

// The order of parts in a query: by the item that they follow; the item's own parts first, then parts of inner groups
// before those of outer ones, then in the order of declaration. The badges of a group come after its last item.
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

// Temporary arrays: most compositions are small enough for this size on the stack.
enum { FEW_NUMBERS = 96 };

// The badges of each node, in the order of their declaration: those of node n are badge[from[n] ..< from[n + 1]].
typedef struct badges_by_node {
    uint32_t *from, *badge, *cells; // cells: the number of cells that a node has had so far
    uint32_t few[FEW_NUMBERS];
} badges_by_node;

static bool badges_sort(const le_composition_spec *spec, badges_by_node *by) {
    const size_t nodes = spec->node_count, badges = spec->badge_count, all = 2 * nodes + 2 + badges;
    by->from = all <= FEW_NUMBERS ? by->few : malloc(all * sizeof *by->from);
    if (!by->from) return false;
    memset(by->from, 0, all * sizeof *by->from);
    by->badge = by->from + nodes + 2;
    by->cells = by->badge + badges;
    // The counts are stored one node too far, so that placing the badges moves each start to its final value.
    for (size_t b = 0; b < badges; b++) by->from[spec->badges[b].node + 2]++;
    for (size_t n = 0; n < nodes; n++) by->from[n + 2] += by->from[n + 1];
    for (size_t b = 0; b < badges; b++) by->badge[by->from[spec->badges[b].node + 1]++] = (uint32_t)b;
    return true;
}

static void badges_free(badges_by_node *by) {
    if (by->from != by->few) free(by->from);
}

// Lists the parts of all cells, in the order of the cells.
static void fill_parts(const resolver *r, badges_by_node *by, part_key *all, size_t count) {
    size_t n = 0;
    for (uint32_t c = 0; c < r->cells; c++) {
        const le__cell *cell = &r->cell[c];
        const uint32_t ordinal = by->cells[cell->node]++;
        if (cell->first == cell->last) continue;
        const bool group = r->spec->nodes[cell->node].kind != LE_NODE_ITEM;
        for (uint32_t b = by->from[cell->node]; b < by->from[cell->node + 1]; b++)
            all[n++] = (part_key){.part = {.badge = by->badge[b],
                                           .cell = c,
                                           .first = cell->first,
                                           .last = cell->last,
                                           .ordinal = group ? (int32_t)ordinal : -1,
                                           .separates = r->spec->badges[by->badge[b]].separates},
                                  .span = cell->span,
                                  .group = group};
    }
    for (size_t i = 0; i < count; i++) all[i].part.per_group = (int32_t)by->cells[r->cell[all[i].part.cell].node];
}

// Lists all parts of the cells in the order of a query; none without badges. False when memory is short.
static bool list_parts(const resolver *r, part_key **keys, uint32_t *count) {
    const le_composition_spec *spec = r->spec;
    *keys = NULL;
    *count = 0;
    if (spec->badge_count == 0) return true;
    badges_by_node by;
    if (!badges_sort(spec, &by)) return false;
    size_t n = 0;
    for (uint32_t c = 0; c < r->cells; c++) {
        const uint32_t node = r->cell[c].node;
        if (r->cell[c].first < r->cell[c].last) n += by.from[node + 1] - by.from[node];
    }
    if (n && n <= INT32_MAX && (*keys = malloc(n * sizeof **keys))) {
        fill_parts(r, &by, *keys, n);
        qsort(*keys, n, sizeof **keys, compare_parts);
        *count = (uint32_t)n;
    }
    badges_free(&by);
    return n == 0 || *keys;
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

// Computes the bounds of the blocks of a large group. O(items + parts): the parts of a cell are united first, and cells
// of the same depth do not overlap, so each block is visited at most once per level of the tree.
static void find_bounds(le__template *t) {
    for (uint32_t b = 0; b < t->bounds; b++) {
        int32_t first = (int32_t)b * LE__ITEMS_PER_BOUNDS, end = LE_MIN(first + LE__ITEMS_PER_BOUNDS, t->items);
        t->bound[b] = t->frame[first];
        for (int32_t i = first; i < end; i++) rect_unite(&t->bound[b], &t->frame[i]);
    }
    if (!t->bounds) return;
    // A group with fewer items shows its badges after an earlier item, so they extend the bounds of all blocks of the
    // group.
    for (uint32_t p = 0; p < t->parts;) {
        const le__part *part = &t->part[p];
        le_rect all = part->frame;
        for (; p < t->parts && t->part[p].cell == part->cell; p++) rect_unite(&all, &t->part[p].frame);
        for (int32_t b = part->first / LE__ITEMS_PER_BOUNDS; b <= (part->last - 1) / LE__ITEMS_PER_BOUNDS; b++)
            rect_unite(&t->bound[b], &all);
    }
}

// Allocates one block for a template and its arrays.
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
    t->boundary = (int64_t (*)[2])(t->part + parts);
    t->part_from = (uint32_t *)(t->boundary + boundaries);
    t->open = (uint8_t *)(t->part_from + items + 1);
    return t;
}

// Computes the frames of all items and parts without measured sizes. False when memory is short.
static bool template_solve(le__template *t) {
    int64_t few[FEW_NUMBERS];
    const size_t numbers = (size_t)t->cells * 2 + (size_t)t->parts * 4; // extents, positions, containers of the parts
    int64_t *extent = numbers <= FEW_NUMBERS ? few : malloc(numbers * sizeof *extent);
    if (!extent) return false;
    int64_t *at = extent + t->cells;
    le_rect *containers = (le_rect *)(at + t->cells);
    for (int axis = 0; axis < 2; axis++) {
        le__solve_extents(t, axis, NULL, -1, extent);
        le__solve_places(t, axis, extent, at);
        t->extent[axis] = extent[0];
        le__solved_items(t, axis, extent, at, 0, t->items, t->frame);
        le__solved_containers(t, axis, extent, at, 0, t->parts, containers);
    }
    le__raise_reach(t->frame, (size_t)t->items, t->extent, t->reach);
    static const int64_t unmeasured[2] = {-1, -1};
    for (uint32_t p = 0; p < t->parts; p++) {
        t->part[p].frame = le__part_frame(t, p, &containers[p], unmeasured);
        le__raise_reach(&t->part[p].frame, 1, t->extent, t->reach);
    }
    find_bounds(t);
    if (extent != few) free(extent);
    return true;
}

static bool template_finish(le__template *t) {
    const le_composition_spec *spec = &t->composition->spec;
    const le__cell *root = t->cell;
    t->axis = spec->orthogonal ? CROSS : MAIN;
    if (t->custom) ask_custom_frames(spec, t);
    if (!template_solve(t)) return false;

    bool estimated = false;
    for (uint32_t c = 0; c < t->cells; c++) {
        const le__cell *cell = &t->cell[c];
        if (spec->nodes[cell->node].kind != LE_NODE_ITEM) continue;
        t->open[cell->first] = (uint8_t)(cell->open[MAIN] | cell->open[CROSS] << 1);
        estimated |= t->open[cell->first] != 0;
    }
    bool estimated_parts = false;
    for (uint32_t p = 0; p < t->parts; p++) {
        t->part[p].open = le__badge_open(&spec->badges[t->part[p].badge]);
        estimated_parts |= t->part[p].open != 0;
    }
    for (size_t b = 0; b < spec->boundary_count; b++) {
        int64_t cross = t->container[CROSS];
        if (spec->boundaries[b].follows_insets)
            cross = LE_MAX(cross - spec->inset_cross[LE_START] - spec->inset_cross[LE_END], 0);
        le__boundary_extent(&spec->boundaries[b], t->container[MAIN], cross, spec->scale, t->boundary[b]);
    }
    // A custom group has more items than cells.
    const bool open = estimated || estimated_parts;
    t->measurable = open && t->cells <= LE_MAX_ESTIMATED_GROUP && t->items <= LE_MAX_ESTIMATED_GROUP &&
                    t->parts <= LE_MAX_ESTIMATED_GROUP;
    if (open && !t->measurable) {
        // Estimates are used as exact sizes then.
        if (!t->summary.fault) t->summary.fault = LE_FAULT_TOO_MANY;
        memset(t->open, 0, (size_t)t->items);
        for (uint32_t p = 0; p < t->parts; p++) t->part[p].open = 0;
    }
    // What follows depends on the sizes of items. Badges take no room.
    const bool measured = t->measurable && estimated;
    // Without badges, and with edges that are not negative. Flexible edges have nothing to share.
    const bool single = measured && t->items == 1 && t->cells == 2 && t->parts == 0 && is_group(&spec->nodes[0]);
    for (int axis = 0; single && axis < 2; axis++) {
        const le_space *edge = edges_along(&spec->nodes[t->cell[1].node], axis);
        t->hugs[axis] =
            root->open[axis] && t->cell[1].open[axis] && edge[LE_START].least >= 0 && edge[LE_END].least >= 0;
        t->edges[axis] = edge[LE_START].least + edge[LE_END].least;
    }
    t->grows = measured && root->open[t->axis] && spec->nodes[0].kind != LE_NODE_CUSTOM;
    t->uniform =
        measured && root->open[t->axis] && dimension_along(&spec->nodes[0], t->axis)->kind == LE_UNIFORM_SIZE;
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

static le__template *template_make(le_composition *composition, int64_t main, int64_t cross) {
    const le_composition_spec *spec = &composition->spec;
    main = container_extent(main);
    cross = container_extent(cross);
    // Insets shrink the room for groups on the axis across the one on which groups follow each other.
    int64_t container[2] = {main, cross};
    int across = spec->orthogonal ? MAIN : CROSS;
    const int64_t *inset = across == MAIN ? spec->inset_main : spec->inset_cross;
    container[across] = LE_MIN(LE_MAX(container[across] - inset[LE_START] - inset[LE_END], 0), LE_MAX_LENGTH);

    resolver r = {.spec = spec};
    uint32_t few[64];
    r.node_span = spec->node_count <= 64 ? few : malloc(spec->node_count * sizeof *r.node_span);
    if (!r.node_span) return NULL;
    // Backwards through the preorder, so that the subtrees of the children of a node are known before its own.
    bool custom = false;
    for (size_t i = spec->node_count; i-- > 0;) {
        uint32_t span = 1;
        for (uint32_t child = 0; child < spec->nodes[i].children; child++) span += r.node_span[i + span];
        r.node_span[i] = span;
        custom |= spec->nodes[i].kind == LE_NODE_CUSTOM;
    }
    le__resolve(&r, 0, container, -1, 0);

    le__template *t = NULL;
    uint32_t parts = 0;
    part_key *keys = NULL;
    if (!r.failed && list_parts(&r, &keys, &parts))
        t = template_alloc(r.cells, parts, r.items, custom, spec->boundary_count);
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

le__template *le__template_of(le_composition *composition, int64_t main, int64_t cross) {
    le__template *t = atomic_exchange_explicit(&composition->solved, NULL, memory_order_acquire);
    if (t && !le__template_is_for(t, main, cross)) {
        le__template_release(t);
        t = NULL;
    }
    if (!t) t = template_make(composition, main, cross);
    // Custom groups call the program, which may return other frames each time.
    if (!t || t->custom) return t;
    le__retain(t);
    le__template_release(atomic_exchange_explicit(&composition->solved, t, memory_order_acq_rel));
    return t;
}

void le__template_release(le__template *t) {
    if (t && le__drop(t)) le__block_free(t);
}
