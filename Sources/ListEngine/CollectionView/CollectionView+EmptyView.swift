import Foundation
import ListEngineLayout

extension CollectionView {
    /// A view that is shown while the list has no items, for example a text that says why.
    ///
    ///     let message = TitleView()
    ///     message.title = "No messages yet"
    ///     view.emptyView = message
    ///
    /// It fills the visible bounds within the insets, also while the list is scrolled, and is below headers and other
    /// elements. The host creates its toolkit's view when it is shown first. It is none of the ``visibleViews``, and the
    /// list does not measure it. A view can be the empty view of one list at a time. It must not be a view that was dequeued.
    public var emptyView: CollectionReusableView? {
        get { storedEmptyView }
        set {
            guard newValue !== storedEmptyView else { return }
            if let newValue, newValue.use != .loose {
                let name = Swift.type(of: newValue)
                return report(.viewInUse, nil, "\(name) shows an element, and cannot be the empty view.")
            }
            if let other = newValue?.collectionView, other !== self, other.storedEmptyView === newValue {
                other.emptyView = nil
                other.hideEmptyView()
            }
            storedEmptyView = newValue
            setNeedsLayout()
        }
    }

    /// Shows, moves or removes the empty view. Called in each round of a pass. A callback that sets another view requests
    /// another round.
    func showEmptyView() {
        let view = layout.numberOfItems == 0 ? storedEmptyView : nil
        if shownEmptyView !== view { hideEmptyView() }
        guard let view else { return }
        let insets = adjustedContentInset
        let left = storedFlowDirection == .rightToLeft ? insets.trailing : insets.leading
        let frame = CGRect(
            x: storedBounds.minX + left, y: storedBounds.minY + insets.top,
            width: max(0, storedBounds.width - insets.leading - insets.trailing),
            height: max(0, storedBounds.height - insets.top - insets.bottom))
        let path = ElementPath(section: ElementPath.wholeList, item: 0, category: .decoration)
        let attributes = LayoutAttributes(path, frame: frame)
        guard shownEmptyView == nil || view.storedAttributes != attributes else { return }
        shownEmptyView = view
        if view.storedCollectionView !== self { leaveHost(view) }
        put(view, attributes, partners)
    }

    /// Removes the empty view from the screen.
    private func hideEmptyView() {
        guard let view = shownEmptyView else { return }
        shownEmptyView = nil
        view.storedAttributes = nil
        leaveHost(view)
    }

    /// Lets the next pass show the empty view in another host.
    func moveEmptyView() {
        hideEmptyView()
        if host != nil, storedEmptyView != nil { needsPass = true }
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
