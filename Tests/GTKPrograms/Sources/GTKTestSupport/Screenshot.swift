import CGTK
import Foundation

/// The pixels of a window, as GTK draws it.
@MainActor public struct Screenshot {
    public let width: Int
    public let height: Int
    /// Four bytes for each pixel: blue, green, red, opacity.
    private var bytes: [UInt8]

    /// Nil if the window is not shown.
    /// - Parameter file: The file into which it is written as PNG, if any.
    public init?(_ window: UnsafeMutablePointer<GtkWidget>, file: String? = nil) {
        (width, height) = (Int(gtk_widget_get_width(window)), Int(gtk_widget_get_height(window)))
        bytes = [UInt8](repeating: 0, count: width * height * 4)
        guard let paintable = gtk_widget_paintable_new(window), let snapshot = gtk_snapshot_new(),
            let native = gtk_widget_get_native(window), let renderer = gtk_native_get_renderer(native)
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        var area = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: Float(width), height: Float(height)))
        guard let texture = gsk_renderer_render_texture(renderer, node, &area) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        if let file { gdk_texture_save_to_png(texture, file) }
        gdk_texture_download(texture, &bytes, gsize(width * 4))
    }

    /// Red, green and blue at a point; nil outside of the window.
    public func colour(_ x: Double, _ y: Double) -> [Int]? {
        guard (0..<width).contains(Int(x)), (0..<height).contains(Int(y)) else { return nil }
        let start = (Int(y) * width + Int(x)) * 4
        return [Int(bytes[start + 2]), Int(bytes[start + 1]), Int(bytes[start])]
    }

    /// The parts of pixels in a rectangle whose colour differs clearly from that of its corner: text and pictures.
    public func ink(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Double {
        guard let paper = colour(x, y) else { return 0 }
        var (count, all) = (0, 0)
        for row in stride(from: y, to: y + height, by: 1) {
            for column in stride(from: x, to: x + width, by: 1) {
                guard let pixel = colour(column, row) else { continue }
                all += 1
                if zip(pixel, paper).contains(where: { abs($0 - $1) > 60 }) { count += 1 }
            }
        }
        return all == 0 ? 0 : Double(count) / Double(all)
    }
}
