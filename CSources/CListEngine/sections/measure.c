// What stock sections take: header, insets, lines and footer.
#include "sections/section.h"

bool le__section_measure_lines(le__section *s, int64_t lines) {
    const le_section_spec *spec = &s->style->spec;
    const int64_t start = le__items_start(spec);
    // Lines take no more than a limit and a spacing, and a length of a spec is at most a quarter of the limit: with what
    // the items take within the limit, the sum of all stays within 64 bits.
    int64_t body = LE_MAX(spec->inset_main_start + lines + spec->inset_main_end, 0);
    if (body > LE_MAX_TOTAL) return false;
    s->extent = spec->header + body + spec->footer + spec->section_spacing;
    s->before = s->items ? LE_MAX(-start, 0) : 0;
    s->after = s->items ? LE_MAX(start + lines - s->extent, 0) : 0;
    return s->extent <= LE_MAX_TOTAL;
}
