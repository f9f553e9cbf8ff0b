import Foundation
import ListEngineData

/// How long the test waits for a call.
struct Patience: Sendable {
    /// Nil: as long as it takes.
    var limit: Duration?
    var clock: any Clock<Duration>

    var text: String { limit.map { "\($0)" } ?? "any time" }
}

/// The result of a closure; nil if it takes longer. The closure is then cancelled, and no one waits for it.
func answer<Value: Sendable>(
    within patience: Patience, _ body: @escaping @Sendable () async throws -> Value
) async -> Result<Value, any Error>? {
    guard let time = patience.limit else {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
    let race = Race<Result<Value, any Error>>()
    let work = Task.detached {
        do { race.finish(.success(try await body())) } catch { race.finish(.failure(error)) }
    }
    let limit = Task.detached {
        do { try await patience.clock.sleep(for: time) } catch { return }
        race.finish(nil)
    }
    let result = await race.result()
    limit.cancel()
    if result == nil { work.cancel() }
    return result
}

/// The first of several results.
private final class Race<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by the lock.
    private var first: Value??
    private var waiting: CheckedContinuation<Value?, Never>?

    func finish(_ value: Value?) {
        let waiting = lock.withLock { () -> CheckedContinuation<Value?, Never>? in
            guard first == nil else { return nil }
            first = .some(value)
            defer { self.waiting = nil }
            return self.waiting
        }
        waiting?.resume(returning: value)
    }

    func result() async -> Value? {
        await withCheckedContinuation { continuation in
            let known = lock.withLock { () -> Value?? in
                if first == nil { waiting = continuation }
                return first
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}

/// The changes that a source has reported.
final class Reports<Change: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private let revision: @Sendable (Change) -> RowRevision?
    private var following: Task<Void, Never>?
    // Guarded by the lock.
    private var changes: [Change] = []
    private var hasEnded = false
    private var waiting: (target: RowRevision, continuation: CheckedContinuation<([Change], Bool), Never>)?

    init<Key, ID, Row>(_ stream: AsyncStream<Change>) where Change == RowChanges<Key, ID, Row> {
        revision = { if case .sections = $0 { nil } else { $0.revision } }
        following = Task.detached { [weak self] in
            var iterator = stream.makeAsyncIterator()
            while let change = await iterator.next() { self?.add(change) }
            self?.add(nil)
        }
    }

    func stop() {
        following?.cancel()
        add(nil)
    }

    private func add(_ change: Change?) {
        let due = lock.withLock { () -> (() -> Void)? in
            if let change { changes.append(change) } else { hasEnded = true }
            guard let waiting, isThere(waiting.target) else { return nil }
            self.waiting = nil
            let result = takeAll()
            return { waiting.continuation.resume(returning: result) }
        }
        due?()
    }

    private func isThere(_ target: RowRevision) -> Bool {
        hasEnded || changes.contains { revision($0).map { $0 >= target } ?? false }
    }

    private func takeAll() -> ([Change], Bool) {
        defer { changes = [] }
        return (changes, hasEnded)
    }

    /// The changes since the last call, with one that leads to a revision or a later one. Fewer if there are no more.
    func take(upTo target: RowRevision) async -> ([Change], Bool) {
        await withCheckedContinuation { continuation in
            let known = lock.withLock { () -> ([Change], Bool)? in
                if isThere(target) { return takeAll() }
                waiting = (target, continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
