import Foundation
import ListEngineCompatibility
import ListEngineLayout

extension ConformanceEntry {
    static let description = ConformanceEntry(description: "described sections") { DescriptionDoor() }
}

/// ``ListAdapter`` with a described section for each name.
@MainActor
private final class DescriptionDoor: ConformanceDoor, CollectionViewDelegate {
    let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
    let adapter: ListAdapter
    var sections: [String: SectionDescription] = [:]
    var events: [String] = []
    let keepsCells = true
    var makeLayout: (@MainActor () -> any CollectionViewSectionLayout)?
    /// Events come from the outer delegate, which is the door itself until another one is set.
    var outerDelegate: (any CollectionViewDelegate)? {
        get { adapter.collectionDelegate }
        set { adapter.collectionDelegate = newValue }
    }

    init() {
        adapter = ListAdapter(collectionView: view)
        adapter.collectionDelegate = self
    }

    /// First the items of remaining sections, then the list of sections.
    func show(_ sections: [ConformanceSection]) {
        adapter.arrange(
            sections: sections.map { section in
                if let known = self.sections[section.name] {
                    known.apply(viewModels: section.items, animated: false)
                    return known
                }
                let new = SectionDescription(
                    viewModels: section.items, cell: Cell.self, size: ViewComponentSize(height: 20)
                ) { cell, name, _ in cell.name = name }
                new.layout = makeLayout?()
                self.sections[section.name] = new
                return new
            }, animated: false)
    }

    final class Cell: CollectionViewCell, ConformanceCell {
        var name = ""
    }

    private func name(_ cell: CollectionViewCell?) -> String { (cell as? Cell)?.name ?? "?" }

    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { events.append("+\(name(cell))") }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { events.append("-\(name(cell))") }

    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        events.append("*\(name(collectionView.cellForItem(at: indexPath)))")
    }
}
