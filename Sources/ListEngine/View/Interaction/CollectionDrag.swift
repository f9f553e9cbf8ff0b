import Foundation
import ListEngineLayout

/// The content of a drag when an item is dragged out of a list.
@MainActor
public struct CollectionDragItem {
    /// The content for the program that receives the item, for example its model. The engine does not read it.
    public var payload: Any

    /// The content for other programs, and for text fields. A drag of several items joins their text with line breaks.
    public var text: String?

    /// The files, or the addresses of pages, for other programs. A drag of several items offers all of them.
    public var files: [URL]

    /// Content for other programs, by its media type: that of a PNG picture, for example, or one of the program. A drag of several
    /// items offers, for each type, the content of the first item that has it.
    public var data: [String: [UInt8]] = [:]

    /// - Parameters:
    ///   - payload: The content for the program that receives the item.
    ///   - text: The content for other programs, and for text fields.
    ///   - files: The files, or the addresses of pages, for other programs.
    public init(payload: Any, text: String? = nil, files: [URL] = []) {
        self.payload = payload
        self.text = text
        self.files = files
    }
}

/// The effect of a drop on the dragged items.
public enum CollectionDropOperation: Sendable {
    /// Nothing: the items cannot be dropped, or the drag was cancelled.
    case cancel
    /// The source keeps the items.
    case copy
    /// The source deletes the items.
    case move
}

/// Items that the user drags, from the begin of the drag to its end.
///
/// The list that the items come from can change or be released meanwhile. The items stay as they were when the drag
/// began.
@MainActor
public final class CollectionDrag {
    /// The dragged items, in the order of the list. Empty if they come from another program or from another widget.
    public let items: [CollectionDragItem]

    /// The list that the items come from. Nil if it was released, or if they come from another program.
    public private(set) weak var source: CollectionView?

    /// The text of the items. If the drag comes from another program, it is known only when the items are dropped.
    public internal(set) var text: String?

    /// The files of the items, or the addresses of pages. If the drag comes from another program, they are known only when the items are
    /// dropped.
    public internal(set) var files: [URL]

    /// Content by its media type: see ``CollectionDragItem/data``. From another program, it is one of the
    /// ``CollectionView/acceptedMediaTypes``, and is known only when it is dropped or pasted.
    public internal(set) var data: [String: [UInt8]] = [:]

    /// Whether the user requests a copy, with a key. A move is then done as a copy.
    public var isCopyRequested = false

    /// Whether the items were copied or cut, and not dragged.
    public internal(set) var isPasted = false

    /// The positions of the items in ``source``, in the order of ``items``.
    private(set) var paths: [ElementPath]
    /// The position of the item under the pointer when the drag began. Nil if it was deleted.
    private(set) var heldPath: ElementPath?
    private var performed: CollectionDropOperation?
    private var isEnded = false
    /// Whether the items were dropped or the drag was cancelled.
    var isOver: Bool { isEnded }

    init(
        _ items: [CollectionDragItem], at paths: [ElementPath], holding held: ElementPath, in source: CollectionView
    ) {
        self.items = items
        self.paths = paths
        heldPath = held
        self.source = source
        let texts = items.compactMap(\.text)
        text = texts.isEmpty ? nil : texts.joined(separator: "\n")
        files = items.flatMap(\.files)
        for item in items { data.merge(item.data) { first, _ in first } }
    }

    /// A drag that comes from another program. A host creates it.
    public init(text: String? = nil, files: [URL] = [], data: [String: [UInt8]] = [:]) {
        items = []
        paths = []
        self.text = text
        self.files = files
        self.data = data
    }

    /// The current index paths in ``source`` of the dragged items that still exist, in the order of the list when the drag
    /// began. They stay current after the drag has ended.
    public var indexPaths: [IndexPath] {
        guard let source, source.positions.areCurrent() else { return [] }
        return paths.map(\.indexPath)
    }

    func follow(_ edit: SharedEdit?) {
        paths = paths.compactMap { edit?.newPath($0) }
        heldPath = heldPath.flatMap { edit?.newPath($0) }
    }

    /// A list has taken the items.
    func didPerform(_ operation: CollectionDropOperation, in list: CollectionView) {
        // What is dragged within a list moves there. A paste inserts other items, so that those that were cut are deleted.
        performed = list === source && !isPasted ? CollectionDropOperation.cancel : operation
    }

    /// Reports that the user has dropped the items or cancelled the drag. A host calls it; later calls do nothing. The
    /// source's delegate is notified immediately, or when an update of the source has ended.
    /// - Parameter operation: What a receiver that is not a list has done with the items. If a list has received them, it
    ///   is ignored.
    public func end(_ operation: CollectionDropOperation = .cancel) {
        guard !isEnded else { return }
        isEnded = true
        guard let source else { return }
        // During an update the index paths are not those of the data. The drag follows them until its end is reported.
        source.whenIdle { [weak source] in
            guard let source else { return }
            source.itemDrags.end(self)
            source.delegate?.collectionView(source, didEndDragging: self, operation: self.performed ?? operation)
        }
    }
}

/// A drag that has ended, as long as the program refers to it.
struct WeakDrag {
    weak var drag: CollectionDrag?
}
