/// Supplies rows in a fixed order, a few at a time, by key and never by number.
///
/// A source is a table of a database, the result of a query, or a list that a server returns in pages. A list over a source
/// keeps only the rows near the screen, so the source can be larger than memory.
///
/// Only ``rows(_:limit:)`` is required. A source that knows more says more: ``outlines(since:)`` supplies counts and
/// ``changes()`` reports edits.
///
///     struct Numbers: RowSource {
///         func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, String> {
///             let keys = switch side {
///             case .first: 0..<limit
///             case .last: 1_000_000 - limit..<1_000_000
///             case .from(let key): key..<min(key + limit, 1_000_000)
///             case .after(let key): key + 1..<min(key + 1 + limit, 1_000_000)
///             case .before(let key): max(key - limit, 0)..<key
///             }
///             let isEnd = side.isBackward ? keys.lowerBound <= 0 : keys.upperBound >= 1_000_000
///             return RowSlice(keys.map { KeyedRow(key: $0, id: $0, row: "Row \($0)") }, isEnd: isEnd)
///         }
///     }
///
/// **Order.** The keys are the order: each row has one key, no two rows have equal keys, and a slice is ascending. A key
/// contains everything that the order depends on, and ends with the identity of the row. For a descending order, the key type
/// compares the other way round. The order of two keys must never change.
///
/// **Revisions.** A source that changes numbers its states with a ``RowRevision``. A slice has seen exactly the changes up to
/// its revision, and each change that it has seen is also reported by ``changes()``, before or after the slice. A source that
/// reports no changes uses ``RowRevision/initial`` for all slices; a later slice then replaces what an earlier slice said about
/// the same keys.
///
/// **Threads.** No method is called on the main thread. Several calls may run at the same time. A call that is no longer
/// needed is cancelled as a task is: it should throw `CancellationError` soon, and whatever it returns is ignored. A call may
/// take any time, fail, or never return; the list stays usable. A source can be an actor. It must not be isolated to
/// the main actor. The compiler accepts an asynchronous method with this isolation, so the list reports
/// ``RowSourceFault/Kind/mainThread``.
///
/// **Faults.** Everything that a source returns is checked. Rows out of order, with equal keys, or on the wrong side are reported in a
/// diagnostic, and the list stays consistent: see ``RowSourceFault``.
public protocol RowSource<Key, ID, Row>: Sendable {
    /// The contents of a row.
    associatedtype Row: Sendable
    /// The identity of a row, which stays the same when its key changes, such as a primary key. Rows with the same identity
    /// are the same row.
    associatedtype ID: Hashable & Sendable
    /// The place of a row in the order, which is total: equal keys mean the same row.
    associatedtype Key: Comparable & Sendable

    /// Reads the rows that are next to a place, in ascending order of their keys, without a gap.
    ///
    /// - Parameters:
    ///   - side: Where to begin, and in which direction to read. The keys in it may have been deleted since; the order has a
    ///     place for them.
    ///   - limit: The number of rows that the list needs, at least 1. The slice may have fewer or more.
    /// - Returns: The rows that are nearest to the place, ascending even when they were read backward. If there are no more
    ///   rows in that direction, ``RowSlice/isEnd`` is true. A slice that is not the end has at least one row.
    /// - Throws: Any error. The list shows these rows as failed, and can ask again.
    func rows(_ side: RowSide<Key>, limit: Int) async throws -> RowSlice<Key, ID, Row>

    /// Counts the rows without reading them: coarse first, exact later. The default supplies nothing.
    ///
    /// The method returns immediately; the stream does the work. Each outline replaces what earlier ones said about the same
    /// keys. Rows that the list has loaded count as they are. The list calls the method when it begins to show the source, and again
    /// after a ``RowChanges`` that says that counts are out of date. A stream that is still counting then goes on: what it has counted
    /// becomes an estimate, and the method is called again when the stream ends, after a pause of four times as long as the stream took. A stream that
    /// supplies nothing during many such changes is cancelled.
    /// - Parameter revision: The revision up to which the list has followed changes; nil for the first call.
    func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<Key>, any Error>

    /// Reports changes in ascending order of their revisions. The default reports nothing.
    ///
    /// Each change has a later revision than the one before, and all edits of one revision are one change; the list ignores a second one. Only
    /// ``RowChanges/sections(_:_:)`` share a revision with the change after them.
    ///
    /// The method returns immediately. It is called once for each list, before the first slice is requested, and the stream must
    /// report every change after the revision of that slice. It may also report changes from before.
    func changes() -> AsyncStream<RowChanges<Key, ID, Row>>
}

extension RowSource {
    public func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<Key>, any Error> {
        AsyncThrowingStream { $0.finish() }
    }

    public func changes() -> AsyncStream<RowChanges<Key, ID, Row>> { AsyncStream { $0.finish() } }
}
