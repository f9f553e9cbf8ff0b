// A change of one section: its new extent is propagated up the tree, and the layout gets a new stamp.
#include <assert.h>
#include <stdatomic.h>

#include "section/kind.h"
#include "section/section_tree.h"

void le__layout_take_stamps(le_layout *layout) {
    enum { SOME = 1 << 16 }; // an atomic operation takes as long as a tenth of an edit
    static _Atomic(uint64_t) last;
    layout->stamp = atomic_fetch_add_explicit(&last, SOME, memory_order_relaxed);
    layout->stamps_end = layout->stamp + SOME;
}

// Out of line, because most layouts have one section.
static LE_NOINLINE void leaf_grew(le__sections_path *path, int64_t extent, int64_t items, le_work *work) {
    const int64_t delta[3] = {0, extent, items};
    le__sections_path_add(path, delta, work);
}

// Propagates the new extent of the section up the tree.
void le__edit_end(le_layout *layout, le__edited *edit, le_work *work) {
    le__section *s = edit->section;
    bool fits = le__section_measure(s, &layout->config);
    assert(fits);
    (void)fits;
    const int64_t extent = s->extent - edit->before.extent, items = s->items - edit->before.items;
    le__sections_node *leaf = edit->path.leaf;
    leaf->sum[1] += extent;
    leaf->sum[2] += items;
    if (edit->path.depth)
        leaf_grew(&edit->path, extent, items, work);
    else if (work)
        work->nodes_written++;
    if (s->before != edit->before.before || s->after != edit->before.after) {
        le__sections_leaf_sum(leaf);
        le__sections_path_maxima(&edit->path);
    }
    le__layout_changed(layout);
}
