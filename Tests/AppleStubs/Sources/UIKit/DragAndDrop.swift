import CollectionViewRules
import UniformTypeIdentifiers

// Dragging and dropping. Pages below developer.apple.com/documentation/uikit/: uidraginteraction, uidraginteractiondelegate,
// uidropinteraction, uidropinteractiondelegate, uidropproposal; below foundation/: nsitemprovider.

public protocol NSItemProviderReading: AnyObject {
    static var readableTypeIdentifiersForItemProvider: [String] { get }
    /// On Apple's systems `object(withItemProviderData:typeIdentifier:)`.
    static func read(_ data: Data) -> any NSItemProviderReading
}
public protocol NSItemProviderWriting: AnyObject {
    /// On Apple's systems `writableTypeIdentifiersForItemProvider` and `loadData(withTypeIdentifier:forItemProviderCompletionHandler:)`.
    var written: (types: [String], data: Data) { get }
}
extension NSString: NSItemProviderReading, NSItemProviderWriting {
    public static var readableTypeIdentifiersForItemProvider: [String] { ["public.plain-text"] }
    public static func read(_ data: Data) -> any NSItemProviderReading {
        NSString(string: String(decoding: data, as: UTF8.self))
    }
    public var written: (types: [String], data: Data) {
        (["public.utf8-plain-text"], Data(String(describing: self).utf8))
    }
}
extension NSURL: NSItemProviderReading, NSItemProviderWriting {
    public static var readableTypeIdentifiersForItemProvider: [String] { ["public.url"] }
    public static func read(_ data: Data) -> any NSItemProviderReading {
        NSURL(string: String(decoding: data, as: UTF8.self)) ?? NSURL(fileURLWithPath: "/")
    }
    public var written: (types: [String], data: Data) {
        (isFileURL ? ["public.file-url", "public.url"] : ["public.url"], Data(absoluteString.utf8))
    }
}

public enum NSItemProviderRepresentationVisibility: Int, Sendable { case all, team, group, ownProcess }

open class NSItemProvider: NSObject, @unchecked Sendable {
    public typealias Completion = @Sendable (Data?, (any Error)?) -> Void
    open private(set) var registeredTypeIdentifiers: [String] = []
    private var loaders: [String: @Sendable (@escaping Completion) -> Progress?] = [:]
    public override init() {}
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }
    open func registerObject(_ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility) {
        let (types, data) = object.written
        for type in types {
            registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) { completion in
                completion(data, nil)
                return nil
            }
        }
    }
    open func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping Completion) -> Progress?
    ) {
        registeredTypeIdentifiers.append(typeIdentifier)
        loaders[typeIdentifier] = loadHandler
    }
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        registeredTypeIdentifiers.contains { UTType.conforms($0, to: typeIdentifier) }
    }
    /// The completion is called on another queue.
    @discardableResult
    open func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping Completion
    ) -> Progress {
        if !loadingIsPermitted { Rule.breakFromAnywhere("data is loaded before the drop is performed") }
        let type = registeredTypeIdentifiers.first { UTType.conforms($0, to: typeIdentifier) }
        let load = type.flatMap { loaders[$0] }
        DispatchQueue.global().async {
            if let load { _ = load(completionHandler) } else { completionHandler(nil, CocoaError(.fileNoSuchFile)) }
        }
        return Progress(totalUnitCount: 1)
    }
    /// "You can access the data only when the drop is performed".
    var loadingIsPermitted = true
}

@MainActor
open class UIDragItem: NSObject {
    public let itemProvider: NSItemProvider
    open var localObject: Any?
    public init(itemProvider: NSItemProvider) { self.itemProvider = itemProvider }
}

@MainActor
open class UITargetedDragPreview: UITargetedPreview {}

@MainActor public protocol UIDragDropSession: AnyObject {
    var items: [UIDragItem] { get }
    func location(in view: UIView) -> CGPoint
    func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
    func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool
}
@MainActor public protocol UIDragSession: UIDragDropSession {
    var localContext: Any? { get set }
}
@MainActor public protocol UIDropSession: UIDragDropSession {
    var localDragSession: (any UIDragSession)? { get }
    @discardableResult
    func loadObjects(
        ofClass aClass: any NSItemProviderReading.Type, completion: @escaping ([any NSItemProviderReading]) -> Void
    ) -> Progress
}

@MainActor public protocol UIDragInteractionDelegate: AnyObject {
    func dragInteraction(
        _ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession
    ) -> [UIDragItem]
    func dragInteraction(
        _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
    ) -> UITargetedDragPreview?
    func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession)
    func dragInteraction(
        _ interaction: UIDragInteraction, sessionIsRestrictedToDraggingApplication session: any UIDragSession
    ) -> Bool
    func dragInteraction(
        _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation)
}

@MainActor
open class UIDragInteraction: NSObject, UIInteraction {
    open internal(set) weak var view: UIView?
    fileprivate weak var delegate: (any UIDragInteractionDelegate)?
    /// "true on iPad, and false on iPhone": uidraginteraction/isenabledbydefault. The stub is a phone.
    open var isEnabled = false
    public init(delegate: any UIDragInteractionDelegate) { self.delegate = delegate }
}

public enum UIDropOperation: UInt, Sendable { case cancel, forbidden, copy, move }

@MainActor
open class UIDropProposal: NSObject {
    public let operation: UIDropOperation
    public init(operation: UIDropOperation) { self.operation = operation }
}

@MainActor public protocol UIDropInteractionDelegate: AnyObject {
    func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool
    func dropInteraction(
        _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
    ) -> UIDropProposal
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession)
    func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession)
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession)
}

@MainActor
open class UIDropInteraction: NSObject, UIInteraction {
    open internal(set) weak var view: UIView?
    fileprivate weak var delegate: (any UIDropInteractionDelegate)?
    public init(delegate: any UIDropInteractionDelegate) { self.delegate = delegate }
}

/// For tests: the session of a drag, as the source and as the receiver.
@MainActor
private final class Session: NSObject, UIDragSession, UIDropSession {
    var items: [UIDragItem] = []
    var localContext: Any?
    /// In the coordinates of the window.
    var point = CGPoint.zero
    let isLocal: Bool
    init(isLocal: Bool) { self.isLocal = isLocal }

    var localDragSession: (any UIDragSession)? { isLocal ? self : nil }
    func location(in view: UIView) -> CGPoint { view.point(fromWindow: point) }
    func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
        items.contains { item in typeIdentifiers.contains { item.itemProvider.hasItemConformingToTypeIdentifier($0) } }
    }
    func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        hasItemsConforming(toTypeIdentifiers: aClass.readableTypeIdentifiersForItemProvider)
    }
    /// "The completion handler is called on the main queue", when all are loaded.
    func loadObjects(
        ofClass aClass: any NSItemProviderReading.Type, completion: @escaping ([any NSItemProviderReading]) -> Void
    ) -> Progress {
        let loading = Loading(aClass, completion)
        for item in items {
            let types = aClass.readableTypeIdentifiersForItemProvider
            guard let type = types.first(where: { item.itemProvider.hasItemConformingToTypeIdentifier($0) }) else {
                continue
            }
            let place = loading.begin()
            item.itemProvider.loadDataRepresentation(forTypeIdentifier: type) { data, _ in
                Task { @MainActor in loading.end(place, data) }
            }
        }
        loading.endIfLoaded()
        return Progress(totalUnitCount: 1)
    }
}

@MainActor
private final class Loading {
    private let aClass: any NSItemProviderReading.Type
    private let completion: ([any NSItemProviderReading]) -> Void
    private var results: [Data?] = []
    private var left = 0
    init(_ aClass: any NSItemProviderReading.Type, _ completion: @escaping ([any NSItemProviderReading]) -> Void) {
        (self.aClass, self.completion) = (aClass, completion)
    }
    func begin() -> Int {
        results.append(nil)
        left += 1
        return results.count - 1
    }
    func end(_ place: Int, _ data: Data?) {
        results[place] = data
        left -= 1
        endIfLoaded()
    }
    func endIfLoaded() { if left == 0 { completion(results.compactMap { $0.map { aClass.read($0) } }) } }
}

/// For tests: a long press that lifts items, and then moves over the screen.
@MainActor
public final class DraggingFinger {
    private let window: UIWindow
    private let session: Session
    private let source: UIDragInteraction?
    private var hasBegun = false
    private var isOver = false
    private var target: UIDropInteraction?
    private var entered: [UIDropInteraction] = []
    /// The operation of a drop at this place.
    public private(set) var proposal = UIDropOperation.cancel
    /// The views that were lifted.
    public private(set) var lifted: [UIView] = []
    public var items: [UIDragItem] { session.items }

    /// A long press: the interaction of the innermost view that has one says what is lifted. Nil if that is nothing. The touch of the view
    /// at the point is then cancelled.
    public init?(in window: UIWindow, at point: CGPoint) {
        self.window = window
        session = Session(isLocal: true)
        session.point = point
        let touch = window.touchDown(at: point)
        guard let source = Self.interaction(UIDragInteraction.self, under: touch.view), source.isEnabled,
            let items = source.delegate?.dragInteraction(source, itemsForBeginning: session), !items.isEmpty
        else {
            touch.view?.touchesEnded([touch], with: nil)
            return nil
        }
        self.source = source
        session.items = items
        touch.view?.touchesCancelled([touch], with: nil)
        for item in items {
            item.itemProvider.loadingIsPermitted = false
            let preview = source.delegate?.dragInteraction(source, previewForLifting: item, session: session)
            if let view = preview?.view { lifted.append(view) }
        }
        window.layoutIfNeeded()
    }

    /// Items that another program drags.
    public init(with providers: [NSItemProvider], in window: UIWindow) {
        self.window = window
        session = Session(isLocal: false)
        source = nil
        hasBegun = true
        session.items = providers.map { UIDragItem(itemProvider: $0) }
        for provider in providers { provider.loadingIsPermitted = false }
    }

    /// Whether other programs cannot receive the items.
    public var isRestricted: Bool {
        source.map { $0.delegate?.dragInteraction($0, sessionIsRestrictedToDraggingApplication: session) == true }
            ?? false
    }

    private static func interaction<Interaction: UIInteraction>(
        _ type: Interaction.Type, under view: UIView?
    ) -> Interaction? {
        var next = view
        while let view = next {
            if let found = view.interactions.lazy.compactMap({ $0 as? Interaction }).first { return found }
            next = view.superview
        }
        return nil
    }

    private func delegateOfTarget(_ body: (UIDropInteraction, any UIDropInteractionDelegate) -> Void) {
        if let target, let delegate = target.delegate { body(target, delegate) }
    }

    public func move(to point: CGPoint) {
        if isOver { Rule.broken("a session that has ended moves") }
        session.point = point
        if !hasBegun, let source {
            hasBegun = true
            source.delegate?.dragInteraction(source, sessionWillBegin: session)
        }
        var found = Self.interaction(UIDropInteraction.self, under: window.hitTest(point, with: nil))
        if let candidate = found, candidate.delegate?.dropInteraction(candidate, canHandle: session) != true {
            found = nil
        }
        if found !== target {
            delegateOfTarget { $1.dropInteraction($0, sessionDidExit: session) }
            target = found
            if let found, !entered.contains(where: { $0 === found }) { entered.append(found) }
        }
        proposal = .cancel
        delegateOfTarget { proposal = $1.dropInteraction($0, sessionDidUpdate: session).operation }
        if proposal == .move, !session.isLocal {
            Rule.broken("items of another program can be copied, and not moved")
        }
        window.layoutIfNeeded()
    }

    /// The touch ends. Nothing is dropped where the proposal is to cancel. A touch that has not moved only ends the lift:
    /// then there was no session.
    public func lift() {
        guard hasBegun else { return }
        let operation = target == nil || proposal == .forbidden ? UIDropOperation.cancel : proposal
        if operation != .cancel {
            for item in session.items { item.itemProvider.loadingIsPermitted = true }
            delegateOfTarget { $1.dropInteraction($0, performDrop: session) }
            for item in session.items { item.itemProvider.loadingIsPermitted = false }
        }
        end(operation)
    }

    /// The system takes the drag away, for example because the program goes to the background.
    public func cancel() { if hasBegun { end(.cancel) } }

    private func end(_ operation: UIDropOperation) {
        isOver = true
        for interaction in entered { interaction.delegate?.dropInteraction(interaction, sessionDidEnd: session) }
        if let source { source.delegate?.dragInteraction(source, session: session, didEndWith: operation) }
        window.layoutIfNeeded()
    }
}
