// A widget that draws a text, without the rest of what a GtkLabel can: the fastest row of a GtkListView that we know.
#include "rivals.h"

typedef struct {
    GtkWidget widget;
    PangoLayout *layout;
} DrawnText;
typedef GtkWidgetClass DrawnTextClass;
G_DEFINE_TYPE(DrawnText, drawn_text, GTK_TYPE_WIDGET)

static PangoLayout *laid_out(GtkWidget *widget, int width) {
    DrawnText *text = (DrawnText *)widget;
    pango_layout_set_width(text->layout, width < 0 ? -1 : width * PANGO_SCALE);
    return text->layout;
}

static GtkSizeRequestMode mode(GtkWidget *widget) {
    (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure(GtkWidget *widget, GtkOrientation axis, int across, int *least, int *natural, int *first,
                    int *natural_first) {
    *first = *natural_first = -1;
    *least = *natural = 0;
    // The list is as wide as its window. The text is not asked for that.
    if (axis == GTK_ORIENTATION_HORIZONTAL) return;
    pango_layout_get_pixel_size(laid_out(widget, across), NULL, natural);
    *least = *natural;
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    gtk_snapshot_append_layout(snapshot, laid_out(widget, gtk_widget_get_width(widget)), &color);
}

static void finalize(GObject *object) {
    g_object_unref(((DrawnText *)object)->layout);
    G_OBJECT_CLASS(drawn_text_parent_class)->finalize(object);
}

static void drawn_text_class_init(DrawnTextClass *class) {
    class->get_request_mode = mode;
    class->measure = measure;
    class->snapshot = snapshot;
    G_OBJECT_CLASS(class)->finalize = finalize;
}

static void drawn_text_init(DrawnText *text) { text->layout = gtk_widget_create_pango_layout(&text->widget, NULL); }

GtkWidget *drawn_text_new(void) { return g_object_new(drawn_text_get_type(), NULL); }

void drawn_text_set(GtkWidget *widget, const char *text) {
    pango_layout_set_text(((DrawnText *)widget)->layout, text, -1);
    gtk_widget_queue_resize(widget);
}

const char *shown_text(GtkWidget *widget) {
    if (GTK_IS_LABEL(widget)) return gtk_label_get_text(GTK_LABEL(widget));
    if (GTK_IS_INSCRIPTION(widget)) return gtk_inscription_get_text(GTK_INSCRIPTION(widget));
    if (G_TYPE_CHECK_INSTANCE_TYPE(widget, drawn_text_get_type()))
        return pango_layout_get_text(((DrawnText *)widget)->layout);
    return NULL;
}
