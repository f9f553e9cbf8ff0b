import Foundation
import ListEngineLayout

/// How one element gets from where it was to where it is, in a batch of updates.
@MainActor
public struct ElementAnimation {
    public enum Change: Sendable, Hashable {
        /// The element is new, or was loaded again.
        case appearing
        /// The element is gone. Its view is put back into the pool when the animation has ended.
        case disappearing
        /// The element is elsewhere, or comes into view or leaves it.
        case moving
    }

    public var change: Change

    /// The view that moves; it has been placed at its end, unless it disappears or leaves.
    public var view: CollectionReusableView

    /// Where the element is at the start, in the content of now: the change of the content offset is counted in, so that
    /// it is where the user saw it. A new element starts where it ends, with alpha 0, unless the delegate says otherwise.
    public var initial: LayoutAttributes

    /// Where it is at the end. An element that is gone ends where it was, with alpha 0, unless the delegate says otherwise.
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
