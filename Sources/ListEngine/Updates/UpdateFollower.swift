/// The changes that a data source learns of: the computation whose result it shows next, and the models that it observes.
@MainActor
final class UpdateFollower {
    let computation = LatestComputation()
    /// A `ModelObserver`, which only newer systems have.
    var observer: AnyObject?
}
