import Dispatch
import Foundation

/// A row with its place in the order and its identity.
public struct KeyedRow<Key: Comparable & Sendable, ID: Hashable & Sendable, Row: Sendable>: Sendable {
    public var key: Key
    public var id: ID
    public var row: Row

    public init(key: Key, id: ID, row: Row) {
        self.key = key
        self.id = id
        self.row = row
    }
}

/// Consecutive rows of a source, in ascending order: the answer to ``RowSource/rows(_:limit:)``.
public struct RowSlice<Key: Comparable & Sendable, ID: Hashable & Sendable, Row: Sendable>: Sendable {
    /// The rows, ascending by key. Between two of them there is no other row.
    public var rows: [KeyedRow<Key, ID, Row>]
    /// Whether there are no more rows in the direction in which the slice was read.
    public var isEnd: Bool
    /// The state of the source that the slice shows: it has seen all changes up to this revision, and none after it.
    public var revision: RowRevision
    /// Whether the slice was made on the main thread, where a source must not work.
    package let isFromMainThread = MainThread.isCurrent
    /// A fault of the call that returned the slice.
    var fault: RowSourceFault?

    public init(_ rows: [KeyedRow<Key, ID, Row>], isEnd: Bool, revision: RowRevision = .initial) {
        self.rows = rows
        self.isEnd = isEnd
        self.revision = revision
    }
}

enum MainThread {
    /// A value that only the main queue has: without a run loop, the main queue can run on other threads.
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs on the main thread, or on the main queue.
    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil }
}
