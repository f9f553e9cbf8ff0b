// Invalid calls, which the core has to refuse.
#include <math.h>

#include "history.h"

void nonsense(history *h) {
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
        c.what = APPLY; // from a source that does not exist
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
        c.what = APPLY; // no sizes for inserted items
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
        c.what = how & 128 ? MEASURE_BOUNDARIES : MEASURE_SUPPLEMENTARIES;
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
