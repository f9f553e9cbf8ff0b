import Foundation
import ListEngineLayout

/// Where a view is drawn.
public struct ElementPlacement: Sendable, Hashable {
    /// A point of the content near what is visible. It moves along in great steps, so that frames counted from it fit
    /// the 32-bit floats that toolkits draw with, at any depth of a list.
    public var origin: CGPoint

    /// Frame counted from ``origin``, in points.
    public var frame: CGRect

    /// Order of drawing: larger is nearer to the viewer.
    public var zIndex: Int

    public var isHidden: Bool

    /// Opacity, from 0 to 1.
    public var alpha: Float

    /// Around the centre of the frame.
    public var transform: ElementTransform

    /// - Parameters:
    ///   - attributes: Where the element is in the content.
    ///   - origin: The point that frames are counted from.
    public init(_ attributes: LayoutAttributes, relativeTo origin: CGPoint) {
        self.origin = origin
        frame = attributes.frame.offsetBy(dx: -origin.x, dy: -origin.y)
        zIndex = attributes.zIndex
        isHidden = attributes.isHidden
        alpha = attributes.alpha
        transform = attributes.transform
    }
}

/// The whole contract between a collection view and a toolkit: a terminal, a window system, a test.
///
/// The collection view tells its host what to show; the host tells the collection view what the user does, by the methods
/// whose names begin with `host`. After ``requestFrame()`` a host calls ``CollectionView/layoutIfNeeded()`` once, before
/// it draws next.
///
/// Only ``makeView(for:)`` and ``place(_:at:)`` have no default. The collection view does not keep its host alive.
@MainActor
public protocol CollectionViewHost: AnyObject {
    /// Makes the toolkit's view for a view of the list. It becomes the ``CollectionReusableView/hostView``.
    func makeView(for view: CollectionReusableView) -> AnyObject?

    /// Shows a view, or moves one that is shown.
    func place(_ view: CollectionReusableView, at placement: ElementPlacement)

    /// Takes a view from the screen. It is kept, and placed again for another element.
    func recycle(_ view: CollectionReusableView)

    /// Takes a view from the screen for good.
    func remove(_ view: CollectionReusableView)

    /// The size that the content of a view needs.
    /// - Parameter size: What the layout estimates; the width is given where lines break.
    /// - Returns: Nil where the host cannot say.
    func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize?

    /// The size of the content is another one.
    func setContentSize(_ size: CGSize)

    /// The content is to be scrolled. Not called for what the host scrolled itself.
    /// - Parameter animated: The host scrolls smoothly, calling ``CollectionView/hostDidScroll(to:)`` at each step and
    ///   ``CollectionView/hostDidEndScrollingAnimation()`` at the end. A host that cannot answers false.
    /// - Returns: True when the host took an animated scroll on itself.
    func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool

    /// The content has changed, and the list was scrolled so that what it keeps stays where it is on the screen. Size and
    /// offset have been set. A host that scrolls smoothly moves its target by the same distance.
    func contentDidChange(_ change: ContentChange)

    /// The collection view has something to do before the next frame. Called once for any number of changes.
    func requestFrame()

    /// Animates a batch of updates, all at once. The default ends at once.
    /// - Parameter completion: To be called once, when the animation has ended. Views that disappear are recycled then.
    func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void)

    /// An item is swiped aside, held open, or back in its place. The host moves the view, and shows the actions behind it.
    func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe)

    /// How far an item goes aside for its actions, in points. 80 for each by default.
    func extent(of actions: [CollectionSwipeAction], behind cell: CollectionViewCell) -> CGFloat

    /// The origin that placements are counted from is another one. All views that are shown are placed again.
    func setPlacementOrigin(_ origin: CGPoint)
}

extension CollectionViewHost {
    public func recycle(_ view: CollectionReusableView) {}
    public func remove(_ view: CollectionReusableView) {}
    public func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? { nil }
    public func setContentSize(_ size: CGSize) {}
    public func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool { false }
    public func contentDidChange(_ change: ContentChange) {}
    public func requestFrame() {}
    public func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) { completion() }
    public func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {}
    public func extent(of actions: [CollectionSwipeAction], behind cell: CollectionViewCell) -> CGFloat {
        80 * CGFloat(actions.count)
    }
    public func setPlacementOrigin(_ origin: CGPoint) {}
}
