// A table of numbers, and GtkColumnView as it is fastest: a model that makes the object of a row when it is asked for,
// an order of integers, columns of a fixed width, and GtkInscription, whose size does not depend on its text.
#include "rivals.h"
#include <stdlib.h>
#include <string.h>

// ---- The data

unsigned table_value(unsigned row, unsigned column) {
    uint64_t x = ((uint64_t)row << 20 | column) * 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return column ? (unsigned)(x >> 40) % 100000 : row;
}

void table_text(unsigned row, unsigned column, char text[32]) {
    g_snprintf(text, 32, column ? "%u" : "item %u", table_value(row, column));
}

typedef struct {
    uint64_t key; // the value of a row and its number
} Entry;

static int by_key(const void *a, const void *b) {
    const uint64_t x = ((const Entry *)a)->key, y = ((const Entry *)b)->key;
    return (x > y) - (x < y);
}

void table_sort(unsigned *rows, unsigned count, unsigned column) {
    Entry *entries = g_new(Entry, count);
    for (unsigned i = 0; i < count; i++) entries[i].key = (uint64_t)table_value(rows[i], column) << 32 | rows[i];
    qsort(entries, count, sizeof *entries, by_key);
    for (unsigned i = 0; i < count; i++) rows[i] = (unsigned)entries[i].key;
    g_free(entries);
}

unsigned table_filter(unsigned *rows, unsigned count, unsigned digit) {
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++) {
        // Numbers that contain a digit.
        for (unsigned rest = table_value(rows[i], 1); rest; rest /= 10) {
            if (rest % 10 != digit) continue;
            rows[found++] = rows[i];
            break;
        }
    }
    return found;
}

// ---- The model

typedef struct {
    GObject object;
    unsigned row;
} TableRow;
typedef GObjectClass TableRowClass;
G_DEFINE_TYPE(TableRow, table_row, G_TYPE_OBJECT)
static void table_row_class_init(TableRowClass *class) { (void)class; }
static void table_row_init(TableRow *row) { (void)row; }

typedef struct {
    GObject object;
    unsigned *rows, count, all;
} TableModel;
typedef GObjectClass TableModelClass;
static void table_model_interface(GListModelInterface *interface);
G_DEFINE_TYPE_WITH_CODE(TableModel, table_model, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, table_model_interface))
static void table_model_class_init(TableModelClass *class) { (void)class; }
static void table_model_init(TableModel *model) { (void)model; }
static GType item_type(GListModel *model) {
    (void)model;
    return table_row_get_type();
}
static guint item_count(GListModel *model) { return ((TableModel *)model)->count; }
static gpointer item(GListModel *model, guint position) {
    TableModel *table = (TableModel *)model;
    if (position >= table->count) return NULL;
    TableRow *row = g_object_new(table_row_get_type(), NULL);
    row->row = table->rows[position];
    return row;
}
static void table_model_interface(GListModelInterface *interface) {
    interface->get_item_type = item_type;
    interface->get_n_items = item_count;
    interface->get_item = item;
}

// ---- The rival

static TableModel *model;
static GtkWidget *view;
static GtkColumnViewColumn *second;
static bool has_labels;

static void set_up(GtkListItemFactory *factory, GtkListItem *item) {
    (void)factory;
    if (has_labels) {
        GtkWidget *label = gtk_label_new(NULL);
        gtk_label_set_xalign(GTK_LABEL(label), 0);
        gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
        gtk_list_item_set_child(item, label);
    } else {
        gtk_list_item_set_child(item, gtk_inscription_new(NULL));
    }
}

static void bind(GtkListItemFactory *factory, GtkListItem *item, gpointer column) {
    (void)factory;
    char text[32];
    table_text(((TableRow *)gtk_list_item_get_item(item))->row, GPOINTER_TO_UINT(column), text);
    GtkWidget *child = gtk_list_item_get_child(item);
    if (has_labels)
        gtk_label_set_text(GTK_LABEL(child), text);
    else
        gtk_inscription_set_text(GTK_INSCRIPTION(child), text);
}

GtkWidget *table_rival_new(unsigned rows, unsigned columns, bool uses_labels) {
    has_labels = uses_labels;
    model = g_object_new(table_model_get_type(), NULL);
    model->rows = g_new(unsigned, rows);
    model->count = model->all = rows;
    for (unsigned i = 0; i < rows; i++) model->rows[i] = i;
    view = gtk_column_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(g_object_ref(model)))));
    for (unsigned column = 0; column < columns; column++) {
        char title[32];
        g_snprintf(title, sizeof title, "column %u", column);
        GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
        g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
        g_signal_connect(factory, "bind", G_CALLBACK(bind), GUINT_TO_POINTER(column));
        GtkColumnViewColumn *new = gtk_column_view_column_new(title, factory);
        gtk_column_view_column_set_fixed_width(new, 100);
        gtk_column_view_column_set_resizable(new, TRUE);
        gtk_column_view_append_column(GTK_COLUMN_VIEW(view), new);
        if (column == 1) second = new;
        g_object_unref(new);
    }
    GtkWidget *window = gtk_scrolled_window_new();
    gtk_scrolled_window_set_overlay_scrolling(GTK_SCROLLED_WINDOW(window), FALSE);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(window), view);
    return window;
}

GtkAdjustment *table_rival_adjustment(GtkWidget *rival, bool is_across) {
    return is_across ? gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(rival))
                     : gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(rival));
}

void table_rival_resize(int width) { gtk_column_view_column_set_fixed_width(second, width); }

void table_rival_sort(unsigned column) {
    table_sort(model->rows, model->count, column);
    g_list_model_items_changed(G_LIST_MODEL(model), 0, model->count, model->count);
}

void table_rival_filter(unsigned digit) {
    const unsigned before = model->count;
    model->count = table_filter(model->rows, before, digit);
    g_list_model_items_changed(G_LIST_MODEL(model), 0, before, model->count);
}

unsigned table_rival_count(void) { return model->count; }
