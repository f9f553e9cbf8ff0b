// Scripts of edits in one call, and their effect on the model.
#include <math.h>

#include "history.h"

// Applies a script to a section of the model.
static void apply_to_model(model_section *section, const le_edit *edits, size_t count, const given_sizes *given) {
    naive_section *plain = &section->plain;
    if (section->huge || (plain->spec.kind == LE_SECTION_GRID && !section->composition)) {
        for (size_t e = 0; e < count; e++) plain->n += edits[e].inserted - edits[e].removed;
        return;
    }
    int64_t n = plain->n, at = 0, out = 0, all = n;
    for (size_t e = 0; e < count; e++) all += edits[e].inserted - edits[e].removed;
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
                measured[out] = edits[e].moved ? section->measured[source] : NOT_MEASURED;
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
}

void apply_script(history *h, int64_t i, model_section *section, const le_edit *edits, size_t count, int64_t inserted,
                  bool moves) {
    subject *s = active(h);
    bool sized = !section->composition && section->plain.spec.kind != LE_SECTION_GRID;
    note(section,
         inserted ? NOTED_INSERTING_SCRIPT
         : moves  ? NOTED_MOVING_SCRIPT
                  : NOTED_REMOVING_SCRIPT,
         count > 1 ? edits[1].at - edits[0].at : 0);
    given_sizes given = section->huge ? (given_sizes){.n = inserted}
                                      : make_sizes(&h->bytes, &section->plain, s->config.cross, inserted);
    le_sizes sizes = sizes_of(&given, &section->plain, section->composition);
    bool wild = s->wild || given.wild;
    call c = {.what = APPLY, .section = i, .edits = edits, .edit_count = count, .sizes = &sizes};
    // Without sizes, if none are needed.
    if (!inserted && given.unusable == false && count % 2) c.sizes = NULL;
    bool usable = takes_edits(section) && !wild && !(given.unusable && sized);
    if (make_call(h, &c, usable && !(moves && section->huge))) {
        apply_to_model(section, edits, count, &given);
        s->wild = wild;
    }
    sizes_free(&given);
}

// A script of arbitrary edits, in order.
void script(history *h) {
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

// One edit every few items through the whole section: typical for refreshes of long lists, and it edits all leaves.
void even_script(history *h) {
    subject *s = active(h);
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || section->huge) return;
    static le_edit edits[MOST_EDITS];
    size_t count = 0;
    uint8_t what = next(&h->bytes), gap = next(&h->bytes);
    // The distance of full or newly built leaves, or of a few items.
    const int64_t leaf[] = {250, 200, 125, 100, 249, 96, 190, 152};
    int64_t n = section->plain.n, step = what & 1 ? leaf[gap % 8] : 1 + gap % 16, given = 0, inserted = 0;
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
        inserted += e.inserted;
        edits[count++] = e;
    }
    if (inserted > room_for_items(s)) return;
    apply_script(h, i, section, edits, count, given, moves);
}
