// Converts the bytes of an input to numbers, sizes of items, and specs of sections.
#include <math.h>

#include "history.h"

uint8_t next(reader *r) {
    if (!r->left) {
        r->missing++;
        return 0;
    }
    r->left--;
    return *r->bytes++;
}

int64_t below(reader *r, int64_t bound) {
    int64_t value = next(r);
    if (bound > 256) value = value * 256 + next(r);
    return bound > 0 ? value % bound : 0;
}

// ---- Sizes

bool fill(uint8_t shape, uint8_t seed, int64_t n, int64_t least, int64_t *out) {
    const int64_t wide = (int64_t)1 << 32;
    uint64_t state = seed;
    for (int64_t i = 0; i < n; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        int64_t random = (int64_t)(state >> 40);
        switch (shape % 12) {
        case 0:
        case 1:
        case 2:
            out[i] = random % (90 * LE_UNIT);
            break;
        case 3:
            out[i] = (20 + seed % 64) * LE_UNIT;
            break;
        case 4:
            out[i] = (20 + i / (1 + seed % 40) % 3 * 10) * LE_UNIT;
            break;
        case 5:
            out[i] = random % 2 ? 0 : seed * LE_UNIT;
            break;
        case 6: // 32 bits suffice for one of them, but not for the other
            out[i] = i % 2 ? 5000 * LE_UNIT : 10 * LE_UNIT;
            break;
        case 7:
            out[i] = wide - 3 + random % 5;
            break;
        case 8:
            out[i] = random % 4;
            break;
        case 9:
            out[i] = random % 50 ? random % (50 * LE_UNIT) : wide << seed % 20;
            break;
        case 10:
            out[i] = ((int64_t)1 << (34 + seed % 26)) + 4096 * i;
            break;
        default: // as many of them, or one or two, at the limit of a total
            out[i] = (LE_MAX_TOTAL / (seed & 1 ? n : 1 + seed / 2 % 4)) - (int64_t)(seed / 16) * (1 << 20);
            out[i] &= ~(int64_t)0xFFFFF;
            if (!(seed & 1) && i > seed / 2 % 4) out[i] = 0;
        }
        if (out[i] < least) out[i] = least;
    }
    return shape % 12 >= 9;
}

given_sizes make_sizes(reader *r, const naive_section *s, int64_t container, int64_t n) {
    uint8_t shape = next(r), seed = next(r);
    const le_section_spec *spec = &s->spec;
    given_sizes g = {.n = n, .main = slots(n, 8), .cross = slots(n, 8), .points = slots(2 * n + 2, 8)};
    g.wild = fill(shape, seed, n, spec->line_spacing < 0 ? -spec->line_spacing : 0, g.main);
    int64_t least = spec->item_spacing < 0 ? -spec->item_spacing : 0;
    if (spec->flags & LE_BY_RATIO && least < LE_UNIT) least = LE_UNIT;
    if (s->spans)
        // Half of the items span one column, the others up to all of them.
        for (int64_t i = 0; i < n; i++) g.cross[i] = (1 + (i * seed + shape) % 2 * (i * seed % 17)) * LE_UNIT;
    else if (shape & 128)
        g.wild |= fill(shape / 12 % 8, seed + 1, n, least, g.cross);
    else
        for (int64_t i = 0; i < n; i++) {
            g.cross[i] = container / (1 + shape % 5) / (1 + (i * seed) % 7);
            if (g.cross[i] < least) g.cross[i] = least;
        }
    for (int64_t i = 0; i < n; i++) {
        g.points[2 * i] = le_points(g.main[i]);
        g.points[2 * i + 1] = le_points(g.cross[i]);
    }
    if (shape >= 250 && n && spec->kind != LE_SECTION_GRID) {
        const double bad[] = {NAN, INFINITY, -INFINITY, -1e9, 1e300, -1e-3 - 1e9};
        bool ratio = spec->flags & LE_BY_RATIO;
        g.points[2 * (seed % n)] = bad[ratio ? shape % 4 : shape - 250]; // any finite ratio is valid
        if (s->spans && seed & 64) g.points[2 * (seed % n) + 1] = seed & 32 ? 0 : 1.5;
        g.unusable = true;
    }
    return g;
}

void sizes_free(given_sizes *g) {
    free(g->main);
    free(g->cross);
    free(g->points);
}

le_sizes sizes_of(const given_sizes *g, const naive_section *s, bool composed) {
    le_sizes sizes = {.form = LE_SIZES_NONE, .count = g->n};
    if (s->spec.kind == LE_SECTION_GRID || composed) return sizes;
    sizes.form = s->spans ? LE_SIZES_SPANS : LE_SIZES_POINTS;
    sizes.main = g->points;
    sizes.cross = g->points + 1;
    sizes.stride = 2 * sizeof(double);
    return sizes;
}

// ---- Specs

static int64_t length(reader *r, bool negative) {
    uint8_t b = next(r);
    if (b < 100) return 0;
    if (b < 160) return (b - 100) * LE_UNIT / 2;
    if (b < 200) return (b - 160) * LE_UNIT + b;
    return negative ? -(b - 200) * LE_UNIT / 3 : 0;
}

le_section_spec make_spec(reader *r, le_section_kind kind, bool *wild) {
    uint8_t flags = next(r);
    le_section_spec spec = {.kind = kind, .packing = flags & 64 ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED};
    spec.flags = flags & 7;
    if (flags & 16) {
        spec.inset_main_start = length(r, true);
        spec.inset_main_end = length(r, true);
        spec.inset_cross_start = length(r, true);
        spec.inset_cross_end = length(r, true);
        spec.section_spacing = length(r, false);
    }
    if (flags & 32) {
        spec.line_spacing = length(r, true);
        spec.item_spacing = length(r, true);
    }
    if (flags & 8 && kind != LE_SECTION_FRAMES) {
        spec.header = length(r, false);
        spec.footer = length(r, false);
    }
    uint8_t how = kind == LE_SECTION_GRID || kind == LE_SECTION_WATERFALL ? next(r) : 0;
    if (kind == LE_SECTION_WATERFALL) {
        spec.packing = (le_packing)(LE_PACKING_SHORTEST_FIRST + how % 3);
        spec.columns = 1 + how / 3 % 16;
        spec.line_spacing -= spec.line_spacing % 16;
        spec.scale = how & 128 ? 1 + how % 4 : 0;
        if (how % 5 == 0) spec.flags |= LE_BY_RATIO;
    }
    if (kind == LE_SECTION_GRID) {
        spec.item_main = how % 90 * LE_UNIT + (spec.line_spacing < 0 ? -spec.line_spacing : 0);
        spec.item_cross = 1 + how * LE_UNIT + (spec.item_spacing < 0 ? -spec.item_spacing : 0);
        if (how & 1) {
            spec.columns = 1 + how / 2 % 9;
            if (spec.item_spacing < 0) spec.item_spacing = 0;
        }
    }
    // One length near the limit of lengths.
    if (flags & 128 && next(r) % 4 == 0) {
        uint8_t which = next(r);
        int64_t large = LE_MAX_TOTAL / 4 - which / 16 * LE_UNIT;
        if (which & 8) large = large >> (which / 16);
        large &= ~(int64_t)0xFFFFF;
        int64_t *fields[] = {&spec.header,           &spec.footer,         &spec.section_spacing, &spec.line_spacing,
                             &spec.inset_main_start, &spec.inset_main_end, &spec.item_main,       &spec.item_spacing};
        if ((which & 7) < 6 || kind == LE_SECTION_GRID) *fields[which & 7] = large;
        *wild = true;
    }
    return spec;
}
