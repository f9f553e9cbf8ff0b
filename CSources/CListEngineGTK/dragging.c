// Items that are dragged out of an area, and over one.
#include "area.h"

#if __has_include(<gtk/gtk.h>)

// The type of the content of a drag from an area. Its value is empty: the items are data of the GdkDrag.
static GType items_type(void) {
    static GType type;
    if (!type) type = g_pointer_type_register_static("LeGtkItems");
    return type;
}
static const char *const items_key = "listengine-items";

// ---- Out of the area

static void end_drag(LeGtkArea *area, GdkDragAction action) {
    GdkDrag *drag = area->outgoing;
    if (!drag) return;
    area->outgoing = NULL;
    g_signal_handlers_disconnect_by_data(drag, area);
    void *items = g_object_steal_data(G_OBJECT(drag), items_key);
    gdk_drag_drop_done(drag, action != 0);
    g_object_unref(drag);
    area->events.drag_ended(items, action);
}

static void drag_finished(GdkDrag *drag, LeGtkArea *area) { end_drag(area, gdk_drag_get_selected_action(drag)); }

static void drag_cancelled(GdkDrag *drag, GdkDragCancelReason reason, LeGtkArea *area) {
    (void)drag, (void)reason;
    end_drag(area, 0);
}

void le_gtk_cancel_drag(LeGtkArea *area) {
    if (!area->outgoing) return;
    // GDK's own handler frees the pointer.
    GdkDrag *drag = g_object_ref(area->outgoing);
    g_signal_emit_by_name(drag, "cancel", GDK_DRAG_CANCEL_ERROR);
    g_object_unref(drag);
}

static GtkWidget *picture_of(GtkWidget *row) {
    GdkPaintable *painted = gtk_widget_paintable_new(row);
    GdkPaintable *image = gdk_paintable_get_current_image(painted);
    GtkWidget *picture = gtk_picture_new_for_paintable(image);
    gtk_widget_add_css_class(picture, "background");
    g_object_unref(image);
    g_object_unref(painted);
    return picture;
}

// The picture under the pointer during a drag: a stack of rows with the one that is held in front, and the number of
// items if there are several.
static GtkWidget *icon(GtkWidget *const *rows, int row_count, int count) {
    enum { STEP = 8 };
    GtkWidget *overlay = gtk_overlay_new();
    // The room for all rows of the stack.
    gtk_overlay_set_child(GTK_OVERLAY(overlay), gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0));
    for (int i = row_count - 1; i >= 0; i--) {
        GtkWidget *picture = picture_of(rows[i]);
        gtk_widget_set_halign(picture, GTK_ALIGN_START);
        gtk_widget_set_valign(picture, GTK_ALIGN_START);
        gtk_widget_set_margin_start(picture, i * STEP);
        gtk_widget_set_margin_top(picture, i * STEP);
        if (i > 0) gtk_widget_set_opacity(picture, 0.75);
        gtk_overlay_add_overlay(GTK_OVERLAY(overlay), picture);
        gtk_overlay_set_measure_overlay(GTK_OVERLAY(overlay), picture, TRUE);
    }
    if (count > 1) {
        char *text = g_strdup_printf(" %d ", count);
        GtkWidget *label = gtk_label_new(text);
        g_free(text);
        gtk_widget_add_css_class(label, "osd");
        gtk_widget_set_halign(label, GTK_ALIGN_END);
        gtk_widget_set_valign(label, GTK_ALIGN_START);
        gtk_overlay_add_overlay(GTK_OVERLAY(overlay), label);
    }
    return overlay;
}

void le_gtk_reset_controllers(GtkWidget *widget) {
    GListModel *controllers = gtk_widget_observe_controllers(widget);
    for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
        GtkEventController *controller = g_list_model_get_item(controllers, i);
        gtk_event_controller_reset(controller);
        g_object_unref(controller);
    }
    g_object_unref(controllers);
}

static GdkContentProvider *content_of_files(const char *const *uris) {
    GSList *files = NULL;
    for (int i = 0; uris[i]; i++) files = g_slist_prepend(files, g_file_new_for_uri(uris[i]));
    files = g_slist_reverse(files);
    GdkFileList *list = gdk_file_list_new_from_list(files);
    GdkContentProvider *content = gdk_content_provider_new_typed(GDK_TYPE_FILE_LIST, list);
    g_boxed_free(GDK_TYPE_FILE_LIST, list);
    g_slist_free_full(files, g_object_unref);
    return content;
}

// The items of this program, and content for other programs.
static GdkContentProvider *content_of(const le_gtk_content *content) {
    GPtrArray *all = g_ptr_array_new();
    g_ptr_array_add(all, gdk_content_provider_new_typed(items_type(), NULL));
    for (size_t i = 0; i < content->count; i++) {
        GBytes *bytes = g_bytes_new(content->data[i].bytes, content->data[i].length);
        g_ptr_array_add(all, gdk_content_provider_new_for_bytes(content->data[i].type, bytes));
        g_bytes_unref(bytes);
    }
    if (content->uris[0]) g_ptr_array_add(all, content_of_files(content->uris));
    if (content->text) g_ptr_array_add(all, gdk_content_provider_new_typed(G_TYPE_STRING, content->text));
    GdkContentProvider *joined = gdk_content_provider_new_union((GdkContentProvider **)all->pdata, all->len);
    g_ptr_array_free(all, TRUE);
    return joined;
}

bool le_gtk_area_begin_drag(GtkWidget *widget, void *items, GtkWidget *const *rows, int row_count, double x, double y,
                            int count, const le_gtk_content *offered) {
    LeGtkArea *area = area_of(widget);
    GtkNative *native = gtk_widget_get_native(widget);
    GdkDevice *device = gtk_gesture_get_device(area->drag);
    if (!native || !device || area->outgoing) return false;
    GdkContentProvider *content = content_of(offered);
    GdkDrag *drag =
        gdk_drag_begin(gtk_native_get_surface(native), device, content, GDK_ACTION_COPY | GDK_ACTION_MOVE, 0, 0);
    g_object_unref(content);
    if (!drag) return false;
    // The drag takes the events from now on.
    gtk_gesture_set_state(area->drag, GTK_EVENT_SEQUENCE_CLAIMED);
    le_gtk_reset_controllers(widget);
    area->outgoing = drag;
    g_object_set_data(G_OBJECT(drag), items_key, items);
    g_signal_connect(drag, "dnd-finished", G_CALLBACK(drag_finished), area);
    g_signal_connect(drag, "cancel", G_CALLBACK(drag_cancelled), area);
    gtk_drag_icon_set_child(GTK_DRAG_ICON(gtk_drag_icon_get_for_drag(drag)), icon(rows, row_count, count));
    graphene_point_t hold;
    if (gtk_widget_compute_point(widget, rows[0], &GRAPHENE_POINT_INIT((float)x + (float)area->left, (float)y), &hold))
        gdk_drag_set_hotspot(drag, (int)hold.x, (int)hold.y);
    return true;
}

// ---- Over the area

static void *items_of(GtkDropTarget *target) {
    GdkDrop *drop = gtk_drop_target_get_current_drop(target);
    GdkDrag *drag = drop ? gdk_drop_get_drag(drop) : NULL;
    return drag ? g_object_get_data(G_OBJECT(drag), items_key) : NULL;
}

// Moving is offered unless the user holds the key for copies.
static GdkDragAction requested(GtkDropTarget *target) {
    GdkDrop *drop = gtk_drop_target_get_current_drop(target);
    return drop && !(gdk_drop_get_actions(drop) & GDK_ACTION_MOVE) ? GDK_ACTION_COPY : GDK_ACTION_MOVE;
}

static GdkDragAction drag_moved(GtkDropTarget *target, double x, double y, LeGtkArea *area) {
    if (!area->owner) return 0;
    return area->events.drag_over(area->owner, items_of(target), requested(target), x - area->left, y);
}

static void drag_left(GtkDropTarget *target, LeGtkArea *area) {
    (void)target;
    if (area->owner) area->events.drag_left(area->owner);
}

static void has_read(GObject *stream, GAsyncResult *result, gpointer data) {
    GdkContentDeserializer *deserializer = data;
    GError *error = NULL;
    if (g_output_stream_splice_finish(G_OUTPUT_STREAM(stream), result, &error) < 0) {
        gdk_content_deserializer_return_error(deserializer, error);
        return;
    }
    g_value_take_boxed(gdk_content_deserializer_get_value(deserializer),
                       g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(stream)));
    gdk_content_deserializer_return_success(deserializer);
}

static void deserialize(GdkContentDeserializer *deserializer) {
    GOutputStream *stream = g_memory_output_stream_new_resizable();
    g_output_stream_splice_async(stream, gdk_content_deserializer_get_input_stream(deserializer),
                                 G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                                 gdk_content_deserializer_get_priority(deserializer),
                                 gdk_content_deserializer_get_cancellable(deserializer), has_read, deserializer);
    g_object_unref(stream);
}

// Content of a media type, as another program sent it: a GBytes. Each media type has its own GType, because GTK asks for content by a GType,
// and a list takes its own media types in its own order.
static GType received_type(const char *media_type) {
    static GHashTable *types;
    if (!types) types = g_hash_table_new(g_str_hash, g_str_equal);
    GType type = GPOINTER_TO_SIZE(g_hash_table_lookup(types, media_type));
    if (type) return type;
    char *name = g_strdup_printf("LeGtkReceived%u", g_hash_table_size(types));
    type = g_boxed_type_register_static(name, (GBoxedCopyFunc)g_bytes_ref, (GBoxedFreeFunc)g_bytes_unref);
    g_free(name);
    const char *known = g_intern_string(media_type);
    g_type_set_qdata(type, g_quark_from_static_string(items_key), (gpointer)known);
    g_hash_table_insert(types, (gpointer)known, GSIZE_TO_POINTER(type));
    gdk_content_register_deserializer(known, type, deserialize, NULL, NULL);
    return type;
}

// The media type of received content; NULL for other values.
static const char *received_media_type(const GValue *value) {
    return g_type_get_qdata(G_VALUE_TYPE(value), g_quark_from_static_string(items_key));
}

void le_gtk_area_accept(GtkWidget *widget, const char *const *media_types) {
    LeGtkArea *area = area_of(widget);
    if (!area->drops) return; // disposed
    // In the order in which the list takes them. The items of this program come first, and before other programs' text their files.
    GArray *types = g_array_new(FALSE, FALSE, sizeof(GType));
    GType type = items_type();
    g_array_append_val(types, type);
    for (int i = 0; media_types[i]; i++) {
        type = received_type(media_types[i]);
        g_array_append_val(types, type);
    }
    type = GDK_TYPE_FILE_LIST;
    g_array_append_val(types, type);
    type = G_TYPE_STRING;
    g_array_append_val(types, type);
    gtk_drop_target_set_gtypes(area->drops, (GType *)types->data, types->len);
    g_array_unref(types);
}

// Calls with the content of a value that another program sent.
typedef struct {
    le_gtk_content content;
    le_gtk_data data;
    GPtrArray *uris;
} Sent;

static void read_value(const GValue *value, Sent *sent) {
    *sent = (Sent){.uris = g_ptr_array_new_with_free_func(g_free)};
    if (G_VALUE_HOLDS_STRING(value)) sent->content.text = g_value_get_string(value);
    if (G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST)) {
        GSList *files = gdk_file_list_get_files(g_value_get_boxed(value));
        for (GSList *file = files; file; file = file->next) g_ptr_array_add(sent->uris, g_file_get_uri(file->data));
        g_slist_free(files);
    }
    const char *media_type = received_media_type(value);
    if (media_type) {
        sent->data.type = media_type;
        sent->data.bytes = g_bytes_get_data(g_value_get_boxed(value), &sent->data.length);
        sent->content.data = &sent->data;
        sent->content.count = 1;
    }
    g_ptr_array_add(sent->uris, NULL);
    sent->content.uris = (const char *const *)sent->uris->pdata;
}

static gboolean dropped(GtkDropTarget *target, const GValue *value, double x, double y, LeGtkArea *area) {
    if (!area->owner) return FALSE;
    Sent sent;
    read_value(value, &sent);
    const GdkDragAction action =
        area->events.drop(area->owner, items_of(target), &sent.content, requested(target), x - area->left, y);
    g_ptr_array_unref(sent.uris);
    return action != 0;
}

void le_gtk_accept_drops(LeGtkArea *area) {
    GtkDropTarget *target = gtk_drop_target_new(G_TYPE_INVALID, GDK_ACTION_COPY | GDK_ACTION_MOVE);
    g_signal_connect(target, "motion", G_CALLBACK(drag_moved), area);
    g_signal_connect(target, "leave", G_CALLBACK(drag_left), area);
    g_signal_connect(target, "drop", G_CALLBACK(dropped), area);
    gtk_widget_add_controller(GTK_WIDGET(area), GTK_EVENT_CONTROLLER(target));
    area->drops = target;
    le_gtk_area_accept(GTK_WIDGET(area), (const char *const[]){NULL});
}

// ---- The clipboard

static bool has_items(GdkClipboard *clipboard) {
    return gdk_clipboard_is_local(clipboard) &&
           gdk_content_formats_contain_gtype(gdk_clipboard_get_formats(clipboard), items_type());
}

// The items are released when something else is copied.
static void clipboard_changed(GdkClipboard *clipboard, void (*replaced)(void)) {
    if (has_items(clipboard)) return;
    g_signal_handlers_disconnect_by_func(clipboard, G_CALLBACK(clipboard_changed), replaced);
    replaced();
}

void le_gtk_area_copy(GtkWidget *widget, const le_gtk_content *offered, void (*replaced)(void)) {
    GdkContentProvider *content = content_of(offered);
    GdkClipboard *clipboard = gtk_widget_get_clipboard(widget);
    g_signal_handlers_disconnect_by_func(clipboard, G_CALLBACK(clipboard_changed), replaced);
    gdk_clipboard_set_content(clipboard, content);
    g_signal_connect(clipboard, "changed", G_CALLBACK(clipboard_changed), replaced);
    g_object_unref(content);
}

bool le_gtk_area_has_copied(GtkWidget *widget) { return has_items(gtk_widget_get_clipboard(widget)); }

typedef struct Paste {
    GtkWidget *area;
    void *receiver;
} Paste;

// Called when the other program has sent its content. The area may have lost its owner meanwhile.
static void pasted(GObject *clipboard, GAsyncResult *result, gpointer data) {
    Paste *paste = data;
    LeGtkArea *area = area_of(paste->area);
    const GValue *value = gdk_clipboard_read_value_finish(GDK_CLIPBOARD(clipboard), result, NULL);
    if (value && area->owner) {
        Sent sent;
        read_value(value, &sent);
        area->events.pasted(paste->receiver, &sent.content);
        g_ptr_array_unref(sent.uris);
    } else {
        area->events.pasted(paste->receiver, NULL);
    }
    g_object_unref(paste->area);
    g_free(paste);
}

bool le_gtk_area_paste(GtkWidget *widget, void *receiver) {
    GdkClipboard *clipboard = gtk_widget_get_clipboard(widget);
    GdkContentFormats *formats =
        gdk_content_formats_union_deserialize_gtypes(gdk_content_formats_ref(gdk_clipboard_get_formats(clipboard)));
    // The first one is that of the items, which this program has not copied.
    GtkDropTarget *drops = area_of(widget)->drops;
    gsize count = 0;
    const GType *wanted = drops ? gtk_drop_target_get_gtypes(drops, &count) : NULL;
    GType found = G_TYPE_INVALID;
    for (gsize i = 1; i < count && found == G_TYPE_INVALID; i++) {
        if (gdk_content_formats_contain_gtype(formats, wanted[i])) found = wanted[i];
    }
    gdk_content_formats_unref(formats);
    if (found == G_TYPE_INVALID) return false;
    Paste *paste = g_new(Paste, 1);
    *paste = (Paste){.area = g_object_ref(widget), .receiver = receiver};
    gdk_clipboard_read_value_async(clipboard, found, G_PRIORITY_DEFAULT, NULL, pasted, paste);
    return true;
}
#endif
