/// Something that a list tells apart from all others by a string: an item among the items of its section.
///
///     struct Restaurant: ListIdentifiable {
///         var listIdentifier: String
///         var name: String
///     }
///
/// It is isolated to no actor, so that items may be values and lists be compared anywhere. A model of the main actor
/// whose identifier is not a `let` conforms on that actor alone:
///
///     @MainActor final class Order: @MainActor ListIdentifiable {
///         var number = 0
///         var listIdentifier: String { "order \(number)" }
///     }
///
/// Items whose identifiers are no strings conform to `Identifiable`, see ``ListSection``.
public protocol ListIdentifiable {
    /// Says which item this is, not what it shows: it stays the same while the content changes.
    var listIdentifier: String { get }
}
