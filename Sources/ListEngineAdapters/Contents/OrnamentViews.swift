#if canImport(UIKit) || canImport(AppKit)
    import Foundation
    import ListEngine

    #if canImport(UIKit) && !LISTENGINE_APPKIT
        import UIKit
    #else
        import AppKit
    #endif

    /// A line, a sign of activity, or dots for pages.
    @MainActor
    package final class OrnamentPartsView: ArrangedView, OrnamentDisplay {
        private var ornament: ListOrnament
        private let content: ToolkitView

        package init(_ ornament: ListOrnament) {
            self.ornament = ornament
            switch ornament {
            case .line: content = PlainView(frame: .zero)
            case .activity: content = ToolkitActivity.make(isLarge: false)
            case .pages: content = PagesView(frame: .zero)
            }
            super.init(frame: .zero)
            ignoreTouches()
            addSubview(content)
            show(ornament)
        }

        package required init?(coder: NSCoder) { nil }

        package func show(_ ornament: ListOrnament) {
            self.ornament = ornament
            switch ornament {
            case .line(let color, _): (content as? PlainView)?.show(background: color?.toolkitColor ?? .line)
            case .activity(let isRunning): (content as? ToolkitActivity)?.run(isRunning)
            case .pages(let count, let current): (content as? PagesView)?.show(count, current)
            }
            setNeedsArrangement()
        }

        override func arrange() {
            (content as? ArrangedView)?.isRightToLeft = isRightToLeft
            guard case .line(_, let insets) = ornament else {
                content.frame = bounds
                return
            }
            content.frame = CGRect(
                x: isRightToLeft ? insets.trailing : insets.leading, y: insets.top,
                width: max(0, bounds.width - insets.leading - insets.trailing),
                height: max(0, bounds.height - insets.top - insets.bottom))
        }

        override func neededSize(fitting size: CGSize) -> CGSize {
            if case .line = ornament { return CGSize(width: size.width, height: 1) }
            return content.size(upTo: size)
        }
    }

    /// A view without parts.
    @MainActor
    package final class PlainView: ArrangedView {}

    /// A place in the list, in front of all elements: where dragged items would be dropped, or what a rectangle selects.
    @MainActor
    package final class MarkView: ArrangedView {
        package override init(frame: CGRect) {
            super.init(frame: frame)
            ignoreTouches()
            depth = 1_000_000
        }

        package required init?(coder: NSCoder) { nil }

        /// - Parameters:
        ///   - place: In the content. Nil hides the mark.
        ///   - isFaint: Whether the elements are seen through it.
        package func show(at place: CGRect?, isFaint: Bool, in host: any ToolkitHost) {
            guard let place else { return removeFromSuperview() }
            if superview !== host.canvas { host.canvas.addSubview(self) }
            let origin = host.list.placementOrigin
            frame = place.offsetBy(dx: -origin.x, dy: -origin.y)
            show(background: .accent)
            opacity = isFaint ? 0.2 : 1
        }

        /// Where dragged items or a dragged section would be dropped: a line between two items, or a tint over one.
        package func showDrop(in host: any ToolkitHost) {
            let target = host.list.dropTarget.flatMap { $0.operation == .cancel ? nil : $0 }
            show(at: target?.mark ?? host.list.sectionMoveMark, isFaint: target?.isOnItem == true, in: host)
        }
    }

    /// The views of a list without items, below each other in the middle.
    @MainActor
    package final class EmptyContentPartsView: ArrangedView, EmptyContentDisplay {
        private static let gap: CGFloat = 8
        private static let margin: CGFloat = 16
        private var parts: [ToolkitView] = []

        package init(_ content: EmptyContent) {
            super.init(frame: .zero)
            show(content)
        }

        package required init?(coder: NSCoder) { nil }

        package func show(_ content: EmptyContent, of view: EmptyContentView) { show(content) }

        private func show(_ content: EmptyContent) {
            for view in parts { view.removeFromSuperview() }
            parts = []
            if content.isLoading {
                let sign = ToolkitActivity.make(isLarge: true)
                sign.run(true)
                parts.append(sign)
            }
            if case .name(let name) = content.image?.source, let image = ToolkitImage.symbol(name) {
                let view = ToolkitImageView(frame: .zero)
                view.show(image, .weakText)
                parts.append(view)
            } else if let sign = content.image?.text {
                parts.append(label(sign, .largeTitle, .weakText))
            }
            parts.append(label(content.title, .headline, .text))
            if let text = content.text { parts.append(label(text, .subheadline, .weakText)) }
            if let action = content.action {
                let button = ActionButton.make { action.perform() }
                button.show(title: action.title)
                button.show(tint: .accent)
                parts.append(button)
            }
            for view in parts { addSubview(view) }
            setNeedsArrangement()
        }

        private func label(_ text: String, _ style: ToolkitTextStyle, _ color: ToolkitColor) -> ToolkitLabel {
            let label = ToolkitLabel(frame: .zero)
            label.show(text, style, color, lines: 0)
            return label
        }

        override func arrange() {
            let room = CGSize(width: max(0, bounds.width - 2 * Self.margin), height: .greatestFiniteMagnitude)
            let sizes = parts.map { $0.size(upTo: room) }
            let height = sizes.reduce(0) { $0 + $1.height } + Self.gap * CGFloat(max(0, parts.count - 1))
            var top = (bounds.height - height) / 2
            for (view, size) in zip(parts, sizes) {
                let width = min(size.width, room.width)
                view.frame = CGRect(x: (bounds.width - width) / 2, y: top, width: width, height: size.height)
                top += size.height + Self.gap
            }
        }
    }
#endif
