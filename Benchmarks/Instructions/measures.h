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

static const char *filter; // measures whose name contains it; NULL: all
static char *names;        // or, if it is not NULL, the measures with these names, each followed by a line feed
static char measure_name[160];

// Reads the names of a table: the first word of each line that is not a comment.
static void read_names(const char *path) {
    FILE *file = fopen(path, "r");
    char line[256];
    size_t length = 1;
    if (!file || !(names = calloc(1, 2))) exit(2);
    names[0] = '\n';
    while (fgets(line, sizeof line, file)) {
        const size_t word = strcspn(line, " \n");
        if (line[0] == '#' || word == 0) continue;
        if (!(names = realloc(names, length + word + 2))) exit(2);
        memcpy(names + length, line, word);
        length += word;
        names[length++] = '\n';
        names[length] = 0;
    }
    fclose(file);
}

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

static uint64_t state; // of the random numbers

// Whether a measure runs. Its random numbers do not depend on the measures that ran before it.
static bool wanted(const char *area, const char *operation, int64_t n) {
    snprintf(measure_name, sizeof measure_name, "%s.%s/%" PRId64, area, operation, n);
    state = (uint64_t)n;
    if (names) {
        char line[sizeof measure_name + 2];
        snprintf(line, sizeof line, "\n%s\n", measure_name);
        return strstr(names, line);
    }
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

static uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int64_t below(int64_t bound) { return (int64_t)(mixed(state += 0x9E3779B97F4A7C15u) % (uint64_t)bound); }

enum { SINGLE = 64, QUERIES = 64, STEPS = 200, READS = 200 }; // operations per measure

#endif
