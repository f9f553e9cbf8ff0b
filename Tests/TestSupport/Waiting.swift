import Foundation

/// Waits until something is done, a minute at most: a busy machine stops threads for seconds.
/// - Parameter turn: Called between two looks.
public func wait(
    isolation: isolated (any Actor)? = #isolation, until isDone: () -> Bool, meanwhile turn: () -> Void = {}
) async {
    let end = Date(timeIntervalSinceNow: 60)
    while !isDone(), Date() < end {
        await Task.yield()
        turn()
    }
}
