import Foundation
import ListEngineCompatibility
import ListEngineLayout

extension ConformanceEntry {
    static let listing = ConformanceEntry(description: "sections") { ListingDoor() }
}

/// ``ListDataSource`` with a section object for each name.
@MainActor
private final class ListingDoor: ConformanceDoor {
    let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
    let list = ListDataSource()
    var events: [String] = []
    let keepsCells = true
    var makeLayout: (@MainActor () -> any CollectionViewSectionLayout)?
    var outerDelegate: (any CollectionViewDelegate)? {
        get { list.collectionDelegate }
        set { list.collectionDelegate = newValue }
    }

    init() { list.prepare(for: view) }

    func show(_ sections: [ConformanceSection]) {
        list.update(newSections: sections.map { Section($0, self) })
    }

    final class Cell: CollectionViewCell, ConformanceCell {
        var name = ""
    }

    struct Name: Identifiable {
        var id: String
    }

    final class Section: ListSection {
        weak var context: ListContext?
        let listIdentifier: String
        let items: [Name]
        weak var door: ListingDoor?
        lazy var sectionLayout = door?.makeLayout?()

        init(_ section: ConformanceSection, _ door: ListingDoor) {
            listIdentifier = section.name
            items = section.items.map { Name(id: $0) }
            self.door = door
        }

        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            guard let cell: Cell = dequeueCell(at: indexPath) else { return nil }
            cell.name = itemIdentifier
            return cell
        }

        func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 100, height: 20) }

        func willDisplay(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
            door?.events.append("+\(itemIdentifier)")
        }

        func didEndDisplaying(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
            door?.events.append("-\(itemIdentifier)")
        }

        func didSelectItem(for itemIdentifier: String, at indexPath: IndexPath) {
            door?.events.append("*\(itemIdentifier)")
        }
    }
}
