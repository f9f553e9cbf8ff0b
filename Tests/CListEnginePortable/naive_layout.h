// The simple layout in C: sizes in arrays, and all frames computed from scratch for every call.
#ifndef PORTABLE_NAIVE_LAYOUT_H
#define PORTABLE_NAIVE_LAYOUT_H

#include "harness.h"

typedef struct {
    le_section_spec spec;
    int64_t n;
    int64_t *main, *cross;  // sizes in units, of lists, flows and waterfalls
    bool spans;             // of a waterfall: `cross` is how many columns an item spans, in units of a point
    le_rect *relative;      // of sections of frames
    int64_t extent;         // likewise
    le_rect header, footer; // likewise
} naive_section;

typedef struct {
    le_layout_config config;
    naive_section *section;
    int64_t n;
} naive_layout;

// A section laid out: frames in content coordinates.
typedef struct {
    int64_t offset, extent;
    le_rect *frame;
    le_rect header, footer; // empty: none
} naive_placement;

void naive_free(naive_layout *layout);
naive_layout naive_copy(const naive_layout *layout);

// Takes ownership of the arrays of the section.
void naive_insert_section(naive_layout *layout, int64_t at, naive_section section);
void naive_remove_sections(naive_layout *layout, int64_t first, int64_t count);
void naive_move_sections(naive_layout *layout, int64_t first, int64_t count, int64_t to);

void naive_insert_items(naive_section *section, int64_t at, const int64_t *main, const int64_t *cross, int64_t count);
void naive_remove_items(naive_section *section, int64_t first, int64_t count);
void naive_move_items(naive_section *section, int64_t first, int64_t count, int64_t to);

// One placement per section; `naive_placements_free` frees them.
naive_placement *naive_place(const naive_layout *layout, int64_t *extent);
void naive_placements_free(naive_placement *placements, int64_t n);

// For a waterfall: the width of its columns, and the span, the width and the height of an item.
int64_t naive_waterfall_width(const naive_layout *layout, const le_section_spec *spec);
int64_t naive_waterfall_span(const naive_section *section, int64_t item);
int64_t naive_waterfall_item_width(const naive_layout *layout, const naive_section *section, int64_t item);
int64_t naive_waterfall_height(const naive_layout *layout, const naive_section *section, int64_t item);

// The line of an item in a flow or grid.
void naive_line(const naive_layout *layout, const naive_section *section, int64_t item, int64_t *first, int64_t *count);

#endif
