// Hostile values in random calls: a refused call changes nothing, and an accepted call leaves a valid layout.
#include "hostile.h"

static int64_t any_index(rng *r, int64_t count) {
    switch (rng_below(r, 8)) {
    case 0:
        return far_indices[rng_below(r, FAR)];
    case 1:
        return count + rng_in(r, -1, 1);
    default:
        return rng_below(r, count);
    }
}

static int64_t any_count(rng *r, int64_t count) {
    return rng_chance(r, 8) ? far_indices[rng_below(r, FAR)] : rng_below(r, smaller(count, 30) + 2);
}

static double any_size(rng *r) {
    return rng_chance(r, 10) ? bad_sizes[rng_below(r, BAD_SIZES)] : (double)rng_in(r, 0, 90);
}

// A sum that may overflow its type: any value will do.
static int64_t wrapping_sum(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }

static int64_t any_length(rng *r) {
    return rng_chance(r, 12) ? far_lengths[rng_below(r, LENGTHS)] : rng_in(r, -20, 60) * LE_UNIT;
}

// Counts for which arrays can be read, and counts for which no array is read. Flows and waterfalls store something per
// item, so only other kinds (`counted`) get counts that exceed the memory.
static le_sizes any_sizes(rng *r, double *room, bool counted) {
    le_sizes sizes = {.form = (le_sizes_form)rng_in(r, 0, 3), .stride = sizeof(double)};
    sizes.count = rng_chance(r, 10) ? (rng_chance(r, 2) ? LE_MAX_COUNT + 1 : -1) : rng_below(r, 20);
    for (int i = 0; i < 40; i++) room[i] = rng_chance(r, 20) ? any_size(r) : (double)rng_in(r, 1, 90);
    sizes.main = rng_chance(r, 30) ? NULL : room;
    sizes.cross = rng_chance(r, 3) ? NULL : room + 20;
    sizes.lenient = rng_chance(r, 4);
    if (counted && sizes.form == LE_SIZES_CONSTANT && rng_chance(r, 6)) sizes.count = rng_in(r, 0, LE_MAX_COUNT);
    if (rng_chance(r, 40)) sizes.form = (le_sizes_form)9;
    return sizes;
}

static le_section_spec any_spec(rng *r) {
    le_section_spec spec = spec_of((le_section_kind)rng_in(r, 0, 5));
    spec.packing = (le_packing)rng_in(r, 0, 4);
    spec.flags = (uint32_t)rng_below(r, rng_chance(r, 10) ? 64 : 16);
    spec.columns = rng_chance(r, 10) ? UINT32_MAX : (uint32_t)rng_below(r, 18);
    int64_t *lengths[] = {&spec.inset_main_start, &spec.inset_main_end, &spec.inset_cross_start,
                          &spec.inset_cross_end,  &spec.line_spacing,   &spec.item_spacing,
                          &spec.header,           &spec.footer,         &spec.item_main,
                          &spec.item_cross,       &spec.section_spacing};
    for (int n = (int)rng_below(r, 4); n > 0; n--) *lengths[rng_below(r, 11)] = any_length(r);
    if (rng_chance(r, 4)) spec.scale = any_size(r) / 30;
    if (rng_chance(r, 40)) spec.kind = (le_section_kind)rng_in(r, -1, 8);
    if (rng_chance(r, 40)) spec.packing = (le_packing)rng_in(r, -1, 8);
    return spec;
}

static le_status any_edit(rng *r, le_layout *layout) {
    double room[40];
    const int64_t sections = le_layout_section_count(layout);
    const int64_t s = any_index(r, sections), n = le_layout_section(layout, s, NULL).items;
    const int64_t at = any_index(r, n + 1), count = any_count(r, n), to = any_index(r, n + 1);
    const le_section_kind kind = le_layout_get_spec(layout, s).kind;
    le_section_spec spec = any_spec(r);
    const bool inserts = rng_chance(r, 8);
    const le_section_kind other = inserts ? spec.kind : kind;
    le_sizes sizes = any_sizes(r, room, other != LE_SECTION_FLOW && other != LE_SECTION_WATERFALL);
    le_fault fault_room, *fault = rng_chance(r, 2) ? &fault_room : NULL;
    switch (inserts ? 0 : rng_in(r, 1, 15)) {
    case 0: {
        int64_t counts[4], few = rng_below(r, 4);
        for (int i = 0; i < 4; i++) counts[i] = rng_chance(r, 20) ? any_index(r, 5) : rng_below(r, sizes.count / 4 + 2);
        running.operation = "insert_sections";
        return le_layout_insert_sections(layout, any_index(r, sections + 1), &spec, counts, few, &sizes, fault, NULL);
    }
    case 1: {
        le_rect rects[4], ends[2];
        for (int i = 0; i < 6; i++) {
            le_rect *rect = i < 4 ? &rects[i] : &ends[i - 4];
            *rect = (le_rect){any_length(r), any_length(r), any_length(r), any_length(r)};
            if (rect->main_max < rect->main_min && rng_chance(r, 2)) rect->main_max = rect->main_min;
            if (!rng_chance(r, 3)) *rect = (le_rect){0, 0, LE_UNIT * i, LE_UNIT * 9};
        }
        running.operation = "insert_frames";
        return le_layout_insert_frames(layout, any_index(r, sections + 1), &spec, rects, rng_below(r, 5), any_length(r),
                                       ends[0], ends[1], NULL);
    }
    case 2: {
        le_composition *both[] = {composition, orthogonal};
        int64_t counts[3];
        uint32_t which[3];
        for (int i = 0; i < 3; i++) {
            counts[i] = any_index(r, 30);
            which[i] = (uint32_t)rng_below(r, rng_chance(r, 9) ? 3 : 2);
        }
        running.operation = "insert_compositions";
        return le_layout_insert_compositions(layout, any_index(r, sections + 1), both, 2, which, counts,
                                             rng_below(r, 4), NULL);
    }
    case 3:
        running.operation = "remove_sections";
        return le_layout_remove_sections(layout, s, rng_chance(r, 3) ? any_count(r, 3) : 1, NULL);
    case 4:
        running.operation = "move_sections";
        return le_layout_move_sections(layout, s, any_count(r, 4), any_index(r, sections), NULL);
    case 5:
        running.operation = "set_spec";
        spec.kind = kind;
        return le_layout_set_spec(layout, s, &spec, NULL);
    case 6: {
        le_layout_config config = {.cross = wrapping_sum(any_length(r), 300 * LE_UNIT), .main = any_length(r)};
        config.right_to_left = rng_chance(r, 2);
        config.horizontal = rng_chance(r, 4);
        running.operation = "set_config";
        return le_layout_set_config(layout, config, NULL);
    }
    case 7:
        running.operation = "insert_items";
        return le_layout_insert_items(layout, s, at, &sizes, fault, NULL);
    case 8:
        running.operation = "remove_items";
        return le_layout_remove_items(layout, s, at, count, NULL);
    case 9:
        running.operation = "move_items";
        return le_layout_move_items(layout, s, at, count, to, NULL);
    case 10:
        running.operation = "resize_items";
        return le_layout_resize_items(layout, s, at, &sizes, fault, NULL);
    case 11: {
        le_edit edits[5];
        int64_t here = 0;
        for (int i = 0; i < 5; i++) {
            edits[i] = (le_edit){here += rng_below(r, n / 5 + 2), any_count(r, 3), any_count(r, 5), rng_below(r, 12),
                                 rng_chance(r, 3)};
            if (edits[i].removed > 0 && edits[i].removed < 40) here += edits[i].removed;
            if (!rng_chance(r, 10) && edits[i].inserted > 5) edits[i].inserted = 1;
        }
        size_t failed;
        running.operation = "apply";
        return le_layout_apply(layout, s, edits, (size_t)rng_below(r, 6), rng_chance(r, 20) ? NULL : &sizes, &failed,
                               fault, NULL);
    }
    case 12:
        running.operation = "refill";
        return le_layout_refill(layout, s, rng_chance(r, 3) ? &spec : NULL, any_count(r, 50), any_size(r), fault, NULL);
    case 13: {
        le_measurement measured[3];
        for (int i = 0; i < 3; i++) measured[i] = (le_measurement){any_index(r, n), any_size(r), NAN};
        int64_t changed, frozen;
        running.operation = "measure_items";
        return le_layout_measure_items(layout, rng_chance(r, 2) ? COMPOSED : s, measured, (size_t)rng_below(r, 4),
                                       &changed, &frozen, fault, NULL);
    }
    case 14: {
        le_measurement measured = {any_index(r, 1), any_size(r), NAN};
        running.operation = "measure_boundaries";
        return le_layout_measure_boundaries(layout, s, &measured, 1, fault, NULL);
    }
    default:
        running.operation = "set_composition";
        return le_layout_set_composition(layout, s, rng_chance(r, 2) ? composition : orthogonal, NULL);
    }
}

static void ask_anything(rng *r, const le_layout *layout) {
    const int64_t s = any_index(r, le_layout_section_count(layout)), n = le_layout_section(layout, s, NULL).items;
    const int64_t item = any_index(r, n);
    le_rect rect = {any_length(r), any_length(r), any_length(r), any_length(r)};
    le_scrolled scrolled = {any_index(r, 9), any_length(r)};
    le_viewport viewport = {.rect = rect, .visible = rect, .scrolls = {&scrolled, 1}};
    le_cursor cursor = {0};
    le_element some[8];
    int64_t first, count;
    double frames[4 * 32];
    float near[4 * 32];
    le_layout_item_frame(layout, s, item, NULL);
    le_layout_item_element(layout, s, item, NULL);
    le_layout_header_frame(layout, s, &rect, NULL);
    le_layout_footer_frame(layout, s, &rect, NULL);
    le_layout_boundary_frame(layout, s, item, &rect);
    le_layout_supplementary_frame(layout, s, BADGE, item);
    le_layout_line(layout, s, item, &first, &count);
    le_layout_estimated_axes(layout, s, item);
    le_layout_group(layout, s, item);
    le_layout_group_at_offset(layout, s, any_length(r));
    le_layout_section_at_offset(layout, any_length(r), NULL);
    const int64_t few = rng_below(r, 32);
    le_layout_frames(layout, s, item, few, frames);
    le_layout_frames_relative(layout, s, item, few, any_size(r), any_size(r), near);
    le_layout_item_at_point(layout, any_length(r), any_length(r), &viewport.scrolls, &first, &count, NULL);
    le_layout_query_begin(&cursor);
    for (int rounds = 0; rounds < 50 && le_layout_query(layout, &viewport, &cursor, some, 8); rounds++) continue;
}

static void hostile_case(uint64_t seed) {
    rng r = {seed};
    make_compositions();
    le_layout *layout = make_layout(), *other = le_layout_copy(layout);
    const uint64_t of_other = digest(other);
    for (running.step = 0; running.step < 40; running.step++) {
        const uint64_t was = digest(layout);
        const le_status status = any_edit(&r, layout);
        CHECK_RULES(le_layout_check(layout));
        if (status != LE_OK) CHECK(digest(layout) == was);
        CHECK(le_layout_extent(layout) >= 0 && le_layout_extent(layout) <= LE_MAX_TOTAL);
        CHECK(le_layout_item_total(layout) >= 0 && le_layout_item_total(layout) <= LE_MAX_COUNT);
        if (rng_chance(&r, 3)) ask_anything(&r, layout);
    }
    CHECK(digest(other) == of_other);
    le_layout_release(layout);
    le_layout_release(other);
    le_composition_release(composition);
    le_composition_release(orthogonal);
}

void test_hostile_histories(void) { run_cases("hostile histories", 800, hostile_case); }
