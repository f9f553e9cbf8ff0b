// A small test harness in plain C, so that the core can be tested wherever there is a C compiler and an emulator: on
// other processors, under sanitizers, without Swift.
//
// Every random case has its own seed, printed by a failing check; `LE_SEED=<seed>` runs that case alone.
// `LE_CASES` scales the number of cases: 1 is the full count, 0.1 a tenth of it.
#ifndef PORTABLE_HARNESS_H
#define PORTABLE_HARNESS_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CListEngine.h"
#include "CListEngineTesting.h"

// ---- Random numbers: SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014)

typedef struct {
    uint64_t state;
} rng;

static inline uint64_t rng_next(rng *r) {
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// In 0 ..< bound; 0 for bound <= 0.
static inline int64_t rng_below(rng *r, int64_t bound) {
    return bound > 0 ? (int64_t)(rng_next(r) % (uint64_t)bound) : 0;
}

// In low ... high.
static inline int64_t rng_in(rng *r, int64_t low, int64_t high) { return low + rng_below(r, high - low + 1); }

static inline bool rng_chance(rng *r, int one_in) { return rng_below(r, one_in) == 0; }

static inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

// ---- Checks

// The running case, for messages.
typedef struct {
    const char *test;
    uint64_t seed;
    int step;
    const char *operation;
} running_case;

extern running_case running;

_Noreturn void check_failed(const char *file, int line, const char *what);

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) check_failed(__FILE__, __LINE__, #condition);                                                \
    } while (0)

#define CHECK_EQUAL(a, b)                                                                                              \
    do {                                                                                                               \
        int64_t a_ = (int64_t)(a), b_ = (int64_t)(b);                                                                  \
        if (a_ != b_) {                                                                                                \
            fprintf(stderr, "%s is %" PRId64 ", expected %" PRId64 "\n", #a, a_, b_);                                  \
            check_failed(__FILE__, __LINE__, #a " == " #b);                                                            \
        }                                                                                                              \
    } while (0)

#define CHECK_RULES(fault)                                                                                             \
    do {                                                                                                               \
        const char *fault_ = (fault);                                                                                  \
        if (fault_) check_failed(__FILE__, __LINE__, fault_);                                                          \
    } while (0)

// ---- Cases

// The value of LE_CASES: 1 by default.
double case_fraction(void);
// Whether so many cases run that they must take every path: all of a test (no LE_SEED) and at least this fraction.
bool enough_cases(double fraction);

// Runs `body` on every backend in turn: `full` cases, scaled by LE_CASES, spread over the backends.
void run_cases(const char *test, long full, void (*body)(uint64_t seed));

// `n` slots of `size` bytes; ends the program when memory is short.
void *slots(int64_t n, size_t size);

// ---- Extents of many shapes

enum { SHAPES = 9 };

// Writes `n` extents of one of the shapes: varied, equal, in runs, with zeros, with huge ones, thirds of a width,
// a few units, close to 4,096 points, mixed.
void fill_extents(rng *r, int shape, int64_t n, int64_t *out);

// ---- Compositions

// A group as wide as its container that repeats the node after it.
static inline le_node repeating(le_node_kind along, uint32_t count, le_dimension main) {
    return (le_node){.kind = along,
                     .repeat = LE_REPEAT_COUNT,
                     .children = 1,
                     .count = count,
                     .main = main,
                     .cross = {LE_FRACTION_CROSS, 1}};
}

// A group and its item, with one of each kind of supplementary view.
static inline le_composition_spec decorated(const le_node nodes[2], const le_badge *badge, const le_boundary *boundary,
                                            const le_backdrop *backdrop) {
    return (le_composition_spec){.nodes = nodes,
                                 .node_count = 2,
                                 .badges = badge,
                                 .badge_count = 1,
                                 .boundaries = boundary,
                                 .boundary_count = 1,
                                 .backdrops = backdrop,
                                 .backdrop_count = 1};
}

// ---- Memory that runs out

// Lets this many allocations of nodes, and of buffers, succeed; all later ones fail. Negative: no limit. See
// short_memory_test.c.
void fail_allocations_after(long nodes, long buffers);

// The total bytes requested from malloc, calloc, realloc and aligned_alloc since the program started.
size_t bytes_requested(void);

// The tests.
void test_support(void);
void test_pool(void);
void test_extents(void);
void test_extents_sharing(void);
void test_extents_exhaustively(void);
void test_extents_limits(void);
void test_extents_scripts(void);
void test_full_leaves(void);
void test_list_rows(void);
void test_layouts(void);
void test_layout_limits(void);
void test_flow_breaking(void);
void test_flow(void);
void test_compositions(void);
void test_composition_limits(void);
void test_composition_points(void);
void test_waterfall(void);
void test_visits(void);
void test_flow_limits(void);
void test_waterfall_limits(void);
void test_flow_memory(void);
void test_diff(void);
void test_short_memory(void);
void test_allocation_sweep(void);
void test_fuzz_finds(void);
void test_hostile_arguments(void);
void test_broken_structures(void);
void test_hostile_histories(void);
void test_diff_workspaces(void);
void test_layout_edges(void);
void test_composition_edges(void);
void test_composition_arguments(void);

#endif
