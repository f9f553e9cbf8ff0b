// Placing items into columns.
//
//   for each item:
//       column = the lowest-numbered of the shortest columns      (or the next in turn)
//       top    = height[column]
//       height[column] = top + item's height + spacing
//
// Shortest first is a kernel that keeps the heights as sorted keys, height << 4 | column: see kernels/columns_body.h. A
// height below minus the spacing is never stored, so that keys never go down.

// The columns' heights at some item: keys in ascending order for shortest first, else by column.
typedef struct waterfall_front {
    uint64_t key[WATERFALL_COLUMNS];
    int64_t turn; // items so far, of placement in turn
} waterfall_front;

LE_INLINE void front_sort(waterfall_front *front, const waterfall_rules *r) {
    if (r->placement != LE_PACKING_SHORTEST_FIRST) return;
    for (int64_t i = 1; i < r->columns; i++) {
        uint64_t key = front->key[i];
        int64_t j = i;
        for (; j > 0 && front->key[j - 1] > key; j--) front->key[j] = front->key[j - 1];
        front->key[j] = key;
    }
}

// The front before item `item`, whose leaf has these column heights; NULL before the first item.
static void front_start(waterfall_front *front, const waterfall_rules *r, const int64_t *heights, int64_t item) {
    front->turn = item;
    for (int64_t c = 0; c < r->columns; c++) front->key[c] = (uint64_t)(heights ? heights[c] : 0) << 4 | (uint64_t)c;
    front_sort(front, r);
}

static void front_heights(const waterfall_front *front, const waterfall_rules *r, int64_t *heights) {
    for (int64_t c = 0; c < r->columns; c++) heights[front->key[c] & 15] = (int64_t)(front->key[c] >> 4);
}

// Whether the items from here on stand as they did behind `heights` with `turn` items before them.
static bool front_equals(const waterfall_front *front, const waterfall_rules *r, const int64_t *heights, int64_t turn) {
    if (r->placement != LE_PACKING_SHORTEST_FIRST && (front->turn - turn) % r->columns != 0) return false;
    for (int64_t c = 0; c < r->columns; c++)
        if (heights[front->key[c] & 15] != (int64_t)(front->key[c] >> 4)) return false;
    return true;
}

static uint64_t place_in_turn(waterfall_front *front, const waterfall_rules *r, const int64_t *heights, int64_t n,
                              uint8_t *out) {
    uint64_t last = 0;
    int64_t column = front->turn % r->columns;
    const bool mirrored = r->placement == LE_PACKING_RIGHT_TO_LEFT;
    for (int64_t i = 0; i < n; i++) {
        int64_t c = mirrored ? r->columns - 1 - column : column;
        out[i] = (uint8_t)c;
        front->key[c] += (uint64_t)(heights[i] + r->spacing) << 4;
        last = LE_MAX(last, front->key[c]);
        if (++column == r->columns) column = 0;
    }
    return last;
}

// Places `n` items, writes their columns and moves the front behind them. Answers the last end of all, in quanta. The
// caller has seen to it that no key overflows.
static int64_t place(waterfall_front *front, const waterfall_rules *r, const int64_t *heights, int64_t n,
                                 uint8_t *out) {
    uint64_t last = r->placement != LE_PACKING_SHORTEST_FIRST
                        ? place_in_turn(front, r, heights, n, out)
                        : le__kernels_in_use()->place_shortest(r->columns, front->key, r->spacing, heights, n, out);
    front->turn += n;
    return (int64_t)(last >> 4) - r->spacing;
}
