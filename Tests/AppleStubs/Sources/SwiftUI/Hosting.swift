import CollectionViewRules
import UIKit

/// uiviewrepresentable
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
@MainActor @preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let transaction: Transaction
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
        shown = representable.makeUIView(
            context: UIViewRepresentableContext(coordinator: coordinator, transaction: Updating.transaction))
    }

    func update(_ new: any View) {
        guard let representable = new as? Representable else { return }
        representable.updateUIView(
            shown, context: UIViewRepresentableContext(coordinator: coordinator, transaction: Updating.transaction))
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
        if let button = view as? Button<Text> {
            buttons[button.title] = button.action
            texts.append(button.title)
        }
        if let field = view as? TextField<Text> { fields.append(field.value) }
        for (index, child) in primitive.children.enumerated() { visit(child, at: "\(place).\(index)") }
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
@MainActor
public struct UIHostingConfiguration<Content: View, Background: View>: UIContentConfiguration {
    let content: Content
    var margin: CGFloat = 8
    public func margins(_ edges: Edge.Set = .all, _ length: CGFloat) -> UIHostingConfiguration<Content, Background> {
        var copy = self
        copy.margin = length
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
}
extension UIHostingConfiguration: HostingConfiguration {
    var anyContent: any View { content }
}

/// The view of a hosting configuration. Its height is that of its lines of text.
@MainActor
public final class HostedRow: UIView, UIContentView {
    private static var all: [WeakRow] = []
    private struct WeakRow { weak var row: HostedRow? }
    var geometry: Any?
    private let kind: Any.Type
    public var configuration: any UIContentConfiguration { didSet { setNeedsLayout() } }

    init(_ configuration: any UIContentConfiguration, _ content: any View) {
        self.configuration = configuration
        kind = type(of: configuration)
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        Self.all.append(WeakRow(row: self))
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }

    public func supports(_ configuration: any UIContentConfiguration) -> Bool { type(of: configuration) == kind }

    private var content: (any HostingConfiguration)? { configuration as? any HostingConfiguration }

    /// For tests: the text that the row shows.
    public var text: String { content.map { Self.texts(in: $0.anyContent).joined(separator: "\n") } ?? "" }

    private static func texts(in view: any View) -> [String] {
        guard let primitive = view as? any PrimitiveView else { return texts(in: view.body) }
        return (primitive.text.map { [$0] } ?? []) + primitive.children.flatMap { texts(in: $0) }
    }

    public override func sizeThatFits(_ size: CGSize) -> CGSize {
        let margin = content?.margin ?? 0
        let room = max(10, size.width - 2 * margin)
        let lines = content.map { Self.texts(in: $0.anyContent) } ?? []
        let height = lines.reduce(0) { $0 + max(1, (CGFloat($1.count) * 10 / room).rounded(.up)) * 20 }
        return CGSize(width: size.width, height: height + 2 * margin)
    }

    public override func layoutSubviews() {
        super.layoutSubviews()
        guard let content else { return }
        let size = sizeThatFits(bounds.size)
        func visit(_ view: any View) {
            guard let primitive = view as? any PrimitiveView else { return visit(view.body) }
            primitive.laidOut(size, in: self)
            for child in primitive.children { visit(child) }
        }
        visit(content.anyContent)
    }

    /// For tests: state inside of rows has changed.
    public static func stateChanged() { for each in all { each.row?.setNeedsLayout() } }
}
