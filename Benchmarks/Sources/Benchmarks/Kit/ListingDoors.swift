import Foundation
import ListEngine
import ListEngineLayout

/// Sections of a list data source. Single edits are explicit.
final class ListingDoor<Item: Hashable & Sendable>: KitDoor {
    private final class Section: ListSection {
        weak var context: ListContext?
        let listIdentifier: String
        var items: [Item]

        init(_ listIdentifier: String, _ items: [Item]) {
            self.listIdentifier = listIdentifier
            self.items = items
        }

        func itemIdentifier(of item: Item) -> Item { item }

        /// They are stored.
        var itemIdentifiers: [Item] { items }

        func cell(for itemIdentifier: Item, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: KitCell? = dequeueCell(at: indexPath)
            return cell
        }
    }

    private let list = ListDataSource()
    private let sections: [Section]

    init(_ sections: [[Item]], in view: CollectionView) {
        self.sections = sections.enumerated().map { Section("\($0)", $1) }
        list.attach(to: view)
        list.append(newSections: self.sections, animatingDifferences: false)
    }

    func show(_ sections: [[Item]]) {
        for (section, items) in zip(self.sections, sections) {
            section.items = items
            section.update(animatingDifferences: false)
        }
    }

    func insert(_ item: Item, at index: Int, inSection section: Int) {
        guard let next = sections[section].itemIdentifier(at: IndexPath(item: index, section: section)) else { return }
        sections[section].insertItems([item], beforeItem: next, animatingDifferences: false)
    }

    func remove(at index: Int, inSection section: Int) {
        guard let item = sections[section].itemIdentifier(at: IndexPath(item: index, section: section)) else { return }
        sections[section].deleteItems([item], animatingDifferences: false)
    }
}

/// Sections described by a closure; all of them are described for each edit, too.
final class BuilderDoor<Item: Hashable & Sendable>: KitDoor {
    private let list = ListDataSource()
    private var sections: [[Item]]

    init(_ sections: [[Item]], in view: CollectionView) {
        self.sections = sections
        list.attach(to: view)
        build()
    }

    private func build() {
        list.build(animatingDifferences: false) {
            for (section, items) in sections.enumerated() {
                ListBlock("\(section)", items, id: \.self) { (_: KitCell, _: Item) in }.height(KitRows.height)
            }
        }
    }

    func show(_ sections: [[Item]]) {
        self.sections = sections
        build()
    }

    func insert(_ item: Item, at index: Int, inSection section: Int) {
        sections[section].insert(item, at: index)
        build()
    }

    func remove(at index: Int, inSection section: Int) {
        sections[section].remove(at: index)
        build()
    }
}
