// Measures of layouts of many sections.
#ifndef INSTRUCTIONS_SECTION_MEASURES_H
#define INSTRUCTIONS_SECTION_MEASURES_H

#include "fixtures.h"

enum { SECTION_ITEMS = 30 };

static le_layout *many_lists(int64_t sections) {
    state = (uint64_t)sections;
    int64_t *counts = slots(sections, sizeof *counts);
    for (int64_t s = 0; s < sections; s++) counts[s] = SECTION_ITEMS;
    size *sizes = some_sizes(sections * SECTION_ITEMS);
    le_layout *layout = le_layout_create(config);
    le_section_spec spec = spec_of(LIST);
    le_sizes given = sizes_of(LIST, sizes, sections * SECTION_ITEMS);
    BEGIN();
    must(le_layout_insert_sections(layout, 0, &spec, counts, sections, &given, NULL, NULL));
    CALLGRIND_STOP_INSTRUMENTATION;
    free(counts);
    free(sizes);
    return layout;
}

static void section_edit_measures(int64_t n) {
    const char *area = "sections.list";
    le_work work = {0};
    size *sizes = some_sizes(SECTION_ITEMS);
    int64_t count = SECTION_ITEMS;
    le_section_spec spec = spec_of(LIST);
    le_sizes given = sizes_of(LIST, sizes, count);
    le_layout *layout = many_lists(n);
    CALLGRIND_ZERO_STATS;
    if (wanted(area, "insert", n)) {
        BEGIN();
        for (int i = 0; i < SINGLE; i++)
            must(le_layout_insert_sections(layout, below(n), &spec, &count, 1, &given, NULL, &work));
        END(SINGLE);
    }
    if (wanted(area, "remove", n)) {
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_layout_remove_sections(layout, below(n - SINGLE), 1, &work));
        END(SINGLE);
    }
    if (wanted(area, "move", n)) {
        BEGIN();
        for (int i = 0; i < SINGLE; i++)
            must(le_layout_move_sections(layout, below(n - SINGLE), 1, below(n - SINGLE), &work));
        END(SINGLE);
    }
    if (wanted(area, "set_spec", n)) {
        spec.line_spacing += LE_UNIT;
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_layout_set_spec(layout, below(n - SINGLE), &spec, &work));
        END(SINGLE);
    }
    if (wanted(area, "resize_item", n)) {
        BEGIN();
        for (int i = 0; i < SINGLE; i++) {
            le_sizes one = sizes_of(LIST, sizes + i % SECTION_ITEMS, 1);
            must(le_layout_resize_items(layout, below(n - SINGLE), below(20), &one, NULL, &work));
        }
        END(SINGLE);
    }
    le_layout_release(layout);
    free(sizes);
}

static void section_read_measures(int64_t n) {
    const char *area = "sections.list";
    le_work work = {0};
    le_layout *layout = many_lists(n);
    CALLGRIND_ZERO_STATS;
    int64_t extent = le_layout_extent(layout), span = extent / (n * SECTION_ITEMS) * 30, sum = 0;
    if (wanted(area, "query", n)) {
        BEGIN();
        for (int i = 0; i < QUERIES; i++) {
            le_cursor cursor = {0};
            le_viewport viewport = viewport_at(below(extent - span), span);
            sum += (int64_t)run_query(layout, &viewport, &cursor);
        }
        END(QUERIES);
        must_hold(sum > QUERIES * 20);
    }
    if (wanted(area, "scroll", n)) {
        le_cursor cursor = {0};
        BEGIN();
        for (int i = 0; i < STEPS; i++) {
            le_viewport viewport = viewport_at(i * 20 * LE_UNIT, span);
            sum += (int64_t)run_query(layout, &viewport, &cursor);
        }
        END(STEPS);
    }
    if (wanted(area, "section", n)) {
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_layout_section(layout, below(n), &work).offset;
        END(READS);
    }
    if (wanted(area, "section_at_offset", n)) {
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_layout_section_at_offset(layout, below(extent), &work);
        END(READS);
    }
    if (wanted(area, "item_frame", n)) {
        BEGIN();
        for (int i = 0; i < READS; i++)
            sum += le_layout_item_frame(layout, below(n), below(SECTION_ITEMS), &work).main_max;
        END(READS);
    }
    if (wanted(area, "item_at_point", n)) {
        BEGIN();
        for (int i = 0; i < READS; i++) {
            int64_t section, item;
            sum += le_layout_item_at_point(layout, below(extent), below(config.cross), NULL, &section, &item, &work);
        }
        END(READS);
    }
    if (wanted(area, "header_frame", n)) {
        le_viewport viewport = viewport_at(extent / 2, span);
        BEGIN();
        for (int i = 0; i < READS; i++)
            sum += le_layout_header_frame(layout, n / 2 + below(9) - 4, &viewport.visible, &work).main_max;
        END(READS);
    }
    if (wanted(area, "item_counts", n)) {
        int64_t *counts = slots(n, sizeof *counts);
        BEGIN();
        le_layout_item_counts(layout, 0, n, counts);
        END(1);
        free(counts);
    }
    must_hold(sum != 0 || filter);
    le_layout_release(layout);
}

static void section_measures(int64_t n) {
    if (wanted("sections.list", "prepare", n)) {
        le_layout *layout = many_lists(n);
        END(1);
        le_layout_release(layout);
    }
    if (wanted("sections.compositional", "prepare", n)) {
        le_composition *two[2] = {composition_of(COMPOSITIONAL), composition_of(MEASURED)};
        uint32_t *which = slots(n, sizeof *which);
        int64_t *counts = slots(n, sizeof *counts);
        for (int64_t s = 0; s < n; s++) which[s] = s & 1, counts[s] = SECTION_ITEMS;
        le_layout *layout = le_layout_create(config);
        BEGIN();
        must(le_layout_insert_compositions(layout, 0, two, 2, which, counts, n, NULL));
        END(1);
        le_layout_release(layout);
        for (int i = 0; i < 2; i++) le_composition_release(two[i]);
        free(which);
        free(counts);
    }
    if (wanted("sections.frames", "prepare", n)) {
        size *sizes = some_sizes(SECTION_ITEMS);
        int64_t extent;
        le_rect *frames = some_frames(sizes, SECTION_ITEMS, &extent);
        le_section_spec spec = spec_of(FRAMES);
        le_rect none = {0, 0, 0, 0};
        le_layout *layout = le_layout_create(config);
        BEGIN();
        for (int64_t s = 0; s < n; s++)
            must(le_layout_insert_frames(layout, s, &spec, frames, SECTION_ITEMS, extent, none, none, NULL));
        END(1);
        le_layout_release(layout);
        free(sizes);
        free(frames);
    }
    section_edit_measures(n);
    section_read_measures(n);
}

#endif
