import Foundation
import ListEngineLayout

/// The position and appearance with which a host draws a view.
public struct ElementPlacement: Sendable, Hashable {
    /// A point of the content near the visible bounds. It moves along with them in large steps. Frames relative to it
    /// fit the 32-bit floats that toolkits draw with, at any depth of a list.
    public var origin: CGPoint

    /// The frame relative to ``origin``, in points.
    public var frame: CGRect

    /// Drawing order: a view with a larger value is nearer to the viewer.
    public var zIndex: Int

    public var isHidden: Bool

    /// Opacity, from 0 to 1.
    public var alpha: Float

    /// The transform, applied around the centre of the frame.
    public var transform: ElementTransform

    /// - Parameters:
    ///   - attributes: The element's attributes in the content.
    ///   - origin: The origin of the placement.
    public init(_ attributes: LayoutAttributes, relativeTo origin: CGPoint) {
        self.origin = origin
        frame = attributes.frame.offsetBy(dx: -origin.x, dy: -origin.y)
        zIndex = attributes.zIndex
        isHidden = attributes.isHidden
        alpha = attributes.alpha
        transform = attributes.transform
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(origin)
        hasher.combine(frame)
        hasher.combine(zIndex)
        hasher.combine(isHidden)
        hasher.combine(alpha)
        hasher.combine(transform)
    }
}

/// The interface between a collection view and a toolkit, such as a terminal, a window system or a test.
///
/// The collection view calls its host to show views. The host reports user input with the collection view's methods
/// whose names begin with `host`. After ``requestFrame()``, a host calls ``CollectionView/layoutIfNeeded()`` once
/// before it draws the next frame.
///
/// A host implements at least ``makeView(for:)``, ``place(_:at:)``, ``recycle(_:)`` and ``remove(_:)``. A host whose
/// toolkit has a scroll position of its own also implements ``setContentOffset(_:animated:)``; one that draws with
/// ``CollectionView/contentOffset`` does not need it. The collection view holds a weak reference to its host.
@MainActor
public protocol CollectionViewHost: AnyObject {
    /// Creates the toolkit's view for a view of the list. It becomes the ``CollectionReusableView/hostView``.
    func makeView(for view: CollectionReusableView) -> AnyObject?

    /// Shows a view, or moves one that is shown.
    func place(_ view: CollectionReusableView, at placement: ElementPlacement)

    /// Removes a view from the screen. It is kept and will be placed for another element. It has no default
    /// implementation, because a view that is not removed stays on the screen as the picture of a deleted item.
    func recycle(_ view: CollectionReusableView)

    /// Removes a view from the screen permanently.
    func remove(_ view: CollectionReusableView)

    /// Returns the size that the content of a view needs.
    /// - Parameter size: The layout's estimate. For text, the width is fixed.
    /// - Returns: Nil if the host cannot measure the view.
    func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize?

    /// Returns the size of a view at the smallest width at which its content is neither cut nor wrapped. Called for items
    /// whose width is an estimate, such as tags in a flow, and when a column is fitted to its content.
    /// - Parameter width: The largest width. Content that is wider is wrapped, if it can be.
    /// - Returns: Nil if the host cannot measure the view. That is the default.
    func naturalSize(of view: CollectionReusableView, upTo width: CGFloat) -> CGSize?

    /// Called when an edit of a field begins, and with nil when it ends. The field's view has ``FieldState/edited`` in its
    /// ``CollectionViewCell/fieldState`` while it is on the screen.
    func fieldEditDidChange(_ edit: FieldEdit?)

    /// Puts what the user copies or cuts into the clipboard, for other programs. By default it stays in this program.
    func copy(_ items: CollectionDrag)

    /// Passes what was copied to a closure, immediately or later.
    /// - Returns: False if there is nothing. By default only items of this program are there.
    func paste(_ receive: @escaping @MainActor (CollectionDrag) -> Void) -> Bool

    /// Called when the size of the content changed.
    func setContentSize(_ size: CGSize)

    /// Scrolls the content. Not called when the host itself scrolled.
    /// - Parameter animated: Whether to scroll smoothly. The host calls ``CollectionView/hostDidScroll(to:)`` at each
    ///   step and ``CollectionView/hostDidEndScrollingAnimation()`` at the end. Before each step it reads
    ///   ``CollectionView/smoothScrollTarget``, which is nil if `offset` does not belong to an element. A host that
    ///   cannot scroll smoothly returns false.
    /// - Returns: True if the host performs an animated scroll.
    func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool

    /// Called after the content changed and the list was scrolled so that its anchor keeps its place on screen.
    /// Content size and offset are already set. A host that is scrolling smoothly must move its target by the same
    /// distance.
    func contentDidChange(_ change: ContentChange)

    /// Requests a frame, because the collection view has work to do before the next one. Called once for any number
    /// of changes.
    func requestFrame()

    /// Runs all animations of a batch of updates at the same time. The default ends them immediately.
    /// - Parameter completion: Call it once when the animation has ended. Views that disappear are recycled then.
    func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void)

    /// Called when an item is swiped aside, held open, or back in its place. The host moves the view and shows the
    /// actions behind it.
    func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe)

    /// Returns the distance by which an item moves aside for its actions, in points. The default is 80 per action.
    func extent(of actions: [CollectionSwipeAction], behind cell: CollectionViewCell) -> CGFloat

    /// Called when the origin of placements changed. All shown views are placed again afterwards.
    func setPlacementOrigin(_ origin: CGPoint)

    /// The extent of an item with one line of text, in points. Items without a stated size have it, and items that are measured
    /// until then. The default is 44.
    var usualItemExtent: CGFloat { get }

    /// The height of the titles of a table, in points. Titles that are measured have it until then. The default is ``usualItemExtent``.
    var usualTitleExtent: CGFloat { get }

    /// Whether the user of this toolkit expects that the arrow keys select. The default is false. See
    /// ``CollectionView/selectionFollowsFocus``.
    var selectionFollowsFocus: Bool { get }

    /// Whether the user can see the host. The default is true. A host on a hidden page or in a closed window returns false:
    /// that the list shows nothing there is no fault.
    var isOnScreen: Bool { get }
}

extension CollectionViewHost {
    public func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? { nil }
    public func naturalSize(of view: CollectionReusableView, upTo width: CGFloat) -> CGSize? { nil }
    public func fieldEditDidChange(_ edit: FieldEdit?) {}
    public func copy(_ items: CollectionDrag) {}
    public func paste(_ receive: @escaping @MainActor (CollectionDrag) -> Void) -> Bool {
        guard let copied = CollectionDrag.copied else { return false }
        receive(copied)
        return true
    }
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
    public var usualItemExtent: CGFloat { 44 }
    public var usualTitleExtent: CGFloat { usualItemExtent }
    public var selectionFollowsFocus: Bool { false }
    public var isOnScreen: Bool { true }
}

extension CollectionView {
    /// The extent of an item with one line of text, in points: that of the host.
    var usualItemExtent: CGFloat { host?.usualItemExtent ?? 44 }

    /// The height of the titles of a table, in points: that of the host.
    var usualTitleExtent: CGFloat { host?.usualTitleExtent ?? 44 }
}
