import Foundation

/// Something that can be done with an item, offered when the user swipes it aside.
///
///     let delete = CollectionSwipeAction(.destructive, title: "Delete") { action, indexPath, completion in
///         books.remove(at: indexPath.item)
///         completion(true)
///     }
@MainActor
public struct CollectionSwipeAction {
    public enum Style: Sendable, Hashable {
        case normal
        /// The item goes when the action has been done: it does not slide back.
        case destructive
    }

    /// Does the action. The item stays aside until `completion` is called, once: with true where the action was done.
    /// - Parameters:
    ///   - indexPath: Where the item is now.
    ///   - completion: May be called at once or later, on the main actor. What is called twice counts once.
    public typealias Handler =
        @MainActor (
            _ action: CollectionSwipeAction, _ indexPath: IndexPath, _ completion: @escaping @MainActor (Bool) -> Void
        ) -> Void

    public var style: Style

    /// What the host writes on the button.
    public var title: String

    /// Anything else that the host draws: a picture, a colour.
    public var payload: Any?

    public var handler: Handler

    public init(_ style: Style = .normal, title: String, payload: Any? = nil, handler: @escaping Handler) {
        self.style = style
        self.title = title
        self.payload = payload
        self.handler = handler
    }
}

/// The actions behind one edge of an item.
@MainActor
public struct CollectionSwipeActions {
    /// The first stands nearest to the edge of the list.
    public var actions: [CollectionSwipeAction]

    /// A swipe over the whole item does the first action. True by default.
    public var performsFirstActionWithFullSwipe: Bool

    public init(_ actions: [CollectionSwipeAction], performsFirstActionWithFullSwipe: Bool = true) {
        self.actions = actions
        self.performsFirstActionWithFullSwipe = performsFirstActionWithFullSwipe
    }
}
