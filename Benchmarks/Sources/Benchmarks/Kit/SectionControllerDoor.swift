import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout

/// A controller whose class overrides nothing, so the list does not call it for each cell.
final class PlainControllerDoor<Item: Hashable & Sendable>: SectionControllerDoor<Item> {
    override class var isPlain: Bool { true }
}

/// Providers of a section controller: one for every hundred sections. The controller is one of a subclass.
class SectionControllerDoor<Item: Hashable & Sendable>: KitDoor {
    class var isPlain: Bool { false }

    /// Uses the view of the measure.
    private final class Controller: CollectionSectionController<Int, Item> {
        let view: CollectionView

        init(_ view: CollectionView) {
            self.view = view
            super.init()
        }

        override func loadView(layout: any CollectionViewLayoutRecipe) -> CollectionView {
            view.collectionViewLayout = layout
            return view
        }
    }

    private final class Provider: CollectionSectionProvider {
        /// The same for all sections.
        let layout = CollectionLayoutSection.list(itemHeight: .absolute(KitRows.height))

        func cellProvider(
            _ controller: CollectionSectionController<Int, Item>, indexPath: IndexPath, item: Item
        ) -> CollectionViewCell? {
            controller.dequeueReusableCell(KitCell.self, for: indexPath, sectionProvider: self)
        }

        func layoutSectionProvider(
            section: Int, environment: CollectionLayoutEnvironment
        ) -> CollectionLayoutSection? { layout }
    }

    private static var sectionsEach: Int { 100 }
    private let controller: CollectionSectionController<Int, Item>
    private let providers: [Provider]
    private(set) var ownView: CollectionView?

    required init(_ sections: [[Item]], in view: CollectionView) {
        let count = (sections.count + Self.sectionsEach - 1) / Self.sectionsEach
        providers = (0..<count).map { _ in Provider() }
        controller = Self.isPlain ? CollectionSectionController<Int, Item>() : Controller(view)
        for provider in providers { controller.addSectionProvider(provider) }
        show(sections)
        let shown = controller.collectionView
        guard shown !== view else { return }
        shown.host = view.host
        shown.bounds = view.bounds
        ownView = shown
    }

    func show(_ sections: [[Item]]) {
        for (number, provider) in providers.enumerated() {
            let first = number * Self.sectionsEach
            let part = sections[first..<min(first + Self.sectionsEach, sections.count)]
            // Sections are identified by their positions in the whole list.
            var next = DiffableSnapshot(basedOn: controller.snapshotForSectionProvider(provider))
            next.appendSections(Array(part.indices))
            for section in part.indices { next.appendItems(sections[section], toSection: section) }
            controller.apply(next, animatingDifferences: false, sectionProvider: provider)
        }
    }

    private func edit(
        _ section: Int, _ index: Int, _ body: (inout DiffableSnapshot<Int, Item>, _ item: Item) -> Void
    ) {
        let provider = providers[section / Self.sectionsEach]
        var next = controller.snapshotForSectionProvider(provider)
        body(&next, next.itemIdentifier(at: ItemIndexPath(section: section % Self.sectionsEach, item: index)))
        controller.apply(next, animatingDifferences: false, sectionProvider: provider)
    }

    func insert(_ item: Item, at index: Int, inSection section: Int) {
        edit(section, index) { $0.insertItems([item], beforeItem: $1) }
    }

    func remove(at index: Int, inSection section: Int) { edit(section, index) { $0.deleteItems([$1]) } }
}
