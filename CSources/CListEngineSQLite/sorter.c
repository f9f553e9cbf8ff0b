// Sorts any number of rows by their keys, in short steps. The caller can stop between two steps. When the memory is
// full, its rows are sorted and written as a run to a temporary file of SQLite. At the end the runs are merged.
#ifdef LISTENGINE_SQLITE

    #include "listengine_sqlite.h"

    #include <sqlite3.h>
    #include <stdlib.h>
    #include <string.h>

enum { HEADER = 8, STEP = 16384, RUN_BUFFER = 65536 };

/// A row in memory: the first bytes of its key as a number, and where it is among the records.
typedef struct entry {
    uint64_t prefix;
    size_t offset;
} entry;

/// The part of a run that is not merged yet.
typedef struct run {
    sqlite3_int64 begin, end;
    uint8_t *bytes;
    size_t at, length, capacity;
} run;

struct le_sqlite_sorter {
    enum { FILLING, SORTING, WRITING, READY } state;
    bool is_finished;
    size_t most;
    /// A record has the length of the identity and the length of the key in 4 bytes each, the identity, and the key.
    uint8_t *records;
    size_t length, capacity;
    entry *entries, *merged;
    size_t count, entry_capacity;
    /// Pairs of sorted ranges of this width are merged: `left` and `right` are next, behind `written` entries of the
    /// result.
    size_t width, left, right, written;
    sqlite3_file *file;
    sqlite3_int64 file_length;
    run *runs;
    size_t run_count;
    /// The runs that have a row left, as a heap.
    size_t *heap;
    size_t heap_count;
    bool is_behind_first;
};

le_sqlite_sorter *le_sqlite_sorter_new(size_t memory) {
    le_sqlite_sorter *s = calloc(1, sizeof *s);
    if (s) s->most = memory;
    return s;
}

void le_sqlite_sorter_free(le_sqlite_sorter *s) {
    if (!s) return;
    if (s->file) {
        if (s->file->pMethods) s->file->pMethods->xClose(s->file);
        sqlite3_free(s->file);
    }
    for (size_t i = 0; i < s->run_count; i++) free(s->runs[i].bytes);
    free(s->runs);
    free(s->heap);
    free(s->records);
    free(s->entries);
    free(s->merged);
    free(s);
}

static size_t id_length(const uint8_t *record) {
    uint32_t length;
    memcpy(&length, record, 4);
    return length;
}

static size_t key_length(const uint8_t *record) {
    uint32_t length;
    memcpy(&length, record + 4, 4);
    return length;
}

static size_t record_length(const uint8_t *record) { return HEADER + id_length(record) + key_length(record); }
static const uint8_t *key_of(const uint8_t *record) { return record + HEADER + id_length(record); }

static int compare_keys(const uint8_t *left, const uint8_t *right) {
    size_t a = key_length(left), b = key_length(right);
    int order = memcmp(key_of(left), key_of(right), a < b ? a : b);
    return order ? order : a < b ? -1 : a > b;
}

bool le_sqlite_sorter_is_full(const le_sqlite_sorter *s) { return s->length + s->count * 2 * sizeof(entry) >= s->most; }

le_sqlite_status le_sqlite_sorter_add(le_sqlite_sorter *s, struct sqlite3_stmt *statement, const le_sqlite_term *terms,
                                      size_t id_count, size_t count) {
    if (s->state != FILLING) return LE_SQLITE_UNAVAILABLE;
    if (s->count == s->entry_capacity) {
        size_t capacity = s->entry_capacity ? s->entry_capacity * 2 : 256;
        entry *entries = realloc(s->entries, capacity * sizeof *entries);
        if (entries) s->entries = entries;
        entry *merged = realloc(s->merged, capacity * sizeof *merged);
        if (merged) s->merged = merged;
        if (!entries || !merged) return LE_SQLITE_NO_MEMORY;
        s->entry_capacity = capacity;
    }
    size_t end = s->length + HEADER, id_end = end;
    for (size_t i = 0; i < count; i++) {
        const le_sqlite_term *term = &terms[i];
        le_sqlite_value value = le_sqlite_column_value(statement, (int)i, term->collation == LE_SQLITE_BINARY);
        size_t needed = end + le_sqlite_key_bound(&value);
        if (needed > s->capacity) {
            size_t capacity = s->capacity * 2 > needed ? s->capacity * 2 : needed + 4096;
            uint8_t *records = realloc(s->records, capacity);
            if (!records) return LE_SQLITE_NO_MEMORY;
            s->records = records;
            s->capacity = capacity;
        }
        end += le_sqlite_key_append(&value, term->collation, term->is_descending, s->records + end);
        if (i + 1 == id_count) id_end = end;
    }
    uint32_t lengths[2] = {(uint32_t)(id_end - s->length - HEADER), (uint32_t)(end - id_end)};
    memcpy(s->records + s->length, lengths, HEADER);
    uint64_t prefix = 0;
    for (size_t i = 0; i < 8; i++) prefix = prefix << 8 | (id_end + i < end ? s->records[id_end + i] : 0);
    s->entries[s->count++] = (entry){prefix, s->length};
    s->length = end;
    return LE_SQLITE_OK;
}

const uint8_t *le_sqlite_sorter_last_id(const le_sqlite_sorter *s, size_t *length) {
    if (!s->count || s->state != FILLING) return NULL;
    const uint8_t *record = s->records + s->entries[s->count - 1].offset;
    *length = id_length(record);
    return record + HEADER;
}

static void begin_sorting(le_sqlite_sorter *s) {
    s->state = SORTING;
    s->width = 1;
    s->written = 0;
}

void le_sqlite_sorter_finish(le_sqlite_sorter *s) {
    s->is_finished = true;
    if (s->state == FILLING) begin_sorting(s);
}

/// Merges pairs of sorted ranges. The width of the ranges doubles after each pass.
static void sort_step(le_sqlite_sorter *s) {
    size_t n = s->count;
    for (size_t work = 0; work < STEP; work++) {
        if (s->written == n) {
            if (s->written) {
                entry *entries = s->entries;
                s->entries = s->merged;
                s->merged = entries;
                s->width *= 2;
                s->written = 0;
            }
            if (s->width >= n) {
                s->state = s->is_finished && !s->run_count ? READY : WRITING;
                s->written = 0;
                return;
            }
        }
        size_t start = s->written / (2 * s->width) * (2 * s->width);
        size_t middle = start + s->width < n ? start + s->width : n,
               end = middle + s->width < n ? middle + s->width : n;
        if (s->written == start) {
            s->left = start;
            s->right = middle;
        }
        const entry *a = &s->entries[s->left], *b = &s->entries[s->right];
        bool takes_left = s->right == end;
        if (!takes_left && s->left < middle) {
            takes_left = a->prefix != b->prefix ? a->prefix < b->prefix
                                                : compare_keys(s->records + a->offset, s->records + b->offset) <= 0;
        }
        s->merged[s->written++] = takes_left ? *a : *b;
        if (takes_left)
            s->left++;
        else
            s->right++;
    }
}

static le_sqlite_status open_file(le_sqlite_sorter *s) {
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    if (!vfs || !(s->file = sqlite3_malloc(vfs->szOsFile))) return LE_SQLITE_NO_MEMORY;
    memset(s->file, 0, (size_t)vfs->szOsFile);
    int options = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE | SQLITE_OPEN_DELETEONCLOSE |
                  SQLITE_OPEN_TEMP_DB;
    return vfs->xOpen(vfs, NULL, s->file, options, &options) == SQLITE_OK ? LE_SQLITE_OK : LE_SQLITE_UNREADABLE;
}

/// Writes a part of the records in memory in their order.
static le_sqlite_status write_step(le_sqlite_sorter *s) {
    le_sqlite_status status;
    if (!s->file && (status = open_file(s))) return status;
    if (!s->written) {
        run *runs = realloc(s->runs, (s->run_count + 1) * sizeof *runs);
        if (!runs) return LE_SQLITE_NO_MEMORY;
        s->runs = runs;
        s->runs[s->run_count++] = (run){.begin = s->file_length};
    }
    uint8_t *buffer = malloc(RUN_BUFFER);
    if (!buffer) return LE_SQLITE_NO_MEMORY;
    size_t filled = 0;
    int code = SQLITE_OK;
    for (; s->written < s->count && code == SQLITE_OK; s->written++) {
        const uint8_t *record = s->records + s->entries[s->written].offset;
        size_t length = record_length(record);
        if (filled && filled + length > RUN_BUFFER) break;
        if (length > RUN_BUFFER) {
            code = s->file->pMethods->xWrite(s->file, record, (int)length, s->file_length);
            s->file_length += (sqlite3_int64)length;
        } else {
            memcpy(buffer + filled, record, length);
            filled += length;
        }
    }
    if (filled && code == SQLITE_OK) {
        code = s->file->pMethods->xWrite(s->file, buffer, (int)filled, s->file_length);
        s->file_length += (sqlite3_int64)filled;
    }
    free(buffer);
    if (code != SQLITE_OK) return (code & 255) == SQLITE_FULL ? LE_SQLITE_DISK_FULL : LE_SQLITE_UNREADABLE;
    s->runs[s->run_count - 1].end = s->file_length;
    return LE_SQLITE_OK;
}

/// Makes the next record of a run readable. False at the end of the run.
static bool load(le_sqlite_sorter *s, run *r, le_sqlite_status *status) {
    for (;;) {
        size_t left = r->length - r->at;
        size_t needed = left < HEADER ? HEADER : record_length(r->bytes + r->at);
        if (left >= needed) return true;
        if (r->begin == r->end) {
            if (left) *status = LE_SQLITE_UNREADABLE;
            return false;
        }
        if (left) memmove(r->bytes, r->bytes + r->at, left);
        r->at = 0;
        r->length = left;
        if (needed > r->capacity || !r->bytes) {
            size_t capacity = needed > RUN_BUFFER ? needed : RUN_BUFFER;
            uint8_t *bytes = realloc(r->bytes, capacity);
            if (!bytes) {
                *status = LE_SQLITE_NO_MEMORY;
                return false;
            }
            r->bytes = bytes;
            r->capacity = capacity;
        }
        size_t part = r->capacity - left;
        if ((sqlite3_int64)part > r->end - r->begin) part = (size_t)(r->end - r->begin);
        if (s->file->pMethods->xRead(s->file, r->bytes + left, (int)part, r->begin) != SQLITE_OK) {
            *status = LE_SQLITE_UNREADABLE;
            return false;
        }
        r->begin += (sqlite3_int64)part;
        r->length += part;
    }
}

static const uint8_t *record_of(const run *r) { return r->bytes + r->at; }

static void sift_down(le_sqlite_sorter *s, size_t place) {
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= s->heap_count) return;
        if (child + 1 < s->heap_count &&
            compare_keys(record_of(&s->runs[s->heap[child + 1]]), record_of(&s->runs[s->heap[child]])) < 0)
            child++;
        if (compare_keys(record_of(&s->runs[s->heap[place]]), record_of(&s->runs[s->heap[child]])) <= 0) return;
        size_t other = s->heap[place];
        s->heap[place] = s->heap[child];
        s->heap[child] = other;
        place = child;
    }
}

static le_sqlite_status begin_merging(le_sqlite_sorter *s) {
    free(s->records);
    free(s->entries);
    free(s->merged);
    s->records = NULL;
    s->entries = s->merged = NULL;
    s->count = s->entry_capacity = s->length = s->capacity = 0;
    le_sqlite_status status = LE_SQLITE_OK;
    if (!(s->heap = malloc(s->run_count * sizeof *s->heap))) return LE_SQLITE_NO_MEMORY;
    for (size_t i = 0; i < s->run_count && !status; i++) {
        if (load(s, &s->runs[i], &status)) s->heap[s->heap_count++] = i;
    }
    for (size_t i = s->heap_count; i-- > 0;) sift_down(s, i);
    s->state = READY;
    return status;
}

le_sqlite_status le_sqlite_sorter_step(le_sqlite_sorter *s, bool *is_done) {
    le_sqlite_status status = LE_SQLITE_OK;
    if (s->state == FILLING && le_sqlite_sorter_is_full(s)) begin_sorting(s);
    if (s->state == SORTING) {
        sort_step(s);
    } else if (s->state == WRITING && s->written < s->count) {
        status = write_step(s);
    } else if (s->state == WRITING && s->is_finished) {
        status = begin_merging(s);
    } else if (s->state == WRITING) {
        s->count = s->length = s->written = 0;
        s->state = FILLING;
    }
    *is_done = !status && (s->state == FILLING || s->state == READY);
    return status;
}

le_sqlite_status le_sqlite_sorter_next(le_sqlite_sorter *s, le_sqlite_sorted_row *row) {
    const uint8_t *record = NULL;
    le_sqlite_status status = LE_SQLITE_OK;
    if (s->state != READY) return LE_SQLITE_UNAVAILABLE;
    if (s->run_count) {
        if (s->is_behind_first && s->heap_count) {
            run *r = &s->runs[s->heap[0]];
            r->at += record_length(record_of(r));
            if (!load(s, r, &status)) s->heap[0] = s->heap[--s->heap_count];
            sift_down(s, 0);
        }
        s->is_behind_first = true;
        if (s->heap_count) record = record_of(&s->runs[s->heap[0]]);
    } else if (s->written < s->count) {
        record = s->records + s->entries[s->written++].offset;
    }
    *row = (le_sqlite_sorted_row){.id = NULL};
    if (status || !record) return status;
    *row = (le_sqlite_sorted_row){record + HEADER, id_length(record), key_of(record), key_length(record)};
    return LE_SQLITE_OK;
}

#endif
