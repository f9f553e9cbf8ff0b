@testable import ListEngineData

/// The number of the last request. A test may answer a request of a reader that was replaced, so no two readers use the same number.
@MainActor private var lastNumber = 0

/// A reader whose answers a test gives, when and as it likes: late, twice, never, in any order.
@MainActor
final class ScriptedReader<Source: RowSource>: RowReading {
    typealias Slice = RowSlice<Source.Key, Source.ID, Source.Row>
    typealias Changes = RowChanges<Source.Key, Source.ID, Source.Row>

    struct Read {
        let side: RowSide<Source.Key>
        let limit: Int
        let done: @MainActor (Result<Slice, any Error>) -> Void
        let number: Int
    }

    private(set) var reads: [Read] = []
    private(set) var cancelled: Set<Int> = []
    private(set) var opened: (@MainActor () -> Void)?
    private(set) var changes: (@MainActor (Changes?) -> Void)?
    private(set) var outlines: (@MainActor (RowOutline<Source.Key>?) -> Void)?
    /// How often outlines were requested.
    private(set) var counts = 0
    private(set) var isStopped = false

    func follow(
        opened: @escaping @MainActor @Sendable () -> Void, each: @escaping @MainActor @Sendable (Changes?) -> Void
    ) {
        self.opened = opened
        changes = each
    }

    func read(
        _ side: RowSide<Source.Key>, limit: Int,
        _ done: @escaping @MainActor @Sendable (Result<Slice, any Error>) -> Void
    ) -> @MainActor () -> Void {
        lastNumber += 1
        let number = lastNumber
        reads.append(Read(side: side, limit: limit, done: done, number: number))
        return { [weak self] in _ = self?.cancelled.insert(number) }
    }

    func count(
        since revision: RowRevision?, _ each: @escaping @MainActor @Sendable (RowOutline<Source.Key>?) -> Void
    ) {
        outlines = each
        counts += 1
    }

    func stop() { isStopped = true }

    /// Requests that were not answered, nor cancelled.
    var waiting: [Read] { reads.filter { !cancelled.contains($0.number) } }

    /// Removes a request, which then is never answered unless the test does it.
    func remove(_ read: Read) { reads.removeAll { $0.number == read.number } }
}
