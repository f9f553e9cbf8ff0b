import Foundation
import ListEngineLayout

/// What keeps its place on the screen when the content of a list changes: when sizes are measured, items come, go or move,
/// the width, the insets or the layout become others.
///
/// Where what is named is not there (nothing is visible, it was deleted), the next one of this order is kept:
/// 1. the first visible item that stays;
/// 2. the nearest item of an update that stays: the next behind the first visible one, else the last before it;
/// 3. the content offset, counted from the leading edge.
///
/// An offset beyond the content is brought back into it in any case. How far a list was scrolled for what it keeps, and
/// how far it was brought back, is told as a ``ContentChange``.
public enum ContentAnchorPolicy: Sendable, Hashable {
    /// The start of the first visible item that stays. A list that stands at its very start stays there, so that what
    /// comes at the top is seen. The default.
    case firstVisible

    /// The end of the last visible item that stays, at its distance from the end of what is visible: for lists that are
    /// read from the end, as chats are. It holds when the view gets lower, and when items come above.
    case lastVisible

    /// A list that stands at its end stays at its end; elsewhere as ``firstVisible``.
    case endWhenAtEnd

    /// The start of this item, visible or not. The index path is renumbered by updates, and names whatever is there when
    /// everything is loaded again; when the item is deleted, ``firstVisible`` takes its place. See also
    /// ``MovedAnchorPolicy``.
    case item(IndexPath)

    /// Nothing: the content offset stays what it is.
    case none
}

/// What becomes of a kept item that an update moves elsewhere in the list, by itself or with its section.
///
/// An item that the user drags stands where the finger is, and is dropped there: it moves nothing in either case.
public enum MovedAnchorPolicy: Sendable, Hashable {
    /// The list is scrolled along: the item stays where it is on the screen. The default.
    case follow

    /// The item goes and the reader stays: an item that has moved is passed over as if it were deleted.
    case stay
}

extension CollectionView {
    /// What keeps its place when the content changes. See ``ContentAnchorPolicy``.
    public var anchorPolicy: ContentAnchorPolicy {
        get { storedAnchorPolicy }
        set { storedAnchorPolicy = newValue }
    }
}
