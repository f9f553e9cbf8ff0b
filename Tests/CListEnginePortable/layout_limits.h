// Declarations that the files of test_layout_limits share: layouts of equal items, and the parts of the test.
#ifndef PORTABLE_LAYOUT_LIMITS_H
#define PORTABLE_LAYOUT_LIMITS_H

#include "harness.h"

static inline int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

le_layout *empty_layout(void);
le_section_spec spaced_spec(le_section_kind kind); // with spacings, a header and a footer

// Items of one size; items of a grid have none.
le_sizes equal_sizes(const le_section_spec *spec, int64_t count, const double *size);
le_status insert_equal(le_layout *layout, int64_t at, const le_section_spec *spec, int64_t count, double size);

// Rows of one size, with a spec that has nothing else.
le_layout *rows(int64_t count, double size, int64_t spacing);

// Everything that can be read from a layout, as one number; for long sections only their ends.
uint64_t digest_of(const le_layout *layout);

#define CHECK_REFUSED(layout, call, status)                                                                            \
    do {                                                                                                               \
        uint64_t before_ = digest_of(layout);                                                                          \
        CHECK_EQUAL(call, status);                                                                                     \
        CHECK(digest_of(layout) == before_);                                                                           \
    } while (0)

// The parts of the test, and the function for random cases.
void arguments_are_validated(void);
void questions_have_bounds(void);
void points_equal_a_scan(uint64_t seed);
void random_refusals(void);

#endif
