// Laying out all sections for a container of a new size.
#include <stdlib.h>

#include "layout/boundaries.h"
#include "layout/arguments.h"
#include "section/kind.h"
#include "section/section_tree.h"

// Maps each style to the same style solved for the new container, so that each is solved once. An open-addressed table.
typedef struct style_map {
    le__style **old, **made;
    size_t count, capacity; // a power of two
} style_map;

static size_t style_slot(const style_map *map, const le__style *old) {
    size_t slot = ((uintptr_t)old >> 6) * 0x9e3779b97f4a7c15u & (map->capacity - 1);
    while (map->old[slot] && map->old[slot] != old) slot = (slot + 1) & (map->capacity - 1);
    return slot;
}

static void style_map_free(style_map *map) {
    for (size_t i = 0; i < map->capacity; i++)
        if (map->old[i]) le__style_release(map->made[i]);
    free(map->old);
}

static bool style_map_grow(style_map *map) {
    style_map grown = {.count = map->count, .capacity = map->capacity ? 2 * map->capacity : 16};
    grown.old = calloc(2 * grown.capacity, sizeof *grown.old);
    if (!grown.old) return false;
    grown.made = grown.old + grown.capacity;
    for (size_t i = 0; i < map->capacity; i++) {
        if (!map->old[i]) continue;
        size_t slot = style_slot(&grown, map->old[i]);
        grown.old[slot] = map->old[i];
        grown.made[slot] = map->made[i];
    }
    free(map->old);
    *map = grown;
    return true;
}

// The style that replaces `old` in the new container, not retained; NULL when memory is short.
static le__style *style_map_get(style_map *map, le__style *old, const le_layout_config *config) {
    if (2 * map->count >= map->capacity && !style_map_grow(map)) return NULL;
    size_t slot = style_slot(map, old);
    if (map->old[slot]) return map->made[slot];
    le__style *made = le__kind_at(old->spec.kind)->solve(old, config);
    if (!made) return NULL;
    map->old[slot] = old;
    map->made[slot] = made;
    map->count++;
    return made;
}

// Lays out a section for the new container.
static le_status section_relayout(const le_layout *layout, le__section *s, style_map *solved,
                                  const le_layout_config *config, le_work *work) {
    const le__kind *kind = le__kind_of(s);
    le__style *old = s->style;
    le_status status = LE_OK;
    if (kind->solve) {
        le__style *to = style_map_get(solved, old, config);
        if (!to) return LE_NO_MEMORY;
        le__retain(to);
        s->style = to;
    }
    if (kind->relayout) status = kind->relayout(s, old, &layout->config, config, work);
    if (kind->solve) le__style_release(old);
    return status == LE_OK && !kind->measure(s, config) ? LE_TOO_LARGE : status;
}

// The tree of all sections, laid out for the new container.
static le_status sections_relayout(const le_layout *layout, const le_layout_config *config, le__sections_node **root,
                                   le_work *work) {
    style_map solved = {0};
    le__sections_builder builder = {0};
    le__sections_path path;
    int64_t extent = 0;
    le_status status = LE_OK;
    le__sections_path_start(layout->root, &path);
    for (le__sections_node *leaf = path.leaf; leaf && status == LE_OK; leaf = le__sections_path_next(&path)) {
        le__sections_node *copy = le__sections_leaf_copy(leaf);
        for (uint32_t i = 0; copy && i < copy->head.n && status == LE_OK; i++) {
            le__section *s = &le__sections_in(copy)[i];
            status = section_relayout(layout, s, &solved, config, work);
            if (status == LE_OK && s->extent > LE_MAX_TOTAL - extent) status = LE_TOO_LARGE;
            if (status == LE_OK) extent += s->extent;
        }
        if (copy) le__sections_leaf_sum(copy);
        le__sections_builder_add(&builder, copy);
    }
    style_map_free(&solved);
    if (status != LE_OK) builder.failed = true;
    bool built = le__sections_builder_finish(&builder, root, work);
    return status == LE_OK && !built ? LE_NO_MEMORY : status;
}

le_status le_layout_set_config(le_layout *layout, le_layout_config config, le_work *work) {
    if (!layout) return LE_BAD_ARGUMENT;
    le_status status = le__config_check(&config);
    if (status != LE_OK) return status;
    bool same = config.cross == layout->config.cross && config.main == layout->config.main;
    le__sections_node *root = layout->root;
    if (root) le__retain(root);
    if (layout->root && layout->packed && !same) {
        // Custom groups call back into the program, which could change the layout. This pass reads the layout as it was
        // before and retains that root. If a callback changed the layout, it has another root now, and the result of
        // this pass must not replace it.
        const le_layout before = *layout;
        root = NULL;
        status = sections_relayout(&before, &config, &root, work);
        const bool changed = layout->root != before.root;
        le__sections_release(before.root);
        if (status == LE_OK && changed) status = LE_NOT_SUPPORTED;
    }
    int64_t band[2];
    const int64_t room = LE_MAX_TOTAL - le__layout_boundaries_measure(layout->boundaries, &config, band);
    if (status == LE_OK && root && root->sum[1] > room) status = LE_TOO_LARGE;
    if (status != LE_OK) {
        le__sections_release(root);
        return status;
    }
    le__sections_release(layout->root);
    layout->root = root;
    layout->config = config;
    layout->lead = band[LE_START];
    layout->tail = band[LE_END];
    le__layout_changed(layout);
    return LE_OK;
}
