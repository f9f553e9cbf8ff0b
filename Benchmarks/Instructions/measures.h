// Definitions that all measures share: the counted part, checks, random numbers.
#ifndef INSTRUCTIONS_MEASURES_H
#define INSTRUCTIONS_MEASURES_H

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "CListEngine.h"

static const char *filter;
static char measure_name[160];

// The counted part is between BEGIN and END, which must be in the same function.
#define BEGIN() CALLGRIND_START_INSTRUMENTATION

static void end(int64_t operations) {
    char line[200];
    snprintf(line, sizeof line, "%s %" PRId64, measure_name, operations);
    CALLGRIND_DUMP_STATS_AT(line);
    if (!RUNNING_ON_VALGRIND) printf("%s\n", measure_name);
}

#define END(operations)                                                                                                \
    do {                                                                                                               \
        CALLGRIND_STOP_INSTRUMENTATION;                                                                                \
        end(operations);                                                                                               \
    } while (0)

static bool wanted(const char *area, const char *operation, int64_t n) {
    snprintf(measure_name, sizeof measure_name, "%s.%s/%" PRId64, area, operation, n);
    return !filter || strstr(measure_name, filter);
}

static void must(le_status status) {
    if (status == LE_OK) return;
    fprintf(stderr, "%s: %s\n", measure_name, le_status_text(status));
    exit(1);
}

static void must_hold(bool condition) {
    if (condition) return;
    fprintf(stderr, "%s: wrong answer\n", measure_name);
    exit(1);
}

static void *slots(int64_t n, size_t size) {
    void *p = calloc(n > 0 ? (size_t)n : 1, size);
    if (!p) exit(1);
    return p;
}

// ---- Random numbers -------------------------------------------------------------------------------------------------
//
// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.

static uint64_t state;

static uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int64_t below(int64_t bound) { return (int64_t)(mixed(state += 0x9E3779B97F4A7C15u) % (uint64_t)bound); }

enum { SINGLE = 64, QUERIES = 64, STEPS = 200, READS = 200 }; // operations per measure

#endif
