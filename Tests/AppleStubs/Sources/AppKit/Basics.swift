import CollectionViewRules
// A double of the part of AppKit that this package uses, written from Apple's public documentation: declarations to check
// against, and views that enforce the documented rules. See also the module UIKit.
@_exported import Foundation

extension IndexPath {
    public init(item: Int, section: Int) { self = [section, item] }
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}

public enum NSUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
}

@MainActor
open class NSResponder: NSObject {
    public override init() { super.init() }
    open weak var nextResponder: NSResponder?
    // Events that a responder does not handle go to the next one.
    open func mouseDown(with event: NSEvent) { nextResponder?.mouseDown(with: event) }
    open func mouseDragged(with event: NSEvent) { nextResponder?.mouseDragged(with: event) }
    open func mouseUp(with event: NSEvent) { nextResponder?.mouseUp(with: event) }
    open func keyDown(with event: NSEvent) { nextResponder?.keyDown(with: event) }
    open func scrollWheel(with event: NSEvent) { nextResponder?.scrollWheel(with: event) }
    open func cancelOperation(_ sender: Any?) { nextResponder?.cancelOperation(sender) }
    open var acceptsFirstResponder: Bool { false }
    open func becomeFirstResponder() -> Bool { true }
    open func resignFirstResponder() -> Bool { true }
}

/// On Apple's systems it is in Core Graphics.
public struct CGAffineTransform: Equatable, Sendable {
    public var a, b, c, d, tx, ty: CGFloat
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
}

@MainActor open class CGColor {
    /// For tests.
    public let name: String
    init(_ name: String) { self.name = name }
}

@MainActor open class CALayer: NSObject {
    /// "Higher values place the layer visually closer to the viewer": calayer/zposition.
    open var zPosition: CGFloat = 0
    /// "The default value of this property is (0.5, 0.5)": calayer/anchorpoint. That of a layer which AppKit makes is not documented, so the
    /// tests run with others.
    open var anchorPoint = NSView.anchorPoint
    private var transform = CGAffineTransform.identity
    /// "Any transformations you apply to the layer occur relative to the layer's anchor point": calayer/transform.
    open func setAffineTransform(_ m: CGAffineTransform) { transform = m }
    open func affineTransform() -> CGAffineTransform { transform }
    open var cornerRadius: CGFloat = 0
    open var backgroundColor: CGColor?
    public override init() {}
}

@MainActor
open class NSView: NSResponder {
    open var frame: NSRect = .zero {
        didSet {
            if frame.origin.x.isNaN || frame.origin.y.isNaN || frame.width.isNaN || frame.height.isNaN {
                Rule.broken("a frame is not a number: \(frame)")
            }
            bounds.size = frame.size
            // Whether AppKit ends the transform of a layer when it sets the layer's geometry is not documented.
            layer?.setAffineTransform(.identity)
            if oldValue.size != frame.size { needsLayout = true }
        }
    }
    open var bounds: NSRect = .zero { didSet { if bounds != oldValue { boundsChanged() } } }
    open func setBoundsOrigin(_ newOrigin: NSPoint) { bounds.origin = newOrigin }
    open func setFrameSize(_ newSize: NSSize) { frame.size = newSize }
    public static let boundsDidChangeNotification = Notification.Name("NSViewBoundsDidChangeNotification")
    /// "Observers are notified only if the view posts": nsview/postsboundschangednotifications.
    open var postsBoundsChangedNotifications = false
    private func boundsChanged() {
        if postsBoundsChangedNotifications {
            NotificationCenter.default.post(name: Self.boundsDidChangeNotification, object: self)
        }
    }
    open var isHidden = false
    open var alphaValue: CGFloat = 1
    open var identifier: NSUserInterfaceItemIdentifier?
    open var userInterfaceLayoutDirection: NSUserInterfaceLayoutDirection = .leftToRight
    /// "A view has a layer only if it wants one": nsview/wantslayer.
    open var wantsLayer = false { didSet { layer = wantsLayer ? layer ?? CALayer() : nil } }
    open private(set) var layer: CALayer?
    /// For tests: the anchor points of layers that AppKit makes.
    public static var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    /// For tests: where a point of the view is drawn in a flipped superview, both from the upper left corner.
    public func drawn(_ point: CGPoint) -> CGPoint {
        guard let layer else { return CGPoint(x: frame.minX + point.x, y: frame.minY + point.y) }
        let anchor = CGPoint(x: layer.anchorPoint.x * frame.width, y: layer.anchorPoint.y * frame.height)
        let (x, y, transform) = (point.x - anchor.x, point.y - anchor.y, layer.affineTransform())
        return CGPoint(
            x: frame.minX + anchor.x + transform.a * x + transform.c * y + transform.tx,
            y: frame.minY + anchor.y + transform.b * x + transform.d * y + transform.ty)
    }
    /// The y axis of a view points up, unless it is flipped.
    open var isFlipped: Bool { false }
    open private(set) var subviews: [NSView] = []
    open private(set) weak var superview: NSView?
    open private(set) weak var window: NSWindow?

    public init(frame frameRect: NSRect) {
        super.init()
        frame = frameRect
        bounds = NSRect(origin: .zero, size: frameRect.size)
    }
    public required init?(coder: NSCoder) { super.init() }

    public enum OrderingMode: Int, Sendable {
        case above = 1
        case below = -1
    }

    open func addSubview(_ view: NSView) { insert(view, at: subviews.count) }
    /// A view that is added without another one is in front of all others, or behind them: nsview/addsubview(_:positioned:relativeto:).
    open func addSubview(_ view: NSView, positioned place: OrderingMode, relativeTo otherView: NSView?) {
        view.removeFromSuperview()
        let other = otherView.flatMap { other in subviews.firstIndex { $0 === other } }
        insert(view, at: other.map { place == .above ? $0 + 1 : $0 } ?? (place == .above ? subviews.count : 0))
    }
    private func insert(_ view: NSView, at index: Int) {
        if view.superview != nil {
            let own = view.superview === self ? subviews.firstIndex { $0 === view } : nil
            // Within a superview, a view that is moved keeps the keyboard.
            if own != nil {
                subviews.removeAll { $0 === view }
            } else if let other = view.window, let window, other !== window {
                // A view that is moved to another window is in no moment without one.
                if (other.firstResponder as? NSView)?.isDescendant(of: view) == true { other.makeFirstResponder(nil) }
                view.superview?.subviews.removeAll { $0 === view }
            } else {
                view.removeFromSuperview()
            }
            view.superview = nil
            return insert(view, at: own.map { $0 < index ? index - 1 : index } ?? index)
        }
        view.superview = self
        view.nextResponder = self
        subviews.insert(view, at: index)
        view.enter(window)
    }
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        nextResponder = nil
        // The window is its own first responder then: not documented.
        if let window, (window.firstResponder as? NSView)?.isDescendant(of: self) == true {
            window.makeFirstResponder(nil)
        }
        enter(nil)
    }
    func enter(_ window: NSWindow?) {
        let changes = window !== self.window
        self.window = window
        for view in subviews { view.enter(window) }
        if changes { viewDidMoveToWindow() }
    }
    open func viewDidMoveToWindow() {}
    open func isDescendant(of view: NSView) -> Bool { self === view || superview?.isDescendant(of: view) ?? false }
    open var enclosingScrollView: NSScrollView? {
        var view = superview
        while let next = view {
            if let scrollView = next as? NSScrollView { return scrollView }
            view = next.superview
        }
        return nil
    }

    // MARK: Coordinates

    private func fromSuperview(_ point: NSPoint) -> NSPoint {
        let isTurned = isFlipped != (superview?.isFlipped ?? false)
        return NSPoint(
            x: point.x - frame.minX + bounds.minX,
            y: (isTurned ? frame.maxY - point.y : point.y - frame.minY) + bounds.minY)
    }
    private func toSuperview(_ point: NSPoint) -> NSPoint {
        let (x, y) = (point.x - bounds.minX, point.y - bounds.minY)
        let isTurned = isFlipped != (superview?.isFlipped ?? false)
        return NSPoint(x: x + frame.minX, y: isTurned ? frame.maxY - y : y + frame.minY)
    }
    /// Nil means the window, whose origin is at the bottom.
    open func convert(_ point: NSPoint, from view: NSView?) -> NSPoint {
        guard self !== view else { return point }
        var ways: [NSView] = []
        var next: NSView? = self
        while let each = next, each !== view {
            ways.append(each)
            next = each.superview
        }
        let outer = view == nil || next === view ? point : view!.convert(point, to: nil)
        return ways.reversed().reduce(outer) { $1.fromSuperview($0) }
    }
    open func convert(_ point: NSPoint, to view: NSView?) -> NSPoint {
        guard self !== view else { return point }
        let outer = toSuperview(point)
        return superview?.convert(outer, to: view) ?? outer
    }
    open func convert(_ rect: NSRect, to view: NSView?) -> NSRect {
        let (first, second) = (
            convert(NSPoint(x: rect.minX, y: rect.minY), to: view),
            convert(NSPoint(x: rect.maxX, y: rect.maxY), to: view)
        )
        return NSRect(
            x: min(first.x, second.x), y: min(first.y, second.y), width: rect.width, height: rect.height)
    }
    /// The point is in the coordinates of the superview: nsview/hittest(_:).
    open func hitTest(_ point: NSPoint) -> NSView? {
        guard !isHidden, frame.contains(point) else { return nil }
        let inner = fromSuperview(point)
        for view in subviews.reversed() { if let hit = view.hitTest(inner) { return hit } }
        return self
    }

    // MARK: Layout and animation

    open var needsLayout = true
    open var needsDisplay = false
    open func layout() {}
    open func layoutSubtreeIfNeeded() {
        if needsLayout {
            needsLayout = false
            layout()
        }
        for view in subviews { view.layoutSubtreeIfNeeded() }
    }
    open var fittingSize: NSSize { frame.size }
    open func animator() -> Self { self }

    // MARK: Events

    open func menu(for event: NSEvent) -> NSMenu? { nil }
    open func registerForDraggedTypes(_ newTypes: [NSPasteboard.PasteboardType]) { registeredDraggedTypes = newTypes }
    open private(set) var registeredDraggedTypes: [NSPasteboard.PasteboardType] = []
    // A destination for drags: nsdraggingdestination.
    open func draggingEntered(_ sender: any NSDraggingInfo) -> NSDragOperation { [] }
    open func draggingUpdated(_ sender: any NSDraggingInfo) -> NSDragOperation { [] }
    open func draggingExited(_ sender: (any NSDraggingInfo)?) {}
    open func performDragOperation(_ sender: any NSDraggingInfo) -> Bool { false }
    open func draggingEnded(_ sender: any NSDraggingInfo) {}
    @discardableResult
    open func beginDraggingSession(
        with items: [NSDraggingItem], event: NSEvent, source: any NSDraggingSource
    ) -> NSDraggingSession {
        if event.type != .leftMouseDown, event.type != .leftMouseDragged {
            Rule.broken("a session begins with an event of a pressed button")
        }
        if items.isEmpty { Rule.broken("a session has items") }
        let session = NSDraggingSession(items, source)
        window?.session = session
        return session
    }

    // MARK: Accessibility

    private(set) public var described = Described()
    /// The description for assistive technologies.
    public struct Described {
        public var isElement = false
        public var role: NSAccessibility.Role?
        public var label: String?
        public var value: Any?
        public var isSelected = false
        public var children: [Any]?
        public var actions: [NSAccessibilityCustomAction]?
    }
    open func setAccessibilityElement(_ isElement: Bool) { described.isElement = isElement }
    open func setAccessibilityRole(_ role: NSAccessibility.Role?) { described.role = role }
    open func setAccessibilityLabel(_ label: String?) { described.label = label }
    open func setAccessibilityValue(_ value: Any?) { described.value = value }
    open func setAccessibilitySelected(_ isSelected: Bool) { described.isSelected = isSelected }
    open func setAccessibilityCustomActions(_ actions: [NSAccessibilityCustomAction]?) { described.actions = actions }
    open func accessibilityChildren() -> [Any]? { subviews }
    open func accessibilityPerformIncrement() -> Bool { false }
    open func accessibilityPerformDecrement() -> Bool { false }
}

public enum NSAccessibility {
    public struct Role: Hashable, Sendable {
        public let name: String
        public static let cell = Role(name: "AXCell")
        public static let button = Role(name: "AXButton")
        public static let image = Role(name: "AXImage")
        public static let link = Role(name: "AXLink")
        public static let staticText = Role(name: "AXStaticText")
        public static let list = Role(name: "AXList")
        public static let checkBox = Role(name: "AXCheckBox")
        public static let slider = Role(name: "AXSlider")
    }
}

@MainActor
open class NSAccessibilityCustomAction: NSObject {
    public let name: String
    public let handler: () -> Bool
    public init(name: String, handler: @escaping () -> Bool) { (self.name, self.handler) = (name, handler) }
}

@MainActor
open class NSWindow: NSResponder {
    open var backingScaleFactor: CGFloat = 2
    open var contentView: NSView? {
        didSet {
            oldValue?.enter(nil)
            contentView?.enter(self)
        }
    }
    open private(set) var firstResponder: NSResponder?
    @discardableResult
    open func makeFirstResponder(_ responder: NSResponder?) -> Bool {
        if firstResponder === responder { return true }
        guard firstResponder?.resignFirstResponder() ?? true else { return false }
        firstResponder = responder
        return responder?.becomeFirstResponder() ?? true
    }
    var session: NSDraggingSession?
}

/// The visible part of a scroll view's document. Its bounds move over the document.
@MainActor
open class NSClipView: NSView {
    open override var isFlipped: Bool { subviews.first?.isFlipped ?? false }
    open func scroll(to newOrigin: NSPoint) { bounds.origin = newOrigin }
    open override var bounds: NSRect {
        didSet { if bounds != oldValue { (subviews.first as? NSCollectionView)?.clipViewMoved() } }
    }
}

@MainActor
open class NSScrollView: NSView {
    public static let willStartLiveScrollNotification = Notification.Name("NSScrollViewWillStartLiveScrollNotification")
    public static let didEndLiveScrollNotification = Notification.Name("NSScrollViewDidEndLiveScrollNotification")
    open var contentInsets = NSEdgeInsetsZero
    public let contentView = NSClipView(frame: .zero)
    open var hasVerticalScroller = false
    open var hasHorizontalScroller = false
    open var drawsBackground = true
    public override init(frame frameRect: NSRect) {
        super.init(frame: frameRect)
        addSubview(contentView)
        contentView.frame = NSRect(origin: .zero, size: frameRect.size)
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }
    open override var frame: NSRect {
        didSet { contentView.frame = NSRect(origin: .zero, size: frame.size) }
    }
    open var documentView: NSView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let documentView { contentView.addSubview(documentView) }
        }
    }
    open var documentVisibleRect: NSRect { contentView.bounds }
    open func reflectScrolledClipView(_ cView: NSClipView) {}
    /// A touchpad or a wheel moves the document as far as it goes.
    open override func scrollWheel(with event: NSEvent) {
        if event.phase == .began {
            NotificationCenter.default.post(name: Self.willStartLiveScrollNotification, object: self)
        }
        let (visible, size) = (contentView.bounds, documentView?.frame.size ?? .zero)
        contentView.scroll(
            to: NSPoint(
                x: min(max(0, visible.minX - event.scrollingDeltaX), max(0, size.width - visible.width)),
                y: min(max(0, visible.minY - event.scrollingDeltaY), max(0, size.height - visible.height))))
        if event.phase == .ended || event.phase == .cancelled {
            NotificationCenter.default.post(name: Self.didEndLiveScrollNotification, object: self)
        }
    }
}

@MainActor
open class NSViewController: NSResponder {
    private var loaded: NSView?
    open var view: NSView {
        get {
            if loaded == nil {
                loadView()
                viewDidLoad()
            }
            return loaded!
        }
        set { loaded = newValue }
    }
    public override init() { super.init() }
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    /// "If you don't use a nib file, override this method": nsviewcontroller/loadview(). An item of a collection view without one gets a
    /// plain view here.
    open func loadView() { view = NSView(frame: .zero) }
    open func viewDidLoad() {}
}
