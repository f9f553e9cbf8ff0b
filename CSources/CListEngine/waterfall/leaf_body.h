// The items of a waterfall section: a counted tree whose leaves carry, beside the heights of their items, the column of
// each and the heights of all columns before the first.
//
// Heights and line spacing count in quanta of 2^-16 point here, 16 units: rounded once from the caller's doubles, half
// to even, so that a column's height and the column's number fit one 64-bit key (place_body.h) and frames agree with
// what decided them. Positions are absolute, from the start of the first line, and never negative.
//
// A leaf is never changed once it is made: copies of a layout share leaves, and an edit makes those from its own on
// anew (edit_body.h). Its parts follow each other without a gap: column heights, heights or ratios, columns.
//
// Placement other than shortest first lets columns drift apart, so nothing is assumed of the order of frames: every
// node knows its last end and its first start, and a query passes over what cannot meet it.

#define TREE(name) waterfall_##name
#define TREE_SUMS 1
#define TREE_MAXIMA 2
#define TREE_FANOUT 28 // whole vectors of prefixes

typedef struct waterfall_node {
    le__head head;            // of leaves, kind: how heights are held; spare: the number of columns
    int64_t sum[TREE_SUMS];   // items
    int64_t max[TREE_MAXIMA]; // last end; WATERFALL_FAR less the first start
} waterfall_node_t;
typedef waterfall_node_t waterfall_node;

enum { HEIGHTS_32, HEIGHTS_64, HEIGHT_RATIOS };
enum { WATERFALL_COLUMNS = LE__COLUMNS_MAX, WATERFALL_QUANTUM = 16 };

// How far down a column may reach, in quanta: half of LE_MAX_TOTAL. A key then has a bit to spare.
#define WATERFALL_MOST ((int64_t)1 << 57)
#define WATERFALL_FAR ((int64_t)1 << 60)

// Spacings in units: a leaf full of them stays far below a key's range.
#define WATERFALL_SPACING_MOST ((int64_t)1 << 52)

static waterfall_node_t *waterfall_leaf_copy(waterfall_node_t *leaf);
static bool waterfall_leaf_split(waterfall_node_t *leaf, int64_t k, waterfall_node_t **left, waterfall_node_t **right);
static int waterfall_leaf_join(waterfall_node_t *a, waterfall_node_t *b, waterfall_node_t *out[2]);
static inline void waterfall_leaf_drop(waterfall_node_t *leaf) { (void)leaf; }

#include "tree/tree_body.h"

// Trees are cut between leaves only, and leaves are put together where their items are placed.
static waterfall_node_t *waterfall_leaf_copy(waterfall_node_t *leaf) {
    waterfall_node_t *copy = le__block_alloc(le__block_bytes(leaf));
    if (copy) memcpy(copy, leaf, le__block_bytes(leaf));
    return copy;
}

static bool waterfall_leaf_split(waterfall_node_t *leaf, int64_t k, waterfall_node_t **left, waterfall_node_t **right) {
    (void)leaf, (void)k;
    *left = *right = NULL;
    assert(!"a waterfall is cut between leaves");
    return false;
}

static int waterfall_leaf_join(waterfall_node_t *a, waterfall_node_t *b, waterfall_node_t *out[2]) {
    le__retain(a);
    le__retain(b);
    out[0] = a;
    out[1] = b;
    return 2;
}

// ---- Rules

// What a section's spec and container come to.
typedef struct waterfall_rules {
    le_packing placement;
    int64_t columns;
    int64_t width, lead, pitch; // of a column; start of the first, and from one to the next
    int64_t spacing;            // between the items of a column, in quanta
    bool by_ratio;
    double scale; // pixels in a point, 0: no grid
} waterfall_rules;

// Whole pixels in a length, with a slack of 2^-10 point, so that what is whole already stays.
LE_INLINE int64_t whole_pixels(int64_t units, double scale) {
    return (int64_t)((double)(units + 1024) * scale * (1.0 / 1048576.0));
}

static waterfall_rules waterfall_rules_of(const le_layout_config *config, const le_section_spec *spec) {
    waterfall_rules r = {.placement = spec->packing,
                         .columns = spec->columns,
                         .lead = spec->inset_cross_start,
                         .spacing = spec->line_spacing / WATERFALL_QUANTUM,
                         .by_ratio = (spec->flags & LE_BY_RATIO) != 0,
                         .scale = spec->scale};
    r.width = LE_MAX(line_extent(config, spec) - (r.columns - 1) * spec->item_spacing, 0) / r.columns;
    if (r.scale > 0) {
        double pixels = (double)whole_pixels(r.width, r.scale);
        r.width = LE_MIN((int64_t)le__round_half_even(pixels * (double)LE_UNIT / r.scale), r.width);
    }
    r.pitch = r.width + spec->item_spacing;
    return r;
}

static bool waterfall_usable(const le_section_spec *spec) {
    const int64_t most = WATERFALL_SPACING_MOST;
    return spec->columns >= 1 && spec->columns <= WATERFALL_COLUMNS && spec->packing >= LE_PACKING_SHORTEST_FIRST &&
           spec->packing <= LE_PACKING_RIGHT_TO_LEFT && spec->line_spacing % WATERFALL_QUANTUM == 0 &&
           spec->line_spacing <= most && spec->line_spacing >= -most && spec->item_spacing <= most &&
           spec->item_spacing >= -most && spec->scale >= 0 && spec->scale <= 1024;
}

// The least height that an item may have: the column must not run backwards.
LE_INLINE int64_t waterfall_least(const waterfall_rules *r) { return LE_MAX(-r->spacing, 0); }

// Whether a ratio makes a height within the limits at this width.
LE_INLINE bool ratio_fits(const waterfall_rules *r, double ratio) {
    return ratio * (double)r->width < (double)(WATERFALL_MOST * WATERFALL_QUANTUM);
}

// The height of an item by its ratio, in quanta: whole pixels where there is a grid. The last step before each rounding
// is exact, so that a compiler that fuses a product with a sum changes nothing.
LE_INLINE int64_t ratio_height(const waterfall_rules *r, double ratio) {
    double height;
    if (r->scale > 0) {
        int64_t units = (int64_t)le__round_half_even(ratio * ((double)r->width * 16) * (1.0 / 16));
        height = le__round_half_even((double)whole_pixels(units, r->scale) * 65536.0 / r->scale);
    } else {
        height = le__round_half_even(ratio * (double)r->width * (1.0 / WATERFALL_QUANTUM));
    }
    return LE_MAX((int64_t)height, waterfall_least(r));
}

// ---- Access

LE_INLINE size_t height_bytes(int kind) { return kind == HEIGHTS_32 ? 4 : 8; }

// Items that the largest block holds.
LE_INLINE int64_t waterfall_leaf_room(int64_t columns, int kind) {
    return (int64_t)((LE__BLOCK_MAX - sizeof(waterfall_node_t) - 8 * (size_t)columns) / (height_bytes(kind) + 1));
}

LE_INLINE int64_t *leaf_fronts(const waterfall_node_t *leaf) { return (int64_t *)(leaf + 1); }
LE_INLINE void *leaf_heights(const waterfall_node_t *leaf) { return leaf_fronts(leaf) + leaf->head.spare; }
LE_INLINE uint8_t *leaf_columns(const waterfall_node_t *leaf) {
    return (uint8_t *)leaf_heights(leaf) + leaf->head.n * height_bytes(leaf->head.kind);
}

enum { WATERFALL_LEAF_MOST = (LE__BLOCK_MAX - sizeof(waterfall_node_t) - 8) / 5 };
_Static_assert(WATERFALL_LEAF_MOST <= LE__COLUMN_ITEMS_MAX, "kernels take the items of a whole leaf");

// Heights of items `k ..< k + count` of a leaf, in quanta.
LE_INLINE void leaf_read_heights(const waterfall_node_t *leaf, const waterfall_rules *r, int64_t k, int64_t count,
                                 int64_t *out) {
    if (leaf->head.kind == HEIGHTS_32) {
        le__kernels_in_use()->widen((const uint32_t *)leaf_heights(leaf) + k, (size_t)count, out);
    } else if (leaf->head.kind == HEIGHTS_64) {
        memcpy(out, (const int64_t *)leaf_heights(leaf) + k, (size_t)count * sizeof *out);
    } else {
        const double *ratios = (const double *)leaf_heights(leaf) + k;
        for (int64_t i = 0; i < count; i++) out[i] = ratio_height(r, ratios[i]);
    }
}

// Where the leaf's item `k` starts: below what its column held before the leaf and what the leaf has added to it.
static int64_t leaf_item_start(const waterfall_node_t *leaf, const waterfall_rules *r, int64_t k) {
    const uint8_t *columns = leaf_columns(leaf), column = columns[k];
    int64_t start = leaf_fronts(leaf)[column], above = 0;
    if (leaf->head.kind == HEIGHTS_32) {
        start += le__kernels_in_use()->sum_in_column(leaf_heights(leaf), columns, (size_t)k, column, &above);
        return start + above * r->spacing;
    }
    int64_t heights[WATERFALL_LEAF_MOST];
    leaf_read_heights(leaf, r, 0, k, heights);
    for (int64_t i = 0; i < k; i++)
        if (columns[i] == column) start += heights[i] + r->spacing;
    return start;
}

// The first start in a leaf whose items have their columns. It is one of the first items', a column each.
static int64_t leaf_first_start(const waterfall_node_t *leaf) {
    const uint8_t *columns = leaf_columns(leaf);
    int64_t first = WATERFALL_FAR;
    for (int64_t i = 0; i < LE_MIN(leaf->sum[0], (int64_t)leaf->head.spare); i++)
        first = LE_MIN(first, leaf_fronts(leaf)[columns[i]]);
    return first;
}
