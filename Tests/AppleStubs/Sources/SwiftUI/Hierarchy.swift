import CollectionViewRules

#if LISTENGINE_APPKIT
    public typealias ToolkitView = NSView
#else
    public typealias ToolkitView = UIView
#endif

/// A view of the toolkit that SwiftUI keeps for a place in the hierarchy.
@MainActor
protocol KeptView: AnyObject {
    var view: ToolkitView { get }
    /// - Returns: False if a view of another type is at the place.
    func update(_ new: any View) -> Bool
    func dismantle()
}

/// The views of the toolkit in a hierarchy, and what is next to them.
@MainActor
public final class HostedHierarchy {
    private var kept: [String: any KeptView] = [:]
    private var seen: Set<String> = []
    private var buttons: [String: @MainActor () -> Void] = [:]
    private var fields: [Binding<String>] = []
    private var update: () -> Void = {}
    /// For tests: the text in the hierarchy, without that of rows.
    public private(set) var texts: [String] = []

    /// SwiftUI evaluates the bodies.
    func update(_ root: some View, in parent: ToolkitView) {
        update = { [weak self, weak parent] in if let parent { self?.update(root, in: parent) } }
        (seen, buttons, fields, texts) = ([], [:], [], [])
        Updating.isRunning = true
        visit(root, at: "", in: parent)
        Updating.isRunning = false
        Updating.transaction = Transaction()
        for (place, gone) in kept where !seen.contains(place) {
            gone.view.removeFromSuperview()
            gone.dismantle()
            kept[place] = nil
        }
    }

    /// For tests: the user taps a button, or types in a field.
    public func tap(_ title: String) -> Bool {
        guard let action = buttons[title] else { return false }
        action()
        update()
        return true
    }
    public func type(_ text: String, inField index: Int = 0) {
        fields[index].wrappedValue = text
        update()
    }

    private func visit(_ view: any View, at place: String, in parent: ToolkitView) {
        if show(view, at: place, in: parent) { return }
        guard let primitive = view as? any PrimitiveView else { return visit(view.body, at: place + "b", in: parent) }
        if let text = primitive.text { texts.append(text) }
        if let button = view as? Button<Text> { buttons[button.title] = button.action }
        if let field = view as? TextField<Text> { fields.append(field.value) }
        primitive.forEachChild { index, child in visit(child, at: "\(place).\(index)", in: parent) }
    }

    /// - Returns: False if the view is not one that wraps a view of the toolkit.
    private func show(_ view: any View, at place: String, in parent: ToolkitView) -> Bool {
        if kept[place]?.update(view) == true {
            seen.insert(place)
            return true
        }
        guard let new = view.kept else { return false }
        if let old = kept[place] {
            old.view.removeFromSuperview()
            old.dismantle()
        }
        seen.insert(place)
        kept[place] = new
        new.view.frame = parent.bounds
        parent.addSubview(new.view)
        return new.update(view)
    }
}

// MARK: Rows

/// A view of the toolkit whose content is a view of SwiftUI.
@MainActor
protocol MeasuredContent: AnyObject {
    var content: (any View)? { get }
    var margin: CGFloat { get }
    func contentChanged()
}

/// The text and the buttons of a row, below each other, with lines of 20 points.
@MainActor
final class HostedParts {
    private static var all: [WeakParts] = []
    private struct WeakParts { weak var parts: HostedParts? }
    struct Part {
        let text: String
        let frame: CGRect
        let action: (@MainActor () -> Void)?
    }
    var geometry: Any?
    weak var owner: (any MeasuredContent)?

    init() { Self.all.append(WeakParts(parts: self)) }

    static func stateChanged() { for each in all { each.parts?.owner?.contentChanged() } }

    func text(width: CGFloat) -> String { parts(width: width).map(\.text).joined(separator: "\n") }

    /// A row is the root of its hierarchy. That it inherits an environment is documented nowhere.
    private func forEachView(_ visit: (any PrimitiveView) -> Void) {
        guard let content = owner?.content else { return }
        func walk(_ view: any View) {
            guard let primitive = view as? any PrimitiveView else { return walk(view.body) }
            visit(primitive)
            primitive.forEachChild { _, child in walk(child) }
        }
        let outer = Updating.environment
        Updating.environment = EnvironmentValues()
        walk(content)
        Updating.environment = outer
    }

    private func parts(width: CGFloat) -> [Part] {
        let margin = owner?.margin ?? 0
        let room = max(10, width - 2 * margin)
        var (parts, y) = ([Part](), margin)
        forEachView { view in
            guard let text = view.text else { return }
            let length = CGFloat(text.count) * 10
            let height = max(1, (length / room).rounded(.up)) * 20
            let frame = CGRect(x: margin, y: y, width: min(length, room), height: height)
            parts.append(Part(text: text, frame: frame, action: (view as? Button<Text>)?.action))
            y += height
        }
        return parts
    }

    func contentSize(_ width: CGFloat) -> CGSize {
        let margin = owner?.margin ?? 0
        return CGSize(
            width: max(0, width - 2 * margin), height: (parts(width: width).last?.frame.maxY ?? margin) - margin)
    }

    func layOut(width: CGFloat) {
        let size = contentSize(width)
        forEachView { $0.laidOut(size, in: self) }
    }

    func button(at point: CGPoint, width: CGFloat) -> Part? {
        parts(width: width).first { $0.action != nil && $0.frame.contains(point) }
    }
}
