/* Lays out a million rows with the C core alone, resizes one, and prints what is on the screen. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "CListEngine.h"

static void must(le_status status) {
    if (status == LE_OK) return;
    fprintf(stderr, "%s\n", le_status_text(status));
    exit(1);
}

int main(void) {
    enum { COUNT = 1000000 };
    double *heights = malloc(COUNT * sizeof *heights);
    if (!heights) return 1;
    for (int i = 0; i < COUNT; i++) heights[i] = 20 + i * 7919L % 61;

    le_layout *layout = le_layout_create((le_layout_config){.cross = le_units(390)});
    le_section_spec spec = {.kind = LE_SECTION_LIST, .line_spacing = le_units(8)};
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = COUNT, .main = heights, .stride = sizeof *heights};
    int64_t count = COUNT;
    must(le_layout_insert_sections(layout, 0, &spec, &count, 1, &sizes, NULL, NULL));
    free(heights);

    double taller = 100;
    le_sizes one = {.form = LE_SIZES_CONSTANT, .count = 1, .main = &taller};
    must(le_layout_resize_items(layout, 0, 500000, &one, NULL, NULL));

    le_rect item = le_layout_item_frame(layout, 0, 500000, NULL);
    le_rect screen = {.main_min = item.main_min, .main_max = item.main_min + le_units(400), .cross_max = le_units(390)};
    le_viewport viewport = {.rect = screen, .visible = screen};
    le_element elements[16];
    le_cursor cursor = {0};
    size_t n;
    le_layout_query_begin(&cursor);
    while ((n = le_layout_query(layout, &viewport, &cursor, elements, 16)) > 0)
        for (size_t i = 0; i < n; i++)
            printf("item %" PRId64 ": y %.0f, height %.0f\n", elements[i].item, elements[i].min_y,
                   elements[i].max_y - elements[i].min_y);
    int wrong = item.main_max - item.main_min != le_units(100);
    le_layout_release(layout);
    printf("%s, %s\n", le_backend(), wrong ? "wrong" : "ok");
    return wrong;
}
