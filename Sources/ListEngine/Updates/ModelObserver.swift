import Foundation
import Observation

/// Calls a closure again after each change of the models that it has read.
@available(iOS 17, macCatalyst 17, macOS 14, tvOS 17, visionOS 1, *)
@MainActor
final class ModelObserver<Owner: AnyObject> {
    private weak var owner: Owner?
    private let scheduler: UpdateScheduler
    private let update: @MainActor (Owner) -> Void

    init(_ owner: Owner, _ scheduler: UpdateScheduler, _ update: @escaping @MainActor (Owner) -> Void) {
        self.owner = owner
        self.scheduler = scheduler
        self.update = update
    }

    /// Calls the closure, and waits for the next change of what it reads. The observer ends when it or its owner is released.
    func run() {
        guard let owner else { return }
        withObservationTracking {
            update(owner)
        } onChange: { [weak self, scheduler] in
            // The change is made after this call, and others may follow it.
            scheduler.schedule(isolation: nil) { self?.run() }
        }
    }
}
