// What all lists of the benchmark show, and GTK's own lists.
#ifndef WINDOW_RIVALS_H
#define WINDOW_RIVALS_H
#include <gtk/gtk.h>
#include <stdbool.h>

/// Reads a file of words, one a line, and groups them by their first letter: 27 sections, the last one for all others.
/// Returns their number; 0 if there is no such file.
unsigned words_load(const char *path);
/// The first word of a section; the number of all words for section 27.
unsigned words_section(unsigned section);
/// Whether the text of a row is its word alone. The default is false.
void words_set_single(bool is_single);
/// The text of a row: its word and those after it, one to four lines.
const char *words_text(unsigned index);
/// The word of a row, in small letters.
const char *words_folded(unsigned index);
/// Whether a word contains a text in small letters.
bool words_match(unsigned index, const char *needle);
/// Writes the words from `first` to `last` that contain a text, and returns how many.
unsigned words_search(unsigned first, unsigned last, const char *needle, int32_t *found);

/// Counts the frames that a window has drawn.
void frames_count(GtkWidget *window);
unsigned frames_counted(void);

/// A row on the screen: a hash of its text, and its position.
typedef struct screen_row {
    unsigned text;
    double y;
} screen_row;
/// A widget that draws a wrapped text with pango, and its text.
GtkWidget *drawn_text_new(void);
void drawn_text_set(GtkWidget *widget, const char *text);
/// The text that a widget of a row shows; NULL if it shows none.
const char *shown_text(GtkWidget *widget);

/// The rows whose labels a list shows. Returns their number.
unsigned screen_rows(GtkWidget *list, screen_row *rows, unsigned capacity);

typedef enum rival_kind {
    RIVAL_TUNED,       // GtkListView, GtkFilterListModel in steps, GtkCustomFilter with words_match
    RIVAL_LAZY,        // GtkListView over a model that makes the object of a row when it is asked for; without a filter
    RIVAL_DRAWN,       // as RIVAL_TUNED, with a widget that draws the text
    RIVAL_INSCRIPTION, // as RIVAL_TUNED, with a GtkInscription, which has lines of a fixed number
    RIVAL_SORTED,      // the same below a GtkSortListModel in steps
    RIVAL_SYNCHRONOUS, // as RIVAL_TUNED, in one step
    RIVAL_STRING,      // GtkListView, GtkFilterListModel in one step, GtkStringFilter
    RIVAL_TREE,        // GtkTreeView, GtkTreeModelFilter with words_match
} rival_kind;

/// Makes the widget of a rival, in a scrolled window. There is one rival in a process.
GtkWidget *rival_new(rival_kind kind);
GtkAdjustment *rival_adjustment(GtkWidget *rival);
void rival_filter(const char *needle);
/// Whether the list shows all that the filter finds.
bool rival_is_complete(void);
unsigned rival_count(void);
/// Scrolls to a row as exactly as the list can.
void rival_jump(unsigned index);
/// Inserts rows at the top.
void rival_insert(unsigned count);
unsigned rival_rows(screen_row *rows, unsigned capacity);

/// The number in a field of the table, and its text.
unsigned table_value(unsigned row, unsigned column);
void table_text(unsigned row, unsigned column, char text[32]);
/// Sorts rows by a column.
void table_sort(unsigned *rows, unsigned count, unsigned column);
/// Keeps the rows whose number in column 1 has a digit, and returns how many.
unsigned table_filter(unsigned *rows, unsigned count, unsigned digit);

/// Makes a GtkColumnView in a scrolled window, with GtkInscription or with labels. There is one in a process.
GtkWidget *table_rival_new(unsigned rows, unsigned columns, bool uses_labels);
GtkAdjustment *table_rival_adjustment(GtkWidget *rival, bool is_across);
/// Sets the width of column 1.
void table_rival_resize(int width);
void table_rival_sort(unsigned column);
void table_rival_filter(unsigned digit);
unsigned table_rival_count(void);
#endif
