import Foundation
import ListEngineLayout

// MARK: - By the program

extension CollectionView {
    /// The user can select items. True by default.
    public var allowsSelection: Bool {
        get { canSelect }
        set { canSelect = newValue }
    }

    /// The user can select several items. False by default. Setting it to false leaves the first selected item.
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

    /// Selects an item, and where only one can be, deselects the one before. The delegate does not hear of what a program
    /// selects itself.
    /// - Parameters:
    ///   - indexPath: Nil deselects all. What is not in the list is reported, and nothing is done.
    ///   - animated: See ``scrollToItem(at:at:animated:)``.
    ///   - scrollPosition: Where the item is scrolled to; nil: it is not.
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

    /// Deselects an item. The delegate does not hear of it.
    public func deselectItem(at indexPath: IndexPath, animated: Bool) {
        layoutIfNeeded()
        if let path = known(indexPath) { setSelected(path, false) }
    }

    /// Deselects items that satisfy a condition. Cells are user code: each item is looked up when the one before is done.
    func deselect(where isMeant: (ElementPath) -> Bool) {
        var rest = selection.items.count
        while rest > 0, let path = selection.sorted.first(where: isMeant) {
            setSelected(path, false)
            rest -= 1
        }
    }

    func setSelected(_ path: ElementPath, _ isSelected: Bool) {
        if isSelected { selection.insert(path) } else { selection.remove(path) }
        if let cell = shownCell(path), cell.isSelected != isSelected { cell.isSelected = isSelected }
    }

    func shownCell(_ path: ElementPath) -> CollectionViewCell? {
        displayed.first { $0.key.path == path }?.view as? CollectionViewCell
    }

    /// An item of the list; nil, and reported, where there is none.
    func known(_ indexPath: IndexPath) -> ElementPath? {
        if let path = ElementPath(indexPath), isInList(path) { return path }
        report(.indexOutOfRange, ElementPath(indexPath), "no item at \(Array(indexPath)). Nothing was done.")
        return nil
    }
}

// MARK: - By the user

extension CollectionView {
    /// The user has chosen an item: by a tap or a key. Asks the delegate whether it should, and tells it what it did. Where
    /// one item can be selected the one before is deselected; where several can, choosing a selected one deselects it.
    ///
    /// Where this extends no selection of other items, the item's primary action is performed afterwards.
    func choose(_ path: ElementPath) {
        let extends = canSelectNow && canSelectManyNow && !selection.isEmpty
        positions.following(path) { item in
            changeSelection(item)
            guard !extends, let path = item.path, let delegate else { return }
            guard delegate.collectionView(self, canPerformPrimaryActionForItemAt: path.indexPath), let path = item.path
            else { return }
            delegate.collectionView(self, performPrimaryActionForItemAt: path.indexPath)
        }
    }

    /// - Parameter item: Followed through what the delegate does.
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

    /// Deselects items that satisfy a condition, in reading order, each where it is once the delegate was told of the one
    /// before. Those that the delegate selects meanwhile stay.
    func deselectAndTell(where isMeant: (ElementPath) -> Bool) {
        var rest = selection.items.count
        while rest > 0, let path = selection.sorted.first(where: isMeant) {
            deselectAndTell(path)
            rest -= 1
        }
    }

    /// A delegate may have changed the list meanwhile.
    func isInList(_ path: ElementPath) -> Bool {
        (0..<layout.numberOfSections).contains(path.section)
            && (0..<layout.numberOfItems(inSection: path.section)).contains(path.item)
    }

    func highlight(_ path: ElementPath?) {
        guard path != highlighted else { return }
        if let old = highlighted {
            highlighted = nil
            shownCell(old)?.isHighlighted = false
            delegate?.collectionView(self, didUnhighlightItemAt: old.indexPath)
        }
        // The delegate may have changed the list, or highlighted another item.
        if let path, highlighted == nil, isInList(path) {
            highlighted = path
            shownCell(path)?.isHighlighted = true
            guard let path = highlighted else { return }
            delegate?.collectionView(self, didHighlightItemAt: path.indexPath)
        }
    }
}
