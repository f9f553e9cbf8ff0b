import Foundation
import ListEngineLayout

/// The animation of one element in a batch of updates, from its old position to its new one.
@MainActor
public struct ElementAnimation {
    public enum Change: Sendable, Hashable {
        /// The element was inserted or loaded again.
        case appearing
        /// The element was deleted. Its view goes back into the reuse pool when the animation has ended.
        case disappearing
        /// The element moved, became visible or is no longer visible.
        case moving
    }

    public var change: Change

    /// The view to animate. It is already at its final position, unless the element disappears or leaves the visible
    /// bounds.
    public var view: CollectionReusableView

    /// The initial attributes in the new content. The change of the content offset is included, so the element starts
    /// where the user saw it. An inserted element starts at its final position with alpha 0, unless the delegate
    /// returns other attributes.
    public var initial: LayoutAttributes

    /// The final attributes. A deleted element ends at its old position with alpha 0, unless the delegate returns
    /// other attributes.
    public var final: LayoutAttributes
}

extension CollectionViewDelegate {
    public func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? { nil }

    public func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? { nil }
}
