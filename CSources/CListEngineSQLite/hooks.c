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

struct le_sqlite_observer {
    le_sqlite_observer *next;
    sqlite3 *database;
    char *table;
    int column_count;
    int columns[MOST_COLUMNS];
    le_sqlite_change change;
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

/// All observers. A connection has one hook, and any number of lists. Code that needs the mutex of a connection as well
/// locks that one first, as the hook does.
static le_sqlite_observer *first_observer;
static pthread_mutex_t observers_mutex = PTHREAD_MUTEX_INITIALIZER;

static void report(le_sqlite_observer *observer, int operation, sqlite3_int64 old_rowid, sqlite3_int64 new_rowid) {
    le_sqlite_value old_values[MOST_COLUMNS], new_values[MOST_COLUMNS];
    for (int i = 0; i < observer->column_count; i++) {
        sqlite3_value *old_value = NULL, *new_value = NULL;
        if (operation != SQLITE_INSERT) sqlite3_preupdate_old(observer->database, observer->columns[i], &old_value);
        if (operation != SQLITE_DELETE) sqlite3_preupdate_new(observer->database, observer->columns[i], &new_value);
        old_values[i] = value_of(old_value);
        new_values[i] = value_of(new_value);
    }
    observer->change(observer->context, operation, old_rowid, new_rowid, operation == SQLITE_INSERT ? NULL : old_values,
                     operation == SQLITE_DELETE ? NULL : new_values);
}

static void before_change(void *context, sqlite3 *database, int operation, char const *schema, char const *table,
                          sqlite3_int64 old_rowid, sqlite3_int64 new_rowid) {
    (void)context;
    if (strcmp(schema, "main")) return;
    pthread_mutex_lock(&observers_mutex);
    for (le_sqlite_observer *observer = first_observer; observer; observer = observer->next) {
        if (observer->database == database && !sqlite3_stricmp(table, observer->table))
            report(observer, operation, old_rowid, new_rowid);
    }
    pthread_mutex_unlock(&observers_mutex);
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

le_sqlite_observer *le_sqlite_observe(sqlite3 *database, const char *table, const int *columns, int column_count,
                                      le_sqlite_change change, void *context) {
    if (!le_sqlite_has_preupdate_hook() || column_count < 0 || column_count > MOST_COLUMNS) return NULL;
    le_sqlite_observer *observer = calloc(1, sizeof *observer);
    if (!observer) return NULL;
    size_t length = strlen(table) + 1;
    observer->table = malloc(length);
    if (!observer->table) {
        free(observer);
        return NULL;
    }
    memcpy(observer->table, table, length);
    observer->database = database;
    observer->column_count = column_count;
    observer->change = change;
    observer->context = context;
    if (column_count) memcpy(observer->columns, columns, (size_t)column_count * sizeof *columns);
    bool is_first = true;
    sqlite3_mutex *mutex = sqlite3_db_mutex(database);
    sqlite3_mutex_enter(mutex);
    pthread_mutex_lock(&observers_mutex);
    for (le_sqlite_observer *other = first_observer; other; other = other->next) {
        if (other->database == database) is_first = false;
    }
    observer->next = first_observer;
    first_observer = observer;
    pthread_mutex_unlock(&observers_mutex);
    sqlite3_preupdate_hook(database, before_change, NULL);
    bool is_complete = !is_first || expire_statements(database);
    if (!is_complete) {
        le_sqlite_stop_observing(observer);
        observer = NULL;
    }
    sqlite3_mutex_leave(mutex);
    return observer;
}

void le_sqlite_stop_observing(le_sqlite_observer *observer) {
    if (!observer) return;
    bool is_last = true;
    sqlite3_mutex *mutex = sqlite3_db_mutex(observer->database);
    sqlite3_mutex_enter(mutex);
    pthread_mutex_lock(&observers_mutex);
    for (le_sqlite_observer **link = &first_observer; *link;) {
        if (*link == observer) {
            *link = observer->next;
            continue;
        }
        if ((*link)->database == observer->database) is_last = false;
        link = &(*link)->next;
    }
    pthread_mutex_unlock(&observers_mutex);
    if (is_last) sqlite3_preupdate_hook(observer->database, NULL, NULL);
    sqlite3_mutex_leave(mutex);
    free(observer->table);
    free(observer);
}

#endif
