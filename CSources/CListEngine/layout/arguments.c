// Checks of the option structures that callers pass, once, where they enter the core.
#include <string.h>

#include "layout/arguments.h"
#include "section/kind.h"

le_status le__config_check(const le_layout_config *config) {
    const int64_t most = LE_MAX_TOTAL / 4;
    if (!LE__KNOWN(config)) return LE_BAD_ARGUMENT;
    bool usable = config->cross >= 0 && config->cross <= most && config->main >= 0 && config->main <= most;
    return usable ? LE_OK : LE_BAD_VALUE;
}

bool le__spec_usable(const le_section_spec *spec) {
    const int64_t limit = LE_MAX_TOTAL / 4;
    const int64_t lengths[] = {spec->inset_main_start, spec->inset_main_end, spec->inset_cross_start,
                               spec->inset_cross_end,  spec->line_spacing,   spec->item_spacing,
                               spec->header,           spec->footer,         spec->item_main,
                               spec->item_cross,       spec->section_spacing};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        if (lengths[i] > limit || lengths[i] < -limit) return false;
    if (spec->header < 0 || spec->footer < 0 || spec->section_spacing < 0) return false;
    const le__kind *kind = le__kind_at(spec->kind);
    return !kind->usable || kind->usable(spec);
}

le_section_spec le__spec_clean(const le_section_spec *spec) {
    le_section_spec clean;
    memset(&clean, 0, sizeof clean);
    clean.kind = spec->kind;
    clean.packing = spec->packing;
    clean.flags = spec->flags;
    clean.columns = spec->columns;
    clean.inset_main_start = spec->inset_main_start;
    clean.inset_main_end = spec->inset_main_end;
    clean.inset_cross_start = spec->inset_cross_start;
    clean.inset_cross_end = spec->inset_cross_end;
    clean.line_spacing = spec->line_spacing;
    clean.item_spacing = spec->item_spacing;
    clean.header = spec->header;
    clean.footer = spec->footer;
    clean.item_main = spec->item_main;
    clean.item_cross = spec->item_cross;
    clean.section_spacing = spec->section_spacing;
    clean.scale = spec->scale + 0.0; // -0 becomes +0, so that equal specs are equal byte by byte
    return clean;
}

bool le__spec_known(const le_section_spec *spec) {
    const uint32_t flags = LE_PIN_HEADER | LE_PIN_FOOTER | LE_ESTIMATED | LE_BY_RATIO;
    return spec && (unsigned)spec->kind <= LE_SECTION_WATERFALL &&
           (unsigned)spec->packing <= LE_PACKING_RIGHT_TO_LEFT && !(spec->flags & ~flags) && LE__KNOWN(spec);
}

le_status le__sizes_check(const le_sizes *sizes) {
    if (!sizes || !LE__KNOWN(sizes)) return LE_BAD_ARGUMENT;
    const int64_t count = sizes->count;
    if (count < 0) return LE_BAD_INDEX;
    if (count > LE_MAX_COUNT) return LE_TOO_LARGE;
    switch (sizes->form) {
    case LE_SIZES_NONE:
        return LE_OK;
    case LE_SIZES_POINTS: {
        ptrdiff_t bytes;
        if (count == 0) return LE_OK;
        return sizes->main && !__builtin_mul_overflow(count, sizes->stride, &bytes) ? LE_OK : LE_BAD_ARGUMENT;
    }
    case LE_SIZES_SPANS: {
        ptrdiff_t bytes;
        if (count == 0) return LE_OK;
        return sizes->main && sizes->cross && !__builtin_mul_overflow(count, sizes->stride, &bytes) ? LE_OK
                                                                                                    : LE_BAD_ARGUMENT;
    }
    case LE_SIZES_CONSTANT:
        return sizes->main || count == 0 ? LE_OK : LE_BAD_ARGUMENT;
    case LE_SIZES_RUNS: {
        if (sizes->runs && !sizes->run) return LE_BAD_ARGUMENT;
        int64_t items = 0;
        for (size_t r = 0; r < sizes->runs; r++) {
            if (sizes->run[r].count < 0) return LE_BAD_INDEX;
            if (sizes->run[r].count > LE_MAX_COUNT - items) return LE_TOO_LARGE;
            items += sizes->run[r].count;
        }
        return items == count ? LE_OK : LE_BAD_VALUE;
    }
    }
    return LE_BAD_ARGUMENT;
}
