#if canImport(UIKit) || canImport(AppKit)
    import Foundation
    import ListEngine

    #if canImport(UIKit) && !LISTENGINE_APPKIT
        import UIKit
    #else
        import AppKit
    #endif

    /// The view of a ready-made cell, or of a ready-made header or footer. Its parts are made when a content first needs them.
    @MainActor
    package final class ContentPartsView: ArrangedView, ContentDisplay {
        private typealias Part = ContentArrangement.Part

        private weak var owner: CollectionReusableView?
        private var shown = ItemContent()
        private var indentation = 0
        /// The parts that the content has, in their order from the leading edge.
        private var parts: [Part] = []
        private var labels: [Part: ToolkitLabel] = [:]
        private var images: [Part: ToolkitImageView] = [:]
        private var progress: ToolkitProgress?
        private var expander: ActionButton?
        private var accessories: [AccessoryPart] = []
        /// The field in which the user edits the title.
        private var field: ActionField?

        package init(for view: CollectionReusableView) {
            owner = view
            super.init(frame: .zero)
        }

        package required init?(coder: NSCoder) { nil }

        package func show(_ content: ItemContent, of view: CollectionReusableView) {
            owner = view
            let cell = view as? ContentCell
            shown = content
            indentation = cell?.indentation ?? content.indentation ?? 0
            parts = []
            let tint = content.tint?.toolkitColor ?? .accent
            if let cell { showExpander(of: cell) }
            showImage(.mark, content.mark.flatMap { ToolkitImage.symbol($0.symbol) }, tint)
            let picture = content.image?.toolkitImage
            showImage(.image, picture, tint)
            if picture == nil { showText(.image, content.image?.text, .body, .text, 1) }
            let isHeader = view is ContentView
            let isFooter = isHeader && content.title.isEmpty
            showTitle(content, of: cell, isHeader: isHeader, isFooter: isFooter)
            showText(
                .subtitle, content.subtitle, isFooter ? .footnote : .subheadline, .weakText,
                content.subtitleLineLimit)
            showProgress(content.shownProgress, tint)
            showText(.trailing, content.trailing, .body, .weakText, 1)
            showText(.badge, content.badge, .footnote, tint, 1)
            if let cell { showAccessories(of: cell) }
            for (part, label) in labels { label.isHidden = !parts.contains(part) || part == .image && picture != nil }
            for (part, image) in images { image.isHidden = !parts.contains(part) || part == .image && picture == nil }
            showBackground()
            setNeedsArrangement()
        }

        /// Shows the states of a cell that are not in its content. The host calls it in each frame.
        package func showState(of cell: ContentCell) {
            if cell.isSelected != isSelected {
                isSelected = cell.isSelected
                showBackground()
            }
            // The text of an edit is known after the state of the cell.
            let isEdited = cell.fieldState.contains(.edited) && cell.collectionView?.fieldEdit != nil
            if isEdited != (field != nil) { show(cell.content, of: cell) }
            // A text that came late is shown after a while.
            let fields = accessories.lazy.compactMap { $0.view as? ActionField }
            if fields.contains(where: { $0.showLateText() }) { cell.collectionView?.host?.requestFrame() }
        }

        private var isSelected = false

        private func showBackground() { show(background: isSelected ? .selection : shown.background?.toolkitColor) }

        // MARK: Text

        private func showTitle(_ content: ItemContent, of cell: ContentCell?, isHeader: Bool, isFooter: Bool) {
            let isEdited = cell?.fieldState.contains(.edited) ?? false
            guard isEdited, let list = cell?.collectionView, let edit = list.fieldEdit else {
                field?.endEditing()
                field?.removeFromSuperview()
                field = nil
                // A footer has only the weaker text. A cell without any text keeps its height.
                let text = isFooter ? nil : content.title.isEmpty ? " " : content.title
                let color: ToolkitColor = content.isDimmed ? .weakText : .text
                return showText(.title, text, isHeader ? .headline : .body, color, content.titleLineLimit)
            }
            parts.append(.title)
            labels[.title]?.isHidden = true
            guard field == nil else { return }
            let field = ActionField.make(
                change: { [weak list] in list?.hostChangeFieldEdit($0) },
                end: { [weak list] in _ = list?.hostEndFieldEdit() })
            field.show(edit.text)
            self.field = field
            addSubview(field)
            field.beginEditing()
        }

        private func showText(
            _ part: Part, _ text: String?, _ style: ToolkitTextStyle, _ color: ToolkitColor, _ lines: Int
        ) {
            guard let text, !text.isEmpty else { return }
            parts.append(part)
            let label = labels[part] ?? add(ToolkitLabel(frame: .zero))
            labels[part] = label
            label.show(text, style, color, lines: max(0, lines))
        }

        private func showProgress(_ done: Double?, _ tint: ToolkitColor) {
            progress?.isHidden = done == nil
            guard let done else { return }
            parts.append(.progress)
            let bar = progress ?? add(ToolkitProgress(frame: .zero))
            progress = bar
            bar.show(done, tint)
        }

        // MARK: Signs at the leading edge

        private func showImage(_ part: Part, _ image: ToolkitImage?, _ tint: ToolkitColor) {
            guard let image else { return }
            parts.append(part)
            let view = images[part] ?? add(ToolkitImageView(frame: .zero))
            images[part] = view
            view.show(image, tint)
        }

        // MARK: Controls

        private func showExpander(of cell: ContentCell) {
            let isOutline = cell.content.accessories.contains { $0.kind == .outline }
            expander?.isHidden = !isOutline
            guard isOutline else { return }
            parts.append(.expander)
            let button =
                expander ?? add(ActionButton.make { [weak self] in self?.toggle() })
            expander = button
            let isExpandable = cell.shownAccessories.contains { $0.accessory.kind == .outline }
            // Items without children keep the room.
            button.opacity = isExpandable ? 1 : 0
            let isExpanded = cell.outlineState?.isExpanded ?? false
            button.show(ToolkitImage.symbol(isExpanded ? "chevron.down" : "chevron.forward"))
            button.describe(isExpanded ? ListText.collapse.text : ListText.expand.text)
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
                    let new = AccessoryPart(accessory) { [weak self] view, change in
                        guard let self, let cell = owner as? ContentCell else { return }
                        let before = cell.contentCount
                        // The control shows the old value if the cell refuses the change.
                        if !cell.perform(change, accessoryAt: view.index) { show(cell.content, of: cell) }
                        // The cell itself has set the new value once.
                        if cell.contentCount > before + 1 { (view.view as? ActionField)?.forgetTyped() }
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

        /// Whether the user can type in the view.
        package var hasField: Bool { field != nil || accessories.contains { $0.view is ActionField } }

        /// The kind of the accessory at a point of the view, or near it.
        package func accessory(at point: CGPoint, tolerance: CGFloat) -> ItemAccessory.Kind? {
            let hit = accessories.first { $0.view.frame.contains(point) }
            return
                (hit ?? accessories.first { $0.view.frame.insetBy(dx: -tolerance, dy: -tolerance).contains(point) })?
                .shown
        }

        @discardableResult
        private func add<View: ToolkitView>(_ view: View) -> View {
            addSubview(view)
            return view
        }

        // MARK: Places

        private func view(of part: Part) -> ToolkitView? {
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
                isRightToLeft: isRightToLeft, spacing: spacing
            ) { part, width in
                let room = CGSize(width: width, height: .greatestFiniteMagnitude)
                switch part {
                case .mark: return CGSize(width: 12, height: 12)
                case .image where images[.image]?.isHidden == false: return CGSize(width: 28, height: 28)
                case .progress: return CGSize(width: width, height: 4)
                default: return view(of: part)?.size(upTo: room) ?? .zero
                }
            }
        }

        override func arrange() {
            for (part, frame) in arrangement(width: bounds.width, height: bounds.height).frames {
                view(of: part)?.frame = frame
            }
        }

        override func neededSize(fitting size: CGSize) -> CGSize {
            CGSize(width: size.width, height: arrangement(width: size.width).size.height)
        }

        /// As wide and as high as the content.
        package var naturalSize: CGSize { arrangement(width: 10_000).size }

        #if canImport(UIKit) && !LISTENGINE_APPKIT
            package override var canBecomeFocused: Bool { owner is ContentCell }

            /// The actions as they are now: those of an earlier list have no effect.
            package override var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
                get {
                    guard let owner, let list = owner.collectionView else { return nil }
                    return list.accessibilityActions(of: owner).map { action in
                        UIAccessibilityCustomAction(name: action.name) { _ in
                            action.perform()
                            return true
                        }
                    }
                }
                set {}
            }

            package override func systemLayoutSizeFitting(
                _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
                verticalFittingPriority vertical: UILayoutPriority
            ) -> CGSize {
                if horizontal == .required { return sizeThatFits(targetSize) }
                // In a horizontal list, the height is that of the list.
                let natural = naturalSize
                return CGSize(width: natural.width, height: vertical == .required ? targetSize.height : natural.height)
            }
        #endif
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
        @MainActor package var toolkitColor: ToolkitColor {
            switch self {
            case .accent: ToolkitColor.accent
            case .success: .systemGreen
            case .warning: .systemOrange
            case .error: .systemRed
            case .neutral: .systemGray
            case .rgb(let red, let green, let blue):
                .of(red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255)
            }
        }
    }

    extension ItemImage {
        @MainActor package var toolkitImage: ToolkitImage? {
            switch source {
            case .name(let name): ToolkitImage.symbol(name) ?? ToolkitImage(named: name)
            case .data(let bytes): ToolkitImage(data: Data(bytes))
            case .file(let path): ToolkitImage(contentsOfFile: path)
            case nil: nil
            }
        }
    }
#endif
