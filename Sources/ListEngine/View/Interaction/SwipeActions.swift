import Foundation

/// An action for an item that is shown when the user swipes the item aside.
///
///     let delete = CollectionSwipeAction(.destructive, title: "Delete") { action, indexPath, completion in
///         books.remove(at: indexPath.item)
///         completion(true)
///     }
@MainActor
public struct CollectionSwipeAction {
    public enum Style: Sendable, Hashable {
        case normal
        /// The action deletes the item, so the item does not slide back afterwards.
        case destructive
    }

    /// Performs the action. The item stays aside until `completion` is called. Pass true if the action was performed.
    /// - Parameters:
    ///   - indexPath: The current position of the item.
    ///   - completion: Call it on the main actor, immediately or later. Only the first call has an effect.
    public typealias Handler =
        @MainActor (
            _ action: CollectionSwipeAction, _ indexPath: IndexPath, _ completion: @escaping @MainActor (Bool) -> Void
        ) -> Void

    public var style: Style

    /// The title of the button.
    public var title: String

    /// Shown next to the title.
    public var image: ItemImage?

    /// The colour behind the title. Nil is a colour of the platform, which depends on the style.
    public var color: ItemColor?

    /// Other content, for a host of the program. The hosts of this package do not read it.
    public var payload: Any?

    public var handler: Handler

    public init(
        _ style: Style = .normal, title: String, image: ItemImage? = nil, color: ItemColor? = nil, payload: Any? = nil,
        handler: @escaping Handler
    ) {
        self.style = style
        self.title = title
        self.image = image
        self.color = color
        self.payload = payload
        self.handler = handler
    }
}

/// The actions behind one edge of an item.
@MainActor
public struct CollectionSwipeActions {
    /// The actions. The first one is nearest to the edge of the list.
    public var actions: [CollectionSwipeAction]

    /// Whether a swipe over the whole item performs the first action. The default is true.
    public var performsFirstActionWithFullSwipe: Bool

    public init(_ actions: [CollectionSwipeAction], performsFirstActionWithFullSwipe: Bool = true) {
        self.actions = actions
        self.performsFirstActionWithFullSwipe = performsFirstActionWithFullSwipe
    }
}
