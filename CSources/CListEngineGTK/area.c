// A widget that places its children where its owner says, next to a scroll bar.
#include "listengine_gtk.h"

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

typedef struct {
    GtkWidget widget;
    le_gtk_events events;
    void *owner; // NULL if there is none
    GtkWidget *bar;
    GtkAdjustment *adjustment;
    bool is_setting; // the owner sets the adjustment
    guint tick;
} LeGtkArea;

typedef GtkWidgetClass LeGtkAreaClass;
G_DEFINE_TYPE(LeGtkArea, le_gtk_area, GTK_TYPE_WIDGET)

static LeGtkArea *area_of(gpointer widget) { return (LeGtkArea *)widget; }

static void area_measure(GtkWidget *widget, GtkOrientation axis, int extent, int *least, int *natural, int *first,
                         int *natural_first) {
    (void)widget, (void)axis, (void)extent;
    *least = 0;
    *natural = 240;
    *first = *natural_first = -1;
}

static void area_allocate(GtkWidget *widget, int width, int height, int baseline) {
    (void)baseline;
    LeGtkArea *area = area_of(widget);
    int bar = 0;
    gtk_widget_measure(area->bar, GTK_ORIENTATION_HORIZONTAL, -1, &bar, NULL, NULL, NULL);
    GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
    const double time = (double)(clock ? gdk_frame_clock_get_frame_time(clock) : g_get_monotonic_time()) / 1e6;
    if (area->owner) area->events.allocate(area->owner, time, MAX(0, width - bar), height);
    gtk_widget_measure(area->bar, GTK_ORIENTATION_VERTICAL, bar, NULL, NULL, NULL, NULL);
    GskTransform *place = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float)(width - bar), 0));
    gtk_widget_allocate(area->bar, bar, height, -1, place);
}

static void area_unmap(GtkWidget *widget) {
    GTK_WIDGET_CLASS(le_gtk_area_parent_class)->unmap(widget);
    LeGtkArea *area = area_of(widget);
    if (area->owner) area->events.unmap(area->owner);
}

static void area_dispose(GObject *object) {
    LeGtkArea *area = area_of(object);
    area->owner = NULL;
    if (area->tick) gtk_widget_remove_tick_callback(GTK_WIDGET(object), area->tick);
    area->tick = 0;
    for (GtkWidget *child; (child = gtk_widget_get_first_child(GTK_WIDGET(object)));) gtk_widget_unparent(child);
    G_OBJECT_CLASS(le_gtk_area_parent_class)->dispose(object);
}

static void le_gtk_area_class_init(LeGtkAreaClass *class) {
    class->measure = area_measure;
    class->size_allocate = area_allocate;
    class->unmap = area_unmap;
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
    if (root && gtk_widget_compute_point(root, GTK_WIDGET(area), &point, &point)) x = point.x, y = point.y;
    if (area->owner) area->events.scroll(area->owner, dx, dy, unit == GDK_SCROLL_UNIT_WHEEL, x, y);
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

static void touch(LeGtkArea *area, GtkGesture *click, le_gtk_phase phase, int count, double x, double y) {
    GtkEventController *controller = GTK_EVENT_CONTROLLER(click);
    GdkDevice *device = gtk_event_controller_get_current_event_device(controller);
    const bool is_finger = device && gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN;
    const GdkModifierType modifiers = gtk_event_controller_get_current_event_state(controller);
    if (area->owner) area->events.touch(area->owner, phase, x, y, count, modifiers, is_finger);
}

static void pressed(GtkGesture *click, int count, double x, double y, LeGtkArea *area) {
    gtk_widget_grab_focus(GTK_WIDGET(area));
    touch(area, click, LE_GTK_BEGAN, count, x, y);
}

static void released(GtkGesture *click, int count, double x, double y, LeGtkArea *area) {
    touch(area, click, LE_GTK_ENDED, count, x, y);
}

static void cancelled(GtkGesture *click, GdkEventSequence *sequence, LeGtkArea *area) {
    double x = 0, y = 0;
    gtk_gesture_get_point(click, sequence, &x, &y);
    touch(area, click, LE_GTK_CANCELLED, 1, x, y);
}

static gboolean key_pressed(GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                            LeGtkArea *area) {
    (void)controller, (void)code;
    return area->owner && area->events.key(area->owner, key, state);
}

static void thumb_moved(GtkAdjustment *adjustment, LeGtkArea *area) {
    if (area->is_setting || !area->owner) return;
    area->events.thumb(area->owner, gtk_adjustment_get_value(adjustment));
}

static void le_gtk_area_init(LeGtkArea *area) {
    GtkWidget *widget = GTK_WIDGET(area);
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN);
    gtk_widget_set_focusable(widget, TRUE);
    area->adjustment = gtk_adjustment_new(0, 0, 0, 0, 0, 0);
    area->bar = gtk_scrollbar_new(GTK_ORIENTATION_VERTICAL, area->adjustment);
    gtk_widget_set_parent(area->bar, widget);
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

void le_gtk_area_set_owner(GtkWidget *area, void *owner) { area_of(area)->owner = owner; }

bool le_gtk_area_animates(GtkWidget *area) {
    gboolean animates = TRUE;
    g_object_get(gtk_widget_get_settings(area), "gtk-enable-animations", &animates, NULL);
    return animates;
}

static gboolean ticked(GtkWidget *widget, GdkFrameClock *clock, gpointer unused) {
    (void)clock, (void)unused;
    area_of(widget)->tick = 0;
    gtk_widget_queue_allocate(widget);
    return G_SOURCE_REMOVE;
}

// By a tick and not directly: a frame that is being laid out cannot ask for another one.
void le_gtk_area_schedule(GtkWidget *widget) {
    LeGtkArea *area = area_of(widget);
    if (!area->tick) area->tick = gtk_widget_add_tick_callback(widget, ticked, NULL, NULL);
}

void le_gtk_area_set_scroll(GtkWidget *widget, double value, double lower, double upper, double page) {
    LeGtkArea *area = area_of(widget);
    area->is_setting = true;
    gtk_adjustment_configure(area->adjustment, value, lower, upper, page * 0.1, page * 0.9, page);
    area->is_setting = false;
    gtk_widget_set_child_visible(area->bar, upper - lower > page);
}

void le_gtk_area_add(GtkWidget *area, GtkWidget *child) {
    gtk_widget_set_child_visible(child, FALSE);
    gtk_widget_insert_before(child, area, area_of(area)->bar);
}

void le_gtk_area_remove(GtkWidget *area, GtkWidget *child) {
    if (gtk_widget_get_parent(child) == area) gtk_widget_unparent(child);
}

void le_gtk_area_place(GtkWidget *area, GtkWidget *child, GtkWidget *below, double x, double y, double width,
                       double height, double opacity) {
    if (gtk_widget_get_parent(child) != area) return;
    if (gtk_widget_get_prev_sibling(child) != below) gtk_widget_insert_after(child, area, below);
    gtk_widget_set_child_visible(child, TRUE);
    if (gtk_widget_get_opacity(child) != opacity) gtk_widget_set_opacity(child, opacity);
    // GTK warns about a widget that is smaller than its least size. The area clips nothing but itself.
    int least_width = 0, least_height = 0;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
    const int w = MAX((int)lround(width), least_width);
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, w, &least_height, NULL, NULL, NULL);
    GskTransform *place = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float)x, (float)y));
    gtk_widget_allocate(child, w, MAX((int)lround(height), least_height), -1, place);
}

void le_gtk_area_hide(GtkWidget *child) { gtk_widget_set_child_visible(child, FALSE); }

void le_gtk_area_set_active(GtkWidget *area, GtkWidget *row) {
    if (row) {
        gtk_accessible_update_relation(GTK_ACCESSIBLE(area), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, row, -1);
    } else {
        gtk_accessible_reset_relation(GTK_ACCESSIBLE(area), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
    }
}
#endif
