// The layout's public face: creation and copies, and the choice of the instruction set for all else.
#include "layout/ops.h"

#include <math.h>
#include <stdlib.h>

#include "support/pool.h"

static const le__layout_ops *ops(void) {
    return &le__layout_ops_core;
}

int64_t le_units(double points) {
    double units = points * (double)LE_UNIT;
    if (!(units > -(double)LE_MAX_TOTAL)) return units != units ? 0 : -LE_MAX_TOTAL;
    if (units >= (double)LE_MAX_TOTAL) return LE_MAX_TOTAL;
    return (int64_t)nearbyint(units);
}

int64_t le_waterfall_units(double points) {
    double quanta = points * 65536.0;
    if (!(quanta > -(double)(LE_MAX_TOTAL / 16))) return quanta != quanta ? 0 : -LE_MAX_TOTAL;
    if (quanta >= (double)(LE_MAX_TOTAL / 16)) return LE_MAX_TOTAL;
    return (int64_t)nearbyint(quanta) * 16;
}

le_status le__config_check(const le_layout_config *config) {
    const int64_t most = LE_MAX_TOTAL / 4;
    if (!LE__KNOWN(config)) return LE_BAD_ARGUMENT;
    bool usable = config->cross >= 0 && config->cross <= most && config->main >= 0 && config->main <= most;
    return usable ? LE_OK : LE_BAD_VALUE;
}

le_layout *le_layout_create(le_layout_config config) {
    if (le__config_check(&config) != LE_OK) return NULL;
    le_layout *layout = calloc(1, sizeof *layout);
    if (layout) layout->config = config;
    return layout;
}

le_layout *le_layout_copy(const le_layout *layout) {
    if (!layout) return NULL;
    le_layout *copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    *copy = *layout;
    if (copy->root) le__retain(copy->root);
    if (copy->edges) le__retain(copy->edges);
    return copy;
}

void le_layout_release(le_layout *layout) {
    if (!layout) return;
    ops()->clear(layout);
    free(layout);
}

le_layout_config le_layout_get_config(const le_layout *layout) {
    return layout ? layout->config : (le_layout_config){0};
}

void le_layout_query_begin(le_cursor *cursor) {
    if (!cursor) return;
    cursor->section = 0;
    cursor->item = cursor->part = -1;
    cursor->stage = 0;
    cursor->done = false;
}

#define LE_LAYOUT_FACE(result, name, parameters, arguments)                                                            \
    result le_layout_##name parameters { return ops()->name arguments; }
LE_LAYOUT_OPS(LE_LAYOUT_FACE)
