// Functions over a whole layout: its size in bytes and the check of its invariants.
#include <string.h>

#include "layout/boundaries.h"
#include "section/kind.h"
#include "section/section_tree.h"

size_t le_layout_bytes(const le_layout *layout) {
    if (!layout) return 0;
    size_t bytes = sizeof *layout + le__sections_bytes(layout->root);
    if (!layout->root) return bytes;
    le__sections_path path;
    le__sections_path_start(layout->root, &path);
    const le__style *last = NULL;
    for (le__sections_node *leaf = path.leaf; leaf; leaf = le__sections_path_next(&path)) {
        for (uint32_t i = 0; i < leaf->head.n; i++) {
            const le__section *s = &le__sections_in(leaf)[i];
            if (s->style != last)
                bytes += le__block_bytes(s->style) + (s->style->template ? le__block_bytes(s->style->template) : 0);
            last = s->style;
            if (s->body) bytes += le__kind_of(s)->bytes(s->body);
        }
    }
    return bytes;
}

const char *le_layout_check(const le_layout *layout) {
    if (!layout) return "there is no layout";
    int64_t band[2];
    le__layout_boundaries_measure(layout->boundaries, &layout->config, band);
    if (band[LE_START] != layout->lead || band[LE_END] != layout->tail) return "what boundaries take is out of date";
    if (le__layout_room(layout) < 0) return "the content is past the limits";
    if (!layout->root) return NULL;
    const char *wrong = le__sections_check(layout->root, true, le__sections_check_leaf);
    if (wrong) return wrong;
    le__sections_path path;
    le__sections_path_start(layout->root, &path);
    for (le__sections_node *leaf = path.leaf; leaf; leaf = le__sections_path_next(&path)) {
        for (uint32_t i = 0; i < leaf->head.n; i++) {
            le__section measured = le__sections_in(leaf)[i];
            const le__kind *kind = le__kind_of(&measured);
            if (kind->check && (wrong = kind->check(&measured, &layout->config))) return wrong;
            if (!kind->measure(&measured, &layout->config)) return "a section is past the limits";
            if (memcmp(&measured, &le__sections_in(leaf)[i], sizeof measured))
                return "a section's extent is out of date";
        }
    }
    return NULL;
}
