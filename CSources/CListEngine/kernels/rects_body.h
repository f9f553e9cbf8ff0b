// The bounds of many rectangles.

// The four edges of a rectangle are lanes: the minimum and the maximum of each are computed, and half of them are used.
static bool rect_bounds(const le_rect *rects, size_t n, le_rect *bounds) {
    int64_t least[4], most[4];
    memcpy(least, rects, sizeof least);
    memcpy(most, rects, sizeof most);
    int backwards = 0;
    for (size_t i = 0; i < n; i++) {
        int64_t edge[4];
        memcpy(edge, &rects[i], sizeof edge);
        for (int k = 0; k < 4; k++) {
            least[k] = edge[k] < least[k] ? edge[k] : least[k];
            most[k] = edge[k] > most[k] ? edge[k] : most[k];
        }
        backwards |= (edge[2] < edge[0]) | (edge[3] < edge[1]);
    }
    *bounds = (le_rect){least[0], least[1], most[2], most[3]};
    return !backwards;
}
