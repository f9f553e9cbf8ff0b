// Checks all invariants by placing all items again with a simple loop.

#include <string.h>

#include "kinds/waterfall/waterfall.h"

static const char *check_leaf(le__columns_node *leaf) {
    if (leaf->head.n == 0 || leaf->sum[0] != leaf->head.n) return "a leaf's number of items is wrong";
    return NULL;
}

static int64_t longest(const int64_t *fronts, int64_t column, int64_t span) {
    int64_t most = fronts[column];
    for (int64_t k = 1; k < span; k++) most = LE_MAX(most, fronts[column + k]);
    return most;
}

const char *le__waterfall_check(le__columns_node *root, const le__waterfall_rules *r) {
    const char *wrong = le__columns_check(root, true, check_leaf);
    if (wrong || !root) return wrong;
    int64_t fronts[WATERFALL_COLUMNS] = {0}, item = 0, turn = 0;
    le__columns_path path;
    le__columns_path_start(root, &path);
    for (const le__columns_node *leaf = path.leaf; leaf; leaf = le__columns_path_next(&path)) {
        int64_t n = leaf->sum[0], heights[COLUMNS_ITEMS_MAX];
        int64_t last_end = -WATERFALL_FAR, first_start = WATERFALL_FAR;
        if (le__columns_count(leaf) != r->columns) return "a leaf has another number of columns";
        if ((leaf->head.kind == HEIGHT_RATIOS) != r->by_ratio) return "a leaf holds heights of another kind";
        if (n > le__columns_room(r->columns, leaf->head.kind)) return "a leaf has more items than its block holds";
        if (memcmp(le__columns_fronts(leaf), fronts, (size_t)r->columns * sizeof *fronts))
            return "a leaf's column heights are out of date";
        le__columns_read_heights(leaf, r, 0, n, heights);
        if (le__columns_turn(leaf) != turn) return "a leaf starts with another turn";
        bool spanning = false;
        for (int64_t i = 0; i < n; i++, item++) {
            const uint8_t place = le__columns_places(leaf)[i];
            const int64_t span = LE_MIN((place >> 4) + 1, r->columns);
            spanning |= place >> 4 > 0;
            int64_t c = turn + span > r->columns ? 0 : turn;
            if (r->placement != LE_PACKING_SHORTEST_FIRST) turn = (c + span) % r->columns;
            if (r->placement == LE_PACKING_RIGHT_TO_LEFT) c = r->columns - c - span;
            if (r->placement == LE_PACKING_SHORTEST_FIRST) {
                c = 0;
                for (int64_t other = 1; other + span <= r->columns; other++)
                    if (longest(fronts, other, span) < longest(fronts, c, span)) c = other;
            }
            const int64_t start = longest(fronts, c, span);
            if (heights[i] < le__waterfall_least(r)) return "an item's height is below the least";
            if ((place & 15) != c) return "an item is in another column";
            if (le__columns_item_start(leaf, r, i) != start) return "an item starts elsewhere";
            first_start = LE_MIN(first_start, start);
            last_end = LE_MAX(last_end, start + heights[i]);
            for (int64_t k = 0; k < span; k++) fronts[c + k] = start + heights[i] + r->spacing;
            if (fronts[c] > WATERFALL_MOST) return "a column is longer than a key can say";
        }
        if (le__columns_spanning(leaf) != spanning) return "a leaf is wrong about items that span columns";
        if (leaf->max[0] != last_end) return "a leaf's last end is wrong";
        if (leaf->max[1] != WATERFALL_FAR - first_start) return "a leaf's first start is wrong";
    }
    return NULL;
}
