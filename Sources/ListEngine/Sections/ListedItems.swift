import Foundation
import ListEngineDiff
import ListEngineLayout

/// What is shown of a section: one snapshot, typed by the identifiers of its items alone. A class of sections and those
/// that inherit from it find the same.
@MainActor
class ListedItems<ItemIdentifier: Hashable & Sendable> {
    /// The one section of the snapshot is 0.
    typealias Identifiers = DiffableSnapshot<Int, ItemIdentifier>

    /// As it was when the section was added.
    let identifier: String
    weak var list: SectionProviderList?
    weak var dataSource: ListDataSource?

    /// What is shown, and what was before the last update.
    private(set) var shown = Identifiers() { didSet { version &+= 1 } }
    /// Counts what was shown.
    private(set) var version = 0
    private var before = Identifiers()
    private var isChanged = false
    /// What is shown is what the section held, but for duplicates: no edit has been stated since.
    private(set) var isAsHeld = true

    init(identifier: String, dataSource: ListDataSource) {
        self.identifier = identifier
        self.dataSource = dataSource
        shown.appendSections([0])
        before = shown
    }

    // MARK: What is shown

    /// A snapshot of what a section holds, of duplicates the first.
    func held(_ identifiers: [ItemIdentifier]) -> Identifiers { Self.held(identifiers, after: shown) }

    /// The same on any thread.
    nonisolated static func held(_ identifiers: [ItemIdentifier], after shown: Identifiers) -> Identifiers {
        var next = Identifiers(basedOn: shown)
        next.appendSections([0])
        // Throws nothing: the section is there, and duplicates are left out.
        _ = try? next.appendItems(validating: identifiers, toSection: 0, duplicates: .keepFirst)
        return next
    }

    /// Shows a snapshot, and answers what that changes.
    /// - Parameter isAsHeld: It is what the section holds.
    func take(_ next: Identifiers, asHeld isAsHeld: Bool) -> SnapshotChangeset {
        let changes = next.changeset(from: shown)
        show(next, asHeld: isAsHeld)
        return changes
    }

    /// Shows a snapshot of what the section holds, that was worked out elsewhere.
    /// - Returns: False where another one is shown since.
    func take(prepared next: Identifiers, version: Int) -> Bool {
        guard version == self.version else { return false }
        show(next, asHeld: true)
        return true
    }

    /// Shows a snapshot of what the section holds, in a section that was not shown before.
    func load(_ next: Identifiers) { show(next, asHeld: true) }

    private func show(_ next: Identifiers, asHeld isAsHeld: Bool) {
        self.isAsHeld = isAsHeld
        for duplicate in next.duplicates {
            dataSource?.report(
                .duplicateIdentifier,
                "section \(identifier): item \(duplicate.identifier) is given a second time; the first is shown.")
        }
        if !isChanged { before = shown }
        isChanged = true
        shown = next
        shown.settle()
    }

    func forgetWhatWas() {
        before = shown
        isChanged = false
    }

    // MARK: What the user moves

    /// The user has moved an item within the section.
    /// - Parameter target: Counted without the item.
    final func move(_ item: Int, to target: Int) {
        guard let identifier = shownIdentifier(item), target >= 0, target < shown.numberOfItems else { return }
        showMoved(shown.moving(identifier, from: .item(item, inSection: 0), to: .item(target, inSection: 0)))
    }

    /// The user has moved an item to another section.
    final func give(_ item: Int) -> ItemIdentifier? {
        guard let identifier = shownIdentifier(item) else { return nil }
        var next = shown
        next.deleteItems([identifier])
        showMoved(next)
        return identifier
    }

    /// The user has moved an item here that the section does not show.
    final func take(_ identifier: ItemIdentifier, at item: Int) {
        var next = shown
        if item < shown.numberOfItems {
            next.insertItems([identifier], beforeItem: shown.itemIdentifier(at: ItemIndexPath(section: 0, item: item)))
        } else {
            next.appendItems([identifier], toSection: 0)
        }
        showMoved(next)
    }

    /// Tells the section that ``take(_:at:)`` was called.
    func tellTaken(_ identifier: ItemIdentifier, from other: any ListSection, at item: Int) {}

    private func showMoved(_ next: Identifiers) {
        isAsHeld = false
        shown = next
        shown.settle()
        if !isChanged { before = shown }
    }

    func indexPath(of itemIdentifier: ItemIdentifier) -> IndexPath? {
        guard let index, let path = shown.indexPath(of: itemIdentifier) else { return nil }
        return IndexPath(item: path.item, section: index)
    }

    /// The identifier of an item that is shown. Neither snapshot is copied: this is asked for every cell.
    final func shownIdentifier(_ item: Int) -> ItemIdentifier? {
        guard item >= 0, item < shown.numberOfItems else { return nil }
        return shown.itemIdentifier(at: ItemIndexPath(section: 0, item: item))
    }

    // MARK: Where it is

    final var index: Int? { list?.sections(of: ObjectIdentifier(self))?.lowerBound }

    /// Where an item is that the section is told of. It does not hold the identifier: an optional of a type that is not known
    /// here would cost more than all else that is done for a cell.
    struct Place {
        /// In the section.
        var item: Int
        /// The item has left: it is counted as it was.
        var isBefore: Bool
        /// In the list.
        var indexPath: IndexPath
    }

    /// The place of the item at an index path of this provider; nil where there is none.
    final func place(of indexPath: IndexPath) -> Place? {
        guard let path = ElementPath(indexPath), let list = list ?? dataSource?.list,
            let index = list.sectionsAsTold(of: ObjectIdentifier(self))?.lowerBound
        else { return nil }
        let isBefore = list.isEndingWhatWas
        let count = isBefore ? before.numberOfItems : shown.numberOfItems
        guard path.item >= 0, path.item < count else { return nil }
        let isInPlace = index == indexPath[0]
        return Place(
            item: path.item, isBefore: isBefore,
            indexPath: isInPlace ? indexPath : IndexPath(item: path.item, section: index))
    }

    final func itemIdentifier(at place: Place) -> ItemIdentifier {
        let path = ItemIndexPath(section: 0, item: place.item)
        return place.isBefore ? before.itemIdentifier(at: path) : shown.itemIdentifier(at: path)
    }

    func absolute(_ indexPaths: [IndexPath]) -> [IndexPath] {
        guard let list = list ?? dataSource?.list,
            let index = list.sectionsAsTold(of: ObjectIdentifier(self))?.lowerBound
        else { return [] }
        return indexPaths.map { IndexPath(item: $0[1], section: index) }
    }

    // MARK: What is visible

    /// The items that are visible in cells whose sizes the layout may take from them.
    var measuredIdentifiers: [ItemIdentifier] {
        var identifiers: [ItemIdentifier] = []
        guard let collectionView = list?.collectionView, !collectionView.loadsEverything else { return [] }
        forEachVisibleCell { _, identifier, indexPath in
            if collectionView.layout.mayEstimate(inSection: indexPath[0]) { identifiers.append(identifier) }
        }
        return identifiers
    }

    func forEachVisibleCell(_ body: (CollectionViewCell, ItemIdentifier, IndexPath) -> Void) {
        guard let index, let collectionView = list?.collectionView else { return }
        for element in collectionView.displayed where element.key.path.section == index {
            guard element.key.path.category == .item, let cell = element.view as? CollectionViewCell,
                let identifier = shownIdentifier(element.key.path.item)
            else { continue }
            body(cell, identifier, element.key.path.indexPath)
        }
    }
}
