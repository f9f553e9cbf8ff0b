// The scroll bar of an area: beside the rows, or above them as long as it is used, as the user's settings say.
#include "area.h"

#if __has_include(<gtk/gtk.h>)

enum { DELAY = 1000, FADE = 300, NEAR = 24 }; // milliseconds, and points

bool le_gtk_bar_is_overlay(LeGtkArea *area) {
    gboolean is_overlay = FALSE;
    g_object_get(gtk_widget_get_settings(GTK_WIDGET(area)), "gtk-overlay-scrolling", &is_overlay, NULL);
    is_overlay = is_overlay && !area->keeps_bar;
    if (is_overlay != area->is_overlay) {
        area->is_overlay = is_overlay;
        le_gtk_bar_rest(area);
        if (is_overlay)
            gtk_widget_add_css_class(area->bar, "overlay-indicator");
        else
            gtk_widget_remove_css_class(area->bar, "overlay-indicator");
    }
    return is_overlay;
}

static void set_opacity(LeGtkArea *area, double opacity) {
    if (gtk_widget_get_opacity(area->bar) != opacity) gtk_widget_set_opacity(area->bar, opacity);
    // An invisible bar does not receive clicks.
    if (gtk_widget_get_can_target(area->bar) != (opacity > 0)) gtk_widget_set_can_target(area->bar, opacity > 0);
}

static gboolean fades(GtkWidget *widget, GdkFrameClock *clock, gpointer unused) {
    (void)unused;
    LeGtkArea *area = area_of(widget);
    const gint64 now = gdk_frame_clock_get_frame_time(clock);
    if (!area->fade_start) area->fade_start = now;
    const double left = 1 - (double)(now - area->fade_start) / (FADE * 1000.0);
    set_opacity(area, left > 0 && le_gtk_area_animates(widget) ? left : 0);
    if (gtk_widget_get_opacity(area->bar) > 0) return G_SOURCE_CONTINUE;
    area->fade = 0;
    return G_SOURCE_REMOVE;
}

static gboolean was_unused(gpointer data) {
    LeGtkArea *area = area_of(data);
    if (gtk_widget_has_css_class(area->bar, "hovering")) return G_SOURCE_CONTINUE;
    area->bar_timer = 0;
    area->fade_start = 0;
    area->fade = gtk_widget_add_tick_callback(GTK_WIDGET(area), fades, NULL, NULL);
    return G_SOURCE_REMOVE;
}

static void stop(LeGtkArea *area) {
    if (area->bar_timer) g_source_remove(area->bar_timer);
    if (area->fade) gtk_widget_remove_tick_callback(GTK_WIDGET(area), area->fade);
    area->bar_timer = area->fade = 0;
}

void le_gtk_bar_rest(LeGtkArea *area) {
    stop(area);
    gtk_widget_remove_css_class(area->bar, "hovering");
    set_opacity(area, area->is_overlay ? 0 : 1);
}

void le_gtk_bar_use(LeGtkArea *area) {
    if (!area->is_overlay || !area->bar || !gtk_widget_get_mapped(GTK_WIDGET(area))) return;
    stop(area);
    set_opacity(area, 1);
    area->bar_timer = g_timeout_add(DELAY, was_unused, area);
}

void le_gtk_area_set_overlay(GtkWidget *widget, bool is_overlay) {
    area_of(widget)->keeps_bar = !is_overlay;
    le_gtk_area_schedule(widget);
}

// Under the pointer the bar is broad. It stays so while the thumb is held.
void le_gtk_bar_hover(LeGtkArea *area, bool is_inside, double x, double y, bool is_held) {
    if (!area->is_overlay || !area->bar) return;
    graphene_rect_t bar;
    if (is_inside && !gtk_widget_compute_bounds(area->bar, GTK_WIDGET(area), &bar)) return;
    if (is_inside) {
        graphene_rect_inset(&bar, -NEAR, -NEAR);
        is_inside = graphene_rect_contains_point(&bar, &GRAPHENE_POINT_INIT((float)x, (float)y));
    }
    if (is_inside)
        gtk_widget_add_css_class(area->bar, "hovering");
    else if (!is_held)
        gtk_widget_remove_css_class(area->bar, "hovering");
    le_gtk_bar_use(area);
}
#endif
