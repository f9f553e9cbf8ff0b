import Foundation

/// A source whose rows are in memory, for tests, previews, and lists that are sometimes small.
///
///     let source = ArrayRows((0..<1_000).map { KeyedRow(key: $0, id: $0, row: "Row \($0)") })
///     source.apply([RowEdit(id: 7, old: 7, new: nil)])
///
/// It supplies slices and exact counts, and reports every edit. Any thread may call it. The rows can be grouped into
/// sections, for example by hundreds:
///
///     let numbers = ArrayRows([KeyedRow(key: 105, id: 1, row: "One hundred and five")]) { key in
///         RowHeading(first: key / 100 * 100, title: "From \(key / 100 * 100) on")
///     }
public final class ArrayRows<Key: Comparable & Sendable, ID: Hashable & Sendable, Row: Sendable>: RowSource,
    @unchecked Sendable
{
    private let lock = NSLock()
    private let pageSize: Int
    private let heading: (@Sendable (Key) -> RowHeading<Key>)?
    // Guarded by the lock.
    private var sorted: [KeyedRow<Key, ID, Row>]
    private var revision = RowRevision.initial
    private var listeners: [Int: AsyncStream<RowChanges<Key, ID, Row>>.Continuation] = [:]
    private var nextListener = 0
    private var headings: [RowHeading<Key>] = []

    /// - Parameters:
    ///   - rows: In any order. Of rows with equal keys the first one is kept.
    ///   - pageSize: The number of rows in a page of ``outlines(since:)``.
    ///   - heading: Returns the section of a row. Nil: the rows are not in sections. It may be called several times, and by any thread.
    /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
    public init(
        _ rows: [KeyedRow<Key, ID, Row>] = [], pageSize: Int = 256,
        heading: (@Sendable (_ key: Key) -> RowHeading<Key>)? = nil
    ) {
        self.pageSize = max(1, pageSize)
        self.heading = heading
        sorted = []
        sorted.reserveCapacity(rows.count)
        let ascending = rows.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
        for (_, row) in ascending where sorted.last.map({ $0.key < row.key }) ?? true { sorted.append(row) }
        headings = headings(of: sorted)
    }

    /// The sections that have rows.
    private func headings(of rows: [KeyedRow<Key, ID, Row>]) -> [RowHeading<Key>] {
        guard let heading else { return [] }
        var found: [RowHeading<Key>] = []
        for row in rows {
            let next = heading(row.key)
            if found.last.map({ $0.first < next.first }) ?? true { found.append(next) }
        }
        return found
    }

    /// All rows, ascending.
    public var rows: [KeyedRow<Key, ID, Row>] { lock.withLock { sorted } }

    /// Changes rows, and reports the edits to all lists. An inserted or changed row whose edit has no contents keeps those that it
    /// had; an edit that inserts a row without contents is left out. A row at the new key of another one is replaced, and reported as deleted.
    /// - Complexity: O(*k* *n*) for *k* edits of *n* rows; with sections, the heading of every row is read.
    public func apply(_ edits: [RowEdit<Key, ID, Row>]) {
        guard heading != nil else {
            return lock.withLock { report(sorted.apply(edits), headings) }
        }
        // The program's closure runs without the lock: it may call this object. Another thread may change the rows in the meantime.
        var isApplied = false
        while !isApplied {
            var (rows, former) = lock.withLock { (sorted, revision) }
            let applied = rows.apply(edits)
            let headings = headings(of: rows)
            isApplied = lock.withLock {
                guard revision == former else { return false }
                sorted = rows
                report(applied, headings)
                return true
            }
        }
    }

    /// Reports edits that were applied. The caller has the lock.
    private func report(_ applied: [RowEdit<Key, ID, Row>], _ headings: [RowHeading<Key>]) {
        revision.number += 1
        for listener in listeners.values {
            if headings != self.headings { listener.yield(.sections(headings, revision)) }
            listener.yield(.edits(applied, revision))
        }
        self.headings = headings
    }

    public func rows(_ side: RowSide<Key>, limit: Int) async throws -> RowSlice<Key, ID, Row> {
        try Task.checkCancellation()
        return slice(side, limit: limit)
    }

    private func slice(_ side: RowSide<Key>, limit: Int) -> RowSlice<Key, ID, Row> {
        lock.withLock {
            let count = sorted.count
            let range: Range<Int>
            switch side {
            case .first: range = 0..<min(limit, count)
            case .last: range = max(0, count - limit)..<count
            case .from(let key):
                let first = sorted.lowerBound(of: key)
                range = first..<min(first + limit, count)
            case .after(let key):
                var first = sorted.lowerBound(of: key)
                if first < count, sorted[first].key == key { first += 1 }
                range = first..<min(first + limit, count)
            case .before(let key):
                let end = sorted.lowerBound(of: key)
                range = max(0, end - limit)..<end
            }
            let isEnd = side.isBackward ? range.lowerBound == 0 : range.upperBound == count
            return RowSlice(Array(sorted[range]), isEnd: isEnd, revision: revision)
        }
    }

    public func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<Key>, any Error> {
        AsyncThrowingStream { stream in
            lock.withLock {
                // A page begins where a section begins.
                let starts = [0] + headings.dropFirst().map { sorted.lowerBound(of: $0.first) } + [sorted.count]
                let pages = zip(starts, starts.dropFirst()).enumerated().flatMap { section, rows in
                    stride(from: rows.0, to: rows.1, by: pageSize).map { first in
                        let isStart = first == rows.0 && section < headings.count
                        return RowPage(
                            first: isStart ? headings[section].first : sorted[first].key,
                            count: min(pageSize, rows.1 - first))
                    }
                }
                stream.yield(.pages(pages, end: nil, revision: self.revision))
            }
            stream.finish()
        }
    }

    public func changes() -> AsyncStream<RowChanges<Key, ID, Row>> {
        let (stream, continuation) = AsyncStream.makeStream(of: RowChanges<Key, ID, Row>.self)
        let number = lock.withLock {
            if heading != nil { continuation.yield(.sections(headings, revision)) }
            nextListener += 1
            listeners[nextListener] = continuation
            return nextListener
        }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            self.lock.withLock { self.listeners[number] = nil }
        }
        return stream
    }
}

extension Array {
    /// Changes rows that are sorted by key.
    /// - Returns: The edits that were applied: a row may have been left out, or overwritten.
    fileprivate mutating func apply<Key: Comparable & Sendable, ID: Hashable & Sendable, Row: Sendable>(
        _ edits: [RowEdit<Key, ID, Row>]
    ) -> [RowEdit<Key, ID, Row>] where Element == KeyedRow<Key, ID, Row> {
        var ids: [ID] = []
        var (removed, inserted): ([ID: Element], [ID: Element]) = ([:], [:])
        for edit in edits {
            guard let old = edit.old, let place = place(of: old), self[place].id == edit.id else { continue }
            removed[edit.id] = remove(at: place)
            ids.append(edit.id)
        }
        for edit in edits {
            guard let new = edit.new, let row = edit.row ?? removed[edit.id]?.row else { continue }
            if let former = inserted[edit.id], let place = place(of: former.key) { remove(at: place) }
            let place = lowerBound(of: new)
            let keyed = KeyedRow(key: new, id: edit.id, row: row)
            if place < count, self[place].key == new {
                let other = self[place]
                if inserted.removeValue(forKey: other.id) == nil { removed[other.id] = other }
                if other.id != edit.id { ids.append(other.id) }
                self[place] = keyed
            } else {
                insert(keyed, at: place)
            }
            inserted[edit.id] = keyed
            ids.append(edit.id)
        }
        var reported: Set<ID> = []
        return ids.compactMap { id in
            let (old, new) = (removed[id], inserted[id])
            guard reported.insert(id).inserted, old != nil || new != nil else { return nil }
            return RowEdit(id: id, old: old?.key, new: new?.key, row: new?.row)
        }
    }

    private func place<Key, ID, Row>(of key: Key) -> Int? where Element == KeyedRow<Key, ID, Row> {
        let place = lowerBound(of: key)
        return place < count && self[place].key == key ? place : nil
    }

    /// The number of rows with smaller keys.
    fileprivate func lowerBound<Key, ID, Row>(of key: Key) -> Int where Element == KeyedRow<Key, ID, Row> {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
