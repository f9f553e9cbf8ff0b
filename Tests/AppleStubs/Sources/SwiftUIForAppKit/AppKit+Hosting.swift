import CollectionViewRules

/// nsviewrepresentable
@MainActor @preconcurrency
public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    associatedtype Coordinator = Void
    typealias Context = NSViewRepresentableContext<Self>
    func makeCoordinator() -> Coordinator
    func makeNSView(context: Context) -> NSViewType
    func updateNSView(_ nsView: NSViewType, context: Context)
    static func dismantleNSView(_ nsView: NSViewType, coordinator: Coordinator)
}
extension NSViewRepresentable {
    public var body: Never { fatalError() }
    public static func dismantleNSView(_ nsView: NSViewType, coordinator: Coordinator) {}
}
extension NSViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

/// nsviewrepresentablecontext
@MainActor @preconcurrency
public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let transaction: Transaction
    public let environment: EnvironmentValues

    init(_ coordinator: Representable.Coordinator) {
        self.coordinator = coordinator
        (transaction, environment) = (Updating.transaction, Updating.environment)
    }
}

@MainActor
private final class Kept<Representable: NSViewRepresentable>: KeptView {
    private let shown: Representable.NSViewType
    private let coordinator: Representable.Coordinator
    var view: NSView { shown }

    /// "SwiftUI calls this method before calling the makeNSView(context:) method", once for the place.
    init(_ representable: Representable) {
        coordinator = representable.makeCoordinator()
        shown = representable.makeNSView(context: NSViewRepresentableContext(coordinator))
    }

    func update(_ new: any View) -> Bool {
        guard let representable = new as? Representable else { return false }
        representable.updateNSView(shown, context: NSViewRepresentableContext(coordinator))
        return true
    }

    func dismantle() { Representable.dismantleNSView(shown, coordinator: coordinator) }
}

extension View {
    /// The view of AppKit that this one wraps, for a new place in the hierarchy.
    var kept: (any KeptView)? {
        func make(_ representable: some NSViewRepresentable) -> any KeptView { Kept(representable) }
        return (self as? any NSViewRepresentable).map { make($0) }
    }
}

/// nshostingview: shows the views of AppKit in a hierarchy, each as large as itself.
@MainActor
open class NSHostingView<Content: View>: NSView {
    open var rootView: Content
    /// For tests.
    public let hierarchy = HostedHierarchy()

    public required init(rootView: Content) {
        self.rootView = rootView
        super.init(frame: .zero)
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }

    /// nshostingview/isflipped
    open override var isFlipped: Bool { true }

    /// For tests: SwiftUI evaluates the bodies again, after a change of state.
    public func update() { hierarchy.update(rootView, in: self) }

    open override func layout() {
        super.layout()
        for view in subviews { view.frame = bounds }
    }
}

// MARK: Rows

/// nshostingsizingoptions
public struct NSHostingSizingOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let minSize = NSHostingSizingOptions(rawValue: 1)
    public static let intrinsicContentSize = NSHostingSizingOptions(rawValue: 2)
    public static let maxSize = NSHostingSizingOptions(rawValue: 4)
    public static let standardBounds: NSHostingSizingOptions = [.minSize, .intrinsicContentSize, .maxSize]
}

/// safearearegions
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let all = SafeAreaRegions(rawValue: .max)
}

/// nshostingcontroller: its view is a ``HostedRow``, which shows no views of AppKit.
@MainActor
open class NSHostingController<Content: View>: NSViewController {
    open var rootView: Content { didSet { row.show(rootView) } }
    /// nshostingcontroller/sizingoptions: the default is `standardBounds`.
    open var sizingOptions = NSHostingSizingOptions.standardBounds { didSet { row.sizingOptions = sizingOptions } }
    /// nshostingcontroller/safearearegions
    @available(macOS 13.3, *)
    open var safeAreaRegions: SafeAreaRegions {
        get { row.safeAreaRegions }
        set { row.safeAreaRegions = newValue }
    }
    private let row = HostedRow(frame: .zero)

    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
        view = row
        row.show(rootView)
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }

    /// nshostingcontroller/sizethatfits(in:): "The size that offers the best fit for the root view and its contents."
    open func sizeThatFits(in size: CGSize) -> CGSize {
        CGSize(width: size.width, height: row.parts.contentSize(size.width).height)
    }
}

/// The view of a hosting controller in a row.
@MainActor
public final class HostedRow: NSView, MeasuredContent {
    let parts = HostedParts()
    private(set) var content: (any View)?
    let margin: CGFloat = 0
    var sizingOptions = NSHostingSizingOptions.standardBounds
    var safeAreaRegions = SafeAreaRegions.all
    private var pressed: String?
    /// For tests: how often the row received a view.
    public private(set) var configurations = 0

    public override init(frame: NSRect) {
        super.init(frame: frame)
        parts.owner = self
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }

    func show(_ content: any View) {
        self.content = content
        configurations += 1
        needsLayout = true
    }
    func contentChanged() { needsLayout = true }

    /// For tests: the text that the row shows.
    public var text: String { parts.text(width: bounds.width) }

    public override var isFlipped: Bool { true }

    /// nshostingsizingoptions/intrinsiccontentsize: "the size that fits a proposal of `.unspecified`", so text has one line.
    public override var fittingSize: NSSize {
        sizingOptions.contains(.intrinsicContentSize) ? parts.contentSize(100_000) : frame.size
    }

    public override func layout() {
        super.layout()
        // A window whose bars cover the content has safe areas in it: nsview/safeareainsets.
        if safeAreaRegions != [] { Rule.broken("a row in a scroll view has no safe areas of its own") }
        parts.layOut(width: bounds.width)
    }

    private func button(at event: NSEvent) -> HostedParts.Part? {
        parts.button(at: convert(event.locationInWindow, from: nil), width: bounds.width)
    }

    public override func mouseDown(with event: NSEvent) {
        pressed = button(at: event)?.text
        if pressed == nil { super.mouseDown(with: event) }
    }

    public override func mouseDragged(with event: NSEvent) {
        if pressed == nil { super.mouseDragged(with: event) }
    }

    /// A button has the mouse, and other views leave it to the responders around them. The latter is documented nowhere.
    public override func mouseUp(with event: NSEvent) {
        guard let pressed else { return super.mouseUp(with: event) }
        self.pressed = nil
        if let button = button(at: event), button.text == pressed { button.action?() }
    }

    /// For tests: state inside of rows has changed.
    public static func stateChanged() { HostedParts.stateChanged() }
}
