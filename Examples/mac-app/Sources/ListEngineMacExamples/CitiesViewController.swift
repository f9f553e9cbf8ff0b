import AppKit
import ListEngineAppKit

/// A table of a hundred thousand cities. A click on a title sorts, the edge of a title resizes its column, and a drag moves it.
public final class CitiesViewController: NSViewController {
    private struct City: Identifiable {
        let id: Int
        let name: String
        let people: Int
    }

    private let host = AppKitHost(CollectionView(size: CGSize(width: 480, height: 600)))
    private lazy var source = ListDataSource(in: host.list)
    private var cities: [City] = (0..<100_000).map { City(id: $0, name: "City \($0)", people: $0 * 7_919 % 1_000_003) }
    private let table = ListTable<City> {
        ListColumn("Name", width: .share(1)) { city in ItemContent(city.name) }.sorted { $0.name < $1.name }
        ListColumn("People", width: .points(120)) { city in ItemContent("\(city.people)") }
            .sorted { $0.people < $1.people }.aligned(.trailing)
    }

    public override func loadView() { view = host.view }

    public override func viewDidLoad() {
        super.viewDidLoad()
        host.list.allowsMultipleSelection = true
        host.list.showsColumnTitlesAboveSections = true
        host.list.sortHandler = { [weak self] _ in self?.show() }
        show()
    }

    private func show() {
        let sorted = table.sorter.sorted(cities, by: host.list.columns?.sortOrder ?? [])
        source.build(animatingDifferences: false) {
            ListBlock("cities", sorted).height(24).columns(of: table)
                .menu { [weak self] city in
                    CollectionContextMenu(
                        ItemMenu([ItemMenu.Action("Delete", isDestructive: true) { self?.delete(city.id) }]))
                }
        }
    }

    private func delete(_ id: Int) {
        cities.removeAll { $0.id == id }
        show()
    }
}
