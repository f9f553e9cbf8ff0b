import Foundation
import ListEngineLayout

/// Items that are being selected at once, with one movement over them.
struct ManySelection {
    var start: ElementPath
    var end: ElementPath
    /// Selected before the movement began: left alone.
    var before: Set<ElementPath>
}

extension CollectionView {
    /// The user begins to select many items at once: with two fingers, or by dragging with a key held. The delegate is
    /// asked whether it may begin; the list is then being edited, and can select several items.
    /// - Parameter location: A point of the content, on an item.
    /// - Returns: False where it may not begin.
    @discardableResult
    public func hostBeginMultipleSelection(at location: CGPoint) -> Bool {
        layoutIfNeeded()
        guard manySelection == nil, reordering == nil, !isBusy,
            let path = layout.item(at: location, sectionOffsets: sectionOffsets), let delegate,
            delegate.collectionView(self, shouldBeginMultipleSelectionInteractionAt: path.indexPath),
            isInList(path)
        else { return false }
        closeSwipe()
        isEditing = true
        allowsMultipleSelectionDuringEditing = true
        manySelection = ManySelection(start: path, end: path, before: selection.items)
        delegate.collectionView(self, didBeginMultipleSelectionInteractionAt: path.indexPath)
        selectMany(from: path, through: path)
        return true
    }

    /// The movement goes on: what lies between its start and the location, in reading order, is selected.
    public func hostMultipleSelection(to location: CGPoint) {
        layoutIfNeeded()
        guard let current = manySelection,
            let path = layout.nearestItem(to: location, sectionOffsets: sectionOffsets),
            path != current.end
        else { return }
        let old = min(current.start, current.end)...max(current.start, current.end)
        manySelection?.end = path
        // What the movement has turned back from.
        let new = min(current.start, path)...max(current.start, path)
        for item in items(from: old.lowerBound, through: old.upperBound) where !new.contains(item) {
            guard !current.before.contains(item), selection.contains(item), isInList(item),
                delegate?.collectionView(self, shouldDeselectItemAt: item.indexPath) ?? true
            else { continue }
            setSelected(item, false)
            delegate?.collectionView(self, didDeselectItemAt: item.indexPath)
        }
        selectMany(from: new.lowerBound, through: new.upperBound)
    }

    public func hostEndMultipleSelection() {
        guard manySelection != nil else { return }
        manySelection = nil
        delegate?.collectionViewDidEndMultipleSelectionInteraction(self)
    }

    private func selectMany(from start: ElementPath, through end: ElementPath) {
        for item in items(from: start, through: end) where !selection.contains(item) {
            guard isInList(item),
                delegate?.collectionView(self, shouldSelectItemAt: item.indexPath) ?? true,
                isInList(item)
            else { continue }
            setSelected(item, true)
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

    /// Gives what is under way the positions after an update.
    func renumberInteractions(_ plan: UpdatePlan) {
        if let items = menu?.items { menu?.items = items.compactMap { plan.newPath($0) } }
        if let current = manySelection {
            if let start = plan.newPath(current.start) {
                manySelection = ManySelection(
                    start: start, end: plan.newPath(current.end) ?? start,
                    before: Set(current.before.compactMap { plan.newPath($0) }))
            } else {
                hostEndMultipleSelection()
            }
        }
    }

    /// Everything is loaded again.
    func endInteractions() {
        dropSwipe()
        menu?.items = []
        hostEndMultipleSelection()
    }
}
