// libFuzzer on layouts in C: the bytes are histories of several copies of a layout.
//
// A byte selects an operation, and the bytes after it its numbers. After each operation the layout passes its structure
// check; equals its model, and a layout built from the model on another instruction set; returns the same results as a
// scan of all frames; and no other copy has changed. A refused operation leaves the layout unchanged. Any allocation
// can fail; the same operation then succeeds with enough memory. At the end no block is in use.
//
// Random edits do not fill leaves: an insertion into a full leaf splits it, and edits are spread over the list.
// Therefore some operations cover rare states: single insertions into the middle of every leaf, scripts with one edit
// every few items, both together on neighbouring leaves, values and counts at the limits.
//
// `Scripts/fuzz.sh layout 60` runs it for a minute on its corpus. LE_FUZZ_PRINT=1 prints each operation.
#include "history.h"
#include "mutator.h"

running_case running;
bool printing;

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
        allocation_budget = h->failing + 1;
        le_layout *layout = le_layout_copy(active(h)->layout);
        allocation_budget = -1;
        h->failing = -1;
        le_layout_release(layout);
        check_unchanged(active(h));
    }
    CHECK(subject_copy(&h->copy[to], active(h)));
    if (how & 128) h->active = to; // the older copy is unchanged
}

static void ask(history *h) {
    question q;
    for (size_t i = 0; i < sizeof q.bytes; i++) q.bytes[i] = next(&h->bytes);
    running.operation = "question";
    check_question(active(h), q);
}

// ---- The histories

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
