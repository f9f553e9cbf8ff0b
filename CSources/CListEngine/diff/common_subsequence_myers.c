// E. W. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1, 1986, in linear space.
//
// The edit graph has old items along x and new items along y; an equal pair is a diagonal step, which is free. Two
// searches, one from each corner, find the furthest point on every diagonal k = x - y that d paid steps can reach. An
// optimal path passes through the point where they meet, and both halves are solved recursively.
// Where they meet, an optimal path passes, and both halves are solved alike.
#include <limits.h>

#include "diff/common_subsequence.h"

typedef struct {
    le__subsequence *search;
    int32_t *forward, *backward; // furthest x on each diagonal; index 0 is diagonal 0
} myers;

// Finds a point on an optimal path between two corners. Both ranges have items, and differ at both ends.
static bool find_middle(myers *m, int32_t x0, int32_t x1, int32_t y0, int32_t y1, int32_t *mid_x, int32_t *mid_y) {
    const uint32_t *old = m->search->old, *new = m->search->new;
    int32_t *forward = m->forward, *backward = m->backward;
    const int32_t lowest = x0 - y1, highest = x1 - y0; // diagonals that cross the rectangle
    const int32_t start = x0 - y0, end = x1 - y1;      // diagonals of its corners
    int32_t forward_low = start, forward_high = start, backward_low = end, backward_high = end;
    const bool odd = (start - end) & 1;
    forward[start] = x0;
    backward[end] = x1;
    for (;;) {
        // One more paid step forward on every second diagonal, within the rectangle.
        if (forward_low > lowest)
            forward[--forward_low - 1] = -1;
        else
            forward_low++;
        if (forward_high < highest)
            forward[++forward_high + 1] = -1;
        else
            forward_high--;
        for (int32_t k = forward_high; k >= forward_low; k -= 2) {
            int32_t from_left = forward[k - 1] + 1, from_above = forward[k + 1];
            int32_t x = from_above >= from_left ? from_above : from_left, y = x - k, snake = x;
            while (x < x1 && y < y1 && old[x] == new[y]) x++, y++;
            forward[k] = x;
            m->search->work -= 4 + (x - snake);
            if (odd && backward_low <= k && k <= backward_high && backward[k] <= x) {
                *mid_x = x, *mid_y = y;
                return true;
            }
        }
        if (backward_low > lowest)
            backward[--backward_low - 1] = INT32_MAX;
        else
            backward_low++;
        if (backward_high < highest)
            backward[++backward_high + 1] = INT32_MAX;
        else
            backward_high--;
        for (int32_t k = backward_high; k >= backward_low; k -= 2) {
            int32_t from_below = backward[k - 1], from_right = backward[k + 1];
            int32_t x = from_below < from_right ? from_below : from_right - 1, y = x - k, snake = x;
            while (x > x0 && y > y0 && old[x - 1] == new[y - 1]) x--, y--;
            backward[k] = x;
            m->search->work -= 4 + (snake - x);
            if (!odd && forward_low <= k && k <= forward_high && x <= forward[k]) {
                *mid_x = x, *mid_y = y;
                return true;
            }
        }
        if (m->search->work < 0) return false;
    }
}

static void keep(le__subsequence *search, int32_t x, int32_t y) {
    search->old_kept[search->kept_count] = (uint32_t)x;
    search->new_kept[search->kept_count++] = (uint32_t)y;
}

// Each level halves the number of paid steps, so the depth of the recursion is at most their logarithm.
static bool solve(myers *m, int32_t x0, int32_t x1, int32_t y0, int32_t y1) {
    le__subsequence *search = m->search;
    while (x0 < x1 && y0 < y1 && search->old[x0] == search->new[y0]) keep(search, x0++, y0++);
    int32_t tail = 0;
    while (x0 < x1 && y0 < y1 && search->old[x1 - 1] == search->new[y1 - 1]) x1--, y1--, tail++;
    if (x0 < x1 && y0 < y1) {
        int32_t x, y;
        if (!find_middle(m, x0, x1, y0, y1, &x, &y)) return false;
        if (!solve(m, x0, x, y0, y) || !solve(m, x, x1, y, y1)) return false;
    }
    for (int32_t i = 0; i < tail; i++) keep(search, x1 + i, y1 + i);
    return true;
}

le__search_outcome le__subsequence_by_myers(le__subsequence *search) {
    size_t diagonals = (size_t)search->old_count + search->new_count + 4;
    if (diagonals > INT32_MAX) return LE__TOO_MUCH_WORK;
    le__diff_mark mark = le__diff_get_mark(search->workspace);
    int32_t *forward = LE__ALLOC(search->workspace, int32_t, diagonals);
    int32_t *backward = LE__ALLOC(search->workspace, int32_t, diagonals);
    if (!forward || !backward) return LE__NO_ROOM;
    myers m = {search, forward + search->new_count + 1, backward + search->new_count + 1};
    search->kept_count = 0;
    bool found = solve(&m, 0, (int32_t)search->old_count, 0, (int32_t)search->new_count);
    le__diff_free_to(search->workspace, mark);
    return found ? LE__FOUND : LE__TOO_MUCH_WORK;
}
