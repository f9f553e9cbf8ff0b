// A set of rowids, and the function of SQL that looks into it. Where rowids are dense, which is the rule, the set is a
// bit for each; otherwise it is a sorted array.
#ifdef LISTENGINE_SQLITE

    #include "listengine_sqlite.h"

    #include <sqlite3.h>
    #include <stdlib.h>
    #include <string.h>

typedef struct rowids {
    int64_t *sorted;
    size_t count, capacity;
    /// A bit for each rowid from `first` on, or NULL.
    uint8_t *bits;
    int64_t first;
    uint64_t range;
} rowids;

static void free_rowids(void *set) {
    rowids *r = set;
    free(r->sorted);
    free(r->bits);
    free(r);
}

static bool contains(const rowids *r, int64_t rowid) {
    if (r->bits) {
        uint64_t place = (uint64_t)rowid - (uint64_t)r->first;
        return rowid >= r->first && place < r->range && r->bits[place / 8] >> place % 8 & 1;
    }
    size_t low = 0, high = r->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->sorted[middle] < rowid)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->count && r->sorted[low] == rowid;
}

static void look(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    bool is_rowid = sqlite3_value_type(values[0]) == SQLITE_INTEGER;
    sqlite3_result_int(context, is_rowid && contains(sqlite3_user_data(context), sqlite3_value_int64(values[0])));
}

static int ascending(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return a < b ? -1 : a > b;
}

static bool add(rowids *r, int64_t rowid) {
    if (r->count == r->capacity) {
        size_t capacity = r->capacity ? r->capacity * 2 : 1024;
        int64_t *sorted = realloc(r->sorted, capacity * sizeof *sorted);
        if (!sorted) return false;
        r->sorted = sorted;
        r->capacity = capacity;
    }
    r->sorted[r->count++] = rowid;
    return true;
}

/// Makes bits if they take less memory than the array.
static void make_bits(rowids *r) {
    if (!r->count) return;
    r->first = r->sorted[0];
    r->range = (uint64_t)r->sorted[r->count - 1] - (uint64_t)r->first;
    if (r->range == UINT64_MAX || ++r->range / 64 > r->count) return;
    r->bits = calloc((size_t)(r->range / 8) + 1, 1);
    if (!r->bits) return;
    for (size_t i = 0; i < r->count; i++) {
        uint64_t place = (uint64_t)r->sorted[i] - (uint64_t)r->first;
        r->bits[place / 8] |= (uint8_t)(1 << place % 8);
    }
    free(r->sorted);
    r->sorted = NULL;
}

int le_sqlite_define_rowids(struct sqlite3 *database, struct sqlite3_stmt *statement, const char *name,
                            int64_t *count) {
    rowids *r = calloc(1, sizeof *r);
    int status = SQLITE_NOMEM;
    bool is_ascending = true;
    while (r && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        int64_t rowid = sqlite3_column_int64(statement, 0);
        if (r->count && r->sorted[r->count - 1] >= rowid) is_ascending = false;
        if (!add(r, rowid)) {
            status = SQLITE_NOMEM;
            break;
        }
    }
    if (status != SQLITE_DONE) {
        if (r) free_rowids(r);
        return status;
    }
    if (!is_ascending) qsort(r->sorted, r->count, sizeof *r->sorted, ascending);
    make_bits(r);
    *count = (int64_t)r->count;
    // SQLite frees the set with the function, even if it cannot be defined.
    return sqlite3_create_function_v2(database, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, r, look, NULL, NULL,
                                      free_rowids);
}

#endif
