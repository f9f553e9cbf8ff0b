import Foundation
import ListEngineLayout

extension CollectionView {
    /// Whether the user can select items. The default is true.
    public var allowsSelection: Bool {
        get { selection.allows }
        set { selection.allows = newValue }
    }

    /// Whether the user can select several items. The default is false. When it is set to false, only the selected
    /// item that comes first in the list stays selected.
    public var allowsMultipleSelection: Bool {
        get { selection.allowsMany }
        set { selection.changeSetting { selection.allowsMany = newValue } }
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
        selection.selectItem(at: indexPath, animated: animated, scrollPosition: scrollPosition)
    }

    /// Deselects an item. Does not call the delegate.
    public func deselectItem(at indexPath: IndexPath, animated: Bool) {
        selection.deselectItem(at: indexPath, animated: animated)
    }

    func shownCell(_ path: ElementPath) -> CollectionViewCell? {
        let shown = display.elements
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

    /// Whether a click of the mouse performs the primary action of its item, as a double click does. The default is false. A
    /// click with a modifier only selects.
    public var activatesOnSingleClick: Bool {
        get { selection.activatesOnSingleClick }
        set { selection.activatesOnSingleClick = newValue }
    }

    /// Deselects all items, as control, shift and A do on a desktop. Calls the delegate for each of them.
    /// - Returns: False if no item was selected, or if items cannot be selected now.
    /// - Complexity: O(selected items).
    @discardableResult
    public func hostDeselectAll() -> Bool { selection.deselectAll() }

    /// Selects the items that are not selected, and deselects the others. Calls the delegate for each item, which can refuse.
    /// - Returns: False if several items cannot be selected now, or there are none.
    /// - Complexity: O(items).
    @discardableResult
    public func hostInvertSelection() -> Bool { selection.invert() }

    /// Selects all items, as control A does on a desktop. Calls the delegate for each of them that was not selected.
    /// - Returns: False if several items cannot be selected now, or there are none.
    /// - Complexity: O(items).
    @discardableResult
    public func hostSelectAll() -> Bool { selection.selectAll() }

    /// Whether the item is still in the list. A delegate may have changed the list.
    func isInList(_ path: ElementPath) -> Bool {
        (0..<layout.numberOfSections).contains(path.section)
            && (0..<layout.numberOfItems(inSection: path.section)).contains(path.item)
    }
}

/// The selected items, and what the user may select.
@MainActor
final class Selection: ViewPart {
    let gestures = SelectionGestures()
    /// The positions of the selected items.
    private(set) var items = MarkedItems() { didSet { isEmpty = items.isEmpty } }
    /// Whether no item is selected. Stored, because each cell that appears reads it.
    private(set) var isEmpty = true
    /// The identities of the selected items, even of those that are not in the list.
    let known = KnownSelection()
    /// The other end of a range that the user selects.
    var pivot: ElementPath?
    fileprivate(set) var allows = true
    fileprivate(set) var allowsMany = false
    var activatesOnSingleClick = false
    /// The settings that apply while the list is being edited.
    var editing = EditingState()

    func contains(_ path: ElementPath) -> Bool { items.contains(path) }

    /// The selected items in reading order.
    /// - Complexity: O(selected items).
    var sorted: [ElementPath] { items.paths }

    /// The settings that apply now, during editing or otherwise.
    var allowsNow: Bool { editing.isEditing ? editing.canSelect || editing.canSelectMany : allows }
    var allowsManyNow: Bool { editing.isEditing ? editing.canSelectMany : allowsMany }

    /// Changes a setting. If several items could be selected and now a single one can be, only the first one stays selected.
    func changeSetting(_ setting: () -> Void) {
        let allowedMany = allowsManyNow
        setting()
        guard allowedMany, !allowsManyNow else { return }
        guard let first = items.first else { return known.forgetHidden(items, in: list) }
        list.positions.following(first) { item in deselect { $0 != item.path } }
    }

    /// Deleted items are no longer selected, until items with their identities are inserted.
    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        known.follow(edit)
        if !isEmpty {
            let count = items.count
            items.follow(edit)
            if items.count < count { known.mayHide = true }
        }
        if let path = pivot { pivot = edit?.newPath(path) }
    }

    // MARK: Identities

    func settleNames() { known.settle(items, in: list) }

    /// Selects the items that were selected when an earlier update or a filter removed them, and that are in the list again.
    /// - Parameter edit: The last update; nil after a full reload.
    func selectReturning(after edit: SharedEdit?, _ numbers: [Int: [UInt32]] = [:]) {
        settleNames()
        known.forEachReturning(after: edit, numbers, in: list) { path in
            guard list.isInList(path), allowsManyNow || items.isEmpty else { return }
            var changed = items
            items = MarkedItems()
            changed.insert(path)
            items = changed
        }
    }

    /// Replaces the selection by items that the data source names. The delegate is not called.
    func replace(by names: [KnownItem]) {
        list.layoutIfNeeded()
        deselect { _ in true }
        known.replace(by: allowsManyNow ? names : Array(names.prefix(1)), in: list)
        // Data that is not shown yet has different index paths. The names are found when it is shown.
        if list.showsData {
            selectReplaced()
        } else {
            list.whenIdle { [weak list] in list?.selection.selectReplaced() }
        }
    }

    private func selectReplaced() {
        guard list.showsData else { return }
        selectReturning(after: nil)
        for cell in list.visibleCells {
            if let path = cell.layoutAttributes?.path, contains(path), !cell.isSelected { cell.isSelected = true }
        }
    }

    // MARK: In code

    func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ItemScrollPosition? = nil) {
        list.layoutIfNeeded()
        guard let indexPath else {
            deselect { _ in true }
            return
        }
        guard let path = list.known(indexPath) else { return }
        list.positions.following(path) { item in
            if !allowsManyNow { deselect { $0 != item.path } }
            guard let path = item.path else { return }
            set(path, true)
            guard let scrollPosition, let path = item.path else { return }
            list.scrollToItem(at: path.indexPath, at: scrollPosition, animated: animated)
        }
    }

    func deselectItem(at indexPath: IndexPath, animated: Bool) {
        list.layoutIfNeeded()
        if let path = list.known(indexPath) { set(path, false) }
    }

    /// Deselects items that satisfy a condition, in reading order. Items that are selected meanwhile, by a cell or the
    /// delegate, stay selected.
    /// - Parameter body: Deselects an item. It calls user code, so if that changes the list, the items that are left are
    ///   looked up again.
    func deselect(where isMeant: (ElementPath) -> Bool, _ body: (ElementPath) -> Void) {
        defer { known.forgetHidden(items, in: list) }
        var rest = items.count
        while rest > 0 {
            let changes = list.positions.changes
            for path in sorted where rest > 0 && isMeant(path) && contains(path) {
                body(path)
                rest -= 1
                if changes != list.positions.changes { break }
            }
            if changes == list.positions.changes { return }
        }
    }

    func deselect(where isMeant: (ElementPath) -> Bool) { deselect(where: isMeant) { set($0, false) } }

    func set(_ path: ElementPath, _ isSelected: Bool) {
        // Moved out and back: see "Overlapping accesses" in Documentation/Performance.md.
        var changed = items
        items = MarkedItems()
        if isSelected { changed.insert(path) } else { changed.remove(path) }
        items = changed
        let changes = list.positions.changes
        known.set(path, isSelected, in: list)
        guard changes == list.positions.changes else { return }
        if let cell = list.shownCell(path), cell.isSelected != isSelected { cell.isSelected = isSelected }
    }

    // MARK: By the user

    /// Handles the choice of an item by a tap or a key. Calls the delegate before and after. If only one item can be
    /// selected, the previous one is deselected. If several can be selected, choosing a selected item deselects it.
    ///
    /// If the choice does not extend a selection of other items, the item's primary action is performed afterwards.
    func choose(_ path: ElementPath) {
        let extends = allowsNow && allowsManyNow && !isEmpty
        list.positions.following(path) { item in
            change(item)
            if !extends { performPrimaryAction(item) }
        }
    }

    /// Handles a click with the mouse.
    func click(_ path: ElementPath, _ touch: CollectionViewTouch) {
        list.positions.following(path) { item in
            list.keyboard.moveFocus(to: path)
            guard let path = item.path else { return }
            if !touch.modifiers.isEmpty { return select(path, touch.modifiers) }
            // The first click of a double click has selected the item.
            if touch.clickCount < 2 { select(path, []) }
            if activatesOnSingleClick ? touch.clickCount == 1 : touch.clickCount > 1 { performPrimaryAction(item) }
        }
    }

    /// Selects an item as on a desktop: alone; with a modifier, in addition to others, or with all items from the last one
    /// that was selected without it. A list in which one item can be selected selects the item alone.
    func select(_ path: ElementPath, _ modifiers: InputModifiers) {
        guard allowsNow else { return }
        guard allowsManyNow, !modifiers.isEmpty else { return selectAlone(path) }
        guard modifiers.contains(.extend), let pivot, list.isInList(pivot) else {
            self.pivot = path
            return list.positions.following(path) { change($0) }
        }
        let range = min(pivot, path)...max(pivot, path)
        let changes = list.positions.changes
        if !modifiers.contains(.toggle) { deselectAndTell { !range.contains($0) } }
        // A delegate may have changed the list.
        if changes == list.positions.changes {
            list.selection.gestures.select(from: range.lowerBound, through: range.upperBound)
        }
    }

    @discardableResult
    func selectAll() -> Bool {
        guard list.isReadyForUser(), allowsNow, allowsManyNow, let first = list.firstItem, let last = list.lastItem
        else {
            return false
        }
        list.selection.gestures.select(from: first, through: last)
        return true
    }

    @discardableResult
    func deselectAll() -> Bool {
        guard list.isReadyForUser(), allowsNow, !isEmpty else { return false }
        deselectAndTell { _ in true }
        return true
    }

    @discardableResult
    func invert() -> Bool {
        guard list.isReadyForUser(), allowsNow, allowsManyNow, let first = list.firstItem, let last = list.lastItem
        else { return false }
        let (before, changes) = (items, list.positions.changes)
        list.selection.gestures.select(from: first, through: last)
        before.forEachRun { section, items in
            for item in items {
                let path = ElementPath.item(item, inSection: section)
                // A delegate may have changed the list.
                guard changes == list.positions.changes, allowsNow, allowsManyNow, contains(path),
                    list.delegate?.collectionView(list, shouldDeselectItemAt: path.indexPath) ?? true,
                    changes == list.positions.changes
                else { continue }
                deselectAndTell(path)
            }
        }
        return true
    }

    /// Handles the return key of a desktop: the primary action, of an item that is selected first.
    func activate(_ path: ElementPath) {
        list.positions.following(path) { item in
            if !contains(path) { select(path, []) }
            performPrimaryAction(item)
        }
    }

    private func selectAlone(_ path: ElementPath) {
        pivot = path
        list.positions.following(path) { item in
            if !contains(path) {
                guard list.delegate?.collectionView(list, shouldSelectItemAt: path.indexPath) ?? true else { return }
            }
            deselectAndTell { $0 != item.path }
            guard let path = item.path, !contains(path) else { return }
            set(path, true)
            guard let path = item.path, contains(path) else { return }
            list.delegate?.collectionView(list, didSelectItemAt: path.indexPath)
        }
    }

    private func performPrimaryAction(_ item: TrackedItem) {
        guard let path = item.path,
            list.delegate?.collectionView(list, canPerformPrimaryActionForItemAt: path.indexPath) ?? !list.isEditing,
            let path = item.path
        else { return }
        list.delegate?.collectionView(list, performPrimaryActionForItemAt: path.indexPath)
        guard let path = item.path else { return }
        (list.dataSource as? any ItemActionSource)?.performPrimaryAction(ofItemAt: path.indexPath)
    }

    /// - Parameter item: The item. Its position is tracked during the delegate's calls.
    func change(_ item: TrackedItem) {
        guard allowsNow, let path = item.path else { return }
        if contains(path) {
            guard allowsManyNow else { return }
            guard list.delegate?.collectionView(list, shouldDeselectItemAt: path.indexPath) ?? true,
                let path = item.path
            else { return }
            deselectAndTell(path)
            return
        }
        guard list.delegate?.collectionView(list, shouldSelectItemAt: path.indexPath) ?? true else { return }
        if !allowsManyNow { deselectAndTell { $0 != item.path } }
        guard let path = item.path else { return }
        set(path, true)
        guard let path = item.path, contains(path) else { return }
        list.delegate?.collectionView(list, didSelectItemAt: path.indexPath)
    }

    func deselectAndTell(_ path: ElementPath) {
        list.positions.following(path) { item in
            set(path, false)
            guard let path = item.path else { return }
            list.delegate?.collectionView(list, didDeselectItemAt: path.indexPath)
        }
    }

    /// Deselects items that satisfy a condition, and notifies the delegate.
    func deselectAndTell(where isMeant: (ElementPath) -> Bool) { deselect(where: isMeant) { deselectAndTell($0) } }
}

// MARK: - Editing

/// The settings of a list for editing.
struct EditingState {
    var isEditing = false
    var canSelect = false
    var canSelectMany = false
    /// Nil means the default of the host.
    var followsFocus: Bool?
}

extension CollectionView {
    /// Whether the list is being edited. Cells show it, and other settings apply to the selection. The default is
    /// false.
    public var isEditing: Bool {
        get { selection.editing.isEditing }
        set {
            guard newValue != selection.editing.isEditing else { return }
            selection.changeSetting { selection.editing.isEditing = newValue }
            for cell in visibleCells { cell.isEditing = newValue }
        }
    }

    /// Whether the user can select items while the list is being edited. The default is false.
    public var allowsSelectionDuringEditing: Bool {
        get { selection.editing.canSelect }
        set { selection.editing.canSelect = newValue }
    }

    /// Whether the user can select several items while the list is being edited. The default is false.
    public var allowsMultipleSelectionDuringEditing: Bool {
        get { selection.editing.canSelectMany }
        set { selection.changeSetting { selection.editing.canSelectMany = newValue } }
    }

    /// Whether moving the focus to an item selects this item alone. The default is that of the host
    /// (``CollectionViewHost/selectionFollowsFocus``): true in a GTK window, where the arrow keys select as in GTK's
    /// lists, and false elsewhere.
    public var selectionFollowsFocus: Bool {
        get { selection.editing.followsFocus ?? host?.selectionFollowsFocus ?? false }
        set { selection.editing.followsFocus = newValue }
    }

    /// Whether the selection follows the focus because that is the host's default.
    var followsFocusByHost: Bool { selection.editing.followsFocus == nil && host?.selectionFollowsFocus == true }

    // MARK: Editing by the user

    /// Reports that the user chose the delete or insert button, which a cell shows while the list is being edited.
    /// The data source is called if the delegate allows editing the item.
    /// - Parameter indexPath: The item. An index path that is not in the list is reported.
    /// - Returns: False if the item cannot be edited.
    @discardableResult
    public func hostCommit(_ editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath) -> Bool {
        guard isReadyForUser(), let path = known(indexPath), let dataSource else { return false }
        return positions.following(path) { item in
            guard delegate?.collectionView(self, canEditItemAt: indexPath) ?? true, let path = item.path,
                dataSource === self.dataSource
            else { return false }
            dataSource.collectionView(self, commit: editingStyle, forItemAt: path.indexPath)
            return true
        }
    }
}
