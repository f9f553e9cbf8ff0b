#include "naive_layout.h"

#include <math.h>

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static void section_free(naive_section *s) {
    free(s->main);
    free(s->cross);
    free(s->relative);
}

void naive_free(naive_layout *layout) {
    for (int64_t i = 0; i < layout->n; i++) section_free(&layout->section[i]);
    free(layout->section);
    *layout = (naive_layout){0};
}

static void *array_copy(const void *from, int64_t n, size_t size) {
    if (!from) return NULL;
    void *copy = slots(n, size);
    if (n) memcpy(copy, from, (size_t)n * size);
    return copy;
}

naive_layout naive_copy(const naive_layout *layout) {
    naive_layout copy = {layout->config, slots(layout->n, sizeof *copy.section), layout->n};
    for (int64_t i = 0; i < layout->n; i++) {
        naive_section s = layout->section[i];
        s.main = array_copy(s.main, s.n, sizeof *s.main);
        s.cross = array_copy(s.cross, s.n, sizeof *s.cross);
        s.relative = array_copy(s.relative, s.n, sizeof *s.relative);
        copy.section[i] = s;
    }
    return copy;
}

void naive_insert_section(naive_layout *layout, int64_t at, naive_section section) {
    layout->section = realloc(layout->section, (size_t)(layout->n + 1) * sizeof section);
    CHECK(layout->section);
    memmove(layout->section + at + 1, layout->section + at, (size_t)(layout->n - at) * sizeof section);
    layout->section[at] = section;
    layout->n++;
}

void naive_remove_sections(naive_layout *layout, int64_t first, int64_t count) {
    if (count == 0) return;
    for (int64_t i = first; i < first + count; i++) section_free(&layout->section[i]);
    memmove(layout->section + first, layout->section + first + count,
            (size_t)(layout->n - first - count) * sizeof *layout->section);
    layout->n -= count;
}

// Moves a range of elements; `to` is the index of the first of them after the move.
static void move_range(void *base, size_t size, int64_t n, int64_t first, int64_t count, int64_t to) {
    if (!base || count == 0) return;
    char *at = base, *moved = slots(count, size);
    memcpy(moved, at + (size_t)first * size, (size_t)count * size);
    memmove(at + (size_t)first * size, at + (size_t)(first + count) * size, (size_t)(n - first - count) * size);
    memmove(at + (size_t)(to + count) * size, at + (size_t)to * size, (size_t)(n - count - to) * size);
    memcpy(at + (size_t)to * size, moved, (size_t)count * size);
    free(moved);
}

void naive_move_sections(naive_layout *layout, int64_t first, int64_t count, int64_t to) {
    move_range(layout->section, sizeof *layout->section, layout->n, first, count, to);
}

static void open_gap(int64_t **array, int64_t n, int64_t at, const int64_t *new, int64_t count) {
    if (count == 0) return;
    *array = realloc(*array, (size_t)(n + count) * sizeof **array);
    CHECK(*array);
    memmove(*array + at + count, *array + at, (size_t)(n - at) * sizeof **array);
    memcpy(*array + at, new, (size_t)count * sizeof **array);
}

void naive_insert_items(naive_section *s, int64_t at, const int64_t *main, const int64_t *cross, int64_t count) {
    if (s->spec.kind != LE_SECTION_GRID) {
        open_gap(&s->main, s->n, at, main, count);
        open_gap(&s->cross, s->n, at, cross, count);
    }
    s->n += count;
}

void naive_remove_items(naive_section *s, int64_t first, int64_t count) {
    if (s->spec.kind != LE_SECTION_GRID && count) {
        memmove(s->main + first, s->main + first + count, (size_t)(s->n - first - count) * sizeof *s->main);
        memmove(s->cross + first, s->cross + first + count, (size_t)(s->n - first - count) * sizeof *s->cross);
    }
    s->n -= count;
}

void naive_move_items(naive_section *s, int64_t first, int64_t count, int64_t to) {
    move_range(s->main, sizeof *s->main, s->n, first, count, to);
    move_range(s->cross, sizeof *s->cross, s->n, first, count, to);
}

// ---- Frames

static int64_t line_extent(const naive_layout *layout, const le_section_spec *spec) {
    return larger(0, layout->config.cross - spec->inset_cross_start - spec->inset_cross_end);
}

static int64_t list_frames(const naive_layout *layout, const naive_section *s, int64_t start, le_rect *out) {
    int64_t line = line_extent(layout, &s->spec), lead = s->spec.inset_cross_start, at = start;
    for (int64_t i = 0; i < s->n; i++) {
        out[i] = (le_rect){at, lead, at + s->main[i], lead + line};
        at += s->main[i] + s->spec.line_spacing;
    }
    return s->n ? at - s->spec.line_spacing - start : 0;
}

// The start of an item that a line leaves this much of: it is centred, even if it is wider than the line, but not if it
// only uses the slack.
static int64_t centred_in(int64_t left) {
    if (left >= 0) return left / 2;
    return left >= -1024 ? 0 : -((1 - left) / 2);
}

static int64_t grid_columns(const naive_layout *layout, const le_section_spec *spec, int64_t *width) {
    int64_t line = line_extent(layout, spec), s = spec->item_spacing, columns = spec->columns;
    if (columns) {
        *width = larger(0, line - (columns - 1) * s) / columns;
        return columns;
    }
    *width = spec->item_cross;
    int64_t room = line + 1024 + s;
    return room < 0 ? 1 : larger(1, room / (*width + s));
}

static int64_t grid_frames(const naive_layout *layout, const naive_section *s, int64_t start, le_rect *out) {
    const le_section_spec *spec = &s->spec;
    int64_t width, columns = grid_columns(layout, spec, &width), line = line_extent(layout, spec), end = start;
    int64_t spare = larger(0, line - columns * width - (columns - 1) * spec->item_spacing);
    for (int64_t i = 0; i < s->n; i++) {
        int64_t column = i % columns, cross = spec->inset_cross_start + column * (width + spec->item_spacing);
        int64_t main = start + i / columns * (spec->item_main + spec->line_spacing);
        if (spec->packing == LE_PACKING_JUSTIFIED) {
            if (columns == 1)
                cross += centred_in(line - width);
            else
                cross += column * (spare / (columns - 1)) + smaller(column, spare % (columns - 1));
        }
        out[i] = (le_rect){main, cross, main + spec->item_main, cross + width};
        end = main + spec->item_main;
    }
    return end - start;
}

// One past the last item of the line that begins with `first`.
static int64_t line_end(const naive_layout *layout, const naive_section *s, int64_t first) {
    int64_t limit = line_extent(layout, &s->spec) + 1024, used = s->cross[first], i = first + 1;
    while (i < s->n && used + s->spec.item_spacing + s->cross[i] <= limit) used += s->spec.item_spacing + s->cross[i++];
    return i;
}

static int64_t flow_frames(const naive_layout *layout, const naive_section *s, int64_t start, le_rect *out) {
    const le_section_spec *spec = &s->spec;
    int64_t line = line_extent(layout, spec), spacing = spec->item_spacing, at = start, lines = 0;
    for (int64_t i = 0; i < s->n; i = line_end(layout, s, i)) lines++;
    for (int64_t first = 0, end; first < s->n; first = end) {
        end = line_end(layout, s, first);
        int64_t count = end - first, thickness = 0, used = (count - 1) * spacing;
        for (int64_t i = first; i < end; i++) {
            thickness = larger(thickness, s->main[i]);
            used += s->cross[i];
        }
        int64_t cross = spec->inset_cross_start, share = 0, wide = 0;
        bool justified = spec->packing == LE_PACKING_JUSTIFIED, last = end == s->n, alike = true;
        for (int64_t i = first; i < end; i++)
            alike = alike && s->main[i] == s->main[first] && s->cross[i] == s->cross[first];
        int64_t full = count, pitch = s->cross[first] + spacing;
        if (last && alike && count > 1 && pitch > 0) {
            // Items of a full line, which the last line is a part of.
            full = (line + 1024 + spacing) / pitch;
            used = full * pitch - spacing;
        }
        if (justified && count == 1) {
            bool centred = !last || (lines > 1 && lines == s->n) || 2 * s->cross[first] + spacing > line + 1024;
            if (centred) cross += centred_in(line - s->cross[first]);
        } else if (justified && (!last || (alike && pitch > 0))) {
            share = larger(0, line - used) / (full - 1);
            wide = larger(0, line - used) % (full - 1);
        }
        for (int64_t i = first; i < end; i++) {
            int64_t top = at + (justified ? (thickness - s->main[i]) / 2 : 0);
            out[i] = (le_rect){top, cross, top + s->main[i], cross + s->cross[i]};
            cross += s->cross[i] + spacing + share + (i - first < wide);
        }
        at += thickness + spec->line_spacing;
    }
    return s->n ? at - spec->line_spacing - start : 0;
}

// Units rounded to 2^-16 point, half to even.
static int64_t in_quanta(int64_t units) {
    int64_t quanta = units / 16, rest = units % 16;
    return (quanta + (rest > 8 || (rest == 8 && quanta % 2))) * 16;
}

static int64_t whole_pixels(int64_t units, double scale) {
    return (int64_t)floor((double)(units + 1024) * scale / 1048576.0);
}

int64_t naive_waterfall_width(const naive_layout *layout, const le_section_spec *spec) {
    int64_t columns = spec->columns;
    int64_t width = larger(0, line_extent(layout, spec) - (columns - 1) * spec->item_spacing) / columns;
    if (spec->scale == 0) return width;
    return smaller(width, (int64_t)rint((double)whole_pixels(width, spec->scale) * 1048576.0 / spec->scale));
}

int64_t naive_waterfall_span(const naive_section *s, int64_t item) {
    return s->spans ? smaller(s->cross[item] / LE_UNIT, s->spec.columns) : 1;
}

int64_t naive_waterfall_item_width(const naive_layout *layout, const naive_section *s, int64_t item) {
    const int64_t width = naive_waterfall_width(layout, &s->spec);
    return larger(0, width + (naive_waterfall_span(s, item) - 1) * (width + s->spec.item_spacing));
}

int64_t naive_waterfall_height(const naive_layout *layout, const naive_section *s, int64_t item) {
    const le_section_spec *spec = &s->spec;
    if (!(spec->flags & LE_BY_RATIO)) return in_quanta(s->main[item]);
    double ratio = le_points(s->main[item]) / (s->spans ? 1 : le_points(s->cross[item]));
    double units = ratio * (double)naive_waterfall_item_width(layout, s, item);
    int64_t height = (int64_t)rint(units / 16) * 16;
    if (spec->scale > 0)
        height = (int64_t)rint((double)whole_pixels((int64_t)rint(units), spec->scale) * 65536.0 / spec->scale) * 16;
    return larger(height, -spec->line_spacing);
}

static int64_t waterfall_frames(const naive_layout *layout, const naive_section *s, int64_t start, le_rect *out) {
    const le_section_spec *spec = &s->spec;
    int64_t columns = spec->columns, width = naive_waterfall_width(layout, spec), next[16], end = start, turn = 0;
    for (int64_t c = 0; c < columns; c++) next[c] = start;
    for (int64_t i = 0; i < s->n; i++) {
        const int64_t span = naive_waterfall_span(s, i);
        int64_t column = 0, top = INT64_MAX;
        if (turn + span > columns) turn = 0;
        for (int64_t first = 0; first + span <= columns; first++) {
            if (spec->packing == LE_PACKING_LEFT_TO_RIGHT && first != turn) continue;
            if (spec->packing == LE_PACKING_RIGHT_TO_LEFT && first != columns - turn - span) continue;
            int64_t longest = next[first];
            for (int64_t c = first; c < first + span; c++) longest = larger(longest, next[c]);
            if (longest >= top) continue;
            top = longest;
            column = first;
        }
        turn = (turn + span) % columns;
        int64_t cross = spec->inset_cross_start + column * (width + spec->item_spacing);
        out[i] = (le_rect){top, cross, top + naive_waterfall_height(layout, s, i),
                           cross + naive_waterfall_item_width(layout, s, i)};
        end = larger(end, out[i].main_max);
        for (int64_t c = column; c < column + span; c++) next[c] = out[i].main_max + spec->line_spacing;
    }
    return s->n ? end - start : smaller(0, -spec->line_spacing);
}

static le_rect moved(le_rect r, int64_t by) {
    return (le_rect){r.main_min + by, r.cross_min, r.main_max + by, r.cross_max};
}

naive_placement *naive_place(const naive_layout *layout, int64_t *extent) {
    naive_placement *placements = slots(layout->n, sizeof *placements);
    int64_t offset = 0;
    for (int64_t i = 0; i < layout->n; i++) {
        const naive_section *s = &layout->section[i];
        const le_section_spec *spec = &s->spec;
        naive_placement p = {.offset = offset, .frame = slots(s->n, sizeof(le_rect))};
        int64_t lines = 0, start = offset + spec->header + spec->inset_main_start;
        switch (spec->kind) {
        case LE_SECTION_LIST:
            lines = list_frames(layout, s, start, p.frame);
            break;
        case LE_SECTION_GRID:
            lines = grid_frames(layout, s, start, p.frame);
            break;
        case LE_SECTION_FLOW:
            lines = flow_frames(layout, s, start, p.frame);
            break;
        case LE_SECTION_WATERFALL:
            lines = waterfall_frames(layout, s, start, p.frame);
            break;
        case LE_SECTION_FRAMES:
            for (int64_t k = 0; k < s->n; k++) p.frame[k] = moved(s->relative[k], offset);
            break;
        default: // other kinds have tests of their own
            break;
        }
        if (spec->kind == LE_SECTION_FRAMES) {
            p.extent = s->extent;
            p.header = moved(s->header, offset);
            p.footer = moved(s->footer, offset);
        } else {
            p.extent = spec->header + larger(0, spec->inset_main_start + lines + spec->inset_main_end) + spec->footer;
            p.header = (le_rect){offset, 0, offset + spec->header, layout->config.cross};
            p.footer = (le_rect){offset + p.extent - spec->footer, 0, offset + p.extent, layout->config.cross};
        }
        placements[i] = p;
        offset += p.extent;
    }
    *extent = offset;
    return placements;
}

void naive_placements_free(naive_placement *placements, int64_t n) {
    for (int64_t i = 0; i < n; i++) free(placements[i].frame);
    free(placements);
}

void naive_line(const naive_layout *layout, const naive_section *s, int64_t item, int64_t *first, int64_t *count) {
    *first = item;
    *count = 1;
    if (s->spec.kind == LE_SECTION_GRID) {
        int64_t width, columns = grid_columns(layout, &s->spec, &width);
        *first = item - item % columns;
        *count = smaller(columns, s->n - *first);
    } else if (s->spec.kind == LE_SECTION_FLOW) {
        int64_t start = 0, end;
        while ((end = line_end(layout, s, start)) <= item) start = end;
        *first = start;
        *count = end - start;
    }
}
