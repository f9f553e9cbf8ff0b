// A widget that places its children where its owner says, next to a scroll bar.
#include "area.h"

#if __has_include(<gtk/gtk.h>)
    #include <math.h>

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
    GtkOrientable *along = GTK_ORIENTABLE(area->bars[0].widget);
    const bool is_vertical = gtk_orientable_get_orientation(along) == GTK_ORIENTATION_VERTICAL;
    const bool is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    le_gtk_bars_follow_settings(area);
    // The room that the vertical bar takes from the width, and the horizontal one from the height.
    const int bar_width = le_gtk_bar_room(area, is_vertical ? 0 : 1);
    const int bar_height = le_gtk_bar_room(area, is_vertical ? 1 : 0);
    const int index = is_vertical ? le_gtk_index_width(area) : 0;
    area->left = is_mirrored ? bar_width + index : 0;
    GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
    const double time = (double)(clock ? gdk_frame_clock_get_frame_time(clock) : g_get_monotonic_time()) / 1e6;
    if (area->owner) {
        area->table_width = width - bar_width - index, area->table_height = height - bar_height;
        GtkWidget *window = keep_window(widget);
        area->events.allocate(area->owner, time, MAX(0, width - bar_width - index), MAX(0, height - bar_height));
        release_window(window);
    }
    if (!area->bars[0].widget) return; // disposed in the meantime
    le_gtk_index_place(area, is_mirrored ? 0 : width - index, index, height);
    le_gtk_bars_place(area, width - index, height, index);
    if (area->menu) gtk_popover_present(GTK_POPOVER(area->menu));
}

static void area_unmap(GtkWidget *widget) {
    LeGtkArea *area = area_of(widget);
    // An open menu has grabbed the pointer. If its window went first, no other window would get clicks any more.
    if (area->menu) gtk_popover_popdown(GTK_POPOVER(area->menu));
    GTK_WIDGET_CLASS(le_gtk_area_parent_class)->unmap(widget);
    le_gtk_bars_rest(area);
    if (area->owner) area->events.unmap(area->owner);
    // A widget that is hidden under a pressed button does not get the release, and its gestures would take the next click
    // for a part of the drag.
    le_gtk_reset_controllers(widget);
}

LeGtkArea *le_gtk_area_around(GtkWidget *widget) {
    return area_of(widget ? gtk_widget_get_ancestor(widget, le_gtk_area_get_type()) : NULL);
}

GtkWidget *le_gtk_row_around(LeGtkArea *area, GtkWidget *widget) {
    while (widget && (has_rows(area, widget) || !has_rows(area, gtk_widget_get_parent(widget))))
        widget = gtk_widget_get_parent(widget);
    return widget;
}

static void focus_moved(GtkRoot *root, GParamSpec *property, LeGtkArea *area) {
    (void)property;
    if (!area->owner) return;
    area->events.focus(area->owner, le_gtk_row_around(area, gtk_root_get_focus(root)));
}

// The child of the area that has the keyboard focus, or in which a widget has it; NULL for none.
static GtkWidget *child_with_focus(LeGtkArea *area) {
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(area));
    return le_gtk_row_around(area, root ? gtk_root_get_focus(root) : NULL);
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
    LeGtkArea *area = area_of(widget);
    if (!area->was_in_window && area->owner && area->events.is_table(area->owner))
        g_object_set(widget, "accessible-role", GTK_ACCESSIBLE_ROLE_GRID, NULL);
    area->was_in_window = true;
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
    le_gtk_bars_rest(area);
    for (GtkWidget *child; (child = gtk_widget_get_first_child(GTK_WIDGET(object)));) gtk_widget_unparent(child);
    area->focused = NULL;
    area->bars[0].widget = area->bars[1].widget = NULL;
    area->drops = NULL;
    area->mark = area->actions = area->count = area->spinner = area->glow = area->index = NULL;
    area->table = area->body = area->spare = area->spare_header = NULL;
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

static void le_gtk_area_init(LeGtkArea *area) {
    GtkWidget *widget = GTK_WIDGET(area);
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN);
    gtk_widget_set_focusable(widget, TRUE);
    le_gtk_bars_init(area);
    area->mark = g_object_new(le_gtk_row_get_type(), "css-name", "rubberband", NULL);
    gtk_widget_set_can_target(area->mark, FALSE);
    gtk_widget_set_child_visible(area->mark, FALSE);
    gtk_widget_insert_before(area->mark, widget, area->bars[0].widget);

    le_gtk_accept_input(area);
    le_gtk_accept_fingers(area);
    le_gtk_accept_drops(area);
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
        const LeGtkBar *bars = area_of(area)->bars;
        if (child != bars[0].widget && child != bars[1].widget) gtk_widget_set_child_visible(child, FALSE);
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

unsigned le_gtk_area_font(GtkWidget *area) {
    PangoContext *context = gtk_widget_get_pango_context(area);
    // The user's factor for text is the resolution.
    const double resolution = pango_cairo_context_get_resolution(context);
    return pango_font_description_hash(pango_context_get_font_description(context)) ^ (unsigned)(resolution * 1024);
}

void le_gtk_area_add(GtkWidget *area, GtkWidget *child, le_gtk_part part) {
    GtkWidget *layer = le_gtk_table_layer(area_of(area), part);
    if (!layer) return;
    gtk_widget_set_child_visible(child, FALSE);
    gtk_widget_insert_before(child, layer, layer == area ? area_of(area)->mark : NULL);
}

void le_gtk_area_remove(GtkWidget *area, GtkWidget *child) {
    if (area_of(area)->focused == child) area_of(area)->focused = NULL;
    if (le_gtk_area_around(child) == area_of(area)) gtk_widget_unparent(child);
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

// The rows that the list had before it had columns go into the table.
static void enter_table(LeGtkArea *area, GtkWidget *row) {
    g_object_ref(row);
    gtk_widget_unparent(row);
    gtk_widget_set_parent(row, area->body);
    g_object_unref(row);
}

GtkRequisition le_gtk_area_place(GtkWidget *widget, GtkWidget *child, GtkWidget *below, double x, double y,
                                 double width, double height, double opacity, const le_gtk_transform *transform) {
    LeGtkArea *area = area_of(widget);
    if (gtk_widget_get_parent(child) == widget && area->body) enter_table(area, child);
    // The headers of a table are above its rows.
    if (!below && area->table && gtk_widget_get_parent(child) == area->table) below = area->body;
    return le_gtk_place_child(area, child, below, x, y, width, height, opacity, transform);
}

// A place of a size with a transform around its centre. Takes `place`.
static GskTransform *transformed(GskTransform *place, float width, float height, const le_gtk_transform *t) {
    if (!t || !isfinite(t->a) || !isfinite(t->b) || !isfinite(t->c) || !isfinite(t->d) || !isfinite(t->tx) ||
        !isfinite(t->ty))
        return place;
    graphene_matrix_t matrix;
    graphene_matrix_init_from_2d(&matrix, t->a, t->b, t->c, t->d, t->tx, t->ty);
    place = gsk_transform_translate(place, &GRAPHENE_POINT_INIT(width / 2, height / 2));
    place = gsk_transform_matrix(place, &matrix);
    return gsk_transform_translate(place, &GRAPHENE_POINT_INIT(-width / 2, -height / 2));
}

GtkRequisition le_gtk_place_child(LeGtkArea *area, GtkWidget *child, GtkWidget *below, double x, double y, double width,
                                  double height, double opacity, const le_gtk_transform *transform) {
    GtkWidget *parent = gtk_widget_get_parent(child);
    if (!has_rows(area, parent)) return (GtkRequisition){0, 0};
    if (gtk_widget_get_prev_sibling(child) != below) gtk_widget_insert_after(child, parent, below);
    gtk_widget_set_child_visible(child, TRUE);
    if (gtk_widget_get_opacity(child) != opacity) gtk_widget_set_opacity(child, opacity);
    // GTK warns about a widget that is smaller than its least size. The area clips nothing but itself.
    int least_width = 0, least_height = 0;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
    const int w = MAX((int)lround(MIN(width, LONGEST)), least_width);
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, w, &least_height, NULL, NULL, NULL);
    // The layers of a table are where the list is.
    const float left = parent == GTK_WIDGET(area) ? (float)area->left : 0;
    const graphene_point_t origin = GRAPHENE_POINT_INIT((float)x + left, (float)y);
    const int h = MAX((int)lround(MIN(height, LONGEST)), least_height);
    if (!le_gtk_table_row_keeps(child, origin, w, h))
        gtk_widget_allocate(child, w, h, -1,
                            transformed(gsk_transform_translate(NULL, &origin), (float)w, (float)h, transform));
    return (GtkRequisition){least_width, least_height};
}

GtkWidget *le_gtk_area_widget_at(GtkWidget *widget, double x, double y) {
    return gtk_widget_pick(widget, x + area_of(widget)->left, y, GTK_PICK_DEFAULT);
}

GtkWidget *le_gtk_area_row_at(GtkWidget *widget, double x, double y) {
    return le_gtk_row_around(area_of(widget), le_gtk_area_widget_at(widget, x, y));
}

void le_gtk_area_hide(GtkWidget *child) {
    LeGtkArea *area = le_gtk_area_around(child);
    GtkRoot *root = gtk_widget_get_root(child);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    // The child may be shown again in this frame, for another item.
    if (focus && area && (focus == child || gtk_widget_is_ancestor(focus, child)))
        gtk_widget_grab_focus(GTK_WIDGET(area));
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
