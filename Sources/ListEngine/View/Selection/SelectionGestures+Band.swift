import Foundation
import ListEngineLayout

/// The selection of items by a rectangle that the user draws.
struct BandSelection {
    /// Items that were selected when the gesture began.
    var before: Set<ElementPath>
    /// Items that the rectangle touches, and those that it touched before if the list was changed in the middle.
    var covered: Set<ElementPath> = []
    /// Whether not all covered items are as the rectangle says.
    var isInterrupted = false
    /// Whether covered items are deselected if they were selected before.
    var toggles: Bool
}

extension CollectionView {
    /// Reports that the user begins to draw a rectangle that selects the items it touches, with the mouse beside all items.
    ///
    /// Without a modifier, all other items are deselected. With ``InputModifiers/extend`` the items are selected in addition
    /// to others, with ``InputModifiers/toggle`` each item changes. The delegate is called as for single items.
    /// - Returns: False if the user cannot select several items.
    @discardableResult
    public func hostBeginBandSelection(_ modifiers: InputModifiers = []) -> Bool {
        selection.gestures.beginBand(modifiers)
    }

    /// Reports the rectangle that the user has drawn so far.
    ///
    /// Items that it no longer touches are selected again as before the gesture. If a delegate changes the list, the rest is
    /// done by the next call.
    /// - Parameter rect: In the coordinates of the content. A host that scrolls meanwhile keeps its first corner on the
    ///   content.
    /// - Complexity: O(*log n* + *k*), where *k* is the number of items in the rectangle now and before.
    public func hostBandSelection(to rect: CGRect) { selection.gestures.moveBand(to: rect) }

    /// Reports that the user has released the mouse.
    public func hostEndBandSelection() { selection.gestures.endBand() }
}

extension SelectionGestures {
    fileprivate func beginBand(_ modifiers: InputModifiers = []) -> Bool {
        guard list.isReadyForUser(), list.selection.allowsNow, list.selection.allowsManyNow, bandSelection == nil,
            list.reorderer.reordering == nil
        else {
            return false
        }
        list.closeSwipe()
        if modifiers.isEmpty { list.selection.deselectAndTell { _ in true } }
        // The delegate may have begun another one.
        guard bandSelection == nil else { return false }
        bandSelection = BandSelection(before: list.selection.items, toggles: modifiers.contains(.toggle))
        return true
    }

    fileprivate func moveBand(to rect: CGRect) {
        guard list.isReadyForUser(), let band = bandSelection else { return }
        guard CollectionView.areUsable(rect.standardized) else { return list.reportBounds(rect) }
        var found: Set<ElementPath> = []
        let viewport = Viewport(
            rect.standardized, visibleBounds: list.geometry.bounds, adjustedInsets: list.adjustedContentInset,
            sectionOffsets: list.scrolling.sectionOffsets)
        list.layout.forEachElement(in: viewport, cursor: &list.display.cursor) {
            if $0.category == .item { found.insert($0.path) }
        }
        let all = band.covered.union(found)
        bandSelection?.covered = all
        bandSelection?.isInterrupted = true
        // The delegate is not asked again about items that stay covered.
        for path in (band.isInterrupted ? all : band.covered.symmetricDifference(found)).sorted() {
            let wasSelected = band.before.contains(path)
            let isWanted = found.contains(path) ? !band.toggles || !wasSelected : wasSelected
            if isWanted != list.selection.contains(path), !setSelectedByUser(path, isWanted) { return }
        }
        bandSelection?.covered = found
        bandSelection?.isInterrupted = false
    }

    fileprivate func endBand() { bandSelection = nil }

    /// Changes an item if the delegate allows it.
    /// - Returns: Whether the list is the same afterwards, and the gesture goes on.
    private func setSelectedByUser(_ path: ElementPath, _ isSelected: Bool) -> Bool {
        let changes = list.positions.changes
        let isAllowed =
            isSelected
            ? list.delegate?.collectionView(list, shouldSelectItemAt: path.indexPath)
            : list.delegate?.collectionView(list, shouldDeselectItemAt: path.indexPath)
        guard changes == list.positions.changes, bandSelection != nil, list.selection.allowsManyNow else {
            return false
        }
        guard isAllowed ?? true else { return true }
        if isSelected {
            list.selection.set(path, true)
            guard changes == list.positions.changes else { return false }
            list.delegate?.collectionView(list, didSelectItemAt: path.indexPath)
        } else {
            list.selection.deselectAndTell(path)
        }
        return changes == list.positions.changes && bandSelection != nil && list.selection.allowsManyNow
    }

    func followBand(_ change: PositionChange) {
        guard let band = bandSelection else { return }
        func moved(_ items: Set<ElementPath>) -> Set<ElementPath> { Set(items.compactMap { change.newPath($0) }) }
        bandSelection?.before = moved(band.before)
        bandSelection?.covered = moved(band.covered)
    }
}
