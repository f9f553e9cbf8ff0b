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

// In a menu an underscore marks the key of an item. Two underscores show one.
static char *escaped(const char *text) {
    char **parts = g_strsplit(text, "_", -1), *title = g_strjoinv("__", parts);
    g_strfreev(parts);
    return title;
}

// Each item has one action, whose state is the check mark.
static void add_item(LeGtkArea *area, GMenu *model, GSimpleActionGroup *actions, const le_gtk_menu_entry *entry) {
    char *name = g_strdup_printf("item-%d", entry->index), *full_name = g_strconcat("list-menu.", name, NULL);
    const bool has_check = entry->flags & (LE_GTK_MENU_CHECKED | LE_GTK_MENU_UNCHECKED);
    GVariant *state = has_check ? g_variant_new_boolean((entry->flags & LE_GTK_MENU_CHECKED) != 0) : NULL;
    GSimpleAction *action = state ? g_simple_action_new_stateful(name, NULL, state) : g_simple_action_new(name, NULL);
    g_object_set_data(G_OBJECT(action), "index", GINT_TO_POINTER(entry->index));
    g_simple_action_set_enabled(action, !(entry->flags & LE_GTK_MENU_DISABLED));
    g_signal_connect(action, "activate", G_CALLBACK(chosen), area);
    g_action_map_add_action(G_ACTION_MAP(actions), G_ACTION(action));
    g_object_unref(action);
    char *title = escaped(entry->title);
    GMenuItem *item = g_menu_item_new(title, full_name);
    if (entry->shortcut) g_menu_item_set_attribute(item, "accel", "s", entry->shortcut);
    if (entry->icon) g_menu_item_set_icon(item, entry->icon);
    g_menu_append_item(model, item);
    g_object_unref(item);
    g_free(title);
    g_free(full_name);
    g_free(name);
}

// Adds entries up to the end of their section or submenu. Returns the first entry after it.
static int add_entries(LeGtkArea *area, GMenu *model, GSimpleActionGroup *actions, const le_gtk_menu_entry *entries,
                       int first, int count) {
    // Items between sections become a section without a title, so that lines separate them.
    GMenu *plain = NULL;
    int index = first;
    while (index < count && entries[index].kind != LE_GTK_MENU_END) {
        const le_gtk_menu_entry *entry = &entries[index++];
        if (entry->kind == LE_GTK_MENU_SECTION) {
            GMenu *section = g_menu_new();
            index = add_entries(area, section, actions, entries, index, count);
            char *title = entry->title ? escaped(entry->title) : NULL;
            g_menu_append_section(model, title, G_MENU_MODEL(section));
            g_free(title);
            g_object_unref(section);
            g_clear_object(&plain);
            continue;
        }
        if (!plain) {
            plain = g_menu_new();
            g_menu_append_section(model, NULL, G_MENU_MODEL(plain));
        }
        if (entry->kind == LE_GTK_MENU_SUBMENU) {
            GMenu *submenu = g_menu_new();
            index = add_entries(area, submenu, actions, entries, index, count);
            char *title = escaped(entry->title);
            GMenuItem *item = g_menu_item_new_submenu(title, G_MENU_MODEL(submenu));
            if (entry->icon) g_menu_item_set_icon(item, entry->icon);
            g_menu_append_item(plain, item);
            g_object_unref(item);
            g_free(title);
            g_object_unref(submenu);
        } else {
            add_item(area, plain, actions, entry);
        }
    }
    g_clear_object(&plain);
    return index + 1;
}

// GTK shows an icon or a title, and hides the icon if there are both.
static void show_icons(GtkWidget *widget) {
    const bool is_item = strcmp(G_OBJECT_TYPE_NAME(widget), "GtkModelButton") == 0;
    GtkWidget *icon = NULL, *label = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        show_icons(child);
        if (GTK_IS_IMAGE(child) && gtk_image_get_storage_type(GTK_IMAGE(child)) != GTK_IMAGE_EMPTY) icon = child;
        if (GTK_IS_LABEL(child) && !label) label = child;
    }
    if (!is_item || !icon || !label) return;
    gtk_widget_set_visible(icon, TRUE);
    gtk_widget_set_margin_end(icon, 6);
    gtk_widget_set_hexpand(label, TRUE);
}

void le_gtk_area_open_menu(GtkWidget *widget, const le_gtk_menu_entry *entries, int count, double x, double y) {
    LeGtkArea *area = area_of(widget);
    GMenu *model = g_menu_new();
    GSimpleActionGroup *actions = g_simple_action_group_new();
    add_entries(area, model, actions, entries, 0, count);
    gtk_widget_insert_action_group(widget, "list-menu", G_ACTION_GROUP(actions));
    area->menu = gtk_popover_menu_new_from_model(G_MENU_MODEL(model));
    g_object_unref(actions);
    g_object_unref(model);
    // Before the rows, and never among them.
    gtk_widget_set_parent(area->menu, widget);
    gtk_popover_set_has_arrow(GTK_POPOVER(area->menu), FALSE);
    gtk_popover_set_position(GTK_POPOVER(area->menu), GTK_POS_BOTTOM);
    gtk_popover_set_pointing_to(GTK_POPOVER(area->menu), &(GdkRectangle){(int)x + area->left, (int)y, 1, 1});
    show_icons(area->menu);
    g_signal_connect(area->menu, "closed", G_CALLBACK(menu_closed), area);
    gtk_popover_popup(GTK_POPOVER(area->menu));
}
#endif
