import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// A diffable data source alone.
final class DiffableDoor<Item: Hashable & Sendable>: KitDoor {
    private let source: DiffableDataSource<Int, Item>

    init(_ sections: [[Item]], in view: CollectionView) {
        source = DiffableDataSource(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(KitCell.self, for: indexPath)
        }
        show(sections)
    }

    func show(_ sections: [[Item]]) {
        source.apply(DiffableSnapshot.kit(sections, after: source.snapshot()), animatingDifferences: false)
    }

    func insert(_ item: Item, at index: Int, inSection section: Int) {
        source.edit(animatingDifferences: false) { snapshot in
            let next = snapshot.itemIdentifier(at: ItemIndexPath(section: section, item: index))
            try snapshot.insertItems(validating: [item], beforeItem: next)
        }
    }

    func remove(at index: Int, inSection section: Int) {
        source.edit(animatingDifferences: false) { snapshot in
            snapshot.deleteItems([snapshot.itemIdentifier(at: ItemIndexPath(section: section, item: index))])
        }
    }
}

/// Providers of sections with one snapshot each: one for every hundred sections.
final class ProvidersDoor<Item: Hashable & Sendable>: KitDoor {
    private final class Provider: SectionProvider {
        var shown = DiffableSnapshot<Int, Item>()

        func numberOfSections(in collectionView: CollectionView) -> Int { shown.numberOfSections }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            shown.numberOfItems(inSectionAt: section)
        }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell { collectionView.dequeueReusableCell(KitCell.self, for: indexPath) }
    }

    private static var sectionsEach: Int { 100 }
    private let list = SectionProviderList()
    private let providers: [Provider]

    init(_ sections: [[Item]], in view: CollectionView) {
        let count = (sections.count + Self.sectionsEach - 1) / Self.sectionsEach
        providers = (0..<count).map { _ in Provider() }
        for (provider, part) in zip(providers, Self.parts(sections)) {
            provider.shown = .kit(part, after: provider.shown)
            provider.shown.settle()
        }
        list.attach(to: view)
        list.update(animated: false) { [providers] in $0.providers = providers }
    }

    private static func parts(_ sections: [[Item]]) -> [ArraySlice<[Item]>] {
        stride(from: 0, to: sections.count, by: sectionsEach).map {
            sections[$0..<min($0 + sectionsEach, sections.count)]
        }
    }

    private func change(_ changed: [(Provider, DiffableSnapshot<Int, Item>)]) {
        list.update(animated: false) { update in
            for (provider, next) in changed {
                let changes = next.changeset(from: provider.shown)
                if !changes.isEmpty { update.change(provider, changes) }
                provider.shown = next
                provider.shown.settle()
            }
        }
    }

    func show(_ sections: [[Item]]) {
        change(zip(providers, Self.parts(sections)).map { ($0, .kit($1, after: $0.shown)) })
    }

    func insert(_ item: Item, at index: Int, inSection section: Int) {
        let provider = providers[section / Self.sectionsEach]
        var next = provider.shown
        let path = ItemIndexPath(section: section % Self.sectionsEach, item: index)
        next.insertItems([item], beforeItem: next.itemIdentifier(at: path))
        change([(provider, next)])
    }

    func remove(at index: Int, inSection section: Int) {
        let provider = providers[section / Self.sectionsEach]
        var next = provider.shown
        let path = ItemIndexPath(section: section % Self.sectionsEach, item: index)
        next.deleteItems([next.itemIdentifier(at: path)])
        change([(provider, next)])
    }
}

extension DiffableSnapshot where SectionIdentifier == Int {
    /// Sections identified by their positions.
    static func kit(_ sections: some Collection<[ItemIdentifier]>, after shown: DiffableSnapshot) -> DiffableSnapshot {
        var next = DiffableSnapshot(basedOn: shown)
        next.appendSections(Array(0..<sections.count))
        for (section, items) in sections.enumerated() { next.appendItems(items, toSection: section) }
        return next
    }
}
