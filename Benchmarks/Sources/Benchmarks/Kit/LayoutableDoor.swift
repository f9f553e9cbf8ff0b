import Foundation
import ListEngineCompatibility
import ListEngineLayout

/// A layoutable section for each section.
final class LayoutableDoor<Item: Hashable & Sendable>: KitDoor, CompositionalLayoutProvider {
    private final class Section: CompositionalLayoutableSection, CompositionalLayoutableSectionDataSource,
        CompositionalLayoutableSectionLayout, CompositionalLayoutableSectionDelegate
    {
        var items: [Item]
        let section = CollectionLayoutSection.list(itemHeight: .absolute(KitRows.height))

        init(_ items: [Item]) {
            self.items = items
            super.init()
            dataSource = self
            layout = self
            delegate = self
        }

        func registerCell(_ collectionView: CollectionView) { collectionView.register(KitCell.self) }

        func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
            section
        }

        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            items.count
        }

        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell { collectionView.dequeueReusableCell(KitCell.self, for: indexPath) }
    }

    var compositionalLayoutSections: [CompositionalLayoutableSection] = []
    private let sections: [Section]
    private let view: CollectionView
    private lazy var dataSource = CompositionalLayoutDataSource(provider: self)
    private lazy var delegate = CompositionalLayoutDelegate(provider: self)

    init(_ sections: [[Item]], in view: CollectionView) {
        self.view = view
        self.sections = sections.map { Section($0) }
        compositionalLayoutSections = self.sections
        view.dataSource = dataSource
        view.delegate = delegate
        view.updateCollectionViewCompositionalLayout(for: self)
    }

    func show(_ sections: [[Item]]) {
        for (section, items) in zip(self.sections, sections) {
            section.update(view, withItems: items, animatingDifferences: false)
        }
    }

    func insert(_ item: Item, at index: Int, inSection section: Int) {
        view.performBatchUpdates(animated: false) {
            sections[section].items.insert(item, at: index)
            view.insertItems(at: [IndexPath(item: index, section: section)])
        }
    }

    func remove(at index: Int, inSection section: Int) {
        view.performBatchUpdates(animated: false) {
            sections[section].items.remove(at: index)
            view.deleteItems(at: [IndexPath(item: index, section: section)])
        }
    }
}
