import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// Has the items of a section.
///
/// Section numbers and index paths are those of the whole list; as a rule only `indexPath.item` matters.
@MainActor
public protocol CompositionalLayoutableSectionDataSource<ItemsType>: CollectionViewDataSource {
    associatedtype ItemsType

    var items: [ItemsType] { get set }

    /// Takes other items. If a list shows the section, the update waits for its turn; then ``items`` change and the section is
    /// loaded again. Otherwise ``items`` change at once.
    func update(_ collectionView: CollectionView, withItems items: [ItemsType])

    /// Who an item is: what is measured of it belongs to it then, wherever an update brings it, see `MeasuredSizes`.
    ///
    /// `Identifiable` items are told by their `id` among those of the section. Others have no identity by default: nil, and
    /// what is measured of one that is filtered out is lost. Where they have one, a line says so:
    ///
    ///     func identity(ofItem index: Int) -> AnyHashable? { items[index] }
    ///
    /// - Parameter index: In ``items``.
    /// - Returns: Equal to that of no other item of the list, of other sections included.
    func identity(ofItem index: Int) -> AnyHashable?
}

extension CompositionalLayoutableSectionDataSource where ItemsType: Identifiable {
    public func identity(ofItem index: Int) -> AnyHashable? {
        guard items.indices.contains(index) else { return nil }
        return AnyHashable(ItemOfSection(section: ObjectIdentifier(self), item: items[index].id))
    }
}

extension CompositionalLayoutableSectionDataSource {
    public func identity(ofItem index: Int) -> AnyHashable? { nil }

    public func update(_ collectionView: CollectionView, withItems items: [ItemsType]) {
        collectionView.updateSection(of: self) { collectionView, section in
            collectionView.reload(section) { self.items = items }
        } elsewhere: {
            self.items = items
        }
    }
}

extension CompositionalLayoutableSectionDataSource where ItemsType: Hashable {
    /// Takes other items, and has the list show what changed: items that are equal keep their cells as they are.
    /// - Parameter animatingDifferences: The host gets descriptions of all that moves.
    /// - Complexity: That of the changeset of the two arrays, and the layout's.
    public func update(
        _ collectionView: CollectionView, withItems items: [ItemsType], animatingDifferences: Bool
    ) {
        collectionView.updateSection(of: self) { collectionView, section in
            collectionView.performBatchUpdates(animated: animatingDifferences) {
                let changes = items.changeset(from: self.items)
                func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: section) }
                self.items = items
                collectionView.deleteItems(at: changes.deletes.map(path))
                collectionView.insertItems(at: changes.inserts.map(path))
                for move in changes.moves { collectionView.moveItem(at: path(move.old), to: path(move.new)) }
            }
        } elsewhere: {
            self.items = items
        }
    }
}

extension CollectionView {
    /// The sections of a list of ``CompositionalLayoutableSection``s, as it shows them.
    var compositionalSections: [CompositionalLayoutableSection]? {
        (dataSource as? CompositionalLayoutDataSource)?.sections
    }

    /// Changes a section that the list shows, after all updates that wait.
    /// - Parameters:
    ///   - dataSource: The section's.
    ///   - body: Gets the section's number at the update's turn.
    ///   - elsewhere: Called instead when the list does not show the section.
    func updateSection(
        of dataSource: any CollectionViewDataSource, _ body: @escaping @MainActor (CollectionView, Int) -> Void,
        elsewhere: @escaping @MainActor () -> Void
    ) {
        guard let list = self.dataSource as? CompositionalLayoutDataSource, list.number(of: dataSource) != nil else {
            return elsewhere()
        }
        list.queue.add { [weak self, weak list] in
            if let self, let section = list?.number(of: dataSource), self.dataSource === list {
                body(self, section)
            } else {
                elsewhere()
            }
        }
    }

    /// Loads a section again.
    /// - Parameter change: Changes what it shows.
    func reload(_ section: Int, _ change: () -> Void = {}) {
        performBatchUpdates(animated: false) {
            change()
            reloadSections(IndexSet(integer: section))
        }
    }
}
