/// A value that a string identifies in a list. The identifier of an item is unique in its section.
///
///     struct Restaurant: ListIdentifiable {
///         var listIdentifier: String
///         var name: String
///     }
///
/// The protocol is not isolated to an actor, so that items can be values and lists can be compared on any thread. A
/// main-actor model whose identifier is not a `let` conforms on that actor only:
///
///     @MainActor final class Order: @MainActor ListIdentifiable {
///         var number = 0
///         var listIdentifier: String { "order \(number)" }
///     }
///
/// Items whose identifiers are not strings conform to `Identifiable`; see ``ListSection``.
public protocol ListIdentifiable {
    /// Identifies the item, not its content. It stays the same when the content changes.
    var listIdentifier: String { get }
}
