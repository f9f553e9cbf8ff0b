import CollectionViewRules

// Events, menus, drags and animations. Pages below developer.apple.com/documentation/appkit/: nsevent, nsmenu, nsmenuitem,
// nsdraggingsource, nsdraggingdestination, nsdraggingsession, nspasteboard, nsanimationcontext.

@MainActor
open class NSEvent: NSObject {
    public enum EventType: UInt, Sendable {
        case leftMouseDown = 1
        case leftMouseUp = 2
        case rightMouseDown = 3
        case leftMouseDragged = 6
        case keyDown = 10
        case scrollWheel = 22
    }
    public struct ModifierFlags: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let shift = ModifierFlags(rawValue: 1 << 17)
        public static let control = ModifierFlags(rawValue: 1 << 18)
        public static let option = ModifierFlags(rawValue: 1 << 19)
        public static let command = ModifierFlags(rawValue: 1 << 20)
    }
    public struct Phase: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let began = Phase(rawValue: 1 << 0)
        public static let changed = Phase(rawValue: 1 << 2)
        public static let ended = Phase(rawValue: 1 << 3)
        public static let cancelled = Phase(rawValue: 1 << 4)
    }
    public struct SpecialKey: Hashable, Sendable {
        let code: Int
        public static let upArrow = SpecialKey(code: 0xF700)
        public static let downArrow = SpecialKey(code: 0xF701)
        public static let leftArrow = SpecialKey(code: 0xF702)
        public static let rightArrow = SpecialKey(code: 0xF703)
        public static let f2 = SpecialKey(code: 0xF705)
        public static let deleteForward = SpecialKey(code: 0xF728)
        public static let home = SpecialKey(code: 0xF729)
        public static let end = SpecialKey(code: 0xF72B)
        public static let pageUp = SpecialKey(code: 0xF72C)
        public static let pageDown = SpecialKey(code: 0xF72D)
        public static let carriageReturn = SpecialKey(code: 0x0D)
        public static let enter = SpecialKey(code: 0x03)
        public static let delete = SpecialKey(code: 0x7F)
        public static let tab = SpecialKey(code: 0x09)
        public static let backTab = SpecialKey(code: 0x19)
    }
    public let type: EventType
    open internal(set) var locationInWindow = NSPoint.zero
    open internal(set) var modifierFlags: ModifierFlags = []
    open internal(set) var clickCount = 1
    open internal(set) var charactersIgnoringModifiers: String?
    open internal(set) var specialKey: SpecialKey?
    open internal(set) var scrollingDeltaX: CGFloat = 0
    open internal(set) var scrollingDeltaY: CGFloat = 0
    open internal(set) var phase: Phase = []
    open internal(set) var momentumPhase: Phase = []
    init(_ type: EventType, at point: NSPoint = .zero) {
        self.type = type
        locationInWindow = point
    }
}

// MARK: Menus

@MainActor public protocol NSMenuDelegate: AnyObject {
    func menuDidClose(_ menu: NSMenu)
}

@MainActor
open class NSMenu: NSObject {
    open var title: String
    open private(set) var items: [NSMenuItem] = []
    open weak var delegate: (any NSMenuDelegate)?
    /// "The default is true": then the state of an item is that of its validation, and `isEnabled` has no effect.
    open var autoenablesItems = true
    public init(title: String) { self.title = title }
    open func addItem(_ newItem: NSMenuItem) { items.append(newItem) }
    /// For tests: the user chooses an item, which closes the menu.
    public func choose(_ item: NSMenuItem) {
        if autoenablesItems || item.isEnabled { item.perform() }
    }
}

@MainActor
open class NSMenuItem: NSObject {
    public enum StateValue: Int, Sendable {
        case off = 0
        case on = 1
    }
    open var title: String
    open var isEnabled = true
    open var state = StateValue.off
    open var image: NSImage?
    open var submenu: NSMenu?
    open private(set) var isSeparatorItem = false
    private var action: (() -> Void)?
    /// On Apple's systems with a selector.
    public init(title string: String) { title = string }
    open class func separator() -> NSMenuItem {
        let item = NSMenuItem(title: "")
        item.isSeparatorItem = true
        return item
    }
    /// On Apple's systems a target and a selector.
    open func setAction(_ action: @escaping () -> Void) { self.action = action }
    fileprivate func perform() { action?() }
}

// MARK: Drags

public struct NSDragOperation: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let copy = NSDragOperation(rawValue: 1)
    public static let move = NSDragOperation(rawValue: 16)
}

@MainActor public protocol NSPasteboardWriting: AnyObject {}

@MainActor
open class NSPasteboardItem: NSObject, NSPasteboardWriting {
    private var contents: [NSPasteboard.PasteboardType: Data] = [:]
    public override init() {}
    open var types: [NSPasteboard.PasteboardType] { contents.keys.sorted { $0.rawValue < $1.rawValue } }
    @discardableResult
    open func setString(_ string: String, forType type: NSPasteboard.PasteboardType) -> Bool {
        setData(Data(string.utf8), forType: type)
    }
    @discardableResult
    open func setData(_ data: Data, forType type: NSPasteboard.PasteboardType) -> Bool {
        contents[type] = data
        return true
    }
    open func data(forType type: NSPasteboard.PasteboardType) -> Data? { contents[type] }
    open func string(forType type: NSPasteboard.PasteboardType) -> String? {
        contents[type].map { String(decoding: $0, as: UTF8.self) }
    }
}

@MainActor
open class NSPasteboard: NSObject {
    public struct PasteboardType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public static let string = PasteboardType("public.utf8-plain-text")
        public static let fileURL = PasteboardType("public.file-url")
        // swift-format-ignore: AlwaysUseLowerCamelCase
        public static let URL = PasteboardType("public.url")
    }
    open fileprivate(set) var pasteboardItems: [NSPasteboardItem]?
}

@MainActor
open class NSDraggingItem: NSObject {
    public let writer: any NSPasteboardWriting
    open private(set) var draggingFrame = NSRect.zero
    public init(pasteboardWriter: any NSPasteboardWriting) { writer = pasteboardWriter }
    open func setDraggingFrame(_ frame: NSRect, contents: Any?) { draggingFrame = frame }
}

public enum NSDraggingContext: Int, Sendable { case outsideApplication, withinApplication }

@MainActor public protocol NSDraggingSource: AnyObject {
    func draggingSession(
        _ session: NSDraggingSession, sourceOperationMaskFor context: NSDraggingContext
    ) -> NSDragOperation
    func draggingSession(
        _ session: NSDraggingSession, endedAt screenPoint: NSPoint, operation: NSDragOperation)
}

@MainActor
open class NSDraggingSession: NSObject {
    public let items: [NSDraggingItem]
    fileprivate let source: (any NSDraggingSource)?
    init(_ items: [NSDraggingItem], _ source: (any NSDraggingSource)?) { (self.items, self.source) = (items, source) }
}

@MainActor public protocol NSDraggingInfo: AnyObject {
    var draggingLocation: NSPoint { get }
    var draggingPasteboard: NSPasteboard { get }
    var draggingSource: Any? { get }
    var draggingSourceOperationMask: NSDragOperation { get }
}

@MainActor
private final class DraggingInfo: NSDraggingInfo {
    var draggingLocation = NSPoint.zero
    let draggingPasteboard = NSPasteboard()
    let draggingSource: Any?
    var draggingSourceOperationMask: NSDragOperation
    init(_ session: NSDraggingSession, _ modifiers: NSEvent.ModifierFlags) {
        draggingSource = session.source
        let mask =
            session.source?.draggingSession(session, sourceOperationMaskFor: .withinApplication) ?? [.copy, .move]
        // With the option key, only a copy is left: nsdragginginfo/draggingsourceoperationmask.
        draggingSourceOperationMask = modifiers.contains(.option) ? mask.intersection(.copy) : mask
        draggingPasteboard.pasteboardItems = session.items.compactMap { $0.writer as? NSPasteboardItem }
    }
}

/// For tests: a mouse over a window. Points are from its upper left corner, as on the screen of a phone.
@MainActor
public final class Mouse {
    private let window: NSWindow
    private var pressed: NSView?
    private var info: DraggingInfo?
    private var target: NSView?
    private var place = NSPoint.zero
    public var modifiers: NSEvent.ModifierFlags = []
    /// Whether a destination that has taken the drop is notified of the end. It is not documented: nsdraggingdestination/draggingended(_:).
    public var notifiesOfEnd = true
    /// The operation of a drop at this place.
    public private(set) var operation: NSDragOperation = []
    public init(in window: NSWindow) { self.window = window }

    private var content: NSView { window.contentView! }
    private func event(_ type: NSEvent.EventType, _ point: NSPoint) -> NSEvent {
        place = NSPoint(x: point.x, y: content.frame.height - point.y)
        let event = NSEvent(type, at: place)
        event.modifierFlags = modifiers
        return event
    }
    private func layOut() { content.layoutSubtreeIfNeeded() }

    public func press(at point: NSPoint, clicks: Int = 1) {
        let event = event(.leftMouseDown, point)
        event.clickCount = clicks
        pressed = content.hitTest(place)
        if let pressed, pressed.acceptsFirstResponder { window.makeFirstResponder(pressed) }
        pressed?.mouseDown(with: event)
        layOut()
    }

    /// A session that has begun takes the mouse away from the view.
    public func move(to point: NSPoint) {
        let event = event(.leftMouseDragged, point)
        if window.session == nil { pressed?.mouseDragged(with: event) }
        if let session = window.session { drag(session) }
        layOut()
    }

    private func drag(_ session: NSDraggingSession) {
        let info = info ?? DraggingInfo(session, modifiers)
        self.info = info
        info.draggingLocation = place
        let types = Set(info.draggingPasteboard.pasteboardItems?.flatMap(\.types) ?? [])
        var found = content.hitTest(place)
        while let view = found, types.isDisjoint(with: view.registeredDraggedTypes) { found = view.superview }
        if found !== target {
            target?.draggingExited(info)
            target = found
            operation = found?.draggingEntered(info) ?? []
        } else {
            operation = found?.draggingUpdated(info) ?? []
        }
        operation = operation.intersection(info.draggingSourceOperationMask)
    }

    /// - Parameter point: Where the button is released. Nil is where the mouse has moved to.
    public func release(at point: NSPoint? = nil, clicks: Int = 1) {
        if let point { place = NSPoint(x: point.x, y: content.frame.height - point.y) }
        let event = NSEvent(.leftMouseUp, at: place)
        (event.modifierFlags, event.clickCount) = (modifiers, clicks)
        guard let session = window.session else {
            pressed?.mouseUp(with: event)
            pressed = nil
            return layOut()
        }
        end(session, cancelled: false)
    }

    /// The escape key ends the session.
    public func cancel() { if let session = window.session { end(session, cancelled: true) } }

    private func end(_ session: NSDraggingSession, cancelled: Bool) {
        window.session = nil
        var done: NSDragOperation = []
        if let info, let target {
            if !cancelled, !operation.isEmpty, target.performDragOperation(info) { done = operation }
            if cancelled || done.isEmpty { target.draggingExited(info) }
            if notifiesOfEnd || done.isEmpty { target.draggingEnded(info) }
        }
        session.source?.draggingSession(session, endedAt: place, operation: done)
        (info, target, pressed) = (nil, nil, nil)
        layOut()
    }

    public func click(at point: NSPoint, clicks: Int = 1) {
        press(at: point, clicks: clicks)
        release(clicks: clicks)
    }

    /// The items of the session.
    public var dragged: [NSDraggingItem] { window.session?.items ?? [] }

    /// Items that another program drags.
    public func drag(_ items: [NSPasteboardItem], to point: NSPoint) {
        _ = event(.leftMouseDragged, point)
        let session = window.session ?? NSDraggingSession(items.map { NSDraggingItem(pasteboardWriter: $0) }, nil)
        window.session = session
        drag(session)
        layOut()
    }

    /// The secondary button.
    public func menu(at point: NSPoint) -> NSMenu? {
        let event = event(.rightMouseDown, point)
        var view = content.hitTest(place)
        while let next = view {
            if let menu = next.menu(for: event) { return menu }
            view = next.superview
        }
        return nil
    }

    /// A gesture on a touchpad, which moves as the content does.
    public func scroll(at point: NSPoint, by distance: NSPoint, _ phase: NSEvent.Phase = .changed) {
        let event = event(.scrollWheel, point)
        (event.scrollingDeltaX, event.scrollingDeltaY, event.phase) = (distance.x, distance.y, phase)
        content.hitTest(place)?.scrollWheel(with: event)
        layOut()
    }

    public func key(_ key: NSEvent.SpecialKey? = nil, _ characters: String = "") {
        let event = NSEvent(.keyDown)
        (event.specialKey, event.charactersIgnoringModifiers, event.modifierFlags) = (key, characters, modifiers)
        window.firstResponder?.keyDown(with: event)
        layOut()
    }
}

// MARK: Animations

@MainActor
open class NSAnimationContext: NSObject {
    open var duration: TimeInterval = 0.25
    private static var running: [() -> Void] = []
    /// For tests: called before the views have their new frames, and the duration of the group that began last.
    public static var willAnimate: (() -> Void)?
    public private(set) static var lastDuration: TimeInterval?
    open class func runAnimationGroup(
        _ changes: (NSAnimationContext) -> Void, completionHandler: (() -> Void)? = nil
    ) {
        let context = NSAnimationContext()
        willAnimate?()
        changes(context)
        lastDuration = context.duration
        if let completionHandler { running.append(completionHandler) }
    }
    /// For tests: all animations end.
    public static func finishAnimations() {
        let ended = running
        running = []
        for completion in ended { completion() }
    }
}

@MainActor
public enum NSWorkspaceSettings {
    /// For tests.
    public static var reducesMotion = false
}
@MainActor
open class NSWorkspace: NSObject {
    public static let shared = NSWorkspace()
    open var accessibilityDisplayShouldReduceMotion: Bool { NSWorkspaceSettings.reducesMotion }
}

/// For tests: the time of the frame that is drawn.
@MainActor public var currentMediaTime: TimeInterval = 1_000

/// On Apple's systems in Quartz Core.
// swift-format-ignore: AlwaysUseLowerCamelCase
@MainActor public func CACurrentMediaTime() -> TimeInterval { currentMediaTime }
