// A row of the list: the program's widget with the theme's background, and what assistive technologies say about it.
#include "area.h"

#if __has_include(<gtk/gtk.h>)

typedef GtkWidget LeGtkRow;
typedef GtkWidgetClass LeGtkRowClass;
G_DEFINE_TYPE(LeGtkRow, le_gtk_row, GTK_TYPE_WIDGET)

static void remove_content(GtkWidget *row) {
    for (GtkWidget *child; (child = gtk_widget_get_first_child(row));) gtk_widget_unparent(child);
}

void le_gtk_row_free(GtkWidget *row) {
    remove_content(row);
    g_object_unref(row);
}

static void row_dispose(GObject *object) {
    remove_content(GTK_WIDGET(object));
    G_OBJECT_CLASS(le_gtk_row_parent_class)->dispose(object);
}

// ---- Actions, which GTK tells assistive technologies

static void act(GtkWidget *row, int index) {
    LeGtkArea *area = le_gtk_area_around(row);
    if (area && area->owner) area->events.act(area->owner, row, index);
}

static void activated(GtkWidget *row, const char *name, GVariant *unused) {
    (void)name, (void)unused;
    act(row, -1);
}

static void performed(GSimpleAction *action, GVariant *unused, GtkWidget *row) {
    (void)unused;
    act(row, GPOINTER_TO_INT(g_object_get_data(G_OBJECT(action), "index")));
}

void le_gtk_row_set_actions(GtkWidget *row, const char *const *names) {
    GSimpleActionGroup *group = names[0] ? g_simple_action_group_new() : NULL;
    for (int i = 0; names[i]; i++) {
        // GLib has no action without a name.
        GSimpleAction *action = g_simple_action_new(*names[i] ? names[i] : " ", NULL);
        g_object_set_data(G_OBJECT(action), "index", GINT_TO_POINTER(i));
        g_signal_connect(action, "activate", G_CALLBACK(performed), row);
        g_action_map_add_action(G_ACTION_MAP(group), G_ACTION(action));
        g_object_unref(action);
    }
    gtk_widget_insert_action_group(row, "item", group ? G_ACTION_GROUP(group) : NULL);
    g_clear_object(&group);
}

void le_gtk_install_activation(GtkWidgetClass *class) {
    gtk_widget_class_install_action(class, "row.activate", NULL, activated);
}

// ---- The widget

static void le_gtk_row_class_init(LeGtkRowClass *class) {
    G_OBJECT_CLASS(class)->dispose = row_dispose;
    gtk_widget_class_set_layout_manager_type(class, GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_css_name(class, "row");
    le_gtk_install_activation(class);
}

static void le_gtk_row_init(LeGtkRow *row) { (void)row; }

static void name_after_content(GtkWidget *row) {
    GtkWidget *content = gtk_widget_get_first_child(row);
    if (!content) return; // the program took it away
    gtk_accessible_update_relation(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_RELATION_LABELLED_BY, content, NULL, -1);
}

GtkWidget *le_gtk_row_new(GtkWidget *content, GtkAccessibleRole role) {
    const bool is_item = role == GTK_ACCESSIBLE_ROLE_LIST_ITEM;
    // An ornament has no padding of rows.
    const char *name = role == GTK_ACCESSIBLE_ROLE_PRESENTATION ? "box" : "row";
    GtkWidget *row = g_object_new(le_gtk_row_get_type(), "accessible-role", role, "css-name", name, NULL);
    // The theme then shows what is under the pointer.
    if (is_item) gtk_widget_add_css_class(row, "activatable");
    gtk_widget_action_set_enabled(row, "row.activate", is_item);
    // A row without this state cannot be selected, as assistive technologies see it.
    if (is_item) gtk_accessible_update_state(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_STATE_SELECTED, FALSE, -1);
    gtk_widget_set_parent(content, row);
    name_after_content(row); // until the list says what the row's text is
    return g_object_ref_sink(row);
}

static void set_flag(GtkWidget *row, GtkStateFlags flag, bool is_set) {
    if (is_set) {
        gtk_widget_set_state_flags(row, flag, FALSE);
    } else {
        gtk_widget_unset_state_flags(row, flag);
    }
}

void le_gtk_row_set_selected(GtkWidget *row, bool selected) {
    set_flag(row, GTK_STATE_FLAG_SELECTED, selected);
    gtk_accessible_update_state(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

static const GtkStateFlags ring = GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE;

void le_gtk_show_focus(LeGtkArea *area) {
    if (!area->focused) return;
    const GtkStateFlags flags = gtk_widget_get_state_flags(GTK_WIDGET(area)) & ring;
    gtk_widget_unset_state_flags(area->focused, ring & ~flags);
    gtk_widget_set_state_flags(area->focused, flags, FALSE);
}

void le_gtk_row_set_focused(GtkWidget *row, bool focused) {
    LeGtkArea *area = le_gtk_area_around(row);
    if (!area || !has_rows(area, gtk_widget_get_parent(row)) || (!focused && area->focused != row)) return;
    if (area->focused) gtk_widget_unset_state_flags(area->focused, ring);
    area->focused = focused ? row : NULL;
    le_gtk_show_focus(area);
}

void le_gtk_row_set_hovered(GtkWidget *row, bool hovered) { set_flag(row, GTK_STATE_FLAG_PRELIGHT, hovered); }

void le_gtk_row_set_has_menu(GtkWidget *row, bool has_menu) {
    if (has_menu)
        gtk_widget_add_css_class(row, "has-open-popup");
    else
        gtk_widget_remove_css_class(row, "has-open-popup");
}

bool le_gtk_row_focus(GtkWidget *row, bool is_forward) {
    // GTK moves the focus only to widgets that are mapped.
    const gboolean was_shown = gtk_widget_get_child_visible(row);
    if (!was_shown) gtk_widget_set_child_visible(row, TRUE);
    if (gtk_widget_child_focus(row, is_forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD)) return true;
    if (!was_shown) gtk_widget_set_child_visible(row, FALSE);
    return false;
}

bool le_gtk_row_focus_bounds(GtkWidget *row, graphene_rect_t *bounds) {
    GtkRoot *root = gtk_widget_get_root(row);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    // The frame of an entry is around the text that has the focus.
    if (focus && GTK_IS_TEXT(focus)) focus = gtk_widget_get_parent(focus);
    graphene_rect_t own; // starts outside of the row's padding
    if (!focus || !gtk_widget_is_ancestor(focus, row) || !gtk_widget_compute_bounds(focus, row, bounds) ||
        !gtk_widget_compute_bounds(row, row, &own))
        return false;
    graphene_rect_offset(bounds, -own.origin.x, -own.origin.y);
    return true;
}

void le_gtk_row_describe(GtkWidget *row, int position, int count, const char *text, const char *value,
                         int is_expanded) {
    GtkAccessible *accessible = GTK_ACCESSIBLE(row);
    if (is_expanded < 0)
        gtk_accessible_reset_state(accessible, GTK_ACCESSIBLE_STATE_EXPANDED);
    else
        gtk_accessible_update_state(accessible, GTK_ACCESSIBLE_STATE_EXPANDED, is_expanded, -1);
    if (count > 0)
        gtk_accessible_update_relation(accessible, GTK_ACCESSIBLE_RELATION_POS_IN_SET, position,
                                       GTK_ACCESSIBLE_RELATION_SET_SIZE, count, -1);
    // GTK joins a label and the name of the content. The value is the description of a row.
    if (text) {
        gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
        gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    } else {
        gtk_accessible_reset_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL);
        name_after_content(row);
    }
    if (value) {
        gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, value, -1);
    } else {
        gtk_accessible_reset_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    }
}

void le_gtk_set_accessible_label(GtkWidget *widget, const char *label) {
    if (label)
        gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    else
        gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

void le_gtk_set_placeholder(GtkWidget *entry, const char *text) { g_object_set(entry, "placeholder-text", text, NULL); }

int le_gtk_row_measure(GtkWidget *row, GtkOrientation axis, int extent) {
    int least = 0, natural = 0;
    gtk_widget_measure(row, axis, extent, &least, &natural, NULL, NULL);
    return natural;
}
#endif
