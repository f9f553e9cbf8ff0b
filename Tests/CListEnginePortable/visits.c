#include "visits.h"

// The next element of a query that is an item; NULL at the end.
typedef struct {
    const le_layout *layout;
    const le_viewport *viewport;
    le_cursor cursor;
    le_element some[32];
    size_t next, count;
} item_query;

static const le_element *next_item(item_query *q) {
    for (;;) {
        if (q->next == q->count) {
            q->count = le_layout_query(q->layout, q->viewport, &q->cursor, q->some, 32);
            q->next = 0;
            if (q->count == 0) return NULL;
        }
        const le_element *e = &q->some[q->next++];
        if (e->category == LE_ITEM) return e;
    }
}

void check_visit(const le_layout *layout, const le_viewport *viewport, le_visitor *visitor) {
    item_query q = {.layout = layout, .viewport = viewport};
    le_layout_query_begin(&q.cursor);
    le_items items;
    for (bool found = le_layout_visit_begin(layout, viewport, visitor, &items); found;
         found = le_layout_visit_next(layout, viewport, visitor, &items)) {
        CHECK(items.count > 0);
        for (int64_t i = 0; i < items.count; i++) {
            const le_element *e = next_item(&q);
            CHECK(e);
            CHECK_EQUAL(items.section, e->section);
            CHECK_EQUAL(items.first + i, e->item);
            const le_frame *f = &items.frames[i];
            CHECK(f->x == e->min_x && f->y == e->min_y);
            CHECK(f->width == e->max_x - e->min_x && f->height == e->max_y - e->min_y);
        }
        if (items.last) break;
    }
    CHECK(!next_item(&q));
    items = (le_items){.count = -7};
    CHECK(!le_layout_visit_next(layout, viewport, visitor, &items));
    CHECK_EQUAL(items.count, -7);
}

void check_visits(rng *r, const le_layout *layout, const le_viewport *viewport, le_visitor *visitor) {
    check_visit(layout, viewport, visitor);
    const le_rect *rect = &viewport->rect;
    if (rect->main_min <= -LE_MAX_TOTAL / 2 || rect->main_max >= LE_MAX_TOTAL / 2 || rect->cross_min < 0) return;
    le_viewport moved = *viewport;
    for (int i = 0; i < 4; i++) {
        int64_t by = rng_in(r, -40, 60) * LE_UNIT;
        if (i == 2) by = -by;
        moved.rect.main_min += by;
        moved.rect.main_max += by;
        if (rng_chance(r, 4)) moved.rect.cross_min += rng_below(r, 90 * LE_UNIT);
        if (rng_chance(r, 4)) moved.rect.main_max = moved.rect.main_min + rng_below(r, 200 * LE_UNIT);
        check_visit(layout, &moved, visitor);
    }
}
