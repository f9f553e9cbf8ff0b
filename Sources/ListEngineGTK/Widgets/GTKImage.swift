#if GTK
    import CGTK

    /// An icon or a picture.
    public final class GTKImage: GTKWidget {
        /// - Parameter icon: The name of an icon of the theme. Nil shows nothing.
        public init(icon: String? = nil) {
            super.init { icon.map { gtk_image_new_from_icon_name($0) } ?? gtk_image_new() }
        }

        /// Shows an icon of the theme, or nothing.
        /// - Parameter size: The width and height, in points. Nil is the size that the theme has for icons in text.
        public func show(icon: String?, size: Int? = nil) {
            gtk_image_set_pixel_size(opaque, CInt(clamping: size ?? -1))
            if let icon { gtk_image_set_from_icon_name(opaque, icon) } else { gtk_image_clear(opaque) }
        }

        /// Shows a picture from the bytes of a file, in a format that GTK knows, such as PNG.
        /// - Parameter size: The longer one of width and height, in points.
        /// - Returns: False if the bytes are no picture. The image then shows nothing.
        public func show(data: [UInt8], size: Int) -> Bool {
            let bytes = g_bytes_new(data, gsize(data.count))
            defer { g_bytes_unref(bytes) }
            return show(texture: gdk_texture_new_from_bytes(bytes, nil), size)
        }

        /// Shows the picture in a file.
        /// - Returns: False if the file cannot be read or is no picture. The image then shows nothing.
        public func show(file: String, size: Int) -> Bool {
            show(texture: gdk_texture_new_from_filename(file, nil), size)
        }

        private func show(texture: OpaquePointer?, _ size: Int) -> Bool {
            gtk_image_clear(opaque)
            guard let texture else { return false }
            gtk_image_set_from_paintable(opaque, texture)
            gtk_image_set_pixel_size(opaque, CInt(clamping: size))
            g_object_unref(UnsafeMutableRawPointer(texture))
            return true
        }

        /// Whether the theme has an icon.
        static func hasIcon(_ name: String) -> Bool {
            let theme = gtk_icon_theme_get_for_display(gdk_display_get_default())
            return gtk_icon_theme_has_icon(theme, name) != 0
        }
    }
#endif
