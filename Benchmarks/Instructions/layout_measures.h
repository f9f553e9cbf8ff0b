// Measures of layouts of one section, of each kind.
#ifndef INSTRUCTIONS_LAYOUT_MEASURES_H
#define INSTRUCTIONS_LAYOUT_MEASURES_H

#include "fixtures.h"

static void read_measures(const char *area, kind k, int64_t n) {
    le_layout *layout = made_layout(k, n);
    le_work work = {0};
    int64_t extent = le_layout_extent(layout), span = extent / n * 30, sum = 0;
    if (wanted(area, "query", n)) {
        size_t found = 0;
        BEGIN();
        for (int i = 0; i < QUERIES; i++) {
            le_cursor cursor = {0};
            le_viewport viewport = viewport_at(below(extent - span), span);
            found += run_query(layout, &viewport, &cursor);
        }
        END(QUERIES);
        must_hold(found > QUERIES * 20);
    }
    if (wanted(area, "scroll", n)) {
        size_t found = 0;
        le_cursor cursor = {0};
        int64_t step = (extent - span) / STEPS < 20 * LE_UNIT ? (extent - span) / STEPS : 20 * LE_UNIT;
        BEGIN();
        for (int i = 0; i < STEPS; i++) {
            le_viewport viewport = viewport_at(i * step, span);
            found += run_query(layout, &viewport, &cursor);
        }
        END(STEPS);
        must_hold(found > STEPS * 20);
    }
    le_visitor *visitor = le_visitor_create();
    double read = 0;
    if (wanted(area, "visit", n)) {
        size_t found = 0;
        BEGIN();
        for (int i = 0; i < QUERIES; i++) {
            le_viewport viewport = viewport_at(below(extent - span), span);
            found += run_visit(layout, &viewport, visitor, &read);
        }
        END(QUERIES);
        must_hold(found > QUERIES * 20 && read > 0);
    }
    if (wanted(area, "visit_scroll", n)) {
        size_t found = 0;
        int64_t step = (extent - span) / STEPS < 20 * LE_UNIT ? (extent - span) / STEPS : 20 * LE_UNIT;
        BEGIN();
        for (int i = 0; i < STEPS; i++) {
            le_viewport viewport = viewport_at(i * step, span);
            found += run_visit(layout, &viewport, visitor, &read);
        }
        END(STEPS);
        must_hold(found > STEPS * 20 && read > 0);
    }
    le_visitor_release(visitor);
    if (wanted(area, "item_frame", n)) {
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_layout_item_frame(layout, 0, below(n), &work).main_max;
        END(READS);
        must_hold(sum > 0);
    }
    if (wanted(area, "item_at_point", n)) {
        int64_t found = 0;
        BEGIN();
        for (int i = 0; i < READS; i++) {
            int64_t section, item;
            found += le_layout_item_at_point(layout, below(extent), below(config.cross), NULL, &section, &item, &work);
        }
        END(READS);
        must_hold(found > 0);
    }
    if (wanted(area, "frames", n)) {
        double *out = slots(n * 4, sizeof *out);
        BEGIN();
        le_layout_frames(layout, 0, 0, n, out);
        END(1);
        must_hold(out[4 * n - 1] > 0);
        free(out);
    }
    if (wanted(area, "frames_relative", n)) {
        float *out = slots(n * 4, sizeof *out);
        BEGIN();
        le_layout_frames_relative(layout, 0, 0, n, 0, 0, out);
        END(1);
        must_hold(out[4 * n - 1] > 0);
        free(out);
    }
    le_layout_release(layout);
}

static void resize_measure(const char *area, kind k, int64_t n, size *sizes) {
    if (!wanted(area, "resize", n)) return;
    le_work work = {0};
    le_layout *layout = made_layout(k, n);
    BEGIN();
    for (int i = 0; i < SINGLE; i++) {
        le_sizes one = sizes_of(k, sizes + i, 1);
        must(le_layout_resize_items(layout, 0, below(n), &one, NULL, &work));
    }
    END(SINGLE);
    le_layout_release(layout);
}

static void insert_measure(const char *area, kind k, int64_t n, size *sizes) {
    if (!wanted(area, "insert", n)) return;
    le_work work = {0};
    le_layout *layout = made_layout(k, n);
    BEGIN();
    for (int i = 0; i < SINGLE; i++) {
        le_sizes one = sizes_of(k, sizes + i, 1);
        must(le_layout_insert_items(layout, 0, below(n), &one, NULL, &work));
    }
    END(SINGLE);
    le_layout_release(layout);
}

static void edit_measures(const char *area, kind k, int64_t n) {
    size *sizes = some_sizes(n);
    le_work work = {0};
    if (k == LIST || k == FLOW || k == WATERFALL) {
        resize_measure(area, k, n, sizes);
        if (wanted(area, "resize_shared", n)) {
            // The layout before the edit is kept, as during an update of a view.
            le_layout *layout = made_layout(k, n);
            BEGIN();
            for (int i = 0; i < SINGLE; i++) {
                le_layout *before = le_layout_copy(layout);
                le_sizes one = sizes_of(k, sizes + i, 1);
                must(le_layout_resize_items(layout, 0, below(n), &one, NULL, &work));
                le_layout_release(before);
            }
            END(SINGLE);
            le_layout_release(layout);
        }
        if (wanted(area, "read_sizes", n)) {
            le_layout *layout = made_layout(k, n);
            double *out = slots(n, sizeof *out);
            BEGIN();
            must(le_layout_read_sizes(layout, 0, 0, n, out, NULL));
            END(1);
            free(out);
            le_layout_release(layout);
        }
    }
    if (k == MEASURED && wanted(area, "measure", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) {
            le_measurement measured = {below(n), sizes[i].main, NAN};
            must(le_layout_measure_items(layout, 0, &measured, 1, NULL, NULL, NULL, &work));
        }
        END(SINGLE);
        le_layout_release(layout);
    }
    insert_measure(area, k, n, sizes);
    if (wanted(area, "remove", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_layout_remove_items(layout, 0, below(n - SINGLE), 1, &work));
        END(SINGLE);
        le_layout_release(layout);
    }
    if (wanted(area, "move", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < SINGLE; i++) must(le_layout_move_items(layout, 0, below(n), 1, below(n), &work));
        END(SINGLE);
        le_layout_release(layout);
    }
    if (wanted(area, "script", n)) {
        le_layout *layout = made_layout(k, n);
        le_edit *edits = slots(n, sizeof *edits);
        size_t count = script(n, edits);
        le_sizes given = sizes_of(k, sizes, n);
        BEGIN();
        must(le_layout_apply(layout, 0, edits, count, &given, NULL, NULL, &work));
        END(1);
        free(edits);
        le_layout_release(layout);
    }
    free(sizes);
}

static void layout_measures(kind k, int64_t n) {
    char area[64];
    snprintf(area, sizeof area, "layout.%s", kind_names[k]);
    if (wanted(area, "prepare", n)) {
        state = (uint64_t)n;
        size *sizes = some_sizes(n);
        int64_t extent;
        le_rect *frames = some_frames(sizes, n, &extent);
        le_composition *composition = composition_or_null(k);
        le_layout *layout = le_layout_create(config);
        BEGIN();
        insert_section(layout, k, sizes, n, composition, frames, extent);
        END(1);
        le_layout_release(layout);
        le_composition_release(composition);
        free(sizes);
        free(frames);
    }
    if (k != FRAMES && wanted(area, "set_config", n)) {
        le_layout *layout = made_layout(k, n);
        le_layout_config wider = config;
        wider.cross += 24 * LE_UNIT;
        BEGIN();
        must(le_layout_set_config(layout, wider, NULL));
        END(1);
        le_layout_release(layout);
    }
    read_measures(area, k, n);
    if (k != FRAMES && k != RUNS) edit_measures(area, k, n);
}

// The three single operations most often quoted for lists of a million items.
static void large_measures(kind k) {
    const int64_t n = 1000000;
    char area[64];
    snprintf(area, sizeof area, "layout.%s", kind_names[k]);
    le_work work = {0};
    size *sizes = some_sizes(SINGLE);
    int64_t sum = 0;
    if (wanted(area, "item_frame", n)) {
        le_layout *layout = made_layout(k, n);
        BEGIN();
        for (int i = 0; i < READS; i++) sum += le_layout_item_frame(layout, 0, below(n), &work).main_max;
        END(READS);
        must_hold(sum > 0);
        le_layout_release(layout);
    }
    resize_measure(area, k, n, sizes);
    insert_measure(area, k, n, sizes);
    free(sizes);
}

#endif
