// Placing items into the shortest of some columns.
//
//   for each item:
//       column = the lowest-numbered of the shortest columns
//       top    = height[column]
//       height[column] = top + height of the item + spacing
//
// The kernel needs the smallest of up to 16 heights before each item and changes only that one. The heights are kept as
// sorted keys, height << 4 | column: the smallest key is the first, and its low bits break ties in favour of the lowest
// column. The new key is inserted by one branch-free pass of a sorting network:
//
//   new = key[0] + ((height of the item + spacing) << 4)
//   key[j] = min(key[j + 1], max(key[j], new))      key[last] = max(key[last], new)
//
// It requires that strides are not negative (new >= key[0]) and that keys do not overflow.

// With a constant number of columns the keys stay in registers.
LE_INLINE uint64_t place_in_shortest(const int columns, uint64_t *keys, int64_t spacing, const int64_t *heights,
                                     int64_t n, uint8_t *out) {
    uint64_t key[LE__COLUMNS_MAX], last = 0;
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

static uint64_t place_shortest(int64_t columns, uint64_t *keys, int64_t spacing, const int64_t *heights, int64_t n,
                               uint8_t *out) {
    switch (columns) {
#define PLACE(columns)                                                                                                 \
    case columns:                                                                                                      \
        return place_in_shortest(columns, keys, spacing, heights, n, out);
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
    default:
        return 0;
    }
}
