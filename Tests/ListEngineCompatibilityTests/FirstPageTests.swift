import Foundation
import ListEngineCompatibility
import Testing

// The programs on the first page of the documentation, word for word.

private struct Fruit: ListIdentifiable, Hashable, Sendable {
    var name: String
    var listIdentifier: String { name }
}

private let fruits = ["apple", "banana", "cherry"].map { Fruit(name: $0) }

private class TextCell: CollectionViewCell {
    var text = ""
}

private final class FruitCell: TextCell {}

// MARK: CompositionalLayoutableSection

private final class FruitSection: CompositionalLayoutableSection, CompositionalLayoutableSectionDataSource,
    CompositionalLayoutableSectionLayout, CompositionalLayoutableSectionDelegate
{
    var items = fruits

    override init() {
        super.init()
        dataSource = self
        layout = self
        delegate = self
    }

    func registerCell(_ collectionView: CollectionView) { collectionView.register(FruitCell.self) }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { items.count }

    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        let cell = collectionView.dequeueReusableCell(FruitCell.self, for: indexPath)
        cell.text = items[indexPath.item].name
        return cell
    }

    func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
        .list(itemHeight: .absolute(20))
    }
}

private final class Screen: CompositionalLayoutProvider {
    var compositionalLayoutSections: [CompositionalLayoutableSection] = [FruitSection()]
}

// MARK: SectionKit

private final class FruitProvider: CollectionSectionProvider {
    func cellProvider(
        _ controller: CollectionSectionController<String, Fruit>, indexPath: IndexPath, item: Fruit
    ) -> CollectionViewCell? {
        let cell = controller.dequeueReusableCell(FruitCell.self, for: indexPath, sectionProvider: self)
        cell.text = item.name
        return cell
    }

    func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
        .list(itemHeight: .absolute(20))
    }

    func didMove(to controller: CollectionSectionController<String, Fruit>) {
        var snapshot = controller.snapshotForSectionProvider(self)
        snapshot.appendSections(["fruits"])
        snapshot.appendItems(fruits)
        controller.apply(snapshot, sectionProvider: self)
    }
}

// MARK: P9CollectionViewHandler

private final class RecordCell: CollectionViewCell, RecordView {
    var text = ""

    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: 20) }

    func setData(_ data: Any?, extra: Any?) { text = data as? String ?? "" }
}

@MainActor
@Suite("The programs on the first page of ListEngineCompatibility")
struct CompatibilityFirstPageTests {
    private let collectionView = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())

    private func shown(_ view: CollectionView) -> [String] {
        view.layoutIfNeeded()
        return view.visibleCells.map { ($0 as? TextCell)?.text ?? ($0 as? RecordCell)?.text ?? "?" }
    }

    @Test func listingKit() {
        var hidden: [String] = []
        let section = GenericSection(items: fruits)
            .onCellConfigure { (cell: FruitCell, fruit, _) in cell.text = fruit.name }
            .onCellSize { _, list in CGSize(width: list.width, height: 20) }
            .ondidEndDisplay { fruit, _ in hidden.append(fruit.name) }
        let list = ListDataSource(collectImpression: true)
        list.prepare(for: collectionView)
        list.append(newSections: [section])
        #expect(shown(collectionView) == fruits.map(\.name))
        list.delete(sections: [section])
        #expect(shown(collectionView) == [])
        #expect(hidden == fruits.map(\.name))
    }

    @Test func compositionalLayoutableSection() {
        let screen = Screen()
        let source = CompositionalLayoutDataSource(provider: screen)
        collectionView.dataSource = source
        collectionView.updateCollectionViewCompositionalLayout(for: screen)
        #expect(shown(collectionView) == fruits.map(\.name))
    }

    @Test func sectionKit() {
        let controller = CollectionSectionController<String, Fruit>()
        controller.addSectionProvider(FruitProvider())
        controller.collectionView.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        #expect(shown(controller.collectionView) == fruits.map(\.name))
    }

    @Test func listKit() {
        let section = SectionDescription(viewModels: fruits, cell: FruitCell.self, size: ViewComponentSize(height: 20))
        {
            cell, fruit, indexPath in cell.text = fruit.name
        }
        let adapter = ListAdapter(collectionView: collectionView)
        adapter.add(listSection: section)
        #expect(shown(collectionView) == fruits.map(\.name))
    }

    @Test func p9CollectionViewHandler() {
        let handler = CollectionViewHandler()
        handler.standby(identifier: "fruits", cellTypes: ["fruit": RecordCell.self], collectionView: collectionView)
        handler.sections = [.init(records: fruits.map { .init(type: "fruit", data: $0.name) })]
        collectionView.reloadData()
        #expect(shown(collectionView) == fruits.map(\.name))
    }

    // The spellings that no sample uses.
    @Test func listingKitsOtherSpellings() {
        final class Section: ListSection, ListSectionSupplementaryViewSource, ListReusableViewHelperProtocol {
            let listIdentifier = "fruits"
            var items = fruits
            weak var context: ListContext?
            var supplementaryViewSource: (any ListSectionSupplementaryViewSource)? { self }
            var log: [String] = []

            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                let cell: FruitCell? = dequeueCell(at: indexPath)
                return cell
            }
            func configure(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
                (cell as? FruitCell)?.text = itemIdentifier
            }
            func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 100, height: 20) }
            func footerView(for indexPath: IndexPath) -> CollectionReusableView? {
                let view: PlaceholderView? = dequeFooterView(at: indexPath)
                return view
            }
            func referenceSizeForFooterView(section: Int) -> CGSize { CGSize(width: 100, height: 5) }
            func didBecomeActive() { log.append("active") }
            func didBecomeInactive() { log.append("inactive") }
        }
        let section = Section()
        let list = ListDataSource(collectImpression: false, useNewDiffableDataSource: true)
        list.prepare(for: collectionView)
        list.append(newSections: [section])
        #expect(shown(collectionView) == fruits.map(\.name))
        #expect(collectionView.visibleSupplementaryViews(ofKind: .footer).first is PlaceholderView)
        list.didBecomeActive()
        list.didBecomeDeactive()
        #expect(section.log == ["active", "inactive"])
        section.items.removeFirst()
        section.newUpdate(reloadingItems: [section.items[0]])
        #expect(shown(collectionView) == ["banana", "cherry"])
    }
}
