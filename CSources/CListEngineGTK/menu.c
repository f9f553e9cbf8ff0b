// The menu of an area.
#include "area.h"

#if __has_include(<gtk/gtk.h>)

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
#endif
