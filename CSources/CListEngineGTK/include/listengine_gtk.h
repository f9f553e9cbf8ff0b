// The widgets of ListEngineGTK: an area whose owner places its children, and rows. Empty where GTK is not.
#ifndef LISTENGINE_GTK_H
#define LISTENGINE_GTK_H

#if __has_include(<gtk/gtk.h>)
    #include <gtk/gtk.h>
    #include <stdbool.h>

typedef enum le_gtk_phase { LE_GTK_BEGAN, LE_GTK_MOVED, LE_GTK_ENDED, LE_GTK_CANCELLED } le_gtk_phase;

/// Content for other programs and from them. The caller owns it.
typedef struct le_gtk_data {
    const char *type; ///< The media type, such as image/png.
    const void *bytes;
    size_t length;
} le_gtk_data;

/// Content for other widgets and programs, or from them.
typedef struct le_gtk_content {
    const char *text;        ///< NULL for none.
    const char *const *uris; ///< Files. They end with NULL.
    const le_gtk_data *data; ///< `count` contents, each of another type.
    size_t count;
} le_gtk_content;

/// What an area reports to its owner, which is the first argument of each. Lengths are in points, from the area's
/// corner.
typedef struct le_gtk_events {
    /// The area has this size: place the children. `time` is that of the frame, in seconds. Called in the layout phase.
    void (*allocate)(void *owner, double time, int width, int height);
    /// Returns the natural height of an area of le_gtk_area_set_fitting at a width, or without a limit (-1).
    int (*natural_height)(void *owner, int width);
    /// Returns whether the list has columns. Called when the area is first put into a window, because GTK then keeps
    /// the role of a widget for assistive technologies.
    bool (*is_table)(void *owner);
    /// The area is no longer shown, and gets no frames.
    void (*unmap)(void *owner);
    /// A wheel was turned, or fingers moved on a touchpad. Steps of a wheel are counted; other distances are in points.
    void (*scroll)(void *owner, double dx, double dy, bool is_wheel, double x, double y, unsigned modifiers);
    /// Fingers touch the touchpad, or leave it with a velocity in points per second.
    void (*begin_drag)(void *owner);
    void (*end_drag)(void *owner, double vx, double vy);
    /// `clicks` counts quick clicks at one place. `is_finger`: on a touch screen.
    void (*touch)(void *owner, le_gtk_phase phase, double x, double y, int clicks, unsigned modifiers, bool is_finger);
    /// A finger moves on a touch screen, from a point on by a distance since the last call. When it ends, `dx` and `dy`
    /// are the finger's velocity in points per second.
    void (*pan)(void *owner, le_gtk_phase phase, double x, double y, double dx, double dy);
    /// The user chose one of the actions of le_gtk_area_set_actions.
    void (*perform)(void *owner, int index);
    /// The user drags from the point at which the drag begins, with the mouse or after a long press. Returns whether
    /// it can be dragged, which is asked when the drag begins.
    bool (*drag)(void *owner, le_gtk_phase phase, double x, double y, unsigned modifiers, bool is_finger);
    /// Dragged items are over a point. `drag` is from le_gtk_area_begin_drag of any area, or NULL if the items come
    /// from elsewhere. `action` is the one that the user requests. Returns what a drop would do; 0 for nothing.
    GdkDragAction (*drag_over)(void *owner, void *drag, GdkDragAction action, double x, double y);
    void (*drag_left)(void *owner);
    /// The items are dropped. `content` is empty unless they come from elsewhere. Returns what was done; 0 for nothing.
    GdkDragAction (*drop)(void *owner, void *drag, const le_gtk_content *content, GdkDragAction action, double x,
                          double y);
    /// The content for le_gtk_area_paste has arrived. NULL: it cannot be read, or its area is released.
    /// Called once for each receiver.
    void (*pasted)(void *receiver, const le_gtk_content *content);
    /// A drag of le_gtk_area_begin_drag has ended. Called exactly once, also if the area has no owner any more.
    void (*drag_ended)(void *drag, GdkDragAction action);
    /// A widget in this row has the keyboard focus; NULL if none has.
    void (*focus)(void *owner, GtkWidget *row);
    /// The tab key moves the focus from a row to the next widget that takes it, or from outside of the area (NULL) to
    /// the first; backward to the one before, or to the last. Returns whether there is one.
    bool (*focus_next)(void *owner, GtkWidget *row, bool is_forward);
    /// The tab key moved the focus within a row.
    void (*reveal_focus)(void *owner, GtkWidget *row);
    /// An assistive technology performs an action of a row: its index in le_gtk_row_set_actions, or -1 to activate the
    /// row.
    void (*act)(void *owner, GtkWidget *row, int action);
    /// Returns whether the key had an effect.
    bool (*key)(void *owner, unsigned key, unsigned modifiers);
    /// The user chose a title of the index.
    void (*index)(void *owner, int index);
    /// The user moved the thumb of a scroll bar.
    void (*thumb)(void *owner, bool is_across, double value);
    /// The pointer is at a point, or has left the area.
    void (*hover)(void *owner, bool is_inside, double x, double y);
    /// The user requests a menu: le_gtk_area_open_menu. Returns whether there is one.
    bool (*menu)(void *owner, double x, double y);
    /// The user chose a title of the open menu. The menu closed before.
    void (*choose)(void *owner, int index);
    void (*menu_closed)(void *owner);
} le_gtk_events;

/// Makes an area without children. The caller owns one reference.
GtkWidget *le_gtk_area_new(const le_gtk_events *events);

/// Sets the owner, which must be valid until it is set to another one. Without one (NULL) the area reports
/// nothing, and shows nothing.
void le_gtk_area_set_owner(GtkWidget *area, void *owner);

/// Detaches the owner, and releases its reference after the callback that is running.
void le_gtk_area_release(GtkWidget *area);

/// Whether the user wants animations.
bool le_gtk_area_animates(GtkWidget *area);

/// Calls `allocate` in the next frame.
void le_gtk_area_schedule(GtkWidget *area);

/// Whether the natural height of the area is that of its content: `natural_height`.
void le_gtk_area_set_fitting(GtkWidget *area, bool is_fitting);
bool le_gtk_area_is_fitting(GtkWidget *area);
/// The content has this height. If GTK measured another one, it measures the area again in the next frame.
void le_gtk_area_set_content_height(GtkWidget *area, int height);

/// Sets the scroll axis, which is that of the first scroll bar, from the next frame on.
void le_gtk_area_set_orientation(GtkWidget *area, GtkOrientation axis);

/// Sets whether the scroll bars are above the rows, if the user's settings allow it. The default is true. The next
/// frame has it.
void le_gtk_area_set_overlay(GtkWidget *area, bool is_overlay);

/// Another number after another font was set, by the user or by the theme.
unsigned le_gtk_area_font(GtkWidget *area);

/// Sets the media types that the area takes from other programs, besides text and files. They end with NULL, and are
/// taken in their order.
void le_gtk_area_accept(GtkWidget *area, const char *const *types);

/// Lets the user drag items out of the area, with a picture of rows. Call it in `drag`, when the drag begins.
/// - drag: What receives `drag_over`, `drop` and `drag_ended`.
/// - rows: At least one row. The pointer holds the first one, and the others are behind it.
/// - x, y: The pointer.
/// - count: The number of items.
/// - content: For other widgets and programs.
/// Returns false if there is no drag, and `drag_ended` is not called.
bool le_gtk_area_begin_drag(GtkWidget *area, void *drag, GtkWidget *const *rows, int row_count, double x, double y,
                            int count, const le_gtk_content *content);

/// Puts items of the program into the clipboard, and content for other programs.
/// - replaced: Called once, when something else is in the clipboard. The same function in all calls.
void le_gtk_area_copy(GtkWidget *area, const le_gtk_content *content, void (*replaced)(void));
/// Whether the clipboard has items of this program.
bool le_gtk_area_has_copied(GtkWidget *area);
/// Reads accepted content, files or a text from the clipboard; `pasted` is called later with the receiver.
/// Returns false if it has none; then the receiver is not used.
bool le_gtk_area_paste(GtkWidget *area, void *receiver);

/// Marks a rectangle of the area, above the rows; none if it is empty. Call it in `allocate` only.
void le_gtk_area_mark(GtkWidget *area, double x, double y, double width, double height);

/// A button that a swiped row uncovers.
typedef struct le_gtk_action {
    const char *title;
    const char *icon;  ///< The name of an icon before the title; NULL for none.
    const char *style; ///< A style class; NULL for none.
} le_gtk_action;

/// Sets the buttons that a swiped row uncovers. `axis` is the one along which the row moves. They are not shown until
/// they are placed, in `allocate` only.
void le_gtk_area_set_actions(GtkWidget *area, const le_gtk_action *actions, int count, GtkOrientation axis);
/// The extent that the buttons need along an axis.
int le_gtk_area_measure_actions(GtkWidget *area, GtkOrientation axis);
void le_gtk_area_place_actions(GtkWidget *area, double x, double y, double width, double height);

/// Shows how many items move together, at the end of a row that the pointer moves: nothing if there is only one. Call
/// it in `allocate` only.
void le_gtk_area_show_count(GtkWidget *area, int count, double x, double y, double width, double height);

/// Shows that the list is being refreshed, around a point above the rows: nothing if the opacity is 0. Call it in
/// `allocate` only.
void le_gtk_area_spin(GtkWidget *area, double x, double y, double opacity, bool spins);

/// Shows that the user dragged the content beyond an end, by a glow at a side of the visible bounds. An extent of 0
/// hides it. Call it in `allocate` only.
void le_gtk_area_glow(GtkWidget *area, GtkPositionType side, double extent, int width, int height);

/// Sets the titles of an index beside the rows of a vertical list. They end with NULL; none if `titles` is NULL.
void le_gtk_area_set_index(GtkWidget *area, const char *const *titles);

/// How an item of a menu is shown; 0 for an item that can be chosen, and has no room for a check mark.
enum { LE_GTK_MENU_DISABLED = 1, LE_GTK_MENU_CHECKED = 2, LE_GTK_MENU_UNCHECKED = 4 };

/// A section and a submenu contain the entries up to their end.
enum { LE_GTK_MENU_ITEM, LE_GTK_MENU_SECTION, LE_GTK_MENU_SUBMENU, LE_GTK_MENU_END };

typedef struct le_gtk_menu_entry {
    int kind;
    int flags;
    int index;            ///< Of an item, for `choose`.
    const char *title;    ///< NULL for a section without a title, and for an end.
    const char *shortcut; ///< As gtk_accelerator_parse reads it; NULL if there is none.
    GIcon *icon;          ///< Of an item or a submenu; NULL if there is none.
} le_gtk_menu_entry;

/// Opens a menu at a point.
void le_gtk_area_open_menu(GtkWidget *area, const le_gtk_menu_entry *entries, int count, double x, double y);

/// Sets all values of the scroll bar along the scroll axis, or of the one across it, without reporting them. A bar is
/// shown if the range is larger than the page.
void le_gtk_area_set_scroll(GtkWidget *area, bool is_across, double value, double lower, double upper, double page);

/// The purpose of a child of an area: a row or any other view of a list, or a part of a table. A title is in a header,
/// and a cell in a row.
typedef enum le_gtk_part {
    LE_GTK_ROW,
    LE_GTK_TABLE_ROW,
    LE_GTK_TABLE_HEADER,
    LE_GTK_TABLE_CELL,
    LE_GTK_TABLE_TITLE
} le_gtk_part;

/// Adds a child that is not shown yet. The area refers to it until le_gtk_area_remove. The first part of a table makes
/// the area a table, whose rows are in columns.
void le_gtk_area_add(GtkWidget *area, GtkWidget *child, le_gtk_part part);
void le_gtk_area_remove(GtkWidget *area, GtkWidget *child);

/// An affine transform around the centre of a place: x' = a x + c y + tx, y' = b x + d y + ty.
typedef struct le_gtk_transform {
    float a, b, c, d, tx, ty;
} le_gtk_transform;

/// Shows a child above `below`, or as the lowest one if that is NULL. Call it in `allocate` only. `transform` NULL:
/// none; one with a number that is not finite is not used. GTK draws and picks the child where the transform has it,
/// and assistive technologies receive its bounds there. Returns the least size that the child accepts. If that is
/// larger than its place, it covers adjacent children.
GtkRequisition le_gtk_area_place(GtkWidget *area, GtkWidget *child, GtkWidget *below, double x, double y, double width,
                                 double height, double opacity, const le_gtk_transform *transform);

/// All children are placed. Call it at the end of `allocate`: GTK draws nothing whose children changed after it was
/// placed, so the layers of a table are placed last.
void le_gtk_area_end_places(GtkWidget *area);

/// The child at a point; NULL for none.
GtkWidget *le_gtk_area_row_at(GtkWidget *area, double x, double y);
/// The widget at a point: a row, one of its parts, or another child of the area. NULL outside of it.
GtkWidget *le_gtk_area_widget_at(GtkWidget *area, double x, double y);

/// Hides a child. If a widget in it has the keyboard focus, the area gets it.
void le_gtk_area_hide(GtkWidget *child);

/// The row that assistive technologies present as the focused one; NULL for none.
void le_gtk_area_set_active(GtkWidget *area, GtkWidget *row);

/// Makes a row around a widget: a list item, a heading, or an ornament (presentation). The caller owns a reference.
GtkWidget *le_gtk_row_new(GtkWidget *content, GtkAccessibleRole role);
/// Takes the content out of the row, and releases the row.
void le_gtk_row_free(GtkWidget *row);
void le_gtk_row_set_selected(GtkWidget *row, bool selected);
/// Marks the row of an area that receives keys. The theme's ring is shown while GTK would show it around the area.
void le_gtk_row_set_focused(GtkWidget *row, bool focused);
/// Shows that the pointer is over the row. GTK notices that only when the pointer moves.
void le_gtk_row_set_hovered(GtkWidget *row, bool hovered);
/// Shows that the open menu is for the row.
void le_gtk_row_set_has_menu(GtkWidget *row, bool has_menu);
/// Moves the keyboard focus to the first widget of a row that takes it, or to the last one, or from the one that has it
/// to the next. Returns whether there is one.
bool le_gtk_row_focus(GtkWidget *row, bool is_forward);
/// Where the widget with the keyboard focus is in a row. Returns false if the row has none, or GTK has not placed it
/// yet.
bool le_gtk_row_focus_bounds(GtkWidget *row, graphene_rect_t *bounds);

/// What assistive technologies say about a row: its position from 1, the number of items (0 for a header), its text and
/// value, and whether its children in an outline are shown (1), not shown (0) or cannot be (-1). Without a text (NULL)
/// it is named after its content.
void le_gtk_row_describe(GtkWidget *row, int position, int count, const char *text, const char *value, int is_expanded);

/// The names of actions that assistive technologies offer for a row, besides its activation. They end with NULL.
void le_gtk_row_set_actions(GtkWidget *row, const char *const *names);

/// Sets the name of a widget for assistive technologies. NULL: the text that it shows.
void le_gtk_set_accessible_label(GtkWidget *widget, const char *label);
/// Sets the text that an entry or a search entry shows while it is empty.
void le_gtk_set_placeholder(GtkWidget *entry, const char *text);

/// The extent that a row needs along one axis at its extent along the other.
int le_gtk_row_measure(GtkWidget *row, GtkOrientation axis, int extent);

/// Makes a row of a table, or a header, without cells. The caller owns a reference, which le_gtk_row_free releases. The
/// row's functions above are for it too.
GtkWidget *le_gtk_table_row_new(bool is_header);
/// Shows a cell in a row above `below`, or as the lowest one if that is NULL. Call it in `allocate` only, before the
/// row is placed. Pinned cells come after all others.
void le_gtk_table_row_place(GtkWidget *row, GtkWidget *cell, GtkWidget *below, double x, double width, double height,
                            bool is_pinned);
/// Whether a cell of a row may need a new size, since the last call.
bool le_gtk_table_row_has_changed(GtkWidget *row);
/// Hides the cells of a row that come after `last`, or all if that is NULL.
void le_gtk_table_row_end(GtkWidget *row, GtkWidget *last);
/// Whether the row around a cell is hidden.
bool le_gtk_cell_is_in_hidden_row(GtkWidget *cell);
/// Draws cells that are not pinned only between two places of a row. Nothing is cut if `right` is not larger than
/// `left`.
void le_gtk_table_row_cut(GtkWidget *row, double left, double right);

/// Makes a cell of a table, or a title of a header, around a widget. Without one (NULL) the cell shows a text. The
/// caller owns a reference, which le_gtk_row_free releases.
GtkWidget *le_gtk_cell_new(GtkWidget *content, bool is_title);
/// Sets the widget in a cell. Without one (NULL) the cell shows its text.
void le_gtk_cell_set_content(GtkWidget *cell, GtkWidget *content);
/// Sets the text of a cell, which wraps up to a number of lines; 0 means any number.
void le_gtk_cell_set_text(GtkWidget *cell, const char *text, int lines);
/// Where a text is that is shorter than its cell: 0 for the start of the line, 1 for its end.
void le_gtk_cell_set_alignment(GtkWidget *cell, double align);
/// The natural extent of a cell along an axis, at an extent across it or without a limit (-1).
int le_gtk_cell_measure(GtkWidget *cell, GtkOrientation axis, int across);
/// Shows that the pointer presses a title.
void le_gtk_cell_set_pressed(GtkWidget *cell, bool is_pressed);
/// Makes the sign by which a title shows an order. It is not visible.
GtkWidget *le_gtk_sort_indicator_new(void);
/// Shows by a title and its sign that the table is sorted up (1), down (-1) or not by the column (0).
void le_gtk_title_set_sort(GtkWidget *title, GtkWidget *sign, int direction);

/// The title in an area that has the keyboard focus; NULL for none.
GtkWidget *le_gtk_area_focused_title(GtkWidget *area);
/// Sets the shape of the pointer in an area by its name in CSS; NULL for the usual one.
void le_gtk_area_set_cursor(GtkWidget *area, const char *name);

/// What a drawing asks its owner, which is the first argument of each.
typedef struct le_gtk_drawing_events {
    /// Returns the extent along an axis that the drawing needs at an extent across, or without a limit (-1).
    int (*measure)(void *owner, GtkOrientation axis, int across);
    /// Draws from (0, 0) to (width, height). The context is valid during this call. Called for each part of a drawing
    /// that is longer than 4,096 points, clipped to the part.
    void (*draw)(void *owner, cairo_t *context, int width, int height);
} le_gtk_drawing_events;

/// Makes a widget that its owner draws. The owner must be valid until it is removed. The caller owns one reference.
GtkWidget *le_gtk_drawing_new(const le_gtk_drawing_events *events, void *owner);

/// The drawing then is empty, and nothing is asked.
void le_gtk_drawing_remove_owner(GtkWidget *drawing);
#endif
#endif
