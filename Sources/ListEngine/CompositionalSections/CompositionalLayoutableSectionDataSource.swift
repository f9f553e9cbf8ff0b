import Foundation
import ListEngineDiff
import ListEngineLayout

/// Has the items of a section.
///
/// Section numbers and index paths are those of the whole list; as a rule only `indexPath.item` matters.
@MainActor
public protocol CompositionalLayoutableSectionDataSource<ItemsType>: CollectionViewDataSource {
    associatedtype ItemsType

    var items: [ItemsType] { get set }

    /// Takes other items. Where a list shows the section it is loaded again; while the list is being laid out, that is
    /// done when it has ended.
    func update(_ collectionView: CollectionView, withItems items: [ItemsType])

    /// Who an item is: what is measured of it belongs to it then, wherever an update brings it, see ``MeasuredSizes``.
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
        guard let section = collectionView.compositionalSection(of: self) else {
            self.items = items
            return
        }
        collectionView.changeSection(section) { self.items = items }
    }
}

extension CompositionalLayoutableSectionDataSource where ItemsType: Hashable {
    /// Takes other items, and has the list show what changed: items that are equal keep their cells as they are.
    /// - Parameter animatingDifferences: The host gets descriptions of all that moves.
    /// - Complexity: That of the changeset of the two arrays, and the layout's.
    public func update(
        _ collectionView: CollectionView, withItems items: [ItemsType], animatingDifferences: Bool
    ) {
        guard collectionView.compositionalSection(of: self) != nil else {
            self.items = items
            return
        }
        collectionView.whenIdle { [weak collectionView] in
            guard let collectionView, let index = collectionView.compositionalSection(of: self)?.index else {
                self.items = items
                return
            }
            collectionView.prepareForUpdate()
            var plan = UpdatePlan()
            plan.add(items.changeset(from: self.items), section: index)
            collectionView.changeModel { self.items = items }
            _ = collectionView.perform(animated: animatingDifferences, plan: { plan }, completion: nil)
        }
    }
}

extension CollectionView {
    /// The sections of a list of ``CompositionalLayoutableSection``s, as it shows them.
    var compositionalSections: [CompositionalLayoutableSection]? {
        (dataSource as? CompositionalLayoutDataSource)?.sections
    }

    /// The section that a data source has the items of.
    func compositionalSection(of dataSource: any CollectionViewDataSource) -> CompositionalLayoutableSection? {
        compositionalSections?.first { $0.dataSource === dataSource }
    }

    /// Changes what a section shows, and loads it again.
    func changeSection(_ section: CompositionalLayoutableSection, _ body: @escaping @MainActor () -> Void) {
        whenIdle { [weak self] in
            guard let self, let index = section.index, section.collectionView === self else { return body() }
            guard !needsPass else {
                // What waits to be laid out is laid out once, with what is shown then.
                body()
                return reloadData()
            }
            performBatchUpdates(animated: false) {
                body()
                reloadSections(IndexSet(integer: index))
            }
        }
    }
}

extension UpdatePlan {
    /// Adds the changes of the items of a section that stays.
    /// - Parameter section: Its index before and after.
    mutating func add(_ changes: Changeset, section: Int) {
        guard !changes.isEmpty else { return }
        for move in changes.moves {
            let (from, to) = (
                ElementPath.item(move.old, inSection: section), ElementPath.item(move.new, inSection: section)
            )
            itemTargets[from] = to
            itemSources[to] = from
        }
        items.add(section, gone: changes.gone.ranges, come: changes.come.ranges)
    }
}
