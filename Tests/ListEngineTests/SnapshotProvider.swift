import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// A cell that stores its item.
final class ItemCell<Item>: CollectionViewCell { var item: Item? }

/// Shows a snapshot with cells that store their items.
@MainActor
class SnapshotProvider<Section: Hashable, Item: Hashable>: SectionProvider {
    typealias Snapshot = DiffableSnapshot<Section, Item>
    var shown = Snapshot()

    init(_ sections: [(Section, [Item])] = []) { shown = Self.snapshot(sections) }

    static func snapshot(_ sections: [(Section, [Item])]) -> Snapshot {
        Snapshot(sections: sections)
    }

    func item(_ item: Int, inSection section: Int) -> Item {
        shown.itemIdentifier(at: ItemIndexPath(section: section, item: item))
    }

    func numberOfSections(in collectionView: CollectionView) -> Int { shown.numberOfSections }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        shown.numberOfItems(inSectionAt: section)
    }

    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        let cell = collectionView.dequeueReusableCell(ItemCell<Item>.self, for: indexPath)
        cell.item = item(indexPath.item, inSection: indexPath.section)
        return cell
    }

    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        collectionView.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
    }

    // Members with defaults, declared here so that subclasses can override them.
    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {}
    func didMove(to list: SectionProviderList?) {}
}
