// Signals of controllers that no X server sends: touch and touchpads.
#ifndef TESTS_SIGNALS_H
#define TESTS_SIGNALS_H
#include <gtk/gtk.h>

/// Emits scroll-begin, `steps` times scroll, scroll-end and decelerate of a widget's scroll controller.
void signal_fling(GtkWidget *widget, double step, int steps, double velocity);
/// A touch on a screen, which has moved from where it began. It leaves with a velocity.
void signal_finger_down(GtkWidget *widget, double x, double y);
void signal_finger_moved(GtkWidget *widget, double dx, double dy);
void signal_finger_up(GtkWidget *widget, double dx, double dy, double vx, double vy);
/// A touch that stays where it began, and one that ends because its screen is gone.
void signal_finger_held(GtkWidget *widget, double x, double y);
void signal_finger_cancelled(GtkWidget *widget);
/// Sets a setting of the user: a text, or a flag if that is NULL.
void signal_setting(GtkWidget *widget, const char *name, const char *text, gboolean flag);
/// The open menu of a widget; NULL if there is none.
GtkWidget *signal_menu(GtkWidget *widget);
/// Chooses the button with a title in a menu. Returns FALSE if there is none.
gboolean signal_choose(GtkWidget *menu, const char *title);
/// Whether a menu shows a title.
gboolean signal_has_title(GtkWidget *menu, const char *title);
/// How many titles of a menu have a visible icon.
int signal_icons(GtkWidget *menu);
/// The picture of what is dragged over a widget by this program; NULL if there is none.
GtkWidget *signal_drag_icon(GtkWidget *widget);
/// The number of pictures in it, and the text of its label or NULL.
int signal_pictures(GtkWidget *icon, const char **text);
/// The child of a widget whose name in style sheets is this one; NULL if there is none, or it is not shown.
GtkWidget *signal_child(GtkWidget *widget, const char *name);
/// The button with a label in a widget; NULL if there is none.
GtkWidget *signal_button(GtkWidget *widget, const char *label);
/// Clicks a button.
void signal_click(GtkWidget *button);
/// The visible spinner of a widget; NULL if there is none.
GtkWidget *signal_spinner(GtkWidget *widget);
/// Moves the keyboard focus of a window, as GTK does when the tab key is pressed.
void signal_move_focus(GtkWidget *window, GtkDirectionType direction);
/// Returns a flag of a window. After it is set, the user lets go of the pointer's button in the next frame: after GDK
/// has read the events of that frame, and before it reads the state of the buttons. The flag is then reset. It is valid
/// as long as the window.
gboolean *signal_release_in_frame(GtkWidget *window);
/// The row of a list around a widget; NULL if there is none.
GtkWidget *signal_row(GtkWidget *widget);
/// Whether assistive technologies receive a number as a relation of a widget.
gboolean signal_has_relation(GtkWidget *widget, GtkAccessibleRelation relation, int value);
/// Counts a widget when it is destroyed.
void signal_count_destroyed(GtkWidget *widget);
int signal_destroyed(void);
/// Counts the keys that no widget in a window handles.
void signal_count_keys(GtkWidget *window);
int signal_keys(void);
/// Cancels what the controllers of a widget are doing.
void signal_reset(GtkWidget *widget);
/// The visible descendant of a widget with this type, by its position among them; NULL if there are not so many.
GtkWidget *signal_descendant(GtkWidget *widget, const char *type, int position);
/// The visible descendants of a widget in order: types, style classes, text, icons and states. The caller frees it.
char *signal_describe(GtkWidget *widget);
/// Whether assistive technologies receive a text as a property of a widget.
gboolean signal_has_property(GtkWidget *widget, GtkAccessibleProperty property, const char *text);
/// The scroll bar of a widget, and the one across its scroll axis.
GtkWidget *signal_bar(GtkWidget *widget);
GtkWidget *signal_second_bar(GtkWidget *widget);
/// The visible descendant of a widget with this name in style sheets, by its position among them; NULL if there are not
/// so many.
GtkWidget *signal_named(GtkWidget *widget, const char *name, int position);
/// The number of descendants of a widget with this name in style sheets, visible or not.
int signal_count_named(GtkWidget *widget, const char *name);
/// The names in style sheets from a widget down to another one, as in a selector. The caller frees it.
char *signal_path(GtkWidget *widget, GtkWidget *top);
/// The name of the cursor of a widget; NULL for none.
const char *signal_cursor(GtkWidget *widget);
/// Whether assistive technologies receive an order as a property of a widget.
gboolean signal_has_sort(GtkWidget *widget, GtkAccessibleSort sort);
#endif
