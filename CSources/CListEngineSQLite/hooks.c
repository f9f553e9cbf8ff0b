// The hook before a change. Debian's library has it, but its header declares it only with a macro, and other libraries
// lack it: hence the weak names.
#ifdef LISTENGINE_SQLITE

    #define SQLITE_ENABLE_PREUPDATE_HOOK
    #include "listengine_sqlite.h"

    #include <pthread.h>
    #include <sqlite3.h>
    #include <stdlib.h>
    #include <string.h>

    #pragma weak sqlite3_preupdate_hook
    #pragma weak sqlite3_preupdate_old
    #pragma weak sqlite3_preupdate_new

enum { MOST_COLUMNS = 64 };

/// A connection that is observed, or was. It lives until SQLite closes the connection, so the hook can use it.
typedef struct watched_connection {
    struct watched_connection *next;
    sqlite3 *database;
    le_sqlite_observer *first_observer;
    /// Whether the hook was set here, and not removed here since.
    bool has_hook;
    /// How often somebody else was found to have replaced the hook.
    unsigned lost_hooks;
} watched_connection;

struct le_sqlite_observer {
    le_sqlite_observer *next;
    /// NULL after the observation has ended.
    watched_connection *connection;
    bool is_stopped;
    /// Those of the connection at the beginning.
    unsigned lost_hooks;
    /// NULL: only the end of the connection is observed.
    char *table;
    int column_count;
    int columns[MOST_COLUMNS];
    le_sqlite_change change;
    le_sqlite_close close;
    void *context;
};

bool le_sqlite_has_preupdate_hook(void) {
    return sqlite3_preupdate_hook != NULL && sqlite3_preupdate_old != NULL && sqlite3_preupdate_new != NULL;
}

static le_sqlite_value value_of(sqlite3_value *value) {
    le_sqlite_value result = {.type = LE_SQLITE_NULL};
    switch (value ? sqlite3_value_type(value) : SQLITE_NULL) {
    case SQLITE_INTEGER:
        result.type = LE_SQLITE_INTEGER;
        result.integer = sqlite3_value_int64(value);
        break;
    case SQLITE_FLOAT:
        result.type = LE_SQLITE_REAL;
        result.real = sqlite3_value_double(value);
        break;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
        result.type = sqlite3_value_type(value) == SQLITE_TEXT ? LE_SQLITE_TEXT : LE_SQLITE_BLOB;
        // Not as text: that would convert it from the encoding of the database.
        result.bytes = sqlite3_value_blob(value);
        result.length = (size_t)sqlite3_value_bytes(value);
        break;
    default:
        break;
    }
    return result;
}

/// All connections that were observed and are still open. A connection has one hook, and any number of lists. The mutex
/// guards their observers as well. Code that needs the mutex of a connection as well locks that one first, as the hook
/// does.
static watched_connection *first_connection;
static pthread_mutex_t observers_mutex = PTHREAD_MUTEX_INITIALIZER;

static void report(le_sqlite_observer *observer, int operation, sqlite3_int64 old_rowid, sqlite3_int64 new_rowid) {
    le_sqlite_value old_values[MOST_COLUMNS], new_values[MOST_COLUMNS];
    for (int i = 0; i < observer->column_count; i++) {
        sqlite3_value *old_value = NULL, *new_value = NULL;
        if (operation != SQLITE_INSERT)
            sqlite3_preupdate_old(observer->connection->database, observer->columns[i], &old_value);
        if (operation != SQLITE_DELETE)
            sqlite3_preupdate_new(observer->connection->database, observer->columns[i], &new_value);
        old_values[i] = value_of(old_value);
        new_values[i] = value_of(new_value);
    }
    observer->change(observer->context, old_rowid, new_rowid, operation == SQLITE_INSERT ? NULL : old_values,
                     operation == SQLITE_DELETE ? NULL : new_values);
}

static void before_change(void *context, sqlite3 *database, int operation, char const *schema, char const *table,
                          sqlite3_int64 old_rowid, sqlite3_int64 new_rowid) {
    watched_connection *connection = context;
    bool is_observed = false;
    pthread_mutex_lock(&observers_mutex);
    for (le_sqlite_observer *observer = connection->first_observer; observer; observer = observer->next) {
        if (!observer->table) continue;
        is_observed = true;
        if (!strcmp(schema, "main") && !sqlite3_stricmp(table, observer->table))
            report(observer, operation, old_rowid, new_rowid);
    }
    if (!is_observed) connection->has_hook = false;
    pthread_mutex_unlock(&observers_mutex);
    // The hook costs time, and only the thread that uses the connection may remove it.
    if (!is_observed) sqlite3_preupdate_hook(database, NULL, NULL);
}

/// Sets the hook, and finds out whether somebody else has replaced it. The caller has the mutex of the connection and
/// that of the observers.
static void set_hook(watched_connection *connection) {
    void *former = sqlite3_preupdate_hook(connection->database, before_change, connection);
    if (connection->has_hook && former != connection) connection->lost_hooks++;
    connection->has_hook = true;
}

/// SQLite calls this when it closes the connection, because it is the destructor of a function.
static void connection_closes(void *context) {
    watched_connection *connection = context;
    pthread_mutex_lock(&observers_mutex);
    for (watched_connection **link = &first_connection; *link; link = &(*link)->next) {
        if (*link != connection) continue;
        *link = connection->next;
        break;
    }
    while (connection->first_observer) {
        le_sqlite_observer *observer = connection->first_observer;
        connection->first_observer = observer->next;
        observer->connection = NULL;
        if (observer->close) observer->close(observer->context);
    }
    pthread_mutex_unlock(&observers_mutex);
    free(connection);
}

static void nothing(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)context;
    (void)count;
    (void)values;
}

/// A statement that deletes all rows does not call the hook if it was prepared before the hook was set. When a function
/// is replaced, SQLite prepares all statements again before they run. Returns false while a statement runs.
static bool expire_statements(sqlite3 *database) {
    for (int i = 0; i < 3; i++) {
        if (sqlite3_create_function_v2(database, "listengine_observe", 0, SQLITE_UTF8, NULL, i < 2 ? nothing : NULL,
                                       NULL, NULL, NULL) != SQLITE_OK)
            return false;
    }
    return true;
}

/// The record of a connection, which is created if there is none; NULL if memory ran out. The caller has the mutex of
/// the connection.
static watched_connection *watch(sqlite3 *database) {
    pthread_mutex_lock(&observers_mutex);
    watched_connection *connection = first_connection;
    while (connection && connection->database != database) connection = connection->next;
    bool is_new = !connection;
    if (is_new && (connection = calloc(1, sizeof *connection))) {
        connection->database = database;
        connection->next = first_connection;
        first_connection = connection;
    }
    pthread_mutex_unlock(&observers_mutex);
    // SQLite calls the destructor even if it cannot create the function.
    if (is_new && connection &&
        sqlite3_create_function_v2(database, "listengine_closes", 0, SQLITE_UTF8, connection, nothing, NULL, NULL,
                                   connection_closes) != SQLITE_OK)
        return NULL;
    return connection;
}

le_sqlite_observer *le_sqlite_observe(sqlite3 *database, const char *table, const int *columns, int column_count,
                                      le_sqlite_change change, le_sqlite_close close, void *context) {
    if (table && !le_sqlite_has_preupdate_hook()) return NULL;
    if (column_count < 0 || column_count > MOST_COLUMNS) return NULL;
    le_sqlite_observer *observer = calloc(1, sizeof *observer);
    if (!observer) return NULL;
    if (table) {
        size_t length = strlen(table) + 1;
        observer->table = malloc(length);
        if (!observer->table) {
            free(observer);
            return NULL;
        }
        memcpy(observer->table, table, length);
    }
    observer->column_count = column_count;
    observer->change = change;
    observer->close = close;
    observer->context = context;
    if (column_count) memcpy(observer->columns, columns, (size_t)column_count * sizeof *columns);
    sqlite3_mutex *mutex = sqlite3_db_mutex(database);
    sqlite3_mutex_enter(mutex);
    watched_connection *connection = watch(database);
    bool is_complete = connection != NULL;
    if (is_complete) {
        bool is_first = true;
        pthread_mutex_lock(&observers_mutex);
        for (le_sqlite_observer *other = connection->first_observer; other; other = other->next) {
            if (other->table) is_first = false;
        }
        observer->connection = connection;
        observer->next = connection->first_observer;
        connection->first_observer = observer;
        if (table) set_hook(connection);
        observer->lost_hooks = connection->lost_hooks;
        pthread_mutex_unlock(&observers_mutex);
        if (table) is_complete = !is_first || expire_statements(database);
    }
    sqlite3_mutex_leave(mutex);
    if (is_complete) return observer;
    le_sqlite_observer_free(observer);
    return NULL;
}

bool le_sqlite_observer_stop(le_sqlite_observer *observer) {
    pthread_mutex_lock(&observers_mutex);
    bool is_first = !observer->is_stopped;
    observer->is_stopped = true;
    if (observer->connection) {
        for (le_sqlite_observer **link = &observer->connection->first_observer; *link; link = &(*link)->next) {
            if (*link != observer) continue;
            *link = observer->next;
            break;
        }
        observer->connection = NULL;
    }
    pthread_mutex_unlock(&observers_mutex);
    return is_first;
}

bool le_sqlite_observer_is_active(const le_sqlite_observer *observer) {
    pthread_mutex_lock(&observers_mutex);
    bool is_active = observer->connection != NULL;
    pthread_mutex_unlock(&observers_mutex);
    return is_active;
}

bool le_sqlite_observer_is_writing(const le_sqlite_observer *observer) {
    bool is_writing = false;
    // While this mutex is locked, the connection cannot be closed.
    pthread_mutex_lock(&observers_mutex);
    if (observer->connection) {
        sqlite3 *database = observer->connection->database;
        // A connection that is busy may be within a transaction. The hook waits for this mutex while it holds that of
        // its connection, so waiting for the latter here could be a deadlock.
        sqlite3_mutex *mutex = sqlite3_db_mutex(database);
        is_writing = sqlite3_mutex_try(mutex) != SQLITE_OK;
        if (!is_writing) {
            is_writing = sqlite3_txn_state(database, "main") == SQLITE_TXN_WRITE;
            sqlite3_mutex_leave(mutex);
        }
    }
    pthread_mutex_unlock(&observers_mutex);
    return is_writing;
}

bool le_sqlite_observer_has_lost_hook(const le_sqlite_observer *observer) {
    bool has_lost = false;
    pthread_mutex_lock(&observers_mutex);
    if (observer->connection && observer->table) {
        sqlite3_mutex *mutex = sqlite3_db_mutex(observer->connection->database);
        if (sqlite3_mutex_try(mutex) == SQLITE_OK) {
            set_hook(observer->connection);
            sqlite3_mutex_leave(mutex);
        }
        has_lost = observer->lost_hooks != observer->connection->lost_hooks;
    }
    pthread_mutex_unlock(&observers_mutex);
    return has_lost;
}

void le_sqlite_observer_free(le_sqlite_observer *observer) {
    if (!observer) return;
    le_sqlite_observer_stop(observer);
    free(observer->table);
    free(observer);
}

bool le_sqlite_is_of_this_library(sqlite3 *database) {
    sqlite3_vfs *files = NULL;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_VFS_POINTER, &files) != SQLITE_OK || !files) return false;
    return sqlite3_vfs_find(files->zName) == files;
}

#endif
