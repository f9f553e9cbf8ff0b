// A double of the part of AppKit that this package uses, written from Apple's public documentation: declarations to check
// against, and a collection view that enforces the documented rules. See the module UIKit beside it.
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
}

@MainActor
open class NSView: NSResponder {
    open var frame: NSRect = .zero { didSet { bounds.size = frame.size } }
    open var bounds: NSRect = .zero
    open var isHidden = false
    open var alphaValue: CGFloat = 1
    open var identifier: NSUserInterfaceItemIdentifier?
    open var userInterfaceLayoutDirection: NSUserInterfaceLayoutDirection = .leftToRight
    /// The y axis of a view points up, unless it is flipped.
    open var isFlipped: Bool { false }
    open private(set) var subviews: [NSView] = []
    open private(set) weak var superview: NSView?
    open private(set) weak var window: NSWindow?

    public required init(frame frameRect: NSRect) {
        super.init()
        frame = frameRect
        bounds = NSRect(origin: .zero, size: frameRect.size)
    }

    open func addSubview(_ view: NSView) {
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
        view.enter(window)
    }
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        enter(nil)
    }
    func enter(_ window: NSWindow?) {
        self.window = window
        for view in subviews { view.enter(window) }
    }
    open var enclosingScrollView: NSScrollView? {
        var view = superview
        while let next = view {
            if let scrollView = next as? NSScrollView { return scrollView }
            view = next.superview
        }
        return nil
    }

    open var needsLayout = true
    open func layout() {}
    open func layoutSubtreeIfNeeded() {
        guard needsLayout else { return }
        needsLayout = false
        layout()
    }
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
    open var contentInsets = NSEdgeInsetsZero
    public let contentView = NSClipView(frame: .zero)
    public required init(frame frameRect: NSRect) {
        super.init(frame: frameRect)
        addSubview(contentView)
        contentView.frame = NSRect(origin: .zero, size: frameRect.size)
    }
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
}

@MainActor
open class NSViewController: NSResponder {
    open lazy var view = NSView(frame: .zero)
    open func viewDidLoad() {}
}
