#include "hostile.h"

// ---- The contents of a layout

static uint64_t mix(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *p = data;
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ p[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t mix_rect(uint64_t hash, le_rect rect) { return mix(hash, &rect, sizeof rect); }

static uint64_t digest_of_section(const le_layout *layout, int64_t s, uint64_t hash) {
    enum { MOST = 700 };
    static double frames[4 * MOST], main[MOST], cross[MOST];
    le_section_at at = le_layout_section(layout, s, NULL);
    le_section_spec spec = le_layout_get_spec(layout, s);
    le_groups groups = le_layout_groups(layout, s);
    hash = mix(hash, &at, sizeof at);
    hash = mix(hash, &spec, sizeof spec);
    hash = mix(hash, &groups.count, sizeof groups.count);
    hash = mix(hash, &groups.content, sizeof groups.content);
    hash = mix_rect(hash, le_layout_header_frame(layout, s, NULL, NULL));
    hash = mix_rect(hash, le_layout_footer_frame(layout, s, NULL, NULL));
    for (int64_t b = 0; b < 2; b++) hash = mix_rect(hash, le_layout_boundary_frame(layout, s, b, NULL));
    int64_t n = smaller(at.items, MOST);
    le_layout_frames(layout, s, 0, n, frames);
    hash = mix(hash, frames, (size_t)n * 4 * sizeof *frames);
    memset(cross, 0, sizeof cross);
    if (le_layout_read_sizes(layout, s, 0, n, main, cross) != LE_OK) return hash;
    hash = mix(hash, main, (size_t)n * sizeof *main);
    return mix(hash, cross, (size_t)n * sizeof *cross);
}

uint64_t digest(const le_layout *layout) {
    le_layout_config config = le_layout_get_config(layout);
    int64_t numbers[] = {config.cross,
                         config.main,
                         config.horizontal,
                         config.right_to_left,
                         le_layout_section_count(layout),
                         le_layout_item_total(layout),
                         le_layout_extent(layout)};
    uint64_t hash = mix(14695981039346656037u, numbers, sizeof numbers);
    hash = mix_rect(hash, le_layout_boundary_frame(layout, -1, 0, NULL));
    for (int64_t s = 0; s < smaller(numbers[4], 40); s++) hash = digest_of_section(layout, s, hash);
    return hash;
}

// ---- The layout under test: a section of every kind

const int64_t items_of[SECTIONS] = {600, 50, 300, 40, 90, 30, 100, 64, 0};

double main_sizes[SIZES], cross_sizes[SIZES];
static le_node nodes[2];
le_badge badge;
le_boundary boundary;
static le_backdrop backdrop;

le_section_spec spec_of(le_section_kind kind) {
    bool waterfall = kind == LE_SECTION_WATERFALL;
    return (le_section_spec){.kind = kind,
                             .packing = waterfall ? LE_PACKING_SHORTEST_FIRST : LE_PACKING_LEADING,
                             .columns = waterfall || kind == LE_SECTION_GRID ? 3 : 0,
                             .line_spacing = 4 * LE_UNIT,
                             .item_spacing = 2 * LE_UNIT,
                             .header = 20 * LE_UNIT,
                             .footer = 10 * LE_UNIT,
                             .item_main = 30 * LE_UNIT,
                             .item_cross = 40 * LE_UNIT,
                             .section_spacing = LE_UNIT};
}

le_sizes sizes_for(int section, int64_t count) {
    bool across = section == FLOW || section == RATIO;
    if (section == GRID || section == COMPOSED || section == ORTHOGONAL)
        return (le_sizes){.form = LE_SIZES_NONE, .count = count};
    return (le_sizes){.form = LE_SIZES_POINTS,
                      .count = count,
                      .main = main_sizes,
                      .cross = across ? cross_sizes : NULL,
                      .stride = sizeof(double)};
}

// A group of two items of estimated height, with a badge on the items, a pinned header and a background.
le_composition_spec composition_spec(void) {
    nodes[0] = repeating(LE_NODE_ALONG_MAIN, 2, (le_dimension){LE_ESTIMATED_SIZE, 60});
    nodes[1] = (le_node){.main = {LE_ESTIMATED_SIZE, 30}, .cross = {LE_FRACTION_CROSS, 0.5}};
    badge = (le_badge){.node = 1, .kind = BADGE, .main = {LE_ABSOLUTE, 5}, .cross = {LE_ABSOLUTE, 5}};
    boundary = (le_boundary){
        .kind = 9, .main = {LE_ESTIMATED_SIZE, 20}, .cross = {LE_FRACTION_CROSS, 1}, .align_cross = 1, .pins = true};
    backdrop = (le_backdrop){.kind = 11, .z_index = -1};
    le_composition_spec spec = decorated(nodes, &badge, &boundary, &backdrop);
    spec.group_spacing = LE_UNIT;
    return spec;
}

le_composition *composition, *orthogonal;

void make_compositions(void) {
    le_composition_spec spec = composition_spec();
    composition = le_composition_create(&spec, NULL);
    spec.orthogonal = true;
    orthogonal = le_composition_create(&spec, NULL);
    CHECK(composition && orthogonal);
}

le_layout *make_layout(void) {
    for (int i = 0; i < SIZES; i++) {
        main_sizes[i] = 20 + i * 37 % 11;
        cross_sizes[i] = 30 + i * 13 % 29;
    }
    le_layout *layout = le_layout_create((le_layout_config){.cross = 320 * LE_UNIT, .main = 500 * LE_UNIT});
    CHECK(layout != NULL);
    for (int s = 0; s < SECTIONS; s++) {
        static const le_section_kind kinds[SECTIONS] = {
            LE_SECTION_LIST,      LE_SECTION_GRID,          LE_SECTION_FLOW,
            LE_SECTION_FRAMES,    LE_SECTION_COMPOSITIONAL, LE_SECTION_COMPOSITIONAL,
            LE_SECTION_WATERFALL, LE_SECTION_WATERFALL,     LE_SECTION_LIST};
        le_section_spec spec = spec_of(kinds[s]);
        le_status status;
        if (s == COMPOSED || s == ORTHOGONAL) {
            le_composition *one = s == COMPOSED ? composition : orthogonal;
            status = le_layout_insert_compositions(layout, s, &one, 1, NULL, &items_of[s], 1, NULL);
        } else if (s == FRAMES) {
            le_rect rects[40], none = {0};
            for (int i = 0; i < 40; i++)
                rects[i] = (le_rect){i * 9 * LE_UNIT, i % 7 * LE_UNIT, (i * 9 + 20) * LE_UNIT, (i % 7 + 50) * LE_UNIT};
            spec.header = spec.footer = 0;
            status = le_layout_insert_frames(layout, s, &spec, rects, 40, 400 * LE_UNIT, none, none, NULL);
        } else {
            if (s == RATIO) spec.flags = LE_BY_RATIO;
            le_sizes sizes = sizes_for(s, items_of[s]);
            status = le_layout_insert_sections(layout, s, &spec, &items_of[s], 1, &sizes, NULL, NULL);
        }
        CHECK_EQUAL(status, LE_OK);
    }
    le_measurement measured[] = {{3, 44, NAN}, {40, 12, NAN}};
    CHECK_EQUAL(le_layout_measure_items(layout, COMPOSED, measured, 2, NULL, NULL, NULL, NULL), LE_OK);
    CHECK_EQUAL(le_layout_set_boundaries(layout, &boundary, 1, 2, NULL), LE_OK);
    CHECK_RULES(le_layout_check(layout));
    return layout;
}
