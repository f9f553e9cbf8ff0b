// A list of GTK over a table of SQLite: an object for each row in a GListStore, behind a GtkFilterListModel and a GtkSortListModel.
//
// usage: gtk_models FILE. Prints lines of a name and a result, with a tab in between: milliseconds of processor time, and kB.
#include <gtk/gtk.h>
#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

typedef struct RowItem {
    GObject parent;
    gint64 id, size, time;
    char *name;
} RowItem;
typedef GObjectClass RowItemClass;

G_DEFINE_TYPE(RowItem, row_item, G_TYPE_OBJECT)

static void row_item_init(RowItem *item) { (void)item; }

static void row_item_finalize(GObject *object) {
    g_free(((RowItem *)object)->name);
    G_OBJECT_CLASS(row_item_parent_class)->finalize(object);
}

static void row_item_class_init(RowItemClass *class) { class->finalize = row_item_finalize; }

static double milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static long private_memory(void) {
    char line[256];
    long total = 0, kilobytes;
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "Private_Clean: %ld", &kilobytes) == 1 || sscanf(line, "Private_Dirty: %ld", &kilobytes) == 1)
            total += kilobytes;
    }
    if (file) fclose(file);
    return total;
}

static int by_time(const void *left, const void *right, void *unused) {
    const RowItem *a = left, *b = right;
    (void)unused;
    if (a->time != b->time) return a->time < b->time ? 1 : -1;
    return a->id < b->id ? 1 : a->id > b->id ? -1 : 0;
}

static gboolean matches(void *item, void *letters) { return g_str_has_prefix(((RowItem *)item)->name, letters); }

static gboolean all(void *item, void *unused) {
    (void)item;
    (void)unused;
    return TRUE;
}

int main(int count, char **arguments) {
    sqlite3 *database;
    sqlite3_stmt *statement;
    if (count != 2 || sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) return 2;
    long memory = private_memory();
    double start = milliseconds();
    GListStore *store = g_list_store_new(row_item_get_type());
    sqlite3_prepare_v2(database, "SELECT id, name, size, time FROM items", -1, &statement, NULL);
    GPtrArray *rows = g_ptr_array_new_with_free_func(g_object_unref);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        RowItem *item = g_object_new(row_item_get_type(), NULL);
        item->id = sqlite3_column_int64(statement, 0);
        item->name = g_strdup((const char *)sqlite3_column_text(statement, 1));
        item->size = sqlite3_column_int64(statement, 2);
        item->time = sqlite3_column_int64(statement, 3);
        g_ptr_array_add(rows, item);
    }
    sqlite3_finalize(statement);
    g_list_store_splice(store, 0, 0, rows->pdata, rows->len);
    g_ptr_array_free(rows, TRUE);
    GtkCustomFilter *filter = gtk_custom_filter_new(all, NULL, NULL);
    GtkFilterListModel *filtered = gtk_filter_list_model_new(G_LIST_MODEL(store), GTK_FILTER(filter));
    GtkSortListModel *sorted =
        gtk_sort_list_model_new(G_LIST_MODEL(filtered), GTK_SORTER(gtk_custom_sorter_new(by_time, NULL, NULL)));
    for (unsigned i = 0; i < 50; i++) {
        RowItem *item = g_list_model_get_item(G_LIST_MODEL(sorted), i);
        if (item) g_object_unref(item);
    }
    printf("GTK's models: open to first items\t%.1f\n", milliseconds() - start);
    printf("GTK's models: memory, kB\t%ld\n", private_memory() - memory);
    start = milliseconds();
    gtk_custom_filter_set_filter_func(filter, matches, "ba", NULL);
    unsigned left = g_list_model_get_n_items(G_LIST_MODEL(sorted));
    for (unsigned i = 0; i < 50 && i < left; i++) g_object_unref(g_list_model_get_item(G_LIST_MODEL(sorted), i));
    printf("GTK's models: filter \"ba\", first items\t%.1f\n", milliseconds() - start);
    return 0;
}
