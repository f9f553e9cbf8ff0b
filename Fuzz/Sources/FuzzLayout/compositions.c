// Compositions made from a few bytes.
#include "kinds/compositional/composition.h"
#include "subject.h"

static double share(rng *r) { return (double)rng_in(r, 1, 12) / 12; }

static le_dimension dimension(rng *r) {
    const le_dimension_kind kinds[] = {LE_ABSOLUTE, LE_ABSOLUTE, LE_FRACTION_CROSS, LE_FRACTION_MAIN, LE_ESTIMATED_SIZE,
                                       LE_UNIFORM_SIZE};
    le_dimension d = {kinds[rng_below(r, 6)], 0};
    bool fraction = d.kind == LE_FRACTION_CROSS || d.kind == LE_FRACTION_MAIN;
    d.value = fraction ? share(r) : (double)rng_in(r, 0, 250) / 2.5;
    return d;
}

static le_space space(rng *r) {
    return (le_space){rng_chance(r, 2) ? 0 : rng_in(r, -2, 9) * LE_UNIT / 2, rng_chance(r, 6)};
}

static size_t add_node(rng *r, le_node *nodes, size_t n, int depth) {
    size_t index = n++;
    le_node node = {.main = dimension(r), .cross = dimension(r), .between = space(r)};
    if (depth == 0 || (depth < 4 && n < 24 && rng_chance(r, 3))) {
        node.kind = rng_chance(r, 2) ? LE_NODE_ALONG_MAIN : LE_NODE_ALONG_CROSS;
        node.repeat = (le_repeat)rng_below(r, 3);
        node.children = node.repeat == LE_REPEAT_FILL ? (uint32_t)rng_in(r, 1, 3) : 1;
        node.count = (uint32_t)rng_in(r, 0, 5);
    }
    for (int e = 0; e < 2; e++) {
        if (rng_chance(r, 4)) node.inset_main[e] = rng_in(r, 0, 6) * LE_UNIT;
        if (rng_chance(r, 4)) node.inset_cross[e] = rng_in(r, 0, 6) * LE_UNIT;
        if (rng_chance(r, 4)) node.edge_main[e] = space(r);
        if (rng_chance(r, 4)) node.edge_cross[e] = space(r);
    }
    for (uint32_t c = 0; c < node.children; c++) n = add_node(r, nodes, n, depth + 1);
    nodes[index] = node;
    return n;
}

size_t make_boundaries(uint8_t seed, le_boundary *out) {
    rng r = {seed};
    size_t n = (size_t)rng_below(&r, BARS + 1);
    for (size_t b = 0; b < n; b++) {
        out[b] = (le_boundary){.kind = (uint16_t)(20 + b),
                               .z_index = 1,
                               .main = dimension(&r),
                               .cross = dimension(&r),
                               .align_main = (int32_t)rng_below(&r, 3),
                               .align_cross = (int32_t)rng_below(&r, 3),
                               .offset_main = rng_chance(&r, 3) ? rng_in(&r, -12, 12) * LE_UNIT : 0,
                               .overlays = rng_chance(&r, 4),
                               .pins = rng_chance(&r, 2),
                               .follows_insets = rng_chance(&r, 2)};
        out[b].inset_main[0] = rng_in(&r, -3, 9) * LE_UNIT;
    }
    return n;
}

le_composition *make_composition(uint8_t shape, uint8_t seed, le_status *status) {
    rng r = {(uint64_t)shape * 256 + seed};
    le_node nodes[96];
    le_badge badges[BADGES];
    le_boundary boundaries[BARS];
    le_backdrop backdrop = {.kind = 30, .z_index = -1, .inset_main = {LE_UNIT, -LE_UNIT}};
    size_t count, badge_count = 0;
    if (shape % 4 == 0) {
        // Rows that measure themselves, one or more per group: the common case, with trees of measured groups.
        nodes[0] = (le_node){.kind = shape & 4 ? LE_NODE_ALONG_MAIN : LE_NODE_ALONG_CROSS,
                             .repeat = LE_REPEAT_COUNT,
                             .children = 1,
                             .count = 1 + seed % 4u,
                             .main = {shape & 8 ? LE_UNIFORM_SIZE : LE_ESTIMATED_SIZE, 40},
                             .cross = {LE_FRACTION_CROSS, 1}};
        nodes[1] = (le_node){.main = {shape & 16 ? LE_UNIFORM_SIZE : LE_ESTIMATED_SIZE, 40},
                             .cross = {LE_FRACTION_CROSS, 1.0 / (1 + seed % 4)}};
        count = 2;
    } else if (shape % 16 == 1) {
        // A group of many items, so that its blocks have bounds.
        nodes[0] = (le_node){.kind = LE_NODE_ALONG_MAIN,
                             .repeat = LE_REPEAT_COUNT,
                             .children = 1,
                             .count = 20 + seed,
                             .main = {LE_ABSOLUTE, 900},
                             .cross = {LE_FRACTION_CROSS, 1}};
        nodes[1] = (le_node){.main = {LE_ABSOLUTE, 15}, .cross = {LE_FRACTION_CROSS, 0.5}};
        count = 2;
    } else {
        count = add_node(&r, nodes, 0, 0);
    }
    while (badge_count < BADGES && rng_chance(&r, 3)) {
        // No random number, so that the corpus stays what it is.
        const bool estimated = (shape + seed + badge_count) % 2;
        badges[badge_count] = (le_badge){.node = (uint32_t)rng_below(&r, (int64_t)count),
                                         .kind = (uint16_t)(FIRST_BADGE_KIND + badge_count),
                                         .main = {estimated ? LE_ESTIMATED_SIZE : LE_ABSOLUTE, 12},
                                         .cross = {estimated && seed & 2 ? LE_UNIFORM_SIZE : LE_FRACTION_CROSS, 0.25},
                                         .container = {(int32_t)rng_below(&r, 3), (int32_t)rng_below(&r, 3),
                                                       rng_chance(&r, 2), share(&r), -share(&r)},
                                         .has_own = rng_chance(&r, 3),
                                         .separates = rng_chance(&r, 3)};
        badge_count++;
    }
    size_t bars = rng_chance(&r, 2) ? make_boundaries((uint8_t)(seed + 1), boundaries) : 0;
    le_composition_spec spec = {.nodes = nodes,
                                .node_count = count,
                                .badges = badges,
                                .badge_count = badge_count,
                                .boundaries = boundaries,
                                .boundary_count = bars,
                                .backdrops = &backdrop,
                                .backdrop_count = rng_chance(&r, 4),
                                .group_spacing = rng_chance(&r, 2) ? rng_in(&r, -3, 12) * LE_UNIT : 0,
                                .section_spacing = rng_chance(&r, 4) ? 7 * LE_UNIT : 0,
                                .header_space = rng_chance(&r, 4) ? 5 * LE_UNIT : 0,
                                .orthogonal = rng_chance(&r, 4),
                                .loops = (shape ^ seed) % 2 == 0, // no random number, so that the corpus stays what it is
                                .scale = (double)rng_below(&r, 4)};
    if (rng_chance(&r, 2)) spec.inset_main[0] = spec.inset_cross[1] = 5 * LE_UNIT;
    return le_composition_create(&spec, status);
}

int64_t items_of_badge(const le_layout *layout, int64_t section, const le_composition *composition, int b) {
    const le_composition_spec *spec = &composition->spec;
    if ((size_t)b >= spec->badge_count || !le__badge_open(&spec->badges[b])) return 0;
    const uint32_t node = spec->badges[b].node;
    if (spec->nodes[node].kind == LE_NODE_ITEM) return 1;
    return node == 0 ? le_layout_groups(layout, section).items : 0;
}

bool have_same_badges(const le_composition *a, const le_composition *b) {
    bool same = a->spec.badge_count == b->spec.badge_count;
    for (size_t i = 0; same && i < a->spec.badge_count; i++)
        same = a->spec.badges[i].node == b->spec.badges[i].node &&
               le__badge_open(&a->spec.badges[i]) == le__badge_open(&b->spec.badges[i]);
    return same;
}
