// Hostile arguments to functions that need no layout: units, options, extents, the differ. See hostile_test.c.
#include "hostile.h"

static long refusals;

static void attack_the_rest(void) {
    for (int i = 0; i < BAD_SIZES; i++) {
        int64_t units = le_units(bad_sizes[i]), coarse = le_waterfall_units(bad_sizes[i]);
        CHECK(units >= -LE_MAX_TOTAL && units <= LE_MAX_TOTAL && coarse >= -LE_MAX_TOTAL && coarse <= LE_MAX_TOTAL);
    }
    CHECK_EQUAL(le_units(NAN), 0);
    CHECK_EQUAL(le_waterfall_units(NAN), 0);
    CHECK(le_points(INT64_MIN) == -8796093022208.0 && le_points(le_unit()) == 1);
    CHECK(le_max_total() == LE_MAX_TOTAL && le_max_count() == LE_MAX_COUNT && le_max_length() == LE_MAX_LENGTH);
    CHECK(strcmp(le_status_text((le_status)99), "unknown status") == 0);
    CHECK(strcmp(le_status_text((le_status)-1), "unknown status") == 0);
    CHECK(strcmp(le_version(), LE_VERSION) == 0 && le_version_number() == LE_VERSION_NUMBER);
    const char *backend = le_backend();
    static const int wrong[] = {-1, INT32_MIN, INT32_MAX, 64};
    for (int i = 0; i < 4; i++) {
        CHECK(le_backend_name(wrong[i]) == NULL);
        le_backend_use(wrong[i]);
        CHECK(le_backend() == backend);
    }
#define INIT(type)                                                                                                     \
    do {                                                                                                               \
        type options;                                                                                                  \
        memset(&options, 0xA5, sizeof options);                                                                        \
        CHECK_EQUAL(type##_init(NULL, sizeof options), LE_BAD_ARGUMENT);                                               \
        CHECK_EQUAL(type##_init(&options, sizeof options - 8), LE_BAD_ARGUMENT);                                       \
        CHECK_EQUAL(*(unsigned char *)&options, 0xA5);                                                                 \
        CHECK_EQUAL(type##_init(&options, sizeof options), LE_OK);                                                     \
        CHECK(memcmp(&options, &(type){0}, sizeof options) == 0);                                                      \
    } while (0)
    INIT(le_composition_spec);
    INIT(le_cursor);
    INIT(le_diff_options);
    INIT(le_diff_sections_side);
    INIT(le_diff_side);
    INIT(le_layout_config);
    INIT(le_section_spec);
    INIT(le_sizes);
    INIT(le_viewport);
#undef INIT
}

static void attack_extents(void) {
    le_extents *tree = le_extents_create();
    int64_t some[600], out[2] = {77, 77};
    for (int i = 0; i < 600; i++) some[i] = i;
    CHECK_EQUAL(le_extents_assign(tree, some, 600), LE_OK);
    const int64_t total = le_extents_total(tree);
#define UNCHANGED(status, call)                                                                                        \
    do {                                                                                                               \
        CHECK_EQUAL(call, status);                                                                                     \
        CHECK_EQUAL(le_extents_count(tree), 600);                                                                      \
        CHECK_EQUAL(le_extents_total(tree), total);                                                                    \
        CHECK_RULES(le_extents_check(tree));                                                                           \
        refusals++;                                                                                                    \
    } while (0)
    for (int i = 0; i < FAR + 1; i++) {
        const int64_t at = i < FAR ? far_indices[i] : 601;
        le_edit edits[] = {{at, 0, 0, 0, false}, {0, at, 0, 0, false}, {0, 0, at, 0, false}, {0, 0, 1, at, true}};
        UNCHANGED(LE_BAD_INDEX, le_extents_read(tree, at, 1, out));
        UNCHANGED(LE_BAD_INDEX, le_extents_read(tree, 0, at, out));
        CHECK_EQUAL(out[0], 77);
        UNCHANGED(LE_BAD_INDEX, le_extents_resize(tree, at, 1, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_resize_range(tree, at, some, 1, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_resize_range(tree, 0, some, at, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_insert(tree, at, some, 1, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_insert_run(tree, at, (le_run){1, 1}, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_remove(tree, at, 1, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_remove(tree, 1, at, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_move(tree, at, 1, 0, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_move(tree, 0, at, 0, NULL));
        UNCHANGED(LE_BAD_INDEX, le_extents_move(tree, 0, 1, at, NULL));
        for (int e = 0; e < 4; e++)
            UNCHANGED(LE_BAD_EDITS, le_extents_apply(tree, &edits[e], 1, some, 600, NULL, NULL));
        if (at < 0) {
            UNCHANGED(LE_BAD_INDEX, le_extents_assign(tree, some, at));
            UNCHANGED(LE_BAD_INDEX, le_extents_assign_runs(tree, &(le_run){at, 1}, 1));
            UNCHANGED(LE_BAD_INDEX, le_extents_insert(tree, 0, some, at, NULL));
            UNCHANGED(LE_BAD_INDEX, le_extents_insert_run(tree, 0, (le_run){at, 1}, NULL));
            UNCHANGED(LE_BAD_INDEX, le_extents_apply(tree, &edits[0], 1, some, at, NULL, NULL));
            UNCHANGED(LE_BAD_VALUE, le_extents_resize(tree, 0, at, NULL));
            UNCHANGED(LE_BAD_VALUE, le_extents_resize_range(tree, 0, &at, 1, NULL));
            UNCHANGED(LE_BAD_VALUE, le_extents_assign(tree, &at, 1));
            UNCHANGED(LE_BAD_VALUE, le_extents_assign_runs(tree, &(le_run){1, at}, 1));
            UNCHANGED(LE_BAD_VALUE, le_extents_insert(tree, 0, &at, 1, NULL));
            UNCHANGED(LE_BAD_VALUE, le_extents_insert_run(tree, 0, (le_run){1, at}, NULL));
        } else if (at > LE_MAX_COUNT) {
            UNCHANGED(LE_TOO_LARGE, le_extents_assign(tree, some, at));
            UNCHANGED(LE_TOO_LARGE, le_extents_assign_runs(tree, &(le_run){at, 1}, 1));
            UNCHANGED(LE_TOO_LARGE, le_extents_insert(tree, 0, some, at, NULL));
            UNCHANGED(LE_TOO_LARGE, le_extents_insert_run(tree, 0, (le_run){at, 1}, NULL));
            UNCHANGED(LE_TOO_LARGE, le_extents_resize(tree, 0, at, NULL));
            UNCHANGED(LE_TOO_LARGE, le_extents_assign(tree, &at, 1));
            UNCHANGED(LE_TOO_LARGE, le_extents_insert(tree, 0, &at, 1, NULL));
            UNCHANGED(LE_TOO_LARGE, le_extents_insert_run(tree, 0, (le_run){1, at}, NULL));
        }
        // Queries.
        CHECK_EQUAL(le_extents_offset(tree, at, NULL), at < 0 ? 0 : total);
        le_extent_at end = le_extents_entry(tree, at, NULL);
        CHECK(end.index == 600 && end.offset == total && end.extent == 0);
        end = le_extents_at_offset(tree, at, NULL);
        if (at < 0) CHECK(end.index == 1);
        if (at > total) CHECK(end.index == 600 && end.offset == total);
    }
    le_edit edit = {0, 1, 0, 0, false};
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_assign(tree, NULL, 1));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_assign_runs(tree, NULL, 1));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_insert(tree, 0, NULL, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_resize_range(tree, 0, NULL, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_apply(tree, NULL, 1, some, 1, NULL, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_apply(tree, &edit, 1, NULL, 1, NULL, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_read(tree, 0, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_assign(NULL, some, 1));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_assign_runs(NULL, &(le_run){1, 1}, 1));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_read(NULL, 0, 0, out));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_resize(NULL, 0, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_resize_range(NULL, 0, some, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_insert(NULL, 0, some, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_insert_run(NULL, 0, (le_run){1, 1}, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_remove(NULL, 0, 1, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_move(NULL, 0, 1, 0, NULL));
    UNCHANGED(LE_BAD_ARGUMENT, le_extents_apply(NULL, &edit, 1, some, 1, NULL, NULL));
#undef UNCHANGED
    CHECK(le_extents_copy(NULL) == NULL);
    le_extents_release(NULL);
    CHECK(le_extents_count(NULL) == 0 && le_extents_total(NULL) == 0 && le_extents_bytes(NULL) == 0);
    CHECK(le_extents_offset(NULL, 5, NULL) == 0 && le_extents_entry(NULL, 5, NULL).index == 0);
    CHECK(le_extents_at_offset(NULL, 5, NULL).index == 0 && le_extents_check(NULL) != NULL);
    le_extents_release(tree);
}

static void attack_diffs(void) {
    le_diff_workspace *workspace = le_diff_workspace_create();
    const uint64_t keys[] = {1, 2, 3}, later_keys[] = {3, 1, 4};
    const uint32_t tokens[] = {1, 2, 3}, ends[] = {1, 3}, descending[] = {3, 1}, short_ends[] = {1, 2};
    const le_diff_side good = {.keys = keys, .count = 3}, other = {.keys = later_keys, .count = 3};
    const le_diff_sections_side sections = {.keys = keys, .ends = ends, .count = 2};
    le_diff_result result;
    memset(&result, 0xA5, sizeof result);
#define REFUSED_DIFF(status, call)                                                                                     \
    do {                                                                                                               \
        CHECK_EQUAL(call, status);                                                                                     \
        CHECK_EQUAL(result.paths, 0xA5A5A5A5);                                                                         \
        refusals++;                                                                                                    \
    } while (0)
#define REFUSED_SIDE(status, side)                                                                                     \
    do {                                                                                                               \
        REFUSED_DIFF(status, le_diff(workspace, side, &good, NULL, &result));                                          \
        REFUSED_DIFF(status, le_diff(workspace, &good, side, NULL, &result));                                          \
        REFUSED_DIFF(status, le_diff_sections(workspace, side, &sections, &good, &sections, NULL, &result));           \
        REFUSED_DIFF(status, le_diff_sections(workspace, &good, &sections, side, &sections, NULL, &result));           \
    } while (0)
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff(NULL, &good, &other, NULL, &result));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff(workspace, &good, &other, NULL, NULL));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(NULL, &good, &sections, &other, &sections, NULL, &result));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(workspace, &good, &sections, &other, &sections, NULL, NULL));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(workspace, &good, NULL, &other, &sections, NULL, &result));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(workspace, &good, &sections, &other, NULL, NULL, &result));
    REFUSED_SIDE(LE_BAD_ARGUMENT, NULL);
    le_diff_side bad = {.count = 3};
    REFUSED_SIDE(LE_BAD_ARGUMENT, &bad);
    bad = (le_diff_side){.keys = keys, .tokens = tokens, .count = 3};
    REFUSED_SIDE(LE_BAD_ARGUMENT, &bad);
    bad = (le_diff_side){.tokens = tokens, .count = 3};
    REFUSED_SIDE(LE_BAD_ARGUMENT, &bad);
    bad = (le_diff_side){.keys = keys, .versions = keys, .count = 3};
    REFUSED_SIDE(LE_BAD_ARGUMENT, &bad);
    bad = (le_diff_side){.keys = keys, .count = 3, .reserved = {1}};
    REFUSED_SIDE(LE_BAD_ARGUMENT, &bad);
    bad = (le_diff_side){.keys = keys, .count = LE_DIFF_MAX_COUNT + 1};
    REFUSED_SIDE(LE_TOO_LARGE, &bad);
    bad.count = SIZE_MAX;
    REFUSED_SIDE(LE_TOO_LARGE, &bad);
    le_diff_options options = {.force = 1 << 20};
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff(workspace, &good, &other, &options, &result));
    options = (le_diff_options){.reserved = {0, 0, 0, 1}};
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff(workspace, &good, &other, &options, &result));
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(workspace, &good, &sections, &other, &sections, &options, &result));
    options = (le_diff_options){.segment_count = 1};
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff(workspace, &good, &other, &options, &result));
    static const le_diff_segment wrong[] = {{UINT32_MAX, 0, 1}, {0, UINT32_MAX, 1}, {0, 0, UINT32_MAX},
                                            {3, 0, 1},          {0, 3, 1},          {LE_DIFF_DESCENDING, 0, 2}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options = (le_diff_options){.segments = &wrong[i], .segment_count = 1};
        REFUSED_DIFF(LE_BAD_EDITS, le_diff(workspace, &good, &other, &options, &result));
    }
    REFUSED_DIFF(LE_BAD_ARGUMENT, le_diff_sections(workspace, &good, &sections, &other, &sections, &options, &result));
    le_diff_sections_side wrong_sections[] = {{.count = 2},
                                              {.keys = keys, .count = 2},
                                              {.keys = keys, .ends = ends, .count = 2, .stamps = keys},
                                              {.keys = keys, .ends = ends, .count = 2, .reserved = {0, 1}},
                                              {.keys = keys, .ends = descending, .count = 2},
                                              {.keys = keys, .ends = short_ends, .count = 2},
                                              {.keys = keys, .ends = ends, .count = 1},
                                              {.keys = keys, .ends = ends, .count = 0},
                                              {.keys = keys, .ends = ends, .count = SIZE_MAX}};
    for (int i = 0; i < 9; i++) {
        le_status status = i < 4 ? LE_BAD_ARGUMENT : i < 8 ? LE_BAD_EDITS : LE_TOO_LARGE;
        const le_diff_sections_side *side = &wrong_sections[i];
        REFUSED_DIFF(status, le_diff_sections(workspace, &good, side, &other, &sections, NULL, &result));
        REFUSED_DIFF(status, le_diff_sections(workspace, &good, &sections, &other, side, NULL, &result));
    }
#undef REFUSED_SIDE
#undef REFUSED_DIFF
    le_diff_workspace_release(NULL);
    le_diff_workspace_return(NULL);
    CHECK_EQUAL(le_diff_workspace_bytes(NULL), 0);
    CHECK_EQUAL(le_diff(workspace, &good, &other, NULL, &result), LE_OK);
    CHECK_EQUAL(result.deletes.count, 1);
    le_diff_workspace_release(workspace);
}

long attack_functions(void) {
    refusals = 0;
    attack_the_rest();
    attack_extents();
    attack_diffs();
    return refusals;
}
