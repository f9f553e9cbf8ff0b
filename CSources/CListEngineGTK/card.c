// Rows on a background with round corners, such as a boxed list: their selection stays inside it.
#include "area.h"

#if __has_include(<gtk/gtk.h>)

// The outline that a theme has drawn: inside of the first border, or, without a border, of the first clip. GTK has no
// public interface for the radius of a corner.
static bool find_outline(GskRenderNode *node, GskRenderNodeType wanted, GskRoundedRect *outline) {
    const GskRenderNodeType type = gsk_render_node_get_node_type(node);
    if (type == wanted && type == GSK_BORDER_NODE) {
        const float *widths = gsk_border_node_get_widths(node);
        *outline = *gsk_border_node_get_outline(node);
        gsk_rounded_rect_shrink(outline, widths[0], widths[1], widths[2], widths[3]);
        return true;
    }
    if (type == wanted) {
        *outline = *gsk_rounded_clip_node_get_clip(node);
        return true;
    }
    switch (type) {
    case GSK_CONTAINER_NODE:
        for (guint i = 0; i < gsk_container_node_get_n_children(node); i++) {
            if (find_outline(gsk_container_node_get_child(node, i), wanted, outline)) return true;
        }
        return false;
    case GSK_TRANSFORM_NODE: {
        GskTransform *transform = gsk_transform_node_get_transform(node);
        float dx = 0, dy = 0;
        if (gsk_transform_get_category(transform) < GSK_TRANSFORM_CATEGORY_2D_TRANSLATE ||
            !find_outline(gsk_transform_node_get_child(node), wanted, outline))
            return false;
        gsk_transform_to_translate(transform, &dx, &dy);
        gsk_rounded_rect_offset(outline, dx, dy);
        return true;
    }
    case GSK_OPACITY_NODE:
        return find_outline(gsk_opacity_node_get_child(node), wanted, outline);
    case GSK_CLIP_NODE:
        return find_outline(gsk_clip_node_get_child(node), wanted, outline);
    case GSK_DEBUG_NODE:
        return find_outline(gsk_debug_node_get_child(node), wanted, outline);
    default:
        return false;
    }
}

// The outline around a row, if it is on one of these backgrounds.
static const GskRoundedRect *outline_around(GtkWidget *area, GtkWidget *row, const GskRoundedRect *outlines,
                                            int count) {
    graphene_rect_t bounds;
    if (count == 0 || !gtk_widget_compute_bounds(row, area, &bounds)) return NULL;
    graphene_point_t middle;
    graphene_rect_get_center(&bounds, &middle);
    for (int i = count; i-- > 0;) {
        if (graphene_rect_contains_point(&outlines[i].bounds, &middle)) return &outlines[i];
    }
    return NULL;
}

void le_gtk_snapshot_children(GtkWidget *area, GtkSnapshot *snapshot) {
    GskRoundedRect outlines[32]; // of the backgrounds on the screen
    int count = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(area); child; child = gtk_widget_get_next_sibling(child)) {
        if (!gtk_widget_get_child_visible(child)) continue;
        const char *name = gtk_widget_get_css_name(child);
        if (g_str_equal(name, "box") && count < (int)G_N_ELEMENTS(outlines)) {
            GtkSnapshot *ornament = gtk_snapshot_new();
            gtk_widget_snapshot_child(area, child, ornament);
            GskRenderNode *node = gtk_snapshot_free_to_node(ornament);
            if (!node) continue;
            if (find_outline(node, GSK_BORDER_NODE, &outlines[count]) ||
                find_outline(node, GSK_ROUNDED_CLIP_NODE, &outlines[count]))
                count++;
            gtk_snapshot_append_node(snapshot, node);
            gsk_render_node_unref(node);
            continue;
        }
        const GskRoundedRect *outline = g_str_equal(name, "row") ? outline_around(area, child, outlines, count) : NULL;
        if (outline) gtk_snapshot_push_rounded_clip(snapshot, outline);
        gtk_widget_snapshot_child(area, child, snapshot);
        if (outline) gtk_snapshot_pop(snapshot);
    }
}
#endif
