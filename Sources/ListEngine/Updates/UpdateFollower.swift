/// What a data source does with changes that it learns of: the computation whose result it shows next, and the models that it observes.
@MainActor
final class UpdateFollower {
    let computation = LatestComputation()
    /// A `ModelObserver`, which only newer systems have.
    var observer: AnyObject?
}
