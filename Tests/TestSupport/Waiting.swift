import Foundation

/// Waits until something is done. It gives up after a minute, because a busy machine stops threads for seconds, and not before a
/// million turns, because one turn of the main actor can be that of other tests, which take longer.
/// - Parameter turn: Called between two looks.
public func wait(
    isolation: isolated (any Actor)? = #isolation, until isDone: () -> Bool, meanwhile turn: () -> Void = {}
) async {
    let end = Date(timeIntervalSinceNow: 60)
    var turns = 0
    while !isDone(), turns < 1_000_000 || Date() < end {
        await Task.yield()
        turn()
        turns += 1
    }
}
