import CollectionViewRules
import UIKit

/// uiviewrepresentable
@available(watchOS, unavailable)
@MainActor @preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeCoordinator() -> Coordinator
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ uiView: UIViewType, context: Context)
    static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)
}
extension UIViewRepresentable {
    public var body: Never { fatalError() }
    public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
}
extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

/// uiviewrepresentablecontext
@available(watchOS, unavailable)
@MainActor @preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let transaction: Transaction
    public let environment: EnvironmentValues

    init(_ coordinator: Representable.Coordinator) {
        self.coordinator = coordinator
        (transaction, environment) = (Updating.transaction, Updating.environment)
    }
}

/// uiview/semanticcontentattribute. Only this module needs it.
public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft
}
extension UIView {
    public var semanticContentAttribute: UISemanticContentAttribute {
        get { effectiveUserInterfaceLayoutDirection == .rightToLeft ? .forceRightToLeft : .unspecified }
        set { effectiveUserInterfaceLayoutDirection = newValue == .forceRightToLeft ? .rightToLeft : .leftToRight }
    }
}

/// A view of UIKit that SwiftUI keeps for a place in the hierarchy.
@MainActor
private protocol KeptView: AnyObject {
    var view: UIView { get }
    func update(_ new: any View)
    func dismantle()
}

@MainActor
private final class Kept<Representable: UIViewRepresentable>: KeptView {
    private let shown: Representable.UIViewType
    private let coordinator: Representable.Coordinator
    var view: UIView { shown }

    /// "SwiftUI calls this method before calling the makeUIView(context:) method", once for the place.
    init(_ representable: Representable) {
        coordinator = representable.makeCoordinator()
        shown = representable.makeUIView(context: UIViewRepresentableContext(coordinator))
    }

    func update(_ new: any View) {
        guard let representable = new as? Representable else { return }
        representable.updateUIView(shown, context: UIViewRepresentableContext(coordinator))
    }

    func dismantle() { Representable.dismantleUIView(shown, coordinator: coordinator) }
}

/// uihostingcontroller: shows the views of UIKit in a hierarchy, each as large as its own view.
@MainActor
open class UIHostingController<Content: View>: UIViewController {
    open var rootView: Content
    private var kept: [String: any KeptView] = [:]
    private var seen: Set<String> = []
    private var buttons: [String: @MainActor () -> Void] = [:]
    private var fields: [Binding<String>] = []
    /// For tests: the text in the hierarchy, without that of rows.
    public private(set) var texts: [String] = []

    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }

    open override func viewDidLoad() {
        super.viewDidLoad()
        update()
    }

    /// For tests: SwiftUI evaluates the bodies again, after a change of state.
    public func update() {
        (seen, buttons, fields, texts) = ([], [:], [], [])
        Updating.isRunning = true
        visit(rootView, at: "")
        Updating.isRunning = false
        Updating.transaction = Transaction()
        for (place, gone) in kept where !seen.contains(place) {
            gone.view.removeFromSuperview()
            gone.dismantle()
            kept[place] = nil
        }
    }

    /// For tests: the view goes away.
    public func dismantle() {
        for each in kept.values {
            each.view.removeFromSuperview()
            each.dismantle()
        }
        kept = [:]
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

    private func visit(_ view: any View, at place: String) {
        if let representable = view as? any UIViewRepresentable { return show(representable, at: place) }
        guard let primitive = view as? any PrimitiveView else { return visit(view.body, at: place + "b") }
        if let text = primitive.text { texts.append(text) }
        if let button = view as? Button<Text> { buttons[button.title] = button.action }
        if let field = view as? TextField<Text> { fields.append(field.value) }
        primitive.forEachChild { index, child in visit(child, at: "\(place).\(index)") }
    }

    private func show<Representable: UIViewRepresentable>(_ representable: Representable, at place: String) {
        seen.insert(place)
        if !(kept[place] is Kept<Representable>) {
            let new = Kept(representable)
            kept[place] = new
            new.view.frame = self.view.bounds
            new.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            self.view.addSubview(new.view)
        }
        kept[place]?.update(representable)
    }
}

// MARK: Rows

/// edge/set
public struct Edge {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let all = Set(rawValue: 15)
    }
}

/// uihostingconfiguration: a content configuration with SwiftUI views.
@available(watchOS, unavailable)
@MainActor
public struct UIHostingConfiguration<Content: View, Background: View>: UIContentConfiguration {
    let content: Content
    var margin: CGFloat = 8
    var minimumHeight: CGFloat?
    public func margins(_ edges: Edge.Set = .all, _ length: CGFloat) -> UIHostingConfiguration<Content, Background> {
        var copy = self
        copy.margin = length
        return copy
    }
    public func minSize(width: CGFloat? = nil, height: CGFloat? = nil) -> UIHostingConfiguration<Content, Background> {
        var copy = self
        copy.minimumHeight = height
        return copy
    }
    public func makeContentView() -> any UIView & UIContentView { HostedRow(self, content) }
    public func updated(for state: any UIConfigurationState) -> UIHostingConfiguration { self }
}
extension UIHostingConfiguration where Background == EmptyView {
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@MainActor protocol HostingConfiguration {
    var anyContent: any View { get }
    var margin: CGFloat { get }
    var minimumHeight: CGFloat? { get }
}
extension UIHostingConfiguration: HostingConfiguration {
    var anyContent: any View { content }
}

/// The view of a hosting configuration. Its text and its buttons are below each other, with lines of 20 points.
@MainActor
public final class HostedRow: UIView, UIContentView {
    private static var all: [WeakRow] = []
    private struct WeakRow { weak var row: HostedRow? }
    private struct Part {
        let text: String
        let frame: CGRect
        let action: (@MainActor () -> Void)?
    }
    var geometry: Any?
    private let kind: Any.Type
    private var pressed: String?
    public var configuration: any UIContentConfiguration {
        didSet {
            configurations += 1
            setNeedsLayout()
        }
    }
    /// For tests: how often the row received a configuration.
    public private(set) var configurations = 1

    init(_ configuration: any UIContentConfiguration, _ content: any View) {
        self.configuration = configuration
        kind = type(of: configuration)
        super.init(frame: .zero)
        Self.all.append(WeakRow(row: self))
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }

    public func supports(_ configuration: any UIContentConfiguration) -> Bool { type(of: configuration) == kind }

    private var content: (any HostingConfiguration)? { configuration as? any HostingConfiguration }

    /// For tests: the text that the row shows.
    public var text: String { parts(width: bounds.width).map(\.text).joined(separator: "\n") }

    /// A row is the root of its hierarchy. That it inherits an environment is documented nowhere.
    private func forEachView(_ visit: (any PrimitiveView) -> Void) {
        guard let content else { return }
        func walk(_ view: any View) {
            guard let primitive = view as? any PrimitiveView else { return walk(view.body) }
            visit(primitive)
            primitive.forEachChild { _, child in walk(child) }
        }
        let outer = Updating.environment
        Updating.environment = EnvironmentValues()
        walk(content.anyContent)
        Updating.environment = outer
    }

    private func parts(width: CGFloat) -> [Part] {
        let margin = content?.margin ?? 0
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

    private func contentSize(_ width: CGFloat) -> CGSize {
        let margin = content?.margin ?? 0
        return CGSize(
            width: max(0, width - 2 * margin), height: (parts(width: width).last?.frame.maxY ?? margin) - margin)
    }

    /// "A value of nil indicates that the system default should be used": uihostingconfiguration/minsize(width:height:). That the
    /// default is 44 is not documented.
    public override func sizeThatFits(_ size: CGSize) -> CGSize {
        let height = contentSize(size.width).height + 2 * (content?.margin ?? 0)
        return CGSize(width: size.width, height: max(height, content?.minimumHeight ?? 44))
    }

    public override func layoutSubviews() {
        super.layoutSubviews()
        let size = contentSize(bounds.width)
        forEachView { $0.laidOut(size, in: self) }
    }

    private func button(at touches: Set<UITouch>) -> Part? {
        guard let point = touches.first?.location(in: self) else { return nil }
        return parts(width: bounds.width).first { $0.action != nil && $0.frame.contains(point) }
    }

    public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        pressed = button(at: touches)?.text
        super.touchesBegan(touches, with: event)
    }

    /// A button is pressed, and the touch is cancelled for the views: uigesturerecognizer/cancelstouchesinview. That SwiftUI uses a
    /// recognizer with this default is not documented.
    public override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let pressed, let button = button(at: touches), button.text == pressed else {
            return super.touchesEnded(touches, with: event)
        }
        button.action?()
        touchesCancelled(touches, with: event)
    }

    /// For tests: state inside of rows has changed.
    public static func stateChanged() { for each in all { each.row?.setNeedsLayout() } }
}
