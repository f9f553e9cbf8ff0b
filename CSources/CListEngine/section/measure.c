// The extent of stock sections: header, insets, lines and footer.
#include "section/section.h"

bool le__section_measure_lines(le__section *s, int64_t lines) {
    const le_section_spec *spec = &s->style->spec;
    const int64_t start = le__items_start(spec);
    // Lines occupy at most the limit plus one spacing, and a length of a spec is at most a quarter of the limit. With
    // items within the limit, the sum fits 64 bits.
    int64_t body = LE_MAX(spec->inset_main_start + lines + spec->inset_main_end, 0);
    if (body > LE_MAX_TOTAL) return false;
    s->extent = spec->header + body + spec->footer + spec->section_spacing;
    s->before = s->items ? LE_MAX(-start, 0) : 0;
    s->after = s->items ? LE_MAX(start + lines - s->extent, 0) : 0;
    return s->extent <= LE_MAX_TOTAL;
}
