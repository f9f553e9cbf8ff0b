import Foundation
import ListEngineDiff
import ListEngineLayout
import Testing

@testable import ListEngine
@testable import ListEngineCompatibility

/// A list of numbers with one section, made by one of the doors. Rows are estimated at 20 points; their measured height
/// is 30 plus a quarter of their number.
@MainActor
private protocol NumberedDoor: AnyObject {
    var view: CollectionView { get }
    /// Shows these numbers, applied by difference.
    func show(_ numbers: [Int])
}

private struct NumberedEntry: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var make: @MainActor @Sendable (_ numbers: [Int]) -> any NumberedDoor
}

/// A cell with the measured height of its number.
private final class NumberCell: CollectionViewCell, RecordView {
    var number = 0
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 100, height: 20) }
    func setData(_ data: Any?, extra: Any?) { number = (data as? Int) ?? (data as? Numbered)?.id ?? -1 }
    override func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
        var attributes = layoutAttributes
        attributes.frame.size.height = 30 + CGFloat(number) / 4
        return attributes
    }
}

private struct Numbered: Identifiable, Equatable {
    var id: Int
    var note = ""
}

@MainActor
private func makeView(_ layout: (any CollectionViewLayoutRecipe)? = nil) -> CollectionView {
    CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100),
        collectionViewLayout: layout ?? ListRecipe(height: 20, estimated: true))
}

// MARK: - The doors

@MainActor
private final class DescriptionDoor<Model>: NumberedDoor {
    final class Section: SectionDescription {
        override func recipe(in context: SectionLayoutContext) -> SectionRecipe {
            .list(count: context.itemCount, height: 20, estimated: true)
        }
    }

    let view = makeView()
    let adapter: ListAdapter
    let section: SectionDescription
    private let apply: (SectionDescription, [Int]) -> Void

    init(
        _ numbers: [Int], _ model: (Int) -> Model, number: @escaping (Model) -> Int,
        apply: @escaping @MainActor (SectionDescription, [Int]) -> Void
    ) {
        adapter = ListAdapter(collectionView: view)
        self.apply = apply
        section = Section(
            viewModels: numbers.map(model), cell: NumberCell.self, size: ViewComponentSize(height: 20)
        ) { cell, model, _ in cell.number = number(model) }
        adapter.add(listSection: section)
    }

    func show(_ numbers: [Int]) { apply(section, numbers) }
}

@MainActor
private final class RecordDoor: NumberedDoor {
    typealias Record = CollectionViewHandler.Record
    let view = makeView()
    let handler = CollectionViewHandler()
    private let isNamed: Bool
    private var records: [Int: Record] = [:]

    /// - Parameter isNamed: Records are created again each time, and are identified by their numbers.
    init(_ numbers: [Int], isNamed: Bool) {
        self.isNamed = isNamed
        handler.standby(identifier: "door", cellTypes: ["number": NumberCell.self], collectionView: view)
        handler.sections = [section(numbers)]
        view.reloadData()
    }

    private func section(_ numbers: [Int]) -> CollectionViewHandler.Section {
        .init(
            records: numbers.map { number in
                let record = isNamed ? nil : records[number]
                let made = record ?? Record(type: "number", data: number)
                records[number] = made
                return made
            })
    }

    func show(_ numbers: [Int]) {
        if isNamed {
            handler.apply([section(numbers)], identifiedBy: { $0.data as? Int }, animated: false)
        } else {
            handler.apply([section(numbers)], animated: false)
        }
    }
}

/// A section object.
private class NumberSection<Item: Hashable>: CompositionalLayoutableSection, CompositionalLayoutableSectionLayout,
    CompositionalLayoutableSectionDelegate
{
    var items: [Item] = []

    /// The number of an item.
    func number(of item: Item) -> Int { -1 }

    func registerCell(_ collectionView: CollectionView) { collectionView.register(NumberCell.self) }
    func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
        .list(itemHeight: .estimated(20))
    }
    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { items.count }
    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        let cell = collectionView.dequeueReusableCell(NumberCell.self, for: indexPath)
        cell.number = number(of: items[indexPath.item])
        return cell
    }
}

@MainActor
private final class LayoutableDoor: NumberedDoor, CompositionalLayoutProvider {
    struct Row: Hashable, Identifiable {
        var id: Int
    }

    /// Rows that are `Identifiable`.
    final class Rows: NumberSection<Row>, CompositionalLayoutableSectionDataSource {
        override func number(of item: Row) -> Int { item.id }
    }

    /// Rows with an explicit identity.
    final class Numbers: NumberSection<Int>, CompositionalLayoutableSectionDataSource {
        override func number(of item: Int) -> Int { item }
        func identity(ofItem index: Int) -> AnyHashable? { items[index] }
    }

    let view = makeView(CollectionViewFlowLayout())
    var compositionalLayoutSections: [CompositionalLayoutableSection]
    private lazy var delegate = CompositionalLayoutDelegate(provider: self)
    private lazy var source = CompositionalLayoutDataSource(provider: self)

    init(_ section: CompositionalLayoutableSection, _ numbers: [Int]) {
        compositionalLayoutSections = [section]
        view.delegate = delegate
        view.dataSource = source
        if let section = section as? Rows {
            section.items = numbers.map { Row(id: $0) }
            (section.dataSource, section.layout, section.delegate) = (section, section, section)
        }
        if let section = section as? Numbers {
            section.items = numbers
            (section.dataSource, section.layout, section.delegate) = (section, section, section)
        }
        view.updateCollectionViewCompositionalLayout(for: self)
    }

    func show(_ numbers: [Int]) {
        switch compositionalLayoutSections[0] {
        case let section as Rows:
            section.update(view, withItems: numbers.map { Row(id: $0) }, animatingDifferences: false)
        case let section as Numbers: section.update(view, withItems: numbers, animatingDifferences: false)
        default: break
        }
    }
}

@MainActor
private final class ProviderDoor: NumberedDoor {
    typealias Controller = CollectionSectionController<Int, Int>

    final class Provider: CollectionSectionProvider {
        func cellProvider(_ controller: Controller, indexPath: IndexPath, item: Int) -> CollectionViewCell? {
            let cell = controller.dequeueReusableCell(NumberCell.self, for: indexPath, sectionProvider: self)
            cell.number = item
            return cell
        }
        func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
            .list(itemHeight: .estimated(20))
        }
    }

    let controller = Controller(sectionProviders: [])
    let provider = Provider()
    var view: CollectionView { controller.collectionView }

    init(_ numbers: [Int]) {
        controller.addSectionProvider(provider)
        view.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        show(numbers)
    }

    func show(_ numbers: [Int]) {
        controller.apply(
            DiffableSnapshot(sections: [(0, numbers)]), animatingDifferences: false, sectionProvider: provider)
    }
}

// MARK: - The tests

@MainActor
@Suite("Measured sizes follow items, however the list is described")
struct TravellingSizesTests {
    private nonisolated static let doors: [NumberedEntry] = [
        NumberedEntry(testDescription: "described by integers") { numbers in
            DescriptionDoor(numbers, { $0 }, number: { $0 }) { $0.apply(viewModels: $1, animated: false) }
        },
        NumberedEntry(testDescription: "described by what is identifiable") { numbers in
            // Edited by position: all old items are deleted, and all new ones are inserted.
            DescriptionDoor(numbers, { Numbered(id: $0) }, number: \.id) { section, numbers in
                section.removeItems(0..<section.numberOfItems, animated: false)
                section.insert(viewModels: numbers.map { Numbered(id: $0) }, at: 0, animated: false)
            }
        },
        NumberedEntry(testDescription: "records that are objects") { RecordDoor($0, isNamed: false) },
        NumberedEntry(testDescription: "records by identifier") { RecordDoor($0, isNamed: true) },
        NumberedEntry(testDescription: "layoutable, identifiable") { LayoutableDoor(LayoutableDoor.Rows(), $0) },
        NumberedEntry(testDescription: "layoutable, stated") { LayoutableDoor(LayoutableDoor.Numbers(), $0) },
        NumberedEntry(testDescription: "providers") { ProviderDoor($0) },
    ]

    @Test(arguments: doors) fileprivate func aMeasuredSizeFollowsItsItem(door entry: NumberedEntry) throws {
        let all = Array(0..<100)
        let door = entry.make(all)
        let view = door.view
        view.layoutIfNeeded()
        func height(of number: Int, in numbers: [Int]) -> CGFloat? {
            numbers.firstIndex(of: number).map { view.layout.frame(ofItem: $0, inSection: 0).height }
        }
        #expect(height(of: 2, in: all) == 30.5)
        #expect(height(of: 90, in: all) == 20)
        // A list at its start stays there: the items measured now are at the top.
        let measured = 2
        // The item moves.
        var numbers = all.filter { $0 != measured }
        numbers.insert(measured, at: 80)
        door.show(numbers)
        #expect(height(of: measured, in: numbers) == 30.5)
        #expect(height(of: 90, in: numbers) == 20)
        // The items are sorted.
        numbers.sort { $0 % 10 < $1 % 10 || $0 % 10 == $1 % 10 && $0 > $1 }
        door.show(numbers)
        #expect(height(of: measured, in: numbers) == 30.5)
        // Filtered out, then inserted again elsewhere, out of sight.
        let restored = view.measuredSizes.restoredCount
        let without = numbers.filter { $0 % 10 != measured }
        door.show(without)
        door.show(without + [50_000, measured])
        #expect(height(of: measured, in: without + [50_000, measured]) == 30.5)
        #expect(height(of: 50_000, in: without + [50_000, measured]) == 20)
        #expect(view.measuredSizes.restoredCount > restored)
        // At another width and back.
        view.bounds.size.width = 80
        view.layoutIfNeeded()
        #expect(height(of: measured, in: without + [50_000, measured]) == 20)
        view.bounds.size.width = 100
        view.layoutIfNeeded()
        #expect(height(of: measured, in: without + [50_000, measured]) == 30.5)
        #expect(view.diagnostics.recent == [])
    }

    @Test func equalItemsAreNotConfused() {
        let door = DescriptionDoor([1, 1, 2], { $0 }, number: { $0 }, apply: { $0.apply(viewModels: $1) })
        door.view.layoutIfNeeded()
        #expect(door.section.identity(ofItem: 2) == nil)
        #expect(door.view.measuredSizes.count == 0)
        door.show([1, 2])
        #expect(door.section.identity(ofItem: 1) != nil)
        // The same number in another section is another item.
        let other = DescriptionDoor([1, 2], { $0 }, number: { $0 }, apply: { $0.apply(viewModels: $1) })
        #expect(other.section.identity(ofItem: 1) != door.section.identity(ofItem: 1))
        #expect(other.section.identity(ofItem: 2) == nil)
    }

    @Test func itemsAreFoundByIdentity() {
        for entry in Self.doors {
            let numbers = Array(0..<40)
            let door = entry.make(numbers)
            door.view.layoutIfNeeded()
            guard let source = door.view.dataSource as? any ItemIdentifying else {
                Issue.record("\(entry.testDescription) has no identities")
                continue
            }
            let paths = [7, 0, 39].map { IndexPath(item: $0, section: 0) }
            let identities = paths.compactMap { source.collectionView(door.view, identityOfItemAt: $0) }
            #expect(
                source.collectionView(door.view, indexPathsOfItemsWithIdentities: identities + ["nobody"])
                    == paths.map { $0 } + [nil], "\(entry.testDescription)")
            #expect(Set(identities).count == 3)
        }
    }

    @Test func aSizeMovesToAnotherSectionIfTheItemHasAnIdentity() {
        let sections = [LayoutableDoor.Numbers(), LayoutableDoor.Numbers()]
        let door = LayoutableDoor(sections[0], Array(0..<50))
        sections[1].items = Array(100..<150)
        (sections[1].dataSource, sections[1].layout, sections[1].delegate) = (sections[1], sections[1], sections[1])
        door.compositionalLayoutSections = sections
        door.view.updateCollectionViewCompositionalLayout(for: door)
        door.view.layoutIfNeeded()
        sections[0].update(door.view, withItems: [0] + Array(2..<50), animatingDifferences: false)
        sections[1].update(door.view, withItems: Array(100..<150) + [1], animatingDifferences: false)
        #expect(door.view.layout.frame(ofItem: 50, inSection: 1).height == 30.25)
    }
}
