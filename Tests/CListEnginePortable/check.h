// What the portable tests share: a seeded generator, a check that says where it failed, and the number of cases.
#ifndef LE_TESTS_CHECK_H
#define LE_TESTS_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t check_seed, check_state;

// A message with the seed, and the end of the program.
#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n  seed %llu: ", __FILE__, __LINE__, #condition,                                \
                    (unsigned long long)check_seed);                                                                   \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            fprintf(stderr, "\n");                                                                                     \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static inline void check_begin(uint64_t seed) {
    check_seed = check_state = seed;
}

// SplitMix64 (G. Steele, D. Lea, C. Flood 2014).
static inline uint64_t check_random(void) {
    uint64_t z = check_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline int64_t check_below(int64_t n) {
    return (int64_t)(check_random() % (uint64_t)n);
}
static inline int64_t check_between(int64_t low, int64_t high) {
    return low + check_below(high - low + 1);
}

// LE_CASES is the number of small random cases a law; other sizes follow from it.
static inline long check_cases(long standard) {
    const char *text = getenv("LE_CASES");
    return text && atol(text) > 0 ? atol(text) : standard;
}

// The seed of a run: LE_SEED, or a fixed one.
static inline uint64_t check_first_seed(void) {
    const char *text = getenv("LE_SEED");
    return text ? strtoull(text, NULL, 0) : 1;
}

#endif
