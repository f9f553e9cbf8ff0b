// The index of a list: titles in a column beside the rows. A press or a drag there scrolls to a title.
#include "area.h"
#include <string.h>

#if __has_include(<gtk/gtk.h>)

static int line_height(PangoLayout *text) {
    int height = 0;
    pango_layout_set_text(text, "X", 1);
    pango_layout_get_pixel_size(text, NULL, &height);
    return MAX(1, height);
}

static PangoLayout *small_text(GtkWidget *widget) {
    PangoLayout *text = gtk_widget_create_pango_layout(widget, NULL);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_scale_new(PANGO_SCALE_SMALL));
    pango_layout_set_attributes(text, attributes);
    pango_attr_list_unref(attributes);
    return text;
}

static int measure(void *owner, GtkOrientation axis, int across) {
    (void)across;
    LeGtkArea *area = owner;
    if (axis == GTK_ORIENTATION_VERTICAL || !area->titles) return 0;
    PangoLayout *text = small_text(GTK_WIDGET(area));
    int widest = 0;
    for (int i = 0; area->titles[i]; i++) {
        int width = 0;
        pango_layout_set_text(text, area->titles[i], -1);
        pango_layout_get_pixel_size(text, &width, NULL);
        widest = MAX(widest, width);
    }
    g_object_unref(text);
    return widest + 8;
}

static void draw(void *owner, cairo_t *cairo, int width, int height) {
    LeGtkArea *area = owner;
    const int count = area->titles ? (int)g_strv_length(area->titles) : 0;
    PangoLayout *text = small_text(GTK_WIDGET(area));
    const int line = line_height(text);
    // If there is no room for all, every second one, or every third.
    const int step = height >= line ? MAX(1, (count * line + height - 1) / height) : MAX(1, count);
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(area->index), &color);
    gdk_cairo_set_source_rgba(cairo, &color);
    for (int i = 0; i < count; i += step) {
        int w = 0, h = 0;
        pango_layout_set_text(text, area->titles[i], -1);
        pango_layout_get_pixel_size(text, &w, &h);
        cairo_move_to(cairo, (width - w) / 2.0, (i + 0.5) * height / count - h / 2.0);
        pango_cairo_show_layout(cairo, text);
    }
    g_object_unref(text);
}

static void choose(LeGtkArea *area, double y) {
    const int count = area->titles ? (int)g_strv_length(area->titles) : 0, height = gtk_widget_get_height(area->index);
    if (!count || height <= 0) return;
    const int title = CLAMP((int)(y * count / height), 0, count - 1);
    if (title == area->title || !area->owner) return;
    area->title = title;
    area->events.index(area->owner, title);
}

static void pressed(GtkGestureDrag *drag, double x, double y, LeGtkArea *area) {
    (void)x;
    gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED);
    area->title = -1;
    choose(area, y);
}

static void moved(GtkGestureDrag *drag, double dx, double dy, LeGtkArea *area) {
    (void)dx;
    double x = 0, y = 0;
    if (gtk_gesture_drag_get_start_point(drag, &x, &y)) choose(area, y + dy);
}

void le_gtk_area_set_index(GtkWidget *widget, const char *const *titles) {
    LeGtkArea *area = area_of(widget);
    if (!area->mark) return; // disposed
    g_strfreev(area->titles);
    area->titles = titles && titles[0] ? g_strdupv((char **)titles) : NULL;
    if (!area->index && area->titles) {
        const le_gtk_drawing_events events = {measure, draw};
        area->index = le_gtk_drawing_new(&events, area);
        gtk_widget_add_css_class(area->index, "dim-label");
        GtkGesture *drag = gtk_gesture_drag_new();
        g_signal_connect(drag, "drag-begin", G_CALLBACK(pressed), area);
        g_signal_connect(drag, "drag-update", G_CALLBACK(moved), area);
        gtk_widget_add_controller(area->index, GTK_EVENT_CONTROLLER(drag));
        gtk_widget_set_child_visible(area->index, FALSE);
        gtk_widget_insert_before(area->index, widget, area->bars[0].widget);
        g_object_unref(area->index);
    }
    if (!area->index) return;
    gtk_widget_queue_draw(area->index);
    // The next frame has the width.
    le_gtk_area_schedule(widget);
}

int le_gtk_index_width(LeGtkArea *area) {
    return area->index && area->titles ? measure(area, GTK_ORIENTATION_HORIZONTAL, -1) : 0;
}

void le_gtk_index_place(LeGtkArea *area, int x, int width, int height) {
    if (!area->index) return;
    gtk_widget_set_child_visible(area->index, width > 0);
    if (!width) return;
    gtk_widget_measure(area->index, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
    gtk_widget_allocate(area->index, width, MAX(0, height), -1,
                        gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT((float)x, 0)));
}
#endif
