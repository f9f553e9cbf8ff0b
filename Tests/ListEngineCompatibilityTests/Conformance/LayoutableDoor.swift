import Foundation
import ListEngineCompatibility
import ListEngineLayout

extension ConformanceEntry {
    static let layoutable = ConformanceEntry(description: "compositional layoutable sections") { LayoutableDoor() }
}

/// A ``CompositionalLayoutProvider`` with a section object for each name.
@MainActor
private final class LayoutableDoor: ConformanceDoor, CompositionalLayoutProvider {
    let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
    var compositionalLayoutSections: [CompositionalLayoutableSection] = []
    private lazy var delegate = CompositionalLayoutDelegate(provider: self)
    private lazy var dataSource = CompositionalLayoutDataSource(provider: self)
    var events: [String] = []
    /// Sections have no identity, so a changed array cannot be compared with the old one.
    let keepsCells = false
    var outerDelegate: (any CollectionViewDelegate)? {
        get { delegate.outerDelegate }
        set { delegate.outerDelegate = newValue }
    }

    init() {
        view.delegate = delegate
        view.dataSource = dataSource
    }

    func show(_ sections: [ConformanceSection]) {
        compositionalLayoutSections = sections.map { Section($0, self) }
        view.updateCollectionViewCompositionalLayout(for: self)
    }

    final class Cell: CollectionViewCell, ConformanceCell {
        var name = ""
    }

    final class Section: CompositionalLayoutableSection, CompositionalLayoutableSectionDataSource,
        CompositionalLayoutableSectionLayout, CompositionalLayoutableSectionDelegate
    {
        var items: [String]
        weak var door: LayoutableDoor?

        init(_ section: ConformanceSection, _ door: LayoutableDoor) {
            items = section.items
            self.door = door
            super.init()
            dataSource = self
            layout = self
            delegate = self
        }

        func registerCell(_ collectionView: CollectionView) { collectionView.register(Cell.self) }

        func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
            .list(itemHeight: .absolute(20))
        }

        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            items.count
        }

        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        {
            let cell = collectionView.dequeueReusableCell(Cell.self, for: indexPath)
            cell.name = items[indexPath.item]
            return cell
        }

        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { door?.events.append("+\((cell as? Cell)?.name ?? "?")") }

        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { door?.events.append("-\((cell as? Cell)?.name ?? "?")") }

        func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
            door?.events.append("*\(items[indexPath.item])")
        }
    }
}
