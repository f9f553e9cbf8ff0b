// The widgets of ListEngineGTK without Swift, under AddressSanitizer: windows that open, scroll, show menus and close,
// in any order of their ends. Scripts/gtk.sh compiles and runs it.
#include "listengine_gtk.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROWS = 12, CELLS = 5 };
typedef struct {
    GtkWidget *area, *rows[ROWS], *entry;
    // The first row of a table is its header.
    GtkWidget *tables[3], *cells[3][CELLS];
    int frames, menus_closed, drags_begun;
    bool is_short;
} List;

static void place_table(List *list, int width) {
    GtkWidget *below = NULL;
    for (int i = 0; i < 3; i++) {
        GtkWidget *row = list->tables[i], *last = NULL;
        if (!row) return;
        for (int j = 0; j < CELLS; j++) {
            // Cells of the second and the third row take turns.
            GtkWidget *cell = list->cells[i && list->frames % 2 ? 3 - i : i][j];
            if ((list->frames + j) % 4 == 0) {
                if (!le_gtk_cell_is_in_hidden_row(cell)) le_gtk_area_hide(cell);
                continue;
            }
            if (i && j) le_gtk_cell_set_text(cell, list->frames % 3 ? "text" : "longer\ntext", list->frames % 3);
            le_gtk_cell_set_alignment(cell, j / 4.0);
            le_gtk_cell_measure(cell, list->frames % 2 ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, 30);
            le_gtk_table_row_place(row, cell, last, j * 40 - list->frames % 30, j == 2 ? 3 : 40, 30, j == 4);
            last = cell;
        }
        (void)le_gtk_table_row_has_changed(row);
        le_gtk_table_row_end(row, last);
        le_gtk_table_row_cut(row, 0, list->frames % 5 ? 150 : 0);
        le_gtk_area_place(list->area, row, i < 2 ? NULL : below, 0, i * 30, width, 30, 1, NULL);
        le_gtk_row_describe(row, i, 3, "text", NULL, -1);
        le_gtk_row_set_selected(row, list->frames % 2);
        le_gtk_row_set_focused(row, i && list->frames % 3 == 0);
        below = i ? row : NULL;
    }
    GtkWidget *title = list->cells[0][1];
    if (gtk_widget_get_mapped(title) && list->frames % 7 == 0) gtk_widget_grab_focus(title);
    le_gtk_area_focused_title(list->area);
    le_gtk_cell_set_pressed(title, list->frames % 2);
    le_gtk_area_set_cursor(list->area, list->frames % 2 ? "col-resize" : NULL);
}

static void make_table(List *list) {
    for (int i = 0; i < 3; i++) {
        list->tables[i] = le_gtk_table_row_new(i == 0);
        le_gtk_area_add(list->area, list->tables[i], i ? LE_GTK_TABLE_ROW : LE_GTK_TABLE_HEADER);
        for (int j = 0; j < CELLS; j++) {
            GtkWidget *content = i == 0 || j == 0 ? gtk_label_new("content") : NULL;
            list->cells[i][j] = le_gtk_cell_new(content, i == 0);
            le_gtk_area_add(list->area, list->cells[i][j], i ? LE_GTK_TABLE_CELL : LE_GTK_TABLE_TITLE);
        }
    }
}

static void free_table(List *list) {
    for (int i = 0; i < 3 && list->tables[i]; i++) {
        for (int j = 0; j < CELLS; j++) {
            if (j % 2) le_gtk_area_remove(list->area, list->cells[i][j]);
            le_gtk_row_free(list->cells[i][j]);
        }
        if (i % 2) le_gtk_area_remove(list->area, list->tables[i]);
        le_gtk_row_free(list->tables[i]);
    }
}

static void allocate(void *owner, double time, int width, int height) {
    (void)time;
    List *list = owner;
    list->frames++;
    GtkWidget *below = NULL;
    for (int i = 0; i < ROWS; i++) {
        if (!list->rows[i]) continue;
        if (list->is_short && i % 2) {
            le_gtk_area_hide(list->rows[i]);
            continue;
        }
        const int extent = le_gtk_row_measure(list->rows[i], GTK_ORIENTATION_VERTICAL, width);
        // Some rows are turned, some are drawn as a line, and some transforms are not usable.
        const le_gtk_transform transforms[] = {{0, 1, -1, 0, 5, 9}, {0, 0, 0, 0, 0, 0}, {NAN, 0, 0, 1, 0, 0}};
        le_gtk_area_place(list->area, list->rows[i], below, 0, i * 30.0, width, extent, i % 3 ? 1 : 0.5,
                          i % 4 < 3 ? &transforms[i % 4] : NULL);
        le_gtk_row_describe(list->rows[i], i + 1, ROWS, i % 2 ? "text" : NULL, i % 3 ? "value" : NULL, i % 3 - 1);
        const char *actions[] = {"Mark", "", NULL}, *no_actions[] = {NULL};
        le_gtk_row_set_actions(list->rows[i], (list->frames + i) % 3 ? actions : no_actions);
        le_gtk_row_set_selected(list->rows[i], i == list->frames % ROWS);
        le_gtk_row_set_focused(list->rows[i], i == list->frames % 5);
        below = list->rows[i];
    }
    if (list->tables[0]) place_table(list, width);
    le_gtk_area_end_places(list->area);
    const le_gtk_action swipes[] = {{"Delete", "user-trash-symbolic", "destructive-action"}, {"Mark", NULL, NULL}};
    if (list->frames % 4 == 0)
        le_gtk_area_set_actions(list->area, swipes, list->frames % 8 ? 2 : 0, GTK_ORIENTATION_HORIZONTAL);
    const int extent = le_gtk_area_measure_actions(list->area, GTK_ORIENTATION_HORIZONTAL);
    le_gtk_area_place_actions(list->area, width - extent, 30, extent, 20);
    le_gtk_area_spin(list->area, width / 2.0, 20, list->frames % 3 * 0.5, list->frames % 3 == 2);
    le_gtk_area_glow(list->area, (GtkPositionType)(list->frames % 4), list->frames % 3 * 40, width, height);
    le_gtk_area_show_count(list->area, list->frames % 3, 10, 30, width - 20, 20);
    const char *accepted[] = {"image/png", "application/x-card", NULL}, *no_types[] = {NULL};
    if (list->frames % 6 == 0) le_gtk_area_accept(list->area, list->frames % 12 ? accepted : no_types);
    if (list->frames % 9 == 0) le_gtk_area_paste(list->area, NULL);
    const char *index[] = {"A", "B", "long", NULL};
    if (list->frames % 5 == 0) le_gtk_area_set_index(list->area, list->frames % 10 ? index : NULL);
    le_gtk_area_mark(list->area, 5, 5, list->frames % 2 * 20, 10);
    le_gtk_area_set_active(list->area, list->frames % 2 ? below : NULL);
    le_gtk_area_set_orientation(list->area, list->frames % 3 ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
    le_gtk_area_set_scroll(list->area, false, list->frames, 0, 1000, 100);
    le_gtk_area_set_scroll(list->area, true, list->frames, 0, list->frames % 5 ? 1000 : 100, 100);
}
static int natural_height(void *owner, int width) {
    (void)owner;
    return MAX(width, 0) + 50;
}
static bool is_table(void *owner) {
    (void)owner;
    return false;
}
static void nothing(void *owner) { (void)owner; }
static void scroll(void *o, double dx, double dy, bool w, double x, double y, unsigned modifiers) {
    (void)o, (void)dx, (void)dy, (void)w, (void)x, (void)y, (void)modifiers;
}
static void end_drag(void *o, double vx, double vy) { (void)o, (void)vx, (void)vy; }
static void touch(void *o, le_gtk_phase p, double x, double y, int n, unsigned m, bool f) {
    (void)o, (void)p, (void)x, (void)y, (void)n, (void)m, (void)f;
}
static int drags, drops, drags_ended;
static void replaced(void) {}
static bool drag(void *owner, le_gtk_phase phase, double x, double y, unsigned modifiers, bool is_finger) {
    (void)modifiers, (void)is_finger;
    List *list = owner;
    if (phase != LE_GTK_BEGAN || !list->rows[0]) return true;
    const char *text = drags % 2 ? "text" : NULL;
    const char *const files[] = {drags % 3 ? "file:///tmp/a%20file" : NULL, NULL};
    const le_gtk_data data[] = {{"image/png", "png", 3}, {"application/x-card", "", 0}};
    const le_gtk_content content = {text, files, data, drags % 3};
    int rows = 1;
    while (rows < drags % 4 && list->rows[rows]) rows++;
    if (le_gtk_area_begin_drag(list->area, &drags, list->rows, rows, x, y, rows + drags % 3, &content)) list->drags_begun++;
    le_gtk_area_copy(list->area, &content, replaced);
    if (!le_gtk_area_has_copied(list->area)) g_error("nothing was copied");
    drags++;
    return false;
}
static GdkDragAction drag_over(void *owner, void *items, GdkDragAction action, double x, double y) {
    (void)owner;
    if (items != &drags) g_error("these are no items of the area");
    return x + y > 0 ? action : 0;
}
static GdkDragAction drop(void *owner, void *items, const le_gtk_content *content, GdkDragAction action, double x,
                          double y) {
    (void)owner, (void)content, (void)x, (void)y;
    if (items != &drags) g_error("these are no items of the area");
    drops++;
    return action;
}
static void drag_ended(void *items, GdkDragAction action) {
    (void)action;
    if (items != &drags) g_error("these are no items of the area");
    drags_ended++;
}
static void focus(void *owner, GtkWidget *row) { (void)owner, (void)row; }
static bool key(void *o, unsigned k, unsigned m) {
    (void)o, (void)k, (void)m;
    return false;
}
static void choose_title(void *o, int index) { (void)o, (void)index; }
static void thumb(void *o, bool is_across, double value) { (void)o, (void)is_across, (void)value; }
static void hover(void *o, bool in, double x, double y) { (void)o, (void)in, (void)x, (void)y; }
static bool menu(void *o, double x, double y) {
    (void)o, (void)x, (void)y;
    return false;
}
static void pan(void *o, le_gtk_phase p, double x, double y, double dx, double dy) {
    (void)o, (void)p, (void)x, (void)y, (void)dx, (void)dy;
}
static bool focus_next(void *o, GtkWidget *row, bool forward) {
    List *list = o;
    for (int i = 0; i < ROWS; i++) {
        if (list->rows[i] != row && le_gtk_row_focus(list->rows[i], forward)) return true;
    }
    return false;
}
static void reveal_focus(void *o, GtkWidget *row) {
    graphene_rect_t bounds;
    (void)o, (void)le_gtk_row_focus_bounds(row, &bounds);
}
static void act(void *o, GtkWidget *row, int action) { (void)o, (void)row, (void)action; }
static void choose(void *o, int index) { (void)o, (void)index; }
static void pasted(void *receiver, const le_gtk_content *content) { (void)receiver, (void)content; }
static void menu_closed(void *owner) { ((List *)owner)->menus_closed++; }

static int measure_text(void *owner, GtkOrientation axis, int across) {
    (void)axis;
    return *(int *)owner + across / 20;
}
static void draw_text(void *owner, cairo_t *context, int width, int height) {
    cairo_rectangle(context, 0, 0, width - *(int *)owner, height);
    cairo_fill(context);
    (*(int *)owner)++; // the drawings of a list
}

static void turn(int times) {
    const gint64 end = g_get_monotonic_time() + 1000 * times;
    while (g_get_monotonic_time() < end) {
        if (!g_main_context_iteration(NULL, FALSE)) g_usleep(500);
    }
}

static void input(const char *arguments) {
    char *command = g_strconcat("xdotool ", arguments, NULL);
    if (system(command) != 0) g_error("%s", command);
    g_free(command);
    turn(30);
}

int main(void) {
    if (!gtk_init_check()) return 1;
    const le_gtk_events events = {.allocate = allocate,
                                  .natural_height = natural_height,
                                  .is_table = is_table,
                                  .unmap = nothing,
                                  .scroll = scroll,
                                  .begin_drag = nothing,
                                  .end_drag = end_drag,
                                  .touch = touch,
                                  .pan = pan,
                                  .perform = choose,
                                  .drag = drag,
                                  .drag_over = drag_over,
                                  .drag_left = nothing,
                                  .drop = drop,
                                  .pasted = pasted,
                                  .drag_ended = drag_ended,
                                  .focus = focus,
                                  .focus_next = focus_next,
                                  .reveal_focus = reveal_focus,
                                  .act = act,
                                  .key = key,
                                  .index = choose_title,
                                  .thumb = thumb,
                                  .hover = hover,
                                  .menu = menu,
                                  .choose = choose,
                                  .menu_closed = menu_closed};
    for (int round = 0; round < 40; round++) {
        List list = {.area = le_gtk_area_new(&events)};
        const le_gtk_drawing_events drawing = {measure_text, draw_text};
        GtkWidget *drawings[ROWS] = {NULL};
        int *drawn = NULL;
        le_gtk_area_set_owner(list.area, &list);
        le_gtk_area_set_fitting(list.area, round % 2);
        for (int i = 0; i < ROWS; i++) {
            const bool is_drawn = i > 1 && i % 2;
            if (is_drawn && !drawn) drawn = calloc(1, sizeof *drawn);
            GtkWidget *content = i == 1     ? gtk_entry_new()
                                 : is_drawn ? le_gtk_drawing_new(&drawing, drawn)
                                            : gtk_label_new("a row");
            if (i == 1) list.entry = content;
            if (is_drawn) drawings[i] = content;
            list.rows[i] = le_gtk_row_new(content, i > 0 ? GTK_ACCESSIBLE_ROLE_LIST_ITEM : GTK_ACCESSIBLE_ROLE_HEADING);
            le_gtk_area_add(list.area, list.rows[i], LE_GTK_ROW);
        }
        if (round % 3 == 1) make_table(&list);
        GtkWidget *window = gtk_window_new();
        gtk_window_set_default_size(GTK_WINDOW(window), 300, 200);
        gtk_window_set_child(GTK_WINDOW(window), list.area);
        gtk_window_present(GTK_WINDOW(window));
        while (list.frames == 0) turn(5);
        gtk_widget_grab_focus(list.entry);
        list.is_short = true; // hides the entry that has the focus
        le_gtk_area_schedule(list.area);
        for (int waits = 0; waits < 500 && gtk_window_get_focus(GTK_WINDOW(window)) != list.area; waits++) turn(20);
        if (gtk_window_get_focus(GTK_WINDOW(window)) != list.area) g_error("the focus was lost");
        if (round % 2) {
            const le_gtk_menu_entry entries[] = {
                {.title = "Open", .flags = LE_GTK_MENU_CHECKED, .shortcut = "<Control>o"},
                {.kind = LE_GTK_MENU_SUBMENU, .title = "Move to"},
                {.kind = LE_GTK_MENU_SECTION},
                {.title = "A_box", .index = 1},
                {.kind = LE_GTK_MENU_END},
                {.title = "Another", .index = 2, .shortcut = "no key"},
                {.kind = LE_GTK_MENU_END},
                {.kind = LE_GTK_MENU_SECTION, .title = "Danger"},
                {.title = "Delete", .index = 3, .flags = LE_GTK_MENU_DISABLED},
            };
            le_gtk_area_open_menu(list.area, entries, sizeof(entries) / sizeof(entries[0]), 20, 20);
            turn(20);
        }
        if (round % 4 == 2) {
            input("mousemove 20 100 mousedown 1");
            input("mousemove 40 100");
            input("mousemove 60 100");
            if (!list.drags_begun) g_error("round %d: no drag", round);
            if (round % 8 == 2) input("mouseup 1"); // or it goes on to the end of the window and further
        }
        le_gtk_area_mark(list.area, 0, 0, 0, 0);
        // A row with all marks ends before its area, or after it.
        le_gtk_row_set_focused(list.rows[2], true);
        le_gtk_row_set_hovered(list.rows[2], true);
        le_gtk_row_set_has_menu(list.rows[2], true);
        (void)le_gtk_area_row_at(list.area, 20, 20);
        gtk_widget_child_focus(window, round % 2 ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD);
        turn(5);
        // The rows, the owner and the window end in any order.
        if (round % 3 == 0) {
            for (int i = 0; i < ROWS; i++) le_gtk_area_remove(list.area, list.rows[i]);
        }
        if (round % 4 < 2) gtk_window_destroy(GTK_WINDOW(window));
        if (drawn && *drawn == 0) g_error("nothing was drawn");
        // The owner of the drawings ends before or after the rows.
        for (int i = 0; i < ROWS; i++) {
            if (!drawings[i]) continue;
            le_gtk_drawing_remove_owner(drawings[i]);
            if (round % 2) gtk_widget_queue_resize(drawings[i]);
            g_object_unref(drawings[i]);
        }
        free(drawn);
        if (round % 5 == 0) turn(20);
        le_gtk_area_set_owner(list.area, NULL);
        free_table(&list);
        for (int i = 0; i < ROWS; i++) round % 2 ? le_gtk_row_free(list.rows[i]) : g_object_unref(list.rows[i]);
        gpointer left = list.area;
        g_object_add_weak_pointer(left, &left);
        round % 2 ? le_gtk_area_release(list.area) : g_object_unref(list.area);
        if (round % 4 >= 2) gtk_window_destroy(GTK_WINDOW(window));
        turn(20);
        for (int i = 0; left && i < 500; i++) turn(5);
        if (left) g_error("round %d: the area is alive", round);
        if (round % 8 == 6) input("mouseup 1");
    }
    turn(50);
    if (drops != 5 || drags != 10 || drags_ended != 10) g_error("%d drops, %d of %d drags", drops, drags_ended, drags);
    return 0;
}
