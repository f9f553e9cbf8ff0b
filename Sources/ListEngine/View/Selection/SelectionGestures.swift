import Foundation
import ListEngineLayout

/// The selection of several items with one gesture.
struct ManySelection {
    var start: ElementPath
    var end: ElementPath
    /// Items that were selected before the gesture began. They do not change.
    var before: MarkedItems
}

extension CollectionView {
    /// Reports that the user begins to select several items, with two fingers or by dragging with a key held. The
    /// delegate decides whether the selection may begin. The list is then being edited, and several items can be
    /// selected.
    /// - Parameters:
    ///   - location: A point of the content, on an item.
    ///   - isOnMark: Whether the gesture begins on a mark for the selection (``ItemAccessory/selection``). It may then begin if
    ///     several items can be selected now, and the list does not change its settings.
    /// - Returns: False if the selection may not begin.
    @discardableResult
    public func hostBeginMultipleSelection(at location: CGPoint, isOnMark: Bool = false) -> Bool {
        selection.gestures.begin(at: location, isOnMark: isOnMark)
    }

    /// Reports that the gesture moved. All items between its start and the location are selected, in reading order.
    public func hostMultipleSelection(to location: CGPoint) { selection.gestures.move(to: location) }

    /// Reports that the user has ended the gesture.
    /// - Parameter cancelled: Whether the user takes the selection back. Items that the gesture has selected are then deselected, if
    ///   the delegate allows it.
    public func hostEndMultipleSelection(cancelled: Bool = false) { selection.gestures.end(cancelled: cancelled) }

    /// Reports that the user clicked the mark of an item, which shows whether it is selected. The item is then selected in addition
    /// to others, or no longer.
    /// - Parameter indexPath: The item. An index path that is not in the list is reported.
    /// - Returns: False if items cannot be selected now.
    @discardableResult
    public func hostToggleSelection(ofItemAt indexPath: IndexPath) -> Bool {
        guard isReadyForUser(), selection.allowsNow, let path = known(indexPath) else { return false }
        selection.select(path, .toggle)
        return true
    }
}

/// Selects several items with one gesture: by dragging over them, or with a rectangle.
@MainActor
final class SelectionGestures: ViewPart {
    private(set) var manySelection: ManySelection?
    var bandSelection: BandSelection?
    var isUnderWay: Bool { manySelection != nil || bandSelection != nil }

    @discardableResult
    func begin(at location: CGPoint, isOnMark: Bool) -> Bool {
        guard list.isReadyForUser(), manySelection == nil, list.reorderer.reordering == nil,
            location.x.isFinite, location.y.isFinite,
            let path = list.item(at: location)
        else { return false }
        return list.positions.following(path) { item in
            let delegate = list.delegate
            let isAllowed =
                isOnMark
                ? list.selection.allowsNow && list.selection.allowsManyNow
                : delegate?.collectionView(list, shouldBeginMultipleSelectionInteractionAt: path.indexPath) == true
            guard isAllowed else { return false }
            list.closeSwipe()
            guard item.path != nil, manySelection == nil else { return false }
            if !isOnMark {
                // In this order: a list that is edited and allows one selected item deselects the others.
                list.allowsMultipleSelectionDuringEditing = true
                list.isEditing = true
            }
            guard let path = item.path, manySelection == nil else { return false }
            manySelection = ManySelection(start: path, end: path, before: list.selection.items)
            delegate?.collectionView(list, didBeginMultipleSelectionInteractionAt: path.indexPath)
            if let current = manySelection { select(from: current.start, through: current.end) }
            return true
        }
    }

    func move(to location: CGPoint) {
        guard list.isReadyForUser(), let current = manySelection, list.selection.allowsManyNow,
            let path = list.layout.nearestItem(to: location, sectionOffsets: list.sectionOffsets),
            path != current.end
        else { return }
        manySelection?.end = path
        // Items that are no longer covered because the gesture moved back.
        let new = min(current.start, path)...max(current.start, path)
        // Positions may have changed. The next movement continues from the new ones.
        guard takeBack(current, except: new) else { return }
        select(from: new.lowerBound, through: new.upperBound)
    }

    /// Deselects items that the gesture has selected.
    /// - Returns: False if the list has changed.
    private func takeBack(_ current: ManySelection, except kept: ClosedRange<ElementPath>?) -> Bool {
        let changes = list.positions.changes
        let (first, last) = (min(current.start, current.end), max(current.start, current.end))
        for item in items(from: first, through: last) where kept?.contains(item) != true {
            guard changes == list.positions.changes else { return false }
            guard !current.before.contains(item), list.selection.contains(item),
                list.delegate?.collectionView(list, shouldDeselectItemAt: item.indexPath) ?? true,
                changes == list.positions.changes
            else { continue }
            list.selection.deselectAndTell(item)
        }
        return changes == list.positions.changes
    }

    func end(cancelled: Bool) {
        if cancelled, list.isReadyForUser(), let current = manySelection { _ = takeBack(current, except: nil) }
        guard manySelection != nil else { return }
        manySelection = nil
        list.delegate?.collectionViewDidEndMultipleSelectionInteraction(list)
    }

    func select(from start: ElementPath, through end: ElementPath) {
        let changes = list.positions.changes
        for item in items(from: start, through: end) where !list.selection.contains(item) {
            // A delegate may have changed the list, or what can be selected.
            guard changes == list.positions.changes, list.selection.allowsManyNow else { return }
            guard list.delegate?.collectionView(list, shouldSelectItemAt: item.indexPath) ?? true,
                changes == list.positions.changes, list.selection.allowsManyNow
            else { continue }
            list.selection.set(item, true)
            guard changes == list.positions.changes else { return }
            list.delegate?.collectionView(list, didSelectItemAt: item.indexPath)
        }
    }

    private func items(from start: ElementPath, through end: ElementPath) -> [ElementPath] {
        var items: [ElementPath] = []
        for section in start.section...end.section where section < list.layout.numberOfSections {
            let first = section == start.section ? start.item : 0
            let last = section == end.section ? end.item : list.layout.numberOfItems(inSection: section) - 1
            for item in stride(from: first, through: last, by: 1) {
                items.append(.item(item, inSection: section))
            }
        }
        return items
    }

    // MARK: Updates

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        followMany(edit, &notices)
        followBand(edit)
    }

    private func followMany(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        guard let current = manySelection else { return }
        if let start = edit?.newPath(current.start) {
            var before = current.before
            before.follow(edit)
            manySelection = ManySelection(start: start, end: edit?.newPath(current.end) ?? start, before: before)
        } else {
            manySelection = nil
            notices.append(
                .before { [unowned self] in list.delegate?.collectionViewDidEndMultipleSelectionInteraction(list) })
        }
    }
}

// MARK: - A band

/// The selection of items by a rectangle that the user draws.
struct BandSelection {
    /// Items that were selected when the gesture began.
    var before: MarkedItems
    /// Items that the rectangle touches, and those that it touched before if the list was changed in the middle.
    var covered: Set<ElementPath> = []
    /// Whether not all covered items are as the rectangle says.
    var isInterrupted = false
    /// Whether covered items are deselected if they were selected before.
    var toggles: Bool
}

extension CollectionView {
    /// Reports that the user begins to draw a rectangle with the mouse. It selects the items that it touches. It begins where
    /// no item is, or where the toolkit's own lists let it begin.
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
        // The delegate is not called again for items that were covered before.
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

    func followBand(_ edit: SharedEdit?) {
        guard var band = bandSelection else { return }
        bandSelection = nil
        band.before.follow(edit)
        band.covered = Set(band.covered.compactMap { edit?.newPath($0) })
        bandSelection = band
    }
}
