// Greedy line breaking, by 16 speculative chains. In scalar form:
//
//   used = all, thickness = 0
//   for each item i:
//       if used > limit - width[i]: item i begins a line and ends a line of `thickness`; used = thickness = 0
//       used += width[i] + spacing; thickness = max(thickness, height[i])
//
// A single chain of this loop is bound by its latency, and its branch is mispredicted once per line. Therefore the list
// is cut into 16 equal pieces, 8 if it is short, and one chain runs over each, one lane per chain. A chain begins some
// items before its piece, assuming that a line begins there. By the time it reaches its piece it mostly agrees with the
// truth, because a line break discards all earlier state: with about three items per line that takes some 25 items.
// Afterwards the pieces are stitched in order: from the true state at the end of the previous piece, items are broken
// again one by one until an item begins a line both in truth and in the guess. From there on the two agree. Items of
// one width either agree immediately or never, so they are broken by counting (flow_even_body.h). The result always
// equals that of the loop above, because all numbers are integers.
//
// Along the line, lanes hold signed 32-bit numbers; le__flow_narrow_rules keeps all sums in range. Heights may be any
// unsigned numbers. The pieces are read four items at a time and transposed.
// Source: speculation with resynchronisation is as in parallel parsing of regular languages (J. Holub, S. Stekr, "On
// Parallel Implementations of Deterministic Finite Automata", 2009).

// Shorter runs of items of one width are broken one by one.
enum { EVEN_MIN = 64 };

// Breaks items from `i` on in truth. Stops before item `n`, or at an item that begins a line both in truth and in the
// guess in `begins`. Returns where it stopped.
static size_t break_on(const uint32_t *widths, const uint32_t *heights, size_t i, size_t n, int64_t limit,
                       int64_t spacing, uint64_t *begins, uint32_t *ended, le__flow_open *open) {
    le__flow_open now = *open;
    while (i < n) {
        // At least to the end of the word; in a long run of items of one width, until one of them begins a line.
        size_t word = i / 64, end = LE_MIN(n, 64 * word + 64), even = 0, columns = 0;
        if (n - i >= EVEN_MIN && count_equal(widths + i, EVEN_MIN) == EVEN_MIN)
            columns = (size_t)le__flow_columns(widths[i], limit, spacing);
        if (columns && columns < EVEN_MIN / 2) even = i + count_equal(widths + i, n - i);
        uint64_t guess = begins[word], lines = 0, done = ~(uint64_t)0 << (i & 63);
        bool began = false, met = false;
        for (; i < end && !(began && even); i++) {
            int64_t before = now.thickness;
            uint64_t bit = (uint64_t)1 << (i & 63);
            began = le__flow_step(&now, widths[i], heights[i], limit, spacing);
            ended[i] = began ? (uint32_t)before : 0;
            if (!began) continue;
            lines |= bit;
            if (guess & bit) {
                met = true;
                break;
            }
        }
        // Item i is the first that has not been broken, or the item where truth and guess agree.
        if (!met && (i & 63)) done &= ~(~(uint64_t)0 << (i & 63));
        if (met) done &= ~(~(uint64_t)0 << (i & 63));
        begins[word] = (guess & ~done) | (lines & done);
        if (met) {
            begins[word] |= (uint64_t)1 << (i & 63);
            break;
        }
        if (even && began && i < even) {
            i = break_even(heights, i - 1, even, columns, widths[i] + spacing, begins, ended, &now);
            if (i < even) break;
        }
    }
    *open = now;
    return i;
}

// Breaks items `first ..< n`, whose bits of `begins` are zero, without a guess. The plain loop with a mask instead of
// the branch, which would be mispredicted once per line.
static void break_plain(const uint32_t *widths, const uint32_t *heights, size_t first, size_t n, int32_t limit,
                        int32_t spacing, uint64_t *begins, uint32_t *ended, le__flow_open *open) {
    // A closed line is as full as one in which nothing fits.
    int64_t used = LE_MIN(open->used, (int64_t)INT32_MAX), thickness = open->thickness;
    for (size_t word = first / 64; word * 64 < n; word++) {
        uint64_t bits = 0;
        for (size_t i = LE_MAX(first, word * 64); i < LE_MIN(n, word * 64 + 64); i++) {
            int64_t width = widths[i], height = heights[i];
            int64_t over = (limit - width - used) >> 63; // -1: item i begins a line
            bits |= (uint64_t)(over & 1) << (i & 63);
            ended[i] = (uint32_t)(thickness & over);
            used = (used & ~over) + width + spacing;
            thickness &= ~over;
            thickness = LE_MAX(thickness, height);
        }
        begins[word] |= bits;
    }
    *open = (le__flow_open){used, thickness};
}

#if LE_ISA == LE_ISA_SCALAR

// Without lanes the plain loop is best.
static size_t break_lines(const uint32_t *widths, const uint32_t *heights, size_t n, int32_t limit, int32_t spacing,
                          uint64_t *begins, uint32_t *ended, le__flow_open *open) {
    *open = LE__FLOW_CLOSED;
    memset(begins, 0, (n + 63) / 64 * sizeof *begins);
    break_plain(widths, heights, 0, n, limit, spacing, begins, ended, open);
    return 0;
}

#else

enum {
    CHAINS = 16,
    CHAINS_FEW = LE_W32 == 16 ? 16 : 8,
    TOGETHER = LE_W32 == 16 ? 1 : 2, // vectors processed together, to hide latency within the available registers
    GROUP = TOGETHER * LE_W32,
    LEAD = 32,         // the items before its piece with which a chain begins
    PIECE_MIN = 60,    // stitching shorter pieces costs more than the lanes save
    PIECE_SHORT = 128, // of shorter pieces there are fewer, because stitching a piece costs the same for all lengths
};

// Sets the bits of up to 64 items from item `at` on.
LE_INLINE void put_begins(uint64_t *begins, size_t at, uint64_t bits) {
    const size_t shift = at & 63;
    begins[at / 64] |= bits << shift;
    const uint64_t rest = shift ? bits >> (64 - shift) : 0;
    if (rest) begins[at / 64 + 1] |= rest; // otherwise there may be no such word
}

// Runs the chains of `G` vectors: chain c over items c * length ..< (c + 1) * length + LEAD (`length` is a multiple of
// 4). The first LEAD items of a chain belong to the piece before, whose chain writes them later. Only the chain that
// begins at the start of the list, where `first` is 0, keeps them. The bits of `begins`, in which the first item is
// item `first`, are zero.
LE_INLINE void run_chains(const int G, const uint32_t *widths, const uint32_t *heights, size_t length, int32_t limit,
                          int32_t spacing, size_t first, uint64_t *begins, uint32_t *ended, uint32_t *last_used,
                          uint32_t *last_thickness) {
    const le_v32 v_limit = v32_set1((uint32_t)limit), v_spacing = v32_set1((uint32_t)spacing);
    le_v32 used[TOGETHER], thickness[TOGETHER];
    for (int g = 0; g < G; g++) {
        used[g] = v32_set1(INT32_MAX);
        thickness[g] = v32_set1(0);
    }
    for (size_t i = 0; i < length + LEAD; i += 64) {
        uint32_t some[2][GROUP];
        for (size_t half = 0; half < 2; half++) {
            le_v32 bits[TOGETHER], bit = v32_set1(1);
            for (int g = 0; g < G; g++) bits[g] = v32_set1(0);
            for (size_t k = i + 32 * half; k < LE_MIN(length + LEAD, i + 32 * half + 32); k += 4) {
                le_v32 width[TOGETHER][4], height[TOGETHER][4], end[TOGETHER][4];
                for (int g = 0; g < G; g++) {
                    v32_load_quads(widths + k + (size_t)g * LE_W32 * length, length, width[g]);
                    v32_load_quads(heights + k + (size_t)g * LE_W32 * length, length, height[g]);
                }
                for (int j = 0; j < 4; j++) {
                    for (int g = 0; g < G; g++) {
                        le_m32 over = v32_gt_signed(used[g], v32_sub(v_limit, width[g][j]));
                        bits[g] = v32_or(bits[g], v32_keep(over, bit));
                        end[g][j] = v32_keep(over, thickness[g]);
                        used[g] = v32_add(v32_drop(over, used[g]), v32_add(width[g][j], v_spacing));
                        thickness[g] = v32_max(v32_drop(over, thickness[g]), height[g][j]);
                    }
                    bit = v32_add(bit, bit);
                }
                for (int g = 0; g < G; g++) v32_store_quads(ended + k + (size_t)g * LE_W32 * length, length, end[g]);
            }
            for (int g = 0; g < G; g++) v32_store(some[half] + g * LE_W32, bits[g]);
        }
        for (size_t c = 0; c < (size_t)G * LE_W32; c++) {
            uint64_t bits = some[0][c] | (uint64_t)some[1][c] << 32;
            if (i == 0 && (first || c)) bits &= ~(uint64_t)0 << LEAD;
            put_begins(begins, first + c * length + i, bits);
        }
    }
    for (int g = 0; g < G; g++) {
        v32_store(last_used + g * LE_W32, used[g]);
        v32_store(last_thickness + g * LE_W32, thickness[g]);
    }
}

static size_t break_lines(const uint32_t *widths, const uint32_t *heights, size_t n, int32_t limit, int32_t spacing,
                          uint64_t *begins, uint32_t *ended, le__flow_open *open) {
    #if LE_ISA == LE_ISA_AVX512 && LE_NATIVE_AVX512
    // There are fewer chains than lanes.
    if (n / CHAINS < PIECE_SHORT)
        return le__kernels_avx2.break_lines(widths, heights, n, limit, spacing, begins, ended, open);
    #endif
    // Chains over items of one width would never agree with the truth, and counting is as fast.
    const bool even = n < LEAD || count_equal(widths, n) == n;
    const size_t chains = n / CHAINS >= PIECE_SHORT ? CHAINS : CHAINS_FEW;
    const size_t length = even ? 0 : (n - LEAD) / chains / 4 * 4;
    size_t done = 0, redone = 0;
    le__flow_open now = LE__FLOW_CLOSED;
    memset(begins, 0, (n + 63) / 64 * sizeof *begins);
    if (length >= PIECE_MIN) {
        uint32_t used[CHAINS], thickness[CHAINS];
        // The last chains first: they also write the end of the piece before them.
        for (size_t c = chains; c > 0;) {
            c -= LE_MIN(chains, (size_t)GROUP);
            const size_t start = c * length;
            if (GROUP > CHAINS_FEW && chains < GROUP)
                run_chains(CHAINS_FEW / LE_W32, widths, heights, length, limit, spacing, 0, begins, ended, used,
                           thickness);
            else
                run_chains(TOGETHER, widths + start, heights + start, length, limit, spacing, start, begins,
                           ended + start, used + c, thickness + c);
        }
        done = chains * length + LEAD;
        now = (le__flow_open){used[0], thickness[0]};
        for (size_t c = 1; c < chains; c++) {
            const size_t start = c * length + LEAD, end = start + length;
            size_t met = break_on(widths, heights, start, end, limit, spacing, begins, ended, &now);
            redone += met - start;
            if (met < end) now = (le__flow_open){used[c], thickness[c]};
        }
    }
    // The remaining items have no guess.
    if (even)
        break_on(widths, heights, 0, n, limit, spacing, begins, ended, &now);
    else
        break_plain(widths, heights, done, n, limit, spacing, begins, ended, &now);
    *open = now;
    return redone;
}

#endif

LE_INLINE uint32_t near_units(double points, uint32_t *strange) {
    const uint64_t units = le__near_units(points);
    *strange |= (uint32_t)(units >> 32);
    return (uint32_t)units;
}

// Pairs that are adjacent in memory, as in an array of sizes. `seen` receives the bits of all firsts and of all
// seconds.
LE_INLINE uint32_t round_pairs(const double *pairs, size_t n, uint32_t *restrict firsts, uint32_t *restrict seconds,
                               uint32_t seen[2]) {
    uint32_t strange = 0, first = 0, second = 0;
    size_t i = 0;
#if LE_ISA != LE_ISA_SCALAR
    const le_v64 zero = v64_set1(LE__ROUNDING_ORIGIN_BITS);
    le_v64 others = v64_set1(0);
    le_v32 v_first = v32_set1(0), v_second = v32_set1(0);
    for (; i + LE_W32 <= n; i += LE_W32) {
        le_v64 v[4];
        for (int k = 0; k < 4; k++) {
            v[k] = v64_load_sums(pairs + 2 * i + (size_t)k * LE_W64, LE__ROUNDING_ORIGIN);
            others = v64_or(others, v64_xor(v[k], zero));
        }
        le_v32 a, b;
        v32_split_pairs(v, &a, &b);
        v32_store(firsts + i, a);
        v32_store(seconds + i, b);
        v_first = v32_or(v_first, a);
        v_second = v32_or(v_second, b);
    }
    int64_t each[LE_W64];
    uint32_t one[LE_W32], other[LE_W32];
    v64_store(each, others);
    v32_store(one, v_first);
    v32_store(other, v_second);
    for (int k = 0; k < LE_W64; k++) strange |= (uint32_t)((uint64_t)each[k] >> 32);
    for (int k = 0; k < LE_W32; k++) {
        first |= one[k];
        second |= other[k];
    }
#endif
    for (; i < n; i++) {
        first |= firsts[i] = near_units(pairs[2 * i], &strange);
        second |= seconds[i] = near_units(pairs[2 * i + 1], &strange);
    }
    seen[0] = first;
    seen[1] = second;
    return strange;
}

static bool round_sizes(const double *width_points, const double *height_points, ptrdiff_t stride, size_t n,
                        uint32_t *restrict widths, uint32_t *restrict heights, uint32_t *seen) {
    uint32_t strange = 0, of_pairs[2];
    if (stride == 16 && height_points == width_points + 1) {
        strange = round_pairs(width_points, n, widths, heights, of_pairs);
        *seen |= of_pairs[0];
    } else if (stride == 16 && width_points == height_points + 1) {
        strange = round_pairs(height_points, n, heights, widths, of_pairs);
        *seen |= of_pairs[1];
    } else {
        for (size_t i = 0; i < n; i++) {
            ptrdiff_t at = (ptrdiff_t)i * stride;
            double width, height;
            memcpy(&width, (const char *)width_points + at, sizeof width);
            memcpy(&height, (const char *)height_points + at, sizeof height);
            *seen |= widths[i] = near_units(width, &strange);
            heights[i] = near_units(height, &strange);
        }
    }
    return strange == 0;
}

static void copy_sizes(const uint32_t *from_widths, const uint32_t *from_heights, size_t n, uint32_t *widths,
                       uint32_t *heights, uint32_t *seen) {
    uint32_t width = 0;
    size_t i = 0;
#if LE_ISA != LE_ISA_SCALAR
    // Pieces have at most the length of a leaf, so a loop over several vectors at a time would not be reached.
    le_v32 some_width = v32_set1(0);
    for (; i + LE_W32 <= n; i += LE_W32) {
        le_v32 w = v32_load(from_widths + i);
        v32_store(widths + i, w);
        v32_store(heights + i, v32_load(from_heights + i));
        some_width = v32_or(some_width, w);
    }
    uint32_t each[LE_W32];
    v32_store(each, some_width);
    for (int k = 0; k < LE_W32; k++) width |= each[k];
#endif
    for (; i < n; i++) {
        width |= widths[i] = from_widths[i];
        heights[i] = from_heights[i];
    }
    *seen |= width;
}
