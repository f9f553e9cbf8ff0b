#if GTK
    import CGTK

    /// A text.
    public final class GTKLabel: GTKWidget {
        /// - Parameter lineLimit: The most lines: the text wraps up to this number, and the rest is cut off. 0 means any number.
        public init(_ text: String = "", lineLimit: Int = 1) {
            super.init { gtk_label_new(text) }
            gtk_label_set_xalign(opaque, 0)
            gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
            self.lineLimit = lineLimit
            showLimit()
        }

        public var text: String {
            get { String(cString: gtk_label_get_text(opaque)) }
            set { if newValue != text { gtk_label_set_text(opaque, newValue) } }
        }

        public var lineLimit = 1 {
            didSet { if lineLimit != oldValue { showLimit() } }
        }

        /// The width, in characters of average width, whatever the text is. Nil is the width of the text.
        public var width: Int? {
            didSet {
                let width = CInt(clamping: width ?? -1)
                gtk_label_set_width_chars(opaque, width)
                gtk_label_set_max_width_chars(opaque, width)
            }
        }

        private func showLimit() {
            gtk_label_set_wrap(opaque, lineLimit == 1 ? 0 : 1)
            gtk_label_set_lines(opaque, lineLimit > 1 ? CInt(clamping: lineLimit) : -1)
            gtk_label_set_ellipsize(opaque, lineLimit > 0 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
        }
    }
#endif
