// A layout under test beside a model of it: sizes in arrays, from which the layout can be rebuilt and its frames
// computed the obvious way.
#ifndef FUZZ_SUBJECT_H
#define FUZZ_SUBJECT_H

#include "naive_layout.h"

enum { MOST_SECTIONS = 500, MOST_ITEMS = 6000, BARS = 4, BADGES = 3, FIRST_BADGE_KIND = 10 };

// The measured size of an item of a composition, and those of its badges. The size of a group's badge belongs to the
// first item of the group. NaN: not measured.
typedef struct {
    double main, cross;
    int reports;
    double badge_main[BADGES], badge_cross[BADGES];
} measured_item;
#define NOT_MEASURED ((measured_item){NAN, NAN, 0, {NAN, NAN, NAN}, {NAN, NAN, NAN}})

typedef struct {
    naive_section plain; // spec and number of items, for all kinds; the arrays are empty for the kinds below
    bool huge;           // too many items for arrays: a list of one size, a grid or a composition
    double each;         // of a huge list: the size, in points
    le_composition *composition;
    measured_item *measured; // of compositional sections that are not huge
    double bar_main[BARS], bar_cross[BARS];
    int filled;        // number of times its leaves were filled
    bool was_measured; // whether a call that measures items succeeded
} model_section;

typedef struct {
    le_layout *layout;
    le_layout_config config;
    model_section *section;
    int64_t n;
    le_boundary boundary[BARS]; // of the whole layout
    size_t boundaries;
    double boundary_scale;
    double bar_main[BARS], bar_cross[BARS];
    bool wild;           // holds values so large that an edit may pass the limits
    uint64_t digest;     // of all results of the layout's queries
    bool is_stale;       // the layout was edited since
    le_visitor *visitor; // of all visits of the layout
} subject;

bool is_empty(le_rect r);
int64_t small_items(const subject *s); // in sections that are not huge
bool has_huge(const subject *s);
bool has_compositions(const subject *s);

bool subject_create(subject *s, le_layout_config config);
bool subject_copy(subject *copy, const subject *s);
void subject_release(subject *s);

void model_section_free(model_section *section);
void model_insert(subject *s, int64_t at, model_section section); // takes ownership of the section
void model_remove(subject *s, int64_t first, int64_t count);
void model_move(subject *s, int64_t first, int64_t count, int64_t to);
void model_replace_items(model_section *section, int64_t at, int64_t removed, int64_t inserted, const int64_t *main,
                         const int64_t *cross);
void model_move_items(model_section *section, int64_t first, int64_t count, int64_t to);

// All results of a layout's queries, as one number.
uint64_t digest_of(const le_layout *layout, const subject *model);

// The layout of the model, built from scratch.
le_layout *rebuild(const subject *s);

// Ends the program if the layout differs from its model.
void check_subject(subject *s);

// A query, and single queries about positions, compared with a scan of all frames.
typedef struct {
    uint8_t bytes[8];
} question;
void check_question(const subject *s, question q);

// Queries about items and sections that do not exist return a value.
void check_absent(const subject *s, uint8_t which);

// A composition made from a few bytes.
le_composition *make_composition(uint8_t shape, uint8_t seed, le_status *status);
size_t make_boundaries(uint8_t seed, le_boundary *out);

// The number of items that share badge b of a composition, if it has an estimated extent: 1 for a badge of each item,
// those of a group for a badge of the whole group. 0: there is no such badge, or it belongs to a group inside.
int64_t items_of_badge(const le_layout *layout, int64_t section, const le_composition *composition, int b);
bool have_same_badges(const le_composition *a, const le_composition *b);

#endif
