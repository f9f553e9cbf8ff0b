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
            for path in selection.sorted { setSelected(path, false) }
            return
        }
        guard let path = known(indexPath) else { return }
        if !canSelectManyNow { for other in selection.sorted where other != path { setSelected(other, false) } }
        setSelected(path, true)
        if let scrollPosition { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
    }

    /// Deselects an item. The delegate does not hear of it.
    public func deselectItem(at indexPath: IndexPath, animated: Bool) {
        layoutIfNeeded()
        if let path = known(indexPath) { setSelected(path, false) }
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
        if let path = ElementPath(indexPath), (0..<layout.numberOfSections).contains(path.section),
            (0..<layout.numberOfItems(inSection: path.section)).contains(path.item)
        {
            return path
        }
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
        changeSelection(path)
        guard !extends, isInList(path), let delegate else { return }
        let indexPath = path.indexPath
        guard delegate.collectionView(self, canPerformPrimaryActionForItemAt: indexPath), isInList(path) else { return }
        delegate.collectionView(self, performPrimaryActionForItemAt: indexPath)
    }

    func changeSelection(_ path: ElementPath) {
        guard canSelectNow else { return }
        let indexPath = path.indexPath
        if selection.contains(path) {
            guard canSelectManyNow else { return }
            guard delegate?.collectionView(self, shouldDeselectItemAt: indexPath) ?? true else { return }
            setSelected(path, false)
            delegate?.collectionView(self, didDeselectItemAt: indexPath)
            return
        }
        guard delegate?.collectionView(self, shouldSelectItemAt: indexPath) ?? true, isInList(path) else { return }
        let others = canSelectManyNow ? [] : selection.sorted
        for other in others {
            setSelected(other, false)
            delegate?.collectionView(self, didDeselectItemAt: other.indexPath)
        }
        guard isInList(path) else { return }
        setSelected(path, true)
        delegate?.collectionView(self, didSelectItemAt: indexPath)
    }

    /// A delegate may have changed the list meanwhile.
    func isInList(_ path: ElementPath) -> Bool {
        path.section < layout.numberOfSections && path.item < layout.numberOfItems(inSection: path.section)
    }

    func highlight(_ path: ElementPath?) {
        guard path != highlighted else { return }
        if let old = highlighted {
            highlighted = nil
            shownCell(old)?.isHighlighted = false
            delegate?.collectionView(self, didUnhighlightItemAt: old.indexPath)
        }
        if let path {
            highlighted = path
            shownCell(path)?.isHighlighted = true
            delegate?.collectionView(self, didHighlightItemAt: path.indexPath)
        }
    }
}
