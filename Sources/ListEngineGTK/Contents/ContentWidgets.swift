#if GTK
    import CGTK
    import ListEngine

    /// Widgets that show a content.
    @MainActor
    protocol ShownWidgets: AnyObject {
        func show(_ content: ItemContent, of view: CollectionReusableView)
        /// The widgets will show another item.
        func forget()
        /// Shows an entry in the place of the text, or the text again.
        /// - Returns: Whether that is a change.
        func edit(in entry: GTKEntry?) -> Bool
    }

    /// The widgets of a ready-made cell, or of a ready-made header or footer. They are made when a content first needs them.
    @MainActor
    final class ContentWidgets: ShownWidgets {
        /// The widget that contains all others.
        let root = GTKBox(.horizontal, spacing: 10)
        private weak var view: CollectionReusableView?
        private let texts = GTKBox(.vertical, spacing: 1)
        private let title = GTKLabel()
        private var subtitle: GTKLabel?
        /// The entry in which the user edits the title.
        private var entry: GTKEntry?
        private var progress: GTKWidget?
        private var mark: GTKImage?
        private var image: GTKImage?
        private var imageText: GTKLabel?
        /// The labels near the trailing edge.
        private var ends: (trailing: GTKLabel?, badge: GTKLabel?)
        private var expander: GTKButton?
        private var accessories: [AccessoryWidget] = []
        /// The content that is shown; nil at first.
        private var shown: ItemContent?
        /// The style classes of colors.
        private var colors: (tint: String?, background: String?)

        /// Points for each step of indentation.
        private static let step = 20

        init(_ view: CollectionReusableView) {
            self.view = view
            texts.expanding().aligned(vertically: .center)
            texts.append(title)
            root.append(texts)
            root.style(view is ContentCell ? "item-content" : "item-header")
            if view is ContentView { title.style("heading") }
        }

        func forget() {
            for accessory in accessories { accessory.forget() }
            edit(in: nil)
        }

        @discardableResult
        func edit(in new: GTKEntry?) -> Bool {
            guard new !== entry else { return false }
            if let entry { texts.remove(entry) }
            entry = new
            if let new { texts.insert(new, after: nil) }
            if let shown { showTexts(shown) }
            return true
        }

        func show(_ content: ItemContent, of view: CollectionReusableView) {
            let cell = view as? ContentCell
            showTexts(content)
            showImage(content)
            showMark(content.mark)
            ends.trailing = label(ends.trailing, showing: content.trailing, after: texts, "dim-label", "numeric")
            ends.badge = label(
                ends.badge, showing: content.badge, after: ends.trailing ?? texts, "item-badge", "numeric")
            showProgress(content.shownProgress)
            if let cell {
                showExpander(of: cell)
                showAccessories(of: cell)
            }
            if content.isDimmed { root.style("dim-label") } else { root.removeStyle("dim-label") }
            showColors(content)
            shown = content
        }

        // MARK: Text

        private func showTexts(_ content: ItemContent) {
            let hasText = content.subtitle.map { !$0.isEmpty } ?? false
            // A footer has only the weaker text. A cell without any text keeps its height.
            let hasTitle = !content.title.isEmpty || !hasText
            show(hasTitle && entry == nil ? content.title : nil, content.titleLineLimit, in: title, after: nil)
            if view is ContentView {
                let isFooter = content.title.isEmpty
                root.removeStyle(isFooter ? "item-header" : "item-footer")
                root.style(isFooter ? "item-footer" : "item-header")
            }
            guard hasText || subtitle != nil else { return }
            let label = subtitle ?? GTKLabel().style("item-subtitle", "dim-label")
            subtitle = label
            show(
                hasText ? content.subtitle : nil, content.subtitleLineLimit, in: label,
                after: entry ?? (hasTitle ? title : nil))
        }

        /// A label without a text is taken out of the box. It is not hidden: GTK's boxes ask hidden children too whether they wrap. A
        /// box with a child that wraps is measured for its width, and only then GTK aligns the baselines of its children, which makes
        /// it a few points higher.
        private func show(_ text: String?, _ lineLimit: Int, in label: GTKLabel, after other: GTKWidget?) {
            let isInBox = gtk_widget_get_parent(label.pointer) != nil
            guard let text else {
                if isInBox { texts.remove(label) }
                return
            }
            if !isInBox { texts.insert(label, after: other) }
            label.text = text
            label.lineLimit = max(0, lineLimit)
        }

        /// Shows a text near the trailing edge, in the label that it has or in a new one.
        private func label(
            _ label: GTKLabel?, showing text: String?, after other: GTKWidget, _ classes: String...
        ) -> GTKLabel? {
            let text = text ?? ""
            guard !text.isEmpty || label != nil else { return nil }
            let shown = label ?? GTKLabel().aligned(vertically: .center)
            if label == nil {
                for name in classes { shown.style(name) }
                root.insert(shown, after: other)
            }
            shown.text = text
            shown.isVisible = !text.isEmpty
            return shown
        }

        private func showProgress(_ part: Double?) {
            guard part != nil || progress != nil else { return }
            let bar = progress ?? GTKWidget(gtk_progress_bar_new())
            if progress == nil { texts.append(bar.margins(vertical: 3)) }
            progress = bar
            bar.isVisible = part != nil
            if let part, gtk_progress_bar_get_fraction(bar.opaque) != part {
                gtk_progress_bar_set_fraction(bar.opaque, part)
            }
        }

        // MARK: Signs at the leading edge

        private func showMark(_ new: ItemMark?) {
            guard new != nil || mark != nil, shown == nil || shown?.mark != new else { return }
            let mark = mark ?? GTKImage().style("item-mark").aligned(horizontally: .center, vertically: .center)
            if self.mark == nil { root.insert(mark, after: expander) }
            self.mark = mark
            mark.isVisible = new != nil
            mark.removeStyle("unread", "checked", "unchecked")
            mark.show(icon: new == .checked ? "object-select-symbolic" : nil)
            switch new {
            case .unread: mark.style("unread")
            case .checked: mark.style("checked")
            case .unchecked: mark.style("unchecked")
            case nil: break
            }
        }

        private func showImage(_ content: ItemContent) {
            guard content.image != nil || image != nil || imageText != nil,
                shown == nil || shown?.image != content.image
            else { return }
            let isShown = showPicture(content.image?.source)
            image?.isVisible = isShown
            let text = isShown ? "" : content.image?.text ?? ""
            guard !text.isEmpty || imageText != nil else { return }
            let label = imageText ?? GTKLabel().style("item-symbol").aligned(vertically: .center)
            if imageText == nil { insert(leading: label) }
            imageText = label
            label.text = text
            label.isVisible = !text.isEmpty
        }

        /// - Returns: Whether there is a picture.
        private func showPicture(_ source: ItemImage.Source?) -> Bool {
            guard let source else { return false }
            let image = image ?? GTKImage().aligned(vertically: .center)
            if self.image == nil { insert(leading: image) }
            self.image = image
            image.removeStyle("item-symbol")
            switch source {
            case .name(let name):
                guard GTKImage.hasIcon(name) else { return false }
                let isSymbol = name.hasSuffix("-symbolic")
                if isSymbol { image.style("item-symbol") }
                image.show(icon: name, size: isSymbol ? 16 : 32)
                return true
            case .data(let bytes): return image.show(data: bytes, size: 32)
            case .file(let path): return image.show(file: path, size: 32)
            }
        }

        /// Images come after the mark, and before the texts.
        private func insert(leading widget: GTKWidget) { root.insert(widget, after: mark ?? expander) }

        // MARK: Controls

        private func showExpander(of cell: ContentCell) {
            let margin = CInt(clamping: min(cell.indentation, 40) * Self.step)
            if gtk_widget_get_margin_start(root.pointer) != margin { gtk_widget_set_margin_start(root.pointer, margin) }
            let isOutline = cell.content.accessories.contains { $0.kind == .outline }
            guard isOutline || expander != nil else { return }
            let button = expander ?? makeExpander()
            expander = button
            let isExpandable = cell.shownAccessories.contains { $0.accessory.kind == .outline }
            let isExpanded = cell.outlineState?.isExpanded ?? false
            button.isVisible = isOutline
            // Items without children keep the room.
            gtk_widget_set_opacity(button.pointer, isExpandable ? 1 : 0)
            gtk_widget_set_can_target(button.pointer, isExpandable ? 1 : 0)
            button.icon = isExpanded ? "pan-down-symbolic" : "pan-end-symbolic"
            button.accessibilityLabel = isExpanded ? ListText.collapse.text : ListText.expand.text
        }

        private func makeExpander() -> GTKButton {
            let button = GTKButton(icon: "pan-end-symbolic", label: ListText.expand.text) { [weak self] in
                GTKWidget.later { [weak self] in self?.toggleOutline() }
            }
            button.style("flat", "item-expander").aligned(vertically: .center)
            button.tooltip = nil
            // The arrow keys expand an item.
            button.isFocusable = false
            root.insert(button, after: nil)
            return button
        }

        private func toggleOutline() {
            guard let cell = view as? ContentCell,
                let outline = cell.shownAccessories.first(where: { $0.accessory.kind == .outline })
            else { return }
            cell.perform(.pressed, accessoryAt: outline.index)
        }

        /// Widgets are kept for accessories of the same kind, in order.
        private func showAccessories(of cell: ContentCell) {
            let wanted = cell.shownAccessories.filter { $0.accessory.kind != .outline }
            var last: GTKWidget = ends.badge ?? ends.trailing ?? texts
            for (place, (index, accessory)) in wanted.enumerated() {
                if place == accessories.count || !accessories[place].canShow(accessory) {
                    // One further on can be used if those before it are not shown any more.
                    let kept = accessories[place...].firstIndex { $0.canShow(accessory) }
                    if let kept, accessories.count - kept >= wanted.count - place {
                        remove(place..<kept)
                    } else {
                        let new = AccessoryWidget(accessory) { [weak self] widget, change in
                            guard let self, let cell = view as? ContentCell else { return }
                            // The widget shows the old value if the cell refuses the change.
                            if !cell.perform(change, accessoryAt: widget.index) { show(cell.content, of: cell) }
                        }
                        root.insert(new.widget, after: last)
                        accessories.insert(new, at: place)
                    }
                }
                accessories[place].show(accessory, index: index, label: cell.content.title, isSelected: cell.isSelected)
                last = accessories[place].widget
            }
            remove(wanted.count..<accessories.count)
        }

        /// The accessory whose widget is or contains another one.
        func accessory(at widget: UnsafeMutablePointer<GtkWidget>) -> ItemAccessory.Kind? {
            accessories.first {
                $0.widget.pointer == widget || gtk_widget_is_ancestor(widget, $0.widget.pointer) != 0
            }?.shown
        }

        private func remove(_ range: Range<Int>) {
            for accessory in accessories[range] {
                accessory.forget()
                root.remove(accessory.widget)
            }
            accessories.removeSubrange(range)
        }

        // MARK: Colors

        private func showColors(_ content: ItemContent) {
            let newTint = "item-tint-" + ContentStyle.name(of: content.tint ?? .accent)
            if colors.tint != newTint {
                if let tint = colors.tint { root.removeStyle(tint) }
                root.style(newTint)
                colors.tint = newTint
            }
            // The background is that of the whole row.
            let newBackground = content.background.map { "item-background-" + ContentStyle.name(of: $0) }
            guard colors.background != newBackground, let row = gtk_widget_get_parent(root.pointer) else { return }
            if let background = colors.background { gtk_widget_remove_css_class(row, background) }
            if let newBackground { gtk_widget_add_css_class(row, newBackground) }
            colors.background = newBackground
        }
    }
#endif
