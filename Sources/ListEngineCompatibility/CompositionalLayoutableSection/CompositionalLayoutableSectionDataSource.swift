import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// Provides the items of a section.
///
/// Section indices and index paths are those of the whole list; usually only `indexPath.item` matters.
@MainActor
public protocol CompositionalLayoutableSectionDataSource<ItemsType>: CollectionViewDataSource {
    associatedtype ItemsType

    var items: [ItemsType] { get set }

    /// Replaces the items. If a list shows the section, the update waits for its turn; then
    /// ``items`` change and the section is reloaded. Otherwise ``items`` change immediately.
    func update(_ collectionView: CollectionView, withItems items: [ItemsType])

    /// Returns the identity of an item; nil if it has none. Measured sizes belong to the identity and follow the item
    /// through updates, see `MeasuredSizes`.
    ///
    /// The default for `Identifiable` items is formed from the section and the item's `id`. Other items have no
    /// identity by default, so a measured size is lost when its item is filtered out. One line gives them an identity:
    ///
    ///     func identity(ofItem index: Int) -> AnyHashable? { items[index] }
    ///
    /// - Parameter index: The index of the item in ``items``.
    /// - Returns: An identity that no other item of the list has, including items of other sections.
    func identity(ofItem index: Int) -> AnyHashable?
}

extension CompositionalLayoutableSectionDataSource where ItemsType: Identifiable {
    public func identity(ofItem index: Int) -> AnyHashable? {
        guard items.indices.contains(index) else { return nil }
        return AnyHashable(ItemOfSection(section: ObjectNumber(of: self), item: items[index].id))
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
    /// Replaces the items and shows the differences. Equal items keep their cells as they are.
    /// - Parameter animatingDifferences: Whether the host receives descriptions of all movements.
    /// - Complexity: That of the changeset of the two arrays, plus that of the layout.
    public func update(
        _ collectionView: CollectionView, withItems items: [ItemsType], animatingDifferences: Bool
    ) {
        collectionView.updateSection(of: self) { collectionView, section in
            collectionView.performBatchUpdates(animated: animatingDifferences) {
                let changes = items.changeset(from: self.items)
                func path(_ item: Int) -> IndexPath { IndexPath(item, inSection: section) }
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
    /// The sections of a list of ``CompositionalLayoutableSection``s, as the list shows them.
    var compositionalSections: [CompositionalLayoutableSection]? {
        (dataSource as? CompositionalLayoutDataSource)?.sections
    }

    /// Changes a section that the list shows, after all updates that are waiting.
    /// - Parameters:
    ///   - dataSource: The data source of the section.
    ///   - body: Called with the index of the section when the update runs.
    ///   - elsewhere: Called instead if the list does not show the section.
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

    /// Reloads a section.
    /// - Parameter change: Changes the contents of the section.
    func reload(_ section: Int, _ change: () -> Void = {}) {
        performBatchUpdates(animated: false) {
            change()
            reloadSections(IndexSet(integer: section))
        }
    }
}
