#if canImport(UIKit)
    import ListEngine
    import ListEngineAdapters
    import UIKit

    /// The view of a ready-made cell, or of a ready-made header or footer. Its parts are made when a content first needs them.
    @MainActor
    final class ContentUIView: UIView, ContentDisplay {
        private typealias Part = ContentArrangement.Part

        private weak var owner: CollectionReusableView?
        private var shown = ItemContent()
        private var indentation = 0
        /// The parts that the content has, in their order from the leading edge.
        private var parts: [Part] = []
        private var labels: [Part: UILabel] = [:]
        private var images: [Part: UIImageView] = [:]
        private var progress: UIProgressView?
        private var expander: UIButton?
        private var accessories: [AccessoryUIView] = []
        /// The field in which the user edits the title.
        private var field: TitleUIField?

        init(for view: CollectionReusableView) {
            owner = view
            super.init(frame: .zero)
        }

        required init?(coder: NSCoder) { nil }

        override var canBecomeFocused: Bool { owner is ContentCell }

        func show(_ content: ItemContent, of view: CollectionReusableView) {
            owner = view
            let cell = view as? ContentCell
            shown = content
            indentation = cell?.indentation ?? content.indentation ?? 0
            parts = []
            let tint = content.tint?.uiColor ?? .tintColor
            if let cell { showExpander(of: cell) }
            showImage(.mark, content.mark.flatMap { UIImage(systemName: $0.symbol) }, tint)
            showPicture(content.image, tint)
            let isHeader = view is ContentView
            let isFooter = isHeader && content.title.isEmpty
            showTitle(content, of: cell, isHeader: isHeader, isFooter: isFooter)
            showText(
                .subtitle, content.subtitle, isFooter ? .footnote : .subheadline, .secondaryLabel,
                content.subtitleLineLimit)
            showProgress(content.shownProgress, tint)
            showText(.trailing, content.trailing, .body, .secondaryLabel, 1)
            showText(.badge, content.badge, .footnote, tint, 1)
            if let cell { showAccessories(of: cell) }
            for (part, label) in labels { label.isHidden = !parts.contains(part) }
            for (part, image) in images { image.isHidden = !parts.contains(part) }
            showBackground()
            setNeedsLayout()
        }

        /// Shows the states of a cell that are not in its content. The host calls it in each frame.
        func showState(of cell: ContentCell) {
            if cell.isSelected != isSelected {
                isSelected = cell.isSelected
                showBackground()
            }
            // The text of an edit is known after the state of the cell.
            let isEdited = cell.fieldState.contains(.edited) && cell.collectionView?.fieldEdit != nil
            if isEdited != (field != nil) { show(cell.content, of: cell) }
        }

        private var isSelected = false

        private func showBackground() { backgroundColor = isSelected ? .systemFill : shown.background?.uiColor }

        // MARK: Text

        private func showTitle(_ content: ItemContent, of cell: ContentCell?, isHeader: Bool, isFooter: Bool) {
            let isEdited = cell?.fieldState.contains(.edited) ?? false
            guard isEdited, let list = cell?.collectionView, let edit = list.fieldEdit else {
                field?.resignFirstResponder()
                field?.removeFromSuperview()
                field = nil
                // A footer has only the weaker text. A cell without any text keeps its height.
                let text = isFooter ? nil : content.title.isEmpty ? " " : content.title
                let color: UIColor = content.isDimmed ? .secondaryLabel : .label
                return showText(.title, text, isHeader ? .headline : .body, color, content.titleLineLimit)
            }
            parts.append(.title)
            labels[.title]?.isHidden = true
            guard field == nil else { return }
            let field = TitleUIField(edit.text, in: list)
            self.field = field
            addSubview(field)
            field.becomeFirstResponder()
        }

        private func showText(_ part: Part, _ text: String?, _ style: UIFont.TextStyle, _ color: UIColor, _ lines: Int)
        {
            guard let text, !text.isEmpty else { return }
            parts.append(part)
            let label = labels[part] ?? add(UILabel(frame: .zero))
            labels[part] = label
            label.text = text
            label.font = .preferredFont(forTextStyle: style)
            label.adjustsFontForContentSizeCategory = true
            label.textColor = color
            label.numberOfLines = max(0, lines)
        }

        private func showProgress(_ done: Double?, _ tint: UIColor) {
            progress?.isHidden = done == nil
            guard let done else { return }
            parts.append(.progress)
            let bar = progress ?? add(UIProgressView(frame: .zero))
            progress = bar
            bar.progress = Float(done)
            bar.progressTintColor = tint
        }

        // MARK: Signs at the leading edge

        private func showImage(_ part: Part, _ image: UIImage?, _ tint: UIColor) {
            guard let image else { return }
            parts.append(part)
            let view = images[part] ?? add(UIImageView(frame: .zero))
            images[part] = view
            view.image = image
            view.tintColor = tint
            view.contentMode = .scaleAspectFit
        }

        private func showPicture(_ image: ItemImage?, _ tint: UIColor) {
            if let picture = image?.uiImage { return showImage(.image, picture, tint) }
            showText(.image, image?.text, .body, .label, 1)
        }

        // MARK: Controls

        private func showExpander(of cell: ContentCell) {
            let isOutline = cell.content.accessories.contains { $0.kind == .outline }
            expander?.isHidden = !isOutline
            guard isOutline else { return }
            parts.append(.expander)
            let button =
                expander ?? add(UIButton(type: .system, primaryAction: UIAction { [weak self] _ in self?.toggle() }))
            expander = button
            let isExpandable = cell.shownAccessories.contains { $0.accessory.kind == .outline }
            // Items without children keep the room.
            button.alpha = isExpandable ? 1 : 0
            let isExpanded = cell.outlineState?.isExpanded ?? false
            button.setImage(UIImage(systemName: isExpanded ? "chevron.down" : "chevron.forward"), for: .normal)
            button.accessibilityLabel = isExpanded ? ListText.collapse.text : ListText.expand.text
        }

        private func toggle() {
            guard let cell = owner as? ContentCell,
                let outline = cell.shownAccessories.first(where: { $0.accessory.kind == .outline })
            else { return }
            cell.perform(.pressed, accessoryAt: outline.index)
        }

        /// Views are kept for accessories of the same kind, in order.
        private func showAccessories(of cell: ContentCell) {
            let wanted = cell.shownAccessories.filter { $0.accessory.kind != .outline }
            for (place, (index, accessory)) in wanted.enumerated() {
                if place < accessories.count, !accessories[place].canShow(accessory) {
                    for view in accessories[place...] { view.view.removeFromSuperview() }
                    accessories.removeSubrange(place...)
                }
                if place == accessories.count {
                    let new = AccessoryUIView(accessory) { [weak self] view, change in
                        guard let self, let cell = owner as? ContentCell else { return }
                        // The control shows the old value if the cell refuses the change.
                        if !cell.perform(change, accessoryAt: view.index) { show(cell.content, of: cell) }
                    }
                    add(new.view)
                    accessories.append(new)
                }
                accessories[place].show(accessory, index: index, isSelected: cell.isSelected)
                parts.append(.accessory(place))
            }
            for view in accessories[wanted.count...] { view.view.removeFromSuperview() }
            accessories.removeSubrange(wanted.count...)
        }

        /// The kind of the accessory at a point of the view, or near it.
        func accessory(at point: CGPoint, tolerance: CGFloat) -> ItemAccessory.Kind? {
            let hit = accessories.first { $0.view.frame.contains(point) }
            return
                (hit ?? accessories.first { $0.view.frame.insetBy(dx: -tolerance, dy: -tolerance).contains(point) })?
                .shown
        }

        @discardableResult
        private func add<View: UIView>(_ view: View) -> View {
            addSubview(view)
            return view
        }

        // MARK: Places

        private func view(of part: Part) -> UIView? {
            switch part {
            case .expander: expander
            case .progress: progress
            case .title: field ?? labels[.title]
            case .accessory(let place): accessories[place].view
            default: images[part].flatMap { $0.isHidden ? nil : $0 } ?? labels[part]
            }
        }

        private func arrangement(width: CGFloat, height: CGFloat? = nil) -> ContentArrangement {
            var spacing = ContentArrangement.Spacing()
            if owner is ContentView { spacing.leastHeight = 28 }
            return ContentArrangement(
                of: parts, indentation: indentation, width: width, height: height,
                isRightToLeft: effectiveUserInterfaceLayoutDirection == .rightToLeft, spacing: spacing
            ) { part, width in
                let room = CGSize(width: width, height: .greatestFiniteMagnitude)
                switch part {
                case .mark: return CGSize(width: 12, height: 12)
                case .image where images[.image]?.isHidden == false: return CGSize(width: 28, height: 28)
                case .progress: return CGSize(width: width, height: 4)
                default: return view(of: part)?.sizeThatFits(room) ?? .zero
                }
            }
        }

        override func layoutSubviews() {
            super.layoutSubviews()
            for (part, frame) in arrangement(width: bounds.width, height: bounds.height).frames {
                view(of: part)?.frame = frame
            }
        }

        override func sizeThatFits(_ size: CGSize) -> CGSize {
            CGSize(width: size.width, height: arrangement(width: size.width).size.height)
        }

        override func systemLayoutSizeFitting(
            _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
            verticalFittingPriority vertical: UILayoutPriority
        ) -> CGSize {
            if horizontal == .required { return sizeThatFits(targetSize) }
            // As wide as the content. In a horizontal list, the height is that of the list.
            let natural = arrangement(width: 10_000).size
            return CGSize(width: natural.width, height: vertical == .required ? targetSize.height : natural.height)
        }
    }

    extension ItemMark {
        fileprivate var symbol: String {
            switch self {
            case .unread: "circle.fill"
            case .checked: "checkmark.circle.fill"
            case .unchecked: "circle"
            }
        }
    }

    extension ItemColor {
        @MainActor var uiColor: UIColor {
            switch self {
            case .accent: .tintColor
            case .success: .systemGreen
            case .warning: .systemOrange
            case .error: .systemRed
            case .neutral: .systemGray
            case .rgb(let red, let green, let blue):
                UIColor(red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255, alpha: 1)
            }
        }
    }

    extension ItemImage {
        @MainActor var uiImage: UIImage? {
            switch source {
            case .name(let name): UIImage(systemName: name) ?? UIImage(named: name)
            case .data(let bytes): UIImage(data: Data(bytes))
            case .file(let path): UIImage(contentsOfFile: path)
            case nil: nil
            }
        }
    }
#endif
