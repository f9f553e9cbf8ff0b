// Hostile arguments: declarations that their tests share. See hostile_test.c.
#ifndef PORTABLE_HOSTILE_H
#define PORTABLE_HOSTILE_H

#include <math.h>

#include "harness.h"

// A layout as a whole and its first sections, as one number.
uint64_t digest(const le_layout *layout);

// The layout under test: a section of every kind.
enum { LIST, GRID, FLOW, FRAMES, COMPOSED, ORTHOGONAL, WATERFALL, RATIO, EMPTY, SECTIONS };
enum { SIZES = 700, BADGE = 7 };
extern const int64_t items_of[SECTIONS];
extern double main_sizes[SIZES], cross_sizes[SIZES];
le_layout *make_layout(void);
le_section_spec spec_of(le_section_kind kind);
le_sizes sizes_for(int section, int64_t count);

// Its compositions. The spec refers to the badge and the boundary, which are reset before each call.
extern le_composition *composition, *orthogonal;
extern le_badge badge;
extern le_boundary boundary;
le_composition_spec composition_spec(void);
void make_compositions(void);

// Questions about the layout, which return a value.
void attack_questions(const le_layout *layout);
void attack_queries(const le_layout *layout);

// Functions that need no layout. Returns the number of refused calls.
long attack_functions(void);

// ---- Invalid values

static const int64_t far_indices[] = {-1, INT64_MIN, INT64_MIN + 1, INT64_MAX, INT64_MAX - 1, (int64_t)1 << 40};
enum { FAR = sizeof far_indices / sizeof *far_indices };
static const int64_t far_lengths[] = {INT64_MIN, INT64_MIN + 1, -LE_MAX_TOTAL, LE_MAX_TOTAL, INT64_MAX - 1, INT64_MAX};
enum { LENGTHS = sizeof far_lengths / sizeof *far_lengths };
static const double bad_sizes[] = {NAN, INFINITY, -INFINITY, -1, 1e300, -1e300, 5e12};
enum { BAD_SIZES = sizeof bad_sizes / sizeof *bad_sizes };

#endif
