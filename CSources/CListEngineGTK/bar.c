// The scroll bars of an area. The user's settings say whether they are next to the rows, or above the rows while they
// are used.
#include "area.h"

#if __has_include(<gtk/gtk.h>)

enum { DELAY = 1000, FADE = 300, NEAR = 24 }; // milliseconds, and points

static void set_opacity(LeGtkBar *bar, double opacity) {
    if (gtk_widget_get_opacity(bar->widget) != opacity) gtk_widget_set_opacity(bar->widget, opacity);
    // An invisible bar does not receive clicks.
    if (gtk_widget_get_can_target(bar->widget) != (opacity > 0)) gtk_widget_set_can_target(bar->widget, opacity > 0);
}

static gboolean fades(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    LeGtkBar *bar = data;
    const gint64 now = gdk_frame_clock_get_frame_time(clock);
    if (!bar->fade_start) bar->fade_start = now;
    const double left = 1 - (double)(now - bar->fade_start) / (FADE * 1000.0);
    set_opacity(bar, left > 0 && le_gtk_area_animates(widget) ? left : 0);
    if (gtk_widget_get_opacity(bar->widget) > 0) return G_SOURCE_CONTINUE;
    bar->fade = 0;
    return G_SOURCE_REMOVE;
}

static gboolean was_unused(gpointer data) {
    LeGtkBar *bar = data;
    if (gtk_widget_has_css_class(bar->widget, "hovering")) return G_SOURCE_CONTINUE;
    bar->timer = 0;
    bar->fade_start = 0;
    bar->fade = gtk_widget_add_tick_callback(gtk_widget_get_parent(bar->widget), fades, bar, NULL);
    return G_SOURCE_REMOVE;
}

static void stop(LeGtkBar *bar) {
    if (bar->timer) g_source_remove(bar->timer);
    if (bar->fade) gtk_widget_remove_tick_callback(gtk_widget_get_parent(bar->widget), bar->fade);
    bar->timer = bar->fade = 0;
}

void le_gtk_bars_rest(LeGtkArea *area) {
    for (int axis = 0; axis < 2; axis++) {
        LeGtkBar *bar = &area->bars[axis];
        if (!bar->widget) continue;
        stop(bar);
        gtk_widget_remove_css_class(bar->widget, "hovering");
        set_opacity(bar, area->is_overlay ? 0 : 1);
    }
}

// A bar above the rows is shown for a while.
static void use(LeGtkArea *area, LeGtkBar *bar) {
    if (!area->is_overlay || !bar->widget || !gtk_widget_get_mapped(GTK_WIDGET(area))) return;
    stop(bar);
    set_opacity(bar, 1);
    bar->timer = g_timeout_add(DELAY, was_unused, bar);
}

static void thumb_moved(GtkAdjustment *adjustment, LeGtkArea *area) {
    if (area->is_setting || !area->owner) return;
    const bool is_across = adjustment == area->bars[1].adjustment;
    use(area, &area->bars[is_across]);
    area->events.thumb(area->owner, is_across, gtk_adjustment_get_value(adjustment));
}

void le_gtk_bars_init(LeGtkArea *area) {
    for (int axis = 0; axis < 2; axis++) {
        LeGtkBar *bar = &area->bars[axis];
        bar->adjustment = gtk_adjustment_new(0, 0, 0, 0, 0, 0);
        bar->widget = gtk_scrollbar_new(axis ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, bar->adjustment);
        gtk_widget_set_child_visible(bar->widget, axis == 0);
        gtk_widget_set_parent(bar->widget, GTK_WIDGET(area));
        g_signal_connect(bar->adjustment, "value-changed", G_CALLBACK(thumb_moved), area);
    }
}

void le_gtk_bars_follow_settings(LeGtkArea *area) {
    gboolean is_overlay = FALSE;
    g_object_get(gtk_widget_get_settings(GTK_WIDGET(area)), "gtk-overlay-scrolling", &is_overlay, NULL);
    is_overlay = is_overlay && !area->keeps_bar;
    if (is_overlay == area->is_overlay) return;
    area->is_overlay = is_overlay;
    le_gtk_bars_rest(area);
    for (int axis = 0; axis < 2; axis++) {
        if (is_overlay)
            gtk_widget_add_css_class(area->bars[axis].widget, "overlay-indicator");
        else
            gtk_widget_remove_css_class(area->bars[axis].widget, "overlay-indicator");
    }
}

void le_gtk_area_set_overlay(GtkWidget *widget, bool is_overlay) {
    area_of(widget)->keeps_bar = !is_overlay;
    le_gtk_area_schedule(widget);
}

static GtkOrientation other(GtkOrientation axis) {
    return axis == GTK_ORIENTATION_VERTICAL ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
}

// The width of a vertical bar, or the height of a horizontal one.
static int thickness(LeGtkBar *bar) {
    int extent = 0;
    const GtkOrientation axis = gtk_orientable_get_orientation(GTK_ORIENTABLE(bar->widget));
    gtk_widget_measure(bar->widget, other(axis), -1, &extent, NULL, NULL, NULL);
    return extent;
}

int le_gtk_bar_room(LeGtkArea *area, int axis) {
    LeGtkBar *bar = &area->bars[axis];
    return area->is_overlay || (axis && !gtk_widget_get_child_visible(bar->widget)) ? 0 : thickness(bar);
}

void le_gtk_bars_place(LeGtkArea *area, int width, int height, int index) {
    const bool is_mirrored = gtk_widget_get_direction(GTK_WIDGET(area)) == GTK_TEXT_DIR_RTL;
    const bool are_both = gtk_widget_get_child_visible(area->bars[1].widget);
    int extent[2];
    for (int axis = 0; axis < 2; axis++) extent[axis] = thickness(&area->bars[axis]);
    for (int axis = 0; axis < 2; axis++) {
        GtkWidget *bar = area->bars[axis].widget;
        const GtkOrientation along = gtk_orientable_get_orientation(GTK_ORIENTABLE(bar));
        const bool is_vertical = along == GTK_ORIENTATION_VERTICAL;
        // Both bars end before the corner where they would meet.
        const int corner = are_both ? extent[!axis] : 0, across = extent[axis];
        const int length = MAX(0, (is_vertical ? height : width) - corner);
        const int left = is_vertical ? width - across : 0;
        const int x = is_mirrored ? index + (is_vertical ? 0 : corner) : left;
        gtk_widget_measure(bar, along, across, NULL, NULL, NULL, NULL);
        const graphene_point_t origin = GRAPHENE_POINT_INIT((float)x, (float)(is_vertical ? 0 : height - across));
        gtk_widget_allocate(bar, is_vertical ? across : length, is_vertical ? length : across, -1,
                            gsk_transform_translate(NULL, &origin));
    }
}

void le_gtk_area_set_scroll(GtkWidget *widget, bool is_across, double value, double lower, double upper, double page) {
    LeGtkArea *area = area_of(widget);
    LeGtkBar *bar = &area->bars[is_across];
    if (!bar->widget) return; // disposed
    if (gtk_adjustment_get_value(bar->adjustment) != value) use(area, bar);
    area->is_setting = true;
    gtk_adjustment_configure(bar->adjustment, value, lower, upper, page * 0.1, page * 0.9, page);
    area->is_setting = false;
    const bool is_shown = upper - lower > page;
    // A bar next to the rows makes their area smaller.
    if (is_across && !area->is_overlay && is_shown != gtk_widget_get_child_visible(bar->widget))
        le_gtk_area_schedule(widget);
    gtk_widget_set_child_visible(bar->widget, is_shown);
}

void le_gtk_area_set_orientation(GtkWidget *widget, GtkOrientation axis) {
    LeGtkArea *area = area_of(widget);
    if (!area->bars[0].widget) return; // disposed
    if (gtk_orientable_get_orientation(GTK_ORIENTABLE(area->bars[0].widget)) == axis) return;
    gtk_orientable_set_orientation(GTK_ORIENTABLE(area->bars[0].widget), axis);
    gtk_orientable_set_orientation(GTK_ORIENTABLE(area->bars[1].widget), other(axis));
    le_gtk_area_schedule(widget);
}

// A bar is broad while the pointer is over it or holds its thumb.
void le_gtk_bars_hover(LeGtkArea *area, bool is_inside, double x, double y, bool is_held) {
    for (int axis = 0; axis < 2; axis++) {
        LeGtkBar *bar = &area->bars[axis];
        if (!area->is_overlay || !bar->widget || !gtk_widget_get_child_visible(bar->widget)) continue;
        graphene_rect_t place;
        if (is_inside && !gtk_widget_compute_bounds(bar->widget, GTK_WIDGET(area), &place)) continue;
        bool is_near = is_inside;
        if (is_inside) {
            graphene_rect_inset(&place, -NEAR, -NEAR);
            is_near = graphene_rect_contains_point(&place, &GRAPHENE_POINT_INIT((float)x, (float)y));
        }
        if (is_near)
            gtk_widget_add_css_class(bar->widget, "hovering");
        else if (!is_held)
            gtk_widget_remove_css_class(bar->widget, "hovering");
        use(area, bar);
    }
}
#endif
