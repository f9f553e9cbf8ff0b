import Foundation
import ListEngineLayout

extension CollectionView {
    /// A view that is shown while the list has no items, for example a text that says why.
    ///
    ///     let message = TitleView()
    ///     message.title = "No messages yet"
    ///     view.emptyView = message
    ///
    /// It fills the visible bounds within the insets, even while the list is scrolled, and is below headers and other
    /// elements. The host creates its toolkit's view when it is shown first. It is none of the ``visibleViews``, and the
    /// list does not measure it. A view can be the empty view of one list at a time. It must not be a view that was dequeued.
    public var emptyView: CollectionReusableView? {
        get { emptyViews.set }
        set { emptyViews.replace(with: newValue) }
    }
}

/// The view that is shown while the list has no items.
@MainActor
final class EmptyViews: ViewPart {
    /// The program's view.
    private(set) var set: CollectionReusableView?
    /// The view while it is on the screen.
    private(set) var shown: CollectionReusableView?

    func replace(with view: CollectionReusableView?) {
        guard view !== set else { return }
        if let view, view.use != .loose {
            return list.report(.viewInUse, nil, "\(type(of: view)) shows an element, and cannot be the empty view.")
        }
        if let other = view?.collectionView, other !== list, other.emptyViews.set === view {
            other.emptyView = nil
            other.emptyViews.hide()
        }
        set = view
        list.setNeedsLayout()
    }

    /// Shows, moves or removes the empty view. Called in each round of a pass. A callback that sets another view requests
    /// another round.
    func show() {
        let view = list.layout.numberOfItems == 0 ? set : nil
        if shown !== view { hide() }
        guard let view else { return }
        let (bounds, insets) = (list.geometry.bounds, list.adjustedContentInset)
        let left = list.geometry.flowDirection == .rightToLeft ? insets.trailing : insets.leading
        let frame = CGRect(
            x: bounds.minX + left, y: bounds.minY + insets.top,
            width: max(0, bounds.width - insets.leading - insets.trailing),
            height: max(0, bounds.height - insets.top - insets.bottom))
        let path = ElementPath(section: ElementPath.wholeList, item: 0, category: .decoration)
        let attributes = LayoutAttributes(path, frame: frame)
        guard shown == nil || view.storedAttributes != attributes else { return }
        shown = view
        if view.storedCollectionView !== list { leaveHost(view) }
        list.put(view, attributes, list.partners)
    }

    /// Removes the empty view from the screen.
    private func hide() {
        guard let view = shown else { return }
        shown = nil
        view.storedAttributes = nil
        leaveHost(view)
    }

    /// Lets the next pass show the empty view in another host.
    func move() {
        hide()
        if list.host != nil, set != nil { list.due.needsPass = true }
    }

    /// Removes a view from the host that created its view.
    private func leaveHost(_ view: CollectionReusableView) {
        let maker = view.maker
        (view.maker, view.hostGeneration) = (nil, 0)
        maker?.remove(view)
        // Otherwise it was given to a host in the call.
        if view.maker == nil { view.hostView = nil }
    }
}
