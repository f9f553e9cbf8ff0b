// A history: bytes select operations on several copies of a layout. The declarations that the files of operations
// share.
#ifndef FUZZ_HISTORY_H
#define FUZZ_HISTORY_H

#include "subject.h"

enum { COPIES = 4, MOST_EDITS = 400 };

extern bool printing; // LE_FUZZ_PRINT is set

// ---- Allocations that fail (allocations.c)

extern long allocation_budget; // allocations that still succeed; negative: all
extern bool was_too_large;     // an allocation requested more than any operation needs

// ---- Conversion of bytes (bytes.c)

typedef struct {
    const uint8_t *bytes;
    size_t left, missing; // missing: bytes that were read past the end
} reader;

uint8_t next(reader *r);
int64_t below(reader *r, int64_t bound); // in 0 ..< bound; 0 for bound <= 0

typedef struct {
    int64_t n, *main, *cross;
    double *points; // main and cross alternate
    bool wild;
    bool unusable; // one of them is invalid, and the layout has to refuse it
} given_sizes;

// Fills `n` sizes in units. Returns whether they are so large that an edit may pass the limits.
bool fill(uint8_t shape, uint8_t seed, int64_t n, int64_t least, int64_t *out);
given_sizes make_sizes(reader *r, const naive_section *s, int64_t container, int64_t n);
void sizes_free(given_sizes *g);
le_sizes sizes_of(const given_sizes *g, const naive_section *s, bool composed);

// Sets `wild` if the spec has a length near the limit of lengths.
le_section_spec make_spec(reader *r, le_section_kind kind, bool *wild);

// ---- A call of the core, so that it can be made again with more memory (calls.c)

typedef struct {
    enum {
        INSERT_SECTIONS,
        INSERT_FRAMES,
        INSERT_COMPOSITIONS,
        REMOVE_SECTIONS,
        MOVE_SECTIONS,
        SET_SPEC,
        SET_CONFIG,
        SET_COMPOSITION,
        SET_BOUNDARIES,
        INSERT_ITEMS,
        REMOVE_ITEMS,
        MOVE_ITEMS,
        RESIZE_ITEMS,
        REFILL,
        APPLY,
        MEASURE_ITEMS,
        MEASURE_BOUNDARIES,
        MEASURE_SUPPLEMENTARIES,
        CALLS
    } what;
    int64_t section, first, count, to; // first: or the kind of a supplementary
    const le_section_spec *spec;
    const int64_t *counts;
    const le_sizes *sizes;
    const le_rect *frames;
    int64_t extent;
    le_rect header, footer;
    le_composition *composition;
    const le_boundary *boundaries;
    const le_edit *edits;
    size_t edit_count;
    const le_measurement *measured;
    double size;
    le_layout_config config;
} call;

extern const char *const call_names[CALLS];

le_status perform(le_layout *l, const call *c);
void print_call(const call *c, le_status status);

// ---- The history (history.c)

typedef struct {
    reader bytes;
    subject copy[COPIES];
    int active;
    long failing; // allocations that the next call may make; negative: all
} history;

subject *active(history *h);
void check_unchanged(const subject *s);

// Makes a call, first with as little memory as the history allows. A refused call leaves the layout unchanged.
bool make_call(history *h, const call *c, bool must_succeed);

int64_t room_for_items(const subject *s);
model_section *choose(history *h, int64_t *index); // NULL: there are no sections
bool takes_edits(const model_section *section);    // whether its items can change at all
int64_t position(history *h, int64_t n);           // in 0 ... n

// Operations that are counted for libFuzzer in addition to code coverage; see history.c.
typedef enum {
    NOTED_INSERTING_SCRIPT,
    NOTED_MOVING_SCRIPT,
    NOTED_REMOVING_SCRIPT,
    NOTED_FILLED_LEAVES,
    NOTED_REMOVAL,
    NOTED_MOVE
} noted_operation;
void note(const model_section *section, noted_operation operation, int64_t distance);

// ---- Operations on sections (section_operations.c)

void insert_sections(history *h);
void insert_frames(history *h);
void insert_compositions(history *h);
void insert_huge(history *h);
void remove_sections(history *h);
void move_sections(history *h);
void set_spec(history *h);
void set_config(history *h);
void set_composition(history *h);
void set_boundaries(history *h);

// ---- Operations on items (item_operations.c)

void insert_items(history *h);
void remove_items(history *h);
void move_items(history *h);
void resize_items(history *h);
void refill(history *h);
void measure(history *h);
void measure_boundaries(history *h);

// ---- Scripts (script_operations.c)

void script(history *h);
void even_script(history *h);
void apply_script(history *h, int64_t i, model_section *section, const le_edit *edits, size_t count, int64_t inserted,
                  bool moves);

// ---- Operations that know the leaves (leaf_operations.c)

void fill_leaves(history *h);
void script_over_leaves(history *h);
void drain_leaves(history *h);

// ---- Calls that make no sense (nonsense.c)

void nonsense(history *h);

#endif
