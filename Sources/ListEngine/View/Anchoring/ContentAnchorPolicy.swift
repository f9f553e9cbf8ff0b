import Foundation
import ListEngineLayout

/// The element that keeps its place on screen when the content of a list changes. The content changes when items are
/// inserted, deleted, moved or measured, and when the width, the insets or the layout change.
///
/// If the policy's element does not exist (nothing is visible, or it was deleted), the list uses the first of these
/// that exists:
/// 1. the first visible item that is not deleted;
/// 2. the nearest item of an update that is not deleted: the next one after the first visible item, else the last one
///    before it;
/// 3. the content offset, counted from the leading edge.
///
/// An offset outside the content is always clamped. A ``ContentChange`` reports how far the list was scrolled and how
/// far the offset was clamped.
public enum ContentAnchorPolicy: Sendable, Hashable {
    /// The start of the first visible item that is not deleted. A list at its very start stays there, so that items
    /// inserted at the top are visible. This is the default.
    case firstVisible

    /// The end of the last visible item that is not deleted, at its distance from the end of the visible bounds. Use
    /// it for lists that are read from the end, such as chats. The item keeps its place when the view gets lower, and
    /// when items are inserted above.
    case lastVisible

    /// A list at its end stays at its end. Otherwise the same as ``firstVisible``.
    case endWhenAtEnd

    /// The start of this item, visible or not. Updates renumber the index path. In a full reload, it
    /// names the item at that position. If the item is deleted, ``firstVisible`` is used instead. See also
    /// ``MovedAnchorPolicy``.
    case item(IndexPath)

    /// No element. The content offset does not change.
    case contentOffset
}

/// The treatment of the anchor item if an update moves it in the list, alone or with its section.
///
/// An item that the user drags follows the finger and is dropped there. It does not scroll the list in either case.
public enum MovedAnchorPolicy: Sendable, Hashable {
    /// The list scrolls with the item, so that the item stays at its place on screen. This is the default.
    case follow

    /// The list does not scroll with the item. A moved item is treated as if it were deleted.
    case stay
}
