// The rows of a table. Their widgets have the names that themes know from GtkColumnView:
// columnview > header > button, and columnview > listview > row > cell.
#include "area.h"

#if __has_include(<gtk/gtk.h>)
    #include <math.h>

static void remove_children(GtkWidget *widget) {
    for (GtkWidget *child; (child = gtk_widget_get_first_child(widget));) gtk_widget_unparent(child);
}

// ---- Layers: they are as large as the area, whose owner places the rows in them.

typedef GtkWidget LeGtkLayer;
typedef GtkWidgetClass LeGtkLayerClass;
G_DEFINE_TYPE(LeGtkLayer, le_gtk_layer, GTK_TYPE_WIDGET)

static void layer_dispose(GObject *object) {
    remove_children(GTK_WIDGET(object));
    G_OBJECT_CLASS(le_gtk_layer_parent_class)->dispose(object);
}

// The end of the header at the start of the table; 0 if there is none.
static int header_end(GtkWidget *table, GtkWidget *body);

// Rows are not drawn below the header that hides them. Otherwise GTK draws the header again when they move, and if no
// other part of the window remains, cairo allocates memory for each frame.
static void layer_snapshot(GtkWidget *layer, GtkSnapshot *snapshot) {
    LeGtkArea *area = le_gtk_area_around(layer);
    if (!area || layer != area->table) return le_gtk_snapshot_children(layer, snapshot);
    const float width = (float)gtk_widget_get_width(layer), height = (float)gtk_widget_get_height(layer);
    for (GtkWidget *child = gtk_widget_get_first_child(layer); child; child = gtk_widget_get_next_sibling(child)) {
        const float start = child == area->body ? (float)header_end(layer, child) : 0;
        gtk_snapshot_push_clip(snapshot, &GRAPHENE_RECT_INIT(0, start, width, MAX(0, height - start)));
        gtk_widget_snapshot_child(layer, child, snapshot);
        gtk_snapshot_pop(snapshot);
    }
}

static void le_gtk_layer_class_init(LeGtkLayerClass *class) {
    G_OBJECT_CLASS(class)->dispose = layer_dispose;
    class->snapshot = layer_snapshot;
}

static void le_gtk_layer_init(LeGtkLayer *layer) { (void)layer; }

static GtkWidget *layer_new(const char *name, GtkAccessibleRole role) {
    return g_object_new(le_gtk_layer_get_type(), "css-name", name, "accessible-role", role, NULL);
}

// The style classes that the program gives the list are those of the table.
static void style_table(GtkWidget *widget) {
    LeGtkArea *area = area_of(widget);
    // The table covers the background of the area, which has no need to be drawn.
    if (!gtk_widget_has_css_class(widget, "item-table")) return gtk_widget_add_css_class(widget, "item-table");
    char **classes = gtk_widget_get_css_classes(widget);
    gtk_widget_set_css_classes(area->table, (const char **)classes);
    g_strfreev(classes);
    gtk_widget_add_css_class(area->table, "view");
    if (gtk_widget_has_css_class(widget, "row-separators"))
        gtk_widget_add_css_class(area->body, "separators");
    else
        gtk_widget_remove_css_class(area->body, "separators");
    // The owner may have classes for its rows.
    if (area->owner) le_gtk_area_schedule(widget);
}

// In the layout phase, because a view is made when it comes into view.
static void make_table(LeGtkArea *area) {
    GtkWidget *widget = GTK_WIDGET(area);
    const bool is_table = gtk_accessible_get_accessible_role(GTK_ACCESSIBLE(widget)) == GTK_ACCESSIBLE_ROLE_GRID;
    area->table = layer_new("columnview", is_table ? GTK_ACCESSIBLE_ROLE_GROUP : GTK_ACCESSIBLE_ROLE_GRID);
    area->body = layer_new("listview", GTK_ACCESSIBLE_ROLE_ROW_GROUP);
    gtk_widget_set_parent(area->body, area->table);
    // Cells are measured in these, because the theme's room around them depends on where they are.
    area->spare = le_gtk_table_row_new(false);
    area->spare_header = le_gtk_table_row_new(true);
    gtk_widget_set_child_visible(area->spare, FALSE);
    gtk_widget_set_child_visible(area->spare_header, FALSE);
    gtk_widget_set_parent(area->spare, area->body);
    gtk_widget_set_parent(area->spare_header, area->table);
    g_object_unref(area->spare);
    g_object_unref(area->spare_header);
    gtk_widget_insert_before(area->table, widget, area->mark);
    g_signal_connect(widget, "notify::css-classes", G_CALLBACK(style_table), NULL);
    style_table(widget);
}

GtkWidget *le_gtk_table_layer(LeGtkArea *area, le_gtk_part part) {
    if (!area->mark) return NULL; // disposed
    if (part != LE_GTK_ROW && !area->table) make_table(area);
    switch (part) {
    case LE_GTK_TABLE_HEADER:
        return area->table;
    case LE_GTK_TABLE_CELL:
        return area->spare;
    case LE_GTK_TABLE_TITLE:
        return area->spare_header;
    case LE_GTK_ROW:
    case LE_GTK_TABLE_ROW:
    default:
        return area->body ? area->body : GTK_WIDGET(area);
    }
}

// ---- Rows and headers

typedef struct {
    GtkWidget widget;
    graphene_point_t origin;
    int width, height;
    bool has_changed;  // a cell may need a new size
    float left, right; // cells that are not pinned are drawn between them; nothing is cut if right is not larger
} LeGtkTableRow;

typedef GtkWidgetClass LeGtkTableRowClass;
G_DEFINE_TYPE(LeGtkTableRow, le_gtk_table_row, GTK_TYPE_WIDGET)

static int header_end(GtkWidget *table, GtkWidget *body) {
    float end = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(table); child; child = gtk_widget_get_next_sibling(child)) {
        if (child == body || !gtk_widget_get_child_visible(child)) continue;
        const LeGtkTableRow *header = (const LeGtkTableRow *)child;
        if (header->origin.y <= 0 && gtk_widget_get_opacity(child) == 1)
            end = MAX(end, header->origin.y + (float)header->height);
    }
    return (int)floorf(end);
}

typedef struct {
    float x, y;
    int width, height; // of the widget
    int room;          // for it; it can need more
    bool is_pinned;
} Place;

static Place *place_of(GtkWidget *cell) {
    static GQuark key;
    if (!key) key = g_quark_from_static_string("listengine-place");
    Place *place = g_object_get_qdata(G_OBJECT(cell), key);
    if (!place) {
        place = g_new0(Place, 1);
        g_object_set_qdata_full(G_OBJECT(cell), key, place, g_free);
    }
    return place;
}

static void allocate_cell(GtkWidget *cell) {
    const Place *place = place_of(cell);
    gtk_widget_allocate(cell, place->width, place->height, -1,
                        gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT(place->x, place->y)));
}

static void table_row_allocate(GtkWidget *row, int width, int height, int baseline) {
    (void)width, (void)height, (void)baseline;
    for (GtkWidget *cell = gtk_widget_get_first_child(row); cell; cell = gtk_widget_get_next_sibling(cell)) {
        if (!gtk_widget_get_child_visible(cell)) continue;
        gtk_widget_measure(cell, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
        allocate_cell(cell);
    }
}

// The lines between columns: themes make those transparent that the program does not want.
static bool is_invisible(const GskRenderNode *border) {
    const GdkRGBA *colors = gsk_border_node_get_colors(border);
    const float *widths = gsk_border_node_get_widths(border);
    for (int side = 0; side < 4; side++) {
        if (widths[side] > 0 && colors[side].alpha > 0) return false;
    }
    return true;
}

// The drawing of the cells of a row. Text of one font and color becomes one node, because drawing a text costs more than its
// glyphs: GTK draws each node in each frame in which the row moves.
typedef struct {
    GtkSnapshot *snapshot;
    PangoFont *font; // of the texts that are not appended yet; NULL if there are none
    GdkRGBA color;
    graphene_point_t origin;
    GArray *glyphs; // PangoGlyphInfo
    int advance;    // their width without the space between texts, in Pango's units
} Drawing;

static void append_texts(Drawing *drawing) {
    if (!drawing->font) return;
    PangoGlyphString glyphs = {0};
    glyphs.glyphs = (PangoGlyphInfo *)(void *)drawing->glyphs->data;
    glyphs.num_glyphs = (int)drawing->glyphs->len;
    GskRenderNode *node = gsk_text_node_new(drawing->font, &glyphs, &drawing->color, &drawing->origin);
    if (node) {
        gtk_snapshot_append_node(drawing->snapshot, node);
        gsk_render_node_unref(node);
    }
    g_array_set_size(drawing->glyphs, 0);
    g_clear_object(&drawing->font);
}

static void add_text(Drawing *drawing, GskRenderNode *text, float x, float y) {
    const graphene_point_t *old = gsk_text_node_get_offset(text);
    const graphene_point_t offset = GRAPHENE_POINT_INIT(old->x + x, old->y + y);
    PangoFont *font = gsk_text_node_get_font(text);
    const GdkRGBA *color = gsk_text_node_get_color(text);
    // Pango's units have 32 bits.
    const double far = 1 << 20;
    if (drawing->font && (font != drawing->font || !gdk_rgba_equal(color, &drawing->color) ||
                          fabsf(offset.x - drawing->origin.x) > far || fabsf(offset.y - drawing->origin.y) > far ||
                          drawing->advance > 1 << 29))
        append_texts(drawing);
    if (!drawing->font) {
        drawing->font = g_object_ref(font);
        drawing->color = *color;
        drawing->origin = offset;
        drawing->advance = 0;
    }
    // GTK 4.8 leaves out glyphs that only take space, so all glyphs of a text have an offset.
    const int right = (int)lround((double)(offset.x - drawing->origin.x) * PANGO_SCALE) - drawing->advance;
    const int below = (int)lround((double)(offset.y - drawing->origin.y) * PANGO_SCALE);
    // GTK declares the function pure, so a compiler ignores that it can also return the number of glyphs.
    const PangoGlyphInfo *glyphs = gsk_text_node_get_glyphs(text, NULL);
    for (guint i = 0; i < gsk_text_node_get_num_glyphs(text); i++) {
        PangoGlyphInfo glyph = glyphs[i];
        glyph.geometry.x_offset += right;
        glyph.geometry.y_offset += below;
        g_array_append_val(drawing->glyphs, glyph);
        drawing->advance += glyph.geometry.width;
    }
}

// Appends what a cell has drawn, as few nodes as possible.
static void append(Drawing *drawing, GskRenderNode *node, float x, float y) {
    switch (gsk_render_node_get_node_type(node)) {
    case GSK_BORDER_NODE:
        if (is_invisible(node)) return;
        break;
    case GSK_CONTAINER_NODE:
        for (guint i = 0; i < gsk_container_node_get_n_children(node); i++)
            append(drawing, gsk_container_node_get_child(node, i), x, y);
        return;
    case GSK_TRANSFORM_NODE: {
        GskTransform *transform = gsk_transform_node_get_transform(node);
        if (gsk_transform_get_category(transform) < GSK_TRANSFORM_CATEGORY_2D_TRANSLATE) break;
        float dx, dy;
        gsk_transform_to_translate(transform, &dx, &dy);
        return append(drawing, gsk_transform_node_get_child(node), x + dx, y + dy);
    }
    case GSK_TEXT_NODE:
        return add_text(drawing, node, x, y);
    default:
        break;
    }
    // A border is around a text, or in another cell.
    if (gsk_render_node_get_node_type(node) != GSK_BORDER_NODE) append_texts(drawing);
    GtkSnapshot *snapshot = drawing->snapshot;
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x, y));
    gtk_snapshot_append_node(snapshot, node);
    gtk_snapshot_restore(snapshot);
}

static void draw_cell(GtkWidget *row, GtkWidget *cell, Drawing *drawing) {
    GtkSnapshot *drawn = gtk_snapshot_new();
    gtk_widget_snapshot_child(row, cell, drawn);
    GskRenderNode *node = gtk_snapshot_free_to_node(drawn);
    if (!node) return;
    append(drawing, node, 0, 0);
    gsk_render_node_unref(node);
}

static void push_clip(Drawing *drawing, float x, float width, float height) {
    append_texts(drawing);
    gtk_snapshot_push_clip(drawing->snapshot, &GRAPHENE_RECT_INIT(x, 0, width, height));
}

static void pop_clip(Drawing *drawing) {
    append_texts(drawing);
    gtk_snapshot_pop(drawing->snapshot);
}

static void table_row_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    const LeGtkTableRow *row = (const LeGtkTableRow *)widget;
    const float height = (float)gtk_widget_get_height(widget);
    Drawing drawing = {.snapshot = snapshot, .glyphs = g_array_new(FALSE, FALSE, sizeof(PangoGlyphInfo))};
    bool is_cut = false;
    for (GtkWidget *cell = gtk_widget_get_first_child(widget); cell; cell = gtk_widget_get_next_sibling(cell)) {
        if (!gtk_widget_get_child_visible(cell)) continue;
        const Place *place = place_of(cell);
        if (!place->is_pinned && !is_cut && row->right > row->left) {
            push_clip(&drawing, row->left, row->right - row->left, height);
            is_cut = true;
        } else if (place->is_pinned && is_cut) {
            pop_clip(&drawing);
            is_cut = false;
        }
        const bool is_large = place->width > place->room;
        if (is_large) push_clip(&drawing, place->x, (float)place->room, height);
        draw_cell(widget, cell, &drawing);
        if (is_large) pop_clip(&drawing);
    }
    if (is_cut) pop_clip(&drawing);
    append_texts(&drawing);
    g_array_unref(drawing.glyphs);
}

// The list says how large a row is. GTK calls this if it does not remember the result, which is so after a cell has
// requested a new size.
static void table_row_measure(GtkWidget *row, GtkOrientation axis, int across, int *least, int *natural, int *first,
                              int *natural_first) {
    (void)axis, (void)across;
    ((LeGtkTableRow *)row)->has_changed = true;
    *least = *natural = 0;
    *first = *natural_first = -1;
}

// The tab key finds one title of a header. The arrow keys move among them.
static gboolean table_row_focus(GtkWidget *row, GtkDirectionType direction) {
    GtkWidget *inside = gtk_widget_get_focus_child(row);
    if (!g_str_equal(gtk_widget_get_css_name(row), "header"))
        return GTK_WIDGET_CLASS(le_gtk_table_row_parent_class)->focus(row, direction);
    if (inside) return FALSE;
    for (GtkWidget *cell = gtk_widget_get_first_child(row); cell; cell = gtk_widget_get_next_sibling(cell)) {
        if (gtk_widget_get_child_visible(cell) && gtk_widget_get_focusable(cell) && gtk_widget_grab_focus(cell))
            return TRUE;
    }
    return FALSE;
}

static void table_row_dispose(GObject *object) {
    remove_children(GTK_WIDGET(object));
    G_OBJECT_CLASS(le_gtk_table_row_parent_class)->dispose(object);
}

static void le_gtk_table_row_class_init(LeGtkTableRowClass *class) {
    G_OBJECT_CLASS(class)->dispose = table_row_dispose;
    class->size_allocate = table_row_allocate;
    class->snapshot = table_row_snapshot;
    class->measure = table_row_measure;
    class->focus = table_row_focus;
    le_gtk_install_activation(class);
}

static void le_gtk_table_row_init(LeGtkTableRow *row) { (void)row; }

GtkWidget *le_gtk_table_row_new(bool is_header) {
    GtkWidget *row = g_object_new(le_gtk_table_row_get_type(), "accessible-role", GTK_ACCESSIBLE_ROLE_ROW, "css-name",
                                  is_header ? "header" : "row", NULL);
    gtk_widget_action_set_enabled(row, "row.activate", !is_header);
    if (!is_header) {
        gtk_widget_add_css_class(row, "activatable");
        gtk_accessible_update_state(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_STATE_SELECTED, FALSE, -1);
    }
    return g_object_ref_sink(row);
}

void le_gtk_table_row_place(GtkWidget *row, GtkWidget *cell, GtkWidget *below, double x, double width, double height,
                            bool is_pinned) {
    if (gtk_widget_get_parent(cell) != row) {
        if (gtk_widget_get_parent(cell)) gtk_widget_unparent(cell);
        gtk_widget_insert_after(cell, row, below);
    } else if (gtk_widget_get_prev_sibling(cell) != below) {
        gtk_widget_insert_after(cell, row, below);
    }
    gtk_widget_set_child_visible(cell, TRUE);
    int least_width = 0, least_height = 0;
    gtk_widget_measure(cell, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
    Place *place = place_of(cell);
    place->room = (int)lround(width);
    place->width = MAX(place->room, least_width);
    gtk_widget_measure(cell, GTK_ORIENTATION_VERTICAL, place->width, &least_height, NULL, NULL, NULL);
    place->height = MAX((int)lround(height), least_height);
    place->is_pinned = is_pinned;
    // What is too large for the row stays in the middle of it.
    place->y = (float)floor(MIN(0, (height - place->height) / 2));
    place->x = (float)x;
    allocate_cell(cell);
}

bool le_gtk_table_row_has_changed(GtkWidget *widget) {
    LeGtkTableRow *row = (LeGtkTableRow *)widget;
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
    const bool has_changed = row->has_changed;
    row->has_changed = false;
    return has_changed;
}

void le_gtk_table_row_end(GtkWidget *row, GtkWidget *last) {
    GtkWidget *cell = last ? gtk_widget_get_next_sibling(last) : gtk_widget_get_first_child(row);
    for (; cell; cell = gtk_widget_get_next_sibling(cell)) {
        if (gtk_widget_get_child_visible(cell)) le_gtk_area_hide(cell);
    }
}

bool le_gtk_cell_is_in_hidden_row(GtkWidget *cell) {
    GtkWidget *row = gtk_widget_get_parent(cell);
    return row && !gtk_widget_get_child_visible(row);
}

void le_gtk_table_row_cut(GtkWidget *widget, double left, double right) {
    LeGtkTableRow *row = (LeGtkTableRow *)widget;
    if (row->left == (float)left && row->right == (float)right) return;
    row->left = (float)left, row->right = (float)right;
    gtk_widget_queue_draw(widget);
}

bool le_gtk_table_row_keeps(GtkWidget *widget, graphene_point_t origin, int width, int height) {
    if (G_OBJECT_TYPE(widget) != le_gtk_table_row_get_type()) return false;
    LeGtkTableRow *row = (LeGtkTableRow *)widget;
    row->origin = origin, row->width = width, row->height = height;
    return true;
}

static void allocate(GtkWidget *widget, graphene_point_t origin, int width, int height) {
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
    gtk_widget_allocate(widget, MAX(0, width), MAX(0, height), -1, gsk_transform_translate(NULL, &origin));
}

static void allocate_rows(GtkWidget *layer) {
    for (GtkWidget *child = gtk_widget_get_first_child(layer); child; child = gtk_widget_get_next_sibling(child)) {
        if (!gtk_widget_get_child_visible(child) || G_OBJECT_TYPE(child) != le_gtk_table_row_get_type()) continue;
        const LeGtkTableRow *row = (const LeGtkTableRow *)child;
        allocate(child, row->origin, row->width, row->height);
    }
}

// The inner widgets first: a change of a widget is one of all around it, until they are allocated.
void le_gtk_area_end_places(GtkWidget *widget) {
    LeGtkArea *area = area_of(widget);
    if (!area->table) return;
    allocate_rows(area->body);
    allocate(area->body, GRAPHENE_POINT_INIT(0, 0), area->table_width, area->table_height);
    allocate_rows(area->table);
    allocate(area->table, GRAPHENE_POINT_INIT((float)area->left, 0), area->table_width, area->table_height);
}

// ---- Cells. Most show a short text, which they draw without a label.

typedef struct {
    GtkWidget widget;
    PangoLayout *text; // NULL if there is none
    float align;       // 0 for the start of the line, 1 for its end
} LeGtkCell;

typedef GtkWidgetClass LeGtkCellClass;
G_DEFINE_TYPE(LeGtkCell, le_gtk_cell, GTK_TYPE_WIDGET)

static void cell_dispose(GObject *object) {
    remove_children(GTK_WIDGET(object));
    g_clear_object(&((LeGtkCell *)object)->text);
    G_OBJECT_CLASS(le_gtk_cell_parent_class)->dispose(object);
}

// A text needs no room: it is cut where it ends. The list asks le_gtk_cell_measure. So a new text does not let GTK lay
// out the window again.
static void cell_measure(GtkWidget *widget, GtkOrientation axis, int across, int *least, int *natural, int *first,
                         int *natural_first) {
    GtkWidget *child = gtk_widget_get_first_child(widget);
    *least = *natural = 0;
    *first = *natural_first = -1;
    if (child) gtk_widget_measure(child, axis, across, least, natural, NULL, NULL);
}

static GtkSizeRequestMode cell_request_mode(GtkWidget *widget) {
    GtkWidget *child = gtk_widget_get_first_child(widget);
    return child ? gtk_widget_get_request_mode(child) : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void cell_allocate(GtkWidget *widget, int width, int height, int baseline) {
    GtkWidget *child = gtk_widget_get_first_child(widget);
    if (child) gtk_widget_allocate(child, width, height, baseline, NULL);
}

static void set_lines(PangoLayout *layout, int height) {
    pango_layout_set_height(layout, height);
    pango_layout_set_single_paragraph_mode(layout, height == -1);
}

static PangoLayout *layout_new(GtkWidget *cell) {
    PangoLayout *layout = gtk_widget_create_pango_layout(cell, NULL);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    return layout;
}

// The text with the present font. A cell that goes to another row gets a new context from GTK, which does not tell the
// former one about other fonts.
static PangoLayout *text_of(LeGtkCell *cell) {
    PangoLayout *old = cell->text;
    if (!old || pango_layout_get_context(old) == gtk_widget_get_pango_context(&cell->widget)) return old;
    cell->text = layout_new(&cell->widget);
    pango_layout_set_text(cell->text, pango_layout_get_text(old), -1);
    set_lines(cell->text, pango_layout_get_height(old));
    g_object_unref(old);
    return cell->text;
}

static void cell_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
    LeGtkCell *cell = (LeGtkCell *)widget;
    GtkWidget *child = gtk_widget_get_first_child(widget);
    if (child) return gtk_widget_snapshot_child(widget, child, snapshot);
    const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    PangoLayout *text = text_of(cell);
    if (!text || width <= 0) return;
    PangoRectangle extents;
    pango_layout_set_width(text, width * PANGO_SCALE);
    pango_layout_get_pixel_extents(text, NULL, &extents);
    const bool is_mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    const float align = is_mirrored ? 1 - cell->align : cell->align;
    const float x = floorf((float)(width - extents.width) * align) - (float)extents.x;
    const float y = floorf((float)(height - extents.height) / 2);
    GdkRGBA color;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x, y));
    gtk_snapshot_append_layout(snapshot, text, &color);
    gtk_snapshot_restore(snapshot);
}

static void le_gtk_cell_class_init(LeGtkCellClass *class) {
    G_OBJECT_CLASS(class)->dispose = cell_dispose;
    class->measure = cell_measure;
    class->get_request_mode = cell_request_mode;
    class->size_allocate = cell_allocate;
    class->snapshot = cell_snapshot;
    gtk_widget_class_set_css_name(class, "cell");
}

static void le_gtk_cell_init(LeGtkCell *cell) { (void)cell; }

GtkWidget *le_gtk_cell_new(GtkWidget *content, bool is_title) {
    GtkWidget *cell = g_object_new(le_gtk_cell_get_type(), "css-name", is_title ? "button" : "cell", "accessible-role",
                                   is_title ? GTK_ACCESSIBLE_ROLE_COLUMN_HEADER : GTK_ACCESSIBLE_ROLE_GRID_CELL, NULL);
    if (is_title) gtk_widget_set_focusable(cell, TRUE);
    le_gtk_cell_set_content(cell, content);
    return g_object_ref_sink(cell);
}

void le_gtk_cell_set_content(GtkWidget *cell, GtkWidget *content) {
    if (gtk_widget_get_first_child(cell) == content) return;
    remove_children(cell);
    gtk_widget_set_overflow(cell, content ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE);
    if (!content) return;
    // An entry moves from a cell to another one.
    if (gtk_widget_get_parent(content)) gtk_widget_unparent(content);
    gtk_widget_set_parent(content, cell);
}

void le_gtk_cell_set_text(GtkWidget *widget, const char *text, int lines) {
    LeGtkCell *cell = (LeGtkCell *)widget;
    // A negative height is a number of lines.
    const int height = lines > 0 ? -lines : -1000;
    if (!cell->text)
        cell->text = layout_new(widget);
    else if (g_str_equal(pango_layout_get_text(cell->text), text) && pango_layout_get_height(cell->text) == height)
        return;
    pango_layout_set_text(cell->text, text, -1);
    set_lines(cell->text, height);
    gtk_widget_queue_draw(widget);
}

void le_gtk_cell_set_alignment(GtkWidget *widget, double align) {
    LeGtkCell *cell = (LeGtkCell *)widget;
    if (cell->align == (float)align) return;
    cell->align = (float)align;
    gtk_widget_queue_draw(widget);
}

int le_gtk_cell_measure(GtkWidget *widget, GtkOrientation axis, int across) {
    PangoLayout *text = text_of((LeGtkCell *)widget);
    if (gtk_widget_get_first_child(widget) || !text) return le_gtk_row_measure(widget, axis, across);
    GtkBorder padding, border;
    GtkStyleContext *style = gtk_widget_get_style_context(widget);
    gtk_style_context_get_padding(style, &padding);
    gtk_style_context_get_border(style, &border);
    const int around = padding.left + padding.right + border.left + border.right;
    PangoRectangle extents;
    pango_layout_set_width(text, axis == GTK_ORIENTATION_HORIZONTAL ? -1 : MAX(0, across - around) * PANGO_SCALE);
    pango_layout_get_pixel_extents(text, NULL, &extents);
    if (axis == GTK_ORIENTATION_HORIZONTAL) return extents.width + around;
    return extents.height + padding.top + padding.bottom + border.top + border.bottom;
}

void le_gtk_cell_set_pressed(GtkWidget *cell, bool is_pressed) {
    if (is_pressed)
        gtk_widget_set_state_flags(cell, GTK_STATE_FLAG_ACTIVE, FALSE);
    else
        gtk_widget_unset_state_flags(cell, GTK_STATE_FLAG_ACTIVE);
}

// ---- Titles

GtkWidget *le_gtk_sort_indicator_new(void) {
    GtkWidget *sign = g_object_new(GTK_TYPE_IMAGE, "css-name", "sort-indicator", "accessible-role",
                                   GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
    gtk_widget_set_visible(sign, FALSE);
    return sign;
}

void le_gtk_title_set_sort(GtkWidget *title, GtkWidget *sign, int direction) {
    gtk_widget_remove_css_class(sign, direction > 0 ? "descending" : "ascending");
    if (direction) {
        gtk_widget_add_css_class(sign, direction > 0 ? "ascending" : "descending");
        gtk_image_set_from_icon_name(GTK_IMAGE(sign), direction > 0 ? "pan-up-symbolic" : "pan-down-symbolic");
    }
    gtk_widget_set_visible(sign, direction != 0);
    const GtkAccessibleSort sort = direction > 0   ? GTK_ACCESSIBLE_SORT_ASCENDING
                                   : direction < 0 ? GTK_ACCESSIBLE_SORT_DESCENDING
                                                   : GTK_ACCESSIBLE_SORT_NONE;
    gtk_accessible_update_property(GTK_ACCESSIBLE(title), GTK_ACCESSIBLE_PROPERTY_SORT, sort, -1);
}

GtkWidget *le_gtk_area_focused_title(GtkWidget *area) {
    GtkRoot *root = gtk_widget_get_root(area);
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    while (focus && focus != area && !g_type_is_a(G_OBJECT_TYPE(focus), le_gtk_cell_get_type()))
        focus = gtk_widget_get_parent(focus);
    if (!focus || focus == area || le_gtk_area_around(focus) != area_of(area)) return NULL;
    return g_str_equal(gtk_widget_get_css_name(focus), "button") ? focus : NULL;
}

void le_gtk_area_set_cursor(GtkWidget *area, const char *name) { gtk_widget_set_cursor_from_name(area, name); }
#endif
