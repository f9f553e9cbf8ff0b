import CollectionViewRules

// Controls, images, fonts and colours. A control performs its actions for an event, developer.apple.com/documentation/uikit/uicontrol.

@MainActor
open class UIColor: NSObject {
    /// For tests.
    public let name: String
    private init(_ name: String) { self.name = name }
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        name = "rgb \(red) \(green) \(blue) \(alpha)"
    }
    // swift-format-ignore: DontRepeatTypeInStaticProperties
    public static let tintColor = UIColor("tintColor")
    public static let label = UIColor("label")
    public static let secondaryLabel = UIColor("secondaryLabel")
    public static let separator = UIColor("separator")
    public static let systemBackground = UIColor("systemBackground")
    public static let systemGroupedBackground = UIColor("systemGroupedBackground")
    public static let secondarySystemGroupedBackground = UIColor("secondarySystemGroupedBackground")
    public static let systemFill = UIColor("systemFill")
    public static let systemRed = UIColor("systemRed")
    public static let systemOrange = UIColor("systemOrange")
    public static let systemGreen = UIColor("systemGreen")
    public static let systemBlue = UIColor("systemBlue")
    public static let systemGray = UIColor("systemGray")
    public static let white = UIColor("white")
}

@MainActor
open class UIFont: NSObject {
    public struct TextStyle: Hashable, Sendable {
        public let name: String
        public static let body = TextStyle(name: "body")
        public static let caption2 = TextStyle(name: "caption2")
        public static let headline = TextStyle(name: "headline")
        public static let subheadline = TextStyle(name: "subheadline")
        public static let footnote = TextStyle(name: "footnote")
        public static let largeTitle = TextStyle(name: "largeTitle")
    }
    /// For tests.
    public let style: TextStyle
    init(_ style: TextStyle) { self.style = style }
    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont(style) }
}

@MainActor
open class UIImage: NSObject {
    /// For tests: the name of a symbol, or of a picture.
    public let name: String
    /// For tests: the symbols that exist.
    public static var symbols: (String) -> Bool = { !$0.hasSuffix("-symbolic") && !$0.isEmpty }
    public init?(systemName name: String) {
        guard Self.symbols(name) else { return nil }
        self.name = name
    }
    public init?(named name: String) { return nil }
    public init?(data: Data) {
        guard !data.isEmpty else { return nil }
        name = "data"
    }
    public init?(contentsOfFile path: String) {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        name = path
    }
}

@MainActor
open class UIImageView: UIView {
    open var image: UIImage?
    public convenience init(image: UIImage?) {
        self.init(frame: .zero)
        self.image = image
    }
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { image == nil ? .zero : CGSize(width: 16, height: 16) }
}

@MainActor
open class UIMenuElement: NSObject {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let disabled = Attributes(rawValue: 1 << 0)
        public static let destructive = Attributes(rawValue: 1 << 1)
    }
    public enum State: Int, Sendable { case off, on, mixed }
    public let title: String
    public let image: UIImage?
    init(_ title: String, _ image: UIImage?) { (self.title, self.image) = (title, image) }
}

@MainActor
open class UIAction: UIMenuElement {
    public typealias Handler = (UIAction) -> Void
    public let attributes: Attributes
    public let state: State
    let handler: Handler
    public init(
        title: String = "", image: UIImage? = nil, attributes: Attributes = [], state: State = .off,
        handler: @escaping Handler
    ) {
        (self.attributes, self.state, self.handler) = (attributes, state, handler)
        super.init(title, image)
    }
    /// For tests: the user chooses the action. A disabled one cannot be chosen.
    public func choose() { if !attributes.contains(.disabled) { handler(self) } }
}

@MainActor
open class UIControl: UIView {
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    }
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal = State([])
    }
    open var isEnabled = true
    private var actions: [(event: Event, action: UIAction)] = []
    open func addAction(_ action: UIAction, for controlEvents: Event) { actions.append((controlEvents, action)) }
    open func sendActions(for controlEvents: Event) {
        guard isEnabled else { return }
        for (event, action) in actions where !event.isDisjoint(with: controlEvents) { action.handler(action) }
    }
    // A control uses its touches. They do not go on to the next responder.
    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
}

@MainActor
open class UIButton: UIControl {
    public enum ButtonType: Int, Sendable { case custom, system }
    private var title: String?
    private var image: UIImage?
    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open func setTitle(_ title: String?, for state: State) { self.title = title }
    open func title(for state: State) -> String? { title }
    open func setImage(_ image: UIImage?, for state: State) { self.image = image }
    open func image(for state: State) -> UIImage? { image }
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: CGFloat((title ?? "").count) * 10 + (image == nil ? 0 : 22), height: 22)
    }
}

@MainActor
open class UISwitch: UIControl {
    open var isOn = false
    open func setOn(_ on: Bool, animated: Bool) { isOn = on }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 51, height: 31) }
    // "The value of this property is changed by the user": the event follows.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled else { return }
        isOn.toggle()
        sendActions(for: .valueChanged)
    }
}

@MainActor
open class UITextField: UIControl {
    public static let textDidBeginEditingNotification = Notification.Name("UITextFieldTextDidBeginEditingNotification")
    public static let textDidEndEditingNotification = Notification.Name("UITextFieldTextDidEndEditingNotification")
    open var text: String? = ""
    open var placeholder: String?
    open var font: UIFont?
    open var adjustsFontForContentSizeCategory = false
    /// The text that the user composes, such as Japanese: uitextinput/markedtextrange. Tests set it.
    open var markedTextRange: UITextRange?
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: min(size.width, 120), height: 22) }
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { becomeFirstResponder() }
    @discardableResult open override func becomeFirstResponder() -> Bool {
        guard !isFirstResponder else { return true }
        let result = super.becomeFirstResponder()
        NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
        return result
    }
    @discardableResult open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        let result = super.resignFirstResponder()
        NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
        return result
    }
    /// For tests: the user types, and presses return.
    public func type(_ new: String, thenReturn: Bool = false) {
        text = new
        sendActions(for: .editingChanged)
        if thenReturn { sendActions(for: .editingDidEndOnExit) }
    }
}

@MainActor
open class UITextRange: NSObject {
    public override init() {}
}

@MainActor
open class UITextView: UIView {
    public static let textDidBeginEditingNotification = Notification.Name("UITextViewTextDidBeginEditingNotification")
    public static let textDidEndEditingNotification = Notification.Name("UITextViewTextDidEndEditingNotification")
}

@MainActor
open class UIProgressView: UIView {
    open var progress: Float = 0
    open var progressTintColor: UIColor?
}

@MainActor
open class UIActivityIndicatorView: UIView {
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101
    }
    open private(set) var isAnimating = false
    public private(set) var style = Style.medium
    public convenience init(style: Style) {
        self.init(frame: .zero)
        self.style = style
    }
    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open func startAnimating() { isAnimating = true }
    open func stopAnimating() { isAnimating = false }
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        style == .large ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
    }
}

@MainActor
open class UIPageControl: UIControl {
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: CGFloat(numberOfPages) * 16, height: 26)
    }
    open var numberOfPages = 0
    open var currentPage = 0
    open var pageIndicatorTintColor: UIColor?
    open var currentPageIndicatorTintColor: UIColor?
}

/// The arranged views below each other, as wide as the stack: developer.apple.com/documentation/uikit/uistackview.
@MainActor
open class UIStackView: UIView {
    public enum Axis: Int, Sendable { case horizontal, vertical }
    public enum Alignment: Int, Sendable {
        case fill, leading
        case center = 3
    }
    open var axis = Axis.horizontal
    open var alignment = Alignment.fill
    open var spacing: CGFloat = 0
    // A view that is removed from its superview is no longer arranged.
    open var arrangedSubviews: [UIView] { subviews }
    open func addArrangedSubview(_ view: UIView) { addSubview(view) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let heights = subviews.map { $0.sizeThatFits(size).height }
        return CGSize(width: size.width, height: heights.reduce(0, +) + spacing * CGFloat(max(0, heights.count - 1)))
    }
    open override func layoutSubviews() {
        super.layoutSubviews()
        var top: CGFloat = 0
        for view in subviews {
            let height = view.sizeThatFits(bounds.size).height
            view.frame = CGRect(x: 0, y: top, width: bounds.width, height: height)
            top += height + spacing
        }
    }
}

// MARK: Frames

/// For tests: the time of the frame that is drawn.
@MainActor public var currentMediaTime: TimeInterval = 1_000

/// On Apple's systems in Quartz Core.
// swift-format-ignore: AlwaysUseLowerCamelCase
@MainActor public func CACurrentMediaTime() -> TimeInterval { currentMediaTime }

/// Calls its target before each frame until it is invalidated, and retains it: developer.apple.com/documentation/quartzcore/cadisplaylink.
@MainActor
open class CADisplayLink: NSObject {
    private static var running: [CADisplayLink] = []
    private var action: ((CADisplayLink) -> Void)?
    open var isPaused = false
    /// On Apple's systems it takes a selector.
    public init(target: Any, action: @escaping (CADisplayLink) -> Void) { self.action = action }
    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        if Self.running.contains(where: { $0 === self }) { Rule.broken("the display link was added before") }
        Self.running.append(self)
    }
    open func invalidate() {
        Self.running.removeAll { $0 === self }
        action = nil
    }
    /// For tests: the next frame, after some seconds. Returns whether anything waits for another one.
    @discardableResult
    public static func frame(after seconds: TimeInterval = 1 / 60) -> Bool {
        currentMediaTime += seconds
        for link in running where !link.isPaused { link.action?(link) }
        return !running.isEmpty
    }
}
