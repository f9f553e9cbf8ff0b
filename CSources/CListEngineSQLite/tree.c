// Records and b-trees. The leaves of a tree are all at one depth, so the first path down says which pages are leaves,
// and none of them has to be read to know its place. A page that occurs twice would be a circle.
#include "tree.h"

#include <stdlib.h>
#include <string.h>

enum { INDEX_INNER = 2, TABLE_INNER = 5, INDEX_LEAF = 10, TABLE_LEAF = 13, DEEPEST = 20 };

bool le_sqlite_record_values(const uint8_t *record, size_t length, le_sqlite_value *values, size_t count) {
    uint64_t header_length, type;
    size_t at = le__get_varint(record, length, &header_length);
    if (!at || header_length > length || header_length < at) return false;
    size_t body = (size_t)header_length;
    for (size_t i = 0; i < count; i++) {
        size_t used = le__get_varint(record + at, (size_t)header_length - at, &type);
        if (!used) return false;
        at += used;
        le_sqlite_value *value = &values[i];
        *value = (le_sqlite_value){.type = LE_SQLITE_NULL};
        if (type >= 12) {
            uint64_t bytes = (type - 12) / 2;
            if (bytes > length - body) return false;
            value->type = type & 1 ? LE_SQLITE_TEXT : LE_SQLITE_BLOB;
            value->bytes = record + body;
            value->length = (size_t)bytes;
            body += (size_t)bytes;
            continue;
        }
        static const uint8_t lengths[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
        if (type >= 10) return false;
        size_t bytes = lengths[type];
        if (bytes > length - body) return false;
        uint64_t bits = bytes && record[body] >= 128 && type != 7 ? UINT64_MAX : 0;
        for (size_t k = 0; k < bytes; k++) bits = bits << 8 | record[body + k];
        body += bytes;
        if (type == 7) {
            memcpy(&value->real, &bits, 8);
            value->type = value->real == value->real ? LE_SQLITE_REAL : LE_SQLITE_NULL;
        } else if (type) {
            value->type = LE_SQLITE_INTEGER;
            value->integer = type >= 8 ? (int64_t)type - 8 : (int64_t)bits;
        }
    }
    return true;
}

typedef struct walk {
    const le_sqlite_pages *pages;
    le_sqlite_leaves *leaves;
    /// One bit for each page that has occurred.
    uint8_t *seen;
    int depth;
    /// A page for each depth above the leaves.
    uint8_t *buffers;
} walk;

static uint32_t header_offset(uint32_t page) { return page == 1 ? 100 : 0; }

static le_sqlite_status see(walk *w, uint32_t page) {
    if (!page || page > w->pages->page_count || w->seen[page / 8] >> page % 8 & 1) return LE_SQLITE_DAMAGED;
    w->seen[page / 8] |= (uint8_t)(1 << page % 8);
    return LE_SQLITE_OK;
}

static le_sqlite_status add_leaf(walk *w, uint32_t page) {
    le_sqlite_leaves *l = w->leaves;
    le_sqlite_status status = see(w, page);
    if (status) return status;
    if (l->count == l->capacity) {
        size_t capacity = l->capacity ? l->capacity * 2 : 64;
        uint32_t *pages = realloc(l->pages, capacity * sizeof *pages);
        if (pages) l->pages = pages;
        int64_t *rowids = realloc(l->rowids, capacity * sizeof *rowids);
        if (rowids) l->rowids = rowids;
        size_t *ends = realloc(l->record_ends, capacity * sizeof *ends);
        if (ends) l->record_ends = ends;
        if (!pages || !rowids || !ends) return LE_SQLITE_NO_MEMORY;
        l->capacity = capacity;
    }
    // Until a separator says more.
    l->rowids[l->count] = 0;
    l->record_ends[l->count] = l->count ? l->record_ends[l->count - 1] : 0;
    l->pages[l->count++] = page;
    return LE_SQLITE_OK;
}

static le_sqlite_status reserve_record(le_sqlite_leaves *l, size_t begin, size_t length) {
    if (l->record_capacity - begin >= length) return LE_SQLITE_OK;
    size_t capacity = l->record_capacity * 2 + length;
    uint8_t *records = realloc(l->records, capacity);
    if (!records) return LE_SQLITE_NO_MEMORY;
    l->records = records;
    l->record_capacity = capacity;
    return LE_SQLITE_OK;
}

/// Adds the record of a cell of an inner page of an index, at `at`, behind the leaf that came last.
static le_sqlite_status add_record(walk *w, const uint8_t *page, uint32_t at) {
    const le_sqlite_pages *p = w->pages;
    le_sqlite_leaves *l = w->leaves;
    uint64_t length;
    size_t used = le__get_varint(page + at, p->usable_size - at, &length);
    if (!used || length > INT32_MAX) return LE_SQLITE_DAMAGED;
    at += (uint32_t)used;
    uint32_t usable = p->usable_size, most = (usable - 12) * 64 / 255 - 23, least = (usable - 12) * 32 / 255 - 23;
    uint32_t local = (uint32_t)length;
    if (length > most) {
        local = least + ((uint32_t)length - least) % (usable - 4);
        if (local > most) local = least;
    }
    if (local + (local < length ? 4u : 0u) > usable - at) return LE_SQLITE_DAMAGED;
    // An empty record has no values, as if it were left out.
    if (!length || length > LE_SQLITE_LONGEST_RECORD) return LE_SQLITE_OK;
    size_t begin = l->count > 1 ? l->record_ends[l->count - 2] : 0;
    le_sqlite_status status = reserve_record(l, begin, (size_t)length);
    if (status) return status;
    memcpy(l->records + begin, page + at, local);
    if (local < length) {
        uint32_t next = le__get4(page + at + local);
        for (size_t done = local; done < length;) {
            uint8_t link[4];
            uint32_t part = length - done < usable - 4 ? (uint32_t)(length - done) : usable - 4;
            if ((status = see(w, next))) return status;
            if (!p->read(p->context, next, 0, 4, link) ||
                !p->read(p->context, next, 4, part, l->records + begin + done))
                return LE_SQLITE_UNREADABLE;
            done += part;
            next = le__get4(link);
        }
    }
    l->record_ends[l->count - 1] = begin + (size_t)length;
    return LE_SQLITE_OK;
}

static le_sqlite_status walk_inner(walk *w, uint32_t number, int depth) {
    const le_sqlite_pages *p = w->pages;
    uint8_t *page = w->buffers + (size_t)depth * p->page_size;
    le_sqlite_status status = see(w, number);
    if (status) return status;
    if (!p->read(p->context, number, 0, p->page_size, page)) return LE_SQLITE_UNREADABLE;
    uint32_t header = header_offset(number), cells = le__get2(page + header + 3);
    if (page[header] != (w->leaves->is_index ? INDEX_INNER : TABLE_INNER)) return LE_SQLITE_DAMAGED;
    if (header + 12 + 2 * cells > p->usable_size) return LE_SQLITE_DAMAGED;
    for (uint32_t i = 0; i <= cells; i++) {
        uint32_t child, at = 0;
        if (i < cells) {
            at = le__get2(page + header + 12 + 2 * i);
            if (at < header + 12 + 2 * cells || at + 5 > p->usable_size) return LE_SQLITE_DAMAGED;
            child = le__get4(page + at);
        } else {
            child = le__get4(page + header + 8);
        }
        status = depth + 1 == w->depth ? add_leaf(w, child) : walk_inner(w, child, depth + 1);
        if (status) return status;
        if (i == cells) break;
        if (w->leaves->is_index) {
            status = add_record(w, page, at + 4);
            if (status) return status;
        } else {
            uint64_t rowid;
            if (!le__get_varint(page + at + 4, p->usable_size - at - 4, &rowid)) return LE_SQLITE_DAMAGED;
            w->leaves->rowids[w->leaves->count - 1] = (int64_t)rowid;
        }
    }
    return LE_SQLITE_OK;
}

/// Goes down the last children to a leaf, to know the depth and the kind of the tree.
static le_sqlite_status find_depth(walk *w, uint32_t root) {
    const le_sqlite_pages *p = w->pages;
    uint32_t page = root;
    for (w->depth = 0; w->depth <= DEEPEST; w->depth++) {
        uint8_t bytes[12];
        if (!page || page > p->page_count) return LE_SQLITE_DAMAGED;
        if (!p->read(p->context, page, header_offset(page), 12, bytes)) return LE_SQLITE_UNREADABLE;
        bool is_inner = bytes[0] == INDEX_INNER || bytes[0] == TABLE_INNER;
        if (!is_inner && bytes[0] != INDEX_LEAF && bytes[0] != TABLE_LEAF) return LE_SQLITE_DAMAGED;
        bool is_index = bytes[0] == INDEX_INNER || bytes[0] == INDEX_LEAF;
        if (w->depth && is_index != w->leaves->is_index) return LE_SQLITE_DAMAGED;
        w->leaves->is_index = is_index;
        if (!is_inner) return LE_SQLITE_OK;
        page = le__get4(bytes + 8);
    }
    return LE_SQLITE_DAMAGED;
}

le_sqlite_status le_sqlite_leaves_read(const le_sqlite_pages *pages, uint32_t root, le_sqlite_leaves *leaves) {
    *leaves = (le_sqlite_leaves){.count = 0};
    uint32_t size = pages->page_size, usable = pages->usable_size;
    if (size < 512 || size > 65536 || size & (size - 1) || usable > size || usable < 480) return LE_SQLITE_DAMAGED;
    walk w = {.pages = pages, .leaves = leaves};
    le_sqlite_status status = find_depth(&w, root);
    if (status) return status;
    w.seen = calloc((size_t)pages->page_count / 8 + 1, 1);
    w.buffers = malloc((size_t)(w.depth + 1) * size);
    if (!w.seen || !w.buffers)
        status = LE_SQLITE_NO_MEMORY;
    else
        status = w.depth ? walk_inner(&w, root, 0) : add_leaf(&w, root);
    free(w.seen);
    free(w.buffers);
    if (!status && !(leaves->rows = calloc(leaves->count, sizeof *leaves->rows))) status = LE_SQLITE_NO_MEMORY;
    return status;
}

le_sqlite_status le_sqlite_leaves_read_counts(const le_sqlite_pages *pages, le_sqlite_leaves *leaves, size_t first,
                                              size_t step) {
    if (!step || !leaves->rows) return LE_SQLITE_DAMAGED;
    for (size_t i = first; i < leaves->count; i += step) {
        uint8_t bytes[8];
        uint32_t page = leaves->pages[i], header = header_offset(page);
        if (!pages->read(pages->context, page, header, 8, bytes)) return LE_SQLITE_UNREADABLE;
        uint32_t rows = le__get2(bytes + 3);
        if (bytes[0] != (leaves->is_index ? INDEX_LEAF : TABLE_LEAF)) return LE_SQLITE_DAMAGED;
        if (header + 8 + 2 * rows > pages->usable_size) return LE_SQLITE_DAMAGED;
        leaves->rows[i] = rows;
    }
    return LE_SQLITE_OK;
}

void le_sqlite_leaves_free(le_sqlite_leaves *leaves) {
    free(leaves->pages);
    free(leaves->rows);
    free(leaves->rowids);
    free(leaves->record_ends);
    free(leaves->records);
    *leaves = (le_sqlite_leaves){.count = 0};
}
