import Foundation
import ListEngineLayout

// MARK: - Selection in code

extension CollectionView {
    /// Whether the user can select items. The default is true.
    public var allowsSelection: Bool {
        get { canSelect }
        set { canSelect = newValue }
    }

    /// Whether the user can select several items. The default is false. When it is set to false, only the selected
    /// item that comes first in the list stays selected.
    public var allowsMultipleSelection: Bool {
        get { canSelectMany }
        set {
            canSelectMany = newValue
            keepOneSelected()
        }
    }

    /// The selected items, in reading order.
    public var indexPathsForSelectedItems: [IndexPath] { selection.sorted.map(\.indexPath) }

    public func isItemSelected(at indexPath: IndexPath) -> Bool {
        ElementPath(indexPath).map(selection.contains) ?? false
    }

    /// Selects an item. If only one item can be selected, the previous one is deselected. Selecting items in code
    /// does not call the delegate.
    /// - Parameters:
    ///   - indexPath: The item; nil deselects all. An index path that is not in the list is reported and has no
    ///     effect.
    ///   - animated: See ``scrollToItem(at:at:animated:)``.
    ///   - scrollPosition: The position to which the item is scrolled. Nil means no scrolling.
    public func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ItemScrollPosition? = nil) {
        layoutIfNeeded()
        guard let indexPath else {
            deselect { _ in true }
            return
        }
        guard let path = known(indexPath) else { return }
        positions.following(path) { item in
            if !canSelectManyNow { deselect { $0 != item.path } }
            guard let path = item.path else { return }
            setSelected(path, true)
            guard let scrollPosition, let path = item.path else { return }
            scrollToItem(at: path.indexPath, at: scrollPosition, animated: animated)
        }
    }

    /// Deselects an item. Does not call the delegate.
    public func deselectItem(at indexPath: IndexPath, animated: Bool) {
        layoutIfNeeded()
        if let path = known(indexPath) { setSelected(path, false) }
    }

    /// Deselects items that satisfy a condition, in reading order. Items that are selected meanwhile, by a cell or the
    /// delegate, stay selected.
    /// - Parameter body: Deselects an item. It calls user code, so if that changes the list, the items that are left are
    ///   looked up again.
    func deselect(where isMeant: (ElementPath) -> Bool, _ body: (ElementPath) -> Void) {
        var rest = selection.items.count
        while rest > 0 {
            let changes = positions.changes
            for path in selection.sorted where rest > 0 && isMeant(path) && selection.contains(path) {
                body(path)
                rest -= 1
                if changes != positions.changes { break }
            }
            if changes == positions.changes { return }
        }
    }

    func deselect(where isMeant: (ElementPath) -> Bool) { deselect(where: isMeant) { setSelected($0, false) } }

    func setSelected(_ path: ElementPath, _ isSelected: Bool) {
        // As a local value: the property is read for each cell, and so needs no check for overlapping accesses.
        var changed = selection
        selection = SelectionModel()
        if isSelected { changed.insert(path) } else { changed.remove(path) }
        selection = changed
        if let cell = shownCell(path), cell.isSelected != isSelected { cell.isSelected = isSelected }
    }

    func shownCell(_ path: ElementPath) -> CollectionViewCell? {
        let shown = displayed
        for place in shown.indices where shown[place].key.path == path {
            return shown[place].view as? CollectionViewCell
        }
        return nil
    }

    /// Returns the path of an item in the list; nil, with a diagnostic, if it does not exist.
    func known(_ indexPath: IndexPath) -> ElementPath? {
        if let path = ElementPath(indexPath), isInList(path) { return path }
        report(.indexOutOfRange, ElementPath(indexPath), "no item at \(Array(indexPath)). Nothing was done.")
        return nil
    }
}

// MARK: - Selection by the user

extension CollectionView {
    /// Handles the choice of an item by a tap or a key. Calls the delegate before and after. If only one item can be
    /// selected, the previous one is deselected. If several can be selected, choosing a selected item deselects it.
    ///
    /// If the choice does not extend a selection of other items, the item's primary action is performed afterwards.
    func choose(_ path: ElementPath) {
        let extends = canSelectNow && canSelectManyNow && !selection.isEmpty
        positions.following(path) { item in
            changeSelection(item)
            if !extends { performPrimaryAction(item) }
        }
    }

    /// Handles a click with the mouse.
    func click(_ path: ElementPath, _ touch: CollectionViewTouch) {
        positions.following(path) { item in
            keyboard.moveFocus(to: path)
            guard let path = item.path else { return }
            if touch.clickCount < 2 || !touch.modifiers.isEmpty { return select(path, touch.modifiers) }
            performPrimaryAction(item)
        }
    }

    /// Selects an item as on a desktop: alone; with a modifier, in addition to others, or with all items from the last one
    /// that was selected without it. A list in which one item can be selected selects the item alone.
    func select(_ path: ElementPath, _ modifiers: InputModifiers) {
        guard canSelectNow else { return }
        guard canSelectManyNow, !modifiers.isEmpty else { return selectAlone(path) }
        guard modifiers.contains(.extend), let pivot = selectionPivot, isInList(pivot) else {
            selectionPivot = path
            return positions.following(path) { changeSelection($0) }
        }
        let range = min(pivot, path)...max(pivot, path)
        let changes = positions.changes
        if !modifiers.contains(.toggle) { deselectAndTell { !range.contains($0) } }
        // A delegate may have changed the list.
        if changes == positions.changes { selectionGestures.select(from: range.lowerBound, through: range.upperBound) }
    }

    /// Selects all items, as control A does on a desktop. Calls the delegate for each of them that was not selected.
    /// - Returns: False if several items cannot be selected now, or there are none.
    /// - Complexity: O(items).
    @discardableResult
    public func hostSelectAll() -> Bool {
        guard isReadyForUser(), canSelectNow, canSelectManyNow, let first = firstItem, let last = lastItem else {
            return false
        }
        selectionGestures.select(from: first, through: last)
        return true
    }

    private func selectAlone(_ path: ElementPath) {
        selectionPivot = path
        positions.following(path) { item in
            if !selection.contains(path) {
                guard delegate?.collectionView(self, shouldSelectItemAt: path.indexPath) ?? true else { return }
            }
            deselectAndTell { $0 != item.path }
            guard let path = item.path, !selection.contains(path) else { return }
            setSelected(path, true)
            guard let path = item.path, selection.contains(path) else { return }
            delegate?.collectionView(self, didSelectItemAt: path.indexPath)
        }
    }

    private func performPrimaryAction(_ item: TrackedItem) {
        guard let path = item.path,
            delegate?.collectionView(self, canPerformPrimaryActionForItemAt: path.indexPath) ?? !isEditing,
            let path = item.path
        else { return }
        delegate?.collectionView(self, performPrimaryActionForItemAt: path.indexPath)
        guard let path = item.path else { return }
        (dataSource as? any ItemActionSource)?.performPrimaryAction(ofItemAt: path.indexPath)
    }

    /// - Parameter item: The item. Its position is tracked during the delegate's calls.
    func changeSelection(_ item: TrackedItem) {
        guard canSelectNow, let path = item.path else { return }
        if selection.contains(path) {
            guard canSelectManyNow else { return }
            guard delegate?.collectionView(self, shouldDeselectItemAt: path.indexPath) ?? true, let path = item.path
            else { return }
            deselectAndTell(path)
            return
        }
        guard delegate?.collectionView(self, shouldSelectItemAt: path.indexPath) ?? true else { return }
        if !canSelectManyNow { deselectAndTell { $0 != item.path } }
        guard let path = item.path else { return }
        setSelected(path, true)
        guard let path = item.path, selection.contains(path) else { return }
        delegate?.collectionView(self, didSelectItemAt: path.indexPath)
    }

    func deselectAndTell(_ path: ElementPath) {
        positions.following(path) { item in
            setSelected(path, false)
            guard let path = item.path else { return }
            delegate?.collectionView(self, didDeselectItemAt: path.indexPath)
        }
    }

    /// Deselects items that satisfy a condition, and notifies the delegate.
    func deselectAndTell(where isMeant: (ElementPath) -> Bool) { deselect(where: isMeant) { deselectAndTell($0) } }

    /// Whether the item is still in the list. A delegate may have changed the list.
    func isInList(_ path: ElementPath) -> Bool {
        (0..<layout.numberOfSections).contains(path.section)
            && (0..<layout.numberOfItems(inSection: path.section)).contains(path.item)
    }
}
