#include "rivals.h"
#include <string.h>

static unsigned count;
static char *text, *folded; // all words in one block each, with a zero after each
static uint32_t *starts;
static unsigned sections[28];
static bool is_single;

void words_set_single(bool single) { is_single = single; }

static unsigned section_of(const char *word) {
    return g_ascii_isalpha(*word) ? (unsigned)(g_ascii_tolower(*word) - 'a') : 26;
}

unsigned words_load(const char *path) {
    gsize length = 0;
    char *file = NULL;
    if (!g_file_get_contents(path, &file, &length, NULL)) return 0;
    unsigned counts[28] = {0};
    for (char *line = file; line < file + length; line = strchr(line, '\n') + 1) counts[section_of(line) + 1]++;
    for (int i = 1; i < 28; i++) counts[i] += counts[i - 1];
    memcpy(sections, counts, sizeof sections);
    count = counts[27];
    char **lines = g_new(char *, count);
    for (char *line = file; line < file + length; line = strchr(line, '\n') + 1)
        lines[counts[section_of(line)]++] = line;
    text = g_malloc(length);
    folded = g_malloc(length);
    starts = g_new(uint32_t, count + 1);
    uint32_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        starts[i] = at;
        for (const char *c = lines[i]; *c != '\n'; c++, at++) text[at] = *c, folded[at] = g_ascii_tolower(*c);
        text[at] = folded[at] = 0;
        at++;
    }
    starts[count] = at;
    g_free(lines);
    g_free(file);
    return count;
}

unsigned words_section(unsigned section) { return sections[section]; }

const char *words_text(unsigned index) {
    static char row[4096];
    index %= count;
    const unsigned others = is_single ? 0 : (index * 2654435761u) >> 27; // 0 to 31
    char *end = g_stpcpy(row, text + starts[index]);
    for (unsigned i = 1; i <= others && index + i < count; i++) {
        *end++ = ' ';
        end = g_stpcpy(end, text + starts[index + i]);
    }
    return row;
}

const char *words_folded(unsigned index) { return folded + starts[index % count]; }

bool words_match(unsigned index, const char *needle) { return strstr(words_folded(index), needle) != NULL; }

unsigned words_search(unsigned first, unsigned last, const char *needle, int32_t *found) {
    unsigned n = 0;
    for (unsigned i = first; i < last; i++) {
        if (words_match(i, needle)) found[n++] = (int32_t)i;
    }
    return n;
}

static unsigned frames;
static void painted(GdkFrameClock *clock, gpointer unused) {
    (void)clock, (void)unused;
    frames++;
}

void frames_count(GtkWidget *window) {
    g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(painted), NULL);
}

unsigned frames_counted(void) { return frames; }

static unsigned collect(GtkWidget *widget, GtkWidget *list, screen_row *rows, unsigned n, unsigned capacity) {
    if (!gtk_widget_get_mapped(widget) || n == capacity) return n;
    const char *shown = shown_text(widget);
    if (shown) {
        graphene_rect_t bounds;
        if (gtk_widget_compute_bounds(widget, list, &bounds)) {
            rows[n++] = (screen_row){g_str_hash(shown), bounds.origin.y};
        }
        return n;
    }
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        n = collect(child, list, rows, n, capacity);
    }
    return n;
}

unsigned screen_rows(GtkWidget *list, screen_row *rows, unsigned capacity) {
    return collect(list, list, rows, 0, capacity);
}
