import Foundation
import ListEngineLayout

// The start and the end of a list: chats and logs follow the end, and count the items that arrive below the screen.
extension CollectionView {
    /// Receives the number of items that were inserted after the items on the screen and that the user has not seen,
    /// when the number changes: the new messages below the screen in a chat, for example.
    ///
    ///     view.anchorPolicy = .endWhenAtEnd
    ///     view.unseenItemsHandler = { count in print(count == 0 ? "" : "\(count) new") }
    ///
    /// An item is seen when a part of it is on the screen, or when the user scrolls past it. At the end of the list, everything
    /// is seen. Items are not recognized when they return: an item that a filter removes and that is inserted again
    /// counts as new. The handler is called after the list was laid out, and may change the list. Nil, the default,
    /// means that items are not counted.
    public var unseenItemsHandler: (@MainActor (Int) -> Void)? {
        get { anchoring.unseen.handler }
        set { anchoring.unseen.setHandler(newValue) }
    }

    /// The number of items that were inserted after the items on the screen and that the user has not seen. See
    /// ``unseenItemsHandler``.
    public var numberOfUnseenItems: Int { anchoring.unseen.items.count }

    /// The first item that the user has not seen; nil if there is none. See ``unseenItemsHandler``.
    public var indexPathForFirstUnseenItem: IndexPath? { anchoring.unseen.items.first?.indexPath }

    /// Whether the list cannot be scrolled further toward its end, within half a point. With
    /// ``ContentAnchorPolicy/endWhenAtEnd``, it then follows its end. A list without items is at its end.
    public var isAtEnd: Bool { layout.numberOfItems == 0 || mainOffset >= mainOffsetRange.upperBound - 0.5 }

    /// Whether the list cannot be scrolled further toward its start.
    public var isAtStart: Bool { mainOffset <= mainOffsetRange.lowerBound }

    /// Scrolls to the start of the list.
    public func scrollToStart(animated: Bool) { scrollToEdge(.start, animated) }

    /// Scrolls to the end of the list. Items that are measured on the way do not move it, and with
    /// ``ContentAnchorPolicy/endWhenAtEnd`` the list follows its end from then on.
    public func scrollToEnd(animated: Bool) { scrollToEdge(.end, animated) }

    private func scrollToEdge(_ target: ScrollTarget, _ animated: Bool) {
        layoutIfNeeded()
        scrolling.scroll(to: target, animated: animated)
        if !animated { layoutIfNeeded() }
    }
}
