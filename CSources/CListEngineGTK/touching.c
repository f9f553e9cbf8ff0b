// Fingers on a touch screen, and the actions of a row that they swiped aside.
#include "area.h"
#include <math.h>

#if __has_include(<gtk/gtk.h>)

// ---- Fingers

static void pan_began(GtkGestureDrag *pan, double x, double y, LeGtkArea *area) {
    (void)pan;
    area->is_panning = false;
    area->pan_start = GRAPHENE_POINT_INIT((float)x, (float)y);
    area->panned = area->pan_velocity = GRAPHENE_POINT_INIT(0, 0);
}

static void pan_moved(GtkGestureDrag *pan, double dx, double dy, LeGtkArea *area) {
    if (!area->owner) return;
    le_gtk_phase phase = LE_GTK_MOVED;
    if (!area->is_panning) {
        if (!gtk_drag_check_threshold(GTK_WIDGET(area), 0, 0, (int)dx, (int)dy)) return;
        // After a long press the finger drags the row.
        area->is_panning = !area->is_held && !area->is_dragging;
        gtk_gesture_set_state(GTK_GESTURE(pan),
                              area->is_panning ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED);
        if (!area->is_panning) return;
        phase = LE_GTK_BEGAN;
    }
    const double x = dx - area->panned.x, y = dy - area->panned.y;
    area->panned = GRAPHENE_POINT_INIT((float)dx, (float)dy);
    area->events.pan(area->owner, phase, area->pan_start.x - area->left, area->pan_start.y, x, y);
}

static void end_pan(LeGtkArea *area, le_gtk_phase phase, graphene_point_t velocity) {
    const bool was_panning = area->is_panning;
    area->is_panning = false;
    if (was_panning && area->owner)
        area->events.pan(area->owner, phase, area->pan_start.x - area->left, area->pan_start.y, velocity.x, velocity.y);
}

static void pan_ended(GtkGestureDrag *pan, double dx, double dy, LeGtkArea *area) {
    (void)pan, (void)dx, (void)dy;
    end_pan(area, LE_GTK_ENDED, area->pan_velocity);
}

static void pan_cancelled(GtkGesture *pan, GdkEventSequence *sequence, LeGtkArea *area) {
    (void)pan, (void)sequence;
    end_pan(area, LE_GTK_CANCELLED, GRAPHENE_POINT_INIT(0, 0));
}

static void has_velocity(GtkGestureSwipe *swipe, double vx, double vy, LeGtkArea *area) {
    (void)swipe;
    area->pan_velocity = GRAPHENE_POINT_INIT((float)vx, (float)vy);
}

void le_gtk_accept_fingers(LeGtkArea *area) {
    GtkGesture *pan = gtk_gesture_drag_new();
    gtk_gesture_single_set_touch_only(GTK_GESTURE_SINGLE(pan), TRUE);
    g_signal_connect(pan, "drag-begin", G_CALLBACK(pan_began), area);
    g_signal_connect(pan, "drag-update", G_CALLBACK(pan_moved), area);
    g_signal_connect(pan, "drag-end", G_CALLBACK(pan_ended), area);
    g_signal_connect(pan, "cancel", G_CALLBACK(pan_cancelled), area);
    gtk_widget_add_controller(GTK_WIDGET(area), GTK_EVENT_CONTROLLER(pan));

    // Added later, it gets each event first, and so knows the velocity when the drag ends.
    GtkGesture *swipe = gtk_gesture_swipe_new();
    gtk_gesture_single_set_touch_only(GTK_GESTURE_SINGLE(swipe), TRUE);
    g_signal_connect(swipe, "swipe", G_CALLBACK(has_velocity), area);
    gtk_widget_add_controller(GTK_WIDGET(area), GTK_EVENT_CONTROLLER(swipe));
    gtk_gesture_group(swipe, pan);
}

// ---- Actions

static void clicked(GtkWidget *button, LeGtkArea *area) {
    int index = 0;
    for (GtkWidget *other = button; (other = gtk_widget_get_prev_sibling(other));) index++;
    if (area->owner) area->events.perform(area->owner, index);
}

static GtkWidget *action_button(const le_gtk_action *action) {
    if (!action->icon) return gtk_button_new_with_label(action->title);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *button = gtk_button_new();
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(box), gtk_image_new_from_icon_name(action->icon));
    gtk_box_append(GTK_BOX(box), gtk_label_new(action->title));
    gtk_button_set_child(GTK_BUTTON(button), box);
    le_gtk_set_accessible_label(button, action->title);
    return button;
}

void le_gtk_area_set_actions(GtkWidget *widget, const le_gtk_action *actions, int count, GtkOrientation axis) {
    LeGtkArea *area = area_of(widget);
    if (area->actions) gtk_widget_unparent(area->actions);
    area->actions = NULL;
    if (count == 0 || !area->mark) return;
    area->actions = gtk_box_new(axis, 0);
    gtk_widget_add_css_class(area->actions, "linked");
    for (int i = 0; i < count; i++) {
        GtkWidget *button = action_button(&actions[i]);
        gtk_widget_set_hexpand(button, TRUE);
        gtk_widget_set_vexpand(button, TRUE);
        // The row keeps the keyboard focus.
        gtk_widget_set_focus_on_click(button, FALSE);
        if (actions[i].style) gtk_widget_add_css_class(button, actions[i].style);
        g_signal_connect(button, "clicked", G_CALLBACK(clicked), area);
        gtk_box_append(GTK_BOX(area->actions), button);
    }
    gtk_widget_set_child_visible(area->actions, FALSE);
    gtk_widget_insert_before(area->actions, widget, area->mark);
}

int le_gtk_area_measure_actions(GtkWidget *widget, GtkOrientation axis) {
    GtkWidget *actions = area_of(widget)->actions;
    int natural = 0;
    if (actions) gtk_widget_measure(actions, axis, -1, NULL, &natural, NULL, NULL);
    return natural;
}

void le_gtk_area_place_actions(GtkWidget *widget, double x, double y, double width, double height) {
    GtkWidget *actions = area_of(widget)->actions;
    if (!actions) return;
    // Buttons can need more than a small row: as much on either side of it.
    int least_width = 0, least_height = 0;
    gtk_widget_measure(actions, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
    gtk_widget_measure(actions, GTK_ORIENTATION_VERTICAL, -1, &least_height, NULL, NULL, NULL);
    const double dx = MAX(0, least_width - width) / 2, dy = MAX(0, least_height - height) / 2;
    le_gtk_place_child(area_of(widget), actions, gtk_widget_get_prev_sibling(actions), x - dx, y - dy, width, height, 1,
                       NULL);
}

// ---- Rows that move together

void le_gtk_area_show_count(GtkWidget *widget, int count, double x, double y, double width, double height) {
    LeGtkArea *area = area_of(widget);
    if (!area->mark || (!area->count && count < 2)) return;
    if (!area->count) {
        area->count = gtk_label_new(NULL);
        gtk_widget_add_css_class(area->count, "osd");
        gtk_widget_set_can_target(area->count, FALSE);
        gtk_widget_insert_before(area->count, widget, area->mark);
    }
    gtk_widget_set_child_visible(area->count, count > 1);
    if (count < 2) return;
    char text[32];
    g_snprintf(text, sizeof text, " %d ", count);
    if (!g_str_equal(gtk_label_get_text(GTK_LABEL(area->count)), text))
        gtk_label_set_text(GTK_LABEL(area->count), text);
    GtkRequisition size;
    gtk_widget_get_preferred_size(area->count, &size, NULL);
    const bool is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    const double left = is_mirrored ? x : x + width - size.width, top = y + (height - size.height) / 2;
    le_gtk_place_child(area, area->count, gtk_widget_get_prev_sibling(area->count), left, top, size.width, size.height,
                       1, NULL);
}

// ---- Refreshing

void le_gtk_area_spin(GtkWidget *widget, double x, double y, double opacity, bool spins) {
    LeGtkArea *area = area_of(widget);
    if (!area->mark) return; // disposed
    if (!area->spinner) {
        if (opacity <= 0) return;
        area->spinner = gtk_spinner_new();
        gtk_widget_set_size_request(area->spinner, 24, 24);
        gtk_widget_set_can_target(area->spinner, FALSE);
        gtk_widget_insert_before(area->spinner, widget, area->mark);
    }
    gtk_spinner_set_spinning(GTK_SPINNER(area->spinner), spins);
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, spins, -1);
    gtk_widget_set_child_visible(area->spinner, opacity > 0);
    if (opacity <= 0) return;
    le_gtk_place_child(area_of(widget), area->spinner, gtk_widget_get_prev_sibling(area->spinner), x - 12, y - 12, 24,
                       24, opacity, NULL);
}

// ---- Beyond the ends

// Themes know the glow as a part of a scrolled window.
static GtkWidget *new_glow(void) {
    GtkWidget *window = g_object_new(le_gtk_row_get_type(), "css-name", "scrolledwindow", "accessible-role",
                                     GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
    GtkWidget *glow = g_object_new(le_gtk_row_get_type(), "css-name", "overshoot", "accessible-role",
                                   GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
    gtk_widget_set_parent(glow, window);
    gtk_widget_set_can_target(window, FALSE);
    return window;
}

void le_gtk_area_glow(GtkWidget *widget, GtkPositionType side, double extent, int width, int height) {
    static const char *const names[] = {"left", "right", "top", "bottom"}; // in the order of GtkPositionType
    LeGtkArea *area = area_of(widget);
    const int e = (int)lround(CLAMP(extent, 0, 100));
    if (!area->mark || (!area->glow && e == 0)) return;
    if (!area->glow) gtk_widget_insert_before(area->glow = new_glow(), widget, area->mark);
    gtk_widget_set_child_visible(area->glow, e > 0);
    if (e == 0) return;
    const char *classes[] = {names[side], NULL};
    gtk_widget_set_css_classes(gtk_widget_get_first_child(area->glow), classes);
    const bool is_across = side == GTK_POS_TOP || side == GTK_POS_BOTTOM;
    const int x = side == GTK_POS_RIGHT ? width - e : 0, y = side == GTK_POS_BOTTOM ? height - e : 0;
    le_gtk_place_child(area_of(widget), area->glow, gtk_widget_get_prev_sibling(area->glow), x, y,
                       is_across ? width : e, is_across ? e : height, 1, NULL);
}

bool le_gtk_is_on_actions(LeGtkArea *area, double x, double y) {
    if (!area->actions) return false;
    GtkWidget *hit = gtk_widget_pick(GTK_WIDGET(area), x, y, GTK_PICK_DEFAULT);
    return hit && (hit == area->actions || gtk_widget_is_ancestor(hit, area->actions));
}
#endif
