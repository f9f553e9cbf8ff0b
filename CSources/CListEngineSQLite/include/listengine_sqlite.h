// The part of ListEngineSQLite in C: keys as bytes, records and b-trees of SQLite's files, pages of a snapshot, hooks.
//
// The file format is that of https://www.sqlite.org/fileformat2.html. All functions that read bytes of a file check
// every length, number and pointer that they find there. They return false or a status for bytes that make no sense. A
// target without the trait SQLite is empty, apart from this header.
#ifndef LISTENGINE_SQLITE_H
#define LISTENGINE_SQLITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sqlite3;
struct sqlite3_stmt;

// ---------------------------------------------------------------------------------------------------------- values

typedef enum le_sqlite_type {
    LE_SQLITE_NULL,
    LE_SQLITE_INTEGER,
    LE_SQLITE_REAL,
    LE_SQLITE_TEXT,
    LE_SQLITE_BLOB,
} le_sqlite_type;

/// A value of a row or of a key. `bytes` belongs to somebody else.
typedef struct le_sqlite_value {
    le_sqlite_type type;
    int64_t integer;
    double real;
    const uint8_t *bytes;
    size_t length;
} le_sqlite_value;

/// Reads the first `count` values of a record. Returns false if the record is damaged or has fewer values.
bool le_sqlite_record_values(const uint8_t *record, size_t length, le_sqlite_value *values, size_t count);

// ------------------------------------------------------------------------------------------------------------ keys

/// How strings of a term are ordered.
typedef enum le_sqlite_collation { LE_SQLITE_BINARY, LE_SQLITE_NOCASE, LE_SQLITE_RTRIM } le_sqlite_collation;

/// The most bytes that le_sqlite_key_append writes for a value.
size_t le_sqlite_key_bound(const le_sqlite_value *value);

/// Writes a term of a key to `out`, which has room for le_sqlite_key_bound bytes, and returns the number of bytes. Keys
/// of the same terms compare with memcmp as SQLite orders their values: NULL, numbers, strings, blobs. Values that
/// SQLite takes for equal have equal bytes: 1 and 1.0, 0.0 and -0.0, and strings that the collation takes for equal.
size_t le_sqlite_key_append(const le_sqlite_value *value, le_sqlite_collation collation, bool descending, uint8_t *out);

/// Reads the term at `*offset` and moves the offset behind it. The result is equal to the value of the key under the
/// term's collation. Bytes are written to `scratch`, which has room for `capacity` bytes. Returns false if the key is
/// damaged or the bytes do not fit.
bool le_sqlite_key_read(const uint8_t *key, size_t length, size_t *offset, le_sqlite_collation collation,
                        bool descending, le_sqlite_value *value, uint8_t *scratch, size_t capacity);

/// How a term of a key encodes values.
typedef struct le_sqlite_term {
    le_sqlite_collation collation;
    bool is_descending;
} le_sqlite_term;

/// The bytes of scratch that le_sqlite_key_read needs for the term at `offset`; 0 if it needs none.
size_t le_sqlite_key_scratch(const uint8_t *key, size_t length, size_t offset, le_sqlite_collation collation,
                             bool descending);

/// The value of a column of a row, valid until the statement is used again. Text is in UTF-8, or in the encoding of the
/// database if it is read as it is stored.
le_sqlite_value le_sqlite_column_value(struct sqlite3_stmt *statement, int column, bool as_stored);

// ----------------------------------------------------------------------------------------------------------- pages

typedef enum le_sqlite_status {
    LE_SQLITE_OK,
    /// A page or a record makes no sense.
    LE_SQLITE_DAMAGED,
    /// Memory ran out.
    LE_SQLITE_NO_MEMORY,
    /// The pages could not be read.
    LE_SQLITE_UNREADABLE,
    /// The file has no pages that can be read: in memory, encrypted, locked exclusively, a transaction that writes.
    LE_SQLITE_UNAVAILABLE,
    /// The writer was faster than the reader in every attempt.
    LE_SQLITE_MOVED,
    /// A temporary file does not fit the disk.
    LE_SQLITE_DISK_FULL,
} le_sqlite_status;

/// Pages of a file, as of one moment. Pages are counted from 1.
typedef struct le_sqlite_pages {
    void *context;
    /// Reads a part of a page that is within `page_size`. Returns false if it cannot be read.
    bool (*read)(void *context, uint32_t page, uint32_t offset, uint32_t length, uint8_t *bytes);
    /// 512 to 65,536, a power of two.
    uint32_t page_size;
    /// The bytes of a page that b-trees use.
    uint32_t usable_size;
    uint32_t page_count;
} le_sqlite_pages;

/// The leaves of a b-tree in order, and between two of them the row that separates them.
typedef struct le_sqlite_leaves {
    /// An index, or a table without rowid: the separating row is a row of the tree. Otherwise it is only the largest
    /// rowid that the leaf before it may have.
    bool is_index;
    size_t count;
    /// The page of each leaf.
    uint32_t *pages;
    /// The rows of each leaf, once le_sqlite_leaves_read_counts has been called; zeros before.
    uint32_t *rows;
    /// The `count - 1` rowids that separate the leaves of a table.
    int64_t *rowids;
    /// For each of the `count - 1` records that separate the leaves of an index: where it ends in `records`. It begins
    /// where the one before ends. A record of more than LE_SQLITE_LONGEST_RECORD bytes is empty.
    size_t *record_ends;
    uint8_t *records;
    size_t capacity, record_capacity;
} le_sqlite_leaves;

enum { LE_SQLITE_LONGEST_RECORD = 65536 };

/// Reads the inner pages of the b-tree at a root. Free the result with le_sqlite_leaves_free, whatever the status is.
/// Cost: one read for each inner page, and one for each separating record that does not fit its page.
le_sqlite_status le_sqlite_leaves_read(const le_sqlite_pages *pages, uint32_t root, le_sqlite_leaves *leaves);

/// Reads the number of rows from the header of each leaf, in order. The leaves from index `first` on, `step` apart.
le_sqlite_status le_sqlite_leaves_read_counts(const le_sqlite_pages *pages, le_sqlite_leaves *leaves, size_t first,
                                              size_t step);

void le_sqlite_leaves_free(le_sqlite_leaves *leaves);

/// The pages of a connection's main database as its next read transaction sees them.
typedef struct le_sqlite_snapshot le_sqlite_snapshot;

/// Begins a read transaction and fixes which pages it sees. The connection must have no transaction. After LE_SQLITE_OK
/// the transaction is open until the caller ends it, after le_sqlite_snapshot_free. Otherwise there is none.
///
/// Pages are read through SQLite's own handles of its files. In WAL mode the transaction is known to see the state of
/// the wal-index if that is the same before and after the transaction began; otherwise it begins again, at most 100
/// times.
le_sqlite_status le_sqlite_snapshot_begin(struct sqlite3 *database, le_sqlite_snapshot **snapshot);

/// The pages; valid until the snapshot is freed.
const le_sqlite_pages *le_sqlite_snapshot_pages(const le_sqlite_snapshot *snapshot);

void le_sqlite_snapshot_free(le_sqlite_snapshot *snapshot);

// ----------------------------------------------------------------------------------------------------------- hooks

/// A row is about to change. The values are those of the observed columns before and after the change, NULL where there
/// is no row. The callback runs in the thread of the writer, inside of its statement, and must not use the connection.
typedef void (*le_sqlite_change)(void *context, int64_t old_rowid, int64_t new_rowid, const le_sqlite_value *old_values,
                                 const le_sqlite_value *new_values);

/// Whether the library has the hook that reports values before a change.
bool le_sqlite_has_preupdate_hook(void);

/// The connection is closed, or about to be. The callback must not call functions of observers.
typedef void (*le_sqlite_close)(void *context);

typedef struct le_sqlite_observer le_sqlite_observer;

/// Reports changes of a table of the main database that the connection makes, and the end of the connection. It
/// replaces a hook of the program. Without a table, only the end of the connection is reported, and no hook is
/// replaced. Returns NULL if memory ran out, if the library has no hook, or while a statement of the connection runs.
/// `columns` are indices of columns, at most 64. `close` may be NULL. A connection without a mutex must be used by the
/// calling thread only.
le_sqlite_observer *le_sqlite_observe(struct sqlite3 *database, const char *table, const int *columns, int column_count,
                                      le_sqlite_change change, le_sqlite_close close, void *context);

/// Ends the observation: no callback runs afterwards. Returns whether this is the first call. Any thread may call it,
/// even while the connection is used or closed, but not a callback. The hook is removed by the next change of the
/// connection.
bool le_sqlite_observer_stop(le_sqlite_observer *observer);

/// False after le_sqlite_observer_stop, or after the connection was closed.
bool le_sqlite_observer_is_active(const le_sqlite_observer *observer);

/// Whether the connection may be within a transaction that writes. Any thread may ask if the connection has a mutex;
/// otherwise only the thread that uses the connection. False after the observation has ended.
bool le_sqlite_observer_is_writing(const le_sqlite_observer *observer);

/// Whether somebody else has replaced the hook since the observation began, so that changes may not have been reported.
/// It sets the hook again. Any thread may ask if the connection has a mutex, and asks again while the connection is
/// busy; otherwise only the thread that uses the connection.
bool le_sqlite_observer_has_lost_hook(const le_sqlite_observer *observer);

/// Ends the observation and frees the observer.
void le_sqlite_observer_free(le_sqlite_observer *observer);

/// Whether a connection to a file was opened by the copy of SQLite's library that this code is linked with. Two copies
/// in one process do not know of each other's locks.
bool le_sqlite_is_of_this_library(struct sqlite3 *database);

// ---------------------------------------------------------------------------------------------------------- rowids

/// Runs a statement that returns rowids, and defines a function of SQL with one argument that returns whether a rowid
/// is among them. A function with the same name is replaced. Returns SQLITE_OK, or why the statement or the definition
/// failed. Memory: a bit for each rowid up to the largest, or 8 bytes for each if they are far apart.
int le_sqlite_define_rowids(struct sqlite3 *database, struct sqlite3_stmt *statement, const char *name, int64_t *count);

// --------------------------------------------------------------------------------------------------------- sorting

/// Sorts any number of rows by their keys. Rows that do not fit in memory are kept in a temporary file of SQLite.
typedef struct le_sqlite_sorter le_sqlite_sorter;

typedef struct le_sqlite_sorted_row {
    /// NULL behind the last row.
    const uint8_t *id;
    size_t id_length;
    const uint8_t *key;
    size_t key_length;
} le_sqlite_sorted_row;

/// Creates a sorter that keeps about `memory` bytes of rows. Returns NULL if memory ran out.
le_sqlite_sorter *le_sqlite_sorter_new(size_t memory);
void le_sqlite_sorter_free(le_sqlite_sorter *sorter);

/// Adds the current row of a statement. Its first `count` columns are those of the terms: `id_count` for the identity,
/// then those of the key. Call le_sqlite_sorter_step when the sorter is full.
le_sqlite_status le_sqlite_sorter_add(le_sqlite_sorter *sorter, struct sqlite3_stmt *statement,
                                      const le_sqlite_term *terms, size_t id_count, size_t count);

/// Whether the memory has no room for more rows.
bool le_sqlite_sorter_is_full(const le_sqlite_sorter *sorter);

/// The identity of the row that was added last; NULL if none was added since the last run.
const uint8_t *le_sqlite_sorter_last_id(const le_sqlite_sorter *sorter, size_t *length);

/// Tells the sorter that all rows were added. Call le_sqlite_sorter_step until it is done, and then
/// le_sqlite_sorter_next.
void le_sqlite_sorter_finish(le_sqlite_sorter *sorter);

/// Works for a fraction of a millisecond. If `*is_done`, rows can be added, or, after le_sqlite_sorter_finish, read.
le_sqlite_status le_sqlite_sorter_step(le_sqlite_sorter *sorter, bool *is_done);

/// Returns the next row in the order of the keys. Rows with equal keys are in no particular order.
le_sqlite_status le_sqlite_sorter_next(le_sqlite_sorter *sorter, le_sqlite_sorted_row *row);

#endif
