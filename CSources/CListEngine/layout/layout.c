// Layouts as values: creating and copying them, and their totals.
#include <stdlib.h>

#include "layout/arguments.h"
#include "layout/boundaries.h"

le_layout *le_layout_create(le_layout_config config) {
    if (le__config_check(&config) != LE_OK) return NULL;
    le_layout *layout = calloc(1, sizeof *layout);
    if (!layout) return NULL;
    layout->config = config;
    le__layout_changed(layout);
    return layout;
}

le_layout *le_layout_copy(const le_layout *layout) {
    if (!layout) return NULL;
    le_layout *copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    *copy = *layout;
    copy->stamps_end = copy->stamp; // the others are the original's
    if (copy->root) le__retain(copy->root);
    if (copy->boundaries) le__retain(copy->boundaries);
    return copy;
}

void le_layout_release(le_layout *layout) {
    if (!layout) return;
    le__sections_release(layout->root);
    le__layout_boundaries_release(layout->boundaries);
    free(layout);
}

le_layout_config le_layout_get_config(const le_layout *layout) {
    return layout ? layout->config : (le_layout_config){0};
}

int64_t le_layout_section_count(const le_layout *layout) { return layout && layout->root ? layout->root->sum[0] : 0; }

int64_t le_layout_item_total(const le_layout *layout) { return layout && layout->root ? layout->root->sum[2] : 0; }

// The extent of all sections without the spacing after the last, plus the boundary supplementaries of the layout.
int64_t le_layout_extent(const le_layout *layout) {
    if (!layout) return 0;
    const int64_t extent = layout->lead + le__sections_extent(layout) + layout->tail;
    if (!layout->root || !layout->spaced) return extent;
    return extent - le__sections_find(layout, layout->root->sum[0] - 1, NULL).section->style->spec.section_spacing;
}
