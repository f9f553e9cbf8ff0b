import CollectionViewRules

@MainActor
open class UIResponder: NSObject {
    public override init() { super.init() }
    open var next: UIResponder? { nil }
    open var canBecomeFirstResponder: Bool { false }
    // What a responder does not handle goes to the next one.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesBegan(presses, with: event)
    }
    open var isAccessibilityElement = false
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var accessibilityTraits = UIAccessibilityTraits()
    open var accessibilityElements: [Any]?
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    open private(set) var isFirstResponder = false
    @discardableResult open func becomeFirstResponder() -> Bool {
        isFirstResponder = true
        return true
    }
    @discardableResult open func resignFirstResponder() -> Bool {
        isFirstResponder = false
        return true
    }
}

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
    public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
    public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
    public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
    public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
    public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
}

@MainActor
open class UIAccessibilityCustomAction: NSObject {
    public typealias Handler = (UIAccessibilityCustomAction) -> Bool
    open var name: String
    open var actionHandler: Handler?
    public init(name: String, actionHandler: Handler?) { (self.name, self.actionHandler) = (name, actionHandler) }
}

/// The user's settings. Tests set them.
@MainActor
public enum UIAccessibility {
    public static var isVoiceOverRunning = false
    public static var isReduceMotionEnabled = false
}

@MainActor
open class UIEvent: NSObject {
    open var modifierFlags: UIKeyModifierFlags = []
    public override init() {}
}
@MainActor open class UIPressesEvent: UIEvent {}

@MainActor
open class UITouch: NSObject {
    /// In the coordinates of the window.
    public var point: CGPoint
    public weak var view: UIView?
    public enum TouchType: Int, Sendable { case direct, indirect, pencil, indirectPointer }
    open var type = TouchType.direct
    open var tapCount = 1
    public init(_ point: CGPoint) { self.point = point }
    open func location(in view: UIView?) -> CGPoint { view?.point(fromWindow: point) ?? point }
}

public enum UIKeyboardHIDUsage: Int, Sendable {
    case keyboardA = 0x04
    case keyboardReturnOrEnter = 0x28
    case keyboardTab = 0x2B
    case keyboardEscape = 0x29
    case keyboardDeleteOrBackspace = 0x2A
    case keyboardSpacebar = 0x2C
    case keyboardF2 = 0x3B
    case keyboardHome = 0x4A
    case keyboardPageUp = 0x4B
    case keyboardDeleteForward = 0x4C
    case keyboardEnd = 0x4D
    case keyboardPageDown = 0x4E
    case keyboardRightArrow = 0x4F
    case keyboardLeftArrow = 0x50
    case keyboardDownArrow = 0x51
    case keyboardUpArrow = 0x52
}
public struct UIKeyModifierFlags: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
}
@MainActor
open class UIKey: NSObject {
    public let keyCode: UIKeyboardHIDUsage
    public let characters: String
    public let modifierFlags: UIKeyModifierFlags
    public init(_ keyCode: UIKeyboardHIDUsage, _ characters: String = "", _ modifierFlags: UIKeyModifierFlags = []) {
        (self.keyCode, self.characters, self.modifierFlags) = (keyCode, characters, modifierFlags)
    }
}
@MainActor
open class UIPress: NSObject {
    public let key: UIKey?
    public init(_ key: UIKey?) { self.key = key }
}

@MainActor public protocol UIFocusEnvironment: AnyObject {
    var preferredFocusEnvironments: [any UIFocusEnvironment] { get }
}
@MainActor open class UIFocusUpdateContext: NSObject {
    open weak var nextFocusedView: UIView?
    public init(to view: UIView?) { nextFocusedView = view }
}
@MainActor open class UIFocusAnimationCoordinator: NSObject {
    public override init() {}
}

public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public var rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    public static let required = UILayoutPriority(rawValue: 1000)
    public static let fittingSizeLevel = UILayoutPriority(rawValue: 50)
}

/// On Apple's systems it is in Core Graphics.
public struct CGAffineTransform: Equatable, Sendable {
    public var a, b, c, d, tx, ty: CGFloat
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
}

@MainActor open class CALayer: NSObject {
    open var zPosition: CGFloat = 0
    open var cornerRadius: CGFloat = 0
    public override init() {}
}

@MainActor
open class UIView: UIResponder, UIFocusEnvironment {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
        public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
    }
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    }

    /// "If the transform property is not the identity transform, the value of this property is undefined".
    open var frame: CGRect {
        get {
            if transform != .identity { Rule.broken("the frame of a transformed view is undefined") }
            return placed
        }
        set {
            if transform != .identity { Rule.broken("the frame of a transformed view is undefined") }
            if newValue.size.width.isNaN || newValue.size.height.isNaN || newValue.origin.x.isNaN
                || newValue.origin.y.isNaN
            {
                Rule.broken("CALayer position contains NaN: \(newValue)")
            }
            bounds.size = newValue.size
            center = CGPoint(x: newValue.midX, y: newValue.midY)
        }
    }
    private var placed: CGRect {
        CGRect(
            x: center.x - bounds.width / 2, y: center.y - bounds.height / 2, width: bounds.width, height: bounds.height)
    }
    open var bounds: CGRect = .zero {
        didSet {
            for view in subviews {
                let (width, height) = (bounds.width - oldValue.width, bounds.height - oldValue.height)
                if view.autoresizingMask.contains(.flexibleWidth), width != 0 { view.frame.size.width += width }
                if view.autoresizingMask.contains(.flexibleHeight), height != 0 { view.frame.size.height += height }
            }
            if oldValue.size != bounds.size { setNeedsLayout() }
        }
    }
    open var center: CGPoint = .zero
    open var transform = CGAffineTransform.identity
    public let layer = CALayer()
    open var alpha: CGFloat = 1
    open var isHidden = false
    open var tag = 0
    open var isUserInteractionEnabled = true
    open var backgroundColor: UIColor?
    open var autoresizingMask: AutoresizingMask = []
    /// A view has the traits of the view that contains it. Tests set those of a window or of a view.
    open var traitCollection: UITraitCollection {
        get { ownTraits ?? superview?.traitCollection ?? .standard }
        set {
            let old = traitCollection
            ownTraits = newValue
            traitsChanged(from: old)
        }
    }
    private var ownTraits: UITraitCollection?
    private func traitsChanged(from old: UITraitCollection) {
        traitCollectionDidChange(old)
        for view in subviews { view.traitsChanged(from: old) }
    }
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    open var tintColor: UIColor! = .tintColor
    open var contentMode = ContentMode.scaleToFill
    public enum ContentMode: Int, Sendable { case scaleToFill, scaleAspectFit }
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection = .leftToRight
    open private(set) var subviews: [UIView] = []
    open private(set) weak var superview: UIView?
    open private(set) weak var window: UIWindow?
    open override var next: UIResponder? { controller ?? superview }
    fileprivate weak var controller: UIViewController?
    open var canBecomeFocused: Bool { false }
    // The user swipes up or down on an adjustable element.
    open func accessibilityIncrement() {}
    open func accessibilityDecrement() {}
    open var preferredFocusEnvironments: [any UIFocusEnvironment] { subviews.first { !$0.isHidden }.map { [$0] } ?? [] }
    open func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {}

    public init(frame: CGRect) {
        super.init()
        self.frame = frame
    }
    public convenience override init() { self.init(frame: .zero) }
    public required init?(coder: NSCoder) { super.init() }

    open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }
    open func insertSubview(_ view: UIView, at index: Int) {
        // A view that is moved to another window is in no moment without one.
        if let other = view.window, let window = self as? UIWindow ?? window, other !== window {
            view.superview?.subviews.removeAll { $0 === view }
        } else {
            view.removeFromSuperview()
        }
        view.superview = self
        subviews.insert(view, at: min(index, subviews.count))
        view.enter(self as? UIWindow ?? window)
    }
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        view.removeFromSuperview()
        insertSubview(view, at: subviews.firstIndex { $0 === siblingSubview } ?? 0)
    }
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        enter(nil)
    }
    private func enter(_ window: UIWindow?) {
        let changes = window !== self.window
        self.window = window
        for view in subviews { view.enter(window) }
        if changes { didMoveToWindow() }
    }
    open func didMoveToWindow() {}
    /// The first responder in the view resigns: uiview/endediting(_:).
    @discardableResult open func endEditing(_ force: Bool) -> Bool {
        if isFirstResponder { return resignFirstResponder() }
        for view in subviews where view.endEditing(force) { return true }
        return false
    }
    open private(set) var gestureRecognizers: [UIGestureRecognizer]?
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizer.view = self
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    }
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.view = nil
    }
    open private(set) var interactions: [any UIInteraction] = []
    open func addInteraction(_ interaction: any UIInteraction) {
        interactions.append(interaction)
        (interaction as? UIDragInteraction)?.view = self
        (interaction as? UIDropInteraction)?.view = self
    }
    open func isDescendant(of view: UIView) -> Bool {
        self === view || superview?.isDescendant(of: view) ?? false
    }

    /// In the coordinates of an outer view, or of the window.
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        guard self !== view, let superview else { return rect }
        let outer = rect.offsetBy(dx: placed.minX - bounds.minX, dy: placed.minY - bounds.minY)
        return superview.convert(outer, to: view)
    }
    /// A point of the window in the coordinates of this view.
    func point(fromWindow point: CGPoint) -> CGPoint {
        let outer = superview?.point(fromWindow: point) ?? point
        guard superview != nil else { return outer }
        return CGPoint(x: outer.x - placed.minX + bounds.minX, y: outer.y - placed.minY + bounds.minY)
    }
    /// A point of an outer view, or of the window.
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        guard self !== view, let superview else { return point }
        let outer = superview.convert(point, from: view)
        return CGPoint(x: outer.x - placed.minX + bounds.minX, y: outer.y - placed.minY + bounds.minY)
    }
    /// The view that a touch at a point of this view goes to: the last subview that contains the point.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha >= 0.01, bounds.contains(point) else { return nil }
        for view in subviews.reversed() {
            let inner = CGPoint(
                x: point.x - view.placed.minX + view.bounds.minX, y: point.y - view.placed.minY + view.bounds.minY)
            if let hit = view.hitTest(inner, with: event) { return hit }
        }
        return self
    }

    open func setNeedsLayout() { needsLayout = true }
    open func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            layoutSubviews()
        }
        for view in subviews { view.layoutIfNeeded() }
    }
    open func layoutSubviews() {}
    /// For tests.
    public private(set) var needsLayout = true

    /// A picture of a part of the view: uiview/resizablesnapshotview(from:afterscreenupdates:withcapinsets:). The double has no pixels.
    open func resizableSnapshotView(
        from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
    ) -> UIView? { UIView(frame: CGRect(origin: .zero, size: rect.size)) }

    public class var layoutFittingCompressedSize: CGSize { .zero }
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize { sizeThatFits(targetSize) }
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    open class func performWithoutAnimation(_ actions: () -> Void) { actions() }
    private static var running: [(Bool) -> Void] = []
    /// For tests: called before the views have their new frames, and the animation that began last.
    public static var willAnimate: (() -> Void)?
    public private(set) static var lastAnimation:
        (duration: TimeInterval, delay: TimeInterval, options: AnimationOptions)?
    open class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        lastAnimation = (duration, delay, options)
        willAnimate?()
        animations()
        if let completion { running.append(completion) }
    }
    /// For tests: all animations end.
    public static func finishAnimations() {
        let ended = running
        running = []
        for completion in ended { completion(true) }
    }
}

@MainActor
open class UIWindow: UIView {
    /// For tests: a finger on the screen. Returns the touch, for its later phases.
    public func touchDown(
        at point: CGPoint, _ type: UITouch.TouchType = .direct, _ event: UIEvent? = nil
    ) -> UITouch {
        let touch = UITouch(point)
        touch.type = type
        touch.view = hitTest(point, with: event)
        touch.view?.touchesBegan([touch], with: event)
        return touch
    }

    /// The pointer of a trackpad, which touches nothing.
    func pointer(at point: CGPoint) -> UITouch {
        let touch = UITouch(point)
        touch.view = hitTest(point, with: nil)
        return touch
    }
}

public enum NSTextAlignment: Int, Sendable {
    case center = 1
    case natural = 4
}

@MainActor
open class UILabel: UIView {
    open var text: String?
    open var font: UIFont! = .preferredFont(forTextStyle: .body)
    open var textAlignment = NSTextAlignment.natural
    open var textColor: UIColor! = .label
    open var adjustsFontForContentSizeCategory = false
    open var numberOfLines = 1
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    /// A line is as high as 20 points, and a character as wide as 10. With larger text, a label that adjusts its font grows.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let scale = adjustsFontForContentSizeCategory ? traitCollection.preferredContentSizeCategory.scale : 1
        let width = CGFloat((text ?? "").count) * 10 * scale
        var lines = size.width > 0 ? max(1, (width / size.width).rounded(.up)) : 1
        if numberOfLines > 0 { lines = min(lines, CGFloat(numberOfLines)) }
        return CGSize(width: min(width, size.width), height: lines * 20 * scale)
    }
}

@MainActor
open class UIViewController: UIResponder {
    open var view: UIView! {
        get {
            if loaded == nil {
                loadView()
                viewDidLoad()
            }
            return loaded
        }
        set {
            loaded = newValue
            newValue?.controller = self
        }
    }
    open var viewIfLoaded: UIView? { loaded }
    private var loaded: UIView?
    open var title: String?
    open internal(set) weak var navigationController: UINavigationController?
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
    public convenience override init() { self.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init() }
    open func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
    open func viewDidLoad() {}
    open func viewDidLayoutSubviews() {}
}

/// A nib file. On Apple's systems a missing one is an exception with this text.
@MainActor
open class UINib: NSObject {
    /// For tests: makes the objects of nib files, by name.
    public static var files: [String: () -> [Any]] = [:]
    public struct OptionsKey: Hashable, Sendable {}
    private let name: String
    private let bundle: Bundle
    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        self.name = name
        bundle = bundleOrNil ?? .main
    }
    open func instantiate(withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil) -> [Any] {
        guard let make = Self.files[name] else {
            fatalError("Could not load NIB in bundle: '\(bundle)' with name '\(name)'")
        }
        return make()
    }
}

@MainActor
open class UINavigationController: UIViewController {
    open private(set) var viewControllers: [UIViewController] = []
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        pushViewController(rootViewController, animated: false)
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        viewController.navigationController = self
        viewControllers.append(viewController)
    }
}

@MainActor public protocol UISearchBarDelegate: AnyObject {
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
}
@MainActor
open class UISearchBar: UIView {
    open weak var delegate: (any UISearchBarDelegate)?
    open var text: String?
}

// MARK: Content configurations

@MainActor public protocol UIConfigurationState {
    init(traitCollection: UITraitCollection)
}
@MainActor public struct UICellConfigurationState: UIConfigurationState {
    public var isSelected = false
    public var isHighlighted = false
    public var isFocused = false
    public var isEditing = false
    public init(traitCollection: UITraitCollection) {}
}
@MainActor public protocol UIContentConfiguration {
    func makeContentView() -> any UIView & UIContentView
    func updated(for state: any UIConfigurationState) -> Self
}
@MainActor public protocol UIContentView: AnyObject {
    var configuration: any UIContentConfiguration { get set }
    func supports(_ configuration: any UIContentConfiguration) -> Bool
}
@MainActor public struct UIListContentConfiguration: UIContentConfiguration {
    public var text: String?
    public var secondaryText: String?
    /// For tests: the state of the cell.
    public var state: UICellConfigurationState?
    public var isSelected: Bool { state?.isSelected ?? false }
    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
    public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }
    public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration {
        var updated = self
        updated.state = state as? UICellConfigurationState
        return updated
    }
}
@MainActor open class UIListContentView: UIView, UIContentView {
    public static var made = 0
    private let label = UILabel(frame: .zero)
    open var configuration: any UIContentConfiguration { didSet { show() } }
    public init(configuration: UIListContentConfiguration) {
        self.configuration = configuration
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        UIListContentView.made += 1
        label.numberOfLines = 0
        addSubview(label)
        show()
    }
    public required init?(coder: NSCoder) { fatalError("not in the double") }
    private func show() { label.text = (configuration as? UIListContentConfiguration)?.text }
    open func supports(_ configuration: any UIContentConfiguration) -> Bool {
        configuration is UIListContentConfiguration
    }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { label.sizeThatFits(size) }
}
