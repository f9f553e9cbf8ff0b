// Functions that all operations share: a call of the core with the checks after it, positions in the layout chosen by
// bytes, and the counters that show libFuzzer how full the leaves are.
#include "history.h"

subject *active(history *h) { return &h->copy[h->active]; }

void check_unchanged(const subject *s) {
    CHECK_RULES(le_layout_check(s->layout));
    CHECK(digest_of(s->layout, s) == s->digest);
}

bool make_call(history *h, const call *c, bool must_succeed) {
    subject *s = active(h);
    running.operation = call_names[c->what];
    le_status status = LE_NO_MEMORY;
    if (s->is_stale && (s->wild || !must_succeed || h->failing >= 0)) {
        s->digest = digest_of(s->layout, s);
        s->is_stale = false;
    }
    if (h->failing >= 0) {
        allocation_budget = h->failing + 1;
        status = perform(s->layout, c);
        bool spent = allocation_budget == 0;
        allocation_budget = -1;
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

int64_t room_for_items(const subject *s) { return MOST_ITEMS - small_items(s); }

// ---- States that code coverage does not show
//
// libFuzzer keeps an input that reaches a new counter. Code coverage says little about how full leaves are. These
// counters record which operation was applied to a section of which kind and length, how often its leaves were filled,
// and how far edits are apart.

__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t reached[1 << 14];

static int magnitude(int64_t n) {
    int bits = 0;
    for (; n > 0; n >>= 1) bits++;
    return bits;
}

void note(const model_section *section, noted_operation operation, int64_t distance) {
    uint32_t key = (uint32_t)operation * 8 + (uint32_t)section->plain.spec.kind;
    key = key * 4 + (uint32_t)smaller(section->filled, 3);
    key = key * 8 + (uint32_t)smaller(magnitude(section->plain.n / 100), 7);
    key = key * 4 + (uint32_t)smaller(magnitude(distance) / 3, 3);
    reached[key % (1 << 14)] = 1;
}

model_section *choose(history *h, int64_t *index) {
    subject *s = active(h);
    if (!s->n) return NULL;
    *index = below(&h->bytes, s->n);
    return &s->section[*index];
}

bool takes_edits(const model_section *section) { return section->plain.spec.kind != LE_SECTION_FRAMES; }

int64_t position(history *h, int64_t n) {
    return n > 60000 ? (int64_t)((__int128)n * below(&h->bytes, 60000) / 60000) : below(&h->bytes, n + 1);
}
