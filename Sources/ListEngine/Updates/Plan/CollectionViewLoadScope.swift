import Foundation

/// The part of its data that a collection view loads from its data source.
public enum CollectionViewLoadScope: Sendable, Hashable {
    /// A full reload.
    case everything
    /// A batch of updates inserts, deletes, moves or reloads sections.
    case sections
    /// A batch of updates inserts, deletes, moves or reloads items.
    case items
}
