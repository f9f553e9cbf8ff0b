// A widget that its owner draws with cairo.
#include "listengine_gtk.h"

#if __has_include(<gtk/gtk.h>)

typedef struct {
    GtkWidget widget;
    le_gtk_drawing_events events;
    void *owner; // NULL if there is none
} LeGtkDrawing;

typedef GtkWidgetClass LeGtkDrawingClass;
G_DEFINE_TYPE(LeGtkDrawing, le_gtk_drawing, GTK_TYPE_WIDGET)

// Without this GTK would not say at which extent it measures.
static GtkSizeRequestMode drawing_mode(GtkWidget *widget) {
    (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void drawing_measure(GtkWidget *widget, GtkOrientation axis, int across, int *least, int *natural, int *first,
                            int *natural_first) {
    LeGtkDrawing *drawing = (LeGtkDrawing *)widget;
    *least = 0;
    *natural = drawing->owner ? MAX(0, drawing->events.measure(drawing->owner, axis, across)) : 0;
    *first = *natural_first = -1;
}

// Renderers that draw cairo into textures have a limit for their size, so a longer drawing is cut into parts.
enum { PART = 4096 };

static void drawing_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    LeGtkDrawing *drawing = (LeGtkDrawing *)widget;
    const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    for (int y = 0; y < height; y += PART) {
        for (int x = 0; x < width && drawing->owner; x += PART) {
            const graphene_rect_t part =
                GRAPHENE_RECT_INIT((float)x, (float)y, (float)MIN(PART, width - x), (float)MIN(PART, height - y));
            cairo_t *cairo = gtk_snapshot_append_cairo(snapshot, &part);
            drawing->events.draw(drawing->owner, cairo, width, height);
            cairo_destroy(cairo);
        }
    }
}

static void le_gtk_drawing_class_init(LeGtkDrawingClass *class) {
    class->get_request_mode = drawing_mode;
    class->measure = drawing_measure;
    class->snapshot = drawing_snapshot;
}

static void le_gtk_drawing_init(LeGtkDrawing *drawing) { (void)drawing; }

GtkWidget *le_gtk_drawing_new(const le_gtk_drawing_events *events, void *owner) {
    LeGtkDrawing *drawing = g_object_new(le_gtk_drawing_get_type(), NULL);
    drawing->events = *events;
    drawing->owner = owner;
    return g_object_ref_sink(&drawing->widget);
}

void le_gtk_drawing_remove_owner(GtkWidget *drawing) { ((LeGtkDrawing *)drawing)->owner = NULL; }
#endif
