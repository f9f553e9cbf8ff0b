// libFuzzer on layouts in C: bytes become histories of several living copies.
//
// A byte chooses an operation, those behind it its numbers. After each operation the layout passes its structure check,
// equals its model and a layout that is built from the model on another instruction set, answers questions as a scan of
// all frames does, and no other copy has changed. Whatever is refused leaves the layout as it was. Any allocation can
// fail; the same operation then succeeds with memory. At the end no block is in use.
//
// Random edits do not fill leaves: an insertion into a full leaf splits it, and where edits go is spread out. So there
// are operations for what is rare: single insertions into the middle of every leaf, scripts of one edit in each so many
// items, both together on neighbouring leaves, values and counts at the limits.
//
// `Scripts/fuzz.sh layout 60` runs it for a minute on its corpus. LE_FUZZ_PRINT=1 prints each operation.
#include <math.h>

#include "CListEngineTesting.h"
#include "mutator.h"
#include "subject.h"

enum { COPIES = 4, MOST_EDITS = 400, ALLOCATION_LIMIT = 64 << 20 };

// ---- What naive_layout.c needs

running_case running;
static bool printing;

_Noreturn void check_failed(const char *file, int line, const char *what) {
    const char *operation = running.operation ? running.operation : "start";
    fprintf(stderr, "%s:%d: failed: %s\n  backend %s, operation %d (%s)\n", file, line, what, le_backend(),
            running.step, operation);
    abort();
}

void *slots(int64_t n, size_t size) {
    void *p = calloc(n > 0 ? (size_t)n : 1, size);
    if (!p) check_failed(__FILE__, __LINE__, "memory for the model");
    return p;
}

// ---- Allocations that fail: calls of the allocator come here first (`-Wl,--wrap`)

static long budget = -1;   // allocations that still succeed; negative: all
static bool was_too_large; // an allocation asked for more than any operation needs

static bool refuses(size_t bytes) {
    if (bytes > ALLOCATION_LIMIT) return was_too_large = true;
    if (budget < 0) return false;
    if (budget > 0) budget--;
    return budget == 0;
}

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
void *__wrap_malloc(size_t bytes) { return refuses(bytes) ? NULL : __real_malloc(bytes); }
void *__wrap_calloc(size_t count, size_t bytes) {
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all)) all = SIZE_MAX;
    return refuses(all) ? NULL : __real_calloc(count, bytes);
}
void *__wrap_realloc(void *old, size_t bytes) { return refuses(bytes) ? NULL : __real_realloc(old, bytes); }
void *__wrap_aligned_alloc(size_t alignment, size_t bytes) {
    return refuses(bytes) ? NULL : __real_aligned_alloc(alignment, bytes);
}
// NOLINTEND(bugprone-reserved-identifier)

// ---- Bytes

typedef struct {
    const uint8_t *bytes;
    size_t left, missing; // missing: bytes that were read past the end
} reader;

static uint8_t next(reader *r) {
    if (!r->left) {
        r->missing++;
        return 0;
    }
    r->left--;
    return *r->bytes++;
}

// In 0 ..< bound; 0 for bound <= 0.
static int64_t below(reader *r, int64_t bound) {
    int64_t value = next(r);
    if (bound > 256) value = value * 256 + next(r);
    return bound > 0 ? value % bound : 0;
}

// ---- Sizes

// Fills `n` sizes in units. Returns whether they are so large that an edit may pass the limits.
static bool fill(uint8_t shape, uint8_t seed, int64_t n, int64_t least, int64_t *out) {
    const int64_t wide = (int64_t)1 << 32;
    uint64_t state = seed;
    for (int64_t i = 0; i < n; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        int64_t random = (int64_t)(state >> 40);
        switch (shape % 12) {
        case 0:
        case 1:
        case 2:
            out[i] = random % (90 * LE_UNIT);
            break;
        case 3:
            out[i] = (20 + seed % 64) * LE_UNIT;
            break;
        case 4:
            out[i] = (20 + i / (1 + seed % 40) % 3 * 10) * LE_UNIT;
            break;
        case 5:
            out[i] = random % 2 ? 0 : seed * LE_UNIT;
            break;
        case 6: // 32 bits do for one, not for the other
            out[i] = i % 2 ? 5000 * LE_UNIT : 10 * LE_UNIT;
            break;
        case 7:
            out[i] = wide - 3 + random % 5;
            break;
        case 8:
            out[i] = random % 4;
            break;
        case 9:
            out[i] = random % 50 ? random % (50 * LE_UNIT) : wide << seed % 20;
            break;
        case 10:
            out[i] = ((int64_t)1 << (34 + seed % 26)) + 4096 * i;
            break;
        default: // with as many of them, or one or two, at the limit of a total
            out[i] = (LE_MAX_TOTAL / (seed & 1 ? n : 1 + seed / 2 % 4)) - (int64_t)(seed / 16) * (1 << 20);
            out[i] &= ~(int64_t)0xFFFFF;
            if (!(seed & 1) && i > seed / 2 % 4) out[i] = 0;
        }
        if (out[i] < least) out[i] = least;
    }
    return shape % 12 >= 9;
}

typedef struct {
    int64_t n, *main, *cross;
    double *points; // main and cross in turn
    bool wild;
    bool unusable; // one of them, which the layout has to refuse
} given_sizes;

static given_sizes make_sizes(reader *r, const naive_section *s, int64_t container, int64_t n) {
    uint8_t shape = next(r), seed = next(r);
    const le_section_spec *spec = &s->spec;
    given_sizes g = {.n = n, .main = slots(n, 8), .cross = slots(n, 8), .points = slots(2 * n + 2, 8)};
    g.wild = fill(shape, seed, n, spec->line_spacing < 0 ? -spec->line_spacing : 0, g.main);
    int64_t least = spec->item_spacing < 0 ? -spec->item_spacing : 0;
    if (spec->flags & LE_BY_RATIO && least < LE_UNIT) least = LE_UNIT;
    if (shape & 128)
        g.wild |= fill(shape / 12 % 8, seed + 1, n, least, g.cross);
    else
        for (int64_t i = 0; i < n; i++) {
            g.cross[i] = container / (1 + shape % 5) / (1 + (i * seed) % 7);
            if (g.cross[i] < least) g.cross[i] = least;
        }
    for (int64_t i = 0; i < n; i++) {
        g.points[2 * i] = le_points(g.main[i]);
        g.points[2 * i + 1] = le_points(g.cross[i]);
    }
    if (shape >= 250 && n && spec->kind != LE_SECTION_GRID) {
        const double bad[] = {NAN, INFINITY, -INFINITY, -1e9, 1e300, -1e-3 - 1e9};
        bool ratio = spec->flags & LE_BY_RATIO;
        g.points[2 * (seed % n)] = bad[ratio ? shape % 4 : shape - 250]; // a ratio may be any finite one
        g.unusable = true;
    }
    return g;
}

static void sizes_free(given_sizes *g) {
    free(g->main);
    free(g->cross);
    free(g->points);
}

static le_sizes sizes_of(const given_sizes *g, le_section_kind kind, bool composed) {
    le_sizes sizes = {.form = LE_SIZES_NONE, .count = g->n};
    if (kind == LE_SECTION_GRID || composed) return sizes;
    sizes.form = LE_SIZES_POINTS;
    sizes.main = g->points;
    sizes.cross = g->points + 1;
    sizes.stride = 2 * sizeof(double);
    return sizes;
}

// ---- Specs

static int64_t length(reader *r, bool negative) {
    uint8_t b = next(r);
    if (b < 100) return 0;
    if (b < 160) return (b - 100) * LE_UNIT / 2;
    if (b < 200) return (b - 160) * LE_UNIT + b;
    return negative ? -(b - 200) * LE_UNIT / 3 : 0;
}

static le_section_spec make_spec(reader *r, le_section_kind kind, bool *wild) {
    uint8_t flags = next(r);
    le_section_spec spec = {.kind = kind, .packing = flags & 64 ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED};
    spec.flags = flags & 7;
    if (flags & 16) {
        spec.inset_main_start = length(r, true);
        spec.inset_main_end = length(r, true);
        spec.inset_cross_start = length(r, true);
        spec.inset_cross_end = length(r, true);
        spec.section_spacing = length(r, false);
    }
    if (flags & 32) {
        spec.line_spacing = length(r, true);
        spec.item_spacing = length(r, true);
    }
    if (flags & 8 && kind != LE_SECTION_FRAMES) {
        spec.header = length(r, false);
        spec.footer = length(r, false);
    }
    uint8_t how = kind == LE_SECTION_GRID || kind == LE_SECTION_WATERFALL ? next(r) : 0;
    if (kind == LE_SECTION_WATERFALL) {
        spec.packing = (le_packing)(LE_PACKING_SHORTEST_FIRST + how % 3);
        spec.columns = 1 + how / 3 % 16;
        spec.line_spacing -= spec.line_spacing % 16;
        spec.scale = how & 128 ? 1 + how % 4 : 0;
        if (how % 5 == 0) spec.flags |= LE_BY_RATIO;
    }
    if (kind == LE_SECTION_GRID) {
        spec.item_main = how % 90 * LE_UNIT + (spec.line_spacing < 0 ? -spec.line_spacing : 0);
        spec.item_cross = 1 + how * LE_UNIT + (spec.item_spacing < 0 ? -spec.item_spacing : 0);
        if (how & 1) {
            spec.columns = 1 + how / 2 % 9;
            if (spec.item_spacing < 0) spec.item_spacing = 0;
        }
    }
    // One length that is near what a length may be.
    if (flags & 128 && next(r) % 4 == 0) {
        uint8_t which = next(r);
        int64_t large = LE_MAX_TOTAL / 4 - which / 16 * LE_UNIT;
        if (which & 8) large = large >> (which / 16);
        large &= ~(int64_t)0xFFFFF;
        int64_t *fields[] = {&spec.header,           &spec.footer,         &spec.section_spacing, &spec.line_spacing,
                             &spec.inset_main_start, &spec.inset_main_end, &spec.item_main,       &spec.item_spacing};
        if ((which & 7) < 6 || kind == LE_SECTION_GRID) *fields[which & 7] = large;
        *wild = true;
    }
    return spec;
}

// ---- A call of the core, so that it can be made again with more memory

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
        CALLS
    } what;
    int64_t section, first, count, to;
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

static const char *const call_names[CALLS] = {
    "insert_sections", "insert_frames",     "insert_compositions", "remove_sections", "move_sections",
    "set_spec",        "set_config",        "set_composition",     "set_boundaries",  "insert_items",
    "remove_items",    "move_items",        "resize_items",        "refill",          "apply",
    "measure_items",   "measure_boundaries"};

static le_status perform(le_layout *l, const call *c) {
    le_work work = {0};
    le_fault fault = {0};
    size_t failed;
    int64_t changed, frozen;
    switch (c->what) {
    case INSERT_SECTIONS:
        return le_layout_insert_sections(l, c->section, c->spec, c->counts, c->count, c->sizes, &fault, &work);
    case INSERT_FRAMES:
        return le_layout_insert_frames(l, c->section, c->spec, c->frames, c->count, c->extent, c->header, c->footer,
                                       &work);
    case INSERT_COMPOSITIONS:
        return le_layout_insert_compositions(l, c->section, &c->composition, 1, NULL, c->counts, c->count, &work);
    case REMOVE_SECTIONS:
        return le_layout_remove_sections(l, c->section, c->count, &work);
    case MOVE_SECTIONS:
        return le_layout_move_sections(l, c->section, c->count, c->to, &work);
    case SET_SPEC:
        return le_layout_set_spec(l, c->section, c->spec, &work);
    case SET_CONFIG:
        return le_layout_set_config(l, c->config, &work);
    case SET_COMPOSITION:
        return le_layout_set_composition(l, c->section, c->composition, &work);
    case SET_BOUNDARIES:
        return le_layout_set_boundaries(l, c->boundaries, (size_t)c->count, c->size, &work);
    case INSERT_ITEMS:
        return le_layout_insert_items(l, c->section, c->first, c->sizes, &fault, &work);
    case REMOVE_ITEMS:
        return le_layout_remove_items(l, c->section, c->first, c->count, &work);
    case MOVE_ITEMS:
        return le_layout_move_items(l, c->section, c->first, c->count, c->to, &work);
    case RESIZE_ITEMS:
        return le_layout_resize_items(l, c->section, c->first, c->sizes, &fault, &work);
    case REFILL:
        return le_layout_refill(l, c->section, c->spec, c->count, c->size, &fault, &work);
    case APPLY:
        return le_layout_apply(l, c->section, c->edits, c->edit_count, c->sizes, &failed, &fault, &work);
    case MEASURE_ITEMS:
        return le_layout_measure_items(l, c->section, c->measured, (size_t)c->count, &changed, &frozen, &fault, &work);
    default:
        return le_layout_measure_boundaries(l, c->section, c->measured, (size_t)c->count, &fault, &work);
    }
}

static void print_call(const call *c, le_status status) {
    fprintf(stderr, "%s section %" PRId64 " first %" PRId64 " count %" PRId64 " to %" PRId64, call_names[c->what],
            c->section, c->first, c->count, c->to);
    if (c->spec) {
        const le_section_spec *s = c->spec;
        fprintf(stderr,
                "\n    spec kind %d packing %d flags %u columns %u insets %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
                " line %" PRId64 " item %" PRId64 " header %" PRId64 " footer %" PRId64 " size %" PRId64 " %" PRId64
                " spacing %" PRId64 " scale %g",
                s->kind, s->packing, s->flags, s->columns, s->inset_main_start, s->inset_main_end, s->inset_cross_start,
                s->inset_cross_end, s->line_spacing, s->item_spacing, s->header, s->footer, s->item_main, s->item_cross,
                s->section_spacing, s->scale);
    }
    if (c->what == SET_CONFIG)
        fprintf(stderr, "\n    cross %" PRId64 " main %" PRId64 " horizontal %d right to left %d", c->config.cross,
                c->config.main, c->config.horizontal, c->config.right_to_left);
    if (c->sizes) {
        fprintf(stderr, "\n    %" PRId64 " sizes of form %d:", c->sizes->count, c->sizes->form);
        for (int64_t i = 0; c->sizes->form == LE_SIZES_POINTS && i < c->sizes->count && i < 12; i++)
            fprintf(stderr, " %.17g x %.17g", *(const double *)((const char *)c->sizes->main + i * c->sizes->stride),
                    *(const double *)((const char *)c->sizes->cross + i * c->sizes->stride));
        if (c->sizes->form == LE_SIZES_CONSTANT) fprintf(stderr, " %.17g", *c->sizes->main);
    }
    for (size_t e = 0; e < c->edit_count && e < 12; e++)
        fprintf(stderr, "\n    edit at %" PRId64 " removed %" PRId64 " inserted %" PRId64 " source %" PRId64 "%s",
                c->edits[e].at, c->edits[e].removed, c->edits[e].inserted, c->edits[e].source,
                c->edits[e].moved ? " moved" : "");
    for (int64_t i = 0; c->measured && i < c->count && i < 12; i++)
        fprintf(stderr, "\n    item %" PRId64 " measured %.17g x %.17g", c->measured[i].item, c->measured[i].main,
                c->measured[i].cross);
    fprintf(stderr, "\n    -> %s\n", le_status_text(status));
}

// ---- The history

typedef struct {
    reader bytes;
    subject copy[COPIES];
    int active;
    long failing; // allocations that the next call is allowed, or negative: all
} history;

static subject *active(history *h) { return &h->copy[h->active]; }

static void check_unchanged(const subject *s) {
    CHECK_RULES(le_layout_check(s->layout));
    CHECK(digest_of(s->layout, s) == s->digest);
}

// Makes a call, first with so little memory as the history says. Refused: the layout is as it was.
static bool make_call(history *h, const call *c, bool must_succeed) {
    subject *s = active(h);
    running.operation = call_names[c->what];
    le_status status = LE_NO_MEMORY;
    if (s->is_stale && (s->wild || !must_succeed || h->failing >= 0)) {
        s->digest = digest_of(s->layout, s);
        s->is_stale = false;
    }
    if (h->failing >= 0) {
        budget = h->failing + 1;
        status = perform(s->layout, c);
        bool spent = budget == 0;
        budget = -1;
        h->failing = -1;
        s->is_stale = status == LE_OK;
        if (printing) {
            fprintf(stderr, "with little memory: ");
            print_call(c, status);
        }
        if (status == LE_NO_MEMORY) CHECK(spent);
        if (status != LE_OK) check_unchanged(s);
    }
    if (status != LE_OK) {
        status = perform(s->layout, c);
        if (printing) print_call(c, status);
    }
    CHECK(status != LE_NO_MEMORY);
    if (status == LE_OK) {
        s->is_stale = true;
        return true;
    }
    if (must_succeed) {
        print_call(c, status);
        CHECK(!"a usable call was refused");
    }
    check_unchanged(s);
    return false;
}

static int64_t room_for_items(const subject *s) { return MOST_ITEMS - small_items(s); }

// ---- What the coverage of code does not show
//
// libFuzzer keeps an input that reaches a new counter. Code says little about how full leaves are; these counters say
// which operation met how long a section of which kind, how often its leaves were filled, and how far edits are apart.

__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t reached[1 << 14];

static int magnitude(int64_t n) {
    int bits = 0;
    for (; n > 0; n >>= 1) bits++;
    return bits;
}

static void note(const model_section *section, int operation, int64_t distance) {
    uint32_t key = (uint32_t)operation * 8 + (uint32_t)section->plain.spec.kind;
    key = key * 4 + (uint32_t)smaller(section->filled, 3);
    key = key * 8 + (uint32_t)smaller(magnitude(section->plain.n / 100), 7);
    key = key * 4 + (uint32_t)smaller(magnitude(distance) / 3, 3);
    reached[key % (1 << 14)] = 1;
}

// ---- Operations on sections

static void insert_sections(history *h) {
    subject *s = active(h);
    const le_section_kind kinds[] = {LE_SECTION_LIST, LE_SECTION_LIST, LE_SECTION_FLOW, LE_SECTION_WATERFALL,
                                     LE_SECTION_GRID};
    uint8_t how = next(&h->bytes);
    bool wild = s->wild;
    naive_section section = {.spec = make_spec(&h->bytes, kinds[how % 5], &wild)};
    int64_t sections = how >= 250 ? 1 + next(&h->bytes) % 90 : how >= 200 ? 1 + how % 5 : 1;
    int64_t most = how & 32 ? 1500 : how & 64 ? 300 : 40;
    int64_t n = below(&h->bytes, most + 1), each = n / sections;
    if (sections + s->n > MOST_SECTIONS || n > room_for_items(s)) return;
    int64_t *counts = slots(sections, sizeof *counts);
    for (int64_t i = 0; i < sections; i++) counts[i] = i + 1 < sections ? each : n - each * (sections - 1);
    given_sizes given = make_sizes(&h->bytes, &section, s->config.cross, n);
    le_sizes sizes = sizes_of(&given, section.spec.kind, false);
    wild |= given.wild || section.spec.flags & LE_BY_RATIO;
    call c = {.what = INSERT_SECTIONS,
              .section = below(&h->bytes, s->n + 1),
              .spec = &section.spec,
              .counts = counts,
              .count = sections,
              .sizes = &sizes};
    if (make_call(h, &c, !wild && !given.unusable)) {
        CHECK(!given.unusable);
        int64_t from = 0;
        for (int64_t i = 0; i < sections; i++) {
            model_section made = {.plain = section};
            for (int b = 0; b < BARS; b++) made.bar_main[b] = made.bar_cross[b] = NAN;
            model_replace_items(&made, 0, 0, counts[i], given.main + from, given.cross + from);
            from += counts[i];
            model_insert(s, c.section + i, made);
        }
        s->wild = wild;
    }
    free(counts);
    sizes_free(&given);
}

static void insert_frames(history *h) {
    subject *s = active(h);
    bool wild = s->wild;
    uint8_t how = next(&h->bytes), seed = next(&h->bytes);
    model_section made = {.plain = {.spec = make_spec(&h->bytes, LE_SECTION_FRAMES, &wild)}};
    int64_t n = how & 1 ? how / 2 : how * 2;
    if (s->n >= MOST_SECTIONS || n > room_for_items(s)) return;
    rng random = {seed};
    int64_t reach = how & 2 ? 60 * LE_UNIT : 0, extent = seed % 8 ? seed * 40 * LE_UNIT : 0;
    le_rect *frames = slots(n, sizeof *frames);
    for (int64_t i = 0; i < n; i++) {
        int64_t main = rng_in(&random, -reach, extent + reach);
        int64_t cross = rng_in(&random, -reach, s->config.cross % (1 << 29));
        frames[i] = (le_rect){main, cross, main + rng_below(&random, 60 * LE_UNIT), cross};
        frames[i].cross_max += rng_below(&random, 90 * LE_UNIT);
    }
    bool refused = false;
    if (seed % 32 == 5 && n) {
        frames[n / 2].main_max = frames[n / 2].main_min - 1;
        refused = true;
    }
    if (seed % 32 == 6 && n) {
        frames[n - 1] = (le_rect){LE_MAX_TOTAL / 4 - how, 0, LE_MAX_TOTAL / 4, 8};
        frames[0] = (le_rect){-LE_MAX_TOTAL / 4, 0, 0, 8};
        wild = true;
    }
    made.plain.relative = frames;
    made.plain.extent = extent;
    if (how & 4) made.plain.header = (le_rect){0, 0, 30 * LE_UNIT, s->config.cross};
    if (how & 8) made.plain.footer = (le_rect){extent - 9 * LE_UNIT, 0, extent, s->config.cross};
    if (seed % 32 == 7) {
        made.plain.header = (le_rect){INT64_MIN, 0, INT64_MAX, 8};
        refused = true;
    }
    call c = {.what = INSERT_FRAMES,
              .section = below(&h->bytes, s->n + 1),
              .spec = &made.plain.spec,
              .frames = frames,
              .count = n,
              .extent = extent,
              .header = made.plain.header,
              .footer = made.plain.footer};
    made.plain.n = n;
    if (!make_call(h, &c, !wild && !refused)) {
        free(frames);
        return;
    }
    CHECK(!refused);
    model_insert(s, c.section, made);
    s->wild = wild;
}

static le_composition *compose(history *h) {
    uint8_t shape = next(&h->bytes), seed = next(&h->bytes);
    le_status status = LE_NO_MEMORY;
    if (h->failing >= 0 && seed & 1) {
        budget = h->failing + 1;
        le_composition *made = make_composition(shape, seed, &status);
        budget = -1;
        if (made) return made;
        CHECK_EQUAL(status, LE_NO_MEMORY);
    }
    le_composition *made = make_composition(shape, seed, &status);
    CHECK_EQUAL(status, LE_OK);
    CHECK(made);
    return made;
}

static void insert_compositions(history *h) {
    subject *s = active(h);
    le_composition *composition = compose(h);
    int64_t sections = 1 + next(&h->bytes) % 3, counts[3], n = 0;
    for (int64_t i = 0; i < sections; i++) n += counts[i] = below(&h->bytes, 200) % 160;
    call c = {.what = INSERT_COMPOSITIONS,
              .section = below(&h->bytes, s->n + 1),
              .composition = composition,
              .counts = counts,
              .count = sections};
    if (s->n + sections <= MOST_SECTIONS && n <= room_for_items(s) && make_call(h, &c, !s->wild)) {
        for (int64_t i = 0; i < sections; i++) {
            model_section made = {.plain = {.spec = {.kind = LE_SECTION_COMPOSITIONAL}}, .composition = composition};
            le_composition_retain(composition);
            for (int b = 0; b < BARS; b++) made.bar_main[b] = made.bar_cross[b] = NAN;
            model_replace_items(&made, 0, 0, counts[i], NULL, NULL);
            model_insert(s, c.section + i, made);
        }
    }
    le_composition_release(composition);
}

// Sections of so many items that nothing can be stored an item.
static void insert_huge(history *h) {
    subject *s = active(h);
    uint8_t how = next(&h->bytes), exponent = next(&h->bytes) % 42;
    bool wild = true;
    int64_t n = ((int64_t)1 << exponent) - (how & 1) + (how / 2 & 1);
    if (n <= MOST_ITEMS) n += MOST_ITEMS;
    if (s->n >= MOST_SECTIONS) return;
    model_section made = {.huge = true};
    for (int b = 0; b < BARS; b++) made.bar_main[b] = made.bar_cross[b] = NAN;
    call c = {.section = below(&h->bytes, s->n + 1), .counts = &n, .count = 1};
    le_sizes sizes = {.form = LE_SIZES_NONE, .count = n};
    switch (how / 4 % 3) {
    case 0:
        made.plain.spec = make_spec(&h->bytes, LE_SECTION_GRID, &wild);
        break;
    case 1: {
        made.plain.spec = make_spec(&h->bytes, LE_SECTION_LIST, &wild);
        int64_t each, least = made.plain.spec.line_spacing;
        uint8_t shape = next(&h->bytes);
        fill(shape, next(&h->bytes), 1, least < 0 ? -least : 0, &each);
        made.each = le_points(each);
        sizes.form = LE_SIZES_CONSTANT;
        sizes.main = &made.each;
        break;
    }
    default:
        made.composition = compose(h);
    }
    c.spec = &made.plain.spec;
    c.sizes = &sizes;
    c.what = made.composition ? INSERT_COMPOSITIONS : INSERT_SECTIONS;
    c.composition = made.composition;
    if (make_call(h, &c, false)) {
        CHECK(n <= LE_MAX_COUNT);
        made.plain.n = n;
        if (made.composition) made.plain.spec.kind = LE_SECTION_COMPOSITIONAL;
        model_insert(s, c.section, made);
        s->wild = true;
    } else {
        model_section_free(&made);
    }
}

static void remove_sections(history *h) {
    subject *s = active(h);
    call c = {.what = REMOVE_SECTIONS, .section = below(&h->bytes, s->n + 1)};
    c.count = below(&h->bytes, s->n - c.section + 1);
    if (make_call(h, &c, true)) model_remove(s, c.section, c.count);
}

static void move_sections(history *h) {
    subject *s = active(h);
    call c = {.what = MOVE_SECTIONS, .section = below(&h->bytes, s->n + 1)};
    uint8_t how = next(&h->bytes);
    c.count = how % 4 ? smaller(1, s->n - c.section) : how / 4 % (s->n - c.section + 1);
    c.to = below(&h->bytes, s->n - c.count + 1);
    if (make_call(h, &c, !s->wild)) model_move(s, c.section, c.count, c.to);
}

static void set_spec(history *h) {
    subject *s = active(h);
    if (!s->n) return;
    int64_t i = below(&h->bytes, s->n);
    model_section *section = &s->section[i];
    if (section->composition) return;
    bool wild = s->wild;
    le_section_spec spec = make_spec(&h->bytes, section->plain.spec.kind, &wild);
    if (spec.kind == LE_SECTION_WATERFALL)
        spec.flags = (spec.flags & ~(uint32_t)LE_BY_RATIO) | (section->plain.spec.flags & LE_BY_RATIO);
    call c = {.what = SET_SPEC, .section = i, .spec = &spec};
    bool spread = spec.line_spacing >= 0 && spec.item_spacing >= 0;
    if (!make_call(h, &c, spread && !wild)) return;
    section->plain.spec = spec;
    s->wild = wild;
}

static void set_config(history *h) {
    subject *s = active(h);
    uint8_t flags = next(&h->bytes);
    call c = {.what = SET_CONFIG, .config = s->config};
    c.config.cross = next(&h->bytes) * 4 * LE_UNIT + flags / 64;
    c.config.main = next(&h->bytes) * 4 * LE_UNIT;
    c.config.horizontal = flags & 1;
    c.config.right_to_left = flags & 2;
    bool wild = s->wild || flags / 4 % 16 == 0;
    if (wild && !s->wild) c.config.cross = LE_MAX_TOTAL >> (flags / 64 * 7);
    if (!make_call(h, &c, !wild)) return;
    s->config = c.config;
    s->wild = wild;
    for (int64_t i = 0; i < s->n; i++)
        for (int64_t k = 0; s->section[i].measured && k < s->section[i].plain.n; k++)
            s->section[i].measured[k].reports = 0;
}

static void set_composition(history *h) {
    subject *s = active(h);
    if (!s->n) return;
    int64_t i = below(&h->bytes, s->n);
    model_section *section = &s->section[i];
    call c = {.what = SET_COMPOSITION, .section = i, .composition = compose(h)};
    if (!section->composition) {
        CHECK(!make_call(h, &c, false));
    } else if (make_call(h, &c, !s->wild)) {
        le_composition *old = section->composition;
        section->composition = c.composition;
        c.composition = old;
        // What boundaries measured belongs to the composition they are of.
        for (int b = 0; b < BARS; b++) section->bar_main[b] = section->bar_cross[b] = NAN;
    }
    le_composition_release(c.composition);
}

static void set_boundaries(history *h) {
    subject *s = active(h);
    le_boundary made[BARS];
    uint8_t seed = next(&h->bytes);
    call c = {.what = SET_BOUNDARIES, .boundaries = made, .size = seed % 3};
    c.count = (int64_t)make_boundaries(seed, made);
    if (!make_call(h, &c, !s->wild)) return;
    memcpy(s->boundary, made, sizeof made);
    s->boundaries = (size_t)c.count;
    s->boundary_scale = c.size;
    for (int b = 0; b < BARS; b++) s->bar_main[b] = s->bar_cross[b] = NAN;
}

// ---- Operations on items

static model_section *choose(history *h, int64_t *index) {
    subject *s = active(h);
    if (!s->n) return NULL;
    *index = below(&h->bytes, s->n);
    return &s->section[*index];
}

// Whether items of the section can change at all.
static bool takes_edits(const model_section *section) { return section->plain.spec.kind != LE_SECTION_FRAMES; }

static int64_t position(history *h, int64_t n) {
    return n > 60000 ? (int64_t)((__int128)n * below(&h->bytes, 60000) / 60000) : below(&h->bytes, n + 1);
}

static void insert_items(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section) return;
    int64_t n = section->plain.n, count = below(&h->bytes, 1024) % 420;
    if (section->huge) {
        if (section->plain.spec.kind == LE_SECTION_LIST && section->composition == NULL) return;
        count = count % 2 ? count : ((int64_t)1 << count % 41) - count % 3;
    } else if (count > room_for_items(s)) {
        return;
    }
    given_sizes given = {.n = count};
    if (!section->huge) given = make_sizes(&h->bytes, &section->plain, s->config.cross, count);
    le_sizes sizes = sizes_of(&given, section->plain.spec.kind, section->composition);
    call c = {.what = INSERT_ITEMS, .section = i, .first = position(h, n), .sizes = &sizes};
    bool wild = s->wild || given.wild, unusable = given.unusable && !section->composition;
    if (make_call(h, &c, takes_edits(section) && !wild && !unusable)) {
        CHECK(takes_edits(section) && !(unusable && count));
        model_replace_items(section, c.first, 0, count, given.main, given.cross);
        s->wild = wild;
    }
    sizes_free(&given);
}

static void remove_items(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section) return;
    note(section, 4, 0);
    call c = {.what = REMOVE_ITEMS, .section = i, .first = position(h, section->plain.n)};
    uint8_t how = next(&h->bytes);
    int64_t rest = section->plain.n - c.first;
    c.count = how % 4 ? smaller(how / 4, rest) : rest * (how / 4) / 63;
    if (make_call(h, &c, takes_edits(section) && !s->wild)) {
        CHECK(takes_edits(section));
        model_replace_items(section, c.first, c.count, 0, NULL, NULL);
    }
}

static void move_items(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section) return;
    note(section, 5, 0);
    call c = {.what = MOVE_ITEMS, .section = i, .first = position(h, section->plain.n)};
    uint8_t how = next(&h->bytes);
    int64_t rest = section->plain.n - c.first;
    c.count = how % 4 ? smaller(how / 4, rest) : rest * (how / 4) / 63;
    c.to = position(h, section->plain.n - c.count);
    if (make_call(h, &c, takes_edits(section) && !s->wild)) {
        CHECK(takes_edits(section));
        if (!section->huge) model_move_items(section, c.first, c.count, c.to);
    }
}

static void resize_items(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || section->huge) return;
    int64_t first = position(h, section->plain.n);
    uint8_t how = next(&h->bytes);
    int64_t count = how % 2 ? smaller(1, section->plain.n - first) : smaller(how * 2, section->plain.n - first);
    given_sizes given = make_sizes(&h->bytes, &section->plain, s->config.cross, count);
    le_sizes sizes = sizes_of(&given, section->plain.spec.kind, section->composition);
    call c = {.what = RESIZE_ITEMS, .section = i, .first = first, .sizes = &sizes};
    bool sized = takes_edits(section) && !section->composition && section->plain.spec.kind != LE_SECTION_GRID;
    bool wild = s->wild || given.wild;
    if (make_call(h, &c, sized && !wild && !given.unusable) && sized && count) {
        CHECK(!given.unusable);
        model_replace_items(section, first, count, count, given.main, given.cross);
        s->wild = wild;
    }
    sizes_free(&given);
}

static void refill(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || section->huge) return;
    le_section_kind kind = section->plain.spec.kind;
    int64_t count = below(&h->bytes, 1500), units, least = section->plain.spec.line_spacing;
    if (count - section->plain.n > room_for_items(s)) return;
    uint8_t shape = next(&h->bytes);
    bool wild = s->wild | fill(shape, next(&h->bytes), 1, least < 0 ? -least : 0, &units);
    call c = {.what = REFILL, .section = i, .count = count, .size = le_points(units)};
    if (shape & 64 && !section->composition) c.spec = &section->plain.spec;
    bool can = kind == LE_SECTION_LIST || kind == LE_SECTION_GRID || (section->composition && !section->was_measured);
    if (kind != LE_SECTION_LIST) wild = s->wild;
    if (!make_call(h, &c, can && !wild)) return;
    int64_t *main = slots(count, sizeof *main), *cross = slots(count, sizeof *cross);
    for (int64_t k = 0; k < count; k++) main[k] = units;
    model_replace_items(section, 0, section->plain.n, count, main, cross);
    free(main);
    free(cross);
    s->wild = wild;
}

// ---- Scripts

// Applies a script to a model's section.
static void apply_to_model(model_section *section, const le_edit *edits, size_t count, const given_sizes *given) {
    naive_section *plain = &section->plain;
    if (section->huge || (plain->spec.kind == LE_SECTION_GRID && !section->composition)) {
        for (size_t e = 0; e < count; e++) plain->n += edits[e].inserted - edits[e].removed;
        return;
    }
    int64_t n = plain->n, at = 0, out = 0, all = n;
    for (size_t e = 0; e < count; e++) all += edits[e].inserted - edits[e].removed;
    model_section made = {.plain = {.spec = plain->spec}, .composition = section->composition};
    int64_t *main = slots(all, 8), *cross = slots(all, 8);
    measured_item *measured = slots(all, sizeof *measured);
    for (size_t e = 0; e <= count; e++) {
        int64_t until = e < count ? edits[e].at : n;
        for (; at < until; at++, out++) {
            if (section->measured)
                measured[out] = section->measured[at];
            else
                main[out] = plain->main[at], cross[out] = plain->cross[at];
        }
        if (e == count) break;
        for (int64_t k = 0; k < edits[e].inserted; k++, out++) {
            int64_t source = edits[e].source + k;
            if (section->measured)
                measured[out] = edits[e].moved ? section->measured[source] : (measured_item){NAN, NAN, 0};
            else if (edits[e].moved)
                main[out] = plain->main[source], cross[out] = plain->cross[source];
            else
                main[out] = given->main[source], cross[out] = given->cross[source];
        }
        at += edits[e].removed;
    }
    CHECK(out == all);
    model_replace_items(section, 0, n, all, main, cross);
    if (section->measured) memcpy(section->measured, measured, (size_t)all * sizeof *measured);
    free(main);
    free(cross);
    free(measured);
    (void)made;
}

static void apply_script(history *h, int64_t i, model_section *section, const le_edit *edits, size_t count,
                         int64_t inserted, bool moves) {
    subject *s = active(h);
    bool sized = !section->composition && section->plain.spec.kind != LE_SECTION_GRID;
    note(section, inserted ? 0 : moves ? 1 : 2, count > 1 ? edits[1].at - edits[0].at : 0);
    given_sizes given = section->huge ? (given_sizes){.n = inserted}
                                      : make_sizes(&h->bytes, &section->plain, s->config.cross, inserted);
    le_sizes sizes = sizes_of(&given, section->plain.spec.kind, section->composition);
    bool wild = s->wild || given.wild;
    call c = {.what = APPLY, .section = i, .edits = edits, .edit_count = count, .sizes = &sizes};
    // Without sizes, where none are needed.
    if (!inserted && given.unusable == false && count % 2) c.sizes = NULL;
    bool usable = takes_edits(section) && !wild && !(given.unusable && sized);
    if (make_call(h, &c, usable && !(moves && section->huge))) {
        apply_to_model(section, edits, count, &given);
        s->wild = wild;
    }
    sizes_free(&given);
}

// Any edits, in order.
static void script(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || (section->huge && section->plain.spec.kind == LE_SECTION_LIST && !section->composition)) return;
    static le_edit edits[MOST_EDITS];
    size_t count = 0;
    int64_t n = section->plain.n, at = 0, given = 0, room = section->huge ? 4000 : room_for_items(s);
    bool moves = false;
    uint8_t wanted = 1 + next(&h->bytes) % 24, scale = next(&h->bytes);
    for (; count < wanted && at <= n; count++) {
        uint8_t what = next(&h->bytes);
        int64_t gap = (int64_t)next(&h->bytes) * (1 + scale % 8);
        if (count && what & 1) gap = 0; // neighbours
        at = smaller(at + gap, n);
        le_edit e = {.at = at};
        if (what & 2) e.removed = smaller(next(&h->bytes) / (what & 4 ? 1 : 64), n - at);
        if (what & 8 || !e.removed) e.inserted = smaller(what & 16 ? next(&h->bytes) : 1, room);
        if (what & 32 && n) {
            e.moved = true;
            e.source = below(&h->bytes, n);
            e.inserted = smaller(e.inserted, n - e.source);
            moves = true;
        } else {
            e.source = given;
            given += e.inserted;
        }
        room -= e.inserted;
        if (count && edits[count - 1].removed == 0 && edits[count - 1].at == e.at) e.at = at = smaller(at + 1, n);
        e.removed = smaller(e.removed, n - e.at);
        if (count && edits[count - 1].at == e.at && edits[count - 1].removed == 0) break;
        edits[count] = e;
        at += e.removed;
    }
    apply_script(h, i, section, edits, count, given, moves);
}

// One edit in each so many items, all through the section: what refreshes of long lists are, and what meets all leaves.
static void even_script(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || section->huge) return;
    static le_edit edits[MOST_EDITS];
    size_t count = 0;
    uint8_t what = next(&h->bytes), gap = next(&h->bytes);
    // Apart as leaves are that are full or were just built, or a few items.
    const int64_t leaf[] = {250, 200, 125, 100, 249, 96, 190, 152};
    int64_t n = section->plain.n, step = what & 1 ? leaf[gap % 8] : 1 + gap % 16, given = 0;
    if (step * MOST_EDITS < n) step = n / MOST_EDITS + 1;
    bool moves = false;
    for (int64_t at = what & 2 ? step / 2 : 0; at < n && count < MOST_EDITS; at += step) {
        le_edit e = {.at = at, .removed = what & 4 ? smaller(1 + gap % 3, n - at) : what & 8 ? 0 : 1};
        if (e.removed > step) e.removed = step;
        if (what & 16 || !e.removed) e.inserted = 1 + (what & 32 ? gap % 5 : 0);
        if (what & 64 && e.inserted) {
            e.moved = moves = true;
            e.source = (at + gap) % n;
            e.inserted = smaller(e.inserted, n - e.source);
        } else {
            e.source = given;
            given += e.inserted;
        }
        edits[count++] = e;
    }
    if (given + count > (size_t)room_for_items(s)) return;
    apply_script(h, i, section, edits, count, given, moves);
}

// How many items leaves have that were built in one go, and how many when they are full, by kind of leaf: extents in 32
// bits and in 64, lines of flows, columns of waterfalls.
typedef struct {
    int64_t built, full;
} leaf_size;
static const leaf_size leaf_sizes[] = {{200, 250}, {100, 125}, {112, 122}, {152, 190}};

// Of a section, mostly those that it has.
static leaf_size leaf_size_of(const model_section *section, uint8_t how) {
    if (how % 4 == 3) return leaf_sizes[how / 4 % 4];
    switch (section->plain.spec.kind) {
    case LE_SECTION_FLOW:
        return leaf_sizes[2];
    case LE_SECTION_WATERFALL:
        return leaf_sizes[3];
    default:
        return leaf_sizes[how % 4 == 2];
    }
}

// Single insertions before item `at`. False: they were refused, or there is no room for them.
static bool insert_singly(history *h, int64_t i, model_section *section, int64_t at, int64_t count, uint8_t seed) {
    subject *s = active(h);
    naive_section *plain = &section->plain;
    if (count > room_for_items(s)) return false;
    int64_t main = 0, cross = 0, least = plain->spec.line_spacing < 0 ? -plain->spec.line_spacing : 0;
    int64_t least_cross = plain->spec.item_spacing < 0 ? -plain->spec.item_spacing : 0;
    if (plain->spec.flags & LE_BY_RATIO && least_cross < LE_UNIT) least_cross = LE_UNIT;
    double points[2];
    le_sizes sizes = {.form = LE_SIZES_POINTS, .count = 1, .main = points, .cross = points + 1, .stride = 16};
    if (plain->spec.kind == LE_SECTION_GRID || section->composition) sizes.form = LE_SIZES_NONE;
    for (int64_t k = 0; k < count && at <= plain->n; k++) {
        fill(0, (uint8_t)(seed + k), 1, least, &main);
        fill(0, (uint8_t)(seed + k + 1), 1, least_cross, &cross);
        points[0] = le_points(main);
        points[1] = le_points(cross);
        call c = {.what = INSERT_ITEMS, .section = i, .first = at, .sizes = &sizes};
        if (!make_call(h, &c, !s->wild)) return false;
        model_replace_items(section, at, 0, 1, &main, &cross);
    }
    return true;
}

// Single insertions into the middle of every leaf, until it is full or nearly so.
static void fill_leaves(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || section->huge || !takes_edits(section)) return;
    uint8_t how = next(&h->bytes), seed = next(&h->bytes);
    const int64_t per_leaf = leaf_sizes[how % 4].built, each = how & 4 ? 50 : 1 + seed % 64;
    const int64_t leaves = how & 8 ? 1 : smaller(section->plain.n / per_leaf, 6);
    if (each * leaves > room_for_items(s)) return;
    for (int64_t leaf = leaves; leaf-- > 0;) {
        int64_t at = how & 8 ? position(h, section->plain.n) : leaf * per_leaf + per_leaf / 2;
        if (!insert_singly(h, i, section, at, each, seed)) return;
    }
    section->filled += each >= 40 && leaves > 0;
    note(section, 3, each);
}

// Items in a row, so that a section has leaves to fill. False: they were refused, or there is no room for them.
static bool lengthen(history *h, int64_t i, model_section *section, int64_t count) {
    subject *s = active(h);
    if (count > room_for_items(s)) return false;
    given_sizes given = make_sizes(&h->bytes, &section->plain, s->config.cross, count);
    le_sizes sizes = sizes_of(&given, section->plain.spec.kind, section->composition);
    call c = {.what = INSERT_ITEMS, .section = i, .first = section->plain.n, .sizes = &sizes};
    bool unusable = given.unusable && !section->composition, wild = s->wild || given.wild;
    bool made = make_call(h, &c, !wild && !unusable);
    if (made) {
        model_replace_items(section, c.first, 0, count, given.main, given.cross);
        s->wild = wild;
    }
    sizes_free(&given);
    return made;
}

// Fills neighbouring leaves from a place on, or leaves them as they are, and applies a script that meets each of them:
// in the middle, at an edge or anywhere, once or more often; it removes, replaces, inserts, or does so in turn.
static void script_over_leaves(history *h) {
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || section->huge || !takes_edits(section)) return;
    const uint8_t how = next(&h->bytes), what = next(&h->bytes), seed = next(&h->bytes);
    const leaf_size leaf = leaf_size_of(section, how);
    const int64_t built = leaf.built, leaves = 2 + how / 4 % 4, more = how / 16 % 4 ? leaf.full - built - how / 64 : 0;
    if (section->plain.n < leaves * built && !lengthen(h, i, section, leaves * built - section->plain.n)) return;
    const int64_t from = position(h, section->plain.n / built - leaves) * built;
    for (int64_t k = leaves; more && k-- > 0;)
        if (!insert_singly(h, i, section, from + k * built + built / 2, more, seed)) return;
    section->filled += more > 0;

    static le_edit edits[MOST_EDITS];
    size_t count = 0;
    rng random = {seed};
    bool moves = false;
    const int64_t n = section->plain.n, per_leaf = built + more, often = what < 192 ? 1 : 2 + seed % 4;
    int64_t given = 0;
    for (int64_t k = 0; k < leaves * often; k++) {
        // Edits of a leaf stand in its parts, one in each.
        const int64_t part = per_leaf / often, start = from + k / often * per_leaf + k % often * part;
        const int64_t within[] = {part / 2, rng_below(&random, part), 0, rng_below(&random, 16)};
        le_edit e = {.at = start + within[what % 4]};
        if (e.at >= n || (count && e.at <= edits[count - 1].at + edits[count - 1].removed)) continue;
        const int64_t kind = what / 4 % 4 < 3 ? what / 4 % 4 : k % 3, most = what & 16 ? rng_below(&random, 4) : 1;
        if (kind < 2) e.removed = smaller(most, n - e.at);
        if (kind > 0) e.inserted = most;
        if (what & 32 && e.inserted) {
            e.moved = moves = true;
            e.source = rng_below(&random, n - e.inserted);
        } else {
            e.source = given;
            given += e.inserted;
        }
        edits[count++] = e;
    }
    if (given + (int64_t)count * 4 > room_for_items(active(h))) return;
    apply_script(h, i, section, edits, count, given, moves);
}

// Single removals, so that leaves and inner nodes run low.
static void drain_leaves(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || section->huge || !takes_edits(section)) return;
    uint8_t how = next(&h->bytes);
    int64_t at = position(h, section->plain.n), step = how & 1 ? 0 : how % 7;
    for (int64_t k = 0; k < how && at < section->plain.n; k++, at += step) {
        call c = {.what = REMOVE_ITEMS, .section = i, .first = at, .count = 1};
        if (!make_call(h, &c, !s->wild)) return;
        model_replace_items(section, at, 1, 0, NULL, NULL);
    }
}

// ---- Measuring

static void measure(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || !section->measured || !section->plain.n) return;
    le_measurement some[64];
    uint8_t how = next(&h->bytes), seed = next(&h->bytes);
    int64_t n = section->plain.n, first = below(&h->bytes, n), step = 1 + how / 64;
    call c = {.what = MEASURE_ITEMS, .section = i, .measured = some};
    for (int64_t k = 0; k < how % 64; k++) {
        int64_t item = (first + k * step) % n;
        int axes = le_layout_estimated_axes(s->layout, i, item);
        measured_item *m = &section->measured[item];
        if (!axes || m->reports >= LE_MAX_REPORTS) continue;
        bool known = false; // each item once, so that the model can wait for the outcome
        for (int64_t j = 0; j < c.count; j++) known |= some[j].item == item;
        if (known) continue;
        double main = (double)(seed % 8 == 0 ? 40 : (seed * 7 + k * 13) % 400) / 4;
        double cross = (double)((seed * 5 + k * 11) % 300) / 3;
        some[c.count++] = (le_measurement){item, seed & 1 || axes == 1 ? main : m->main, seed & 2 ? cross : m->cross};
    }
    if (!c.count || !make_call(h, &c, !s->wild)) return;
    section->was_measured = true;
    for (int64_t k = 0; k < c.count; k++) {
        measured_item *m = &section->measured[some[k].item];
        int axes = le_layout_estimated_axes(s->layout, i, some[k].item);
        if (axes & 1) m->main = some[k].main;
        if (axes & 2) m->cross = some[k].cross;
        m->reports++;
    }
}

static void measure_boundaries(history *h) {
    subject *s = active(h);
    int64_t i = -1;
    uint8_t how = next(&h->bytes), seed = next(&h->bytes);
    model_section *section = how & 1 ? choose(h, &i) : NULL;
    if (section && section->huge) return;
    le_measurement bar = {how / 2 % BARS, seed, seed / 2};
    call c = {.what = MEASURE_BOUNDARIES, .section = i, .measured = &bar, .count = 1};
    if (how & 1 && !section) return;
    if (!make_call(h, &c, false)) return;
    if (section) section->was_measured = true;
    (section ? section->bar_main : s->bar_main)[bar.item] = bar.main;
    (section ? section->bar_cross : s->bar_cross)[bar.item] = bar.cross;
}

// ---- Calls that make no sense

static void nonsense(history *h) {
    subject *s = active(h);
    uint8_t which = next(&h->bytes), how = next(&h->bytes);
    const int64_t far[] = {-1, INT64_MIN, INT64_MAX, LE_MAX_COUNT + 1, ((int64_t)1 << 61) + 1, -5};
    int64_t bad = far[how % 6], section = s->n ? how / 6 % s->n : 0, items = s->n ? s->section[section].plain.n : 0;
    double one = 20, nan_value = NAN;
    int64_t negative = bad < 0 ? bad : -bad, zero = 0;
    le_section_spec spec = {.kind = LE_SECTION_LIST};
    le_sizes sizes = {.form = LE_SIZES_CONSTANT, .count = 1, .main = &one, .cross = &one};
    le_points_run runs[] = {{bad, 10}, {3, 10}};
    le_edit edits[2] = {{.at = 0}, {.at = 0}};
    le_measurement measured = {bad, 10, 10};
    call c = {.section = section, .spec = &spec, .sizes = &sizes, .counts = &zero, .count = 1};
    int64_t two = 2;
    switch (which % 25) {
    case 0:
        c.what = INSERT_SECTIONS;
        c.section = bad;
        break;
    case 1:
        c.what = INSERT_SECTIONS;
        c.counts = &negative;
        sizes.count = negative;
        break;
    case 2:
        c.what = INSERT_SECTIONS;
        c.counts = &two; // of one size
        sizes.form = LE_SIZES_POINTS;
        sizes.stride = 8;
        break;
    case 3:
        c.what = INSERT_SECTIONS;
        spec.kind = (le_section_kind)(6 + how % 9);
        break;
    case 4:
        c.what = REMOVE_SECTIONS;
        c.section = how & 1 ? bad : 0;
        c.count = how & 1 ? 1 : s->n + 1 + (bad > 0 ? bad / 2 : 0);
        break;
    case 5:
        c.what = MOVE_SECTIONS;
        c.count = smaller(1, s->n);
        c.section = 0;
        c.to = bad;
        break;
    case 6:
        c.what = INSERT_ITEMS;
        c.first = bad;
        break;
    case 7:
        c.what = INSERT_ITEMS;
        sizes.count = negative;
        if (how & 128) sizes.form = LE_SIZES_NONE;
        break;
    case 8:
        c.what = REMOVE_ITEMS;
        c.first = how & 128 ? 0 : bad;
        c.count = how & 128 ? items + 1 : 1;
        break;
    case 9:
        c.what = REMOVE_ITEMS;
        c.count = negative;
        break;
    case 10:
        c.what = MOVE_ITEMS;
        c.count = smaller(1, items);
        c.to = bad < items ? items + 1 : bad;
        break;
    case 11:
        c.what = RESIZE_ITEMS;
        c.first = bad;
        break;
    case 12:
        c.what = APPLY; // out of order
        edits[0].at = 1;
        edits[0].removed = 1;
        c.edits = edits;
        c.edit_count = 2;
        sizes.count = 0;
        break;
    case 13:
        c.what = APPLY;
        edits[0].removed = how & 128 ? items + 1 : negative;
        c.edits = edits;
        c.edit_count = 1;
        sizes.count = 0;
        break;
    case 14:
        c.what = APPLY; // from a source that is not there
        edits[0].inserted = 1;
        edits[0].source = how & 64 ? bad : items;
        edits[0].moved = how & 128;
        c.edits = edits;
        c.edit_count = 1;
        if (!edits[0].moved && edits[0].source == 0) edits[0].source = 1;
        break;
    case 15:
        c.what = APPLY;
        edits[0].inserted = negative;
        c.edits = edits;
        c.edit_count = 1;
        break;
    case 16:
        c.what = APPLY; // no sizes for what comes
        edits[0].inserted = 1;
        c.edits = edits;
        c.edit_count = 1;
        c.sizes = NULL;
        if (s->n && (s->section[section].composition || s->section[section].plain.spec.kind == LE_SECTION_GRID)) return;
        break;
    case 17:
        c.what = REFILL;
        c.count = bad;
        c.spec = NULL;
        c.size = 10;
        break;
    case 18:
        c.what = MEASURE_ITEMS;
        c.measured = &measured;
        break;
    case 19:
        c.what = MEASURE_BOUNDARIES;
        c.measured = &measured;
        break;
    case 20:
        c.what = SET_CONFIG;
        c.config = s->config;
        c.config.cross = how & 128 ? LE_MAX_TOTAL + 1 : negative;
        break;
    case 21:
        c.what = INSERT_SECTIONS;
        sizes.form = LE_SIZES_RUNS;
        sizes.run = runs;
        sizes.runs = 2;
        sizes.count = 3;
        c.counts = &sizes.count;
        break;
    case 22:
        c.what = INSERT_SECTIONS;
        c.counts = &two;
        sizes.count = 2;
        sizes.main = &nan_value;
        break;
    case 23:
        c.what = INSERT_SECTIONS;
        c.count = negative;
        break;
    default: {
        le_rect frame = {5, 0, how & 1 ? 4 : INT64_MAX, 5}, none = {0, 0, 0, 0};
        c.what = INSERT_FRAMES;
        c.frames = &frame;
        c.header = c.footer = none;
        c.extent = how & 2 ? bad : 100;
        c.count = how & 4 ? negative : 1;
        CHECK(!make_call(h, &c, false));
        return;
    }
    }
    CHECK(!make_call(h, &c, false));
}

// ---- Copies

static void copy_or_release(history *h) {
    uint8_t how = next(&h->bytes);
    int to = how % COPIES;
    if (h->copy[to].layout && to != h->active) {
        if (how & 64)
            h->active = to;
        else
            subject_release(&h->copy[to]);
        return;
    }
    if (to == h->active) return;
    if (h->failing >= 0) {
        budget = h->failing + 1;
        le_layout *layout = le_layout_copy(active(h)->layout);
        budget = -1;
        h->failing = -1;
        le_layout_release(layout);
        check_unchanged(active(h));
    }
    CHECK(subject_copy(&h->copy[to], active(h)));
    if (how & 128) h->active = to; // the older one stays as it is
}

static void ask(history *h) {
    question q;
    for (size_t i = 0; i < sizeof q.bytes; i++) q.bytes[i] = next(&h->bytes);
    running.operation = "question";
    check_question(active(h), q);
}

typedef void operation(history *h);

static operation *const operations[OPERATIONS] = {insert_sections,
                                                  insert_sections,
                                                  insert_sections,
                                                  insert_frames,
                                                  insert_compositions,
                                                  insert_compositions,
                                                  insert_huge,
                                                  remove_sections,
                                                  move_sections,
                                                  set_spec,
                                                  set_config,
                                                  set_composition,
                                                  set_boundaries,
                                                  insert_items,
                                                  insert_items,
                                                  remove_items,
                                                  move_items,
                                                  resize_items,
                                                  refill,
                                                  script,
                                                  script,
                                                  even_script,
                                                  even_script,
                                                  fill_leaves,
                                                  script_over_leaves,
                                                  drain_leaves,
                                                  measure,
                                                  measure,
                                                  measure_boundaries,
                                                  nonsense,
                                                  copy_or_release,
                                                  copy_or_release,
                                                  ask,
                                                  script_over_leaves};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int backends;
    if (!backends) {
        backends = le_backend_count();
        printing = getenv("LE_FUZZ_PRINT") != NULL;
        CHECK(operations[SCRIPT_OVER_LEAVES] == script_over_leaves);
    }
    history h = {.bytes = {data, size, 0}, .failing = -1};
    mutator_begins(data, size);
    uint8_t first = next(&h.bytes);
    int backend = first % backends;
    le_backend_use(backend);
    running = (running_case){0};
    le_layout_config config = {.cross = (first & 16 ? 390 : 0) * LE_UNIT + next(&h.bytes) * LE_UNIT,
                               .main = 800 * LE_UNIT,
                               .horizontal = first & 64,
                               .right_to_left = first & 128};
    long blocks = le_pool_live_blocks();
    CHECK(subject_create(&h.copy[0], config));
    for (running.step = 1; running.step <= MOST_OPERATIONS && h.bytes.left; running.step++) {
        mutator_operation(size - h.bytes.left);
        h.bytes.missing = 0;
        uint8_t what = next(&h.bytes);
        h.failing = what >= 192 ? next(&h.bytes) % 64 : -1;
        running.operation = NULL;
        operations[what % OPERATIONS](&h);
        h.failing = -1;
        le_backend_use(backend);
        subject *s = active(&h);
        if (running.operation && strcmp(running.operation, "question") != 0) {
            check_subject(s);
            uint8_t step = (uint8_t)running.step;
            question q = {{what, (uint8_t)(what * 37), 90, first, 40, what, step, (uint8_t)(what * 11)}};
            check_question(s, q);
            if (what % 16 == 0) check_absent(s, (uint8_t)(what + running.step));
        }
        for (int i = 0; i < COPIES; i++)
            if (h.copy[i].layout && i != h.active) check_unchanged(&h.copy[i]);
    }
    mutator_ends(size - h.bytes.left, h.bytes.missing);
    for (int i = 0; i < COPIES; i++) {
        int which = (i + first) % COPIES; // released in any order
        if (h.copy[which].layout) {
            check_unchanged(&h.copy[which]);
            subject_release(&h.copy[which]);
        }
    }
    CHECK_EQUAL(le_pool_live_blocks(), blocks);
    CHECK(!was_too_large);
    return 0;
}
