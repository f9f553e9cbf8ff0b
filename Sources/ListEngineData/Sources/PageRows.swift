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
/// it is near the screen. Counts are unknown, unless the source gets a closure that returns them.
///
/// **Failures.** A page that could not be read is requested again after a pause: see ``PageRetry``. When the source gives up, the list shows
/// the rows as failed, and ``LiveRows/retry()`` requests them once more.
///
/// **Repeated rows.** If rows are inserted at the server while the list is read, a later page repeats rows of an earlier one. A row belongs
/// to the first page that had it when it was last read, and is left out in later pages. The source therefore keeps the identity of each row
/// of the pages that were reached.
///
/// **Pages that are read again.** If a page has other rows and another cursor for the next page than before, the pages after the next one are
/// reached again, one after the other, because a cursor that names a row may leave out rows. A page that the list still has loaded
/// keeps its rows until it is read again, so rows that move into it are missing until then. ``LiveRows/replace(with:at:completion:)``
/// with a new source shows all rows as they are now.
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
    private let retry: PageRetry
    private let prefetches: Bool
    private let clock: any Clock<Duration>
    private let lock = NSLock()
    /// Guarded by the lock. The pages that were reached.
    private var reached = [ReachedPage<Cursor, ID>(cursor: nil)]
    /// Guarded by the lock. The limit of the first request and of all others, so that a page that is requested again has the same rows.
    private var limit: Int?
    /// Guarded by the lock.
    private var owners = PageOwners<ID>()
    /// Guarded by the lock. The page that is requested before the list needs it.
    private var ahead: (number: Int, request: Task<RowsOfPage<Cursor, Row>, any Error>)?

    /// - Parameters:
    ///   - id: Returns the identity of a row.
    ///   - count: Returns the number of rows, if the server knows it.
    ///   - retry: When a request that failed is made again. By default it is made once.
    ///   - prefetches: Whether the page after the one that was read last is requested before the list needs it. It is used once.
    ///   - clock: Measures the pauses between requests. Tests pass their own.
    ///   - page: Returns the page at a cursor. The limit is a request, and the same in all calls; the server decides
    ///     how many rows it returns. A page that is requested
    ///     again should have the same rows.
    public init(
        id: @escaping @Sendable (Row) -> ID, count: (@Sendable () async throws -> RowCount)? = nil,
        retry: PageRetry = .never, prefetches: Bool = false, clock: any Clock<Duration> = ContinuousClock(),
        page: @escaping Page
    ) {
        self.id = id
        self.count = count
        self.retry = retry
        self.prefetches = prefetches
        self.clock = clock
        self.page = page
    }

    deinit { ahead?.request.cancel() }

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
        // The rows after the last one of a page are those of the next page.
        var number = lock.withLock {
            guard key.page < reached.count, let count = reached[key.page].rows else { return key.page }
            return key.place < count ? key.page : key.page + 1
        }
        while true {
            let (rows, isLast) = try await read(number, limit)
            if !isLast { prefetch(number + 1) }
            let own = rows.filter { $0.key >= key }
            if !own.isEmpty || isLast { return RowSlice(own, isEnd: isLast) }
            number += 1
        }
    }

    /// The rows of the page before a key. Without a key, those of the last page.
    private func slice(before key: Key?, _ limit: Int) async throws -> RowSlice<Key, ID, Row> {
        var number = key?.page ?? lock.withLock { reached.count - 1 }
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
            known = min(number, reached.count - 1)
        }
        while true {
            try Task.checkCancellation()
            let (answer, page) = try await request(known, size)
            let isLast = answer.next == nil
            let ids = answer.rows.map(id)
            let owned = lock.withLock { () -> [Bool]? in
                // Another request may have found another way to this page.
                guard known < reached.count, reached[known] === page else {
                    known = min(known, reached.count - 1)
                    return nil
                }
                reach(known, ids, next: answer.next)
                return owners.take(ids, page: known)
            }
            guard let owned else { continue }
            if known == number || isLast {
                let rows = ids.indices.lazy.filter { owned[$0] }.map { place in
                    KeyedRow(key: Key(page: known, place: place), id: ids[place], row: answer.rows[place])
                }
                return (Array(rows), isLast)
            }
            known += 1
        }
    }

    /// Stores what a page says about itself and the pages after it. It is called with the lock.
    private func reach(_ number: Int, _ ids: [ID], next: Cursor?) {
        let page = reached[number]
        let isSame = page.ids.map { Set($0) == Set(ids) } ?? false
        page.ids = ids
        page.isLast = next == nil
        if let next, number + 1 < reached.count, isSame || isEqual(reached[number + 1].cursor, next) {
            // The pages after it begin where they began.
            reached[number + 1].cursor = next
            return
        }
        reached.removeSubrange((number + 1)...)
        if let next { reached.append(ReachedPage(cursor: next)) }
        guard let ahead, ahead.number > number else { return }
        self.ahead = nil
        ahead.request.cancel()
    }

    private func isEqual(_ cursor: Cursor?, _ other: Cursor) -> Bool {
        guard let cursor = cursor as? any Equatable else { return false }
        return cursor.isEqual(to: other)
    }

    /// Requests a page whose cursor is known, or waits for the request that was made ahead. There may be fewer pages now.
    private func request(_ number: Int, _ size: Int) async throws -> (
        answer: RowsOfPage<Cursor, Row>, page: ReachedPage<Cursor, ID>
    ) {
        typealias Made = Task<RowsOfPage<Cursor, Row>, any Error>
        let (place, cursor, made) = lock.withLock { () -> (ReachedPage<Cursor, ID>, Cursor?, Made?) in
            let place = reached[min(number, reached.count - 1)]
            guard let ahead, ahead.number == number else { return (place, place.cursor, nil) }
            self.ahead = nil
            return (place, place.cursor, ahead.request)
        }
        var failed: (any Error)?
        if let made {
            let result = await withTaskCancellationHandler {
                await made.result
            } onCancel: {
                made.cancel()
            }
            try Task.checkCancellation()
            switch result {
            case .success(let answer): return (answer, place)
            case .failure(let error): failed = error
            }
        }
        return (try await repeating(after: failed) { [page] in try await page(cursor, size) }, place)
    }

    /// Makes a request until it succeeds or the source gives up.
    /// - Parameter failed: The error of a request that was made ahead.
    private func repeating<Answer>(
        after failed: (any Error)? = nil, _ request: () async throws -> Answer
    ) async throws -> Answer {
        var failures = 0
        if let failed, let pause = retry.pause(failed, 1) {
            failures = 1
            try await clock.sleep(for: pause)
        }
        while true {
            do { return try await request() } catch {
                failures += 1
                guard !(error is CancellationError), !Task.isCancelled, let pause = retry.pause(error, failures) else {
                    throw error
                }
                try await clock.sleep(for: pause)
            }
        }
    }

    /// Requests a page ahead, instead of the one that was requested before.
    private func prefetch(_ number: Int) {
        guard prefetches else { return }
        let former = lock.withLock { () -> Task<RowsOfPage<Cursor, Row>, any Error>? in
            guard ahead?.number != number, number < reached.count, let limit else { return nil }
            let (former, cursor) = (ahead?.request, reached[number].cursor)
            ahead = (number, Task.detached { [page] in try await page(cursor, limit) })
            return former
        }
        former?.cancel()
    }

    public func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<Key>, any Error> {
        AsyncThrowingStream { stream in
            guard let count else { return stream.finish() }
            let task = Task.detached { [self] in
                do {
                    stream.yield(.estimate(count: try await repeating { try await count() }, quantiles: []))
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
        count: (@Sendable () async throws -> RowCount)? = nil, retry: PageRetry = .never, prefetches: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(), page: @escaping Page
    ) {
        self.init(id: \.id, count: count, retry: retry, prefetches: prefetches, clock: clock, page: page)
    }
}

/// A page that was reached. A page whose cursor leads to another place becomes another object.
private final class ReachedPage<Cursor, ID> {
    /// Requests the page. Nil for the first one.
    var cursor: Cursor?
    /// The rows of the server's last answer, with those that belong to an earlier page. Nil if there was none.
    var ids: [ID]?
    var isLast = false

    /// The number of rows. Nil if the page was not read, or is the last one.
    var rows: Int? { isLast ? nil : ids?.count }

    init(cursor: Cursor?) { self.cursor = cursor }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}

/// The pages that rows belong to.
private struct PageOwners<ID: Hashable> {
    private var pages: [ID: Int] = [:]
    private var ids: [Int: [ID]] = [:]

    /// Gives a page the rows that it has now, unless they belong to an earlier one.
    /// - Returns: For each row, whether it belongs to the page.
    mutating func take(_ rows: [ID], page: Int) -> [Bool] {
        for id in ids[page] ?? [] where pages[id] == page { pages[id] = nil }
        var own: [ID] = []
        let isOwn = rows.map { id in
            if let owner = pages[id], owner <= page { return false }
            pages[id] = page
            own.append(id)
            return true
        }
        ids[page] = own
        return isOwn
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
