// The public headers are valid C++: they compile without a warning, and programs link with the C library.
#include "CListEngine.h"

#include <cstdio>
#include <cstring>

static_assert(LE_VERSION_NUMBER == LE_VERSION_ENCODE(LE_VERSION_MAJOR, LE_VERSION_MINOR, LE_VERSION_PATCH), "version");

static bool layouts() {
    le_layout_config config = {};
    le_section_spec spec = {};
    le_sizes sizes = {};
    if (le_layout_config_init(&config, sizeof config) != LE_OK || le_section_spec_init(&spec, sizeof spec) != LE_OK ||
        le_sizes_init(&sizes, sizeof sizes) != LE_OK)
        return false;
    config.cross = 320 * LE_UNIT;
    const double height = 30;
    const int64_t count = 1000;
    sizes.form = LE_SIZES_CONSTANT;
    sizes.count = count;
    sizes.main = &height;
    le_layout *layout = le_layout_create(config);
    const le_status status = le_layout_insert_sections(layout, 0, &spec, &count, 1, &sizes, nullptr, nullptr);
    const bool right = status == LE_OK && le_points(le_layout_extent(layout)) == 30000;
    le_composition *none = le_composition_create(nullptr, nullptr);
    le_composition_release(none);
    le_layout_release(layout);
    return right && none == nullptr;
}

static bool extents() {
    le_extents *tree = le_extents_create();
    const int64_t some[] = {1, 2, 3};
    const bool right = le_extents_assign(tree, some, 3) == LE_OK && le_extents_total(tree) == 6;
    le_extents_release(tree);
    return right;
}

static bool diffs() {
    const uint64_t before[] = {1, 2, 3}, after[] = {3, 1};
    le_diff_side old_side = {}, new_side = {};
    old_side.keys = before;
    old_side.count = 3;
    new_side.keys = after;
    new_side.count = 2;
    le_diff_result result;
    le_diff_workspace *workspace = le_diff_workspace_create();
    const bool right = le_diff(workspace, &old_side, &new_side, nullptr, &result) == LE_OK &&
                       result.deletes.count == 1 && result.moves.count == 1;
    le_diff_workspace_release(workspace);
    return right;
}

int main() {
    const bool right = layouts() && extents() && diffs() && std::strcmp(le_version(), LE_VERSION) == 0 &&
                       std::strcmp(le_status_text(LE_OK), "success") == 0 && le_backend_count() > 0;
    std::printf("C++, %s: %s\n", le_backend(), right ? "ok" : "wrong");
    return right ? 0 : 1;
}
