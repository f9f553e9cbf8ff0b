// What the files of the area share.
#ifndef LISTENGINE_AREA_H
#define LISTENGINE_AREA_H
#include "listengine_gtk.h"

#if __has_include(<gtk/gtk.h>)
// A scroll bar. One above the rows is shown while it is used, and fades.
typedef struct {
    GtkWidget *widget; // NULL if the area is disposed
    GtkAdjustment *adjustment;
    guint timer, fade;
    gint64 fade_start;
} LeGtkBar;

typedef struct {
    GtkWidget widget;
    le_gtk_events events;
    void *owner;      // NULL if there is none
    LeGtkBar bars[2]; // along the scroll axis, and across it
    bool is_setting;  // the owner sets an adjustment
    bool was_in_window;
    guint tick;
    bool is_fitting, needs_measuring; // its height is that of its content, which has changed
    int measured;                     // the height of the content when GTK measured it
    int left;                         // of the list: the bar and the index are there in windows from right to left
    bool is_overlay;                  // the bars are above the rows, and fade
    bool keeps_bar;                   // they are never above the rows
    GtkWidget *menu;                  // the open popover
    GtkWidget *focused;               // the row that receives keys; NULL for none
    int clicks;                       // that the press counts which is not ended
    bool is_dragging, is_held;        // a row is dragged; a finger has rested at its place before
    GtkGesture *drag;                 // of rows
    GdkDrag *outgoing;                // items that are dragged out of the area; NULL if there are none
    GtkDropTarget *drops;             // of items that are dragged over it; NULL if the area is disposed
    GtkWidget *mark;                  // above all rows
    GtkWidget *actions;               // of a row that is swiped aside; NULL if there are none
    GtkWidget *count;                 // of items that move together; NULL until there are several
    GtkWidget *spinner;               // NULL until the list is refreshed
    GtkWidget *glow;                  // at an end that the user dragged further; NULL until then
    GtkWidget *index;                 // NULL until there are titles
    char **titles;                    // NULL if there are none
    int title;                        // that the user chose last
    GtkWidget *table, *body;         // the layers of a table, of which the second has its rows; NULL until there is one
    GtkWidget *spare, *spare_header; // rows for cells that are not shown yet
    int table_width, table_height;   // of the layers, if there are any
    bool is_panning;                 // a finger drags the content or a row aside
    graphene_point_t pan_start, panned, pan_velocity; // and how far it has moved
} LeGtkArea;

static inline LeGtkArea *area_of(gpointer widget) { return (LeGtkArea *)widget; }

GType le_gtk_row_get_type(void);

/// The row that receives keys has the ring that GTK would show around the area.
void le_gtk_show_focus(LeGtkArea *area);

/// The area around a widget; NULL if there is none.
LeGtkArea *le_gtk_area_around(GtkWidget *widget);
/// Whether a widget contains rows of an area.
static inline bool has_rows(const LeGtkArea *area, const GtkWidget *widget) {
    return widget && (widget == (const GtkWidget *)area || widget == area->table || widget == area->body);
}
/// The row of an area that contains a widget, or is it; NULL for none.
GtkWidget *le_gtk_row_around(LeGtkArea *area, GtkWidget *widget);

/// Places a child of an area or of a layer: le_gtk_area_place.
GtkRequisition le_gtk_place_child(LeGtkArea *area, GtkWidget *child, GtkWidget *below, double x, double y, double width,
                                  double height, double opacity, const le_gtk_transform *transform);

/// The widget to which a part is added. It makes a table for the first part of one.
GtkWidget *le_gtk_table_layer(LeGtkArea *area, le_gtk_part part);
/// Stores where a row of a table is, until le_gtk_area_end_places. Returns false for other widgets.
bool le_gtk_table_row_keeps(GtkWidget *row, graphene_point_t origin, int width, int height);
/// Lets assistive technologies activate the rows of a class.
void le_gtk_install_activation(GtkWidgetClass *class);

/// Draws the children of an area. Rows on a background with round corners are clipped to it.
void le_gtk_snapshot_children(GtkWidget *area, GtkSnapshot *snapshot);

/// Cancels the drag out of an area, if there is one.
void le_gtk_cancel_drag(LeGtkArea *area);

/// Cancels what the controllers of a widget are doing.
void le_gtk_reset_controllers(GtkWidget *widget);

/// Makes the scroll bars.
void le_gtk_bars_init(LeGtkArea *area);
/// Places the scroll bars above the rows or next to them, as the settings of the desktop say. Call it in the layout
/// phase.
void le_gtk_bars_follow_settings(LeGtkArea *area);
/// The extent of a bar across itself, if it takes room from the rows; else 0. The one across the scroll axis takes room
/// while it is shown.
int le_gtk_bar_room(LeGtkArea *area, int axis);
/// Places the bars in an area of a size without the index, which is on the left in windows from right to left.
void le_gtk_bars_place(LeGtkArea *area, int width, int height, int index);
/// Hides bars that are drawn over the rows, immediately.
void le_gtk_bars_rest(LeGtkArea *area);
/// The pointer is at a point, or outside of the area.
void le_gtk_bars_hover(LeGtkArea *area, bool is_inside, double x, double y, bool is_held);

/// The width of the index; 0 without titles.
int le_gtk_index_width(LeGtkArea *area);
void le_gtk_index_place(LeGtkArea *area, int x, int width, int height);

/// Reports the wheel, the touchpad, the mouse and keys.
void le_gtk_accept_input(LeGtkArea *area);

/// Lets fingers move the content.
void le_gtk_accept_fingers(LeGtkArea *area);

/// Whether a point of the area is on the actions of a row.
bool le_gtk_is_on_actions(LeGtkArea *area, double x, double y);

/// Makes an area a target of drags.
void le_gtk_accept_drops(LeGtkArea *area);
#endif
#endif
