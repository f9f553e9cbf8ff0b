// Frames of consecutive items of a section of frames, for one number type: REAL, with FRAMES_FRAMES as the name.

static void FRAMES_FRAMES(const le_layout *layout, const le__section_place *place, int64_t first, int64_t count,
                          int64_t origin_x, int64_t origin_y, REAL *out) {
    (void)layout;
    const le_rect *rects = ((const frames *)place->section->body)->rects + first;
    const int64_t base = place->offset - origin_y;
    for (int64_t i = 0; i < count; i++, out += 4) {
        out[0] = (REAL)le_points(rects[i].cross_min - origin_x);
        out[1] = (REAL)le_points(rects[i].main_min + base);
        out[2] = (REAL)le_points(rects[i].cross_max - rects[i].cross_min);
        out[3] = (REAL)le_points(rects[i].main_max - rects[i].main_min);
    }
}

#undef REAL
#undef FRAMES_FRAMES
