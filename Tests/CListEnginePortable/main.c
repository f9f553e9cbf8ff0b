#include "harness.h"

running_case running;

void check_failed(const char *file, int line, const char *what) {
    fprintf(stderr, "%s:%d: failed: %s\n  test %s, backend %s, seed %" PRIu64 ", step %d (%s)\n", file, line, what,
            running.test, le_backend(), running.seed, running.step, running.operation ? running.operation : "start");
    exit(1);
}

void *slots(int64_t n, size_t size) {
    void *p = calloc(n > 0 ? (size_t)n : 1, size);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

double case_fraction(void) {
    const char *scale = getenv("LE_CASES");
    return scale ? atof(scale) : 1;
}

bool enough_cases(double fraction) { return !getenv("LE_SEED") && case_fraction() >= fraction; }

void run_cases(const char *test, long full, void (*body)(uint64_t seed)) {
    const char *one = getenv("LE_SEED");
    long cases = (long)(full * case_fraction());
    if (cases < 1) cases = 1;
    int backends = le_backend_count();
    running = (running_case){.test = test};
    for (int backend = 0; backend < backends; backend++) {
        le_backend_use(backend);
        CHECK(strcmp(le_backend(), le_backend_name(backend)) == 0);
        if (one) {
            running.seed = strtoull(one, NULL, 10);
            body(running.seed);
            continue;
        }
        for (long i = backend; i < cases || i < backends; i += backends) {
            running = (running_case){.test = test, .seed = 0x1000 + (uint64_t)i};
            body(running.seed);
        }
    }
    printf("%-28s %ld cases over %d backends\n", test, one ? 1 : cases, backends);
    fflush(stdout);
}

void fill_extents(rng *r, int shape, int64_t n, int64_t *out) {
    const int64_t limit = (int64_t)4096 * LE_UNIT;
    int64_t run = 0, value = 0, width = rng_in(r, 300, 1200) * LE_UNIT;
    for (int64_t i = 0; i < n; i++) {
        switch (shape) {
        case 0:
            out[i] = rng_in(r, 20 * LE_UNIT, 80 * LE_UNIT);
            break;
        case 1:
            out[i] = i ? out[0] : rng_in(r, 0, 90) * LE_UNIT;
            break;
        case 2:
            if (run-- == 0) {
                run = rng_below(r, 40);
                value = rng_in(r, 1, 5) * 11 * LE_UNIT;
            }
            out[i] = value;
            break;
        case 3:
            out[i] = rng_chance(r, 2) ? 0 : rng_in(r, 0, 3) * LE_UNIT;
            break;
        case 4:
            out[i] = rng_chance(r, 30) ? limit * rng_in(r, 1, 100) + rng_below(r, 7) : rng_in(r, 0, 50 * LE_UNIT);
            break;
        case 5:
            out[i] = width / 3 + (rng_chance(r, 3) ? 1 : 0);
            break;
        case 6:
            out[i] = rng_below(r, 4);
            break;
        case 7:
            out[i] = limit + rng_in(r, -2, rng_chance(r, 4) ? 1 : -1);
            break;
        default:
            fill_extents(r, (int)rng_below(r, SHAPES - 1), 1, out + i);
            break;
        }
    }
}

// A random test proves little about a path that it never took.
static void check_paths(void) {
    bool enough = enough_cases(0.05) && !getenv("LE_TESTS");
    int missed = 0;
    for (int path = 0; path < le_path_count(); path++) {
        printf("  path %-20s %12" PRIu64 "\n", le_path_name(path), le_path_hits(path));
        missed += le_path_hits(path) == 0;
    }
    if (missed && enough) {
        fprintf(stderr, "%d code paths were never reached\n", missed);
        exit(1);
    }
}

// LE_TESTS=extents,flow runs the tests whose name contains one of the words.
static bool wanted(const char *test) {
    const char *words = getenv("LE_TESTS");
    if (!words) return true;
    char word[64];
    for (; *words; words += strcspn(words, ","), words += *words == ',') {
        snprintf(word, sizeof word, "%.*s", (int)strcspn(words, ","), words);
        if (*word && strstr(test, word)) return true;
    }
    return false;
}

static int tests;

// Runs a test and checks that it leaves no block in the pool.
static void run(const char *name, void (*test)(void)) {
    if (!wanted(name)) return;
    tests++;
    const long blocks = le_pool_live_blocks();
    test();
    if (le_pool_live_blocks() == blocks) return;
    fprintf(stderr, "%s left blocks in the pool\n", name);
    exit(1);
}

#define RUN(test) run(#test, test)

int main(void) {
    RUN(test_support);
    RUN(test_pool);
    RUN(test_extents_exhaustively);
    RUN(test_extents);
    RUN(test_extents_sharing);
    RUN(test_extents_limits);
    RUN(test_extents_scripts);
    RUN(test_full_leaves);
    RUN(test_list_rows);
    RUN(test_layouts);
    RUN(test_layout_limits);
    RUN(test_layout_edges);
    RUN(test_flow_breaking);
    RUN(test_flow);
    RUN(test_compositions);
    RUN(test_composition_limits);
    RUN(test_composition_arguments);
    RUN(test_composition_edges);
    RUN(test_composition_points);
    RUN(test_waterfall);
    RUN(test_visits);
    RUN(test_flow_limits);
    RUN(test_waterfall_limits);
    RUN(test_flow_memory);
    RUN(test_diff);
    RUN(test_diff_workspaces);
    RUN(test_short_memory);
    RUN(test_allocation_sweep);
    RUN(test_fuzz_finds);
    RUN(test_hostile_arguments);
    RUN(test_hostile_histories);
    RUN(test_broken_structures);
    check_paths();
    printf("%d tests in C passed\n", tests);
    return 0;
}
