import Foundation
import ListEngineDiff
import ListEngineLayout

/// The displayed items of a section, as one snapshot. It is generic over the item identifiers only, so that a section
/// class and its subclasses find the same object.
@MainActor
class ListedItems<ItemIdentifier: Hashable & Sendable> {
    /// The snapshot has one section, 0.
    typealias Identifiers = DiffableSnapshot<Int, ItemIdentifier>

    /// The section's identifier at the time when it was added.
    let identifier: String
    weak var list: SectionProviderList?
    weak var dataSource: ListDataSource?
    /// That of the data source.
    let context: ListContext

    /// The displayed snapshot. The one before the last update is in `before`.
    private(set) final var shown: Identifiers {
        get { shownBox.snapshot }
        set {
            shownBox = Box(newValue)
            version = DataVersion()
        }
    }
    private(set) var version = DataVersion()
    private final var before: Identifiers {
        get { beforeBox.snapshot }
        set { beforeBox = Box(newValue) }
    }
    private final var shownBox: Box
    private final var beforeBox: Box

    private typealias Box = SnapshotBox<Int, ItemIdentifier>
    private var isChanged = false
    /// Whether the section's own items are displayed, without duplicates. False after a stated edit.
    private(set) var isAsHeld = true
    /// Whether each displayed item is known to be at the position that it has among the section's own items.
    final var areHeldPlaces = false
    /// The number of the section's own items, if they can be shown by position; otherwise -1.
    var heldCount: Int { -1 }

    init(identifier: String, dataSource: ListDataSource) {
        self.identifier = identifier
        self.dataSource = dataSource
        context = dataSource.context
        var empty = Identifiers()
        empty.appendSections([0])
        shownBox = Box(empty)
        beforeBox = shownBox
    }

    // MARK: Displayed content

    /// A snapshot of a section's items. If several have the same identifier, it holds the first.
    func held(_ identifiers: [ItemIdentifier]) -> Identifiers { Self.held(identifiers, after: shown) }

    /// The same on any thread.
    nonisolated static func held(_ identifiers: [ItemIdentifier], after shown: Identifiers) -> Identifiers {
        var next = Identifiers(basedOn: shown)
        next.appendSections([0])
        // Cannot throw: the section exists, and duplicates are left out.
        _ = try? next.appendItems(validating: identifiers, toSection: 0, duplicates: .keepFirst)
        return next
    }

    /// Displays a snapshot.
    /// - Parameter isAsHeld: Whether the snapshot holds the section's own items.
    /// - Returns: The changes from the snapshot that was displayed before.
    func display(_ next: Identifiers, asHeld isAsHeld: Bool) -> SnapshotChangeset {
        let changes = next.changeset(from: shown)
        show(next, asHeld: isAsHeld)
        return changes
    }

    /// Displays the items that were prepared in advance.
    /// - Returns: The changes. Nil if another snapshot has been displayed since.
    func display(_ prepared: any PreparedSection) -> SnapshotChangeset? {
        guard let prepared = prepared as? PreparedItems<ItemIdentifier>, prepared.version == version else { return nil }
        show(prepared.next, asHeld: true)
        return prepared.changes
    }

    /// Displays a snapshot of the items of a section that was not displayed before.
    func load(_ next: Identifiers) { show(next, asHeld: true) }

    private func show(_ next: Identifiers, asHeld isAsHeld: Bool) {
        self.isAsHeld = isAsHeld
        // If some were left out as duplicates, there are fewer.
        areHeldPlaces = isAsHeld && next.numberOfItems == heldCount
        for duplicate in next.duplicates {
            dataSource?.report(
                .duplicateIdentifier,
                "section \(identifier): item \(duplicate.identifier) is given a second time; the first is shown.")
        }
        if !isChanged { beforeBox = shownBox }
        isChanged = true
        // Moved out and back: see "Overlapping accesses" in Documentation/Performance.md.
        var settled = next
        settled.settle()
        shown = settled
    }

    func forgetBefore() {
        beforeBox = shownBox
        isChanged = false
    }

    // MARK: Moves by the user

    /// The user has moved an item within the section.
    /// - Parameter target: The position after the item was taken out.
    final func move(_ item: Int, to target: Int) {
        guard let identifier = shownIdentifier(item),
            let next = shown.moving(identifier, from: .item(item, inSection: 0), to: .item(target, inSection: 0))
        else { return }
        showMoved(next)
    }

    /// The user has moved an item to another section. Returns its identifier.
    final func removeMoved(_ item: Int) -> ItemIdentifier? {
        guard let identifier = shownIdentifier(item) else { return nil }
        var next = shown
        next.deleteItems([identifier])
        showMoved(next)
        return identifier
    }

    /// The user has moved an item of another section here.
    final func insertMoved(_ identifier: ItemIdentifier, at item: Int) {
        var next = shown
        if item < shown.numberOfItems {
            next.insertItems([identifier], beforeItem: shown.itemIdentifier(at: ItemIndexPath(section: 0, item: item)))
        } else {
            next.appendItems([identifier], toSection: 0)
        }
        showMoved(next)
    }

    /// Notifies the section after ``insertMoved(_:at:)``.
    func didReceive(_ identifier: ItemIdentifier, from other: any ListSection, at item: Int) {}

    private func showMoved(_ next: Identifiers) {
        isAsHeld = false
        areHeldPlaces = false
        var settled = next
        settled.settle()
        shown = settled
        if !isChanged { before = shown }
    }

    func indexPath(of itemIdentifier: ItemIdentifier) -> IndexPath? {
        guard let index, let path = shown.indexPath(of: itemIdentifier) else { return nil }
        return IndexPath(path.item, inSection: index)
    }

    /// The identifier of a displayed item.
    final func shownIdentifier(_ item: Int) -> ItemIdentifier? {
        shown.item(at: .item(item, inSection: 0))
    }

    // MARK: Position in the list

    final var index: Int? { list?.sections(of: ObjectIdentifier(self))?.lowerBound ?? expectedIndex }
    /// The index that the section will have, while its style is read before it is in the list.
    var expectedIndex: Int?

    /// The position of the item at an index path of this provider; nil if there is none.
    final func position(of indexPath: IndexPath) -> ProviderPosition? {
        guard let list = list ?? dataSource?.list,
            let position = list.position(of: indexPath, inProvider: ObjectIdentifier(self)), position.item >= 0,
            position.item < (position.isBefore ? before : shown).numberOfItems
        else { return nil }
        return position
    }

    final func itemIdentifier(at position: ProviderPosition) -> ItemIdentifier {
        (position.isBefore ? before : shown).itemIdentifier(at: ItemIndexPath(section: 0, item: position.item))
    }

    /// The identifier of the item at a position of this provider; nil if there is none. Read it before user code is called.
    final func address(of position: ProviderPosition) -> UnsafeRawPointer? {
        (position.isBefore ? beforeBox : shownBox).address(ofItem: position.item, inSection: 0)
    }

    func absolute(_ indexPaths: [IndexPath]) -> [IndexPath] {
        guard let list = list ?? dataSource?.list,
            let index = list.sectionsInNotification(of: ObjectIdentifier(self))?.lowerBound
        else { return [] }
        return indexPaths.map { IndexPath($0[1], inSection: index) }
    }

    // MARK: Visible items

    /// The visible items whose cells may determine their sizes in the layout.
    var measuredItems: [Int] {
        guard let index, let collectionView = list?.collectionView, !collectionView.loadsEverything,
            collectionView.layout.mayEstimate(inSection: index)
        else { return [] }
        var items: [Int] = []
        forEachVisibleCell { _, _, indexPath in items.append(indexPath[1]) }
        return items
    }

    func forEachVisibleCell(_ body: (CollectionViewCell, ItemIdentifier, IndexPath) -> Void) {
        guard let index, let collectionView = list?.collectionView else { return }
        collectionView.display.forEachCell(inSection: index) { cell, path in
            guard let address = shownBox.address(ofItem: path.item, inSection: 0) else { return }
            body(cell, address.assumingMemoryBound(to: ItemIdentifier.self).pointee, path.indexPath)
        }
    }
}
