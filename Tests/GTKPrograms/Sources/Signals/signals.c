#define _GNU_SOURCE // RTLD_DEFAULT
#include "signals.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void signal_fling(GtkWidget *widget, double step, int steps, double velocity) {
    GListModel *controllers = gtk_widget_observe_controllers(widget);
    for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
        GtkEventController *controller = g_list_model_get_item(controllers, i);
        if (GTK_IS_EVENT_CONTROLLER_SCROLL(controller)) {
            gboolean is_taken;
            g_signal_emit_by_name(controller, "scroll-begin");
            for (int k = 0; k < steps; k++) g_signal_emit_by_name(controller, "scroll", 0.0, step, &is_taken);
            g_signal_emit_by_name(controller, "scroll-end");
            g_signal_emit_by_name(controller, "decelerate", 0.0, velocity);
        }
        g_object_unref(controller);
    }
    g_object_unref(controllers);
}

// The widget's gesture of a type that only fingers make.
static gpointer finger_gesture(GtkWidget *widget, GType type) {
    GListModel *controllers = gtk_widget_observe_controllers(widget);
    gpointer found = NULL;
    for (guint i = 0; i < g_list_model_get_n_items(controllers) && !found; i++) {
        gpointer controller = g_list_model_get_item(controllers, i);
        if (g_type_is_a(G_OBJECT_TYPE(controller), type) && gtk_gesture_single_get_touch_only(controller))
            found = controller;
        g_object_unref(controller);
    }
    g_object_unref(controllers);
    return found;
}

void signal_finger_down(GtkWidget *widget, double x, double y) {
    g_signal_emit_by_name(finger_gesture(widget, GTK_TYPE_GESTURE_DRAG), "drag-begin", x, y);
}

void signal_finger_moved(GtkWidget *widget, double dx, double dy) {
    g_signal_emit_by_name(finger_gesture(widget, GTK_TYPE_GESTURE_DRAG), "drag-update", dx, dy);
}

void signal_finger_up(GtkWidget *widget, double dx, double dy, double vx, double vy) {
    g_signal_emit_by_name(finger_gesture(widget, GTK_TYPE_GESTURE_SWIPE), "swipe", vx, vy);
    g_signal_emit_by_name(finger_gesture(widget, GTK_TYPE_GESTURE_DRAG), "drag-end", dx, dy);
}

void signal_finger_held(GtkWidget *widget, double x, double y) {
    g_signal_emit_by_name(finger_gesture(widget, GTK_TYPE_GESTURE_LONG_PRESS), "pressed", x, y);
}

void signal_finger_cancelled(GtkWidget *widget) {
    g_signal_emit_by_name(finger_gesture(widget, GTK_TYPE_GESTURE_DRAG), "cancel", NULL);
}

void signal_setting(GtkWidget *widget, const char *name, const char *text, gboolean flag) {
    GtkSettings *settings = gtk_widget_get_settings(widget);
    if (text) {
        g_object_set(settings, name, text, NULL);
    } else {
        g_object_set(settings, name, flag, NULL);
    }
}

static GtkWidget *child_of_type(GtkWidget *widget, GType type) {
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        if (g_type_is_a(G_OBJECT_TYPE(child), type)) return child;
    }
    return NULL;
}

GtkWidget *signal_menu(GtkWidget *widget) {
    GtkWidget *menu = child_of_type(widget, GTK_TYPE_POPOVER_MENU);
    return menu && gtk_widget_get_mapped(menu) ? menu : NULL;
}

gboolean signal_choose(GtkWidget *menu, const char *title) {
    if (GTK_IS_LABEL(menu) && g_strcmp0(gtk_label_get_text(GTK_LABEL(menu)), title) == 0) {
        GtkWidget *button = gtk_widget_get_parent(menu);
        while (button && g_strcmp0(G_OBJECT_TYPE_NAME(button), "GtkModelButton") != 0)
            button = gtk_widget_get_parent(button);
        if (!button) return FALSE;
        g_signal_emit_by_name(button, "clicked");
        return TRUE;
    }
    for (GtkWidget *child = gtk_widget_get_first_child(menu); child; child = gtk_widget_get_next_sibling(child)) {
        if (signal_choose(child, title)) return TRUE;
    }
    return FALSE;
}

static const char *title_of(GtkWidget *button) {
    const char *label = gtk_button_get_label(GTK_BUTTON(button));
    GtkWidget *box = label ? NULL : gtk_button_get_child(GTK_BUTTON(button));
    GtkWidget *child = box ? child_of_type(box, GTK_TYPE_LABEL) : NULL;
    return child ? gtk_label_get_text(GTK_LABEL(child)) : label;
}

GtkWidget *signal_button(GtkWidget *widget, const char *label) {
    if (GTK_IS_BUTTON(widget) && g_strcmp0(title_of(widget), label) == 0) return widget;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        GtkWidget *found = signal_button(child, label);
        if (found) return found;
    }
    return NULL;
}

void signal_click(GtkWidget *button) {
    if (button) g_signal_emit_by_name(button, "clicked");
}

GtkWidget *signal_spinner(GtkWidget *widget) {
    GtkWidget *spinner = child_of_type(widget, GTK_TYPE_SPINNER);
    return spinner && gtk_widget_get_child_visible(spinner) ? spinner : NULL;
}

GtkWidget *signal_bar(GtkWidget *widget) { return child_of_type(widget, GTK_TYPE_SCROLLBAR); }

GtkWidget *signal_second_bar(GtkWidget *widget) {
    GtkWidget *bar = signal_bar(widget);
    while (bar && (bar = gtk_widget_get_next_sibling(bar)) && !GTK_IS_SCROLLBAR(bar)) continue;
    return bar;
}

gboolean signal_has_title(GtkWidget *menu, const char *title) {
    if (GTK_IS_LABEL(menu) && g_strcmp0(gtk_label_get_text(GTK_LABEL(menu)), title) == 0) return TRUE;
    for (GtkWidget *child = gtk_widget_get_first_child(menu); child; child = gtk_widget_get_next_sibling(child)) {
        if (signal_has_title(child, title)) return TRUE;
    }
    return FALSE;
}

GtkWidget *signal_child(GtkWidget *widget, const char *name) {
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        if (g_strcmp0(gtk_widget_get_css_name(child), name) == 0 && gtk_widget_get_child_visible(child)) return child;
    }
    return NULL;
}

void signal_move_focus(GtkWidget *window, GtkDirectionType direction) {
    g_signal_emit_by_name(window, "move-focus", direction);
}

GtkWidget *signal_row(GtkWidget *widget) {
    while (widget && g_strcmp0(gtk_widget_get_css_name(widget), "row") != 0) widget = gtk_widget_get_parent(widget);
    return widget;
}

gboolean signal_has_relation(GtkWidget *widget, GtkAccessibleRelation relation, int value) {
    char *found = gtk_test_accessible_check_relation(GTK_ACCESSIBLE(widget), relation, value, NULL);
    g_free(found);
    return !found;
}

static int destroyed;
static void note_destroyed(void) { destroyed++; }

void signal_count_destroyed(GtkWidget *widget) {
    g_signal_connect(widget, "destroy", G_CALLBACK(note_destroyed), NULL);
}

int signal_destroyed(void) { return destroyed; }

static int keys;
static gboolean note_key(void) {
    keys++;
    return FALSE;
}

void signal_count_keys(GtkWidget *window) {
    keys = 0;
    GtkEventController *controller = gtk_event_controller_key_new();
    g_signal_connect(controller, "key-pressed", G_CALLBACK(note_key), NULL);
    gtk_widget_add_controller(window, controller);
}

int signal_keys(void) { return keys; }

void signal_reset(GtkWidget *widget) {
    GListModel *controllers = gtk_widget_observe_controllers(widget);
    for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
        GtkEventController *controller = g_list_model_get_item(controllers, i);
        gtk_event_controller_reset(controller);
        g_object_unref(controller);
    }
    g_object_unref(controllers);
}

static GtkWidget *descendant(GtkWidget *widget, GType type, int *position) {
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        if (!gtk_widget_get_visible(child) || !gtk_widget_get_child_visible(child)) continue;
        if (g_type_is_a(G_OBJECT_TYPE(child), type) && (*position)-- == 0) return child;
        GtkWidget *found = descendant(child, type, position);
        if (found) return found;
    }
    return NULL;
}

GtkWidget *signal_descendant(GtkWidget *widget, const char *type, int position) {
    const GType known = g_type_from_name(type);
    return known ? descendant(widget, known, &position) : NULL;
}

static int compare(gconstpointer one, gconstpointer other) {
    return g_strcmp0(*(const char *const *)one, *(const char *const *)other);
}

static void describe(GtkWidget *widget, int depth, GString *text) {
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        if (!gtk_widget_get_visible(child)) continue;
        g_string_append_printf(text, "%*s%s", depth * 2, "", G_OBJECT_TYPE_NAME(child));
        char **classes = gtk_widget_get_css_classes(child);
        qsort(classes, g_strv_length(classes), sizeof *classes, compare);
        for (char **name = classes; *name; name++) g_string_append_printf(text, " .%s", *name);
        g_strfreev(classes);
        if (GTK_IS_LABEL(child))
            g_string_append_printf(text, " '%s' %d", gtk_label_get_text(GTK_LABEL(child)),
                                   gtk_label_get_lines(GTK_LABEL(child)));
        if (GTK_IS_EDITABLE(child)) g_string_append_printf(text, " '%s'", gtk_editable_get_text(GTK_EDITABLE(child)));
        if (GTK_IS_SWITCH(child)) g_string_append_printf(text, " %d", gtk_switch_get_active(GTK_SWITCH(child)));
        if (GTK_IS_IMAGE(child))
            g_string_append_printf(text, " %s %d", gtk_image_get_icon_name(GTK_IMAGE(child)),
                                   gtk_image_get_paintable(GTK_IMAGE(child)) != NULL);
        if (GTK_IS_PROGRESS_BAR(child))
            g_string_append_printf(text, " %g", gtk_progress_bar_get_fraction(GTK_PROGRESS_BAR(child)));
        g_string_append_printf(text, " margin %d%s%s\n", gtk_widget_get_margin_start(child),
                               gtk_widget_get_sensitive(child) ? "" : " disabled",
                               gtk_widget_get_opacity(child) == 0 ? " transparent" : "");
        describe(child, depth + 1, text);
    }
}

char *signal_describe(GtkWidget *widget) {
    GString *text = g_string_new(NULL);
    describe(widget, 0, text);
    return g_string_free(text, FALSE);
}

gboolean signal_has_property(GtkWidget *widget, GtkAccessibleProperty property, const char *value) {
    char *found = gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), property, value, NULL);
    if (found) g_printerr("%s instead of %s\n", found, value);
    const gboolean has = !found;
    g_free(found);
    return has;
}

// GDK reads events from the server, and handles those of the pointer at the start of a frame, with the state of the
// buttons that the server has by then. A user seldom lets go in between. Here the release is sent at this place of a
// frame.
typedef struct {
    gulong gdk, late;
    GdkSurface *surface;
    gboolean lets_go;
} LateFrames;

// GTK exports it for its own use only.
static void request_motion(GdkSurface *surface) {
    void (*request)(GdkSurface *) = (void (*)(GdkSurface *))dlsym(RTLD_DEFAULT, "gdk_surface_request_motion");
    if (!request) g_error("this GTK has no gdk_surface_request_motion");
    request(surface);
}

static void flush_late(GdkFrameClock *clock, LateFrames *frames) {
    if (frames->lets_go && system("xdotool mouseup 1") == 0) {
        frames->lets_go = FALSE;
        // GDK reads the state only in frames in which what is under the pointer may have changed.
        request_motion(frames->surface);
    }
    g_signal_handler_block(clock, frames->late);
    g_signal_handler_unblock(clock, frames->gdk);
    g_signal_emit_by_name(clock, "flush-events");
    g_signal_handler_block(clock, frames->gdk);
    g_signal_handler_unblock(clock, frames->late);
}

static void free_frames(gpointer frames, GClosure *closure) {
    (void)closure;
    g_free(frames);
}

gboolean *signal_release_in_frame(GtkWidget *window) {
    GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
    LateFrames *frames = g_new0(LateFrames, 1);
    frames->surface = gtk_native_get_surface(GTK_NATIVE(window));
    frames->gdk = g_signal_handler_find(clock, G_SIGNAL_MATCH_ID, g_signal_lookup("flush-events", GDK_TYPE_FRAME_CLOCK),
                                        0, NULL, NULL, NULL);
    frames->late = g_signal_connect_data(clock, "flush-events", G_CALLBACK(flush_late), frames, free_frames, 0);
    g_signal_handler_block(clock, frames->gdk);
    return &frames->lets_go;
}

static GtkWidget *nth_named(GtkWidget *widget, const char *name, gboolean counts_hidden, int *rest) {
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        if (!counts_hidden && !gtk_widget_get_mapped(child)) continue;
        if (g_str_equal(gtk_widget_get_css_name(child), name) && (*rest)-- == 0) return child;
        GtkWidget *found = nth_named(child, name, counts_hidden, rest);
        if (found) return found;
    }
    return NULL;
}

GtkWidget *signal_named(GtkWidget *widget, const char *name, int position) {
    return nth_named(widget, name, FALSE, &position);
}

int signal_count_named(GtkWidget *widget, const char *name) {
    int rest = G_MAXINT;
    nth_named(widget, name, TRUE, &rest);
    return G_MAXINT - rest;
}

char *signal_path(GtkWidget *widget, GtkWidget *top) {
    char *path = g_strdup(gtk_widget_get_css_name(widget));
    while (widget != top && (widget = gtk_widget_get_parent(widget))) {
        char *longer = g_strconcat(gtk_widget_get_css_name(widget), " > ", path, NULL);
        g_free(path);
        path = longer;
    }
    return path;
}

const char *signal_cursor(GtkWidget *widget) {
    GdkCursor *cursor = gtk_widget_get_cursor(widget);
    return cursor ? gdk_cursor_get_name(cursor) : NULL;
}

gboolean signal_has_sort(GtkWidget *widget, GtkAccessibleSort sort) {
    char *found = gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_SORT, sort, NULL);
    const gboolean has = !found;
    g_free(found);
    return has;
}

int signal_icons(GtkWidget *menu) {
    int count = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(menu); child; child = gtk_widget_get_next_sibling(child)) {
        count += signal_icons(child);
        if (GTK_IS_IMAGE(child) && gtk_widget_get_child_visible(child) && gtk_widget_get_visible(child) &&
            gtk_image_get_storage_type(GTK_IMAGE(child)) != GTK_IMAGE_EMPTY &&
            strcmp(G_OBJECT_TYPE_NAME(menu), "GtkModelButton") == 0)
            count++;
    }
    return count;
}

GtkWidget *signal_drag_icon(GtkWidget *widget) {
    GListModel *controllers = gtk_widget_observe_controllers(widget);
    GtkWidget *icon = NULL;
    for (guint i = 0; i < g_list_model_get_n_items(controllers) && !icon; i++) {
        gpointer controller = g_list_model_get_item(controllers, i);
        GdkDrop *drop = GTK_IS_DROP_TARGET(controller) ? gtk_drop_target_get_current_drop(controller) : NULL;
        GdkDrag *drag = drop ? gdk_drop_get_drag(drop) : NULL;
        if (drag) icon = gtk_drag_icon_get_child(GTK_DRAG_ICON(gtk_drag_icon_get_for_drag(drag)));
        g_object_unref(controller);
    }
    g_object_unref(controllers);
    return icon;
}

int signal_pictures(GtkWidget *icon, const char **text) {
    int count = 0;
    *text = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(icon); child; child = gtk_widget_get_next_sibling(child)) {
        if (GTK_IS_PICTURE(child)) count++;
        if (GTK_IS_LABEL(child)) *text = gtk_label_get_text(GTK_LABEL(child));
    }
    return count;
}
