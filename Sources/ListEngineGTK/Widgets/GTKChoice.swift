#if GTK
    import CGTK
    import CListEngineGTK

    /// Buttons next to each other of which one is pressed.
    public final class GTKChoice: GTKWidget {
        private var buttons: [GTKWidget] = []

        /// The first title is chosen.
        /// - Parameter chosen: Receives the index of a title that was chosen, even when the program chose it.
        public init(_ titles: [String], _ chosen: @escaping @MainActor (Int) -> Void) {
            super.init { gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0) }
            style("linked")
            for (index, title) in titles.enumerated() {
                let button = GTKWidget { gtk_toggle_button_new_with_label(title) }
                gtk_toggle_button_set_group(button.cast(), buttons.first?.cast())
                gtk_toggle_button_set_active(button.cast(), index == 0 ? 1 : 0)
                buttons.append(button)
                gtk_box_append(cast(), button.pointer)
                // The widget can live longer than this object.
                nonisolated(unsafe) let toggle = button.pointer
                button.on("toggled") {
                    let toggle = UnsafeMutableRawPointer(toggle).assumingMemoryBound(to: GtkToggleButton.self)
                    if gtk_toggle_button_get_active(toggle) != 0 { chosen(index) }
                }
            }
        }

        /// The index of the chosen title; nil without titles.
        public var index: Int? {
            get { buttons.firstIndex { gtk_toggle_button_get_active($0.cast()) != 0 } }
            set {
                guard let newValue, buttons.indices.contains(newValue) else { return }
                gtk_toggle_button_set_active(buttons[newValue].cast(), 1)
            }
        }
    }
#endif
