// The wheel, the touchpad, the mouse and keys, as the owner of an area receives them.
#include "area.h"

#if __has_include(<gtk/gtk.h>)

static gboolean scrolled(GtkEventControllerScroll *controller, double dx, double dy, LeGtkArea *area) {
    const GdkScrollUnit unit = gtk_event_controller_scroll_get_unit(controller);
    GdkEvent *event = gtk_event_controller_get_current_event(GTK_EVENT_CONTROLLER(controller));
    double x = 0, y = 0;
    if (event) gdk_event_get_position(event, &x, &y);
    graphene_point_t point = GRAPHENE_POINT_INIT((float)x, (float)y);
    GtkWidget *root = GTK_WIDGET(gtk_widget_get_root(GTK_WIDGET(area)));
    // Positions of events are in the surface, which is the root's.
    if (event && root && gtk_widget_compute_point(root, GTK_WIDGET(area), &point, &point)) x = point.x, y = point.y;
    const unsigned held = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
    if (area->owner) area->events.scroll(area->owner, dx, dy, unit == GDK_SCROLL_UNIT_WHEEL, x - area->left, y, held);
    return GDK_EVENT_STOP;
}

static void drag_began(GtkEventControllerScroll *controller, LeGtkArea *area) {
    (void)controller;
    if (area->owner) area->events.begin_drag(area->owner);
}

static void decelerates(GtkEventControllerScroll *controller, double vx, double vy, LeGtkArea *area) {
    (void)controller;
    if (area->owner) area->events.end_drag(area->owner, vx, vy);
}

static bool is_touch(GtkEventController *controller) {
    GdkDevice *device = gtk_event_controller_get_current_event_device(controller);
    return device && gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN;
}

// Whether a gesture of the mouse is cancelled because its button is up. After each frame GDK makes a motion event with
// the state that the server has at that time. If the user has let go in the meantime, GTK sees no button before it sees
// the release, and cancels what was a click.
static bool is_release(GtkGesture *gesture) {
    GtkEventController *controller = GTK_EVENT_CONTROLLER(gesture);
    GdkEvent *event = gtk_event_controller_get_current_event(controller);
    return event && gdk_event_get_event_type(event) == GDK_MOTION_NOTIFY && !is_touch(controller) &&
           !(gdk_event_get_modifier_state(event) & GDK_BUTTON1_MASK);
}

static void touch(LeGtkArea *area, GtkGesture *click, le_gtk_phase phase, int count, double x, double y) {
    GtkEventController *controller = GTK_EVENT_CONTROLLER(click);
    const bool is_finger = is_touch(controller);
    const GdkModifierType modifiers = gtk_event_controller_get_current_event_state(controller);
    if (area->owner) area->events.touch(area->owner, phase, x - area->left, y, count, modifiers, is_finger);
}

// Switches and buttons take a press only when it ends. A short one can be cancelled before, see is_release: it is no
// click on the row either. Entries take a press immediately.
static bool is_on_control(LeGtkArea *area, double x, double y) {
    GtkWidget *hit = gtk_widget_pick(GTK_WIDGET(area), x, y, GTK_PICK_DEFAULT);
    while (hit && hit != GTK_WIDGET(area) && !GTK_IS_ACTIONABLE(hit)) hit = gtk_widget_get_parent(hit);
    return hit && hit != GTK_WIDGET(area);
}

static void pressed(GtkGesture *click, int count, double x, double y, LeGtkArea *area) {
    // Those are no part of a row. The press is not denied: GTK would not report the second press of the next double
    // click.
    area->clicks = le_gtk_is_on_actions(area, x, y) || is_on_control(area, x, y) ? 0 : count;
    if (area->clicks == 0) return;
    gtk_widget_grab_focus(GTK_WIDGET(area));
    touch(area, click, LE_GTK_BEGAN, count, x, y);
}

static void released(GtkGesture *click, int count, double x, double y, LeGtkArea *area) {
    if (area->clicks != 0) touch(area, click, LE_GTK_ENDED, count, x, y);
}

static void cancelled(GtkGesture *click, GdkEventSequence *sequence, LeGtkArea *area) {
    if (area->clicks == 0) return;
    double x = 0, y = 0;
    gtk_gesture_get_point(click, sequence, &x, &y);
    if (is_release(click))
        touch(area, click, LE_GTK_ENDED, area->clicks, x, y);
    else
        touch(area, click, LE_GTK_CANCELLED, 1, x, y);
}

static void hovered(GtkEventControllerMotion *controller, double x, double y, LeGtkArea *area) {
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
    le_gtk_bars_hover(area, true, x, y, state & GDK_BUTTON1_MASK);
    if (area->owner) area->events.hover(area->owner, true, x - area->left, y);
}

static void unhovered(GtkEventControllerMotion *controller, LeGtkArea *area) {
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
    le_gtk_bars_hover(area, false, 0, 0, state & GDK_BUTTON1_MASK);
    if (area->owner) area->events.hover(area->owner, false, 0, 0);
}

static bool requests_menu(LeGtkArea *area, double x, double y) {
    gtk_widget_grab_focus(GTK_WIDGET(area));
    return area->owner && area->events.menu(area->owner, x - area->left, y);
}

static void secondary_pressed(GtkGesture *click, int count, double x, double y, LeGtkArea *area) {
    (void)count;
    if (requests_menu(area, x, y)) gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void long_pressed(GtkGesture *press, double x, double y, LeGtkArea *area) {
    if (requests_menu(area, x, y))
        gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED);
    else
        area->is_held = true;
}

static void row_drag_began(GtkGestureDrag *drag, double x, double y, LeGtkArea *area) {
    (void)drag, (void)x, (void)y;
    area->is_dragging = area->is_held = false;
}

static void row_dragged(GtkGestureDrag *drag, double dx, double dy, LeGtkArea *area) {
    double x = 0, y = 0;
    gtk_gesture_drag_get_start_point(drag, &x, &y);
    x -= area->left;
    if (!area->owner) return;
    const bool is_finger = is_touch(GTK_EVENT_CONTROLLER(drag));
    const GdkModifierType modifiers = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(drag));
    if (!area->is_dragging) {
        if (!gtk_drag_check_threshold(GTK_WIDGET(area), 0, 0, (int)dx, (int)dy)) return;
        // Without a long press a finger scrolls.
        const bool is_wanted = area->is_held || !is_finger;
        area->is_dragging = is_wanted && area->events.drag(area->owner, LE_GTK_BEGAN, x, y, modifiers, is_finger);
        // It is a click no longer, or no drag any more.
        gtk_gesture_set_state(GTK_GESTURE(drag),
                              area->is_dragging ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED);
    }
    if (area->is_dragging && area->owner) {
        area->events.drag(area->owner, LE_GTK_MOVED, x + dx, y + dy, modifiers, is_finger);
    }
}

static void end_row_drag(LeGtkArea *area, le_gtk_phase phase) {
    const bool was_dragging = area->is_dragging;
    area->is_dragging = false;
    if (was_dragging && area->owner) area->events.drag(area->owner, phase, 0, 0, 0, false);
}

static void row_drag_ended(GtkGestureDrag *drag, double dx, double dy, LeGtkArea *area) {
    (void)drag, (void)dx, (void)dy;
    end_row_drag(area, LE_GTK_ENDED);
}

static void row_drag_cancelled(GtkGesture *drag, GdkEventSequence *sequence, LeGtkArea *area) {
    (void)sequence;
    end_row_drag(area, is_release(drag) ? LE_GTK_ENDED : LE_GTK_CANCELLED);
}

static gboolean key_pressed(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                            LeGtkArea *area) {
    (void)controller, (void)code;
    if (!area->owner || !area->events.key(area->owner, key, state)) return FALSE;
    // As after a tab key: the user sees where the keyboard is.
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(area));
    if (GTK_IS_WINDOW(root)) gtk_window_set_focus_visible(GTK_WINDOW(root), TRUE);
    return TRUE;
}

void le_gtk_accept_input(LeGtkArea *area) {
    GtkWidget *widget = GTK_WIDGET(area);
    GtkEventController *scroll =
        gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES | GTK_EVENT_CONTROLLER_SCROLL_KINETIC);
    g_signal_connect(scroll, "scroll", G_CALLBACK(scrolled), area);
    g_signal_connect(scroll, "scroll-begin", G_CALLBACK(drag_began), area);
    g_signal_connect(scroll, "decelerate", G_CALLBACK(decelerates), area);
    gtk_widget_add_controller(widget, scroll);

    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "pressed", G_CALLBACK(pressed), area);
    g_signal_connect(click, "released", G_CALLBACK(released), area);
    g_signal_connect(click, "cancel", G_CALLBACK(cancelled), area);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(click));

    GtkEventController *motion = gtk_event_controller_motion_new();
    g_signal_connect(motion, "enter", G_CALLBACK(hovered), area);
    g_signal_connect(motion, "motion", G_CALLBACK(hovered), area);
    g_signal_connect(motion, "leave", G_CALLBACK(unhovered), area);
    gtk_widget_add_controller(widget, motion);

    GtkGesture *secondary = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(secondary), GDK_BUTTON_SECONDARY);
    g_signal_connect(secondary, "pressed", G_CALLBACK(secondary_pressed), area);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(secondary));

    GtkGesture *press = gtk_gesture_long_press_new();
    gtk_gesture_single_set_touch_only(GTK_GESTURE_SINGLE(press), TRUE);
    g_signal_connect(press, "pressed", G_CALLBACK(long_pressed), area);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(press));

    GtkGesture *drag = area->drag = gtk_gesture_drag_new();
    g_signal_connect(drag, "drag-begin", G_CALLBACK(row_drag_began), area);
    g_signal_connect(drag, "drag-update", G_CALLBACK(row_dragged), area);
    g_signal_connect(drag, "drag-end", G_CALLBACK(row_drag_ended), area);
    g_signal_connect(drag, "cancel", G_CALLBACK(row_drag_cancelled), area);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(drag));

    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(key_pressed), area);
    gtk_widget_add_controller(widget, key);
}
#endif
