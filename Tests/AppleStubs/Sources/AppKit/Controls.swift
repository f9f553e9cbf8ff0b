// swift-format-ignore-file: DontRepeatTypeInStaticProperties

import CollectionViewRules

// Controls, images, fonts and colours, developer.apple.com/documentation/appkit/: nscontrol, nsbutton, nstextfield, nsswitch.

@MainActor
open class NSColor: NSObject {
    /// For tests.
    public let name: String
    private init(_ name: String) { self.name = name }
    public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        name = "rgb \(red) \(green) \(blue) \(alpha)"
    }
    public static let controlAccentColor = NSColor("controlAccentColor")
    public static let labelColor = NSColor("labelColor")
    public static let secondaryLabelColor = NSColor("secondaryLabelColor")
    public static let separatorColor = NSColor("separatorColor")
    public static let selectedContentBackgroundColor = NSColor("selectedContentBackgroundColor")
    public static let underPageBackgroundColor = NSColor("underPageBackgroundColor")
    public static let controlBackgroundColor = NSColor("controlBackgroundColor")
    public static let systemRed = NSColor("systemRed")
    public static let systemOrange = NSColor("systemOrange")
    public static let systemGreen = NSColor("systemGreen")
    public static let systemBlue = NSColor("systemBlue")
    public static let systemGray = NSColor("systemGray")
    public static let white = NSColor("white")
    public var cgColor: CGColor { CGColor(name) }
}

@MainActor
open class NSFont: NSObject {
    public struct TextStyle: Hashable, Sendable {
        public let name: String
        public static let body = TextStyle(name: "body")
        public static let caption2 = TextStyle(name: "caption2")
        public static let headline = TextStyle(name: "headline")
        public static let subheadline = TextStyle(name: "subheadline")
        public static let footnote = TextStyle(name: "footnote")
        public static let largeTitle = TextStyle(name: "largeTitle")
    }
    public struct TextStyleOptionKey: Hashable, Sendable {}
    /// For tests.
    public let style: TextStyle
    init(_ style: TextStyle) { self.style = style }
    open class func preferredFont(
        forTextStyle style: TextStyle, options: [TextStyleOptionKey: Any] = [:]
    ) -> NSFont { NSFont(style) }
}

@MainActor
open class NSImage: NSObject {
    public typealias Name = String
    /// For tests: the name of a symbol.
    public let name: String
    public init?(systemSymbolName name: String, accessibilityDescription description: String?) {
        guard !name.hasSuffix("-symbolic"), !name.isEmpty else { return nil }
        self.name = name
    }
    public init?(named name: Name) { return nil }
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
open class NSControl: NSView {
    open var isEnabled = true
    open var font: NSFont?
    private var action: (() -> Void)?
    /// On Apple's systems a target, which is not retained, and a selector.
    open func setAction(_ action: @escaping () -> Void) { self.action = action }
    func send() { if isEnabled { action?() } }
    open func sizeThatFits(_ size: NSSize) -> NSSize { frame.size }
    // A control tracks the mouse. The events do not go on.
    open override func mouseDown(with event: NSEvent) {}
    open override func mouseDragged(with event: NSEvent) {}
    open override func mouseUp(with event: NSEvent) { send() }
}

@MainActor
open class NSButton: NSControl {
    open var title = ""
    open var image: NSImage?
    open var isBordered = true
    open var contentTintColor: NSColor?
    open override func sizeThatFits(_ size: NSSize) -> NSSize {
        NSSize(width: CGFloat(title.count) * 10 + (image == nil ? 0 : 22), height: 22)
    }
}

@MainActor
open class NSSwitch: NSControl {
    public enum StateValue: Int, Sendable {
        case off = 0
        case on = 1
    }
    open var state = StateValue.off
    open override func sizeThatFits(_ size: NSSize) -> NSSize { NSSize(width: 38, height: 22) }
    open override func mouseUp(with event: NSEvent) {
        guard isEnabled else { return }
        state = state == .on ? .off : .on
        send()
    }
}

@MainActor public protocol NSTextFieldDelegate: AnyObject {
    func controlTextDidChange(_ obj: Notification)
}

public enum NSTextAlignment: Int, Sendable {
    case center = 1
    case natural = 4
}

/// The view that edits the text of all fields of a window, one after the other: nswindow/fieldeditor(_:for:).
@MainActor
open class NSText: NSView {}
@MainActor
open class NSTextView: NSText {
    /// Whether the user composes a text, such as Japanese: nstextinputclient/hasmarkedtext(). Tests set it.
    public var isComposing = false
    open func hasMarkedText() -> Bool { isComposing }
}

@MainActor
open class NSTextField: NSControl {
    open var stringValue = ""
    open var placeholderString: String?
    open var textColor: NSColor?
    open var isEditable = true
    open var isSelectable = true
    open var isBezeled = true
    open var drawsBackground = true
    open var maximumNumberOfLines = 0
    open var alignment = NSTextAlignment.natural
    open weak var delegate: (any NSTextFieldDelegate)?
    open override var acceptsFirstResponder: Bool { isEditable }
    /// "nil if the receiver is not being edited": nscontrol/currenteditor().
    open func currentEditor() -> NSText? { window?.firstResponder === self ? editor : nil }
    private let editor = NSTextView(frame: .zero)
    // The field editor uses the keys. Escape becomes a command for the responders after it: nsresponder/cancelOperation(_:).
    open override func keyDown(with event: NSEvent) {
        guard isEditable else { return super.keyDown(with: event) }
        if event.charactersIgnoringModifiers == "\u{1B}" { nextResponder?.cancelOperation(self) }
    }
    /// A line is as high as 20 points, and a character as wide as 10.
    open override func sizeThatFits(_ size: NSSize) -> NSSize {
        let width = isEditable ? 120 : CGFloat(stringValue.count) * 10
        var lines = size.width > 0 ? max(1, (width / size.width).rounded(.up)) : 1
        if maximumNumberOfLines > 0 { lines = min(lines, CGFloat(maximumNumberOfLines)) }
        return NSSize(width: min(width, size.width), height: lines * 20)
    }
    // A label leaves the mouse to the view around it: nstextfield/init(labelwithstring:) makes text that is not selectable.
    open override func hitTest(_ point: NSPoint) -> NSView? {
        isEditable || isSelectable ? super.hitTest(point) : nil
    }
    /// For tests: the user types, and then presses return.
    public func type(_ new: String, thenReturn: Bool = false) {
        window?.makeFirstResponder(self)
        stringValue = new
        delegate?.controlTextDidChange(Notification(name: Notification.Name("NSControlText"), object: self))
        if thenReturn { send() }
    }
}

@MainActor
open class NSImageView: NSView {
    open var image: NSImage?
    open var contentTintColor: NSColor?
    open override func hitTest(_ point: NSPoint) -> NSView? { nil }
}

@MainActor
open class NSProgressIndicator: NSView {
    public enum Style: UInt, Sendable { case bar, spinning }
    open var style = Style.bar
    open var controlSize = ControlSize.regular
    public enum ControlSize: UInt, Sendable { case regular, small }
    open var isIndeterminate = true
    open var minValue = 0.0
    open var maxValue = 100.0
    open var doubleValue = 0.0
    open var isDisplayedWhenStopped = true
    public private(set) var isRunning = false
    open func startAnimation(_ sender: Any?) { isRunning = true }
    open func stopAnimation(_ sender: Any?) { isRunning = false }
}
