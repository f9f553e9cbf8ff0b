// Placing items into columns.
//
//   for each item:
//       column = the lowest-numbered of the shortest columns      (or the next in turn)
//       top    = height[column]
//       height[column] = top + item's height + spacing
//
// Shortest first asks for the least of up to 16 heights before each item and changes just that one. The heights are
// kept as sorted keys, height << 4 | column: the least key is the first, and its low bits break ties in favour of the
// lowest column. What the item adds goes back in by one pass of a sorting network without a branch:
//
//   new = key[0] + ((item's height + spacing) << 4)
//   key[j] = min(key[j + 1], max(key[j], new))      key[last] = max(key[last], new)
//
// It needs strides that are not negative (new >= key[0]); a height below minus the spacing is never stored.

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

// With a constant number of columns the keys stay in registers.
LE_INLINE uint64_t place_shortest(const int columns, uint64_t *keys, int64_t spacing, const int64_t *heights, int64_t n,
                                  uint8_t *out) {
    uint64_t key[WATERFALL_COLUMNS], last = 0;
    for (int c = 0; c < columns; c++) key[c] = keys[c];
    for (int64_t i = 0; i < n; i++) {
        uint64_t new = key[0] + ((uint64_t)(heights[i] + spacing) << 4);
        out[i] = (uint8_t)(key[0] & 15);
        last = LE_MAX(last, new);
        if (columns == 1) {
            key[0] = new;
            continue;
        }
        key[0] = LE_MIN(key[1], new);
        for (int c = 1; c < columns - 1; c++) key[c] = LE_MIN(key[c + 1], LE_MAX(key[c], new));
        key[columns - 1] = LE_MAX(key[columns - 1], new);
    }
    for (int c = 0; c < columns; c++) keys[c] = key[c];
    return last;
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
static LE_NOINLINE int64_t place(waterfall_front *front, const waterfall_rules *r, const int64_t *heights, int64_t n,
                                 uint8_t *out) {
    uint64_t last = 0;
    if (r->placement != LE_PACKING_SHORTEST_FIRST) {
        last = place_in_turn(front, r, heights, n, out);
    } else {
        switch (r->columns) {
#define PLACE(columns)                                                                                                 \
    case columns:                                                                                                      \
        last = place_shortest(columns, front->key, r->spacing, heights, n, out);                                       \
        break;
            PLACE(1)
            PLACE(2)
            PLACE(3)
            PLACE(4)
            PLACE(5)
            PLACE(6)
            PLACE(7)
            PLACE(8)
            PLACE(9)
            PLACE(10)
            PLACE(11)
            PLACE(12)
            PLACE(13)
            PLACE(14)
            PLACE(15)
            PLACE(16)
#undef PLACE
        }
    }
    front->turn += n;
    return (int64_t)(last >> 4) - r->spacing;
}
