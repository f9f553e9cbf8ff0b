import Foundation
import ListEngineLayout

extension CollectionView {
    /// The item that receives keys. When a key moves the focus, the list scrolls to the item. Updates keep the focus
    /// on its item.
    ///
    /// A range of fields ends when another item gets the focus.
    ///
    /// While the user edits a field, another item gets the focus only after the edit was committed. If the data source refuses
    /// the text, the focus stays.
    public var focusedIndexPath: IndexPath? {
        get { keyboard.focus?.indexPath }
        set {
            let path = newValue.flatMap { known($0) }
            let old = keyboard.focus
            defer { if keyboard.focus != old { keyboard.fields.collapse() } }
            guard let edit = keyboard.fields.edit, edit.path != path else { return keyboard.moveFocus(to: path) }
            guard let path else {
                if keyboard.fields.endForMove() { keyboard.moveFocus(to: nil) }
                return
            }
            positions.following(path) { item in
                // Calls the data source, which can change the list.
                guard keyboard.fields.endForMove(), let path = item.path else { return }
                keyboard.moveFocus(to: path)
            }
        }
    }

    /// Reports a key. The focused cell receives it first. Arrows, page keys, home and end move the focus, and the selection if
    /// ``selectionFollowsFocus`` is true. ``CollectionViewKey/select``, ``CollectionViewKey/activate`` and
    /// ``CollectionViewKey/mark`` act on the focused item. Characters move the focus to the next item whose text begins with them; see
    /// ``hostTypeAhead(_:)``.
    /// - Parameter modifiers: With ``InputModifiers/extend``, a key that moves the focus selects all items from the one
    ///   that was selected last. With ``InputModifiers/toggle`` it moves the focus without selecting, and the select key
    ///   adds the focused item to the selection or removes it.
    /// - Returns: True if the key had an effect.
    @discardableResult
    public func hostKey(_ key: CollectionViewKey, modifiers: InputModifiers = []) -> Bool {
        keyboard.press(key, modifiers: modifiers)
    }

    /// The first item of the list; nil if there is none.
    /// - Complexity: O(empty sections before it).
    public var indexPathForFirstItem: IndexPath? { firstItem?.indexPath }

    /// The last item of the list; nil if there is none.
    public var indexPathForLastItem: IndexPath? { lastItem?.indexPath }

    var firstItem: ElementPath? {
        (0..<layout.numberOfSections).first { layout.numberOfItems(inSection: $0) > 0 }.map { .item(0, inSection: $0) }
    }

    var lastItem: ElementPath? {
        (0..<layout.numberOfSections).last { layout.numberOfItems(inSection: $0) > 0 }
            .map { .item(layout.numberOfItems(inSection: $0) - 1, inSection: $0) }
    }

    /// Returns the next item from an item in a direction; nil if there is none. See
    /// `CollectionViewLayout.nextItem(from:toward:)`.
    public func indexPath(from indexPath: IndexPath, toward direction: MoveDirection) -> IndexPath? {
        known(indexPath).flatMap { layout.nextItem(from: $0, toward: direction)?.indexPath }
    }
}

/// The item that receives keys, and what the user types.
@MainActor
final class Keyboard: ViewPart {
    private(set) var focus: ElementPath?
    /// The identity of the item that has the focus, or that lost it by being removed from the list.
    private var focusName = ItemNames() { didSet { isFocusNamed = !focusName.isEmpty } }
    /// Stored, because each update reads it.
    private var isFocusNamed = false
    /// The data source that supplied the name.
    private weak var nameOwner: AnyObject?
    /// The characters of the current type-ahead search.
    var typed = ""
    /// The item whose text the user has edited last. The item that replaces it gets the focus.
    var renamed: RenamedItem?
    /// The field with the focus.
    let fields = FieldFocus()

    func moveFocus(to path: ElementPath?) {
        guard path != focus else {
            // An item that lost the focus when it was removed does not get it back.
            if path == nil { focusName = ItemNames() }
            return
        }
        let old = focus
        focus = path
        nameFocus()
        guard focus == path else { return }
        if fields.isUsed { fields.focusDidMove() }
        guard focus == path else { return }
        guard let path else {
            if let old { list.shownCell(old)?.isFocused = false }
            return
        }
        list.positions.following(path) { item in
            if let old { list.shownCell(old)?.isFocused = false }
            // The cell may have changed the list, or moved the focus.
            guard let path = item.path, focus == path else { return }
            list.shownCell(path)?.isFocused = true
        }
    }

    @discardableResult
    func press(_ key: CollectionViewKey, modifiers: InputModifiers = []) -> Bool {
        guard list.isReadyForUser() else { return false }
        if let focus, let cell = list.shownCell(focus), cell.handle(key) { return true }
        if fields.isUsed || key == .edit, let isHandled = fields.press(key, modifiers) { return isHandled }
        if case .character(let character) = key { return type(character) }
        typed = ""
        if key == .select || key == .activate || key == .mark {
            guard let focus else { return false }
            switch key {
            case .activate where modifiers.isEmpty: list.selection.activate(focus)
            case .select where modifiers.isEmpty: list.selection.choose(focus)
            default: list.selection.select(focus, modifiers)
            }
            return true
        }
        if let focus, key == .left || key == .right {
            let isExpanding = (key == .right) == (list.flowDirection == .leftToRight)
            if list.dataSource?.collectionView(list, setExpanded: isExpanding, forItemAt: focus.indexPath) == true {
                return true
            }
        }
        guard let target = target(of: key), target != focus else { return false }
        moveFocusByKey(to: target, modifiers)
        return true
    }

    /// Moves the focus as a key does: the list scrolls to the item, and selects it if the selection follows the focus.
    func moveFocusByKey(to target: ElementPath, _ modifiers: InputModifiers = []) {
        if list.selection.pivot == nil { list.selection.pivot = focus }
        list.positions.following(target) { item in
            guard target == fields.edit?.path || fields.endForMove(), let target = item.path else { return }
            moveFocus(to: target)
            guard let target = item.path else { return }
            let before = list.scrolling.distanceScrolled(ofSection: target.section)
            list.scrollToItem(at: target.indexPath, at: .nearest, animated: false)
            if let path = item.path, path == target { list.scrolling.restAcross(showing: path, from: before) }
            list.layoutIfNeeded()
            if modifiers.contains(.extend), let path = item.path { return list.selection.select(path, modifiers) }
            guard !modifiers.contains(.toggle), let path = item.path,
                list.delegate?.collectionView(list, selectionFollowsFocusForItemAt: path.indexPath)
                    ?? list.selectionFollowsFocus,
                let path = item.path
            else { return }
            list.selection.select(path, [])
        }
    }

    func target(of key: CollectionViewKey) -> ElementPath? {
        guard let focus else {
            return key == .end || key == .up || key == .previous || key == .pageUp ? list.lastItem : list.firstItem
        }
        return switch key {
        case .up: list.layout.nextItem(from: focus, toward: .up)
        case .down: list.layout.nextItem(from: focus, toward: .down)
        case .left: list.layout.nextItem(from: focus, toward: .left)
        case .right: list.layout.nextItem(from: focus, toward: .right)
        case .next: list.layout.nextItem(from: focus, toward: .next)
        case .previous: list.layout.nextItem(from: focus, toward: .previous)
        case .pageUp: item(aPageFrom: focus, by: -1)
        case .pageDown: item(aPageFrom: focus, by: 1)
        case .home: list.firstItem
        case .end: list.lastItem
        case .select, .activate, .mark, .edit, .character: nil
        }
    }

    /// Returns the item one screen further along the scroll axis, but at least the next one. At the ends it is the
    /// last or the first item.
    /// - Parameter step: 1 toward the end, -1 toward the start.
    private func item(aPageFrom path: ElementPath, by step: Int) -> ElementPath? {
        let frame = list.layout.frame(ofItem: path.item, inSection: path.section)
        let insets = list.adjustedContentInset
        let isVertical = list.layout.scrollDirection == .vertical
        let page =
            isVertical
            ? list.bounds.height - insets.top - insets.bottom : list.bounds.width - insets.leading - insets.trailing
        // In a mirrored horizontal list, the end is to the left.
        let sign: CGFloat = !isVertical && list.flowDirection == .rightToLeft ? -1 : 1
        let distance = max(0, page) * CGFloat(step) * sign
        let point = CGPoint(
            x: frame.midX + (isVertical ? 0 : distance), y: frame.midY + (isVertical ? distance : 0))
        let content = CGRect(origin: .zero, size: list.contentSize)
        if isVertical ? point.y < content.minY : (sign > 0 ? point.x < content.minX : point.x > content.maxX) {
            return list.firstItem
        }
        if isVertical ? point.y > content.maxY : (sign > 0 ? point.x > content.maxX : point.x < content.minX) {
            return list.lastItem
        }
        let found = list.layout.nearestItem(to: point, sectionOffsets: list.sectionOffsets)
        let next = list.layout.nextItem(from: path, toward: step > 0 ? .next : .previous)
        guard let found, step > 0 ? found > path : found < path else { return next }
        return found
    }

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        if let path = focus { focus = edit?.newPath(path) }
    }

    // MARK: Identities

    private func nameFocus() {
        focusName = ItemNames()
        guard let named = focus, let name = list.itemName(at: named) else { return }
        // The data source may have moved the focus.
        guard focus == named, focusName.isEmpty else { return }
        nameOwner = list.dataSource
        if let numbering = list.dataSource as? any ItemNumbering { focusName.follow(numbering.numbering) }
        focusName.insert(name)
    }

    /// Whether an update can insert the item that lost the focus.
    var canReturn: Bool { focus == nil && isFocusNamed }

    /// The item that lost the focus when it was removed from the list gets it back, unless another item has it.
    func focusReturning(after edit: SharedEdit?, _ numbers: [Int: [UInt32]]) {
        guard canReturn, nameOwner === list.dataSource else { return }
        list.forEachItem(in: focusName, insertedBy: edit, numbers) { if list.isInList($0) { focus = $0 } }
    }

    func renumber(from old: AnyObject, to new: AnyObject, _ translated: ([UInt32]) -> [UInt32]) {
        focusName.renumber(from: old, to: new, translated)
    }
}

// MARK: - Typing

extension CollectionView {
    /// Moves the focus to the next item whose text begins with the typed characters, and scrolls it into view. After
    /// the last item the search continues with the first. Case and diacritics are ignored.
    ///
    /// In a table that is sorted by a column, the text is that of the column.
    ///
    /// The delegate returns the text of items (``CollectionViewDelegate/collectionView(_:textForItemAt:)``), or a
    /// ``DiffableDataSource`` does (``DiffableDataSource/itemTextProvider``). If several
    /// characters were typed, the search starts at the focused item, so that typing further characters keeps the
    /// focus as long as the text fits.
    /// - Returns: False if no item matches; the focus does not change.
    /// - Complexity: O(*k*) calls for text, where *k* is the number of items up to the match, or all items if there
    ///   is none.
    @discardableResult
    public func hostTypeAhead(_ text: String) -> Bool { keyboard.search(text) }

    /// Reports a pause in typing: the next character starts a new word. The host chooses the length of the pause.
    public func hostDidPauseTyping() { keyboard.endWord() }
}

extension Keyboard {
    @discardableResult
    fileprivate func search(_ text: String) -> Bool {
        guard list.isReadyForUser(), !text.isEmpty else { return false }
        let (delegate, source) = (list.delegate, list.dataSource as? any ItemActionSource)
        guard delegate != nil || source != nil || list.display.columns.layout != nil else { return false }
        let counts = (0..<list.layout.numberOfSections).map { list.layout.numberOfItems(inSection: $0) }
        let total = counts.reduce(0, +)
        guard var section = counts.firstIndex(where: { $0 > 0 }) else { return false }
        var item = 0
        if let focus, list.isInList(focus) {
            (section, item) = (focus.section, focus.item)
            if text.count == 1 { (section, item) = Self.next(section, item, counts) }
        }
        let changes = list.positions.changes
        let sorted = list.display.columns.layout?.sortOrder.first?.column
        for _ in 0..<total {
            let path = ElementPath.item(item, inSection: section)
            let inColumn = sorted.flatMap { list.dataSource?.collectionView(list, field: $0, ofItemAt: path.indexPath) }
            guard changes == list.positions.changes else { return false }
            let answer = inColumn?.text ?? itemText(at: path.indexPath, delegate, source)
            // The delegate may have changed the list.
            guard changes == list.positions.changes else { return false }
            if let answer, Self.begins(answer, with: text) {
                let old = focus
                moveFocusByKey(to: path)
                if focus != old { fields.collapse() }
                return true
            }
            (section, item) = Self.next(section, item, counts)
        }
        return false
    }

    /// The text of an item, from the delegate or the data source.
    func itemText(
        at indexPath: IndexPath, _ delegate: (any CollectionViewDelegate)?, _ source: (any ItemActionSource)?
    ) -> String? {
        let changes = list.positions.changes
        if let text = delegate?.collectionView(list, textForItemAt: indexPath) { return text }
        // The delegate may have changed the list.
        return changes == list.positions.changes ? source?.text(ofItemAt: indexPath) : nil
    }

    private static func begins(_ text: String, with start: String) -> Bool {
        text.range(of: start, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }

    /// The item after another one. Empty sections are skipped, and the first item follows the last one.
    private static func next(_ section: Int, _ item: Int, _ counts: [Int]) -> (section: Int, item: Int) {
        var (section, item) = (section, item + 1)
        while item >= counts[section] {
            section = section + 1 == counts.count ? 0 : section + 1
            item = 0
        }
        return (section, item)
    }

    /// Characters typed since the last other key, or since ``hostDidPauseTyping()``, are searched together. Typing
    /// the same character repeatedly goes from one item that begins with it to the next.
    func type(_ character: Character) -> Bool {
        typed.append(character)
        if search(typed) { return true }
        if typed.count > 1, typed.allSatisfy({ $0 == character }), search(String(character)) { return true }
        typed.removeLast()
        return false
    }

    fileprivate func endWord() { typed = "" }
}
