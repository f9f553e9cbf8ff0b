import Foundation
import ListEngineLayout

/// The field that has the focus, the range that begins there, and the field that the user edits.
///
/// The item of the focus is that of the list (`Keyboard.focus`). A focused field is a column in addition, so that updates move it
/// as they move the focus. The same holds for an edit: its item has the focus until the edit ends.
@MainActor
final class FieldFocus: ViewPart {
    /// The column with the focus. Nil: items have the focus.
    private(set) var column: String?
    /// The other corner of the selected range.
    private(set) var pivot: Corner?
    /// The ranges that the user selected before the last one, with the control key.
    private(set) var formerRanges: [(from: Corner, to: Corner)] = []
    private(set) var edit: Edit?
    /// See ``CollectionView/fieldEditHandler``.
    var editHandler: (@MainActor (FieldEdit, FieldEditEnd) -> Void)?
    /// Whether the data source is receiving the text.
    private var isCommitting = false

    typealias Corner = (path: ElementPath, column: String)
    private typealias Rectangle = (items: ClosedRange<ElementPath>, columns: ClosedRange<Int>)

    /// An edit, and the field as it was when the edit began.
    struct Edit {
        let column: String
        /// Nil if the item is no longer in the list.
        var path: ElementPath?
        var text: String
        let field: TableField
        /// The index path, or the last one.
        var indexPath: IndexPath
        let number: Int
        /// Whether the item has had the focus since the focus last moved. A reload can then find the item again by the focus.
        var hasFocus = true

        @MainActor var value: FieldEdit {
            FieldEdit(column: column, indexPath: path?.indexPath ?? indexPath, text: text, original: field.text)
        }
    }
    private var edits = 0
    /// How often all states were shown.
    private var rounds = 0

    /// Whether a field can look different from the others.
    var isUsed: Bool { column != nil || edit != nil }

    // MARK: States of fields

    /// The corners of a range of several fields, in order: items, and indices of columns.
    private func range(_ columns: ColumnLayout?) -> Rectangle? {
        guard let columns, let pivot, let column, let focus = list.keyboard.focus,
            pivot.path != focus || pivot.column != column
        else { return nil }
        return rectangle(pivot, (focus, column), columns)
    }

    private func rectangle(_ one: Corner, _ other: Corner, _ columns: ColumnLayout) -> Rectangle? {
        guard let first = columns.index(of: one.column), let last = columns.index(of: other.column) else { return nil }
        return (min(one.path, other.path)...max(one.path, other.path), min(first, last)...max(first, last))
    }

    private func formerRectangles(_ columns: ColumnLayout?) -> [Rectangle] {
        guard let columns, !formerRanges.isEmpty else { return [] }
        return formerRanges.compactMap { rectangle($0.from, $0.to, columns) }
    }

    /// Gives all shown fields their states.
    func showStates() {
        let columns = list.display.columns
        let range = range(columns.layout)
        let former = formerRectangles(columns.layout)
        rounds += 1
        let (round, changes) = (rounds, list.positions.changes)
        for element in list.display.elements {
            // A field that receives its state can change the list, and then all states are shown again.
            guard round == rounds, changes == list.positions.changes else { return }
            guard let row = element.view.fieldRow else {
                if let cell = element.view as? CollectionViewCell { showState(of: cell, at: element.key.path) }
                continue
            }
            showStates(of: row, at: element.key.path, columns.placed, range, former)
        }
    }

    /// Gives the cell of a list without columns its state.
    // Not inlined: copies of references would be counted for each cell that is shown.
    @inline(never)
    func showState(of cell: CollectionViewCell, at path: ElementPath) {
        guard cell.fieldRow == nil else { return }
        let isEdited = edit.map { $0.path == path && list.display.columns.layout == nil } ?? false
        if cell.fieldState.contains(.edited) != isEdited { cell.fieldState = isEdited ? .edited : [] }
    }

    /// Whether a column is shown. In a list without columns, only the title of an item can be edited.
    private func isShown(_ name: String, _ columns: ColumnLayout?) -> Bool {
        columns.map { $0[name].map { !$0.isHidden } ?? false } ?? (name == TableField.title)
    }

    /// Gives the fields of a row their states.
    func showStates(of row: FieldRow, at path: ElementPath) {
        let columns = list.display.columns
        showStates(of: row, at: path, columns.placed, range(columns.layout), formerRectangles(columns.layout))
    }

    private func showStates(
        of row: FieldRow, at path: ElementPath, _ placed: [PlacedColumn],
        _ range: Rectangle?, _ former: [Rectangle]
    ) {
        let isItem = path.category == .item
        let (views, names, version, round) = (row.views, row.columns, row.version, rounds)
        for (place, view) in views.enumerated() {
            // A field that receives its state can exchange the fields.
            guard version == row.version, round == rounds else { return }
            guard let cell = view as? CollectionViewCell, place < names.count else { continue }
            var state: FieldState = []
            if isItem {
                let name = names[place]
                if name == column, path == list.keyboard.focus { state.insert(.focused) }
                if let edit, edit.path == path, edit.column == name { state.insert(.edited) }
                if place < placed.count {
                    let index = placed[place].index
                    if let range, range.items.contains(path), range.columns.contains(index) { state.insert(.selected) }
                    for range in former where range.items.contains(path) && range.columns.contains(index) {
                        state.insert(.selected)
                    }
                }
            }
            if cell.fieldState != state { cell.fieldState = state }
        }
    }

    // MARK: Focus

    /// Moves the focus to a column, or to the whole item.
    func focus(_ new: String?, keepingPivot: Bool = false) {
        guard new != column || (!keepingPivot && (pivot != nil || !formerRanges.isEmpty)) else { return }
        if new != column, !endForMove() { return }
        // The end of the edit calls the program, which can change the columns.
        if let new, list.display.columns.layout?[new]?.isHidden != false { return }
        column = new
        if !keepingPivot { (pivot, formerRanges) = (nil, []) }
        showStates()
    }

    /// Ends the ranges: only the field with the focus stays.
    func collapse() {
        guard pivot != nil || !formerRanges.isEmpty else { return }
        (pivot, formerRanges) = (nil, [])
        showStates()
    }

    /// The most ranges that are selected together.
    private static let mostRanges = 1_000

    /// The range stays selected, and another one begins at a field.
    private func addRange(at path: ElementPath, _ name: String) {
        guard let column, let focus = list.keyboard.focus, formerRanges.count < Self.mostRanges else { return }
        var former = formerRanges
        former.append((from: pivot ?? (focus, column), to: (focus, column)))
        let changes = list.positions.changes
        list.positions.following(path) { item in
            self.focus(name)
            guard let path = item.path, self.column == name else { return }
            list.keyboard.moveFocusByKey(to: path, .toggle)
            // A field that receives its state can change the list.
            guard let path = item.path, list.keyboard.focus == path, changes == list.positions.changes else { return }
            formerRanges = former
            showStates()
        }
    }

    /// The focus is about to move to another item: the edit ends.
    /// - Returns: False if the data source refuses the text, or the list is being updated afterwards. Positions can have changed.
    func endForMove() -> Bool {
        guard edit != nil, !isCommitting else { return true }
        _ = end(cancelled: false)
        return edit == nil && list.isReadyForUser()
    }

    /// The focus has moved to another item.
    func focusDidMove() {
        // While the text is committed, the program can move the focus.
        if var current = edit {
            current.hasFocus = current.path == list.keyboard.focus
            edit = current
        }
        if let edit, !isCommitting, edit.path != list.keyboard.focus {
            finish(edit.path == nil ? .removed : .cancelled)
        }
        if isUsed { showStates() }
    }

    /// Begins a range at the focused field, if there is none.
    private func setPivot() {
        guard pivot == nil, let column, let focus = list.keyboard.focus else { return }
        pivot = (focus, column)
    }

    /// The user clicks on an item of a table.
    /// - Returns: Whether the click has no further effect.
    func click(_ item: TrackedItem, _ touch: CollectionViewTouch) -> Bool {
        guard isUsed, let path = item.path else { return false }
        // A click on no field is a click on the item, and so is one on its mark.
        guard let (_, name) = list.field(at: touch.location), !touch.isOnSelectionMark else { return !endForMove() }
        if let edit, edit.path == path, edit.column == name { return true }
        guard endForMove() else { return true }
        guard let path = item.path, column != nil else { return false }
        beginRange(at: path, name, touch.modifiers)
        guard touch.modifiers.isDisjoint(with: [.extend, .toggle]), let path = item.path else { return true }
        return touch.clickCount == 2 && beginEdit(name, at: path)
    }

    /// A range begins at a field.
    /// - Returns: False if the text of an edit is refused.
    @discardableResult
    func beginRange(at path: ElementPath, _ name: String, _ modifiers: InputModifiers) -> Bool {
        list.positions.following(path) { item in
            guard endForMove() else { return false }
            // The end of the edit calls the program.
            guard let path = item.path, column != nil else { return false }
            if modifiers.contains(.extend) {
                move(to: path, name, true)
            } else if modifiers.contains(.toggle) {
                addRange(at: path, name)
            } else {
                focus(name)
                if let path = item.path { list.keyboard.moveFocus(to: path) }
            }
            return true
        }
    }

    // MARK: Keys

    /// Handles a key while a field has the focus.
    /// - Returns: Nil if the key has its usual effect.
    func press(_ key: CollectionViewKey, _ modifiers: InputModifiers) -> Bool? {
        if key == .edit { return beginEdit() }
        if edit != nil {
            switch key {
            case .activate: return end(cancelled: false)
            // The host receives what the user types.
            case .character, .select, .mark: return false
            default: if column == nil, !endForMove() { return true }
            }
        }
        guard let column, let focus = list.keyboard.focus, let columns = list.columns else { return nil }
        let isExtending = modifiers.contains(.extend)
        switch key {
        case .left, .right:
            let isForward = (key == .right) == (list.flowDirection == .leftToRight)
            guard let next = columns.shownColumn(isForward ? 1 : -1, from: column) else { return false }
            return move(to: focus, next, isExtending)
        case .home, .end:
            if modifiers.contains(.toggle) { break }
            guard let next = columns.shownColumn(key == .end ? .max : .min, from: column) else { return false }
            return move(to: focus, next, isExtending)
        case .next, .previous:
            let isForward = key == .next
            if let next = columns.shownColumn(isForward ? 1 : -1, from: column) { return move(to: focus, next, false) }
            guard let item = list.layout.nextItem(from: focus, toward: isForward ? .next : .previous),
                let next = columns.shownColumn(isForward ? .min : .max, from: column)
            else { return false }
            return move(to: item, next, false)
        case .activate where modifiers.isEmpty: return beginEdit() ? true : nil
        default: break
        }
        guard let target = list.keyboard.target(of: key) else { return nil }
        return move(to: target, column, isExtending)
    }

    /// Moves the focus to a field, and scrolls to it.
    @discardableResult
    func move(to path: ElementPath, _ column: String, _ isExtending: Bool) -> Bool {
        guard path != list.keyboard.focus || column != self.column else { return false }
        return list.positions.following(path) { item in
            guard endForMove() else { return false }
            if isExtending { setPivot() }
            focus(column, keepingPivot: isExtending)
            // The end of the edit may have moved or removed the item.
            if let path = item.path, path != list.keyboard.focus {
                // A range of fields selects no items.
                list.keyboard.moveFocusByKey(to: path, isExtending ? .toggle : [])
            }
            reveal(column)
            showStates()
            return true
        }
    }

    /// Scrolls sideways until a column is visible.
    func reveal(_ column: String) {
        list.layoutIfNeeded()
        guard let columns = list.columns, let visible = columns.offset(showing: column, at: list.crossOffset),
            visible != list.crossOffset
        else { return }
        list.setContentOffset(list.contentOffset(atCrossOffset: visible), animated: false)
        list.layoutIfNeeded()
    }

    // MARK: Editing

    /// Begins to edit the focused field. If an item has the focus, its first visible field that can be edited gets it.
    func beginEdit() -> Bool {
        guard let focus = list.keyboard.focus else { return false }
        if let column { return beginEdit(column, at: focus) }
        if list.display.columns.layout == nil { return beginEdit(TableField.title, at: focus) }
        for name in list.display.columns.names {
            if beginEdit(name, at: focus) { return true }
            guard list.keyboard.focus == focus else { return false }
        }
        return false
    }

    func beginEdit(_ column: String, at path: ElementPath) -> Bool {
        guard list.isReadyForUser(), list.isInList(path), isShown(column, list.columns) else { return false }
        let isItem = list.columns == nil
        if let edit, edit.path == path, edit.column == column { return true }
        return list.positions.following(path) { item in
            guard endForMove(), let path = item.path, canShowEdit(of: column, at: path),
                let field = list.field(column, at: path), field.commit != nil, let path = item.path
            else { return false }
            if isItem { list.keyboard.moveFocusByKey(to: path, .toggle) } else { move(to: path, column, false) }
            guard let path = item.path, list.keyboard.focus == path, self.column == (isItem ? nil : column),
                edit == nil, canShowEdit(of: column, at: path)
            else { return false }
            edits += 1
            edit = Edit(
                column: column, path: path, text: field.text, field: field, indexPath: path.indexPath, number: edits)
            notify()
            return edit != nil
        }
    }

    /// Whether the cell of an item lets the user edit a field. True if it is not on the screen.
    func canShowEdit(of column: String, at path: ElementPath) -> Bool {
        guard let cell = list.shownCell(path) else { return true }
        guard let row = cell.fieldRow else { return cell.showsFieldEdit }
        guard let place = row.columns.firstIndex(of: column), place < row.views.count else { return true }
        return (row.views[place] as? CollectionViewCell)?.showsFieldEdit ?? false
    }

    func change(_ text: String) {
        guard var changed = edit, changed.text != text else { return }
        changed.text = text
        edit = changed
        list.host?.requestFrame()
    }

    /// - Returns: False if there is no edit, or the data source refuses the text.
    func end(cancelled: Bool) -> Bool {
        endIfRemoved()
        guard let ending = edit, let path = ending.path, !isCommitting else { return false }
        if cancelled || ending.text == ending.field.text {
            finish(.cancelled)
            return true
        }
        // The item may have changed since the edit began.
        let field = list.field(ending.column, at: path) ?? ending.field
        guard edit?.number == ending.number else { return false }
        guard let commit = field.commit else {
            finish(.removed)
            return true
        }
        isCommitting = true
        let renaming = RenamedItem(
            path, column: ending.column, text: ending.text, wasSelected: list.selection.contains(path))
        list.keyboard.renamed = renaming
        let isAccepted = commit(ending.text)
        if !isAccepted {
            list.keyboard.renamed = nil
            renaming.isRefused = true
            focusEdit()
        }
        isCommitting = false
        defer {
            if isAccepted { renaming.focus?() }
            renaming.focus = nil
        }
        guard let edit, edit.number == ending.number else { return isAccepted }
        if isAccepted {
            finish(.committed)
        } else if !isShown(edit.column, list.columns) {
            finish(.removed)
        } else {
            endIfRemoved()
        }
        return isAccepted
    }

    /// An edit that goes on has the focus, even if the program has moved it when it refused the text.
    private func focusEdit() {
        guard let edit else { return }
        if list.columns != nil { focus(edit.column) }
        if let path = self.edit?.path, list.positions.areCurrent() { list.keyboard.moveFocus(to: path) }
    }

    /// The list has another host.
    func hostDidChange() { if let edit { list.host?.fieldEditDidChange(edit.value) } }

    private func finish(_ end: FieldEditEnd) {
        guard let ended = edit else { return }
        edit = nil
        notify()
        editHandler?(ended.value, end)
    }

    private func notify() {
        showStates()
        list.host?.fieldEditDidChange(edit?.value)
        list.host?.requestFrame()
    }

    private func endIfRemoved() {
        guard var found = edit, !isCommitting, found.path == nil else { return }
        // After a reload, the focus is on the same item again if the data source has identities.
        guard found.hasFocus, let focus = list.keyboard.focus else { return finish(.removed) }
        found.path = focus
        found.indexPath = focus.indexPath
        edit = found
        showStates()
    }

    // MARK: Changes

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        if let old = pivot {
            // A range that other items get into is not the one that the user has selected.
            let path = edit.flatMap { $0.movesItems ? nil : $0.newPath(old.path) }
            pivot = path.map { ($0, old.column) }
        }
        if !formerRanges.isEmpty {
            formerRanges = formerRanges.compactMap { range -> (from: Corner, to: Corner)? in
                guard let edit, !edit.movesItems, let from = edit.newPath(range.from.path),
                    let to = edit.newPath(range.to.path)
                else { return nil }
                return (from: (from, range.from.column), to: (to, range.to.column))
            }
        }
        if isUsed { notices.append(.shown { [weak self] in self?.showStates() }) }
        if let renamed = list.keyboard.renamed { follow(edit, renamed, &notices) }
        guard var editing = self.edit, let path = editing.path else { return }
        editing.path = edit?.newPath(path)
        if let path = editing.path { editing.indexPath = path.indexPath }
        self.edit = editing
        if editing.path == nil {
            // A reload finds the item again after it has sent its notices.
            notices.append(.shown { [weak self] in self?.list.whenIdle { self?.endIfRemoved() } })
        }
    }

    /// The item that replaces a renamed item gets the focus and the selection: one with the text that the user has typed, or the only item
    /// that was inserted while the text was committed.
    private func follow(_ edit: SharedEdit?, _ item: RenamedItem, _ notices: inout [PositionNotice]) {
        if let path = edit?.newPath(item.path) {
            item.path = path
            // The item has kept its identity, and a later item of the same name is another one.
            if !isCommitting { list.keyboard.renamed = nil }
            return
        }
        list.keyboard.renamed = nil
        let inserted = edit.map { $0.insertedItems(like: item.path) }
        if let parent = item.parent {
            guard let parent = edit?.newPath(parent) else { return }
            let first = inserted?.first { $0 == .item(parent.item + 1, inSection: parent.section) }
            notices.append(.shown { [weak self] in self?.focusAgain(first ?? parent) })
            return
        }
        if let inserted, inserted.isEmpty { return }
        let isOnly = isCommitting && inserted?.count == 1
        notices.append(
            .shown { [weak self] in
                let focus: @MainActor () -> Void = { [weak self] in
                    self?.list.whenIdle { [weak self] in self?.focus(item, among: inserted, isOnly: isOnly) }
                }
                // Until the program has accepted the text, the edit has the focus.
                if self?.isCommitting == true { item.focus = focus } else { focus() }
            })
    }

    private func focusAgain(_ path: ElementPath) {
        let changes = list.positions.changes
        list.whenIdle { [weak list] in
            // After another update, the path can be that of another item.
            guard let list, changes == list.positions.changes, list.keyboard.focus == nil, list.isReadyForUser(),
                list.isInList(path)
            else { return }
            list.keyboard.moveFocusByKey(to: path, .toggle)
        }
    }

    /// - Parameter paths: Nil: the items on the screen.
    private func focus(_ renamed: RenamedItem, among paths: [ElementPath]?, isOnly: Bool) {
        guard !renamed.isRefused, list.keyboard.focus == nil, edit == nil, list.isReadyForUser() else { return }
        let changes = list.positions.changes
        let candidates = paths ?? list.indexPathsForVisibleItems.compactMap { ElementPath($0) }
        for path in candidates where list.isInList(path) {
            let text = isOnly ? renamed.text : list.field(renamed.column, at: path)?.text
            // The data source can change the list.
            guard changes == list.positions.changes, list.keyboard.focus == nil else { return }
            guard text == renamed.text else { continue }
            list.positions.following(path) { item in
                list.keyboard.moveFocusByKey(to: path, .toggle)
                guard renamed.wasSelected, let path = item.path, !list.selection.contains(path) else { return }
                list.selectItem(at: path.indexPath, animated: false, scrollPosition: nil)
            }
            return
        }
    }

    /// The columns were changed. A column that is removed or hidden loses the focus to the next one.
    func columnsDidChange(from old: ColumnLayout?, to new: ColumnLayout?) {
        func isShown(_ name: String) -> Bool { self.isShown(name, new) }
        if let pivot, !isShown(pivot.column) { self.pivot = nil }
        if !formerRanges.isEmpty {
            formerRanges.removeAll { !isShown($0.from.column) || !isShown($0.to.column) }
        }
        if let lost = column, !isShown(lost) {
            column = old.flatMap { old in
                guard let index = old.index(of: lost) else { return nil }
                let after = (index + 1..<max(index + 1, old.count)).lazy.map { old[$0].id }
                let before = (0..<index).reversed().lazy.map { old[$0].id }
                return after.first(where: isShown) ?? before.first(where: isShown)
            }
            pivot = nil
        }
        if let edit, !isShown(edit.column), !isCommitting { finish(.removed) }
    }
}

extension ColumnLayout {
    /// The shown column some places after a column, or before it. Nil if there is none. The largest and the smallest number mean the
    /// ends.
    /// - Complexity: O(log² *n*).
    fileprivate func shownColumn(_ step: Int, from column: String) -> String? {
        guard shownCount > 0, let rank = rank(of: column) else { return nil }
        let target = step == .max ? shownCount - 1 : step == .min ? 0 : rank + step
        return (0..<shownCount).contains(target) ? shownColumn(atRank: target).id : nil
    }
}
