// Deprecated or not, a GtkTreeView is what many programs have.
#include "rivals.h"
#include <string.h>

// ---- A row's object: nothing but its number

typedef struct {
    GObject object;
    unsigned index;
} Word;
typedef GObjectClass WordClass;
G_DEFINE_TYPE(Word, word, G_TYPE_OBJECT)
static void word_class_init(WordClass *class) { (void)class; }
static void word_init(Word *word) { (void)word; }

static gpointer word_new(unsigned index) {
    Word *word = g_object_new(word_get_type(), NULL);
    word->index = index;
    return word;
}

// ---- A model that makes objects when they are asked for

typedef struct {
    GObject object;
    unsigned count, inserted; // the first rows were inserted
} LazyWords;
typedef GObjectClass LazyWordsClass;
static void lazy_words_model(GListModelInterface *interface);
G_DEFINE_TYPE_WITH_CODE(LazyWords, lazy_words, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, lazy_words_model))
static void lazy_words_class_init(LazyWordsClass *class) { (void)class; }
static void lazy_words_init(LazyWords *words) { (void)words; }

static GType lazy_item_type(GListModel *model) {
    (void)model;
    return word_get_type();
}
static guint lazy_count(GListModel *model) { return ((LazyWords *)model)->count + ((LazyWords *)model)->inserted; }
static gpointer lazy_item(GListModel *model, guint position) {
    const LazyWords *words = (LazyWords *)model;
    if (position >= lazy_count(model)) return NULL;
    return word_new(position < words->inserted ? words->count + position : position - words->inserted);
}
static void lazy_words_model(GListModelInterface *interface) {
    interface->get_item_type = lazy_item_type;
    interface->get_n_items = lazy_count;
    interface->get_item = lazy_item;
}

// ---- The one rival

static rival_kind kind;
static unsigned total;
static char needle[64];
static GtkWidget *view;
static GListStore *store;
static GtkFilter *filter;
static GtkFilterListModel *filtered;
static GtkSortListModel *sorted;
static GListModel *shown;
static LazyWords *lazy;
static GtkTreeModel *tree_shown;
static GtkListStore *tree_store;

static gboolean matches(gpointer word, gpointer unused) {
    (void)unused;
    return words_match(((Word *)word)->index, needle);
}

static int compare(gconstpointer a, gconstpointer b, gpointer unused) {
    (void)unused;
    const unsigned x = ((const Word *)a)->index, y = ((const Word *)b)->index;
    return (x > y) - (x < y);
}

static void set_up(GtkListItemFactory *factory, GtkListItem *item) {
    (void)factory;
    if (kind == RIVAL_DRAWN) return gtk_list_item_set_child(item, drawn_text_new());
    if (kind == RIVAL_INSCRIPTION) return gtk_list_item_set_child(item, gtk_inscription_new(NULL));
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_list_item_set_child(item, label);
}

static void bind(GtkListItemFactory *factory, GtkListItem *item) {
    (void)factory;
    const char *text = words_text(((Word *)gtk_list_item_get_item(item))->index);
    GtkWidget *child = gtk_list_item_get_child(item);
    if (kind == RIVAL_DRAWN)
        drawn_text_set(child, text);
    else if (kind == RIVAL_INSCRIPTION)
        gtk_inscription_set_text(GTK_INSCRIPTION(child), text);
    else
        gtk_label_set_text(GTK_LABEL(child), text);
}

// What GtkStringFilter searches.
static char *searched(Word *word) { return g_strdup(words_folded(word->index)); }

static void make_view(void) {
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    view = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(shown)), factory);
}

static void make_lazy_list(void) {
    lazy = g_object_new(lazy_words_get_type(), NULL);
    lazy->count = total;
    shown = G_LIST_MODEL(lazy);
    make_view();
}

static void make_list(void) {
    store = g_list_store_new(word_get_type());
    gpointer *words = g_new(gpointer, total);
    for (unsigned i = 0; i < total; i++) words[i] = word_new(i);
    g_list_store_splice(store, 0, 0, words, total);
    for (unsigned i = 0; i < total; i++) g_object_unref(words[i]);
    g_free(words);
    if (kind == RIVAL_STRING) {
        GtkExpression *text =
            gtk_cclosure_expression_new(G_TYPE_STRING, NULL, 0, NULL, G_CALLBACK(searched), NULL, NULL);
        filter = GTK_FILTER(gtk_string_filter_new(text));
        // The words are in small letters, and so is what is typed.
        gtk_string_filter_set_ignore_case(GTK_STRING_FILTER(filter), FALSE);
        filtered = gtk_filter_list_model_new(G_LIST_MODEL(store), filter);
    } else {
        filter = GTK_FILTER(gtk_custom_filter_new(matches, NULL, NULL));
        // Without a filter while nothing is typed: GTK then shows all rows without asking for each.
        filtered = gtk_filter_list_model_new(G_LIST_MODEL(store), NULL);
        gtk_filter_list_model_set_incremental(filtered, kind != RIVAL_SYNCHRONOUS);
    }
    shown = G_LIST_MODEL(filtered);
    if (kind == RIVAL_SORTED) {
        sorted = gtk_sort_list_model_new(shown, GTK_SORTER(gtk_custom_sorter_new(compare, NULL, NULL)));
        gtk_sort_list_model_set_incremental(sorted, TRUE);
        shown = G_LIST_MODEL(sorted);
    }
    make_view();
}

static gboolean tree_matches(GtkTreeModel *model, GtkTreeIter *row, gpointer unused) {
    (void)unused;
    unsigned index;
    gtk_tree_model_get(model, row, 0, &index, -1);
    return words_match(index, needle);
}

static void draw_cell(GtkTreeViewColumn *column, GtkCellRenderer *cell, GtkTreeModel *model, GtkTreeIter *row,
                      gpointer unused) {
    (void)column, (void)unused;
    unsigned index;
    gtk_tree_model_get(model, row, 0, &index, -1);
    g_object_set(cell, "text", words_text(index), NULL);
}

static void make_tree(void) {
    tree_store = gtk_list_store_new(1, G_TYPE_UINT);
    for (unsigned i = 0; i < total; i++) gtk_list_store_insert_with_values(tree_store, NULL, -1, 0, i, -1);
    tree_shown = gtk_tree_model_filter_new(GTK_TREE_MODEL(tree_store), NULL);
    gtk_tree_model_filter_set_visible_func(GTK_TREE_MODEL_FILTER(tree_shown), tree_matches, NULL, NULL);
    view = gtk_tree_view_new_with_model(tree_shown);
    gtk_tree_view_set_headers_visible(GTK_TREE_VIEW(view), FALSE);
    GtkCellRenderer *cell = gtk_cell_renderer_text_new();
    g_object_set(cell, "wrap-width", 610, "wrap-mode", PANGO_WRAP_WORD, NULL);
    GtkTreeViewColumn *column = gtk_tree_view_column_new_with_attributes("", cell, NULL);
    gtk_tree_view_column_set_cell_data_func(column, cell, draw_cell, NULL, NULL);
    gtk_tree_view_append_column(GTK_TREE_VIEW(view), column);
}

GtkWidget *rival_new(rival_kind new_kind) {
    kind = new_kind;
    total = words_section(27);
    if (kind == RIVAL_TREE) {
        make_tree();
    } else if (kind == RIVAL_LAZY) {
        make_lazy_list();
    } else {
        make_list();
    }
    GtkWidget *window = gtk_scrolled_window_new();
    gtk_scrolled_window_set_overlay_scrolling(GTK_SCROLLED_WINDOW(window), FALSE);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(window), view);
    return window;
}

GtkAdjustment *rival_adjustment(GtkWidget *rival) {
    return gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(rival));
}

void rival_filter(const char *text) {
    char old[sizeof needle];
    strcpy(old, needle);
    g_strlcpy(needle, text, sizeof needle);
    switch (kind) {
    case RIVAL_STRING:
        gtk_string_filter_set_search(GTK_STRING_FILTER(filter), text);
        break;
    case RIVAL_TREE:
        // With the model attached, each row that disappears costs the view a change of its tree.
        gtk_tree_view_set_model(GTK_TREE_VIEW(view), NULL);
        gtk_tree_model_filter_refilter(GTK_TREE_MODEL_FILTER(tree_shown));
        gtk_tree_view_set_model(GTK_TREE_VIEW(view), tree_shown);
        break;
    default:
        if (!*text || !*old) {
            gtk_filter_list_model_set_filter(filtered, *text ? filter : NULL);
            // Otherwise GtkListView 4.8 hides all rows until it is scrolled by the user.
            if (!*text) gtk_widget_activate_action(view, "list.scroll-to-item", "u", 0);
        } else {
            gtk_filter_changed(filter, strstr(text, old)   ? GTK_FILTER_CHANGE_MORE_STRICT
                                       : strstr(old, text) ? GTK_FILTER_CHANGE_LESS_STRICT
                                                           : GTK_FILTER_CHANGE_DIFFERENT);
        }
    }
}

bool rival_is_complete(void) {
    return kind == RIVAL_TREE || (gtk_filter_list_model_get_pending(filtered) == 0 &&
                                  (!sorted || gtk_sort_list_model_get_pending(sorted) == 0));
}

unsigned rival_count(void) {
    return kind == RIVAL_TREE ? (unsigned)gtk_tree_model_iter_n_children(tree_shown, NULL)
                              : g_list_model_get_n_items(shown);
}

void rival_jump(unsigned index) {
    if (kind == RIVAL_TREE) {
        GtkTreePath *path = gtk_tree_path_new_from_indices((int)index, -1);
        gtk_tree_view_scroll_to_cell(GTK_TREE_VIEW(view), path, NULL, TRUE, 0, 0);
        gtk_tree_path_free(path);
    } else {
        gtk_widget_activate_action(view, "list.scroll-to-item", "u", index);
    }
}

void rival_insert(unsigned count) {
    if (lazy) {
        lazy->inserted += count;
        g_list_model_items_changed(shown, 0, 0, count);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (tree_store) {
            gtk_list_store_insert_with_values(tree_store, NULL, (int)i, 0, total + i, -1);
        } else {
            gpointer word = word_new(total + i);
            g_list_store_insert(store, i, word);
            g_object_unref(word);
        }
    }
}

unsigned rival_rows(screen_row *rows, unsigned capacity) {
    if (kind != RIVAL_TREE) return screen_rows(view, rows, capacity);
    GtkTreePath *path, *last;
    unsigned n = 0;
    if (!gtk_tree_view_get_visible_range(GTK_TREE_VIEW(view), &path, &last)) return 0;
    for (; n < capacity && gtk_tree_path_compare(path, last) <= 0; gtk_tree_path_next(path)) {
        GtkTreeIter row;
        if (!gtk_tree_model_get_iter(tree_shown, &row, path)) break;
        unsigned index;
        gtk_tree_model_get(tree_shown, &row, 0, &index, -1);
        GdkRectangle place;
        gtk_tree_view_get_background_area(GTK_TREE_VIEW(view), path, NULL, &place);
        rows[n++] = (screen_row){g_str_hash(words_text(index)), place.y};
    }
    gtk_tree_path_free(path);
    gtk_tree_path_free(last);
    return n;
}
