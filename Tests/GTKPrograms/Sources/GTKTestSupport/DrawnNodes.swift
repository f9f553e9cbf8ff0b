import CGTK
import Foundation

/// A render node that GTK draws for a window. Nodes that only contain others are left out.
@MainActor public struct DrawnNode {
    public let type: GskRenderNodeType
    /// Where it is drawn in the window, after all clips.
    public let bounds: CGRect

    /// The nodes of a window, in the order in which they are drawn.
    public static func all(in window: UnsafeMutablePointer<GtkWidget>) -> [DrawnNode] {
        guard let paintable = gtk_widget_paintable_new(window), let snapshot = gtk_snapshot_new() else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let (width, height) = (Double(gtk_widget_get_width(window)), Double(gtk_widget_get_height(window)))
        gdk_paintable_snapshot(paintable, snapshot, width, height)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return [] }
        defer { gsk_render_node_unref(node) }
        var found: [DrawnNode] = []
        collect(node, .zero, CGRect(x: 0, y: 0, width: width, height: height), &found)
        return found
    }

    private static func collect(
        _ node: OpaquePointer, _ origin: CGPoint, _ clip: CGRect, _ found: inout [DrawnNode]
    ) {
        let type = gsk_render_node_get_node_type(node)
        switch type {
        case GSK_CONTAINER_NODE:
            for child in 0..<gsk_container_node_get_n_children(node) {
                collect(gsk_container_node_get_child(node, child), origin, clip, &found)
            }
        case GSK_TRANSFORM_NODE:
            var (x, y): (Float, Float) = (0, 0)
            gsk_transform_to_translate(gsk_transform_node_get_transform(node), &x, &y)
            let moved = CGPoint(x: origin.x + CGFloat(x), y: origin.y + CGFloat(y))
            collect(gsk_transform_node_get_child(node), moved, clip, &found)
        case GSK_CLIP_NODE:
            let own = rect(gsk_clip_node_get_clip(node).pointee, at: origin)
            collect(gsk_clip_node_get_child(node), origin, clip.intersection(own), &found)
        default:
            var bounds = graphene_rect_t()
            gsk_render_node_get_bounds(node, &bounds)
            let visible = rect(bounds, at: origin).intersection(clip)
            if !visible.isEmpty { found.append(DrawnNode(type: type, bounds: visible)) }
        }
    }

    private static func rect(_ rect: graphene_rect_t, at origin: CGPoint) -> CGRect {
        CGRect(
            x: origin.x + CGFloat(rect.origin.x), y: origin.y + CGFloat(rect.origin.y),
            width: CGFloat(rect.size.width), height: CGFloat(rect.size.height))
    }
}
