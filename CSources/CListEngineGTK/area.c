// A widget that places its children where its owner says, next to a scroll bar.
#include "area.h"

#if __has_include(<gtk/gtk.h>)
    #include <glib-unix.h>
    #include <math.h>
    #include <unistd.h>

// What libdispatch offers to main loops other than its own. Foundation's run loop uses the same.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

static gboolean drain(gint handle, GIOCondition condition, gpointer unused) {
    (void)condition, (void)unused;
    uint64_t count;
    // The handle counts wake-ups, and does not block.
    (void)!read(handle, &count, sizeof count);
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

bool le_gtk_start(void) {
    static bool started;
    if (!gtk_init_check()) return false;
    if (!started) g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, drain, NULL);
    started = true;
    return true;
}

typedef GtkWidgetClass LeGtkAreaClass;
G_DEFINE_TYPE(LeGtkArea, le_gtk_area, GTK_TYPE_WIDGET)

static void area_measure(GtkWidget *widget, GtkOrientation axis, int extent, int *least, int *natural, int *first,
                         int *natural_first) {
    LeGtkArea *area = area_of(widget);
    *least = 0;
    *natural = 240;
    if (axis == GTK_ORIENTATION_VERTICAL && area->is_fitting && area->owner)
        *natural = area->measured = area->events.natural_height(area->owner, extent);
    *first = *natural_first = -1;
}

static GtkSizeRequestMode area_request_mode(GtkWidget *widget) {
    return area_of(widget)->is_fitting ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static gboolean unref(gpointer object) {
    g_object_unref(object);
    return G_SOURCE_REMOVE;
}

// In the next turn of the main loop, before any frame.
static void unref_later(gpointer object) { g_idle_add_full(G_PRIORITY_HIGH, unref, object, NULL); }

// GTK uses a window after it has laid out the widgets in it, also if the program has closed it in the meantime.
static GtkWidget *keep_window(GtkWidget *widget) {
    GtkWidget *window = GTK_WIDGET(gtk_widget_get_root(widget));
    return window ? g_object_ref(window) : NULL;
}

static void release_window(GtkWidget *window) {
    if (!window) return;
    // A window that was closed is not mapped.
    if (gtk_widget_get_mapped(window))
        g_object_unref(window);
    else
        unref_later(window);
}

static void area_allocate(GtkWidget *widget, int width, int height, int baseline) {
    (void)baseline;
    LeGtkArea *area = area_of(widget);
    const bool is_beside = gtk_orientable_get_orientation(GTK_ORIENTABLE(area->bar)) == GTK_ORIENTATION_VERTICAL;
    const bool is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    int bar = 0;
    gtk_widget_measure(area->bar, is_beside ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, -1, &bar, NULL,
                       NULL, NULL);
    const int room = le_gtk_bar_is_overlay(area) ? 0 : bar, index = is_beside ? le_gtk_index_width(area) : 0;
    area->left = is_beside && is_mirrored ? room + index : 0;
    GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
    const double time = (double)(clock ? gdk_frame_clock_get_frame_time(clock) : g_get_monotonic_time()) / 1e6;
    if (area->owner) {
        GtkWidget *window = keep_window(widget);
        area->events.allocate(area->owner, time, MAX(0, is_beside ? width - room - index : width),
                              MAX(0, is_beside ? height : height - room));
        release_window(window);
    }
    if (!area->bar) return; // disposed in the meantime
    le_gtk_index_place(area, is_mirrored ? 0 : width - index, index, height);
    gtk_widget_measure(area->bar, is_beside ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, bar, NULL, NULL,
                       NULL, NULL);
    const int side = is_mirrored ? index : width - index - bar;
    const graphene_point_t corner =
        is_beside ? GRAPHENE_POINT_INIT((float)side, 0) : GRAPHENE_POINT_INIT(0, (float)(height - bar));
    gtk_widget_allocate(area->bar, is_beside ? bar : width, is_beside ? height : bar, -1,
                        gsk_transform_translate(NULL, &corner));
    if (area->menu) gtk_popover_present(GTK_POPOVER(area->menu));
}

static void area_unmap(GtkWidget *widget) {
    LeGtkArea *area = area_of(widget);
    // An open menu has grabbed the pointer. If its window went first, no other window would get clicks any more.
    if (area->menu) gtk_popover_popdown(GTK_POPOVER(area->menu));
    GTK_WIDGET_CLASS(le_gtk_area_parent_class)->unmap(widget);
    if (area->bar) le_gtk_bar_rest(area);
    if (area->owner) area->events.unmap(area->owner);
}

static void focus_moved(GtkRoot *root, GParamSpec *property, LeGtkArea *area) {
    (void)property;
    if (!area->owner) return;
    GtkWidget *row = gtk_root_get_focus(root);
    while (row && gtk_widget_get_parent(row) != GTK_WIDGET(area)) row = gtk_widget_get_parent(row);
    area->events.focus(area->owner, row);
}

// The child of the area that has the keyboard focus, or in which a widget has it; NULL for none.
static GtkWidget *child_with_focus(LeGtkArea *area) {
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(area));
    GtkWidget *child = root ? gtk_root_get_focus(root) : NULL;
    while (child && gtk_widget_get_parent(child) != GTK_WIDGET(area)) child = gtk_widget_get_parent(child);
    return child;
}

// The tab key goes through the widgets of all rows, in the order of the list. GTK knows only those on the screen.
static gboolean area_focus(GtkWidget *widget, GtkDirectionType direction) {
    LeGtkArea *area = area_of(widget);
    const bool is_forward = direction == GTK_DIR_TAB_FORWARD;
    if (!area->owner || (!is_forward && direction != GTK_DIR_TAB_BACKWARD))
        return GTK_WIDGET_CLASS(le_gtk_area_parent_class)->focus(widget, direction);
    GtkWidget *row = child_with_focus(area);
    if (row && gtk_widget_child_focus(row, direction)) {
        area->events.reveal_focus(area->owner, row);
        return TRUE;
    }
    // The area itself is before all rows.
    if (!row && is_forward != (gtk_widget_is_focus(widget) != 0)) {
        if (is_forward) return gtk_widget_grab_focus(widget);
        if (gtk_widget_is_focus(widget)) return FALSE;
    }
    if (area->events.focus_next(area->owner, row, is_forward)) return TRUE;
    return !is_forward && area->owner && gtk_widget_grab_focus(widget);
}

static void area_state_changed(GtkWidget *widget, GtkStateFlags before) {
    GTK_WIDGET_CLASS(le_gtk_area_parent_class)->state_flags_changed(widget, before);
    le_gtk_show_focus(area_of(widget));
}

static void area_root(GtkWidget *widget) {
    GTK_WIDGET_CLASS(le_gtk_area_parent_class)->root(widget);
    GtkRoot *root = gtk_widget_get_root(widget);
    if (GTK_IS_WINDOW(root)) g_signal_connect(root, "notify::focus-widget", G_CALLBACK(focus_moved), widget);
}

static void area_unroot(GtkWidget *widget) {
    g_signal_handlers_disconnect_by_data(gtk_widget_get_root(widget), widget);
    GTK_WIDGET_CLASS(le_gtk_area_parent_class)->unroot(widget);
}

// The window is gone. GDK may wait for an answer of it for ever, if the pointer was over it.
static void area_unrealize(GtkWidget *widget) {
    le_gtk_cancel_drag(area_of(widget));
    GTK_WIDGET_CLASS(le_gtk_area_parent_class)->unrealize(widget);
}

static void area_dispose(GObject *object) {
    LeGtkArea *area = area_of(object);
    area->owner = NULL;
    if (area->tick) gtk_widget_remove_tick_callback(GTK_WIDGET(object), area->tick);
    area->tick = 0;
    if (area->bar) le_gtk_bar_rest(area);
    for (GtkWidget *child; (child = gtk_widget_get_first_child(GTK_WIDGET(object)));) gtk_widget_unparent(child);
    area->focused = NULL;
    area->bar = area->mark = area->actions = area->spinner = area->glow = area->index = NULL;
    g_strfreev(area->titles);
    area->titles = NULL;
    G_OBJECT_CLASS(le_gtk_area_parent_class)->dispose(object);
}

static void le_gtk_area_class_init(LeGtkAreaClass *class) {
    class->measure = area_measure;
    class->get_request_mode = area_request_mode;
    class->size_allocate = area_allocate;
    class->unmap = area_unmap;
    class->unrealize = area_unrealize;
    class->focus = area_focus;
    class->state_flags_changed = area_state_changed;
    class->snapshot = le_gtk_snapshot_children;
    class->root = area_root;
    class->unroot = area_unroot;
    G_OBJECT_CLASS(class)->dispose = area_dispose;
    gtk_widget_class_set_css_name(class, "listview");
    gtk_widget_class_set_accessible_role(class, GTK_ACCESSIBLE_ROLE_LIST);
}

// ---- Input

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

// A switch takes a press only when the button is released. Buttons and entries take it immediately.
static bool is_on_switch(LeGtkArea *area, double x, double y) {
    GtkWidget *hit = gtk_widget_pick(GTK_WIDGET(area), x, y, GTK_PICK_DEFAULT);
    while (hit && hit != GTK_WIDGET(area) && !GTK_IS_SWITCH(hit)) hit = gtk_widget_get_parent(hit);
    return hit && GTK_IS_SWITCH(hit);
}

static void pressed(GtkGesture *click, int count, double x, double y, LeGtkArea *area) {
    // Those are no part of a row.
    if (le_gtk_is_on_actions(area, x, y) || is_on_switch(area, x, y)) {
        gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_DENIED);
        return;
    }
    gtk_widget_grab_focus(GTK_WIDGET(area));
    area->clicks = count;
    touch(area, click, LE_GTK_BEGAN, count, x, y);
}

static void released(GtkGesture *click, int count, double x, double y, LeGtkArea *area) {
    touch(area, click, LE_GTK_ENDED, count, x, y);
}

static void cancelled(GtkGesture *click, GdkEventSequence *sequence, LeGtkArea *area) {
    double x = 0, y = 0;
    gtk_gesture_get_point(click, sequence, &x, &y);
    if (is_release(click))
        touch(area, click, LE_GTK_ENDED, area->clicks, x, y);
    else
        touch(area, click, LE_GTK_CANCELLED, 1, x, y);
}

static void hovered(GtkEventControllerMotion *controller, double x, double y, LeGtkArea *area) {
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
    le_gtk_bar_hover(area, true, x, y, state & GDK_BUTTON1_MASK);
    if (area->owner) area->events.hover(area->owner, true, x - area->left, y);
}

static void unhovered(GtkEventControllerMotion *controller, LeGtkArea *area) {
    const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(controller));
    le_gtk_bar_hover(area, false, 0, 0, state & GDK_BUTTON1_MASK);
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

static void thumb_moved(GtkAdjustment *adjustment, LeGtkArea *area) {
    if (area->is_setting || !area->owner) return;
    le_gtk_bar_use(area);
    area->events.thumb(area->owner, gtk_adjustment_get_value(adjustment));
}

static void le_gtk_area_init(LeGtkArea *area) {
    GtkWidget *widget = GTK_WIDGET(area);
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN);
    gtk_widget_set_focusable(widget, TRUE);
    area->adjustment = gtk_adjustment_new(0, 0, 0, 0, 0, 0);
    area->bar = gtk_scrollbar_new(GTK_ORIENTATION_VERTICAL, area->adjustment);
    gtk_widget_set_parent(area->bar, widget);
    area->mark = g_object_new(le_gtk_row_get_type(), "css-name", "rubberband", NULL);
    gtk_widget_set_can_target(area->mark, FALSE);
    gtk_widget_set_child_visible(area->mark, FALSE);
    gtk_widget_insert_before(area->mark, widget, area->bar);
    g_signal_connect(area->adjustment, "value-changed", G_CALLBACK(thumb_moved), area);

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

    le_gtk_accept_fingers(area);
    le_gtk_accept_drops(area);

    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(key_pressed), area);
    gtk_widget_add_controller(widget, key);
}

// ---- For the owner

GtkWidget *le_gtk_area_new(const le_gtk_events *events) {
    LeGtkArea *area = g_object_new(le_gtk_area_get_type(), NULL);
    area->events = *events;
    return g_object_ref_sink(GTK_WIDGET(area));
}

void le_gtk_area_set_owner(GtkWidget *area, void *owner) {
    area_of(area)->owner = owner;
    if (owner) return;
    // Nobody places the rows any more.
    for (GtkWidget *child = gtk_widget_get_first_child(area); child; child = gtk_widget_get_next_sibling(child)) {
        if (child != area_of(area)->bar) gtk_widget_set_child_visible(child, FALSE);
    }
}

// The reference is released later, because GTK does not keep a widget alive while it lays it out.
void le_gtk_area_release(GtkWidget *area) {
    le_gtk_area_set_owner(area, NULL);
    unref_later(area);
}

bool le_gtk_area_animates(GtkWidget *area) {
    gboolean animates = TRUE;
    g_object_get(gtk_widget_get_settings(area), "gtk-enable-animations", &animates, NULL);
    return animates;
}

static gboolean ticked(GtkWidget *widget, GdkFrameClock *clock, gpointer unused) {
    (void)clock, (void)unused;
    LeGtkArea *area = area_of(widget);
    area->tick = 0;
    if (area->needs_measuring)
        gtk_widget_queue_resize(widget);
    else
        gtk_widget_queue_allocate(widget);
    area->needs_measuring = false;
    return G_SOURCE_REMOVE;
}

// By a tick and not directly: a frame that is being laid out cannot ask for another one.
void le_gtk_area_schedule(GtkWidget *widget) {
    LeGtkArea *area = area_of(widget);
    if (!area->tick) area->tick = gtk_widget_add_tick_callback(widget, ticked, NULL, NULL);
}

static void schedule_measuring(GtkWidget *area) {
    area_of(area)->needs_measuring = true;
    le_gtk_area_schedule(area);
}

void le_gtk_area_set_fitting(GtkWidget *area, bool is_fitting) {
    if (area_of(area)->is_fitting == is_fitting) return;
    area_of(area)->is_fitting = is_fitting;
    schedule_measuring(area);
}

bool le_gtk_area_is_fitting(GtkWidget *area) { return area_of(area)->is_fitting; }

void le_gtk_area_set_content_height(GtkWidget *area, int height) {
    if (area_of(area)->is_fitting && area_of(area)->measured != height) schedule_measuring(area);
}

void le_gtk_area_set_orientation(GtkWidget *area, GtkOrientation axis) {
    if (!area_of(area)->bar) return; // disposed
    GtkOrientable *bar = GTK_ORIENTABLE(area_of(area)->bar);
    if (gtk_orientable_get_orientation(bar) == axis) return;
    gtk_orientable_set_orientation(bar, axis);
    le_gtk_area_schedule(area);
}

unsigned le_gtk_area_font(GtkWidget *area) {
    PangoContext *context = gtk_widget_get_pango_context(area);
    // The user's factor for text is the resolution.
    const double resolution = pango_cairo_context_get_resolution(context);
    return pango_font_description_hash(pango_context_get_font_description(context)) ^ (unsigned)(resolution * 1024);
}

static gboolean unparent_menu(gpointer menu) {
    gtk_widget_unparent(menu);
    g_object_unref(menu);
    return G_SOURCE_REMOVE;
}

static void menu_closed(GtkPopover *menu, LeGtkArea *area) {
    area->menu = NULL;
    // The chosen action is activated after this.
    g_idle_add(unparent_menu, g_object_ref(menu));
    if (area->owner) area->events.menu_closed(area->owner);
}

static void chosen(GSimpleAction *action, GVariant *unused, LeGtkArea *area) {
    (void)unused;
    const int index = GPOINTER_TO_INT(g_object_get_data(G_OBJECT(action), "index"));
    if (area->owner) area->events.choose(area->owner, index);
}

// Each item has one action, whose state is the check mark.
static void add_item(LeGtkArea *area, GMenu *model, GSimpleActionGroup *actions, int index, const char *text,
                     int flags) {
    char *name = g_strdup_printf("item-%d", index), *full_name = g_strconcat("list-menu.", name, NULL);
    const bool has_check = flags & (LE_GTK_MENU_CHECKED | LE_GTK_MENU_UNCHECKED);
    GVariant *state = has_check ? g_variant_new_boolean((flags & LE_GTK_MENU_CHECKED) != 0) : NULL;
    GSimpleAction *action = state ? g_simple_action_new_stateful(name, NULL, state) : g_simple_action_new(name, NULL);
    g_object_set_data(G_OBJECT(action), "index", GINT_TO_POINTER(index));
    g_simple_action_set_enabled(action, !(flags & LE_GTK_MENU_DISABLED));
    g_signal_connect(action, "activate", G_CALLBACK(chosen), area);
    g_action_map_add_action(G_ACTION_MAP(actions), G_ACTION(action));
    g_object_unref(action);
    // In a menu an underscore marks the key of an item. Two are one.
    char **parts = g_strsplit(text, "_", -1), *title = g_strjoinv("__", parts);
    g_menu_append(model, title, full_name);
    g_free(title);
    g_strfreev(parts);
    g_free(full_name);
    g_free(name);
}

void le_gtk_area_open_menu(GtkWidget *widget, const char *const *titles, const int *flags, double x, double y) {
    LeGtkArea *area = area_of(widget);
    GMenu *model = g_menu_new();
    GSimpleActionGroup *actions = g_simple_action_group_new();
    for (int i = 0; titles[i]; i++) add_item(area, model, actions, i, titles[i], flags[i]);
    gtk_widget_insert_action_group(widget, "list-menu", G_ACTION_GROUP(actions));
    area->menu = gtk_popover_menu_new_from_model(G_MENU_MODEL(model));
    g_object_unref(actions);
    g_object_unref(model);
    // Before the rows, and never among them.
    gtk_widget_set_parent(area->menu, widget);
    gtk_popover_set_has_arrow(GTK_POPOVER(area->menu), FALSE);
    gtk_popover_set_position(GTK_POPOVER(area->menu), GTK_POS_BOTTOM);
    gtk_popover_set_pointing_to(GTK_POPOVER(area->menu), &(GdkRectangle){(int)x + area->left, (int)y, 1, 1});
    g_signal_connect(area->menu, "closed", G_CALLBACK(menu_closed), area);
    gtk_popover_popup(GTK_POPOVER(area->menu));
}

void le_gtk_area_set_scroll(GtkWidget *widget, double value, double lower, double upper, double page) {
    LeGtkArea *area = area_of(widget);
    if (!area->bar) return; // disposed
    if (gtk_adjustment_get_value(area->adjustment) != value) le_gtk_bar_use(area);
    area->is_setting = true;
    gtk_adjustment_configure(area->adjustment, value, lower, upper, page * 0.1, page * 0.9, page);
    area->is_setting = false;
    gtk_widget_set_child_visible(area->bar, upper - lower > page);
}

void le_gtk_area_add(GtkWidget *area, GtkWidget *child) {
    gtk_widget_set_child_visible(child, FALSE);
    gtk_widget_insert_before(child, area, area_of(area)->mark);
}

void le_gtk_area_remove(GtkWidget *area, GtkWidget *child) {
    if (area_of(area)->focused == child) area_of(area)->focused = NULL;
    if (gtk_widget_get_parent(child) == area) gtk_widget_unparent(child);
}

void le_gtk_area_mark(GtkWidget *widget, double x, double y, double width, double height) {
    LeGtkArea *area = area_of(widget);
    if (!area->mark) return; // disposed
    const bool is_shown = width > 0 && height > 0;
    gtk_widget_set_child_visible(area->mark, is_shown);
    if (!is_shown) return;
    // The theme's borders need no room of their own.
    GskTransform *place = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float)x + (float)area->left, (float)y));
    gtk_widget_measure(area->mark, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
    gtk_widget_allocate(area->mark, MAX(2, (int)lround(width)), MAX(2, (int)lround(height)), -1, place);
}

// GTK draws with 24 bits, so it gets only the first part of a longer row.
enum { LONGEST = 1 << 23 };

GtkRequisition le_gtk_area_place(GtkWidget *area, GtkWidget *child, GtkWidget *below, double x, double y, double width,
                                 double height, double opacity) {
    if (gtk_widget_get_parent(child) != area) return (GtkRequisition){0, 0};
    if (gtk_widget_get_prev_sibling(child) != below) gtk_widget_insert_after(child, area, below);
    gtk_widget_set_child_visible(child, TRUE);
    if (gtk_widget_get_opacity(child) != opacity) gtk_widget_set_opacity(child, opacity);
    // GTK warns about a widget that is smaller than its least size. The area clips nothing but itself.
    int least_width = 0, least_height = 0;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
    const int w = MAX((int)lround(MIN(width, LONGEST)), least_width);
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, w, &least_height, NULL, NULL, NULL);
    GskTransform *place =
        gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float)x + (float)area_of(area)->left, (float)y));
    gtk_widget_allocate(child, w, MAX((int)lround(MIN(height, LONGEST)), least_height), -1, place);
    return (GtkRequisition){least_width, least_height};
}

GtkWidget *le_gtk_area_row_at(GtkWidget *widget, double x, double y) {
    GtkWidget *hit = gtk_widget_pick(widget, x + area_of(widget)->left, y, GTK_PICK_DEFAULT);
    while (hit && gtk_widget_get_parent(hit) != widget) hit = gtk_widget_get_parent(hit);
    return hit;
}

void le_gtk_area_hide(GtkWidget *child) {
    GtkWidget *area = gtk_widget_get_parent(child);
    GtkRoot *root = gtk_widget_get_root(child);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    // The child may be shown again in this frame, for another item.
    if (focus && area && (focus == child || gtk_widget_is_ancestor(focus, child))) gtk_widget_grab_focus(area);
    gtk_widget_set_child_visible(child, FALSE);
}

void le_gtk_area_set_active(GtkWidget *area, GtkWidget *row) {
    if (row) {
        gtk_accessible_update_relation(GTK_ACCESSIBLE(area), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, row, -1);
    } else {
        gtk_accessible_reset_relation(GTK_ACCESSIBLE(area), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
    }
}
#endif
