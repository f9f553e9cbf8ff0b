// The pages of a snapshot. In WAL mode the newest frame of a page is found by the hash tables of the wal-index
// (https://www.sqlite.org/walformat.html), as SQLite itself does.
//
// No file is opened or closed here: when a process closes any descriptor of a file, its POSIX locks on the file are
// gone, SQLite's among them. Everything is read through the handles that SQLite has open.
#include "tree.h"

#ifdef LISTENGINE_SQLITE

    #include <sqlite3.h>
    #include <stdlib.h>
    #include <string.h>

enum {
    REGION = 32768,       // bytes of a piece of the wal-index
    REGION_FRAMES = 4096, // its frames; the header takes the place of 34 in the first
    FIRST_FRAMES = REGION_FRAMES - 34,
    SLOTS = 8192,
    MOST_ATTEMPTS = 100,
};

typedef struct wal_header {
    uint32_t version, unused, change;
    uint8_t is_initialized, big_endian_checksum;
    uint16_t page_size;
    uint32_t last_frame, page_count;
    uint32_t checksum[2], salt[2], header_checksum[2];
} wal_header;

_Static_assert(sizeof(wal_header) == 48, "the header of the wal-index has 48 bytes");

struct le_sqlite_snapshot {
    le_sqlite_pages pages;
    sqlite3 *database;
    sqlite3_file *file, *wal;
    /// 0 if all pages are in the file.
    uint32_t last_frame;
    /// The pieces of the wal-index that have frames up to `last_frame`.
    volatile uint8_t **regions;
    uint32_t region_count;
};

static sqlite3_file *handle(sqlite3 *database, int which) {
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(database, "main", which, &file) != SQLITE_OK || !file || !file->pMethods) return NULL;
    return file;
}

static volatile uint8_t *region(sqlite3_file *file, uint32_t index) {
    void volatile *bytes = NULL;
    if (file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return NULL;
    file->pMethods->xShmMap(file, (int)index, REGION, 0, &bytes);
    return bytes;
}

/// Both copies of the header are written one after the other; they are equal unless a writer is at it.
static bool read_header(sqlite3_file *file, volatile uint8_t *bytes, wal_header *header) {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        wal_header second;
        for (size_t i = 0; i < sizeof second; i++) ((uint8_t *)header)[i] = bytes[i];
        file->pMethods->xShmBarrier(file);
        for (size_t i = 0; i < sizeof second; i++) ((uint8_t *)&second)[i] = bytes[sizeof second + i];
        if (!memcmp(header, &second, sizeof second)) return header->is_initialized && header->version == 3007000;
    }
    return false;
}

/// The last frame of a page that the snapshot sees; 0 if there is none.
static uint32_t frame_of(const le_sqlite_snapshot *s, uint32_t page) {
    for (uint32_t r = s->region_count; r-- > 0;) {
        volatile uint8_t *bytes = s->regions[r];
        volatile uint32_t *pages = (volatile uint32_t *)(bytes + (r ? 0 : 136));
        volatile uint16_t *slots = (volatile uint16_t *)(bytes + REGION - SLOTS * 2);
        uint32_t before = r ? FIRST_FRAMES + (r - 1) * REGION_FRAMES : 0, count = r ? REGION_FRAMES : FIRST_FRAMES;
        uint32_t found = 0;
        uint32_t slot = page * 383 & (SLOTS - 1);
        for (uint32_t probes = 0; probes < SLOTS; probes++, slot = (slot + 1) & (SLOTS - 1)) {
            uint32_t index = slots[slot];
            if (!index) break;
            if (index <= count && before + index <= s->last_frame && pages[index - 1] == page && index > found)
                found = index;
        }
        if (found) return before + found;
    }
    return 0;
}

static bool read_page(void *context, uint32_t page, uint32_t offset, uint32_t length, uint8_t *bytes) {
    const le_sqlite_snapshot *s = context;
    uint32_t size = s->pages.page_size;
    if (!page || offset > size || length > size - offset) return false;
    uint32_t frame = s->last_frame ? frame_of(s, page) : 0;
    sqlite3_file *file = frame ? s->wal : s->file;
    sqlite3_int64 at = frame ? 32 + (sqlite3_int64)(frame - 1) * (24 + size) + 24 : (sqlite3_int64)(page - 1) * size;
    return file->pMethods->xRead(file, bytes, (int)length, at + offset) == SQLITE_OK;
}

/// The first value of a statement: a number, or 1 if it is `text`.
static bool query(sqlite3 *database, const char *sql, const char *text, int64_t *result) {
    sqlite3_stmt *statement = NULL;
    bool is_row =
        sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW;
    if (is_row && text) {
        const char *found = (const char *)sqlite3_column_text(statement, 0);
        *result = found && !sqlite3_stricmp(found, text);
    } else if (is_row) {
        *result = sqlite3_column_int64(statement, 0);
    }
    sqlite3_finalize(statement);
    return is_row;
}

/// Ends the read transaction, even if it is interrupted.
static void end(sqlite3 *database) {
    for (int i = 0; i < 1000 && !sqlite3_get_autocommit(database); i++)
        sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
}

static bool begin(sqlite3 *database) {
    int64_t unused;
    if (sqlite3_exec(database, "BEGIN", NULL, NULL, NULL) != SQLITE_OK) return false;
    if (query(database, "PRAGMA main.schema_version", NULL, &unused)) return true;
    end(database);
    return false;
}

/// Begins a transaction in WAL mode whose last frame is known.
static le_sqlite_status begin_in_wal(le_sqlite_snapshot *s) {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        wal_header before, after;
        volatile uint8_t *first = region(s->file, 0);
        bool is_read = first && read_header(s->file, first, &before);
        if (!begin(s->database)) return LE_SQLITE_UNREADABLE;
        // The index is built by the first transaction.
        if (!first) first = region(s->file, 0);
        if (!first) {
            end(s->database);
            return LE_SQLITE_UNAVAILABLE;
        }
        // Read before the header: a log whose pages are all in the file can start over at any time, with a new header.
        uint32_t copied = *(volatile uint32_t *)(first + 96);
        s->file->pMethods->xShmBarrier(s->file);
        if (is_read && read_header(s->file, first, &after) && !memcmp(&before, &after, sizeof after)) {
            // Frames that are in the file already are not needed, and a writer may overwrite them all. They stay in the
            // file, because no one copies frames past the end of this snapshot into it.
            s->last_frame = copied >= after.last_frame ? 0 : after.last_frame;
            return LE_SQLITE_OK;
        }
        end(s->database);
    }
    return LE_SQLITE_MOVED;
}

static le_sqlite_status fill(le_sqlite_snapshot *s) {
    uint8_t header[100];
    int64_t size, count;
    sqlite3_int64 bytes;
    if (!query(s->database, "PRAGMA main.page_size", NULL, &size) || size < 512 || size > 65536)
        return LE_SQLITE_UNAVAILABLE;
    if (!query(s->database, "PRAGMA main.page_count", NULL, &count)) return LE_SQLITE_UNAVAILABLE;
    if (s->last_frame) {
        uint32_t regions = s->last_frame <= FIRST_FRAMES ? 1 : 2 + (s->last_frame - FIRST_FRAMES - 1) / REGION_FRAMES;
        s->regions = calloc(regions, sizeof *s->regions);
        if (!s->regions) return LE_SQLITE_NO_MEMORY;
        for (; s->region_count < regions; s->region_count++) {
            s->regions[s->region_count] = region(s->file, s->region_count);
            if (!s->regions[s->region_count]) return LE_SQLITE_UNAVAILABLE;
        }
    }
    // A damaged file can claim more pages than it has.
    if (s->file->pMethods->xFileSize(s->file, &bytes) != SQLITE_OK) return LE_SQLITE_UNREADABLE;
    int64_t most = bytes / size + s->last_frame;
    if (count < 1 || most < 1) return LE_SQLITE_UNAVAILABLE;
    s->pages.page_size = (uint32_t)size;
    s->pages.page_count = (uint32_t)(count < most ? count : most);
    if (!read_page(s, 1, 0, 100, header)) return LE_SQLITE_UNREADABLE;
    if (memcmp(header, "SQLite format 3", 16) || header[20] > size - 480) return LE_SQLITE_UNAVAILABLE;
    s->pages.usable_size = (uint32_t)size - header[20];
    return LE_SQLITE_OK;
}

le_sqlite_status le_sqlite_snapshot_begin(sqlite3 *database, le_sqlite_snapshot **snapshot) {
    int64_t is_exclusive, is_wal;
    *snapshot = NULL;
    if (!sqlite3_get_autocommit(database)) return LE_SQLITE_UNAVAILABLE;
    // With this lock the wal-index is in the memory of the connection.
    if (!query(database, "PRAGMA main.locking_mode", "exclusive", &is_exclusive) || is_exclusive)
        return LE_SQLITE_UNAVAILABLE;
    if (!query(database, "PRAGMA main.journal_mode", "wal", &is_wal)) return LE_SQLITE_UNREADABLE;
    le_sqlite_snapshot *s = calloc(1, sizeof *s);
    if (!s) return LE_SQLITE_NO_MEMORY;
    s->database = database;
    s->pages = (le_sqlite_pages){.context = s, .read = read_page};
    s->file = handle(database, SQLITE_FCNTL_FILE_POINTER);
    s->wal = is_wal ? handle(database, SQLITE_FCNTL_JOURNAL_POINTER) : NULL;
    le_sqlite_status status = LE_SQLITE_UNAVAILABLE;
    if (s->file && (s->wal || !is_wal))
        status = is_wal ? begin_in_wal(s) : begin(database) ? LE_SQLITE_OK : LE_SQLITE_UNREADABLE;
    if (status) {
        le_sqlite_snapshot_free(s);
        return status;
    }
    // The journal mode can have changed before the transaction began.
    int64_t is_still_wal;
    if (!query(database, "PRAGMA main.journal_mode", "wal", &is_still_wal) || is_still_wal != is_wal)
        status = LE_SQLITE_MOVED;
    else
        status = fill(s);
    if (status) {
        end(database);
        le_sqlite_snapshot_free(s);
        return status;
    }
    *snapshot = s;
    return LE_SQLITE_OK;
}

const le_sqlite_pages *le_sqlite_snapshot_pages(const le_sqlite_snapshot *snapshot) { return &snapshot->pages; }

void le_sqlite_snapshot_free(le_sqlite_snapshot *snapshot) {
    if (!snapshot) return;
    free(snapshot->regions);
    free(snapshot);
}

#endif
