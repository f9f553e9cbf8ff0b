import Foundation
import ListEngineLayout

/// The selection of several items with one gesture.
struct ManySelection {
    var start: ElementPath
    var end: ElementPath
    /// Items that were selected before the gesture began. They do not change.
    var before: Set<ElementPath>
}

extension CollectionView {
    /// Reports that the user begins to select several items, with two fingers or by dragging with a key held. The
    /// delegate decides whether the selection may begin. The list is then being edited, and several items can be
    /// selected.
    /// - Parameter location: A point of the content, on an item.
    /// - Returns: False if the selection may not begin.
    @discardableResult
    public func hostBeginMultipleSelection(at location: CGPoint) -> Bool {
        guard isReadyForUser(), manySelection == nil, reordering == nil,
            let path = layout.item(at: location, sectionOffsets: sectionOffsets), let delegate
        else { return false }
        return positions.following(path) { item in
            guard delegate.collectionView(self, shouldBeginMultipleSelectionInteractionAt: path.indexPath) else {
                return false
            }
            closeSwipe()
            guard item.path != nil, manySelection == nil else { return false }
            // In this order: a list that is edited and allows one selected item deselects the others.
            allowsMultipleSelectionDuringEditing = true
            isEditing = true
            guard let path = item.path, manySelection == nil else { return false }
            manySelection = ManySelection(start: path, end: path, before: selection.items)
            delegate.collectionView(self, didBeginMultipleSelectionInteractionAt: path.indexPath)
            if let current = manySelection { selectMany(from: current.start, through: current.end) }
            return true
        }
    }

    /// Reports that the gesture moved. All items between its start and the location are selected, in reading order.
    public func hostMultipleSelection(to location: CGPoint) {
        guard isReadyForUser(), let current = manySelection,
            let path = layout.nearestItem(to: location, sectionOffsets: sectionOffsets),
            path != current.end
        else { return }
        let old = min(current.start, current.end)...max(current.start, current.end)
        manySelection?.end = path
        // Items that are no longer covered because the gesture moved back.
        let new = min(current.start, path)...max(current.start, path)
        let changes = positions.changes
        for item in items(from: old.lowerBound, through: old.upperBound) where !new.contains(item) {
            // Positions changed. The next movement continues from the new ones.
            guard changes == positions.changes else { return }
            guard !current.before.contains(item), selection.contains(item),
                delegate?.collectionView(self, shouldDeselectItemAt: item.indexPath) ?? true,
                changes == positions.changes
            else { continue }
            deselectAndTell(item)
        }
        guard changes == positions.changes else { return }
        selectMany(from: new.lowerBound, through: new.upperBound)
    }

    public func hostEndMultipleSelection() {
        guard manySelection != nil else { return }
        manySelection = nil
        delegate?.collectionViewDidEndMultipleSelectionInteraction(self)
    }

    func selectMany(from start: ElementPath, through end: ElementPath) {
        let changes = positions.changes
        for item in items(from: start, through: end) where !selection.contains(item) {
            guard changes == positions.changes else { return }
            guard delegate?.collectionView(self, shouldSelectItemAt: item.indexPath) ?? true,
                changes == positions.changes
            else { continue }
            setSelected(item, true)
            guard changes == positions.changes else { return }
            delegate?.collectionView(self, didSelectItemAt: item.indexPath)
        }
    }

    private func items(from start: ElementPath, through end: ElementPath) -> [ElementPath] {
        var items: [ElementPath] = []
        for section in start.section...end.section where section < layout.numberOfSections {
            let first = section == start.section ? start.item : 0
            let last = section == end.section ? end.item : layout.numberOfItems(inSection: section) - 1
            for item in stride(from: first, through: last, by: 1) {
                items.append(.item(item, inSection: section))
            }
        }
        return items
    }

    // MARK: Updates

    func followManySelection(_ change: PositionChange, _ notices: inout [PositionNotice]) {
        guard let current = manySelection else { return }
        if let start = change.newPath(current.start) {
            manySelection = ManySelection(
                start: start, end: change.newPath(current.end) ?? start,
                before: Set(current.before.compactMap { change.newPath($0) }))
        } else {
            manySelection = nil
            notices.append(
                .before { [unowned self] in delegate?.collectionViewDidEndMultipleSelectionInteraction(self) })
        }
    }
}
