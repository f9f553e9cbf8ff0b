// Compositions: checked copies of their descriptions.
#include "kinds/compositional/composition.h"

#include <math.h>
#include <string.h>

// Enumerations come from callers in other languages, so they may hold any number.
static bool dimension_known(const le_dimension *d) { return (unsigned)d->kind <= LE_UNIFORM_SIZE; }

static bool dimension_usable(const le_dimension *d) { return d->value >= 0 && d->value <= le_points(LE_MAX_LENGTH); }

static bool length_usable(int64_t length) { return length <= LE_MAX_LENGTH && length >= -LE_MAX_LENGTH; }

static bool insets_usable(const int64_t main[2], const int64_t cross[2]) {
    return length_usable(main[LE_START]) && length_usable(main[LE_END]) && length_usable(cross[LE_START]) &&
           length_usable(cross[LE_END]);
}

static bool anchor_usable(const le_anchor *a) {
    return a->main >= 0 && a->main <= 2 && a->cross >= 0 && a->cross <= 2 && isfinite(a->offset_main) &&
           isfinite(a->offset_cross) && fabs(a->offset_main) <= le_points(LE_MAX_LENGTH) &&
           fabs(a->offset_cross) <= le_points(LE_MAX_LENGTH);
}

enum { DEPTH_MAX = 64 };

// The node after the subtree of `node`, or 0 if the tree is malformed.
static size_t subtree_end(const le_composition_spec *spec, size_t node, int depth) {
    if (node >= spec->node_count || depth > DEPTH_MAX) return 0;
    const le_node *n = &spec->nodes[node];
    bool leaf = n->kind == LE_NODE_ITEM || n->kind == LE_NODE_CUSTOM;
    if (leaf && n->children) return 0;
    if (n->kind == LE_NODE_CUSTOM && !spec->custom) return 0;
    if (n->repeat != LE_REPEAT_FILL && !leaf && n->children != 1) return 0;
    size_t end = node + 1;
    for (uint32_t child = 0; child < n->children; child++)
        if (!(end = subtree_end(spec, end, depth + 1))) return 0;
    return end;
}

// Checks that no array with elements is NULL, every enumeration has a known value, and 32 bits can count the nodes.
static le_status spec_complete(const le_composition_spec *spec) {
    if ((spec->node_count && !spec->nodes) || (spec->badge_count && !spec->badges) ||
        (spec->boundary_count && !spec->boundaries) || (spec->backdrop_count && !spec->backdrops) || !LE__KNOWN(spec))
        return LE_BAD_ARGUMENT;
    if (spec->node_count > INT32_MAX || spec->badge_count > INT32_MAX || spec->boundary_count > INT32_MAX ||
        spec->backdrop_count > INT32_MAX)
        return LE_TOO_LARGE;
    for (size_t i = 0; i < spec->node_count; i++) {
        const le_node *n = &spec->nodes[i];
        if ((unsigned)n->kind > LE_NODE_CUSTOM || (unsigned)n->repeat > LE_REPEAT_SHARE || !dimension_known(&n->main) ||
            !dimension_known(&n->cross))
            return LE_BAD_ARGUMENT;
    }
    for (size_t i = 0; i < spec->badge_count; i++)
        if (!dimension_known(&spec->badges[i].main) || !dimension_known(&spec->badges[i].cross)) return LE_BAD_ARGUMENT;
    for (size_t i = 0; i < spec->boundary_count; i++)
        if (!dimension_known(&spec->boundaries[i].main) || !dimension_known(&spec->boundaries[i].cross))
            return LE_BAD_ARGUMENT;
    return LE_OK;
}

static bool node_usable(const le_node *n) {
    if (!dimension_usable(&n->main) || !dimension_usable(&n->cross) || !length_usable(n->between.least)) return false;
    for (int e = 0; e < 2; e++)
        if (!length_usable(n->edge_main[e].least) || !length_usable(n->edge_cross[e].least)) return false;
    return insets_usable(n->inset_main, n->inset_cross);
}

static bool badge_usable(const le_badge *b) {
    return dimension_usable(&b->main) && dimension_usable(&b->cross) && anchor_usable(&b->container) &&
           (!b->has_own || anchor_usable(&b->own)) && insets_usable(b->inset_main, b->inset_cross);
}

bool le__boundary_usable(const le_boundary *b) {
    return dimension_usable(&b->main) && dimension_usable(&b->cross) && b->align_main >= 0 && b->align_main <= 2 &&
           b->align_cross >= 0 && b->align_cross <= 2 && length_usable(b->offset_main) &&
           length_usable(b->offset_cross) && insets_usable(b->inset_main, b->inset_cross);
}

bool le__boundary_known(const le_boundary *b) { return dimension_known(&b->main) && dimension_known(&b->cross); }

static bool spec_usable(const le_composition_spec *spec) {
    if (spec->node_count == 0 || subtree_end(spec, 0, 0) != spec->node_count) return false;
    if (!(spec->scale >= 0 && spec->scale <= 1024)) return false;
    if (!length_usable(spec->group_spacing)) return false;
    if (!length_usable(spec->section_spacing) || spec->section_spacing < 0) return false;
    if (!length_usable(spec->header_space) || spec->header_space < 0) return false;
    if (!insets_usable(spec->inset_main, spec->inset_cross)) return false;
    for (size_t i = 0; i < spec->node_count; i++)
        if (!node_usable(&spec->nodes[i])) return false;
    for (size_t i = 0; i < spec->badge_count; i++)
        if (spec->badges[i].node >= spec->node_count || !badge_usable(&spec->badges[i])) return false;
    for (size_t i = 0; i < spec->boundary_count; i++)
        if (!le__boundary_usable(&spec->boundaries[i])) return false;
    for (size_t i = 0; i < spec->backdrop_count; i++)
        if (!insets_usable(spec->backdrops[i].inset_main, spec->backdrops[i].inset_cross)) return false;
    return true;
}

// Appends `bytes` at `*at` and advances it. Every element type here preserves eight-byte alignment.
static const void *append(char **at, const void *data, size_t bytes) {
    char *start = *at;
    if (bytes) memcpy(start, data, bytes);
    *at += (bytes + 7) & ~(size_t)7;
    return start;
}

le_composition *le_composition_create(const le_composition_spec *spec, le_status *status) {
    le_status ignored;
    if (!status) status = &ignored;
    *status = spec ? spec_complete(spec) : LE_BAD_ARGUMENT;
    if (*status != LE_OK) return NULL;
    *status = LE_BAD_VALUE;
    if (!spec_usable(spec)) return NULL;
    size_t nodes = spec->node_count * sizeof *spec->nodes, badges = spec->badge_count * sizeof *spec->badges;
    size_t boundaries = spec->boundary_count * sizeof *spec->boundaries;
    size_t backdrops = spec->backdrop_count * sizeof *spec->backdrops;
    *status = LE_NO_MEMORY;
    le_composition *composition = le__block_alloc(sizeof *composition + nodes + badges + boundaries + backdrops + 32);
    if (!composition) return NULL;
    *status = LE_OK;
    composition->spec = *spec;
    atomic_init(&composition->solved, NULL);
    char *at = (char *)(composition + 1);
    composition->spec.nodes = append(&at, spec->nodes, nodes);
    composition->spec.badges = append(&at, spec->badges, badges);
    composition->spec.boundaries = append(&at, spec->boundaries, boundaries);
    composition->spec.backdrops = append(&at, spec->backdrops, backdrops);
    return composition;
}

void *le_composition_context(const le_composition *composition) {
    return composition ? composition->spec.context : NULL;
}

void le_composition_retain(le_composition *composition) {
    if (composition) le__retain(composition);
}

void le_composition_release(le_composition *composition) {
    if (!composition || !le__drop(composition)) return;
    le__template_release(atomic_load_explicit(&composition->solved, memory_order_relaxed));
    if (composition->spec.release) composition->spec.release(composition->spec.context);
    le__block_free(composition);
}

le_composition_summary le_composition_solve(const le_composition *composition, int64_t main, int64_t cross) {
    le__template *t = composition ? le__template_of((le_composition *)composition, main, cross) : NULL;
    le_composition_summary summary = t ? t->summary : (le_composition_summary){.group_items = -1};
    le__template_release(t);
    return summary;
}
