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

@MainActor
private final class Kept<Representable: UIViewRepresentable>: KeptView {
    private let shown: Representable.UIViewType
    private let coordinator: Representable.Coordinator
    var view: UIView { shown }

    /// "SwiftUI calls this method before calling the makeUIView(context:) method", once for the place.
    init(_ representable: Representable) {
        coordinator = representable.makeCoordinator()
        shown = representable.makeUIView(context: UIViewRepresentableContext(coordinator))
        shown.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }

    func update(_ new: any View) -> Bool {
        guard let representable = new as? Representable else { return false }
        representable.updateUIView(shown, context: UIViewRepresentableContext(coordinator))
        return true
    }

    func dismantle() { Representable.dismantleUIView(shown, coordinator: coordinator) }
}

extension View {
    /// The view of UIKit that this one wraps, for a new place in the hierarchy.
    var kept: (any KeptView)? {
        func make(_ representable: some UIViewRepresentable) -> any KeptView { Kept(representable) }
        return (self as? any UIViewRepresentable).map { make($0) }
    }
}

/// uihostingcontroller: shows the views of UIKit in a hierarchy, each as large as its own view.
@MainActor
open class UIHostingController<Content: View>: UIViewController {
    open var rootView: Content
    /// For tests.
    public let hierarchy = HostedHierarchy()

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
    public func update() { hierarchy.update(rootView, in: view) }
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

/// The view of a hosting configuration.
@MainActor
public final class HostedRow: UIView, UIContentView, MeasuredContent {
    private let kind: Any.Type
    let parts = HostedParts()
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
        parts.owner = self
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }

    public func supports(_ configuration: any UIContentConfiguration) -> Bool { type(of: configuration) == kind }

    private var hosting: (any HostingConfiguration)? { configuration as? any HostingConfiguration }
    var content: (any View)? { hosting?.anyContent }
    var margin: CGFloat { hosting?.margin ?? 0 }
    func contentChanged() { setNeedsLayout() }

    /// For tests: the text that the row shows.
    public var text: String { parts.text(width: bounds.width) }

    /// "A value of nil indicates that the system default should be used": uihostingconfiguration/minsize(width:height:). That the
    /// default is 44 is not documented.
    public override func sizeThatFits(_ size: CGSize) -> CGSize {
        let height = parts.contentSize(size.width).height + 2 * margin
        return CGSize(width: size.width, height: max(height, hosting?.minimumHeight ?? 44))
    }

    public override func layoutSubviews() {
        super.layoutSubviews()
        parts.layOut(width: bounds.width)
    }

    public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        pressed = touches.first.flatMap { parts.button(at: $0.location(in: self), width: bounds.width)?.text }
        super.touchesBegan(touches, with: event)
    }

    /// A button is pressed, and the touch is cancelled for the views: uigesturerecognizer/cancelstouchesinview. That SwiftUI uses a
    /// recognizer with this default is not documented.
    public override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let pressed, let point = touches.first?.location(in: self),
            let button = parts.button(at: point, width: bounds.width), button.text == pressed
        else {
            return super.touchesEnded(touches, with: event)
        }
        button.action?()
        touchesCancelled(touches, with: event)
    }

    /// For tests: state inside of rows has changed.
    public static func stateChanged() { HostedParts.stateChanged() }
}
