import Foundation

/// The computation on another thread whose result a data source shows next. A later one supersedes it.
@MainActor
final class LatestComputation {
    private var turn: Turn?

    /// One computation, until its update has ended.
    @MainActor
    final class Turn {
        let preparation: UpdatePreparation
        /// Whether the result is on its way into the list.
        var isShown = false
        private var isSuperseded = false
        private var completion: UpdateCompletion?

        fileprivate init(_ preparation: UpdatePreparation, _ completion: UpdateCompletion?) {
            self.preparation = preparation
            self.completion = completion ?? { _ in }
        }

        /// Ends the turn. The result is passed on once.
        func end(_ result: UpdateResult) {
            guard let completion else { return }
            self.completion = nil
            if isSuperseded, case .failed(let error) = result, error is CancellationError {
                completion(.superseded)
            } else {
                completion(result)
            }
        }

        /// Computes a value on another thread, and calls `show` with it on the main actor, unless the turn ends before.
        func run<Value: Sendable>(
            _ scheduler: UpdateScheduler, _ compute: @escaping @Sendable () async throws -> Value,
            show: @escaping @MainActor (Value) -> Void
        ) {
            guard !isSuperseded else { return }
            let task = Task.detached(priority: .userInitiated) {
                let result: Result<Value, any Error>
                do { result = .success(try await compute()) } catch { result = .failure(error) }
                scheduler.schedule(isolation: nil) { [self] in
                    guard !isSuperseded else { return }
                    do {
                        try preparation.check()
                        show(try result.get())
                    } catch {
                        end(.failed(error))
                    }
                }
            }
            preparation.whenCancelled { task.cancel() }
        }

        fileprivate func supersede() {
            isSuperseded = true
            preparation.cancel()
            // An update that is being shown ends when its turn in the queue comes.
            if !isShown { end(.failed(CancellationError())) }
        }
    }

    /// Begins a computation. The one before ends, unless its result is shown already.
    func begin(_ preparation: UpdatePreparation, _ completion: UpdateCompletion?) -> Turn {
        let next = Turn(preparation, completion)
        let old = turn
        // Its completion may begin another computation, which then supersedes this one.
        turn = next
        old?.supersede()
        return next
    }

    /// Ends the computation because the data source shows something newer.
    func supersede() {
        let old = turn
        turn = nil
        old?.supersede()
    }
}
