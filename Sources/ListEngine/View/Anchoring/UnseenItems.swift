import Foundation
import ListEngineLayout

/// The items that were inserted after the end of what the user sees.
@MainActor
final class UnseenItems {
    private(set) var handler: (@MainActor (Int) -> Void)?
    private(set) var items = MarkedItems()
    /// The number that the handler received last.
    private var told = 0

    func setHandler(_ new: (@MainActor (Int) -> Void)?) {
        handler = new
        if new == nil { items = MarkedItems() }
        // A new handler receives the number after the next pass.
        told = 0
    }

    /// The last item on the screen that an update does not delete, by its position after the update. If it deletes all of them,
    /// the last item before. Nil if items are not counted, or if there is none.
    /// - Complexity: O(items on the screen + deleted items).
    func lastSeen(in list: CollectionView, _ edit: SharedEdit) -> ElementPath? {
        guard handler != nil else { return nil }
        var first: ElementPath?
        for element in list.display.elements.reversed() where element.key.path.category == .item {
            guard isOnScreen(element, in: list) else { continue }
            if let path = edit.newPath(element.key.path) { return path }
            first = min(first ?? element.key.path, element.key.path)
        }
        guard let first, edit.newSection(first.section) != nil else { return nil }
        for item in (0..<first.item).reversed() {
            if let path = edit.newPath(.item(item, inSection: first.section)) { return path }
        }
        return nil
    }

    func follow(_ edit: SharedEdit?) { items.follow(edit) }

    /// Adds the items that an update inserted.
    func add(_ edit: SharedEdit, after last: ElementPath?, in list: CollectionView) {
        guard let last else { return }
        for section in edit.insertedSections where section > last.section {
            add(0..<list.layout.numberOfItems(inSection: section), section, edit)
        }
        for (old, map) in edit.items where !map.inserted.isEmpty {
            guard let section = edit.newSectionOfItems(old), section >= last.section else { continue }
            for range in map.inserted.ranges {
                let start = section == last.section ? max(range.lowerBound, last.item + 1) : range.lowerBound
                if start < range.upperBound { add(start..<range.upperBound, section, edit) }
            }
        }
    }

    /// Items that move are not new.
    private func add(_ range: Range<Int>, _ section: Int, _ edit: SharedEdit) {
        guard edit.movesItems else { return items.insert(range, inSection: section) }
        for item in range where edit.oldPath(.item(item, inSection: section)) == nil {
            items.insert(.item(item, inSection: section))
        }
    }

    /// Removes what the user sees now, and calls the handler.
    func didLayOut(_ list: CollectionView) {
        guard let handler else { return }
        if !items.isEmpty {
            if list.isAtEnd {
                items = MarkedItems()
            } else {
                var first: ElementPath?
                for element in list.display.elements where isOnScreen(element, in: list) {
                    let path = element.key.path
                    items.remove(path)
                    if path.category == .item { first = min(first ?? path, path) }
                }
                // The user scrolled past the items above the screen.
                if let first { items.remove(before: first) }
            }
        }
        guard items.count != told else { return }
        told = items.count
        handler(told)
    }

    private func isOnScreen(_ element: DisplayedElement, in list: CollectionView) -> Bool {
        element.attributes.frame.intersects(list.geometry.bounds)
    }
}
