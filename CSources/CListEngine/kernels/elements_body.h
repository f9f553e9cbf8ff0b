// Elements of queries. Most fields of an element are the same for all items of a section, so writing an element copies
// whole vectors and sets five numbers.

static int64_t row_elements(const uint32_t *strides, int64_t n, int64_t spacing, int64_t item, int64_t end,
                            int64_t *main, le__element_room *room) {
    le_element *out = room->out;
    const le_element *const last = room->end;
    const le_element like = room->like;
    int64_t at = *main, i = 0;
    while (i < n && at < end && out < last) {
        // Rows without extent write no element, so there can still be room after this many rows.
        int64_t stop = LE_MIN(n, i + (last - out));
        for (; i < stop && at < end; i++) {
            int64_t next = at + strides[i], row_end = next - spacing;
            if (LE_LIKELY(row_end > at)) {
                *out = like;
                out->min_y = le_points(at);
                out->max_y = le_points(row_end);
                out->item = item + i;
                out++;
            }
            at = next;
        }
    }
    room->out = out;
    *main = at;
    return i;
}

// Every item is written, and kept only if it intersects the rectangle: a branch would be mispredicted at the ends of
// lines.
static int64_t place_elements(const le__flow_places *places, int64_t lead, int64_t base, const le_rect *area,
                              int64_t from, le__element_room *room) {
    le_element *out = room->out;
    const le_element *const last = room->end;
    const le_element like = room->like;
    const le_rect in = *area;
    int64_t stopped = -1;
    base += places->main;
    for (size_t i = places->from; i < places->to; i++) {
        int64_t x = places->x[i] + lead, y = places->y[i] + base, item = places->first + (int64_t)i;
        int64_t width = places->widths[i], height = places->heights[i];
        bool meets = (width > 0) & (height > 0) & (x < in.cross_max) & (x + width > in.cross_min) & (y < in.main_max) &
                     (y + height > in.main_min) & (item >= from);
        if (LE_UNLIKELY(out == last)) {
            if (!meets) continue;
            stopped = item;
            break;
        }
        *out = like;
        out->min_x = le_points(x);
        out->min_y = le_points(y);
        out->max_x = le_points(x + width);
        out->max_y = le_points(y + height);
        out->item = item;
        out += meets;
    }
    room->out = out;
    return stopped;
}

static int64_t column_elements(le__column_items *items, const le__column_query *query, int64_t first,
                               le__element_room *room) {
    le_element *out = room->out;
    const le_element *const last = room->end;
    const le_element like = room->like;
    const int64_t n = items->n, spacing = items->spacing, base = items->base;
    int64_t stopped = -2;
    for (int64_t i = items->i; i < n; i++) {
        const int64_t c = items->columns[i], start = items->front[c], end = start + items->heights[i];
        items->front[c] = end + spacing;
        if (start >= query->high) {
            if (!query->ordered) continue;
            stopped = -1;
            break;
        }
        if (end <= query->low || start == end || !(query->met >> c & 1) || first + i < query->from) continue;
        if (out == last) {
            stopped = first + i;
            break;
        }
        *out = like;
        out->min_x = query->min_x[c];
        out->min_y = le_points(base + start * 16);
        out->max_x = query->max_x[c];
        out->max_y = le_points(base + end * 16);
        out->item = first + i;
        out++;
    }
    room->out = out;
    return stopped;
}
