// Tables for eight items of a flow at a time, by the bits of the items that end a line. Byte k of an entry is about
// item k. Each entry is a constant expression of its index: the steps from lane to lane are nested.

#define EACH(k) ((uint64_t)0x0101010101010101 * (k))
#define BIT(bits, k) ((uint64_t)(bits) >> (k)&1)

// The item at which the line of an item begins, 0 if that is before these items: items after k belong to a line that
// begins at item k + 1 if item k ends one.
#define START(bits, k, starts)                                                                                         \
    (((starts) & ~(BIT(bits, k) * (~(uint64_t)0 << (8 * (k) + 8)))) | (BIT(bits, k) * (EACH((k) + 1) << (8 * (k) + 8))))
#define STARTS(b) START(b, 6, START(b, 5, START(b, 4, START(b, 3, START(b, 2, START(b, 1, START(b, 0, (uint64_t)0)))))))

// The k-th of the items that end a line.
#define END(bits, k, ends) (((ends) << (8 * BIT(bits, k))) | (BIT(bits, k) * (k)))
#define ENDS(b) END(b, 0, END(b, 1, END(b, 2, END(b, 3, END(b, 4, END(b, 5, END(b, 6, END(b, 7, (uint64_t)0))))))))

// The number of lines that end before an item.
#define LINE(bits, k) (BIT(bits, k) * (EACH(1) << (8 * (k) + 8)))
#define LINES(b) (LINE(b, 0) + LINE(b, 1) + LINE(b, 2) + LINE(b, 3) + LINE(b, 4) + LINE(b, 5) + LINE(b, 6))

#define FOUR(of, b) of(b), of((b) + 1), of((b) + 2), of((b) + 3)
#define SIXTEEN(of, b) FOUR(of, b), FOUR(of, (b) + 4), FOUR(of, (b) + 8), FOUR(of, (b) + 12)
#define SIXTY_FOUR(of, b) SIXTEEN(of, b), SIXTEEN(of, (b) + 16), SIXTEEN(of, (b) + 32), SIXTEEN(of, (b) + 48)
#define ALL(of)                                                                                                        \
    { SIXTY_FOUR(of, 0), SIXTY_FOUR(of, 64), SIXTY_FOUR(of, 128), SIXTY_FOUR(of, 192) }

static const uint64_t octet_starts[256] = ALL(STARTS);
static const uint64_t octet_ends[256] = ALL(ENDS);
static const uint64_t octet_lines[256] = ALL(LINES);

#undef EACH
#undef BIT
#undef START
#undef STARTS
#undef END
#undef ENDS
#undef LINE
#undef LINES
#undef FOUR
#undef SIXTEEN
#undef SIXTY_FOUR
#undef ALL
