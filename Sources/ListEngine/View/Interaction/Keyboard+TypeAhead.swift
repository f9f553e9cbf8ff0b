import Foundation
import ListEngineLayout

extension CollectionView {
    /// Moves the focus to the next item whose text begins with the typed characters, and scrolls it into view. After
    /// the last item the search continues with the first. Case and diacritics are ignored.
    ///
    /// The delegate returns the texts (``CollectionViewDelegate/collectionView(_:textForItemAt:)``), or a
    /// ``DiffableDataSource`` does (``DiffableDataSource/itemTextProvider``). If several
    /// characters were typed, the search starts at the focused item, so that typing further characters keeps the
    /// focus as long as the text fits.
    /// - Returns: False if no item matches; the focus does not change.
    /// - Complexity: O(*k*) calls for texts, where *k* is the number of items up to the match, or all items if there
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
        guard delegate != nil || source != nil else { return false }
        let counts = (0..<list.layout.numberOfSections).map { list.layout.numberOfItems(inSection: $0) }
        let total = counts.reduce(0, +)
        guard total > 0, var section = counts.firstIndex(where: { $0 > 0 }) else { return false }
        var item = 0
        if let focus, list.isInList(focus) {
            (section, item) = (focus.section, focus.item)
            if text.count == 1 { (section, item) = Self.next(section, item, counts) }
        }
        let changes = list.positions.changes
        for _ in 0..<total {
            let path = ElementPath.item(item, inSection: section)
            let answer = itemText(at: path.indexPath, delegate, source)
            // The delegate may have changed the list.
            guard changes == list.positions.changes else { return false }
            if let answer, Self.begins(answer, with: text) {
                list.positions.following(path) { item in
                    moveFocus(to: path)
                    guard let path = item.path else { return }
                    list.scrollToItem(at: path.indexPath, at: .nearest, animated: false)
                    list.layoutIfNeeded()
                }
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
