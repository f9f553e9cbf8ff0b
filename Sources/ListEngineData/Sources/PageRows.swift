import Foundation

/// A list that a server returns in pages, each with a cursor for the next one.
///
///     let messages = PageRows<String, Message, Int> { cursor, limit in
///         let answer = try await server.messages(after: cursor, limit: limit)
///         return RowsOfPage(answer.messages, next: answer.next)
///     }
///     let rows = LiveRows(messages)
///
/// The first page is requested without a cursor. The order is that of the server: the key of a row is its place in the pages. Pages are requested one
/// after the other, because only a page has the cursor of the next one; a page that was read before is requested again when
/// it is near the screen. Counts are unknown, unless ``init(id:count:page:)`` gets a closure that returns them.
public final class PageRows<Cursor: Sendable, Row: Sendable, ID: Hashable & Sendable>: RowSource, @unchecked Sendable {
    /// The place of a row: its page, and the place in the page.
    public struct Key: Comparable, Hashable, Sendable {
        var page: Int
        var place: Int

        public static func < (left: Key, right: Key) -> Bool { (left.page, left.place) < (right.page, right.place) }
    }

    public typealias Page = @Sendable (_ cursor: Cursor?, _ limit: Int) async throws -> RowsOfPage<Cursor, Row>

    private let page: Page
    private let count: (@Sendable () async throws -> RowCount)?
    private let id: @Sendable (Row) -> ID
    private let lock = NSLock()
    /// Guarded by the lock. For each page that was reached, the cursor that requests it.
    private var cursors: [Cursor?] = [nil]
    /// Guarded by the lock. The limit of all requests, so that a page that is requested again has the same rows.
    private var limit: Int?

    /// - Parameters:
    ///   - id: Returns the identity of a row.
    ///   - count: Returns the number of rows, if the server knows it.
    ///   - page: Returns the page at a cursor. The limit is a request, and the same in all calls; the server decides
    ///     how many rows it returns. A page that is requested
    ///     again should have the same rows.
    public init(
        id: @escaping @Sendable (Row) -> ID, count: (@Sendable () async throws -> RowCount)? = nil,
        page: @escaping Page
    ) {
        self.id = id
        self.count = count
        self.page = page
    }

    public func rows(_ side: RowSide<Key>, limit: Int) async throws -> RowSlice<Key, ID, Row> {
        switch side {
        case .first: try await slice(from: Key(page: 0, place: 0), limit)
        case .from(let key): try await slice(from: key, limit)
        case .after(let key): try await slice(from: Key(page: key.page, place: key.place + 1), limit)
        case .before(let key): try await slice(before: key, limit)
        case .last: try await slice(before: nil, limit)
        }
    }

    /// The rows of one page, or of the next ones if it has none from the place on.
    private func slice(from key: Key, _ limit: Int) async throws -> RowSlice<Key, ID, Row> {
        var number = key.page
        while true {
            let (rows, isLast) = try await read(number, limit)
            let own = number == key.page ? rows.filter { $0.key >= key } : rows
            if !own.isEmpty || isLast { return RowSlice(own, isEnd: isLast) }
            number += 1
        }
    }

    /// The rows of the page before a key. Without a key, those of the last page.
    private func slice(before key: Key?, _ limit: Int) async throws -> RowSlice<Key, ID, Row> {
        var number = key?.page ?? 0
        if key == nil { while try await !read(number, limit).isLast { number += 1 } }
        while true {
            let (rows, _) = try await read(number, limit)
            let own = key.map { key in rows.filter { $0.key < key } } ?? rows
            if !own.isEmpty || number == 0 { return RowSlice(own, isEnd: number == 0) }
            number -= 1
        }
    }

    /// Requests a page, and the pages before it whose cursors are not known.
    private func read(_ number: Int, _ limit: Int) async throws -> (rows: [KeyedRow<Key, ID, Row>], isLast: Bool) {
        var (known, size) = (0, limit)
        lock.withLock {
            size = self.limit ?? limit
            self.limit = size
            known = min(number, cursors.count - 1)
        }
        while true {
            try Task.checkCancellation()
            let cursor = lock.withLock { cursors[known] }
            let answer = try await page(cursor, size)
            let isLast = answer.next == nil
            lock.withLock {
                if known + 1 == cursors.count, let next = answer.next { cursors.append(next) }
            }
            if known == number || isLast {
                let rows = answer.rows.enumerated().map { place, row in
                    KeyedRow(key: Key(page: known, place: place), id: id(row), row: row)
                }
                return (rows, isLast)
            }
            known += 1
        }
    }

    public func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<Key>, any Error> {
        AsyncThrowingStream { stream in
            guard let count else { return stream.finish() }
            let task = Task.detached {
                do {
                    stream.yield(.estimate(count: try await count(), quantiles: []))
                    stream.finish()
                } catch {
                    stream.finish(throwing: error)
                }
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }
}

extension PageRows where Row: Identifiable, Row.ID == ID {
    /// Creates a source whose rows have identities.
    public convenience init(
        count: (@Sendable () async throws -> RowCount)? = nil, page: @escaping Page
    ) {
        self.init(id: \.id, count: count, page: page)
    }
}

/// A page of a server's list.
public struct RowsOfPage<Cursor: Sendable, Row: Sendable>: Sendable {
    public var rows: [Row]
    /// Requests the next page. Nil: this is the last one.
    public var next: Cursor?

    public init(_ rows: [Row], next: Cursor?) {
        self.rows = rows
        self.next = next
    }
}
