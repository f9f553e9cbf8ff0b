import Testing

// These files are in the tests of both toolkits, by links.
#if LISTENGINE_APPKIT
    import AppKit
    import ListEngineAppKit
    typealias StageView = NSView
#else
    import ListEngineUIKit
    import UIKit
    typealias StageView = UIView
#endif

/// A list in a window, and hands that use it as the toolkit's users do. Points are from the upper left corner.
@MainActor
final class Stage {
    #if LISTENGINE_APPKIT
        let window = NSWindow()
        let host: AppKitHost
        let mouse: Mouse
    #else
        let window: UIWindow
        let host: UIKitHost
        /// A touch that has not ended.
        private var held: Finger?
    #endif
    let root: StageRoot
    let list: CollectionView
    private(set) var source: DiffableDataSource<Int, Int>?
    var contents: [ItemContent] = []

    /// - Parameter layout: Nil is a list of rows as high as their contents.
    /// - Parameter isBuilt: Whether the list has the layout of its blocks.
    init(
        _ layout: (any CollectionViewLayoutRecipe)? = nil, isBuilt: Bool = false, width: CGFloat = 320,
        height: CGFloat = 480
    ) {
        let frame = CGRect(x: 0, y: 0, width: width, height: height)
        let rows = CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(44)))
        list =
            isBuilt
            ? CollectionView(size: frame.size) : CollectionView(frame: frame, collectionViewLayout: layout ?? rows)
        #if LISTENGINE_APPKIT
            host = AppKitHost(list)
            root = StageRoot(frame: frame)
            root.addSubview(host.view)
            window.contentView = root
            mouse = Mouse(in: window)
        #else
            host = UIKitHost(list)
            window = UIWindow(frame: frame)
            root = StageRoot(frame: frame)
            host.view.frame = frame
            window.addSubview(root)
            root.addSubview(host.view)
        #endif
    }

    /// Shows contents in a section, by their places.
    func show(_ new: [ItemContent]) {
        contents = new
        let source = source ?? makeSource()
        var snapshot = source.snapshot()
        if snapshot.sectionIdentifiers.isEmpty { snapshot.appendSections([0]) }
        let old = snapshot.itemIdentifiers
        snapshot.deleteItems(old.filter { $0 >= new.count })
        snapshot.appendItems(new.indices.filter { $0 >= old.count })
        snapshot.reconfigureItems(old.filter { $0 < new.count })
        source.apply(snapshot, animatingDifferences: false)
        layOut()
    }

    private func makeSource() -> DiffableDataSource<Int, Int> {
        let source = DiffableDataSource<Int, Int>(collectionView: list) { [weak self] list, path, id in
            list.contentCell(self?.contents[id] ?? ItemContent(), for: path)
        }
        self.source = source
        return source
    }

    /// The views of the cells are laid out on the next frame, and may request another one.
    func layOut() {
        for _ in 0..<3 {
            #if LISTENGINE_APPKIT
                host.view.documentView?.needsLayout = true
                window.contentView?.layoutSubtreeIfNeeded()
            #else
                host.view.setNeedsLayout()
                window.layoutIfNeeded()
            #endif
        }
    }

    /// The frames that follow.
    func frames(_ count: Int = 120) {
        for _ in 0..<count {
            currentMediaTime += 1.0 / 60
            layOut()
        }
        #if LISTENGINE_APPKIT
            NSAnimationContext.finishAnimations()
        #else
            UIView.finishAnimations()
        #endif
        layOut()
    }

    var content: StageView {
        #if LISTENGINE_APPKIT
            host.view.documentView!
        #else
            host.view
        #endif
    }

    /// Sets the direction of the list, as a program or its language does.
    func showFromRightToLeft() {
        #if LISTENGINE_APPKIT
            host.view.userInterfaceLayoutDirection = .rightToLeft
        #else
            host.view.effectiveUserInterfaceLayoutDirection = .rightToLeft
        #endif
        list.invalidateLayout()
        layOut()
    }

    func resize(to size: CGSize) {
        #if !LISTENGINE_APPKIT
            window.frame.size = size
        #endif
        root.frame.size = size
        host.view.frame.size = size
        layOut()
    }

    // MARK: Hands

    func scroll(to y: CGFloat) {
        #if LISTENGINE_APPKIT
            host.view.contentView.scroll(to: CGPoint(x: host.view.contentView.bounds.minX, y: y))
        #else
            host.view.contentOffset.y = y
        #endif
        layOut()
    }

    /// A touch or a click.
    func tap(_ x: CGFloat, _ y: CGFloat) {
        #if LISTENGINE_APPKIT
            mouse.click(at: CGPoint(x: x, y: y))
        #else
            let touch = window.touchDown(at: CGPoint(x: x, y: y))
            touch.view?.touchesEnded([touch], with: nil)
        #endif
        layOut()
    }

    /// A pan of a touch or a gesture on a touchpad, which moves the content. It stays there if it does not end.
    func pan(from point: CGPoint, by steps: [CGPoint], ends: Bool = true) {
        #if LISTENGINE_APPKIT
            for (place, step) in steps.enumerated() {
                mouse.scroll(at: point, by: step, place == 0 ? .began : .changed)
            }
            if ends { mouse.scroll(at: point, by: .zero, .ended) }
        #else
            held?.cancel()
            let finger = Finger(in: window, at: point)
            for step in steps { finger.move(by: step) }
            held = ends ? nil : finger
            if ends { finger.lift() }
        #endif
        layOut()
    }

    /// A touch on a handle, or a press of the mouse, that moves.
    func drag(from point: CGPoint, by steps: [CGPoint], ends: Bool = true) {
        #if LISTENGINE_APPKIT
            var place = point
            mouse.press(at: point)
            for step in steps {
                place = CGPoint(x: place.x + step.x, y: place.y + step.y)
                mouse.move(to: place)
            }
            if ends { mouse.release() }
        #else
            let finger = Finger(in: window, at: point)
            for step in steps { finger.move(by: step) }
            if ends { finger.lift() }
        #endif
        layOut()
    }
}

// MARK: The picture of the screen

extension Stage {
    /// A line for each visible view, in the order in which they are drawn: its kind, its frame in the window and its state.
    var picture: [String] {
        var lines: [String] = []
        describe(content, 0, &lines)
        return lines
    }

    private func describe(_ view: StageView, _ depth: Int, _ lines: inout [String]) {
        guard !view.isHidden else { return }
        let indent = String(repeating: "  ", count: depth)
        lines.append("\(indent)\(view === content ? "list" : view.kind) \(frame(of: view))\(view.state)")
        for inner in view.subviews { describe(inner, depth + 1, &lines) }
    }

    private func frame(of view: StageView) -> String {
        var frame = view.convert(view.bounds, to: nil)
        #if LISTENGINE_APPKIT
            frame.origin.y = root.frame.height - frame.maxY
            if view === content { frame = CGRect(origin: .zero, size: host.view.frame.size) }
        #endif
        let parts = [frame.minX, frame.minY, frame.width, frame.height].map { Self.short($0) }
        return "\(parts[0]),\(parts[1]) \(parts[2])x\(parts[3])"
    }

    static func short(_ number: CGFloat) -> String {
        let rounded = (number * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    /// Compares the picture with that of a file. There, lines that begin with the name of a toolkit are for that toolkit only.
    ///
    /// With LE_SCENES, the pictures are written into that folder.
    func check(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #if LISTENGINE_APPKIT
            let (toolkit, other) = ("AppKit", "UIKit")
        #else
            let (toolkit, other) = ("UIKit", "AppKit")
        #endif
        describe()
        let shown = picture
        if let folder = ProcessInfo.processInfo.environment["LE_SCENES"] {
            let path = "\(folder)/\(name).\(toolkit)"
            try? shown.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        }
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appendingPathComponent("Scenes/\(name).txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var wanted: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            if line.hasPrefix("#") || line.hasPrefix("\(other)| ") { continue }
            wanted.append(line.hasPrefix("\(toolkit)| ") ? String(line.dropFirst(toolkit.count + 2)) : String(line))
        }
        let changes = shown.difference(from: wanted)
        #expect(!wanted.isEmpty, "no scene \(name)", sourceLocation: sourceLocation)
        guard !changes.isEmpty else { return }
        let lines = changes.map { change in
            switch change {
            case .remove(_, let line, _): "- \(line)"
            case .insert(_, let line, _): "+ \(line)"
            }
        }
        Issue.record("\(name), \(toolkit):\n\(lines.joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
}

/// The names of colours that both toolkits have.
private let colors = [
    "label": "text", "labelColor": "text", "secondaryLabel": "weak", "secondaryLabelColor": "weak",
    "tintColor": "accent",
    "controlAccentColor": "accent", "systemFill": "selection", "selectedContentBackgroundColor": "selection",
    "separator": "line", "separatorColor": "line", "systemGroupedBackground": "around",
    "underPageBackgroundColor": "around", "secondarySystemGroupedBackground": "box", "controlBackgroundColor": "box",
    "systemRed": "red", "systemOrange": "orange", "systemGreen": "green", "systemGray": "grey",
]

private func color(_ name: String?) -> String { name.map { colors[$0] ?? $0 } ?? "-" }

#if LISTENGINE_APPKIT
    extension NSView {
        fileprivate var kind: String {
            switch self {
            case let label as NSTextField where !label.isEditable: text("label", label, label.stringValue)
            case let field as NSTextField:
                text("field", field, field.stringValue) + " \"\(field.placeholderString ?? "")\""
            case let image as NSImageView: "image \(image.image?.name ?? "-") \(color(image.contentTintColor?.name))"
            case let button as NSButton:
                "button \"\(button.title)\" \(button.image?.name ?? "-") \(color(button.contentTintColor?.name))"
                    + (button.isBordered ? " bordered" : "")
            case let control as NSSwitch: "switch \(control.state == .on ? "on" : "off")"
            case let bar as ProgressBar:
                "progress \(Stage.short(bar.doubleValue))"
                    + (bar.minValue == 0 && bar.maxValue == 1 ? "" : " of \(bar.minValue) to \(bar.maxValue)")
                    + (bar.isIndeterminate ? " indeterminate" : "") + (bar.style == .bar ? "" : " spinning")
            case let sign as NSProgressIndicator:
                "activity \(sign.controlSize == .small ? "small" : "large")\(sign.isRunning ? " running" : "")"
                    + (sign.isDisplayedWhenStopped ? " stays" : "") + (sign.style == .spinning ? "" : " bar")
            default: "view"
            }
        }

        private func text(_ kind: String, _ field: NSTextField, _ text: String) -> String {
            let lines = field.maximumNumberOfLines == 0 ? "" : " lines \(field.maximumNumberOfLines)"
            return "\(kind) \"\(text)\" \(field.font?.style.name ?? "-") \(color(field.textColor?.name))\(lines)"
                + (field.alignment == .center ? " centre" : "") + (field.isBezeled ? " bezel" : "")
                + (field.drawsBackground ? " background" : "") + (field.isSelectable ? " selectable" : "")
        }

        fileprivate var state: String {
            var state = layer?.backgroundColor.map { " on \(color($0.name))" } ?? ""
            if alphaValue != 1 { state += " alpha \(alphaValue)" }
            if let layer, layer.cornerRadius > 0 { state += " corner \(layer.cornerRadius)" }
            if let layer, layer.zPosition != 0 { state += " z \(layer.zPosition)" }
            if let control = self as? NSControl, !control.isEnabled { state += " disabled" }
            let middle = CGPoint(x: frame.midX, y: frame.midY)
            if type(of: self) != NSTextField.self, !(self is NSControl), !(self is NSImageView), hitTest(middle) == nil
            {
                state += " untouchable"
            }
            let words = [described.label, described.value as? String].compactMap(\.self).filter { !$0.isEmpty }
            if !words.isEmpty || described.isElement { state += " says \(words)" }
            let roles = [
                "AXCell": "cell", "AXStaticText": "text", "AXLink": "link", "AXImage": "picture", "AXCheckBox": "check",
                "AXButton": "button", "AXSlider": "adjustable",
            ]
            if described.isElement {
                state +=
                    " \(described.role.map { roles[$0.name] ?? $0.name } ?? "-")\(described.isSelected ? " selected" : "")"
            }
            if let actions = described.actions, !actions.isEmpty { state += " does \(actions.map(\.name))" }
            return state
        }
    }
#else
    extension UIView {
        fileprivate var kind: String {
            switch self {
            case let label as UILabel:
                text("label", label.text, label.font.style, label.adjustsFontForContentSizeCategory)
                    + " \(color(label.textColor.name))"
                    + (label.numberOfLines == 0 ? "" : " lines \(label.numberOfLines)")
                    + (label.textAlignment == .center ? " centre" : "")
            case let field as UITextField:
                text("field", field.text, field.font?.style, field.adjustsFontForContentSizeCategory)
                    + " \"\(field.placeholder ?? "")\""
            case let image as UIImageView:
                "image \(image.image?.name ?? "-") \(color(image.tintColor.name))"
                    + (image.contentMode == .scaleAspectFit ? "" : " stretched")
            case let button as UIButton:
                "button \"\(button.title(for: .normal) ?? "")\" \(button.image(for: .normal)?.name ?? "-")"
                    + " \(color(button.tintColor.name))"
            case let control as UISwitch: "switch \(control.isOn ? "on" : "off")"
            case let bar as UIProgressView:
                "progress \(Stage.short(CGFloat(bar.progress))) \(color(bar.progressTintColor?.name))"
            case let sign as UIActivityIndicatorView:
                "activity \(sign.style == .large ? "large" : "small")\(sign.isAnimating ? " running" : "")"
            case let pages as UIPageControl:
                "pages \(pages.currentPage) of \(pages.numberOfPages) \(color(pages.currentPageIndicatorTintColor?.name))"
                    + " \(color(pages.pageIndicatorTintColor?.name))"
            case let control as UIRefreshControl: "refresh\(control.isRefreshing ? " running" : "")"
            default: "view"
            }
        }

        private func text(_ kind: String, _ text: String?, _ style: UIFont.TextStyle?, _ adjusts: Bool) -> String {
            "\(kind) \"\(text ?? "")\" \(style?.name ?? "-")\(adjusts ? "" : " fixed")"
        }

        fileprivate var state: String {
            var state = backgroundColor.map { " on \(color($0.name))" } ?? ""
            if alpha != 1 { state += " alpha \(alpha)" }
            if layer.cornerRadius > 0 { state += " corner \(layer.cornerRadius)" }
            if layer.zPosition != 0 { state += " z \(layer.zPosition)" }
            if let control = self as? UIControl, !control.isEnabled { state += " disabled" }
            if !(self is UILabel), !(self is UIImageView), !isUserInteractionEnabled { state += " untouchable" }
            let words = [accessibilityLabel, accessibilityValue].compactMap(\.self).filter { !$0.isEmpty }
            if !words.isEmpty || isAccessibilityElement { state += " says \(words)" }
            let isSelected = accessibilityTraits.contains(.selected)
            let roles: [UInt64: String] = [
                0: "cell", 1: "button", 2: "link", 4: "picture", 64: "text", 4_096: "adjustable", 65_536: "heading",
            ]
            let role = accessibilityTraits.subtracting(.selected).rawValue
            if isAccessibilityElement { state += " \(roles[role] ?? "\(role)")\(isSelected ? " selected" : "")" }
            if let actions = accessibilityCustomActions, !actions.isEmpty { state += " does \(actions.map(\.name))" }
            return state
        }
    }
#endif
