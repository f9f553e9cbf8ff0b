import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

/// The calls of the libraries that load nib files, with a factory in place of the file.
@MainActor
@Suite("Factories for nib files")
struct NibFactoriesTests {
    private final class DrawnCell: CollectionViewCell, P9CollectionViewCellProtocol {
        var origin = "class"
        static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 40, height: 40) }
        func setData(_ data: Any?, extra: Any?) {}
    }

    private final class Section: ListSection {
        var context: ListContext?
        let listIdentifier = "section"
        let items = [1]
        func itemIdentifier(of item: Int) -> String { "\(item)" }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            guard let cell: DrawnCell = dequeueCell(withNibName: "DrawnCell-wide", bundle: nil, at: indexPath) else {
                return nil
            }
            return cell
        }
    }

    private final class Products: CollectionViewDataSource {
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        { collectionView.dequeueReusableCell(DrawnCell.self, for: indexPath) }
    }

    private func newView() -> CollectionView {
        CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
    }

    private func origin(_ view: CollectionView) -> String? {
        view.layoutIfNeeded()
        return (view.visibleCells.first as? DrawnCell)?.origin
    }

    private func register(_ name: String) {
        NibFactories.register(name) {
            let cell = DrawnCell(frame: .zero)
            cell.origin = name
            return cell
        }
    }

    @Test(arguments: [true, false])
    func factoriesStandForNibFiles(hasFactories: Bool) {
        let names = ["DrawnCell", "DrawnCell-wide"]
        if hasFactories { names.forEach(register) }
        defer { for name in names { NibFactories.unregister(name) } }
        func expected(_ name: String) -> String { hasFactories ? name : "class" }

        // CompositionalLayoutableSection.
        let (products, source) = (newView(), Products())
        products.registerFromNib(DrawnCell.self)
        products.dataSource = source
        #expect(origin(products) == expected("DrawnCell"))

        // ListingKit.
        let (listed, list) = (newView(), ListDataSource())
        list.prepare(for: listed)
        list.append(newSections: [Section()])
        #expect(origin(listed) == expected("DrawnCell-wide"))

        // P9CollectionViewHandler.
        let (records, handler) = (newView(), P9CollectionViewHandler())
        handler.standby(
            identifier: "nibs", cellIdentifierForType: ["1": DrawnCell.identifier()],
            supplementaryIdentifierForType: [:], collectionView: records)
        handler.sections = [.init(records: [.init(type: "1", data: nil)])]
        records.reloadData()
        #expect(origin(records) == expected("DrawnCell"))
    }

    /// A factory whose views are of another class cannot stand for the class.
    @Test func aFactoryOfAnotherClassIsNotUsed() {
        NibFactories.register("DrawnCell") { CollectionViewCell(frame: .zero) }
        defer { NibFactories.unregister("DrawnCell") }
        let view = newView()
        let source = Products()
        view.registerFromNib(DrawnCell.self)
        view.dataSource = source
        #expect(origin(view) == "class")
    }
}
