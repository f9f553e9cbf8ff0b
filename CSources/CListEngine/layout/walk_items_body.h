// Walking the items of a section of any kind.

LE_INLINE int64_t walk_items(const walk *w, const emitter emit, void *sink) {
    // A cursor may come from another layout, or from before an edit.
    if (w->from >= w->place.section->items) return -1;
    switch (w->place.section->style->spec.kind) {
    case LE_SECTION_LIST:
        return walk_list(w, emit, sink);
    case LE_SECTION_GRID:
        return walk_grid(w, emit, sink);
    case LE_SECTION_FLOW:
        return walk_flow(w, emit, sink);
    case LE_SECTION_FRAMES:
        return walk_frames(w, emit, sink);
    case LE_SECTION_COMPOSITIONAL:
        return walk_composed(w, emit, sink);
    case LE_SECTION_WATERFALL:
        return walk_waterfall(w, emit, sink);
    }
    return -1;
}
