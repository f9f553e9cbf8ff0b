import Foundation
import ListEngineLayout

extension CollectionView {
    /// Moves the focus to the next item whose text begins with what was typed, and scrolls it into view. From the last item
    /// it goes on with the first. Upper and lower case, and marks on letters, make no difference.
    ///
    /// The delegate answers the texts: ``CollectionViewDelegate/collectionView(_:textForItemAt:)``. Where what was typed
    /// has several letters, the item that has the focus counts too, so that typing on stays on what still fits.
    /// - Returns: False where no item begins so; the focus stays.
    /// - Complexity: Asks for one text after the other up to that item, for all where there is none.
    @discardableResult
    public func hostTypeAhead(_ text: String) -> Bool {
        guard isReadyForUser(), let delegate, !text.isEmpty else { return false }
        let counts = (0..<layout.numberOfSections).map { layout.numberOfItems(inSection: $0) }
        let total = counts.reduce(0, +)
        guard total > 0, var section = counts.firstIndex(where: { $0 > 0 }) else { return false }
        var item = 0
        if let focus, isInList(focus) {
            (section, item) = (focus.section, focus.item)
            if text.count == 1 { (section, item) = Self.next(section, item, counts) }
        }
        let changes = positions.changes
        for _ in 0..<total {
            let path = ElementPath.item(item, inSection: section)
            let answer = delegate.collectionView(self, textForItemAt: path.indexPath)
            // The delegate may have changed the list.
            guard changes == positions.changes else { return false }
            if let answer, Self.begins(answer, with: text) {
                focus = path
                scrollToItem(at: path.indexPath, at: .nearest, animated: false)
                layoutIfNeeded()
                return true
            }
            (section, item) = Self.next(section, item, counts)
        }
        return false
    }

    private static func begins(_ text: String, with start: String) -> Bool {
        text.range(of: start, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }

    /// The item after another, past sections without items and past the end.
    private static func next(_ section: Int, _ item: Int, _ counts: [Int]) -> (section: Int, item: Int) {
        var (section, item) = (section, item + 1)
        while item >= counts[section] {
            section = section + 1 == counts.count ? 0 : section + 1
            item = 0
        }
        return (section, item)
    }

    /// The letters that were typed since the last other key, or since ``hostDidPauseTyping()``, lead to an item together.
    /// A letter typed again and again goes from one item that begins with it to the next.
    func type(_ character: Character) -> Bool {
        typed.append(character)
        if hostTypeAhead(typed) { return true }
        if typed.count > 1, typed.allSatisfy({ $0 == character }), hostTypeAhead(String(character)) { return true }
        typed.removeLast()
        return false
    }

    /// The user has not typed for a moment: the next character starts a new word. How long that is, the host knows.
    public func hostDidPauseTyping() { typed = "" }
}
