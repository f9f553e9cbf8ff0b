// See repeated.h.
#include "kinds/repeated.h"

#include <assert.h>
#include <string.h>

void le__repeat(le__repeated *r, int64_t extent, int64_t wanted) {
    assert(r->per > 0 && r->per <= LE__REPEATED_MAX && wanted > 0 && extent <= UINT32_MAX);
    const int64_t room = LE__REPEATED_MAX / r->per;
    const int64_t within = r->pitch ? ((int64_t)UINT32_MAX - extent) / r->pitch + 1 : room;
    r->copies = LE_MIN(LE_MIN(room, wanted), within);
    const size_t per = (size_t)r->per, n = (size_t)(r->copies * r->per);
    const uint32_t right = r->across ? (uint32_t)r->pitch : 0, down = r->across ? 0 : (uint32_t)r->pitch;
    le__flow_places *p = &r->places;
    if (per == 1) {
        const uint32_t x = p->x[0], y = p->y[0], width = p->widths[0], height = p->heights[0];
        for (uint32_t i = 1; i < (uint32_t)n; i++) {
            p->x[i] = x + i * right;
            p->y[i] = y + i * down;
            p->widths[i] = width;
            p->heights[i] = height;
        }
    } else {
        // Number by number from the first repetition: vectors would wait for the numbers just stored.
        uint32_t x = right, y = down;
        for (size_t i = per, of = 0; i < n; i++) {
            p->x[i] = p->x[of] + x;
            p->y[i] = p->y[of] + y;
            p->widths[i] = p->widths[of];
            p->heights[i] = p->heights[of];
            const bool ends = ++of == per;
            x += ends ? right : 0;
            y += ends ? down : 0;
            of = ends ? 0 : of;
        }
    }
    memset(p->x + n, 0, LE__FLOW_PLACES_SPARE * sizeof *p->x);
    memset(p->y + n, 0, LE__FLOW_PLACES_SPARE * sizeof *p->y);
    memset(p->widths + n, 0, LE__FLOW_PLACES_SPARE * sizeof *p->widths);
    memset(p->heights + n, 0, LE__FLOW_PLACES_SPARE * sizeof *p->heights);
}

int64_t le__emit_repeated(const le__walk *w, le__repeated *r, int64_t *item, int64_t end, le__places_emitter *emit,
                          void *sink) {
    const le_rect area = {w->main_min, w->cross_min, w->main_max, w->cross_max};
    for (int64_t k = *item / r->per; *item < end; k += r->copies) {
        int64_t lead;
        le__repeated_at(r, k, end, &lead);
        const int64_t stopped = emit(sink, &r->places, lead, r->base, &area, *item);
        if (stopped >= 0) return stopped;
        *item = r->places.first + (int64_t)r->places.to;
    }
    return -1;
}
