// Operations that know how many items leaves hold: they fill leaves completely, nearly empty them, and apply scripts
// that edit each of several neighbouring leaves.
#include "history.h"

// The number of items in a leaf built in one pass, and in a full leaf, by kind of leaf: extents in 32 bits and in 64,
// lines of flows, columns of waterfalls.
typedef struct {
    int64_t built, full;
} leaf_size;
static const leaf_size leaf_sizes[] = {{200, 250}, {100, 125}, {112, 122}, {152, 190}};

// Usually that of a kind of leaf that the section has.
static leaf_size leaf_size_of(const model_section *section, uint8_t how) {
    if (how % 4 == 3) return leaf_sizes[how / 4 % 4];
    const naive_section *plain = &section->plain;
    switch (plain->spec.kind) {
    case LE_SECTION_FLOW:
        return leaf_sizes[2];
    case LE_SECTION_WATERFALL:
        return leaf_sizes[3];
    case LE_SECTION_LIST:
        return leaf_sizes[plain->n > 0 && plain->main[0] >= (int64_t)1 << 32];
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
    if (plain->spans) sizes.form = LE_SIZES_SPANS;
    for (int64_t k = 0; k < count && at <= plain->n; k++) {
        fill(0, (uint8_t)(seed + k), 1, least, &main);
        fill(0, (uint8_t)(seed + k + 1), 1, least_cross, &cross);
        if (plain->spans) cross = (1 + (seed + k) % 3) * LE_UNIT;
        points[0] = le_points(main);
        points[1] = le_points(cross);
        call c = {.what = INSERT_ITEMS, .section = i, .first = at, .sizes = &sizes};
        if (!make_call(h, &c, !s->wild)) return false;
        model_replace_items(section, at, 0, 1, &main, &cross);
    }
    return true;
}

// Single insertions into the middle of every leaf, until it is full or nearly so.
void fill_leaves(history *h) {
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
    note(section, NOTED_FILLED_LEAVES, each);
}

// Replaces all items of a section. The others are inserted in one call, so leaves begin at multiples of their size.
// Returns false if they are refused, or if there is no room for them.
static bool replace_all(history *h, int64_t i, model_section *section, int64_t count) {
    subject *s = active(h);
    if (count - section->plain.n > room_for_items(s)) return false;
    call removal = {.what = REMOVE_ITEMS, .section = i, .first = 0, .count = section->plain.n};
    if (!make_call(h, &removal, !s->wild)) return false;
    model_replace_items(section, 0, section->plain.n, 0, NULL, NULL);
    given_sizes given = make_sizes(&h->bytes, &section->plain, s->config.cross, count);
    le_sizes sizes = sizes_of(&given, &section->plain, section->composition);
    call c = {.what = INSERT_ITEMS, .section = i, .first = 0, .sizes = &sizes};
    bool unusable = given.unusable && !section->composition, wild = s->wild || given.wild;
    bool made = make_call(h, &c, !wild && !unusable);
    if (made) {
        model_replace_items(section, 0, 0, count, given.main, given.cross);
        s->wild = wild;
    }
    sizes_free(&given);
    return made;
}

// Fills neighbouring leaves from a position on, or leaves them unchanged, and applies a script that edits each of them:
// in the middle, at either end or anywhere, once or several times; it removes, replaces, inserts, or alternates. A
// short section, and often another one too, gets other items first, because earlier edits have moved the starts of its
// leaves.
void script_over_leaves(history *h) {
    int64_t i;
    model_section *section = choose(h, &i);
    if (!section || section->huge || !takes_edits(section)) return;
    const uint8_t how = next(&h->bytes), what = next(&h->bytes), seed = next(&h->bytes);
    const int64_t leaves = 3 + how / 4 % 4, items = leaves * leaf_size_of(section, how).built;
    if ((section->plain.n < items || what & 64) && !replace_all(h, i, section, items)) return;
    const leaf_size leaf = leaf_size_of(section, how);
    const int64_t built = leaf.built, more = how / 16 % 4 ? leaf.full - built - how / 64 : 0;
    if (section->plain.n < leaves * built) return;
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
        // The edits of a leaf are in different parts of it.
        const int64_t part = per_leaf / often, start = from + k / often * per_leaf + k % often * part;
        const int64_t within[] = {part / 2, rng_below(&random, part), 0, part - 1};
        le_edit e = {.at = start + within[what % 4]};
        if (e.at >= n || (count && e.at <= edits[count - 1].at + edits[count - 1].removed)) continue;
        const int64_t kind = what / 4 % 4 < 3 ? what / 4 % 4 : k % 3, most = what & 16 ? rng_in(&random, 1, 3) : 1;
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

// Single removals, so that leaves and inner nodes become nearly empty.
void drain_leaves(history *h) {
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
