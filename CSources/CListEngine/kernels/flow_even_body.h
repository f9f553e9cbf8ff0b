// Items of one width. Every line holds the same number of them, so the line starts are known in advance, and only the
// thickness of lines remains to be computed: the largest of each `columns` consecutive heights. Vectors compute it for
// all positions together and keep the positions where a line begins. A step processes as many whole lines as fit a
// vector, so the lanes to keep are the same in every step. In scalar form:
//
//   for each line l: thickness[l] = max(heights[l * columns ..< (l + 1) * columns])

// The number of leading items with the width of the first one.
static size_t count_equal(const uint32_t *widths, size_t n) {
    size_t i = 0;
#if LE_ISA != LE_ISA_SCALAR
    const le_v32 first = v32_set1(widths[0]);
    while (i + LE_W32 <= n && m32_bits(v32_eq(v32_load(widths + i), first)) == (uint32_t)(((uint64_t)1 << LE_W32) - 1))
        i += LE_W32;
#endif
    while (i < n && widths[i] == widths[0]) i++;
    return i;
}

LE_INLINE uint32_t largest_of(const uint32_t *heights, size_t n) {
    uint32_t most = 0;
    for (size_t i = 0; i < n; i++) most = LE_MAX(most, heights[i]);
    return most;
}

#if LE_ISA != LE_ISA_SCALAR

// In each lane where a line begins in a step: the largest of `columns` <= LE_W32 numbers from there on; 0 elsewhere.
LE_INLINE le_v32 largest_in_lanes(const uint32_t *heights, size_t columns, le_v32 begins) {
    le_v32 most = v32_load(heights);
    for (size_t k = 1; k < columns; k++) most = v32_max(most, v32_load(heights + k));
    return v32_and(most, begins);
}

// All bits set in the lanes in which lines begin.
LE_INLINE le_v32 begin_lanes(size_t columns) {
    uint32_t lanes[LE_W32];
    for (size_t l = 0; l < LE_W32; l++) lanes[l] = l % columns == 0 && l + columns <= LE_W32 ? UINT32_MAX : 0;
    return v32_load(lanes);
}

#endif

#if LE_ISA != LE_ISA_SCALAR

// Calls `steps(n)` if a vector can hold a line. Common numbers of columns are passed as constants, so that loops over
// them unroll.
    #define LE__USUAL_COLUMNS(columns, steps)                                                                          \
        switch ((columns) <= LE_W32 ? (columns) : 0) {                                                                 \
        case 0:                                                                                                        \
            break;                                                                                                     \
        case 2:                                                                                                        \
            steps(2);                                                                                                  \
            break;                                                                                                     \
        case 3:                                                                                                        \
            steps(3);                                                                                                  \
            break;                                                                                                     \
        case 4:                                                                                                        \
            steps(4);                                                                                                  \
            break;                                                                                                     \
        case 5:                                                                                                        \
            steps(5);                                                                                                  \
            break;                                                                                                     \
        default:                                                                                                       \
            steps(columns);                                                                                            \
        }

// Runs as many steps as fit `n` items. Returns the number of items in the lines that they add to `*sum`.
LE_INLINE size_t thickness_steps(const uint32_t *heights, size_t n, size_t columns, uint64_t *sum) {
    const size_t step = LE_W32 / columns * columns;
    const le_v32 begins = begin_lanes(columns);
    le_v64 sums = v64_set1(0);
    size_t i = 0;
    for (; i + LE_W32 + columns - 1 <= n; i += step)
        sums = v64_add_pairs(sums, largest_in_lanes(heights + i, columns, begins));
    int64_t each[LE_W64];
    v64_store(each, sums);
    for (int k = 0; k < LE_W64; k++) *sum += (uint64_t)each[k];
    return i;
}

// Runs steps from item `i` on, where a line begins. Returns the start of the next line.
LE_INLINE size_t ended_steps(const uint32_t *heights, size_t i, size_t stop, size_t columns, uint32_t *ended) {
    const size_t step = LE_W32 / columns * columns;
    const le_v32 begins = begin_lanes(columns);
    for (; i + LE_W32 <= stop; i += step)
        v32_store(ended + i, largest_in_lanes(heights + i - columns, columns, begins));
    return i;
}

#endif

// The sum of the thicknesses of `lines` lines of `columns` items each.
static uint64_t thicknesses(const uint32_t *heights, size_t lines, size_t columns) {
    const size_t n = lines * columns;
    uint64_t sum = 0;
    size_t i = 0;
#if LE_ISA != LE_ISA_SCALAR
    #define LE__STEPS(c) i = thickness_steps(heights, n, c, &sum)
    LE__USUAL_COLUMNS(columns, LE__STEPS)
    #undef LE__STEPS
#endif
    for (; i < n; i += columns) sum += largest_of(heights + i, columns);
    return sum;
}

// Writes `ended` as specified in break_lines for items `i ..< stop`. A line begins at item `next` >= i, every `columns`
// items from there on, and `columns` items before `next`.
static void even_ended(const uint32_t *heights, size_t i, size_t stop, size_t next, size_t columns, uint32_t *ended) {
    for (; i < LE_MIN(next, stop); i++) ended[i] = 0;
#if LE_ISA != LE_ISA_SCALAR
    #define LE__STEPS(c) i = ended_steps(heights, i, stop, c, ended)
    LE__USUAL_COLUMNS(columns, LE__STEPS)
    #undef LE__STEPS
    #undef LE__USUAL_COLUMNS
#endif
    while (i < stop) {
        ended[i] = largest_of(heights + i - columns, columns);
        size_t end = LE_MIN(stop, i + columns);
        for (i++; i < end; i++) ended[i] = 0;
    }
}

// Breaks items `i ..< end` of one width; the first of them begins a line and has been broken. Stops where `break_on`
// does.
static size_t break_even(const uint32_t *heights, size_t i, size_t end, size_t columns, int64_t pitch, uint64_t *begins,
                         uint32_t *ended, le__flow_open *open) {
    uint64_t pattern = 0;
    for (size_t k = 0; k < 64; k += columns) pattern |= (uint64_t)1 << k;
    size_t line = i++;
    while (i < end) {
        size_t word = i / 64, stop = LE_MIN(end, 64 * word + 64), next = line + columns;
        uint64_t lines = next < stop ? pattern << (next & 63) : 0, guess = begins[word];
        lines &= ~(uint64_t)0 >> (64 * word + 64 - stop);
        uint64_t met = lines & guess;
        if (met) stop = 64 * word + (size_t)__builtin_ctzll(met) + 1;
        even_ended(heights, i, stop, next, columns, ended);
        uint64_t these = ~(uint64_t)0 << (i & 63) & ~(uint64_t)0 >> (64 * word + 64 - stop);
        begins[word] = (guess & ~these) | (lines & these);
        if (met) return stop - 1;
        if (lines) line = 64 * word + 63 - (size_t)__builtin_clzll(lines);
        i = stop;
    }
    *open = (le__flow_open){(int64_t)(end - line) * pitch, largest_of(heights + line, end - line)};
    return end;
}
